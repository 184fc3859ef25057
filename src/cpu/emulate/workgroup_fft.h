/* SPDX-License-Identifier: MIT
 *
 * One run of the reference kernel in the emulator, as its instances see it.
 */
#ifndef FFTC_EMULATE_WORKGROUP_FFT_H
#define FFTC_EMULATE_WORKGROUP_FFT_H

#include "fftcore/emulate.h"

typedef struct fftc_workgroup_fft_run {
    fftc_workgroup_fft fft;
    unsigned char *stages; /* NULL: stages are not wanted */
} fftc_workgroup_fft_run;

/* Numbers of the memories. */
enum { FFTC_RUN_DATA = 0, FFTC_RUN_TWIDDLES = 1 };

void fftc_workgroup_fft_emulated_f16_table(void *run);
void fftc_workgroup_fft_emulated_f16_computed(void *run);
void fftc_workgroup_fft_emulated_f32_table(void *run);
void fftc_workgroup_fft_emulated_f32_computed(void *run);
void fftc_workgroup_fft_emulated_f64_table(void *run);
void fftc_workgroup_fft_emulated_f64_computed(void *run);

#endif
