/* SPDX-License-Identifier: MIT */
#include "emit_arrays.h"

#ifndef FFTCORE_TOOL_VULKAN

const tool_form tool_emit_scan_form = {.chosen_by = "scan", .unavailable = TOOL_WITHOUT_VULKAN};
const tool_form tool_emit_difference_form = {.chosen_by = "difference",
                                             .unavailable = TOOL_WITHOUT_VULKAN};

#else

#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "devices.h"
#include "fftcore/vulkan/finite_difference.h"
#include "fftcore/vulkan/scan.h"
#include "json.h"
#include "plan_folder.h"

/* What both forms have. */
typedef struct output {
    const char *folder, *json, *device;
} output;

typedef fftc_status (*emitter)(const void *request, const fftc_vulkan_device *device,
                               fftc_emitted_plan *plan, fftc_error *error);

static bool write_json(const output *to, const fftc_emitted_plan *plan)
{
    cJSON *root = json_begin("emit");
    cJSON *description = cJSON_Parse(plan->description);
    json_text(root, "folder", to->folder);
    if (description != NULL) {
        (void)cJSON_AddItemToObject(root, "plan", description);
    }
    return json_write(root, to->json);
}

/* Emits for the device that is named, or for any. */
static int emit(const output *to, emitter how, const void *request)
{
    const char *const taken[] = {to->json};
    tool_devices devices = {.count = 0};
    const fftc_vulkan_device *limits = NULL;
    fftc_emitted_plan plan = {.kernels = 0};
    uint32_t number = 0;
    fftc_error error;
    if (to->device != NULL) {
        tool_devices_open(&devices);
        if (!tool_device_choose(&devices, to->device, &number)) {
            tool_devices_close(&devices);
            return TOOL_REFUSED;
        }
        limits = &devices.list[number];
    }
    bool good = how(request, limits, &plan, &error) == FFTC_SUCCESS;
    if (!good) {
        (void)tool_refuse("emit: %s", error.message);
    }
    good = good && tool_plan_folder_check(to->folder, &plan, taken, 1) &&
           tool_plan_folder_write(to->folder, &plan) && (to->json == NULL || write_json(to, &plan));
    fftc_emitted_plan_free(&plan);
    tool_devices_close(&devices);
    return good ? TOOL_GOOD : TOOL_REFUSED;
}

#define OUTPUT_OPTIONS(type)                                                                       \
    TOOL_OPTION_DEVICE(type, to.device,                                                            \
                       "for this device: its number or a part of its name, as `fftcore info` has " \
                       "them; without, for all"),                                                  \
        TOOL_OPTION_JSON(type, to.json, "what was written, for machines")

/* --- scans ------------------------------------------------------------------------------------ */

typedef struct scan_request {
    output to;
    uint64_t length, segments;
    int kind, type, operation, method;
    bool in_place, segmented;
} scan_request;

/* By their enumerations. */
static const char *const kind_names[] = {"inclusive", "exclusive", "reduction", NULL};
static const char *const type_names[] = {"uint32", "int32",   "float32", "uint64",
                                         "int64",  "float64", NULL};
static const char *const operation_names[] = {"sum", "product", "min", "max",
                                              "and", "or",      "xor", NULL};
static const char *const method_names[] = {"default", "one-pass", "several", NULL};

static fftc_status emit_scan(const void *request, const fftc_vulkan_device *device,
                             fftc_emitted_plan *plan, fftc_error *error)
{
    const scan_request *r = request;
    const fftc_scan_description d = {.length = r->length,
                                     .kind = (fftc_scan_kind)r->kind,
                                     .type = (fftc_scan_type)r->type,
                                     .operation = (fftc_scan_operation)r->operation,
                                     .placement = r->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                                     .segmented = r->segmented,
                                     .segments = r->segments};
    const fftc_vulkan_scan_options options = {.passes.method = (fftc_scan_method)r->method};
    return fftc_vulkan_scan_emit(&d, device, &options, plan, error);
}

static int scan_run(void *request)
{
    const scan_request *r = request;
    return emit(&r->to, emit_scan, r);
}

static const tool_option scan_rows[] = {
    {.name = "scan",
     .value = "FOLDER",
     TOOL_TO_TEXT(TOOL_FOLDER, scan_request, to.folder),
     .help = "where to; made if it is not there"},
    {.name = "length",
     .value = "N",
     TOOL_TO_NUMBER(scan_request, length, 0, (uint64_t)1 << 31),
     .required = true,
     .help = "items"},
    {.name = "kind",
     .value = "KIND",
     TOOL_TO_NAME(scan_request, kind, kind_names),
     .help = "@; default inclusive"},
    {.name = "type",
     .value = "TYPE",
     TOOL_TO_NAME(scan_request, type, type_names),
     .help = "of items: @; default uint32"},
    {.name = "operation",
     .value = "NAME",
     TOOL_TO_NAME(scan_request, operation, operation_names),
     .help = "@; default sum"},
    {.name = "in-place",
     TOOL_TO_FLAG(scan_request, in_place),
     .help = "source and result are one array"},
    {.name = "segmented",
     TOOL_TO_FLAG(scan_request, segmented),
     .help = "by segments, which begin where bits of another array are 1"},
    {.name = "segments",
     .value = "N",
     TOOL_TO_NUMBER(scan_request, segments, 1, (uint64_t)1 << 31),
     .help = "with a reduction by segments: results that there is room for"},
    {.name = "method",
     .value = "NAME",
     TOOL_TO_NAME(scan_request, method, method_names),
     .help = "@: whether the array is read once, by workgroups that wait for others"},
    OUTPUT_OPTIONS(scan_request),
    {.name = NULL}};

const tool_form tool_emit_scan_form = {
    .chosen_by = "scan",
    .about = "With --scan, the dispatches of a scan or reduction of an array, as "
             "fftc_vulkan_scan_create makes them, in the files of --plan.\n",
    .options = scan_rows,
    .defaults = &(const scan_request){.kind = 0},
    .bytes = sizeof(scan_request),
    .run = scan_run};

/* --- finite differences ----------------------------------------------------------------------- */

typedef struct difference_request {
    output to;
    fftc_difference difference;
    int equation, order, boundary;
    double part;
    bool medium;
} difference_request;

static const char *const equation_names[] = {"heat", "wave", NULL}; /* by fftc_equation */
static const char *const boundary_names[] = {"periodic", "zero", "mirror",
                                             NULL}; /* by fftc_boundary */
static const char *const order_names[] = {"2", "4", "6", "8", NULL};

static bool take_length(const tool_option *option, char *text, void *field)
{
    difference_request *r = field;
    (void)option;
    bench_cases cases = {.list = NULL};
    char why[300] = "give up to three lengths, such as 512x512";
    bool good = bench_cases_parse(text, &cases, why, sizeof why) && cases.count == 1;
    const bench_case *c = cases.list;
    good = good && !c->convolution && c->kind == FFTC_COMPLEX && c->batch <= 1 &&
           (c->length[2] == 0 || c->length[3] == 0);
    for (int i = 0; good && i < FFTC_DIFFERENCE_MAX_AXES; ++i) {
        r->difference.length[i] = c->length[i];
    }
    if (!good) {
        (void)tool_refuse("emit: --length %s: %s", text, why);
    }
    free(cases.list);
    return good;
}

static fftc_status emit_difference(const void *request, const fftc_vulkan_device *device,
                                   fftc_emitted_plan *plan, fftc_error *error)
{
    const difference_request *r = request;
    fftc_difference d = r->difference;
    const fftc_vulkan_difference_options options = {.medium = r->medium};
    d.equation = (fftc_equation)r->equation;
    d.order = 2 * (r->order + 1);
    for (int i = 0; i < FFTC_DIFFERENCE_MAX_AXES && d.length[i] != 0; ++i) {
        d.boundary[i] = (fftc_boundary)r->boundary;
    }
    fftc_status status = fftc_difference_limit(&d, &d.time_step, error);
    d.time_step *= r->part;
    return status == FFTC_SUCCESS ? fftc_vulkan_difference_emit(&d, device, &options, plan, error)
                                  : status;
}

static int difference_run(void *request)
{
    const difference_request *r = request;
    return emit(&r->to, emit_difference, r);
}

static const tool_option difference_rows[] = {
    {.name = "difference",
     .value = "FOLDER",
     TOOL_TO_TEXT(TOOL_FOLDER, difference_request, to.folder),
     .help = "where to; made if it is not there"},
    {.name = "length",
     .value = "LENGTHS",
     .kind = TOOL_TEXT,
     .take = take_length,
     .required = true,
     .help = "points along one to three axes, the slowest first: 512x512"},
    {.name = "equation",
     .value = "NAME",
     TOOL_TO_NAME(difference_request, equation, equation_names),
     .help = "@; default heat"},
    {.name = "order",
     .value = "N",
     TOOL_TO_NAME(difference_request, order, order_names),
     .help = "of the differences: @; default 2"},
    {.name = "boundary",
     .value = "NAME",
     TOOL_TO_NAME(difference_request, boundary, boundary_names),
     .help = "beyond all ends: @; default periodic"},
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(difference_request, difference.precision, tool_full_precision_names),
     .help = "@; default f32"},
    {.name = "coefficient",
     .value = "C",
     TOOL_TO_REAL(difference_request, difference.coefficient, 1e-30, 1e30),
     .help = "the diffusivity, or the speed of waves; default 1"},
    {.name = "damping",
     .value = "G",
     TOOL_TO_REAL(difference_request, difference.damping, 0.0, 1e30),
     .help = "of waves; default 0"},
    {.name = "time-step",
     .value = "PART",
     TOOL_TO_REAL(difference_request, part, 1e-30, 1.0),
     .help = "the time step, as a part of the largest one that is stable; default 0.5"},
    {.name = "medium",
     TOOL_TO_FLAG(difference_request, medium),
     .help = "a factor of the Laplacian for each point, in an array"},
    OUTPUT_OPTIONS(difference_request),
    {.name = NULL}};

const tool_form tool_emit_difference_form = {
    .chosen_by = "difference",
    .about = "With --difference, the dispatches of two time steps of the heat or the wave "
             "equation, as fftc_vulkan_difference_create makes them, in the files of --plan.\n",
    .options = difference_rows,
    .defaults = &(const difference_request){.part = 0.5, .difference.coefficient = 1.0},
    .bytes = sizeof(difference_request),
    .run = difference_run};

#endif
