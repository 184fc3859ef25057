/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/convolution/convolution.h"
#include "cpu/simd/simd.h"
#include "fftcore/reference.h"

/* Fowler, Noll and Vo's hash of bytes, 64 bits. */
static uint64_t hash(uint64_t state, const void *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) {
        state = (state ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
    }
    return state;
}

static uint64_t hash_number(uint64_t state, uint64_t x)
{
    return hash(state, &x, sizeof x);
}

static uint64_t hash_pair(uint64_t state, const fftc_pair *pair)
{
    state = hash(state, pair->engine->name, strlen(pair->engine->name));
    state = hash_number(state, (uint64_t)pair->engine->lanes);
    state = hash_number(state, pair->m);
    for (int i = 0; i < pair->passes; ++i) {
        state = hash_number(state, (uint64_t)pair->radix[i]);
    }
    return state;
}

/* All that a spectrum's contents depend on, but for the kernel. */
static uint64_t sign(const fftc_convolution *plan)
{
    const fftc_request *r = &plan->request;
    uint64_t state = hash(0xcbf29ce484222325u, fftc_version(), strlen(fftc_version()));
    state = hash_number(state, (uint64_t)r->precision * 4 + r->real * 2u + plan->split);
    for (int i = 0; i < r->rank; ++i) {
        const fftc_map *map = &plan->kernel.map[i];
        state = hash_number(state, plan->period[i]);
        state = hash_number(state, map->at);
        state = hash_number(state, map->end);
        state = hash_number(state, r->wish[i].correlate);
    }
    for (int i = 0; i < plan->levels; ++i) {
        state = hash_pair(state, &plan->level[i].pair);
    }
    state = hash_number(state, (uint64_t)plan->row.radix);
    state = hash(state, &plan->scale, sizeof plan->scale);
    return hash_pair(state, &plan->row.pair);
}

static fftc_status build(fftc_convolution *plan, const fftc_engine *const *engines,
                         fftc_error *error)
{
    fftc_status status = fftc_convolution_plan_levels(plan, engines, error);
    if (status != FFTC_SUCCESS || plan->nothing) {
        return status;
    }
    double points = 1.0;
    for (int i = 0; i < plan->request.rank; ++i) {
        points *= (double)plan->period[i];
    }
    plan->scale = plan->request.factor / points;
    plan->row_spectrum = (plan->request.real ? 2 : 1) * fftc_row_bytes(&plan->row);
    plan->signature = sign(plan);
    /* One signal after the other, unless there are enough of them and each is short. */
    plan->inside = plan->levels > 0 && (plan->request.batch < (size_t)plan->threads ||
                                        plan->middle_bytes > 1024 * 1024);
    size_t threads = (size_t)plan->threads;
    size_t bytes = plan->inside ? plan->thread_bytes : plan->thread_bytes + plan->middle_bytes;
    if (__builtin_mul_overflow(bytes, threads, &bytes) ||
        __builtin_add_overflow(bytes, plan->inside ? plan->middle_bytes : 0, &plan->slot_bytes)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the working memory does not fit the address space");
    }
    /* Large ones are rarely executed many times at once, and the system may not promise so much. */
    plan->slot_count = FFTC_CONVOLUTION_SLOTS;
    while (plan->slots == NULL && plan->slot_count > 0) {
        plan->slots = fftc_arena_reserve(&plan->arena, (size_t)plan->slot_count, plan->slot_bytes);
        plan->slot_count = plan->slots == NULL ? plan->slot_count / 2 : plan->slot_count;
    }
    if (plan->slots == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no working memory for the plan");
    }
    return FFTC_SUCCESS;
}

static fftc_status check_options(const fftc_plan_options *options, fftc_error *error)
{
    if (options == NULL) {
        return FFTC_SUCCESS;
    }
    if (options->threads < 0 || options->threads > 4096) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "threads is %d: pass 0 to 4096",
                         options->threads);
    }
    if (options->pool != NULL && options->pool->run == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "pool->run is NULL: pass a function, or pool NULL for OpenMP");
    }
    if (options->reproducible != 0) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "convolutions are not reproducible across instruction sets: leave it 0");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_convolution_create(const fftc_convolution_description *description,
                                    const fftc_plan_options *options, fftc_convolution **plan,
                                    fftc_error *error)
{
    fftc_request request;
    fftc_arena arena = {0};
    const fftc_simd_isa *isa;
    if (plan == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "plan is NULL: pass where to put it");
    }
    *plan = NULL;
    fftc_status status = fftc_convolution_read(description, &request, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_simd_isa_select(&isa, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_options(options, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    arena.allocator = options != NULL ? options->allocator : NULL;
    fftc_convolution *made = fftc_arena_allocate(&arena, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    made->arena = arena;
    if (arena.allocator != NULL) {
        made->allocator = *arena.allocator;
        made->arena.allocator = &made->allocator;
    }
    made->request = request;
    made->item = 2 * fftc_precision_bytes(request.precision);
    made->threads = options != NULL && options->threads > 0 ? options->threads : 1;
    if (options != NULL && options->pool != NULL) {
        made->pool = *options->pool;
    }
    for (int i = 0; i < FFTC_CONVOLUTION_SLOTS; ++i) {
        atomic_flag_clear(&made->busy[i]);
    }
    status = build(made, fftc_engines(request.precision, isa->name), error);
    if (status != FFTC_SUCCESS) {
        fftc_convolution_destroy(made);
        return status;
    }
    *plan = made;
    return fftc_succeed(error);
}

void fftc_convolution_destroy(fftc_convolution *plan)
{
    if (plan != NULL) {
        /* The plan is in its own arena: what releases it must not be in there. */
        fftc_arena arena = plan->arena;
        fftc_allocator allocator = plan->allocator;
        if (arena.allocator != NULL) {
            arena.allocator = &allocator;
        }
        fftc_arena_release(&arena);
    }
}

size_t fftc_convolution_spectrum_bytes(const fftc_convolution *plan)
{
    if (plan == NULL) {
        return 0;
    }
    return sizeof(fftc_spectrum_head) + (plan->nothing ? 0 : plan->rows * plan->row_spectrum);
}

/* Each frequency of a transform of s has an error of at most c u log2(n) sum |s|; the signal's and
 * the kernel's meet in a product of magnitude at most sum |h| |X|, and the way back adds its own.
 * Three transforms, then, each by the bound of fftc_error_bound, and the roundings of product and
 * delays. */
double fftc_convolution_error_bound(const fftc_convolution *plan)
{
    double bound = 0.0;
    if (plan == NULL || plan->nothing) {
        return 0.0;
    }
    fftc_precision precision = plan->request.precision;
    for (int i = 0; i < plan->request.rank; ++i) {
        bound += 3.0 * fftc_error_bound(precision, plan->period[i]);
    }
    bound += plan->split ? fftc_error_bound(precision, 1) : 0.0;
    return (bound + 2.0 * fftc_error_bound(precision, 1)) *
           (plan->request.factor > 1.0 ? plan->request.factor : 1.0);
}
