/* SPDX-License-Identifier: MIT
 *
 * The same texts as manual pages (man(7)).
 */
#include <stdlib.h>
#include <string.h>

#include "command_text.h"

/* As it stands: no control lines, no escapes, and hyphens that can be copied. */
static void print_plain(const char *text)
{
    if (*text == '.' || *text == '\'') {
        (void)fputs("\\&", stdout);
    }
    for (; *text != '\0'; ++text) {
        switch (*text) {
        case '\\': (void)fputs("\\e", stdout); break;
        case '-': (void)fputs("\\-", stdout); break;
        case '\'': (void)fputs("\\(aq", stdout); break;
        case '`': (void)fputs("\\(ga", stdout); break;
        case '^': (void)fputs("\\(ha", stdout); break;
        case '~': (void)fputs("\\(ti", stdout); break;
        default: (void)fputc(*text, stdout);
        }
    }
}

static void print_line(const char *before, const char *text, const char *after)
{
    (void)fputs(before, stdout);
    print_plain(text);
    (void)printf("%s\n", after);
}

static void print_item(const char *term, const char *text)
{
    (void)printf(".TP\n");
    print_line("\\fB", term, "\\fR");
    print_line("", text, "");
}

/* A first paragraph stands behind a heading, which parts it already. */
static void print_paragraphs(const char *text, bool first)
{
    char *term;
    char *paragraph;
    for (; tool_next_paragraph(&text, &term, &paragraph); free(term), free(paragraph)) {
        if (term[0] != '\0') {
            print_item(term, paragraph);
        } else {
            (void)printf(first ? "" : ".PP\n");
            print_line("", paragraph, "");
        }
        first = false;
    }
}

static void print_options(const tool_option *options)
{
    for (const tool_option *option = options; option->name != NULL; ++option) {
        char *heading = tool_option_heading(option);
        char *text = tool_option_text(option);
        if (heading != NULL && text != NULL) {
            print_item(heading, text);
        }
        free(heading);
        free(text);
    }
}

static void print_head(const char *name, const char *summary)
{
    (void)printf(".\\\" Written by: fftcore help --man\n");
    (void)printf(".TH ");
    for (const char *c = name; *c != '\0'; ++c) {
        (void)fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, stdout);
    }
    (void)printf(" 1 \"\" \"fftcore %s\" \"User Commands\"\n.SH NAME\n", fftc_version());
    print_plain(name);
    print_line(" \\- ", summary, "");
}

static void print_see_also(tool_commands commands, const char *but)
{
    (void)printf(".SH SEE ALSO\n");
    if (but != NULL) {
        (void)printf(".BR fftcore (1)");
    }
    bool first = but == NULL;
    for (; *commands != NULL; ++commands) {
        if (but == NULL || strcmp((*commands)->name, but) != 0) {
            (void)printf("%s.BR fftcore\\-%s (1)", first ? "" : ",\n", (*commands)->name);
            first = false;
        }
    }
    (void)printf("\n");
}

static void print_fftcore(tool_commands commands)
{
    print_head("fftcore", "fast Fourier transforms, carried out and compared");
    (void)printf(".SH SYNOPSIS\n.B fftcore\n.I command\n[options]\n.SH COMMANDS\n");
    for (tool_commands at = commands; *at != NULL; ++at) {
        print_item((*at)->name, (*at)->summary);
    }
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        print_item(row->name, row->help);
    }
    (void)printf(".SH OPTIONS\n");
    print_item("--version, -V", "the version");
    print_item("--help, -h", "the commands; behind a command, its help");
    (void)printf(".SH EXIT STATUS\n");
    print_item("0", "good");
    print_item("1", "something differs, or was found");
    print_item("2", "bad usage, or a bad file: a line on standard error says what to change");
    print_see_also(commands, NULL);
}

void tool_print_man(tool_commands commands, const tool_command *command)
{
    char name[80];
    if (command == NULL) {
        print_fftcore(commands);
        return;
    }
    (void)snprintf(name, sizeof name, "fftcore-%s", command->name);
    print_head(name, command->summary);
    (void)printf(".SH SYNOPSIS\n.nf\n");
    for (int i = 0; command->forms[i] != NULL; ++i) {
        char *usage =
            command->forms[i]->unavailable == NULL ? tool_usage(command, command->forms[i]) : NULL;
        if (usage != NULL) {
            print_line("", usage, "");
        }
        free(usage);
    }
    (void)printf(".fi\n.SH DESCRIPTION\n");
    for (int i = 0; command->forms[i] != NULL; ++i) {
        const tool_form *form = command->forms[i];
        if (form->unavailable == NULL) {
            print_paragraphs(form->about, i == 0);
            print_paragraphs(form->more != NULL ? form->more() : NULL, false);
            (void)printf(form->chosen_by == NULL ? ".SS Options\n" : ".SS Options with \\-\\-%s\n",
                         form->chosen_by);
            print_options(form->options);
        }
    }
    if (command->end != NULL) {
        (void)printf(".SH NOTES\n");
        print_paragraphs(command->end, true);
    }
    (void)printf(".SH EXAMPLES\n.nf\n");
    for (const char *line = command->examples; *line != '\0';) {
        size_t bytes = strcspn(line, "\n");
        char *one = strndup(line, bytes);
        print_line("", one != NULL ? one : "", "");
        free(one);
        line += bytes + (line[bytes] == '\n');
    }
    (void)printf(".fi\n");
    print_see_also(commands, command->name);
}
