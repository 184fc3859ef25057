/* SPDX-License-Identifier: MIT
 *
 * kernel/padding.h against steps from the nearer end, in every precision and number of lanes.
 */
#include "kernels.h"

#include "fftcore/kernel/padding.h"

#define NONE 0xffffffffu

/* Walks from the first number to `at`, or from the last one, and turns, jumps or stays at ends. */
static uint32_t walk(int64_t at, uint32_t length, uint32_t padding)
{
    padding = padding == TESTING_PADDING_MIRROR_ONCE ? FFTC_PADDING_MIRROR : padding;
    int64_t now = at < 0 ? 0 : length - 1;
    int64_t step = at < 0 ? -1 : 1;
    if (at >= 0 && at < length) {
        return (uint32_t)at;
    }
    int64_t steps = at < 0 ? -at : at - length + 1;
    for (int64_t i = 0; i < steps && padding != FFTC_PADDING_CLAMP; ++i) {
        bool end = step > 0 ? now == length - 1 : now == 0;
        if (end && padding == FFTC_PADDING_MIRROR) {
            step = -step;
        } else if (end) {
            now = step > 0 ? 0 : length - 1;
        } else {
            now += step;
        }
    }
    return padding == FFTC_PADDING_ZERO ? NONE : (uint32_t)now;
}

static void check(const testing_kernels *unit, uint32_t first, uint32_t before, uint32_t length,
                  uint32_t padding)
{
    uint32_t e[TESTING_LANES_MAX];
    uint32_t index[TESTING_LANES_MAX];
    for (uint32_t lane = 0; lane < unit->lanes; ++lane) {
        e[lane] = first + lane;
    }
    unit->padding(e, before, length, padding, index);
    for (uint32_t lane = 0; lane < unit->lanes; ++lane) {
        uint32_t wanted = walk((int64_t)e[lane] - before, length, padding);
        ck_assert_msg(index[lane] == wanted,
                      "padding %u, number %u, %u before, length %u: %u, not %u", padding, e[lane],
                      before, length, index[lane], wanted);
    }
}

/* Every number of short axes, with up to a dozen reflections on either side. */
START_TEST(padding_every_number_as_walked)
{
    static const uint32_t befores[] = {0, 1, 2, 5, 12, 31};
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (uint32_t padding = 0; padding <= FFTC_PADDING_CLAMP; ++padding) {
            for (uint32_t length = 1; length <= 9; ++length) {
                for (size_t i = 0; i < sizeof befores / sizeof *befores; ++i) {
                    uint32_t lanes = (uint32_t)(*u)->lanes;
                    for (uint32_t e = 0; e < befores[i] + length + 40; e += lanes) {
                        check(*u, e, befores[i], length, padding);
                        if (padding == FFTC_PADDING_MIRROR && befores[i] <= length &&
                            e + lanes <= befores[i] + 2 * length) {
                            check(*u, e, befores[i], length, TESTING_PADDING_MIRROR_ONCE);
                        }
                    }
                }
            }
        }
    }
}
END_TEST

/* An axis of 65536 numbers, whose count wraps to 0 in 16 bits, and the largest of all. */
START_TEST(padding_of_long_axes_has_no_overflow)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (uint32_t padding = 0; padding <= FFTC_PADDING_CLAMP; ++padding) {
            for (uint32_t e = 65534; e < 65570; e += (uint32_t)(*u)->lanes) {
                check(*u, e, 0, 65536, padding);
                check(*u, e, 65540, 65536, padding);
                check(*u, e + 65536, 20, 65536, padding);
            }
            check(*u, 0x40000000u - 8, 0, 0x40000000u, padding);
            check(*u, 0x7ffffff0u, 0x1fffffffu, 0x60000000u, padding);
            check(*u, 0x7ffffff0u, 0, 0x7ffffff4u, padding);
            check(*u, 0x7ffffff0u, 0x7fffffffu, 1u << 20, padding);
            check(*u, 0x7fffffe0u, 0x7fffffffu - 37, 38, padding);
        }
        for (uint32_t e = 0x3ffffff0u - 40; e < 0x3ffffff0u + 40; e += (uint32_t)(*u)->lanes) {
            check(*u, e, 0, 0x3ffffff0u, TESTING_PADDING_MIRROR_ONCE);
            check(*u, e, 0x3ffffff0u, 0x3ffffff0u, TESTING_PADDING_MIRROR_ONCE);
            check(*u, e + 0x3ffffff0u, 0x3ffffff0u, 0x3ffffff0u, TESTING_PADDING_MIRROR_ONCE);
        }
    }
}
END_TEST

TESTING_MAIN("padding", padding_every_number_as_walked, padding_of_long_axes_has_no_overflow)
