/* SPDX-License-Identifier: MIT
 *
 * Carries out the vector FFT of vector_plan.h: passes depth first, in parts for threads.
 */
#include "cpu/engine/tables/products.h"
#include "cpu/engine/vector_plan.h"
#include "cpu/engine/vector_prime.h"

/* Where the last pass stores its results, and which transforms are done at once
 * (fftc_engine_order). */
typedef struct sink {
    const fftc_engine *engine;
    const fftc_vector_plan *plan;
    char *work;
    fftc_engine_edge dst;
    size_t siblings;
    size_t apart;
    size_t shift;
    fftc_vector_remainder remainder;
    char *stage;      /* where results wait for fftc_move.stream; NULL: they do not */
    ptrdiff_t coming; /* vectors from a block to the one that is done after it, to be prefetched */
} sink;

/* A block of the work array: where it is, and how many points come before it. */
typedef struct block {
    size_t position;
    size_t points;
} block;

/* The vectors from one block that a pass leaves to the next. */
static size_t stride_of(const fftc_vector_plan *plan, int pass)
{
    return plan->sub[pass] + (pass == 0 ? plan->pad : 0);
}

static block block_of(const fftc_vector_plan *plan, int pass, block in, size_t q)
{
    block sub = {in.position + q * stride_of(plan, pass), in.points + q * plan->sub[pass]};
    return sub;
}

static char *work_at(const sink *s, size_t position)
{
    return s->work + position * fftc_vector_bytes(s->engine);
}

static void finish_prime(const sink *s, block from, size_t blocks)
{
    const fftc_vector_plan *plan = s->plan;
    size_t p = (size_t)plan->radix[plan->passes - 1];
    size_t item = 2 * fftc_precision_bytes(s->engine->precision);
    for (size_t b = 0; b < blocks; ++b) {
        fftc_engine_edge dst = s->dst;
        dst.data = (char *)dst.data + plan->index[from.points / p + b] * dst.stride * item;
        dst.stride *= plan->m / p;
        for (size_t i = 0; i < s->siblings; ++i) {
            fftc_vector_prime_store(s->engine, plan->prime,
                                    work_at(s, from.position + b * p + i * s->apart),
                                    work_at(s, plan->prime_offset), dst);
            dst.data = (char *)dst.data + s->shift * item;
        }
    }
}

/* Prefetches vector number `at` of each sibling's blocks that come after these. */
static void prefetch(const sink *s, block from, size_t at)
{
    size_t bytes = fftc_vector_bytes(s->engine);
    for (size_t i = 0; i < s->siblings; ++i) {
        size_t here = from.position + at + i * s->apart;
        const char *p = work_at(s, (size_t)((ptrdiff_t)here + s->coming));
        for (size_t b = 0; b < bytes; b += 64) {
            __builtin_prefetch(p + b, 0, 2);
        }
    }
}

/* Cache lines that pieces share with their neighbours are not streamed, but read and changed. */
static void prefetch_edges(const sink *s, fftc_engine_order order, size_t r, size_t bytes)
{
    size_t item = 2 * fftc_precision_bytes(s->engine->precision);
    for (size_t q = 0; q < r; ++q) {
        for (size_t b = 0; b < order.blocks; ++b) {
            size_t to = (order.index[b] + q * order.step) * s->dst.stride;
            const char *p = (const char *)s->dst.data + to * item;
            __builtin_prefetch(p, 1, 2);
            __builtin_prefetch(p + bytes - 1, 1, 2);
        }
    }
}

/* Stores a piece of `numbers` results, from vector `at` on, by non-temporal stores. */
static void stream_piece(const sink *s, const char *piece, size_t at, size_t numbers)
{
    size_t item = 2 * fftc_precision_bytes(s->engine->precision);
    s->remainder.move->stream(piece, (char *)s->dst.data + at * s->dst.stride * item,
                              numbers * item);
}

/* Each store to pieces of memory so far apart waits for a cache line that is read in vain. So
 * results go to a stage, and from there past the caches; meanwhile the next blocks are prefetched.
 * Both radices are at most FFTC_ENGINE_MAX_CODELET. */
static void finish_nontemporal(const sink *s, block from, fftc_engine_order order)
{
    static const uint32_t in_order[FFTC_ENGINE_MAX_CODELET] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                               8, 9, 10, 11, 12, 13, 14, 15};
    const fftc_vector_plan *plan = s->plan;
    size_t r = (size_t)plan->radix[plan->passes - 1];
    size_t item = 2 * fftc_precision_bytes(s->engine->precision);
    size_t numbers = s->siblings * s->shift;
    fftc_engine_edge stage = {s->stage, numbers, s->dst.lanes, s->dst.swap};
    fftc_engine_order staged = {in_order,    order.blocks + 1, order.blocks,
                                s->siblings, s->apart,         s->shift};
    if ((uintptr_t)s->dst.data % 64 != 0) {
        prefetch_edges(s, order, r, numbers * item);
    }
    s->engine->radix[r]->store(work_at(s, from.position), stage, staged);
    for (size_t q = 0; q < r; ++q) {
        for (size_t b = 0; b < order.blocks; ++b) {
            if (s->coming != 0) {
                prefetch(s, from, b * r + q);
            }
            stream_piece(s, s->stage + (b + q * staged.step) * numbers * item,
                         order.index[b] + q * order.step, numbers);
        }
    }
}

static void finish(const sink *s, block from, size_t blocks)
{
    if (s->plan->prime != NULL) {
        finish_prime(s, from, blocks);
        return;
    }
    const fftc_vector_plan *plan = s->plan;
    size_t r = (size_t)plan->radix[plan->passes - 1];
    fftc_engine_order order = {
        plan->index + from.points / r, plan->m / r, blocks, s->siblings, s->apart, s->shift};
    if (s->stage != NULL) {
        finish_nontemporal(s, from, order);
        return;
    }
    s->engine->radix[r]->store(work_at(s, from.position), s->dst, order);
}

/* Does pass number `pass` and all passes after it, on one block of sub[pass - 1] vectors and its
 * siblings: depth first, so that a block that fits a cache stays there until it is finished. */
static void descend(const sink *s, int pass, block in)
{
    const fftc_vector_plan *plan = s->plan;
    int r = plan->radix[pass];
    if (pass + 1 == plan->passes) {
        finish(s, in, 1);
        return;
    }
    for (size_t i = 0; i < s->siblings; ++i) {
        s->engine->radix[r]->middle(work_at(s, in.position + i * s->apart), plan->sub[pass],
                                    stride_of(plan, pass), plan->twiddles[pass]);
    }
    if (pass + 2 == plan->passes) {
        finish(s, in, (size_t)r);
        return;
    }
    for (int q = 0; q < r; ++q) {
        descend(s, pass + 1, block_of(plan, pass, in, (size_t)q));
    }
}

/* The passes after the first of a plan whose first pass has loaded `work`. */
static void descend_after_load(const sink *s)
{
    const fftc_vector_plan *plan = s->plan;
    block all = {0, 0};
    if (plan->passes == 2) {
        finish(s, all, (size_t)plan->radix[0]);
        return;
    }
    for (int q = 0; q < plan->radix[0]; ++q) {
        descend(s, 1, block_of(plan, 0, all, (size_t)q));
    }
}

/* `groups` times as many columns as there are lanes (a single group may have fewer). */
static void run_columns(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                        fftc_engine_edge src, fftc_engine_edge dst, size_t groups)
{
    const fftc_engine_radix *first =
        plan->radix[0] <= FFTC_ENGINE_MAX_RADIX ? engine->radix[plan->radix[0]] : NULL;
    size_t group_bytes = fftc_vector_bytes(engine);
    sink s = {.engine = engine,
              .plan = plan,
              .work = work,
              .dst = dst,
              .siblings = groups,
              .apart = plan->room,
              .shift = (size_t)engine->lanes};
    for (size_t i = 0; i < groups; ++i) {
        if (plan->passes == 1 && plan->prime != NULL) {
            fftc_vector_prime_columns(engine, plan->prime, work_at(&s, 0),
                                      work_at(&s, plan->prime_offset), src, dst);
            dst.data = (char *)dst.data + group_bytes;
        } else if (plan->passes == 1) {
            first->single(src, dst, plan->scale);
            dst.data = (char *)dst.data + group_bytes;
        } else if (plan->by_column != NULL) {
            fftc_products_load(engine, plan, work_at(&s, i * s.apart), stride_of(plan, 0), src);
        } else {
            first->load(src, work_at(&s, i * s.apart), plan->sub[0], stride_of(plan, 0),
                        plan->twiddles[0], plan->scale);
        }
        src.data = (char *)src.data + group_bytes;
    }
    if (plan->passes > 1) {
        descend_after_load(&s);
    }
}

void fftc_vector_columns(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                         fftc_engine_edge src, fftc_engine_edge dst)
{
    int lanes = engine->lanes;
    int rest = src.lanes % lanes;
    size_t groups = (size_t)(src.lanes / lanes);
    if (groups > 0) {
        src.lanes = lanes;
        dst.lanes = lanes;
        run_columns(engine, plan, work, src, dst, groups);
    }
    if (rest > 0) {
        src.lanes = rest;
        dst.lanes = rest;
        src.data = (char *)src.data + groups * fftc_vector_bytes(engine);
        dst.data = (char *)dst.data + groups * fftc_vector_bytes(engine);
        run_columns(engine, plan, work, src, dst, 1);
    }
}

/* Columns begin .. end - 1 of the first pass: any part of it is independent of the others. */
static void share_first(void *context, int thread, size_t begin, size_t end)
{
    const sink *s = context;
    const fftc_vector_plan *plan = s->plan;
    int r = plan->radix[0];
    size_t item = 2 * fftc_precision_bytes(s->engine->precision);
    (void)thread;
    s->engine->radix[r]->middle(work_at(s, begin), end - begin, stride_of(plan, 0),
                                (const char *)plan->twiddles[0] + begin * (size_t)(r - 1) * item);
}

/* Blocks begin .. end - 1 of the second pass. */
static void share_second(void *context, int thread, size_t begin, size_t end)
{
    const sink *s = context;
    const fftc_vector_plan *plan = s->plan;
    (void)thread;
    for (size_t q = begin; q < end; ++q) {
        s->engine->radix[plan->radix[1]]->middle(work_at(s, q * stride_of(plan, 0)), plan->sub[1],
                                                 stride_of(plan, 1), plan->twiddles[1]);
    }
}

/* A unit is a group of neighbouring blocks of the first pass, and within each of these the same one
 * of the blocks that the finished passes have left. */
static block block_of_task(const sink *s, size_t task)
{
    const fftc_vector_plan *plan = s->plan;
    size_t sub_blocks = plan->sub[0] / plan->sub[s->remainder.done - 1];
    block at = {0, 0};
    at = block_of(plan, 0, at, task / sub_blocks * s->remainder.siblings);
    size_t points = task % sub_blocks * plan->sub[s->remainder.done - 1];
    return (block){at.position + points, at.points + points};
}

/* Units with all passes that remain. */
static void share_remainder(void *context, int thread, size_t begin, size_t end)
{
    const sink *all = context;
    const fftc_vector_plan *plan = all->plan;
    size_t sub_blocks = plan->sub[0] / plan->sub[all->remainder.done - 1];
    sink s = *all;
    s.apart = stride_of(plan, 0);
    s.shift = s.dst.stride;
    s.stage = all->stage != NULL ? all->stage + (size_t)thread * all->remainder.stage_bytes : NULL;
    for (size_t task = begin; task < end; ++task) {
        block at = block_of_task(&s, task);
        size_t left = (size_t)plan->radix[0] - task / sub_blocks * s.remainder.siblings;
        s.siblings = left < s.remainder.siblings ? left : s.remainder.siblings;
        s.coming = task + 1 < end
                       ? (ptrdiff_t)block_of_task(&s, task + 1).position - (ptrdiff_t)at.position
                       : 0;
        descend(&s, s.remainder.done, at);
    }
    if (s.stage != NULL) {
        s.remainder.move->settle();
    }
}

static size_t tasks_of(const fftc_vector_plan *plan, const fftc_vector_remainder *remainder)
{
    size_t groups = ((size_t)plan->radix[0] + remainder->siblings - 1) / remainder->siblings;
    return groups * (plan->sub[0] / plan->sub[remainder->done - 1]);
}

/* Whether whole groups of blocks give every thread about as much to do. If groups are shared in
 * parts instead, their contents move from one thread's cache to another's once more. */
static bool groups_suffice(size_t groups, size_t threads)
{
    size_t rounds = (groups + threads - 1) / threads;
    return 8 * rounds * threads <= 9 * groups;
}

void fftc_vector_store(const fftc_engine *engine, const fftc_vector_plan *plan,
                       const fftc_team *team, void *work, fftc_engine_edge dst)
{
    sink s = {.engine = engine, .plan = plan, .work = work, .dst = dst, .siblings = 1};
    block all = {0, 0};
    if (plan->siblings == 1) {
        descend(&s, 0, all);
        return;
    }
    fftc_parallel(team, plan->sub[0], share_first, &s);
    s.remainder = (fftc_vector_remainder){.done = 1, .siblings = plan->siblings};
    if (plan->passes > 3 && !groups_suffice(tasks_of(plan, &s.remainder), (size_t)team->threads)) {
        fftc_parallel(team, (size_t)plan->radix[0], share_second, &s);
        s.remainder.done = 2;
    }
    fftc_parallel(team, tasks_of(plan, &s.remainder), share_remainder, &s);
}

void fftc_vector_store_remainder(const fftc_engine *engine, const fftc_vector_plan *plan,
                                 const fftc_team *team, void *work, fftc_engine_edge dst,
                                 const fftc_vector_remainder *remainder)
{
    sink s = {.engine = engine,
              .plan = plan,
              .work = work,
              .dst = dst,
              .remainder = *remainder,
              .stage = remainder->move != NULL ? remainder->stage : NULL};
    fftc_parallel(team, tasks_of(plan, remainder), share_remainder, &s);
}
