/* SPDX-License-Identifier: MIT
 *
 * Scans on a Vulkan device beside a copy of the same bytes, and checked against the CPU's bits:
 *
 *     scan_device [DEVICE [ITEMS [INVOCATIONS]]]
 *
 * Medians by time stamps, in microseconds. bench/cub_scan.cu does the same sums by CUB.
 */
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "fftcore/vulkan/scan.h"

typedef struct scan_case {
    const char *name;
    fftc_scan_description description;
} scan_case;

static const scan_case cases[] = {
    {"sum of uint32", {.type = FFTC_SCAN_UINT32}},
    {"sum of floats", {.type = FFTC_SCAN_FLOAT32}},
    {"exclusive, uint32", {.type = FFTC_SCAN_UINT32, .kind = FFTC_EXCLUSIVE_SCAN}},
    {"sum of uint64", {.type = FFTC_SCAN_UINT64}},
    {"sum of doubles", {.type = FFTC_SCAN_FLOAT64}},
    {"maximum of floats", {.type = FFTC_SCAN_FLOAT32, .operation = FFTC_SCAN_MAX}},
    {"reduction, uint32", {.type = FFTC_SCAN_UINT32, .kind = FFTC_REDUCTION}},
    {"reduction, floats", {.type = FFTC_SCAN_FLOAT32, .kind = FFTC_REDUCTION}}};

static double median_of(device_bench *b, const fftc_vulkan_scan *scan)
{
    const fftc_vulkan_scan_buffers buffers = {.src = {.buffer = b->src.handle},
                                              .dst = {.buffer = b->dst.handle}};
    double stamps[DEVICE_RUNS + 1];
    double runs[DEVICE_RUNS];
    double start = device_now();
    do {
        if (gpu_begin(&b->queue) != VK_SUCCESS) {
            return 0;
        }
        for (uint32_t i = 0; i < DEVICE_RUNS; ++i) {
            gpu_stamp(&b->queue, i);
            (void)fftc_vulkan_scan_record(scan, b->queue.commands, &buffers, NULL);
            gpu_barrier(&b->queue);
        }
        gpu_stamp(&b->queue, DEVICE_RUNS);
        if (gpu_submit(&b->queue) != VK_SUCCESS) {
            return 0;
        }
    } while (device_now() - start < DEVICE_WARM_SECONDS);
    (void)gpu_stamps_read(&b->queue, DEVICE_RUNS + 1, stamps);
    for (int i = 0; i < DEVICE_RUNS; ++i) {
        runs[i] = stamps[i + 1] - stamps[i];
    }
    return device_median(runs, DEVICE_RUNS);
}

/* Whether dst has the CPU's bits. */
static bool is_right(device_bench *b, const fftc_scan_description *d, const void *src,
                     void *expected)
{
    const fftc_plan_options options = {.threads = 8};
    fftc_scan *scan;
    size_t bytes;
    if (fftc_scan_bytes(d, NULL, NULL, &bytes, NULL) != FFTC_SUCCESS ||
        fftc_scan_create(d, &options, &scan, NULL) != FFTC_SUCCESS) {
        return false;
    }
    (void)fftc_scan_execute(scan, src, NULL, expected, NULL);
    fftc_scan_destroy(scan);
    VkBufferCopy region = {0, 0, bytes};
    if (gpu_begin(&b->queue) != VK_SUCCESS) {
        return false;
    }
    vkCmdCopyBuffer(b->queue.commands, b->dst.handle, b->staging.handle, 1, &region);
    gpu_barrier(&b->queue);
    return gpu_submit(&b->queue) == VK_SUCCESS && memcmp(b->staging.mapped, expected, bytes) == 0;
}

static void measure(device_bench *b, const scan_case *c, uint64_t items, uint32_t invocations,
                    const void *src, void *expected)
{
    printf("%-20s", c->name);
    for (int method = FFTC_SCAN_METHOD_ONE_PASS; method <= FFTC_SCAN_METHOD_SEVERAL; ++method) {
        fftc_scan_description d = c->description;
        fftc_vulkan_scan_options options = {
            .own_scratch = true,
            .passes = {.method = (fftc_scan_method)method, .invocations = invocations}};
        fftc_vulkan_scan *scan;
        fftc_error error;
        bool wide = d.type >= FFTC_SCAN_UINT64;
        d.length = wide ? items / 2 : items;
        if (fftc_vulkan_scan_create(b->context, &d, &options, &scan, &error) != FFTC_SUCCESS) {
            printf("  %s\n", error.message);
            return;
        }
        double seconds = median_of(b, scan);
        printf("  %s %8.1f us %.2f of the copy's speed%s",
               method == FFTC_SCAN_METHOD_ONE_PASS ? "one pass" : "several", 1e6 * seconds,
               b->copy_seconds / seconds, is_right(b, &d, src, expected) ? "" : " WRONG");
        (void)fflush(stdout);
        fftc_vulkan_scan_destroy(scan);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const fftc_vulkan_options options = {.device = argc > 1 ? (uint32_t)atoi(argv[1]) : 0};
    uint64_t items = argc > 2 ? strtoull(argv[2], NULL, 0) : (uint64_t)1 << 28;
    const uint32_t invocations = argc > 3 ? (uint32_t)atoi(argv[3]) : 0; /* of a workgroup */
    device_bench b = {.bytes = 4 * items};
    fftc_error error;
    char why[256];
    uint32_t *src = malloc(b.bytes);
    void *expected = malloc(b.bytes);
    if (src == NULL || expected == NULL ||
        fftc_vulkan_create(&options, &b.context, &error) != FFTC_SUCCESS) {
        puts(src == NULL || expected == NULL ? "no memory" : error.message);
        return 1;
    }
    if (gpu_open(b.context, &b.queue) != VK_SUCCESS ||
        gpu_buffer_create(&b.queue, b.bytes, false, &b.src) != VK_SUCCESS ||
        gpu_buffer_create(&b.queue, b.bytes, false, &b.dst) != VK_SUCCESS ||
        gpu_buffer_create(&b.queue, b.bytes, true, &b.staging) != VK_SUCCESS) {
        puts("no memory on the device");
        return 1;
    }
    uint32_t random = 1;
    for (uint64_t i = 0; i < items; ++i) { /* as floats 1 to 2, and high words of doubles */
        random = random * 1664525u + 1013904223u;
        src[i] = 0x3f800000u + (random >> 9);
    }
    memcpy(b.staging.mapped, src, b.bytes);
    VkBufferCopy region = {0, 0, b.bytes};
    if (gpu_begin(&b.queue) != VK_SUCCESS) {
        return 1;
    }
    vkCmdCopyBuffer(b.queue.commands, b.staging.handle, b.src.handle, 1, &region);
    if (gpu_submit(&b.queue) != VK_SUCCESS || !device_measure_copy(&b, why, sizeof why)) {
        puts("the copy failed");
        return 1;
    }
    printf("%s: copy of %llu bytes %.1f us\n", fftc_vulkan_device_info(b.context)->name,
           (unsigned long long)b.bytes, 1e6 * b.copy_seconds);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        measure(&b, &cases[i], items, invocations, src, expected);
    }
    gpu_buffer_destroy(&b.queue, &b.src);
    gpu_buffer_destroy(&b.queue, &b.dst);
    gpu_buffer_destroy(&b.queue, &b.staging);
    gpu_close(&b.queue);
    fftc_vulkan_destroy(b.context);
    free(src);
    free(expected);
    return 0;
}
