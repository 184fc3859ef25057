/* SPDX-License-Identifier: MIT
 *
 * What is remembered of accesses to find races; races.c says why it is enough.
 */
#ifndef FFTC_EMULATE_RACE_RECORDS_H
#define FFTC_EMULATE_RACE_RECORDS_H

#include "cpu/emulate/sync.h"

/* Who accessed, from where, in which stage. There is a record or more for each word and element, so
 * the three share 32 bits: whole words, as bit fields of these sizes cost twice the time. */
#define SITE_SHIFT 12
#define STAGE_SHIFT 26
_Static_assert(FFTC_MAX_INVOCATIONS <= 1u << SITE_SHIFT, "a record's invocation");
_Static_assert(FFTC_MAX_SITES <= 1u << (STAGE_SHIFT - SITE_SHIFT), "a record's site");
_Static_assert(FFTC_STAGE_LIMIT <= 1u << (32 - STAGE_SHIFT), "a record's stage");
#define INVOCATION_MASK ((1u << SITE_SHIFT) - 1u)
#define SITE_MASK ((1u << (STAGE_SHIFT - SITE_SHIFT)) - 1u)

typedef struct {
    uint32_t tick; /* 0: none */
    uint32_t workgroup;
    uint32_t who;
} record;

static inline uint32_t invocation_of(const record *r)
{
    return r->who & INVOCATION_MASK;
}

typedef struct {
    record store;
    record load[3];
    uint64_t lanes[2]; /* the lanes that loaded in load[0]'s subgroup since its last barrier;
                          lane_places says where */
} shared_word;

typedef struct {
    record store;
    record load[2];
} memory_element;

typedef struct {
    record load[2];
    record write[2];
    uint8_t load_scope[2];
    uint8_t write_scope[2];
} atomic_element;

struct fftc_races {
    uint32_t dispatch_tick; /* the first of this run */
    bool any_atomics;
    shared_word *shared;     /* by slot and element */
    uint32_t *lane_places;   /* by shared element and lane: record.who of its load */
    uint32_t *lane_ticks;    /* when they did; NULL before a part of a subgroup passes a barrier, up
                                to where load[0] says enough */
    memory_element **memory; /* by memory and element */
    atomic_element **atomics; /* by object and element (shared: of all slots); NULL before the first
                                 atomic operation there */
};

/* Of shared memory, those of all slots. */
static inline uint64_t element_total(const fftc_emulator *emulator, const fftc_object *object)
{
    return object->memory.element_count * (object->shared ? emulator->slot_count : 1);
}

#endif
