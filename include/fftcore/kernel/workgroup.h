/* SPDX-License-Identifier: MIT
 *
 * What a kernel asks of the machine it runs on: who it is, barriers, workgroup memory, subgroup
 * shuffles.
 *
 * These are accessors: the environment defines them. shaders/common/workgroup.glsl does for Vulkan,
 * fftcore/emulate.h for the emulator (it takes this header's place, so that each call can report
 * its source line), and src/cpu/simd for vectors. An environment of your own defines those that the
 * kernel calls; a missing one is a link error that names it.
 */
#ifndef FFTC_WORKGROUP_H
#define FFTC_WORKGROUP_H

#include "fftcore/kernel/dialect.h"

/* This invocation's number in its workgroup, 0 .. size - 1. Neighbouring numbers are neighbouring
 * lanes: subgroup number * subgroup size + lane. */
FFTC_ACCESSOR(fftc_uint, fftc_invocation_index, (void));

/* This workgroup's number in the dispatch: the same for all its invocations. */
FFTC_ACCESSOR(fftc_uniform, fftc_workgroup_index, (void));

/* The same in three dimensions, x (axis 0) first: this invocation in its workgroup, this workgroup
 * in the dispatch, and how many there are of both. Where FFTC_SUBGROUPS numbers invocations by
 * their lanes, fftc_local_id does not say what fftc_invocation_index() is. */
FFTC_ACCESSOR(fftc_uint, fftc_local_id, (fftc_uniform axis));
FFTC_ACCESSOR(fftc_uniform, fftc_workgroup_id, (fftc_uniform axis));
FFTC_ACCESSOR(fftc_uniform, fftc_workgroup_size, (fftc_uniform axis));
FFTC_ACCESSOR(fftc_uniform, fftc_workgroup_count, (fftc_uniform axis));

/* Waits until every invocation of the workgroup is here; what any of them wrote to shared memory
 * before is visible to all of them after. Says nothing of accessor memory (buffers, images). */
FFTC_ACCESSOR(void, fftc_workgroup_barrier, (void));

/* Waits as fftc_workgroup_barrier does, and orders buffer memory within the workgroup, too. */
FFTC_ACCESSOR(void, fftc_workgroup_barrier_buffers, (void));

/* Waits for the invocations of the subgroup and orders their accesses to shared memory. */
FFTC_ACCESSOR(void, fftc_subgroup_barrier, (void));

/* Waits for the invocations of the subgroup; orders no memory. A shuffle reads another lane's
 * register, and on hardware whose lanes advance independently nothing but this says that the lane
 * has computed it. */
FFTC_ACCESSOR(void, fftc_subgroup_sync, (void));

FFTC_ACCESSOR(fftc_uniform, fftc_subgroup_size, (void));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_lane, (void));

/* The word of lane (lane ^ mask), (lane - delta), (lane + delta). Every lane of the subgroup that
 * is read must be at the same call. Where lane - delta or lane + delta is outside the subgroup the
 * result is undefined: select it away. */
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_shuffle_xor, (fftc_uint word, fftc_uniform mask));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_shuffle_up, (fftc_uint word, fftc_uniform delta));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_shuffle_down, (fftc_uint word, fftc_uniform delta));

/* Operations of those lanes of the subgroup that are here; none waits for lanes that took another
 * branch. GLSL needs FFTC_SUBGROUP_ARITHMETIC for them (shaders/common/workgroup.glsl).
 *
 * elect is true in one lane, the first that is here. ballot has a bit for each lane: word 0 of
 * lanes 0 to 31, up to word 3. The lane that shuffle and broadcast read must be here; for broadcast
 * it is the same in all. The exclusive sum of the first lane is 0. Clusters have a power of two of
 * lanes. */
FFTC_ACCESSOR(fftc_bool, fftc_subgroup_elect, (void));
FFTC_ACCESSOR(fftc_bool, fftc_subgroup_all, (fftc_bool condition));
FFTC_ACCESSOR(fftc_bool, fftc_subgroup_any, (fftc_bool condition));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_ballot, (fftc_bool condition, fftc_uniform word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_shuffle, (fftc_uint word, fftc_uint lane));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_broadcast, (fftc_uint word, fftc_uniform lane));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_broadcast_first, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_add, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_min, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_max, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_and, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_or, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_xor, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_inclusive_add, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_exclusive_add, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_subgroup_clustered_add, (fftc_uint word, fftc_uniform lanes));

/* Workgroup memory, in words of 32 bits. Undefined at the start of a workgroup. */
FFTC_ACCESSOR(void, fftc_shared_set, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_get, (fftc_uint index));

/* Atomic operations on words of workgroup memory, as unsigned numbers; each returns what was there
 * before. compare stores `word` if `expected` is there. They order nothing else: for that there are
 * barriers. Where other invocations get or set the same word, a barrier stands between. GLSL needs
 * FFTC_SHARED_ATOMICS for them (shaders/common/workgroup.glsl). */
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_add, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_min, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_max, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_and, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_or, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_xor, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_exchange, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_atomic_compare,
              (fftc_uint index, fftc_uint expected, fftc_uint word));

/* Orders this invocation's accesses to buffers before the fence and after it, for the whole device:
 * before a relaxed atomic operation that tells others of them, and after one that has been told. */
FFTC_ACCESSOR(void, fftc_buffer_fence, (void));

#endif
