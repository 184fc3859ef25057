/* SPDX-License-Identifier: MIT
 *
 * kernel/sizes.h against its definition in 128-bit arithmetic: what fits 64 bits must be exact,
 * what does not must say so.
 */
#include "fftcore/kernel/sizes.h"

#include "input.h"

__extension__ typedef unsigned __int128 wide;

static uint64_t saturate(wide x)
{
    return x > UINT64_MAX ? UINT64_MAX : (uint64_t)x;
}

static wide wide_power_of_two(wide x)
{
    wide power = 1;
    while (power < x) {
        power *= 2;
    }
    return power;
}

/* Numbers near powers of two, near the ends, and any others. */
static uint64_t take_size(fuzz_input *input)
{
    uint32_t how = fuzz_take_below(input, 4);
    switch (how) {
    case 0: return fuzz_take(input, 8);
    case 1: return fuzz_take(input, 1);
    case 2: return fuzz_take(input, 3);
    default: {
        uint32_t bit = fuzz_take_below(input, 64);
        uint64_t offset = fuzz_take(input, 1);
        return ((uint64_t)1 << bit) + offset - 128;
    }
    }
}

static void check_scalars(uint64_t x, uint64_t y)
{
    fuzz_check(fftc_size_add(x, y) == saturate((wide)x + y), "%llx + %llx", (unsigned long long)x,
               (unsigned long long)y);
    fuzz_check(fftc_size_multiply(x, y) == saturate((wide)x * y), "%llx * %llx",
               (unsigned long long)x, (unsigned long long)y);
    fuzz_check(fftc_round_up_to_power_of_two(x) == saturate(wide_power_of_two(x)), "%llx",
               (unsigned long long)x);
    wide least = (wide)1 << fftc_floor_log2(x);
    fuzz_check(x == 0 ? least == 1 : least <= x && x < 2 * least, "log2 %llx",
               (unsigned long long)x);
}

/* Does the request make sense, said again: an order is one that names each axis once. */
static int sensible(const fftc_buffer_request *request)
{
    int order_given = 0;
    if (request->axis_count < 1 || request->axis_count > 4 ||
        request->pass >= request->axis_count) {
        return 0;
    }
    for (unsigned i = 0; i < 4; ++i) {
        order_given |= request->axis_order[i] != 0;
    }
    for (unsigned axis = 0; axis < request->axis_count; ++axis) {
        unsigned times = 0;
        for (unsigned i = 0; i < request->axis_count; ++i) {
            times += request->axis_order[i] == axis;
        }
        if ((order_given && times != 1) || request->extent[axis] == 0) {
            return 0;
        }
    }
    return request->scalar_bytes == 0 || request->scalar_bytes == 2 || request->scalar_bytes == 4 ||
           request->scalar_bytes == 8;
}

/* Position of an axis in the order. */
static unsigned turn_of(const fftc_buffer_request *request, unsigned axis)
{
    int order_given = 0;
    for (unsigned i = 0; i < 4; ++i) {
        order_given |= request->axis_order[i] != 0;
    }
    unsigned turn = 0;
    while (order_given && request->axis_order[turn] != axis) {
        ++turn;
    }
    return order_given ? turn : axis;
}

/* `extra`: what is added to a length that has a kernel, in place of the kernel's length (-1: one
 * less than it; 0: it; 1: nothing). */
static uint64_t expected_bytes(const fftc_buffer_request *request, int extra)
{
    if (!sensible(request)) {
        return 0;
    }
    wide bytes = 2 * (wide)(request->scalar_bytes == 0 ? 4 : request->scalar_bytes) *
                 (request->channels == 0 ? 1 : request->channels);
    for (unsigned axis = 0; axis < request->axis_count; ++axis) {
        wide length = request->extent[axis];
        wide kernel = extra > 0 ? 0 : request->kernel_extent[axis];
        unsigned turn = turn_of(request, axis);
        if (extra < 0 && kernel > 0) {
            --kernel;
        }
        if (turn <= request->pass) {
            length = wide_power_of_two(length + kernel);
        }
        if (turn == 0 && request->real_signal != 0 && length > 1) {
            length /= 2;
        }
        /* All factors are at least 1, so that what is once too large stays so. */
        bytes = (bytes > UINT64_MAX ? (wide)UINT64_MAX + 1 : bytes) *
                (length > UINT64_MAX ? (wide)UINT64_MAX : length);
        bytes = bytes > UINT64_MAX ? (wide)UINT64_MAX + 1 : bytes;
    }
    return saturate(bytes);
}

static void check_buffers(fuzz_input *input)
{
    fftc_buffer_request request = {0};
    request.axis_count = fuzz_take_below(input, 6);
    request.pass = fuzz_take_below(input, 5);
    request.channels = (fftc_uniform)take_size(input);
    request.scalar_bytes = fuzz_take_below(input, 10);
    request.real_signal = fuzz_take_below(input, 2);
    uint32_t order = fuzz_take_below(input, 256);
    for (unsigned i = 0; i < 4; ++i) {
        request.axis_order[i] = (order & 1) != 0 ? (order >> (2 * i)) & 3u : 0u;
        request.extent[i] = take_size(input);
        request.kernel_extent[i] = take_size(input);
    }
    fuzz_check(fftc_buffer_request_check(request) == (fftc_uniform)sensible(&request),
               "axes %u, pass %u, order %x", request.axis_count, request.pass, order);
    fuzz_check(fftc_get_output_buffer_size(request) == expected_bytes(&request, 1),
               "axes %u, pass %u, order %x", request.axis_count, request.pass, order);
    fuzz_check(fftc_get_output_buffer_size_convolution(request) == expected_bytes(&request, 0),
               "axes %u, pass %u, order %x", request.axis_count, request.pass, order);
    fuzz_check(fftc_get_output_buffer_size_convolution_tight(request) ==
                   expected_bytes(&request, -1),
               "axes %u, pass %u, order %x", request.axis_count, request.pass, order);
}

/* Of all ways that the documentation allows, the one with the most invocations. */
static void check_parameters(uint32_t most, uint32_t length, uint32_t subgroup)
{
    fftc_fft_parameters parameters = fftc_optimal_fft_parameters(most, length, subgroup);
    unsigned best_e = 0;
    unsigned best_w = 0;
    int power = subgroup != 0 && (subgroup & (subgroup - 1)) == 0;
    if (power && length > subgroup && length <= 0x80000000u) {
        wide points = wide_power_of_two(length);
        for (unsigned w = 0; w < 32; ++w) {
            wide workgroup = (wide)1 << w;
            if (workgroup <= most && workgroup >= subgroup && 2 * workgroup <= points) {
                best_w = w;
                for (best_e = 0; (workgroup << best_e) < points; ++best_e) {
                }
            }
        }
    }
    fuzz_check(parameters.elements_log2 == best_e && parameters.workgroup_log2 == best_w,
               "most %u, length %u, subgroup %u: E %u W %u instead of %u %u", most, length,
               subgroup, parameters.elements_log2, parameters.workgroup_log2, best_e, best_w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    uint64_t x = take_size(&input);
    uint64_t y = take_size(&input);
    check_scalars(x, y);
    check_parameters((uint32_t)x, (uint32_t)y, (uint32_t)take_size(&input));
    check_parameters((uint32_t)x, (uint32_t)y, (uint32_t)1 << fuzz_take_below(&input, 32));
    check_buffers(&input);
    return 0;
}
