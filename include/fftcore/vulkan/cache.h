/* SPDX-License-Identifier: MIT
 *
 * Compiled shaders, and how to keep them. Part of fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_CACHE_H
#define FFTCORE_VULKAN_CACHE_H

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Making a plan compiles shaders, which takes half a second to several seconds. A cache keeps the
 * result, SPIR-V modules, in memory and in the files of a folder. A module is found by a digest
 * of everything that its shader is made from, so that none is ever taken for another. (The folder
 * also keeps what the driver makes of SPIR-V, unless you give a VkPipelineCache of your own:
 * fftc_vulkan_plan_options.cache.) A context that is given no cache has one of its own, with files
 * in the default folder: see fftc_vulkan_cache_options.
 *
 * A program that has to run where there is no shader compiler, or must not spend time on compiling,
 * ships modules:
 *
 *     fftc_vulkan_cache_create(NULL, &cache, &error);      at the developer's
 *     ... contexts with this cache, and the plans of the program ...
 *     fftc_vulkan_cache_save(cache, NULL, 0, &bytes, &error);
 *     fftc_vulkan_cache_save(cache, data, bytes, &bytes, &error);
 *
 *     fftc_vulkan_cache_create(NULL, &cache, &error);      at the user's
 *     fftc_vulkan_cache_load(cache, data, bytes, &error);
 *     fftc_vulkan_create(&(fftc_vulkan_options){.cache = cache}, &context, &error);
 *
 * A kernel depends on the description, the options, the version of this library and on the device's
 * limits (shared memory, invocations, subgroup size): fftc_vulkan_plan_emit fills a cache for
 * stated limits without such a device. A module that is missing is compiled, if the library was
 * built with a compiler (FFTCORE_GLSLANG); otherwise making the plan is FFTC_UNSUPPORTED.
 *
 * Files that are damaged, cut short or of another compiler's version are ignored and written anew.
 * Where the folder cannot be written, plans are made all the same, without files. Any number of
 * processes may use one folder at the same time. A cache's contents are as trustworthy as the
 * folder and the data: the modules are handed to the driver. */

typedef struct fftc_vulkan_cache fftc_vulkan_cache;

/* What a cache keeps, and where. A zeroed structure is valid, and NULL means a zeroed one. */
typedef struct fftc_vulkan_cache_options {
    /* Made if need be. NULL: $FFTCORE_CACHE_DIR, or else $XDG_CACHE_HOME/fftcore, or else
     * $HOME/.cache/fftcore. An empty text, here or in $FFTCORE_CACHE_DIR: no files. Copied. */
    const char *folder;
    /* Limit of the folder's files together; beyond it, those that were not used for the longest
     * time are deleted. 0 means 256 MiB. */
    uint64_t bytes_max;
} fftc_vulkan_cache_options;

/* A cache may serve any number of contexts and threads, and must outlive them. It keeps in memory
 * all that was loaded into it and used through it. On failure *cache is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `cache` is NULL. FFTC_OUT_OF_MEMORY. A folder that cannot be made or
 * written is no failure. */
FFTC_API fftc_status fftc_vulkan_cache_create(const fftc_vulkan_cache_options *options,
                                              fftc_vulkan_cache **cache, fftc_error *error);
/* NULL is allowed. */
FFTC_API void fftc_vulkan_cache_destroy(fftc_vulkan_cache *cache);

/* Adds the modules that fftc_vulkan_cache_save wrote; the bytes of several saves may stand one
 * behind the other. Adds all of them or, on failure, none. They are copied. Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: `cache` is NULL, `data` is NULL and `bytes` is not 0, or the data are
 * damaged. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_vulkan_cache_load(fftc_vulkan_cache *cache, const void *data,
                                            size_t bytes, fftc_error *error);

/* Writes all modules that the cache has in memory; the same modules give the same bytes, on any
 * machine. *bytes receives how many bytes that takes. With `data` NULL nothing else is done; if
 * `capacity` is too small nothing else is written. Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: `cache` or `bytes` is NULL. FFTC_TOO_LARGE: `capacity` is too small. */
FFTC_API fftc_status fftc_vulkan_cache_save(fftc_vulkan_cache *cache, void *data, size_t capacity,
                                            size_t *bytes, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
