/* SPDX-License-Identifier: MIT
 *
 * Operations of subgroups and where their lanes meet. A lane waits at an operation until no lane of
 * its subgroup can run. Then those go on that come first in structured order, since nobody can join
 * them any more: maximal reconvergence.
 *
 * Under FFTC_RECONVERGENCE_NONE, lanes that had an operation without the others stay apart from
 * them until all meet at a barrier, by different numbers of tangles. */
#include "cpu/emulate/invocation.h"
#include "cpu/emulate/observe.h"

static bool waits(const fftc_invocation *lane)
{
    return lane->state == FFTC_AT_SUBGROUP_BARRIER || lane->state == FFTC_AT_COLLECTIVE ||
           lane->state == FFTC_AT_RENDEZVOUS;
}

static const fftc_invocation *first_of(const fftc_subgroup *subgroup)
{
    const fftc_invocation *first = NULL;
    for (uint32_t i = 0; i < subgroup->size; ++i) {
        const fftc_invocation *lane = &subgroup->lanes[i];
        if (waits(lane) && (first == NULL || fftc_compare_where(lane, first) < 0)) {
            first = lane;
        }
    }
    return first;
}

/* Those who are at the operation of `first`. */
static void gather(fftc_emulator *emulator, fftc_subgroup *subgroup, const fftc_invocation *first,
                   fftc_tangle *tangle)
{
    bool apart = emulator->config.reconvergence == FFTC_RECONVERGENCE_NONE &&
                 first->state == FFTC_AT_COLLECTIVE;
    tangle->subgroup = subgroup;
    tangle->count = 0;
    for (uint32_t i = 0; i < subgroup->size; ++i) {
        fftc_invocation *lane = &subgroup->lanes[i];
        bool here = lane->state == first->state && fftc_same_where(lane, first) &&
                    !(apart && lane->tangle != first->tangle);
        tangle->by_number[i] = here ? lane : NULL;
        if (here) {
            tangle->lane[tangle->count++] = lane;
        }
    }
    for (uint32_t i = subgroup->size; i < emulator->config.subgroup_size; ++i) {
        tangle->by_number[i] = NULL;
    }
}

static void release(fftc_emulator *emulator, const fftc_tangle *tangle, bool barrier)
{
    bool all = tangle->count == tangle->subgroup->live;
    uint32_t number = all ? 0 : ++emulator->tangles;
    tangle->subgroup->waiting -= tangle->count;
    for (uint32_t i = 0; i < tangle->count; ++i) {
        if (barrier || !all) {
            tangle->lane[i]->tangle = number;
        }
        fftc_ready_set(emulator, tangle->lane[i]);
    }
}

/* Mostly all that wait are at one operation, and none has to be found to be the first. */
static void choose_tangle(fftc_emulator *emulator, fftc_subgroup *subgroup, fftc_tangle *tangle)
{
    const fftc_invocation *any = subgroup->lanes;
    while (!waits(any)) {
        ++any;
    }
    gather(emulator, subgroup, any, tangle);
    if (tangle->count < subgroup->waiting) {
        gather(emulator, subgroup, first_of(subgroup), tangle);
    }
}

void fftc_resolve_subgroup(fftc_emulator *emulator, fftc_subgroup *subgroup)
{
    fftc_tangle tangle;
    choose_tangle(emulator, subgroup, &tangle);
    fftc_invocation_state state = tangle.lane[0]->state;
    if (state == FFTC_AT_COLLECTIVE) {
        fftc_collect(emulator, &tangle);
    } else if (state == FFTC_AT_SUBGROUP_BARRIER) {
        fftc_pass_subgroup_barrier(emulator, &tangle);
    }
    release(emulator, &tangle, state == FFTC_AT_SUBGROUP_BARRIER);
}

static void wait(fftc_invocation *self, fftc_invocation_state state)
{
    ++self->subgroup->waiting;
    fftc_wait(self->emulator, state);
}

void fftc_invocation_rendezvous(fftc_invocation *self, fftc_site_id site)
{
    if (self->emulator->config.schedule == FFTC_SCHEDULE_SIMT) {
        fftc_event_count(self, site);
        fftc_observe_arrival(self->emulator, self, FFTC_EVENT_RENDEZVOUS, 0);
        wait(self, FFTC_AT_RENDEZVOUS);
    }
}

void fftc_invocation_collective(fftc_invocation *self, const fftc_collective *collective,
                                const uint64_t *value, uint64_t *result)
{
    fftc_event_count(self, collective->site);
    if (self->emulator->config.observer.observe != NULL) {
        fftc_tell_arrival(self->emulator, self,
                          fftc_is_shuffle(collective) ? FFTC_EVENT_SHUFFLE : FFTC_EVENT_COLLECTIVE,
                          fftc_collective_read(collective, self->lane));
    }
    self->collective = collective;
    self->value = value;
    self->result = result;
    wait(self, FFTC_AT_COLLECTIVE);
}

void fftc_wait_for_subgroup_barrier(fftc_invocation *self)
{
    wait(self, FFTC_AT_SUBGROUP_BARRIER);
}

void fftc_emulate_reconverge(const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator != NULL && emulator->config.schedule == FFTC_SCHEDULE_SIMT) {
        fftc_site_id site = fftc_site_of_call(emulator->running, file, line);
        fftc_where_of_site(emulator->running, fftc_site_intern(emulator, file, line));
        fftc_invocation_rendezvous(emulator->running, site);
    }
}
