/* SPDX-License-Identifier: MIT
 *
 * Scans by an operation of the user's, which is called for two items at a time.
 */
#include <string.h>

#include "cpu/scan/nodes.h"

static size_t item_bytes(const fftc_scan_request *request)
{
    return (size_t)4 * request->words;
}

/* *later = *earlier o *later */
static void join(const fftc_scan_request *request, const fftc_scan_total *earlier,
                 fftc_scan_total *later)
{
    const fftc_scan_operator *own = &request->description.own;
    if (!later->headed) {
        fftc_scan_total both;
        own->combine(own->user, earlier->value, later->value, both.value);
        memcpy(later->value, both.value, item_bytes(request));
        later->headed = earlier->headed;
    }
}

/* Replaces each item of a row by the tree that ends with it. */
static void rise(const fftc_scan_request *request, fftc_scan_total *row, size_t items)
{
    for (size_t half = 1; half < FFTC_SCAN_ROW; half *= 2) {
        for (size_t i = half; i < items; i = (i + 1) | half) {
            join(request, &row[(i & ~(half - 1)) - 1], &row[i]);
        }
    }
}

static size_t load_row(const fftc_scan_block *block, size_t first, fftc_scan_total *row)
{
    size_t bytes = item_bytes(block->request);
    size_t items = block->items - first < FFTC_SCAN_ROW ? block->items - first : FFTC_SCAN_ROW;
    for (size_t i = 0; i < items; ++i) {
        memcpy(row[i].value, (const unsigned char *)block->src + (first + i) * bytes, bytes);
        row[i].headed = block->heads != NULL && fftc_scan_head(block->heads, first + i);
    }
    return items;
}

static void store_row(const fftc_scan_block *block, size_t first, const fftc_scan_total *before,
                      const fftc_scan_total *row, size_t items)
{
    size_t bytes = item_bytes(block->request);
    for (size_t i = 0; i < items; ++i) {
        bool head = block->heads != NULL && fftc_scan_head(block->heads, first + i);
        fftc_scan_total x = *before;
        if (!block->exclusive || i != 0) {
            x = row[block->exclusive ? i - 1 : i];
            join(block->request, before, &x);
        }
        const void *result =
            block->exclusive && head ? (const void *)block->request->shown : (const void *)x.value;
        memcpy((unsigned char *)block->dst + (first + i) * bytes, result, bytes);
    }
}

static void scan(const fftc_scan_block *block, const fftc_scan_total *before,
                 fftc_scan_total *total)
{
    const fftc_scan_request *request = block->request;
    fftc_scan_nodes nodes;
    fftc_scan_nodes_begin(&nodes, &fftc_scan_own_engine, request, before);
    for (size_t done = 0; done < block->items; done += FFTC_SCAN_ROW) {
        fftc_scan_total row[FFTC_SCAN_ROW];
        size_t items = load_row(block, done, row);
        rise(request, row, items);
        if (block->dst != NULL) {
            const fftc_scan_total x = fftc_scan_nodes_before(&nodes);
            store_row(block, done, &x, row, items);
        }
        fftc_scan_nodes_push(&nodes, &row[items - 1]);
    }
    *total = fftc_scan_nodes_tree(&nodes);
}

static void join_totals(const fftc_scan_request *request, fftc_scan_total *before,
                        const fftc_scan_total *total)
{
    fftc_scan_total later = *total;
    join(request, before, &later);
    *before = later;
}

const fftc_scan_engine fftc_scan_own_engine = {scan, join_totals};
