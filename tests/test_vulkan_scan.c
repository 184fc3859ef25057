/* SPDX-License-Identifier: MIT
 *
 * kernel/scan.h on every Vulkan device, with subgroup operations and without: maps x -> a x + b,
 * which do not commute, against one after the other. The environment variable FFTC_TEST_SPIRV names
 * the folder of the shaders, if not the one they were built in.
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

static void check_shader(unsigned subgroup_log2)
{
    char file[512];
    static map source[WORKGROUPS * COUNT];
    static map result[WORKGROUPS * RESULTS];
    static uint32_t spirv[1 << 16];
    testing_random random = testing_random_start("vulkan scan");
    const char *folder = getenv("FFTC_TEST_SPIRV");
    (void)snprintf(file, sizeof file, "%s/scan_%u.spv", folder != NULL ? folder : FFTC_TEST_SPIRV,
                   subgroup_log2);
    FILE *shader = fopen(file, "rb");
    ck_assert_msg(shader != NULL, "%s cannot be read", file);
    size_t bytes = fread(spirv, 1, sizeof spirv, shader);
    (void)fclose(shader);
    ck_assert(bytes > 0 && bytes < sizeof spirv);
    for (uint32_t device = 0; device < vulkan_compute_device_count(); ++device) {
        char name[256];
        vulkan_compute_job job = {.spirv = spirv,
                                  .spirv_bytes = bytes,
                                  .buffer_count = 2,
                                  .data = {source, result},
                                  .bytes = {sizeof source, sizeof result},
                                  .workgroups = WORKGROUPS};
        for (size_t i = 0; i < WORKGROUPS * COUNT; ++i) {
            source[i] = (map){(uint32_t)testing_random_next(&random),
                              (uint32_t)testing_random_next(&random)};
        }
        memset(result, 0xa5, sizeof result);
        bool able = vulkan_compute_run(device, &job, name);
        printf("%s: %s\n", name, able ? "compared" : "not supported");
        for (uint32_t w = 0; w < WORKGROUPS && able; ++w) {
            map expected[RESULTS];
            expect(source + (size_t)w * COUNT, expected);
            for (uint32_t i = 0; i < RESULTS; ++i) {
                ck_assert_msg(memcmp(&result[w * RESULTS + i], &expected[i], sizeof *expected) == 0,
                              "%s, workgroup %u, result %u: %u %u, not %u %u", name, w, i,
                              result[w * RESULTS + i].a, result[w * RESULTS + i].b, expected[i].a,
                              expected[i].b);
            }
        }
    }
}

START_TEST(scans_without_subgroups)
{
    check_shader(0);
}
END_TEST

START_TEST(scans_by_subgroups_of_2)
{
    check_shader(1);
}
END_TEST

START_TEST(scans_by_subgroups_of_4)
{
    check_shader(2);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan scan", scans_without_subgroups, scans_by_subgroups_of_2,
                    scans_by_subgroups_of_4)
