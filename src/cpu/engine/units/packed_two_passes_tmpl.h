/* SPDX-License-Identifier: MIT
 *
 * Packed rows of any two radices by tables of their passes (packed_pass_tmpl.h), for packed.c;
 * later ones are fetched meanwhile, or not.
 */
static void (*const first_pass[])(const fftc_scalar *p, size_t m, fftc_real *y, const fftc_real *w,
                                  fftc_scalar scale, bool in_order, int inverse,
                                  const fftc_upcoming *next) = {
    FIRST_RADICES(FFTC_FUNCTION_OF, first)};
static void (*const last_pass[])(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                                 const fftc_upcoming *next) = {
    LAST_RADICES(FFTC_FUNCTION_OF, last)};
#if FFTC_LINES_PAST
static void (*const last_pass_past[])(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                                      const fftc_upcoming *next) = {
    LAST_RADICES(FFTC_FUNCTION_OF, last_past)};
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
