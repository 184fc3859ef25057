/* SPDX-License-Identifier: MIT
 *
 * The table of docs/fftw.md: FFTW's calls, and the descriptions that stand beside them
 * there, give the same numbers in the same places.
 */
#include <fftw3.h>
#include <string.h>

#include "fftcore/fftcore.h"
#include "testing.h"

enum { MOST = 2048 }; /* numbers of an array */

/* FFTW's arrays, and ours with the same contents: what neither writes stays the same, too. */
static double fftw_src[MOST];
static double fftw_dst[MOST];
static double src[MOST];
static double dst[MOST];

static fftw_complex *const from = (fftw_complex *)fftw_src;
static fftw_complex *const to = (fftw_complex *)fftw_dst;

/* An fftw_plan on these arrays was made with FFTW_ESTIMATE, which leaves them alone. The halves of
 * each array are the parts of split numbers. */
static void check(const char *call, fftw_plan theirs, fftc_transform transform)
{
    testing_random random = testing_random_start(call);
    fftc_plan *ours;
    fftc_error error;
    double *source = transform.placement == FFTC_IN_PLACE ? dst : src;
    transform.precision = FFTC_FLOAT64;
    for (int i = 0; i < MOST; ++i) {
        src[i] = fftw_src[i] = testing_random_real(&random);
        dst[i] = fftw_dst[i] = testing_random_real(&random);
    }
    ck_assert_msg(theirs != NULL, "%s", call);
    ck_assert_msg(fftc_plan_create(&transform, NULL, &ours, &error) == FFTC_SUCCESS, "%s: %s", call,
                  error.message);
    fftw_execute(theirs);
    if (transform.format == FFTC_SPLIT) {
        fftc_plan_execute_split(ours, source, source + MOST / 2, dst, dst + MOST / 2, &error);
    } else {
        fftc_plan_execute(ours, source, dst, &error);
    }
    ck_assert_msg(error.status == FFTC_SUCCESS, "%s: %s", call, error.message);
    for (int i = 0; i < MOST; ++i) {
        double difference = dst[i] - fftw_dst[i];
        ck_assert_msg(difference * difference <= 1e-20, "%s: [%d] is %g, not %g", call, i, dst[i],
                      fftw_dst[i]);
    }
    fftw_destroy_plan(theirs);
    fftc_plan_destroy(ours);
}

#define CHECK(call, ...) check(#call, (call), (fftc_transform){__VA_ARGS__})

START_TEST(complex_calls_and_descriptions_agree)
{
    CHECK(fftw_plan_dft_1d(60, from, to, FFTW_FORWARD, FFTW_ESTIMATE), .length = {60});
    CHECK(fftw_plan_dft_1d(60, from, to, FFTW_BACKWARD, FFTW_ESTIMATE), .length = {60},
          .direction = FFTC_INVERSE, .scaling = FFTC_SCALE_NONE);
    CHECK(fftw_plan_dft_2d(12, 20, from, to, FFTW_FORWARD, FFTW_ESTIMATE), .length = {12, 20});
    CHECK(fftw_plan_dft_3d(6, 7, 8, to, to, FFTW_FORWARD, FFTW_ESTIMATE), .length = {6, 7, 8},
          .placement = FFTC_IN_PLACE);
}
END_TEST

START_TEST(real_calls_and_descriptions_agree)
{
    CHECK(fftw_plan_dft_r2c_1d(60, fftw_src, to, FFTW_ESTIMATE), .length = {60}, .kind = FFTC_REAL);
    CHECK(fftw_plan_dft_r2c_2d(12, 25, fftw_src, to, FFTW_ESTIMATE), .length = {12, 25},
          .kind = FFTC_REAL);
    CHECK(fftw_plan_dft_r2c_2d(12, 20, fftw_dst, to, FFTW_ESTIMATE), .length = {12, 20},
          .kind = FFTC_REAL, .placement = FFTC_IN_PLACE);
}
END_TEST

/* Of the numbers that a real signal's spectrum has no room for, FFTW takes other ones. */
START_TEST(spectrum_of_real_numbers_and_back_agree)
{
    enum { ROWS = 12, ROW = 20, HALF = ROW / 2 + 1 };
    fftc_transform transform = {.length = {ROWS, ROW},
                                .kind = FFTC_REAL,
                                .direction = FFTC_INVERSE,
                                .scaling = FFTC_SCALE_NONE,
                                .precision = FFTC_FLOAT64};
    fftw_plan there = fftw_plan_dft_r2c_2d(ROWS, ROW, fftw_dst, from, FFTW_ESTIMATE);
    fftw_plan back = fftw_plan_dft_c2r_2d(ROWS, ROW, from, fftw_dst, FFTW_ESTIMATE);
    testing_random random = testing_random_start("back");
    fftc_plan *ours;
    ck_assert_int_eq(fftc_plan_create(&transform, NULL, &ours, NULL), FFTC_SUCCESS);
    for (int i = 0; i < ROWS * ROW; ++i) {
        fftw_dst[i] = testing_random_real(&random);
    }
    fftw_execute(there);
    memcpy(src, fftw_src, sizeof src);
    fftw_execute(back);
    ck_assert_int_eq(fftc_plan_execute(ours, src, dst, NULL), FFTC_SUCCESS);
    for (int i = 0; i < ROWS * ROW; ++i) {
        ck_assert_double_eq_tol(dst[i], fftw_dst[i], 1e-9);
    }
    fftw_destroy_plan(there);
    fftw_destroy_plan(back);
    fftc_plan_destroy(ours);
}
END_TEST

START_TEST(trigonometric_calls_and_descriptions_agree)
{
    static const struct {
        fftw_r2r_kind theirs;
        fftc_trigonometric ours;
    } kinds[] = {{FFTW_REDFT00, FFTC_DCT_I},   {FFTW_REDFT10, FFTC_DCT_II},
                 {FFTW_REDFT01, FFTC_DCT_III}, {FFTW_REDFT11, FFTC_DCT_IV},
                 {FFTW_RODFT00, FFTC_DST_I},   {FFTW_RODFT10, FFTC_DST_II},
                 {FFTW_RODFT01, FFTC_DST_III}, {FFTW_RODFT11, FFTC_DST_IV}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        CHECK(fftw_plan_r2r_1d(24, fftw_src, fftw_dst, kinds[i].theirs, FFTW_ESTIMATE),
              .length = {24}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {kinds[i].ours});
        CHECK(fftw_plan_r2r_2d(9, 10, fftw_src, fftw_dst, kinds[i].theirs, FFTW_RODFT10,
                               FFTW_ESTIMATE),
              .length = {9, 10}, .kind = FFTC_REAL_TO_REAL,
              .trigonometric = {kinds[i].ours, FFTC_DST_II});
    }
}
END_TEST

START_TEST(strided_calls_and_descriptions_agree)
{
    CHECK(fftw_plan_many_dft(1, (int[]){20}, 8, from, NULL, 1, 20, to, NULL, 1, 20, FFTW_FORWARD,
                             FFTW_ESTIMATE),
          .length = {20}, .batch = 8);
    /* Four channels side by side. */
    CHECK(fftw_plan_many_dft(1, (int[]){50}, 4, from, NULL, 4, 1, to, NULL, 1, 50, FFTW_FORWARD,
                             FFTW_ESTIMATE),
          .length = {50}, .batch = 4, .src_stride = {4}, .src_distance = 1);
    /* inembed {9, 10}, istride 2; onembed {8, 12}, ostride 1. */
    CHECK(fftw_plan_many_dft(2, (int[]){8, 9}, 3, from, (int[]){9, 10}, 2, 200, to, (int[]){8, 12},
                             1, 96, FFTW_FORWARD, FFTW_ESTIMATE),
          .length = {8, 9}, .batch = 3, .src_stride = {10 * 2, 2}, .src_distance = 200,
          .dst_stride = {12 * 1, 1}, .dst_distance = 96);
    CHECK(fftw_plan_many_dft_r2c(2, (int[]){8, 9}, 3, fftw_src, NULL, 1, 72, to, NULL, 1, 40,
                                 FFTW_ESTIMATE),
          .length = {8, 9}, .batch = 3, .kind = FFTC_REAL);
    fftw_iodim axes[] = {{10, 30, 1}, {12, 2, 10}};
    fftw_iodim many = {3, 300, 120};
    CHECK(fftw_plan_guru_dft(2, axes, 1, &many, from, to, FFTW_FORWARD, FFTW_ESTIMATE),
          .length = {10, 12}, .src_stride = {30, 2}, .dst_stride = {1, 10}, .batch = 3,
          .src_distance = 300, .dst_distance = 120);
    fftw_iodim row = {100, 1, 1};
    CHECK(fftw_plan_guru_split_dft(1, &row, 0, NULL, fftw_src, fftw_src + MOST / 2, fftw_dst,
                                   fftw_dst + MOST / 2, FFTW_ESTIMATE),
          .length = {100}, .format = FFTC_SPLIT);
}
END_TEST

TESTING_MAIN("transform_fftw_calls", complex_calls_and_descriptions_agree,
             real_calls_and_descriptions_agree, spectrum_of_real_numbers_and_back_agree,
             trigonometric_calls_and_descriptions_agree, strided_calls_and_descriptions_agree)
