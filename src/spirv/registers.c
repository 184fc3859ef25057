/* SPDX-License-Identifier: MIT
 *
 * Slots of the frame for values.
 */
#include "spirv/decode.h"

#define SMALL 4u     /* sizes whose slots are used again */
#define IN_FRAME 16u /* constants of more scalars stay outside of frames */

uint32_t fftc_spirv_slots(fftc_spirv *m, uint64_t count)
{
    uint32_t first = m->decoder->slots;
    if (count > FFTC_SPIRV_MAX_VALUE) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "a value or variable of more than %u scalars",
                          FFTC_SPIRV_MAX_VALUE);
    }
    if (first + count > FFTC_SPIRV_MAX_FRAME) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "an invocation needs more than %u scalars",
                          FFTC_SPIRV_MAX_FRAME);
    }
    m->decoder->slots += (uint32_t)count;
    return first;
}

static uint32_t reused(fftc_spirv *m, uint64_t count)
{
    fftc_spirv_decoder *decoder = m->decoder;
    if (count >= 1 && count <= SMALL && decoder->free_count[count] > 0) {
        return decoder->free[count][--decoder->free_count[count]];
    }
    return fftc_spirv_slots(m, count);
}

static void give_back(fftc_spirv_decoder *decoder, uint32_t first, uint64_t count)
{
    uint32_t room = sizeof decoder->free[0] / sizeof decoder->free[0][0];
    if (count >= 1 && count <= SMALL && decoder->free_count[count] < room) {
        decoder->free[count][decoder->free_count[count]++] = first;
    }
}

uint32_t fftc_spirv_temporary(fftc_spirv *m, uint64_t count)
{
    fftc_spirv_decoder *decoder = m->decoder;
    uint32_t first = reused(m, count);
    if (decoder->temporary_count + 2 <= sizeof decoder->temporary / sizeof *decoder->temporary) {
        decoder->temporary[decoder->temporary_count++] = (uint32_t)count;
        decoder->temporary[decoder->temporary_count++] = first;
    }
    return first;
}

static fftc_spirv_id *root_of(fftc_spirv *m, fftc_spirv_id *id)
{
    fftc_spirv_id *root = id->root != 0 ? fftc_spirv_find(m, id->root) : NULL;
    return root != NULL ? root : id;
}

bool fftc_spirv_in_frame(uint32_t storage)
{
    return storage == StorageFunction || storage == StoragePrivate || storage == StorageInput ||
           storage == StorageOutput;
}

static bool all_constant(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t first)
{
    for (uint32_t k = first; k < fftc_spirv_operand_count(in); ++k) {
        const fftc_spirv_id *index = fftc_spirv_find(m, fftc_spirv_operand(m, in, k));
        if (index == NULL || index->constant == NULL) {
            return false;
        }
    }
    return true;
}

/* Whether an instruction only gives another name to its first operand's slots. */
static bool renames(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_id *from;
    const fftc_spirv_type *types[2];
    if (fftc_spirv_operand_count(in) == 0 ||
        (from = fftc_spirv_find(m, fftc_spirv_operand(m, in, 0))) == NULL || from->type == NULL) {
        return false;
    }
    switch (in->opcode) {
    case OpCompositeExtract:
    case OpCopyObject:
    case OpExpectKHR:
    case OpCopyLogical: return from->constant == NULL;
    case OpBitcast:
        types[0] = fftc_spirv_scalar(from->type);
        types[1] = fftc_spirv_scalar(fftc_spirv_type_of(m, in->type));
        return from->constant == NULL && types[0] != NULL && types[1] != NULL &&
               types[0]->width == types[1]->width;
    case OpAccessChain:
    case OpInBoundsAccessChain:
        return (from->object == FFTC_SPIRV_NONE || from->opcode != OpVariable ||
                !m->objects[from->object].array) &&
               all_constant(m, in, 1);
    default: return false;
    }
}

/* Slots for what functions have in common: constants, and variables outside of them. */
static void share(fftc_spirv *m, uint32_t number)
{
    fftc_spirv_id *id = fftc_spirv_find(m, number);
    if (id == NULL) {
        return;
    }
    if (id->constant != NULL && id->reg == FFTC_SPIRV_NONE && id->type->slots <= IN_FRAME) {
        id->reg = fftc_spirv_slots(m, id->type->slots);
    } else if (id->opcode == OpVariable && id->reg == FFTC_SPIRV_NONE && id->type != NULL &&
               fftc_spirv_in_frame(id->type->storage)) {
        id->reg = fftc_spirv_slots(m, id->type->element->slots);
        id->direct = true;
    } else if (id->opcode == OpVariable && id->object != FFTC_SPIRV_NONE &&
               id->reg == FFTC_SPIRV_NONE) {
        id->reg = fftc_spirv_slots(m, 1);
    }
}

static bool is_literal(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t number)
{
    bool chain = in->opcode == OpAccessChain || in->opcode == OpInBoundsAccessChain;
    const fftc_spirv_id *id = fftc_spirv_find(m, number);
    return in->opcode == OpLine || (chain && id != NULL && id->constant != NULL);
}

void fftc_spirv_assign_shared(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    for (uint32_t k = 0; k < fftc_spirv_operand_count(in); ++k) {
        uint32_t word = fftc_spirv_operand(m, in, k);
        if (!is_literal(m, in, word)) {
            share(m, word);
        }
    }
}

static void use(fftc_spirv *m, uint32_t number, uint32_t block, uint32_t at)
{
    fftc_spirv_id *id = fftc_spirv_find(m, number);
    if (id == NULL) {
        return;
    }
    id = root_of(m, id);
    if (id->block_of != block) {
        id->crosses = true;
    }
    id->last_use = at;
}

static void define(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t block)
{
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (in->opcode != OpLabel) {
        id->type = fftc_spirv_type_of(m, in->type);
    }
    id->block_of = block;
    id->last_use = in->at;
    if (renames(m, in)) {
        uint32_t from = fftc_spirv_operand(m, in, 0);
        const fftc_spirv_id *other = fftc_spirv_get(m, from);
        id->root = other->root != 0 ? other->root : from;
        if (id->crosses) { /* a phi has it already, which stands before its definition */
            fftc_spirv_get(m, id->root)->crosses = true;
        }
        id->crosses = true; /* it has no slots */
    }
    if (in->opcode == OpVariable) {
        if (id->type->kind != FFTC_SPIRV_POINTER || id->type->storage != StorageFunction ||
            id->type->element == NULL) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "word %u: a variable in a function, of another storage class",
                              in->at);
        }
        id->reg = fftc_spirv_slots(m, id->type->element->slots);
        id->direct = true;
        id->crosses = true;
    }
    id->crosses = id->crosses || in->opcode == OpPhi;
}

void fftc_spirv_assign(fftc_spirv *m, fftc_spirv_function *f)
{
    for (uint32_t i = 0; i < f->type->count; ++i) {
        fftc_spirv_id *id = fftc_spirv_get(m, f->parameters[i]);
        id->reg = fftc_spirv_slots(m, id->type->slots);
    }
    f->returned = fftc_spirv_slots(m, f->type->element->slots);
    for (uint32_t i = 0; i < f->reached; ++i) {
        const fftc_spirv_block *block = &f->blocks[f->in_order[i]];
        for (uint32_t at = block->at;;) {
            fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
            if (in.first == 3) { /* a type and a result */
                define(m, &in, i + 1);
            }
            for (uint32_t k = 0; k < fftc_spirv_operand_count(&in); ++k) {
                uint32_t word = fftc_spirv_operand(m, &in, k);
                if (!is_literal(m, &in, word)) {
                    use(m, word, in.opcode == OpPhi ? FFTC_SPIRV_NONE : i + 1, at);
                }
            }
            if (at == block->terminator) {
                break;
            }
            at += in.length;
        }
    }
}

/* What crosses blocks gets its slots when it is first met, defined or used. */
uint32_t fftc_spirv_own_slots(fftc_spirv *m, fftc_spirv_id *id)
{
    if (id->reg == FFTC_SPIRV_NONE) {
        id->temporary = !id->crosses;
        id->reg = id->crosses ? fftc_spirv_slots(m, id->type->slots) : reused(m, id->type->slots);
    }
    return id->reg;
}

uint32_t fftc_spirv_result(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    return fftc_spirv_own_slots(m, fftc_spirv_get(m, in->result));
}

/* A constant that frames do not hold, for this instruction. */
static uint32_t big_constant(fftc_spirv *m, const fftc_spirv_id *id)
{
    uint32_t to = fftc_spirv_temporary(m, id->type->slots);
    m->big = fftc_spirv_grow(m, m->big, m->big_count, &m->big_room, sizeof *m->big);
    m->big[m->big_count] = id->constant;
    fftc_spirv_emit(
        m, FFTC_STEP_BIG,
        (fftc_spirv_step){.n = (uint32_t)id->type->slots, .d = to, .a = m->big_count++});
    return to;
}

const fftc_spirv_type *fftc_spirv_value_type(fftc_spirv *m, uint32_t number)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, number);
    if (id->type == NULL || (id->opcode >= OpTypeVoid && id->opcode <= OpTypeForwardPointer) ||
        id->opcode == OpLabel || id->opcode == OpFunction) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is used as a value, and is none",
                          number);
    }
    return id->type;
}

uint32_t fftc_spirv_value(fftc_spirv *m, uint32_t number)
{
    fftc_spirv_id *id = fftc_spirv_get(m, number);
    (void)fftc_spirv_value_type(m, number);
    if (id->reg == FFTC_SPIRV_NONE && id->constant != NULL) {
        return big_constant(m, id);
    }
    if (id->reg == FFTC_SPIRV_NONE && id->crosses && id->root == 0 &&
        id->block_of != 0) { /* by a phi, or by a block before the one that defines it */
        return fftc_spirv_own_slots(m, id);
    }
    if (id->reg == FFTC_SPIRV_NONE) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is used before it is defined", number);
    }
    if (id->type->kind == FFTC_SPIRV_POINTER && (id->direct || id->offset != 0)) {
        return fftc_spirv_pointer_value(m, id);
    }
    return id->reg;
}

void fftc_spirv_free_after(fftc_spirv *m, uint32_t at)
{
    fftc_spirv_decoder *decoder = m->decoder;
    fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
    for (uint32_t k = 1; k < in.length; ++k) {
        fftc_spirv_id *id = fftc_spirv_find(m, m->words[at + k]);
        if (id == NULL) {
            continue;
        }
        id = root_of(m, id);
        if (id->temporary && id->last_use == at && id->reg != FFTC_SPIRV_NONE) {
            give_back(decoder, id->reg, id->type->slots);
            id->temporary = false;
        }
    }
    while (decoder->temporary_count > 0) {
        decoder->temporary_count -= 2;
        give_back(decoder, decoder->temporary[decoder->temporary_count + 1],
                  decoder->temporary[decoder->temporary_count]);
    }
}
