/* SPDX-License-Identifier: MIT
 *
 * The reference workgroup FFT on a storage buffer, in place: workgroup i transforms the points
 * i * N .. i * N + N - 1. A complete compute shader but for its parameters:
 *
 *   FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2, FFTC_SUBGROUP_LOG2, FFTC_PRECISION   see the kernel
 *   FFTC_SUBGROUPS          defined if FFTC_SUBGROUP_LOG2 is not 0 (glslang's #if cannot read 0u)
 *   FFTC_INVERSE            the inverse instead of the forward transform
 *   FFTC_TWIDDLE_COMPUTED   twiddles by arithmetic; else binding 1 is the table
 *   FFTC_OBSERVE_STAGES     binding 2 receives the array after every stage
 */
#define FFTC_SHARED_WORDS FFTC_EXCHANGE_SHARED_WORDS

#include "common/workgroup.glsl"
#include "common/packed_complex.glsl"
#include "fftcore/kernel/workgroup_fft.h"

layout(std430, set = 0, binding = 0) buffer FftcData
{
    FFTC_WORDS fftc_data[];
};

fftc_complex fftc_get(uint index)
{
    uint first = fftc_workgroup_index() << (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2);
    return fftc_unpack(fftc_data[first + index]);
}

void fftc_set(uint index, fftc_complex value)
{
    uint first = fftc_workgroup_index() << (FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2);
    fftc_data[first + index] = fftc_pack(value);
}

#ifndef FFTC_TWIDDLE_COMPUTED
layout(std430, set = 0, binding = 1) readonly buffer FftcTwiddles
{
    FFTC_WORDS fftc_twiddles[];
};

fftc_complex fftc_twiddle_get(uint index)
{
    return fftc_unpack(fftc_twiddles[index]);
}
#endif

#ifdef FFTC_OBSERVE_STAGES
layout(std430, set = 0, binding = 2) writeonly buffer FftcStages
{
    FFTC_WORDS fftc_stages[];
};

void fftc_stage_enter(uint stage)
{
}

void fftc_stage_store(uint stage, uint position, fftc_complex value)
{
    uint count = FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2;
    uint first = (fftc_workgroup_index() * count + stage) << count;
    fftc_stages[first + position] = fftc_pack(value);
}
#endif

void main(void)
{
#ifdef FFTC_INVERSE
    fftc_workgroup_fft_inverse();
#else
    fftc_workgroup_fft_forward();
#endif
}
