/* SPDX-License-Identifier: MIT
 *
 * The emulated kernel of one precision. Define FFTC_PRECISION and DIFFERENCE_KERNEL, its name; the
 * unit ends with it.
 */
#define FFTC_CALLS

#include "cpu/emulate/difference_kernel.h"
#include "fftcore/kernel/dialect.h"

#define this_pass ((const fftc_difference_pass *)fftc_emulated_user())

/* Parameters are expressions that read the current pass. */
#define FFTC_DIFFERENCE_AXES (this_pass->key.axes)
#define FFTC_DIFFERENCE_REACH (this_pass->key.reach)
#define FFTC_DIFFERENCE_COLUMNS (this_pass->key.columns)
#define FFTC_DIFFERENCE_ROWS (this_pass->key.rows)
#define FFTC_DIFFERENCE_PLANES (this_pass->key.planes)
#define FFTC_DIFFERENCE_WAVE (this_pass->key.wave)
#define FFTC_DIFFERENCE_MEDIUM (this_pass->key.medium)
#define FFTC_SUBGROUP_LOG2 (this_pass->key.subgroup_log2)
#define FFTC_DIFFERENCE_LANES_LOG2 (this_pass->key.lanes_log2)
#define FFTC_DIFFERENCE_AXES_MAX 3u
#define FFTC_DIFFERENCE_REACH_MAX 4u
#define FFTC_DIFFERENCE_COLUMNS_MAX 4u
#define FFTC_DIFFERENCE_ROWS_MAX 8u

typedef struct fftc_difference_row fftc_difference_row;
static fftc_uniform fftc_difference_length(fftc_uniform axis);
static fftc_uniform fftc_difference_boundary(fftc_uniform axis);
static fftc_real fftc_difference_weight(fftc_uniform axis, fftc_uniform distance);
static fftc_real fftc_difference_gain(void);
static fftc_real fftc_difference_loss(void);
static fftc_difference_row fftc_difference_points_get(fftc_uint vector);
static fftc_difference_row fftc_difference_next_get(fftc_uint vector);
static void fftc_difference_next_set(fftc_uint vector, fftc_difference_row points);
static fftc_difference_row fftc_difference_medium_get(fftc_uint vector);

/* Of rows as long as any only as many points are set and used as this pass has columns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "fftcore/kernel/difference_array.h"

/* Uniform numbers are read past the observers, as a device's caches for constants do. */
static fftc_uniform fftc_difference_length(fftc_uniform axis)
{
    return this_pass->scheme.length[axis];
}

static fftc_uniform fftc_difference_boundary(fftc_uniform axis)
{
    return this_pass->scheme.boundary[axis];
}

static fftc_real number(size_t which)
{
    fftc_real value;
    memcpy(&value, this_pass->parameters + 32 + which * sizeof value, sizeof value);
    return value;
}

static fftc_real fftc_difference_weight(fftc_uniform axis, fftc_uniform distance)
{
    return number(axis * 5u + distance);
}

static fftc_real fftc_difference_gain(void)
{
    return number(15);
}

static fftc_real fftc_difference_loss(void)
{
    return number(16);
}

static fftc_difference_row get(uint32_t memory, fftc_uint vector)
{
    fftc_difference_row row;
    fftc_emulate_memory_load(memory, vector, &row, FFTC_DIFFERENCE_COLUMNS * sizeof *row.point,
                             FFTC_HERE);
    return row;
}

static fftc_difference_row fftc_difference_points_get(fftc_uint vector)
{
    return get(FFTC_DIFFERENCE_MEMORY_POINTS, vector);
}

static fftc_difference_row fftc_difference_next_get(fftc_uint vector)
{
    return get(FFTC_DIFFERENCE_MEMORY_NEXT, vector);
}

static void fftc_difference_next_set(fftc_uint vector, fftc_difference_row points)
{
    fftc_emulate_memory_store(FFTC_DIFFERENCE_MEMORY_NEXT, vector, &points,
                              FFTC_DIFFERENCE_COLUMNS * sizeof *points.point, FFTC_HERE);
}

static fftc_difference_row fftc_difference_medium_get(fftc_uint vector)
{
    return get(FFTC_DIFFERENCE_MEMORY_MEDIUM, vector);
}

void DIFFERENCE_KERNEL(void *pass)
{
    (void)pass;
    uint32_t invocation =
        fftc_workgroup_index() * this_pass->key.invocations + fftc_invocation_index();
    fftc_difference_array(invocation);
}
