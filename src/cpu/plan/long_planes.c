/* SPDX-License-Identifier: MIT
 *
 * See planes.h. Columns are those of short_columns.h.
 */
#include "cpu/plan/planes.h"

#include "cpu/engine/lines/line_kinds.h"
#include "cpu/real/real_engine.h"
#include "support/error.h"

/* The most bytes between rows and columns: they leave room for both sides in the first-level
 * cache. */
enum { MOST_BYTES = 16 * 1024 };

typedef struct long_planes {
    fftc_short_columns columns;
    size_t number;                /* bytes of a complex number */
    size_t width;                 /* complex numbers of a row where columns are done */
    size_t pitch;                 /* from row to row of the working memory, in complex numbers */
    bool prefetches;              /* complex: the memory of results is prefetched while rows are
                                  done */
    const fftc_move *nontemporal; /* complex: results are stored by non-temporal stores; or NULL */
    fftc_short_columns inside;    /* columns within the working memory, whose results are stored
                                  afterwards */
    fftc_real_line real;
    fftc_engine_rows_run rows_run;
    fftc_engine_rows rows[2];
} long_planes;

typedef struct working_memory {
    double rows[MOST_BYTES / sizeof(double) + 8];
    double strip[FFTC_SHORT_COLUMNS_BYTES / sizeof(double)]; /* also the working memory of real
                                                                lines */
} working_memory;

/* --- carrying out ----------------------------------------------------------------------------- */

/* How many rows are done between two pieces of the results' memory that are prefetched: prefetches
 * of more than a few cache lines at once would wait for each other. */
enum { PIECE_ROWS = 4 };

static void run_rows_prefetching(const long_planes *b, const fftc_engine_rows *all, const char *p,
                                 char *y, const char *d, size_t dst_line)
{
    fftc_engine_rows each = *all;
    for (size_t row = 0; row < all->count; row += each.count) {
        each.count = all->count - row < PIECE_ROWS ? all->count - row : PIECE_ROWS;
        const fftc_prefetch place = {.lines = each.count,
                                     .step = dst_line * b->number,
                                     .bytes = b->width * b->number,
                                     .near = true};
        fftc_prefetch_lines(&place, d + row * place.step, true);
        b->rows_run(&each, p + row * all->src_step * b->number,
                    y + row * all->dst_step * b->number);
    }
}

/* Transforms the columns with non-temporal stores: by the columns' own stores, or from working
 * memory if dst does not begin at a cache line. */
static void run_columns_nontemporal(const long_planes *b, const fftc_engine_rows *rows, char *y,
                                    char *d, char *strip)
{
    if (fftc_short_columns_can_be_nontemporal(&b->columns, d, b->width)) {
        fftc_short_columns_run(&b->columns, y, d, b->width, strip, rows->inverse, true);
        return;
    }
    const size_t row = b->width * b->number; /* in this case also the pitch */
    const size_t count = (size_t)rows->first;
    const bool packed = rows->dst_line == b->width;
    fftc_short_columns_run(&b->inside, y, y, b->width, strip, rows->inverse, false);
    fftc_move_stream(b->nontemporal, y, row, d, rows->dst_line * b->number,
                     packed ? count * row : row, packed ? 1 : count);
}

static void run_complex(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(FFTC_CACHE_LINE)));
    const long_planes *b = rows->context;
    const char *p = src;
    char *d = dst;
    fftc_engine_rows each = b->rows[rows->inverse];
    each.count = (size_t)rows->first;
    each.src_step = rows->src_line;
    each.dst_step = b->pitch;
    for (size_t i = 0; i < rows->count; ++i) {
        if (b->prefetches) {
            run_rows_prefetching(b, &each, p, (char *)y.rows, d, rows->dst_line);
        } else {
            b->rows_run(&each, p, y.rows);
        }
        if (b->nontemporal != NULL) {
            run_columns_nontemporal(b, rows, (char *)y.rows, d, (char *)y.strip);
        } else {
            fftc_short_columns_run(&b->columns, y.rows, d, b->width, y.strip, rows->inverse, false);
        }
        p += rows->src_step * b->number;
        d += rows->dst_step * b->number;
    }
    if (b->nontemporal != NULL) {
        b->nontemporal->settle();
    }
}

static void run_real(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(FFTC_CACHE_LINE)));
    const fftc_team alone = {.threads = 1};
    const long_planes *b = rows->context;
    const size_t real = b->number / 2;
    const size_t pitch = b->pitch * b->number;
    const size_t count = (size_t)rows->first;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; ++i) {
        if (rows->inverse) {
            fftc_short_columns_run(&b->columns, p, y.rows, b->width, y.strip, 1, false);
            fftc_real_line_execute_several(&b->real, &alone, y.strip, count, y.rows, pitch, d,
                                           rows->dst_line * real);
        } else {
            fftc_real_line_execute_several(&b->real, &alone, y.strip, count, p,
                                           rows->src_line * real, y.rows, pitch);
            fftc_short_columns_run(&b->columns, y.rows, d, b->width, y.strip, 0, false);
        }
        p += rows->src_step * (rows->inverse ? b->number : real);
        d += rows->dst_step * (rows->inverse ? real : b->number);
    }
}

/* --- planning --------------------------------------------------------------------------------- */

/* The distance between rows of working memory: whole vectors, also for real lines that are
 * products. */
static size_t pitch_of(size_t width)
{
    return (width + 7) / 8 * 8;
}

/* Whether one call does so many rows. */
static bool rows_suit(const fftc_plan *plan, size_t rows, size_t n)
{
    const fftc_choices *choices = plan->arena.choices;
    const fftc_line_wish wish = {.batch = rows};
    const fftc_line_task task = fftc_line_task_of(n, plan->engines, wish);
    fftc_choice choice;
    if (choices != NULL && choices->count < choices->given) {
        return true; /* fftc_long_planes_prepare finds out */
    }
    if (n > FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_LAST) {
        return false;
    }
    (void)fftc_line_choose(&task, &choice);
    return choice.word[0] == FFTC_LINE_PACKED;
}

double fftc_long_planes_bytes(const fftc_plan *plan, size_t bytes)
{
    const fftc_layout *layout = &plan->layout;
    double all = plan->transform.placement == FFTC_IN_PLACE ? 1.0 : 2.0;
    all *= (double)bytes * (double)layout->batch.length;
    for (int i = 0; i < layout->loops; ++i) {
        all *= (double)layout->axis[i].length;
    }
    return all;
}

bool fftc_long_planes_cached(const fftc_plan *plan, size_t bytes)
{
    const size_t known = fftc_cache_bytes(2);
    return fftc_long_planes_bytes(plan, bytes) < (known > 0 ? (double)known : 256.0 * 1024.0);
}

/* Planes of more bytes were measured to be no faster than ordinary passes where arrays exceed the
 * second-level cache, except by columns of one radix. */
enum { MOST_BYTES_UNCACHED = 4096 };

/* Whether planes of so many bytes pay. Ordinary passes prefetch, and use non-temporal stores where
 * arrays exceed the caches. */
static bool pays(const fftc_plan *plan, size_t bytes, bool one_pass)
{
    const bool real = plan->transform.kind == FFTC_REAL;
    if (one_pass && !real) {
        return true;
    }
    if (fftc_long_planes_bytes(plan, bytes) >= (double)fftc_traffic_least_bytes() / 2.0) {
        return false;
    }
    return fftc_long_planes_cached(plan, bytes) ? real || bytes < MOST_BYTES
                                                : bytes <= MOST_BYTES_UNCACHED;
}

/* Whether results may be stored by non-temporal stores: planes of `rows` rows, which are `apart`
 * numbers from each other in dst. */
static bool may_be_nontemporal(const fftc_plan *plan, const fftc_column_passes *column_passes,
                               size_t rows, size_t width, size_t apart)
{
    const size_t number = 2 * fftc_precision_bytes(plan->engines[0]->precision);
    const size_t bytes = rows * width * number;
    const double all = fftc_long_planes_bytes(plan, bytes);
    size_t first;
    size_t last;
    fftc_short_columns_radices(column_passes, rows, &first, &last);
    return plan->transform.placement != FFTC_IN_PLACE && all < (double)SIZE_MAX &&
           width * number % FFTC_CACHE_LINE == 0 && apart * number % FFTC_CACHE_LINE == 0 &&
           first != 0 && column_passes->pass_nontemporal[last == 1 ? first : last] != NULL &&
           fftc_traffic_streams(plan->move, bytes, (size_t)all, true);
}

bool fftc_long_planes_suits(const fftc_plan *plan, const fftc_column_passes *column_passes,
                            bool brief)
{
    const fftc_layout *layout = &plan->layout;
    const size_t rows = layout->axis[layout->rank - 2].length;
    const size_t n = layout->axis[layout->rank - 1].length;
    const bool real = plan->transform.kind == FFTC_REAL;
    const size_t number = 2 * fftc_precision_bytes(plan->engines[0]->precision);
    const size_t width = real ? n / 2 + 1 : n;
    size_t first;
    size_t last;
    if (rows > FFTC_PLANES_MOST_COLUMN || width > MOST_BYTES / number ||
        rows * pitch_of(width) * number > MOST_BYTES) {
        return false;
    }
    fftc_short_columns_radices(column_passes, rows, &first, &last);
    return first != 0 && fftc_storage_unstaged(layout->src_storage) &&
           fftc_storage_unstaged(layout->dst_storage) &&
           (pays(plan, rows * width * number, last == 1) ||
            (!real && may_be_nontemporal(plan, column_passes, rows, n,
                                         layout->axis[layout->rank - 2].dst))) &&
           (brief ||
            (real ? n % 2 == 0 && n >= 4 && rows_suit(plan, 1, n / 2) : rows_suit(plan, rows, n)));
}

/* Leaves no candidates for rows, since other ways of doing them need more than one call, or more
 * working memory. */
static void want_no_candidates(fftc_plan *plan)
{
    fftc_choices *choices = plan->arena.choices;
    if (choices != NULL && choices->count > 0) {
        choices->choice[choices->count - 1].n = 0;
    }
}

static fftc_status prepare_rows(fftc_plan *plan, long_planes *b, size_t rows, size_t n,
                                fftc_error *error)
{
    fftc_line line;
    const fftc_line_wish wish = {.scale = plan->scale, .batch = rows, .apart = true};
    fftc_status status = fftc_line_prepare(n, plan->engines, wish, &plan->arena, &line, error);
    want_no_candidates(plan);
    if (status == FFTC_SUCCESS && line.run_rows == NULL) {
        return fftc_choice_refuse(error);
    }
    if (status == FFTC_SUCCESS) {
        b->rows_run = line.run_rows;
        b->rows[0] = line.rows[0];
        b->rows[1] = line.rows[1];
    }
    return status;
}

static fftc_status prepare_lines(fftc_plan *plan, long_planes *b, const fftc_plan_step *s,
                                 fftc_error *error)
{
    fftc_real_line_choice choice =
        fftc_real_axis_choice(&plan->transform, &plan->layout, s->axis_index);
    choice.scale = plan->scale;
    choice.threads = 1;
    choice.lines = s->across.length;
    choice.joinable = s->across.length;
    fftc_status status =
        fftc_real_line_prepare(&choice, plan->engines, &plan->arena, &b->real, error);
    want_no_candidates(plan);
    bool fits = status != FFTC_SUCCESS || b->real.bytes <= FFTC_SHORT_COLUMNS_BYTES;
    return fits ? status : fftc_choice_refuse(error);
}

/* Decides how results are stored: by non-temporal stores where they exceed the caches, if rows are
 * whole cache lines. */
static fftc_status choose_traffic(fftc_plan *plan, const fftc_plan_step *s, long_planes *b,
                                  fftc_error *error)
{
    if (may_be_nontemporal(plan, b->columns.column_passes, s->across.length, b->width,
                           s->across.dst)) {
        b->nontemporal = plan->move;
        return fftc_short_columns_prepare(&b->inside, b->columns.column_passes,
                                          plan->engines[0]->precision, s->across.length, b->pitch,
                                          b->pitch, 1.0, &plan->arena, error);
    }
    b->prefetches = plan->transform.placement != FFTC_IN_PLACE &&
                    fftc_traffic_prefetches_places(
                        fftc_long_planes_bytes(plan, s->across.length * b->width * b->number));
    return FFTC_SUCCESS;
}

fftc_status fftc_long_planes_prepare(fftc_plan *plan, fftc_plan_step *s,
                                     const fftc_real_matrix *matrix, fftc_error *error)
{
    const fftc_column_passes *column_passes = fftc_short_columns_passes(plan->engines);
    const bool real = plan->transform.kind == FFTC_REAL;
    const bool from_spectra = real && !s->src.storage.real;
    long_planes *b = fftc_arena_allocate(&plan->arena, 1, sizeof *b);
    if (b == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for planes");
    }
    *b = (long_planes){.number = 2 * fftc_precision_bytes(plan->engines[0]->precision),
                       .width = real ? s->axis.length / 2 + 1 : s->axis.length,
                       .real = {.product = matrix, .precision = plan->engines[0]->precision}};
    const bool whole_lines = !real && b->width * b->number % FFTC_CACHE_LINE == 0;
    b->pitch = whole_lines ? b->width : pitch_of(b->width);
    fftc_status status = fftc_short_columns_prepare(
        &b->columns, column_passes, plan->engines[0]->precision, s->across.length,
        from_spectra ? s->across.src : b->pitch, from_spectra ? b->pitch : s->across.dst, 1.0,
        &plan->arena, error);
    if (status == FFTC_SUCCESS && !real) {
        status = choose_traffic(plan, s, b, error);
    }
    if (status == FFTC_SUCCESS && !real) {
        status = prepare_rows(plan, b, s->across.length, s->axis.length, error);
    } else if (status == FFTC_SUCCESS && matrix == NULL) {
        status = prepare_lines(plan, b, s, error);
    }
    s->line.rows[0].context = s->line.rows[1].context = b;
    s->line.run_rows = real ? run_real : run_complex;
    return status;
}
