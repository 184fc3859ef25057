/* SPDX-License-Identifier: MIT
 *
 * FFTC_MEASURE: plans by trying. The estimate's plan is the champion; for each of its choices in
 * turn the cost model's next best ones are challengers. A challenger becomes a whole plan, on the
 * same options, so that whatever the choice brings with it (tables, working memory, threads) is in
 * the time. The two take turns on scratch data (duel.h).
 */
#include <string.h>

#include "cpu/engine/candidates.h"
#include "cpu/plan/duel.h"
#include "cpu/plan/plan.h"

typedef struct measurement {
    fftc_plan_request request; /* of the trial: perhaps a smaller batch */
    fftc_duel duel;
    fftc_arrays arrays;
    fftc_plan *champion;
} measurement;

static void run(void *context, const void *plan)
{
    (void)fftc_plan_execute_arrays(plan, context, NULL);
}

/* Makes the plan with the champion's choices but for one; NULL if that fails: no memory, or a
 * choice that does not suit after all. */
static fftc_plan *make_challenger(measurement *m, int point, const fftc_choice *choice)
{
    fftc_choices choices = m->champion->choices;
    fftc_plan *plan;
    choices.given = choices.count;
    choices.choice[point] = *choice;
    choices.choice[point].n = m->champion->choices.choice[point].n;
    choices.choice[point].columns = m->champion->choices.choice[point].columns;
    choices.choice[point].care = m->champion->choices.choice[point].care;
    double start = fftc_duel_now();
    if (fftc_plan_make(&m->request, &choices, &plan, NULL) != FFTC_SUCCESS) {
        return NULL;
    }
    m->duel.make_seconds = fftc_duel_now() - start;
    return plan;
}

static void improve(measurement *m, int point)
{
    fftc_shortlist list;
    fftc_candidates_list(&m->champion->choices.choice[point], m->request.engines, &list);
    for (int i = 0; i < list.count && fftc_duel_has_time(&m->duel); ++i) {
        const fftc_choice *choice = &list.best[i].choice;
        const fftc_choice *mine = &m->champion->choices.choice[point];
        if (choice->count == mine->count &&
            memcmp(choice->word, mine->word, mine->count * sizeof *mine->word) == 0) {
            continue;
        }
        fftc_plan *challenger = make_challenger(m, point, choice);
        if (challenger == NULL) {
            continue;
        }
        fftc_plan *loser = challenger;
        if (fftc_duel_won(&m->duel, m->champion, challenger)) {
            loser = m->champion;
            m->champion = challenger;
        }
        fftc_plan_destroy(loser);
    }
}

/* --- scratch data ----------------------------------------------------------------------------- */

static size_t array_bytes(const fftc_plan_request *r, bool src)
{
    bool in_place = r->transform.placement == FFTC_IN_PLACE;
    return fftc_footprint_make(&r->layout, in_place, src).end;
}

/* A batch tells the same with fewer transforms, once they are too much for every cache. */
static void shorten_batch(fftc_plan_request *r)
{
    const size_t enough = (size_t)64 << 20;
    size_t least = 16 * (size_t)(r->options.threads > 1 ? r->options.threads : 1);
    while (r->layout.batch.length / 2 >= least && array_bytes(r, false) > enough) {
        r->layout.batch.length /= 2;
        r->transform.batch = r->layout.batch.length;
    }
}

/* Zeros: they stay what they are, however often they are transformed in place, and no arithmetic
 * takes longer for them. All pages are written, or reading them would all be from one. */
static void *scratch(fftc_arena *arena, size_t bytes)
{
    void *data = fftc_arena_reserve(arena, 1, bytes);
    if (data != NULL) {
        memset(data, 0, bytes);
    }
    return data;
}

/* Supplying pages and transforming a few times goes at about this many bytes a second. */
static const double first_touch = 1.6e9;

/* False if there is no memory, or no time. */
static bool make_scratch(measurement *m, fftc_arena *arena)
{
    const fftc_layout *layout = &m->request.layout;
    size_t src = array_bytes(&m->request, true);
    size_t dst = array_bytes(&m->request, false);
    bool in_place = m->request.transform.placement == FFTC_IN_PLACE;
    fftc_arrays *a = &m->arrays;
    if (fftc_duel_now() + 2.0 * ((double)src + (double)dst) / first_touch > m->duel.deadline) {
        return false;
    }
    bool src_im = layout->src_storage.split && !layout->src_storage.real;
    bool dst_im = layout->dst_storage.split && !layout->dst_storage.real;
    dst = in_place && src > dst ? src : dst;
    a->dst = scratch(arena, dst);
    a->src = in_place ? a->dst : scratch(arena, src);
    a->dst_im = dst_im ? scratch(arena, dst) : NULL;
    a->src_im = !src_im ? NULL : in_place ? a->dst_im : scratch(arena, src);
    return a->dst != NULL && a->src != NULL && (!dst_im || a->dst_im != NULL) &&
           (!src_im || a->src_im != NULL);
}

fftc_status fftc_plan_measure(const fftc_plan_request *request, fftc_plan **plan, fftc_error *error)
{
    const fftc_plan_options *options = &request->options;
    measurement m = {.request = *request};
    fftc_arena arena = fftc_arena_start(options->allocator);
    double start = fftc_duel_now();
    m.duel.run = run;
    m.duel.context = &m.arrays;
    m.duel.deadline = start + (options->seconds > 0.0 ? options->seconds : 1.0);
    m.request.options.executions = 1;
    shorten_batch(&m.request);
    fftc_status status = fftc_plan_make(&m.request, NULL, &m.champion, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    m.duel.make_seconds = fftc_duel_now() - start;
    if (m.champion->choices.count > 0 && make_scratch(&m, &arena)) {
        fftc_duel_begin(&m.duel, m.champion);
        for (int i = 0; i < m.champion->choices.count; ++i) {
            improve(&m, i);
        }
    }
    fftc_arena_release(&arena);
    fftc_choices choices = m.champion->choices;
    choices.given = choices.count;
    fftc_plan_destroy(m.champion);
    return fftc_plan_make(request, &choices, plan, error);
}
