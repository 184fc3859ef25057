/* SPDX-License-Identifier: MIT
 *
 * Copies of numbers from one place of memory to another: transposed, or with non-temporal stores.
 * There is one set of functions for each instruction set.
 */
#ifndef FFTC_CPU_ENGINE_MOVE_H
#define FFTC_CPU_ENGINE_MOVE_H

#include <stddef.h>

/* Item c of row r is at src + r * src_pitch, item r of row c at dst + c * dst_pitch; pitches in
 * bytes, of any alignment. The arrays don't overlap. */
typedef void (*fftc_move_transpose)(const void *src, size_t src_pitch, void *dst, size_t dst_pitch,
                                    size_t rows, size_t columns);

typedef struct fftc_move {
    fftc_move_transpose transpose_4; /* items of 4 bytes */
    fftc_move_transpose transpose_8;
    fftc_move_transpose transpose_16;
    /* A copy with non-temporal stores. `settle` must come before another thread reads what such
     * copies wrote. Both are NULL if the compiler has no such stores. */
    void (*stream)(const void *src, void *dst, size_t bytes);
    void (*settle)(void);
} fftc_move;

/* Copies `count` pieces of so many bytes each with non-temporal stores; pieces that touch are
 * one. */
static inline void fftc_move_stream(const fftc_move *move, const char *src, size_t src_pitch,
                                    char *dst, size_t dst_pitch, size_t bytes, size_t count)
{
    if (bytes == src_pitch && bytes == dst_pitch) {
        bytes *= count;
        count = 1;
    }
    for (size_t i = 0; i < count; ++i) {
        move->stream(src + i * src_pitch, dst + i * dst_pitch, bytes);
    }
}

/* The set for an instruction set, by its name or by that of an engine. */
const fftc_move *fftc_move_for(const char *isa);

#endif
