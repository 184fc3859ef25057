/* SPDX-License-Identifier: MIT
 *
 * kernel/scan.h and kernel/stencil.h on every Vulkan device: scans of maps x -> a x + b, which do
 * not commute, with subgroup operations and without, and weighted sums over neighbours.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_compute.h"
#include "vulkan_testing.h"

#define SIZE 64u
#define ROUNDS 3u
#define COUNT (ROUNDS * SIZE)
#define RESULTS (2u * COUNT + 5u * SIZE) /* as in scan.comp */
#define WORKGROUPS 5u

typedef struct map {
    uint32_t a, b;
} map;

static map combine(map earlier, map later)
{
    return (map){later.a * earlier.a, later.a * earlier.b + later.b};
}

/* Writes `count` results of each kind, returns the last sum. */
static map scan(const map *source, uint32_t count, bool exclusive, map before, map *to)
{
    for (uint32_t i = 0; i < count; ++i) {
        map after = combine(before, source[i]);
        to[i] = exclusive ? before : after;
        before = after;
    }
    return before;
}

static void expect(const map *source, map *to)
{
    const map identity = {1, 0};
    map all = scan(source, SIZE, false, identity, to);
    (void)scan(source, SIZE, true, identity, to + SIZE);
    to += 2 * SIZE;
    for (uint32_t i = 0; i < SIZE; ++i) {
        *to++ = all;
    }
    all = identity;
    for (int exclusive = 0; exclusive < 2; ++exclusive) {
        all = scan(source, COUNT, exclusive != 0, all, to);
        to += COUNT;
        for (uint32_t i = 0; i < SIZE; ++i) {
            *to++ = all;
        }
    }
}

/* On every device; `judge` has to find fault. */
static void run_shader(const char *shader, uint32_t workgroups, void *source, size_t source_bytes,
                       void *result, size_t result_bytes, void (*judge)(const char *device))
{
    testing_random random = testing_random_start(shader);
    size_t bytes;
    uint32_t *spirv = vulkan_compute_shader(shader, &bytes);
    for (uint32_t device = 0; device < vulkan_compute_device_count(); ++device) {
        char name[256];
        vulkan_compute_job job = {.spirv = spirv,
                                  .spirv_bytes = bytes,
                                  .buffer_count = 2,
                                  .data = {source, result},
                                  .bytes = {source_bytes, result_bytes},
                                  .workgroups = workgroups};
        for (size_t i = 0; i < source_bytes / sizeof(uint32_t); ++i) {
            ((uint32_t *)source)[i] = (uint32_t)testing_random_next(&random);
        }
        memset(result, 0xa5, result_bytes);
        bool able = vulkan_compute_run(device, &job, name);
        printf("%s, %s: %s\n", shader, name, able ? "compared" : "not supported");
        if (able) {
            judge(name);
        }
    }
    free(spirv);
}

static map maps[WORKGROUPS * COUNT];
static map scanned[WORKGROUPS * RESULTS];

static void judge_scans(const char *device)
{
    for (uint32_t w = 0; w < WORKGROUPS; ++w) {
        map expected[RESULTS];
        const map *got = scanned + (size_t)w * RESULTS;
        expect(maps + (size_t)w * COUNT, expected);
        for (uint32_t i = 0; i < RESULTS; ++i) {
            ck_assert_msg(got[i].a == expected[i].a && got[i].b == expected[i].b,
                          "%s, workgroup %u, result %u: %u %u, not %u %u", device, w, i, got[i].a,
                          got[i].b, expected[i].a, expected[i].b);
        }
    }
}

static void check_scans(const char *shader)
{
    run_shader(shader, WORKGROUPS, maps, sizeof maps, scanned, sizeof scanned, judge_scans);
}

#define WIDTH 96u /* as in stencil.comp */
#define HEIGHT 40u

static uint32_t picture[HEIGHT * WIDTH];
static uint32_t sums[HEIGHT * WIDTH];

static void judge_sums(const char *device)
{
    for (uint32_t at = 0; at < WIDTH * HEIGHT; ++at) {
        uint32_t sum = 0;
        for (uint32_t j = 0; j < 3; ++j) {
            for (uint32_t i = 0; i < 5; ++i) {
                uint32_t x = (at % WIDTH + i + WIDTH - 2) % WIDTH;
                uint32_t y = (at / WIDTH + j + HEIGHT - 1) % HEIGHT;
                sum += (1 + 3 * i + 100 * j) * picture[y * WIDTH + x];
            }
        }
        ck_assert_msg(sums[at] == sum, "%s, pixel %u,%u", device, at % WIDTH, at / WIDTH);
    }
}

START_TEST(scans_without_subgroups)
{
    check_scans("scan_0");
}
END_TEST

START_TEST(scans_by_subgroups_of_2)
{
    check_scans("scan_1");
}
END_TEST

START_TEST(scans_by_subgroups_of_4)
{
    check_scans("scan_2");
}
END_TEST

START_TEST(stencils_give_neighbours)
{
    run_shader("stencil", WIDTH / 32 * HEIGHT / 8, picture, sizeof picture, sums, sizeof sums,
               judge_sums);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan workgroups", scans_without_subgroups, scans_by_subgroups_of_2,
                    scans_by_subgroups_of_4, stencils_give_neighbours)
