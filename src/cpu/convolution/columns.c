/* SPDX-License-Identifier: MIT
 *
 * The axes before the last one: columns between the user's memory and the middle, and within the
 * middle (convolution.h).
 */
#include <string.h>

#include "cpu/convolution/run.h"
#include "cpu/minimum.h"

/* --- columns between the user's memory and the middle ----------------------------------------- */

/* A group of columns of level 0: the rows of the other levels, and the columns. */
typedef struct group {
    size_t index[FFTC_MAX_LEVELS]; /* of each level but level 0 */
    size_t column;
    size_t number; /* of the group of columns */
    size_t middle; /* where the first row begins in the middle, in complex numbers */
} group;

static size_t lanes_of(const fftc_level *level)
{
    return (size_t)level->pair.engine->lanes;
}

size_t fftc_run_groups(const fftc_level *level, size_t columns)
{
    return (columns + lanes_of(level) - 1) / lanes_of(level);
}

size_t fftc_run_rows_behind(const fftc_convolution *plan, const fftc_convolution_side *side,
                            int after)
{
    size_t rows = 1;
    for (int i = after + 1; i < plan->levels; ++i) {
        rows *= side->rows[i];
    }
    return rows;
}

static group find_group(const fftc_convolution *plan, const fftc_convolution_side *side, int of,
                        size_t unit)
{
    const fftc_level *level = &plan->level[of];
    size_t groups = fftc_run_groups(level, side->columns);
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

/* Describes a group in place, in the user's memory. False if it cannot be taken from there, because
 * the side is not contiguous, its columns have different numbers of rows, or it ends with half a
 * complex number. */
static bool find_panel(const fftc_convolution *plan, const fftc_convolution_side *side,
                       const group *g, fftc_user user, fftc_panel *panel)
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
    if (!side->contiguous) {
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
        present = fftc_minimum(n - g->column, lanes);
        if (g->column < rest && rest < g->column + present) {
            return false;
        }
        rows = g->column < rest ? whole + 1 : whole;
        /* The half number is the last one of row `whole`, or if that has none, of the row
         * before. */
        size_t end = rest > 0 ? rest : n;
        odd = odd && g->column < end && end <= g->column + present;
    } else {
        if (split > 0) {
            size_t before = g->index[split] * n;
            present = side->line > g->column + before ? side->line - g->column - before : 0;
            present = fftc_minimum(present, n - g->column);
            odd = odd && before + g->column + fftc_minimum(present, lanes) == side->line;
        } else {
            odd = odd && present <= lanes;
        }
        present = fftc_minimum(present, lanes);
        rows = present > 0 ? rows : 0;
    }
    *panel = (fftc_panel){user.re + offset * number,
                          stride * number / fftc_precision_bytes(plan->request.precision), rows,
                          (int)present};
    return !odd;
}

/* Locates row i of a group for the edge: its indices on the axes before the last one, and where it
 * begins on the last one. */
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

/* How many lanes have a column: the others would be beyond a row's end. */
static size_t columns_present(const fftc_convolution *plan, const group *g)
{
    return fftc_minimum(lanes_of(&plan->level[0]), plan->row.n - g->column);
}

/* Copies rows of two axes whose numbers from `first` on all exist, row by row as the first axis'
 * map finds them: most columns of a picture. False if they are others. */
static bool copy_pieces(const fftc_run *r, const fftc_convolution_side *side, size_t first,
                        size_t count, char *memory, bool in)
{
    const fftc_convolution *plan = r->plan;
    const fftc_edge_channels channels = {r->together, plan->panel_bytes};
    const fftc_map *map = &side->map[1];
    const size_t bytes = fftc_number_bytes(plan);
    const size_t step = lanes_of(&plan->level[0]) * plan->item;
    size_t column;
    size_t row;
    if (side == &plan->kernel || plan->request.rank != 2 || plan->split ||
        (!side->packed && r->together == 1) || first + count > map->count ||
        !fftc_map_find(map, first, &column)) {
        return false;
    }
    const size_t u = fftc_map_place(map, first);
    if (u < map->begin || u + count > map->end) {
        return false;
    }
    char *numbers = (in ? r->src.re : r->dst.re) + column * side->stride[1] * bytes;
    for (size_t i = 0; i < side->rows[0]; ++i, memory += step) {
        if (fftc_map_find(&side->map[0], i, &row)) {
            fftc_edge_copy(plan, side, numbers + row * side->stride[0] * bytes, count, memory,
                           channels, in);
        } else if (in) {
            fftc_edge_clear_line(memory, count * bytes, channels);
        }
    }
    return true;
}

/* Copies a group's columns that are present from the user's memory to a panel for each signal, or
 * from there. */
static void copy_panel(const fftc_run *r, const fftc_convolution_side *side, const group *g,
                       char *memory, bool in)
{
    const fftc_convolution *plan = r->plan;
    size_t numbers = fftc_numbers_of_complex(plan);
    size_t present = columns_present(plan, g) * numbers;
    size_t bytes = lanes_of(&plan->level[0]) * plan->item;
    const fftc_edge_channels channels = {r->together, plan->panel_bytes};
    size_t index[FFTC_MAX_RANK];
    if (copy_pieces(r, side, g->column * numbers, present, memory, in)) {
        return;
    }
    for (size_t i = 0; i < side->rows[0]; ++i, memory += bytes) {
        size_t first = locate_row(plan, g, i, index) * numbers;
        if (in) {
            fftc_edge_gather_channels(plan, side, r->src, index, first, present, memory, channels);
        } else {
            fftc_edge_scatter_channels(plan, side, r->dst, index, first, present, memory, channels);
        }
    }
}

static fftc_pair_twiddle twiddle_of(const fftc_convolution *plan, const fftc_level *level,
                                    size_t group_number)
{
    fftc_pair_twiddle twiddle = {level->by_lane, level->by_row};
    if (twiddle.by_lane != NULL) {
        twiddle.by_row = (const char *)twiddle.by_row + group_number * level->pair.m * plan->item;
    }
    return twiddle;
}

/* Takes a group of columns, of each signal, from the user's memory to the middle, or back. */
static void run_group(const fftc_run *r, size_t unit, char *work, bool back)
{
    const fftc_convolution *plan = r->plan;
    const fftc_convolution_side *side = back ? &plan->dst : r->from;
    const fftc_level *level = &plan->level[0];
    const size_t lanes = lanes_of(level);
    const group g = find_group(plan, side, 0, unit);
    const fftc_pair_twiddle twiddle = twiddle_of(plan, level, g.number);
    fftc_panel middle = {r->middle + g.middle * plan->item, 2 * level->stride, level->pair.m,
                         (int)lanes};
    char *memory = work + plan->panel_offset;
    fftc_panel panel;
    const bool in_place = find_panel(plan, side, &g, back ? r->dst : r->src, &panel);
    if (!in_place) {
        const size_t present = back ? lanes : columns_present(plan, &g);
        panel = (fftc_panel){memory, 2 * lanes, side->rows[0], (int)present};
    }
    if (!back && !in_place) {
        copy_panel(r, side, &g, memory, true);
    }
    for (size_t k = 0; k < r->together; ++k) {
        if (back) {
            fftc_pair_columns_back(&level->pair, work, middle, twiddle, panel);
        } else {
            fftc_pair_columns_there(&level->pair, work, panel, middle, twiddle);
        }
        panel.data = (char *)panel.data + plan->panel_bytes;
        middle.data = (char *)middle.data + plan->middle_bytes;
    }
    if (back && !in_place) {
        copy_panel(r, side, &g, memory, false);
    }
}

void fftc_run_columns_in(void *context, int thread, size_t begin, size_t end)
{
    const fftc_run *r = context;
    for (size_t unit = begin; unit < end; ++unit) {
        run_group(r, unit, r->work + (size_t)thread * r->plan->thread_bytes, false);
    }
}

void fftc_run_columns_out(void *context, int thread, size_t begin, size_t end)
{
    const fftc_run *r = context;
    for (size_t unit = begin; unit < end; ++unit) {
        run_group(r, unit, r->work + (size_t)thread * r->plan->thread_bytes, true);
    }
}

/* --- columns within the middle ---------------------------------------------------------------- */

void fftc_run_level(const fftc_run *r, int of, char *slab, char *work, bool back)
{
    const fftc_convolution *plan = r->plan;
    const fftc_convolution_side *side = back ? &plan->dst : r->from;
    const fftc_level *level = &plan->level[of];
    size_t units = fftc_run_groups(level, side->columns) * fftc_run_rows_behind(plan, side, of);
    for (size_t unit = 0; unit < units; ++unit) {
        const group g = find_group(plan, side, of, unit);
        const fftc_pair_twiddle twiddle = twiddle_of(plan, level, g.number);
        const fftc_panel panel = {slab + g.middle * plan->item, 2 * level->stride, side->rows[of],
                                  (int)lanes_of(level)};
        if (back) {
            fftc_pair_columns_back(&level->pair, work, panel, twiddle, panel);
        } else {
            fftc_pair_columns_there(&level->pair, work, panel, panel, twiddle);
        }
    }
}
