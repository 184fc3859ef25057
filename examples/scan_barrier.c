/* SPDX-License-Identifier: MIT
 *
 * A scan without a barrier before its shuffles. Where all lanes of a subgroup go in step it is
 * right; where they advance independently, as on NVIDIA's devices since Volta, nothing says that
 * the lane that is read has computed its value. docs/scan-barrier.md tells the story.
 */
#include <stdio.h>

#include "fftcore/emulate.h"

#define SCAN_NAME without_barrier
#define SCAN_SYNC (void)0
#include "scan_barrier.h"
#undef SCAN_NAME
#undef SCAN_SYNC

#define SCAN_NAME with_barrier
#define SCAN_SYNC fftc_subgroup_sync()
#include "scan_barrier.h"

static void faulty(void *results)
{
    uint32_t i = fftc_invocation_index();
    ((uint32_t *)results)[i] = without_barrier(i);
}

static void right(void *results)
{
    uint32_t i = fftc_invocation_index();
    ((uint32_t *)results)[i] = with_barrier(i);
}

/* Prints what is found; returns whether that is something. */
static int run(const char *name, void (*kernel)(void *results), fftc_schedule schedule)
{
    fftc_emulation config = {.workgroup_size = 64, .subgroup_size = 32, .schedule = schedule};
    fftc_emulator *emulator;
    fftc_report report;
    uint32_t results[64];
    char text[512] = "clean";
    if (fftc_emulator_create(&config, &emulator, NULL) != FFTC_SUCCESS) {
        return -1;
    }
    fftc_emulator_run(emulator, kernel, results, &report, NULL);
    if (report.finding_count != 0) {
        fftc_finding_format(&report.findings[0], text, sizeof text);
    }
    printf("%s: %s\n", name, text);
    int found = report.finding_count != 0;
    fftc_emulator_destroy(emulator);
    return found;
}

int main(void)
{
    int step = run("without barrier, lanes in step", faulty, FFTC_SCHEDULE_LOCK_STEP);
    int apart = run("without barrier, independent lanes", faulty, FFTC_SCHEDULE_INDEPENDENT_LANES);
    int mended = run("with barrier, independent lanes", right, FFTC_SCHEDULE_INDEPENDENT_LANES);
    return step == 0 && apart == 1 && mended == 0 ? 0 : 1;
}
