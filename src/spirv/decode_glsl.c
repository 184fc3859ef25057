/* SPDX-License-Identifier: MIT
 *
 * The instructions of GLSL.std.450, by their numbers there.
 */
#include "spirv/decode.h"
#include "spirv/math.h"

static const fftc_spirv_type *operand_type(fftc_spirv *m, const fftc_spirv_instruction *in,
                                           uint32_t k)
{
    return fftc_spirv_value_type(m, fftc_spirv_operand(m, in, 2 + k));
}

static uint32_t slot_of(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    return fftc_spirv_value(m, fftc_spirv_operand(m, in, 2 + k));
}

static _Noreturn void refuse_types(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                      "word %u: operands of GLSL.std.450's instruction %u of types that do not fit",
                      in->at, fftc_spirv_operand(m, in, 1));
}

/* Operand k has `count` numbers of this kind; the width of one. */
static uint8_t numbers(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k,
                       fftc_spirv_kind kind, uint64_t count)
{
    const fftc_spirv_type *type = operand_type(m, in, k);
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    if (scalar == NULL || scalar->kind != kind || type->slots != count) {
        refuse_types(m, in);
    }
    return (uint8_t)scalar->width;
}

/* All operands are like the result, which is given to the step with them. */
static void like_result(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t kind,
                        uint32_t more, uint32_t operands, fftc_spirv_kind what)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    fftc_spirv_step step = {
        .n = (uint32_t)type->slots, .width = (uint8_t)type->width, .more = (uint8_t)more};
    uint32_t *slots[] = {&step.a, &step.b, &step.c};
    for (uint32_t k = 0; k < operands; ++k) {
        if (numbers(m, in, k, what, type->slots) != type->width) {
            refuse_types(m, in);
        }
        *slots[k] = slot_of(m, in, k);
    }
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, kind, step);
}

/* Two or three integers; a step of 32 bits, or the one behind it. */
static void integers(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t step_32,
                     uint32_t second_32)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t other = type->width != 32;
    fftc_spirv_step step = {.n = (uint32_t)type->slots, .width = (uint8_t)type->width};
    for (uint32_t k = 0; k < (second_32 != 0 ? 3u : 2u); ++k) {
        if (numbers(m, in, k, FFTC_SPIRV_INT, type->slots) != type->width) {
            refuse_types(m, in);
        }
    }
    step.a = slot_of(m, in, 0);
    step.b = slot_of(m, in, 1);
    step.d = second_32 != 0 ? fftc_spirv_temporary(m, type->slots) : fftc_spirv_result(m, in);
    fftc_spirv_emit(m, step_32 + other, step);
    if (second_32 != 0) { /* min(max(x, low), high) */
        step.a = step.d;
        step.b = slot_of(m, in, 2);
        step.d = fftc_spirv_result(m, in);
        fftc_spirv_emit(m, second_32 + other, step);
    }
}

static void one_integer(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t kind)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint8_t width = numbers(m, in, 0, FFTC_SPIRV_INT, type->slots);
    fftc_spirv_step step = {.n = (uint32_t)type->slots, .width = width};
    if (type->width != width) {
        refuse_types(m, in);
    }
    step.a = slot_of(m, in, 0);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, kind, step);
}

/* Modf and frexp: two results, in a struct or one of them through a pointer. */
static void two_results(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t number)
{
    bool pointer = number == MathModf || number == MathFrexp;
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t n = (uint32_t)(pointer ? type->slots : type->slots / 2);
    fftc_spirv_step step = {.n = n, .width = numbers(m, in, 0, FFTC_SPIRV_FLOAT, n)};
    if (!pointer && (type->kind != FFTC_SPIRV_STRUCT || type->count != 2 || type->slots != 2 * n)) {
        refuse_types(m, in);
    }
    step.more = number == MathModf || number == MathModfStruct ? MathModfStruct : MathFrexpStruct;
    step.a = slot_of(m, in, 0);
    step.d = pointer ? fftc_spirv_temporary(m, 2 * n) : fftc_spirv_result(m, in);
    fftc_spirv_emit(m, FFTC_STEP_MATH, step);
    if (pointer) {
        const fftc_spirv_type *to = operand_type(m, in, 1);
        if (to->kind != FFTC_SPIRV_POINTER || to->element == NULL || to->element->slots != n) {
            refuse_types(m, in);
        }
        fftc_spirv_store(m, fftc_spirv_operand(m, in, 3), step.d + n, to->element);
        fftc_spirv_move(m, fftc_spirv_result(m, in), step.d, n);
    }
}

static void ldexp_of(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    fftc_spirv_step step = {.n = (uint32_t)type->slots, .more = MathLdexp};
    step.width = numbers(m, in, 0, FFTC_SPIRV_FLOAT, type->slots);
    if (numbers(m, in, 1, FFTC_SPIRV_INT, type->slots) != 32 || type->width != step.width) {
        refuse_types(m, in);
    }
    step.a = slot_of(m, in, 0);
    step.b = slot_of(m, in, 1);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, FFTC_STEP_MATH, step);
}

static void packing(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t number)
{
    static const uint8_t counts[] = {4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1}; /* of the operand */
    static const uint8_t results[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 4, 4, 2};
    bool unpacks = number >= MathUnpackSnorm2x16;
    uint32_t k = number - MathPackSnorm4x8;
    bool ints = unpacks ? number != MathUnpackDouble2x32 : number == MathPackDouble2x32;
    fftc_spirv_step step = {.more = (uint8_t)number, .n = results[k]};
    (void)numbers(m, in, 0, ints ? FFTC_SPIRV_INT : FFTC_SPIRV_FLOAT, counts[k]);
    if (fftc_spirv_type_of(m, in->type)->slots != results[k]) {
        refuse_types(m, in);
    }
    step.a = slot_of(m, in, 0);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, FFTC_STEP_PACK, step);
}

static void geometry(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t number)
{
    const fftc_spirv_type *x = operand_type(m, in, 0);
    const fftc_spirv_type *type = fftc_spirv_type_of(m, in->type);
    uint32_t operands = number == MathLength || number == MathNormalize ||
                                number == MathDeterminant || number == MathMatrixInverse
                            ? 1
                        : number == MathFaceForward || number == MathRefract ? 3
                                                                             : 2;
    bool scalar = number == MathLength || number == MathDistance || number == MathDeterminant;
    bool matrix = number == MathDeterminant || number == MathMatrixInverse;
    fftc_spirv_step step = {.n = (uint32_t)x->slots,
                            .more = (uint8_t)number,
                            .width = numbers(m, in, 0, FFTC_SPIRV_FLOAT, x->slots)};
    uint32_t *slots[] = {&step.a, &step.b, &step.c};
    for (uint32_t k = 0; k < operands; ++k) {
        uint64_t count = number == MathRefract && k == 2 ? 1 : x->slots;
        if (numbers(m, in, k, FFTC_SPIRV_FLOAT, count) != step.width) {
            refuse_types(m, in);
        }
        *slots[k] = slot_of(m, in, k);
    }
    if (type->slots != (scalar ? 1 : x->slots) || (number == MathCross && x->slots != 3) ||
        (matrix ? x->kind != FFTC_SPIRV_MATRIX || x->count * x->count != x->slots : x->slots > 4)) {
        refuse_types(m, in);
    }
    step.n = matrix ? x->count : step.n;
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, FFTC_STEP_GEOMETRY, step);
}

#define I(name) FFTC_STEP_##name##_32

void fftc_spirv_decode_glsl(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    uint32_t number = fftc_spirv_operand(m, in, 1);
    switch (number) {
    case MathSAbs: one_integer(m, in, FFTC_STEP_IABS); return;
    case MathSSign: one_integer(m, in, FFTC_STEP_ISIGN); return;
    case MathFindILsb: one_integer(m, in, FFTC_STEP_FIND_LSB); return;
    case MathFindSMsb: one_integer(m, in, FFTC_STEP_FIND_SMSB); return;
    case MathFindUMsb: one_integer(m, in, FFTC_STEP_FIND_UMSB); return;
    case MathUMin: integers(m, in, I(UMIN), 0); return;
    case MathSMin: integers(m, in, I(SMIN), 0); return;
    case MathUMax: integers(m, in, I(UMAX), 0); return;
    case MathSMax: integers(m, in, I(SMAX), 0); return;
    case MathUClamp: integers(m, in, I(UMAX), I(UMIN)); return;
    case MathSClamp: integers(m, in, I(SMAX), I(SMIN)); return;
    case MathModf:
    case MathModfStruct:
    case MathFrexp:
    case MathFrexpStruct: two_results(m, in, number); return;
    case MathLdexp: ldexp_of(m, in); return;
    case MathDeterminant:
    case MathMatrixInverse: geometry(m, in, number); return;
    case MathAtan2:
    case MathPow:
    case MathFMin:
    case MathFMax:
    case MathNMin:
    case MathNMax:
    case MathStep: like_result(m, in, FFTC_STEP_MATH, number, 2, FFTC_SPIRV_FLOAT); return;
    case MathFClamp:
    case MathNClamp:
    case MathFMix:
    case MathSmoothStep:
    case MathFma: like_result(m, in, FFTC_STEP_MATH, number, 3, FFTC_SPIRV_FLOAT); return;
    default: break;
    }
    if (number >= MathRound && number <= MathInverseSqrt) {
        like_result(m, in, FFTC_STEP_MATH, number, 1, FFTC_SPIRV_FLOAT);
    } else if (number >= MathPackSnorm4x8 && number <= MathUnpackDouble2x32) {
        packing(m, in, number);
    } else if (number >= MathLength && number <= MathRefract) {
        geometry(m, in, number);
    } else {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: instruction %u of GLSL.std.450 is not known", in->at, number);
    }
}
