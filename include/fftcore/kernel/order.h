/* SPDX-License-Identifier: MIT
 *
 * Orders of the spectrum. The forward workgroup transform of N = 2^(E + W) points, E =
 * elements_log2, W = workgroup_log2, leaves frequency fftc_get_dft_index(i) in slot i; that
 * permutation is the Nabla order. The inverse expects it and returns natural order.
 *
 * Nabla order: that of the workgroup FFT of Nabla
 * (https://github.com/Devsh-Graphics-Programming/Nabla), with which these functions are compatible.
 *
 * A slot splits as i = ( h | q | b ): b, W bits, the invocation that owns it; q, one bit; h, E - 1
 * bits. Then
 *
 *     fftc_get_dft_index:    ( h | q | b )  ->  ( q | rev(b) | rev(h) )
 *     fftc_get_nabla_index:  the other way
 *
 * with rev the reversal of a field's own bits. The order does not depend on the subgroup size.
 *
 * Domain: E >= 1, E + W <= 31, index < 2^(E + W). Each function is a permutation of that range. The
 * arguments are (index, E, W) everywhere, so that one function serves at run time and at compile
 * time.
 */
#ifndef FFTC_ORDER_H
#define FFTC_ORDER_H

#include "fftcore/kernel/dialect.h"

/* The low `bits` bits of x reversed; x < 2^bits, bits <= 31. Two shifts, since one by 32 is
 * undefined. */
FFTC_FN fftc_uint fftc_reverse_bits(fftc_uint x, fftc_uniform bits)
{
    return (fftc_bit_reverse(x) >> 1u) >> (31u - bits);
}

/* Slot -> frequency. */
FFTC_FN fftc_uint fftc_get_dft_index(fftc_uint nabla_index, fftc_uniform elements_log2,
                                     fftc_uniform workgroup_log2)
{
    fftc_uniform low_mask = (1u << workgroup_log2) - 1u;
    fftc_uint b = nabla_index & low_mask;
    fftc_uint q = (nabla_index >> workgroup_log2) & 1u;
    fftc_uint h = (nabla_index >> workgroup_log2) >> 1u;
    return (q << (elements_log2 + workgroup_log2 - 1u)) |
           (fftc_reverse_bits(b, workgroup_log2) << (elements_log2 - 1u)) |
           fftc_reverse_bits(h, elements_log2 - 1u);
}

/* Frequency -> slot; the inverse of fftc_get_dft_index. */
FFTC_FN fftc_uint fftc_get_nabla_index(fftc_uint dft_index, fftc_uniform elements_log2,
                                       fftc_uniform workgroup_log2)
{
    fftc_uniform workgroup_mask = (1u << workgroup_log2) - 1u;
    fftc_uniform element_mask = (1u << (elements_log2 - 1u)) - 1u;
    fftc_uint q = dft_index >> (elements_log2 + workgroup_log2 - 1u);
    fftc_uint m = (dft_index >> (elements_log2 - 1u)) & workgroup_mask;
    fftc_uint l = dft_index & element_mask;
    return (((fftc_reverse_bits(l, elements_log2 - 1u) << 1u) | q) << workgroup_log2) |
           fftc_reverse_bits(m, workgroup_log2);
}

/* f -> -f mod N: where the conjugate stands in the spectrum of a real signal. It is an involution;
 * 0 and N / 2 stay. */
FFTC_FN fftc_uint fftc_get_dft_mirror_index(fftc_uint dft_index, fftc_uniform elements_log2,
                                            fftc_uniform workgroup_log2)
{
    fftc_uniform index_mask = (1u << (elements_log2 + workgroup_log2)) - 1u;
    return (0u - dft_index) & index_mask;
}

/* The mirror index in Nabla order: slot of frequency f -> slot of frequency -f. It is an
 * involution; slots 0 and 2^W stay.
 *
 * Closed form, no bit reversal. Negating f keeps its lowest set bit and flips everything above it;
 * the order reverses bits, so in a slot everything *below* the highest set bit flips. The only care
 * is the field q, which as the top bit of f stands below b: if h is zero, the highest set bit is
 * looked for in b, and q flips with the rest. */
FFTC_FN fftc_uint fftc_get_nabla_mirror_index(fftc_uint nabla_index, fftc_uniform elements_log2,
                                              fftc_uniform workgroup_log2)
{
    fftc_uniform workgroup_size = 1u << workgroup_log2;
    fftc_uint b = nabla_index & (workgroup_size - 1u);
    fftc_uint h = (nabla_index >> workgroup_log2) >> 1u;
    /* The search is kept off zero, whose highest bit does not exist; the select drops what it then
     * finds. */
    fftc_uint above = (FFTC_UINT(1u) << (fftc_most_significant_bit(nabla_index | 1u) & 31u)) - 1u;
    fftc_uint within = (FFTC_UINT(1u) << (fftc_most_significant_bit(b | 1u) & 31u)) - 1u;
    fftc_uint flips = fftc_select_uint(b != 0u, within | workgroup_size, FFTC_UINT(0u));
    FFTC_UNUSED(elements_log2); /* for the signature that all six share */
    return nabla_index ^ fftc_select_uint(h != 0u, above, flips);
}

/* The inverse transform permutes its input, not its output:
 *
 *     out[t] = (1 / N) * sum over i of in[i] * exp(+2 pi i F(i) t / N),   F = fftc_get_dft_index
 *
 * So slot i of its input is read as frequency F(i), and its output is in natural order. To invert a
 * spectrum in natural order, load slot i from frequency F(i). */
FFTC_FN fftc_uint fftc_get_inverse_input_frequency(fftc_uint slot, fftc_uniform elements_log2,
                                                   fftc_uniform workgroup_log2)
{
    return fftc_get_dft_index(slot, elements_log2, workgroup_log2);
}

FFTC_FN fftc_uint fftc_get_inverse_input_slot(fftc_uint frequency, fftc_uniform elements_log2,
                                              fftc_uniform workgroup_log2)
{
    return fftc_get_nabla_index(frequency, elements_log2, workgroup_log2);
}

/* Natural order, written down so that code that is generic in direction can say what it means. */
FFTC_FN fftc_uint fftc_get_inverse_output_time(fftc_uint slot, fftc_uniform elements_log2,
                                               fftc_uniform workgroup_log2)
{
    return slot & ((1u << (elements_log2 + workgroup_log2)) - 1u);
}

FFTC_FN fftc_uint fftc_get_inverse_output_slot(fftc_uint time, fftc_uniform elements_log2,
                                               fftc_uniform workgroup_log2)
{
    return time & ((1u << (elements_log2 + workgroup_log2)) - 1u);
}

#endif
