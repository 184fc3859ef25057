/* SPDX-License-Identifier: MIT
 *
 * A subcommand of `fftcore` as a table: its words, its options, and texts. From it come reading the
 * command line (command_read.c), `fftcore help` (command_help.c), manual pages (command_man.c) and
 * the completion of shells (command_completion.c).
 */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "tool.h"

/* What a value is: where it goes in the command's options, and how a shell completes it. */
typedef enum tool_kind {
    TOOL_FLAG = 0, /* without a value: sets a bool or an int to 1 */
    TOOL_NUMBER,   /* least to most, written 1024 or 2^10: a uint64_t, a uint32_t or an int */
    TOOL_REAL,     /* low to high: a double */
    TOOL_NAME,     /* one of `names`: its place in the list, an int or an enumeration */
    TOOL_TEXT,     /* a const char *, as the following */
    TOOL_FOLDER,
    TOOL_READS, /* a file that is read; "-" is not one */
    TOOL_WRITES /* a file that is written, or "-", standard output (output.h: what is refused) */
} tool_kind;

/* Which files that are there already a TOOL_WRITES may replace, beside empty ones. */
typedef enum tool_replaces {
    TOOL_ANY = 0,         /* the option says nothing else than to write there */
    TOOL_OWN_JSON,        /* an object with the key "fftcore" */
    TOOL_OWN_DESCRIPTION, /* an object that `emit` wrote */
    TOOL_OWN_PAGE,        /* a page of `diff` */
    TOOL_OWN_PICTURE      /* .png, .svg or .pdf that plot/page.c wrote */
} tool_replaces;

/* An option, or a word that is none. A row of all zeros ends a list of them. */
typedef struct tool_option {
    const char *name;  /* "length" for --length; of a word what the help calls it: "FILE" */
    const char *alias; /* another name, as "center"; NULL: none */
    char letter;       /* 'o' for -o; or 0 */
    /* How the help calls the value: "N"; "[FILE]" is a value that may be left out, and then is "-".
     * NULL: a flag, or a word. */
    const char *value;
    tool_kind kind;
    size_t at;    /* where its field begins in the options, which has `bytes` bytes */
    size_t bytes; /* 0: none, and nothing is stored */
    uint64_t least, most;
    double low, high;
    const char *const *names; /* NULL ends them */
    const char *endings;      /* of TOOL_WRITES: ".png .npy .csv", one of which it must have */
    tool_replaces replaces;
    bool required;
    /* Reads the value in place of what `kind` says. False after refusing. */
    bool (*take)(const struct tool_option *option, char *text, void *field);
    const char *help; /* one paragraph; "@" stands for the names: f16, f32 or f64 */
} tool_option;

/* The parts of a row that say where its value goes; wrong types do not compile. */
#define TOOL_FIELD(options, field) \
    .at = offsetof(options, field), .bytes = sizeof(((options *)0)->field)
#define TOOL_TYPED(type, options, field)                                       \
    .at = offsetof(options, field) +                                           \
          0 * sizeof(char[_Generic(&((options *)0)->field, type * : 1, default \
                                   : -1)]),                                    \
    .bytes = sizeof(type)
#define TOOL_TO_FLAG(options, field) .kind = TOOL_FLAG, TOOL_FIELD(options, field)
#define TOOL_TO_NUMBER(options, field, from, to) \
    .kind = TOOL_NUMBER, TOOL_FIELD(options, field), .least = (from), .most = (to)
#define TOOL_TO_REAL(options, field, from, to) \
    .kind = TOOL_REAL, TOOL_TYPED(double, options, field), .low = (from), .high = (to)
#define TOOL_TO_NAME(options, field, list) \
    .kind = TOOL_NAME, TOOL_FIELD(options, field), .names = (list)
#define TOOL_TO_TEXT(which, options, field) \
    .kind = (which), TOOL_TYPED(const char *, options, field)

/* Rows that several commands have. */
#define TOOL_OPTION_JSON(options, field, text)                                        \
    {                                                                                 \
        .name = "json", .value = "[FILE]", TOOL_TO_TEXT(TOOL_WRITES, options, field), \
        .replaces = TOOL_OWN_JSON, .help = (text)                                     \
    }
#define TOOL_OPTION_PRECISION(options, field)                                                  \
    {                                                                                          \
        .name = "precision", .value = "P", TOOL_TO_NAME(options, field, tool_precision_names), \
        .help = "@; default f32"                                                               \
    }
#define TOOL_OPTION_DIRECTION(options, field, text)                                              \
    {                                                                                            \
        .name = "direction", .value = "WAY", TOOL_TO_NAME(options, field, tool_direction_names), \
        .help = (text)                                                                           \
    }
#define TOOL_OPTION_THREADS(options, field, text)                                                \
    {                                                                                            \
        .name = "threads", .value = "N", TOOL_TO_NUMBER(options, field, 1, 4096), .help = (text) \
    }

/* A value that the function `taken_by` reads. */
#define TOOL_OPTION_TAKEN(option, what, options, field, taken_by, text)               \
    {                                                                                 \
        .name = option, .value = what, .kind = TOOL_TEXT, TOOL_FIELD(options, field), \
        .take = taken_by, .help = (text)                                              \
    }
#define TOOL_OPTION_DEVICE(options, field, text)                                                \
    {                                                                                           \
        .name = "device", .value = "D", TOOL_TO_TEXT(TOOL_TEXT, options, field), .help = (text) \
    }

/* One way to use a command; most have one only. */
typedef struct tool_form {
    const char *chosen_by;   /* the option whose presence means this form; NULL: otherwise */
    const char *unavailable; /* why this build has not got it: a sentence; or NULL */
    /* Paragraphs that end with \n; a line "  .png  a picture" is an item of a list: what it is
     * called, and behind two blanks what it means. */
    const char *about;
    const char *(*more)(void); /* more of that, behind it; or NULL */
    const tool_option *words;
    const tool_option *options;
    const void *defaults; /* of the command's options, a struct of `bytes` bytes */
    size_t bytes;
    int (*run)(void *options);    /* returns the exit status */
    void (*close)(void *options); /* frees what `take` functions made, in any case; or NULL */
} tool_form;

struct tool_command {
    const char *name;
    const char *summary;
    const tool_form *forms[5]; /* NULL ends them; the first is the one without chosen_by */
    const char *end;           /* behind the options, as `about`; or NULL */
    const char *examples;      /* command lines that end with \n */
};

#define TOOL_WITHOUT_VULKAN                                                      \
    "this fftcore is built without Vulkan, and shaders need it; configure with " \
    "-DFFTCORE_VULKAN=ON"

/* NULL ends them. */
typedef const tool_command *const *tool_commands;

/* What the first word may be beside them: name, help, and what may follow (`names`; NULL: the
 * commands). */
extern const tool_option tool_general_commands[];

/* Whether the command that runs now has an option of that name. */
bool tool_command_has(const char *option);

/* Reads the command line (argv[0] is the command's name) and runs the command. */
int tool_command_run(const tool_command *command, int argc, char **argv);

/* Reads a value into its field of the options. False after refusing. */
bool tool_option_take(const tool_option *option, void *options, char *text);

/* Calls `visit` with each way to write an option: "--length", "-o". */
void tool_option_spellings(const tool_option *option, void (*visit)(void *user, const char *text),
                           void *user);
bool tool_option_has_value(const tool_option *option);
bool tool_option_value_optional(const tool_option *option);

/* Writes an overview of all commands to standard output. */
void tool_print_overview(tool_commands commands);
void tool_print_help(const tool_command *command);
void tool_print_man(tool_commands commands, const tool_command *command); /* NULL: of fftcore */
int tool_print_completion(tool_commands commands, const char *shell);

/* Of `count` words the one that `text` was most likely to be, or NULL. */
const char *tool_nearest(const char *text, const char *const *words, size_t count);

#endif
