/* SPDX-License-Identifier: MIT
 *
 * The twiddle table as vectors want it: stage s (half of its blocks is 2^s) has exp(-i pi k / 2^s),
 * k = 0 .. max(2^s, lanes) - 1, periodic in k with 2^s; in blocks of `lanes` real parts and as many
 * imaginary ones. The values are those of fftc_twiddle_table_fill, copied.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/simd/simd.h"
#include "support/error.h"

static fftc_status out_of_memory(uint32_t size_log2, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                     "no memory for the twiddle table of 2^%u points: ask for computed twiddles",
                     (unsigned)size_log2);
}

/* Scalars of `bytes` bytes, moved by their bits. */
static void spread(char *stages, const char *halves, size_t bytes, uint32_t size_log2,
                   uint32_t lanes_log2)
{
    size_t lanes = (size_t)1 << lanes_log2;
    for (uint32_t s = 0; s < size_log2; ++s) {
        char *stage = stages + 2 * bytes * fftc_simd_twiddle_offset(s, lanes_log2);
        size_t period = (size_t)1 << s;
        size_t count = period < lanes ? lanes : period;
        for (size_t k = 0; k < count; ++k) {
            const char *value = halves + 2 * bytes * (period + (k & (period - 1)));
            char *re = stage + bytes * (k / lanes * (2 * lanes) + k % lanes);
            memcpy(re, value, bytes);
            memcpy(re + bytes * lanes, value + bytes, bytes);
        }
    }
}

fftc_status fftc_simd_twiddle_create(fftc_precision precision, uint32_t size_log2,
                                     uint32_t lanes_log2, void **table, fftc_error *error)
{
    size_t bytes = fftc_precision_bytes(precision);
    char *halves = fftc_allocate(NULL, (uint64_t)1 << size_log2, 2 * bytes);
    char *stages = fftc_allocate(NULL, fftc_simd_twiddle_offset(size_log2, lanes_log2), 2 * bytes);
    fftc_status status = FFTC_SUCCESS;
    if (halves == NULL || stages == NULL) {
        status = out_of_memory(size_log2, error);
    } else {
        status = fftc_twiddle_table_fill(precision, size_log2, halves, error);
    }
    if (status == FFTC_SUCCESS) {
        spread(stages, halves, bytes, size_log2, lanes_log2);
        *table = stages;
    } else {
        free(stages);
    }
    free(halves);
    return status;
}
