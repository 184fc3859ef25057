/* SPDX-License-Identifier: MIT
 *
 * Memory for what is remembered of accesses, and the ticks of what orders them.
 */
#include "cpu/emulate/race_records.h"

#include "cpu/allocate.h"

fftc_races *fftc_races_create(const fftc_emulator *emulator)
{
    fftc_races *races = fftc_allocate(emulator->allocator, 1, sizeof *races);
    uint64_t words = emulator->slot_count * emulator->shared_elements;
    if (races == NULL) {
        return NULL;
    }
    races->shared = fftc_allocate(emulator->allocator, words, sizeof(shared_word));
    races->lane_places = fftc_allocate(emulator->allocator, words * emulator->config.subgroup_size,
                                       sizeof *races->lane_places);
    races->memory =
        fftc_allocate(emulator->allocator, emulator->memory_count, sizeof *races->memory);
    races->atomics =
        fftc_allocate(emulator->allocator, emulator->object_count, sizeof *races->atomics);
    if (races->shared == NULL || races->lane_places == NULL || races->memory == NULL ||
        races->atomics == NULL) {
        fftc_races_destroy(emulator, races);
        return NULL;
    }
    for (uint32_t i = 0; i < emulator->memory_count; ++i) {
        races->memory[i] = fftc_allocate(
            emulator->allocator, emulator->objects[i].memory.element_count, sizeof(memory_element));
        if (races->memory[i] == NULL) {
            fftc_races_destroy(emulator, races);
            return NULL;
        }
    }
    return races;
}

void fftc_races_destroy(const fftc_emulator *emulator, fftc_races *races)
{
    if (races == NULL) {
        return;
    }
    for (uint32_t i = 0; races->memory != NULL && i < emulator->memory_count; ++i) {
        fftc_release(emulator->allocator, races->memory[i]);
    }
    for (uint32_t i = 0; races->atomics != NULL && i < emulator->object_count; ++i) {
        fftc_release(emulator->allocator, races->atomics[i]);
    }
    fftc_release(emulator->allocator, races->atomics);
    fftc_release(emulator->allocator, races->memory);
    fftc_release(emulator->allocator, races->lane_ticks);
    fftc_release(emulator->allocator, races->lane_places);
    fftc_release(emulator->allocator, races->shared);
    fftc_release(emulator->allocator, races);
}

/* Forgets everything before the numbers run out. */
static void forget(fftc_emulator *emulator)
{
    fftc_races *races = emulator->races;
    memset(races->shared, 0,
           emulator->slot_count * (size_t)emulator->shared_elements * sizeof(shared_word));
    for (uint32_t i = 0; i < emulator->memory_count; ++i) {
        memset(races->memory[i], 0,
               (size_t)emulator->objects[i].memory.element_count * sizeof(memory_element));
    }
    for (uint32_t i = 0; i < emulator->object_count; ++i) {
        if (races->atomics[i] != NULL) {
            memset(races->atomics[i], 0,
                   (size_t)element_total(emulator, &emulator->objects[i]) * sizeof(atomic_element));
        }
    }
    if (races->lane_ticks != NULL) {
        memset(races->lane_ticks, 0,
               emulator->slot_count * (size_t)emulator->shared_elements *
                   emulator->config.subgroup_size * sizeof *races->lane_ticks);
    }
    emulator->tick = 0;
}

void fftc_races_dispatch(fftc_emulator *emulator)
{
    if (emulator->tick >= UINT32_MAX / 2) {
        forget(emulator);
    }
    emulator->races->dispatch_tick = ++emulator->tick;
    fftc_sync_dispatch(emulator);
}

void fftc_races_age(fftc_emulator *emulator, uint32_t ticks)
{
    emulator->tick += ticks < UINT32_MAX - emulator->tick ? ticks : UINT32_MAX - emulator->tick;
}

/* --- what orders */

void fftc_races_workgroup(fftc_emulator *emulator, fftc_workgroup *workgroup)
{
    uint32_t tick = ++emulator->tick;
    for (int class = 0; class < FFTC_CLASSES; ++class) {
        workgroup->tick[class] = tick;
        for (uint32_t i = 0; i < emulator->group_subgroups; ++i) {
            workgroup->subgroups[i].tick[class] = tick;
        }
    }
    fftc_sync_start(emulator, workgroup);
}

static void set_ticks(uint32_t ticks[FFTC_CLASSES], uint32_t tick, const fftc_semantics *semantics)
{
    for (int class = 0; class < FFTC_CLASSES; ++class) {
        ticks[class] = fftc_orders(semantics, (fftc_memory_class) class) ? tick : ticks[class];
    }
}

void fftc_races_workgroup_barrier(fftc_emulator *emulator, fftc_workgroup *workgroup,
                                  const fftc_semantics *semantics)
{
    uint32_t tick = ++emulator->tick;
    set_ticks(workgroup->tick, tick, semantics);
    fftc_sync_workgroup_barrier(emulator, workgroup, semantics);
}

/* From here on more than the ticks of barriers orders accesses. */
static void keep_lane_ticks(fftc_emulator *emulator)
{
    fftc_races *races = emulator->races;
    if (races->lane_ticks == NULL) {
        races->lane_ticks = fftc_allocate(emulator->allocator,
                                          emulator->slot_count * emulator->shared_elements *
                                              emulator->config.subgroup_size,
                                          sizeof *races->lane_ticks);
    }
}

void fftc_races_fence(fftc_emulator *emulator, fftc_invocation *invocation,
                      const fftc_semantics *semantics)
{
    keep_lane_ticks(emulator);
    fftc_sync_fence(emulator, invocation, semantics);
}

void fftc_races_atomic(fftc_emulator *emulator, const fftc_access *access,
                       const fftc_semantics *semantics, bool writes)
{
    if (semantics->release) {
        keep_lane_ticks(emulator);
    }
    fftc_sync_atomic(emulator, access, semantics, writes);
}

void fftc_races_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle,
                                 const fftc_semantics *semantics)
{
    bool everyone = tangle->count == tangle->subgroup->live;
    uint32_t tick = ++emulator->tick;
    if (everyone) {
        set_ticks(tangle->subgroup->tick, tick, semantics);
    } else {
        keep_lane_ticks(emulator);
    }
    fftc_sync_subgroup_barrier(emulator, tangle, semantics);
}
