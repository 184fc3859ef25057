/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/candidates.h"

#include <string.h>

#include "cpu/engine/lines/line_kinds.h"

static const size_t longest_row_bytes = 1 << 20;
static const size_t shortest_long_bytes = 1 << 15;

static void insert(fftc_shortlist *list, double cost, const fftc_choice *choice)
{
    int at = list->count;
    if (choice->cut || (at == FFTC_CANDIDATES && cost >= list->best[at - 1].cost)) {
        return;
    }
    for (int i = 0; i < list->count; ++i) {
        const fftc_choice *known = &list->best[i].choice;
        if (known->count == choice->count &&
            memcmp(known->word, choice->word, choice->count * sizeof *choice->word) == 0) {
            return;
        }
    }
    if (at == FFTC_CANDIDATES) {
        --at;
    } else {
        ++list->count;
    }
    for (; at > 0 && list->best[at - 1].cost > cost; --at) {
        list->best[at] = list->best[at - 1];
    }
    list->best[at].cost = cost;
    list->best[at].choice = *choice;
}

void fftc_line_keep_cheaper(void *best, const fftc_line *line)
{
    fftc_line *kept = best;
    if (line->cost < kept->cost) {
        double scale = kept->scale;
        fftc_care care = kept->care;
        *kept = *line;
        kept->scale = scale;
        kept->care = care;
    }
}

void fftc_shortlist_offer(fftc_shortlist *list, const fftc_line *line)
{
    fftc_choice choice = {.count = 0};
    fftc_line_write(line, &choice);
    insert(list, line->cost, &choice);
}

/* The same columns with other radices, on engines as wide as there are columns or next to that. */
static void list_columns(size_t m, size_t columns, const fftc_engine *const *engines,
                         fftc_shortlist *list)
{
    fftc_vector_plan plans[8];
    double costs[8];
    for (; *engines != NULL; ++engines) {
        size_t lanes = (size_t)(*engines)->lanes;
        double groups = (double)((columns + lanes - 1) / lanes);
        int count = fftc_vector_best(*engines, m, true, 8, plans, costs);
        for (int i = 0; i < count; ++i) {
            fftc_choice choice = {.count = 0};
            fftc_columns_write(*engines, &plans[i], &choice);
            insert(list, groups * costs[i], &choice);
        }
    }
}

void fftc_candidates_list(const fftc_choice *choice, const fftc_engine *const *engines,
                          fftc_shortlist *list)
{
    size_t n = choice->n;
    list->count = 0;
    if (n <= 1) {
        return;
    }
    if (choice->columns > 0) {
        list_columns(n, choice->columns, engines, list);
        return;
    }
    fftc_line dense = {.kind = FFTC_LINE_DENSE, .n = n, .precision = engines[0]->precision};
    fftc_dense_choose(n, engines, &dense);
    if (dense.cost < 1e300) {
        fftc_shortlist_offer(list, &dense);
    }
    fftc_grid_candidates(n, engines, list);
    if (fftc_vector_has_radices(n)) {
        /* The model's costs of rows and of long rows cannot be compared well, so each is listed
         * where it may win. */
        size_t bytes = n * 2 * fftc_precision_bytes(engines[0]->precision);
        if (bytes <= longest_row_bytes) {
            fftc_packed_candidates(n, engines, list);
            fftc_row_candidates(n, engines, list);
            fftc_wide_candidates(n, engines, list);
            fftc_triple_candidates(n, engines, list);
            fftc_square_candidates(n, engines, list);
        }
        if (bytes >= shortest_long_bytes) {
            fftc_long_candidates(n, engines, list);
        }
        fftc_dense_candidates(n, engines, list);
        if (fftc_line_may_convolve(n, (fftc_care)choice->care)) {
            fftc_rader_candidates(n, engines, list);
            fftc_short_rader_candidates(n, engines, list);
            fftc_chirp_candidates(n, (fftc_care)choice->care, engines, list);
        }
    } else {
        if (fftc_vector_possible(n)) {
            fftc_row_candidates(n, engines, list);
        }
        fftc_rader_candidates(n, engines, list);
        fftc_short_rader_candidates(n, engines, list);
        fftc_chirp_candidates(n, (fftc_care)choice->care, engines, list);
    }
}
