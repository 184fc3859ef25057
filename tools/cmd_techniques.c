/* SPDX-License-Identifier: MIT
 *
 * `fftcore techniques`: its command line, and the CPU.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "devices.h"
#include "progress.h"
#include "techniques.h"

#define CPU_SECONDS 0.2 /* of measuring */
#define CPU_RUNS 3      /* at least */

/* --- the CPU ---------------------------------------------------------------------------------- */

static void repeat_sample(const techniques *t, char *src)
{
    for (size_t done = 0; done < t->bytes; done += t->sample_bytes) {
        const size_t left = t->bytes - done;
        memcpy(src + done, t->src, left < t->sample_bytes ? left : t->sample_bytes);
    }
}

/* The least of a few runs: others do something else on the machine. */
static double time_plan(const fftc_plan *plan, const void *src, void *dst)
{
    const double start = tool_milliseconds();
    double least = (double)INFINITY;
    for (int i = 0; i < CPU_RUNS || tool_milliseconds() - start < 1e3 * CPU_SECONDS; ++i) {
        const double before = tool_milliseconds();
        (void)fftc_plan_execute(plan, src, dst, NULL);
        const double taken = tool_milliseconds() - before;
        least = taken < least ? taken : least;
    }
    return 1e-3 * least;
}

static void own_on_cpu(const techniques *t, techniques_row *row)
{
    const fftc_transform own = techniques_describe_own(t, t->lines);
    const fftc_plan_options options = {.threads = t->threads};
    char *src = malloc(t->bytes);
    char *dst = malloc(t->bytes);
    fftc_plan *plan = NULL;
    fftc_error error = {.status = FFTC_SUCCESS};
    *row = (techniques_row){.seconds = (double)NAN, .error = (double)NAN};
    if (src == NULL || dst == NULL) {
        (void)snprintf(row->reason, sizeof row->reason, "out of memory: give fewer --lines");
    } else if (fftc_plan_create(&own, &options, &plan, &error) != FFTC_SUCCESS) {
        tool_translate(error.message, row->reason, sizeof row->reason);
    } else {
        repeat_sample(t, src);
        row->seconds = time_plan(plan, src, dst);
        row->error = techniques_error(t, dst, t->sample);
    }
    fftc_plan_destroy(plan);
    free(src);
    free(dst);
}

/* The techniques in the emulator, which has as much shared memory as a line needs. */
static void on_cpu(techniques *t, techniques_place *place)
{
    const fftc_emulation config = {.observers = FFTC_OBSERVE_ALL & ~FFTC_OBSERVE_COUNTS};
    const fftc_emulated_device emulated = {
        .invocations_max = 1024, .shared_bytes = UINT32_MAX, .config = &config};
    (void)snprintf(place->name, sizeof place->name,
                   "CPU: the techniques in the emulator; fftcore's own as %s, %d thread%s",
                   fftc_simd_isa_name(), t->threads, t->threads == 1 ? "" : "s");
    place->copy_seconds = (double)NAN;
    for (int way = 0; way < TECHNIQUES_OWN; ++way) {
        tool_progress_set(-1.0, "%s in the emulator", techniques_name(way));
        techniques_count(t, way, &emulated, &place->row[way]);
    }
    tool_progress_set(-1.0, "fftcore on the CPU");
    own_on_cpu(t, &place->row[TECHNIQUES_OWN]);
}

/* --- everything ------------------------------------------------------------------------------- */

static int run_places(techniques *t, const tool_devices *devices, const bool *selected)
{
    t->places = calloc(2 + (size_t)devices->count, sizeof *t->places);
    if (t->places == NULL) {
        return tool_refuse("techniques: out of memory");
    }
    if (!techniques_prepare(t)) {
        return TOOL_REFUSED;
    }
    on_cpu(t, &t->places[t->place_count++]);
    for (uint32_t i = 0; i < devices->count; ++i) {
        if (selected[i]) {
            techniques_place *place = &t->places[t->place_count++];
            (void)snprintf(place->name, sizeof place->name, "%s", tool_device_name(devices, i));
            techniques_on_device(t, i, place);
        }
    }
    if (devices->reason[0] != '\0') {
        techniques_place *place = &t->places[t->place_count++];
        *place = (techniques_place){.name = "Vulkan", .device = true};
        (void)snprintf(place->reason, sizeof place->reason, "%s", devices->reason);
    }
    if (!techniques_report(t)) {
        return TOOL_REFUSED;
    }
    return techniques_good(t) ? TOOL_GOOD : TOOL_DIFFERS;
}

static bool check(techniques *t)
{
    if ((t->length & (t->length - 1)) != 0) {
        (void)tool_refuse("techniques: --length %llu: must be a power of two",
                          (unsigned long long)t->length);
        return false;
    }
    while ((uint64_t)1 << t->points_log2 < t->length) {
        ++t->points_log2;
    }
    const fftc_butterfly all = techniques_describe(t, 0, t->lines);
    fftc_butterfly_traffic traffic;
    if (fftc_butterfly_count(&all, &traffic, NULL) != FFTC_SUCCESS) {
        (void)tool_refuse("techniques: --length times --lines is more than 2^31: give fewer");
        return false;
    }
    return true;
}

static int techniques_run(void *given)
{
    techniques *t = given;
    tool_devices devices = {.count = 0};
    if (!check(t)) {
        return TOOL_REFUSED;
    }
    if (strcmp(t->device, "none") != 0) { /* which needs no driver to be asked */
        tool_devices_open(&devices);
    }
    bool *selected = calloc(devices.count > 0 ? devices.count : 1, sizeof *selected);
    int code = TOOL_REFUSED;
    if (selected == NULL) {
        (void)tool_refuse("techniques: out of memory");
    } else if (tool_devices_select(&devices, t->device, selected)) {
        code = run_places(t, &devices, selected);
    }
    free(selected);
    tool_devices_close(&devices);
    return code;
}

static void techniques_close(void *given)
{
    techniques_free(given);
}

static const tool_option techniques_rows[] = {
    {.name = "length",
     .value = "N",
     TOOL_TO_NUMBER(techniques, length, 2, 1u << 24),
     .help = "points of a line, a power of two: 512 or 2^9; default 512"},
    {.name = "lines",
     .value = "N",
     TOOL_TO_NUMBER(techniques, lines, 1, (uint64_t)1 << 30),
     .help = "how many lines; default 256. A GPU needs many more to be busy: 2^16, say"},
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(techniques, precision, tool_full_precision_names),
     .help = "@; default f32"},
    TOOL_OPTION_DIRECTION(techniques, direction, "@; default forward"),
    TOOL_OPTION_THREADS(techniques, threads, "of the CPU; default 1"),
    TOOL_OPTION_DEVICE(techniques, device,
                       "all (default), none, a number or part of a name of fftcore info"),
    TOOL_OPTION_JSON(techniques, json,
                     "everything for machines; without FILE, or -, instead of the table"),
    {.name = NULL}};

static const tool_form techniques_form = {
    .about =
        "Transforms lines by the two classic GPU FFTs and by this library's own kernels, on every "
        "device at hand:\n"
        "  passes   radix-2 butterfly passes through memory, one dispatch each\n"
        "  lines    whole lines in shared memory, one workgroup each\n"
        "  table    with places and weights from a lookup table, in place of computed ones\n"
        "  fftcore  fftc_vulkan_plan_create, or fftc_plan_create on the CPU\n"
        "For each it prints the bytes that the emulator counts, the time, the counted bytes per "
        "second, the time in copies of the array on that device, and the relative error.\n",
    .options = techniques_rows,
    .defaults = &(const techniques){.length = 512, .lines = 256, .threads = 1, .device = "all"},
    .bytes = sizeof(techniques),
    .run = techniques_run,
    .close = techniques_close};

const tool_command tool_command_techniques = {
    .name = "techniques",
    .summary = "two classic GPU FFTs beside this library's: bytes, times, errors",
    .forms = {&techniques_form},
    .end = "Exit status: 0 if what ran is clean, moves the bytes that formulas say, has the "
           "emulator's bits, and is within the error bound; 1 if not; 2 bad usage.\n",
    .examples = "fftcore techniques\n"
                "fftcore techniques --length 1024 --lines 2^16 --device 0\n"};
