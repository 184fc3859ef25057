/* SPDX-License-Identifier: MIT
 *
 * kernel/butterfly_line.h as emulated kernels of two precisions.
 */
#ifndef FFTC_EMULATE_BUTTERFLY_KERNEL_H
#define FFTC_EMULATE_BUTTERFLY_KERNEL_H

#include "cpu/emulate/emulator.h"
#include "device/butterfly_plan.h"

enum {
    FFTC_BUTTERFLY_MEMORY_SRC,
    FFTC_BUTTERFLY_MEMORY_DST,
    FFTC_BUTTERFLY_MEMORY_TABLE,
    FFTC_BUTTERFLY_MEMORY_COUNT
};

/* A dispatch: of passes, the one of that number. */
typedef struct fftc_butterfly_run {
    fftc_butterfly_plan plan;
    uint32_t pass;
} fftc_butterfly_run;

/* They are run with a fftc_butterfly_run. */
void fftc_butterfly_kernel_f32(void *run);
void fftc_butterfly_kernel_f64(void *run);

#endif
