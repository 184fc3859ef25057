/* SPDX-License-Identifier: MIT
 *
 * FFTW's guru interface for axes of one type. Parameters: GURU(name) makes names of functions,
 * IODIM is the axis, LOCAL(name) makes names of this template's own.
 */

/* Strides are in items of each side, `in_unit` and `out_unit` scalars. NULL if FFTW would refuse
 * the axes. */
static X(plan) LOCAL(plan)(problem p, int rank, const IODIM *dims, int loops, const IODIM *loop,
                           const X(r2r_kind) * kinds, unsigned flags)
{
    ptrdiff_t in_unit = p.interleaved && P(complex_in)(&p) ? 2 : 1;
    ptrdiff_t out_unit = p.interleaved && P(complex_out)(&p) ? 2 : 1;
    if (rank < 0 || rank > AXES_MAX || loops < 0 || loops > AXES_MAX) {
        return NULL;
    }
    for (int i = 0; i < rank; ++i) {
        p.dims[i] = (axis){dims[i].n, P(times)(dims[i].is, in_unit), P(times)(dims[i].os, out_unit),
                           kinds == NULL ? FFTW_R2HC : kinds[i]};
        if (dims[i].n <= 0) {
            return NULL;
        }
    }
    for (int i = 0; i < loops; ++i) {
        p.loop[i] = (axis){loop[i].n, P(times)(loop[i].is, in_unit), P(times)(loop[i].os, out_unit),
                           FFTW_R2HC};
        if (loop[i].n < 0) {
            return NULL;
        }
    }
    p.rank = rank;
    p.loops = loops;
    return P(make_plan)(&p, flags);
}

P_API X(plan) X(GURU(dft))(int rank, const IODIM *dims, int howmany_rank, const IODIM *howmany_dims,
                           C *in, C *out, int sign, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_COMPLEX,
                                 .backward = sign != FFTW_FORWARD,
                                 .interleaved = true,
                                 .io = {{(R *)in, imaginary(in)}, {(R *)out, imaginary(out)}}},
                       rank, dims, howmany_rank, howmany_dims, NULL, flags);
}

P_API X(plan) X(GURU(dft_r2c))(int rank, const IODIM *dims, int howmany_rank,
                               const IODIM *howmany_dims, R *in, C *out, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_REAL_TO_SPECTRUM,
                                 .interleaved = true,
                                 .io = {{in, NULL}, {(R *)out, imaginary(out)}}},
                       rank, dims, howmany_rank, howmany_dims, NULL, flags);
}

P_API X(plan) X(GURU(dft_c2r))(int rank, const IODIM *dims, int howmany_rank,
                               const IODIM *howmany_dims, C *in, R *out, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_SPECTRUM_TO_REAL,
                                 .interleaved = true,
                                 .io = {{(R *)in, imaginary(in)}, {out, NULL}}},
                       rank, dims, howmany_rank, howmany_dims, NULL, flags);
}

P_API X(plan) X(GURU(r2r))(int rank, const IODIM *dims, int howmany_rank, const IODIM *howmany_dims,
                           R *in, R *out, const X(r2r_kind) * kind, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_REAL_TO_REAL, .io = {{in, NULL}, {out, NULL}}},
                       rank, dims, howmany_rank, howmany_dims, kind, flags);
}

P_API X(plan)
    X(GURU(split_dft))(int rank, const IODIM *dims, int howmany_rank, const IODIM *howmany_dims,
                       R *ri, R *ii, R *ro, R *io, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_COMPLEX, .io = {{ri, ii}, {ro, io}}}, rank, dims,
                       howmany_rank, howmany_dims, NULL, flags);
}

P_API X(plan) X(GURU(split_dft_r2c))(int rank, const IODIM *dims, int howmany_rank,
                                     const IODIM *howmany_dims, R *in, R *ro, R *io, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_REAL_TO_SPECTRUM, .io = {{in, NULL}, {ro, io}}},
                       rank, dims, howmany_rank, howmany_dims, NULL, flags);
}

P_API X(plan)
    X(GURU(split_dft_c2r))(int rank, const IODIM *dims, int howmany_rank, const IODIM *howmany_dims,
                           R *ri, R *ii, R *out, unsigned flags)
{
    return LOCAL(plan)((problem){.kind = PROBLEM_SPECTRUM_TO_REAL, .io = {{ri, ii}, {out, NULL}}},
                       rank, dims, howmany_rank, howmany_dims, NULL, flags);
}

#undef GURU
#undef IODIM
#undef LOCAL
