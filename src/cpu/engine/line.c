/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/engine/line_kinds.h"

/* Beyond this a row's working memory leaves the second-level cache. */
static const size_t longest_row_bytes = 128 * 1024;

fftc_status fftc_line_prepare(size_t n, const fftc_engine *const *engines, double scale,
                              fftc_arena *arena, fftc_line *line, fftc_error *error)
{
    memset(line, 0, sizeof *line);
    line->n = n;
    line->precision = engines[0]->precision;
    line->scale = scale;
    if (n == 1) {
        line->kind = FFTC_LINE_COPY;
        return FFTC_SUCCESS;
    }
    if (!fftc_vector_smooth(n)) {
        line->kind = FFTC_LINE_CHIRP;
        return fftc_chirp_prepare(line, engines, arena, error);
    }
    if (n * fftc_line_item(line) > longest_row_bytes) {
        fftc_long_choose(n, engines, line);
        if (line->cost < 1e300) {
            line->kind = FFTC_LINE_LONG;
            return fftc_long_prepare(line, arena, error);
        }
    }
    line->kind = FFTC_LINE_ROW;
    /* Where both are possible, packed rows are never slower. */
    fftc_status status = FFTC_SUCCESS;
    if (fftc_packed_choose(n, engines, line)) {
        status = fftc_packed_prepare(line, arena, error);
    } else {
        fftc_row_choose(n, engines, line);
        status = fftc_row_prepare(line, arena, error);
    }
    line->rows[0].count = 1;
    line->rows[1] = line->rows[0];
    line->rows[1].inverse = 1;
    return status;
}

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t fftc_line_thread_bytes(const fftc_line *line)
{
    size_t item = fftc_line_item(line);
    size_t bytes = 0;
    switch (line->kind) {
    case FFTC_LINE_COPY:
    case FFTC_LINE_PACKED: break;
    case FFTC_LINE_ROW: bytes = line->rest.m * (size_t)line->engine->lanes * item; break;
    case FFTC_LINE_LONG:
        bytes = largest(2 * line->rest.m, line->second.m) * (size_t)line->engine->lanes * item;
        break;
    case FFTC_LINE_CHIRP: bytes = fftc_line_thread_bytes(line->inner); break;
    }
    return (bytes + 63) & ~(size_t)63;
}

size_t fftc_line_shared_bytes(const fftc_line *line, bool in_place)
{
    switch (line->kind) {
    case FFTC_LINE_LONG: return in_place ? line->n * fftc_line_item(line) : 0;
    case FFTC_LINE_CHIRP: return 2 * line->inner->n * fftc_line_item(line);
    default: return 0;
    }
}

static void execute_copy(const fftc_line *line, const void *src, void *dst)
{
    if (line->precision == FFTC_FLOAT64) {
        for (int part = 0; part < 2; ++part) {
            ((double *)dst)[part] = ((const double *)src)[part] * line->scale;
        }
    } else {
        for (int part = 0; part < 2; ++part) {
            ((float *)dst)[part] = ((const float *)src)[part] * (float)line->scale;
        }
    }
}

void fftc_line_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                       const void *src, void *dst, int inverse)
{
    switch (line->kind) {
    case FFTC_LINE_COPY: execute_copy(line, src, dst); break;
    case FFTC_LINE_PACKED: line->whole(&line->rows[inverse], src, dst); break;
    case FFTC_LINE_ROW: fftc_row_execute(line, work, src, dst, inverse); break;
    case FFTC_LINE_LONG: fftc_long_execute(line, team, work, shared, src, dst, inverse); break;
    case FFTC_LINE_CHIRP: fftc_chirp_execute(line, team, work, shared, src, dst, inverse); break;
    }
}
