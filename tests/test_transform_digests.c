/* SPDX-License-Identifier: MIT
 *
 * Reproducible plans give the bits that they gave when these digests were taken, whatever has
 * become of the engines. A difference is a new contract and belongs in the changelog; the table is
 * made again by FFTCORE_TEST_PRINT=1 in the environment, which prints its rows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/convolution.h"
#include "testing.h"

static const fftc_transform transforms[] = {
    /* rows of every kind of line */
    {.length = {2}},
    {.length = {13}, .direction = FFTC_INVERSE},
    {.length = {15}, .batch = 100},
    {.length = {24}, .batch = 9, .direction = FFTC_INVERSE},
    {.length = {64}},
    {.length = {100}},
    {.length = {127}},
    {.length = {169}, .batch = 3},
    {.length = {240}, .direction = FFTC_INVERSE},
    {.length = {243}},
    {.length = {391}},
    {.length = {512}, .batch = 5},
    {.length = {1000}},
    {.length = {1009}, .direction = FFTC_INVERSE},
    {.length = {1024}},
    {.length = {1024}, .batch = 64, .direction = FFTC_INVERSE},
    {.length = {2187}},
    {.length = {2879}},
    {.length = {4096}, .placement = FFTC_IN_PLACE},
    {.length = {5005}},
    {.length = {7 * 1013}},
    {.length = {10007}},
    {.length = {16384}, .direction = FFTC_INVERSE},
    {.length = {17408}},
    {.length = {65537}},
    {.length = {100000}},
    {.length = {196643}},
    {.length = {262144}, .placement = FFTC_IN_PLACE},
    {.length = {1 << 20}},
    /* columns, planes, cubes */
    {.length = {16, 16}},
    {.length = {8, 8, 8}, .batch = 3},
    {.length = {60, 1009}},
    {.length = {256, 240}, .direction = FFTC_INVERSE},
    {.length = {20, 34, 31}, .placement = FFTC_IN_PLACE},
    {.length = {512, 6}},
    {.length = {100, 7}, .loop = {0, 1}},
    {.length = {360}, .batch = 100, .src_stride = {100}, .src_distance = 1},
    /* ranges */
    {.length = {4096}, .src_range = {{0, 1024}}, .dst_range = {{700, 900}}},
    {.length = {65536}, .src_range = {{100, 30000}}},
    {.length = {256}, .batch = 20, .src_range = {{0, 128}}, .dst_range = {{0, 128}}},
    {.length = {64, 100}, .src_range = {{3, 40}, {0, 50}}, .dst_range = {{0, 64}, {7, 90}}},
    {.length = {1000}, .kind = FFTC_REAL, .src_range = {{0, 500}}, .dst_range = {{10, 200}}},
    /* real numbers */
    {.length = {15}, .kind = FFTC_REAL, .batch = 30},
    {.length = {100}, .kind = FFTC_REAL, .batch = 30, .direction = FFTC_INVERSE},
    {.length = {1024}, .kind = FFTC_REAL},
    {.length = {1025}, .kind = FFTC_REAL, .batch = 3},
    {.length = {10007}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {65536}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {120, 160}, .kind = FFTC_REAL},
    {.length = {33, 45}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {1000}, .kind = FFTC_REAL_TO_REAL},
    {.length = {8, 8}, .kind = FFTC_REAL_TO_REAL, .batch = 7},
    {.length = {45}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_I}},
    {.length = {256}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_I}},
    {.length = {512}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_III}},
    {.length = {510}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_IV}},
    {.length = {27, 64}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_IV, FFTC_DST_II}},
};
#define TRANSFORMS (sizeof transforms / sizeof *transforms)

static const fftc_convolution_description convolutions[] = {
    {.signal = {.length = {12}}, .kernel_length = {12}},
    {.signal = {.length = {1024}}, .kernel_length = {1024}},
    {.signal = {.length = {1000}, .batch = 5}, .kernel_length = {100}, .product = FFTC_CORRELATE},
    {.signal = {.length = {1009}, .kind = FFTC_REAL}, .kernel_length = {31}, .kernel_origin = {15}},
    {.signal = {.length = {5000}, .kind = FFTC_REAL, .batch = 3}, .kernel_length = {600}},
    {.signal = {.length = {1 << 17}, .kind = FFTC_REAL}, .kernel_length = {1 << 16}},
    {.signal = {.length = {1 << 18}}, .kernel_length = {63}},
    {.signal = {.length = {64, 80}, .kind = FFTC_REAL}, .kernel_length = {64, 80}},
    {.signal = {.length = {100, 120}, .src_range = {{0, 70}, {0, 90}}},
     .kernel_length = {31, 31},
     .kernel_origin = {15, 15}},
};
#define CONVOLUTIONS (sizeof convolutions / sizeof *convolutions)

/* The digests of float and double. */
static const uint64_t transform_digests[TRANSFORMS][2] = {
#define DIGEST(f32, f64) {f32, f64},
#define CONVOLUTION_DIGEST(f32, f64)
#include "transform_digests.h"
#undef DIGEST
#undef CONVOLUTION_DIGEST
};
static const uint64_t convolution_digests[CONVOLUTIONS][2] = {
#define DIGEST(f32, f64)
#define CONVOLUTION_DIGEST(f32, f64) {f32, f64},
#include "transform_digests.h"
};

static bool prints(void)
{
    return getenv("FFTCORE_TEST_PRINT") != NULL;
}

/* FNV-1a of 64 bits (Fowler, Noll, Vo). */
static uint64_t digest_of(const void *data, size_t bytes)
{
    uint64_t digest = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; ++i) {
        digest = (digest ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
    }
    return digest;
}

/* Fills memory with the same numbers whatever the seed of the other tests. */
static void *fill(fftc_precision precision, size_t bytes)
{
    testing_random random = {.state = 1};
    char *data = malloc(bytes);
    ck_assert_ptr_nonnull(data);
    for (size_t i = 0; i < bytes / fftc_precision_bytes(precision); ++i) {
        testing_set(precision, data, i, testing_random_real(&random));
    }
    return data;
}

static uint64_t transform_digest(fftc_transform t, fftc_precision precision)
{
    const fftc_plan_options options = {.reproducible = 1};
    const bool in_place = t.placement == FFTC_IN_PLACE;
    fftc_plan *plan;
    fftc_error error;
    size_t src_bytes;
    size_t dst_bytes;
    t.precision = precision;
    ck_assert_msg(fftc_plan_create(&t, &options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(fftc_transform_bytes(&t, &src_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
    void *src = fill(precision, src_bytes);
    void *dst = in_place ? src : calloc(1, dst_bytes);
    ck_assert_ptr_nonnull(dst);
    ck_assert_msg(fftc_plan_execute(plan, src, dst, &error) == FFTC_SUCCESS, "%s", error.message);
    uint64_t digest = digest_of(dst, dst_bytes);
    fftc_plan_destroy(plan);
    free(src);
    if (!in_place) {
        free(dst);
    }
    return digest;
}

static uint64_t convolution_digest(fftc_convolution_description what, fftc_precision precision)
{
    const fftc_plan_options options = {.reproducible = 1};
    fftc_convolution *plan;
    fftc_error error;
    size_t src_bytes;
    size_t dst_bytes;
    size_t taps = what.signal.kind == FFTC_REAL ? 1 : 2;
    for (int i = 0; i < FFTC_MAX_RANK && what.signal.length[i] != 0; ++i) {
        taps *= what.kernel_length[i];
    }
    what.signal.precision = precision;
    ck_assert_msg(fftc_convolution_create(&what, &options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(fftc_convolution_bytes(&what, &src_bytes, &dst_bytes, NULL, NULL),
                     FFTC_SUCCESS);
    void *src = fill(precision, src_bytes);
    void *dst = calloc(1, dst_bytes);
    void *kernel = fill(precision, taps * fftc_precision_bytes(precision));
    void *spectrum = aligned_alloc(64, (fftc_convolution_spectrum_bytes(plan) + 63) / 64 * 64);
    ck_assert(dst != NULL && spectrum != NULL);
    ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, NULL), FFTC_SUCCESS);
    uint64_t digest = digest_of(dst, dst_bytes);
    fftc_convolution_destroy(plan);
    free(src);
    free(dst);
    free(kernel);
    free(spectrum);
    return digest;
}

/* Rows of transform_digests.h, if asked for; else compares. */
static void judge(const char *name, size_t row, const uint64_t expected[2], const uint64_t found[2])
{
    if (prints()) {
        printf("%s(0x%016" PRIx64 "u, 0x%016" PRIx64 "u)\n", name, found[0], found[1]);
        return;
    }
    ck_assert_msg(expected[0] == found[0], "%s, row %zu of float: other bits", name, row);
    ck_assert_msg(expected[1] == found[1], "%s, row %zu of double: other bits", name, row);
}

START_TEST(transforms_same_bits_as_before)
{
    for (size_t i = 0; i < TRANSFORMS; ++i) {
        const uint64_t found[2] = {transform_digest(transforms[i], FFTC_FLOAT32),
                                   transform_digest(transforms[i], FFTC_FLOAT64)};
        judge("DIGEST", i, transform_digests[i], found);
    }
}
END_TEST

START_TEST(convolutions_same_bits_as_before)
{
    for (size_t i = 0; i < CONVOLUTIONS; ++i) {
        const uint64_t found[2] = {convolution_digest(convolutions[i], FFTC_FLOAT32),
                                   convolution_digest(convolutions[i], FFTC_FLOAT64)};
        judge("CONVOLUTION_DIGEST", i, convolution_digests[i], found);
    }
}
END_TEST

TESTING_MAIN("transform_digests", transforms_same_bits_as_before, convolutions_same_bits_as_before)
