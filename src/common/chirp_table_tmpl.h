/* SPDX-License-Identifier: MIT
 *
 * The spectrum of a chirp, computed in SPECTRUM_REAL: a template of chirp_table.c, which also defines
 * SPECTRUM_NAME.
 */
#define SPECTRUM_PASTE_(a, b) a##b
#define SPECTRUM_PASTE(a, b) SPECTRUM_PASTE_(a, b)
#define SPECTRUM_PASS SPECTRUM_PASTE(SPECTRUM_NAME, _pass)
#define SPECTRUM_FFT SPECTRUM_PASTE(SPECTRUM_NAME, _fft)
#define SPECTRUM_FOUR SPECTRUM_PASTE(SPECTRUM_NAME, _four)

/* One stage in Stockham's order (kernel/line_fft.h); `roots` has exp(-2 pi i k / m). */
static void SPECTRUM_PASS(uint64_t m, uint64_t radix, uint64_t before, SPECTRUM_REAL (*roots)[2],
                          SPECTRUM_REAL (*x)[2], SPECTRUM_REAL (*y)[2])
{
    uint64_t all = before * radix;
    uint64_t step = m / all;
    for (uint64_t b = 0; b < m / radix; ++b) {
        uint64_t p = b % before;
        SPECTRUM_REAL(*to)[2] = y + b / before * all + p;
        for (uint64_t q = 0; q < radix; ++q) {
            uint64_t turn = p + q * before;
            uint64_t at = 0;
            SPECTRUM_REAL re = 0;
            SPECTRUM_REAL im = 0;
            for (uint64_t k = 0; k < radix; ++k) {
                const SPECTRUM_REAL *w = roots[at * step];
                const SPECTRUM_REAL *v = x[b + k * (m / radix)];
                re += w[0] * v[0] - w[1] * v[1];
                im += w[0] * v[1] + w[1] * v[0];
                at = at + turn < all ? at + turn : at + turn - all;
            }
            to[q * before][0] = re;
            to[q * before][1] = im;
        }
    }
}

/* The same of radix 4, with a fifth of the multiplications. */
static void SPECTRUM_FOUR(uint64_t m, uint64_t before, SPECTRUM_REAL (*roots)[2],
                          SPECTRUM_REAL (*x)[2], SPECTRUM_REAL (*y)[2])
{
    uint64_t step = m / (4 * before);
    for (uint64_t b = 0; b < m / 4; ++b) {
        uint64_t p = b % before;
        SPECTRUM_REAL(*to)[2] = y + 4 * (b - p) + p;
        SPECTRUM_REAL v[4][2];
        for (uint64_t k = 0; k < 4; ++k) {
            const SPECTRUM_REAL *w = roots[k * p * step];
            const SPECTRUM_REAL *from = x[b + k * (m / 4)];
            v[k][0] = w[0] * from[0] - w[1] * from[1];
            v[k][1] = w[0] * from[1] + w[1] * from[0];
        }
        for (int part = 0; part < 2; ++part) {
            SPECTRUM_REAL even = v[0][part] + v[2][part];
            SPECTRUM_REAL odd = v[1][part] + v[3][part];
            SPECTRUM_REAL rest = v[0][part] - v[2][part];
            /* -i (v1 - v3): its real part is the difference's imaginary one. */
            SPECTRUM_REAL turned = part == 0 ? v[1][1] - v[3][1] : v[3][0] - v[1][0];
            to[0][part] = even + odd;
            to[before][part] = rest + turned;
            to[2 * before][part] = even - odd;
            to[3 * before][part] = rest - turned;
        }
    }
}

/* Returns the one of the two that holds the result. */
static void *SPECTRUM_FFT(uint64_t m, SPECTRUM_REAL (*roots)[2], SPECTRUM_REAL (*x)[2],
                          SPECTRUM_REAL (*y)[2])
{
    uint64_t before = 1;
    uint64_t radix = 4;
    while (before != m) {
        SPECTRUM_REAL(*other)[2] = x;
        if (m / before % radix != 0) {
            radix = radix == 4 ? 2 : radix == 2 ? 3 : radix + 2; /* 4, 2, 3, 5, 7, ... */
            continue;
        }
        if (radix == 4) {
            SPECTRUM_FOUR(m, before, roots, x, y);
        } else {
            SPECTRUM_PASS(m, radix, before, roots, x, y);
        }
        x = y;
        y = other;
        before *= radix;
    }
    return x;
}

/* Of exp(pi i j^2 / n), -n < j < n, with period m, over m: frequency k_1 + N_1 (k_2 + N_2 (...)) at
 * element (k_1, k_2, ...) of the array of axes N_1, N_2, ... */
static bool SPECTRUM_NAME(const fftc_convolution_key *key, fftc_precision precision, void *table)
{
    uint64_t n = key->chirp;
    uint64_t m = points_of(key);
    SPECTRUM_REAL(*x)[2] = calloc((size_t)m, 3 * sizeof *x);
    if (x == NULL) {
        return false;
    }
    SPECTRUM_REAL(*roots)[2] = x + 2 * m;
    long double point[2];
    fftc_roots r = fftc_roots_begin(m, m);
    for (uint64_t k = 0; k < m; ++k) {
        fftc_roots_get(&r, k, point);
        roots[k][0] = (SPECTRUM_REAL)point[0];
        roots[k][1] = (SPECTRUM_REAL)point[1];
    }
    fftc_roots_end(&r);
    r = fftc_roots_begin(2 * n, n);
    for (uint64_t j = 0; j < n; ++j) {
        chirp(&r, j, point);
        x[j][0] = (SPECTRUM_REAL)(point[0] / (long double)m);
        x[j][1] = (SPECTRUM_REAL)(-point[1] / (long double)m);
        if (j != 0) {
            x[m - j][0] = x[j][0];
            x[m - j][1] = x[j][1];
        }
    }
    fftc_roots_end(&r);
    SPECTRUM_REAL(*y)[2] = SPECTRUM_FFT(m, roots, x, x + m);
    for (uint64_t i = 0; i < m; ++i) {
        uint64_t left = i;
        uint64_t frequency = 0;
        for (int axis = FFTC_CONVOLUTION_AXES_MAX - 1; axis >= 0; --axis) {
            frequency = frequency * key->axes[axis] + left % key->axes[axis];
            left /= key->axes[axis];
        }
        point[0] = (long double)y[frequency][0];
        point[1] = (long double)y[frequency][1];
        fftc_point_put(precision, table, i, point);
    }
    free(x);
    return true;
}

#undef SPECTRUM_FOUR
#undef SPECTRUM_FFT
#undef SPECTRUM_PASS
#undef SPECTRUM_PASTE
#undef SPECTRUM_PASTE_
#undef SPECTRUM_NAME
#undef SPECTRUM_REAL
