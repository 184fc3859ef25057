/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/candidates.h"

#include <string.h>

#include "cpu/engine/lines/line_kinds.h"

static const size_t longest_listed_row_bytes = 1 << 20;
static const size_t shortest_listed_long_bytes = 1 << 15;

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

/* All other ways are listed already. Where errors count, only what the model considers cheaper than
 * those, as the estimate does: its costs of convolutions include their errors. */
static void list_convolutions(size_t n, fftc_care care, const fftc_engine *const *engines,
                              fftc_shortlist *list)
{
    const double others = list->count > 0 ? list->best[0].cost : 1e300;
    fftc_shortlist found = {.count = 0};
    if (!fftc_line_rader_is_rough(n, care)) {
        fftc_rader_candidates(n, care, engines, &found);
        fftc_short_rader_candidates(n, engines, &found);
    }
    fftc_chirp_candidates(n, care, engines, &found);
    for (int i = 0; i < found.count; ++i) {
        if (care == FFTC_CARE_NONE || found.best[i].cost < others) {
            insert(list, found.best[i].cost, &found.best[i].choice);
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
    const fftc_care care = (fftc_care)choice->care;
    const bool dense_is_rough = fftc_line_dense_is_rough(n, care);
    fftc_line dense = {.kind = FFTC_LINE_DENSE, .n = n, .precision = engines[0]->precision};
    fftc_dense_choose(n, engines, &dense);
    if (dense.cost < 1e300 && !dense_is_rough) {
        fftc_shortlist_offer(list, &dense);
    }
    fftc_grid_candidates(n, engines, list);
    if (fftc_vector_has_radices(n)) {
        /* The model's costs of rows and of long rows cannot be compared well, so each is listed
         * where it may win. */
        size_t bytes = n * 2 * fftc_precision_bytes(engines[0]->precision);
        if (bytes <= longest_listed_row_bytes) {
            fftc_packed_candidates(n, engines, list);
            fftc_row_candidates(n, engines, list);
            fftc_wide_candidates(n, engines, list);
            fftc_triple_candidates(n, engines, list);
            fftc_square_candidates(n, engines, list);
        }
        if (bytes >= shortest_listed_long_bytes) {
            fftc_long_candidates(n, engines, list);
        }
        if (!dense_is_rough) {
            fftc_dense_candidates(n, engines, list);
        }
        if (fftc_line_may_convolve(n, care)) {
            list_convolutions(n, care, engines, list);
        }
    } else {
        if (fftc_vector_possible(n) && !fftc_line_row_is_rough(n, care, engines)) {
            fftc_row_candidates(n, engines, list);
        }
        list_convolutions(n, care, engines, list);
    }
}
