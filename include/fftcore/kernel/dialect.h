/* SPDX-License-Identifier: MIT
 *
 * The dialect: what C and GLSL need in order to read the same kernel headers.
 *
 * This is the only kernel header that asks which language it is in. The rest of kernel/ is written
 * in the vocabulary below and holds no language `#if`.
 *
 * Types
 *   fftc_real      a varying number: half, float or double by FFTC_PRECISION (16, 32, 64; 32 if
 *                  not given)
 *   fftc_wide      fftc_real, but never narrower than float: for sums that half cannot carry
 *   fftc_uint      a varying unsigned integer, 32 bits per lane: indices, shared memory words
 *   fftc_bool      a varying truth value, what comparing two fftc_uint gives; for fftc_select
 *   fftc_uniform   an unsigned integer that is the same for every invocation of the workgroup
 *   fftc_size      a uniform 64-bit count, for sizes in bytes
 *
 * "Varying" and "uniform" are ISPC's terms. In GLSL both kinds are plain scalars. In C with
 * FFTC_LANES > 1 the varying types are GCC/Clang vectors: one variable holds a whole subgroup and
 * the kernel text is unchanged. Therefore a kernel header may branch and loop on uniform values
 * only, and selects between varying ones.
 *
 * Constants
 *   FFTC_REAL(1.5), FFTC_WIDE(1.5)   a literal as fftc_real and as fftc_wide, rounded to nearest
 *   FFTC_UINT(u), FFTC_SIZE(u)       a uniform number as fftc_uint and as fftc_size
 *
 * Functions; n is uniform, all other arguments and the results are varying
 *   fftc_real_from_wide(x)           rounded in half, otherwise x itself
 *   fftc_wide_from_uint(u)           exact in double; in float and half up to 2^24
 *   fftc_select(c, yes, no)          yes where c, otherwise no; both are evaluated. This is for
 *                                    numbers of fftc_real; fftc_select_wide is for fftc_wide,
 *                                    fftc_select_uint for fftc_uint
 *   fftc_is_zero(u)                  u == 0u (a comparison that gcc 12 makes lane by lane where
 *                                    vectors are wider than registers)
 *   fftc_bit_reverse(u)              bit i becomes bit 31 - i
 *   fftc_most_significant_bit(u)     the number of the highest set bit, from 0; of 0 it is
 *                                    0xffffffff
 *   fftc_wide_exp2_minus(n)          2^-n, exactly; n <= 126, in double 1022
 * Functions for a number's bits as words of fftc_uint, and back
 *   fftc_word_from_real(x)           float; back by fftc_real_from_word(word)
 *   fftc_word_low(x), fftc_word_high(x)
 *                                    double; back by fftc_real_from_words(low, high)
 *   fftc_word_from_reals(low, high)  half, two numbers in a word; back by
 *                                    fftc_real_from_word_low(word), fftc_real_from_word_high(word)
 *
 * Parameters, set before the first kernel header is included
 *   FFTC_PRECISION   16, 32 or 64
 *   FFTC_LANES       C only: lanes of a varying value, 1 (default), 2, 4, 8 or 16
 *   FFTC_FAST        if defined, products may be fused: faster, no longer the same bits everywhere
 *
 * Exact mode, the default: every rounding of the source happens as written. In GLSL FFTC_PRECISE
 * does that (SPIR-V NoContraction); in C the translation unit is compiled with -ffp-contract=off,
 * and for half with -fexcess-precision=16.
 *
 * FFTC_UNROLL before a `for` of constant bounds: a shader's compiler shall unroll it, so that
 * arrays that are indexed by its counter can be registers. C compilers judge for themselves.
 *
 * State of an invocation, from one function call to the next
 *   FFTC_PRIVATE(type, name);   declares it, FFTC_SELF(name) is it: a private variable in GLSL.
 *                               In C, where a variable would be shared by all invocations that
 *                               a thread runs, it stands at the beginning of fftc_private():
 *                               a block of at least that many bytes for each invocation
 *                               (a subgroup, if vectors) that the environment defines. So a kernel
 *                               has one such struct.
 *   FFTC_ELEMENT_GET(array, index), FFTC_ELEMENT_SET(array, index, value)
 *                               an element of an array of fftc_real in it, where index is varying:
 *                               with vectors each lane has its own element.
 *
 * A C translation unit that needs several precisions includes the headers once for each: see
 * kernel/precision.h.
 */
#ifndef FFTC_DIALECT_H
#define FFTC_DIALECT_H

#ifndef FFTC_PRECISION
#define FFTC_PRECISION 32
#endif

#if FFTC_PRECISION != 16 && FFTC_PRECISION != 32 && FFTC_PRECISION != 64
#error "FFTC_PRECISION must be 16, 32 or 64"
#endif

/* 32-bit words that one complex number occupies in shared memory and in a subgroup shuffle. */
#if FFTC_PRECISION == 16
#define FFTC_COMPLEX_WORDS 1u
#elif FFTC_PRECISION == 32
#define FFTC_COMPLEX_WORDS 2u
#else
#define FFTC_COMPLEX_WORDS 4u
#endif

/* ---------------------------------------------------------------------------------- GLSL 450 */
#ifdef GL_core_profile

#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_EXT_control_flow_attributes : enable

#define FFTC_FN
#define FFTC_FN_INLINE
#define FFTC_UNROLL [[unroll]]
#define FFTC_STRUCT(name) struct name
#define FFTC_ACCESSOR(type, name, parameters) type name parameters
#define FFTC_UNUSED(x)
#define FFTC_PRIVATE(type, name) type name
#define FFTC_SELF(name) name
#define FFTC_ELEMENT_GET(array, index) array[index]
#define FFTC_ELEMENT_SET(array, index, value) array[index] = value
#ifdef FFTC_FAST
#define FFTC_PRECISE
#else
#define FFTC_PRECISE precise
#endif

/* Marks of where a lane is, which the emulator wants at times (fftcore/emulate.h). */
#define fftc_loop_begin()
#define fftc_loop_next()
#define fftc_loop_end()
#define fftc_reconverge()

#define fftc_uint uint
#define fftc_bool bool
#define fftc_uniform uint
#define fftc_size uint64_t

#if FFTC_PRECISION == 16
#define fftc_real float16_t
#define fftc_wide float
#elif FFTC_PRECISION == 32
#define fftc_real float
#define fftc_wide float
#else
#define fftc_real double
#define fftc_wide double
#endif

#if FFTC_PRECISION == 16
/* glslang (12.0) cuts a constant to half where C rounds it. So it is rounded to 11 bits first, in
 * double and while compiling, by Veltkamp's splitting; cutting it then does nothing. */
#define FFTC_REAL(literal)                          \
    float16_t(double(literal) * 4398046511105.0lf - \
              (double(literal) * 4398046511105.0lf - double(literal)))
#else
#define FFTC_REAL(literal) fftc_real(literal)
#endif
#define FFTC_WIDE(literal) fftc_wide(literal)
#define FFTC_UINT(uniform_value) (uniform_value)
#define FFTC_SIZE(uniform_value) uint64_t(uniform_value)

fftc_real fftc_real_from_wide(fftc_wide x)
{
    return fftc_real(x);
}
fftc_wide fftc_wide_from_uint(uint x)
{
    return fftc_wide(x);
}
fftc_real fftc_select(bool condition, fftc_real yes, fftc_real no)
{
    return condition ? yes : no;
}
uint fftc_select_uint(bool condition, uint yes, uint no)
{
    return condition ? yes : no;
}
#if FFTC_PRECISION == 16
float fftc_select_wide(bool condition, float yes, float no)
{
    return condition ? yes : no;
}
#else
#define fftc_select_wide fftc_select
#endif
bool fftc_is_zero(uint x)
{
    return x == 0u;
}
uint fftc_bit_reverse(uint x)
{
    return bitfieldReverse(x);
}
uint fftc_most_significant_bit(uint x)
{
    return uint(findMSB(x));
}

#if FFTC_PRECISION == 64
double fftc_wide_exp2_minus(uint n)
{
    return packDouble2x32(uvec2(0u, (1023u - n) << 20u));
}
uint fftc_word_low(double x)
{
    return unpackDouble2x32(x).x;
}
uint fftc_word_high(double x)
{
    return unpackDouble2x32(x).y;
}
double fftc_real_from_words(uint low, uint high)
{
    return packDouble2x32(uvec2(low, high));
}
#else
float fftc_wide_exp2_minus(uint n)
{
    return uintBitsToFloat((127u - n) << 23u);
}
#endif
#if FFTC_PRECISION == 32
uint fftc_word_from_real(float x)
{
    return floatBitsToUint(x);
}
float fftc_real_from_word(uint word)
{
    return uintBitsToFloat(word);
}
#elif FFTC_PRECISION == 16
uint fftc_word_from_reals(float16_t low, float16_t high)
{
    return packFloat2x16(f16vec2(low, high));
}
float16_t fftc_real_from_word_low(uint word)
{
    return unpackFloat2x16(word).x;
}
float16_t fftc_real_from_word_high(uint word)
{
    return unpackFloat2x16(word).y;
}
#endif

/* -------------------------------------------------------------------------------- C11, C++17 */
#else

#include <stdint.h>

#ifndef FFTC_LANES
#define FFTC_LANES 1
#endif

#define FFTC_FN static inline
#define FFTC_UNROLL
/* For functions that must be inlined: compilers stop inlining at a size that large codelets exceed,
 * and then pass every element through memory. With FFTC_CALLS compilers may do so: a translation
 * unit compiles in seconds instead of minutes. */
#if defined(__GNUC__) && !defined(FFTC_CALLS)
#define FFTC_FN_INLINE static inline __attribute__((always_inline))
#else
#define FFTC_FN_INLINE static inline
#endif
#ifdef __cplusplus
#define FFTC_STRUCT(name) struct name
#else
#define FFTC_STRUCT(name)     \
    typedef struct name name; \
    struct name
#endif
/* The parentheses keep a function-like macro of the same name, which tells the emulator the
 * caller's line, from expanding here. */
#define FFTC_ACCESSOR(type, name, parameters) type(name) parameters
#define FFTC_UNUSED(x) ((void)(x))
#define FFTC_PRECISE
#define FFTC_PRIVATE(type, name)       \
    void *(fftc_private)(void);        \
    FFTC_FN type *name(void)           \
    {                                  \
        return (type *)fftc_private(); \
    }                                  \
    type *name(void)
#define FFTC_SELF(name) (*name())

/* The emulator gives them their meaning. */
#ifndef fftc_loop_begin
#define fftc_loop_begin()
#define fftc_loop_next()
#define fftc_loop_end()
#define fftc_reconverge()
#endif

#include "fftcore/kernel/dialect_c.h"

#endif

/* ------------------------------------------------------------------------ checks of parameters
 *
 * FFTC_REQUIRE(name, condition), at file scope: an error of the compiler that quotes `name`, which
 * says what is required, unless the condition holds. Kernel headers check their parameters with it.
 *
 * In C a condition that is no constant is not checked: kernels in the emulator may have variables
 * for parameters. In GLSL, define FFTC_UNCHECKED where parameters are specialisation constants,
 * which have no value while the shader is compiled; then FFTC_REQUIRE checks nothing. */
#ifdef GL_core_profile
#ifdef FFTC_UNCHECKED
#define FFTC_REQUIRE(name, condition) void name(void)
#else
/* Where the condition is false, the array of two elements fits no function, and the compiler's
 * error has the name. Compilers drop functions that nobody calls. */
#define FFTC_REQUIRE(name, condition)    \
    void name(bool holds[1]) {}          \
    void name(void)                      \
    {                                    \
        bool holds[(condition) ? 1 : 2]; \
        name(holds);                     \
    }                                    \
    void name(void)
#endif
#elif defined(__cplusplus)
#define FFTC_REQUIRE(name, condition) \
    static_assert(__builtin_constant_p(condition) ? (condition) : true, #name)
#else
#define FFTC_REQUIRE(name, condition) \
    _Static_assert(__builtin_choose_expr(__builtin_constant_p(condition), (condition), 1), #name)
#endif

#ifndef GL_core_profile
#if FFTC_LANES != 1 && FFTC_LANES != 2 && FFTC_LANES != 4 && FFTC_LANES != 8 && FFTC_LANES != 16
#error "FFTC_LANES must be 1, 2, 4, 8 or 16"
#endif
#endif

#endif
