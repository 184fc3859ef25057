/* SPDX-License-Identifier: MIT
 *
 * `fftcore check` for people.
 */
#include <inttypes.h>
#include <string.h>

#include "check_shader.h"

static void print_place(const check_run *run, const fftc_site *site)
{
    char source[160];
    if (site->file == NULL) {
        return;
    }
    check_source_text(run, site, source, sizeof source);
    (void)printf("    %s:%" PRIu32 "%s%s\n", check_file_name(site->file), site->line,
                 source[0] != '\0' ? ": " : "", source);
}

static void print_finding(const check_run *run, const check_found *found, const char *more)
{
    const fftc_finding *finding = &found->finding;
    char text[300];
    check_finding_text(finding, text, sizeof text);
    (void)printf("\n%s: %s\n", fftc_finding_kind_name(finding->kind), text);
    for (int second = 0; second <= check_has_second(finding); ++second) {
        check_party_text(finding, second != 0, text, sizeof text);
        (void)printf("  %s\n", text);
        print_place(run, second != 0 ? &finding->second.site : &finding->first.site);
    }
    check_variation_text(run, &found->variation, text, sizeof text);
    (void)printf("  in %" PRIu32 " of %" PRIu32 " runs, first with %s%s\n", found->runs, run->runs,
                 text, more);
}

static void print_constant(const check_run *run, const fftc_spirv_constant *constant)
{
    bool assumed = false;
    for (uint32_t i = run->options->constants.count; i < run->constants.count; ++i) {
        assumed = assumed || run->constants.constant[i].id == constant->id;
    }
    (void)printf("  constant %" PRIu32 ": %" PRIu64 "%s\n", constant->id, constant->value,
                 assumed ? " (assumed, of several values: --spec says otherwise)" : "");
}

static void print_constants(const check_run *run)
{
    const fftc_spirv_constant *constants = run->interface->constants;
    for (uint32_t i = 0; i < run->interface->constant_count; ++i) {
        bool printed = false;
        for (uint32_t k = 0; k < i; ++k) {
            printed = printed || constants[k].id == constants[i].id;
        }
        if (!printed) {
            print_constant(run, &constants[i]);
        }
    }
}

static void print_inputs(const check_run *run)
{
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const check_array *a = &run->array[i];
        char place[48];
        if (a->buffer.binding == FFTC_SPIRV_BY_ADDRESS) {
            (void)snprintf(place, sizeof place, "address.%" PRIu32, a->buffer.element);
        } else if (a->buffer.element > 0) {
            (void)snprintf(place, sizeof place, "%" PRIu32 ".%" PRIu32 "[%" PRIu32 "]",
                           a->buffer.set, a->buffer.binding, a->buffer.element);
        } else {
            (void)snprintf(place, sizeof place, "%" PRIu32 ".%" PRIu32, a->buffer.set,
                           a->buffer.binding);
        }
        (void)printf("  %s %-6s %s: %zu bytes, %s%s%s%s\n", a->is_image ? "image " : "buffer",
                     place, a->name, a->buffer.bytes, a->origin, a->assumed ? " (assumed: " : "",
                     a->assumed ? (a->is_image ? "--image" : "--buffer") : "",
                     a->assumed ? " says otherwise)" : "");
    }
    if (run->push_bytes > 0) {
        (void)printf("  push constants: %zu bytes%s\n", run->push_bytes,
                     run->push_assumed ? ", zeros (assumed: --push says otherwise)" : "");
    }
    print_constants(run);
}

static void print_difference(const check_run *run, const check_difference *d, uint32_t runs)
{
    char variation[160];
    const char *depends = run->varies_within_size ? "results depend on the run"
                                                  : "results depend on the subgroup size";
    check_variation_text(run, &d->variation, variation, sizeof variation);
    (void)printf("\n%s: %s[%" PRIu64 "] is %s; %" PRIu64 " element%s differ%s, with %s\n",
                 d->file != NULL ? d->file : depends, d->array->name, d->element, d->text,
                 d->elements, d->elements == 1 ? "" : "s", d->elements == 1 ? "s" : "", variation);
    if (d->file != NULL) {
        return;
    }
    (void)printf("  in %" PRIu32 " of %" PRIu32 " runs", runs, run->runs);
    if (!run->varies_within_size) {
        (void)printf(", and not with --subgroup %" PRIu32, run->sizes[0]);
    }
    (void)printf("; this %s\n",
                 run->options->same_results ? "is a fault, since --same-results is given"
                 : run->varies_within_size
                     ? "may be meant, as where atomic operations give out places; "
                       "--same-results makes it a fault"
                     : "may be meant, as where sums of floats are rounded in another order; "
                       "--same-results makes it a fault");
}

static void print_coverage(const check_run *run)
{
    const fftc_spirv_coverage *coverage = run->coverage;
    char lines[200];
    bool reached = true;
    (void)printf("\nran            %" PRIu32 " time%s: subgroups of", run->runs,
                 run->runs == 1 ? "" : "s");
    for (uint32_t i = 0; run->sizes[i] != 0; ++i) {
        (void)printf("%s %" PRIu32, i > 0 ? "," : "", run->sizes[i]);
    }
    (void)printf("%s; %" PRIu32 " schedule%s\n",
                 run->options->subgroup == 0 && !run->subgroups
                     ? " (the shader has no operations of subgroups)"
                     : "",
                 run->schedules, run->schedules == 1 ? "" : "s");
    (void)printf("instructions   %" PRIu64 " executed; of %" PRIu32 " in the shader %" PRIu32
                 " were reached\n",
                 coverage->executed, coverage->instructions, coverage->reached);
    for (uint32_t at = 0; at < coverage->line_count;) {
        const char *file = check_unreached(coverage, &at, lines, sizeof lines);
        if (file != NULL) {
            (void)printf("never reached  %s: %s\n", check_file_name(file), lines);
            reached = false;
        }
    }
    if (run->push_assumed && run->push_bytes > 0 && (!reached || run->found_count > 0)) {
        (void)printf(
            "push constants that are zeros may leave lines out and lead to findings: give sizes "
            "and counts by --push\n");
    }
    if (coverage->line_count == 0) {
        (void)printf("no source lines: compile with -g to see them\n");
    }
}

void check_print_table(const check_run *run)
{
    const uint32_t *size = run->interface->local_size;
    const uint32_t *groups = run->options->groups;
    (void)printf("%s, entry point %s: %" PRIu32 "x%" PRIu32 "x%" PRIu32 " workgroups of %" PRIu32
                 "x%" PRIu32 "x%" PRIu32 " invocations\n",
                 run->options->file, run->interface->entry, groups[0], groups[1], groups[2],
                 size[0], size[1], size[2]);
    print_inputs(run);
    for (uint32_t i = 0; i < run->found_count; ++i) {
        print_finding(run, &run->found[i], "");
    }
    if (run->hidden.runs > 0) {
        print_finding(run, &run->hidden, "; --coherent makes it a fault");
    }
    if (run->unexpected.array != NULL) {
        print_difference(run, &run->unexpected, 0);
    }
    if (run->varying.array != NULL && run->found_count == 0) {
        print_difference(run, &run->varying, run->varying_runs);
    }
    print_coverage(run);
    if (!check_has_several_groups(run)) {
        (void)printf("one workgroup  --groups 4 would show races between workgroups, too\n");
    }
    (void)printf("%" PRIu32 " finding%s\n", run->found_count, run->found_count == 1 ? "" : "s");
}
