/* SPDX-License-Identifier: MIT
 *
 * FFTW's basic and advanced interfaces.
 */
#include "fftw3/planner.h"

/* One side of the arrays of plan_many_*: NULL for embed means the lengths, or those of the packed
 * array of a halved axis. */
typedef struct side {
    R *re;
    R *im; /* NULL: real */
    const int *embed;
    ptrdiff_t stride;
    ptrdiff_t distance;
} side;

static R *imaginary(C *array)
{
    return array == NULL ? NULL : (R *)array + 1;
}

static side complex_side(C *array, const int *embed, int stride, int distance)
{
    return (side){(R *)array, imaginary(array), embed, 2 * (ptrdiff_t)stride,
                  2 * (ptrdiff_t)distance};
}

static side real_side(R *array, const int *embed, int stride, int distance)
{
    return (side){array, NULL, embed, stride, distance};
}

/* Strides along the axes, from the last to the first. */
static void set_strides(problem *p, const side *s, bool out)
{
    bool complex = out ? P(complex_out)(p) : P(complex_in)(p);
    bool halved = p->kind == PROBLEM_REAL_TO_SPECTRUM || p->kind == PROBLEM_SPECTRUM_TO_REAL;
    ptrdiff_t stride = s->stride;
    for (int i = p->rank - 1; i >= 0; --i) {
        *(out ? &p->dims[i].os : &p->dims[i].is) = stride;
        ptrdiff_t n = p->dims[i].n;
        if (i == p->rank - 1 && halved && (complex || p->in_place)) {
            n = (n / 2 + 1) * (complex ? 1 : 2);
        }
        stride = P(times)(stride, s->embed != NULL ? s->embed[i] : n);
    }
    *(out ? &p->loop[0].os : &p->loop[0].is) = s->distance;
}

static X(plan) plan_many(problem_kind kind, int rank, const int *n, int howmany, side in, side out,
                         const X(r2r_kind) * kinds, int sign, unsigned flags)
{
    if (rank < 0 || rank > AXES_MAX || howmany < 0) {
        return NULL;
    }
    problem p = {.kind = kind,
                 .backward = sign != FFTW_FORWARD, /* as FFTW takes other numbers, too */
                 .interleaved = kind != PROBLEM_REAL_TO_REAL,
                 .in_place = in.re == out.re,
                 .rank = rank,
                 .loops = 1,
                 .loop = {{.n = howmany}},
                 .io = {{in.re, in.im}, {out.re, out.im}}};
    for (int i = 0; i < rank; ++i) {
        if (n[i] <= 0) {
            return NULL;
        }
        p.dims[i].n = n[i];
        p.dims[i].kind = kinds == NULL ? FFTW_R2HC : kinds[i];
    }
    set_strides(&p, &in, false);
    set_strides(&p, &out, true);
    return P(make_plan)(&p, flags);
}

P_API X(plan) X(plan_many_dft)(int rank, const int *n, int howmany, C *in, const int *inembed,
                               int istride, int idist, C *out, const int *onembed, int ostride,
                               int odist, int sign, unsigned flags)
{
    return plan_many(PROBLEM_COMPLEX, rank, n, howmany, complex_side(in, inembed, istride, idist),
                     complex_side(out, onembed, ostride, odist), NULL, sign, flags);
}

P_API X(plan) X(plan_many_dft_r2c)(int rank, const int *n, int howmany, R *in, const int *inembed,
                                   int istride, int idist, C *out, const int *onembed, int ostride,
                                   int odist, unsigned flags)
{
    return plan_many(PROBLEM_REAL_TO_SPECTRUM, rank, n, howmany,
                     real_side(in, inembed, istride, idist),
                     complex_side(out, onembed, ostride, odist), NULL, FFTW_FORWARD, flags);
}

P_API X(plan) X(plan_many_dft_c2r)(int rank, const int *n, int howmany, C *in, const int *inembed,
                                   int istride, int idist, R *out, const int *onembed, int ostride,
                                   int odist, unsigned flags)
{
    return plan_many(PROBLEM_SPECTRUM_TO_REAL, rank, n, howmany,
                     complex_side(in, inembed, istride, idist),
                     real_side(out, onembed, ostride, odist), NULL, FFTW_FORWARD, flags);
}

P_API X(plan) X(plan_many_r2r)(int rank, const int *n, int howmany, R *in, const int *inembed,
                               int istride, int idist, R *out, const int *onembed, int ostride,
                               int odist, const X(r2r_kind) * kind, unsigned flags)
{
    return plan_many(PROBLEM_REAL_TO_REAL, rank, n, howmany, real_side(in, inembed, istride, idist),
                     real_side(out, onembed, ostride, odist), kind, FFTW_FORWARD, flags);
}

P_API X(plan) X(plan_dft)(int rank, const int *n, C *in, C *out, int sign, unsigned flags)
{
    return X(plan_many_dft)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, sign, flags);
}

P_API X(plan) X(plan_dft_1d)(int n, C *in, C *out, int sign, unsigned flags)
{
    return X(plan_dft)(1, &n, in, out, sign, flags);
}

P_API X(plan) X(plan_dft_2d)(int n0, int n1, C *in, C *out, int sign, unsigned flags)
{
    return X(plan_dft)(2, (int[]){n0, n1}, in, out, sign, flags);
}

P_API X(plan) X(plan_dft_3d)(int n0, int n1, int n2, C *in, C *out, int sign, unsigned flags)
{
    return X(plan_dft)(3, (int[]){n0, n1, n2}, in, out, sign, flags);
}

P_API X(plan) X(plan_dft_r2c)(int rank, const int *n, R *in, C *out, unsigned flags)
{
    return X(plan_many_dft_r2c)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, flags);
}

P_API X(plan) X(plan_dft_r2c_1d)(int n, R *in, C *out, unsigned flags)
{
    return X(plan_dft_r2c)(1, &n, in, out, flags);
}

P_API X(plan) X(plan_dft_r2c_2d)(int n0, int n1, R *in, C *out, unsigned flags)
{
    return X(plan_dft_r2c)(2, (int[]){n0, n1}, in, out, flags);
}

P_API X(plan) X(plan_dft_r2c_3d)(int n0, int n1, int n2, R *in, C *out, unsigned flags)
{
    return X(plan_dft_r2c)(3, (int[]){n0, n1, n2}, in, out, flags);
}

P_API X(plan) X(plan_dft_c2r)(int rank, const int *n, C *in, R *out, unsigned flags)
{
    return X(plan_many_dft_c2r)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, flags);
}

P_API X(plan) X(plan_dft_c2r_1d)(int n, C *in, R *out, unsigned flags)
{
    return X(plan_dft_c2r)(1, &n, in, out, flags);
}

P_API X(plan) X(plan_dft_c2r_2d)(int n0, int n1, C *in, R *out, unsigned flags)
{
    return X(plan_dft_c2r)(2, (int[]){n0, n1}, in, out, flags);
}

P_API X(plan) X(plan_dft_c2r_3d)(int n0, int n1, int n2, C *in, R *out, unsigned flags)
{
    return X(plan_dft_c2r)(3, (int[]){n0, n1, n2}, in, out, flags);
}

P_API X(plan)
    X(plan_r2r)(int rank, const int *n, R *in, R *out, const X(r2r_kind) * kind, unsigned flags)
{
    return X(plan_many_r2r)(rank, n, 1, in, NULL, 1, 1, out, NULL, 1, 1, kind, flags);
}

P_API X(plan) X(plan_r2r_1d)(int n, R *in, R *out, X(r2r_kind) kind, unsigned flags)
{
    return X(plan_r2r)(1, &n, in, out, &kind, flags);
}

P_API X(plan) X(plan_r2r_2d)(int n0, int n1, R *in, R *out, X(r2r_kind) kind0, X(r2r_kind) kind1,
                             unsigned flags)
{
    return X(plan_r2r)(2, (int[]){n0, n1}, in, out, (X(r2r_kind)[]){kind0, kind1}, flags);
}

P_API X(plan) X(plan_r2r_3d)(int n0, int n1, int n2, R *in, R *out, X(r2r_kind) kind0,
                             X(r2r_kind) kind1, X(r2r_kind) kind2, unsigned flags)
{
    return X(plan_r2r)(3, (int[]){n0, n1, n2}, in, out, (X(r2r_kind)[]){kind0, kind1, kind2},
                       flags);
}
