/* SPDX-License-Identifier: MIT */
#include "cpu/plan/stream.h"

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

enum { LINE = 64 };

static void stream_lines(char *dst, const char *src, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LINE) {
        for (size_t i = 0; i < LINE; i += sizeof(__m128i)) {
            __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(src + at + i));
            _mm_stream_si128((__m128i *)(void *)(dst + at + i), x);
        }
    }
}

void fftc_stream_copy(void *dst, const void *src, size_t bytes)
{
    char *to = dst;
    const char *from = src;
    size_t head = (LINE - (uintptr_t)to % LINE) % LINE;
    head = head < bytes ? head : bytes;
    size_t lines = (bytes - head) / LINE * LINE;
    memcpy(to, from, head);
    stream_lines(to + head, from + head, lines);
    memcpy(to + head + lines, from + head + lines, bytes - head - lines);
}

void fftc_stream_finish(void)
{
    _mm_sfence();
}
#else
void fftc_stream_copy(void *dst, const void *src, size_t bytes)
{
    memcpy(dst, src, bytes);
}

void fftc_stream_finish(void) {}
#endif
