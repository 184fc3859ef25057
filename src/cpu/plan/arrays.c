/* SPDX-License-Identifier: MIT
 *
 * What a caller passes to an execution, checked before anything is written.
 */
#include "cpu/plan/plan.h"
#include "support/check.h"
#include "support/error.h"

/* Refuses a pointer that must not be NULL but is, or that is given but should not be. */
static fftc_status check_pointers(const fftc_plan *plan, const fftc_arrays *a, fftc_error *error)
{
    const fftc_storage *src = &plan->layout.src_storage;
    const fftc_storage *dst = &plan->layout.dst_storage;
    bool src_im = src->split && !src->real;
    bool dst_im = dst->split && !dst->real;
    const char *null = a->src == NULL                ? "src"
                       : a->dst == NULL              ? "dst"
                       : src_im && a->src_im == NULL ? "src_im"
                       : dst_im && a->dst_im == NULL ? "dst_im"
                                                     : NULL;
    if (null != NULL) {
        return fftc_fail_null(error, null);
    }
    if ((!src_im && a->src_im != NULL) || (!dst_im && a->dst_im != NULL)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s_im is given, but the plan has no such array: pass NULL, or plan with "
                         "format FFTC_SPLIT",
                         !src_im && a->src_im != NULL ? "src" : "dst");
    }
    bool in_place = plan->transform.placement == FFTC_IN_PLACE;
    fftc_status status = fftc_check_same_arrays(a->src == a->dst, in_place, error);
    if (status == FFTC_SUCCESS && src_im && dst_im) {
        status = fftc_check_same_arrays(a->src_im == a->dst_im, in_place, error);
    }
    return status;
}

/* Compilers may assume that a scalar is aligned to its own size, and some processors fault if it is
 * not. */
static fftc_status check_alignment(const fftc_plan *plan, const fftc_arrays *a, fftc_error *error)
{
    static const char *const names[] = {"src", "src_im", "dst", "dst_im"};
    const void *const arrays[] = {a->src, a->src_im, a->dst, a->dst_im};
    uintptr_t scalars =
        (uintptr_t)a->src | (uintptr_t)a->src_im | (uintptr_t)a->dst | (uintptr_t)a->dst_im;
    if (((scalars & plan->scalar_mask) | ((uintptr_t)a->work & 63)) == 0) {
        return FFTC_SUCCESS;
    }
    for (int i = 0; i < 4; ++i) {
        if (((uintptr_t)arrays[i] & plan->scalar_mask) != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s must be aligned to a scalar's %zu bytes", names[i],
                             (size_t)plan->scalar_mask + 1);
        }
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "work must be aligned to 64 bytes");
}

/* Whether the working memory shares a byte with one of the arrays. */
static bool work_overlaps(const fftc_plan *plan, const void *const src[2], const void *const dst[2],
                          const void *memory)
{
    const fftc_footprint block = fftc_footprint_block(fftc_plan_work_bytes(plan));
    const void *const work[] = {memory, NULL};
    return fftc_parts_overlap(work, &block, src, &plan->src_footprint) ||
           fftc_parts_overlap(work, &block, dst, &plan->dst_footprint);
}

fftc_status fftc_plan_judge_arrays(const fftc_plan *plan, const fftc_arrays *a, fftc_error *error)
{
    fftc_status status = check_pointers(plan, a, error);
    if (status == FFTC_SUCCESS) {
        status = check_alignment(plan, a, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const void *const src[] = {a->src, a->src_im};
    const void *const dst[] = {a->dst, a->dst_im};
    bool in_place = plan->transform.placement == FFTC_IN_PLACE;
    /* In place, rare layouts are gathered before anything is written. */
    const bool meet =
        in_place && plan->general != NULL
            ? fftc_parts_meet(dst, &plan->dst_footprint)
            : fftc_sides_meet(in_place, src, &plan->src_footprint, dst, &plan->dst_footprint);
    if (meet) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         in_place ? "the real and the imaginary array share memory: keep them apart"
                                  : "dst shares memory with src or with itself: keep them apart, "
                                    "or plan with placement FFTC_IN_PLACE and pass the same "
                                    "pointers");
    }
    size_t bytes = fftc_plan_work_bytes(plan);
    if (a->work != NULL && bytes > 0 && work_overlaps(plan, src, dst, a->work)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "work shares memory with src or dst: it needs fftc_plan_work_bytes of "
                         "its own");
    }
    if (a->work == NULL && plan->slots.count == 0 && bytes > 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the plan has no working memory: pass work of fftc_plan_work_bytes, or "
                         "plan with executions not -1");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_plan_check_arrays(const fftc_plan *plan, const fftc_arrays *arrays,
                                   fftc_error *error)
{
    if (plan == NULL || arrays == NULL) {
        return fftc_fail_null(error, plan == NULL ? "plan" : "arrays");
    }
    fftc_status status = fftc_plan_judge_arrays(plan, arrays, error);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}
