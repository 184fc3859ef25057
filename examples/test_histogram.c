/* A unit test of a GPU kernel: each workgroup counts in shared memory, and the last one to finish
 * finds the most frequent of 16 values. One call runs it on all schedules, subgroup sizes and
 * orders of workgroups, compares the results and collects what is wrong. */
#include <stdio.h>

#include "fftcore/emulate.h"

enum { GROUPS = 6, SIZE = 64, BINS = 16 };
enum { VALUES, COUNTS, DONE, RESULT };

static void histogram(void *user)
{
    uint32_t i = fftc_invocation_index(), value;
    (void)user;
    if (i < BINS) {
        fftc_shared_set(i, 0);
    }
    fftc_workgroup_barrier();
    fftc_memory_load(VALUES, fftc_workgroup_index() * SIZE + i, &value);
    fftc_shared_atomic_add(value % BINS, 1);
    fftc_workgroup_barrier();
    if (i < BINS) {
        fftc_memory_atomic(ADD, COUNTS, i, fftc_shared_get(i), FFTC_ORDER_RELAXED);
    }
    fftc_workgroup_barrier_buffers(); /* what all counted, before the ticket */
    if (i == 0 && fftc_memory_atomic(ADD, DONE, 0, 1, FFTC_ORDER_ACQUIRE_RELEASE) == GROUPS - 1) {
        uint32_t most = 0, best = 0;
        for (uint32_t bin = 0; bin < BINS; ++bin) {
            fftc_memory_load(COUNTS, bin, &value);
            best = value > most ? bin : best;
            most = value > most ? value : most;
        }
        fftc_memory_store(RESULT, 0, &best);
    }
}

int main(void)
{
    uint32_t values[GROUPS * SIZE], counts[BINS] = {0}, done = 0, result = 0;
    const fftc_memory memories[] = {{"values", values, 4, GROUPS * SIZE, true},
                                    {"counts", counts, 4, BINS, false},
                                    {"done", &done, 4, 1, false},
                                    {"result", &result, 4, 1, false}};
    for (uint32_t i = 0; i < GROUPS * SIZE; ++i) {
        values[i] = i % 8 == 3 ? 7 : i * i % 37;
    }
    fftc_emulation config = {.workgroup_size = SIZE, .workgroup_count = GROUPS};
    config.shared_words = BINS;
    config.memories = memories;
    config.memory_count = 4;
    fftc_run_all_report report;
    fftc_emulation_run_all(&config, histogram, NULL, NULL, &report, NULL);
    printf("%u runs, most frequent: %u. %s\n", (unsigned)report.runs, (unsigned)result,
           report.message);
    return report.message[0] != 0;
}
