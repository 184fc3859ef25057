/* SPDX-License-Identifier: MIT
 *
 * Whether what a caller gives is what a shader asks for.
 */
#include <string.h>

#include "spirv/run.h"
#include "spirv/texel.h"
#include "support/check.h"
#include "support/error.h"

#define MAX_EXTENT (1u << 20)
#define MAX_TEXEL_BUFFER (1u << 30)
#define MAX_LAYERS (1u << 16)

/* --- descriptors */

static const fftc_spirv_id *id_of(const fftc_spirv *m, const fftc_spirv_object *object)
{
    return &m->ids[m->number[object->id]];
}

bool fftc_spirv_takes(const fftc_spirv_object *object, fftc_spirv_sort sort)
{
    fftc_spirv_kind kind = object->type->kind;
    bool opaque = object->storage == StorageUniformConstant;
    switch (sort) {
    case FFTC_SPIRV_SORT_IMAGE:
        return opaque && (kind == FFTC_SPIRV_KIND_IMAGE || kind == FFTC_SPIRV_KIND_SAMPLED_IMAGE);
    case FFTC_SPIRV_SORT_SAMPLER:
        return opaque && (kind == FFTC_SPIRV_KIND_SAMPLER || kind == FFTC_SPIRV_KIND_SAMPLED_IMAGE);
    default: return object->storage == StorageUniform || object->storage == StorageStorageBuffer;
    }
}

bool fftc_spirv_is_bound(const fftc_spirv *m, const fftc_spirv_object *object)
{
    return id_of(m, object)->reg != FFTC_SPIRV_NONE &&
           (fftc_spirv_takes(object, FFTC_SPIRV_SORT_BUFFER) ||
            fftc_spirv_takes(object, FFTC_SPIRV_SORT_IMAGE) ||
            fftc_spirv_takes(object, FFTC_SPIRV_SORT_SAMPLER));
}

const fftc_spirv_object *fftc_spirv_object_at(const fftc_spirv *m, const fftc_spirv_slot *slot,
                                              fftc_spirv_sort sort, uint32_t from)
{
    for (uint32_t i = from; i < m->object_count; ++i) {
        const fftc_spirv_object *object = &m->objects[i];
        const fftc_spirv_id *id = id_of(m, object);
        if (fftc_spirv_takes(object, sort) && id->set == slot->set &&
            id->binding == slot->binding) {
            return object;
        }
    }
    return NULL;
}

bool fftc_spirv_given(const fftc_spirv_dispatch *dispatch, fftc_spirv_sort sort, uint32_t k,
                      fftc_spirv_slot *slot)
{
    if (sort == FFTC_SPIRV_SORT_BUFFER && k < dispatch->buffer_count) {
        const fftc_spirv_buffer *buffer = &dispatch->buffers[k];
        *slot = (fftc_spirv_slot){buffer->set, buffer->binding, buffer->element};
    } else if (sort == FFTC_SPIRV_SORT_IMAGE && k < dispatch->image_count) {
        const fftc_spirv_image *image = &dispatch->images[k];
        *slot = (fftc_spirv_slot){image->set, image->binding, image->element};
    } else if (sort == FFTC_SPIRV_SORT_SAMPLER && k < dispatch->sampler_count) {
        const fftc_spirv_sampler *sampler = &dispatch->samplers[k];
        *slot = (fftc_spirv_slot){sampler->set, sampler->binding, sampler->element};
    } else {
        return false;
    }
    return true;
}

/* The shader has such a descriptor, and nothing before has been given for it. */
static fftc_status check_slot(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                              fftc_spirv_sort sort, uint32_t number, fftc_error *error)
{
    static const char *const names[][2] = {
        {"buffers", "buffer"}, {"images", "image"}, {"samplers", "sampler"}};
    fftc_spirv_slot slot = {0}, other = {0};
    (void)fftc_spirv_given(dispatch, sort, number, &slot);
    if (sort == FFTC_SPIRV_SORT_BUFFER && slot.binding == FFTC_SPIRV_BY_ADDRESS) {
        return FFTC_SUCCESS;
    }
    const fftc_spirv_object *object = fftc_spirv_object_at(m, &slot, sort, 0);
    if (object == NULL || (object->descriptors != 0 && slot.element >= object->descriptors)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s[%u]: the shader has no %s at set %u, binding %u, element %u",
                         names[sort][0], number, names[sort][1], slot.set, slot.binding,
                         slot.element);
    }
    for (uint32_t i = 0; i < number; ++i) {
        (void)fftc_spirv_given(dispatch, sort, i, &other);
        if (other.set == slot.set && other.binding == slot.binding &&
            other.element == slot.element) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s[%u] is for the same descriptor as %s[%u]", names[sort][0], number,
                             names[sort][0], i);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_buffer(const fftc_spirv_buffer *buffer, uint32_t number, fftc_error *error)
{
    if (buffer->data == NULL && buffer->bytes != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "buffers[%u].data is NULL: pass an array",
                         number);
    }
    if ((uint64_t)buffer->bytes > FFTC_SPIRV_OFFSET_MASK) {
        return fftc_fail(error, FFTC_TOO_LARGE, "buffers[%u] has %zu bytes: at most 2^40 - 1",
                         number, buffer->bytes);
    }
    return FFTC_SUCCESS;
}

/* --- images */

static uint32_t at_least_1(uint32_t x)
{
    return x != 0 ? x : 1;
}

fftc_spirv_image fftc_spirv_image_defaults(const fftc_spirv_image *image)
{
    fftc_spirv_image full = *image;
    full.height = at_least_1(image->height);
    full.depth = at_least_1(image->depth);
    full.layers = at_least_1(image->layers);
    full.levels = at_least_1(image->levels);
    return full;
}

uint64_t fftc_spirv_count_texels(fftc_spirv_texels *image)
{
    const fftc_spirv_image *given = &image->given;
    uint64_t texels = 0;
    for (uint32_t level = 0; level < given->levels; ++level) {
        image->level[level] = texels;
        texels += (uint64_t)fftc_spirv_extent(given->width, level) *
                  fftc_spirv_extent(given->height, level) * fftc_spirv_extent(given->depth, level) *
                  given->layers;
    }
    return texels;
}

static fftc_status check_extents(const fftc_spirv_image *image, bool texel_buffer, uint32_t number,
                                 fftc_error *error)
{
    bool row = texel_buffer && image->height == 1 && image->depth == 1;
    uint32_t most = row ? MAX_TEXEL_BUFFER : MAX_EXTENT;
    uint32_t largest = image->width > image->height ? image->width : image->height;
    fftc_spirv_texels counted = {.given = *image};
    largest = largest > image->depth ? largest : image->depth;
    if (image->width == 0 || largest > most || image->layers > MAX_LAYERS ||
        (uint64_t)image->width * image->height * image->depth > (uint64_t)1 << 36 ||
        image->levels > 31 || largest >> (image->levels - 1) == 0) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "images[%u]: %u x %u x %u texels, %u layers, %u levels: extents are from 1 "
            "to %u, layers to %u, and no level is smaller than one of 1 x 1 x 1",
            number, image->width, image->height, image->depth, image->layers, image->levels, most,
            MAX_LAYERS);
    }
    if ((unsigned)image->format >= FFTC_SPIRV_FORMAT_COUNT ||
        image->format == FFTC_SPIRV_FORMAT_NONE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "images[%u].format is %d: pass one of fftc_spirv_format", number,
                         (int)image->format);
    }
    uint64_t texels = fftc_spirv_count_texels(&counted);
    uint64_t bytes = texels * fftc_spirv_format_bytes(image->format);
    if (texels > FFTC_SPIRV_OFFSET_MASK / 16) {
        return fftc_fail(error, FFTC_TOO_LARGE, "images[%u] has more than 2^36 texels", number);
    }
    if (image->data == NULL || image->bytes < bytes) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "images[%u] has %zu bytes: its texels take %llu", number,
                         image->data != NULL ? image->bytes : 0, (unsigned long long)bytes);
    }
    return FFTC_SUCCESS;
}

static bool has_shape(const fftc_spirv_image *image, const fftc_spirv_type *type)
{
    bool arrayed = type->image.arrayed != 0;
    bool flat = image->depth == 1 && (arrayed || image->layers == 1);
    if (fftc_spirv_is_texel_buffer(type)) {
        return flat && image->height == 1 && image->levels == 1;
    }
    switch (fftc_spirv_image_dimension(type)) {
    case FFTC_SPIRV_1D: return flat && image->height == 1;
    case FFTC_SPIRV_2D: return flat;
    case FFTC_SPIRV_3D: return image->layers == 1;
    case FFTC_SPIRV_CUBE:
        return image->depth == 1 && image->width == image->height && image->layers % 6 == 0 &&
               (arrayed || image->layers == 6);
    }
    return false;
}

/* What a variable that the image is for says about it. */
static fftc_status check_image_type(const fftc_spirv_image *image, const fftc_spirv_object *object,
                                    uint32_t number, fftc_error *error)
{
    static const char *const shapes[] = {"one row (1D)", "rows (2D)", "slices (3D)",
                                         "six square layers (a cube)"};
    const fftc_spirv_type *type =
        object->type->kind == FFTC_SPIRV_KIND_SAMPLED_IMAGE ? object->type->element : object->type;
    bool storage = type->image.sampled == 2;
    if (!has_shape(image, type)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "images[%u] is not of the shape of %s, which has %s%s", number,
                         object->name, shapes[fftc_spirv_image_dimension(type)],
                         type->image.arrayed != 0 ? " and may have layers" : "");
    }
    if (storage && type->image.format != 0 && type->image.format != (uint32_t)image->format) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "images[%u] is %s, and the shader declares %s as %s", number,
                         fftc_spirv_format_name(image->format), object->name,
                         fftc_spirv_format_name((fftc_spirv_format)type->image.format));
    }
    if (fftc_spirv_format_numbers(image->format) != fftc_spirv_image_numbers(type) ||
        (storage && (unsigned)image->format >= FFTC_SPIRV_STORAGE_FORMATS)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "images[%u] is %s, which does not have the numbers of %s, or is not for "
                         "storage images",
                         number, fftc_spirv_format_name(image->format), object->name);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_image(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                               uint32_t number, fftc_error *error)
{
    fftc_spirv_slot slot = {0};
    (void)fftc_spirv_given(dispatch, FFTC_SPIRV_SORT_IMAGE, number, &slot);
    const fftc_spirv_image image = fftc_spirv_image_defaults(&dispatch->images[number]);
    const fftc_spirv_object *object = fftc_spirv_object_at(m, &slot, FFTC_SPIRV_SORT_IMAGE, 0);
    fftc_status status = check_extents(&image,
                                       object->type->kind == FFTC_SPIRV_KIND_IMAGE &&
                                           fftc_spirv_is_texel_buffer(object->type),
                                       number, error);
    while (status == FFTC_SUCCESS && object != NULL) {
        if (fftc_spirv_is_bound(m, object)) {
            status = check_image_type(&image, object, number, error);
        }
        object = fftc_spirv_object_at(m, &slot, FFTC_SPIRV_SORT_IMAGE,
                                      (uint32_t)(object - m->objects) + 1);
    }
    return status;
}

static fftc_status check_sampler(const fftc_spirv_sampler *sampler, uint32_t number,
                                 fftc_error *error)
{
    bool wraps = true;
    for (int axis = 0; axis < 3; ++axis) {
        wraps = wraps && (unsigned)sampler->wrap[axis] <= FFTC_SPIRV_MIRROR_CLAMP_TO_EDGE;
    }
    if (!wraps || (unsigned)sampler->magnify > FFTC_SPIRV_LINEAR ||
        (unsigned)sampler->minify > FFTC_SPIRV_LINEAR ||
        (unsigned)sampler->between_levels > FFTC_SPIRV_LINEAR ||
        (unsigned)sampler->border > FFTC_SPIRV_OPAQUE_WHITE ||
        (unsigned)sampler->compare > FFTC_SPIRV_COMPARE_ALWAYS) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "samplers[%u]: a filter, wrap, border or compare is out of its range",
                         number);
    }
    return FFTC_SUCCESS;
}

/* --- the dispatch */

static fftc_status check_lists(const fftc_spirv_dispatch *dispatch, fftc_error *error)
{
    if (dispatch->buffers == NULL && dispatch->buffer_count != 0) {
        return fftc_fail_null(error, "buffers");
    }
    if (dispatch->images == NULL && dispatch->image_count != 0) {
        return fftc_fail_null(error, "images");
    }
    if (dispatch->samplers == NULL && dispatch->sampler_count != 0) {
        return fftc_fail_null(error, "samplers");
    }
    if (dispatch->buffer_count > FFTC_SPIRV_MAX_MEMORIES ||
        dispatch->image_count > FFTC_SPIRV_MAX_MEMORIES - dispatch->buffer_count ||
        dispatch->sampler_count > FFTC_SPIRV_MAX_MEMORIES) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "%u buffers, %u images, %u samplers: at most %u, and buffers and images "
                         "count together",
                         dispatch->buffer_count, dispatch->image_count, dispatch->sampler_count,
                         FFTC_SPIRV_MAX_MEMORIES);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_descriptors(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                                     fftc_error *error)
{
    fftc_spirv_slot slot = {0};
    for (int sort = FFTC_SPIRV_SORT_BUFFER; sort <= FFTC_SPIRV_SORT_SAMPLER; ++sort) {
        for (uint32_t i = 0; fftc_spirv_given(dispatch, (fftc_spirv_sort)sort, i, &slot); ++i) {
            fftc_status status = check_slot(m, dispatch, (fftc_spirv_sort)sort, i, error);
            if (status == FFTC_SUCCESS) {
                status = sort == FFTC_SPIRV_SORT_BUFFER
                             ? check_buffer(&dispatch->buffers[i], i, error)
                         : sort == FFTC_SPIRV_SORT_IMAGE
                             ? check_image(m, dispatch, i, error)
                             : check_sampler(&dispatch->samplers[i], i, error);
            }
            if (status != FFTC_SUCCESS) {
                return status;
            }
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_spirv_check_dispatch(const fftc_spirv *m, const fftc_spirv_dispatch *dispatch,
                                      fftc_error *error)
{
    uint64_t groups = 1;
    fftc_status status = check_lists(dispatch, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (dispatch->push_constant_bytes < m->interface.push_constant_bytes ||
        (dispatch->push_constants == NULL && dispatch->push_constant_bytes != 0)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "push_constant_bytes is %zu: the shader has %u bytes of push constants",
                         dispatch->push_constant_bytes, m->interface.push_constant_bytes);
    }
    for (int axis = 0; axis < 3; ++axis) {
        uint32_t count = at_least_1(dispatch->groups[axis]);
        if (__builtin_mul_overflow(groups, count, &groups) || groups > (uint64_t)1 << 31) {
            return fftc_fail(error, FFTC_TOO_LARGE, "more than 2^31 workgroups");
        }
    }
    return check_descriptors(m, dispatch, error);
}
