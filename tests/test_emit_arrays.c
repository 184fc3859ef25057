/* SPDX-License-Identifier: MIT
 *
 * Emitted scans, finite differences and classic FFTs, carried out on every device by a program that
 * knows nothing of fftcore (examples/run_emitted.c), have the bits of the reference, of the CPU and
 * of the emulator; what is refused.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "butterfly_testing.h"
#include "difference_steps_testing.h"
#include "emitted_folder.h"
#include "fftcore/vulkan/butterfly.h"
#include "fftcore/vulkan/finite_difference.h"
#include "fftcore/vulkan/scan.h"
#include "scan_testing.h"
#include "vulkan_testing.h"

static void carry_out(fftc_emitted_plan *plan, uint32_t number)
{
    emitted_folder_write_plan(plan);
    fftc_emitted_plan_free(plan);
    ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                          emitted_folder, (unsigned)number),
                     0);
}

static void check_scan(const fftc_scan_description *d, const fftc_vulkan_device *device,
                       const fftc_vulkan_scan_options *options, uint32_t number)
{
    testing_random random = testing_random_start("emit scan");
    char name[200];
    size_t bytes[3]; /* of src, heads and dst */
    fftc_emitted_plan plan;
    fftc_error error;
    ck_assert_int_eq(fftc_scan_bytes(d, &bytes[0], &bytes[1], &bytes[2], NULL), FFTC_SUCCESS);
    char *src = calloc(1, bytes[0] + 8);
    char *dst = calloc(1, bytes[2] + 8);
    char *result = calloc(1, bytes[2] + 8);
    uint32_t *heads = calloc(1, bytes[1] + 4);
    scan_fill(d, src, heads, 100, &random);
    scan_reference(d, src, heads, dst);
    ck_assert_msg(fftc_vulkan_scan_emit(d, device, options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    emitted_folder_make();
    if (d->placement == FFTC_IN_PLACE) {
        emitted_folder_write("dst.bin", src, bytes[2]);
    } else {
        emitted_folder_write("src.bin", src, bytes[0]);
        emitted_folder_write("dst.bin", result, bytes[2]); /* what nobody writes stays */
    }
    if (d->segmented) {
        emitted_folder_write("heads.bin", heads, bytes[1]);
    }
    carry_out(&plan, number);
    emitted_folder_read("dst.bin", result, bytes[2]);
    scan_name(d, name, sizeof name);
    ck_assert_msg(memcmp(result, dst, bytes[2]) == 0, "%s on %s", name,
                  device != NULL ? device->name : "any device");
    emitted_folder_remove();
    free(src);
    free(dst);
    free(result);
    free(heads);
}

/* One block; several, by both methods; totals of totals; in place; by segments; of the user's;
 * nothing. */
static const struct {
    fftc_scan_description d;
    fftc_scan_method method;
    bool any_device;
} scans[] = {
    {{.length = 3000, .type = FFTC_SCAN_FLOAT32}, FFTC_SCAN_METHOD_DEFAULT, false},
    {{.length = 20001, .type = FFTC_SCAN_FLOAT32}, FFTC_SCAN_METHOD_SEVERAL, false},
    {{.length = 20001, .kind = FFTC_EXCLUSIVE_SCAN, .placement = FFTC_IN_PLACE},
     FFTC_SCAN_METHOD_ONE_PASS,
     false},
    {{.length = 20001, .kind = FFTC_REDUCTION, .segmented = true, .segments = 150},
     FFTC_SCAN_METHOD_SEVERAL,
     true},
    {{.length = 0, .kind = FFTC_REDUCTION}, FFTC_SCAN_METHOD_DEFAULT, true},
};

START_TEST(stranger_carries_out_emitted_scans)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        const fftc_vulkan_device *device = vulkan_testing_device(numbers[k]);
        for (unsigned i = 0; i < sizeof scans / sizeof *scans; ++i) {
            const fftc_vulkan_scan_options options = {.passes.method = scans[i].method};
            if (vulkan_testing_turn(i, k, count)) {
                check_scan(&scans[i].d, scans[i].any_device ? NULL : device, &options, numbers[k]);
            }
        }
        if (vulkan_testing_turn(0, k, count)) {
            const fftc_scan_description maps = {
                .length = 5000, .operation = FFTC_SCAN_OWN, .own = scan_maps};
            check_scan(&maps, device, NULL, numbers[k]);
        }
    }
}
END_TEST

static void check_steps(const difference_steps *c, const fftc_vulkan_device *device,
                        uint32_t number)
{
    const fftc_vulkan_difference_options options = {.blocks = c->blocks,
                                                    .medium = c->medium != NULL};
    void *arrays[2] = {malloc(c->bytes), malloc(c->bytes)};
    fftc_emitted_plan plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_difference_emit(&c->difference, device, &options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s: %s", c->name, error.message);
    emitted_folder_make();
    emitted_folder_write("points.bin", c->arrays[0], c->bytes);
    if (c->difference.equation == FFTC_WAVE) {
        emitted_folder_write("previous.bin", c->arrays[1], c->bytes);
    }
    if (c->medium != NULL) {
        emitted_folder_write("medium.bin", c->medium, c->bytes);
    }
    carry_out(&plan, number);
    emitted_folder_read("points.bin", arrays[0], c->bytes);
    emitted_folder_read("previous.bin", arrays[1], c->bytes);
    difference_steps_compare(c, arrays, "emitted");
    emitted_folder_remove();
    free(arrays[0]);
    free(arrays[1]);
}

START_TEST(stranger_carries_out_emitted_steps)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("emit steps");
    for (uint32_t k = 0; k < count; ++k) {
        const fftc_vulkan_device *device = vulkan_testing_device(numbers[k]);
        for (unsigned i = 0; i < 2; ++i) {
            difference_steps c = {.steps = 2, .points = 23 * 150};
            c.difference = (fftc_difference){.equation = i == 0 ? FFTC_WAVE : FFTC_HEAT,
                                             .length = {23, 150},
                                             .boundary = {FFTC_BOUNDARY_MIRROR, FFTC_BOUNDARY_ZERO},
                                             .order = i == 0 ? 4 : 2,
                                             .coefficient = 1,
                                             .damping = i == 0 ? 0.5 : 0.0,
                                             .time_step = 0.2};
            c.bytes = c.points * sizeof(float);
            difference_steps_fill(&c, &random);
            check_steps(&c, i == 0 ? device : NULL, numbers[k]);
            difference_steps_free(&c);
        }
    }
}
END_TEST

static void check_butterfly(const fftc_butterfly *b, const fftc_vulkan_device *device,
                            uint32_t number)
{
    testing_random random = testing_random_start("emit butterfly");
    butterfly_case c = butterfly_case_make(b, false, &random);
    void *result = malloc(c.bytes);
    const fftc_emulated_device emulated = {.invocations_max = 128};
    fftc_emitted_plan plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_butterfly_emit(&c.butterfly, device, &plan, &error) == FFTC_SUCCESS,
                  "%s: %s", c.name, error.message);
    emitted_folder_make();
    emitted_folder_write("src.bin", c.src, c.bytes);
    emitted_folder_write("dst.bin", c.dst, c.bytes);
    carry_out(&plan, number);
    emitted_folder_read("dst.bin", result, c.bytes);
    butterfly_case_emulate(&c, &emulated);
    ck_assert_msg(memcmp(result, c.dst, c.bytes) == 0, "%s, emitted", c.name);
    emitted_folder_remove();
    free(result);
    butterfly_case_free(&c);
}

START_TEST(stranger_carries_out_emitted_butterflies)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        for (unsigned i = 0; i < 4; ++i) {
            const fftc_butterfly b = {.points_log2 = 5 + i,
                                      .lines = 7,
                                      .technique = (fftc_technique)(i % 2),
                                      .table = i / 2 != 0,
                                      .direction = i / 2 != 0 ? FFTC_INVERSE : FFTC_FORWARD};
            if (vulkan_testing_turn(i, k, count)) {
                check_butterfly(&b, i == 0 ? NULL : vulkan_testing_device(numbers[k]), numbers[k]);
            }
        }
    }
}
END_TEST

START_TEST(emitting_refuses_what_it_cannot)
{
    const fftc_scan_description nothing = {.length = 0};
    const fftc_scan_description doubles = {.length = 9, .type = FFTC_SCAN_FLOAT64};
    const fftc_difference heat = {.length = {9}, .coefficient = 1, .time_step = 0.1};
    const fftc_vulkan_device none = {.invocations_max = 0};
    fftc_difference fine = heat;
    fftc_emitted_plan plan = {.kernels = 1};
    fftc_error error;
    fine.precision = FFTC_FLOAT64;
    ck_assert_int_eq(fftc_vulkan_scan_emit(&nothing, NULL, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "length is 0"));
    ck_assert_uint_eq(plan.kernels, 0);
    ck_assert_int_eq(fftc_vulkan_scan_emit(NULL, NULL, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_scan_emit(&doubles, NULL, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_scan_emit(&doubles, NULL, NULL, &plan, &error), FFTC_UNSUPPORTED);
    ck_assert_int_eq(fftc_vulkan_scan_emit(&doubles, &none, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "limit"));
    ck_assert_int_eq(fftc_vulkan_difference_emit(NULL, NULL, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_difference_emit(&heat, NULL, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_difference_emit(&fine, NULL, NULL, &plan, &error),
                     FFTC_UNSUPPORTED);
    ck_assert_int_eq(fftc_vulkan_difference_emit(&heat, &none, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    const fftc_butterfly four = {.points_log2 = 2};
    ck_assert_int_eq(fftc_vulkan_butterfly_emit(NULL, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_butterfly_emit(&four, NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_butterfly_emit(&four, &none, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(plan.kernel);
}
END_TEST

VULKAN_TESTING_MAIN("emit_arrays", stranger_carries_out_emitted_scans,
                    stranger_carries_out_emitted_steps, stranger_carries_out_emitted_butterflies,
                    emitting_refuses_what_it_cannot)
