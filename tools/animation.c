/* SPDX-License-Identifier: MIT
 *
 * libpng writes no animations. Each frame is written as a PNG of its own into memory, from which
 * the compressed pixels are taken; and another writer of libpng's gives them their chunks.
 */
#include "animation.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

/* Pixels in one chunk. */
#define CHUNK_BYTES ((size_t)1 << 20)

typedef struct bytes {
    unsigned char *data;
    size_t count, room;
} bytes;

struct tool_animation {
    const char *path;
    uint32_t width, height, frames, rate;
    uint32_t added, sequence; /* the number of the next chunk of the animation */
    bool failed;
    FILE *file;
    png_structp chunks;
    bytes frame; /* as a PNG */
    char message[128];
};

/* --- libpng ----------------------------------------------------------------------------------- */

static void keep_message(png_structp writer, png_const_charp message)
{
    tool_animation *a = png_get_error_ptr(writer);
    (void)snprintf(a->message, sizeof a->message, "%s", message);
    png_longjmp(writer, 1);
}

static void keep_quiet(png_structp writer, png_const_charp message)
{
    (void)writer;
    (void)message;
}

static void append(png_structp writer, png_bytep data, size_t count)
{
    bytes *to = png_get_io_ptr(writer);
    if (to->room - to->count < count) {
        size_t room = 2 * to->room + count;
        unsigned char *more = realloc(to->data, room);
        if (more == NULL) {
            png_error(writer, "no memory for a frame");
        }
        to->data = more;
        to->room = room;
    }
    memcpy(to->data + to->count, data, count);
    to->count += count;
}

static void flush_nothing(png_structp writer)
{
    (void)writer;
}

static png_structp create_writer(tool_animation *a)
{
    return png_create_write_struct(PNG_LIBPNG_VER_STRING, a, keep_message, keep_quiet);
}

/* --- chunks ----------------------------------------------------------------------------------- */

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static unsigned char *put_number(unsigned char *at, uint32_t number, int count)
{
    for (int i = count - 1; i >= 0; --i) {
        *at++ = (unsigned char)(number >> (8 * i));
    }
    return at;
}

static void write_chunk(tool_animation *a, const char *name, const unsigned char *data,
                        size_t count)
{
    png_write_chunk(a->chunks, (png_const_bytep)name, data, count);
}

static void write_animation_control(tool_animation *a)
{
    unsigned char data[8];
    (void)put_number(put_number(data, a->frames, 4), 0 /* for ever */, 4);
    write_chunk(a, "acTL", data, sizeof data);
}

static void write_frame_control(tool_animation *a)
{
    unsigned char data[26];
    unsigned char *at = put_number(data, a->sequence++, 4);
    at = put_number(at, a->width, 4);
    at = put_number(at, a->height, 4);
    at = put_number(at, 0, 4); /* its left upper corner */
    at = put_number(at, 0, 4);
    at = put_number(at, 1, 2); /* seconds: 1 / rate */
    at = put_number(at, a->rate, 2);
    (void)put_number(at, 0, 2); /* stays until the next one, which replaces it */
    write_chunk(a, "fcTL", data, sizeof data);
}

/* Pixels of a frame behind the first: a number stands before them. */
static void write_frame_data(tool_animation *a, const unsigned char *data, size_t count)
{
    unsigned char number[4];
    (void)put_number(number, a->sequence++, 4);
    png_write_chunk_start(a->chunks, (png_const_bytep) "fdAT", (png_uint_32)(count + 4));
    png_write_chunk_data(a->chunks, number, 4);
    png_write_chunk_data(a->chunks, data, count);
    png_write_chunk_end(a->chunks);
}

/* Copies the frame's chunks; of the first one all but its end, of others the pixels alone. */
static void copy_frame(tool_animation *a)
{
    bool begun = false;
    for (size_t at = 8; at + 12 <= a->frame.count;) {
        const unsigned char *chunk = a->frame.data + at;
        const size_t count = number_at(chunk);
        const char *name = (const char *)chunk + 4;
        const bool pixels = memcmp(name, "IDAT", 4) == 0;
        if (pixels && !begun && a->frames > 1) {
            if (a->added == 0) {
                write_animation_control(a);
            }
            write_frame_control(a);
            begun = true;
        }
        if (pixels && a->added > 0) {
            write_frame_data(a, chunk + 8, count);
        } else if (a->added == 0 && memcmp(name, "IEND", 4) != 0) {
            png_write_chunk(a->chunks, (png_const_bytep)name, chunk + 8, count);
        }
        at += count + 12;
    }
    if (a->added + 1 == a->frames) {
        write_chunk(a, "IEND", NULL, 0);
    }
}

/* --- the interface ---------------------------------------------------------------------------- */

static bool write_rows(tool_animation *a, png_structp writer, png_infop info,
                       const unsigned char *pixels)
{
    if (setjmp(png_jmpbuf(writer)) != 0) {
        return false;
    }
    png_set_write_fn(writer, &a->frame, append, flush_nothing);
    png_set_compression_buffer_size(writer, CHUNK_BYTES);
    png_set_IHDR(writer, info, a->width, a->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(writer, info);
    for (uint32_t y = 0; y < a->height; ++y) {
        png_write_row(writer, pixels + (size_t)y * a->width * 3);
    }
    png_write_end(writer, info);
    return true;
}

static bool code_frame(tool_animation *a, const unsigned char *pixels)
{
    png_structp writer = create_writer(a);
    png_infop info = writer != NULL ? png_create_info_struct(writer) : NULL;
    a->frame.count = 0;
    bool good = info != NULL && write_rows(a, writer, info, pixels);
    png_destroy_write_struct(&writer, &info);
    return good;
}

static bool write_frame(tool_animation *a)
{
    if (setjmp(png_jmpbuf(a->chunks)) != 0) {
        return false;
    }
    copy_frame(a);
    return true;
}

tool_animation *tool_animation_create(const char *path, uint32_t width, uint32_t height,
                                      uint32_t frames, uint32_t rate)
{
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return NULL;
    }
    tool_animation *a = calloc(1, sizeof *a);
    png_structp chunks = a != NULL ? create_writer(a) : NULL;
    if (chunks == NULL || setjmp(png_jmpbuf(chunks)) != 0) {
        (void)tool_refuse("%s: no memory to write a PNG", path);
        png_destroy_write_struct(&chunks, NULL);
        tool_file_discard(file);
        free(a);
        return NULL;
    }
    *a = (tool_animation){.path = path,
                          .width = width,
                          .height = height,
                          .frames = frames,
                          .rate = rate,
                          .file = file,
                          .chunks = chunks,
                          .message = "no memory to write a PNG"};
    png_init_io(chunks, file);
    png_write_sig(chunks);
    return a;
}

bool tool_animation_add(tool_animation *a, const unsigned char *pixels)
{
    if (!code_frame(a, pixels) || !write_frame(a)) {
        (void)tool_refuse("%s: %s", a->path, a->message);
        a->failed = true;
        return false;
    }
    ++a->added;
    return true;
}

bool tool_animation_close(tool_animation *a)
{
    bool whole = !a->failed && a->added == a->frames;
    png_destroy_write_struct(&a->chunks, NULL);
    if (whole) {
        whole = tool_file_close(a->file, a->path);
    } else {
        tool_file_discard(a->file);
    }
    free(a->frame.data);
    free(a);
    return whole;
}
