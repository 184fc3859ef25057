/* SPDX-License-Identifier: MIT
 *
 * A convolution (fftcore/convolution.h) as dispatches of kernel/convolution_pass.h and
 * mapped_pass.h: for Vulkan devices, and for the emulator that runs the same dispatches.
 *
 * All axes but the last are transformed first, in order. Each of their lines is as long as a period
 * that gives the wanted sums (convolution_axis.h). Then one dispatch transforms the rows of the
 * last axis, multiplies them by the spectrum and transforms them back. Then the other axes are
 * transformed back, in the opposite order. The first pass reads src, the last one writes dst. Each
 * axis grows to its period when it is transformed, and shrinks to the wanted sums on the way back,
 * so that no zero is stored or read. An axis too long for a workgroup is several axes, as in
 * chirp_plan.h.
 *
 * Between the passes there is one array, in which every line keeps its place: its pitches hold the
 * longest form that a line has. A second array exists only if a long axis is read around the
 * corner.
 *
 * A first axis much longer than the kernel goes in blocks of sums (overlap and save), where the
 * cost model says so. Each block reads taps - 1 numbers more than it has sums, all are multiplied
 * by the same spectrum, and none is longer than a workgroup can hold. For all other axes, and
 * between the passes, blocks are a longer batch.
 *
 * The kernel's spectrum is made by the same passes on the way there, which leave it in the order in
 * which the rows look for it.
 */
#ifndef FFTC_DEVICE_CONVOLUTION_PLAN_H
#define FFTC_DEVICE_CONVOLUTION_PLAN_H

#include "describe/convolution_request.h"
#include "device/pass_plan.h"

/* How signals become complex numbers: kernel/mapped_pass.h. */
typedef enum fftc_axis_signals {
    FFTC_SIGNALS_COMPLEX = 0,
    FFTC_SIGNALS_ALONE,      /* a real one, without imaginary parts */
    FFTC_SIGNALS_PAIRED,     /* two real ones of a batch */
    FFTC_SIGNALS_HALVED,     /* the sums of a real one in two halves along the first axis */
    FFTC_SIGNALS_RIGHT_ANGLE /* the first axis of a real one by a right-angle convolution:
                                kernel/line_convolution.h */
} fftc_axis_signals;

/* An axis with its period. */
typedef struct fftc_convolved_axis {
    fftc_axis_wish wish;
    fftc_axis_way way;       /* of one block */
    fftc_period_axes period; /* in complex numbers, of which a right-angle convolution has half
                                as many as real ones */
    uint64_t blocks;         /* of the sums, or of each half of them; 1 but on the first axis */
    uint64_t sums;           /* of all blocks, or of the first half */
} fftc_convolved_axis;

typedef struct fftc_convolution_passes {
    int rank;
    fftc_convolved_axis axis[FFTC_MAX_RANK];
    fftc_axis_signals signals;
    fftc_precision precision; /* of signal, kernel and result */
    double factor;            /* of the scaling */
    fftc_pass_plan prepare;   /* src is the kernel, dst the spectrum */
    fftc_pass_plan execute;
} fftc_convolution_passes;

/* FFTC_UNSUPPORTED where no way of passes fits the limits, FFTC_TOO_LARGE beyond buffers. */
FFTC_API fftc_status fftc_convolution_passes_make(const fftc_convolution_description *description,
                                                  const fftc_pass_limits *limits,
                                                  fftc_convolution_passes *passes,
                                                  fftc_error *error);

/* The error bound, as fftc_convolution_error_bound gives it. */
FFTC_API double fftc_convolution_passes_bound(const fftc_convolution_passes *passes);

/* The most other periods of an axis to try. */
#define FFTC_CONVOLUTION_CANDIDATES 6
typedef struct fftc_convolution_candidates {
    uint32_t count;
    fftc_axis_choice choice[FFTC_CONVOLUTION_CANDIDATES];
    double cost[FFTC_CONVOLUTION_CANDIDATES];
} fftc_convolution_candidates;

/* Lists candidates for each axis that is convolved, without those of period 1. Returns how many
 * axes there are, 0 if there is no plan. */
FFTC_API int fftc_convolution_list(const fftc_convolution_description *description,
                                   const fftc_pass_limits *limits,
                                   fftc_convolution_candidates lists[FFTC_MAX_RANK]);

/* convolution_periods.c: chooses how signals are paired, and the ways and periods of the axes.
 * `blocks`: whether there may be several blocks. `lists` may be NULL. Of the limits' choices, the
 * periods of axes are respected. */
fftc_status fftc_convolution_choose(const fftc_request *request, const fftc_pass_limits *limits,
                                    bool blocks, fftc_convolution_passes *passes,
                                    fftc_convolution_candidates *lists, fftc_error *error);

#endif
