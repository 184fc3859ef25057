/* SPDX-License-Identifier: MIT
 *
 * fftcore: one FFT source, carried out and compared. The first word picks the subcommand.
 */
#include <string.h>

#include "tool.h"

static const tool_command *const commands[] = {&tool_command_info,      &tool_command_diff,
                                               &tool_command_transform, &tool_command_emit,
                                               &tool_command_bench,     &tool_command_bloom};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static const tool_command *find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

static int print_overview(void)
{
    (void)printf("usage: fftcore COMMAND [options]\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        (void)printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    (void)printf("  %-10s %s\n\n", "help", "what a command does, its options and an example");
    (void)printf("Exit status: 0 good, 1 something differs or was found, 2 bad usage or file.\n"
                 "Example: fftcore diff --length 1024\n");
    return tool_file_close(stdout, "standard output") ? TOOL_GOOD : TOOL_REFUSED;
}

static int print_help(const char *name)
{
    const tool_command *command = find(name);
    if (command == NULL) {
        return tool_refuse("help: there is no command %s (see: fftcore help)", name);
    }
    (void)fputs(command->help, stdout);
    if (command->more_help != NULL) {
        (void)printf("\n%s", command->more_help());
    }
    return tool_file_close(stdout, "standard output") ? TOOL_GOOD : TOOL_REFUSED;
}

static bool is_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return tool_refuse("which command? (see: fftcore help)");
    }
    if (is_help(argv[1])) {
        return argc > 2 ? print_help(argv[2]) : print_overview();
    }
    if (strcmp(argv[1], "--version") == 0) {
        (void)printf("fftcore %s\n", fftc_version());
        return tool_file_close(stdout, "standard output") ? TOOL_GOOD : TOOL_REFUSED;
    }
    const tool_command *command = find(argv[1]);
    if (command == NULL) {
        return tool_refuse("there is no command %s (see: fftcore help)", argv[1]);
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return print_help(command->name);
        }
    }
    return command->run(argc - 1, argv + 1);
}
