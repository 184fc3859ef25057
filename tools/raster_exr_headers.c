/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "raster_exr.h"

typedef struct walk {
    const unsigned char *bytes;
    size_t count, at;
    fftc_error *error;
} walk;

/* The sizes of one part. */
typedef struct part_sizes {
    int64_t width, height;
    int64_t tile[2];
} part_sizes;

static uint32_t number(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static fftc_status cut_off(const walk *w)
{
    return tool_fail(w->error, FFTC_INVALID_ARGUMENT,
                     "is an OpenEXR picture that is cut off or damaged: its header ends nowhere");
}

/* A name with its final zero; NULL if there is none. */
static const char *take_name(walk *w)
{
    const char *name = (const char *)w->bytes + w->at;
    const unsigned char *end = memchr(w->bytes + w->at, 0, w->count - w->at);
    w->at = end != NULL ? (size_t)(end - w->bytes) + 1 : w->count;
    return end != NULL ? name : NULL;
}

static fftc_status check_attribute(const walk *w, const char *name, const unsigned char *value,
                                   size_t size, part_sizes *sizes)
{
    if (strcmp(name, "compression") == 0 && size == 1 && value[0] > 9) {
        return tool_fail(w->error, FFTC_UNSUPPORTED,
                         "is an OpenEXR picture of compression number %u, which is newer than the "
                         "OpenEXR library here: write it with ZIP or PIZ",
                         value[0]);
    }
    if (strcmp(name, "dataWindow") == 0 && size == 16) {
        sizes->width = (int64_t)(int32_t)number(value + 8) - (int32_t)number(value) + 1;
        sizes->height = (int64_t)(int32_t)number(value + 12) - (int32_t)number(value + 4) + 1;
    }
    if (strcmp(name, "tiles") == 0 && size == 9) {
        sizes->tile[0] = number(value);
        sizes->tile[1] = number(value + 4);
    }
    if (strcmp(name, "chunkCount") == 0 && size == 4 && number(value) > w->count / 8) {
        return cut_off(w);
    }
    return FFTC_SUCCESS;
}

/* Each chunk has 8 bytes in a table; chunks have at most 256 rows. */
static fftc_status check_sizes(const walk *w, const part_sizes *sizes)
{
    if (sizes->width < 1 || sizes->height < 1) {
        return tool_fail(w->error, FFTC_INVALID_ARGUMENT,
                         "is an OpenEXR picture without pixels: its data window is empty");
    }
    if (sizes->width > (int64_t)TOOL_RASTER_PIXELS_LIMIT / sizes->height) {
        return tool_fail(w->error, FFTC_TOO_LARGE,
                         "is a picture of %lld x %lld pixels, more than %llu in all",
                         (long long)sizes->width, (long long)sizes->height,
                         (unsigned long long)TOOL_RASTER_PIXELS_LIMIT);
    }
    int64_t chunks = sizes->height / 256;
    if (sizes->tile[0] > 0 && sizes->tile[1] > 0) {
        chunks =
            ((sizes->width - 1) / sizes->tile[0] + 1) * ((sizes->height - 1) / sizes->tile[1] + 1);
    }
    if ((uint64_t)chunks > w->count / 8) {
        return tool_fail(w->error, FFTC_INVALID_ARGUMENT,
                         "is an OpenEXR picture that is cut off or damaged: %lld x %lld pixels do "
                         "not fit its %llu bytes",
                         (long long)sizes->width, (long long)sizes->height,
                         (unsigned long long)w->count);
    }
    return FFTC_SUCCESS;
}

/* Name, type, size, value, and so on up to an empty name. */
static fftc_status check_part(walk *w)
{
    part_sizes sizes = {0, 0, {0, 0}};
    fftc_status status = FFTC_SUCCESS;
    for (;;) {
        const char *name = take_name(w);
        if (name != NULL && *name == '\0') {
            return check_sizes(w, &sizes);
        }
        const char *type = name != NULL ? take_name(w) : NULL;
        if (type == NULL || w->count - w->at < 4) {
            return cut_off(w);
        }
        uint32_t size = number(w->bytes + w->at);
        w->at += 4;
        if (size > w->count - w->at) {
            return cut_off(w);
        }
        status = check_attribute(w, name, w->bytes + w->at, size, &sizes);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        w->at += size;
    }
}

fftc_status tool_exr_check_headers(const unsigned char *bytes, size_t count,
                                   tool_exr_headers *headers, fftc_error *error)
{
    enum { SEVERAL_PARTS = 0x1000 };
    walk w = {bytes, count, 8, error};
    if (count < 9) {
        return cut_off(&w);
    }
    headers->several_parts = (number(bytes + 4) & SEVERAL_PARTS) != 0;
    do {
        fftc_status status = check_part(&w);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    } while (headers->several_parts && w.at < count && bytes[w.at] != 0);
    headers->end = w.at + headers->several_parts; /* an empty name ends them */
    return FFTC_SUCCESS;
}
