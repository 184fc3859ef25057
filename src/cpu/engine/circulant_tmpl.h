/* SPDX-License-Identifier: MIT
 *
 * A row of a prime number of points in thirds (circulant.h): engine_tmpl.h includes this.
 */
#if LANES > 1

/* One complex number, and a sum and a difference. */
typedef fftc_scalar circulant_pair __attribute__((vector_size(2 * sizeof(fftc_scalar))));
typedef fftc_scalar circulant_sums __attribute__((vector_size(4 * sizeof(fftc_scalar))));

FORCE circulant_pair pair_at(const fftc_scalar *p)
{
    circulant_pair z;
    memcpy(&z, p, sizeof z);
    return z;
}

/* What the four matrices are multiplied by. */
typedef struct circulant_inputs {
    circulant_sums x[4][FFTC_CIRCULANT_MOST_THIRD];
} circulant_inputs;

/* Results in Rader's order, whole vectors for each third: outputs k, and p - k. */
typedef struct circulant_results {
    fftc_scalar y[2][3][2 * (FFTC_CIRCULANT_MOST_THIRD + LANES)];
} circulant_results;

/* Of the middle third the difference's sign is changed. */
FORCE circulant_sums circulant_sums_of(const fftc_scalar *x, size_t p, size_t j, const int third)
{
    circulant_pair a = pair_at(x + 2 * j);
    circulant_pair b = pair_at(x + 2 * (p - j));
    return __builtin_shufflevector(a + b, third == 1 ? b - a : a - b, 0, 1, 2, 3);
}

/* Returns the sum of all but number 0. */
FORCE circulant_pair circulant_gather(const fftc_scalar *x, size_t p, const uint32_t *order,
                                      circulant_inputs *in)
{
    size_t q = (p - 1) / 6;
    circulant_sums total = {0, 0, 0, 0};
    for (size_t v = 0; v < q; ++v) {
        circulant_sums x0 = circulant_sums_of(x, p, order[v], 0);
        circulant_sums x1 = circulant_sums_of(x, p, order[q + v], 1);
        circulant_sums x2 = circulant_sums_of(x, p, order[2 * q + v], 2);
        circulant_sums all = x0 + x1 + x2;
        in->x[0][v] = all;
        in->x[1][v] = x0 - x2 + (x1 - x2);
        in->x[2][v] = x1 - x2;
        in->x[3][v] = x0 - x2;
        total += all;
    }
    return __builtin_shufflevector(total, total, 0, 1);
}

/* m, P and the other two products, to y_0, y_1, y_2. */
FORCE void circulant_unite(const fftc_complex *product, fftc_complex *y)
{
    fftc_complex both = fftc_complex_add(product[0], product[1]);
    fftc_complex rest = fftc_complex_add(fftc_complex_add(product[1], product[2]),
                                         fftc_complex_add(product[1], product[3]));
    y[0] = fftc_complex_add(both, product[2]);
    y[1] = fftc_complex_add(both, product[3]);
    y[2] = fftc_complex_sub(product[0], rest);
}

/* Vector number `at` and those after it, of each third. */
FORCE const fftc_real *circulant_block(const circulant_inputs *in, size_t q, const fftc_real *table,
                                       fftc_complex x0, circulant_results *out, size_t at,
                                       int inverse, const int vectors)
{
    fftc_complex even[FFTC_CIRCULANT_VECTORS][4];
    fftc_complex odd[FFTC_CIRCULANT_VECTORS][4];
    fftc_complex zero = fftc_complex_make(fftc_real_splat(0), fftc_real_splat(0));
    /* A single vector has too few sums to wait for: so two matrices at a time. */
    const int together = vectors == 1 ? 2 : 1;
    for (int t = 0; t < 4; t += together) {
        fftc_complex c[FFTC_CIRCULANT_VECTORS];
        fftc_complex s[FFTC_CIRCULANT_VECTORS];
        UNROLL for (int i = 0; i < vectors * together; ++i)
        {
            c[i] = zero;
            s[i] = zero;
        }
        for (size_t v = 0; v < q; ++v, table += 2 * vectors) {
            UNROLL for (int i = 0; i < vectors * together; ++i)
            {
                const int matrix = i / vectors;
                const fftc_real *w = table + (size_t)(2 * vectors * matrix) * q + i % vectors;
                circulant_sums x = in->x[t + matrix][v];
                c[i].re += w[0] * x[0];
                c[i].im += w[0] * x[1];
                s[i].re += w[vectors] * x[2];
                s[i].im += w[vectors] * x[3];
            }
        }
        table += (size_t)(2 * vectors * (together - 1)) * q;
        UNROLL for (int i = 0; i < vectors * together; ++i)
        {
            even[i % vectors][t + i / vectors] = c[i];
            odd[i % vectors][t + i / vectors] = s[i];
        }
    }
    UNROLL for (int i = 0; i < vectors; ++i)
    {
        fftc_complex c[3];
        fftc_complex s[3];
        even[i][0] = fftc_complex_add(even[i][0], x0);
        circulant_unite(even[i], c);
        circulant_unite(odd[i], s);
        s[1] = fftc_complex_neg(s[1]);
        for (int third = 0; third < 3; ++third) {
            size_t to = 2 * LANES * (at + (size_t)i);
            full_store(out->y[inverse][third] + to, fftc_complex_sub_i(c[third], s[third]), 0);
            full_store(out->y[1 - inverse][third] + to, fftc_complex_add_i(c[third], s[third]), 0);
        }
    }
    return table;
}

/* `order` holds the inputs' and then the outputs' numbers. */
static void circulant(const void *src, void *dst, size_t p, const uint32_t *order,
                      const void *table, double scale, int inverse)
{
    const fftc_scalar *x = (const fftc_scalar *)src;
    const fftc_real *factors = (const fftc_real *)table;
    fftc_scalar *y = (fftc_scalar *)dst;
    size_t q = (p - 1) / 6;
    circulant_inputs in;
    circulant_results out;
    circulant_pair first = pair_at(x) * (fftc_scalar)scale;
    circulant_pair total = circulant_gather(x, p, order, &in) * (fftc_scalar)scale + first;
    fftc_complex x0 = fftc_complex_make(fftc_real_splat(first[0]), fftc_real_splat(first[1]));
    size_t left = fftc_circulant_outputs(p, LANES);
    for (size_t at = 0; left > 0;) {
        size_t vectors = fftc_circulant_block(left);
        switch (vectors) {
        case 1: factors = circulant_block(&in, q, factors, x0, &out, at, inverse, 1); break;
        case 2: factors = circulant_block(&in, q, factors, x0, &out, at, inverse, 2); break;
        default: factors = circulant_block(&in, q, factors, x0, &out, at, inverse, 3); break;
        }
        at += vectors;
        left -= vectors;
    }
    memcpy(y, &total, sizeof total);
    order += 3 * q;
    for (int third = 0; third < 3; ++third, order += q) {
        for (size_t u = 0; u < q; ++u) {
            memcpy(y + 2 * (size_t)order[u], out.y[0][third] + 2 * u, 2 * sizeof *y);
            memcpy(y + 2 * (p - order[u]), out.y[1][third] + 2 * u, 2 * sizeof *y);
        }
    }
}

#define CIRCULANT circulant

#else
#define CIRCULANT NULL
#endif
