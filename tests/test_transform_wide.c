/* SPDX-License-Identifier: MIT
 *
 * Chosen descriptions of what fftc_layout_read has no words for (describe/wide.h): what is refused,
 * their one form, saved lines, and results that FFTW has no counterpart for.
 */
#include <math.h>
#include <string.h>

#include "fftcore/fftcore.h"
#include "testing.h"
#include "transform_testing.h"

/* Rows of 2 and columns of 2 that interleave: places 0, 3, 2 and 5. */
START_TEST(strides_that_do_not_nest_are_taken_if_no_elements_meet)
{
    float src[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float dst[12] = {0};
    fftc_plan *plan;
    fftc_error error;
    fftc_transform t = {.length = {2, 2}, .dst_stride = {3, 2}};
    ck_assert_msg(fftc_plan_create(&t, NULL, &plan, &error) == FFTC_SUCCESS, "%s", error.message);
    fftc_plan_execute(plan, src, dst, NULL);
    ck_assert(dst[0] == 16.0f && dst[4] == -4.0f && dst[6] == -8.0f && dst[10] == 0.0f);
    fftc_plan_destroy(plan);
    t.length[1] = 4; /* 0, 2, 4, 6 and 3, 5, 7, 9 */
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    t.length[0] = 3; /* 6 twice */
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "overlap"));
}
END_TEST

static void check_refused(fftc_transform t, fftc_status status, const char *word)
{
    fftc_plan *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

START_TEST(wide_descriptions_that_make_no_sense_are_refused)
{
    check_refused((fftc_transform){.loops = {{4, 1, 0}}}, FFTC_INVALID_ARGUMENT,
                  "loops[0].dst_stride");
    check_refused((fftc_transform){.length = {4}, .loops = {{2, 4, 4}, {0}, {2, 8, 8}}},
                  FFTC_INVALID_ARGUMENT, "loops[2]");
    check_refused((fftc_transform){.length = {4}, .loops = {{UINT64_MAX, 4, 4}}}, FFTC_TOO_LARGE,
                  "loops[0].length");
    check_refused((fftc_transform){.length = {4}, .loops = {{3, INT64_MIN, 4}}}, FFTC_TOO_LARGE,
                  "stride");
    check_refused((fftc_transform){.length = {4}, .loops = {{2, 4, 3}}}, FFTC_INVALID_ARGUMENT,
                  "overlap");
    check_refused((fftc_transform){.loops = {{4, 1, 1}}, .kind = FFTC_REAL}, FFTC_INVALID_ARGUMENT,
                  "kind");
    check_refused((fftc_transform){.loops = {{4, 1, 1}}, .src_stride = {3}}, FFTC_INVALID_ARGUMENT,
                  "src_stride[0]");
    check_refused((fftc_transform){.length = {8}, .conjugate = 1}, FFTC_INVALID_ARGUMENT,
                  "conjugate");
    check_refused((fftc_transform){.length = {8}, .kind = FFTC_REAL_SOURCE, .src_range = {{0, 4}}},
                  FFTC_UNSUPPORTED, "ranges");
    check_refused((fftc_transform){.length = {8},
                                   .src_stride = {(uint64_t)-1},
                                   .dst_stride = {(uint64_t)1 << 60}},
                  FFTC_TOO_LARGE, "stride");
}
END_TEST

/* However the loops are said, the form and so the plan are the same. */
START_TEST(loops_axes_and_batches_have_one_form)
{
    fftc_transform normal[3];
    const fftc_transform same[3] = {
        {.length = {40}, .batch = 42},
        {.length = {40}, .loops = {{7, 40, 40}, {1, 3, 3}, {6, 280, 280}}},
        {.length = {40}, .loops = {{6, 280, 280}}, .batch = 7},
    };
    for (int i = 0; i < 3; ++i) {
        ck_assert_int_eq(fftc_transform_normalise(&same[i], &normal[i], NULL), FFTC_SUCCESS);
    }
    ck_assert_mem_eq(&normal[1], &normal[2], sizeof *normal);
    const fftc_transform wide[2] = {
        {.length = {4},
         .loops = {{3, -4, 4}, {2, 20, 40}},
         .batch = 5,
         .dst_distance = 100,
         .src_distance = 100},
        {.length = {4}, .loops = {{2, 20, 40}, {3, -4, 4}, {5, 100, 100}}}};
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(fftc_transform_normalise(&wide[i], &normal[i], NULL), FFTC_SUCCESS);
    }
    ck_assert_mem_eq(&normal[0], &normal[1], sizeof *normal);
    ck_assert_uint_eq(fftc_transform_hash(&normal[0]), fftc_transform_hash(&normal[1]));
    ck_assert_int_eq(fftc_transform_normalise(&normal[0], &normal[1], NULL), FFTC_SUCCESS);
    ck_assert_mem_eq(&normal[0], &normal[1], sizeof *normal);
}
END_TEST

START_TEST(wide_plans_are_saved_and_made_again)
{
    char text[512];
    size_t bytes;
    fftc_plan *plan;
    fftc_error error;
    const fftc_transform t = {.length = {12}, .src_stride = {(uint64_t)-3}, .dst_stride = {2}};
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    const fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    ck_assert_msg(fftc_plan_create(&t, &options, &plan, &error) == FFTC_SUCCESS, "%s: %s", text,
                  error.message);
    fftc_plan_destroy(plan);
    const fftc_plan_options measure = {.effort = FFTC_MEASURE, .seconds = 0.01};
    ck_assert_int_eq(fftc_plan_create(&t, &measure, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

/* A transposition in place, times a factor. */
START_TEST(halves_are_copied_transposed_and_scaled)
{
    uint16_t data[6] = {0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}; /* 1 to 6 */
    const uint16_t expected[6] = {0x4000, 0x4800, 0x4400, 0x4900, 0x4600, 0x4a00};
    const fftc_transform t = {.precision = FFTC_FLOAT16,
                              .placement = FFTC_IN_PLACE,
                              .kind = FFTC_REAL_TO_REAL,
                              .loops = {{2, 3, 1}, {3, 1, 2}},
                              .factor = 2.0};
    fftc_plan *plan;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, data, data, NULL), FFTC_SUCCESS);
    ck_assert_mem_eq(data, expected, sizeof data);
    fftc_plan_destroy(plan);
}
END_TEST

/* Unitary cosine and sine transforms multiply first and last terms, too; FFTW has none. */
START_TEST(unitary_transforms_in_place_with_other_strides)
{
    fftc_transform t = {
        .length = {5, 4, 3},
        .kind = FFTC_REAL_TO_REAL,
        .trigonometric = {FFTC_DCT_III, FFTC_DST_II, FFTC_DCT_I},
        .precision = FFTC_FLOAT64,
        .scaling = FFTC_SCALE_UNITARY,
    };
    double src[60], dst[60], moved[180];
    for (unsigned i = 0; i < 60; ++i) {
        src[i] = moved[i] = sin(1.7 * i);
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    t.placement = FFTC_IN_PLACE;
    t.dst_stride[0] = 2, t.dst_stride[1] = 11, t.dst_stride[2] = 50;
    plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, moved, moved, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    for (unsigned i = 0; i < 60; ++i) {
        double there = moved[i / 12 * 2 + i / 3 % 4 * 11 + i % 3 * 50];
        ck_assert_msg(fabs(dst[i] - there) < 1e-14, "%u: %g and %g", i, dst[i], there);
    }
}
END_TEST

/* In place, intermediate results are within either range of each axis: places 0 to 31, though
 * sources are within 0 to 7 and results within 24 to 28. (Seen with the first loops: an array of so
 * many bytes was written beyond its end.) */
START_TEST(bytes_in_place_hold_both_ranges_however_loops_are_said)
{
    const fftc_transform loops = {.length = {8, 4},
                                  .placement = FFTC_IN_PLACE,
                                  .src_range = {{0, 2}, {3, 4}},
                                  .dst_range = {{6, 8}, {0, 1}},
                                  .loops = {{2, 32, 32}}};
    fftc_transform batch = loops;
    size_t bytes[2];
    batch.batch = 2;
    batch.loops[0] = (fftc_loop){0};
    ck_assert_int_eq(fftc_transform_bytes(&loops, &bytes[0], NULL, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_transform_bytes(&batch, &bytes[1], NULL, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(bytes[0], 64 * 2 * sizeof(float));
    ck_assert_uint_eq(bytes[1], bytes[0]);
}
END_TEST

/* So much of each axis, from somewhere on. */
static fftc_range draw_range(uint64_t length, testing_random *random)
{
    const uint64_t begin = testing_random_below(random, length);
    return (fftc_range){begin, begin + 1 + testing_random_below(random, length - begin)};
}

/* Executes with all arrays of so many doubles; the plan reads `from`, and its results are in `to`,
 * which in place gets the source. */
static void execute_ranges(fftc_transform t, bool in_place, double from[2][512], double to[2][512])
{
    const bool split = t.format == FFTC_SPLIT;
    const bool forward = t.direction == FFTC_FORWARD;
    t.placement = in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    for (int i = 0; i < 2; ++i) {
        memcpy(to[i], from[i], in_place ? sizeof to[i] : 0);
    }
    fftc_plan *plan = transform_plan(&t, 1);
    const fftc_arrays given = {.src = in_place ? to[0] : from[0],
                               .src_im = forward || !split ? NULL
                                         : in_place        ? to[1]
                                                           : from[1],
                               .dst = to[0],
                               .dst_im = forward && split ? to[1] : NULL};
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, &given, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

/* Compares the scalars within the ranges of dst with those out of place. */
START_TEST(real_ranges_in_place_give_what_they_give_out_of_place)
{
    static double from[2][512], there[2][512], in_place[2][512];
    testing_random random = testing_random_start("real ranges in place");
    for (int round = 0; round < 400; ++round) {
        const uint64_t rows = 1 + testing_random_below(&random, 7);
        const uint64_t n = 1 + testing_random_below(&random, 20);
        const bool forward = testing_random_below(&random, 2) == 0;
        const bool split = testing_random_below(&random, 2) == 0;
        const uint64_t room = 2 * (n / 2 + 1); /* of a row, in scalars */
        const uint64_t half = split ? room : room / 2;
        fftc_transform t = {.length = {rows, n},
                            .kind = FFTC_REAL,
                            .precision = FFTC_FLOAT64,
                            .direction = forward ? FFTC_FORWARD : FFTC_INVERSE,
                            .format = split ? FFTC_SPLIT : FFTC_INTERLEAVED,
                            .src_stride = {forward ? room : half, 1},
                            .dst_stride = {forward ? half : room, 1},
                            .src_range = {draw_range(rows, &random)},
                            .dst_range = {draw_range(rows, &random)}};
        t.src_range[1] = draw_range(forward ? n : n / 2 + 1, &random);
        t.dst_range[1] = draw_range(forward ? n / 2 + 1 : n, &random);
        for (int i = 0; i < 1024; ++i) {
            from[i / 512][i % 512] = testing_random_real(&random);
        }
        execute_ranges(t, false, from, there);
        execute_ranges(t, true, from, in_place);
        const uint64_t scalars = forward && !split ? 2 : 1;
        for (uint64_t y = t.dst_range[0].begin; y < t.dst_range[0].end; ++y) {
            for (uint64_t x = scalars * t.dst_range[1].begin; x < scalars * t.dst_range[1].end;
                 ++x) {
                for (int im = 0; im <= (int)(forward && split); ++im) {
                    const double a = there[im][y * room + x];
                    const double b = in_place[im][y * room + x];
                    ck_assert_msg(fabs(a - b) <= 1e-13, "round %d: %g and %g", round, a, b);
                }
            }
        }
    }
}
END_TEST

/* A scale of 0 was taken for none. */
START_TEST(least_factor_of_an_inverse_transform_leaves_nothing)
{
    const fftc_transform t = {.length = {8},
                              .precision = FFTC_FLOAT64,
                              .direction = FFTC_INVERSE,
                              .factor = 5e-324,
                              .src_stride = {(uint64_t)-1},
                              .dst_stride = {1}};
    double src[16];
    double dst[16];
    for (int i = 0; i < 16; ++i) {
        src[i] = 1.0 + i;
        dst[i] = 1.0;
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src + 14, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    for (int i = 0; i < 16; ++i) {
        ck_assert(fabs(dst[i]) < 1e-300);
    }
}
END_TEST

TESTING_MAIN("transform_wide", unitary_transforms_in_place_with_other_strides,
             strides_that_do_not_nest_are_taken_if_no_elements_meet,
             wide_descriptions_that_make_no_sense_are_refused, loops_axes_and_batches_have_one_form,
             wide_plans_are_saved_and_made_again, halves_are_copied_transposed_and_scaled,
             bytes_in_place_hold_both_ranges_however_loops_are_said,
             least_factor_of_an_inverse_transform_leaves_nothing,
             real_ranges_in_place_give_what_they_give_out_of_place)
