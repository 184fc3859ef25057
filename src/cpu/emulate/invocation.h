/* SPDX-License-Identifier: MIT
 *
 * What an invocation can do, for executions that are not C functions in the dialect: src/spirv is
 * one. The public calls of fftcore/emulate.h are made of these.
 *
 * An execution gives fftc_emulator_run a kernel, which is called once on the fiber of each
 * invocation. There fftc_invocation_running() is the invocation, and everything below is done by
 * it: each call is an event, after which the schedule may let others run before the call returns.
 *
 *     static void interpret(void *user)
 *     {
 *         fftc_invocation *self = fftc_invocation_running();
 *         self->where = my_where; // how far this lane is: see fftc_invocation.where
 *         ...
 *         self->where_count = n;
 *         fftc_invocation_load(self, memory, offset, &word, sizeof word, site);
 *     }
 *
 * A source line is a number (fftc_site_id) that fftc_site_intern gives. Intern lines once, before
 * the run: the emulator keeps the pointer to the file's name. Finding kinds, schedules and the
 * configuration are those of fftcore/emulate.h.
 */
#ifndef FFTC_EMULATE_INVOCATION_H
#define FFTC_EMULATE_INVOCATION_H

#include "cpu/emulate/emulator.h"

/* The invocation that this thread runs; NULL outside of a run. */
static inline fftc_invocation *fftc_invocation_running(void)
{
    return fftc_emulator_current != NULL ? fftc_emulator_current->running : NULL;
}

/* --- where a lane is ---------------------------------------------------------------------------
 *
 * Operations of a subgroup are carried out by the lanes that are at the same dynamic instance. An
 * execution says where a lane is by a vector of numbers, which it keeps itself: it sets self->where
 * and self->where_count before each barrier, collective and rendezvous, and the emulator only reads
 * them while the lane waits. Two lanes are at one dynamic instance if and only if their vectors
 * are equal.
 *
 * When no lane of a subgroup can run, those whose vector is lexicographically least go on
 * together (a vector that another one begins with is less): nobody can still join them. That is
 * maximal reconvergence if the vectors grow with structured control flow: a loop is its place in
 * the order of blocks followed by the iteration, a call is the place of the call, and the last
 * number is the place of the instruction. A place is a number that grows in structured order:
 * what is in a construct is less than its merge block. All vectors of a run are so compared; for
 * workgroup barriers too.
 *
 * With where_count 0 the emulator compares source lines instead (docs/emulator.md). */

/* --- memory ------------------------------------------------------------------------------------
 *
 * Memories have numbers: 0 .. memory_count - 1 are fftc_emulation.memories; the words of
 * shared_words and then each of shared_arrays follow. An element (fftc_memory.element_bytes) is
 * what races are told by: two accesses meet if they share one. So an interpreter gives a buffer
 * elements as small as its smallest access: 1, 2, 4 or 8 bytes. */

/* The number of named shared array `array`. */
static inline uint32_t fftc_invocation_shared_number(const fftc_emulator *emulator, uint32_t array)
{
    return emulator->config.memory_count + 1 + array;
}

/* `bytes` from byte `offset` on, both multiples of the memory's element_bytes. Returns false if
 * that is not inside of the memory, which is a finding: then a load gives zeros and a store does
 * nothing. */
bool fftc_invocation_load(fftc_invocation *self, uint32_t memory, uint64_t offset, void *value,
                          size_t bytes, fftc_site_id site);
bool fftc_invocation_store(fftc_invocation *self, uint32_t memory, uint64_t offset,
                           const void *value, size_t bytes, fftc_site_id site);

/* For an index that an execution has found to be out of bounds itself (inside of a memory, but not
 * of the array meant), to be told instead of the access. `name` must outlive the findings. */
void fftc_invocation_out_of_bounds(fftc_invocation *self, const char *name, uint64_t index,
                                   bool store, fftc_site_id site);

/* --- atomics, fences, barriers ---------------------------------------------------------------- */

/* What each orders, and for whom, is its fftc_semantics (emulator.h). */

typedef struct fftc_atomic {
    fftc_atomic_operation operation;
    uint32_t memory;
    uint64_t offset;     /* in bytes, a multiple of `bytes` */
    uint32_t bytes;      /* 4 or 8; 1 and 2 too */
    uint64_t value;      /* in the low `bytes`; floating point as its bits */
    uint64_t comparator; /* of FFTC_ATOMIC_COMPARE_EXCHANGE */
    fftc_semantics semantics;
    fftc_site_id site;
} fftc_atomic;

/* Returns what was there before. Out of bounds it is 0, with a finding, and nothing is stored. */
uint64_t fftc_invocation_atomic(fftc_invocation *self, const fftc_atomic *atomic);

/* OpMemoryBarrier. */
void fftc_invocation_fence(fftc_invocation *self, const fftc_semantics *semantics,
                           fftc_site_id site);

/* OpControlBarrier of execution scope FFTC_SCOPE_SUBGROUP or FFTC_SCOPE_WORKGROUP. */
void fftc_invocation_barrier(fftc_invocation *self, fftc_memory_scope execution,
                             const fftc_semantics *semantics, fftc_site_id site);

/* --- operations of a subgroup ----------------------------------------------------------------- */

typedef struct fftc_collective {
    fftc_collective_operation operation;
    fftc_collective_arithmetic arithmetic; /* of REDUCE, INCLUSIVE, EXCLUSIVE */
    fftc_collective_type type;
    uint32_t bits; /* of a number: 8, 16, 32, 64; floats 16 (where the compiler has them), 32, 64 */
    uint32_t components; /* of a vector, which is done component by component: 1 .. 4 */
    uint32_t cluster;    /* a power of two, or 0 */
    uint32_t lane;       /* as the operation says; may differ between lanes for shuffles */
    fftc_site_id site;
} fftc_collective;

/* `value` and `result` have `components` numbers each, in the low bits (BALLOT: two results). They
 * may be the same array. */
void fftc_invocation_collective(fftc_invocation *self, const fftc_collective *collective,
                                const uint64_t *value, uint64_t *result);

/* --- control flow ----------------------------------------------------------------------------- */

/* At a merge block, with `where` set to it: under FFTC_SCHEDULE_SIMT the lane waits until no other
 * lane of its subgroup can still come here; under other schedules nothing happens. */
void fftc_invocation_rendezvous(fftc_invocation *self, fftc_site_id site);

/* Another `count` events have passed: for loops without any, at most every few thousand
 * instructions. Beyond the limit of events the invocation is ended here (this does not return then;
 * what the execution has allocated for it must be reachable from elsewhere). */
void fftc_invocation_spend(fftc_invocation *self, uint64_t count, fftc_site_id site);

#endif
