/* SPDX-License-Identifier: MIT
 *
 * What a dispatch gives, as memories of an emulator, and the pointers to them that the shader's
 * variables hold.
 */
#include <string.h>

#include "spirv/layout.h"
#include "spirv/names.h"
#include "spirv/run.h"
#include "spirv/texel.h"

/* --- sizes */

/* Bytes of the smallest number in a type; 8 if there is none. */
static uint32_t least_number(const fftc_spirv_type *type)
{
    uint32_t least = 8;
    if (fftc_spirv_is_scalar(type)) {
        return type->width / 8;
    }
    if (type->kind == FFTC_SPIRV_STRUCT) {
        for (uint32_t i = 0; i < type->count; ++i) {
            uint32_t one = least_number(type->members[i].type);
            least = one < least ? one : least;
        }
        return least;
    }
    return type->kind == FFTC_SPIRV_POINTER || type->element == NULL ? 8
                                                                     : least_number(type->element);
}

/* And of what pointers of another variable for the descriptor, or addresses, make of the bytes. */
static uint32_t least_view(const fftc_spirv *m, const fftc_spirv_object *object)
{
    uint32_t least = object != NULL ? least_number(object->type) : 8;
    const fftc_spirv_id *id = object != NULL ? &m->ids[m->number[object->id]] : NULL;
    for (uint32_t i = 0; i < m->object_count; ++i) {
        const fftc_spirv_object *other = &m->objects[i];
        const fftc_spirv_id *its = &m->ids[m->number[other->id]];
        if (id != NULL && other->storage != StorageWorkgroup &&
            other->storage != StoragePushConstant && its->set == id->set &&
            its->binding == id->binding) {
            uint32_t one = least_number(other->type);
            least = one < least ? one : least;
        }
    }
    for (uint32_t i = 1; i < m->id_count; ++i) {
        const fftc_spirv_id *type = &m->ids[i];
        if (type->opcode == OpTypePointer && type->type != NULL && type->type->element != NULL &&
            type->type->storage == StoragePhysicalStorageBuffer) {
            uint32_t one = least_number(type->type->element);
            least = one < least ? one : least;
        }
    }
    return least;
}

/* --- descriptors */

uint64_t fftc_spirv_pointer_to(uint32_t memory)
{
    return (uint64_t)(memory + 1) << FFTC_SPIRV_OFFSET_BITS;
}

/* The number of what is given for a descriptor; FFTC_SPIRV_NONE: nothing is. */
static uint32_t find_given(const fftc_spirv_run *r, const fftc_spirv_slot *wanted,
                           fftc_spirv_sort sort)
{
    fftc_spirv_slot slot = {0};
    for (uint32_t i = 0; fftc_spirv_given(r->dispatch, sort, i, &slot); ++i) {
        if (slot.set == wanted->set && slot.binding == wanted->binding &&
            slot.element == wanted->element) {
            return i;
        }
    }
    return FFTC_SPIRV_NONE;
}

uint32_t fftc_spirv_descriptors_of(const fftc_spirv_run *r, const fftc_spirv_object *object)
{
    const fftc_spirv_id *id = &r->m->ids[r->m->number[object->id]];
    uint32_t count = object->descriptors;
    fftc_spirv_slot slot = {0};
    for (int sort = 0; object->descriptors == 0 && sort <= FFTC_SPIRV_SORT_SAMPLER; ++sort) {
        for (uint32_t i = 0; fftc_spirv_takes(object, (fftc_spirv_sort)sort) &&
                             fftc_spirv_given(r->dispatch, (fftc_spirv_sort)sort, i, &slot);
             ++i) {
            if (slot.set == id->set && slot.binding == id->binding && slot.element >= count &&
                slot.element < FFTC_SPIRV_MAX_MEMORIES) {
                count = slot.element + 1;
            }
        }
    }
    return count;
}

/* For a descriptor for which nothing is given: no bytes. */
static uint32_t add_empty(fftc_spirv_run *r, uint32_t number, uint32_t element)
{
    const fftc_spirv_object *object = &r->m->objects[number];
    bool buffer = fftc_spirv_takes(object, FFTC_SPIRV_SORT_BUFFER);
    r->job.memories[r->job.memory_count] = (fftc_spirv_memory){
        .name = fftc_spirv_name_descriptor(r->m, object, element),
        .object = number,
        .image = FFTC_SPIRV_NONE,
        .element_bytes = buffer ? least_view(r->m, object) : 4,
        .constant = object->storage == StorageUniform && !object->type->buffer_block};
    return r->job.memory_count++;
}

/* What a variable holds for one of its descriptors. */
static uint64_t descriptor(fftc_spirv_run *r, uint32_t number, uint32_t element)
{
    const fftc_spirv_object *object = &r->m->objects[number];
    const fftc_spirv_id *id = &r->m->ids[r->m->number[object->id]];
    const fftc_spirv_slot slot = {id->set, id->binding, element};
    uint64_t sampler = 0, pointer = 0;
    if (fftc_spirv_takes(object, FFTC_SPIRV_SORT_SAMPLER)) {
        uint32_t given = find_given(r, &slot, FFTC_SPIRV_SORT_SAMPLER);
        sampler = given != FFTC_SPIRV_NONE ? given + 1 : 0;
    }
    if (object->type->kind != FFTC_SPIRV_KIND_SAMPLER) {
        bool image = fftc_spirv_takes(object, FFTC_SPIRV_SORT_IMAGE);
        uint32_t given =
            find_given(r, &slot, image ? FFTC_SPIRV_SORT_IMAGE : FFTC_SPIRV_SORT_BUFFER);
        pointer = fftc_spirv_pointer_to(given == FFTC_SPIRV_NONE ? add_empty(r, number, element)
                                        : image                  ? r->dispatch->buffer_count + given
                                                                 : given);
    }
    return pointer | sampler;
}

static void add_buffers(fftc_spirv_run *r)
{
    for (uint32_t i = 0; i < r->dispatch->buffer_count; ++i) {
        const fftc_spirv_buffer *buffer = &r->dispatch->buffers[i];
        const fftc_spirv_slot slot = {buffer->set, buffer->binding, buffer->element};
        const fftc_spirv_object *object =
            buffer->binding != FFTC_SPIRV_BY_ADDRESS
                ? fftc_spirv_object_at(r->m, &slot, FFTC_SPIRV_SORT_BUFFER, 0)
                : NULL;
        r->job.memories[r->job.memory_count++] = (fftc_spirv_memory){
            .name = object != NULL ? fftc_spirv_name_descriptor(r->m, object, buffer->element)
                                   : "a buffer reached by its address",
            .data = buffer->data,
            .bytes = buffer->bytes,
            .element_bytes = least_view(r->m, object),
            .object = object != NULL ? (uint32_t)(object - r->m->objects) : FFTC_SPIRV_NONE,
            .image = FFTC_SPIRV_NONE,
            .constant =
                object != NULL && object->storage == StorageUniform && !object->type->buffer_block};
    }
}

/* Whether a variable for the descriptor can store to its image. */
static bool is_stored_to(const fftc_spirv *m, const fftc_spirv_slot *slot)
{
    const fftc_spirv_object *object = fftc_spirv_object_at(m, slot, FFTC_SPIRV_SORT_IMAGE, 0);
    while (object != NULL) {
        if (object->type->kind == FFTC_SPIRV_KIND_IMAGE && object->type->image.sampled == 2) {
            return true;
        }
        object = fftc_spirv_object_at(m, slot, FFTC_SPIRV_SORT_IMAGE,
                                      (uint32_t)(object - m->objects) + 1);
    }
    return false;
}

static void add_images(fftc_spirv_run *r)
{
    for (uint32_t i = 0; i < r->dispatch->image_count; ++i) {
        fftc_spirv_texels *image = &r->job.images[i];
        image->given = fftc_spirv_image_defaults(&r->dispatch->images[i]);
        image->memory = r->job.memory_count;
        const fftc_spirv_slot slot = {image->given.set, image->given.binding, image->given.element};
        const fftc_spirv_object *object =
            fftc_spirv_object_at(r->m, &slot, FFTC_SPIRV_SORT_IMAGE, 0);
        uint32_t bytes = fftc_spirv_format_bytes(image->given.format);
        r->job.memories[r->job.memory_count++] =
            (fftc_spirv_memory){.name = fftc_spirv_name_descriptor(r->m, object, slot.element),
                                .data = image->given.data,
                                .bytes = fftc_spirv_count_texels(image) * bytes,
                                .element_bytes = bytes,
                                .object = (uint32_t)(object - r->m->objects),
                                .image = i,
                                .constant = !is_stored_to(r->m, &slot)};
    }
}

/* Blocks in workgroup memory lie over one another. */
static uint32_t add_shared(fftc_spirv_run *r, uint32_t number, uint32_t *block)
{
    const fftc_spirv_object *object = &r->m->objects[number];
    fftc_spirv_place place = fftc_spirv_pointee(object->type, StorageWorkgroup);
    uint64_t bytes =
        object->type->block ? fftc_spirv_place_bytes(r->m, &place) : object->type->bytes;
    uint32_t least = least_number(object->type);
    fftc_spirv_memory *memory;
    if (object->type->block && *block != FFTC_SPIRV_NONE) {
        memory = &r->job.memories[*block];
        memory->bytes = bytes > memory->bytes ? bytes : memory->bytes;
        memory->element_bytes = least < memory->element_bytes ? least : memory->element_bytes;
        memory->zeroed = memory->zeroed || object->zeroed;
        return *block;
    }
    r->job.memories[r->job.memory_count] = (fftc_spirv_memory){.name = object->name,
                                                               .bytes = bytes,
                                                               .element_bytes = least,
                                                               .object = number,
                                                               .image = FFTC_SPIRV_NONE,
                                                               .zeroed = object->zeroed};
    if (object->type->block) {
        *block = r->job.memory_count;
    }
    return r->job.memory_count++;
}

static void bind_objects(fftc_spirv_run *r)
{
    uint32_t block = FFTC_SPIRV_NONE;
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->m->object_count; ++i) {
        const fftc_spirv_object *object = &r->m->objects[i];
        uint32_t slot = r->m->ids[r->m->number[object->id]].reg;
        if (slot == FFTC_SPIRV_NONE) {
            continue;
        }
        if (object->storage == StorageWorkgroup) {
            r->job.frame[slot] = fftc_spirv_pointer_to(add_shared(r, i, &block));
        } else if (object->storage == StoragePushConstant) {
            r->job.memories[r->job.memory_count] =
                (fftc_spirv_memory){.name = object->name,
                                    .data = (void *)(uintptr_t)r->dispatch->push_constants,
                                    .bytes = r->dispatch->push_constant_bytes,
                                    .element_bytes = least_number(object->type),
                                    .object = i,
                                    .image = FFTC_SPIRV_NONE,
                                    .constant = true};
            r->job.frame[slot] = fftc_spirv_pointer_to(r->job.memory_count++);
        } else if (fftc_spirv_is_bound(r->m, object)) {
            r->job.descriptor_first[i] = next;
            r->job.descriptor_counts[i] = fftc_spirv_descriptors_of(r, object);
            for (uint32_t k = 0; k < r->job.descriptor_counts[i]; ++k) {
                r->job.descriptors[next++] = descriptor(r, i, k);
            }
            r->job.frame[slot] = object->array ? 0 : r->job.descriptors[next - 1];
        }
    }
}

/* The emulator's memories and shared arrays, whose numbers follow one another. */
static void list_memories(fftc_spirv_run *r)
{
    for (uint32_t i = 0; i < r->job.memory_count; ++i) {
        fftc_spirv_memory *memory = &r->job.memories[i];
        bool shared = memory->object != FFTC_SPIRV_NONE &&
                      r->m->objects[memory->object].storage == StorageWorkgroup;
        if (!memory->constant) {
            fftc_memory *to = shared ? &r->shared[r->shared_count] : &r->memories[r->memory_count];
            *to = (fftc_memory){.name = memory->name,
                                .data = memory->data,
                                .element_bytes = memory->element_bytes,
                                .element_count = memory->bytes / memory->element_bytes};
            memory->number = shared ? r->shared_count++ : r->memory_count++;
        }
    }
    for (uint32_t i = 0; i < r->job.memory_count; ++i) {
        fftc_spirv_memory *memory = &r->job.memories[i];
        if (memory->object != FFTC_SPIRV_NONE &&
            r->m->objects[memory->object].storage == StorageWorkgroup) {
            memory->number += r->memory_count + 1; /* as fftc_invocation_shared_number */
        }
    }
}

void fftc_spirv_bind(fftc_spirv_run *r)
{
    r->job.samplers = r->dispatch->samplers;
    r->job.sampler_count = r->dispatch->sampler_count;
    add_buffers(r);
    add_images(r);
    bind_objects(r);
    list_memories(r);
}
