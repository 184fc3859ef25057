/* SPDX-License-Identifier: MIT
 *
 * The edges of a pass: elements of src and dst in their forms, and kernel/edge.h for
 * pieces of a user's.
 *
 *   FFTC_SRC_FORM, FFTC_DST_FORM   fftc_form, as a plain number: 0 complex, 1 halves, 2 split,
 *                                  3 real, 4 real halves, 5 split halves
 *   FFTC_HALF_NATIVE               defined if the device's own conversions of halves are right
 *   FFTC_STORAGE16                 defined if buffers of real and split halves are arrays of
 *                                  16-bit items, else they are of words
 *   FFTC_USER_LOAD, _STORE         defined if fftc_user_load, fftc_user_store are there
 *   FFTC_EXTRA_BUFFER_n            defined if extra n = 0 .. 3 is one: binding 5 + n
 *   FFTC_PICTURE_n                 the type of extra n if it is a picture, utexture2D or
 *                                  texture2D: binding 9 + n
 *   FFTC_STORED_PICTURE_1          the format of extra 1 if it is a picture that is written:
 *                                  binding 10
 *   FFTC_STORED_SRGB_1             defined if its numbers are coded as sRGB before they are written
 *   FFTC_PICTURES                  defined if any of them is a picture
 *
 * The file that includes it defines FFTC_SRC_AT(index), FFTC_DST_AT(index) and, if split,
 * FFTC_SRC_IM_AT(index), FFTC_DST_IM_AT(index): the items of the arrays, of type FFTC_WORDS, uint
 * or FFTC_PART; of real and split halves the words, whose indices of imaginary parts are halves
 * of FFTC_SRC_IM_HALF(index), FFTC_DST_IM_HALF(index), or uint16_t with FFTC_STORAGE16.
 */
#ifndef FFTC_EDGE_GLSL
#define FFTC_EDGE_GLSL

#include "fftcore/kernel/edge.h"
#include "fftcore/kernel/halves.h"

#if FFTC_SRC_FORM == 1 || FFTC_DST_FORM == 1
fftc_complex fftc_unpack_halves(uint word)
{
#ifdef FFTC_HALF_NATIVE
    vec2 value = unpackHalf2x16(word);
    return fftc_complex_make(value.x, value.y);
#else
    return fftc_complex_from_halves(word);
#endif
}

uint fftc_pack_halves(fftc_complex value)
{
#ifdef FFTC_HALF_NATIVE
    return packHalf2x16(vec2(value.re, value.im));
#else
    return fftc_halves_from_complex(value);
#endif
}
#endif

/* Halves one by one. */
#if FFTC_SRC_FORM >= 4
fftc_real fftc_unpack_half(uint bits)
{
#ifdef FFTC_HALF_NATIVE
    return unpackHalf2x16(bits).x;
#else
    return fftc_real_from_half(bits);
#endif
}

#ifdef FFTC_STORAGE16
#define FFTC_SRC_HALF(index) uint(FFTC_SRC_AT(index))
#define FFTC_SRC_IM_BITS(index) uint(FFTC_SRC_IM_AT(index))
#else
/* Another invocation has the other half of a word: stores are atomic, and loads are atomic, too,
 * where somebody may be storing. */
#if defined(FFTC_ONE_BUFFER) && FFTC_DST_FORM == FFTC_SRC_FORM
#define FFTC_SRC_WORD(index) atomicOr(FFTC_DST_AT(index), 0u)
#define FFTC_SRC_IM_WORD(index) atomicOr(FFTC_DST_IM_AT(index), 0u)
#else
#define FFTC_SRC_WORD(index) FFTC_SRC_AT(index)
#define FFTC_SRC_IM_WORD(index) FFTC_SRC_IM_AT(index)
#endif
uint fftc_half_of_word(uint word, uint index)
{
    return (word >> ((index & 1u) << 4u)) & 0xffffu;
}
#define FFTC_SRC_HALF(index) fftc_half_of_word(FFTC_SRC_WORD((index) >> 1u), index)
#define FFTC_SRC_IM_BITS(index) fftc_half_of_word(FFTC_SRC_IM_WORD((index) >> 1u), index)
#endif
#endif

#if FFTC_DST_FORM >= 4
uint fftc_pack_half(fftc_real value)
{
#ifdef FFTC_HALF_NATIVE
    return packHalf2x16(vec2(value, 0.0)) & 0xffffu;
#else
    return fftc_half_from_real(value);
#endif
}

#ifdef FFTC_STORAGE16
void fftc_dst_set_half(uint index, fftc_real value)
{
    FFTC_DST_AT(index) = uint16_t(fftc_pack_half(value));
}
#else
uint fftc_other_half(uint index)
{
    return 0xffff0000u >> ((index & 1u) << 4u);
}

void fftc_dst_set_half(uint index, fftc_real value)
{
    atomicAnd(FFTC_DST_AT(index >> 1u), fftc_other_half(index));
    atomicOr(FFTC_DST_AT(index >> 1u), fftc_pack_half(value) << ((index & 1u) << 4u));
}
#endif
#endif

#if FFTC_DST_FORM == 5
void fftc_dst_set_half_im(uint index, fftc_real value)
{
#ifdef FFTC_STORAGE16
    FFTC_DST_IM_AT(index) = uint16_t(fftc_pack_half(value));
#else
    atomicAnd(FFTC_DST_IM_AT(index >> 1u), fftc_other_half(index));
    atomicOr(FFTC_DST_IM_AT(index >> 1u), fftc_pack_half(value) << ((index & 1u) << 4u));
#endif
}
#endif

fftc_complex fftc_src_get(uint index)
{
#if FFTC_SRC_FORM == 0
    return fftc_unpack(FFTC_SRC_AT(index));
#elif FFTC_SRC_FORM == 1
    return fftc_unpack_halves(FFTC_SRC_AT(index));
#elif FFTC_SRC_FORM == 3
    return fftc_complex_make(fftc_unpack_part(FFTC_SRC_AT(index)), FFTC_REAL(0.0));
#elif FFTC_SRC_FORM == 4
    return fftc_complex_make(fftc_unpack_half(FFTC_SRC_HALF(index)), FFTC_REAL(0.0));
#elif FFTC_SRC_FORM == 5
    uint im = FFTC_SRC_IM_HALF(index);
    return fftc_complex_make(fftc_unpack_half(FFTC_SRC_HALF(index)),
                             fftc_unpack_half(FFTC_SRC_IM_BITS(im)));
#else
    return fftc_complex_make(fftc_unpack_part(FFTC_SRC_AT(index)),
                             fftc_unpack_part(FFTC_SRC_IM_AT(index)));
#endif
}

void fftc_dst_set(uint index, fftc_complex value)
{
#if FFTC_DST_FORM == 0
    FFTC_DST_AT(index) = fftc_pack(value);
#elif FFTC_DST_FORM == 1
    FFTC_DST_AT(index) = fftc_pack_halves(value);
#elif FFTC_DST_FORM == 3
    FFTC_DST_AT(index) = fftc_pack_part(value.re);
#elif FFTC_DST_FORM == 4
    fftc_dst_set_half(index, value.re);
#elif FFTC_DST_FORM == 5
    fftc_dst_set_half(index, value.re);
    fftc_dst_set_half_im(FFTC_DST_IM_HALF(index), value.im);
#else
    FFTC_DST_AT(index) = fftc_pack_part(value.re);
    FFTC_DST_IM_AT(index) = fftc_pack_part(value.im);
#endif
}

fftc_complex fftc_get(uint index)
{
#ifdef FFTC_USER_LOAD
    return fftc_user_load(index);
#else
    return fftc_src_get(index);
#endif
}

void fftc_set(uint index, fftc_complex value)
{
#ifdef FFTC_USER_STORE
    fftc_user_store(index, value);
#else
    fftc_dst_set(index, value);
#endif
}

#if defined(FFTC_PASS_REAL) || defined(FFTC_PASS_MAPPED)
fftc_real fftc_get_real(uint index)
{
    return fftc_get(index).re;
}

void fftc_set_real(uint index, fftc_real value)
{
    fftc_set(index, fftc_complex_make(value, FFTC_REAL(0.0)));
}
#endif

/* ------------------------------------------------------------------------------------- extras */

#ifdef FFTC_ADDRESSES
#define FFTC_EXTRA_0_AT(index) fftc_push_extra_0.at[index]
#define FFTC_EXTRA_1_AT(index) fftc_push_extra_1.at[index]
#define FFTC_EXTRA_2_AT(index) fftc_push_extra_2.at[index]
#define FFTC_EXTRA_3_AT(index) fftc_push_extra_3.at[index]
#else
#define FFTC_EXTRA_0_AT(index) fftc_extra_0[index]
#define FFTC_EXTRA_1_AT(index) fftc_extra_1[index]
#define FFTC_EXTRA_2_AT(index) fftc_extra_2[index]
#define FFTC_EXTRA_3_AT(index) fftc_extra_3[index]
#ifdef FFTC_EXTRA_BUFFER_0
layout(std430, set = 0, binding = 5) buffer FftcExtra0
{
    uint fftc_extra_0[];
};
#endif
#ifdef FFTC_EXTRA_BUFFER_1
layout(std430, set = 0, binding = 6) buffer FftcExtra1
{
    uint fftc_extra_1[];
};
#endif
#ifdef FFTC_EXTRA_BUFFER_2
layout(std430, set = 0, binding = 7) buffer FftcExtra2
{
    uint fftc_extra_2[];
};
#endif
#ifdef FFTC_EXTRA_BUFFER_3
layout(std430, set = 0, binding = 8) buffer FftcExtra3
{
    uint fftc_extra_3[];
};
#endif
#endif

uint fftc_extra_get(uint extra, uint index)
{
#ifdef FFTC_EXTRA_BUFFER_0
    if (extra == 0u) {
        return FFTC_EXTRA_0_AT(index);
    }
#endif
#ifdef FFTC_EXTRA_BUFFER_1
    if (extra == 1u) {
        return FFTC_EXTRA_1_AT(index);
    }
#endif
#ifdef FFTC_EXTRA_BUFFER_2
    if (extra == 2u) {
        return FFTC_EXTRA_2_AT(index);
    }
#endif
#ifdef FFTC_EXTRA_BUFFER_3
    if (extra == 3u) {
        return FFTC_EXTRA_3_AT(index);
    }
#endif
    return 0u;
}

void fftc_extra_set(uint extra, uint index, uint word)
{
#ifdef FFTC_EXTRA_BUFFER_0
    if (extra == 0u) {
        FFTC_EXTRA_0_AT(index) = word;
    }
#endif
#ifdef FFTC_EXTRA_BUFFER_1
    if (extra == 1u) {
        FFTC_EXTRA_1_AT(index) = word;
    }
#endif
#ifdef FFTC_EXTRA_BUFFER_2
    if (extra == 2u) {
        FFTC_EXTRA_2_AT(index) = word;
    }
#endif
#ifdef FFTC_EXTRA_BUFFER_3
    if (extra == 3u) {
        FFTC_EXTRA_3_AT(index) = word;
    }
#endif
}

#ifdef FFTC_BLOOM
/* Halves of buffers: bloom_edge.h. The last dispatch may read where others are storing. */
fftc_real fftc_extra_half_get(uint extra, uint index)
{
    uint word = 0u;
#ifdef FFTC_EXTRA_BUFFER_0
    if (FFTC_CONVOLUTION_ROLE == 3u) {
        word = atomicOr(FFTC_EXTRA_0_AT(index >> 1u), 0u);
    } else {
        word = FFTC_EXTRA_0_AT(index >> 1u);
    }
#endif
    word = (word >> ((index & 1u) << 4u)) & 0xffffu;
#ifdef FFTC_HALF_NATIVE
    return unpackHalf2x16(word).x;
#else
    return fftc_real_from_half(word);
#endif
}

void fftc_extra_half_set(uint extra, uint index, fftc_real value)
{
#ifdef FFTC_EXTRA_BUFFER_1
#ifdef FFTC_HALF_NATIVE
    uint bits = packHalf2x16(vec2(value, 0.0)) & 0xffffu;
#else
    uint bits = fftc_half_from_real(value);
#endif
    atomicAnd(FFTC_EXTRA_1_AT(index >> 1u), 0xffff0000u >> ((index & 1u) << 4u));
    atomicOr(FFTC_EXTRA_1_AT(index >> 1u), bits << ((index & 1u) << 4u));
#endif
}
#endif

#if defined(FFTC_PICTURES) || defined(FFTC_BLOOM)
#ifdef FFTC_PICTURE_0
layout(set = 0, binding = 9) uniform FFTC_PICTURE_0 fftc_picture_0;
#endif
#ifdef FFTC_PICTURE_1
layout(set = 0, binding = 10) uniform FFTC_PICTURE_1 fftc_picture_1;
#endif
#ifdef FFTC_PICTURE_2
layout(set = 0, binding = 11) uniform FFTC_PICTURE_2 fftc_picture_2;
#endif
#ifdef FFTC_PICTURE_3
layout(set = 0, binding = 12) uniform FFTC_PICTURE_3 fftc_picture_3;
#endif

fftc_texel fftc_texel_of(uvec4 words)
{
    fftc_texel texel;
    texel.word[0] = words.x;
    texel.word[1] = words.y;
    texel.word[2] = words.z;
    texel.word[3] = words.w;
    return texel;
}

fftc_texel fftc_texel_of(vec4 numbers)
{
    return fftc_texel_of(floatBitsToUint(numbers));
}

fftc_texel fftc_picture_get(uint extra, uint x, uint y)
{
    ivec2 at = ivec2(x, y);
#ifdef FFTC_PICTURE_0
    if (extra == 0u) {
        return fftc_texel_of(texelFetch(fftc_picture_0, at, 0));
    }
#endif
#ifdef FFTC_PICTURE_1
    if (extra == 1u) {
        return fftc_texel_of(texelFetch(fftc_picture_1, at, 0));
    }
#endif
#ifdef FFTC_PICTURE_2
    if (extra == 2u) {
        return fftc_texel_of(texelFetch(fftc_picture_2, at, 0));
    }
#endif
#ifdef FFTC_PICTURE_3
    if (extra == 3u) {
        return fftc_texel_of(texelFetch(fftc_picture_3, at, 0));
    }
#endif
    return fftc_texel_of(uvec4(0u));
}

#ifdef FFTC_STORED_PICTURE_1
layout(set = 0, binding = 10, FFTC_STORED_PICTURE_1) uniform writeonly image2D
    fftc_stored_picture_1;

#ifdef FFTC_STORED_SRGB_1
float fftc_srgb(float linear)
{
    float bright = 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
    return linear <= 0.0031308 ? 12.92 * linear : bright;
}
#endif
#endif

/* Stores floats in column x of row y. */
void fftc_picture_set(uint extra, uint x, uint y, fftc_texel texel)
{
#ifdef FFTC_STORED_PICTURE_1
    if (extra == 1u) {
        vec4 numbers =
            uintBitsToFloat(uvec4(texel.word[0], texel.word[1], texel.word[2], texel.word[3]));
#ifdef FFTC_STORED_SRGB_1
        numbers.rgb = clamp(numbers.rgb, 0.0, 1.0);
        numbers.rgb = vec3(fftc_srgb(numbers.r), fftc_srgb(numbers.g), fftc_srgb(numbers.b));
#endif
        imageStore(fftc_stored_picture_1, ivec2(x, y), numbers);
    }
#endif
}
#endif

#endif
