/* SPDX-License-Identifier: MIT */
#include "gpu/shader.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/compile.h"
#include "gpu/embedded.h"
#include "gpu/flatten.h"
#include "gpu/optimize.h"
#include "gpu/spirv.h"
#include "gpu/times.h"
#include "support/error.h"

/* The kernels' parameters become constants, then loop bounds, then array indices: the unroller
 * takes only loops whose conditions were simplified, and arrays are resolved only after their
 * indices. Branches that are never taken are removed first: unrolling a loop of no iterations in
 * one gave modules that spirv-val refuses (SPIRV-Tools 2023.1). Neither -O nor the removal of
 * redundancies across blocks: without them the result is as good, in half the time, and drivers
 * look for those themselves.
 *
 * Functions are simplified before they are inlined, and dead code is removed before loops are
 * unrolled. The result is the same except for the numbers of its identifiers, in two fifths of the
 * time, since every pass takes as long as what it is given (docs/log/2026-11-23-gpu-plans.md). */
const char *const fftc_unroll_passes[] = {"--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "--eliminate-dead-functions",
                                          "--eliminate-local-single-block",
                                          "--eliminate-local-single-store",
                                          "--eliminate-dead-code-aggressive",
                                          "--inline-entry-points-exhaustive",
                                          "--eliminate-dead-functions",
                                          "--eliminate-local-single-store",
                                          "--ccp",
                                          "--eliminate-dead-branches",
                                          "--scalar-replacement=0",
                                          "--ssa-rewrite",
                                          "--ccp",
                                          "--simplify-instructions",
                                          "--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "--eliminate-dead-code-aggressive",
                                          "--loop-unroll",
                                          NULL};
const char *const fftc_settle_passes[] = {"--ccp",
                                          "--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "--eliminate-dead-code-aggressive",
                                          "--scalar-replacement=0",
                                          "--convert-local-access-chains",
                                          "--eliminate-local-single-block",
                                          "--ssa-rewrite",
                                          "--ccp",
                                          "--simplify-instructions",
                                          "--local-redundancy-elimination",
                                          "--eliminate-dead-code-aggressive",
                                          NULL};

/* For loops around conditional ones, whose bodies are simple only after these were unrolled. */
static const char *const again_passes[] = {"--loop-unroll", NULL};

static void add_passes(fftc_digester *d, const char *const *passes)
{
    for (; *passes != NULL; ++passes) {
        fftc_digest_add(d, *passes, strlen(*passes) + 1);
    }
}

fftc_digest fftc_shader_name(const fftc_shader *shader)
{
    fftc_digester d;
    fftc_digest_begin(&d);
    if (shader->unroll) {
        add_passes(&d, fftc_unroll_passes);
        add_passes(&d, fftc_settle_passes);
        add_passes(&d, again_passes);
    }
    fftc_digest_add(&d, shader->exact ? "exact" : "", shader->exact ? 6 : 1);
    fftc_digest_add(&d, fftc_embedded_hash, strlen(fftc_embedded_hash) + 1);
    fftc_digest_add(&d, shader->source->head.data, shader->source->head.bytes);
    fftc_digest_add(&d, "", 1);
    fftc_digest_add(&d, shader->source->tail.data, shader->source->tail.bytes);
    return fftc_digest_end(&d);
}

fftc_status fftc_source_flatten(const fftc_source *source, fftc_text *glsl, fftc_error *error)
{
    fftc_status status = fftc_flatten(source->head.data, glsl, error);
    if (source->tail.bytes != 0) {
        fftc_text_append(glsl, source->tail.data, source->tail.bytes);
    }
    return status == FFTC_SUCCESS && glsl->failed
               ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
               : status;
}

void fftc_source_free(fftc_source *source)
{
    fftc_text_free(&source->head);
    fftc_text_free(&source->tail);
}

static bool has_loops(const uint32_t *words, size_t count)
{
    for (size_t at = FFTC_SPIRV_HEADER_WORDS; at < count && words[at] >> 16 != 0;
         at += words[at] >> 16) {
        if ((words[at] & 0xffff) == FFTC_SPIRV_LOOP_MERGE) {
            return true;
        }
    }
    return false;
}

static bool unroll_by(const char *const *passes, const fftc_shader *shader, uint32_t **words,
                      size_t *word_count)
{
    return fftc_spirv_optimize(passes, words, word_count) &&
           (!shader->exact || fftc_spirv_keep_roundings(words, word_count)) &&
           fftc_spirv_optimize(fftc_settle_passes, words, word_count);
}

/* Lines that do not fill their workgroups have a condition around their loads and stores, and need
 * a second round. */
static bool unroll(const fftc_shader *shader, uint32_t **words, size_t *word_count)
{
    return unroll_by(fftc_unroll_passes, shader, words, word_count) &&
           (!has_loops(*words, *word_count) || unroll_by(again_passes, shader, words, word_count));
}

fftc_status fftc_shader_compile(const fftc_shader *shader, fftc_vulkan_plan_times *times,
                                uint32_t **words, size_t *word_count, fftc_error *error)
{
    double start = fftc_seconds();
    fftc_text glsl = {0};
    fftc_status status = fftc_source_flatten(shader->source, &glsl, error);
    start = fftc_seconds_add(times != NULL ? &times->texts : NULL, start);
    if (status == FFTC_SUCCESS) {
        status = fftc_compile(glsl.data, words, word_count, error);
    }
    fftc_text_free(&glsl);
    start = fftc_seconds_add(times != NULL ? &times->glslang : NULL, start);
    if (status == FFTC_SUCCESS && shader->unroll && !unroll(shader, words, word_count)) {
        free(*words);
        *words = NULL;
        status = fftc_fail(error, FFTC_COMPILE_FAILED, "SPIRV-Tools could not unroll a shader");
    }
    (void)fftc_seconds_add(times != NULL ? &times->unrolling : NULL, start);
    return status;
}
