/* SPDX-License-Identifier: MIT */
#include "bloom_testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complete(fftc_bloom_layout *l, uint32_t columns, uint32_t channels)
{
    if ((l->row | l->pixel | l->channel) == 0) {
        *l = (fftc_bloom_layout){(uint64_t)columns * channels, channels, 1};
    }
}

static size_t place_of(const fftc_bloom_layout *l, uint32_t y, uint32_t x, uint32_t channel)
{
    return (size_t)(y * l->row + x * l->pixel + channel * l->channel);
}

static void draw(const bloom_case *c, const testing_buffer *array, const fftc_bloom_layout *layout,
                 const uint32_t size[3], double bright, testing_random *random)
{
    for (uint32_t y = 0; y < size[0]; ++y) {
        for (uint32_t x = 0; x < size[1]; ++x) {
            for (uint32_t channel = 0; channel < size[2]; ++channel) {
                double number = 0.02 + fabs(testing_random_real(random));
                number *= testing_random_below(random, 20) == 0 ? bright : 1.0;
                testing_set(c->d.precision, array->data, place_of(layout, y, x, channel), number);
            }
        }
    }
}

static uint32_t draw_between(testing_random *random, uint32_t least, uint32_t most)
{
    return least + (uint32_t)testing_random_below(random, most - least + 1);
}

fftc_bloom_description bloom_draw(testing_random *random, uint32_t most, uint32_t powers)
{
    fftc_bloom_description d;
    uint32_t channels = draw_between(random, 1, 4);
    uint32_t width = draw_between(random, 1, most);
    uint32_t height = draw_between(random, 1, most);
    /* Not one pixel with one tap. */
    fftc_bloom_describe(width, height, channels, draw_between(random, width == 1 ? 2 : 1, most),
                        draw_between(random, height == 1 ? 2 : 1, most), &d);
    d.kernel_channels = testing_random_below(random, 3) == 0                    ? 1
                        : channels == 4 && testing_random_below(random, 2) == 0 ? 3
                                                                                : channels;
    d.padding = (fftc_padding)testing_random_below(random, 4);
    d.power = (fftc_bloom_power)testing_random_below(random, powers);
    d.centre_x = (uint32_t)testing_random_below(random, d.kernel_width);
    d.centre_y = (uint32_t)testing_random_below(random, d.kernel_height);
    d.beyond[channels - 1] = testing_random_below(random, 2) == 0 ? 0.0F : 0.75F;
    if (testing_random_below(random, 2) == 0) { /* planes, rows with gaps */
        d.src = (fftc_bloom_layout){d.width, 1, (uint64_t)d.width * d.height};
        d.dst = (fftc_bloom_layout){(uint64_t)d.width * (channels + 1) + 3, channels + 1, 1};
    }
    return d;
}

bloom_case bloom_case_start(const fftc_bloom_description *d, testing_random *random)
{
    bloom_case c = {.d = *d};
    size_t bytes[3];
    size_t scalar = fftc_precision_bytes(d->precision);
    fftc_error error;
    const uint32_t picture[] = {d->height, d->width, d->channels};
    const uint32_t kernel[] = {d->kernel_height, d->kernel_width, d->kernel_channels};
    fftc_status status = fftc_bloom_bytes(d, &bytes[0], &bytes[1], &bytes[2], &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", bloom_describe(d), error.message);
    complete(&c.d.src, d->width, d->channels);
    complete(&c.d.dst, d->width, d->channels);
    complete(&c.d.kernel, d->kernel_width, d->kernel_channels);
    c.src = testing_buffer_create(bytes[0], scalar);
    c.dst = testing_buffer_create(bytes[1], scalar);
    c.kernel = testing_buffer_create(bytes[2], scalar);
    memset(c.src.data, 0, bytes[0]);
    memset(c.kernel.data, 0, bytes[2]);
    draw(&c, &c.src, &c.d.src, picture, 8.0, random);
    draw(&c, &c.kernel, &c.d.kernel, kernel, 3.0, random);
    return c;
}

void bloom_case_end(bloom_case *c)
{
    ck_assert(testing_buffer_intact(&c->src) && testing_buffer_intact(&c->dst) &&
              testing_buffer_intact(&c->kernel));
    testing_buffer_release(&c->src);
    testing_buffer_release(&c->dst);
    testing_buffer_release(&c->kernel);
}

const char *bloom_describe(const fftc_bloom_description *d)
{
    static const char *const paddings[] = {"zero", "mirror", "repeat", "clamp"};
    static const char *const resamplings[] = {"exact", "tent", "cubic", "sinc"};
    static char text[256];
    (void)snprintf(text, sizeof text,
                   "%u x %u with %u channels of f%zu, kernel %u x %u with %u, centre (%u, %u), %s, "
                   "%s, power %d",
                   d->width, d->height, d->channels, 8 * fftc_precision_bytes(d->precision),
                   d->kernel_width, d->kernel_height, d->kernel_channels, d->centre_x, d->centre_y,
                   paddings[d->padding], resamplings[d->resampling], (int)d->power);
    return text;
}

void bloom_execute(bloom_case *c, const fftc_bloom_frame *frame, int threads)
{
    const fftc_plan_options options = {.threads = threads};
    fftc_bloom *plan;
    fftc_error error;
    fftc_status status = fftc_bloom_create(&c->d, &options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", bloom_describe(&c->d), error.message);
    testing_buffer spectrum = testing_buffer_create(fftc_bloom_spectrum_bytes(plan), 64);
    testing_buffer work = testing_buffer_create(fftc_bloom_work_bytes(plan), 64);
    status = fftc_bloom_prepare(plan, c->kernel.data, spectrum.data, &error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_execute(plan, c->src.data, spectrum.data, frame, c->dst.data, work.data,
                                    &error);
    }
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", bloom_describe(&c->d), error.message);
    ck_assert(testing_buffer_intact(&spectrum) && testing_buffer_intact(&work));
    testing_buffer_release(&spectrum);
    testing_buffer_release(&work);
    fftc_bloom_destroy(plan);
}

double bloom_get(const bloom_case *c, const testing_buffer *array, const fftc_bloom_layout *layout,
                 uint32_t y, uint32_t x, uint32_t channel)
{
    return testing_get(c->d.precision, array->data, place_of(layout, y, x, channel));
}

double bloom_tap(const bloom_case *c, uint32_t y, uint32_t x, uint32_t channel)
{
    static const double luminance[] = {0.2126390059, 0.7151686788, 0.0721923154};
    if (c->d.kernel_channels == 3 && channel == 3) {
        double sum = 0.0;
        for (uint32_t i = 0; i < 3; ++i) {
            sum += luminance[i] * bloom_get(c, &c->kernel, &c->d.kernel, y, x, i);
        }
        return sum;
    }
    return bloom_get(c, &c->kernel, &c->d.kernel, y, x, c->d.kernel_channels == 1 ? 0 : channel);
}

int64_t bloom_place(fftc_padding padding, int64_t at, int64_t length)
{
    while (at < 0 || at >= length) {
        switch (padding) {
        case FFTC_PAD_ZERO: return -1;
        case FFTC_PAD_MIRROR: at = at < 0 ? -1 - at : 2 * length - 1 - at; break;
        case FFTC_PAD_REPEAT: at += at < 0 ? length : -length; break;
        default: at = at < 0 ? 0 : length - 1;
        }
    }
    return at;
}

double bloom_look(const bloom_case *c, int64_t y, int64_t x, uint32_t channel)
{
    int64_t v = bloom_place(c->d.padding, y, c->d.height);
    int64_t u = bloom_place(c->d.padding, x, c->d.width);
    return u < 0 || v < 0 ? (double)c->d.beyond[channel]
                          : bloom_get(c, &c->src, &c->d.src, (uint32_t)v, (uint32_t)u, channel);
}

double bloom_power(const bloom_case *c, uint32_t channel)
{
    static const double luminance[] = {0.2126390059, 0.7151686788, 0.0721923154, 0.0};
    const fftc_bloom_description *d = &c->d;
    double power = 0.0;
    for (uint32_t own = 0; own < d->kernel_channels; ++own) {
        double sum = 0.0;
        for (uint32_t i = 0; i < d->kernel_width * d->kernel_height; ++i) {
            sum += bloom_tap(c, i / d->kernel_width, i % d->kernel_width, own);
        }
        double weight = d->kernel_channels >= 3 ? luminance[own] : 1.0 / d->kernel_channels;
        if (d->power == FFTC_BLOOM_LUMINANCE) {
            power += weight * sum;
        } else if (own == channel || d->kernel_channels == 1) {
            power = sum;
        } else if (d->kernel_channels == 3 && channel == 3) {
            power += weight * sum;
        }
    }
    return d->power == FFTC_BLOOM_AS_IS ? 1.0 : power;
}

static double sum_directly(const bloom_case *c, const fftc_bloom_frame *frame, double power,
                           uint32_t y, uint32_t x, uint32_t channel)
{
    const fftc_bloom_description *d = &c->d;
    double sum = 0.0;
    for (uint32_t v = 0; v < d->kernel_height; ++v) {
        for (uint32_t u = 0; u < d->kernel_width; ++u) {
            sum += bloom_tap(c, v, u, channel) * bloom_look(c, (int64_t)y - v + d->centre_y,
                                                            (int64_t)x - u + d->centre_x, channel);
        }
    }
    double sharp = (double)frame->sharpening;
    return exp2((double)frame->exposure) *
           (sharp * bloom_look(c, y, x, channel) + (1.0 - sharp) * sum / power);
}

void bloom_check_pixels(const bloom_case *c, const fftc_bloom_frame *frame, size_t most,
                        testing_random *random)
{
    const fftc_bloom_description *d = &c->d;
    size_t pixels = (size_t)d->width * d->height * d->channels;
    double worst = 0.0;
    double greatest = 0.0;
    double power[FFTC_BLOOM_CHANNELS_MAX];
    for (uint32_t channel = 0; channel < d->channels; ++channel) {
        power[channel] = bloom_power(c, channel);
    }
    for (size_t i = 0; i < pixels && i < most; ++i) {
        size_t at = pixels <= most ? i
                    : i == 0       ? 0
                    : i == 1       ? pixels - 1
                                   : (size_t)testing_random_below(random, pixels);
        uint32_t channel = (uint32_t)(at % d->channels);
        uint32_t x = (uint32_t)(at / d->channels % d->width);
        uint32_t y = (uint32_t)(at / d->channels / d->width);
        double wanted = sum_directly(c, frame, power[channel], y, x, channel);
        double got = bloom_get(c, &c->dst, &d->dst, y, x, channel);
        worst = fmax(worst, fabs(got - wanted));
        greatest = fmax(greatest, fabs(wanted));
    }
    double tolerance = d->precision == FFTC_FLOAT16 ? 1e-3 : 1e-5;
    ck_assert_msg(worst <= tolerance * greatest, "%s: error %g of %g", bloom_describe(d), worst,
                  greatest);
}

double bloom_half_bound(const bloom_case *c, const fftc_bloom_frame *frame, uint32_t channel)
{
    const fftc_bloom_description *d = &c->d;
    const int64_t rows = d->kernel_height / 2 + 2; /* about a period */
    const int64_t columns = d->kernel_width / 2 + 2;
    const double points =
        (double)(d->width + 2 * columns > d->height + 2 * rows ? d->width + 2 * columns
                                                               : d->height + 2 * rows);
    double squares = 0.0;
    double taps = 0.0;
    for (int64_t y = -rows; y < d->height + rows; ++y) {
        for (int64_t x = -columns; x < d->width + columns; ++x) {
            double number = bloom_look(c, y, x, channel);
            number -= d->padding == FFTC_PAD_ZERO ? (double)d->beyond[channel] : 0.0;
            squares += number * number;
        }
    }
    for (uint32_t i = 0; i < d->kernel_width * d->kernel_height; ++i) {
        taps += fabs(bloom_tap(c, i / d->kernel_width, i % d->kernel_width, channel));
    }
    const double light = taps / bloom_power(c, channel);
    const double factor = (1.0 - (double)frame->sharpening) * exp2((double)frame->exposure);
    const double mean = sqrt(squares / ((double)d->width * d->height));
    const double stored = d->precision == FFTC_FLOAT16 ? 0x1p-11 : 1e-5; /* of the result */
    const double sharp = (double)frame->sharpening;
    return stored * exp2((double)frame->exposure) * (sharp + light) * mean +
           factor * light * (0x1p-10 * mean + 0x1p-21 * sqrt(points));
}

void bloom_check_halves(const bloom_case *c, const fftc_bloom_frame *frame)
{
    const fftc_bloom_description *d = &c->d;
    for (uint32_t channel = 0; channel < d->channels; ++channel) {
        const double power = bloom_power(c, channel);
        double squares = 0.0;
        for (uint32_t i = 0; i < d->width * d->height; ++i) {
            uint32_t y = i / d->width;
            uint32_t x = i % d->width;
            double error = bloom_get(c, &c->dst, &d->dst, y, x, channel) -
                           sum_directly(c, frame, power, y, x, channel);
            squares += error * error;
        }
        double got = sqrt(squares / ((double)d->width * d->height));
        double bound = bloom_half_bound(c, frame, channel);
        ck_assert_msg(got <= bound, "%s: error %g, bound %g", bloom_describe(d), got, bound);
    }
}
