/* SPDX-License-Identifier: MIT
 *
 * Replaces compile.c and optimize.cpp where the library is built without compilers
 * (FFTCORE_GLSLANG=OFF): every module has to come from a cache.
 */
#include "gpu/compile.h"
#include "gpu/optimize.h"
#include "support/error.h"

uint64_t fftc_compiler_id(void)
{
    return 0;
}

fftc_status fftc_compiler_acquire(fftc_error *error)
{
    (void)error;
    return FFTC_SUCCESS;
}

void fftc_compiler_release(void) {}

fftc_status fftc_compile(const char *glsl, uint32_t **words, size_t *word_count, fftc_error *error)
{
    (void)glsl;
    *words = NULL;
    *word_count = 0;
    return fftc_fail(error, FFTC_UNSUPPORTED,
                     "this fftcore %s is built without a shader compiler, and the cache has no "
                     "module of this kernel: give the context a cache into which you loaded what "
                     "fftc_vulkan_cache_save wrote in the same version, for the same transform, "
                     "options and limits of the device",
                     fftc_version());
}

bool fftc_spirv_optimize(const char *const *passes, uint32_t **words, size_t *word_count)
{
    (void)passes;
    (void)words;
    (void)word_count;
    return false;
}

/* There is no validator here; whoever compiled the module had one. */
fftc_status fftc_spirv_validate(const uint32_t *words, size_t word_count, fftc_error *error)
{
    (void)words;
    (void)word_count;
    (void)error;
    return FFTC_SUCCESS;
}
