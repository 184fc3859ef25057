/* SPDX-License-Identifier: MIT
 *
 * The reference transform in the emulator: right, clean and as cheap as its header says, for every
 * size of workgroup, subgroup and element count that is quick enough.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "fftcore/kernel/order.h"
#include "testing.h"

#define MAX_W 7
enum { MAX_E = 4, MAX_S = 7, MAX_POINTS = 1 << (MAX_E + MAX_W), FINDINGS = 8 };

static const fftc_precision precisions[] = {FFTC_FLOAT32, FFTC_FLOAT64, FFTC_FLOAT16};

/* One transform's buffers; data and stages between canaries and guard pages. */
typedef struct {
    fftc_workgroup_fft fft;
    size_t n;
    size_t bytes;
    testing_buffer data;
    testing_buffer stages;
    fftc_report report;
    fftc_finding findings[FINDINGS];
} trial;

static bool have(fftc_precision precision)
{
    double one[4] = {0}; /* two elements of the widest */
    fftc_workgroup_fft fft = {.elements_log2 = 1, .precision = precision};
    return fftc_workgroup_fft_emulate(&fft, NULL, one, NULL, NULL, NULL, 0, NULL) !=
           FFTC_UNSUPPORTED;
}

static const char *describe(const trial *t, const fftc_emulation *config)
{
    static char text[4096];
    int at = snprintf(text, sizeof text,
                      "E=%u W=%u S=%u precision %d direction %d %s: ", t->fft.elements_log2,
                      t->fft.workgroup_log2, t->fft.subgroup_log2, (int)t->fft.precision,
                      (int)t->fft.direction, fftc_schedule_name(config->schedule));
    for (size_t i = 0; i < t->report.findings_listed && at < 3000; ++i) {
        at += fftc_finding_format(&t->report.findings[i], text + at, 512);
    }
    return text;
}

static void run(trial *t, fftc_direction direction, const fftc_emulation *config)
{
    fftc_error error;
    t->fft.direction = direction;
    ck_assert_msg(fftc_workgroup_fft_emulate(&t->fft, config, t->data.data, t->stages.data,
                                             &t->report, t->findings, FINDINGS,
                                             &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_msg(t->report.finding_count == 0, "%s", describe(t, config));
    ck_assert(testing_buffer_intact(&t->data) && testing_buffer_intact(&t->stages));
}

/* --- costs, from the comment at the top of kernel/workgroup_fft.h */

static void check_counts(const trial *t)
{
    uint64_t blocks = (uint64_t)1 << (t->fft.elements_log2 - 1);
    uint32_t w = t->fft.workgroup_log2;
    uint32_t s = t->fft.subgroup_log2 < w ? t->fft.subgroup_log2 : w;
    uint64_t size = (uint64_t)1 << w;
    uint64_t complex_words = (2 * fftc_precision_bytes(t->fft.precision) + 3) / 4;
    uint64_t barriers = w > s ? 2 * (uint64_t)(w - s) - 1 : 0;
    uint64_t subgroups = w > s ? size >> s : 1;
    const fftc_counts *total = &t->report.total;
    fftc_counts sum = {0};
    ck_assert_uint_eq(total->workgroup_barriers,
                      blocks * barriers + (barriers > 0 ? blocks - 1 : 0));
    ck_assert_uint_eq(total->shuffles, blocks * s * complex_words * subgroups);
    ck_assert_uint_eq(total->subgroup_barriers, total->shuffles);
    ck_assert_uint_eq(total->shared_stores, blocks * (w - s) * complex_words * size);
    ck_assert_uint_eq(total->shared_loads, total->shared_stores);
    ck_assert_uint_eq(total->bank_conflicts, 0);
    /* E = 1: every element once. More: once more for each accessor stage. Twiddles: one a
     * butterfly. */
    ck_assert_uint_eq(total->memory_stores, t->n * t->fft.elements_log2);
    ck_assert_uint_eq(total->memory_loads,
                      t->n * t->fft.elements_log2 +
                          (t->fft.computed_twiddles ? 0 : t->n / 2) * (t->fft.elements_log2 + w));
    for (int i = 0; i < FFTC_STAGE_LIMIT; ++i) {
        sum.workgroup_barriers += t->report.stage[i].workgroup_barriers;
        sum.shared_loads += t->report.stage[i].shared_loads;
        sum.memory_loads += t->report.stage[i].memory_loads;
        sum.transactions += t->report.stage[i].transactions;
    }
    ck_assert(sum.workgroup_barriers == total->workgroup_barriers &&
              sum.shared_loads == total->shared_loads && sum.memory_loads == total->memory_loads &&
              sum.transactions == total->transactions);
}

/* --- values */

/* The spectrum that stands in Nabla order, against the definition. */
static void check_forward(const trial *t, const long double *x)
{
    static long double spectrum[2 * MAX_POINTS];
    static long double expected[2 * MAX_POINTS];
    double error;
    testing_dft_split(t->n, -1, x, spectrum);
    for (uint32_t slot = 0; slot < t->n; ++slot) {
        uint32_t f = fftc_get_dft_index(slot, t->fft.elements_log2, t->fft.workgroup_log2);
        expected[2 * slot] = spectrum[2 * f];
        expected[2 * slot + 1] = spectrum[2 * f + 1];
    }
    error = testing_relative_error(t->fft.precision, t->data.data, expected, t->n);
    ck_assert_msg(error <= fftc_error_bound(t->fft.precision, t->n), "E=%u W=%u: %g",
                  t->fft.elements_log2, t->fft.workgroup_log2, error);
}

static trial trial_start(fftc_precision precision, uint32_t e, uint32_t w, uint32_t s)
{
    trial t = {
        .fft = {
            .elements_log2 = e, .workgroup_log2 = w, .subgroup_log2 = s, .precision = precision}};
    testing_random random = testing_random_start("emulate_workgroup_fft");
    t.n = (size_t)1 << (e + w);
    t.bytes = 2 * fftc_precision_bytes(precision) * t.n;
    t.data = testing_buffer_create(t.bytes, fftc_precision_bytes(precision));
    t.stages = testing_buffer_create(t.bytes * (e + w), fftc_precision_bytes(precision));
    testing_fill(precision, t.data.data, t.n, &random);
    return t;
}

static void trial_end(trial *t)
{
    testing_buffer_release(&t->data);
    testing_buffer_release(&t->stages);
}

/* Forward right, inverse back to the start, both clean and as cheap as promised. */
static void check_round_trip(fftc_precision precision, uint32_t e, uint32_t w, uint32_t s,
                             const fftc_emulation *config)
{
    static long double x[2 * MAX_POINTS];
    trial t = trial_start(precision, e, w, s);
    double error;
    testing_to_long_double(precision, t.data.data, t.n, x);
    run(&t, FFTC_FORWARD, config);
    check_counts(&t);
    check_forward(&t, x);
    run(&t, FFTC_INVERSE, config);
    check_counts(&t);
    error = testing_relative_error(precision, t.data.data, x, t.n);
    ck_assert_msg(error <= 2 * fftc_error_bound(precision, t.n), "%s %g", describe(&t, config),
                  error);
    trial_end(&t);
}

START_TEST(workgroup_fft_every_size_right_clean_and_cheap)
{
    uint32_t turn = 0;
    for (int p = 0; p < 3; ++p) {
        if (!have(precisions[p])) {
            continue;
        }
        for (uint32_t e = 1; e <= MAX_E; ++e) {
            for (uint32_t w = 0; w <= MAX_W; ++w) {
                for (uint32_t s = 0; s <= MAX_S; ++s) {
                    fftc_emulation config = {.schedule =
                                                 (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                             .seed = testing_seed() + turn};
                    ++turn;
                    check_round_trip(precisions[p], e, w, s, &config);
                }
            }
        }
    }
}
END_TEST

/* Checks that bits are the same, stage by stage, for any schedule, any subgroup size, and in the
 * emulator and SIMD. */
static void check_same_bits(fftc_precision precision, uint32_t e, uint32_t w,
                            fftc_direction direction, uint32_t computed)
{
    trial first = trial_start(precision, e, w, 2);
    first.fft.computed_twiddles = computed;
    first.fft.direction = direction;
    ck_assert_int_eq(
        fftc_workgroup_fft_simd(&first.fft, first.data.data, first.stages.data, 1, NULL),
        FFTC_SUCCESS);
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        for (uint32_t s = 0; s <= MAX_S; s += schedule == 0 ? 1 : 3) {
            fftc_emulation config = {.schedule = (fftc_schedule)schedule, .seed = testing_seed()};
            trial t = trial_start(precision, e, w, s);
            t.fft.computed_twiddles = computed;
            run(&t, direction, &config);
            check_counts(&t);
            ck_assert_msg(memcmp(t.data.data, first.data.data, t.bytes) == 0, "%s",
                          describe(&t, &config));
            ck_assert_msg(memcmp(t.stages.data, first.stages.data, first.stages.bytes) == 0, "%s",
                          describe(&t, &config));
            trial_end(&t);
        }
    }
    trial_end(&first);
}

START_TEST(workgroup_fft_same_bits_on_every_schedule_and_as_simd)
{
    for (int p = 0; p < 3; ++p) {
        if (!have(precisions[p])) {
            continue;
        }
        for (int variant = 0; variant < 4; ++variant) {
            fftc_direction direction = (variant & 1) != 0 ? FFTC_INVERSE : FFTC_FORWARD;
            check_same_bits(precisions[p], 1, 6, direction, (uint32_t)variant / 2);
            check_same_bits(precisions[p], 3, 3, direction, (uint32_t)variant / 2);
        }
    }
}
END_TEST

START_TEST(workgroup_fft_batch_transforms_each)
{
    enum { BATCH = 5, N = 64 };
    fftc_workgroup_fft fft = {
        .elements_log2 = 2, .workgroup_log2 = 4, .subgroup_log2 = 3, .batch = BATCH};
    testing_random random = testing_random_start("batch");
    testing_buffer all = testing_buffer_create(BATCH * N * 8, 8);
    testing_buffer one = testing_buffer_create(N * 8, 8);
    testing_buffer stages = testing_buffer_create(BATCH * 6 * N * 8, 8);
    testing_buffer one_stages = testing_buffer_create(6 * N * 8, 8);
    static float source[BATCH * N * 2];
    fftc_report report;
    testing_fill(FFTC_FLOAT32, source, (size_t)BATCH * N, &random);
    memcpy(all.data, source, sizeof source);
    ck_assert_int_eq(
        fftc_workgroup_fft_emulate(&fft, NULL, all.data, stages.data, &report, NULL, 0, NULL),
        FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, 0);
    fft.batch = 0;
    for (size_t i = 0; i < BATCH; ++i) {
        memcpy(one.data, source + 2 * N * i, N * 8);
        ck_assert_int_eq(
            fftc_workgroup_fft_emulate(&fft, NULL, one.data, one_stages.data, NULL, NULL, 0, NULL),
            FFTC_SUCCESS);
        ck_assert(memcmp((char *)all.data + i * N * 8, one.data, N * 8) == 0);
        ck_assert(memcmp((char *)stages.data + i * 6 * N * 8, one_stages.data, 6 * N * 8) == 0);
    }
    testing_buffer_release(&all);
    testing_buffer_release(&one);
    testing_buffer_release(&stages);
    testing_buffer_release(&one_stages);
}
END_TEST

/* Elements are read and written with unit stride; computed twiddles leave nothing else. */
START_TEST(workgroup_fft_transactions_are_ideal)
{
    for (int direction = 0; direction < 2; ++direction) {
        for (uint32_t s = 2; s <= 7; ++s) {
            trial t = trial_start(FFTC_FLOAT32, 2, 8, s);
            fftc_emulation config = {.schedule = FFTC_SCHEDULE_RANDOM, .seed = s};
            t.fft.computed_twiddles = 1;
            run(&t, (fftc_direction)direction, &config);
            /* 8 bytes an element, 32 a sector; loaded and stored twice. */
            ck_assert_uint_eq(t.report.total.transactions_ideal, 4 * t.n / 4);
            ck_assert_uint_eq(t.report.total.transactions, t.report.total.transactions_ideal);
            trial_end(&t);
        }
    }
}
END_TEST

START_TEST(workgroup_fft_bad_arguments_refused)
{
    float data[8] = {0};
    fftc_finding finding;
    fftc_error error;
    fftc_workgroup_fft good = {.elements_log2 = 1, .workgroup_log2 = 1, .subgroup_log2 = 1};
    fftc_workgroup_fft bad = good;
    fftc_emulation config = {.subgroup_size = 1};
    ck_assert_int_eq(fftc_workgroup_fft_emulate(NULL, NULL, data, NULL, NULL, NULL, 0, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_workgroup_fft_emulate(&good, NULL, NULL, NULL, NULL, NULL, 0, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_workgroup_fft_emulate(&good, NULL, data, NULL, NULL, NULL, 1, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_workgroup_fft_emulate(&good, &config, data, NULL, NULL, &finding, 1, &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "shuffles over 2 lanes"));
    bad.workgroup_log2 = 13;
    ck_assert_int_eq(fftc_workgroup_fft_emulate(&bad, NULL, data, NULL, NULL, NULL, 0, &error),
                     FFTC_INVALID_ARGUMENT);
    config.subgroup_size = 3;
    ck_assert_int_eq(fftc_workgroup_fft_emulate(&good, &config, data, NULL, NULL, NULL, 0, &error),
                     FFTC_INVALID_ARGUMENT);
    for (int i = 0; i < 8; ++i) {
        ck_assert(data[i] == 0.0f);
    }
}
END_TEST

TESTING_MAIN("emulate_workgroup_fft", workgroup_fft_every_size_right_clean_and_cheap,
             workgroup_fft_same_bits_on_every_schedule_and_as_simd,
             workgroup_fft_batch_transforms_each, workgroup_fft_transactions_are_ideal,
             workgroup_fft_bad_arguments_refused)
