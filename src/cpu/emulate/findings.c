/* SPDX-License-Identifier: MIT
 *
 * Findings: kept once for each pair of source lines, and formatted as text.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/emulator.h"

static bool same_file(const char *x, const char *y)
{
    return x == y || (x != NULL && y != NULL && strcmp(x, y) == 0);
}

/* --- sites */

#define FIRST_SITES 256u

bool fftc_sites_create(fftc_emulator *emulator)
{
    emulator->sites = fftc_allocate(emulator->allocator, FIRST_SITES, sizeof *emulator->sites);
    emulator->site_capacity = FIRST_SITES;
    emulator->site_count = 1;
    return emulator->sites != NULL;
}

static bool make_room(fftc_emulator *emulator)
{
    if (emulator->site_count < emulator->site_capacity) {
        return true;
    }
    if (emulator->site_capacity == FFTC_MAX_SITES) {
        return false;
    }
    fftc_known_site *sites =
        fftc_allocate(emulator->allocator, 2 * emulator->site_capacity, sizeof *sites);
    if (sites == NULL) {
        return false;
    }
    memcpy(sites, emulator->sites, emulator->site_count * sizeof *sites);
    fftc_release(emulator->allocator, emulator->sites);
    emulator->sites = sites;
    emulator->site_capacity *= 2;
    return true;
}

/* Sites for which there is no room are all number 0. */
static bool is_at(const fftc_known_site *known, const char *file, uint32_t place)
{
    return known->place == place && same_file(known->site.file, file);
}

static fftc_site_id number_of(fftc_emulator *emulator, const char *file, uint32_t place)
{
    for (uint32_t i = 1; i < emulator->site_count; ++i) {
        if (is_at(&emulator->sites[i], file, place)) {
            return (fftc_site_id)i;
        }
    }
    if (!make_room(emulator)) {
        return 0;
    }
    uint32_t id = emulator->site_count++;
    emulator->sites[id] = (fftc_known_site){{file, place & ((1u << FFTC_LINE_BITS) - 1u)}, place};
    return (fftc_site_id)id;
}

fftc_site_id fftc_site_find(fftc_emulator *emulator, fftc_cached_site *cached, const char *file,
                            uint32_t place)
{
    fftc_site_id id = number_of(emulator, file, place);
    if (id != 0) {
        *cached = (fftc_cached_site){file, place, id};
    }
    return id;
}

/* --- findings */

static fftc_party party(const fftc_emulator *emulator, const fftc_finding_side *side)
{
    fftc_party party = {.workgroup = side->workgroup,
                        .invocation = side->invocation,
                        .subgroup = side->invocation >> emulator->subgroup_size_log2,
                        .lane = side->invocation & (emulator->config.subgroup_size - 1),
                        .site = emulator->sites[side->site].site,
                        .store = side->store,
                        .returned = side->returned,
                        .atomic = side->atomic,
                        .unstarted = side->unstarted};
    return party;
}

static bool same_site(const fftc_site *x, const fftc_site *y)
{
    return x->line == y->line && same_file(x->file, y->file);
}

void fftc_find(fftc_emulator *emulator, fftc_finding_kind kind, const char *memory,
               uint64_t address, const fftc_finding_side *first, const fftc_finding_side *second)
{
    fftc_finding finding = {.kind = kind,
                            .memory = memory,
                            .address = address,
                            .first = party(emulator, first),
                            .stage = first->stage,
                            .schedule = emulator->config.schedule,
                            .seed = emulator->config.seed};
    if (second != NULL) {
        finding.second = party(emulator, second);
    }
    ++emulator->finding_count;
    for (size_t i = 0; i < emulator->findings_listed; ++i) {
        fftc_finding *listed = &emulator->findings[i];
        if (listed->kind == kind && listed->memory == memory &&
            same_site(&listed->first.site, &finding.first.site) &&
            same_site(&listed->second.site, &finding.second.site) &&
            listed->second.returned == finding.second.returned) {
            ++listed->repeats;
            return;
        }
    }
    if (emulator->findings_listed < emulator->config.findings_limit) {
        emulator->findings[emulator->findings_listed++] = finding;
        return;
    }
    /* Others come before this one, which is not always a fault. */
    for (size_t i = 0; kind != FFTC_FINDING_NOT_COHERENT && i < emulator->findings_listed; ++i) {
        if (emulator->findings[i].kind == FFTC_FINDING_NOT_COHERENT) {
            emulator->findings[i] = finding;
            return;
        }
    }
}

/* --- text */

const char *fftc_finding_kind_name(fftc_finding_kind kind)
{
    switch (kind) {
    case FFTC_FINDING_RACE_SHARED: return "shared-race";
    case FFTC_FINDING_RACE_MEMORY: return "memory-race";
    case FFTC_FINDING_BARRIER_DIVERGED: return "barrier-diverged";
    case FFTC_FINDING_SHUFFLE_INACTIVE: return "shuffle-inactive";
    case FFTC_FINDING_SHUFFLE_UNORDERED: return "shuffle-unordered";
    case FFTC_FINDING_UNINITIALIZED: return "uninitialized-load";
    case FFTC_FINDING_OUT_OF_BOUNDS: return "out-of-bounds";
    case FFTC_FINDING_STACK_OVERFLOW: return "stack-overflow";
    case FFTC_FINDING_ENDLESS: return "endless";
    case FFTC_FINDING_UNDEFINED: return "undefined-value";
    case FFTC_FINDING_NOT_COHERENT: return "not-coherent";
    }
    return NULL;
}

const char *fftc_schedule_name(fftc_schedule schedule)
{
    switch (schedule) {
    case FFTC_SCHEDULE_ROUND_ROBIN: return "round-robin";
    case FFTC_SCHEDULE_LOCK_STEP: return "lock-step";
    case FFTC_SCHEDULE_REVERSE: return "reverse";
    case FFTC_SCHEDULE_RANDOM: return "random";
    case FFTC_SCHEDULE_AHEAD: return "ahead";
    case FFTC_SCHEDULE_INDEPENDENT_LANES: return "independent-lanes";
    case FFTC_SCHEDULE_SIMT: return "simt";
    }
    return NULL;
}

/* From "fftcore/" on if the path has it, else the base name. */
static const char *short_path(const char *file)
{
    const char *found = NULL;
    const char *slash;
    for (const char *p = file; (p = strstr(p, "fftcore/kernel/")) != NULL; ++p) {
        found = p;
    }
    slash = strrchr(file, '/');
    return found != NULL ? found : slash != NULL ? slash + 1 : file;
}

static int format_party(const fftc_finding *finding, const fftc_party *party, char *text,
                        size_t bytes)
{
    bool memory = finding->memory != NULL;
    bool read = finding->kind == FFTC_FINDING_SHUFFLE_INACTIVE ||
                finding->kind == FFTC_FINDING_SHUFFLE_UNORDERED;
    const char *what = !memory         ? ""
                       : party->atomic ? "atomic operation by "
                       : party->store  ? "store by "
                                       : "load by ";
    if (party->unstarted) {
        return snprintf(text, bytes, "workgroup %u has not started", party->workgroup);
    }
    if (read && party == &finding->second) {
        what = "read from ";
    }
    const char *place = party->returned                         ? ", which has returned after"
                        : finding->kind == FFTC_FINDING_ENDLESS ? ", which has come to"
                                                                : " at";
    if (party->site.file == NULL) {
        return snprintf(text, bytes, "%sinvocation %u of workgroup %u (subgroup %u, lane %u)%s",
                        what, party->invocation, party->workgroup, party->subgroup, party->lane,
                        party->returned ? ", which has returned" : "");
    }
    return snprintf(text, bytes, "%sinvocation %u of workgroup %u (subgroup %u, lane %u)%s %s:%u",
                    what, party->invocation, party->workgroup, party->subgroup, party->lane, place,
                    short_path(party->site.file), party->site.line);
}

int fftc_finding_format(const fftc_finding *finding, char *text, size_t bytes)
{
    char where[128] = "";
    char first[256];
    char second[256] = "";
    char repeats[48] = "";
    const char *kind = fftc_finding_kind_name(finding->kind);
    const char *schedule = fftc_schedule_name(finding->schedule);
    if (finding->memory != NULL && finding->address == FFTC_NO_INDEX) {
        (void)snprintf(where, sizeof where, " %.80s", finding->memory);
    } else if (finding->memory != NULL) {
        (void)snprintf(where, sizeof where, " %.80s[%" PRIu64 "]", finding->memory,
                       finding->address);
    }
    (void)format_party(finding, &finding->first, first, sizeof first);
    if (finding->second.site.file != NULL || finding->second.returned ||
        finding->second.unstarted) {
        int prefix = snprintf(second, sizeof second, "; ");
        (void)format_party(finding, &finding->second, second + prefix,
                           sizeof second - (size_t)prefix);
    }
    if (finding->repeats != 0) {
        (void)snprintf(repeats, sizeof repeats, ", and %" PRIu64 " more there", finding->repeats);
    }
    return snprintf(text, bytes, "%s%s: %s%s%s (stage %u; schedule %s, seed %" PRIu64 ")",
                    kind != NULL ? kind : "unknown", where, first, second, repeats, finding->stage,
                    schedule != NULL ? schedule : "unknown", finding->seed);
}
