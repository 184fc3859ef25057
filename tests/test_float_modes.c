/* SPDX-License-Identifier: MIT
 *
 * Whatever floating-point mode the caller's thread is in, plans and tables are those of round to
 * nearest, and the mode stays.
 */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "fftcore/convolution.h"
#include "fftcore/emulate_plan.h"
#include "fftcore/reference.h"
#include "testing.h"

/* Directed roundings, and numbers below the normal ones taken for 0. */
enum { UP, DOWN, TO_ZERO, NO_SUBNORMALS, MODES };

static bool enter(int mode)
{
    static const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    if (mode != NO_SUBNORMALS) {
        return fesetround(roundings[mode]) == 0;
    }
#if defined(__SSE__)
    _mm_setcsr(_mm_getcsr() | 0x8040u);
    return true;
#else
    return false;
#endif
}

/* Whether the thread is in it still, and no exception has been noted. */
static bool is_in(int mode)
{
    static const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    bool kept = fegetround() == roundings[mode] && fetestexcept(FE_ALL_EXCEPT) == 0;
#if defined(__SSE__)
    kept = kept && (mode == NO_SUBNORMALS) == ((_mm_getcsr() & 0x8040u) == 0x8040u);
#endif
    return kept;
}

/* What is made in a mode is compared in the default one. */
typedef void *maker(const void *what);

static void check_made(maker *make, const void *what, size_t bytes, const char *name)
{
    ck_assert_int_eq(fesetenv(FE_DFL_ENV), 0);
    char *expected = make(what);
    for (int mode = 0; mode < MODES; ++mode) {
        if (!enter(mode)) {
            continue;
        }
        ck_assert_int_eq(feclearexcept(FE_ALL_EXCEPT), 0);
        char *made = make(what);
        bool same = memcmp(made, expected, bytes) == 0;
        ck_assert_int_eq(fesetenv(FE_DFL_ENV), 0);
        ck_assert_msg(same, "%s: other bits in mode %d", name, mode);
        free(made);
    }
    free(expected);
}

/* Executes in the default mode what it has made in the caller's. */
static void *spectrum_of(const void *what)
{
    const fftc_transform *t = what;
    fenv_t callers;
    size_t src;
    size_t dst;
    fftc_plan *plan;
    ck_assert_int_eq(fftc_transform_bytes(t, &src, &dst, NULL), FFTC_SUCCESS);
    int mode = 0;
    while (mode < MODES && !is_in(mode)) {
        ++mode;
    }
    ck_assert_int_eq(fftc_plan_create(t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert(mode == MODES || is_in(mode));
    char *x = malloc(src + dst);
    ck_assert_ptr_nonnull(x);
    (void)fegetenv(&callers);
    (void)fesetenv(FE_DFL_ENV);
    testing_random random = testing_random_start("modes");
    testing_fill(t->precision, x, src / 2 / fftc_precision_bytes(t->precision), &random);
    ck_assert_int_eq(fftc_plan_execute(plan, x, x + src, NULL), FFTC_SUCCESS);
    (void)fesetenv(&callers);
    memmove(x, x + src, dst);
    fftc_plan_destroy(plan);
    return x;
}

START_TEST(plans_made_in_any_mode_are_the_same)
{
    static const fftc_transform transforms[] = {
        {.length = {64}},
        {.length = {1000}, .precision = FFTC_FLOAT64},
        {.length = {1009}, .direction = FFTC_INVERSE},
        {.length = {2039}, .precision = FFTC_FLOAT64},
        {.length = {40000}},
        {.length = {30, 2038}, .kind = FFTC_REAL},
        {.length = {500}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_IV}},
    };
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; ++i) {
        size_t bytes;
        ck_assert_int_eq(fftc_transform_bytes(&transforms[i], NULL, &bytes, NULL), FFTC_SUCCESS);
        check_made(spectrum_of, &transforms[i], bytes, "a plan");
    }
}
END_TEST

enum { NUMBERS = 1018 };

static void *convolved(const void *what)
{
    const fftc_convolution_description *d = what;
    fenv_t callers;
    fftc_convolution *plan;
    ck_assert_int_eq(fftc_convolution_create(d, NULL, &plan, NULL), FFTC_SUCCESS);
    (void)fegetenv(&callers);
    (void)fesetenv(FE_DFL_ENV);
    float *x = malloc(2 * NUMBERS * sizeof *x);
    void *spectrum = malloc(fftc_convolution_spectrum_bytes(plan));
    ck_assert(x != NULL && spectrum != NULL);
    testing_random random = testing_random_start("modes");
    testing_fill(FFTC_FLOAT32, x, NUMBERS, &random);
    ck_assert_int_eq(fftc_convolution_prepare(plan, x, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, x, spectrum, x + NUMBERS, NULL), FFTC_SUCCESS);
    (void)fesetenv(&callers);
    memmove(x, x + NUMBERS, NUMBERS * sizeof *x);
    fftc_convolution_destroy(plan);
    free(spectrum);
    return x;
}

START_TEST(convolutions_made_in_any_mode_are_the_same)
{
    static const fftc_convolution_description d = {
        .signal = {.length = {NUMBERS}, .kind = FFTC_REAL}};
    check_made(convolved, &d, NUMBERS * sizeof(float), "a convolution");
}
END_TEST

/* A device rounds to nearest, and so does the emulated one. */
static void *emulated(const void *what)
{
    const fftc_transform *t = what;
    float *x = malloc(4 * t->length[0] * sizeof *x);
    ck_assert_ptr_nonnull(x);
    fenv_t callers;
    (void)fegetenv(&callers);
    (void)fesetenv(FE_DFL_ENV);
    testing_random random = testing_random_start("modes");
    testing_fill(FFTC_FLOAT32, x + 2 * t->length[0], t->length[0], &random);
    (void)fesetenv(&callers);
    const fftc_arrays arrays = {.src = x + 2 * t->length[0], .dst = x};
    ck_assert_int_eq(fftc_emulate_plan(t, NULL, &arrays, NULL, NULL), FFTC_SUCCESS);
    return x;
}

START_TEST(emulated_in_any_mode_is_the_same)
{
    static const fftc_transform transforms[] = {{.length = {240}}, {.length = {509}}};
    for (int i = 0; i < 2; ++i) {
        check_made(emulated, &transforms[i], 2 * transforms[i].length[0] * sizeof(float),
                   "a transform of the emulator's");
    }
}
END_TEST

static void *table(const void *what)
{
    const fftc_precision *precision = what;
    char *points = malloc(2048 * fftc_precision_bytes(*precision));
    ck_assert_ptr_nonnull(points);
    ck_assert_int_eq(fftc_twiddle_table_fill(*precision, 10, points, NULL), FFTC_SUCCESS);
    return points;
}

START_TEST(twiddle_tables_made_in_any_mode_are_the_same)
{
    static const fftc_precision precisions[] = {FFTC_FLOAT32, FFTC_FLOAT64, FFTC_FLOAT16};
    for (int i = 0; i < 3; ++i) {
        check_made(table, &precisions[i], 2048 * fftc_precision_bytes(precisions[i]), "a table");
    }
}
END_TEST

TESTING_MAIN("float_modes", plans_made_in_any_mode_are_the_same,
             convolutions_made_in_any_mode_are_the_same, emulated_in_any_mode_is_the_same,
             twiddle_tables_made_in_any_mode_are_the_same)
