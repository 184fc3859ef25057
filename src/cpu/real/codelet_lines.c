/* SPDX-License-Identifier: MIT */
#include "cpu/real/codelet_lines.h"

#include <stdint.h>
#include <string.h>

#include "cpu/isa.h"
#include "cpu/real/real_line.h"

#define UNIT(bits, lanes) fftc_codelet_lines_wide_f##bits##x##lanes
extern const fftc_codelet_lines UNIT(32, 8), UNIT(64, 4), UNIT(32, 1), UNIT(64, 1);

/* The two functions of an instruction set: for lines in the lanes of vectors, and for lines one by
 * one. Reproducible plans, whose engines have the base's names, have neither: compilers fuse what
 * is left of the codelets. */
typedef struct ways {
    const fftc_codelet_lines *many;
    const fftc_codelet_lines *single;
} ways;

/* Vectors have 256 bits: AVX-512 and AVX2 share them. */
#define WAYS(bits, lanes)                                                    \
    {                                                                        \
        FFTC_IF_F##bits(&UNIT(bits, lanes)), FFTC_IF_F##bits(&UNIT(bits, 1)) \
    }
#define LIST_avx512 {WAYS(32, 8), WAYS(64, 4)},
#define LIST_avx2 LIST_avx512
#define LIST_base {{NULL, NULL}, {NULL, NULL}},
#define LIST_scalar LIST_base
#define LIST(isa, f32, f64) LIST_##isa
static const ways lists[][2] = {FFTC_BUILT_ISAS(LIST)};

/* By bench/fit_short_real on Zen 4 with AVX-512, in ns for 1, 2, 4 and 8 lines to spectra:
 *
 *                   line by line        in lanes          otherwise
 *     4 doubles     5.2 6.1 10 14       8.4 8.8 8 11      11 15 16 21
 *     12 doubles    8.2 12.6 25 47      13 14 13 25       21 29 48 87
 *     12 floats     8.2 12.3 21 40      21 25 24 20       15 22 22 33
 *
 * The bounds that follow are from Zen 4 and an Intel Xeon. */

/* clang-format off */
/* Up to how many lines they are done line by line, 255 for any number of them: of floats and of
 * doubles, each forwards with AVX2, with AVX-512, and back with both. */
#define MOST_LINES {{3, 3, 3, 3}, {2, 2, 2, 2}}
/* clang-format on */
static const unsigned char most_line_by_line[FFTC_CODELET_LINES_MOST + 1][2][4] = {
    [2] = {{32, 16, 32, 16}, {255, 32, 255, 32}},
    [3] = {{32, 16, 32, 16}, {255, 32, 255, 32}},
    [4] = {{6, 6, 6, 6}, {3, 3, 3, 3}},
    [5] = {{6, 6, 6, 6}, {3, 3, 3, 3}},
    [6] = {{6, 6, 6, 6}, {3, 3, 3, 3}},
    [7] = MOST_LINES,
    [8] = {{5, 5, 5, 5}, {2, 2, 2, 2}},
    [9] = MOST_LINES,
    [10] = MOST_LINES,
    [11] = MOST_LINES,
    [12] = MOST_LINES,
    [13] = {{1, 1, 0, 0}, {2, 2, 2, 2}},
    [14] = MOST_LINES,
    [15] = MOST_LINES,
    [16] = MOST_LINES,
    [18] = {{1, 1, 0, 1}, {1, 4, 0, 1}},
    [20] = MOST_LINES,
    [22] = {{0, 1, 0, 0}, {0, 1, 0, 0}},
    [24] = {{1, 5, 0, 5}, {1, 5, 0, 5}},
    [26] = {{0, 0, 0, 0}, {0, 2, 0, 0}},
    [28] = {{1, 1, 0, 0}, {0, 3, 0, 3}},
    [30] = {{1, 1, 0, 0}, {1, 1, 0, 0}},
    [36] = {{0, 1, 0, 0}, {0, 1, 0, 0}},
    [40] = {{0, 0, 0, 0}, {0, 0, 0, 0}},
    [42] = {{0, 1, 0, 0}, {0, 1, 0, 0}},
    [45] = {{255, 255, 0, 0}, {255, 255, 0, 0}},
};
#undef MOST_LINES

static size_t most_of(const fftc_real_line_choice *choice, fftc_precision precision,
                      const char *isa)
{
    if (choice->n > FFTC_CODELET_LINES_MOST) {
        return 0;
    }
    const size_t place =
        (choice->kind == FFTC_REAL_LINE_BACKWARD ? 2 : 0) + (strcmp(isa, "avx512") == 0 ? 1 : 0);
    const size_t lines = most_line_by_line[choice->n][precision == FFTC_FLOAT64][place];
    return lines == 255 ? SIZE_MAX : lines;
}

/* From how many groups without gaps on lines that fill no vector are done in lanes: those of all
 * groups but the last one take whole vectors. */
#define LEAST_GROUPS 4

/* The numbers up to which lines that fill no vector are done one by one, however many; two of 16
 * take 19 ns so, and 27 in lanes, three as long. */
#define MOST_OF_ANY_LINES 8

/* From how many lines on lines are done in lanes. Four lines of floats are quick products. */
static size_t least_in_lanes(const fftc_real_line_choice *choice, fftc_precision precision,
                             const char *isa)
{
    const size_t most = most_of(choice, precision, isa);
    if (precision == FFTC_FLOAT64 || most > 3) {
        return most + 1;
    }
    return choice->n == 13 ? 8 : choice->n <= 16 && strcmp(isa, "avx512") == 0 ? 5 : 4;
}

/* The functions for lines one by one, or those for lines in lanes, that may do such lines. */
static const fftc_codelet_lines *functions_for(const fftc_real_line_choice *choice,
                                               fftc_precision precision, const char *isa,
                                               bool in_lanes)
{
    const ways *w = &lists[fftc_isa_place(isa)][precision == FFTC_FLOAT64];
    if (choice->n > FFTC_CODELET_LINES_MOST || choice->packed || choice->part ||
        choice->kind == FFTC_REAL_LINE_TRIGONOMETRIC) {
        return NULL;
    }
    return in_lanes ? w->many : w->single;
}

fftc_codelet_lines_run *fftc_codelet_lines_of(const fftc_real_line_choice *choice,
                                              fftc_precision precision, const char *isa,
                                              bool in_lanes)
{
    const fftc_codelet_lines *lines = functions_for(choice, precision, isa, in_lanes);
    if (lines == NULL || choice->beside) {
        return NULL;
    }
    return choice->kind == FFTC_REAL_LINE_FORWARD ? lines->forward[choice->n]
                                                  : lines->backward[choice->n];
}

static fftc_codelet_columns_run *columns_of(const fftc_real_line_choice *choice,
                                            fftc_precision precision, const char *isa,
                                            bool in_lanes)
{
    const fftc_codelet_lines *lines = functions_for(choice, precision, isa, in_lanes);
    if (lines == NULL) {
        return NULL;
    }
    return choice->kind == FFTC_REAL_LINE_FORWARD ? lines->forward_columns[choice->n]
                                                  : lines->backward_columns[choice->n];
}

fftc_codelet_columns_run *fftc_codelet_columns_choose(const fftc_real_line_choice *choice,
                                                      fftc_precision precision, const char *isa)
{
    const size_t filled = precision == FFTC_FLOAT64 ? 4 : 8;
    fftc_codelet_columns_run *lanes = columns_of(choice, precision, isa, true);
    fftc_codelet_columns_run *alone = columns_of(choice, precision, isa, false);
    const bool few = choice->lines < (choice->n > MOST_OF_ANY_LINES ? 3 : filled) &&
                     choice->groups < LEAST_GROUPS;
    return alone != NULL && few ? alone : lanes;
}

fftc_codelet_lines_run *fftc_codelet_lines_choose(const fftc_real_line_choice *choice,
                                                  fftc_precision precision, const char *isa)
{
    fftc_codelet_lines_run *lanes = fftc_codelet_lines_of(choice, precision, isa, true);
    if (lanes != NULL && choice->lines >= least_in_lanes(choice, precision, isa)) {
        return lanes;
    }
    return choice->lines > 0 && choice->lines <= most_of(choice, precision, isa)
               ? fftc_codelet_lines_of(choice, precision, isa, false)
               : NULL;
}
