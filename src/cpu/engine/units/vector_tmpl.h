/* SPDX-License-Identifier: MIT
 *
 * Vectors of FFTC_LANES complex numbers, for every unit that is made of passes: getting them from
 * memory and back (edge_tmpl.h), turning them by twiddles, transposing them.
 */
#define LANES FFTC_LANES

#include "cpu/engine/units/edge_tmpl.h"

/* Prefetches the columns after these, which are probably the next vector FFT's. Their lines are as
 * far apart as this one's, which no hardware prefetcher recognizes. */
FORCE void prefetch_next(const fftc_scalar *p)
{
    for (size_t byte = 0; byte < 2 * LANES * sizeof *p; byte += FFTC_CACHE_LINE) {
        __builtin_prefetch((const char *)(p + 2 * LANES) + byte, 0, 2);
    }
}

FORCE fftc_complex rotate(fftc_complex x, const fftc_scalar *w)
{
    return fftc_complex_make(x.re * w[0] - x.im * w[1], x.re * w[1] + x.im * w[0]);
}

FORCE fftc_complex scaled(fftc_complex x, fftc_scalar scale)
{
    return fftc_complex_make(x.re * scale, x.im * scale);
}

/* --- transposition in registers --------------------------------------------------------------- */

#if LANES > 1
#define LOW_LANE(i, step) (((i) & (step)) ? LANES + (i) - (step) : (i))
#define HIGH_LANE(i, step) (((i) & (step)) ? LANES + (i) : (i) + (step))
#define TRANSPOSE_STEP(step)                                               \
    FORCE void transpose_step_##step(fftc_real *v)                         \
    {                                                                      \
        UNROLL for (int i = 0; i < LANES; ++i)                             \
        {                                                                  \
            if (!(i & step)) {                                             \
                fftc_real a = SHUFFLE(v[i], v[i + step], LOW_LANE, step);  \
                fftc_real b = SHUFFLE(v[i], v[i + step], HIGH_LANE, step); \
                v[i] = a;                                                  \
                v[i + step] = b;                                           \
            }                                                              \
        }                                                                  \
    }

#if FFTC_PRECISION == 32 && LANES > 2
/* Takes lanes of `a` and `b` alternately, from the first or second half of each 128 bits: one
 * instruction, as every step of a transposition is, except the first one on floats. */
FORCE fftc_real interleaved(fftc_real a, fftc_real b, const int half)
{
#define TRANSPOSE_LANE(i, half) \
    ((i) / 4 * 4 + 2 * (half) + (i) % 4 / 2 + ((i) % 2 != 0 ? LANES : 0))
    return half ? SHUFFLE(a, b, TRANSPOSE_LANE, 1) : SHUFFLE(a, b, TRANSPOSE_LANE, 0);
#undef TRANSPOSE_LANE
}

/* Four by four lanes, in each 128 bits. */
FORCE void transpose_blocks(fftc_real *v)
{
    UNROLL for (int i = 0; i < LANES; i += 4)
    {
        fftc_real even[2];
        fftc_real odd[2];
        UNROLL for (int half = 0; half < 2; ++half)
        {
            even[half] = interleaved(v[i], v[i + 2], half);
            odd[half] = interleaved(v[i + 1], v[i + 3], half);
        }
        UNROLL for (int k = 0; k < 4; ++k)
        {
            v[i + k] = interleaved(even[k / 2], odd[k / 2], k % 2);
        }
    }
}
#else
TRANSPOSE_STEP(1)
#if LANES > 2
TRANSPOSE_STEP(2)
#endif
#endif
#if LANES > 4
TRANSPOSE_STEP(4)
#endif
#if LANES > 8
TRANSPOSE_STEP(8)
#endif
#undef LOW_LANE
#undef HIGH_LANE
#undef TRANSPOSE_STEP
#endif

/* v[row] lane -> v[lane] row, LANES by LANES. */
FORCE void transpose(fftc_real *v)
{
#if FFTC_PRECISION == 32 && LANES > 2
    transpose_blocks(v);
#else
#if LANES > 1
    transpose_step_1(v);
#endif
#if LANES > 2
    transpose_step_2(v);
#endif
#endif
#if LANES > 4
    transpose_step_4(v);
#endif
#if LANES > 8
    transpose_step_8(v);
#endif
    (void)v;
}
