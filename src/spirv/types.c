/* SPDX-License-Identifier: MIT
 *
 * Types. A value of any type is its scalars side by side, one slot of 64 bits for each, in the
 * order in which a load would meet them.
 */
#include "spirv/module.h"

enum {
    DecorationMemberRowMajor = 4,
    DecorationMatrixStride = 7,
    DecorationVolatile = 21,
    DecorationCoherent = 23,
    DecorationNonWritable = 24
};
enum { DecorationOffset = 35 };

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) || product > UINT64_MAX / 4 ? UINT64_MAX / 4
                                                                              : product;
}

static bool is_type(const fftc_spirv_id *id)
{
    return id->opcode >= OpTypeVoid && id->opcode <= OpTypeForwardPointer;
}

const fftc_spirv_type *fftc_spirv_type_of(fftc_spirv *m, uint32_t id)
{
    const fftc_spirv_id *found = fftc_spirv_get(m, id);
    if (!is_type(found) || found->type == NULL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is used as a type before it is one", id);
    }
    return found->type;
}

const fftc_spirv_type *fftc_spirv_scalar(const fftc_spirv_type *type)
{
    while (type->kind == FFTC_SPIRV_VECTOR || type->kind == FFTC_SPIRV_MATRIX) {
        type = type->element;
    }
    return fftc_spirv_is_scalar(type) ? type : NULL;
}

bool fftc_spirv_is_opaque(const fftc_spirv_type *type)
{
    while (type->kind == FFTC_SPIRV_ARRAY || type->kind == FFTC_SPIRV_RUNTIME_ARRAY) {
        type = type->element;
    }
    return type->kind >= FFTC_SPIRV_KIND_IMAGE;
}

static void define_scalar(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    type->width = in->opcode == OpTypeBool ? 32 : fftc_spirv_operand(m, in, 0);
    type->kind = in->opcode == OpTypeBool  ? FFTC_SPIRV_BOOL
                 : in->opcode == OpTypeInt ? FFTC_SPIRV_INT
                                           : FFTC_SPIRV_FLOAT;
    type->is_signed = in->opcode == OpTypeInt && fftc_spirv_operand(m, in, 1) != 0;
    if (type->width != 16 && type->width != 32 && type->width != 64 &&
        !(type->width == 8 && type->kind == FFTC_SPIRV_INT)) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s of %u bits is not known", in->at,
                          fftc_spirv_opcode_name(in->opcode), type->width);
    }
    type->slots = 1;
    type->bytes = type->align = type->width / 8;
}

static void define_vector(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    bool matrix = in->opcode == OpTypeMatrix;
    type->kind = matrix ? FFTC_SPIRV_MATRIX : FFTC_SPIRV_VECTOR;
    type->element = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, 0));
    type->count = fftc_spirv_operand(m, in, 1);
    if (matrix ? type->element->kind != FFTC_SPIRV_VECTOR : !fftc_spirv_is_scalar(type->element)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s of something else", in->at,
                          matrix ? "a matrix takes vectors," : "a vector takes scalars, not one");
    }
    if (type->count < 2 || type->count > 4) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s of %u components: 2 to 4 are known",
                          in->at, fftc_spirv_opcode_name(in->opcode), type->count);
    }
    type->width = type->element->width;
    type->is_signed = type->element->is_signed;
    type->slots = type->count * type->element->slots;
    type->bytes = type->count * type->element->bytes;
    type->align = type->element->align;
}

static void define_array(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    type->element = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, 0));
    type->stride = fftc_spirv_get(m, in->result)->array_stride;
    type->align = type->element->align;
    type->kind = FFTC_SPIRV_RUNTIME_ARRAY;
    if (in->opcode == OpTypeArray) {
        uint64_t count = fftc_spirv_integer(m, fftc_spirv_operand(m, in, 1));
        if (count == 0 || count > UINT32_MAX / 2) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "word %u: an array of %llu elements: pass 1 to 2^31 - 1", in->at,
                              (unsigned long long)count);
        }
        type->kind = FFTC_SPIRV_ARRAY;
        type->count = (uint32_t)count;
        type->slots = times(count, type->element->slots);
        type->bytes = times(count, type->element->bytes);
    }
    if (type->element->kind == FFTC_SPIRV_RUNTIME_ARRAY || type->element->kind == FFTC_SPIRV_VOID ||
        type->element->kind == FFTC_SPIRV_FUNCTION) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: no array can have such elements",
                          in->at);
    }
}

/* Names and decorations of members came before the type. */
static void apply_notes(fftc_spirv *m, fftc_spirv_type *type)
{
    for (uint32_t i = 0; i < m->note_count; ++i) {
        const fftc_spirv_member_note *note = &m->notes[i];
        fftc_spirv_member *member;
        if (note->type != type->id || note->member >= type->count) {
            continue;
        }
        member = &type->members[note->member];
        switch (note->decoration) {
        case FFTC_SPIRV_NONE: member->name = note->name; break;
        case DecorationMemberRowMajor: member->row_major = true; break;
        case DecorationMatrixStride: member->matrix_stride = note->value; break;
        case DecorationOffset: member->offset = note->value; break;
        case DecorationNonWritable: member->read_only = true; break;
        case DecorationVolatile:
        case DecorationCoherent: member->coherent = true; break;
        default: break;
        }
    }
}

static void define_struct(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    type->kind = FFTC_SPIRV_STRUCT;
    type->count = fftc_spirv_operand_count(in);
    type->members = fftc_spirv_allocate(m, type->count, sizeof *type->members);
    type->block = id->block;
    type->buffer_block = id->buffer_block;
    type->align = 1;
    for (uint32_t i = 0; i < type->count; ++i) {
        const fftc_spirv_type *element = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, i));
        uint64_t align = element->align > 0 ? element->align : 1;
        if (element->kind == FFTC_SPIRV_VOID || element->kind == FFTC_SPIRV_FUNCTION ||
            (element->kind == FFTC_SPIRV_RUNTIME_ARRAY && i + 1 < type->count)) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: member %u cannot be of its type",
                              in->at, i);
        }
        type->bytes = (type->bytes + align - 1) / align * align;
        type->members[i] = (fftc_spirv_member){.type = element,
                                               .slot = type->slots,
                                               .implicit = type->bytes,
                                               .offset = FFTC_SPIRV_NONE};
        type->slots = times(1, type->slots + element->slots);
        type->bytes = times(1, type->bytes + element->bytes);
        type->align = align > type->align ? (uint32_t)align : type->align;
        type->depth = element->depth > type->depth ? element->depth : type->depth;
        type->parts += element->parts;
        if (type->parts > FFTC_SPIRV_MAX_PARTS) { /* laying it out would take forever */
            fftc_spirv_refuse(m, FFTC_TOO_LARGE, "word %u: a struct of more than %u members",
                              in->at, FFTC_SPIRV_MAX_PARTS);
        }
    }
    type->bytes = (type->bytes + type->align - 1) / type->align * type->align;
    apply_notes(m, type);
}

static void define_pointer(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    bool forward = in->opcode == OpTypeForwardPointer;
    type->kind = FFTC_SPIRV_POINTER;
    type->storage = fftc_spirv_operand(m, in, forward ? 1 : 0);
    type->stride = fftc_spirv_get(m, type->id)->array_stride;
    type->width = 64;
    type->slots = 1;
    type->bytes = type->align = 8;
    if (!forward) {
        type->element = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, 1));
    }
}

static void define_image(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    type->slots = 1;
    type->width = 64;
    if (in->opcode == OpTypeSampler) {
        type->kind = FFTC_SPIRV_KIND_SAMPLER;
        return;
    }
    type->element = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, 0));
    type->kind = FFTC_SPIRV_KIND_SAMPLED_IMAGE;
    if (in->opcode == OpTypeImage) {
        type->kind = FFTC_SPIRV_KIND_IMAGE;
        type->image.dim = fftc_spirv_operand(m, in, 1);
        type->image.arrayed = fftc_spirv_operand(m, in, 3);
        type->image.multisampled = fftc_spirv_operand(m, in, 4);
        type->image.sampled = fftc_spirv_operand(m, in, 5);
        type->image.format = fftc_spirv_operand(m, in, 6);
    }
}

static void define_function(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_type *type)
{
    type->kind = FFTC_SPIRV_FUNCTION;
    type->element = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, 0));
    type->count = fftc_spirv_operand_count(in) - 1;
    type->members = fftc_spirv_allocate(m, type->count, sizeof *type->members);
    for (uint32_t i = 0; i < type->count; ++i) {
        type->members[i].type = fftc_spirv_type_of(m, fftc_spirv_operand(m, in, i + 1));
    }
}

/* The id of a pointer may have been announced, and used in a struct, before. */
static fftc_spirv_type *place(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t number =
        in->opcode == OpTypeForwardPointer ? fftc_spirv_operand(m, in, 0) : in->result;
    fftc_spirv_id *id = fftc_spirv_get(m, number);
    if (in->opcode == OpTypeForwardPointer && id->opcode != OpTypePointer) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: id %u is no pointer", in->at, number);
    }
    fftc_spirv_type *type =
        id->type != NULL ? (fftc_spirv_type *)id->type : fftc_spirv_allocate(m, 1, sizeof *type);
    type->id = number;
    id->type = type;
    return type;
}

void fftc_spirv_define_type(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_type *type = place(m, in);
    fftc_spirv_id *id = fftc_spirv_get(m, type->id);
    bool announced = id->opcode == OpTypePointer;
    id->type = announced ? type : NULL; /* until it is whole */
    switch (in->opcode) {
    case OpTypeVoid: type->kind = FFTC_SPIRV_VOID; break;
    case OpTypeBool:
    case OpTypeInt:
    case OpTypeFloat: define_scalar(m, in, type); break;
    case OpTypeVector:
    case OpTypeMatrix: define_vector(m, in, type); break;
    case OpTypeArray:
    case OpTypeRuntimeArray: define_array(m, in, type); break;
    case OpTypeStruct: define_struct(m, in, type); break;
    case OpTypePointer:
    case OpTypeForwardPointer: define_pointer(m, in, type); break;
    case OpTypeFunction: define_function(m, in, type); break;
    case OpTypeImage:
    case OpTypeSampledImage:
    case OpTypeSampler: define_image(m, in, type); break;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s is not known", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
    if (type->kind != FFTC_SPIRV_POINTER && type->element != NULL) {
        type->depth = type->element->depth;
        type->parts = type->element->parts;
    }
    type->parts = type->parts > 0 ? type->parts : 1;
    if (++type->depth > FFTC_SPIRV_MAX_DEPTH) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "word %u: types in types, more than %u deep", in->at,
                          FFTC_SPIRV_MAX_DEPTH);
    }
    id->type = type;
}
