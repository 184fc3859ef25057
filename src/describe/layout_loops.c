/* SPDX-License-Identifier: MIT
 *
 * Axes that are not transformed: they come first in a layout, and if there is no batch one of them
 * takes its place.
 */
#include "describe/layout.h"
#include "support/error.h"

fftc_status fftc_layout_check_loops(const fftc_transform *t, int rank, fftc_error *error)
{
    int loops = 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (t->loop[i] == 0) {
            continue;
        }
        if (i >= rank) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "loop[%d] is given, but there is no such axis", i);
        }
        if (fftc_range_is_partial(t->src_range[i], t->length[i]) ||
            fftc_range_is_partial(t->dst_range[i], t->length[i])) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "axis %d is a loop and has a range: loops have none, give the axis "
                             "fewer points",
                             i);
        }
        ++loops;
    }
    return loops < rank ? FFTC_SUCCESS
                        : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                    "loop is set for every axis: leave it 0 for those to "
                                    "transform");
}

static void copy_axis(fftc_layout *to, int i, const fftc_layout *from, int k)
{
    to->axis[i] = from->axis[k];
    to->src_range[i] = from->src_range[k];
    to->dst_range[i] = from->dst_range[k];
    to->trigonometric[i] = from->trigonometric[k];
}

void fftc_layout_remove_axis(fftc_layout *layout, int axis)
{
    for (int i = axis + 1; i < layout->rank; ++i) {
        copy_axis(layout, i - 1, layout, i);
    }
    layout->loops -= axis < layout->loops;
    --layout->rank;
}

void fftc_layout_add_point(fftc_layout *layout)
{
    layout->axis[layout->rank] = (fftc_axis){1, 1, 1};
    layout->src_range[layout->rank] = layout->dst_range[layout->rank] = (fftc_range){0, 1};
    ++layout->rank;
}

/* A loop can replace a batch of one, and join a batch that goes on where the loop ends. */
static bool takes(const fftc_axis *batch, const fftc_axis *loop)
{
    return batch->length == 1 ||
           (batch->src == loop->src * loop->length && batch->dst == loop->dst * loop->length);
}

/* The loops become part of the batch where they can. */
static void merge_loops(fftc_layout *layout)
{
    for (int i = 0; i < layout->loops;) {
        const fftc_axis *loop = &layout->axis[i];
        bool single = loop->length == 1;
        if (!single && !takes(&layout->batch, loop)) {
            ++i;
            continue;
        }
        if (!single) {
            layout->batch = (fftc_axis){layout->batch.length * loop->length, loop->src, loop->dst};
        }
        fftc_layout_remove_axis(layout, i);
    }
}

void fftc_layout_sort_loops(fftc_layout *layout, const bool loop[FFTC_MAX_RANK])
{
    fftc_layout given = *layout;
    int others = 0;
    layout->loops = 0;
    for (int i = 0; i < given.rank; ++i) {
        layout->loops += loop[i];
    }
    for (int i = 0; i < given.rank; ++i) {
        int before = i - others;
        copy_axis(layout, loop[i] ? before : layout->loops + others, &given, i);
        others += !loop[i];
    }
    merge_loops(layout);
    layout->points = 1;
    for (int i = layout->loops; i < layout->rank; ++i) {
        layout->points *= layout->axis[i].length;
    }
}
