/* SPDX-License-Identifier: MIT
 *
 * Compute shaders in the emulator and on every Vulkan device, at the device's subgroup size: the
 * same bits in every buffer, and floats within Vulkan's error where devices may have one.
 */
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fftcore/spirv.h"
#include "vulkan_compute.h"
#include "vulkan_testing.h"

#define WORKGROUPS 2u
#define BUFFERS 3u
#define WORDS (1u << 16)

typedef struct shader {
    const char *name;
    double tolerance; /* of floats; 0: equal bits */
    bool small_and_wide;
} shader;

static void fill(uint32_t *data[BUFFERS])
{
    testing_random random = testing_random_start("vulkan spirv");
    for (uint32_t i = 0; i < WORDS; ++i) {
        data[0][i] = (uint32_t)testing_random_next(&random);
        data[1][i] = 0xa5a5a5a5u;
        data[2][i] = 0x3f800000u + i;
    }
}

/* Whether the emulator found nothing; it says what it found. */
static bool emulate(const uint32_t *words, size_t bytes, uint32_t subgroup_size,
                    uint32_t *data[BUFFERS])
{
    const fftc_spirv_source source = {.words = words, .word_count = bytes / 4};
    const fftc_emulation config = {.subgroup_size = subgroup_size};
    const fftc_spirv_interface *interface;
    fftc_spirv_buffer buffers[BUFFERS];
    fftc_spirv_dispatch dispatch = {.groups = {WORKGROUPS, 1, 1}, .buffers = buffers};
    fftc_spirv *module;
    fftc_finding finding;
    fftc_report report;
    fftc_error error;
    char text[512];
    ck_assert_msg(fftc_spirv_create(&source, &module, &error) == FFTC_SUCCESS, "%s", error.message);
    interface = fftc_spirv_describe(module);
    for (uint32_t i = 0; i < interface->binding_count; ++i) {
        uint32_t binding = interface->bindings[i].binding;
        ck_assert_uint_lt(binding, BUFFERS);
        buffers[i] = (fftc_spirv_buffer){
            .binding = binding, .data = data[binding], .bytes = WORDS * sizeof(uint32_t)};
    }
    dispatch.buffer_count = interface->binding_count;
    ck_assert_msg(fftc_emulate_spirv(module, &dispatch, &config, &report, &finding, 1, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count != 0) {
        fftc_finding_format(&finding, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    fftc_spirv_destroy(module);
    return report.finding_count == 0;
}

static float as_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static bool agree(uint32_t a, uint32_t b, double tolerance)
{
    double x = (double)as_float(a), y = (double)as_float(b);
    return a == b || (tolerance > 0.0 && fabs(x - y) <= tolerance * fmax(1.0, fabs(x)));
}

/* What a device makes of a shader. LLVM ends the whole program where it finds no instructions for
 * a shader ("Cannot select"), so the device works in a process of its own. */
typedef enum outcome { COMPUTED, DIFFERENT, NOT_SUPPORTED, COMPILER_GAVE_UP, OUTCOMES } outcome;

typedef struct answer {
    bool able;
    char device[256];
    uint32_t data[BUFFERS][WORDS];
} answer;

static outcome compute(const shader *s, uint32_t device, const uint32_t *words, size_t bytes,
                       answer *result)
{
    vulkan_compute_job job = {.spirv = words,
                              .spirv_bytes = bytes,
                              .small_and_wide = s->small_and_wide,
                              .buffer_count = BUFFERS,
                              .workgroups = WORKGROUPS};
    int status;
    pid_t child;
    for (uint32_t b = 0; b < BUFFERS; ++b) {
        job.data[b] = result->data[b];
        job.bytes[b] = sizeof result->data[b];
    }
    fflush(NULL);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        result->able = vulkan_compute_run(device, &job, result->device);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) {
        return COMPILER_GAVE_UP;
    }
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "%s: the device's process ended %d", s->name, status);
    return result->able ? COMPUTED : NOT_SUPPORTED;
}

/* Whether the emulator has the device's numbers; it says where not. */
static bool same_numbers(const shader *s, const answer *computed, uint32_t *emulated[BUFFERS])
{
    for (uint32_t b = 0; b < BUFFERS; ++b) {
        for (uint32_t i = 0; i < WORDS; ++i) {
            uint32_t here = emulated[b][i], there = computed->data[b][i];
            if (!agree(here, there, s->tolerance)) {
                fprintf(stderr,
                        "%s, %s, buffer %u, row %u, invocation %u: %08x emulated, %08x there\n",
                        computed->device, s->name, b, i / 128, i % 128, here, there);
                return false;
            }
        }
    }
    return true;
}

/* Asking takes as long as a shader. */
static uint32_t subgroup_size_of(uint32_t device)
{
    static uint32_t known[VULKAN_TESTING_DEVICES_MAX];
    ck_assert_uint_lt(device, VULKAN_TESTING_DEVICES_MAX);
    if (known[device] == 0) {
        known[device] = vulkan_compute_subgroup_size(device);
    }
    return known[device];
}

static outcome compare(const shader *s, uint32_t device)
{
    static const char *const outcomes[] = {"equal", "different", "not supported",
                                           "the driver's compiler gave up"};
    uint32_t *emulated[BUFFERS];
    size_t bytes;
    uint32_t *words = vulkan_compute_shader(s->name, &bytes);
    answer *computed =
        mmap(NULL, sizeof *computed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    outcome found;
    ck_assert(computed != MAP_FAILED);
    for (uint32_t b = 0; b < BUFFERS; ++b) {
        emulated[b] = malloc(WORDS * sizeof(uint32_t));
        ck_assert(emulated[b] != NULL);
    }
    fill(emulated);
    for (uint32_t b = 0; b < BUFFERS; ++b) {
        memcpy(computed->data[b], emulated[b], sizeof computed->data[b]);
    }
    found = compute(s, device, words, bytes, computed);
    if (found == COMPUTED && !(emulate(words, bytes, subgroup_size_of(device), emulated) &&
                               same_numbers(s, computed, emulated))) {
        found = DIFFERENT;
    }
    printf("%s, %s: %s\n", computed->device, s->name, outcomes[found]);
    for (uint32_t b = 0; b < BUFFERS; ++b) {
        free(emulated[b]);
    }
    free(words);
    munmap(computed, sizeof *computed);
    return found;
}

#define SHADER(name, tolerance, widths)                                                     \
    START_TEST(name##_same_as_on_devices)                                                   \
    {                                                                                       \
        uint32_t devices[VULKAN_TESTING_DEVICES_MAX];                                       \
        uint32_t count = vulkan_testing_devices(devices);                                   \
        for (uint32_t k = 0; k < count; ++k) {                                              \
            outcome found = compare(&(const shader){#name, tolerance, widths}, devices[k]); \
            ck_assert(found == COMPUTED || found == NOT_SUPPORTED);                         \
        }                                                                                   \
    }                                                                                       \
    END_TEST

SHADER(integers, 0.0, false)
SHADER(floats, 0.0, false)
SHADER(control, 0.0, false)
SHADER(layouts, 0.0, false)
SHADER(matrices, 1e-30, false)
SHADER(subgroups, 0.0, false)
SHADER(shared_atomics, 0.0, false)
SHADER(wide, 0.0, true)
SHADER(small, 0.0, true)
SHADER(math, 2e-3, false)

static bool ends_in_spv(const char *name)
{
    const char *end = strrchr(name, '.');
    return end != NULL && strcmp(end, ".spv") == 0;
}

/* Shaders that tests/spirv/generate.py wrote, if there is a folder of them. Those whose number
 * leaves 7 if divided by 8 have numbers of all sizes. */
START_TEST(generated_same_as_on_devices)
{
    const char *folder = getenv("FFTCORE_TEST_GENERATED");
    uint32_t devices[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(devices);
    unsigned seen[OUTCOMES] = {0};
    DIR *entries = folder != NULL ? opendir(folder) : NULL;
    const struct dirent *entry;
    ck_assert(folder == NULL || entries != NULL);
    ck_assert_int_eq(setenv("FFTCORE_TEST_SPIRV", folder != NULL ? folder : "", 1), 0);
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        unsigned number;
        char name[64];
        if (ends_in_spv(entry->d_name) && sscanf(entry->d_name, "generated_%u", &number) == 1) {
            snprintf(name, sizeof name, "generated_%u", number);
            for (uint32_t k = 0; k < count; ++k) {
                ++seen[compare(&(const shader){name, 0.0, number % 8 == 7}, devices[k])];
            }
        }
    }
    if (entries != NULL) {
        closedir(entries);
        printf("generated: %u equal, %u different, %u not supported, the compiler gave up on %u\n",
               seen[COMPUTED], seen[DIFFERENT], seen[NOT_SUPPORTED], seen[COMPILER_GAVE_UP]);
        fflush(stdout); /* a failure ends the process at once */
        ck_assert_uint_gt(seen[COMPUTED], 0);
        ck_assert_uint_eq(seen[DIFFERENT], 0);
        ck_assert_uint_le(seen[COMPILER_GAVE_UP], seen[COMPUTED] / 50 + 1);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan spirv", integers_same_as_on_devices, floats_same_as_on_devices,
                    control_same_as_on_devices, layouts_same_as_on_devices,
                    matrices_same_as_on_devices, subgroups_same_as_on_devices,
                    shared_atomics_same_as_on_devices, wide_same_as_on_devices,
                    small_same_as_on_devices, math_same_as_on_devices, generated_same_as_on_devices)
