/* SPDX-License-Identifier: MIT */
#include "transform_arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One side: which of its items exist. */
typedef struct side {
    transform_axes axes;
    size_t begin[FFTC_MAX_RANK + 1];
    size_t length[FFTC_MAX_RANK + 1];
    size_t count;
    size_t span; /* items up to the last that exists */
} side;

static side side_of(const fftc_transform *t, bool src)
{
    side s = {.axes = transform_axes_of(t), .count = 1, .span = 1};
    for (int i = 0; i <= s.axes.rank; ++i) {
        fftc_range range = {0, s.axes.length[i]};
        if (i < s.axes.rank) {
            fftc_range given = src ? t->src_range[i] : t->dst_range[i];
            range = given.end != 0 ? given : range;
        }
        s.begin[i] = range.begin;
        s.length[i] = range.end - range.begin;
        s.count *= s.length[i];
        s.span += (range.end - 1) * (src ? s.axes.src[i] : s.axes.dst[i]);
    }
    return s;
}

/* Index along each axis of number `index` of what exists; offset, in items, where it is. */
static size_t locate(const side *s, bool src, size_t index, size_t *at)
{
    const size_t *stride = src ? s->axes.src : s->axes.dst;
    int rank = s->axes.rank;
    size_t offset = 0;
    for (int i = rank - 1; i >= 0; --i) {
        at[i] = s->begin[i] + index % s->length[i];
        index /= s->length[i];
        offset += at[i] * stride[i];
    }
    at[rank] = index;
    return offset + index * stride[rank];
}

/* The index of a point, counted over whole axes with the batch slowest. */
static size_t whole_index(const side *s, const size_t *at)
{
    size_t index = at[s->axes.rank];
    for (int i = 0; i < s->axes.rank; ++i) {
        index = index * s->axes.length[i] + at[i];
    }
    return index;
}

void transform_draw_storage(fftc_transform *t, testing_random *random)
{
    t->precision = (fftc_precision)testing_random_below(random, 3);
    t->format = (fftc_format)testing_random_below(random, 2);
}

static fftc_range draw_range(uint64_t length, testing_random *random)
{
    fftc_range range = {0, 0};
    uint64_t how = testing_random_below(random, 4);
    if (how == 0) {
        return range;
    }
    range.begin = how == 1 ? 0 : testing_random_below(random, length);
    range.end = range.begin + 1 + testing_random_below(random, length - range.begin);
    return range;
}

void transform_draw_ranges(fftc_transform *t, testing_random *random)
{
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        if (t->loop[i] != 0) {
            continue;
        }
        t->src_range[i] = draw_range(t->length[i], random);
        t->dst_range[i] = draw_range(t->length[i], random);
    }
}

double *transform_draw_source(const fftc_transform *t, testing_random *random)
{
    side s = side_of(t, true);
    size_t scalar = fftc_precision_bytes(t->precision);
    size_t at[FFTC_MAX_RANK + 1];
    double *source = malloc(2 * s.count * sizeof *source);
    char *drawn = malloc(2 * s.span * scalar);
    ck_assert(source != NULL && drawn != NULL);
    /* By way of the array, whose numbers may stand for several points. */
    testing_fill(t->precision, drawn, s.span, random);
    for (size_t i = 0; i < s.count; ++i) {
        size_t from = locate(&s, true, i, at);
        source[2 * i] = testing_get(t->precision, drawn, 2 * from);
        source[2 * i + 1] = testing_get(t->precision, drawn, 2 * from + 1);
    }
    free(drawn);
    return source;
}

size_t transform_wanted(const fftc_transform *t)
{
    return side_of(t, false).count;
}

/* One array interleaved, or two. */
typedef struct arrays {
    testing_buffer part[2];
    char *before[2];
    int parts;
    size_t item; /* bytes */
} arrays;

static arrays arrays_create(const fftc_transform *t, size_t span, size_t slack, int fill)
{
    size_t scalar = fftc_precision_bytes(t->precision);
    arrays a = {.parts = t->format == FFTC_SPLIT ? 2 : 1};
    a.item = a.parts == 2 ? scalar : 2 * scalar;
    for (int i = 0; i < a.parts; ++i) {
        a.part[i] = testing_buffer_create(span * a.item + slack * scalar, scalar);
        memset(a.part[i].data, fill, a.part[i].bytes);
    }
    return a;
}

static void arrays_remember(arrays *a)
{
    for (int i = 0; i < a->parts; ++i) {
        a->before[i] = malloc(a->part[i].bytes);
        ck_assert_ptr_nonnull(a->before[i]);
        memcpy(a->before[i], a->part[i].data, a->part[i].bytes);
    }
}

static void arrays_release(arrays *a)
{
    for (int i = 0; i < a->parts; ++i) {
        free(a->before[i]);
        testing_buffer_release(&a->part[i]);
    }
}

static void *arrays_at(const arrays *a, int part, size_t item, size_t *scalar)
{
    *scalar = a->parts == 2 ? item : 2 * item + (size_t)part;
    return a->part[a->parts == 2 ? part : 0].data;
}

/* Fails for the first byte that differs where `may` says nothing of a change. */
static void arrays_check(const arrays *a, const unsigned char *may, size_t span,
                         const fftc_transform *t)
{
    for (int k = 0; k < a->parts; ++k) {
        const char *now = a->part[k].data;
        for (size_t i = 0; i < span; ++i) {
            ck_assert_msg((may != NULL && may[i] != 0) ||
                              memcmp(now + i * a->item, a->before[k] + i * a->item, a->item) == 0,
                          "%s: item %zu of part %d was written", transform_describe(t), i, k);
        }
        size_t used = span * a->item;
        ck_assert_msg(memcmp(now + used, a->before[k] + used, a->part[k].bytes - used) == 0,
                      "%s: written behind the end", transform_describe(t));
    }
}

/* What may be written: dst_range; in place all that lies within both ranges together. */
static side writable(const fftc_transform *t)
{
    side src = side_of(t, true);
    side s = side_of(t, false);
    s.span = s.count = 1;
    for (int i = 0; i <= s.axes.rank; ++i) {
        size_t end = s.begin[i] + s.length[i];
        size_t other = src.begin[i] + src.length[i];
        if (t->placement == FFTC_IN_PLACE) {
            s.begin[i] = s.begin[i] < src.begin[i] ? s.begin[i] : src.begin[i];
            s.length[i] = (end > other ? end : other) - s.begin[i];
        }
        s.count *= s.length[i];
        s.span += (s.begin[i] + s.length[i] - 1) * s.axes.dst[i];
    }
    return s;
}

static void check_written(const fftc_transform *t, const side *s, const arrays *dst)
{
    size_t at[FFTC_MAX_RANK + 1];
    unsigned char *may = calloc(s->span, 1);
    ck_assert_ptr_nonnull(may);
    for (size_t i = 0; i < s->count; ++i) {
        may[locate(s, false, i, at)] = 1;
    }
    arrays_check(dst, may, s->span, t);
    free(may);
}

typedef struct cpu_run {
    int threads;
    bool own_work;
    bool reproducible;
} cpu_run;

static void run_on_cpu(void *user, const fftc_transform *t, const fftc_arrays *given,
                       size_t src_bytes, size_t dst_bytes)
{
    const cpu_run *how = user;
    fftc_plan_options options = {.threads = how->threads,
                                 .executions = how->own_work ? -1 : 0,
                                 .reproducible = how->reproducible};
    fftc_arrays a = *given;
    fftc_plan *plan;
    fftc_error error;
    (void)src_bytes;
    (void)dst_bytes;
    ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0);
    fftc_status status = fftc_plan_create(t, &options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    if (how->own_work) {
        size_t bytes = fftc_plan_work_bytes(plan);
        ck_assert_uint_eq(bytes % 64, 0);
        testing_buffer work = testing_buffer_create(bytes, 64);
        a.work = work.data;
        status = fftc_plan_execute_arrays(plan, &a, &error);
        ck_assert_msg(testing_buffer_intact(&work), "%s: wrote beside work", transform_describe(t));
        testing_buffer_release(&work);
    } else if (t->format == FFTC_SPLIT) {
        status = fftc_plan_execute_split(plan, a.src, a.src_im, a.dst, a.dst_im, &error);
    } else {
        status = fftc_plan_execute(plan, a.src, a.dst, &error);
    }
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    fftc_plan_destroy(plan);
}

double *transform_run(const fftc_transform *t, int threads, size_t slack, bool own_work,
                      const double *source)
{
    cpu_run how = {.threads = threads, .own_work = own_work};
    return transform_run_by(&(transform_runner){run_on_cpu, &how}, t, slack, source);
}

double *transform_run_reproducibly(const fftc_transform *t, const double *source)
{
    cpu_run how = {.threads = 1, .reproducible = true};
    return transform_run_by(&(transform_runner){run_on_cpu, &how}, t, 0, source);
}

double *transform_run_by(const transform_runner *runner, const fftc_transform *t, size_t slack,
                         const double *source)
{
    side src = side_of(t, true);
    side dst = side_of(t, false);
    side may = writable(t);
    bool in_place = t->placement == FFTC_IN_PLACE;
    size_t at[FFTC_MAX_RANK + 1];
    size_t scalar;
    /* All bits set: no numbers, in every precision. */
    arrays from = arrays_create(t, in_place ? may.span : src.span, slack, 0xff);
    arrays to = in_place ? from : arrays_create(t, may.span, slack, 0x5a);
    for (size_t i = 0; i < src.count; ++i) {
        size_t offset = locate(&src, true, i, at);
        for (int part = 0; part < 2; ++part) {
            void *data = arrays_at(&from, part, offset, &scalar);
            testing_set(t->precision, data, scalar, source[2 * i + (size_t)part]);
        }
    }
    arrays_remember(&from);
    if (in_place) {
        to = from;
    } else {
        arrays_remember(&to);
    }
    fftc_arrays a = {.src = from.part[0].data, .dst = to.part[0].data};
    a.src_im = t->format == FFTC_SPLIT ? from.part[1].data : NULL;
    a.dst_im = t->format == FFTC_SPLIT ? to.part[1].data : NULL;
    runner->run(runner->user, t, &a, (in_place ? may.span : src.span) * from.item,
                may.span * to.item);
    check_written(t, &may, &to);
    if (!in_place) {
        arrays_check(&from, NULL, src.span, t);
    }
    double *result = malloc(2 * dst.count * sizeof *result);
    ck_assert_ptr_nonnull(result);
    for (size_t i = 0; i < dst.count; ++i) {
        size_t offset = locate(&dst, false, i, at);
        for (int part = 0; part < 2; ++part) {
            const void *data = arrays_at(&to, part, offset, &scalar);
            result[2 * i + (size_t)part] = testing_get(t->precision, data, scalar);
        }
    }
    arrays_release(&to);
    if (!in_place) {
        arrays_release(&from);
    }
    return result;
}

/* The bound is one of the L2 norm. The roundings of a few numbers are no sample of that norm, and
 * exceed it now and then (3 doubles by 0.4 %), so the mean square of eight draws has to keep it. */
enum { FEW_NUMBERS = 16, FEW_DRAWS = 8 };

void transform_check_values(const fftc_transform *t, testing_random *random)
{
    const int draws = transform_wanted(t) < FEW_NUMBERS ? FEW_DRAWS : 1;
    double squares = 0.0;
    for (int i = 0; i < draws; ++i) {
        double *source = transform_draw_source(t, random);
        double *result = transform_run(t, 1, testing_random_below(random, 16), false, source);
        const double error = transform_run_error(t, source, result);
        squares += error * error;
        free(result);
        free(source);
    }
    const double error = sqrt(squares / draws);
    double bound = transform_bound(t);
    ck_assert_msg(error <= bound, "%s: error %.3g, bound %.3g", transform_describe(t), error,
                  bound);
}

void transform_check_bits(const fftc_transform *t, testing_random *random)
{
    size_t bytes = 2 * transform_wanted(t) * sizeof(double);
    double *source = transform_draw_source(t, random);
    double *once = transform_run(t, 1, 0, false, source);
    for (int threads = 1; threads <= 3; ++threads) {
        bool own_work = testing_random_below(random, 2) == 0;
        size_t slack = testing_random_below(random, 16);
        double *again = transform_run(t, threads, slack, own_work, source);
        ck_assert_msg(memcmp(once, again, bytes) == 0, "%s: other bits with %d threads%s",
                      transform_describe(t), threads, own_work ? ", own memory" : "");
        free(again);
    }
    free(once);
    free(source);
}

double transform_run_error(const fftc_transform *t, const double *source, const double *result)
{
    side src = side_of(t, true);
    side dst = side_of(t, false);
    size_t at[FFTC_MAX_RANK + 1];
    size_t total = src.axes.total;
    fftc_transform whole = {.batch = t->batch,
                            .precision = FFTC_FLOAT64,
                            .direction = t->direction,
                            .scaling = t->scaling};
    memcpy(whole.length, t->length, sizeof whole.length);
    memcpy(whole.loop, t->loop, sizeof whole.loop);
    double *data = calloc(2 * total, sizeof *data);
    ck_assert_ptr_nonnull(data);
    for (size_t i = 0; i < src.count; ++i) {
        (void)locate(&src, true, i, at);
        memcpy(data + 2 * whole_index(&src, at), source + 2 * i, 2 * sizeof *data);
    }
    long double *expected = transform_expect(&whole, data);
    long double norm = 0;
    long double difference = 0;
    for (size_t i = 0; i < 2 * total; ++i) {
        norm += expected[i] * expected[i];
    }
    for (size_t i = 0; i < dst.count; ++i) {
        (void)locate(&dst, false, i, at);
        for (size_t part = 0; part < 2; ++part) {
            long double d =
                (long double)result[2 * i + part] - expected[2 * whole_index(&dst, at) + part];
            difference += d * d;
        }
    }
    free(expected);
    free(data);
    return (double)sqrtl(difference / norm);
}
