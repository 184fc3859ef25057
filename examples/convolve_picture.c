/* SPDX-License-Identifier: MIT
 *
 * A picture out of focus, on every device: three colours, one after the other, each convolved with
 * a disc. The same description serves the CPU, whose result is compared.
 *
 *   cc convolve_picture.c vulkan_helper.c $(pkg-config --cflags --libs --static fftcore-vulkan) -lm
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_helper.h"

#define WIDTH 160
#define HEIGHT 90
#define COLOURS 3
#define RADIUS 6
#define TAPS (2 * RADIUS + 1)
#define NUMBERS (COLOURS * HEIGHT * WIDTH)

static float picture[NUMBERS];
static float disc[TAPS * TAPS];

static void draw(void)
{
    float sum = 0.0F;
    for (int i = 0; i < NUMBERS; ++i) {
        int x = i % WIDTH;
        int y = i / WIDTH % HEIGHT;
        picture[i] = (float)((x / 16 + y / 16 + i / (WIDTH * HEIGHT)) % 3);
    }
    for (int i = 0; i < TAPS * TAPS; ++i) {
        int x = i % TAPS - RADIUS;
        int y = i / TAPS - RADIUS;
        disc[i] = x * x + y * y <= RADIUS * RADIUS ? 1.0F : 0.0F;
        sum += disc[i];
    }
    for (int i = 0; i < TAPS * TAPS; ++i) {
        disc[i] /= sum;
    }
}

static void on_cpu(const fftc_convolution_description *what, float *blurred)
{
    fftc_convolution *plan;
    fftc_error error;
    helper_check(fftc_convolution_create(what, NULL, &plan, &error), &error);
    void *spectrum = malloc(fftc_convolution_spectrum_bytes(plan));
    if (spectrum == NULL) {
        exit(1);
    }
    helper_check(fftc_convolution_prepare(plan, disc, spectrum, &error), &error);
    helper_check(fftc_convolution_execute(plan, picture, spectrum, blurred, &error), &error);
    free(spectrum);
    fftc_convolution_destroy(plan);
}

static void on_device(fftc_vulkan *context, const fftc_convolution_description *what,
                      float *blurred)
{
    const fftc_vulkan_plan_options options = {.own_scratch = true};
    fftc_vulkan_convolution *plan;
    fftc_error error;
    helper_check(fftc_vulkan_convolution_create(context, what, &options, &plan, &error), &error);
    helper_buffer src = helper_buffer_create(context, sizeof picture);
    helper_buffer dst = helper_buffer_create(context, sizeof picture);
    helper_buffer kernel = helper_buffer_create(context, sizeof disc);
    helper_buffer spectrum = helper_buffer_create(
        context, (size_t)fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SPECTRUM));
    const fftc_vulkan_convolution_buffers buffers = {.src = {.buffer = src.handle},
                                                     .dst = {.buffer = dst.handle},
                                                     .kernel = {.buffer = kernel.handle},
                                                     .spectrum = {.buffer = spectrum.handle}};
    memcpy(src.data, picture, sizeof picture);
    memcpy(kernel.data, disc, sizeof disc);
    helper_convolve(context, plan, &buffers);
    memcpy(blurred, dst.data, sizeof picture);
    fftc_vulkan_convolution_destroy(plan);
    helper_buffer_destroy(context, &src);
    helper_buffer_destroy(context, &dst);
    helper_buffer_destroy(context, &kernel);
    helper_buffer_destroy(context, &spectrum);
}

static bool try_device(uint32_t number, const fftc_convolution_description *what,
                       const float *expected)
{
    static float blurred[NUMBERS];
    const fftc_vulkan_options options = {.device = number};
    float most = 0.0F;
    fftc_vulkan *context;
    fftc_error error;
    helper_check(fftc_vulkan_create(&options, &context, &error), &error);
    on_device(context, what, blurred);
    for (int i = 0; i < NUMBERS; ++i) {
        most = fmaxf(most, fabsf(blurred[i] - expected[i]));
    }
    (void)printf("%s: at most %.1e from the CPU\n", fftc_vulkan_device_info(context)->name,
                 (double)most);
    fftc_vulkan_destroy(context);
    return most < 1e-5F;
}

int main(void)
{
    static float expected[NUMBERS];
    fftc_convolution_description what;
    uint32_t count = 0;
    bool good = true;
    fftc_error error;
    draw();
    helper_check(fftc_convolution_describe_linear(2, (uint64_t[]){HEIGHT, WIDTH},
                                                  (uint64_t[]){TAPS, TAPS}, FFTC_SAME,
                                                  FFTC_CONVOLVE, FFTC_REAL, &what, &error),
                 &error);
    what.signal.batch = COLOURS;
    on_cpu(&what, expected);
    helper_check(fftc_vulkan_device_list(NULL, &count, &error), &error);
    for (uint32_t i = 0; i < count; ++i) {
        good = try_device(i, &what, expected) && good;
    }
    return count == 0 ? 77 : good ? 0 : 1;
}
