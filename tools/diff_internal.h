/* SPDX-License-Identifier: MIT
 *
 * Between the files that carry out a `diff`.
 */
#ifndef TOOL_DIFF_INTERNAL_H
#define TOOL_DIFF_INTERNAL_H

#include "devices.h"
#include "diff.h"

/* Fills run->executions, nothing run yet. */
int diff_list_executions(diff_run *run, const tool_devices *devices);

/* Carries one out, keeping its stages and its result. Refuses only where nothing can go on. */
int diff_execute(diff_run *run, diff_execution *execution);

/* Compares what they left: fills the results of every execution that ran. False after refusing. */
bool diff_compare(diff_run *run);

/* Fills source and wave from the recording or the seed, and the oracle's spectrum and result. */
int diff_prepare_source(diff_run *run);

#endif
