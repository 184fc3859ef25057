/* SPDX-License-Identifier: MIT
 *
 * Plots of the page: the signal, its spectrum, the errors.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"

enum { COLUMNS = 900, LINE_POINTS = 8192 };

/* Least and greatest real part of points first .. last - 1. */
static void extremes(const double *points, uint64_t first, uint64_t last, double *low, double *high)
{
    *low = (double)INFINITY;
    *high = (double)-INFINITY;
    for (uint64_t i = first; i < last; ++i) {
        *low = fmin(*low, points[2 * i]);
        *high = fmax(*high, points[2 * i]);
    }
}

/* A waveform as the area between the extremes of each column, or as a line if there are few
 * points. */
static void draw_wave(FILE *file, const double *points, uint64_t count, const html_scale *x,
                      const html_scale *y, const char *style)
{
    if (count <= LINE_POINTS) {
        (void)fprintf(file, "<path class='%s line' d='", style);
        for (uint64_t i = 0; i < count; ++i) {
            double at = x->from + (x->to - x->from) * (double)i / (double)(count - 1);
            (void)fprintf(file, "%s%.1f %.1f", i == 0 ? "M" : "L", at,
                          html_scale_at(y, points[2 * i]));
        }
        (void)fputs("'/>", file);
        return;
    }
    (void)fprintf(file, "<path class='%s area' d='", style);
    for (int column = 0; column < COLUMNS; ++column) {
        uint64_t first = count * (uint64_t)column / COLUMNS;
        uint64_t last = count * (uint64_t)(column + 1) / COLUMNS;
        double low;
        double high;
        extremes(points, first, last, &low, &high);
        double at = x->from + (x->to - x->from) * (column + 0.5) / COLUMNS;
        double top = html_scale_at(y, high);
        double bottom = html_scale_at(y, low);
        (void)fprintf(file, "M%.1f %.1fV%.1f", at, top - 0.4, bottom + 0.4);
    }
    (void)fputs("'/>", file);
}

static double largest_real(const double *points, uint64_t count)
{
    double largest = 0.0;
    for (uint64_t i = 0; i < count; ++i) {
        largest = fmax(largest, fabs(points[2 * i]));
    }
    return largest > 0.0 ? largest : 1.0;
}

static double seconds(const diff_run *run, uint64_t point)
{
    double rate = run->recording.sample_rate;
    return rate > 0.0 ? (double)point / rate : (double)point;
}

static void draw_recording(FILE *file, const diff_run *run)
{
    const tool_signal *recording = &run->recording;
    double peak = largest_real(recording->samples, recording->count) * 1.08;
    html_scale x = {0.0, seconds(run, recording->count), 20.0, 1100.0};
    html_scale y = {-peak, peak, 150.0, 10.0};
    double from = html_scale_at(&x, seconds(run, run->offset));
    double to = html_scale_at(&x, seconds(run, run->offset + run->length));
    (void)fputs("<figure class=card><figcaption>The whole recording; the marked stretch is "
                "transformed</figcaption><svg viewBox='0 0 1120 190'>",
                file);
    html_axis_x(file, &x, 10.0, 150.0, 12, recording->sample_rate > 0.0 ? "seconds" : "points");
    (void)fprintf(file, "<rect class=window x=%.1f y=4 width=%.1f height=152 rx=3 />", from,
                  fmax(to - from, 2.0));
    draw_wave(file, recording->samples, recording->count, &x, &y, "wave quiet");
    (void)fprintf(file,
                  "<svg class=clip x=%.1f y=0 width=%.1f height=160 viewBox='%.1f 0 %.1f 160' "
                  "preserveAspectRatio=none>",
                  from, fmax(to - from, 2.0), from, fmax(to - from, 2.0));
    draw_wave(file, recording->samples, recording->count, &x, &y, "wave");
    (void)fputs("</svg></svg></figure>", file);
}

static void draw_stretch(FILE *file, const diff_run *run)
{
    double peak = largest_real(run->wave, run->length) * 1.08;
    bool timed = run->recording.sample_rate > 0.0;
    double scale = timed ? 1e3 : 1.0;
    html_scale x = {seconds(run, run->offset) * scale,
                    seconds(run, run->offset + run->length) * scale, 52.0, 545.0};
    html_scale y = {-peak, peak, 220.0, 28.0};
    (void)fprintf(file,
                  "<figure class=card><figcaption>What %s: %llu points%s</figcaption><svg "
                  "viewBox='0 0 560 262'>",
                  run->options.fft.direction == FFTC_INVERSE ? "comes out" : "goes in",
                  (unsigned long long)run->length, run->recording.is_complex ? ", real parts" : "");
    html_axis_x(file, &x, 28.0, 220.0, 6, timed ? "milliseconds" : "point");
    html_axis_y(file, &y, 52.0, 545.0, 5, "");
    draw_wave(file, run->wave, run->length, &x, &y, "wave");
    (void)fputs("</svg></figure>", file);
}

/* Level of frequency f in dB of the strongest. */
static double level_at(const diff_run *run, uint64_t f, double strongest)
{
    double magnitude = hypot(run->spectrum[2 * f], run->spectrum[2 * f + 1]);
    return 20.0 * log10(magnitude / strongest + 1e-12);
}

static void draw_spectrum(FILE *file, const diff_run *run)
{
    enum { POINTS = 480 };
    bool both = run->recording.is_complex;
    uint64_t bins = both ? run->length : run->length / 2 + 1;
    double rate = run->recording.sample_rate;
    double half = rate > 0.0 ? rate / 2000.0 : 0.5;
    double strongest = 0.0;
    html_scale x = {both ? -half : 0.0, half, 52.0, 545.0};
    html_scale y = {-120.0, 3.0, 220.0, 28.0};
    for (uint64_t f = 0; f < run->length; ++f) {
        strongest = fmax(strongest, hypot(run->spectrum[2 * f], run->spectrum[2 * f + 1]));
    }
    (void)fprintf(file, "<figure class=card><figcaption>%s</figcaption><svg viewBox='0 0 560 262'>",
                  run->options.fft.direction == FFTC_INVERSE ? "What goes in: its spectrum"
                                                             : "Its spectrum");
    html_axis_x(file, &x, 28.0, 220.0, 8, rate > 0.0 ? "kHz" : "cycles per point");
    html_axis_y(file, &y, 52.0, 545.0, 6, "dB");
    uint64_t columns = bins < POINTS ? bins : POINTS;
    (void)fprintf(file, "<path class='wave fill' d='M%.1f %.1f", x.from, y.from);
    for (uint64_t column = 0; column < columns; ++column) {
        double level = -1e9;
        for (uint64_t bin = bins * column / columns; bin < bins * (column + 1) / columns; ++bin) {
            uint64_t f = both ? (bin + run->length / 2) % run->length : bin;
            level = fmax(level, level_at(run, f, strongest));
        }
        (void)fprintf(file, "L%.1f %.1f",
                      x.from + (x.to - x.from) * ((double)column + 0.5) / (double)columns,
                      html_scale_at(&y, fmax(level, y.low)));
    }
    (void)fprintf(file, "L%.1f %.1fz'/></svg></figure>", x.to, y.from);
}

void html_signal(FILE *file, const diff_run *run)
{
    if (run->options.file != NULL) {
        draw_recording(file, run);
    }
    (void)fputs("<div class=pair>", file);
    draw_stretch(file, run);
    if (run->oracle) {
        draw_spectrum(file, run);
    }
    (void)fputs("</div>", file);
}

/* Line of one execution: its error after each stage, in the order of the stages' execution. */
static void draw_growth(FILE *file, const diff_run *run, const diff_execution *execution,
                        uint32_t number, const html_scale *x, const html_scale *y)
{
    (void)fprintf(file, "<path class='growth e%u' d='", (unsigned)number);
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        double error = execution->stage[diff_stage_at(run, step)].error;
        (void)fprintf(file, "%s%.1f %.1f", step == 0 ? "M" : "L", html_scale_at(x, step + 1.0),
                      html_scale_at(y, isfinite(error) ? fmin(error, y->high) : y->high));
    }
    (void)fputs("'/>", file);
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        double error = execution->stage[diff_stage_at(run, step)].error;
        (void)fprintf(file, "<circle class='dot e%u' cx=%.1f cy=%.1f r=%.1f><title>", number,
                      html_scale_at(x, step + 1.0),
                      html_scale_at(y, isfinite(error) ? fmin(error, y->high) : y->high),
                      7.0 - 1.5 * (number < 4 ? number : 4));
        html_text(file, execution->name);
        (void)fprintf(file, ", stage %u: %.3e</title></circle>", (unsigned)diff_stage_at(run, step),
                      error);
    }
}

void html_error_growth(FILE *file, const diff_run *run)
{
    diff_verdict verdict = diff_judge(run);
    double most = fmax(run->bound, isfinite(verdict.worst_error) ? verdict.worst_error : 0.0);
    double unit = pow(10.0, floor(log10(most)));
    html_scale x = {0.5, run->stage_count + 0.5, 52.0, 1090.0};
    html_scale y = {0.0, most * 1.12, 250.0, 34.0};
    html_scale shown = {0.0, y.high / unit, y.from, y.to};
    char title[64];
    (void)fprintf(file,
                  "<figure class=card><figcaption>Distance from FFTW after each stage (relative L2 "
                  "norm)%s</figcaption><svg viewBox='0 0 "
                  "1120 300'>",
                  verdict.equal ? ": every execution stands on the same points" : "");
    (void)snprintf(title, sizeof title, "&#215; 10<tspan dy=-5 font-size=9>%d</tspan>",
                   (int)lround(log10(unit)));
    html_axis_y(file, &shown, 52.0, 1090.0, 5, "");
    (void)fprintf(file, "<text class=unit x=52 y=20>%s</text>", title);
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        (void)fprintf(file, "<text class=tick x=%.1f y=267 text-anchor=middle>%u</text>",
                      html_scale_at(&x, step + 1.0), (unsigned)diff_stage_at(run, step));
    }
    (void)fputs("<text class=unit x=1090 y=288 text-anchor=end>stage</text>", file);
    (void)fprintf(file,
                  "<path class=bound d='M52 %.1fH1090'/><text class=bound-ink x=1084 y=%.1f "
                  "text-anchor=end>the documented bound, %.2e</text>",
                  html_scale_at(&y, run->bound), html_scale_at(&y, run->bound) - 7.0, run->bound);
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        if (run->executions[i].status == FFTC_SUCCESS) {
            draw_growth(file, run, &run->executions[i], i, &x, &y);
        }
    }
    (void)fputs("</svg><div class=keys>", file);
    for (uint32_t i = 0; i < run->execution_count; ++i) {
        if (run->executions[i].status == FFTC_SUCCESS) {
            (void)fprintf(file, "<span class=key><i class='disc e%u'></i>", (unsigned)i);
            html_text(file, run->executions[i].name);
            (void)fputs("</span>", file);
        }
    }
    (void)fputs("</div></figure>", file);
}

static int compare_doubles(const void *x, const void *y)
{
    double a = *(const double *)x;
    double b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Median and largest of each column of elements: `errors` is sorted column by column. */
static void draw_elements(FILE *file, double *errors, uint64_t count, const html_scale *x,
                          const html_scale *y, const char *medium)
{
    enum { BINS = 128 };
    uint64_t bins = count < BINS ? count : BINS;
    (void)fprintf(file, "<path class='spread %s' d='", medium);
    for (uint64_t bin = 0; bin < bins; ++bin) {
        uint64_t first = count * bin / bins;
        uint64_t last = count * (bin + 1) / bins;
        qsort(errors + first, last - first, sizeof *errors, compare_doubles);
        double at = x->from + (x->to - x->from) * ((double)bin + 0.5) / (double)bins;
        double low = log10(fmax(errors[first + (last - first) / 10], 1e-30));
        double high = log10(fmax(errors[last - 1], 1e-30));
        (void)fprintf(file, "M%.1f %.1fV%.1f", at,
                      html_scale_at(y, fmin(fmax(high, y->low), y->high)) - 0.3,
                      html_scale_at(y, fmin(fmax(low, y->low), y->high)) + 0.3);
    }
    (void)fprintf(file, "'/><path class='median %s' d='", medium);
    for (uint64_t bin = 0; bin < bins; ++bin) {
        uint64_t first = count * bin / bins;
        uint64_t last = count * (bin + 1) / bins;
        double at = x->from + (x->to - x->from) * ((double)bin + 0.5) / (double)bins;
        double middle = log10(fmax(errors[first + (last - first) / 2], 1e-30));
        (void)fprintf(file, "%s%.1f %.1f", bin == 0 ? "M" : "L", at,
                      html_scale_at(y, fmin(fmax(middle, y->low), y->high)));
    }
    (void)fputs("'/>", file);
}

static void draw_element_plot(FILE *file, const diff_run *run, uint32_t stage, double *errors)
{
    double unit = ceil(log10(run->bound)) + 1.0;
    html_scale x = {0.0, (double)run->length, 40.0, 350.0};
    html_scale y = {unit - 5.0, unit, 128.0, 12.0};
    const char *medium = diff_exchange_name(fftc_workgroup_fft_exchange(&run->options.fft, stage));
    (void)fprintf(file,
                  "<figure class=card><figcaption>stage %u <span class=faint>stride %llu</span> "
                  "<span class='tag %s'>%s</span></figcaption><svg viewBox='0 0 360 152'>",
                  (unsigned)stage, (unsigned long long)diff_stride(run, stage), medium, medium);
    for (int decade = (int)(unit - 5.0); decade <= (int)unit; ++decade) {
        double at = html_scale_at(&y, decade);
        (void)fprintf(file, "<path class=grid d='M40 %.1fH350'/>", at);
        if ((decade - (int)unit) % 2 == 0) {
            (void)fprintf(file,
                          "<text class=tick x=34 y=%.1f text-anchor=end>10<tspan dy=-4 "
                          "font-size=8>%d</tspan></text>",
                          at + 4.0, decade);
        }
    }
    (void)fprintf(file,
                  "<text class=tick x=40 y=146>0</text><text class=tick x=350 y=146 "
                  "text-anchor=end>%llu</text>",
                  (unsigned long long)(run->length - 1));
    draw_elements(file, errors, run->length, &x, &y, medium);
    (void)fputs("</svg></figure>", file);
}

void html_element_errors(FILE *file, const diff_run *run)
{
    double *errors = calloc(run->length, sizeof *errors);
    (void)fputs("<div class=tiles3>", file);
    for (uint32_t step = 0; errors != NULL && step < run->stage_count; ++step) {
        uint32_t stage = diff_stage_at(run, step);
        if (diff_element_errors(run, stage, errors)) {
            draw_element_plot(file, run, stage, errors);
        }
    }
    (void)fputs("</div>", file);
    free(errors);
}
