/* SPDX-License-Identifier: MIT
 *
 * The shaders that plans consist of, as the SPIR-V that ships, in the emulator: no finding with any
 * schedule and subgroup size, and the bits of the same kernels compiled as C. And the checks are
 * checked: with a barrier taken out of a shader, there is a finding, or the barrier is one that the
 * shader does without, by a plain list of its accesses.
 *
 * FFTCORE_TEST_CAMPAIGN: all schedules and sizes, and all barriers.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_testing.h"
#include "fftcore/emulate_plan.h"
#include "fftcore/spirv.h"
#include "touches.h"

enum { BUFFERS = 10, OpNop = 0, OpControlBarrier = 224, HEADER = 5 };

/* A plan, read from its description as a program without fftcore does. */
typedef struct shipped {
    fftc_emitted_plan plan;
    cJSON *json;
    const char *name[BUFFERS];
    unsigned char *data[BUFFERS];
    size_t bytes[BUFFERS];
    uint32_t buffers;
    uint32_t subgroup_size; /* that its kernels ask for; 0: any */
} shipped;

static uint64_t number(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItem(object, name);
    ck_assert_msg(cJSON_IsNumber(member), "%s", name);
    return (uint64_t)member->valuedouble;
}

static const char *text(const cJSON *object, const char *name)
{
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    ck_assert_msg(value != NULL, "%s", name);
    return value;
}

static uint32_t buffer_named(const shipped *s, const char *name)
{
    for (uint32_t i = 0; i < s->buffers; ++i) {
        if (strcmp(s->name[i], name) == 0) {
            return i;
        }
    }
    ck_abort_msg("no buffer %s", name);
    return 0;
}

static void open_plan(shipped *s, const fftc_emitted_plan *plan)
{
    const cJSON *at;
    *s = (shipped){.plan = *plan};
    s->json = cJSON_Parse(plan->description);
    ck_assert_ptr_nonnull(s->json);
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(s->json, "buffers"))
    {
        ck_assert_uint_lt(s->buffers, BUFFERS);
        s->name[s->buffers] = text(at, "name");
        s->bytes[s->buffers] = number(at, "bytes");
        s->data[s->buffers] = calloc(1, s->bytes[s->buffers] + 1);
        if (strcmp(text(at, "use"), "table") == 0) {
            memcpy(s->data[s->buffers], plan->table, plan->table_bytes);
        }
        ++s->buffers;
    }
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(s->json, "kernels"))
    {
        if (number(at, "subgroup_size") != 0) {
            s->subgroup_size = (uint32_t)number(at, "subgroup_size");
        }
    }
}

static void close_plan(shipped *s)
{
    for (uint32_t i = 0; i < s->buffers; ++i) {
        free(s->data[i]);
    }
    cJSON_Delete(s->json);
    fftc_emitted_plan_free(&s->plan);
}

/* --- one run */

typedef struct change { /* a barrier that is taken out */
    uint32_t kernel;
    size_t at; /* 0: none */
} change;

static fftc_spirv *open_kernel(const fftc_emitted_kernel *kernel, size_t without)
{
    uint32_t *words = malloc(kernel->spirv_words * sizeof *words);
    const fftc_spirv_source source = {.words = words, .word_count = kernel->spirv_words};
    fftc_spirv *shader;
    fftc_error error;
    ck_assert_ptr_nonnull(words);
    memcpy(words, kernel->spirv, kernel->spirv_words * sizeof *words);
    for (uint32_t i = 0; without != 0 && i < 4; ++i) {
        words[without + i] = 1u << 16 | OpNop;
    }
    ck_assert_msg(fftc_spirv_create(&source, &shader, &error) == FFTC_SUCCESS, "%s", error.message);
    free(words);
    return shader;
}

/* A layout may have bindings that a shader does not use. */
static bool is_used(const fftc_spirv *shader, uint64_t binding)
{
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    bool used = false;
    for (uint32_t i = 0; i < interface->binding_count; ++i) {
        used = used || interface->bindings[i].binding == binding;
    }
    return used;
}

/* Findings of one dispatch; the first as a text. */
static uint64_t dispatch(shipped *s, const cJSON *what, const fftc_emulation *config,
                         const change *mutation, char first[512])
{
    fftc_spirv_buffer buffers[BUFFERS];
    uint32_t push[64] = {0};
    fftc_spirv_dispatch d = {.buffers = buffers, .push_constants = push};
    uint32_t kernel = (uint32_t)number(what, "kernel");
    fftc_spirv *shader =
        open_kernel(&s->plan.kernel[kernel], mutation->kernel == kernel ? mutation->at : 0);
    fftc_finding finding;
    fftc_report report;
    fftc_error error;
    const cJSON *at;
    int i = 0;
    d.push_constant_bytes = number(s->json, "push_constant_bytes");
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(what, "push_constants"))
    {
        push[i++] = (uint32_t)at->valuedouble;
    }
    for (i = 0; i < 3; ++i) {
        d.groups[i] =
            (uint32_t)cJSON_GetArrayItem(cJSON_GetObjectItem(what, "workgroups"), i)->valuedouble;
    }
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(what, "bindings"))
    {
        uint32_t buffer = buffer_named(s, text(at, "buffer"));
        if (!is_used(shader, number(at, "binding"))) {
            continue;
        }
        buffers[d.buffer_count++] =
            (fftc_spirv_buffer){.binding = (uint32_t)number(at, "binding"),
                                .data = s->data[buffer] + number(at, "offset"),
                                .bytes = number(at, "bytes")};
    }
    ck_assert_msg(fftc_emulate_spirv(shader, &d, config, &report, &finding, 1, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count > 0) {
        fftc_finding_format(&finding, first, 512);
    }
    fftc_spirv_destroy(shader);
    return report.finding_count;
}

/* All dispatches, or up to the first with findings. */
static uint64_t run_plan(shipped *s, const fftc_emulation *config, const change *mutation,
                         char first[512])
{
    const cJSON *what;
    uint64_t found = 0;
    cJSON_ArrayForEach(what, cJSON_GetObjectItem(s->json, "dispatches"))
    {
        if (found == 0) {
            found = dispatch(s, what, config, mutation, first);
        }
    }
    return found;
}

/* --- what is run */

static const fftc_transform transforms[] = {
    {.length = {480}},
    {.length = {96, 40}, .direction = FFTC_INVERSE},
    {.length = {600}, .kind = FFTC_REAL, .batch = 3},
    {.length = {600}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {40, 36}, .kind = FFTC_REAL, .format = FFTC_SPLIT},
    {.length = {120}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_II}},
    {.length = {60}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_IV}},
    {.length = {127}},
    {.length = {509}},
    {.length = {256}, .precision = FFTC_FLOAT64},
    {.length = {256}, .precision = FFTC_FLOAT16},
    {.length = {8192}}, /* several passes of a small device */
    {.length = {20, 30, 12}, .loop = {0, 1, 0}},
};

static const fftc_vulkan_device devices[] = {
    {.invocations_max = 128,
     .shared_bytes = 16384,
     .workgroups_max = 65535,
     .buffer_bytes_max = 1u << 27,
     .float64 = true},
    {.invocations_max = 256,
     .shared_bytes = 32768,
     .workgroups_max = 65535,
     .buffer_bytes_max = 1u << 27,
     .float64 = true,
     .subgroup_size = 32,
     .subgroup_full = true,
     .subgroup_shuffle = true},
};

static size_t element_bytes(const fftc_transform *t)
{
    return t->precision == FFTC_FLOAT64 ? 8 : t->precision == FFTC_FLOAT16 ? 2 : 4;
}

/* Fills the inputs, and puts what the same kernels as C give into *wanted. */
static void prepare(shipped *s, const fftc_transform *t, const fftc_vulkan_device *device,
                    unsigned char *wanted[2])
{
    testing_random random = testing_random_start("shipped shaders");
    const fftc_emulated_device emulated = {.invocations_max = device->invocations_max,
                                           .shared_bytes = device->shared_bytes,
                                           .buffer_bytes_max = device->buffer_bytes_max};
    fftc_arrays arrays = {.src = NULL};
    fftc_emulated_report report;
    fftc_error error;
    for (uint32_t i = 0; i < s->buffers; ++i) {
        if (strncmp(s->name[i], "src", 3) == 0) {
            testing_fill(t->precision, s->data[i], s->bytes[i] / element_bytes(t) / 2, &random);
            *(strcmp(s->name[i], "src") == 0 ? &arrays.src : &arrays.src_im) = s->data[i];
        } else if (strncmp(s->name[i], "dst", 3) == 0) {
            int part = strcmp(s->name[i], "dst") != 0;
            wanted[part] = calloc(1, s->bytes[i] + 1);
            *(part == 0 ? &arrays.dst : &arrays.dst_im) = wanted[part];
        }
    }
    ck_assert_msg(fftc_emulate_plan(t, &emulated, &arrays, &report, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_uint_eq(report.finding_count, 0);
}

static void check_bits(const shipped *s, unsigned char *const wanted[2], size_t which,
                       const fftc_emulation *config)
{
    for (uint32_t i = 0; i < s->buffers; ++i) {
        if (strncmp(s->name[i], "dst", 3) == 0) {
            int part = strcmp(s->name[i], "dst") != 0;
            ck_assert_msg(memcmp(s->data[i], wanted[part], s->bytes[i]) == 0,
                          "transform %zu, subgroups of %u: other bits than those of C", which,
                          config->subgroup_size);
        }
    }
}

static void check_transform(size_t which, const fftc_vulkan_device *device)
{
    static const uint32_t sizes[] = {32, 4, 8, 16, 64, 128};
    const fftc_vulkan_plan_options options = {.exact = true};
    bool all = (getenv("FFTCORE_TEST_CAMPAIGN") != NULL);
    unsigned char *wanted[2] = {NULL, NULL};
    const change none = {.at = 0};
    char first[512] = "";
    shipped s;
    fftc_emitted_plan plan = emit_testing_plan(&transforms[which], device, &options);
    open_plan(&s, &plan);
    prepare(&s, &transforms[which], device, wanted);
    for (uint32_t i = 0; i < (all ? 6 : 2); ++i) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            fftc_emulation config = {
                .subgroup_size = sizes[i], .schedule = (fftc_schedule)schedule, .seed = which};
            bool sampled = (i == 0 && schedule == FFTC_SCHEDULE_ROUND_ROBIN) ||
                           schedule == (int)(which % 2 + FFTC_SCHEDULE_REVERSE);
            if ((!all && !sampled) ||
                (s.subgroup_size != 0 && s.subgroup_size != config.subgroup_size)) {
                continue;
            }
            uint64_t found = run_plan(&s, &config, &none, first);
            ck_assert_msg(found == 0, "transform %zu: %s", which, first);
            check_bits(&s, wanted, which, &config);
        }
    }
    free(wanted[0]);
    free(wanted[1]);
    close_plan(&s);
}

START_TEST(spirv_of_plans_no_finding_and_bits_of_c)
{
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; ++i) {
        check_transform(i, &devices[0]);
        check_transform(i, &devices[1]);
    }
}
END_TEST

/* --- convolutions: a plan that makes the kernel's spectrum, and one that applies it */

static const fftc_convolution_description convolutions[] = {
    {.signal = {.length = {300}, .kind = FFTC_REAL}, .kernel_length = {21}},
    {.signal = {.length = {40, 36}}, .kernel_length = {5, 7}},
    {.signal = {.length = {24, 32}, .kind = FFTC_REAL},
     .kernel_length = {3, 3},
     .product = FFTC_CORRELATE},
};

static void fill(shipped *s, const char *name, testing_random *random)
{
    uint32_t buffer = buffer_named(s, name);
    testing_fill(FFTC_FLOAT32, s->data[buffer], s->bytes[buffer] / 8, random);
}

static void check_convolution(size_t which, const fftc_vulkan_device *device)
{
    const fftc_vulkan_plan_options options = {.exact = true};
    const fftc_emulated_device emulated = {.invocations_max = device->invocations_max,
                                           .shared_bytes = device->shared_bytes,
                                           .buffer_bytes_max = device->buffer_bytes_max};
    testing_random random = testing_random_start("shipped convolutions");
    fftc_emitted_plan plans[2];
    shipped make, apply;
    fftc_vulkan_cache *cache;
    fftc_error error;
    char first[512] = "";
    const change none = {.at = 0};
    ck_assert_int_eq(fftc_vulkan_cache_create(NULL, &cache, &error), FFTC_SUCCESS);
    ck_assert_msg(fftc_vulkan_convolution_emit(&convolutions[which], device, &options, cache,
                                               &plans[0], &plans[1], &error) == FFTC_SUCCESS,
                  "%s", error.message);
    fftc_vulkan_cache_destroy(cache);
    open_plan(&make, &plans[0]);
    open_plan(&apply, &plans[1]);
    fill(&make, "kernel", &random);
    fill(&apply, "src", &random);
    uint32_t dst = buffer_named(&apply, "dst"), spectrum = buffer_named(&apply, "spectrum");
    unsigned char *wanted = calloc(1, apply.bytes[dst] + 1);
    const fftc_convolution_arrays arrays = {.src = apply.data[buffer_named(&apply, "src")],
                                            .kernel = make.data[buffer_named(&make, "kernel")],
                                            .dst = wanted};
    ck_assert_msg(fftc_emulate_convolution(&convolutions[which], &emulated, &arrays, NULL,
                                           &error) == FFTC_SUCCESS,
                  "%s", error.message);
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        const fftc_emulation config = {
            .subgroup_size =
                make.subgroup_size + apply.subgroup_size != 0 ? 32 : 4u << schedule % 5,
            .schedule = (fftc_schedule)schedule};
        if (schedule % 3 != 0 && getenv("FFTCORE_TEST_CAMPAIGN") == NULL) {
            continue;
        }
        uint64_t found = run_plan(&make, &config, &none, first);
        ck_assert_msg(found == 0, "convolution %zu, kernel: %s", which, first);
        memcpy(apply.data[spectrum], make.data[buffer_named(&make, "spectrum")],
               apply.bytes[spectrum]);
        found = run_plan(&apply, &config, &none, first);
        ck_assert_msg(found == 0, "convolution %zu: %s", which, first);
        ck_assert_msg(memcmp(apply.data[dst], wanted, apply.bytes[dst]) == 0,
                      "convolution %zu: other bits than those of C", which);
    }
    free(wanted);
    close_plan(&make);
    close_plan(&apply);
}

START_TEST(spirv_of_convolutions_no_finding_and_bits_of_c)
{
    for (size_t i = 0; i < sizeof convolutions / sizeof *convolutions; ++i) {
        check_convolution(i, &devices[0]);
        check_convolution(i, &devices[1]);
    }
}
END_TEST

/* --- the reference kernel */

START_TEST(spirv_of_reference_no_finding_and_bits_of_c)
{
    for (uint32_t log2 = 5; log2 <= 8; ++log2) {
        const fftc_workgroup_fft fft = {.elements_log2 = 2,
                                        .workgroup_log2 = log2,
                                        .subgroup_log2 = log2 - 5,
                                        .computed_twiddles = 1,
                                        .batch = 2};
        size_t count = (size_t)4 << log2;
        testing_random random = testing_random_start("shipped reference");
        float *data = malloc(2 * count * 8), *wanted = malloc(2 * count * 8);
        fftc_emitted emitted;
        fftc_finding finding;
        fftc_report report;
        fftc_error error;
        ck_assert(data != NULL && wanted != NULL);
        testing_fill(FFTC_FLOAT32, data, 2 * count, &random);
        memcpy(wanted, data, 2 * count * 8);
        ck_assert_msg(fftc_workgroup_fft_emit(&fft, &emitted, &error) == FFTC_SUCCESS, "%s",
                      error.message);
        ck_assert_int_eq(
            fftc_workgroup_fft_emulate(&fft, NULL, wanted, NULL, NULL, NULL, 0, &error),
            FFTC_SUCCESS);
        const fftc_emitted_kernel kernel = {.spirv = emitted.spirv,
                                            .spirv_words = emitted.spirv_words};
        fftc_spirv *shader = open_kernel(&kernel, 0);
        const fftc_spirv_buffer buffer = {.binding =
                                              fftc_spirv_describe(shader)->bindings[0].binding,
                                          .data = data,
                                          .bytes = 2 * count * 8};
        const fftc_spirv_dispatch d = {.groups = {2}, .buffers = &buffer, .buffer_count = 1};
        const fftc_emulation config = {.subgroup_size = 32, .schedule = FFTC_SCHEDULE_RANDOM};
        ck_assert_msg(fftc_emulate_spirv(shader, &d, &config, &report, &finding, 1, &error) ==
                          FFTC_SUCCESS,
                      "%s", error.message);
        ck_assert_uint_eq(report.finding_count, 0);
        ck_assert_msg(memcmp(data, wanted, 2 * count * 8) == 0, "%zu points: other bits", count);
        fftc_spirv_destroy(shader);
        fftc_emitted_free(&emitted);
        free(data);
        free(wanted);
    }
}
END_TEST

/* --- barriers taken out */

/* No two accesses that the barrier kept apart, in any dispatch. */
static bool does_without(shipped *s, const fftc_emulation *config, const change *mutation)
{
    touches *t = touches_create();
    fftc_emulation watched = *config;
    const cJSON *what;
    char first[512];
    bool conflict = false;
    watched.observer = touches_observer(t);
    cJSON_ArrayForEach(what, cJSON_GetObjectItem(s->json, "dispatches"))
    {
        (void)dispatch(s, what, &watched, mutation, first);
        conflict = touches_conflict(t);
    }
    touches_destroy(t);
    return !conflict;
}

static uint32_t remove_barriers(size_t which, const fftc_vulkan_device *device, uint32_t most,
                                uint32_t *lived)
{
    const fftc_vulkan_plan_options options = {.exact = true};
    unsigned char *wanted[2] = {NULL, NULL};
    uint32_t removed = 0;
    char first[512];
    shipped s;
    fftc_emitted_plan plan = emit_testing_plan(&transforms[which], device, &options);
    open_plan(&s, &plan);
    prepare(&s, &transforms[which], device, wanted);
    for (uint32_t kernel = 0; kernel < s.plan.kernels; ++kernel) {
        const fftc_emitted_kernel *k = &s.plan.kernel[kernel];
        for (size_t at = HEADER; at < k->spirv_words && removed < most; at += k->spirv[at] >> 16) {
            const fftc_emulation config = {.subgroup_size =
                                               s.subgroup_size != 0 ? s.subgroup_size : 4};
            if ((k->spirv[at] & 0xffff) != OpControlBarrier) {
                continue;
            }
            ++removed;
            const change mutation = {.kernel = kernel, .at = at};
            bool found = run_plan(&s, &config, &mutation, first) != 0;
            bool looked_at = !found || getenv("FFTCORE_TEST_CAMPAIGN") != NULL;
            ck_assert_msg(!looked_at || does_without(&s, &config, &mutation) != found,
                          "transform %zu, kernel %u: the barrier at word %zu is %s", which, kernel,
                          at, found ? "not needed, and missed" : "needed, and not missed");
            *lived += !found;
        }
    }
    free(wanted[0]);
    free(wanted[1]);
    close_plan(&s);
    return removed;
}

START_TEST(spirv_of_plans_without_a_barrier_found)
{
    uint32_t removed = 0, lived = 0;
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; ++i) {
        removed += remove_barriers(
            i, &devices[0], (getenv("FFTCORE_TEST_CAMPAIGN") != NULL) ? UINT32_MAX : 3, &lived);
        removed += remove_barriers(
            i, &devices[1], (getenv("FFTCORE_TEST_CAMPAIGN") != NULL) ? UINT32_MAX : 3, &lived);
    }
    printf("%u barriers removed, of which %u are not needed\n", removed, lived);
    ck_assert_uint_gt(removed - lived, 40);
    ck_assert_uint_le(lived, 10);
}
END_TEST

TESTING_MAIN("emit_emulated", spirv_of_plans_no_finding_and_bits_of_c,
             spirv_of_convolutions_no_finding_and_bits_of_c,
             spirv_of_reference_no_finding_and_bits_of_c, spirv_of_plans_without_a_barrier_found)
