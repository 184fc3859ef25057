/* SPDX-License-Identifier: MIT
 *
 * Text, scales and axes.
 */
#include <math.h>

#include "html.h"

void html_text(FILE *file, const char *text)
{
    for (; *text != '\0'; ++text) {
        switch (*text) {
        case '&': (void)fputs("&amp;", file); break;
        case '<': (void)fputs("&lt;", file); break;
        case '>': (void)fputs("&gt;", file); break;
        case '"': (void)fputs("&quot;", file); break;
        default:
            if ((unsigned char)*text >= 0x20) {
                (void)fputc(*text, file);
            }
        }
    }
}

double html_scale_at(const html_scale *scale, double value)
{
    return scale->from +
           (value - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

double html_tick_step(double span, int most)
{
    static const double factors[] = {1.0, 2.0, 5.0, 10.0};
    double step = pow(10.0, floor(log10(span / most)));
    for (int i = 0; i < 4; ++i) {
        if (span / (step * factors[i]) <= most) {
            return step * factors[i];
        }
    }
    return step * 10.0;
}

void html_tick_text(char *text, size_t bytes, double value, double step)
{
    int digits = step < 1.0 ? (int)ceil(-log10(step) - 1e-9) : 0;
    (void)snprintf(text, bytes, "%.*f", digits, fabs(value) < step / 2 ? 0.0 : value);
}

void html_axis_x(FILE *file, const html_scale *x, double y_top, double y_bottom, int most,
                 const char *unit)
{
    double step = html_tick_step(x->high - x->low, most);
    char text[32];
    for (double value = ceil(x->low / step - 1e-9) * step; value <= x->high + step * 1e-6;
         value += step) {
        double at = html_scale_at(x, value);
        html_tick_text(text, sizeof text, value, step);
        (void)fprintf(file,
                      "<path class=grid d='M%.1f %.1fV%.1f'/><text class=tick x=%.1f y=%.1f "
                      "text-anchor=middle>%s</text>",
                      at, y_top, y_bottom, at, y_bottom + 17, text);
    }
    (void)fprintf(file, "<text class=unit x=%.1f y=%.1f text-anchor=end>%s</text>", x->to,
                  y_bottom + 33, unit);
}

void html_axis_y(FILE *file, const html_scale *y, double x_left, double x_right, int most,
                 const char *unit)
{
    double step = html_tick_step(y->high - y->low, most);
    char text[32];
    for (double value = ceil(y->low / step - 1e-9) * step; value <= y->high + step * 1e-6;
         value += step) {
        double at = html_scale_at(y, value);
        html_tick_text(text, sizeof text, value, step);
        (void)fprintf(file,
                      "<path class=grid d='M%.1f %.1fH%.1f'/><text class=tick x=%.1f y=%.1f "
                      "text-anchor=end>%s</text>",
                      x_left, at, x_right, x_left - 7, at + 4, text);
    }
    (void)fprintf(file, "<text class=unit x=%.1f y=%.1f text-anchor=end>%s</text>", x_left - 7,
                  y->to - 10, unit);
}
