/* SPDX-License-Identifier: MIT
 *
 * Convolutions that carry out transforms of any length (kernel/line_convolution.h), and their
 * tables: for Vulkan devices, and for the emulator that runs the same dispatches.
 */
#ifndef FFTC_DEVICE_CHIRP_PLAN_H
#define FFTC_DEVICE_CHIRP_PLAN_H

#include "device/line_plan.h"

#define FFTC_CONVOLUTION_AXES_MAX 4

typedef enum fftc_convolution_role {
    FFTC_ROLE_TRANSFORM = 0, /* no convolution */
    FFTC_ROLE_THERE,
    FFTC_ROLE_PRODUCT,
    FFTC_ROLE_BACK
} fftc_convolution_role;

/* What a dispatch does in a convolution: the kernel's parameters, and what its table is made
 * from. Only uint32_t. */
typedef struct fftc_convolution_key {
    uint32_t role;
    uint32_t first;
    uint32_t last;
    uint32_t rows;
    uint32_t chirp;                           /* points of the transform that a chirp carries
                                                 out; 0: no chirp */
    uint32_t right_angle;                     /* complex points of a right-angle convolution of
                                                 real numbers; 0: none */
    uint32_t axes[FFTC_CONVOLUTION_AXES_MAX]; /* of the period; 1 beyond the last */
} fftc_convolution_key;

/* A period as an array of axes, the last one in rows. */
typedef struct fftc_period_axes {
    uint64_t points;
    uint32_t count;
    uint32_t axes[FFTC_CONVOLUTION_AXES_MAX];
    double cost; /* in passes over as many points as there are */
} fftc_period_axes;

/* The cheapest period of at least `least` points, or with `exact` of exactly so many. `request` has
 * the device's limits, and how many lines there are. False if there is none. */
FFTC_API bool fftc_period_choose(const fftc_line_request *request, uint64_t least, bool exact,
                                 fftc_period_axes *period);

/* What follows in the table of a dispatch after the factors of its line and its pass, if it belongs
 * to a convolution: factors of the stages back, weights, spectrum. */
typedef struct fftc_chirp_table {
    uint64_t back;
    uint64_t weights;
    uint64_t spectrum;
    uint64_t count; /* numbers of all three */
} fftc_chirp_table;

FFTC_API fftc_chirp_table fftc_chirp_table_count(const fftc_convolution_key *key,
                                                 const fftc_line_schedule *schedule,
                                                 uint64_t lines);
/* Whether the spectrum has only rows 0 .. R / 2, of R: kernel/convolution_pass.h. */
FFTC_API bool fftc_chirp_spectrum_even(const fftc_convolution_key *key);

/* Makes the table; long parts become jobs. False if there was no memory. */
FFTC_API bool fftc_chirp_table_begin(const fftc_convolution_key *key,
                                     const fftc_line_schedule *schedule, uint64_t lines,
                                     fftc_precision precision, void *table, fftc_table_jobs *jobs);

#endif
