/* SPDX-License-Identifier: MIT
 *
 * What findings say, for all outputs of `fftcore check`.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "check_shader.h"

const char *check_file_name(const char *file)
{
    static char folder[4096];
    size_t bytes;
    if (folder[0] == '\0' && getcwd(folder, sizeof folder) == NULL) {
        return file;
    }
    bytes = strlen(folder);
    return strncmp(file, folder, bytes) == 0 && file[bytes] == '/' ? file + bytes + 1 : file;
}

bool check_has_second(const fftc_finding *finding)
{
    const fftc_party *second = &finding->second;
    return second->site.file != NULL || second->returned || second->unstarted;
}

static const char *access_of(const fftc_finding *finding, const fftc_party *party)
{
    switch (finding->kind) {
    case FFTC_FINDING_BARRIER_DIVERGED: return party->returned ? "returned" : "barrier";
    case FFTC_FINDING_SHUFFLE_INACTIVE:
    case FFTC_FINDING_SHUFFLE_UNORDERED:
        return party == &finding->first ? "subgroup operation" : "the lane read";
    case FFTC_FINDING_ENDLESS: return party->unstarted ? "not started" : "stands";
    case FFTC_FINDING_STACK_OVERFLOW: return "stands";
    default: return party->atomic ? "atomic" : party->store ? "store" : "load";
    }
}

void check_party_text(const fftc_finding *finding, bool second, char *text, size_t bytes)
{
    const fftc_party *party = second ? &finding->second : &finding->first;
    if (party->unstarted) {
        (void)snprintf(text, bytes, "workgroup %" PRIu32 " has not started", party->workgroup);
        return;
    }
    (void)snprintf(text, bytes,
                   "%s by invocation %" PRIu32 " of workgroup %" PRIu32 " (subgroup %" PRIu32
                   ", lane %" PRIu32 ")",
                   access_of(finding, party), party->invocation, party->workgroup, party->subgroup,
                   party->lane);
}

void check_finding_text(const fftc_finding *finding, char *text, size_t bytes)
{
    const char *memory = finding->memory != NULL ? finding->memory : "memory";
    char index[32] = "";
    if (finding->address != FFTC_NO_INDEX) {
        (void)snprintf(index, sizeof index, "[%" PRIu64 "]", finding->address);
    }
    switch (finding->kind) {
    case FFTC_FINDING_RACE_SHARED:
    case FFTC_FINDING_RACE_MEMORY:
        if (finding->first.atomic && finding->second.atomic) {
            (void)snprintf(text, bytes,
                           "race on %s%s: two atomic operations, one of a scope that does not "
                           "include the other's invocation",
                           memory, index);
            return;
        }
        (void)snprintf(text, bytes,
                       "race on %s%s: two invocations access it, at least one stores, and "
                       "nothing orders them",
                       memory, index);
        return;
    case FFTC_FINDING_BARRIER_DIVERGED:
        (void)snprintf(text, bytes, "barrier that not all invocations of the workgroup reach");
        return;
    case FFTC_FINDING_SHUFFLE_INACTIVE:
        (void)snprintf(text, bytes,
                       "subgroup operation reads lane %" PRIu64
                       ", which is not at this operation, has returned or does not exist",
                       finding->address);
        return;
    case FFTC_FINDING_SHUFFLE_UNORDERED:
        (void)snprintf(text, bytes, "subgroup operation without anything that makes lanes arrive");
        return;
    case FFTC_FINDING_UNINITIALIZED:
        (void)snprintf(text, bytes, "load of %s%s, to which nothing has been stored", memory,
                       index);
        return;
    case FFTC_FINDING_OUT_OF_BOUNDS:
        (void)snprintf(text, bytes, "%s%s%s",
                       index[0] != '\0' ? "index beyond the bounds: " : "access to ", memory,
                       index);
        return;
    case FFTC_FINDING_ENDLESS:
        (void)snprintf(text, bytes,
                       "the run has not ended within its limit of events: an endless loop, or a "
                       "wait for what never comes");
        return;
    case FFTC_FINDING_UNDEFINED:
        if (finding->address == FFTC_EMULATE_POISON) {
            (void)snprintf(text, bytes, "an undefined value is used as an index of %s", memory);
        } else {
            (void)snprintf(text, bytes, "an undefined value is stored to %s%s", memory, index);
        }
        return;
    case FFTC_FINDING_NOT_COHERENT:
        (void)snprintf(text, bytes,
                       "%s%s goes from one workgroup to another, and is not declared coherent: "
                       "a device may load what was there before",
                       memory, index);
        return;
    default: (void)snprintf(text, bytes, "%s", fftc_finding_kind_name(finding->kind)); return;
    }
}

const char *check_order_name(fftc_workgroup_order order)
{
    static const char *const names[] = {"in order", "reversed", "shuffled"};
    return names[order];
}

void check_variation_text(const check_run *run, const check_variation *v, char *text, size_t bytes)
{
    int used = snprintf(text, bytes, "--subgroup %" PRIu32 " --schedule %s --seed %" PRIu64,
                        v->subgroup, fftc_schedule_name(v->schedule), v->seed);
    if (check_has_several_groups(run) && used > 0 && (size_t)used < bytes) {
        (void)snprintf(text + used, bytes - (size_t)used,
                       ", workgroups %s, %" PRIu32 " at one time", check_order_name(v->order),
                       v->resident);
    }
}

void check_source_text(const check_run *run, const fftc_site *site, char *text, size_t bytes)
{
    const char *at = site->file != NULL ? fftc_spirv_source_text(run->shader, site->file) : NULL;
    text[0] = '\0';
    for (uint32_t line = 1; at != NULL && line < site->line; ++line) {
        const char *end = strchr(at, '\n');
        at = end != NULL ? end + 1 : NULL;
    }
    if (at == NULL || site->line == 0) {
        return;
    }
    at += strspn(at, " \t");
    size_t length = strcspn(at, "\r\n");
    while (length > 0 && isspace((unsigned char)at[length - 1])) {
        --length;
    }
    (void)snprintf(text, bytes, "%.*s", length < bytes ? (int)length : (int)bytes - 1, at);
}

const char *check_unreached(const fftc_spirv_coverage *coverage, uint32_t *at, char *text,
                            size_t bytes)
{
    const char *file = NULL;
    size_t used = 0;
    text[0] = '\0';
    while (*at < coverage->line_count) {
        const fftc_spirv_line *first = &coverage->lines[*at];
        const fftc_spirv_line *last = first;
        if (file != NULL && strcmp(first->site.file, file) != 0) {
            break;
        }
        ++*at;
        if (first->reached != 0) {
            continue;
        }
        file = first->site.file;
        while (*at < coverage->line_count && coverage->lines[*at].reached == 0 &&
               strcmp(coverage->lines[*at].site.file, file) == 0) {
            last = &coverage->lines[(*at)++];
        }
        if (used + 40 < bytes) {
            used += (size_t)snprintf(text + used, bytes - used, "%s%" PRIu32, used > 0 ? ", " : "",
                                     first->site.line);
            if (last != first) {
                used += (size_t)snprintf(text + used, bytes - used, "-%" PRIu32, last->site.line);
            }
        }
    }
    return file;
}
