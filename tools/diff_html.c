/* SPDX-License-Identifier: MIT
 *
 * `fftcore diff` as a page: self-contained, light or dark as the reader's system is.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "html.h"

static uint32_t executions_that_ran(const diff_run *run)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        count += run->executions[i].status == FFTC_SUCCESS;
    }
    return count;
}

static void write_headline(FILE *file, const diff_run *run, const diff_verdict *verdict)
{
    uint32_t ran = executions_that_ran(run);
    if (verdict->good) {
        static const char *const numbers[] = {"no",   "One", "Two",   "Three", "Four",
                                              "Five", "Six", "Seven", "Eight"};
        if (ran < sizeof numbers / sizeof numbers[0]) {
            (void)fprintf(file, "%s executions, one source, the same bits.", numbers[ran]);
        } else {
            (void)fprintf(file, "%u executions, one source, the same bits.", (unsigned)ran);
        }
    } else if (!verdict->equal) {
        (void)fputs("The executions differ.", file);
    } else if (verdict->findings > 0) {
        (void)fprintf(file, "The emulator has %" PRIu64 " finding%s.", verdict->findings,
                      verdict->findings == 1 ? "" : "s");
    } else if (!verdict->ran) {
        (void)fputs("An execution failed.", file);
    } else {
        (void)fputs("The error is beyond the bound.", file);
    }
}

static void write_tile(FILE *file, bool good, const char *number, const char *text)
{
    (void)fprintf(file, "<div class='tile %s'><b>%s</b><span>%s</span></div>",
                  good ? "good" : "bad", number, text);
}

/* 154112 -> "154 112", with narrow spaces. */
static void group_digits(char *text, size_t bytes, uint64_t number)
{
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < bytes; ++i) {
        bool gap = i > 0 && (count - i) % 3 == 0;
        used +=
            (size_t)snprintf(text + used, bytes - used, "%s%c", gap ? "&#8239;" : "", digits[i]);
    }
}

static void write_tiles(FILE *file, const diff_run *run, const diff_verdict *verdict)
{
    char number[64];
    char text[160];
    uint64_t compared = (uint64_t)(executions_that_ran(run) - 1) * (run->stage_count + 1);
    uint64_t unequal = 0;
    for (uint32_t i = 1; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
            unequal += execution->stage[stage].bits.differing != 0;
        }
        unequal += execution->final.bits.differing != 0;
    }
    (void)fputs("<div class=tiles>", file);
    (void)snprintf(number, sizeof number, "%" PRIu64 " of %" PRIu64, compared - unequal, compared);
    (void)snprintf(text, sizeof text, "arrays of %" PRIu64 " points equal in every bit",
                   run->length);
    write_tile(file, unequal == 0, number, text);
    if (run->oracle) {
        (void)snprintf(number, sizeof number, "%.2e", verdict->worst_error);
        (void)snprintf(text, sizeof text, "largest distance from FFTW; at most %.2e is promised",
                       run->bound);
        write_tile(file, verdict->within_bound, number, text);
    }
    (void)snprintf(number, sizeof number, "%" PRIu64, verdict->findings);
    write_tile(file, verdict->findings == 0, number,
               "races, missing barriers, unordered shuffles or stray accesses");
    group_digits(number, sizeof number, run->report.events);
    write_tile(file, true, number, "memory accesses, barriers and shuffles watched");
    (void)fputs("</div>", file);
}

static void write_header(FILE *file, const diff_run *run, const diff_verdict *verdict)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    char source[512];
    diff_describe_source(run, source, sizeof source);
    (void)fprintf(file, "<header class=%s><p class=brand>fftcore diff</p><h1>",
                  verdict->good ? "good" : "bad");
    write_headline(file, run, verdict);
    (void)fputs("</h1><p class=lead>", file);
    html_text(file, source);
    (void)fprintf(file,
                  ". %s transform of %" PRIu64
                  " points in %s: a workgroup of %u invocations with %u points each, subgroups of "
                  "%u.</p>",
                  fft->direction == FFTC_INVERSE ? "An inverse" : "A forward", run->length,
                  tool_precision_names[fft->precision], 1u << fft->workgroup_log2,
                  1u << fft->elements_log2, 1u << fft->subgroup_log2);
    write_tiles(file, run, verdict);
    (void)fputs("</header>", file);
}

static void write_cell(FILE *file, const diff_stage *stage)
{
    if (stage->bits.differing == 0) {
        (void)fputs("<td class=eq title='every bit'>&#10003;</td>", file);
    } else if (stage->bits.largest_ulp == UINT64_MAX) {
        (void)fprintf(file, "<td class=ne title='%" PRIu64 " scalars'>NaN</td>",
                      stage->bits.differing);
    } else {
        (void)fprintf(file, "<td class=ne title='%" PRIu64 " scalars, first at point %" PRIu64 "'>",
                      stage->bits.differing, stage->bits.first / 2);
        if (stage->bits.largest_ulp < 100000) {
            (void)fprintf(file, "%" PRIu64 " ulp</td>", stage->bits.largest_ulp);
        } else {
            (void)fprintf(file, "%.0e ulp</td>", (double)stage->bits.largest_ulp);
        }
    }
}

/* stage < 0: the result. */
static void write_row(FILE *file, const diff_run *run, int stage, const fftc_counts *counts)
{
    double worst = -1.0;
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        const diff_stage *result = stage < 0 ? &execution->final : &execution->stage[stage];
        if (execution->status != FFTC_SUCCESS) {
            continue;
        }
        if (i > 0) {
            write_cell(file, result);
        }
        worst = result->error <= worst ? worst : result->error;
    }
    if (run->oracle) {
        double part = isfinite(worst) ? fmin(worst / run->bound, 1.0) : 1.0;
        (void)fprintf(file, "<td class=err><i><b style='width:%.0f%%' class=%s></b></i>%.2e</td>",
                      part * 100.0, worst <= run->bound ? "in" : "out", worst);
    }
    (void)fprintf(file, "<td>%" PRIu64 "<td>%" PRIu64 "<td>", counts->workgroup_barriers,
                  counts->bank_conflicts);
    if (counts->transactions_ideal > 0) {
        (void)fprintf(file, "%.2f",
                      (double)counts->transactions / (double)counts->transactions_ideal);
    } else {
        (void)fputs("<span class=faint>&ndash;</span>", file);
    }
}

static void write_table(FILE *file, const diff_run *run)
{
    (void)fputs("<div class='wide card'><table><thead><tr><th>stage<th>stride<th "
                "class=l>exchange",
                file);
    for (uint32_t i = 1; i < run->execution_count; ++i) {
        if (run->executions[i].status == FFTC_SUCCESS) {
            (void)fputs("<th class=c>", file);
            html_text(file, run->executions[i].label);
        }
    }
    (void)fprintf(file, "%s<th>barriers<th>conflicts<th>sectors/ideal<tbody>",
                  run->oracle ? "<th class=l>distance from FFTW" : "");
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        uint32_t stage = diff_stage_at(run, step);
        const char *medium =
            diff_exchange_name(fftc_workgroup_fft_exchange(&run->options.fft, stage));
        (void)fprintf(file, "<tr><td>%u<td>%" PRIu64 "<td class=l><span class='tag %s'>%s</span>",
                      (unsigned)stage, diff_stride(run, stage), medium, medium);
        write_row(file, run, (int)stage, &run->report.stage[stage]);
    }
    (void)fputs("<tr class=total><td class=l colspan=3>result, as stored", file);
    write_row(file, run, -1, &run->report.total);
    (void)fputs(
        "</table></div><p class=note>Barriers, bank conflicts and sectors are the emulator's "
        "counts. "
        "A sector is 32 bytes of buffer memory; the last column is how many were touched, over the "
        "fewest that could hold the same numbers.</p>",
        file);
}

static bool execution_equal(const diff_run *run, const diff_execution *execution)
{
    bool equal = execution->final.bits.differing == 0;
    for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
        equal = equal && execution->stage[stage].bits.differing == 0;
    }
    return equal;
}

static void write_executions(FILE *file, const diff_run *run)
{
    (void)fputs("<div class=cards>", file);
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        const diff_execution *execution = &run->executions[i];
        static const char *const kinds[] = {"one fiber an invocation, every access observed",
                                            "one vector a subgroup", "Vulkan device"};
        (void)fprintf(file, "<div class='card run %s'><h3>",
                      execution->status == FFTC_UNSUPPORTED ? "left"
                      : execution->status == FFTC_SUCCESS && execution_equal(run, execution)
                          ? "ran"
                          : "wrong");
        html_text(file, execution->name);
        (void)fprintf(file, "</h3><p>%s", kinds[execution->kind]);
        if (execution->status == FFTC_SUCCESS) {
            (void)fprintf(file, ", %u lane%s a subgroup, %.1f ms with all stages kept",
                          (unsigned)execution->subgroup_size,
                          execution->subgroup_size == 1 ? "" : "s", execution->milliseconds);
        } else {
            (void)fprintf(file, ": %s, ",
                          execution->status == FFTC_UNSUPPORTED ? "left out" : "failed");
            html_text(file, execution->reason);
        }
        (void)fputs("</p></div>", file);
    }
    if (run->device_reason[0] != '\0') {
        (void)fputs("<div class='card run left'><h3>Vulkan</h3><p>", file);
        html_text(file, run->device_reason);
        (void)fputs("</p></div>", file);
    }
    (void)fputs("</div>", file);
}

static void write_findings(FILE *file, const diff_run *run)
{
    char line[1024];
    (void)fputs("<section><h2>Findings</h2>", file);
    if (run->report.finding_count == 0) {
        (void)fprintf(file,
                      "<p class=good-ink>None, under the schedule %s. Looked for: races on shared "
                      "memory and on buffers, barriers that not every invocation reaches, shuffles "
                      "from lanes that are elsewhere or have not arrived, words read before they "
                      "are written, accesses out of bounds.</p></section>",
                      fftc_schedule_name(run->options.schedule));
        return;
    }
    (void)fputs("<ol class='card findings'>", file);
    for (size_t i = 0; i < run->report.findings_listed && i < DIFF_FINDINGS; ++i) {
        (void)fftc_finding_format(&run->findings[i], line, sizeof line);
        (void)fputs("<li>", file);
        html_text(file, line);
    }
    (void)fputs("</ol></section>", file);
}

static void write_command(FILE *file, const diff_run *run)
{
    const diff_options *options = &run->options;
    const fftc_workgroup_fft *fft = &options->fft;
    (void)fputs("<footer><p>Made by fftcore ", file);
    html_text(file, fftc_version());
    (void)fputs(". The same again:</p><pre>fftcore diff", file);
    if (options->file != NULL) {
        (void)fputs(" ", file);
        html_text(file, options->file);
        (void)fprintf(file, " --offset %" PRIu64, run->offset);
    }
    (void)fprintf(file,
                  " --elements-log2 %u --workgroup-log2 %u --subgroup %u --direction %s "
                  "--precision %s%s --schedule %s --seed %" PRIu64 "</pre></footer>",
                  (unsigned)fft->elements_log2, (unsigned)fft->workgroup_log2,
                  1u << fft->subgroup_log2, tool_direction_names[fft->direction == FFTC_INVERSE],
                  tool_precision_names[fft->precision],
                  fft->computed_twiddles != 0 ? " --computed-twiddles" : "",
                  fftc_schedule_name(options->schedule), options->seed);
}

static void write_body(FILE *file, const diff_run *run)
{
    (void)fputs("<section><h2>The signal</h2>", file);
    html_signal(file, run);
    (void)fputs("</section><section><h2>Stage by stage</h2><p>The same kernel text was compiled "
                "three ways and carried out by each of these. After every stage the whole array is "
                "compared with the emulator's, bit for bit, and FFTW, in double precision, "
                "finishes every partial transform from there.</p>",
                file);
    write_executions(file, run);
    write_table(file, run);
    if (run->oracle) {
        html_error_growth(file, run);
    }
    (void)fputs("</section><section><h2>Who computes what</h2>", file);
    html_butterfly(file, run);
    (void)fprintf(file,
                  "</section><section><h2>Who trades with whom</h2><p>All %u invocations, left to "
                  "right: invocation t trades one point with invocation t &oplus; %s. Far apart "
                  "it goes through shared memory, inside a subgroup of %u by shuffle; where both "
                  "points are loaded, nothing is traded.</p>",
                  1u << run->options.fft.workgroup_log2,
                  run->options.fft.direction == FFTC_INVERSE ? "half the stride" : "stride",
                  1u << run->options.fft.subgroup_log2);
    html_exchanges(file, run);
    (void)fputs("</section>", file);
    if (run->oracle) {
        (void)fputs("<section><h2>Error of every element</h2><p>Distance of each element from what "
                    "FFTW has at that place, over the root mean square of the array: the line is "
                    "the median, the bars reach from the lowest tenth to the largest. A wrong "
                    "index or a lost trade would stand out as a block at the "
                    "upper edge.</p>",
                    file);
        html_element_errors(file, run);
        (void)fputs("</section>", file);
    }
    write_findings(file, run);
}

bool diff_write_html(const diff_run *run, const char *path)
{
    diff_verdict verdict = diff_judge(run);
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    (void)fprintf(file,
                  "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
                  "content='width=device-width'><meta name=color-scheme content='light dark'>"
                  "<title>fftcore diff, %" PRIu64 " points</title><style>%s</style><main>",
                  run->length, page_css);
    write_header(file, run, &verdict);
    write_body(file, run);
    write_command(file, run);
    (void)fprintf(file, "</main><script>%s</script></html>\n", page_js);
    return tool_file_close(file, path);
}
