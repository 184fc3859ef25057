/* SPDX-License-Identifier: MIT
 *
 * A pass of one radix: column_passes.c includes this once for each, with RADIX set; undefined again
 * at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

/* Results 1 to RADIX - 1 times their factors. */
FORCE fftc_complex NAME(result)(const BUNDLE *x, int k, const fftc_scalar *w)
{
    return w != NULL && k > 0 ? twiddled_by(x->v[k], w + 2 * LANES * (k - 1)) : x->v[k];
}

FORCE void NAME(whole)(const char *p, const size_t *restrict from, char *d,
                       const size_t *restrict to, const fftc_scalar *w, const int nontemporal)
{
    BUNDLE x;
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q] = load(p + from[q]);
    x = CODELET(x);
    UNROLL_POINTS for (int k = 0; k < RADIX; ++k)
    {
        put(d + to[k], NAME(result)(&x, k, w), nontemporal);
    }
}

/* A group that fits a vector. */
static void NAME(lone)(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_column_pass *pass = (const fftc_column_pass *)rows->context;
    const size_t *restrict from = pass->from;
    const size_t *restrict to = pass->to;
    const size_t m = rows->count;
    BUNDLE x;
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q] =
        load_some((const char *)src + from[q], m);
    x = CODELET(x);
    UNROLL_POINTS for (int k = 0; k < RADIX; ++k) store_some((char *)dst + to[k], x.v[k], m);
}

/* A vector that is a part of a group, or several groups. (A function of its own: inlined, what its
 * callers keep in registers takes longer than the transform.) */
static __attribute__((noinline)) void NAME(part)(const char *p, const size_t *restrict from,
                                                 char *d, const size_t *restrict to,
                                                 const fftc_scalar *w, const vector_part *given)
{
    const vector_part part = *given; /* which no store changes, as compilers see */
    BUNDLE x;
    if (part.src_packed) {
        UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q] = load(p + from[q]);
    } else {
        UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q] = load_some(p + from[q], part.m);
        for (size_t i = 1; i < part.groups; ++i) {
            p += part.src_step;
            UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
            {
                x.v[q] = load_over(x.v[q], p + from[q], i * part.m, part.m);
            }
        }
    }
    if (part.scale != 1) {
        UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q].v *= part.scale;
    }
    x = CODELET(x);
    if (w != NULL) {
        UNROLL_POINTS for (int k = 1; k < RADIX; ++k) x.v[k] = NAME(result)(&x, k, w);
    }
    if (part.dst_packed) {
        UNROLL_POINTS for (int k = 0; k < RADIX; ++k) store(d + to[k], x.v[k]);
        return;
    }
    UNROLL_POINTS for (int k = 0; k < RADIX; ++k) store_some(d + to[k], x.v[k], part.m);
    for (size_t i = 1; i < part.groups; ++i) {
        d += part.dst_step;
        UNROLL_POINTS for (int k = 0; k < RADIX; ++k)
        {
            store_from(d + to[k], x.v[k], i * part.m, part.m);
        }
    }
}

/* Groups of at least a vector. Where results replace the points, the last columns are a part of a
 * vector; elsewhere they overlap those before. */
static __attribute__((noinline)) void NAME(wide)(const size_t *restrict from,
                                                 const size_t *restrict to, const fftc_scalar *w,
                                                 const fftc_column_groups *g, const char *p,
                                                 char *d)
{
    const size_t rest = p == d ? g->m % C : 0;
    const vector_part part = {.m = rest, .groups = 1, .scale = 1};
    for (size_t i = 0; i < g->count; ++i) {
        for (size_t column = 0; column < g->m - rest; column += C) {
            const size_t at = (column + C <= g->m ? column : g->m - C) * NUMBER;
            NAME(whole)(p + at, from, d + at, to, w, 0);
        }
        if (rest > 0) {
            NAME(part)(p + (g->m - rest) * NUMBER, from, d + (g->m - rest) * NUMBER, to, w, &part);
        }
        p += g->src_step;
        d += g->dst_step;
    }
}

static void NAME(parts)(const size_t *from, const size_t *to, const fftc_scalar *w,
                        const fftc_column_groups *g, double scale, const char *p, char *d)
{
    const size_t joined = JOINS && g->count > 1 && g->m < C ? C / (unsigned)g->m : 1;
    vector_part part = {.m = g->m,
                        .src_step = g->src_step,
                        .dst_step = g->dst_step,
                        .scale = (fftc_scalar)scale,
                        .src_packed = g->src_packed,
                        .dst_packed = g->dst_packed};
    for (size_t i = 0; i < g->count; i += joined) {
        part.groups = g->count - i < joined ? g->count - i : joined;
        for (size_t column = 0; column < g->m; column += C) {
            part.m = g->m - column < C ? g->m - column : C;
            NAME(part)(p + column * NUMBER, from, d + column * NUMBER, to, w, &part);
        }
        p += joined * g->src_step;
        d += joined * g->dst_step;
    }
}

static void NAME(pass)(const fftc_column_pass *pass, const fftc_column_groups *groups,
                       const void *src, void *dst)
{
    const fftc_scalar *w = (const fftc_scalar *)pass->factors;
    const bool wide = groups->m >= C && pass->scale == 1.0;
    const size_t *from = pass->from;
    const size_t *to = pass->to;
    for (size_t i = 0; i < pass->times; ++i) {
        if (!wide) {
            NAME(parts)(from, to, w, groups, pass->scale, (const char *)src, (char *)dst);
        } else if (w != NULL) {
            NAME(wide)(from, to, w, groups, (const char *)src, (char *)dst);
        } else {
            NAME(wide)(from, to, NULL, groups, (const char *)src, (char *)dst);
        }
        from += RADIX;
        to += RADIX;
        w = w != NULL ? w + 2 * LANES * (RADIX - 1) : NULL;
    }
}

#if NONTEMPORAL
static void NAME(pass_nontemporal)(const fftc_column_pass *pass, const fftc_column_groups *groups,
                                   const void *src, void *dst)
{
    for (size_t i = 0; i < pass->times; ++i) {
        for (size_t column = 0; column < groups->m; column += C) {
            NAME(whole)
            ((const char *)src + column * NUMBER, pass->from + i * RADIX,
             (char *)dst + column * NUMBER, pass->to + i * RADIX, NULL, 1);
        }
    }
}
#endif

#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
