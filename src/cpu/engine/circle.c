/* SPDX-License-Identifier: MIT */
#include "cpu/engine/circle.h"

#include <math.h>

void fftc_circle(uint64_t k, uint64_t n, double point[2])
{
    /* Octants: eighths = 8 k / n, without overflow for n < 2^60. */
    uint64_t scaled = 8 * k;
    int octant = (int)(scaled / n);
    uint64_t from = scaled - (uint64_t)octant * n; /* 0 .. n - 1, in units of 2 pi / (8 n) */
    uint64_t distance = (octant & 1) != 0 ? n - from : from; /* from the nearer axis */
    double angle = 0.78539816339744830962 * ((double)distance / (double)n);
    double near_axis = cos(angle);
    double off_axis = sin(angle);
    double c = 0.0;
    double s = 0.0;
    switch (octant) {
    case 0:
        c = near_axis;
        s = off_axis;
        break;
    case 1:
        c = off_axis;
        s = near_axis;
        break;
    case 2:
        c = -off_axis;
        s = near_axis;
        break;
    case 3:
        c = -near_axis;
        s = off_axis;
        break;
    case 4:
        c = -near_axis;
        s = -off_axis;
        break;
    case 5:
        c = -off_axis;
        s = -near_axis;
        break;
    case 6:
        c = off_axis;
        s = -near_axis;
        break;
    default:
        c = near_axis;
        s = -off_axis;
        break;
    }
    point[0] = c;
    point[1] = -s;
}
