/* SPDX-License-Identifier: MIT
 *
 * Scans to compare with: one number after the other, by the words of
 * fftcore/kernel/scan_association.h.
 */
#ifndef FFTC_SCAN_TESTING_H
#define FFTC_SCAN_TESTING_H

#include "fftcore/scan.h"
#include "testing.h"

#define SCAN_TYPES 6
#define SCAN_OPERATIONS 7

/* Maps x -> a x + b modulo 2^32, carried out one after the other: they do not commute. The text is
 * the same in C and for devices. */
#define SCAN_MAPS_TEXT                                                                    \
    "fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)\n" \
    "{\n"                                                                                 \
    "    fftc_scan_value both;\n"                                                         \
    "    both.word[0] = later.word[0] * earlier.word[0];\n"                               \
    "    both.word[1] = later.word[0] * earlier.word[1] + later.word[1];\n"               \
    "    return both;\n"                                                                  \
    "}\n"
extern const fftc_scan_operator scan_maps;

/* Whether the description is one of the usual operations of its type. */
bool scan_is_usual(fftc_scan_type type, fftc_scan_operation operation);

size_t scan_item_bytes(const fftc_scan_description *description);

/* Random items: floats of some orders of magnitude and both signs, products near 1, so that
 * nothing overflows; and heads, about one in `length_of_segment`, 0 for none. */
void scan_fill(const fftc_scan_description *description, void *src, uint32_t *heads,
               uint32_t length_of_segment, testing_random *random);

/* What dst must be. Items of dst that nobody writes keep what they have. */
void scan_reference(const fftc_scan_description *description, const void *src,
                    const uint32_t *heads, void *dst);

/* From left to right, which integers, minima and maxima do not distinguish from the above. */
void scan_sequential(const fftc_scan_description *description, const void *src,
                     const uint32_t *heads, void *dst);

void scan_name(const fftc_scan_description *description, char *name, size_t bytes);

#endif
