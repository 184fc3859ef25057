/* SPDX-License-Identifier: MIT
 *
 * Rows of two and three radices on packed numbers (engine/lines/packed.c, triple.c): all radices,
 * by saved choices, wherever an estimate would take them or not.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/packed.h"
#include "fftcore/reference.h"
#include "transform_arrays.h"

enum { LEAST = 4, LONGEST = FFTC_PACKED_MAX_FIRST * FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_FIRST };

typedef struct row {
    size_t isa;
    size_t vector; /* the bytes of a vector */
    fftc_precision precision;
    size_t radix[3]; /* two: {r1, 1, r2} */
    fftc_direction direction;
} row;

static size_t numbers_of(const row *r)
{
    return r->vector / (2 * fftc_precision_bytes(r->precision));
}

static size_t points_of(const row *r)
{
    return r->radix[0] * r->radix[1] * r->radix[2];
}

/* As they are saved. */
static char *choice_of(const row *r)
{
    static char choice[64];
    const size_t lanes = 2 * numbers_of(r);
    if (r->radix[1] == 1) {
        (void)snprintf(choice, sizeof choice, "6.%zu.%zu.%zu", lanes, r->radix[0], r->radix[2]);
    } else {
        (void)snprintf(choice, sizeof choice, "10.%zu.%zu.%zu.%zu", lanes, r->radix[0], r->radix[1],
                       r->radix[2]);
    }
    return choice;
}

static fftc_plan *plan_of(const row *r, fftc_placement placement)
{
    const fftc_transform t = {.length = {points_of(r)},
                              .precision = r->precision,
                              .direction = r->direction,
                              .scaling = FFTC_SCALE_UNITARY,
                              .placement = placement};
    return transform_plan_of(&t, 1, choice_of(r));
}

/* FFTW as the judge. */
static const long double *expect(const row *r, const char *data)
{
    static long double expected[2 * LONGEST];
    static double x[2 * LONGEST];
    size_t n = points_of(r);
    testing_to_double(r->precision, data, n, x);
    testing_fftw(n, 1, r->direction == FFTC_INVERSE ? 1 : -1, x, x);
    for (size_t i = 0; i < 2 * n; ++i) {
        expected[i] = (long double)x[i] / sqrtl((long double)n);
    }
    return expected;
}

/* Out of place to whole cache lines, whose memory the passes use, and in between of them; in
 * place. */
static void check_row(const row *r, testing_random *random)
{
    static _Alignas(64) char src[2 * LONGEST * sizeof(double)];
    static _Alignas(64) char dst[2 * LONGEST * sizeof(double)];
    static _Alignas(64) char other[2 * LONGEST * sizeof(double) + 64];
    size_t n = points_of(r);
    size_t bytes = 2 * n * fftc_precision_bytes(r->precision);
    char *between = other + fftc_precision_bytes(r->precision);
    testing_fill(r->precision, src, n, random);
    fftc_plan *plan = plan_of(r, FFTC_OUT_OF_PLACE);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    double error = testing_relative_error(r->precision, dst, expect(r, src), n);
    double bound = fftc_transform_error_bound(r->precision, n);
    ck_assert_msg(error <= bound, "%zu.%zu.%zu: error %.3g, bound %.3g", r->radix[0], r->radix[1],
                  r->radix[2], error, bound);
    ck_assert_int_eq(fftc_plan_execute(plan, src, between, NULL), FFTC_SUCCESS);
    ck_assert_msg(memcmp(between, dst, bytes) == 0, "other bits where lines are no whole ones");
    fftc_plan_destroy(plan);
    plan = plan_of(r, FFTC_IN_PLACE);
    ck_assert_int_eq(fftc_plan_execute(plan, src, src, NULL), FFTC_SUCCESS);
    ck_assert_msg(memcmp(src, dst, bytes) == 0, "other bits in place");
    fftc_plan_destroy(plan);
}

/* The packed numbers of a build that has them in such vectors of that instruction set; builds with
 * fewer units have vectors of 512 bits, but not for packed numbers, or only AVX2's. */
static const fftc_packed *packed_of(const row *r)
{
    if (!transform_force_isa(r->isa)) {
        return NULL;
    }
    const fftc_engine *const *engine = fftc_engines(r->precision, fftc_simd_isa_name());
    while (*engine != NULL &&
           ((*engine)->packed == NULL || (size_t)(*engine)->packed->numbers != numbers_of(r))) {
        ++engine;
    }
    return *engine != NULL ? (*engine)->packed : NULL;
}

static bool has_rows(const row *r)
{
    const fftc_packed *packed = packed_of(r);
    return packed != NULL && packed->triple != NULL;
}

/* Whether rows may begin or end with this radix. */
static bool has_radix(const row *r, size_t radix)
{
    return fftc_packed_has(packed_of(r), radix);
}

static size_t draw_middle(testing_random *random)
{
    return LEAST + testing_random_below(random, FFTC_PACKED_MAX_RADIX - LEAST + 1);
}

/* Of a radix beyond FFTC_PACKED_MAX_RADIX with one middle radix, of others with all of them. */
static void check_middles(row *r, testing_random *random)
{
    const bool all = r->radix[0] <= FFTC_PACKED_MAX_RADIX && r->radix[2] <= FFTC_PACKED_MAX_RADIX;
    r->radix[1] = all ? LEAST : draw_middle(random);
    do {
        r->direction = testing_random_below(random, 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD;
        check_row(r, random);
        ++r->radix[1];
    } while (all && r->radix[1] <= FFTC_PACKED_MAX_RADIX);
}

/* AVX-512 and AVX2 in their widest vectors. */
enum { KINDS = 2 };
static const row kinds[KINDS] = {{.isa = 0, .vector = 64}, {.isa = 1, .vector = 32}};

static void check_triples(fftc_precision precision, const char *stream)
{
    testing_random random = testing_random_start(stream);
    for (int kind = 0; kind < KINDS; ++kind) {
        row r = kinds[kind];
        r.precision = precision;
        r.radix[0] = numbers_of(&r) > LEAST ? numbers_of(&r) : LEAST;
        for (; has_rows(&r) && r.radix[0] <= FFTC_PACKED_MAX_FIRST; ++r.radix[0]) {
            for (r.radix[2] = LEAST; r.radix[2] <= FFTC_PACKED_MAX_FIRST; ++r.radix[2]) {
                if (has_radix(&r, r.radix[0]) && has_radix(&r, r.radix[2])) {
                    check_middles(&r, &random);
                }
            }
        }
    }
}

START_TEST(row_of_three_radices_is_fftw_f32)
{
    check_triples(FFTC_FLOAT32, "triple f32");
}
END_TEST

START_TEST(row_of_three_radices_is_fftw_f64)
{
    check_triples(FFTC_FLOAT64, "triple f64");
}
END_TEST

static fftc_range draw_range(size_t n, testing_random *random)
{
    if (testing_random_below(random, 3) == 0) {
        return (fftc_range){0, n % 2 == 0 ? n / 2 : n};
    }
    const size_t begin = testing_random_below(random, n);
    return (fftc_range){begin, begin + 1 + testing_random_below(random, n - begin)};
}

static void run_choice(void *choice, const fftc_transform *t, const fftc_arrays *arrays,
                       size_t src_bytes, size_t dst_bytes)
{
    (void)src_bytes;
    (void)dst_bytes;
    fftc_plan *plan = transform_plan_of(t, 1, choice);
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, arrays, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

/* Of which a part exists, or is wanted. */
static void check_ranges(const row *r, testing_random *random)
{
    const size_t n = points_of(r);
    fftc_transform t = {.length = {n}, .precision = r->precision, .direction = r->direction};
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.src_range[0] = draw_range(n, random);
    t.dst_range[0] = draw_range(n, random);
    const transform_runner runner = {run_choice, choice_of(r)};
    double *source = transform_draw_source(&t, random);
    double *result = transform_run_by(&runner, &t, testing_random_below(random, 16), source);
    const double error = transform_run_error(&t, source, result);
    ck_assert_msg(error <= transform_bound(&t), "%s by %s: error %.3g, bound %.3g",
                  transform_describe(&t), choice_of(r), error, transform_bound(&t));
    free(result);
    free(source);
}

static void check_pairs(fftc_precision precision, const char *stream)
{
    testing_random random = testing_random_start(stream);
    for (int kind = 0; kind < KINDS; ++kind) {
        row r = kinds[kind];
        r.precision = precision;
        r.radix[1] = 1;
        r.radix[0] = numbers_of(&r);
        for (; packed_of(&r) != NULL && r.radix[0] <= FFTC_PACKED_MAX_FIRST; ++r.radix[0]) {
            for (r.radix[2] = numbers_of(&r); r.radix[2] <= FFTC_PACKED_MAX_LAST; ++r.radix[2]) {
                const bool last = r.radix[2] == FFTC_PACKED_MAX_LAST || has_radix(&r, r.radix[2]);
                if (has_radix(&r, r.radix[0]) && last) {
                    r.direction =
                        testing_random_below(&random, 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD;
                    check_row(&r, &random);
                    check_ranges(&r, &random);
                }
            }
        }
    }
}

START_TEST(row_of_two_radices_is_fftw_f32)
{
    check_pairs(FFTC_FLOAT32, "pairs f32");
}
END_TEST

START_TEST(row_of_two_radices_is_fftw_f64)
{
    check_pairs(FFTC_FLOAT64, "pairs f64");
}
END_TEST

START_TEST(choice_that_does_not_suit_refused)
{
    static const char *const choices[] = {
        "10",           "10.16",          "10.16.8.8",    "10.16.8.8.8", "10.16.4.16.16",
        "10.16.8.32.4", "10.16.16.2.32",  "10.16.32.4.8", "6.16.32.32",  "6.16.8.128",
        "10.8.8.8.16",  "10.16.8.8.16.1", "11",           "11.4",        "11.8"};
    fftc_transform t = {.length = {1024}};
    fftc_plan *plan;
    const bool wide = has_rows(&kinds[0]);
    for (size_t i = 0; wide && i < sizeof choices / sizeof *choices; ++i) {
        ck_assert_msg(transform_load(&t, 1, choices[i], &plan) == FFTC_INVALID_ARGUMENT,
                      "taken: %s", choices[i]);
    }
    for (size_t isa = 1; isa < TRANSFORM_ISAS; ++isa) {
        if (transform_force_isa(isa)) {
            ck_assert_int_ne(transform_load(&t, 1, "10.16.8.8.16", &plan), FFTC_SUCCESS);
            ck_assert_int_ne(transform_load(&t, 1, "11.16", &plan), FFTC_SUCCESS);
        }
    }
}
END_TEST

/* Batches, and axes, whose rows these are: 1152 and 1024 are such on the processors that the cost
 * model knows them of, and something else on others. */
START_TEST(batch_of_rows_is_each_row)
{
    testing_random random = testing_random_start("batch");
    for (int i = 0; i < 8; ++i) {
        const int precision = i % 2;
        if (!transform_force_isa((size_t)i / 4)) {
            continue;
        }
        fftc_transform t = {.length = {i % 4 < 2 ? 1152 : 1024},
                            .precision = precision == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        size_t bytes = 2 * t.length[0] * fftc_precision_bytes(t.precision);
        char *src = malloc(5 * bytes);
        ck_assert_ptr_nonnull(src);
        testing_fill(t.precision, src, 5 * t.length[0], &random);
        fftc_transform many = t;
        many.batch = 5;
        char *all = transform_execute(&many, 2, 1, src);
        for (size_t k = 0; k < many.batch; ++k) {
            char *one = transform_execute(&t, 1, 0, src + k * bytes);
            ck_assert_msg(memcmp(one, all + k * bytes, bytes) == 0, "row %zu has other bits", k);
            free(one);
        }
        free(all);
        free(src);
    }
}
END_TEST

TESTING_MAIN("transform_packed", row_of_two_radices_is_fftw_f32, row_of_two_radices_is_fftw_f64,
             row_of_three_radices_is_fftw_f32, row_of_three_radices_is_fftw_f64,
             choice_that_does_not_suit_refused, batch_of_rows_is_each_row)
