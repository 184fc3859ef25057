/* SPDX-License-Identifier: MIT
 *
 * Scans on the CPU: what plans, executions and the vector units share.
 */
#ifndef FFTC_CPU_SCAN_H
#define FFTC_CPU_SCAN_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cpu/parallel.h"
#include "describe/scan_request.h"

/* Rows whose totals are scanned as one more row. */
#define FFTC_SCAN_GROUP (FFTC_SCAN_ROW * FFTC_SCAN_ROW)
#define FFTC_SCAN_GROUPS (FFTC_SCAN_BLOCK / FFTC_SCAN_GROUP)
#define FFTC_SCAN_ITEM_BYTES_MAX (4 * FFTC_SCAN_OWN_WORDS_MAX)

/* What some items make together; `headed` says that a segment begins among them, and the value is
 * then that of the last one. */
typedef struct fftc_scan_total {
    alignas(16) unsigned char value[FFTC_SCAN_ITEM_BYTES_MAX];
    bool headed;
} fftc_scan_total;

static inline fftc_scan_total fftc_scan_identity_of(const fftc_scan_request *request)
{
    fftc_scan_total e = {.headed = false};
    memcpy(e.value, request->identity, sizeof request->identity);
    return e;
}

/* One block, or what there is of it. */
typedef struct fftc_scan_block {
    const void *src;
    const uint32_t *heads; /* the block's; NULL without segments */
    void *dst;             /* NULL: only the total is wanted */
    size_t items;          /* 1 to FFTC_SCAN_BLOCK */
    bool exclusive;
    bool nontemporal; /* dst goes past the caches; its alignment allows that */
    const fftc_scan_request *request;
} fftc_scan_block;

typedef struct fftc_scan_engine {
    /* Scans a block behind which all items before it make `before`; *total receives what the
     * block's own items make. */
    void (*scan)(const fftc_scan_block *block, const fftc_scan_total *before,
                 fftc_scan_total *total);
    /* *before = *before o *total */
    void (*join)(const fftc_scan_request *request, fftc_scan_total *before,
                 const fftc_scan_total *total);
} fftc_scan_engine;

struct fftc_scan {
    fftc_scan_request request;
    const fftc_scan_engine *engine;
    fftc_allocator allocator;
    fftc_crew crew;
    int threads;
    bool nontemporal; /* results are more than the caches hold */
};

/* engines.c: of a type and an operation other than FFTC_SCAN_OWN. */
const fftc_scan_engine *fftc_scan_engine_of(const char *isa, fftc_scan_type type,
                                            fftc_scan_operation operation);

/* own.c: of FFTC_SCAN_OWN. */
extern const fftc_scan_engine fftc_scan_own_engine;

/* Whether a segment begins at a block's item. */
static inline bool fftc_scan_head(const uint32_t *heads, size_t i)
{
    return (heads[i / 32] >> i % 32 & 1) != 0;
}

#endif
