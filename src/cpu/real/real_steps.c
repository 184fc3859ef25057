/* SPDX-License-Identifier: MIT */
#include "cpu/allocate.h"
#include "cpu/real/real_maker.h"

#include <math.h>
#include <string.h>

#include "cpu/engine/machine.h"
#include "cpu/minimum.h"
#include "cpu/plan/plan.h"
#include "support/error.h"

fftc_real_step *fftc_real_maker_add(fftc_real_maker *m, fftc_real_step_kind kind)
{
    fftc_real_step *s = &m->plan->step[m->plan->steps++];
    s->kind = kind;
    s->threads = 1;
    s->group = 1;
    s->tasks = 1;
    return s;
}

/* --- loops ------------------------------------------------------------------------------------ */

/* All axes but `skip`; the plane is packed. */
static void add_axes(const fftc_real_maker *m, fftc_real_step *s, int skip, bool in_dst)
{
    size_t plane = 2;
    for (int i = 0; i < m->layout->rank; ++i) {
        plane *= i == m->layout->rank - 1 ? 1 : m->layout->axis[i].length;
    }
    for (int i = 0; i < m->layout->rank; ++i) {
        plane /= i == m->layout->rank - 1 ? 1 : m->layout->axis[i].length;
        if (i != skip) {
            fftc_real_loops_add(s, m->layout->axis[i], in_dst, plane);
        }
    }
}

/* Odd lines go two at a time, as the two parts of a complex one; but only those of one transform,
 * so that no number affects another transform, not even by a NaN. The first `apart` loops go from
 * one transform to the next. */
static void pair_lines(fftc_real_step *s, int apart)
{
    s->pairs = s->loops > apart;
    fftc_real_loops_order(s, s->pairs ? apart : 0);
}

/* How many loops of a step come from the description's loops. An axis of length 1 is no loop. */
static int user_loops(const fftc_real_maker *m)
{
    int loops = 0;
    for (int i = 0; i < m->layout->loops; ++i) {
        loops += m->layout->axis[i].length != 1;
    }
    return loops;
}

/* --- lines ------------------------------------------------------------------------------------ */

int fftc_real_maker_threads(const fftc_real_maker *m, size_t lines, size_t length)
{
    double work = (double)lines * (double)length * log2((double)length + 1.0);
    return fftc_worthy_threads(work, m->threads, m->setting->all_threads);
}

/* The numbers of a task of short lines: many, so that calls are few. */
#define SHORT_NUMBERS 2048

/* Sets how many lines of the last loop are one task, and how many tasks there are. */
static void set_group(fftc_real_step *s, size_t group)
{
    size_t last = s->loops > 0 ? s->loop[s->loops - 1].length : 1;
    s->group = group < last ? group : last;
    s->tasks = fftc_real_loops_product(s) / last * ((last + s->group - 1) / s->group);
}

/* Sets how many lines are done at a time: if a side is staged, as many as share a cache line. */
void fftc_real_maker_group(const fftc_real_maker *m, fftc_real_step *s, size_t line_bytes)
{
    size_t group = s->pairs ? 2 : 1;
    if (s->streamed) {
        group = fftc_traffic_group(line_bytes);
    } else if (s->src.staged || s->dst.staged) {
        group = FFTC_REAL_GROUP_BYTES / fftc_precision_bytes(m->plan->precision);
        while (group > 2 && group * line_bytes > FFTC_REAL_MAX_STAGE_BYTES) {
            group /= 2;
        }
    }
    set_group(s, group);
}

static void stage(fftc_real_side *side)
{
    side->staged = side->count > 1 && (side->stride != side->item || side->part > 1);
}

static size_t side_scalars(const fftc_real_side *side)
{
    return side->item * side->count;
}

/* Whether to stream lines that are out of place, one after the other in the source, and exceed the
 * caches. (Odd lines of several axes are done in twos instead.) With several axes the results are
 * soon read again, from memory; that costs less than reading their places before they are
 * written. */
static bool should_stream(const fftc_real_maker *m, const fftc_real_step *s)
{
    size_t scalar = fftc_precision_bytes(m->plan->precision);
    size_t src = side_scalars(&s->src);
    size_t dst = side_scalars(&s->dst);
    const fftc_real_loop *lines = s->loops > 0 ? &s->loop[s->loops - 1] : NULL;
    return lines != NULL && !m->in_place && s->src.array == FFTC_REAL_SRC && !s->pairs &&
           !s->src.staged && !s->dst.staged && lines->src == src && lines->dst >= dst &&
           fftc_traffic_streams(m->plan->move, dst * scalar,
                                fftc_real_loops_product(s) * (src + dst) * scalar,
                                m->layout->rank - m->layout->loops == 1);
}

/* Whether lines out of place that the engine reads and writes directly are prefetched, some at a
 * time. */
static bool should_prefetch(const fftc_real_maker *m, const fftc_real_step *s)
{
    size_t scalar = fftc_precision_bytes(m->plan->precision);
    size_t src = side_scalars(&s->src);
    size_t dst = side_scalars(&s->dst);
    const fftc_real_loop *lines = s->loops > 0 ? &s->loop[s->loops - 1] : NULL;
    return lines != NULL && !s->streamed && s->src.array != s->dst.array && !m->in_place &&
           !s->src.staged && !s->dst.staged &&
           (s->group == 1 || (lines->src == src && lines->dst == dst)) &&
           fftc_traffic_prefetches(s->group * (src > dst ? src : dst) * scalar,
                                   fftc_real_loops_product(s) * (src + dst) * scalar);
}

/* Decides whether threads share the tasks, or all work on each. */
void fftc_real_maker_share(const fftc_real_maker *m, fftc_real_step *s, size_t length)
{
    s->threads = fftc_real_maker_threads(m, fftc_real_loops_product(s), length);
    s->inside = s->tasks < (size_t)s->threads;
}

/* Makes room for the working memory of a step, beside the plane. */
void fftc_real_maker_need(fftc_real_maker *m, size_t bytes)
{
    bytes += m->plan->plane_bytes;
    m->plan->item_bytes = bytes > m->plan->item_bytes ? bytes : m->plan->item_bytes;
}

/* Lines of fewer bytes are streamed several at a time, since they are not whole cache lines. */
static const size_t most_dense_bytes = 2048;

void fftc_real_maker_finish(fftc_real_maker *m, fftc_real_step *s, size_t line_bytes,
                            size_t staged_scalars)
{
    s->stage_offset = fftc_cache_lines(line_bytes);
    s->work_bytes = s->stage_offset;
    if (s->src.staged || s->dst.staged) {
        size_t scalar = fftc_precision_bytes(m->plan->precision);
        s->stage_pitch = fftc_cache_lines(staged_scalars * scalar) / scalar;
        if (s->streamed && s->loop[s->loops - 1].dst == side_scalars(&s->dst) &&
            side_scalars(&s->dst) * scalar < most_dense_bytes) {
            s->stage_pitch = side_scalars(&s->dst);
        }
        s->work_bytes += fftc_cache_lines(s->group * s->stage_pitch * scalar);
    }
    fftc_real_maker_need(m, fftc_bytes_times(s->work_bytes, (size_t)(s->inside ? 1 : s->threads)));
}

/* Whether lines, out of place, lie side by side on both sides. */
static bool lie_beside(const fftc_real_maker *m, const fftc_real_step *s)
{
    const fftc_real_loop *last = s->loops > 0 ? &s->loop[s->loops - 1] : NULL;
    return last != NULL && !m->in_place && s->src.array != s->dst.array && !s->plane_dc &&
           last->src == s->src.item && last->dst == s->dst.item && s->src.part == 1 &&
           s->dst.part == 1 && (s->src.staged || s->dst.staged);
}

/* How many groups of lines that lie side by side follow each other without gaps on both sides. */
static size_t groups_without_gaps(const fftc_real_step *s)
{
    if (s->loops < 2) {
        return 1;
    }
    const fftc_real_loop *group = &s->loop[s->loops - 2];
    const size_t lines = s->loop[s->loops - 1].length;
    return s->src.stride == lines * s->src.item && group->src == lines * side_scalars(&s->src) &&
                   s->dst.stride == lines * s->dst.item &&
                   group->dst == lines * side_scalars(&s->dst)
               ? group->length
               : 1;
}

/* Chooses lines by a matrix, or by codelets in lanes: many at a time, in place, as rows; or side by
 * side, as columns. */
static void choose_short(const fftc_real_maker *m, fftc_real_step *s, size_t n, bool beside)
{
    s->pairs = false;
    fftc_real_loops_merge(s);
    const fftc_real_loop *last = s->loops > 0 ? &s->loop[s->loops - 1] : NULL;
    bool numbers = s->src.item == 1 && s->dst.item == 1;
    s->in_columns = beside || (last != NULL && last->src == 1 && last->dst == 1 && numbers &&
                               (s->src.stride != 1 || s->dst.stride != 1));
    if (s->in_columns) {
        s->src.staged = s->dst.staged = false;
    }
    fftc_real_maker_group(m, s, 2 * (n / 2 + 1) * fftc_precision_bytes(m->plan->precision));
    if (!s->src.staged && !s->dst.staged && last != NULL) {
        set_group(s, SHORT_NUMBERS / n);
    }
}

/* How many lines may take one call: the distances between them must be whole complex numbers. */
static size_t joinable_lines(const fftc_real_step *s)
{
    const fftc_real_loop *last = s->loops > 0 ? &s->loop[s->loops - 1] : NULL;
    bool whole = last != NULL && (s->src.staged || last->src % 2 == 0) &&
                 (s->dst.staged || last->dst % 2 == 0);
    return whole ? last->length : 1;
}

/* Sets up the prefetching of the lines of later tasks, and of the memory of their results. */
static void set_prefetch(const fftc_real_maker *m, fftc_real_step *s)
{
    const size_t scalar = fftc_precision_bytes(m->plan->precision);
    if (s->streamed || should_prefetch(m, s)) {
        const fftc_real_loop *lines = &s->loop[s->loops - 1];
        s->prefetch_src = fftc_traffic_prefetch(s->group * side_scalars(&s->src) * scalar,
                                                s->group * lines->src * scalar);
        if (!s->streamed) {
            s->prefetch_dst = fftc_traffic_prefetch(s->group * side_scalars(&s->dst) * scalar,
                                                    s->group * lines->dst * scalar);
        }
    }
}

/* Sets the group to as many lines as short ones have, but not to more than are prefetched at a
 * time. */
static void enlarge_group(const fftc_real_maker *m, fftc_real_step *s, size_t n)
{
    const size_t bytes = 2 * (n / 2 + 1) * fftc_precision_bytes(m->plan->precision);
    const size_t group =
        fftc_minimum(SHORT_NUMBERS / n, fftc_machine_here()->most_prefetched / bytes);
    if (group > s->group) {
        set_group(s, group);
    }
}

/* Prepares lines in lanes: side by side, or (`turned`) contiguous. */
static fftc_status prepare_lanes(fftc_real_maker *m, fftc_real_step *s,
                                 const fftc_real_line_choice *choice, bool turned)
{
    const size_t lines = s->loop[s->loops - 1].length;
    fftc_real_lanes *lanes = fftc_arena_allocate(m->setting->arena, 1, sizeof *lanes);
    if (lanes == NULL) {
        return fftc_fail(m->error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    fftc_status status = fftc_real_lanes_prepare(choice, lines, m->setting->engines,
                                                 m->setting->arena, turned, lanes, m->error);
    if (status == FFTC_SUCCESS) {
        s->lanes = lanes;
        s->turned = turned;
        s->src.staged = s->dst.staged = false;
        set_group(s, lanes->group);
        s->threads = fftc_real_maker_threads(m, fftc_real_loops_product(s), choice->n);
        s->threads = (int)fftc_minimum((size_t)s->threads, s->tasks);
        fftc_real_maker_finish(m, s, lanes->bytes, 0);
    }
    return status;
}

fftc_status fftc_real_maker_prepare_lines(fftc_real_maker *m, fftc_real_step *s,
                                          fftc_real_line_choice choice)
{
    size_t n = choice.n;
    size_t scalar = fftc_precision_bytes(m->plan->precision);
    stage(&s->src);
    stage(&s->dst);
    if (!m->setting->exact && !s->pairs) {
        fftc_real_loops_sort(s);
        fftc_real_loops_merge(s);
    }
    choice.lines = s->loops > 0 ? s->loop[s->loops - 1].length : 1;
    choice.joinable = joinable_lines(s);
    const char *isa = m->setting->engines[0]->name;
    choice.beside = lie_beside(m, s);
    choice.groups = groups_without_gaps(s);
    if (choice.beside && fftc_codelet_columns_choose(&choice, m->plan->precision, isa) == NULL) {
        choice.beside = false;
        if (!m->setting->exact &&
            fftc_real_lanes_suit(&choice, choice.lines, m->setting->engines)) {
            return prepare_lanes(m, s, &choice, false);
        }
    }
    bool brief = choice.beside ||
                 fftc_codelet_lines_choose(&choice, m->plan->precision, isa) != NULL ||
                 fftc_real_matrix_suits(&choice, m->plan->precision, isa);
    if (!brief && !m->setting->exact && !s->pairs && !s->plane_dc && !s->src.staged &&
        !s->dst.staged && fftc_real_lanes_suit_rows(&choice, choice.lines, m->setting->engines)) {
        return prepare_lanes(m, s, &choice, true);
    }
    if (brief) {
        choose_short(m, s, n, choice.beside);
    } else {
        s->streamed = should_stream(m, s);
        s->dst.staged = s->dst.staged || s->streamed;
        fftc_real_maker_group(m, s, 2 * (n / 2 + 1) * scalar);
        if (!s->src.staged && !s->dst.staged &&
            fftc_real_line_may_join(&choice, m->plan->precision)) {
            enlarge_group(m, s, n);
        }
    }
    set_prefetch(m, s);
    fftc_real_maker_share(m, s, n);
    choice.threads = s->inside ? s->threads : 1;
    fftc_status status =
        fftc_real_line_prepare(&choice, m->setting->engines, m->setting->arena, &s->line, m->error);
    if (status == FFTC_SUCCESS) {
        fftc_real_maker_finish(m, s, s->line.bytes, 2 * (n / 2 + 1));
    }
    return status;
}

/* Adds the step along the last axis of FFTC_REAL. */
fftc_status fftc_real_maker_add_lines(fftc_real_maker *m, bool packed, bool from_dst)
{
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_LINES);
    bool forward = m->plan->inverse == 0;
    int last = m->layout->rank - 1;
    fftc_axis axis = m->layout->axis[last];
    size_t spectrum = packed ? m->h : m->h + 1;
    s->src = (fftc_real_side){.array = from_dst ? FFTC_REAL_DST : FFTC_REAL_SRC,
                              .item = 1,
                              .part = 1,
                              .count = m->n,
                              .stride = from_dst ? axis.dst : axis.src};
    s->dst = (fftc_real_side){FFTC_REAL_DST, 0, 1, 1, m->n, axis.dst, false};
    s->rest = 2;
    if (forward) {
        s->dst.item = 2;
        s->dst.count = spectrum;
    } else if (!from_dst) {
        s->src.item = 2;
        s->src.count = spectrum;
    } else if (m->n % 2 != 0) {
        s->rest = m->in_place ? 2 : 1;
        s->src.count = m->n - 1 + s->rest;
        s->plane_dc = true;
    }
    const bool only = m->layout->rank - m->layout->loops == 1; /* no other axis is transformed */
    if (only) {
        fftc_real_loops_add(s, m->layout->batch, false, 0);
    }
    add_axes(m, s, last, from_dst);
    if (!only && m->n % 2 != 0) {
        pair_lines(s, user_loops(m));
    } else {
        fftc_real_loops_order(s, 0);
    }
    fftc_real_line_choice choice = {.kind =
                                        forward ? FFTC_REAL_LINE_FORWARD : FFTC_REAL_LINE_BACKWARD,
                                    .n = m->n,
                                    .packed = packed,
                                    .part = s->plane_dc,
                                    .scale = m->scale};
    return fftc_real_maker_prepare_lines(m, s, choice);
}

/* --- real to real ----------------------------------------------------------------------------- */

fftc_real_line_choice fftc_real_axis_choice(const fftc_transform *t, const fftc_layout *layout,
                                            int axis)
{
    fftc_real_line_choice choice = {.n = layout->axis[axis].length, .scale = 1.0};
    if (t->kind == FFTC_REAL_TO_REAL) {
        choice.kind = FFTC_REAL_LINE_TRIGONOMETRIC;
        choice.trigonometric = fftc_real_kind_of(layout, t->direction, axis);
        choice.orthogonal = t->scaling == FFTC_SCALE_UNITARY;
    } else {
        choice.kind =
            t->direction == FFTC_INVERSE ? FFTC_REAL_LINE_BACKWARD : FFTC_REAL_LINE_FORWARD;
    }
    return choice;
}

static fftc_status add_trigonometric(fftc_real_maker *m, int axis_index)
{
    bool first = m->plan->steps == 0;
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_LINES);
    fftc_axis axis = m->layout->axis[axis_index];
    fftc_axis batch = m->layout->batch;
    s->src = (fftc_real_side){first ? FFTC_REAL_SRC : FFTC_REAL_DST, 0,    1, 1, axis.length,
                              first ? axis.src : axis.dst,           false};
    s->dst = (fftc_real_side){FFTC_REAL_DST, 0, 1, 1, axis.length, axis.dst, false};
    fftc_real_loops_add(s, batch, !first, 0);
    int apart = s->loops + user_loops(m);
    add_axes(m, s, axis_index, !first);
    fftc_real_line_choice choice =
        fftc_real_axis_choice(m->setting->transform, m->layout, axis_index);
    choice.scale = first ? m->scale : 1.0;
    if (fftc_real_line_is_odd(&choice)) {
        pair_lines(s, apart);
    } else {
        fftc_real_loops_order(s, 0);
    }
    return fftc_real_maker_prepare_lines(m, s, choice);
}

static fftc_status make_trigonometric(fftc_real_maker *m)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = m->layout->rank - 1; i >= m->layout->loops && status == FFTC_SUCCESS; --i) {
        status = add_trigonometric(m, i);
    }
    return status;
}

/* --- everything ------------------------------------------------------------------------------- */

static fftc_layout in_scalars(const fftc_layout *items)
{
    fftc_layout layout = *items;
    size_t src = items->src_storage.real ? 1 : 2;
    size_t dst = items->dst_storage.real ? 1 : 2;
    for (int i = 0; i < layout.rank; ++i) {
        layout.axis[i].src *= src;
        layout.axis[i].dst *= dst;
    }
    layout.batch.src *= src;
    layout.batch.dst *= dst;
    return layout;
}

/* The bytes of spectra that may wait in working memory. */
#define MOST_WAITING_BYTES ((size_t)4 * 1024 * 1024)

static bool may_wait(const fftc_layout *layout)
{
    double bytes = (double)layout->batch.length * (double)fftc_storage_item(layout->src_storage);
    for (int i = 0; i < layout->rank; ++i) {
        const double length = (double)layout->axis[i].length;
        bytes *= i == layout->rank - 1 ? length / 2.0 + 1.0 : length;
    }
    return bytes <= (double)MOST_WAITING_BYTES;
}

/* Whether the transforms of the batch are the channels of pixels without gaps. */
static bool are_channels(const fftc_layout *layout)
{
    const size_t count = layout->batch.length;
    const fftc_axis *last = &layout->axis[layout->rank - 1];
    return layout->loops == 0 && count > 1 && layout->batch.src == 1 && layout->batch.dst == 1 &&
           last->src == count && last->dst == count;
}

bool fftc_real_at_once(const fftc_transform *t, const fftc_layout *layout, bool exact)
{
    if (t->kind != FFTC_REAL || layout->rank - layout->loops < 2) {
        return false;
    }
    bool between = layout->loops > 0;
    for (int i = 0; i < layout->rank && layout->batch.length > 1; ++i) {
        between = between || layout->batch.dst < layout->axis[i].dst;
    }
    const fftc_axis *last = &layout->axis[layout->rank - 1];
    const bool inverse = t->direction == FFTC_INVERSE;
    /* Spectra in the places of real numbers would be complex numbers in parts. */
    const bool parts = inverse && last->dst != 1;
    return !exact && t->placement != FFTC_IN_PLACE && last->length > 1 &&
           ((between && !inverse) || (between && are_channels(layout)) ||
            ((between || parts) && may_wait(layout)));
}

static fftc_status make_steps(fftc_real_maker *m)
{
    if (m->setting->transform->kind == FFTC_REAL_TO_REAL) {
        return make_trigonometric(m);
    }
    return m->layout->rank - m->layout->loops == 1 ? fftc_real_maker_add_lines(m, false, false)
                                                   : fftc_real_maker_add_axes(m);
}

fftc_status fftc_real_steps_make(const fftc_real_setting *setting, fftc_real_plan *plan,
                                 fftc_error *error)
{
    const fftc_transform *t = setting->transform;
    fftc_layout layout = in_scalars(setting->layout);
    fftc_axis last = layout.axis[layout.rank - 1];
    fftc_real_maker m = {.setting = setting,
                         .layout = &layout,
                         .plan = plan,
                         .in_place = t->placement == FFTC_IN_PLACE,
                         .n = last.length,
                         .h = last.length / 2,
                         .scale = fftc_layout_scale(t, &layout, layout.loops, layout.rank),
                         .at_once = fftc_real_at_once(t, setting->layout, setting->exact),
                         .error = error};
    plan->precision = t->precision;
    plan->move = fftc_move_for(setting->engines[0]->name);
    plan->inverse = t->direction == FFTC_INVERSE;
    plan->crew = setting->crew;
    plan->threads = setting->threads;
    plan->batch = layout.batch;
    const bool only = layout.rank - layout.loops == 1;
    bool whole = t->kind == FFTC_REAL_TO_REAL || only;
    if (whole || m.at_once) {
        plan->batch = (fftc_axis){1, 0, 0};
    }
    plan->over_batch = setting->threads > 1 && plan->batch.length >= (size_t)setting->threads;
    m.threads = plan->over_batch ? 1 : setting->threads;
    const fftc_status status = make_steps(&m);
    for (int i = 0; i < plan->steps && status == FFTC_SUCCESS; ++i) {
        fftc_real_call_choose(plan, &plan->step[i]);
    }
    return status;
}
