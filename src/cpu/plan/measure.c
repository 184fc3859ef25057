/* SPDX-License-Identifier: MIT
 *
 * FFTC_MEASURE: choosing plans by trying. The estimate's plan is the first champion. With several
 * threads, one alone, two and so on are challengers first. Then, for each of its choices in turn,
 * come the cost model's next best ones. A challenger becomes a whole plan with the same options, so
 * that the measured time includes all consequences of the choice (tables, working memory, threads).
 * Both are timed alternately on scratch data (paired_timing.h).
 */
#include <string.h>

#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/machine.h"
#include "cpu/plan/paired_timing.h"
#include "cpu/plan/plan.h"

typedef struct measurement {
    fftc_plan_request request; /* what is measured: perhaps a smaller batch */
    fftc_paired_timing timing;
    fftc_arrays arrays;
    fftc_plan *champion;
} measurement;

static void run(void *context, const void *plan)
{
    (void)fftc_plan_execute_arrays(plan, context, NULL);
}

/* The champion's choices, for a plan that takes them. */
static fftc_choices choices_of(const measurement *m)
{
    fftc_choices choices = m->champion->choices;
    choices.given = choices.count;
    return choices;
}

/* Makes a plan by these choices, which becomes the champion if it is faster. If it cannot be made,
 * there is no memory, or a choice does not suit after all. */
static void challenge(measurement *m, const fftc_choices *choices)
{
    fftc_plan *challenger;
    double start = fftc_paired_timing_now();
    if (fftc_plan_make(&m->request, choices, &challenger, NULL) != FFTC_SUCCESS) {
        return;
    }
    m->timing.make_seconds = fftc_paired_timing_now() - start;
    fftc_plan *loser = challenger;
    if (fftc_paired_timing_won(&m->timing, m->champion, challenger)) {
        loser = m->champion;
        m->champion = challenger;
    }
    fftc_plan_destroy(loser);
}

static void improve(measurement *m, int point)
{
    fftc_shortlist list;
    fftc_candidates_list(&m->champion->choices.choice[point], m->request.engines, &list);
    for (int i = 0; i < list.count && fftc_paired_timing_has_time(&m->timing); ++i) {
        fftc_choices choices = choices_of(m);
        fftc_choice *mine = &choices.choice[point];
        fftc_choice other = list.choice[i];
        if (other.count == mine->count &&
            memcmp(other.word, mine->word, mine->count * sizeof *mine->word) == 0) {
            continue;
        }
        other.n = mine->n;
        other.columns = mine->columns;
        other.care = mine->care;
        *mine = other;
        challenge(m, &choices);
    }
}

/* Nothing tells how much the threads' processors have in common. If each has a third-level cache of
 * its own, a transform that would fit one takes up to twice as long with two threads as with one.
 * One thread is tried first, since it decides the most, and the soonest. */
static void improve_threads(measurement *m)
{
    int all = fftc_plan_threads(m->champion);
    m->timing.apart = true;
    for (int threads = 1; threads <= all / 2 && fftc_paired_timing_has_time(&m->timing);
         threads *= 2) {
        fftc_choices choices = choices_of(m);
        choices.most_threads = threads;
        challenge(m, &choices);
    }
    m->timing.apart = false;
}

/* --- arrays ---------------------------------------------------------------------------------- */

static size_t array_bytes(const fftc_plan_request *r, bool src)
{
    bool in_place = r->transform.placement == FFTC_IN_PLACE;
    return fftc_footprint_make(&r->layout, in_place, src).end;
}

/* Bytes of the numbers of dst, without what lies between them. */
static double data_bytes(const fftc_plan_request *r)
{
    double bytes = (double)fftc_storage_item(r->layout.dst_storage);
    for (int i = 0; i < r->layout.rank; ++i) {
        bytes *= (double)r->layout.axis[i].length;
    }
    return bytes * (double)r->layout.batch.length;
}

/* Shortens a batch that exceeds every cache. What is left must still be streamed, since the way of
 * a plan depends on that. */
static void shorten_batch(fftc_plan_request *r)
{
    const double enough = (double)fftc_machine_here()->most_unstreamed;
    size_t least = 16 * (size_t)(r->options.threads > 1 ? r->options.threads : 1);
    while (r->layout.batch.length / 2 >= least && data_bytes(r) > enough) {
        r->layout.batch.length /= 2;
        r->transform.batch = r->layout.batch.length;
    }
}

static bool make_arrays(measurement *m, fftc_arena *arena)
{
    const fftc_layout *layout = &m->request.layout;
    return fftc_paired_timing_arrays(
        &m->timing, arena, array_bytes(&m->request, true), array_bytes(&m->request, false),
        m->request.transform.placement == FFTC_IN_PLACE,
        layout->src_storage.split && !layout->src_storage.real,
        layout->dst_storage.split && !layout->dst_storage.real, 2.0, &m->arrays);
}

fftc_status fftc_plan_measure(const fftc_plan_request *request, fftc_plan **plan, fftc_error *error)
{
    const fftc_plan_options *options = &request->options;
    measurement m = {.request = *request};
    fftc_arena arena = fftc_arena_start(options->allocator);
    double start = fftc_paired_timing_now();
    m.timing.run = run;
    m.timing.context = &m.arrays;
    m.timing.deadline = start + (options->seconds > 0.0 ? options->seconds : 1.0);
    m.request.options.executions = 1;
    shorten_batch(&m.request);
    fftc_status status = fftc_plan_make(&m.request, NULL, &m.champion, error);
    if (status != FFTC_SUCCESS) { /* there may be memory for the plan that the caller wants */
        return fftc_plan_make(request, NULL, plan, error);
    }
    m.timing.make_seconds = fftc_paired_timing_now() - start;
    if (m.champion->choices.count > 0 && make_arrays(&m, &arena)) {
        fftc_paired_timing_begin(&m.timing, m.champion);
        improve_threads(&m);
        for (int i = 0; i < m.champion->choices.count; ++i) {
            improve(&m, i);
        }
    }
    fftc_arena_release(&arena);
    fftc_choices choices = choices_of(&m);
    fftc_plan_destroy(m.champion);
    status = fftc_plan_make(request, &choices, plan, error);
    /* Choices that do not suit the whole batch after all are no reason to have no plan. */
    return status == FFTC_SUCCESS ? status : fftc_plan_make(request, NULL, plan, error);
}
