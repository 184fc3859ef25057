#version 450
/* SPDX-License-Identifier: MIT
 *
 * common/difference.glsl for test_vulkan_difference.c: three axes, the wave equation of order 4 in
 * a medium. FFTC_SUBGROUP_LOG2 is given from outside, and FFTC_SUBGROUPS unless it is 0.
 */
#extension GL_GOOGLE_include_directive : enable
#define FFTC_PRECISION 32
#define FFTC_DIFFERENCE_AXES 3u
#define FFTC_DIFFERENCE_REACH 2u
#define FFTC_DIFFERENCE_COLUMNS 2
#define FFTC_DIFFERENCE_ROWS 2u
#define FFTC_DIFFERENCE_PLANES 4u
#define FFTC_DIFFERENCE_LANES_LOG2 2u
#define FFTC_DIFFERENCE_WAVE 1
#define FFTC_DIFFERENCE_MEDIUM 1
#define FFTC_GROUP 16
#include "common/difference.glsl"
