/* SPDX-License-Identifier: MIT
 *
 * OpenEXR files for tests, written and read by its own library.
 */
#ifndef FFTC_EXR_TESTING_H
#define FFTC_EXR_TESTING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXR_TESTING_PARTS 3

/* These are OpenEXR's own numbers. */
enum { EXR_UINT, EXR_HALF, EXR_FLOAT };
enum {
    EXR_NONE,
    EXR_RLE,
    EXR_ZIPS,
    EXR_ZIP,
    EXR_PIZ,
    EXR_PXR24,
    EXR_B44,
    EXR_B44A,
    EXR_DWAA,
    EXR_DWAB,
    EXR_COMPRESSIONS
};

typedef enum exr_arrangement {
    EXR_LINES,
    EXR_LINES_UPWARDS,
    EXR_TILES,
    EXR_TILES_UPWARDS,
    EXR_TILES_RANDOM,
    EXR_MIPMAP,
    EXR_RIPMAP,
    EXR_ARRANGEMENTS
} exr_arrangement;

typedef struct exr_testing_part {
    const char *channels;    /* "R,G,B"; "Y,RY/2,BY/2" have one number for 2 x 2 pixels */
    const char *name, *view; /* or NULL */
} exr_testing_part;

typedef struct exr_testing_shape {
    int type, compression;
    exr_arrangement arrangement;
    int left, top, width, height; /* of the data window */
    int shown[4];                 /* left, top, width, height; width 0: the data window */
    float pixel_aspect;           /* 0: 1 */
    float primaries[8];           /* x, y of red, green, blue, white; white y 0: not given */
    float neutral[2];             /* 0: not given */
    const char *views;            /* of a file of one part: "left,right"; or NULL */
    int deep;
    exr_testing_part parts[EXR_TESTING_PARTS]; /* without channels: the end */
} exr_testing_shape;

typedef struct exr_testing_bytes {
    unsigned char *at; /* released by free */
    size_t count;
} exr_testing_bytes;

/* What channel `channel` (numbered as in the list, from 0, on from part to part) has at x, y of the
 * data window. */
typedef float (*exr_testing_value)(int channel, int x, int y);

exr_testing_bytes exr_testing_write(const exr_testing_shape *shape, exr_testing_value value);

/* Red, green, blue and alpha of every pixel, as RgbaInputFile has them; released by free. */
float *exr_testing_read(const exr_testing_bytes *file);

typedef struct exr_testing_header {
    int data[4], shown[4]; /* left, top, width, height */
    float pixel_aspect;
    int channels;
    int has_alpha;
} exr_testing_header;

exr_testing_header exr_testing_read_header(const exr_testing_bytes *file);

#ifdef __cplusplus
}
#endif
#endif
