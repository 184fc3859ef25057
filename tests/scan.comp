#version 450
/* SPDX-License-Identifier: MIT
 *
 * kernel/scan.h on a device, for test_vulkan_workgroups.c: each workgroup scans and reduces 3 * 64
 * values of its own. FFTC_SUBGROUP_LOG2 is given from outside, and FFTC_SUBGROUPS unless it is 0.
 */
#extension GL_GOOGLE_include_directive : enable
#define FFTC_WORKGROUP_LOG2 6u
#define FFTC_SCAN_WORDS 2u
#define FFTC_SHARED_WORDS FFTC_SCAN_SHARED_WORDS
#include "common/workgroup.glsl"
#include "fftcore/kernel/scan.h"

layout(std430, binding = 0) readonly buffer Source
{
    uint source[];
};
layout(std430, binding = 1) writeonly buffer Result
{
    uint result[];
};

#define ROUNDS 3u
#define COUNT (ROUNDS << FFTC_WORKGROUP_LOG2)
/* Of results that a workgroup writes: two scans of the array, and what is left of each; three of
 * its first 64 values. */
#define RESULTS (2u * COUNT + 5u * 64u)

/* Where the results go. */
uint base;

/* x -> a x + b, carried out one after the other. */
fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
{
    fftc_scan_value both;
    both.word[0] = later.word[0] * earlier.word[0];
    both.word[1] = later.word[0] * earlier.word[1] + later.word[1];
    return both;
}

fftc_scan_value fftc_scan_identity(void)
{
    fftc_scan_value identity;
    identity.word[0] = 1u;
    identity.word[1] = 0u;
    return identity;
}

fftc_scan_value fftc_scan_load(uint index)
{
    fftc_scan_value value;
    value.word[0] = source[2u * (gl_WorkGroupID.x * COUNT + index)];
    value.word[1] = source[2u * (gl_WorkGroupID.x * COUNT + index) + 1u];
    return value;
}

void fftc_scan_store(uint index, fftc_scan_value value)
{
    result[2u * (gl_WorkGroupID.x * RESULTS + base + index)] = value.word[0];
    result[2u * (gl_WorkGroupID.x * RESULTS + base + index) + 1u] = value.word[1];
}

void put(fftc_scan_value value)
{
    fftc_scan_store(fftc_invocation_index(), value);
    base += 64u;
    fftc_workgroup_barrier();
}

void main()
{
    fftc_scan_value value = fftc_scan_load(fftc_invocation_index());
    base = 0u;
    put(fftc_workgroup_scan_inclusive(value));
    put(fftc_workgroup_scan_exclusive(value));
    put(fftc_workgroup_reduce(value));
    fftc_scan_value all =
        fftc_workgroup_scan_array(ROUNDS, FFTC_SCAN_INCLUSIVE, fftc_scan_identity());
    base += COUNT;
    put(all);
    all = fftc_workgroup_scan_array(ROUNDS, FFTC_SCAN_EXCLUSIVE, all);
    base += COUNT;
    put(all);
}
