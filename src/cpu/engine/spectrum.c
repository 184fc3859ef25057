/* SPDX-License-Identifier: MIT */
#include "cpu/engine/spectrum.h"

#include "cpu/engine/circle.h"

static const size_t longest_in_double = (size_t)1 << 22;

fftc_precision fftc_spectrum_precision(fftc_precision precision, size_t m)
{
    return m <= longest_in_double ? FFTC_FLOAT64 : precision;
}

/* Out of place, with working memory for this once. */
static fftc_status transform(const fftc_line *line, const void *src, void *dst, fftc_arena *arena,
                             fftc_error *error)
{
    fftc_team alone = {1, NULL};
    void *work = fftc_arena_reserve(arena, 1, fftc_line_thread_bytes(line));
    void *shared = fftc_arena_reserve(arena, 1, fftc_line_shared_bytes(line));
    if (work == NULL || shared == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", line->n);
    }
    fftc_line_execute(line, &alone, work, shared, src, dst, 0);
    return FFTC_SUCCESS;
}

static fftc_status in_double(const fftc_line *inner, const void *filter, void *table,
                             fftc_arena *scratch, fftc_error *error)
{
    fftc_line line;
    fftc_status status = fftc_line_prepare(
        inner->n, fftc_engines(FFTC_FLOAT64, inner->engine->name), 1.0, scratch, &line, error);
    double *wide = fftc_arena_reserve(scratch, inner->n, 2 * sizeof *wide);
    if (status != FFTC_SUCCESS || wide == NULL) {
        return status != FFTC_SUCCESS
                   ? status
                   : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", inner->n);
    }
    status = transform(&line, filter, wide, scratch, error);
    for (size_t k = 0; k < inner->n && status == FFTC_SUCCESS; ++k) {
        fftc_table_put(inner->precision, table, k, wide[2 * k], wide[2 * k + 1]);
    }
    return status;
}

fftc_status fftc_spectrum_make(const fftc_line *inner, const void *filter, fftc_arena *arena,
                               const void **table, fftc_error *error)
{
    fftc_arena scratch = {.allocator = arena->allocator};
    fftc_status status;
    void *made = fftc_arena_allocate(arena, inner->n, fftc_line_item(inner));
    *table = made;
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the filter of %zu points",
                         inner->n);
    }
    if (fftc_spectrum_precision(inner->precision, inner->n) == inner->precision) {
        status = transform(inner, filter, made, &scratch, error);
    } else {
        status = in_double(inner, filter, made, &scratch, error);
    }
    fftc_arena_release(&scratch);
    return status;
}
