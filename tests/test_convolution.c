/* SPDX-License-Identifier: MIT
 *
 * Convolutions and correlations against the direct sum.
 */
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/reference.h"

static const char *const isas[] = {"avx512", "avx2", "sse2", "neon", "generic", "scalar"};

/* False if the machine has none of that name. */
static bool force_isa(size_t i)
{
    ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", isas[i], 1), 0);
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
        for (uint64_t n = 1; n <= 64; ++n) {
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

/* Draws a convolution that is a product with windows of taps (windows.c): any part of the signal,
 * any sums. */
static fftc_convolution_description draw_short(testing_random *random)
{
    uint64_t n = 1 + testing_random_below(random, 130);
    uint64_t from = testing_random_below(random, n);
    uint64_t first = testing_random_below(random, n);
    uint64_t taps = 1 + testing_random_below(random, n);
    uint64_t ways = testing_random_below(random, 128);
    fftc_convolution_description d = {
        .signal = {.length = {n},
                   .precision = (ways & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                   .kind = (ways & 2) != 0 ? FFTC_REAL : FFTC_COMPLEX,
                   .placement = (ways & 12) == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                   .scaling = (ways & 4) != 0 ? FFTC_SCALE_DEFAULT : FFTC_SCALE_NONE,
                   .batch = 1 + testing_random_below(random, 4)},
        .kernel_length = {taps},
        .kernel_origin = {testing_random_below(random, taps)},
        .product = (ways & 16) != 0 ? FFTC_CORRELATE : FFTC_CONVOLVE};
    if ((ways & 32) != 0) {
        d.signal.src_range[0] =
            (fftc_range){from, from + 1 + testing_random_below(random, n - from)};
    }
    if ((ways & 64) != 0) {
        d.signal.dst_range[0] =
            (fftc_range){first, first + 1 + testing_random_below(random, n - first)};
    }
    return d;
}

START_TEST(short_signals_equal_the_sum)
{
    testing_random random = testing_random_start("short");
    EACH_ISA(isa)
    {
        for (int i = 0; i < 300; ++i) {
            fftc_convolution_description d = draw_short(&random);
            convolution_check(&d, 1 + i % 3, &random);
        }
    }
}
END_TEST

/* Odd and even numbers of vectors, with passes to share and without. */
START_TEST(rows_shared_by_threads_equal_the_sum)
{
    static const uint64_t lengths[] = {2, 30, 64, 130, 270, 504, 1001, 4096};
    testing_random random = testing_random_start("shared rows");
    ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0);
    EACH_ISA(isa)
    {
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            for (int way = 0; way < 4; ++way) {
                fftc_convolution_description d = {
                    /* In place nothing goes in blocks. */
                    .signal = {.length = {lengths[i]},
                               .precision = (way & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                               .kind = (way & 2) != 0 ? FFTC_REAL : FFTC_COMPLEX,
                               .placement = lengths[i] > 500 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE},
                    .kernel_length = {1 + lengths[i] / 100}};
                convolution_check(&d, 2 + (int)i % 2, &random);
            }
        }
    }
}
END_TEST

static void check_random(const char *stream, int count, size_t most)
{
    testing_random random = testing_random_start(stream);
    EACH_ISA(isa)
    {
        for (int i = 0; i < count; ++i) {
            fftc_convolution_description d = convolution_draw(&random, most, 40000);
            convolution_check(&d, 1 + (int)testing_random_below(&random, 3), &random);
        }
    }
}

START_TEST(random_descriptions_equal_the_sum)
{
    check_random("descriptions", 150, 3000);
}
END_TEST

/* Strides of an array of pixels of so many channels, with or without gaps. */
static void put_channels(const fftc_transform *t, uint64_t channels, uint64_t *stride,
                         testing_random *random)
{
    uint64_t next = channels + testing_random_below(random, 4) / 3;
    int rank = 0;
    while (rank < FFTC_MAX_RANK && t->length[rank] != 0) {
        ++rank;
    }
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = next;
        next = next * t->length[i] + testing_random_below(random, 3) / 2;
    }
}

/* The signals of the batch are channels of pixels, which are done together. */
START_TEST(channels_of_pixels_equal_the_sum)
{
    testing_random random = testing_random_start("channels");
    EACH_ISA(isa)
    {
        for (int i = 0; i < 80; ++i) {
            fftc_convolution_description d = convolution_draw(&random, 2000, 4000);
            fftc_transform *t = &d.signal;
            t->batch = 2 + testing_random_below(&random, i % 4 == 0 ? 16 : 3);
            t->precision = (fftc_precision)(i % 2);
            t->format = FFTC_INTERLEAVED;
            t->src_distance = t->dst_distance = 1;
            put_channels(t, t->batch, t->dst_stride, &random);
            put_channels(t, t->batch, t->src_stride, &random);
            if (t->placement == FFTC_IN_PLACE) {
                memcpy(t->src_stride, t->dst_stride, sizeof t->src_stride);
            }
            convolution_check(&d, 1 + (int)testing_random_below(&random, 3), &random);
        }
    }
}
END_TEST

/* Rows that are two axes: at this limit nearly all that can be. */
START_TEST(rows_of_two_axes_equal_the_sum)
{
    static const char *const limits[] = {"256", "1024", "4096"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        ck_assert_int_eq(setenv("FFTCORE_FORCE_ROW_BYTES", limits[i], 1), 0);
        check_random(limits[i], 40, 6000);
    }
}
END_TEST

START_TEST(long_rows_equal_the_sum)
{
    static const uint64_t lengths[][FFTC_MAX_RANK] = {
        {32768}, {74250}, {3, 36864}, {300000}, {262151}};
    testing_random random = testing_random_start("long");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int way = (int)i % 2; way < 4; way += 2) {
            fftc_convolution_description d = {
                .signal = {.precision = (way & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                           .kind = (way & 2) != 0 ? FFTC_REAL : FFTC_COMPLEX,
                           .placement = FFTC_IN_PLACE},
                .kernel_length = {3, lengths[i][1] != 0 ? 3 : 0}};
            memcpy(d.signal.length, lengths[i], sizeof d.signal.length);
            d.kernel_origin[0] = testing_random_below(&random, d.signal.length[0]);
            d.signal.src_range[0].end = d.signal.length[0] - (uint64_t)way / 2;
            convolution_check(&d, 1 + way % 2, &random);
        }
    }
}
END_TEST

static void save(const fftc_convolution_description *d, const char *saved, char text[400])
{
    const fftc_plan_options options = {.effort = saved != NULL ? FFTC_SAVED : FFTC_ESTIMATE,
                                       .saved = saved};
    size_t bytes;
    fftc_convolution *plan = convolution_make(d, &options);
    ck_assert_int_eq(fftc_convolution_save(plan, text, 400, &bytes, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
}

/* Says so what was saved? From that there is the same plan, and none from a block of one point. */
static bool in_blocks(const fftc_convolution_description *d)
{
    char text[400];
    char again[400];
    fftc_convolution *plan;
    ck_assert_int_eq(setenv("FFTCORE_FORCE_SUMS", "transforms", 1), 0);
    save(d, NULL, text);
    save(d, text, again);
    ck_assert_str_eq(text, again);
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_SUMS"), 0);
    char *block = strstr(text, " b");
    if (block != NULL) {
        const fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
        memcpy(block, d->kernel_length[0] > 2 ? " b1" : " b0", 4);
        ck_assert_int_eq(fftc_convolution_create(d, &options, &plan, NULL), FFTC_INVALID_ARGUMENT);
    }
    return block != NULL;
}

/* Around the corner and not, the last block shorter, more threads than blocks and fewer; real and
 * complex, with strides, in all storages. */
START_TEST(blocks_equal_the_sum)
{
    testing_random random = testing_random_start("blocks");
    EACH_ISA(isa)
    {
        int seen = 0;
        for (int i = 0; i < 24; ++i) {
            fftc_convolution_description d = {
                .signal = {.length = {2000 + testing_random_below(&random, 4000)},
                           .precision = (fftc_precision)(i % 3),
                           .kind = (fftc_kind)(i / 3 % 2),
                           .format = (fftc_format)(i / 6 % 2),
                           .batch = 1 + testing_random_below(&random, 2)},
                .product = (fftc_product)(i / 12),
                .kernel_length = {1 + testing_random_below(&random, 12)}};
            uint64_t n = d.signal.length[0];
            d.kernel_origin[0] = testing_random_below(&random, i % 2 == 0 ? n : 12);
            if (i % 4 == 0) {
                d.signal.src_range[0] = (fftc_range){n / 9, n - n / 7};
                d.signal.dst_range[0] = (fftc_range){n / 8, n - n / 11};
            }
            if (i % 5 == 0) {
                d.signal.src_stride[0] = 2;
                d.signal.dst_stride[0] = 3;
                d.signal.src_distance = 1;
                d.signal.dst_distance = 1;
            }
            seen += in_blocks(&d);
            convolution_check(&d, 1 + i % 7, &random);
        }
        ck_assert_int_ge(seen, 12); /* of what is drawn, four in five on average */
    }
}
END_TEST

/* Signal and kernel of half the period, or some numbers more or less, and as much of the result. */
START_TEST(padded_to_twice_the_length_equal_the_sum)
{
    static const uint64_t lengths[][FFTC_MAX_RANK] = {{512}, {960}, {1024}, {32, 64}, {24, 48}};
    testing_random random = testing_random_start("padded");
    EACH_ISA(isa)
    {
        for (size_t i = 0; i < 15; ++i) {
            fftc_convolution_description d = {
                .signal = {.precision = (fftc_precision)(i % 2),
                           .kind = testing_random_below(&random, 2) == 0 ? FFTC_REAL : FFTC_COMPLEX,
                           .placement = (fftc_placement)testing_random_below(&random, 2)}};
            memcpy(d.signal.length, lengths[i / 3], sizeof d.signal.length);
            for (int axis = 0; axis < FFTC_MAX_RANK && d.signal.length[axis] != 0; ++axis) {
                uint64_t half = d.signal.length[axis] / 2;
                uint64_t more = i % 3 == 0 ? 0 : testing_random_below(&random, 3);
                d.signal.src_range[axis].end = half + more;
                d.signal.dst_range[axis].end = i % 3 == 2 ? half - more : half;
                d.kernel_length[axis] = half;
            }
            convolution_check(&d, 1 + (int)i % 3, &random);
        }
    }
}
END_TEST

TESTING_MAIN("convolution", padded_to_twice_the_length_equal_the_sum, blocks_equal_the_sum,
             rows_of_every_length_equal_the_sum, short_signals_equal_the_sum,
             rows_shared_by_threads_equal_the_sum, random_descriptions_equal_the_sum,
             channels_of_pixels_equal_the_sum, rows_of_two_axes_equal_the_sum,
             long_rows_equal_the_sum)
