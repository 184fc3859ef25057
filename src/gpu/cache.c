/* SPDX-License-Identifier: MIT */
#include "gpu/cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/compile.h"
#include "gpu/folder.h"
#include "gpu/times.h"
#include "support/check.h"
#include "support/error.h"

#define FOLDER_BYTES_DEFAULT ((uint64_t)256 << 20)

struct fftc_vulkan_cache {
    pthread_mutex_t
        lock;     /* of everything below; not held while files are read or shaders compiled */
    char *folder; /* NULL: none */
    uint64_t folder_bytes_max;
    bool keep;            /* whether modules are kept in memory, too */
    bool has_compiler;    /* whether the compiler is acquired, which it stays until the end */
    fftc_module *modules; /* in the order of their names */
    size_t count;
    size_t capacity;
};

/* ------------------------------------------------------------------------------------- memory */

/* Where a name is in the list, or would have to be. The cache is locked. */
static size_t place_of(const fftc_vulkan_cache *cache, const fftc_digest *name, bool *there)
{
    size_t low = 0;
    size_t high = cache->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = memcmp(&cache->modules[middle].name, name, sizeof *name);
        if (order == 0) {
            *there = true;
            return middle;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    *there = false;
    return low;
}

/* Makes room for `more` modules; the cache is locked. */
static bool reserve(fftc_vulkan_cache *cache, size_t more)
{
    if (more > cache->capacity - cache->count) {
        size_t capacity = 2 * cache->capacity + more;
        fftc_module *modules = realloc(cache->modules, capacity * sizeof *modules);
        if (modules == NULL) {
            return false;
        }
        cache->modules = modules;
        cache->capacity = capacity;
    }
    return true;
}

/* Inserts a module and takes its words over, also if it does not keep them. There is room, and the
 * cache is locked. */
static void insert(fftc_vulkan_cache *cache, fftc_module *module)
{
    bool there;
    size_t at = place_of(cache, &module->name, &there);
    if (there) {
        free(module->words);
    } else {
        memmove(cache->modules + at + 1, cache->modules + at,
                (cache->count - at) * sizeof *cache->modules);
        cache->modules[at] = *module;
        ++cache->count;
    }
    *module = (fftc_module){.words = NULL};
}

static bool copy_words(const fftc_module *module, uint32_t **words, size_t *word_count)
{
    *word_count = module->word_count;
    *words = malloc(module->word_count * sizeof **words);
    if (*words != NULL) {
        memcpy(*words, module->words, module->word_count * sizeof **words);
    }
    return *words != NULL;
}

/* ------------------------------------------------------------------------------------- one module
 */

/* Whether the module is in memory. *words is NULL if it is, but there is no memory for a copy. */
static bool fetch_from_memory(fftc_vulkan_cache *cache, const fftc_digest *name, uint32_t **words,
                              size_t *word_count)
{
    bool there;
    pthread_mutex_lock(&cache->lock);
    size_t at = place_of(cache, name, &there);
    if (there) {
        (void)copy_words(&cache->modules[at], words, word_count);
    }
    pthread_mutex_unlock(&cache->lock);
    return there;
}

static fftc_status no_memory(fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the SPIR-V of a shader");
}

/* Modules of another compiler's version count as missing, if this build can compile them anew. */
static bool fetch_from_folder(const fftc_vulkan_cache *cache, const fftc_digest *name,
                              fftc_module *module)
{
    if (cache->folder == NULL ||
        !fftc_folder_read(cache->folder, name, FFTC_MODULE_SPIRV, module)) {
        return false;
    }
    if (fftc_compiler_id() != 0 && module->compiler != fftc_compiler_id()) {
        free(module->words);
        return false;
    }
    return true;
}

/* Sets the compiler up once, when it is needed first: that takes longer than making many a plan. */
static fftc_status acquire_compiler(fftc_vulkan_cache *cache, fftc_error *error)
{
    pthread_mutex_lock(&cache->lock);
    fftc_status status = cache->has_compiler ? FFTC_SUCCESS : fftc_compiler_acquire(error);
    cache->has_compiler = cache->has_compiler || status == FFTC_SUCCESS;
    pthread_mutex_unlock(&cache->lock);
    return status;
}

/* Fetches a module; the caller adds the times of compiling. */
static fftc_status fetch(fftc_vulkan_cache *cache, const fftc_shader *shader,
                         const fftc_digest *name, fftc_vulkan_plan_times *compiling,
                         uint32_t **words, size_t *word_count, fftc_error *error)
{
    fftc_module module = {.name = *name, .compiler = fftc_compiler_id()};
    if (fetch_from_memory(cache, name, words, word_count)) {
        return *words != NULL ? FFTC_SUCCESS : no_memory(error);
    }
    if (!fetch_from_folder(cache, name, &module)) {
        module = (fftc_module){.name = *name, .compiler = fftc_compiler_id()};
        fftc_status status = acquire_compiler(cache, error);
        if (status == FFTC_SUCCESS) {
            status =
                fftc_shader_compile(shader, compiling, &module.words, &module.word_count, error);
        }
        if (status != FFTC_SUCCESS) {
            return status;
        }
        if (cache->folder != NULL) {
            fftc_folder_write(cache->folder, &module, cache->folder_bytes_max);
        }
    }
    bool copied = true;
    *words = module.words;
    *word_count = module.word_count;
    if (cache->keep) {
        copied = copy_words(&module, words, word_count);
        pthread_mutex_lock(&cache->lock);
        if (copied && reserve(cache, 1)) {
            insert(cache, &module);
        }
        pthread_mutex_unlock(&cache->lock);
        free(module.words);
    }
    return copied ? FFTC_SUCCESS : no_memory(error);
}

fftc_status fftc_cache_fetch(fftc_vulkan_cache *cache, const fftc_shader *shader,
                             const fftc_digest *name, fftc_vulkan_plan_times *times,
                             uint32_t **words, size_t *word_count, fftc_error *error)
{
    fftc_vulkan_plan_times mine = {.modules = 0.0};
    double start = fftc_seconds();
    fftc_status status = fetch(cache, shader, name, &mine, words, word_count, error);
    (void)fftc_seconds_add(&mine.modules, start);
    mine.modules -= mine.texts + mine.glslang + mine.unrolling;
    if (times != NULL) {
        fftc_times_add(times, &mine);
    }
    return status;
}

/* ------------------------------------------------------------------------------------- pipelines
 */

bool fftc_cache_has_folder(const fftc_vulkan_cache *cache)
{
    return cache->folder != NULL;
}

/* The words of the module are: its kind, the number of bytes, and the bytes, padded with zeros. */
bool fftc_cache_read_pipeline(const fftc_vulkan_cache *cache, const fftc_digest *name, void **data,
                              size_t *bytes)
{
    fftc_module module;
    bool found = false;
    *data = NULL;
    *bytes = 0;
    if (!fftc_folder_read(cache->folder, name, FFTC_MODULE_PIPELINE, &module)) {
        return false;
    }
    if (module.word_count >= 2 && module.words[1] != 0 &&
        (module.words[1] + UINT64_C(3)) / 4 == module.word_count - 2) {
        *data = malloc(module.words[1]);
        found = *data != NULL;
    }
    if (found) {
        *bytes = module.words[1];
        memcpy(*data, module.words + 2, *bytes);
    }
    free(module.words);
    return found;
}

void fftc_cache_write_pipeline(const fftc_vulkan_cache *cache, const fftc_digest *name,
                               const void *data, size_t bytes)
{
    size_t count = 2 + (bytes + 3) / 4;
    fftc_module module = {
        .name = *name, .words = calloc(count, sizeof(uint32_t)), .word_count = count};
    if (module.words != NULL) {
        module.words[0] = FFTC_MODULE_PIPELINE;
        module.words[1] = (uint32_t)bytes;
        memcpy(module.words + 2, data, bytes);
        fftc_folder_write(cache->folder, &module, cache->folder_bytes_max);
    }
    free(module.words);
}

/* ------------------------------------------------------------------------------------- all of them
 */

static fftc_status create(const fftc_vulkan_cache_options *options, bool keep,
                          fftc_vulkan_cache **cache, fftc_error *error)
{
    fftc_vulkan_cache *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a cache");
    }
    pthread_mutex_init(&made->lock, NULL);
    made->keep = keep;
    made->folder_bytes_max = options->bytes_max != 0 ? options->bytes_max : FOLDER_BYTES_DEFAULT;
    if (options->folder == NULL) {
        made->folder = fftc_folder_default();
    } else if (options->folder[0] != '\0') {
        made->folder = strdup(options->folder);
        if (made->folder == NULL) {
            fftc_vulkan_cache_destroy(made);
            return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a cache");
        }
    }
    *cache = made;
    return FFTC_SUCCESS;
}

fftc_status fftc_cache_create_default(fftc_vulkan_cache **cache, fftc_error *error)
{
    const fftc_vulkan_cache_options defaults = {0};
    return create(&defaults, false, cache, error);
}

fftc_status fftc_vulkan_cache_create(const fftc_vulkan_cache_options *options,
                                     fftc_vulkan_cache **cache, fftc_error *error)
{
    const fftc_vulkan_cache_options defaults = {0};
    if (cache == NULL) {
        return fftc_fail_no_place(error, "cache");
    }
    *cache = NULL;
    fftc_status status = create(options != NULL ? options : &defaults, true, cache, error);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

void fftc_vulkan_cache_destroy(fftc_vulkan_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    for (size_t i = 0; i < cache->count; ++i) {
        free(cache->modules[i].words);
    }
    free(cache->modules);
    if (cache->has_compiler) {
        fftc_compiler_release();
    }
    pthread_mutex_destroy(&cache->lock);
    free(cache->folder);
    free(cache);
}

/* All modules of the data, or none. */
static fftc_status read_modules(const uint8_t *data, size_t bytes, fftc_module **list,
                                size_t *count, fftc_error *error)
{
    size_t at = 0;
    size_t capacity = 0;
    while (at < bytes) {
        size_t used;
        if (*count == capacity) {
            capacity = 2 * capacity + 16;
            fftc_module *longer = realloc(*list, capacity * sizeof **list);
            if (longer == NULL) {
                return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for modules");
            }
            *list = longer;
        }
        if (!fftc_module_read(data + at, bytes - at, FFTC_MODULE_SPIRV, *list + *count, &used)) {
            if (used != 0) {
                return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for modules");
            }
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "the data are damaged at byte %zu of %zu: pass what "
                             "fftc_vulkan_cache_save wrote, unchanged",
                             at, bytes);
        }
        ++*count;
        at += used;
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_vulkan_cache_load(fftc_vulkan_cache *cache, const void *data, size_t bytes,
                                   fftc_error *error)
{
    fftc_module *list = NULL;
    size_t count = 0;
    if (cache == NULL || (data == NULL && bytes != 0)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s NULL",
                         cache == NULL ? "the cache is" : "the data are");
    }
    fftc_status status = read_modules(data, bytes, &list, &count, error);
    pthread_mutex_lock(&cache->lock);
    if (status == FFTC_SUCCESS && !reserve(cache, count)) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %zu modules", count);
    }
    for (size_t i = 0; i < count; ++i) {
        if (status == FFTC_SUCCESS) {
            insert(cache, &list[i]);
        } else {
            free(list[i].words);
        }
    }
    pthread_mutex_unlock(&cache->lock);
    free(list);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

fftc_status fftc_vulkan_cache_save(fftc_vulkan_cache *cache, void *data, size_t capacity,
                                   size_t *bytes, fftc_error *error)
{
    if (cache == NULL || bytes == NULL) {
        return cache == NULL ? fftc_fail_null(error, "cache") : fftc_fail_no_place(error, "bytes");
    }
    pthread_mutex_lock(&cache->lock);
    size_t total = 0;
    for (size_t i = 0; i < cache->count; ++i) {
        total += fftc_module_bytes(cache->modules[i].word_count);
    }
    size_t at = 0;
    for (size_t i = 0; i < cache->count && data != NULL && total <= capacity; ++i) {
        fftc_module_write(&cache->modules[i], (uint8_t *)data + at);
        at += fftc_module_bytes(cache->modules[i].word_count);
    }
    pthread_mutex_unlock(&cache->lock);
    *bytes = total;
    if (data != NULL && total > capacity) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the modules take %zu bytes, there is room for %zu: pass a larger array",
                         total, capacity);
    }
    return fftc_succeed(error);
}
