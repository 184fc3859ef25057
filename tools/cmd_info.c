/* SPDX-License-Identifier: MIT
 *
 * `fftcore info`: this machine.
 */
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT */
#include <sched.h>
#include <string.h>

#include "command.h"
#include "devices.h"
#include "json.h"
#include "oracle.h"

typedef struct cpu_info {
    const char *machine;
    char isa[128];
    /* Whose code transforms take; NULL: what FFTCORE_FORCE_ISA wants is not here. */
    const char *engine;
    int threads;
    bool half; /* this build computes in half precision */
} cpu_info;

static void cpu_isa(char *text, size_t bytes)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    (void)snprintf(text, bytes, "SSE2%s%s%s%s%s", __builtin_cpu_supports("sse4.2") ? " SSE4.2" : "",
                   __builtin_cpu_supports("avx") ? " AVX" : "",
                   __builtin_cpu_supports("avx2") ? " AVX2" : "",
                   __builtin_cpu_supports("fma") ? " FMA" : "",
                   __builtin_cpu_supports("avx512f") ? " AVX-512F" : "");
#elif defined(__aarch64__)
    (void)snprintf(text, bytes, "NEON");
#else
    (void)snprintf(text, bytes, "vectors of the compiler's choice");
#endif
}

static cpu_info cpu_look(void)
{
    cpu_info info = {.machine = "other"};
    cpu_set_t set;
    fftc_workgroup_fft smallest = {
        .elements_log2 = 1, .subgroup_log2 = 2, .precision = FFTC_FLOAT16};
    uint16_t halves[4] = {0, 0, 0, 0};
#if defined(__x86_64__)
    info.machine = "x86-64";
#elif defined(__aarch64__)
    info.machine = "aarch64";
#endif
    cpu_isa(info.isa, sizeof info.isa);
    CPU_ZERO(&set);
    info.engine = fftc_simd_isa_name();
    info.threads = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    info.half = fftc_workgroup_fft_simd(&smallest, halves, NULL, 1, NULL) == FFTC_SUCCESS;
    return info;
}

#ifdef FFTCORE_TOOL_COMPILER
static const bool compiles_shaders = true;
#else
static const bool compiles_shaders = false;
#endif

#ifdef FFTCORE_TOOL_VULKAN

static const char *device_type(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "CPU";
    default: return "other";
    }
}

static void print_devices(const tool_devices *devices)
{
    for (uint32_t i = 0; i < devices->count; ++i) {
        const fftc_vulkan_device *device = &devices->list[i];
        (void)printf("\nVulkan %u  %s (%s)\n", (unsigned)i, device->name,
                     device_type(device->type));
        (void)printf("  driver      %s, Vulkan %u.%u\n", device->driver,
                     VK_API_VERSION_MAJOR(device->api_version),
                     VK_API_VERSION_MINOR(device->api_version));
        (void)printf("  subgroup    %u lanes (%u to %u)%s%s\n", (unsigned)device->subgroup_size,
                     (unsigned)device->subgroup_size_min, (unsigned)device->subgroup_size_max,
                     device->subgroup_shuffle ? ", shuffles" : ", no shuffles",
                     device->subgroup_full ? ", full subgroups on request" : "");
        (void)printf("  precisions  %sf32%s\n", device->float16 ? "f16 " : "",
                     device->float64 ? " f64" : "");
        (void)printf("  workgroup   at most %u invocations, %u KiB shared memory\n",
                     (unsigned)device->invocations_max, (unsigned)(device->shared_bytes / 1024));
        (void)printf("  dispatch    at most %u workgroups, buffers of %.4g GiB\n",
                     (unsigned)device->workgroups_max,
                     (double)device->buffer_bytes_max / 1073741824.0);
    }
}

static cJSON *json_device(const fftc_vulkan_device *device, uint32_t index)
{
    cJSON *object = cJSON_CreateObject();
    char version[32];
    (void)snprintf(version, sizeof version, "%u.%u.%u", VK_API_VERSION_MAJOR(device->api_version),
                   VK_API_VERSION_MINOR(device->api_version),
                   VK_API_VERSION_PATCH(device->api_version));
    json_count(object, "index", index);
    json_text(object, "name", device->name);
    json_text(object, "type", device_type(device->type));
    json_text(object, "driver", device->driver);
    json_text(object, "vulkan", version);
    json_count(object, "vendor_id", device->vendor_id);
    json_count(object, "device_id", device->device_id);
    json_count(object, "subgroup_size", device->subgroup_size);
    json_count(object, "subgroup_size_min", device->subgroup_size_min);
    json_count(object, "subgroup_size_max", device->subgroup_size_max);
    json_flag(object, "subgroup_shuffle", device->subgroup_shuffle);
    json_flag(object, "subgroup_full", device->subgroup_full);
    json_flag(object, "f16", device->float16);
    json_flag(object, "f32", true);
    json_flag(object, "f64", device->float64);
    json_flag(object, "pipeline_robustness", device->pipeline_robustness);
    json_count(object, "invocations_max", device->invocations_max);
    json_count(object, "shared_bytes", device->shared_bytes);
    json_count(object, "workgroups_max", device->workgroups_max);
    json_count(object, "buffer_bytes_max", device->buffer_bytes_max);
    return object;
}

static void json_devices(cJSON *array, const tool_devices *devices)
{
    for (uint32_t i = 0; i < devices->count; ++i) {
        (void)cJSON_AddItemToArray(array, json_device(&devices->list[i], i));
    }
}

#else

static void print_devices(const tool_devices *devices)
{
    (void)devices;
}

static void json_devices(cJSON *array, const tool_devices *devices)
{
    (void)array;
    (void)devices;
}

#endif

static void print_table(const cpu_info *cpu, const tool_devices *devices, const char *fftw)
{
    (void)printf("fftcore %s\n\n", fftc_version());
    (void)printf("CPU       %s, %s, %d thread%s\n", cpu->machine, cpu->isa, cpu->threads,
                 cpu->threads == 1 ? "" : "s");
    (void)printf("  transforms  %s\n", cpu->engine != NULL
                                           ? cpu->engine
                                           : "none: FFTCORE_FORCE_ISA asks for what is not here");
    if (cpu->engine == NULL) {
        (void)printf("  SIMD        none either\n");
    } else {
        (void)printf("  SIMD        4, 8, 16 lanes a vector; precisions %sf32 f64%s\n",
                     cpu->half ? "f16 " : "",
                     cpu->half ? "" : " (this compiler has no half precision)");
    }
    (void)printf("  emulator    subgroups of 1 to 128 lanes, up to 4096 invocations\n");
    (void)printf("  oracle      %s\n", fftw);
    (void)printf("  shaders     %s\n",
                 compiles_shaders ? "compiled by glslang" : "no compiler was built in");
    print_devices(devices);
    if (devices->count == 0) {
        (void)printf("\nVulkan    %s\n", devices->reason);
    }
}

static bool write_json(const cpu_info *cpu, const tool_devices *devices, const char *fftw,
                       const char *path)
{
    cJSON *root = json_begin("info");
    cJSON *object = cJSON_AddObjectToObject(root, "cpu");
    json_text(object, "machine", cpu->machine);
    json_text(object, "isa", cpu->isa);
    if (cpu->engine != NULL) {
        json_text(object, "transforms", cpu->engine);
    }
    json_count(object, "threads", (uint64_t)cpu->threads);
    json_flag(object, "f16", cpu->half);
    json_flag(object, "f32", true);
    json_flag(object, "f64", true);
    json_text(root, "oracle", fftw);
#ifdef FFTCORE_TOOL_VULKAN
    json_flag(root, "vulkan", true);
#else
    json_flag(root, "vulkan", false);
#endif
    json_flag(root, "shader_compiler", compiles_shaders);
    json_devices(cJSON_AddArrayToObject(root, "devices"), devices);
    if (devices->count == 0) {
        json_text(root, "no_devices_because", devices->reason);
    }
    return json_write(root, path);
}

typedef struct info_options {
    const char *json;
} info_options;

static int info_run(void *given)
{
    const char *json = ((const info_options *)given)->json;
    char fftw[FFTC_MESSAGE_BYTES] = "FFTW, double precision";
    tool_devices devices;
    cpu_info cpu = cpu_look();
    (void)oracle_open(fftw, sizeof fftw);
    tool_devices_open(&devices);
    bool written = json == NULL || write_json(&cpu, &devices, fftw, json);
    if (!tool_goes_out(json)) {
        print_table(&cpu, &devices, fftw);
        written = tool_file_close(stdout, "standard output") && written;
    }
    tool_devices_close(&devices);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

static const tool_option info_rows[] = {
    TOOL_OPTION_JSON(info_options, json,
                     "the same for machines; without FILE, or -, instead of the table"),
    {.name = NULL}};

static const tool_form info_form = {
    .about = "What kernels can be carried out by here: the CPU's vector instructions and threads, "
             "and each Vulkan device with its driver, subgroup size, limits and precisions. The "
             "numbers of the devices are those that --device takes.\n",
    .options = info_rows,
    .defaults = &(const info_options){.json = NULL},
    .bytes = sizeof(info_options),
    .run = info_run};

const tool_command tool_command_info = {.name = "info",
                                        .summary = "this machine: CPU, and each Vulkan device",
                                        .forms = {&info_form},
                                        .examples = "fftcore info\n"};
