/* SPDX-License-Identifier: MIT */
#include "techniques.h"

#ifdef FFTCORE_TOOL_VULKAN

#include <string.h>

#include "device.h"
#include "fftcore/vulkan/butterfly.h"
#include "progress.h"

#define ALIGNMENT 65536u /* of the benchmark's arrays */

/* One way on one device. */
typedef struct work {
    techniques *t;
    device_bench *bench;
    techniques_row *row;
} work;

static void fail(techniques_row *row, VkResult result)
{
    (void)snprintf(row->reason, sizeof row->reason, "VkResult %d", (int)result);
}

static VkResult fill_source(const work *w)
{
    const techniques *t = w->t;
    VkResult result = VK_SUCCESS;
    memcpy(w->bench->staging.mapped, t->src, t->sample_bytes);
    for (size_t done = 0; done < t->bytes && result == VK_SUCCESS; done += t->sample_bytes) {
        const size_t left = t->bytes - done;
        result = device_copy_host(w->bench, &w->bench->staging, 0, &w->bench->src, done,
                                  left < t->sample_bytes ? left : t->sample_bytes);
    }
    return result;
}

/* The sample's results, where they begin for the first or for the last time. */
static VkResult judge(const work *w, bool exact, bool last)
{
    const techniques *t = w->t;
    const uint64_t first_line = last ? (t->lines - 1) / t->sample * t->sample : 0;
    const uint64_t left = t->lines - first_line;
    const uint64_t lines = left < t->sample ? left : t->sample;
    const size_t line_bytes = t->sample_bytes / (size_t)t->sample;
    VkResult result = device_copy_host(w->bench, &w->bench->dst, first_line * line_bytes,
                                       &w->bench->staging, 0, lines * line_bytes);
    if (result == VK_SUCCESS) {
        const double error = techniques_error(t, w->bench->staging.mapped, lines);
        w->row->error = error <= w->row->error ? w->row->error : error;
        w->row->differs = w->row->differs || (exact && memcmp(w->bench->staging.mapped, t->result,
                                                              lines * line_bytes) != 0);
    }
    return result;
}

static void measure(const work *w, const device_recorder *recorder, bool exact)
{
    VkResult result = fill_source(w);
    w->row->error = 0.0;
    result = result == VK_SUCCESS ? device_run_once(w->bench, recorder) : result;
    result = result == VK_SUCCESS ? judge(w, exact, false) : result;
    result = result == VK_SUCCESS ? judge(w, exact, true) : result;
    result = result == VK_SUCCESS ? device_time(w->bench, recorder, &w->row->seconds) : result;
    if (result != VK_SUCCESS) {
        fail(w->row, result);
    }
}

typedef struct recording {
    const fftc_vulkan_plan *own;
    const fftc_vulkan_butterfly *butterfly;
    fftc_vulkan_span src, dst, scratch;
} recording;

static fftc_status record(const void *what, VkCommandBuffer commands)
{
    const recording *r = what;
    const fftc_vulkan_buffers own = {.src = r->src, .dst = r->dst, .scratch = r->scratch};
    const fftc_vulkan_butterfly_buffers classic = {r->src, r->dst, r->scratch};
    return r->own != NULL ? fftc_vulkan_plan_record(r->own, commands, &own, NULL)
                          : fftc_vulkan_butterfly_record(r->butterfly, commands, &classic, NULL);
}

static void run(const work *w, int way)
{
    const techniques *t = w->t;
    device_bench *b = w->bench;
    fftc_vulkan_plan *own = NULL;
    fftc_vulkan_butterfly *butterfly = NULL;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status;
    if (way == TECHNIQUES_OWN) {
        const fftc_transform transform = techniques_describe_own(t, t->lines);
        status = fftc_vulkan_plan_create(b->context, &transform, NULL, &own, &error);
    } else {
        const fftc_butterfly lines = techniques_describe(t, way, t->lines);
        const fftc_vulkan_butterfly_options options = {.recordings = DEVICE_RUNS};
        status = fftc_vulkan_butterfly_create(b->context, &lines, &options, &butterfly, &error);
    }
    const uint64_t scratch = own != NULL ? fftc_vulkan_plan_bytes(own, FFTC_VULKAN_SCRATCH)
                                         : fftc_vulkan_butterfly_scratch_bytes(butterfly);
    if (status != FFTC_SUCCESS) {
        tool_translate(error.message, w->row->reason, sizeof w->row->reason);
    } else if (!device_make_scratch(b, scratch)) {
        fail(w->row, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    } else {
        const recording r = {
            .own = own,
            .butterfly = butterfly,
            .src = {.buffer = b->src.handle},
            .dst = {.buffer = b->dst.handle},
            .scratch = {.buffer = scratch != 0 ? b->scratch.handle : VK_NULL_HANDLE}};
        const device_recorder recorder = {record, &r};
        measure(w, &recorder, way != TECHNIQUES_OWN);
    }
    fftc_vulkan_plan_destroy(own);
    fftc_vulkan_butterfly_destroy(butterfly);
}

static void run_all(techniques *t, device_bench *b, techniques_place *place)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(b->context);
    const bool subgroups = info->subgroup_full && info->subgroup_shuffle;
    const fftc_emulation config = {.subgroup_size = info->subgroup_size,
                                   .observers = FFTC_OBSERVE_ALL & ~FFTC_OBSERVE_COUNTS};
    const fftc_emulated_device emulated = {.invocations_max = info->invocations_max,
                                           .shared_bytes = info->shared_bytes,
                                           .subgroups_max = info->subgroups_max,
                                           .buffer_bytes_max = info->buffer_bytes_max,
                                           .passes.no_subgroups = !subgroups,
                                           .config = &config};
    place->copy_seconds = b->copy_seconds * (double)t->bytes / (double)b->bytes;
    for (int way = 0; way < TECHNIQUES_WAYS; ++way) {
        tool_progress_set(-1.0, "%s on %s", techniques_name(way), place->name);
        techniques_count(t, way, &emulated, &place->row[way]);
        if (place->row[way].counted) {
            run(&(work){t, b, &place->row[way]}, way);
        }
    }
}

void techniques_on_device(techniques *t, uint32_t number, techniques_place *place)
{
    device_bench b = {.precision = t->precision, .silent = true};
    place->device = true;
    tool_progress_set(-1.0, "a copy on %s", place->name);
    const uint64_t bytes = (t->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (device_bench_open(&b, number, bytes, place->reason, sizeof place->reason)) {
        if (b.bytes < t->bytes || b.staging.bytes < t->sample_bytes) {
            (void)snprintf(place->reason, sizeof place->reason,
                           "an array has %llu bytes, a buffer of this device %llu: give fewer "
                           "--lines",
                           (unsigned long long)t->bytes, (unsigned long long)b.bytes);
        } else {
            run_all(t, &b, place);
        }
    }
    device_bench_close(&b);
}

#else

void techniques_on_device(techniques *t, uint32_t number, techniques_place *place)
{
    (void)t;
    (void)number;
    (void)snprintf(place->reason, sizeof place->reason, "this fftcore is built without Vulkan");
}

#endif
