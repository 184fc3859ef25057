/* SPDX-License-Identifier: MIT */
#define FFTC_CALLS
#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "cpu/emulate/pass_kernel.h"

#include <string.h>

const fftc_pass_run *fftc_pass_run_current(void)
{
    const fftc_emulator *emulator = fftc_emulator_current;
    void (*kernel)(void *) = emulator != NULL ? emulator->kernel : NULL;
    return kernel == fftc_pass_kernel_f32 || kernel == fftc_pass_kernel_f64 ||
                   kernel == fftc_mapped_kernel_f32 || kernel == fftc_mapped_kernel_f64
               ? emulator->user
               : NULL;
}

#define FFTC_PASS_EDGE

#define FFTC_PASS_KERNEL fftc_pass_kernel_f32
#define FFTC_PASS_SRC_GET fftc_pass_src_get_f32
#define FFTC_PASS_DST_SET fftc_pass_dst_set_f32
#include "cpu/emulate/pass_kernel_tmpl.h"

#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"
#define FFTC_PASS_KERNEL fftc_pass_kernel_f64
#define FFTC_PASS_SRC_GET fftc_pass_src_get_f64
#define FFTC_PASS_DST_SET fftc_pass_dst_set_f64
#include "cpu/emulate/pass_kernel_tmpl.h"
