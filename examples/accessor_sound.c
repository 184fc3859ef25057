/* SPDX-License-Identifier: MIT
 *
 * The spectrogram of 16-bit samples in one dispatch: reading, window and power are accessors of the
 * transform, which writes nothing else. The same two pieces of text run as C in the emulator, with
 * the same plan, and give the same bits.
 *
 *     example_accessor_sound            on every device; exit status 1 if the bits differ
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate_plan.h"
#include "vulkan_helper.h"

enum { LENGTH = 256, HOP = 64, FRAMES = 40, BINS = LENGTH / 2 };
enum { SAMPLES = HOP * (FRAMES - 1) + LENGTH };

/* Extra 0: the samples, two to a word. Extra 1: the window. Words: points and hop. */
FFTC_PIECE(
    load_frame,
    FFTC_FN fftc_real sample_at(fftc_uint at) {
        fftc_uint bits = (fftc_extra_get(0u, at >> 1u) >> ((at & 1u) << 4u)) & 0xffffu;
        return fftc_real_from_wide(fftc_wide_from_uint(bits ^ 0x8000u)) - FFTC_REAL(32768.0);
    } fftc_complex fftc_user_load(fftc_uint index) {
        fftc_uint points = FFTC_UINT(fftc_user_word(0u));
        fftc_uint at = index % points;
        fftc_real x = sample_at((index / points) * fftc_user_word(1u) + at);
        fftc_real weight = fftc_real_from_word(fftc_extra_get(1u, at));
        fftc_complex z = fftc_complex_make(x, FFTC_REAL(0.0));
        return fftc_complex_scale(z, weight);
    })

/* Extra 2: powers, frame by frame, of the frequencies below one half of the sampling rate. */
FFTC_PIECE(
    store_power, void fftc_user_store(fftc_uint index, fftc_complex value) {
        fftc_uint points = FFTC_UINT(fftc_user_word(0u));
        fftc_uint frequency = index % points;
        if (frequency < points / 2u) {
            fftc_extra_set(2u, (index / points) * (points / 2u) + frequency,
                           fftc_word_from_real(fftc_complex_norm(value)));
        }
    })

/* A tone that rises from 1/32 to 1/4 of the sampling rate. */
static void make_sound(int16_t *sound)
{
    double phase = 0.0;
    for (int i = 0; i < SAMPLES; ++i) {
        phase += 6.283185307179586 * (1.0 / 32 + (1.0 / 4 - 1.0 / 32) * i / SAMPLES);
        sound[i] = (int16_t)lrint(12000.0 * sin(phase));
    }
}

static void make_window(float *window)
{
    for (int i = 0; i < LENGTH; ++i) {
        window[i] = (float)(0.5 - 0.5 * cos(6.283185307179586 * i / LENGTH));
    }
}

static void run_on_device(fftc_vulkan *context, const fftc_transform *transform,
                          const int16_t *sound, const float *window, float *power)
{
    const fftc_accessors accessors = {
        .load = load_frame,
        .store = store_power,
        .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_BUFFER, FFTC_EXTRA_BUFFER}};
    const fftc_vulkan_plan_options options = {.exact = true, .accessors = &accessors};
    const size_t bytes[3] = {SAMPLES * sizeof *sound, LENGTH * sizeof *window,
                             (size_t)FRAMES * BINS * sizeof *power};
    helper_buffer extra[3];
    fftc_vulkan_buffers buffers = {.word = {LENGTH, HOP}};
    fftc_vulkan_plan *plan;
    fftc_error error;
    for (int i = 0; i < 3; ++i) {
        extra[i] = helper_buffer_create(context, bytes[i]);
        buffers.extra[i].span.buffer = extra[i].handle;
    }
    memcpy(extra[0].data, sound, bytes[0]);
    memcpy(extra[1].data, window, bytes[1]);
    helper_check(fftc_vulkan_plan_create(context, transform, &options, &plan, &error), &error);
    helper_run(context, plan, &buffers);
    memcpy(power, extra[2].data, bytes[2]);
    fftc_vulkan_plan_destroy(plan);
    for (int i = 0; i < 3; ++i) {
        helper_buffer_destroy(context, &extra[i]);
    }
}

static void run_in_emulator(const fftc_vulkan_device *device, const fftc_transform *transform,
                            int16_t *sound, float *window, float *power)
{
    const fftc_emulation config = {.subgroup_size = device->subgroup_size};
    fftc_emulated_device emulation = {
        .invocations_max = device->invocations_max,
        .shared_bytes = device->shared_bytes,
        .passes.no_subgroups = !device->subgroup_full || !device->subgroup_shuffle,
        .load = fftc_emulated_load,
        .store = fftc_emulated_store,
        .extra = {{"sound", sound, 4, SAMPLES / 2, true},
                  {"window", window, 4, LENGTH, true},
                  {"power", power, 4, (uint64_t)FRAMES * BINS, false}},
        .word = {LENGTH, HOP},
        .config = &config};
    const fftc_arrays none = {.src = NULL};
    fftc_emulated_report report;
    fftc_error error;
    helper_check(fftc_emulate_plan(transform, &emulation, &none, &report, &error), &error);
    (void)printf("emulator: %u dispatch, %llu findings\n", (unsigned)report.dispatches,
                 (unsigned long long)report.finding_count);
}

static bool try_device(uint32_t number, int16_t *sound, float *window)
{
    static float power[2][FRAMES * BINS];
    const fftc_transform transform = {.length = {LENGTH}, .batch = FRAMES};
    const fftc_vulkan_options options = {.device = number};
    fftc_vulkan *context;
    fftc_error error;
    memset(power, 0, sizeof power);
    helper_check(fftc_vulkan_create(&options, &context, &error), &error);
    run_on_device(context, &transform, sound, window, power[0]);
    run_in_emulator(fftc_vulkan_device_info(context), &transform, sound, window, power[1]);
    for (int frame = 0; frame < FRAMES; frame += 8) {
        const float *row = power[0] + (size_t)frame * BINS;
        int loudest = 0;
        for (int k = 1; k < BINS; ++k) {
            loudest = row[k] > row[loudest] ? k : loudest;
        }
        (void)printf("frame %2d: loudest at %.3f of the sampling rate\n", frame,
                     (double)loudest / LENGTH);
    }
    bool same = memcmp(power[0], power[1], sizeof power[0]) == 0;
    (void)printf("%s: %s bits\n", fftc_vulkan_device_info(context)->name,
                 same ? "the same" : "other");
    fftc_vulkan_destroy(context);
    return same;
}

int main(void)
{
    static int16_t sound[SAMPLES];
    static float window[LENGTH];
    uint32_t count = 0;
    bool same = true;
    fftc_error error;
    make_sound(sound);
    make_window(window);
    helper_check(fftc_vulkan_device_list(NULL, &count, &error), &error);
    for (uint32_t i = 0; i < count; ++i) {
        same = try_device(i, sound, window) && same;
    }
    return count == 0 ? 77 : same ? 0 : 1;
}
