/* SPDX-License-Identifier: MIT
 *
 * Constants, and the values that the caller gives to those that can be specialised.
 */
#include <string.h>

#include "spirv/decode.h"
#include "spirv/module.h"

static uint64_t *new_constant(fftc_spirv *m, const fftc_spirv_instruction *in,
                              const fftc_spirv_type *type)
{
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (type->slots > FFTC_SPIRV_MAX_VALUE) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "word %u: a constant of more than %u scalars", in->at,
                          FFTC_SPIRV_MAX_VALUE);
    }
    id->type = type;
    id->constant = fftc_spirv_allocate(m, type->slots, sizeof *id->constant);
    return id->constant;
}

uint64_t fftc_spirv_integer(fftc_spirv *m, uint32_t number)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, number);
    if (id->constant == NULL || id->type->kind != FFTC_SPIRV_INT) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is no constant integer", number);
    }
    return id->constant[0];
}

static void define_literal(fftc_spirv *m, const fftc_spirv_instruction *in,
                           const fftc_spirv_type *type)
{
    uint64_t value = fftc_spirv_operand(m, in, 0);
    if (type->kind != FFTC_SPIRV_INT && type->kind != FFTC_SPIRV_FLOAT) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a constant of no number's type",
                          in->at);
    }
    if (type->width == 64) {
        value |= (uint64_t)fftc_spirv_operand(m, in, 1) << 32;
    } else {
        value &= (1ull << type->width) - 1;
    }
    new_constant(m, in, type)[0] = value;
}

/* A composite from its parts, each of which is a constant of the part's type. */
static void define_composite(fftc_spirv *m, const fftc_spirv_instruction *in,
                             const fftc_spirv_type *type)
{
    uint64_t *to = new_constant(m, in, type);
    uint64_t filled = 0;
    for (uint32_t i = 0; i < fftc_spirv_operand_count(in); ++i) {
        const fftc_spirv_id *part = fftc_spirv_get(m, fftc_spirv_operand(m, in, i));
        if (part->constant == NULL || part->type->slots > type->slots - filled) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "word %u: part %u of a constant is none, or too long", in->at, i);
        }
        memcpy(to + filled, part->constant, part->type->slots * sizeof *to);
        filled += part->type->slots;
    }
    if (filled != type->slots) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a constant lacks parts", in->at);
    }
}

/* The caller's value for it, if there is one. */
static void specialize(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_source *source = m->source;
    const fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (id->spec == FFTC_SPIRV_NONE || id->type->slots != 1) {
        return;
    }
    for (uint32_t i = 0; i < source->constant_count; ++i) {
        if (source->constants[i].id == id->spec) {
            uint64_t value = source->constants[i].value;
            id->constant[0] = id->type->kind == FFTC_SPIRV_BOOL ? value != 0
                              : id->type->width == 64           ? value
                                                      : value & ((1ull << id->type->width) - 1);
        }
    }
}

void fftc_spirv_define_constant(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    switch (in->opcode) {
    case OpConstantTrue:
    case OpSpecConstantTrue:
    case OpConstantFalse:
    case OpSpecConstantFalse:
        if (type->kind != FFTC_SPIRV_BOOL) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: true or false of no bool",
                              in->at);
        }
        new_constant(m, in, type)[0] =
            in->opcode == OpConstantTrue || in->opcode == OpSpecConstantTrue;
        break;
    case OpConstant:
    case OpSpecConstant: define_literal(m, in, type); break;
    case OpConstantComposite:
    case OpSpecConstantComposite: define_composite(m, in, type); break;
    case OpConstantNull:
    case OpUndef:
        if (type->kind == FFTC_SPIRV_VOID || type->kind == FFTC_SPIRV_FUNCTION ||
            type->kind == FFTC_SPIRV_RUNTIME_ARRAY) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a constant of no value's type",
                              in->at);
        }
        new_constant(m, in, type);
        break;
    case OpSpecConstantOp:
        new_constant(m, in, type);
        fftc_spirv_fold(m, in);
        break;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s is not known", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
    if (in->opcode >= OpSpecConstantTrue && in->opcode <= OpSpecConstant) {
        specialize(m, in);
    }
}
