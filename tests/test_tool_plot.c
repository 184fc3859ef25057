/* SPDX-License-Identifier: MIT
 *
 * Pictures with axes: labels stand apart and inside, levels stand where they belong.
 */
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plot.h"
#include "spectrogram.h"
#include "spectrum_plot.h"
#include "testing.h"

/* --- labels ----------------------------------------------------------------------------------- */

/* Whether a side of `a` has all of `b` beyond it. */
static bool side_between(double a[4][2], double b[4][2])
{
    for (int i = 0; i < 4; ++i) {
        const double *from = a[i];
        const double *to = a[(i + 1) % 4];
        bool beyond = true;
        for (int k = 0; k < 4 && beyond; ++k) {
            double turn =
                (to[0] - from[0]) * (b[k][1] - from[1]) - (to[1] - from[1]) * (b[k][0] - from[0]);
            beyond = turn <= 1e-9; /* corners run with the clock, y downwards: inside is above 0 */
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

static bool far_apart(double a[4][2], double b[4][2])
{
    double reach =
        hypot(a[2][0] - a[0][0], a[2][1] - a[0][1]) + hypot(b[2][0] - b[0][0], b[2][1] - b[0][1]);
    return fabs(a[0][0] - b[0][0]) > reach || fabs(a[0][1] - b[0][1]) > reach;
}

static void check_labels(const plot_figure *figure)
{
    double(*corner)[4][2] = calloc(figure->label_count, sizeof *corner);
    ck_assert_ptr_nonnull(corner);
    ck_assert(!figure->failed);
    for (size_t i = 0; i < figure->label_count; ++i) {
        plot_label_corners(&figure->label[i], corner[i]);
        for (int k = 0; k < 4; ++k) {
            ck_assert_msg(corner[i][k][0] >= 0.0 && corner[i][k][0] <= figure->width &&
                              corner[i][k][1] >= 0.0 && corner[i][k][1] <= figure->height,
                          "\"%s\" at %g, %g is outside %g x %g", figure->label[i].text,
                          corner[i][k][0], corner[i][k][1], figure->width, figure->height);
        }
        for (size_t j = 0; j < i; ++j) {
            if (!far_apart(corner[i], corner[j]) && !side_between(corner[i], corner[j]) &&
                !side_between(corner[j], corner[i])) {
                ck_abort_msg("\"%s\" covers \"%s\"", figure->label[i].text, figure->label[j].text);
            }
        }
    }
    free(corner);
}

static bool has_label(const plot_figure *figure, const char *text)
{
    for (size_t i = 0; i < figure->label_count; ++i) {
        if (strcmp(figure->label[i].text, text) == 0) {
            return true;
        }
    }
    return false;
}

/* There are some, and they tell places apart. */
static void check_ticks(const plot_axis *axis)
{
    const char *before = "";
    unsigned labels = 0;
    for (unsigned i = 0; i < axis->tick_count; ++i) {
        const plot_tick *tick = &axis->tick[i];
        ck_assert(tick->at >= 0.0 && tick->at <= 1.0);
        ck_assert(i == 0 || tick->at > axis->tick[i - 1].at);
        if (tick->text[0] != '\0') {
            ck_assert_str_ne(tick->text, before);
            before = tick->text;
            ++labels;
        }
    }
    ck_assert_msg(labels > 0, "no label from %.17g to %.17g", axis->first, axis->last);
}

static double uniform(testing_random *random, double low, double high)
{
    return low + (high - low) * (double)(testing_random_next(random) >> 11) / 9007199254740992.0;
}

static const char *random_text(testing_random *random)
{
    static const char *const texts[] = {
        NULL,
        "",
        "left",
        "side \xe2\x80\x94 \xc3\xa4\xc3\xb6\xc3\xbc \xe9\x9f\xb3",
        "no UTF-8: \xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe2\x82",
        "tab\tline\nbell\a",
        "/a/very/long/path/of/a/recording/that/somebody/keeps/in/many/folders/below/each/other/so/"
        "that/its/name/is/wider/than/any/picture/and/must/be/cut/somewhere/in/a/way/that/leaves/"
        "room/for/what/stands/beside/it/and/then/it/goes/on/for/more/letters/than/a/label/has.wav"};
    return texts[testing_random_below(random, sizeof texts / sizeof *texts)];
}

/* A part of them, down to a millionth, or all. */
static void random_part(testing_random *random, double low, double high, double *from, double *to)
{
    *from = *to = 0.0;
    if (testing_random_below(random, 2) == 0) {
        double width = (high - low) * pow(10.0, uniform(random, -6.0, 0.0));
        *from = uniform(random, low, high - width);
        *to = *from + width;
    }
}

static double random_rate(testing_random *random)
{
    static const double rates[] = {0.0, 1.0, 8000.0, 44100.0, 48000.0, 2.4e9};
    size_t which = testing_random_below(random, 8);
    return which < 6 ? rates[which] : pow(10.0, uniform(random, -6.0, 11.0));
}

START_TEST(spectrogram_layout_keeps_labels_apart)
{
    testing_random random = testing_random_start("spectrogram layout");
    unsigned arranged = 0;
    for (int turn = 0; turn < 400; ++turn) {
        tool_level_map channels[SPECTROGRAM_CHANNELS];
        double rate = random_rate(&random);
        double whole = rate > 0.0 ? rate : 1.0;
        bool many = testing_random_below(&random, 8) == 0;
        tool_spectrogram s = {.title = random_text(&random), .sample_rate = rate};
        s.channels = channels;
        s.channel_count =
            1 + (unsigned)testing_random_below(&random, many ? SPECTROGRAM_CHANNELS : 4);
        for (unsigned i = 0; i < s.channel_count; ++i) {
            channels[i] = (tool_level_map){.name = random_text(&random),
                                           .columns = 1 + testing_random_below(&random, 2000),
                                           .bins = 1 + testing_random_below(&random, 2000)};
        }
        s.low = testing_random_below(&random, 2) == 0 ? -whole / 2.0 : 0.0;
        s.high = channels[0].bins > 1 ? whole / 2.0 : s.low;
        random_part(&random, s.low, s.high, &s.shown_low, &s.shown_high);
        s.log_frequency = testing_random_below(&random, 2) == 0;
        double points = pow(10.0, uniform(&random, 0.0, 13.0));
        double span = testing_random_below(&random, 8) == 0
                          ? 0.0
                          : floor(pow(10.0, uniform(&random, 0.0, 13.0)));
        s.first_time = floor(points) / whole;
        s.last_time = s.first_time + span / whole;
        s.range = 10.0 + (double)testing_random_below(&random, 391);
        s.top = testing_random_below(&random, 9) == 0 ? (double)-INFINITY
                                                      : uniform(&random, -300.0, 300.0);
        if (tool_spectrogram_refuses(&s) == NULL) {
            tool_spectrogram_layout layout;
            tool_spectrogram_arrange(&s, &layout);
            tool_spectrogram_add_silence(&layout, s.channel_count - 1);
            check_labels(&layout.figure);
            check_ticks(&layout.time);
            check_ticks(&layout.frequency);
            check_ticks(&layout.level);
            plot_figure_end(&layout.figure);
            ++arranged;
        }
    }
    ck_assert_uint_gt(arranged, 200);
}
END_TEST

START_TEST(spectrum_layout_keeps_labels_apart)
{
    testing_random random = testing_random_start("spectrum layout");
    unsigned arranged = 0;
    for (int turn = 0; turn < 200; ++turn) {
        tool_level_map lines[SPECTROGRAM_CHANNELS];
        double rate = random_rate(&random);
        double whole = rate > 0.0 ? rate : 1.0;
        tool_spectrogram s = {.title = random_text(&random), .sample_rate = rate};
        s.channels = lines;
        s.channel_count = 1 + (unsigned)testing_random_below(&random, turn % 8 == 0 ? 64 : 4);
        for (unsigned i = 0; i < s.channel_count; ++i) {
            lines[i] = (tool_level_map){.name = random_text(&random), .columns = 1, .bins = 100};
        }
        s.low = testing_random_below(&random, 2) == 0 ? -whole / 2.0 : 0.0;
        s.high = whole / 2.0;
        random_part(&random, s.low, s.high, &s.shown_low, &s.shown_high);
        s.log_frequency = testing_random_below(&random, 2) == 0;
        s.range = 10.0 + (double)testing_random_below(&random, 391);
        s.top = turn % 9 == 0 ? (double)-INFINITY : uniform(&random, -300.0, 300.0);
        if (tool_spectrogram_refuses(&s) == NULL) {
            tool_spectrum_layout layout;
            tool_spectrum_arrange(&s, &layout);
            check_labels(&layout.figure);
            check_ticks(&layout.frequency);
            check_ticks(&layout.level);
            plot_figure_end(&layout.figure);
            ++arranged;
        }
    }
    ck_assert_uint_gt(arranged, 100);
}
END_TEST

START_TEST(bench_layout_keeps_labels_apart)
{
    static const char *const names[] = {"16", "1048576", "r2c:1080x1920", "16*65536",
                                        "rconv:1024x1024x1024+63x63x63"};
    testing_random random = testing_random_start("bench layout");
    bench_row *rows = calloc(60, sizeof *rows);
    bench_settings *settings = calloc(1, sizeof *settings);
    ck_assert(rows != NULL && settings != NULL);
    for (int turn = 0; turn < 60; ++turn) {
        bench_plot p = {.settings = settings, .rows = rows};
        p.count = 1 + testing_random_below(&random, 60);
        settings->threads = turn;
        settings->peer_count = (int)testing_random_below(&random, BENCH_MAX_PEERS + 1);
        for (int i = 0; i < settings->peer_count; ++i) {
            memset(settings->peer[i].name, 'a' + i, 1 + testing_random_below(&random, 31));
        }
        for (size_t i = 0; i < p.count; ++i) {
            bench_row *row = &rows[i];
            *row = (bench_row){.which = {.length = {16}, .rank = 1, .batch = 1, .points = 16}};
            (void)strcpy(row->which.name, names[testing_random_below(&random, 5)]);
            if (testing_random_below(&random, 9) == 0) {
                memset(row->which.name, 'm', sizeof row->which.name - 1);
            }
            row->ours.seconds = pow(10.0, uniform(&random, -9.0, 2.0));
            row->ratio = testing_random_below(&random, 9) == 0
                             ? (double)NAN
                             : pow(10.0, uniform(&random, -3.0, 7.0));
        }
        bench_plot_arrange(&p);
        check_labels(&p.figure);
        for (size_t i = 0; i < p.count; ++i) {
            ck_assert(strlen(rows[i].which.name) > 40 || has_label(&p.figure, rows[i].which.name));
        }
        check_ticks(&p.speed);
        plot_figure_end(&p.figure);
    }
    free(rows);
    free(settings);
}
END_TEST

/* Other characters would spoil the whole picture (RFC 3629). U+D7FF, U+E000 and U+10FFFD are
 * good. */
START_TEST(label_has_characters_that_can_be_drawn)
{
    static const char *const texts[][2] = {
        {"\xc3\xa4\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbd", NULL},
        {"a\x80z\xf8\xff", "a?z??"},
        {"\xf4\x8f\xbf\xbf\xef\xb7\x90", "???????"},
        {"\xc0\xaf\xc1\xbf", "????"},
        {"\xe0\x9f\xbf", "???"},
        {"\xf0\x8f\xbf\xbf", "????"},
        {"\xed\xa0\x80", "???"},
        {"\xf4\x90\x80\x80", "????"},
        {"\xe2\x82", "??"},
        {"\x1b[31m\n\x7f", "?[31m??"}};
    plot_figure figure;
    plot_figure_begin(&figure);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        const char *wanted = texts[i][1] != NULL ? texts[i][1] : texts[i][0];
        plot_label_add(&figure, texts[i][0], 0.0, 0.0, 0.0, 0.0, PLOT_FONT, 0.0,
                       (plot_colour){0.0, 0.0, 0.0});
        ck_assert_uint_eq(figure.label_count, i + 1);
        ck_assert_str_eq(figure.label[i].text, wanted);
    }
    plot_figure_draw(&figure, figure.ruler);
    ck_assert_int_eq(cairo_status(figure.ruler), CAIRO_STATUS_SUCCESS);
    plot_figure_end(&figure);
}
END_TEST

/* All labels, with a blank between them. */
static void check_time(double rate, double first, double last, const char *wanted_title,
                       const char *wanted)
{
    plot_figure figure;
    plot_axis axis;
    plot_box box = {0.0, 0.0, 600.0, 300.0};
    char title[TOOL_AXIS_TITLE];
    char text[1000] = "";
    plot_figure_begin(&figure);
    tool_axis_time(rate, first, last, &axis, title);
    plot_axis_mark_across(&figure, &axis, &box);
    for (unsigned i = 0; i < axis.tick_count; ++i) {
        (void)strcat(strcat(text, i > 0 ? " " : ""), axis.tick[i].text);
    }
    ck_assert_str_eq(title, wanted_title);
    ck_assert_str_eq(text, wanted);
    plot_figure_end(&figure);
}

START_TEST(axis_of_time_has_units_that_fit)
{
    check_time(0.0, 0.0, 1234567.0, "time / thousand points", "0 200 400 600 800 1000 1200");
    check_time(0.0, 0.0, 4e7, "time / million points", "0 5 10 15 20 25 30 35 40");
    check_time(0.0, 512.0, 5000.0, "time / points", "1000 1500 2000 2500 3000 3500 4000 4500 5000");
    check_time(48000.0, 0.0, 0.004, "time / ms", "0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0");
    check_time(1e9, 0.0, 3e-6, "time / µs", "0.0 0.5 1.0 1.5 2.0 2.5 3.0");
    check_time(48000.0, 0.0, 80.0, "time / s", "0 10 20 30 40 50 60 70 80");
    check_time(48000.0, 0.0, 600.0, "time / min:s",
               "0:00 1:00 2:00 3:00 4:00 5:00 6:00 7:00 8:00 9:00 10:00");
    check_time(48000.0, 3599.0, 3601.0, "time / h:min:s",
               "0:59:59.0 0:59:59.5 1:00:00.0 1:00:00.5 1:00:01.0");
    check_time(48000.0, 5.0, 5.0, "time / s", "5");
    check_time(1.0, 0.0, 3e12, "time / s", "0 5e11 1e12 1.5e12 2e12 2.5e12 3e12");
}
END_TEST

START_TEST(axis_of_frequency_refuses_what_is_not_there)
{
    plot_axis axis;
    char title[TOOL_AXIS_TITLE];
    tool_frequencies f = {.sample_rate = 48000.0, .high = 24000.0, .bins = 513};
    ck_assert_ptr_null(tool_axis_frequency(&f, &axis, title));
    ck_assert_str_eq(title, "frequency / kHz");
    f.logarithmic = true; /* begins with the first bin above 0 */
    ck_assert_ptr_null(tool_axis_frequency(&f, &axis, title));
    ck_assert_double_eq_tol(axis.first, 46.875, 1e-9);
    ck_assert_str_eq(title, "frequency / Hz");
    f.shown_low = 30000.0;
    f.shown_high = 40000.0;
    ck_assert_ptr_nonnull(tool_axis_frequency(&f, &axis, title));
    f = (tool_frequencies){.low = -0.5, .high = 0.5, .bins = 64, .logarithmic = true};
    ck_assert_ptr_nonnull(tool_axis_frequency(&f, &axis, title));
    f.shown_high = 0.25;
    ck_assert_ptr_null(tool_axis_frequency(&f, &axis, title));
    f = (tool_frequencies){.bins = 1, .logarithmic = true};
    ck_assert_ptr_nonnull(tool_axis_frequency(&f, &axis, title));
}
END_TEST

/* --- pixels ----------------------------------------------------------------------------------- */

static char path[64]; /* of a file that each test removes */

static void name_file(const char *ending)
{
    (void)snprintf(path, sizeof path, "test_tool_plot.%ld%s", (long)getpid(), ending);
}

typedef struct pixels {
    int width, height;
    unsigned char *rgb;
} pixels;

static pixels read_back(void)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    ck_assert_int_ne(png_image_begin_read_from_file(&image, path), 0);
    image.format = PNG_FORMAT_RGB;
    pixels p = {(int)image.width, (int)image.height, malloc(PNG_IMAGE_SIZE(image))};
    ck_assert_ptr_nonnull(p.rgb);
    ck_assert_int_ne(png_image_finish_read(&image, NULL, p.rgb, 0, NULL), 0);
    ck_assert_int_eq(unlink(path), 0);
    return p;
}

static int brightness(const pixels *p, int x, int y)
{
    const unsigned char *rgb = p->rgb + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    return rgb[0] + rgb[1] + rgb[2];
}

static float *silent_levels(uint64_t count)
{
    float *level = malloc(count * sizeof *level);
    ck_assert_ptr_nonnull(level);
    for (uint64_t i = 0; i < count; ++i) {
        level[i] = -INFINITY;
    }
    return level;
}

/* Of the brightest pixel of the panel, as parts of its width and height. */
static void find_brightest(const pixels *p, const plot_box *panel, double *x, double *y)
{
    int most = -1;
    for (int row = 0; row < (int)panel->height; ++row) {
        for (int column = 0; column < (int)panel->width; ++column) {
            int here = brightness(p, (int)panel->x + column, (int)panel->y + row);
            if (here > most) {
                most = here;
                *x = column / (panel->width - 1.0);
                *y = 1.0 - row / (panel->height - 1.0);
            }
        }
    }
    ck_assert_msg(most > 600, "only %d at %g %g", most, *x, *y);
}

/* One loud bin in one column, among `channels` of which the last has it. */
static void check_spot(uint64_t columns, uint64_t bins, unsigned channels, bool logarithmic,
                       uint64_t column, uint64_t bin)
{
    tool_level_map maps[3];
    tool_spectrogram_layout layout;
    float *silent = silent_levels(columns * bins);
    float *level = silent_levels(columns * bins);
    level[column * bins + bin] = -3.0f;
    for (unsigned i = 0; i < channels; ++i) {
        maps[i] = (tool_level_map){"channel", columns, bins, i + 1 < channels ? silent : level};
    }
    tool_spectrogram s = {.sample_rate = 1000.0,
                          .last_time = 1.0,
                          .high = 500.0,
                          .log_frequency = logarithmic,
                          .range = 90.0,
                          .top = -3.0,
                          .channels = maps,
                          .channel_count = channels};
    name_file(".png");
    ck_assert_int_eq(tool_spectrogram_draw(&s, path), TOOL_GOOD);
    tool_spectrogram_arrange(&s, &layout);
    pixels p = read_back();
    double x = -1.0;
    double y = -1.0;
    const plot_box *panel = &layout.panel[channels - 1];
    find_brightest(&p, panel, &x, &y);
    double frequency = 500.0 * (double)bin / (double)(bins - 1);
    ck_assert_double_eq_tol(x, (double)column / (double)(columns - 1), 1.0 / panel->width);
    ck_assert_double_eq_tol(y, plot_axis_at(&layout.frequency, frequency), 1.0 / panel->height);
    for (unsigned i = 0; i + 1 < channels; ++i) { /* the other channels say that they are silent */
        int middle = (int)(layout.panel[i].x + layout.panel[i].width / 2.0);
        int row = (int)(layout.panel[i].y + layout.panel[i].height / 2.0);
        int letters = 0;
        for (int at = middle - 25; at < middle + 25; ++at) {
            letters += brightness(&p, at, row - 4) > 400;
        }
        ck_assert_int_gt(letters, 4);
        ck_assert_int_lt(brightness(&p, middle, row + 20), 40);
    }
    plot_figure_end(&layout.figure);
    free(p.rgb);
    free(silent);
    free(level);
}

START_TEST(spectrogram_shows_levels_where_they_are)
{
    check_spot(7, 9, 1, false, 3, 6);
    check_spot(7, 9, 1, true, 5, 1);
    check_spot(3000, 4097, 1, false, 2999, 0);
    check_spot(3000, 4097, 1, true, 1234, 2345);
    check_spot(2, 4097, 3, true, 1, 4096);
    check_spot(1080, 513, 2, false, 0, 512);
}
END_TEST

START_TEST(spectrogram_of_silence_and_points_is_drawn)
{
    float silent = -INFINITY;
    float loud = 0.0f;
    tool_level_map map = {.columns = 1, .bins = 1, .level = &silent};
    tool_spectrogram s = {.range = 90.0, .top = (double)-INFINITY, .channels = &map};
    s.channel_count = 1;
    name_file(".png");
    ck_assert_int_eq(tool_spectrogram_draw(&s, path), TOOL_GOOD);
    pixels p = read_back();
    ck_assert_int_lt(brightness(&p, 200, 100), 40);
    free(p.rgb);
    map.level = &loud;
    s.top = 0.0;
    ck_assert_int_eq(tool_spectrogram_draw(&s, path), TOOL_GOOD);
    p = read_back();
    ck_assert_int_gt(brightness(&p, 200, 100), 600);
    free(p.rgb);
}
END_TEST

/* A single loud bin is seen, however many share its column of pixels. */
static void check_line(uint64_t bins, uint64_t bin, bool logarithmic)
{
    float *level = silent_levels(bins);
    level[bin] = -3.0f;
    tool_level_map line = {.columns = 1, .bins = bins, .level = level};
    tool_spectrogram s = {.sample_rate = 1000.0,
                          .high = 500.0,
                          .log_frequency = logarithmic,
                          .range = 100.0,
                          .top = -3.0,
                          .channels = &line,
                          .channel_count = 1};
    tool_spectrum_layout layout;
    name_file(".png");
    ck_assert_int_eq(tool_spectrum_draw(&s, path), TOOL_GOOD);
    tool_spectrum_arrange(&s, &layout);
    pixels p = read_back();
    double frequency = 500.0 * (double)bin / (double)(bins - 1);
    int x = (int)plot_box_x(&layout.box, plot_axis_at(&layout.frequency, frequency));
    int y = (int)plot_box_y(&layout.box, plot_axis_at(&layout.level, -4.0));
    int found = 0;
    for (int at = x - 4; at <= x + 4; ++at) { /* red, on grey and white */
        const unsigned char *rgb = p.rgb + 3 * ((size_t)y * (size_t)p.width + (size_t)at);
        found += rgb[0] > rgb[2] + 50;
    }
    ck_assert_int_gt(found, 0);
    plot_figure_end(&layout.figure);
    free(p.rgb);
    free(level);
}

START_TEST(spectrum_shows_each_peak)
{
    check_line(9, 4, false);
    check_line(9, 3, true);
    check_line(100000, 77777, false);
    check_line(100000, 1, true);
    check_line(100000, 99000, true);
}
END_TEST

/* --- files ------------------------------------------------------------------------------------ */

static size_t read_bytes(char *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t count = fread(bytes, 1, room, file);
    (void)fclose(file);
    ck_assert_int_eq(unlink(path), 0);
    return count;
}

START_TEST(picture_has_the_format_of_its_ending)
{
    static const char *const endings[] = {".svg", ".PDF", ".png"};
    static const char *const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
    enum { ROOM = 1 << 20 };
    char *first = malloc(ROOM);
    char *second = malloc(ROOM);
    float level[] = {-10.0f, -20.0f};
    tool_level_map line = {.name = "mono", .columns = 1, .bins = 2, .level = level};
    tool_spectrogram s = {.title = "t",
                          .high = 0.5,
                          .range = 90.0,
                          .top = -10.0,
                          .channels = &line,
                          .channel_count = 1};
    ck_assert(first != NULL && second != NULL);
    for (int i = 0; i < 3; ++i) {
        name_file(endings[i]);
        ck_assert_int_eq(tool_spectrum_draw(&s, path), TOOL_GOOD);
        size_t count = read_bytes(first, ROOM);
        ck_assert_uint_lt(count, ROOM);
        ck_assert_mem_eq(first, starts[i], strlen(starts[i]));
        ck_assert_int_eq(tool_spectrum_draw(&s, path), TOOL_GOOD);
        size_t again = read_bytes(second, ROOM);
        if (i > 0) { /* an SVG has numbers that cairo counts in the process */
            ck_assert_uint_eq(again, count);
            ck_assert_mem_eq(first, second, count);
        }
    }
    name_file(".jpg");
    ck_assert_int_eq(tool_spectrum_draw(&s, path), TOOL_REFUSED);
    ck_assert_int_ne(access(path, F_OK), 0);
    for (int i = 0; i < 3; ++i) { /* a full disk */
        name_file(endings[i]);
        ck_assert_int_eq(symlink("/dev/full", path), 0);
        ck_assert_int_eq(tool_spectrum_draw(&s, path), TOOL_REFUSED);
        ck_assert_int_eq(unlink(path), 0);
    }
    ck_assert_ptr_nonnull(bench_plot_refuses("speed.png", 100000));
    ck_assert_ptr_null(bench_plot_refuses("speed.svg", 100000));
    free(first);
    free(second);
}
END_TEST

TESTING_MAIN("tool_plot", spectrogram_layout_keeps_labels_apart, spectrum_layout_keeps_labels_apart,
             bench_layout_keeps_labels_apart, label_has_characters_that_can_be_drawn,
             axis_of_time_has_units_that_fit, axis_of_frequency_refuses_what_is_not_there,
             spectrogram_shows_levels_where_they_are, spectrogram_of_silence_and_points_is_drawn,
             spectrum_shows_each_peak, picture_has_the_format_of_its_ending)
