/* SPDX-License-Identifier: MIT */
#include "cpu/engine/circle.h"
#include "cpu/engine/cost.h"
#include "cpu/engine/line_kinds.h"

static void take(fftc_line *line, const fftc_engine *engine, int first, int last,
                 fftc_engine_rows_run run, double cost)
{
    line->engine = engine;
    line->whole = run;
    line->rows[0].first = first;
    line->rows[0].last = last;
    line->cost = cost;
}

static bool choose_whole(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        if ((*e)->packed == NULL) {
            continue;
        }
        for (const fftc_packed_row *r = (*e)->packed->whole; r->first != 0; ++r) {
            if ((size_t)r->first * (size_t)r->last == n) {
                take(line, *e, r->first, r->last, r->run, 0.0);
                return true;
            }
        }
    }
    return false;
}

bool fftc_packed_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    if (choose_whole(n, engines, line)) {
        return true;
    }
    line->cost = 1e300;
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        if ((*e)->packed == NULL) {
            continue;
        }
        size_t numbers = (size_t)(*e)->packed->numbers;
        for (size_t first = numbers; first <= FFTC_PACKED_MAX_RADIX; ++first) {
            size_t last = n / first;
            if (n % first != 0 || last < numbers || last > FFTC_PACKED_MAX_RADIX || first < 2 ||
                last < 2) {
                continue;
            }
            double cost = fftc_cost_packed(*e, (int)first, (int)last);
            if (cost < line->cost) {
                take(line, *e, (int)first, (int)last, (*e)->packed->two_passes, cost);
            }
        }
    }
    return line->cost < 1e300;
}

void fftc_packed_write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->engine->lanes);
    fftc_choice_put(choice, (size_t)line->rows[0].first);
    fftc_choice_put(choice, (size_t)line->rows[0].last);
}

bool fftc_packed_read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t first;
    size_t last;
    const fftc_engine *engine = fftc_engine_read(choice, engines);
    if (engine == NULL || engine->packed == NULL ||
        !fftc_choice_get(choice, 2, FFTC_PACKED_MAX_RADIX, &first) ||
        !fftc_choice_get(choice, 1, FFTC_PACKED_MAX_RADIX, &last) || first * last != line->n) {
        return false;
    }
    for (const fftc_packed_row *r = engine->packed->whole; r->first != 0; ++r) {
        if ((size_t)r->first == first && (size_t)r->last == last) {
            take(line, engine, r->first, r->last, r->run, 0.0);
            return true;
        }
    }
    size_t numbers = (size_t)engine->packed->numbers;
    if (last < 2 || first < numbers || last < numbers) {
        return false;
    }
    take(line, engine, (int)first, (int)last, engine->packed->two_passes, 0.0);
    return true;
}

fftc_status fftc_packed_prepare(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    fftc_engine_rows *rows = &line->rows[0];
    size_t numbers = (size_t)line->engine->packed->numbers;
    size_t r1 = (size_t)rows->first;
    size_t r2 = (size_t)rows->last;
    rows->scale = line->scale;
    if (r2 > 1) {
        size_t groups = (r2 + numbers - 1) / numbers;
        size_t lanes = (size_t)line->engine->lanes;
        char *table = fftc_arena_allocate(arena, groups * (r1 - 1) * lanes, fftc_line_item(line));
        if (table == NULL) {
            return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                             line->n);
        }
        rows->twiddles = table;
        for (size_t group = 0; group < groups; ++group) {
            size_t base = group + 1 < groups ? group * numbers : r2 - numbers;
            for (size_t q = 1; q < r1; ++q) {
                for (size_t i = 0; i < numbers; ++i) {
                    double w[2];
                    fftc_circle((base + i) * q, line->n, w);
                    double re = line->scale * w[0];
                    double im = line->scale * w[1];
                    fftc_table_put(line->precision, table, i, re, re);
                    fftc_table_put(line->precision, table, numbers + i, -im, im);
                }
                table += lanes * fftc_line_item(line);
            }
        }
    }
    rows->count = 1;
    line->rows[1] = *rows;
    line->rows[1].inverse = 1;
    return FFTC_SUCCESS;
}
