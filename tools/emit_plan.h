/* SPDX-License-Identifier: MIT */
#ifndef TOOL_EMIT_PLAN_H
#define TOOL_EMIT_PLAN_H

#include "command.h"

/* `fftcore emit --plan FOLDER ...`: all dispatches of a plan. */
extern const tool_form tool_emit_plan_form;

#endif
