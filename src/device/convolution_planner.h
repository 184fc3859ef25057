/* SPDX-License-Identifier: MIT
 *
 * The planner of a convolution's dispatches: convolution_plan.c makes the passes,
 * convolution_edges.c sets how they read and write the user's arrays.
 */
#ifndef FFTC_DEVICE_CONVOLUTION_PLANNER_H
#define FFTC_DEVICE_CONVOLUTION_PLANNER_H

#include "device/convolution_plan.h"
#include "device/pass_loops.h"

typedef struct fftc_convolution_planner {
    const fftc_request *request;
    const fftc_pass_limits *limits;
    const fftc_convolution_passes *choice;
    bool prepare;
    fftc_map map[FFTC_MAX_RANK]; /* of each axis's line in src, or in the kernel */
    uint64_t kept[FFTC_MAX_RANK]
                 [2];             /* the user's numbers that are kept between passes: begin, end */
    uint64_t have[FFTC_MAX_RANK]; /* along each axis, now */
    uint64_t stride[FFTC_PLACE_COUNT][FFTC_MAX_RANK];
    uint64_t distance[FFTC_PLACE_COUNT];
    uint64_t block[FFTC_PLACE_COUNT]; /* from one block of the first axis to the next */
    uint64_t batch;                   /* transforms: signals, or pairs of them */
    fftc_place at;
    fftc_pass_plan *plan;
    fftc_error *error;
} fftc_convolution_planner;

typedef struct fftc_convolution_step {
    int axis;
    uint32_t level; /* of its period */
    fftc_convolution_role role;
    uint64_t points;
    uint64_t all;
    uint64_t before;
    bool final; /* of all passes */
    fftc_place to;
    fftc_loops beside;
} fftc_convolution_step;

static inline bool fftc_planner_right_angle(const fftc_convolution_planner *p, int axis)
{
    return p->choice->signals == FFTC_SIGNALS_RIGHT_ANGLE && axis == 0;
}

/* How many numbers a period has; and how many of `numbers` numbers stand in the real parts of
 * complex ones. */
static inline size_t fftc_planner_numbers(const fftc_convolution_planner *p, int axis)
{
    return (size_t)p->choice->axis[axis].period.points *
           (fftc_planner_right_angle(p, axis) ? 2 : 1);
}

static inline uint64_t fftc_planner_real_parts(const fftc_convolution_planner *p, int axis,
                                               uint64_t numbers)
{
    uint64_t points = p->choice->axis[axis].period.points;
    return fftc_planner_right_angle(p, axis) && numbers > points ? points : numbers;
}

/* Whether a line's numbers do not follow each other from the first to the last, because it is in
 * halves, in blocks, or a right-angle convolution. */
static inline bool fftc_planner_scattered(const fftc_convolution_planner *p,
                                          const fftc_convolution_step *s)
{
    bool scattered = p->choice->signals == FFTC_SIGNALS_HALVED || p->choice->axis[0].blocks > 1;
    return s->axis == 0 && ((scattered && !p->prepare) || fftc_planner_right_angle(p, 0));
}

/* convolution_edges.c */

/* How many numbers of a line, from the first on, follow each other in the user's memory, if none of
 * the others exists. False if it is not that simple. */
bool fftc_map_follows(const fftc_map *map, uint64_t *count);

/* Whether a line is read element by element from where the user has it. */
bool fftc_planner_straight(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                           uint64_t *count);

/* Sets what a pass reads that begins an axis. Returns where element 0 is, counted from the first
 * number that is kept. */
uint32_t fftc_planner_set_load(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                               fftc_pass_key *key);

/* What is written by the last pass of all. */
void fftc_planner_set_store(const fftc_convolution_planner *p, fftc_pass_map *map);

/* Sets which loops count pairs, where the last one of an odd number of signals has no partner, and
 * which count blocks. */
void fftc_planner_set_digits(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                             fftc_pass *pass);

#endif
