/* SPDX-License-Identifier: MIT */
#include "gpu/kept.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/cache.h"

/* The header of VkPipelineCache data, and a driver's own of an empty one: lavapipe has 32 bytes,
 * NVIDIA 36. */
#define EMPTY_BYTES 64u
#define BYTES_MAX ((size_t)16 << 20)

/* Everything that drivers compare to recognise their own data is part of the name. A driver that
 * does not compare will then never see another's data. */
static fftc_digest name_of(const fftc_vulkan *context, const fftc_program *program,
                           const fftc_digest *shader)
{
    VkPhysicalDeviceProperties p;
    vkGetPhysicalDeviceProperties(context->physical, &p);
    const uint32_t numbers[] = {p.vendorID,
                                p.deviceID,
                                p.driverVersion,
                                p.apiVersion,
                                (uint32_t)program->binding,
                                program->descriptors,
                                program->subgroup_size,
                                context->info.pipeline_robustness ? (uint32_t)program->checks : 0};
    fftc_digester d;
    fftc_digest_begin(&d);
    fftc_digest_add(&d, "pipeline", sizeof "pipeline");
    fftc_digest_add(&d, shader, sizeof *shader);
    fftc_digest_add(&d, numbers, sizeof numbers);
    fftc_digest_add(&d, p.pipelineCacheUUID, sizeof p.pipelineCacheUUID);
    return fftc_digest_end(&d);
}

fftc_kept fftc_kept_open(fftc_vulkan *context, const fftc_program *program,
                         const fftc_digest *shader)
{
    fftc_kept kept = {.cache = VK_NULL_HANDLE};
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    void *data = NULL;
    /* Pipelines made with statistics are not kept. */
    if (context->statistics != NULL || !fftc_cache_has_folder(context->cache)) {
        return kept;
    }
    kept.name = name_of(context, program, shader);
    kept.found = fftc_cache_read_pipeline(context->cache, &kept.name, &data, &info.initialDataSize);
    info.pInitialData = data;
    if (vkCreatePipelineCache(context->device, &info, NULL, &kept.cache) != VK_SUCCESS) {
        kept.cache = VK_NULL_HANDLE;
    }
    free(data);
    return kept;
}

static void keep(fftc_vulkan *context, const fftc_kept *kept)
{
    size_t bytes = 0;
    void *data = NULL;
    if (vkGetPipelineCacheData(context->device, kept->cache, &bytes, NULL) == VK_SUCCESS &&
        bytes > EMPTY_BYTES && bytes <= BYTES_MAX) {
        data = malloc(bytes);
    }
    if (data != NULL &&
        vkGetPipelineCacheData(context->device, kept->cache, &bytes, data) == VK_SUCCESS) {
        fftc_cache_write_pipeline(context->cache, &kept->name, data, bytes);
    }
    free(data);
}

void fftc_kept_close(fftc_vulkan *context, fftc_kept *kept, bool made)
{
    if (kept->cache == VK_NULL_HANDLE) {
        return;
    }
    if (made && !kept->found) {
        keep(context, kept);
    }
    vkDestroyPipelineCache(context->device, kept->cache, NULL);
    kept->cache = VK_NULL_HANDLE;
}
