/* SPDX-License-Identifier: MIT
 *
 * The texts of a command, piece by piece, for whoever lays them out: `fftcore help`, manual pages.
 */
#ifndef TOOL_COMMAND_TEXT_H
#define TOOL_COMMAND_TEXT_H

#include "command.h"

/* Text that grows; `lost` if there was no memory for it. */
typedef struct tool_text {
    char *bytes;
    size_t count;
    bool lost;
} tool_text;

void tool_text_add(tool_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Paragraphs and items (tool_form.about): the next one of *text, which moves behind it. A paragraph
 * has an empty term. False at the end. The strings are to be freed. */
bool tool_next_paragraph(const char **text, char **term, char **paragraph);

/* "--output, -o OUT", and its help with the names in it. To be freed. */
char *tool_option_heading(const tool_option *option);
char *tool_option_text(const tool_option *option);

/* "fftcore bloom IMAGE KERNEL OUT [options]". To be freed. */
char *tool_usage(const tool_command *command, const tool_form *form);

#endif
