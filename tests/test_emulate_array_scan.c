/* SPDX-License-Identifier: MIT
 *
 * The dispatches of scans of arrays in the emulator: the bits of the CPU's scans for every method,
 * type, operation, size of workgroup and subgroup and schedule; look-back with workgroups at one
 * time, in any order; and no findings.
 */
#include "fftcore/emulate_scan.h"

#include <stdlib.h>
#include <string.h>

#include "scan_testing.h"

typedef struct how {
    fftc_scan_pass_options options;
    fftc_emulation config;
    uint32_t shared_bytes;
    uint32_t length_of_segment;
} how;

static void check(const fftc_scan_description *d, const how *h, testing_random *random)
{
    const fftc_emulated_device device = {
        .invocations_max = 1024, .shared_bytes = h->shared_bytes, .config = &h->config};
    char name[200];
    size_t src_bytes;
    size_t dst_bytes;
    size_t heads_bytes;
    fftc_emulated_report report;
    fftc_error error;
    scan_name(d, name, sizeof name);
    ck_assert_int_eq(fftc_scan_bytes(d, &src_bytes, &heads_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
    char *src = malloc(src_bytes + 8);
    char *dst = malloc(dst_bytes + 8);
    char *expected = malloc(dst_bytes + 8);
    uint32_t *heads = calloc(1, heads_bytes + 4);
    memset(dst, 0x5a, dst_bytes);
    memset(expected, 0x5a, dst_bytes);
    scan_fill(d, src, heads, h->length_of_segment, random);
    scan_reference(d, src, heads, expected);
    bool in_place = d->placement == FFTC_IN_PLACE;
    if (in_place) {
        memcpy(dst, src, src_bytes);
    }
    fftc_status status = fftc_emulate_scan(d, &h->options, &device, in_place ? dst : src,
                                           d->segmented ? heads : NULL, dst, &report, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", name, error.message);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("%s: %s", name, text);
    }
    ck_assert_msg(memcmp(dst, expected, dst_bytes) == 0,
                  "%s: dst differs (method %d, %u items, %u invocations, subgroups of %u)", name,
                  (int)h->options.method, (unsigned)h->options.items,
                  (unsigned)h->options.invocations, (unsigned)h->config.subgroup_size);
    free(src);
    free(dst);
    free(expected);
    free(heads);
}

static fftc_scan_description describe(uint64_t length, int type, int operation, int kind,
                                      bool segmented)
{
    return (fftc_scan_description){.length = length,
                                   .type = (fftc_scan_type)type,
                                   .operation = (fftc_scan_operation)operation,
                                   .kind = (fftc_scan_kind)kind,
                                   .segmented = segmented,
                                   .segments =
                                       segmented && kind == FFTC_REDUCTION ? length / 30 + 1 : 0};
}

/* Two operations beside each other. */
static void combine_pairs_of_maps(void *user, const void *earlier, const void *later, void *result)
{
    for (int i = 0; i < 4; i += 2) {
        scan_maps.combine(user, (const uint32_t *)earlier + i, (const uint32_t *)later + i,
                          (uint32_t *)result + i);
    }
}

START_TEST(array_scan_all_operations_equal)
{
    testing_random random = testing_random_start("operations");
    int turn = 0;
    for (int type = 0; type < SCAN_TYPES; ++type) {
        for (int operation = 0; operation < SCAN_OPERATIONS; ++operation) {
            for (int kind = 0; kind < 6; ++kind) {
                if (!scan_is_usual((fftc_scan_type)type, (fftc_scan_operation)operation)) {
                    continue;
                }
                fftc_scan_description d = describe(4100, type, operation, kind / 2, kind % 2 != 0);
                how h = {.options = {.method = (fftc_scan_method)(1 + turn++ % 2)},
                         .length_of_segment = 40};
                check(&d, &h, &random);
            }
        }
    }
    for (int kind = 0; kind < 6; ++kind) {
        fftc_scan_description d = describe(4100, 0, FFTC_SCAN_OWN, kind / 2, kind % 2 != 0);
        how h = {.options = {.method = (fftc_scan_method)(1 + kind / 3)}, .length_of_segment = 40};
        d.own = scan_maps;
        check(&d, &h, &random);
        d.own = (fftc_scan_operator){
            .words = 4, .combine = combine_pairs_of_maps, .identity = {1, 0, 1, 0}};
        check(&d, &h, &random);
        h.options.invocations = 16;
        check(&d, &h, &random);
    }
}
END_TEST

START_TEST(array_scan_lengths_equal)
{
    testing_random random = testing_random_start("lengths");
    static const uint64_t lengths[] = {0, 1, 31, 32, 33, 4095, 4096, 4097, 8192, 8193, 20001};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int kind = 0; kind < 3; ++kind) {
            for (int method = 1; method <= 2; ++method) {
                fftc_scan_description d =
                    describe(lengths[i], FFTC_SCAN_FLOAT32, FFTC_SCAN_SUM, kind, false);
                how h = {.options = {.method = (fftc_scan_method)method}};
                check(&d, &h, &random);
                d.type = FFTC_SCAN_UINT32;
                d.segmented = true;
                d.segments = kind == FFTC_REDUCTION ? lengths[i] + 1 : 0;
                h.length_of_segment = 3000;
                check(&d, &h, &random);
            }
        }
    }
}
END_TEST

/* Also the sizes of which Nabla's scan of a workgroup made wrong sums: subgroups of 4 in
 * workgroups of 512 and more. */
START_TEST(array_scan_sizes_equal)
{
    testing_random random = testing_random_start("sizes");
    for (uint32_t subgroup = 1; subgroup <= 128; subgroup *= 2) {
        for (uint32_t invocations = 16; invocations <= 1024; invocations *= 4) {
            for (uint32_t items = 1; items <= 4; items *= 2) {
                fftc_scan_description d = describe(
                    4200, items % 2 != 0 ? FFTC_SCAN_UINT32 : FFTC_SCAN_FLOAT32, FFTC_SCAN_SUM,
                    items == 4 ? FFTC_INCLUSIVE_SCAN : FFTC_EXCLUSIVE_SCAN, false);
                how h = {.options = {.method = (fftc_scan_method)(1 + items / 2 % 2),
                                     .items = items,
                                     .invocations = invocations},
                         .shared_bytes = 1 << 16,
                         .config = {.subgroup_size = subgroup}};
                check(&d, &h, &random);
            }
        }
    }
    fftc_scan_description d = describe(4096, FFTC_SCAN_FLOAT32, FFTC_SCAN_SUM, 0, false);
    how h = {.options = {.invocations = 512}, .config = {.subgroup_size = 4}};
    check(&d, &h, &random);
}
END_TEST

START_TEST(array_scan_schedules_equal)
{
    testing_random random = testing_random_start("schedules");
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        for (int order = 0; order < FFTC_WORKGROUP_ORDER_COUNT; ++order) {
            const uint32_t subgroup = order == 0 ? 32 : 8;
            for (int method = 1; method <= 2; ++method) {
                fftc_scan_description d =
                    describe(17000, method == 1 ? FFTC_SCAN_FLOAT32 : FFTC_SCAN_UINT32,
                             FFTC_SCAN_SUM, FFTC_INCLUSIVE_SCAN, order == 1);
                how h = {.options = {.method = (fftc_scan_method)method, .invocations = 64},
                         .config = {.schedule = (fftc_schedule)schedule,
                                    .seed = 7,
                                    .subgroup_size = subgroup,
                                    .resident_workgroups = 3,
                                    .workgroup_order = (fftc_workgroup_order)order},
                         .length_of_segment = 900};
                d.placement = schedule % 2 != 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
                check(&d, &h, &random);
            }
        }
    }
}
END_TEST

/* Many blocks at one time, and totals of three levels. */
START_TEST(array_scan_many_blocks_equal)
{
    testing_random random = testing_random_start("blocks");
    fftc_scan_description d = describe(40 * 4096, FFTC_SCAN_FLOAT32, FFTC_SCAN_SUM, 0, false);
    how h = {.options = {.method = FFTC_SCAN_METHOD_ONE_PASS, .invocations = 16},
             .config = {.subgroup_size = 16,
                        .resident_workgroups = 30,
                        .observers = FFTC_OBSERVE_SYNCHRONIZATION | FFTC_OBSERVE_BOUNDS}};
    check(&d, &h, &random);
    d.operation = FFTC_SCAN_OWN;
    d.own = scan_maps;
    check(&d, &h, &random);
    d = describe(258 * 4096 + 1, FFTC_SCAN_FLOAT32, FFTC_SCAN_SUM, 0, false);
    check(&d, &h, &random);
}
END_TEST

START_TEST(array_scan_bad_arguments_refused)
{
    fftc_scan_description d = {.length = 16};
    uint32_t src[16] = {0};
    uint32_t dst[16];
    fftc_error error;
    fftc_scan_pass_options options[] = {
        {.items = 3}, {.invocations = 48}, {.invocations = 8}, {.method = (fftc_scan_method)3}};
    for (size_t i = 0; i < 4; ++i) {
        ck_assert_int_eq(fftc_emulate_scan(&d, &options[i], NULL, src, NULL, dst, NULL, &error),
                         FFTC_INVALID_ARGUMENT);
    }
    fftc_scan_pass_options wide = {.invocations = 512};
    ck_assert_int_eq(fftc_emulate_scan(&d, &wide, NULL, src, NULL, dst, NULL, &error),
                     FFTC_UNSUPPORTED);
    fftc_emulated_device small = {.shared_bytes = 100};
    ck_assert_int_eq(fftc_emulate_scan(&d, NULL, &small, src, NULL, dst, NULL, &error),
                     FFTC_UNSUPPORTED);
    ck_assert_int_eq(fftc_emulate_scan(&d, NULL, NULL, src, NULL, src, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulate_scan(NULL, NULL, NULL, src, NULL, dst, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    d.length = ((uint64_t)1 << 31) + 1;
    ck_assert_int_eq(fftc_emulate_scan(&d, NULL, NULL, src, NULL, src + 1, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
}
END_TEST

TESTING_MAIN("emulate_array_scan", array_scan_all_operations_equal, array_scan_lengths_equal,
             array_scan_sizes_equal, array_scan_schedules_equal, array_scan_many_blocks_equal,
             array_scan_bad_arguments_refused)
