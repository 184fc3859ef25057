/* SPDX-License-Identifier: MIT
 *
 * Compiled shaders, kept: see fftc_vulkan_cache in fftcore/vulkan.h.
 */
#ifndef FFTC_GPU_CACHE_H
#define FFTC_GPU_CACHE_H

#include "fftcore/vulkan.h"
#include "gpu/module.h"
#include "gpu/shader.h"

/* A context's own: keeps nothing in memory. */
fftc_status fftc_cache_create_default(fftc_vulkan_cache **cache, fftc_error *error);

/* `times` may be NULL. The SPIR-V of a shader with this name, from memory, from the folder,
 * or compiled now and kept; *words is malloc'ed. Thread-safe; two threads may compile the same
 * shader at the same time. */
fftc_status fftc_cache_fetch(fftc_vulkan_cache *cache, const fftc_shader *shader,
                             const fftc_digest *name, fftc_vulkan_plan_times *times,
                             uint32_t **words, size_t *word_count, fftc_error *error);

/* What a driver made of a shader (kept.h): only in the folder, if there is one. *data is
 * malloc'ed; false if there is nothing. */
bool fftc_cache_has_folder(const fftc_vulkan_cache *cache);
bool fftc_cache_read_pipeline(const fftc_vulkan_cache *cache, const fftc_digest *name, void **data,
                              size_t *bytes);
void fftc_cache_write_pipeline(const fftc_vulkan_cache *cache, const fftc_digest *name,
                               const void *data, size_t bytes);

#endif
