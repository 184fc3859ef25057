/* SPDX-License-Identifier: MIT
 *
 * The reference kernel as an emulated kernel, for one precision and one source of twiddles.
 *
 *   FFTC_PRECISION               16, 32 or 64
 *   FFTC_TWIDDLE_COMPUTED        optional
 *   FFTC_EMULATED_WORKGROUP_FFT  name of the kernel to define
 *
 * The kernel's compile-time parameters are expressions here, which read the run at hand.
 */
#include <string.h>

#include "cpu/emulate/emulator.h"
#include "cpu/emulate/workgroup_fft.h"

#define this_run ((const fftc_workgroup_fft_run *)fftc_emulated_user())

#define FFTC_ELEMENTS_LOG2 (this_run->fft.elements_log2)
#define FFTC_WORKGROUP_LOG2 (this_run->fft.workgroup_log2)
#define FFTC_SUBGROUP_LOG2 (this_run->fft.subgroup_log2)
#define FFTC_OBSERVE_STAGES
#include "fftcore/kernel/complex.h"

/* Declared here first, the accessors keep internal linkage when the kernel headers declare them,
 * and do not meet those of a program's own kernels. */
FFTC_ACCESSOR(static fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(static void, fftc_set, (fftc_uint index, fftc_complex value));
#ifndef FFTC_TWIDDLE_COMPUTED
FFTC_ACCESSOR(static fftc_complex, fftc_twiddle_get, (fftc_uint index));
#endif
FFTC_ACCESSOR(static void, fftc_stage_store,
              (fftc_uniform stage, fftc_uint position, fftc_complex value));

#include "fftcore/kernel/workgroup_fft.h"

static uint64_t first_of_transform(void)
{
    return (uint64_t)fftc_workgroup_index() << (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2);
}

FFTC_ACCESSOR(static fftc_complex, fftc_get, (fftc_uint index))
{
    fftc_complex value;
    fftc_memory_load(FFTC_RUN_DATA, first_of_transform() + index, &value);
    return value;
}

FFTC_ACCESSOR(static void, fftc_set, (fftc_uint index, fftc_complex value))
{
    fftc_memory_store(FFTC_RUN_DATA, first_of_transform() + index, &value);
}

#ifndef FFTC_TWIDDLE_COMPUTED
FFTC_ACCESSOR(static fftc_complex, fftc_twiddle_get, (fftc_uint index))
{
    fftc_complex value;
    fftc_memory_load(FFTC_RUN_TWIDDLES, index, &value);
    return value;
}
#endif

/* A dump for the caller, which is not an access of the kernel's. */
FFTC_ACCESSOR(static void, fftc_stage_store,
              (fftc_uniform stage, fftc_uint position, fftc_complex value))
{
    uint64_t n = (uint64_t)1 << (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2);
    uint64_t row =
        (uint64_t)fftc_workgroup_index() * (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2) + stage;
    if (this_run->stages != NULL) {
        memcpy(this_run->stages + (row * n + position) * sizeof value, &value, sizeof value);
    }
}

void FFTC_EMULATED_WORKGROUP_FFT(void *user)
{
    (void)user; /* this_run */
    if (this_run->fft.direction == FFTC_FORWARD) {
        fftc_workgroup_fft_forward();
    } else {
        fftc_workgroup_fft_inverse();
    }
}
