/* SPDX-License-Identifier: MIT
 *
 * kernel/fft_pass.h as emulated kernels of two precisions, which carry out the dispatches of a
 * fftc_pass_plan.
 */
#ifndef FFTC_EMULATE_PASS_KERNEL_H
#define FFTC_EMULATE_PASS_KERNEL_H

#include "cpu/emulate/emulator.h"
#include "device/pass_plan.h"
#include "fftcore/emulate_plan.h"

/* The memories of a dispatch. */
enum {
    FFTC_PASS_MEMORY_SRC,
    FFTC_PASS_MEMORY_DST,
    FFTC_PASS_MEMORY_TABLE,
    FFTC_PASS_MEMORY_SRC_IM,
    FFTC_PASS_MEMORY_DST_IM,
    FFTC_PASS_MEMORY_SPECTRUM,
    FFTC_PASS_MEMORY_EXTRA, /* FFTC_EXTRAS_MAX of them */
    FFTC_PASS_MEMORY_COUNT = FFTC_PASS_MEMORY_EXTRA + FFTC_EXTRAS_MAX
};

typedef struct fftc_pass_run {
    const fftc_pass *pass;
    const fftc_emulated_device *emulation;
    bool same; /* source and destination are one memory: FFTC_PASS_MEMORY_DST */
} fftc_pass_run;

void fftc_pass_kernel_f32(void *run);
void fftc_pass_kernel_f64(void *run);
/* The kernels of kernel/mapped_pass.h. */
void fftc_mapped_kernel_f32(void *run);
void fftc_mapped_kernel_f64(void *run);
/* And of passes that load or store pixels: kernel/bloom_edge.h. */
void fftc_bloom_kernel(void *run);

/* The dispatch that this thread carries out, or NULL; this_run, in its kernels. */
const fftc_pass_run *fftc_pass_run_current(void);
#define this_run ((const fftc_pass_run *)fftc_emulated_user())

/* --- job.c: one dispatch more of what a report is about */
void fftc_emulated_report_take(fftc_emulated_report *all, const fftc_report *one);

/* fftc_src_get and fftc_dst_set. */
void fftc_pass_src_get_f32(uint32_t index, void *value);
void fftc_pass_dst_set_f32(uint32_t index, const void *value);
void fftc_pass_src_get_f64(uint32_t index, void *value);
void fftc_pass_dst_set_f64(uint32_t index, const void *value);

#endif
