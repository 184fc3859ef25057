/* SPDX-License-Identifier: MIT
 *
 * What the tests share: a seed that is printed and can be given back, random data, guarded buffers,
 * transforms to compare with, and a main for programs of the `check` framework.
 *
 *     START_TEST(sum_of_two_exact) { ... }
 *     END_TEST
 *     TESTING_MAIN("sum", sum_of_two_exact)
 */
#ifndef FFTC_TESTING_H
#define FFTC_TESTING_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fftcore/fftcore.h"

/* --- programs --------------------------------------------------------------------------------- */

#define TESTING_MAIN(unit, ...)                                                              \
    int main(void)                                                                           \
    {                                                                                        \
        const TTest *const testing_list[] = {__VA_ARGS__};                                   \
        return testing_main(unit, testing_list, sizeof testing_list / sizeof *testing_list); \
    }

/* Prints the seed, runs each test in a process of its own (CK_FORK=no: in this one); 0 if all
 * passed. */
int testing_main(const char *unit, const TTest *const *tests, size_t count);

/* For a main whose machine lacks something: prints why, returns what ctest counts as skipped. */
int testing_skip(const char *why);

/* check writes the place of every check that holds into a file, in case the test crashes: in a loop
 * over elements that takes longer than what is tested. Here it goes into memory that outlives
 * the test's process, and testing_main says it if there is a crash. */
typedef struct testing_place {
    const char *file;
    int line;
} testing_place;

extern testing_place *testing_held; /* of the test that runs; tests may have threads */

#define _mark_point(name, number)                                     \
    (__atomic_store_n(&testing_held->file, (name), __ATOMIC_RELAXED), \
     __atomic_store_n(&testing_held->line, (number), __ATOMIC_RELAXED))

/* --- stacks ----------------------------------------------------------------------------------- */

/* Bytes of a stack that run(context) writes, with those of starting a thread. 0 if they would not
 * be what the library takes otherwise: without optimisation, or with sanitizers. */
size_t testing_stack_of(void *(*run)(void *context), void *context);

/* --- random data ------------------------------------------------------------------------------ */

/* FFTCORE_TEST_SEED of the environment, or a fixed number. */
uint64_t testing_seed(void);

/* A stream of its own for each name, so that adding a test changes no other test's data. */
typedef struct testing_random {
    uint64_t state;
} testing_random;

testing_random testing_random_start(const char *name);
uint64_t testing_random_next(testing_random *random);
/* 0 .. limit - 1, limit >= 1. */
uint64_t testing_random_below(testing_random *random, uint64_t limit);

/* A stride or distance of a source, as a description has it: up to 8, sometimes one of 0; and what
 * a given one means. */
uint64_t testing_draw_stride(testing_random *random);
static inline uint64_t testing_stride(uint64_t given)
{
    return given == FFTC_STRIDE_ZERO ? 0 : given;
}
/* Magnitude in [1/2, 4), either sign; representable in half. */
double testing_random_real(testing_random *random);

/* `count` complex numbers, parts as testing_random_real (with all the bits that the precision has):
 * far from the subnormals of every precision, and without symmetry. */
void testing_fill(fftc_precision precision, void *data, size_t count, testing_random *random);

/* --- numbers of any precision ----------------------------------------------------------------- */

/* Scalar number `index` of an array; half goes by its bits, no compiler support needed. */
double testing_get(fftc_precision precision, const void *data, size_t index);
void testing_set(fftc_precision precision, void *data, size_t index, double value);

/* 2^-53, 2^-24 or 2^-11: the largest relative error of one rounding. */
double testing_unit(fftc_precision precision);

uint32_t testing_crc32(const void *data, size_t bytes);

/* --- buffers ---------------------------------------------------------------------------------- */

/* `data` ends as close to an inaccessible page as its alignment allows and starts after another;
 * what is left over on both sides holds canaries. The content is 0xa5. */
typedef struct testing_buffer {
    void *data;
    size_t bytes;
    unsigned char *map; /* the rest belongs to testing.c */
    size_t map_bytes;
} testing_buffer;

testing_buffer testing_buffer_create(size_t bytes, size_t alignment);
/* True if no canary has changed. */
bool testing_buffer_intact(const testing_buffer *buffer);
/* Asserts that it is intact, and unmaps it. */
void testing_buffer_release(testing_buffer *buffer);

/* --- oracles: n complex numbers, natural order, unscaled, sign -1 forward, +1 inverse --------- */

/* A DFT of any n by its definition, in long double, with n^2 operations. */
void testing_dft(size_t n, int sign, const long double *x, long double *y);

/* A DFT by the factors of n, each by the definition. It takes n times the sum of the prime factors
 * of n. x and y are apart. */
void testing_dft_split(size_t n, int sign, const long double *x, long double *y);

/* FFTW in double: `batch` transforms, one after the other. x and y may be the same. */
void testing_fftw(size_t n, size_t batch, int sign, const double *x, double *y);

/* Copies `count` complex numbers out. */
void testing_to_long_double(fftc_precision precision, const void *data, size_t count,
                            long double *x);
void testing_to_double(fftc_precision precision, const void *data, size_t count, double *x);

/* sqrt(sum |actual - expected|^2 / sum |expected|^2) over `count` complex numbers. Not a number if
 * anything is, so compare as `error <= bound`. */
double testing_relative_error(fftc_precision precision, const void *actual,
                              const long double *expected, size_t count);
double testing_relative_error_double(const double *actual, const double *expected, size_t count);

#endif
