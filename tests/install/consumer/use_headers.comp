#version 450
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT */
#define FFTC_ELEMENTS_LOG2 2u
#define FFTC_WORKGROUP_LOG2 6u
#define FFTC_SUBGROUP_LOG2 0u
#define FFTC_TWIDDLE_COMPUTED
#define FFTC_SHARED_WORDS (FFTC_COMPLEX_WORDS << FFTC_WORKGROUP_LOG2)
#include "common/workgroup.glsl"
#include "fftcore/kernel/workgroup_fft.h"

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) buffer Points
{
    vec2 points[];
};

fftc_complex fftc_get(uint index)
{
    vec2 point = points[fftc_workgroup_index() * 256u + index];
    return fftc_complex_make(point.x, point.y);
}

void fftc_set(uint index, fftc_complex value)
{
    points[fftc_workgroup_index() * 256u + index] = vec2(value.re, value.im);
}

void main()
{
    fftc_workgroup_fft_forward();
}
