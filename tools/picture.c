/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define TEXT_SCALE 1.85  /* pixels of a unit of the glyphs' grid */
#define TEXT_ADVANCE 5.6 /* units from one glyph to the next */
#define TEXT_STROKE 0.62 /* half the width of a stroke, in pixels */

/* Glyphs as strokes on a grid of 5 columns (x, the first digit) and 9 rows (y, the second, growing
 * downwards; 6 is the base line). A blank lifts the pen. Drawn for this file. */
static const struct {
    char letter;
    const char *strokes;
} glyphs[] = {
    {'0', "103041453616050110"},
    {'1', "112026 1636"},
    {'2', "01103041420646"},
    {'3', "01103041423313 334445361605"},
    {'4', "36300444"},
    {'5', "400002324345361605"},
    {'6', "413010010516364544331304"},
    {'7', "004016"},
    {'8', "13020110304142331304051636454433"},
    {'9', "051636454130100102133342"},
    {'.', "2626"},
    {'-', "0343"},
    {'/', "4006"},
    {'B', "000636454433033342413000"},
    {'F', "400006 0333"},
    {'H', "0006 4046 0343"},
    {'M', "0600234046"},
    {'S', "4130100102134445361605"},
    {'b', "0006 0312324345361605"},
    {'c', "4332120305163645"},
    {'d', "4046 4332120305163645"},
    {'e', "04444332120305163645"},
    {'f', "40302126 0242"},
    {'i', "2226 2020"},
    {'k', "0006 4204 1546"},
    {'l', "202536"},
    {'m', "0206 03122326 23324346"},
    {'n', "0206 0312324346"},
    {'o', "123243453616050312"},
    {'p', "0208 0312324345361605"},
    {'q', "4248 4332120305163645"},
    {'r', "0206 042242"},
    {'s', "4212031434453606"},
    {'t', "20253646 0242"},
    {'u', "0205163645 4246"},
    {'y', "0225 421708"},
    {'z', "02420646"},
};

bool tool_picture_create(tool_picture *picture, int width, int height, tool_colour background)
{
    picture->width = width;
    picture->height = height;
    picture->pixels = calloc((size_t)width * (size_t)height, sizeof *picture->pixels);
    if (picture->pixels == NULL) {
        (void)tool_refuse("no memory for a picture of %d x %d", width, height);
        return false;
    }
    tool_picture_fill(picture, 0, 0, width, height, background);
    return true;
}

void tool_picture_free(tool_picture *picture)
{
    free(picture->pixels);
    picture->pixels = NULL;
}

void tool_picture_set(tool_picture *picture, int x, int y, tool_colour colour)
{
    if (x >= 0 && x < picture->width && y >= 0 && y < picture->height) {
        picture->pixels[(size_t)y * (size_t)picture->width + (size_t)x] = colour;
    }
}

void tool_picture_fill(tool_picture *picture, int x, int y, int width, int height,
                       tool_colour colour)
{
    for (int row = y; row < y + height; ++row) {
        for (int column = x; column < x + width; ++column) {
            tool_picture_set(picture, column, row, colour);
        }
    }
}

static void blend(tool_picture *picture, int x, int y, tool_colour colour, double cover)
{
    if (x < 0 || x >= picture->width || y < 0 || y >= picture->height || cover <= 0.0) {
        return;
    }
    tool_colour *pixel = &picture->pixels[(size_t)y * (size_t)picture->width + (size_t)x];
    pixel->red = (unsigned char)lround(pixel->red + (colour.red - pixel->red) * cover);
    pixel->green = (unsigned char)lround(pixel->green + (colour.green - pixel->green) * cover);
    pixel->blue = (unsigned char)lround(pixel->blue + (colour.blue - pixel->blue) * cover);
}

static double segment_distance(double x, double y, const double *from, const double *to)
{
    double dx = to[0] - from[0];
    double dy = to[1] - from[1];
    double length = dx * dx + dy * dy;
    double along = length > 0.0 ? ((x - from[0]) * dx + (y - from[1]) * dy) / length : 0.0;
    along = fmin(fmax(along, 0.0), 1.0);
    return hypot(x - from[0] - along * dx, y - from[1] - along * dy);
}

/* The pen's next point on the grid, from two digits; false at a lift or the end. */
static bool stroke_point(const char **strokes, double *point)
{
    const char *at = *strokes;
    if (at[0] < '0' || at[0] > '9' || at[1] < '0' || at[1] > '9') {
        return false;
    }
    point[0] = at[0] - '0';
    point[1] = at[1] - '0' - 6.0;
    *strokes = at + 2;
    return true;
}

static double glyph_distance(const char *strokes, double x, double y)
{
    double nearest = 1e9;
    while (*strokes != '\0') {
        double from[2];
        double to[2];
        if (!stroke_point(&strokes, from)) {
            ++strokes;
            continue;
        }
        while (stroke_point(&strokes, to)) {
            nearest = fmin(nearest, segment_distance(x, y, from, to));
            memcpy(from, to, sizeof from);
        }
    }
    return nearest;
}

static const char *glyph_find(char letter)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; ++i) {
        if (glyphs[i].letter == letter) {
            return glyphs[i].strokes;
        }
    }
    return "";
}

static void draw_text(tool_picture *picture, double x, double y, const char *text,
                      tool_colour colour, bool up)
{
    for (; *text != '\0'; ++text) {
        const char *strokes = glyph_find(*text);
        for (int row = -14; row <= 6; ++row) {
            for (int column = -2; column <= 10; ++column) {
                double distance =
                    TEXT_SCALE * glyph_distance(strokes, column / TEXT_SCALE, row / TEXT_SCALE);
                double cover = fmin(fmax(0.5 + TEXT_STROKE - distance, 0.0), 1.0);
                int px = (int)lround(x) + (up ? row : column);
                int py = (int)lround(y) + (up ? -column : row);
                blend(picture, px, py, colour, cover);
            }
        }
        x += up ? 0.0 : TEXT_ADVANCE * TEXT_SCALE;
        y -= up ? TEXT_ADVANCE * TEXT_SCALE : 0.0;
    }
}

void tool_picture_text(tool_picture *picture, double x, double y, const char *text,
                       tool_colour colour)
{
    draw_text(picture, x, y, text, colour, false);
}

void tool_picture_text_up(tool_picture *picture, double x, double y, const char *text,
                          tool_colour colour)
{
    draw_text(picture, x, y, text, colour, true);
}

double tool_picture_text_width(const char *text)
{
    return (double)strlen(text) * TEXT_ADVANCE * TEXT_SCALE;
}

unsigned char tool_srgb_encode(double linear)
{
    double x = fmin(fmax(linear, 0.0), 1.0);
    double coded = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1.0 / 2.4) - 0.055;
    return (unsigned char)lround(255.0 * coded);
}

double tool_srgb_decode(unsigned char coded)
{
    double x = coded / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/* A path through Ottosson's Oklab space (2020): lightness rises evenly, so that equal steps of the
 * value look equal, while the hue turns from violet over red to yellow. */
tool_colour tool_colour_map(double value)
{
    double t = fmin(fmax(value, 0.0), 1.0);
    double lightness = 0.13 + 0.84 * t;
    double hue = (285.0 + 180.0 * t) * PI / 180.0;
    double chroma = 0.035 + 0.155 * pow(sin(PI * pow(t, 0.85)), 0.9);
    double a = chroma * cos(hue);
    double b = chroma * sin(hue);
    double l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3.0);
    double m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3.0);
    double s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3.0);
    tool_colour colour = {
        tool_srgb_encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        tool_srgb_encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        tool_srgb_encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
    return colour;
}

bool tool_picture_write(const tool_picture *picture, const char *path)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)picture->width;
    image.height = (png_uint_32)picture->height;
    image.format = PNG_FORMAT_RGB;
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    int written = png_image_write_to_stdio(&image, file, 0, picture->pixels, 0, NULL);
    bool closed = tool_file_close(file, path);
    if (written == 0 && closed) {
        (void)tool_refuse("%s: %s", path, image.message);
    }
    return written != 0 && closed;
}
