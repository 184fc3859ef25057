/* SPDX-License-Identifier: MIT
 *
 * Packed rows of any two radices by tables of their passes (packed_pass_tmpl.h), for packed.c;
 * later ones are fetched meanwhile, or not.
 */

#if C <= 2
#define PASSES(x) [2] = x##_2, PASSES_FROM_3(x)
#else
#define PASSES(x) PASSES_FROM_3(x)
#endif
#if C <= 3
#define PASSES_FROM_3(x) [3] = x##_3, PASSES_FROM_4(x)
#else
#define PASSES_FROM_3(x) PASSES_FROM_4(x)
#endif
#if C <= 4
#define PASSES_FROM_4(x) [4] = x##_4, [5] = x##_5, [6] = x##_6, [7] = x##_7, PASSES_FROM_8(x)
#else
#define PASSES_FROM_4(x) PASSES_FROM_8(x)
#endif
#define PASSES_FROM_8(x)                                                                  \
    [8] = x##_8, [9] = x##_9, [10] = x##_10, [11] = x##_11, [12] = x##_12, [13] = x##_13, \
    [14] = x##_14, [15] = x##_15, [16] = x##_16

static void (*const first_pass[])(const fftc_scalar *p, size_t m, fftc_real *y, const fftc_real *w,
                                  fftc_scalar scale, bool in_order, int inverse,
                                  const fftc_upcoming *next) = {PASSES(first), LONG_PASSES(first)};
static void (*const last_pass[])(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                                 const fftc_upcoming *next) = {PASSES(last),
                                                               LONG_PASSES(last)[32] = last_32};
#if FFTC_LINES_PAST
static void (*const last_pass_past[])(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                                      const fftc_upcoming *next) = {
    PASSES(last_past), LONG_PASSES(last_past)[32] = last_past_32};
#else
#define last_pass_past last_pass
#endif

/* Any two radices. */
static void two_passes(const fftc_engine_rows *rows, const void *src, void *dst)
{
    fftc_real y[CHUNKS(MOST_FIRST) * FFTC_PACKED_MAX_LAST];
    const fftc_scalar *p = (const fftc_scalar *)src;
    fftc_scalar *d = (fftc_scalar *)dst;
    const bool past = goes_past(rows, dst);
    for (size_t row = 0; row < rows->count; ++row) {
        const fftc_upcoming later = upcoming(rows, p, d);
        const fftc_upcoming *next = rows->fetches ? &later : NULL;
        first_pass[rows->first](p, (size_t)rows->last, y, (const fftc_real *)rows->twiddles,
                                (fftc_scalar)rows->scale, rows->in_order || rows->fetches,
                                rows->inverse, next);
        (past ? last_pass_past : last_pass)[rows->last](y, d, (size_t)rows->first, rows->inverse,
                                                        next);
        p += 2 * rows->src_step;
        d += 2 * rows->dst_step;
    }
}
