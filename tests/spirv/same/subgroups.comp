#version 450
/* SPDX-License-Identifier: MIT
 *
 * Operations of a subgroup, all lanes together and in branches. */
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
#extension GL_KHR_shader_subgroup_quad : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint at = 0u;
void put(uint x) { result[gl_GlobalInvocationID.x + 64u * gl_NumWorkGroups.x * at++] = x; }
void put(int x) { put(uint(x)); }
void put(bool x) { put(x ? 1u : 0u); }
void put(uvec4 x) { put(x.x); put(x.y); put(x.z); put(x.w); }
void all(uint a)
{
    uint lane = gl_SubgroupInvocationID;
    put(subgroupAdd(a)); put(subgroupMul(a)); put(subgroupMin(a)); put(subgroupMax(a));
    put(subgroupMin(int(a))); put(subgroupMax(int(a)));
    put(subgroupAnd(a)); put(subgroupOr(a)); put(subgroupXor(a));
    put(subgroupInclusiveAdd(a)); put(subgroupExclusiveAdd(a)); put(subgroupInclusiveMin(a));
    put(subgroupExclusiveXor(a)); put(subgroupInclusiveMax(int(a)));
    put(subgroupAll(a > 100u)); put(subgroupAny(a > 0xf0000000u)); put(subgroupAllEqual(a & 1u));
    put(subgroupElect()); put(subgroupBallot((a & 1u) != 0u)); put(subgroupBroadcastFirst(a));
    put(subgroupInverseBallot(subgroupBallot(a > 77u)));
    uvec4 votes = subgroupBallot((a & 2u) != 0u);
    put(subgroupBallotBitCount(votes)); put(subgroupBallotInclusiveBitCount(votes));
    put(subgroupBallotExclusiveBitCount(votes)); put(subgroupBallotBitExtract(votes, lane ^ 1u));
    put(subgroupBallotFindLSB(votes | uvec4(8u, 0u, 0u, 0u)));
    put(subgroupBallotFindMSB(votes | uvec4(1u, 0u, 0u, 0u)));
}
void main()
{
    uint i = gl_GlobalInvocationID.x, a = source[i];
    put(gl_SubgroupSize); put(gl_SubgroupID); put(gl_SubgroupInvocationID); put(gl_NumSubgroups);
    put(gl_SubgroupEqMask); put(gl_SubgroupGeMask); put(gl_SubgroupGtMask); put(gl_SubgroupLeMask);
    put(gl_SubgroupLtMask);
    all(a);
    put(subgroupBroadcast(a, 2u)); put(subgroupShuffle(a, (a >> 4) % gl_SubgroupSize));
    put(subgroupShuffleXor(a, 3u));
    uint up = subgroupShuffleUp(a, 1u);
    put(gl_SubgroupInvocationID >= 1u ? up : 0u);
    uint down = subgroupShuffleDown(a, 2u);
    put(gl_SubgroupInvocationID + 2u < gl_SubgroupSize ? down : 0u);
    put(subgroupQuadBroadcast(a, 1u)); put(subgroupQuadSwapHorizontal(a));
    put(subgroupQuadSwapVertical(a)); put(subgroupQuadSwapDiagonal(a));
    if ((a & 4u) != 0u) {
        all(a * 3u);
    } else {
        all(a * 5u);
    }
    for (uint k = 0u; k < (a & 3u); ++k) {
        put(subgroupAdd(a + k));
    }
    put(subgroupAdd(1u));
}
