/* SPDX-License-Identifier: MIT
 *
 * A short row as a product of matrix and vector (dense.h): engine.c includes this.
 */
#if LANES > 1

#define POINTS (LANES / 2)
#define DENSE_RUN 8

/* The complex numbers of a vector in the opposite order. */
FORCE fftc_real dense_reverse(fftc_real x)
{
#define REVERSE_LANE(i, unused) (LANES - 2 - (i) + 2 * ((i) % 2))
    return SHUFFLE(x, x, REVERSE_LANE, 0);
#undef REVERSE_LANE
}

#define XOR_LANE(i, step) ((i) ^ (step))

/* i x, or -i x: (re, im) -> (im, -re), or (-im, re). */
FORCE fftc_real dense_rotate(fftc_real x, index_vector signs)
{
    return (fftc_real)((index_vector)SHUFFLE(x, x, XOR_LANE, 1) ^ signs);
}

/* The sum of the complex numbers, in all places. */
FORCE fftc_real dense_total(fftc_real x)
{
#if LANES > 2
    x += SHUFFLE(x, x, XOR_LANE, 2);
#endif
#if LANES > 4
    x += SHUFFLE(x, x, XOR_LANE, 4);
#endif
#if LANES > 8
    x += SHUFFLE(x, x, XOR_LANE, 8);
#endif
    return x;
}
#undef XOR_LANE

FORCE index_vector dense_signs(int inverse)
{
#define SIGN_LANE(i, odd) ((i) % 2 != (odd) ? 0 : FFTC_PRECISION == 64 ? INT64_MIN : INT32_MIN)
    const index_vector forth = {EACH_LANE(SIGN_LANE, 1)};
    const index_vector back = {EACH_LANE(SIGN_LANE, 0)};
#undef SIGN_LANE
    return inverse ? back : forth;
}

/* One complex number in all places. */
FORCE fftc_real dense_splat(const fftc_scalar *p)
{
#if FFTC_PRECISION == 32
    typedef int64_t pairs __attribute__((vector_size(4 * LANES)));
    typedef int64_t pair __attribute__((aligned(4), may_alias));
    pairs all = {0};
    return (fftc_real)(all | *(const pair *)p);
#elif LANES == 2
    return *(const unaligned_real *)p;
#elif LANES == 4
    return (fftc_real)_mm256_broadcast_pd((const __m128d *)p);
#else
    return (fftc_real)_mm512_broadcast_f64x2(_mm_loadu_pd(p));
#endif
}

/* Sums and differences of the pairs; the differences are rotated by -i (i for the inverse). */
typedef struct dense_pairs {
    fftc_scalar sum[FFTC_DENSE_MOST + 2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_scalar rotated[FFTC_DENSE_MOST + 2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
} dense_pairs;

/* Computes `vectors` vectors of outputs, from number k on. Each output is computed as `chains`
 * sums, so that additions need not wait for each other, of up to DENSE_RUN products each, so that
 * the first products are not rounded at the additions of all others. */
FORCE const fftc_scalar *dense_block(const dense_pairs *pairs, size_t inputs,
                                     const fftc_scalar *table, fftc_real x0, fftc_scalar *dst,
                                     size_t n, size_t k, const int vectors, const int chains)
{
    fftc_real even[FFTC_DENSE_VECTORS];
    fftc_real odd[FFTC_DENSE_VECTORS];
    UNROLL for (int v = 0; v < vectors; ++v)
    {
        even[v] = x0;
        odd[v] = fftc_real_splat(0);
    }
    for (size_t j = 0; j < inputs;) {
        fftc_real c[FFTC_DENSE_VECTORS * 2];
        fftc_real s[FFTC_DENSE_VECTORS * 2];
        UNROLL for (int i = 0; i < vectors * chains; ++i) c[i] = s[i] = fftc_real_splat(0);
        for (size_t end = j + DENSE_RUN * chains < inputs ? j + DENSE_RUN * chains : inputs;
             j < end; j += (size_t)chains) {
            UNROLL for (int i = 0; i < vectors * chains; ++i)
            {
                const size_t chain = (size_t)(i / vectors);
                const fftc_real *factors =
                    (const fftc_real *)table + 2 * chain * (size_t)vectors + i % vectors;
                c[i] += dense_splat(pairs->sum + 2 * (j + chain)) * factors[0];
                s[i] += dense_splat(pairs->rotated + 2 * (j + chain)) * factors[vectors];
            }
            table += 2 * chains * vectors * LANES;
        }
        UNROLL for (int i = 0; i < vectors * chains; ++i)
        {
            even[i % vectors] += c[i];
            odd[i % vectors] += s[i];
        }
    }
    UNROLL for (int v = 0; v < vectors; ++v)
    {
        *(unaligned_real *)(dst + 2 * k) = even[v] + odd[v];
        *(unaligned_real *)(dst + 2 * (n - k - POINTS + 1)) = dense_reverse(even[v] - odd[v]);
        k += POINTS;
    }
    return table;
}

/* One vector of inputs and one of outputs: all in registers. */
FORCE void dense_small(const fftc_scalar *x, fftc_scalar *y, size_t n, const fftc_scalar *table,
                       fftc_scalar scale, index_vector signs)
{
    const fftc_real *factors = (const fftc_real *)table;
    fftc_real x0 = dense_splat(x) * scale;
    fftc_real a = *(const unaligned_real *)(x + 2);
    fftc_real b = dense_reverse(*(const unaligned_real *)(x + 2 * (n - POINTS)));
    fftc_real sum = a + b;
    fftc_real rotated = dense_rotate(a - b, signs);
    fftc_real total = dense_total(sum * factors[0]);
    fftc_real even[2] = {x0, fftc_real_splat(0)};
    fftc_real odd[2] = {fftc_real_splat(0), fftc_real_splat(0)};
#define FIRST_LANE(i, unused) ((i) % 2)
    const index_vector first = {EACH_LANE(FIRST_LANE, 0)};
#undef FIRST_LANE
    UNROLL for (int j = 0; j < POINTS; ++j)
    {
        index_vector index = first + 2 * j;
        even[j % 2] += shuffle(sum, sum, index) * factors[1 + 2 * j];
        odd[j % 2] += shuffle(rotated, rotated, index) * factors[2 + 2 * j];
    }
    even[0] += even[1];
    odd[0] += odd[1];
    y[0] = x0[0] + total[0];
    y[1] = x0[1] + total[1];
    *(unaligned_real *)(y + 2) = even[0] + odd[0];
    *(unaligned_real *)(y + 2 * (n - POINTS)) = dense_reverse(even[0] - odd[0]);
}

static void dense(const void *src, void *dst, size_t n, const void *table, double scale,
                  int inverse)
{
    const fftc_scalar *x = (const fftc_scalar *)src;
    const fftc_scalar *factors = (const fftc_scalar *)table;
    fftc_scalar *y = (fftc_scalar *)dst;
    index_vector signs = dense_signs(inverse);
    size_t inputs = fftc_dense_inputs(n);
    if (inputs == POINTS && n / 2 <= POINTS) {
        dense_small(x, y, n, factors, (fftc_scalar)scale, signs);
        return;
    }
    dense_pairs pairs;
    fftc_real total = fftc_real_splat(0);
    fftc_real x0 = dense_splat(x) * (fftc_scalar)scale;
    for (size_t j = 0; j < inputs; j += POINTS, factors += LANES) {
        fftc_real a = *(const unaligned_real *)(x + 2 * (1 + j));
        fftc_real b = dense_reverse(*(const unaligned_real *)(x + 2 * (n - j - POINTS)));
        *(fftc_real *)(pairs.sum + 2 * j) = a + b;
        *(fftc_real *)(pairs.rotated + 2 * j) = dense_rotate(a - b, signs);
        total += (a + b) * *(const fftc_real *)factors;
    }
    size_t k = 1;
    for (size_t left = fftc_dense_outputs(n, LANES); left > 0;) {
        size_t vectors = fftc_dense_block(left);
        switch (vectors) {
        case 1: factors = dense_block(&pairs, inputs, factors, x0, y, n, k, 1, 4); break;
        case 2: factors = dense_block(&pairs, inputs, factors, x0, y, n, k, 2, 2); break;
        case 3: factors = dense_block(&pairs, inputs, factors, x0, y, n, k, 3, 2); break;
        default: factors = dense_block(&pairs, inputs, factors, x0, y, n, k, 4, 1); break;
        }
        left -= vectors;
        k += vectors * POINTS;
    }
    total = dense_total(total);
    y[0] = x0[0] + total[0];
    y[1] = x0[1] + total[1];
}

#define DENSE dense
#undef POINTS
#undef DENSE_RUN

#else
#define DENSE NULL
#endif
