/* SPDX-License-Identifier: MIT
 *
 * Steps that one call does on the caller's thread, without slots, tasks and regions: those take
 * longer than a short transform does. The lines or columns of such a step are read and written
 * where they are; working memory is on the stack. Loops that the engine's functions do not have are
 * around them here. Of a step that goes from slab to slab (slabs.c), the call is that of one slab.
 */
#include "cpu/plan/plan.h"
#include "support/error.h"

typedef struct call call;
typedef void call_body(const call *c, const char *src, char *dst);

/* What `rows.context` of a step is that has loops around, or is of columns. */
struct call {
    const fftc_plan_step *step;
    call_body *body; /* what is inside of all loops */
    int inverse;
    int loops;
    fftc_axis loop[FFTC_MAX_AXES]; /* bytes, slowest first */
    fftc_column_groups groups;     /* short columns */
    fftc_engine_rows_run inner;    /* lines and planes */
    fftc_engine_rows rows;
};

/* --- carrying out ----------------------------------------------------------------------------- */

static void run_loops(const call *c, const fftc_axis *loop, int loops, const char *src, char *dst)
{
    if (loops == 0) {
        c->body(c, src, dst);
        return;
    }
    for (size_t i = 0; i < loop->length; ++i) {
        run_loops(c, loop + 1, loops - 1, src, dst);
        src += loop->src;
        dst += loop->dst;
    }
}

static void run_call(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const call *c = rows->context;
    run_loops(c, c->loop, c->loops, src, dst);
}

static void run_rows(const call *c, const char *src, char *dst)
{
    c->inner(&c->rows, src, dst);
}

/* Columns of one pass. */
static void run_pass(const call *c, const char *src, char *dst)
{
    const fftc_short_columns *columns = c->step->short_columns;
    columns->column_passes->pass[columns->first](&columns->begin[c->inverse], &c->groups, src, dst);
}

/* run_call with run_pass, where there are no loops around: these calls are the shortest. */
static void run_only_pass(const fftc_engine_rows *rows, const void *src, void *dst)
{
    run_pass(rows->context, src, dst);
}

static void run_two_passes(const call *c, const char *src, char *dst)
{
    char strip[FFTC_SHORT_COLUMNS_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_short_columns_run_groups(c->step->short_columns, &c->groups, src, dst, strip, c->inverse);
}

static void run_vector(const call *c, const char *src, char *dst)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    const fftc_plan_step *s = c->step;
    const size_t number = fftc_storage_item(s->src.storage);
    fftc_engine_edge from = {NULL, s->axis.src, 0, c->inverse};
    fftc_engine_edge to = {NULL, s->axis.dst, 0, c->inverse};
    for (size_t column = 0; column < s->across.length; column += s->group) {
        const size_t left = s->across.length - column;
        from.data = (char *)(uintptr_t)src + column * number;
        to.data = dst + column * number;
        from.lanes = to.lanes = (int)(left < s->group ? left : s->group);
        fftc_vector_columns(s->engine, &s->vector, work, from, to);
    }
}

void fftc_step_call_slab(const fftc_plan_step *s, size_t slab, const char *src, char *dst)
{
    size_t from = s->src.offset;
    size_t to = s->dst.offset;
    for (int i = s->outers - 1; i >= 0; --i) {
        const size_t at = slab % s->loop[i].length;
        slab /= s->loop[i].length;
        from += at * s->loop[i].src;
        to += at * s->loop[i].dst;
    }
    s->call(&s->rows, src + from * fftc_storage_item(s->src.storage),
            dst + to * fftc_storage_item(s->dst.storage));
}

/* --- planning --------------------------------------------------------------------------------- */

static bool is_call(const fftc_plan_step *s)
{
    if (s->threads > 1 || s->src.staged || s->dst.staged) {
        return false;
    }
    switch (s->kind) {
    case FFTC_STEP_COLUMNS: return s->work_bytes <= FFTC_STACK_BYTES;
    case FFTC_STEP_PLANES: return s->line.run_rows != NULL;
    case FFTC_STEP_LINES:
        return s->line.run_rows != NULL && s->prefetch_src.lines == 0 && !s->streamed &&
               !s->prefetching.nontemporal;
    default: return false;
    }
}

/* The rows of one call of lines: those across. */
static fftc_engine_rows lines_of(const fftc_plan_step *s, int inverse)
{
    fftc_engine_rows rows =
        fftc_line_rows(&s->line, s->across.length, s->across.src, s->across.dst, inverse);
    const size_t distance = s->prefetching.lines * fftc_storage_item(s->src.storage);
    rows.prefetches = s->prefetching.lines != 0;
    rows.near = s->prefetching.near;
    rows.src_prefetch = (ptrdiff_t)(distance * s->across.src);
    rows.dst_prefetch = (ptrdiff_t)(distance * s->across.dst);
    return rows;
}

/* Short columns take groups from loop to loop: from the innermost one; or from the longest, if that
 * one has too few to fill a vector. Returns its number, -1 if there is none from `outer` on. */
static int loop_of_groups(const fftc_plan_step *s, int outer)
{
    const size_t vector = (size_t)s->short_columns->column_passes->lanes / 2;
    int best = s->loops > outer ? s->loops - 1 : -1;
    for (int i = best - 1; i >= outer; --i) {
        if (s->loop[best].length * s->across.length < vector &&
            s->loop[i].length > s->loop[best].length) {
            best = i;
        }
    }
    return best;
}

static void choose_columns(call *c, int outer, int *inner)
{
    const fftc_plan_step *s = c->step;
    c->groups = (fftc_column_groups){.m = s->across.length, .count = 1};
    if (s->short_columns == NULL) {
        c->body = run_vector;
        return;
    }
    c->body = s->short_columns->last == 1 ? run_pass : run_two_passes;
    if (s->apart) {
        c->groups =
            (fftc_column_groups){.m = 1,
                                 .count = s->across.length,
                                 .src_step = s->across.src * fftc_storage_item(s->src.storage),
                                 .dst_step = s->across.dst * fftc_storage_item(s->dst.storage)};
        return;
    }
    *inner = loop_of_groups(s, outer);
    if (*inner >= 0) {
        c->groups.count = s->loop[*inner].length;
        c->groups.src_step = s->loop[*inner].src * fftc_storage_item(s->src.storage);
        c->groups.dst_step = s->loop[*inner].dst * fftc_storage_item(s->dst.storage);
    }
}

/* All loops from `outer` on but number `inner`. */
static void take_loops(call *c, int outer, int inner)
{
    const fftc_plan_step *s = c->step;
    for (int i = outer; i < s->loops; ++i) {
        if (i != inner) {
            c->loop[c->loops++] =
                (fftc_axis){s->loop[i].length, s->loop[i].src * fftc_storage_item(s->src.storage),
                            s->loop[i].dst * fftc_storage_item(s->dst.storage)};
        }
    }
}

/* Whether the columns, whose points are a codelet's, are one group that needs no loops around. */
static bool is_lone(const fftc_plan_step *s, int outer)
{
    const fftc_short_columns *columns = s->short_columns;
    if (columns == NULL || columns->last != 1 || s->loops != outer) {
        return false;
    }
    return s->apart ? s->across.length == 1
                    : columns->first <= FFTC_COLUMN_LONE_ANY ||
                          s->across.length <= (size_t)columns->column_passes->lanes / 2;
}

fftc_status fftc_call_choose(fftc_plan *plan, fftc_plan_step *s, fftc_error *error)
{
    const int inverse = plan->transform.direction == FFTC_INVERSE;
    const bool planes = s->kind == FFTC_STEP_PLANES;
    const int outer = fftc_step_in_slab(plan, s) ? s->outers : 0;
    if (!is_call(s)) {
        return FFTC_SUCCESS;
    }
    if (is_lone(s, outer)) {
        const fftc_short_columns *columns = s->short_columns;
        s->call = columns->column_passes->lone[columns->first];
        s->rows =
            (fftc_engine_rows){.count = s->across.length, .context = &columns->begin[inverse]};
        return FFTC_SUCCESS;
    }
    s->call = s->line.run_rows;
    s->rows = planes ? s->line.rows[inverse] : lines_of(s, inverse);
    if (s->kind != FFTC_STEP_COLUMNS && s->loops == outer + (planes && s->loops > 0)) {
        return FFTC_SUCCESS;
    }
    call *c = fftc_arena_allocate(&plan->arena, 1, sizeof *c);
    if (c == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a step");
    }
    int inner = planes ? s->loops - 1 : -1;
    *c = (call){.step = s, .body = run_rows, .inverse = inverse, .inner = s->call, .rows = s->rows};
    if (s->kind == FFTC_STEP_COLUMNS) {
        choose_columns(c, outer, &inner);
    }
    take_loops(c, outer, inner);
    s->call = c->loops == 0 && c->body == run_pass ? run_only_pass : run_call;
    s->rows.context = c;
    return FFTC_SUCCESS;
}
