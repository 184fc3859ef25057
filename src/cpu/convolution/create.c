/* SPDX-License-Identifier: MIT
 *
 * Making a plan of a convolution, and functions that tell its properties.
 */
#include <math.h>
#include <string.h>

#include "cpu/convolution/convolution.h"
#include "cpu/isa.h"
#include "cpu/overrides.h"
#include "cpu/plan/options.h"
#include "fftcore/reference.h"
#include "support/check.h"
#include "support/float_mode.h"
#include "support/hash.h"

static uint64_t hash_scale(uint64_t state, double scale)
{
    uint64_t bits;
    memcpy(&bits, &scale, sizeof bits);
    return fftc_hash_number(state, bits);
}

/* Spectra of reproducible plans suit every instruction set. */
static uint64_t hash_pair(uint64_t state, const fftc_unordered_pair *pair, bool exact)
{
    const char *name = exact ? FFTC_SAVED_ANY_ISA : pair->engine->name;
    state = fftc_hash_text(state, name);
    state = fftc_hash_number(state, (uint64_t)pair->engine->lanes);
    state = fftc_hash_number(state, pair->m);
    for (int i = 0; i < pair->passes; ++i) {
        state = fftc_hash_number(state, (uint64_t)pair->radix[i]);
    }
    return state;
}

/* The hash for a plan whose sums have no terms: nothing depends on the kernel there. */
static uint64_t hash_wishes(uint64_t state, const fftc_request *r)
{
    for (int i = 0; i < r->rank; ++i) {
        const fftc_axis_wish *wish = &r->wish[i];
        const size_t numbers[] = {wish->period,  wish->src_begin, wish->src_end, wish->dst_begin,
                                  wish->dst_end, wish->taps,      wish->origin,  wish->correlate};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k) {
            state = fftc_hash_number(state, numbers[k]);
        }
    }
    return state;
}

/* A hash of everything that a spectrum's contents depend on, except the kernel itself. (It includes
 * the origin: a mistake there is more likely than two plans that differ only in it and share a
 * spectrum on purpose.) */
static uint64_t sign(const fftc_convolution *plan)
{
    const fftc_request *r = &plan->request;
    uint64_t state = fftc_hash_text(FFTC_HASH_START, fftc_version());
    state = fftc_hash_number(state, (uint64_t)r->precision * 4 + r->real * 2u + plan->split);
    if (plan->nothing) {
        return hash_wishes(state, r);
    }
    for (int i = 0; i < r->rank; ++i) {
        const fftc_map *map = &plan->kernel.map[i];
        state = fftc_hash_number(state, plan->chosen[i].m);
        state = fftc_hash_number(state, map->at);
        state = fftc_hash_number(state, map->end);
        state = fftc_hash_number(state, r->wish[i].correlate);
        state = fftc_hash_number(state, r->wish[i].origin);
    }
    if (plan->direct.windows != 0) {
        state = fftc_hash_number(fftc_hash_number(state, plan->src.map[0].count),
                                 plan->dst.map[0].count);
        state = fftc_hash_number(state, plan->kernel.map[0].modulus);
    }
    if (plan->direct.lines != 0) {
        return fftc_hash_number(hash_scale(state, plan->scale), FFTC_WAY_DIRECT);
    }
    if (plan->by_plans.forward != NULL) {
        state = fftc_hash_text(state, plan->isa);
        return fftc_hash_number(hash_scale(state, plan->scale), plan->by_plans.numbers);
    }
    for (int i = 0; i < plan->levels; ++i) {
        state = hash_pair(state, &plan->level[i].pair, plan->exact);
    }
    state = fftc_hash_number(state, (uint64_t)plan->row.radix);
    state = hash_scale(state, plan->scale);
    return hash_pair(state, &plan->row.pair, plan->exact);
}

/* Whether the threads share each signal, one signal after the other. They do not if there are
 * enough signals and each is short. Sharing a single row pays if each thread has some 20 us to
 * do. */
static bool works_inside(const fftc_convolution *plan)
{
    bool few = fftc_convolution_turns(plan) < (size_t)plan->threads;
    double n = (double)plan->row.n;
    if (plan->levels > 0) {
        return few || plan->together * plan->middle_bytes > 1024 * 1024;
    }
    return few && (n * log2(n) >= 4.0 * FFTC_LEAST_WORK ||
                   fftc_override_text("FFTCORE_FORCE_THREADS") != NULL);
}

/* Reserves working memory: `each` bytes for each thread, and what all threads share. */
static fftc_status open_slots(fftc_convolution *plan, size_t each, int threads, size_t all,
                              int executions, fftc_error *error)
{
    size_t bytes;
    if (__builtin_mul_overflow(each, (size_t)threads, &bytes) ||
        __builtin_add_overflow(bytes, all, &bytes)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the working memory does not fit the address space");
    }
    if (bytes <= FFTC_CONVOLUTION_STACK_BYTES) {
        return FFTC_SUCCESS;
    }
    return fftc_slots_open(&plan->slots, &plan->arena, executions, bytes, error);
}

static fftc_status build(fftc_convolution *plan, const fftc_engine *const *engines, int executions,
                         fftc_error *error)
{
    fftc_status status = fftc_convolution_plan_levels(plan, engines, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (plan->nothing) {
        plan->signature = sign(plan);
        return FFTC_SUCCESS;
    }
    const bool direct = plan->direct.lines != 0;
    const bool by_plans = plan->by_plans.forward != NULL;
    double points = 1.0;
    for (int i = 0; i < plan->request.rank && !direct; ++i) {
        points *= (double)plan->period[i];
    }
    plan->scale = plan->request.factor / points;
    if (!direct && !by_plans) {
        plan->row_spectrum = fftc_numbers_of_complex(plan) * fftc_row_bytes(&plan->row);
        plan->inside = works_inside(plan);
    }
    plan->signature = sign(plan);
    if (direct) {
        return open_slots(plan, plan->direct.work, plan->direct.threads, 0, executions, error);
    }
    plan->single = plan->request.batch * plan->blocks == 1 && plan->threads == 1;
    if (plan->inside) {
        const int threads = plan->levels == 0 ? 1 : plan->threads;
        return open_slots(plan, plan->thread_bytes, threads, plan->together * plan->middle_bytes,
                          executions, error);
    }
    return open_slots(plan, fftc_convolution_work_bytes(plan), plan->threads, 0, executions, error);
}

fftc_status fftc_convolution_make(const fftc_recipe *recipe, fftc_convolution **plan,
                                  fftc_error *error)
{
    const fftc_plan_options *options = &recipe->options;
    fftc_arena arena = fftc_arena_start(options->allocator);
    fftc_convolution *made = fftc_arena_allocate(&arena, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    made->arena = arena;
    made->request = recipe->request;
    made->item = 2 * fftc_precision_bytes(made->request.precision);
    made->threads = options->threads > 0 ? options->threads : 1;
    made->crew = fftc_crew_of(options->pool);
    made->exact = options->reproducible != 0;
    made->isa = recipe->isa;
    memcpy(made->name, recipe->name, sizeof made->name);
    made->made_by = recipe->made_by;
    made->way = recipe->way;
    made->together = 1;
    made->direct.set = fftc_direct_set_for(recipe->machine, made->request.precision, made->exact);
    memcpy(made->chosen, recipe->given, sizeof made->chosen);
    fftc_status status = build(made, recipe->engines, options->executions, error);
    if (status != FFTC_SUCCESS) {
        fftc_convolution_destroy(made);
        return status;
    }
    fftc_convolution_find_arrays(made);
    *plan = made;
    return FFTC_SUCCESS;
}

/* Reads the options as for transforms, but working memory is always the plan's. */
static fftc_status read_options(const fftc_plan_options *given, fftc_plan_options *options,
                                fftc_error *error)
{
    if (given != NULL && given->executions == -1) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "executions is -1: a convolution's working memory is the plan's, pass 0 "
                         "to %d",
                         FFTC_MAX_SLOTS);
    }
    return fftc_options_read(given, 0, options, error);
}

/* Reads what the caller passes, and what follows from it at once. */
static fftc_status read_recipe(const fftc_convolution_description *description,
                               const fftc_plan_options *options, fftc_recipe *recipe,
                               fftc_error *error)
{
    fftc_convolution_description normal;
    const char *isa;
    fftc_status status = fftc_convolution_read(description, &recipe->request, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_isa_select(&isa, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_options(options, &recipe->options, error);
    }
    if (status == FFTC_SUCCESS) {
        /* Descriptions that mean the same get the same plan, and the same saved line. */
        fftc_convolution_normalise(description, &normal);
        status = fftc_convolution_read(&normal, &recipe->request, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    bool exact = recipe->options.reproducible != 0;
    recipe->way = recipe->request.direct_sums ? FFTC_WAY_DIRECT : FFTC_WAY_CHEAPEST;
    recipe->isa = exact ? FFTC_SAVED_ANY_ISA : isa;
    recipe->machine = isa;
    recipe->made_by = fftc_saved_effort_of(recipe->options.effort);
    recipe->engines = exact ? fftc_engines_exact(recipe->request.precision, isa)
                            : fftc_engines(recipe->request.precision, isa);
    fftc_convolution_name(&normal, recipe->name);
    return fftc_engines_check(recipe->engines, recipe->request.precision, error);
}

static fftc_status create(const fftc_convolution_description *description,
                          const fftc_plan_options *options, fftc_convolution **plan,
                          fftc_error *error)
{
    fftc_recipe recipe = {.isa = NULL};
    fftc_recipe saved;
    bool found = false;
    fftc_status status = read_recipe(description, options, &recipe, error);
    if (status == FFTC_SUCCESS && recipe.options.saved != NULL) {
        saved = recipe;
        status = fftc_convolution_read_saved(&saved, &found, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (found) {
        status = fftc_convolution_make(&saved, plan, error);
        /* As for transforms, a line that does not suit counts as none. */
        if (status != FFTC_INVALID_ARGUMENT || recipe.options.effort == FFTC_SAVED) {
            return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
        }
    }
    bool measured = recipe.options.effort == FFTC_MEASURE && recipe.options.reproducible == 0 &&
                    !recipe.request.direct_sums;
    status = measured ? fftc_convolution_measure(&recipe, plan, error)
                      : fftc_convolution_make(&recipe, plan, error);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

fftc_status fftc_convolution_create(const fftc_convolution_description *description,
                                    const fftc_plan_options *options, fftc_convolution **plan,
                                    fftc_error *error)
{
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = create(description, options, plan, error);
    fftc_float_mode_end(&mode);
    return status;
}

void fftc_convolution_destroy(fftc_convolution *plan)
{
    if (plan != NULL) {
        fftc_slots_close(&plan->slots);
        fftc_by_plans_destroy(&plan->by_plans);
        fftc_arena arena = plan->arena;
        fftc_arena_release(&arena);
    }
}

size_t fftc_convolution_spectrum_bytes(const fftc_convolution *plan)
{
    if (plan == NULL) {
        return 0;
    }
    size_t bytes = plan->direct.lines != 0 ? fftc_direct_spectrum_bytes(plan)
                                           : plan->rows * plan->row_spectrum;
    return sizeof(fftc_spectrum_head) + (plan->nothing ? 0 : bytes);
}

/* Each frequency of a transform of s has an error of at most c u log2(n) sum |s|. Those of the
 * signal and of the kernel enter a product of magnitude at most sum |h| |X|, and the way back adds
 * its own. So the bound is that of three transforms, each by fftc_error_bound, and of the roundings
 * of product and delays. */
double fftc_convolution_error_bound(const fftc_convolution *plan)
{
    double bound = 0.0;
    if (plan == NULL || plan->nothing) {
        return 0.0;
    }
    fftc_precision precision = plan->request.precision;
    for (int i = 0; i < plan->request.rank && plan->direct.lines == 0; ++i) {
        bound += 3.0 * fftc_error_bound(precision, plan->period[i]);
    }
    bound += plan->split ? fftc_error_bound(precision, 1) : 0.0;
    bound += plan->direct.lines != 0 ? fftc_direct_error_bound(plan)
                                     : 2.0 * fftc_error_bound(precision, 1);
    if (plan->blocks > 1) { /* which meet a number as often */
        bound *= sqrt(ceil((double)plan->src.map[0].count / (double)plan->block));
    }
    /* A result is rounded once more. */
    bound += plan->request.storage.precision == FFTC_FLOAT16 ? 0x1p-11 : 0.0;
    for (int i = 0; i < plan->request.rank; ++i) {
        const fftc_axis_wish *wish = &plan->request.wish[i];
        if (wish->padding != FFTC_PADDING_ZERO) { /* whose copies count as signal */
            bound *= sqrt((double)fftc_axis_copies(wish));
        }
    }
    return bound * (plan->request.factor > 1.0 ? plan->request.factor : 1.0);
}
