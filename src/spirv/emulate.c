/* SPDX-License-Identifier: MIT
 *
 * A run: the dispatch's buffers as memories of an emulator.
 */
#include <stdio.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/emulator.h"
#include "spirv/job.h"
#include "spirv/layout.h"
#include "spirv/names.h"
#include "spirv/step.h"
#include "support/check.h"
#include "support/error.h"

#define MAX_MEMORIES 60000u

/* What a run allocates; all of it is released at its end. */
typedef struct run {
    fftc_spirv *m;
    const fftc_spirv_dispatch *dispatch;
    fftc_spirv_job job;
    fftc_memory *memories; /* the emulator's: buffers that are written, ... */
    fftc_memory *shared;
    uint32_t memory_count, shared_count;
    uint32_t descriptor_count;
    fftc_observer observer; /* the caller's */
} run;

/* --- sizes */

/* Bytes of the smallest number in a type; 8 if there is none. */
static uint32_t least_number(const fftc_spirv_type *type)
{
    uint32_t least = 8;
    if (fftc_spirv_is_scalar(type)) {
        return type->width / 8;
    }
    if (type->kind == FFTC_SPIRV_STRUCT) {
        for (uint32_t i = 0; i < type->count; ++i) {
            uint32_t one = least_number(type->members[i].type);
            least = one < least ? one : least;
        }
        return least;
    }
    return type->kind == FFTC_SPIRV_POINTER || type->element == NULL ? 8
                                                                     : least_number(type->element);
}

/* And of what pointers of another variable for the descriptor, or addresses, make of the bytes. */
static uint32_t least_view(const fftc_spirv *m, const fftc_spirv_object *object)
{
    uint32_t least = object != NULL ? least_number(object->type) : 8;
    const fftc_spirv_id *id = object != NULL ? &m->ids[m->number[object->id]] : NULL;
    for (uint32_t i = 0; i < m->object_count; ++i) {
        const fftc_spirv_object *other = &m->objects[i];
        const fftc_spirv_id *its = &m->ids[m->number[other->id]];
        if (id != NULL && other->storage != StorageWorkgroup &&
            other->storage != StoragePushConstant && its->set == id->set &&
            its->binding == id->binding) {
            uint32_t one = least_number(other->type);
            least = one < least ? one : least;
        }
    }
    for (uint32_t i = 1; i < m->id_count; ++i) {
        const fftc_spirv_id *type = &m->ids[i];
        if (type->opcode == OpTypePointer && type->type != NULL && type->type->element != NULL &&
            type->type->storage == StoragePhysicalStorageBuffer) {
            uint32_t one = least_number(type->type->element);
            least = one < least ? one : least;
        }
    }
    return least;
}

/* --- descriptors */

static bool is_bound(const fftc_spirv *m, const fftc_spirv_object *object)
{
    return (object->storage == StorageUniform || object->storage == StorageStorageBuffer) &&
           m->ids[m->number[object->id]].reg != FFTC_SPIRV_NONE;
}

/* The first object that a buffer is for; NULL if none is. */
static const fftc_spirv_object *object_of(const fftc_spirv *m, const fftc_spirv_buffer *buffer)
{
    for (uint32_t i = 0; i < m->object_count; ++i) {
        const fftc_spirv_object *object = &m->objects[i];
        const fftc_spirv_id *id = &m->ids[m->number[object->id]];
        if ((object->storage == StorageUniform || object->storage == StorageStorageBuffer) &&
            id->set == buffer->set && id->binding == buffer->binding) {
            return object;
        }
    }
    return NULL;
}

static fftc_status check_buffer(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                                uint32_t number, fftc_error *error)
{
    const fftc_spirv_buffer *buffer = &dispatch->buffers[number];
    const fftc_spirv_object *object = object_of(m, buffer);
    if (buffer->data == NULL && buffer->bytes != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "buffers[%u].data is NULL: pass an array",
                         number);
    }
    if ((uint64_t)buffer->bytes > FFTC_SPIRV_OFFSET_MASK) {
        return fftc_fail(error, FFTC_TOO_LARGE, "buffers[%u] has %zu bytes: at most 2^40 - 1",
                         number, buffer->bytes);
    }
    if (buffer->binding == FFTC_SPIRV_BY_ADDRESS) {
        return FFTC_SUCCESS;
    }
    if (object == NULL || (object->descriptors != 0 && buffer->element >= object->descriptors)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "buffers[%u]: the shader has no buffer at set %u, binding %u, element %u",
                         number, buffer->set, buffer->binding, buffer->element);
    }
    for (uint32_t i = 0; i < number; ++i) {
        const fftc_spirv_buffer *other = &dispatch->buffers[i];
        if (other->set == buffer->set && other->binding == buffer->binding &&
            other->element == buffer->element) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "buffers[%u] is for the same descriptor as buffers[%u]", number, i);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_dispatch(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                                  fftc_error *error)
{
    uint64_t groups = 1;
    if (dispatch->buffers == NULL && dispatch->buffer_count != 0) {
        return fftc_fail_null(error, "buffers");
    }
    if (dispatch->buffer_count > MAX_MEMORIES) {
        return fftc_fail(error, FFTC_TOO_LARGE, "buffer_count is %u: at most %u",
                         dispatch->buffer_count, MAX_MEMORIES);
    }
    if (dispatch->push_constant_bytes < m->interface.push_constant_bytes ||
        (dispatch->push_constants == NULL && dispatch->push_constant_bytes != 0)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "push_constant_bytes is %zu: the shader has %u bytes of push constants",
                         dispatch->push_constant_bytes, m->interface.push_constant_bytes);
    }
    for (int axis = 0; axis < 3; ++axis) {
        uint32_t count = dispatch->groups[axis] != 0 ? dispatch->groups[axis] : 1;
        if (__builtin_mul_overflow(groups, count, &groups) || groups > (uint64_t)1 << 31) {
            return fftc_fail(error, FFTC_TOO_LARGE, "more than 2^31 workgroups");
        }
    }
    for (uint32_t i = 0; i < dispatch->buffer_count; ++i) {
        fftc_status status = check_buffer(m, dispatch, i, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return FFTC_SUCCESS;
}

/* How many descriptors an object has in this run. */
static uint32_t descriptors_of(const run *r, const fftc_spirv_object *object)
{
    uint32_t count = object->descriptors;
    for (uint32_t i = 0; object->descriptors == 0 && i < r->dispatch->buffer_count; ++i) {
        const fftc_spirv_buffer *buffer = &r->dispatch->buffers[i];
        const fftc_spirv_id *id = &r->m->ids[r->m->number[object->id]];
        if (buffer->set == id->set && buffer->binding == id->binding && buffer->element >= count &&
            buffer->element < MAX_MEMORIES) {
            count = buffer->element + 1;
        }
    }
    return count;
}

static uint64_t pointer_to(uint32_t memory)
{
    return (uint64_t)(memory + 1) << FFTC_SPIRV_OFFSET_BITS;
}

/* The memory of a descriptor: the buffer that is given, or one of no bytes. */
static uint32_t find_memory(run *r, uint32_t number, uint32_t element)
{
    const fftc_spirv_object *object = &r->m->objects[number];
    const fftc_spirv_id *id = &r->m->ids[r->m->number[object->id]];
    for (uint32_t i = 0; i < r->dispatch->buffer_count; ++i) {
        const fftc_spirv_buffer *buffer = &r->dispatch->buffers[i];
        if (buffer->set == id->set && buffer->binding == id->binding &&
            buffer->element == element) {
            return i;
        }
    }
    r->job.memories[r->job.memory_count] = (fftc_spirv_memory){
        .name = object->name,
        .object = number,
        .element_bytes = least_view(r->m, object),
        .constant = object->storage == StorageUniform && !object->type->buffer_block};
    return r->job.memory_count++;
}

static void add_buffers(run *r)
{
    for (uint32_t i = 0; i < r->dispatch->buffer_count; ++i) {
        const fftc_spirv_buffer *buffer = &r->dispatch->buffers[i];
        const fftc_spirv_object *object =
            buffer->binding != FFTC_SPIRV_BY_ADDRESS ? object_of(r->m, buffer) : NULL;
        r->job.memories[r->job.memory_count++] = (fftc_spirv_memory){
            .name = object != NULL ? object->name : "a buffer reached by its address",
            .data = buffer->data,
            .bytes = buffer->bytes,
            .element_bytes = least_view(r->m, object),
            .object = object != NULL ? (uint32_t)(object - r->m->objects) : FFTC_SPIRV_NONE,
            .constant =
                object != NULL && object->storage == StorageUniform && !object->type->buffer_block};
    }
}

/* Blocks in workgroup memory lie over one another. */
static uint32_t add_shared(run *r, uint32_t number, uint32_t *block)
{
    const fftc_spirv_object *object = &r->m->objects[number];
    fftc_spirv_place place = fftc_spirv_pointee(object->type, StorageWorkgroup);
    uint64_t bytes =
        object->type->block ? fftc_spirv_place_bytes(r->m, &place) : object->type->bytes;
    uint32_t least = least_number(object->type);
    fftc_spirv_memory *memory;
    if (object->type->block && *block != FFTC_SPIRV_NONE) {
        memory = &r->job.memories[*block];
        memory->bytes = bytes > memory->bytes ? bytes : memory->bytes;
        memory->element_bytes = least < memory->element_bytes ? least : memory->element_bytes;
        return *block;
    }
    r->job.memories[r->job.memory_count] = (fftc_spirv_memory){
        .name = object->name, .bytes = bytes, .element_bytes = least, .object = number};
    if (object->type->block) {
        *block = r->job.memory_count;
    }
    return r->job.memory_count++;
}

/* Every object gets its pointer. */
static void bind_objects(run *r)
{
    uint32_t block = FFTC_SPIRV_NONE;
    uint32_t next = 0;
    add_buffers(r);
    for (uint32_t i = 0; i < r->m->object_count; ++i) {
        const fftc_spirv_object *object = &r->m->objects[i];
        uint32_t slot = r->m->ids[r->m->number[object->id]].reg;
        if (slot == FFTC_SPIRV_NONE) {
            continue;
        }
        if (object->storage == StorageWorkgroup) {
            r->job.frame[slot] = pointer_to(add_shared(r, i, &block));
        } else if (object->storage == StoragePushConstant) {
            r->job.memories[r->job.memory_count] =
                (fftc_spirv_memory){.name = object->name,
                                    .data = (void *)(uintptr_t)r->dispatch->push_constants,
                                    .bytes = r->dispatch->push_constant_bytes,
                                    .object = i,
                                    .constant = true};
            r->job.frame[slot] = pointer_to(r->job.memory_count++);
        } else if (is_bound(r->m, object)) {
            r->job.descriptor_first[i] = next;
            r->job.descriptor_counts[i] = descriptors_of(r, object);
            for (uint32_t k = 0; k < r->job.descriptor_counts[i]; ++k) {
                r->job.descriptors[next++] = pointer_to(find_memory(r, i, k));
            }
            r->job.frame[slot] = object->descriptors == 1 ? r->job.descriptors[next - 1] : 0;
        }
    }
}

/* The emulator's memories and shared arrays, whose numbers follow one another. */
static void list_memories(run *r)
{
    for (uint32_t i = 0; i < r->job.memory_count; ++i) {
        fftc_spirv_memory *memory = &r->job.memories[i];
        bool shared = memory->object != FFTC_SPIRV_NONE &&
                      r->m->objects[memory->object].storage == StorageWorkgroup;
        if (!memory->constant) {
            fftc_memory *to = shared ? &r->shared[r->shared_count] : &r->memories[r->memory_count];
            *to = (fftc_memory){.name = memory->name,
                                .data = memory->data,
                                .element_bytes = memory->element_bytes,
                                .element_count = memory->bytes / memory->element_bytes};
            memory->number = shared ? r->shared_count++ : r->memory_count++;
        }
    }
    for (uint32_t i = 0; i < r->job.memory_count; ++i) {
        fftc_spirv_memory *memory = &r->job.memories[i];
        if (memory->object != FFTC_SPIRV_NONE &&
            r->m->objects[memory->object].storage == StorageWorkgroup) {
            memory->number += r->memory_count + 1; /* as fftc_invocation_shared_number */
        }
    }
}

static bool allocate_run(run *r)
{
    const fftc_allocator *allocator = r->m->allocator;
    uint32_t objects = r->m->object_count;
    uint64_t memories;
    for (uint32_t i = 0; i < objects; ++i) {
        if (is_bound(r->m, &r->m->objects[i])) {
            uint32_t count = descriptors_of(r, &r->m->objects[i]);
            r->descriptor_count += count < MAX_MEMORIES ? count : MAX_MEMORIES;
            if (r->descriptor_count > MAX_MEMORIES) {
                return false;
            }
        }
    }
    memories = (uint64_t)r->dispatch->buffer_count + r->descriptor_count + objects;
    r->job.memories = fftc_allocate(allocator, memories, sizeof *r->job.memories);
    r->memories = fftc_allocate(allocator, memories, sizeof *r->memories);
    r->shared = fftc_allocate(allocator, memories, sizeof *r->shared);
    r->job.frame = fftc_allocate(allocator, r->m->frame_slots, sizeof *r->job.frame);
    r->job.descriptors = fftc_allocate(allocator, r->descriptor_count, sizeof(uint64_t));
    r->job.descriptor_first = fftc_allocate(allocator, objects, sizeof(uint32_t));
    r->job.descriptor_counts = fftc_allocate(allocator, objects, sizeof(uint32_t));
    r->job.sites = fftc_allocate(allocator, (uint64_t)r->m->line_count + 1, sizeof(uint16_t));
    return r->job.memories != NULL && r->memories != NULL && r->shared != NULL &&
           r->job.frame != NULL && r->job.descriptors != NULL && r->job.descriptor_first != NULL &&
           r->job.descriptor_counts != NULL && r->job.sites != NULL;
}

static void release_run(run *r)
{
    const fftc_allocator *allocator = r->m->allocator;
    fftc_release(allocator, r->job.memories);
    fftc_release(allocator, r->memories);
    fftc_release(allocator, r->shared);
    fftc_release(allocator, r->job.frame);
    fftc_release(allocator, r->job.descriptors);
    fftc_release(allocator, r->job.descriptor_first);
    fftc_release(allocator, r->job.descriptor_counts);
    fftc_release(allocator, r->job.sites);
}

/* --- the run */

static fftc_status configure(const run *r, const fftc_emulation *config, fftc_emulation *full,
                             fftc_error *error)
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

static void take_findings(run *r, const fftc_report *from, fftc_report *report,
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
    const run *r = user;
    fftc_event named = *event;
    fftc_memory memory;
    if (event->memory != NULL) {
        memory = *event->memory;
        memory.name = fftc_spirv_name_place(r->m, &r->job, memory.name, &named.address);
        named.memory = &memory;
    }
    r->observer.observe(r->observer.user, &named);
}

static fftc_status execute(run *r, const fftc_emulation *config, fftc_report *report,
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
    status = fftc_emulator_run(emulator, fftc_spirv_invoke, &r->job, &whole, error);
    if (status == FFTC_SUCCESS) {
        take_findings(r, &whole, report, findings, limit);
    }
    fftc_emulator_destroy(emulator);
    return status;
}

uint64_t fftc_spirv_buffer_address(uint32_t number)
{
    return pointer_to(number);
}

fftc_status fftc_emulate_spirv(fftc_spirv *shader, const fftc_spirv_dispatch *dispatch,
                               const fftc_emulation *config, fftc_report *report,
                               fftc_finding *findings, size_t findings_limit, fftc_error *error)
{
    run r = {.m = shader, .dispatch = dispatch, .job = {.m = shader}};
    fftc_status status;
    if (shader == NULL || dispatch == NULL) {
        return fftc_fail_null(error, shader == NULL ? "shader" : "dispatch");
    }
    if (findings == NULL && findings_limit != 0) {
        return fftc_fail_null(error, "findings");
    }
    status = check_dispatch(shader, dispatch, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (!allocate_run(&r)) {
        status = r.descriptor_count > MAX_MEMORIES
                     ? fftc_fail(error, FFTC_TOO_LARGE, "more than %u descriptors", MAX_MEMORIES)
                     : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the run of a shader");
    } else {
        memcpy(r.job.frame, shader->initial, shader->frame_slots * sizeof *r.job.frame);
        bind_objects(&r);
        list_memories(&r);
        status = execute(&r, config, report, findings, findings_limit, error);
    }
    release_run(&r);
    return status;
}
