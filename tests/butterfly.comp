#version 450
/* SPDX-License-Identifier: MIT
 *
 * common/butterfly.glsl for test_vulkan_butterfly.c: lines of 128 points, 32 invocations.
 * FFTC_BUTTERFLY_LINES and FFTC_BUTTERFLY_TABLE are given from outside.
 */
#extension GL_GOOGLE_include_directive : enable
#define FFTC_PRECISION 32
#define FFTC_BUTTERFLY_LOG2 7u
#define FFTC_WORKGROUP_LOG2 5u
#include "common/butterfly.glsl"
