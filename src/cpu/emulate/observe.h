/* SPDX-License-Identifier: MIT
 *
 * What execution tells observers. Each function passes on to races, counts and the caller's own
 * observer, as configured.
 */
#ifndef FFTC_EMULATE_OBSERVE_H
#define FFTC_EMULATE_OBSERVE_H

#include "cpu/emulate/emulator.h"

/* One access to `count` neighbouring elements of a memory. */
typedef struct fftc_access {
    fftc_invocation *invocation;
    const fftc_object *object; /* NULL if there is no memory of this number */
    uint32_t memory_number;
    uint32_t count;
    uint64_t address; /* of the first element */
    bool store;
    bool atomic;
    bool loads;              /* an atomic operation that gives back what was there */
    bool needs_old;          /* and what it stores depends on it, unlike an exchange */
    fftc_memory_scope scope; /* of an atomic operation */
    const void *value;       /* of a store, its elements */
    void *place;             /* of the elements; NULL if they are not inside of the memory */
} fftc_access;

/* --- access.c */

/* Sets what of an access follows from where it begins, tells observers, and says whether it may be
 * made. */
bool fftc_access_bytes(fftc_access *access, uint64_t offset, size_t bytes);

/* --- observe.c */

void fftc_observe_access(fftc_emulator *emulator, const fftc_access *access);
void fftc_observe_out_of_bounds(fftc_emulator *emulator, const fftc_access *access,
                                const char *memory);

/* Tells the caller's observer only: the invocation has arrived somewhere. */
void fftc_tell_arrival(const fftc_emulator *emulator, const fftc_invocation *invocation,
                       fftc_event_kind kind, uint64_t address);
static inline void fftc_observe_arrival(const fftc_emulator *emulator,
                                        const fftc_invocation *invocation, fftc_event_kind kind,
                                        uint64_t address)
{
    if (emulator->config.observer.observe != NULL) {
        fftc_tell_arrival(emulator, invocation, kind, address);
    }
}

void fftc_observe_dispatch(fftc_emulator *emulator);
void fftc_observe_workgroup(fftc_emulator *emulator, fftc_workgroup *workgroup);
void fftc_observe_return(fftc_emulator *emulator, const fftc_invocation *invocation);
/* All that wait go on. */
void fftc_observe_workgroup_barrier(fftc_emulator *emulator, fftc_workgroup *workgroup,
                                    const fftc_semantics *semantics, uint32_t stage);
void fftc_observe_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle,
                                   const fftc_semantics *semantics);
void fftc_observe_fence(fftc_emulator *emulator, fftc_invocation *invocation,
                        const fftc_semantics *semantics);
/* After an atomic operation, which fftc_observe_access has been told of. */
void fftc_observe_atomic(fftc_emulator *emulator, const fftc_access *access,
                         const fftc_semantics *semantics, bool writes);
void fftc_observe_shuffle(fftc_emulator *emulator, uint32_t stage);
void fftc_observe_collective(fftc_emulator *emulator, uint32_t stage);
void fftc_observe_end(fftc_emulator *emulator);
void fftc_counts_add(fftc_counts *sum, const fftc_counts *x);

/* --- race_records.c and races.c */

fftc_races *fftc_races_create(const fftc_emulator *emulator);
void fftc_races_destroy(const fftc_emulator *emulator, fftc_races *races);
void fftc_races_dispatch(fftc_emulator *emulator);
/* Between runs, acts as if that many more barriers had been passed. For tests, which cannot wait
 * for 2^31 of them, after which a run forgets everything before it. */
FFTC_API void fftc_races_age(fftc_emulator *emulator, uint32_t epochs);
void fftc_races_workgroup(fftc_emulator *emulator, fftc_workgroup *workgroup);
void fftc_races_workgroup_barrier(fftc_emulator *emulator, fftc_workgroup *workgroup,
                                  const fftc_semantics *semantics);
void fftc_races_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle,
                                 const fftc_semantics *semantics);
void fftc_races_fence(fftc_emulator *emulator, fftc_invocation *invocation,
                      const fftc_semantics *semantics);
void fftc_races_atomic(fftc_emulator *emulator, const fftc_access *access,
                       const fftc_semantics *semantics, bool writes);
void fftc_races_shared(fftc_emulator *emulator, const fftc_access *access);
void fftc_races_memory(fftc_emulator *emulator, const fftc_access *access);

/* --- counts.c */

fftc_counting *fftc_counting_create(const fftc_emulator *emulator);
void fftc_counting_destroy(const fftc_emulator *emulator, fftc_counting *counting);
void fftc_counting_workgroup(fftc_emulator *emulator, const fftc_workgroup *workgroup);
void fftc_counting_access(fftc_emulator *emulator, const fftc_access *access);
/* From now on, accesses of these invocations of a workgroup belong to new requests. */
void fftc_counting_separate(fftc_emulator *emulator, const fftc_workgroup *workgroup,
                            uint32_t first, uint32_t count);
void fftc_counting_return(fftc_emulator *emulator, const fftc_invocation *invocation);

#endif
