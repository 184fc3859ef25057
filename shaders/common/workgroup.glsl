/* SPDX-License-Identifier: MIT
 *
 * kernel/workgroup.h for Vulkan. Include it before anything that is not a preprocessor line: it
 * asks for extensions.
 *
 *   FFTC_SUBGROUPS      if defined, invocations are numbered by their lanes, and shuffles are
 *                       there; every subgroup must be full (the pipeline asks for that). Without
 *                       it no subgroup operation is used and FFTC_SUBGROUP_LOG2 must be 0.
 *   FFTC_SHARED_WORDS   words of workgroup memory, at least 1
 */
#ifndef FFTC_WORKGROUP_GLSL
#define FFTC_WORKGROUP_GLSL

#extension GL_KHR_memory_scope_semantics : require
#ifdef FFTC_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif

#include "fftcore/kernel/workgroup.h"

shared uint fftc_shared_words[FFTC_SHARED_WORDS];

uint fftc_workgroup_index(void)
{
    return gl_WorkGroupID.x;
}

/* barrier() is an execution barrier with acquire and release on workgroup memory, no other. */
void fftc_workgroup_barrier(void)
{
    barrier();
}

/* memoryBarrierBuffer() would order them for the whole device: passes in place of 2^16 points took
 * 1152 us with it and 1096 without, on an H200. */
void fftc_workgroup_barrier_buffers(void)
{
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup,
                   gl_StorageSemanticsShared | gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease);
}

void fftc_shared_set(uint index, uint word)
{
    fftc_shared_words[index] = word;
}

uint fftc_shared_get(uint index)
{
    return fftc_shared_words[index];
}

#ifdef FFTC_SUBGROUPS

uint fftc_invocation_index(void)
{
    return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
}

uint fftc_subgroup_size(void)
{
    return gl_SubgroupSize;
}

uint fftc_subgroup_lane(void)
{
    return gl_SubgroupInvocationID;
}

void fftc_subgroup_barrier(void)
{
    subgroupBarrier();
}

/* Execution only; subgroupBarrier() would order memory too, which costs time and serves nothing
 * before a shuffle. */
void fftc_subgroup_sync(void)
{
    controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, 0, 0);
}

uint fftc_subgroup_shuffle_xor(uint word, uint mask)
{
    return subgroupShuffleXor(word, mask);
}

uint fftc_subgroup_shuffle_up(uint word, uint delta)
{
    return subgroupShuffleUp(word, delta);
}

uint fftc_subgroup_shuffle_down(uint word, uint delta)
{
    return subgroupShuffleDown(word, delta);
}

#else

uint fftc_invocation_index(void)
{
    return gl_LocalInvocationIndex;
}

/* Subgroups of one lane: it is always there, and the only lane to read is its own. */
uint fftc_subgroup_size(void)
{
    return 1u;
}

uint fftc_subgroup_lane(void)
{
    return 0u;
}

void fftc_subgroup_barrier(void)
{
}

void fftc_subgroup_sync(void)
{
}

uint fftc_subgroup_shuffle_xor(uint word, uint mask)
{
    return word;
}

uint fftc_subgroup_shuffle_up(uint word, uint delta)
{
    return word;
}

uint fftc_subgroup_shuffle_down(uint word, uint delta)
{
    return word;
}

#endif
#endif
