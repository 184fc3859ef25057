/* SPDX-License-Identifier: MIT */
#include "cpu/emulate/observe.h"

#include <string.h>

static void tell_observer(const fftc_emulator *emulator, const fftc_invocation *invocation,
                          fftc_event_kind kind, const fftc_memory *memory, uint64_t address)
{
    const fftc_observer *observer = &emulator->config.observer;
    const fftc_event event = {.kind = kind,
                              .workgroup = invocation->workgroup->index,
                              .invocation = invocation->index,
                              .stage = invocation->stage,
                              .site = emulator->sites[invocation->site].site,
                              .memory = memory,
                              .address = address};
    observer->observe(observer->user, &event);
}

static inline void tell(const fftc_emulator *emulator, const fftc_invocation *invocation,
                        fftc_event_kind kind, const fftc_memory *memory, uint64_t address)
{
    if (emulator->config.observer.observe != NULL) {
        tell_observer(emulator, invocation, kind, memory, address);
    }
}

static void tell_access(const fftc_emulator *emulator, const fftc_access *access,
                        const fftc_memory *memory)
{
    fftc_event_kind kind = access->atomic  ? FFTC_EVENT_ATOMIC
                           : access->store ? FFTC_EVENT_STORE
                                           : FFTC_EVENT_LOAD;
    tell(emulator, access->invocation, kind, memory, access->address);
}

/* --- what nothing has written */

static void find_at(fftc_emulator *emulator, fftc_finding_kind kind, const fftc_access *access,
                    uint64_t address)
{
    fftc_finding_side side = fftc_finding_side_of(access->invocation);
    side.store = access->store;
    side.atomic = access->atomic;
    fftc_find(emulator, kind, access->object->memory.name, address, &side, NULL);
}

/* Shared memory begins anew with each workgroup, accessor memory with each run. */
static inline void uninitialized(fftc_emulator *emulator, const fftc_access *access)
{
    const fftc_object *object = access->object;
    const fftc_workgroup *workgroup = access->invocation->workgroup;
    uint32_t *written = object->written;
    uint32_t now = emulator->run_serial;
    if (object->zeroed) {
        return;
    }
    if (object->shared) {
        written = emulator->written + workgroup->shadow + object->shadow;
        now = workgroup->serial;
    } else if (written == NULL) {
        return;
    }
    uint64_t end = access->address + access->count;
    for (uint64_t i = access->address; i < end; ++i) {
        if (written[i] == now) {
            continue;
        }
        if (!access->store || access->needs_old) {
            find_at(emulator, FFTC_FINDING_UNINITIALIZED, access, i);
        }
        if (access->store) {
            written[i] = now;
        }
    }
}

/* Is it FFTC_EMULATE_POISON, or its negative as a float? */
static bool is_poison(uint32_t word)
{
    return (word & 0x7fffffffu) == FFTC_EMULATE_POISON;
}

static bool has_poison(const unsigned char *value, size_t bytes)
{
    for (size_t i = 0; i + sizeof(uint32_t) <= bytes; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, value + i, sizeof word);
        if (is_poison(word)) {
            return true;
        }
    }
    return false;
}

/* An undefined value, which a shuffle gave, is stored; also as a part of an element. */
static inline void undefined(fftc_emulator *emulator, const fftc_access *access)
{
    size_t bytes = access->object->memory.element_bytes;
    uint32_t word = 0;
    if (access->count == 1 && bytes == sizeof word) {
        memcpy(&word, access->value, sizeof word);
    }
    if (is_poison(word) || (word == 0 && has_poison(access->value, access->count * bytes))) {
        find_at(emulator, FFTC_FINDING_UNDEFINED, access, access->address);
    }
}

/* --- accesses */

void fftc_observe_access(fftc_emulator *emulator, const fftc_access *access)
{
    bool shared = access->object->shared;
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        if (shared) {
            fftc_races_shared(emulator, access);
        } else {
            fftc_races_memory(emulator, access);
        }
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_UNINITIALIZED)) {
        if (access->store && access->value != NULL) {
            undefined(emulator, access);
        }
        uninitialized(emulator, access);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        fftc_counting_access(emulator, access);
    }
    if (emulator->config.observer.observe != NULL) {
        tell_access(emulator, access,
                    access->memory_number == emulator->memory_count ? NULL
                                                                    : &access->object->memory);
    }
}

void fftc_observe_out_of_bounds(fftc_emulator *emulator, const fftc_access *access,
                                const char *memory)
{
    bool poison = access->address <= UINT32_MAX && is_poison((uint32_t)access->address);
    const fftc_memory *of =
        access->object != NULL && !access->object->shared ? &access->object->memory : NULL;
    if (poison ? fftc_observes(emulator, FFTC_OBSERVE_UNINITIALIZED)
               : fftc_observes(emulator, FFTC_OBSERVE_BOUNDS)) {
        fftc_finding_side side = fftc_finding_side_of(access->invocation);
        side.store = access->store;
        side.atomic = access->atomic;
        fftc_find(emulator, poison ? FFTC_FINDING_UNDEFINED : FFTC_FINDING_OUT_OF_BOUNDS, memory,
                  access->address, &side, NULL);
    }
    tell_access(emulator, access, of);
}

void fftc_tell_arrival(const fftc_emulator *emulator, const fftc_invocation *invocation,
                       fftc_event_kind kind, uint64_t address)
{
    tell_observer(emulator, invocation, kind, NULL, address);
}

/* --- the course of a run */

/* From here on nothing of accessor memory has been written. */
static void forget_written(fftc_emulator *emulator)
{
    ++emulator->run_serial;
    for (uint32_t i = 0; emulator->run_serial == 0 && i < emulator->memory_count; ++i) {
        const fftc_object *object = &emulator->objects[i];
        if (object->written != NULL) {
            memset(object->written, 0,
                   (size_t)object->memory.element_count * sizeof *object->written);
        }
    }
    emulator->run_serial += emulator->run_serial == 0;
}

void fftc_observe_dispatch(fftc_emulator *emulator)
{
    forget_written(emulator);
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_dispatch(emulator);
    }
}

void fftc_observe_workgroup(fftc_emulator *emulator, fftc_workgroup *workgroup)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_workgroup(emulator, workgroup);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        fftc_counting_workgroup(emulator, workgroup);
    }
}

void fftc_observe_return(fftc_emulator *emulator, const fftc_invocation *invocation)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        fftc_counting_return(emulator, invocation);
    }
    tell(emulator, invocation, FFTC_EVENT_EXIT, NULL, 0);
}

void fftc_observe_workgroup_barrier(fftc_emulator *emulator, fftc_workgroup *workgroup,
                                    const fftc_semantics *semantics, uint32_t stage)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_workgroup_barrier(emulator, workgroup, semantics);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[stage].workgroup_barriers;
        fftc_counting_separate(emulator, workgroup, 0, emulator->group_invocations);
    }
}

void fftc_observe_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle,
                                   const fftc_semantics *semantics)
{
    const fftc_subgroup *subgroup = tangle->subgroup;
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_subgroup_barrier(emulator, tangle, semantics);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[tangle->lane[0]->stage].subgroup_barriers;
        fftc_counting_separate(emulator, subgroup->workgroup, subgroup->lanes->index,
                               subgroup->size);
    }
}

void fftc_observe_fence(fftc_emulator *emulator, fftc_invocation *invocation,
                        const fftc_semantics *semantics)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_fence(emulator, invocation, semantics);
    }
}

void fftc_observe_atomic(fftc_emulator *emulator, const fftc_access *access,
                         const fftc_semantics *semantics, bool writes)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_atomic(emulator, access, semantics, writes);
    }
}

void fftc_observe_shuffle(fftc_emulator *emulator, uint32_t stage)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[stage].shuffles;
    }
}

void fftc_observe_collective(fftc_emulator *emulator, uint32_t stage)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[stage].collectives;
    }
}

void fftc_counts_add(fftc_counts *sum, const fftc_counts *x)
{
    sum->workgroup_barriers += x->workgroup_barriers;
    sum->subgroup_barriers += x->subgroup_barriers;
    sum->shuffles += x->shuffles;
    sum->collectives += x->collectives;
    sum->atomics += x->atomics;
    sum->shared_loads += x->shared_loads;
    sum->shared_stores += x->shared_stores;
    sum->bank_conflicts += x->bank_conflicts;
    sum->memory_loads += x->memory_loads;
    sum->memory_stores += x->memory_stores;
    sum->transactions += x->transactions;
    sum->transactions_ideal += x->transactions_ideal;
}

void fftc_observe_end(fftc_emulator *emulator)
{
    fftc_counts none = {0};
    emulator->total = none;
    for (uint32_t i = 0; i < FFTC_STAGE_LIMIT; ++i) {
        fftc_counts_add(&emulator->total, &emulator->stage[i]);
    }
}
