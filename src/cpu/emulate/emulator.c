/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/emulate/emulator.h"
#include "cpu/emulate/observe.h"
#include "support/check.h"
#include "support/error.h"

#define DEFAULT_STACK_BYTES (64u * 1024u)
#define LEAST_STACK_BYTES (16u * 1024u)
#define PRIVATE_ALIGNMENT 16u
#define MAX_ELEMENTS ((uint64_t)1 << 48)

/* --- configuration */

static void set_defaults(fftc_emulation *config)
{
    config->subgroup_size = config->subgroup_size != 0 ? config->subgroup_size : 32;
    config->workgroup_count = config->workgroup_count != 0 ? config->workgroup_count : 1;
    config->stack_bytes = config->stack_bytes != 0 ? config->stack_bytes : DEFAULT_STACK_BYTES;
    config->stack_bytes =
        config->stack_bytes > LEAST_STACK_BYTES ? config->stack_bytes : LEAST_STACK_BYTES;
    config->bank_count = config->bank_count != 0 ? config->bank_count : 32;
    config->bank_bytes = config->bank_bytes != 0 ? config->bank_bytes : 4;
    config->sector_bytes = config->sector_bytes != 0 ? config->sector_bytes : 32;
    config->findings_limit = config->findings_limit != 0 ? config->findings_limit : 64;
    config->observers = config->observers != 0 ? config->observers : FFTC_OBSERVE_ALL;
}

static fftc_status check_memory(const fftc_memory *memory, uint32_t number, fftc_error *error)
{
    size_t bytes;
    if (memory->element_bytes == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "memories[%u].element_bytes is 0: pass the size of an element",
                         (unsigned)number);
    }
    if (memory->data == NULL && memory->element_count != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "memories[%u].data is NULL: pass an array, or element_count 0",
                         (unsigned)number);
    }
    if (memory->element_count >= MAX_ELEMENTS ||
        __builtin_mul_overflow(memory->element_count, memory->element_bytes, &bytes)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "memories[%u]: element_count * element_bytes does not fit",
                         (unsigned)number);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_memories(const fftc_emulation *config, fftc_error *error)
{
    if (config->memory_count > UINT16_MAX) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "memory_count is %u: at most %u",
                         (unsigned)config->memory_count, (unsigned)UINT16_MAX);
    }
    if (config->memory_count != 0 && config->memories == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "memories is NULL: pass an array, or memory_count 0");
    }
    if (config->memory_count == 0 && config->memories != NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "memory_count is 0, but memories is given: pass how many there are");
    }
    for (uint32_t i = 0; i < config->memory_count; ++i) {
        fftc_status status = check_memory(&config->memories[i], i, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_schedule(fftc_schedule schedule, fftc_error *error)
{
    if ((unsigned)schedule >= FFTC_SCHEDULE_COUNT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "schedule %d: pass an fftc_schedule",
                         (int)schedule);
    }
    return FFTC_SUCCESS;
}

/* Checks a configuration after set_defaults. */
static fftc_status check(const fftc_emulation *config, fftc_error *error)
{
    if (config->workgroup_size < 1 || config->workgroup_size > FFTC_MAX_INVOCATIONS) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "workgroup_size is %u: pass 1 to %u",
                         (unsigned)config->workgroup_size, FFTC_MAX_INVOCATIONS);
    }
    if (config->subgroup_size > 128 || (config->subgroup_size & (config->subgroup_size - 1)) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "subgroup_size is %u: pass a power of two, 1 to 128",
                         (unsigned)config->subgroup_size);
    }
    if (check_schedule(config->schedule, error) != FFTC_SUCCESS) {
        return FFTC_INVALID_ARGUMENT;
    }
    if ((config->observers & ~(uint32_t)(FFTC_OBSERVE_ALL | FFTC_OBSERVE_NONE)) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "observers is 0x%x: or values of FFTC_OBSERVE together",
                         (unsigned)config->observers);
    }
    if (config->bank_count > 64 || config->bank_bytes % 4 != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%u banks of %u bytes: pass at most 64 banks of a multiple of 4 bytes",
                         (unsigned)config->bank_count, (unsigned)config->bank_bytes);
    }
    fftc_status status = fftc_check_allocator(config->allocator, error);
    return status == FFTC_SUCCESS ? check_memories(config, error) : status;
}

/* --- life */

/* Rows of invocations and subgroups; what does not change from run to run. */
static void number_invocations(fftc_emulator *emulator)
{
    uint32_t size = emulator->config.workgroup_size;
    for (uint32_t i = 0; i < size; ++i) {
        fftc_invocation *invocation = &emulator->invocations[i];
        fftc_fiber *fiber = &emulator->pool.fibers[i];
        invocation->fiber = fiber;
        invocation->stack_limit = fiber->stack + fiber->stack_bytes / 4;
        invocation->emulator = emulator;
        invocation->index = i;
        invocation->subgroup = i >> emulator->subgroup_size_log2;
        invocation->lane = i & (emulator->config.subgroup_size - 1);
    }
    for (uint32_t i = 0; i < emulator->subgroup_count; ++i) {
        uint32_t first = i << emulator->subgroup_size_log2;
        uint32_t left = size - first;
        emulator->subgroups[i].first = first;
        emulator->subgroups[i].size =
            left < emulator->config.subgroup_size ? left : emulator->config.subgroup_size;
    }
}

static bool allocate_tables(fftc_emulator *emulator)
{
    const fftc_emulation *config = &emulator->config;
    const fftc_allocator *allocator = emulator->allocator;
    emulator->invocations =
        fftc_allocate(allocator, config->workgroup_size, sizeof *emulator->invocations);
    emulator->subgroups =
        fftc_allocate(allocator, emulator->subgroup_count, sizeof *emulator->subgroups);
    emulator->shared = fftc_allocate(allocator, config->shared_words, sizeof *emulator->shared);
    emulator->memories = fftc_allocate(allocator, config->memory_count, sizeof *emulator->memories);
    emulator->sites = fftc_allocate(allocator, FFTC_MAX_SITES, sizeof *emulator->sites);
    emulator->findings =
        fftc_allocate(allocator, config->findings_limit, sizeof *emulator->findings);
    if (config->private_bytes != 0) {
        emulator->privates =
            fftc_allocate(allocator, config->workgroup_size, emulator->private_stride);
        if (emulator->privates == NULL) {
            return false;
        }
    }
    return emulator->invocations != NULL && emulator->subgroups != NULL &&
           emulator->shared != NULL && emulator->memories != NULL && emulator->sites != NULL &&
           emulator->findings != NULL;
}

static bool allocate_observers(fftc_emulator *emulator)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_RACES)) {
        emulator->races = fftc_races_create(emulator);
        if (emulator->races == NULL) {
            return false;
        }
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_UNINITIALIZED)) {
        emulator->written = fftc_allocate(emulator->allocator, emulator->config.shared_words,
                                          sizeof *emulator->written);
        if (emulator->written == NULL) {
            return false;
        }
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_COUNTS)) {
        emulator->counting = fftc_counting_create(emulator);
        if (emulator->counting == NULL) {
            return false;
        }
    }
    return true;
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
    set_defaults(&checked);
    status = check(&checked, error);
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
    emulator->observing =
        (checked.observers & FFTC_OBSERVE_ALL) != 0 || checked.observer.observe != NULL;
    emulator->subgroup_size_log2 = (uint32_t)__builtin_ctz(checked.subgroup_size);
    emulator->subgroup_count =
        (checked.workgroup_size + checked.subgroup_size - 1) >> emulator->subgroup_size_log2;
    emulator->private_stride = ((size_t)checked.private_bytes + PRIVATE_ALIGNMENT - 1) /
                               PRIVATE_ALIGNMENT * PRIVATE_ALIGNMENT;
    if (!allocate_tables(emulator)) {
        fftc_emulator_destroy(emulator);
        return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                         "no memory for the emulator's tables: take fewer shared words, private "
                         "bytes or findings");
    }
    if (checked.memory_count != 0) {
        memcpy(emulator->memories, checked.memories,
               checked.memory_count * sizeof *emulator->memories);
    }
    emulator->config.memories = emulator->memories;
    emulator->site_count = 1;
    if (!allocate_observers(emulator)) {
        fftc_emulator_destroy(emulator);
        return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                         "no memory for the observers: without FFTC_OBSERVE_RACES they take less");
    }
    status = fftc_fiber_pool_create(&emulator->pool, checked.workgroup_size, checked.stack_bytes,
                                    fiber_flags, emulator->allocator, error);
    if (status != FFTC_SUCCESS) {
        fftc_emulator_destroy(emulator);
        return status;
    }
    number_invocations(emulator);
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
    if (check_schedule(schedule, error) != FFTC_SUCCESS) {
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
    fftc_races_destroy(emulator, emulator->races);
    fftc_counting_destroy(emulator, emulator->counting);
    fftc_release(emulator->allocator, emulator->written);
    fftc_release(emulator->allocator, emulator->invocations);
    fftc_release(emulator->allocator, emulator->subgroups);
    fftc_release(emulator->allocator, emulator->shared);
    fftc_release(emulator->allocator, emulator->memories);
    fftc_release(emulator->allocator, emulator->sites);
    fftc_release(emulator->allocator, emulator->findings);
    fftc_release(emulator->allocator, emulator->privates);
    fftc_release(own ? &allocator : NULL, emulator);
}

/* --- running */

static fftc_fiber *invocation_main(void *argument)
{
    fftc_emulator *emulator = ((fftc_invocation *)argument)->emulator;
    emulator->kernel(emulator->user);
    return fftc_return(emulator);
}

static void start_invocations(fftc_emulator *emulator)
{
    for (uint32_t i = 0; i < emulator->subgroup_count; ++i) {
        fftc_subgroup *subgroup = &emulator->subgroups[i];
        subgroup->live = subgroup->size;
        subgroup->ready = 0;
        subgroup->at_shuffle = 0;
        subgroup->at_barrier = 0;
    }
    for (uint32_t i = 0; i < emulator->config.workgroup_size; ++i) {
        fftc_invocation *invocation = &emulator->invocations[i];
        invocation->stage = 0;
        invocation->site = 0;
        invocation->accessor_depth = 0;
        invocation->ordered = false;
        invocation->published = false;
        fftc_fiber_start(invocation->fiber, invocation_main, invocation);
        fftc_ready_set(emulator, invocation);
    }
    emulator->live = emulator->config.workgroup_size;
    emulator->at_barrier = 0;
    emulator->barrier_first = NULL;
    emulator->barrier_elsewhere = NULL;
}

static void run_workgroup(fftc_emulator *emulator)
{
    for (uint32_t i = 0; i < emulator->config.shared_words; ++i) {
        emulator->shared[i] = FFTC_EMULATE_POISON;
    }
    if (emulator->privates != NULL) {
        memset(emulator->privates, 0, emulator->private_stride * emulator->config.workgroup_size);
    }
    ++emulator->workgroup_serial;
    if (emulator->workgroup_serial == 0 && emulator->written != NULL) {
        memset(emulator->written, 0, emulator->config.shared_words * sizeof *emulator->written);
        emulator->workgroup_serial = 1;
    }
    start_invocations(emulator);
    fftc_observe_workgroup(emulator);
    emulator->running = fftc_choose_first(emulator);
    fftc_fiber_switch(&emulator->pool.host, emulator->running->fiber);
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
    emulator->running_now = true;
    emulator->kernel = kernel;
    emulator->user = user;
    emulator->random = emulator->config.seed;
    emulator->events = 0;
    emulator->finding_count = 0;
    emulator->findings_listed = 0;
    memset(emulator->stage, 0, sizeof emulator->stage);
    fftc_emulator_current = emulator;
    fftc_observe_dispatch(emulator);
    for (uint32_t i = 0; i < emulator->config.workgroup_count; ++i) {
        emulator->workgroup = i;
        run_workgroup(emulator);
    }
    fftc_observe_end(emulator);
    fftc_emulator_current = outer;
    emulator->running_now = false;
    if (report != NULL) {
        fill_report(emulator, report);
    }
    return fftc_succeed(error);
}
