/* SPDX-License-Identifier: MIT
 *
 * Planes both axes of which are passes through columns that become rows
 * (src/cpu/plan/transposed_planes.c), on every instruction set that has such passes, whatever the
 * cost model thinks of them: plans are made from what a plan would have saved.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/packed.h"
#include "transform_testing.h"

enum { LENGTHS = 64 };

/* Lengths of an axis: all of one codelet, and some of each pair of radices. */
typedef struct lengths {
    size_t count;
    size_t of[LENGTHS];
} lengths;

static lengths lengths_of(fftc_precision precision, size_t isa)
{
    const fftc_engine *const *engine = fftc_engines(precision, transform_isas[isa]);
    const fftc_packed *packed = engine[0]->packed;
    lengths all = {0};
    /* Builds with sanitizers have AVX-512 without the engines of 256 bits that planes belong to. */
    while (*engine != NULL && (*engine)->lane_rows == NULL) {
        ++engine;
    }
    if (*engine == NULL || packed == NULL || packed->transposing == NULL) {
        return all;
    }
    for (size_t n = 2; n <= FFTC_PACKED_MAX_LAST; ++n) {
        if (packed->transposing->single[n] != NULL) {
            all.of[all.count++] = n;
        }
    }
    const size_t numbers = (size_t)packed->numbers;
    for (size_t last = 2; last <= FFTC_PACKED_MAX_RADIX; ++last) {
        if (numbers * last > FFTC_PACKED_MAX_RADIX && numbers * last != 32) {
            all.of[all.count++] = numbers * last;
        }
    }
    for (size_t first = 2 * numbers; first <= FFTC_PACKED_MAX_RADIX; first += numbers) {
        all.of[all.count++] = first * 13;
        all.of[all.count++] = first * 15;
    }
    return all;
}

static fftc_status load_turned(const fftc_transform *t, int threads, fftc_plan **plan)
{
    char choices[64];
    (void)snprintf(choices, sizeof choices, "21.%u.%u", (unsigned)t->length[0],
                   (unsigned)t->length[1]);
    return transform_load(t, threads, choices, plan);
}

static fftc_plan *turned_plan(const fftc_transform *t, int threads)
{
    fftc_plan *plan;
    ck_assert_msg(load_turned(t, threads, &plan) == FFTC_SUCCESS, "%s", transform_describe(t));
    return plan;
}

/* The points, which the caller frees. */
static void *execute(const fftc_transform *t, int threads, size_t slack, const char *data)
{
    fftc_plan *plan = turned_plan(t, threads);
    void *points = transform_execute_plan(t, plan, slack, data);
    fftc_plan_destroy(plan);
    return points;
}

static fftc_transform draw_plane(fftc_precision precision, size_t rows, size_t n,
                                 testing_random *random)
{
    fftc_transform t = {.length = {rows, n}, .precision = precision};
    t.direction = (fftc_direction)testing_random_below(random, 2);
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    t.batch = 1 + testing_random_below(random, 3);
    t.src_stride[1] = t.dst_stride[1] = 1;
    t.src_stride[0] = n + testing_random_below(random, 3);
    t.src_distance = rows * t.src_stride[0] + testing_random_below(random, 3);
    t.dst_stride[0] = t.src_stride[0];
    t.dst_distance = t.src_distance;
    if (t.placement != FFTC_IN_PLACE) {
        t.dst_stride[0] = n + testing_random_below(random, 3);
        t.dst_distance = rows * t.dst_stride[0] + testing_random_below(random, 3);
    }
    return t;
}

/* Compares a plane with the definition, and checks that more threads give the same bits. */
static void check_plane(const fftc_transform *t, testing_random *random)
{
    const transform_axes axes = transform_axes_of(t);
    const size_t item = 2 * fftc_precision_bytes(t->precision);
    char *data = malloc(axes.src_span * item);
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    long double *expected = transform_expect(t, data);
    void *points = execute(t, 1, testing_random_below(random, 16), data);
    void *shared = execute(t, 2 + (int)testing_random_below(random, 4), 0, data);
    const double error = transform_error(t, points, expected);
    ck_assert_msg(error <= transform_bound(t), "%s: error %.3g, bound %.3g", transform_describe(t),
                  error, transform_bound(t));
    ck_assert_msg(memcmp(points, shared, axes.total * item) == 0, "%s: other bits by threads",
                  transform_describe(t));
    free(shared);
    free(points);
    free(expected);
    free(data);
}

/* Each length is that of the columns and that of the rows of some plane. */
START_TEST(plane_turned_of_any_lengths_is_the_definition)
{
    testing_random random = testing_random_start("turned");
    for (size_t i = 0; i < (size_t)2 * TRANSFORM_ISAS; ++i) {
        const fftc_precision precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        if (!transform_force_isa(i / 2)) {
            continue;
        }
        const lengths all = lengths_of(precision, i / 2);
        for (size_t k = 0; k < all.count; ++k) {
            const size_t other = all.of[testing_random_below(&random, all.count)];
            fftc_transform t = draw_plane(precision, all.of[k], other, &random);
            check_plane(&t, &random);
            t = draw_plane(precision, other, all.of[k], &random);
            check_plane(&t, &random);
        }
    }
}
END_TEST

static void *part_of(const char *numbers, size_t count, int im)
{
    float *part = malloc(count * sizeof *part);
    ck_assert_ptr_nonnull(part);
    for (size_t i = 0; i < count; ++i) {
        memcpy(part + i, numbers + (2 * i + (size_t)im) * sizeof *part, sizeof *part);
    }
    return part;
}

/* By way of stages, which lie behind what transposed planes need themselves. */
START_TEST(plane_turned_split_same_bits)
{
    static const uint64_t planes[][2] = {{16, 16}, {64, 24}, {120, 128}};
    testing_random random = testing_random_start("split");
    for (size_t i = 0; i < TRANSFORM_ISAS * sizeof planes / sizeof *planes; ++i) {
        const uint64_t *length = planes[i / TRANSFORM_ISAS];
        const size_t isa = i % TRANSFORM_ISAS;
        if (!transform_force_isa(isa) || lengths_of(FFTC_FLOAT32, isa).count == 0) {
            continue;
        }
        fftc_transform t = {.length = {length[0], length[1]}, .batch = 2};
        const size_t count = 2 * length[0] * length[1];
        char *data = malloc(count * 2 * sizeof(float));
        ck_assert_ptr_nonnull(data);
        testing_fill(FFTC_FLOAT32, data, count, &random);
        char *dst = execute(&t, 1, 0, data);
        t.format = FFTC_SPLIT;
        fftc_plan *plan = turned_plan(&t, 1 + (int)(i % 3));
        void *parts[] = {part_of(data, count, 0),       part_of(data, count, 1),
                         part_of(dst, count, 0),        part_of(dst, count, 1),
                         malloc(count * sizeof(float)), malloc(count * sizeof(float))};
        ck_assert(parts[4] != NULL && parts[5] != NULL);
        ck_assert_int_eq(
            fftc_plan_execute_split(plan, parts[0], parts[1], parts[4], parts[5], NULL),
            FFTC_SUCCESS);
        ck_assert_int_eq(memcmp(parts[2], parts[4], count * sizeof(float)), 0);
        ck_assert_int_eq(memcmp(parts[3], parts[5], count * sizeof(float)), 0);
        for (int k = 0; k < 6; ++k) {
            free(parts[k]);
        }
        fftc_plan_destroy(plan);
        free(dst);
        free(data);
    }
}
END_TEST

/* What was saved is of planes that cannot be transposed. */
START_TEST(plane_that_cannot_be_transposed_refused)
{
    static const fftc_transform planes[] = {
        {.length = {3, 16}},
        {.length = {64, 17}},
        {.length = {64, 64}, .kind = FFTC_REAL},
        {.length = {64, 64}, .src_range = {{0, 32}}},
        {.length = {64, 64}, .precision = FFTC_FLOAT16},
    };
    for (size_t i = 0; i < sizeof planes / sizeof *planes; ++i) {
        fftc_plan *plan;
        ck_assert_int_eq(load_turned(&planes[i], 1, &plan), FFTC_INVALID_ARGUMENT);
    }
}
END_TEST

TESTING_MAIN("transform_transposed_planes", plane_turned_of_any_lengths_is_the_definition,
             plane_turned_split_same_bits, plane_that_cannot_be_transposed_refused)
