/* SPDX-License-Identifier: MIT
 *
 * How many passes an axis takes, and of how many points each.
 */
#ifndef FFTC_DEVICE_PASS_FACTORS_H
#define FFTC_DEVICE_PASS_FACTORS_H

#include "device/pass_loops.h"
#include "device/pass_plan.h"

/* The points of each pass of an axis. */
typedef struct fftc_factors {
    uint32_t count;
    uint64_t points[FFTC_AXIS_PASSES_MAX];
    double cost;
} fftc_factors;

/* What memory reads and writes as a whole. */
#define FFTC_FACTORS_SECTOR_BYTES 32u

/* How many lines that are side by side in memory should belong to one workgroup. */
uint32_t fftc_factors_tile(uint32_t element_bytes);

/* The request for lines of so many points, as far as the limits determine it. */
fftc_line_request fftc_factors_request(const fftc_pass_limits *limits, uint32_t element_bytes,
                                       uint64_t points, uint64_t lines);

/* A pass of `points` of an axis of `all`, after `before` points of it, with the loops beside the
 * axis. */
typedef struct fftc_factors_pass {
    uint64_t points;
    uint64_t all;
    uint64_t before;
    uint64_t lines; /* altogether */
    uint64_t src_stride;
    uint64_t dst_stride;
    const fftc_loops *beside;
    uint64_t across; /* fftc_loops_across; 0 for passes that don't do that */
    bool wide;       /* see fftc_line_request */
    bool large;      /* see fftc_line_request */
} fftc_factors_pass;

/* The request for a pass, with the tiles that neighbours in memory make. */
fftc_line_request fftc_factors_request_pass(const fftc_pass_limits *limits, uint32_t element_bytes,
                                            const fftc_factors_pass *pass);

/* For a pass whose invocations hold pixels, and the search of its period: fewer points of each
 * channel, and fewer lines. Nothing changes if limits->channels is 0. */
void fftc_factors_fit_pixels(const fftc_pass_limits *limits, fftc_line_request *request);

/* How many columns of so many points a workgroup holds, if they are done in one pass that should
 * read them from panels (pass_planner.h), because pieces of an array would be narrow; otherwise 0.
 * They are written as items of `item_bytes`, in rows of `row_bytes`. `large`: see
 * fftc_line_request. */
uint32_t fftc_factors_columns(const fftc_pass_limits *limits, uint32_t element_bytes,
                              uint64_t points, uint32_t item_bytes, uint64_t row_bytes,
                              bool *large);

/* What the limits' choices say about an axis; false if they say nothing about one of so many
 * points. */
bool fftc_factors_wished(const fftc_pass_limits *limits, int axis, uint64_t points,
                         fftc_factors *factors);

/* Lists the cheapest ways of several passes by the same cost model, at most `most`, the best first.
 * Returns how many there are. */
FFTC_API uint32_t fftc_factors_list(const fftc_pass_limits *limits, uint32_t element_bytes,
                                    uint64_t points, fftc_factors *list, uint32_t most);

/* One pass where a workgroup can hold the line, else as few as there are; false if there is no way.
 * `lines` is how many transforms there are, `across` how many of them stand side by side, finer
 * than a line's own numbers, or 0: a workgroup should then hold several lines. `plain`: lines that
 * nothing pairs (fftc_line_request's `plain`). */
bool fftc_factors_choose(const fftc_pass_limits *limits, uint32_t element_bytes, uint64_t points,
                         uint64_t lines, uint64_t across, bool plain, fftc_factors *best);

/* Whether so many bytes are more than so many times a workgroup's shared memory. This stands for
 * more than a cache holds, the size of which devices do not tell. */
static inline bool fftc_factors_much(const fftc_pass_limits *limits, uint64_t bytes, uint32_t times)
{
    return bytes >= (uint64_t)limits->shared_bytes * times;
}

/* From so much on (120 MB on an H200), a cache no longer makes up for short pieces, or for a pass
 * more. */
#define FFTC_FACTORS_MUCH_TIMES 2560u

/* Chooses the passes of lines some of which are paired with their mirror images. More passes than
 * needed are taken if these write longer pieces, for more data than a cache holds. `halves`: arrays
 * hold them.
 */
bool fftc_factors_choose_pairs(const fftc_pass_limits *limits, uint32_t element_bytes,
                               uint64_t points, uint64_t lines, uint64_t across,
                               fftc_pass_pairs pairs, bool halves, fftc_factors *best);

/* Sorts the factors of lines some of which are paired: first the one of the pass that pairs them,
 * then the others, rising. */
void fftc_factors_arrange_pairs(uint64_t *points, uint32_t count, uint32_t element_bytes,
                                fftc_pass_pairs pairs);

#endif
