/* SPDX-License-Identifier: MIT
 *
 * An emulator's tables: made, numbered, released.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/invocation.h"
#include "cpu/emulate/sync.h"
#include "support/check.h"
#include "support/error.h"

#define PRIVATE_ALIGNMENT 16u
#define ARRAY_ALIGNMENT 8u
#define MAX_SHARED_BYTES ((uint64_t)1 << 31)

/* --- memories */

/* "shared": the words. */
static fftc_memory words_of(const fftc_emulation *config)
{
    return (fftc_memory){
        .name = "shared", .element_bytes = 4, .element_count = config->shared_words};
}

/* Numbers what observers keep by element, and lays out shared memory. False if it is too large. */
static bool lay_out(fftc_emulator *emulator)
{
    const fftc_emulation *config = &emulator->config;
    uint64_t bytes = 0;
    emulator->memory_count = config->memory_count;
    for (uint32_t i = 0; i < emulator->object_count; ++i) {
        fftc_object *object = &emulator->objects[i];
        object->shared = i >= config->memory_count;
        object->memory_class = object->shared ? FFTC_CLASS_SHARED : FFTC_CLASS_BUFFERS;
        object->memory = !object->shared ? config->memories[i]
                         : i == config->memory_count
                             ? words_of(config)
                             : config->shared_arrays[i - config->memory_count - 1];
        if (object->shared) {
            object->memory.data = NULL;
            object->shadow = emulator->shared_elements;
            object->offset = (size_t)bytes;
            bytes += object->memory.element_bytes * object->memory.element_count;
            bytes = (bytes + ARRAY_ALIGNMENT - 1) / ARRAY_ALIGNMENT * ARRAY_ALIGNMENT;
            emulator->shared_elements += object->memory.element_count;
            if (bytes > MAX_SHARED_BYTES) {
                return false;
            }
        }
    }
    emulator->shared_bytes = (size_t)bytes;
    return true;
}

/* --- life */

/* Rows of slots, subgroups and invocations; what does not change from run to run. */
static void number_subgroups(fftc_emulator *emulator, fftc_workgroup *slot)
{
    for (uint32_t i = 0; i < emulator->group_subgroups; ++i) {
        fftc_subgroup *subgroup = &slot->subgroups[i];
        uint32_t first = i << emulator->subgroup_size_log2;
        uint32_t left = emulator->group_invocations - first;
        subgroup->workgroup = slot;
        subgroup->lanes = &slot->invocations[first];
        subgroup->index = i;
        subgroup->size =
            left < emulator->config.subgroup_size ? left : emulator->config.subgroup_size;
    }
}

static void number_invocations(fftc_emulator *emulator, fftc_workgroup *slot)
{
    for (uint32_t i = 0; i < emulator->group_invocations; ++i) {
        fftc_invocation *invocation = &slot->invocations[i];
        invocation->number = slot->slot * emulator->group_invocations + i;
        fftc_fiber *fiber = &emulator->pool.fibers[invocation->number];
        invocation->fiber = fiber;
        invocation->stack_limit = fiber->stack + fiber->stack_bytes / 4;
        invocation->emulator = emulator;
        invocation->workgroup = slot;
        invocation->subgroup = &slot->subgroups[i >> emulator->subgroup_size_log2];
        invocation->index = i;
        invocation->path = emulator->paths[invocation->number].numbers;
        invocation->call_base = emulator->paths[invocation->number].call_base;
        invocation->lane = i & (emulator->config.subgroup_size - 1);
    }
}

static void number_slots(fftc_emulator *emulator)
{
    for (uint32_t i = 0; i < emulator->slot_count; ++i) {
        fftc_workgroup *slot = &emulator->slots[i];
        size_t first = (size_t)i * emulator->group_invocations;
        slot->slot = i;
        slot->shadow = i * emulator->shared_elements;
        slot->invocations = &emulator->invocations[first];
        slot->subgroups = &emulator->subgroups[(size_t)i * emulator->group_subgroups];
        slot->shared = emulator->shared + i * emulator->shared_bytes;
        if (emulator->privates != NULL) {
            slot->privates = emulator->privates + first * emulator->private_stride;
        }
        number_subgroups(emulator, slot);
        number_invocations(emulator, slot);
    }
}

static bool allocate_tables(fftc_emulator *emulator)
{
    const fftc_emulation *config = &emulator->config;
    const fftc_allocator *allocator = emulator->allocator;
    emulator->slots = fftc_allocate(allocator, emulator->slot_count, sizeof *emulator->slots);
    emulator->invocations =
        fftc_allocate(allocator, emulator->resident, sizeof *emulator->invocations);
    emulator->paths = fftc_allocate(allocator, emulator->resident, sizeof *emulator->paths);
    emulator->shuffles = fftc_allocate(allocator, emulator->resident, sizeof *emulator->shuffles);
    emulator->subgroups =
        fftc_allocate(allocator, (uint64_t)emulator->slot_count * emulator->group_subgroups,
                      sizeof *emulator->subgroups);
    emulator->ready =
        fftc_allocate(allocator, emulator->resident / 64 + 1, sizeof *emulator->ready);
    emulator->shared = fftc_allocate(allocator, emulator->slot_count, emulator->shared_bytes);
    emulator->findings =
        fftc_allocate(allocator, config->findings_limit, sizeof *emulator->findings);
    if (config->private_bytes != 0) {
        emulator->privates = fftc_allocate(allocator, emulator->resident, emulator->private_stride);
        if (emulator->privates == NULL) {
            return false;
        }
    }
    return emulator->slots != NULL && emulator->invocations != NULL && emulator->paths != NULL &&
           emulator->shuffles != NULL && emulator->subgroups != NULL && emulator->ready != NULL &&
           emulator->shared != NULL && emulator->findings != NULL && fftc_sites_create(emulator);
}

static bool allocate_written(fftc_emulator *emulator)
{
    emulator->written =
        fftc_allocate(emulator->allocator, emulator->slot_count * emulator->shared_elements,
                      sizeof *emulator->written);
    for (uint32_t i = 0; i < emulator->memory_count; ++i) {
        fftc_object *object = &emulator->objects[i];
        if (emulator->config.uninitialized != NULL && emulator->config.uninitialized[i]) {
            object->written = fftc_allocate(emulator->allocator, object->memory.element_count,
                                            sizeof *object->written);
            if (object->written == NULL) {
                return false;
            }
        }
    }
    return emulator->written != NULL;
}

static bool allocate_observers(fftc_emulator *emulator)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        emulator->races = fftc_races_create(emulator);
        if (emulator->races == NULL) {
            return false;
        }
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_UNINITIALIZED) && !allocate_written(emulator)) {
        return false;
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        emulator->counting = fftc_counting_create(emulator);
        if (emulator->counting == NULL) {
            return false;
        }
    }
    return true;
}

/* What follows from the configuration. */
static void measure(fftc_emulator *emulator)
{
    const fftc_emulation *config = &emulator->config;
    emulator->observing =
        (config->observers & FFTC_OBSERVE_ALL) != 0 || config->observer.observe != NULL;
    emulator->subgroup_size_log2 = (uint32_t)__builtin_ctz(config->subgroup_size);
    emulator->group_invocations =
        config->workgroup_size * config->workgroup_size_y * config->workgroup_size_z;
    emulator->group_subgroups =
        (emulator->group_invocations + config->subgroup_size - 1) >> emulator->subgroup_size_log2;
    emulator->group_count =
        config->workgroup_count * config->workgroup_count_y * config->workgroup_count_z;
    emulator->slot_count = emulator->group_count < config->resident_workgroups
                               ? emulator->group_count
                               : config->resident_workgroups;
    emulator->resident = emulator->slot_count * emulator->group_invocations;
    emulator->private_stride = ((size_t)config->private_bytes + PRIVATE_ALIGNMENT - 1) /
                               PRIVATE_ALIGNMENT * PRIVATE_ALIGNMENT;
    emulator->object_count = config->memory_count + 1 + config->shared_array_count;
}

/* Everything but stacks, of an emulator that holds its configuration. */
static fftc_status fill(fftc_emulator *emulator, fftc_error *error)
{
    static const char no_tables[] = "no memory for the emulator's tables: take fewer shared words, "
                                    "private bytes or findings";
    measure(emulator);
    emulator->objects =
        fftc_allocate(emulator->allocator, emulator->object_count, sizeof *emulator->objects);
    if (emulator->objects == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, no_tables);
    }
    if (!lay_out(emulator)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "shared memory has more than 2^31 bytes: take smaller arrays");
    }
    if (!allocate_tables(emulator)) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, no_tables);
    }
    if (!allocate_observers(emulator)) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                         "no memory for the observers: without FFTC_OBSERVE_RACES they take less");
    }
    /* The caller's arrays need not live on. */
    emulator->config.memories = NULL;
    emulator->config.shared_arrays = NULL;
    emulator->config.uninitialized = NULL;
    return FFTC_SUCCESS;
}

fftc_status fftc_emulator_create_stacks(const fftc_emulation *config, unsigned fiber_flags,
                                        fftc_emulator **created, fftc_error *error)
{
    fftc_emulation checked;
    fftc_emulator *emulator;
    fftc_status status;
    if (config == NULL || created == NULL) {
        if (created != NULL) {
            *created = NULL;
        }
        return config == NULL ? fftc_fail_null(error, "config")
                              : fftc_fail_no_place(error, "emulator");
    }
    *created = NULL;
    checked = *config;
    fftc_emulation_set_defaults(&checked);
    status = fftc_emulation_check(&checked, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    emulator = fftc_allocate(config->allocator, 1, sizeof *emulator);
    if (emulator == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for an emulator");
    }
    emulator->config = checked;
    if (config->allocator != NULL) {
        emulator->allocator_copy = *config->allocator;
        emulator->allocator = &emulator->allocator_copy;
    }
    status = fill(emulator, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_fiber_pool_create(&emulator->pool, emulator->resident, checked.stack_bytes,
                                        fiber_flags, emulator->allocator, error);
    }
    if (status != FFTC_SUCCESS) {
        fftc_emulator_destroy(emulator);
        return status;
    }
    number_slots(emulator);
    *created = emulator;
    return fftc_succeed(error);
}

fftc_status fftc_emulator_create(const fftc_emulation *config, fftc_emulator **emulator,
                                 fftc_error *error)
{
    return fftc_emulator_create_stacks(config, FFTC_FIBER_GUARD, emulator, error);
}

fftc_status fftc_emulator_set_schedule(fftc_emulator *emulator, fftc_schedule schedule,
                                       uint64_t seed, fftc_error *error)
{
    if (emulator == NULL || emulator->running_now) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "the emulator is %s",
                         emulator == NULL ? "NULL" : "running");
    }
    if (fftc_emulation_check_schedule(schedule, error) != FFTC_SUCCESS) {
        return FFTC_INVALID_ARGUMENT;
    }
    emulator->config.schedule = schedule;
    emulator->config.seed = seed;
    return fftc_succeed(error);
}

void fftc_emulator_destroy(fftc_emulator *emulator)
{
    fftc_allocator allocator;
    bool own;
    if (emulator == NULL) {
        return;
    }
    own = emulator->allocator != NULL;
    allocator = emulator->allocator_copy;
    fftc_fiber_pool_destroy(&emulator->pool);
    if (emulator->invocations != NULL) {
        fftc_sync_destroy(emulator);
    }
    fftc_races_destroy(emulator, emulator->races);
    fftc_counting_destroy(emulator, emulator->counting);
    for (uint32_t i = 0; emulator->objects != NULL && i < emulator->object_count; ++i) {
        fftc_release(emulator->allocator, emulator->objects[i].written);
    }
    fftc_release(emulator->allocator, emulator->written);
    fftc_release(emulator->allocator, emulator->slots);
    fftc_release(emulator->allocator, emulator->invocations);
    fftc_release(emulator->allocator, emulator->paths);
    fftc_release(emulator->allocator, emulator->shuffles);
    fftc_release(emulator->allocator, emulator->subgroups);
    fftc_release(emulator->allocator, emulator->ready);
    fftc_release(emulator->allocator, emulator->shared);
    fftc_release(emulator->allocator, emulator->objects);
    fftc_release(emulator->allocator, emulator->sites);
    fftc_release(emulator->allocator, emulator->findings);
    fftc_release(emulator->allocator, emulator->privates);
    fftc_release(own ? &allocator : NULL, emulator);
}
