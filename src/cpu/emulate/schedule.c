/* SPDX-License-Identifier: MIT
 *
 * Which invocation runs next, of all that are resident. Fibers switch to one another directly; the
 * host gets control back when the last invocation of a workgroup has returned.
 */
#include <string.h>

#include "cpu/emulate/emulator.h"
#include "cpu/emulate/observe.h"

_Thread_local fftc_emulator *fftc_emulator_current;

/* SplitMix64 (Steele, Lea and Flood 2014), one number ahead: who runs next does not wait for it. */
static uint64_t random_next(fftc_emulator *emulator)
{
    uint64_t next = emulator->random_next;
    uint64_t z = emulator->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    emulator->random_next = z ^ (z >> 31);
    return next;
}

void fftc_random_start(fftc_emulator *emulator)
{
    emulator->random = emulator->config.seed;
    (void)random_next(emulator);
}

uint32_t fftc_random_below(fftc_emulator *emulator, uint32_t limit)
{
    return (uint32_t)(((random_next(emulator) >> 32) * limit) >> 32);
}

/* Beyond so many events others run, whatever the schedule: an invocation that polls must not keep
 * from running those that it waits for. */
#define PATIENCE 65536u

static bool is_ready(const fftc_emulator *emulator, uint32_t number)
{
    return (emulator->ready[number / 64] >> (number % 64) & 1) != 0;
}

void fftc_ready_set(fftc_emulator *emulator, fftc_invocation *invocation)
{
    invocation->state = FFTC_READY;
    emulator->ready[invocation->number / 64] |= (uint64_t)1 << (invocation->number % 64);
    ++invocation->subgroup->ready;
}

static void ready_clear(fftc_emulator *emulator, const fftc_invocation *invocation)
{
    emulator->ready[invocation->number / 64] &= ~((uint64_t)1 << (invocation->number % 64));
    --invocation->subgroup->ready;
}

/* The first that is ready, from `start` upwards and round; NULL if none is. */
static fftc_invocation *first_ready_from(fftc_emulator *emulator, uint32_t start)
{
    uint32_t words = (emulator->resident + 63) / 64;
    uint32_t word;
    uint64_t bits;
    start = start < emulator->resident ? start : 0;
    word = start / 64;
    bits = emulator->ready[word] & (~(uint64_t)0 << (start % 64));
    for (uint32_t i = 0; i <= words; ++i) {
        if (bits != 0) {
            return &emulator->invocations[word * 64 + (uint32_t)__builtin_ctzll(bits)];
        }
        word = word + 1 < words ? word + 1 : 0;
        bits = emulator->ready[word];
    }
    return NULL;
}

/* The last invocation that is ready, from `start` downwards. */
static fftc_invocation *last_ready_from(fftc_emulator *emulator, uint32_t start)
{
    uint32_t words = (emulator->resident + 63) / 64;
    uint32_t word;
    uint64_t bits;
    start = start < emulator->resident ? start : emulator->resident - 1;
    word = start / 64;
    bits = emulator->ready[word] & (~(uint64_t)0 >> (63 - start % 64));
    for (uint32_t i = 0; i <= words; ++i) {
        if (bits != 0) {
            return &emulator->invocations[word * 64 + 63 - (uint32_t)__builtin_clzll(bits)];
        }
        word = word > 0 ? word - 1 : words - 1;
        bits = emulator->ready[word];
    }
    return NULL;
}

static fftc_invocation *choose(fftc_emulator *emulator)
{
    uint32_t number = emulator->running->number;
    switch (emulator->config.schedule) {
    case FFTC_SCHEDULE_REVERSE: return last_ready_from(emulator, number - 1);
    case FFTC_SCHEDULE_RANDOM:
    case FFTC_SCHEDULE_INDEPENDENT_LANES:
        return first_ready_from(emulator, fftc_random_below(emulator, emulator->resident));
    case FFTC_SCHEDULE_AHEAD:
        if (is_ready(emulator, emulator->ahead)) {
            return &emulator->invocations[emulator->ahead];
        }
        break;
    case FFTC_SCHEDULE_ROUND_ROBIN:
    case FFTC_SCHEDULE_LOCK_STEP:
    case FFTC_SCHEDULE_SIMT: break;
    }
    return first_ready_from(emulator, number + 1);
}

/* Before anything has run, choose() would begin with invocation 1, or the last but one. */
fftc_invocation *fftc_choose_next(fftc_emulator *emulator, bool first)
{
    if (first) {
        bool reverse = emulator->config.schedule == FFTC_SCHEDULE_REVERSE;
        emulator->ahead = fftc_random_below(emulator, emulator->resident);
        emulator->running = &emulator->invocations[reverse ? 0 : emulator->resident - 1];
    }
    return choose(emulator);
}

static void switch_to(fftc_emulator *emulator, fftc_invocation *to)
{
    fftc_invocation *from = emulator->running;
    if (to != from) {
        emulator->running = to;
        fftc_fiber_switch(from->fiber, to->fiber);
    }
}

void fftc_go_on(fftc_emulator *emulator)
{
    switch_to(emulator, choose(emulator));
}

void fftc_let_others(fftc_emulator *emulator)
{
    switch (emulator->config.schedule) {
    case FFTC_SCHEDULE_AHEAD:
        switch_to(emulator, first_ready_from(emulator, emulator->running->number + 1));
        break;
    default: fftc_go_on(emulator);
    }
}

/* --- the limit of events */

void fftc_set_attention(fftc_emulator *emulator)
{
    uint64_t next = emulator->events + PATIENCE;
    emulator->attention =
        next < emulator->config.event_limit ? next : emulator->config.event_limit + 1;
}

/* Where everybody stands: invocations at one place are one finding, with repeats. */
static void find_endless(fftc_emulator *emulator)
{
    bool waits_for_more = emulator->started < emulator->group_count;
    fftc_finding_side unstarted = {.workgroup = waits_for_more ? fftc_first_unstarted(emulator) : 0,
                                   .unstarted = true};
    for (uint32_t i = 0; i < emulator->resident; ++i) {
        const fftc_invocation *invocation = &emulator->invocations[i];
        if (invocation->workgroup->live != 0 && invocation->state != FFTC_RETURNED) {
            fftc_finding_side side = fftc_finding_side_of(invocation);
            fftc_find(emulator, FFTC_FINDING_ENDLESS, NULL, 0, &side,
                      waits_for_more ? &unstarted : NULL);
        }
    }
}

void fftc_attend(fftc_emulator *emulator)
{
    if (emulator->events > emulator->config.event_limit) {
        find_endless(emulator);
        emulator->stopped = true;
        fftc_fiber_switch(emulator->running->fiber, &emulator->pool.host);
        __builtin_trap(); /* nobody comes back to it */
    }
    fftc_set_attention(emulator);
    fftc_let_others(emulator);
}

/* --- waiting and returning */

/* The invocation cannot run any more. If it was the last of its subgroup, or of the workgroup, that
 * could, what the others wait for is resolved. So an invocation is ready at all times until all
 * have returned. */
static void resolve(fftc_emulator *emulator, const fftc_invocation *invocation)
{
    fftc_workgroup *workgroup = invocation->workgroup;
    fftc_subgroup *subgroup = invocation->subgroup;
    if (subgroup->ready == 0 && subgroup->waiting > 0) {
        fftc_resolve_subgroup(emulator, subgroup);
    }
    if (workgroup->at_barrier == workgroup->live && workgroup->live > 0) {
        fftc_resolve_workgroup(emulator, workgroup);
    }
}

void fftc_wait(fftc_emulator *emulator, fftc_invocation_state state)
{
    fftc_invocation *invocation = emulator->running;
    ready_clear(emulator, invocation);
    invocation->state = state;
    resolve(emulator, invocation);
    fftc_go_on(emulator);
}

static fftc_invocation *leave(fftc_emulator *emulator)
{
    fftc_invocation *invocation = emulator->running;
    ready_clear(emulator, invocation);
    invocation->state = FFTC_RETURNED;
    memcpy(invocation->last_tick, invocation->subgroup->tick, sizeof invocation->last_tick);
    --emulator->live;
    --invocation->workgroup->live;
    --invocation->subgroup->live;
    fftc_observe_return(emulator, invocation);
    resolve(emulator, invocation);
    return invocation->workgroup->live > 0 ? choose(emulator) : NULL;
}

fftc_fiber *fftc_return(fftc_emulator *emulator)
{
    fftc_invocation *next = leave(emulator);
    if (next == NULL) {
        return &emulator->pool.host;
    }
    emulator->running = next;
    return next->fiber;
}

_Noreturn void fftc_abandon(fftc_emulator *emulator)
{
    fftc_fiber *self = emulator->running->fiber;
    fftc_fiber_switch(self, fftc_return(emulator));
    __builtin_trap(); /* one that has returned is never chosen */
}
