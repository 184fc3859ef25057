/* SPDX-License-Identifier: MIT
 *
 * A shader's SPIR-V: a module as it is, or the text of a shader compiled by glslang.
 */
#define _GNU_SOURCE /* posix_spawnp's environ, mkostemp */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check_shader.h"

#define MAGIC 0x07230203u
#define LOG_BYTES 4096

/* The file's bytes as they are, which may be no module. False after refusing. */
static bool take_words(check_run *run, const char *path, size_t *bytes)
{
    unsigned char *words;
    fftc_error error;
    if (tool_file_read(path, TOOL_FILE_BYTES_LIMIT, &words, bytes, &error) != FFTC_SUCCESS) {
        (void)tool_refuse("%s", error.message);
        return false;
    }
    run->words = (uint32_t *)(void *)words;
    run->word_count = *bytes / 4;
    return true;
}

static bool is_module(const check_run *run)
{
    return run->word_count > 0 &&
           (run->words[0] == MAGIC || run->words[0] == __builtin_bswap32(MAGIC));
}

/* --- the compiler ----------------------------------------------------------------------------- */

typedef struct command_line {
    const char *word[2 * CHECK_MOST + 40];
    char *text[2 * CHECK_MOST]; /* those of the words that were put together */
    int count, texts;
    bool lost; /* there was no memory for one */
} command_line;

static void add(command_line *w, const char *word)
{
    w->word[w->count++] = word;
    w->word[w->count] = NULL;
}

static void add_prefixed(command_line *w, const char *prefix, const check_texts *texts)
{
    for (uint32_t i = 0; i < texts->count; ++i) {
        size_t bytes = strlen(prefix) + strlen(texts->text[i]) + 1;
        char *text = malloc(bytes);
        if (text == NULL) {
            w->lost = true;
            return;
        }
        (void)snprintf(text, bytes, "%s%s", prefix, texts->text[i]);
        w->text[w->texts++] = text;
        add(w, text);
    }
}

static void free_words(command_line *w)
{
    for (int i = 0; w != NULL && i < w->texts; ++i) {
        free(w->text[i]);
    }
    free(w);
}

static bool is_hlsl(const check_options *options)
{
    return tool_ends_with(options->file, ".hlsl");
}

static const char *const registers[] = {"--hlsl-iomap",
                                        "--auto-map-bindings",
                                        "--shift-texture-binding",
                                        "0",
                                        "--shift-sampler-binding",
                                        "100",
                                        "--shift-cbuffer-binding",
                                        "200",
                                        "--shift-uav-binding",
                                        "300"};

/* `spread`: registers of HLSL that have one number, as t0 and u0, are bindings of their own, and so
 * is what names no register. */
static void compiler_words(const check_options *options, const char *output, bool spread,
                           command_line *w)
{
    add(w, "glslangValidator");
    add(w, "-g");
    add(w, "--target-env");
    add(w, "vulkan1.3");
    add(w, "-S");
    add(w, "comp");
    add(w, "-V");
    if (is_hlsl(options)) {
        add(w, "-D");
        add(w, "-e");
        add(w, options->entry != NULL ? options->entry : "main");
    }
    for (size_t i = 0; spread && i < sizeof registers / sizeof *registers; ++i) {
        add(w, registers[i]);
    }
    add_prefixed(w, "-D", &options->defines);
    add_prefixed(w, "-I", &options->includes);
    add(w, options->file);
    add(w, "-o");
    add(w, output);
}

/* Starts a program whose output goes to a pipe; false if there is no such program. */
static bool start(const command_line *w, const char *program, int *out, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    int code = posix_spawnp(child, program, &actions, NULL, (char *const *)w->word, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    *out = ends[0];
    if (code != 0) {
        (void)close(ends[0]);
    }
    return code == 0;
}

/* What it printed, cut off at LOG_BYTES, and whether it ended well. */
static bool finish(int out, pid_t child, char log[LOG_BYTES])
{
    char more[512];
    size_t used = 0;
    int status = 0;
    for (;;) {
        ssize_t got = read(out, more, sizeof more);
        size_t kept = got > 0 ? (size_t)got : 0;
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        kept = kept < LOG_BYTES - 1 - used ? kept : LOG_BYTES - 1 - used;
        memcpy(log + used, more, kept);
        used += kept;
    }
    log[used] = '\0';
    (void)close(out);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The first error of a log, which has the name of the file before it. */
static void first_error(const char *log, char *text, size_t bytes)
{
    const char *error = strstr(log, "ERROR: ");
    const char *from = error != NULL ? error + 7 : log;
    (void)snprintf(text, bytes, "%.*s", (int)strcspn(from, "\n"), from);
}

static bool compile(check_run *run, const char *output, bool spread)
{
    static const char *const programs[] = {"glslangValidator", "glslang"};
    command_line *w = calloc(1, sizeof *w);
    char log[LOG_BYTES] = "", error[300];
    bool started = false, good = false;
    int out = -1;
    pid_t child = -1;
    if (w != NULL) {
        compiler_words(run->options, output, spread, w);
    }
    if (w == NULL || w->lost) {
        free_words(w);
        (void)tool_refuse("%s: out of memory", run->options->file);
        return false;
    }
    for (size_t i = 0; i < sizeof programs / sizeof *programs && !started; ++i) {
        started = start(w, programs[i], &out, &child);
    }
    good = started && finish(out, child, log);
    free_words(w);
    if (!started) {
        (void)tool_refuse("%s: needs the compiler glslangValidator, and there is none in PATH: "
                          "install glslang-tools, or give a compiled module (.spv)",
                          run->options->file);
    } else if (!good) {
        first_error(log, error, sizeof error);
        bool folders =
            run->options->includes.count == 0 && strstr(error, "include directive") != NULL;
        (void)tool_refuse("%s does not compile%s: %s", run->options->file,
                          folders ? " without --include FOLDER" : "", error);
    }
    return good;
}

enum { OpCapability = 17, OpDecorate = 71, Binding = 33, DescriptorSet = 34 };

/* Whether the instruction at `at` gives a variable this decoration, with one number. */
static bool decorates(const uint32_t *words, size_t count, size_t at, uint32_t decoration)
{
    return at + 3 < count && (words[at] & 0xffff) == OpDecorate && words[at + 2] == decoration;
}

static uint32_t set_of(const uint32_t *words, size_t count, uint32_t variable)
{
    for (size_t at = CHECK_HEADER_WORDS; at < count && words[at] >> 16 != 0;
         at += words[at] >> 16) {
        if (decorates(words, count, at, DescriptorSet) && words[at + 1] == variable) {
            return words[at + 3];
        }
    }
    return 0;
}

/* Do two variables have one binding of one set? */
static bool has_shared_binding(const uint32_t *words, size_t count)
{
    for (size_t at = CHECK_HEADER_WORDS; at < count && words[at] >> 16 != 0;
         at += words[at] >> 16) {
        size_t next = at + (words[at] >> 16);
        for (bool is = decorates(words, count, at, Binding);
             is && next < count && words[next] >> 16 != 0; next += words[next] >> 16) {
            if (decorates(words, count, next, Binding) && words[at + 3] == words[next + 3] &&
                set_of(words, count, words[at + 1]) == set_of(words, count, words[next + 1])) {
                return true;
            }
        }
    }
    return false;
}

static bool compile_and_take(check_run *run)
{
    const char *folder = getenv("TMPDIR");
    char output[600];
    size_t bytes;
    (void)snprintf(output, sizeof output, "%s/fftcore-check-XXXXXX",
                   folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    int file = mkostemp(output, O_CLOEXEC);
    if (file < 0) {
        (void)tool_refuse("%s: a temporary file cannot be made: %s", output, strerror(errno));
        return false;
    }
    (void)close(file);
    bool good = compile(run, output, false) && take_words(run, output, &bytes);
    if (good && is_hlsl(run->options) && has_shared_binding(run->words, run->word_count)) {
        free(run->words);
        run->words = NULL;
        good = compile(run, output, true) && take_words(run, output, &bytes);
    }
    (void)unlink(output);
    if (good) {
        check_strings_put_back(run);
    }
    return good;
}

/* --- what a module says of itself ------------------------------------------------------------- */

static bool is_of_subgroups(uint32_t capability)
{
    enum {
        GroupNonUniform = 61, /* and its like, up to Quad */
        Quad = 68,
        SubgroupBallotKHR = 4423,
        SubgroupVoteKHR = 4431,
        RotateKHR = 6026
    };
    return (capability >= GroupNonUniform && capability <= Quad) ||
           capability == SubgroupBallotKHR || capability == SubgroupVoteKHR ||
           capability == RotateKHR;
}

/* Does it declare a capability of subgroups? */
static bool uses_subgroups(const uint32_t *words, size_t count)
{
    bool swapped = count > CHECK_HEADER_WORDS && words[0] == __builtin_bswap32(MAGIC);
    for (size_t at = CHECK_HEADER_WORDS; at + 1 < count;) {
        uint32_t first = swapped ? __builtin_bswap32(words[at]) : words[at];
        uint32_t capability = swapped ? __builtin_bswap32(words[at + 1]) : words[at + 1];
        if ((first & 0xffff) != OpCapability || first >> 16 == 0) {
            return false;
        }
        if (is_of_subgroups(capability)) {
            return true;
        }
        at += first >> 16;
    }
    return false;
}

bool check_read_module(check_run *run)
{
    const char *file = run->options->file;
    size_t bytes;
    if (!take_words(run, file, &bytes)) {
        return false;
    }
    if (is_module(run) || tool_ends_with(file, ".spv")) {
        if (bytes % 4 != 0) {
            (void)tool_refuse("%s: has %zu bytes, and SPIR-V is words of 4: the file is cut off",
                              file, bytes);
            return false;
        }
    } else {
        free(run->words); /* they were a text */
        run->words = NULL;
        if (!compile_and_take(run)) {
            return false;
        }
    }
    run->subgroups = uses_subgroups(run->words, run->word_count);
    return true;
}
