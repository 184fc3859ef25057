/* SPDX-License-Identifier: MIT */
#include "command_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void tool_text_add(tool_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *bytes = more < 0 ? NULL : realloc(text->bytes, text->count + (size_t)more + 1);
    if (bytes == NULL) {
        text->lost = true;
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(bytes + text->count, (size_t)more + 1, format, arguments);
    va_end(arguments);
    text->bytes = bytes;
    text->count += (size_t)more;
}

bool tool_next_paragraph(const char **text, char **term, char **paragraph)
{
    const char *line = *text != NULL ? *text : "";
    size_t bytes = strcspn(line, "\n");
    *term = NULL;
    *paragraph = NULL;
    if (*line == '\0') {
        return false;
    }
    *text = line + bytes + (line[bytes] == '\n');
    if (strncmp(line, "  ", 2) == 0) {
        const char *gap = strstr(line + 2, "  ");
        size_t called = gap != NULL ? (size_t)(gap - line) - 2 : bytes - 2;
        *term = strndup(line + 2, called);
        size_t skipped = 2 + called + strspn(line + 2 + called, " ");
        *paragraph = strndup(line + skipped, bytes - skipped);
    } else {
        *term = strdup("");
        *paragraph = strndup(line, bytes);
    }
    return *term != NULL && *paragraph != NULL;
}

char *tool_option_heading(const tool_option *option)
{
    tool_text text = {.bytes = NULL};
    tool_text_add(&text, "--%s", option->name);
    if (option->alias != NULL) {
        tool_text_add(&text, ", --%s", option->alias);
    }
    if (option->letter != 0) {
        tool_text_add(&text, ", -%c", option->letter);
    }
    if (option->value != NULL) {
        tool_text_add(&text, " %s", option->value);
    }
    return text.bytes;
}

char *tool_option_text(const tool_option *option)
{
    tool_text text = {.bytes = NULL};
    for (const char *c = option->help; *c != '\0'; ++c) {
        if (*c != '@') {
            tool_text_add(&text, "%c", *c);
            continue;
        }
        for (const char *const *name = option->names; name != NULL && *name != NULL; ++name) {
            tool_text_add(&text, "%s%s",
                          name == option->names ? ""
                          : name[1] == NULL     ? " or "
                                                : ", ",
                          *name);
        }
    }
    return text.bytes;
}

char *tool_usage(const tool_command *command, const tool_form *form)
{
    tool_text text = {.bytes = NULL};
    tool_text_add(&text, "fftcore %s", command->name);
    for (const tool_option *word = form->words; word != NULL && word->name != NULL; ++word) {
        tool_text_add(&text, word->required ? " %s" : " [%s]", word->name);
    }
    for (const tool_option *option = form->options; option->name != NULL; ++option) {
        bool chooses = form->chosen_by != NULL && strcmp(option->name, form->chosen_by) == 0;
        if (option->required || chooses) {
            tool_text_add(&text, " --%s %s", option->name, option->value);
        }
    }
    tool_text_add(&text, " [options]");
    return text.bytes;
}
