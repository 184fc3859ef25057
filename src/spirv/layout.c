/* SPDX-License-Identifier: MIT */
#include "spirv/layout.h"

static bool has_layout(const fftc_spirv_type *type)
{
    while (type->kind == FFTC_SPIRV_ARRAY || type->kind == FFTC_SPIRV_RUNTIME_ARRAY) {
        if (type->stride != 0) {
            return true;
        }
        type = type->element;
    }
    return type->kind == FFTC_SPIRV_STRUCT && type->count > 0 &&
           type->members[0].offset != FFTC_SPIRV_NONE;
}

fftc_spirv_place fftc_spirv_pointee(const fftc_spirv_type *type, uint32_t storage)
{
    fftc_spirv_place place = {.type = type,
                              .is_explicit = storage != StorageWorkgroup || has_layout(type)};
    return place;
}

static fftc_spirv_place member_part(fftc_spirv *m, const fftc_spirv_place *place, uint32_t index,
                                    uint64_t *offset)
{
    const fftc_spirv_type *type = place->type;
    fftc_spirv_place part = {.is_explicit = place->is_explicit};
    const fftc_spirv_member *member;
    if (index >= type->count) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "member %u of a struct of %u (id %u)", index,
                          type->count, type->id);
    }
    member = &type->members[index];
    if (place->is_explicit && member->offset == FFTC_SPIRV_NONE) {
        fftc_spirv_refuse(
            m, FFTC_INVALID_ARGUMENT,
            "member %u of the struct with id %u has no Offset, and stands in a buffer", index,
            type->id);
    }
    *offset = place->is_explicit ? member->offset : member->implicit;
    part.type = member->type;
    part.matrix_stride = place->is_explicit ? member->matrix_stride : 0;
    part.row_major = place->is_explicit && member->row_major;
    return part;
}

static uint64_t array_stride(fftc_spirv *m, const fftc_spirv_place *place)
{
    const fftc_spirv_type *type = place->type;
    if (place->is_explicit && type->stride == 0) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "the array with id %u has no ArrayStride, and stands in a buffer",
                          type->id);
    }
    return place->is_explicit ? type->stride : type->element->bytes;
}

fftc_spirv_place fftc_spirv_part(fftc_spirv *m, const fftc_spirv_place *place, uint32_t index,
                                 uint64_t *offset, uint64_t *stride)
{
    const fftc_spirv_type *type = place->type;
    fftc_spirv_place part = *place;
    *offset = 0;
    *stride = 0;
    part.type = type->element;
    switch (type->kind) {
    case FFTC_SPIRV_STRUCT: return member_part(m, place, index, offset);
    case FFTC_SPIRV_ARRAY:
    case FFTC_SPIRV_RUNTIME_ARRAY: *stride = array_stride(m, place); return part;
    case FFTC_SPIRV_MATRIX:
        if (place->row_major) {
            *stride = type->width / 8;
            part.vector_stride = place->matrix_stride;
        } else {
            *stride = place->matrix_stride != 0 ? place->matrix_stride : type->element->bytes;
        }
        part.row_major = false;
        part.matrix_stride = 0;
        return part;
    case FFTC_SPIRV_VECTOR:
        *stride = place->vector_stride != 0 ? place->vector_stride : type->width / 8;
        part.vector_stride = 0;
        return part;
    default:
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the type with id %u has no parts", type->id);
    }
}

uint64_t fftc_spirv_place_bytes(fftc_spirv *m, const fftc_spirv_place *place)
{
    const fftc_spirv_type *type = place->type;
    uint64_t bytes = 0;
    if (fftc_spirv_is_scalar(type) || type->kind == FFTC_SPIRV_POINTER) {
        return type->width / 8;
    }
    if (type->kind == FFTC_SPIRV_RUNTIME_ARRAY || fftc_spirv_is_opaque(type)) {
        return 0;
    }
    for (uint32_t i = 0; i < type->count; ++i) {
        uint64_t offset, stride, end;
        uint32_t index = type->kind == FFTC_SPIRV_STRUCT ? i : type->count - 1;
        fftc_spirv_place part = fftc_spirv_part(m, place, index, &offset, &stride);
        if (__builtin_mul_overflow(stride, index, &end) || end > UINT64_MAX / 8) {
            end = UINT64_MAX / 8;
        }
        end += offset + fftc_spirv_place_bytes(m, &part);
        bytes = end > bytes ? end : bytes;
        if (type->kind != FFTC_SPIRV_STRUCT) {
            break;
        }
    }
    return bytes > UINT64_MAX / 8 ? UINT64_MAX / 8 : bytes;
}
