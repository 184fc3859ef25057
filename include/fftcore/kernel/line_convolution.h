/* SPDX-License-Identifier: MIT
 *
 * Lines that are convolved: transformed, multiplied by a spectrum and transformed back, in one
 * dispatch, and the dispatches before and after it where a line is too long for a workgroup or
 * an array has more axes. The parts that a dispatch can play (FFTC_CONVOLUTION_ROLE):
 *
 *   1, there    load, transform, multiply by fftc_line_factor_after, store
 *   2, product  load, transform, multiply by the spectrum, transform back, store
 *   3, back     load, multiply by fftc_line_factor, transform, store
 *
 * Nothing is ever put in order between them. Within a line the transform there ends with invocation
 * t holding positions t + j I + k N / r of the spectrum, r the radix of its last stage. A transform
 * that begins with that radix starts from just those positions: so the way back takes the radices
 * in the opposite order, and the product is done in registers. Between dispatches, a column of part
 * 1 is written where it was read, multiplied by exp(-2 pi i b k / (M N)) as the first pass of a
 * transform of M N points is, so that transforming the rows, of M points, gives frequency k + N k'
 * at column k' of row k. Parts 2 and 3 undo that in the same places.
 *
 * Transforming back is transforming with real and imaginary parts exchanged (fftc_complex_swap).
 * What lies between parts 2 and 3 is in that state; so all of them are multiplied
 * by the same factors.
 *
 * Bluestein's algorithm makes any transform a convolution: with c_k = exp(-pi i k^2 / n),
 *
 *     X_k = c_k sum over j of (c_j x_j) conj(c_{k - j})
 *
 * since jk = (j^2 + k^2 - (k - j)^2) / 2. The c_k are the weights here (FFTC_CONVOLUTION_WEIGHTED),
 * multiplied by after the first load and before the last store; FFTC_LINE_INVERSE exchanges real
 * and imaginary parts outside of them, as for any other transform.
 *
 * Other weights make a real convolution of 2 m numbers that changes its sign where it wraps around
 * one of m complex numbers (FFTC_CONVOLUTION_RIGHT_ANGLE): with z_j = x_j + i x_{j + m}, sums
 * modulo u^{2m} + 1 = (u^m - i) (u^m + i) of real numbers are those modulo u^m - i of z, and u = v
 * exp(pi i / (2 m)) makes them sums modulo v^m - 1. So what is loaded is multiplied by conj(c_j),
 * c_j = exp(-pi i j / (2 m)), what is stored by c_j, and its parts are elements j and j + m.
 *
 * Parameters, beside line_fft.h's:
 *   FFTC_CONVOLUTION_ROLE       1 .. 3
 *   FFTC_CONVOLUTION_FIRST      1: what is loaded is the signal, not a result of another part
 *   FFTC_CONVOLUTION_LAST       1: what is stored is the result
 *   FFTC_CONVOLUTION_WEIGHTED   1: weights
 *   FFTC_CONVOLUTION_RIGHT_ANGLE     1: what is loaded is multiplied by the conjugate of its weight
 *   FFTC_CONVOLUTION_CONJUGATE  1: the spectrum's conjugate is multiplied by: a correlation
 *   FFTC_CONVOLUTION_PIXELS     defined if the first and the last pass may load and store pixels
 *   FFTC_CONVOLUTION_CHANNELS   with that: 1 to 4 channels of the pixels, each of them a signal,
 *                               or 0: no pixels
 *   FFTC_CONVOLUTION_RESAMPLES  defined if a line's spectrum is made in shared memory
 *                               where FFTC_RESAMPLED of resample_line.h is not 0
 *   FFTC_CONVOLUTION_TABLE      where the factors of the stages back begin, in the table of the
 *                               others and in the same order
 *
 * Shared memory as for line_fft.h. Barriers: of part 2 twice those of line_fft.h, and one; what
 * makes a line's spectrum in shared memory adds its own (resample_line.h). With
 * pixels those of line_fft.h for each channel, and one between two of them.
 */
#ifndef FFTC_LINE_CONVOLUTION_H
#define FFTC_LINE_CONVOLUTION_H

#include "fftcore/kernel/line_fft.h"
#ifdef FFTC_CONVOLUTION_PIXELS
#include "fftcore/kernel/pixel.h"
#endif

#ifndef FFTC_CONVOLUTION_ROLE
#error "define FFTC_CONVOLUTION_ROLE: 1u there, 2u product, 3u back"
#endif
#ifndef FFTC_CONVOLUTION_FIRST
#error "define FFTC_CONVOLUTION_FIRST: 0u or 1u"
#endif
#ifndef FFTC_CONVOLUTION_LAST
#error "define FFTC_CONVOLUTION_LAST: 0u or 1u"
#endif
#ifndef FFTC_CONVOLUTION_WEIGHTED
#error "define FFTC_CONVOLUTION_WEIGHTED: 0u or 1u"
#endif
#ifndef FFTC_CONVOLUTION_RIGHT_ANGLE
#error "define FFTC_CONVOLUTION_RIGHT_ANGLE: 0u or 1u"
#endif
#ifndef FFTC_CONVOLUTION_CONJUGATE
#error "define FFTC_CONVOLUTION_CONJUGATE: 0u or 1u"
#endif
#ifndef FFTC_CONVOLUTION_TABLE
#error "define FFTC_CONVOLUTION_TABLE: where the factors of the stages back begin"
#endif

FFTC_REQUIRE(FFTC_CONVOLUTION_ROLE_must_be_1_2_or_3,
             FFTC_CONVOLUTION_ROLE >= 1u && FFTC_CONVOLUTION_ROLE <= 3u);
FFTC_REQUIRE(FFTC_CONVOLUTION_FIRST_must_be_0_or_1, FFTC_CONVOLUTION_FIRST <= 1u);
FFTC_REQUIRE(FFTC_CONVOLUTION_LAST_must_be_0_or_1, FFTC_CONVOLUTION_LAST <= 1u);
FFTC_REQUIRE(FFTC_CONVOLUTION_WEIGHTED_must_be_0_or_1, FFTC_CONVOLUTION_WEIGHTED <= 1u);
FFTC_REQUIRE(FFTC_CONVOLUTION_RIGHT_ANGLE_must_be_0_or_1, FFTC_CONVOLUTION_RIGHT_ANGLE <= 1u);
FFTC_REQUIRE(FFTC_CONVOLUTION_CONJUGATE_must_be_0_or_1, FFTC_CONVOLUTION_CONJUGATE <= 1u);
FFTC_REQUIRE(FFTC_CONVOLUTION_RIGHT_ANGLE_needs_FFTC_CONVOLUTION_WEIGHTED,
             FFTC_CONVOLUTION_RIGHT_ANGLE == 0u || FFTC_CONVOLUTION_WEIGHTED == 1u);

/* Yours to define: the spectrum at position t + offset of a line, of invocation t, and the weight
 * at a position. */
FFTC_ACCESSOR(fftc_complex, fftc_line_spectrum_near,
              (fftc_uint line, fftc_uint t, fftc_uniform offset));
FFTC_ACCESSOR(fftc_complex, fftc_line_weight_get, (fftc_uint line, fftc_uint position));
#ifdef FFTC_CONVOLUTION_RESAMPLES
/* Yours to define, where FFTC_RESAMPLED is not 0: what an invocation has to make for its line's
 * spectrum, which is asked for before the transform, so that nothing waits for it; and what puts it
 * into shared memory, called by all invocations when nobody needs that, before they ask for a
 * line's spectrum. */
FFTC_ACCESSOR(fftc_line_values, fftc_line_spectrum_values, (fftc_uint line, fftc_uint t));
FFTC_ACCESSOR(void, fftc_line_spectrum_begin,
              (fftc_uint line, fftc_uint t, fftc_line_values values));
#endif

/* Yours to define: the factor of part 1 for the element that invocation t has in a slot of the last
 * stage. Not asked for where FFTC_LINE_FACTORED is 0. */
FFTC_ACCESSOR(fftc_complex, fftc_line_factor_after,
              (fftc_uint line, fftc_uint t, fftc_uniform slot));

/* The radix of a stage on the way back. */
FFTC_FN fftc_uniform fftc_line_back_radix(fftc_uniform stage)
{
    fftc_uniform i = FFTC_LINE_STAGES - 1u - stage;
    return i == 0u   ? FFTC_LINE_RADIX_0
           : i == 1u ? FFTC_LINE_RADIX_1
           : i == 2u ? FFTC_LINE_RADIX_2
           : i == 3u ? FFTC_LINE_RADIX_3
           : i == 4u ? FFTC_LINE_RADIX_4
           : i == 5u ? FFTC_LINE_RADIX_5
                     : 1u;
}

/* The stages of the way back, as fftc_line_stages. Other invocations may still be reading shared
 * memory, hence the barrier. */
FFTC_FN_INLINE fftc_line_values fftc_line_back_stages(fftc_line_values x)
{
    fftc_line_held held = fftc_line_hold_none();
    fftc_uniform before = 1u;
    fftc_uniform table = FFTC_CONVOLUTION_TABLE;
    x = fftc_line_codelets(x, fftc_line_back_radix(0u));
    if (FFTC_LINE_STAGES > 1u) {
        fftc_line_barrier();
        x = fftc_line_stage(x, held, 0u, 1u, before, fftc_line_back_radix(0u),
                            fftc_line_back_radix(1u), table);
        before = before * fftc_line_back_radix(0u);
        table = table + before * fftc_line_rows(fftc_line_back_radix(1u));
    }
    if (FFTC_LINE_STAGES > 2u) {
        x = fftc_line_stage(x, held, 0u, 2u, before, fftc_line_back_radix(1u),
                            fftc_line_back_radix(2u), table);
        before = before * fftc_line_back_radix(1u);
        table = table + before * fftc_line_rows(fftc_line_back_radix(2u));
    }
    if (FFTC_LINE_STAGES > 3u) {
        x = fftc_line_stage(x, held, 0u, 3u, before, fftc_line_back_radix(2u),
                            fftc_line_back_radix(3u), table);
        before = before * fftc_line_back_radix(2u);
        table = table + before * fftc_line_rows(fftc_line_back_radix(3u));
    }
    if (FFTC_LINE_STAGES > 4u) {
        x = fftc_line_stage(x, held, 0u, 4u, before, fftc_line_back_radix(3u),
                            fftc_line_back_radix(4u), table);
        before = before * fftc_line_back_radix(3u);
        table = table + before * fftc_line_rows(fftc_line_back_radix(4u));
    }
    if (FFTC_LINE_STAGES > 5u) {
        x = fftc_line_stage(x, held, 0u, 5u, before, fftc_line_back_radix(4u),
                            fftc_line_back_radix(5u), table);
    }
    return x;
}

/* The number of the spectrum that an element is multiplied by: see FFTC_CONVOLUTION_MULTIPLY. */
FFTC_FN_INLINE fftc_complex fftc_line_spectrum(fftc_uint line, fftc_uint t, fftc_uniform offset)
{
    fftc_complex h = fftc_line_spectrum_near(line, t, offset);
    return FFTC_CONVOLUTION_CONJUGATE == 1u ? fftc_complex_conj(h) : h;
}

FFTC_FN_INLINE fftc_complex fftc_line_weight_before(fftc_uint line, fftc_uint t,
                                                    fftc_uniform offset)
{
    fftc_complex c = fftc_line_weight_get(line, t + offset);
    return FFTC_CONVOLUTION_RIGHT_ANGLE == 1u ? fftc_complex_conj(c) : c;
}

FFTC_FN_INLINE fftc_complex fftc_line_weight_after(fftc_uint line, fftc_uint t, fftc_uniform offset)
{
    return fftc_line_weight_get(line, t + offset);
}

/* Multiplies every element by the accessor's number for its line and position. If `if_met` says so,
 * elements that neither come from src nor go to dst are left out. */
#define FFTC_CONVOLUTION_MULTIPLY(get, if_met)                                           \
    fftc_uniform count = fftc_line_butterflies(radix);                                   \
    FFTC_UNROLL                                                                          \
    for (fftc_uniform j = 0u; j < count; ++j) {                                          \
        if (fftc_line_has(at.t, j, radix)) {                                             \
            FFTC_UNROLL                                                                  \
            for (fftc_uniform k = 0u; k < radix; ++k) {                                  \
                fftc_uniform slot = j + k * count;                                       \
                fftc_uniform offset = fftc_line_offset(slot, radix);                     \
                if_met(offset)                                                           \
                {                                                                        \
                    x.v[slot] = fftc_complex_mul(x.v[slot], get(at.line, at.t, offset)); \
                }                                                                        \
            }                                                                            \
        }                                                                                \
    }                                                                                    \
    return x;

#define FFTC_CONVOLUTION_ALWAYS(offset)

FFTC_FN_INLINE fftc_line_values fftc_line_product(fftc_line_values x, fftc_line_place at,
                                                  fftc_uniform radix){
    FFTC_CONVOLUTION_MULTIPLY(fftc_line_spectrum, FFTC_CONVOLUTION_ALWAYS)}

FFTC_FN_INLINE fftc_line_values
    fftc_line_weights_before(fftc_line_values x, fftc_line_place at, fftc_uniform radix){
        FFTC_CONVOLUTION_MULTIPLY(fftc_line_weight_before, FFTC_LINE_IF_READS)}

FFTC_FN_INLINE fftc_line_values
    fftc_line_weights_after(fftc_line_values x, fftc_line_place at, fftc_uniform radix){
        FFTC_CONVOLUTION_MULTIPLY(fftc_line_weight_after, FFTC_LINE_IF_WRITES)}

#undef FFTC_CONVOLUTION_MULTIPLY
#undef FFTC_CONVOLUTION_ALWAYS

FFTC_FN_INLINE fftc_line_values
    fftc_line_factors_after(fftc_line_values x, fftc_line_place at, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        if (fftc_line_has(at.t, j, radix)) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < radix; ++k) {
                fftc_uniform slot = j + k * count;
                x.v[slot] =
                    fftc_complex_mul(x.v[slot], fftc_line_factor_after(at.line, at.t, slot));
            }
        }
    }
    return x;
}

FFTC_FN_INLINE fftc_line_values fftc_line_swap(fftc_line_values x)
{
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_LINE_REGISTERS; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

/* fftc_line_load and fftc_line_store exchange real and imaginary parts for the inverse. That is for
 * the signal and the result: intermediate results are exchanged once more. */
FFTC_FN_INLINE fftc_line_values fftc_line_convolution_begin(fftc_line_values x, fftc_line_place at)
{
    if (FFTC_CONVOLUTION_FIRST == 0u && FFTC_LINE_INVERSE == 1u) {
        x = fftc_line_swap(x);
    }
    if (FFTC_CONVOLUTION_FIRST == 1u && FFTC_CONVOLUTION_WEIGHTED == 1u) {
        x = fftc_line_weights_before(x, at, FFTC_LINE_RADIX_0);
    }
    if (FFTC_CONVOLUTION_ROLE == 3u && FFTC_LINE_FACTORED == 1u) {
        x = fftc_line_factors(x, at, FFTC_LINE_RADIX_0);
    }
    return x;
}

FFTC_FN_INLINE fftc_line_values fftc_line_convolution_load(fftc_line_place at)
{
    return fftc_line_convolution_begin(fftc_line_load(at, FFTC_LINE_RADIX_0), at);
}

FFTC_FN_INLINE fftc_line_values fftc_line_convolution_end(fftc_line_values x, fftc_line_place at,
                                                          fftc_uniform radix)
{
    if (FFTC_CONVOLUTION_ROLE == 1u && FFTC_LINE_FACTORED == 1u) {
        x = fftc_line_factors_after(x, at, radix);
    }
    if (FFTC_CONVOLUTION_LAST == 1u && FFTC_CONVOLUTION_ROLE != 1u) {
        x = fftc_line_swap(x);
    }
    if (FFTC_CONVOLUTION_LAST == 1u && FFTC_CONVOLUTION_WEIGHTED == 1u) {
        x = fftc_line_weights_after(x, at, radix);
    }
    if (FFTC_CONVOLUTION_LAST == 0u && FFTC_LINE_INVERSE == 1u) {
        x = fftc_line_swap(x);
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_convolution_store(fftc_line_values x, fftc_line_place at,
                                                fftc_uniform radix)
{
    fftc_line_store(fftc_line_convolution_end(x, at, radix), at, radix);
}

#ifdef FFTC_CONVOLUTION_PIXELS
/* Yours to define (mapped_pass.h does): all channels of what line.h's accessors of these names
 * without `pixel` have of one. */
FFTC_ACCESSOR(fftc_pixel_pair, fftc_line_get_pixel_near,
              (fftc_uint line, fftc_uint t, fftc_uniform offset));
FFTC_ACCESSOR(void, fftc_line_set_pixel_near,
              (fftc_uint line, fftc_uint t, fftc_uniform offset, fftc_pixel_pair pair));

FFTC_STRUCT(fftc_line_channels)
{
    fftc_line_values channel[FFTC_PIXEL_CHANNELS_MAX];
};

FFTC_FN_INLINE fftc_line_channels fftc_line_pixels_load(fftc_line_place at, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_line_channels x;
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < FFTC_LINE_REGISTERS; ++i) {
            x.channel[c].v[i] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
        }
    }
    if (fftc_line_wanted(at.line)) {
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < count; ++j) {
            if (fftc_line_has(at.t, j, radix)) {
                FFTC_UNROLL
                for (fftc_uniform k = 0u; k < radix; ++k) {
                    fftc_uniform slot = j + k * count;
                    fftc_uniform offset = fftc_line_offset(slot, radix);
                    FFTC_LINE_IF_READS(offset)
                    {
                        fftc_pixel_pair p = fftc_line_get_pixel_near(at.line, at.t, offset);
                        FFTC_UNROLL
                        for (fftc_uniform c = 0u; c < FFTC_CONVOLUTION_CHANNELS; ++c) {
                            x.channel[c].v[slot] = fftc_line_swapped(p.channel[c]);
                        }
                    }
                }
            }
        }
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_pixels_store(fftc_line_channels x, fftc_line_place at,
                                           fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_pixel_pair p;
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        p.channel[c] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    }
    if (fftc_line_wanted(at.line)) {
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < count; ++j) {
            if (fftc_line_has(at.t, j, radix)) {
                FFTC_UNROLL
                for (fftc_uniform k = 0u; k < radix; ++k) {
                    fftc_uniform slot = j + k * count;
                    fftc_uniform offset = fftc_line_offset(slot, radix);
                    FFTC_LINE_IF_WRITES(offset)
                    {
                        FFTC_UNROLL
                        for (fftc_uniform c = 0u; c < FFTC_CONVOLUTION_CHANNELS; ++c) {
                            p.channel[c] = fftc_line_swapped(x.channel[c].v[slot]);
                        }
                        fftc_line_set_pixel_near(at.line, at.t, offset, p);
                    }
                }
            }
        }
    }
}

/* The first and the last pass with pixels: every invocation does its line in all channels, and
 * holds them all, so that each pixel is loaded once and stored once. */
FFTC_FN_INLINE void fftc_line_convolution_pixels(void)
{
    fftc_line_place from = fftc_line_place_of(FFTC_LINE_LOAD_ACROSS, 0u);
    fftc_line_place at = fftc_line_place_of(FFTC_LINE_STORE_ACROSS, 0u);
    fftc_line_place of = from;
    fftc_uniform radix = fftc_line_last_radix();
    fftc_line_channels x;
    if (FFTC_CONVOLUTION_ROLE == 1u) {
        x = fftc_line_pixels_load(from, FFTC_LINE_RADIX_0);
    } else {
        FFTC_UNROLL
        for (fftc_uniform c = 0u; c < FFTC_CONVOLUTION_CHANNELS; ++c) {
            of.line = from.line + c * FFTC_LINE_COUNT;
            x.channel[c] = fftc_line_load(of, FFTC_LINE_RADIX_0);
        }
    }
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_CONVOLUTION_CHANNELS; ++c) {
        if (c != 0u && FFTC_LINE_STAGES > 1u) {
            fftc_line_barrier(); /* others may still be reading the channel before */
        }
        x.channel[c] = fftc_line_stages(fftc_line_convolution_begin(x.channel[c], from));
        x.channel[c] = fftc_line_convolution_end(x.channel[c], at, radix);
        if (FFTC_CONVOLUTION_ROLE == 1u) {
            of = at;
            of.line = at.line + c * FFTC_LINE_COUNT;
            fftc_line_store(x.channel[c], of, radix);
        }
    }
    if (FFTC_CONVOLUTION_ROLE == 3u) {
        fftc_line_pixels_store(x, at, radix);
    }
}
#endif

FFTC_FN_INLINE void fftc_line_convolution_each(void)
{
    fftc_line_place at = fftc_line_place_of(FFTC_LINE_STORE_ACROSS, 0u);
    fftc_line_values x = fftc_line_convolution_load(fftc_line_place_of(FFTC_LINE_LOAD_ACROSS, 0u));
    fftc_uniform radix = fftc_line_last_radix();
#ifdef FFTC_CONVOLUTION_RESAMPLES
    fftc_line_values h = x;
    if (FFTC_RESAMPLED != 0u) {
        h = fftc_line_spectrum_values(at.line, at.t);
    }
#endif
    x = fftc_line_stages(x);
    if (FFTC_CONVOLUTION_ROLE == 2u) {
#ifdef FFTC_CONVOLUTION_RESAMPLES
        if (FFTC_RESAMPLED != 0u) {
            fftc_line_spectrum_begin(at.line, at.t, h);
        }
#endif
        x = fftc_line_swap(fftc_line_product(x, at, radix));
        x = fftc_line_back_stages(x);
        radix = FFTC_LINE_RADIX_0;
    }
    fftc_line_convolution_store(x, at, radix);
}

FFTC_FN_INLINE void fftc_line_convolution(void)
{
#ifdef FFTC_CONVOLUTION_PIXELS
    if (FFTC_CONVOLUTION_CHANNELS != 0u) {
        fftc_line_convolution_pixels();
    } else {
        fftc_line_convolution_each();
    }
#else
    fftc_line_convolution_each();
#endif
}

#endif
