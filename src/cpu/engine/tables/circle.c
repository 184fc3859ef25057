/* SPDX-License-Identifier: MIT */
#include "cpu/engine/tables/circle.h"

#include <stdbool.h>

/* These are not the C library's cosine and sine, which differ in the last place from one library to
 * the next, and from CPU to CPU. They give the same bits wherever arithmetic is IEEE 754's. (This
 * file is compiled without contraction.)
 *
 * An eighth of the circle has 64 cells. A table has their midpoints, for the first and the last
 * cell their ends, with twice the digits. The distance x from there is at most 2^-7.3. cos(a + x) =
 * cos a + ((cos a)(cos x - 1) - (sin a)(sin x)): what is in brackets is so small that its roundings
 * are below 2^-58 together, and only that of the last addition counts. */
#define CELLS 64

static const double cells[CELLS + 1][4] = {
#include "cpu/engine/tables/circle_cells.h"
};

/* Measures distances from an axis: they are whole numbers 0 .. n, and n is an eighth of the
 * circle. */
typedef struct ruler {
    double n;
    double per_cell; /* a cell, in distances, inverted */
    double angle;    /* of 1 / CELLS of a distance */
} ruler;

static ruler ruler_of(uint64_t n)
{
    const double eighth = 0.78539816339744830962;
    double length = (double)n;
    ruler r = {length, CELLS / length, eighth / CELLS / length};
    return r;
}

/* A point between two cells may belong to either of them, but each time to the same one. */
static inline int cell_at(const ruler *r, double distance)
{
    return (int)(distance * r->per_cell + 0.5);
}

/* What belongs to a distance's cell: its number, cosine and sine. */
typedef struct cell {
    double number;
    double c;
    double c_rest;
    double s;
    double s_rest;
} cell;

static inline cell cell_of(int number)
{
    const double *x = cells[number];
    cell at = {(double)number, x[0], x[1], x[2], x[3]};
    return at;
}

/* Cosine and sine of a distance; its whole numbers are exact. */
static inline void measure(const ruler *r, double distance, cell at, double *near_axis,
                           double *off_axis)
{
    double x = (CELLS * distance - at.number * r->n) * r->angle;
    double xx = x * x;
    /* By their series; the rest is below 2^-63. */
    double sine = x + x * (xx * (xx * (1.0 / 120.0) - 1.0 / 6.0));
    double less = xx * (xx * (1.0 / 24.0 - xx * (1.0 / 720.0)) - 0.5); /* cosine - 1 */
    *near_axis = at.c + ((at.c * less - at.s * sine) + at.c_rest);
    *off_axis = at.s + ((at.s * less + at.c * sine) + at.s_rest);
}

/* Points of one octant: how far the first is from the nearer axis, and each of the others from the
 * one before it; where their cosines and sines are stored, and their signs. */
typedef struct arc {
    double first;
    double by;
    double near_sign;
    double off_sign;
} arc;

/* Octants 1, 2, 5 and 6 are near the other axis. */
static bool is_crossed(int octant)
{
    return ((octant + 1) & 2) != 0;
}

/* (cos, -sin) of an octant. */
static arc arc_of(int octant, double first, double by)
{
    bool crossed = is_crossed(octant);
    double c_sign = octant >= 2 && octant < 6 ? -1.0 : 1.0;
    double s_sign = octant < 4 ? -1.0 : 1.0;
    arc a = {first, by, crossed ? s_sign : c_sign, crossed ? c_sign : s_sign};
    return a;
}

static inline void arc_point(const ruler *r, const arc *a, int i, cell at, double *near_axis,
                             double *off_axis)
{
    double c;
    double s;
    measure(r, a->first + a->by * (double)i, at, &c, &s);
    *near_axis = a->near_sign * c;
    *off_axis = a->off_sign * s;
}

static void points_of_a_cell(const ruler *r, const arc *a, int count, cell at,
                             double *restrict near_axis, double *restrict off_axis)
{
    for (int i = 0; i < count; ++i) {
        arc_point(r, a, i, at, near_axis + i, off_axis + i);
    }
}

static void points_of_cells(const ruler *r, const arc *a, int count, double *restrict near_axis,
                            double *restrict off_axis)
{
    /* In arrays, so that compilers can use vectors. */
    double number[FFTC_CIRCLE_ROW];
    double value[4][FFTC_CIRCLE_ROW];
    for (int i = 0; i < count; ++i) {
        cell at = cell_of(cell_at(r, a->first + a->by * (double)i));
        number[i] = at.number;
        value[0][i] = at.c;
        value[1][i] = at.c_rest;
        value[2][i] = at.s;
        value[3][i] = at.s_rest;
    }
    for (int i = 0; i < count; ++i) {
        cell at = {number[i], value[0][i], value[1][i], value[2][i], value[3][i]};
        arc_point(r, a, i, at, near_axis + i, off_axis + i);
    }
}

/* The octant of k, and how far it is from that one's nearer axis. */
static int octant_of(uint64_t k, uint64_t n, uint64_t *from, uint64_t *distance)
{
    uint64_t scaled = 8 * k;
    uint64_t octant = scaled / n;
    *from = scaled - octant * n; /* 0 .. n - 1, in units of 2 pi / (8 n) */
    *distance = (octant & 1) != 0 ? n - *from : *from;
    return (int)octant;
}

void fftc_circle(uint64_t k, uint64_t n, double point[2])
{
    uint64_t from;
    uint64_t distance;
    int octant = octant_of(k, n, &from, &distance);
    ruler r = ruler_of(n);
    arc a = arc_of(octant, (double)distance, 0.0);
    bool crossed = is_crossed(octant);
    arc_point(&r, &a, 0, cell_of(cell_at(&r, a.first)), point + crossed, point + !crossed);
}

void fftc_circle_split(uint64_t k, uint64_t step, uint64_t n, size_t count, double *cosine,
                       double *sine)
{
    ruler r = ruler_of(n);
    bool backwards = step > n / 2; /* a large step is a small one back */
    uint64_t stride = 8 * (backwards ? n - step : step);
    for (size_t done = 0; done < count;) {
        uint64_t from;
        uint64_t distance;
        int octant = octant_of(k, n, &from, &distance);
        double by = (double)stride * (((octant & 1) != 0) != backwards ? -1.0 : 1.0);
        uint64_t room = backwards ? from : n - 1 - from;
        size_t most = count - done < FFTC_CIRCLE_ROW ? count - done : FFTC_CIRCLE_ROW;
        size_t here = stride * (most - 1) <= room ? most : (size_t)(room / stride) + 1;
        arc a = arc_of(octant, (double)distance, by);
        double *near_axis = (is_crossed(octant) ? sine : cosine) + done;
        double *off_axis = (is_crossed(octant) ? cosine : sine) + done;
        int first = cell_at(&r, a.first);
        if (first == cell_at(&r, a.first + by * (double)(here - 1))) {
            points_of_a_cell(&r, &a, (int)here, cell_of(first), near_axis, off_axis);
        } else {
            points_of_cells(&r, &a, (int)here, near_axis, off_axis);
        }
        done += here;
        k += here * step;
        k = k < n ? k : k % n;
    }
}

void fftc_circle_run(uint64_t k, uint64_t step, uint64_t n, size_t count, double *points)
{
    double cosine[FFTC_CIRCLE_ROW];
    double sine[FFTC_CIRCLE_ROW];
    for (size_t done = 0; done < count; done += FFTC_CIRCLE_ROW) {
        size_t here = count - done < FFTC_CIRCLE_ROW ? count - done : FFTC_CIRCLE_ROW;
        fftc_circle_split(k, step, n, here, cosine, sine);
        for (size_t i = 0; i < here; ++i) {
            points[2 * (done + i)] = cosine[i];
            points[2 * (done + i) + 1] = sine[i];
        }
        k = (k + FFTC_CIRCLE_ROW * step) % n;
    }
}
