/* SPDX-License-Identifier: MIT
 *
 * `fftcore emit`: the reference kernel as a file to embed; emit_plan.c has plans.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"
#include "emit_plan.h"
#include "json.h"

static const char emit_help[] =
    "fftcore emit --language glsl|spirv --output FILE [options]\n"
    "fftcore emit --plan FOLDER [options]\n"
    "\n"
    "Writes the reference FFT, specialised, as one file for a program that knows nothing of\n"
    "fftcore: GLSL 450 with the kernel headers flattened in, or SPIR-V 1.3.\n"
    "\n"
    "  --language L           glsl or spirv\n"
    "  --output FILE          where to; - is standard output\n"
    "  --description FILE     JSON: bindings, sizes, dispatch, twiddle table, order, requirements\n"
    "  --length N             points, a power of two: 1024 or 2^10; default 1024\n"
    "  --elements-log2 E      each invocation owns 2^E points, E >= 1\n"
    "  --workgroup-log2 W     2^W invocations, W at most 12; N = 2^(E+W)\n"
    "  --subgroup S           exchanges over less than S invocations are shuffles; every subgroup\n"
    "                         of the device must have S lanes at least; default 1: no shuffles\n"
    "  --direction WAY        forward or inverse\n"
    "  --precision P          f16, f32 or f64; default f32\n"
    "  --computed-twiddles    twiddle factors by arithmetic, no table to bind\n"
    "  --json [FILE]          what was written, for machines\n"
    "\n"
    "With --plan, all dispatches of a transform as fftc_vulkan_plan_create makes them, for a "
    "program\n"
    "that has Vulkan 1.1 alone: kernel0.comp, kernel0.spv, ..., table.bin, and plan.json, which "
    "says\n"
    "what is bound, pushed and dispatched in which order. Needs no device.\n"
    "\n"
    "  --length CASE          48, 2^20, 1024x1024, 1000*4096 (batches): as `fftcore bench` has "
    "them\n"
    "                         conv:4096, rconv:1000000+63: a convolution, as two plans, of the\n"
    "                         kernel and of signals, in FOLDER/prepare and FOLDER/execute\n"
    "  --precision P, --direction WAY\n"
    "  --scaling NAME         default (1 forward, 1 / N inverse), none or unitary\n"
    "  --correlate            of a convolution: correlate with the kernel\n"
    "  --in-place, --split, --exact, --no-subgroups, --pair-batch\n"
    "  --src-stride LIST, --dst-stride LIST   from one number to the next along each axis, the\n"
    "                         slowest first: 2048,1; --src-distance N, --dst-distance N: from one\n"
    "                         transform of a batch to the next; packed rows without\n"
    "  --src-range LIST, --dst-range LIST   what there is and what is wanted of each axis:\n"
    "                         0:512,: (the first half of an axis of 1024, all of the other)\n"
    "  --loop LIST            1 for each axis that is not transformed: 1,0,1 for the second of "
    "three\n"
    "  --device N             for this device, as `fftcore info` numbers them\n"
    "  --limits LIST          for a device with "
    "invocations=N,shared=BYTES,subgroup=N,buffer=BYTES,f64,\n"
    "                         storage16 (16-bit items in storage buffers);\n"
    "                         what is left out is what Vulkan 1.1 requires of every device\n"
    "  --load FILE, --store FILE   accessors: texts in place of the first loads and the last "
    "stores\n"
    "  --extras LIST          what the texts read and write beside the data: up to four of "
    "buffer,\n"
    "                         uint, float (pictures) and none, say buffer,buffer\n"
    "  --modules FILE         adds the plan's modules to FILE, for fftc_vulkan_cache_load\n"
    "  --addresses            with --modules: for buffers by addresses too\n"
    "  --json [FILE]          what was written, for machines\n"
    "\n"
    "Example: fftcore emit --length 1024 --language spirv --output fft.spv --description "
    "fft.json\n"
    "         fftcore emit --plan fft2d --length 1024x1024 --limits "
    "invocations=1024,shared=32768\n";

enum {
    OPTION_LANGUAGE = 256,
    OPTION_OUTPUT,
    OPTION_DESCRIPTION,
    OPTION_LENGTH,
    OPTION_ELEMENTS,
    OPTION_WORKGROUP,
    OPTION_SUBGROUP,
    OPTION_DIRECTION,
    OPTION_PRECISION,
    OPTION_COMPUTED,
    OPTION_JSON
};

static const struct option long_options[] = {
    {"language", required_argument, NULL, OPTION_LANGUAGE},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"description", required_argument, NULL, OPTION_DESCRIPTION},
    {"length", required_argument, NULL, OPTION_LENGTH},
    {"elements-log2", required_argument, NULL, OPTION_ELEMENTS},
    {"workgroup-log2", required_argument, NULL, OPTION_WORKGROUP},
    {"subgroup", required_argument, NULL, OPTION_SUBGROUP},
    {"direction", required_argument, NULL, OPTION_DIRECTION},
    {"precision", required_argument, NULL, OPTION_PRECISION},
    {"computed-twiddles", no_argument, NULL, OPTION_COMPUTED},
    {"json", optional_argument, NULL, OPTION_JSON},
    {NULL, 0, NULL, 0}};

typedef struct emit_options {
    int language; /* -1: not given; 0 glsl, 1 spirv */
    const char *output, *description, *json;
    tool_shape shape;
    fftc_workgroup_fft fft;
} emit_options;

static bool take_option(int option, char **argv, emit_options *options)
{
    static const char *const languages[] = {"glsl", "spirv", NULL};
    tool_shape *shape = &options->shape;
    int way;
    switch (option) {
    case OPTION_LANGUAGE:
        options->language = tool_parse_name("--language", optarg, languages);
        return options->language >= 0;
    case OPTION_OUTPUT: options->output = optarg; return true;
    case OPTION_DESCRIPTION: options->description = optarg; return true;
    case OPTION_LENGTH:
        shape->has_length = true;
        return tool_parse_number("--length", optarg, 0, UINT64_MAX, &shape->length);
    case OPTION_ELEMENTS:
        shape->has_elements = true;
        return tool_parse_number("--elements-log2", optarg, 1, FFTC_WORKGROUP_FFT_MAX_LOG2,
                                 &shape->elements_log2);
    case OPTION_WORKGROUP:
        shape->has_workgroup = true;
        return tool_parse_number("--workgroup-log2", optarg, 0,
                                 FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2, &shape->workgroup_log2);
    case OPTION_SUBGROUP: return tool_parse_subgroup(optarg, &options->fft.subgroup_log2);
    case OPTION_DIRECTION:
        way = tool_parse_name("--direction", optarg, tool_direction_names);
        options->fft.direction = way == 1 ? FFTC_INVERSE : FFTC_FORWARD;
        return way >= 0;
    case OPTION_PRECISION: return tool_parse_precision(optarg, &options->fft.precision);
    case OPTION_COMPUTED: options->fft.computed_twiddles = 1; return true;
    case OPTION_JSON: options->json = tool_optional_file(argv, optarg); return true;
    default: (void)tool_refuse_option("emit", option, argv); return false;
    }
}

static bool parse(int argc, char **argv, emit_options *options)
{
    int option;
    *options = (emit_options){.language = -1};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
        if (!take_option(option, argv, options)) {
            return false;
        }
    }
    if (optind < argc) {
        (void)tool_refuse("emit: takes no file %s (see: fftcore help emit)", argv[optind]);
        return false;
    }
    if (options->language < 0 || options->output == NULL) {
        (void)tool_refuse("emit: give --language glsl or spirv, and --output FILE");
        return false;
    }
    const char *const files[] = {options->output, options->description, options->json};
    if (!tool_one_on_stdout("emit", files, sizeof files / sizeof *files)) {
        return false;
    }
    return tool_shape_resolve(&options->shape, 1024, FFTC_WORKGROUP_FFT_MAX_LOG2, &options->fft);
}

#ifdef FFTCORE_TOOL_VULKAN

static bool write_bytes(const char *path, const void *bytes, size_t count)
{
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    (void)fwrite(bytes, 1, count, file);
    return tool_file_close(file, path);
}

static bool write_json(const emit_options *options, const fftc_emitted *emitted)
{
    const fftc_workgroup_fft *fft = &options->fft;
    cJSON *root = cJSON_CreateObject();
    cJSON *description = cJSON_Parse(emitted->description);
    json_text(root, "fftcore", fftc_version());
    json_text(root, "command", "emit");
    json_text(root, "language", options->language == 1 ? "spirv" : "glsl");
    json_text(root, "output", options->output);
    json_count(root, "length", (uint64_t)1 << fftc_workgroup_fft_stage_count(fft));
    json_count(root, "bytes",
               options->language == 1 ? 4 * emitted->spirv_words : emitted->glsl_bytes);
    if (description != NULL) {
        (void)cJSON_AddItemToObject(root, "description", description);
    }
    return json_write(root, options->json);
}

static int emit(const emit_options *options)
{
    fftc_emitted emitted;
    fftc_error error = {.status = FFTC_SUCCESS};
    memset(&emitted, 0, sizeof emitted);
    if (fftc_workgroup_fft_emit(&options->fft, &emitted, &error) != FFTC_SUCCESS) {
        return tool_refuse("emit: %s", error.message);
    }
    bool spirv = options->language == 1;
    bool written = write_bytes(options->output,
                               spirv ? (const void *)emitted.spirv : (const void *)emitted.glsl,
                               spirv ? 4 * emitted.spirv_words : strlen(emitted.glsl));
    if (written && options->description != NULL) {
        written =
            write_bytes(options->description, emitted.description, strlen(emitted.description));
    }
    if (written && options->json != NULL) {
        written = write_json(options, &emitted);
    }
    fftc_emitted_free(&emitted);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

#else

static int emit(const emit_options *options)
{
    (void)options;
    return tool_refuse("emit: this fftcore is built without Vulkan, and shaders need it; configure "
                       "with -DFFTCORE_VULKAN=ON");
}

#endif

static int emit_command(int argc, char **argv)
{
    emit_options options;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--plan") == 0 || strncmp(argv[i], "--plan=", 7) == 0) {
            return tool_emit_plan(argc, argv);
        }
    }
    return parse(argc, argv, &options) ? emit(&options) : TOOL_REFUSED;
}

const tool_command tool_command_emit = {
    "emit", "kernels and whole plans as GLSL and SPIR-V, to embed", emit_help, emit_command, NULL};
