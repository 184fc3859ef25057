#version 450
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT
 *
 * A whole FFT inside a shader of one's own: the power spectrum of a sound, a frame of 512 samples
 * for each workgroup. The window is applied as the FFT loads, the power is taken and put into
 * natural order as it stores: no pass of its own for either.
 *
 *     glslc --target-env=vulkan1.1 -I include -I shaders examples/power_spectrum.comp -o power.spv
 *
 * power_spectrum.c dispatches it and checks what it writes.
 */
#define FFTC_ELEMENTS_LOG2 1u
#define FFTC_WORKGROUP_LOG2 8u
#define FFTC_SUBGROUP_LOG2 0u
#define FFTC_TWIDDLE_COMPUTED
#define FFTC_SHARED_WORDS FFTC_EXCHANGE_SHARED_WORDS
#include "common/workgroup.glsl"
#include "fftcore/kernel/order.h"
#include "fftcore/kernel/workgroup_fft.h"

layout(std430, set = 0, binding = 0) readonly buffer Samples
{
    float samples[];
};

/* 257 numbers a frame: frequencies 0 to 256. */
layout(std430, set = 0, binding = 1) writeonly buffer Power
{
    float power[];
};

layout(push_constant) uniform Parameters
{
    uint hop; /* samples from one frame to the next */
};

fftc_complex fftc_get(uint index)
{
    /* Hann's window, sin^2(pi index / 512). A device's own sine may be off by 2^-11. */
    float sine = fftc_twiddle_compute(index, 9u).im;
    float x = samples[fftc_workgroup_index() * hop + index];
    return fftc_complex_make(sine * sine * x, 0.0);
}

void fftc_set(uint index, fftc_complex value)
{
    uint frequency = fftc_get_dft_index(index, FFTC_ELEMENTS_LOG2, FFTC_WORKGROUP_LOG2);
    if (frequency <= 256u) {
        power[fftc_workgroup_index() * 257u + frequency] = fftc_complex_norm(value);
    }
}

void main()
{
    fftc_workgroup_fft_forward();
}
