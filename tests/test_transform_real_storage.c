/* SPDX-License-Identifier: MIT
 *
 * Transforms of real numbers with split spectra, in half, and of ranges: against the plain ones in
 * double, on arrays where what must not be read is no number and what must not be written is
 * watched.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "real_testing.h"

/* One side's arrays: part[1] only of split spectra. */
typedef struct arrays {
    real_side side;
    size_t begin[FFTC_MAX_RANK + 1];
    size_t length[FFTC_MAX_RANK + 1]; /* of what exists */
    size_t count;
    bool split;
    fftc_precision precision;
    testing_buffer part[2];
    char *before[2];
} arrays;

static arrays arrays_of(const fftc_transform *t, bool dst, int fill, size_t slack)
{
    size_t scalar = fftc_precision_bytes(t->precision);
    arrays a = {.side = real_side_of(t, dst), .count = 1, .precision = t->precision};
    size_t span = 1;
    for (int i = 0; i <= a.side.rank; ++i) {
        fftc_range range = {0, 0};
        if (i < a.side.rank) {
            range = dst ? t->dst_range[i] : t->src_range[i];
        }
        a.begin[i] = range.begin;
        a.length[i] = range.end != 0 ? range.end - range.begin : a.side.length[i];
        a.count *= a.length[i];
        span += (a.begin[i] + a.length[i] - 1) * a.side.stride[i];
    }
    a.split = t->format == FFTC_SPLIT && a.side.scalars == 2;
    size_t bytes = (span * (a.split ? 1 : a.side.scalars) + slack) * scalar;
    for (int k = 0; k < (a.split ? 2 : 1); ++k) {
        a.part[k] = testing_buffer_create(bytes, scalar);
        memset(a.part[k].data, fill, bytes);
    }
    return a;
}

static size_t offset_of(const arrays *a, size_t index, size_t *whole)
{
    size_t at[FFTC_MAX_RANK + 1];
    size_t offset = 0;
    for (int i = a->side.rank - 1; i >= 0; --i) {
        at[i] = a->begin[i] + index % a->length[i];
        index /= a->length[i];
        offset += at[i] * a->side.stride[i];
    }
    offset += index * a->side.stride[a->side.rank];
    *whole = index;
    for (int i = 0; i < a->side.rank; ++i) {
        *whole = *whole * a->side.length[i] + at[i];
    }
    return offset;
}

/* Scalar `k` of item `offset`. */
static void *scalar_of(const arrays *a, size_t offset, size_t k, size_t *index)
{
    *index = a->split ? offset : offset * a->side.scalars + k;
    return a->part[a->split ? k : 0].data;
}

static void remember(arrays *a)
{
    for (int k = 0; k < (a->split ? 2 : 1); ++k) {
        a->before[k] = malloc(a->part[k].bytes);
        ck_assert_ptr_nonnull(a->before[k]);
        memcpy(a->before[k], a->part[k].data, a->part[k].bytes);
    }
}

/* Puts back what may have been written, and compares all of it. */
static void check_kept(arrays *a, bool written, const fftc_transform *t)
{
    size_t scalar = fftc_precision_bytes(a->precision);
    for (size_t i = 0; i < a->count && written; ++i) {
        size_t whole;
        size_t index;
        size_t offset = offset_of(a, i, &whole);
        for (size_t k = 0; k < a->side.scalars; ++k) {
            char *data = scalar_of(a, offset, k, &index);
            memcpy(data + index * scalar, a->before[a->split ? k : 0] + index * scalar, scalar);
        }
    }
    for (int k = 0; k < (a->split ? 2 : 1); ++k) {
        ck_assert_msg(memcmp(a->part[k].data, a->before[k], a->part[k].bytes) == 0,
                      "%s: wrote where nothing belongs", real_describe(t));
    }
}

static void release(arrays *a)
{
    for (int k = 0; k < (a->split ? 2 : 1); ++k) {
        testing_buffer_release(&a->part[k]);
        free(a->before[k]);
    }
}

/* The whole transform in double, of a source with zeros outside its range. */
static double *expect(const fftc_transform *t, const double *whole)
{
    fftc_transform plain = *t;
    plain.precision = FFTC_FLOAT64;
    plain.format = FFTC_INTERLEAVED;
    plain.placement = FFTC_OUT_OF_PLACE;
    memset(plain.src_stride, 0, sizeof plain.src_stride);
    memset(plain.dst_stride, 0, sizeof plain.dst_stride);
    memset(plain.src_range, 0, sizeof plain.src_range);
    memset(plain.dst_range, 0, sizeof plain.dst_range);
    plain.src_distance = plain.dst_distance = 0;
    return real_execute(&plain, 1, 0, whole);
}

static void execute(const fftc_transform *t, int threads, const arrays *src, const arrays *dst)
{
    fftc_plan_options options = {.threads = threads};
    fftc_plan *plan;
    fftc_error error;
    ck_assert_int_eq(setenv("FFTC_FORCE_THREADS", "1", 1), 0);
    fftc_status status = fftc_plan_create(t, &options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", real_describe(t), error.message);
    if (t->format == FFTC_SPLIT) {
        status = fftc_plan_execute_split(plan, src->part[0].data, src->part[1].data,
                                         dst->part[0].data, dst->part[1].data, &error);
    } else {
        status = fftc_plan_execute(plan, src->part[0].data, dst->part[0].data, &error);
    }
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", real_describe(t), error.message);
    fftc_plan_destroy(plan);
}

/* A source that is a spectrum is one of a real signal only if somebody made it so; every other one
 * is allowed, but here the plain transform and ours must look at the same parts of it. */
static double *draw_whole(const fftc_transform *t, const arrays *src, testing_random *random)
{
    double *whole = calloc(src->side.items * src->side.scalars, sizeof *whole);
    ck_assert_ptr_nonnull(whole);
    /* Several items may be the same number: all are drawn before any is looked at. */
    for (size_t i = 0; i < 2 * src->count; ++i) {
        size_t at;
        size_t index;
        size_t offset = offset_of(src, i % src->count, &at);
        for (size_t k = 0; k < src->side.scalars; ++k) {
            void *data = scalar_of(src, offset, k, &index);
            if (i < src->count) {
                testing_set(t->precision, data, index, testing_random_real(random));
            } else {
                whole[at * src->side.scalars + k] = testing_get(t->precision, data, index);
            }
        }
    }
    return whole;
}

static void check(const fftc_transform *t, int threads, testing_random *random)
{
    bool in_place = t->placement == FFTC_IN_PLACE;
    arrays src = arrays_of(t, false, 0xff, testing_random_below(random, 8));
    arrays dst = arrays_of(t, true, in_place ? 0xff : 0x5a, testing_random_below(random, 8));
    double *whole = draw_whole(t, &src, random);
    double *expected = expect(t, whole);
    remember(&src);
    remember(&dst);
    if (in_place) {
        /* Of one size, that of the larger; both are views of it. */
        arrays *larger = src.part[0].bytes > dst.part[0].bytes ? &src : &dst;
        memmove(larger->part[0].data, src.part[0].data, src.part[0].bytes);
        arrays one = *larger;
        execute(t, threads, &one, &one);
        memmove(dst.part[0].data, larger->part[0].data, dst.part[0].bytes);
    } else {
        execute(t, threads, &src, &dst);
    }
    long double norm = 0;
    long double difference = 0;
    for (size_t i = 0; i < dst.side.items * dst.side.scalars; ++i) {
        norm += (long double)expected[i] * (long double)expected[i];
    }
    for (size_t i = 0; i < dst.count; ++i) {
        size_t at;
        size_t index;
        size_t offset = offset_of(&dst, i, &at);
        for (size_t k = 0; k < dst.side.scalars; ++k) {
            const void *data = scalar_of(&dst, offset, k, &index);
            long double d = (long double)testing_get(t->precision, data, index) -
                            (long double)expected[at * dst.side.scalars + k];
            difference += d * d;
        }
    }
    double error = (double)sqrtl(difference / norm);
    ck_assert_msg(error <= 1.01 * real_bound(t), "%s: error %.3g, bound %.3g", real_describe(t),
                  error, real_bound(t));
    if (!in_place) {
        check_kept(&src, false, t);
        check_kept(&dst, true, t);
    }
    free(whole);
    free(expected);
    release(&src);
    release(&dst);
}

static void draw_ranges(fftc_transform *t, testing_random *random)
{
    real_side sides[] = {real_side_of(t, false), real_side_of(t, true)};
    for (int i = 0; i < 2 * sides[0].rank; ++i) {
        size_t length = sides[i % 2].length[i / 2];
        fftc_range *range = &(i % 2 == 0 ? t->src_range : t->dst_range)[i / 2];
        if (testing_random_below(random, 3) != 0) {
            range->begin = testing_random_below(random, length);
            range->end = range->begin + 1 + testing_random_below(random, length - range->begin);
        }
    }
}

static void check_any(fftc_kind kind, const char *stream)
{
    testing_random random = testing_random_start(stream);
    for (unsigned i = 0; i < 250 * transform_campaign(); ++i) {
        fftc_transform t = real_draw(kind, &random, i % 8 == 0 ? 4000 : 500);
        t.precision = (fftc_precision)testing_random_below(&random, 3);
        bool plain = kind == FFTC_REAL && t.placement == FFTC_IN_PLACE;
        if (!plain) {
            t.format = (fftc_format)testing_random_below(&random, 2);
            if (t.placement == FFTC_OUT_OF_PLACE && testing_random_below(&random, 3) != 0) {
                draw_ranges(&t, &random);
            }
        }
        while (!transform_force_isa(testing_random_below(&random, TRANSFORM_ISAS))) {
        }
        check(&t, 1 + (int)testing_random_below(&random, 3), &random);
    }
}

START_TEST(real_of_any_storage_and_ranges_is_the_plain_one)
{
    check_any(FFTC_REAL, "real storage");
}
END_TEST

START_TEST(trigonometric_of_any_storage_and_ranges_is_the_plain_one)
{
    check_any(FFTC_REAL_TO_REAL, "trigonometric storage");
}
END_TEST

TESTING_MAIN("transform_real_storage", real_of_any_storage_and_ranges_is_the_plain_one,
             trigonometric_of_any_storage_and_ranges_is_the_plain_one)
