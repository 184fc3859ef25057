/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures as OpenEXR, by its library for C (OpenEXRCore). Chunks of scan lines or tiles
 * go to and from the planes directly; the library converts halves to floats.
 */
#include <openexr.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"

typedef struct memory_file {
    const unsigned char *bytes;
    size_t count;
} memory_file;

/* As pread: less where the file ends, as the library reads headers in large blocks. */
static int64_t memory_read(exr_const_context_t context, void *user, void *buffer, uint64_t bytes,
                           uint64_t offset, exr_stream_error_func_ptr_t report)
{
    const memory_file *file = user;
    (void)context;
    (void)report;
    if (offset >= file->count) {
        return 0;
    }
    bytes = bytes < file->count - offset ? bytes : file->count - offset;
    memcpy(buffer, file->bytes + offset, (size_t)bytes);
    return (int64_t)bytes;
}

static int64_t memory_size(exr_const_context_t context, void *user)
{
    const memory_file *file = user;
    (void)context;
    return (int64_t)file->count;
}

/* The library (OpenEXR 3.1.5) unpacks chunks that hold less than they should without a word. What
 * is missing must not be what lay in memory before. */
static void *allocate_zeros(size_t bytes)
{
    return calloc(1, bytes);
}

/* The library's own would print. What went wrong is the last message. */
static void keep_quiet(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void)context;
    (void)code;
    (void)message;
}

static fftc_status damaged(exr_result_t code, fftc_error *error)
{
    return code == EXR_ERR_OUT_OF_MEMORY
               ? tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for an OpenEXR picture")
               : tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "is an OpenEXR picture that cannot be read: %s",
                           exr_get_default_error_message(code));
}

/* Which plane a channel belongs to, or -1. Grey goes to the first, and is copied in the end. */
static int plane_of(const char *name)
{
    return strcmp(name, "R") == 0 || strcmp(name, "Y") == 0 ? 0
           : strcmp(name, "G") == 0                         ? 1
           : strcmp(name, "B") == 0                         ? 2
                                                            : -1;
}

typedef struct reader {
    exr_context_t context;
    exr_decode_pipeline_t pipeline;
    bool started; /* the pipeline */
    int32_t top;  /* of the data window */
    bool grey;
    tool_raster *raster;
} reader;

/* One chunk, whose upper left corner is at x, y of the raster. */
static exr_result_t decode(reader *r, const exr_chunk_info_t *chunk, uint64_t x, uint64_t y)
{
    if (chunk->compression == EXR_COMPRESSION_NONE && chunk->packed_size != chunk->unpacked_size) {
        return EXR_ERR_CORRUPT_CHUNK;
    }
    exr_result_t code = r->started ? exr_decoding_update(r->context, 0, chunk, &r->pipeline)
                                   : exr_decoding_initialize(r->context, 0, chunk, &r->pipeline);
    if (code != EXR_ERR_SUCCESS) {
        return code;
    }
    for (int i = 0; i < r->pipeline.channel_count; ++i) {
        exr_coding_channel_info_t *channel = &r->pipeline.channels[i];
        int plane = plane_of(channel->channel_name);
        channel->decode_to_ptr =
            plane < 0 ? NULL
                      : (uint8_t *)(tool_raster_plane(r->raster, plane) + y * r->raster->width + x);
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = sizeof(float);
        channel->user_line_stride = (int32_t)(r->raster->width * sizeof(float));
    }
    if (!r->started) {
        r->started = true;
        code = exr_decoding_choose_default_routines(r->context, 0, &r->pipeline);
    }
    return code == EXR_ERR_SUCCESS ? exr_decoding_run(r->context, 0, &r->pipeline) : code;
}

static exr_result_t decode_lines(reader *r)
{
    int32_t lines = 1;
    exr_result_t code = exr_get_scanlines_per_chunk(r->context, 0, &lines);
    for (uint32_t y = 0; y < r->raster->height && code == EXR_ERR_SUCCESS; y += (uint32_t)lines) {
        exr_chunk_info_t chunk;
        code = exr_read_scanline_chunk_info(r->context, 0, r->top + (int32_t)y, &chunk);
        if (code == EXR_ERR_SUCCESS) {
            code = decode(r, &chunk, 0, y);
        }
    }
    return code;
}

static exr_result_t decode_tiles(reader *r)
{
    uint32_t width = 1;
    uint32_t height = 1;
    exr_tile_level_mode_t levels;
    exr_tile_round_mode_t rounding;
    exr_result_t code = exr_get_tile_descriptor(r->context, 0, &width, &height, &levels, &rounding);
    for (uint64_t y = 0; y < r->raster->height && code == EXR_ERR_SUCCESS; y += height) {
        for (uint64_t x = 0; x < r->raster->width && code == EXR_ERR_SUCCESS; x += width) {
            exr_chunk_info_t chunk;
            code = exr_read_tile_chunk_info(r->context, 0, (int)(x / width), (int)(y / height), 0,
                                            0, &chunk);
            if (code == EXR_ERR_SUCCESS) {
                code = decode(r, &chunk, x, y);
            }
        }
    }
    return code;
}

static fftc_status check_channels(reader *r, fftc_error *error)
{
    const exr_attr_chlist_t *channels = NULL;
    unsigned found = 0;
    exr_result_t code = exr_get_channels(r->context, 0, &channels);
    if (code != EXR_ERR_SUCCESS) {
        return damaged(code, error);
    }
    for (int i = 0; i < channels->num_channels; ++i) {
        const exr_attr_chlist_entry_t *entry = &channels->entries[i];
        int plane = plane_of(entry->name.str);
        if (plane >= 0 && (entry->x_sampling != 1 || entry->y_sampling != 1)) {
            return tool_fail(error, FFTC_UNSUPPORTED,
                             "has a channel %s of fewer pixels than the picture", entry->name.str);
        }
        r->grey = r->grey || strcmp(entry->name.str, "Y") == 0;
        found |= plane >= 0 ? 1U << (strcmp(entry->name.str, "Y") == 0 ? 3 : plane) : 0U;
    }
    if (found != 7U && found != 8U) {
        return tool_fail(error, FFTC_UNSUPPORTED, "must have the channels R, G and B, or Y alone");
    }
    return FFTC_SUCCESS;
}

static fftc_status create_planes(reader *r, fftc_error *error)
{
    exr_attr_box2i_t window;
    exr_result_t code = exr_get_data_window(r->context, 0, &window);
    if (code != EXR_ERR_SUCCESS || window.max.x < window.min.x || window.max.y < window.min.y) {
        return damaged(code != EXR_ERR_SUCCESS ? code : EXR_ERR_INVALID_ATTR, error);
    }
    r->top = window.min.y;
    fftc_status status =
        tool_raster_create((uint64_t)((int64_t)window.max.x - window.min.x + 1),
                           (uint64_t)((int64_t)window.max.y - window.min.y + 1), r->raster, error);
    if (status == FFTC_SUCCESS) {
        (void)snprintf(r->raster->format, sizeof r->raster->format, "OpenEXR, %u x %u pixels",
                       r->raster->width, r->raster->height);
    }
    return status;
}

static fftc_status read_part(reader *r, fftc_error *error)
{
    exr_storage_t storage;
    exr_result_t code = exr_get_storage(r->context, 0, &storage);
    if (code != EXR_ERR_SUCCESS) {
        return damaged(code, error);
    }
    if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED) {
        return tool_fail(error, FFTC_UNSUPPORTED, "has several numbers for each pixel (deep data)");
    }
    fftc_status status = check_channels(r, error);
    status = status == FFTC_SUCCESS ? create_planes(r, error) : status;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    code = storage == EXR_STORAGE_SCANLINE ? decode_lines(r) : decode_tiles(r);
    if (code != EXR_ERR_SUCCESS) {
        return damaged(code, error);
    }
    size_t bytes = (size_t)r->raster->width * r->raster->height * sizeof(float);
    for (int channel = 1; channel < TOOL_CHANNELS && r->grey; ++channel) {
        memcpy(tool_raster_plane(r->raster, channel), r->raster->planes, bytes);
    }
    return FFTC_SUCCESS;
}

fftc_status tool_raster_parse_exr(const unsigned char *bytes, size_t count, tool_raster *raster,
                                  fftc_error *error)
{
    memory_file file = {bytes, count};
    exr_context_initializer_t how = EXR_DEFAULT_CONTEXT_INITIALIZER;
    how.error_handler_fn = keep_quiet;
    how.alloc_fn = allocate_zeros;
    how.free_fn = free;
    how.user_data = &file;
    how.read_fn = memory_read;
    how.size_fn = memory_size;
    reader r = {.pipeline = EXR_DECODE_PIPELINE_INITIALIZER, .raster = raster};
    exr_result_t code = exr_start_read(&r.context, "picture", &how);
    if (code != EXR_ERR_SUCCESS) {
        return damaged(code, error);
    }
    fftc_status status = read_part(&r, error);
    if (r.started) {
        (void)exr_decoding_destroy(r.context, &r.pipeline);
    }
    (void)exr_finish(&r.context);
    return status;
}

/* Not compressed: a chunk that does not become smaller comes out wrong from the encoder of OpenEXR
 * 3.1.5 (zips, seen with random numbers). */
static exr_result_t describe(exr_context_t context, const tool_raster *raster)
{
    static const char *const names[] = {"R", "G", "B"};
    int part = 0;
    exr_result_t code = exr_add_part(context, "picture", EXR_STORAGE_SCANLINE, &part);
    if (code == EXR_ERR_SUCCESS) {
        code = exr_initialize_required_attr_simple(context, part, (int32_t)raster->width,
                                                   (int32_t)raster->height, EXR_COMPRESSION_NONE);
    }
    for (int channel = 0; channel < TOOL_CHANNELS && code == EXR_ERR_SUCCESS; ++channel) {
        code = exr_add_channel(context, part, names[channel], EXR_PIXEL_FLOAT,
                               EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1);
    }
    return code == EXR_ERR_SUCCESS ? exr_write_header(context) : code;
}

static exr_result_t encode(exr_context_t context, const tool_raster *raster, uint32_t y,
                           exr_encode_pipeline_t *pipeline, bool *started)
{
    exr_chunk_info_t chunk;
    exr_result_t code = exr_write_scanline_chunk_info(context, 0, (int)y, &chunk);
    if (code == EXR_ERR_SUCCESS) {
        code = *started ? exr_encoding_update(context, 0, &chunk, pipeline)
                        : exr_encoding_initialize(context, 0, &chunk, pipeline);
    }
    if (code != EXR_ERR_SUCCESS) {
        return code;
    }
    for (int i = 0; i < pipeline->channel_count; ++i) {
        exr_coding_channel_info_t *channel = &pipeline->channels[i];
        channel->encode_from_ptr =
            (const uint8_t *)(tool_raster_plane(raster, plane_of(channel->channel_name)) +
                              (size_t)y * raster->width);
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = sizeof(float);
        channel->user_line_stride = (int32_t)(raster->width * sizeof(float));
    }
    if (!*started) {
        *started = true;
        code = exr_encoding_choose_default_routines(context, 0, pipeline);
    }
    return code == EXR_ERR_SUCCESS ? exr_encoding_run(context, 0, pipeline) : code;
}

bool tool_raster_write_exr(const tool_raster *raster, const char *path)
{
    exr_context_initializer_t how = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    exr_context_t context = NULL;
    bool started = false;
    int32_t lines = 1;
    how.error_handler_fn = keep_quiet;
    exr_result_t code = exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, &how);
    if (code == EXR_ERR_SUCCESS) {
        code = describe(context, raster);
    }
    if (code == EXR_ERR_SUCCESS) {
        code = exr_get_scanlines_per_chunk(context, 0, &lines);
    }
    for (uint32_t y = 0; y < raster->height && code == EXR_ERR_SUCCESS; y += (uint32_t)lines) {
        code = encode(context, raster, y, &pipeline, &started);
    }
    if (started) {
        (void)exr_encoding_destroy(context, &pipeline);
    }
    exr_result_t finished = context != NULL ? exr_finish(&context) : EXR_ERR_SUCCESS;
    code = code == EXR_ERR_SUCCESS ? finished : code;
    if (code != EXR_ERR_SUCCESS) {
        (void)tool_refuse("%s: cannot be written: %s", path, exr_get_default_error_message(code));
    }
    return code == EXR_ERR_SUCCESS;
}
