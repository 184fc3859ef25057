/* SPDX-License-Identifier: MIT
 *
 * One unit: the reference kernel for one instruction set and one FFTC_LANES, in every precision.
 * Parameters: FFTC_LANES (1, 2, 4, 8 or 16) and FFTC_SIMD_ISA, which together name the engine,
 * fftc_simd_<isa>_<lanes>. FFTC_SIMD_ISA is base (whatever every CPU of the compilation target has:
 * SSE2, Advanced SIMD, or scalar code, by the compiler's generic vectors), avx2 (with F16C and
 * without FMA, since contraction would change bits) or avx512 (F, BW, DQ and VL). 1 and 2 lanes are
 * base's alone.
 *
 * The kernel accesses memory by vectors of indices. Each is tested for being base, base + 1, ...,
 * which costs little and is always true for this kernel, except when stages are dumped. Any other
 * vector of indices is served lane by lane.
 */
#include <stdint.h>
#include <string.h>

#include "cpu/simd/simd.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if FFTC_LANES == 1
#define FFTC_LANES_LOG2 0u
#elif FFTC_LANES == 2
#define FFTC_LANES_LOG2 1u
#elif FFTC_LANES == 4
#define FFTC_LANES_LOG2 2u
#elif FFTC_LANES == 8
#define FFTC_LANES_LOG2 3u
#else
#define FFTC_LANES_LOG2 4u
#endif

/* Lane patterns for vectors of 2, 4, 8 and 16 lanes: 0, 1, ...; the even and the odd lanes of two
 * vectors; the lanes of two vectors in turn, lower and upper half; i ^ 1, i ^ 2, i ^ 4, i ^ 8. */
#define FFTC_SIMD_NUMBERS_2 0, 1
#define FFTC_SIMD_NUMBERS_4 0, 1, 2, 3
#define FFTC_SIMD_NUMBERS_8 0, 1, 2, 3, 4, 5, 6, 7
#define FFTC_SIMD_NUMBERS_16 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define FFTC_SIMD_EVEN_2 0, 2
#define FFTC_SIMD_EVEN_4 0, 2, 4, 6
#define FFTC_SIMD_EVEN_8 0, 2, 4, 6, 8, 10, 12, 14
#define FFTC_SIMD_EVEN_16 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define FFTC_SIMD_ODD_2 1, 3
#define FFTC_SIMD_ODD_4 1, 3, 5, 7
#define FFTC_SIMD_ODD_8 1, 3, 5, 7, 9, 11, 13, 15
#define FFTC_SIMD_ODD_16 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define FFTC_SIMD_ZIP_LOW_2 0, 2
#define FFTC_SIMD_ZIP_LOW_4 0, 4, 1, 5
#define FFTC_SIMD_ZIP_LOW_8 0, 8, 1, 9, 2, 10, 3, 11
#define FFTC_SIMD_ZIP_LOW_16 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define FFTC_SIMD_ZIP_HIGH_2 1, 3
#define FFTC_SIMD_ZIP_HIGH_4 2, 6, 3, 7
#define FFTC_SIMD_ZIP_HIGH_8 4, 12, 5, 13, 6, 14, 7, 15
#define FFTC_SIMD_ZIP_HIGH_16 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define FFTC_SIMD_SWAP_1_2 1, 0
#define FFTC_SIMD_SWAP_1_4 1, 0, 3, 2
#define FFTC_SIMD_SWAP_1_8 1, 0, 3, 2, 5, 4, 7, 6
#define FFTC_SIMD_SWAP_1_16 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
#define FFTC_SIMD_SWAP_2_4 2, 3, 0, 1
#define FFTC_SIMD_SWAP_2_8 2, 3, 0, 1, 6, 7, 4, 5
#define FFTC_SIMD_SWAP_2_16 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define FFTC_SIMD_SWAP_4_8 4, 5, 6, 7, 0, 1, 2, 3
#define FFTC_SIMD_SWAP_4_16 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11
#define FFTC_SIMD_SWAP_8_16 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
#define FFTC_SIMD_PATTERN_(name, lanes) FFTC_SIMD_##name##_##lanes
#define FFTC_SIMD_PATTERN(name, lanes) FFTC_SIMD_PATTERN_(name, lanes)

/* Bytes of a register. Compilers add and multiply wider vectors register by register, but shuffle
 * them lane by lane (gcc 12). So shuffles are written for pieces of this size. */
#if defined(__AVX512F__)
#define FFTC_SIMD_REGISTER 64
#elif defined(__AVX2__)
#define FFTC_SIMD_REGISTER 32
#else
#define FFTC_SIMD_REGISTER 16
#endif

/* Lane number `lane` of a vector, which is a scalar if there is one lane. */
#if FFTC_LANES == 1
#define FFTC_SIMD_LANE(x, lane) (x)
#else
#define FFTC_SIMD_LANE(x, lane) ((x)[lane])
#endif

/* Functions that are not inlined: they are large, and this kernel does not call them when time
 * matters. */
#define FFTC_SIMD_RARE __attribute__((noinline, cold))

/* The subgroup that runs on this thread. A fiber never changes threads. Initial-exec, since a call
 * per access to find the variable would cost more than the access. */
static _Thread_local fftc_simd_subgroup *fftc_simd_self __attribute__((tls_model("initial-exec")));

/* Uniform parameters may be run-time values: the headers use them in expressions only. */
#define FFTC_ELEMENTS_LOG2 (fftc_simd_self->elements_log2)
#define FFTC_WORKGROUP_LOG2 (fftc_simd_self->workgroup_log2)
#define FFTC_SUBGROUP_LOG2 FFTC_LANES_LOG2
#define FFTC_TWIDDLE_STAGED
#define FFTC_OBSERVE_STAGES

#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "fftcore/kernel/dialect.h"

static inline fftc_uint fftc_simd_numbers(void)
{
#if FFTC_LANES == 1
    return 0;
#else
    return (fftc_uint){FFTC_SIMD_PATTERN(NUMBERS, FFTC_LANES)};
#endif
}

/* Is any lane not zero? */
static inline bool fftc_simd_any(fftc_uint x)
{
#if FFTC_LANES == 16 && defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)x, (__m512i)x) != 0;
#elif FFTC_LANES == 8 && defined(__AVX2__)
    return _mm256_testz_si256((__m256i)x, (__m256i)x) == 0;
#elif FFTC_LANES == 16 && defined(__AVX2__)
    __m256i halves[2];
    memcpy(halves, &x, sizeof halves);
    halves[0] = _mm256_or_si256(halves[0], halves[1]);
    return _mm256_testz_si256(halves[0], halves[0]) == 0;
#elif FFTC_LANES == 4 && defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi32((__m128i)x, _mm_setzero_si128())) != 0xffff;
#elif FFTC_LANES == 1
    return x != 0;
#else
    /* Halves by their storage, as the compiler has vectors of at least these sizes. */
    uint64_t halves[(FFTC_LANES + 1) / 2];
    uint64_t any = 0;
    memcpy(halves, &x, sizeof halves);
    for (int i = 0; i < FFTC_LANES / 2; ++i) {
        any |= halves[i];
    }
    return any != 0;
#endif
}

/* Is it base, base + 1, ... with base = lane 0? */
static inline bool fftc_simd_is_contiguous(fftc_uint index)
{
    fftc_uint expected = FFTC_UINT(FFTC_SIMD_LANE(index, 0)) + fftc_simd_numbers();
    return __builtin_expect(!fftc_simd_any(index ^ expected), 1);
}

/* --- fftcore/kernel/workgroup.h --------------------------------------------------------------- */

static inline fftc_uint fftc_invocation_index(void)
{
    return FFTC_UINT(fftc_simd_self->base) + fftc_simd_numbers();
}

/* Fibers run one after the other in a ring, each from barrier to barrier: when the first one runs
 * again, all have arrived. */
static inline void fftc_workgroup_barrier(void)
{
    fftc_simd_subgroup *self = fftc_simd_self;
    if (self->fiber != NULL) {
        fftc_fiber_switch(self->fiber, self->neighbour);
        fftc_simd_self = self;
    }
}

/* The lanes of a vector are always together. */
static inline void fftc_subgroup_sync(void) {}

#if FFTC_LANES > 1

#if FFTC_LANES * 4 <= FFTC_SIMD_REGISTER
#define FFTC_SIMD_PIECE_LANES FFTC_LANES
#elif FFTC_SIMD_REGISTER == 32
#define FFTC_SIMD_PIECE_LANES 8
#else
#define FFTC_SIMD_PIECE_LANES 4
#endif
typedef uint32_t fftc_simd_piece __attribute__((vector_size(4 * FFTC_SIMD_PIECE_LANES)));

/* lane ^ mask within a piece, one bit of the mask after the other. */
static inline fftc_simd_piece fftc_simd_piece_xor(fftc_simd_piece x, fftc_uniform mask)
{
#define FFTC_SIMD_SWAP(bit)                                                                      \
    if ((mask & bit##u) != 0u) {                                                                 \
        x = __builtin_shufflevector(x, x, FFTC_SIMD_PATTERN(SWAP_##bit, FFTC_SIMD_PIECE_LANES)); \
    }
    FFTC_SIMD_SWAP(1)
#if FFTC_SIMD_PIECE_LANES > 2
    FFTC_SIMD_SWAP(2)
#endif
#if FFTC_SIMD_PIECE_LANES > 4
    FFTC_SIMD_SWAP(4)
#endif
#if FFTC_SIMD_PIECE_LANES > 8
    FFTC_SIMD_SWAP(8)
#endif
#undef FFTC_SIMD_SWAP
    return x;
}

#endif

static inline fftc_uint fftc_subgroup_shuffle_xor(fftc_uint word, fftc_uniform mask)
{
#if FFTC_LANES == 1
    (void)mask;
#else
    enum { COUNT = FFTC_LANES / FFTC_SIMD_PIECE_LANES };
    fftc_simd_piece from[COUNT];
    fftc_simd_piece to[COUNT];
    memcpy(from, &word, sizeof word);
    for (unsigned i = 0; i < COUNT; ++i) {
        to[i] = fftc_simd_piece_xor(from[(i ^ (mask / FFTC_SIMD_PIECE_LANES)) % COUNT], mask);
    }
    memcpy(&word, to, sizeof word);
#endif
    return word;
}

static FFTC_SIMD_RARE void fftc_simd_shared_scatter(uint32_t *shared, fftc_uint index,
                                                    fftc_uint word)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        shared[FFTC_SIMD_LANE(index, lane)] = FFTC_SIMD_LANE(word, lane);
    }
}

static FFTC_SIMD_RARE fftc_uint fftc_simd_shared_gather(const uint32_t *shared, fftc_uint index)
{
    fftc_uint word;
    uint32_t words[FFTC_LANES];
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        words[lane] = shared[FFTC_SIMD_LANE(index, lane)];
    }
    memcpy(&word, words, sizeof word);
    return word;
}

static inline void fftc_shared_set(fftc_uint index, fftc_uint word)
{
    uint32_t *shared = fftc_simd_self->shared;
    if (fftc_simd_is_contiguous(index)) {
        memcpy(shared + FFTC_SIMD_LANE(index, 0), &word, sizeof word);
    } else {
        fftc_simd_shared_scatter(shared, index, word);
    }
}

static inline fftc_uint fftc_shared_get(fftc_uint index)
{
    const uint32_t *shared = fftc_simd_self->shared;
    fftc_uint word;
    if (fftc_simd_is_contiguous(index)) {
        memcpy(&word, shared + FFTC_SIMD_LANE(index, 0), sizeof word);
        return word;
    }
    return fftc_simd_shared_gather(shared, index);
}

/* --- each precision --------------------------------------------------------------------------- */

#include "cpu/simd/simd_precision_tmpl.h"

#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"

#include "cpu/simd/simd_precision_tmpl.h"

#ifdef __FLT16_MANT_DIG__
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 16
#define FFTC_SUFFIX _f16
#include "fftcore/kernel/precision.h"

#include "cpu/simd/simd_precision_tmpl.h"
#define FFTC_SIMD_RUN_HALF fftc_simd_run_f16
#else
#define FFTC_SIMD_RUN_HALF NULL
#endif

#define FFTC_SIMD_ENGINE_NAME_(isa, lanes) fftc_simd_##isa##_##lanes
#define FFTC_SIMD_ENGINE_NAME(isa, lanes) FFTC_SIMD_ENGINE_NAME_(isa, lanes)

extern const fftc_simd_engine FFTC_SIMD_ENGINE_NAME(FFTC_SIMD_ISA, FFTC_LANES);
const fftc_simd_engine FFTC_SIMD_ENGINE_NAME(FFTC_SIMD_ISA, FFTC_LANES) = {
    .run = {[FFTC_FLOAT32] = fftc_simd_run_f32,
            [FFTC_FLOAT64] = fftc_simd_run_f64,
            [FFTC_FLOAT16] = FFTC_SIMD_RUN_HALF}};
