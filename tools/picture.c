/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"

#define PI 3.14159265358979323846

bool tool_picture_create(tool_picture *picture, int width, int height, tool_colour background)
{
    picture->width = width;
    picture->height = height;
    picture->pixels = calloc((size_t)width * (size_t)height, sizeof *picture->pixels);
    if (picture->pixels == NULL) {
        (void)tool_refuse("no memory for a picture of %d x %d", width, height);
        return false;
    }
    for (size_t i = 0; i < (size_t)width * (size_t)height; ++i) {
        picture->pixels[i] = background;
    }
    return true;
}

void tool_picture_free(tool_picture *picture)
{
    free(picture->pixels);
    picture->pixels = NULL;
}

unsigned char tool_srgb_encode(double linear)
{
    return (unsigned char)lround(255.0 * tool_srgb_coded(fmin(fmax(linear, 0.0), 1.0)));
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
    if (written == 0 && !ferror(file)) {
        tool_file_discard(file);
        (void)tool_refuse("%s: %s", path, image.message);
        return false;
    }
    return tool_file_close(file, path);
}
