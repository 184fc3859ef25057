/* SPDX-License-Identifier: MIT
 *
 * Any compute shader on any Vulkan device, for tests that are not about the library's own runner.
 */
#ifndef FFTC_VULKAN_COMPUTE_H
#define FFTC_VULKAN_COMPUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fftcore/spirv.h"

#define VULKAN_COMPUTE_BUFFERS_MAX 4u
#define VULKAN_COMPUTE_CONSTANTS_MAX 4u

typedef struct vulkan_compute_job {
    const uint32_t *spirv;
    size_t spirv_bytes;
    bool float16; /* arithmetic, and in buffers */
    bool float64;
    bool
        small_and_wide; /* whole numbers of 8, 16 and 64 bits, halves and doubles, and whatever else
                            the device has */
    uint32_t buffer_count; /* bindings 0, 1, ... of set 0; contents go in and come back */
    void *data[VULKAN_COMPUTE_BUFFERS_MAX];
    size_t bytes[VULKAN_COMPUTE_BUFFERS_MAX];
    /* Images, texel buffers and samplers, whose bindings of set 0 come after the buffers'. Texels
     * of those that can be stored to come back. */
    uint32_t image_count;
    const fftc_spirv_binding *bindings;
    const fftc_spirv_image *images;
    const fftc_spirv_sampler *samplers;
    uint32_t workgroups;
    uint32_t constants; /* push constants, in words */
    uint32_t constant[VULKAN_COMPUTE_CONSTANTS_MAX];
} vulkan_compute_job;

/* The words of NAME.spv, which the caller frees, from the folder that the environment variable
 * FFTCORE_TEST_SPIRV names, or where the shaders were built. Fails the test if there is none. */
uint32_t *vulkan_compute_shader(const char *name, size_t *bytes);

/* The number of physical devices. */
uint32_t vulkan_compute_device_count(void);

uint32_t vulkan_compute_subgroup_size(uint32_t device);

/* False if the device lacks a feature. Any Vulkan error or message of the validation layer fails
 * the test. `name` receives the device's name, 256 bytes. */
bool vulkan_compute_run(uint32_t device, const vulkan_compute_job *job, char *name);

#endif
