/* SPDX-License-Identifier: MIT
 *
 * Complex numbers: values in, values out. Every product is written out, so that exact mode has one
 * answer.
 */
#ifndef FFTC_COMPLEX_H
#define FFTC_COMPLEX_H

#include "fftcore/kernel/dialect.h"

FFTC_STRUCT(fftc_complex)
{
    fftc_real re;
    fftc_real im;
};

FFTC_FN fftc_complex fftc_complex_make(fftc_real re, fftc_real im)
{
    fftc_complex z;
    z.re = re;
    z.im = im;
    return z;
}

FFTC_FN fftc_complex fftc_complex_add(fftc_complex x, fftc_complex y)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re + y.re;
    z.im = x.im + y.im;
    return z;
}

FFTC_FN fftc_complex fftc_complex_sub(fftc_complex x, fftc_complex y)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re - y.re;
    z.im = x.im - y.im;
    return z;
}

FFTC_FN fftc_complex fftc_complex_mul(fftc_complex x, fftc_complex y)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re * y.re - x.im * y.im;
    z.im = x.re * y.im + x.im * y.re;
    return z;
}

FFTC_FN fftc_complex fftc_complex_conj(fftc_complex x)
{
    return fftc_complex_make(x.re, -x.im);
}

/* x * conj(y): correlation, and rotating back by a forward twiddle. */
FFTC_FN fftc_complex fftc_complex_mul_conj(fftc_complex x, fftc_complex y)
{
    return fftc_complex_mul(x, fftc_complex_conj(y));
}

FFTC_FN fftc_complex fftc_complex_scale(fftc_complex x, fftc_real factor)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re * factor;
    z.im = x.im * factor;
    return z;
}

FFTC_FN fftc_complex fftc_complex_neg(fftc_complex x)
{
    return fftc_complex_make(-x.re, -x.im);
}

/* i * x and -i * x: a quarter turn each way, exact. */
FFTC_FN fftc_complex fftc_complex_mul_i(fftc_complex x)
{
    return fftc_complex_make(-x.im, x.re);
}

FFTC_FN fftc_complex fftc_complex_mul_minus_i(fftc_complex x)
{
    return fftc_complex_make(x.im, -x.re);
}

/* x + i y and x - i y. */
FFTC_FN fftc_complex fftc_complex_add_i(fftc_complex x, fftc_complex y)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re - y.im;
    z.im = x.im + y.re;
    return z;
}

FFTC_FN fftc_complex fftc_complex_sub_i(fftc_complex x, fftc_complex y)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re + y.im;
    z.im = x.im - y.re;
    return z;
}

/* x + k y, x - k y, x + i k y and x - i k y for a real k: two fused operations where fusing is
 * allowed. Where it is not, a pair of them with the same k and y shares its products. */
FFTC_FN fftc_complex fftc_complex_add_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re + k * y.re;
    z.im = x.im + k * y.im;
    return z;
}

FFTC_FN fftc_complex fftc_complex_sub_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re - k * y.re;
    z.im = x.im - k * y.im;
    return z;
}

FFTC_FN fftc_complex fftc_complex_add_i_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re - k * y.im;
    z.im = x.im + k * y.re;
    return z;
}

FFTC_FN fftc_complex fftc_complex_sub_i_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re + k * y.im;
    z.im = x.im - k * y.re;
    return z;
}

/* Real and imaginary part change places: i * conj(x). */
FFTC_FN fftc_complex fftc_complex_swap(fftc_complex x)
{
    return fftc_complex_make(x.im, x.re);
}

/* |x|^2. */
FFTC_FN fftc_real fftc_complex_norm(fftc_complex x)
{
    FFTC_PRECISE fftc_real norm = x.re * x.re + x.im * x.im;
    return norm;
}

FFTC_FN fftc_complex fftc_complex_select(fftc_bool condition, fftc_complex yes, fftc_complex no)
{
    return fftc_complex_make(fftc_select(condition, yes.re, no.re),
                             fftc_select(condition, yes.im, no.im));
}

/* A complex number as FFTC_COMPLEX_WORDS words of 32 bits: how it crosses shared memory or a
 * subgroup. */
FFTC_STRUCT(fftc_complex_words)
{
    fftc_uint word[FFTC_COMPLEX_WORDS];
};

FFTC_FN fftc_complex_words fftc_words_from_complex(fftc_complex x)
{
    fftc_complex_words words;
#if FFTC_PRECISION == 16
    words.word[0] = fftc_word_from_reals(x.re, x.im);
#elif FFTC_PRECISION == 32
    words.word[0] = fftc_word_from_real(x.re);
    words.word[1] = fftc_word_from_real(x.im);
#else
    words.word[0] = fftc_word_low(x.re);
    words.word[1] = fftc_word_high(x.re);
    words.word[2] = fftc_word_low(x.im);
    words.word[3] = fftc_word_high(x.im);
#endif
    return words;
}

FFTC_FN fftc_complex fftc_complex_from_words(fftc_complex_words words)
{
#if FFTC_PRECISION == 16
    return fftc_complex_make(fftc_real_from_word_low(words.word[0]),
                             fftc_real_from_word_high(words.word[0]));
#elif FFTC_PRECISION == 32
    return fftc_complex_make(fftc_real_from_word(words.word[0]),
                             fftc_real_from_word(words.word[1]));
#else
    return fftc_complex_make(fftc_real_from_words(words.word[0], words.word[1]),
                             fftc_real_from_words(words.word[2], words.word[3]));
#endif
}

#endif
