/* SPDX-License-Identifier: MIT
 *
 * FFTC_MEASURE: choosing periods by trying. The estimate's plan is the first champion. Along each
 * axis in turn, the cost model's next best periods become whole plans that challenge it
 * (plan/paired_timing.h). What follows from a period (radices, levels) stays the model's.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/convolution/convolution.h"
#include "cpu/plan/paired_timing.h"

/* A plan with a spectrum of its own. */
typedef struct entrant {
    fftc_convolution *plan;
    void *spectrum;
} entrant;

static void run(void *context, const void *plan)
{
    const fftc_arrays *a = context;
    const entrant *e = plan;
    if (a->dst_im != NULL) {
        (void)fftc_convolution_execute_split(e->plan, a->src, a->src_im, e->spectrum, a->dst,
                                             a->dst_im, NULL);
    } else {
        (void)fftc_convolution_execute(e->plan, a->src, e->spectrum, a->dst, NULL);
    }
}

static void leave(const fftc_recipe *recipe, entrant *e)
{
    fftc_convolution_destroy(e->plan);
    fftc_release(recipe->options.allocator, e->spectrum);
    *e = (entrant){NULL, NULL};
}

/* Makes a plan and a spectrum by the recipe. False without memory, or if the periods do not suit
 * after all. */
static bool enter(const fftc_recipe *recipe, entrant *e, fftc_paired_timing *timing)
{
    double start = fftc_paired_timing_now();
    *e = (entrant){NULL, NULL};
    if (fftc_convolution_make(recipe, &e->plan, NULL) == FFTC_SUCCESS) {
        e->spectrum =
            fftc_allocate(recipe->options.allocator, 1, fftc_convolution_spectrum_bytes(e->plan));
    }
    if (e->spectrum == NULL) {
        leave(recipe, e);
        return false;
    }
    ((fftc_spectrum_head *)e->spectrum)->signature = e->plan->signature;
    timing->make_seconds = fftc_paired_timing_now() - start;
    return true;
}

static bool make_arrays(const fftc_convolution *plan, const fftc_paired_timing *timing,
                        fftc_arena *arena, fftc_arrays *a)
{
    const fftc_request *r = &plan->request;
    bool split = r->storage.split && !r->real;
    return fftc_paired_timing_arrays(timing, arena, plan->src_footprint.end,
                                     plan->dst_footprint.end, r->in_place, split, split, 4.0, a);
}

/* Times champion and challenger. The faster one is champion then, and the other one is
 * destroyed. */
static void challenge(const fftc_recipe *recipe, entrant *champion, entrant *challenger,
                      fftc_paired_timing *timing)
{
    if (fftc_paired_timing_won(timing, champion, challenger)) {
        entrant loser = *champion;
        *champion = *challenger;
        *challenger = loser;
    }
    leave(recipe, challenger);
}

static void improve(fftc_recipe *recipe, int axis, entrant *champion, fftc_paired_timing *timing)
{
    fftc_convolution_period list[FFTC_PERIOD_CANDIDATES];
    int count = fftc_convolution_periods(champion->plan, recipe->engines, axis, list);
    for (int i = 0; i < count && fftc_paired_timing_has_time(timing); ++i) {
        const fftc_convolution_period *mine = &champion->plan->chosen[axis];
        entrant challenger;
        if (list[i].m == mine->m && list[i].own == mine->own && list[i].blocks == mine->blocks) {
            continue;
        }
        memcpy(recipe->given, champion->plan->chosen, sizeof recipe->given);
        recipe->given[axis] = list[i];
        if (!enter(recipe, &challenger, timing)) {
            continue;
        }
        challenge(recipe, champion, &challenger, timing);
    }
}

/* Tries transforms instead of sums, or the other way round, unless that is far from paying. */
static void try_other_way(fftc_recipe *recipe, entrant *champion, fftc_paired_timing *timing)
{
    bool direct = champion->plan->direct.lines != 0;
    entrant challenger;
    double cost;
    recipe->way = direct ? FFTC_WAY_TRANSFORMS : FFTC_WAY_DIRECT;
    if ((direct ||
         (fftc_direct_suits(champion->plan, &cost) && cost < 4.0 * champion->plan->expected)) &&
        fftc_paired_timing_has_time(timing) && enter(recipe, &challenger, timing)) {
        challenge(recipe, champion, &challenger, timing);
    }
}

fftc_status fftc_convolution_measure(const fftc_recipe *recipe, fftc_convolution **plan,
                                     fftc_error *error)
{
    fftc_recipe trial = *recipe;
    fftc_recipe best = *recipe;
    fftc_arrays a = {.src = NULL};
    entrant champion;
    fftc_arena arena = fftc_arena_start(recipe->options.allocator);
    double seconds = recipe->options.seconds > 0.0 ? recipe->options.seconds : 1.0;
    fftc_paired_timing timing = {
        .run = run, .context = &a, .deadline = fftc_paired_timing_now() + seconds};
    trial.options.executions = 1;
    if (enter(&trial, &champion, &timing)) {
        if (!champion.plan->nothing && make_arrays(champion.plan, &timing, &arena, &a)) {
            fftc_paired_timing_begin(&timing, &champion);
            try_other_way(&trial, &champion, &timing);
            trial.way = FFTC_WAY_TRANSFORMS;
            bool direct = champion.plan->direct.lines != 0;
            for (int axis = 0; axis < trial.request.rank && !direct; ++axis) {
                improve(&trial, axis, &champion, &timing);
            }
        }
        memcpy(best.given, champion.plan->chosen, sizeof best.given);
        best.way = champion.plan->direct.lines != 0 ? FFTC_WAY_DIRECT : FFTC_WAY_TRANSFORMS;
        leave(&trial, &champion);
    }
    fftc_arena_release(&arena);
    return fftc_convolution_make(&best, plan, error);
}
