/* SPDX-License-Identifier: MIT
 *
 * Lines of a convolution's product (convolution_pass.h) whose spectrum is a kernel's own, of real
 * taps, sampled between its frequencies (resample.h). The axis beside the lines is resampled once
 * for each line, into shared memory, from where its points take what their filter needs.
 *
 * Parameters, beside those of lines:
 *   FFTC_RESAMPLED            0: the spectrum is the convolution's; else 1 + FFTC_RESAMPLE_...
 *   FFTC_RESAMPLED_ALONG      frequencies of the kernel along the lines
 *   FFTC_RESAMPLED_PERIOD     positions of a line from one to the next with the same weights:
 *                             FFTC_LINE_POINTS without its common factors with _ALONG
 *   FFTC_RESAMPLED_BESIDE     along the other axis
 *   FFTC_RESAMPLED_HALVED     1: the half spectrum that is stored is half as long along the lines,
 *                             0: along the other axis; neighbours are neighbours along it
 *   FFTC_RESAMPLED_ROWS       lines of one spectrum, M; those of the next spectrum follow
 *   FFTC_RESAMPLED_QUARTER    1: line k has frequency (k - 1/4) / M, as a right-angle convolution
 *                             has (line_convolution.h), 0: k / M
 *   FFTC_RESAMPLED_PER_ROW    1 / M, or 1 / (4 M) with quarters
 *   FFTC_RESAMPLED_SHIFTED    1: the kernel's centre is moved: the spectrum is multiplied by a turn
 *                             of each position, and one of each line
 *   FFTC_RESAMPLED_TURNS      where these begin in the table
 *   FFTC_RESAMPLED_WEIGHTS    where the weights along the lines begin in the table: number
 *                             position + FFTC_LINE_POINTS i has those of taps 2 i and 2 i + 1
 *
 * Shared memory: FFTC_COMPLEX_WORDS words for each of FFTC_RESAMPLED_ALONG + 5 numbers of
 * each line, from word 0 on. Barriers: 2.
 */
#ifndef FFTC_RESAMPLE_LINE_H
#define FFTC_RESAMPLE_LINE_H

#include "fftcore/kernel/line_cross.h"
#include "fftcore/kernel/resample_filter.h"

#ifndef FFTC_RESAMPLED
#error "define FFTC_RESAMPLED: 0u, or 1u and a filter of resample_filter.h"
#endif
#ifndef FFTC_RESAMPLED_ALONG
#error "define FFTC_RESAMPLED_ALONG: the kernel's frequencies along the lines"
#endif
#ifndef FFTC_RESAMPLED_PERIOD
#error "define FFTC_RESAMPLED_PERIOD: positions from one to the next with the same weights"
#endif
#ifndef FFTC_RESAMPLED_BESIDE
#error "define FFTC_RESAMPLED_BESIDE: the kernel's frequencies along the other axis"
#endif
#ifndef FFTC_RESAMPLED_HALVED
#error "define FFTC_RESAMPLED_HALVED: 0u or 1u"
#endif
#ifndef FFTC_RESAMPLED_ROWS
#error "define FFTC_RESAMPLED_ROWS: lines of one spectrum"
#endif
#ifndef FFTC_RESAMPLED_QUARTER
#error "define FFTC_RESAMPLED_QUARTER: 0u or 1u"
#endif
#ifndef FFTC_RESAMPLED_PER_ROW
#error "define FFTC_RESAMPLED_PER_ROW: 1 / FFTC_RESAMPLED_ROWS, or a quarter of it"
#endif

#ifndef FFTC_RESAMPLED_SHIFTED
#error "define FFTC_RESAMPLED_SHIFTED: 0u or 1u"
#endif
#ifndef FFTC_RESAMPLED_TURNS
#error "define FFTC_RESAMPLED_TURNS: where the turns begin in the table"
#endif
#ifndef FFTC_RESAMPLED_WEIGHTS
#error "define FFTC_RESAMPLED_WEIGHTS: where the weights begin in the table"
#endif

FFTC_REQUIRE(FFTC_RESAMPLED_must_be_at_most_3, FFTC_RESAMPLED <= 3u);
FFTC_REQUIRE(FFTC_RESAMPLED_PERIOD_must_be_at_least_1, FFTC_RESAMPLED_PERIOD >= 1u);
FFTC_REQUIRE(FFTC_RESAMPLED_HALVED_must_be_0_or_1, FFTC_RESAMPLED_HALVED <= 1u);
FFTC_REQUIRE(FFTC_RESAMPLED_QUARTER_must_be_0_or_1, FFTC_RESAMPLED_QUARTER <= 1u);
FFTC_REQUIRE(FFTC_RESAMPLED_SHIFTED_must_be_0_or_1, FFTC_RESAMPLED_SHIFTED <= 1u);
FFTC_REQUIRE(FFTC_LINE_REGISTERS_must_be_enough_for_FFTC_RESAMPLED_ALONG_and_5,
             FFTC_RESAMPLED == 0u ||
                 FFTC_RESAMPLED_ALONG + 5u <= FFTC_LINE_REGISTERS * FFTC_LINE_INVOCATIONS);

/* Yours to define: the kernels' half spectra, one after the other. */
FFTC_ACCESSOR(fftc_complex, fftc_spectrum_get, (fftc_uint index));
/* Yours to define: the table. */
FFTC_ACCESSOR(fftc_complex, fftc_line_twiddle_get, (fftc_uint index));

/* Frequencies -2 to K + 2 of a line are kept, so that no filter meets an end. */
#define FFTC_RESAMPLED_BEFORE 2u
#define FFTC_RESAMPLED_KEPT (FFTC_RESAMPLED_ALONG + 5u)

/* A frequency of the kernel whose number is at least -3 FFTC_RESAMPLED_..., to which `lifted` has
 * added that. */
FFTC_FN fftc_complex fftc_resample_line_fetch(fftc_uint spectrum, fftc_uint lifted_along,
                                              fftc_uint lifted_beside)
{
    fftc_uint along = lifted_along % FFTC_UINT(FFTC_RESAMPLED_ALONG);
    fftc_uint beside = lifted_beside % FFTC_UINT(FFTC_RESAMPLED_BESIDE);
    fftc_uniform stored = FFTC_RESAMPLED_BESIDE / 2u + 1u;
    fftc_uniform others = FFTC_RESAMPLED_ALONG;
    fftc_resample_element e;
    if (FFTC_RESAMPLED_HALVED == 1u) {
        stored = FFTC_RESAMPLED_ALONG / 2u + 1u;
        others = FFTC_RESAMPLED_BESIDE;
        e = fftc_resample_element_of(beside, along, FFTC_RESAMPLED_BESIDE, FFTC_RESAMPLED_ALONG);
    } else {
        e = fftc_resample_element_of(along, beside, FFTC_RESAMPLED_ALONG, FFTC_RESAMPLED_BESIDE);
    }
    fftc_complex z = fftc_spectrum_get((spectrum * others + e.x) * stored + e.y);
    return fftc_complex_select(e.conjugate, fftc_complex_conj(z), z);
}

/* The place of word w of number `entry` of a line: words of a number are loaded together. */
FFTC_FN fftc_uint fftc_resample_line_word(fftc_uint line, fftc_uint entry, fftc_uniform w)
{
    return (line * FFTC_RESAMPLED_KEPT + entry) * FFTC_COMPLEX_WORDS + w;
}

/* Entries of a line that an invocation resamples: t, t + I, ... */
FFTC_FN fftc_uniform fftc_resample_line_each(void)
{
    return (FFTC_RESAMPLED_KEPT + FFTC_LINE_INVOCATIONS - 1u) / FFTC_LINE_INVOCATIONS;
}

/* Resamples along the axis beside the line, which is line `row` of all spectra. */
FFTC_FN fftc_line_values fftc_resample_line_values(fftc_uint t, fftc_uint row)
{
    fftc_uniform kind = FFTC_RESAMPLED - 1u;
    fftc_uniform taps = fftc_resample_taps(kind);
    fftc_uniform parts = FFTC_RESAMPLED_QUARTER == 1u ? 4u : 1u;
    fftc_uniform all = parts * FFTC_RESAMPLED_ROWS;
    fftc_uint frequency =
        (row % FFTC_RESAMPLED_ROWS * parts + (all - FFTC_RESAMPLED_QUARTER)) % all;
    fftc_uint spectrum = row / FFTC_RESAMPLED_ROWS;
    fftc_resample_place at =
        fftc_resample_find(frequency, FFTC_RESAMPLED_BESIDE, all, FFTC_RESAMPLED_PER_ROW);
    fftc_resample_weights beside = fftc_resample_weigh(at.fraction, kind);
    fftc_complex turn = fftc_complex_make(FFTC_REAL(1.0), FFTC_REAL(0.0));
    fftc_line_values values;
    if (FFTC_RESAMPLED_SHIFTED == 1u) {
        turn = fftc_line_twiddle_get(row % FFTC_RESAMPLED_ROWS +
                                     (FFTC_RESAMPLED_TURNS + FFTC_LINE_POINTS));
    }
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < fftc_resample_line_each(); ++i) {
        /* Beyond the last entry, one that exists is fetched once more. */
        fftc_uint along =
            t + (i * FFTC_LINE_INVOCATIONS + 3u * FFTC_RESAMPLED_ALONG - FFTC_RESAMPLED_BEFORE);
        fftc_complex sum = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < FFTC_RESAMPLE_TAPS_MAX; ++j) {
            if (j < taps) {
                fftc_uint k = at.whole + (j + 1u + 3u * FFTC_RESAMPLED_BESIDE - taps / 2u);
                sum = fftc_complex_add_scaled(sum, fftc_resample_line_fetch(spectrum, along, k),
                                              fftc_real_from_wide(beside.weight[j]));
            }
        }
        if (FFTC_RESAMPLED_SHIFTED == 1u) {
            sum = fftc_complex_mul(sum, turn);
        }
        values.v[i] = sum;
    }
    return values;
}

/* Puts them into shared memory, where they are those of line `line` of the workgroup. All
 * invocations are here, and what shared memory has is dropped. */
FFTC_FN void fftc_resample_line_begin(fftc_uint line, fftc_uint t, fftc_line_values values)
{
    fftc_line_barrier();
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < fftc_resample_line_each(); ++i) {
        fftc_uint entry = t + i * FFTC_LINE_INVOCATIONS;
        if (entry < FFTC_RESAMPLED_KEPT) {
            fftc_complex_words words = fftc_words_from_complex(values.v[i]);
            FFTC_UNROLL
            for (fftc_uniform w = 0u; w < FFTC_COMPLEX_WORDS; ++w) {
                fftc_shared_set(fftc_resample_line_word(line, entry, w), words.word[w]);
            }
        }
    }
    fftc_line_barrier();
}

/* The spectrum at position t + offset of that line. Positions that are whole periods apart take
 * their weights from one place of the table, so that an invocation loads them once. */
FFTC_FN fftc_complex fftc_resample_line_near(fftc_uint line, fftc_uint t, fftc_uniform offset)
{
    fftc_uniform taps = fftc_resample_taps(FFTC_RESAMPLED - 1u);
    fftc_uniform apart = offset % FFTC_RESAMPLED_PERIOD;
    fftc_uint first = t + apart;
    fftc_uint whole = first * FFTC_UINT(FFTC_RESAMPLED_ALONG) / FFTC_UINT(FFTC_LINE_POINTS) +
                      (offset - apart) * FFTC_RESAMPLED_ALONG / FFTC_LINE_POINTS;
    fftc_complex sum = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    FFTC_UNROLL
    for (fftc_uniform pair = 0u; pair < FFTC_RESAMPLE_TAPS_MAX / 2u; ++pair) {
        if (2u * pair < taps) {
            fftc_complex weights =
                fftc_line_twiddle_get(first + (FFTC_RESAMPLED_WEIGHTS + pair * FFTC_LINE_POINTS));
            FFTC_UNROLL
            for (fftc_uniform i = 0u; i < 2u; ++i) {
                fftc_uint entry = whole + (2u * pair + i + 1u + FFTC_RESAMPLED_BEFORE - taps / 2u);
                fftc_complex_words words;
                FFTC_UNROLL
                for (fftc_uniform w = 0u; w < FFTC_COMPLEX_WORDS; ++w) {
                    words.word[w] = fftc_shared_get(fftc_resample_line_word(line, entry, w));
                }
                sum = fftc_complex_add_scaled(sum, fftc_complex_from_words(words),
                                              i == 0u ? weights.re : weights.im);
            }
        }
    }
    if (FFTC_RESAMPLED_SHIFTED == 1u) {
        sum = fftc_complex_mul(sum, fftc_line_twiddle_get(t + (offset + FFTC_RESAMPLED_TURNS)));
    }
    return sum;
}

#endif
