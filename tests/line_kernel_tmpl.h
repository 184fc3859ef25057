/* SPDX-License-Identifier: MIT
 *
 * One precision of line_kernel.c: define LINE_KERNEL, its name. The kernel's compile-time parameters are
 * expressions here, which read the run at hand.
 */
#include "fftcore/kernel/complex.h"

FFTC_ACCESSOR(static fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(static void, fftc_set, (fftc_uint index, fftc_complex value));
FFTC_ACCESSOR(static fftc_complex, fftc_line_twiddle_get, (fftc_uint index));
FFTC_ACCESSOR(static fftc_complex, fftc_spectrum_get, (fftc_uint index));

#include "fftcore/kernel/convolution_pass.h"

FFTC_ACCESSOR(static fftc_complex, fftc_get, (fftc_uint index))
{
    fftc_complex value;
    fftc_memory_load(this_run->same ? LINE_MEMORY_DST : LINE_MEMORY_SRC, index, &value);
    return value;
}

FFTC_ACCESSOR(static void, fftc_set, (fftc_uint index, fftc_complex value))
{
    fftc_memory_store(LINE_MEMORY_DST, index, &value);
}

FFTC_ACCESSOR(static fftc_complex, fftc_line_twiddle_get, (fftc_uint index))
{
    fftc_complex value;
    fftc_memory_load(LINE_MEMORY_TABLE, index, &value);
    return value;
}

FFTC_ACCESSOR(static fftc_complex, fftc_spectrum_get, (fftc_uint index))
{
    return fftc_line_twiddle_get(index);
}

fftc_pass_layout(fftc_pass_get_layout)(void)
{
    fftc_pass_layout layout;
    _Static_assert(sizeof layout == sizeof this_run->pass->numbers, "word by word");
    memcpy(&layout, &this_run->pass->numbers, sizeof layout);
    return layout;
}

void LINE_KERNEL(void *run)
{
    this_run = run;
    if (this_run->pass->key.convolution.role != FFTC_ROLE_TRANSFORM) {
        fftc_line_convolution();
    } else {
        fftc_line_fft();
    }
}
