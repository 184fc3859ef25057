/* SPDX-License-Identifier: MIT
 *
 * One window after the other: transforming, and looking at what came out.
 */
#ifndef TOOL_STFT_INTERNAL_H
#define TOOL_STFT_INTERNAL_H

#include "stft.h"

typedef struct stft_engine {
    const tool_stft *stft;
    bool is_complex, wide;
    bool in_place; /* a single window: where the samples are, its spectrum will be */
    uint64_t bins, batch;
    size_t parts;        /* numbers of a sample */
    fftc_plan *plan;     /* NULL: the reference kernel */
    void *weights;       /* float or double; NULL: all 1 */
    void *src, *dst;     /* batch windows */
    void *results;       /* dst, or in place, or as float what is stored as half */
    double *largest;     /* of each window */
    double peak;         /* the largest magnitude so far, ... */
    bool peak_found;     /* ... whether the last run had it, ... */
    uint64_t peak_frame; /* ... in which of its windows, ... */
    uint64_t peak_bin;   /* ... and bin */
    tool_time planning;
} stft_engine;

fftc_status stft_engine_make(const tool_stft *stft, bool is_complex, uint64_t batch,
                             stft_engine *engine, fftc_error *error);
void stft_engine_free(stft_engine *engine);

/* Numbers more than its samples that a channel must have room for. */
uint64_t stft_engine_more(const stft_engine *engine);

/* `count` windows, each hop samples after the one before; there are `have` samples, and what lies
 * beyond is 0. In place the samples are lost. The spectra are in engine->results, engine->largest
 * is filled, and engine->peak raised. FFTC_TOO_LARGE if one is beyond the precision; its number in
 * *bad. */
fftc_status stft_engine_run(stft_engine *engine, void *samples, uint64_t have, uint64_t count,
                            uint64_t *bad, fftc_error *error);

/* Memory that large arrays are touched fast in; NULL if there is none. free() gives it back. */
void *stft_allocate(uint64_t count, size_t bytes);

#endif
