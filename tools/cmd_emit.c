/* SPDX-License-Identifier: MIT
 *
 * `fftcore emit`: the reference kernel as a file to embed; emit_plan.c has plans.
 */
#include <stdlib.h>
#include <string.h>

#include "devices.h"
#include "emit_arrays.h"
#include "emit_plan.h"
#include "json.h"
#include "shape_options.h"

static const char *const language_names[] = {"glsl", "spirv", NULL};

typedef struct emit_options {
    int language; /* -1: not given; 0 glsl, 1 spirv */
    const char *output, *description, *json;
    tool_shape shape;
    fftc_workgroup_fft fft;
} emit_options;

#ifdef FFTCORE_TOOL_VULKAN

static bool write_json(const emit_options *options, const fftc_emitted *emitted)
{
    const fftc_workgroup_fft *fft = &options->fft;
    cJSON *root = json_begin("emit");
    cJSON *description = cJSON_Parse(emitted->description);
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
    bool written = tool_file_write(options->output,
                                   spirv ? (const void *)emitted.spirv : (const void *)emitted.glsl,
                                   spirv ? 4 * emitted.spirv_words : strlen(emitted.glsl));
    if (written && options->description != NULL) {
        written =
            tool_file_write(options->description, emitted.description, strlen(emitted.description));
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
    return TOOL_REFUSED; /* unavailable */
}

#endif

/* Takes the language from --language or from the file's ending; both may say it if they agree. */
static bool choose_language(emit_options *options)
{
    const char *file = options->output;
    int by_ending = tool_ends_with(file, ".spv")                                     ? 1
                    : tool_ends_with(file, ".comp") || tool_ends_with(file, ".glsl") ? 0
                                                                                     : -1;
    if (options->language == -1 && by_ending == -1) {
        return tool_refuse("emit: give --language glsl or spirv, or let --output end in .comp, "
                           ".glsl or .spv"),
               false;
    }
    if (options->language != -1 && by_ending != -1 && options->language != by_ending) {
        return tool_refuse("emit: --output %s: this is how %s ends, and --language is %s", file,
                           language_names[by_ending], language_names[options->language]),
               false;
    }
    options->language = options->language == -1 ? by_ending : options->language;
    return true;
}

static int emit_run(void *given)
{
    emit_options *options = given;
    return choose_language(options) &&
                   tool_shape_resolve(&options->shape, 1024, FFTC_WORKGROUP_FFT_MAX_LOG2,
                                      &options->fft)
               ? emit(options)
               : TOOL_REFUSED;
}

static const tool_option emit_rows[] = {
    {.name = "language",
     .value = "L",
     TOOL_TO_NAME(emit_options, language, language_names),
     .help = "@; without, by FILE's ending: .comp and .glsl, or .spv"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, emit_options, output),
     .required = true,
     .help = "where to; - is standard output"},
    {.name = "description",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, emit_options, description),
     .replaces = TOOL_OWN_DESCRIPTION,
     .help = "JSON: bindings, sizes, dispatch, twiddle table, order, requirements"},
    TOOL_OPTION_LENGTH(emit_options, shape, "points, a power of two: 1024 or 2^10; default 1024"),
    TOOL_OPTIONS_SPLIT(emit_options, shape),
    TOOL_OPTION_SUBGROUP(emit_options, fft,
                         "exchanges over less than S invocations are shuffles; every subgroup of "
                         "the device must have S lanes at least; default 1: no shuffles"),
    TOOL_OPTION_DIRECTION(emit_options, fft.direction, "@; default forward"),
    TOOL_OPTION_PRECISION(emit_options, fft.precision),
    TOOL_OPTION_COMPUTED(emit_options, fft),
    TOOL_OPTION_JSON(emit_options, json, "what was written, for machines"),
    {.name = NULL}};

static const tool_form emit_form = {
#ifndef FFTCORE_TOOL_VULKAN
    .unavailable = TOOL_WITHOUT_VULKAN,
#endif
    .about = "Writes the reference FFT, specialised, as one file for a program that knows nothing "
             "of fftcore: GLSL 450 with the kernel headers flattened in, or SPIR-V 1.3.\n",
    .options = emit_rows,
    .defaults = &(const emit_options){.language = -1, .shape = TOOL_SHAPE_NOT_GIVEN},
    .bytes = sizeof(emit_options),
    .run = emit_run};

const tool_command tool_command_emit = {
    .name = "emit",
    .summary = "kernels and whole plans as GLSL and SPIR-V, to embed",
    .forms = {&emit_form, &tool_emit_plan_form, &tool_emit_scan_form, &tool_emit_difference_form},
    .examples = "fftcore emit --length 1024 --output fft.spv --description fft.json\n"
                "fftcore emit --plan fft2d --length 1024x1024 --limits shared=32768\n"
                "fftcore emit --scan sums --length 1000000 --type float32\n"
                "fftcore emit --difference waves --length 512x512 --equation wave\n"};
