/* SPDX-License-Identifier: MIT
 *
 * Samples of images: the equations of Vulkan's specification, chapter "Image Operations" (sections
 * on normalized and unnormalized texel coordinate operations, level of detail, cube maps, wrapping
 * and filtering), in double precision.
 */
#include <math.h>
#include <string.h>

#include "spirv/image.h"
#include "spirv/scalars.h"
#include "spirv/texel.h"

/* Coordinates in texels are limited to what an integer holds; NaN counts as 0. */
#define FAR_AWAY 1e9

/* One point of one level. */
typedef struct point {
    double at[3];  /* in texels */
    int64_t layer; /* of a cube, times six, with the face */
    uint32_t level;
    uint32_t extent[3];
    uint32_t axes;
} point;

static double limited(double x)
{
    return isnan(x) ? 0.0 : x < -FAR_AWAY ? -FAR_AWAY : x > FAR_AWAY ? FAR_AWAY : x;
}

/* --- faces of a cube */

/* The face that a direction points to, and where on it, from -1 to 1. */
static uint32_t face_of(const double d[3], double on[2], double *major)
{
    double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    uint32_t axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    bool negative = d[axis] < 0.0 || (d[axis] == 0.0 && signbit(d[axis]));
    double sign = negative ? -1.0 : 1.0;
    *major = fabs(d[axis]);
    on[0] = axis == 0 ? -sign * d[2] : axis == 1 ? d[0] : sign * d[0];
    on[1] = axis == 1 ? sign * d[2] : -d[1];
    return 2 * axis + negative;
}

/* The direction of a point on a face. */
static void direction_of(uint32_t face, double s, double t, double d[3])
{
    double sign = face % 2 != 0 ? -1.0 : 1.0;
    switch (face / 2) {
    case 0:
        d[0] = sign;
        d[1] = -t;
        d[2] = -sign * s;
        break;
    case 1:
        d[0] = s;
        d[1] = sign;
        d[2] = sign * t;
        break;
    default:
        d[0] = sign * s;
        d[1] = -t;
        d[2] = sign;
        break;
    }
}

/* A texel one beyond an edge of a face is one of the neighbouring face: the point where it would
 * be is less than half a texel from that one's centre, as seen from the middle of the cube. */
static void turn_corner(uint32_t size, int64_t *face_layer, int64_t *i, int64_t *j)
{
    double d[3], on[2], major;
    uint32_t face = (uint32_t)(*face_layer % 6);
    direction_of(face, (2.0 * (double)*i + 1.0) / size - 1.0, (2.0 * (double)*j + 1.0) / size - 1.0,
                 d);
    uint32_t next = face_of(d, on, &major);
    *face_layer += (int64_t)next - (int64_t)face;
    *i = (int64_t)floor((on[0] / major + 1.0) / 2.0 * size);
    *j = (int64_t)floor((on[1] / major + 1.0) / 2.0 * size);
    *i = *i < 0 ? 0 : *i >= size ? size - 1 : *i;
    *j = *j < 0 ? 0 : *j >= size ? size - 1 : *j;
}

/* --- texels */

static int64_t wrapped(fftc_spirv_wrap wrap, int64_t i, int64_t size, bool *border)
{
    int64_t turn;
    switch (wrap) {
    case FFTC_SPIRV_REPEAT: return modulus(i, size);
    case FFTC_SPIRV_MIRRORED_REPEAT:
        turn = modulus(i, 2 * size);
        return turn < size ? turn : 2 * size - 1 - turn;
    case FFTC_SPIRV_MIRROR_CLAMP_TO_EDGE: i = i < 0 ? -1 - i : i; break;
    case FFTC_SPIRV_CLAMP_TO_BORDER: *border = *border || i < 0 || i >= size; break;
    case FFTC_SPIRV_CLAMP_TO_EDGE: break;
    }
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static int64_t least(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

static bool passes(fftc_spirv_compare compare, float reference, float texel)
{
    switch (compare) {
    case FFTC_SPIRV_COMPARE_NEVER: return false;
    case FFTC_SPIRV_COMPARE_LESS: return reference < texel;
    case FFTC_SPIRV_COMPARE_EQUAL: return reference == texel;
    case FFTC_SPIRV_COMPARE_LESS_OR_EQUAL: return reference <= texel;
    case FFTC_SPIRV_COMPARE_GREATER: return reference > texel;
    case FFTC_SPIRV_COMPARE_NOT_EQUAL: return reference != texel;
    case FFTC_SPIRV_COMPARE_GREATER_OR_EQUAL: return reference >= texel;
    case FFTC_SPIRV_COMPARE_ALWAYS: return true;
    }
    return false;
}

static void compare_texel(const fftc_spirv_sampling *s, uint64_t numbers[4])
{
    float reference = s->reference, texel = as_float(numbers[0]);
    if (fftc_spirv_format_is_unorm(s->image->given.format)) {
        reference = reference < 0.0F ? 0.0F : reference > 1.0F ? 1.0F : reference;
    }
    numbers[0] = fftc_bits_of_float(passes(s->sampler->compare, reference, texel) ? 1.0F : 0.0F);
    numbers[1] = numbers[2] = 0;
    numbers[3] = fftc_bits_of_float(1.0F);
}

static void texel_at(const fftc_spirv_sampling *s, const point *p, const int64_t at[3],
                     uint64_t numbers[4])
{
    fftc_spirv_texel_place place = {.layer = p->layer, .level = p->level};
    int64_t inside[3] = {0, 0, 0};
    bool border = false;
    if (s->dimension == FFTC_SPIRV_CUBE) {
        inside[0] = at[0];
        inside[1] = at[1];
        if (at[0] < 0 || at[1] < 0 || at[0] >= p->extent[0] || at[1] >= p->extent[1]) {
            turn_corner(p->extent[0], &place.layer, &inside[0], &inside[1]);
        }
    } else {
        for (uint32_t axis = 0; axis < p->axes; ++axis) {
            inside[axis] = wrapped(s->sampler->wrap[axis], at[axis], p->extent[axis], &border);
        }
    }
    /* Of another shape than the shader's, an image may have less. */
    place.layer = least(place.layer, s->image->given.layers - 1);
    place.x = least(inside[0], p->extent[0] - 1);
    place.y = least(inside[1], p->extent[1] - 1);
    place.z = least(inside[2], p->extent[2] - 1);
    if (border) {
        fftc_spirv_texel_border(s->image->given.format, s->sampler->border, numbers);
    } else {
        uint32_t bytes = fftc_spirv_format_bytes(s->image->given.format);
        fftc_spirv_texel_read(s->image->given.format,
                              (const unsigned char *)s->data +
                                  fftc_spirv_texel_number(s->image, &place) * bytes,
                              numbers);
    }
    if (s->compares) {
        compare_texel(s, numbers);
    }
}

/* --- filters */

static bool is_corner(const fftc_spirv_sampling *s, const point *p, const int64_t at[3])
{
    return s->dimension == FFTC_SPIRV_CUBE && (at[0] < 0 || at[0] >= p->extent[0]) &&
           (at[1] < 0 || at[1] >= p->extent[1]);
}

/* The texels around a point, and how much each counts. Where three faces of a cube meet there are
 * three: the fourth's share is divided among them. */
static void filter(const fftc_spirv_sampling *s, const point *p, double sum[4])
{
    double texels[8][4], share[8], missing = 0.0;
    uint32_t count = 1u << p->axes;
    memset(sum, 0, 4 * sizeof *sum);
    for (uint32_t k = 0; k < count; ++k) {
        int64_t at[3] = {0, 0, 0};
        uint64_t numbers[4];
        share[k] = 1.0;
        for (uint32_t axis = 0; axis < p->axes; ++axis) {
            double u = p->at[axis] - 0.5, low = floor(u);
            bool high = (k >> axis & 1) != 0;
            at[axis] = (int64_t)low + high + s->offset[axis];
            share[k] *= high ? u - low : 1.0 - (u - low);
        }
        if (is_corner(s, p, at)) {
            missing = share[k];
            share[k] = -1.0;
            continue;
        }
        texel_at(s, p, at, numbers);
        for (int c = 0; c < 4; ++c) {
            texels[k][c] = (double)as_float(numbers[c]);
        }
    }
    for (uint32_t k = 0; k < count; ++k) {
        for (int c = 0; c < 4 && share[k] >= 0.0; ++c) {
            double weight = share[k] + missing / 3.0;
            sum[c] += weight != 0.0 ? weight * texels[k][c] : 0.0;
        }
    }
}

static void nearest(const fftc_spirv_sampling *s, const point *p, uint64_t numbers[4])
{
    int64_t at[3] = {0, 0, 0};
    for (uint32_t axis = 0; axis < p->axes; ++axis) {
        at[axis] = (int64_t)floor(p->at[axis]) + s->offset[axis];
        if (s->dimension == FFTC_SPIRV_CUBE) { /* 1 itself is on the face */
            at[axis] = at[axis] < 0                  ? 0
                       : at[axis] >= p->extent[axis] ? p->extent[axis] - 1
                                                     : at[axis];
        }
    }
    texel_at(s, p, at, numbers);
}

static bool has_floats(const fftc_spirv_sampling *s)
{
    return fftc_spirv_format_numbers(s->image->given.format) == FFTC_SPIRV_FLOATS;
}

/* --- where */

static point point_of(const fftc_spirv_sampling *s, uint32_t level)
{
    const fftc_spirv_image *image = &s->image->given;
    bool cube = s->dimension == FFTC_SPIRV_CUBE;
    uint32_t units = image->layers / (cube ? 6 : 1);
    double layer = s->arrayed ? rint(limited(s->layer)) : 0.0;
    point p = {.level = level,
               .extent = {fftc_spirv_extent(image->width, level),
                          fftc_spirv_extent(image->height, level),
                          fftc_spirv_extent(image->depth, level)},
               .axes = cube ? 2 : 1 + (uint32_t)s->dimension};
    double at[3] = {s->at[0], s->at[1], s->at[2]};
    p.layer = (int64_t)(layer < 0.0 ? 0.0 : layer > units - 1 ? units - 1 : layer);
    if (cube) {
        double major;
        uint32_t face = face_of(s->at, at, &major);
        p.layer = 6 * p.layer + face;
        at[0] = (at[0] / major + 1.0) / 2.0;
        at[1] = (at[1] / major + 1.0) / 2.0;
    }
    for (uint32_t axis = 0; axis < p.axes; ++axis) {
        /* Rounded as devices do, which multiply floats. */
        double u =
            s->sampler->unnormalized ? at[axis] : (double)((float)at[axis] * (float)p.extent[axis]);
        p.at[axis] = limited(u);
    }
    return p;
}

/* The square of how many texels a step of a derivative goes. */
static double squared_step(const fftc_spirv_sampling *s, const double *d)
{
    const fftc_spirv_image *image = &s->image->given;
    const uint32_t extent[3] = {image->width, image->height, image->depth};
    double sum = 0.0;
    if (s->dimension == FFTC_SPIRV_CUBE) {
        double on[2], major;
        uint32_t axis = face_of(s->at, on, &major) / 2;
        for (uint32_t k = 0; k < 3; ++k) { /* of the two other axes, seen on the face */
            double change = (d[k] * s->at[axis] - s->at[k] * d[axis]) / (major * major) / 2.0;
            sum += k != axis ? change * change * extent[0] * extent[0] : 0.0;
        }
        return sum;
    }
    for (uint32_t k = 0; k <= (uint32_t)s->dimension; ++k) {
        sum += d[k] * d[k] * extent[k] * extent[k];
    }
    return sum;
}

static double level_of(const fftc_spirv_sampling *s)
{
    const fftc_spirv_sampler *sampler = s->sampler;
    double level = s->level;
    if (s->dx != NULL) {
        level = 0.5 * log2(fmax(squared_step(s, s->dx), squared_step(s, s->dy)));
    }
    level += (double)sampler->bias;
    level = level < s->least_level ? s->least_level : level;
    level = level > (double)sampler->least_level ? level : (double)sampler->least_level; /* NaN */
    return level < (double)sampler->most_level ? level : (double)sampler->most_level;
}

/* One level as numbers; `sum` has them as doubles. */
static void sample_level(const fftc_spirv_sampling *s, uint32_t level, bool linear,
                         uint64_t numbers[4], double sum[4])
{
    point p = point_of(s, level);
    if (linear && has_floats(s)) {
        filter(s, &p, sum);
        for (int c = 0; c < 4; ++c) {
            numbers[c] = fftc_bits_of_float((float)sum[c]);
        }
        return;
    }
    nearest(s, &p, numbers);
    for (int c = 0; c < 4; ++c) {
        sum[c] = (double)as_float(numbers[c]);
    }
}

void fftc_spirv_sample(const fftc_spirv_sampling *s, uint64_t result[4])
{
    const fftc_spirv_sampler *sampler = s->sampler;
    double level = sampler->unnormalized ? 0.0 : level_of(s);
    double last = s->image->given.levels - 1;
    bool linear = (level <= 0.0 ? sampler->magnify : sampler->minify) == FFTC_SPIRV_LINEAR;
    double low[4], high[4];
    level = level > 0.0 ? (level < last ? level : last) : 0.0;
    if (sampler->between_levels == FFTC_SPIRV_NEAREST || !has_floats(s)) {
        level = ceil(level + 0.5) - 1.0;
        sample_level(s, (uint32_t)level, linear, result, low);
        return;
    }
    double part = level - floor(level);
    sample_level(s, (uint32_t)level, linear, result, low);
    if (part > 0.0) {
        sample_level(s, (uint32_t)level + 1, linear, result, high);
        for (int c = 0; c < 4; ++c) {
            result[c] = fftc_bits_of_float((float)((1.0 - part) * low[c] + part * high[c]));
        }
    }
}

void fftc_spirv_gather(const fftc_spirv_sampling *s, uint32_t component, const int32_t *offsets,
                       uint64_t result[4])
{
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    point p = point_of(s, 0);
    for (uint32_t k = 0; k < 4; ++k) {
        int64_t at[3] = {0, 0, 0};
        uint64_t numbers[4];
        for (uint32_t axis = 0; axis < 2; ++axis) {
            at[axis] = (int64_t)floor(p.at[axis] - 0.5);
            /* With offsets of their own, all are the first texel of their footprint. */
            at[axis] += offsets != NULL ? offsets[2 * k + axis] : s->offset[axis] + order[k][axis];
        }
        texel_at(s, &p, at, numbers);
        result[k] = numbers[component & 3];
    }
}
