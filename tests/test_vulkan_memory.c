/* SPDX-License-Identifier: MIT
 *
 * The host's memory runs out, at each allocation of the library's in turn: a status and
 * a message, or a result without that memory; nothing is lost, and the next attempt works.
 * The linker puts the functions below in front of the C library's for everything that is linked
 * statically: not for drivers.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_testing.h"

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
char *__wrap_strdup(const char *text);

static atomic_uint calls; /* by several threads */
static unsigned fail_at;  /* the one that fails; 0: none */

static bool fails(void)
{
    return atomic_fetch_add(&calls, 1) + 1 == fail_at;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __real_realloc(old, bytes);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

static void arm(unsigned at)
{
    atomic_store(&calls, 0);
    fail_at = at;
}

/* Whether the armed allocation came; none fails from here on. */
static bool disarm(void)
{
    bool came = atomic_load(&calls) >= fail_at;
    fail_at = 0;
    return came;
}

static uint32_t first_device(void)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    return numbers[0];
}

static fftc_error error;

static void check(unsigned at, fftc_status status, const void *made)
{
    ck_assert_msg(status == FFTC_SUCCESS || status == FFTC_OUT_OF_MEMORY,
                  "allocation %u: status %d, %s", at, (int)status, error.message);
    ck_assert_msg((status == FFTC_SUCCESS) == (made != NULL), "allocation %u", at);
    ck_assert(status == FFTC_SUCCESS || error.message[0] != '\0');
}

/* What is compiled, for caches that know nothing yet. */
static void *modules;
static size_t modules_bytes;

static fftc_vulkan_cache *new_cache(void)
{
    const fftc_vulkan_cache_options options = {.folder = ""};
    fftc_vulkan_cache *cache;
    ck_assert_int_eq(fftc_vulkan_cache_create(&options, &cache, NULL), FFTC_SUCCESS);
    return cache;
}

static void keep_modules(fftc_vulkan_cache *cache)
{
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, NULL, 0, &modules_bytes, NULL), FFTC_SUCCESS);
    modules = malloc(modules_bytes);
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, modules, modules_bytes, &modules_bytes, NULL),
                     FFTC_SUCCESS);
}

/* A cache, a context and a plan of one small kernel: from nothing, and back to it. */
static const fftc_transform small = {.length = {2}, .placement = FFTC_IN_PLACE};

static bool small_plan(uint32_t device, unsigned at)
{
    const fftc_vulkan_cache_options without_files = {.folder = ""};
    fftc_vulkan_options options = {.device = device};
    fftc_vulkan *context = NULL;
    fftc_vulkan_plan *plan = NULL;
    /* The framework's own allocations would fail too: nothing is asserted until disarmed. */
    arm(at);
    fftc_status status = fftc_vulkan_cache_create(&without_files, &options.cache, &error);
    if (status == FFTC_SUCCESS) {
        status = fftc_vulkan_cache_load(options.cache, modules, modules_bytes, &error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_vulkan_create(&options, &context, &error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_vulkan_plan_create(context, &small, NULL, &plan, &error);
    }
    bool came = disarm();
    check(at, status, plan);
    if (context != NULL && plan == NULL) {
        ck_assert_int_eq(fftc_vulkan_plan_create(context, &small, NULL, &plan, &error),
                         FFTC_SUCCESS);
    }
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(context);
    fftc_vulkan_cache_destroy(options.cache);
    return came;
}

START_TEST(context_and_plan_out_of_memory_at_each_allocation)
{
    uint32_t device = first_device();
    fftc_vulkan_options options = {.device = device, .cache = new_cache()};
    fftc_vulkan *context;
    fftc_vulkan_plan *plan;
    unsigned at = 1;
    ck_assert_int_eq(fftc_vulkan_create(&options, &context, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &small, NULL, &plan, NULL), FFTC_SUCCESS);
    keep_modules(options.cache);
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(context);
    fftc_vulkan_cache_destroy(options.cache);
    while (small_plan(device, at)) {
        ++at;
    }
    free(modules);
    printf("%u allocations failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 10);
}
END_TEST

/* Several kernels, factors of a convolution by the CPU's transforms, saved choices: emitted, which
 * needs no device and shows the factors. */
static const fftc_transform chirp = {.length = {4099}, .precision = FFTC_FLOAT32};
static const fftc_vulkan_device limits = {.invocations_max = 256,
                                          .shared_bytes = 16384,
                                          .workgroups_max = 65535,
                                          .buffer_bytes_max = (uint64_t)1 << 27};
static const fftc_vulkan_plan_options with_saved = {.saved = "fftcore-vulkan 0.0.0 another one\n"};

static bool emit_chirp(unsigned at, const fftc_emitted_plan *expected)
{
    fftc_vulkan_cache *cache = new_cache();
    fftc_emitted_plan emitted;
    ck_assert_int_eq(fftc_vulkan_cache_load(cache, modules, modules_bytes, NULL), FFTC_SUCCESS);
    arm(at);
    fftc_status status =
        fftc_vulkan_plan_emit(&chirp, &limits, &with_saved, cache, &emitted, &error);
    bool came = disarm();
    check(at, status, emitted.table);
    if (status == FFTC_SUCCESS) {
        ck_assert_uint_eq(emitted.table_bytes, expected->table_bytes);
        ck_assert_mem_eq(emitted.table, expected->table, expected->table_bytes);
        ck_assert_str_eq(emitted.description, expected->description);
    }
    fftc_emitted_plan_free(&emitted);
    fftc_vulkan_cache_destroy(cache);
    return came;
}

START_TEST(emitted_plan_out_of_memory_at_each_allocation)
{
    fftc_vulkan_cache *cache = new_cache();
    fftc_emitted_plan expected;
    unsigned at = 1;
    ck_assert_int_eq(fftc_vulkan_plan_emit(&chirp, &limits, &with_saved, cache, &expected, &error),
                     FFTC_SUCCESS);
    keep_modules(cache);
    fftc_vulkan_cache_destroy(cache);
    while (emit_chirp(at, &expected)) {
        ++at;
    }
    fftc_emitted_plan_free(&expected);
    free(modules);
    printf("%u allocations failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 20);
}
END_TEST

/* A convolution by what was saved, and a plan with accessors, on a context that has their
 * shaders. */
static bool convolution(fftc_vulkan *context, const fftc_convolution_description *what,
                        const fftc_vulkan_plan_options *options, unsigned at)
{
    fftc_vulkan_convolution *plan = NULL;
    arm(at);
    fftc_status status = fftc_vulkan_convolution_create(context, what, options, &plan, &error);
    bool came = disarm();
    check(at, status, plan);
    fftc_vulkan_convolution_destroy(plan);
    return came;
}

static bool plan_with_accessors(fftc_vulkan *context, unsigned at)
{
    const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index)\n{\n    return "
                "fftc_src_get(index);\n}\n"};
    const fftc_vulkan_plan_options options = {.accessors = &accessors};
    fftc_vulkan_plan *plan = NULL;
    arm(at);
    fftc_status status = fftc_vulkan_plan_create(context, &small, &options, &plan, &error);
    bool came = disarm();
    check(at, status, plan);
    fftc_vulkan_plan_destroy(plan);
    return came;
}

START_TEST(convolution_and_accessors_out_of_memory_at_each_allocation)
{
    fftc_vulkan_options options = {.device = first_device(), .cache = new_cache()};
    fftc_convolution_description what;
    fftc_vulkan_convolution *plan;
    fftc_vulkan *context;
    char saved[1024];
    size_t bytes;
    ck_assert_int_eq(fftc_convolution_describe_linear(1, (uint64_t[]){30}, (uint64_t[]){3},
                                                      FFTC_SAME, FFTC_CONVOLVE, FFTC_REAL, &what,
                                                      NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_create(&options, &context, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_convolution_create(context, &what, NULL, &plan, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_convolution_save(plan, saved, sizeof saved, &bytes, NULL),
                     FFTC_SUCCESS);
    fftc_vulkan_convolution_destroy(plan);
    const fftc_vulkan_plan_options with = {.saved = saved, .own_scratch = true};
    unsigned at = 1;
    while (convolution(context, &what, &with, at)) {
        ++at;
    }
    printf("%u allocations failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 3);
    (void)plan_with_accessors(context, 0);
    at = 1;
    while (plan_with_accessors(context, at)) {
        ++at;
    }
    printf("%u allocations failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 2);
    fftc_vulkan_destroy(context);
    fftc_vulkan_cache_destroy(options.cache);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan memory", context_and_plan_out_of_memory_at_each_allocation,
                    emitted_plan_out_of_memory_at_each_allocation,
                    convolution_and_accessors_out_of_memory_at_each_allocation)
