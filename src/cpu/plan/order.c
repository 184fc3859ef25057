/* SPDX-License-Identifier: MIT */
#include "cpu/plan/plan.h"

#include <math.h>
#include <string.h>

size_t fftc_range_length(fftc_range range)
{
    return (size_t)(range.end - range.begin);
}

bool fftc_order_fits(const fftc_layout *layout, unsigned pending)
{
    /* A spectrum does not fit the place of the real numbers that it becomes. */
    if (!layout->src_storage.real && layout->dst_storage.real && pending != 0) {
        return false;
    }
    for (int i = 0; i < layout->rank; ++i) {
        if ((pending >> i & 1u) != 0 &&
            fftc_range_length(layout->src_range[i]) > fftc_range_length(layout->dst_range[i])) {
            return false;
        }
    }
    return true;
}

unsigned fftc_order_axes(const fftc_layout *layout)
{
    return (1u << layout->rank) - (1u << layout->loops);
}

typedef struct search {
    const fftc_layout *layout;
    bool in_place;
    double best_work;
    int *best;
    int order[FFTC_MAX_RANK];
} search;

/* The work of a step: n log n, times the lines along every other axis that exist by then. */
static double step_work(const fftc_layout *layout, int axis, unsigned pending)
{
    double n = (double)layout->axis[axis].length;
    double work = n * log2(n + 1.0);
    for (int i = 0; i < layout->rank; ++i) {
        if (i != axis) {
            work *= (double)fftc_range_length((pending >> i & 1u) != 0 ? layout->src_range[i]
                                                                       : layout->dst_range[i]);
        }
    }
    return work;
}

/* Whether an axis may be at this position. The last axis of FFTC_REAL comes first, where real
 * numbers become spectra, or last, where spectra become real numbers. */
static bool may_come(const fftc_layout *layout, int axis, int position)
{
    bool from_real = layout->src_storage.real;
    bool last = axis == layout->rank - 1;
    return from_real == layout->dst_storage.real ||
           last == (position == (from_real ? 0 : layout->rank - layout->loops - 1));
}

/* Tries all orders of the axes in `pending` after `done` others. Orders that begin with faster axes
 * are tried first. Another one must save something, since a longer way through working memory
 * costs. */
static void try_orders(search *s, int done, unsigned pending, double work)
{
    if (pending == 0) {
        if (work < 0.95 * s->best_work) {
            s->best_work = work;
            memcpy(s->best, s->order, sizeof s->order);
        }
        return;
    }
    for (int i = s->layout->rank - 1; i >= s->layout->loops; --i) {
        unsigned left = pending & ~(1u << i);
        if (left == pending || !may_come(s->layout, i, done)) {
            continue;
        }
        double price = s->in_place || fftc_order_fits(s->layout, left) ? 1.0 : 1.2;
        s->order[done] = i;
        try_orders(s, done + 1, left, work + price * step_work(s->layout, i, pending));
    }
}

void fftc_order_choose(const fftc_layout *layout, bool in_place, int order[FFTC_MAX_RANK])
{
    search s = {.layout = layout, .in_place = in_place, .best_work = 1e300, .best = order};
    try_orders(&s, 0, fftc_order_axes(layout), 0.0);
}
