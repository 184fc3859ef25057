/* SPDX-License-Identifier: MIT */
#include "cpu/engine/circle.h"

#include <stdbool.h>

/* Not the C library's cosine and sine, which differ in the last place from one library to the next,
 * and from CPU to CPU: these give the same wherever arithmetic is IEEE 754's. (This file is
 * compiled without contraction.) */

/* An angle in [0, pi/4] as an unevaluated sum, |low| at most half a unit in the
 * last place of high. */
typedef struct angle {
    double high;
    double low;
} angle;

/* pi/4 * distance / n. Products of numbers that were cut to float are exact, so that what division
 * and multiplication round away is known. */
static angle eighth_turn(double distance, double n)
{
    const double turn = 0.78539816339744830962;
    const double turn_high = (double)0.785398185253143310546875F;
    const double turn_low = -2.1855695000931214155e-8; /* pi/4 - turn_high */
    double inverse = 1.0 / n;
    double t = distance * inverse;
    double t_high = (double)(float)t;
    double t_low = t - t_high;
    double n_high = (double)(float)n;
    double n_low = n - n_high;
    double missing =
        ((distance - t_high * n_high) - t_high * n_low - t_low * n_high) - t_low * n_low;
    angle x = {t * turn, 0.0};
    x.low = ((t_high * turn_high - x.high) + t_high * turn_low + t_low * turn_high) +
            t_low * turn_low + missing * inverse * turn;
    return x;
}

/* By their series; the first term that is left out is below 2^-60 of the sum. */
static double small_cosine(angle x, double sine)
{
    double xx = x.high * x.high;
    double tail = -1.0 / 6402373705728000.0;
    tail = tail * xx + 1.0 / 20922789888000.0;
    tail = tail * xx - 1.0 / 87178291200.0;
    tail = tail * xx + 1.0 / 479001600.0;
    tail = tail * xx - 1.0 / 3628800.0;
    tail = tail * xx + 1.0 / 40320.0;
    tail = tail * xx - 1.0 / 720.0;
    tail = tail * xx + 1.0 / 24.0;
    /* What 1 - h rounds away is exactly (1 - near) - h. */
    double h = 0.5 * xx;
    double near = 1.0 - h;
    return near + (((1.0 - near) - h) + (tail * xx * xx - x.low * sine));
}

static double small_sine(angle x, double cosine)
{
    double xx = x.high * x.high;
    double tail = 1.0 / 355687428096000.0;
    tail = tail * xx - 1.0 / 1307674368000.0;
    tail = tail * xx + 1.0 / 6227020800.0;
    tail = tail * xx - 1.0 / 39916800.0;
    tail = tail * xx + 1.0 / 362880.0;
    tail = tail * xx - 1.0 / 5040.0;
    tail = tail * xx + 1.0 / 120.0;
    tail = tail * xx - 1.0 / 6.0;
    return x.high + (tail * xx * x.high + x.low * cosine);
}

/* (cos, -sin) of an octant's point. */
static inline void place_point(int octant, double near_axis, double off_axis, double point[2])
{
    bool crossed = ((octant + 1) & 2) != 0; /* octants 1, 2, 5 and 6 are near the other axis */
    double c = crossed ? off_axis : near_axis;
    double s = crossed ? near_axis : off_axis;
    point[0] = octant >= 2 && octant < 6 ? -c : c;
    point[1] = octant < 4 ? -s : s;
}

void fftc_circle(uint64_t k, uint64_t n, double point[2])
{
    /* Octants: eighths = 8 k / n, without overflow for n < 2^60. */
    uint64_t scaled = 8 * k;
    int octant = (int)(scaled / n);
    uint64_t from = scaled - (uint64_t)octant * n; /* 0 .. n - 1, in units of 2 pi / (8 n) */
    uint64_t distance = (octant & 1) != 0 ? n - from : from; /* from the nearer axis */
    angle x = eighth_turn((double)distance, (double)n);
    /* For the small corrections in each other a rough value does. */
    double near_axis = small_cosine(x, x.high);
    double off_axis = small_sine(x, near_axis);
    place_point(octant, near_axis, off_axis, point);
}

/* Neighbours within an octant: what is near the axis and what is off it, as vectors. */
static void octant_points(double distance, double by, double n, int count, double *near_axis,
                          double *off_axis)
{
    for (int i = 0; i < count; ++i) {
        angle x = eighth_turn(distance + by * (double)i, n); /* whole numbers: exact */
        near_axis[i] = small_cosine(x, x.high);
        off_axis[i] = small_sine(x, near_axis[i]);
    }
}

void fftc_circle_run(uint64_t k, uint64_t step, uint64_t n, size_t count, double *points)
{
    for (size_t done = 0; done < count;) {
        double near_axis[FFTC_CIRCLE_ROW];
        double off_axis[FFTC_CIRCLE_ROW];
        uint64_t scaled = 8 * k;
        uint64_t octant = scaled / n;
        uint64_t from = scaled - octant * n;
        uint64_t within = step == 0 ? count : (n - 1 - from) / (8 * step) + 1;
        size_t most = count - done < FFTC_CIRCLE_ROW ? count - done : FFTC_CIRCLE_ROW;
        size_t here = within < most ? (size_t)within : most;
        bool back = (octant & 1) != 0;
        octant_points((double)(back ? n - from : from),
                      back ? -(double)(8 * step) : (double)(8 * step), (double)n, (int)here,
                      near_axis, off_axis);
        for (size_t i = 0; i < here; ++i) {
            place_point((int)octant, near_axis[i], off_axis[i], points + 2 * (done + i));
        }
        k = (k + here * step) % n;
        done += here;
    }
}

const double *fftc_circle_of(fftc_circle_row *row, size_t i, size_t count)
{
    if (i < row->begin || i >= row->end) {
        /* A large step is a small one backwards. */
        uint64_t back = row->n - row->step;
        uint64_t way = row->step <= back ? i * row->step % row->n : row->n - i * back % row->n;
        row->begin = i;
        row->end = count - i < FFTC_CIRCLE_ROW ? count : i + FFTC_CIRCLE_ROW;
        fftc_circle_run((row->first + way) % row->n, row->step, row->n, row->end - row->begin,
                        row->point);
    }
    return row->point + 2 * (i - row->begin);
}
