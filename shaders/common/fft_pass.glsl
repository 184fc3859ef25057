/* SPDX-License-Identifier: MIT
 *
 * kernel/fft_pass.h on storage buffers. A complete compute shader but for the parameters of that
 * header and of line_fft.h, and
 *
 *   FFTC_PRECISION        32 or 64
 *   FFTC_GROUP            invocations of a workgroup
 *   FFTC_SHARED_WORDS     words of workgroup memory
 *   FFTC_SUBGROUPS        see workgroup.glsl
 *   FFTC_ADDRESSES        buffers by their device addresses, which are pushed; else bindings
 *                         0 to 4 are source, destination, table and, if split, imaginary parts
 *                         of source and destination
 *   FFTC_FAR              defined with that if arrays are beyond what a descriptor reaches: drivers
 *                         were seen to multiply an index in 32 bits, so it is done here in 64
 *   FFTC_PASS_REAL        defined if edges are real: kernel/real_pass.h in place of fft_pass.h
 *   FFTC_STORAGE16        defined if halves one by one are 16-bit items: needs
 *                         storageBuffer16BitAccess
 *   FFTC_ONE_BUFFER       defined if source and destination may overlap
 *   FFTC_CONVOLUTION      defined for the dispatches of a convolution: kernel/convolution_pass.h
 *   FFTC_PASS_MAPS        defined with it if edges are kernel/mapped_pass.h's
 *   FFTC_SPECTRUM         defined with it if the spectrum is not in the table: binding 5, behind
 *                         the extras of accessors 13, or pushed
 *   FFTC_WITH_WORDS       defined if fftc_user_word is asked for; then also FFTC_PASS_COUNTS,
 *                         FFTC_PASS_SRC_STEPS and FFTC_PASS_DST_STEPS, four numbers each, by which
 *                         a compiler divides faster than by what is pushed
 *
 *   FFTC_BLOOM            defined with it for the passes of a bloom that load or store pixels:
 *                         bloom_edge.h, and FFTC_CONVOLUTION_PIXELS is defined
 *
 * and those of edge.glsl.
 */
#ifdef FFTC_ADDRESSES
#extension GL_EXT_buffer_reference : require
#endif
#ifdef FFTC_FAR
#extension GL_EXT_buffer_reference_uvec2 : require
#endif
#ifdef FFTC_STORAGE16
#extension GL_EXT_shader_16bit_storage : require
#endif
#ifdef FFTC_PICTURES
#extension GL_EXT_samplerless_texture_functions : require
#endif

#include "common/workgroup.glsl"
#ifdef FFTC_CONVOLUTION
#ifdef FFTC_PASS_MAPS
#include "fftcore/kernel/mapped_pass.h"
#endif
#include "fftcore/kernel/convolution_pass.h"
#else
#ifdef FFTC_PASS_REAL
#include "fftcore/kernel/real_pass.h"
#else
#include "fftcore/kernel/fft_pass.h"
#endif
#endif

#if FFTC_PRECISION == 32
#define FFTC_WORDS uvec2
#define FFTC_PART uint
#define FFTC_ALIGNMENT 8
#else
#define FFTC_WORDS uvec4
#define FFTC_PART uvec2
#define FFTC_ALIGNMENT 16
#endif

fftc_complex fftc_unpack(FFTC_WORDS element)
{
    fftc_complex_words words;
    words.word[0] = element.x;
    words.word[1] = element.y;
#if FFTC_PRECISION == 64
    words.word[2] = element.z;
    words.word[3] = element.w;
#endif
    return fftc_complex_from_words(words);
}

FFTC_WORDS fftc_pack(fftc_complex value)
{
    fftc_complex_words words = fftc_words_from_complex(value);
#if FFTC_PRECISION == 32
    return uvec2(words.word[0], words.word[1]);
#else
    return uvec4(words.word[0], words.word[1], words.word[2], words.word[3]);
#endif
}

#if FFTC_PRECISION == 32
fftc_real fftc_unpack_part(uint word)
{
    return fftc_real_from_word(word);
}

uint fftc_pack_part(fftc_real part)
{
    return fftc_word_from_real(part);
}
#else
fftc_real fftc_unpack_part(uvec2 words)
{
    return fftc_real_from_words(words.x, words.y);
}

uvec2 fftc_pack_part(fftc_real part)
{
    return uvec2(fftc_word_low(part), fftc_word_high(part));
}
#endif

#ifdef FFTC_STORAGE16
#define FFTC_HALF_ITEM uint16_t
#define FFTC_HALF_ALIGNMENT 2
#else
#define FFTC_HALF_ITEM uint
#define FFTC_HALF_ALIGNMENT 4
#endif

#if FFTC_SRC_FORM == 0
#define FFTC_SRC_ITEM FFTC_WORDS
#define FFTC_SRC_ITEM_BYTES FFTC_ALIGNMENT
#define FFTC_SRC_ALIGNMENT FFTC_ALIGNMENT
#elif FFTC_SRC_FORM == 1
#define FFTC_SRC_ITEM uint
#define FFTC_SRC_ITEM_BYTES 4
#define FFTC_SRC_ALIGNMENT 4
#elif FFTC_SRC_FORM >= 4
#define FFTC_SRC_ITEM FFTC_HALF_ITEM
#define FFTC_SRC_ITEM_BYTES FFTC_HALF_ALIGNMENT
#define FFTC_SRC_ALIGNMENT FFTC_HALF_ALIGNMENT
#else
#define FFTC_SRC_ITEM FFTC_PART
#define FFTC_SRC_ITEM_BYTES (FFTC_ALIGNMENT / 2)
#define FFTC_SRC_ALIGNMENT 4
#endif
#if FFTC_DST_FORM == 0
#define FFTC_DST_ITEM FFTC_WORDS
#define FFTC_DST_ITEM_BYTES FFTC_ALIGNMENT
#define FFTC_DST_ALIGNMENT FFTC_ALIGNMENT
#elif FFTC_DST_FORM == 1
#define FFTC_DST_ITEM uint
#define FFTC_DST_ITEM_BYTES 4
#define FFTC_DST_ALIGNMENT 4
#elif FFTC_DST_FORM >= 4
#define FFTC_DST_ITEM FFTC_HALF_ITEM
#define FFTC_DST_ITEM_BYTES FFTC_HALF_ALIGNMENT
#define FFTC_DST_ALIGNMENT FFTC_HALF_ALIGNMENT
#else
#define FFTC_DST_ITEM FFTC_PART
#define FFTC_DST_ITEM_BYTES (FFTC_ALIGNMENT / 2)
#define FFTC_DST_ALIGNMENT 4
#endif

#ifdef FFTC_ADDRESSES

layout(buffer_reference, std430, buffer_reference_align = FFTC_SRC_ALIGNMENT) buffer FftcSrc
{
    FFTC_SRC_ITEM at[];
};

layout(buffer_reference, std430, buffer_reference_align = FFTC_DST_ALIGNMENT) buffer FftcDst
{
    FFTC_DST_ITEM at[];
};

layout(buffer_reference, std430, buffer_reference_align = FFTC_ALIGNMENT) restrict readonly buffer
    FftcFactors
{
    FFTC_WORDS at[];
};

#ifdef FFTC_WITH_WORDS

/* The loops over transforms are constants then: 128 bytes are all that every
 * device can be pushed. */
layout(buffer_reference, std430, buffer_reference_align = 4) buffer FftcExtra
{
    uint at[];
};

layout(push_constant) uniform FftcPush
{
    uint fftc_push_first_line;
    uint fftc_push_lines;
    uint fftc_push_src_first;
    uint fftc_push_dst_first;
    FftcSrc fftc_push_src;
    FftcDst fftc_push_dst;
    FftcFactors fftc_push_table;
    FftcSrc fftc_push_src_im;
    FftcDst fftc_push_dst_im;
    FftcExtra fftc_push_extra_0;
    FftcExtra fftc_push_extra_1;
    FftcExtra fftc_push_extra_2;
    FftcExtra fftc_push_extra_3;
    uint fftc_push_words[8];
#ifdef FFTC_SPECTRUM
    FftcFactors fftc_push_spectrum;
#endif
};

#else

layout(push_constant) uniform FftcPush
{
    fftc_pass_layout fftc_push_layout;
    uint fftc_push_shift[2]; /* of the imaginary parts: 0, they have addresses of their own */
    FftcSrc fftc_push_src;
    FftcDst fftc_push_dst;
    FftcFactors fftc_push_table;
    FftcSrc fftc_push_src_im;
    FftcDst fftc_push_dst_im;
#ifdef FFTC_SPECTRUM
    FftcFactors fftc_push_spectrum;
#endif
};

#endif

#ifdef FFTC_SPECTRUM
#define FFTC_SPECTRUM_AT(index) fftc_push_spectrum.at[index]
#endif
#ifdef FFTC_FAR
/* The address of an item of `bytes`, a power of two. */
uvec2 fftc_far(uvec2 base, uint index, uint bytes)
{
    uint carry;
    uint low = uaddCarry(base.x, index * bytes, carry);
    return uvec2(low, base.y + index / (0x80000000u / bytes * 2u) + carry);
}
#define FFTC_SRC_AT(index) \
    FftcSrc(fftc_far(uvec2(fftc_push_src), index, uint(FFTC_SRC_ITEM_BYTES))).at[0]
#define FFTC_DST_AT(index) \
    FftcDst(fftc_far(uvec2(fftc_push_dst), index, uint(FFTC_DST_ITEM_BYTES))).at[0]
#define FFTC_SRC_IM_AT(index) \
    FftcSrc(fftc_far(uvec2(fftc_push_src_im), index, uint(FFTC_SRC_ITEM_BYTES))).at[0]
#define FFTC_DST_IM_AT(index) \
    FftcDst(fftc_far(uvec2(fftc_push_dst_im), index, uint(FFTC_DST_ITEM_BYTES))).at[0]
#else
#define FFTC_SRC_AT(index) fftc_push_src.at[index]
#define FFTC_DST_AT(index) fftc_push_dst.at[index]
#define FFTC_SRC_IM_AT(index) fftc_push_src_im.at[index]
#define FFTC_DST_IM_AT(index) fftc_push_dst_im.at[index]
#endif
#define FFTC_SRC_IM_HALF(index) (index)
#define FFTC_DST_IM_HALF(index) (index)
#define FFTC_TABLE_AT(index) fftc_push_table.at[index]

#else

layout(push_constant) uniform FftcPush
{
    fftc_pass_layout fftc_push_layout;
    uint fftc_push_shift[2]; /* what an index of an imaginary part is more than its real part's */
#ifdef FFTC_WITH_WORDS
    uint fftc_push_words[8];
#endif
};

#ifdef FFTC_ONE_BUFFER
#define FFTC_RESTRICT
#else
#define FFTC_RESTRICT restrict
#endif

layout(std430, set = 0, binding = 0) FFTC_RESTRICT readonly buffer FftcSrc
{
    FFTC_SRC_ITEM fftc_src[];
};

#if FFTC_DST_FORM >= 4 && !defined(FFTC_STORAGE16)
#define FFTC_DST_ACCESS FFTC_RESTRICT
#else
#define FFTC_DST_ACCESS FFTC_RESTRICT writeonly
#endif

layout(std430, set = 0, binding = 1) FFTC_DST_ACCESS buffer FftcDst
{
    FFTC_DST_ITEM fftc_dst[];
};

layout(std430, set = 0, binding = 2) restrict readonly buffer FftcTable
{
    FFTC_WORDS fftc_table[];
};

#ifdef FFTC_SPECTRUM
#ifdef FFTC_WITH_WORDS
#define FFTC_SPECTRUM_BINDING 13 /* behind the extras */
#else
#define FFTC_SPECTRUM_BINDING 5
#endif
layout(std430, set = 0, binding = FFTC_SPECTRUM_BINDING) restrict readonly buffer FftcSpectrum
{
    FFTC_WORDS fftc_spectrum[];
};
#define FFTC_SPECTRUM_AT(index) fftc_spectrum[index]
#endif

#define FFTC_SRC_AT(index) fftc_src[index]
#define FFTC_DST_AT(index) fftc_dst[index]
#define FFTC_TABLE_AT(index) fftc_table[index]

#if FFTC_SRC_FORM == 2 || FFTC_SRC_FORM == 5
layout(std430, set = 0, binding = 3) FFTC_RESTRICT readonly buffer FftcSrcIm
{
    FFTC_SRC_ITEM fftc_src_im[];
};
#if FFTC_SRC_FORM == 2
#define FFTC_SRC_IM_AT(index) fftc_src_im[(index) + fftc_push_shift[0]]
#else
#define FFTC_SRC_IM_AT(index) fftc_src_im[index]
#define FFTC_SRC_IM_HALF(index) ((index) + fftc_push_shift[0])
#endif
#endif

#if FFTC_DST_FORM == 2 || FFTC_DST_FORM == 5
layout(std430, set = 0, binding = 4) FFTC_DST_ACCESS buffer FftcDstIm
{
    FFTC_DST_ITEM fftc_dst_im[];
};
#if FFTC_DST_FORM == 2
#define FFTC_DST_IM_AT(index) fftc_dst_im[(index) + fftc_push_shift[1]]
#else
#define FFTC_DST_IM_AT(index) fftc_dst_im[index]
#define FFTC_DST_IM_HALF(index) ((index) + fftc_push_shift[1])
#endif
#endif

#endif

#include "common/edge.glsl"

#ifdef FFTC_BLOOM
#include "fftcore/kernel/bloom_edge.h"
#endif

#ifdef FFTC_WITH_WORDS
uint fftc_user_word(uint i)
{
    return fftc_push_words[min(i, 7u)];
}
#endif

fftc_complex fftc_line_twiddle_get(uint index)
{
    return fftc_unpack(FFTC_TABLE_AT(index));
}

#ifdef FFTC_CONVOLUTION
fftc_complex fftc_spectrum_get(uint index)
{
#ifdef FFTC_SPECTRUM
    return fftc_unpack(FFTC_SPECTRUM_AT(index));
#else
    return fftc_unpack(FFTC_TABLE_AT(index));
#endif
}
#endif

fftc_pass_layout fftc_pass_get_layout(void)
{
    fftc_pass_layout numbers;
#if defined(FFTC_WITH_WORDS) && defined(FFTC_ADDRESSES)
    numbers.first_line = fftc_push_first_line;
    numbers.lines = fftc_push_lines;
    numbers.src_first = fftc_push_src_first;
    numbers.dst_first = fftc_push_dst_first;
#else
    numbers = fftc_push_layout;
#endif
#ifdef FFTC_WITH_WORDS
    numbers.count = uint[4](FFTC_PASS_COUNTS);
    numbers.src_step = uint[4](FFTC_PASS_SRC_STEPS);
    numbers.dst_step = uint[4](FFTC_PASS_DST_STEPS);
#endif
    return numbers;
}

void main(void)
{
#ifdef FFTC_CONVOLUTION
    fftc_line_convolution();
#else
#ifdef FFTC_PASS_REAL
    fftc_line_fft_mirrored();
#else
    fftc_line_fft();
#endif
#endif
}
