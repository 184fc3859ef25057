/* SPDX-License-Identifier: MIT
 *
 * The kinds of lines, one file each. All of them choose, measure, save, prepare and execute by one
 * interface, fftc_line_ops.
 *
 * A new kind is its file in this directory, with its fftc_line_ops at the end, and its row in
 * FFTC_LINE_KINDS (line.h). Its `offer` says which lengths it can do, and what that costs in the
 * nanoseconds of cost.h: as the other kinds do, so that costs can be compared. What differs between
 * processors belongs into the cost. The numbers of an offer are all that is decided: they are what
 * a plan saves, what measuring tries, and what `prepare` reads. What a kind makes of them is its
 * own (fftc_line.own).
 */
#ifndef FFTC_CPU_LINE_KINDS_H
#define FFTC_CPU_LINE_KINDS_H

#include <string.h>

#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line.h"
#include "support/smooth.h"

/* An execution. */
typedef struct fftc_line_job {
    const fftc_team *team;
    void *work; /* of the threads */
    void *shared;
    const void *src;
    void *dst;
    int inverse;
    const fftc_prefetch_row *next; /* NULL: nothing is fetched meanwhile */
} fftc_line_job;

/* A function that is NULL does nothing, or says 0 or false. */
typedef struct fftc_line_ops {
    /* Offers ways to do the line (fftc_line_offer), the numbers of each in a fixed order; none if
     * the kind is none for it. */
    void (*offer)(const fftc_line_task *task, fftc_shortlist *list);
    /* Reads the numbers, which may be anything, into a line whose n, precision and scale are set,
     * and makes its tables. */
    fftc_status (*prepare)(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error);
    /* What fftc_line_thread_bytes, _shared_bytes, _has_spare and _divides say. */
    size_t (*thread_bytes)(const fftc_line *line);
    size_t (*shared_bytes)(const fftc_line *line);
    bool (*has_spare)(const fftc_line *line, size_t *offset);
    bool (*divides)(const fftc_line *line);
    /* NULL: line->run_rows does it. */
    void (*execute)(const fftc_line *line, const fftc_line_job *job);
    /* Whether results can be stored by non-temporal stores while job->next is prefetched. */
    bool (*prefetches_nontemporal)(const fftc_line *line);
    bool prefetches; /* `execute` fetches job->next */
    bool convolves;  /* the line rounds more often than others */
} fftc_line_ops;

#define FFTC_LINE_DECLARE(NAME, name, number) extern const fftc_line_ops fftc_##name##_line;
FFTC_LINE_KINDS(FFTC_LINE_DECLARE)
#undef FFTC_LINE_DECLARE

/* The functions of the kinds, by fftc_line_kind. */
extern const fftc_line_ops *const fftc_line_kinds[];

/* Bytes of a complex number. */
static inline size_t fftc_line_item(const fftc_line *line)
{
    return 2 * fftc_precision_bytes(line->precision);
}

static inline size_t fftc_task_bytes(const fftc_line_task *task)
{
    return task->n * 2 * fftc_precision_bytes(task->engines[0]->precision);
}

/* Where rows of more bytes can be long ones, they are. */
#define FFTC_LONGEST_ROW_BYTES ((size_t)1 << 20)

/* Whether n has no factor that a row's first pass can take. Then only the scalar engine can run it
 * as a row, and a convolution may be better. */
static inline bool fftc_line_is_narrow(size_t n)
{
    return n % 2 != 0 && n % 3 != 0 && n % 5 != 0 && n % 7 != 0 && n % 11 != 0 && n % 13 != 0;
}

/* Whether to consider a convolution. Passes can do the whole row if it is a product of their
 * radices; but short rows with a large prime factor fill few lanes, at smaller errors. */
static inline bool fftc_task_may_convolve(const fftc_line_task *task)
{
    return !task->smooth || fftc_line_is_narrow(task->n) ||
           (task->wish.care == FFTC_CARE_NONE && task->n <= 512 && fftc_rough_part(task->n) > 1);
}

/* The engine of as many lanes as the choice says; NULL if there is none. */
static inline const fftc_engine *fftc_engine_read(fftc_choice *choice,
                                                  const fftc_engine *const *engines)
{
    size_t lanes;
    const fftc_engine *found = NULL;
    if (fftc_choice_get(choice, 1, 64, &lanes)) {
        for (; *engines != NULL && found == NULL; ++engines) {
            found = (size_t)(*engines)->lanes == lanes ? *engines : NULL;
        }
    }
    return found;
}

/* Like fftc_line_prepare, but what is decided is read from the choice. */
fftc_status fftc_line_prepare_as(const fftc_line_task *task, fftc_choice *choice, fftc_arena *arena,
                                 fftc_line *line, fftc_error *error);

/* Tables of `count` times so many bytes, not touched; NULL without memory, and that is said. */
void *fftc_line_table(const fftc_line *line, size_t count, size_t bytes, fftc_arena *arena,
                      fftc_error *error);

/* The kind's own, line->own from now on: zero; NULL without memory, and that is said. */
void *fftc_line_own(fftc_line *line, size_t bytes, fftc_arena *arena, fftc_error *error);

/* The engine that is estimated to suit so many columns best. */
const fftc_engine *fftc_columns_engine(const fftc_engine *const *engines, size_t columns);

void fftc_columns_write(const fftc_engine *engine, const fftc_vector_plan *plan,
                        fftc_choice *choice);

/* Whether the results of packed rows with this first radix are stored in whole cache lines. */
bool fftc_packed_stores_lines(const fftc_line *line, int radix);

/* Twiddles for a first pass of radix r1 on packed numbers, of r1 * m points, times scale; NULL
 * without memory. */
void *fftc_packed_twiddles(const fftc_line *line, size_t r1, size_t m, double scale,
                           fftc_arena *arena, fftc_error *error);

/* Twiddles as complex numbers, which takes half the memory of fftc_packed_twiddles. One more number
 * behind them is memory, too, because the last twiddle is also loaded from its middle on. */
void *fftc_packed_twiddle_numbers(const fftc_line *line, size_t r1, size_t m, double scale,
                                  fftc_arena *arena, fftc_error *error);

/* The engines from the one on that suits a first radix best: it fills more than half of the lanes,
 * or no narrower vectors hold it. */
const fftc_engine *const *fftc_line_filled(const fftc_engine *const *engines, int radix);

/* Up to so many bytes, rows whose first radix fills no more than half of the lanes are short ones
 * of narrower vectors. FFTCORE_FORCE_NARROW_BYTES sets another limit, so that tests reach long rows
 * of narrower vectors with few points. */
size_t fftc_line_narrow_bytes(void);

/* Short rows, whatever their length. */
void fftc_row_offer(const fftc_line_task *task, fftc_shortlist *list);

/* product.c: z = x * y (fftc_engine.multiply), by the team. */
typedef struct fftc_spectra_product {
    const void *x;
    const void *y;
    void *z;
    int swap_x;
    int swap_z;
    size_t n;
} fftc_spectra_product;
void fftc_line_multiply(const fftc_engine *engine, const fftc_team *team,
                        fftc_spectra_product product);

#endif
