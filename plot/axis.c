/* SPDX-License-Identifier: MIT
 *
 * Steps are tried from fine to coarse, and the first whose labels leave the gap between them is
 * taken.
 */
#include "axis.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Digits of a double that mean something beside others of the same size. */
#define DIGITS 15

/* Powers of ten and their multiples serve if they give so many labels; else, in less than a decade,
 * evenly spaced numbers may give more. */
#define LOG_LABELS 3

/* Labels are no narrower: steps finer than this are not tried. */
#define LEAST_PIXELS 6.0

static bool is_point(const plot_axis *axis)
{
    return axis->last - axis->first <= 1e-12 * fmax(fabs(axis->first), fabs(axis->last));
}

double plot_axis_at(const plot_axis *axis, double value)
{
    if (is_point(axis)) {
        return 0.5;
    }
    if (axis->kind == PLOT_AXIS_LOG) {
        return log(value / axis->first) / log(axis->last / axis->first);
    }
    return (value - axis->first) / (axis->last - axis->first);
}

/* 1e+07 -> 1e7 */
static void tidy_exponent(char *text)
{
    char *from = strchr(text, 'e');
    if (from == NULL) {
        return;
    }
    char *to = ++from;
    if (*from == '+' || *from == '-') {
        to += *from == '-';
        ++from;
    }
    while (*from == '0' && from[1] != '\0') {
        ++from;
    }
    memmove(to, from, strlen(from) + 1);
}

/* `step` tells how many digits are needed to tell neighbours apart; `most` is the largest number of
 * the axis. */
static void number_text(char *text, double value, double step, double most)
{
    int digits = step < 1.0 ? (int)ceil(-log10(step) - 1e-9) : 0;
    double shown = fabs(value) < step / 2.0 ? 0.0 : value;
    if (digits <= 9 && most < 1e7) {
        (void)snprintf(text, PLOT_TICK_TEXT, "%.*f", digits, shown);
    } else {
        double told_apart = ceil(log10(most / step) + 1.0);
        (void)snprintf(text, PLOT_TICK_TEXT, "%.*g", (int)fmin(fmax(told_apart, 1.0), DIGITS),
                       shown);
        tidy_exponent(text);
    }
}

/* 2:30 and 1:02:30, with a part of a second if steps are so fine. */
static void clock_text(char *text, double seconds, double step, bool hours)
{
    int digits = step < 1.0 ? (int)fmin(ceil(-log10(step) - 1e-9), 12.0) : 0;
    long long scale = llround(pow(10.0, digits));
    long long parts = llround(fabs(seconds) * (double)scale);
    long long minutes = parts / scale / 60;
    double rest = (double)(parts % (60 * scale)) / (double)scale;
    int width = digits > 0 ? digits + 3 : 2; /* 05.25 */
    const char *sign = seconds < 0.0 && parts != 0 ? "-" : "";
    if (hours) {
        (void)snprintf(text, PLOT_TICK_TEXT, "%s%lld:%02lld:%0*.*f", sign, minutes / 60,
                       minutes % 60, width, digits, rest);
    } else {
        (void)snprintf(text, PLOT_TICK_TEXT, "%s%lld:%0*.*f", sign, minutes, width, digits, rest);
    }
}

static plot_tick *add_tick(plot_axis *axis, double value)
{
    plot_tick *tick = &axis->tick[axis->tick_count++];
    tick->at = fmin(fmax(plot_axis_at(axis, value), 0.0), 1.0);
    tick->text[0] = '\0';
    return tick;
}

static double most_of(const plot_axis *axis)
{
    return fmax(fabs(axis->first), fabs(axis->last)) / axis->unit;
}

/* False: there are too many. */
static bool mark_steps(plot_axis *axis, double step)
{
    double from = ceil(axis->first / step - 1e-6);
    double to = floor(axis->last / step + 1e-6);
    axis->tick_count = 0;
    if (to - from >= PLOT_TICKS) {
        return false;
    }
    for (double k = from; k <= to; k += 1.0) {
        plot_tick *tick = add_tick(axis, k * step);
        if (axis->kind == PLOT_AXIS_CLOCK) {
            clock_text(tick->text, k * step, step, axis->last >= 3600.0);
        } else {
            number_text(tick->text, k * step / axis->unit, step / axis->unit, most_of(axis));
        }
    }
    return true;
}

/* With a letter for thousands, where that is shorter: 20k, 0.001. */
static void decade_text(char *text, double value)
{
    static const struct {
        double size;
        const char *letter;
    } units[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}};
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
        if (value >= units[i].size * 0.9999 && value < 1e12) {
            (void)snprintf(text, PLOT_TICK_TEXT, "%.6g%s", value / units[i].size, units[i].letter);
            return;
        }
    }
    (void)snprintf(text, PLOT_TICK_TEXT, "%.6g", value);
    tidy_exponent(text);
}

/* Marks at all multiples of powers of ten, labels at the multiples whose bit is set in `labelled`
 * (bit 1: 1), of every `decades`-th power. */
static bool mark_decades(plot_axis *axis, unsigned labelled, int decades)
{
    double first = axis->first / axis->unit;
    double last = axis->last / axis->unit;
    int low = (int)floor(log10(first));
    int high = (int)floor(log10(last));
    bool minor = axis->pixels / log10(last / first) > 40.0;
    axis->tick_count = 0;
    for (int power = low; power <= high; ++power) {
        for (int k = 1; k <= (minor ? 9 : 1); ++k) {
            double value = k * pow(10.0, power);
            if (value < first * (1.0 - 1e-9) || value > last * (1.0 + 1e-9)) {
                continue;
            }
            if (axis->tick_count == PLOT_TICKS) {
                return false;
            }
            plot_tick *tick = add_tick(axis, value * axis->unit);
            if ((labelled >> k & 1u) != 0 && power % decades == 0) {
                decade_text(tick->text, value);
            }
        }
    }
    return true;
}

static unsigned label_count(const plot_axis *axis)
{
    unsigned count = 0;
    for (unsigned i = 0; i < axis->tick_count; ++i) {
        count += axis->tick[i].text[0] != '\0';
    }
    return count;
}

static bool fits(const plot_axis *axis, plot_extent *extent, void *user)
{
    const plot_tick *before = NULL;
    double width_before = 0.0;
    for (unsigned i = 0; i < axis->tick_count; ++i) {
        const plot_tick *tick = &axis->tick[i];
        if (tick->text[0] == '\0') {
            continue;
        }
        double width = extent(user, tick->text);
        if (before != NULL &&
            (tick->at - before->at) * axis->pixels < (width + width_before) / 2.0 + axis->gap) {
            return false;
        }
        before = tick;
        width_before = width;
    }
    return true;
}

/* The next of 1, 2, 5, 10, ...; `number` counts them. */
static double next_step(double finest, unsigned number)
{
    static const double factors[] = {1.0, 2.0, 5.0};
    return finest * pow(10.0, number / 3) * factors[number % 3];
}

static double next_clock_step(double finest, unsigned number)
{
    static const double steps[] = {1.0,    2.0,    5.0,     10.0,    15.0,   30.0,
                                   60.0,   120.0,  300.0,   600.0,   900.0,  1800.0,
                                   3600.0, 7200.0, 10800.0, 21600.0, 43200.0};
    enum { STEPS = sizeof steps / sizeof *steps };
    unsigned below = finest < 1.0 ? 3u * (unsigned)lround(-log10(finest)) : 0;
    if (number < below) {
        return next_step(finest, number);
    }
    return number - below < STEPS ? steps[number - below]
                                  : next_step(86400.0, number - below - STEPS);
}

static bool mark_even(plot_axis *axis, plot_extent *extent, void *user)
{
    double span = axis->last - axis->first;
    double finest = pow(10.0, floor(log10(span / axis->pixels * LEAST_PIXELS)));
    bool clock = axis->kind == PLOT_AXIS_CLOCK;
    for (unsigned number = 0; number < 64; ++number) {
        double step =
            clock ? next_clock_step(fmin(finest, 1.0), number) : next_step(finest, number);
        if (mark_steps(axis, step) && fits(axis, extent, user)) {
            return label_count(axis) > 0;
        }
    }
    return false;
}

static void mark_log(plot_axis *axis, plot_extent *extent, void *user)
{
    enum { ONE = 1 << 1, TWO_FIVE = ONE | 1 << 2 | 1 << 5, ALL = 0x3fe };
    static const unsigned labelled[] = {ALL, TWO_FIVE, ONE | 1 << 3, ONE};
    for (unsigned i = 0; i < 4; ++i) {
        if (mark_decades(axis, labelled[i], 1) && fits(axis, extent, user)) {
            return;
        }
    }
    for (int decades = 2; decades <= 512; decades *= 2) {
        if (mark_decades(axis, ONE, decades) && fits(axis, extent, user)) {
            return;
        }
    }
    axis->tick_count = 0;
}

static void mark_point(plot_axis *axis)
{
    axis->tick_count = 0;
    plot_tick *tick = add_tick(axis, axis->first);
    if (axis->kind == PLOT_AXIS_CLOCK) {
        clock_text(tick->text, axis->first, fmod(axis->first, 1.0) == 0.0 ? 1.0 : 1e-3,
                   axis->first >= 3600.0);
    } else {
        (void)snprintf(tick->text, sizeof tick->text, "%.6g", axis->first / axis->unit);
        tidy_exponent(tick->text);
    }
}

void plot_axis_mark(plot_axis *axis, plot_extent *extent, void *user)
{
    axis->tick_count = 0;
    if (is_point(axis)) {
        mark_point(axis);
        return;
    }
    if (axis->kind == PLOT_AXIS_LOG) {
        mark_log(axis, extent, user);
        if (label_count(axis) >= LOG_LABELS) {
            return;
        }
    }
    plot_axis powers = *axis; /* none, unless it is logarithmic */
    if (!mark_even(axis, extent, user) || label_count(axis) <= label_count(&powers)) {
        *axis = powers;
    }
}
