/* SPDX-License-Identifier: MIT
 *
 * From a description to steps: one for each axis, over loops of the others.
 */
#include <math.h>

#include "cpu/allocate.h"
#include "cpu/minimum.h"
#include "cpu/plan/plan.h"
#include "support/error.h"

/* The bytes of a bundle. */
#define MOST_BUNDLE_BYTES ((size_t)16 * 1024)

static void remove_loop(fftc_plan_step *s, int i)
{
    --s->loops;
    for (; i < s->loops; ++i) {
        s->loop[i] = s->loop[i + 1];
    }
}

/* Sorts the loops of a slab by stride, slowest first. */
static void sort_loops(fftc_plan_step *s)
{
    for (int i = s->outers + 1; i < s->loops; ++i) {
        const fftc_axis loop = s->loop[i];
        int at = i;
        for (; at > s->outers && s->loop[at - 1].src + s->loop[at - 1].dst < loop.src + loop.dst;
             --at) {
            s->loop[at] = s->loop[at - 1];
        }
        s->loop[at] = loop;
    }
}

void fftc_step_merge_loops(const fftc_plan *plan, fftc_plan_step *s)
{
    if (!plan->exact) {
        sort_loops(s);
    }
    for (int i = s->loops - 1; i > s->outers; --i) {
        fftc_axis *outer = &s->loop[i - 1];
        const fftc_axis *inner = &s->loop[i];
        if (outer->src == inner->src * inner->length && outer->dst == inner->dst * inner->length) {
            outer->length *= inner->length;
            outer->src = inner->src;
            outer->dst = inner->dst;
            remove_loop(s, i);
        }
    }
}

/* The first loop, from the fastest on, whose lines lie side by side: on both sides, or on one of
 * them; -1 if there is none. */
static int find_neighbours(const fftc_plan_step *s, bool both)
{
    for (int i = s->loops - 1; i >= s->outers; --i) {
        bool src = s->loop[i].src == 1;
        bool dst = s->loop[i].dst == 1;
        if (both ? src && dst : src || dst) {
            return i;
        }
    }
    return -1;
}

static bool is_partial(const fftc_plan_side *side)
{
    return side->begin != 0 || side->end != side->length;
}

/* What the next choice says that is given; NULL: none is. */
static const fftc_choice *given_choice(const fftc_plan *plan)
{
    const fftc_choices *choices = plan->arena.choices;
    return choices != NULL && choices->count < choices->given ? &choices->choice[choices->count]
                                                              : NULL;
}

/* Whether short lines that are not contiguous are columns, one here and one there, which are read
 * and written where they are: as the choice that is given says, or where it pays. */
static bool are_columns_apart(const fftc_plan *plan, const fftc_plan_step *s)
{
    const fftc_choice *given = given_choice(plan);
    const size_t n = s->axis.length;
    if (plan->exact || is_partial(&s->src) || is_partial(&s->dst) ||
        !fftc_storage_unstaged(s->src.storage) || !fftc_storage_unstaged(s->dst.storage) ||
        !fftc_short_columns_can(plan->engines, n)) {
        return false;
    }
    if (given != NULL) {
        return fftc_short_columns_read(given, n);
    }
    /* Neighbours on one side, which is then stored or read as they lie, always pay. */
    const bool contiguous = s->axis.src == 1 || s->axis.dst == 1;
    const bool neighbours = !contiguous && (s->across.src == 1 || s->across.dst == 1);
    size_t lines = neighbours ? 1 : s->across.length;
    for (int i = 0; i < s->loops && !neighbours; ++i) {
        lines *= s->loop[i].length;
    }
    return fftc_short_columns_pay_apart(plan->engines, n, lines, contiguous);
}

/* True if few lines side by side, which `columns` does not ask for as columns, become rows. */
static bool choose_step_kind(const fftc_plan *plan, fftc_plan_step *s, bool real, bool columns)
{
    bool contiguous = s->axis.src == 1 && s->axis.dst == 1;
    int across = s->loops - 1;
    s->kind = real ? FFTC_STEP_REAL : FFTC_STEP_LINES;
    if (!contiguous && find_neighbours(s, false) >= 0) {
        across = find_neighbours(s, false);
    }
    if (!real && !contiguous && fftc_vector_possible(s->axis.length) &&
        find_neighbours(s, true) >= 0) {
        across = find_neighbours(s, true);
        s->kind = FFTC_STEP_COLUMNS;
    }
    s->across = (fftc_axis){1, 0, 0};
    if (across >= s->outers) {
        s->across = s->loop[across];
        remove_loop(s, across);
    }
    if (s->kind == FFTC_STEP_LINES && !contiguous && are_columns_apart(plan, s)) {
        s->kind = FFTC_STEP_COLUMNS;
        s->apart = true;
        return false;
    }
    if (s->kind == FFTC_STEP_COLUMNS && !columns && fftc_rows_pay(plan, s)) {
        s->kind = FFTC_STEP_LINES;
        return true;
    }
    if (s->kind == FFTC_STEP_LINES && fftc_transposed_pays(plan, s)) {
        s->kind = FFTC_STEP_COLUMNS;
    }
    return false;
}

static bool needs_stage(const fftc_plan_step *s, const fftc_plan_side *side, size_t along,
                        size_t across)
{
    return !fftc_storage_unstaged(side->storage) || is_partial(side) ||
           (!s->apart && (s->kind == FFTC_STEP_COLUMNS ? across : along) != 1);
}

/* Threads that share each line are a tenth slower, but none of them is idle at the end. */
void fftc_step_share_out(const fftc_plan *plan, fftc_plan_step *s, size_t lines, bool can_inside)
{
    double points = (double)lines * (double)s->axis.length;
    if (fftc_step_in_slab(plan, s)) {
        s->threads = 1;
        return;
    }
    s->threads = fftc_worthy_threads(points * log2((double)s->axis.length), plan->threads,
                                     plan->all_threads);
    size_t threads = (size_t)s->threads;
    size_t rounds = (s->tasks + threads - 1) / threads;
    s->inside = can_inside && 1.1 * (double)s->tasks < (double)(rounds * threads);
    if (!s->inside && s->tasks < threads) {
        s->threads = (int)s->tasks;
    }
}

/* How many lines are done at a time: few enough for a cache, and for every thread to have some;
 * enough to fill whole cache lines if lines are gathered across them. */
static size_t choose_group(const fftc_plan_step *s, size_t line_bytes)
{
    bool transposed = (s->src.staged && s->axis.src != 1 && s->across.src == 1) ||
                      (s->dst.staged && s->axis.dst != 1 && s->across.dst == 1);
    size_t group = transposed ? fftc_minimum(16, 256 * 1024 / line_bytes)
                              : fftc_minimum(256, 16 * 1024 / line_bytes);
    group = fftc_minimum(group, s->threads > 1 ? s->tasks / (4 * (size_t)s->threads) : s->tasks);
    group = fftc_minimum(group, s->across.length);
    return group > 0 ? group : 1;
}

/* How many groups are staged at a time, so that calls are few: as many as the first-level cache
 * holds. */
static size_t choose_bundle(const fftc_plan *plan, const fftc_plan_step *s)
{
    const size_t bytes = s->group * s->stage_bytes;
    const bool can = !plan->exact && s->loops > 0 && s->kind != FFTC_STEP_COLUMNS &&
                     s->src.staged && s->dst.staged && !s->streamed && !s->inside &&
                     s->group == s->across.length;
    const size_t each = s->threads > 1 ? s->tasks / (4 * (size_t)s->threads) : s->tasks;
    const size_t most = can ? fftc_minimum(MOST_BUNDLE_BYTES / bytes, each) : 1;
    return most > 0 ? most : 1;
}

static fftc_status prepare_vector(fftc_plan *plan, fftc_plan_step *s, double scale,
                                  fftc_error *error)
{
    fftc_status status = fftc_columns_prepare(s->axis.length, s->across.length, plan->engines,
                                              scale, &plan->arena, &s->engine, &s->vector, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    size_t lines = s->tasks;
    size_t lanes = (size_t)s->engine->lanes;
    size_t sets = (s->across.length + lanes - 1) / lanes;
    bool unstaged = !s->src.staged || !s->dst.staged;
    size_t column_sets =
        unstaged ? fftc_minimum(sets, fftc_vector_column_sets(s->engine, &s->vector)) : 1;
    size_t threads = fftc_step_in_slab(plan, s) ? 1 : (size_t)plan->threads;
    while (threads > 1 && column_sets > 1 && sets / column_sets < 4 * threads) {
        column_sets /= 2;
    }
    s->group = lanes * column_sets;
    s->tasks = s->tasks / s->across.length * ((s->across.length + s->group - 1) / s->group);
    fftc_step_share_out(plan, s, lines, false);
    s->stage_step = s->group;
    s->stage_offset = fftc_cache_lines(s->vector.room * s->group * 2 *
                                       fftc_precision_bytes(s->engine->precision));
    return FFTC_SUCCESS;
}

/* Columns of one or two radices: strips of them, or all where one call does the step. */
static fftc_status prepare_short_columns(fftc_plan *plan, fftc_plan_step *s, double scale,
                                         fftc_error *error)
{
    fftc_short_columns *columns = fftc_arena_allocate(&plan->arena, 1, sizeof *columns);
    if (columns == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for columns");
    }
    const size_t lines = s->tasks;
    s->short_columns = columns;
    fftc_step_share_out(plan, s, lines, false);
    s->group = s->threads > 1 ? FFTC_SHORT_COLUMNS_STRIP : s->across.length;
    s->tasks = lines / s->across.length * ((s->across.length + s->group - 1) / s->group);
    s->stage_step = 1;
    s->stage_offset = FFTC_SHORT_COLUMNS_BYTES;
    return fftc_short_columns_prepare(columns, fftc_short_columns_passes(plan->engines),
                                      plan->engines[0]->precision, s->axis.length, s->axis.src,
                                      s->axis.dst, scale, &plan->arena, error);
}

/* Whether columns are short ones: as the choice that is given says, or where it pays. Reproducible
 * plans have no passes for these. */
static fftc_status choose_short_columns(fftc_plan *plan, const fftc_plan_step *s, bool *taken,
                                        fftc_error *error)
{
    fftc_choices *choices = plan->arena.choices;
    const size_t n = s->axis.length;
    const bool can = !plan->exact && !s->src.staged && !s->dst.staged &&
                     fftc_short_columns_can(plan->engines, n);
    const fftc_choice *next = given_choice(plan);
    bool given;
    *taken = s->apart || (can && fftc_short_columns_pay(plan->engines, n, s->across.length));
    if (next != NULL) {
        *taken = next->count > 0 && next->word[0] == FFTC_SHORT_COLUMNS_NUMBER;
        if (*taken && !(can && fftc_short_columns_read(next, n))) {
            return fftc_choice_refuse(error);
        }
    }
    fftc_choice *choice = *taken ? fftc_choices_next(choices, &given) : NULL;
    if (choice != NULL && !given) {
        fftc_short_columns_write(n, choice);
        choice->n = s->apart ? 0 : n; /* their only way */
        choice->columns = s->across.length;
    }
    return FFTC_SUCCESS;
}

static fftc_status prepare_columns(fftc_plan *plan, fftc_plan_step *s, double scale,
                                   fftc_error *error)
{
    bool taken;
    fftc_status status = choose_short_columns(plan, s, &taken, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    return taken ? prepare_short_columns(plan, s, scale, error)
                 : prepare_vector(plan, s, scale, error);
}

/* How many lines come one after the other in a call. */
static size_t lines_of_call(const fftc_plan *plan, const fftc_plan_step *s)
{
    const bool staged = s->src.staged && s->dst.staged && !plan->exact;
    return staged && s->across.length * s->stage_bytes < MOST_BUNDLE_BYTES ? s->tasks
                                                                           : s->across.length;
}

static fftc_status prepare_lines(fftc_plan *plan, fftc_plan_step *s, double scale,
                                 fftc_error *error)
{
    fftc_line_wish wish = {.scale = scale,
                           .batch = lines_of_call(plan, s),
                           .apart = plan->transform.placement != FFTC_IN_PLACE &&
                                    s->src.array != s->dst.array &&
                                    !(s->src.staged && s->dst.staged)};
    fftc_status status =
        fftc_line_prepare(s->axis.length, plan->engines, wish, &plan->arena, &s->line, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_step_share_out(plan, s, s->tasks, fftc_line_divides(&s->line));
    s->group = choose_group(s, s->stage_bytes);
    fftc_traffic_choose(plan, s);
    s->tasks = s->tasks / s->across.length * ((s->across.length + s->group - 1) / s->group);
    s->stage_step = 1;
    s->shared_offset =
        fftc_bytes_times(fftc_line_thread_bytes(&s->line), s->inside ? (size_t)s->threads : 1);
    s->stage_offset = fftc_cache_lines(s->shared_offset + fftc_line_shared_bytes(&s->line));
    return FFTC_SUCCESS;
}

static fftc_status prepare_real(fftc_plan *plan, fftc_plan_step *s, double scale, fftc_error *error)
{
    fftc_real_line_choice choice =
        fftc_real_axis_choice(&plan->transform, &plan->layout, s->axis_index);
    fftc_step_share_out(plan, s, s->tasks, true);
    choice.scale = scale;
    choice.threads = s->inside ? s->threads : 1;
    choice.lines = lines_of_call(plan, s);
    choice.joinable = choice.lines;
    fftc_status status =
        fftc_real_line_prepare(&choice, plan->engines, &plan->arena, &s->real, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    s->group = choose_group(s, s->stage_bytes);
    fftc_traffic_choose(plan, s);
    s->tasks = s->tasks / s->across.length * ((s->across.length + s->group - 1) / s->group);
    s->stage_step = 1;
    s->stage_offset = fftc_cache_lines(s->real.bytes);
    return FFTC_SUCCESS;
}

/* Bytes of a line in working precision, on the side where it takes more. */
static size_t line_bytes(const fftc_plan *plan, const fftc_plan_step *s)
{
    size_t scalar = fftc_precision_bytes(plan->engines[0]->precision);
    size_t src = s->src.length * scalar * (s->src.storage.real ? 1 : 2);
    size_t dst = s->dst.length * scalar * (s->dst.storage.real ? 1 : 2);
    size_t pair = 2 * scalar;
    return ((src > dst ? src : dst) + pair - 1) / pair * pair;
}

/* Whether lines that are staged before they are transformed may be staged at their places in dst.
 * That is one array less in the caches. Spectra have no room in the real numbers that they become,
 * and a convolution in halves writes dst while it still reads. */
static bool has_room_in_dst(const fftc_plan *plan, const fftc_plan_step *s)
{
    bool spectra = s->dst.storage.real && !s->src.storage.real;
    bool halves = s->kind == FFTC_STEP_LINES && s->line.writes_early;
    bool apart = plan->transform.placement != FFTC_IN_PLACE && s->src.array != s->dst.array;
    return s->kind != FFTC_STEP_COLUMNS && s->src.staged && !s->dst.staged &&
           !is_partial(&s->dst) && apart && !spectra && !halves;
}

static fftc_status prepare_as(fftc_plan *plan, fftc_plan_step *s, double scale, bool columns,
                              bool *are_rows, fftc_error *error)
{
    bool real = s->src.storage.real || s->dst.storage.real;
    fftc_step_merge_loops(plan, s);
    *are_rows = choose_step_kind(plan, s, real, columns);
    s->stage_bytes = line_bytes(plan, s);
    s->src.staged = needs_stage(s, &s->src, s->axis.src, s->across.src);
    s->dst.staged = needs_stage(s, &s->dst, s->axis.dst, s->across.dst);
    s->tasks = s->across.length;
    for (int i = 0; i < s->loops; ++i) {
        s->tasks *= s->loop[i].length;
    }
    fftc_status status = real                           ? prepare_real(plan, s, scale, error)
                         : s->kind == FFTC_STEP_COLUMNS ? prepare_columns(plan, s, scale, error)
                                                        : prepare_lines(plan, s, scale, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    s->work_bytes = s->stage_offset;
    s->through_dst = has_room_in_dst(plan, s);
    s->bundle = choose_bundle(plan, s);
    if ((s->src.staged && !s->through_dst) || s->dst.staged) {
        s->work_bytes += s->bundle * s->group * s->stage_bytes;
    }
    s->work_bytes = fftc_cache_lines(s->work_bytes);
    return fftc_call_choose(plan, s, error);
}

/* Few lines side by side are rows, unless what was saved of them is of columns. */
static fftc_status prepare_step(fftc_plan *plan, fftc_plan_step *s, double scale, fftc_error *error)
{
    const fftc_plan_step unprepared = *s;
    const int choices = plan->arena.choices->count;
    bool are_rows;
    fftc_status status = prepare_as(plan, s, scale, false, &are_rows, error);
    if (status == FFTC_INVALID_ARGUMENT && are_rows) {
        *s = unprepared;
        plan->arena.choices->count = choices;
        status = prepare_as(plan, s, scale, true, &are_rows, error);
    }
    return status;
}

/* Where numbers are between two steps. */
typedef struct place {
    fftc_plan_array array;
    fftc_storage storage;
    size_t stride[FFTC_MAX_RANK];
    size_t batch;
    size_t position[FFTC_MAX_RANK]; /* the first item that exists of each axis */
} place;

/* Makes room for the largest intermediate result, packed. Axes that are not transformed yet have
 * their src_range, the others their dst_range; all axes except the first change from one to the
 * other in this array. */
static void place_middle(fftc_plan *plan, int first, place *p)
{
    const fftc_layout *layout = &plan->layout;
    size_t next = 1;
    p->array = FFTC_ARRAY_MIDDLE;
    p->storage = (fftc_storage){plan->engines[0]->precision, false,
                                layout->src_storage.real && layout->dst_storage.real};
    size_t item = fftc_storage_item(p->storage);
    for (int i = layout->rank - 1; i >= 0; --i) {
        size_t before = i == first ? 0 : fftc_range_length(layout->src_range[i]);
        bool converts = p->storage.real != layout->dst_storage.real && i == layout->rank - 1;
        size_t after = converts ? 0 : fftc_range_length(layout->dst_range[i]);
        p->stride[i] = next;
        p->position[i] = 0;
        next *= before > after ? before : after;
        /* The numbers of columns whose rows are so far apart would evict each other from a
         * cache. */
        if (i > 0 && next * item % 4096 == 0) {
            next += 64 / item;
        }
    }
    plan->middle_bytes = fftc_cache_lines(next * item);
}

/* Where the numbers go when `axis` is transformed, and after it those of `left`. */
static place place_after(fftc_plan *plan, const place *now, int axis, unsigned left, int first)
{
    const fftc_layout *layout = &plan->layout;
    bool in_place = plan->transform.placement == FFTC_IN_PLACE;
    place next = {.array = FFTC_ARRAY_DST, .storage = layout->dst_storage};
    if (!in_place && !fftc_order_fits(layout, left)) {
        place_middle(plan, first, &next);
    } else if (in_place && left != 0 && layout->dst_storage.real) {
        /* Spectra stay spectra until the last step, where the real numbers are in the places of the
         * spectra. */
        next = *now;
        next.array = FFTC_ARRAY_DST;
        for (int i = 0; i < layout->rank; ++i) {
            next.position[i] = layout->dst_range[i].begin;
        }
    } else {
        for (int i = 0; i < layout->rank; ++i) {
            next.stride[i] = layout->axis[i].dst;
            next.position[i] = layout->dst_range[i].begin;
        }
        next.batch = layout->batch.dst;
    }
    /* Within one array, lines stay where they are. */
    if (in_place || next.array == now->array) {
        for (int i = 0; i < layout->rank; ++i) {
            next.position[i] = i == axis ? next.position[i] : now->position[i];
        }
    }
    return next;
}

static fftc_plan_side side_of(const fftc_layout *layout, const place *p, int axis, fftc_range range)
{
    bool converts =
        layout->src_storage.real != layout->dst_storage.real && axis == layout->rank - 1;
    fftc_plan_side side = {.array = p->array,
                           .storage = p->storage,
                           .length = layout->axis[axis].length,
                           .begin = range.begin,
                           .end = range.end};
    if (converts && !p->storage.real) {
        side.length = side.length / 2 + 1;
    }
    for (int i = 0; i < layout->rank; ++i) {
        side.offset += p->position[i] * p->stride[i];
    }
    return side;
}

/* The loops from slab to slab come first. */
static void add_loop(fftc_plan_step *s, bool outer, size_t length, size_t src, size_t dst)
{
    int at = outer ? s->outers++ : s->loops;
    for (int i = s->loops++; i > at; --i) {
        s->loop[i] = s->loop[i - 1];
    }
    s->loop[at] = (fftc_axis){length, src, dst};
}

static void fill_step(const fftc_plan *plan, fftc_plan_step *s, const int *order, unsigned left,
                      const place *now, const place *next)
{
    const fftc_layout *layout = &plan->layout;
    int axis = order[s - plan->step];
    bool slab = s - plan->step < plan->slab_steps;
    s->axis_index = axis;
    s->src = side_of(layout, now, axis, layout->src_range[axis]);
    s->dst = side_of(layout, next, axis, layout->dst_range[axis]);
    s->axis = (fftc_axis){layout->axis[axis].length, now->stride[axis], next->stride[axis]};
    if (layout->batch.length != plan->repeat.length) {
        add_loop(s, slab, layout->batch.length, now->batch, next->batch);
    }
    for (int i = 0; i < layout->rank; ++i) {
        fftc_range range = (left >> i & 1u) != 0 ? layout->src_range[i] : layout->dst_range[i];
        if (i != axis && fftc_range_length(range) != 1) {
            add_loop(s, slab && !fftc_slabs_hold(plan, order, i), fftc_range_length(range),
                     now->stride[i], next->stride[i]);
        }
    }
}

/* The scale of a step. With halves each axis is scaled by its own factor, because small numbers
 * would be lost if one step applied the whole scale. */
static double step_scale(const fftc_plan *plan, const fftc_plan_step *s)
{
    if (plan->transform.precision == FFTC_FLOAT16) {
        return fftc_layout_scale(&plan->transform, &plan->layout, s->axis_index, s->axis_index + 1);
    }
    return s == &plan->step[0] ? plan->scale : 1.0;
}

/* Adds up the working memory of the plan: that of steps for which the threads' stacks are too
 * small. */
static void need_work(fftc_plan *plan, const fftc_plan_step *s)
{
    if (s->work_bytes > FFTC_STACK_BYTES) {
        plan->work_bytes = fftc_maximum(
            plan->work_bytes, fftc_bytes_times(s->work_bytes, s->inside ? 1 : (size_t)s->threads));
    }
}

fftc_status fftc_plan_make_steps(fftc_plan *plan, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    int order[FFTC_MAX_RANK];
    unsigned left = fftc_order_axes(layout);
    place now = {
        .array = FFTC_ARRAY_SRC, .storage = layout->src_storage, .batch = layout->batch.src};
    bool in_place = plan->transform.placement == FFTC_IN_PLACE;
    fftc_order_choose(layout, in_place, order);
    for (int i = 0; i < layout->rank; ++i) {
        now.stride[i] = layout->axis[i].src;
        now.position[i] = layout->src_range[i].begin;
    }
    plan->repeat = (fftc_axis){1, 0, 0};
    if (fftc_planes_suit(plan)) {
        plan->steps = 1;
        fftc_status status = fftc_planes_prepare(plan, &plan->step[0], error);
        need_work(plan, &plan->step[0]);
        return status == FFTC_SUCCESS ? fftc_call_choose(plan, &plan->step[0], error) : status;
    }
    if (!in_place && !fftc_order_fits(layout, left & ~(1u << order[0]))) {
        plan->repeat = layout->batch;
    }
    fftc_slabs_choose(plan, order);
    while (left != 0) {
        int axis = order[plan->steps];
        fftc_plan_step *s = &plan->step[plan->steps++];
        left &= ~(1u << axis);
        place next = place_after(plan, &now, axis, left, order[0]);
        fill_step(plan, s, order, left, &now, &next);
        s->scale = step_scale(plan, s);
        fftc_status status = prepare_step(plan, s, s->scale, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        if (fftc_step_in_slab(plan, s)) {
            plan->slab_work_bytes = fftc_maximum(plan->slab_work_bytes, s->work_bytes);
        } else {
            need_work(plan, s);
        }
        now = next;
    }
    if (plan->slab_work_bytes > FFTC_STACK_BYTES) {
        plan->work_bytes = fftc_maximum(
            plan->work_bytes, fftc_bytes_times(plan->slab_work_bytes, (size_t)plan->slab_threads));
    }
    return FFTC_SUCCESS;
}
