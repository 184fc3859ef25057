/* SPDX-License-Identifier: MIT
 *
 * Compiled shaders, kept: see fftc_vulkan_cache in fftcore/vulkan/cache.h.
 */
#ifndef FFTC_GPU_CACHE_H
#define FFTC_GPU_CACHE_H

#include "fftcore/vulkan.h"
#include "gpu/module.h"
#include "gpu/shader.h"

/* The cache of a context that was given none: keeps nothing in memory. */
fftc_status fftc_cache_create_default(fftc_vulkan_cache **cache, fftc_error *error);

/* The SPIR-V of a shader, from memory, from the folder, or compiled now and kept. *words is
 * malloc'ed. `times` may be NULL. Thread-safe; two threads may compile the same shader at the same
 * time. */
fftc_status fftc_cache_fetch(fftc_vulkan_cache *cache, const fftc_shader *shader,
                             const fftc_digest *name, fftc_vulkan_plan_times *times,
                             uint32_t **words, size_t *word_count, fftc_error *error);

/* What a driver made of a shader (kept.h). Only kept in the folder, if there is one. *data is
 * malloc'ed; false if nothing is kept. */
bool fftc_cache_has_folder(const fftc_vulkan_cache *cache);
bool fftc_cache_read_pipeline(const fftc_vulkan_cache *cache, const fftc_digest *name, void **data,
                              size_t *bytes);
void fftc_cache_write_pipeline(const fftc_vulkan_cache *cache, const fftc_digest *name,
                               const void *data, size_t bytes);

#endif
