/* SPDX-License-Identifier: MIT
 *
 * The emulated kernel of one number of words. Define FFTC_SCAN_WORDS, FFTC_PRECISION and
 * SCAN_KERNEL, its name; the unit ends with it.
 */
#define FFTC_CALLS

#include "cpu/emulate/scan_kernel.h"
#include "fftcore/kernel/dialect.h"

#define this_run ((const fftc_scan_run *)fftc_emulated_user())
#define this_key (this_run->dispatch->key)
#define this_description (this_run->request->description)

/* Parameters are expressions that read the current run. */
#define FFTC_SCAN_ITEMS_LOG2 (this_key.items_log2)
#define FFTC_WORKGROUP_LOG2 (this_key.workgroup_log2)
#define FFTC_SUBGROUP_LOG2 (this_key.subgroup_log2)
#define FFTC_SCAN_SEGMENTED (this_description.segmented ? 1u : 0u)
#define FFTC_SCAN_EXACT (this_key.exact)
#define FFTC_SCAN_ITEM_WORDS (this_run->request->words)
#define FFTC_SCAN_KIND ((uint32_t)this_description.kind)
#define FFTC_SCAN_ROLE ((uint32_t)this_key.role)
#define FFTC_SCAN_OF_TOTALS (this_key.of_totals ? 1u : 0u)
#define FFTC_SCAN_TYPE ((uint32_t)this_description.type)
#define FFTC_SCAN_OPERATION ((uint32_t)this_description.operation)
#define FFTC_SCAN_LOADS_MAX 256
#define FFTC_SCAN_ITEMS_MAX 4

typedef struct fftc_scan_value fftc_scan_value;
typedef struct fftc_scan_items fftc_scan_items;
static fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later);
static fftc_scan_value fftc_scan_identity(void);
static fftc_uint fftc_scan_number(fftc_uniform which);
static fftc_scan_value fftc_scan_shown(void);
static fftc_scan_items fftc_scan_src_items(fftc_uint index);
static fftc_scan_value fftc_scan_src_item(fftc_uint index);
static void fftc_scan_dst_items(fftc_uint index, fftc_scan_items items);
static void fftc_scan_dst_item(fftc_uint index, fftc_scan_value item);
static fftc_uint fftc_scan_heads_get(fftc_uint word);
static fftc_uint fftc_scan_scratch_get(fftc_uint index);
static void fftc_scan_scratch_set(fftc_uint index, fftc_uint word);
static fftc_uint fftc_scan_scratch_atomic_get(fftc_uint index);
static void fftc_scan_scratch_atomic_set(fftc_uint index, fftc_uint word);
static fftc_uint fftc_scan_scratch_atomic_add(fftc_uint index, fftc_uint word);

#include "fftcore/kernel/scan_array.h"
#include "fftcore/kernel/scan_operations.h"

static fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
{
    const fftc_scan_operator *own = &this_description.own;
    fftc_scan_value both = later;
    if (this_description.operation != FFTC_SCAN_OWN) {
        return fftc_scan_usual(earlier, later);
    }
    own->combine(own->user, earlier.word, later.word, both.word);
    return both;
}

static fftc_scan_value value_of(const uint32_t *words)
{
    fftc_scan_value value = {{0}};
    memcpy(value.word, words, 4 * this_run->request->words);
    return value;
}

static fftc_scan_value fftc_scan_identity(void)
{
    return value_of(this_run->request->identity);
}

static fftc_scan_value fftc_scan_shown(void)
{
    return value_of(this_run->request->shown);
}

static fftc_uint fftc_scan_number(fftc_uniform which)
{
    const fftc_scan_numbers *n = &this_run->dispatch->numbers;
    const uint32_t numbers[] = {n->length,    n->blocks,     n->first_block, n->array_at,
                                n->totals_at, n->has_before, n->segments};
    return numbers[which];
}

static fftc_uint get(uint32_t memory, fftc_uint index)
{
    uint32_t word;
    fftc_memory_load(memory, index, &word);
    return word;
}

static fftc_scan_value fftc_scan_src_item(fftc_uint index)
{
    fftc_scan_value value = {{0}};
    for (uint32_t w = 0; w < FFTC_SCAN_ITEM_WORDS; ++w) {
        value.word[w] = get(this_run->src, index * FFTC_SCAN_ITEM_WORDS + w);
    }
    return value;
}

static void fftc_scan_dst_item(fftc_uint index, fftc_scan_value item)
{
    for (uint32_t w = 0; w < FFTC_SCAN_ITEM_WORDS; ++w) {
        fftc_memory_store(FFTC_SCAN_MEMORY_DST, index * FFTC_SCAN_ITEM_WORDS + w, &item.word[w]);
    }
}

static fftc_scan_items fftc_scan_src_items(fftc_uint index)
{
    fftc_scan_items items;
    for (uint32_t i = 0; i < 1u << FFTC_SCAN_ITEMS_LOG2; ++i) {
        items.item[i] = fftc_scan_src_item(index + i);
    }
    return items;
}

static void fftc_scan_dst_items(fftc_uint index, fftc_scan_items items)
{
    for (uint32_t i = 0; i < 1u << FFTC_SCAN_ITEMS_LOG2; ++i) {
        fftc_scan_dst_item(index + i, items.item[i]);
    }
}

static fftc_uint fftc_scan_heads_get(fftc_uint word)
{
    return get(FFTC_SCAN_MEMORY_HEADS, word);
}

static fftc_uint fftc_scan_scratch_get(fftc_uint index)
{
    return get(FFTC_SCAN_MEMORY_SCRATCH, index);
}

static void fftc_scan_scratch_set(fftc_uint index, fftc_uint word)
{
    fftc_memory_store(FFTC_SCAN_MEMORY_SCRATCH, index, &word);
}

#define ATOMIC(operation, index, word)                                                         \
    (uint32_t) fftc_emulate_memory_atomic(operation, FFTC_SCAN_MEMORY_SCRATCH, index, word, 0, \
                                          FFTC_ORDER_RELAXED, FFTC_HERE)

static fftc_uint fftc_scan_scratch_atomic_get(fftc_uint index)
{
    return ATOMIC(FFTC_ATOMIC_LOAD, index, 0);
}

static void fftc_scan_scratch_atomic_set(fftc_uint index, fftc_uint word)
{
    (void)ATOMIC(FFTC_ATOMIC_STORE, index, word);
}

static fftc_uint fftc_scan_scratch_atomic_add(fftc_uint index, fftc_uint word)
{
    return ATOMIC(FFTC_ATOMIC_ADD, index, word);
}

void SCAN_KERNEL(void *run)
{
    (void)run;
    fftc_scan_array();
}
