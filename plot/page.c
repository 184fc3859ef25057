/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tool.h"

/* The compression, of zlib's 0 .. 9; no filter is used. Spectrograms have some thousand colours and
 * much noise. More work and differences of neighbours make their files no smaller. */
#define PNG_LEVEL 2

/* Points are a 72nd of an inch, pixels a 96th. */
#define POINTS_PER_PIXEL 0.75

plot_format plot_format_of(const char *path)
{
    static const struct {
        const char *ending;
        plot_format format;
    } formats[] = {{".png", PLOT_PNG}, {".svg", PLOT_SVG}, {".pdf", PLOT_PDF}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
        if (length >= 4 && strcasecmp(path + length - 4, formats[i].ending) == 0) {
            return formats[i].format;
        }
    }
    return PLOT_NO_FORMAT;
}

static cairo_status_t write_bytes(void *user, const unsigned char *bytes, unsigned count)
{
    return fwrite(bytes, 1, count, user) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *create_surface(plot_format format, FILE *file, double width, double height)
{
    cairo_surface_t *surface;
    if (format == PLOT_PNG) {
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    }
    if (format == PLOT_SVG) {
        surface = cairo_svg_surface_create_for_stream(write_bytes, file, width, height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        return surface;
    }
    surface = cairo_pdf_surface_create_for_stream(write_bytes, file, width * POINTS_PER_PIXEL,
                                                  height * POINTS_PER_PIXEL);
    /* The same picture is the same file, whenever it is drawn. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
    return surface;
}

bool plot_page_open(plot_page *page, plot_format format, const char *path,
                    const plot_figure *figure, plot_colour background)
{
    *page = (plot_page){.format = format, .path = path};
    if (format == PLOT_NO_FORMAT) {
        (void)tool_refuse("%s: a picture's name must end in " PLOT_ENDINGS, path);
        return false;
    }
    if (figure->failed) {
        (void)tool_refuse("%s: no memory for the picture", path);
        return false;
    }
    page->file = tool_file_create(path);
    if (page->file == NULL) {
        return false;
    }
    cairo_surface_t *surface = create_surface(format, page->file, figure->width, figure->height);
    page->cairo = cairo_create(surface);
    cairo_surface_destroy(surface); /* the context holds it */
    if (format == PLOT_PDF) {
        cairo_scale(page->cairo, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
    }
    plot_colour_set(page->cairo, background);
    cairo_paint(page->cairo);
    return true;
}

void plot_page_image(plot_page *page, const plot_box *box, const unsigned *pixels)
{
    int width = (int)box->width;
    int height = (int)box->height;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) {
        unsigned char *to = cairo_image_surface_get_data(image);
        size_t stride = (size_t)cairo_image_surface_get_stride(image);
        for (int y = 0; y < height; ++y) {
            memcpy(to + (size_t)y * stride, pixels + (size_t)y * (size_t)width,
                   (size_t)width * sizeof *pixels);
        }
        cairo_surface_mark_dirty(image);
    }
    cairo_set_source_surface(page->cairo, image, box->x, box->y);
    cairo_pattern_set_filter(cairo_get_source(page->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(page->cairo);
    cairo_surface_destroy(image);
}

/* Rows of 0xRRGGBB as those of a PNG. */
static void write_rows(png_structp png, cairo_surface_t *surface, unsigned char *row)
{
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    const unsigned char *from = cairo_image_surface_get_data(surface);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            uint32_t pixel;
            memcpy(&pixel, from + (size_t)y * stride + 4 * (size_t)x, sizeof pixel);
            row[3 * x] = (unsigned char)(pixel >> 16);
            row[3 * x + 1] = (unsigned char)(pixel >> 8);
            row[3 * x + 2] = (unsigned char)pixel;
        }
        png_write_row(png, row);
    }
}

/* libpng's would write a line to stderr, where the caller says what is to be said. */
static void give_up(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void pass_over(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* cairo's own writer compresses as much as it can, which takes longer than all the rest. */
static bool write_png(cairo_surface_t *surface, FILE *file)
{
    static char keyword[] = PLOT_PNG_KEYWORD;
    static char text[] = PLOT_PNG_TEXT;
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, pass_over);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    unsigned char *row = malloc(3 * (size_t)width);
    png_text mark = {.compression = PNG_TEXT_COMPRESSION_NONE,
                     .key = keyword,
                     .text = text,
                     .text_length = sizeof text - 1};
    bool written = false;
    if (info != NULL && row != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, file);
        png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
        png_set_compression_level(png, PNG_LEVEL);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
        png_set_text(png, info, &mark, 1);
        png_write_info(png, info);
        write_rows(png, surface, row);
        png_write_end(png, info);
        written = true;
    }
    png_destroy_write_struct(&png, &info);
    free(row);
    return written;
}

bool plot_page_close(plot_page *page)
{
    cairo_surface_t *surface = cairo_get_target(page->cairo);
    cairo_status_t status = cairo_status(page->cairo);
    if (status == CAIRO_STATUS_SUCCESS) {
        cairo_surface_flush(surface);
        if (page->format == PLOT_PNG) {
            status = write_png(surface, page->file) ? status : CAIRO_STATUS_WRITE_ERROR;
        } else {
            cairo_surface_finish(surface);
            status = cairo_surface_status(surface);
            (void)fputs(page->format == PLOT_SVG ? PLOT_SVG_MARK : PLOT_PDF_MARK, page->file);
        }
    }
    cairo_destroy(page->cairo);
    if (status != CAIRO_STATUS_SUCCESS && !ferror(page->file)) {
        tool_file_discard(page->file);
        (void)tool_refuse("%s: cannot be drawn: %s", page->path, cairo_status_to_string(status));
        return false;
    }
    return tool_file_close(page->file, page->path);
}
