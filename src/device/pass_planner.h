/* SPDX-License-Identifier: MIT
 *
 * What the parts of the planner of complex transforms share: pass_plan.c, pass_step.c,
 * pass_panels.c and pass_planes.c.
 */
#ifndef FFTC_DEVICE_PASS_PLANNER_H
#define FFTC_DEVICE_PASS_PLANNER_H

#include "device/pass_factors.h"

/* An intermediate result between two axes, in the scratch. The columns of `axis` are not laid out
 * as in an array: as many as a workgroup holds are side by side. Row y of column x, of X, is at (y
 * div W) W X + (x div C) W C + (y mod W) C + x mod C. */
typedef struct fftc_panels {
    int axis;
    uint32_t columns; /* C, which divides the last axis; 0: there are no panels */
    uint32_t rows;    /* W, which divides the axis */
    uint32_t row;     /* X */
    bool large;       /* see fftc_line_request */
} fftc_panels;

typedef struct fftc_planner {
    const fftc_transform *transform;
    const fftc_pass_limits *limits;
    fftc_layout layout;
    uint64_t stride[FFTC_PLACE_COUNT][FFTC_MAX_RANK];
    uint64_t distance[FFTC_PLACE_COUNT];
    fftc_place at;                  /* where the data is */
    fftc_range have[FFTC_MAX_RANK]; /* the part that is not 0, or is wanted */
    bool started;                   /* there is a pass */
    fftc_panels panels;             /* how the scratch is written, or read, by the next pass */
    fftc_pass_plan *plan;
    fftc_error *error;
} fftc_planner;

/* One pass of an axis. */
typedef struct fftc_pass_step {
    int axis;
    uint64_t points;
    uint64_t all;
    uint64_t before;
    fftc_place to;
    fftc_loops beside;
    fftc_pass_bricks src_bricks;
    fftc_pass_bricks dst_bricks;
    uint32_t src_all;    /* FFTC_PASS_SRC_ALL; 0: not defined */
    bool large;          /* see fftc_line_request */
    uint32_t transposed; /* FFTC_PASS_ACROSS where rows become columns, or back; else 0 */
    uint32_t rows;       /* of a plane, if the step does the axis before, too; 0: no planes */
    uint32_t src_row;
    uint32_t dst_row;
    fftc_convolution_key convolution;
} fftc_pass_step;

/* fftc_factors_much of all data. */
static inline bool fftc_planner_much(const fftc_planner *p, uint32_t times)
{
    uint64_t numbers = (uint64_t)p->layout.points * p->layout.batch.length;
    uint64_t bytes = numbers * fftc_complex_bytes(p->transform->precision);
    return fftc_factors_much(p->limits, bytes, times);
}

/* Whether the ranges of both sides are the whole array. */
static inline bool fftc_planner_whole(const fftc_planner *p)
{
    for (int i = 0; i < p->layout.rank; ++i) {
        uint64_t length = p->layout.axis[i].length;
        fftc_range src = p->layout.src_range[i];
        fftc_range dst = p->layout.dst_range[i];
        if (src.begin != 0 || dst.begin != 0 || src.end != length || dst.end != length) {
            return false;
        }
    }
    return true;
}

/* pass_step.c */
uint32_t fftc_planner_item_bytes(const fftc_planner *p, fftc_place place);
fftc_loops fftc_planner_beside(const fftc_planner *p, int axis, fftc_place src, fftc_place dst);
bool fftc_planner_dst_holds(const fftc_planner *p, int axis);
fftc_place fftc_planner_place(const fftc_planner *p, int axis, bool stays, bool last);
fftc_status fftc_planner_finish(fftc_planner *p, const fftc_pass_step *s);

/* pass_panels.c: whether the pass that does all of `axis` writes panels for the next axis. If so,
 * the panels begin here. */
bool fftc_panels_begin(fftc_planner *p, int axis);
void fftc_panels_end(fftc_planner *p);
/* What panels change in the step that writes them and in the one that reads them; whether a step's
 * loop over axis i becomes two because of them, and these two. */
void fftc_panels_apply(const fftc_planner *p, fftc_pass_step *s);
bool fftc_panels_split(const fftc_planner *p, int i, fftc_place src, fftc_place dst);
void fftc_panels_add(const fftc_planner *p, int i, fftc_place src, fftc_place dst, fftc_loops *l);

/* pass_planes.c: whether the last axis is done together with the one before it, or with the first
 * `rows` points of that, and the step that does so; then the loops beside it, once `to` is
 * known. */
bool fftc_planes_begin(const fftc_planner *p, fftc_pass_step *s);
void fftc_planes_apply(const fftc_planner *p, fftc_pass_step *s);

#endif
