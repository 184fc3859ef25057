/* SPDX-License-Identifier: MIT
 *
 * odd.h's copies in vectors, with the bits of odd_tmpl.h. What fills no vector goes with the last
 * one, which overlaps the one before it. LANES > 1.
 */
enum { COMPLEX_LANES = LANES / 2 };

FORCE size_t last_place(size_t i, size_t count, const size_t step)
{
    return i + step <= count ? i : count - step;
}

static void join_vectors(const void *a, const void *b, void *z, size_t n)
{
    const fftc_scalar *x = (const fftc_scalar *)a;
    const fftc_scalar *y = (const fftc_scalar *)b;
    const fftc_real none = {0};
    for (size_t i = 0; i < n; i += LANES) {
        const size_t at = last_place(i, n, LANES);
        const fftc_real im = y != NULL ? real_load(y + at, 0) : none;
        pair_store((fftc_scalar *)z + 2 * at, fftc_complex_make(real_load(x + at, 0), im), 0);
    }
}

static void part_vectors(const void *z, void *a, void *b, size_t n)
{
    for (size_t i = 0; i < n; i += LANES) {
        const size_t at = last_place(i, n, LANES);
        const fftc_complex v = pair_load((const fftc_scalar *)z + 2 * at, 0);
        real_store((fftc_scalar *)a + at, v.re, 0);
        if (b != NULL) {
            real_store((fftc_scalar *)b + at, v.im, 0);
        }
    }
}

FORCE fftc_real numbers_reversed(fftc_real x)
{
#define REVERSED_LANE(i, x) (LANES - 2 - (i) / 2 * 2 + (i) % 2)
    return SHUFFLE(x, x, REVERSED_LANE, 0);
#undef REVERSED_LANE
}

static void separate_vectors(const void *z, void *a, void *b, size_t n)
{
    const fftc_scalar *from = (const fftc_scalar *)z;
    fftc_scalar *x = (fftc_scalar *)a;
    fftc_scalar *y = (fftc_scalar *)b;
    const size_t count = n / 2;
    x[0] = from[0];
    x[1] = 0;
    if (y == NULL) {
        memcpy(x + 2, from + 2, 2 * count * sizeof *x);
        if (n % 2 == 0) {
            x[n + 1] = 0;
        }
        return;
    }
    y[0] = from[1];
    y[1] = 0;
    for (size_t i = 0; i < count; i += COMPLEX_LANES) {
        const size_t s = 1 + last_place(i, count, COMPLEX_LANES);
        const fftc_real low = real_load(from + 2 * s, 0);
        const fftc_real high =
            numbers_reversed(real_load(from + 2 * (n - s - (COMPLEX_LANES - 1)), 0));
        real_store(x + 2 * s, (low + conjugates(high)) / 2, 0);
        real_store(y + 2 * s, (parts_exchanged(high) + conjugates(parts_exchanged(low))) / 2, 0);
    }
}

static void merge_vectors(const void *a_dc, const void *a, const void *b_dc, const void *b, void *z,
                          size_t n)
{
    const fftc_scalar *x = (const fftc_scalar *)a;
    const fftc_scalar *y = (const fftc_scalar *)b;
    fftc_scalar *to = (fftc_scalar *)z;
    const fftc_real none = {0};
    const size_t count = (n - 1) / 2;
    to[0] = *(const fftc_scalar *)a_dc;
    to[1] = y != NULL ? *(const fftc_scalar *)b_dc : 0;
    if (n % 2 == 0) {
        to[n] = x[n - 2];
        to[n + 1] = y != NULL ? y[n - 2] : 0;
    }
    for (size_t i = 0; i < count; i += COMPLEX_LANES) {
        const size_t at = last_place(i, count, COMPLEX_LANES);
        const fftc_real first = real_load(x + 2 * at, 0);
        const fftc_real second = y != NULL ? parts_exchanged(real_load(y + 2 * at, 0)) : none;
        const size_t mirror = n - (at + 1) - (COMPLEX_LANES - 1);
        real_store(to + 2 * (at + 1), first - conjugates(second), 0);
        real_store(to + 2 * mirror, numbers_reversed(second + conjugates(first)), 0);
    }
}

static const fftc_odd_copies odd_copies = {join_vectors, part_vectors, separate_vectors,
                                           merge_vectors};
