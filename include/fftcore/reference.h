/* SPDX-License-Identifier: MIT
 *
 * The reference workgroup FFT (kernel/workgroup_fft.h) on the CPU, as SIMD: one vector is one
 * subgroup. The emulator's run of the same kernel is in fftcore/emulate.h, the device's in
 * fftcore/vulkan.h. All of them take the same description and, since every rounding is specified,
 * give the same bits after every stage.
 */
#ifndef FFTCORE_REFERENCE_H
#define FFTCORE_REFERENCE_H

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* N = 2^(elements_log2 + workgroup_log2) points, one workgroup of 2^workgroup_log2 invocations for
 * each transform. Forward: natural order in, Nabla order out, unscaled. Inverse: Nabla order in,
 * natural order out, times 1 / N. (Nabla order: that of the workgroup FFT of Nabla,
 * https://github.com/Devsh-Graphics-Programming/Nabla, with which this one is compatible;
 * kernel/order.h defines it.) A zeroed description plus elements_log2 and workgroup_log2 is valid:
 * forward, float, one transform, no subgroups. */
typedef struct fftc_workgroup_fft {
    uint32_t elements_log2;  /* E, 1 .. 24 - W: log2 of the elements an invocation owns */
    uint32_t workgroup_log2; /* W, 0 .. 12; E + W <= 24 */
    /* S, 0 .. 7: exchanges with a stride below 2^S are shuffles; 0 uses none. */
    uint32_t subgroup_log2;
    fftc_precision precision;
    fftc_direction direction;
    /* 0: the table, correctly rounded; 1: by arithmetic in the kernel. */
    uint32_t computed_twiddles;
    uint64_t batch; /* transforms, N points apart; 0 means 1 */
} fftc_workgroup_fft;

#define FFTC_WORKGROUP_FFT_MAX_LOG2 24u
#define FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2 12u
#define FFTC_WORKGROUP_FFT_MAX_SUBGROUP_LOG2 7u

/* Whether the description is one that the kernel can carry out at all. FFTC_INVALID_ARGUMENT: `fft`
 * is NULL, or a member is out of its range. FFTC_TOO_LARGE: E + W > 24, or batch > 2^31. */
FFTC_API fftc_status fftc_workgroup_fft_check(const fftc_workgroup_fft *fft, fftc_error *error);

/* E + W: the stages, numbered in the order of strides from 2^(E + W - 1) down, whatever the
 * direction. The description is one that fftc_workgroup_fft_check accepts, here and below. */
FFTC_API uint32_t fftc_workgroup_fft_stage_count(const fftc_workgroup_fft *fft);

/* Where stage `stage` gets the elements it does not hold already. */
typedef enum fftc_exchange {
    FFTC_EXCHANGE_ACCESSOR = 0, /* loaded */
    FFTC_EXCHANGE_SHARED,       /* traded through shared memory */
    FFTC_EXCHANGE_SUBGROUP      /* traded through a subgroup shuffle */
} fftc_exchange;
FFTC_API fftc_exchange fftc_workgroup_fft_exchange(const fftc_workgroup_fft *fft, uint32_t stage);

/* The documented error bound of a forward or inverse transform of n points, relative L2 against
 * exact arithmetic: one formula, used by every test and tool. NaN, which no error is less than, for
 * a precision that does not exist. */
FFTC_API double fftc_error_bound(fftc_precision precision, uint64_t n);

/* The twiddles of every transform of 2^points_log2 points or fewer (1 <= points_log2 <= 31):
 * T[2^h + k] = exp(-i pi k / 2^h), 0 <= k < 2^h, h < points_log2, each part correctly rounded to
 * precision. T[0], which no transform reads, is 1. `table` holds 2^points_log2 complex numbers.
 * FFTC_INVALID_ARGUMENT if `table` is NULL, precision is no fftc_precision, or points_log2 is out
 * of its range; there is no other failure. */
FFTC_API fftc_status fftc_twiddle_table_fill(fftc_precision precision, uint32_t points_log2,
                                             void *table, fftc_error *error);

/* The table of kernel/butterfly_pass.h for lines of 2^points_log2 points (1 <= points_log2 <= 30):
 * points_log2 * 2^points_log2 entries, [pass][x], each of two uint32_t and a complex number of the
 * precision, without gaps: 16 bytes for float, 24 for double, 12 for half. Weights are those of
 * fftc_twiddle_table_fill, and their negatives. FFTC_INVALID_ARGUMENT if `table` is NULL, precision
 * is no fftc_precision, or points_log2 is out of its range; there is no other failure. */
FFTC_API fftc_status fftc_butterfly_table_fill(fftc_precision precision, uint32_t points_log2,
                                               void *table, fftc_error *error);

/* Transforms `data`, batch * N complex numbers, in place, on `threads` threads (0: one for each
 * processor that the calling thread may use; fftcore.h describes the threads at its end).
 * subgroup_log2 2, 3 and 4 run as vectors of 4, 8, 16 lanes; other sizes give FFTC_UNSUPPORTED:
 * take one of those, since the bits do not depend on it. `stages`, if not NULL, receives the array
 * after every stage: batch * (E + W) * N complex numbers, [transform][stage][position], positions
 * as in kernel/workgroup_fft.h. `data` and `stages` must not overlap and need the alignment of a
 * scalar. Bits depend neither on threads nor on lanes nor on the instruction set, as long as the
 * calling thread rounds to nearest. (Tables are made so in any mode.) A workgroup narrower than
 * 2^subgroup_log2 runs as one narrower vector.
 *
 * The run is fastest where 2^subgroup_log2 scalars fill a register: in float subgroup_log2 is 4 for
 * avx512, 3 for avx2, 2 for the others. Wider vectors are several registers; gcc 12, unlike clang,
 * moves them through memory.
 *
 * The instruction set is the best that the CPU has; the environment variable FFTCORE_FORCE_ISA
 * names another: avx512, avx2 or sse2 on x86, neon on Arm, generic for the compiler's own vectors
 * elsewhere, scalar everywhere. One that is missing here gives FFTC_UNSUPPORTED, as does half
 * precision if the compiler that built the library has no _Float16.
 *
 * FFTC_INVALID_ARGUMENT, FFTC_TOO_LARGE: what fftc_workgroup_fft_check refuses; also
 * FFTC_INVALID_ARGUMENT if `data` is NULL or threads is negative, and FFTC_TOO_LARGE if data or
 * stages would not fit the address space. FFTC_OUT_OF_MEMORY: for tables, stacks or shared
 * memory. */
FFTC_API fftc_status fftc_workgroup_fft_simd(const fftc_workgroup_fft *fft, void *data,
                                             void *stages, int threads, fftc_error *error);

/* The instruction set that fftc_workgroup_fft_simd and new plans for the CPU take now: static
 * storage; NULL if FFTCORE_FORCE_ISA names one that is missing. */
FFTC_API const char *fftc_simd_isa_name(void);

#ifdef __cplusplus
}
#endif
#endif
