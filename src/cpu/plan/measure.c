/* SPDX-License-Identifier: MIT
 *
 * FFTC_MEASURE: plans by trying. The estimate's plan is the champion; for each of its choices in
 * turn the cost model's next best ones are challengers. A challenger becomes a whole plan, on the
 * same options, so that whatever the choice brings with it (tables, working memory, threads) is in
 * the time. The two take turns on scratch data, and their shortest times count: what disturbs a run
 * only ever makes it longer.
 */
#define _GNU_SOURCE /* clock_gettime */
#include <string.h>
#include <time.h>

#include "cpu/engine/candidates.h"
#include "cpu/plan/plan.h"

/* A challenger must be this much faster: two measurements of the same differ by less. */
static const double clearly = 0.98;

/* One sample runs for at least this long, or once. */
static const double sample_seconds = 50e-6;

#define LEAST_ROUNDS 2
#define MOST_ROUNDS 12

typedef struct measurement {
    fftc_plan_request request; /* of the trial: perhaps a smaller batch */
    double deadline;
    double make_seconds; /* that making a plan takes */
    fftc_arrays arrays;
    fftc_plan *champion;
    double seconds; /* the champion's */
} measurement;

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double run(const measurement *m, const fftc_plan *plan, int times)
{
    double start = now();
    for (int i = 0; i < times; ++i) {
        (void)fftc_plan_execute_arrays(plan, &m->arrays, NULL);
    }
    return (now() - start) / times;
}

static int sample_runs(double seconds)
{
    return seconds >= sample_seconds ? 1 : (int)(sample_seconds / (seconds + 1e-8)) + 1;
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
    double start = now();
    if (fftc_plan_make(&m->request, &choices, &plan, NULL) != FFTC_SUCCESS) {
        return NULL;
    }
    m->make_seconds = now() - start;
    return plan;
}

/* Takes turns; true if the challenger is clearly faster, twice if there is the time. */
static bool duel(measurement *m, const fftc_plan *challenger)
{
    (void)run(m, challenger, 1); /* touches its tables and its working memory */
    int runs = sample_runs(m->seconds);
    double mine = 1e300;
    double its = 1e300;
    for (int round = 0; round < 2 * MOST_ROUNDS; ++round) {
        double t = run(m, challenger, runs);
        its = t < its ? t : its;
        if (round >= LEAST_ROUNDS && its > 1.1 * m->seconds) {
            break; /* hopeless */
        }
        t = run(m, m->champion, runs);
        mine = t < mine ? t : mine;
        if ((round + 1 >= LEAST_ROUNDS && now() > m->deadline) ||
            (round + 1 == MOST_ROUNDS && its > clearly * mine)) {
            break;
        }
    }
    bool wins = its < clearly * mine;
    m->seconds = wins ? its : mine < m->seconds ? mine : m->seconds;
    return wins;
}

/* Would making a plan and the shortest duel be over in time? */
static bool has_time(const measurement *m)
{
    double shortest = 1.0 + 2.0 * LEAST_ROUNDS * sample_runs(m->seconds);
    return now() + m->make_seconds + shortest * m->seconds < m->deadline;
}

static void improve(measurement *m, int point)
{
    fftc_shortlist list;
    fftc_candidates_list(&m->champion->choices.choice[point], m->request.engines, &list);
    for (int i = 0; i < list.count && has_time(m); ++i) {
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
        if (duel(m, challenger)) {
            loser = m->champion;
            m->champion = challenger;
        }
        fftc_plan_destroy(loser);
    }
}

/* --- scratch data
 * ------------------------------------------------------------------------------ */

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
    if (now() + 2.0 * ((double)src + (double)dst) / first_touch > m->deadline) {
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
    double start = now();
    m.deadline = start + (options->seconds > 0.0 ? options->seconds : 1.0);
    m.request.options.executions = 1;
    shorten_batch(&m.request);
    fftc_status status = fftc_plan_make(&m.request, NULL, &m.champion, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    m.make_seconds = now() - start;
    if (m.champion->choices.count > 0 && make_scratch(&m, &arena)) {
        m.seconds = run(&m, m.champion, 1);
        if (has_time(&m)) {
            m.seconds = run(&m, m.champion, 1);
            m.seconds = run(&m, m.champion, sample_runs(m.seconds));
        }
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
