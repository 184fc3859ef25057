/* SPDX-License-Identifier: MIT
 *
 * Descriptions and calls that make no sense: the status, a sentence that names what to change, and
 * nothing written.
 */
#include <stdlib.h>
#include <string.h>

#include "transform_testing.h"

typedef struct refusal {
    fftc_transform transform;
    fftc_status status;
    const char *word; /* what the message must contain */
} refusal;

#define HUGE_SIZE ((uint64_t)1 << 60)

static const refusal refusals[] = {
    {{.length = {0}}, FFTC_INVALID_ARGUMENT, "length"},
    {{.length = {0, 4}}, FFTC_INVALID_ARGUMENT, "length"},
    {{.length = {4, 0, 4}}, FFTC_INVALID_ARGUMENT, "length[2]"},
    {{.length = {((uint64_t)1 << 31) + 1}}, FFTC_TOO_LARGE, "length[0]"},
    {{.length = {2, UINT64_MAX}}, FFTC_TOO_LARGE, "length[1]"},
    {{.length = {1u << 31, 1u << 31}}, FFTC_TOO_LARGE, "length[1]"},
    {{.length = {1u << 31, 1u << 31, 1u << 31, 1u << 31}}, FFTC_TOO_LARGE, "length"},
    {{.length = {8}, .precision = (fftc_precision)9}, FFTC_INVALID_ARGUMENT, "precision"},
    {{.length = {8}, .precision = (fftc_precision)-1}, FFTC_INVALID_ARGUMENT, "precision"},
    {{.length = {8}, .direction = (fftc_direction)2}, FFTC_INVALID_ARGUMENT, "direction"},
    {{.length = {8}, .placement = (fftc_placement)2}, FFTC_INVALID_ARGUMENT, "placement"},
    {{.length = {8}, .scaling = (fftc_scaling)3}, FFTC_INVALID_ARGUMENT, "scaling"},
    {{.length = {8}, .trigonometric = {FFTC_DCT_III}}, FFTC_INVALID_ARGUMENT, "trigonometric[0]"},
    {{.length = {8, 8}, .kind = FFTC_REAL, .trigonometric = {FFTC_DCT_II, FFTC_DST_IV}},
     FFTC_INVALID_ARGUMENT,
     "trigonometric[1]"},
    {{.length = {8}, .loop = {1}}, FFTC_INVALID_ARGUMENT, "every axis"},
    {{.length = {8, 4}, .loop = {0, 0, 1}}, FFTC_INVALID_ARGUMENT, "loop[2]"},
    {{.length = {8, 4}, .loop = {1}, .src_range = {{0, 4}}}, FFTC_INVALID_ARGUMENT, "axis 0"},
    {{.length = {8, 4}, .kind = FFTC_REAL, .loop = {0, 1}}, FFTC_INVALID_ARGUMENT, "loop[1]"},
    {{.length = {8, 4}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_I}, .loop = {1}},
     FFTC_INVALID_ARGUMENT,
     "trigonometric[0]"},
    {{.length = {8}, .batch = UINT64_MAX}, FFTC_TOO_LARGE, "batch"},
    {{.length = {1u << 20}, .batch = (uint64_t)1 << 50}, FFTC_TOO_LARGE, "span"},
    {{.length = {8}, .batch = 2, .dst_distance = HUGE_SIZE}, FFTC_TOO_LARGE, "distance"},
    {{.length = {8}, .batch = 64, .src_distance = HUGE_SIZE >> 5}, FFTC_TOO_LARGE, "span"},
    {{.length = {8}, .dst_stride = {HUGE_SIZE}}, FFTC_TOO_LARGE, "dst_stride[0]"},
    {{.length = {1u << 20}, .src_stride = {(uint64_t)1 << 45}}, FFTC_TOO_LARGE, "span"},
    {{.length = {8}, .src_stride = {1, 8}}, FFTC_INVALID_ARGUMENT, "src_stride[1]"},
    {{.length = {8}, .dst_stride = {1, 0, 0, 2}}, FFTC_INVALID_ARGUMENT, "dst_stride[3]"},
    {{.length = {4, 8}, .dst_stride = {7, 1}},
     FFTC_INVALID_ARGUMENT,
     "overlap: dst_stride[0] is 7, and must be at least 8"},
    {{.length = {4, 8}, .dst_stride = {1, 3}},
     FFTC_INVALID_ARGUMENT,
     "overlap: dst_stride[1] is 3, and must be at least 4"},
    /* Forgotten, as those would who know VkFFT, whose last axis has no stride. */
    {{.length = {4, 6}, .src_stride = {8}},
     FFTC_INVALID_ARGUMENT,
     "src_stride[1] is 0, but src_stride[0] is given: set it too"},
    {{.length = {4, 6}, .src_stride = {0, 1}}, FFTC_INVALID_ARGUMENT, "FFTC_STRIDE_ZERO"},
    {{.length = {4, 6}, .src_stride = {8, 0}, .kind = FFTC_REAL},
     FFTC_INVALID_ARGUMENT,
     "src_stride[1] is 0"},
    {{.length = {4, 6}, .dst_stride = {8, 0}, .kind = FFTC_REAL},
     FFTC_INVALID_ARGUMENT,
     "dst_stride[1] is 0, but dst_stride[0] is given"},
    {{.length = {4, 6}, .src_stride = {8, 0}, .loop = {0, 1}}, FFTC_INVALID_ARGUMENT, "src_"},
    {{.length = {4, 8}, .dst_stride = {0, 1}},
     FFTC_INVALID_ARGUMENT,
     "dst_stride[0] is 0, but dst_stride[1] is given"},
    {{.length = {4, 8}, .dst_stride = {FFTC_STRIDE_ZERO, 1}},
     FFTC_INVALID_ARGUMENT,
     "dst_stride[0] is FFTC_STRIDE_ZERO"},
    {{.length = {8}, .batch = 2, .src_stride = {2}},
     FFTC_INVALID_ARGUMENT,
     "src_distance is 0, but src_stride and batch are given"},
    {{.length = {8}, .batch = 2, .dst_stride = {1}},
     FFTC_INVALID_ARGUMENT,
     "dst_distance is 0, but dst_stride and batch are given"},
    {{.length = {8}, .batch = 2, .src_stride = {2}, .kind = FFTC_REAL_TO_REAL},
     FFTC_INVALID_ARGUMENT,
     "src_distance is 0"},
    {{.length = {8}, .src_distance = 8}, FFTC_INVALID_ARGUMENT, "batch is 0"},
    {{.length = {8}, .dst_distance = 8, .kind = FFTC_REAL}, FFTC_INVALID_ARGUMENT, "batch is 0"},
    {{.length = {8}, .batch = 2, .dst_distance = FFTC_STRIDE_ZERO},
     FFTC_INVALID_ARGUMENT,
     "dst_distance is FFTC_STRIDE_ZERO"},
    {{.length = {8}, .src_range = {{3, 0}}}, FFTC_INVALID_ARGUMENT, "src_range[0] is 3 to 0"},
    {{.length = {8}, .batch = 2, .dst_distance = 7},
     FFTC_INVALID_ARGUMENT,
     "overlap: dst_distance is 7, and must be at least 8"},
    {{.length = {4, 4}, .dst_stride = {3, 2}}, FFTC_INVALID_ARGUMENT, "overlap"},
};

static void check_refused(const fftc_transform *t, const fftc_plan_options *options,
                          fftc_status status, const char *word)
{
    fftc_plan *plan = (fftc_plan *)(uintptr_t)&status;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_msg(fftc_plan_create(t, options, &plan, &error) == status, "%s: status %d, not %d",
                  word, (int)error.status, (int)status);
    ck_assert_ptr_null(plan);
    ck_assert_int_eq(error.status, status);
    ck_assert_msg(strstr(error.message, word) != NULL, "\"%s\" does not mention %s", error.message,
                  word);
    ck_assert_ptr_null(strchr(error.message, '\n'));
    plan = (fftc_plan *)(uintptr_t)&status;
    ck_assert_int_eq(fftc_plan_create(t, options, &plan, NULL), status);
    ck_assert_ptr_null(plan);
}

/* What is advised must not be what is refused next. */
START_TEST(stride_of_zero_advised_for_sources_alone)
{
    const fftc_transform forgotten[][2] = {
        {{.length = {4, 6}, .src_stride = {8}}, {.length = {4, 6}, .dst_stride = {8}}},
        {{.length = {8}, .batch = 2, .src_stride = {1}},
         {.length = {8}, .batch = 2, .dst_stride = {1}}},
    };
    for (size_t i = 0; i < sizeof forgotten / sizeof *forgotten; ++i) {
        for (int to = 0; to < 2; ++to) {
            fftc_plan *plan;
            fftc_error error;
            ck_assert_int_eq(fftc_plan_create(&forgotten[i][to], NULL, &plan, &error),
                             FFTC_INVALID_ARGUMENT);
            ck_assert_int_eq(strstr(error.message, "FFTC_STRIDE_ZERO") == NULL, to);
        }
    }
}
END_TEST

START_TEST(description_senseless_refused_with_a_sentence)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i) {
        check_refused(&refusals[i].transform, NULL, refusals[i].status, refusals[i].word);
    }
    check_refused(NULL, NULL, FFTC_INVALID_ARGUMENT,
                  "transform is NULL: pass a transform's description");
}
END_TEST

static void run_nothing(void *user, int count, void (*task)(void *context, int i), void *context)
{
    (void)user, (void)count, (void)task, (void)context;
}

static void release_nothing(void *user, void *memory)
{
    (void)user, (void)memory;
}

START_TEST(options_half_filled_in_refused)
{
    fftc_transform t = {.length = {8}};
    const fftc_thread_pool pool = {.run = run_nothing};
    const fftc_allocator allocator = {.release = release_nothing};
    const fftc_plan_options threadless = {.pool = &pool};
    const fftc_plan_options half = {.allocator = &allocator};
    check_refused(&t, &threadless, FFTC_INVALID_ARGUMENT, "pool is given, but threads is 0");
    check_refused(&t, &half, FFTC_INVALID_ARGUMENT, "allocator->release is given without allocate");
}
END_TEST

START_TEST(options_senseless_refused)
{
    fftc_transform t = {.length = {8}};
    fftc_plan_options options = {.threads = -1};
    fftc_error error;
    check_refused(&t, &options, FFTC_INVALID_ARGUMENT, "threads");
    options.threads = 1000000;
    check_refused(&t, &options, FFTC_INVALID_ARGUMENT, "threads");
    ck_assert_int_eq(fftc_plan_create(&t, NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "plan"));
    ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", "mmx", 1), 0);
    check_refused(&t, NULL, FFTC_UNSUPPORTED, "FFTCORE_FORCE_ISA");
}
END_TEST

/* What looks odd but makes sense is carried out. */
START_TEST(description_edge_of_sense_accepted)
{
    static const fftc_transform accepted[] = {
        {.length = {1}},
        {.length = {1, 1, 1, 1}, .batch = 1},
        {.length = {8}, .dst_stride = {1}, .batch = 1, .dst_distance = 3},
        {.length = {8}, .batch = 3, .dst_stride = {3}, .dst_distance = 1},
        {.length = {1, 8}, .dst_stride = {0, 1}},
        {.length = {4, 4}, .src_stride = {FFTC_STRIDE_ZERO, 1}},
        {.length = {4, 4}, .src_stride = {3, FFTC_STRIDE_ZERO}},
        {.length = {8}, .src_stride = {FFTC_STRIDE_ZERO}, .direction = FFTC_INVERSE},
        {.length = {4, 8}, .batch = 3, .src_distance = FFTC_STRIDE_ZERO},
        {.length = {3, 8}, .loop = {1}, .src_stride = {FFTC_STRIDE_ZERO, 2}},
        {.length = {1, 8}, .dst_stride = {FFTC_STRIDE_ZERO, 1}},
        {.length = {8}, .batch = 1, .dst_distance = FFTC_STRIDE_ZERO},
        {.length = {4, 4}, .src_stride = {1, 1}, .src_distance = 1, .batch = 4},
        {.length = {8, 1}, .placement = FFTC_IN_PLACE, .src_stride = {1, 5}, .dst_stride = {1, 7}},
        {.length = {8},
         .batch = 1,
         .placement = FFTC_IN_PLACE,
         .src_distance = 9,
         .dst_distance = 11},
        {.length = {3, 4}, .loop = {1}, .src_range = {{0, 3}}, .dst_range = {{0, 3}, {0, 4}}},
    };
    char data[4096];
    testing_random random = testing_random_start("edge");
    testing_fill(FFTC_FLOAT32, data, sizeof data / 8, &random);
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; ++i) {
        long double *expected = transform_expect(&accepted[i], data);
        void *points = transform_execute(&accepted[i], 1, 0, data);
        ck_assert(transform_error(&accepted[i], points, expected) <= 1e-6);
        free(points);
        free(expected);
    }
    const fftc_transform whole = {.length = {4, 8},
                                  .kind = FFTC_REAL,
                                  .placement = FFTC_IN_PLACE,
                                  .src_range = {{0, 4}, {0, 8}},
                                  .dst_range = {{0, 4}, {0, 5}}};
    fftc_plan_destroy(transform_plan(&whole, 1));
}
END_TEST

static void check_call(const fftc_plan *plan, const void *src, void *dst, const char *word)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(error.status, FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, word) != NULL, "\"%s\" does not mention %s", error.message,
                  word);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_INVALID_ARGUMENT);
}

START_TEST(call_senseless_writes_nothing)
{
    fftc_transform t = {.length = {16}};
    float a[32];
    float b[32];
    float before[32];
    for (int i = 0; i < 32; ++i) {
        a[i] = b[i] = before[i] = (float)i;
    }
    fftc_plan *plan = transform_plan(&t, 1);
    check_call(plan, a, a, "IN_PLACE");
    check_call(plan, NULL, b, "src is NULL: pass the array to read");
    check_call(plan, a, NULL, "dst is NULL: pass the array to write");
    check_call(NULL, a, b, "plan is NULL: pass one that was created");
    fftc_plan_destroy(plan);
    t.placement = FFTC_IN_PLACE;
    plan = transform_plan(&t, 1);
    check_call(plan, a, b, "in place");
    check_call(plan, NULL, NULL, "NULL");
    fftc_plan_destroy(plan);
    ck_assert_mem_eq(a, before, sizeof a);
    ck_assert_mem_eq(b, before, sizeof b);
    fftc_plan_destroy(NULL);
}
END_TEST

START_TEST(call_of_arrays_askew_refused)
{
    static const fftc_precision precisions[] = {FFTC_FLOAT16, FFTC_FLOAT32, FFTC_FLOAT64};
    static double a[64];
    static double b[64];
    for (int i = 0; i < 3; ++i) {
        for (fftc_kind kind = FFTC_COMPLEX; kind <= FFTC_REAL_TO_REAL; ++kind) {
            fftc_transform t = {.length = {16}, .precision = precisions[i], .kind = kind};
            fftc_plan *plan = transform_plan(&t, 1);
            size_t scalar = fftc_precision_bytes(precisions[i]);
            check_call(plan, (char *)a + scalar / 2, b, "src must be aligned");
            check_call(plan, a, (char *)b + 1, "dst must be aligned");
            ck_assert_int_eq(fftc_plan_execute(plan, (char *)a + scalar, (char *)b + scalar, NULL),
                             FFTC_SUCCESS);
            fftc_plan_destroy(plan);
        }
    }
}
END_TEST

START_TEST(call_with_working_memory_that_is_an_array_refused)
{
    fftc_transform t = {.length = {1 << 15}};
    fftc_plan_options options = {.executions = -1};
    fftc_plan *plan;
    ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_SUCCESS);
    size_t work = fftc_plan_work_bytes(plan);
    size_t array = (size_t)8 << 15;
    ck_assert_uint_gt(work, 0);
    char *memory = aligned_alloc(64, 2 * array + work);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0, 2 * array + work);
    size_t places[] = {0, array, array / 2, 2 * array - 64, 2 * array};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        fftc_arrays arrays = {.src = memory, .dst = memory + array, .work = memory + places[i]};
        fftc_error error;
        bool good = places[i] == 2 * array;
        ck_assert_int_eq(fftc_plan_execute_arrays(plan, &arrays, &error),
                         good ? FFTC_SUCCESS : FFTC_INVALID_ARGUMENT);
        ck_assert(good || strstr(error.message, "work shares") != NULL);
    }
    fftc_plan_destroy(plan);
    free(memory);
}
END_TEST

/* The two sides of FFTC_REAL count in different items, in place too: work may begin where they
 * end. */
START_TEST(call_with_working_memory_behind_arrays_in_place_accepted)
{
    for (int i = 0; i < 4; ++i) {
        fftc_transform t = {.length = {1 << 15}, .placement = FFTC_IN_PLACE};
        t.kind = i < 2 ? FFTC_REAL : i == 2 ? FFTC_COMPLEX : FFTC_REAL_TO_REAL;
        t.direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE;
        fftc_plan_options options = {.executions = -1};
        fftc_plan *plan;
        size_t array;
        ck_assert_int_eq(fftc_transform_bytes(&t, &array, NULL, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_SUCCESS);
        size_t work = fftc_plan_work_bytes(plan);
        size_t behind = (array + 63) / 64 * 64;
        char *memory = aligned_alloc(64, behind + work);
        ck_assert_ptr_nonnull(memory);
        memset(memory, 0, behind + work);
        fftc_arrays arrays = {.src = memory, .dst = memory, .work = memory + behind};
        ck_assert_uint_gt(work, 0);
        ck_assert_int_eq(fftc_plan_execute_arrays(plan, &arrays, NULL), FFTC_SUCCESS);
        arrays.work = memory + behind - 64;
        ck_assert_int_eq(fftc_plan_execute_arrays(plan, &arrays, NULL), FFTC_INVALID_ARGUMENT);
        fftc_plan_destroy(plan);
        free(memory);
    }
}
END_TEST

START_TEST(success_clears_the_error)
{
    fftc_transform t = {.length = {16}};
    fftc_error error = {FFTC_DEVICE_FAILED, "old"};
    fftc_plan *plan;
    float x[32] = {0};
    float y[32];
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_SUCCESS);
    ck_assert(error.status == FFTC_SUCCESS && error.message[0] == '\0');
    error = (fftc_error){FFTC_DEVICE_FAILED, "old"};
    ck_assert_int_eq(fftc_plan_execute(plan, x, y, &error), FFTC_SUCCESS);
    ck_assert(error.status == FFTC_SUCCESS && error.message[0] == '\0');
    fftc_plan_destroy(plan);
}
END_TEST

TESTING_MAIN("transform_refusals", description_senseless_refused_with_a_sentence,
             stride_of_zero_advised_for_sources_alone, options_half_filled_in_refused,
             options_senseless_refused, description_edge_of_sense_accepted,
             call_senseless_writes_nothing, call_of_arrays_askew_refused,
             call_with_working_memory_that_is_an_array_refused,
             call_with_working_memory_behind_arrays_in_place_accepted, success_clears_the_error)
