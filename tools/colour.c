/* SPDX-License-Identifier: MIT */
#include "colour.h"

#include <math.h>
#include <string.h>

const double tool_luminance[TOOL_CHANNELS] = {0.2126390059, 0.7151686788, 0.0721923154};

double tool_srgb_coded(double linear)
{
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

double tool_srgb_linear(double coded)
{
    return coded <= 0.04045 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4);
}

const tool_primaries tool_primaries_rec709 = {
    {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}};

static bool same(const double *a, const double *b)
{
    return fabs(a[0] - b[0]) <= 6e-5 && fabs(a[1] - b[1]) <= 6e-5;
}

bool tool_primaries_equal(const tool_primaries *a, const tool_primaries *b)
{
    return same(a->red, b->red) && same(a->green, b->green) && same(a->blue, b->blue) &&
           same(a->white, b->white);
}

static bool are_xyz(const tool_primaries *p)
{
    static const double at[3][2] = {{1.0, 0.0}, {0.0, 1.0}, {0.0, 0.0}};
    return same(p->red, at[0]) && same(p->green, at[1]) && same(p->blue, at[2]);
}

static void multiply(double a[3][3], double b[3][3], double product[3][3])
{
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            product[row][column] =
                a[row][0] * b[0][column] + a[row][1] * b[1][column] + a[row][2] * b[2][column];
        }
    }
}

static void apply(double m[3][3], const double v[3], double result[3])
{
    for (int row = 0; row < 3; ++row) {
        result[row] = m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2];
    }
}

/* Inverts a matrix by its adjugate. False if the determinant is 0, or nearly. */
static bool invert(double m[3][3], double inverse[3][3])
{
    double determinant = 0.0;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            int r1 = (column + 1) % 3;
            int r2 = (column + 2) % 3;
            int c1 = (row + 1) % 3;
            int c2 = (row + 2) % 3;
            inverse[row][column] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
        }
        determinant += m[0][row] * inverse[row][0];
    }
    if (!(fabs(determinant) > 1e-9) || !isfinite(determinant)) {
        return false;
    }
    for (int i = 0; i < 9; ++i) {
        inverse[i / 3][i % 3] /= determinant;
    }
    return true;
}

/* X, Y, Z of a colour whose Y is 1. False if it has none. */
static bool tristimulus(const double *xy, double xyz[3])
{
    if (!(fabs(xy[1]) > 1e-6) || !isfinite(xy[0]) || !isfinite(xy[1])) {
        return false;
    }
    xyz[0] = xy[0] / xy[1];
    xyz[1] = 1.0;
    xyz[2] = (1.0 - xy[0] - xy[1]) / xy[1];
    return true;
}

/* The matrix from lights to X, Y, Z: each column is one light, as strong as their white needs
 * it. */
static bool lights(const tool_primaries *p, double matrix[3][3])
{
    const double *const xy[3] = {p->red, p->green, p->blue};
    double white[3];
    double strength[3];
    double inverse[3][3];
    for (int light = 0; light < 3; ++light) {
        matrix[0][light] = xy[light][0];
        matrix[1][light] = xy[light][1];
        matrix[2][light] = 1.0 - xy[light][0] - xy[light][1];
    }
    if (!tristimulus(p->white, white) || !invert(matrix, inverse)) {
        return false;
    }
    apply(inverse, white, strength);
    for (int i = 0; i < 9; ++i) {
        matrix[i / 3][i % 3] *= strength[i % 3];
    }
    return true;
}

/* Of X, Y, Z, so that the colour `from` becomes the colour `to` (Bradford; Lam 1985). */
static bool adapt(const double *from, const double *to, double matrix[3][3])
{
    double cones[3][3] = {
        {0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}};
    double back[3][3];
    double xyz[2][3];
    double response[2][3];
    if (!tristimulus(from, xyz[0]) || !tristimulus(to, xyz[1]) || !invert(cones, back)) {
        return false;
    }
    apply(cones, xyz[0], response[0]);
    apply(cones, xyz[1], response[1]);
    for (int cone = 0; cone < 3; ++cone) {
        if (!(response[0][cone] > 1e-6)) {
            return false;
        }
        for (int i = 0; i < 3; ++i) {
            cones[cone][i] *= response[1][cone] / response[0][cone];
        }
    }
    multiply(back, cones, matrix);
    return true;
}

bool tool_primaries_convert(const tool_primaries *from, const double *neutral, double matrix[3][3])
{
    double to_xyz[3][3];
    double rec709[3][3];
    double from_xyz[3][3];
    double adapted[3][3];
    double product[3][3];
    if (!lights(from, to_xyz) || !lights(&tool_primaries_rec709, rec709) ||
        !invert(rec709, from_xyz)) {
        return false;
    }
    if (neutral == NULL && are_xyz(from)) {
        multiply(from_xyz, to_xyz, matrix);
        return true;
    }
    if (!adapt(neutral != NULL ? neutral : from->white, tool_primaries_rec709.white, adapted)) {
        return false;
    }
    multiply(adapted, to_xyz, product);
    multiply(from_xyz, product, matrix);
    return true;
}

void tool_raster_convert(tool_raster *raster, const tool_primaries *from, const double *neutral)
{
    double matrix[3][3];
    if (tool_primaries_equal(from, &tool_primaries_rec709) &&
        (neutral == NULL || same(neutral, tool_primaries_rec709.white))) {
        return;
    }
    if (!tool_primaries_convert(from, neutral, matrix)) {
        tool_raster_note(raster, "primaries that make no colours taken for those of Rec. 709");
        return;
    }
    size_t pixels = (size_t)raster->width * raster->height;
    float *p = raster->planes;
    for (size_t i = 0; i < pixels; ++i) {
        const double colour[3] = {(double)p[i], (double)p[pixels + i], (double)p[2 * pixels + i]};
        double converted[3];
        apply(matrix, colour, converted);
        for (size_t channel = 0; channel < 3; ++channel) {
            p[channel * pixels + i] = (float)converted[channel];
        }
    }
    tool_raster_note(raster, "%s converted to Rec. 709",
                     are_xyz(from) ? "X, Y, Z" : "primaries of its own");
}
