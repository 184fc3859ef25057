/* SPDX-License-Identifier: MIT */
#include "cpu/emulate/observe.h"

static void tell(const fftc_emulator *emulator, const fftc_invocation *invocation,
                 fftc_event_kind kind, const fftc_memory *memory, uint64_t address)
{
    const fftc_observer *observer = &emulator->config.observer;
    if (observer->observe != NULL) {
        fftc_event event = {.kind = kind,
                            .workgroup = emulator->workgroup,
                            .invocation = invocation->index,
                            .stage = invocation->stage,
                            .site = emulator->sites[invocation->site],
                            .memory = memory,
                            .address = address};
        observer->observe(observer->user, &event);
    }
}

static void uninitialized(fftc_emulator *emulator, const fftc_access *access)
{
    uint32_t *written = &emulator->written[access->address];
    if (access->store) {
        *written = emulator->workgroup_serial;
    } else if (*written != emulator->workgroup_serial) {
        fftc_finding_side side = fftc_finding_side_of(access->invocation);
        fftc_find(emulator, FFTC_FINDING_UNINITIALIZED, "shared", access->address, &side, NULL);
    }
}

void fftc_observe_access(fftc_emulator *emulator, const fftc_access *access)
{
    bool shared = access->memory == NULL;
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        if (shared) {
            fftc_races_shared(emulator, access);
        } else {
            fftc_races_memory(emulator, access);
        }
    }
    if (shared && fftc_observes(emulator, FFTC_OBSERVE_UNINITIALIZED)) {
        uninitialized(emulator, access);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        fftc_counting_access(emulator, access);
    }
    tell(emulator, access->invocation, access->store ? FFTC_EVENT_STORE : FFTC_EVENT_LOAD,
         access->memory, access->address);
}

void fftc_observe_out_of_bounds(fftc_emulator *emulator, const fftc_access *access,
                                const char *memory)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_BOUNDS)) {
        fftc_finding_side side = fftc_finding_side_of(access->invocation);
        side.store = access->store;
        fftc_find(emulator, FFTC_FINDING_OUT_OF_BOUNDS, memory, access->address, &side, NULL);
    }
    tell(emulator, access->invocation, access->store ? FFTC_EVENT_STORE : FFTC_EVENT_LOAD,
         access->memory, access->address);
}

void fftc_observe_arrival(fftc_emulator *emulator, const fftc_invocation *invocation,
                          fftc_event_kind kind, uint64_t address)
{
    tell(emulator, invocation, kind, NULL, address);
}

void fftc_observe_dispatch(fftc_emulator *emulator)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_dispatch(emulator);
    }
}

void fftc_observe_workgroup(fftc_emulator *emulator)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_workgroup(emulator);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        fftc_counting_workgroup(emulator);
    }
}

void fftc_observe_return(fftc_emulator *emulator, const fftc_invocation *invocation)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        fftc_counting_return(emulator, invocation);
    }
    tell(emulator, invocation, FFTC_EVENT_EXIT, NULL, 0);
}

void fftc_observe_workgroup_barrier(fftc_emulator *emulator, bool buffers, uint32_t stage)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        fftc_races_workgroup_barrier(emulator, buffers);
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[stage].workgroup_barriers;
        fftc_counting_separate(emulator, 0, emulator->config.workgroup_size);
    }
}

void fftc_observe_subgroup_barrier(fftc_emulator *emulator, fftc_subgroup *subgroup, bool memory,
                                   uint32_t stage)
{
    subgroup->epoch += memory;
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[stage].subgroup_barriers;
        fftc_counting_separate(emulator, subgroup->first, subgroup->size);
    }
}

void fftc_observe_shuffle(fftc_emulator *emulator, uint32_t stage)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        ++emulator->stage[stage].shuffles;
    }
}

static void add(fftc_counts *sum, const fftc_counts *x)
{
    sum->workgroup_barriers += x->workgroup_barriers;
    sum->subgroup_barriers += x->subgroup_barriers;
    sum->shuffles += x->shuffles;
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
        add(&emulator->total, &emulator->stage[i]);
    }
}
