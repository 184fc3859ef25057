/* SPDX-License-Identifier: MIT
 *
 * Barriers. An invocation that arrives waits. A barrier is resolved when no invocation can run that
 * could still arrive. If not all have reached it, those that have go on nevertheless, so that a
 * wrong kernel ends too.
 */
#include "cpu/emulate/emulator.h"
#include "cpu/emulate/observe.h"

static void diverged(fftc_emulator *emulator, const fftc_invocation *first,
                     const fftc_invocation *second)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_SYNCHRONIZATION)) {
        fftc_finding_side sides[2] = {fftc_finding_side_of(first), fftc_finding_side_of(second)};
        fftc_find(emulator, FFTC_FINDING_BARRIER_DIVERGED, NULL, 0, &sides[0], &sides[1]);
    }
}

static const fftc_invocation *any_returned(const fftc_emulator *emulator)
{
    const fftc_invocation *invocation = emulator->invocations;
    while (invocation->state != FFTC_RETURNED) {
        ++invocation;
    }
    return invocation;
}

void fftc_resolve_workgroup(fftc_emulator *emulator)
{
    const fftc_invocation *first = emulator->barrier_first;
    if (emulator->barrier_elsewhere != NULL) {
        diverged(emulator, first, emulator->barrier_elsewhere);
    } else if (emulator->live < emulator->config.workgroup_size) {
        diverged(emulator, first, any_returned(emulator));
    }
    fftc_observe_workgroup_barrier(emulator, first->barrier_orders, first->stage);
    for (uint32_t i = 0; i < emulator->config.workgroup_size; ++i) {
        fftc_invocation *invocation = &emulator->invocations[i];
        if (invocation->state == FFTC_AT_WORKGROUP_BARRIER) {
            invocation->ordered = true;
            fftc_ready_set(emulator, invocation);
        }
    }
    emulator->at_barrier = 0;
    emulator->barrier_first = NULL;
    emulator->barrier_elsewhere = NULL;
}

static void resolve_subgroup_barrier(fftc_emulator *emulator, fftc_subgroup *subgroup)
{
    fftc_invocation *lanes = &emulator->invocations[subgroup->first];
    const fftc_invocation *first = NULL;
    for (uint32_t i = 0; i < subgroup->size; ++i) {
        if (first == NULL && lanes[i].state == FFTC_AT_SUBGROUP_BARRIER) {
            first = &lanes[i];
        }
    }
    for (uint32_t i = 0; i < subgroup->size; ++i) {
        bool together = lanes[i].state == FFTC_AT_SUBGROUP_BARRIER && lanes[i].site == first->site;
        if (!together && lanes[i].state != FFTC_RETURNED) {
            diverged(emulator, first, &lanes[i]);
            break;
        }
    }
    fftc_observe_subgroup_barrier(emulator, subgroup, first->barrier_orders, first->stage);
    for (uint32_t i = 0; i < subgroup->size; ++i) {
        if (lanes[i].state == FFTC_AT_SUBGROUP_BARRIER) {
            lanes[i].ordered = true;
            fftc_ready_set(emulator, &lanes[i]);
        }
    }
    subgroup->at_barrier = 0;
}

void fftc_resolve_subgroup(fftc_emulator *emulator, fftc_subgroup *subgroup)
{
    if (subgroup->at_shuffle > 0) {
        fftc_resolve_shuffle(emulator, subgroup);
    } else if (subgroup->at_barrier > 0) {
        resolve_subgroup_barrier(emulator, subgroup);
    }
}

/* The running invocation arrives at a barrier; NULL outside of a kernel. */
static fftc_invocation *arrive(fftc_event_kind kind, bool orders, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation != NULL) {
        invocation->site = fftc_site_intern(invocation->emulator, file, line);
        invocation->barrier_orders = orders;
        fftc_observe_arrival(invocation->emulator, invocation, kind, 0);
    }
    return invocation;
}

static void workgroup_barrier(bool buffers, const char *file, uint32_t line)
{
    fftc_invocation *invocation = arrive(FFTC_EVENT_WORKGROUP_BARRIER, buffers, file, line);
    if (invocation == NULL) {
        return;
    }
    fftc_emulator *emulator = invocation->emulator;
    if (emulator->at_barrier == 0) {
        emulator->barrier_first = invocation;
    } else if (emulator->barrier_elsewhere == NULL &&
               emulator->barrier_first->site != invocation->site) {
        emulator->barrier_elsewhere = invocation;
    }
    ++emulator->at_barrier;
    fftc_wait(emulator, FFTC_AT_WORKGROUP_BARRIER);
}

static void subgroup_barrier(bool memory, const char *file, uint32_t line)
{
    fftc_invocation *invocation = arrive(FFTC_EVENT_SUBGROUP_BARRIER, memory, file, line);
    if (invocation == NULL) {
        return;
    }
    fftc_emulator *emulator = invocation->emulator;
    ++emulator->subgroups[invocation->subgroup].at_barrier;
    fftc_wait(emulator, FFTC_AT_SUBGROUP_BARRIER);
}

void fftc_emulate_workgroup_barrier(const char *file, uint32_t line)
{
    workgroup_barrier(false, file, line);
}

void fftc_emulate_workgroup_barrier_buffers(const char *file, uint32_t line)
{
    workgroup_barrier(true, file, line);
}

void fftc_emulate_subgroup_barrier(const char *file, uint32_t line)
{
    subgroup_barrier(true, file, line);
}

void fftc_emulate_subgroup_sync(const char *file, uint32_t line)
{
    subgroup_barrier(false, file, line);
}
