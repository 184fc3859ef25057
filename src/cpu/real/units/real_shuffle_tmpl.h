/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of vectors that run backwards through memory, and of real numbers. Two orders of
 * lanes: the engine's (edge_tmpl.h), whose shuffles are cheapest, and the natural one, for what is
 * stored as real numbers.
 */
#if LANES == 1

/* A single number is the same from either end. */
#define reversed_load(p) full_load(p, 0)
#define reversed_store(p, x) full_store(p, x, 0)
#define pair_load(p, reversed) ((void)(reversed), full_load(p, 0))
#define pair_store(p, x, reversed) ((void)(reversed), full_store(p, x, 0))
#define real_load(p, reversed) ((void)(reversed), *(p))
#define real_store(p, x, reversed) ((void)(reversed), *(p) = (x))

#else

/* One instruction if there are two-source permutations; otherwise the engine's cheap shuffles, and
 * then one permutation of each part. */
#ifdef __AVX512F__

FORCE fftc_complex reversed_load(const fftc_scalar *p)
{
    fftc_real a = *(const unaligned_real *)p;
    fftc_real b = *(const unaligned_real *)(p + LANES);
#define FROM_END(i, part) (2 * (LANES - 1 - LANE_COLUMN(i)) + (part))
    return fftc_complex_make(SHUFFLE(a, b, FROM_END, 0), SHUFFLE(a, b, FROM_END, 1));
#undef FROM_END
}

FORCE void reversed_store(fftc_scalar *p, fftc_complex x)
{
#define FROM_END(i, half) (COLUMN_LANE(LANES - 1 - ((half)*LANES + (i)) / 2) + (i) % 2 * LANES)
    *(unaligned_real *)p = SHUFFLE(x.re, x.im, FROM_END, 0);
    *(unaligned_real *)(p + LANES) = SHUFFLE(x.re, x.im, FROM_END, 1);
#undef FROM_END
}

#else

FORCE fftc_real reverse_lanes(fftc_real x)
{
#define FROM_END(i, unused) (COLUMN_LANE(LANES - 1 - LANE_COLUMN(i)))
    return SHUFFLE(x, x, FROM_END, 0);
#undef FROM_END
}

FORCE fftc_complex reversed_load(const fftc_scalar *p)
{
    fftc_complex x = full_load(p, 0);
    return fftc_complex_make(reverse_lanes(x.re), reverse_lanes(x.im));
}

FORCE void reversed_store(fftc_scalar *p, fftc_complex x)
{
    full_store(p, fftc_complex_make(reverse_lanes(x.re), reverse_lanes(x.im)), 0);
}

#endif

/* Loads in natural order: lane i has the complex number i of the block, or i from its end. */
FORCE fftc_complex pair_load(const fftc_scalar *p, const int reversed)
{
    fftc_real a = *(const unaligned_real *)p;
    fftc_real b = *(const unaligned_real *)(p + LANES);
#define FORWARDS(i, part) (2 * (i) + (part))
#define BACKWARDS(i, part) (2 * (LANES - 1 - (i)) + (part))
    if (reversed) {
        return fftc_complex_make(SHUFFLE(a, b, BACKWARDS, 0), SHUFFLE(a, b, BACKWARDS, 1));
    }
    return fftc_complex_make(SHUFFLE(a, b, FORWARDS, 0), SHUFFLE(a, b, FORWARDS, 1));
#undef FORWARDS
#undef BACKWARDS
}

FORCE void pair_store(fftc_scalar *p, fftc_complex x, const int reversed)
{
#define FORWARDS(i, half) ((half)*LANES / 2 + (i) / 2 + (i) % 2 * LANES)
#define BACKWARDS(i, half) (LANES - 1 - (half)*LANES / 2 - (i) / 2 + (i) % 2 * LANES)
    unaligned_real *to = (unaligned_real *)p;
    to[0] = reversed ? SHUFFLE(x.re, x.im, BACKWARDS, 0) : SHUFFLE(x.re, x.im, FORWARDS, 0);
    to[1] = reversed ? SHUFFLE(x.re, x.im, BACKWARDS, 1) : SHUFFLE(x.re, x.im, FORWARDS, 1);
#undef FORWARDS
#undef BACKWARDS
}

FORCE fftc_real reverse(fftc_real x)
{
#define BACKWARDS(i, unused) (LANES - 1 - (i))
    return SHUFFLE(x, x, BACKWARDS, 0);
#undef BACKWARDS
}

FORCE fftc_real real_load(const fftc_scalar *p, const int reversed)
{
    fftc_real x = *(const unaligned_real *)p;
    return reversed ? reverse(x) : x;
}

FORCE void real_store(fftc_scalar *p, fftc_real x, const int reversed)
{
    *(unaligned_real *)p = reversed ? reverse(x) : x;
}

/* Of complex numbers as they lie in memory, real and imaginary parts in turns. */
FORCE fftc_real parts_exchanged(fftc_real x)
{
#define EXCHANGED_LANE(i, x) ((i) ^ 1)
    return SHUFFLE(x, x, EXCHANGED_LANE, 0);
#undef EXCHANGED_LANE
}

FORCE fftc_real conjugates(fftc_real x)
{
#define CONJUGATE_SIGN(i, x) ((i) % 2 != 0 ? -1 : 1)
    const fftc_real signs = {EACH_LANE(CONJUGATE_SIGN, 0)};
    return x * signs;
#undef CONJUGATE_SIGN
}

#endif
