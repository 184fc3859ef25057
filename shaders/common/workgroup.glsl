/* SPDX-License-Identifier: MIT
 *
 * kernel/workgroup.h for Vulkan. Include it before anything that is not a preprocessor line: it
 * asks for extensions. It declares the local size, so that this is what the kernels were told; a
 * layout of your own that says something else is an error.
 *
 *   FFTC_WORKGROUP_LOG2   log2 of the invocations of a workgroup; or instead, for kernels that
 *                         do not ask for it:
 *   FFTC_GROUP            the invocations of a workgroup. With neither of the two, no local size
 *                         is declared
 *   FFTC_LOCAL_SIZE       how they are laid out, by default local_size_x = FFTC_GROUP,
 *                         local_size_y = 1, local_size_z = 1. Kernels number them as
 *                         gl_LocalInvocationIndex does, or by lanes; fftc_workgroup_index() is
 *                         gl_WorkGroupID.x
 *   FFTC_SUBGROUPS        if defined, invocations are numbered by their lanes, and shuffles are
 *                         there; every subgroup must be full (the pipeline asks for that). Without
 *                         it no subgroup operation is used and FFTC_SUBGROUP_LOG2 must be 0
 *   FFTC_SUBGROUP_ARITHMETIC  if defined, with FFTC_SUBGROUPS: votes, ballots, broadcasts, shuffles
 *                         by lane, sums and clusters are there
 *   FFTC_SHARED_ATOMICS   if defined, atomic operations on workgroup memory
 *   FFTC_SHARED_WORDS     words of workgroup memory, at least 1: FFTC_EXCHANGE_SHARED_WORDS,
 *                         FFTC_SCAN_SHARED_WORDS or FFTC_TILE_SHARED_WORDS (kernel/group.h) for
 *                         one kernel, the largest for several of them
 *   FFTC_UNCHECKED        see kernel/dialect.h; the local size is yours to declare then
 */
#ifndef FFTC_WORKGROUP_GLSL
#define FFTC_WORKGROUP_GLSL

#extension GL_KHR_memory_scope_semantics : require
#ifdef FFTC_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#ifdef FFTC_SUBGROUP_ARITHMETIC
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#endif
#endif

#ifndef FFTC_SUBGROUPS
#define FFTC_NO_SUBGROUPS
#endif

#include "fftcore/kernel/workgroup.h"
#ifdef FFTC_WORKGROUP_LOG2
#include "fftcore/kernel/group.h"
#ifdef FFTC_GROUP
FFTC_REQUIRE(FFTC_GROUP_must_be_1_shifted_by_FFTC_WORKGROUP_LOG2,
             FFTC_GROUP == 1u << FFTC_WORKGROUP_LOG2);
#else
#define FFTC_GROUP (1 << FFTC_WORKGROUP_LOG2)
#endif
#endif

#ifndef FFTC_UNCHECKED
#ifdef FFTC_GROUP
#ifndef FFTC_LOCAL_SIZE
#define FFTC_LOCAL_SIZE local_size_x = FFTC_GROUP, local_size_y = 1, local_size_z = 1
#endif
layout(FFTC_LOCAL_SIZE) in;
FFTC_REQUIRE(FFTC_LOCAL_SIZE_must_have_FFTC_GROUP_invocations,
             gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z == FFTC_GROUP);
#else
#define FFTC_GROUP_UNKNOWN
#endif
#endif

#ifndef FFTC_SHARED_WORDS
#error "define FFTC_SHARED_WORDS: words of workgroup memory, as the kernel's header says"
#endif
FFTC_REQUIRE(FFTC_SHARED_WORDS_must_be_at_least_1, FFTC_SHARED_WORDS >= 1);

shared uint fftc_shared_words[FFTC_SHARED_WORDS];

uint fftc_workgroup_index(void)
{
    return gl_WorkGroupID.x;
}

uint fftc_local_id(uint axis)
{
    return gl_LocalInvocationID[axis];
}

uint fftc_workgroup_id(uint axis)
{
    return gl_WorkGroupID[axis];
}

uint fftc_workgroup_count(uint axis)
{
    return gl_NumWorkGroups[axis];
}

#ifndef FFTC_GROUP_UNKNOWN
#ifndef FFTC_UNCHECKED
uint fftc_workgroup_size(uint axis)
{
    return gl_WorkGroupSize[axis];
}
#endif
#endif

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

#ifdef FFTC_SHARED_ATOMICS

uint fftc_shared_atomic_add(uint index, uint word)
{
    return atomicAdd(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_min(uint index, uint word)
{
    return atomicMin(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_max(uint index, uint word)
{
    return atomicMax(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_and(uint index, uint word)
{
    return atomicAnd(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_or(uint index, uint word)
{
    return atomicOr(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_xor(uint index, uint word)
{
    return atomicXor(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_exchange(uint index, uint word)
{
    return atomicExchange(fftc_shared_words[index], word);
}

uint fftc_shared_atomic_compare(uint index, uint expected, uint word)
{
    return atomicCompSwap(fftc_shared_words[index], expected, word);
}

#endif

void fftc_buffer_fence(void)
{
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}

#ifdef FFTC_SUBGROUP_ARITHMETIC
#ifdef FFTC_SUBGROUPS

bool fftc_subgroup_elect(void)
{
    return subgroupElect();
}

bool fftc_subgroup_all(bool condition)
{
    return subgroupAll(condition);
}

bool fftc_subgroup_any(bool condition)
{
    return subgroupAny(condition);
}

uint fftc_subgroup_ballot(bool condition, uint word)
{
    return subgroupBallot(condition)[word];
}

uint fftc_subgroup_shuffle(uint word, uint lane)
{
    return subgroupShuffle(word, lane);
}

/* subgroupBroadcast() wants a constant. */
uint fftc_subgroup_broadcast(uint word, uint lane)
{
    return subgroupShuffle(word, lane);
}

uint fftc_subgroup_broadcast_first(uint word)
{
    return subgroupBroadcastFirst(word);
}

uint fftc_subgroup_add(uint word)
{
    return subgroupAdd(word);
}

uint fftc_subgroup_min(uint word)
{
    return subgroupMin(word);
}

uint fftc_subgroup_max(uint word)
{
    return subgroupMax(word);
}

uint fftc_subgroup_and(uint word)
{
    return subgroupAnd(word);
}

uint fftc_subgroup_or(uint word)
{
    return subgroupOr(word);
}

uint fftc_subgroup_xor(uint word)
{
    return subgroupXor(word);
}

uint fftc_subgroup_inclusive_add(uint word)
{
    return subgroupInclusiveAdd(word);
}

uint fftc_subgroup_exclusive_add(uint word)
{
    return subgroupExclusiveAdd(word);
}

/* The size is a constant of the language: a function can but choose one. */
#define fftc_subgroup_clustered_add(word, lanes) subgroupClusteredAdd(word, lanes)

#endif
#endif

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
