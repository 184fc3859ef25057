/* SPDX-License-Identifier: MIT
 *
 * The shaders of scans, and what a device must have for them.
 */
#include <string.h>

#include "gpu/scan.h"
#include "support/check.h"
#include "support/error.h"

/* Without a suffix, which glslang's #if does not take (12.0). */
static void define(fftc_text *text, const char *name, uint32_t value)
{
    fftc_text_format(text, "#define FFTC_%s %u\n", name, (unsigned)value);
}

/* Words of a value as a conditional expression, which compilers resolve. */
static void define_words(fftc_text *text, const char *name, const uint32_t *words)
{
    fftc_text_format(text, "#define FFTC_SCAN_%s(w) ", name);
    for (unsigned i = 0; i < 4; ++i) {
        fftc_text_format(text, "(w) == %uu ? %uu : ", i, (unsigned)words[i]);
    }
    fftc_text_format(text, "0u\n");
}

static uint32_t descriptors_of(const fftc_scan_plan *plan, const fftc_scan_key *key)
{
    bool segmented = plan->request.description.segmented;
    switch (key->role) {
    case FFTC_SCAN_ROLE_CLEAR: return 1u << FFTC_SCAN_SCRATCH;
    case FFTC_SCAN_ROLE_PUT: return 1u << FFTC_SCAN_SCRATCH | 1u << FFTC_SCAN_DST;
    default: break;
    }
    uint32_t array = key->of_totals ? 0
                     : key->role == FFTC_SCAN_ROLE_REDUCE
                         ? 1u << FFTC_SCAN_SRC
                         : 1u << FFTC_SCAN_SRC | 1u << FFTC_SCAN_DST;
    return 1u << FFTC_SCAN_SCRATCH | array |
           (segmented && !key->of_totals ? 1u << FFTC_SCAN_HEADS : 0);
}

static fftc_status write_source(const fftc_scan_plan *plan, const fftc_scan_key *key,
                                fftc_source *source, fftc_error *error)
{
    const fftc_scan_description *d = &plan->request.description;
    bool own = d->operation == FFTC_SCAN_OWN;
    fftc_text *text = &source->head;
    fftc_text_format(text,
                     "#version 450\n"
                     "/* A scan of an array.\n"
                     " * Made by fftcore %s from its kernel headers; their licence is MIT. */\n\n"
                     "#define FFTC_PRECISION %u\n%s",
                     fftc_version(), !own && d->type == FFTC_SCAN_FLOAT64 ? 64u : 32u,
                     key->subgroup_log2 != 0 ? "#define FFTC_SUBGROUPS\n" : "");
    define(text, "WORKGROUP_LOG2", key->workgroup_log2);
    define(text, "SUBGROUP_LOG2", key->subgroup_log2);
    define(text, "SHARED_WORDS", fftc_scan_shared_words(key));
    define(text, "SCAN_WORDS", key->words);
    define(text, "SCAN_ITEM_WORDS", plan->request.words);
    define(text, "SCAN_ITEMS_LOG2", key->items_log2);
    define(text, "SCAN_SEGMENTED", d->segmented);
    define(text, "SCAN_EXACT", key->exact);
    define(text, "SCAN_KIND", (uint32_t)d->kind);
    define(text, "SCAN_ROLE", (uint32_t)key->role);
    define(text, "SCAN_OF_TOTALS", key->of_totals);
    define_words(text, "IDENTITY", plan->request.identity);
    define_words(text, "SHOWN_WORD", plan->request.shown);
    if (own) {
        fftc_text_format(text, "#define FFTC_SCAN_OWN_OPERATION\n");
        fftc_text_format(&source->tail, "#line 1 1\n%s\n", d->own.text);
    } else {
        define(text, "SCAN_TYPE", (uint32_t)d->type);
        define(text, "SCAN_OPERATION", (uint32_t)d->operation);
    }
    fftc_text_format(text, "#include \"common/scan_array.glsl\"\n");
    return text->failed || source->tail.failed
               ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
               : FFTC_SUCCESS;
}

fftc_status fftc_scan_program(const fftc_scan_plan *plan, const fftc_scan_key *key,
                              const fftc_vulkan_device *info, fftc_program *program,
                              fftc_error *error)
{
    *program = (fftc_program){.unroll = true,
                              .exact = true,
                              .binding = FFTC_BIND_PUSHED,
                              .descriptors = descriptors_of(plan, key),
                              .checks = FFTC_CHECKS_NONE,
                              .subgroup_size = key->subgroup_log2 != 0 ? info->subgroup_size : 0};
    return write_source(plan, key, &program->source, error);
}

fftc_scan_limits fftc_scan_limits_of(const fftc_vulkan_device *info)
{
    bool subgroups = info->subgroup_full && info->subgroup_shuffle &&
                     (uint64_t)info->subgroups_max * info->subgroup_size >= info->invocations_max;
    return (fftc_scan_limits){.invocations_max = info->invocations_max,
                              .shared_bytes = info->shared_bytes,
                              .subgroup_size = subgroups ? info->subgroup_size : 0};
}

fftc_status fftc_scan_check_device(const fftc_vulkan_device *info, const fftc_scan_request *request,
                                   fftc_error *error)
{
    const fftc_scan_description *d = &request->description;
    bool own = d->operation == FFTC_SCAN_OWN;
    if (own && (d->own.text == NULL || strchr(d->own.text, '#') != NULL)) {
        return d->own.text == NULL
                   ? fftc_fail_null(error, "own.text")
                   : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "own.text has a preprocessor line: write it without #");
    }
    if (!own && d->type == FFTC_SCAN_FLOAT64 && !info->float64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no double-precision arithmetic (shaderFloat64): use float",
                         info->name);
    }
    uint64_t bytes =
        request->src_bytes > request->dst_bytes ? request->src_bytes : request->dst_bytes;
    if (bytes > info->buffer_bytes_max) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "an array has %llu bytes, a buffer of %s at most %llu: scan fewer items",
                         (unsigned long long)bytes, info->name,
                         (unsigned long long)info->buffer_bytes_max);
    }
    return FFTC_SUCCESS;
}
