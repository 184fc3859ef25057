/* SPDX-License-Identifier: MIT */
#include "bloom_kernel.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "planes.h"

static double gauss(double x, double y, double size)
{
    double s = size / 6.0;
    return exp(-(x * x + y * y) / (2.0 * s * s));
}

static double airy(double x, double y, double size)
{
    const double first_zero = 3.83170597020751232; /* of J1 */
    double v = first_zero * hypot(x, y) / (size / 16.0);
    return v == 0.0 ? 1.0 : pow(2.0 * j1(v) / v, 2.0);
}

static double star(double x, double y, double size)
{
    double s = size / 8.0;
    return 0.5 * (exp(-fabs(x) / s - y * y / 2.0) + exp(-fabs(y) / s - x * x / 2.0));
}

/* The part of a pixel inside, by 4 x 4 points of it. The curve is 2.3 wide and 2.2 high. */
static double heart(double x, double y, double size)
{
    int inside = 0;
    for (int i = 0; i < 16; ++i) {
        double u = 2.4 / size * (x + (i % 4 - 1.5) / 4.0);
        double v = 2.4 / size * -(y + (double)(i / 4 - 1.5) / 4.0) + 0.1;
        double round = u * u + v * v - 1.0;
        inside += round * round * round <= u * u * v * v * v;
    }
    return inside / 16.0;
}

static const struct {
    const char *name;
    double (*at)(double x, double y, double size);
} shapes[] = {{"gauss", gauss}, {"airy", airy}, {"star", star}, {"heart", heart}};

#define SHAPES (sizeof shapes / sizeof *shapes)
#define APERTURE "aperture:"

/* What stands behind the shape's name and a colon; NULL for a name without them. */
static const char *behind_shape(const char *name, size_t *shape)
{
    for (*shape = 0; *shape < SHAPES; ++*shape) {
        size_t length = strlen(shapes[*shape].name);
        if (strncmp(name, shapes[*shape].name, length) == 0 && name[length] == ':') {
            return name + length + 1;
        }
    }
    return NULL;
}

static bool is_aperture(const char *name)
{
    return strncmp(name, APERTURE, strlen(APERTURE)) == 0;
}

bool tool_kernel_is_made(const char *name)
{
    size_t shape;
    return behind_shape(name, &shape) != NULL || is_aperture(name);
}

const char *tool_kernel_file(const char *name)
{
    return is_aperture(name) ? name + strlen(APERTURE) : tool_kernel_is_made(name) ? NULL : name;
}

static fftc_status make_shape(size_t shape, const char *text, tool_raster *kernel,
                              fftc_error *error)
{
    char *end;
    errno = 0;
    unsigned long size = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || size < 1 ||
        size > TOOL_KERNEL_SIZE_MOST) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "the kernel %s:%s: its size must be 1 to %u pixels", shapes[shape].name,
                         text, TOOL_KERNEL_SIZE_MOST);
    }
    fftc_status status = tool_raster_create(size, size, kernel, error);
    const long centre = ((long)size - 1) / 2;
    for (size_t i = 0; i < size * size && status == FFTC_SUCCESS; ++i) {
        double x = (double)((long)(i % size) - centre);
        double y = (double)((long)(i / size) - centre);
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            tool_raster_plane(kernel, channel)[i] = (float)shapes[shape].at(x, y, (double)size);
        }
    }
    return status;
}

/* The squared magnitudes of a half spectrum, in the order of a picture with frequency 0 where a
 * kernel's centre is. */
static void diffract(const tool_spectra *spectra, tool_raster *kernel)
{
    const uint64_t up = spectra->height - (spectra->height - 1) / 2;
    const uint64_t left = spectra->width - (spectra->width - 1) / 2;
    for (uint64_t y = 0; y < spectra->height; ++y) {
        for (uint64_t x = 0; x < spectra->width; ++x) {
            double value[2];
            tool_spectra_get(spectra, 0, (y + up) % spectra->height, (x + left) % spectra->width,
                             value);
            double magnitude = value[0] * value[0] + value[1] * value[1];
            for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
                tool_raster_plane(kernel, channel)[y * spectra->width + x] = (float)magnitude;
            }
        }
    }
}

/* Scaled, so that the greatest square fits a float. */
static void take_luminance(const tool_raster *aperture, tool_planes *planes)
{
    size_t pixels = (size_t)aperture->width * aperture->height;
    for (size_t i = 0; i < pixels; ++i) {
        tool_planes_set(planes, i, tool_raster_luminance(aperture, i) / (double)pixels);
    }
}

static fftc_status make_aperture(const char *path, const tool_raster_choice *choice,
                                 tool_raster *kernel, fftc_error *error)
{
    tool_raster aperture;
    tool_planes planes = {.numbers = NULL};
    tool_spectra spectra = {.numbers = NULL};
    fftc_status status = tool_raster_read(path, choice, &aperture, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const tool_planes shape = {.height = aperture.height,
                               .width = aperture.width,
                               .channels = 1,
                               .precision = FFTC_FLOAT64};
    status = tool_planes_create(&shape, &planes, error);
    if (status == FFTC_SUCCESS) {
        status = tool_spectra_create(&shape, true, &spectra, error);
    }
    if (status == FFTC_SUCCESS) {
        take_luminance(&aperture, &planes);
        status = tool_planes_forward(&planes, 1, &spectra, error);
    }
    if (status == FFTC_SUCCESS) {
        status = tool_raster_create(aperture.width, aperture.height, kernel, error);
    }
    if (status == FFTC_SUCCESS) {
        diffract(&spectra, kernel);
    }
    tool_planes_free(&planes);
    tool_spectra_free(&spectra);
    tool_raster_free(&aperture);
    return status;
}

fftc_status tool_kernel_make(const char *name, const tool_raster_choice *choice,
                             tool_raster *kernel, fftc_error *error)
{
    size_t shape;
    const char *size = behind_shape(name, &shape);
    *kernel = (tool_raster){0};
    fftc_status status = size != NULL
                             ? make_shape(shape, size, kernel, error)
                             : make_aperture(tool_kernel_file(name), choice, kernel, error);
    if (status == FFTC_SUCCESS) {
        (void)snprintf(kernel->format, sizeof kernel->format, "made, %u x %u pixels", kernel->width,
                       kernel->height);
    }
    return status;
}
