/* SPDX-License-Identifier: MIT
 *
 * How a workgroup carries out kernel/line_fft.h, chosen by arithmetic on limits: for Vulkan
 * devices, and for the emulator that runs the same dispatches.
 */
#ifndef FFTC_DEVICE_LINE_PLAN_H
#define FFTC_DEVICE_LINE_PLAN_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

typedef struct fftc_table_jobs fftc_table_jobs; /* table_jobs.h */

/* Transforms m complex numbers in place, forward, with the same bits on every machine. False if
 * there was no memory. */
typedef bool fftc_table_transform(uint64_t m, double (*x)[2]);

#define FFTC_LINE_STAGES_MAX 6
#define FFTC_LINE_REGISTERS_MAX 32 /* of an invocation, unless the line is long: */
#define FFTC_LINE_WORDS_MAX 128u   /* the most words that an invocation holds */
#define FFTC_LINE_RADIX_MAX 32u    /* the kernel has all radices from 2 on */

/* The parameters of the kernel, see there. Only uint32_t: two schedules are the same if their bytes
 * are. */
typedef struct fftc_line_schedule {
    uint32_t points;
    uint32_t invocations;
    uint32_t count;
    uint32_t registers;
    uint32_t stages;
    uint32_t radix[FFTC_LINE_STAGES_MAX]; /* 1 beyond the last */
    uint32_t complex_words;
    uint32_t words;
    uint32_t rounds;
    uint32_t stride;
    uint32_t pad_log2;
    uint32_t load_across;
    uint32_t store_across;
    uint32_t in_subgroup;
    uint32_t gathered;
    uint32_t held;
    uint32_t plane; /* FFTC_LINE_PLANE; 0: not defined */
    uint32_t plane_stage;
} fftc_line_schedule;

typedef struct fftc_line_request {
    uint32_t points;
    uint32_t complex_words;   /* words of a complex number: 1, 2 or 4 */
    uint64_t lines;           /* of a whole dispatch: more are of no use in a workgroup */
    uint32_t tile;            /* lines that stand side by side in memory and should be of one
                                 workgroup; 1 if none do */
    bool wide;                /* a workgroup may have two tiles beside each other */
    bool large;               /* a workgroup may have twice the usual data, and half of a
                                 multiprocessor */
    bool load_across;         /* the lines stand side by side where the pass reads */
    bool store_across;        /* the lines stand side by side where the pass writes */
    uint32_t invocations_max; /* of a workgroup */
    uint32_t shared_bytes;    /* of a workgroup */
    uint32_t subgroup_size;   /* invocations of every subgroup, all of with `mirrored`: it is
                                 MIRRORED_LOAD exist; 0: no subgroup operation */
    uint32_t subgroups_max;   /* the most in a workgroup; 0: no limit */
    uint32_t plane;           /* rows of an array that the points are; 0: they are a line */
    uint32_t mirrored;  /* FFTC_LINE_MIRRORED_LOAD or _STORE of the kernel: of one stage's pairs */
    bool mirrored_load; /* which */
    bool dense;  /* memory has numbers of half as many bytes: twice the points in the same time */
    bool gather; /* single lines may be gathered: kernel/line_gather.h, line_rows.h */
    bool one_by_one; /* edges of a cosine or sine transform take its numbers one by one */
    bool plain;      /* lines that are only transformed, by themselves or with their mirrors, and
                        neither read nor written one by one: line_large_radices.h, and crossings in
                        thirds, are for these */
    bool alone;   /* a workgroup has most of a multiprocessor's registers: real and imaginary parts
                   cross at once if they fit */
    bool product; /* lines are transformed there and back: the first stage loads and stores */
    bool draft;   /* leave shared memory as it comes: to compare schedules only */
    /* Wishes; 0 means the planner's choice. */
    uint32_t registers;   /* points that an invocation holds at most */
    uint32_t invocations; /* of a workgroup, about */
    uint32_t line_invocations;
} fftc_line_request;

/* False if there is no way: the points have another prime factor than the kernel has radices, or do
 * not fit a workgroup. */
FFTC_API bool fftc_line_plan(const fftc_line_request *request, fftc_line_schedule *schedule);

FFTC_API uint32_t fftc_line_shared_words(const fftc_line_schedule *schedule);
FFTC_API uint32_t fftc_line_barriers(const fftc_line_schedule *schedule);

/* How many extra rounds 32 banks of one word need for the crossings of one workgroup. */
FFTC_API uint64_t fftc_line_conflicts(const fftc_line_schedule *schedule);

/* The factors of the stages: their number, and the table of line_fft.h. */
FFTC_API uint32_t fftc_line_twiddle_count(const fftc_line_schedule *schedule);
FFTC_API void fftc_line_twiddle_fill(const fftc_line_schedule *schedule, fftc_precision precision,
                                     void *table);

/* The factors of a pass after `before` > 1 points (fft_pass.h): their number, and the table. With
 * `fine` 0 the table has all powers. */
FFTC_API uint64_t fftc_pass_twiddle_count(const fftc_line_schedule *schedule, uint64_t before,
                                          uint64_t fine);
/* Whether the passes of two schedules of as many points have the same factors. */
bool fftc_pass_twiddle_same(const fftc_line_schedule *a, const fftc_line_schedule *b);
/* `count` numbers exp(-2 pi i (first + j step) / n). */
typedef struct fftc_root_table {
    uint64_t count, first, step, n;
} fftc_root_table;

/* This function and the next one return false if there was no memory. Long parts become jobs. */
bool fftc_root_begin(const fftc_root_table *roots, fftc_precision precision, void *table,
                     fftc_table_jobs *jobs);
FFTC_API bool fftc_pass_twiddle_begin(const fftc_line_schedule *schedule, uint64_t before,
                                      uint64_t fine, fftc_precision precision, void *table,
                                      fftc_table_jobs *jobs);

#endif
