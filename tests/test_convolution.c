/* SPDX-License-Identifier: MIT
 *
 * Convolutions and correlations against the direct sum.
 */
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/reference.h"

static const char *const isas[] = {"avx512", "avx2", "sse2", "neon", "generic"};

/* False if the machine has none of that name. */
static bool force_isa(size_t i)
{
    ck_assert_int_eq(setenv("FFTC_FORCE_ISA", isas[i], 1), 0);
    return fftc_simd_isa_name() != NULL;
}

#define EACH_ISA(i)                                         \
    for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i) \
        if (force_isa(i))

START_TEST(rows_of_every_length_equal_the_sum)
{
    testing_random random = testing_random_start("rows");
    EACH_ISA(isa)
    {
        for (uint64_t n = 1; n <= 80; ++n) {
            for (int way = 0; way < 8; ++way) {
                fftc_convolution_description d = {
                    .signal = {.length = {n},
                               .precision = (way & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                               .kind = (way & 2) != 0 ? FFTC_REAL : FFTC_COMPLEX},
                    .product = (way & 4) != 0 ? FFTC_CORRELATE : FFTC_CONVOLVE};
                convolution_check(&d, 1, &random);
            }
        }
    }
}
END_TEST

START_TEST(random_descriptions_equal_the_sum)
{
    testing_random random = testing_random_start("descriptions");
    EACH_ISA(isa)
    {
        for (int i = 0; i < 200; ++i) {
            fftc_convolution_description d = convolution_draw(&random, 3000, 40000);
            convolution_check(&d, 1 + (int)testing_random_below(&random, 3), &random);
        }
    }
}
END_TEST

/* Rows that are two axes, alone and behind others. */
START_TEST(long_rows_equal_the_sum)
{
    static const uint64_t lengths[][FFTC_MAX_RANK] = {{32768},    {32767},       {65536}, {40000},
                                                      {3, 36864}, {2, 2, 35000}, {74250}};
    testing_random random = testing_random_start("long");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int way = 0; way < 4; ++way) {
            fftc_convolution_description d = {
                .signal = {.precision = (way & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                           .kind = (way & 2) != 0 ? FFTC_REAL : FFTC_COMPLEX},
                .product = (fftc_product)testing_random_below(&random, 2)};
            memcpy(d.signal.length, lengths[i], sizeof d.signal.length);
            for (int k = 0; k < FFTC_MAX_RANK && d.signal.length[k] != 0; ++k) {
                uint64_t n = d.signal.length[k];
                d.kernel_length[k] = n < 5 ? n : 5;
                d.kernel_origin[k] = testing_random_below(&random, n);
                if (n > 5 && testing_random_below(&random, 2) == 0) {
                    d.signal.src_range[k].begin = testing_random_below(&random, 40);
                    d.signal.src_range[k].end = n - testing_random_below(&random, n / 2);
                    d.signal.dst_range[k].begin = testing_random_below(&random, 40);
                    d.signal.dst_range[k].end = n - testing_random_below(&random, n / 2);
                }
            }
            convolution_check(&d, 1 + way % 2, &random);
        }
    }
}
END_TEST

TESTING_MAIN("convolution", rows_of_every_length_equal_the_sum, random_descriptions_equal_the_sum,
             long_rows_equal_the_sum)
