/* SPDX-License-Identifier: MIT
 *
 * `fftcore filter`: low, high and band passes of sounds and pictures.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "filter_picture.h"
#include "filter_sound.h"
#include "json.h"
#include "transform_picture.h"

/* Half of the diagonal, in cycles per pixel: sqrt(1/2). */
#define HIGHEST_OF_PICTURES 0.70710678118654757
#define ORDER_STANDARD 4u

/* What --low-pass and its like take. */
typedef struct passes {
    uint32_t given;
    const char *option, *text; /* of the last one */
    tool_filter_kind kind;
    double cut[2]; /* Hz, or cycles per point or pixel */
} passes;

typedef struct filter_options {
    const char *file, *output, *json;
    passes passes;
    tool_filter filter; /* with cycles per point or pixel */
    int edges;          /* -1: not given */
    uint64_t axis;      /* TOOL_NOT_GIVEN, or as the source has it */
    double add;
    tool_raster_choice choice; /* of an OpenEXR file */
    tool_depth depth;
    fftc_precision precision;
    int threads;
} filter_options;

static const char *const option_names[] = {"low-pass", "high-pass", "band-pass", "band-stop"};

static bool take_pass(const tool_option *option, char *text, void *field)
{
    passes *taken = field;
    char called[24];
    (void)snprintf(called, sizeof called, "--%s", option->name);
    for (int kind = TOOL_LOW_PASS; kind <= TOOL_BAND_STOP; ++kind) {
        taken->kind =
            strcmp(option->name, option_names[kind]) == 0 ? (tool_filter_kind)kind : taken->kind;
    }
    ++taken->given;
    taken->option = option_names[taken->kind];
    taken->text = text;
    char first[TOOL_FIRST_BYTES];
    const char *second = tool_split_pair(text, first);
    bool band = taken->kind == TOOL_BAND_PASS || taken->kind == TOOL_BAND_STOP;
    if ((second != NULL) != band) {
        (void)tool_refuse(band ? "%s %s: must be two frequencies with a comma, such as 300,3400"
                               : "%s %s: must be one frequency, such as 1000",
                          called, text);
        return false;
    }
    return tool_parse_real(called, band ? first : text, 0.0, 1e12, &taken->cut[0]) &&
           (!band || tool_parse_real(called, second, 0.0, 1e12, &taken->cut[1]));
}

/* Fills options->filter's cuts; `rate` of them are a cycle per point, `unit` says of what. */
static bool set_cuts(filter_options *options, double rate, double highest, const char *unit)
{
    const passes *p = &options->passes;
    bool band = p->kind == TOOL_BAND_PASS || p->kind == TOOL_BAND_STOP;
    for (int i = 0; i < 1 + band; ++i) {
        if (!(p->cut[i] > 0.0 && p->cut[i] < highest)) {
            (void)tool_refuse("--%s %s: must be more than 0 and less than %.6g %s", p->option,
                              p->text, highest, unit);
            return false;
        }
        options->filter.cut[i] = p->cut[i] / rate;
    }
    if (band && !(p->cut[0] < p->cut[1])) {
        (void)tool_refuse("--%s %s: the first frequency must be the lower one", p->option, p->text);
        return false;
    }
    options->filter.kind = p->kind;
    return true;
}

static void describe_filter(const filter_options *options, const char *unit, char *text,
                            size_t bytes)
{
    const passes *p = &options->passes;
    char shape[40];
    (void)snprintf(shape, sizeof shape, "%s", tool_filter_shape_names[options->filter.shape]);
    if (options->filter.shape == TOOL_BUTTERWORTH) {
        (void)snprintf(shape, sizeof shape, "butterworth of order %u", options->filter.order);
    }
    if (p->kind == TOOL_BAND_PASS || p->kind == TOOL_BAND_STOP) {
        (void)snprintf(text, bytes, "%s, %.6g to %.6g %s, %s", tool_filter_kind_names[p->kind],
                       p->cut[0], p->cut[1], unit, shape);
    } else {
        (void)snprintf(text, bytes, "%s, %.6g %s, %s", tool_filter_kind_names[p->kind], p->cut[0],
                       unit, shape);
    }
}

static cJSON *begin_json(const filter_options *options, const char *format, const char *unit)
{
    const passes *p = &options->passes;
    cJSON *root = json_begin("filter");
    json_text(root, "file", options->file);
    json_text(root, "format", format);
    json_text(root, "output", options->output);
    json_text(root, "filter", tool_filter_kind_names[p->kind]);
    cJSON *cuts = cJSON_AddArrayToObject(root, "frequencies");
    for (int i = 0; i < 1 + (p->kind == TOOL_BAND_PASS || p->kind == TOOL_BAND_STOP); ++i) {
        cJSON_AddItemToArray(cuts, cJSON_CreateNumber(p->cut[i]));
    }
    json_text(root, "unit", unit);
    json_text(root, "shape", tool_filter_shape_names[options->filter.shape]);
    if (options->filter.shape == TOOL_BUTTERWORTH) {
        json_count(root, "order", options->filter.order);
    }
    json_text(root, "precision", tool_precision_names[options->precision]);
    return root;
}

static bool to_people(const filter_options *options)
{
    return !tool_goes_out(options->json);
}

/* --- pictures --------------------------------------------------------------------------------- */

static bool report_picture(const filter_options *options, const tool_picture_filtering *f)
{
    const char *unit = "cycles per pixel";
    if (to_people(options)) {
        char filter[128];
        describe_filter(options, unit, filter, sizeof filter);
        const char *taken = f->picture.taken;
        (void)printf("%s (%s%s%s): %s, edges %s; %s\n", options->file, f->picture.format,
                     taken[0] != '\0' ? "; " : "", taken, filter, tool_edges_names[f->edges],
                     options->output);
        if (f->clipped > 0) {
            (void)printf("%llu of %llu pixels are brighter than white, or negative, and were "
                         "clipped; --add lightens, .exr keeps them\n",
                         (unsigned long long)f->clipped,
                         (unsigned long long)tool_raster_png_pixels(&f->picture));
        }
    }
    if (options->json == NULL) {
        return tool_file_close(stdout, "standard output");
    }
    cJSON *root = begin_json(options, f->picture.format, unit);
    json_text(root, "taken", f->picture.taken);
    json_text(root, "edges", tool_edges_names[f->edges]);
    json_number_or_null(root, "add", f->add);
    json_count(root, "width", f->picture.width);
    json_count(root, "height", f->picture.height);
    json_count(root, "clipped", f->clipped);
    return json_write(root, options->json);
}

static int filter_picture(filter_options *options)
{
    tool_picture_filtering f = {.filter = &options->filter,
                                .file = options->file,
                                .output = options->output,
                                .edges = options->edges < 0 ? TOOL_EDGES_MIRROR
                                                            : (tool_edges)options->edges,
                                .choice = &options->choice,
                                .depth = options->depth,
                                .add = options->add,
                                .precision = options->precision,
                                .threads = options->threads};
    if (!tool_raster_can_write(options->output)) {
        return tool_refuse("%s: %s is a picture, so OUT must end in .png or .exr", options->output,
                           options->file);
    }
    if (options->axis != TOOL_NOT_GIVEN) {
        return tool_refuse("--axis is for arrays: %s is a picture", options->file);
    }
    if (!set_cuts(options, 1.0, HIGHEST_OF_PICTURES, "cycles per pixel")) {
        return TOOL_REFUSED;
    }
    if (!tool_depth_check(options->depth, options->output)) {
        return TOOL_REFUSED;
    }
    int code = tool_filter_picture(&f);
    if (code == TOOL_GOOD && !report_picture(options, &f)) {
        code = TOOL_REFUSED;
    }
    tool_raster_free(&f.picture);
    return code;
}

/* --- sounds ----------------------------------------------------------------------------------- */

static bool report_sound(const filter_options *options, const tool_source_info *info,
                         const tool_sound_filtering *f, const char *unit)
{
    if (to_people(options)) {
        char filter[128];
        describe_filter(options, unit, filter, sizeof filter);
        (void)printf("%s (%s%s%s): %s; %llu sample%s; %s (%s)\n", options->file, info->format,
                     info->taken[0] != '\0' ? "; " : "", info->taken, filter,
                     (unsigned long long)f->count, f->count == 1 ? "" : "s", options->output,
                     f->format);
        if (f->clipped > 0) {
            (void)printf("%llu numbers are beyond full scale and were clipped; .npy keeps them\n",
                         (unsigned long long)f->clipped);
        }
    }
    if (options->json == NULL) {
        return tool_file_close(stdout, "standard output");
    }
    cJSON *root = begin_json(options, info->format, unit);
    json_text(root, "taken", info->taken);
    json_text(root, "output_format", f->format);
    json_count(root, "samples", f->count);
    json_count(root, "channels", info->channels);
    json_number_or_null(root, "sample_rate",
                        info->sample_rate > 0.0 ? info->sample_rate : (double)NAN);
    json_count(root, "reach", f->reach);
    json_number_or_null(root, "left_out", f->left_out);
    json_count(root, "clipped", f->clipped);
    return json_write(root, options->json);
}

static int filter_source(filter_options *options, tool_source *source)
{
    const tool_source_info *info = tool_source_about(source);
    double rate = info->sample_rate > 0.0 ? info->sample_rate : 1.0;
    const char *unit = info->sample_rate > 0.0 ? "Hz" : "cycles per point";
    tool_sound_filtering f = {.filter = &options->filter,
                              .output = options->output,
                              .precision = options->precision,
                              .threads = options->threads};
    if (!set_cuts(options, rate, rate / 2.0, unit)) {
        return TOOL_REFUSED;
    }
    int code = tool_filter_sound(&f, source);
    return code == TOOL_GOOD && !report_sound(options, info, &f, unit) ? TOOL_REFUSED : code;
}

static int filter_sound(filter_options *options)
{
    const tool_source_choice all = {.channels = TOOL_CHANNEL_ALL,
                                    .has_axis = options->axis != TOOL_NOT_GIVEN,
                                    .axis = (uint32_t)options->axis};
    tool_source *source = NULL;
    fftc_error error = {.status = FFTC_SUCCESS};
    if (strcmp(options->file, "-") != 0 && access(options->file, F_OK) != 0) {
        /* the file may be a picture */
        return tool_refuse("%s: %s", options->file, strerror(errno));
    }
    if (!tool_sink_can_write(options->output)) {
        return tool_refuse("%s: %s is no picture, so OUT must end in one of %s", options->output,
                           options->file, tool_sink_endings);
    }
    const char *option = options->edges >= 0                 ? "--edges"
                         : options->add != 0.0               ? "--add"
                         : options->depth != TOOL_DEPTH_AUTO ? "--depth"
                                                             : tool_choice_given(&options->choice);
    if (option != NULL) {
        return tool_refuse("%s is for pictures: %s is none", option, options->file);
    }
    if (tool_source_open(options->file, &all, &source, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s", error.message);
    }
    int code = filter_source(options, source);
    tool_source_close(source);
    return code;
}

static int filter_run(void *given)
{
    filter_options *options = given;
    bool butterworth = options->filter.shape == TOOL_BUTTERWORTH;
    if (options->passes.given != 1) {
        return tool_refuse("filter: give one of --low-pass, --high-pass, --band-pass and "
                           "--band-stop");
    }
    if (!butterworth && options->filter.order != 0) {
        return tool_refuse("--order is for --shape butterworth");
    }
    options->filter.order = options->filter.order != 0 ? options->filter.order : ORDER_STANDARD;
    return tool_is_picture(options->file) ? filter_picture(options) : filter_sound(options);
}

/* --- the command ------------------------------------------------------------------------------ */

static const tool_option filter_words[] = {
    {.name = "FILE", TOOL_TO_TEXT(TOOL_READS, filter_options, file), .required = true},
    {.name = "OUT",
     TOOL_TO_TEXT(TOOL_WRITES, filter_options, output),
     .endings = ".png .exr .wav .flac .aiff .aif .au .caf .w64 .rf64 .ogg .opus .npy",
     .required = true},
    {.name = NULL}};

#define PASS(what, how, text)                                                              \
    {                                                                                      \
        .name = what, .value = how, TOOL_FIELD(filter_options, passes), .take = take_pass, \
        .help = text                                                                       \
    }

static const tool_option filter_rows[] = {
    PASS("low-pass", "F", "keeps what is below F"),
    PASS("high-pass", "F", "keeps what is above F: FILE minus the low pass of F"),
    PASS("band-pass", "F1,F2", "keeps what is between: the low pass of F2 minus that of F1"),
    PASS("band-stop", "F1,F2", "keeps the rest: FILE minus the band pass"),
    {.name = "shape",
     .value = "NAME",
     TOOL_TO_NAME(filter_options, filter.shape, tool_filter_shape_names),
     .help = "how the gain falls: @; default butterworth"},
    {.name = "order",
     .value = "N",
     TOOL_TO_NUMBER(filter_options, filter.order, 1, TOOL_FILTER_ORDER_LIMIT),
     .help = "of butterworth: how steep; default 4"},
    {.name = "edges",
     .value = "NAME",
     TOOL_TO_NAME(filter_options, edges, tool_edges_names),
     .help = "what lies beyond a picture: @; default mirror"},
    {.name = "add",
     .value = "LIGHT",
     TOOL_TO_REAL(filter_options, add, -1e6, 1e6),
     .help = "to every colour of the resulting picture, white being 1, so that a high pass, which "
             "is negative in places, can be seen; 0.2 is a middle grey; default 0"},
    TOOL_OPTIONS_CHOICE(filter_options, choice, "", "of FILE"),
    TOOL_OPTION_DEPTH(filter_options, depth),
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(filter_options, precision, tool_full_precision_names),
     .help = "of what is computed: @; default f32"},
    {.name = "axis",
     .value = "A",
     TOOL_TO_NUMBER(filter_options, axis, 0, 7),
     .help =
         "of a .npy: the axis along which time runs, counted from 0; default: the longer of two; "
         "the other has the channels"},
    TOOL_OPTION_THREADS(filter_options, threads, "default 1"),
    TOOL_OPTION_JSON(filter_options, json, "what was done, for machines"),
    {.name = NULL}};

static const tool_form filter_form = {
    .about =
        "Lets some frequencies of a sound or a picture pass and takes the others out; phases stay. "
        "The ending of OUT says what is written:\n"
        "  .wav, .flac, .aiff, .au, .caf, .w64, .rf64, .ogg, .opus  a sound; F in Hz\n"
        "  .npy  a signal as NumPy's array; F in Hz if FILE is a sound, else in cycles per point\n"
        "  .png, .exr  a picture; F in cycles per pixel, in every direction\n",
    .words = filter_words,
    .options = filter_rows,
    .defaults =
        &(const filter_options){
            .edges = -1, .choice = {.option = "--"}, .axis = TOOL_NOT_GIVEN, .threads = 1},
    .bytes = sizeof(filter_options),
    .run = filter_run};

const tool_command tool_command_filter = {
    .name = "filter",
    .summary = "low, high and band passes of a sound or a picture",
    .forms = {&filter_form},
    .examples = "fftcore filter voice.wav phone.wav --band-pass 300,3400\n"
                "fftcore filter street.png soft.png --low-pass 0.05 --shape gaussian\n"};
