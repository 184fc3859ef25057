/* SPDX-License-Identifier: MIT
 *
 * The reference kernel in one precision, which kernel/precision.h has prepared; for the environment
 * see simd_unit.c. Defines fftc_simd_run_<suffix>.
 */
#include "fftcore/kernel/complex.h"

#define fftc_simd_load FFTC_RENAME(fftc_simd_load)
#define fftc_simd_store FFTC_RENAME(fftc_simd_store)
#define fftc_simd_gather FFTC_RENAME(fftc_simd_gather)
#define fftc_simd_scatter FFTC_RENAME(fftc_simd_scatter)
#define fftc_simd_twiddle_gather FFTC_RENAME(fftc_simd_twiddle_gather)
#define fftc_simd_twiddle_computed FFTC_RENAME(fftc_simd_twiddle_computed)
#define fftc_simd_stage_dump FFTC_RENAME(fftc_simd_stage_dump)
#define fftc_simd_subgroup_run FFTC_RENAME(fftc_simd_subgroup_run)
#define fftc_simd_run FFTC_RENAME(fftc_simd_run)

/* --- memory: interleaved complex numbers, aligned to nothing ---------------------------------- */

#define FFTC_SIMD_COMPLEX_BYTES (2 * sizeof(fftc_scalar))

#if FFTC_LANES > 1
#define fftc_simd_bits FFTC_RENAME(fftc_simd_bits)
#if FFTC_LANES * FFTC_PRECISION / 8 <= FFTC_SIMD_REGISTER
#define FFTC_SIMD_PART_LANES FFTC_LANES
#elif FFTC_SIMD_REGISTER * 8 / FFTC_PRECISION == 8
#define FFTC_SIMD_PART_LANES 8
#elif FFTC_SIMD_REGISTER * 8 / FFTC_PRECISION == 4
#define FFTC_SIMD_PART_LANES 4
#else
#define FFTC_SIMD_PART_LANES 2
#endif
/* A register of scalars as integers, which every compiler can shuffle, half or not. */
#if FFTC_PRECISION == 16
typedef int16_t fftc_simd_bits __attribute__((vector_size(2 * FFTC_SIMD_PART_LANES)));
#elif FFTC_PRECISION == 32
typedef int32_t fftc_simd_bits __attribute__((vector_size(4 * FFTC_SIMD_PART_LANES)));
#else
typedef int64_t fftc_simd_bits __attribute__((vector_size(8 * FFTC_SIMD_PART_LANES)));
#endif
#endif

static inline fftc_complex fftc_simd_load(const char *at)
{
    fftc_complex z;
#if FFTC_LANES == 1
    memcpy(&z.re, at, sizeof z.re);
    memcpy(&z.im, at + sizeof z.re, sizeof z.im);
#else
    enum { COUNT = FFTC_LANES / FFTC_SIMD_PART_LANES };
    fftc_simd_bits re[COUNT];
    fftc_simd_bits im[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        fftc_simd_bits low;
        fftc_simd_bits high;
        memcpy(&low, at + 2 * i * sizeof low, sizeof low);
        memcpy(&high, at + (2 * i + 1) * sizeof low, sizeof high);
        re[i] = __builtin_shufflevector(low, high, FFTC_SIMD_PATTERN(EVEN, FFTC_SIMD_PART_LANES));
        im[i] = __builtin_shufflevector(low, high, FFTC_SIMD_PATTERN(ODD, FFTC_SIMD_PART_LANES));
    }
    memcpy(&z.re, re, sizeof z.re);
    memcpy(&z.im, im, sizeof z.im);
#endif
    return z;
}

static inline void fftc_simd_store(char *at, fftc_complex z)
{
#if FFTC_LANES == 1
    memcpy(at, &z.re, sizeof z.re);
    memcpy(at + sizeof z.re, &z.im, sizeof z.im);
#else
    enum { COUNT = FFTC_LANES / FFTC_SIMD_PART_LANES };
    fftc_simd_bits re[COUNT];
    fftc_simd_bits im[COUNT];
    memcpy(re, &z.re, sizeof z.re);
    memcpy(im, &z.im, sizeof z.im);
    for (int i = 0; i < COUNT; ++i) {
        fftc_simd_bits low =
            __builtin_shufflevector(re[i], im[i], FFTC_SIMD_PATTERN(ZIP_LOW, FFTC_SIMD_PART_LANES));
        fftc_simd_bits high = __builtin_shufflevector(
            re[i], im[i], FFTC_SIMD_PATTERN(ZIP_HIGH, FFTC_SIMD_PART_LANES));
        memcpy(at + 2 * i * sizeof low, &low, sizeof low);
        memcpy(at + (2 * i + 1) * sizeof low, &high, sizeof high);
    }
#endif
}

/* Real or imaginary parts lane by lane; `part` is the first of them. Vectors are passed one at a
 * time: in registers, where a struct of them would live in memory even in the fast path. */
static FFTC_SIMD_RARE fftc_real fftc_simd_gather(const char *part, fftc_uint index)
{
    fftc_real x;
    fftc_scalar lanes[FFTC_LANES];
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        memcpy(&lanes[lane], part + FFTC_SIMD_COMPLEX_BYTES * FFTC_SIMD_LANE(index, lane),
               sizeof lanes[lane]);
    }
    memcpy(&x, lanes, sizeof x);
    return x;
}

static FFTC_SIMD_RARE void fftc_simd_scatter(char *part, fftc_uint index, fftc_real x)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        fftc_scalar value = FFTC_SIMD_LANE(x, lane);
        memcpy(part + FFTC_SIMD_COMPLEX_BYTES * FFTC_SIMD_LANE(index, lane), &value, sizeof value);
    }
}

static inline fftc_complex fftc_get(fftc_uint index)
{
    const char *data = fftc_simd_self->data;
    if (fftc_simd_is_contiguous(index)) {
        return fftc_simd_load(data + FFTC_SIMD_COMPLEX_BYTES * FFTC_SIMD_LANE(index, 0));
    }
    return fftc_complex_make(fftc_simd_gather(data, index),
                             fftc_simd_gather(data + sizeof(fftc_scalar), index));
}

static inline void fftc_set(fftc_uint index, fftc_complex value)
{
    char *data = fftc_simd_self->data;
    if (fftc_simd_is_contiguous(index)) {
        fftc_simd_store(data + FFTC_SIMD_COMPLEX_BYTES * FFTC_SIMD_LANE(index, 0), value);
    } else {
        fftc_simd_scatter(data, index, value.re);
        fftc_simd_scatter(data + sizeof(fftc_scalar), index, value.im);
    }
}

/* --- twiddles: the table by stages, each in blocks of FFTC_LANES real, then imaginary parts --- */

static FFTC_SIMD_RARE fftc_real fftc_simd_twiddle_gather(const fftc_scalar *part, fftc_uint k)
{
    fftc_real x;
    fftc_scalar lanes[FFTC_LANES];
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        size_t j = FFTC_SIMD_LANE(k, lane);
        lanes[lane] = part[j / FFTC_LANES * (2 * FFTC_LANES) + j % FFTC_LANES];
    }
    memcpy(&x, lanes, sizeof x);
    return x;
}

static FFTC_SIMD_RARE fftc_complex fftc_simd_twiddle_computed(fftc_uint k, fftc_uniform half_log2);

/* The table of a stage shorter than a vector is repeated to the length of one. So the numbers k of
 * a vector, which follow each other except for wrapping around, are those of one block. */
static inline fftc_complex fftc_twiddle_stage_get(fftc_uint k, fftc_uniform half_log2)
{
    const fftc_scalar *stage = fftc_simd_self->group->job->twiddles;
    fftc_uniform first = FFTC_SIMD_LANE(k, 0);
    fftc_uint expected = (first + fftc_simd_numbers()) & ((1u << half_log2) - 1u);
    fftc_complex z;
    if (stage == NULL) {
        return fftc_simd_twiddle_computed(k, half_log2);
    }
    stage += 2 * fftc_simd_twiddle_offset(half_log2, FFTC_LANES_LOG2);
    if (__builtin_expect(fftc_simd_any(k ^ expected) || first % FFTC_LANES != 0, 0)) {
        return fftc_complex_make(fftc_simd_twiddle_gather(stage, k),
                                 fftc_simd_twiddle_gather(stage + FFTC_LANES, k));
    }
    memcpy(&z.re, stage + 2 * (size_t)first, sizeof z.re);
    memcpy(&z.im, stage + 2 * (size_t)first + FFTC_LANES, sizeof z.im);
    return z;
}

/* --- stages ----------------------------------------------------------------------------------- */

static inline void fftc_stage_enter(fftc_uniform stage)
{
    (void)stage;
}

static FFTC_SIMD_RARE void fftc_simd_stage_dump(fftc_uniform stage, fftc_uint position,
                                                fftc_real re, fftc_real im)
{
    const fftc_simd_subgroup *self = fftc_simd_self;
    size_t points = (size_t)1 << (self->elements_log2 + self->workgroup_log2);
    char *array = self->stages + FFTC_SIMD_COMPLEX_BYTES * points * stage;
    fftc_simd_scatter(array, position, re);
    fftc_simd_scatter(array + sizeof(fftc_scalar), position, im);
}

static inline void fftc_stage_store(fftc_uniform stage, fftc_uint position, fftc_complex value)
{
    if (__builtin_expect(fftc_simd_self->stages != NULL, 0)) {
        fftc_simd_stage_dump(stage, position, value.re, value.im);
    }
}

#include "fftcore/kernel/workgroup_fft.h"

static FFTC_SIMD_RARE fftc_complex fftc_simd_twiddle_computed(fftc_uint k, fftc_uniform half_log2)
{
    return fftc_twiddle_compute(k, half_log2);
}

/* --- the run ---------------------------------------------------------------------------------- */

static fftc_fiber *fftc_simd_subgroup_run(void *argument)
{
    fftc_simd_subgroup *self = argument;
    const fftc_simd_group *group = self->group;
    const fftc_simd_job *job = group->job;
    uint32_t stage_count = self->elements_log2 + self->workgroup_log2;
    size_t bytes = FFTC_SIMD_COMPLEX_BYTES << stage_count;
    fftc_simd_self = self;
    for (uint64_t transform = group->first; transform < group->last; ++transform) {
        self->data = job->data + bytes * transform;
        self->stages = job->stages == NULL ? NULL : job->stages + bytes * stage_count * transform;
        if (job->inverse) {
            fftc_workgroup_fft_inverse();
        } else {
            fftc_workgroup_fft_forward();
        }
        fftc_workgroup_barrier(); /* shared memory is free for the next */
    }
    return self->successor;
}

static void fftc_simd_run(fftc_simd_group *group)
{
    if (group->subgroup_count == 1) {
        (void)fftc_simd_subgroup_run(&group->subgroups[0]);
        return;
    }
    for (uint32_t i = 0; i < group->subgroup_count; ++i) {
        fftc_fiber_start(&group->pool.fibers[i], fftc_simd_subgroup_run, &group->subgroups[i]);
    }
    fftc_fiber_switch(&group->pool.host, &group->pool.fibers[0]);
}

#undef FFTC_SIMD_COMPLEX_BYTES
#undef FFTC_SIMD_PART_LANES
#undef fftc_simd_bits
#undef fftc_simd_load
#undef fftc_simd_store
#undef fftc_simd_gather
#undef fftc_simd_scatter
#undef fftc_simd_twiddle_gather
#undef fftc_simd_twiddle_computed
#undef fftc_simd_stage_dump
#undef fftc_simd_subgroup_run
#undef fftc_simd_run
