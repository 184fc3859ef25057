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

/* Workgroup memory, in words of 32 bits. Undefined at the start of a workgroup. */
FFTC_ACCESSOR(void, fftc_shared_set, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_shared_get, (fftc_uint index));

#endif
