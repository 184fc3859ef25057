/* SPDX-License-Identifier: MIT
 *
 * The functions of the Fortran interface. Parameter: F77(name) makes their names.
 */
#define F77_VOID(name, ...)            \
    P_API void F77(name)(__VA_ARGS__); \
    P_API void F77(name)(__VA_ARGS__)

F77_VOID(execute, X(plan) *const p)
{
    X(execute)(*p);
}

F77_VOID(destroy_plan, X(plan) * p)
{
    X(destroy_plan)(*p);
}

F77_VOID(cleanup, void)
{
    X(cleanup)();
}

F77_VOID(forget_wisdom, void)
{
    X(forget_wisdom)();
}

F77_VOID(export_wisdom, void (*write_char)(char *c, void *data), void *data)
{
    X(export_wisdom)(write_for_fortran, &(writer){write_char, data});
}

F77_VOID(import_wisdom, int *success, void (*read_char)(int *c, void *data), void *data)
{
    *success = X(import_wisdom)(read_for_fortran, &(reader){read_char, data});
}

F77_VOID(import_system_wisdom, int *success)
{
    *success = X(import_system_wisdom)();
}

F77_VOID(print_plan, X(plan) *const p)
{
    X(print_plan)(*p);
    fflush(stdout);
}

F77_VOID(flops, X(plan) * p, double *add, double *mul, double *fma)
{
    X(flops)(*p, add, mul, fma);
}

F77_VOID(estimate_cost, double *cost, X(plan) *const p)
{
    *cost = X(estimate_cost)(*p);
}

F77_VOID(cost, double *cost, X(plan) *const p)
{
    *cost = X(cost)(*p);
}

F77_VOID(set_timelimit, double *seconds)
{
    X(set_timelimit)(*seconds);
}

F77_VOID(init_threads, int *success)
{
    *success = X(init_threads)();
}

F77_VOID(plan_with_nthreads, int *nthreads)
{
    X(plan_with_nthreads)(*nthreads);
}

F77_VOID(planner_nthreads, int *nthreads)
{
    *nthreads = X(planner_nthreads)();
}

F77_VOID(cleanup_threads, void)
{
    X(cleanup_threads)();
}

F77_VOID(plan_dft, X(plan) * p, int *rank, const int *n, C *in, C *out, int *sign, int *flags)
{
    int axes[AXES_MAX];
    *p = X(plan_dft)(*rank, reversed(*rank, n, axes), in, out, *sign, (unsigned)*flags);
}

F77_VOID(plan_dft_1d, X(plan) * p, int *n, C *in, C *out, int *sign, int *flags)
{
    *p = X(plan_dft_1d)(*n, in, out, *sign, (unsigned)*flags);
}

F77_VOID(plan_dft_2d, X(plan) * p, int *nx, int *ny, C *in, C *out, int *sign, int *flags)
{
    *p = X(plan_dft_2d)(*ny, *nx, in, out, *sign, (unsigned)*flags);
}

F77_VOID(plan_dft_3d, X(plan) * p, int *nx, int *ny, int *nz, C *in, C *out, int *sign, int *flags)
{
    *p = X(plan_dft_3d)(*nz, *ny, *nx, in, out, *sign, (unsigned)*flags);
}

F77_VOID(plan_many_dft, X(plan) * p, int *rank, const int *n, int *howmany, C *in,
         const int *inembed, int *istride, int *idist, C *out, const int *onembed, int *ostride,
         int *odist, int *sign, int *flags)
{
    int axes[AXES_MAX];
    int in_axes[AXES_MAX];
    int out_axes[AXES_MAX];
    *p = X(plan_many_dft)(
        *rank, reversed(*rank, n, axes), *howmany, in, reversed(*rank, inembed, in_axes), *istride,
        *idist, out, reversed(*rank, onembed, out_axes), *ostride, *odist, *sign, (unsigned)*flags);
}

F77_VOID(plan_guru_dft, X(plan) * p, int *rank, const int *n, const int *is, const int *os,
         int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, C *in, C *out,
         int *sign, int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    *p = X(plan_guru_dft)(*rank, dims, *howmany_rank, loops, in, out, *sign, (unsigned)*flags);
}

F77_VOID(plan_guru_split_dft, X(plan) * p, int *rank, const int *n, const int *is, const int *os,
         int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, R *ri, R *ii, R *ro,
         R *io, int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    *p =
        X(plan_guru_split_dft)(*rank, dims, *howmany_rank, loops, ri, ii, ro, io, (unsigned)*flags);
}

F77_VOID(execute_split_dft, X(plan) *const p, R *ri, R *ii, R *ro, R *io)
{
    X(execute_split_dft)(*p, ri, ii, ro, io);
}

F77_VOID(execute_dft, X(plan) *const p, C *in, C *out)
{
    X(execute_dft)(*p, in, out);
}

F77_VOID(plan_dft_r2c, X(plan) * p, int *rank, const int *n, R *in, C *out, int *flags)
{
    int axes[AXES_MAX];
    *p = X(plan_dft_r2c)(*rank, reversed(*rank, n, axes), in, out, (unsigned)*flags);
}

F77_VOID(plan_dft_r2c_1d, X(plan) * p, int *n, R *in, C *out, int *flags)
{
    *p = X(plan_dft_r2c_1d)(*n, in, out, (unsigned)*flags);
}

F77_VOID(plan_dft_r2c_2d, X(plan) * p, int *nx, int *ny, R *in, C *out, int *flags)
{
    *p = X(plan_dft_r2c_2d)(*ny, *nx, in, out, (unsigned)*flags);
}

F77_VOID(plan_dft_r2c_3d, X(plan) * p, int *nx, int *ny, int *nz, R *in, C *out, int *flags)
{
    *p = X(plan_dft_r2c_3d)(*nz, *ny, *nx, in, out, (unsigned)*flags);
}

F77_VOID(plan_many_dft_r2c, X(plan) * p, int *rank, const int *n, int *howmany, R *in,
         const int *inembed, int *istride, int *idist, C *out, const int *onembed, int *ostride,
         int *odist, int *flags)
{
    int axes[AXES_MAX];
    int in_axes[AXES_MAX];
    int out_axes[AXES_MAX];
    *p = X(plan_many_dft_r2c)(
        *rank, reversed(*rank, n, axes), *howmany, in, reversed(*rank, inembed, in_axes), *istride,
        *idist, out, reversed(*rank, onembed, out_axes), *ostride, *odist, (unsigned)*flags);
}

F77_VOID(plan_guru_dft_r2c, X(plan) * p, int *rank, const int *n, const int *is, const int *os,
         int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, R *in, C *out,
         int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    *p = X(plan_guru_dft_r2c)(*rank, dims, *howmany_rank, loops, in, out, (unsigned)*flags);
}

F77_VOID(plan_guru_split_dft_r2c, X(plan) * p, int *rank, const int *n, const int *is,
         const int *os, int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, R *in,
         R *ro, R *io, int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    *p =
        X(plan_guru_split_dft_r2c)(*rank, dims, *howmany_rank, loops, in, ro, io, (unsigned)*flags);
}

F77_VOID(execute_split_dft_r2c, X(plan) *const p, R *in, R *ro, R *io)
{
    X(execute_split_dft_r2c)(*p, in, ro, io);
}

F77_VOID(execute_dft_r2c, X(plan) *const p, R *in, C *out)
{
    X(execute_dft_r2c)(*p, in, out);
}

F77_VOID(plan_dft_c2r, X(plan) * p, int *rank, const int *n, C *in, R *out, int *flags)
{
    int axes[AXES_MAX];
    *p = X(plan_dft_c2r)(*rank, reversed(*rank, n, axes), in, out, (unsigned)*flags);
}

F77_VOID(plan_dft_c2r_1d, X(plan) * p, int *n, C *in, R *out, int *flags)
{
    *p = X(plan_dft_c2r_1d)(*n, in, out, (unsigned)*flags);
}

F77_VOID(plan_dft_c2r_2d, X(plan) * p, int *nx, int *ny, C *in, R *out, int *flags)
{
    *p = X(plan_dft_c2r_2d)(*ny, *nx, in, out, (unsigned)*flags);
}

F77_VOID(plan_dft_c2r_3d, X(plan) * p, int *nx, int *ny, int *nz, C *in, R *out, int *flags)
{
    *p = X(plan_dft_c2r_3d)(*nz, *ny, *nx, in, out, (unsigned)*flags);
}

F77_VOID(plan_many_dft_c2r, X(plan) * p, int *rank, const int *n, int *howmany, C *in,
         const int *inembed, int *istride, int *idist, R *out, const int *onembed, int *ostride,
         int *odist, int *flags)
{
    int axes[AXES_MAX];
    int in_axes[AXES_MAX];
    int out_axes[AXES_MAX];
    *p = X(plan_many_dft_c2r)(
        *rank, reversed(*rank, n, axes), *howmany, in, reversed(*rank, inembed, in_axes), *istride,
        *idist, out, reversed(*rank, onembed, out_axes), *ostride, *odist, (unsigned)*flags);
}

F77_VOID(plan_guru_dft_c2r, X(plan) * p, int *rank, const int *n, const int *is, const int *os,
         int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, C *in, R *out,
         int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    *p = X(plan_guru_dft_c2r)(*rank, dims, *howmany_rank, loops, in, out, (unsigned)*flags);
}

F77_VOID(plan_guru_split_dft_c2r, X(plan) * p, int *rank, const int *n, const int *is,
         const int *os, int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, R *ri,
         R *ii, R *out, int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    *p = X(plan_guru_split_dft_c2r)(*rank, dims, *howmany_rank, loops, ri, ii, out,
                                    (unsigned)*flags);
}

F77_VOID(execute_split_dft_c2r, X(plan) *const p, R *ri, R *ii, R *out)
{
    X(execute_split_dft_c2r)(*p, ri, ii, out);
}

F77_VOID(execute_dft_c2r, X(plan) *const p, C *in, R *out)
{
    X(execute_dft_c2r)(*p, in, out);
}

F77_VOID(plan_r2r, X(plan) * p, int *rank, const int *n, R *in, R *out, int *kind, int *flags)
{
    int axes[AXES_MAX];
    X(r2r_kind) kinds[AXES_MAX];
    set_kinds(*rank, kind, kinds, true);
    *p = X(plan_r2r)(*rank, reversed(*rank, n, axes), in, out, kinds, (unsigned)*flags);
}

F77_VOID(plan_r2r_1d, X(plan) * p, int *n, R *in, R *out, int *kind, int *flags)
{
    *p = X(plan_r2r_1d)(*n, in, out, (X(r2r_kind)) * kind, (unsigned)*flags);
}

F77_VOID(plan_r2r_2d, X(plan) * p, int *nx, int *ny, R *in, R *out, int *kind_x, int *kind_y,
         int *flags)
{
    *p = X(plan_r2r_2d)(*ny, *nx, in, out, (X(r2r_kind)) * kind_y, (X(r2r_kind)) * kind_x,
                        (unsigned)*flags);
}

F77_VOID(plan_r2r_3d, X(plan) * p, int *nx, int *ny, int *nz, R *in, R *out, int *kind_x,
         int *kind_y, int *kind_z, int *flags)
{
    *p = X(plan_r2r_3d)(*nz, *ny, *nx, in, out, (X(r2r_kind)) * kind_z, (X(r2r_kind)) * kind_y,
                        (X(r2r_kind)) * kind_x, (unsigned)*flags);
}

F77_VOID(plan_many_r2r, X(plan) * p, int *rank, const int *n, int *howmany, R *in,
         const int *inembed, int *istride, int *idist, R *out, const int *onembed, int *ostride,
         int *odist, int *kind, int *flags)
{
    int axes[AXES_MAX];
    int in_axes[AXES_MAX];
    int out_axes[AXES_MAX];
    X(r2r_kind) kinds[AXES_MAX];
    set_kinds(*rank, kind, kinds, true);
    *p = X(plan_many_r2r)(
        *rank, reversed(*rank, n, axes), *howmany, in, reversed(*rank, inembed, in_axes), *istride,
        *idist, out, reversed(*rank, onembed, out_axes), *ostride, *odist, kinds, (unsigned)*flags);
}

F77_VOID(plan_guru_r2r, X(plan) * p, int *rank, const int *n, const int *is, const int *os,
         int *howmany_rank, const int *h_n, const int *h_is, const int *h_os, R *in, R *out,
         int *kind, int *flags)
{
    X(iodim) dims[AXES_MAX];
    X(iodim) loops[AXES_MAX];
    set_axes(*rank, n, is, os, dims);
    set_axes(*howmany_rank, h_n, h_is, h_os, loops);
    X(r2r_kind) kinds[AXES_MAX];
    /* FFTW reverses the kinds here, though not the axes. */
    set_kinds(*rank, kind, kinds, true);
    *p = X(plan_guru_r2r)(*rank, dims, *howmany_rank, loops, in, out, kinds, (unsigned)*flags);
}

F77_VOID(execute_r2r, X(plan) *const p, R *in, R *out)
{
    X(execute_r2r)(*p, in, out);
}

#undef F77_VOID
#undef F77
