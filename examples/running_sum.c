/* SPDX-License-Identifier: MIT
 *
 * The kernel of running_sum.h on the CPU: in the emulator, with workgroups of every size and on
 * every schedule, where no finding and the right sums are wanted; and as SIMD code, of which the
 * same bits are wanted.
 */
#include <stdio.h>
#include <string.h>

/* This header comes before any kernel header: it stands for fftcore/kernel/workgroup.h, and tells
 * source lines. */
#include "fftcore/emulate.h"

/* A parameter may be a variable where C reads it. */
static uint32_t workgroup_log2;
#define FFTC_WORKGROUP_LOG2 workgroup_log2
#include "fftcore/kernel/dialect.h"

/* Static: a program may have several environments of one kernel. */
static fftc_real running_sum_load(fftc_uint index);
static void running_sum_store(fftc_uint index, fftc_real sum);

#include "running_sum.h"

enum { SOURCE = 0, SUMS = 1, COUNT = 256 };

static fftc_real running_sum_load(fftc_uint index)
{
    fftc_real number;
    fftc_memory_load(SOURCE, index, &number);
    return number;
}

static void running_sum_store(fftc_uint index, fftc_real sum)
{
    fftc_memory_store(SUMS, index, &sum);
}

/* running_sum_simd.c */
void running_sum_of_four(const float *src, float *sums);

static void kernel(void *user)
{
    (void)user;
    running_sum();
}

/* The number of findings; -1 without a run. */
static long emulate(fftc_schedule schedule, float *source, float *sums)
{
    const fftc_memory memories[] = {{"source", source, sizeof *source, COUNT, true},
                                    {"sums", sums, sizeof *sums, COUNT, false}};
    const fftc_emulation config = {.workgroup_size = 1U << workgroup_log2,
                                   .shared_words = 1U << workgroup_log2,
                                   .schedule = schedule,
                                   .seed = 1,
                                   .memories = memories,
                                   .memory_count = 2};
    fftc_emulator *emulator;
    fftc_report report;
    fftc_error error;
    if (fftc_emulator_create(&config, &emulator, &error) != FFTC_SUCCESS ||
        fftc_emulator_run(emulator, kernel, NULL, &report, &error) != FFTC_SUCCESS) {
        puts(error.message);
        return -1;
    }
    for (size_t i = 0; i < report.findings_listed; ++i) {
        char text[512];
        (void)fftc_finding_format(&report.findings[i], text, sizeof text);
        puts(text);
    }
    long findings = (long)report.finding_count;
    fftc_emulator_destroy(emulator);
    return findings;
}

/* Small whole numbers: sums are exact, in whatever order they are made. */
static bool right(const float *source, const float *sums)
{
    float sum = 0.0F;
    for (uint32_t i = 0; i < 1U << workgroup_log2; ++i) {
        sum += source[i];
        if (sums[i] != sum) {
            return false;
        }
    }
    return true;
}

int main(void)
{
    float source[COUNT];
    float sums[COUNT];
    bool good = true;
    for (int i = 0; i < COUNT; ++i) {
        source[i] = (float)(i * i % 97 - 40);
    }
    for (workgroup_log2 = 0; workgroup_log2 <= 8; ++workgroup_log2) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            good =
                emulate((fftc_schedule)schedule, source, sums) == 0 && right(source, sums) && good;
        }
    }
    for (int i = 0; i < COUNT; ++i) {
        source[i] /= 7.0F; /* roundings now */
    }
    float vectors[4];
    workgroup_log2 = 2;
    good = emulate(FFTC_SCHEDULE_RANDOM, source, sums) == 0 && good;
    running_sum_of_four(source, vectors);
    good = memcmp(vectors, sums, sizeof vectors) == 0 && good;
    puts(good ? "no findings, right sums, the same bits" : "something is wrong");
    return good ? 0 : 1;
}
