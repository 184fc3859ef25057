/* SPDX-License-Identifier: MIT */
#include "times.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

tool_time tool_time_now(void)
{
    return (tool_time){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)};
}

void tool_time_add(tool_time *sum, tool_time start)
{
    tool_time now = tool_time_now();
    sum->wall += now.wall - start.wall;
    sum->processor += now.processor - start.processor;
}
