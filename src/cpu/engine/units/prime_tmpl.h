/* SPDX-License-Identifier: MIT
 *
 * Passes whose radix is a prime p above 13, one code for all of them: engine.c includes this.
 *
 * With s_j = x_j + x_(p-j) and d_j = x_j - x_(p-j), j over one of each pair +-j,
 *
 *     X_k, X_(p-k) = (x_0 + sum_j cos(2 pi j k / p) s_j) -+ i sum_j sin(2 pi j k / p) d_j ,
 *
 * two real matrices of order h = (p - 1) / 2. Taken in Rader's order (1968), outputs k = g^a and
 * inputs j = g^-b for a generator g, both depend on a - b alone: a table of 2 h numbers holds the
 * whole matrix, and the factors of neighbouring outputs are neighbours. (g^h = -1 mod p, so that
 * powers 0 .. h - 1 meet each pair +-j once.) Several outputs at a time stay in registers.
 */
#define PRIME_MOST_HALF ((FFTC_ENGINE_MAX_RADIX - 1) / 2)
#define PRIME_RUN 10
/* Twice as many sums as outputs stay in registers, beside an input and its factor. */
#if defined(__AVX512VL__) || defined(__aarch64__)
#define PRIME_OUTPUTS 6
#else
#define PRIME_OUTPUTS 5
#endif

/* y_i = start + sum over b of t[i - b] x_b. Every sum of up to PRIME_RUN products starts at zero,
 * so that the first products are not rounded at all later additions: 0.7 times the error at p =
 * 61. */
FORCE void prime_products(const fftc_complex *x, size_t h, const fftc_scalar *t, fftc_complex start,
                          fftc_complex *y, const int outputs)
{
    UNROLL for (int i = 0; i < outputs; ++i) y[i] = start;
    for (size_t b = 0; b < h;) {
        fftc_complex sum[PRIME_OUTPUTS];
        UNROLL for (int i = 0; i < outputs; ++i)
        {
            sum[i] = fftc_complex_make(fftc_real_splat(0), fftc_real_splat(0));
        }
        for (size_t end = b + PRIME_RUN < h ? b + PRIME_RUN : h; b < end; ++b, --t) {
            fftc_complex z = x[b];
            UNROLL for (int i = 0; i < outputs; ++i)
            {
                sum[i].re += t[i] * z.re;
                sum[i].im += t[i] * z.im;
            }
        }
        UNROLL for (int i = 0; i < outputs; ++i) y[i] = fftc_complex_add(y[i], sum[i]);
    }
}

/* Sums and differences of the inputs' pairs, in the order of g^-b. */
typedef struct prime_pairs {
    fftc_complex x0;
    fftc_complex sum[PRIME_MOST_HALF];
    fftc_complex difference[PRIME_MOST_HALF];
} prime_pairs;

/* The outputs k = g^a, a = first .. first + outputs - 1, and their opposites. */
FORCE void prime_block(const fftc_engine_prime *prime, const prime_pairs *pairs, size_t h,
                       size_t first, fftc_complex *y, const int outputs)
{
    const fftc_scalar *cosines = (const fftc_scalar *)prime->cosines;
    const fftc_scalar *sines = (const fftc_scalar *)prime->sines;
    fftc_complex zero = fftc_complex_make(fftc_real_splat(0), fftc_real_splat(0));
    fftc_complex even[PRIME_OUTPUTS];
    fftc_complex odd[PRIME_OUTPUTS];
    prime_products(pairs->sum, h, cosines + h + first, pairs->x0, even, outputs);
    prime_products(pairs->difference, h, sines + h + first, zero, odd, outputs);
    for (int i = 0; i < outputs; ++i) {
        size_t k = prime->power[first + (size_t)i];
        y[k] = fftc_complex_make(even[i].re + odd[i].im, even[i].im - odd[i].re);
        y[(size_t)prime->p - k] = fftc_complex_make(even[i].re - odd[i].im, even[i].im + odd[i].re);
    }
}

/* x: p vectors, `stride` apart; y: p vectors, may be x if stride is 1. */
static __attribute__((noinline)) void
prime_dft(const fftc_engine_prime *prime, const fftc_complex *x, size_t stride, fftc_complex *y)
{
    size_t p = (size_t)prime->p;
    size_t h = p / 2;
    prime_pairs pairs;
    fftc_complex total = x[0];
    pairs.x0 = x[0];
    for (size_t b = 0; b < h; ++b) {
        size_t j = prime->power[b == 0 ? 0 : p - 1 - b];
        fftc_complex s = fftc_complex_add(x[j * stride], x[(p - j) * stride]);
        pairs.sum[b] = s;
        pairs.difference[b] = fftc_complex_sub(x[j * stride], x[(p - j) * stride]);
        total = fftc_complex_add(total, s);
    }
    y[0] = total;
    /* As few blocks as will do, of nearly equal sizes; from h = 8 on none is below 3. */
    size_t blocks = (h + PRIME_OUTPUTS - 1) / PRIME_OUTPUTS;
    size_t first = 0;
    for (size_t block = 0; block < blocks; ++block) {
        size_t outputs = (h - first + blocks - block - 1) / (blocks - block);
        switch (outputs) {
        case 3: prime_block(prime, &pairs, h, first, y, 3); break;
        case 4: prime_block(prime, &pairs, h, first, y, 4); break;
        case 5: prime_block(prime, &pairs, h, first, y, 5); break;
        default: prime_block(prime, &pairs, h, first, y, PRIME_OUTPUTS); break;
        }
        first += outputs;
    }
}

static void prime_scatter(const fftc_complex *y, size_t p, fftc_complex *work, size_t stride,
                          const fftc_scalar *w)
{
    work[0] = y[0];
    for (size_t q = 1; q < p; ++q) {
        work[q * stride] = rotate(y[q], w + 2 * (q - 1));
    }
}

static void prime_middle(const fftc_engine_prime *prime, void *work, size_t sub, size_t stride,
                         const void *twiddles)
{
    fftc_complex y[2 * PRIME_MOST_HALF + 1];
    fftc_complex *x = (fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    size_t p = (size_t)prime->p;
    for (size_t j = 0; j < sub; ++j) {
        prime_dft(prime, x + j, stride, y);
        prime_scatter(y, p, x + j, stride, w + 2 * (p - 1) * j);
    }
}

FORCE fftc_complex prime_load_one(const fftc_scalar *p, edge_mode mode, int swap)
{
    fftc_complex x = edge_load(p, mode, 0);
    return swap ? fftc_complex_make(x.im, x.re) : x;
}

FORCE void prime_store_one(fftc_scalar *p, fftc_complex x, edge_mode mode, int swap)
{
    edge_store(p, swap ? fftc_complex_make(x.im, x.re) : x, mode, 0);
}

static void prime_load(const fftc_engine_prime *prime, fftc_engine_edge src, void *work, size_t sub,
                       size_t stride, const void *twiddles, double scale)
{
    fftc_complex y[2 * PRIME_MOST_HALF + 1];
    const fftc_scalar *from = (const fftc_scalar *)src.data;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    edge_mode mode = edge_mode_make(src.lanes);
    size_t p = (size_t)prime->p;
    for (size_t j = 0; j < sub; ++j) {
        size_t row = 0;
        do {
            const fftc_scalar *at = from + 2 * (j + row * sub) * src.stride;
            y[row] = prime_load_one(at, mode, src.swap);
            prefetch_next(at);
        } while (++row < p);
        prime_dft(prime, y, 1, y);
        y[0] = scaled(y[0], (fftc_scalar)scale);
        prime_scatter(y, p, (fftc_complex *)work + j, stride, w + 2 * (p - 1) * j);
    }
}

static void prime_store(const fftc_engine_prime *prime, const void *work, fftc_engine_edge dst,
                        fftc_engine_order order)
{
    fftc_complex y[2 * PRIME_MOST_HALF + 1];
    const fftc_complex *x = (const fftc_complex *)work;
    edge_mode mode = edge_mode_make(dst.lanes);
    size_t p = (size_t)prime->p;
    for (size_t block = 0; block < order.blocks; ++block) {
        fftc_scalar *to = (fftc_scalar *)dst.data + 2 * order.index[block] * dst.stride;
        for (size_t i = 0; i < order.siblings; ++i) {
            prime_dft(prime, x + block * p + i * order.apart, 1, y);
            for (size_t q = 0; q < p; ++q) {
                prime_store_one(to + 2 * q * order.step * dst.stride, y[q], mode, dst.swap);
            }
            to += 2 * order.shift;
        }
    }
}

static void prime_single(const fftc_engine_prime *prime, fftc_engine_edge src, fftc_engine_edge dst,
                         double scale)
{
    fftc_complex y[2 * PRIME_MOST_HALF + 1];
    edge_mode mode = edge_mode_make(src.lanes);
    size_t p = (size_t)prime->p;
    size_t row = 0;
    do {
        y[row] =
            prime_load_one((const fftc_scalar *)src.data + 2 * row * src.stride, mode, src.swap);
    } while (++row < p);
    prime_dft(prime, y, 1, y);
    for (size_t q = 0; q < p; ++q) {
        prime_store_one((fftc_scalar *)dst.data + 2 * q * dst.stride,
                        scaled(y[q], (fftc_scalar)scale), mode, dst.swap);
    }
}

/* --- the table's entries: a name for each prime ----------------------------------------------- */

#define PRIME_OBJECT__(p, bits) fftc_engine_prime_##p##_f##bits
#define PRIME_OBJECT_(p, bits) PRIME_OBJECT__(p, bits)
#define PRIME_OBJECT(p) &PRIME_OBJECT_(p, FFTC_PRECISION)
#define PRIME_PASSES(p, x)                                                                 \
    static void middle_##p(void *work, size_t sub, size_t stride, const void *twiddles)    \
    {                                                                                      \
        prime_middle(PRIME_OBJECT(p), work, sub, stride, twiddles);                        \
    }                                                                                      \
    static void load_##p(fftc_engine_edge src, void *work, size_t sub, size_t stride,      \
                         const void *twiddles, double scale)                               \
    {                                                                                      \
        prime_load(PRIME_OBJECT(p), src, work, sub, stride, twiddles, scale);              \
    }                                                                                      \
    static void store_##p(const void *work, fftc_engine_edge dst, fftc_engine_order order) \
    {                                                                                      \
        prime_store(PRIME_OBJECT(p), work, dst, order);                                    \
    }                                                                                      \
    static void single_##p(fftc_engine_edge src, fftc_engine_edge dst, double scale)       \
    {                                                                                      \
        prime_single(PRIME_OBJECT(p), src, dst, scale);                                    \
    }                                                                                      \
    static const fftc_engine_radix passes_of_##p = {                                       \
        .middle = middle_##p, .load = load_##p, .store = store_##p, .single = single_##p};
FFTC_PRIMES(PRIME_PASSES, )
#undef PRIME_PASSES
#undef PRIME_OBJECT
#undef PRIME_OBJECT_
#undef PRIME_OBJECT__
#undef PRIME_OUTPUTS
#undef PRIME_RUN
#undef PRIME_MOST_HALF
