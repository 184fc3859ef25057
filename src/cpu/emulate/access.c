/* SPDX-License-Identifier: MIT
 *
 * Loads and stores, and what a kernel asks about itself.
 */
#include <string.h>

#include "cpu/emulate/invocation.h"
#include "cpu/emulate/observe.h"

static fftc_invocation *running(void)
{
    return fftc_emulator_current != NULL ? fftc_emulator_current->running : NULL;
}

/* --- events */

_Noreturn void fftc_end_of_stack(fftc_invocation *invocation)
{
    fftc_finding_side side = fftc_finding_side_of(invocation);
    fftc_find(invocation->emulator, FFTC_FINDING_STACK_OVERFLOW, NULL, 0, &side, NULL);
    fftc_abandon(invocation->emulator);
}

fftc_site_id fftc_site_of_call(fftc_invocation *invocation, const char *file, uint32_t line)
{
    return invocation->accessor_depth > 0 ? invocation->accessor_site
                                          : fftc_site_intern(invocation->emulator, file, line);
}

fftc_invocation *fftc_event_begin(const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL) {
        return NULL;
    }
    fftc_invocation *self = emulator->running;
    if (emulator->observing || (const char *)__builtin_frame_address(0) < self->stack_limit) {
        self->site = fftc_site_of_call(self, file, line);
    }
    fftc_event_next(self);
    return self;
}

void fftc_invocation_spend(fftc_invocation *self, uint64_t events, fftc_site_id site)
{
    self->site = site;
    self->emulator->events += events;
    if (self->emulator->events >= self->emulator->attention) {
        fftc_attend(self->emulator);
    }
}

/* --- who am I */

uint32_t fftc_emulate_invocation_index(void)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL ? invocation->index : 0;
}

uint32_t fftc_emulate_workgroup_index(void)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL ? invocation->workgroup->id[0] : 0;
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

uint32_t fftc_emulate_workgroup_size(uint32_t axis)
{
    const fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL || axis > 2) {
        return 0;
    }
    return axis == 0   ? emulator->config.workgroup_size
           : axis == 1 ? emulator->config.workgroup_size_y
                       : emulator->config.workgroup_size_z;
}

uint32_t fftc_emulate_workgroup_count(uint32_t axis)
{
    const fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL || axis > 2) {
        return 0;
    }
    return axis == 0   ? emulator->config.workgroup_count
           : axis == 1 ? emulator->config.workgroup_count_y
                       : emulator->config.workgroup_count_z;
}

uint32_t fftc_emulate_workgroup_id(uint32_t axis)
{
    const fftc_invocation *invocation = running();
    return invocation != NULL && axis <= 2 ? invocation->workgroup->id[axis] : 0;
}

uint32_t fftc_emulate_local_id(uint32_t axis)
{
    const fftc_invocation *invocation = running();
    if (invocation == NULL || axis > 2) {
        return 0;
    }
    uint32_t index = invocation->index;
    for (uint32_t a = 0; a < axis; ++a) {
        index /= fftc_emulate_workgroup_size(a);
    }
    return index % fftc_emulate_workgroup_size(axis);
}

void *fftc_emulate_private(void)
{
    const fftc_invocation *invocation = running();
    if (invocation == NULL || invocation->workgroup->privates == NULL) {
        return NULL;
    }
    return invocation->workgroup->privates +
           invocation->index * invocation->emulator->private_stride;
}

/* --- one access */

static inline unsigned char *data_of(const fftc_invocation *self, const fftc_object *object)
{
    return object->shared ? self->workgroup->shared + object->offset : object->memory.data;
}

/* Tells observers of an access to `place`, NULL if it must not be made, and returns that. */
static inline void *reach(fftc_access *access, void *place)
{
    fftc_emulator *emulator = access->invocation->emulator;
    access->place = place;
    if (emulator->observing) {
        if (place != NULL) {
            fftc_observe_access(emulator, access);
        } else {
            fftc_observe_out_of_bounds(emulator, access,
                                       access->object != NULL ? access->object->memory.name
                                                              : "no memory of this number");
        }
    }
    return place;
}

/* The place of an element; NULL if there is none of this size, or not to be stored to. */
static inline __attribute__((always_inline)) void *element_place(const fftc_invocation *self,
                                                                 uint32_t number, uint64_t index,
                                                                 size_t bytes, bool store)
{
    const fftc_emulator *emulator = self->emulator;
    const fftc_object *object = &emulator->objects[number];
    if (number >= emulator->object_count || index >= object->memory.element_count ||
        bytes != object->memory.element_bytes || (store && object->memory.read_only)) {
        return NULL;
    }
    return data_of(self, object) + index * bytes;
}

static void *watched_place(fftc_invocation *self, uint32_t number, uint64_t index, size_t bytes,
                           bool store, const void *value)
{
    fftc_emulator *emulator = self->emulator;
    fftc_access access = {.invocation = self,
                          .object =
                              number < emulator->object_count ? &emulator->objects[number] : NULL,
                          .memory_number = number,
                          .address = index,
                          .count = 1,
                          .store = store,
                          .value = value};
    return reach(&access, element_place(self, number, index, bytes, store));
}

static inline __attribute__((always_inline)) void load(fftc_invocation *self, uint32_t number,
                                                       uint64_t index, void *value, size_t bytes)
{
    const void *from = self->emulator->observing
                           ? watched_place(self, number, index, bytes, false, NULL)
                           : element_place(self, number, index, bytes, false);
    if (from != NULL) {
        memcpy(value, from, bytes);
    } else {
        memset(value, 0, bytes);
    }
    fftc_yield(self->emulator);
}

static inline __attribute__((always_inline)) void
store(fftc_invocation *self, uint32_t number, uint64_t index, const void *value, size_t bytes)
{
    void *to = self->emulator->observing ? watched_place(self, number, index, bytes, true, value)
                                         : element_place(self, number, index, bytes, true);
    if (to != NULL) {
        memcpy(to, value, bytes);
    }
    fftc_yield(self->emulator);
}

bool fftc_access_bytes(fftc_access *access, uint64_t offset, size_t bytes)
{
    fftc_emulator *emulator = access->invocation->emulator;
    unsigned char *place = NULL;
    access->object = access->memory_number < emulator->object_count
                         ? &emulator->objects[access->memory_number]
                         : NULL;
    access->address = offset;
    access->count = 1;
    if (access->object != NULL) {
        const fftc_memory *memory = &access->object->memory;
        size_t each = memory->element_bytes;
        access->address = offset / each;
        access->count = (uint32_t)(bytes / each);
        bool inside = offset % each == 0 && bytes % each == 0 && bytes != 0 &&
                      access->address < memory->element_count &&
                      access->count <= memory->element_count - access->address &&
                      !(access->store && memory->read_only);
        place = inside ? data_of(access->invocation, access->object) + offset : NULL;
    }
    return reach(access, place) != NULL;
}

bool fftc_invocation_load(fftc_invocation *self, uint32_t memory, uint64_t offset, void *value,
                          size_t bytes, fftc_site_id site)
{
    fftc_access access = {.invocation = self, .memory_number = memory};
    fftc_event_count(self, site);
    bool inside = fftc_access_bytes(&access, offset, bytes);
    if (inside) {
        memcpy(value, access.place, bytes);
    } else {
        memset(value, 0, bytes);
    }
    fftc_yield(self->emulator);
    return inside;
}

bool fftc_invocation_store(fftc_invocation *self, uint32_t memory, uint64_t offset,
                           const void *value, size_t bytes, fftc_site_id site)
{
    fftc_access access = {
        .invocation = self, .memory_number = memory, .store = true, .value = value};
    fftc_event_count(self, site);
    bool inside = fftc_access_bytes(&access, offset, bytes);
    if (inside) {
        memcpy(access.place, value, bytes);
    }
    fftc_yield(self->emulator);
    return inside;
}

void fftc_invocation_out_of_bounds(fftc_invocation *self, const char *name, uint64_t index,
                                   bool is_store, fftc_site_id site)
{
    fftc_access access = {.invocation = self, .address = index, .store = is_store};
    fftc_event_count(self, site);
    if (self->emulator->observing) {
        fftc_observe_out_of_bounds(self->emulator, &access, name);
    }
}

void fftc_find_out_of_bounds(const char *memory, uint32_t index, const char *file, uint32_t line)
{
    fftc_invocation *self = running();
    if (self != NULL) {
        fftc_invocation_out_of_bounds(self, memory, index, false,
                                      fftc_site_intern(self->emulator, file, line));
    }
}

/* --- calls of C kernels */

void fftc_emulate_shared_get(uint32_t index, uint32_t *word, const char *file, uint32_t line)
{
    fftc_invocation *self = fftc_event_begin(file, line);
    if (self == NULL) {
        *word = 0;
        return;
    }
    load(self, self->emulator->memory_count, index, word, sizeof *word);
}

void fftc_emulate_shared_set(uint32_t index, const uint32_t *word, const char *file, uint32_t line)
{
    fftc_invocation *self = fftc_event_begin(file, line);
    if (self != NULL) {
        store(self, self->emulator->memory_count, index, word, sizeof *word);
    }
}

/* Numbers beyond those of their kind are of no memory. */
static uint32_t number_of_memory(const fftc_invocation *self, uint32_t memory)
{
    return memory < self->emulator->memory_count ? memory : UINT32_MAX;
}

static uint32_t number_of_array(const fftc_invocation *self, uint32_t array)
{
    return array < self->emulator->config.shared_array_count
               ? fftc_invocation_shared_number(self->emulator, array)
               : UINT32_MAX;
}

void fftc_emulate_memory_load(uint32_t memory, uint64_t index, void *value, size_t bytes,
                              const char *file, uint32_t line)
{
    fftc_invocation *self = fftc_event_begin(file, line);
    if (self == NULL) {
        memset(value, 0, bytes);
        return;
    }
    load(self, number_of_memory(self, memory), index, value, bytes);
}

void fftc_emulate_memory_store(uint32_t memory, uint64_t index, const void *value, size_t bytes,
                               const char *file, uint32_t line)
{
    fftc_invocation *self = fftc_event_begin(file, line);
    if (self != NULL) {
        store(self, number_of_memory(self, memory), index, value, bytes);
    }
}

void fftc_emulate_shared_load(uint32_t array, uint64_t index, void *value, size_t bytes,
                              const char *file, uint32_t line)
{
    fftc_invocation *self = fftc_event_begin(file, line);
    if (self == NULL) {
        memset(value, 0, bytes);
        return;
    }
    load(self, number_of_array(self, array), index, value, bytes);
}

void fftc_emulate_shared_store(uint32_t array, uint64_t index, const void *value, size_t bytes,
                               const char *file, uint32_t line)
{
    fftc_invocation *self = fftc_event_begin(file, line);
    if (self != NULL) {
        store(self, number_of_array(self, array), index, value, bytes);
    }
}

void fftc_emulate_stage_enter(uint32_t stage, const char *file, uint32_t line)
{
    fftc_invocation *self = running();
    if (self == NULL) {
        return;
    }
    if (self->emulator->config.observer.observe != NULL) {
        self->site = fftc_site_of_call(self, file, line);
    }
    fftc_event_next(self);
    self->stage = stage < FFTC_STAGE_LIMIT ? stage : FFTC_STAGE_LIMIT - 1;
    fftc_observe_arrival(self->emulator, self, FFTC_EVENT_STAGE, stage);
}
