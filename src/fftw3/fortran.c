/* SPDX-License-Identifier: MIT
 *
 * What Fortran programs call: FFTW's "legacy" interface, with the names that compilers make of
 * dfftw_* and sfftw_*. Everything is passed by address, and axes are listed from the fastest to the
 * slowest, but in the guru interface.
 */
#include "fftw3/planner.h"

/* Axes from the slowest to the fastest. */
static const int *reversed(int rank, const int *from, int to[AXES_MAX])
{
    if (from == NULL || rank < 0 || rank > AXES_MAX) {
        return from;
    }
    for (int i = 0; i < rank; ++i) {
        to[i] = from[rank - 1 - i];
    }
    return to;
}

static void set_kinds(int rank, const int *from, X(r2r_kind) to[AXES_MAX], bool reverse)
{
    for (int i = 0; i < rank && i < AXES_MAX; ++i) {
        to[i] = (X(r2r_kind))from[reverse ? rank - 1 - i : i];
    }
}

static void set_axes(int rank, const int *n, const int *is, const int *os, X(iodim) to[AXES_MAX])
{
    for (int i = 0; i < rank && i < AXES_MAX; ++i) {
        to[i] = (X(iodim)){n[i], is[i], os[i]};
    }
}

typedef struct writer {
    void (*write_char)(char *c, void *data);
    void *data;
} writer;

static void write_for_fortran(char c, void *data)
{
    const writer *w = data;
    w->write_char(&c, w->data);
}

typedef struct reader {
    void (*read_char)(int *c, void *data);
    void *data;
} reader;

static int read_for_fortran(void *data)
{
    const reader *r = data;
    int c = EOF;
    r->read_char(&c, r->data);
    return c < 0 ? EOF : c;
}

#if FFTC_FFTW3_FLOAT
#define F77_PREFIX(name) sfftw_##name
#else
#define F77_PREFIX(name) dfftw_##name
#endif

/* Most compilers append an underscore, and some, long ago, two. */
#define F77_ONE(name) name##_
#define F77_TWO(name) name##__
#define F77_CALL(suffix, name) suffix(name)

#define F77(name) F77_CALL(F77_ONE, F77_PREFIX(name))
#include "fftw3/fortran_tmpl.h"
#define F77(name) F77_CALL(F77_TWO, F77_PREFIX(name))
#include "fftw3/fortran_tmpl.h"
