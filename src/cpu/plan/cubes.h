/* SPDX-License-Identifier: MIT
 *
 * Three short axes in one call: planes (planes.c), and the columns through them, by way of working
 * memory of a few kilobytes.
 */
#ifndef FFTC_CPU_PLAN_CUBES_H
#define FFTC_CPU_PLAN_CUBES_H

#include "cpu/engine/lane_rows.h"
#include "cpu/plan/short_columns.h"

/* The most rows of all planes of a cube: their numbers fit the first-level cache. */
#define FFTC_CUBES_MOST_ROWS 64

/* What the rows of the functions below have as their context. Their src_step is from cube to cube,
 * their src_line from row to row. */
typedef struct fftc_cubes {
    const fftc_lane_rows *lane_rows;
    size_t length;    /* how many planes a cube has */
    size_t src_plane; /* from plane to plane, in items */
    size_t dst_plane;
    size_t width;    /* complex numbers of a row where the columns through the planes are done */
    size_t src_item; /* bytes */
    size_t dst_item;
    fftc_engine_rows_run planes;
    const void *context;        /* the context of `planes` */
    fftc_short_columns columns; /* the columns through the planes of larger cubes */
} fftc_cubes;

/* The most bytes of the spectra of a larger cube that become real numbers: their columns fit
 * working memory. */
#define FFTC_CUBES_MOST_SPECTRA_BYTES ((size_t)16 * 1024)

void fftc_cubes_complex(const fftc_engine_rows *rows, const void *src, void *dst);

/* Real cubes: numbers to half spectra, and back. */
void fftc_cubes_to_spectra(const fftc_engine_rows *rows, const void *src, void *dst);
void fftc_cubes_from_spectra(const fftc_engine_rows *rows, const void *src, void *dst);

/* Larger cubes, whose planes are contiguous where the columns through them are done.
 */
void fftc_cubes_large(const fftc_engine_rows *rows, const void *src, void *dst);
void fftc_cubes_large_to_spectra(const fftc_engine_rows *rows, const void *src, void *dst);
void fftc_cubes_large_from_spectra(const fftc_engine_rows *rows, const void *src, void *dst);

#endif
