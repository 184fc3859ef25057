/* SPDX-License-Identifier: MIT */
#include "cpu/engine/spectrum.h"

#include <string.h>

#include "cpu/engine/circle.h"
#include "cpu/engine/fine.h"
#include "cpu/engine/line_kinds.h"

static const size_t longest_in_double = (size_t)1 << 22;

fftc_precision fftc_spectrum_precision(fftc_precision precision, size_t m)
{
    return m <= longest_in_double ? FFTC_FLOAT64 : precision;
}

/* For the plan that `engine` works for. The base engines serve reproducible plans too, and do not
 * tell: what they ask for always has the bits of those. */
static const fftc_engine *const *engines_for(fftc_precision precision, const fftc_engine *engine)
{
    return strcmp(engine->name, "base") == 0 ? fftc_engines_exact(precision, engine->name)
                                             : fftc_engines(precision, engine->name);
}

/* Out of place, with a line and working memory for this once. */
static fftc_status transform(fftc_precision precision, const fftc_engine *engine, size_t m,
                             const void *src, void *dst, fftc_arena *scratch, fftc_error *error)
{
    fftc_line line;
    fftc_status status =
        fftc_line_prepare(m, engines_for(precision, engine), 1.0, scratch, &line, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_team alone = {1, NULL};
    void *work = fftc_arena_reserve(scratch, 1, fftc_line_thread_bytes(&line));
    void *shared = fftc_arena_reserve(scratch, 1, fftc_line_shared_bytes(&line));
    if (work == NULL || shared == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", m);
    }
    fftc_line_execute(&line, &alone, work, shared, src, dst, 0);
    return FFTC_SUCCESS;
}

fftc_status fftc_spectrum_make(const fftc_engine *engine, size_t m, const void *filter,
                               fftc_arena *arena, const void **table, fftc_error *error)
{
    fftc_precision wide = fftc_spectrum_precision(engine->precision, m);
    fftc_arena scratch = {.allocator = arena->allocator};
    void *made = fftc_arena_allocate(arena, m, 2 * fftc_precision_bytes(engine->precision));
    void *whole = made;
    if (wide != engine->precision) {
        whole = fftc_arena_reserve(&scratch, m, 2 * fftc_precision_bytes(wide));
    }
    fftc_status status = FFTC_SUCCESS;
    *table = made;
    if (made == NULL || whole == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the filter of %zu points", m);
    } else {
        status = engine->precision == FFTC_FLOAT64 && fftc_fine_pays(m)
                     ? fftc_fine_transform(m, filter, whole, &scratch, error)
                     : transform(wide, engine, m, filter, whole, &scratch, error);
    }
    for (size_t k = 0; k < m && whole != made && status == FFTC_SUCCESS; ++k) {
        const double *x = (const double *)whole + 2 * k;
        fftc_table_put(engine->precision, made, k, x[0], x[1]);
    }
    fftc_arena_release(&scratch);
    return status;
}
