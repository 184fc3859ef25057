/* SPDX-License-Identifier: MIT
 *
 * This library against FFTW: cases, peers, measuring, reports.
 *
 *   cases.c     what is measured: lists of lengths, and named sets of them
 *   layout.c    how their arrays lie in memory
 *   drawn.c     cases drawn at random, by classes
 *   peer.c      builds of FFTW, and MKL, loaded when the program runs, several at a time
 *   convolver.c convolutions by FFTW's transforms
 *   own.c       a case's plan by this library
 *   measure.c   one case: correctness, interleaved runs, medians
 *   spectrum.c  sources that are spectra of real signals
 *   threads.c   what more than one thread can bring: copies, and how quickly they meet
 *   report.c    the table and the JSON file
 *   summary.c   drawn cases, class by class
 *   plot.c      the picture
 *   options.c   the command line
 *
 * FFTW is GPL: nothing here links it, and what is built without it measures this library alone.
 */
#ifndef FFTC_BENCH_H
#define FFTC_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include "command.h"
#include "fftcore/convolution.h"

/* --- cases ------------------------------------------------------------------------------------ */

typedef struct bench_case {
    char name[160]; /* "1080", "1080x1920" (rank 2), "16*65536" (65536 transforms of 16 points),
                       "r2c:1080", "c2r:1080", "dct2:1080"; "conv:1024", "rconv:1024x1024+63x63";
                       "16x64:axes=0" (64 columns of 16 points), "r2c:64x64x3:axes=01:batched" */
    /* Whether the case is a convolution, of complex signals (FFTC_COMPLEX) or real ones. It is
     * circular with a kernel of the same lengths, or linear with kernel_length taps and as many
     * sums as there are numbers. */
    bool convolution;
    uint64_t kernel_length[FFTC_MAX_RANK]; /* taps; 0: circular */
    fftc_kind kind;
    fftc_direction direction;
    fftc_trigonometric trigonometric; /* of all axes */
    int rank;
    uint64_t
        length[FFTC_MAX_RANK]; /* as the array lies in memory, the last axis' numbers together */
    uint64_t batch;
    unsigned loops;           /* bit i: nothing is transformed along axis i */
    bool ordered;             /* order is not the usual one */
    int order[FFTC_MAX_RANK]; /* of the axes in the description: the halved one last */
    bool batched;             /* the description has its one loop as its batch */
    uint64_t step;            /* of the source (in place of both sides): between neighbours, */
    uint64_t pad;             /* gap behind each row, in numbers (complex ones where real arrays
                                 are in place) */
    fftc_placement placement;
    fftc_format format;
    uint64_t points;     /* of one transform */
    uint64_t transforms; /* of the batch and the loops */
    char drawn[48];      /* the class in which the case is drawn; "": not drawn */
    uint64_t seed;
} bench_case;

/* layout.c. What stands behind the lengths in a name, up to its end; and appended to a name. */
bool bench_layout_parse(const char *text, bench_case *c);
void bench_layout_name(const bench_case *c, char *text, size_t bytes);
/* Sets what follows from the rest: points, transforms, the usual order. */
void bench_case_complete(bench_case *c);
/* Why there is no such case; NULL: there is. */
const char *bench_case_wrong(const bench_case *c);
bool bench_case_loops(const bench_case *c, int axis);
int bench_case_axes(const bench_case *c); /* how many are transformed */
/* Whether the case is out of place, in one block, with every axis transformed. */
bool bench_case_packed(const bench_case *c);
/* The transform of a case that is no convolution: in float, unscaled, with all strides. */
fftc_transform bench_case_describe(const bench_case *c);

/* convolution.c: all of a case's convolutions, in float and out of place. FFTC_TOO_LARGE, and
 * a sentence in `error`, if they are beyond a description. */
fftc_status bench_case_convolution(const bench_case *c, fftc_convolution_description *description,
                                   fftc_error *error);

/* Numbers of its kernel, complex or real ones. */
size_t bench_case_taps(const bench_case *c);

/* own.c. Real numbers of src and of dst with all gaps. Split complex sides are two arrays, one
 * behind the other; the imaginary parts begin in the middle. */
fftc_status bench_case_numbers(const bench_case *c, size_t *src, size_t *dst, fftc_error *error);
/* A side's imaginary parts, if they are an array of their own: behind how many numbers; or 0. */
size_t bench_case_imaginary(const bench_case *c, bool dst, size_t numbers);

typedef struct bench_cases {
    bench_case *list;
    size_t count;
} bench_cases;

/* Appends a list like "48,2^10,1080x1920,16*65536,primes". False, and a sentence in `why`, if it is
 * not one; free(list) in any case. */
bool bench_cases_parse(const char *text, bench_cases *cases, char *why, size_t why_bytes);

bool bench_cases_append(bench_cases *cases, const bench_case *c);
/* Letters of the longest name, or `least`. */
int bench_cases_width(const bench_cases *cases, int least);

/* drawn.c: the same of "random:CLASS:SEED:COUNT"; a line for each class. */
#define BENCH_DRAWN "random:"
bool bench_drawn_parse(const char *text, bench_cases *cases, char *why, size_t why_bytes);
size_t bench_drawn_help(char *text, size_t bytes);

/* One line for each named set, for the help (tool_form.about). */
const char *bench_cases_help(void);

/* --- peers ------------------------------------------------------------------------------------ */

typedef enum bench_effort { BENCH_ESTIMATE, BENCH_MEASURE, BENCH_PATIENT } bench_effort;

typedef struct bench_iodim { /* fftw_iodim64 */
    ptrdiff_t n, is, os;
} bench_iodim;

/* FFTW's functions, the same for every precision but for the type behind the pointers. */
typedef struct bench_fftw {
    void *(*plan)(int rank, const bench_iodim *dims, int howmany_rank, const bench_iodim *howmany,
                  void *in, void *out, int sign, unsigned flags);
    void *(*plan_r2c)(int rank, const bench_iodim *dims, int howmany_rank,
                      const bench_iodim *howmany, void *in, void *out, unsigned flags);
    void *(*plan_c2r)(int rank, const bench_iodim *dims, int howmany_rank,
                      const bench_iodim *howmany, void *in, void *out, unsigned flags);
    /* Plans of split numbers; NULL: the library has none. */
    void *(*plan_split)(int rank, const bench_iodim *dims, int howmany_rank,
                        const bench_iodim *howmany, void *re, void *im, void *to_re, void *to_im,
                        unsigned flags);
    void *(*plan_split_r2c)(int rank, const bench_iodim *dims, int howmany_rank,
                            const bench_iodim *howmany, void *in, void *to_re, void *to_im,
                            unsigned flags);
    void *(*plan_split_c2r)(int rank, const bench_iodim *dims, int howmany_rank,
                            const bench_iodim *howmany, void *re, void *im, void *out,
                            unsigned flags);
    void *(*plan_r2r)(int rank, const bench_iodim *dims, int howmany_rank,
                      const bench_iodim *howmany, void *in, void *out, const int *kind,
                      unsigned flags);
    void (*execute)(const void *plan);
    void (*destroy)(void *plan);
    void (*set_timelimit)(double seconds);
    int (*import_wisdom)(const char *path);
    int (*export_wisdom)(const char *path);
    int (*init_threads)(void);             /* NULL: built without threads */
    void (*plan_with_nthreads)(int count); /* NULL: built without threads */
} bench_fftw;

typedef struct bench_peer {
    char name[32];
    char version[128];
    char wisdom[512]; /* file; empty: none */
    bench_fftw fftw;
} bench_peer;

#define BENCH_MAX_PEERS 6

/* Loads FFTW for a precision ('f' float, 'd' double, 'l' long double): from `folder`, or
 * if that is NULL the system's. False, and a sentence in `why`, if it is not there or lacks
 * threads. It stays loaded. */
bool bench_peer_open(const char *name, const char *folder, char precision, int threads,
                     bench_peer *peer, char *why, size_t why_bytes);

typedef struct bench_arrays {
    void *src, *src_im; /* src_im, dst_im: NULL unless split */
    void *dst, *dst_im;
} bench_arrays;

/* FFTW's plan of the whole case; it may overwrite the arrays. NULL if it refuses. */
void *bench_peer_plan(const bench_peer *peer, const bench_case *c, const bench_arrays *arrays,
                      bench_effort effort, double limit_seconds);
/* Whether FFTW's executions of the case overwrite src, though it is out of place. */
bool bench_peer_spoils(const bench_case *c);

/* For callers who plan by themselves: the flags of fftw3.h, and the calls before and after
 * planning, which keep wisdom. */
unsigned bench_peer_flags(bench_effort effort);
void bench_peer_start(const bench_peer *peer, double limit_seconds);
void bench_peer_finish(const bench_peer *peer);

/* A case's convolutions by FFTW: there, the product with a spectrum made beforehand, and back; with
 * zeros behind the signal where it is linear, in a period of small factors. */
typedef struct bench_convolver {
    const bench_peer *peer;
    char precision;
    const bench_case *which;
    uint64_t period[FFTC_MAX_RANK];
    size_t points; /* of a period */
    size_t half;   /* complex numbers of a spectrum */
    bool padded;
    const void *src;
    void *dst;
    void *from; /* src, dst, or copies with zeros */
    void *to;
    void *spectrum;
    void *kernel; /* the kernel's spectrum, divided by the points */
    void *there;
    void *back;
} bench_convolver;

/* Plans; src and dst are those of each execution, and are overwritten. False if it is refused, or
 * there is no memory. To be closed in any case. */
bool bench_convolver_open(const bench_peer *peer, char precision, const bench_case *which,
                          void *src, void *dst, bench_effort effort, double limit_seconds,
                          bench_convolver *convolver);
void bench_convolver_close(bench_convolver *convolver);
/* src is overwritten by zeros. */
void bench_convolver_prepare(bench_convolver *convolver, const void *taps, size_t count);
void bench_convolver_run(const bench_convolver *convolver);

/* --- measuring -------------------------------------------------------------------------------- */

typedef struct bench_settings {
    FILE *table;    /* where the table goes; NULL: nowhere */
    int name_width; /* of the table's first column */
    fftc_precision precision;
    int threads;
    bench_effort effort;
    fftc_effort own_effort; /* this library's */
    double limit_seconds;   /* of FFTW's planning, for each plan */
    double sample_seconds;  /* of measured runs, for each column of the table */
    /* The share of the last axis, from its beginning, that is not 0, and the share that is wanted.
     * This library gets ranges, FFTW gets the zeros. Complex transforms alone have shares other
     * than 1. */
    double present;
    double wanted;
    int peer_count;
    bench_peer peer[BENCH_MAX_PEERS];
    bool has_judge;
    char judge_precision; /* 'd' or 'l' */
    bench_peer judge;     /* one precision up, where there is one */
} bench_settings;

/* own.c: a plan of fftcore. One of the two members is NULL, or both are. */
typedef struct bench_own {
    fftc_plan *transform;
    fftc_convolution *convolution;
} bench_own;

/* How many numbers of a row a share of it has, at least one. */
size_t bench_case_part(const bench_case *which, double share);

fftc_status bench_own_create(const bench_settings *settings, const bench_case *which,
                             const fftc_plan_options *options, bench_own *own, fftc_error *error);
bool bench_own_save(const bench_own *own, char *text, size_t capacity);
void bench_own_destroy(bench_own *own);

/* An allocator's functions: `user` is a size_t, what is allocated now. */
void *bench_count_allocate(void *user, size_t bytes, size_t alignment);
void bench_count_release(void *user, void *memory);

/* spectrum.c: makes the source of an inverse of FFTC_REAL half a real signal's spectrum. */
void bench_case_symmetrise(const bench_case *c, char precision, void *data, size_t numbers);

typedef struct bench_result {
    double seconds; /* median of one execution */
    double low;     /* first and third quartile */
    double high;
    double plan_seconds;
    double error; /* relative L2 distance to the judge; not a number without one */
} bench_result;

/* The same case by several threads and by one. */
typedef struct bench_scaling {
    bench_result alone; /* ours, by one */
    bench_result copy_alone;
    bench_result copy; /* by all of them */
    /* Medians over the rounds, each of which ran all of them. */
    double speedup;
    double copy_speedup;
    double meeting_seconds; /* bench_meeting_seconds */
    int passes;             /* of the copy */
    bool streamed;
} bench_scaling;

typedef struct bench_row {
    bench_case which;
    bench_result ours;
    size_t plan_bytes;
    bench_result peer[BENCH_MAX_PEERS];
    /* A copy of src to dst by one thread (memcpy), which shows what memory allows. Its error is not
     * a number. */
    bench_result copy;
    bench_scaling scaling; /* not of one thread */
    int best;              /* peer; -1 without any */
    /* The best peer's time over ours: median over the rounds, each of which ran all of them. */
    double ratio;
    bool wrong; /* our error is above the bound */
    double bound;
} bench_row;

/* Why a case is not measured against FFTW; NULL if it is. */
const char *bench_measure_refuses(const bench_settings *settings, const bench_case *c);

/* False, and a sentence in `why`, if there is no memory or a plan is refused. */
bool bench_measure(const bench_settings *settings, const bench_case *c, bench_row *row, char *why,
                   size_t why_bytes);

/* Scalar i of an array of that precision. */
long double bench_get(char precision, const void *data, size_t i);
void bench_set(char precision, void *data, size_t i, long double x);

/* 10^9 operations a second, taking 5 N log2 N for a complex transform, half of that for a real
 * one, and two transforms for a convolution, whatever the algorithm does. */
double bench_gflops(const bench_case *c, double seconds);

/* threads.c. As many bytes as the smaller of a case's arrays holds, as often as its transform at
 * least passes over them: once for each axis, three times for a single row of more than 1 MiB. The
 * first time from src to dst, then dst in place. */
typedef struct bench_copy {
    const void *src; /* src and dst are at multiples of 64 bytes */
    void *dst;
    size_t bytes; /* rounded down to a multiple of 64 */
    int passes;
    bool streamed; /* the first pass uses non-temporal stores */
} bench_copy;

/* Sets passes, and the stores that are faster with so many threads. */
void bench_copy_choose(bench_copy *copy, const bench_case *which, int threads);
void bench_copy_run(const bench_copy *copy, int threads);

/* The time in which so many threads, none of which sleeps, begin and end one call. */
double bench_meeting_seconds(int threads);

/* --- reports ---------------------------------------------------------------------------------- */

void bench_table_head(const bench_settings *settings);
void bench_table_row(const bench_settings *settings, const bench_row *row);
void bench_table_foot(const bench_settings *settings, const bench_row *rows, size_t count);

/* Geometric mean of the ratios; 0 if there are none. */
double bench_mean_ratio(const bench_row *rows, size_t count);

/* summary.c: the drawn cases among some, class by class. */
typedef struct bench_score {
    const bench_case *which;
    double ratio; /* not a number, or 0: none */
} bench_score;

typedef struct bench_bounds {
    const char *what; /* "ratio" */
    double high, low; /* the shares below these are told */
} bench_bounds;

void bench_summary_print(FILE *to, const bench_bounds *bounds, const bench_score *scores,
                         size_t count);
/* An array, a cJSON. */
struct cJSON *bench_summary_json(const bench_bounds *bounds, const bench_score *scores,
                                 size_t count);

/* False after refusing. */
bool bench_write_json(const bench_settings *settings, const bench_row *rows, size_t count,
                      const char *path);
/* Why there can be no picture of so many cases in a file of this name, to be said behind the name;
 * NULL if there can, or path is NULL. */
const char *bench_plot_refuses(const char *path, size_t count);
/* By the ending of the name; SVG if it has none of them, as standard output, "-". */
bool bench_write_plot(const bench_settings *settings, const bench_row *rows, size_t count,
                      const char *path);

/* "AMD EPYC 9B45, Linux 6.1" */
void bench_machine(char *text, size_t bytes);

/* --- the program ------------------------------------------------------------------------------ */

/* `fftcore bench`, and the same with "--device N", on a Vulkan device. */
extern const tool_command tool_command_bench;
extern const tool_form bench_device_form;

/* Appends to a bench_cases what --lengths says. */
bool bench_take_lengths(const tool_option *option, char *text, void *cases);
/* A number above 0, at most 86400; into a double. */
bool bench_take_seconds(const tool_option *option, char *text, void *seconds);

#endif
