/* SPDX-License-Identifier: MIT
 *
 * Files that are written: what may be overwritten. (tool.h has the writing itself.)
 */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include "command.h"

/* All outputs of a command before any work: each has an ending that it may have, can be written, is
 * no file that the command reads nor another of its outputs, and replaces nothing that it may not
 * (tool_replaces); at most one goes to standard output. False after refusing. */
bool tool_outputs_check(const char *command, const tool_form *form, const void *options);

/* Whether the word after an option whose value may be left out can be meant as its file: not if it
 * is a file that must not be replaced, nor if it ends like a file of another kind. */
bool tool_output_may_take(const tool_option *option, const char *path);

/* Checks that there is, or can be, a file of that name that can be written. False after
 * refusing. */
bool tool_output_check_writable(const char *called, const char *path);

/* Do both names mean one plain file, whether it is there or not? */
bool tool_output_is_same(const char *one, const char *other);

/* Whether a file that is to be replaced begins so, is empty, or is not there. False after refusing.
 */
bool tool_output_begins(const char *called, const char *path, const char *beginning);

/* Says why the option does not write to `path`: it is there and not to be replaced, or ends like
 * something else. False. */
bool tool_output_refuse_existing(const char *option, const char *path);

#endif
