/* SPDX-License-Identifier: MIT
 *
 * fftcore, host API: what every part of the library shares, and transforms on the CPU.
 *
 *   fftcore/kernel/ *.h    the kernels themselves, for C and GLSL
 *   fftcore/reference.h    the reference workgroup FFT, carried out on the CPU
 *   fftcore/convolution.h  convolution and correlation on the CPU
 *   fftcore/emulate.h      any kernel as emulated workgroups, with a report of what it did wrong
 *   fftcore/emulate_plan.h the dispatches of a device's plan, in that emulator
 *   fftcore/vulkan.h       transforms, convolutions and kernels on Vulkan devices
 *
 * Functions that can fail return an fftc_status. Their last argument, which may be NULL, receives a
 * sentence that says what to change. On failure nothing else of the caller's has been written,
 * except what a function's comment names: a handle becomes NULL, a size is reported.
 */
#ifndef FFTCORE_FFTCORE_H
#define FFTCORE_FFTCORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FFTC_VERSION_MAJOR 0
#define FFTC_VERSION_MINOR 1
#define FFTC_VERSION_PATCH 0

#if defined(FFTC_BUILDING) && defined(__GNUC__)
#define FFTC_API __attribute__((visibility("default")))
#else
#define FFTC_API
#endif

typedef enum fftc_status {
    FFTC_SUCCESS = 0,
    FFTC_INVALID_ARGUMENT, /* a value is out of its range, or a pointer is NULL that may not be */
    FFTC_UNSUPPORTED,      /* sensible, but this build or this device cannot do it */
    FFTC_TOO_LARGE,        /* a size or a product of sizes does not fit */
    FFTC_OUT_OF_MEMORY,    /* host or device memory */
    FFTC_COMPILE_FAILED,   /* a shader did not compile; the message holds the compiler's */
    FFTC_DEVICE_FAILED     /* the Vulkan driver reported an error, or the device was lost */
} fftc_status;

/* The status as one English sentence. Never NULL, static storage. */
FFTC_API const char *fftc_status_string(fftc_status status);

#define FFTC_MESSAGE_BYTES 512

/* What went wrong and what to change. Filled on failure; on success the message is empty. */
typedef struct fftc_error {
    fftc_status status;
    char message[FFTC_MESSAGE_BYTES];
} fftc_error;

/* The version of the library that is linked, such as "0.1.0". */
FFTC_API const char *fftc_version(void);

/* The type of a scalar. A complex number is two of them, real part first, no padding. */
typedef enum fftc_precision {
    FFTC_FLOAT32 = 0,
    FFTC_FLOAT64,
    FFTC_FLOAT16 /* IEEE 754 binary16; in host memory two bytes, by its bits */
} fftc_precision;

/* The bytes of a scalar; 0 if the value is not an fftc_precision. */
FFTC_API size_t fftc_precision_bytes(fftc_precision precision);

typedef enum fftc_direction {
    FFTC_FORWARD = 0, /* X[f] = sum of x[t] exp(-2 pi i f t / N) */
    FFTC_INVERSE      /* x[t] = sum of X[f] exp(+2 pi i f t / N) / N, unless fftc_scaling differs */
} fftc_direction;

/* The caller's memory functions. An allocator that is NULL or zeroed means malloc and free; only
 * `release` is refused. `allocate` returns NULL if there is no memory, and need not zero it;
 * `release` may be NULL: nothing is given back. `alignment` is 64, `bytes` never 0. Both are called
 * from the thread that called the library, never by an execution. An allocator that several threads
 * plan with at a time must allow that. */
typedef struct fftc_allocator {
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    void (*release)(void *user, void *memory);
    void *user;
} fftc_allocator;

/* ------------------------------------------------------------------------------------------------
 * Transforms on the CPU.
 *
 * Describe, plan once, execute as often as you like:
 *
 *     fftc_transform transform = {.length = {1080, 1920}};  1080 rows of 1920 complex floats
 *     fftc_plan *plan;
 *     if (fftc_plan_create(&transform, NULL, &plan, &error) != FFTC_SUCCESS) puts(error.message);
 *     fftc_plan_execute(plan, src, dst, NULL);              each a float[2 * 1080 * 1920]
 *     fftc_plan_destroy(plan);
 */

#define FFTC_MAX_RANK 4

typedef enum fftc_placement {
    FFTC_OUT_OF_PLACE = 0, /* src is never written; src and dst do not overlap */
    FFTC_IN_PLACE          /* src == dst. Where the two sides have the same strides, nothing else is
                              needed; otherwise the numbers go by way of working memory */
} fftc_placement;

typedef enum fftc_scaling {
    FFTC_SCALE_DEFAULT = 0, /* forward 1, inverse 1 / N, N the product of the lengths, for
                               FFTC_REAL_TO_REAL of the logical ones */
    FFTC_SCALE_NONE,        /* 1 both ways */
    FFTC_SCALE_UNITARY      /* 1 / sqrt(N) both ways; FFTC_REAL_TO_REAL: the orthogonal matrix */
} fftc_scaling;

typedef enum fftc_kind {
    FFTC_COMPLEX = 0,
    /* Real numbers on one side, one half of their spectrum on the other: along the last axis N / 2
     * + 1 (rounded down) complex numbers for N real ones, 1080 x 961 for 1080 x 1920. FFTC_FORWARD
     * goes from the real side to the spectrum, FFTC_INVERSE back. The half that is left out follows
     * from X[-f] = conj X[f]. Where both f and -f are stored (frequency 0 of the last axis, and
     * N / 2 if N is even) the inverse takes (X[f] + conj X[-f]) / 2: imaginary parts that should be
     * 0 have no effect. (Of several axes, infinities and NaNs there do.) */
    FFTC_REAL,
    /* Real numbers on both sides; along axis i the transform trigonometric[i]. */
    FFTC_REAL_TO_REAL,
    /* FFTC_COMPLEX of a source without imaginary parts, which are not stored: src is real, dst the
     * whole spectrum, in either direction. It has no ranges. (On the CPU alone.) */
    FFTC_REAL_SOURCE
} fftc_kind;

/* The discrete cosine and sine transforms of N real numbers, both sides counted from 0 (Wang 1984;
 * the sums are those of FFTW's REDFT and RODFT). L is the logical length: that of the complex
 * transform with the same symmetry.
 *
 *   DCT I     x[0] + (-1)^k x[N-1] + 2 sum(0 < n < N-1) x[n] cos(pi n k / (N-1))     L = 2 (N-1)
 *   DCT II    2 sum x[n] cos(pi (n + 1/2) k / N)                                     L = 2 N
 *   DCT III   x[0] + 2 sum(n > 0) x[n] cos(pi n (k + 1/2) / N)                       L = 2 N
 *   DCT IV    2 sum x[n] cos(pi (n + 1/2) (k + 1/2) / N)                             L = 2 N
 *   DST I     2 sum x[n] sin(pi (n + 1) (k + 1) / (N+1))                             L = 2 (N+1)
 *   DST II    2 sum x[n] sin(pi (n + 1/2) (k + 1) / N)                               L = 2 N
 *   DST III   (-1)^k x[N-1] + 2 sum(n < N-1) x[n] sin(pi (n + 1) (k + 1/2) / N)      L = 2 N
 *   DST IV    2 sum x[n] sin(pi (n + 1/2) (k + 1/2) / N)                             L = 2 N
 *
 * DCT I needs N >= 2. FFTC_INVERSE does the opposite transform: III for II, II for III, the others
 * themselves; with the default scaling, 1 / L, it gives back what the forward one took.
 *
 * Three more kinds have L = N. They have no ranges, and go by way of working memory. (On the CPU
 * alone.)
 *
 *   R2HC      the spectrum X of FFTC_FORWARD in the order of halfcomplex numbers: index k <= N/2
 *             has Re X[k], and index N - k has Im X[k] for 0 < k < N/2
 *   HC2R      back from there: sum over the whole spectrum of X[k] exp(+2 pi i n k / N)
 *   DHT       the discrete Hartley transform, sum x[n] (cos(2 pi n k / N) + sin(2 pi n k / N))
 *
 * FFTC_INVERSE exchanges R2HC and HC2R. */
typedef enum fftc_trigonometric {
    FFTC_DCT_II = 0,
    FFTC_DCT_I,
    FFTC_DCT_III,
    FFTC_DCT_IV,
    FFTC_DST_I,
    FFTC_DST_II,
    FFTC_DST_III,
    FFTC_DST_IV,
    FFTC_R2HC,
    FFTC_HC2R,
    FFTC_DHT
} fftc_trigonometric;

typedef enum fftc_format {
    FFTC_INTERLEAVED = 0, /* real and imaginary part side by side */
    FFTC_SPLIT            /* real and imaginary parts in two arrays: call
                             fftc_plan_execute_split, with NULL for the imaginary parts of real
                             sides */
} fftc_format;

/* The indices begin <= i < end. {0, 0} means all indices. */
typedef struct fftc_range {
    uint64_t begin;
    uint64_t end;
} fftc_range;

/* A loop beside the axes: so many times the same, with steps in items of each side. */
typedef struct fftc_loop {
    uint64_t length;    /* 0 ends the list */
    int64_t src_stride; /* 0: one source serves for all */
    int64_t dst_stride;
} fftc_loop;

#define FFTC_MAX_LOOPS 8

/* What to transform. With nothing but `length` set, it means: forward, complex float, out of place,
 * one transform of packed rows. Lengths and strides are listed from the slowest axis to the
 * fastest, as in C's multi-dimensional arrays; the first zero length ends the list, and what is
 * given for axes behind it must be zero too. Results are in natural order, with nothing left to
 * permute: frequency f is at index f, -f at N - f. An axis has at most 2^31 points, and an array
 * spans at most 2^58 items (on a device less: fftcore/vulkan.h); beyond that the answer is
 * FFTC_TOO_LARGE. */
typedef struct fftc_transform {
    uint64_t length[FFTC_MAX_RANK]; /* in numbers of the signal, which are real for FFTC_REAL */
    uint64_t batch;                 /* transforms in a call; 0 means 1 (give 1 with a distance) */
    fftc_precision precision;       /* FFTC_FLOAT16 is stored so and computed as float */
    fftc_direction direction;
    fftc_placement placement;
    fftc_scaling scaling;
    /* Distance between neighbours along each axis, in items of that side: complex numbers, or real
     * ones on the real side of FFTC_REAL and both of FFTC_REAL_TO_REAL. All zero: packed rows, the
     * last axis has stride 1, each other one the product of the lengths after it. Otherwise every
     * axis of several points needs its own. Strides may be negative, as -1 converts to an unsigned
     * number: src and dst point at the element whose indices are 0. (FFTC_REAL in place: packed
     * rows of the real side are 2 (N / 2 + 1) apart, N / 2 rounded down, so that the spectrum
     * fits.)
     *
     * Fast are strides that are not negative and, in place, the same on both sides; of FFTC_REAL
     * in place: 1 for the last axis, and for the others and the batch, on the real side twice the
     * spectrum's, without ranges and split numbers. All others are transformed in working memory
     * of one or two times the arrays, with a copy before and a copy after. (On the CPU alone.) */
    uint64_t src_stride[FFTC_MAX_RANK]; /* some may be FFTC_STRIDE_ZERO (below), in place too where
                                           dst_stride is not */
    uint64_t dst_stride[FFTC_MAX_RANK]; /* no two elements may share a place */
    /* Distance from one transform of a batch to the next, in items of that side; src_distance may
     * be FFTC_STRIDE_ZERO. 0 means that of packed rows; where strides are given, a batch of several
     * transforms needs the distance too. */
    uint64_t src_distance;
    uint64_t dst_distance;
    fftc_kind kind;
    fftc_trigonometric trigonometric[FFTC_MAX_RANK]; /* FFTC_REAL_TO_REAL: the transform of each
                                                        axis; otherwise all are 0 */
    fftc_format format;                              /* of the complex sides */
    /* Zero padding and pruning, by axis. What lies outside src_range counts as 0 and is not read;
     * what lies outside dst_range is not wanted and, out of place, not written (in place its
     * contents are lost). Rows that hold nothing but zeros, or that nobody wants, are not computed.
     * Addresses do not change: element i stays at i strides. All of the axis is the same as {0, 0}.
     * The last axis of FFTC_REAL counts in items of its side. */
    fftc_range src_range[FFTC_MAX_RANK];
    fftc_range dst_range[FFTC_MAX_RANK];
    /* Not 0 for an axis along which nothing is transformed. Such an axis is one more loop, as the
     * batch is. Of an array {a, b, c}, {1, 0, 1} transforms along the second axis alone; blocks of
     * 8 x 8 numbers of a picture are {rows / 8, 8, columns / 8, 8} with {1, 0, 1, 0}. At least one
     * axis must be transformed; with FFTC_REAL the last one. A loop has no ranges, its
     * trigonometric is 0, and its length does not count in N of the scaling. Convolutions have no
     * loops. */
    int loop[FFTC_MAX_RANK];
    /* All results are multiplied by it, beside what the scaling does; 0 means 1. A program that
     * scales as it likes sets FFTC_SCALE_NONE and this. Finite. */
    double factor;
    /* More loops, around all of the axes and the batch, in any order, for those that do not fit
     * there. What a few axes and a batch could say as well is the same description. Without a
     * length, the loops alone say what is copied, and multiplied by `factor`: complex numbers, or
     * real ones of FFTC_REAL_TO_REAL, out of place or in place, as a transposition. (On the CPU
     * alone.) */
    fftc_loop loops[FFTC_MAX_LOOPS];
    /* Not 0, for FFTC_REAL: the spectrum is the conjugate one, as if its exponent had the other
     * sign. (On the CPU alone.) */
    int conjugate;
    uint64_t reserved[8]; /* 0: see "How structures grow" at the end of this file */
} fftc_transform;

/* How many bytes the arrays src and dst must have, up to the end of the whole batch's last number;
 * with FFTC_SPLIT, each of a complex side's two arrays has so many. In place both sizes are the
 * same: what either side needs. With ranges, an array ends with the last element inside. (In place
 * by fast strides, an element is inside if on each axis it is in either range, since intermediate
 * results are there. Otherwise each side has its own ranges, since intermediate results are in
 * working memory, which does not count here.) What lies before a pointer, by negative strides,
 * counts too; fftc_transform_bytes_before tells how much that is. Either pointer may be NULL. A
 * description is refused with the statuses that fftc_plan_create has for it. */
FFTC_API fftc_status fftc_transform_bytes(const fftc_transform *transform, size_t *src, size_t *dst,
                                          fftc_error *error);

/* A description in the one form that all descriptions have that mean the same, for caches of plans:
 * packed strides and their distance are 0, and so are whole ranges and a factor of 1; batch is at
 * least 1, a loop is 1, and an axis of one point has the packed stride. Loops have one order,
 * however they are said, where some are said by `loops`, or the strides are not fast. (Otherwise
 * axes that are loops keep the order in which they are listed, and a batch in place of such an axis
 * is another description.) Every byte is defined, those between fields too, so memcmp compares, and
 * the bytes may be hashed by any function. `normal` may be `transform`. A description is refused
 * with the statuses that fftc_plan_create has for it. */
FFTC_API fftc_status fftc_transform_normalise(const fftc_transform *transform,
                                              fftc_transform *normal, fftc_error *error);

/* A hash of 64 bits of a description that fftc_transform_normalise wrote: FNV-1a, the one in saved
 * lines (fftc_plan_options.saved). It is the same in all processes, on all machines. */
FFTC_API uint64_t fftc_transform_hash(const fftc_transform *normal);

/* The least length of at least `length` points that is fast along an axis of any kind: a product of
 * primes up to 13. 0 for 0, and if there is none of at most 2^31 points. FFTC_REAL prefers even
 * lengths: twice the good size of half as many points, rounded up. */
FFTC_API uint64_t fftc_good_size(uint64_t length);

/* How many of these bytes lie before src and dst: 0 without negative strides. */
FFTC_API fftc_status fftc_transform_bytes_before(const fftc_transform *transform, size_t *src,
                                                 size_t *dst, fftc_error *error);

typedef enum fftc_effort {
    FFTC_ESTIMATE = 0, /* by a cost model. Planning takes microseconds, or as long as the
                          options' threads need for tables: one thread needs 0.1 to 0.2 us for
                          each point of a long prime */
    FFTC_MEASURE,      /* by timing the model's best candidates on this machine, with the
                          options' threads, on data of the planner's own */
    FFTC_SAVED         /* as the options' `saved` says; refused if it does not tell */
} fftc_effort;

/* The caller's own threads, or OpenMP's (fftcore/openmp.h). `run` calls task(context, i) once for
 * each 0 <= i < count, at the same time or one after the other, in any order, on whatever threads
 * it likes, and returns when all are done. `run` may be called from several threads that execute
 * plans or make them. If a thread that waits in `run` takes up other work, that work must not
 * execute a plan that has working memory of its own: it could wait for memory that is in use
 * further up the same stack. (fftc_plan_execute_arrays never waits.) */
typedef struct fftc_thread_pool {
    void (*run)(void *user, int count, void (*task)(void *context, int i), void *context);
    void *user;
} fftc_thread_pool;

/* How to plan. NULL, or zeroed, means: by estimate, one thread, malloc. */
typedef struct fftc_plan_options {
    /* How many threads one execution may use, 1 to 4096; 0 means 1. It uses fewer for little work:
     * a thread pays from about 10 us of work on. Results do not depend on it. */
    int threads;
    const fftc_allocator *allocator;
    /* Whose threads; NULL means the library's own, which the end of this file describes. The pool
     * is copied; its `run` must not be NULL, and `threads` must not be 0. */
    const fftc_thread_pool *pool;
    fftc_effort effort;
    /* About how many seconds planning by FFTC_MEASURE may take, at most 86400; 0 means 1. With
     * other efforts the value is not looked at. Short transforms need some 10 ms. The arrays to try
     * plans on come from the allocator. Where time or memory do not suffice for a few executions,
     * the plan is the estimate's, which may itself take longer (FFTC_ESTIMATE). */
    double seconds;
    /* Lines that fftc_plan_save, fftc_convolution_save and their counterparts of vulkan.h wrote,
     * one after the other, for any transforms, instruction sets and versions of the library:
     *
     *     # measured on the build server
     *     fftcore 0.1.0 avx2 f32:complex:forward:64x1024 0a14d89e2ea23678 measured 10.8.8.8 8.2.8
     *
     * A line has the version, the instruction set ("any" if reproducible), the transform for
     * people, a hash of all that the description means, however it is written (packed strides, say,
     * may be given or left 0), "measured" if FFTC_MEASURE made the plan, else "estimated", and the
     * choices. (Lines of devices, and old ones, do not have that word.) Lines end with "\n" or
     * "\r\n"; the last one, if it is of a plan for the CPU, needs neither. Blank lines, and those
     * that begin with '#', are passed over. NULL, or a text without another line, means that
     * nothing was saved.
     *
     * The first line for this transform, instruction set and version of the library is used: its
     * choices are taken, for any number of threads (a measured line may limit it), and nothing is
     * measured. (So new lines belong before old ones.) FFTC_MEASURE passes estimated lines over,
     * and takes lines that do not say it. Otherwise:
     *
     *   - No such line: the plan is made as if `saved` were NULL. With FFTC_SAVED it is refused:
     *     FFTC_UNSUPPORTED if all lines are of devices, other instruction sets or other versions,
     *     else FFTC_INVALID_ARGUMENT.
     *   - The line is readable but does not suit, which happens between processors with different
     *     caches: the plan is made as if `saved` were NULL. With FFTC_SAVED it is refused:
     *     FFTC_INVALID_ARGUMENT.
     *   - The line cannot be read, or a line before it does not begin with "fftcore":
     *     FFTC_INVALID_ARGUMENT with every effort. (There is no checksum: a line that lost choices
     *     may still be readable; then it does not suit.) Other lines are not looked at. */
    const char *saved;
    /* Not 0: the same bits from every instruction set and on every architecture. Such plans
     * typically take 1.0 to 1.4 times as long, at worst 2.9 times (measured with AVX-512). Nothing
     * is measured for them, and a saved plan suits every instruction set. (Without this option, on
     * one machine, results depend on nothing but the description, the effort and what was saved.)
     * This is not fftc_vulkan_plan_options.exact: plans for devices are other algorithms, whose
     * bits differ from those of CPU plans. The bits of one kernel, such as the reference FFT
     * (fftcore/reference.h), are the same on the CPU, on devices and in the emulator. */
    int reproducible;
    /* The plan holds working memory for this many executions at the same time, if the threads'
     * stacks are too small for it: at most 32. 0 means 8, or as many as fit 1 GiB if 8 do not, and
     * fewer if there is not so much memory. -1 means none: each execution brings its own
     * (fftc_plan_execute_arrays). */
    int executions;
    uint64_t reserved[8]; /* 0 */
} fftc_plan_options;

/* A plan is immutable: any number of threads may execute one plan at the same time, on different
 * data, until one destroys it. Beside the caller's arrays it holds its tables, and working
 * memory for executions:
 *
 *   - each thread uses up to 32 KiB of its stack while it executes, twice that for FFTC_REAL of
 *     several axes. With what the function calls themselves take, that is less than 128 KiB of
 *     stack (gcc, optimised);
 *   - what needs more, such as long rows, is memory of the plan, enough for 8 executions at a time,
 *     or as options.executions says. While all of it is in use, a further execution sleeps.
 *
 * The working memory of an execution, once for a row that threads share, and for each thread that
 * has rows or columns of its own, is the sum of
 *
 *   - about one row, up to 1.8 of one without a factor 2; or the columns that fill a vector;
 *   - as much once more for split, half or strided numbers, ranges, and batches beyond the caches.
 *     Many rows of odd length, or with a prime factor above 13, take up
 *     to three times as many rows as fill a vector instead (48 of 16 lanes). A row of n points
 *     never takes more than 4 n, or than 3 n where that is more than 1 MiB, whatever the factors
 *     of n;
 *   - one row more for odd lengths of FFTC_REAL and for FFTC_REAL_TO_REAL, and one complex number
 *     for each row for the inverse of FFTC_REAL with several axes and an odd last one;
 *   - intermediate results between two axes that have no room in dst: if src_range holds more of
 *     several axes than dst_range, and from spectra of several axes to real numbers with half
 *     storage, ranges or split spectra.
 *
 * fftc_plan_work_bytes tells the sum. */
typedef struct fftc_plan fftc_plan;

/* Plans by a cost model, unless the options, which may be NULL, say otherwise. Any number of
 * threads may plan at the same time. Everything is read or copied before the call returns, except
 * what the `user`s of the allocator and the pool point to. Planning takes up to some 150 KB of the
 * caller's stack. The instruction set is the best that this processor has (fftc_simd_isa_name in
 * fftcore/reference.h). On failure *plan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `transform` or `plan` is NULL, a value is out of its range, two elements
 * of dst share a place, or that cannot be ruled out, something is given for an axis that does not
 * exist, or what options.saved says. FFTC_UNSUPPORTED: FFTC_REAL_SOURCE or a halfcomplex or Hartley
 * transform with ranges; `loops`, axes that are loops and the batch are more than FFTC_MAX_LOOPS
 * loops, those that step evenly counted as one; what options.saved says; or the environment
 * variable FFTCORE_FORCE_ISA names an instruction set that this processor does not have or this
 * build does not know. (Where only its engine was left out, by CMake's option FFTCORE_ENGINES, the
 * plan takes the next lower one that was built.) FFTC_TOO_LARGE: an axis has more than 2^31 points,
 * or an array spans more than 2^58 items. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_plan_create(const fftc_transform *transform,
                                      const fftc_plan_options *options, fftc_plan **plan,
                                      fftc_error *error);
/* Releases the plan. Nobody may be executing it. NULL is allowed. */
FFTC_API void fftc_plan_destroy(fftc_plan *plan);

/* An upper bound of the relative L2 error of a transform along one axis of `length` random numbers,
 * in either direction; the bounds of several axes add. Errors of few numbers scatter: of single
 * transforms of 3 to 13 points one in some thousands exceeds the bound, by less than a quarter;
 * DCTs and DSTs with sums of 13 numbers, without fused products, exceed it more often and by up to
 * 0.61. For products of primes up to 13 the bound is fftc_error_bound (fftcore/reference.h). Other
 * lengths contain sums of up to 79 products, or convolutions by two transforms of up to four times
 * the points; their bound is 1.5 times that of such transforms. The bounds hold for FFTC_REAL, too;
 * for FFTC_REAL_TO_REAL `length` is the logical one. The answer is NaN if `precision` has no such
 * value. */
FFTC_API double fftc_transform_error_bound(fftc_precision precision, uint64_t length);

/* Carries the plan out; allocates nothing. src and dst are aligned as their scalars are; in place
 * src == dst.
 *
 * FFTC_INVALID_ARGUMENT: a pointer is NULL; the plan is of FFTC_SPLIT (fftc_plan_execute_split
 * takes those); src == dst out of place, or src != dst in place; an array is not aligned to its
 * scalars; arrays share memory that must not, as far as their strides let that be found out in
 * microseconds; or the plan needs working memory and has none (options.executions was -1). Nothing
 * has been written then. There is no other failure. */
FFTC_API fftc_status fftc_plan_execute(const fftc_plan *plan, const void *src, void *dst,
                                       fftc_error *error);

/* Carries a plan of FFTC_SPLIT out. On a real side the imaginary pointer is NULL. In place, both
 * sides have the same pointers. (FFTC_REAL in place: src_re == dst_re; the imaginary array of a
 * spectrum that is written may share memory with the real side, but not with dst_re.)
 *
 * FFTC_INVALID_ARGUMENT: what fftc_plan_execute refuses, or the plan is not of FFTC_SPLIT, or an
 * imaginary pointer is NULL on a complex side or is given on a real one. */
FFTC_API fftc_status fftc_plan_execute_split(const fftc_plan *plan, const void *src_re,
                                             const void *src_im, void *dst_re, void *dst_im,
                                             fftc_error *error);

/* The arrays of an execution: everything that fftc_plan_execute and fftc_plan_execute_split take,
 * and working memory. */
typedef struct fftc_arrays {
    const void *src;    /* interleaved or real numbers, or the real parts */
    const void *src_im; /* FFTC_SPLIT: the imaginary parts, otherwise NULL */
    void *dst;
    void *dst_im;
    void *work; /* fftc_plan_work_bytes, aligned to 64 bytes, for this execution alone, which
                   then waits for no other one. NULL: the plan's own */
} fftc_arrays;
/* Carries a plan of either format out. FFTC_INVALID_ARGUMENT: what fftc_plan_execute_split refuses
 * for plans of FFTC_SPLIT and fftc_plan_execute for others, or `work` is not aligned to 64 bytes or
 * shares memory with another array. */
FFTC_API fftc_status fftc_plan_execute_arrays(const fftc_plan *plan, const fftc_arrays *arrays,
                                              fftc_error *error);

/* Whether fftc_plan_execute_arrays would take these arrays, with the status and the message that it
 * would answer. Nothing is read from the arrays and nothing written. What this function takes once,
 * it takes always, and so do executions: for programs that can report errors before they execute,
 * but not then. */
FFTC_API fftc_status fftc_plan_check_arrays(const fftc_plan *plan, const fftc_arrays *arrays,
                                            fftc_error *error);

/* The bytes of working memory that an execution needs beside its threads' stacks: a multiple of 64,
 * often 0. The answer is 0 for NULL. */
FFTC_API size_t fftc_plan_work_bytes(const fftc_plan *plan);

/* Writes what the plan decided as a line of ASCII text with '\n' and a 0 at its end, for
 * fftc_plan_options.saved. *bytes receives its length, the 0 included. With `text` NULL nothing
 * else is written, nor if the capacity is too small: FFTC_TOO_LARGE. FFTC_UNSUPPORTED if the plan
 * decided more than a line can say. FFTC_INVALID_ARGUMENT if `plan` or `bytes` is NULL. */
FFTC_API fftc_status fftc_plan_save(const fftc_plan *plan, char *text, size_t capacity,
                                    size_t *bytes, fftc_error *error);

/* ------------------------------------------------------------------------------------------------
 * Zeros that are meant.
 *
 * A stride of 0 among others would be a forgotten one, as of {.length = {4, 6}, .src_stride = {8}},
 * and is refused; so is a distance of 0 with a batch and strides. FFTC_STRIDE_ZERO is a stride or a
 * distance of 0 that is meant: along that axis, or in the whole batch, one element of a source, or
 * of a convolution's kernel, serves for all. (In the same way, a trigonometric of 0 is FFTC_DCT_II,
 * also behind others, and a range of {0, 0} all of the axis.) */
#define FFTC_STRIDE_ZERO ((uint64_t)1 << 63)

/* ------------------------------------------------------------------------------------------------
 * How structures grow.
 *
 * A structure that ends with `reserved` keeps its size and the places of its fields. A new field
 * takes the place of reserved bytes, and 0 always means what the library did before. So a program
 * works, without being compiled again, with every later library of the same major version. The
 * other way round, a program that sets a field that this library does not know yet is refused:
 * FFTC_INVALID_ARGUMENT. Structures must therefore be zeroed, as `= {.length = {64}}` does, before
 * their fields are set.
 *
 * ------------------------------------------------------------------------------------------------
 * Threads, forks and floating-point modes.
 *
 * The library has threads of its own, which the whole process shares. A call that is to use several
 * threads starts them where there are too few: as many as it asks for, itself among them, and for
 * calls from several threads at once as many as there are processors; 1023 at most. What such a
 * thread has not begun when the calling thread is done with its own part, the calling thread does;
 * it waits for those alone that have begun. So on a busy machine several threads take hardly longer
 * than one, any number of threads may execute plans at the same time, and if the system gives no
 * threads, the calling thread does everything.
 *
 * These threads sleep 30 us after their last work. To wake them takes some 10 us: transforms that
 * follow each other gain from threads from some 20 us of work on, those between which a program
 * does something else from some 50 us on. Their stacks have 8 MiB, whose pages cost nothing until
 * they are used. They block all signals but those that their own instructions raise, are called
 * "fftcore" on Linux, and may run where the thread that started them may. Starting them allocates
 * memory. They end when the library is unloaded, which must not happen during a call, or with the
 * process.
 *
 * The child of a fork may execute and destroy its parent's plans, and make others, whatever the
 * parent's threads were doing: all working memory is free there, and the library starts threads
 * anew. A pool that was passed in the parent has no threads in the child and is not asked (GNU's
 * OpenMP would hang): the calling thread does everything. One that is passed in the child is used.
 * That holds for forks after a first plan was asked for, by fork() and not by vfork() or clone(),
 * and not for a fork out of a pool's `run`. Devices do not survive a fork.
 *
 * Planning rounds to nearest, and puts the caller's floating-point mode back. Executions compute in
 * the mode of the calling thread; those on a pool's threads in the mode of each. Error bounds are
 * promised for round to nearest with subnormal numbers, and so are the same bits for any number of
 * a pool's threads. */

#ifdef __cplusplus
}
#endif
#endif
