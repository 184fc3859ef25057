/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/candidates.h"

#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/short_columns.h"
#include "cpu/keep_few.h"

static fftc_choice *insert(fftc_shortlist *list, double cost)
{
    if (cost >= list->limit) {
        return NULL;
    }
    const int at = fftc_keep_few(list->cost, list->choice, sizeof *list->choice, &list->count,
                                 list->most, cost);
    if (at < 0) {
        return NULL;
    }
    list->choice[at].count = 0;
    list->choice[at].next = 0;
    list->choice[at].cut = false;
    return &list->choice[at];
}

fftc_choice *fftc_line_offer(fftc_shortlist *list, fftc_line_kind kind, double cost)
{
    fftc_choice *choice = insert(list, cost);
    if (choice != NULL) {
        fftc_choice_put(choice, (size_t)kind);
    }
    return choice;
}

void fftc_shortlist_join(fftc_shortlist *list, const fftc_shortlist *others)
{
    for (int i = 0; i < others->count; ++i) {
        fftc_choice *choice = insert(list, others->cost[i]);
        if (choice != NULL) {
            *choice = others->choice[i];
        }
    }
}

/* Where errors count, a convolution must be cheaper than every other way: its cost includes
 * them. */
static void ask_kinds(const fftc_line_task *task, fftc_shortlist *list)
{
#define NUMBER(NAME, name, number) number,
    static const int order[] = {FFTC_LINE_KINDS(NUMBER)};
#undef NUMBER
    double others = 1e300;
    for (size_t i = 0; i < sizeof order / sizeof *order; ++i) {
        const fftc_line_ops *kind = fftc_line_kinds[order[i]];
        list->limit = kind->convolves && task->wish.care != FFTC_CARE_NONE ? others : 1e300;
        kind->offer(task, list);
        if (list->settled && !task->measure) {
            return;
        }
        if (!kind->convolves && list->count > 0) {
            others = list->cost[0];
        }
    }
}

double fftc_line_choose(const fftc_line_task *task, fftc_choice *choice)
{
    fftc_shortlist list;
    fftc_shortlist_start(&list, 1);
    ask_kinds(task, &list);
    if (list.count == 0) {
        *choice = (fftc_choice){.count = 0};
        return 1e300;
    }
    *choice = list.choice[0];
    return list.cost[0];
}

/* Lists ways for columns: short ones, and with other radices, on engines as wide as there are
 * columns or next to that. */
static void list_columns(size_t m, size_t columns, const fftc_engine *const *engines,
                         fftc_shortlist *list)
{
    fftc_vector_plan plans[8];
    double costs[8];
    if (fftc_short_columns_can(engines, m)) {
        fftc_choice *choice = insert(list, 0.0);
        fftc_short_columns_write(m, choice);
    }
    for (; *engines != NULL; ++engines) {
        size_t lanes = (size_t)(*engines)->lanes;
        double groups = (double)((columns + lanes - 1) / lanes);
        int count = fftc_vector_best(*engines, m, true, 8, plans, costs);
        for (int i = 0; i < count; ++i) {
            fftc_choice *choice = insert(list, groups * costs[i]);
            if (choice != NULL) {
                fftc_columns_write(*engines, &plans[i], choice);
            }
        }
    }
}

void fftc_candidates_list(const fftc_choice *choice, const fftc_engine *const *engines,
                          fftc_shortlist *list)
{
    fftc_shortlist_start(list, FFTC_CANDIDATES);
    if (choice->n > 1 && choice->columns > 0) {
        list_columns(choice->n, choice->columns, engines, list);
    } else if (choice->n > 1) {
        const fftc_line_wish wish = {.care = (fftc_care)choice->care};
        fftc_line_task task = fftc_line_task_of(choice->n, engines, wish);
        task.measure = true;
        ask_kinds(&task, list);
    }
}
