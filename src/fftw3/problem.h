/* SPDX-License-Identifier: MIT
 *
 * FFTW's interface: what its planner functions ask for, in one form. Everything in this folder is
 * compiled twice, with FFTC_FFTW3_FLOAT 0 and 1.
 */
#ifndef FFTC_FFTW3_PROBLEM_H
#define FFTC_FFTW3_PROBLEM_H

#include <stdbool.h>

#include "fftcore/fftcore.h"
#include "fftcore/fftw3/fftw3.h"

#if FFTC_FFTW3_FLOAT
typedef float R;
typedef fftwf_complex C;
#define X(name) FFTW_MANGLE_FLOAT(name)
#define P(name) FFTW_CONCAT(fftc_fftwf_, name) /* names of this folder's own */
#define PRECISION FFTC_FLOAT32
#else
typedef double R;
typedef fftw_complex C;
#define X(name) FFTW_MANGLE_DOUBLE(name)
#define P(name) FFTW_CONCAT(fftc_fftw_, name)
#define PRECISION FFTC_FLOAT64
#endif

#define P_API __attribute__((visibility("default")))

/* Axes of one point are left out and all others at least double an array: 64 are enough. */
#define AXES_MAX 64

typedef enum problem_kind {
    PROBLEM_COMPLEX,
    PROBLEM_REAL_TO_SPECTRUM,
    PROBLEM_SPECTRUM_TO_REAL,
    PROBLEM_REAL_TO_REAL,
    PROBLEM_COPY_COMPLEX, /* nothing is transformed, of rank 0 or of axes of one point */
    PROBLEM_COPY_REAL
} problem_kind;

/* Strides are distances in scalars, also of complex numbers. */
typedef struct axis {
    ptrdiff_t n;
    ptrdiff_t is;
    ptrdiff_t os;
    X(r2r_kind) kind;
} axis;

/* The arrays of an execution. Real ones have no imaginary part. */
typedef struct arrays {
    R *in[2];
    R *out[2];
} arrays;

typedef struct problem {
    problem_kind kind;
    bool backward;    /* PROBLEM_COMPLEX: the sign in the exponent is + */
    bool interleaved; /* complex arrays hold pairs: what is at [1] lies behind what is at [0] */
    bool in_place;
    int rank;
    int loops;
    axis dims[AXES_MAX]; /* the last one is that whose spectrum is halved */
    axis loop[AXES_MAX];
    arrays io;
} problem;

static inline bool P(complex_in)(const problem *p)
{
    return p->kind == PROBLEM_COMPLEX || p->kind == PROBLEM_COPY_COMPLEX ||
           p->kind == PROBLEM_SPECTRUM_TO_REAL;
}

static inline bool P(complex_out)(const problem *p)
{
    return p->kind == PROBLEM_COMPLEX || p->kind == PROBLEM_COPY_COMPLEX ||
           p->kind == PROBLEM_REAL_TO_SPECTRUM;
}

/* A product of strides and lengths; PTRDIFF_MAX, which make_plan refuses, if it is too large. */
static inline ptrdiff_t P(times)(ptrdiff_t stride, ptrdiff_t count)
{
    ptrdiff_t product;
    return __builtin_mul_overflow(stride, count, &product) ? PTRDIFF_MAX : product;
}

/* Numbers along a transformed axis on either side: only the halved axis has different ones. */
ptrdiff_t P(points)(const problem *p, int dim, bool out);

/* A plan of FFTW's interface for a problem whose axes are as the caller gave them. NULL where FFTW
 * has none, or if there is no memory. */
X(plan) P(make_plan)(problem *p, unsigned flags);

/* dst[...] = src[...] for all indices of the axes. In place only if both sides have the same
 * strides. */
void P(copy)(const axis *axes, int rank, const R *src, R *dst);

#endif
