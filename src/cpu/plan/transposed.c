/* SPDX-License-Identifier: MIT
 *
 * Rows that are transformed as columns. A row of an odd number of points, or with a prime factor
 * above 13, fills the lanes badly, or is a convolution. Many such rows are better done like
 * columns, one in each lane; a transposition in registers brings them into that form, and another
 * one back.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/plan/plan.h"
#include "support/smooth.h"

/* In ns, from batches of 17 to 4057 points on one core of an AMD EPYC of family 26 (Zen 5): what
 * both transpositions of an item of float or double cost, and what a set of columns costs in
 * addition. */
static const double transpose_cost[] = {0.3, 0.5};
static const double set_cost = 60.0;

/* The same of few lines side by side, which are moved to a stage and back. */
static const double move_cost[] = {0.2, 0.4};

/* The points from which on such lines are better moved than done as short columns. */
static const size_t least_staged = 40;

/* Estimates that differ by less than this count as equal. */
static const double clearly = 0.95;

/* The cost of a set of columns, one line in each lane, with its transpositions. */
static double cost_of_set(const fftc_engine *engine, size_t n)
{
    fftc_vector_plan plan;
    double lanes = engine->lanes;
    double transposing = lanes * transpose_cost[engine->precision == FFTC_FLOAT64] +
                         2.0 * fftc_cost_traffic(engine, n * fftc_vector_bytes(engine));
    return fftc_vector_choose(engine, n, true, &plan) + (double)n * transposing + set_cost;
}

static double cost_of_line(const fftc_plan *plan, size_t n, size_t lines)
{
    const fftc_line_wish wish = {.batch = lines};
    const fftc_line_task task = fftc_line_task_of(n, plan->engines, wish);
    fftc_choice choice;
    return fftc_line_choose(&task, &choice);
}

bool fftc_rows_pay(const fftc_plan *plan, const fftc_plan_step *s)
{
    const size_t n = s->axis.length;
    const size_t lines = s->across.length;
    const fftc_engine *engine = fftc_columns_engine(plan->engines, lines);
    if (plan->exact || s->loops == 0 || lines >= (size_t)plan->engines[0]->lanes) {
        return false;
    }
    if (n < least_staged && fftc_storage_unstaged(s->src.storage) &&
        fftc_storage_unstaged(s->dst.storage) && fftc_short_columns_pay(plan->engines, n, lines)) {
        return false;
    }
    fftc_vector_plan columns;
    const size_t sets = (lines + (size_t)engine->lanes - 1) / (size_t)engine->lanes;
    const double cost = (double)sets * (fftc_vector_choose(engine, n, true, &columns) + set_cost);
    const double staging = (double)(n * lines) * move_cost[engine->precision == FFTC_FLOAT64];
    return (double)lines * cost_of_line(plan, n, 4 * lines) + staging + set_cost / 2 < cost;
}

bool fftc_transposed_pays(const fftc_plan *plan, const fftc_plan_step *s)
{
    size_t n = s->axis.length;
    size_t lines = s->across.length;
    const fftc_engine *engine = fftc_columns_engine(plan->engines, lines);
    fftc_exact_model model;
    engine = fftc_exact_pair_of(plan->engines, engine, lines, &model).judge;
    size_t lanes = (size_t)engine->lanes;
    bool awkward = n > 1 && (n % 2 != 0 || fftc_rough_part(n) > 1);
    if (lines < 2 || lanes == 1 || !awkward || !fftc_vector_possible(n)) {
        return false;
    }
    double sets = (double)((lines + lanes - 1) / lanes);
    return sets * cost_of_set(engine, n) < clearly * (double)lines * cost_of_line(plan, n, lines);
}
