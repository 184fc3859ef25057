/* SPDX-License-Identifier: MIT
 *
 * Carries out transforms of up to 2^31 points, and batches of 32 GiB, on a Vulkan device, and
 * checks them: impulses by the formula of their spectrum at 65536 places, the way back by all
 * numbers.
 *
 *     huge_device [--device N] [--shift S] [CASE ...]
 *
 * A device that is a processor is too slow for it, but with --shift. A case for which the device
 * has no buffers is left out, with a sentence; the program's result is
 * 77 then, which ctest counts as skipped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_case.h"

#define STAGING_BYTES ((VkDeviceSize)256 << 20)
#define MEMORY_GIB 97.0 /* what the largest case takes on the device */

#define POWER(log2) ((uint64_t)1 << (log2))
#define IN_PLACE .placement = FFTC_IN_PLACE
#define INVERSE .direction = FFTC_INVERSE

static const device_case cases[] = {
    {"f32 2^29, descriptors", {.length = {POWER(29)}}, true, "options.addresses"},
    {"f32 2^29", {.length = {POWER(29)}}, false, NULL},
    {"f32 2^30 in place", {.length = {POWER(30)}, IN_PLACE}, false, NULL},
    {"f32 2^31 in place", {.length = {POWER(31)}, IN_PLACE, INVERSE}, false, NULL},
    {"f32 2^31", {.length = {POWER(31)}}, false, NULL},
    {"f64 2^30", {.length = {POWER(30)}, .precision = FFTC_FLOAT64, IN_PLACE}, false, NULL},
    {"f16 2^31", {.length = {POWER(31)}, .precision = FFTC_FLOAT16}, false, NULL},
    {"f32 3^19 in place", {.length = {1162261467}, IN_PLACE}, false, NULL},
    {"f32 5^13", {.length = {1220703125}}, false, NULL},
    {"f32 real 2^31", {.length = {POWER(31)}, .kind = FFTC_REAL}, false, NULL},
    {"f32 DCT II 2^30", {.length = {POWER(30)}, .kind = FFTC_REAL_TO_REAL}, false, NULL},
    {"f32 DCT II 2^31", {.length = {POWER(31)}, .kind = FFTC_REAL_TO_REAL, IN_PLACE}, false, NULL},
    {"f32 2^16 x 2^15 in place", {.length = {POWER(16), POWER(15)}, IN_PLACE}, false, NULL},
    {"f32 real 2^15 x 2^16", {.length = {POWER(15), POWER(16)}, .kind = FFTC_REAL}, false, NULL},
    {"f32 2^16 x 2^16", {.length = {POWER(16), POWER(16)}}, false, "can reach 2147483648"},
    {"f32 2^12, 2^20 of them", {.length = {POWER(12)}, .batch = POWER(20)}, true, NULL},
    {"the same, addresses", {.length = {POWER(12)}, .batch = POWER(20)}, false, NULL},
    {"f32 2^20, 4095, in place", {.length = {POWER(20)}, .batch = 4095, IN_PLACE}, true, NULL},
    {"f32 real 2^22, 1000", {.length = {POWER(22)}, .batch = 1000, .kind = FFTC_REAL}, true, NULL},
};

static const device_convolution convolutions[] = {
    {"f32 convolution 2^30 + 1000", POWER(30) + 1000, FFTC_COMPLEX},
    {"f32 real, 2^31 - 2^14", POWER(31) - POWER(14), FFTC_REAL},
};

static int usage(void)
{
    (void)fprintf(stderr, "usage: huge_device [--device N] [--shift 0..20] [CASE ...]\n");
    return 2;
}

/* For smaller devices; what is refused then need not be. */
static device_case shrink(const device_case *c, int shift)
{
    device_case small = *c;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        uint64_t *n = &small.transform.length[i];
        *n = *n > POWER(24) ? (*n >> shift) : *n;
    }
    small.transform.batch >>= shift;
    if (small.transform.length[1] != 0) {
        small.transform.length[0] >>= shift < 13 ? shift : 13;
    }
    if (small.transform.batch == 0 && c->transform.batch != 0) {
        small.transform.batch = 1;
    }
    return small;
}

static bool is_wanted(char **names, int count, const char *name)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return count == 0;
}

static int run_all(device_run *run, int shift, char **names, int count)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        device_case c = shift != 0 ? shrink(&cases[i], shift) : cases[i];
        if (is_wanted(names, count, c.name) && !(shift != 0 && c.refused != NULL)) {
            double start = huge_seconds();
            device_case_run(run, &c);
            printf("%-26s %.1f s\n\n", c.name, huge_seconds() - start);
        }
    }
    for (size_t i = 0; i < sizeof convolutions / sizeof *convolutions; ++i) {
        device_convolution c = convolutions[i];
        c.period >>= shift;
        if (is_wanted(names, count, c.name)) {
            double start = huge_seconds();
            device_convolution_run(run, &c);
            printf("%-26s %.1f s\n\n", c.name, huge_seconds() - start);
        }
    }
    return huge_report_end(&run->report);
}

int main(int argc, char **argv)
{
    device_run run = {.context = NULL};
    fftc_vulkan_options options = {.device = 0};
    fftc_error error;
    int shift = 0;
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        int number = (int)strtol(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--device") == 0) {
            options.device = (uint32_t)number;
        } else if (strcmp(argv[i], "--shift") == 0) {
            shift = number;
        } else {
            return usage();
        }
    }
    if (shift < 0 || shift > 20 || (i < argc && argv[i][0] == '-')) {
        return usage();
    }
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    run.report.name = "device";
    if (fftc_vulkan_create(&options, &run.context, &error) != FFTC_SUCCESS) {
        huge_report_skip(&run.report, error.message);
        return huge_report_end(&run.report);
    }
    const fftc_vulkan_device *info = fftc_vulkan_device_info(run.context);
    printf("%s; all cases take up to %.0f GiB of its memory\n", info->name, MEMORY_GIB);
    if (info->type == VK_PHYSICAL_DEVICE_TYPE_CPU && shift == 0) {
        huge_report_skip(&run.report, "a processor in a device's place takes hours: pass --shift");
        fftc_vulkan_destroy(run.context);
        return huge_report_end(&run.report);
    }
    int result = 1;
    if (gpu_open(run.context, &run.queue) == VK_SUCCESS &&
        gpu_buffer_create(&run.queue, STAGING_BYTES, true, &run.staging) == VK_SUCCESS) {
        result = run_all(&run, shift, argv + i, argc - i);
    } else {
        huge_report_failure(&run.report, "staging", "no buffer");
    }
    for (int k = 0; k < 3; ++k) {
        gpu_buffer_destroy(&run.queue, &run.array[k]);
    }
    gpu_buffer_destroy(&run.queue, &run.staging);
    gpu_close(&run.queue);
    fftc_vulkan_destroy(run.context);
    return result;
}
