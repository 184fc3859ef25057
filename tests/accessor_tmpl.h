/* SPDX-License-Identifier: MIT
 *
 * Accessors of test_accessor.c; included for each composition of kernel/accessor.h, after
 * kernel/precision.h. A load multiplies by the window, a store goes to natural order, if the
 * kernel's options say so.
 */
#define FFTC_TWIDDLE_COMPUTED
#include "fftcore/kernel/accessor.h"
#include "fftcore/kernel/order.h"
#undef FFTC_TWIDDLE_COMPUTED

fftc_complex fftc_load(fftc_uniform channel, fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(SOURCE, index * FFTC_CHANNELS + channel, &z);
    return options.window ? fftc_complex_scale(z, (fftc_real)window(index)) : z;
}

void fftc_store(fftc_uniform channel, fftc_uint index, fftc_complex value)
{
    fftc_uint place = index;
    if (options.natural) {
        place = fftc_get_dft_index(index, FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2);
    }
    fftc_memory_store(options.destination, place * FFTC_CHANNELS + channel, &value);
}
