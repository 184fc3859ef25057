/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define TICK 5.0
#define LABEL_GAP 4.0 /* from a tick to its label */
#define GAP_ACROSS 26.0
#define GAP_UP 14.0

/* Widths are whole pixels and the same for all kinds of files, so that a layout is too. fontconfig
 * finds the font; where there is none, cairo has one built in. */
static void choose_font(cairo_t *cairo, double size)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

void plot_figure_begin(plot_figure *figure)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    *figure = (plot_figure){.ruler = cairo_create(surface)};
    cairo_surface_destroy(surface);
    figure->failed = cairo_status(figure->ruler) != CAIRO_STATUS_SUCCESS;
}

void plot_figure_end(plot_figure *figure)
{
    cairo_destroy(figure->ruler);
    free(figure->label);
    free(figure->line);
    *figure = (plot_figure){.failed = true};
}

/* What cairo draws: no surrogates, and no numbers that Unicode keeps free of characters. */
static bool is_character(unsigned number, size_t bytes)
{
    static const unsigned least[] = {0, 0x20, 0x80, 0x800, 0x10000};
    return number >= least[bytes] && number != 0x7f && number < 0x110000 &&
           (number & 0xfffff800u) != 0xd800 && (number < 0xfdd0 || number > 0xfdef) &&
           (number & 0xfffe) != 0xfffe;
}

/* Bytes of the character that `text` begins with, 0 if it is no UTF-8 (RFC 3629), or not to be
 * drawn. */
static size_t character_bytes(const unsigned char *text)
{
    size_t bytes = text[0] < 0x80   ? 1
                   : text[0] < 0xc0 ? 0
                   : text[0] < 0xe0 ? 2
                   : text[0] < 0xf0 ? 3
                   : text[0] < 0xf8 ? 4
                                    : 0;
    unsigned number = bytes <= 1 ? text[0] : text[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        number = number << 6 | (text[i] & 0x3fu);
    }
    return is_character(number, bytes) ? bytes : 0;
}

/* What fits, and a '?' for each byte that cairo would refuse. */
static void copy_text(char *to, size_t room, const char *text)
{
    size_t used = 0;
    while (*text != '\0') {
        size_t bytes = character_bytes((const unsigned char *)text);
        size_t taken = bytes > 0 ? bytes : 1;
        if (used + taken >= room) {
            break;
        }
        memcpy(to + used, bytes > 0 ? text : "?", taken);
        used += taken;
        text += taken;
    }
    to[used] = '\0';
}

static double measured_width(const plot_figure *figure, double size, const char *text)
{
    cairo_text_extents_t extents;
    choose_font(figure->ruler, size);
    cairo_text_extents(figure->ruler, text, &extents);
    return fmax(extents.x_advance, extents.x_bearing + extents.width);
}

double plot_text_width(const plot_figure *figure, double size, const char *text)
{
    char clean[sizeof figure->label->text];
    copy_text(clean, sizeof clean, text);
    return measured_width(figure, size, clean);
}

double plot_text_height(const plot_figure *figure, double size)
{
    cairo_font_extents_t extents;
    choose_font(figure->ruler, size);
    cairo_font_extents(figure->ruler, &extents);
    return extents.ascent + extents.descent;
}

/* Takes characters away from the end until "..." has room. */
static void cut_text(const plot_figure *figure, plot_label *label, double most)
{
    size_t end = strlen(label->text);
    while (label->width > most && end > 0) {
        do {
            --end;
        } while (end > 0 && ((unsigned char)label->text[end] & 0xc0) == 0x80);
        if (end + 4 <= sizeof label->text) {
            memcpy(label->text + end, "...", 4);
            label->width = measured_width(figure, label->size, label->text);
        }
    }
    if (label->width > most) {
        label->text[0] = '\0';
    }
}

static bool make_room(plot_figure *figure, void **list, size_t count, size_t *room, size_t bytes)
{
    if (count < *room) {
        return true;
    }
    size_t wanted = *room == 0 ? 64 : 2 * *room;
    void *larger = realloc(*list, wanted * bytes);
    if (larger == NULL) {
        figure->failed = true;
        return false;
    }
    *list = larger;
    *room = wanted;
    return true;
}

void plot_label_add(plot_figure *figure, const char *text, double x, double y, double along,
                    double turn, double size, double most, plot_colour colour)
{
    plot_label label = {.x = x, .y = y, .size = size, .turn = turn, .colour = colour};
    cairo_font_extents_t extents;
    copy_text(label.text, sizeof label.text, text);
    label.width = measured_width(figure, size, label.text);
    if (most > 0.0) {
        cut_text(figure, &label, most);
    }
    if (label.text[0] == '\0' || !make_room(figure, (void **)&figure->label, figure->label_count,
                                            &figure->label_room, sizeof label)) {
        return;
    }
    cairo_font_extents(figure->ruler, &extents);
    label.ascent = extents.ascent;
    label.descent = extents.descent;
    label.x -= along * label.width * cos(turn * PI / 180.0);
    label.y += along * label.width * sin(turn * PI / 180.0);
    figure->label[figure->label_count++] = label;
}

void plot_label_corners(const plot_label *label, double corner[4][2])
{
    const double flat[4][2] = {{0.0, -label->ascent},
                               {label->width, -label->ascent},
                               {label->width, label->descent},
                               {0.0, label->descent}};
    double c = cos(label->turn * PI / 180.0);
    double s = sin(label->turn * PI / 180.0);
    for (int i = 0; i < 4; ++i) {
        corner[i][0] = label->x + c * flat[i][0] + s * flat[i][1];
        corner[i][1] = label->y - s * flat[i][0] + c * flat[i][1];
    }
}

void plot_line_add(plot_figure *figure, double x0, double y0, double x1, double y1,
                   plot_colour colour)
{
    if (make_room(figure, (void **)&figure->line, figure->line_count, &figure->line_room,
                  sizeof *figure->line)) {
        figure->line[figure->line_count++] = (plot_line){{x0, y0}, {x1, y1}, colour};
    }
}

static double width_of(void *user, const char *text)
{
    return plot_text_width(user, PLOT_FONT, text);
}

static double height_of(void *user, const char *text)
{
    (void)text;
    return plot_text_height(user, PLOT_FONT);
}

void plot_axis_mark_across(const plot_figure *figure, plot_axis *axis, const plot_box *box)
{
    axis->pixels = box->width - 1.0;
    axis->gap = GAP_ACROSS;
    plot_axis_mark(axis, width_of, (void *)figure);
}

void plot_axis_mark_up(const plot_figure *figure, plot_axis *axis, const plot_box *box)
{
    axis->pixels = box->height - 1.0;
    axis->gap = GAP_UP;
    plot_axis_mark(axis, height_of, (void *)figure);
}

double plot_axis_widest(const plot_figure *figure, const plot_axis *axis)
{
    double widest = 0.0;
    for (unsigned i = 0; i < axis->tick_count; ++i) {
        widest = fmax(widest, plot_text_width(figure, PLOT_FONT, axis->tick[i].text));
    }
    return widest;
}

double plot_base_line(double middle, double size)
{
    return middle + 0.36 * size; /* digits and capitals rise to about 0.72 of the font's size */
}

double plot_box_x(const plot_box *box, double at)
{
    return box->x + at * (box->width - 1.0) + 0.5;
}

double plot_box_y(const plot_box *box, double at)
{
    return box->y + (1.0 - at) * (box->height - 1.0) + 0.5;
}

static double tick_length(const plot_tick *tick)
{
    return tick->text[0] != '\0' ? TICK : TICK * 0.6;
}

void plot_axis_below(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                     const plot_style *style, bool labels)
{
    double bottom = box->y + box->height;
    double base = bottom + TICK + plot_text_height(figure, PLOT_FONT);
    for (unsigned i = 0; i < axis->tick_count; ++i) {
        const plot_tick *tick = &axis->tick[i];
        double x = plot_box_x(box, tick->at);
        double half = plot_text_width(figure, PLOT_FONT, tick->text) / 2.0;
        plot_line_add(figure, x, bottom, x, bottom + tick_length(tick), style->faint);
        if (style->grid_lines) {
            plot_line_add(figure, x, box->y, x, bottom, style->grid);
        }
        if (labels && x - half >= 1.0 && x + half <= figure->width - 1.0) {
            plot_label_add(figure, tick->text, x, base, 0.5, 0.0, PLOT_FONT, 0.0, style->ink);
        }
    }
}

static void axis_beside(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                        const plot_style *style, bool right)
{
    double edge = right ? box->x + box->width : box->x;
    double out = right ? 1.0 : -1.0;
    for (unsigned i = 0; i < axis->tick_count; ++i) {
        const plot_tick *tick = &axis->tick[i];
        double y = plot_box_y(box, tick->at);
        plot_line_add(figure, edge, y, edge + out * tick_length(tick), y, style->faint);
        if (style->grid_lines) {
            plot_line_add(figure, box->x, y, box->x + box->width, y, style->grid);
        }
        plot_label_add(figure, tick->text, edge + out * (TICK + LABEL_GAP),
                       plot_base_line(y, PLOT_FONT), right ? 0.0 : 1.0, 0.0, PLOT_FONT, 0.0,
                       style->ink);
    }
}

void plot_axis_left(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                    const plot_style *style)
{
    axis_beside(figure, axis, box, style, false);
}

void plot_axis_right(plot_figure *figure, const plot_axis *axis, const plot_box *box,
                     const plot_style *style)
{
    axis_beside(figure, axis, box, style, true);
}

void plot_colour_set(cairo_t *cairo, plot_colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

/* A line along a row or a column of pixels is sharp in the middle of it. */
static double middle(double at, bool along)
{
    return along ? floor(at) + 0.5 : at;
}

void plot_figure_draw(const plot_figure *figure, cairo_t *cairo)
{
    cairo_set_line_width(cairo, 1.0);
    for (size_t i = 0; i < figure->line_count; ++i) {
        const plot_line *line = &figure->line[i];
        bool up = line->from[0] == line->to[0];
        bool across = line->from[1] == line->to[1];
        plot_colour_set(cairo, line->colour);
        cairo_move_to(cairo, middle(line->from[0], up), middle(line->from[1], across));
        cairo_line_to(cairo, middle(line->to[0], up), middle(line->to[1], across));
        cairo_stroke(cairo);
    }
    for (size_t i = 0; i < figure->label_count; ++i) {
        const plot_label *label = &figure->label[i];
        cairo_save(cairo);
        choose_font(cairo, label->size);
        plot_colour_set(cairo, label->colour);
        cairo_translate(cairo, round(label->x), round(label->y));
        cairo_rotate(cairo, -label->turn * PI / 180.0);
        cairo_move_to(cairo, 0.0, 0.0);
        cairo_show_text(cairo, label->text);
        cairo_restore(cairo);
    }
}
