/* SPDX-License-Identifier: MIT
 *
 * A run of a shader in an emulator.
 */
#include <stdio.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/emulator.h"
#include "spirv/names.h"
#include "spirv/run.h"
#include "support/check.h"
#include "support/error.h"

static bool allocate_run(fftc_spirv_run *r)
{
    const fftc_allocator *allocator = r->m->allocator;
    uint32_t objects = r->m->object_count;
    uint64_t memories;
    for (uint32_t i = 0; i < objects; ++i) {
        if (fftc_spirv_is_bound(r->m, &r->m->objects[i])) {
            uint32_t count = fftc_spirv_descriptors_of(r, &r->m->objects[i]);
            r->descriptor_count +=
                count < FFTC_SPIRV_MAX_MEMORIES ? count : FFTC_SPIRV_MAX_MEMORIES;
            if (r->descriptor_count > FFTC_SPIRV_MAX_MEMORIES) {
                return false;
            }
        }
    }
    memories = (uint64_t)r->dispatch->buffer_count + r->dispatch->image_count +
               r->descriptor_count + objects;
    r->job.memories = fftc_allocate(allocator, memories, sizeof *r->job.memories);
    r->memories = fftc_allocate(allocator, memories, sizeof *r->memories);
    r->shared = fftc_allocate(allocator, memories, sizeof *r->shared);
    r->job.frame = fftc_allocate(allocator, r->m->frame_slots, sizeof *r->job.frame);
    r->job.images = fftc_allocate(allocator, r->dispatch->image_count, sizeof *r->job.images);
    r->job.descriptors = fftc_allocate(allocator, r->descriptor_count, sizeof(uint64_t));
    r->job.descriptor_first = fftc_allocate(allocator, objects, sizeof(uint32_t));
    r->job.descriptor_counts = fftc_allocate(allocator, objects, sizeof(uint32_t));
    r->job.sites = fftc_allocate(allocator, (uint64_t)r->m->line_count + 1, sizeof(uint16_t));
    return r->job.memories != NULL && r->memories != NULL && r->shared != NULL &&
           r->job.frame != NULL && r->job.images != NULL && r->job.descriptors != NULL &&
           r->job.descriptor_first != NULL && r->job.descriptor_counts != NULL &&
           r->job.sites != NULL;
}

static void release_run(fftc_spirv_run *r)
{
    const fftc_allocator *allocator = r->m->allocator;
    fftc_release(allocator, r->job.memories);
    fftc_release(allocator, r->memories);
    fftc_release(allocator, r->shared);
    fftc_release(allocator, r->job.frame);
    fftc_release(allocator, r->job.images);
    fftc_release(allocator, r->job.descriptors);
    fftc_release(allocator, r->job.descriptor_first);
    fftc_release(allocator, r->job.descriptor_counts);
    fftc_release(allocator, r->job.sites);
}

/* --- the run */

static fftc_status configure(const fftc_spirv_run *r, const fftc_emulation *config,
                             fftc_emulation *full, fftc_error *error)
{
    const uint32_t *size = r->m->interface.local_size;
    uint64_t bytes = (uint64_t)r->m->frame_slots * sizeof(uint64_t) +
                     (uint64_t)(r->m->where_words + 1) * sizeof(uint32_t);
    uint32_t resident =
        config != NULL && config->resident_workgroups != 0 ? config->resident_workgroups : 1;
    if (bytes * size[0] * size[1] * size[2] > UINT32_MAX / resident) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the invocations of a workgroup need %llu bytes each: more than 4 GiB",
                         (unsigned long long)bytes);
    }
    *full = config != NULL ? *config : (fftc_emulation){0};
    full->workgroup_size = size[0];
    full->workgroup_size_y = size[1];
    full->workgroup_size_z = size[2];
    full->workgroup_count = r->dispatch->groups[0];
    full->workgroup_count_y = r->dispatch->groups[1];
    full->workgroup_count_z = r->dispatch->groups[2];
    full->shared_words = 0;
    full->memories = r->memory_count != 0 ? r->memories : NULL;
    full->memory_count = r->memory_count;
    full->shared_arrays = r->shared_count != 0 ? r->shared : NULL;
    full->shared_array_count = r->shared_count;
    full->private_bytes = (uint32_t)bytes;
    return FFTC_SUCCESS;
}

static void take_findings(fftc_spirv_run *r, const fftc_report *from, fftc_report *report,
                          fftc_finding *findings, size_t limit)
{
    size_t count = from->findings_listed < limit ? from->findings_listed : limit;
    for (size_t i = 0; i < count; ++i) {
        findings[i] = from->findings[i];
        fftc_spirv_name_finding(r->m, &r->job, &findings[i]);
    }
    if (report != NULL) {
        *report = *from;
        report->findings = findings;
        report->findings_listed = count;
    }
}

/* The caller's observer sees places by the names that findings have. */
static void observe_named(void *user, const fftc_event *event)
{
    const fftc_spirv_run *r = user;
    fftc_event named = *event;
    fftc_memory memory;
    if (event->memory != NULL) {
        memory = *event->memory;
        memory.name = fftc_spirv_name_place(r->m, &r->job, memory.name, &named.address);
        named.memory = &memory;
    }
    r->observer.observe(r->observer.user, &named);
}

/* Without the Vulkan memory model, other workgroups are sure to see stores to a variable only if it
 * is coherent, as a whole or in the member that is meant. Which one that is is not known here: one
 * of them is enough. */
static bool is_coherent(const fftc_spirv *m, const fftc_spirv_object *object)
{
    const fftc_spirv_type *type = object->type;
    bool any = false;
    for (uint32_t i = 0; type->kind == FFTC_SPIRV_STRUCT && i < type->count; ++i) {
        any = any || type->members[i].coherent;
    }
    return any || m->vulkan_memory_model || m->ids[m->number[object->id]].coherent;
}

static void describe_memories(const fftc_spirv_run *r, fftc_emulator *emulator)
{
    for (uint32_t i = 0; i < r->job.memory_count; ++i) {
        const fftc_spirv_memory *memory = &r->job.memories[i];
        fftc_object *to = &emulator->objects[memory->number];
        if (memory->constant) {
            continue;
        }
        if (to->shared) {
            to->zeroed = memory->zeroed;
            continue;
        }
        to->memory_class =
            memory->image != FFTC_SPIRV_NONE ? FFTC_CLASS_IMAGES : FFTC_CLASS_BUFFERS;
        to->not_coherent = emulator->config.need_coherent && memory->object != FFTC_SPIRV_NONE &&
                           !is_coherent(r->m, &r->m->objects[memory->object]);
    }
}

static fftc_status execute(fftc_spirv_run *r, const fftc_emulation *config, fftc_report *report,
                           fftc_finding *findings, size_t limit, fftc_error *error)
{
    fftc_emulation full;
    fftc_emulator *emulator;
    fftc_report whole;
    fftc_status status = configure(r, config, &full, error);
    if (full.observer.observe != NULL) {
        r->observer = full.observer;
        full.observer = (fftc_observer){.observe = observe_named, .user = r};
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_emulator_create(&full, &emulator, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    describe_memories(r, emulator);
    status = fftc_emulator_run(emulator, fftc_spirv_invoke, &r->job, &whole, error);
    if (status == FFTC_SUCCESS) {
        take_findings(r, &whole, report, findings, limit);
    }
    fftc_emulator_destroy(emulator);
    return status;
}

uint64_t fftc_spirv_buffer_address(uint32_t number)
{
    return fftc_spirv_pointer_to(number);
}

fftc_status fftc_emulate_spirv(fftc_spirv *shader, const fftc_spirv_dispatch *dispatch,
                               const fftc_emulation *config, fftc_report *report,
                               fftc_finding *findings, size_t findings_limit, fftc_error *error)
{
    fftc_spirv_run r = {.m = shader, .dispatch = dispatch, .job = {.m = shader}};
    fftc_status status;
    if (shader == NULL || dispatch == NULL) {
        return fftc_fail_null(error, shader == NULL ? "shader" : "dispatch");
    }
    if (findings == NULL && findings_limit != 0) {
        return fftc_fail_null(error, "findings");
    }
    status = fftc_spirv_check_dispatch(shader, dispatch, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (!allocate_run(&r)) {
        status = r.descriptor_count > FFTC_SPIRV_MAX_MEMORIES
                     ? fftc_fail(error, FFTC_TOO_LARGE, "more than %u descriptors",
                                 FFTC_SPIRV_MAX_MEMORIES)
                     : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the run of a shader");
    } else {
        memcpy(r.job.frame, shader->initial, shader->frame_slots * sizeof *r.job.frame);
        fftc_spirv_bind(&r);
        status = execute(&r, config, report, findings, findings_limit, error);
    }
    release_run(&r);
    return status;
}
