/* SPDX-License-Identifier: MIT
 *
 * Barriers and fences. An invocation that arrives at a barrier waits. A workgroup's barrier is
 * resolved when no invocation can run that could still arrive. If not all have reached it, those
 * that have go on nevertheless, so that a wrong kernel ends too.
 */
#include "cpu/emulate/invocation.h"
#include "cpu/emulate/observe.h"

/* --- resolving */

static void diverged(fftc_emulator *emulator, const fftc_invocation *first,
                     const fftc_invocation *second)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_SYNCHRONIZATION)) {
        fftc_finding_side sides[2] = {fftc_finding_side_of(first), fftc_finding_side_of(second)};
        fftc_find(emulator, FFTC_FINDING_BARRIER_DIVERGED, NULL, 0, &sides[0], &sides[1]);
    }
}

static const fftc_invocation *any_returned(const fftc_workgroup *workgroup)
{
    const fftc_invocation *invocation = workgroup->invocations;
    while (invocation->state != FFTC_RETURNED) {
        ++invocation;
    }
    return invocation;
}

void fftc_resolve_workgroup(fftc_emulator *emulator, fftc_workgroup *workgroup)
{
    const fftc_invocation *first = workgroup->barrier_first;
    if (workgroup->barrier_elsewhere != NULL) {
        diverged(emulator, first, workgroup->barrier_elsewhere);
    } else if (workgroup->live < emulator->group_invocations) {
        diverged(emulator, first, any_returned(workgroup));
    }
    fftc_observe_workgroup_barrier(emulator, workgroup, &first->semantics, first->stage);
    for (uint32_t i = 0; i < emulator->group_invocations; ++i) {
        fftc_invocation *invocation = &workgroup->invocations[i];
        if (invocation->state == FFTC_AT_WORKGROUP_BARRIER) {
            invocation->ordered = true;
            invocation->tangle = 0;
            fftc_ready_set(emulator, invocation);
        }
    }
    workgroup->at_barrier = 0;
    workgroup->barrier_first = NULL;
    workgroup->barrier_elsewhere = NULL;
}

void fftc_pass_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle)
{
    fftc_observe_subgroup_barrier(emulator, tangle, &tangle->lane[0]->semantics);
    for (uint32_t i = 0; i < tangle->count; ++i) {
        tangle->lane[i]->ordered = true;
    }
}

/* --- arriving */

static void wait_for_workgroup(fftc_invocation *self)
{
    fftc_workgroup *workgroup = self->workgroup;
    if (workgroup->at_barrier == 0) {
        workgroup->barrier_first = self;
    } else if (workgroup->barrier_elsewhere == NULL &&
               !fftc_same_where(workgroup->barrier_first, self)) {
        workgroup->barrier_elsewhere = self;
    }
    ++workgroup->at_barrier;
    fftc_wait(self->emulator, FFTC_AT_WORKGROUP_BARRIER);
}

void fftc_invocation_barrier(fftc_invocation *self, fftc_memory_scope execution,
                             const fftc_semantics *semantics, fftc_site_id site)
{
    bool workgroup = execution >= FFTC_SCOPE_WORKGROUP;
    fftc_event_count(self, site);
    fftc_observe_arrival(self->emulator, self,
                         workgroup ? FFTC_EVENT_WORKGROUP_BARRIER : FFTC_EVENT_SUBGROUP_BARRIER, 0);
    self->semantics = *semantics;
    if (workgroup) {
        wait_for_workgroup(self);
    } else {
        fftc_wait_for_subgroup_barrier(self);
    }
}

void fftc_invocation_fence(fftc_invocation *self, const fftc_semantics *semantics,
                           fftc_site_id site)
{
    fftc_event_count(self, site);
    fftc_observe_arrival(self->emulator, self, FFTC_EVENT_FENCE, 0);
    fftc_observe_fence(self->emulator, self, semantics);
    fftc_yield(self->emulator);
}

/* --- calls of C kernels */

/* Tables, since a structure that is put together byte by byte and then copied as a whole makes the
 * processor wait. */
static const fftc_semantics of_shared = {FFTC_SCOPE_WORKGROUP, true, true, true, false, false};
static const fftc_semantics of_all = {FFTC_SCOPE_WORKGROUP, true, true, true, true, true};
static const fftc_semantics of_subgroup = {FFTC_SCOPE_SUBGROUP, true, true, true, false, false};
static const fftc_semantics of_nothing = {FFTC_SCOPE_SUBGROUP, false, false, false, false, false};
static const fftc_semantics of_device = {FFTC_SCOPE_DEVICE, true, true, true, true, true};

static void barrier(fftc_memory_scope execution, const fftc_semantics *semantics, const char *file,
                    uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL) {
        return;
    }
    fftc_invocation *self = emulator->running;
    fftc_site_id site = fftc_site_intern(emulator, file, line);
    fftc_where_of_site(self, site);
    site = self->accessor_depth > 0 && emulator->observing ? self->accessor_site : site;
    fftc_invocation_barrier(self, execution, semantics, site);
}

void fftc_emulate_workgroup_barrier(const char *file, uint32_t line)
{
    barrier(FFTC_SCOPE_WORKGROUP, &of_shared, file, line);
}

void fftc_emulate_workgroup_barrier_buffers(const char *file, uint32_t line)
{
    barrier(FFTC_SCOPE_WORKGROUP, &of_all, file, line);
}

void fftc_emulate_subgroup_barrier(const char *file, uint32_t line)
{
    barrier(FFTC_SCOPE_SUBGROUP, &of_subgroup, file, line);
}

void fftc_emulate_subgroup_sync(const char *file, uint32_t line)
{
    barrier(FFTC_SCOPE_SUBGROUP, &of_nothing, file, line);
}

void fftc_emulate_fence(const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator != NULL) {
        fftc_invocation_fence(emulator->running, &of_device,
                              fftc_site_of_call(emulator->running, file, line));
    }
}
