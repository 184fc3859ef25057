/* SPDX-License-Identifier: MIT
 *
 * kernel/scan_array.h as emulated kernels, one for each number of words of a value.
 */
#ifndef FFTC_EMULATE_SCAN_KERNEL_H
#define FFTC_EMULATE_SCAN_KERNEL_H

#include "cpu/emulate/emulator.h"
#include "device/scan_plan.h"

enum {
    FFTC_SCAN_MEMORY_SRC,
    FFTC_SCAN_MEMORY_DST,
    FFTC_SCAN_MEMORY_SCRATCH,
    FFTC_SCAN_MEMORY_HEADS,
    FFTC_SCAN_MEMORY_COUNT
};

typedef struct fftc_scan_run {
    const fftc_scan_request *request;
    const fftc_scan_dispatch *dispatch;
    uint32_t src; /* its memory: in place that of dst */
} fftc_scan_run;

void fftc_scan_kernel_1(void *run);
void fftc_scan_kernel_2(void *run);
void fftc_scan_kernel_3(void *run);
void fftc_scan_kernel_4(void *run);
void fftc_scan_kernel_5(void *run);
void fftc_scan_kernel_f64_2(void *run); /* of doubles */
void fftc_scan_kernel_f64_3(void *run); /* by segments */

#endif
