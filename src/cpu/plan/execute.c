/* SPDX-License-Identifier: MIT
 *
 * Carrying out a plan of transforms: steps, staging, threads, the entry points.
 */
#include <string.h>

#include "cpu/minimum.h"
#include "cpu/plan/general.h"
#include "cpu/plan/plan.h"
#include "cpu/plan/planes.h"
#include "support/check.h"
#include "support/error.h"

/* A step of one execution. */
typedef struct run {
    const fftc_plan_step *step;
    const fftc_staging *staging;
    const fftc_move *move;
    fftc_region src; /* of the first line */
    fftc_region dst;
    fftc_region src_stage; /* the stages, except for their address, which differs from thread to
                              thread */
    fftc_region dst_stage;
    char *work;
    int inverse;
    fftc_team team; /* the threads that share a line */
} run;

/* Adds the offsets of a line, in items; index counts the loops' product. */
static void locate(const fftc_plan_step *s, size_t index, size_t *src, size_t *dst)
{
    for (int i = s->loops - 1; i >= 0; --i) {
        size_t at = index % s->loop[i].length;
        index /= s->loop[i].length;
        *src += at * s->loop[i].src;
        *dst += at * s->loop[i].dst;
    }
}

/* Sets numbers first .. first + count - 1 of each staged line to zero. */
static void clear(fftc_region stage, size_t first, size_t count, size_t lines)
{
    size_t item = fftc_storage_item(stage.storage);
    if (count == 0) {
        return;
    }
    if (stage.step != 1) {
        memset(stage.re + first * stage.step * item, 0, count * stage.step * item);
        return;
    }
    for (size_t line = 0; line < lines; ++line) {
        memset(stage.re + (line * stage.pitch + first) * item, 0, count * item);
    }
}

/* Sets what counts as 0 of the source to zero. */
static void clear_outside(const run *r, fftc_region stage, size_t lines)
{
    const fftc_plan_side *side = &r->step->src;
    clear(stage, 0, side->begin, lines);
    clear(stage, side->end, side->length - side->end, lines);
}

/* The threads of a team share the numbers of a line; so many at a time are in the first-level
 * cache. */
enum { SHARED_NUMBERS = 1024 };

typedef struct conversion {
    const fftc_staging *staging;
    fftc_region array;
    fftc_region stage;
    size_t count; /* of each line */
    size_t lines;
    bool in;
} conversion;

static void share_conversion(void *context, int thread, size_t begin, size_t end)
{
    const conversion *c = context;
    size_t first = begin * SHARED_NUMBERS;
    size_t last = end * SHARED_NUMBERS < c->count ? end * SHARED_NUMBERS : c->count;
    (void)thread;
    fftc_staging_copy(c->staging, fftc_region_at(c->array, first * c->array.step),
                      fftc_region_at(c->stage, first * c->stage.step), last - first, c->lines,
                      c->in);
}

/* Copies the part of lines that exists to a stage, or what is wanted of them from there. */
static void convert(const run *r, const fftc_region *array, const fftc_region *stage, size_t lines,
                    bool in)
{
    const fftc_plan_side *side = in ? &r->step->src : &r->step->dst;
    const fftc_region part = fftc_region_at(*stage, side->begin * stage->step);
    const size_t count = side->end - side->begin;
    if (r->team.threads == 1) {
        fftc_staging_copy(r->staging, *array, part, count, lines, in);
        return;
    }
    conversion c = {r->staging, *array, part, count, lines, in};
    fftc_parallel(&r->team, (count + SHARED_NUMBERS - 1) / SHARED_NUMBERS, share_conversion, &c);
}

static void call_planes(const run *r, const fftc_engine_rows *rows, const void *src, void *dst,
                        char *work)
{
    const fftc_plan_step *s = r->step;
    if (s->transposed != NULL) {
        fftc_transposed_planes_run(s->transposed, rows, src, dst, work);
    } else {
        s->line.run_rows(rows, src, dst);
    }
}

/* Transforms a plane, from or to a stage. */
static void transform_plane(const run *r, char *work, fftc_region from, fftc_region to)
{
    fftc_engine_rows rows = r->step->line.rows[r->inverse];
    rows.count = 1;
    rows.src_line = from.pitch;
    rows.dst_line = to.pitch;
    call_planes(r, &rows, from.re, to.re, work);
}

static void transform(const run *r, char *work, fftc_region from, fftc_region to, size_t lines)
{
    const fftc_plan_step *s = r->step;
    if (s->short_columns != NULL) {
        const fftc_column_groups groups = {.m = s->apart ? 1 : lines,
                                           .count = s->apart ? lines : 1,
                                           .src_step = from.pitch * fftc_storage_item(from.storage),
                                           .dst_step = to.pitch * fftc_storage_item(to.storage)};
        fftc_short_columns_run_groups(s->short_columns, &groups, from.re, to.re, work, r->inverse);
        return;
    }
    if (s->kind == FFTC_STEP_COLUMNS) {
        fftc_engine_edge src = {from.re, from.step, (int)lines, r->inverse};
        fftc_engine_edge dst = {to.re, to.step, (int)lines, r->inverse};
        fftc_vector_columns(s->engine, &s->vector, work, src, dst);
        return;
    }
    if (s->kind == FFTC_STEP_PLANES) {
        transform_plane(r, work, from, to);
        return;
    }
    if (s->line.run_rows != NULL) {
        fftc_line_execute_rows(&s->line, lines, from.pitch, to.pitch, from.re, to.re, r->inverse);
        return;
    }
    size_t from_bytes = from.pitch * fftc_storage_item(from.storage);
    size_t to_bytes = to.pitch * fftc_storage_item(to.storage);
    if (s->kind == FFTC_STEP_REAL) {
        fftc_real_line_execute_several(&s->real, &r->team, work, lines, from.re, from_bytes, to.re,
                                       to_bytes);
        return;
    }
    for (size_t line = 0; line < lines; ++line) {
        fftc_line_execute(&s->line, &r->team, work, work + s->shared_offset,
                          from.re + line * from_bytes, to.re + line * to_bytes, r->inverse);
    }
}

/* Stores what is wanted of lines, `apart` bytes from each other in the stage, to their place. */
static void stream_out(const run *r, const char *stage, size_t apart, char *to, size_t lines)
{
    const fftc_plan_side *side = &r->step->dst;
    size_t item = fftc_storage_item(side->storage);
    size_t first = side->begin * item;
    size_t bytes = (side->end - side->begin) * item;
    size_t step = r->step->across.dst * item;
    fftc_move_stream(r->move, stage + first, apart, to + first, step, bytes, lines);
}

/* What the row at src, whose results go to dst, prefetches. */
static fftc_prefetch_row prefetch_of(const fftc_plan_step *s, const char *src, const char *dst,
                                     bool nontemporal)
{
    const size_t lines = s->prefetching.lines * fftc_storage_item(s->src.storage);
    return (fftc_prefetch_row){src + lines * s->across.src, dst + lines * s->across.dst,
                               s->prefetching.near, nontemporal};
}

/* Whether the results of rows that prefetch later ones are stored by non-temporal stores. */
static bool stores_nontemporal(const fftc_plan_step *s, const char *dst)
{
    const size_t step = s->across.dst * fftc_storage_item(s->dst.storage);
    return s->prefetching.nontemporal && ((uintptr_t)dst | step) % FFTC_CACHE_LINE == 0;
}

/* Does rows that the engine reads and writes without staging, unless they are streamed. */
static void run_plain_rows(const run *r, char *work, size_t begin, size_t end)
{
    const fftc_plan_step *s = r->step;
    size_t item = fftc_storage_item(s->src.storage);
    size_t row = s->axis.length * item;
    const char *src = r->src.re + begin * s->group * s->across.src * item;
    char *dst = r->dst.re + begin * s->group * s->across.dst * item;
    char *stage = work + s->stage_offset;
    const bool nontemporal = stores_nontemporal(s, dst);
    const bool streamed = s->streamed && !nontemporal;
    const bool prefetches = s->prefetching.lines != 0 && !streamed;
    size_t to_step = streamed ? s->axis.length : s->across.dst;
    for (size_t task = begin; task < end; ++task) {
        size_t lines = fftc_minimum(s->group, s->across.length - task * s->group);
        char *to = streamed ? stage : dst;
        if (!prefetches) {
            fftc_prefetch_lines(&s->prefetch_src, src, false);
            fftc_prefetch_lines(&s->prefetch_dst, dst, true);
        }
        if (s->line.run_rows != NULL) {
            const fftc_prefetch_row next = prefetch_of(s, src, to, nontemporal);
            fftc_line_execute_rows_prefetching(&s->line, lines, s->across.src, to_step, src, to,
                                               r->inverse, prefetches ? &next : NULL);
        } else {
            for (size_t line = 0; line < lines; ++line) {
                const char *from = src + line * s->across.src * item;
                char *place = to + line * to_step * item;
                const fftc_prefetch_row next = prefetch_of(s, from, place, nontemporal);
                fftc_line_execute_before(&s->line, &r->team, work, work + s->shared_offset, from,
                                         place, r->inverse, prefetches ? &next : NULL);
            }
        }
        if (streamed) {
            stream_out(r, stage, row, dst, lines);
        }
        src += lines * s->across.src * item;
        dst += lines * s->across.dst * item;
    }
    if (streamed || nontemporal) {
        r->move->settle();
    }
}

/* Does planes neither side of which is staged: those of the innermost loop are one call. */
static void run_planes(const run *r, char *work, size_t begin, size_t end)
{
    const fftc_plan_step *s = r->step;
    fftc_engine_rows rows = s->line.rows[r->inverse];
    const size_t per_loop = rows.count;
    for (size_t task = begin; task < end; task += rows.count) {
        size_t src = 0;
        size_t dst = 0;
        locate(s, task, &src, &dst);
        rows.count = fftc_minimum(per_loop - task % per_loop, end - task);
        call_planes(r, &rows, fftc_region_at(r->src, src).re, fftc_region_at(r->dst, dst).re, work);
    }
}

/* Copies the groups of a bundle to the stage or, after they were transformed, from there. */
static void convert_bundle(const run *r, fftc_region stage, size_t task, size_t groups, bool in)
{
    const fftc_plan_step *s = r->step;
    const fftc_plan_side *side = in ? &s->src : &s->dst;
    const fftc_axis *loop = &s->loop[s->loops - 1];
    fftc_staging_groups some = {.lines = s->group,
                                .numbers = side->end - side->begin,
                                .array_apart = in ? loop->src : loop->dst,
                                .stage_apart = s->group * stage.pitch};
    stage = fftc_region_at(stage, side->begin * stage.step);
    for (size_t k = 0; k < groups; k += some.count) {
        size_t src = 0;
        size_t dst = 0;
        locate(s, task + k, &src, &dst);
        some.count = fftc_minimum(groups - k, loop->length - (task + k) % loop->length);
        const fftc_region array = in ? fftc_region_at(r->src, src) : fftc_region_at(r->dst, dst);
        fftc_staging_copy_groups(r->staging, &array, &stage, &some, in);
        stage = fftc_region_at(stage, some.count * some.stage_apart);
    }
}

/* Does groups that are the lines of a whole loop each, both of whose sides are staged. */
static void run_bundle(const run *r, char *work, size_t task, size_t groups)
{
    const fftc_plan_step *s = r->step;
    fftc_region src_stage = r->src_stage;
    fftc_region dst_stage = r->dst_stage;
    src_stage.re = dst_stage.re = work + s->stage_offset;
    convert_bundle(r, src_stage, task, groups, true);
    clear_outside(r, src_stage, groups * s->group);
    transform(r, work, src_stage, dst_stage, groups * s->group);
    convert_bundle(r, dst_stage, task, groups, false);
}

/* Does groups of lines one by one, through stages where a side is staged. */
static void run_groups(const run *r, char *work, size_t begin, size_t end)
{
    const fftc_plan_step *s = r->step;
    const size_t groups = (s->across.length + s->group - 1) / s->group;
    fftc_region src_stage = r->src_stage;
    fftc_region dst_stage = r->dst_stage;
    src_stage.re = dst_stage.re = work + s->stage_offset;
    /* The zeros of a stage stay zero, unless results are stored over them. */
    const bool overwritten = s->dst.staged || s->through_dst;
    if (s->src.staged && !overwritten) {
        clear_outside(r, src_stage, s->group);
    }
    for (size_t task = begin; task < end; ++task) {
        size_t first = task % groups * s->group;
        size_t lines = fftc_minimum(s->group, s->across.length - first);
        size_t src = first * s->across.src;
        size_t dst = first * s->across.dst;
        locate(s, task / groups, &src, &dst);
        fftc_region from = fftc_region_at(r->src, src);
        fftc_region to = fftc_region_at(r->dst, dst);
        fftc_prefetch_lines(&s->prefetch_src, from.re, false);
        fftc_prefetch_lines(&s->prefetch_dst, to.re, true);
        if (s->through_dst) {
            src_stage.re = to.re;
            src_stage.pitch =
                to.pitch * fftc_storage_item(to.storage) / fftc_storage_item(src_stage.storage);
        }
        if (s->src.staged) {
            convert(r, &from, &src_stage, lines, true);
        }
        if (s->src.staged && overwritten) {
            clear_outside(r, src_stage, lines);
        }
        transform(r, work, s->src.staged ? src_stage : from, s->dst.staged ? dst_stage : to, lines);
        if (s->streamed) {
            stream_out(r, dst_stage.re, s->stage_bytes, to.re, lines);
        } else if (s->dst.staged) {
            convert(r, &to, &dst_stage, lines, false);
        }
    }
    if (s->streamed) {
        r->move->settle();
    }
}

static void run_tasks(const run *r, char *work, size_t begin, size_t end)
{
    const fftc_plan_step *s = r->step;
    if (s->kind == FFTC_STEP_LINES && s->loops == 0 && !s->src.staged &&
        (!s->dst.staged || s->streamed)) {
        run_plain_rows(r, work, begin, end);
        return;
    }
    if (s->kind == FFTC_STEP_PLANES && !s->src.staged && !s->dst.staged) {
        run_planes(r, work, begin, end);
        return;
    }
    if (s->bundle > 1) {
        for (size_t task = begin; task < end; task += s->bundle) {
            run_bundle(r, work, task, fftc_minimum(s->bundle, end - task));
        }
        return;
    }
    run_groups(r, work, begin, end);
}

static void run_on_stack(void *context, int thread, size_t begin, size_t end)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    (void)thread;
    run_tasks(context, work, begin, end);
}

static void run_in_memory(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    run_tasks(r, r->work + (size_t)thread * r->step->work_bytes, begin, end);
}

static fftc_region stage_of(const fftc_plan *plan, const fftc_plan_step *s,
                            const fftc_plan_side *side)
{
    fftc_region stage = {.step = s->stage_step, .pitch = 1};
    stage.storage = (fftc_storage){plan->engines[0]->precision, false, side->storage.real};
    if (s->kind != FFTC_STEP_COLUMNS) {
        stage.pitch = s->stage_bytes / fftc_storage_item(stage.storage);
    }
    return stage;
}

/* A side's array, in the storage that it has at this step: in place, it changes. */
static fftc_region region_of(const fftc_region *arrays, const fftc_plan_side *side)
{
    fftc_region region = arrays[side->array];
    region.storage = side->storage;
    return fftc_region_at(region, side->offset);
}

static run start_run(const fftc_plan *plan, const fftc_plan_step *s, const fftc_region *arrays,
                     char *work)
{
    run r = {.step = s,
             .staging = &plan->staging,
             .move = plan->move,
             .src = region_of(arrays, &s->src),
             .dst = region_of(arrays, &s->dst),
             .work = work,
             .inverse = plan->transform.direction == FFTC_INVERSE,
             .team = {s->inside ? s->threads : 1, &plan->crew, false}};
    r.src.step = s->axis.src;
    r.src.pitch = s->across.src;
    r.dst.step = s->axis.dst;
    r.dst.pitch = s->across.dst;
    r.src_stage = stage_of(plan, s, &s->src);
    r.dst_stage = stage_of(plan, s, &s->dst);
    return r;
}

static void run_step(const fftc_plan *plan, const fftc_plan_step *s, const fftc_region *arrays,
                     char *work)
{
    if (s->call != NULL) {
        fftc_step_call_slab(s, 0, arrays[s->src.array].re, arrays[s->dst.array].re);
        return;
    }
    run r = start_run(plan, s, arrays, work);
    fftc_team team = {s->inside ? 1 : s->threads, r.team.crew, false};
    fftc_parallel(&team, s->tasks, s->work_bytes > FFTC_STACK_BYTES ? run_in_memory : run_on_stack,
                  &r);
}

typedef struct slab_run {
    const fftc_plan *plan;
    const fftc_region *arrays;
    char *work;
} slab_run;

static void run_slabs(const slab_run *slabs, char *work, size_t begin, size_t end)
{
    const fftc_plan *plan = slabs->plan;
    for (size_t slab = begin; slab < end; ++slab) {
        for (int k = 0; k < plan->slab_steps; ++k) {
            const fftc_plan_step *s = &plan->step[k];
            if (s->call != NULL) {
                fftc_step_call_slab(s, slab, slabs->arrays[s->src.array].re,
                                    slabs->arrays[s->dst.array].re);
                continue;
            }
            size_t tasks = s->tasks / plan->slabs;
            run r = start_run(plan, s, slabs->arrays, NULL);
            run_tasks(&r, work, slab * tasks, (slab + 1) * tasks);
        }
    }
}

static void run_slabs_on_stack(void *context, int thread, size_t begin, size_t end)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    (void)thread;
    run_slabs(context, work, begin, end);
}

static void run_slabs_in_memory(void *context, int thread, size_t begin, size_t end)
{
    const slab_run *slabs = context;
    run_slabs(slabs, slabs->work + (size_t)thread * slabs->plan->slab_work_bytes, begin, end);
}

static __attribute__((noinline)) void run_real_on_stack(const fftc_plan *plan, const void *src,
                                                        void *dst)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_real_plan_execute(plan->real, src, dst, work);
}

static void run_real(const fftc_plan *plan, const fftc_arrays *given, char *memory)
{
    if (plan->work_bytes > 0) {
        fftc_real_plan_execute(plan->real, given->src, given->dst, memory);
    } else {
        run_real_on_stack(plan, given->src, given->dst);
    }
}

/* Does all steps. `memory` has middle_bytes, then work_bytes. */
static void run_steps(const fftc_plan *plan, const fftc_arrays *given, char *memory)
{
    fftc_region arrays[FFTC_ARRAYS] = {[FFTC_ARRAY_SRC] = {.storage = plan->layout.src_storage,
                                                           .re = (char *)(uintptr_t)given->src,
                                                           .im = (char *)(uintptr_t)given->src_im},
                                       [FFTC_ARRAY_DST] = {.storage = plan->layout.dst_storage,
                                                           .re = given->dst,
                                                           .im = given->dst_im},
                                       [FFTC_ARRAY_MIDDLE] = {.re = memory}};
    for (size_t i = 0; i < plan->repeat.length; ++i) {
        char *work = memory != NULL ? memory + plan->middle_bytes : NULL;
        if (plan->slab_threads > 0) {
            slab_run slabs = {plan, arrays, work};
            fftc_team team = {plan->slab_threads, &plan->crew, false};
            bool on_stack = plan->slab_work_bytes <= FFTC_STACK_BYTES;
            fftc_parallel(&team, plan->slabs, on_stack ? run_slabs_on_stack : run_slabs_in_memory,
                          &slabs);
        }
        for (int k = plan->slab_threads > 0 ? plan->slab_steps : 0; k < plan->steps; ++k) {
            run_step(plan, &plan->step[k], arrays, work);
        }
        arrays[FFTC_ARRAY_SRC] = fftc_region_at(arrays[FFTC_ARRAY_SRC], plan->repeat.src);
        arrays[FFTC_ARRAY_DST] = fftc_region_at(arrays[FFTC_ARRAY_DST], plan->repeat.dst);
    }
}

void fftc_plan_run_arrays(const fftc_plan *plan, const fftc_arrays *arrays, void *work)
{
    if (fftc_plan_is_on_stack(plan)) {
        fftc_single_run(plan, arrays->src, arrays->dst);
    } else if (plan->few_points != NULL) {
        fftc_few_points_run(plan->few_points, arrays);
    } else if (plan->general != NULL) {
        fftc_general_run(plan->general, arrays, work);
    } else if (plan->real != NULL) {
        run_real(plan, arrays, work);
    } else {
        run_steps(plan, arrays, work);
    }
}

void fftc_plan_run(const fftc_plan *plan, const void *src, void *dst, void *work)
{
    const fftc_arrays arrays = {.src = src, .dst = dst};
    fftc_plan_run_arrays(plan, &arrays, work);
}

size_t fftc_plan_work_bytes(const fftc_plan *plan)
{
    return plan != NULL ? fftc_cache_lines(plan->middle_bytes + plan->work_bytes) : 0;
}

/* Whether the two pointers may obviously be arrays of the plan, whose strides are not negative. */
static inline bool are_plainly_arrays(const fftc_plan *plan, const void *src, const void *dst)
{
    uintptr_t s = (uintptr_t)src;
    uintptr_t d = (uintptr_t)dst;
    return s != 0 && d != 0 && ((s | d) & plan->scalar_mask) == 0 &&
           (plan->transform.placement == FFTC_IN_PLACE
                ? s == d
                : s + plan->src_footprint.end <= d || d + plan->dst_footprint.end <= s);
}

/* The same of split arrays, for plans of few points: the whole check takes as long as these do. */
static bool are_plainly_split_arrays(const fftc_plan *plan, const fftc_arrays *a)
{
    const uintptr_t re = (uintptr_t)a->dst;
    const uintptr_t im = (uintptr_t)a->dst_im;
    const uintptr_t bytes = (uintptr_t)plan->dst_footprint.end;
    return a->work == NULL && (re + bytes <= im || im + bytes <= re) &&
           are_plainly_arrays(plan, a->src, a->dst) &&
           are_plainly_arrays(plan, a->src_im, a->dst_im) &&
           (plan->transform.placement == FFTC_IN_PLACE ||
            (are_plainly_arrays(plan, a->src, a->dst_im) &&
             are_plainly_arrays(plan, a->src_im, a->dst)));
}

fftc_status fftc_plan_execute_arrays(const fftc_plan *plan, const fftc_arrays *arrays,
                                     fftc_error *error)
{
    if (plan == NULL || arrays == NULL) {
        return fftc_fail_null(error, plan == NULL ? "plan" : "arrays");
    }
    if (plan->few_points != NULL && plan->transform.kind == FFTC_COMPLEX &&
        plan->transform.format == FFTC_SPLIT && are_plainly_split_arrays(plan, arrays)) {
        fftc_few_points_run(plan->few_points, arrays);
        return fftc_succeed(error);
    }
    fftc_status status = fftc_plan_judge_arrays(plan, arrays, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (arrays->work != NULL || plan->slots.count == 0 || fftc_plan_is_on_stack(plan)) {
        fftc_plan_run_arrays(plan, arrays, arrays->work);
    } else {
        fftc_slots *slots = &((fftc_plan *)(uintptr_t)plan)->slots;
        int slot = fftc_slots_take(slots);
        fftc_plan_run_arrays(plan, arrays, slots->memory + (size_t)slot * slots->bytes);
        fftc_slots_give(slots, slot);
    }
    return fftc_succeed(error);
}

fftc_status fftc_plan_execute(const fftc_plan *plan, const void *src, void *dst, fftc_error *error)
{
    if (plan != NULL && plan->plain && are_plainly_arrays(plan, src, dst)) {
        if (plan->run_rows != NULL) {
            plan->run_rows(&plan->rows, src, dst);
        } else {
            fftc_single_run(plan, src, dst);
        }
        return error != NULL ? fftc_succeed(error) : FFTC_SUCCESS;
    }
    fftc_arrays arrays = {.src = src, .dst = dst};
    if (plan != NULL && plan->transform.format == FFTC_SPLIT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the plan is of FFTC_SPLIT: call fftc_plan_execute_split");
    }
    return fftc_plan_execute_arrays(plan, &arrays, error);
}

fftc_status fftc_plan_execute_split(const fftc_plan *plan, const void *src_re, const void *src_im,
                                    void *dst_re, void *dst_im, fftc_error *error)
{
    fftc_arrays arrays = {.src = src_re, .src_im = src_im, .dst = dst_re, .dst_im = dst_im};
    if (plan != NULL && plan->transform.format != FFTC_SPLIT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the plan is of interleaved numbers: call fftc_plan_execute, or plan with "
                         "format FFTC_SPLIT");
    }
    return fftc_plan_execute_arrays(plan, &arrays, error);
}
