/* SPDX-License-Identifier: MIT
 *
 * Complex numbers in storage buffers, as they are in the host's memory, read as words of 32 bits:
 * so half precision needs no 16-bit storage, and no load or store can touch a bit.
 */
#ifndef FFTC_PACKED_COMPLEX_GLSL
#define FFTC_PACKED_COMPLEX_GLSL

#include "fftcore/kernel/complex.h"

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

#endif
