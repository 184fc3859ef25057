/* SPDX-License-Identifier: MIT
 *
 * One transform of strided arrays: loops that a description has no room for are odometers here. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

/* Below this many numbers an execution takes less than what it costs other threads to get the GIL
 * and give it back. */
enum { NUMBERS_WITHOUT_GIL = 2048 };

static int by_stride(const void *left, const void *right)
{
    const Axis *a = left;
    const Axis *b = right;
    return a->dst != b->dst ? (a->dst < b->dst) - (a->dst > b->dst)
                            : (a->src < b->src) - (a->src > b->src);
}

/* Sorts loops by stride, the longest first, and makes one of two where that is possible. */
static void loops_fuse(Steps *steps)
{
    int count = 0;
    Axis *loops = steps->loops;
    for (int i = 0; i < steps->loop_count; ++i) {
        if (loops[i].length != 1) {
            loops[count++] = loops[i];
        }
    }
    if (count > 1) {
        qsort(loops, (size_t)count, sizeof *loops, by_stride);
    }
    int kept = count > 0 ? 1 : 0;
    for (int i = 1; i < count; ++i) {
        Axis *outer = &loops[kept - 1];
        const Axis *inner = &loops[i];
        if (outer->src == inner->src * inner->length && outer->dst == inner->dst * inner->length) {
            outer->length *= inner->length;
            outer->src = inner->src;
            outer->dst = inner->dst;
        } else {
            loops[kept++] = *inner;
        }
    }
    steps->loop_count = kept;
}

static uint64_t meant(npy_intp stride)
{
    return stride != 0 ? (uint64_t)stride : FFTC_STRIDE_ZERO;
}

static void describe_axis(fftc_transform *what, int place, const Axis *axis, bool loop)
{
    what->length[place] = (uint64_t)axis->length;
    if (axis->length > 1) {
        what->src_stride[place] = meant(axis->src);
        what->dst_stride[place] = (uint64_t)axis->dst;
    }
    what->loop[place] = loop;
    if (!loop && axis->exists < axis->length) {
        what->src_range[place] = (fftc_range){0, (uint64_t)axis->exists};
    }
}

/* The description of the axes and of the innermost loops; returns how many loops are left. */
static int describe(const Steps *steps, fftc_transform *what)
{
    int room = MAX_AXES - steps->axis_count;
    int inside = steps->loop_count;
    int place = 0;
    if (inside > room + 1) {
        inside = room + 1;
    }
    int first = steps->loop_count - inside;
    memcpy(what, &steps->what, sizeof *what);
    if (inside > 0) {
        const Axis *batch = &steps->loops[first];
        what->batch = (uint64_t)batch->length;
        what->src_distance = meant(batch->src);
        what->dst_distance = (uint64_t)batch->dst;
    }
    for (int i = 1; i < inside; ++i) {
        describe_axis(what, place++, &steps->loops[first + i], true);
    }
    for (int i = 0; i < steps->axis_count; ++i) {
        what->trigonometric[place] = steps->what.trigonometric[i];
        describe_axis(what, place++, &steps->axes[i], false);
    }
    if (place > steps->axis_count) { /* the kinds moved up by the loops */
        for (int i = 0; i < place - steps->axis_count; ++i) {
            what->trigonometric[i] = 0;
        }
    }
    /* The half spectrum of the last axis counts in its own numbers. */
    if (what->kind == FFTC_REAL && what->direction == FFTC_INVERSE) {
        const Axis *last = &steps->axes[steps->axis_count - 1];
        bool whole = last->exists >= last->length / 2 + 1;
        what->src_range[place - 1] =
            whole ? (fftc_range){0} : (fftc_range){0, (uint64_t)last->exists};
    }
    return first;
}

static fftc_status execute_all(const Steps *steps, const fftc_plan *plan, int outer,
                               fftc_error *error)
{
    npy_intp at[MAX_LOOPS] = {0};
    const char *src = steps->src;
    char *dst = steps->dst;
    for (;;) {
        fftc_status status = fftc_plan_execute(plan, src, dst, error);
        int i = outer - 1;
        if (status != FFTC_SUCCESS) {
            return status;
        }
        for (; i >= 0; --i) {
            const Axis *loop = &steps->loops[i];
            src += loop->src * (npy_intp)steps->src_item;
            dst += loop->dst * (npy_intp)steps->dst_item;
            if (++at[i] < loop->length) {
                break;
            }
            at[i] = 0;
            src -= loop->length * loop->src * (npy_intp)steps->src_item;
            dst -= loop->length * loop->dst * (npy_intp)steps->dst_item;
        }
        if (i < 0) {
            return FFTC_SUCCESS;
        }
    }
}

static bool worth_releasing(const Steps *steps)
{
    npy_intp numbers = 1;
    for (int i = 0; i < steps->axis_count && numbers < NUMBERS_WITHOUT_GIL; ++i) {
        numbers *= steps->axes[i].length;
    }
    for (int i = 0; i < steps->loop_count && numbers < NUMBERS_WITHOUT_GIL; ++i) {
        numbers *= steps->loops[i].length;
    }
    return numbers >= NUMBERS_WITHOUT_GIL;
}

bool steps_run(PlansObject *plans, Steps *steps)
{
    fftc_transform what;
    fftc_error error;
    fftc_status status;
    loops_fuse(steps);
    int outer = describe(steps, &what);
    PlanEntry *entry = plans_acquire(plans, &what, steps->threads);
    if (entry == NULL) {
        return false;
    }
    const fftc_plan *plan = plans_plan(entry);
    if (plans_only_planning(plans)) {
        status = FFTC_SUCCESS;
    } else if (worth_releasing(steps)) {
        Py_BEGIN_ALLOW_THREADS;
        status = execute_all(steps, plan, outer, &error);
        Py_END_ALLOW_THREADS;
    } else {
        status = execute_all(steps, plan, outer, &error);
    }
    plans_release(entry);
    if (status != FFTC_SUCCESS) {
        raise_error(&error);
        return false;
    }
    return true;
}
