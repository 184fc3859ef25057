/* SPDX-License-Identifier: MIT */
#include "real_arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One side's arrays: part[1] only of split spectra. */
typedef struct arrays {
    real_side side;
    size_t begin[FFTC_MAX_RANK + 1];
    size_t length[FFTC_MAX_RANK + 1]; /* of what exists */
    size_t count;
    bool split;
    fftc_precision precision;
    size_t bytes; /* of a part, without slack */
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
    a.bytes = span * (a.split ? 1 : a.side.scalars) * scalar;
    size_t bytes = a.bytes + slack * scalar;
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
        free(a->before[k]);
        a->before[k] = malloc(a->part[k].bytes + 1);
        ck_assert_ptr_nonnull(a->before[k]);
        memcpy(a->before[k], a->part[k].data, a->part[k].bytes);
    }
}

/* Puts back into b, which holds a's items too, what may have been written there. */
static void put_back(const arrays *a, const arrays *b)
{
    size_t scalar = fftc_precision_bytes(a->precision);
    for (size_t i = 0; i < a->count; ++i) {
        size_t whole;
        size_t index;
        size_t offset = offset_of(a, i, &whole);
        for (size_t k = 0; k < a->side.scalars; ++k) {
            scalar_of(a, offset, k, &index);
            int part = a->split ? (int)k : 0;
            memcpy((char *)b->part[part].data + index * scalar, b->before[part] + index * scalar,
                   scalar);
        }
    }
}

static void check_kept(const arrays *a, const fftc_transform *t)
{
    for (int k = 0; k < (a->split ? 2 : 1); ++k) {
        ck_assert_msg(memcmp(a->part[k].data, a->before[k], a->part[k].bytes) == 0 &&
                          testing_buffer_intact(&a->part[k]),
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

/* The arrays in place: what either side has, and intermediate results of several axes. */
static arrays join(const arrays *src, const arrays *dst, size_t slack)
{
    arrays both = src->bytes > dst->bytes ? *src : *dst;
    size_t span = 1;
    size_t scalar = fftc_precision_bytes(both.precision);
    bool alike = src->side.scalars == dst->side.scalars; /* otherwise there are no ranges */
    both.count = alike ? 1 : both.count;
    both.before[0] = NULL;
    for (int i = 0; i <= dst->side.rank && alike; ++i) {
        size_t src_end = src->begin[i] + src->length[i];
        size_t dst_end = dst->begin[i] + dst->length[i];
        size_t end = src_end > dst_end ? src_end : dst_end;
        both.begin[i] = src->begin[i] < dst->begin[i] ? src->begin[i] : dst->begin[i];
        both.length[i] = end - both.begin[i];
        both.count *= both.length[i];
        span += (end - 1) * both.side.stride[i];
    }
    both.bytes = alike ? span * scalar : both.bytes;
    both.part[0] = testing_buffer_create(both.bytes + slack * scalar, scalar);
    memset(both.part[0].data, 0xff, both.part[0].bytes);
    memcpy(both.part[0].data, src->part[0].data, src->bytes);
    remember(&both);
    return both;
}

static void run(const transform_runner *runner, const fftc_transform *t, const arrays *src,
                const arrays *dst)
{
    const fftc_arrays given = {.src = src->part[0].data,
                               .src_im = src->split ? src->part[1].data : NULL,
                               .dst = dst->part[0].data,
                               .dst_im = dst->split ? dst->part[1].data : NULL};
    runner->run(runner->user, t, &given, src->bytes, dst->bytes);
}

/* The wanted numbers, as they stand in `from`. */
static real_result gather(const fftc_transform *t, const arrays *dst, const arrays *from,
                          const double *expected)
{
    real_result r = {.count = dst->count * dst->side.scalars};
    long double norm = 0;
    long double difference = 0;
    r.number = malloc(r.count * sizeof *r.number);
    ck_assert_ptr_nonnull(r.number);
    for (size_t i = 0; i < dst->side.items * dst->side.scalars; ++i) {
        norm += (long double)expected[i] * (long double)expected[i];
    }
    for (size_t i = 0; i < dst->count; ++i) {
        size_t at;
        size_t index;
        size_t offset = offset_of(dst, i, &at);
        for (size_t k = 0; k < dst->side.scalars; ++k) {
            scalar_of(dst, offset, k, &index);
            double got = testing_get(t->precision, from->part[dst->split ? k : 0].data, index);
            long double d = (long double)got - (long double)expected[at * dst->side.scalars + k];
            r.number[i * dst->side.scalars + k] = got;
            difference += d * d;
        }
    }
    r.error = difference == 0 ? 0.0 : (double)sqrtl(difference / norm);
    return r;
}

real_result real_run_by(const transform_runner *runner, const fftc_transform *t, size_t slack,
                        testing_random random)
{
    bool in_place = t->placement == FFTC_IN_PLACE;
    arrays src = arrays_of(t, false, 0xff, slack);
    arrays dst = arrays_of(t, true, in_place ? 0xff : 0x5a, slack);
    double *whole = draw_whole(t, &src, &random);
    double *expected = expect(t, whole);
    remember(&src);
    remember(&dst);
    arrays both = in_place ? join(&src, &dst, slack) : dst;
    run(runner, t, in_place ? &both : &src, &both);
    real_result r = gather(t, &dst, &both, expected);
    put_back(&both, &both);
    /* FFTC_REAL in place: the padding of rows too holds intermediate results. */
    if (!in_place || t->kind != FFTC_REAL) {
        check_kept(&src, t);
        check_kept(&both, t);
    }
    free(whole);
    free(expected);
    release(&src);
    release(&dst);
    if (in_place) {
        release(&both);
    }
    return r;
}

real_result real_run_checked(const transform_runner *runner, const fftc_transform *t, size_t slack,
                             testing_random random)
{
    real_result r = real_run_by(runner, t, slack, random);
    ck_assert_msg(r.error <= 1.01 * real_bound(t), "%s: error %.3g, bound %.3g", real_describe(t),
                  r.error, real_bound(t));
    return r;
}

static void draw_ranges(fftc_transform *t, testing_random *random)
{
    real_side sides[] = {real_side_of(t, false), real_side_of(t, true)};
    for (int i = 0; i < 2 * sides[0].rank; ++i) {
        size_t length = sides[i % 2].length[i / 2];
        fftc_range *range = &(i % 2 == 0 ? t->src_range : t->dst_range)[i / 2];
        if (t->loop[i / 2] == 0 && testing_random_below(random, 3) != 0) {
            range->begin = testing_random_below(random, length);
            range->end = range->begin + 1 + testing_random_below(random, length - range->begin);
        }
    }
}

fftc_transform real_draw_any(fftc_kind kind, testing_random *random, size_t most_points)
{
    fftc_transform t = real_draw(kind, random, most_points);
    t.precision = (fftc_precision)testing_random_below(random, 3);
    if (kind != FFTC_REAL || t.placement == FFTC_OUT_OF_PLACE) {
        t.format = (fftc_format)testing_random_below(random, 2);
        if (testing_random_below(random, 3) != 0) {
            draw_ranges(&t, random);
        }
    }
    return t;
}
