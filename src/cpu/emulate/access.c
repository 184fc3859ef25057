/* SPDX-License-Identifier: MIT
 *
 * What a kernel calls, except barriers and shuffles: its own indices, and memory.
 */
#include "cpu/emulate/emulator.h"
#include "cpu/emulate/observe.h"

#include <string.h>

static fftc_invocation *running(void)
{
    return fftc_emulator_current != NULL ? fftc_emulator_current->running : NULL;
}

fftc_invocation *fftc_event_begin(const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    fftc_invocation *invocation;
    if (emulator == NULL) {
        return NULL;
    }
    invocation = emulator->running;
    ++emulator->events;
    if ((const char *)__builtin_frame_address(0) < invocation->stack_limit) {
        invocation->site = fftc_site_intern(emulator, file, line);
        fftc_finding_side side = fftc_finding_side_of(invocation);
        fftc_find(emulator, FFTC_FINDING_STACK_OVERFLOW, NULL, 0, &side, NULL);
        fftc_abandon(emulator);
    }
    return invocation;
}

uint32_t fftc_emulate_invocation_index(void)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL ? invocation->index : 0;
}

uint32_t fftc_emulate_workgroup_index(void)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL ? invocation->emulator->workgroup : 0;
}

uint32_t fftc_emulate_subgroup_size(void)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL ? invocation->emulator->config.subgroup_size : 0;
}

uint32_t fftc_emulate_subgroup_lane(void)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL ? invocation->lane : 0;
}

void *fftc_emulate_private(void)
{
    const fftc_invocation *invocation = running();
    if (invocation == NULL || invocation->emulator->privates == NULL) {
        return NULL;
    }
    return invocation->emulator->privates +
           invocation->index * invocation->emulator->private_stride;
}

/* Reports the access to observers, and returns the word; NULL if it does not exist. */
static uint32_t *shared_word(fftc_invocation *invocation, uint32_t index, bool store,
                             const char *file, uint32_t line)
{
    fftc_emulator *emulator = invocation->emulator;
    bool inside = index < emulator->config.shared_words;
    if (emulator->observing) {
        fftc_access access = {.invocation = invocation, .address = index, .store = store};
        invocation->site = fftc_site_intern(emulator, file, line);
        if (inside) {
            fftc_observe_access(emulator, &access);
        } else {
            fftc_observe_out_of_bounds(emulator, &access, "shared");
        }
    }
    return inside ? &emulator->shared[index] : NULL;
}

uint32_t fftc_emulate_shared_get(uint32_t index, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation == NULL) {
        return 0;
    }
    const uint32_t *at = shared_word(invocation, index, false, file, line);
    uint32_t word = at != NULL ? *at : 0;
    fftc_yield(invocation->emulator);
    return word;
}

void fftc_emulate_shared_set(uint32_t index, uint32_t word, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation == NULL) {
        return;
    }
    uint32_t *at = shared_word(invocation, index, true, file, line);
    if (at != NULL) {
        *at = word;
    }
    fftc_yield(invocation->emulator);
}

void fftc_find_out_of_bounds(const char *memory, uint32_t index, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation != NULL && invocation->emulator->observing) {
        fftc_access access = {.invocation = invocation, .address = index};
        invocation->site = fftc_site_intern(invocation->emulator, file, line);
        fftc_observe_out_of_bounds(invocation->emulator, &access, memory);
    }
}

/* The address of element `index`; NULL if the access must not be made. */
static void *element(fftc_invocation *invocation, uint32_t number, uint64_t index, size_t bytes,
                     bool store, const char *file, uint32_t line)
{
    fftc_emulator *emulator = invocation->emulator;
    const fftc_memory *memory =
        number < emulator->config.memory_count ? &emulator->memories[number] : NULL;
    bool inside = memory != NULL && index < memory->element_count &&
                  bytes == memory->element_bytes && !(store && memory->read_only);
    if (emulator->observing) {
        fftc_access access = {invocation, memory, number, index, store};
        invocation->site = invocation->accessor_depth > 0 ? invocation->accessor_site
                                                          : fftc_site_intern(emulator, file, line);
        if (inside) {
            fftc_observe_access(emulator, &access);
        } else {
            fftc_observe_out_of_bounds(emulator, &access,
                                       memory != NULL ? memory->name : "no memory of this number");
        }
    }
    return inside ? (unsigned char *)memory->data + index * bytes : NULL;
}

void fftc_emulate_memory_load(uint32_t memory, uint64_t index, void *value, size_t bytes,
                              const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    const void *from;
    if (invocation == NULL) {
        memset(value, 0, bytes);
        return;
    }
    from = element(invocation, memory, index, bytes, false, file, line);
    if (from != NULL) {
        memcpy(value, from, bytes);
    } else {
        memset(value, 0, bytes);
    }
    fftc_yield(invocation->emulator);
}

void fftc_emulate_memory_store(uint32_t memory, uint64_t index, const void *value, size_t bytes,
                               const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    void *to;
    if (invocation == NULL) {
        return;
    }
    to = element(invocation, memory, index, bytes, true, file, line);
    if (to != NULL) {
        memcpy(to, value, bytes);
    }
    fftc_yield(invocation->emulator);
}

void fftc_emulate_stage_enter(uint32_t stage, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation == NULL) {
        return;
    }
    invocation->stage = stage < FFTC_STAGE_LIMIT ? stage : FFTC_STAGE_LIMIT - 1;
    if (invocation->emulator->config.observer.observe != NULL) {
        invocation->site = fftc_site_intern(invocation->emulator, file, line);
        fftc_observe_arrival(invocation->emulator, invocation, FFTC_EVENT_STAGE, stage);
    }
}

void fftc_emulate_accessor_enter(const char *file, uint32_t line)
{
    fftc_invocation *invocation = running();
    if (invocation != NULL && invocation->accessor_depth++ == 0 &&
        invocation->emulator->observing) {
        invocation->accessor_site = fftc_site_intern(invocation->emulator, file, line);
    }
}

void fftc_emulate_accessor_leave(void)
{
    fftc_invocation *invocation = running();
    if (invocation != NULL && invocation->accessor_depth > 0) {
        --invocation->accessor_depth;
    }
}
