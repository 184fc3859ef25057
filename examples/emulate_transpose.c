/* SPDX-License-Identifier: MIT
 *
 * A kernel of one's own in the emulator: a matrix is transposed tile by tile through shared memory.
 * The barrier between filling a tile and reading it is missing at first; the emulator says so,
 * and on which lines. Then it is there, and the emulator is content, on every schedule.
 */
#include <stdio.h>

#include "fftcore/emulate.h"

enum { TILE = 32, ROW = TILE + 1, SIDE = 64, TILES = SIDE / TILE, SOURCE = 0, RESULT = 1 };

typedef struct {
    bool barrier;
} transpose_options;

/* One workgroup a tile, one invocation an element. A row of the tile takes one word more than it
 * holds, so that a column is spread over all banks. */
static void transpose(void *user)
{
    const transpose_options *options = user;
    uint32_t column = fftc_invocation_index() % TILE;
    uint32_t row = fftc_invocation_index() / TILE;
    uint32_t left = fftc_workgroup_index() % TILES * TILE;
    uint32_t top = fftc_workgroup_index() / TILES * TILE;
    uint32_t element;
    fftc_memory_load(SOURCE, (top + row) * SIDE + left + column, &element);
    fftc_shared_set(row * ROW + column, element);
    if (options->barrier) {
        fftc_workgroup_barrier();
    }
    element = fftc_shared_get(column * ROW + row);
    fftc_memory_store(RESULT, (left + row) * SIDE + top + column, &element);
}

static uint32_t source[SIDE * SIDE];
static uint32_t result[SIDE * SIDE];

static bool is_transposed(void)
{
    for (int i = 0; i < SIDE * SIDE; ++i) {
        if (result[i] != source[i % SIDE * SIDE + i / SIDE]) {
            return false;
        }
    }
    return true;
}

/* Returns the number of findings, or -1 if the kernel was clean and the result is wrong. */
static long run(bool barrier, fftc_schedule schedule)
{
    const fftc_memory memories[] = {
        {"source", source, sizeof *source, SIDE * SIDE, true},
        {"result", result, sizeof *result, SIDE * SIDE, false},
    };
    const fftc_emulation config = {.workgroup_size = TILE * TILE,
                                   .workgroup_count = TILES * TILES,
                                   .shared_words = TILE * ROW,
                                   .schedule = schedule,
                                   .seed = 1,
                                   .memories = memories,
                                   .memory_count = 2};
    transpose_options options = {barrier};
    fftc_emulator *emulator;
    fftc_report report;
    fftc_error error;
    char text[512];
    long findings;
    if (fftc_emulator_create(&config, &emulator, &error) != FFTC_SUCCESS ||
        fftc_emulator_run(emulator, transpose, &options, &report, &error) != FFTC_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    printf("%s barrier, %s: %lu findings, %lu bank conflicts, %lu transactions of %lu at best\n",
           barrier ? "with" : "without", fftc_schedule_name(schedule),
           (unsigned long)report.finding_count, (unsigned long)report.total.bank_conflicts,
           (unsigned long)report.total.transactions,
           (unsigned long)report.total.transactions_ideal);
    for (size_t i = 0; i < report.findings_listed; ++i) {
        (void)fftc_finding_format(&report.findings[i], text, sizeof text);
        printf("  %s\n", text);
    }
    findings = (long)report.finding_count;
    fftc_emulator_destroy(emulator);
    return findings == 0 && !is_transposed() ? -1 : findings;
}

int main(void)
{
    bool as_expected = true;
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        source[i] = i * i;
    }
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        as_expected = run(false, (fftc_schedule)schedule) > 0 && as_expected;
        as_expected = run(true, (fftc_schedule)schedule) == 0 && as_expected;
    }
    return as_expected ? 0 : 1;
}
