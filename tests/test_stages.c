/* SPDX-License-Identifier: MIT
 *
 * Stage differences on the CPU: after every stage of the reference transform the emulator and the
 * SIMD execution hold the same bits, and FFTW finishes what they hold to the right spectrum.
 *
 * Everything the description can vary is varied; one check case is one precision and direction.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "fftcore/reference.h"
#include "stage_oracle.h"
#include "testing.h"

#define MAX_ELEMENTS_LOG2 4u
#ifdef TESTING_SANITIZED /* larger workgroups are more invocations that do the same */
#define MAX_WORKGROUP_LOG2 8u
#else
#define MAX_WORKGROUP_LOG2 10u
#endif

/* Whole runs with every observer take a while: they are made up to this workgroup, and for one
 * subgroup size of each larger one. */
#define OBSERVED_WORKGROUP_LOG2 6u

typedef struct stages_run {
    fftc_workgroup_fft fft;
    uint64_t n;
    uint32_t stage_count;
    size_t complex_bytes;
    void *source;
    void *data;
    void *stages;
    void *other;
    double *spectrum;
    double *wide;
} stages_run;

static const char *describe(const fftc_workgroup_fft *fft)
{
    static char text[160];
    snprintf(text, sizeof text, "E %u W %u S %u f%zu %s %s twiddles", fft->elements_log2,
             fft->workgroup_log2, fft->subgroup_log2, 8 * fftc_precision_bytes(fft->precision),
             fft->direction == FFTC_FORWARD ? "forward" : "inverse",
             fft->computed_twiddles ? "computed" : "table");
    return text;
}

static void run_open(stages_run *run, const fftc_workgroup_fft *fft)
{
    run->fft = *fft;
    run->stage_count = fftc_workgroup_fft_stage_count(fft);
    run->n = (uint64_t)1 << run->stage_count;
    run->complex_bytes = 2 * fftc_precision_bytes(fft->precision);
    run->source = malloc(run->n * run->complex_bytes);
    run->data = malloc(run->n * run->complex_bytes);
    run->stages = malloc(run->n * run->complex_bytes * run->stage_count);
    run->other = malloc(run->n * run->complex_bytes * run->stage_count);
    run->spectrum = malloc(run->n * 2 * sizeof(double));
    run->wide = malloc(run->n * 2 * sizeof(double));
    testing_random random = testing_random_start(describe(fft));
    testing_fill(fft->precision, run->source, run->n, &random);
    testing_to_double(fft->precision, run->source, run->n, run->wide);
    stage_oracle_spectrum(fft, run->wide, run->spectrum);
}

static void run_close(stages_run *run)
{
    free(run->source);
    free(run->data);
    free(run->stages);
    free(run->other);
    free(run->spectrum);
    free(run->wide);
}

/* SIMD with vectors of 2^lanes_log2 lanes. */
static fftc_status run_simd(stages_run *run, uint32_t lanes_log2, void *stages, fftc_error *error)
{
    fftc_workgroup_fft fft = run->fft;
    fft.subgroup_log2 = lanes_log2;
    memcpy(run->data, run->source, run->n * run->complex_bytes);
    return fftc_workgroup_fft_simd(&fft, run->data, stages, 1, error);
}

/* The last stage and the data differ in order only, so the data are compared to the data. */
static void check_same(const stages_run *run, const char *what, const void *data, const void *final)
{
    size_t bytes = run->n * run->complex_bytes;
    for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
        const char *x = (const char *)run->stages + stage * bytes;
        const char *y = (const char *)run->other + stage * bytes;
        ck_assert_msg(memcmp(x, y, bytes) == 0, "%s differs after stage %u: %s", what, stage,
                      describe(&run->fft));
    }
    ck_assert_msg(memcmp(data, final, bytes) == 0, "%s: result differs: %s", what,
                  describe(&run->fft));
}

static void check_fftw(stages_run *run)
{
    double bound = fftc_error_bound(run->fft.precision, run->n);
    for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
        const char *array = (const char *)run->stages + stage * run->n * run->complex_bytes;
        testing_to_double(run->fft.precision, array, run->n, run->wide);
        double error = stage_oracle_error(&run->fft, stage, run->spectrum, run->wide);
        ck_assert_msg(error <= bound, "FFTW: stage %u is off by %.3g, bound %.3g: %s", stage, error,
                      bound, describe(&run->fft));
    }
}

/* The emulator takes schedules in turn: one for each subgroup size, other ones for the next
 * workgroup size. */
static void check_emulator(stages_run *run, const void *final)
{
    size_t bytes = run->n * run->complex_bytes;
    void *data = malloc(bytes);
    for (uint32_t s = 0; s <= FFTC_WORKGROUP_FFT_MAX_SUBGROUP_LOG2; ++s) {
        uint32_t turn = s + run->fft.workgroup_log2 + 3 * run->fft.elements_log2;
        bool observed = run->fft.workgroup_log2 <= OBSERVED_WORKGROUP_LOG2 || s == turn % 8;
        fftc_emulation config = {0};
        fftc_finding finding = {0};
        fftc_report report;
        fftc_error error;
        char text[256] = "";
        config.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT);
        config.seed = testing_seed() + turn;
        config.observers = observed ? FFTC_OBSERVE_ALL : FFTC_OBSERVE_NONE;
        run->fft.subgroup_log2 = s;
        memcpy(data, run->source, bytes);
        memset(run->other, 0x5a, bytes * run->stage_count);
        fftc_status status = fftc_workgroup_fft_emulate(&run->fft, &config, data, run->other,
                                                        &report, &finding, 1, &error);
        ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", error.message, describe(&run->fft));
        if (report.finding_count != 0) {
            fftc_finding_format(&finding, text, sizeof text);
        }
        ck_assert_msg(report.finding_count == 0, "%s: %s", text, describe(&run->fft));
        check_same(run, "the emulator", data, final);
    }
    free(data);
}

/* False if this build cannot do the precision. */
static bool check_length(fftc_workgroup_fft fft)
{
    stages_run run;
    fftc_error error;
    run_open(&run, &fft);
    fftc_status status = run_simd(&run, 2, run.stages, &error);
    if (status == FFTC_UNSUPPORTED) {
        printf("skipped: %s\n", error.message);
        run_close(&run);
        return false;
    }
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", error.message, describe(&fft));
    void *final = malloc(run.n * run.complex_bytes);
    memcpy(final, run.data, run.n * run.complex_bytes);
    check_fftw(&run);
    for (uint32_t lanes_log2 = 3; lanes_log2 <= 4; ++lanes_log2) {
        run.fft.subgroup_log2 = lanes_log2;
        status = run_simd(&run, lanes_log2, run.other, &error);
        ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", error.message, describe(&run.fft));
        check_same(&run, "SIMD", run.data, final);
    }
    check_emulator(&run, final);
    free(final);
    run_close(&run);
    return true;
}

static void check_all(fftc_precision precision, fftc_direction direction, uint32_t computed)
{
    fftc_workgroup_fft fft = {0};
    fft.precision = precision;
    fft.direction = direction;
    fft.computed_twiddles = computed;
    for (fft.elements_log2 = 1; fft.elements_log2 <= MAX_ELEMENTS_LOG2; ++fft.elements_log2) {
        for (fft.workgroup_log2 = 0; fft.workgroup_log2 <= MAX_WORKGROUP_LOG2;
             ++fft.workgroup_log2) {
            if (!check_length(fft)) {
                return;
            }
        }
    }
}

START_TEST(stages_float_forward_agree)
{
    check_all(FFTC_FLOAT32, FFTC_FORWARD, 0);
    check_all(FFTC_FLOAT32, FFTC_FORWARD, 1);
}
END_TEST

START_TEST(stages_float_inverse_agree)
{
    check_all(FFTC_FLOAT32, FFTC_INVERSE, 0);
    check_all(FFTC_FLOAT32, FFTC_INVERSE, 1);
}
END_TEST

START_TEST(stages_double_forward_agree)
{
    check_all(FFTC_FLOAT64, FFTC_FORWARD, 0);
    check_all(FFTC_FLOAT64, FFTC_FORWARD, 1);
}
END_TEST

START_TEST(stages_double_inverse_agree)
{
    check_all(FFTC_FLOAT64, FFTC_INVERSE, 0);
    check_all(FFTC_FLOAT64, FFTC_INVERSE, 1);
}
END_TEST

START_TEST(stages_half_forward_agree)
{
    check_all(FFTC_FLOAT16, FFTC_FORWARD, 0);
    check_all(FFTC_FLOAT16, FFTC_FORWARD, 1);
}
END_TEST

START_TEST(stages_half_inverse_agree)
{
    check_all(FFTC_FLOAT16, FFTC_INVERSE, 0);
    check_all(FFTC_FLOAT16, FFTC_INVERSE, 1);
}
END_TEST

/* The oracle itself must see an error: one element, off by a hundred times the bound. */
static void check_oracle(fftc_direction direction)
{
    fftc_workgroup_fft fft = {.elements_log2 = 2, .workgroup_log2 = 3, .direction = direction};
    stages_run run;
    fftc_error error;
    run_open(&run, &fft);
    ck_assert_int_eq(run_simd(&run, 2, run.stages, &error), FFTC_SUCCESS);
    double bound = fftc_error_bound(fft.precision, run.n);
    for (uint32_t stage = 0; stage < run.stage_count; ++stage) {
        testing_to_double(fft.precision, (char *)run.stages + stage * run.n * run.complex_bytes,
                          run.n, run.wide);
        run.wide[2 * (run.n - 3) + 1] += 100.0 * bound * 32.0;
        ck_assert_double_gt(stage_oracle_error(&fft, stage, run.spectrum, run.wide), bound);
    }
    run_close(&run);
}

START_TEST(oracle_one_wrong_element_is_seen)
{
    check_oracle(FFTC_FORWARD);
    check_oracle(FFTC_INVERSE);
}
END_TEST

TESTING_MAIN("stages", stages_float_forward_agree, stages_float_inverse_agree,
             stages_double_forward_agree, stages_double_inverse_agree, stages_half_forward_agree,
             stages_half_inverse_agree, oracle_one_wrong_element_is_seen)
