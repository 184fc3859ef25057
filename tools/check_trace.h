/* SPDX-License-Identifier: MIT
 *
 * What the invocations of a workgroup do, one after the other: what `fftcore check --html` draws.
 */
#ifndef TOOL_CHECK_TRACE_H
#define TOOL_CHECK_TRACE_H

#include "check_shader.h"

#define CHECK_ROWS 64 /* invocations that are drawn */

typedef struct check_mark {
    uint32_t row;
    uint32_t interval; /* barriers of the workgroup that the invocation has passed */
    uint32_t slot;     /* events of the invocation since the last one */
    fftc_event_kind kind;
    fftc_site site;
    const char *memory; /* NULL: none */
    bool shared;
    uint64_t address;
} check_mark;

typedef struct check_row {
    uint32_t workgroup, invocation;
} check_row;

/* The two sides of a finding, as marks; UINT32_MAX: not among them. */
typedef struct check_sides {
    uint32_t first, second;
} check_sides;

typedef struct check_trace {
    check_variation variation; /* the run that is drawn */
    check_row row[CHECK_ROWS];
    uint32_t rows;
    uint32_t invocations; /* of a workgroup */
    check_mark *mark;
    uint32_t marks, room;
    bool cut;                                        /* there were more */
    uint32_t interval[CHECK_ROWS], slot[CHECK_ROWS]; /* while it is recorded */
} check_trace;

/* Runs the shader once more, as the first finding says. False after refusing. */
bool check_record(check_run *run, check_trace *trace);
void check_trace_free(check_trace *trace);
check_sides check_find_sides(const check_trace *trace, const fftc_finding *finding);

#endif
