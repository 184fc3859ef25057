/* SPDX-License-Identifier: MIT
 *
 * Steps that are done slab by slab: one slab of the array goes through all of them before the next
 * one. A slab is spanned by the axes of the first steps; there are as many as the other axes and
 * the batch have positions. If a slab fits the second-level cache, all these steps are done on it
 * before the next slab, so that it is read from memory once.
 */
#include <math.h>

#include "cpu/plan/plan.h"

static const size_t most_slab_bytes = 640 * 1024;

/* A slab has at least least_slab_bytes, or least_cached_slab_bytes if the second-level cache holds
 * the whole array. */
static const size_t least_slab_bytes = 1024;
static const size_t least_cached_slab_bytes = 8 * 1024;
static const size_t cached_bytes = 1024 * 1024;

/* The least slabs of a thread, so that all threads have about as many. */
enum { LEAST_SLABS = 4 };

static bool holds(const int *order, int steps, int axis)
{
    for (int k = 0; k < steps; ++k) {
        if (order[k] == axis) {
            return true;
        }
    }
    return false;
}

bool fftc_slabs_hold(const fftc_plan *plan, const int *order, int axis)
{
    return holds(order, plan->slab_steps, axis);
}

/* Whether the axes outside of slabs are not contiguous. Steps look for columns along a contiguous
 * axis. */
static bool leaves_columns(const fftc_layout *layout, const int *order, int steps)
{
    if (layout->batch.length > 1 && (layout->batch.src == 1 || layout->batch.dst == 1)) {
        return false;
    }
    for (int i = 0; i < layout->rank; ++i) {
        const fftc_axis *axis = &layout->axis[i];
        if (!holds(order, steps, i) &&
            (i == layout->rank - 1 || axis->src == 1 || axis->dst == 1)) {
            return false;
        }
    }
    return true;
}

/* Whether slabs are too small. Each costs some 100 ns in addition to its work, which is more than a
 * second trip of little data through memory, or of more data through a cache. */
static bool is_tiny(size_t bytes, size_t slabs)
{
    bool cached = slabs <= cached_bytes / bytes;
    return bytes < (cached ? least_cached_slab_bytes : least_slab_bytes);
}

/* Which steps share slabs depends on the array alone: another choice could mean other columns, and
 * other bits. */
void fftc_slabs_choose(fftc_plan *plan, const int *order)
{
    const fftc_layout *layout = &plan->layout;
    size_t item = 2 * fftc_precision_bytes(plan->engines[0]->precision);
    size_t most = most_slab_bytes / item;
    size_t points = 1;
    size_t slab = 1;
    plan->slab_steps = 0;
    plan->slab_threads = 0;
    plan->slabs = 1;
    if (plan->transform.kind != FFTC_COMPLEX) {
        return;
    }
    int axes = layout->rank - layout->loops;
    for (int k = 0; k < axes && layout->axis[order[k]].length <= most / points; ++k) {
        points *= layout->axis[order[k]].length;
        if (k > 0 && leaves_columns(layout, order, k + 1)) {
            slab = points;
            plan->slab_steps = k + 1;
        }
    }
    if (layout->batch.length != plan->repeat.length) {
        plan->slabs = layout->batch.length;
    }
    for (int i = 0; i < layout->rank; ++i) {
        if (!fftc_slabs_hold(plan, order, i)) {
            plan->slabs *= fftc_range_length(layout->src_range[i]);
        }
    }
    if (plan->slab_steps == 0 || plan->slabs < 2 || is_tiny(slab * item, plan->slabs)) {
        plan->slab_steps = 0;
        return;
    }
    double work = (double)plan->slabs * (double)points * log2((double)points);
    int threads = fftc_worthy_threads(work, plan->threads, plan->all_threads);
    if (threads == 1 || plan->slabs / (size_t)threads >= LEAST_SLABS) {
        plan->slab_threads = threads;
    }
}
