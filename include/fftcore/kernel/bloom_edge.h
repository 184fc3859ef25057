/* SPDX-License-Identifier: MIT
 *
 * The edges of a bloom (fftcore/vulkan/bloom.h): pixels of a picture or of a buffer as what a
 * convolution loads and stores (mapped_pass.h). FFTC_PRECISION is 32.
 *
 * Extra 0 of edge.h is the source, extra 1 the destination. Words 0 to 5 of the recording are
 * floats: factors p of the picture itself and q of the sum, and what is added to channels 0 to 3.
 * With x the pixel of the source, y the sum that is stored there and a what is added, the
 * destination gets p x + (q y + a); of x and y, what has the factor 0 is not looked at.
 *
 * Parameters:
 *   FFTC_BLOOM_CHANNELS        1 to 4
 *   FFTC_BLOOM_WIDTH           pixels of a row: a number's index is y * width + x
 *   FFTC_BLOOM_SRC_PICTURE     1: extra 0 is a picture; 0: a buffer, whose numbers are at
 *                              y FFTC_BLOOM_SRC_ROW + x FFTC_BLOOM_SRC_PIXEL +
 *                              channel FFTC_BLOOM_SRC_CHANNEL
 *   FFTC_BLOOM_DST_PICTURE, _DST_ROW, _DST_PIXEL, _DST_CHANNEL     likewise of extra 1
 *   FFTC_BLOOM_HALVES          1: the numbers of buffers are halves; 0: floats
 *   FFTC_BLOOM_BEYOND_0 .. _3  the bits of what is subtracted from each channel before it is
 *                              convolved: a float
 *   FFTC_BLOOM_INFINITIES      1: infinities and NaNs are loaded as they are; 0: a NaN as 0, an
 *                              infinity as 65504 with its sign
 *   FFTC_BLOOM_CLAMPED         1: without infinities, a number beyond 65504 as 65504, too
 */
#ifndef FFTC_BLOOM_EDGE_H
#define FFTC_BLOOM_EDGE_H

#include "fftcore/kernel/edge.h"
#include "fftcore/kernel/pixel.h"

#ifndef FFTC_BLOOM_CHANNELS
#error "define FFTC_BLOOM_CHANNELS: 1u to 4u"
#endif
#ifndef FFTC_BLOOM_WIDTH
#error "define FFTC_BLOOM_WIDTH: pixels of a row"
#endif
#ifndef FFTC_BLOOM_SRC_PICTURE
#error "define FFTC_BLOOM_SRC_PICTURE: 0u or 1u"
#endif
#ifndef FFTC_BLOOM_SRC_ROW
#error "define FFTC_BLOOM_SRC_ROW: numbers from a row of the source to the next"
#endif
#ifndef FFTC_BLOOM_SRC_PIXEL
#error "define FFTC_BLOOM_SRC_PIXEL: numbers from a pixel of the source to the next"
#endif
#ifndef FFTC_BLOOM_SRC_CHANNEL
#error "define FFTC_BLOOM_SRC_CHANNEL: numbers from a channel of the source to the next"
#endif
#ifndef FFTC_BLOOM_DST_PICTURE
#error "define FFTC_BLOOM_DST_PICTURE: 0u or 1u"
#endif
#ifndef FFTC_BLOOM_DST_ROW
#error "define FFTC_BLOOM_DST_ROW: numbers from a row of the destination to the next"
#endif
#ifndef FFTC_BLOOM_DST_PIXEL
#error "define FFTC_BLOOM_DST_PIXEL: numbers from a pixel of the destination to the next"
#endif
#ifndef FFTC_BLOOM_DST_CHANNEL
#error "define FFTC_BLOOM_DST_CHANNEL: numbers from a channel of the destination to the next"
#endif
#ifndef FFTC_BLOOM_HALVES
#error "define FFTC_BLOOM_HALVES: 0u or 1u"
#endif
#ifndef FFTC_BLOOM_BEYOND_0
#error "define FFTC_BLOOM_BEYOND_0: the bits of what is subtracted from channel 0"
#endif
#ifndef FFTC_BLOOM_BEYOND_1
#error "define FFTC_BLOOM_BEYOND_1: the bits of what is subtracted from channel 1"
#endif
#ifndef FFTC_BLOOM_BEYOND_2
#error "define FFTC_BLOOM_BEYOND_2: the bits of what is subtracted from channel 2"
#endif
#ifndef FFTC_BLOOM_BEYOND_3
#error "define FFTC_BLOOM_BEYOND_3: the bits of what is subtracted from channel 3"
#endif
#ifndef FFTC_BLOOM_INFINITIES
#error "define FFTC_BLOOM_INFINITIES: 0u or 1u"
#endif
#ifndef FFTC_BLOOM_CLAMPED
#error "define FFTC_BLOOM_CLAMPED: 0u or 1u"
#endif

FFTC_REQUIRE(FFTC_BLOOM_WIDTH_must_be_at_least_1, FFTC_BLOOM_WIDTH >= 1u);
FFTC_REQUIRE(FFTC_BLOOM_SRC_PICTURE_must_be_0_or_1, FFTC_BLOOM_SRC_PICTURE <= 1u);
FFTC_REQUIRE(FFTC_BLOOM_DST_PICTURE_must_be_0_or_1, FFTC_BLOOM_DST_PICTURE <= 1u);
FFTC_REQUIRE(FFTC_BLOOM_HALVES_must_be_0_or_1, FFTC_BLOOM_HALVES <= 1u);
FFTC_REQUIRE(FFTC_BLOOM_INFINITIES_must_be_0_or_1, FFTC_BLOOM_INFINITIES <= 1u);
FFTC_REQUIRE(FFTC_BLOOM_CLAMPED_must_be_0_or_1, FFTC_BLOOM_CLAMPED <= 1u);

#if FFTC_PRECISION == 32

/* Yours to define: stores the bits of floats, red to alpha, in column x of row y of an extra that
 * is a picture. */
FFTC_ACCESSOR(void, fftc_picture_set,
              (fftc_uniform extra, fftc_uint x, fftc_uint y, fftc_texel texel));

/* Yours to define: half number `index` of an extra that is a buffer. Another invocation may store
 * the other half of its word at the same time. */
FFTC_ACCESSOR(fftc_real, fftc_extra_half_get, (fftc_uniform extra, fftc_uint index));
FFTC_ACCESSOR(void, fftc_extra_half_set, (fftc_uniform extra, fftc_uint index, fftc_real value));

/* The bits of a float, or of the finite one that it counts as: no comparison of floats tells a NaN
 * from a number where a compiler may assume that there are none. */
FFTC_FN fftc_uint fftc_bloom_finite(fftc_uint word)
{
    fftc_uint magnitude = word & 0x7fffffffu;
    fftc_uint most = FFTC_UINT(FFTC_BLOOM_CLAMPED == 1u ? 0x477fe000u : 0x7f7fffffu);
    if (FFTC_BLOOM_INFINITIES == 0u) {
        fftc_uint greatest = (word & 0x80000000u) + 0x477fe000u; /* 65504 */
        word = fftc_select_uint(magnitude > most, greatest, word);
        word = fftc_select_uint(magnitude > 0x7f800000u, FFTC_UINT(0u), word);
    }
    return word;
}

/* The bits of a number of the source, a buffer, as a float. */
FFTC_FN fftc_uint fftc_bloom_number(fftc_uint index)
{
    fftc_uint word;
    if (FFTC_BLOOM_HALVES == 1u) {
        word = fftc_word_from_real(fftc_extra_half_get(0u, index));
    } else {
        word = fftc_extra_get(0u, index);
    }
    return word;
}

/* The pixel as it is in the source, but finite. */
FFTC_FN fftc_pixel fftc_bloom_get(fftc_uint x, fftc_uint y)
{
    fftc_uint at = y * FFTC_BLOOM_SRC_ROW + x * FFTC_BLOOM_SRC_PIXEL;
    fftc_texel texel;
    fftc_pixel pixel;
    if (FFTC_BLOOM_SRC_PICTURE == 1u) {
        texel = fftc_picture_get(0u, x, y);
    } else {
        FFTC_UNROLL
        for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
            texel.word[c] = FFTC_UINT(0u);
            if (c < FFTC_BLOOM_CHANNELS) {
                texel.word[c] = fftc_bloom_number(at + c * FFTC_BLOOM_SRC_CHANNEL);
            }
        }
    }
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        pixel.channel[c] = fftc_real_from_word(fftc_bloom_finite(texel.word[c]));
    }
    return pixel;
}

FFTC_FN fftc_uniform fftc_bloom_beyond(fftc_uniform c)
{
    return c == 0u   ? FFTC_BLOOM_BEYOND_0
           : c == 1u ? FFTC_BLOOM_BEYOND_1
           : c == 2u ? FFTC_BLOOM_BEYOND_2
                     : FFTC_BLOOM_BEYOND_3;
}

FFTC_FN FFTC_ACCESSOR(fftc_pixel, fftc_get_pixel, (fftc_uint index))
{
    fftc_pixel pixel = fftc_bloom_get(index % FFTC_BLOOM_WIDTH, index / FFTC_BLOOM_WIDTH);
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        if (fftc_bloom_beyond(c) != 0u) {
            pixel.channel[c] =
                pixel.channel[c] - fftc_real_from_word(FFTC_UINT(fftc_bloom_beyond(c)));
        }
    }
    return pixel;
}

/* Of a picture, channels that there are not are 0, alpha 1. */
FFTC_FN void fftc_bloom_set(fftc_uint x, fftc_uint y, fftc_pixel value)
{
    fftc_uint at = y * FFTC_BLOOM_DST_ROW + x * FFTC_BLOOM_DST_PIXEL;
    fftc_texel texel;
    if (FFTC_BLOOM_DST_PICTURE == 1u) {
        FFTC_UNROLL
        for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
            fftc_real number = c == 3u ? FFTC_REAL(1.0) : FFTC_REAL(0.0);
            if (c < FFTC_BLOOM_CHANNELS) {
                number = value.channel[c];
            }
            texel.word[c] = fftc_word_from_real(number);
        }
        fftc_picture_set(1u, x, y, texel);
    } else {
        FFTC_UNROLL
        for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
            if (c < FFTC_BLOOM_CHANNELS) {
                fftc_uint index = at + c * FFTC_BLOOM_DST_CHANNEL;
                if (FFTC_BLOOM_HALVES == 1u) {
                    fftc_extra_half_set(1u, index, value.channel[c]);
                } else {
                    fftc_extra_set(1u, index, fftc_word_from_real(value.channel[c]));
                }
            }
        }
    }
}

FFTC_FN FFTC_ACCESSOR(void, fftc_set_pixel, (fftc_uint index, fftc_pixel value))
{
    fftc_uint x = index % FFTC_BLOOM_WIDTH;
    fftc_uint y = index / FFTC_BLOOM_WIDTH;
    fftc_real of_sum = fftc_real_from_word(FFTC_UINT(fftc_user_word(1u)));
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_BLOOM_CHANNELS; ++c) {
        FFTC_PRECISE fftc_real product = value.channel[c] * of_sum;
        FFTC_PRECISE fftc_real sum =
            product + fftc_real_from_word(FFTC_UINT(fftc_user_word(2u + c)));
        value.channel[c] = fftc_user_word(1u) != 0u ? sum : FFTC_REAL(0.0);
    }
    if (fftc_user_word(0u) != 0u) { /* otherwise the source need not be read */
        fftc_real of_picture = fftc_real_from_word(FFTC_UINT(fftc_user_word(0u)));
        fftc_pixel own = fftc_bloom_get(x, y);
        FFTC_UNROLL
        for (fftc_uniform c = 0u; c < FFTC_BLOOM_CHANNELS; ++c) {
            FFTC_PRECISE fftc_real kept = own.channel[c] * of_picture;
            FFTC_PRECISE fftc_real mixed = kept + value.channel[c];
            value.channel[c] = mixed;
        }
    }
    fftc_bloom_set(x, y, value);
}

#endif
#endif
