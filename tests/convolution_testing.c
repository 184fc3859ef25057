/* SPDX-License-Identifier: MIT */
#include "convolution_testing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"

static void stride_of(const uint64_t *given, const size_t *length, int rank, size_t *stride,
                      size_t *next)
{
    uint64_t any = given[0] | given[1] | given[2] | given[3];
    *next = 1;
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = any != 0 ? testing_stride(given[i]) : *next;
        *next *= length[i];
    }
}

convolution_shape convolution_shape_of(const fftc_convolution_description *d)
{
    const fftc_transform *t = &d->signal;
    convolution_shape s = {.real = t->kind == FFTC_REAL,
                           .scalar = fftc_precision_bytes(t->precision),
                           .batch = t->batch == 0 ? 1 : t->batch,
                           .wanted = 1};
    s.arrays = t->format == FFTC_SPLIT && !s.real ? 2 : 1;
    s.item = s.scalar * (s.real || s.arrays == 2 ? 1 : 2);
    uint64_t given = 0;
    size_t next;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        given |= d->kernel_length[i];
    }
    s.terms = s.batch;
    for (; s.rank < FFTC_MAX_RANK && t->length[s.rank] != 0; ++s.rank) {
        int i = s.rank;
        s.length[i] = t->length[i];
        s.taps[i] = given != 0 ? d->kernel_length[i] : t->length[i];
        s.src_begin[i] = t->src_range[i].begin;
        s.src_end[i] = t->src_range[i].end != 0 ? t->src_range[i].end : t->length[i];
        s.dst_begin[i] = t->dst_range[i].begin;
        s.dst_end[i] = t->dst_range[i].end != 0 ? t->dst_range[i].end : t->length[i];
        s.wanted *= s.dst_end[i] - s.dst_begin[i];
        s.terms *= (s.dst_end[i] - s.dst_begin[i]) * s.taps[i];
    }
    stride_of(t->src_stride, s.length, s.rank, s.src, &next);
    s.src_distance = t->src_distance != 0 ? testing_stride(t->src_distance) : next;
    stride_of(t->dst_stride, s.length, s.rank, s.dst, &next);
    s.dst_distance = t->dst_distance != 0 ? testing_stride(t->dst_distance) : next;
    stride_of(d->kernel_stride, s.taps, s.rank, s.kernel, &next);
    s.src_span = 1 + (s.batch - 1) * s.src_distance;
    s.dst_span = 1 + (s.batch - 1) * s.dst_distance;
    s.kernel_span = 1;
    for (int i = 0; i < s.rank; ++i) {
        s.src_span += (s.src_end[i] - 1) * s.src[i];
        s.dst_span += (s.dst_end[i] - 1) * s.dst[i];
        s.kernel_span += (s.taps[i] - 1) * s.kernel[i];
    }
    return s;
}

/* --- random descriptions ---------------------------------------------------------------------- */

static fftc_range draw_range(testing_random *random, uint64_t length)
{
    fftc_range range = {0, 0};
    switch (testing_random_below(random, 4)) {
    case 0: break;
    case 1: range.end = 1 + testing_random_below(random, length); break;
    default:
        range.begin = testing_random_below(random, length);
        range.end = range.begin + 1 + testing_random_below(random, length - range.begin);
    }
    return range;
}

static void draw_strides(int rank, const uint64_t *length, uint64_t *stride, uint64_t *distance,
                         testing_random *random)
{
    int order[FFTC_MAX_RANK + 1];
    uint64_t covered = 1;
    uint64_t room = testing_random_below(random, 2) == 0 ? 4 : 1;
    for (int i = 0; i <= rank; ++i) {
        int at = (int)testing_random_below(random, (uint64_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (int k = 0; k <= rank; ++k) {
        uint64_t step = covered + testing_random_below(random, room);
        if (order[k] == rank) {
            *distance = step;
        } else {
            stride[order[k]] = step;
        }
        covered = step * (order[k] == rank ? 4 : length[order[k]]);
    }
}

fftc_convolution_description convolution_draw(testing_random *random, size_t most, size_t terms)
{
    fftc_convolution_description d = {.product = (fftc_product)testing_random_below(random, 2)};
    fftc_transform *t = &d.signal;
    int rank = 1 + (int)testing_random_below(random, FFTC_MAX_RANK);
    size_t left = most;
    t->precision = (fftc_precision)testing_random_below(random, 3);
    t->format = (fftc_format)testing_random_below(random, 2);
    t->kind = (fftc_kind)testing_random_below(random, 2);
    t->placement = (fftc_placement)testing_random_below(random, 2);
    t->scaling = (fftc_scaling)(testing_random_below(random, 9) % 7 % 3);
    if (t->precision == FFTC_FLOAT16 && t->scaling == FFTC_SCALE_NONE) {
        t->scaling = FFTC_SCALE_DEFAULT; /* other scalings would exceed the greatest half */
    }
    for (int i = 0; i < rank; ++i) {
        size_t limit =
            i + 1 < rank && testing_random_below(random, 2) == 0 && left > 20 ? 20 : left;
        t->length[i] = 1 + testing_random_below(random, limit);
        left /= t->length[i];
    }
    int other = (int)testing_random_below(random, (uint64_t)rank);
    uint64_t first = t->length[0];
    t->length[0] = t->length[other];
    t->length[other] = first;
    t->batch = testing_random_below(random, 3) == 0 ? 1 + testing_random_below(random, 4) : 1;
    bool small = testing_random_below(random, 2) == 0;
    for (int i = 0; i < rank; ++i) {
        t->src_range[i] = draw_range(random, t->length[i]);
        t->dst_range[i] = draw_range(random, t->length[i]);
        uint64_t limit = small && t->length[i] > 9 ? 9 : t->length[i];
        d.kernel_length[i] = 1 + testing_random_below(random, limit);
        d.kernel_origin[i] = testing_random_below(
            random, testing_random_below(random, 2) == 0 ? d.kernel_length[i] : t->length[i]);
    }
    for (int i = 0; i < rank && t->placement == FFTC_OUT_OF_PLACE; ++i) {
        d.padding[i] = (fftc_padding)(testing_random_below(random, 8) % 5 % 4);
    }
    if (testing_random_below(random, 3) == 0) {
        draw_strides(rank, t->length, t->src_stride, &t->src_distance, random);
    }
    if (testing_random_below(random, 3) == 0) {
        draw_strides(rank, t->length, t->dst_stride, &t->dst_distance, random);
    }
    if (testing_random_below(random, 3) == 0) {
        uint64_t distance;
        draw_strides(rank, d.kernel_length, d.kernel_stride, &distance, random);
    }
    if (t->placement == FFTC_IN_PLACE) {
        memcpy(t->src_stride, t->dst_stride, sizeof t->src_stride);
        t->src_distance = t->dst_distance;
    }
    /* The direct sum is to take a moment only. */
    while (convolution_shape_of(&d).terms > terms) {
        for (int i = 0; i < rank; ++i) {
            d.kernel_length[i] = (d.kernel_length[i] + 1) / 2;
        }
        convolution_shape s = convolution_shape_of(&d);
        if (s.wanted * s.batch > terms) {
            return convolution_draw(random, most / 2, terms);
        }
    }
    return d;
}

const char *convolution_describe(const fftc_convolution_description *d)
{
    static const char *const paddings[] = {"", ", mirror", ", repeat", ", clamp"};
    static char text[1024];
    const fftc_transform *t = &d->signal;
    const char *isa = fftc_simd_isa_name();
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "%s f%zu %s %s %s %s scaling %d batch %" PRIu64 " (%" PRIu64
                                   ", %" PRIu64 "):",
                                   isa != NULL ? isa : "?", 8 * fftc_precision_bytes(t->precision),
                                   t->format == FFTC_SPLIT ? "split" : "interleaved",
                                   t->kind == FFTC_REAL ? "real" : "complex",
                                   d->product == FFTC_CORRELATE ? "correlation" : "convolution",
                                   t->placement == FFTC_IN_PLACE ? "in place" : "out of place",
                                   (int)t->scaling, t->batch, t->src_distance, t->dst_distance);
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            " [%" PRIu64 ": src %" PRIu64 "..%" PRIu64 " by %" PRIu64 ", dst %" PRIu64 "..%" PRIu64
            " by %" PRIu64 ", taps %" PRIu64 " by %" PRIu64 " from %" PRIu64 "%s]",
            t->length[i], t->src_range[i].begin, t->src_range[i].end, t->src_stride[i],
            t->dst_range[i].begin, t->dst_range[i].end, t->dst_stride[i], d->kernel_length[i],
            d->kernel_stride[i], d->kernel_origin[i], paddings[(int)d->padding[i]]);
    }
    return text;
}

/* --- execution -------------------------------------------------------------------------------- */

/* Checks the gaps of each array. */
static void check_gaps(const fftc_convolution_description *d, const convolution_shape *s,
                       const char *before, const char *after)
{
    unsigned char *wanted = calloc(s->dst_span, 1);
    ck_assert_ptr_nonnull(wanted);
    for (size_t i = 0; i < s->wanted * s->batch; ++i) {
        wanted[convolution_place(s, i)] = 1;
    }
    for (size_t i = 0; i < s->dst_span; ++i) {
        ck_assert_msg(wanted[i] != 0 ||
                          memcmp(before + i * s->item, after + i * s->item, s->item) == 0,
                      "%s: wrote number %zu, which nobody wants", convolution_describe(d), i);
    }
    free(wanted);
}

static fftc_convolution *plan_of(const fftc_convolution_description *d, int threads)
{
    fftc_plan_options options = {.threads = threads};
    fftc_convolution *plan;
    fftc_error error;
    fftc_status status = fftc_convolution_create(d, &options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", convolution_describe(d), error.message);
    return plan;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The user's memory, guarded: one array, or two of split numbers. */
typedef struct arrays {
    testing_buffer part[2];
} arrays;

static arrays arrays_create(const convolution_shape *s, size_t numbers, size_t slack)
{
    arrays made;
    memset(&made, 0, sizeof made);
    for (size_t i = 0; i < s->arrays; ++i) {
        made.part[i] = testing_buffer_create(numbers * s->item + slack * s->scalar, s->scalar);
    }
    return made;
}

static void arrays_release(const convolution_shape *s, arrays *a)
{
    for (size_t i = 0; i < s->arrays; ++i) {
        testing_buffer_release(&a->part[i]);
    }
}

/* Copies from interleaved numbers, or real ones, to arrays; and back. */
static void arrays_put(const convolution_shape *s, arrays *a, const char *numbers, size_t count)
{
    for (size_t i = 0; i < count * s->arrays; ++i) {
        memcpy((char *)a->part[i % s->arrays].data + i / s->arrays * s->item, numbers + i * s->item,
               s->item);
    }
}

static void arrays_get(const convolution_shape *s, const arrays *a, char *numbers, size_t count)
{
    for (size_t i = 0; i < count * s->arrays; ++i) {
        memcpy(numbers + i * s->item,
               (const char *)a->part[i % s->arrays].data + i / s->arrays * s->item, s->item);
    }
}

static bool arrays_hold(const convolution_shape *s, const arrays *a, const char *numbers,
                        size_t count)
{
    bool same = true;
    for (size_t i = 0; i < count * s->arrays; ++i) {
        same = same && memcmp(numbers + i * s->item,
                              (const char *)a->part[i % s->arrays].data + i / s->arrays * s->item,
                              s->item) == 0;
    }
    return same;
}

static fftc_status prepare(const convolution_shape *s, const fftc_convolution *plan,
                           const arrays *kernel, void *spectrum, fftc_error *error)
{
    return s->arrays == 2 ? fftc_convolution_prepare_split(plan, kernel->part[0].data,
                                                           kernel->part[1].data, spectrum, error)
                          : fftc_convolution_prepare(plan, kernel->part[0].data, spectrum, error);
}

static fftc_status execute(const convolution_shape *s, const fftc_convolution *plan,
                           const arrays *src, const void *spectrum, const arrays *dst,
                           fftc_error *error)
{
    return s->arrays == 2
               ? fftc_convolution_execute_split(plan, src->part[0].data, src->part[1].data,
                                                spectrum, dst->part[0].data, dst->part[1].data,
                                                error)
               : fftc_convolution_execute(plan, src->part[0].data, spectrum, dst->part[0].data,
                                          error);
}

void *convolution_execute(const fftc_convolution_description *d, int threads, size_t slack,
                          const void *src, const void *kernel, double *bound)
{
    convolution_shape s = convolution_shape_of(d);
    size_t number = s.item * s.arrays;
    bool in_place = d->signal.placement == FFTC_IN_PLACE;
    fftc_convolution *plan = plan_of(d, threads);
    size_t reach = in_place ? larger(s.src_span, s.dst_span) : s.dst_span;
    arrays from = arrays_create(&s, s.src_span, slack);
    arrays to = arrays_create(&s, reach, slack);
    arrays taps = arrays_create(&s, s.kernel_span, 0);
    testing_buffer spectrum = testing_buffer_create(fftc_convolution_spectrum_bytes(plan), 8);
    fftc_error error;
    char *before[2] = {malloc(reach * s.item), malloc(reach * s.item)};
    char *result = malloc(s.dst_span * number);
    ck_assert(before[0] != NULL && before[1] != NULL && result != NULL);
    arrays_put(&s, in_place ? &to : &from, src, s.src_span);
    arrays_put(&s, &taps, kernel, s.kernel_span);
    for (size_t i = 0; i < s.arrays; ++i) {
        memcpy(before[i], to.part[i].data, reach * s.item);
    }
    fftc_status status = prepare(&s, plan, &taps, spectrum.data, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", convolution_describe(d), error.message);
    status = execute(&s, plan, in_place ? &to : &from, spectrum.data, &to, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", convolution_describe(d), error.message);
    ck_assert_msg(in_place || arrays_hold(&s, &from, src, s.src_span), "%s: wrote its source",
                  convolution_describe(d));
    ck_assert_msg(arrays_hold(&s, &taps, kernel, s.kernel_span), "%s: wrote its kernel",
                  convolution_describe(d));
    for (size_t i = 0; i < s.arrays; ++i) {
        check_gaps(d, &s, before[i], to.part[i].data);
    }
    arrays_get(&s, &to, result, s.dst_span);
    if (bound != NULL) {
        *bound = fftc_convolution_error_bound(plan);
    }
    fftc_convolution_destroy(plan);
    free(before[0]);
    free(before[1]);
    arrays_release(&s, &from);
    arrays_release(&s, &to);
    arrays_release(&s, &taps);
    testing_buffer_release(&spectrum);
    return result;
}

/* Does the plan go without transforms, if it is asked to? */
static bool can_be_direct(const fftc_convolution_description *d)
{
    char text[400];
    size_t bytes;
    ck_assert_int_eq(setenv("FFTCORE_FORCE_SUMS", "direct", 1), 0);
    fftc_convolution *plan = plan_of(d, 1);
    ck_assert_int_eq(fftc_convolution_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    return strstr(text, " d") != NULL;
}

void convolution_check(const fftc_convolution_description *d, int threads, testing_random *random)
{
    static const char *const ways[] = {"direct", "lines", "transforms", "levels"};
    convolution_shape s = convolution_shape_of(d);
    fftc_precision precision = d->signal.precision;
    char *src = malloc((s.src_span + 1) * 2 * s.scalar);
    char *kernel = malloc((s.kernel_span + 1) * 2 * s.scalar);
    double bound;
    ck_assert(src != NULL && kernel != NULL);
    testing_fill(precision, src, s.real ? (s.src_span + 1) / 2 : s.src_span, random);
    testing_fill(precision, kernel, s.real ? (s.kernel_span + 1) / 2 : s.kernel_span, random);
    long double *expected = convolution_expect(d, src, kernel);
    for (int i = can_be_direct(d) ? 0 : 2; i < 4; ++i) {
        ck_assert_int_eq(setenv("FFTCORE_FORCE_SUMS", ways[i], 1), 0);
        size_t slack = testing_random_below(random, 4);
        void *dst = convolution_execute(d, threads, slack, src, kernel, &bound);
        double error = convolution_error(d, dst, expected, src, kernel);
        ck_assert_msg(error <= bound, "%s, %s: error %g, bound %g", convolution_describe(d),
                      ways[i], error, bound);
        free(dst);
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_SUMS"), 0);
    free(expected);
    free(src);
    free(kernel);
}

/* --- for others' executions ------------------------------------------------------------------- */

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* Into one array, or into two. */
static void part(const convolution_shape *s, const char *numbers, size_t count, void *const to[2])
{
    for (size_t i = 0; i < count * s->arrays; ++i) {
        memcpy((char *)to[i % s->arrays] + i / s->arrays * s->item, numbers + i * s->item, s->item);
    }
}

convolution_case convolution_case_start(const fftc_convolution_description *d,
                                        testing_random *random)
{
    convolution_case c = {.d = *d, .shape = convolution_shape_of(d)};
    const convolution_shape *s = &c.shape;
    fftc_precision precision = d->signal.precision;
    bool in_place = d->signal.placement == FFTC_IN_PLACE;
    size_t reach = in_place ? larger(s->src_span, s->dst_span) : s->dst_span;
    c.src_bytes = s->src_span * s->item;
    c.kernel_bytes = s->kernel_span * s->item;
    c.dst_bytes = reach * s->item;
    c.src_numbers = allocate((s->src_span + 1) * 2 * s->scalar);
    c.kernel_numbers = allocate((s->kernel_span + 1) * 2 * s->scalar);
    testing_fill(precision, c.src_numbers, s->real ? (s->src_span + 1) / 2 : s->src_span, random);
    testing_fill(precision, c.kernel_numbers, s->real ? (s->kernel_span + 1) / 2 : s->kernel_span,
                 random);
    for (size_t i = 0; i < s->arrays; ++i) {
        c.src[i] = in_place ? NULL : allocate(c.src_bytes);
        c.kernel[i] = allocate(c.kernel_bytes);
        c.dst[i] = memset(allocate(c.dst_bytes), 0x5a, c.dst_bytes);
        c.before[i] = allocate(c.dst_bytes);
    }
    part(s, c.src_numbers, s->src_span, in_place ? c.dst : c.src);
    part(s, c.kernel_numbers, s->kernel_span, c.kernel);
    for (size_t i = 0; i < s->arrays; ++i) {
        memcpy(c.before[i], c.dst[i], c.dst_bytes);
    }
    return c;
}

void convolution_case_judge(const convolution_case *c, double bound)
{
    const convolution_shape *s = &c->shape;
    char *result = allocate(s->dst_span * s->item * s->arrays);
    for (size_t i = 0; i < s->arrays; ++i) {
        check_gaps(&c->d, s, c->before[i], c->dst[i]);
    }
    for (size_t i = 0; i < s->dst_span * s->arrays; ++i) {
        memcpy(result + i * s->item, (const char *)c->dst[i % s->arrays] + i / s->arrays * s->item,
               s->item);
    }
    long double *expected = convolution_expect(&c->d, c->src_numbers, c->kernel_numbers);
    double error = convolution_error(&c->d, result, expected, c->src_numbers, c->kernel_numbers);
    ck_assert_msg(error <= bound, "%s: error %g, bound %g", convolution_describe(&c->d), error,
                  bound);
    free(expected);
    free(result);
}

void convolution_case_end(convolution_case *c)
{
    for (int i = 0; i < 2; ++i) {
        free(c->src[i]);
        free(c->kernel[i]);
        free(c->dst[i]);
        free(c->before[i]);
    }
    free(c->src_numbers);
    free(c->kernel_numbers);
}

void *convolution_fresh(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0x5a, bytes + 1);
}

fftc_convolution *convolution_make(const fftc_convolution_description *d,
                                   const fftc_plan_options *options)
{
    fftc_convolution *plan;
    fftc_error error;
    ck_assert_msg(fftc_convolution_create(d, options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return plan;
}
