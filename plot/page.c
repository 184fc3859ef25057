/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Of zlib's 0 .. 9, and no filter: spectrograms have some thousand colours and much noise. More
 * work and differences of neighbours make their files no smaller. */
#define PNG_LEVEL 2

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

void plot_page_open(plot_page *page, plot_format format, FILE *file, double width, double height,
                    plot_colour background)
{
    cairo_surface_t *surface;
    *page = (plot_page){.format = format, .file = file};
    if (format == PLOT_SVG) {
        surface = cairo_svg_surface_create_for_stream(write_bytes, file, width, height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    } else if (format == PLOT_PDF) {
        /* A pixel is a 96th of an inch, a point a 72nd. */
        surface =
            cairo_pdf_surface_create_for_stream(write_bytes, file, width * 0.75, height * 0.75);
        /* The same picture is the same file, whenever it is drawn. */
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "1970-01-01T00:00:00Z");
    } else {
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    }
    page->cairo = cairo_create(surface);
    cairo_surface_destroy(surface); /* the context holds it */
    if (format == PLOT_PDF) {
        cairo_scale(page->cairo, 0.75, 0.75);
    }
    plot_colour_set(page->cairo, background);
    cairo_paint(page->cairo);
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
static bool write_rows(png_structp png, cairo_surface_t *surface, unsigned char *row)
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
    return true;
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
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, pass_over);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    unsigned char *row = malloc(3 * (size_t)width);
    volatile bool written = false;
    if (info != NULL && row != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, file);
        png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
        png_set_compression_level(png, PNG_LEVEL);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
        png_write_info(png, info);
        written = write_rows(png, surface, row);
        png_write_end(png, info);
    } else {
        written = false;
    }
    png_destroy_write_struct(&png, &info);
    free(row);
    return written;
}

const char *plot_page_close(plot_page *page)
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
        }
    }
    cairo_destroy(page->cairo);
    page->cairo = NULL;
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}
