/* SPDX-License-Identifier: MIT
 *
 * kernel/fft_pass.h as emulated kernels of two precisions, which carry out the dispatches of a
 * fftc_pass_plan.
 */
#ifndef FFTC_TESTS_LINE_KERNEL_H
#define FFTC_TESTS_LINE_KERNEL_H

#include "common/pass_plan.h"
#include "fftcore/emulate.h"

enum { LINE_MEMORY_SRC, LINE_MEMORY_DST, LINE_MEMORY_TABLE, LINE_MEMORY_COUNT };

typedef struct line_run {
    const fftc_pass *pass;
    bool same; /* source and destination are one memory: LINE_MEMORY_DST */
} line_run;

void line_kernel_f32(void *run);
void line_kernel_f64(void *run);

#endif
