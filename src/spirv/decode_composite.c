/* SPDX-License-Identifier: MIT
 *
 * Vectors, matrices, arrays and structs: putting together, taking apart, choosing; and products of
 * vectors and matrices.
 */
#include "spirv/decode.h"

static _Noreturn void refuse_types(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: operands of %s of types that do not fit",
                      in->at, fftc_spirv_opcode_name(in->opcode));
}

/* The part of a composite that literal indices from operand k on name. */
static const fftc_spirv_type *part_of(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k,
                                      const fftc_spirv_type *type, uint64_t *slot)
{
    *slot = 0;
    for (; k < fftc_spirv_operand_count(in); ++k) {
        uint32_t index = fftc_spirv_operand(m, in, k);
        bool composite = type->kind >= FFTC_SPIRV_VECTOR && type->kind <= FFTC_SPIRV_STRUCT &&
                         type->kind != FFTC_SPIRV_RUNTIME_ARRAY;
        if (!composite || index >= type->count) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s of a part that is not there",
                              in->at, fftc_spirv_opcode_name(in->opcode));
        }
        if (type->kind == FFTC_SPIRV_STRUCT) {
            *slot += type->members[index].slot;
            type = type->members[index].type;
        } else {
            type = type->element;
            *slot += index * type->slots;
        }
    }
    return type;
}

static void decode_extract(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t composite = fftc_spirv_operand(m, in, 0);
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    uint64_t slot;
    uint32_t from;
    if (part_of(m, in, 1, fftc_spirv_value_type(m, composite), &slot) != type) {
        refuse_types(m, in);
    }
    from = fftc_spirv_value(m, composite) + (uint32_t)slot;
    if (id->root != 0) {
        id->reg = from;
    } else {
        fftc_spirv_move(m, fftc_spirv_result(m, in), from, type->slots);
    }
}

static void decode_copy(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t number = fftc_spirv_operand(m, in, 0);
    const fftc_spirv_id *from = fftc_spirv_get(m, number);
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    const fftc_spirv_type *other = fftc_spirv_value_type(m, number);
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (type->slots != other->slots || type->kind != other->kind ||
        (in->opcode != OpCopyLogical && type != other)) {
        refuse_types(m, in);
    }
    if (id->root != 0) {
        if (type->kind != FFTC_SPIRV_POINTER) {
            (void)fftc_spirv_value(m, number);
        }
        id->reg = from->reg;
        id->offset = from->offset;
        id->direct = from->direct;
        id->path = from->path;
        id->matrix_stride = from->matrix_stride;
        id->vector_stride = from->vector_stride;
        id->row_major = from->row_major;
    } else {
        fftc_spirv_move(m, fftc_spirv_result(m, in), fftc_spirv_value(m, number), type->slots);
    }
}

static void decode_insert(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t object = fftc_spirv_operand(m, in, 0);
    uint32_t composite = fftc_spirv_operand(m, in, 1);
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint64_t slot;
    uint32_t to;
    if (fftc_spirv_value_type(m, composite) != type ||
        part_of(m, in, 2, type, &slot) != fftc_spirv_value_type(m, object)) {
        refuse_types(m, in);
    }
    to = fftc_spirv_result(m, in);
    fftc_spirv_move(m, to, fftc_spirv_value(m, composite), type->slots);
    fftc_spirv_move(m, to + (uint32_t)slot, fftc_spirv_value(m, object),
                    fftc_spirv_value_type(m, object)->slots);
}

static void decode_construct(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t to = fftc_spirv_result(m, in);
    uint32_t slots[4];
    uint64_t filled = 0;
    bool small = type->slots <= 4;
    for (uint32_t k = 0; k < fftc_spirv_operand_count(in); ++k) {
        uint32_t part = fftc_spirv_operand(m, in, k);
        uint64_t count = fftc_spirv_value_type(m, part)->slots;
        uint32_t from = fftc_spirv_value(m, part);
        if (count > type->slots - filled) {
            refuse_types(m, in);
        }
        for (uint32_t i = 0; small && i < count; ++i) {
            slots[filled + i] = from + i;
        }
        if (!small) {
            fftc_spirv_move(m, to + (uint32_t)filled, from, count);
        }
        filled += count;
    }
    if (filled != type->slots) {
        refuse_types(m, in);
    }
    if (small) {
        uint32_t list = m->extra_count;
        for (uint32_t i = 0; i < filled; ++i) {
            (void)fftc_spirv_extra(m, slots[i]);
        }
        fftc_spirv_emit(m, FFTC_STEP_GATHER,
                        (fftc_spirv_step){.n = (uint32_t)filled, .d = to, .c = list});
    }
}

static void decode_shuffle(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    const fftc_spirv_type *types[2] = {fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 0)),
                                       fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 1))};
    uint32_t from[2], list;
    if (type->kind != FFTC_SPIRV_VECTOR || types[0]->kind != FFTC_SPIRV_VECTOR ||
        types[1]->kind != FFTC_SPIRV_VECTOR || types[0]->element != type->element ||
        types[1]->element != type->element || fftc_spirv_operand_count(in) - 2 != type->count) {
        refuse_types(m, in);
    }
    from[0] = fftc_spirv_value(m, fftc_spirv_operand(m, in, 0));
    from[1] = fftc_spirv_value(m, fftc_spirv_operand(m, in, 1));
    list = m->extra_count;
    for (uint32_t i = 0; i < type->count; ++i) {
        uint32_t index = fftc_spirv_operand(m, in, 2 + i);
        bool second = index >= types[0]->count;
        index = index == FFTC_SPIRV_NONE ? 0 : index; /* any value will do */
        if (second && index != 0 && index - types[0]->count >= types[1]->count) {
            refuse_types(m, in);
        }
        (void)fftc_spirv_extra(m, second && index != 0 ? from[1] + index - types[0]->count
                                                       : from[0] + index);
    }
    fftc_spirv_emit(m, FFTC_STEP_GATHER,
                    (fftc_spirv_step){.n = type->count, .d = fftc_spirv_result(m, in), .c = list});
}

/* Vector, index; or vector, component, index. */
static void decode_dynamic(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    bool put = in->opcode == OpVectorInsertDynamic;
    const fftc_spirv_type *vector = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 0));
    uint32_t index = fftc_spirv_operand(m, in, put ? 2 : 1);
    fftc_spirv_step step = {.n = vector->count};
    if (vector->kind != FFTC_SPIRV_VECTOR ||
        fftc_spirv_value_type(m, index)->kind != FFTC_SPIRV_INT ||
        fftc_spirv_type_of(m, in->type) != (put ? vector : vector->element) ||
        (put && fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 1)) != vector->element)) {
        refuse_types(m, in);
    }
    step.a = fftc_spirv_value(m, fftc_spirv_operand(m, in, 0));
    step.b = fftc_spirv_value(m, index);
    step.c = put ? fftc_spirv_value(m, fftc_spirv_operand(m, in, 1)) : 0;
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, put ? FFTC_STEP_PUT : FFTC_STEP_PICK, step);
}

static void decode_select(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    const fftc_spirv_type *condition = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 0));
    const fftc_spirv_type *scalar = fftc_spirv_scalar(condition);
    bool each = condition->slots > 1;
    fftc_spirv_step step = {.n = (uint32_t)type->slots};
    if (scalar == NULL || scalar->kind != FFTC_SPIRV_BOOL ||
        (each && condition->slots != type->slots) ||
        fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 1)) != type ||
        fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 2)) != type) {
        refuse_types(m, in);
    }
    step.a = fftc_spirv_value(m, fftc_spirv_operand(m, in, 0));
    step.b = fftc_spirv_value(m, fftc_spirv_operand(m, in, 1));
    step.c = fftc_spirv_value(m, fftc_spirv_operand(m, in, 2));
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, each ? FFTC_STEP_SELECT_EACH : FFTC_STEP_SELECT, step);
}

/* --- products */

static const fftc_spirv_type *floats(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    const fftc_spirv_type *type = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, k));
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    if (scalar == NULL || scalar->kind != FFTC_SPIRV_FLOAT ||
        scalar->width != fftc_spirv_type_of(m, in->type)->width) {
        refuse_types(m, in);
    }
    return type;
}

static void decode_product(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    const fftc_spirv_type *x = floats(m, in, 0), *y = floats(m, in, 1);
    uint32_t rows = 1, inner, columns = 1; /* of column-major matrices; a vector is a column */
    fftc_spirv_step step = {.width = (uint8_t)type->width};
    switch (in->opcode) {
    case OpVectorTimesScalar:
    case OpMatrixTimesScalar:
    case OpDot:
        step.n = (uint32_t)x->slots;
        if (in->opcode == OpDot ? x != y || type->slots != 1 : x != type || y->slots != 1) {
            refuse_types(m, in);
        }
        break;
    default:
        if (in->opcode == OpVectorTimesMatrix) {
            inner = (uint32_t)x->slots;
            columns = y->count;
        } else if (in->opcode == OpOuterProduct) {
            rows = (uint32_t)x->slots;
            inner = 1;
            columns = (uint32_t)y->slots;
        } else {
            if (x->count == 0) { /* no vector, no matrix */
                refuse_types(m, in);
            }
            inner = x->count;
            rows = (uint32_t)x->slots / inner;
            columns = (uint32_t)y->slots / inner;
        }
        if ((uint64_t)rows * inner != x->slots || (uint64_t)inner * columns != y->slots ||
            (uint64_t)rows * columns != type->slots || rows > 4 || inner > 4 || columns > 4) {
            refuse_types(m, in);
        }
        step.c = rows | inner << 8 | columns << 16;
        break;
    }
    step.a = fftc_spirv_value(m, fftc_spirv_operand(m, in, 0));
    step.b = fftc_spirv_value(m, fftc_spirv_operand(m, in, 1));
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m,
                    step.c != 0           ? FFTC_STEP_MATRIX
                    : in->opcode == OpDot ? FFTC_STEP_DOT
                                          : FFTC_STEP_FMULS,
                    step);
}

static void decode_transpose(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *x = floats(m, in, 0);
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t from = fftc_spirv_value(m, fftc_spirv_operand(m, in, 0));
    uint32_t list = m->extra_count;
    if (x->kind != FFTC_SPIRV_MATRIX || type->kind != FFTC_SPIRV_MATRIX ||
        type->slots != x->slots || type->count != x->element->count) {
        refuse_types(m, in);
    }
    for (uint32_t row = 0; row < x->element->count; ++row) {
        for (uint32_t column = 0; column < x->count; ++column) {
            (void)fftc_spirv_extra(m, from + column * x->element->count + row);
        }
    }
    fftc_spirv_emit(
        m, FFTC_STEP_GATHER,
        (fftc_spirv_step){.n = (uint32_t)x->slots, .d = fftc_spirv_result(m, in), .c = list});
}

bool fftc_spirv_decode_composite(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpCompositeExtract: decode_extract(m, in); return true;
    case OpCompositeInsert: decode_insert(m, in); return true;
    case OpCompositeConstruct: decode_construct(m, in); return true;
    case OpCopyObject:
    case OpExpectKHR:
    case OpCopyLogical: decode_copy(m, in); return true;
    case OpVectorShuffle: decode_shuffle(m, in); return true;
    case OpVectorExtractDynamic:
    case OpVectorInsertDynamic: decode_dynamic(m, in); return true;
    case OpSelect: decode_select(m, in); return true;
    case OpVectorTimesScalar:
    case OpMatrixTimesScalar:
    case OpVectorTimesMatrix:
    case OpMatrixTimesVector:
    case OpMatrixTimesMatrix:
    case OpOuterProduct:
    case OpDot: decode_product(m, in); return true;
    case OpTranspose: decode_transpose(m, in); return true;
    default: return false;
    }
}
