/* SPDX-License-Identifier: MIT
 *
 * Lines of real numbers that lie side by side, one in each lane. Rows 2 j and 2 j + 1 of real
 * numbers become a row of complex ones in a stage, whose columns are transformed as any others
 * (vector_plan.h), and a pass over rows k and h - k makes the half spectra (real_engine.h); back
 * the other way round. Of an odd count of numbers n, each becomes a complex one, and h is n.
 */
#ifndef FFTC_CPU_REAL_LANES_H
#define FFTC_CPU_REAL_LANES_H

#include <stdbool.h>

#include "cpu/engine/move.h"
#include "cpu/engine/vector_plan.h"
#include "support/error.h"

struct fftc_real_line_choice;

/* A pass from rows to rows, `pitch` scalars apart. Rows of the stage have room for whole vectors of
 * complex numbers, and zeros beside the lines. */
typedef struct fftc_real_lanes_pass {
    const void *src;
    size_t src_pitch;
    void *dst;
    size_t dst_pitch;
    size_t h;     /* complex numbers of a column */
    size_t width; /* scalars of a row of complex numbers */
    bool odd;
    bool packed;          /* half spectra have h numbers, the first one DC + i Nyquist */
    const void *twiddles; /* -i w^k, w = exp(-pi i / h), for k = 1 .. (h - 1) / 2 */
} fftc_real_lanes_pass;

typedef void fftc_real_lanes_run(const fftc_real_lanes_pass *pass);

typedef struct fftc_real_lanes_passes {
    fftc_real_lanes_run *zip;      /* real numbers to complex ones, in the stage */
    fftc_real_lanes_run *unzip;    /* from the stage */
    fftc_real_lanes_run *separate; /* n even: complex numbers of the stage to half spectra */
    fftc_real_lanes_run *merge;    /* to the stage */
    fftc_real_lanes_run *halve;    /* n odd: whole spectra of the stage to half ones */
    fftc_real_lanes_run *mirror;   /* to the stage */
} fftc_real_lanes_passes;

typedef struct fftc_real_lanes {
    bool forward;
    bool odd;
    bool packed;
    size_t h;
    const fftc_engine *engine;
    fftc_vector_plan vector;
    const fftc_real_lanes_passes *passes;
    const void *twiddles;
    size_t group; /* how many lines are done at a time */
    size_t pitch; /* scalars from row to row of the stage */
    size_t scalar;
    size_t stage_offset; /* in the working memory */
    size_t rows_offset;  /* in the working memory: `group` contiguous lines, turned */
    size_t bytes;        /* working memory of an execution */
} fftc_real_lanes;

/* Whether `lines` lines side by side are cheaper in lanes than as contiguous lines of a stage. */
bool fftc_real_lanes_suit(const struct fftc_real_line_choice *choice, size_t lines,
                          const fftc_engine *const *engines);

/* `rows`: for fftc_real_lanes_execute_rows, too. */
fftc_status fftc_real_lanes_prepare(const struct fftc_real_line_choice *choice, size_t lines,
                                    const fftc_engine *const *engines, fftc_arena *arena, bool rows,
                                    fftc_real_lanes *lanes, fftc_error *error);

/* Transforms at most `group` lines; strides from number to number of a line, in scalars. work:
 * lanes->bytes, at a multiple of 64 bytes. */
void fftc_real_lanes_execute(const fftc_real_lanes *lanes, void *work, size_t lines,
                             const void *src, size_t src_stride, void *dst, size_t dst_stride);

/* Whether an odd count of numbers in contiguous lines, so many, is cheaper in lanes, to which it is
 * transposed and back, than line by line. */
bool fftc_real_lanes_suit_rows(const struct fftc_real_line_choice *choice, size_t lines,
                               const fftc_engine *const *engines);

/* Transforms at most `group` contiguous lines, so many bytes apart, of lanes prepared for rows.
 * src may be dst. */
void fftc_real_lanes_execute_rows(const fftc_real_lanes *lanes, const fftc_move *move, void *work,
                                  size_t lines, const void *src, size_t src_step, void *dst,
                                  size_t dst_step);

/* Any number of lines, a group after the other. */
void fftc_real_lanes_execute_all(const fftc_real_lanes *lanes, void *work, size_t lines,
                                 const void *src, size_t src_stride, void *dst, size_t dst_stride);

#endif
