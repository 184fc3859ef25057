/* SPDX-License-Identifier: MIT
 *
 * Steps that others can see, as events of the emulator.
 */
#include "spirv/machine.h"

#include <string.h>

#include "cpu/emulate/invocation.h"
#include "spirv/group.h"
#include "spirv/inputs.h"
#include "spirv/interpret.h"
#include "spirv/job.h"

/* --- an invocation */

void fftc_spirv_invoke(void *user)
{
    const fftc_spirv_job *job = fftc_emulated_user();
    const fftc_spirv *m = job->m;
    fftc_invocation *self = fftc_invocation_running();
    fftc_spirv_machine machine = {.job = job,
                                  .self = self,
                                  .lane = fftc_emulate_subgroup_lane(),
                                  .subgroup_size = fftc_emulate_subgroup_size()};
    fftc_spirv_coordinates at = {.subgroup_size = machine.subgroup_size,
                                 .subgroup = self->index / machine.subgroup_size,
                                 .lane = machine.lane};
    uint64_t *frame = fftc_emulate_private();
    (void)user;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        at.workgroup[axis] = fftc_emulate_workgroup_id(axis);
        at.workgroups[axis] = fftc_emulate_workgroup_count(axis);
        at.local[axis] = fftc_emulate_local_id(axis);
    }
    memcpy(frame, job->frame, m->frame_slots * sizeof *frame);
    fftc_spirv_fill_inputs(m, &at, frame);
    fftc_spirv_run(m, frame, (uint32_t *)(frame + m->frame_slots), &machine, m->entry_step);
}

static fftc_site_id site_of(const fftc_spirv_machine *machine, uint32_t step)
{
    const fftc_spirv_job *job = machine->job;
    uint32_t line = job->m->sites[step];
    if (job->sites[line] == 0) {
        const fftc_site *site = &job->m->lines[line];
        job->sites[line] = fftc_site_intern(fftc_emulator_current, site->file, site->line);
    }
    return job->sites[line];
}

void fftc_spirv_machine_at(fftc_spirv_machine *machine, const uint32_t *where, uint32_t count)
{
    machine->self->where = where;
    machine->self->where_count = count;
}

/* --- memory */

/* A pointer and what a step adds to it, as a place. */
typedef struct target {
    uint32_t memory;
    uint64_t offset;
    bool constant; /* bytes that nothing writes */
    bool valid;
} target;

static target target_of(const fftc_spirv_job *job, uint64_t pointer, uint64_t offset)
{
    uint64_t number = pointer >> FFTC_SPIRV_OFFSET_BITS;
    target t = {.offset = (pointer & FFTC_SPIRV_OFFSET_MASK) + offset};
    if (number >= 1 && number <= job->memory_count) {
        t.memory = (uint32_t)number - 1;
        t.valid = true;
        t.constant = job->memories[t.memory].constant;
    }
    return t;
}

void fftc_spirv_machine_beyond(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                               bool store)
{
    const fftc_spirv_job *job = machine->job;
    const char *name = pointer == 0 ? "the null address" : "an address of no buffer";
    uint64_t index = FFTC_NO_INDEX;
    uint32_t chain = pointer >> 32 & 0x7fffffff;
    if ((pointer & FFTC_SPIRV_BAD) != 0 && chain < job->m->step_count) { /* any number else */
        const char *path = job->m->names[chain];
        name = path != NULL ? path : "an array";
        index = pointer & 0xffffffff;
    }
    fftc_invocation_out_of_bounds(machine->self, name, index, store, site_of(machine, step));
}

uint64_t fftc_spirv_machine_bytes(const fftc_spirv_machine *machine, uint64_t pointer)
{
    target t = target_of(machine->job, pointer, 0);
    uint64_t bytes = t.valid ? machine->job->memories[t.memory].bytes : 0;
    return bytes > t.offset ? bytes - t.offset : 0;
}

/* From bytes that lie side by side to slots, and back. */
static void widen(uint64_t *slots, const unsigned char *bytes, uint32_t count, uint32_t size)
{
    for (uint32_t i = 0; i < count; ++i) {
        slots[i] = 0;
        memcpy(&slots[i], bytes + i * size, size);
    }
}

static void narrow(unsigned char *bytes, const uint64_t *slots, uint32_t count, uint32_t size)
{
    for (uint32_t i = 0; i < count; ++i) {
        memcpy(bytes + i * size, &slots[i], size);
    }
}

/* Bytes of a uniform buffer or push constants: no event, since nobody writes them. */
static void load_constant(fftc_spirv_machine *machine, uint32_t step, const target *t, void *bytes,
                          uint32_t size)
{
    const fftc_spirv_memory *memory = &machine->job->memories[t->memory];
    if (t->offset > memory->bytes || memory->bytes - t->offset < size) {
        fftc_invocation_out_of_bounds(machine->self, memory->name,
                                      t->offset / memory->element_bytes, false,
                                      site_of(machine, step));
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, (const unsigned char *)memory->data + t->offset, size);
}

static bool is_aligned(const fftc_spirv_job *job, const target *t, uint32_t size)
{
    uint64_t element = job->memories[t->memory].element_bytes;
    return element == 0 || (t->offset % element == 0 && size % element == 0);
}

/* `count` numbers of `size` bytes that lie side by side. */
static void load_run(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer, uint64_t offset,
                     uint64_t *slots, uint32_t count, uint32_t size)
{
    const fftc_spirv_job *job = machine->job;
    target t = target_of(job, pointer, offset);
    unsigned char bytes[4 * 8] = {0};
    if (!t.valid || (!t.constant && !is_aligned(job, &t, size))) {
        fftc_spirv_machine_beyond(machine, step, pointer, false);
    } else if (t.constant) {
        load_constant(machine, step, &t, bytes, count * size);
    } else {
        fftc_invocation_load(machine->self, job->memories[t.memory].number, t.offset, bytes,
                             count * size, site_of(machine, step));
    }
    widen(slots, bytes, count, size);
}

static void store_run(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer, uint64_t offset,
                      const uint64_t *slots, uint32_t count, uint32_t size)
{
    const fftc_spirv_job *job = machine->job;
    target t = target_of(job, pointer, offset);
    unsigned char bytes[4 * 8];
    if (!t.valid || !is_aligned(job, &t, size)) {
        fftc_spirv_machine_beyond(machine, step, pointer, true);
    } else if (t.constant) {
        fftc_invocation_out_of_bounds(machine->self, job->memories[t.memory].name,
                                      t.offset / job->memories[t.memory].element_bytes, true,
                                      site_of(machine, step));
    } else {
        narrow(bytes, slots, count, size);
        fftc_invocation_store(machine->self, job->memories[t.memory].number, t.offset, bytes,
                              count * size, site_of(machine, step));
    }
}

void fftc_spirv_machine_load(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                             uint64_t *slots)
{
    const fftc_spirv_step *s = &machine->job->m->steps[step];
    if (s->c == 0) {
        load_run(machine, step, pointer, s->b, slots, s->n, s->width / 8);
        return;
    }
    for (uint32_t i = 0; i < s->n; ++i) {
        load_run(machine, step, pointer, s->b + (uint64_t)i * s->c, slots + i, 1, s->width / 8);
    }
}

void fftc_spirv_machine_store(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                              const uint64_t *slots)
{
    const fftc_spirv_step *s = &machine->job->m->steps[step];
    if (s->c == 0) {
        store_run(machine, step, pointer, s->b, slots, s->n, s->width / 8);
        return;
    }
    for (uint32_t i = 0; i < s->n; ++i) {
        store_run(machine, step, pointer, s->b + (uint64_t)i * s->c, slots + i, 1, s->width / 8);
    }
}

uint64_t fftc_spirv_machine_descriptor(const fftc_spirv_machine *machine, uint32_t object,
                                       uint64_t index)
{
    const fftc_spirv_job *job = machine->job;
    return index < job->descriptor_counts[object]
               ? job->descriptors[job->descriptor_first[object] + index]
               : FFTC_SPIRV_BAD;
}

/* --- images */

void fftc_spirv_machine_texel(fftc_spirv_machine *machine, uint32_t step, uint32_t memory,
                              uint64_t offset, void *texel, uint32_t bytes, bool store)
{
    const fftc_spirv_memory *from = &machine->job->memories[memory];
    if (from->constant) {
        memcpy(texel, (const unsigned char *)from->data + offset, bytes);
    } else if (store) {
        fftc_invocation_store(machine->self, from->number, offset, texel, bytes,
                              site_of(machine, step));
    } else {
        fftc_invocation_load(machine->self, from->number, offset, texel, bytes,
                             site_of(machine, step));
    }
}

void fftc_spirv_machine_outside(fftc_spirv_machine *machine, uint32_t step, const char *name,
                                uint64_t index, bool store)
{
    fftc_invocation_out_of_bounds(machine->self, name, index, store, site_of(machine, step));
}

/* --- order */

enum { /* bits of memory semantics */
       Acquire = 2,
       Release = 4,
       AcquireRelease = 8,
       SequentiallyConsistent = 16,
       UniformMemory = 64,
       WorkgroupMemory = 256,
       ImageMemory = 2048
};

static fftc_semantics semantics_of(uint32_t scope, uint32_t bits)
{
    bool both = (bits & (AcquireRelease | SequentiallyConsistent)) != 0;
    fftc_semantics semantics = {.scope = (fftc_memory_scope)scope,
                                .acquire = both || (bits & Acquire) != 0,
                                .release = both || (bits & Release) != 0,
                                .shared = (bits & WorkgroupMemory) != 0,
                                .buffers = (bits & UniformMemory) != 0,
                                .images = (bits & ImageMemory) != 0};
    return semantics;
}

uint64_t fftc_spirv_machine_atomic(fftc_spirv_machine *machine, uint32_t step, uint64_t pointer,
                                   uint64_t value, uint64_t comparator)
{
    const fftc_spirv_job *job = machine->job;
    const fftc_spirv_step *s = &job->m->steps[step];
    const uint32_t *words = job->m->extra + s->c;
    target t = target_of(job, pointer, 0);
    fftc_atomic atomic = {.operation = (fftc_atomic_operation)s->more,
                          .bytes = s->width / 8,
                          .value = value,
                          .comparator = comparator,
                          .semantics = semantics_of(words[ATOMIC_SCOPE], words[ATOMIC_SEMANTICS]),
                          .site = site_of(machine, step)};
    if (!t.valid || t.constant || !is_aligned(job, &t, atomic.bytes)) {
        fftc_spirv_machine_beyond(machine, step, pointer, true);
        return 0;
    }
    atomic.memory = job->memories[t.memory].number;
    atomic.offset = t.offset;
    return fftc_invocation_atomic(machine->self, &atomic);
}

void fftc_spirv_machine_fence(fftc_spirv_machine *machine, uint32_t step)
{
    const fftc_spirv_step *s = &machine->job->m->steps[step];
    fftc_semantics semantics = semantics_of(s->b, s->c);
    fftc_invocation_fence(machine->self, &semantics, site_of(machine, step));
}

void fftc_spirv_machine_barrier(fftc_spirv_machine *machine, uint32_t step)
{
    const fftc_spirv_step *s = &machine->job->m->steps[step];
    fftc_semantics semantics = semantics_of(s->b, s->c);
    fftc_invocation_barrier(machine->self, (fftc_memory_scope)s->a, &semantics,
                            site_of(machine, step));
}

void fftc_spirv_machine_merge(fftc_spirv_machine *machine, uint32_t step)
{
    fftc_invocation_rendezvous(machine->self, site_of(machine, step));
}

void fftc_spirv_machine_spend(fftc_spirv_machine *machine, uint32_t step, uint32_t count)
{
    fftc_invocation_spend(machine->self, count, site_of(machine, step));
}

/* --- subgroups */

void fftc_spirv_machine_collective(fftc_spirv_machine *machine, uint32_t step,
                                   const uint64_t *value, uint32_t lane, uint64_t *result)
{
    const fftc_spirv *m = machine->job->m;
    const fftc_spirv_step *s = &m->steps[step];
    const uint32_t *words = m->extra + s->c;
    fftc_collective collective = {
        .operation = (fftc_collective_operation)words[COLLECTIVE_OPERATION],
        .arithmetic = (fftc_collective_arithmetic)words[COLLECTIVE_ARITHMETIC],
        .type = (fftc_collective_type)words[COLLECTIVE_TYPE],
        .bits = s->width,
        .components = s->n,
        .cluster = words[COLLECTIVE_CLUSTER],
        .lane = words[COLLECTIVE_SWAPS] != 0 ? lane + 1 : lane,
        .site = site_of(machine, step)};
    uint64_t in[4] = {0}, out[4] = {0};
    bool ballot = collective.operation == FFTC_COLLECTIVE_BALLOT;
    memcpy(in, value, s->n * sizeof *in);
    fftc_invocation_collective(machine->self, &collective, in, out);
    if (ballot) {
        for (uint32_t i = 0; i < 4; ++i) {
            result[i] = out[i / 2] >> (32 * (i % 2)) & 0xffffffff;
        }
    } else {
        memcpy(result, out,
               (collective.operation <= FFTC_COLLECTIVE_ALL_EQUAL ? 1 : s->n) * sizeof *out);
    }
}
