/* SPDX-License-Identifier: MIT
 *
 * `fftcore stencil`: a wave, or heat, in a picture's landscape, by finite differences.
 */
#include <string.h>

#include "command.h"
#include "devices.h"
#include "json.h"
#include "progress.h"
#include "raster_options.h"
#include "stencil.h"

typedef struct stencil_options {
    const char *picture, *output, *json, *device, *source;
    tool_raster_choice choice;
    int equation, order, boundary;
    fftc_precision precision;
    double damping;
    tool_stencil stencil;
} stencil_options;

static const char *const equation_names[] = {"heat", "wave", NULL}; /* by fftc_equation */
static const char *const boundary_names[] = {"periodic", "zero", "mirror",
                                             NULL}; /* by fftc_boundary */
static const char *const order_names[] = {"2", "4", "6", "8", NULL};

/* "X,Y", or the middle. */
static bool choose_source(stencil_options *options, const tool_raster *picture)
{
    double *centre = options->stencil.centre;
    const uint32_t size[2] = {picture->width, picture->height};
    char x[TOOL_FIRST_BYTES];
    centre[0] = (size[0] - 1) / 2.0;
    centre[1] = (size[1] - 1) / 2.0;
    if (options->source == NULL) {
        return true;
    }
    const char *y = tool_split_pair(options->source, x);
    if (y == NULL) {
        (void)tool_refuse("--source %s: must be two numbers with a comma, such as 100,50",
                          options->source);
        return false;
    }
    return tool_parse_real("--source", x, 0.0, size[0] - 1, &centre[0]) &&
           tool_parse_real("--source", y, 0.0, size[1] - 1, &centre[1]);
}

static void print_summary(const stencil_options *options, const tool_raster *picture,
                          const char *where, const tool_stencil_report *r)
{
    const tool_stencil *s = &options->stencil;
    (void)printf("%s (%s): %s of order %s on %s: %s\n", options->picture, picture->format,
                 equation_names[options->equation], order_names[options->order], where,
                 options->output);
    if (picture->taken[0] != '\0') {
        (void)printf("%s: %s\n", options->picture, picture->taken);
    }
    (void)printf("%u frame%s of %u step%s, each of %.4g; planned in %.3g ms, steps %.3g ms, "
                 "drawing %.3g ms\n",
                 s->frames, s->frames == 1 ? "" : "s", s->steps, s->steps == 1 ? "" : "s",
                 r->time_step, r->plan_milliseconds, r->step_milliseconds, r->draw_milliseconds);
}

static bool report(const stencil_options *options, const tool_raster *picture, const char *where,
                   const tool_stencil_report *r)
{
    const tool_stencil *s = &options->stencil;
    tool_progress_hide();
    if (!tool_goes_out(options->json)) {
        print_summary(options, picture, where, r);
    }
    if (options->json == NULL) {
        return tool_file_close(stdout, "standard output");
    }
    cJSON *root = json_begin("stencil");
    json_text(root, "file", options->picture);
    json_text(root, "format", picture->format);
    json_text(root, "taken", picture->taken);
    json_text(root, "output", options->output);
    json_count(root, "width", picture->width);
    json_count(root, "height", picture->height);
    json_text(root, "equation", equation_names[options->equation]);
    json_text(root, "boundary", boundary_names[options->boundary]);
    json_count(root, "order", (uint64_t)s->difference.order);
    json_text(root, "precision", tool_precision_names[options->precision]);
    json_number_or_null(root, "slowest", s->slowest);
    json_number_or_null(root, "damping", options->damping);
    json_count(root, "frames", s->frames);
    json_count(root, "steps", s->steps);
    json_count(root, "rate", s->rate);
    json_number_or_null(root, "time_step", r->time_step);
    json_text(root, "on", where);
    json_number_or_null(root, "plan_milliseconds", r->plan_milliseconds);
    json_number_or_null(root, "step_milliseconds", r->step_milliseconds);
    json_number_or_null(root, "draw_milliseconds", r->draw_milliseconds);
    return json_write(root, options->json);
}

static int with_picture(stencil_options *options, const char *where)
{
    tool_raster picture;
    fftc_error error = {.status = FFTC_SUCCESS};
    tool_stencil_report r = {.time_step = 0.0};
    tool_progress_set(-1.0, "reading %s", options->picture);
    if (tool_raster_read(options->picture, &options->choice, &picture, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s", error.message);
    }
    bool good = choose_source(options, &picture) &&
                tool_stencil_run(&options->stencil, &picture, options->output, &r) &&
                report(options, &picture, where, &r);
    tool_raster_free(&picture);
    return good ? TOOL_GOOD : TOOL_REFUSED;
}

static int stencil_run(void *given)
{
    stencil_options *options = given;
    tool_stencil *s = &options->stencil;
    tool_devices devices = {.count = 0};
    int code = TOOL_REFUSED;
    if (options->equation == FFTC_HEAT && options->damping != 0.0) {
        return tool_refuse("--damping is for --equation wave");
    }
    s->difference = (fftc_difference){
        .equation = (fftc_equation)options->equation,
        .boundary = {(fftc_boundary)options->boundary, (fftc_boundary)options->boundary},
        .order = 2 + 2 * options->order,
        .damping = options->damping,
        .precision = options->precision};
    if (strcmp(options->device, "none") == 0) { /* which needs no driver to be asked */
        return with_picture(options, "CPU");
    }
    tool_devices_open(&devices);
    s->on_device = tool_device_choose(&devices, options->device, &s->device);
    if (s->on_device) {
        code = with_picture(options, tool_device_name(&devices, s->device));
    }
    tool_devices_close(&devices);
    return code;
}

static const tool_option stencil_words[] = {
    {.name = "PICTURE", TOOL_TO_TEXT(TOOL_READS, stencil_options, picture), .required = true},
    {.name = "OUT",
     TOOL_TO_TEXT(TOOL_WRITES, stencil_options, output),
     .endings = ".png .apng",
     .required = true},
    {.name = NULL}};

static const tool_option stencil_rows[] = {
    {.name = "equation",
     .value = "NAME",
     TOOL_TO_NAME(stencil_options, equation, equation_names),
     .help = "what spreads: @; default wave"},
    {.name = "frames",
     .value = "N",
     TOOL_TO_NUMBER(stencil_options, stencil.frames, 1, 10000),
     .help = "pictures of the animation; 1 is a plain .png of the end; default 60"},
    {.name = "steps",
     .value = "N",
     TOOL_TO_NUMBER(stencil_options, stencil.steps, 1, 1000000),
     .help = "time steps from frame to frame; default 10"},
    {.name = "rate",
     .value = "N",
     TOOL_TO_NUMBER(stencil_options, stencil.rate, 1, 1000),
     .help = "frames a second; default 25"},
    {.name = "source",
     .value = "X,Y",
     TOOL_TO_TEXT(TOOL_TEXT, stencil_options, source),
     .help = "the pixel where a drop falls at first, counted from 0 at the left upper corner; "
             "default the middle"},
    {.name = "radius",
     .value = "R",
     TOOL_TO_REAL(stencil_options, stencil.radius, 0.5, 1e6),
     .help = "of the drop, in pixels; default 4"},
    {.name = "slowest",
     .value = "PART",
     TOOL_TO_REAL(stencil_options, stencil.slowest, 0.0, 1.0),
     .help = "how fast waves (or heat) are where the picture is black, 0 to 1, white being 1; "
             "default 0.3"},
    {.name = "boundary",
     .value = "NAME",
     TOOL_TO_NAME(stencil_options, boundary, boundary_names),
     .help = "what lies beyond the picture: @; default mirror, a free end"},
    {.name = "damping",
     .value = "G",
     TOOL_TO_REAL(stencil_options, damping, 0.0, 1e3),
     .help = "of waves, in 1 / (the time that the fastest wave takes for a pixel); default 0"},
    {.name = "order",
     .value = "N",
     TOOL_TO_NAME(stencil_options, order, order_names),
     .help = "of the differences: @; default 4"},
    {.name = "time-step",
     .value = "PART",
     TOOL_TO_REAL(stencil_options, stencil.part, 1e-3, 1.0),
     .help = "the time step, as a part of the largest one that is stable; default 0.9"},
    TOOL_OPTIONS_CHOICE(stencil_options, choice, "", "of PICTURE"),
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(stencil_options, precision, tool_full_precision_names),
     .help = "of what is computed: @; default f32"},
    TOOL_OPTION_THREADS(stencil_options, stencil.threads, "of the CPU; default 1"),
    TOOL_OPTION_DEVICE(stencil_options, device,
                       "a Vulkan device (number or part of its name), or none; default none. The "
                       "result has the same bits"),
    TOOL_OPTION_JSON(stencil_options, json, "what was done and how long it took, for machines"),
    {.name = NULL}};

static const tool_form stencil_form = {
    .about = "Lets a drop fall into a picture and draws how the wave spreads, by finite "
             "differences of the wave equation. Waves are fast where the picture is bright and "
             "slow where it is dark, so they are refracted and reflected as by glass. With "
             "--equation heat the drop is hot, and bright places conduct heat well.\nPICTURE is "
             ".png or .exr; OUT is an animated PNG (.png or .apng), which browsers show. Programs "
             "that do not know animations show its first frame.\n",
    .words = stencil_words,
    .options = stencil_rows,
    .defaults = &(const stencil_options){.device = "none",
                                         .choice = {.option = "--"},
                                         .equation = FFTC_WAVE,
                                         .order = 1,
                                         .boundary = FFTC_BOUNDARY_MIRROR,
                                         .stencil = {.slowest = 0.3,
                                                     .part = 0.9,
                                                     .radius = 4.0,
                                                     .frames = 60,
                                                     .steps = 10,
                                                     .rate = 25,
                                                     .threads = 1}},
    .bytes = sizeof(stencil_options),
    .run = stencil_run};

const tool_command tool_command_stencil = {
    .name = "stencil",
    .summary = "a wave or heat in a picture's landscape, as an animated PNG",
    .forms = {&stencil_form},
    .examples = "fftcore stencil lens.png wave.png --source 40,150\n"
                "fftcore stencil map.png heat.png --equation heat --radius 20 --steps 50\n"};
