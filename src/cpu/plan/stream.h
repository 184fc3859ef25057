/* SPDX-License-Identifier: MIT
 *
 * Writing to memory past the caches. A store to a line that no cache holds fetches the line first, and
 * drives out another; where whole lines are written and nobody reads them soon, both are in vain. So
 * rows of arrays that are much larger than the caches are transformed to working memory, and copied
 * from there.
 */
#ifndef FFTC_CPU_STREAM_H
#define FFTC_CPU_STREAM_H

#include <stdbool.h>
#include <stddef.h>

/* Is there such an instruction? */
#if defined(__SSE2__)
#define FFTC_STREAM_EXISTS true
#else
#define FFTC_STREAM_EXISTS false
#endif

void fftc_stream_copy(void *dst, const void *src, size_t bytes);

/* After the last copy of a thread, before it tells others that it is done. */
void fftc_stream_finish(void);

#endif
