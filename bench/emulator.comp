#version 450
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT
 *
 * The reference FFT as a shader, for emulator.c: 1024 points by 512 invocations.
 */
#define FFTC_ELEMENTS_LOG2 1u
#define FFTC_WORKGROUP_LOG2 9u
#define FFTC_SUBGROUP_LOG2 5u
#define FFTC_SUBGROUPS
#define FFTC_TWIDDLE_COMPUTED
#define FFTC_SHARED_WORDS FFTC_EXCHANGE_SHARED_WORDS
#include "common/workgroup.glsl"
#include "fftcore/kernel/workgroup_fft.h"

layout(std430, set = 0, binding = 0) buffer Data
{
    fftc_complex data[];
};

fftc_complex fftc_get(uint index)
{
    return data[index];
}

void fftc_set(uint index, fftc_complex value)
{
    data[index] = value;
}

void main()
{
    fftc_workgroup_fft_forward();
}
