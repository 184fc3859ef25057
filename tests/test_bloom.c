/* SPDX-License-Identifier: MIT
 *
 * Blooms on the CPU against the sums themselves.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bloom_testing.h"

static void check(const fftc_bloom_description *d, const fftc_bloom_frame *frame, int threads,
                  size_t most, testing_random *random)
{
    bloom_case c = bloom_case_start(d, random);
    memset(c.dst.data, 0xff, c.dst.bytes);
    bloom_execute(&c, frame, threads);
    bloom_check_pixels(&c, frame, most, random);
    bloom_case_end(&c);
}

static uint32_t draw(testing_random *random, uint32_t most)
{
    return 1 + (uint32_t)testing_random_below(random, most);
}

/* Planes of channels, or rows with gaps, or packed pixels. */
static fftc_bloom_layout draw_layout(testing_random *random, uint64_t columns, uint64_t rows,
                                     uint64_t channels)
{
    switch (testing_random_below(random, 3)) {
    case 0: return (fftc_bloom_layout){columns, 1, columns * rows};
    case 1: return (fftc_bloom_layout){columns * (channels + 1) + 3, channels + 1, 1};
    default: return (fftc_bloom_layout){0, 0, 0};
    }
}

static fftc_bloom_description draw_description(testing_random *random, uint32_t most, uint32_t taps)
{
    fftc_bloom_description d;
    uint32_t channels = draw(random, 4);
    fftc_bloom_describe(draw(random, most), draw(random, most), channels, draw(random, taps),
                        draw(random, taps), &d);
    d.kernel_channels = testing_random_below(random, 3) == 0                    ? 1
                        : channels == 4 && testing_random_below(random, 2) == 0 ? 3
                                                                                : channels;
    d.padding = (fftc_padding)testing_random_below(random, 4);
    d.power = (fftc_bloom_power)testing_random_below(random, 3);
    d.precision = testing_random_below(random, 4) == 0 && d.power != FFTC_BLOOM_AS_IS
                      ? FFTC_FLOAT16
                      : FFTC_FLOAT32;
    if (testing_random_below(random, 2) == 0) {
        d.centre_x = (uint32_t)testing_random_below(random, d.kernel_width);
        d.centre_y = (uint32_t)testing_random_below(random, d.kernel_height);
    }
    d.beyond[0] = testing_random_below(random, 2) == 0 ? 0.0F : 0.75F;
    d.src = draw_layout(random, d.width, d.height, channels);
    d.dst = draw_layout(random, d.width, d.height, channels);
    d.kernel = draw_layout(random, d.kernel_width, d.kernel_height, d.kernel_channels);
    return d;
}

START_TEST(small_pictures_equal_the_sums)
{
    testing_random random = testing_random_start("small blooms");
    for (int i = 0; i < 150; ++i) {
        fftc_bloom_description d = draw_description(&random, 17, 17);
        const fftc_bloom_frame frame = {i % 3 == 0 ? 0.25F : 0.0F, (float)(i % 5 - 2)};
        check(&d, &frame, 1 + i % 3, 2000, &random);
    }
}
END_TEST

START_TEST(pictures_and_kernels_up_to_300_equal_the_sums)
{
    testing_random random = testing_random_start("blooms");
    const fftc_bloom_frame frame = {0.0F, 0.0F};
    for (int i = 0; i < 40; ++i) {
        fftc_bloom_description d = draw_description(&random, 300, 300);
        check(&d, &frame, 1 + i % 2, 24, &random);
    }
}
END_TEST

START_TEST(pictures_in_tiles_equal_the_sums)
{
    testing_random random = testing_random_start("tiles");
    for (int i = 0; i < 24; ++i) {
        fftc_bloom_description d = draw_description(&random, 600, 40);
        const fftc_bloom_frame frame = {i % 3 == 0 ? 0.25F : 0.0F, 0.0F};
        check(&d, &frame, 1 + i % 3, 500, &random);
    }
}
END_TEST

/* What other implementations get wrong: columns that have DC and Nyquist frequency, with zeros
 * along rows; widths that are odd, or 2 modulo 4; kernels that are not square, or larger than the
 * picture, which is then mirrored many times; and a padded axis of 65536. */
START_TEST(sizes_where_others_fail_equal_the_sums)
{
    static const uint32_t sizes[][4] = {
        {16, 12, 5, 5}, {14, 9, 6, 3},     {18, 16, 8, 8},     {6, 4, 4, 2},      {15, 8, 8, 8},
        {1, 7, 3, 2},   {64, 64, 512, 40}, {3, 2, 61, 44},     {1, 1, 9, 8},      {2, 1, 16, 16},
        {30, 20, 1, 9}, {33, 31, 64, 17},  {65025, 1, 512, 1}, {1, 65024, 1, 513}};
    testing_random random = testing_random_start("others");
    const fftc_bloom_frame frame = {0.0F, 0.0F};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (int padding = 0; padding < 4; ++padding) {
            fftc_bloom_description d;
            fftc_bloom_describe(sizes[i][0], sizes[i][1], 1, sizes[i][2], sizes[i][3], &d);
            d.padding = (fftc_padding)padding;
            d.centre_x = d.kernel_width / 2;
            d.centre_y = d.kernel_height / 2;
            check(&d, &frame, 1, 600, &random);
        }
    }
}
END_TEST

/* A kernel whose spectrum is 1 at one frequency of the rows and 0 at all others, mirrored too: one
 * that is lost or doubled is seen at once. */
START_TEST(every_frequency_of_repeated_pictures_is_kept)
{
    testing_random random = testing_random_start("frequencies");
    const double pi = acos(-1.0);
    for (uint32_t f = 0; f <= 8; ++f) {
        fftc_bloom_description d;
        const fftc_bloom_frame frame = {0.0F, 0.0F};
        fftc_bloom_describe(16, 12, 1, 16, 12, &d);
        d.padding = FFTC_PAD_REPEAT;
        d.power = FFTC_BLOOM_AS_IS;
        bloom_case c = bloom_case_start(&d, &random);
        for (uint32_t i = 0; i < 16 * 12; ++i) {
            double wave = cos(2.0 * pi * f * (i % 16) / 16.0);
            wave = i / 16 % 2 == 0 ? wave : -wave;
            testing_set(FFTC_FLOAT32, c.kernel.data, i, wave / 192.0);
            testing_set(FFTC_FLOAT32, c.src.data, i,
                        wave + testing_get(FFTC_FLOAT32, c.src.data, i) / 8.0);
        }
        bloom_execute(&c, &frame, 1);
        bloom_check_pixels(&c, &frame, 192, &random);
        bloom_case_end(&c);
    }
}
END_TEST

static void set_impulse(bloom_case *c)
{
    memset(c->kernel.data, 0, c->kernel.bytes);
    for (uint32_t channel = 0; channel < c->d.kernel_channels; ++channel) {
        testing_set(c->d.precision, c->kernel.data,
                    (size_t)(c->d.centre_y * c->d.kernel.row + c->d.centre_x * c->d.kernel.pixel +
                             channel * c->d.kernel.channel),
                    3.0);
    }
}

START_TEST(sharpening_of_one_and_an_impulse_give_the_picture)
{
    testing_random random = testing_random_start("impulse");
    for (int i = 0; i < 40; ++i) {
        fftc_bloom_description d = draw_description(&random, 40, 40);
        d.power = i % 2 == 0 ? FFTC_BLOOM_LUMINANCE : FFTC_BLOOM_CHANNEL;
        d.padding = (fftc_padding)(i % 4);
        d.precision = FFTC_FLOAT32;
        d.beyond[0] = 0.0F;
        d.resampling = (fftc_bloom_resampling)(i / 4 % 4);
        d.dst = d.src;
        bloom_case c = bloom_case_start(&d, &random);
        const fftc_bloom_frame sharp = {1.0F, 0.0F};
        const fftc_bloom_frame soft = {0.0F, 0.0F};
        for (int impulse = 0; impulse < 2; ++impulse) {
            if (impulse != 0) {
                set_impulse(&c);
            }
            bloom_execute(&c, impulse != 0 ? &soft : &sharp, 1);
            for (uint32_t k = 0; k < d.width * d.height * d.channels; ++k) {
                uint32_t y = k / d.channels / d.width;
                uint32_t x = k / d.channels % d.width;
                double wanted = bloom_get(&c, &c.src, &c.d.src, y, x, k % d.channels);
                double got = bloom_get(&c, &c.dst, &c.d.dst, y, x, k % d.channels);
                ck_assert_msg(impulse != 0 ? fabs(got - wanted) < 2e-5 : got == wanted,
                              "%s, impulse %d: %g, not %g", bloom_describe(&c.d), impulse, got,
                              wanted);
            }
        }
        bloom_case_end(&c);
    }
}
END_TEST

static double light(const bloom_case *c, const testing_buffer *array)
{
    double sum = 0.0;
    for (uint32_t y = 0; y < c->d.height; ++y) {
        for (uint32_t x = 0; x < c->d.width; ++x) {
            sum += bloom_get(c, array, &c->d.src, y, x, 0);
        }
    }
    return sum;
}

/* Repeated: exactly; mirrored: with a kernel that falls off from its middle, not symmetric. */
START_TEST(light_is_kept)
{
    testing_random random = testing_random_start("light");
    for (uint32_t size = 60; size < 130; size += 23) {
        for (int mirror = 0; mirror < 2; ++mirror) {
            fftc_bloom_description d;
            fftc_bloom_describe(size + 31, size, 1, 40, 33, &d);
            d.padding = mirror != 0 ? FFTC_PAD_MIRROR : FFTC_PAD_REPEAT;
            bloom_case c = bloom_case_start(&d, &random);
            for (uint32_t i = 0; i < 40 * 33; ++i) {
                double r = hypot(i % 40 - (double)d.centre_x, i / 40 - (double)d.centre_y);
                double tap = exp(-r) * (1.0 + 0.1 * testing_random_real(&random));
                testing_set(FFTC_FLOAT32, c.kernel.data, i, tap);
            }
            bloom_execute(&c, NULL, 1);
            double before = light(&c, &c.src);
            ck_assert_double_eq_tol(light(&c, &c.dst), before,
                                    (mirror != 0 ? 1e-3 : 1e-6) * before);
            bloom_case_end(&c);
        }
    }
}
END_TEST

/* In place, with pixels that are no numbers: the others are what they are without those. */
START_TEST(infinities_do_not_spread_unless_told)
{
    testing_random random = testing_random_start("infinities");
    for (int half = 0; half < 2; ++half) {
        fftc_bloom_description d;
        fftc_bloom_describe(31, 20, 3, 9, 7, &d);
        d.precision = half != 0 ? FFTC_FLOAT16 : FFTC_FLOAT32;
        bloom_case c = bloom_case_start(&d, &random);
        const size_t at[] = {100, 200, 300};
        const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
        const double good[] = {0.0, 65504.0, -65504.0};
        for (int i = 0; i < 3; ++i) {
            testing_set(d.precision, c.src.data, at[i], good[i]);
        }
        bloom_execute(&c, NULL, 1);
        char *wanted = malloc(c.dst.bytes);
        ck_assert_ptr_nonnull(wanted);
        memcpy(wanted, c.dst.data, c.dst.bytes);
        for (int i = 0; i < 3; ++i) {
            testing_set(d.precision, c.src.data, at[i], bad[i]);
        }
        bloom_execute(&c, NULL, 2);
        ck_assert_mem_eq(wanted, c.dst.data, c.dst.bytes);
        c.d.keep_infinities = 1;
        bloom_execute(&c, NULL, 1);
        ck_assert(!isfinite(testing_get(d.precision, c.dst.data, at[0] + 3)));
        free(wanted);
        bloom_case_end(&c);
    }
}
END_TEST

/* Also by several threads, whose tiles others read: the bits are the same. */
START_TEST(picture_may_be_replaced)
{
    static const uint32_t sizes[][2] = {{29, 30}, {701, 530}};
    testing_random random = testing_random_start("in place");
    for (int i = 0; i < 8; ++i) {
        const fftc_plan_options options = {.threads = 1 + i % 3 * 2};
        const fftc_bloom_frame frame = {0.3F, 1.0F};
        fftc_bloom_description d;
        fftc_bloom *plan;
        fftc_bloom_describe(sizes[i % 2][0], sizes[i % 2][1], 3, 8, 10, &d);
        d.padding = (fftc_padding)(i / 2);
        d.beyond[1] = 0.5F;
        bloom_case c = bloom_case_start(&d, &random);
        bloom_execute(&c, &frame, 1);
        ck_assert_int_eq(fftc_bloom_create(&d, &options, &plan, NULL), FFTC_SUCCESS);
        void *spectrum = aligned_alloc(64, fftc_bloom_spectrum_bytes(plan));
        void *work = aligned_alloc(64, (fftc_bloom_work_bytes(plan) + 63) / 64 * 64);
        ck_assert(spectrum != NULL && work != NULL);
        ck_assert_int_eq(fftc_bloom_prepare(plan, c.kernel.data, spectrum, NULL), FFTC_SUCCESS);
        ck_assert_double_eq_tol(fftc_bloom_power_of(spectrum, 2), bloom_power(&c, 2), 1e-9);
        ck_assert_int_eq(
            fftc_bloom_execute(plan, c.src.data, spectrum, &frame, c.src.data, work, NULL),
            FFTC_SUCCESS);
        ck_assert_mem_eq(c.src.data, c.dst.data, c.dst.bytes);
        free(spectrum);
        free(work);
        fftc_bloom_destroy(plan);
        bloom_case_end(&c);
    }
}
END_TEST

TESTING_MAIN("bloom", small_pictures_equal_the_sums, pictures_and_kernels_up_to_300_equal_the_sums,
             pictures_in_tiles_equal_the_sums, sizes_where_others_fail_equal_the_sums,
             every_frequency_of_repeated_pictures_is_kept,
             sharpening_of_one_and_an_impulse_give_the_picture, light_is_kept,
             infinities_do_not_spread_unless_told, picture_may_be_replaced)
