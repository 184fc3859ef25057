/* SPDX-License-Identifier: MIT
 *
 * The emulator's interface: configuration, stacks, storage, emulators inside emulators and in
 * several threads, failure.
 */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulate_testing.h"
#include "fftcore/emulate_plan.h"
#include "fftcore/kernel/complex.h"

/* --- who am I --------------------------------------------------------------------------------- */

typedef struct {
    uint32_t count;
    uint32_t size;
    uint32_t subgroup;
    uint8_t seen[3][100];
} identity;

static void identify(void *user)
{
    identity *id = user;
    uint32_t i = fftc_invocation_index();
    uint32_t *state = fftc_private();
    ++id->count;
    ++id->seen[fftc_workgroup_index()][i];
    ck_assert_uint_eq(fftc_subgroup_size(), id->subgroup);
    ck_assert_uint_eq(fftc_subgroup_lane(), i % id->subgroup);
    for (int k = 0; k < 5; ++k) {
        ck_assert_uint_eq(state[k], 0);
        state[k] = 1000 * i + (uint32_t)k;
    }
    fftc_workgroup_barrier();
    for (int k = 0; k < 5; ++k) {
        ck_assert_uint_eq(state[k], 1000 * i + (uint32_t)k);
    }
}

START_TEST(emulator_runs_every_invocation_once_with_its_own_storage)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        for (uint32_t subgroup = 1; subgroup <= 128; subgroup *= 2) {
            fftc_emulation config = {.workgroup_size = 100,
                                     .subgroup_size = subgroup,
                                     .workgroup_count = 3,
                                     .schedule = (fftc_schedule)schedule,
                                     .private_bytes = 20};
            identity id = {.subgroup = subgroup};
            fftc_report report = emulate_once(&config, identify, &id);
            ck_assert_uint_eq(id.count, 300);
            for (int i = 0; i < 300; ++i) {
                ck_assert_uint_eq(id.seen[i / 100][i % 100], 1);
            }
            ck_assert_uint_eq(report.total.workgroup_barriers, 3);
            ck_assert_uint_eq(report.events, 300);
        }
    }
}
END_TEST

START_TEST(emulator_outside_of_a_run_names_do_nothing)
{
    uint32_t word = 5;
    fftc_workgroup_barrier();
    fftc_workgroup_barrier_buffers();
    fftc_subgroup_barrier();
    fftc_subgroup_sync();
    fftc_shared_set(3, 4);
    fftc_stage_enter(2);
    fftc_memory_store(0, 0, &word);
    fftc_memory_load(0, 0, &word);
    ck_assert_uint_eq(word, 0);
    ck_assert_uint_eq(fftc_shared_get(3) + fftc_invocation_index() + fftc_workgroup_index() +
                          fftc_subgroup_lane() + fftc_subgroup_size(),
                      0);
    ck_assert_uint_eq(fftc_subgroup_shuffle_xor(7, 1) + fftc_subgroup_shuffle_up(7, 1) +
                          fftc_subgroup_shuffle_down(7, 1),
                      0);
    ck_assert_ptr_null(fftc_private());
}
END_TEST

/* --- accessors name their caller -------------------------------------------------------------- */

static fftc_complex(fftc_get)(fftc_uint index);
static void(fftc_set)(fftc_uint index, fftc_complex value);
static uint32_t caller_line;

static fftc_complex(fftc_get)(fftc_uint index)
{
    fftc_complex value;
    fftc_memory_load(0, index, &value);
    return value;
}

/* One accessor over another. */
static fftc_complex offset_get(fftc_uint index)
{
    return fftc_get(index + 100);
}
#define offset_get(index) FFTC_AT_CALLER(offset_get(index))

static void(fftc_set)(fftc_uint index, fftc_complex value)
{
    fftc_memory_store(0, index, &value);
}

static void access_beyond(void *user)
{
    uint32_t which = *(const uint32_t *)user;
    fftc_complex value = {0, 0};
    if (which == 0) {
        (caller_line = __LINE__, value = fftc_get(100));
    } else if (which == 1) {
        (caller_line = __LINE__, fftc_set(100, value));
    } else {
        (caller_line = __LINE__, value = offset_get(0));
    }
    fftc_set(0, value);
}

START_TEST(emulator_finding_names_the_line_that_calls_the_accessor)
{
    static float data[32];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 8, .element_count = 16};
    for (uint32_t which = 0; which < 3; ++which) {
        fftc_emulation config = {.workgroup_size = 1, .memories = &memory, .memory_count = 1};
        fftc_emulator *emulator = emulate_create(&config);
        fftc_report report = emulate_run(emulator, access_beyond, &which);
        ck_assert_uint_eq(report.finding_count, 1);
        ck_assert_uint_eq(report.findings[0].first.site.line, caller_line);
        ck_assert_uint_eq(report.findings[0].address, 100);
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* --- stacks ----------------------------------------------------------------------------------- */

static uint32_t deepen(uint32_t depth)
{
    volatile char used[512];
    used[depth % 512] = (char)depth;
    fftc_shared_set(0, depth);
    return depth == 0 ? 0 : deepen(depth - 1) + (used[depth % 512] == (char)depth);
}

static void recurse(void *user)
{
    if (fftc_invocation_index() == *(const uint32_t *)user) {
        (void)deepen(100000);
    }
    fftc_workgroup_barrier();
}

START_TEST(emulator_stack_nearly_full_ends_the_invocation)
{
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        fftc_emulation config = {.workgroup_size = 8,
                                 .shared_words = 1,
                                 .schedule = (fftc_schedule)schedule,
                                 .observers = FFTC_OBSERVE_BOUNDS};
        fftc_emulator *emulator = emulate_create(&config);
        for (uint32_t which = 0; which < 8; which += 7) {
            fftc_report report = emulate_run(emulator, recurse, &which);
            ck_assert_uint_eq(report.finding_count, 1);
            ck_assert_int_eq(report.findings[0].kind, FFTC_FINDING_STACK_OVERFLOW);
            ck_assert_uint_eq(report.findings[0].first.invocation, which);
        }
        fftc_emulator_destroy(emulator);
    }
}
END_TEST

/* --- emulators do not meet -------------------------------------------------------------------- */

static void increment(void *user)
{
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    ((uint32_t *)user)[i] += fftc_shared_get(3 - i);
}

static void run_inner(void *user)
{
    fftc_emulation config = {.workgroup_size = 4, .shared_words = 4};
    uint32_t sums[4] = {0};
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, 1);
    (void)emulate_once(&config, increment, sums);
    ck_assert_uint_eq(sums[1], 2);
    fftc_workgroup_barrier();
    *(uint32_t *)user += fftc_shared_get(1 - i);
}

START_TEST(emulator_inside_a_kernel_runs)
{
    fftc_emulation config = {.workgroup_size = 2, .shared_words = 2};
    uint32_t sum = 0;
    (void)emulate_once(&config, run_inner, &sum);
    ck_assert_uint_eq(sum, 2);
}
END_TEST

static void run_itself(void *user)
{
    fftc_error error;
    ck_assert_int_eq(fftc_emulator_run(user, increment, NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
}

START_TEST(emulator_run_within_its_own_run_refused)
{
    fftc_emulation config = {.workgroup_size = 1};
    fftc_emulator *emulator = emulate_create(&config);
    (void)emulate_run(emulator, run_itself, emulator);
    fftc_emulator_destroy(emulator);
}
END_TEST

enum { THREADS = 4, ROUNDS = 10 };

/* The transform of an impulse is ones: counts those that are not. */
static void *transform_impulses(void *wrong)
{
    const fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 3};
    for (int round = 0; round < ROUNDS; ++round) {
        float data[32] = {1.0f};
        const fftc_emulation config = {.schedule = (fftc_schedule)(round % FFTC_SCHEDULE_COUNT)};
        fftc_status status =
            fftc_workgroup_fft_emulate(&fft, &config, data, NULL, NULL, NULL, 0, NULL);
        for (int i = 0; i < 32; ++i) {
            bool right = status == FFTC_SUCCESS && data[i] == (i % 2 == 0 ? 1.0f : 0.0f);
            *(int *)wrong += right ? 0 : 1;
        }
    }
    return NULL;
}

START_TEST(emulators_in_several_threads_at_one_time)
{
    pthread_t threads[THREADS];
    int wrong[THREADS] = {0};
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, transform_impulses, &wrong[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        ck_assert_int_eq(wrong[i], 0);
    }
}
END_TEST

/* --- configuration ---------------------------------------------------------------------------- */

START_TEST(emulator_bad_configuration_refused)
{
    static char byte;
    const fftc_memory no_size = {.data = &byte, .element_count = 1};
    const fftc_memory no_data = {.element_bytes = 1, .element_count = 1};
    const fftc_memory huge = {
        .data = &byte, .element_bytes = (size_t)1 << 40, .element_count = (uint64_t)1 << 40};
    const struct {
        fftc_emulation config;
        fftc_status status;
        const char *message;
    } cases[] = {
        {{.workgroup_size = 0}, FFTC_INVALID_ARGUMENT, "workgroup_size"},
        {{.workgroup_size = 4097}, FFTC_INVALID_ARGUMENT, "workgroup_size"},
        {{.workgroup_size = 1, .subgroup_size = 3}, FFTC_INVALID_ARGUMENT, "power of two"},
        {{.workgroup_size = 1, .subgroup_size = 256}, FFTC_INVALID_ARGUMENT, "subgroup_size"},
        {{.workgroup_size = 1, .schedule = (fftc_schedule)FFTC_SCHEDULE_COUNT},
         FFTC_INVALID_ARGUMENT,
         "schedule"},
        {{.workgroup_size = 1, .observers = 0x20}, FFTC_INVALID_ARGUMENT, "observers"},
        {{.workgroup_size = 1, .bank_count = 65}, FFTC_INVALID_ARGUMENT, "banks"},
        {{.workgroup_size = 1, .bank_bytes = 2}, FFTC_INVALID_ARGUMENT, "banks"},
        {{.workgroup_size = 1, .memory_count = 1}, FFTC_INVALID_ARGUMENT, "memories"},
        {{.workgroup_size = 1, .memories = &no_size}, FFTC_INVALID_ARGUMENT, "memory_count is 0"},
        {{.workgroup_size = 1, .memories = &no_size, .memory_count = 1},
         FFTC_INVALID_ARGUMENT,
         "element_bytes"},
        {{.workgroup_size = 1, .memories = &no_data, .memory_count = 1},
         FFTC_INVALID_ARGUMENT,
         "data"},
        {{.workgroup_size = 1, .memories = &huge, .memory_count = 1}, FFTC_TOO_LARGE, "element"},
    };
    fftc_error error;
    fftc_emulator *emulator;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        emulator = (fftc_emulator *)(uintptr_t)&error; /* to be set to NULL */
        ck_assert_int_eq(fftc_emulator_create(&cases[i].config, &emulator, &error),
                         cases[i].status);
        ck_assert_msg(strstr(error.message, cases[i].message) != NULL, "%s", error.message);
        ck_assert_ptr_null(emulator);
    }
    emulator = (fftc_emulator *)(uintptr_t)&error;
    ck_assert_int_eq(fftc_emulator_create(NULL, &emulator, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(emulator);
    ck_assert_int_eq(fftc_emulator_create(&cases[0].config, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_emulator_set_schedule(NULL, FFTC_SCHEDULE_RANDOM, 1, &error),
                     FFTC_INVALID_ARGUMENT);
    emulator = emulate_create(&(fftc_emulation){.workgroup_size = 1});
    ck_assert_int_eq(fftc_emulator_set_schedule(emulator, (fftc_schedule)-1, 1, &error),
                     FFTC_INVALID_ARGUMENT);
    fftc_emulator_destroy(emulator);
    ck_assert_int_eq(fftc_emulator_run(NULL, increment, NULL, NULL, NULL), FFTC_INVALID_ARGUMENT);
    fftc_emulator_destroy(NULL);
}
END_TEST

START_TEST(emulator_names_are_distinct)
{
    for (int i = 0; i < FFTC_SCHEDULE_COUNT; ++i) {
        for (int j = 0; j < i; ++j) {
            ck_assert_str_ne(fftc_schedule_name((fftc_schedule)i),
                             fftc_schedule_name((fftc_schedule)j));
        }
    }
    for (int i = 0; i < FFTC_FINDING_KIND_COUNT; ++i) {
        for (int j = 0; j < i; ++j) {
            ck_assert_str_ne(fftc_finding_kind_name((fftc_finding_kind)i),
                             fftc_finding_kind_name((fftc_finding_kind)j));
        }
    }
    ck_assert_ptr_null(fftc_schedule_name((fftc_schedule)FFTC_SCHEDULE_COUNT));
    ck_assert_ptr_null(fftc_finding_kind_name((fftc_finding_kind)FFTC_FINDING_KIND_COUNT));
}
END_TEST

/* --- allocation failure ----------------------------------------------------------------------- */

typedef struct {
    int64_t left; /* allocations that succeed */
    int64_t live;
} budget;

static void *budget_allocate(void *user, size_t bytes, size_t alignment)
{
    budget *b = user;
    void *memory;
    if (b->left == 0) {
        return NULL;
    }
    --b->left;
    memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    b->live += memory != NULL;
    return memory;
}

static void budget_release(void *user, void *memory)
{
    --((budget *)user)->live;
    free(memory);
}

START_TEST(emulator_every_allocation_failure_is_reported_without_leak)
{
    static float data[64];
    fftc_memory memory = {.name = "data", .data = data, .element_bytes = 4, .element_count = 64};
    int failures = 0;
    for (int64_t allowed = 0;; ++allowed) {
        budget b = {.left = allowed};
        fftc_allocator allocator = {budget_allocate, budget_release, &b};
        fftc_emulation config = {.workgroup_size = 4,
                                 .shared_words = 4,
                                 .private_bytes = 1,
                                 .memories = &memory,
                                 .memory_count = 1,
                                 .allocator = &allocator};
        fftc_emulator *emulator = NULL;
        fftc_error error;
        uint32_t sums[4] = {0};
        fftc_status status = fftc_emulator_create(&config, &emulator, &error);
        if (status == FFTC_SUCCESS) {
            b.left = 0; /* a run needs none */
            (void)emulate_run(emulator, increment, sums);
            ck_assert_uint_eq(sums[0], 3);
            fftc_emulator_destroy(emulator);
            ck_assert_int_eq(b.live, 0);
            break;
        }
        ck_assert_int_eq(status, FFTC_OUT_OF_MEMORY);
        ck_assert_uint_gt(strlen(error.message), 0);
        ck_assert_int_eq(b.live, 0);
        ++failures;
    }
    ck_assert_int_ge(failures, 10);
}
END_TEST

START_TEST(emulator_workgroup_fft_allocation_failure_leaves_data)
{
    fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 3};
    fftc_status status = FFTC_OUT_OF_MEMORY;
    for (int64_t allowed = 0; status != FFTC_SUCCESS; ++allowed) {
        budget b = {.left = allowed};
        fftc_allocator allocator = {budget_allocate, budget_release, &b};
        fftc_emulation config = {.allocator = &allocator};
        float data[32];
        for (int i = 0; i < 32; ++i) {
            data[i] = (float)i;
        }
        status = fftc_workgroup_fft_emulate(&fft, &config, data, NULL, NULL, NULL, 0, NULL);
        ck_assert(status == FFTC_SUCCESS || status == FFTC_OUT_OF_MEMORY);
        ck_assert(status == FFTC_SUCCESS || (data[0] == 0.0f && data[31] == 31.0f));
        ck_assert_int_eq(b.live, 0);
    }
}
END_TEST

/* Dispatches of plans, by the allocator of their configuration. */
static fftc_status emulate_with(int which, const fftc_allocator *allocator, float *dst)
{
    static const fftc_transform two_passes = {.length = {64}, .placement = FFTC_IN_PLACE};
    static const fftc_convolution_description blur = {.signal = {.length = {4, 8}},
                                                      .kernel_length = {3, 3}};
    static const float src[64] = {1.0f};
    fftc_emulation config = {.allocator = allocator};
    fftc_emulated_device emulation = {
        .invocations_max = 16, .shared_bytes = 128, .config = &config};
    fftc_emulated_report report;
    fftc_error error = {.message = ""};
    const fftc_arrays in_place = {.src = dst, .dst = dst};
    const fftc_convolution_arrays arrays = {.src = src, .kernel = src, .dst = dst};
    fftc_status status =
        which == 0 ? fftc_emulate_plan(&two_passes, &emulation, &in_place, &report, &error)
                   : fftc_emulate_convolution(&blur, &emulation, &arrays, &report, &error);
    ck_assert(status == FFTC_SUCCESS ? report.dispatches > 1
                                     : status == FFTC_OUT_OF_MEMORY && error.message[0] != '\0');
    return status;
}

START_TEST(emulator_plans_allocation_failure_is_reported_without_leak)
{
    for (int which = 0; which < 2; ++which) {
        fftc_status status = FFTC_OUT_OF_MEMORY;
        int failures = -1;
        for (int64_t allowed = 0; status != FFTC_SUCCESS; ++allowed, ++failures) {
            budget b = {.left = allowed};
            fftc_allocator allocator = {budget_allocate, budget_release, &b};
            float dst[128] = {which == 0 ? 1.0f : 9.0f}; /* an impulse to be transformed */
            status = emulate_with(which, &allocator, dst);
            ck_assert_int_eq(b.live, 0);
            ck_assert(status != FFTC_SUCCESS || fabsf(dst[which == 0 ? 10 : 0] - 1.0f) < 1e-6f);
        }
        ck_assert_int_ge(failures, 20);
    }
}
END_TEST

TESTING_MAIN("emulate", emulator_runs_every_invocation_once_with_its_own_storage,
             emulator_outside_of_a_run_names_do_nothing,
             emulator_finding_names_the_line_that_calls_the_accessor,
             emulator_stack_nearly_full_ends_the_invocation, emulator_inside_a_kernel_runs,
             emulators_in_several_threads_at_one_time, emulator_run_within_its_own_run_refused,
             emulator_bad_configuration_refused, emulator_names_are_distinct,
             emulator_every_allocation_failure_is_reported_without_leak,
             emulator_workgroup_fft_allocation_failure_leaves_data,
             emulator_plans_allocation_failure_is_reported_without_leak)
