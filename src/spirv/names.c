/* SPDX-License-Identifier: MIT */
#include "spirv/names.h"

#include <stdio.h>
#include <string.h>

#include "cpu/allocate.h"
#include "spirv/image.h"
#include "spirv/layout.h"
#include "support/hash.h"

void fftc_spirv_text_add(fftc_spirv_text *text, const char *more)
{
    size_t length = strlen(more);
    if (text->length + length < sizeof text->bytes) {
        memcpy(text->bytes + text->length, more, length + 1);
        text->length += length;
    }
}

void fftc_spirv_text_add_number(fftc_spirv_text *text, const char *before, uint64_t number,
                                const char *after)
{
    char digits[64];
    snprintf(digits, sizeof digits, "%s%llu%s", before, (unsigned long long)number, after);
    fftc_spirv_text_add(text, digits);
}

/* The member that the byte `offset` is in: the last that does not begin behind it. */
static uint32_t member_at(const fftc_spirv_place *place, uint64_t offset)
{
    const fftc_spirv_type *type = place->type;
    uint32_t found = 0;
    uint64_t begin = 0;
    for (uint32_t i = 0; i < type->count; ++i) {
        uint64_t at = place->is_explicit ? type->members[i].offset : type->members[i].implicit;
        if (at <= offset && at >= begin) {
            begin = at;
            found = i;
        }
    }
    return found;
}

/* Goes down to the number at an offset. The last index is not in the text: it is returned, or
 * FFTC_NO_INDEX where a name is the last. */
static uint64_t spell(fftc_spirv *m, fftc_spirv_place place, uint64_t offset, fftc_spirv_text *t)
{
    uint64_t index = 0;
    bool indexed = false;
    while (!fftc_spirv_is_scalar(place.type) && place.type->kind != FFTC_SPIRV_POINTER &&
           (place.type->count > 0 || place.type->kind == FFTC_SPIRV_RUNTIME_ARRAY)) {
        const fftc_spirv_type *type = place.type;
        bool structure = type->kind == FFTC_SPIRV_STRUCT;
        uint32_t member = structure ? member_at(&place, offset) : 0;
        uint64_t begin, stride;
        place = fftc_spirv_part(m, &place, member, &begin, &stride);
        offset -= begin < offset ? begin : offset;
        if (indexed) {
            fftc_spirv_text_add_number(t, "[", index, "]");
            indexed = false;
            index = 0;
        }
        if (structure) {
            const char *name = type->members[member].name;
            fftc_spirv_text_add(t, t->length > 0 ? "." : "");
            if (name != NULL && name[0] != 0) {
                fftc_spirv_text_add(t, name);
            } else {
                fftc_spirv_text_add_number(t, "", member, "");
            }
        } else if (type->kind == FFTC_SPIRV_MATRIX && place.vector_stride != 0) { /* rows */
            index = offset % place.vector_stride / stride;
            offset = offset / place.vector_stride * place.vector_stride;
            indexed = true;
        } else if (stride != 0) {
            index = offset / stride;
            offset %= stride;
            indexed = true;
        }
    }
    return indexed ? index : FFTC_NO_INDEX;
}

/* Where a text is in a table, or would be. */
static const char **told_at(const char **table, uint32_t room, const char *text)
{
    uint32_t at = (uint32_t)fftc_hash_text(FFTC_HASH_START, text) & (room - 1);
    while (table[at] != NULL && strcmp(table[at], text) != 0) {
        at = (at + 1) & (room - 1);
    }
    return &table[at];
}

static void grow_told(fftc_spirv *m)
{
    uint32_t room = m->told_room != 0 ? 2 * m->told_room : 64;
    const char **table = fftc_spirv_allocate(m, room, sizeof *table);
    for (uint32_t i = 0; i < m->told_room; ++i) {
        if (m->told[i] != NULL) {
            *told_at(table, room, m->told[i]) = m->told[i];
        }
    }
    m->told = table;
    m->told_room = room;
}

/* The text as a string that the shader keeps. */
static const char *keep(fftc_spirv *m, const fftc_spirv_text *t)
{
    if (m->told_count >= m->told_room / 2) {
        grow_told(m);
    }
    const char **at = told_at(m->told, m->told_room, t->bytes);
    if (*at == NULL) {
        char *copy = fftc_spirv_allocate(m, t->length + 1, 1);
        *at = memcpy(copy, t->bytes, t->length + 1);
        ++m->told_count;
    }
    return *at;
}

const char *fftc_spirv_name_descriptor(fftc_spirv *m, const fftc_spirv_object *object,
                                       uint32_t element)
{
    fftc_spirv_text t = {.length = 0};
    if (!object->array || setjmp(m->refused) != 0) {
        return object->name;
    }
    fftc_spirv_text_add(&t, object->name);
    fftc_spirv_text_add_number(&t, "[", element, "]");
    return keep(m, &t);
}

/* An element of an image as name[slice or layer][row] and column. */
static const char *name_texel(fftc_spirv *m, const fftc_spirv_texels *image, const char *name,
                              uint64_t *address)
{
    const fftc_spirv_image *given = &image->given;
    fftc_spirv_text t = {.length = 0};
    uint64_t number = *address;
    uint32_t level = given->levels - 1;
    while (image->level[level] > number) {
        --level;
    }
    uint64_t width = fftc_spirv_extent(given->width, level);
    uint64_t height = fftc_spirv_extent(given->height, level);
    number -= image->level[level];
    fftc_spirv_text_add(&t, name);
    if (level != 0) {
        fftc_spirv_text_add_number(&t, ", level ", level, "");
    }
    if (given->depth > 1 || given->layers > 1) {
        fftc_spirv_text_add_number(&t, "[", number / width / height, "]");
    }
    if (given->height > 1) {
        fftc_spirv_text_add_number(&t, "[", number / width % height, "]");
    }
    name = keep(m, &t);
    *address = number % width;
    return name;
}

/* The memory whose name this is, by its address: names of parts are other strings. */
static const fftc_spirv_memory *memory_named(const fftc_spirv_job *job, const char *name)
{
    for (uint32_t i = 0; i < job->memory_count && name != NULL; ++i) {
        if (job->memories[i].name == name && job->memories[i].object != FFTC_SPIRV_NONE) {
            return &job->memories[i];
        }
    }
    return NULL;
}

const char *fftc_spirv_name_place(fftc_spirv *m, const fftc_spirv_job *job, const char *name,
                                  uint64_t *address)
{
    const fftc_spirv_memory *memory = memory_named(job, name);
    if (memory == NULL || setjmp(m->refused) != 0) {
        return name;
    }
    if (memory->image != FFTC_SPIRV_NONE) {
        return name_texel(m, &job->images[memory->image], name, address);
    }
    const fftc_spirv_object *object = &m->objects[memory->object];
    const fftc_spirv_id *id = &m->ids[m->number[object->id]];
    fftc_spirv_text t = {.length = 0};
    fftc_spirv_text_add(&t, object->array ? name : id->path != NULL ? id->path : "");
    uint64_t index = spell(m, fftc_spirv_pointee(object->type, object->storage),
                           *address * memory->element_bytes, &t);
    if (t.length == 0) {
        return name;
    }
    name = keep(m, &t);
    *address = index;
    return name;
}

void fftc_spirv_name_finding(fftc_spirv *m, const fftc_spirv_job *job, fftc_finding *finding)
{
    const fftc_spirv_memory *memory = memory_named(job, finding->memory);
    bool axis = finding->kind == FFTC_FINDING_OUT_OF_BOUNDS && memory != NULL &&
                memory->image != FFTC_SPIRV_NONE; /* of an image, not a texel */
    if (!axis && finding->address != FFTC_NO_INDEX) {
        finding->memory = fftc_spirv_name_place(m, job, finding->memory, &finding->address);
    }
}
