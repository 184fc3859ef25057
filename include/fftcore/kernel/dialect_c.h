/* SPDX-License-Identifier: MIT
 *
 * The C half of the dialect (see dialect.h, the only file that includes this one): the types of one
 * precision and lane count, and the few primitives that GLSL has as built-ins.
 *
 * Bits are moved by memcpy, which compilers turn into register moves for scalars and vectors alike.
 */
#ifndef FFTC_DIALECT_C_H
#define FFTC_DIALECT_C_H

#include <string.h>

/* --- types that do not depend on precision: these stay when the headers are included again ---- */
#ifndef FFTC_DIALECT_C_ONCE
#define FFTC_DIALECT_C_ONCE

typedef unsigned int fftc_uniform;
typedef uint64_t fftc_size;

#if FFTC_LANES == 1
typedef uint32_t fftc_uint;
typedef int fftc_bool;
#else
typedef uint32_t fftc_uint __attribute__((vector_size(4 * FFTC_LANES)));
typedef int32_t fftc_bool __attribute__((vector_size(4 * FFTC_LANES)));
#endif

/* A varying value with the same number in every lane. */
FFTC_FN fftc_uint fftc_uint_splat(fftc_uniform x)
{
#if FFTC_LANES == 1
    return x;
#else
    fftc_uint zero = {0};
    return zero + x;
#endif
}

FFTC_FN fftc_uint fftc_select_uint(fftc_bool condition, fftc_uint yes, fftc_uint no)
{
#if FFTC_LANES == 1
    return condition ? yes : no;
#else
    fftc_uint mask = (fftc_uint)condition;
    return (yes & mask) | (no & ~mask);
#endif
}

/* Is x zero? As x == 0u, which gcc 12 carries out lane by lane where a vector is wider than the
 * machine's registers; sums and shifts it does not. */
FFTC_FN fftc_bool fftc_is_zero(fftc_uint x)
{
#if FFTC_LANES == 1
    return x == 0u;
#elif (FFTC_LANES == 16 && !defined(__AVX512F__)) || (FFTC_LANES == 8 && !defined(__AVX2__))
    return ~((fftc_bool)(x | -x) >> 31);
#else
    return x == 0u;
#endif
}

FFTC_FN fftc_uint fftc_bit_reverse(fftc_uint x)
{
    x = ((x >> 1u) & 0x55555555u) | ((x & 0x55555555u) << 1u);
    x = ((x >> 2u) & 0x33333333u) | ((x & 0x33333333u) << 2u);
    x = ((x >> 4u) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4u);
    x = ((x >> 8u) & 0x00ff00ffu) | ((x & 0x00ff00ffu) << 8u);
    return (x >> 16u) | (x << 16u);
}

/* Index of the highest set bit; of 0 it is 0xffffffff, as GLSL's findMSB gives -1. */
FFTC_FN fftc_uint fftc_most_significant_bit(fftc_uint x)
{
    fftc_uint ones;
    x |= x >> 1u;
    x |= x >> 2u;
    x |= x >> 4u;
    x |= x >> 8u;
    x |= x >> 16u;
    ones = x - ((x >> 1u) & 0x55555555u);
    ones = (ones & 0x33333333u) + ((ones >> 2u) & 0x33333333u);
    ones = (ones + (ones >> 4u)) & 0x0f0f0f0fu;
    ones = (ones * 0x01010101u) >> 24u;
    return ones - 1u;
}

#define FFTC_UINT(uniform_value) fftc_uint_splat(uniform_value)
#define FFTC_SIZE(uniform_value) ((fftc_size)(uniform_value))
#endif /* FFTC_DIALECT_C_ONCE */

/* --- types of one precision ------------------------------------------------------------------- */
#if FFTC_PRECISION == 16
__extension__ typedef _Float16 fftc_scalar;
typedef float fftc_wide_scalar;
#elif FFTC_PRECISION == 32
typedef float fftc_scalar;
typedef float fftc_wide_scalar;
#else
typedef double fftc_scalar;
typedef double fftc_wide_scalar;
#endif

#if FFTC_LANES == 1

typedef fftc_scalar fftc_real;
typedef fftc_wide_scalar fftc_wide;

FFTC_FN fftc_real fftc_real_splat(fftc_scalar x)
{
    return x;
}
FFTC_FN fftc_wide fftc_wide_splat(fftc_wide_scalar x)
{
    return x;
}
FFTC_FN fftc_real fftc_real_from_wide(fftc_wide x)
{
    return (fftc_real)x;
}
FFTC_FN fftc_wide fftc_wide_from_uint(fftc_uint x)
{
    return (fftc_wide)x;
}
FFTC_FN fftc_real fftc_select(fftc_bool condition, fftc_real yes, fftc_real no)
{
    return condition ? yes : no;
}
FFTC_FN fftc_wide fftc_select_wide(fftc_bool condition, fftc_wide yes, fftc_wide no)
{
    return condition ? yes : no;
}

#else

typedef fftc_scalar fftc_real __attribute__((vector_size(FFTC_LANES * FFTC_PRECISION / 8)));
#if FFTC_PRECISION == 16
typedef int16_t fftc_mask __attribute__((vector_size(2 * FFTC_LANES)));
typedef float fftc_wide __attribute__((vector_size(4 * FFTC_LANES)));
typedef int32_t fftc_wide_mask __attribute__((vector_size(4 * FFTC_LANES)));
#elif FFTC_PRECISION == 32
typedef fftc_bool fftc_mask;
typedef fftc_real fftc_wide;
typedef fftc_bool fftc_wide_mask;
#else
typedef int64_t fftc_mask __attribute__((vector_size(8 * FFTC_LANES)));
typedef fftc_real fftc_wide;
typedef fftc_mask fftc_wide_mask;
#endif

/* A loop and not `zero + x`: gcc 12 widens a _Float16 scalar to float first and then refuses the
 * sum. */
FFTC_FN fftc_real fftc_real_splat(fftc_scalar x)
{
    fftc_real splat;
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        splat[lane] = x;
    }
    return splat;
}

FFTC_FN fftc_wide fftc_wide_splat(fftc_wide_scalar x)
{
    fftc_wide zero = {0};
    return zero + x;
}

FFTC_FN fftc_real fftc_real_from_wide(fftc_wide x)
{
#if FFTC_PRECISION == 16
    return __builtin_convertvector(x, fftc_real);
#else
    return x;
#endif
}

FFTC_FN fftc_wide fftc_wide_from_uint(fftc_uint x)
{
    return __builtin_convertvector(x, fftc_wide);
}

/* A mask lane is all ones or all zeros: selecting by bits keeps the payload of both sides. */
FFTC_FN fftc_real fftc_select(fftc_bool condition, fftc_real yes, fftc_real no)
{
    fftc_mask mask = __builtin_convertvector(condition, fftc_mask);
    return (fftc_real)(((fftc_mask)yes & mask) | ((fftc_mask)no & ~mask));
}

FFTC_FN fftc_wide fftc_select_wide(fftc_bool condition, fftc_wide yes, fftc_wide no)
{
    fftc_wide_mask mask = __builtin_convertvector(condition, fftc_wide_mask);
    return (fftc_wide)(((fftc_wide_mask)yes & mask) | ((fftc_wide_mask)no & ~mask));
}

#endif

/* Arrays of varying values at a varying index (see FFTC_ELEMENT_GET). */
#if FFTC_LANES == 1
#define FFTC_ELEMENT_GET(array, index) (array)[index]
#define FFTC_ELEMENT_SET(array, index, value) (array)[index] = (value)
#else
#define FFTC_ELEMENT_GET(array, index) fftc_element_get(array, index)
#define FFTC_ELEMENT_SET(array, index, value) fftc_element_set(array, index, value)

FFTC_FN fftc_real fftc_element_get(const fftc_real *array, fftc_uint index)
{
    fftc_real x;
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        x[lane] = array[index[lane]][lane];
    }
    return x;
}

FFTC_FN void fftc_element_set(fftc_real *array, fftc_uint index, fftc_real value)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        array[index[lane]][lane] = value[lane];
    }
}
#endif

#define FFTC_REAL(literal) fftc_real_splat((fftc_scalar)(literal))
#define FFTC_WIDE(literal) fftc_wide_splat((fftc_wide_scalar)(literal))

/* 2^-n, exactly; n <= 126 (1022 in double). */
FFTC_FN fftc_wide fftc_wide_exp2_minus(fftc_uniform n)
{
    fftc_wide_scalar x;
#if FFTC_PRECISION == 64
    uint64_t bits = (uint64_t)(1023u - n) << 52;
#else
    uint32_t bits = (127u - n) << 23;
#endif
    memcpy(&x, &bits, sizeof x);
    return fftc_wide_splat(x);
}

/* --- a number as 32-bit words ----------------------------------------------------------------- */
#if FFTC_PRECISION == 32

FFTC_FN fftc_uint fftc_word_from_real(fftc_real x)
{
    fftc_uint word;
    memcpy(&word, &x, sizeof word);
    return word;
}

FFTC_FN fftc_real fftc_real_from_word(fftc_uint word)
{
    fftc_real x;
    memcpy(&x, &word, sizeof x);
    return x;
}

#else

#if FFTC_LANES == 1
#if FFTC_PRECISION == 16
typedef uint16_t fftc_real_bits;
#else
typedef uint64_t fftc_real_bits;
#endif
#define FFTC_CONVERT(x, type) ((type)(x))
#else
#if FFTC_PRECISION == 16
typedef uint16_t fftc_real_bits __attribute__((vector_size(2 * FFTC_LANES)));
#else
typedef uint64_t fftc_real_bits __attribute__((vector_size(8 * FFTC_LANES)));
#endif
#define FFTC_CONVERT(x, type) __builtin_convertvector(x, type)
#endif

FFTC_FN fftc_real_bits fftc_bits_from_real(fftc_real x)
{
    fftc_real_bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

FFTC_FN fftc_real fftc_real_from_bits(fftc_real_bits bits)
{
    fftc_real x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#if FFTC_PRECISION == 16

FFTC_FN fftc_uint fftc_word_from_reals(fftc_real low, fftc_real high)
{
    return FFTC_CONVERT(fftc_bits_from_real(low), fftc_uint) |
           (FFTC_CONVERT(fftc_bits_from_real(high), fftc_uint) << 16u);
}

FFTC_FN fftc_real fftc_real_from_word_low(fftc_uint word)
{
    return fftc_real_from_bits(FFTC_CONVERT(word, fftc_real_bits));
}

FFTC_FN fftc_real fftc_real_from_word_high(fftc_uint word)
{
    return fftc_real_from_bits(FFTC_CONVERT(word >> 16u, fftc_real_bits));
}

#else

FFTC_FN fftc_uint fftc_word_low(fftc_real x)
{
    return FFTC_CONVERT(fftc_bits_from_real(x), fftc_uint);
}
FFTC_FN fftc_uint fftc_word_high(fftc_real x)
{
    return FFTC_CONVERT(fftc_bits_from_real(x) >> 32, fftc_uint);
}

FFTC_FN fftc_real fftc_real_from_words(fftc_uint low, fftc_uint high)
{
    return fftc_real_from_bits(FFTC_CONVERT(low, fftc_real_bits) |
                               (FFTC_CONVERT(high, fftc_real_bits) << 32));
}

#endif
#undef FFTC_CONVERT
#endif
#endif
