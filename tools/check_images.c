/* SPDX-License-Identifier: MIT
 *
 * Images for shaders: texels as --image says, or zeros.
 */
#include <stdlib.h>
#include <string.h>

#include "check_shader.h"

#define LEAST_SIDE 16u
#define GROWN_SIDE 1024u
#define GROWN_SIDE_3D 128u
#define LAYERS 4u /* of an image that may have several */

/* A format that holds the numbers which the shader wants. */
static fftc_spirv_format format_of(const fftc_spirv_binding *binding)
{
    static const fftc_spirv_format widest[] = {FFTC_SPIRV_RGBA32_FLOAT, FFTC_SPIRV_RGBA32_UINT,
                                               FFTC_SPIRV_RGBA32_SINT};
    return binding->format != FFTC_SPIRV_FORMAT_NONE ? binding->format : widest[binding->numbers];
}

static bool is_row(const fftc_spirv_binding *binding)
{
    return binding->resource == FFTC_SPIRV_STORAGE_TEXELS ||
           binding->resource == FFTC_SPIRV_UNIFORM_TEXELS || binding->dimension == FFTC_SPIRV_1D;
}

/* Extents that the shape has: "64x64x4" are layers of an arrayed image. */
static fftc_spirv_image image_of(const check_array *a, const fftc_spirv_binding *binding,
                                 const uint64_t size[3])
{
    bool solid = binding->dimension == FFTC_SPIRV_3D;
    bool row = is_row(binding);
    return (fftc_spirv_image){.set = a->buffer.set,
                              .binding = a->buffer.binding,
                              .element = a->buffer.element,
                              .format = format_of(binding),
                              .width = (uint32_t)size[0],
                              .height = row ? 1 : (uint32_t)size[1],
                              .depth = solid ? (uint32_t)size[2] : 1,
                              .layers = row     ? (uint32_t)size[1]
                                        : solid ? 1
                                                : (uint32_t)size[2],
                              .levels = 1};
}

uint64_t check_image_bytes(const fftc_spirv_image *image)
{
    return (uint64_t)fftc_spirv_format_bytes(image->format) * image->width * image->height *
           image->depth * image->layers;
}

/* "64x48:file"; *file is what stands behind the colon, or NULL. */
static bool parse_size(const check_array *a, const char *what, uint64_t size[3], const char **file)
{
    const char *colon = strchr(what, ':');
    const char *end = colon != NULL ? colon : what + strlen(what);
    const char *at = what;
    int count = 0;
    size[0] = size[1] = size[2] = 1;
    *file = colon != NULL ? colon + 1 : NULL;
    while (count < 3) {
        char *behind;
        size[count] = *at >= '0' && *at <= '9' ? strtoull(at, &behind, 10) : 0;
        if (size[count] == 0 || size[count] > (1u << 20)) {
            break;
        }
        ++count;
        if (behind == end) {
            return true;
        }
        if (*behind != 'x') {
            break;
        }
        at = behind + 1;
    }
    return tool_refuse("--image %u.%u=%s: write its size, such as 640x480, 64x64x8 or "
                       "64x64:texels.npy",
                       a->buffer.set, a->buffer.binding, what) == TOOL_GOOD;
}

static bool fill(check_array *a, const char *file)
{
    unsigned char *bytes;
    size_t count;
    if (!check_read_array(file, &bytes, &count, a->type)) {
        return false;
    }
    if (count != a->buffer.bytes) {
        free(bytes);
        return tool_refuse("--image %u.%u: %s has %zu bytes, and texels of %s need %zu",
                           a->buffer.set, a->buffer.binding, file, count,
                           fftc_spirv_format_name(a->image.format), a->buffer.bytes) == TOOL_GOOD;
    }
    memcpy(a->initial, bytes, count);
    free(bytes);
    (void)snprintf(a->origin, sizeof a->origin, "%.90s", file);
    return true;
}

fftc_spirv_image check_scaled_image(const check_run *run, const check_array *a,
                                    const fftc_spirv_binding *binding, uint32_t times)
{
    const uint32_t *local = run->interface->local_size;
    const bool solid = binding->dimension == FFTC_SPIRV_3D;
    const uint64_t grown = solid ? GROWN_SIDE_3D : GROWN_SIDE;
    uint64_t size[3];
    for (int axis = 0; axis < 3; ++axis) {
        uint64_t each = (uint64_t)local[axis] * run->options->groups[axis];
        uint64_t least = axis < 2 ? LEAST_SIDE : 1;
        uint64_t side = each > least ? each : least;
        size[axis] = side * times < grown ? side * times : grown;
        size[axis] = size[axis] > side ? size[axis] : side;
        size[axis] = size[axis] < (1u << 20) ? size[axis] : 1u << 20;
    }
    uint32_t faces = binding->dimension == FFTC_SPIRV_CUBE ? 6 : 1;
    uint32_t layers = faces * (binding->arrayed ? LAYERS : 1);
    if (is_row(binding)) {
        size[0] *= size[1]; /* as many as there are in a plane */
        size[1] = binding->arrayed ? LAYERS : 1;
    } else if (faces == 6) {
        size[0] = size[1] = size[0] > size[1] ? size[0] : size[1];
    }
    size[2] = solid ? size[2] : layers;
    return image_of(a, binding, size);
}

bool check_make_image(const check_run *run, check_array *a, const fftc_spirv_binding *binding)
{
    const check_place *place = check_find_place(&run->options->images, &a->buffer);
    const char *file = NULL;
    uint64_t size[3];
    a->is_image = true;
    a->assumed = a->growing = place == NULL;
    if (place != NULL && !parse_size(a, place->what, size, &file)) {
        return false;
    }
    a->image = place != NULL ? image_of(a, binding, size) : check_scaled_image(run, a, binding, 1);
    (void)snprintf(a->origin, sizeof a->origin, "zeros");
    return check_allocate(a, check_image_bytes(&a->image)) && (file == NULL || fill(a, file));
}
