/* SPDX-License-Identifier: MIT
 *
 * Sums of short signals (direct_sums.h). Included by direct_sums.c, which has the vectors.
 *
 * The signal's scalars are broadcast one after the other, each to a few vectors of sums, and
 * multiplied by windows of taps that begin at a cache line. Each sum is computed as four, of every
 * fourth scalar.
 */
#include "cpu/engine/units/some_lanes.h"

#define PITCH (FFTC_WINDOW_BYTES / sizeof(fftc_scalar))

/* Window i, counted from w, forwards or backwards. */
FORCE fftc_real window(const fftc_scalar *w, ptrdiff_t i)
{
    return load(w + i * (ptrdiff_t)PITCH);
}

/* Adds what `count` scalars of the signal give to `wide` vectors of sums. The last of them has a
 * window of its own, w_last, since it may overlap the one before. */
FORCE void step(fftc_real (*a)[WIDEST], const fftc_scalar *x, const fftc_scalar *w,
                const fftc_scalar *w_last, const int count, const int wide, const int scalars)
{
    UNROLL for (int c = 0; c < count; ++c)
    {
        UNROLL for (int v = 0; v + 1 < wide; ++v)
        {
            a[c][v] += x[c] * window(w, v * (LANES / scalars) - c / scalars);
        }
        a[c][wide - 1] += x[c] * window(w_last, -(c / scalars));
    }
}

/* Computes `wide` vectors of sums from sum `at` on; the last of them begins `last` sums further on,
 * and `stored` scalars of it are wanted. */
FORCE void vectors(const fftc_direct_windows *s, const fftc_scalar *x, fftc_scalar *y, size_t at,
                   size_t last, size_t stored, const int wide, const int scalars)
{
    fftc_real a[4][WIDEST] = {{{0}}};
    const fftc_scalar *w = (const fftc_scalar *)s->windows + (s->numbers - 1 + at) * PITCH;
    const fftc_scalar *w_last = w + last * PITCH;
    size_t left = (size_t)scalars * s->numbers;
    for (; left >= 4; left -= 4) {
        step(a, x, w, w_last, 4, wide, scalars);
        x += 4;
        w -= (size_t)(4 / scalars) * PITCH;
        w_last -= (size_t)(4 / scalars) * PITCH;
    }
    switch (left) {
    case 3: step(a, x, w, w_last, 3, wide, scalars); break;
    case 2: step(a, x, w, w_last, 2, wide, scalars); break;
    case 1: step(a, x, w, w_last, 1, wide, scalars); break;
    default: break;
    }
    UNROLL for (int v = 0; v < wide; ++v)
    {
        fftc_real sum = scalars == 1 ? (a[0][v] + a[1][v]) + (a[2][v] + a[3][v])
                                     : complex_sum(a[0][v] + a[2][v], a[1][v] + a[3][v]);
        fftc_scalar *to =
            y + (size_t)scalars * at + (v + 1 < wide ? (size_t)v * LANES : (size_t)scalars * last);
        if (stored < LANES) {
            some_store(to, sum, stored);
        } else {
            store(to, sum);
        }
    }
}

/* The last vector overlaps the one before, and makes the same sums again. */
FORCE void signal(const fftc_direct_windows *s, const fftc_scalar *x, fftc_scalar *y,
                  const int scalars)
{
    const size_t n = (size_t)(LANES / scalars);
    size_t at = 0;
    if (s->count < n) {
        vectors(s, x, y, 0, 0, (size_t)scalars * s->count, 1, scalars);
        return;
    }
    for (; at + WIDE * n < s->count; at += WIDE * n) {
        vectors(s, x, y, at, (WIDE - 1) * n, LANES, WIDE, scalars);
    }
    size_t last = s->count - n - at;
    switch ((s->count - at + n - 1) / n) {
    case 1: vectors(s, x, y, s->count - n, 0, LANES, 1, scalars); break;
    case 2: vectors(s, x, y, at, last, LANES, 2, scalars); break;
    case 3: vectors(s, x, y, at, last, LANES, WIDE < 3 ? WIDE : 3, scalars); break;
    default: vectors(s, x, y, at, last, LANES, WIDE, scalars); break;
    }
}

FORCE void all_signals(const fftc_direct_windows *s, const int scalars)
{
    const char *x = s->x;
    char *y = s->y;
    for (size_t i = 0; i < s->signals; ++i, x += s->x_step, y += s->y_step) {
        signal(s, (const fftc_scalar *)(const void *)x, (fftc_scalar *)(void *)y, scalars);
    }
}

static void real_windows(const fftc_direct_windows *s)
{
    all_signals(s, 1);
}

static void complex_windows(const fftc_direct_windows *s)
{
    all_signals(s, 2);
}
