#version 450
/* SPDX-License-Identifier: MIT
 *
 * Branches, loops, switches and functions, differently for each invocation. */
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
uint calls = 0u;
uint collatz(uint n)
{
    uint steps = 0u;
    ++calls;
    while (n > 1u && steps < 100u) {
        if ((n & 1u) == 0u) {
            n >>= 1;
        } else {
            n = 3u * n + 1u;
        }
        ++steps;
    }
    return steps;
}
uint choose(uint x)
{
    switch (x & 7u) {
    case 0u: return 3u;
    case 1u: x += 5u; /* falls through */
    case 2u: x *= 7u; break;
    case 5u: return collatz(x);
    case 6u:
        for (int k = 0; k < 3; ++k) {
            if (k == int(x >> 30)) {
                continue;
            }
            x ^= x << (k + 1);
        }
        break;
    default: x = ~x;
    }
    return x;
}
void swap(inout uint a, inout uint b)
{
    uint t = a;
    a = b;
    b = t;
}
void main()
{
    uint i = gl_GlobalInvocationID.x, n = 64u * gl_NumWorkGroups.x;
    uint a = source[i], b = 0u, c = 1u;
    for (uint outer = 0u; outer < 5u; ++outer) {
        for (uint inner = 0u;; ++inner) {
            if (inner > (a & 15u)) {
                break;
            }
            if (((a >> inner) & 1u) != 0u) {
                continue;
            }
            b += choose(a + inner + outer);
        }
        uint turns = 0u;
        do {
            c = c * 1664525u + a;
            ++turns;
        } while ((c & 3u) != 0u && turns < 20u);
        swap(b, c);
    }
    uint table[6] = uint[](1u, 4u, 9u, 16u, 25u, 36u);
    table[a % 6u] += b;
    uint sum = 0u;
    for (int k = 0; k < 6; ++k) {
        sum = sum * 31u + table[k];
    }
    result[i] = b; result[i + n] = c; result[i + 2u * n] = sum; result[i + 3u * n] = calls;
    if (a > 0x80000000u) {
        return;
    }
    result[i + 4u * n] = collatz(a & 255u);
}
