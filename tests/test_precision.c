/* SPDX-License-Identifier: MIT
 *
 * kernel/precision.h: one unit, every kernel header, every precision.
 */
#include <math.h>
#include <stdlib.h>

#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "fftcore/emulate.h"
#include "testing.h"

#define PI 3.14159265358979323846264338327950288L
#define COUNT 33

#define FFTC_ELEMENTS_LOG2 1u
#define FFTC_WORKGROUP_LOG2 2u
#define FFTC_SUBGROUP_LOG2 0u
#define FFTC_PRELOADED

#include "precision_tmpl.h"

#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"

#include "precision_tmpl.h"

#ifdef __FLT16_MANT_DIG__
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 16
#define FFTC_SUFFIX _f16
#include "fftcore/kernel/precision.h"

#include "precision_tmpl.h"
#endif

/* Some roundings off, but no better than the precision: the headers really were read with it. */
static void check_error(double error, fftc_precision precision)
{
    double unit = testing_unit(precision);
    ck_assert_msg(error <= 2 * COUNT * unit, "error %g", error);
    ck_assert_msg(error >= unit / 64, "error %g: computed in a better precision", error);
}

START_TEST(types_of_each_have_its_size)
{
    ck_assert_uint_eq(sizeof(fftc_real_f32), 4);
    ck_assert_uint_eq(sizeof(fftc_complex_f32), 8);
    ck_assert_uint_eq(sizeof(fftc_real_f64), 8);
    ck_assert_uint_eq(sizeof(fftc_complex_f64), 16);
    ck_assert_uint_eq(words_per_complex_f32(), 2);
    ck_assert_uint_eq(words_per_complex_f64(), 4);
#ifdef __FLT16_MANT_DIG__
    ck_assert_uint_eq(sizeof(fftc_complex_f16), 4);
    ck_assert_uint_eq(words_per_complex_f16(), 1);
#endif
}
END_TEST

START_TEST(arithmetic_of_each_rounds_like_it)
{
    check_error(product_error_f32(), FFTC_FLOAT32);
    check_error(product_error_f64(), FFTC_FLOAT64);
    check_error(codelet_error_f32(), FFTC_FLOAT32);
    check_error(codelet_error_f64(), FFTC_FLOAT64);
#ifdef __FLT16_MANT_DIG__
    check_error(product_error_f16(), FFTC_FLOAT16);
    check_error(codelet_error_f16(), FFTC_FLOAT16);
#endif
}
END_TEST

/* A name of one's own, and the last precision under the plain names. */
START_TEST(rename_last_suffix_current)
{
    int FFTC_RENAME(mine) = 7;
#ifdef __FLT16_MANT_DIG__
    ck_assert_int_eq(mine_f16, 7);
    ck_assert_uint_eq(sizeof(fftc_real), 2);
#else
    ck_assert_int_eq(mine_f64, 7);
    ck_assert_uint_eq(sizeof(fftc_real), 8);
#endif
}
END_TEST

TESTING_MAIN("precision", types_of_each_have_its_size, arithmetic_of_each_rounds_like_it,
             rename_last_suffix_current)
