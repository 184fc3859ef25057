/* SPDX-License-Identifier: MIT
 *
 * What a command is busy with, on a line of stderr: if that is a terminal, and from the second
 * second on. A thread draws it, so that one long call is no reason for silence. All of this may be
 * called from any thread, and does nothing where there is no terminal.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

/* Until tool_progress_end, which wipes the line; calls do not nest.
 * tool_command_run calls both. */
void tool_progress_begin(const char *command);
void tool_progress_end(void);

/* What is going on now, and what part of all is done, 0 to 1; negative: that is not known. */
void tool_progress_set(double part, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Wipes the line, before something else is printed; it comes again with the next thing to say. */
void tool_progress_hide(void);

#endif
