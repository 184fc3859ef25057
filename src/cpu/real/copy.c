/* SPDX-License-Identifier: MIT */
#include "cpu/real/copy.h"

#include <stdbool.h>
#include <stdint.h>

/* Copies item by item, for all lines at a time: if lines lie side by side, each cache line is read
 * once. The words carry bits of floating-point numbers, which is what may_alias says. */
#define DEFINE(name, word_type)                                                                  \
    typedef word_type name##_word __attribute__((may_alias));                                    \
    static void name(const fftc_copy *c, name##_word *strided, name##_word *contiguous, bool in) \
    {                                                                                            \
        for (size_t i = 0; i < c->count; ++i) {                                                  \
            for (size_t line = 0; line < c->lines; ++line) {                                     \
                name##_word *s = strided + i * c->stride + line * c->across;                     \
                name##_word *d = contiguous + line * c->pitch + i * c->item;                     \
                for (size_t k = 0; k < c->item; ++k) {                                           \
                    if (in) {                                                                    \
                        d[k] = s[k * c->part];                                                   \
                    } else {                                                                     \
                        s[k * c->part] = d[k];                                                   \
                    }                                                                            \
                }                                                                                \
            }                                                                                    \
        }                                                                                        \
    }

DEFINE(copy_4, uint32_t)
DEFINE(copy_8, uint64_t)

/* Copies whole items that lie side by side by a transposition; false if they do not lie so. */
static bool transpose(const fftc_copy *c, char *strided, char *contiguous, bool in)
{
    size_t bytes = c->scalar_bytes * c->item;
    size_t stride = c->stride * c->scalar_bytes;
    size_t pitch = c->pitch * c->scalar_bytes;
    if (c->across != c->item || (c->item > 1 && c->part != 1)) {
        return false;
    }
    fftc_move_transpose run = bytes == 4   ? c->move->transpose_4
                              : bytes == 8 ? c->move->transpose_8
                                           : c->move->transpose_16;
    if (in) {
        run(strided, stride, contiguous, pitch, c->count, c->lines);
    } else {
        run(contiguous, pitch, strided, stride, c->lines, c->count);
    }
    return true;
}

static void copy(const fftc_copy *c, void *strided, void *contiguous, bool in)
{
    if (transpose(c, strided, contiguous, in)) {
        return;
    }
    if (c->scalar_bytes == 4) {
        copy_4(c, strided, contiguous, in);
    } else {
        copy_8(c, strided, contiguous, in);
    }
}

void fftc_copy_in(const fftc_copy *c, const void *strided, void *contiguous)
{
    copy(c, (void *)(uintptr_t)strided, contiguous, true);
}

void fftc_copy_out(const fftc_copy *c, const void *contiguous, void *strided)
{
    copy(c, strided, (void *)(uintptr_t)contiguous, false);
}
