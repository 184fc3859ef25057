/* SPDX-License-Identifier: MIT
 *
 * libpng decodes the samples; what they mean is computed here. (libpng 1.6 would make linear light
 * of 8 bits in 8 bits, and its 16-bit reader takes files without a gamma for linear.)
 */
#include "png_file.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

struct tool_png_samples {
    unsigned char *at; /* row after row; of 16 bits the first byte is the upper one */
    size_t row_bytes;
    unsigned channels; /* as stored: a palette's index is one */
    bool palette;
    png_color colours[256];
    unsigned char alphas[256];
    bool has_key; /* one colour is transparent */
    unsigned key[3];
    double linear[]; /* of each sample */
};

typedef struct source {
    const unsigned char *bytes;
    size_t count, at;
    tool_png *png;
    bool is_srgb, too_large;
    char message[128];
} source;

/* libpng is content with a file that lacks its end. So the chunks are walked here: length, type,
 * data, checksum, up to IEND. */
static fftc_status check_chunks(const unsigned char *bytes, size_t count, fftc_error *error)
{
    for (size_t at = 8; count >= at + 12;) {
        uint64_t size = png_get_uint_32(bytes + at);
        if (memcmp(bytes + at + 4, "IEND", 4) == 0) {
            return FFTC_SUCCESS;
        }
        if (size > count - at - 12) {
            break;
        }
        at += 12 + (size_t)size;
    }
    return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a PNG that is cut off");
}

static void read_bytes(png_structp reader, png_bytep to, size_t wanted)
{
    source *from = png_get_io_ptr(reader);
    if (wanted > from->count - from->at) {
        png_error(reader, "its end is missing");
    }
    memcpy(to, from->bytes + from->at, wanted);
    from->at += wanted;
}

static void keep_message(png_structp reader, png_const_charp message)
{
    source *from = png_get_error_ptr(reader);
    (void)snprintf(from->message, sizeof from->message, "%s", message);
    png_longjmp(reader, 1);
}

static void keep_quiet(png_structp reader, png_const_charp message)
{
    (void)reader;
    (void)message;
}

static void leave_out(tool_png *png, const char *what)
{
    size_t used = strlen(png->left_out);
    (void)snprintf(png->left_out + used, sizeof png->left_out - used, "%s%s", used > 0 ? ", " : "",
                   what);
}

static void take_primaries(tool_png *png, const unsigned char *data)
{
    double *const to[] = {png->primaries.white, png->primaries.red, png->primaries.green,
                          png->primaries.blue};
    for (int i = 0; i < 8; ++i) {
        to[i / 2][i % 2] = (double)png_get_uint_32(data + 4 * i) / 100000.0;
    }
    png->has_primaries = true;
}

/* What the file says of its colours. libpng would mix it with its own opinions of it. */
static int take_chunk(png_structp reader, png_unknown_chunkp chunk)
{
    source *from = png_get_user_chunk_ptr(reader);
    tool_png *png = from->png;
    const char *name = (const char *)chunk->name;
    if ((chunk->location & PNG_AFTER_IDAT) != 0) {
        return 1;
    }
    if (strcmp(name, "sRGB") == 0) {
        from->is_srgb = true;
    } else if (strcmp(name, "gAMA") == 0 && chunk->size == 4) {
        png->gamma = (double)png_get_uint_32(chunk->data) / 100000.0;
        if (png->gamma <= 0.0) {
            leave_out(png, "a gamma of 0");
        }
    } else if (strcmp(name, "cHRM") == 0 && chunk->size == 32) {
        take_primaries(png, chunk->data);
    } else if (strcmp(name, "iCCP") == 0) {
        leave_out(png, "its colour profile (ICC)");
    } else if (strcmp(name, "cICP") == 0 && chunk->size == 4) {
        static const unsigned char srgb[4] = {1, 13, 0, 1};
        if (memcmp(chunk->data, srgb, sizeof srgb) == 0) {
            from->is_srgb = true;
        } else {
            leave_out(png, "its code of a colour space (cICP)");
        }
    } else if (strcmp(name, "pHYs") == 0 && chunk->size == 9) {
        double across = (double)png_get_uint_32(chunk->data);
        double down = (double)png_get_uint_32(chunk->data + 4);
        png->pixel_aspect = across > 0.0 && down > 0.0 ? down / across : 0.0;
    }
    return 1;
}

static void set_up(png_structp reader, source *from)
{
    static const png_byte chunks[] = "sRGB\0gAMA\0cHRM\0iCCP\0cICP\0pHYs";
    png_set_read_fn(reader, from, read_bytes);
    png_set_user_limits(reader, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_crc_action(reader, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_keep_unknown_chunks(reader, PNG_HANDLE_CHUNK_ALWAYS, chunks, 6);
    png_set_read_user_chunk_fn(reader, from, take_chunk);
}

/* Checks the size before libpng allocates rows. Deflate makes at most 1032 bytes of one. */
static void check_size(png_structp reader, source *from, size_t row_bytes)
{
    const tool_png *png = from->png;
    if ((uint64_t)png->width > TOOL_RASTER_PIXELS_LIMIT / png->height) {
        from->too_large = true;
        png_error(reader, "it has too many pixels");
    }
    if ((uint64_t)row_bytes * png->height / 1032 > from->count) {
        png_error(reader, "it has more pixels than its bytes can hold");
    }
}

static void take_transparency(png_structp reader, png_infop info, tool_png *png)
{
    struct tool_png_samples *samples = png->samples;
    png_bytep alphas = NULL;
    png_color_16p key = NULL;
    int count = 0;
    memset(samples->alphas, 255, sizeof samples->alphas);
    if (png_get_tRNS(reader, info, &alphas, &count, &key) == 0) {
        return;
    }
    png->has_alpha = true;
    if (samples->palette) {
        memcpy(samples->alphas, alphas, (size_t)count);
    } else {
        unsigned most = (1U << png->bits) - 1;
        samples->has_key = true;
        samples->key[0] = (png->grey ? key->gray : key->red) & most;
        samples->key[1] = key->green & most;
        samples->key[2] = key->blue & most;
    }
}

/* Everything but the pixels; libpng leaves by longjmp if something is wrong. */
static void take_header(png_structp reader, png_infop info, source *from)
{
    tool_png *png = from->png;
    png_read_info(reader, info);
    int type = png_get_color_type(reader, info);
    png_colorp colours = NULL;
    int count = 0;
    png->width = png_get_image_width(reader, info);
    png->height = png_get_image_height(reader, info);
    png->bits = png_get_bit_depth(reader, info);
    png->grey = (type & PNG_COLOR_MASK_COLOR) == 0;
    png->has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0;
    check_size(reader, from, (size_t)png_get_rowbytes(reader, info));
    png_set_packing(reader);
    (void)png_set_interlace_handling(reader);
    png_read_update_info(reader, info);
    bool palette = type == PNG_COLOR_TYPE_PALETTE;
    size_t levels = palette ? 256 : (size_t)1 << png->bits;
    png->samples = calloc(1, sizeof *png->samples + levels * sizeof(double));
    if (png->samples == NULL) {
        png_error(reader, "there is no memory for it");
    }
    png->samples->row_bytes = (size_t)png_get_rowbytes(reader, info);
    png->samples->channels = png_get_channels(reader, info);
    png->samples->palette = palette;
    if (palette && png_get_PLTE(reader, info, &colours, &count) != 0) {
        memcpy(png->samples->colours, colours, (size_t)count * sizeof *colours);
    }
    take_transparency(reader, info, png);
    png->bits = palette ? 8 : png->bits;
}

static void take_pixels(png_structp reader, source *from)
{
    struct tool_png_samples *samples = from->png->samples;
    uint32_t height = from->png->height;
    samples->at = calloc(height, samples->row_bytes);
    if (samples->at == NULL) {
        png_error(reader, "there is no memory for its pixels");
    }
    /* A picture that is interlaced takes several passes over the rows. */
    int passes = png_set_interlace_handling(reader);
    for (int pass = 0; pass < passes; ++pass) {
        for (uint32_t y = 0; y < height; ++y) {
            png_read_row(reader, samples->at + y * samples->row_bytes, NULL);
        }
    }
    png_read_end(reader, NULL);
}

/* Of what the file says of its colours: sRGB, if it says so, else its gamma and primaries. */
static void choose_curve(const source *from)
{
    tool_png *png = from->png;
    size_t levels = (size_t)1 << png->bits;
    if (from->is_srgb) {
        png->gamma = 0.0;
        png->has_primaries = false;
    }
    for (size_t i = 0; i < levels; ++i) {
        double coded = (double)i / (double)(levels - 1);
        png->samples->linear[i] =
            png->gamma > 0.0 ? pow(coded, 1.0 / png->gamma) : tool_srgb_linear(coded);
    }
}

static bool decode(png_structp reader, png_infop info, source *from)
{
    if (setjmp(png_jmpbuf(reader)) != 0) {
        return false;
    }
    set_up(reader, from);
    take_header(reader, info, from);
    take_pixels(reader, from);
    return true;
}

fftc_status tool_png_open(const unsigned char *bytes, size_t count, tool_png *png,
                          fftc_error *error)
{
    source from = {.bytes = bytes, .count = count, .png = png};
    *png = (tool_png){0};
    fftc_status status = check_chunks(bytes, count, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    png_structp reader =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &from, keep_message, keep_quiet);
    png_infop info = reader != NULL ? png_create_info_struct(reader) : NULL;
    if (info == NULL) {
        status = tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read a PNG");
    } else if (decode(reader, info, &from)) {
        choose_curve(&from);
    } else if (from.too_large) {
        status = tool_fail(error, FFTC_TOO_LARGE, "is a picture of %u x %u pixels, more than %llu",
                           png->width, png->height, (unsigned long long)TOOL_RASTER_PIXELS_LIMIT);
    } else {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged PNG: %s", from.message);
    }
    png_destroy_read_struct(&reader, &info, NULL);
    if (status != FFTC_SUCCESS) {
        tool_png_close(png);
    }
    return status;
}

void tool_png_close(tool_png *png)
{
    if (png->samples != NULL) {
        free(png->samples->at);
    }
    free(png->samples);
    *png = (tool_png){0};
}

/* The samples of a pixel, as stored. */
static void take_samples(const tool_png *png, uint64_t index, unsigned sample[4])
{
    const struct tool_png_samples *samples = png->samples;
    const unsigned char *at = samples->at + index / png->width * samples->row_bytes +
                              index % png->width * samples->channels * (png->bits == 16 ? 2 : 1);
    for (unsigned i = 0; i < samples->channels; ++i) {
        sample[i] = png->bits == 16 ? (unsigned)at[2 * i] << 8 | at[2 * i + 1] : at[i];
    }
}

void tool_png_pixel(const tool_png *png, uint64_t index, double pixel[4])
{
    const struct tool_png_samples *samples = png->samples;
    const double full = (double)((1U << png->bits) - 1);
    unsigned sample[4];
    take_samples(png, index, sample);
    if (samples->palette) {
        const png_color *colour = &samples->colours[sample[0]];
        pixel[0] = samples->linear[colour->red];
        pixel[1] = samples->linear[colour->green];
        pixel[2] = samples->linear[colour->blue];
        pixel[3] = samples->alphas[sample[0]] / 255.0;
        return;
    }
    unsigned colours = png->grey ? 1 : 3;
    bool transparent = samples->has_key;
    for (unsigned i = 0; i < 3; ++i) {
        pixel[i] = samples->linear[sample[i % colours]];
        transparent = transparent && sample[i % colours] == samples->key[i % colours];
    }
    pixel[3] = samples->channels > colours ? sample[colours] / full : transparent ? 0.0 : 1.0;
}

double tool_png_grey(const tool_png *png, uint64_t index)
{
    if (png->grey && !png->has_alpha && png->gamma <= 0.0) {
        unsigned sample[4];
        take_samples(png, index, sample);
        return sample[0] / (double)((1U << png->bits) - 1);
    }
    double pixel[4];
    tool_png_pixel(png, index, pixel);
    double grey = png->grey ? pixel[0]
                            : tool_luminance[0] * pixel[0] + tool_luminance[1] * pixel[1] +
                                  tool_luminance[2] * pixel[2];
    return tool_srgb_coded(grey * pixel[3]);
}
