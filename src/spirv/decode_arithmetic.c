/* SPDX-License-Identifier: MIT
 *
 * Arithmetic, comparisons, bits and conversions: component by component.
 */
#include "spirv/decode.h"

typedef struct arithmetic_rule {
    uint16_t opcode;
    uint16_t step;  /* the one for 32 bits of a family */
    uint8_t family; /* what the steps of a family are told apart by */
    bool swap;      /* operands change places */
} arithmetic_rule;

enum { INTEGER, FLOATING, TRUTH, INTEGER_ONE, FLOATING_ONE, TRUTH_ONE };

#define I(name) FFTC_STEP_##name##_32
#define O(name) FFTC_STEP_##name

static const arithmetic_rule rules[] = {
    {OpIAdd, I(IADD), INTEGER, false},
    {OpISub, I(ISUB), INTEGER, false},
    {OpIMul, I(IMUL), INTEGER, false},
    {OpUDiv, I(UDIV), INTEGER, false},
    {OpSDiv, I(SDIV), INTEGER, false},
    {OpUMod, I(UMOD), INTEGER, false},
    {OpSRem, I(SREM), INTEGER, false},
    {OpSMod, I(SMOD), INTEGER, false},
    {OpBitwiseAnd, I(AND), INTEGER, false},
    {OpBitwiseOr, I(OR), INTEGER, false},
    {OpBitwiseXor, I(XOR), INTEGER, false},
    {OpShiftLeftLogical, I(SHL), INTEGER, false},
    {OpShiftRightLogical, I(SHR), INTEGER, false},
    {OpShiftRightArithmetic, I(SAR), INTEGER, false},
    {OpIEqual, I(IEQ), INTEGER, false},
    {OpINotEqual, I(INE), INTEGER, false},
    {OpULessThan, I(ULT), INTEGER, false},
    {OpULessThanEqual, I(ULE), INTEGER, false},
    {OpUGreaterThan, I(ULT), INTEGER, true},
    {OpUGreaterThanEqual, I(ULE), INTEGER, true},
    {OpSLessThan, I(SLT), INTEGER, false},
    {OpSLessThanEqual, I(SLE), INTEGER, false},
    {OpSGreaterThan, I(SLT), INTEGER, true},
    {OpSGreaterThanEqual, I(SLE), INTEGER, true},
    {OpSNegate, O(INEG), INTEGER_ONE, false},
    {OpNot, O(NOT), INTEGER_ONE, false},
    {OpBitCount, O(BIT_COUNT), INTEGER_ONE, false},
    {OpBitReverse, O(BIT_REVERSE), INTEGER_ONE, false},
    {OpLogicalAnd, I(AND), TRUTH, false},
    {OpLogicalOr, I(OR), TRUTH, false},
    {OpLogicalEqual, I(IEQ), TRUTH, false},
    {OpLogicalNotEqual, I(XOR), TRUTH, false},
    {OpLogicalNot, O(LNOT), TRUTH_ONE, false},
    {OpFAdd, I(FADD), FLOATING, false},
    {OpFSub, I(FSUB), FLOATING, false},
    {OpFMul, I(FMUL), FLOATING, false},
    {OpFDiv, I(FDIV), FLOATING, false},
    {OpFRem, I(FREM), FLOATING, false},
    {OpFMod, I(FMOD), FLOATING, false},
    {OpFOrdEqual, I(OEQ), FLOATING, false},
    {OpFUnordEqual, I(UEQ), FLOATING, false},
    {OpFOrdNotEqual, I(ONE), FLOATING, false},
    {OpFUnordNotEqual, I(UNE), FLOATING, false},
    {OpLessOrGreater, I(ONE), FLOATING, false},
    {OpFOrdLessThan, I(OLT), FLOATING, false},
    {OpFOrdLessThanEqual, I(OLE), FLOATING, false},
    {OpFOrdGreaterThan, I(OLT), FLOATING, true},
    {OpFOrdGreaterThanEqual, I(OLE), FLOATING, true},
    {OpFUnordLessThan, I(UNLE), FLOATING, true}, /* not (y <= x) */
    {OpFUnordLessThanEqual, I(UNLT), FLOATING, true},
    {OpFUnordGreaterThan, I(UNLE), FLOATING, false},
    {OpFUnordGreaterThanEqual, I(UNLT), FLOATING, false},
    {OpOrdered, I(ORDERED), FLOATING, false},
    {OpUnordered, I(UNORDERED), FLOATING, false},
    {OpFNegate, O(FNEG), FLOATING_ONE, false},
    {OpIsNan, O(FNAN), FLOATING_ONE, false},
    {OpIsInf, O(FINF), FLOATING_ONE, false},
    {OpQuantizeToF16, O(QUANTIZE), FLOATING_ONE, false},
};

/* The scalar of an operand, which has `count` of them. */
static const fftc_spirv_type *numbers(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k,
                                      fftc_spirv_kind kind, uint64_t count)
{
    const fftc_spirv_type *type = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, k));
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    if (scalar == NULL || scalar->kind != kind || type->slots != count) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                          "word %u: operand %u of %s is of a type that it cannot have", in->at, k,
                          fftc_spirv_opcode_name(in->opcode));
    }
    return scalar;
}

static uint32_t slot_of(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    return fftc_spirv_value(m, fftc_spirv_operand(m, in, k));
}

static uint64_t result_count(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    if (fftc_spirv_scalar(type) == NULL) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: the result of %s is no number",
                          in->at, fftc_spirv_opcode_name(in->opcode));
    }
    return type->slots;
}

/* The member of a family for a width. */
static uint32_t step_for(const arithmetic_rule *rule, uint32_t width)
{
    switch (rule->family) {
    case INTEGER: return rule->step + (width != 32);
    case FLOATING: return rule->step + (width == 64 ? 1u : width == 16 ? 2u : 0u);
    default: return rule->step;
    }
}

static void decode_rule(fftc_spirv *m, const fftc_spirv_instruction *in,
                        const arithmetic_rule *rule)
{
    static const fftc_spirv_kind kinds[] = {FFTC_SPIRV_INT, FFTC_SPIRV_FLOAT, FFTC_SPIRV_BOOL};
    bool one = rule->family >= INTEGER_ONE;
    fftc_spirv_kind kind = kinds[rule->family % 3];
    uint64_t n = result_count(m, in);
    const fftc_spirv_type *scalar = numbers(m, in, 0, kind, n);
    const fftc_spirv_type *result = fftc_spirv_scalar(fftc_spirv_type_of(m, in->type));
    fftc_spirv_step step = {.n = (uint32_t)n, .width = (uint8_t)scalar->width};
    bool shift = in->opcode >= OpShiftRightLogical && in->opcode <= OpShiftLeftLogical;
    if (!one && numbers(m, in, 1, kind, n)->width != scalar->width && !shift) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: operands of two widths", in->at);
    }
    if (result->kind != FFTC_SPIRV_BOOL && result->width != scalar->width &&
        in->opcode != OpBitCount) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a result of another width", in->at);
    }
    step.a = slot_of(m, in, rule->swap ? 1 : 0);
    step.b = one ? 0 : slot_of(m, in, rule->swap ? 0 : 1);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, step_for(rule, scalar->width), step);
}

static bool decode_by_rule(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i) {
        if (rules[i].opcode == in->opcode) {
            decode_rule(m, in, &rules[i]);
            return true;
        }
    }
    return false;
}

static void decode_conversion(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint64_t n = result_count(m, in);
    const fftc_spirv_type *to = fftc_spirv_scalar(fftc_spirv_type_of(m, in->type));
    bool from_float =
        in->opcode == OpFConvert || in->opcode == OpConvertFToS || in->opcode == OpConvertFToU;
    const fftc_spirv_type *from =
        numbers(m, in, 0, from_float ? FFTC_SPIRV_FLOAT : FFTC_SPIRV_INT, n);
    uint32_t kind = in->opcode == OpFConvert      ? FFTC_STEP_FLOAT_TO_FLOAT
                    : in->opcode == OpConvertFToS ? FFTC_STEP_FLOAT_TO_SIGNED
                    : in->opcode == OpConvertFToU ? FFTC_STEP_FLOAT_TO_UNSIGNED
                    : in->opcode == OpConvertSToF ? FFTC_STEP_SIGNED_TO_FLOAT
                    : in->opcode == OpConvertUToF ? FFTC_STEP_UNSIGNED_TO_FLOAT
                    : in->opcode == OpSConvert    ? FFTC_STEP_SIGN_EXTEND
                                                  : FFTC_STEP_MASK;
    fftc_spirv_step step = {
        .n = (uint32_t)n, .width = (uint8_t)from->width, .more = (uint8_t)to->width};
    step.a = slot_of(m, in, 0);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, kind, step);
}

/* Bits by another type; a pointer is 64 bits, too. */
static void decode_bitcast(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *from = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 0));
    const fftc_spirv_type *to = fftc_spirv_type_of(m, in->type);
    fftc_spirv_step step = {.width = (uint8_t)from->width, .more = (uint8_t)to->width};
    bool pointers = from->kind == FFTC_SPIRV_POINTER || to->kind == FFTC_SPIRV_POINTER;
    if (from->width == 0 || to->width == 0 || from->width * from->slots != to->width * to->slots ||
        from->kind == FFTC_SPIRV_ARRAY || to->kind == FFTC_SPIRV_ARRAY ||
        (pointers &&
         ((from->kind == FFTC_SPIRV_POINTER && from->storage != StoragePhysicalStorageBuffer) ||
          (to->kind == FFTC_SPIRV_POINTER && to->storage != StoragePhysicalStorageBuffer)))) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s between types that do not fit",
                          in->at, fftc_spirv_opcode_name(in->opcode));
    }
    step.n = (uint32_t)to->slots;
    step.a = slot_of(m, in, 0);
    if (fftc_spirv_get(m, in->result)->root != 0) {
        fftc_spirv_get(m, in->result)->reg = step.a;
        return;
    }
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, from->width == to->width ? FFTC_STEP_MOVE : FFTC_STEP_REPACK, step);
}

/* Two results in one struct: low and carry, or low and high. */
static void decode_wide(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t kind = in->opcode == OpIAddCarry      ? FFTC_STEP_CARRY
                    : in->opcode == OpISubBorrow   ? FFTC_STEP_BORROW
                    : in->opcode == OpUMulExtended ? FFTC_STEP_UWIDE
                                                   : FFTC_STEP_SWIDE;
    const fftc_spirv_type *scalar = numbers(m, in, 0, FFTC_SPIRV_INT, type->slots / 2);
    fftc_spirv_step step = {.n = (uint32_t)type->slots / 2, .width = (uint8_t)scalar->width};
    (void)numbers(m, in, 1, FFTC_SPIRV_INT, type->slots / 2);
    if (type->kind != FFTC_SPIRV_STRUCT || type->slots % 2 != 0) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s gives a struct of two", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
    step.a = slot_of(m, in, 0);
    step.b = slot_of(m, in, 1);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, kind, step);
}

/* base (insert), offset, count: scalars */
static void decode_bit_field(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    bool insert = in->opcode == OpBitFieldInsert;
    uint64_t n = result_count(m, in);
    const fftc_spirv_type *scalar = numbers(m, in, 0, FFTC_SPIRV_INT, n);
    fftc_spirv_step step = {.n = (uint32_t)n, .width = (uint8_t)scalar->width};
    uint32_t k = insert ? 2 : 1;
    (void)numbers(m, in, k, FFTC_SPIRV_INT, 1);
    (void)numbers(m, in, k + 1, FFTC_SPIRV_INT, 1);
    step.a = slot_of(m, in, 0);
    if (insert) {
        uint32_t slots[3];
        (void)numbers(m, in, 1, FFTC_SPIRV_INT, n);
        for (uint32_t i = 0; i < 3; ++i) {
            slots[i] = slot_of(m, in, 1 + i);
        }
        step.c = fftc_spirv_extra(m, slots[0]);
        (void)fftc_spirv_extra(m, slots[1]);
        (void)fftc_spirv_extra(m, slots[2]);
    } else {
        step.b = slot_of(m, in, 1);
        step.c = slot_of(m, in, 2);
    }
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m,
                    insert                             ? FFTC_STEP_BIT_INSERT
                    : in->opcode == OpBitFieldSExtract ? FFTC_STEP_BIT_SIGNED
                                                       : FFTC_STEP_BIT_UNSIGNED,
                    step);
}

/* OpSDot and its kin: more is what is signed (1, 2: the operands; 4: packed, 8: saturated). */
static void decode_integer_dot(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    bool saturates = in->opcode >= OpSDotAccSat;
    uint32_t signs = in->opcode - (saturates ? OpSDotAccSat : OpSDot); /* S, U, SU */
    const fftc_spirv_type *type = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 0));
    const fftc_spirv_type *result = fftc_spirv_type_of(m, in->type);
    const fftc_spirv_type *scalar = numbers(m, in, 0, FFTC_SPIRV_INT, type->slots);
    bool packed = type->slots == 1;
    fftc_spirv_step step = {.n = packed ? 4 : (uint32_t)type->slots,
                            .width = packed ? 8 : (uint8_t)scalar->width};
    (void)numbers(m, in, 1, FFTC_SPIRV_INT, type->slots);
    if (result->kind != FFTC_SPIRV_INT || (packed && scalar->width != 32)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a dot product of other types",
                          in->at);
    }
    step.more = (uint8_t)((signs == 0   ? 3
                           : signs == 1 ? 0
                                        : 1) |
                          (packed ? 4 : 0) | (saturates ? 8 : 0) | (result->width == 32 ? 16 : 0) |
                          (result->width == 64 ? 32 : 0) | (result->width == 16 ? 64 : 0));
    step.a = slot_of(m, in, 0);
    step.b = slot_of(m, in, 1);
    if (saturates) {
        (void)numbers(m, in, 2, FFTC_SPIRV_INT, 1);
        step.c = slot_of(m, in, 2);
    }
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, FFTC_STEP_IDOT, step);
}

static void decode_any(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 0));
    fftc_spirv_step step = {.n = (uint32_t)type->slots};
    (void)numbers(m, in, 0, FFTC_SPIRV_BOOL, type->slots);
    fftc_spirv_check_result(m, in, FFTC_SPIRV_BOOL);
    step.a = slot_of(m, in, 0);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, in->opcode == OpAny ? FFTC_STEP_ANY : FFTC_STEP_ALL, step);
}

bool fftc_spirv_decode_arithmetic(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpFConvert:
    case OpSConvert:
    case OpUConvert:
    case OpConvertFToS:
    case OpConvertFToU:
    case OpConvertSToF:
    case OpConvertUToF: decode_conversion(m, in); return true;
    case OpBitcast:
    case OpConvertPtrToU:
    case OpConvertUToPtr: decode_bitcast(m, in); return true;
    case OpIAddCarry:
    case OpISubBorrow:
    case OpUMulExtended:
    case OpSMulExtended: decode_wide(m, in); return true;
    case OpBitFieldInsert:
    case OpBitFieldSExtract:
    case OpBitFieldUExtract: decode_bit_field(m, in); return true;
    case OpSDot:
    case OpUDot:
    case OpSUDot:
    case OpSDotAccSat:
    case OpUDotAccSat:
    case OpSUDotAccSat: decode_integer_dot(m, in); return true;
    case OpAny:
    case OpAll: decode_any(m, in); return true;
    default: return decode_by_rule(m, in);
    }
}
