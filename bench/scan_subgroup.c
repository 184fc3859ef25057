/* SPDX-License-Identifier: MIT
 *
 * Scans of subgroups on a Vulkan device: the device's own subgroupInclusiveAdd beside
 * kernel/scan.h, which is made of shuffles. The scans of this library are made of these on every
 * device; that is right as long as the last column is 1 or more.
 *
 *     scan_subgroup [DEVICE [ITEMS [LOOPS]]]
 *
 * Each invocation has one uint32 and scans it LOOPS times. Medians by time stamps, in milliseconds.
 */
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "gpu/shader.h"

typedef struct subgroup_bench {
    device_bench device;
    device_shader shader;
    uint32_t items;
    uint32_t loops;
    uint32_t invocations;
} subgroup_bench;

/* %u: log2 of a workgroup, log2 of a subgroup. */
static const char glsl_head[] = "#version 450\n"
                                "#define FFTC_PRECISION 32\n"
                                "#define FFTC_SUBGROUPS\n"
                                "#define FFTC_SUBGROUP_ARITHMETIC\n"
                                "#define FFTC_WORKGROUP_LOG2 %u\n"
                                "#define FFTC_SUBGROUP_LOG2 %u\n"
                                "#define FFTC_SCAN_WORDS 1\n"
                                "#define FFTC_SHARED_WORDS FFTC_SCAN_SHARED_WORDS\n";
static const char glsl_body[] =
    "#include \"common/workgroup.glsl\"\n"
    "#include \"fftcore/kernel/scan.h\"\n"
    "layout(set = 0, binding = 0) readonly buffer A { uint a[]; };\n"
    "layout(set = 0, binding = 1) writeonly buffer B { uint b[]; };\n"
    "layout(push_constant) uniform P { uint loops; };\n"
    "fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later) {\n"
    "    later.word[0] += earlier.word[0];\n"
    "    return later;\n"
    "}\n"
    "fftc_scan_value fftc_scan_identity() {\n"
    "    fftc_scan_value zero;\n"
    "    zero.word[0] = 0u;\n"
    "    return zero;\n"
    "}\n"
    "fftc_scan_value fftc_scan_load(uint index) { return fftc_scan_identity(); }\n"
    "void fftc_scan_store(uint index, fftc_scan_value value) {}\n"
    "void main() {\n"
    "    uint at = gl_WorkGroupID.x * FFTC_GROUP + fftc_invocation_index();\n"
    "    fftc_scan_value x;\n"
    "    x.word[0] = a[at];\n"
    "    for (uint i = 0u; i < loops; ++i) {\n"
    "#ifdef NATIVE\n"
    "        x.word[0] = subgroupInclusiveAdd(x.word[0]);\n"
    "#else\n"
    "        x = fftc_subgroup_scan_inclusive(x, FFTC_SUBGROUP_LOG2);\n"
    "#endif\n"
    "    }\n"
    "    b[at] = x.word[0];\n"
    "}\n";

static unsigned log2_of(uint32_t x)
{
    unsigned log2 = 0;
    while (x > 1) {
        x /= 2;
        ++log2;
    }
    return log2;
}

/* By the passes of the library's own shaders. */
static bool make_shader(subgroup_bench *b, bool native, char *why, size_t why_bytes)
{
    fftc_source source = {.tail = {0}};
    uint32_t *words = NULL;
    size_t count = 0;
    fftc_error error = {.message = "no memory"};
    fftc_text_format(&source.head, glsl_head, log2_of(b->invocations),
                     log2_of(fftc_vulkan_device_info(b->device.context)->subgroup_size));
    fftc_text_format(&source.head, "%s%s", native ? "#define NATIVE\n" : "", glsl_body);
    const fftc_shader shader = {&source, true, true};
    bool made = !source.head.failed &&
                fftc_shader_compile(&shader, NULL, &words, &count, &error) == FFTC_SUCCESS;
    if (!made) {
        (void)snprintf(why, why_bytes, "%.200s", error.message);
    } else if (device_shader_make(&b->device, words, count, &b->shader) != VK_SUCCESS) {
        (void)snprintf(why, why_bytes, "the device refuses the shader");
        made = false;
    }
    free(words);
    fftc_source_free(&source);
    return made;
}

static fftc_status record(const void *what, VkCommandBuffer commands)
{
    const subgroup_bench *b = what;
    device_shader_bind(&b->shader, commands);
    vkCmdPushConstants(commands, b->shader.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &b->loops);
    vkCmdDispatch(commands, b->items / b->invocations, 1, 1);
    return FFTC_SUCCESS;
}

/* Seconds, or 0. `result` receives what is in dst. */
static double measure(subgroup_bench *b, bool native, void *result)
{
    const device_recorder recorder = {record, b};
    const uint64_t bytes = 4 * (uint64_t)b->items;
    double seconds = 0;
    char why[256];
    if (!make_shader(b, native, why, sizeof why)) {
        puts(why);
        return 0;
    }
    if (device_time(&b->device, &recorder, &seconds) != VK_SUCCESS ||
        device_copy_host(&b->device, &b->device.dst, 0, &b->device.staging, 0, bytes) !=
            VK_SUCCESS) {
        seconds = 0;
    }
    memcpy(result, b->device.staging.mapped, bytes);
    device_shader_destroy(&b->device, &b->shader);
    return seconds;
}

static bool fill(subgroup_bench *b)
{
    uint32_t *numbers = b->device.staging.mapped;
    for (uint32_t i = 0; i < b->items; ++i) {
        numbers[i] = i * 1664525u + 1013904223u;
    }
    return device_copy_host(&b->device, &b->device.staging, 0, &b->device.src, 0,
                            4 * (uint64_t)b->items) == VK_SUCCESS;
}

int main(int argc, char **argv)
{
    const uint32_t device = argc > 1 ? (uint32_t)atoi(argv[1]) : 0;
    subgroup_bench b = {.items = argc > 2 ? (uint32_t)atoi(argv[2]) : 1u << 22,
                        .loops = argc > 3 ? (uint32_t)atoi(argv[3]) : 1000};
    b.items -= b.items % (1u << 14);
    const uint64_t bytes = 4 * (uint64_t)b.items;
    void *results[2] = {malloc(bytes), malloc(bytes)};
    char why[256] = "no memory";
    bool open = results[0] != NULL && results[1] != NULL && bytes != 0 &&
                device_bench_open(&b.device, device, bytes, why, sizeof why);
    if (open) {
        const fftc_vulkan_device *info = fftc_vulkan_device_info(b.device.context);
        printf("%s: %u loops of a scan of subgroups of %u, %u uint32\n", info->name,
               (unsigned)b.loops, (unsigned)info->subgroup_size, (unsigned)b.items);
        open = fill(&b);
        for (b.invocations = 256; b.invocations <= 1024; b.invocations *= 2) {
            const double native = measure(&b, true, results[0]);
            const double shuffles = measure(&b, false, results[1]);
            printf("workgroups of %4u: native %8.3f, shuffles %8.3f, native / shuffles %.2f%s\n",
                   (unsigned)b.invocations, 1e3 * native, 1e3 * shuffles, native / shuffles,
                   memcmp(results[0], results[1], bytes) == 0 ? "" : " WRONG: results differ");
        }
    } else {
        puts(why);
    }
    device_bench_close(&b.device);
    free(results[0]);
    free(results[1]);
    return open ? 0 : 1;
}
