/* SPDX-License-Identifier: MIT
 *
 * The shader of finite differences, and what a device must have for it.
 */
#include "gpu/difference.h"
#include "support/error.h"

/* Without a suffix, which glslang's #if does not take (12.0). */
static void define(fftc_text *text, const char *name, uint32_t value)
{
    fftc_text_format(text, "#define FFTC_%s %u\n", name, (unsigned)value);
}

static fftc_status write_source(const fftc_difference_pass *pass, fftc_source *source,
                                fftc_error *error)
{
    const fftc_difference_key *key = &pass->key;
    const uint32_t *boundary = pass->scheme.boundary;
    fftc_text *text = &source->head;
    fftc_text_format(text,
                     "#version 450\n"
                     "/* Finite differences.\n"
                     " * Made by fftcore %s from its kernel headers; their licence is MIT. */\n\n"
                     "#define FFTC_PRECISION %u\n%s",
                     fftc_version(), pass->precision == FFTC_FLOAT64 ? 64u : 32u,
                     key->subgroup_log2 != 0 ? "#define FFTC_SUBGROUPS\n" : "");
    define(text, "GROUP", key->invocations);
    define(text, "SUBGROUP_LOG2", key->subgroup_log2);
    define(text, "DIFFERENCE_LANES_LOG2", key->lanes_log2);
    define(text, "DIFFERENCE_BOUNDARIES", boundary[0] + 4 * boundary[1] + 16 * boundary[2]);
    define(text, "DIFFERENCE_AXES", key->axes);
    define(text, "DIFFERENCE_REACH", key->reach);
    define(text, "DIFFERENCE_COLUMNS", key->columns);
    define(text, "DIFFERENCE_ROWS", key->rows);
    define(text, "DIFFERENCE_PLANES", key->planes);
    define(text, "DIFFERENCE_WAVE", key->wave);
    define(text, "DIFFERENCE_MEDIUM", key->medium);
    fftc_text_format(text, "#include \"common/difference.glsl\"\n");
    return text->failed ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
                        : FFTC_SUCCESS;
}

fftc_status fftc_difference_program(const fftc_difference_pass *pass,
                                    const fftc_vulkan_device *info, fftc_program *program,
                                    fftc_error *error)
{
    const fftc_difference_key *key = &pass->key;
    *program = (fftc_program){
        .unroll = true,
        .exact = true,
        .binding = FFTC_BIND_PUSHED,
        .descriptors = 1u << FFTC_DIFFERENCE_POINTS | 1u << FFTC_DIFFERENCE_NEXT |
                       1u << FFTC_DIFFERENCE_PARAMETERS | key->medium << FFTC_DIFFERENCE_FACTORS,
        .checks = FFTC_CHECKS_NONE,
        .subgroup_size = key->subgroup_log2 != 0 ? info->subgroup_size : 0};
    return write_source(pass, &program->source, error);
}

static fftc_status check_device(const fftc_difference_pass *pass, const fftc_vulkan_device *info,
                                fftc_error *error)
{
    const uint64_t bytes = fftc_difference_bytes(pass);
    if (pass->precision == FFTC_FLOAT64 && !info->float64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no double-precision arithmetic (shaderFloat64): use float",
                         info->name);
    }
    if (bytes > info->buffer_bytes_max) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "an array has %llu bytes, a buffer of %s at most %llu: pass smaller "
                         "lengths",
                         (unsigned long long)bytes, info->name,
                         (unsigned long long)info->buffer_bytes_max);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_difference_pass_on(const fftc_difference *difference,
                                    const fftc_vulkan_difference_options *options,
                                    const fftc_vulkan_device *info, fftc_difference_pass *pass,
                                    fftc_error *error)
{
    const fftc_difference_limits limits = {
        .invocations_max = info->invocations_max,
        .subgroup_size = info->subgroup_full && info->subgroup_shuffle ? info->subgroup_size : 0,
        .subgroups_max = info->subgroups_max};
    fftc_status status = fftc_difference_pass_make(difference, options->medium, &options->blocks,
                                                   &limits, pass, error);
    return status == FFTC_SUCCESS ? check_device(pass, info, error) : status;
}
