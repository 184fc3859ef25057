/* SPDX-License-Identifier: MIT
 *
 * What the tests of convolutions share: random descriptions, the direct sum, guarded execution.
 */
#ifndef FFTC_CONVOLUTION_TESTING_H
#define FFTC_CONVOLUTION_TESTING_H

#include "fftcore/convolution.h"
#include "testing.h"

/* A description with nothing left to default: rank, ranges, strides. */
typedef struct convolution_shape {
    int rank;
    bool real;
    size_t scalar; /* bytes */
    size_t arrays; /* of the user's: 2 if split */
    size_t item;   /* bytes of a number in each of them */
    size_t batch;
    size_t length[FFTC_MAX_RANK];
    size_t src_begin[FFTC_MAX_RANK], src_end[FFTC_MAX_RANK], src[FFTC_MAX_RANK];
    size_t dst_begin[FFTC_MAX_RANK], dst_end[FFTC_MAX_RANK], dst[FFTC_MAX_RANK];
    size_t taps[FFTC_MAX_RANK], kernel[FFTC_MAX_RANK];
    size_t src_distance, dst_distance;
    size_t src_span, dst_span, kernel_span; /* numbers */
    size_t wanted;                          /* of one signal */
    size_t terms;                           /* products of the direct sums of all */
} convolution_shape;

convolution_shape convolution_shape_of(const fftc_convolution_description *d);

/* Random, within `most` numbers of a signal and `terms` products. */
fftc_convolution_description convolution_draw(testing_random *random, size_t most, size_t terms);

const char *convolution_describe(const fftc_convolution_description *d);

/* Where wanted sum i of all signals is in dst. */
size_t convolution_place(const convolution_shape *s, size_t i);

/* The wanted sums one after the other, two numbers each (imaginary 0 for real signals). */
long double *convolution_expect(const fftc_convolution_description *d, const void *src,
                                const void *kernel);

/* Plans, prepares, executes and returns dst, in guarded memory all of it; asserts that nothing but
 * the wanted numbers was written. `slack` scalars misalign. *bound, if not NULL: of the error. */
void *convolution_execute(const fftc_convolution_description *d, int threads, size_t slack,
                          const void *src, const void *kernel, double *bound);

/* The error of a whole dst against the sums, over sum |h| times the root of sum |x|^2. */
double convolution_error(const fftc_convolution_description *d, const void *dst,
                         const long double *expected, const void *src, const void *kernel);

/* All of it: random data, compared with the direct sum, by transforms and (few taps) without. */
void convolution_check(const fftc_convolution_description *d, int threads, testing_random *random);

/* A description with its data for somebody else's execution: up to two arrays each, of split
 * numbers real and imaginary parts. `dst` is what is there before, and to be written; in
 * place it is the source. */
typedef struct convolution_case {
    fftc_convolution_description d;
    convolution_shape shape;
    char *src_numbers; /* interleaved */
    char *kernel_numbers;
    size_t src_bytes; /* of each array */
    size_t kernel_bytes;
    size_t dst_bytes;
    void *src[2];
    void *kernel[2];
    void *dst[2];
    void *before[2];
} convolution_case;

convolution_case convolution_case_start(const fftc_convolution_description *d,
                                        testing_random *random);
/* Compares dst with the sums, and asserts that nothing else was written. */
void convolution_case_judge(const convolution_case *c, double bound);
void convolution_case_end(convolution_case *c);

/* Memory that holds 0x5a, a byte more than asked for. */
void *convolution_fresh(size_t bytes);

/* A plan that must not be refused. */
fftc_convolution *convolution_make(const fftc_convolution_description *d,
                                   const fftc_plan_options *options);

#endif
