/* SPDX-License-Identifier: MIT
 *
 * kernel/fft_pass.h on storage buffers. A complete compute shader but for the parameters of that header
 * and of line_fft.h, and
 *
 *   FFTC_PRECISION        32 or 64
 *   FFTC_GROUP            invocations of a workgroup
 *   FFTC_SHARED_WORDS     words of workgroup memory
 *   FFTC_SUBGROUPS        see workgroup.glsl
 *   FFTC_ADDRESSES        buffers by their device addresses, which are pushed; else bindings 0, 1 and 2
 *                         are source, destination and table
 *
 *   FFTC_ONE_BUFFER       defined if source and destination may overlap
 */
#ifdef FFTC_ADDRESSES
#extension GL_EXT_buffer_reference : require
#endif

#include "common/workgroup.glsl"
#include "fftcore/kernel/fft_pass.h"

layout(local_size_x = FFTC_GROUP) in;

#if FFTC_PRECISION == 32
#define FFTC_WORDS uvec2
#define FFTC_ALIGNMENT 8
#else
#define FFTC_WORDS uvec4
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

#ifdef FFTC_ADDRESSES

layout(buffer_reference, std430, buffer_reference_align = FFTC_ALIGNMENT) buffer FftcElements
{
    FFTC_WORDS at[];
};

layout(buffer_reference, std430, buffer_reference_align = FFTC_ALIGNMENT) restrict readonly buffer
    FftcFactors
{
    FFTC_WORDS at[];
};

layout(push_constant) uniform FftcPush
{
    fftc_pass_layout fftc_push_layout;
    FftcElements fftc_push_src;
    FftcElements fftc_push_dst;
    FftcFactors fftc_push_table;
};

fftc_complex fftc_get(uint index)
{
    return fftc_unpack(fftc_push_src.at[index]);
}

void fftc_set(uint index, fftc_complex value)
{
    fftc_push_dst.at[index] = fftc_pack(value);
}

fftc_complex fftc_line_twiddle_get(uint index)
{
    return fftc_unpack(fftc_push_table.at[index]);
}

#else

layout(push_constant) uniform FftcPush
{
    fftc_pass_layout fftc_push_layout;
};

#ifdef FFTC_ONE_BUFFER
#define FFTC_RESTRICT
#else
#define FFTC_RESTRICT restrict
#endif

layout(std430, set = 0, binding = 0) FFTC_RESTRICT readonly buffer FftcSrc
{
    FFTC_WORDS fftc_src[];
};

layout(std430, set = 0, binding = 1) FFTC_RESTRICT writeonly buffer FftcDst
{
    FFTC_WORDS fftc_dst[];
};

layout(std430, set = 0, binding = 2) restrict readonly buffer FftcTable
{
    FFTC_WORDS fftc_table[];
};

fftc_complex fftc_get(uint index)
{
    return fftc_unpack(fftc_src[index]);
}

void fftc_set(uint index, fftc_complex value)
{
    fftc_dst[index] = fftc_pack(value);
}

fftc_complex fftc_line_twiddle_get(uint index)
{
    return fftc_unpack(fftc_table[index]);
}

#endif

fftc_pass_layout fftc_pass_get_layout(void)
{
    return fftc_push_layout;
}

void main(void)
{
    fftc_line_fft();
}
