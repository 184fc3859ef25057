/* SPDX-License-Identifier: MIT */
#ifndef TOOL_EMIT_PLAN_H
#define TOOL_EMIT_PLAN_H

/* `fftcore emit --plan FOLDER ...`: all dispatches of a plan. */
int tool_emit_plan(int argc, char **argv);

#endif
