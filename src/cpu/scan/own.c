/* SPDX-License-Identifier: MIT
 *
 * Scans by an operation of the user's, which is called for two items at a time. The trees are those
 * of units/scan_tmpl.h; of the rows' totals a node is kept for each power of two of them.
 */
#include <string.h>

#include "cpu/scan/scan.h"

typedef struct item {
    alignas(16) unsigned char bytes[FFTC_SCAN_ITEM_BYTES_MAX];
    bool headed;
} item;

#define NODES (FFTC_SCAN_BLOCK_LOG2 - FFTC_SCAN_ROW_LOG2 + 1)

static size_t item_bytes(const fftc_scan_request *request)
{
    return (size_t)4 * request->words;
}

/* *later = *earlier o *later */
static void join(const fftc_scan_request *request, const item *earlier, item *later)
{
    const fftc_scan_operator *own = &request->description.own;
    if (!later->headed) {
        item both;
        own->combine(own->user, earlier->bytes, later->bytes, both.bytes);
        memcpy(later->bytes, both.bytes, item_bytes(request));
        later->headed = earlier->headed;
    }
}

/* Replaces each item of a row by the tree that ends with it. */
static void rise(const fftc_scan_request *request, item *row, size_t items)
{
    for (size_t half = 1; half < FFTC_SCAN_ROW; half *= 2) {
        for (size_t i = half; i < items; i = (i + 1) | half) {
            join(request, &row[(i & ~(half - 1)) - 1], &row[i]);
        }
    }
}

static size_t load_row(const fftc_scan_block *block, size_t first, item *row)
{
    size_t bytes = item_bytes(block->request);
    size_t items = block->items - first < FFTC_SCAN_ROW ? block->items - first : FFTC_SCAN_ROW;
    for (size_t i = 0; i < items; ++i) {
        memcpy(row[i].bytes, (const unsigned char *)block->src + (first + i) * bytes, bytes);
        row[i].headed = block->heads != NULL && fftc_scan_head(block->heads, first + i);
    }
    return items;
}

/* Joins the nodes, which are trees of the rows before `row`, with the item. */
static void prepend_nodes(const fftc_scan_request *request, const item *nodes, size_t row, item *x)
{
    for (size_t k = 0; k < NODES; ++k) {
        if ((row >> k & 1) != 0) {
            join(request, &nodes[k], x);
        }
    }
}

static void push(const fftc_scan_request *request, item *nodes, size_t row, item total)
{
    size_t k = 0;
    for (; (row >> k & 1) != 0; ++k) {
        join(request, &nodes[k], &total);
    }
    nodes[k] = total;
}

/* What all items of the array before a row make. */
static item before_row(const fftc_scan_request *request, const item *before, const item *nodes,
                       size_t row)
{
    item x = {.headed = false};
    memcpy(x.bytes, request->identity, item_bytes(request));
    prepend_nodes(request, nodes, row, &x);
    join(request, before, &x);
    x.headed = false; /* what comes before a segment is cut off by the row's own heads */
    return x;
}

static void store_row(const fftc_scan_block *block, size_t first, const item *before,
                      const item *row, size_t items)
{
    size_t bytes = item_bytes(block->request);
    for (size_t i = 0; i < items; ++i) {
        bool head = block->heads != NULL && fftc_scan_head(block->heads, first + i);
        item x = *before;
        if (!block->exclusive || i != 0) {
            x = row[block->exclusive ? i - 1 : i];
            join(block->request, before, &x);
        }
        const void *result =
            block->exclusive && head ? (const void *)block->request->shown : (const void *)x.bytes;
        memcpy((unsigned char *)block->dst + (first + i) * bytes, result, bytes);
    }
}

static void scan(const fftc_scan_block *block, const fftc_scan_total *before,
                 fftc_scan_total *total)
{
    const fftc_scan_request *request = block->request;
    item nodes[NODES];
    item first = {.headed = before->headed};
    memcpy(first.bytes, before->value, item_bytes(request));
    size_t rows = 0;
    for (size_t done = 0; done < block->items; done += FFTC_SCAN_ROW, ++rows) {
        item row[FFTC_SCAN_ROW];
        size_t items = load_row(block, done, row);
        rise(request, row, items);
        if (block->dst != NULL) {
            item x = before_row(request, &first, nodes, rows);
            store_row(block, done, &x, row, items);
        }
        push(request, nodes, rows, row[items - 1]);
    }
    item all = {.headed = false};
    memcpy(all.bytes, request->identity, item_bytes(request));
    prepend_nodes(request, nodes, rows, &all);
    memcpy(total->value, all.bytes, item_bytes(request));
    total->headed = all.headed;
}

static void join_totals(const fftc_scan_request *request, fftc_scan_total *before,
                        const fftc_scan_total *total)
{
    item earlier = {.headed = before->headed};
    item later = {.headed = total->headed};
    memcpy(earlier.bytes, before->value, item_bytes(request));
    memcpy(later.bytes, total->value, item_bytes(request));
    join(request, &earlier, &later);
    memcpy(before->value, later.bytes, item_bytes(request));
    before->headed = later.headed;
}

const fftc_scan_engine fftc_scan_own_engine = {scan, join_totals};
