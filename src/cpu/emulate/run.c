/* SPDX-License-Identifier: MIT
 *
 * A run: workgroups start in slots, in an order, and the report at the end.
 */
#include <string.h>

#include "cpu/emulate/emulator.h"
#include "cpu/emulate/observe.h"
#include "support/check.h"
#include "support/error.h"

/* --- the order of workgroups */

static uint32_t greatest_common_divisor(uint32_t x, uint32_t y)
{
    while (y != 0) {
        uint32_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* An arithmetic progression modulo the number of workgroups visits each once if its step has no
 * divisor in common with that. */
static void shuffle_order(fftc_emulator *emulator)
{
    uint32_t count = emulator->group_count;
    emulator->order_start = fftc_random_below(emulator, count);
    do {
        emulator->order_step = 1 + fftc_random_below(emulator, count);
    } while (greatest_common_divisor(emulator->order_step, count) != 1);
}

/* Which workgroup is the `turn`-th to start. */
static uint32_t workgroup_of_turn(const fftc_emulator *emulator, uint32_t turn)
{
    uint32_t count = emulator->group_count;
    switch (emulator->config.workgroup_order) {
    case FFTC_WORKGROUPS_IN_ORDER: break;
    case FFTC_WORKGROUPS_REVERSED: return count - 1 - turn;
    case FFTC_WORKGROUPS_SHUFFLED:
        return (uint32_t)((emulator->order_start + (uint64_t)turn * emulator->order_step) % count);
    }
    return turn;
}

uint32_t fftc_first_unstarted(const fftc_emulator *emulator)
{
    return workgroup_of_turn(emulator, emulator->started);
}

/* --- starting */

static fftc_fiber *invocation_main(void *argument)
{
    fftc_emulator *emulator = ((fftc_invocation *)argument)->emulator;
    emulator->kernel(emulator->user);
    return fftc_return(emulator);
}

static void start_invocations(fftc_emulator *emulator, fftc_workgroup *slot)
{
    for (uint32_t i = 0; i < emulator->group_subgroups; ++i) {
        fftc_subgroup *subgroup = &slot->subgroups[i];
        subgroup->live = subgroup->size;
        subgroup->ready = 0;
        subgroup->waiting = 0;
    }
    for (uint32_t i = 0; i < emulator->group_invocations; ++i) {
        fftc_invocation *invocation = &slot->invocations[i];
        invocation->stage = 0;
        invocation->site = 0;
        invocation->accessor_depth = 0;
        invocation->ordered = false;
        invocation->published = false;
        invocation->tangle = 0;
        invocation->where_count = 0;
        invocation->path_count = 0;
        invocation->lost_loops = 0;
        fftc_fiber_start(invocation->fiber, invocation_main, invocation);
        fftc_ready_set(emulator, invocation);
    }
    slot->live = emulator->group_invocations;
    emulator->live += slot->live;
    slot->at_barrier = 0;
    slot->barrier_first = NULL;
    slot->barrier_elsewhere = NULL;
}

/* Undefined at the start: words of FFTC_EMULATE_POISON, but for what is zeroed. */
static void fill_shared(fftc_emulator *emulator, fftc_workgroup *slot)
{
    const uint32_t poison = FFTC_EMULATE_POISON;
    for (size_t i = 0; i + sizeof poison <= emulator->shared_bytes; i += sizeof poison) {
        memcpy(slot->shared + i, &poison, sizeof poison);
    }
    for (uint32_t i = emulator->memory_count; i < emulator->object_count; ++i) {
        const fftc_object *object = &emulator->objects[i];
        if (object->zeroed) {
            memset(slot->shared + object->offset, 0,
                   (size_t)object->memory.element_count * object->memory.element_bytes);
        }
    }
}

static void start_workgroup(fftc_emulator *emulator, fftc_workgroup *slot)
{
    const fftc_emulation *config = &emulator->config;
    uint32_t index = workgroup_of_turn(emulator, emulator->started);
    ++emulator->started;
    slot->index = index;
    slot->id[0] = index % config->workgroup_count;
    slot->id[1] = index / config->workgroup_count % config->workgroup_count_y;
    slot->id[2] = index / config->workgroup_count / config->workgroup_count_y;
    fill_shared(emulator, slot);
    if (slot->privates != NULL) {
        memset(slot->privates, 0, emulator->private_stride * emulator->group_invocations);
    }
    ++emulator->workgroup_serial;
    if (emulator->workgroup_serial == 0 && emulator->written != NULL) {
        memset(emulator->written, 0,
               emulator->slot_count * emulator->shared_elements * sizeof *emulator->written);
        emulator->workgroup_serial = 1;
    }
    slot->serial = emulator->workgroup_serial;
    start_invocations(emulator, slot);
    fftc_observe_workgroup(emulator, slot);
}

/* --- running */

/* Fibers switch to one another directly; control comes back here when a workgroup has ended, so
 * that the next one can take its slot. */
static void run_workgroups(fftc_emulator *emulator)
{
    bool begun = false;
    for (;;) {
        for (uint32_t i = 0; i < emulator->slot_count && emulator->started < emulator->group_count;
             ++i) {
            if (emulator->slots[i].live == 0) {
                start_workgroup(emulator, &emulator->slots[i]);
                begun = begun && emulator->slot_count > 1;
            }
        }
        if (emulator->live == 0) {
            return;
        }
        emulator->running = fftc_choose_next(emulator, !begun);
        begun = true;
        fftc_fiber_switch(&emulator->pool.host, emulator->running->fiber);
        if (emulator->stopped) {
            return;
        }
    }
}

static void begin_run(fftc_emulator *emulator, void (*kernel)(void *user), void *user)
{
    emulator->running_now = true;
    emulator->kernel = kernel;
    emulator->user = user;
    fftc_random_start(emulator);
    emulator->events = 0;
    emulator->attention = 0;
    emulator->stopped = false;
    emulator->started = 0;
    emulator->live = 0;
    emulator->finding_count = 0;
    emulator->findings_listed = 0;
    memset(emulator->stage, 0, sizeof emulator->stage);
    memset(emulator->ready, 0, (emulator->resident / 64 + 1) * sizeof *emulator->ready);
    for (uint32_t i = 0; i < emulator->slot_count; ++i) {
        emulator->slots[i].live = 0;
    }
    if (emulator->config.workgroup_order == FFTC_WORKGROUPS_SHUFFLED) {
        shuffle_order(emulator);
    }
    fftc_set_attention(emulator);
}

static void fill_report(const fftc_emulator *emulator, fftc_report *report)
{
    report->finding_count = emulator->finding_count;
    report->findings_listed = emulator->findings_listed;
    report->findings = emulator->findings;
    report->total = emulator->total;
    memcpy(report->stage, emulator->stage, sizeof report->stage);
    report->events = emulator->events;
}

fftc_status fftc_emulator_run(fftc_emulator *emulator, void (*kernel)(void *user), void *user,
                              fftc_report *report, fftc_error *error)
{
    fftc_emulator *outer = fftc_emulator_current;
    if (emulator == NULL || kernel == NULL) {
        return fftc_fail_null(error, emulator == NULL ? "emulator" : "kernel");
    }
    if (emulator->running_now) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "this emulator is running: a kernel needs another one");
    }
    begin_run(emulator, kernel, user);
    fftc_emulator_current = emulator;
    fftc_observe_dispatch(emulator);
    run_workgroups(emulator);
    fftc_observe_end(emulator);
    fftc_emulator_current = outer;
    emulator->running_now = false;
    if (report != NULL) {
        fill_report(emulator, report);
    }
    return fftc_succeed(error);
}
