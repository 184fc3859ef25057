/* SPDX-License-Identifier: MIT
 *
 * kernel/difference_array.h as emulated kernels of two precisions.
 */
#ifndef FFTC_EMULATE_DIFFERENCE_KERNEL_H
#define FFTC_EMULATE_DIFFERENCE_KERNEL_H

#include "cpu/emulate/emulator.h"
#include "device/difference_plan.h"

enum {
    FFTC_DIFFERENCE_MEMORY_POINTS,
    FFTC_DIFFERENCE_MEMORY_NEXT,
    FFTC_DIFFERENCE_MEMORY_MEDIUM,
    FFTC_DIFFERENCE_MEMORY_COUNT
};

/* They are run with a fftc_difference_pass. */
void fftc_difference_kernel_f32(void *pass);
void fftc_difference_kernel_f64(void *pass);

#endif
