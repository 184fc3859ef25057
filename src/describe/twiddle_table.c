/* SPDX-License-Identifier: MIT
 *
 * The twiddles of the reference FFT, each correctly rounded.
 */
#include <string.h>

#include "fftcore/reference.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"
#include "support/half.h"
#include "support/roots.h"

enum { BLOCK = 256 };

static void fill_halves(const fftc_roots *roots, uint16_t *to, uint64_t count)
{
    double block[BLOCK][2];
    for (uint64_t first = 0; first < count; first += BLOCK) {
        uint64_t points = count - first < BLOCK ? count - first : BLOCK;
        fftc_roots_fill(roots, FFTC_FLOAT64, block, points, first, 1, 0);
        for (uint64_t i = 0; i < points; ++i) {
            to[2 * (first + i)] = fftc_half_from_double(block[i][0]);
            to[2 * (first + i) + 1] = fftc_half_from_double(block[i][1]);
        }
    }
}

fftc_status fftc_twiddle_table_fill(fftc_precision precision, uint32_t points_log2, void *table,
                                    fftc_error *error)
{
    size_t bytes = 2 * fftc_precision_bytes(precision);
    if (table == NULL) {
        return fftc_fail_null(error, "table");
    }
    fftc_status status = fftc_check_precision(precision, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (points_log2 < 1 || points_log2 > 31) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "points_log2 is %u: pass 1 to 31",
                         (unsigned)points_log2);
    }
    const fftc_float_mode mode = fftc_float_mode_begin();
    /* The finest half circle is computed; every coarser one is each second number of the next. */
    uint64_t half = (uint64_t)1 << (points_log2 - 1);
    void *finest = (char *)table + half * bytes;
    const fftc_roots roots = {.n = 2 * half};
    if (precision == FFTC_FLOAT16) {
        fill_halves(&roots, finest, half);
    } else {
        fftc_roots_fill(&roots, precision, finest, half, 0, 1, 0);
    }
    if (half > 1) {
        memset((char *)finest + half / 2 * bytes, 0, bytes / 2); /* of -i: 0, not -0 */
    }
    for (uint64_t index = half - 1; index > 0; --index) {
        memcpy((char *)table + index * bytes, (char *)table + 2 * index * bytes, bytes);
    }
    memcpy(table, (char *)table + bytes, bytes);
    fftc_float_mode_end(&mode);
    return fftc_succeed(error);
}
