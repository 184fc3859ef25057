/* SPDX-License-Identifier: MIT
 *
 * The spectrum of an RGBA8 picture, read where it lies: the load accessor takes the brightness
 * of a pixel, the picture is padded with zeros by the description's ranges, and the store accessor
 * scatters the powers so that frequency 0 stands in the middle. In the emulator the same text
 * gives the same bits.
 *
 * The pixels are in a buffer, which every device can read. Of an image (FFTC_EXTRA_PICTURE)
 * the piece would say fftc_picture_get(0u, x, y), and have the channels apart.
 *
 *     example_accessor_picture            on every device; exit status 1 if the bits differ
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate_plan.h"
#include "vulkan_helper.h"

enum { WIDTH = 48, HEIGHT = 30, COLUMNS = 64, ROWS = 32 };

/* Extra 0: the pixels. Words 0 and 2: columns of the transform and of the picture. */
FFTC_PIECE(
    load_brightness, fftc_complex fftc_user_load(fftc_uint index) {
        fftc_uint columns = FFTC_UINT(fftc_user_word(0u));
        fftc_uint at = (index / columns) * fftc_user_word(2u) + index % columns;
        fftc_uint pixel = fftc_extra_get(0u, at);
        fftc_uint sum = (pixel & 255u) * 2u + ((pixel >> 8u) & 255u) * 5u + ((pixel >> 16u) & 255u);
        fftc_real brightness = fftc_real_from_wide(fftc_wide_from_uint(sum));
        return fftc_complex_make(brightness, FFTC_REAL(0.0));
    })

/* Extra 1: the powers. Words 0 and 1: columns and rows. */
FFTC_PIECE(
    store_centred, void fftc_user_store(fftc_uint index, fftc_complex value) {
        fftc_uint columns = FFTC_UINT(fftc_user_word(0u));
        fftc_uint rows = FFTC_UINT(fftc_user_word(1u));
        fftc_uint x = (index % columns + columns / 2u) % columns;
        fftc_uint y = (index / columns + rows / 2u) % rows;
        fftc_extra_set(1u, y * columns + x, fftc_word_from_real(fftc_complex_norm(value)));
    })

/* Stripes that repeat every 8 columns and every 8 rows, as 64 and 32 are padded to. */
static void make_picture(uint8_t *rgba)
{
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            uint8_t *pixel = rgba + 4 * (y * WIDTH + x);
            pixel[0] = (uint8_t)((x + y) % 8 < 4 ? 220 : 30);
            pixel[1] = (uint8_t)((x + y) % 8 < 4 ? 200 : 20);
            pixel[2] = (uint8_t)(7 * x + 3 * y);
            pixel[3] = 255;
        }
    }
}

static void run_on_device(fftc_vulkan *context, const fftc_transform *transform,
                          const uint8_t *rgba, float *power)
{
    const fftc_accessors accessors = {.load = load_brightness,
                                      .store = store_centred,
                                      .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_BUFFER}};
    const fftc_vulkan_plan_options options = {
        .exact = true, .own_scratch = true, .accessors = &accessors};
    const size_t bytes = (size_t)ROWS * COLUMNS * sizeof *power;
    helper_buffer picture = helper_buffer_create(context, (size_t)4 * WIDTH * HEIGHT);
    helper_buffer result = helper_buffer_create(context, bytes);
    fftc_vulkan_buffers buffers = {
        .extra = {{.span = {.buffer = picture.handle}}, {.span = {.buffer = result.handle}}},
        .word = {COLUMNS, ROWS, WIDTH}};
    fftc_vulkan_plan *plan;
    fftc_error error;
    memcpy(picture.data, rgba, (size_t)4 * WIDTH * HEIGHT);
    helper_check(fftc_vulkan_plan_create(context, transform, &options, &plan, &error), &error);
    helper_run(context, plan, &buffers);
    memcpy(power, result.data, bytes);
    fftc_vulkan_plan_destroy(plan);
    helper_buffer_destroy(context, &result);
    helper_buffer_destroy(context, &picture);
}

static void run_in_emulator(const fftc_vulkan_device *device, const fftc_transform *transform,
                            uint8_t *rgba, float *power)
{
    const fftc_emulation config = {.subgroup_size = device->subgroup_size};
    fftc_emulated_device emulation = {
        .invocations_max = device->invocations_max,
        .shared_bytes = device->shared_bytes,
        .passes.no_subgroups = !device->subgroup_full || !device->subgroup_shuffle,
        .load = fftc_emulated_load,
        .store = fftc_emulated_store,
        .extra = {{"picture", rgba, 4, WIDTH * HEIGHT, true},
                  {"power", power, 4, (uint64_t)ROWS * COLUMNS, false}},
        .word = {COLUMNS, ROWS, WIDTH},
        .config = &config};
    const fftc_arrays none = {.src = NULL};
    fftc_emulated_report report;
    fftc_error error;
    helper_check(fftc_emulate_plan(transform, &emulation, &none, &report, &error), &error);
    (void)printf("emulator: %u dispatches, %llu findings\n", (unsigned)report.dispatches,
                 (unsigned long long)report.finding_count);
}

static bool try_device(uint32_t number, uint8_t *rgba)
{
    static float power[2][ROWS * COLUMNS];
    const fftc_transform transform = {.length = {ROWS, COLUMNS},
                                      .src_range = {{0, HEIGHT}, {0, WIDTH}}};
    const fftc_vulkan_options options = {.device = number};
    fftc_vulkan *context;
    fftc_error error;
    int loudest = 0;
    memset(power, 0, sizeof power);
    helper_check(fftc_vulkan_create(&options, &context, &error), &error);
    run_on_device(context, &transform, rgba, power[0]);
    run_in_emulator(fftc_vulkan_device_info(context), &transform, rgba, power[1]);
    for (int i = 0; i < ROWS * COLUMNS; ++i) {
        bool middle = i == ROWS / 2 * COLUMNS + COLUMNS / 2;
        loudest = !middle && power[0][i] > power[0][loudest] ? i : loudest;
    }
    (void)printf("loudest beside the middle: %d columns and %d rows from it\n",
                 abs(loudest % COLUMNS - COLUMNS / 2), abs(loudest / COLUMNS - ROWS / 2));
    bool same = memcmp(power[0], power[1], sizeof power[0]) == 0;
    (void)printf("%s: %s bits\n", fftc_vulkan_device_info(context)->name,
                 same ? "the same" : "other");
    fftc_vulkan_destroy(context);
    return same;
}

int main(void)
{
    static uint8_t rgba[4 * WIDTH * HEIGHT];
    uint32_t count = 0;
    bool same = true;
    fftc_error error;
    make_picture(rgba);
    helper_check(fftc_vulkan_device_list(NULL, &count, &error), &error);
    for (uint32_t i = 0; i < count; ++i) {
        same = try_device(i, rgba) && same;
    }
    return count == 0 ? 77 : same ? 0 : 1;
}
