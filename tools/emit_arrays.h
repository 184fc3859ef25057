/* SPDX-License-Identifier: MIT */
#ifndef TOOL_EMIT_ARRAYS_H
#define TOOL_EMIT_ARRAYS_H

#include "command.h"

/* `fftcore emit --scan FOLDER ...` and `fftcore emit --difference FOLDER ...`: the dispatches of a
 * scan, and of two steps of finite differences. */
extern const tool_form tool_emit_scan_form;
extern const tool_form tool_emit_difference_form;

#endif
