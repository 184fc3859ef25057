/* SPDX-License-Identifier: MIT
 *
 * A value that is scanned, and its operation: what scan.h and scan_block.h have in common.
 */
#ifndef FFTC_SCAN_VALUE_H
#define FFTC_SCAN_VALUE_H

#include "fftcore/kernel/dialect.h"

#ifndef FFTC_SCAN_WORDS
#error "define FFTC_SCAN_WORDS: words of 32 bits of a value that is scanned"
#endif

FFTC_REQUIRE(FFTC_SCAN_WORDS_must_be_at_least_1, FFTC_SCAN_WORDS >= 1u);

FFTC_STRUCT(fftc_scan_value)
{
    fftc_uint word[FFTC_SCAN_WORDS];
};

/* Yours to define: `earlier` o `later`, and e. */
FFTC_ACCESSOR(fftc_scan_value, fftc_scan_combine, (fftc_scan_value earlier, fftc_scan_value later));
FFTC_ACCESSOR(fftc_scan_value, fftc_scan_identity, (void));

/* Which scan is stored. */
#define FFTC_SCAN_INCLUSIVE 0u
#define FFTC_SCAN_EXCLUSIVE 1u

FFTC_FN fftc_scan_value fftc_scan_select(fftc_bool condition, fftc_scan_value yes,
                                         fftc_scan_value no)
{
    fftc_scan_value value;
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
        value.word[k] = fftc_select_uint(condition, yes.word[k], no.word[k]);
    }
    return value;
}

#endif
