/* SPDX-License-Identifier: MIT
 *
 * Spectra of which only a range exists, or is wanted; real.c includes this. Groups that are
 * partly in the range go by way of a copy. What is outside counts as 0, or is not written.
 */
typedef struct some {
    size_t begin; /* in complex numbers */
    size_t length;
} some;

FORCE some some_of(fftc_range range)
{
    some s = {(size_t)range.begin, (size_t)(range.end - range.begin)};
    return s;
}

FORCE int some_has(some s, size_t k)
{
    return k - s.begin < s.length;
}

/* All of the LANES numbers from k on. */
FORCE int some_has_vector(some s, size_t k)
{
    return s.length >= LANES && k - s.begin <= s.length - LANES;
}

FORCE size_t some_low(some s, size_t k)
{
    return k < s.begin ? s.begin - k : 0;
}

FORCE size_t some_high(some s, size_t k)
{
    size_t end = s.begin + s.length;
    return end <= k ? 0 : end - k < LANES ? end - k : LANES;
}

/* Where numbers from k on can be loaded. */
static __attribute__((noinline)) const fftc_scalar *copy_of_some(const fftc_scalar *x, size_t k,
                                                                 some s, fftc_scalar *copy)
{
    memset(copy, 0, 2 * LANES * sizeof *copy);
    for (size_t i = some_low(s, k); i < some_high(s, k); ++i) {
        copy[2 * i] = x[2 * (k + i)];
        copy[2 * i + 1] = x[2 * (k + i) + 1];
    }
    return copy;
}

FORCE const fftc_scalar *load_place(const fftc_scalar *x, size_t k, some s, fftc_scalar *copy)
{
    return some_has_vector(s, k) ? x + 2 * k : copy_of_some(x, k, s, copy);
}

static __attribute__((noinline)) void put_some(const fftc_scalar *copy, fftc_scalar *x, size_t k,
                                               some s)
{
    for (size_t i = some_low(s, k); i < some_high(s, k); ++i) {
        x[2 * (k + i)] = copy[2 * i];
        x[2 * (k + i) + 1] = copy[2 * i + 1];
    }
}

/* The spectrum, of which `s` exists, to all of z. */
FORCE void merge_group(const fftc_scalar *x, fftc_scalar *z, size_t h, size_t k, some s,
                       fftc_complex turn)
{
    const size_t mirror = h - k - (LANES - 1);
    fftc_scalar low[2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_scalar high[2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
    pair p = {full_load(load_place(x, k, s, low), 0),
              fftc_complex_conj(reversed_load(load_place(x, mirror, s, high)))};
    group_store(z, h, k, pair_turn(p, fftc_complex_conj(turn)));
}

/* All of z to the spectrum, of which `s` is wanted. */
FORCE void separate_group(const fftc_scalar *z, fftc_scalar *x, size_t h, size_t k, some s,
                          fftc_complex turn)
{
    const size_t mirror = h - k - (LANES - 1);
    if (some_high(s, k) <= some_low(s, k) && some_high(s, mirror) <= some_low(s, mirror)) {
        return;
    }
    fftc_scalar copy[2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
    pair p = group_of(z, h, k, turn, 0);
    if (some_has_vector(s, k)) {
        full_store(x + 2 * k, p.low, 0);
    } else {
        full_store(copy, p.low, 0);
        put_some(copy, x, k, s);
    }
    if (some_has_vector(s, mirror)) {
        reversed_store(x + 2 * mirror, fftc_complex_conj(p.high));
    } else {
        reversed_store(copy, fftc_complex_conj(p.high));
        put_some(copy, x, mirror, s);
    }
}

/* Group `group` of `groups`: the last one may overlap the one before it. */
FORCE size_t pair_of_group(size_t group, size_t groups, size_t pairs)
{
    return group + 1 < groups ? 1 + group * LANES : 1 + pairs - LANES;
}

static void merge_some(const void *x, void *z, size_t h, const void *turns, fftc_range range,
                       size_t begin, size_t end)
{
    const fftc_scalar *from = (const fftc_scalar *)x;
    fftc_scalar *to = (fftc_scalar *)z;
    const fftc_complex *turn = (const fftc_complex *)turns;
    const some s = some_of(range);
    const size_t pairs = (h - 1) / 2;
    const size_t groups = pairs > 0 ? (pairs + LANES - 1) / LANES : 0;
    const size_t stop = end < pairs / LANES ? end : groups;
    for (size_t group = begin; group < stop; ++group) {
        merge_group(from, to, h, pair_of_group(group, groups, pairs), s, turn[group]);
    }
    if (begin > 0) {
        return;
    }
    fftc_scalar dc = some_has(s, 0) ? from[0] : 0;
    fftc_scalar nyquist = some_has(s, h) ? from[2 * h] : 0;
    to[0] = dc + nyquist;
    to[1] = dc - nyquist;
    if (h % 2 == 0) {
        to[h] = some_has(s, h / 2) ? 2 * from[h] : 0;
        to[h + 1] = some_has(s, h / 2) ? -2 * from[h + 1] : 0;
    }
}

static void separate_some(const void *z, void *x, size_t h, const void *turns, fftc_range range,
                          size_t begin, size_t end)
{
    const fftc_scalar *from = (const fftc_scalar *)z;
    fftc_scalar *to = (fftc_scalar *)x;
    const fftc_complex *turn = (const fftc_complex *)turns;
    const some s = some_of(range);
    const size_t pairs = (h - 1) / 2;
    const size_t groups = pairs > 0 ? (pairs + LANES - 1) / LANES : 0;
    const size_t stop = end < pairs / LANES ? end : groups;
    for (size_t group = begin; group < stop; ++group) {
        separate_group(from, to, h, pair_of_group(group, groups, pairs), s, turn[group]);
    }
    if (begin > 0) {
        return;
    }
    if (some_has(s, 0)) {
        to[0] = 2 * (from[0] + from[1]);
        to[1] = 0;
    }
    if (some_has(s, h)) {
        to[2 * h] = 2 * (from[0] - from[1]);
        to[2 * h + 1] = 0;
    }
    if (h % 2 == 0 && some_has(s, h / 2)) {
        to[h] = 2 * from[h];
        to[h + 1] = -2 * from[h + 1];
    }
}
