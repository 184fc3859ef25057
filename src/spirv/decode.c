/* SPDX-License-Identifier: MIT
 *
 * Functions, blocks and branches as steps.
 */
#include "spirv/decode.h"

#include <string.h>

#include "spirv/coverage.h"
#include "spirv/interpret.h"

/* --- steps */

uint32_t fftc_spirv_extra(fftc_spirv *m, uint32_t word)
{
    m->extra = fftc_spirv_grow(m, m->extra, m->extra_count, &m->extra_room, sizeof *m->extra);
    m->extra[m->extra_count] = word;
    return m->extra_count++;
}

fftc_spirv_step *fftc_spirv_emit(fftc_spirv *m, uint32_t kind, fftc_spirv_step step)
{
    uint32_t at = m->step_count;
    if (at >= FFTC_SPIRV_MAX_STEPS) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "the module takes more than %u decoded instructions",
                          FFTC_SPIRV_MAX_STEPS);
    }
    m->steps = fftc_spirv_grow(m, m->steps, at, &m->step_room, sizeof *m->steps);
    m->sites = fftc_spirv_grow(m, m->sites, at, &m->site_room, sizeof *m->sites);
    m->depths = fftc_spirv_grow(m, m->depths, at, &m->depth_room, sizeof *m->depths);
    m->names = fftc_spirv_grow(m, m->names, at, &m->name_room, sizeof *m->names);
    step.step = (uint16_t)kind;
    m->steps[at] = step;
    m->sites[at] = m->line;
    m->depths[at] = m->decoder->block != NULL ? (uint16_t)m->decoder->block->depth : 0;
    m->names[at] = NULL;
    ++m->step_count;
    return &m->steps[at];
}

void fftc_spirv_move(fftc_spirv *m, uint32_t to, uint32_t from, uint64_t count)
{
    if (count > 0 && to != from) {
        fftc_spirv_emit(m, FFTC_STEP_MOVE,
                        (fftc_spirv_step){.n = (uint32_t)count, .d = to, .a = from});
    }
}

void fftc_spirv_check_result(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_kind kind)
{
    if (fftc_spirv_type_of(m, in->type)->kind != kind) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: the result of %s is no %s", in->at,
                          fftc_spirv_opcode_name(in->opcode),
                          kind == FFTC_SPIRV_BOOL ? "bool" : "integer");
    }
}

/* --- lines */

static uint32_t add_line(fftc_spirv *m, const char *file, uint32_t line)
{
    for (uint32_t i = m->line_count; i > 0 && i + 16 > m->line_count; --i) {
        if (m->lines[i - 1].file == file && m->lines[i - 1].line == line) {
            return i - 1;
        }
    }
    m->lines = fftc_spirv_grow(m, m->lines, m->line_count, &m->line_room, sizeof *m->lines);
    m->lines[m->line_count] = (fftc_site){file, line};
    return m->line_count++;
}

static void text_line(fftc_spirv *m, uint32_t string, uint32_t line)
{
    const fftc_spirv_id *id = fftc_spirv_find(m, string);
    if (id != NULL && id->opcode == OpString) {
        m->decoder->has_line = true;
        m->line = add_line(m, id->name, line);
        m->decoder->last_file = id->name;
        m->decoder->last_line = line;
    }
}

/* FILE and FFTC_SPIRV_BEHIND, of which there is one for each file. */
static const char *behind(fftc_spirv *m, const char *file)
{
    static const char suffix[] = FFTC_SPIRV_BEHIND;
    size_t length = strlen(file);
    for (uint32_t i = m->line_count; i > 0 && i + 64 > m->line_count; --i) {
        const char *known = m->lines[i - 1].file;
        if (strncmp(known, file, length) == 0 && strcmp(known + length, suffix) == 0) {
            return known;
        }
    }
    char *name = fftc_spirv_allocate(m, length + sizeof suffix, 1);
    memcpy(name, file, length);
    memcpy(name + length, suffix, sizeof suffix);
    return name;
}

/* A line ends with its block, and compilers may leave it out at the beginning of the next: then the
 * last one before is told. Without debug information a place is a word of the module. */
static void word_line(fftc_spirv *m, uint32_t at)
{
    if (!m->decoder->has_line && m->decoder->last_file != NULL) {
        m->line = add_line(m, behind(m, m->decoder->last_file), m->decoder->last_line);
    } else if (!m->decoder->has_line) {
        m->line = add_line(m, "SPIR-V word", at);
    }
}

enum { DebugSource = 35, DebugLine = 103, DebugNoLine = 104 };

static void debug_info(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t number = fftc_spirv_operand(m, in, 1);
    const fftc_spirv_id *source, *line;
    if (number == DebugNoLine) {
        m->decoder->has_line = false;
    } else if (number == DebugLine) {
        source = fftc_spirv_get(m, fftc_spirv_operand(m, in, 2));
        line = fftc_spirv_get(m, fftc_spirv_operand(m, in, 3));
        fftc_spirv_instruction at = fftc_spirv_instruction_at(m, source->at);
        if (source->opcode == OpExtInst && fftc_spirv_operand_count(&at) > 2 &&
            fftc_spirv_operand(m, &at, 1) == DebugSource && line->constant != NULL) {
            text_line(m, fftc_spirv_operand(m, &at, 2), (uint32_t)line->constant[0]);
        }
    }
}

/* --- branches */

static void fix_later(fftc_spirv *m, uint32_t step, uint32_t field, const fftc_spirv_block *block)
{
    fftc_spirv_decoder *decoder = m->decoder;
    decoder->fixups = fftc_spirv_grow(m, decoder->fixups, decoder->fixup_count,
                                      &decoder->fixup_room, sizeof *decoder->fixups);
    decoder->fixups[decoder->fixup_count++] = (fftc_spirv_fixup){
        .step = step, .field = field, .block = (uint32_t)(block - decoder->function->blocks)};
}

enum { FIELD_A, FIELD_B, FIELD_C, FIELD_EXTRA };

static void set_field(fftc_spirv *m, uint32_t step, uint32_t field, uint32_t value)
{
    switch (field) {
    case FIELD_A: m->steps[step].a = value; break;
    case FIELD_B: m->steps[step].b = value; break;
    case FIELD_C: m->steps[step].c = value; break;
    default: m->extra[step] = value; break;
    }
}

typedef struct phi_move {
    uint32_t to, from, count;
} phi_move;

/* The slots that phis of a block take over an edge. They change all at one time: where one of them
 * may be read by another, all go over temporary slots. */
static void emit_phis(fftc_spirv *m, const fftc_spirv_block *from, const fftc_spirv_block *to)
{
    fftc_spirv_instruction in;
    uint32_t phis = 0, done = 0;
    phi_move *moves;
    for (uint32_t at = to->at; at < to->terminator; at += in.length) {
        in = fftc_spirv_instruction_at(m, at);
        phis += in.opcode == OpPhi;
    }
    if (phis == 0) {
        return;
    }
    moves = fftc_spirv_allocate(m, phis, sizeof *moves);
    for (uint32_t at = to->at; at < to->terminator; at += in.length) {
        in = fftc_spirv_instruction_at(m, at);
        if (in.opcode != OpPhi) {
            continue;
        }
        for (uint32_t k = 0; k + 1 < fftc_spirv_operand_count(&in); k += 2) {
            if (fftc_spirv_operand(m, &in, k + 1) == from->label) {
                uint32_t value = fftc_spirv_operand(m, &in, k);
                const fftc_spirv_type *type = fftc_spirv_type_of(m, in.type);
                if (fftc_spirv_value_type(m, value) != type) {
                    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: OpPhi of two types", at);
                }
                moves[done++] = (phi_move){fftc_spirv_result(m, &in), fftc_spirv_value(m, value),
                                           (uint32_t)type->slots};
                break;
            }
        }
    }
    for (uint32_t i = 0; done > 1 && i < done; ++i) {
        uint32_t over = fftc_spirv_temporary(m, moves[i].count);
        fftc_spirv_move(m, over, moves[i].from, moves[i].count);
        moves[i].from = over;
    }
    for (uint32_t i = 0; i < done; ++i) {
        fftc_spirv_move(m, moves[i].to, moves[i].from, moves[i].count);
    }
}

static bool is_back_edge(const fftc_spirv_block *from, const fftc_spirv_block *to)
{
    return to->order <= from->order;
}

/* What is done on the way, then a jump, which is left out if the target comes next. */
static void emit_edge(fftc_spirv *m, const fftc_spirv_block *to, bool last)
{
    const fftc_spirv_block *from = m->decoder->block;
    emit_phis(m, from, to);
    if (is_back_edge(from, to)) {
        if (to->loop_end == 0 || from->order >= to->loop_end) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "word %u: a branch back to a block that is no header of a loop "
                              "around it",
                              from->terminator);
        }
        fftc_spirv_emit(m, FFTC_STEP_LOOP_NEXT,
                        (fftc_spirv_step){.a = to->step_next, .b = 2 * (to->depth - 1)});
    } else if (!last || to->order != from->order + 1) {
        fftc_spirv_emit(m, FFTC_STEP_JUMP, (fftc_spirv_step){0});
        fix_later(m, m->step_count - 1, FIELD_A, to);
    }
}

static bool has_phis(fftc_spirv *m, const fftc_spirv_block *block)
{
    fftc_spirv_instruction in = fftc_spirv_instruction_at(m, block->at);
    while (in.opcode == OpLabel || in.opcode == OpLine || in.opcode == OpNoLine) {
        in = fftc_spirv_instruction_at(m, in.at + in.length);
    }
    return in.opcode == OpPhi;
}

/* One of several targets of a branch: directly, or by an edge of its own. */
static void branch_to(fftc_spirv *m, uint32_t step, uint32_t field, uint32_t label)
{
    const fftc_spirv_block *to = fftc_spirv_block_of(m, m->decoder->function, label);
    if (has_phis(m, to) || is_back_edge(m->decoder->block, to)) {
        set_field(m, step, field, m->step_count);
        emit_edge(m, to, false);
    } else {
        fix_later(m, step, field, to);
    }
}

static void emit_switch(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t selector = fftc_spirv_operand(m, in, 0);
    const fftc_spirv_type *type = fftc_spirv_value_type(m, selector);
    uint32_t width = type->width == 64 ? 3 : 2;
    uint32_t count = fftc_spirv_operand_count(in);
    uint32_t list, cases;
    (void)fftc_spirv_operand(m, in, 1);
    cases = (count - 2) / width;
    if (type->kind != FFTC_SPIRV_INT || (count - 2) % width != 0) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: OpSwitch with other operands",
                          in->at);
    }
    list = fftc_spirv_extra(m, 0);
    for (uint32_t i = 0; i < cases; ++i) {
        uint32_t low = fftc_spirv_operand(m, in, 2 + width * i);
        uint32_t high = width == 3 ? fftc_spirv_operand(m, in, 3 + width * i) : 0;
        (void)fftc_spirv_extra(m, type->width < 32 ? low & ((1u << type->width) - 1) : low);
        (void)fftc_spirv_extra(m, high);
        (void)fftc_spirv_extra(m, 0);
    }
    fftc_spirv_emit(m, FFTC_STEP_SWITCH,
                    (fftc_spirv_step){.a = fftc_spirv_value(m, selector), .b = list, .n = cases});
    branch_to(m, list, FIELD_EXTRA, fftc_spirv_operand(m, in, 1));
    for (uint32_t i = 0; i < cases; ++i) {
        branch_to(m, list + 3 + 3 * i, FIELD_EXTRA,
                  fftc_spirv_operand(m, in, 1 + width + width * i));
    }
}

static void emit_conditional(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t condition = fftc_spirv_operand(m, in, 0);
    uint32_t step;
    if (fftc_spirv_value_type(m, condition)->kind != FFTC_SPIRV_BOOL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a condition that is no bool", in->at);
    }
    fftc_spirv_emit(m, FFTC_STEP_BRANCH, (fftc_spirv_step){.a = fftc_spirv_value(m, condition)});
    step = m->step_count - 1;
    branch_to(m, step, FIELD_B, fftc_spirv_operand(m, in, 1));
    branch_to(m, step, FIELD_C, fftc_spirv_operand(m, in, 2));
}

static void emit_return(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_function *f = m->decoder->function;
    if (in->opcode == OpReturnValue) {
        uint32_t value = fftc_spirv_operand(m, in, 0);
        if (fftc_spirv_value_type(m, value) != f->type->element) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a result of another type",
                              in->at);
        }
        fftc_spirv_move(m, f->returned, fftc_spirv_value(m, value), f->type->element->slots);
    }
    fftc_spirv_emit(m, FFTC_STEP_RETURN, (fftc_spirv_step){0});
}

static void emit_terminator(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpBranch:
        emit_edge(m, fftc_spirv_block_of(m, m->decoder->function, fftc_spirv_operand(m, in, 0)),
                  true);
        break;
    case OpBranchConditional: emit_conditional(m, in); break;
    case OpSwitch: emit_switch(m, in); break;
    case OpReturn:
    case OpReturnValue: emit_return(m, in); break;
    case OpUnreachable: fftc_spirv_emit(m, FFTC_STEP_END, (fftc_spirv_step){0}); break;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: %s is not known: compile the shader without it", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
}

static void emit_call(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_function *f = m->decoder->function;
    const fftc_spirv_function *callee =
        &m->functions[fftc_spirv_get(m, fftc_spirv_operand(m, in, 0))->object];
    uint32_t depth = 2 * m->decoder->block->depth;
    uint32_t result = fftc_spirv_result(m, in);
    if (callee->type->element->id != in->type ||
        fftc_spirv_operand_count(in) - 1 != callee->type->count) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a call of a function of another type",
                          in->at);
    }
    for (uint32_t i = 0; i < callee->type->count; ++i) {
        uint32_t argument = fftc_spirv_operand(m, in, 1 + i);
        const fftc_spirv_type *type = callee->type->members[i].type;
        if (fftc_spirv_value_type(m, argument) != type) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: argument %u is of another type",
                              in->at, i);
        }
        fftc_spirv_move(m, fftc_spirv_get(m, callee->parameters[i])->reg,
                        fftc_spirv_value(m, argument), type->slots);
    }
    fftc_spirv_emit(m, FFTC_STEP_CALL, (fftc_spirv_step){.a = callee->step, .c = depth});
    fftc_spirv_move(m, result, callee->returned, callee->type->element->slots);
    if (depth + 1 + callee->where_words > f->where_words) {
        f->where_words = depth + 1 + callee->where_words;
    }
    f->calls = callee->calls + 1 > f->calls ? callee->calls + 1 : f->calls;
    if (f->calls > FFTC_SPIRV_MAX_DEPTH) {
        fftc_spirv_refuse_depth(m);
    }
}

/* --- instructions */

static void decode_variable(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    if (fftc_spirv_operand_count(in) > 1) {
        uint32_t initial = fftc_spirv_operand(m, in, 1);
        if (fftc_spirv_value_type(m, initial)->slots != id->type->element->slots) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: an initial value of another type",
                              in->at);
        }
        fftc_spirv_move(m, id->reg, fftc_spirv_value(m, initial), id->type->element->slots);
    }
}

static void decode_instruction(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpNop:
    case OpLabel:
    case OpPhi:
    case OpSelectionMerge:
    case OpLoopMerge:
    case OpAssumeTrueKHR: return;
    case OpLine: text_line(m, fftc_spirv_operand(m, in, 0), fftc_spirv_operand(m, in, 1)); return;
    case OpNoLine: m->decoder->has_line = false; return;
    case OpUndef: (void)fftc_spirv_result(m, in); return;
    case OpVariable: decode_variable(m, in); return;
    case OpFunctionCall: emit_call(m, in); return;
    case OpExtInst:
        if (fftc_spirv_operand(m, in, 0) == m->glsl) {
            fftc_spirv_decode_glsl(m, in);
        } else if (m->debug_info != 0 && fftc_spirv_operand(m, in, 0) == m->debug_info) {
            debug_info(m, in);
        }
        return;
    default: break;
    }
    if (!fftc_spirv_decode_arithmetic(m, in) && !fftc_spirv_decode_composite(m, in) &&
        !fftc_spirv_decode_memory(m, in) && !fftc_spirv_decode_group(m, in) &&
        !fftc_spirv_decode_image(m, in)) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: %s is not known: compile the shader without it", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
}

/* The line of a block's beginning: that of the first of its instructions which has one. */
static void line_of_block(fftc_spirv *m, const fftc_spirv_block *block)
{
    fftc_spirv_instruction in;
    for (uint32_t at = block->at; at < block->terminator && !m->decoder->has_line;
         at += in.length) {
        in = fftc_spirv_instruction_at(m, at);
        if (in.opcode == OpLine) {
            text_line(m, fftc_spirv_operand(m, &in, 0), fftc_spirv_operand(m, &in, 1));
        } else if (in.opcode == OpExtInst && fftc_spirv_operand(m, &in, 0) == m->debug_info &&
                   m->debug_info != 0) {
            debug_info(m, &in);
        }
    }
    word_line(m, block->at);
    m->decoder->has_line = false;
}

static void decode_block(fftc_spirv *m, fftc_spirv_function *f, fftc_spirv_block *block)
{
    m->decoder->block = block;
    m->decoder->has_line = false;
    block->step = m->step_count;
    if (block->is_merge) {
        line_of_block(m, block);
        fftc_spirv_emit(m, FFTC_STEP_MERGE, (fftc_spirv_step){0});
    }
    if (block->loop_end != 0) {
        fftc_spirv_emit(m, FFTC_STEP_LOOP_ENTER, (fftc_spirv_step){.b = 2 * (block->depth - 1)});
    }
    block->step_next = m->step_count;
    fftc_spirv_cover_block(m);
    if (2 * block->depth + 1 > f->where_words) {
        f->where_words = 2 * block->depth + 1;
    }
    for (uint32_t at = block->at;;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        word_line(m, at);
        if (at == block->terminator) {
            fftc_spirv_cover_instruction(m, &in, m->decoder->has_line);
            emit_terminator(m, &in);
            fftc_spirv_free_after(m, at);
            return;
        }
        decode_instruction(m, &in);
        fftc_spirv_cover_instruction(m, &in, m->decoder->has_line);
        fftc_spirv_free_after(m, at);
        at += in.length;
    }
}

static void decode_function(fftc_spirv *m, fftc_spirv_function *f)
{
    fftc_spirv_decoder *decoder = m->decoder;
    decoder->function = f;
    decoder->fixup_count = 0;
    decoder->last_file = NULL;
    memset(decoder->free_count, 0, sizeof decoder->free_count);
    fftc_spirv_assign(m, f);
    f->step = m->step_count;
    for (uint32_t i = 0; i < f->reached; ++i) {
        decode_block(m, f, &f->blocks[f->in_order[i]]);
    }
    for (uint32_t i = 0; i < decoder->fixup_count; ++i) {
        const fftc_spirv_fixup *fixup = &decoder->fixups[i];
        set_field(m, fixup->step, fixup->field, f->blocks[fixup->block].step);
    }
    decoder->block = NULL;
}

/* Decodes what the function calls, then the function. Functions that do not call one another have
 * the same slots, so that frames are small and stay in caches. */
static void decode_with_callees(fftc_spirv *m, fftc_spirv_function *f, uint32_t shared_end)
{
    uint32_t first = shared_end;
    for (uint32_t at = f->at; at < f->end;) {
        fftc_spirv_instruction in = fftc_spirv_instruction_at(m, at);
        fftc_spirv_function *callee = fftc_spirv_callee(m, &in);
        if (callee != NULL && callee->state == 2) {
            decode_with_callees(m, callee, shared_end);
        }
        if (callee != NULL && callee->slots_end > first) {
            first = callee->slots_end;
        }
        at += in.length;
    }
    fftc_spirv_read_blocks(m, f);
    m->decoder->slots = first;
    decode_function(m, f);
    f->slots_end = m->decoder->slots;
    f->state = 3;
}

/* What is in the frame before anything has run. */
static void fill_initial(fftc_spirv *m)
{
    m->frame_slots = m->decoder->slots;
    m->initial = fftc_spirv_allocate(m, m->frame_slots, sizeof *m->initial);
    for (uint32_t i = 1; i < m->id_count; ++i) {
        const fftc_spirv_id *id = &m->ids[i];
        const uint64_t *from = id->constant;
        uint64_t count = from != NULL ? id->type->slots : 0;
        if (id->opcode == OpVariable && id->direct && id->at < m->globals_end) {
            fftc_spirv_instruction in = fftc_spirv_instruction_at(m, id->at);
            count = 0;
            if (fftc_spirv_operand_count(&in) > 1) {
                const fftc_spirv_id *initial = fftc_spirv_get(m, fftc_spirv_operand(m, &in, 1));
                if (initial->constant == NULL || initial->type != id->type->element) {
                    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                                      "word %u: an initial value of another type", id->at);
                }
                from = initial->constant;
                count = initial->type->slots;
            }
        }
        if (count > 0 && id->reg != FFTC_SPIRV_NONE) {
            memcpy(m->initial + id->reg, from, count * sizeof *from);
        }
    }
}

void fftc_spirv_decode(fftc_spirv *m)
{
    fftc_spirv_function *entry;
    fftc_spirv_find_functions(m);
    m->decoder = fftc_spirv_allocate(m, 1, sizeof *m->decoder);
    m->decoder->slots = 1; /* slot 0 stands for none */
    if (fftc_spirv_get(m, m->entry)->opcode != OpFunction) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the entry point %s is no function",
                          m->interface.entry);
    }
    entry = &m->functions[fftc_spirv_get(m, m->entry)->object];
    if (entry->type->count != 0 || entry->type->element->kind != FFTC_SPIRV_VOID) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the entry point %s has parameters or a result",
                          m->interface.entry);
    }
    fftc_spirv_share_slots(m, entry, 0);
    decode_with_callees(m, entry, m->decoder->slots);
    m->entry_step = entry->step;
    m->where_words = entry->where_words;
    fill_initial(m);
    fftc_spirv_cover_lines(m);
}

void fftc_spirv_fold(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_decoder decoder = {.slots = 1};
    fftc_spirv_instruction inner = *in;
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    uint32_t count = fftc_spirv_operand_count(in);
    uint64_t *frame;
    inner.opcode = (uint16_t)fftc_spirv_operand(m, in, 0);
    ++inner.first;
    m->decoder = &decoder;
    m->step_count = m->extra_count = 0;
    id->crosses = true;
    for (uint32_t k = 1; k < count; ++k) {
        fftc_spirv_id *operand = fftc_spirv_find(m, fftc_spirv_operand(m, in, k));
        if (operand != NULL && operand != id && operand->constant != NULL &&
            operand->reg == FFTC_SPIRV_NONE) {
            operand->reg = fftc_spirv_slots(m, operand->type->slots);
        }
    }
    if (fftc_spirv_opcode_name(inner.opcode) == NULL ||
        !(fftc_spirv_decode_arithmetic(m, &inner) || fftc_spirv_decode_composite(m, &inner))) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: OpSpecConstantOp of instruction %u",
                          in->at, inner.opcode);
    }
    fftc_spirv_emit(m, FFTC_STEP_END, (fftc_spirv_step){0});
    frame = fftc_spirv_allocate(m, decoder.slots, sizeof *frame);
    for (uint32_t k = 1; k < count; ++k) {
        fftc_spirv_id *operand = fftc_spirv_find(m, fftc_spirv_operand(m, in, k));
        if (operand != NULL && operand != id && operand->reg != FFTC_SPIRV_NONE) {
            memcpy(frame + operand->reg, operand->constant, operand->type->slots * sizeof *frame);
            operand->reg = FFTC_SPIRV_NONE;
        }
    }
    fftc_spirv_run(m, frame, NULL, NULL, 0);
    memcpy(id->constant, frame + id->reg, id->type->slots * sizeof *frame);
    id->reg = FFTC_SPIRV_NONE;
    id->crosses = false;
    m->step_count = m->extra_count = m->big_count = 0;
    m->decoder = NULL;
}
