/* SPDX-License-Identifier: MIT
 *
 * What is before each of a sequence of totals, which come one after the other
 * (fftcore/kernel/scan_association.h). It takes some five operations for each total.
 */
#ifndef FFTC_CPU_SCAN_NODES_H
#define FFTC_CPU_SCAN_NODES_H

#include "cpu/scan/scan.h"

#define FFTC_SCAN_NODES 48 /* 2^58 items are 2^46 blocks */

typedef struct fftc_scan_nodes {
    const fftc_scan_engine *engine;
    const fftc_scan_request *request;
    uint64_t count; /* of the totals so far */
    /* Where bit k of the count is 1: the whole tree of the 2^k totals that the bit stands for. */
    fftc_scan_total node[FFTC_SCAN_NODES];
    /* What the digits of the count above digit d make, behind what is before all totals. */
    fftc_scan_total above[FFTC_SCAN_NODES / FFTC_SCAN_ROW_LOG2];
} fftc_scan_nodes;

/* No totals yet, and `before` in front of them. The engine and the request must outlive them. */
void fftc_scan_nodes_begin(fftc_scan_nodes *nodes, const fftc_scan_engine *engine,
                           const fftc_scan_request *request, const fftc_scan_total *before);
void fftc_scan_nodes_push(fftc_scan_nodes *nodes, const fftc_scan_total *total);
/* What is before the next total. */
fftc_scan_total fftc_scan_nodes_before(const fftc_scan_nodes *nodes);
/* The tree of all totals, without what is before them. */
fftc_scan_total fftc_scan_nodes_tree(const fftc_scan_nodes *nodes);

#endif
