/* SPDX-License-Identifier: MIT
 *
 * `fftcore diff`: its command line.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"

static const char diff_help[] =
    "fftcore diff [FILE] [options]\n"
    "\n"
    "Carries one transform out by every execution of the same kernel (the emulator, SIMD, each\n"
    "Vulkan device), compares the arrays after every stage bit by bit, and has FFTW finish each\n"
    "of them in double precision. FILE is a recording: sound (.wav, .flac, ...), .npy, or the\n"
    "rows of a .png; without it, seeded random numbers are transformed.\n"
    "\n"
    "  --length N             points, a power of two: 1024 or 2^10; default 1024, or 4096\n"
    "                         of a FILE\n"
    "  --elements-log2 E      each invocation owns 2^E points, E >= 1\n"
    "  --workgroup-log2 W     2^W invocations, W at most 12; N = 2^(E+W)\n"
    "  --subgroup S           1, 2, 4, ... 128 invocations trade by shuffle; default 32\n"
    "  --direction WAY        forward or inverse (of the spectrum that forward makes)\n"
    "  --precision P          f16, f32 or f64; default f32\n"
    "  --computed-twiddles    twiddle factors by arithmetic in the kernel, not from the table\n"
    "  --offset POINT         where in FILE; default: the loudest stretch\n"
    "  --schedule NAME        order in which the emulator runs the invocations: round-robin,\n"
    "                         lock-step, reverse, random, ahead, independent-lanes\n"
    "  --seed NUMBER          of random numbers and of the schedule; default 1\n"
    "  --device WHICH         all (default), none, a number or part of a name of fftcore info\n"
    "  --json [FILE]          everything for machines; without FILE, or -, instead of the table\n"
    "  --html FILE            a page to look at: butterfly diagram, exchanges, errors\n"
    "\n"
    "Exit status: 0 all bits equal, nothing found, errors within the documented bound; 1 if\n"
    "not; 2 bad usage or file.\n"
    "\n"
    "Example: fftcore diff /usr/share/sounds/alsa/Front_Center.wav --length 4096 --html "
    "diff.html\n";

enum {
    OPTION_LENGTH = 256,
    OPTION_ELEMENTS,
    OPTION_WORKGROUP,
    OPTION_SUBGROUP,
    OPTION_DIRECTION,
    OPTION_PRECISION,
    OPTION_COMPUTED,
    OPTION_OFFSET,
    OPTION_SCHEDULE,
    OPTION_SEED,
    OPTION_DEVICE,
    OPTION_JSON,
    OPTION_HTML
};

static const struct option long_options[] = {
    {"length", required_argument, NULL, OPTION_LENGTH},
    {"elements-log2", required_argument, NULL, OPTION_ELEMENTS},
    {"workgroup-log2", required_argument, NULL, OPTION_WORKGROUP},
    {"subgroup", required_argument, NULL, OPTION_SUBGROUP},
    {"direction", required_argument, NULL, OPTION_DIRECTION},
    {"precision", required_argument, NULL, OPTION_PRECISION},
    {"computed-twiddles", no_argument, NULL, OPTION_COMPUTED},
    {"offset", required_argument, NULL, OPTION_OFFSET},
    {"schedule", required_argument, NULL, OPTION_SCHEDULE},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"device", required_argument, NULL, OPTION_DEVICE},
    {"json", optional_argument, NULL, OPTION_JSON},
    {"html", required_argument, NULL, OPTION_HTML},
    {NULL, 0, NULL, 0}};

static bool parse_direction(const char *text, fftc_direction *direction)
{
    int index = tool_parse_name("--direction", text, tool_direction_names);
    if (index >= 0) {
        *direction = index == 1 ? FFTC_INVERSE : FFTC_FORWARD;
    }
    return index >= 0;
}

static bool parse_schedule(const char *text, fftc_schedule *schedule)
{
    const char *names[FFTC_SCHEDULE_COUNT + 1] = {NULL};
    for (int i = 0; i < FFTC_SCHEDULE_COUNT; ++i) {
        names[i] = fftc_schedule_name((fftc_schedule)i);
    }
    int index = tool_parse_name("--schedule", text, names);
    if (index >= 0) {
        *schedule = (fftc_schedule)index;
    }
    return index >= 0;
}

static bool take_option(int option, char **argv, diff_options *options, tool_shape *shape)
{
    switch (option) {
    case OPTION_LENGTH:
        shape->has_length = true;
        return tool_parse_number("--length", optarg, 0, UINT64_MAX, &shape->length);
    case OPTION_ELEMENTS:
        shape->has_elements = true;
        return tool_parse_number("--elements-log2", optarg, 1, DIFF_LENGTH_LOG2,
                                 &shape->elements_log2);
    case OPTION_WORKGROUP:
        shape->has_workgroup = true;
        return tool_parse_number("--workgroup-log2", optarg, 0,
                                 FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2, &shape->workgroup_log2);
    case OPTION_SUBGROUP: return tool_parse_subgroup(optarg, &options->fft.subgroup_log2);
    case OPTION_DIRECTION: return parse_direction(optarg, &options->fft.direction);
    case OPTION_PRECISION: return tool_parse_precision(optarg, &options->fft.precision);
    case OPTION_COMPUTED: options->fft.computed_twiddles = 1; return true;
    case OPTION_OFFSET:
        options->has_offset = true;
        return tool_parse_number("--offset", optarg, 0, UINT64_MAX, &options->offset);
    case OPTION_SCHEDULE: return parse_schedule(optarg, &options->schedule);
    case OPTION_SEED: return tool_parse_number("--seed", optarg, 0, UINT64_MAX, &options->seed);
    case OPTION_DEVICE: options->device = optarg; return true;
    case OPTION_JSON: options->json = tool_optional_file(argv, optarg); return true;
    case OPTION_HTML: options->html = optarg; return true;
    default: (void)tool_refuse_option("diff", option, argv); return false;
    }
}

static bool parse(int argc, char **argv, diff_options *options)
{
    tool_shape shape = {.has_length = false};
    int option;
    *options = (diff_options){.fft = {.subgroup_log2 = 5}, .seed = 1, .device = "all"};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
        if (!take_option(option, argv, options, &shape)) {
            return false;
        }
    }
    if (argc - optind > 1) {
        (void)tool_refuse("diff: one FILE at a time, not also %s", argv[optind + 1]);
        return false;
    }
    options->file = argc > optind ? argv[optind] : NULL;
    if (options->file == NULL && options->has_offset) {
        (void)tool_refuse("diff: --offset is a place in a FILE, and none is given");
        return false;
    }
    const char *const files[] = {options->json, options->html};
    if (!tool_one_on_stdout("diff", files, sizeof files / sizeof *files)) {
        return false;
    }
    return tool_shape_resolve(&shape, options->file != NULL ? 4096 : 1024, DIFF_LENGTH_LOG2,
                              &options->fft);
}

static int report(const diff_run *run)
{
    const diff_options *options = &run->options;
    bool to_stdout = (options->json != NULL && strcmp(options->json, "-") == 0) ||
                     (options->html != NULL && strcmp(options->html, "-") == 0);
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

static int diff_command(int argc, char **argv)
{
    diff_run *run = calloc(1, sizeof *run);
    int code = TOOL_REFUSED;
    if (run == NULL) {
        return tool_refuse("diff: out of memory");
    }
    if (parse(argc, argv, &run->options)) {
        code = diff_run_all(run);
        if (code == TOOL_GOOD) {
            code = report(run);
        }
        diff_run_free(run);
    }
    free(run);
    return code;
}

const tool_command tool_command_diff = {
    "diff", "one transform by every execution, stage by stage, against FFTW", diff_help,
    diff_command, NULL};
