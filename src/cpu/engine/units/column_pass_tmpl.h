/* SPDX-License-Identifier: MIT
 *
 * A pass of one radix: column_passes.c includes this once for each, with RADIX set; undefined again
 * at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

FORCE void NAME(multiply)(BUNDLE *x, const fftc_scalar *w)
{
    UNROLL_POINTS for (int k = 1; k < RADIX; ++k)
    {
        x->v[k] = twiddled_by(x->v[k], w + 2 * LANES * (k - 1));
    }
}

FORCE void NAME(scale)(BUNDLE *x, fftc_scalar by)
{
    if (by != 1) {
        UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x->v[q].v *= by;
    }
}

FORCE void NAME(whole)(const char *p, const size_t *restrict from, char *d,
                       const size_t *restrict to, const fftc_scalar *w, fftc_scalar by,
                       const int nontemporal)
{
    BUNDLE x;
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q] = load(p + from[q]);
    NAME(scale)(&x, by);
    x = CODELET(x);
    if (w != NULL) {
        NAME(multiply)(&x, w);
    }
    UNROLL_POINTS for (int k = 0; k < RADIX; ++k) put(d + to[k], x.v[k], nontemporal);
}

/* The points of a vector of which m numbers are there, and the results of which m are wanted. */
FORCE BUNDLE NAME(points)(const char *p, const size_t *restrict from, size_t m)
{
    BUNDLE x;
#define LOADS(bits)                               \
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q) \
    {                                             \
        x.v[q] = load_some(p + from[q], m, bits); \
    }
    WITHIN_BITS(m, LOADS);
#undef LOADS
    return x;
}

FORCE void NAME(results)(char *d, const size_t *restrict to, BUNDLE x, size_t m)
{
#define STORES(bits)                              \
    UNROLL_POINTS for (int k = 0; k < RADIX; ++k) \
    {                                             \
        store_some(d + to[k], x.v[k], m, bits);   \
    }
    WITHIN_BITS(m, STORES);
#undef STORES
}

/* A vector: of each point there are `in` numbers, of each result `out` are wanted. (This and what
 * follows are functions of their own: inlined into one, what compilers keep in registers for all of
 * them takes longer than a transform.) */
static __attribute__((noinline)) void NAME(part)(const fftc_column_pass *pass, size_t in,
                                                 const char *p, size_t out, char *d)
{
    const size_t *restrict from = pass->from;
    const size_t *restrict to = pass->to;
    const fftc_scalar *w = (const fftc_scalar *)pass->factors;
    const fftc_scalar scale = (fftc_scalar)pass->scale;
    for (size_t left = pass->times; left > 0; --left) {
        BUNDLE x = NAME(points)(p, from, in);
        NAME(scale)(&x, scale);
        x = CODELET(x);
        if (w != NULL) {
            NAME(multiply)(&x, w);
            w += 2 * LANES * (RADIX - 1);
        }
        NAME(results)(d, to, x, out);
        from += RADIX;
        to += RADIX;
    }
}

/* A group, as fftc_column_passes.lone has it. */
static void NAME(lone)(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_column_pass *pass = (const fftc_column_pass *)rows->context;
    const size_t m = rows->count;
    const fftc_scalar by = (fftc_scalar)pass->scale;
#if RADIX <= FFTC_COLUMN_LONE_ANY
    if (m > C) {
        const size_t end = src == dst ? m - m % C : m;
        const char *p = (const char *)src;
        char *d = (char *)dst;
        size_t from[RADIX]; /* copies, of which compilers know that no store changes them */
        size_t to[RADIX];
        UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
        {
            from[q] = pass->from[q];
            to[q] = pass->to[q];
        }
        for (size_t column = 0; column < end; column += C) {
            const size_t at = (column + C <= m ? column : m - C) * NUMBER;
            NAME(whole)(p + at, from, d + at, to, NULL, by, 0);
        }
        if (end < m) {
            NAME(part)(pass, m - end, p + end * NUMBER, m - end, d + end * NUMBER);
        }
        return;
    }
#endif
    BUNDLE x = NAME(points)((const char *)src, pass->from, m);
    NAME(scale)(&x, by);
    NAME(results)((char *)dst, pass->to, CODELET(x), m);
}

#if JOINS
/* A vector of several groups, `count` of them. */
static __attribute__((noinline)) void NAME(joined)(const fftc_column_pass *pass,
                                                   const fftc_column_groups *groups, size_t count,
                                                   const char *p, char *d)
{
    const size_t *restrict from = pass->from;
    const size_t *restrict to = pass->to;
    const fftc_scalar *w = (const fftc_scalar *)pass->factors;
    const fftc_scalar scale = (fftc_scalar)pass->scale;
    const fftc_column_groups g = *groups; /* which no store changes, as compilers see */
    const bool gathers = !g.src_packed && g.src_step != g.m * NUMBER;
    const bool scatters = !g.dst_packed && g.dst_step != g.m * NUMBER;
    const size_t in = g.src_packed ? C : gathers ? g.m : count * g.m;
    const size_t out = g.dst_packed ? C : scatters ? g.m : count * g.m;
    for (size_t left = pass->times; left > 0; --left) {
        const char *source = p;
        char *result = d;
        BUNDLE x = NAME(points)(p, from, in);
        for (size_t i = g.m; gathers && i < count * g.m; i += g.m) {
            source += g.src_step;
            UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
            {
                x.v[q] = load_over(x.v[q], source + from[q], i, g.m);
            }
        }
        NAME(scale)(&x, scale);
        x = CODELET(x);
        if (w != NULL) {
            NAME(multiply)(&x, w);
            w += 2 * LANES * (RADIX - 1);
        }
        NAME(results)(d, to, x, out);
        for (size_t i = g.m; scatters && i < count * g.m; i += g.m) {
            result += g.dst_step;
            UNROLL_POINTS for (int k = 0; k < RADIX; ++k)
            {
                store_from(result + to[k], x.v[k], i, g.m);
            }
        }
        from += RADIX;
        to += RADIX;
    }
}
#endif

/* Groups of at least a vector. Where results replace the points, the last columns
 * are a part of a vector; elsewhere they overlap those before. */
FORCE void NAME(wide)(const fftc_column_pass *pass, const fftc_column_groups *g, const void *src,
                      void *dst, const fftc_scalar *w)
{
    const size_t *restrict from = pass->from;
    const size_t *restrict to = pass->to;
    const size_t m = g->m;
    const size_t count = g->count;
    const size_t src_step = g->src_step;
    const size_t dst_step = g->dst_step;
    const size_t end = src == dst ? m - m % C : m;
    const fftc_scalar by = (fftc_scalar)pass->scale;
    for (size_t left = pass->times; left > 0; --left) {
        const char *p = (const char *)src;
        char *d = (char *)dst;
        for (size_t i = 0; i < count; ++i) {
            for (size_t column = 0; column < end; column += C) {
                const size_t at = (column + C <= m ? column : m - C) * NUMBER;
                NAME(whole)(p + at, from, d + at, to, w, by, 0);
            }
            p += src_step;
            d += dst_step;
        }
        w = w != NULL ? w + 2 * LANES * (RADIX - 1) : NULL;
        from += RADIX;
        to += RADIX;
    }
    for (size_t i = 0; i < count && end < m; ++i) {
        NAME(part)
        (pass, m - end, (const char *)src + i * src_step + end * NUMBER, m - end,
         (char *)dst + i * dst_step + end * NUMBER);
    }
}

static __attribute__((noinline)) void NAME(plain)(const fftc_column_pass *pass,
                                                  const fftc_column_groups *groups, const void *src,
                                                  void *dst)
{
    NAME(wide)(pass, groups, src, dst, NULL);
}

static __attribute__((noinline)) void NAME(twiddled)(const fftc_column_pass *pass,
                                                     const fftc_column_groups *groups,
                                                     const void *src, void *dst)
{
    NAME(wide)(pass, groups, src, dst, (const fftc_scalar *)pass->factors);
}

static __attribute__((noinline)) void
NAME(parts)(const fftc_column_pass *pass, const fftc_column_groups *g, const char *p, char *d)
{
#if JOINS
    const size_t joined = g->count > 1 && g->m < C ? C / (unsigned)g->m : 1;
    for (size_t i = 0; i < g->count && joined > 1; i += joined) {
        NAME(joined)(pass, g, g->count - i < joined ? g->count - i : joined, p, d);
        p += joined * g->src_step;
        d += joined * g->dst_step;
    }
    const size_t alone = joined > 1 ? 0 : g->count;
#else
    const size_t alone = g->count;
#endif
    for (size_t i = 0; i < alone; ++i) {
        NAME(part)(pass, g->src_packed ? C : g->m, p, g->dst_packed ? C : g->m, d);
        p += g->src_step;
        d += g->dst_step;
    }
}

static void NAME(pass)(const fftc_column_pass *pass, const fftc_column_groups *groups,
                       const void *src, void *dst)
{
    if (groups->m < C) {
        NAME(parts)(pass, groups, (const char *)src, (char *)dst);
    } else if (pass->factors != NULL) {
        NAME(twiddled)(pass, groups, src, dst);
    } else {
        NAME(plain)(pass, groups, src, dst);
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
             (char *)dst + column * NUMBER, pass->to + i * RADIX, NULL, 1, 1);
        }
    }
}
#endif

#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
