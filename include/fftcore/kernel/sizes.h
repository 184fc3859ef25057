/* SPDX-License-Identifier: MIT
 *
 * Sizes: how long the padded transform is, how many bytes a pass of it leaves behind, and how its
 * points are shared out over the invocations of a workgroup.
 *
 * Bytes after a pass. The axes are transformed one after the other, in axis_order; each is padded
 * to a power of two when its turn comes, and stays so. A real signal is stored by half of its first
 * transformed axis: frequency 0 and N/2, both real, share one complex number. So after pass k
 *
 *     length of an axis = its padded length     if it is one of axis_order[0 .. k],
 *                         half of that          for axis_order[0] of a real signal, at least 1,
 *                         its own length        if its turn has not come
 *     bytes             = channels * product of lengths * 2 * scalar_bytes
 *
 * For a convolution the padding has to hold the tail of the kernel as well. Nothing wraps around if
 * an axis is padded to at least length + kernel - 1: that is what ..._convolution_tight counts.
 * ..._convolution pads to length + kernel, as the FFT of Nabla does
 * (https://github.com/Devsh-Graphics-Programming/Nabla), with which these sizes are compatible; the
 * two differ only if length + kernel - 1 is itself a power of two, and then by a factor of two.
 * Size buffers by the tight one unless something else fills them.
 *
 * (Nabla halves a real axis of length 1 to nothing, so that its size is 0. Its only frequency needs
 * one number; here it has one.)
 *
 * A request that makes no sense has size 0. One that does not fit 64 bits has size FFTC_SIZE_MAX:
 * sums and products stop there and do not wrap around.
 */
#ifndef FFTC_SIZES_H
#define FFTC_SIZES_H

#include "fftcore/kernel/dialect.h"

/* 2^64 - 1. */
#define FFTC_SIZE_MAX (~FFTC_SIZE(0u))

FFTC_FN fftc_size fftc_size_add(fftc_size x, fftc_size y)
{
    return x > FFTC_SIZE_MAX - y ? FFTC_SIZE_MAX : x + y;
}

FFTC_FN fftc_size fftc_size_multiply(fftc_size x, fftc_size y)
{
    return y != FFTC_SIZE(0u) && x > FFTC_SIZE_MAX / y ? FFTC_SIZE_MAX : x * y;
}

/* The smallest power of two >= x: 1 for 0, FFTC_SIZE_MAX for x > 2^63. */
FFTC_FN fftc_size fftc_round_up_to_power_of_two(fftc_size x)
{
    fftc_size power = FFTC_SIZE(1u);
    while (power < x) {
        fftc_size twice = power + power;
        if (twice == FFTC_SIZE(0u)) {
            return FFTC_SIZE_MAX;
        }
        power = twice;
    }
    return power;
}

/* The largest k with 2^k <= x; 0 for 0. */
FFTC_FN fftc_uniform fftc_floor_log2(fftc_size x)
{
    fftc_uniform k = 0u;
    while (x > FFTC_SIZE(1u)) {
        x = x >> 1u;
        ++k;
    }
    return k;
}

/* What fftc_get_output_buffer_size is asked. axis_count and the extents are needed; any other field
 * may be zero and then has the meaning told here. */
FFTC_STRUCT(fftc_buffer_request)
{
    fftc_uniform axis_count;    /* 1 .. 4 */
    fftc_uniform pass;          /* 0: after the first axis, ... axis_count - 1: after all */
    fftc_uniform channels;      /* 0 means 1 */
    fftc_uniform scalar_bytes;  /* 2, 4 or 8; 0 means 4 */
    fftc_uniform real_signal;   /* 0: complex */
    fftc_uniform axis_order[4]; /* which axis each pass transforms; all 0 means 0, 1, 2, 3 */
    fftc_size extent[4];        /* the signal's length by axis, at least 1 */
    fftc_size kernel_extent[4]; /* the convolution kernel's; 0: none on this axis */
};

/* The axis that a pass transforms. */
FFTC_FN fftc_uniform fftc_buffer_request_axis(fftc_buffer_request request, fftc_uniform pass)
{
    fftc_uniform named = request.axis_order[0] | request.axis_order[1] | request.axis_order[2] |
                         request.axis_order[3];
    return named == 0u ? pass : request.axis_order[pass];
}

/* 1 if the request makes sense, else 0. */
FFTC_FN fftc_uniform fftc_buffer_request_check(fftc_buffer_request request)
{
    fftc_uniform seen = 0u;
    if (request.axis_count < 1u || request.axis_count > 4u || request.pass >= request.axis_count) {
        return 0u;
    }
    if (request.scalar_bytes != 0u && request.scalar_bytes != 2u && request.scalar_bytes != 4u &&
        request.scalar_bytes != 8u) {
        return 0u;
    }
    for (fftc_uniform i = 0u; i < request.axis_count; ++i) {
        fftc_uniform axis = fftc_buffer_request_axis(request, i);
        if (axis >= request.axis_count || request.extent[i] == FFTC_SIZE(0u)) {
            return 0u;
        }
        seen = seen | (1u << axis);
    }
    /* Each axis occurs once if the order is a permutation. */
    return seen == (1u << request.axis_count) - 1u ? 1u : 0u;
}

/* Bytes after a pass, each axis padded to hold length + kernel_extent. */
FFTC_FN fftc_size fftc_get_output_buffer_size_convolution(fftc_buffer_request request)
{
    fftc_size bytes;
    if (fftc_buffer_request_check(request) == 0u) {
        return FFTC_SIZE(0u);
    }
    bytes = FFTC_SIZE(request.scalar_bytes == 0u ? 8u : 2u * request.scalar_bytes);
    bytes = fftc_size_multiply(bytes, FFTC_SIZE(request.channels == 0u ? 1u : request.channels));
    for (fftc_uniform i = 0u; i < request.axis_count; ++i) {
        fftc_uniform axis = fftc_buffer_request_axis(request, i);
        fftc_size length = request.extent[axis];
        if (i <= request.pass) {
            length =
                fftc_round_up_to_power_of_two(fftc_size_add(length, request.kernel_extent[axis]));
        }
        if (i == 0u && request.real_signal != 0u && length > FFTC_SIZE(1u) &&
            length != FFTC_SIZE_MAX) {
            length = length >> 1u;
        }
        bytes = fftc_size_multiply(bytes, length);
    }
    return bytes;
}

/* Bytes of an output buffer each axis of which is padded to hold length alone: kernel_extent is not
 * looked at. */
FFTC_FN fftc_size fftc_get_output_buffer_size(fftc_buffer_request request)
{
    for (fftc_uniform axis = 0u; axis < 4u; ++axis) {
        request.kernel_extent[axis] = FFTC_SIZE(0u);
    }
    return fftc_get_output_buffer_size_convolution(request);
}

/* Bytes of an output buffer each axis of which is padded to hold length + kernel_extent - 1, which
 * is what the convolution needs. */
FFTC_FN fftc_size fftc_get_output_buffer_size_convolution_tight(fftc_buffer_request request)
{
    for (fftc_uniform axis = 0u; axis < 4u; ++axis) {
        if (request.kernel_extent[axis] != FFTC_SIZE(0u)) {
            request.kernel_extent[axis] = request.kernel_extent[axis] - FFTC_SIZE(1u);
        }
    }
    return fftc_get_output_buffer_size_convolution(request);
}

/* How a workgroup transforms a line: N = 2^(elements_log2 + workgroup_log2) points, 2^elements_log2
 * by each of 2^workgroup_log2 invocations. Both 0: there is no way. */
FFTC_STRUCT(fftc_fft_parameters)
{
    fftc_uniform elements_log2;
    fftc_uniform workgroup_log2;
};

/* The shortest power of two that holds `length`, by as many invocations as are useful and allowed:
 * at most max_workgroup_size, at least min_subgroup_size, at least two elements each.
 *
 * min_subgroup_size is a power of two, the size of the subgroups the pipeline will really have (the
 * device's largest, if it is not pinned); 1 if the kernel uses no subgroup operations. There is no
 * way if max_workgroup_size is less than it, or if length is not greater: pad shorter lines to
 * twice the subgroup. length is at most 2^31, where slots and frequencies end. */
FFTC_FN fftc_fft_parameters fftc_optimal_fft_parameters(fftc_uniform max_workgroup_size,
                                                        fftc_uniform length,
                                                        fftc_uniform min_subgroup_size)
{
    fftc_fft_parameters parameters;
    fftc_uniform length_log2;
    fftc_uniform workgroup_log2;
    parameters.elements_log2 = 0u;
    parameters.workgroup_log2 = 0u;
    if (min_subgroup_size == 0u || (min_subgroup_size & (min_subgroup_size - 1u)) != 0u) {
        return parameters;
    }
    if (max_workgroup_size < min_subgroup_size || length <= min_subgroup_size ||
        length > 0x80000000u) {
        return parameters;
    }
    /* length > min_subgroup_size >= 1: the padded length is at least twice the subgroup, so that
     * neither limit below can bring the workgroup under it. */
    length_log2 = fftc_floor_log2(fftc_round_up_to_power_of_two(FFTC_SIZE(length)));
    workgroup_log2 = fftc_floor_log2(FFTC_SIZE(max_workgroup_size));
    if (workgroup_log2 > length_log2 - 1u) {
        workgroup_log2 = length_log2 - 1u;
    }
    parameters.elements_log2 = length_log2 - workgroup_log2;
    parameters.workgroup_log2 = workgroup_log2;
    return parameters;
}

#endif
