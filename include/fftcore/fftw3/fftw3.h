/* SPDX-License-Identifier: MIT
 *
 * The interface of FFTW 3 (its manual: https://www.fftw.org/fftw3_doc), carried out by fftcore in
 * float (fftwf_) and double (fftw_). docs/fftw.md tells what differs. Programs that were compiled
 * with FFTW's header run on libfftcore-fftw3 as they are, and programs that were compiled with this
 * one on FFTW.
 *
 * Names in long double (fftwl_) are declared, so that headers that mention them compile, but
 * fftcore has no such transforms: link FFTW's own library for these.
 */
#ifndef FFTW3_H
#define FFTW3_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FFTW_CONCAT(prefix, name) prefix##name
#define FFTW_MANGLE_DOUBLE(name) FFTW_CONCAT(fftw_, name)
#define FFTW_MANGLE_FLOAT(name) FFTW_CONCAT(fftwf_, name)
#define FFTW_MANGLE_LONG_DOUBLE(name) FFTW_CONCAT(fftwl_, name)

/* C's complex numbers where <complex.h> comes first, else arrays of two with the same layout. */
#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex) && defined(I)
#define FFTW_DEFINE_COMPLEX(R, C) typedef R _Complex C
#else
#define FFTW_DEFINE_COMPLEX(R, C) typedef R C[2]
#endif

/* The sign in the exponent. */
#define FFTW_FORWARD (-1)
#define FFTW_BACKWARD (+1)

#define FFTW_NO_TIMELIMIT (-1.0)

/* Flags of the planner. How hard it tries: */
#define FFTW_MEASURE (0U)
#define FFTW_EXHAUSTIVE (1U << 3)
#define FFTW_PATIENT (1U << 5)
#define FFTW_ESTIMATE (1U << 6)
#define FFTW_WISDOM_ONLY (1U << 21)
/* What it may do to arrays, and what it may assume of them: fftcore destroys no input and assumes
 * nothing. */
#define FFTW_DESTROY_INPUT (1U << 0)
#define FFTW_UNALIGNED (1U << 1)
#define FFTW_CONSERVE_MEMORY (1U << 2)
#define FFTW_PRESERVE_INPUT (1U << 4)
/* Without effect here. FFTW does not document them, but its own programs use them. */
#define FFTW_ESTIMATE_PATIENT (1U << 7)
#define FFTW_BELIEVE_PCOST (1U << 8)
#define FFTW_NO_DFT_R2HC (1U << 9)
#define FFTW_NO_NONTHREADED (1U << 10)
#define FFTW_NO_BUFFERING (1U << 11)
#define FFTW_NO_INDIRECT_OP (1U << 12)
#define FFTW_ALLOW_LARGE_GENERIC (1U << 13)
#define FFTW_NO_RANK_SPLITS (1U << 14)
#define FFTW_NO_VRANK_SPLITS (1U << 15)
#define FFTW_NO_VRECURSE (1U << 16)
#define FFTW_NO_SIMD (1U << 17)
#define FFTW_NO_SLOW (1U << 18)
#define FFTW_NO_FIXED_RADIX_LARGE_N (1U << 19)
#define FFTW_ALLOW_PRUNING (1U << 20)

/* Kinds of transforms of real numbers; fftcore/fftcore.h has the sums of the DCTs and DSTs. */
enum fftw_kind_of_r2r {
    FFTW_R2HC = 0,    /* the DFT of real numbers: r[0] ... r[n/2] i[(n+1)/2-1] ... i[1] */
    FFTW_HC2R = 1,    /* its inverse, times n */
    FFTW_DHT = 2,     /* the discrete Hartley transform */
    FFTW_REDFT00 = 3, /* DCT I */
    FFTW_REDFT01 = 4, /* DCT III */
    FFTW_REDFT10 = 5, /* DCT II */
    FFTW_REDFT11 = 6, /* DCT IV */
    FFTW_RODFT00 = 7, /* DST I */
    FFTW_RODFT01 = 8, /* DST III */
    FFTW_RODFT10 = 9, /* DST II */
    FFTW_RODFT11 = 10 /* DST IV */
};

/* An axis: its length, and its strides in the input and the output. */
struct fftw_axis {
    int n;
    int is;
    int os;
};
struct fftw_axis64 {
    ptrdiff_t n;
    ptrdiff_t is;
    ptrdiff_t os;
};

/* Everything that depends on the precision: X makes a name, R is its scalar, C its complex
 * number. */
#define FFTW_DECLARE_TYPES(X, R, C)                         \
    FFTW_DEFINE_COMPLEX(R, C);                              \
    typedef struct X(plan_s) * X(plan);                     \
    typedef enum fftw_kind_of_r2r X(r2r_kind);              \
    typedef struct fftw_axis X(iodim);                      \
    typedef struct fftw_axis64 X(iodim64);                  \
    typedef void (*X(write_char_func))(char c, void *data); \
    typedef int (*X(read_char_func))(void *data);

#define FFTW_DECLARE_BASIC(X, R, C)                                                               \
    X(plan) X(plan_dft)(int rank, const int *n, C *in, C *out, int sign, unsigned flags);         \
    X(plan) X(plan_dft_1d)(int n, C *in, C *out, int sign, unsigned flags);                       \
    X(plan) X(plan_dft_2d)(int n0, int n1, C *in, C *out, int sign, unsigned flags);              \
    X(plan) X(plan_dft_3d)(int n0, int n1, int n2, C *in, C *out, int sign, unsigned flags);      \
    X(plan) X(plan_dft_r2c)(int rank, const int *n, R *in, C *out, unsigned flags);               \
    X(plan) X(plan_dft_r2c_1d)(int n, R *in, C *out, unsigned flags);                             \
    X(plan) X(plan_dft_r2c_2d)(int n0, int n1, R *in, C *out, unsigned flags);                    \
    X(plan) X(plan_dft_r2c_3d)(int n0, int n1, int n2, R *in, C *out, unsigned flags);            \
    X(plan) X(plan_dft_c2r)(int rank, const int *n, C *in, R *out, unsigned flags);               \
    X(plan) X(plan_dft_c2r_1d)(int n, C *in, R *out, unsigned flags);                             \
    X(plan) X(plan_dft_c2r_2d)(int n0, int n1, C *in, R *out, unsigned flags);                    \
    X(plan) X(plan_dft_c2r_3d)(int n0, int n1, int n2, C *in, R *out, unsigned flags);            \
    X(plan)                                                                                       \
    X(plan_r2r)(int rank, const int *n, R *in, R *out, const X(r2r_kind) * kind, unsigned flags); \
    X(plan) X(plan_r2r_1d)(int n, R *in, R *out, X(r2r_kind) kind, unsigned flags);               \
    X(plan)                                                                                       \
    X(plan_r2r_2d)                                                                                \
    (int n0, int n1, R *in, R *out, X(r2r_kind) kind0, X(r2r_kind) kind1, unsigned flags);        \
    X(plan)                                                                                       \
    X(plan_r2r_3d)                                                                                \
    (int n0, int n1, int n2, R *in, R *out, X(r2r_kind) kind0, X(r2r_kind) kind1,                 \
     X(r2r_kind) kind2, unsigned flags);

#define FFTW_DECLARE_ADVANCED(X, R, C)                                                       \
    X(plan)                                                                                  \
    X(plan_many_dft)                                                                         \
    (int rank, const int *n, int howmany, C *in, const int *inembed, int istride, int idist, \
     C *out, const int *onembed, int ostride, int odist, int sign, unsigned flags);          \
    X(plan)                                                                                  \
    X(plan_many_dft_r2c)                                                                     \
    (int rank, const int *n, int howmany, R *in, const int *inembed, int istride, int idist, \
     C *out, const int *onembed, int ostride, int odist, unsigned flags);                    \
    X(plan)                                                                                  \
    X(plan_many_dft_c2r)                                                                     \
    (int rank, const int *n, int howmany, C *in, const int *inembed, int istride, int idist, \
     R *out, const int *onembed, int ostride, int odist, unsigned flags);                    \
    X(plan)                                                                                  \
    X(plan_many_r2r)                                                                         \
    (int rank, const int *n, int howmany, R *in, const int *inembed, int istride, int idist, \
     R *out, const int *onembed, int ostride, int odist, const X(r2r_kind) * kind,           \
     unsigned flags);

/* G makes the names of one of the two guru interfaces, D is its axis. */
#define FFTW_DECLARE_GURU(X, G, D, R, C)                                                           \
    X(plan)                                                                                        \
    X(G(dft))                                                                                      \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, C *in, C *out, int sign,    \
     unsigned flags);                                                                              \
    X(plan)                                                                                        \
    X(G(dft_r2c))                                                                                  \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, R *in, C *out,              \
     unsigned flags);                                                                              \
    X(plan)                                                                                        \
    X(G(dft_c2r))                                                                                  \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, C *in, R *out,              \
     unsigned flags);                                                                              \
    X(plan)                                                                                        \
    X(G(r2r))                                                                                      \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, R *in, R *out,              \
     const X(r2r_kind) * kind, unsigned flags);                                                    \
    X(plan)                                                                                        \
    X(G(split_dft))                                                                                \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, R *ri, R *ii, R *ro, R *io, \
     unsigned flags);                                                                              \
    X(plan)                                                                                        \
    X(G(split_dft_r2c))                                                                            \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, R *in, R *ro, R *io,        \
     unsigned flags);                                                                              \
    X(plan)                                                                                        \
    X(G(split_dft_c2r))                                                                            \
    (int rank, const D *dims, int howmany_rank, const D *howmany_dims, R *ri, R *ii, R *out,       \
     unsigned flags);
#define FFTW_GURU_NAME(name) plan_guru_##name
#define FFTW_GURU64_NAME(name) plan_guru64_##name

#define FFTW_DECLARE_PLANS(X, R, C)                                            \
    void X(execute)(const X(plan) plan);                                       \
    void X(execute_dft)(const X(plan) plan, C *in, C *out);                    \
    void X(execute_dft_r2c)(const X(plan) plan, R *in, C *out);                \
    void X(execute_dft_c2r)(const X(plan) plan, C *in, R *out);                \
    void X(execute_r2r)(const X(plan) plan, R *in, R *out);                    \
    void X(execute_split_dft)(const X(plan) plan, R *ri, R *ii, R *ro, R *io); \
    void X(execute_split_dft_r2c)(const X(plan) plan, R *in, R *ro, R *io);    \
    void X(execute_split_dft_c2r)(const X(plan) plan, R *ri, R *ii, R *out);   \
    void X(destroy_plan)(X(plan) plan);                                        \
    void X(flops)(const X(plan) plan, double *add, double *mul, double *fmas); \
    double X(estimate_cost)(const X(plan) plan);                               \
    double X(cost)(const X(plan) plan);                                        \
    void X(print_plan)(const X(plan) plan);                                    \
    void X(fprint_plan)(const X(plan) plan, FILE *file);                       \
    char *X(sprint_plan)(const X(plan) plan);

#define FFTW_DECLARE_PLANNER(X, R, C)                                                        \
    void X(set_timelimit)(double seconds);                                                   \
    void X(cleanup)(void);                                                                   \
    int X(init_threads)(void);                                                               \
    void X(plan_with_nthreads)(int nthreads);                                                \
    int X(planner_nthreads)(void);                                                           \
    void X(cleanup_threads)(void);                                                           \
    void X(make_planner_thread_safe)(void);                                                  \
    void X(threads_set_callback)(                                                            \
        void (*loop)(void *(*work)(char *), char *jobs, size_t size, int count, void *data), \
        void *data);                                                                         \
    void X(forget_wisdom)(void);                                                             \
    void X(export_wisdom)(X(write_char_func) write_char, void *data);                        \
    void X(export_wisdom_to_file)(FILE * file);                                              \
    int X(export_wisdom_to_filename)(const char *name);                                      \
    char *X(export_wisdom_to_string)(void);                                                  \
    int X(import_wisdom)(X(read_char_func) read_char, void *data);                           \
    int X(import_wisdom_from_file)(FILE * file);                                             \
    int X(import_wisdom_from_filename)(const char *name);                                    \
    int X(import_wisdom_from_string)(const char *text);                                      \
    int X(import_system_wisdom)(void);                                                       \
    void *X(malloc)(size_t bytes);                                                           \
    R *X(alloc_real)(size_t count);                                                          \
    C *X(alloc_complex)(size_t count);                                                       \
    void X(free)(void *memory);                                                              \
    int X(alignment_of)(R * memory);                                                         \
    extern const char X(version)[];                                                          \
    extern const char X(cc)[];                                                               \
    extern const char X(codelet_optim)[];

#define FFTW_DEFINE_API(X, R, C)                             \
    FFTW_DECLARE_TYPES(X, R, C)                              \
    FFTW_DECLARE_BASIC(X, R, C)                              \
    FFTW_DECLARE_ADVANCED(X, R, C)                           \
    FFTW_DECLARE_GURU(X, FFTW_GURU_NAME, X(iodim), R, C)     \
    FFTW_DECLARE_GURU(X, FFTW_GURU64_NAME, X(iodim64), R, C) \
    FFTW_DECLARE_PLANS(X, R, C)                              \
    FFTW_DECLARE_PLANNER(X, R, C)

FFTW_DEFINE_API(FFTW_MANGLE_DOUBLE, double, fftw_complex)
FFTW_DEFINE_API(FFTW_MANGLE_FLOAT, float, fftwf_complex)
FFTW_DEFINE_API(FFTW_MANGLE_LONG_DOUBLE, long double, fftwl_complex)

#ifdef __cplusplus
}
#endif
#endif
