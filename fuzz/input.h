/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets share: taking values from the fuzzer's bytes, and failing.
 *
 * A target is one file that defines LLVMFuzzerTestOneInput. libFuzzer runs it; where there is no
 * libFuzzer, replay.c runs it on the files of a corpus.
 */
#ifndef FFTC_FUZZ_INPUT_H
#define FFTC_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Past its end an input reads as zeros, so that every input is a valid one. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input;

static inline uint64_t fuzz_take(fuzz_input *input, unsigned bytes)
{
    uint64_t x = 0;
    for (unsigned i = 0; i < bytes; ++i) {
        uint64_t byte = 0;
        if (input->size > 0) {
            byte = *input->data;
            ++input->data;
            --input->size;
        }
        x |= byte << (8 * i);
    }
    return x;
}

/* One byte, brought into 0 .. limit - 1, limit <= 256. */
static inline uint32_t fuzz_take_below(fuzz_input *input, uint32_t limit)
{
    return (uint32_t)fuzz_take(input, 1) % limit;
}

#define fuzz_check(condition, ...)                                          \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                                   \
            fputc('\n', stderr);                                            \
            abort();                                                        \
        }                                                                   \
    } while (0)

#endif
