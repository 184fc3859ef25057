/* SPDX-License-Identifier: MIT
 *
 * Whether the device's own conversions between float and half are those of kernel/halves.h, which
 * round to nearest even and keep subnormals: for every half, and floats at and around it and at and
 * around the ties behind it. Binding 1 receives 1 if any is not.
 */
#define FFTC_PRECISION 32

#include "fftcore/kernel/halves.h"

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 1) buffer FftcWrong
{
    uint fftc_wrong;
};

bool fftc_packs(uint bits)
{
    float x = uintBitsToFloat(bits);
    bool number = (bits & 0x7fffffffu) <= 0x7f800000u;
    return !number ||
           packHalf2x16(vec2(x, -x)) == fftc_halves_from_complex(fftc_complex_make(x, -x));
}

bool fftc_packs_around(uint bits)
{
    return fftc_packs(bits - 1u) && fftc_packs(bits) && fftc_packs(bits + 1u);
}

void main(void)
{
    uint half_bits = gl_GlobalInvocationID.x & 0xffffu;
    if ((half_bits & 0x7fffu) <= 0x7c00u) {
        uint bits = floatBitsToUint(fftc_real_from_half(half_bits));
        uint tie = floatBitsToUint(uintBitsToFloat(bits & 0x7fffffffu) + 2.98023223876953125e-8);
        vec2 unpacked = unpackHalf2x16(half_bits | (half_bits << 16u));
        bool right = floatBitsToUint(unpacked.x) == bits && floatBitsToUint(unpacked.y) == bits &&
                     fftc_packs_around(bits) && fftc_packs_around(bits + 0x1000u) &&
                     fftc_packs_around(tie);
        if (!right) {
            atomicOr(fftc_wrong, 1u);
        }
    }
}
