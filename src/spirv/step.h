/* SPDX-License-Identifier: MIT
 *
 * The decoded form. An invocation has a frame: one slot of 64 bits for each scalar of its
 * constants, inputs, private variables and values. SPIR-V has no recursion, so functions have known
 * places in it: behind those of all that they call, and over those of others. Integers, and floats
 * by their bits, are in a slot's low bits; what is above is 0. A bool is 0 or 1. A vector is its
 * components side by side.
 *
 * A step reads and writes slots d, a, b, c, or has numbers there; `n` is how many components it
 * works on, `width` the bits of one. Lists of slots and numbers are in fftc_spirv.extra. Arithmetic
 * comes in steps for 32 bits, which most are, and for others: integers of any width in one step,
 * floats of 16 and 64 bits.
 *
 * A pointer to memory is its number, plus 1, in bits 40 to 61, and the offset in bytes below; so it
 * is a buffer device address, too, and 0 points to nothing. A pointer into the frame has bit 62. A
 * pointer that an access chain found to be out of bounds has bit 63, the step that found it in bits
 * 32 to 62, and the index below: not the chain is a fault, but an access.
 */
#ifndef FFTC_SPIRV_STEP_H
#define FFTC_SPIRV_STEP_H

#include "spirv/module.h"

#define FFTC_SPIRV_BAD ((uint64_t)1 << 63)
#define FFTC_SPIRV_IN_FRAME ((uint64_t)1 << 62)
#define FFTC_SPIRV_OFFSET_BITS 40
#define FFTC_SPIRV_OFFSET_MASK (((uint64_t)1 << FFTC_SPIRV_OFFSET_BITS) - 1)

/* clang-format off */

/* X(name, result of x and y, unsigned); s(x) is x as a signed number, `bits` its width. */
#define FFTC_SPIRV_INTEGER_STEPS(X) \
    X(IADD, x + y) \
    X(ISUB, x - y) \
    X(IMUL, x * y) \
    X(UDIV, y != 0 ? x / y : ~(x & 0)) \
    X(UMOD, y != 0 ? x % y : x) \
    X(SDIV, divide(s(x), s(y))) \
    X(SREM, remainder_of(s(x), s(y))) \
    X(SMOD, modulus(s(x), s(y))) \
    X(AND, x & y) \
    X(OR, x | y) \
    X(XOR, x ^ y) \
    X(SHL, y < bits ? x << y : 0) \
    X(SHR, y < bits ? x >> y : 0) \
    X(SAR, s(x) >> (y < bits ? y : bits - 1)) \
    X(IEQ, x == y) \
    X(INE, x != y) \
    X(ULT, x < y) \
    X(ULE, x <= y) \
    X(SLT, s(x) < s(y)) \
    X(SLE, s(x) <= s(y)) \
    X(UMIN, x < y ? x : y) \
    X(UMAX, x > y ? x : y) \
    X(SMIN, s(x) < s(y) ? x : y) \
    X(SMAX, s(x) > s(y) ? x : y)

/* The same of floats; FMULS takes y from one slot for all components. */
#define FFTC_SPIRV_FLOAT_STEPS(X) \
    X(FADD, x + y) \
    X(FSUB, x - y) \
    X(FMUL, x * y) \
    X(FDIV, x / y) \
    X(FREM, float_remainder((double)x, (double)y)) \
    X(FMOD, float_modulus((double)x, (double)y))

/* And those whose result is a bool. */
#define FFTC_SPIRV_COMPARE_STEPS(X) \
    X(OEQ, x == y) \
    X(ONE, x < y || x > y) \
    X(OLT, x < y) \
    X(OLE, x <= y) \
    X(UEQ, !(x < y || x > y)) \
    X(UNE, !(x == y)) \
    X(UNLT, !(x < y)) \
    X(UNLE, !(x <= y)) \
    X(ORDERED, x == x && y == y) \
    X(UNORDERED, x != x || y != y)

/* X(name): what interpret.c says of each. */
#define FFTC_SPIRV_OTHER_STEPS(X) \
    X(MOVE) X(BIG) X(GATHER) X(SELECT) X(SELECT_EACH) X(PICK) X(PUT) \
    X(FMULS) X(FNEG) X(FNAN) X(FINF) X(DOT) X(MATRIX) X(MATH) X(GEOMETRY) X(PACK) \
    X(INEG) X(NOT) X(LNOT) X(ANY) X(ALL) X(BIT_COUNT) X(BIT_REVERSE) X(BIT_INSERT) \
    X(BIT_SIGNED) X(BIT_UNSIGNED) X(FIND_LSB) X(FIND_SMSB) X(FIND_UMSB) X(IABS) X(ISIGN) \
    X(CARRY) X(BORROW) X(UWIDE) X(SWIDE) X(IDOT) \
    X(SIGN_EXTEND) X(MASK) X(FLOAT_TO_FLOAT) X(FLOAT_TO_SIGNED) X(FLOAT_TO_UNSIGNED) \
    X(SIGNED_TO_FLOAT) X(UNSIGNED_TO_FLOAT) X(REPACK) X(QUANTIZE) \
    X(FRAME_LOAD) X(FRAME_STORE) X(FRAME_INDEX) X(LOAD) X(STORE) X(INDEX) X(INDEX_RUNTIME) \
    X(DESCRIPTOR) X(OFFSET) X(ADDRESS) X(BEYOND) X(LENGTH) X(POINTER_DIFFERENCE) \
    X(IMAGE) X(ATOMIC) X(FENCE) X(BARRIER) X(COLLECTIVE) X(LANES) \
    X(JUMP) X(BRANCH) X(SWITCH) X(LOOP_ENTER) X(LOOP_NEXT) X(MERGE) X(CALL) X(RETURN) \
    X(COVER) X(END)
/* clang-format on */

enum {
#define X(name, ...) FFTC_STEP_##name##_32, FFTC_STEP_##name,
    FFTC_SPIRV_INTEGER_STEPS(X)
#undef X
#define X(name, ...) FFTC_STEP_##name##_32, FFTC_STEP_##name##_64, FFTC_STEP_##name##_16,
        FFTC_SPIRV_FLOAT_STEPS(X) FFTC_SPIRV_COMPARE_STEPS(X)
#undef X
#define X(name) FFTC_STEP_##name,
            FFTC_SPIRV_OTHER_STEPS(X)
#undef X
};

struct fftc_spirv_step {
    uint16_t step;
    uint8_t width;
    uint8_t more; /* what else there is to say, of each its own */
    uint32_t n;
    uint32_t d, a, b, c;
};

#endif
