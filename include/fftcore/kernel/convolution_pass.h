/* SPDX-License-Identifier: MIT
 *
 * Dispatches of a convolution: line_convolution.h on arrays, as fft_pass.h is line_fft.h on arrays,
 * with all of its parameters. A long line of m = N_1 N_2 ... N_q points is treated as an array of q
 * axes, the last one, of N_q points, in rows:
 *
 *   part 1, there     on axis i < q, lines of N_i points in columns with stride M = N_{i+1} ... N_q
 *   part 2, product   on the rows
 *   part 3, back      on the axes in the opposite order
 *
 * Each part reads and writes the same elements of an array (FFTC_PASS_BEFORE is FFTC_PASS_LINES,
 * M; 1 for the rows), except that the first one reads the source and the last one writes the
 * destination. An array of several axes is convolved in the same way, without factors between them
 * (FFTC_LINE_FACTORED 0).
 *
 * Parameters beside those of the two:
 *   FFTC_CONVOLUTION_ROWS       rows of one transform: the product of all axes but the last
 *   FFTC_CONVOLUTION_WEIGHTS    where the weights begin in the table: of element 0, 1, ...
 *                               of the line
 *   FFTC_CONVOLUTION_SPECTRUM   where the spectrum begins in what fftc_spectrum_get reads,
 *                               row by row
 *   FFTC_CONVOLUTION_EVEN       1: there are two axes and the kernel is even. Then row R - k of the
 *                               spectrum, R = FFTC_CONVOLUTION_ROWS, is row k in reverse, k > 0,
 *                               and only rows 0 .. R div 2 are stored
 *   FFTC_CONVOLUTION_RESAMPLES  defined if the spectrum may be a kernel's own, sampled between its
 *                               frequencies: resample_line.h, with its parameters
 */
#ifndef FFTC_CONVOLUTION_PASS_H
#define FFTC_CONVOLUTION_PASS_H

#ifdef FFTC_LINE_CONVOLUTION_H
#error "include fftcore/kernel/convolution_pass.h in place of fftcore/kernel/line_convolution.h"
#endif

#include "fftcore/kernel/fft_pass.h"

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_spectrum_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset));
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_weight_get, (fftc_uint line, fftc_uint position));
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_factor_after,
                      (fftc_uint line, fftc_uint t, fftc_uniform slot));
#ifdef FFTC_CONVOLUTION_RESAMPLES
FFTC_FN FFTC_ACCESSOR(fftc_line_values, fftc_line_spectrum_values, (fftc_uint line, fftc_uint t));
FFTC_FN FFTC_ACCESSOR(void, fftc_line_spectrum_begin,
                      (fftc_uint line, fftc_uint t, fftc_line_values values));
#endif

#include "fftcore/kernel/line_convolution.h"
#ifdef FFTC_CONVOLUTION_RESAMPLES
#include "fftcore/kernel/resample_line.h"
#endif

#ifndef FFTC_CONVOLUTION_ROWS
#error "define FFTC_CONVOLUTION_ROWS: rows of one transform"
#endif
#ifndef FFTC_CONVOLUTION_WEIGHTS
#error "define FFTC_CONVOLUTION_WEIGHTS: where the weights begin in the table"
#endif
#ifndef FFTC_CONVOLUTION_SPECTRUM
#error "define FFTC_CONVOLUTION_SPECTRUM: where the spectrum begins"
#endif
#ifndef FFTC_CONVOLUTION_EVEN
#error "define FFTC_CONVOLUTION_EVEN: 0u or 1u"
#endif

FFTC_REQUIRE(FFTC_CONVOLUTION_ROWS_must_be_at_least_1, FFTC_CONVOLUTION_ROWS >= 1u);
FFTC_REQUIRE(FFTC_CONVOLUTION_EVEN_must_be_0_or_1, FFTC_CONVOLUTION_EVEN <= 1u);

/* Yours to define. Neighbours in t read neighbours. */
FFTC_ACCESSOR(fftc_complex, fftc_spectrum_get, (fftc_uint index));

#ifdef FFTC_CONVOLUTION_RESAMPLES
FFTC_FN FFTC_ACCESSOR(fftc_line_values, fftc_line_spectrum_values, (fftc_uint line, fftc_uint t))
{
    return fftc_resample_line_values(t, fftc_pass_line(line) % FFTC_CONVOLUTION_ROWS);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_spectrum_begin,
                      (fftc_uint line, fftc_uint t, fftc_line_values values))
{
    fftc_resample_line_begin(line, t, values);
}
#endif

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_spectrum_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset))
{
#ifdef FFTC_CONVOLUTION_RESAMPLES
    if (FFTC_RESAMPLED != 0u) {
        return fftc_resample_line_near(line, t, offset);
    }
#endif
    fftc_uint row = fftc_pass_line(line) % FFTC_CONVOLUTION_ROWS;
    fftc_uint position = t + offset;
    fftc_uint at = row * FFTC_LINE_POINTS + position;
    if (FFTC_CONVOLUTION_EVEN == 1u) {
        fftc_bool beyond = row > FFTC_CONVOLUTION_ROWS / 2u;
        fftc_uint behind = (FFTC_CONVOLUTION_ROWS + 1u - row) * FFTC_LINE_POINTS - 1u;
        at = fftc_select_uint(beyond, behind - position, at);
    }
    return fftc_spectrum_get(at + FFTC_CONVOLUTION_SPECTRUM);
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_weight_get, (fftc_uint line, fftc_uint position))
{
    fftc_uint b = fftc_pass_line(line) % FFTC_PASS_LINES;
    return fftc_line_twiddle_get(b + position * FFTC_PASS_LINES + FFTC_CONVOLUTION_WEIGHTS);
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_factor_after,
                      (fftc_uint line, fftc_uint t, fftc_uniform slot))
{
    return fftc_pass_factor(line, t, slot, fftc_line_last_radix());
}

#endif
