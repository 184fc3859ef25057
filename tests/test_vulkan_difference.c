/* SPDX-License-Identifier: MIT
 *
 * shaders/common/difference.glsl on every Vulkan device, with subgroup operations and without: a
 * step of the wave equation in a medium has the bits of the header's sums on the CPU.
 */
#include <stdlib.h>
#include <string.h>

#include "fftcore/kernel/finite_difference.h"

#include "vulkan_compute.h"
#include "vulkan_testing.h"

enum { NX = 22, NY = 7, NZ = 9, POINTS = NX * NY * NZ, REACH = 2 /* as in difference.comp */ };

/* What binding 2 holds. */
typedef struct parameters {
    uint32_t length[3];
    uint32_t boundary[3];
    uint32_t unused[2];
    float weight[3][5];
    float gain;
    float loss;
} parameters;

static float points[POINTS], previous[POINTS], medium[POINTS], expected[POINTS], next[POINTS];

static float value(const parameters *p, const int at[3], int axis, int distance)
{
    fftc_difference_place found[3];
    uint32_t index = 0;
    for (int i = 2; i >= 0; --i) {
        int place = at[i] + (i == axis ? distance : 0);
        found[i] =
            fftc_difference_at((uint32_t)(place + REACH), REACH, p->length[i], p->boundary[i]);
        index = index * p->length[i] + found[i].index;
    }
    return fftc_difference_value(found[axis], points[index]);
}

static void expect(const parameters *p)
{
    for (int i = 0; i < POINTS; ++i) {
        const int at[3] = {i % NX, i / NX % NY, i / NX / NY};
        float sum = fftc_difference_begin(points[i], p->weight[0][0]);
        for (int axis = 0; axis < 3; ++axis) {
            for (int k = 1; k <= REACH; ++k) {
                sum = fftc_difference_add(sum, value(p, at, axis, -k), value(p, at, axis, k),
                                          p->weight[axis][k]);
            }
        }
        expected[i] =
            fftc_difference_wave(points[i], previous[i], medium[i] * sum, p->gain, p->loss);
    }
}

static void check(uint32_t device, uint32_t subgroup_log2, parameters *p)
{
    char name[256];
    size_t bytes;
    const uint32_t lanes = 4;
    const uint32_t width = 2 * lanes;
    const uint32_t blocks = (NX + width - 1) / width * ((NY + 1) / 2) * ((NZ + 3) / 4);
    uint32_t *spirv =
        vulkan_compute_shader(subgroup_log2 == 0 ? "difference_0" : "difference_2", &bytes);
    memcpy(next, previous, sizeof next);
    vulkan_compute_job job = {.spirv = spirv,
                              .spirv_bytes = bytes,
                              .buffer_count = 4,
                              .data = {points, next, p, medium},
                              .bytes = {sizeof points, sizeof next, sizeof *p, sizeof medium},
                              .workgroups = (blocks * lanes + 15) / 16,
                              .constants = 1};
    ck_assert(vulkan_compute_run(device, &job, name));
    ck_assert_msg(memcmp(next, expected, sizeof next) == 0,
                  "%s, 2^%u lanes shuffle, boundaries %u %u %u", name, subgroup_log2,
                  p->boundary[0], p->boundary[1], p->boundary[2]);
    free(spirv);
}

START_TEST(steps_have_the_bits_of_the_header)
{
    testing_random random = testing_random_start("difference");
    parameters p = {.length = {NX, NY, NZ}, .gain = 0.75F, .loss = 0.5F};
    testing_fill(FFTC_FLOAT32, points, POINTS / 2, &random);
    testing_fill(FFTC_FLOAT32, previous, POINTS / 2, &random);
    testing_fill(FFTC_FLOAT32, medium, POINTS / 2, &random);
    testing_fill(FFTC_FLOAT32, p.weight, 7, &random);
    for (uint32_t turn = 0; turn < 3; ++turn) {
        for (uint32_t axis = 0; axis < 3; ++axis) {
            p.boundary[axis] = (turn + axis) % 3;
        }
        expect(&p);
        for (uint32_t device = 0; device < vulkan_compute_device_count(); ++device) {
            check(device, 0, &p);
            check(device, 2, &p);
        }
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan difference", steps_have_the_bits_of_the_header)
