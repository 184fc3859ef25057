/* SPDX-License-Identifier: MIT
 *
 * The kernel of blur.h in the emulator, with workgroups of several sizes and on every schedule: no
 * finding and the right pixels are wanted, and that no bank of shared memory is hit twice.
 *
 *     example_blur            exit status 1 if anything is wrong
 */
#include <stdio.h>

/* This header comes before any kernel header: it stands for fftcore/kernel/workgroup.h, and tells
 * source lines. */
#include "fftcore/emulate.h"

/* A parameter may be a variable where C reads it. */
static uint32_t workgroup_log2;
#define FFTC_WORKGROUP_LOG2 workgroup_log2
#define BLUR_COLUMNS 100u
#define BLUR_ROWS 70u
#include "fftcore/kernel/dialect.h"

static fftc_real blur_load(fftc_uint index);
static void blur_store(fftc_uint index, fftc_real brightness);

#include "blur.h"

enum { SOURCE = 0, BLURRED = 1, COLUMNS = BLUR_COLUMNS, ROWS = BLUR_ROWS, COUNT = COLUMNS * ROWS };

static fftc_real blur_load(fftc_uint index)
{
    fftc_real brightness;
    fftc_memory_load(SOURCE, index, &brightness);
    return brightness;
}

static void blur_store(fftc_uint index, fftc_real brightness)
{
    fftc_memory_store(BLURRED, index, &brightness);
}

static void kernel(void *user)
{
    (void)user;
    blur();
}

static bool emulate(fftc_schedule schedule, float *source, float *blurred, fftc_report *report)
{
    const fftc_memory memories[] = {{"source", source, sizeof *source, COUNT, true},
                                    {"blurred", blurred, sizeof *blurred, COUNT, false}};
    const fftc_emulation config = {.workgroup_size = 1U << workgroup_log2,
                                   .workgroup_count = BLUR_TILES_ACROSS * BLUR_TILES_DOWN,
                                   .shared_words = FFTC_TILE_SHARED_WORDS,
                                   .schedule = schedule,
                                   .seed = 1,
                                   .memories = memories,
                                   .memory_count = 2};
    fftc_emulator *emulator;
    fftc_error error;
    if (fftc_emulator_create(&config, &emulator, &error) != FFTC_SUCCESS ||
        fftc_emulator_run(emulator, kernel, NULL, report, &error) != FFTC_SUCCESS) {
        puts(error.message);
        return false;
    }
    for (size_t i = 0; i < report->findings_listed; ++i) {
        char text[512];
        (void)fftc_finding_format(&report->findings[i], text, sizeof text);
        puts(text);
    }
    fftc_emulator_destroy(emulator);
    return report->finding_count == 0;
}

static int nearest(int at, int size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

/* Small whole numbers: sums of their sixteenths are exact, in whatever order they are made. */
static bool right(const float *source, const float *blurred)
{
    static const float weights[] = {0.25F, 0.5F, 0.25F};
    for (int i = 0; i < COUNT; ++i) {
        float sum = 0.0F;
        for (int k = 0; k < 9; ++k) {
            int x = nearest(i % COLUMNS + k % 3 - 1, COLUMNS);
            int y = nearest(i / COLUMNS + k / 3 - 1, ROWS);
            sum += weights[k % 3] * weights[k / 3] * source[y * COLUMNS + x];
        }
        if (blurred[i] != sum) {
            return false;
        }
    }
    return true;
}

int main(void)
{
    static float source[COUNT];
    static float blurred[COUNT];
    bool good = true;
    for (int i = 0; i < COUNT; ++i) {
        source[i] = (float)(i * i % 251);
    }
    for (workgroup_log2 = 4; workgroup_log2 <= 8; workgroup_log2 += 2) {
        fftc_report report = {0};
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            for (int i = 0; i < COUNT; ++i) {
                blurred[i] = -1.0F;
            }
            good = emulate((fftc_schedule)schedule, source, blurred, &report) &&
                   right(source, blurred) && report.total.bank_conflicts == 0 && good;
        }
        printf("%3u invocations: each pixel is loaded %.2f times, for 9 that are read\n",
               1U << workgroup_log2, (double)report.total.memory_loads / COUNT);
    }
    puts(good ? "no findings, the right pixels" : "something is wrong");
    return good ? 0 : 1;
}
