/* SPDX-License-Identifier: MIT
 *
 * Turns a butterfly's outputs into lanes, in the first pass of a row: for one RADIX, with NAME and
 * BUNDLE set, where RADIX <= LANES.
 */

/* Transposes RADIX rows: y[c] of column c becomes a vector whose lanes are the rows, in lane order;
 * lanes beyond RADIX hold copies of row 0. */
FORCE void NAME(transpose)(BUNDLE x, fftc_complex *y)
{
    fftc_real re[LANES];
    fftc_real im[LANES];
    UNROLL for (int p = 0; p < LANES; ++p)
    {
        re[p] = x.v[lane_column(p) < RADIX ? lane_column(p) : 0].re;
        im[p] = x.v[lane_column(p) < RADIX ? lane_column(p) : 0].im;
    }
    transpose(re);
    transpose(im);
    UNROLL for (int p = 0; p < LANES; ++p)
    {
        y[lane_column(p)] = fftc_complex_make(re[p], im[p]);
    }
}
