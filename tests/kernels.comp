#version 450
/* SPDX-License-Identifier: MIT
 *
 * The kernel headers on a device, for test_vulkan_kernels.c: each invocation applies every codelet
 * both ways to 16 numbers of its own, computes a twiddle, four indices and one for each padding.
 */
#extension GL_GOOGLE_include_directive : enable
#define FFTC_TWIDDLE_COMPUTED
#include "fftcore/kernel/codelet.h"
#include "fftcore/kernel/order.h"
#include "fftcore/kernel/padding.h"
#include "fftcore/kernel/twiddle.h"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source
{
    fftc_complex source[];
};
layout(std430, binding = 1) writeonly buffer Result
{
    fftc_complex result[];
};
layout(std430, binding = 2) writeonly buffer Indices
{
    uint indices[];
};

#define RESULTS 139u

uint written;

void put(fftc_complex z)
{
    result[gl_GlobalInvocationID.x * RESULTS + written] = z;
    ++written;
}

#define DFT(n)                                                \
    {                                                         \
        fftc_complex_##n x;                                   \
        fftc_complex_##n y;                                   \
        for (uint i = 0u; i < n; ++i) {                       \
            x.v[i] = source[gl_GlobalInvocationID.x * 16u + i]; \
        }                                                     \
        y = fftc_dft_##n(x);                                  \
        for (uint i = 0u; i < n; ++i) {                       \
            put(y.v[i]);                                      \
        }                                                     \
        y = fftc_dft_##n##_inverse(x);                        \
        for (uint i = 0u; i < n; ++i) {                       \
            put(y.v[i]);                                      \
        }                                                     \
    }

void main()
{
    uint i = gl_GlobalInvocationID.x;
    written = 0u;
    DFT(2)
    DFT(3)
    DFT(4)
    DFT(5)
    DFT(7)
    DFT(8)
    DFT(11)
    DFT(13)
    DFT(16)
    put(fftc_twiddle(i & 1023u, 10u));
    indices[8u * i] = fftc_get_dft_index(i & 511u, 3u, 6u);
    indices[8u * i + 1u] = fftc_get_nabla_index(i & 511u, 3u, 6u);
    indices[8u * i + 2u] = fftc_get_dft_mirror_index(i & 511u, 3u, 6u);
    indices[8u * i + 3u] = fftc_get_nabla_mirror_index(i & 511u, 3u, 6u);
    for (uint padding = 0u; padding < 4u; ++padding) {
        fftc_padded at = fftc_padding_find(i, 400u, 37u, padding);
        indices[8u * i + 4u + padding] = at.there ? at.index : 0xffffffffu;
    }
}
