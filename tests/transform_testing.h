/* SPDX-License-Identifier: MIT
 *
 * What the tests of fftc_plan share: descriptions drawn at random, arrays that show every write to
 * where none belongs, and the transform from its definition over any layout.
 */
#ifndef FFTC_TRANSFORM_TESTING_H
#define FFTC_TRANSFORM_TESTING_H

#include "testing.h"

/* FFTCORE_TEST_CAMPAIGN of the environment, by which the random tests multiply their rounds; 1
 * otherwise. */
unsigned transform_campaign(void);

/* Names for FFTCORE_FORCE_ISA; force returns false if this machine lacks it. Plans take the best
 * engine up to it that was built (FFTCORE_ENGINES). Where sanitizers make that slow, force also
 * returns false if a lesser engine would stand in, whose turn comes anyway. */
#define TRANSFORM_ISAS 6
extern const char *const transform_isas[TRANSFORM_ISAS];
bool transform_force_isa(size_t index);

/* --- descriptions ----------------------------------------------------------------------------- */

/* The strides that a description stands for, batch last: rank + 1 axes. */
typedef struct transform_axes {
    int rank;
    size_t length[FFTC_MAX_RANK + 1];
    size_t src[FFTC_MAX_RANK + 1];
    size_t dst[FFTC_MAX_RANK + 1];
    bool loop[FFTC_MAX_RANK];
    size_t points;   /* of one transform, loops too */
    size_t logical;  /* of one transform: without loops */
    size_t total;    /* of all of them */
    size_t src_span; /* complex numbers from the first to behind the last */
    size_t dst_span;
} transform_axes;

transform_axes transform_axes_of(const fftc_transform *t);

/* Offset of point `index`, counted along the axes with the batch slowest. */
size_t transform_offset(const transform_axes *axes, const size_t *stride, size_t index);

/* A valid description of at most most_points points in all. */
fftc_transform transform_draw(testing_random *random, size_t most_points);

/* The description in one line, in static storage. */
const char *transform_describe(const fftc_transform *t);

/* --- the oracle ------------------------------------------------------------------------------- */

/* What dst must hold: all points in order (batch slowest, last axis fastest), scaled; from src as
 * it is laid out. 2 * total numbers; the caller frees them. */
long double *transform_expect(const fftc_transform *t, const void *src);

/* --- execution -------------------------------------------------------------------------------- */

/* Plans and executes on fresh guarded arrays, both of them `slack` scalars from the end of their
 * pages, so that every alignment that suits a scalar comes up. `data` fills src (or dst, in place):
 * src_span complex numbers. Asserts success, that src and the gaps of dst are unchanged, and that
 * nothing was written outside. Returns what dst holds, gathered in order, without the gaps; the
 * caller frees it. */
void *transform_execute(const fftc_transform *t, int threads, size_t slack, const void *data);
void *transform_execute_plan(const fftc_transform *t, const fftc_plan *plan, size_t slack,
                             const void *data);

/* A new dst as it is afterwards, gaps and all, which were zeros or, in place, data's. The caller
 * frees it; threads may call it, and what fails ends the program. */
char *transform_execute_whole(const fftc_transform *t, const fftc_plan *plan, const char *data);

/* Relative error of gathered points. */
double transform_error(const fftc_transform *t, const void *points, const long double *expected);

/* With all of the threads, even where the library would find them too many. */
fftc_plan *transform_plan(const fftc_transform *t, int threads);
fftc_plan *transform_plan_with(const fftc_transform *t, const fftc_plan_options *options);

/* Where a saved line's choices begin, behind its head. */
char *transform_choices(const char *line);

/* A plan that chooses this, as a saved line has it, whatever an estimate thinks of it. */
fftc_status transform_load(const fftc_transform *t, int threads, const char *choices,
                           fftc_plan **plan);
fftc_plan *transform_plan_of(const fftc_transform *t, int threads, const char *choices);

/* The promised error of a description: its axes' errors add. */
double transform_bound(const fftc_transform *t);

#endif
