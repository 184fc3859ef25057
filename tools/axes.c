/* SPDX-License-Identifier: MIT */
#include "axes.h"

#include <math.h>

typedef struct unit {
    double from; /* for axes whose largest number is so large */
    double size;
    const char *name;
} unit;

static double choose_unit(const unit *units, size_t count, double most, const char *quantity,
                          char title[TOOL_AXIS_TITLE])
{
    double size = most > 0.0 ? most : 1.0;
    size_t i = 0;
    while (i + 1 < count && size < units[i].from) {
        ++i;
    }
    (void)snprintf(title, TOOL_AXIS_TITLE, "%s / %s", quantity, units[i].name);
    return units[i].size;
}

static void frequency_unit(const tool_frequencies *frequencies, plot_axis *axis,
                           char title[TOOL_AXIS_TITLE])
{
    static const unit hertz[] = {{2e9, 1e9, "GHz"},
                                 {2e6, 1e6, "MHz"},
                                 {2e3, 1e3, "kHz"},
                                 {0.1, 1.0, "Hz"},
                                 {0.0, 1e-3, "mHz"}};
    axis->unit = 1.0;
    if (frequencies->sample_rate <= 0.0) {
        (void)snprintf(title, TOOL_AXIS_TITLE, "frequency / cycles per point");
    } else if (axis->kind == PLOT_AXIS_LOG) { /* numbers of a logarithmic axis have letters of
                                                 their own */
        (void)snprintf(title, TOOL_AXIS_TITLE, "frequency / Hz");
    } else {
        double most = fmax(fabs(axis->first), fabs(axis->last));
        axis->unit = choose_unit(hertz, sizeof hertz / sizeof *hertz, most, "frequency", title);
    }
}

const char *tool_axis_frequency(const tool_frequencies *frequencies, plot_axis *axis,
                                char title[TOOL_AXIS_TITLE])
{
    const tool_frequencies *f = frequencies;
    bool all = f->shown_low == 0.0 && f->shown_high == 0.0;
    *axis = (plot_axis){.kind = f->logarithmic ? PLOT_AXIS_LOG : PLOT_AXIS_LINEAR};
    axis->first = all ? f->low : fmax(f->shown_low, f->low);
    axis->last = all ? f->high : fmin(f->shown_high, f->high);
    if (axis->first > axis->last) {
        return "there is no frequency in the part that is to be shown";
    }
    if (f->logarithmic) {
        if (axis->first < 0.0) {
            return "a logarithmic axis has no negative frequencies: show only those from 0 on, or "
                   "take a linear one";
        }
        if (axis->first == 0.0) { /* the first bin above 0 */
            double step = f->bins > 1 ? (f->high - f->low) / (double)(f->bins - 1) : 0.0;
            axis->first = f->low + step * (floor(-f->low / step + 1e-6) + 1.0);
        }
        if (!(axis->first > 0.0 && axis->first <= axis->last)) {
            return "a logarithmic axis needs frequencies above 0: take a linear one";
        }
    }
    frequency_unit(f, axis, title);
    return NULL;
}

void tool_axis_time(double sample_rate, double first, double last, plot_axis *axis,
                    char title[TOOL_AXIS_TITLE])
{
    static const unit points[] = {{1e10, 1e9, "billion points"},
                                  {1e7, 1e6, "million points"},
                                  {1e4, 1e3, "thousand points"},
                                  {0.0, 1.0, "points"}};
    static const unit seconds[] = {
        {1.0, 1.0, "s"}, {1e-3, 1e-3, "ms"}, {1e-6, 1e-6, "µs"}, {0.0, 1e-9, "ns"}};
    double most = fmax(fabs(first), fabs(last));
    *axis = (plot_axis){.kind = PLOT_AXIS_LINEAR, .first = first, .last = last, .unit = 1.0};
    if (sample_rate <= 0.0) {
        axis->unit = choose_unit(points, 4, most, "time", title);
    } else if (most >= 120.0 && most < 1e9) {
        axis->kind = PLOT_AXIS_CLOCK;
        (void)snprintf(title, TOOL_AXIS_TITLE, most >= 3600.0 ? "time / h:min:s" : "time / min:s");
    } else {
        axis->unit = choose_unit(seconds, 4, most, "time", title);
    }
}

double tool_axis_bin(const tool_frequencies *frequencies, const plot_axis *axis, double at)
{
    double span = frequencies->high - frequencies->low;
    double frequency = axis->kind == PLOT_AXIS_LOG ? axis->first * pow(axis->last / axis->first, at)
                                                   : axis->first + (axis->last - axis->first) * at;
    double bin = span > 0.0 ? (frequency - frequencies->low) / span : 0.0;
    return fmin(fmax(bin, 0.0), 1.0) * (double)(frequencies->bins - 1);
}
