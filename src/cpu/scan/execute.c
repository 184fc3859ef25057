/* SPDX-License-Identifier: MIT
 *
 * Carrying a scan out. Each thread takes the next block, finds its total, waits until that of all
 * blocks before it is known, adds its own for the next block, and then stores its results: memory
 * is read and written once. A single thread need not know a block's total before it stores.
 */
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "cpu/scan/nodes.h"
#include "support/check.h"
#include "support/error.h"

typedef struct run {
    const fftc_scan *scan;
    const unsigned char *src;
    const uint32_t *heads;
    unsigned char *dst;
    bool nontemporal;
    bool alone;
    size_t blocks;
    atomic_size_t next; /* the first block that nobody has taken */
    /* The totals of all blocks before block `ready`, and how many heads they have. Who took that
     * block writes the two, and then the number. */
    atomic_size_t ready;
    fftc_scan_nodes nodes;
    uint64_t heads_before;
} run;

/* Work as fftc_worthy_threads counts it: 10 us are some 40000 items. */
#define WORK_OF_ITEM 3.0

static size_t bytes_of(const run *r)
{
    return (size_t)4 * r->scan->request.words;
}

static fftc_scan_block block_of(const run *r, size_t number)
{
    const fftc_scan_description *d = &r->scan->request.description;
    size_t first = number * FFTC_SCAN_BLOCK;
    size_t left = (size_t)d->length - first;
    return (fftc_scan_block){.src = r->src + first * bytes_of(r),
                             .heads = d->segmented ? r->heads + first / 32 : NULL,
                             .items = left < FFTC_SCAN_BLOCK ? left : FFTC_SCAN_BLOCK,
                             .exclusive = d->kind == FFTC_EXCLUSIVE_SCAN,
                             .nontemporal = r->nontemporal,
                             .request = &r->scan->request};
}

static void wait_for(run *r, size_t number)
{
    for (unsigned spins = 0; atomic_load_explicit(&r->ready, memory_order_acquire) != number;
         ++spins) {
        if (spins % 64 == 63) {
            (void)sched_yield();
        }
    }
}

/* Heads after a block's first item, and the one behind its last item if that is there. So the last
 * items of segments are counted, but for the array's. */
static uint64_t count_ends(const run *r, size_t number, size_t items)
{
    size_t first = number * FFTC_SCAN_BLOCK;
    size_t behind = first + items;
    uint64_t count =
        behind < r->scan->request.description.length && fftc_scan_head(r->heads, behind);
    for (size_t i = first; i < behind; i += 32) {
        uint32_t word = r->heads[i / 32];
        word &= i == first ? ~1u : ~0u;
        word &= behind - i < 32 ? (1u << (behind - i)) - 1u : ~0u;
        count += (uint64_t)__builtin_popcount(word);
    }
    return count;
}

/* Stores the result of each segment that ends in a block. */
static void store_segments(run *r, fftc_scan_block *block, size_t number,
                           const fftc_scan_total *before, uint64_t segment)
{
    alignas(64) unsigned char results[FFTC_SCAN_BLOCK * FFTC_SCAN_ITEM_BYTES_MAX];
    const fftc_scan_description *d = &r->scan->request.description;
    fftc_scan_total total;
    block->dst = results;
    block->nontemporal = false;
    r->scan->engine->scan(block, before, &total);
    for (size_t i = 0; i < block->items && segment < d->segments; ++i) {
        size_t behind = number * FFTC_SCAN_BLOCK + i + 1;
        if (behind == d->length || fftc_scan_head(r->heads, behind)) {
            memcpy(r->dst + segment * bytes_of(r), results + i * bytes_of(r), bytes_of(r));
            ++segment;
        }
    }
}

/* What is to be done once the total of all blocks before it is known. */
static void store_block(run *r, fftc_scan_block *block, size_t number,
                        const fftc_scan_total *before, uint64_t segment)
{
    const fftc_scan_description *d = &r->scan->request.description;
    fftc_scan_total total;
    if (d->kind != FFTC_REDUCTION) {
        block->dst = r->dst + number * FFTC_SCAN_BLOCK * bytes_of(r);
        r->scan->engine->scan(block, before, &total);
    } else if (d->segmented) {
        store_segments(r, block, number, before, segment);
    }
}

static void run_block(run *r, size_t number)
{
    const fftc_scan *scan = r->scan;
    const fftc_scan_description *d = &scan->request.description;
    fftc_scan_block block = block_of(r, number);
    fftc_scan_total total;
    uint64_t heads = d->segmented ? count_ends(r, number, block.items) : 0;
    if (r->alone && d->kind != FFTC_REDUCTION) {
        const fftc_scan_total before = fftc_scan_nodes_before(&r->nodes);
        block.dst = r->dst + number * FFTC_SCAN_BLOCK * bytes_of(r);
        scan->engine->scan(&block, &before, &total);
        fftc_scan_nodes_push(&r->nodes, &total);
        return;
    }
    const fftc_scan_total unknown = fftc_scan_identity_of(&scan->request);
    scan->engine->scan(&block, &unknown, &total);
    wait_for(r, number);
    const fftc_scan_total before = fftc_scan_nodes_before(&r->nodes);
    const uint64_t segment = r->heads_before;
    fftc_scan_nodes_push(&r->nodes, &total);
    r->heads_before += heads;
    atomic_store_explicit(&r->ready, number + 1, memory_order_release);
    store_block(r, &block, number, &before, segment);
}

static void run_blocks(void *context, int thread, size_t begin, size_t end)
{
    run *r = context;
    (void)thread;
    (void)begin;
    (void)end;
    for (;;) {
        size_t number = atomic_fetch_add_explicit(&r->next, 1, memory_order_relaxed);
        if (number >= r->blocks) {
            return;
        }
        run_block(r, number);
    }
}

static void carry_out(run *r)
{
    const fftc_scan_request *request = &r->scan->request;
    const fftc_scan_description *d = &request->description;
    fftc_team team = {
        .threads = fftc_worthy_threads((double)d->length * WORK_OF_ITEM, r->scan->threads, false),
        .crew = &r->scan->crew,
        .to_nearest = true};
    const fftc_scan_total nothing = fftc_scan_identity_of(request);
    fftc_scan_nodes_begin(&r->nodes, r->scan->engine, request, &nothing);
    r->blocks = (size_t)((d->length + FFTC_SCAN_BLOCK - 1) / FFTC_SCAN_BLOCK);
    r->alone = team.threads == 1;
    fftc_parallel(&team, (size_t)team.threads, run_blocks, r);
    if (d->kind == FFTC_REDUCTION && !d->segmented) {
        const fftc_scan_total all = fftc_scan_nodes_tree(&r->nodes);
        memcpy(r->dst, d->length != 0 ? all.value : (const unsigned char *)request->shown,
               bytes_of(r));
    } else if (d->kind == FFTC_EXCLUSIVE_SCAN && d->length != 0) {
        memcpy(r->dst, request->shown, bytes_of(r));
    }
}

fftc_status fftc_scan_execute(const fftc_scan *scan, const void *src, const uint32_t *heads,
                              void *dst, fftc_error *error)
{
    if (scan == NULL) {
        return fftc_fail_null(error, "scan");
    }
    fftc_status status = fftc_scan_check_arrays(&scan->request, src, heads, dst, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    run r = {.scan = scan,
             .src = src,
             .heads = heads,
             .dst = dst,
             .nontemporal = scan->nontemporal && (uintptr_t)dst % 16 == 0};
    carry_out(&r);
    return fftc_succeed(error);
}
