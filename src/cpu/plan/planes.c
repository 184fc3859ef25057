/* SPDX-License-Identifier: MIT
 *
 * Arrays of two short axes, such as the blocks of a picture: one call does both axes, of all planes
 * of a loop. As two steps, the overhead of a plane would cost more than its arithmetic. The same
 * for three axes (cubes.c).
 */
#include <string.h>

#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/machine.h"
#include "cpu/minimum.h"
#include "cpu/plan/planes.h"
#include "support/error.h"

/* A saved plane begins with one of these numbers, where a line has its kind (line.h): transposed
 * ones (transposed_planes.c), and others. */
enum { KIND = 20, TRANSPOSED = 21 };

/* The most real numbers of a row: their spectrum fits the room between columns and rows. */
enum { MOST_REAL = 2 * (FFTC_LANE_ROWS_PITCH - 1) };

/* The first engine that has planes. */
static const fftc_engine *engine_for(const fftc_plan *plan)
{
    for (const fftc_engine *const *e = plan->engines; *e != NULL; ++e) {
        if ((*e)->lane_rows != NULL) {
            return *e;
        }
    }
    return NULL;
}

/* Items of an axis on a side. */
static size_t items_of(const fftc_plan *plan, int i, fftc_storage storage)
{
    size_t n = plan->layout.axis[i].length;
    bool spectrum = plan->transform.kind == FFTC_REAL && !storage.real;
    return spectrum && i == plan->layout.rank - 1 ? n / 2 + 1 : n;
}

static bool is_short_without_range(const fftc_plan *plan, int i, size_t most)
{
    const fftc_layout *layout = &plan->layout;
    size_t n = layout->axis[i].length;
    return n >= 2 && n <= most &&
           fftc_range_length(layout->src_range[i]) == items_of(plan, i, layout->src_storage) &&
           fftc_range_length(layout->dst_range[i]) == items_of(plan, i, layout->dst_storage);
}

/* Real lines, and how those are done that have a lane each; NULL: not so. */
static fftc_real_line_choice real_row(const fftc_plan *plan, fftc_codelet_lines_run **by_codelets)
{
    const fftc_layout *layout = &plan->layout;
    const int last = layout->rank - 1;
    fftc_real_line_choice row = fftc_real_axis_choice(&plan->transform, layout, last);
    row.lines = layout->axis[last - 1].length;
    *by_codelets =
        fftc_codelet_lines_choose(&row, plan->engines[0]->precision, plan->engines[0]->name);
    return row;
}

/* Whether real lines are such, or products with a matrix. */
static bool rows_are_brief(const fftc_plan *plan)
{
    fftc_codelet_lines_run *by_codelets;
    const fftc_real_line_choice row = real_row(plan, &by_codelets);
    return by_codelets != NULL ||
           fftc_real_matrix_suits_planes(&row, row.lines, plan->engines[0]->precision,
                                         plan->engines[0]->name);
}

/* Whether rows that are short enough for a codelet, or the room of a real row, suit: complex ones,
 * or brief real ones. */
static bool row_suits(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    int last = layout->rank - 1;
    if (plan->transform.kind == FFTC_COMPLEX) {
        return is_short_without_range(plan, last, FFTC_PACKED_MAX_RADIX);
    }
    return is_short_without_range(plan, last, MOST_REAL) && rows_are_brief(plan);
}

/* Whether both axes are so short. */
static bool is_small(const fftc_plan *plan)
{
    return is_short_without_range(plan, plan->layout.rank - 2, FFTC_PACKED_MAX_RADIX) &&
           row_suits(plan);
}

static bool is_long_plane(const fftc_plan *plan)
{
    return fftc_long_planes_suits(plan, fftc_short_columns_passes(plan->engines),
                                  plan->transform.kind == FFTC_REAL && rows_are_brief(plan));
}

/* Whether the axes are whole, and the last one contiguous. */
static bool have_no_range(const fftc_plan *plan, int axes)
{
    const fftc_layout *layout = &plan->layout;
    const fftc_axis *last = &layout->axis[layout->rank - 1];
    for (int i = layout->rank - axes; i < layout->rank; ++i) {
        if (!is_short_without_range(plan, i, SIZE_MAX)) {
            return false;
        }
    }
    return last->src == 1 && last->dst == 1;
}

/* Three axes of which no side is staged: those whose columns fit working memory. */
static bool is_small_cube(const fftc_plan *plan)
{
    const fftc_axis *first = &plan->layout.axis[plan->layout.loops];
    return first[0].length <= FFTC_PACKED_MAX_RADIX &&
           first[0].length * first[1].length <= FFTC_CUBES_MOST_ROWS && is_small(plan);
}

/* Whether the choices that are given allow planes: there are none, or they say so. */
static bool was_chosen(const fftc_choices *choices)
{
    if (choices == NULL || choices->count >= choices->given) {
        return true;
    }
    const fftc_choice *next = &choices->choice[choices->count];
    return next->count > 0 && (next->word[0] == KIND || next->word[0] == TRANSPOSED);
}

/* Whether planes are done with their axes transposed: as the choices that are given say, or where
 * it pays. */
static bool are_transposed(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    const fftc_choices *choices = plan->arena.choices;
    const fftc_axis *axis = &layout->axis[layout->rank - 2];
    if (layout->rank - layout->loops != 2 ||
        !fftc_transposed_planes_can(plan, axis[0].length, axis[1].length)) {
        return false;
    }
    return choices != NULL && choices->count < choices->given
               ? choices->choice[choices->count].word[0] == TRANSPOSED
               : fftc_transposed_planes_pay(plan, axis[0].length, axis[1].length);
}

/* Whether cubes may be done by planes and by columns through these, in arrays that fit the
 * second-level cache. */
static bool is_large_cube(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    const fftc_axis *axis = &layout->axis[layout->loops];
    const bool real = plan->transform.kind == FFTC_REAL;
    const bool from_spectra = real && !layout->src_storage.real;
    const size_t width = real ? axis[2].length / 2 + 1 : axis[2].length;
    size_t first;
    size_t last;
    if (axis[0].length > FFTC_PLANES_MOST_COLUMN || axis[1].length > FFTC_PLANES_MOST_COLUMN ||
        (from_spectra ? axis[1].src : axis[1].dst) != width) {
        return false;
    }
    const size_t bytes = axis[0].length * axis[1].length * width * 2 *
                         fftc_precision_bytes(plan->engines[0]->precision);
    const size_t most =
        from_spectra ? FFTC_CUBES_MOST_SPECTRA_BYTES : fftc_machine_here()->most_cube;
    fftc_short_columns_radices(fftc_short_columns_passes(plan->engines), axis[0].length, &first,
                               &last);
    return first != 0 && bytes <= most && fftc_long_planes_cached(plan, bytes) &&
           (is_small(plan) || (!from_spectra && is_long_plane(plan)));
}

/* Two axes, or three of which no side is staged. */
static bool axes_suit(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    const int axes = layout->rank - layout->loops;
    if (axes == 3) {
        return fftc_storage_unstaged(layout->src_storage) &&
               fftc_storage_unstaged(layout->dst_storage) && have_no_range(plan, 3) &&
               (is_small_cube(plan) || is_large_cube(plan));
    }
    return axes == 2 && have_no_range(plan, 2) &&
           (are_transposed(plan) || is_small(plan) || is_long_plane(plan));
}

/* Whether a loop steps from row to row within the rows of the first axis, on both sides. */
static bool has_loop_between(const fftc_layout *layout)
{
    const fftc_axis *first = &layout->axis[layout->loops];
    bool found = layout->batch.length > 1 && layout->batch.src < first->src &&
                 layout->batch.dst < first->dst;
    for (int i = 0; i < layout->loops; ++i) {
        const fftc_axis *loop = &layout->axis[i];
        found = found || (loop->length > 1 && loop->src < first->src && loop->dst < first->dst);
    }
    return found;
}

/* Whether rows of the first axis have so many of the numbers inside of it between them. */
static bool are_apart(const fftc_plan *plan, fftc_storage storage, size_t stride)
{
    enum { LEAST_BETWEEN = 3 };
    const fftc_layout *layout = &plan->layout;
    size_t inside = items_of(plan, layout->rank - 1, storage);
    for (int i = layout->loops + 1; i < layout->rank - 1; ++i) {
        inside *= layout->axis[i].length;
    }
    return stride >= LEAST_BETWEEN * inside;
}

/* Whether the rows between the rows of a plane are so many that steps are faster, each of which is
 * a call for all planes: of all rows, and of all columns side by side, which fill the lanes. (Zen
 * 5, double: 3 x 13 x 3 x 4 numbers, transformed along the first and the last axis, take 142 ns in
 * steps and 294 as planes, 16 x 2 x 16 190 and 343, but 3 x 2 x 3 21 and 17.) */
static bool are_better_steps(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    const fftc_axis *first = &layout->axis[layout->loops];
    const fftc_choices *choices = plan->arena.choices;
    size_t bytes = 2 * fftc_precision_bytes(plan->engines[0]->precision);
    for (int i = layout->loops; i < layout->rank; ++i) {
        bytes *= layout->axis[i].length;
    }
    const bool given = choices != NULL && choices->count < choices->given;
    const bool in_steps = plan->transform.kind == FFTC_COMPLEX ||
                          fftc_real_at_once(&plan->transform, layout, plan->exact);
    return !given && in_steps && fftc_storage_unstaged(layout->src_storage) &&
           fftc_storage_unstaged(layout->dst_storage) && has_loop_between(layout) &&
           are_apart(plan, layout->src_storage, first->src) &&
           are_apart(plan, layout->dst_storage, first->dst) && fftc_long_planes_cached(plan, bytes);
}

/* (Reproducible plans are never done so, because not every instruction set has planes; nor are
 * halves, which are rounded between the axes.) */
bool fftc_planes_suit(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    return plan->transform.kind != FFTC_REAL_TO_REAL && !plan->exact &&
           plan->transform.precision != FFTC_FLOAT16 && layout->rank >= 2 &&
           engine_for(plan) != NULL && was_chosen(plan->arena.choices) && axes_suit(plan) &&
           !are_better_steps(plan);
}

static fftc_plan_side side_without_range(const fftc_plan *plan, fftc_plan_array array,
                                         fftc_storage storage)
{
    size_t n = items_of(plan, plan->layout.rank - 1, storage);
    return (fftc_plan_side){.array = array,
                            .storage = storage,
                            .length = n,
                            .end = n,
                            .staged = !fftc_storage_unstaged(storage)};
}

/* --- real numbers ----------------------------------------------------------------------------- */

typedef struct real_planes {
    const fftc_lane_rows *lane_rows;
    const fftc_real_matrix *matrix;
    fftc_codelet_lines_run *by_codelets; /* NULL: by the matrix */
    double scale;                        /* of the former */
    size_t scalar;                       /* bytes */
    size_t spectrum;
} real_planes;

typedef double working_memory[2 * FFTC_LANE_ROWS_PITCH * FFTC_LANE_ROWS_PITCH];

/* Rows of as many planes as fit working memory are one product where they lie one after the other,
 * `step` from plane to plane; the product has four rows at a time. */
static size_t planes_at_once(const fftc_engine_rows *rows, size_t line, size_t step)
{
    size_t first = (size_t)rows->first;
    return step == first * line ? FFTC_LANE_ROWS_PITCH / first : 1;
}

static void run_rows(const real_planes *r, const void *src, size_t src_step, void *dst,
                     size_t dst_step, size_t rows)
{
    if (r->by_codelets != NULL) {
        r->by_codelets(src, src_step, dst, dst_step, rows, r->scale);
    } else {
        r->matrix->engine->multiply_rows(r->matrix, src, src_step, dst, dst_step, rows);
    }
}

/* Rows to spectra, and their columns. */
static void planes_to_spectra(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(FFTC_CACHE_LINE)));
    const real_planes *r = rows->context;
    if (rows->count == 1) { /* 1 ns of 13 less than the loop below */
        run_rows(r, src, rows->src_line, y, 2 * FFTC_LANE_ROWS_PITCH, (size_t)rows->first);
        r->lane_rows->columns_back[rows->first](y, dst, rows->dst_line * 2 * r->scalar, r->spectrum,
                                                0);
        return;
    }
    const size_t most = planes_at_once(rows, rows->src_line, rows->src_step);
    const size_t room = (size_t)rows->first * 2 * FFTC_LANE_ROWS_PITCH * r->scalar;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; i += most) {
        size_t planes = fftc_minimum(most, rows->count - i);
        run_rows(r, p, rows->src_line, y, 2 * FFTC_LANE_ROWS_PITCH, planes * (size_t)rows->first);
        for (size_t j = 0; j < planes; ++j) {
            r->lane_rows->columns_back[rows->first]((const char *)y + j * room, d,
                                                    rows->dst_line * 2 * r->scalar, r->spectrum, 0);
            d += rows->dst_step * 2 * r->scalar;
        }
        p += planes * rows->src_step * r->scalar;
    }
}

static void spectra_to_planes(const fftc_engine_rows *rows, const void *src, void *dst)
{
    working_memory y __attribute__((aligned(FFTC_CACHE_LINE)));
    const real_planes *r = rows->context;
    if (rows->count == 1) {
        r->lane_rows->columns[rows->first](src, rows->src_line * 2 * r->scalar, y, r->spectrum, 1);
        run_rows(r, y, 2 * FFTC_LANE_ROWS_PITCH, dst, rows->dst_line, (size_t)rows->first);
        return;
    }
    const size_t most = planes_at_once(rows, rows->dst_line, rows->dst_step);
    const size_t room = (size_t)rows->first * 2 * FFTC_LANE_ROWS_PITCH * r->scalar;
    const char *p = src;
    char *d = dst;
    for (size_t i = 0; i < rows->count; i += most) {
        size_t planes = fftc_minimum(most, rows->count - i);
        for (size_t j = 0; j < planes; ++j) {
            r->lane_rows->columns[rows->first](p, rows->src_line * 2 * r->scalar,
                                               (char *)y + j * room, r->spectrum, 1);
            p += rows->src_step * 2 * r->scalar;
        }
        run_rows(r, y, 2 * FFTC_LANE_ROWS_PITCH, d, rows->dst_line, planes * (size_t)rows->first);
        d += planes * rows->dst_step * r->scalar;
    }
}

/* Of rows that are products; NULL without memory. */
static const fftc_real_matrix *matrix_for(fftc_plan *plan, fftc_real_line_choice choice)
{
    const double ends[2] = {1.0, 1.0};
    fftc_precision precision = plan->engines[0]->precision;
    choice.scale = plan->scale;
    const char *isa = plan->engines[0]->name;
    return choice.kind == FFTC_REAL_LINE_FORWARD
               ? fftc_real_matrix_make_padded(&choice, precision, isa, &plan->arena)
               : fftc_real_matrix_make(&choice, ends, precision, isa, &plan->arena);
}

static fftc_status prepare_real(fftc_plan *plan, fftc_plan_step *s, const fftc_real_matrix *matrix,
                                fftc_codelet_lines_run *by_codelets, fftc_error *error)
{
    real_planes *r = fftc_arena_allocate(&plan->arena, 1, sizeof *r);
    if (r == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for planes of real numbers");
    }
    *r = (real_planes){.lane_rows = s->line.engine->lane_rows,
                       .matrix = matrix,
                       .by_codelets = by_codelets,
                       .scale = plan->scale,
                       .scalar = fftc_precision_bytes(plan->engines[0]->precision),
                       .spectrum = s->axis.length / 2 + 1};
    s->line.rows[0].context = s->line.rows[1].context = r;
    s->line.run_rows = s->src.storage.real ? planes_to_spectra : spectra_to_planes;
    return FFTC_SUCCESS;
}

/* What long planes, and those of real numbers, have beside the members of all planes. */
static fftc_status prepare_kind(fftc_plan *plan, fftc_plan_step *s, fftc_error *error)
{
    const bool real = plan->transform.kind == FFTC_REAL && rows_are_brief(plan);
    fftc_codelet_lines_run *by_codelets = NULL;
    const fftc_real_matrix *matrix = NULL;
    if (real) {
        const fftc_real_line_choice row = real_row(plan, &by_codelets);
        matrix = by_codelets == NULL ? matrix_for(plan, row) : NULL;
        if (by_codelets == NULL && matrix == NULL) {
            return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the matrix of %zu numbers",
                             s->axis.length);
        }
    }
    if (!is_small(plan)) {
        return fftc_long_planes_prepare(plan, s, matrix, error);
    }
    return real ? prepare_real(plan, s, matrix, by_codelets, error) : FFTC_SUCCESS;
}

/* ---------------------------------------------------------------------------------------------- */

static void add_loop(fftc_plan_step *s, fftc_axis loop)
{
    if (loop.length != 1) {
        s->loop[s->loops++] = loop;
    }
    s->tasks *= loop.length;
}

/* What a plan saves of planes: their kind and lengths. A saved line with others is refused. */
static fftc_status keep_choice(fftc_plan *plan, size_t kind, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    bool given;
    fftc_choice *choice = fftc_choices_next(plan->arena.choices, &given);
    fftc_choice mine = {0};
    fftc_choice_put(&mine, kind);
    for (int i = layout->loops; i < layout->rank; ++i) {
        fftc_choice_put(&mine, layout->axis[i].length);
    }
    if (choice != NULL && !given) {
        *choice = mine;
    } else if (choice != NULL &&
               (choice->count != mine.count ||
                memcmp(choice->word, mine.word, mine.count * sizeof mine.word[0]) != 0)) {
        return fftc_choice_refuse(error);
    }
    return FFTC_SUCCESS;
}

/* Makes cubes of the step's planes. */
static fftc_status prepare_cubes(fftc_plan *plan, fftc_plan_step *s, fftc_error *error)
{
    const fftc_axis through = plan->layout.axis[plan->layout.loops];
    const bool real = plan->transform.kind == FFTC_REAL;
    fftc_cubes *c = fftc_arena_allocate(&plan->arena, 1, sizeof *c);
    if (c == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a step of three axes");
    }
    *c = (fftc_cubes){.lane_rows = s->line.engine->lane_rows,
                      .length = through.length,
                      .src_plane = through.src,
                      .dst_plane = through.dst,
                      .width = real ? s->axis.length / 2 + 1 : s->axis.length,
                      .src_item = fftc_storage_item(s->src.storage),
                      .dst_item = fftc_storage_item(s->dst.storage),
                      .planes = s->line.run_rows,
                      .context = s->line.rows[0].context};
    fftc_status status = FFTC_SUCCESS;
    if (is_small_cube(plan)) {
        s->line.run_rows =
            real && s->src.storage.real ? fftc_cubes_columns_last : fftc_cubes_columns_first;
    } else {
        bool from_spectra = real && !s->src.storage.real;
        status = fftc_short_columns_prepare(
            &c->columns, fftc_short_columns_passes(plan->engines), plan->engines[0]->precision,
            through.length, from_spectra ? through.src : through.dst,
            from_spectra ? s->across.length * c->width : through.dst, 1.0, &plan->arena, error);
        s->line.run_rows = from_spectra ? fftc_cubes_large_from_spectra : fftc_cubes_large;
    }
    s->line.rows[0].context = s->line.rows[1].context = c;
    return status;
}

/* Whether each plane should prefetch the next one. */
static bool should_prefetch(const fftc_plan *plan, const fftc_plan_step *s)
{
    size_t plane = s->group * s->axis.length * fftc_storage_item(s->src.storage);
    size_t bytes = (plan->transform.placement == FFTC_IN_PLACE ? 1 : 2) * s->tasks * plane;
    return s->group >= 4 && s->axis.length >= 4 && s->across.src == s->axis.length &&
           s->loops == 1 && s->loop[0].src == s->group * s->axis.length &&
           plane >= fftc_machine_here()->least_fetched_plane &&
           bytes / (size_t)s->threads >= fftc_cache_bytes(2);
}

static void set_rows(const fftc_plan *plan, fftc_plan_step *s)
{
    for (int inverse = 0; inverse < 2; ++inverse) {
        fftc_engine_rows *rows = &s->line.rows[inverse];
        rows->scale = plan->scale;
        rows->inverse = inverse;
        rows->first = (int)s->across.length;
        rows->last = (int)s->axis.length;
        rows->src_line = s->across.src;
        rows->dst_line = s->across.dst;
        rows->count = s->loops > 0 ? s->loop[s->loops - 1].length : 1;
        rows->src_step = s->loops > 0 ? s->loop[s->loops - 1].src : 0;
        rows->dst_step = s->loops > 0 ? s->loop[s->loops - 1].dst : 0;
    }
}

fftc_status fftc_planes_prepare(fftc_plan *plan, fftc_plan_step *s, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    bool cubes = layout->rank - layout->loops == 3;
    s->kind = FFTC_STEP_PLANES;
    s->axis_index = layout->rank - 1;
    s->axis = layout->axis[layout->rank - 1];
    s->across = layout->axis[layout->rank - 2];
    s->group = s->across.length;
    s->tasks = 1;
    add_loop(s, layout->batch);
    for (int i = 0; i < layout->loops; ++i) {
        add_loop(s, layout->axis[i]);
    }
    fftc_step_merge_loops(plan, s);
    s->src = side_without_range(plan, FFTC_ARRAY_SRC, layout->src_storage);
    s->dst = side_without_range(plan, FFTC_ARRAY_DST, layout->dst_storage);
    s->stage_step = 1;
    s->stage_bytes = items_of(plan, s->axis_index, (fftc_storage){.real = false}) * 2 *
                     fftc_precision_bytes(plan->engines[0]->precision);
    const bool transposed = are_transposed(plan);
    size_t lines = s->tasks * s->group * (cubes ? layout->axis[layout->loops].length : 1);
    fftc_step_share_out(plan, s, lines, false);
    s->line.engine = engine_for(plan);
    s->line.run_rows = !cubes && should_prefetch(plan, s)
                           ? s->line.engine->lane_rows->planes_prefetching
                           : s->line.engine->lane_rows->planes;
    set_rows(plan, s);
    fftc_status status = keep_choice(plan, transposed ? TRANSPOSED : KIND, error);
    if (status == FFTC_SUCCESS) {
        status = transposed ? fftc_transposed_planes_prepare(plan, s, error)
                            : prepare_kind(plan, s, error);
    }
    s->work_bytes = s->stage_offset;
    if (s->src.staged || s->dst.staged) {
        s->work_bytes += fftc_cache_lines(s->group * s->stage_bytes);
    }
    return status == FFTC_SUCCESS && cubes ? prepare_cubes(plan, s, error) : status;
}
