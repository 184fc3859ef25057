/* SPDX-License-Identifier: MIT
 *
 * `fftcore diff`: its command line.
 */
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "progress.h"
#include "source_options.h"

static int report(const diff_run *run)
{
    const diff_options *options = &run->options;
    bool to_stdout = tool_goes_out(options->json) || tool_goes_out(options->html);
    tool_progress_hide();
    if (options->json != NULL && !diff_write_json(run, options->json)) {
        return TOOL_REFUSED;
    }
    if (options->html != NULL && !diff_write_html(run, options->html)) {
        return TOOL_REFUSED;
    }
    if (!to_stdout) {
        diff_print_table(run);
        if (!tool_file_close(stdout, "standard output")) {
            return TOOL_REFUSED;
        }
    }
    return diff_judge(run).good ? TOOL_GOOD : TOOL_DIFFERS;
}

static int diff_main(void *given)
{
    const diff_options *options = given;
    if (options->file == NULL && options->offset != TOOL_NOT_GIVEN) {
        return tool_refuse("diff: --offset is a place in a FILE, and none is given");
    }
    if (options->choice.channels == TOOL_CHANNEL_ALL) {
        return tool_refuse("diff: --channel all: takes one signal: give a number, or mix");
    }
    diff_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return tool_refuse("diff: out of memory");
    }
    run->options = *options;
    int code = TOOL_REFUSED;
    if (tool_shape_resolve(&options->shape, options->file != NULL ? 4096 : 1024, DIFF_LENGTH_LOG2,
                           &run->options.fft)) {
        code = diff_run_all(run);
        if (code == TOOL_GOOD) {
            code = report(run);
        }
    }
    diff_run_free(run);
    free(run);
    return code;
}

static const char *const schedule_names[] = {"round-robin", "lock-step", "reverse",
                                             "random",      "ahead",     "independent-lanes",
                                             "simt",        NULL}; /* by fftc_schedule */
_Static_assert(sizeof schedule_names / sizeof *schedule_names == FFTC_SCHEDULE_COUNT + 1,
               "a name for each schedule");

static const tool_option diff_words[] = {
    {.name = "FILE", TOOL_TO_TEXT(TOOL_READS, diff_options, file)}, {.name = NULL}};

static const tool_option diff_rows[] = {
    TOOL_OPTION_LENGTH(diff_options, shape,
                       "points, a power of two: 1024 or 2^10; default 1024, or 4096 of a FILE"),
    TOOL_OPTIONS_SPLIT(diff_options, shape),
    TOOL_OPTION_SUBGROUP(diff_options, fft,
                         "1, 2, 4, ... 128 invocations trade by shuffle; default 32"),
    TOOL_OPTION_DIRECTION(diff_options, fft.direction, "@ (of the spectrum that forward makes)"),
    TOOL_OPTION_PRECISION(diff_options, fft.precision),
    TOOL_OPTION_COMPUTED(diff_options, fft),
    {.name = "offset",
     .value = "POINT",
     TOOL_TO_NUMBER(diff_options, offset, 0, TOOL_NOT_GIVEN - 1),
     .help = "where in FILE; default: the loudest stretch"},
    TOOL_OPTION_CHANNEL(diff_options, choice,
                        "which channel of FILE, counted from 1; mix is their mean; default 1"),
    TOOL_OPTION_AXIS(diff_options, choice),
    {.name = "schedule",
     .value = "NAME",
     TOOL_TO_NAME(diff_options, schedule, schedule_names),
     .help = "order in which the emulator runs the invocations: @"},
    {.name = "seed",
     .value = "NUMBER",
     TOOL_TO_NUMBER(diff_options, seed, 0, UINT64_MAX),
     .help = "of random numbers and of the schedule; default 1"},
    TOOL_OPTION_DEVICE(diff_options, device,
                       "all (default), none, a number or part of a name of fftcore info"),
    TOOL_OPTION_JSON(diff_options, json,
                     "everything for machines; without FILE, or -, instead of the table"),
    {.name = "html",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, diff_options, html),
     .endings = ".html .htm",
     .replaces = TOOL_OWN_PAGE,
     .help = "a page to look at: butterfly diagram, exchanges, errors"},
    {.name = NULL}};

static const tool_form diff_form = {
    .about = "Carries one transform out by every execution of the same kernel (the emulator, SIMD, "
             "each Vulkan device), compares the arrays after every stage bit by bit, and has FFTW "
             "finish each of them in double precision. FILE is a recording: sound (.wav, .flac, "
             "...), .npy, or the rows of a .png; without it, seeded random numbers are "
             "transformed.\n",
    .words = diff_words,
    .options = diff_rows,
    .defaults = &(const diff_options){.fft = {.subgroup_log2 = 5},
                                      .seed = 1,
                                      .device = "all",
                                      .offset = TOOL_NOT_GIVEN,
                                      .shape = TOOL_SHAPE_NOT_GIVEN},
    .bytes = sizeof(diff_options),
    .run = diff_main};

const tool_command tool_command_diff = {
    .name = "diff",
    .summary = "one transform by every execution, stage by stage, against FFTW",
    .forms = {&diff_form},
    .end = "Exit status: 0 all bits equal, nothing found, errors within the documented bound; 1 if "
           "not; 2 bad usage or file.\n",
    .examples = "fftcore diff /usr/share/sounds/alsa/Front_Center.wav --html diff.html\n"};
