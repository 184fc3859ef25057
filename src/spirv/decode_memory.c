/* SPDX-License-Identifier: MIT
 *
 * Pointers, loads and stores.
 */
#include <string.h>

#include "spirv/decode.h"
#include "spirv/layout.h"
#include "spirv/names.h"

/* --- pointers */

/* Where an access chain has come to. */
typedef struct chain {
    fftc_spirv_id *result;
    uint32_t storage;
    bool frame;
    bool direct;     /* the place in the frame is known: it is `offset` alone */
    uint32_t reg;    /* the slot with a pointer */
    uint64_t offset; /* bytes, or slots of the frame */
    fftc_spirv_place place;
    fftc_spirv_text path;
} chain;

static const fftc_spirv_type *pointer_type(fftc_spirv *m, uint32_t number)
{
    const fftc_spirv_type *type = fftc_spirv_value_type(m, number);
    if (type->kind != FFTC_SPIRV_POINTER || type->element == NULL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is no pointer", number);
    }
    return type;
}

uint32_t fftc_spirv_pointer_value(fftc_spirv *m, const fftc_spirv_id *id)
{
    uint32_t to = fftc_spirv_temporary(m, 1);
    if (id->direct) {
        fftc_spirv_emit(m, FFTC_STEP_ADDRESS,
                        (fftc_spirv_step){.d = to, .b = id->reg + id->offset});
    } else {
        fftc_spirv_emit(m, FFTC_STEP_OFFSET,
                        (fftc_spirv_step){.d = to, .a = id->reg, .b = id->offset});
    }
    return to;
}

static void keep_path(fftc_spirv *m, const char **to, const char *path)
{
    size_t bytes = strlen(path) + 1;
    char *copy = fftc_spirv_allocate(m, bytes, 1);
    *to = memcpy(copy, path, bytes);
}

static chain begin_chain(fftc_spirv *m, uint32_t base)
{
    const fftc_spirv_type *type = pointer_type(m, base);
    fftc_spirv_id *id = fftc_spirv_get(m, base);
    chain c = {.storage = type->storage,
               .frame = fftc_spirv_in_frame(type->storage),
               .direct = id->direct,
               .place = fftc_spirv_pointee(type->element, type->storage)};
    c.place.matrix_stride = id->matrix_stride;
    c.place.vector_stride = id->vector_stride;
    c.place.row_major = id->row_major;
    if (id->direct) {
        c.offset = (uint64_t)id->reg + id->offset;
    } else {
        uint32_t offset = id->offset;
        id->offset = 0; /* the slot without what is pending */
        c.reg = fftc_spirv_value(m, base);
        id->offset = offset;
        c.offset = offset;
    }
    fftc_spirv_text_add(&c.path, id->path != NULL ? id->path : id->name != NULL ? id->name : "");
    return c;
}

/* The chain goes on from a slot of its own. */
static uint32_t new_register(fftc_spirv *m, chain *c)
{
    if (c->result->root != 0) { /* it was thought to be another name */
        c->result->root = 0;
        c->result->crosses = true;
        c->result->reg = FFTC_SPIRV_NONE;
    }
    c->direct = false;
    return c->reg = fftc_spirv_own_slots(m, c->result);
}

static void add_offset(fftc_spirv *m, chain *c, uint64_t bytes)
{
    c->offset += bytes;
    if (c->offset > INT32_MAX && !c->direct) { /* steps have 32 bits for what is pending */
        uint32_t from = c->reg;
        uint64_t offset = c->offset & FFTC_SPIRV_OFFSET_MASK;
        fftc_spirv_emit(m, FFTC_STEP_OFFSET,
                        (fftc_spirv_step){.a = from,
                                          .d = new_register(m, c),
                                          .b = (uint32_t)offset,
                                          .c = (uint32_t)(offset >> 32)});
        c->offset = 0;
    }
}

static void name_step(fftc_spirv *m, const chain *c)
{
    keep_path(m, &m->names[m->step_count - 1], c->path.bytes);
}

static void constant_index(fftc_spirv *m, chain *c, uint64_t index, uint64_t stride, uint32_t bound)
{
    if (bound != 0 && index >= bound) {
        fftc_spirv_emit(m, FFTC_STEP_BEYOND,
                        (fftc_spirv_step){.d = new_register(m, c), .b = (uint32_t)index});
        name_step(m, c);
        c->offset = 0;
        return;
    }
    if (__builtin_mul_overflow(index, stride, &stride) || stride > FFTC_SPIRV_OFFSET_MASK) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "an index of %llu is beyond every buffer",
                          (unsigned long long)index);
    }
    add_offset(m, c, stride);
}

static void dynamic_index(fftc_spirv *m, chain *c, uint32_t number, uint64_t stride, uint32_t bound)
{
    const fftc_spirv_type *type = fftc_spirv_value_type(m, number);
    fftc_spirv_step step = {.b = fftc_spirv_value(m, number),
                            .a = c->direct ? (uint32_t)c->offset : c->reg,
                            .c = (uint32_t)stride,
                            .n = bound,
                            .width = (uint8_t)type->width,
                            .more = type->is_signed};
    uint32_t kind = FFTC_STEP_INDEX;
    if (type->kind != FFTC_SPIRV_INT || stride > UINT32_MAX) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u is no index, or steps are too wide",
                          number);
    }
    if (c->direct) {
        c->offset = 0;
        kind = FFTC_STEP_FRAME_INDEX;
    } else if (bound == 0 && c->place.type->kind == FFTC_SPIRV_RUNTIME_ARRAY) {
        kind = FFTC_STEP_INDEX_RUNTIME;
        step.n = (uint32_t)c->offset;
        c->offset = 0;
    }
    step.d = new_register(m, c);
    fftc_spirv_emit(m, kind, step);
    name_step(m, c);
}

static void frame_part(fftc_spirv *m, chain *c, uint32_t index, uint64_t *offset, uint64_t *stride)
{
    const fftc_spirv_type *type = c->place.type;
    *offset = *stride = 0;
    if (type->kind == FFTC_SPIRV_STRUCT) {
        if (index >= type->count) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "member %u of a struct of %u", index,
                              type->count);
        }
        *offset = type->members[index].slot;
        c->place.type = type->members[index].type;
    } else if (type->kind >= FFTC_SPIRV_VECTOR && type->kind <= FFTC_SPIRV_ARRAY) {
        *stride = type->element->slots;
        c->place.type = type->element;
    } else {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "the type with id %u has no parts", type->id);
    }
}

static void go_down(fftc_spirv *m, chain *c, uint32_t number)
{
    const fftc_spirv_type *type = c->place.type;
    const fftc_spirv_id *index = fftc_spirv_get(m, number);
    bool constant = index->constant != NULL && index->type->kind == FFTC_SPIRV_INT;
    uint64_t value = constant ? index->constant[0] : 0;
    uint64_t offset, stride;
    uint32_t member = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    fftc_spirv_place part = c->place;
    if (type->kind == FFTC_SPIRV_STRUCT && !constant) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "id %u chooses a member, and is no constant",
                          number);
    }
    if (c->frame) {
        chain at = *c;
        frame_part(m, &at, member, &offset, &stride);
        part = at.place;
    } else {
        part = fftc_spirv_part(m, &c->place, member, &offset, &stride);
    }
    add_offset(m, c, offset);
    if (type->kind == FFTC_SPIRV_STRUCT) {
        const char *name = type->members[member].name;
        fftc_spirv_text_add(&c->path, c->path.length > 0 ? "." : "");
        if (name != NULL && name[0] != 0) {
            fftc_spirv_text_add(&c->path, name);
        } else {
            fftc_spirv_text_add_number(&c->path, "", member, "");
        }
    } else if (constant) {
        constant_index(m, c, value, stride, type->count);
        fftc_spirv_text_add_number(&c->path, "[", value, "]");
    } else {
        dynamic_index(m, c, number, stride, type->count);
        fftc_spirv_text_add(&c->path, "[]");
    }
    c->place = part;
}

/* The first index of an array of descriptors chooses one. */
static void choose_descriptor(fftc_spirv *m, chain *c, uint32_t object, uint32_t number)
{
    uint32_t index = fftc_spirv_value(m, number);
    fftc_spirv_emit(m, FFTC_STEP_DESCRIPTOR,
                    (fftc_spirv_step){.d = new_register(m, c), .a = object, .b = index});
    name_step(m, c);
    c->place.type = c->place.type->element;
}

static void decode_chain(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t base = fftc_spirv_operand(m, in, 0);
    const fftc_spirv_id *from = fftc_spirv_get(m, base);
    chain c = begin_chain(m, base);
    uint32_t k = 1;
    c.result = fftc_spirv_get(m, in->result);
    if (in->opcode == OpPtrAccessChain || in->opcode == OpInBoundsPtrAccessChain) {
        const fftc_spirv_type *pointer = pointer_type(m, base);
        uint64_t stride = pointer->stride != 0 ? pointer->stride : pointer->element->bytes;
        fftc_spirv_place whole = c.place;
        c.place.type = pointer; /* not an array */
        dynamic_index(m, &c, fftc_spirv_operand(m, in, k++), c.frame ? 0 : stride, 0);
        c.place = whole;
    } else if (from->opcode == OpVariable && from->object != FFTC_SPIRV_NONE &&
               m->objects[from->object].array) {
        choose_descriptor(m, &c, from->object, fftc_spirv_operand(m, in, k++));
    }
    for (; k < fftc_spirv_operand_count(in); ++k) {
        go_down(m, &c, fftc_spirv_operand(m, in, k));
    }
    if (type->kind != FFTC_SPIRV_POINTER || type->element != c.place.type ||
        type->storage != c.storage) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "word %u: an access chain whose result is of another type", in->at);
    }
    c.result->matrix_stride = c.place.matrix_stride;
    c.result->vector_stride = c.place.vector_stride;
    c.result->row_major = c.place.row_major;
    c.result->direct = c.direct;
    c.result->reg = c.direct ? 0 : c.reg;
    c.result->offset = (uint32_t)c.offset;
    keep_path(m, &c.result->path, c.path.bytes);
}

/* --- loads and stores */

typedef struct transfer {
    uint32_t pointer, value;
    bool store;
} transfer;

static void transfer_run(fftc_spirv *m, const transfer *t, uint64_t offset, uint32_t slot,
                         uint32_t count, uint32_t width, uint64_t stride)
{
    if (offset > INT32_MAX || stride > INT32_MAX) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "a value of more than 2 GiB");
    }
    fftc_spirv_emit(
        m, t->store ? FFTC_STEP_STORE : FFTC_STEP_LOAD,
        (fftc_spirv_step){.n = count,
                          .width = (uint8_t)width,
                          .d = t->value + slot,
                          .a = t->pointer,
                          .b = (uint32_t)offset,
                          .c = count > 1 && stride != width / 8 ? (uint32_t)stride : 0});
}

static void transfer_place(fftc_spirv *m, const transfer *t, const fftc_spirv_place *place,
                           uint64_t offset, uint32_t slot)
{
    const fftc_spirv_type *type = place->type;
    uint64_t start, stride;
    if (fftc_spirv_is_scalar(type) || type->kind == FFTC_SPIRV_POINTER) {
        transfer_run(m, t, offset, slot, 1, type->width, 0);
        return;
    }
    if (type->kind == FFTC_SPIRV_VECTOR) {
        (void)fftc_spirv_part(m, place, 0, &start, &stride);
        transfer_run(m, t, offset, slot, type->count, type->width, stride);
        return;
    }
    if (type->kind == FFTC_SPIRV_RUNTIME_ARRAY || fftc_spirv_is_opaque(type)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "a load or store of the type with id %u",
                          type->id);
    }
    for (uint32_t i = 0; type->slots > 0 && i < type->count; ++i) {
        fftc_spirv_place part = fftc_spirv_part(m, place, i, &start, &stride);
        transfer_place(m, t, &part, offset + start + i * stride, slot);
        slot += (uint32_t)part.type->slots;
    }
}

/* Moves between slots and where a pointer points to. */
static void transfer_value(fftc_spirv *m, uint32_t number, uint32_t value, bool store)
{
    const fftc_spirv_type *type = pointer_type(m, number);
    uint32_t slots = (uint32_t)type->element->slots;
    chain c = begin_chain(m, number);
    if (c.direct) {
        uint32_t at = (uint32_t)c.offset;
        fftc_spirv_move(m, store ? at : value, store ? value : at, slots);
    } else if (c.frame) {
        fftc_spirv_emit(
            m, store ? FFTC_STEP_FRAME_STORE : FFTC_STEP_FRAME_LOAD,
            (fftc_spirv_step){.n = slots, .d = value, .a = c.reg, .b = (uint32_t)c.offset});
    } else {
        transfer t = {.pointer = c.reg, .value = value, .store = store};
        transfer_place(m, &t, &c.place, c.offset, 0);
    }
}

static void check_same(fftc_spirv *m, uint32_t at, const fftc_spirv_type *a,
                       const fftc_spirv_type *b)
{
    if (a != b && (a->slots != b->slots || a->kind != b->kind || a->kind == FFTC_SPIRV_POINTER)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: types that do not agree", at);
    }
}

void fftc_spirv_store(fftc_spirv *m, uint32_t pointer, uint32_t value, const fftc_spirv_type *type)
{
    check_same(m, 0, pointer_type(m, pointer)->element, type);
    transfer_value(m, pointer, value, true);
}

/* Whether a store through a pointer may change slots of the frame. */
static bool may_change(fftc_spirv *m, uint32_t pointer, uint32_t first, uint32_t count)
{
    const fftc_spirv_id *id = fftc_spirv_get(m, pointer);
    for (int turns = 0; turns < 8; ++turns) {
        if (id->opcode == OpVariable) {
            return id->direct && first < id->reg + id->type->element->slots &&
                   id->reg < first + count;
        }
        if (id->opcode != OpAccessChain && id->opcode != OpInBoundsAccessChain) {
            break;
        }
        fftc_spirv_instruction chain_at = fftc_spirv_instruction_at(m, id->at);
        id = fftc_spirv_get(m, fftc_spirv_operand(m, &chain_at, 0));
    }
    return id->type == NULL || id->type->kind != FFTC_SPIRV_POINTER ||
           fftc_spirv_in_frame(id->type->storage);
}

/* Whether slots of the frame stay as they are from a load to the last use of what it gave. Then its
 * result is another name for them, and no step. Compilers that do not optimise load a variable each
 * time they need it. */
static bool stays(fftc_spirv *m, const fftc_spirv_instruction *load, uint32_t last_use,
                  uint32_t first, uint32_t count)
{
    fftc_spirv_instruction in = *load;
    for (int turns = 0; turns < 64; ++turns) {
        in = fftc_spirv_instruction_at(m, in.at + in.length);
        if (in.at >= last_use) {
            return true;
        }
        if (in.opcode == OpFunctionCall || in.opcode == OpExtInst || in.opcode == OpCopyMemory ||
            (in.opcode == OpStore && may_change(m, fftc_spirv_operand(m, &in, 0), first, count))) {
            return false;
        }
    }
    return false;
}

/* Gives the result of a load from a known place in the frame that place; false if it needs slots of
 * its own. */
static bool forward(fftc_spirv *m, const fftc_spirv_instruction *in, const fftc_spirv_type *type)
{
    fftc_spirv_id *id = fftc_spirv_get(m, in->result);
    const fftc_spirv_id *from = fftc_spirv_get(m, fftc_spirv_operand(m, in, 0));
    uint32_t first = from->reg + from->offset;
    if (!from->direct || id->crosses || type->kind == FFTC_SPIRV_POINTER || type->slots > 4 ||
        !stays(m, in, id->last_use, first, (uint32_t)type->slots)) {
        return false;
    }
    id->reg = first;
    return true;
}

/* A pointer to an image is as good as the image (image.h). */
static void decode_load_descriptor(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t pointer = fftc_spirv_operand(m, in, 0);
    if (type->kind < FFTC_SPIRV_KIND_IMAGE) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: a load of a whole array of descriptors is not known", in->at);
    }
    fftc_spirv_move(m, fftc_spirv_result(m, in), fftc_spirv_value(m, pointer), 1);
}

static void decode_load(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t pointer = fftc_spirv_operand(m, in, 0);
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    check_same(m, in->at, type, pointer_type(m, pointer)->element);
    if (fftc_spirv_is_opaque(type) && !fftc_spirv_in_frame(pointer_type(m, pointer)->storage)) {
        decode_load_descriptor(m, in);
        return;
    }
    if (!forward(m, in, type)) {
        transfer_value(m, pointer, fftc_spirv_result(m, in), false);
    }
}

static void decode_store(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t pointer = fftc_spirv_operand(m, in, 0);
    uint32_t object = fftc_spirv_operand(m, in, 1);
    check_same(m, in->at, fftc_spirv_value_type(m, object), pointer_type(m, pointer)->element);
    if (pointer_type(m, pointer)->storage == StorageInput) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a store to an input", in->at);
    }
    transfer_value(m, pointer, fftc_spirv_value(m, object), true);
}

static void decode_copy(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t to = fftc_spirv_operand(m, in, 0);
    uint32_t from = fftc_spirv_operand(m, in, 1);
    const fftc_spirv_type *type = pointer_type(m, from)->element;
    uint32_t value;
    check_same(m, in->at, pointer_type(m, to)->element, type);
    value = fftc_spirv_temporary(m, type->slots);
    transfer_value(m, from, value, false);
    transfer_value(m, to, value, true);
}

static void decode_length(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    chain c = begin_chain(m, fftc_spirv_operand(m, in, 0));
    uint32_t index = fftc_spirv_operand(m, in, 1);
    uint64_t offset, stride;
    fftc_spirv_place array;
    if (c.frame || c.place.type->kind != FFTC_SPIRV_STRUCT) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: OpArrayLength of no struct", in->at);
    }
    array = fftc_spirv_part(m, &c.place, index, &offset, &stride);
    if (array.type->kind != FFTC_SPIRV_RUNTIME_ARRAY) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: OpArrayLength of no runtime array",
                          in->at);
    }
    (void)fftc_spirv_part(m, &array, 0, &(uint64_t){0}, &stride);
    fftc_spirv_check_result(m, in, FFTC_SPIRV_INT);
    fftc_spirv_emit(m, FFTC_STEP_LENGTH,
                    (fftc_spirv_step){.d = fftc_spirv_result(m, in),
                                      .a = c.reg,
                                      .b = (uint32_t)(c.offset + offset),
                                      .c = (uint32_t)stride});
}

static void decode_compare_pointers(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_step step = {.n = 1, .width = 64};
    uint32_t kind = in->opcode == OpPtrEqual  ? FFTC_STEP_IEQ
                    : in->opcode == OpPtrDiff ? FFTC_STEP_POINTER_DIFFERENCE
                                              : FFTC_STEP_INE;
    const fftc_spirv_type *type = pointer_type(m, fftc_spirv_operand(m, in, 0));
    fftc_spirv_check_result(m, in, in->opcode == OpPtrDiff ? FFTC_SPIRV_INT : FFTC_SPIRV_BOOL);
    if (in->opcode == OpPtrDiff) { /* in elements of the array that both point into */
        uint64_t stride = fftc_spirv_in_frame(type->storage) ? type->element->slots
                          : type->stride != 0                ? type->stride
                                                             : type->element->bytes;
        if (stride == 0 || stride > UINT32_MAX) {
            fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: OpPtrDiff of elements without a size",
                              in->at);
        }
        step.width = (uint8_t)fftc_spirv_type_of(m, in->type)->width;
        step.c = (uint32_t)stride;
    }
    step.a = fftc_spirv_value(m, fftc_spirv_operand(m, in, 0));
    step.b = fftc_spirv_value(m, fftc_spirv_operand(m, in, 1));
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, kind, step);
}

bool fftc_spirv_decode_memory(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpAccessChain:
    case OpInBoundsAccessChain:
    case OpPtrAccessChain:
    case OpInBoundsPtrAccessChain: decode_chain(m, in); return true;
    case OpLoad: decode_load(m, in); return true;
    case OpStore: decode_store(m, in); return true;
    case OpCopyMemory: decode_copy(m, in); return true;
    case OpArrayLength: decode_length(m, in); return true;
    case OpPtrEqual:
    case OpPtrNotEqual:
    case OpPtrDiff: decode_compare_pointers(m, in); return true;
    default: return false;
    }
}
