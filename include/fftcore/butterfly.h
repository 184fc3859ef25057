/* SPDX-License-Identifier: MIT
 *
 * The two classic ways of an FFT on a GPU (kernel/butterfly_pass.h, kernel/butterfly_line.h) as
 * something to run, to measure and to compare: on Vulkan devices by fftcore/vulkan/butterfly.h, in
 * the emulator by fftcore/emulate_butterfly.h, with the same bits. For transforms that are to be
 * fast, take fftc_plan_create or fftc_vulkan_plan_create.
 */
#ifndef FFTCORE_BUTTERFLY_H
#define FFTCORE_BUTTERFLY_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fftc_technique {
    FFTC_TECHNIQUE_PASSES = 0, /* log2 N dispatches, each of which goes through memory */
    FFTC_TECHNIQUE_LINES /* one dispatch, whose workgroups hold a line in shared memory each */
} fftc_technique;
#define FFTC_TECHNIQUE_COUNT 2

/* Lines of N = 2^points_log2 complex numbers, out of place, from natural order to natural order;
 * forward unscaled, inverse times 1 / N. A zeroed structure plus points_log2 is valid: one line, by
 * passes whose weights are computed, forward, float.
 *
 * Strides are in complex numbers and hold for all arrays; those of columns of a picture W wide are
 * {.lines = W, .point_stride = W, .line_stride = 1}. What lies between the points is not touched.
 * Lines must not be interleaved otherwise: line_stride is at least N * point_stride, or
 * point_stride at least lines * line_stride. */
typedef struct fftc_butterfly {
    uint32_t points_log2;  /* 1 .. 24 */
    uint64_t lines;        /* 0 means 1 */
    uint64_t point_stride; /* from a point of a line to the next one; 0 means 1 */
    uint64_t line_stride;  /* from a line to the next one; 0 means N * point_stride */
    fftc_technique technique;
    bool table; /* the places and the weight of each result come from a table of N log2 N entries
                   (fftc_butterfly_table_fill); otherwise they are computed */
    fftc_direction direction;
    fftc_precision precision; /* FFTC_FLOAT32 or FFTC_FLOAT64 */
} fftc_butterfly;

/* Bytes that kernels read and write. What caches do to them is not counted. */
typedef struct fftc_butterfly_traffic {
    uint64_t read; /* of arrays */
    uint64_t written;
    uint64_t table_read; /* of the table; 0 if weights are computed */
} fftc_butterfly_traffic;

/* The formulas of kernel/butterfly_pass.h, for all lines. They are what the emulator counts.
 *
 * FFTC_INVALID_ARGUMENT: `butterfly` or `traffic` is NULL, or a member is out of its range.
 * FFTC_TOO_LARGE: an array spans more than 2^31 numbers. There is no other failure. */
FFTC_API fftc_status fftc_butterfly_count(const fftc_butterfly *butterfly,
                                          fftc_butterfly_traffic *traffic, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
