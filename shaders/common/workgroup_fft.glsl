/* SPDX-License-Identifier: MIT
 *
 * The reference workgroup FFT on a storage buffer, in place: workgroup i transforms the points
 * i * N .. i * N + N - 1. A complete compute shader but for its parameters:
 *
 *   FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2, FFTC_SUBGROUP_LOG2, FFTC_PRECISION   see the kernel
 *   FFTC_SUBGROUPS          defined if FFTC_SUBGROUP_LOG2 is not 0 (glslang's #if cannot read 0u)
 *   FFTC_INVERSE            the inverse instead of the forward transform
 *   FFTC_TWIDDLE_COMPUTED   twiddles by arithmetic; else binding 1 is the table
 *   FFTC_OBSERVE_STAGES     binding 2 receives the array after every stage
 *
 * Buffers hold complex numbers as they are in the host's memory, read as words of 32 bits: so half
 * precision needs no 16-bit storage, and no load or store can touch a bit.
 */
#define FFTC_SHARED_WORDS FFTC_EXCHANGE_SHARED_WORDS

#include "common/workgroup.glsl"
#include "fftcore/kernel/workgroup_fft.h"

#if FFTC_PRECISION == 16
#define FFTC_WORDS uint
#elif FFTC_PRECISION == 32
#define FFTC_WORDS uvec2
#else
#define FFTC_WORDS uvec4
#endif

fftc_complex fftc_unpack(FFTC_WORDS element)
{
    fftc_complex_words words;
#if FFTC_PRECISION == 16
    words.word[0] = element;
#else
    for (uint k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        words.word[k] = element[k];
    }
#endif
    return fftc_complex_from_words(words);
}

FFTC_WORDS fftc_pack(fftc_complex value)
{
    fftc_complex_words words = fftc_words_from_complex(value);
#if FFTC_PRECISION == 16
    return words.word[0];
#elif FFTC_PRECISION == 32
    return uvec2(words.word[0], words.word[1]);
#else
    return uvec4(words.word[0], words.word[1], words.word[2], words.word[3]);
#endif
}

layout(std430, set = 0, binding = 0) buffer FftcData
{
    FFTC_WORDS fftc_data[];
};

fftc_complex fftc_get(uint index)
{
    uint first = fftc_workgroup_index() << (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2);
    return fftc_unpack(fftc_data[first + index]);
}

void fftc_set(uint index, fftc_complex value)
{
    uint first = fftc_workgroup_index() << (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2);
    fftc_data[first + index] = fftc_pack(value);
}

#ifndef FFTC_TWIDDLE_COMPUTED
layout(std430, set = 0, binding = 1) readonly buffer FftcTwiddles
{
    FFTC_WORDS fftc_twiddles[];
};

fftc_complex fftc_twiddle_get(uint index)
{
    return fftc_unpack(fftc_twiddles[index]);
}
#endif

#ifdef FFTC_OBSERVE_STAGES
layout(std430, set = 0, binding = 2) writeonly buffer FftcStages
{
    FFTC_WORDS fftc_stages[];
};

void fftc_stage_enter(uint stage)
{
}

void fftc_stage_store(uint stage, uint position, fftc_complex value)
{
    uint count = FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2;
    uint first = (fftc_workgroup_index() * count + stage) << count;
    fftc_stages[first + position] = fftc_pack(value);
}
#endif

void main(void)
{
#ifdef FFTC_INVERSE
    fftc_workgroup_fft_inverse();
#else
    fftc_workgroup_fft_forward();
#endif
}
