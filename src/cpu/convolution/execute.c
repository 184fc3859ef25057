/* SPDX-License-Identifier: MIT */
#include <sched.h>
#include <string.h>

#include "cpu/convolution/convolution.h"

/* One signal on its way, or a kernel: then `out` receives the spectrum, and nothing goes back. */
typedef struct run {
    const fftc_convolution *plan;
    const fftc_side *from;
    const char *src;
    const char *spectrum;
    char *dst;
    char *out;
    char *middle;
    char *work; /* of the first thread */
    fftc_team team;
} run;

static size_t scalar_bytes(const fftc_convolution *plan)
{
    return fftc_precision_bytes(plan->request.precision);
}

/* --- columns between the user's memory and the middle ------------------------------------------ */

/* A group of columns of level 0: which rows of the other levels, which columns. */
typedef struct group {
    size_t index[FFTC_MAX_LEVELS]; /* [0] is not used */
    size_t column;
    size_t number; /* of the group of columns */
    size_t middle; /* offset of the first row there, complex */
} group;

static size_t lanes_of(const fftc_level *level)
{
    return (size_t)level->pair.engine->lanes;
}

static size_t groups_of(const fftc_level *level, size_t columns)
{
    return (columns + lanes_of(level) - 1) / lanes_of(level);
}

/* Rows of the levels behind `after` that hold something on this side. */
static size_t rows_behind(const fftc_convolution *plan, const fftc_side *side, int after)
{
    size_t rows = 1;
    for (int i = after + 1; i < plan->levels; ++i) {
        rows *= side->rows[i];
    }
    return rows;
}

static group find_group(const fftc_convolution *plan, const fftc_side *side, int of, size_t unit)
{
    const fftc_level *level = &plan->level[of];
    size_t groups = groups_of(level, side->columns);
    group g = {.number = unit % groups, .column = unit % groups * lanes_of(level)};
    g.middle = g.column;
    size_t rest = unit / groups;
    for (int i = plan->levels - 1; i > of; --i) {
        g.index[i] = rest % side->rows[i];
        rest /= side->rows[i];
        g.middle += g.index[i] * plan->level[i].stride;
    }
    return g;
}

static size_t minimum(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The group as it lies in the user's memory; false if it cannot be taken from there: it is not
 * straight, its columns have different numbers of rows, or it ends with half a complex number. */
static bool find_panel(const fftc_convolution *plan, const fftc_side *side, const group *g,
                       const char *user, fftc_panel *panel)
{
    const fftc_request *r = &plan->request;
    size_t n = plan->row.n;
    size_t lanes = lanes_of(&plan->level[0]);
    size_t numbers = r->real ? 2 : 1;
    size_t number = plan->item / numbers;
    int split = plan->split ? plan->levels - 1 : -1;
    bool odd = side->map[r->rank - 1].count % numbers != 0;
    size_t offset = side->base + g->column * numbers;
    size_t stride = side->stride[0];
    size_t rows = side->rows[0];
    size_t present = side->line > g->column ? side->line - g->column : 0;
    if (!side->direct) {
        return false;
    }
    for (int i = 1; i < plan->levels; ++i) {
        size_t step = i == split ? n * numbers : side->stride[i];
        offset += g->index[i] * step;
    }
    if (split == 0) {
        size_t whole = side->line / n;
        size_t rest = side->line % n;
        stride = n * numbers;
        present = minimum(n - g->column, lanes);
        if (g->column < rest && rest < g->column + present) {
            return false;
        }
        rows = g->column < rest ? whole + 1 : whole;
        /* Half a number is the last one of row `whole`, or if that has none, of the one before. */
        size_t end = rest > 0 ? rest : n;
        odd = odd && g->column < end && end <= g->column + present;
    } else {
        if (split > 0) {
            size_t before = g->index[split] * n;
            present = side->line > g->column + before ? side->line - g->column - before : 0;
            present = minimum(present, n - g->column);
            odd = odd && before + g->column + minimum(present, lanes) == side->line;
        } else {
            odd = odd && present <= lanes;
        }
        present = minimum(present, lanes);
        rows = present > 0 ? rows : 0;
    }
    *panel = (fftc_panel){(void *)(uintptr_t)(user + offset * number),
                          stride * number / scalar_bytes(plan), rows, (int)present};
    return !odd;
}

/* Row i of a group, as the edge counts it: indices of the axes before the last, and where it begins
 * on that. */
static size_t locate_row(const fftc_convolution *plan, const group *g, size_t i, size_t *index)
{
    size_t first = g->column;
    int split = plan->split ? plan->levels - 1 : -1;
    for (int k = 0; k < plan->levels; ++k) {
        size_t at = k == 0 ? i : g->index[k];
        if (k == split) {
            first += at * plan->row.n;
        } else {
            index[k] = at;
        }
    }
    return first;
}

/* Lanes whose columns are beyond a row's end. */
static size_t columns_present(const fftc_convolution *plan, const group *g)
{
    return minimum(lanes_of(&plan->level[0]), plan->row.n - g->column);
}

static fftc_panel gather_panel(const run *r, const group *g, char *memory)
{
    const fftc_convolution *plan = r->plan;
    size_t lanes = lanes_of(&plan->level[0]);
    size_t present = columns_present(plan, g);
    size_t index[FFTC_MAX_RANK];
    fftc_panel panel = {memory, 2 * lanes, r->from->rows[0], (int)present};
    for (size_t i = 0; i < r->from->rows[0]; ++i) {
        size_t first = locate_row(plan, g, i, index);
        fftc_edge_gather(plan, r->from, r->src, index, first, present,
                         memory + i * lanes * plan->item);
    }
    return panel;
}

static void scatter_panel(const run *r, const group *g, const char *memory)
{
    const fftc_convolution *plan = r->plan;
    size_t lanes = lanes_of(&plan->level[0]);
    size_t present = columns_present(plan, g);
    size_t index[FFTC_MAX_RANK];
    for (size_t i = 0; i < plan->dst.rows[0]; ++i) {
        size_t first = locate_row(plan, g, i, index);
        fftc_edge_scatter(plan, &plan->dst, r->dst, index, first, present,
                          memory + i * lanes * plan->item);
    }
}

static fftc_turn turn_of(const fftc_convolution *plan, const fftc_level *level, size_t group_number)
{
    fftc_turn turn = {level->by_lane, level->by_row};
    if (turn.by_lane != NULL) {
        turn.by_row = (const char *)turn.by_row + group_number * level->pair.m * plan->item;
    }
    return turn;
}

static void columns_in(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_convolution *plan = r->plan;
    const fftc_level *level = &plan->level[0];
    char *work = r->work + (size_t)thread * plan->thread_bytes;
    for (size_t unit = begin; unit < end; ++unit) {
        group g = find_group(plan, r->from, 0, unit);
        fftc_panel from;
        fftc_panel to = {r->middle + g.middle * plan->item, 2 * level->stride, level->pair.m,
                         (int)lanes_of(level)};
        if (!find_panel(plan, r->from, &g, r->src, &from)) {
            from = gather_panel(r, &g, work + plan->panel_offset);
        }
        fftc_pair_columns_there(&level->pair, work, from, to, turn_of(plan, level, g.number));
    }
}

static void columns_out(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_convolution *plan = r->plan;
    const fftc_level *level = &plan->level[0];
    char *work = r->work + (size_t)thread * plan->thread_bytes;
    for (size_t unit = begin; unit < end; ++unit) {
        group g = find_group(plan, &plan->dst, 0, unit);
        fftc_panel to;
        fftc_panel from = {r->middle + g.middle * plan->item, 2 * level->stride, level->pair.m,
                           (int)lanes_of(level)};
        fftc_turn turn = turn_of(plan, level, g.number);
        if (find_panel(plan, &plan->dst, &g, r->dst, &to)) {
            fftc_pair_columns_back(&level->pair, work, from, turn, to);
        } else {
            char *memory = work + plan->panel_offset;
            to = (fftc_panel){memory, 2 * lanes_of(level), plan->dst.rows[0], (int)lanes_of(level)};
            fftc_pair_columns_back(&level->pair, work, from, turn, to);
            scatter_panel(r, &g, memory);
        }
    }
}

/* --- columns within the middle ------------------------------------------------------------------ */

static void level_there(const run *r, int of, char *slab, char *work)
{
    const fftc_convolution *plan = r->plan;
    const fftc_level *level = &plan->level[of];
    size_t units = groups_of(level, r->from->columns) * rows_behind(plan, r->from, of);
    for (size_t unit = 0; unit < units; ++unit) {
        group g = find_group(plan, r->from, of, unit);
        fftc_panel panel = {slab + g.middle * plan->item, 2 * level->stride, r->from->rows[of],
                            (int)lanes_of(level)};
        fftc_pair_columns_there(&level->pair, work, panel, panel, turn_of(plan, level, g.number));
    }
}

static void level_back(const run *r, int of, char *slab, char *work)
{
    const fftc_convolution *plan = r->plan;
    const fftc_level *level = &plan->level[of];
    size_t units = groups_of(level, plan->dst.columns) * rows_behind(plan, &plan->dst, of);
    for (size_t unit = 0; unit < units; ++unit) {
        group g = find_group(plan, &plan->dst, of, unit);
        fftc_panel panel = {slab + g.middle * plan->item, 2 * level->stride, plan->dst.rows[of],
                            (int)lanes_of(level)};
        fftc_pair_columns_back(&level->pair, work, panel, turn_of(plan, level, g.number), panel);
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

/* A transformed row, and its mirror image's; the same one for complex signals and for rows that are
 * their own. */
typedef struct two_rows {
    char *a;
    char *b;
    size_t number_a; /* in the spectrum */
    size_t number_b;
    size_t first; /* frequency on the split level */
} two_rows;

static void product_of(const run *r, const two_rows *rows, char *work_a, char *work_b)
{
    const fftc_convolution *plan = r->plan;
    const fftc_row *row = &plan->row;
    const fftc_unordered *kernels = row->pair.engine->unordered;
    const char *spectrum = r->spectrum;
    if (!plan->request.real) {
        fftc_pair_around(&row->pair, work_a, spectrum + rows->number_a * plan->row_spectrum);
        return;
    }
    fftc_pair_there(&row->pair, work_a);
    if (work_b != work_a) {
        fftc_pair_there(&row->pair, work_b);
    }
    void (*fold)(void *, void *, const uint32_t *, size_t, const void *, const void *, int) =
        row->radix > 1 ? kernels->radix[row->radix]->fold : kernels->fold;
    fold(work_a, work_b, row->position, row->pair.m, spectrum + rows->number_a * plan->row_spectrum,
         spectrum + rows->number_b * plan->row_spectrum, rows->first != 0);
    fftc_pair_back(&row->pair, work_a);
    if (work_b != work_a) {
        fftc_pair_back(&row->pair, work_b);
    }
}

static void spectrum_of(const run *r, const two_rows *rows, char *work_a, char *work_b)
{
    const fftc_convolution *plan = r->plan;
    fftc_pair_there(&plan->row.pair, work_a);
    if (work_b != work_a) {
        fftc_pair_there(&plan->row.pair, work_b);
        size_t parts = plan->split ? plan->level[plan->levels - 1].pair.m : 1;
        fftc_fold_write(plan, work_b, work_a, (parts - rows->first) % parts,
                        r->out + rows->number_b * plan->row_spectrum);
    }
    fftc_fold_write(plan, work_a, work_b, rows->first,
                    r->out + rows->number_a * plan->row_spectrum);
}

/* Rows of the middle, whose columns beyond those of the side are not there. */
static void load_row(const run *r, const char *src, void *work, char *line)
{
    const fftc_convolution *plan = r->plan;
    size_t n = plan->row.n;
    size_t columns = r->from->columns;
    if (columns < n) {
        memcpy(line, src, columns * plan->item);
        memset(line + columns * plan->item, 0, (n - columns) * plan->item);
        src = line;
    }
    fftc_row_load(&plan->row, src, work);
}

static void store_row(const run *r, const void *work, char *dst, char *line)
{
    const fftc_convolution *plan = r->plan;
    size_t columns = plan->dst.columns;
    if (columns < plan->row.n) {
        fftc_row_store(&plan->row, work, line);
        memcpy(dst, line, columns * plan->item);
    } else {
        fftc_row_store(&plan->row, work, dst);
    }
}

static void around_rows(const run *r, const two_rows *rows, char *work)
{
    const fftc_convolution *plan = r->plan;
    char *line = work + plan->line_offset;
    char *work_b = rows->b == rows->a ? work : work + fftc_row_bytes(&plan->row);
    load_row(r, rows->a, work, line);
    if (work_b != work) {
        load_row(r, rows->b, work_b, line);
    }
    if (r->out != NULL) {
        spectrum_of(r, rows, work, work_b);
        return;
    }
    product_of(r, rows, work, work_b);
    store_row(r, work, rows->a, line);
    if (work_b != work) {
        store_row(r, work_b, rows->b, line);
    }
}

/* --- slabs: everything behind one index of a level, or behind an index and its mirror image
 * ---------- */

static void around_slab(const run *r, int of, two_rows at, char *work);

/* Position p of a level, and its mirror image. */
static void around_position(const run *r, int of, const two_rows *at, size_t p, char *work)
{
    const fftc_convolution *plan = r->plan;
    const fftc_level *level = &plan->level[of];
    size_t q = level->mirror != NULL ? level->mirror[p] : p;
    two_rows next = *at;
    next.a += p * level->stride * plan->item;
    next.b += q * level->stride * plan->item;
    next.number_a = next.number_a * level->pair.m + p;
    next.number_b = next.number_b * level->pair.m + q;
    if (level->by_lane != NULL) {
        next.first = fftc_pair_frequency(&level->pair, p);
    }
    around_slab(r, of + 1, next, work);
}

static void around_slab(const run *r, int of, two_rows at, char *work)
{
    const fftc_convolution *plan = r->plan;
    if (of == plan->levels) {
        around_rows(r, &at, work);
        return;
    }
    const fftc_level *level = &plan->level[of];
    bool twice = at.a != at.b;
    level_there(r, of, at.a, work);
    if (twice) {
        level_there(r, of, at.b, work);
    }
    /* Two slabs hold all pairs at once; one holds each of them twice. */
    bool halves = level->mirror != NULL && !twice;
    size_t count = halves ? level->half_count : level->pair.m;
    for (size_t i = 0; i < count; ++i) {
        around_position(r, of, &at, halves ? level->halves[i] : i, work);
    }
    if (r->out != NULL) {
        return;
    }
    level_back(r, of, at.a, work);
    if (twice) {
        level_back(r, of, at.b, work);
    }
}

static void slabs(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_level *level = &r->plan->level[0];
    char *work = r->work + (size_t)thread * r->plan->thread_bytes;
    two_rows at = {r->middle, r->middle, 0, 0, 0};
    for (size_t i = begin; i < end; ++i) {
        around_position(r, 0, &at, level->halves != NULL ? level->halves[i] : i, work);
    }
}

/* --- signals ------------------------------------------------------------------------------------ */

/* One axis that fits a cache: no level, no middle. */
static void around_line(const run *r)
{
    const fftc_convolution *plan = r->plan;
    size_t number = plan->request.real ? plan->item / 2 : plan->item;
    size_t n = plan->row.n;
    char *line = r->work + plan->line_offset;
    two_rows rows = {line, line, 0, 0, 0};
    size_t whole = plan->request.real ? 2 * n : n;
    if (r->from->direct && r->from->map[0].count == whole) {
        fftc_row_load(&plan->row, r->src + r->from->base * number, r->work);
    } else {
        fftc_edge_gather(plan, r->from, r->src, NULL, 0, n, line);
        fftc_row_load(&plan->row, line, r->work);
    }
    if (r->out != NULL) {
        spectrum_of(r, &rows, r->work, r->work);
        return;
    }
    product_of(r, &rows, r->work, r->work);
    if (plan->cleared) {
        fftc_edge_clear(plan, r->dst);
    }
    if (plan->dst.direct && plan->dst.map[0].count == whole) {
        fftc_row_store(&plan->row, r->work, r->dst + plan->dst.base * number);
    } else {
        fftc_row_store(&plan->row, r->work, line);
        fftc_edge_scatter(plan, &plan->dst, r->dst, NULL, 0, n, line);
    }
}

static void around(run *r)
{
    const fftc_convolution *plan = r->plan;
    if (plan->levels == 0) {
        around_line(r);
        return;
    }
    const fftc_level *level = &plan->level[0];
    fftc_parallel(&r->team, groups_of(level, r->from->columns) * rows_behind(plan, r->from, 0),
                  columns_in, r);
    fftc_parallel(&r->team, level->halves != NULL ? level->half_count : level->pair.m, slabs, r);
    if (r->out != NULL) {
        return;
    }
    if (plan->cleared) {
        fftc_edge_clear(plan, r->dst);
    }
    fftc_parallel(&r->team, groups_of(level, plan->dst.columns) * rows_behind(plan, &plan->dst, 0),
                  columns_out, r);
}

/* Signals of a batch, shared out over threads. */
static void batch(void *context, int thread, size_t begin, size_t end)
{
    const run *all = context;
    const fftc_convolution *plan = all->plan;
    size_t number = plan->request.real ? plan->item / 2 : plan->item;
    run r = *all;
    if (!plan->inside) {
        r.work = all->work + (size_t)thread * (plan->thread_bytes + plan->middle_bytes);
        r.middle = r.work + plan->thread_bytes;
    }
    for (size_t i = begin; i < end; ++i) {
        r.src = all->src + i * plan->src.distance * number;
        r.dst = all->dst + i * plan->dst.distance * number;
        if (plan->nothing) {
            fftc_edge_clear(plan, r.dst);
        } else {
            around(&r);
        }
    }
}

/* --- working memory ------------------------------------------------------------------------------ */

/* Waits if FFTC_CONVOLUTION_SLOTS executions are under way. */
static int take_slot(fftc_convolution *plan)
{
    for (;;) {
        for (int i = 0; i < FFTC_CONVOLUTION_SLOTS; ++i) {
            if (!atomic_flag_test_and_set_explicit(&plan->busy[i], memory_order_acquire)) {
                return i;
            }
        }
        sched_yield();
    }
}

static void carry_out(const fftc_convolution *plan, run *r, bool kernel)
{
    fftc_convolution *slots = (fftc_convolution *)(uintptr_t)plan;
    const fftc_threads *pool = plan->pool.run != NULL ? &plan->pool : NULL;
    int slot = plan->nothing ? 0 : take_slot(slots);
    r->plan = plan;
    r->work = plan->nothing ? NULL : plan->slots + (size_t)slot * plan->slot_bytes;
    r->team = (fftc_team){plan->inside ? plan->threads : 1, pool};
    if (plan->inside || kernel) {
        /* A kernel is one signal: where threads share a batch, it has the first one's memory. */
        size_t threads = plan->inside ? (size_t)plan->threads : 1;
        r->middle = r->work + threads * plan->thread_bytes;
    }
    if (kernel) {
        around(r);
    } else {
        fftc_team team = {plan->inside ? 1 : plan->threads, pool};
        fftc_parallel(&team, plan->request.batch, batch, r);
    }
    if (!plan->nothing) {
        atomic_flag_clear_explicit(&slots->busy[slot], memory_order_release);
    }
}

fftc_status fftc_convolution_prepare(const fftc_convolution *plan, const void *kernel,
                                     void *spectrum, fftc_error *error)
{
    if (plan == NULL || kernel == NULL || spectrum == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL",
                         plan == NULL     ? "plan"
                         : kernel == NULL ? "kernel"
                                          : "spectrum");
    }
    fftc_spectrum_head head = {.signature = plan->signature};
    if (!plan->nothing) {
        run r = {.from = &plan->kernel, .src = kernel, .out = (char *)spectrum + sizeof head};
        carry_out(plan, &r, true);
    }
    memcpy(spectrum, &head, sizeof head);
    return fftc_succeed(error);
}

fftc_status fftc_convolution_execute(const fftc_convolution *plan, const void *src,
                                     const void *spectrum, void *dst, fftc_error *error)
{
    if (plan == NULL || src == NULL || spectrum == NULL || dst == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL",
                         plan == NULL       ? "plan"
                         : src == NULL      ? "src"
                         : spectrum == NULL ? "spectrum"
                                            : "dst");
    }
    if ((src == dst) != plan->request.in_place) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         src == dst ? "src is dst: plan with placement FFTC_IN_PLACE for that"
                                    : "the plan is in place: pass the same pointer as src and dst");
    }
    fftc_spectrum_head head;
    memcpy(&head, spectrum, sizeof head);
    if (head.signature != plan->signature) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the spectrum is another plan's: prepare the kernel with this one");
    }
    run r = {.from = &plan->src,
             .src = src,
             .spectrum = (const char *)spectrum + sizeof head,
             .dst = dst};
    carry_out(plan, &r, false);
    return fftc_succeed(error);
}
