/* SPDX-License-Identifier: MIT
 *
 * Spectra of real numbers from half-length transforms that have just been stored: real.c includes
 * this. A vector cannot be loaded before all vectors that it was stored in are in the cache, unless
 * it is one of those. So all loads are of vectors of NUMBERS numbers from a multiple of NUMBERS on,
 * and what a load could have shifted is permuted.
 */
#define NUMBERS (LANES / 2)

/* Numbers c[0], b[NUMBERS - 1], ..., b[1]. */
FORCE fftc_real mirrored(fftc_real b, fftc_real c)
{
#define MIRRORED_LANE(i, x) (2 * (NUMBERS - (i) / 2) + (i) % 2)
    return SHUFFLE(b, c, MIRRORED_LANE, 0);
#undef MIRRORED_LANE
}

FORCE fftc_real backwards(fftc_real x)
{
#define BACKWARDS_LANE(i, x) (2 * (NUMBERS - 1 - (i) / 2) + (i) % 2)
    return SHUFFLE(x, x, BACKWARDS_LANE, 0);
#undef BACKWARDS_LANE
}

/* Computes what twiddled_pair computes, with the same bits, for numbers k = 0 and more of z, and
 * for numbers h - k, of which number h is the first. In place, a vector is loaded before anything
 * of it is stored. With an odd number of vectors, that in the middle makes its numbers twice, and
 * those of the second half stay. */
static void separate_stored(const fftc_real_pass *p, size_t begin, size_t end)
{
    const fftc_scalar *from = (const fftc_scalar *)p->src;
    fftc_scalar *to = (fftc_scalar *)p->dst;
    const fftc_real *w = (const fftc_real *)p->twiddles;
    const size_t h = p->h;
    const size_t vectors = h / NUMBERS;
    (void)end;
    if (begin > 0) {
        return;
    }
    const fftc_scalar dc = 2 * (from[0] + from[1]);
    const fftc_scalar nyquist = 2 * (from[0] - from[1]);
    const fftc_scalar middle[2] = {from[h], from[h + 1]};
    fftc_real before = *(const unaligned_real *)from;
    for (size_t i = 0; i < (vectors + 1) / 2; ++i, w += 2) {
        const fftc_real real = w[0];
        const fftc_real imaginary = w[1];
        const fftc_real low = *(const unaligned_real *)(from + LANES * i);
        const fftc_real last = *(const unaligned_real *)(from + LANES * (vectors - 1 - i));
        const fftc_real high = conjugates(mirrored(last, before));
        const fftc_real sum = low + high;
        const fftc_real difference = low - high;
        const fftc_real twiddled =
            difference * real + rounded_product(parts_exchanged(difference), imaginary);
        before = last;
        *(unaligned_real *)(to + LANES * i) = sum + twiddled;
        *(unaligned_real *)(to + 2 * (h + 1) - LANES * (i + 1)) =
            backwards(conjugates(sum - twiddled));
    }
    if (vectors % 2 == 0) {
        to[h] = 2 * middle[0];
        to[h + 1] = -2 * middle[1];
    }
    to[0] = dc;
    to[1] = 0;
    to[2 * h] = nyquist;
    to[2 * h + 1] = 0;
}
#undef NUMBERS
