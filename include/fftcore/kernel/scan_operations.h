/* SPDX-License-Identifier: MIT
 *
 * The usual operations of scans: fftc_scan_combine of fftcore/kernel/scan.h for the type and
 * operation that these say, by the numbers of fftcore/scan.h:
 *
 *   FFTC_SCAN_TYPE        0 uint32, 1 int32, 2 float, 3 uint64, 4 int64, 5 double
 *   FFTC_SCAN_OPERATION   0 sum, 1 product, 2 min, 3 max, 4 and, 5 or, 6 xor
 *
 * Items of 64 bits are two words, the low one first; their integers need no device feature. Doubles
 * need FFTC_PRECISION 64, floats 32. (Halves, the low ones of a word, are not among the types of
 * fftcore/scan.h.)
 */
#ifndef FFTC_SCAN_OPERATIONS_H
#define FFTC_SCAN_OPERATIONS_H

#include "fftcore/kernel/scan_value.h"

#ifndef FFTC_SCAN_TYPE
#error "define FFTC_SCAN_TYPE: 0 uint32, 1 int32, 2 float, 3 uint64, 4 int64, 5 double"
#endif
#ifndef FFTC_SCAN_OPERATION
#error "define FFTC_SCAN_OPERATION: 0 sum, 1 product, 2 min, 3 max, 4 and, 5 or, 6 xor"
#endif

/* The high word of a product of two words (H. S. Warren, Hacker's Delight, 2nd ed., 8-2). */
FFTC_FN fftc_uint fftc_scan_high_product(fftc_uint a, fftc_uint b)
{
    fftc_uint a_low = a & 0xffffu;
    fftc_uint b_low = b & 0xffffu;
    fftc_uint middle = (a >> 16u) * b_low + (a_low * b_low >> 16u);
    fftc_uint other = a_low * (b >> 16u) + (middle & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);
}

FFTC_FN fftc_bool fftc_scan_is_wide(void)
{
    return FFTC_SCAN_TYPE >= 3u;
}

/* The word that orders an item, or its high word, as unsigned numbers are ordered: signed integers
 * and floats are moved. */
FFTC_FN fftc_uint fftc_scan_order_high(fftc_uint word)
{
    if (FFTC_SCAN_TYPE == 1u || FFTC_SCAN_TYPE == 4u) {
        return word ^ 0x80000000u;
    }
    return word;
}

#define FFTC_SCAN_HIGH(x) x.word[FFTC_SCAN_WORDS >= 2u ? 1u : 0u]

/* a < b, of integers. */
FFTC_FN fftc_bool fftc_scan_integer_less(fftc_scan_value a, fftc_scan_value b)
{
    if (!fftc_scan_is_wide()) {
        return fftc_scan_order_high(a.word[0]) < fftc_scan_order_high(b.word[0]);
    }
    fftc_uint a_high = fftc_scan_order_high(FFTC_SCAN_HIGH(a));
    fftc_uint b_high = fftc_scan_order_high(FFTC_SCAN_HIGH(b));
    return a_high < b_high || (a_high == b_high && a.word[0] < b.word[0]);
}

FFTC_FN fftc_real fftc_scan_real(fftc_scan_value a)
{
#if FFTC_PRECISION == 64
    return fftc_real_from_words(a.word[0], FFTC_SCAN_HIGH(a));
#elif FFTC_PRECISION == 32
    return fftc_real_from_word(a.word[0]);
#else
    return fftc_real_from_word_low(a.word[0]);
#endif
}

/* By the bits, since compilers may take it for granted that there are no NaNs. */
FFTC_FN fftc_bool fftc_scan_is_nan(fftc_scan_value a)
{
#if FFTC_PRECISION == 64
    fftc_uint high = FFTC_SCAN_HIGH(a) & 0x7fffffffu;
    return high > 0x7ff00000u || (high == 0x7ff00000u && a.word[0] != 0u);
#else
    return (a.word[0] & 0x7fffffffu) > 0x7f800000u;
#endif
}

FFTC_FN fftc_bool fftc_scan_first_wins(fftc_scan_value a, fftc_scan_value b)
{
    fftc_bool less = FFTC_SCAN_OPERATION == 2u;
    if (FFTC_SCAN_TYPE == 2u || FFTC_SCAN_TYPE == 5u) {
        fftc_real x = fftc_scan_real(a);
        fftc_real y = fftc_scan_real(b);
        return fftc_scan_is_nan(a) || (!fftc_scan_is_nan(b) && (less ? x < y : y < x));
    }
    return less ? fftc_scan_integer_less(a, b) : fftc_scan_integer_less(b, a);
}

FFTC_FN fftc_scan_value fftc_scan_arithmetic(fftc_scan_value a, fftc_scan_value b)
{
    fftc_scan_value r = b;
    if (FFTC_SCAN_TYPE == 2u || FFTC_SCAN_TYPE == 5u) {
        FFTC_PRECISE fftc_real result = fftc_scan_real(a);
        if (FFTC_SCAN_OPERATION == 0u) {
            result = result + fftc_scan_real(b);
        } else {
            result = result * fftc_scan_real(b);
        }
#if FFTC_PRECISION == 64
        r.word[0] = fftc_word_low(result);
        FFTC_SCAN_HIGH(r) = fftc_word_high(result);
#elif FFTC_PRECISION == 32
        r.word[0] = fftc_word_from_real(result);
#else
        r.word[0] = fftc_word_from_reals(result, result);
#endif
    } else if (FFTC_SCAN_OPERATION == 0u) {
        r.word[0] = a.word[0] + b.word[0];
        if (fftc_scan_is_wide()) {
            FFTC_SCAN_HIGH(r) = FFTC_SCAN_HIGH(a) + FFTC_SCAN_HIGH(b) +
                                fftc_select_uint(r.word[0] < a.word[0], 1u, 0u);
        }
    } else {
        r.word[0] = a.word[0] * b.word[0];
        if (fftc_scan_is_wide()) {
            FFTC_SCAN_HIGH(r) = FFTC_SCAN_HIGH(a) * b.word[0] + a.word[0] * FFTC_SCAN_HIGH(b) +
                                fftc_scan_high_product(a.word[0], b.word[0]);
        }
    }
    return r;
}

FFTC_FN fftc_uint fftc_scan_bits(fftc_uint a, fftc_uint b)
{
    return FFTC_SCAN_OPERATION == 4u ? (a & b) : FFTC_SCAN_OPERATION == 5u ? (a | b) : (a ^ b);
}

FFTC_FN fftc_scan_value fftc_scan_usual(fftc_scan_value earlier, fftc_scan_value later)
{
    fftc_scan_value both = later;
    if (FFTC_SCAN_OPERATION < 2u) {
        both = fftc_scan_arithmetic(earlier, later);
    } else if (FFTC_SCAN_OPERATION < 4u) {
        both = fftc_scan_select(fftc_scan_first_wins(earlier, later), earlier, later);
    } else {
        both.word[0] = fftc_scan_bits(earlier.word[0], later.word[0]);
        if (fftc_scan_is_wide()) {
            FFTC_SCAN_HIGH(both) = fftc_scan_bits(FFTC_SCAN_HIGH(earlier), FFTC_SCAN_HIGH(later));
        }
    }
    return both;
}

#endif
