/* SPDX-License-Identifier: MIT
 *
 * What execution tells observers. Each function passes on to races, counts and the caller's own
 * observer, as configured.
 */
#ifndef FFTC_EMULATE_OBSERVE_H
#define FFTC_EMULATE_OBSERVE_H

#include "cpu/emulate/emulator.h"

/* One load or store that stayed inside its memory. */
typedef struct fftc_access {
    fftc_invocation *invocation;
    const fftc_memory *memory; /* NULL: shared */
    uint32_t memory_number;
    uint64_t address;
    bool store;
} fftc_access;

void fftc_observe_access(fftc_emulator *emulator, const fftc_access *access);
void fftc_observe_out_of_bounds(fftc_emulator *emulator, const fftc_access *access,
                                const char *memory);

/* Tells the caller's observer only: the invocation has arrived somewhere. */
void fftc_observe_arrival(fftc_emulator *emulator, const fftc_invocation *invocation,
                          fftc_event_kind kind, uint64_t address);

void fftc_observe_dispatch(fftc_emulator *emulator);
void fftc_observe_workgroup(fftc_emulator *emulator);
void fftc_observe_return(fftc_emulator *emulator, const fftc_invocation *invocation);
/* All that wait go on. */
void fftc_observe_workgroup_barrier(fftc_emulator *emulator, bool buffers, uint32_t stage);
void fftc_observe_subgroup_barrier(fftc_emulator *emulator, fftc_subgroup *subgroup, bool memory,
                                   uint32_t stage);
void fftc_observe_shuffle(fftc_emulator *emulator, uint32_t stage);
void fftc_observe_end(fftc_emulator *emulator);

/* --- races.c */

fftc_races *fftc_races_create(const fftc_emulator *emulator);
void fftc_races_destroy(const fftc_emulator *emulator, fftc_races *races);
void fftc_races_dispatch(fftc_emulator *emulator);
/* Between runs, acts as if that many more barriers had been passed. For tests, which cannot wait
 * for 2^31 of them, after which a run forgets everything before it. */
FFTC_API void fftc_races_age(fftc_emulator *emulator, uint32_t epochs);
void fftc_races_workgroup(fftc_emulator *emulator);
void fftc_races_workgroup_barrier(fftc_emulator *emulator, bool buffers);
void fftc_races_shared(fftc_emulator *emulator, const fftc_access *access);
void fftc_races_memory(fftc_emulator *emulator, const fftc_access *access);

/* --- counts.c */

fftc_counting *fftc_counting_create(const fftc_emulator *emulator);
void fftc_counting_destroy(const fftc_emulator *emulator, fftc_counting *counting);
void fftc_counting_workgroup(fftc_emulator *emulator);
void fftc_counting_access(fftc_emulator *emulator, const fftc_access *access);
/* From now on, accesses of these invocations belong to new requests. */
void fftc_counting_separate(fftc_emulator *emulator, uint32_t first, uint32_t count);
void fftc_counting_return(fftc_emulator *emulator, const fftc_invocation *invocation);

#endif
