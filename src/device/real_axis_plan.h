/* SPDX-License-Identifier: MIT
 *
 * One axis of a transform of real numbers as passes: how real_pass_plan.c walks through arrays, and
 * the ways to get from one array to the next.
 */
#ifndef FFTC_DEVICE_REAL_AXIS_PLAN_H
#define FFTC_DEVICE_REAL_AXIS_PLAN_H

#include "device/pass_plan.h"

/* The place of a result that may be in whichever part of the scratch is free. */
#define FFTC_PLACE_ANY ((fftc_place)FFTC_PLACE_COUNT)

/* How to walk through an array: steps in items of its form. */
typedef struct fftc_real_axis_side {
    fftc_place place;
    fftc_form form;
    bool piece;       /* an accessor of the user's replaces it */
    bool compact;     /* the array holds only what exists of the other axes */
    uint64_t length;  /* items of the axis at hand */
    fftc_range range; /* the items that exist or are wanted */
    uint64_t stride[FFTC_MAX_RANK];
    uint64_t distance;
} fftc_real_axis_side;

typedef struct fftc_real_planner {
    const fftc_transform *transform;
    const fftc_pass_limits *limits;
    fftc_layout layout;
    uint64_t items[FFTC_MAX_RANK];  /* of the axes where the data is */
    fftc_range have[FFTC_MAX_RANK]; /* the items that are not 0, or are wanted */
    fftc_real_axis_side at;
    uint64_t bytes[FFTC_PLACE_COUNT];
    uint32_t item[FFTC_PLACE_COUNT];
    fftc_pass_plan *plan;
    fftc_error *error;
} fftc_real_planner;

/* A way to carry out an axis: a complex transform of `points`, with edges. */
typedef struct fftc_real_axis_way {
    uint64_t points;
    uint32_t load; /* FFTC_EDGE_... */
    uint32_t store;
    uint32_t sine;
    uint32_t orthogonal;
    uint32_t n;
    bool inverse;
    double factor;
} fftc_real_axis_way;

fftc_real_axis_side fftc_side_of_user(const fftc_real_planner *p, bool dst);

/* A side of packed numbers, `length` along this axis. */
fftc_real_axis_side fftc_side_packed(const fftc_real_planner *p, fftc_place place, fftc_form form,
                                     int axis, uint64_t length);

/* How far apart rows of so many numbers should be in the scratch, so that pieces of them are whole
 * sectors of memory: half spectra of an array have an odd length. */
uint64_t fftc_side_pitch(const fftc_real_planner *p, uint64_t length);

/* Takes the data from where it is to `to`, by the first of `count` ways that is possible. */
fftc_status fftc_real_axis_plan(fftc_real_planner *p, int axis, const fftc_real_axis_way *ways,
                                uint32_t count, fftc_real_axis_side to);

#endif
