/* SPDX-License-Identifier: MIT
 *
 * Packed rows of any two radices by tables of their passes (packed_pass_tmpl.h), for packed.c;
 * later ones are prefetched, or not.
 */
static void (*const first_pass[])(const fftc_scalar *p, size_t m, fftc_real *y, const fftc_real *w,
                                  fftc_scalar scale, bool in_order, int inverse,
                                  const fftc_prefetch_row *next) = {
    FIRST_RADICES(FFTC_FUNCTION_OF, first)};
static void (*const last_pass[])(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                                 const fftc_prefetch_row *next) = {
    LAST_RADICES(FFTC_FUNCTION_OF, last)};
#if FFTC_NONTEMPORAL_LINES
static void (*const last_pass_nontemporal[])(const fftc_real *y, fftc_scalar *d, size_t r1,
                                             int inverse, const fftc_prefetch_row *next) = {
    LAST_RADICES(FFTC_FUNCTION_OF, last_nontemporal)};
#else
#define last_pass_nontemporal last_pass
#endif

/* Rows of any two radices. */
static void two_passes(const fftc_engine_rows *rows, const void *src, void *dst)
{
    fftc_real y[CHUNKS(MOST_FIRST) * FFTC_PACKED_MAX_LAST];
    const fftc_scalar *p = (const fftc_scalar *)src;
    fftc_scalar *d = (fftc_scalar *)dst;
    const bool nontemporal = stores_nontemporal(rows, dst);
    for (size_t row = 0; row < rows->count; ++row) {
        const fftc_prefetch_row later = row_to_prefetch(rows, p, d);
        const fftc_prefetch_row *next = rows->prefetches ? &later : NULL;
        first_pass[rows->first](p, (size_t)rows->last, y, (const fftc_real *)rows->twiddles,
                                (fftc_scalar)rows->scale, rows->in_order || rows->prefetches,
                                rows->inverse, next);
        (nontemporal ? last_pass_nontemporal : last_pass)[rows->last](y, d, (size_t)rows->first,
                                                                      rows->inverse, next);
        p += 2 * rows->src_step;
        d += 2 * rows->dst_step;
    }
}
