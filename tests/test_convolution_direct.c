/* SPDX-License-Identifier: MIT
 *
 * Convolutions that are asked for by the sums themselves (direct_sums): the sums, and how far an
 * infinity or a NaN in the signal reaches.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/emulate_plan.h"

static const fftc_convolution_description descriptions[] = {
    {.signal = {.length = {24}, .kind = FFTC_REAL}}, /* a short one: sums by windows otherwise */
    {.signal = {.length = {45}, .batch = 3}},
    {.signal = {.length = {6000}, .kind = FFTC_REAL}, .kernel_length = {4500}},
    {.signal = {.length = {3001}, .src_range = {{0, 2500}}, .dst_range = {{40, 3001}}},
     .kernel_length = {501},
     .kernel_origin = {7}},
    {.signal = {.length = {40, 52}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
     .product = FFTC_CORRELATE,
     .kernel_length = {11, 9},
     .kernel_origin = {5, 4}},
    {.signal = {.length = {9, 100},
                .format = FFTC_SPLIT,
                .src_stride = {1, 9},
                .dst_stride = {101, 1},
                .src_range = {{2, 9}, {0, 90}}},
     .kernel_length = {3, 70},
     .kernel_stride = {FFTC_STRIDE_ZERO, 1}},
    {.signal = {.length = {30, 20}, .precision = FFTC_FLOAT16}, .kernel_length = {20, 20}},
    {.signal = {.length = {4096}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE, .batch = 2},
     .kernel_length = {1025}},
    {.signal = {.length = {5, 6, 7, 8}}, .product = FFTC_CORRELATE, .kernel_length = {2, 6, 3, 5}},
};
#define DESCRIPTIONS (sizeof descriptions / sizeof *descriptions)

static void put(fftc_precision precision, void *data, size_t index, double value)
{
    const uint16_t half = isnan(value) ? 0x7e00 : 0x7c00;
    const float single = (float)value;
    switch (precision) {
    case FFTC_FLOAT16: memcpy((char *)data + 2 * index, &half, 2); break;
    case FFTC_FLOAT32: memcpy((char *)data + 4 * index, &single, 4); break;
    default: memcpy((char *)data + 8 * index, &value, 8);
    }
}

/* Index `at` of a box, as indices of the axes. */
static void find(const convolution_shape *s, size_t at, const size_t *begin, const size_t *end,
                 size_t *index)
{
    for (int i = s->rank - 1; i >= 0; --i) {
        index[i] = begin[i] + at % (end[i] - begin[i]);
        at /= end[i] - begin[i];
    }
}

/* Whether x[from] is part of y[to]: there is a tap that stands over it. */
static bool takes(const fftc_convolution_description *d, const convolution_shape *s,
                  const size_t *to, const size_t *from)
{
    for (int i = 0; i < s->rank; ++i) {
        size_t n = s->length[i];
        size_t ahead = d->product == FFTC_CONVOLVE ? to[i] + n - from[i] : from[i] + n - to[i];
        if ((ahead + d->kernel_origin[i]) % n >= s->taps[i]) {
            return false;
        }
    }
    return true;
}

/* The sums of a random signal, then with one number that is not finite. */
static void check_reach(const fftc_convolution_description *d, int threads, double what,
                        testing_random *random)
{
    const convolution_shape s = convolution_shape_of(d);
    const fftc_precision precision = d->signal.precision;
    const size_t scalars = s.real ? 1 : 2;
    char *src = malloc((s.src_span + 1) * 2 * s.scalar);
    char *kernel = malloc((s.kernel_span + 1) * 2 * s.scalar);
    size_t there = s.batch;
    size_t from[FFTC_MAX_RANK];
    ck_assert(src != NULL && kernel != NULL);
    testing_fill(precision, src, s.src_span, random);
    testing_fill(precision, kernel, s.kernel_span, random);
    for (int i = 0; i < s.rank; ++i) {
        there *= s.src_end[i] - s.src_begin[i];
    }
    char *before = convolution_execute(d, threads, 0, src, kernel, NULL);
    const size_t signal = testing_random_below(random, s.batch);
    size_t place = signal * s.src_distance;
    find(&s, testing_random_below(random, there / s.batch), s.src_begin, s.src_end, from);
    for (int i = 0; i < s.rank; ++i) {
        place += from[i] * s.src[i];
    }
    put(precision, src, place * scalars, what);
    char *after = convolution_execute(d, threads, 0, src, kernel, NULL);
    for (size_t i = 0; i < s.wanted * s.batch; ++i) {
        size_t to[FFTC_MAX_RANK];
        size_t at = convolution_place(&s, i) * scalars;
        find(&s, i % s.wanted, s.dst_begin, s.dst_end, to);
        if (i / s.wanted == signal && takes(d, &s, to, from)) {
            ck_assert_msg(!isfinite(testing_get(precision, after, at)), "%s: sum %zu is finite",
                          convolution_describe(d), i);
        } else {
            ck_assert_msg(
                memcmp(before + at * s.scalar, after + at * s.scalar, scalars * s.scalar) == 0,
                "%s: sum %zu is not its own", convolution_describe(d), i);
        }
    }
    free(before);
    free(after);
    free(src);
    free(kernel);
}

START_TEST(infinity_reaches_its_own_sums_alone)
{
    testing_random random = testing_random_start("reach");
    for (size_t i = 0; i < 2 * DESCRIPTIONS; ++i) {
        fftc_convolution_description d = descriptions[i / 2];
        d.direct_sums = 1;
        check_reach(&d, 1 + (int)(i % 2), i % 2 == 0 ? (double)INFINITY : (double)NAN, &random);
    }
}
END_TEST

START_TEST(direct_sums_are_the_sums)
{
    testing_random random = testing_random_start("sums");
    for (size_t i = 0; i < DESCRIPTIONS; ++i) {
        fftc_convolution_description d = descriptions[i];
        d.direct_sums = 1;
        convolution_check(&d, 1, &random);
    }
}
END_TEST

/* However the plan goes. */
START_TEST(infinity_stays_in_its_signal)
{
    enum { MOST = 1024, SIGNALS = 5 };
    static const uint64_t lengths[][2] = {{7, 0},    {24, 0},   {45, 0}, {100, 0},
                                          {1009, 0}, {1024, 0}, {8, 8},  {30, 28}};
    static float x[2 * SIGNALS * MOST];
    testing_random random = testing_random_start("signals");
    testing_fill(FFTC_FLOAT32, x, SIGNALS * MOST, &random);
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; ++i) {
        fftc_convolution_description d = {
            .signal = {.kind = i % 2 == 0 ? FFTC_REAL : FFTC_COMPLEX, .batch = SIGNALS}};
        memcpy(d.signal.length, lengths[i / 2], sizeof lengths[0]);
        size_t row = lengths[i / 2][0] * (lengths[i / 2][1] != 0 ? lengths[i / 2][1] : 1);
        row *= i % 2 == 0 ? 1 : 2;
        float *before = convolution_execute(&d, 1, 0, x, x, NULL);
        float number = x[2 * row + 5];
        float kernel[2 * MOST];
        memcpy(kernel, x, sizeof kernel);
        x[2 * row + 5] = INFINITY;
        float *after = convolution_execute(&d, 1, 0, x, kernel, NULL);
        x[2 * row + 5] = number;
        ck_assert_mem_eq(after, before, 2 * row * sizeof *x);
        ck_assert(memcmp(after + 2 * row, before + 2 * row, row * sizeof *x) != 0);
        ck_assert_mem_eq(after + 3 * row, before + 3 * row, (SIGNALS - 3) * row * sizeof *x);
        free(before);
        free(after);
    }
}
END_TEST

/* The line of a plan by transforms is for another description; nothing is measured. */
START_TEST(direct_sums_are_saved_and_found)
{
    const fftc_convolution_description free_one = {.signal = {.length = {3000}}};
    fftc_convolution_description d = free_one;
    const fftc_plan_options measured = {.effort = FFTC_MEASURE};
    char text[2][512];
    size_t bytes;
    fftc_convolution *plan = convolution_make(&free_one, NULL);
    ck_assert_int_eq(fftc_convolution_save(plan, text[0], 512, &bytes, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    d.direct_sums = 7;
    plan = convolution_make(&d, &measured);
    ck_assert_int_eq(fftc_convolution_save(plan, text[1], 512, &bytes, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    ck_assert_int_ne(strrchr(text[0], ' ')[1], 'd');
    ck_assert_int_eq(strrchr(text[1], ' ')[1], 'd');
    fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text[1]};
    d.direct_sums = 1;
    fftc_convolution_destroy(convolution_make(&d, &options));
    options.saved = text[0];
    ck_assert_int_eq(fftc_convolution_create(&d, &options, &plan, NULL), FFTC_INVALID_ARGUMENT);
    strcpy(strrchr(text[1], ' '), " p3000.\n"); /* somebody changed it */
    options.saved = text[1];
    ck_assert_int_eq(fftc_convolution_create(&d, &options, &plan, NULL), FFTC_INVALID_ARGUMENT);
}
END_TEST

/* No tap of the kernel meets the signal in a sum that is wanted: the line has no periods. */
START_TEST(direct_sums_of_nothing_are_saved_and_found)
{
    const fftc_convolution_description d = {
        .signal = {.length = {8}, .src_range = {{6, 7}}, .dst_range = {{0, 6}}},
        .kernel_length = {1},
        .direct_sums = 1};
    char text[512];
    size_t bytes;
    fftc_convolution *plan = convolution_make(&d, NULL);
    ck_assert_int_eq(fftc_convolution_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    const fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    fftc_convolution_destroy(convolution_make(&d, &options));
}
END_TEST

START_TEST(direct_sums_without_room_refused)
{
    fftc_convolution_description d = {.signal = {.length = {8, 8}, .placement = FFTC_IN_PLACE},
                                      .direct_sums = 1};
    fftc_convolution *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_create(&d, NULL, &plan, &error), FFTC_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.message, "direct_sums in place"));
    d.signal.length[0] = 5000;
    d.signal.length[1] = 0;
    ck_assert_int_eq(fftc_convolution_create(&d, NULL, &plan, &error), FFTC_UNSUPPORTED);
    static float numbers[2 * 5000];
    const fftc_convolution_arrays arrays = {.dst = numbers, .kernel = numbers};
    ck_assert_int_eq(fftc_emulate_convolution(&d, NULL, &arrays, NULL, &error), FFTC_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.message, "devices convolve by transforms"));
}
END_TEST

TESTING_MAIN("convolution_direct", infinity_reaches_its_own_sums_alone, direct_sums_are_the_sums,
             infinity_stays_in_its_signal, direct_sums_are_saved_and_found,
             direct_sums_of_nothing_are_saved_and_found, direct_sums_without_room_refused)
