/* SPDX-License-Identifier: MIT
 *
 * What plans of FFTW's interface are made of.
 */
#ifndef FFTC_FFTW3_PLANNER_H
#define FFTC_FFTW3_PLANNER_H

#include "fftw3/problem.h"

/* A plan of the library, with the effort that the flags ask for, the threads of
 * plan_with_nthreads, and by wisdom where there is some. */
fftc_status P(engine_plan)(const fftc_transform *transform, unsigned flags, fftc_plan **plan);

/* The problem as one description. False if descriptions cannot say it. */
bool P(describe)(const problem *p, fftc_transform *transform);

/* The way for everything else: all numbers are gathered in a packed array of the execution's own,
 * are transformed there in as many steps as it takes, and are scattered to their places. So arrays
 * may overlap in any way. */
typedef struct staged staged;

/* NULL if wisdom does not suffice, or if there is no memory. */
staged *P(staged_create)(const problem *p, unsigned flags);
void P(staged_destroy)(staged *s);
/* `p` is the problem that it was made for, but for its arrays. False: there is no memory, and
 * nothing has been written. */
bool P(staged_run)(const staged *s, const problem *p, const arrays *io);

/* Wisdom as lines of saved plans: a copy, or NULL if there is no memory. */
char *P(wisdom_text)(void);
void P(wisdom_add)(const char *lines);

/* The plans of a plan, for printing and counting: at most `limit`, returns how many. */
int P(staged_plans)(const staged *s, const fftc_plan **plans, int limit);

struct X(plan_s) {
    /* Carries the plan out, on arrays as the problem has them. */
    void (*run)(const struct X(plan_s) * plan, const arrays *io);
    fftc_plan *direct;
    staged *staged;
    ptrdiff_t in_shift; /* from the caller's arrays to the problem's, in scalars */
    ptrdiff_t out_shift;
    bool swapped; /* the caller's real parts are the problem's imaginary ones */
    problem problem;
};

#endif
