/* SPDX-License-Identifier: MIT
 *
 * Accessors and kernels of test_real.c; included for each precision after kernel/precision.h.
 */
#define FFTC_TWIDDLE_COMPUTED
#include "fftcore/kernel/real.h"
#undef FFTC_TWIDDLE_COMPUTED

fftc_complex fftc_get(fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(SIGNALS, index, &z);
    return z;
}

void fftc_set(fftc_uint index, fftc_complex value)
{
    fftc_memory_store(SIGNALS, index, &value);
}

fftc_complex fftc_mirror_get(fftc_uint index)
{
    return fftc_get(index);
}

fftc_complex fftc_half_get(fftc_uniform signal, fftc_uint entry)
{
    fftc_complex z;
    fftc_memory_load(SPECTRA, entry + signal * half_entries(), &z);
    return z;
}

void fftc_half_set(fftc_uniform signal, fftc_uint entry, fftc_complex value)
{
    fftc_memory_store(SPECTRA, entry + signal * half_entries(), &value);
}

static void FFTC_RENAME(forward_kernel)(void *user)
{
    (void)user;
    fftc_real_fft_forward();
}

static void FFTC_RENAME(inverse_kernel)(void *user)
{
    (void)user;
    fftc_real_fft_inverse();
}

static void FFTC_RENAME(check_numbers)(testing_random *random)
{
    for (int i = 0; i < 100; ++i) {
        /* Numbers of few bits: every sum is exact, in half too. */
        fftc_complex x =
            fftc_complex_make((fftc_real)few_bits(random), (fftc_real)few_bits(random));
        fftc_complex y =
            fftc_complex_make((fftc_real)few_bits(random), (fftc_real)few_bits(random));
        fftc_signals spectra;
        fftc_signals again;
        spectra.first = x;
        spectra.second = y;
        again = fftc_real_unpack(fftc_real_repack(spectra), fftc_real_repack_mirror(spectra));
        ck_assert(again.first.re == x.re && again.first.im == x.im);
        ck_assert(again.second.re == y.re && again.second.im == y.im);
        again = fftc_real_transpose(x, y);
        ck_assert(again.first.re == x.re && again.first.im == y.re);
        ck_assert(again.second.re == x.im && again.second.im == y.im);
        again.first = fftc_real_pack(x.re, y.im);
        ck_assert(again.first.re == x.re && again.first.im == y.im);
    }
}
