/* SPDX-License-Identifier: MIT */
#include "cpu/real/odd.h"

#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/double_double.h"
#include "describe/real_layout.h"

#define SCALAR float
#define NAME(x) x##_f32
#include "cpu/real/units/odd_tmpl.h"

#define SCALAR double
#define NAME(x) x##_f64
#include "cpu/real/units/odd_tmpl.h"

const fftc_odd *fftc_odd_of(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? &all_f64 : &all_f32;
}

/* Element 2 j + 1 of the symmetric continuation of a kind IV, p odd and below 8 n; ~j where it
 * changes its sign. */
static int64_t element_of(uint64_t p, uint64_t n)
{
    p = p > 4 * n ? 8 * n - p : p;
    return p > 2 * n ? ~(int64_t)((4 * n - p - 1) / 2) : (int64_t)((p - 1) / 2);
}

static void flip_element(int64_t *element, size_t n)
{
    *element = *element < 0 ? ~((int64_t)n - 1 - ~*element) : (int64_t)n - 1 - *element;
}

static void fill_four(size_t n, bool sine, int64_t *order, fftc_odd_place *place)
{
    uint64_t e = n % 8;
    /* cos and sin of pi n / 4, times sqrt(2): another sqrt(2) is in the transform. */
    double c = e == 1 || e == 7 ? 1.0 : -1.0;
    double s = e == 1 || e == 3 ? 1.0 : -1.0;
    uint64_t eighth = 0; /* 1 / 8 mod n */
    for (uint64_t i = 0; i < 8; ++i) {
        eighth = (i * n + 1) % 8 == 0 ? (i * n + 1) / 8 % n : eighth;
    }
    for (uint64_t t = 0; t < n; ++t) {
        order[t] = element_of((n * e + 8 * t) % (8 * n), n);
        if (sine) {
            flip_element(&order[t], n);
        }
    }
    for (uint64_t k = 0; k <= n / 2; ++k) {
        fftc_odd_place *p = &place[k];
        for (int mirror = 0; mirror < 2; ++mirror) {
            uint64_t at = mirror != 0 ? (n - k) % n : k;
            int64_t element = element_of((n * e + 8 * (eighth * at % n)) % (8 * n), n);
            double sign = element < 0 ? -1.0 : 1.0;
            element = element < 0 ? ~element : element;
            sign = sine && element % 2 != 0 ? -sign : sign;
            *(mirror != 0 ? &p->second : &p->first) = (uint32_t)element;
            p->rotation[2 * mirror] = sign * c;
            p->rotation[2 * mirror + 1] = (mirror != 0 ? -sign : sign) * s;
        }
    }
}

static void fill_two(size_t n, bool sine, int64_t *order, fftc_odd_place *place)
{
    for (size_t j = 0; j < n; ++j) {
        bool odd = j % 2 != 0;
        order[odd ? n - 1 - j / 2 : j / 2] = odd && sine ? ~(int64_t)j : (int64_t)j;
    }
    for (size_t k = 0; k <= n / 2; ++k) {
        double u[2];
        fftc_circle(k, 4 * n, u);
        size_t second = k > 0 ? n - k : 0;
        place[k] = (fftc_odd_place){(uint32_t)(sine ? n - 1 - k : k),
                                    (uint32_t)(sine ? n - 1 - second : second),
                                    {2 * u[0], -2 * u[1], -2 * u[1], -2 * u[0]}};
    }
}

const fftc_odd_table *fftc_odd_table_make(fftc_trigonometric kind, size_t n, fftc_arena *arena)
{
    fftc_odd_table *table = fftc_arena_allocate(arena, 1, sizeof *table);
    int64_t *order = fftc_arena_allocate(arena, n, sizeof *order);
    fftc_odd_place *place = fftc_arena_allocate(arena, n / 2 + 1, sizeof *place);
    if (table == NULL || order == NULL || place == NULL) {
        return NULL;
    }
    bool sine = fftc_is_sine(kind);
    if (kind == FFTC_DCT_IV || kind == FFTC_DST_IV) {
        fill_four(n, sine, order, place);
    } else {
        fill_two(n, sine, order, place);
    }
    table->order = order;
    table->place = place;
    return table;
}

/* The weight of an argument in a I or III, and its angle in quarters of 2 pi / L, half as much for
 * IV. */
static double weight_of(fftc_trigonometric kind, size_t n, size_t k, size_t j, size_t logical,
                        size_t *angle)
{
    bool sine = fftc_is_sine(kind);
    size_t row = k + (sine ? 1 : 0);
    size_t column = j + (sine ? 1 : 0);
    double weight = 2.0;
    switch (kind) {
    case FFTC_DCT_I:
    case FFTC_DST_I:
        *angle = 4 * row * column;
        weight = kind == FFTC_DCT_I && (j == 0 || j + 1 == n) ? 1.0 : 2.0;
        break;
    case FFTC_DCT_II:
    case FFTC_DST_II: *angle = 2 * (2 * j + 1) * row; break;
    case FFTC_DCT_III:
    case FFTC_DST_III:
        *angle = 2 * column * (2 * k + 1);
        weight = j == (sine ? n - 1 : 0) ? 1.0 : 2.0;
        break;
    default: *angle = (2 * j + 1) * (2 * k + 1); break;
    }
    *angle %= 4 * logical;
    return sine ? -weight : weight; /* points of the circle have -sin */
}

const fftc_odd_matrix *fftc_odd_matrix_make(fftc_trigonometric kind, size_t n, double scale,
                                            double ends_in, double ends_out, fftc_arena *arena)
{
    bool sine = fftc_is_sine(kind);
    size_t first = kind == FFTC_DST_II || kind == FFTC_DST_III ? n - 1 : 0;
    size_t last = kind == FFTC_DCT_I ? n - 1 : first;
    size_t logical = 2 * (kind == FFTC_DCT_I ? n - 1 : kind == FFTC_DST_I ? n + 1 : n);
    fftc_odd_matrix *matrix = fftc_arena_allocate(arena, 1, sizeof *matrix);
    double(*entry)[2] = fftc_arena_allocate(arena, n * n, sizeof *entry);
    fftc_arena scratch = {.allocator = arena->allocator};
    const fftc_dd_point *circle = fftc_dd_circle(4 * logical, &scratch);
    bool made = matrix != NULL && entry != NULL && circle != NULL;
    for (size_t i = 0; i < n * n && made; ++i) {
        size_t k = i / n;
        size_t j = i % n;
        size_t angle;
        double weight = weight_of(kind, n, k, j, logical, &angle);
        entry[i][0] = circle[angle].high[sine ? 1 : 0];
        entry[i][1] = circle[angle].low[sine ? 1 : 0];
        weight *= j == first || j == last ? ends_in : 1.0;
        weight *= k == first || k == last ? ends_out : 1.0;
        fftc_dd_scale(&entry[i][0], &entry[i][1], scale);
        fftc_dd_scale(&entry[i][0], &entry[i][1], weight);
    }
    if (made) {
        matrix->n = n;
        matrix->symmetric =
            kind == FFTC_DCT_I || kind == FFTC_DST_I || kind == FFTC_DCT_II || kind == FFTC_DST_II;
        matrix->entry = (const double(*)[2])entry;
    }
    fftc_arena_release(&scratch);
    return made ? matrix : NULL;
}
