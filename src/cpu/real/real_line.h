/* SPDX-License-Identifier: MIT
 *
 * One-dimensional transforms with real numbers on one side or both, of contiguous numbers and any
 * length:
 *
 *   real length even   a complex line of half the length, and a pass before or after it
 *                      (real_engine.h)
 *   DCT I, DST I       2 N the logical length: if N is even, a I and a III of half as many numbers;
 *                      if odd, a complex line of N (odd.h)
 *   short              a product with the matrix, in the vectors of which most lanes would be
 *                      empty otherwise (matrix.h); many of them side by side (codelet_lines.h)
 *   odd                a complex line of the whole length, of one line or of two at once (odd.h)
 */
#ifndef FFTC_CPU_REAL_LINE_H
#define FFTC_CPU_REAL_LINE_H

#include "cpu/engine/lines/line.h"
#include "cpu/real/codelet_lines.h"
#include "cpu/real/matrix.h"
#include "cpu/real/odd.h"
#include "cpu/real/real_engine.h"
#include "describe/real_layout.h"

typedef enum fftc_real_line_kind {
    FFTC_REAL_LINE_FORWARD,  /* n real numbers -> n / 2 + 1 complex ones */
    FFTC_REAL_LINE_BACKWARD, /* n / 2 + 1 complex numbers -> n real ones */
    FFTC_REAL_LINE_TRIGONOMETRIC
} fftc_real_line_kind;

/* The type of a cosine or sine transform, 1 to 4. */
static inline int fftc_type_of(fftc_trigonometric kind)
{
    static const unsigned char types[] = {
        [FFTC_DCT_I] = 1,   [FFTC_DST_I] = 1,   [FFTC_DCT_II] = 2, [FFTC_DST_II] = 2,
        [FFTC_DCT_III] = 3, [FFTC_DST_III] = 3, [FFTC_DCT_IV] = 4, [FFTC_DST_IV] = 4};
    return types[kind];
}

typedef struct fftc_real_line {
    fftc_real_line_kind kind;
    fftc_trigonometric trigonometric;
    size_t n;
    size_t h;        /* half the length of the real transform; 0: the line is done as one of odd
                        length (odd.h) */
    bool packed;     /* the spectrum's first number is DC + i Nyquist, and there is no last one */
    double ends_in;  /* trigonometric: the factor of the first argument, for DCT I of the last
                        one, too */
    double ends_out; /* trigonometric: the factor of the first result */
    fftc_precision precision;
    fftc_line inner;
    const fftc_real_engine *engine;
    const void *twiddles;
    const fftc_engine_storage *storage; /* trigonometric, by parts: interleaves them */
    const struct fftc_real_line
        *part[2]; /* DCT I and DST I by parts: the line of kind I (NULL if that has no numbers)
                     and the one of kind III. Both NULL: not by parts */
    const fftc_odd_matrix *matrix;       /* trigonometric, of few numbers: the transform as a
                                            matrix, or NULL */
    const fftc_real_matrix *product;     /* the transform as a product (matrix.h), or NULL */
    fftc_codelet_lines_run *by_codelets; /* the transform by codelets, lines side by side, or
                                            NULL */
    fftc_codelet_columns_run *columns_by_codelets; /* the only way of lines that are `beside`; or
                                                      NULL */
    double scale;                                  /* of both */
    const fftc_odd *odd;
    const fftc_odd_copies *copies; /* odd->copies, or those of an instruction set */
    const fftc_odd_table *table;
    bool stored;          /* forward: separate_stored in place of separate */
    bool joined;          /* several lines take one call of the inner one */
    int threads;          /* of the team that shares a line */
    size_t shared_offset; /* in the working memory: what the inner line shares */
    size_t copy_offset;   /* in the working memory: a copy of the line, except for FFTC_REAL of
                             even length */
    size_t bytes;         /* working memory of one execution */
} fftc_real_line;

typedef struct fftc_real_line_choice {
    fftc_real_line_kind kind;
    fftc_trigonometric trigonometric;
    size_t n; /* DCT I: at least 2 */
    bool packed;
    bool orthogonal; /* trigonometric: the ends are weighted so that the matrix is orthogonal, up
                        to the scale */
    double scale;
    bool dense;      /* trigonometric: n is small, and the line is multiplied by its matrix */
    bool part;       /* the line is a part of a longer one, whose error bound it has to share */
    int threads;     /* how many will work on one line */
    size_t lines;    /* how many come one after the other; 0: not known */
    size_t joinable; /* how many lines come one after the other at a distance of whole complex
                        numbers */
    bool beside;     /* the lines lie side by side, and results apart from arguments: the line is
                        only to be one that codelets do so (codelet_lines.h) */
    size_t groups;   /* lines side by side: how many groups of `lines` follow each other without
                        gaps on both sides */
} fftc_real_line_choice;

/* Whether a complex line of half the length, and a pass, have at most 1.2 times the errors of the
 * best codelet for so many numbers. */
bool fftc_real_line_halves_accurately(size_t n);

/* Whether several lines may take one call of the inner one, if that has such a call. */
bool fftc_real_line_may_join(const fftc_real_line_choice *choice, fftc_precision precision);

/* Whether the line is done as one of odd length. Two such lines at once cost as much as one. */
bool fftc_real_line_is_odd(const fftc_real_line_choice *choice);

fftc_status fftc_real_line_prepare(const fftc_real_line_choice *choice,
                                   const fftc_engine *const *engines, fftc_arena *arena,
                                   fftc_real_line *line, fftc_error *error);

/* Arrays of one line: contiguous. In place, dst is src. */
typedef struct fftc_real_job {
    const void *src; /* from spectra, lines of odd length: from frequency 1 on */
    const void *dc;  /* from spectra, lines of odd length: the real part of frequency 0 */
    void *dst;
} fftc_real_job;

/* Carries out one line; or two, if `second` is not NULL, which only lines done as odd ones allow.
 * work: line->bytes. */
void fftc_real_line_execute(const fftc_real_line *line, const fftc_team *team, void *work,
                            const fftc_real_job *first, const fftc_real_job *second);

/* Carries out one line whose numbers are all in a row. */
void fftc_real_line_execute_one(const fftc_real_line *line, const fftc_team *team, void *memory,
                                const void *src, void *dst);

/* Carries out `lines` such lines, one after the other, `src_step` and `dst_step` bytes apart. In
 * place, src is dst, and the steps are equal. */
void fftc_real_line_execute_several(const fftc_real_line *line, const fftc_team *team, void *memory,
                                    size_t lines, const void *src, size_t src_step, void *dst,
                                    size_t dst_step);

#endif
