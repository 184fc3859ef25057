/* SPDX-License-Identifier: MIT
 *
 * How long parts of a command took: on the clock, and of processors' time, which other work on the
 * machine disturbs little.
 */
#ifndef TOOL_TIMES_H
#define TOOL_TIMES_H

typedef struct tool_time {
    double wall, processor; /* seconds */
} tool_time;

tool_time tool_time_now(void);
/* Adds what has passed since `start`. */
void tool_time_add(tool_time *sum, tool_time start);

#endif
