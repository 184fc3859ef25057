#version 450
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT
 *
 * The kernel of running_sum.h as a shader: 256 numbers for each workgroup.
 *
 *     glslc --target-env=vulkan1.1 -I include -I shaders examples/running_sum.comp -o sums.spv
 */
#define FFTC_WORKGROUP_LOG2 8u
#define FFTC_SHARED_WORDS (1u << FFTC_WORKGROUP_LOG2)
#include "common/workgroup.glsl"
#include "running_sum.h"

layout(std430, set = 0, binding = 0) readonly buffer Source
{
    float source[];
};

layout(std430, set = 0, binding = 1) writeonly buffer Sums
{
    float sums[];
};

fftc_real running_sum_load(fftc_uint index)
{
    return source[(fftc_workgroup_index() << FFTC_WORKGROUP_LOG2) + index];
}

void running_sum_store(fftc_uint index, fftc_real sum)
{
    sums[(fftc_workgroup_index() << FFTC_WORKGROUP_LOG2) + index] = sum;
}

void main()
{
    running_sum();
}
