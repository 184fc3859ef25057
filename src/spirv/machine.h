/* SPDX-License-Identifier: MIT
 *
 * What an invocation reaches outside of its frame, as events of the emulator. machine.c is the only
 * file of src/spirv that knows the emulator's inside.
 */
#ifndef FFTC_SPIRV_MACHINE_H
#define FFTC_SPIRV_MACHINE_H

#include "spirv/module.h"
#include "spirv/step.h"

/* A run of a shader, see machine.c. */
typedef struct fftc_spirv_job fftc_spirv_job;

/* An invocation of it. */
typedef struct fftc_spirv_machine {
    const fftc_spirv_job *job;
    struct fftc_invocation *self;
    uint32_t lane;
    uint32_t subgroup_size;
} fftc_spirv_machine;

/* Where the invocation is, before an event that others may have to meet it at. */
void fftc_spirv_machine_at(fftc_spirv_machine *machine, const uint32_t *where, uint32_t count);

/* `step` is the number of the step, whose line is told. Components lie `stride` bytes apart; 0:
 * side by side. */
void fftc_spirv_machine_load(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                             uint64_t *slots);
void fftc_spirv_machine_store(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                              const uint64_t *slots);
/* An access by a pointer that points to nothing. */
void fftc_spirv_machine_beyond(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                               bool store);
/* The bytes behind a pointer. */
uint64_t fftc_spirv_machine_bytes(const fftc_spirv_machine *machine, uint64_t pointer);
/* A pointer to one of an array of descriptors; BAD if there are fewer. */
uint64_t fftc_spirv_machine_descriptor(const fftc_spirv_machine *machine, uint32_t object,
                                       uint64_t index);
/* Texels, `bytes` each, from a byte of a memory on: a load or a store, which are inside of it. */
void fftc_spirv_machine_texel(fftc_spirv_machine *machine, uint32_t step, uint32_t memory,
                              uint64_t offset, void *texel, uint32_t bytes, bool store);
/* An access to a texel or component that is not there. */
void fftc_spirv_machine_outside(fftc_spirv_machine *machine, uint32_t step, const char *name,
                                uint64_t index, bool store);
uint64_t fftc_spirv_machine_atomic(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                                   uint64_t value, uint64_t comparator);
void fftc_spirv_machine_fence(fftc_spirv_machine *machine, uint32_t step);
void fftc_spirv_machine_barrier(fftc_spirv_machine *machine, uint32_t step);
void fftc_spirv_machine_collective(fftc_spirv_machine *machine, uint32_t step,
                                   const uint64_t *value, uint32_t lane, uint64_t *result);
void fftc_spirv_machine_merge(fftc_spirv_machine *machine, uint32_t step);
/* So many iterations without any event. */
void fftc_spirv_machine_spend(fftc_spirv_machine *machine, uint32_t step, uint32_t count);

#endif
