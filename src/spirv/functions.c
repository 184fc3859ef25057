/* SPDX-License-Identifier: MIT
 *
 * Functions, their blocks, and the order in which these are decoded: a construct comes before its
 * merge block, and what is in it in between. The order of a depth-first search has that if it goes
 * to merge blocks first and is read backwards.
 */
#include "spirv/decode.h"

/* A function begins outside of functions, and nothing else stands there. */
static void refuse_outside(fftc_spirv *m, const fftc_spirv_instruction *in, bool in_function)
{
    if (in->opcode == OpFunction || !in_function) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s where it cannot stand", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
}

void fftc_spirv_find_functions(fftc_spirv *m)
{
    uint32_t room = 0;
    fftc_spirv_function *f = NULL;
    for (uint32_t at = m->globals_end; at < m->count;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        bool anywhere = in.opcode == OpLine || in.opcode == OpNoLine || in.opcode == OpExtInst;
        if ((in.opcode == OpFunction) != (f == NULL) && !anywhere) {
            refuse_outside(m, &in, f != NULL);
        }
        if (in.opcode == OpFunction) {
            m->functions = fftc_spirv_grow(m, m->functions, m->function_count, &room, sizeof *f);
            f = &m->functions[m->function_count];
            *f = (fftc_spirv_function){.id = in.result, .at = at};
            f->type = fftc_spirv_type_of(m, fftc_spirv_operand(m, &in, 1));
            if (f->type->kind != FFTC_SPIRV_FUNCTION || f->type->element->id != in.type) {
                fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: OpFunction of another type",
                                  at);
            }
            fftc_spirv_get(m, in.result)->object = m->function_count++;
        } else if (in.opcode == OpFunctionEnd) {
            f->end = at;
            f = NULL;
        }
        at += in.length;
    }
    if (f != NULL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the last function has no OpFunctionEnd");
    }
}

static bool ends_block(uint32_t opcode)
{
    switch (opcode) {
    case OpBranch:
    case OpBranchConditional:
    case OpSwitch:
    case OpKill:
    case OpReturn:
    case OpReturnValue:
    case OpUnreachable:
    case OpTerminateInvocation: return true;
    default: return false;
    }
}

fftc_spirv_block *fftc_spirv_block_of(fftc_spirv *m, fftc_spirv_function *f, uint32_t label)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, label);
    if (id->opcode != OpLabel || id->at < f->at || id->at >= f->end) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "id %u is no block of the function at word %u, which branches to it",
                          label, f->at);
    }
    return &f->blocks[id->object];
}

static void add_parameter(fftc_spirv *m, fftc_spirv_function *f, const fftc_spirv_instruction *in,
                          uint32_t *count)
{
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (*count >= f->type->count || f->type->members[*count].type->id != in->type ||
        f->block_count > 0) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "word %u: a parameter that the function's type has not", in->at);
    }
    id->type = f->type->members[*count].type;
    f->parameters[(*count)++] = in->result;
}

/* Blocks as they stand in the module. */
static void scan_blocks(fftc_spirv *m, fftc_spirv_function *f)
{
    uint32_t room = 0, parameters = 0;
    fftc_spirv_block *block = NULL;
    f->parameters = fftc_spirv_allocate(m, f->type->count, sizeof *f->parameters);
    for (uint32_t at = f->at + (m->words[f->at] >> 16); at < f->end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        if (in.opcode == OpFunctionParameter) {
            add_parameter(m, f, &in, &parameters);
        } else if (in.opcode == OpLabel && block == NULL) {
            f->blocks = fftc_spirv_grow(m, f->blocks, f->block_count, &room, sizeof *block);
            block = &f->blocks[f->block_count];
            *block = (fftc_spirv_block){.label = in.result, .at = at, .order = FFTC_SPIRV_NONE};
            fftc_spirv_get(m, in.result)->object = f->block_count++;
        } else if (in.opcode == OpLine || in.opcode == OpNoLine || in.opcode == OpExtInst) {
            /* anywhere */
        } else if (block == NULL || in.opcode == OpLabel) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s outside of a block", at,
                              fftc_spirv_opcode_name(in.opcode));
        } else if (in.opcode == OpSelectionMerge || in.opcode == OpLoopMerge) {
            block->merge = fftc_spirv_operand(m, &in, 0);
            block->continues = in.opcode == OpLoopMerge ? fftc_spirv_operand(m, &in, 1) : 0;
        } else if (ends_block(in.opcode)) {
            block->terminator = at;
            block = NULL;
        }
        at += in.length;
    }
    if (block != NULL || f->block_count == 0 || parameters != f->type->count) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "the function at word %u lacks a block, the end of one, or a parameter",
                          f->at);
    }
}

/* Words of a case of a switch: its number has 32 or 64 bits as the selector has. */
static uint32_t case_words(fftc_spirv *m, uint32_t selector)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, selector);
    fftc_spirv_instruction in = fftc_spirv_instruction_at(m, id->at);
    return in.type != 0 && fftc_spirv_type_of(m, in.type)->width == 64 ? 3 : 2;
}

/* The label that a block leads to, for k = 0, 1, ...: its merge block, its continue target, then
 * targets of its branch from the last to the first. 0 at the end. */
static uint32_t successor(fftc_spirv *m, const fftc_spirv_block *block, uint32_t k)
{
    fftc_spirv_instruction in = fftc_spirv_instruction_at(m, block->terminator);
    uint32_t count = fftc_spirv_operand_count(&in);
    uint32_t targets, width;
    if (block->merge != 0 && k-- == 0) {
        return block->merge;
    }
    if (block->continues != 0 && k-- == 0) {
        return block->continues;
    }
    switch (in.opcode) {
    case OpBranch: return k == 0 ? fftc_spirv_operand(m, &in, 0) : 0;
    case OpBranchConditional: return k < 2 ? fftc_spirv_operand(m, &in, 2 - k) : 0;
    case OpSwitch:
        width = case_words(m, fftc_spirv_operand(m, &in, 0));
        targets = count < 2 ? 0 : (count - 2) / width;
        return k < targets    ? fftc_spirv_operand(m, &in, 2 + width * (targets - k) - 1)
               : k == targets ? fftc_spirv_operand(m, &in, 1)
                              : 0;
    default: return 0;
    }
}

static void order_blocks(fftc_spirv *m, fftc_spirv_function *f)
{
    typedef struct visit {
        uint32_t block, next;
    } visit;
    visit *stack = fftc_spirv_allocate(m, f->block_count, sizeof *stack);
    uint32_t *finished = fftc_spirv_allocate(m, f->block_count, sizeof *finished);
    uint32_t depth = 1;
    f->blocks[0].order = 0;
    stack[0] = (visit){0, 0};
    while (depth > 0) {
        visit *top = &stack[depth - 1];
        uint32_t label = successor(m, &f->blocks[top->block], top->next++);
        if (label == 0) {
            finished[f->reached++] = top->block;
            --depth;
            continue;
        }
        fftc_spirv_block *next = fftc_spirv_block_of(m, f, label);
        if (next->order == FFTC_SPIRV_NONE) {
            next->order = 0;
            stack[depth++] = (visit){(uint32_t)(next - f->blocks), 0};
        }
    }
    f->in_order = fftc_spirv_allocate(m, f->reached, sizeof *f->in_order);
    for (uint32_t i = 0; i < f->reached; ++i) {
        f->in_order[i] = finished[f->reached - 1 - i];
        f->blocks[f->in_order[i]].order = i;
    }
}

static void refuse_structure(fftc_spirv *m, const fftc_spirv_block *block)
{
    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                      "the block at word %u is not structured control flow: validate the module",
                      block->at);
}

/* Loops are ranges of the order. */
static void nest_loops(fftc_spirv *m, fftc_spirv_function *f)
{
    uint32_t ends[FFTC_SPIRV_MAX_DEPTH];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < f->reached; ++i) {
        fftc_spirv_block *block = &f->blocks[f->in_order[i]];
        while (depth > 0 && ends[depth - 1] <= i) {
            --depth;
        }
        if (block->merge != 0) {
            fftc_spirv_block *merge = fftc_spirv_block_of(m, f, block->merge);
            merge->is_merge = true;
            if (merge->order <= i || (depth > 0 && merge->order > ends[depth - 1])) {
                refuse_structure(m, block);
            }
            if (block->continues != 0) {
                if (depth == FFTC_SPIRV_MAX_DEPTH) {
                    fftc_spirv_refuse(m, FFTC_TOO_LARGE, "loops in loops, more than %u deep",
                                      FFTC_SPIRV_MAX_DEPTH);
                }
                block->loop_end = ends[depth++] = merge->order;
            }
        }
        block->depth = depth;
    }
}

void fftc_spirv_read_blocks(fftc_spirv *m, fftc_spirv_function *f)
{
    scan_blocks(m, f);
    order_blocks(m, f);
    nest_loops(m, f);
}

/* --- calls */

_Noreturn void fftc_spirv_refuse_depth(fftc_spirv *m)
{
    fftc_spirv_refuse(m, FFTC_TOO_LARGE, "calls in calls, more than %u deep", FFTC_SPIRV_MAX_DEPTH);
}

fftc_spirv_function *fftc_spirv_callee(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_id *id;
    if (in->opcode != OpFunctionCall) {
        return NULL;
    }
    id = fftc_spirv_get(m, fftc_spirv_operand(m, in, 0));
    if (id->opcode != OpFunction) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a call of no function", in->at);
    }
    return &m->functions[id->object];
}

void fftc_spirv_share_slots(fftc_spirv *m, fftc_spirv_function *f, uint32_t depth)
{
    if (depth > FFTC_SPIRV_MAX_DEPTH) {
        fftc_spirv_refuse_depth(m);
    }
    f->state = 1;
    for (uint32_t at = f->at; at < f->end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        fftc_spirv_function *callee = fftc_spirv_callee(m, &in);
        fftc_spirv_assign_shared(m, &in);
        if (callee != NULL && callee->state == 1) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a function calls itself", at);
        }
        if (callee != NULL && callee->state == 0) {
            fftc_spirv_share_slots(m, callee, depth + 1);
        }
        at += in.length;
    }
    f->state = 2;
}
