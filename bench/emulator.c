/* SPDX-License-Identifier: MIT
 *
 * The emulator's speed, with all observers and without any:
 *
 *     emulator_bench [REPETITIONS]
 *
 * Four workgroups of 256 invocations of kernels that do one thing, on a kept emulator; and the
 * reference FFT of 1024 points by 512 invocations as a kernel of the dialect, everything set up
 * anew, and as a shader. Every result is compared: those of the FFTs by their bits. The least of
 * the alternating repetitions, in milliseconds of processor time, and what it is for each event, or
 * of the shader for each instruction, in nanoseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "emulator_shader.h"
#include "fftcore/emulate.h"
#include "fftcore/reference.h"
#include "fftcore/spirv.h"

enum { GROUP = 256, GROUPS = 4, ITEMS = GROUP * GROUPS, ROUNDS = 32, POINTS = 1024 };

static void shared(void *user)
{
    uint32_t i = fftc_invocation_index();
    uint32_t word = i;
    (void)user;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        fftc_shared_set(i, word + 1);
        word = fftc_shared_get(i);
    }
    fftc_memory_store(0, fftc_workgroup_index() * GROUP + i, &word);
}

static void memory(void *user)
{
    uint32_t i = fftc_workgroup_index() * GROUP + fftc_invocation_index();
    uint32_t word = fftc_invocation_index();
    (void)user;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        ++word;
        fftc_memory_store(0, i, &word);
        fftc_memory_load(0, i, &word);
    }
}

static void shuffles(void *user)
{
    uint32_t word = fftc_invocation_index();
    (void)user;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        fftc_subgroup_sync();
        word = fftc_subgroup_shuffle_xor(word, 1) + 1;
    }
    fftc_memory_store(0, fftc_workgroup_index() * GROUP + fftc_invocation_index(), &word);
}

static void barriers(void *user)
{
    uint32_t word = fftc_invocation_index();
    (void)user;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        fftc_workgroup_barrier();
        ++word;
    }
    fftc_memory_store(0, fftc_workgroup_index() * GROUP + fftc_invocation_index(), &word);
}

static const struct {
    const char *name;
    void (*kernel)(void *user); /* NULL: the FFT */
} rows[] = {{"shared memory", shared},
            {"accessor memory", memory},
            {"shuffles", shuffles},
            {"barriers", barriers},
            {"FFT", NULL},
            {"FFT, as a shader", NULL}};
enum { ROWS = sizeof rows / sizeof *rows, SHADER = ROWS - 1 };

static float points[2 * POINTS];      /* what the FFTs begin with, */
static float transformed[2 * POINTS]; /* and what must come of it */
static uint32_t words[ITEMS];

static _Noreturn void fail(const char *row, const char *why)
{
    fprintf(stderr, "%s: %s\n", row, why);
    exit(1);
}

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs a row's kernel once; `seconds_taken` of it. Events. */
static uint64_t run_kernel(int row, fftc_emulator *emulator, double *seconds_taken)
{
    fftc_report report;
    fftc_error error;
    memset(words, 0, sizeof words);
    double start = seconds();
    if (fftc_emulator_run(emulator, rows[row].kernel, NULL, &report, &error) != FFTC_SUCCESS) {
        fail(rows[row].name, error.message);
    }
    *seconds_taken = seconds() - start;
    for (uint32_t i = 0; i < ITEMS; ++i) {
        if (words[i] != i % GROUP + ROUNDS || report.finding_count != 0) {
            fail(rows[row].name, "wrong result");
        }
    }
    return report.events;
}

/* The same of an FFT. */
static uint64_t run_fft(int row, fftc_spirv *shader, const fftc_emulation *config,
                        double *seconds_taken)
{
    const fftc_workgroup_fft fft = {
        .elements_log2 = 1, .workgroup_log2 = 9, .subgroup_log2 = 5, .computed_twiddles = 1};
    float data[2 * POINTS];
    const fftc_spirv_buffer buffer = {.data = data, .bytes = sizeof data};
    const fftc_spirv_dispatch dispatch = {.buffers = &buffer, .buffer_count = 1};
    fftc_report report;
    fftc_error error;
    memcpy(data, points, sizeof data);
    double start = seconds();
    if ((row == SHADER ? fftc_emulate_spirv(shader, &dispatch, config, &report, NULL, 0, &error)
                       : fftc_workgroup_fft_emulate(&fft, config, data, NULL, &report, NULL, 0,
                                                    &error)) != FFTC_SUCCESS) {
        fail(rows[row].name, error.message);
    }
    *seconds_taken = seconds() - start;
    if (memcmp(data, transformed, sizeof data) != 0 || report.finding_count != 0) {
        fail(rows[row].name, "wrong result");
    }
    return report.events;
}

static fftc_spirv *open_shader(bool coverage)
{
    const fftc_spirv_source source = {.words = emulator_shader,
                                      .word_count = sizeof emulator_shader / sizeof(uint32_t),
                                      .coverage = coverage};
    fftc_spirv *shader;
    fftc_error error;
    if (fftc_spirv_create(&source, &shader, &error) != FFTC_SUCCESS) {
        fail(rows[SHADER].name, error.message);
    }
    return shader;
}

static uint64_t count_instructions(const fftc_emulation *config)
{
    fftc_spirv *shader = open_shader(true);
    double unused;
    (void)run_fft(SHADER, shader, config, &unused);
    uint64_t executed = fftc_spirv_covered(shader)->executed;
    fftc_spirv_destroy(shader);
    return executed;
}

static void measure(int row, fftc_schedule schedule, int repetitions)
{
    const fftc_memory memories[] = {{"words", words, sizeof *words, ITEMS, false}};
    fftc_emulation config[2];
    fftc_emulator *emulator[2] = {NULL, NULL};
    fftc_spirv *shader = row == SHADER ? open_shader(false) : NULL;
    double least[2] = {1e300, 1e300};
    uint64_t events = 0;
    for (int i = 0; i < 2; ++i) {
        config[i] = (fftc_emulation){.workgroup_size = GROUP,
                                     .workgroup_count = GROUPS,
                                     .shared_words = GROUP,
                                     .subgroup_size = 32,
                                     .schedule = schedule,
                                     .observers = i == 0 ? FFTC_OBSERVE_ALL : FFTC_OBSERVE_NONE,
                                     .memories = memories,
                                     .memory_count = 1};
        if (rows[row].kernel != NULL &&
            fftc_emulator_create(&config[i], &emulator[i], NULL) != FFTC_SUCCESS) {
            fail(rows[row].name, "no memory");
        }
    }
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (int i = 0; i < 2; ++i) {
            double took;
            events = emulator[i] != NULL ? run_kernel(row, emulator[i], &took)
                                         : run_fft(row, shader, &config[i], &took);
            least[i] = took < least[i] ? took : least[i];
        }
    }
    events = row == SHADER ? count_instructions(&config[0]) : events;
    printf("%-16s  %-11s %9.3f %7.1f %12.3f %7.1f\n", rows[row].name, fftc_schedule_name(schedule),
           1e3 * least[0], 1e9 * least[0] / (double)events, 1e3 * least[1],
           1e9 * least[1] / (double)events);
    for (int i = 0; i < 2; ++i) {
        fftc_emulator_destroy(emulator[i]);
    }
    fftc_spirv_destroy(shader);
}

int main(int argc, char **argv)
{
    const fftc_workgroup_fft fft = {
        .elements_log2 = 1, .workgroup_log2 = 9, .subgroup_log2 = 4, .computed_twiddles = 1};
    int repetitions = argc > 1 ? atoi(argv[1]) : 25;
    fftc_error error;
    char machine[256];
    for (uint32_t i = 0; i < 2 * POINTS; ++i) {
        points[i] = transformed[i] = (float)(i * 7919 % 2003) / 1001.5F - 1;
    }
    if (fftc_workgroup_fft_simd(&fft, transformed, NULL, 1, &error) != FFTC_SUCCESS) {
        fail("SIMD", error.message);
    }
    bench_machine(machine, sizeof machine);
    printf("%s\n%-29s  observers: ms      ns     none: ms      ns\n", machine, "");
    for (int row = 0; row < ROWS; ++row) {
        measure(row, FFTC_SCHEDULE_ROUND_ROBIN, repetitions);
        measure(row, FFTC_SCHEDULE_RANDOM, repetitions);
    }
    return 0;
}
