/* SPDX-License-Identifier: MIT
 *
 * Where the marks of an axis stand and what they say: as many as have room beside each other.
 */
#ifndef PLOT_AXIS_H
#define PLOT_AXIS_H

#define PLOT_TICKS 128u
#define PLOT_TICK_TEXT 48

typedef enum plot_axis_kind {
    PLOT_AXIS_LINEAR,
    PLOT_AXIS_LOG,  /* of numbers above 0 */
    PLOT_AXIS_CLOCK /* of seconds, below 1e9: 2:30, 1:02:30 */
} plot_axis_kind;

typedef struct plot_tick {
    double at;                 /* 0: at the axis's first value, 1: at the last one */
    char text[PLOT_TICK_TEXT]; /* empty: a mark alone */
} plot_tick;

typedef struct plot_axis {
    plot_axis_kind kind;
    double first, last; /* values at its ends, first <= last; finite */
    double unit;        /* numbers are values divided by it; 1 of clocks */
    double pixels;      /* the length of the axis */
    double gap;         /* pixels between labels, at least */
    plot_tick tick[PLOT_TICKS];
    unsigned tick_count;
} plot_axis;

/* The pixels that a text takes along the axis. */
typedef double plot_extent(void *user, const char *text);

/* Sets the ticks. An axis whose ends are the same number, as far as a double tells, has one tick in
 * its middle. */
void plot_axis_mark(plot_axis *axis, plot_extent *extent, void *user);

/* Where a value stands, 0 .. 1 for those between the ends. */
double plot_axis_at(const plot_axis *axis, double value);

#endif
