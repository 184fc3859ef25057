/* SPDX-License-Identifier: MIT
 *
 * The trades of kernel/exchange.h, carried out by the emulator for every size, stride and schedule:
 * who receives what, in bits; what it costs; that nothing is found.
 */
#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "fftcore/emulate.h"

#include <string.h>

#include "testing.h"

enum { SOURCE, RESULT };

#define WORKGROUP_LOG2_MAX 7u
#define ELEMENTS_MAX (2u << WORKGROUP_LOG2_MAX)

typedef struct exchange_run {
    fftc_precision precision;
    bool subgroup; /* through shuffles, not shared memory */
    uint32_t workgroup_log2;
    uint32_t subgroup_log2;
    uint32_t stride;
    fftc_schedule schedule;
} exchange_run;

/* The kernels' compile-time parameter, as an expression; set before each run. */
static uint32_t workgroup_log2_now;
#define FFTC_WORKGROUP_LOG2 workgroup_log2_now

#include "exchange_tmpl.h"
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"

#include "exchange_tmpl.h"
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#ifdef __FLT16_MAX__
#define FFTC_PRECISION 16
#define FFTC_SUFFIX _f16
#include "fftcore/kernel/precision.h"

#include "exchange_tmpl.h"
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#endif

typedef struct exchange_kernels {
    fftc_precision precision;
    void (*trade)(void *user);
    void (*exchange)(void *user);
} exchange_kernels;

static const exchange_kernels kernels[] = {
    {FFTC_FLOAT32, trade_kernel_f32, exchange_kernel_f32},
    {FFTC_FLOAT64, trade_kernel_f64, exchange_kernel_f64},
#ifdef __FLT16_MAX__
    {FFTC_FLOAT16, trade_kernel_f16, exchange_kernel_f16},
#endif
};

/* Runs the kernel; source and result hold `elements` complex numbers. */
static fftc_report run_kernel(exchange_run *run, void (*kernel)(void *user), uint32_t elements,
                              void *source, void *result)
{
    uint32_t element_bytes = 2 * (uint32_t)fftc_precision_bytes(run->precision);
    fftc_memory memories[] = {{"source", source, element_bytes, elements, true},
                              {"result", result, element_bytes, elements, false}};
    fftc_emulation config = {.workgroup_size = 1u << run->workgroup_log2,
                             .subgroup_size = 1u << run->subgroup_log2,
                             .shared_words =
                                 run->subgroup ? 0 : (element_bytes / 4) << run->workgroup_log2,
                             .schedule = run->schedule,
                             .seed = testing_seed(),
                             .memories = memories,
                             .memory_count = 2};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    fftc_error error;
    workgroup_log2_now = run->workgroup_log2;
    ck_assert_msg(fftc_emulator_create(&config, &emulator, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, run, &report, NULL), FFTC_SUCCESS);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("W = %u, S = %u, stride %u: %s", run->workgroup_log2, run->subgroup_log2,
                     run->stride, text);
    }
    report.findings = NULL; /* the findings are gone with the emulator */
    fftc_emulator_destroy(emulator);
    return report;
}

/* What a trade may cost: each word once, one barrier or one shuffle a word and subgroup. */
static void check_cost(const exchange_run *run, const fftc_report *report)
{
    uint32_t words = 2 * (uint32_t)fftc_precision_bytes(run->precision) / 4;
    uint32_t size = 1u << run->workgroup_log2;
    uint32_t subgroups = (size + (1u << run->subgroup_log2) - 1) >> run->subgroup_log2;
    const fftc_counts *counts = &report->total;
    ck_assert_uint_eq(counts->workgroup_barriers, run->subgroup ? 0 : 1);
    ck_assert_uint_eq(counts->shuffles, run->subgroup ? words * subgroups : 0);
    ck_assert_uint_eq(counts->subgroup_barriers, counts->shuffles);
    ck_assert_uint_eq(counts->shared_loads, run->subgroup ? 0 : words * size);
    ck_assert_uint_eq(counts->shared_stores, counts->shared_loads);
    ck_assert_uint_eq(counts->bank_conflicts, 0);
}

/* Element number t of the source, in the result at `at`, to the bit. */
static void check_element(const exchange_run *run, const char *source, uint32_t t,
                          const char *result, uint32_t at)
{
    size_t bytes = 2 * fftc_precision_bytes(run->precision);
    ck_assert_msg(memcmp(source + t * bytes, result + at * bytes, bytes) == 0,
                  "W = %u, S = %u, stride %u: element %u holds not %u", run->workgroup_log2,
                  run->subgroup_log2, run->stride, at, t);
}

static void check_trade(exchange_run *run, const exchange_kernels *of, char *source, char *result)
{
    uint32_t size = 1u << run->workgroup_log2;
    fftc_report report = run_kernel(run, of->trade, size, source, result);
    check_cost(run, &report);
    for (uint32_t t = 0; t < size; ++t) {
        check_element(run, source, t ^ run->stride, result, t);
    }
}

/* The invocation with the bit `stride` clear ends with both lower elements, its partner with both
 * upper ones. */
static void check_exchange(exchange_run *run, const exchange_kernels *of, char *source,
                           char *result)
{
    uint32_t size = 1u << run->workgroup_log2;
    fftc_report report = run_kernel(run, of->exchange, 2 * size, source, result);
    check_cost(run, &report);
    for (uint32_t t = 0; t < size; ++t) {
        uint32_t upper = (t & run->stride) == 0 ? 0 : size;
        check_element(run, source, (t & ~run->stride) + upper, result, t);
        check_element(run, source, (t | run->stride) + upper, result, t + size);
    }
}

static void check_every(bool subgroup,
                        void (*check)(exchange_run *, const exchange_kernels *, char *, char *))
{
    testing_random random = testing_random_start("exchange");
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
        exchange_run run = {.precision = kernels[k].precision, .subgroup = subgroup};
        size_t bytes = 2 * fftc_precision_bytes(run.precision) * ELEMENTS_MAX;
        testing_buffer source = testing_buffer_create(bytes, 16);
        testing_buffer result = testing_buffer_create(bytes, 16);
        testing_fill(run.precision, source.data, ELEMENTS_MAX, &random);
        for (run.workgroup_log2 = 1; run.workgroup_log2 <= WORKGROUP_LOG2_MAX;
             ++run.workgroup_log2) {
            for (run.subgroup_log2 = 0; run.subgroup_log2 <= 7; ++run.subgroup_log2) {
                uint32_t stride_log2 = run.workgroup_log2;
                if (subgroup && run.subgroup_log2 < stride_log2) {
                    stride_log2 = run.subgroup_log2;
                }
                while (stride_log2-- > 0) {
                    run.stride = 1u << stride_log2;
                    run.schedule =
                        (fftc_schedule)testing_random_below(&random, FFTC_SCHEDULE_COUNT);
                    check(&run, &kernels[k], source.data, result.data);
                }
            }
        }
        testing_buffer_release(&source);
        testing_buffer_release(&result);
    }
}

START_TEST(trade_shared_partner_receives)
{
    check_every(false, check_trade);
}
END_TEST

START_TEST(trade_subgroup_partner_receives)
{
    check_every(true, check_trade);
}
END_TEST

START_TEST(exchange_shared_halves_meet)
{
    check_every(false, check_exchange);
}
END_TEST

START_TEST(exchange_subgroup_halves_meet)
{
    check_every(true, check_exchange);
}
END_TEST

TESTING_MAIN("exchange", trade_shared_partner_receives, trade_subgroup_partner_receives,
             exchange_shared_halves_meet, exchange_subgroup_halves_meet)
