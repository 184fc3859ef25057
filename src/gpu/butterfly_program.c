/* SPDX-License-Identifier: MIT
 *
 * The shader of classic FFTs, and what a device must have for it.
 */
#include "gpu/butterfly.h"
#include "support/error.h"

static fftc_status write_source(const fftc_butterfly_plan *plan, fftc_source *source,
                                fftc_error *error)
{
    const fftc_butterfly *b = &plan->butterfly;
    fftc_text *text = &source->head;
    fftc_text_format(text,
                     "#version 450\n"
                     "/* A classic FFT.\n"
                     " * Made by fftcore %s from its kernel headers; their licence is MIT. */\n\n"
                     "#define FFTC_PRECISION %u\n"
                     "#define FFTC_BUTTERFLY_LOG2 %uu\n"
                     "#define FFTC_WORKGROUP_LOG2 %uu\n%s%s"
                     "#include \"common/butterfly.glsl\"\n",
                     fftc_version(), b->precision == FFTC_FLOAT64 ? 64u : 32u,
                     (unsigned)b->points_log2, (unsigned)plan->workgroup_log2,
                     b->technique == FFTC_TECHNIQUE_LINES ? "#define FFTC_BUTTERFLY_LINES\n" : "",
                     b->table ? "#define FFTC_BUTTERFLY_TABLE\n" : "");
    return text->failed ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
                        : FFTC_SUCCESS;
}

fftc_status fftc_butterfly_program(const fftc_butterfly_plan *plan, fftc_program *program,
                                   fftc_error *error)
{
    *program =
        (fftc_program){.exact = true,
                       .binding = FFTC_BIND_PUSHED,
                       .descriptors = 1u << FFTC_BUTTERFLY_SRC | 1u << FFTC_BUTTERFLY_DST |
                                      (plan->entries != 0 ? 1u << FFTC_BUTTERFLY_ENTRIES : 0u),
                       .checks = FFTC_CHECKS_NONE};
    return write_source(plan, &program->source, error);
}

static fftc_status check_device(const fftc_butterfly_plan *plan, const fftc_vulkan_device *info,
                                fftc_error *error)
{
    const uint64_t table = (uint64_t)plan->entries * plan->entry_bytes;
    const uint64_t array = fftc_butterfly_bytes(plan);
    const uint64_t larger = table > array ? table : array;
    if (plan->butterfly.precision == FFTC_FLOAT64 && !info->float64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no double-precision arithmetic (shaderFloat64): use float",
                         info->name);
    }
    if (larger > info->buffer_bytes_max) {
        return fftc_fail(
            error, FFTC_TOO_LARGE, "%s has %llu bytes, a buffer of %s at most %llu: pass %s",
            larger == array ? "an array" : "the table", (unsigned long long)larger, info->name,
            (unsigned long long)info->buffer_bytes_max,
            larger == array ? "fewer lines or a smaller points_log2" : "a smaller points_log2");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_butterfly_plan_on(const fftc_butterfly *butterfly, const fftc_vulkan_device *info,
                                   fftc_butterfly_plan *plan, fftc_error *error)
{
    const fftc_butterfly_limits limits = {.name = info->name,
                                          .invocations_max = info->invocations_max,
                                          .shared_bytes = info->shared_bytes};
    fftc_status status = fftc_butterfly_plan_make(butterfly, &limits, plan, error);
    return status == FFTC_SUCCESS ? check_device(plan, info, error) : status;
}
