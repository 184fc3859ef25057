/* SPDX-License-Identifier: MIT
 *
 * Scripts by which bash, zsh and fish complete commands, options and their values.
 */
#include <stdlib.h>
#include <string.h>

#include "command_text.h"

/* Each option of each form that this build has; of two forms' options of one name, the first. */
static const tool_option *next_option(const tool_command *command, int *form, int *row)
{
    for (; command->forms[*form] != NULL; ++*form, *row = 0) {
        const tool_form *f = command->forms[*form];
        if (f->unavailable == NULL && f->options[*row].name != NULL) {
            return &f->options[(*row)++];
        }
    }
    return NULL;
}

static bool is_repeated(const tool_command *command, const tool_option *option)
{
    int form = 0;
    int row = 0;
    const tool_option *first;
    do {
        first = next_option(command, &form, &row);
    } while (strcmp(first->name, option->name) != 0);
    return first != option;
}

static const tool_option *next_name(const tool_command *command, int *form, int *row)
{
    const tool_option *option;
    do {
        option = next_option(command, form, row);
    } while (option != NULL && is_repeated(command, option));
    return option;
}

static bool has_files(const tool_form *form)
{
    return form->words != NULL && form->words[0].name != NULL;
}

/* What `help` and `completion` complete. */
static void print_general_words(tool_commands commands, const tool_option *row, const char *between)
{
    if (row->names != NULL) {
        for (const char *const *name = row->names; *name != NULL; ++name) {
            (void)printf("%s%s", name == row->names ? "" : between, *name);
        }
        return;
    }
    for (tool_commands at = commands; *at != NULL; ++at) {
        (void)printf("%s%s", at == commands ? "" : between, (*at)->name);
    }
}

/* --- bash ------------------------------------------------------------------------------------- */

static void print_alternative(void *user, const char *spelling)
{
    (void)printf("%s%s", *(bool *)user ? "" : "|", spelling);
    *(bool *)user = false;
}

static void print_spelling(void *user, const char *spelling)
{
    (void)user;
    (void)printf(" %s", spelling);
}

/* The value behind an option. */
static void print_bash_value(const tool_option *option)
{
    bool first = true;
    if (!tool_option_has_value(option)) {
        return;
    }
    (void)printf("            ");
    tool_option_spellings(option, print_alternative, &first);
    if (option->names != NULL) {
        (void)printf(") COMPREPLY=($(compgen -W '");
        for (const char *const *name = option->names; *name != NULL; ++name) {
            (void)printf("%s%s", name == option->names ? "" : " ", *name);
        }
        (void)printf("' -- \"$word\")); return;;\n");
    } else if (option->kind == TOOL_READS || option->kind == TOOL_WRITES) {
        (void)printf(tool_option_value_optional(option)
                         ? ") if [[ $word != -* ]]; then compopt -o default; return; fi;;\n"
                         : ") compopt -o default; return;;\n");
    } else if (option->kind == TOOL_FOLDER) {
        (void)printf(") compopt -o dirnames; return;;\n");
    } else {
        (void)printf(") return;;\n");
    }
}

static void print_bash_command(const tool_command *command)
{
    int form = 0;
    int row = 0;
    const tool_option *option;
    (void)printf("    %s)\n        case $before in\n", command->name);
    while ((option = next_name(command, &form, &row)) != NULL) {
        print_bash_value(option);
    }
    (void)printf("        esac\n        options='");
    for (form = 0, row = 0; (option = next_name(command, &form, &row)) != NULL;) {
        tool_option_spellings(option, print_spelling, NULL);
    }
    (void)printf(" --help -h'\n        files=%s;;\n", has_files(command->forms[0]) ? "yes" : "");
}

static void print_bash(tool_commands commands)
{
    (void)printf("# bash completion for fftcore; written by: fftcore completion bash\n"
                 "_fftcore()\n{\n"
                 "    local word=$2 before=$3 options='' files=''\n"
                 "    COMPREPLY=()\n"
                 "    # --option=value comes as three words, since = parts them.\n"
                 "    if [[ $word == '=' ]]; then word=''; fi\n"
                 "    if [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}\n"
                 "    elif [[ ${COMP_WORDS[COMP_CWORD]} == '=' ]]; then "
                 "before=${COMP_WORDS[COMP_CWORD-1]}; fi\n"
                 "    if ((COMP_CWORD == 1)); then\n"
                 "        COMPREPLY=($(compgen -W '");
    print_general_words(commands, &(const tool_option){.name = NULL}, " ");
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        (void)printf(" %s", row->name);
    }
    (void)printf(" --help --version -h -V' -- \"$word\"))\n        return\n    fi\n"
                 "    case ${COMP_WORDS[1]} in\n");
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        (void)printf("    %s)\n        options='", row->name);
        print_general_words(commands, row, " ");
        (void)printf("';;\n");
    }
    for (tool_commands at = commands; *at != NULL; ++at) {
        print_bash_command(*at);
    }
    (void)printf("    esac\n"
                 "    if [[ -n $files && $word != -* ]]; then\n"
                 "        compopt -o default\n"
                 "    else\n"
                 "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                 "    fi\n}\n"
                 "complete -F _fftcore fftcore\n");
}

/* --- zsh -------------------------------------------------------------------------------------- */

/* Inside '...[text]:message:action': a quote ends the word, the others have a meaning there. */
static void print_zsh_text(const char *text)
{
    for (; *text != '\0'; ++text) {
        if (*text == '\'') {
            (void)fputs("'\\''", stdout);
        } else {
            (void)printf(strchr("[]:\\", *text) != NULL ? "\\%c" : "%c", *text);
        }
    }
}

static void print_zsh_action(const tool_option *option)
{
    (void)printf(tool_option_value_optional(option) ? "::" : ":");
    print_zsh_text(option->value != NULL ? option->value : option->name);
    if (option->names != NULL) {
        (void)printf(":(");
        for (const char *const *name = option->names; *name != NULL; ++name) {
            (void)printf("%s%s", name == option->names ? "" : " ", *name);
        }
        (void)printf(")");
    } else if (option->kind == TOOL_READS || option->kind == TOOL_WRITES) {
        (void)printf(":_files");
    } else {
        (void)printf(option->kind == TOOL_FOLDER ? ":_files -/" : ": ");
    }
}

static void print_zsh_option(void *user, const char *spelling)
{
    const tool_option *option = user;
    char *text = tool_option_text(option);
    bool equals = tool_option_has_value(option) && spelling[1] == '-';
    (void)printf(" \\\n            '*%s%s[", spelling,
                 equals                          ? "="
                 : tool_option_has_value(option) ? "+"
                                                 : "");
    print_zsh_text(text != NULL ? text : "");
    (void)printf("]");
    if (tool_option_has_value(option)) {
        print_zsh_action(option);
    }
    (void)printf("'");
    free(text);
}

static void print_zsh_command(const tool_command *command)
{
    int form = 0;
    int row = 0;
    const tool_option *option;
    (void)printf("    %s)\n        _arguments", command->name);
    while ((option = next_name(command, &form, &row)) != NULL) {
        /* The visitor only reads it. */
        tool_option_spellings(option, print_zsh_option, (void *)(uintptr_t)option);
    }
    (void)printf(" \\\n            '(- *)'{--help,-h}'[help]'");
    for (const tool_option *word = command->forms[0]->words; word != NULL && word->name != NULL;
         ++word) {
        (void)printf(" \\\n            '%s%s:_files'", word->required ? ":" : "::", word->name);
    }
    (void)printf(";;\n");
}

static void print_zsh(tool_commands commands)
{
    (void)printf("#compdef fftcore\n# zsh completion for fftcore; written by: fftcore completion "
                 "zsh\n_fftcore()\n{\n    local -a commands\n    commands=(");
    for (tool_commands at = commands; *at != NULL; ++at) {
        (void)printf("\n        '%s:", (*at)->name);
        print_zsh_text((*at)->summary);
        (void)printf("'");
    }
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        (void)printf("\n        '%s:", row->name);
        print_zsh_text(row->help);
        (void)printf("'");
    }
    (void)printf(")\n    if ((CURRENT == 2)); then\n        _describe command commands\n"
                 "        _arguments '(-)'{--version,-V}'[the version]' "
                 "'(-)'{--help,-h}'[the commands]'\n        return\n    fi\n"
                 "    local command=${words[2]}\n    shift words\n    ((--CURRENT))\n"
                 "    case $command in\n");
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        (void)printf("    %s)\n        _values %s ", row->name, row->name);
        print_general_words(commands, row, " ");
        (void)printf(";;\n");
    }
    for (tool_commands at = commands; *at != NULL; ++at) {
        print_zsh_command(*at);
    }
    (void)printf("    esac\n}\n_fftcore \"$@\"\n");
}

/* --- fish ------------------------------------------------------------------------------------- */

static void print_fish_text(const char *text)
{
    (void)printf(" -d '");
    for (; *text != '\0'; ++text) {
        (void)printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    (void)printf("'");
}

static void print_fish_option(const tool_command *command, const tool_option *option)
{
    char *text = tool_option_text(option);
    (void)printf("complete -c fftcore -n '__fish_seen_subcommand_from %s' -l %s", command->name,
                 option->name);
    if (option->alias != NULL) {
        (void)printf(" -l %s", option->alias);
    }
    if (option->letter != 0) {
        (void)printf(" -s %c", option->letter);
    }
    if (option->names != NULL) {
        (void)printf(" -x -a '");
        for (const char *const *name = option->names; *name != NULL; ++name) {
            (void)printf("%s%s", name == option->names ? "" : " ", *name);
        }
        (void)printf("'");
    } else if (option->kind == TOOL_FOLDER) {
        (void)printf(" -x -a '(__fish_complete_directories)'");
    } else if (option->kind == TOOL_READS || option->kind == TOOL_WRITES) {
        (void)printf(tool_option_value_optional(option) ? " -F" : " -r -F");
    } else if (tool_option_has_value(option)) {
        (void)printf(" -x");
    }
    print_fish_text(text != NULL ? text : "");
    (void)printf("\n");
    free(text);
}

static void print_fish(tool_commands commands)
{
    (void)printf("# fish completion for fftcore; written by: fftcore completion fish\n"
                 "complete -c fftcore -f\n"
                 "complete -c fftcore -l help -s h -d help\n"
                 "complete -c fftcore -n __fish_use_subcommand -l version -s V -d 'the version'\n");
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        (void)printf("complete -c fftcore -n __fish_use_subcommand -a %s", row->name);
        print_fish_text(row->help);
        (void)printf("\ncomplete -c fftcore -n '__fish_seen_subcommand_from %s' -a '", row->name);
        print_general_words(commands, row, " ");
        (void)printf("'\n");
    }
    for (tool_commands at = commands; *at != NULL; ++at) {
        int form = 0;
        int row = 0;
        const tool_option *option;
        (void)printf("complete -c fftcore -n __fish_use_subcommand -a %s", (*at)->name);
        print_fish_text((*at)->summary);
        (void)printf("\n");
        if (has_files((*at)->forms[0])) {
            (void)printf("complete -c fftcore -n '__fish_seen_subcommand_from %s' -F\n",
                         (*at)->name);
        }
        while ((option = next_name(*at, &form, &row)) != NULL) {
            print_fish_option(*at, option);
        }
    }
}

static const char *const shell_names[] = {"bash", "zsh", "fish", NULL};

const tool_option tool_general_commands[] = {
    {.name = "help", .help = "what a command does, its options and an example"},
    {.name = "completion",
     .names = shell_names,
     .help = "of commands, options and names: a script for bash, zsh or fish"},
    {.name = NULL}};

int tool_print_completion(tool_commands commands, const char *shell)
{
    static void (*const prints[])(tool_commands) = {print_bash, print_zsh, print_fish};
    int which = shell != NULL ? tool_parse_name("completion", shell, shell_names) : -1;
    if (shell == NULL) {
        return tool_refuse("completion: give bash, zsh or fish");
    }
    if (which >= 0) {
        prints[which](commands);
    }
    return which >= 0 ? TOOL_GOOD : TOOL_REFUSED;
}
