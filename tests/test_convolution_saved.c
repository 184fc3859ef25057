/* SPDX-License-Identifier: MIT
 *
 * Plans of convolutions that were measured, and plans as text: the sums are right whatever periods
 * were chosen, a loaded plan is the saved one, and no text does harm.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "convolution_testing.h"

static fftc_convolution_description describe(int i)
{
    static const struct {
        int rank;
        uint64_t signal[2];
        uint64_t kernel[2];
        fftc_kind kind;
        fftc_precision precision;
    } cases[] = {
        {1, {700, 0}, {90, 0}, FFTC_REAL, FFTC_FLOAT32},
        {1, {601, 0}, {33, 0}, FFTC_COMPLEX, FFTC_FLOAT64},
        {2, {37, 61}, {5, 7}, FFTC_REAL, FFTC_FLOAT32},
        {2, {30, 29}, {9, 4}, FFTC_COMPLEX, FFTC_FLOAT32},
        {2, {80, 90}, {3, 2}, FFTC_REAL, FFTC_FLOAT64},
    };
    fftc_convolution_description d;
    ck_assert_int_eq(fftc_convolution_describe_linear(cases[i].rank, cases[i].signal,
                                                      cases[i].kernel, FFTC_FULL, FFTC_CONVOLVE,
                                                      cases[i].kind, &d, NULL),
                     FFTC_SUCCESS);
    d.signal.precision = cases[i].precision;
    return d;
}

#define CASES 5

/* Data of a description, its result by a plan, and the spectrum that this used. */
typedef struct outcome {
    convolution_shape shape;
    char *src;
    char *kernel;
    char *dst;
    char *spectrum;
    size_t spectrum_bytes;
} outcome;

static outcome prepare_data(const fftc_convolution_description *d, testing_random *random)
{
    outcome o = {.shape = convolution_shape_of(d)};
    size_t complex_item = 2 * fftc_precision_bytes(d->signal.precision);
    o.src = calloc(o.shape.src_span, complex_item);
    o.kernel = calloc(o.shape.kernel_span, complex_item);
    o.dst = calloc(o.shape.dst_span, complex_item);
    ck_assert(o.src != NULL && o.kernel != NULL && o.dst != NULL);
    testing_fill(d->signal.precision, o.src, o.shape.src_span, random);
    testing_fill(d->signal.precision, o.kernel, o.shape.kernel_span, random);
    return o;
}

static void carry_out(const fftc_convolution *plan, outcome *o)
{
    o->spectrum_bytes = fftc_convolution_spectrum_bytes(plan);
    o->spectrum = calloc(1, o->spectrum_bytes);
    ck_assert_ptr_nonnull(o->spectrum);
    ck_assert_int_eq(fftc_convolution_prepare(plan, o->kernel, o->spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, o->src, o->spectrum, o->dst, NULL),
                     FFTC_SUCCESS);
}

static void release(outcome *o)
{
    free(o->src);
    free(o->kernel);
    free(o->dst);
    free(o->spectrum);
}

static void check_sums(const fftc_convolution_description *d, const fftc_convolution *plan,
                       const outcome *o, const char *what)
{
    long double *expected = convolution_expect(d, o->src, o->kernel);
    double error = convolution_error(d, o->dst, expected, o->src, o->kernel);
    ck_assert_msg(error <= fftc_convolution_error_bound(plan), "%s: %s: error %.3g, bound %.3g",
                  what, convolution_describe(d), error, fftc_convolution_error_bound(plan));
    free(expected);
}

static fftc_convolution *create(const fftc_convolution_description *d, const char *saved)
{
    fftc_plan_options options = {
        .effort = saved != NULL ? FFTC_SAVED : FFTC_MEASURE, .seconds = 0.1, .saved = saved};
    fftc_convolution *plan;
    fftc_error error;
    ck_assert_msg(fftc_convolution_create(d, &options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return plan;
}

static void save(const fftc_convolution *plan, char text[512])
{
    size_t bytes;
    ck_assert_int_eq(fftc_convolution_save(plan, text, 512, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(bytes, strlen(text) + 1);
}

START_TEST(plan_measured_saved_and_loaded_is_the_same)
{
    testing_random random = testing_random_start("measured");
    for (int i = 0; i < CASES; ++i) {
        char text[512];
        char again[512];
        fftc_convolution_description d = describe(i);
        outcome o = prepare_data(&d, &random);
        fftc_convolution *plan = create(&d, NULL);
        carry_out(plan, &o);
        check_sums(&d, plan, &o, "measured");
        save(plan, text);
        fftc_convolution_destroy(plan);

        outcome loaded = o;
        loaded.dst = calloc(o.shape.dst_span, 2 * fftc_precision_bytes(d.signal.precision));
        ck_assert_ptr_nonnull(loaded.dst);
        plan = create(&d, text);
        carry_out(plan, &loaded);
        save(plan, again);
        ck_assert_str_eq(text, again);
        ck_assert_uint_eq(loaded.spectrum_bytes, o.spectrum_bytes);
        ck_assert_mem_eq(loaded.spectrum, o.spectrum, o.spectrum_bytes);
        ck_assert_mem_eq(loaded.dst, o.dst, o.shape.dst_span * o.shape.item);
        ck_assert_int_eq(fftc_convolution_execute(plan, o.src, o.spectrum, o.dst, NULL),
                         FFTC_SUCCESS);
        fftc_convolution_destroy(plan);
        free(loaded.dst);
        free(loaded.spectrum);
        release(&o);
    }
}
END_TEST

/* Each period that a text may name gives the sums. */
START_TEST(period_any_that_is_taken_gives_the_sums)
{
    testing_random random = testing_random_start("periods");
    int taken = 0;
    for (int i = 0; i < 2; ++i) {
        char text[512];
        fftc_convolution_description d = describe(i);
        fftc_convolution *plan = create(&d, NULL);
        save(plan, text);
        fftc_convolution_destroy(plan);
        char *last = strrchr(text, ' ');
        for (int m = 300; m <= 1400; ++m) {
            fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
            (void)sprintf(last, " p%d.", m);
            fftc_status status = fftc_convolution_create(&d, &options, &plan, NULL);
            ck_assert(status == FFTC_SUCCESS || status == FFTC_INVALID_ARGUMENT);
            if (status == FFTC_SUCCESS) {
                outcome o = prepare_data(&d, &random);
                ++taken;
                carry_out(plan, &o);
                check_sums(&d, plan, &o, text);
                release(&o);
                fftc_convolution_destroy(plan);
            }
        }
    }
    ck_assert_int_gt(taken, 60);
}
END_TEST

static fftc_status load(const fftc_convolution_description *d, const char *text, fftc_error *error)
{
    fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    fftc_convolution *plan;
    fftc_status status = fftc_convolution_create(d, &options, &plan, error);
    ck_assert(status == FFTC_SUCCESS ? plan != NULL : plan == NULL);
    fftc_convolution_destroy(plan);
    return status;
}

/* Refused by FFTC_SAVED alone: otherwise the plan is the one without. */
static void check_passed_over(const fftc_convolution_description *d, const char *text,
                              fftc_status expected, const char *word)
{
    fftc_convolution *plan;
    fftc_error error;
    char lines[2][512];
    ck_assert_int_eq(load(d, text, &error), expected);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
    for (int i = 0; i < 2; ++i) {
        fftc_plan_options options = {.saved = i == 0 ? NULL : text};
        ck_assert_int_eq(fftc_convolution_create(d, &options, &plan, NULL), FFTC_SUCCESS);
        save(plan, lines[i]);
        fftc_convolution_destroy(plan);
    }
    ck_assert_str_eq(lines[0], lines[1]);
}

START_TEST(saved_of_another_is_passed_over)
{
    char text[512];
    fftc_convolution_description d = describe(2);
    fftc_convolution_description other = d;
    fftc_convolution *plan = create(&d, NULL);
    save(plan, text);
    fftc_convolution_destroy(plan);
    ck_assert_int_eq(load(&d, text, NULL), FFTC_SUCCESS);
    other.kernel_origin[0] = 1;
    check_passed_over(&other, text, FFTC_INVALID_ARGUMENT, "another");
    other = d;
    other.product = FFTC_CORRELATE;
    check_passed_over(&other, text, FFTC_INVALID_ARGUMENT, "another");
    text[strlen("fftcore ")] = '9';
    check_passed_over(&d, text, FFTC_UNSUPPORTED, "version");
    check_passed_over(&d, "", FFTC_INVALID_ARGUMENT, "saved is empty");

    fftc_transform t = {.length = {64}};
    fftc_plan *transform;
    size_t bytes;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &transform, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_save(transform, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(transform);
    check_passed_over(&d, text, FFTC_INVALID_ARGUMENT, "another");
}
END_TEST

/* A line that is readable and does not suit counts as none, as for transforms. */
START_TEST(saved_that_does_not_suit_is_passed_over)
{
    static const char *const unsuitable[] = {" p2000.", " o700.", " b1000.", " d7.", " p360."};
    fftc_convolution_description d = describe(1);
    char text[512];
    fftc_convolution *plan = create(&d, NULL);
    save(plan, text);
    fftc_convolution_destroy(plan);
    char *periods = strrchr(text, ' ');
    for (size_t i = 0; i < sizeof unsuitable / sizeof *unsuitable; ++i) {
        const fftc_plan_options measured = {.effort = FFTC_MEASURE, .seconds = 0.01, .saved = text};
        (void)sprintf(periods, "%s\n", unsuitable[i]);
        check_passed_over(&d, text, FFTC_INVALID_ARGUMENT, "does not fit");
        ck_assert_int_eq(fftc_convolution_create(&d, &measured, &plan, NULL), FFTC_SUCCESS);
        fftc_convolution_destroy(plan);
    }
}
END_TEST

/* What was saved for either is found for the other, and is what that would save. */
static void check_alike(const fftc_convolution_description *one,
                        const fftc_convolution_description *other)
{
    char text[2][512];
    const fftc_plan_options saved = {.effort = FFTC_SAVED, .saved = text[0]};
    fftc_convolution *plan = convolution_make(one, NULL);
    save(plan, text[0]);
    fftc_convolution_destroy(plan);
    plan = convolution_make(other, &saved);
    save(plan, text[1]);
    fftc_convolution_destroy(plan);
    ck_assert_str_eq(text[0], text[1]);
}

START_TEST(saved_of_the_same_described_otherwise_is_taken)
{
    static const fftc_convolution_description pairs[][2] = {
        {{.signal = {.length = {12, 20}}},
         {.signal = {.length = {12, 20},
                     .batch = 1,
                     .src_stride = {20, 1},
                     .dst_stride = {20, 1},
                     .src_distance = 5,
                     .dst_distance = 1000,
                     .src_range = {{0, 12}, {0, 20}}},
          .kernel_length = {12, 20},
          .kernel_stride = {20, 1}}},
        {{.signal = {.length = {90, 1}, .kind = FFTC_REAL, .batch = 3}, .kernel_length = {5, 1}},
         {.signal = {.length = {90, 1},
                     .kind = FFTC_REAL,
                     .batch = 3,
                     .format = FFTC_SPLIT,
                     .src_stride = {1, 77},
                     .src_distance = 90,
                     .dst_distance = 90},
          .kernel_length = {5, 1},
          .kernel_stride = {1, 4}}},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        check_alike(&pairs[i][0], &pairs[i][1]);
        check_alike(&pairs[i][1], &pairs[i][0]);
    }
    /* Of a convolution it is the sums' scaling, not that of a transform. */
    fftc_convolution_description d = pairs[0][0];
    char text[512];
    fftc_convolution *plan = convolution_make(&d, NULL);
    save(plan, text);
    fftc_convolution_destroy(plan);
    d.signal.scaling = FFTC_SCALE_NONE;
    ck_assert_int_eq(load(&d, text, NULL), FFTC_INVALID_ARGUMENT);
}
END_TEST

START_TEST(saved_with_comments_and_other_line_ends_is_taken)
{
    fftc_convolution_description d = describe(0);
    char line[512];
    char text[600];
    fftc_convolution *plan = create(&d, NULL);
    save(plan, line);
    fftc_convolution_destroy(plan);
    line[strlen(line) - 1] = '\0';
    (void)snprintf(text, sizeof text, "# measured\r\n\r\n%s\r\n", line);
    ck_assert_int_eq(load(&d, text, NULL), FFTC_SUCCESS);
}
END_TEST

/* Sums without transforms: along all axes, with the taps that there are, where they suit at all. */
START_TEST(saved_without_transforms_fits_its_kernel)
{
    static const char *const wrong[] = {" d3. d3.",  " d2. d2.", " d3. p96.",
                                        " p84. d2.", " d3.",     " d3. d2. d2."};
    fftc_convolution_description d = describe(4);
    char text[512];
    fftc_convolution *plan = create(&d, NULL);
    save(plan, text);
    fftc_convolution_destroy(plan);
    *strrchr(text, ' ') = '\0'; /* two axes */
    char *periods = strrchr(text, ' ');
    strcpy(periods, " d3. d2.");
    ck_assert_int_eq(load(&d, text, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        strcpy(periods, wrong[i]);
        ck_assert_int_eq(load(&d, text, NULL), FFTC_INVALID_ARGUMENT);
    }
    d.signal.placement = FFTC_IN_PLACE;
    ck_assert_int_eq(load(&d, text, NULL), FFTC_INVALID_ARGUMENT);
}
END_TEST

START_TEST(saved_damaged_does_no_harm)
{
    testing_random random = testing_random_start("damage");
    char text[2][512];
    fftc_convolution_description d[2] = {describe(3), describe(4)};
    for (int i = 0; i < 2; ++i) {
        fftc_convolution *plan = create(&d[i], NULL);
        save(plan, text[i]);
        fftc_convolution_destroy(plan);
    }
    for (unsigned round = 0; round < 6000; ++round) {
        char damaged[512];
        const char *whole = text[round / 3000];
        size_t length = strlen(whole);
        memcpy(damaged, whole, length + 1);
        for (uint64_t i = testing_random_below(&random, 3); i < 3; ++i) {
            /* Mostly behind the name, where it matters. */
            size_t at = length - 1 - testing_random_below(&random, round % 2 != 0 ? length : 12);
            static const char letters[] = "opbd 0123456789.-\0";
            damaged[at] = letters[testing_random_below(&random, sizeof letters)];
        }
        (void)load(&d[round / 3000], damaged, NULL);
    }
}
END_TEST

START_TEST(saved_cut_short_is_refused)
{
    for (unsigned kind = 0; kind < CASES; ++kind) {
        fftc_convolution_description d = describe(kind);
        fftc_convolution *plan = create(&d, NULL);
        char text[512];
        save(plan, text);
        fftc_convolution_destroy(plan);
        for (size_t length = strlen(text) - 1; length-- > 0;) { /* without the line's end */
            fftc_error error;
            text[length] = '\0';
            ck_assert_int_ne(load(&d, text, &error), FFTC_SUCCESS);
            ck_assert_int_ne(error.message[0], '\0');
        }
    }
}
END_TEST

START_TEST(saved_where_all_sums_are_zero_is_taken)
{
    fftc_convolution_description d = {
        .signal = {.length = {32}, .src_range = {{0, 4}}, .dst_range = {{16, 20}}},
        .kernel_length = {4}};
    fftc_convolution *plan = create(&d, NULL);
    char text[512];
    save(plan, text);
    fftc_convolution_destroy(plan);
    ck_assert_int_eq(load(&d, text, NULL), FFTC_SUCCESS);
}
END_TEST

START_TEST(save_without_room_says_how_much)
{
    fftc_convolution_description d = describe(0);
    fftc_convolution *plan = create(&d, NULL);
    char text[512] = "untouched";
    size_t bytes;
    ck_assert_int_eq(fftc_convolution_save(plan, NULL, 0, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_save(plan, text, bytes - 1, &bytes, NULL), FFTC_TOO_LARGE);
    ck_assert_str_eq(text, "untouched");
    ck_assert_int_eq(fftc_convolution_save(NULL, text, 512, &bytes, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_save(plan, text, 512, NULL, NULL), FFTC_INVALID_ARGUMENT);
    fftc_convolution_destroy(plan);
}
END_TEST

START_TEST(budget_of_measuring_is_kept)
{
    const uint64_t signal[] = {900000};
    const uint64_t kernel[] = {9000};
    fftc_convolution_description d;
    fftc_convolution *plan;
    fftc_plan_options options = {.effort = FFTC_MEASURE, .seconds = 0.2};
    struct timespec a;
    struct timespec b;
    ck_assert_int_eq(fftc_convolution_describe_linear(1, signal, kernel, FFTC_SAME, FFTC_CONVOLVE,
                                                      FFTC_REAL, &d, NULL),
                     FFTC_SUCCESS);
    (void)timespec_get(&a, TIME_UTC);
    ck_assert_int_eq(fftc_convolution_create(&d, &options, &plan, NULL), FFTC_SUCCESS);
    (void)timespec_get(&b, TIME_UTC);
    fftc_convolution_destroy(plan);
    double took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    /* A busy machine, or a sanitizer, may take many times as long for the last comparison. */
    ck_assert_double_lt(took, 8.0);
}
END_TEST

START_TEST(reproducible_saved_is_for_any_instruction_set)
{
    fftc_convolution_description d = describe(0);
    fftc_plan_options options = {.reproducible = 1, .effort = FFTC_MEASURE};
    fftc_convolution *plan;
    char text[512];
    ck_assert_int_eq(fftc_convolution_create(&d, &options, &plan, NULL), FFTC_SUCCESS);
    save(plan, text);
    fftc_convolution_destroy(plan);
    ck_assert_ptr_nonnull(strstr(text, " any convolution "));
    options.saved = text;
    options.effort = FFTC_SAVED;
    ck_assert_int_eq(fftc_convolution_create(&d, &options, &plan, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    ck_assert_int_eq(load(&d, text, NULL), FFTC_UNSUPPORTED);
}
END_TEST

TESTING_MAIN("convolution_saved", saved_without_transforms_fits_its_kernel,
             plan_measured_saved_and_loaded_is_the_same, period_any_that_is_taken_gives_the_sums,
             saved_of_another_is_passed_over, saved_that_does_not_suit_is_passed_over,
             saved_of_the_same_described_otherwise_is_taken,
             saved_with_comments_and_other_line_ends_is_taken, saved_damaged_does_no_harm,
             saved_cut_short_is_refused, saved_where_all_sums_are_zero_is_taken,
             save_without_room_says_how_much, budget_of_measuring_is_kept,
             reproducible_saved_is_for_any_instruction_set)
