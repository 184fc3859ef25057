#version 450
/* SPDX-License-Identifier: MIT
 *
 * The kernel headers on a device, for test_vulkan_kernels.c: each invocation applies every codelet
 * both ways to 16 numbers of its own, computes a twiddle, resamples a spectrum by each filter and
 * multiplies pairs; then come four indices, and one for each padding.
 */
#extension GL_GOOGLE_include_directive : enable
#define FFTC_TWIDDLE_COMPUTED
#include "fftcore/kernel/codelet.h"
#include "fftcore/kernel/order.h"
#include "fftcore/kernel/padding.h"
#include "fftcore/kernel/resample.h"
#include "fftcore/kernel/spectrum.h"
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

#define RESULTS 146u

/* As in kernels.h. */
fftc_complex fftc_resample_get(uint x, uint y)
{
    return fftc_complex_make(fftc_real((x * 5u + y * 11u + 3u) % 64u),
                             fftc_real((x * 7u + y * 11u + 3u) % 64u));
}

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
    for (uint filter_kind = 0u; filter_kind < 3u; ++filter_kind) {
        const fftc_wide per_point = FFTC_WIDE(1.0lf / 1024.0lf);
        put(fftc_resample(fftc_resample_find(i, 24u, 1024u, per_point),
                          fftc_resample_find(i * 37u % 1024u, 20u, 1024u, per_point), 24u, 20u,
                          filter_kind));
    }
    fftc_complex value = source[i * 16u];
    fftc_complex other = source[i * 16u + 1u];
    fftc_signals pair = fftc_spectrum_multiply_pair(value, other, other, value);
    put(fftc_spectrum_centre(value, i));
    put(fftc_spectrum_sharpen(value, other.re));
    put(pair.first);
    put(pair.second);
    indices[8u * i] = fftc_get_dft_index(i & 511u, 3u, 6u);
    indices[8u * i + 1u] = fftc_get_nabla_index(i & 511u, 3u, 6u);
    indices[8u * i + 2u] = fftc_get_dft_mirror_index(i & 511u, 3u, 6u);
    indices[8u * i + 3u] = fftc_get_nabla_mirror_index(i & 511u, 3u, 6u);
    for (uint padding = 0u; padding < 4u; ++padding) {
        fftc_padded at = fftc_padding_find(i, 400u, 37u, padding);
        indices[8u * i + 4u + padding] = at.there ? at.index : 0xffffffffu;
    }
}
