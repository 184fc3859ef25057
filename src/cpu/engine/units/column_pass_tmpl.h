/* SPDX-License-Identifier: MIT
 *
 * A pass of one radix: column_passes.c includes this once for each, with RADIX set; undefined again
 * at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

FORCE void NAME(vector)(const char *p, const size_t *from, char *d, const size_t *to,
                        const fftc_scalar *w, size_t m, const int nontemporal)
{
    BUNDLE x;
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q] = load(p + from[q], m);
    x = CODELET(x);
    put(d + to[0], x.v[0], m, nontemporal);
    UNROLL_POINTS for (int k = 1; k < RADIX; ++k)
    {
        put(d + to[k], w != NULL ? twiddled_by(x.v[k], w + 2 * LANES * (k - 1)) : x.v[k], m,
            nontemporal);
    }
}

/* Where there are as many columns as a vector has numbers, the last ones overlap those before,
 * unless these have been replaced by then. */
FORCE void NAME(pass_any)(const char *p, const size_t *from, char *d, const size_t *to,
                          const fftc_scalar *w, size_t m)
{
    size_t column = 0;
    for (; column + C <= m; column += C) {
        NAME(vector)(p + column * NUMBER, from, d + column * NUMBER, to, w, C, 0);
    }
    if (column < m && (m < C || p == d)) {
        NAME(vector)(p + column * NUMBER, from, d + column * NUMBER, to, w, m - column, 0);
    } else if (column < m) {
        NAME(vector)(p + (m - C) * NUMBER, from, d + (m - C) * NUMBER, to, w, C, 0);
    }
}

/* The places are copied: of the copies compilers know that no store changes them. */
static void NAME(pass)(const char *p, const size_t *from, char *d, const size_t *to,
                       const void *factors, size_t m)
{
    size_t source[RADIX];
    size_t result[RADIX];
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
    {
        source[q] = from[q];
        result[q] = to[q];
    }
    if (factors != NULL) {
        NAME(pass_any)(p, source, d, result, (const fftc_scalar *)factors, m);
    } else {
        NAME(pass_any)(p, source, d, result, NULL, m);
    }
}

#if NONTEMPORAL
static void NAME(pass_nontemporal)(const char *p, const size_t *from, char *d, const size_t *to,
                                   size_t m)
{
    size_t source[RADIX];
    size_t result[RADIX];
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
    {
        source[q] = from[q];
        result[q] = to[q];
    }
    for (size_t column = 0; column < m; column += C) {
        NAME(vector)(p + column * NUMBER, source, d + column * NUMBER, result, NULL, C, 1);
    }
}
#endif

#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
