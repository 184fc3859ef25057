/* SPDX-License-Identifier: MIT
 *
 * One description, planned for the CPU and for each device: the spectrum of a picture of real
 * numbers.
 *
 *     example_transform_device          on every device; exit status 1 if a spectrum is off
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "vulkan_helper.h"

enum { HEIGHT = 180, WIDTH = 320, BINS = WIDTH / 2 + 1 };

static float picture[HEIGHT * WIDTH];
static float expected[HEIGHT * BINS * 2]; /* pairs re, im */

static void on_device(fftc_vulkan *context, const fftc_transform *transform, float *spectrum)
{
    /* The plan has memory of its own for what lies between its passes, if it needs any. */
    const fftc_vulkan_plan_options options = {.own_scratch = true};
    fftc_vulkan_plan *plan;
    fftc_error error;
    helper_check(fftc_vulkan_plan_create(context, transform, &options, &plan, &error), &error);
    helper_buffer src = helper_buffer_create(context, sizeof picture);
    helper_buffer dst = helper_buffer_create(context, sizeof expected);
    const fftc_vulkan_buffers buffers = {.src = {.buffer = src.handle},
                                         .dst = {.buffer = dst.handle}};
    memcpy(src.data, picture, sizeof picture);
    helper_run(context, plan, &buffers);
    memcpy(spectrum, dst.data, sizeof expected);
    fftc_vulkan_plan_destroy(plan);
    helper_buffer_destroy(context, &src);
    helper_buffer_destroy(context, &dst);
}

/* The root of the sum of squares of the difference, over that of what is expected. */
static double distance(const float *spectrum)
{
    double difference = 0.0;
    double all = 0.0;
    for (int i = 0; i < HEIGHT * BINS * 2; ++i) {
        double d = (double)spectrum[i] - (double)expected[i];
        difference += d * d;
        all += (double)expected[i] * (double)expected[i];
    }
    return sqrt(difference / all);
}

static bool try_device(uint32_t number, const fftc_transform *transform)
{
    static float spectrum[HEIGHT * BINS * 2];
    const fftc_vulkan_options options = {.device = number};
    fftc_vulkan *context;
    fftc_error error;
    helper_check(fftc_vulkan_create(&options, &context, &error), &error);
    on_device(context, transform, spectrum);
    double off = distance(spectrum);
    (void)printf("%s: %.1e from the CPU\n", fftc_vulkan_device_info(context)->name, off);
    fftc_vulkan_destroy(context);
    /* Either has an error of its own. */
    return off < 2.0 * (fftc_transform_error_bound(FFTC_FLOAT32, HEIGHT) +
                        fftc_transform_error_bound(FFTC_FLOAT32, WIDTH));
}

int main(void)
{
    const fftc_transform transform = {.length = {HEIGHT, WIDTH}, .kind = FFTC_REAL};
    fftc_plan *plan;
    fftc_error error;
    uint32_t count = 0;
    bool good = true;
    for (int i = 0; i < HEIGHT * WIDTH; ++i) {
        picture[i] = (float)(i * 7919 % 256) / 255.0F;
    }
    helper_check(fftc_plan_create(&transform, NULL, &plan, &error), &error);
    helper_check(fftc_plan_execute(plan, picture, expected, &error), &error);
    fftc_plan_destroy(plan);
    helper_check(fftc_vulkan_device_list(NULL, &count, &error), &error);
    for (uint32_t i = 0; i < count; ++i) {
        good = try_device(i, &transform) && good;
    }
    return count == 0 ? 77 : good ? 0 : 1;
}
