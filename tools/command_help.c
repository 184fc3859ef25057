/* SPDX-License-Identifier: MIT
 *
 * `fftcore help`: a command's texts, wrapped.
 */
#include <stdlib.h>
#include <string.h>

#include "command_text.h"

#define COLUMNS 80
#define WIDEST 26 /* of what stands on the left; a text beside something longer begins below it */

/* From `column` on, where the line already is. */
static void print_wrapped(const char *text, size_t column)
{
    size_t at = column;
    while (*text != '\0') {
        size_t bytes = strcspn(text, " ");
        if (at > column && at + 1 + bytes > COLUMNS) {
            (void)printf("\n%*s", (int)column, "");
            at = column;
        }
        at += (size_t)printf("%s%.*s", at > column ? " " : "", (int)bytes, text);
        text += bytes;
        text += *text == ' ';
    }
    (void)printf("\n");
}

static void print_item(const char *term, const char *text, size_t column)
{
    int bytes = printf("  %s", term);
    if ((size_t)bytes + 2 > column) {
        (void)printf("\n%*s", (int)column, "");
    } else {
        (void)printf("%*s", (int)column - bytes, "");
    }
    print_wrapped(text, column);
}

/* The column where the texts begin: behind the longest of the others, but at most WIDEST. */
static size_t with_room(size_t column, const char *term)
{
    size_t wanted = term != NULL ? strlen(term) + 4 : 0;
    return wanted > column && wanted <= WIDEST ? wanted : column;
}

static void print_paragraphs(const char *text)
{
    char *term;
    char *paragraph;
    size_t column = 6;
    const char *rest = text;
    for (; tool_next_paragraph(&rest, &term, &paragraph); free(term), free(paragraph)) {
        column = with_room(column, term);
    }
    bool item = true;
    for (rest = text; tool_next_paragraph(&rest, &term, &paragraph); free(term), free(paragraph)) {
        bool was_item = item;
        item = term[0] != '\0';
        (void)printf(item && was_item && rest != text ? "" : "\n");
        if (item) {
            print_item(term, paragraph, column);
        } else {
            print_wrapped(paragraph, 0);
        }
    }
}

static void print_options(const tool_option *options)
{
    size_t column = 6;
    for (const tool_option *option = options; option->name != NULL; ++option) {
        char *heading = tool_option_heading(option);
        column = with_room(column, heading);
        free(heading);
    }
    (void)printf("\n");
    for (const tool_option *option = options; option->name != NULL; ++option) {
        char *heading = tool_option_heading(option);
        char *text = tool_option_text(option);
        if (heading != NULL && text != NULL) {
            print_item(heading, text, column);
        }
        free(heading);
        free(text);
    }
}

void tool_print_help(const tool_command *command)
{
    for (int i = 0; command->forms[i] != NULL; ++i) {
        const char *why = command->forms[i]->unavailable;
        char *usage = why == NULL ? tool_usage(command, command->forms[i]) : NULL;
        print_wrapped(usage != NULL ? usage : why != NULL ? why : "out of memory", 0);
        free(usage);
    }
    for (int i = 0; command->forms[i] != NULL; ++i) {
        if (command->forms[i]->unavailable == NULL) {
            print_paragraphs(command->forms[i]->about);
            if (command->forms[i]->more != NULL) {
                print_paragraphs(command->forms[i]->more());
            }
            print_options(command->forms[i]->options);
        }
    }
    if (command->end != NULL) {
        print_paragraphs(command->end);
    }
    const char *heading = "\nExample: ";
    for (const char *line = command->examples; *line != '\0';) {
        size_t bytes = strcspn(line, "\n");
        (void)printf("%s%.*s\n", heading, (int)bytes, line);
        heading = "         ";
        line += bytes + (line[bytes] == '\n');
    }
}

void tool_print_overview(tool_commands commands)
{
    (void)printf("usage: fftcore COMMAND [options]\n\n");
    for (; *commands != NULL; ++commands) {
        print_item((*commands)->name, (*commands)->summary, 14);
    }
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        print_item(row->name, row->help, 14);
    }
    (void)printf("\nExit status: 0 good, 1 something differs or was found, 2 bad usage or file.\n"
                 "Example: fftcore diff --length 1024\n");
}
