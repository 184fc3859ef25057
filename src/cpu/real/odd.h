/* SPDX-License-Identifier: MIT
 *
 * Transforms of an odd count of real numbers, through a complex transform of as many points: of one
 * line, or of two at once, one of them the imaginary parts. (And of a few numbers, even or odd,
 * where a codelet of as many points rounds less than one of half of them and a pass.)
 *
 * A cosine or sine transform is that of the numbers in another order, with signs, and a rotation of
 * each frequency's complex number; both are in a table. For II and III: real_engine.h. For IV: with
 * odd p = 2 j + 1, q = 2 k + 1 its kernel cos(2 pi p q / (8 n)) has the symmetries p -> -p and p ->
 * 4 n - p (with a change of sign), which lead every odd p mod 8 n to exactly one with p mod 8 = 1.
 * These are p = n e + 8 t, e = n mod 8, t = 0 .. n - 1; likewise q, numbered by s = q mod n. Then
 * p q / (8 n) = n / 8 + t s / n mod 1: a transform of n points, and a rotation by pi n / 4 (the
 * prime factor algorithm of 8 and n, Good 1958).
 *
 * I, with a logical length 2 N, N odd: the transform of the even (DST: odd) continuation y is,
 * by the same algorithm for 2 and N,
 *
 *     Y[k] = U[k / 2 mod N] + (-1)^k V[k / 2 mod N],
 *
 * where U and V are the transforms of N points of those y[j] whose j is even or odd, ordered by
 * j mod N. Both are even again, so both spectra are real (DST: imaginary): as one complex line
 * U + i V they need not be told apart.
 */
#ifndef FFTC_CPU_REAL_ODD_H
#define FFTC_CPU_REAL_ODD_H

#include <stdbool.h>

#include "cpu/engine/arena.h"

/* How a complex number V[s], 0 <= s <= n / 2, becomes result[first] = V.re * rotation[0] + V.im *
 * rotation[1], and if s > 0 result[second] = V.re * rotation[2] + V.im * rotation[3]. */
typedef struct fftc_odd_place {
    uint32_t first;
    uint32_t second;
    double rotation[4];
} fftc_odd_place;

typedef struct fftc_odd_table {
    const int64_t *order;        /* line element of point t, ~element if it changes its sign */
    const fftc_odd_place *place; /* n / 2 + 1 */
} fftc_odd_table;

/* Makes the table of any kind except I; III shares II's table; IV only for odd n. NULL if memory
 * ran out. */
const fftc_odd_table *fftc_odd_table_make(fftc_trigonometric kind, size_t n, fftc_arena *arena);

/* The most numbers of a matrix. (DCT I has one number more than the half of its logical length.) */
#define FFTC_ODD_MATRIX_MOST 11

/* The n by n matrix of a kind, row by row: each entry in double, and the rest that double leaves
 * out. The rows of a I or II are symmetric and antisymmetric alternately. Then `symmetric` is set,
 * and the matrix is multiplied by the sums and differences of numbers at the same distance from
 * both ends. */
typedef struct fftc_odd_matrix {
    size_t n;
    bool symmetric;
    const double (*entry)[2];
} fftc_odd_matrix;

/* ends_in and ends_out: factors of the arguments and results at the ends, as in fftc_real_line.
 * NULL if memory ran out. */
const fftc_odd_matrix *fftc_odd_matrix_make(fftc_trigonometric kind, size_t n, double scale,
                                            double ends_in, double ends_out, fftc_arena *arena);

/* Between lines and z, n complex numbers. `b` may be NULL: one line. z is no part of the lines. */
typedef struct fftc_odd_copies {
    /* z[t] = a[t] + i b[t] */
    void (*join)(const void *a, const void *b, void *z, size_t n);
    void (*part)(const void *z, void *a, void *b, size_t n);
    /* The half spectra of both lines, n / 2 + 1 numbers each, from the spectrum z of n numbers. */
    void (*separate)(const void *z, void *a, void *b, size_t n);
    /* The spectrum z, with the factor 1, from half spectra. a and b begin with frequency 1; a_dc
     * and b_dc are the real parts of frequency 0. */
    void (*merge)(const void *a_dc, const void *a, const void *b_dc, const void *b, void *z,
                  size_t n);
} fftc_odd_copies;

/* The functions of one precision. `b` may be NULL: one line. z: n complex numbers. */
typedef struct fftc_odd {
    fftc_odd_copies copies;
    /* What the table says: `gather` reorders lines into z, `analyse` makes results of z's spectrum,
     * `synthesise` makes a spectrum of arguments (the transpose, halved; `first` multiplies what
     * place[0] names), `scatter` reorders z into lines. */
    void (*gather)(const fftc_odd_table *table, const void *a, const void *b, void *z, size_t n);
    void (*analyse)(const fftc_odd_table *table, const void *z, void *a, void *b, size_t n);
    void (*synthesise)(const fftc_odd_table *table, const void *a, const void *b, double first,
                       void *z, size_t n);
    void (*scatter)(const fftc_odd_table *table, const void *z, void *a, void *b, size_t n);
    /* DST I of N - 1 numbers and DCT I of N + 1 numbers, N odd: z has N numbers. `ends` multiplies
     * the first and the last argument of a cosine transform. */
    void (*gather_one)(const void *x, double ends, void *z, size_t big_n, int sine);
    /* x = matrix y; x may be y. */
    void (*multiply)(const fftc_odd_matrix *matrix, const void *y, void *x);
    void (*analyse_one)(const void *z, void *x, size_t big_n, int sine);
} fftc_odd;

const fftc_odd *fftc_odd_of(fftc_precision precision);

#endif
