/* SPDX-License-Identifier: MIT
 *
 * Two real signals in one complex transform (real_pair.h), and half spectra. Who holds Z[-f] is
 * mirror.h's affair.
 *
 * A half spectrum is N / 2 complex numbers: the frequencies 0 .. N / 2 - 1, with the real X[N / 2]
 * in the place of X[0]'s imaginary part, which is zero. So it takes the room of the signal. Its
 * order is that in which the transform leaves it: entry w is frequency fftc_get_half_frequency(w) =
 * w with its E + W - 1 bits reversed, and stands in slot fftc_get_half_slot(w): the lower half of
 * the spectrum is in the slots whose local index is even.
 */
#ifndef FFTC_REAL_H
#define FFTC_REAL_H

#include "fftcore/kernel/mirror.h"
#include "fftcore/kernel/real_pair.h"
#include "fftcore/kernel/workgroup_fft.h"

/* --- where the entries of a half spectrum are; arguments as in order.h ------------------------ */

/* Entry, 0 .. N / 2 - 1, -> its slot in the Nabla order of the whole spectrum. */
FFTC_FN fftc_uint fftc_get_half_slot(fftc_uint entry, fftc_uniform elements_log2,
                                     fftc_uniform workgroup_log2)
{
    fftc_uniform low_mask = (1u << workgroup_log2) - 1u;
    FFTC_UNUSED(elements_log2);
    return ((entry & ~low_mask) << 1u) | (entry & low_mask);
}

/* The way back, for slots of even local index. */
FFTC_FN fftc_uint fftc_get_half_entry(fftc_uint slot, fftc_uniform elements_log2,
                                      fftc_uniform workgroup_log2)
{
    fftc_uniform low_mask = (1u << workgroup_log2) - 1u;
    FFTC_UNUSED(elements_log2);
    return ((slot >> 1u) & ~low_mask) | (slot & low_mask);
}

/* Entry -> frequency, and frequency -> entry: the function is its own inverse. */
FFTC_FN fftc_uint fftc_get_half_frequency(fftc_uint entry, fftc_uniform elements_log2,
                                          fftc_uniform workgroup_log2)
{
    return fftc_reverse_bits(entry, elements_log2 + workgroup_log2 - 1u);
}

/* --- the transform of two real signals -------------------------------------------------------- */

/* Yours to define: entry 0 .. N / 2 - 1 of the half spectrum of signal 0 or 1. Entry w is only ever
 * touched by invocation w mod 2^W. */
FFTC_ACCESSOR(fftc_complex, fftc_half_get, (fftc_uniform signal, fftc_uint entry));
FFTC_ACCESSOR(void, fftc_half_set, (fftc_uniform signal, fftc_uint entry, fftc_complex value));

/* The entries of slots with local index 2 * h. Shared memory: free on entry. */
FFTC_FN void fftc_real_unpack_slots(fftc_uniform h)
{
    fftc_uint entry = fftc_invocation_index() + (h << FFTC_WORKGROUP_LOG2);
    fftc_uint slot = fftc_get_half_slot(entry, FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2);
    fftc_complex z = fftc_get(slot);
    fftc_complex mirror = fftc_mirror_trade(h << 1u, FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2);
    fftc_signals spectra = fftc_real_unpack(z, mirror);
    if (h == 0u) {
        fftc_signals real = fftc_real_transpose(z, fftc_get(slot + (1u << FFTC_WORKGROUP_LOG2)));
        fftc_bool dc = fftc_is_zero(entry);
        spectra.first = fftc_complex_select(dc, real.first, spectra.first);
        spectra.second = fftc_complex_select(dc, real.second, spectra.second);
    }
    fftc_half_set(0u, entry, spectra.first);
    fftc_half_set(1u, entry, spectra.second);
}

/* Both halves of the spectrum of x + i y from the entries number h of this invocation: its own slot
 * in the lower half of the spectrum, and the one in the upper half that is the mirror of its
 * partner's. */
FFTC_FN void fftc_real_repack_slots(fftc_uniform h)
{
    fftc_uint entry = fftc_invocation_index() + (h << FFTC_WORKGROUP_LOG2);
    fftc_uint slot = fftc_get_half_slot(entry, FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2);
    fftc_mirror_global_info info =
        fftc_get_nabla_mirror_global_info(slot, FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2);
    fftc_uint upper_slot = info.mirror_global_index;
    fftc_complex z;
    fftc_complex mirror;
    fftc_signals spectra;
    spectra.first = fftc_half_get(0u, entry);
    spectra.second = fftc_half_get(1u, entry);
    z = fftc_real_repack(spectra);
    mirror = fftc_trade_shared(fftc_real_repack_mirror(spectra), info.other_invocation);
    if (h == 0u) {
        fftc_signals real = fftc_real_transpose(spectra.first, spectra.second);
        fftc_bool dc = fftc_is_zero(entry);
        z = fftc_complex_select(dc, real.first, z);
        mirror = fftc_complex_select(dc, real.second, mirror);
        upper_slot = fftc_select_uint(dc, FFTC_UINT(1u << FFTC_WORKGROUP_LOG2), upper_slot);
    }
    fftc_set(slot, z);
    fftc_set(upper_slot, mirror);
}

/* Half spectra, unscaled, of the two real signals whose samples x[t] + i y[t] stand in slot t of
 * fftc_get; fftc_mirror_get must be defined, as the same. The slots are left with the spectrum of x
 * + i y. Shared memory as for the transform. Its barriers, and 2^(E - 1) * 2. */
FFTC_FN void fftc_real_fft_forward(void)
{
    fftc_workgroup_fft_forward();
    for (fftc_uniform h = 0u; h < (1u << (FFTC_ELEMENTS_LOG2 - 1u)); ++h) {
        fftc_workgroup_barrier();
        fftc_real_unpack_slots(h);
    }
}

/* The inverse: both signals, as x[t] + i y[t] in slot t. fftc_get and fftc_set must be one array,
 * in place, or registers (accessor.h), whatever E is. */
FFTC_FN void fftc_real_fft_inverse(void)
{
    for (fftc_uniform h = 0u; h < (1u << (FFTC_ELEMENTS_LOG2 - 1u)); ++h) {
        fftc_real_repack_slots(h);
        fftc_workgroup_barrier();
    }
    fftc_workgroup_fft_inverse();
}

#endif
