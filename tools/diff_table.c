/* SPDX-License-Identifier: MIT
 *
 * `fftcore diff` for people at a terminal: one row a stage.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "diff.h"

typedef struct table_style {
    const char *good, *bad, *faint, *plain;
} table_style;

static table_style style_of(FILE *file)
{
    table_style colours = {"\033[32m", "\033[1;31m", "\033[2m", "\033[0m"};
    table_style none = {"", "", "", ""};
    return isatty(fileno(file)) ? colours : none;
}

static int label_width(const diff_execution *execution)
{
    int bytes = (int)strlen(execution->label);
    return bytes > 9 ? bytes : 9;
}

static void print_head(const diff_run *run, const table_style *style)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    char source[512];
    diff_describe_source(run, source, sizeof source);
    (void)printf("%s\n", source);
    (void)printf("%s %s, N = %" PRIu64 " = 2^(%u+%u): %u invocations of %u points, subgroups of "
                 "%u, schedule %s\n\n",
                 tool_direction_names[fft->direction == FFTC_INVERSE],
                 tool_precision_names[fft->precision], run->length, (unsigned)fft->elements_log2,
                 (unsigned)fft->workgroup_log2, 1u << fft->workgroup_log2, 1u << fft->elements_log2,
                 1u << fft->subgroup_log2, fftc_schedule_name(run->options.schedule));
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        if (execution->status == FFTC_SUCCESS) {
            (void)printf("  %-12s %s%s, %u lane%s a subgroup, %.1f ms%s\n", execution->label,
                         style->faint, execution->name, (unsigned)execution->subgroup_size,
                         execution->subgroup_size == 1 ? "" : "s", execution->milliseconds,
                         style->plain);
        } else {
            (void)printf("  %-12s %s%s: %s%s\n", execution->label,
                         execution->status == FFTC_UNSUPPORTED ? style->faint : style->bad,
                         execution->status == FFTC_UNSUPPORTED ? "left out" : "FAILED",
                         execution->reason, style->plain);
        }
    }
    if (run->device_reason[0] != '\0') {
        (void)printf("  %-12s %s%s%s\n", "Vulkan", style->faint, run->device_reason, style->plain);
    }
    if (!run->oracle) {
        (void)printf("  %-12s %s%s%s\n", "FFTW", style->faint, run->oracle_reason, style->plain);
    }
}

static void print_bits(const diff_execution *execution, const diff_stage *stage,
                       const table_style *style)
{
    char cell[32];
    if (stage->bits.differing == 0) {
        (void)snprintf(cell, sizeof cell, "equal");
    } else if (stage->bits.largest_ulp == UINT64_MAX) {
        (void)snprintf(cell, sizeof cell, "NaN");
    } else if (stage->bits.largest_ulp < 100000) {
        (void)snprintf(cell, sizeof cell, "%" PRIu64 " ulp", stage->bits.largest_ulp);
    } else {
        (void)snprintf(cell, sizeof cell, "%.0e ulp", (double)stage->bits.largest_ulp);
    }
    (void)printf("  %s%*s%s", stage->bits.differing == 0 ? style->good : style->bad,
                 label_width(execution), cell, style->plain);
}

/* The other executions' cells of a row, then the worst error of all. */
static void print_comparison(const diff_run *run, int stage, const table_style *style)
{
    double worst = -1.0;
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        const diff_stage *result = stage < 0 ? &execution->final : &execution->stage[stage];
        if (execution->status != FFTC_SUCCESS) {
            continue;
        }
        if (i > 0) {
            print_bits(execution, result, style);
        }
        worst = result->error <= worst ? worst : result->error;
    }
    if (run->oracle) {
        bool good = worst <= run->bound;
        (void)printf("  %s%9.2e%s", good ? "" : style->bad, worst, style->plain);
    } else {
        (void)printf("  %9s", "-");
    }
}

static uint64_t findings_of(const diff_run *run, uint32_t stage)
{
    uint64_t count = 0;
    for (size_t i = 0; i < run->report.findings_listed && i < DIFF_FINDINGS; ++i) {
        count += run->findings[i].stage == stage ? 1 + run->findings[i].repeats : 0;
    }
    return count;
}

static void print_counts(const fftc_counts *counts, uint64_t findings, const table_style *style)
{
    double over = counts->transactions_ideal > 0
                      ? (double)counts->transactions / (double)counts->transactions_ideal
                      : 0.0;
    (void)printf("  %8" PRIu64 "  %9" PRIu64 "  ", counts->workgroup_barriers,
                 counts->bank_conflicts);
    if (counts->transactions_ideal > 0) {
        (void)printf("%11.2f", over);
    } else {
        (void)printf("%11s", "-");
    }
    (void)printf("  %s%8" PRIu64 "%s\n", findings > 0 ? style->bad : "", findings, style->plain);
}

static void print_titles(const diff_run *run)
{
    (void)printf("\nstage  stride  exchange");
    for (uint32_t i = 1; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        if (execution->status == FFTC_SUCCESS) {
            (void)printf("  %*s", label_width(execution), execution->label);
        }
    }
    (void)printf("  %9s  %8s  %9s  %11s  %8s\n", "vs FFTW", "barriers", "conflicts", "trans/ideal",
                 "findings");
}

static void print_rows(const diff_run *run, const table_style *style)
{
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        uint32_t stage = diff_stage_at(run, step);
        (void)printf("%5u  %6" PRIu64 "  %-8s", (unsigned)stage, diff_stride(run, stage),
                     diff_exchange_name(fftc_workgroup_fft_exchange(&run->options.fft, stage)));
        print_comparison(run, (int)stage, style);
        print_counts(&run->report.stage[stage], findings_of(run, stage), style);
    }
    (void)printf("result%17s", "");
    print_comparison(run, -1, style);
    print_counts(&run->report.total, run->report.finding_count, style);
}

void diff_print_table(const diff_run *run)
{
    table_style style = style_of(stdout);
    diff_verdict verdict = diff_judge(run);
    print_head(run, &style);
    print_titles(run);
    print_rows(run, &style);
    for (size_t i = 0; i < run->report.findings_listed && i < DIFF_FINDINGS; ++i) {
        char line[1024];
        (void)fftc_finding_format(&run->findings[i], line, sizeof line);
        (void)printf("%s%s%s\n", style.bad, line, style.plain);
    }
    (void)printf("\n%s%s%s: bits %s", verdict.good ? style.good : style.bad,
                 verdict.good ? "good" : "NOT GOOD", style.plain,
                 verdict.equal ? "equal everywhere" : "differ");
    if (run->oracle) {
        (void)printf(", error %.2e of at most %.2e", verdict.worst_error, run->bound);
    } else {
        (void)printf(", not compared with FFTW");
    }
    (void)printf(", %" PRIu64 " finding%s%s\n", verdict.findings, verdict.findings == 1 ? "" : "s",
                 verdict.ran ? "" : ", an execution failed");
    if (run->subnormal > 0) {
        (void)printf("note: numbers in the subnormal range, where exact mode does not promise a "
                     "device's bits: %" PRIu64 "\n",
                     run->subnormal);
    }
}
