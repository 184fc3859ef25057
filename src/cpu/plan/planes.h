/* SPDX-License-Identifier: MIT
 *
 * The ways of planes and cubes that are files of their own; planes.c chooses among them.
 */
#ifndef FFTC_CPU_PLAN_PLANES_H
#define FFTC_CPU_PLAN_PLANES_H

#include "cpu/engine/lane_rows.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/short_columns.h"
#include "cpu/plan/plan.h"
#include "cpu/real/matrix.h"

/* --- long_planes.c ------------------------------------------------------------------------------
 *
 * Planes of which an axis is longer than a codelet, in one call: rows to working memory, and
 * columns of one or two radices from there to the destination; spectra that become real numbers
 * the other way round. */

/* The most points of columns of planes and cubes. */
#define FFTC_PLANES_MOST_COLUMN 64

/* Whether such planes can be done in one call. `brief`: their rows are real ones by codelets in
 * lanes or by a matrix. */
bool fftc_long_planes_suits(const fftc_plan *plan, const fftc_column_passes *column_passes,
                            bool brief);

/* The bytes of all arrays of the batch and the loops, `bytes` bytes each. */
double fftc_long_planes_bytes(const fftc_plan *plan, size_t bytes);

/* Whether all arrays of the batch and the loops, of so many bytes each, fit the second-level
 * cache. */
bool fftc_long_planes_cached(const fftc_plan *plan, size_t bytes);

/* Sets the step's `run_rows`, and its rows' context; all else of the rows is set. `matrix`
 * is that of real lines that are products, or NULL. */
fftc_status fftc_long_planes_prepare(fftc_plan *plan, fftc_plan_step *s,
                                     const fftc_real_matrix *matrix, fftc_error *error);

/* --- transposed_planes.c ------------------------------------------------------------------------
 *
 * Planes whose axes are both passes through columns that become rows (engine/packed.h): the columns
 * of the source turn into rows of working memory, and the columns of that into the rows of the
 * destination. Each pass reads and writes every cache line once. */

typedef struct fftc_transposed_planes fftc_transposed_planes;

/* Whether planes of `rows` rows of n points can be done with their axes transposed; and whether
 * that pays. */
bool fftc_transposed_planes_can(const fftc_plan *plan, size_t rows, size_t n);
bool fftc_transposed_planes_pay(const fftc_plan *plan, size_t rows, size_t n);

/* Sets the step's `transposed`, its `run_rows` where it needs little working memory, and where in
 * its working memory the stage begins. All else of the rows is set. */
fftc_status fftc_transposed_planes_prepare(fftc_plan *plan, fftc_plan_step *s, fftc_error *error);

/* Transforms planes as the step's run_rows does. work: the step's working memory. */
void fftc_transposed_planes_run(const fftc_transposed_planes *planes, const fftc_engine_rows *rows,
                                const void *src, void *dst, void *work);

/* --- cubes.c ------------------------------------------------------------------------------------
 *
 * Three short axes in one call: planes, and the columns through them, by way of working memory of a
 * few kilobytes. */

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

/* Small cubes, complex ones and spectra that become real numbers: the columns through the planes
 * first; and real numbers that become spectra. */
void fftc_cubes_columns_first(const fftc_engine_rows *rows, const void *src, void *dst);
void fftc_cubes_columns_last(const fftc_engine_rows *rows, const void *src, void *dst);

/* Larger cubes, whose planes are contiguous where the columns through them are done: planes first;
 * and columns first, where spectra become real numbers. */
void fftc_cubes_large(const fftc_engine_rows *rows, const void *src, void *dst);
void fftc_cubes_large_from_spectra(const fftc_engine_rows *rows, const void *src, void *dst);

#endif
