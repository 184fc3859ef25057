/* SPDX-License-Identifier: MIT */
#include "cpu/scan/nodes.h"

static fftc_scan_total join(const fftc_scan_nodes *nodes, const fftc_scan_total *earlier,
                            const fftc_scan_total *later)
{
    fftc_scan_total both = *earlier;
    nodes->engine->join(nodes->request, &both, later);
    return both;
}

/* The tree of the totals that bits [first, behind) of the count stand for. */
static fftc_scan_total tree_of(const fftc_scan_nodes *nodes, unsigned first, unsigned behind)
{
    fftc_scan_total tree = fftc_scan_identity_of(nodes->request);
    for (unsigned k = first; k < behind && nodes->count >> k != 0; ++k) {
        if ((nodes->count >> k & 1) != 0) {
            tree = join(nodes, &nodes->node[k], &tree);
        }
    }
    return tree;
}

void fftc_scan_nodes_begin(fftc_scan_nodes *nodes, const fftc_scan_engine *engine,
                           const fftc_scan_request *request, const fftc_scan_total *before)
{
    nodes->engine = engine;
    nodes->request = request;
    nodes->count = 0;
    for (unsigned d = 0; d < FFTC_SCAN_NODES / FFTC_SCAN_ROW_LOG2; ++d) {
        nodes->above[d] = *before;
    }
}

void fftc_scan_nodes_push(fftc_scan_nodes *nodes, const fftc_scan_total *total)
{
    unsigned k = 0;
    fftc_scan_total tree = *total;
    for (; (nodes->count >> k & 1) != 0; ++k) {
        tree = join(nodes, &nodes->node[k], &tree);
    }
    nodes->node[k] = tree;
    ++nodes->count;
    for (unsigned d = k / FFTC_SCAN_ROW_LOG2; d > 0; --d) {
        tree = tree_of(nodes, d * FFTC_SCAN_ROW_LOG2, (d + 1) * FFTC_SCAN_ROW_LOG2);
        nodes->above[d - 1] = join(nodes, &nodes->above[d], &tree);
    }
}

fftc_scan_total fftc_scan_nodes_before(const fftc_scan_nodes *nodes)
{
    fftc_scan_total tree = tree_of(nodes, 0, FFTC_SCAN_ROW_LOG2);
    return join(nodes, &nodes->above[0], &tree);
}

fftc_scan_total fftc_scan_nodes_tree(const fftc_scan_nodes *nodes)
{
    return tree_of(nodes, 0, FFTC_SCAN_NODES);
}
