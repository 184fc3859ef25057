/* SPDX-License-Identifier: MIT
 *
 * The twiddles of the reference FFT, each correctly rounded; and the tables of butterfly passes,
 * which hold the same numbers.
 */
#include <string.h>

#include "fftcore/kernel/order.h"
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

/* Factors exp(-i pi k / half), k < half, a power of two. */
static void fill_half_circle(fftc_precision precision, void *to, uint64_t half)
{
    const size_t bytes = 2 * fftc_precision_bytes(precision);
    const fftc_roots roots = {.n = 2 * half};
    if (precision == FFTC_FLOAT16) {
        fill_halves(&roots, to, half);
    } else {
        fftc_roots_fill(&roots, precision, to, half, 0, 1, 0);
    }
    if (half > 1) {
        memset((char *)to + half / 2 * bytes, 0, bytes / 2); /* of -i: 0, not -0 */
    }
}

static fftc_status check_table(fftc_precision precision, uint32_t points_log2, uint32_t most_log2,
                               const void *table, fftc_error *error)
{
    if (table == NULL) {
        return fftc_fail_null(error, "table");
    }
    fftc_status status = fftc_check_precision(precision, error);
    if (status == FFTC_SUCCESS && (points_log2 < 1 || points_log2 > most_log2)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "points_log2 is %u: pass 1 to %u",
                         (unsigned)points_log2, (unsigned)most_log2);
    }
    return status;
}

fftc_status fftc_twiddle_table_fill(fftc_precision precision, uint32_t points_log2, void *table,
                                    fftc_error *error)
{
    size_t bytes = 2 * fftc_precision_bytes(precision);
    fftc_status status = check_table(precision, points_log2, 31, table, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_float_mode mode = fftc_float_mode_begin();
    /* The finest half circle is computed; every coarser one is each second number of the next. */
    uint64_t half = (uint64_t)1 << (points_log2 - 1);
    void *finest = (char *)table + half * bytes;
    fill_half_circle(precision, finest, half);
    for (uint64_t index = half - 1; index > 0; --index) {
        memcpy((char *)table + index * bytes, (char *)table + 2 * index * bytes, bytes);
    }
    memcpy(table, (char *)table + bytes, bytes);
    fftc_float_mode_end(&mode);
    return fftc_succeed(error);
}

/* Negates a complex number: its parts' signs are in the highest bits of their last bytes. */
static void negate(char *number, size_t bytes)
{
    number[bytes / 2 - 1] = (char)(number[bytes / 2 - 1] ^ 0x80);
    number[bytes - 1] = (char)(number[bytes - 1] ^ 0x80);
}

static uint32_t source_of(uint32_t index, uint32_t pass, uint32_t points_log2)
{
    return pass == 0 ? fftc_reverse_bits(index, points_log2) : index;
}

/* Entries of one pass. The weights of half a circle wait at the end of the entries' place, until
 * the first entries have taken them; each later weight is the negative of one half a block
 * before. */
static void fill_pass(fftc_precision precision, uint32_t points_log2, uint32_t pass, char *to)
{
    const size_t bytes = 2 * fftc_precision_bytes(precision);
    const size_t entry = 2 * sizeof(uint32_t) + bytes;
    const uint32_t points = (uint32_t)1 << points_log2;
    const uint32_t half = (uint32_t)1 << pass;
    const char *weights = to + points * entry - half * bytes;
    fill_half_circle(precision, to + points * entry - half * bytes, half);
    for (uint32_t x = 0; x < points; ++x) {
        const uint32_t source[2] = {source_of(x & ~half, pass, points_log2),
                                    source_of(x | half, pass, points_log2)};
        char *weight = to + x * entry + sizeof source;
        memcpy(to + x * entry, source, sizeof source);
        memcpy(weight, x < half ? weights + x * bytes : weight - half * entry, bytes);
        if (x >= half) {
            negate(weight, bytes);
        }
    }
}

fftc_status fftc_butterfly_table_fill(fftc_precision precision, uint32_t points_log2, void *table,
                                      fftc_error *error)
{
    fftc_status status = check_table(precision, points_log2, 30, table, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_float_mode mode = fftc_float_mode_begin();
    const size_t entry = 2 * (sizeof(uint32_t) + fftc_precision_bytes(precision));
    for (uint32_t pass = 0; pass < points_log2; ++pass) {
        fill_pass(precision, points_log2, pass,
                  (char *)table + ((size_t)pass << points_log2) * entry);
    }
    fftc_float_mode_end(&mode);
    return fftc_succeed(error);
}
