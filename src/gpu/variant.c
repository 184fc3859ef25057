/* SPDX-License-Identifier: MIT */
#include "gpu/variant.h"

#include "describe/layout.h"
#include "gpu/flatten.h"
#include "support/error.h"

fftc_variant fftc_variant_of(const fftc_workgroup_fft *fft, uint32_t subgroup_log2,
                             bool observe_stages)
{
    return (fftc_variant){.elements_log2 = fft->elements_log2,
                          .workgroup_log2 = fft->workgroup_log2,
                          .subgroup_log2 = subgroup_log2,
                          .precision = (uint32_t)fft->precision,
                          .inverse = fft->direction == FFTC_INVERSE,
                          .computed_twiddles = fft->computed_twiddles,
                          .observe_stages = observe_stages};
}

uint64_t fftc_variant_points(const fftc_variant *variant)
{
    return (uint64_t)1 << (variant->elements_log2 + variant->workgroup_log2);
}

uint64_t fftc_variant_element_bytes(const fftc_variant *variant)
{
    return 2 * fftc_precision_bytes((fftc_precision)variant->precision);
}

uint64_t fftc_variant_shared_bytes(const fftc_variant *variant)
{
    return fftc_variant_element_bytes(variant) << variant->workgroup_log2;
}

static unsigned precision_bits(const fftc_variant *variant)
{
    return 8 * (unsigned)fftc_precision_bytes((fftc_precision)variant->precision);
}

const char *fftc_variant_precision_name(const fftc_variant *variant)
{
    return fftc_precision_name((fftc_precision)variant->precision);
}

fftc_status fftc_variant_source(const fftc_variant *variant, fftc_text *glsl, fftc_error *error)
{
    fftc_text source = {0};
    fftc_text_format(&source,
                     "#version 450\n"
                     "/* %s FFT of %llu points, %s complex, one workgroup each.\n"
                     " * Made by fftcore %s from its kernel headers; their licence is MIT. */\n\n",
                     variant->inverse != 0 ? "Inverse" : "Forward",
                     (unsigned long long)fftc_variant_points(variant),
                     fftc_variant_precision_name(variant), fftc_version());
    fftc_text_format(&source,
                     "#define FFTC_PRECISION %u\n"
                     "#define FFTC_ELEMENTS_LOG2 %uu\n"
                     "#define FFTC_WORKGROUP_LOG2 %uu\n"
                     "#define FFTC_SUBGROUP_LOG2 %uu\n",
                     precision_bits(variant), (unsigned)variant->elements_log2,
                     (unsigned)variant->workgroup_log2, (unsigned)variant->subgroup_log2);
    fftc_text_format(&source, "%s%s%s%s\n",
                     variant->subgroup_log2 != 0 ? "#define FFTC_SUBGROUPS\n" : "",
                     variant->inverse != 0 ? "#define FFTC_INVERSE\n" : "",
                     variant->computed_twiddles != 0 ? "#define FFTC_TWIDDLE_COMPUTED\n" : "",
                     variant->observe_stages != 0 ? "#define FFTC_OBSERVE_STAGES\n" : "");
    fftc_text_format(&source, "#include \"common/workgroup_fft.glsl\"\n");
    fftc_status status =
        source.failed ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
                      : fftc_flatten(source.data, glsl, error);
    fftc_text_free(&source);
    return status;
}
