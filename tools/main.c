/* SPDX-License-Identifier: MIT
 *
 * fftcore: one FFT source, carried out and compared. The first word picks the subcommand.
 */
#include <string.h>

#include "command.h"
#include "output.h"

extern const tool_command tool_command_info, tool_command_diff, tool_command_transform,
    tool_command_emit, tool_command_bench, tool_command_bloom, tool_command_filter,
    tool_command_stencil, tool_command_check, tool_command_techniques;

static const tool_command *const commands[] = {&tool_command_info,
                                               &tool_command_diff,
                                               &tool_command_transform,
                                               &tool_command_emit,
                                               &tool_command_bench,
                                               &tool_command_bloom,
                                               &tool_command_filter,
                                               &tool_command_stencil,
                                               &tool_command_check,
                                               &tool_command_techniques,
                                               NULL};

static int finish(void)
{
    return tool_file_close(stdout, "standard output") ? TOOL_GOOD : TOOL_REFUSED;
}

static int refuse_command(const char *name)
{
    const char *names[sizeof commands / sizeof *commands + 4];
    size_t count = 0;
    for (; commands[count] != NULL; ++count) {
        names[count] = commands[count]->name;
    }
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        names[count++] = row->name;
    }
    const char *nearest = tool_nearest(name, names, count);
    return nearest != NULL ? tool_refuse("there is no command %s: did you mean %s?", name, nearest)
                           : tool_refuse("there is no command %s (see: fftcore help)", name);
}

static const tool_command *find(const char *name)
{
    for (int i = 0; commands[i] != NULL; ++i) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

/* help and completion have no help of their own: the overview has all about them. */
static bool is_general(const char *name)
{
    for (const tool_option *row = tool_general_commands; row->name != NULL; ++row) {
        if (strcmp(row->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void print_names(void)
{
    for (int i = 0; commands[i] != NULL; ++i) {
        (void)printf("%s\n", commands[i]->name);
    }
}

/* "help", "help COMMAND"; "help --names", "help --man" and "help --man COMMAND" are what the build
 * makes manual pages of. */
static int help(const char *const *words)
{
    bool man = words[0] != NULL && strcmp(words[0], "--man") == 0;
    const char *name = words[man ? 1 : 0];
    const tool_command *command = name != NULL ? find(name) : NULL;
    if (name != NULL && strcmp(name, "--names") == 0) {
        print_names();
        return finish();
    }
    if (name != NULL && command == NULL && !is_general(name)) {
        return refuse_command(name);
    }
    if (man) {
        tool_print_man(commands, command);
    } else if (command != NULL) {
        tool_print_help(command);
    } else {
        tool_print_overview(commands);
    }
    return finish();
}

static int print_version(void)
{
    (void)printf("fftcore %s\n", fftc_version());
    return finish();
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv)
{
    const char *const *words = (const char *const *)argv;
    if (argc < 2) {
        return tool_refuse("which command? (see: fftcore help)");
    }
    if (strcmp(words[1], "help") == 0 || is_one_of(words[1], "--help", "-h")) {
        return help(words + 2);
    }
    if (is_one_of(words[1], "--version", "-V")) {
        return print_version();
    }
    if (strcmp(words[1], "completion") == 0) {
        if (argc > 2 && is_one_of(words[2], "--help", "-h")) {
            return help(words + argc);
        }
        int code = tool_print_completion(commands, words[2]);
        return code == TOOL_GOOD ? finish() : code;
    }
    const tool_command *command = find(words[1]);
    if (command == NULL) {
        return refuse_command(words[1]);
    }
    for (int i = 2; i < argc && strcmp(words[i], "--") != 0; ++i) {
        if (is_one_of(words[i], "--help", "-h")) {
            const char *const name[] = {command->name, NULL};
            return help(name);
        }
    }
    return tool_command_run(command, argc - 1, argv + 1);
}
