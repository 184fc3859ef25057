/* SPDX-License-Identifier: MIT */
#include "transform_testing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"

const char *const transform_isas[TRANSFORM_ISAS] = {"avx512", "avx2",    "sse2",
                                                    "neon",   "generic", "scalar"};

unsigned transform_campaign(void)
{
    const char *text = getenv("FFTCORE_TEST_CAMPAIGN");
    unsigned long times = text != NULL ? strtoul(text, NULL, 10) : 1;
    return times > 1 ? (unsigned)times : 1;
}

bool transform_force_isa(size_t index)
{
    ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", transform_isas[index], 1), 0);
#ifdef TESTING_ENGINES
    if (strncmp(transform_isas[index], "avx", 3) == 0 &&
        strstr(TESTING_ENGINES, transform_isas[index]) == NULL) {
        return false;
    }
#endif
    return fftc_simd_isa_name() != NULL;
}

/* --- descriptions ----------------------------------------------------------------------------- */

static size_t side_of(const fftc_transform *t, const uint64_t *given, uint64_t distance, int rank,
                      const size_t *length, size_t *stride)
{
    size_t next = 1;
    size_t span = 1;
    bool packed = true;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        packed = packed && given[i] == 0;
    }
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = packed ? next : testing_stride(given[i]);
        next *= t->length[i];
    }
    stride[rank] = distance == 0 ? next : testing_stride(distance);
    for (int i = 0; i <= rank; ++i) {
        span += (length[i] - 1) * stride[i];
    }
    return span;
}

transform_axes transform_axes_of(const fftc_transform *t)
{
    transform_axes a = {.points = 1, .logical = 1};
    for (; a.rank < FFTC_MAX_RANK && t->length[a.rank] != 0; ++a.rank) {
        a.length[a.rank] = t->length[a.rank];
        a.loop[a.rank] = t->loop[a.rank] != 0;
        a.points *= a.length[a.rank];
        a.logical *= a.loop[a.rank] ? 1 : a.length[a.rank];
    }
    a.length[a.rank] = t->batch == 0 ? 1 : t->batch;
    a.total = a.points * a.length[a.rank];
    a.src_span = side_of(t, t->src_stride, t->src_distance, a.rank, a.length, a.src);
    a.dst_span = side_of(t, t->dst_stride, t->dst_distance, a.rank, a.length, a.dst);
    return a;
}

size_t transform_offset(const transform_axes *axes, const size_t *stride, size_t index)
{
    size_t offset = 0;
    for (int i = axes->rank - 1; i >= 0; --i) {
        offset += index % axes->length[i] * stride[i];
        index /= axes->length[i];
    }
    return offset + index * stride[axes->rank];
}

/* Half of the lengths are small, so that several axes fit; the rest may take all that is left. */
static void draw_lengths(fftc_transform *t, size_t most, testing_random *random)
{
    int rank = 1 + (int)testing_random_below(random, FFTC_MAX_RANK);
    for (int i = 0; i < rank; ++i) {
        size_t small = most < 20 ? most : 20;
        size_t limit = testing_random_below(random, 2) == 0 ? small : most;
        t->length[i] = 1 + testing_random_below(random, limit);
        most /= t->length[i];
    }
    /* The longest axis, drawn first, comes to stand anywhere. */
    int other = (int)testing_random_below(random, (uint64_t)rank);
    uint64_t first = t->length[0];
    t->length[0] = t->length[other];
    t->length[other] = first;
    /* Every third has loops among its axes. */
    for (int i = 0; i + 1 < rank && testing_random_below(random, 3) == 0; ++i) {
        t->loop[testing_random_below(random, (uint64_t)rank)] = 1;
    }
    most = most < 40 ? most : 40;
    t->batch = testing_random_below(random, 2) == 0 ? 1 : 1 + testing_random_below(random, most);
}

/* Axes nest in a random order, with random room between. */
static void draw_strides(const transform_axes *axes, uint64_t *stride, uint64_t *distance,
                         testing_random *random)
{
    int order[FFTC_MAX_RANK + 1];
    size_t covered = 1;
    bool padded = testing_random_below(random, 2) == 0;
    for (int i = 0; i <= axes->rank; ++i) {
        int at = (int)testing_random_below(random, (uint64_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (int k = 0; k <= axes->rank; ++k) {
        size_t step = covered + (padded ? testing_random_below(random, 4) : 0);
        if (order[k] == axes->rank) {
            *distance = step;
        } else {
            stride[order[k]] = step;
        }
        covered = padded ? covered + (axes->length[order[k]] - 1) * step
                         : covered * axes->length[order[k]];
    }
}

/* Reads may overlap and repeat, out of place. */
static void draw_source_strides(const transform_axes *axes, fftc_transform *t,
                                testing_random *random)
{
    for (int i = 0; i < axes->rank; ++i) {
        t->src_stride[i] = testing_draw_stride(random);
    }
    t->src_distance = testing_draw_stride(random);
}

fftc_transform transform_draw(testing_random *random, size_t most_points)
{
    fftc_transform t = {.precision = (fftc_precision)testing_random_below(random, 2)};
    t.direction = (fftc_direction)testing_random_below(random, 2);
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    draw_lengths(&t, most_points, random);
    transform_axes axes = transform_axes_of(&t);
    if (testing_random_below(random, 3) != 0) {
        draw_strides(&axes, t.dst_stride, &t.dst_distance, random);
    }
    if (t.placement == FFTC_IN_PLACE) {
        memcpy(t.src_stride, t.dst_stride, sizeof t.src_stride);
        t.src_distance = t.dst_distance;
        return t;
    }
    switch (testing_random_below(random, 6)) {
    case 0: break;
    case 1: draw_source_strides(&axes, &t, random); break;
    case 2:
        memcpy(t.src_stride, t.dst_stride, sizeof t.src_stride);
        t.src_distance = t.dst_distance;
        break;
    default: draw_strides(&axes, t.src_stride, &t.src_distance, random);
    }
    return t;
}

static void append_list(char *text, size_t bytes, const char *name, const uint64_t *list,
                        uint64_t distance)
{
    size_t used = strlen(text);
    (void)snprintf(text + used, bytes - used,
                   " %s %" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ";%" PRIu64, name, list[0],
                   list[1], list[2], list[3], distance);
}

const char *transform_describe(const fftc_transform *t)
{
    static char text[1024];
    const char *isa = fftc_simd_isa_name();
    (void)snprintf(text, sizeof text, "%s f%d %s %s scaling %d:", isa != NULL ? isa : "?",
                   (int)(8 * fftc_precision_bytes(t->precision)),
                   t->direction == FFTC_INVERSE ? "inverse" : "forward",
                   t->placement == FFTC_IN_PLACE ? "in place" : "out of place", (int)t->scaling);
    append_list(text, sizeof text, "length", t->length, t->batch);
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s", t->loop[i] != 0 ? " loop" : " -");
    }
    append_list(text, sizeof text, "src", t->src_stride, t->src_distance);
    append_list(text, sizeof text, "dst", t->dst_stride, t->dst_distance);
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        size_t used = strlen(text);
        (void)snprintf(
            text + used, sizeof text - used, "%s%" PRIu64 "..%" PRIu64 " to %" PRIu64 "..%" PRIu64,
            i > 0                     ? ", "
            : t->format == FFTC_SPLIT ? " split, ranges "
                                      : " ranges ",
            t->src_range[i].begin, t->src_range[i].end, t->dst_range[i].begin, t->dst_range[i].end);
    }
    return text;
}

/* --- the oracle ------------------------------------------------------------------------------- */

static long double scale_of(const fftc_transform *t, size_t points)
{
    switch (t->scaling) {
    case FFTC_SCALE_NONE: return 1.0L;
    case FFTC_SCALE_UNITARY: return 1.0L / __builtin_sqrtl((long double)points);
    default: return t->direction == FFTC_INVERSE ? 1.0L / (long double)points : 1.0L;
    }
}

/* All lines of one axis; `inner` complex numbers between neighbours, `count` in all. */
static void transform_lines(size_t n, size_t inner, size_t count, int sign, long double *data)
{
    long double *line = malloc(4 * n * sizeof *line);
    ck_assert_ptr_nonnull(line);
    for (size_t first = 0; first < count; ++first) {
        if (first / inner % n != 0) {
            continue;
        }
        for (size_t i = 0; i < n; ++i) {
            memcpy(line + 2 * i, data + 2 * (first + i * inner), 2 * sizeof *line);
        }
        testing_dft_split(n, sign, line, line + 2 * n);
        for (size_t i = 0; i < n; ++i) {
            memcpy(data + 2 * (first + i * inner), line + 2 * (n + i), 2 * sizeof *line);
        }
    }
    free(line);
}

long double *transform_expect(const fftc_transform *t, const void *src)
{
    transform_axes axes = transform_axes_of(t);
    long double *data = malloc(2 * axes.total * sizeof *data);
    ck_assert_ptr_nonnull(data);
    for (size_t i = 0; i < axes.total; ++i) {
        size_t from = transform_offset(&axes, axes.src, i);
        data[2 * i] = (long double)testing_get(t->precision, src, 2 * from);
        data[2 * i + 1] = (long double)testing_get(t->precision, src, 2 * from + 1);
    }
    size_t inner = 1;
    for (int i = axes.rank - 1; i >= 0; --i) {
        if (axes.length[i] > 1 && !axes.loop[i]) {
            transform_lines(axes.length[i], inner, axes.total,
                            t->direction == FFTC_INVERSE ? 1 : -1, data);
        }
        inner *= axes.length[i];
    }
    long double scale = scale_of(t, axes.logical);
    for (size_t i = 0; i < 2 * axes.total; ++i) {
        data[i] *= scale;
    }
    return data;
}

double transform_error(const fftc_transform *t, const void *points, const long double *expected)
{
    return testing_relative_error(t->precision, points, expected, transform_axes_of(t).total);
}

/* --- execution -------------------------------------------------------------------------------- */

fftc_plan *transform_plan(const fftc_transform *t, int threads)
{
    const fftc_plan_options options = {.threads = threads};
    return transform_plan_with(t, &options);
}

fftc_plan *transform_plan_with(const fftc_transform *t, const fftc_plan_options *options)
{
    fftc_plan *plan;
    fftc_error error;
    ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0);
    fftc_status status = fftc_plan_create(t, options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    return plan;
}

char *transform_choices(const char *line)
{
    for (int word = 0; word < 5; ++word) {
        line = strchr(line, ' ') + 1;
    }
    return (char *)(uintptr_t)line;
}

fftc_status transform_load(const fftc_transform *t, int threads, const char *choices,
                           fftc_plan **plan)
{
    enum { TEXT_BYTES = 4096 };
    char text[TEXT_BYTES];
    size_t bytes;
    fftc_plan *estimated = transform_plan(t, threads);
    ck_assert_int_eq(fftc_plan_save(estimated, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(estimated);
    char *at = transform_choices(text);
    (void)snprintf(at, sizeof text - (size_t)(at - text), "%s", choices);
    const fftc_plan_options options = {.threads = threads, .effort = FFTC_SAVED, .saved = text};
    return fftc_plan_create(t, &options, plan, NULL);
}

fftc_plan *transform_plan_of(const fftc_transform *t, int threads, const char *choices)
{
    fftc_plan *plan;
    ck_assert_msg(transform_load(t, threads, choices, &plan) == FFTC_SUCCESS, "%s: %s refused",
                  transform_describe(t), choices);
    return plan;
}

char *transform_execute_whole(const fftc_transform *t, const fftc_plan *plan, const char *data)
{
    transform_axes axes = transform_axes_of(t);
    size_t item = 2 * fftc_precision_bytes(t->precision);
    char *dst = calloc(axes.dst_span, item);
    bool in_place = t->placement == FFTC_IN_PLACE;
    if (dst == NULL) {
        abort();
    }
    memcpy(dst, data, in_place ? axes.src_span * item : 0);
    if (fftc_plan_execute(plan, in_place ? dst : data, dst, NULL) != FFTC_SUCCESS) {
        abort();
    }
    return dst;
}

/* What is not a point is a gap, and holds what it held. */
static void check_gaps(const fftc_transform *t, const transform_axes *axes, const char *before,
                       const char *after)
{
    size_t item = 2 * fftc_precision_bytes(t->precision);
    unsigned char *is_point = calloc(axes->dst_span, 1);
    ck_assert_ptr_nonnull(is_point);
    for (size_t i = 0; i < axes->total; ++i) {
        is_point[transform_offset(axes, axes->dst, i)] = 1;
    }
    for (size_t i = 0; i < axes->dst_span; ++i) {
        ck_assert_msg(is_point[i] != 0 || memcmp(before + i * item, after + i * item, item) == 0,
                      "%s: wrote into the gap at %zu", transform_describe(t), i);
    }
    free(is_point);
}

static char *copy_of(const void *data, size_t bytes)
{
    char *copy = malloc(bytes + 1);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, data, bytes);
}

void *transform_execute(const fftc_transform *t, int threads, size_t slack, const void *data)
{
    fftc_plan *plan = transform_plan(t, threads);
    void *points = transform_execute_plan(t, plan, slack, data);
    fftc_plan_destroy(plan);
    return points;
}

void *transform_execute_plan(const fftc_transform *t, const fftc_plan *plan, size_t slack,
                             const void *data)
{
    transform_axes axes = transform_axes_of(t);
    size_t scalar = fftc_precision_bytes(t->precision);
    size_t item = 2 * scalar;
    bool in_place = t->placement == FFTC_IN_PLACE;
    testing_buffer src = testing_buffer_create(axes.src_span * item + slack * scalar, scalar);
    testing_buffer dst = testing_buffer_create(axes.dst_span * item + slack * scalar, scalar);
    fftc_error error;
    memcpy(in_place ? dst.data : src.data, data, axes.src_span * item);
    char *src_before = copy_of(src.data, src.bytes);
    char *dst_before = copy_of(dst.data, dst.bytes);
    fftc_status status = fftc_plan_execute(plan, in_place ? dst.data : src.data, dst.data, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    ck_assert_msg(memcmp(src_before, src.data, src.bytes) == 0, "%s: wrote its source",
                  transform_describe(t));
    check_gaps(t, &axes, dst_before, dst.data);
    ck_assert_msg(memcmp(dst_before + axes.dst_span * item, (char *)dst.data + axes.dst_span * item,
                         slack * scalar) == 0,
                  "%s: wrote behind its end", transform_describe(t));
    char *points = malloc(axes.total * item);
    ck_assert_ptr_nonnull(points);
    for (size_t i = 0; i < axes.total; ++i) {
        memcpy(points + i * item, (char *)dst.data + transform_offset(&axes, axes.dst, i) * item,
               item);
    }
    ck_assert_msg(testing_buffer_intact(&src) && testing_buffer_intact(&dst), "%s: wrote outside",
                  transform_describe(t));
    free(src_before);
    free(dst_before);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
    return points;
}

double transform_bound(const fftc_transform *t)
{
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        bound += t->loop[i] != 0 ? 0.0 : fftc_transform_error_bound(t->precision, t->length[i]);
    }
    return bound;
}
