/* SPDX-License-Identifier: MIT
 *
 * What atomic operations, fences and barriers of a part of a subgroup order, as the Vulkan memory
 * model says. A release makes what its invocation has done, and what it knows, a message; an
 * acquire that reads the message's atomic object learns it. A relaxed operation carries the message
 * of the last release fence before it, and what it reads is learnt at the next acquire fence.
 * Operations that read and write an atomic object hand its message on.
 *
 * Beyond the model, a fence before a barrier makes the barrier order what the fence does, without a
 * second fence behind it: memoryBarrierBuffer(); barrier(); is how GLSL programs say it.
 */
#ifndef FFTC_EMULATE_SYNC_H
#define FFTC_EMULATE_SYNC_H

#include "cpu/emulate/observe.h"

typedef struct fftc_sync fftc_sync;

void fftc_sync_destroy(const fftc_emulator *emulator);
/* A run begins: nothing is known. */
void fftc_sync_dispatch(fftc_emulator *emulator);
void fftc_sync_start(fftc_emulator *emulator, fftc_workgroup *workgroup);

void fftc_sync_atomic(fftc_emulator *emulator, const fftc_access *access,
                      const fftc_semantics *semantics, bool writes);
void fftc_sync_fence(fftc_emulator *emulator, fftc_invocation *self,
                     const fftc_semantics *semantics);
/* After the ticks of the barrier are set, with the lanes still there. */
void fftc_sync_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle,
                                const fftc_semantics *semantics);
void fftc_sync_workgroup_barrier(fftc_emulator *emulator, const fftc_workgroup *workgroup,
                                 const fftc_semantics *semantics);

/* Has `self` been told of an access of that tick? */
bool fftc_sync_knows(const fftc_emulator *emulator, const fftc_invocation *self, uint32_t workgroup,
                     uint32_t invocation, uint32_t tick, fftc_memory_class memory_class);

#endif
