/* SPDX-License-Identifier: MIT
 *
 * `fftcore bloom`: a picture convolved with a picture.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bloom.h"
#include "bloom_emit.h"
#include "bloom_kernel.h"
#include "command.h"
#include "devices.h"
#include "json.h"
#include "output.h"
#include "progress.h"
#include "raster_options.h"

typedef struct bloom_options {
    const char *picture, *kernel, *output, *json, *device, *centre;
    tool_raster_choice choice, kernel_choice;
    double exposure, white;
    tool_depth depth;
    tool_bloom bloom;
    const char *emit;
    int emit_storage;
} bloom_options;

/* Of the kernel, or of what is meant to be seen of it. */
static void choose_middle(const tool_raster *kernel, uint32_t *centre)
{
    const tool_frame *frame = &kernel->frame;
    centre[0] = (kernel->width - 1) / 2;
    centre[1] = (kernel->height - 1) / 2;
    if (frame->shown_width > 0 && frame->shown_height > 0) { /* inside, as files are read */
        centre[0] =
            (uint32_t)((int64_t)frame->shown_left - frame->left) + (frame->shown_width - 1) / 2;
        centre[1] =
            (uint32_t)((int64_t)frame->shown_top - frame->top) + (frame->shown_height - 1) / 2;
    }
}

/* "X,Y", or the middle. */
static bool choose_centre(bloom_options *options, const tool_raster *kernel)
{
    uint64_t at[2];
    char x[TOOL_FIRST_BYTES];
    choose_middle(kernel, options->bloom.centre);
    if (options->centre == NULL) {
        return true;
    }
    const char *y = tool_split_pair(options->centre, x);
    if (y == NULL) {
        (void)tool_refuse("--centre %s: must be two numbers with a comma, such as 31,31",
                          options->centre);
        return false;
    }
    if (!tool_parse_number("--centre", x, 0, kernel->width - 1, &at[0]) ||
        !tool_parse_number("--centre", y, 0, kernel->height - 1, &at[1])) {
        return false;
    }
    options->bloom.centre[0] = (uint32_t)at[0];
    options->bloom.centre[1] = (uint32_t)at[1];
    return true;
}

typedef struct summary {
    const bloom_options *options;
    const tool_raster *picture;
    const tool_raster *kernel;
    const char *where; /* "CPU", or the device */
    tool_bloom_report report;
    uint64_t clipped;
} summary;

static void print_taken(const char *file, const tool_raster *raster)
{
    if (raster->taken[0] != '\0') {
        (void)printf("%s: %s\n", file, raster->taken);
    }
}

static void print_summary(const summary *s)
{
    (void)printf("%s (%s) with %s (%s) on %s: %s\n", s->options->picture, s->picture->format,
                 s->options->kernel, s->kernel->format, s->where, s->options->output);
    print_taken(s->options->picture, s->picture);
    print_taken(s->options->kernel, s->kernel);
    (void)printf("planned in %.3g ms, kernel %.3g ms, picture %.3g ms\n",
                 s->report.plan_milliseconds, s->report.kernel_milliseconds,
                 s->report.picture_milliseconds);
    if (s->clipped > 0) {
        (void)printf("%llu of %llu pixels are brighter than white, or negative, and were clipped; "
                     "--exposure darkens, .exr keeps them\n",
                     (unsigned long long)s->clipped,
                     (unsigned long long)tool_raster_png_pixels(s->picture));
    }
}

static void describe_picture(cJSON *root, const char *name, const char *file,
                             const tool_raster *raster)
{
    cJSON *object = cJSON_AddObjectToObject(root, name);
    json_text(object, "file", file);
    json_text(object, "format", raster->format);
    json_text(object, "taken", raster->taken);
    json_count(object, "width", raster->width);
    json_count(object, "height", raster->height);
}

static bool report(const summary *s)
{
    const bloom_options *options = s->options;
    tool_progress_hide();
    if (!tool_goes_out(options->json)) {
        print_summary(s);
    }
    if (options->json == NULL) {
        return tool_file_close(stdout, "standard output");
    }
    cJSON *root = json_begin("bloom");
    describe_picture(root, "picture", options->picture, s->picture);
    describe_picture(root, "kernel", options->kernel, s->kernel);
    json_text(root, "output", options->output);
    json_text(root, "edges", tool_edges_names[options->bloom.edges]);
    json_text(root, "resample", tool_resampling_names[options->bloom.resampling]);
    json_number_or_null(root, "mix", options->bloom.mix);
    json_number_or_null(root, "exposure", options->exposure);
    json_number_or_null(root, "white", options->white);
    cJSON *centre = cJSON_AddArrayToObject(root, "centre");
    cJSON_AddItemToArray(centre, cJSON_CreateNumber(options->bloom.centre[0]));
    cJSON_AddItemToArray(centre, cJSON_CreateNumber(options->bloom.centre[1]));
    if (options->emit != NULL) {
        json_text(root, "emitted", options->emit);
        json_text(root, "emitted_storage", tool_storage_names[options->emit_storage]);
    }
    json_text(root, "on", s->where);
    json_number_or_null(root, "power", s->report.power);
    json_number_or_null(root, "plan_milliseconds", s->report.plan_milliseconds);
    json_number_or_null(root, "kernel_milliseconds", s->report.kernel_milliseconds);
    json_number_or_null(root, "picture_milliseconds", s->report.picture_milliseconds);
    json_count(root, "clipped", s->clipped);
    return json_write(root, options->json);
}

static float aspect_of(const tool_raster *raster)
{
    return raster->frame.pixel_aspect > 0.0F ? raster->frame.pixel_aspect : 1.0F;
}

static bool emit(const bloom_options *options, const tool_raster *picture,
                 const tool_raster *kernel)
{
    const tool_bloom_emission emission = {.folder = options->emit,
                                          .storage = options->emit_storage,
                                          .of_device = options->bloom.on_device,
                                          .taken = {options->picture,
                                                    tool_kernel_file(options->kernel),
                                                    options->output, options->json}};
    return options->emit == NULL || tool_bloom_emit(&options->bloom, &emission, picture, kernel);
}

static int bloom(const bloom_options *options, const char *where, const tool_raster *picture,
                 const tool_raster *kernel)
{
    summary s = {.options = options, .picture = picture, .kernel = kernel, .where = where};
    fftc_error error = {.status = FFTC_SUCCESS};
    tool_raster result;
    if (tool_bloom_run(&options->bloom, picture, kernel, &result, &s.report, &error) !=
        FFTC_SUCCESS) {
        return tool_refuse("bloom: %s", error.message);
    }
    tool_depth_set(options->depth, &result);
    tool_progress_set(-1.0, "writing %s", options->output);
    bool written = tool_raster_write(&result, options->output, &s.clipped);
    tool_raster_free(&result);
    return written && report(&s) ? TOOL_GOOD : TOOL_REFUSED;
}

static fftc_status read_kernel(const bloom_options *options, tool_raster *kernel, fftc_error *error)
{
    const char *name = options->kernel;
    bool made = tool_kernel_is_made(name);
    if (!made && strchr(name, ':') != NULL && access(name, F_OK) != 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s: there is no such file, and kernels that are made begin with %s", name,
                         TOOL_KERNELS);
    }
    return (made ? tool_kernel_make : tool_raster_read)(name, &options->kernel_choice, kernel,
                                                        error);
}

static int with_pictures(bloom_options *options, const char *where)
{
    tool_raster picture;
    tool_raster kernel = {0};
    fftc_error error = {.status = FFTC_SUCCESS};
    int code = TOOL_REFUSED;
    tool_progress_set(-1.0, "reading the pictures");
    if (tool_raster_read(options->picture, &options->choice, &picture, &error) != FFTC_SUCCESS ||
        read_kernel(options, &kernel, &error) != FFTC_SUCCESS) {
        (void)tool_refuse("%s", error.message);
    } else if (choose_centre(options, &kernel)) {
        if (fabsf(aspect_of(&picture) / aspect_of(&kernel) - 1.0F) > 1e-3F) {
            tool_raster_note(&kernel,
                             "its pixels have the shape %g, the picture's %g, and are "
                             "taken one for one",
                             (double)aspect_of(&kernel), (double)aspect_of(&picture));
        }
        code = emit(options, &picture, &kernel) ? bloom(options, where, &picture, &kernel)
                                                : TOOL_REFUSED;
    }
    tool_raster_free(&picture);
    tool_raster_free(&kernel);
    return code;
}

static int bloom_run(void *given)
{
    bloom_options *options = given;
    tool_devices devices = {.count = 0};
    int code = TOOL_REFUSED;
    const char *file = tool_kernel_file(options->kernel);
    options->bloom.exposure = options->exposure - log2(options->white);
    if (!tool_depth_check(options->depth, options->output)) {
        return TOOL_REFUSED;
    }
    if (file != NULL && tool_output_is_same(options->output, file)) {
        return tool_refuse("bloom: OUT %s would overwrite KERNEL: name another file",
                           options->output);
    }
    if (file == NULL && tool_choice_given(&options->kernel_choice) != NULL) {
        return tool_refuse("bloom: %s%s: the kernel %s is made, and has no parts, views or layers",
                           options->kernel_choice.option,
                           tool_choice_given(&options->kernel_choice) + 2, options->kernel);
    }
    if (strcmp(options->device, "none") == 0) { /* which needs no driver to be asked */
        return with_pictures(options, "CPU");
    }
    tool_devices_open(&devices);
    options->bloom.on_device =
        tool_device_choose(&devices, options->device, &options->bloom.device);
    if (options->bloom.on_device) {
        code = with_pictures(options, tool_device_name(&devices, options->bloom.device));
    }
    tool_devices_close(&devices);
    return code;
}

static const tool_option bloom_words[] = {
    {.name = "IMAGE", TOOL_TO_TEXT(TOOL_READS, bloom_options, picture), .required = true},
    {.name = "KERNEL", TOOL_TO_TEXT(TOOL_READS, bloom_options, kernel), .required = true},
    {.name = "OUT",
     TOOL_TO_TEXT(TOOL_WRITES, bloom_options, output),
     .endings = ".png .exr",
     .required = true},
    {.name = NULL}};

static const tool_option bloom_rows[] = {
    {.name = "edges",
     .value = "NAME",
     TOOL_TO_NAME(bloom_options, bloom.edges, tool_edges_names),
     .help = "what lies beyond the picture: @; default mirror"},
    {.name = "mix",
     .alias = "sharpening",
     .value = "PART",
     TOOL_TO_REAL(bloom_options, bloom.mix, 0.0, 1.0),
     .help = "0 to 1: how much of the picture itself the result has; default 0"},
    {.name = "resample",
     .value = "FILTER",
     TOOL_TO_NAME(bloom_options, bloom.resampling, tool_resampling_names),
     .help = "whether the kernel's spectrum is taken as it is, and sampled between its "
             "frequencies, as engines do that keep one for pictures of all sizes: @; default "
             "exact, without"},
    {.name = "centre",
     .alias = "center",
     .value = "X,Y",
     TOOL_TO_TEXT(TOOL_TEXT, bloom_options, centre),
     .help = "the kernel's pixel that lies over the picture's own, counted from 0; default the "
             "middle one, (width - 1) / 2,(height - 1) / 2"},
    {.name = "exposure",
     .value = "STOPS",
     TOOL_TO_REAL(bloom_options, exposure, -20.0, 20.0),
     .help = "the result times 2^STOPS, -20 to 20; default 0"},
    {.name = "white",
     .value = "LEVEL",
     TOOL_TO_REAL(bloom_options, white, 1e-9, 1e9),
     .help = "what becomes white, the result is divided by it: 1e-9 to 1e9; default 1"},
    TOOL_OPTIONS_CHOICE(bloom_options, choice, "", "of IMAGE"),
    TOOL_OPTIONS_CHOICE(bloom_options, kernel_choice, "kernel-", "of KERNEL"),
    TOOL_OPTION_DEPTH(bloom_options, depth),
    TOOL_OPTION_THREADS(bloom_options, bloom.threads, "of the CPU; default 1"),
    TOOL_OPTION_DEVICE(bloom_options, device,
                       "a Vulkan device (number or part of its name), or none; default none"),
    {.name = "emit",
     .value = "FOLDER",
     TOOL_TO_TEXT(TOOL_TEXT, bloom_options, emit),
     .help = "also writes shaders, and what to bind, push and dispatch, for an engine without "
             "fftcore, for pictures of this size: for the device, or else for every one"},
    {.name = "emit-storage",
     .value = "NAME",
     TOOL_TO_NAME(bloom_options, emit_storage, tool_storage_names),
     .help = "what those shaders read and write: images of four channels, or buffers of floats: @; "
             "default half"},
    TOOL_OPTION_JSON(bloom_options, json, "what was done and how long it took, for machines"),
    {.name = NULL}};

static const tool_form bloom_form = {
    .about = "Convolves a picture with another one, such as the glare of a lens or the shape of "
             "its aperture, in linear light and colour by colour. IMAGE and KERNEL are .png or "
             ".exr (OpenEXR), of any size; OUT is .png (sRGB, clipped to 0 .. 1) or .exr, of "
             "IMAGE's size, and has an alpha if IMAGE has one. The kernel is divided by the "
             "luminance of all its pixels together, so "
             "brightness stays what it is.\nA kernel can also be made: gauss:SIZE, airy:SIZE (a "
             "round aperture's rings), star:SIZE, heart:SIZE, or aperture:FILE, the diffraction of "
             "the aperture in a picture.\n",
    .words = bloom_words,
    .options = bloom_rows,
    .defaults = &(const bloom_options){.device = "none",
                                       .choice = {.option = "--"},
                                       .kernel_choice = {.option = "--kernel-"},
                                       .white = 1.0,
                                       .emit_storage = 3,
                                       .bloom = {.threads = 1}},
    .bytes = sizeof(bloom_options),
    .run = bloom_run};

const tool_command tool_command_bloom = {
    .name = "bloom",
    .summary = "a picture convolved with another (.png, .exr): glare, blur, aperture",
    .forms = {&bloom_form},
    .examples = "fftcore bloom street.exr glare.exr street-bloom.png --mix 0.8\n"
                "fftcore bloom street.exr heart:65 hearts.png --white 4\n"};
