/* SPDX-License-Identifier: MIT
 *
 * A command line, by the command's table.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output.h"
#include "progress.h"

#define FIRST_KEY 256 /* above all letters */
#define MOST_ROWS 64
#define MOST_NAMES (4 * MOST_ROWS)

static const tool_option nothing = {.name = NULL};

bool tool_option_has_value(const tool_option *option)
{
    return option->value != NULL;
}

bool tool_option_value_optional(const tool_option *option)
{
    return option->value != NULL && option->value[0] == '[';
}

void tool_option_spellings(const tool_option *option, void (*visit)(void *user, const char *text),
                           void *user)
{
    char text[80];
    (void)snprintf(text, sizeof text, "--%s", option->name);
    visit(user, text);
    if (option->alias != NULL) {
        (void)snprintf(text, sizeof text, "--%s", option->alias);
        visit(user, text);
    }
    if (option->letter != 0) {
        (void)snprintf(text, sizeof text, "-%c", option->letter);
        visit(user, text);
    }
}

/* --- what getopt_long needs ------------------------------------------------------------------- */

typedef struct reading {
    const tool_command *command;
    const tool_form *form;
    void *options;
    struct option list[2 * MOST_ROWS + 1]; /* names and aliases; `val` is FIRST_KEY + the row */
    char letters[3 * MOST_ROWS + 2];
    const char *left; /* the word that --json did not take, or NULL */
} reading;

static void list_options(reading *r)
{
    size_t used = 0;
    char *letters = r->letters;
    *letters++ = ':'; /* a missing value is told apart */
    for (int row = 0; r->form->options[row].name != NULL && row < MOST_ROWS; ++row) {
        const tool_option *option = &r->form->options[row];
        int argument = tool_option_value_optional(option) ? optional_argument
                       : tool_option_has_value(option)    ? required_argument
                                                          : no_argument;
        r->list[used++] = (struct option){option->name, argument, NULL, FIRST_KEY + row};
        if (option->alias != NULL) {
            r->list[used++] = (struct option){option->alias, argument, NULL, FIRST_KEY + row};
        }
        if (option->letter != 0) {
            *letters++ = option->letter;
            for (int i = 0; i < argument; ++i) { /* of getopt's own words: one colon, or two */
                *letters++ = ':';
            }
        }
    }
}

static const tool_option *row_of(const reading *r, int key)
{
    for (const tool_option *option = r->form->options; option->name != NULL; ++option) {
        if ((key != 0 && key == option->letter) ||
            key == FIRST_KEY + (int)(option - r->form->options)) {
            return option;
        }
    }
    return NULL;
}

/* --- refusals --------------------------------------------------------------------------------- */

static bool is_called(const tool_option *option, const char *name, size_t bytes)
{
    return (strlen(option->name) == bytes && strncmp(option->name, name, bytes) == 0) ||
           (option->alias != NULL && strlen(option->alias) == bytes &&
            strncmp(option->alias, name, bytes) == 0);
}

/* An option of another of the command's forms. */
static bool refuse_other_form(const reading *r, const char *name, size_t bytes)
{
    for (int i = 0; r->command->forms[i] != NULL; ++i) {
        const tool_form *form = r->command->forms[i];
        const tool_option *option = form->options != NULL ? form->options : &nothing;
        for (; option->name != NULL; ++option) {
            if (form == r->form || !is_called(option, name, bytes)) {
                continue;
            }
            if (form->chosen_by != NULL) {
                (void)tool_refuse("%s: --%s goes with --%s: give that, too", r->command->name,
                                  option->name, form->chosen_by);
            } else {
                (void)tool_refuse("%s: --%s does not go with --%s: leave one of them out",
                                  r->command->name, option->name, r->form->chosen_by);
            }
            return true;
        }
    }
    return false;
}

static void refuse_name(const reading *r, const char *word)
{
    const char *name = word + 2;
    size_t bytes = strcspn(name, "=");
    const char *names[MOST_NAMES];
    const char *matches[2] = {NULL, NULL}; /* names that begin with the word */
    size_t count = 0;
    char given[64];
    (void)snprintf(given, sizeof given, "%.*s", (int)(bytes < 60 ? bytes : 60), name);
    for (const struct option *option = r->list; option->name != NULL; ++option) {
        names[count++] = option->name;
        if (strncmp(option->name, name, bytes) == 0) {
            matches[matches[0] == NULL ? 0 : 1] = option->name;
        }
    }
    for (int i = 0; r->command->forms[i] != NULL; ++i) {
        const tool_option *option = r->command->forms[i]->options;
        for (; option != NULL && option->name != NULL && count < MOST_NAMES; ++option) {
            names[count++] = option->name;
        }
    }
    const char *nearest = tool_nearest(given, names, count);
    if (matches[1] != NULL) {
        (void)tool_refuse("%s: --%s may be --%s or --%s: write more of it", r->command->name, given,
                          matches[0], matches[1]);
    } else if (refuse_other_form(r, name, bytes)) {
        return;
    } else if (nearest != NULL) {
        (void)tool_refuse("%s: unknown option --%s: did you mean --%s?", r->command->name, given,
                          nearest);
    } else {
        (void)tool_refuse("%s: unknown option --%s (see: fftcore help %s)", r->command->name, given,
                          r->command->name);
    }
}

/* Refuses an option for getopt_long's ':' and '?'. */
static bool refuse_option(const reading *r, int key, const char *word)
{
    const tool_option *option = row_of(r, optopt);
    if (key == ':' && option != NULL) {
        (void)tool_refuse("%s: --%s needs a value: %s (see: fftcore help %s)", r->command->name,
                          option->name, option->value, r->command->name);
    } else if (option != NULL) {
        (void)tool_refuse("%s: --%s takes no value", r->command->name, option->name);
    } else if (optopt != 0) {
        (void)tool_refuse("%s: unknown option -%c (see: fftcore help %s)", r->command->name, optopt,
                          r->command->name);
    } else {
        refuse_name(r, word);
    }
    return false;
}

/* --- values ----------------------------------------------------------------------------------- */

/* How a refusal calls it. */
static const char *called(const tool_option *option, char text[80])
{
    (void)snprintf(text, 80, "%s%s", option->value != NULL ? "--" : "", option->name);
    return text;
}

static void store(const tool_option *option, void *field, uint64_t number)
{
    if (option->bytes == sizeof(uint64_t)) {
        memcpy(field, &number, sizeof number);
    } else if (option->bytes == sizeof(uint32_t)) {
        uint32_t small = (uint32_t)number;
        memcpy(field, &small, sizeof small);
    } else if (option->bytes == sizeof(bool)) {
        *(bool *)field = number != 0;
    }
}

bool tool_option_take(const tool_option *option, void *options, char *text)
{
    char *field = (char *)options + option->at;
    char name[80];
    uint64_t number = 1;
    int index;
    if (option->take != NULL) {
        return option->take(option, text, field);
    }
    switch (option->kind) {
    case TOOL_FLAG: break;
    case TOOL_NUMBER:
        if (!tool_parse_number(called(option, name), text, option->least, option->most, &number)) {
            return false;
        }
        break;
    case TOOL_REAL:
        return tool_parse_real(called(option, name), text, option->low, option->high,
                               (double *)(void *)field);
    case TOOL_NAME:
        index = tool_parse_name(called(option, name), text, option->names);
        if (index < 0) {
            return false;
        }
        number = (uint64_t)index;
        break;
    default: *(const char **)(void *)field = text; return true;
    }
    store(option, field, number);
    return true;
}

/* --- the whole line --------------------------------------------------------------------------- */

/* Of an option whose value may be left out: the next word, unless it is another option, or a file
 * that writing would destroy. */
static char *optional_value(reading *r, const tool_option *option, char **argv)
{
    static char standard_output[] = "-";
    char *next = argv[optind];
    if (optarg != NULL) {
        return optarg;
    }
    if (next == NULL || (next[0] == '-' && next[1] != '\0')) {
        return standard_output;
    }
    if (!tool_output_may_take(option, next)) {
        r->left = next;
        return standard_output;
    }
    ++optind;
    return next;
}

static bool read_options(reading *r, int argc, char **argv, bool *given)
{
    int key;
    opterr = 0;
    optind = 0; /* glibc begins anew */
    while ((key = getopt_long(argc, argv, r->letters, r->list, NULL)) != -1) {
        const tool_option *option = key == ':' || key == '?' ? NULL : row_of(r, key);
        if (option == NULL) {
            return refuse_option(r, key, argv[optind - 1]);
        }
        given[option - r->form->options] = true;
        char *value = tool_option_value_optional(option) ? optional_value(r, option, argv) : optarg;
        if (!tool_option_take(option, r->options, value)) {
            return false;
        }
    }
    return true;
}

static bool refuse_missing(const reading *r)
{
    char list[200] = "";
    for (const tool_option *word = r->form->words; word->name != NULL; ++word) {
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s",
                       used == 0              ? ""
                       : word[1].name != NULL ? ", "
                                              : " and ",
                       word->name);
    }
    (void)tool_refuse("%s: give %s (see: fftcore help %s)", r->command->name, list,
                      r->command->name);
    return false;
}

static bool read_words(const reading *r, int argc, char **argv)
{
    const tool_option *word = r->form->words != NULL ? r->form->words : &nothing;
    for (; optind < argc && word->name != NULL; ++optind, ++word) {
        if (!tool_option_take(word, r->options, argv[optind])) {
            return false;
        }
    }
    if (optind < argc && r->left != NULL) {
        return tool_output_refuse_existing("--json", r->left);
    }
    if (optind < argc) {
        (void)tool_refuse("%s: takes no %sfile %s (see: fftcore help %s)", r->command->name,
                          word != r->form->words && word != &nothing ? "further " : "",
                          argv[optind], r->command->name);
        return false;
    }
    return word->name == NULL || !word->required || refuse_missing(r);
}

static bool all_given(const reading *r, const bool *given)
{
    for (int row = 0; r->form->options[row].name != NULL; ++row) {
        const tool_option *option = &r->form->options[row];
        if (option->required && !given[row]) {
            (void)tool_refuse("%s: give --%s %s (see: fftcore help %s)", r->command->name,
                              option->name, option->value, r->command->name);
            return false;
        }
    }
    return true;
}

static bool is_chosen(const char *option, int argc, char **argv)
{
    size_t bytes = strlen(option);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strncmp(argv[i], "--", 2) == 0 && strncmp(argv[i] + 2, option, bytes) == 0 &&
            (argv[i][bytes + 2] == '\0' || argv[i][bytes + 2] == '=')) {
            return true;
        }
    }
    return false;
}

static const tool_form *running;

bool tool_command_has(const char *name)
{
    const tool_option *option = running != NULL ? running->options : &nothing;
    while (option->name != NULL && strcmp(option->name, name) != 0) {
        ++option;
    }
    return option->name != NULL;
}

int tool_command_run(const tool_command *command, int argc, char **argv)
{
    reading r = {.command = command, .form = command->forms[0]};
    bool given[MOST_ROWS] = {false};
    int code = TOOL_REFUSED;
    for (int i = 1; command->forms[i] != NULL; ++i) {
        r.form = is_chosen(command->forms[i]->chosen_by, argc, argv) ? command->forms[i] : r.form;
    }
    if (r.form->unavailable != NULL) {
        return tool_refuse("%s: %s", command->name, r.form->unavailable);
    }
    running = r.form;
    r.options = malloc(r.form->bytes);
    if (r.options == NULL) {
        return tool_refuse("%s: out of memory", command->name);
    }
    memcpy(r.options, r.form->defaults, r.form->bytes);
    list_options(&r);
    if (read_options(&r, argc, argv, given) && read_words(&r, argc, argv) && all_given(&r, given) &&
        tool_outputs_check(r.command->name, r.form, r.options)) {
        tool_progress_begin(command->name);
        code = r.form->run(r.options);
        tool_progress_end();
    }
    if (r.form->close != NULL) {
        r.form->close(r.options);
    }
    free(r.options);
    return code;
}
