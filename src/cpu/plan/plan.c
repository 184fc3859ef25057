/* SPDX-License-Identifier: MIT */

#include "cpu/plan/plan.h"
#include "cpu/isa.h"
#include "cpu/overrides.h"
#include "cpu/plan/general.h"
#include "cpu/plan/options.h"
#include "cpu/plan/saved.h"
#include "describe/real_layout.h"
#include "describe/saved_text.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

static fftc_status build_real(fftc_plan *plan, fftc_error *error)
{
    fftc_real_setting setting = {.transform = &plan->transform,
                                 .layout = &plan->layout,
                                 .engines = plan->engines,
                                 .isa = plan->isa,
                                 .arena = &plan->arena,
                                 .threads = plan->threads,
                                 .all_threads = plan->all_threads,
                                 .exact = plan->exact,
                                 .crew = &plan->crew};
    fftc_status status = fftc_real_plan_create(&setting, &plan->real, error);
    if (status == FFTC_SUCCESS) {
        size_t bytes = fftc_real_plan_work_bytes(plan->real);
        plan->work_bytes = bytes > FFTC_STACK_BYTES ? bytes : 0;
        plan->run_rows = fftc_real_plan_calls(plan->real, &plan->rows);
    }
    return status;
}

/* Drops axes of a single point, along which nothing happens. */
static void drop_single_points(fftc_layout *layout)
{
    for (int i = layout->rank - 2; i >= layout->loops; --i) {
        if (layout->axis[i].length == 1) {
            fftc_layout_remove_axis(layout, i);
        }
    }
}

static fftc_status build_steps(fftc_plan *plan, fftc_error *error)
{
    if (plan->transform.kind == FFTC_REAL) {
        drop_single_points(&plan->layout);
    }
    plan->scale =
        fftc_layout_scale(&plan->transform, &plan->layout, plan->layout.loops, plan->layout.rank);
    if (plan->layout.rank == plan->layout.loops) {
        /* A single point: all axes were left out, but it is still to be copied and scaled. */
        fftc_layout_add_point(&plan->layout);
    }
    fftc_status status = fftc_plan_make_steps(plan, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_single_choose(plan);
    return fftc_few_points_choose(plan, error);
}

/* The most numbers of a short last axis. */
#define MOST_SHORT 16

/* Whether there are many half spectra of several axes, the last of which is short. Then one step
 * does the lines of the whole batch, and one step their columns, since one transform alone would
 * fill few vectors, with calls in between. (The way back would do one transform after the other in
 * working memory, and in place both ways have to be the same.) */
static bool many_short(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    const bool at_once = fftc_real_at_once(&plan->transform, layout, plan->exact);
    return plan->transform.kind == FFTC_REAL && plan->transform.direction == FFTC_FORWARD &&
           layout->rank - layout->loops > 1 && layout->batch.length > 1 && !at_once &&
           layout->axis[layout->rank - 1].length <= MOST_SHORT;
}

/* Whether this is a plan for real_plan.h: interleaved numbers of working precision, whole axes, and
 * for FFTC_REAL no loop except a batch, unless a single axis is transformed or all transforms are
 * done at once. (Reproducible plans of loops keep the bits that they have always had.) */
static bool plainly_real(const fftc_plan *plan)
{
    const fftc_transform *t = &plan->transform;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (t->src_range[i].end != 0 || t->dst_range[i].end != 0) {
            return false;
        }
    }
    const bool at_once = fftc_real_at_once(t, &plan->layout, plan->exact);
    return t->kind != FFTC_COMPLEX && t->precision != FFTC_FLOAT16 &&
           (plan->layout.loops == 0 || t->kind == FFTC_REAL_TO_REAL ||
            (plan->layout.rank - plan->layout.loops == 1 && !plan->exact) || at_once) &&
           !many_short(plan) && !plan->layout.src_storage.split && !plan->layout.dst_storage.split;
}

/* Whether the plan is one line that is short enough for single.c, which has less overhead. */
static bool is_short_line(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    const fftc_axis *axis = &layout->axis[0];
    return layout->rank == 1 && layout->loops == 0 && layout->batch.length == 1 && axis->src == 1 &&
           axis->dst == 1 &&
           axis->length * fftc_precision_bytes(plan->transform.precision) <= FFTC_STACK_BYTES / 4;
}

/* Rare layouts: plans inside do all the work. */
static fftc_status build_general(fftc_plan *plan, const fftc_plan_request *request,
                                 fftc_error *error)
{
    plan->scalar_mask = (uintptr_t)fftc_precision_bytes(plan->transform.precision) - 1;
    fftc_status status = fftc_general_create(plan, request->wide, error);
    return status == FFTC_SUCCESS
               ? fftc_slots_open(&plan->slots, &plan->arena, request->options.executions,
                                 fftc_plan_work_bytes(plan), error)
               : status;
}

static fftc_status build(fftc_plan *plan, int executions, fftc_error *error)
{
    bool by_real = plainly_real(plan) && !is_short_line(plan) && !fftc_planes_suit(plan);
    fftc_status status = by_real ? build_real(plan, error) : build_steps(plan, error);
    bool in_place = plan->transform.placement == FFTC_IN_PLACE;
    plan->plain = fftc_plan_is_on_stack(plan) && plan->transform.format != FFTC_SPLIT;
    plan->scalar_mask = (uintptr_t)fftc_precision_bytes(plan->transform.precision) - 1;
    plan->src_footprint = fftc_footprint_make(&plan->layout, in_place, true);
    plan->dst_footprint = fftc_footprint_make(&plan->layout, in_place, false);
    return status == FFTC_SUCCESS ? fftc_slots_open(&plan->slots, &plan->arena, executions,
                                                    fftc_plan_work_bytes(plan), error)
                                  : status;
}

/* The bytes of the longest axis, which are about those of the plan's tables. */
static uint64_t longest_axis_bytes(const fftc_transform *transform)
{
    uint64_t longest = 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        longest = transform->length[i] > longest ? transform->length[i] : longest;
    }
    return longest * 2 * fftc_precision_bytes(transform->precision);
}

fftc_status fftc_plan_make(const fftc_plan_request *request, const fftc_choices *given,
                           fftc_plan **plan, fftc_error *error)
{
    const fftc_plan_options *options = &request->options;
    fftc_arena arena = fftc_arena_start(options->allocator);
    *plan = NULL;
    fftc_plan *made = fftc_arena_allocate(&arena, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    made->arena = arena;
    fftc_arena_expect(&made->arena, longest_axis_bytes(&request->transform));
    made->arena.choices = request->choices != NULL ? request->choices : &made->choices;
    if (given != NULL) {
        made->choices = *given;
        made->choices.count = 0;
    }
    made->transform = request->transform;
    made->layout = request->layout;
    made->isa = request->isa;
    made->made_by = request->made_by;
    made->exact = options->reproducible != 0;
    made->engines = request->engines;
    made->move = fftc_move_for(request->engines[0]->name);
    made->staging = fftc_staging_of(request->engines[0]);
    made->threads = options->threads > 0 ? options->threads : 1;
    if (made->choices.most_threads > 0 && made->threads > made->choices.most_threads) {
        made->threads = made->choices.most_threads;
    }
    made->all_threads = made->threads > 1 && fftc_override_text("FFTCORE_FORCE_THREADS") != NULL;
    made->crew = fftc_crew_of(options->pool);
    made->tables = (fftc_team){made->threads, &made->crew, true};
    made->choices.team = &made->tables;
    fftc_status status = request->wide != NULL ? build_general(made, request, error)
                                               : build(made, options->executions, error);
    if (status == FFTC_SUCCESS && given != NULL && given->given != made->choices.count) {
        status = fftc_choice_refuse(error);
    }
    if (status != FFTC_SUCCESS) {
        fftc_plan_destroy(made);
        return status;
    }
    *plan = made;
    return fftc_succeed(error);
}

int fftc_plan_threads(const fftc_plan *plan)
{
    int most = plan->real != NULL ? plan->threads : plan->slab_threads;
    for (int i = 0; i < plan->steps; ++i) {
        most = plan->step[i].threads > most ? plan->step[i].threads : most;
    }
    return most;
}

/* Both sides' footprints; in place each is both together. */
static fftc_status find_footprints(const fftc_transform *transform, fftc_footprint footprint[2],
                                   fftc_error *error)
{
    fftc_layout layout;
    fftc_wide wide;
    bool is_wide;
    fftc_status status = fftc_description_read(transform, &layout, &wide, &is_wide, error);
    if (status == FFTC_SUCCESS && is_wide && wide.plain) {
        /* The plan is that of the normal form, with intermediate results in both ranges. */
        is_wide = false;
        status = fftc_layout_read(&wide.normal, &layout, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const bool in_place = transform->placement == FFTC_IN_PLACE;
    for (int i = 0; i < 2; ++i) {
        footprint[i] = is_wide ? fftc_wide_footprint(&wide, i == 0)
                               : fftc_footprint_make(&layout, in_place, i == 0);
        footprint[i].begin = footprint[i].begin < 0 ? footprint[i].begin : 0;
        footprint[i].end = footprint[i].end > 0 ? footprint[i].end : 0;
    }
    for (int i = 0; i < 2 && in_place; ++i) {
        const fftc_footprint *other = &footprint[1 - i];
        footprint[i].begin = footprint[i].begin < other->begin ? footprint[i].begin : other->begin;
        footprint[i].end = footprint[i].end > other->end ? footprint[i].end : other->end;
    }
    return FFTC_SUCCESS;
}

/* The bytes of both sides' arrays, or those of them that lie before the pointers. */
static fftc_status report_bytes(const fftc_transform *transform, bool before, size_t *src,
                                size_t *dst, fftc_error *error)
{
    size_t *const to[2] = {src, dst};
    fftc_footprint footprint[2];
    fftc_status status = find_footprints(transform, footprint, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < 2; ++i) {
        if (to[i] != NULL) {
            *to[i] = (size_t)((before ? 0 : footprint[i].end) - footprint[i].begin);
        }
    }
    return fftc_succeed(error);
}

fftc_status fftc_transform_bytes(const fftc_transform *transform, size_t *src, size_t *dst,
                                 fftc_error *error)
{
    return report_bytes(transform, false, src, dst, error);
}

fftc_status fftc_transform_bytes_before(const fftc_transform *transform, size_t *src, size_t *dst,
                                        fftc_error *error)
{
    return report_bytes(transform, true, src, dst, error);
}

static fftc_status create(const fftc_transform *transform, const fftc_plan_options *options,
                          fftc_plan **plan, fftc_error *error)
{
    fftc_plan_request request = {.options = {0}};
    fftc_wide wide;
    bool is_wide;
    fftc_status status = fftc_description_read(transform, &request.layout, &wide, &is_wide, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const char *isa;
    status = fftc_isa_select(&isa, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_options_read(options, -1, &request.options, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    /* Descriptions that mean the same get the same plan, and the same saved line. */
    if (is_wide) {
        request.transform = wide.normal;
        request.wide = wide.plain ? NULL : &wide;
    } else {
        fftc_transform_make_normal(transform, &request.transform);
    }
    status = request.wide != NULL ? FFTC_SUCCESS
                                  : fftc_layout_read(&request.transform, &request.layout, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_precision working = fftc_working_precision(transform->precision);
    bool exact = request.options.reproducible != 0;
    request.isa = exact ? FFTC_SAVED_ANY_ISA : isa;
    request.engines = exact ? fftc_engines_exact(working, isa) : fftc_engines(working, isa);
    status = fftc_engines_check(request.engines, working, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_choices saved = {0};
    bool found = false;
    if (request.options.saved != NULL) {
        status = fftc_saved_read(&request, &saved, &found, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    if (found) {
        status = fftc_plan_make(&request, &saved, plan, error);
        /* Which choices there are depends on the processor's caches too: a line from another one
         * counts as none. */
        if (status != FFTC_INVALID_ARGUMENT || request.options.effort == FFTC_SAVED) {
            return status;
        }
    }
    request.made_by = fftc_saved_effort_of(request.options.effort);
    /* Reproducible plans are not measured, since what is fastest here may not be so elsewhere; rare
     * layouts are not, since plans inside are only a part of the work. */
    return request.options.effort == FFTC_MEASURE && !exact && request.wide == NULL
               ? fftc_plan_measure(&request, plan, error)
               : fftc_plan_make(&request, NULL, plan, error);
}

fftc_status fftc_plan_create(const fftc_transform *transform, const fftc_plan_options *options,
                             fftc_plan **plan, fftc_error *error)
{
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = create(transform, options, plan, error);
    fftc_float_mode_end(&mode);
    return status;
}

void fftc_plan_destroy(fftc_plan *plan)
{
    if (plan != NULL) {
        fftc_general_close(plan->general);
        fftc_real_plan_close(plan->real);
        fftc_slots_close(&plan->slots);
        fftc_arena arena = plan->arena;
        fftc_arena_release(&arena);
    }
}
