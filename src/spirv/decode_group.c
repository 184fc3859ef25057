/* SPDX-License-Identifier: MIT
 *
 * What invocations do together: barriers, atomic operations, operations of a subgroup. Their lists
 * in fftc_spirv.extra have the layouts of the enums in group.h.
 */
#include "spirv/decode.h"
#include "spirv/group.h"

static uint32_t constant_of(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    return (uint32_t)fftc_spirv_integer(m, fftc_spirv_operand(m, in, k));
}

/* --- memory order */

static fftc_memory_scope scope_of(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k)
{
    switch (constant_of(m, in, k)) {
    case 0:
    case 1:
    case 5: return FFTC_SCOPE_DEVICE;
    case 2: return FFTC_SCOPE_WORKGROUP;
    case 3: return FFTC_SCOPE_SUBGROUP;
    case 4: return FFTC_SCOPE_INVOCATION;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: scope %u of %s is not known", in->at,
                          constant_of(m, in, k), fftc_spirv_opcode_name(in->opcode));
    }
}

/* memoryBarrierBuffer(); barrier(); is what GLSL has for a barrier that orders buffers. By the
 * letter of Vulkan's memory model the fence would have to stand behind the barrier too, to acquire
 * what others released; devices and shaders take the two as one, and so do we. */
static void join_fences(fftc_spirv *m, fftc_spirv_step *barrier)
{
    const fftc_spirv_block *block = m->decoder->block;
    for (uint32_t at = m->step_count; block != NULL && at > block->step; --at) {
        const fftc_spirv_step *before = &m->steps[at - 1];
        if (before->step != FFTC_STEP_FENCE) {
            return;
        }
        barrier->b = before->b > barrier->b ? before->b : barrier->b;
        barrier->c |= before->c;
    }
}

static void decode_barrier(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    bool control = in->opcode == OpControlBarrier;
    fftc_spirv_step step = {0};
    if (control) {
        step.a = scope_of(m, in, 0);
        if (step.a != FFTC_SCOPE_WORKGROUP && step.a != FFTC_SCOPE_SUBGROUP) {
            fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                              "word %u: OpControlBarrier of another scope than a workgroup or "
                              "subgroup",
                              in->at);
        }
    }
    step.b = scope_of(m, in, control ? 1 : 0);
    step.c = constant_of(m, in, control ? 2 : 1);
    if (control) {
        join_fences(m, &step);
    }
    fftc_spirv_emit(m, control ? FFTC_STEP_BARRIER : FFTC_STEP_FENCE, step);
}

/* --- atomic operations: pointer, scope, semantics, ... */

static fftc_atomic_operation atomic_of(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    switch (in->opcode) {
    case OpAtomicLoad: return FFTC_ATOMIC_LOAD;
    case OpAtomicStore: return FFTC_ATOMIC_STORE;
    case OpAtomicExchange: return FFTC_ATOMIC_EXCHANGE;
    case OpAtomicCompareExchange:
    case OpAtomicCompareExchangeWeak: return FFTC_ATOMIC_COMPARE_EXCHANGE;
    case OpAtomicIIncrement:
    case OpAtomicIAdd: return FFTC_ATOMIC_ADD;
    case OpAtomicIDecrement:
    case OpAtomicISub: return FFTC_ATOMIC_SUB;
    case OpAtomicSMin: return FFTC_ATOMIC_SIGNED_MIN;
    case OpAtomicUMin: return FFTC_ATOMIC_MIN;
    case OpAtomicSMax: return FFTC_ATOMIC_SIGNED_MAX;
    case OpAtomicUMax: return FFTC_ATOMIC_MAX;
    case OpAtomicAnd: return FFTC_ATOMIC_AND;
    case OpAtomicOr: return FFTC_ATOMIC_OR;
    case OpAtomicXor: return FFTC_ATOMIC_XOR;
    case OpAtomicFAddEXT: return FFTC_ATOMIC_FLOAT_ADD;
    case OpAtomicFMinEXT: return FFTC_ATOMIC_FLOAT_MIN;
    case OpAtomicFMaxEXT: return FFTC_ATOMIC_FLOAT_MAX;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s is not known", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
}

/* The slots of an atomic's operand, which has one scalar of the pointee's type. Of integers the
 * sign may be another: glslang writes literals of HLSL so, and drivers take them. */
static uint32_t atomic_operand(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k,
                               const fftc_spirv_type *scalar)
{
    uint32_t number = fftc_spirv_operand(m, in, k);
    const fftc_spirv_type *type = fftc_spirv_value_type(m, number);
    bool integers = type->kind == FFTC_SPIRV_INT && scalar->kind == FFTC_SPIRV_INT;
    if (type != scalar && !(integers && type->width == scalar->width)) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s of two types", in->at,
                          fftc_spirv_opcode_name(in->opcode));
    }
    return fftc_spirv_value(m, number);
}

static void decode_atomic(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_atomic_operation operation = atomic_of(m, in);
    uint32_t pointer = fftc_spirv_operand(m, in, 0);
    const fftc_spirv_type *type = fftc_spirv_value_type(m, pointer);
    const fftc_spirv_type *scalar = type->element;
    bool exchange = operation == FFTC_ATOMIC_COMPARE_EXCHANGE;
    uint32_t words[ATOMIC_WORDS] = {0};
    fftc_spirv_step step = {.more = (uint8_t)operation};
    if (type->kind != FFTC_SPIRV_POINTER || scalar == NULL || fftc_spirv_in_frame(type->storage) ||
        !fftc_spirv_is_scalar(scalar) ||
        (in->type != 0 && fftc_spirv_type_of(m, in->type) != scalar)) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED,
                          "word %u: %s of something else than a number in a buffer or shared "
                          "memory",
                          in->at, fftc_spirv_opcode_name(in->opcode));
    }
    step.width = (uint8_t)scalar->width;
    words[ATOMIC_SCOPE] = scope_of(m, in, 1);
    words[ATOMIC_SEMANTICS] = constant_of(m, in, 2);
    words[ATOMIC_COUNTS] = in->opcode == OpAtomicIIncrement || in->opcode == OpAtomicIDecrement;
    if (exchange) { /* semantics if unequal, value, comparator */
        words[ATOMIC_SEMANTICS] |= constant_of(m, in, 3);
        step.b = atomic_operand(m, in, 4, scalar);
        words[ATOMIC_COMPARATOR] = atomic_operand(m, in, 5, scalar);
    } else if (operation != FFTC_ATOMIC_LOAD && !words[ATOMIC_COUNTS]) {
        step.b = atomic_operand(m, in, 3, scalar);
    }
    step.a = fftc_spirv_value(m, pointer);
    step.c = fftc_spirv_extra(m, words[0]);
    for (uint32_t i = 1; i < ATOMIC_WORDS; ++i) {
        (void)fftc_spirv_extra(m, words[i]);
    }
    step.d = in->result != 0 ? fftc_spirv_result(m, in) : fftc_spirv_temporary(m, 1);
    fftc_spirv_emit(m, FFTC_STEP_ATOMIC, step);
}

/* --- subgroups */

static bool is_arithmetic(uint32_t opcode)
{
    return opcode >= OpGroupNonUniformIAdd && opcode <= OpGroupNonUniformLogicalXor;
}

static void arithmetic_of(uint32_t opcode, uint32_t words[])
{
    static const uint8_t kinds[][2] = {
        {FFTC_ARITHMETIC_ADD, FFTC_TYPE_UINT},  {FFTC_ARITHMETIC_ADD, FFTC_TYPE_FLOAT},
        {FFTC_ARITHMETIC_MUL, FFTC_TYPE_UINT},  {FFTC_ARITHMETIC_MUL, FFTC_TYPE_FLOAT},
        {FFTC_ARITHMETIC_MIN, FFTC_TYPE_INT},   {FFTC_ARITHMETIC_MIN, FFTC_TYPE_UINT},
        {FFTC_ARITHMETIC_MIN, FFTC_TYPE_FLOAT}, {FFTC_ARITHMETIC_MAX, FFTC_TYPE_INT},
        {FFTC_ARITHMETIC_MAX, FFTC_TYPE_UINT},  {FFTC_ARITHMETIC_MAX, FFTC_TYPE_FLOAT},
        {FFTC_ARITHMETIC_AND, FFTC_TYPE_UINT},  {FFTC_ARITHMETIC_OR, FFTC_TYPE_UINT},
        {FFTC_ARITHMETIC_XOR, FFTC_TYPE_UINT},  {FFTC_ARITHMETIC_AND, FFTC_TYPE_UINT},
        {FFTC_ARITHMETIC_OR, FFTC_TYPE_UINT},   {FFTC_ARITHMETIC_XOR, FFTC_TYPE_UINT}};
    words[COLLECTIVE_ARITHMETIC] = kinds[opcode - OpGroupNonUniformIAdd][0];
    words[COLLECTIVE_TYPE] = kinds[opcode - OpGroupNonUniformIAdd][1];
}

/* OpGroupNonUniformIAdd ...: scope, operation, value, cluster. */
static void decode_group_arithmetic(fftc_spirv *m, const fftc_spirv_instruction *in,
                                    uint32_t words[])
{
    uint32_t operation = fftc_spirv_operand(m, in, 1);
    arithmetic_of(in->opcode, words);
    switch (operation) {
    case 0:
    case 3: words[COLLECTIVE_OPERATION] = FFTC_COLLECTIVE_REDUCE; break;
    case 1: words[COLLECTIVE_OPERATION] = FFTC_COLLECTIVE_INCLUSIVE; break;
    case 2: words[COLLECTIVE_OPERATION] = FFTC_COLLECTIVE_EXCLUSIVE; break;
    default:
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: group operation %u is not known", in->at,
                          operation);
    }
    if (operation == 3) {
        words[COLLECTIVE_CLUSTER] = constant_of(m, in, 3);
        if (words[COLLECTIVE_CLUSTER] == 0 ||
            (words[COLLECTIVE_CLUSTER] & (words[COLLECTIVE_CLUSTER] - 1)) != 0) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "word %u: clusters of %u lanes: pass a power of two", in->at,
                              words[COLLECTIVE_CLUSTER]);
        }
    }
}

/* What an instruction does, by the emulator's operations; and which operand is the value and which
 * the lane (0: none, since operand 0 of those is the scope). */
typedef struct collective_rule {
    uint16_t opcode;
    uint8_t operation, value, lane;
} collective_rule;

static const collective_rule collectives[] = {
    {OpGroupNonUniformElect, FFTC_COLLECTIVE_ELECT, 0, 0},
    {OpGroupNonUniformAll, FFTC_COLLECTIVE_ALL, 1, 0},
    {OpGroupNonUniformAny, FFTC_COLLECTIVE_ANY, 1, 0},
    {OpGroupNonUniformAllEqual, FFTC_COLLECTIVE_ALL_EQUAL, 1, 0},
    {OpGroupNonUniformBroadcast, FFTC_COLLECTIVE_BROADCAST, 1, 2},
    {OpGroupNonUniformBroadcastFirst, FFTC_COLLECTIVE_BROADCAST_FIRST, 1, 0},
    {OpGroupNonUniformBallot, FFTC_COLLECTIVE_BALLOT, 1, 0},
    {OpGroupNonUniformShuffle, FFTC_COLLECTIVE_SHUFFLE, 1, 2},
    {OpGroupNonUniformShuffleXor, FFTC_COLLECTIVE_SHUFFLE_XOR, 1, 2},
    {OpGroupNonUniformShuffleUp, FFTC_COLLECTIVE_SHUFFLE_UP, 1, 2},
    {OpGroupNonUniformShuffleDown, FFTC_COLLECTIVE_SHUFFLE_DOWN, 1, 2},
    {OpGroupNonUniformQuadBroadcast, FFTC_COLLECTIVE_QUAD_BROADCAST, 1, 2},
    {OpGroupNonUniformQuadSwap, FFTC_COLLECTIVE_QUAD_SWAP, 1, 2},
    {OpSubgroupBallotKHR, FFTC_COLLECTIVE_BALLOT, 0, 0},
    {OpSubgroupFirstInvocationKHR, FFTC_COLLECTIVE_BROADCAST_FIRST, 0, 0},
    {OpSubgroupAllKHR, FFTC_COLLECTIVE_ALL, 0, 0},
    {OpSubgroupAnyKHR, FFTC_COLLECTIVE_ANY, 0, 0},
    {OpSubgroupAllEqualKHR, FFTC_COLLECTIVE_ALL_EQUAL, 0, 0},
    {OpSubgroupReadInvocationKHR, FFTC_COLLECTIVE_BROADCAST, 0, 1},
};

static bool find_collective(const fftc_spirv_instruction *in, collective_rule *rule)
{
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; ++i) {
        if (collectives[i].opcode == in->opcode) {
            *rule = collectives[i];
            return true;
        }
    }
    *rule = (collective_rule){.value = 2};
    return is_arithmetic(in->opcode);
}

static void check_subgroup(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    if (scope_of(m, in, 0) != FFTC_SCOPE_SUBGROUP) {
        fftc_spirv_refuse(m, FFTC_UNSUPPORTED, "word %u: %s of another scope than a subgroup",
                          in->at, fftc_spirv_opcode_name(in->opcode));
    }
}

static void decode_collective(fftc_spirv *m, const fftc_spirv_instruction *in,
                              const collective_rule *rule)
{
    const fftc_spirv_type *result = fftc_spirv_type_of(m, in->type);
    const fftc_spirv_type *scalar = fftc_spirv_scalar(result);
    uint32_t words[COLLECTIVE_WORDS] = {
        [COLLECTIVE_OPERATION] = rule->operation, [COLLECTIVE_LANE] = FFTC_SPIRV_NONE};
    fftc_spirv_step step = {.n = 1, .width = 32};
    if (in->opcode != OpGroupNonUniformElect) {
        uint32_t number = fftc_spirv_operand(m, in, rule->value);
        const fftc_spirv_type *type = fftc_spirv_value_type(m, number);
        scalar = fftc_spirv_scalar(type);
        step.a = fftc_spirv_value(m, number);
        step.n = (uint32_t)type->slots;
        if (scalar != NULL) {
            step.width = (uint8_t)scalar->width;
            words[COLLECTIVE_TYPE] = scalar->kind == FFTC_SPIRV_FLOAT ? FFTC_TYPE_FLOAT
                                     : scalar->is_signed              ? FFTC_TYPE_INT
                                                                      : FFTC_TYPE_UINT;
        }
    }
    if (is_arithmetic(in->opcode)) {
        decode_group_arithmetic(m, in, words);
    }
    if (rule->lane != 0) {
        uint32_t lane = fftc_spirv_operand(m, in, rule->lane);
        words[COLLECTIVE_LANE] = fftc_spirv_value(m, lane);
        words[COLLECTIVE_SWAPS] = in->opcode == OpGroupNonUniformQuadSwap;
    }
    step.d = fftc_spirv_result(m, in);
    /* a vote has one bool, a ballot four words, all others what the value has */
    uint64_t expected =
        rule->operation == FFTC_COLLECTIVE_BALLOT ? 4
        : words[COLLECTIVE_OPERATION] <= FFTC_COLLECTIVE_ALL_EQUAL && !is_arithmetic(in->opcode)
            ? 1
            : step.n;
    if (scalar == NULL || step.n > 4 || result->slots != expected) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: %s of a type that it cannot have",
                          in->at, fftc_spirv_opcode_name(in->opcode));
    }
    step.c = fftc_spirv_extra(m, words[0]);
    for (uint32_t i = 1; i < COLLECTIVE_WORDS; ++i) {
        (void)fftc_spirv_extra(m, words[i]);
    }
    fftc_spirv_emit(m, FFTC_STEP_COLLECTIVE, step);
}

/* What a lane finds out about a ballot alone: scope, (operation,) ballot, (index). */
static bool decode_mask(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    fftc_spirv_step step = {0};
    uint32_t value = 1;
    switch (in->opcode) {
    case OpGroupNonUniformInverseBallot: step.more = MASK_INVERSE; break;
    case OpGroupNonUniformBallotBitExtract:
        step.more = MASK_EXTRACT;
        step.b = fftc_spirv_value(m, fftc_spirv_operand(m, in, 2));
        break;
    case OpGroupNonUniformBallotBitCount:
        step.more = MASK_COUNT;
        step.b = fftc_spirv_operand(m, in, 1);
        value = 2;
        break;
    case OpGroupNonUniformBallotFindLSB: step.more = MASK_LSB; break;
    case OpGroupNonUniformBallotFindMSB: step.more = MASK_MSB; break;
    default: return false;
    }
    check_subgroup(m, in);
    fftc_spirv_check_result(
        m, in,
        step.more == MASK_INVERSE || step.more == MASK_EXTRACT ? FFTC_SPIRV_BOOL : FFTC_SPIRV_INT);
    value = fftc_spirv_operand(m, in, value);
    if (fftc_spirv_value_type(m, value)->slots != 4 ||
        fftc_spirv_value_type(m, value)->width != 32) {
        fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT, "word %u: a ballot is four words", in->at);
    }
    step.a = fftc_spirv_value(m, value);
    step.d = fftc_spirv_result(m, in);
    fftc_spirv_emit(m, FFTC_STEP_LANES, step);
    return true;
}

/* OpGroupNonUniformRotateKHR: scope, value, delta, cluster: a shuffle from a lane to compute. */
static void decode_rotate(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    const collective_rule rule = {in->opcode, FFTC_COLLECTIVE_SHUFFLE, 1, 2};
    uint32_t delta = fftc_spirv_value(m, fftc_spirv_operand(m, in, 2));
    fftc_spirv_step step = {.more = MASK_ROTATE, .a = delta, .d = fftc_spirv_temporary(m, 1)};
    step.b = fftc_spirv_operand_count(in) > 3 ? constant_of(m, in, 3) : 0;
    fftc_spirv_emit(m, FFTC_STEP_LANES, step);
    decode_collective(m, in, &rule);
    m->extra[m->extra_count - COLLECTIVE_WORDS + COLLECTIVE_LANE] = step.d;
}

bool fftc_spirv_decode_group(fftc_spirv *m, const fftc_spirv_instruction *in)
{
    collective_rule rule;
    if (in->opcode == OpControlBarrier || in->opcode == OpMemoryBarrier) {
        decode_barrier(m, in);
    } else if ((in->opcode >= OpAtomicLoad && in->opcode <= OpAtomicXor) ||
               in->opcode == OpAtomicFAddEXT || in->opcode == OpAtomicFMinEXT ||
               in->opcode == OpAtomicFMaxEXT) {
        decode_atomic(m, in);
    } else if (in->opcode == OpGroupNonUniformRotateKHR) {
        check_subgroup(m, in);
        decode_rotate(m, in);
    } else if (find_collective(in, &rule)) {
        if (in->opcode < OpSubgroupBallotKHR) {
            check_subgroup(m, in);
        }
        decode_collective(m, in, &rule);
    } else {
        return decode_mask(m, in);
    }
    return true;
}
