/* SPDX-License-Identifier: MIT
 *
 * Measured times of butterflies, in nanoseconds, from which the cost model (cost.h) is composed,
 * and how a processor's engines differ from them (machine.c). bench/fit_cost.c measures most.
 */
#ifndef FFTC_CPU_COST_TABLES_H
#define FFTC_CPU_COST_TABLES_H

#include "cpu/engine/engine.h"
#include "cpu/engine/packed.h"

typedef float fftc_cost_by_radix[FFTC_ENGINE_MAX_CODELET + 1];
typedef float fftc_cost_by_first[FFTC_PACKED_MAX_FIRST + 1];

/* By what a pass does at its ends (fftc_cost_role).
 *
 * bench/fit_cost calls a single pass on the same numbers again and again, and each call waits for
 * what the one before it stored. Columns do not wait: from 4 to 10 points, and with 32 registers up
 * to 16, one pass takes 0.6 to 0.9 of the time of two. `waiting` is what makes the model say so. */
typedef struct fftc_cost_table {
    fftc_cost_by_radix middle;
    fftc_cost_by_radix load;
    fftc_cost_by_radix store;
    fftc_cost_by_radix single;
    float waiting[2];          /* less for a single pass: up to radix 10, and beyond */
    fftc_cost_by_radix row[5]; /* by log2 of the lanes */
} fftc_cost_table;

/* From bench/fit_cost on one core of an AMD EPYC of family 26 (Zen 5), gcc 12.2: with 32 vector
 * registers (AVX-512) and with 16 (AVX2). A butterfly costs about the same whatever the width of
 * its vectors, in float and in double. The third table is for 16 floats where it does not: an Intel
 * Xeon with AMX-FP16, gcc 12.2. */
extern const fftc_cost_table fftc_cost_32_registers;
extern const fftc_cost_table fftc_cost_16_registers;
extern const fftc_cost_table fftc_cost_16_floats;

typedef struct fftc_cost_packed_table {
    fftc_cost_by_first first;
    float last[FFTC_PACKED_MAX_LAST + 1];
} fftc_cost_packed_table;

/* The costs of packed rows from bench/fit_cost, by log2 of the numbers in a vector: those of a
 * group of columns of the first radix and of a chunk of rows of the last, beside FFTC_COST_PACKED
 * for the row itself. The fit meets measured rows to within 5% in the mean, and much the same in
 * every instruction set. 32 is from whole rows of 320 to 512 points. */
extern const fftc_cost_packed_table fftc_cost_packed_rows[4];

/* The costs of a group of columns of a wide row's first pass from bench/fit_cost, in vectors of up
 * to 256 bits and of 512; the larger radices of these as they are in rows of 1000 points. */
extern const fftc_cost_by_radix fftc_cost_wide_groups[2];

/* Fitted to whole rows of three radices, 1521 of float and 2197 of double, on an Intel Xeon with
 * AVX-512, to within 8% in the mean: a group of columns in float and in double; a vector's rows.
 * They serve halved vectors (machine.c), for which those beyond 16 points, but 20 of double, are
 * guesses. */
extern const fftc_cost_by_first fftc_cost_triple_first[2];
extern const fftc_cost_by_radix fftc_cost_triple_middle;
extern const fftc_cost_by_first fftc_cost_triple_last;

/* In float and in double with vectors of 512 bits as one, from bench/fit_rows (Emerald Rapids), in
 * the nanoseconds of the other rows' tables. Those of 11, 13, 21, 22 and 26 points are set between
 * their neighbours'; the choices that they lead to were timed. */
typedef struct fftc_cost_triple_table {
    fftc_cost_by_first first;
    fftc_cost_by_radix middle;
    fftc_cost_by_first last;
} fftc_cost_triple_table;
extern const fftc_cost_triple_table fftc_cost_triple_512[2];

/* Rows of three passes in vectors of 256 bits, measured with AVX2: each pass by itself, in the
 * first-level cache. */
extern const fftc_cost_by_radix fftc_cost_triple_first_256[2];
extern const fftc_cost_by_radix fftc_cost_triple_middle_256;
extern const fftc_cost_by_radix fftc_cost_triple_last_256;

/* Of float and of double, in vectors of up to 128 bits, of 256 and of 512. */
typedef double fftc_cost_by_vector[2][3];

/* A row of three packed passes in vectors of 512 bits costs
 *
 *     (crowd (alone + passes + the other members' shares) scale + offset) first second
 *
 * where `first` is first_16 or first_20 of rows with that first radix, `second` second_16 likewise.
 * A factor of 0 stands for 1. */
typedef struct fftc_cost_triple_fit {
    const float *first; /* tables of the passes, by radix */
    const float *middle;
    const float *last;
    double alone;        /* ns a row */
    double second_8;     /* a second radix of 8 costs more by this part of its `middle` */
    double beyond[2];    /* ns a byte that row and working memory have above beyond_at */
    double beyond_at[2]; /* bytes: half of the first-level cache or less, and all of it */
    double last_across;  /* ns a vector that crosses cache lines in the last two passes */
    double first_across; /* ns a vector that crosses cache lines in the first pass */
    double crowd;        /* if the first pass has more than 8 numbers that are 4 KB apart */
    double scale;
    double offset; /* ns a row */
    double first_16;
    double first_20;
    double second_16;
} fftc_cost_triple_fit;

/* How the engines of an instruction set differ from the tables on a processor. A member is a factor
 * unless its comment names a unit; a factor of 0 stands for 1. */
typedef struct fftc_cost_fit {
    const fftc_cost_table *butterflies;
    const fftc_cost_table *floats_512; /* of 16 floats, which have no `breadth` then; or NULL */
    fftc_cost_by_vector breadth;       /* all kinds but packed rows and those of three passes */
    fftc_cost_by_vector packed;        /* packed rows */
    fftc_cost_by_vector wide;          /* wide rows, in addition to `breadth` */
    double dense;                      /* products with a matrix, in addition to `breadth` */
    /* ns to store half of a vector, another part of one, and another part of one of 8 lanes. Masks
     * do it at no cost; engines without masks go by way of a copy (edge_tmpl.h). */
    double part[3];
    double packed_last[2];   /* last passes of 8 floats of radices up to FFTC_PACKED_MAX_RADIX, and
                                of longer ones */
    double packed_32[2];     /* packed rows of float and double whose last radix is 32: where rows
                                of three passes take longer relative to them than the tables say */
    double packed_first_15;  /* packed rows whose first radix is 15 */
    double packed_few;       /* what packed rows cost more whose first pass has one group: a part */
    double packed_beyond;    /* ns a byte that doubles and twiddles in 512 bits have above 48 KB */
    double triple_256_bytes; /* bytes from which on rows of three passes in 256 bits are long */
    double triple_256[4]; /* shorter rows of these; long ones; long ones whose columns' numbers are
                             1 KB apart; and 4 KB */
    const fftc_cost_triple_fit *triple_512; /* of float and of double */
    bool long_radices; /* packed rows of radices above FFTC_PACKED_MAX_RADIX were fitted */
} fftc_cost_fit;

/* What the tables were measured on: engines of AVX-512, and others. Rows of three passes of float
 * and double serve all processors with whole vectors of 512 bits. */
extern const fftc_cost_fit fftc_cost_usual_avx512;
extern const fftc_cost_fit fftc_cost_usual;
extern const fftc_cost_triple_fit fftc_cost_triple_usual[2];

#endif
