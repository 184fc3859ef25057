/* SPDX-License-Identifier: MIT
 *
 * NumPy's array file, .npy: any array of numbers in memory, and the header of one to be written.
 *
 * How numbers are taken:
 *
 *   f2 f4 f8 c8 c16  as they are
 *   i1 i2 i4         full scale is 1, as for the samples of a sound: divided by 2^7, 2^15, 2^31
 *   u1 u2 u4         the largest is 1, as for the samples of a PNG: divided by 2^8 - 1, 2^16 - 1,
 *                    2^32 - 1. Nothing is subtracted: u1 of a sound (SciPy's of a WAV of 8 bits)
 *                    has its silence at 128 / 255
 *   i8 u8 bool       as they are: NumPy's own choice for whole numbers, and no sound's or picture's
 */
#ifndef TOOL_NPY_FILE_H
#define TOOL_NPY_FILE_H

#include "tool.h"

#define TOOL_NPY_AXES 8
/* The most bytes of a header. NumPy by itself reads no more than 10000. */
#define TOOL_NPY_HEADER_BYTES ((size_t)1 << 16)
/* Byte order of this machine, as it begins the descr of a header to be written. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TOOL_NPY_HOST ">"
#else
#define TOOL_NPY_HOST "<"
#endif

typedef struct tool_npy {
    char type;           /* 'f', 'c', 'i', 'u' or 'b' */
    size_t scalar_bytes; /* of a real number, or of one part of a complex one */
    size_t element_bytes;
    bool big_endian, fortran_order;
    double full_scale; /* numbers are divided by it */
    uint32_t axes;     /* 1 .. TOOL_NPY_AXES */
    uint64_t shape[TOOL_NPY_AXES];
    uint64_t stride[TOOL_NPY_AXES]; /* in elements */
    uint64_t count;                 /* of elements, at least 1 */
    const unsigned char *elements;  /* count * element_bytes bytes; NULL by tool_npy_parse_header */
    char format[48];                /* for people: "NumPy, i2 of full scale 32768" */
} tool_npy;

/* `bytes` is a whole file. On success `npy` points into it. */
fftc_status tool_npy_open(const unsigned char *bytes, size_t count, tool_npy *npy,
                          fftc_error *error);

/* Parses the header of a file of file_bytes, of which the first `count` are given: all of them, or
 * at least TOOL_NPY_HEADER_BYTES. *begin receives where the elements begin. */
fftc_status tool_npy_parse_header(const unsigned char *bytes, size_t count, uint64_t file_bytes,
                                  tool_npy *npy, uint64_t *begin, fftc_error *error);

/* Real and imaginary part of an element, counted in C order of the shape whatever order the file
 * has. */
void tool_npy_value(const tool_npy *npy, uint64_t index, double value[2]);

/* `count` scalars from consecutive bytes, of the array's type and order; a complex number is two.
 * Numbers beyond the range of float become infinite. */
void tool_npy_doubles(const tool_npy *npy, const unsigned char *bytes, size_t count, double *to);
void tool_npy_floats(const tool_npy *npy, const unsigned char *bytes, size_t count, float *to);

/* "(48000, 2)", as Python writes it. */
void tool_npy_shape_text(uint32_t axes, const uint64_t *shape, char *text, size_t bytes);

/* Everything before the elements, which follow in C order; descr is "<f4", "<c8", ... False if it
 * could not be written. */
bool tool_npy_write_header(FILE *file, const char *descr, uint32_t axes, const uint64_t *shape);

#endif
