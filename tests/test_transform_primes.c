/* SPDX-License-Identifier: MIT
 *
 * Lengths with prime factors above 13, by every way that the engine has for them: passes
 * of radix 17 to 79, products of matrix and vector, whole and in thirds, Rader's and
 * Bluestein's convolutions, large primes as a last pass and as columns. Every prime up to 512 is
 * in test_transform too.
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transform_testing.h"

#ifdef TESTING_SANITIZED
#define PRIME_STEP 3 /* one of so many that follow each other */
#else
#define PRIME_STEP 1
#endif

static bool is_prime(size_t n)
{
    for (size_t d = 2; d * d <= n; ++d) {
        if (n % d == 0) {
            return false;
        }
    }
    return n > 1;
}

/* Variants: of double, inverse, in place, on which instruction set. */
enum { DOUBLE = 1, INVERSE = 2, IN_PLACE = 4, ISA = 8 };

typedef struct variants {
    int first;
    int step;
} variants;

/* All variants; with sanitizers another third in each run. */
static variants every_variant(void)
{
    static int turn;
    return (variants){turn++ % PRIME_STEP, PRIME_STEP};
}

/* `expected` is the unscaled forward transform of `data`, which is exact in float. */
static void check_against(size_t n, variants v, const double *data, const long double *expected)
{
    long double *backwards = malloc(2 * n * sizeof *backwards);
    float *narrow = malloc(2 * n * sizeof *narrow);
    ck_assert(backwards != NULL && narrow != NULL);
    for (size_t i = 0; i < n; ++i) {
        memcpy(backwards + 2 * i, expected + 2 * ((n - i) % n), 2 * sizeof *backwards);
        narrow[2 * i] = (float)data[2 * i];
        narrow[2 * i + 1] = (float)data[2 * i + 1];
    }
    for (int variant = v.first; variant < ISA * TRANSFORM_ISAS; variant += v.step) {
        fftc_transform t = {.length = {n}, .scaling = FFTC_SCALE_NONE};
        t.precision = (variant & DOUBLE) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
        t.direction = (variant & INVERSE) != 0 ? FFTC_INVERSE : FFTC_FORWARD;
        t.placement = (variant & IN_PLACE) != 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
        if (!transform_force_isa((size_t)variant / ISA)) {
            continue;
        }
        void *points = transform_execute(&t, 1, (size_t)variant % 3,
                                         t.precision == FFTC_FLOAT64 ? (const void *)data
                                                                     : (const void *)narrow);
        double error =
            transform_error(&t, points, t.direction == FFTC_INVERSE ? backwards : expected);
        ck_assert_msg(error <= transform_bound(&t), "%s, %s: error %.3g, bound %.3g",
                      transform_isas[variant / ISA], transform_describe(&t), error,
                      transform_bound(&t));
        free(points);
    }
    free(backwards);
    free(narrow);
}

static double *random_floats(size_t n, testing_random *random, long double *copy)
{
    float *narrow = malloc(2 * n * sizeof *narrow);
    double *data = malloc(2 * n * sizeof *data);
    ck_assert(narrow != NULL && data != NULL);
    testing_fill(FFTC_FLOAT32, narrow, n, random);
    for (size_t i = 0; i < 2 * n; ++i) {
        data[i] = (double)narrow[i];
        copy[i] = (long double)narrow[i];
    }
    free(narrow);
    return data;
}

/* Compares a prime's transform with the definition. */
static void check_prime(size_t n, testing_random *random)
{
    long double *x = malloc(2 * n * sizeof *x);
    long double *y = malloc(2 * n * sizeof *y);
    ck_assert(x != NULL && y != NULL);
    double *data = random_floats(n, random, x);
    testing_dft(n, -1, x, y);
    check_against(n, every_variant(), data, y);
    free(data);
    free(x);
    free(y);
}

/* Compares with FFTW in long double, since the definition takes too long. */
static void check_long_as(size_t n, variants v, testing_random *random)
{
    fftwl_complex *x = fftwl_malloc(n * sizeof *x);
    ck_assert_ptr_nonnull(x);
    fftwl_plan plan = fftwl_plan_dft_1d((int)n, x, x, FFTW_FORWARD, FFTW_ESTIMATE);
    ck_assert_ptr_nonnull(plan);
    double *data = random_floats(n, random, (long double *)x);
    fftwl_execute(plan);
    check_against(n, v, data, (const long double *)x);
    fftwl_destroy_plan(plan);
    fftwl_free(x);
    free(data);
}

static void check_long(size_t n, testing_random *random)
{
    check_long_as(n, every_variant(), random);
}

/* The smaller ones are lengths of test_transform. */
START_TEST(prime_each_from_512_is_the_definition)
{
    testing_random random = testing_random_start("primes");
    unsigned found = 0;
    for (size_t n = 512; n <= 1000; ++n) {
        if (is_prime(n) && found++ % PRIME_STEP == 0) {
            check_prime(n, &random);
        }
    }
}
END_TEST

START_TEST(product_any_agrees_with_fftw)
{
    testing_random random = testing_random_start("products");
    for (unsigned round = 0; round < 50 * transform_campaign(); ++round) {
        size_t p = 17 + testing_random_below(&random, round % 2 == 0 ? 60 : 500);
        while (!is_prime(p)) {
            ++p;
        }
        check_long(p * (1 + testing_random_below(&random, 6000 / p)), &random);
    }
}
END_TEST

/* Powers and products of primes above 13 alone, which no row's first pass takes; primes p whose
 * p - 1 has a large prime factor, once and twice over, or is a product of none but large ones;
 * powers of two next to primes. */
START_TEST(length_awkward_agrees_with_fftw)
{
    static const size_t lengths[] = {
        289,  323,      361,       437,       529,       961,      3481,     3721,      4913,
        7429, 227 * 16, 1283,      1283 * 8,  2579,      2 * 2579, 16 * 509, 4093,      4099,
        8191, 10007,    16 * 1009, 61 * 1024, 67 * 1024, 20014,    65537,    17 * 16384};
    testing_random random = testing_random_start("awkward");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        check_long(lengths[i], &random);
    }
}
END_TEST

/* Convolutions too long to be done whole: of double beyond 3 MiB, of float from 393217 on. */
START_TEST(prime_long_in_halves_agrees_with_fftw)
{
    testing_random random = testing_random_start("halves");
#ifdef TESTING_SANITIZED
    check_long(196643, &random);
#else
    check_long(393287, &random);
#endif
}
END_TEST

/* Whose first radix fills no more than half of the vector, and the rest of which has no radix for
 * a first pass: by narrower vectors, of which FFTCORE_FORCE_NARROW_BYTES makes shorter rows long
 * ones; and a row that is one without it. */
START_TEST(row_long_of_narrower_vectors_agrees_with_fftw)
{
    static const variants forward_doubles = {.first = DOUBLE, .step = ISA};
    testing_random random = testing_random_start("narrower vectors");
    ck_assert_int_eq(setenv("FFTCORE_FORCE_NARROW_BYTES", "1", 1), 0);
    for (size_t radix = 2; radix <= 16; ++radix) {
        check_long(radix * 29 * 29 * 29, &random);
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_NARROW_BYTES"), 0);
    check_long_as((size_t)2 * 17 * 17 * 31 * 61, forward_doubles, &random);
}
END_TEST

/* Of prime length, a few times a small factor; the strides are not set. */
static fftc_transform draw_prime(testing_random *random, size_t *across)
{
    static const size_t primes[] = {17, 19, 37, 61, 67, 71, 79, 83, 97, 127, 199, 211, 227, 257};
    size_t p = primes[testing_random_below(random, sizeof primes / sizeof *primes)];
    size_t factor = p > 100 ? 1 : 1 + testing_random_below(random, 3);
    *across = 1 + testing_random_below(random, 40);
    fftc_transform t = {.length = {p * factor}, .batch = *across};
    t.precision = testing_random_below(random, 2) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
    t.direction = testing_random_below(random, 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD;
    t.placement = testing_random_below(random, 2) != 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    return t;
}

/* Compares with the definition on every instruction set. */
static void check_definition(const fftc_transform *t, unsigned round, testing_random *random)
{
    transform_axes axes = transform_axes_of(t);
    char *data = malloc(axes.src_span * 2 * fftc_precision_bytes(t->precision));
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    long double *expected = transform_expect(t, data);
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (transform_force_isa(isa)) {
            void *points = transform_execute(t, 1 + (int)(round % 2), round % 3, data);
            double error = transform_error(t, points, expected);
            ck_assert_msg(error <= transform_bound(t), "%s, %s: error %.3g, bound %.3g",
                          transform_isas[isa], transform_describe(t), error, transform_bound(t));
            free(points);
        }
    }
    free(expected);
    free(data);
}

/* As many as fill the lanes and not, with gaps and batches. */
START_TEST(columns_prime_are_the_definition)
{
    testing_random random = testing_random_start("columns");
    for (unsigned round = 0; round < 40 * transform_campaign(); ++round) {
        size_t across;
        fftc_transform t = draw_prime(&random, &across);
        size_t gap = testing_random_below(&random, 3);
        t.src_stride[0] = across + gap;
        t.dst_stride[0] = t.placement == FFTC_IN_PLACE ? across + gap : across;
        t.src_distance = 1;
        t.dst_distance = 1;
        check_definition(&t, round, &random);
    }
}
END_TEST

/* p - 1 is twice such a prime, again and again: convolutions inside of one another. */
START_TEST(columns_of_chains_of_primes_are_the_definition)
{
    static const uint64_t primes[] = {719, 1439, 2879};
    testing_random random = testing_random_start("chains");
    for (unsigned i = 0; i < sizeof primes / sizeof *primes; ++i) {
        const fftc_transform t = {.length = {primes[i]},
                                  .batch = 16,
                                  .src_stride = {16},
                                  .dst_stride = {16},
                                  .src_distance = 1,
                                  .dst_distance = 1};
        check_definition(&t, i, &random);
    }
}
END_TEST

START_TEST(rows_prime_of_a_batch_are_the_definition)
{
    testing_random random = testing_random_start("rows");
    for (unsigned round = 0; round < 30 * transform_campaign(); ++round) {
        size_t across;
        fftc_transform t = draw_prime(&random, &across);
        t.src_distance = t.length[0] + testing_random_below(&random, 3);
        t.dst_distance = t.placement == FFTC_IN_PLACE ? t.src_distance : t.length[0];
        check_definition(&t, round, &random);
    }
}
END_TEST

/* An allocator that has little: choosing for lengths near the largest must not take the time that
 * making their tables would. (That it takes no time shows in how long this test runs.) */
static void *scarce_allocate(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    return bytes > ((size_t)1 << 26) ? NULL : aligned_alloc(alignment, (bytes + 63) / 64 * 64);
}

static void scarce_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

START_TEST(length_huge_without_memory_fails)
{
    static const size_t lengths[] = {2147483647, 2147483629, 2147483646 - 1, 2147483642};
    fftc_allocator allocator = {.allocate = scarce_allocate, .release = scarce_release};
    fftc_plan_options options = {.allocator = &allocator};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        fftc_transform t = {.length = {lengths[i]}};
        fftc_plan *plan;
        fftc_error error;
        ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, &error), FFTC_OUT_OF_MEMORY);
        ck_assert_ptr_null(plan);
    }
}
END_TEST

/* An allocator that counts what is out. */
typedef struct purse {
    size_t budget;
    size_t out;
    size_t most;
    size_t spent; /* in all */
} purse;

/* Bytes that nobody may write, behind each piece of memory. */
enum { BEHIND = 4096 };

static void *purse_allocate(void *user, size_t bytes, size_t alignment)
{
    purse *p = user;
    if (bytes > p->budget - p->out) {
        return NULL;
    }
    char *memory = aligned_alloc(alignment, (bytes + 127 + BEHIND) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    memcpy(memory, &bytes, sizeof bytes);
    memset(memory + 64 + bytes, 0x5a, BEHIND);
    p->out += bytes;
    p->spent += bytes;
    p->most = p->out > p->most ? p->out : p->most;
    return memory + 64;
}

static void purse_release(void *user, void *memory)
{
    size_t bytes;
    memcpy(&bytes, (char *)memory - 64, sizeof bytes);
    for (size_t i = 0; i < BEHIND; ++i) {
        ck_assert_int_eq(((char *)memory)[bytes + i], 0x5a);
    }
    ((purse *)user)->out -= bytes;
    free((char *)memory - 64);
}

/* Tables have the same bits, whoever fills them, and each thread its own working memory. */
START_TEST(prime_long_planned_by_any_number_of_threads_is_the_same)
{
    static const fftc_transform transforms[] = {{.length = {400009}},
                                                {.length = {200003}, .precision = FFTC_FLOAT64},
                                                {.length = {786433}}};
    testing_random random = testing_random_start("teams");
    for (size_t i = 0; i < 3; ++i) {
        const fftc_transform *t = &transforms[i];
        const size_t bytes = 2 * t->length[0] * fftc_precision_bytes(t->precision);
        char *x = malloc(3 * bytes);
        ck_assert_ptr_nonnull(x);
        testing_fill(t->precision, x, t->length[0], &random);
        for (int threads = 1; threads <= 16; threads += 5) {
            purse p = {.budget = SIZE_MAX};
            fftc_allocator allocator = {purse_allocate, purse_release, &p};
            const fftc_plan_options options = {
                .threads = threads, .allocator = &allocator, .executions = 1};
            fftc_plan *plan;
            ck_assert_int_eq(fftc_plan_create(t, &options, &plan, NULL), FFTC_SUCCESS);
            char *dst = x + (threads == 1 ? 1 : 2) * bytes;
            ck_assert_int_eq(fftc_plan_execute(plan, x, dst, NULL), FFTC_SUCCESS);
            fftc_plan_destroy(plan);
            ck_assert(memcmp(x + bytes, dst, bytes) == 0);
        }
        free(x);
    }
}
END_TEST

/* Half of what is needed is too little before the tables, which take time, are begun. */
START_TEST(prime_long_without_memory_fails_at_once)
{
    purse p = {.budget = SIZE_MAX};
    fftc_allocator allocator = {purse_allocate, purse_release, &p};
    const fftc_plan_options options = {.allocator = &allocator, .executions = 1};
    const fftc_transform t = {.length = {2000003}};
    fftc_plan *plan;
    ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    p = (purse){.budget = p.most / 2};
    ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_OUT_OF_MEMORY);
    ck_assert_uint_eq(p.out, 0);
    ck_assert_uint_lt(p.spent, (size_t)1 << 20);
}
END_TEST

TESTING_MAIN("transform_primes", prime_each_from_512_is_the_definition,
             product_any_agrees_with_fftw, length_awkward_agrees_with_fftw,
             prime_long_in_halves_agrees_with_fftw, row_long_of_narrower_vectors_agrees_with_fftw,
             columns_prime_are_the_definition, columns_of_chains_of_primes_are_the_definition,
             rows_prime_of_a_batch_are_the_definition, length_huge_without_memory_fails,
             prime_long_planned_by_any_number_of_threads_is_the_same,
             prime_long_without_memory_fails_at_once)
