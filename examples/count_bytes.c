/* SPDX-License-Identifier: MIT
 *
 * How many bytes does an FFT move? The two classic GPU FFTs in the emulator, with an observer that
 * adds up what they read and write, beside the formulas (docs/fft-techniques.md).
 */
#include <stdio.h>
#include <string.h>

#include "fftcore/emulate_butterfly.h"

enum { POINTS_LOG2 = 9, POINTS = 1 << POINTS_LOG2, LINES = 4 };

static float source[2 * LINES * POINTS];
static float result[2 * LINES * POINTS];

/* Called at each event of the kernel; shared memory has no `memory`. */
static void add_bytes(void *user, const fftc_event *event)
{
    fftc_butterfly_traffic *bytes = user;
    if (event->memory != NULL && event->kind == FFTC_EVENT_STORE) {
        bytes->written += event->memory->element_bytes;
    } else if (event->memory != NULL && event->kind == FFTC_EVENT_LOAD) {
        if (strcmp(event->memory->name, "table") == 0) {
            bytes->table_read += event->memory->element_bytes;
        } else {
            bytes->read += event->memory->element_bytes;
        }
    }
}

static void print(const char *what, const fftc_butterfly_traffic *bytes)
{
    printf("  %-8s read %6lu, written %6lu, of the table read %6lu\n", what,
           (unsigned long)bytes->read, (unsigned long)bytes->written,
           (unsigned long)bytes->table_read);
}

/* Whether the emulator counts what the formulas say. */
static bool count(fftc_technique technique, bool table)
{
    const fftc_butterfly lines = {
        .points_log2 = POINTS_LOG2, .lines = LINES, .technique = technique, .table = table};
    fftc_butterfly_traffic seen = {0};
    fftc_butterfly_traffic said = {0};
    const fftc_emulation config = {.observer = {add_bytes, &seen}};
    const fftc_emulated_device device = {.config = &config};
    fftc_emulated_report report;
    fftc_error error;
    if (fftc_butterfly_count(&lines, &said, &error) != FFTC_SUCCESS ||
        fftc_emulate_butterfly(&lines, &device, source, result, &report, &error) != FFTC_SUCCESS) {
        puts(error.message);
        return false;
    }
    printf("%s, weights %s: %u dispatches, %lu findings\n",
           technique == FFTC_TECHNIQUE_PASSES ? "passes through memory" : "lines in shared memory",
           table ? "from a table" : "computed", (unsigned)report.dispatches,
           (unsigned long)report.finding_count);
    print("counted", &seen);
    print("formula", &said);
    return report.finding_count == 0 && memcmp(&seen, &said, sizeof seen) == 0;
}

int main(void)
{
    bool equal = true;
    source[2] = 1.0f; /* an impulse: a wave of frequency -1 comes out */
    for (int way = 0; way < 4; ++way) {
        equal = count(way / 2 == 0 ? FFTC_TECHNIQUE_PASSES : FFTC_TECHNIQUE_LINES, way % 2 != 0) &&
                equal;
    }
    printf("result 128 of the first line: %g %+g i\n", (double)result[256], (double)result[257]);
    return equal ? 0 : 1;
}
