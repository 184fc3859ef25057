/* SPDX-License-Identifier: MIT */
#include "check_trace.h"

#include <stdlib.h>
#include <string.h>

#define MARKS_LIMIT 40000u

/* --- which invocations ------------------------------------------------------------------------ */

static uint32_t row_of(const check_trace *trace, uint32_t workgroup, uint32_t invocation)
{
    for (uint32_t i = 0; i < trace->rows; ++i) {
        if (trace->row[i].workgroup == workgroup && trace->row[i].invocation == invocation) {
            return i;
        }
    }
    return UINT32_MAX;
}

static void add_row(check_trace *trace, uint32_t workgroup, uint32_t invocation)
{
    if (trace->rows < CHECK_ROWS && row_of(trace, workgroup, invocation) == UINT32_MAX) {
        trace->row[trace->rows++] = (check_row){workgroup, invocation};
    }
}

static int compare_rows(const void *a, const void *b)
{
    const check_row *x = a, *y = b;
    int groups = (x->workgroup > y->workgroup) - (x->workgroup < y->workgroup);
    return groups != 0 ? groups : (x->invocation > y->invocation) - (x->invocation < y->invocation);
}

/* Those of findings first, then the first of their workgroups. */
static void choose_rows(const check_run *run, check_trace *trace)
{
    uint32_t groups[2] = {0, UINT32_MAX};
    for (uint32_t i = 0; i < run->found_count && i < CHECK_ROWS / 4; ++i) {
        const fftc_finding *finding = &run->found[i].finding;
        if (i == 0) {
            groups[0] = finding->first.workgroup;
            groups[1] = check_has_second(finding) && finding->second.workgroup != groups[0]
                            ? finding->second.workgroup
                            : UINT32_MAX;
        }
        if (finding->first.workgroup == groups[0] || finding->first.workgroup == groups[1]) {
            add_row(trace, finding->first.workgroup, finding->first.invocation);
        }
        if (check_has_second(finding) &&
            (finding->second.workgroup == groups[0] || finding->second.workgroup == groups[1])) {
            add_row(trace, finding->second.workgroup, finding->second.invocation);
        }
    }
    uint32_t each = groups[1] != UINT32_MAX ? CHECK_ROWS / 2 : CHECK_ROWS;
    for (uint32_t i = 0; i < each && i < trace->invocations; ++i) {
        add_row(trace, groups[0], i);
        if (groups[1] != UINT32_MAX) {
            add_row(trace, groups[1], i);
        }
    }
    qsort(trace->row, trace->rows, sizeof *trace->row, compare_rows);
}

/* --- what they do ----------------------------------------------------------------------------- */

static void observe(void *user, const fftc_event *event)
{
    check_trace *trace = user;
    uint32_t row = row_of(trace, event->workgroup, event->invocation);
    if (row == UINT32_MAX || event->kind == FFTC_EVENT_STAGE || event->kind == FFTC_EVENT_EXIT ||
        event->kind == FFTC_EVENT_RENDEZVOUS) {
        return;
    }
    if (trace->marks == MARKS_LIMIT) {
        trace->cut = true;
        return;
    }
    if (trace->marks == trace->room) {
        uint32_t room = 2 * trace->room + 1024;
        check_mark *larger = realloc(trace->mark, room * sizeof *larger);
        if (larger == NULL) {
            trace->cut = true;
            return;
        }
        trace->mark = larger;
        trace->room = room;
    }
    trace->mark[trace->marks++] =
        (check_mark){.row = row,
                     .interval = trace->interval[row],
                     .slot = trace->slot[row]++,
                     .kind = event->kind,
                     .site = event->site,
                     .memory = event->memory != NULL ? event->memory->name : NULL,
                     .shared = event->memory != NULL && event->memory->data == NULL,
                     .address = event->address};
    if (event->kind == FFTC_EVENT_WORKGROUP_BARRIER) {
        ++trace->interval[row];
        trace->slot[row] = 0;
    }
}

bool check_record(check_run *run, check_trace *trace)
{
    const uint32_t *size = run->interface->local_size;
    const fftc_observer observer = {.observe = observe, .user = trace};
    trace->invocations = size[0] * size[1] * size[2];
    trace->variation =
        run->found_count > 0
            ? run->found[0].variation
            : (check_variation){.subgroup = run->sizes[0],
                                .schedule = run->options->schedule != CHECK_ALL
                                                ? (fftc_schedule)run->options->schedule
                                                : FFTC_SCHEDULE_ROUND_ROBIN,
                                .seed = run->options->seed,
                                .resident = 1};
    choose_rows(run, trace);
    return check_watch(run, &trace->variation, &observer);
}

void check_trace_free(check_trace *trace)
{
    free(trace->mark);
}

/* --- findings among them ---------------------------------------------------------------------- */

static bool is_side(const check_trace *trace, const check_mark *mark, const fftc_finding *finding,
                    const fftc_party *party)
{
    const check_row *row = &trace->row[mark->row];
    bool memory = finding->kind == FFTC_FINDING_RACE_SHARED ||
                  finding->kind == FFTC_FINDING_RACE_MEMORY ||
                  finding->kind == FFTC_FINDING_UNINITIALIZED;
    fftc_event_kind kind = party->atomic  ? FFTC_EVENT_ATOMIC
                           : party->store ? FFTC_EVENT_STORE
                                          : FFTC_EVENT_LOAD;
    return row->workgroup == party->workgroup && row->invocation == party->invocation &&
           mark->site.line == party->site.line && party->site.file != NULL &&
           mark->site.file != NULL && strcmp(mark->site.file, party->site.file) == 0 &&
           (!memory || (mark->kind == kind && mark->address == finding->address &&
                        mark->memory != NULL && strcmp(mark->memory, finding->memory) == 0));
}

/* How far two marks are from one another: in the same interval no barrier is between them. */
static uint64_t distance(const check_mark *a, const check_mark *b)
{
    uint32_t slots = a->slot > b->slot ? a->slot - b->slot : b->slot - a->slot;
    uint32_t intervals =
        a->interval > b->interval ? a->interval - b->interval : b->interval - a->interval;
    return (uint64_t)intervals << 32 | slots;
}

check_sides check_find_sides(const check_trace *trace, const fftc_finding *finding)
{
    check_sides sides = {UINT32_MAX, UINT32_MAX};
    uint64_t least = UINT64_MAX;
    bool second = check_has_second(finding);
    for (uint32_t i = 0; i < trace->marks; ++i) {
        if (!is_side(trace, &trace->mark[i], finding, &finding->first)) {
            continue;
        }
        sides.first = sides.first == UINT32_MAX ? i : sides.first;
        for (uint32_t k = 0; k < trace->marks && second; ++k) {
            if (k != i && is_side(trace, &trace->mark[k], finding, &finding->second) &&
                distance(&trace->mark[i], &trace->mark[k]) < least) {
                least = distance(&trace->mark[i], &trace->mark[k]);
                sides = (check_sides){i, k};
            }
        }
    }
    return sides;
}
