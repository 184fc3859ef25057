#version 450
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_GOOGLE_include_directive : require
/* SPDX-License-Identifier: MIT
 *
 * A line of a picture blurred by running sums, whose cost does not depend on the radius: the mean
 * of 2 radius + 1 neighbours is a difference of two of them, and three such means one after the
 * other are nearly a Gaussian. A workgroup takes a line, one channel after the other.
 *
 * Beyond its edges the line is mirrored, once.
 */
#define FFTC_WORKGROUP_LOG2 10u
#define FFTC_SUBGROUPS
#define FFTC_SCAN_WORDS 1u
#define FFTC_SHARED_WORDS FFTC_SCAN_SHARED_WORDS
#include "common/workgroup.glsl"
#include "fftcore/kernel/scan.h"

#define LINE 4096u
#define ROUNDS (LINE >> FFTC_WORKGROUP_LOG2)

layout(set = 0, binding = 0) uniform texture2D src;
layout(set = 0, binding = 1, rgba16f) uniform writeonly image2D dst;
layout(push_constant) uniform Numbers
{
    uint length;
    uint radius; /* at most length */
    uint columns; /* 1: lines are columns */
};

shared float line[LINE];

fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
{
    later.word[0] =
        floatBitsToUint(uintBitsToFloat(earlier.word[0]) + uintBitsToFloat(later.word[0]));
    return later;
}

fftc_scan_value fftc_scan_identity(void)
{
    fftc_scan_value zero;
    zero.word[0] = 0u;
    return zero;
}

fftc_scan_value fftc_scan_load(uint index)
{
    fftc_scan_value value;
    value.word[0] = index < length ? floatBitsToUint(line[index]) : 0u;
    return value;
}

void fftc_scan_store(uint index, fftc_scan_value value)
{
    if (index < length) {
        line[index] = uintBitsToFloat(value.word[0]);
    }
}

/* The sum of numbers 0 to i of the line, -length - 1 <= i < 2 length. */
float sum_to(int i)
{
    int n = int(length);
    int inside = i < 0 ? -i - 2 : i < n ? i : 2 * n - 2 - i;
    float sum = inside < 0 ? 0.0 : line[inside];
    return i < 0 ? -sum : i < n ? sum : 2.0 * line[n - 1] - sum;
}

ivec2 place(uint i)
{
    return columns == 1u ? ivec2(gl_WorkGroupID.x, i) : ivec2(i, gl_WorkGroupID.x);
}

uint number(uint round)
{
    return (round << FFTC_WORKGROUP_LOG2) + fftc_invocation_index();
}

void blur(inout float pixel[ROUNDS])
{
    int reach = int(radius);
    float weight = 1.0 / float(2u * radius + 1u);
    for (uint mean = 0u; mean < 3u; ++mean) {
        barrier();
        for (uint j = 0u; j < ROUNDS; ++j) {
            line[number(j)] = pixel[j];
        }
        barrier();
        fftc_workgroup_scan_array((length + FFTC_GROUP - 1u) >> FFTC_WORKGROUP_LOG2,
                                  FFTC_SCAN_INCLUSIVE, fftc_scan_identity());
        barrier();
        for (uint j = 0u; j < ROUNDS; ++j) {
            int i = int(number(j));
            if (i < int(length)) {
                pixel[j] = weight * (sum_to(i + reach) - sum_to(i - reach - 1));
            }
        }
    }
}

void main(void)
{
    float red[ROUNDS];
    float green[ROUNDS];
    float blue[ROUNDS];
    for (uint j = 0u; j < ROUNDS; ++j) {
        vec4 pixel = number(j) < length ? texelFetch(src, place(number(j)), 0) : vec4(0.0);
        red[j] = pixel.r;
        green[j] = pixel.g;
        blue[j] = pixel.b;
    }
    blur(red);
    blur(green);
    blur(blue);
    for (uint j = 0u; j < ROUNDS; ++j) {
        if (number(j) < length) {
            imageStore(dst, place(number(j)), vec4(red[j], green[j], blue[j], 1.0));
        }
    }
}
