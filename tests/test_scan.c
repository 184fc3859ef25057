/* SPDX-License-Identifier: MIT
 *
 * Scans and reductions of arrays on the CPU, against one number after the other, bit by bit: all
 * operations, types, kinds and sizes around those of rows, groups and blocks; instruction sets,
 * threads, segments, places in memory; what is refused.
 */
#include "fftcore/scan.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "scan_testing.h"

#define GUARD 64

#ifdef TESTING_SANITIZED_THREAD /* one thread's work */
#define LONG (1 << 12)
#else
#define LONG (1 << 24)
#endif

static const uint64_t lengths[] = {0,   1,   2,   15,  16,   17,   31,   32,   33,   127,
                                   255, 256, 257, 300, 4095, 4096, 4097, 8191, 12365};
static const char *const isas[] = {"avx512", "avx2", "sse2", "neon", "generic", "scalar"};

/* Runs a description from and to memory that begins `offset` items behind a multiple of 64 bytes,
 * and compares all of dst, with what is around it. */
static void check_at(const fftc_scan_description *d, const fftc_plan_options *options,
                     uint32_t length_of_segment, size_t offset, testing_random *random)
{
    char name[200];
    size_t src_bytes;
    size_t dst_bytes;
    size_t heads_bytes;
    fftc_scan *scan;
    fftc_error error;
    scan_name(d, name, sizeof name);
    ck_assert_msg(fftc_scan_create(d, options, &scan, &error) == FFTC_SUCCESS, "%s: %s", name,
                  error.message);
    ck_assert_int_eq(fftc_scan_bytes(d, &src_bytes, &heads_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
    size_t before = GUARD + offset * scan_item_bytes(d);
    size_t all = before + (src_bytes > dst_bytes ? src_bytes : dst_bytes) + GUARD;
    size_t rounded = (all + 63) / 64 * 64;
    char *src = aligned_alloc(64, rounded);
    char *dst = aligned_alloc(64, rounded);
    char *expected = malloc(all);
    uint32_t *heads = calloc(1, heads_bytes + 4);
    memset(expected, 0x5a, all);
    memset(dst, 0x5a, rounded);
    memset(src, 0x5a, rounded);
    scan_fill(d, src + before, heads, length_of_segment, random);
    scan_reference(d, src + before, heads, expected + before);
    if (d->placement == FFTC_IN_PLACE) {
        memcpy(dst + before, src + before, src_bytes);
    }
    ck_assert_msg(
        fftc_scan_execute(scan, d->placement == FFTC_IN_PLACE ? dst + before : src + before,
                          d->segmented ? heads : NULL, dst + before, &error) == FFTC_SUCCESS,
        "%s: %s", name, error.message);
    bool equal = memcmp(dst, expected, all) == 0;
    size_t same = 0;
    while (!equal && dst[same] == expected[same]) {
        ++same;
    }
    ck_assert_msg(equal, "%s: byte %lld of dst differs (%zu items behind)", name,
                  (long long)same - (long long)before, offset);
    fftc_scan_destroy(scan);
    free(src);
    free(dst);
    free(expected);
    free(heads);
}

static void check(const fftc_scan_description *d, const fftc_plan_options *options,
                  testing_random *random)
{
    check_at(d, options, 40, 0, random);
}

static void check_lengths(fftc_scan_description d, testing_random *random)
{
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int kind = 0; kind < 3; ++kind) {
            for (int segmented = 0; segmented < 2; ++segmented) {
                d.length = lengths[i];
                d.kind = (fftc_scan_kind)kind;
                d.segmented = segmented != 0;
                d.segments = segmented != 0 && kind == FFTC_REDUCTION ? lengths[i] / 30 + 1 : 0;
                check(&d, NULL, random);
            }
        }
    }
}

START_TEST(scan_all_operations_equal)
{
    testing_random random = testing_random_start("operations");
    for (int type = 0; type < SCAN_TYPES; ++type) {
        for (int operation = 0; operation < SCAN_OPERATIONS; ++operation) {
            if (scan_is_usual((fftc_scan_type)type, (fftc_scan_operation)operation)) {
                check_lengths((fftc_scan_description){.type = (fftc_scan_type)type,
                                                      .operation = (fftc_scan_operation)operation},
                              &random);
            }
        }
    }
    check_lengths((fftc_scan_description){.operation = FFTC_SCAN_OWN, .own = scan_maps}, &random);
}
END_TEST

/* What this machine does not have, or the build, is passed over. */
START_TEST(scan_every_isa_equal)
{
    testing_random random = testing_random_start("isas");
    for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i) {
        fftc_scan_description d = {.length = 5000};
        fftc_scan *scan;
        ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", isas[i], 1), 0);
        if (fftc_scan_create(&d, NULL, &scan, NULL) != FFTC_SUCCESS) {
            continue;
        }
        fftc_scan_destroy(scan);
        for (int type = 0; type < SCAN_TYPES; ++type) {
            for (int operation = 0; operation < SCAN_OPERATIONS; ++operation) {
                d.type = (fftc_scan_type)type;
                d.operation = (fftc_scan_operation)operation;
                for (int kind = 0; kind < 4 && scan_is_usual(d.type, d.operation); ++kind) {
                    d.kind = (fftc_scan_kind)(kind / 2);
                    d.segmented = kind % 2 != 0;
                    check(&d, NULL, &random);
                }
            }
        }
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
}
END_TEST

START_TEST(scan_threads_equal)
{
    testing_random random = testing_random_start("threads");
    static const int threads[] = {2, 3, 16};
    for (int operation = 0; operation < 2; ++operation) {
        for (int kind = 0; kind < 6; ++kind) {
            fftc_scan_description d = {.length = (1 << 20) + 3,
                                       .type = FFTC_SCAN_FLOAT32,
                                       .kind = (fftc_scan_kind)(kind / 2),
                                       .segmented = kind % 2 != 0,
                                       .segments = kind == 5 ? 30000 : 0,
                                       .operation = operation == 0 ? FFTC_SCAN_SUM : FFTC_SCAN_OWN,
                                       .own = scan_maps};
            fftc_plan_options options = {.threads = threads[kind / 2]};
            check(&d, &options, &random);
        }
    }
}
END_TEST

/* Items and the identity are 1 and more, so an own operation never sees 0. */
static atomic_bool zero_seen;

static void combine_largest(void *user, const void *earlier, const void *later, void *result)
{
    uint32_t a = *(const uint32_t *)earlier;
    uint32_t b = *(const uint32_t *)later;
    (void)user;
    if (a == 0 || b == 0) {
        atomic_store(&zero_seen, true);
    }
    *(uint32_t *)result = a > b ? a : b;
}

START_TEST(scan_own_operation_sees_items_only)
{
    enum { N = 3 * 4096 + 300 };
    static uint32_t src[N];
    static uint32_t dst[N];
    for (uint32_t i = 0; i < N; ++i) {
        src[i] = 1 + i * 7919 % 1000;
    }
    for (int kind = 0; kind < 3; ++kind) {
        for (int threads = 1; threads <= 2; ++threads) {
            fftc_scan_description d = {
                .length = N,
                .kind = (fftc_scan_kind)kind,
                .operation = FFTC_SCAN_OWN,
                .own = {.words = 1, .combine = combine_largest, .identity = {1}}};
            fftc_scan *scan;
            ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0);
            ck_assert_int_eq(
                fftc_scan_create(&d, &(fftc_plan_options){.threads = threads}, &scan, NULL),
                FFTC_SUCCESS);
            ck_assert_int_eq(fftc_scan_execute(scan, src, NULL, dst, NULL), FFTC_SUCCESS);
            fftc_scan_destroy(scan);
            ck_assert_uint_eq(dst[kind == FFTC_REDUCTION ? 0 : N - 1], 1000);
        }
    }
    ck_assert(!atomic_load(&zero_seen));
}
END_TEST

/* Tasks may also come one after the other, the last one first. */
static void run_backwards(void *user, int count, void (*task)(void *context, int i), void *context)
{
    (void)user;
    for (int i = count; i-- > 0;) {
        task(context, i);
    }
}

START_TEST(scan_pool_backwards_equal)
{
    testing_random random = testing_random_start("pool");
    const fftc_thread_pool pool = {.run = run_backwards};
    const fftc_plan_options options = {.threads = 4, .pool = &pool};
    fftc_scan_description d = {.length = 300000, .type = FFTC_SCAN_FLOAT64};
    check(&d, &options, &random);
    d.kind = FFTC_REDUCTION;
    check(&d, &options, &random);
}
END_TEST

START_TEST(scan_places_in_memory_equal)
{
    testing_random random = testing_random_start("places");
    for (size_t offset = 0; offset < 9; ++offset) {
        for (int i = 0; i < 8; ++i) {
            fftc_scan_description d = {.length = 9000,
                                       .type = i % 2 != 0 ? FFTC_SCAN_FLOAT64 : FFTC_SCAN_FLOAT32,
                                       .kind = (fftc_scan_kind)(i / 2 % 2),
                                       .placement = i / 4 != 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            check_at(&d, NULL, 0, offset, &random);
        }
    }
}
END_TEST

/* Beyond the caches, where results are stored past them. */
START_TEST(scan_long_equal)
{
    testing_random random = testing_random_start("long");
    fftc_scan_description d = {.length = LONG + 1, .type = FFTC_SCAN_FLOAT32};
    check(&d, NULL, &random);
    d.length = LONG / 4 + 5;
    check_at(&d, NULL, 0, 4, &random); /* 16 bytes behind a cache line */
    d.kind = FFTC_REDUCTION;
    check(&d, NULL, &random);
}
END_TEST

START_TEST(scan_long_and_short_segments_equal)
{
    testing_random random = testing_random_start("segments");
    static const uint32_t segment[] = {0, 1, 2, 3, 17, 5000, 100000};
    for (size_t i = 0; i < sizeof segment / sizeof *segment; ++i) {
        for (int kind = 0; kind < 3; ++kind) {
            for (int own = 0; own < 2; ++own) {
                fftc_scan_description d = {.length = 20000,
                                           .type = FFTC_SCAN_FLOAT32,
                                           .kind = (fftc_scan_kind)kind,
                                           .operation = own != 0 ? FFTC_SCAN_OWN : FFTC_SCAN_SUM,
                                           .own = scan_maps,
                                           .segmented = true,
                                           .segments = kind == FFTC_REDUCTION ? 20000 : 0};
                check_at(&d, NULL, segment[i], 0, &random);
            }
        }
    }
}
END_TEST

/* Any grouping gives the same integers, minima and maxima; so does the reference. */
START_TEST(scan_sequential_equals_reference)
{
    testing_random random = testing_random_start("sequential");
    enum { N = 9001 };
    static uint64_t src[N];
    static uint64_t a[N];
    static uint64_t b[N];
    static uint32_t heads[N / 32 + 1];
    for (int type = 0; type < SCAN_TYPES; ++type) {
        for (int operation = 0; operation < SCAN_OPERATIONS; ++operation) {
            fftc_scan_description d = {.length = N,
                                       .type = (fftc_scan_type)type,
                                       .operation = (fftc_scan_operation)operation,
                                       .segmented = true};
            bool floats = type == FFTC_SCAN_FLOAT32 || type == FFTC_SCAN_FLOAT64;
            if (!scan_is_usual(d.type, d.operation) || (floats && operation < FFTC_SCAN_MIN)) {
                continue;
            }
            scan_fill(&d, src, heads, 3000, &random);
            scan_reference(&d, src, heads, a);
            scan_sequential(&d, src, heads, b);
            ck_assert_int_eq(memcmp(a, b, N * scan_item_bytes(&d)), 0);
        }
    }
}
END_TEST

START_TEST(scan_nan_and_zeros_as_documented)
{
    float src[40];
    float dst[40];
    fftc_scan *scan;
    fftc_scan_description d = {.length = 40, .type = FFTC_SCAN_FLOAT32, .operation = FFTC_SCAN_MIN};
    for (int i = 0; i < 40; ++i) {
        src[i] = i == 20 ? NAN : i % 3 == 1 ? -0.0f : 0.0f;
    }
    ck_assert_int_eq(fftc_scan_create(&d, NULL, &scan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_scan_execute(scan, src, NULL, dst, NULL), FFTC_SUCCESS);
    for (int i = 0; i < 40; ++i) {
        ck_assert_int_eq(isnan(dst[i]) != 0, i >= 20);
        ck_assert_int_eq(i < 20 && signbit(dst[i]) != 0, i < 20 && i % 3 == 1);
    }
    fftc_scan_destroy(scan);
    /* The identity of sums, as shown, is +0; -0 survives. */
    d = (fftc_scan_description){.length = 40, .type = FFTC_SCAN_FLOAT32};
    for (int i = 0; i < 40; ++i) {
        src[i] = -0.0f;
    }
    for (int kind = 0; kind < 3; ++kind) {
        d.kind = (fftc_scan_kind)kind;
        ck_assert_int_eq(fftc_scan_create(&d, NULL, &scan, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_scan_execute(scan, src, NULL, dst, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(signbit(dst[0]) != 0, kind != FFTC_EXCLUSIVE_SCAN);
        fftc_scan_destroy(scan);
    }
}
END_TEST

static void check_refused(fftc_scan_description d, fftc_status status, const char *words)
{
    fftc_scan *scan = (fftc_scan *)&d;
    fftc_error error;
    ck_assert_int_eq(fftc_scan_create(&d, NULL, &scan, &error), status);
    ck_assert_ptr_null(scan);
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" lacks \"%s\"", error.message,
                  words);
}

START_TEST(scan_bad_descriptions_refused)
{
    fftc_error error;
    fftc_scan *scan;
    fftc_scan_operator none = scan_maps;
    fftc_scan_operator wide = scan_maps;
    none.combine = NULL;
    wide.words = FFTC_SCAN_OWN_WORDS_MAX + 1;
    ck_assert_int_eq(fftc_scan_create(NULL, NULL, &scan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_str_eq(error.message, "description is NULL: pass a description");
    ck_assert_int_eq(fftc_scan_create(&(fftc_scan_description){.length = 1}, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    const fftc_plan_options options = {.threads = -1};
    ck_assert_int_eq(
        fftc_scan_create(&(fftc_scan_description){.length = 1}, &options, &scan, &error),
        FFTC_INVALID_ARGUMENT);
    check_refused((fftc_scan_description){.kind = (fftc_scan_kind)3}, FFTC_INVALID_ARGUMENT,
                  "kind is 3");
    check_refused((fftc_scan_description){.type = (fftc_scan_type)6}, FFTC_INVALID_ARGUMENT,
                  "type is 6");
    check_refused((fftc_scan_description){.operation = (fftc_scan_operation)8},
                  FFTC_INVALID_ARGUMENT, "operation is 8");
    check_refused((fftc_scan_description){.placement = (fftc_placement)2}, FFTC_INVALID_ARGUMENT,
                  "placement is 2");
    check_refused((fftc_scan_description){.kind = FFTC_REDUCTION, .placement = FFTC_IN_PLACE},
                  FFTC_INVALID_ARGUMENT, "FFTC_OUT_OF_PLACE");
    check_refused((fftc_scan_description){.type = FFTC_SCAN_FLOAT64, .operation = FFTC_SCAN_XOR},
                  FFTC_INVALID_ARGUMENT, "integer");
    check_refused((fftc_scan_description){.kind = FFTC_REDUCTION, .segmented = true},
                  FFTC_INVALID_ARGUMENT, "segments is 0");
    check_refused((fftc_scan_description){.segments = 4}, FFTC_INVALID_ARGUMENT, "segments is 4");
    check_refused((fftc_scan_description){.operation = FFTC_SCAN_OWN, .own = none},
                  FFTC_INVALID_ARGUMENT, "own.combine");
    check_refused((fftc_scan_description){.operation = FFTC_SCAN_OWN, .own = wide},
                  FFTC_INVALID_ARGUMENT, "own.words is 5");
    check_refused((fftc_scan_description){.length = ((uint64_t)1 << 58) + 1}, FFTC_TOO_LARGE,
                  "2^58");
}
END_TEST

START_TEST(scan_bad_arrays_refused)
{
    enum { N = 64 };
    uint32_t src[N + 1] = {0};
    uint32_t dst[N + 1];
    uint32_t heads[2] = {0};
    fftc_scan *scan;
    fftc_scan *segmented;
    fftc_scan_description d = {.length = N};
    memset(dst, 0x5a, sizeof dst);
    ck_assert_int_eq(fftc_scan_create(&d, NULL, &scan, NULL), FFTC_SUCCESS);
    d.segmented = true;
    ck_assert_int_eq(fftc_scan_create(&d, NULL, &segmented, NULL), FFTC_SUCCESS);
    const struct {
        const fftc_scan *scan;
        const void *src;
        const uint32_t *heads;
        void *dst;
    } calls[] = {{NULL, src, NULL, dst},        {scan, NULL, NULL, dst},
                 {scan, src, NULL, NULL},       {scan, src, heads, dst},
                 {segmented, src, NULL, dst},   {scan, src, NULL, src},
                 {scan, src, NULL, src + 1},    {scan, (char *)src + 1, NULL, dst},
                 {segmented, src, dst + 3, dst}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        fftc_error error;
        ck_assert_int_eq(
            fftc_scan_execute(calls[i].scan, calls[i].src, calls[i].heads, calls[i].dst, &error),
            FFTC_INVALID_ARGUMENT);
        ck_assert_int_gt((int)strlen(error.message), 10);
    }
    for (size_t i = 0; i < N + 1; ++i) {
        ck_assert_int_eq(dst[i], 0x5a5a5a5a);
    }
    fftc_scan_destroy(scan);
    fftc_scan_destroy(segmented);
    fftc_scan_destroy(NULL);
}
END_TEST

TESTING_MAIN("scan", scan_all_operations_equal, scan_every_isa_equal, scan_threads_equal,
             scan_own_operation_sees_items_only, scan_pool_backwards_equal,
             scan_places_in_memory_equal, scan_long_equal, scan_long_and_short_segments_equal,
             scan_sequential_equals_reference, scan_nan_and_zeros_as_documented,
             scan_bad_descriptions_refused, scan_bad_arrays_refused)
