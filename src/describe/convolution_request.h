/* SPDX-License-Identifier: MIT
 *
 * The description of a convolution (fftcore/convolution.h), checked and brought into one form.
 */
#ifndef FFTC_DESCRIBE_CONVOLUTION_REQUEST_H
#define FFTC_DESCRIBE_CONVOLUTION_REQUEST_H

#include "describe/convolution_axis.h"
#include "describe/layout.h"
#include "describe/overlap.h"
#include "fftcore/convolution.h"

/* A checked description: axes of period 1 are left out, but for one. */
typedef struct fftc_request {
    int rank;
    fftc_axis_wish wish[FFTC_MAX_RANK];
    size_t src_stride[FFTC_MAX_RANK];
    size_t dst_stride[FFTC_MAX_RANK];
    size_t kernel_stride[FFTC_MAX_RANK];
    bool direct_sums;
    size_t src_distance;
    size_t dst_distance;
    size_t batch;
    double factor;            /* of the scaling */
    fftc_precision precision; /* of the work */
    fftc_storage storage;     /* of signal, kernel and result */
    bool real;
    bool in_place;
} fftc_request;

/* Checks, and fills the request. */
FFTC_API fftc_status fftc_convolution_read(const fftc_convolution_description *description,
                                           fftc_request *request, fftc_error *error);

/* Writes a description that was found valid in the one form that stands for all that mean the same:
 * the signal's (real_layout.h), and 0 for a packed kernel and for one as long as the periods. */
FFTC_API void fftc_convolution_normalise(const fftc_convolution_description *description,
                                         fftc_convolution_description *normal);

/* What is read of the source, or written of the result, in all of the batch; and the kernel. */
FFTC_API fftc_footprint fftc_request_footprint(const fftc_request *request, bool src);
FFTC_API fftc_footprint fftc_request_kernel_footprint(const fftc_request *request);

#endif
