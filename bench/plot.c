/* SPDX-License-Identifier: MIT
 *
 * The picture: speeds above, ratios below, one column for each case. Plain SVG, readable on white
 * and on black.
 */
#include "bench.h"

#include <math.h>

#define LEFT 60
#define STEP 44
#define SPEED_TOP 70
#define SPEED_HEIGHT 300
#define RATIO_TOP 420
#define RATIO_HEIGHT 150
#define BOTTOM (RATIO_TOP + RATIO_HEIGHT)

/* Ours first. Distinguishable without colours too, by the shapes of point(). */
static const char *const colours[] = {"#d1495b", "#2274a5", "#7a9e4b", "#8963ba",
                                      "#e09f3e", "#4a7c7c", "#777777"};

typedef struct plot {
    FILE *file;
    const bench_settings *settings;
    const bench_row *rows;
    size_t count;
    double most_speed; /* of the axis */
    double most_ratio;
    int bottom; /* where names begin: without FFTW there are no ratios */
} plot;

/* 1, 2 or 5 times a power of ten, so that about five of them reach x. */
static double tick_for(double x)
{
    double power = pow(10.0, floor(log10(x / 5.0)));
    double rest = x / 5.0 / power;
    return power * (rest > 5.0 ? 10.0 : rest > 2.0 ? 5.0 : rest > 1.0 ? 2.0 : 1.0);
}

static double speed(const plot *p, size_t row, int column)
{
    const bench_row *r = &p->rows[row];
    const bench_result *result = column == 0 ? &r->ours : &r->peer[column - 1];
    return isnan(result->seconds) ? 0.0 : bench_gflops(&r->which, result->seconds);
}

static double x_of(size_t row)
{
    return LEFT + STEP * ((double)row + 0.5);
}

static void measure_axes(plot *p)
{
    p->most_speed = 1.0;
    p->most_ratio = 1.5;
    for (size_t i = 0; i < p->count; ++i) {
        for (int c = 0; c <= p->settings->peer_count; ++c) {
            p->most_speed = fmax(p->most_speed, speed(p, i, c));
        }
        p->most_ratio = fmax(p->most_ratio, p->rows[i].ratio);
    }
    p->most_speed *= 1.05;
    p->most_ratio *= 1.15; /* a number stands above each bar */
}

static void draw_grid(const plot *p, double top, double height, double most, const char *title)
{
    double tick = tick_for(most);
    double right = LEFT + STEP * (double)p->count;
    (void)fprintf(p->file, "<text x='%d' y='%.0f' font-weight='bold'>%s</text>\n", LEFT, top - 8,
                  title);
    for (double value = 0.0; value <= most; value += tick) {
        double y = top + height * (1.0 - value / most);
        (void)fprintf(p->file,
                      "<path d='M%d %.1fH%.1f' stroke='#888' stroke-opacity='.35'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
                      LEFT, y, right, LEFT - 6, y + 4, value);
    }
}

static void draw_point(const plot *p, double x, double y, int column)
{
    switch (column % 3) {
    case 0:
        (void)fprintf(p->file, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>\n", x, y,
                      colours[column]);
        break;
    case 1:
        (void)fprintf(p->file, "<rect x='%.1f' y='%.1f' width='7' height='7' fill='%s'/>\n",
                      x - 3.5, y - 3.5, colours[column]);
        break;
    default:
        (void)fprintf(p->file, "<path d='M%.1f %.1fl4.5 8h-9z' fill='%s'/>\n", x, y - 5,
                      colours[column]);
    }
}

static void draw_speeds(const plot *p)
{
    draw_grid(p, SPEED_TOP, SPEED_HEIGHT, p->most_speed, "GFLOPS");
    for (int c = p->settings->peer_count; c >= 0; --c) {
        (void)fprintf(p->file, "<polyline fill='none' stroke='%s' stroke-opacity='.6' points='",
                      colours[c]);
        for (size_t i = 0; i < p->count; ++i) {
            (void)fprintf(p->file, "%.1f,%.1f ", x_of(i),
                          SPEED_TOP + SPEED_HEIGHT * (1.0 - speed(p, i, c) / p->most_speed));
        }
        (void)fprintf(p->file, "'/>\n");
        for (size_t i = 0; i < p->count; ++i) {
            draw_point(p, x_of(i),
                       SPEED_TOP + SPEED_HEIGHT * (1.0 - speed(p, i, c) / p->most_speed), c);
        }
    }
}

static void draw_ratios(const plot *p)
{
    double one = RATIO_TOP + RATIO_HEIGHT * (1.0 - 1.0 / p->most_ratio);
    draw_grid(p, RATIO_TOP, RATIO_HEIGHT, p->most_ratio, "time of the best FFTW / time of fftcore");
    for (size_t i = 0; i < p->count; ++i) {
        double y = RATIO_TOP + RATIO_HEIGHT * (1.0 - p->rows[i].ratio / p->most_ratio);
        (void)fprintf(p->file,
                      "<rect x='%.1f' y='%.1f' width='20' height='%.1f' fill='%s' "
                      "fill-opacity='%s'/>"
                      "<text x='%.1f' y='%.1f' text-anchor='middle'>%.2f</text>\n",
                      x_of(i) - 10, y, BOTTOM - y, colours[0], p->rows[i].ratio < 1.0 ? "1" : ".45",
                      x_of(i), y - 4, p->rows[i].ratio);
    }
    (void)fprintf(p->file, "<path d='M%d %.1fH%.1f' stroke='#888' stroke-width='1.5'/>\n", LEFT,
                  one, LEFT + STEP * (double)p->count);
}

static void draw_names(const plot *p)
{
    for (size_t i = 0; i < p->count; ++i) {
        (void)fprintf(p->file,
                      "<text text-anchor='end' transform='translate(%.1f %d) rotate(-50)'>%s"
                      "</text>\n",
                      x_of(i) + 4, p->bottom + 14, p->rows[i].which.name);
    }
    double x = LEFT;
    for (int c = 0; c <= p->settings->peer_count; ++c) {
        draw_point(p, x + 5, 34, c);
        (void)fprintf(p->file, "<text x='%.0f' y='38'>%s%s</text>\n", x + 15,
                      c == 0 ? "fftcore" : "FFTW, ", c == 0 ? "" : p->settings->peer[c - 1].name);
        x += 130;
    }
}

bool bench_write_plot(const bench_settings *settings, const bench_row *rows, size_t count,
                      const char *path)
{
    plot p = {.file = tool_file_create(path),
              .settings = settings,
              .rows = rows,
              .count = count,
              .bottom = settings->peer_count > 0 ? BOTTOM : SPEED_TOP + SPEED_HEIGHT};
    char machine[400];
    if (p.file == NULL) {
        return false;
    }
    static const char *const names[] = {"float", "double", "half"}; /* as fftc_precision */
    measure_axes(&p);
    bench_machine(machine, sizeof machine);
    double width = fmax(LEFT + STEP * (double)count + 20, 560);
    (void)fprintf(p.file,
                  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %d' width='%.0f' "
                  "height='%d' font-family='sans-serif' font-size='11' fill='#777'>\n"
                  "<text x='%d' y='16'>fftcore %s, %s, %d thread%s. %s</text>\n",
                  width, p.bottom + 80, width, p.bottom + 80, LEFT, fftc_version(),
                  names[settings->precision], settings->threads, settings->threads == 1 ? "" : "s",
                  machine);
    draw_speeds(&p);
    if (settings->peer_count > 0) {
        draw_ratios(&p);
    }
    draw_names(&p);
    (void)fprintf(p.file, "</svg>\n");
    return tool_file_close(p.file, path);
}
