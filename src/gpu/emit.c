/* SPDX-License-Identifier: MIT
 *
 * The reference FFT as GLSL, SPIR-V and a description.
 */
#include <stdlib.h>

#include "fftcore/vulkan.h"
#include "gpu/compile.h"
#include "gpu/emit_plan.h"
#include "gpu/variant.h"
#include "support/check.h"
#include "support/error.h"

static void describe_sizes(const fftc_variant *v, fftc_text *json)
{
    fftc_text_format(json,
                     "  \"points\": %llu,\n"
                     "  \"elements_log2\": %u,\n"
                     "  \"workgroup_log2\": %u,\n"
                     "  \"subgroup_log2\": %u,\n"
                     "  \"precision\": \"%s\",\n"
                     "  \"direction\": \"%s\",\n",
                     (unsigned long long)fftc_variant_points(v), (unsigned)v->elements_log2,
                     (unsigned)v->workgroup_log2, (unsigned)v->subgroup_log2,
                     fftc_variant_precision_name(v), v->inverse != 0 ? "inverse" : "forward");
    fftc_text_format(json, "  \"error_bound\": ");
    fftc_text_significant(json, 3,
                          fftc_error_bound((fftc_precision)v->precision, fftc_variant_points(v)));
    fftc_text_format(json, ",\n");
}

static void describe_transform(const fftc_variant *v, fftc_text *json)
{
    unsigned e = (unsigned)v->elements_log2;
    unsigned w = (unsigned)v->workgroup_log2;
    unsigned long long points = fftc_variant_points(v);
    if (v->inverse != 0) {
        fftc_text_format(json,
                         "  \"transform\": \"x[t] = (1 / %llu) * sum over i of in[i] * "
                         "exp(+2 pi i * frequency(i) * t / %llu)\",\n"
                         "  \"input_order\": \"nabla\",\n"
                         "  \"output_order\": \"natural\",\n",
                         points, points);
    } else {
        fftc_text_format(json,
                         "  \"transform\": \"out[i] = sum over t of x[t] * "
                         "exp(-2 pi i * frequency(i) * t / %llu)\",\n"
                         "  \"input_order\": \"natural\",\n"
                         "  \"output_order\": \"nabla\",\n",
                         points);
    }
    fftc_text_format(json,
                     "  \"nabla_order\": {\n"
                     "    \"fields\": \"i = (h | q | b), high to low: h %u bits, q 1 bit, b %u "
                     "bits\",\n"
                     "    \"frequency\": \"(q | reversed b | reversed h): q << %u | "
                     "reverse(b, %u) << %u | reverse(h, %u)\"\n"
                     "  },\n",
                     e - 1, w, e + w - 1, w, e - 1, e - 1);
}

static void describe_bindings(const fftc_variant *v, fftc_text *json)
{
    unsigned long long points = fftc_variant_points(v);
    unsigned bytes = (unsigned)fftc_variant_element_bytes(v);
    fftc_text_format(json,
                     "  \"bindings\": [\n"
                     "    {\"set\": 0, \"binding\": 0, \"type\": \"storage_buffer\", \"access\": "
                     "\"read_write\", \"content\": \"data\", \"element\": \"complex, real part "
                     "first\", \"element_bytes\": %u, \"elements_per_workgroup\": %llu}",
                     bytes, points);
    if (v->computed_twiddles == 0) {
        fftc_text_format(
            json,
            ",\n"
            "    {\"set\": 0, \"binding\": 1, \"type\": \"storage_buffer\", "
            "\"access\": \"read\", \"content\": \"twiddles\", \"element\": \"complex, "
            "real part first\", \"element_bytes\": %u, \"elements\": %llu, "
            "\"formula\": \"T[2^h + k] = exp(-i pi * k / 2^h), 0 <= k < 2^h, each part "
            "rounded to nearest; T[0] is not read\"}",
            bytes, points);
    }
    fftc_text_format(json, "\n  ],\n  \"twiddles\": \"%s\",\n  \"push_constant_bytes\": 0,\n",
                     v->computed_twiddles == 0 ? "table" : "computed");
}

static void describe_requirements(const fftc_variant *v, fftc_text *json)
{
    unsigned invocations = 1u << v->workgroup_log2;
    fftc_text_format(json,
                     "  \"workgroup_size\": [%u, 1, 1],\n"
                     "  \"dispatch\": [\"transforms\", 1, 1],\n"
                     "  \"shared_bytes\": %llu,\n"
                     "  \"requirements\": {\n"
                     "    \"vulkan\": \"1.1\",\n"
                     "    \"spirv\": \"1.3\",\n"
                     "    \"shaderFloat16\": %s,\n"
                     "    \"shaderFloat64\": %s,\n"
                     "    \"subgroup_operations\": [%s],\n"
                     "    \"full_subgroups\": %s,\n",
                     invocations, (unsigned long long)fftc_variant_shared_bytes(v),
                     v->precision == FFTC_FLOAT16 ? "true" : "false",
                     v->precision == FFTC_FLOAT64 ? "true" : "false",
                     v->subgroup_log2 != 0 ? "\"basic\", \"shuffle\"" : "",
                     v->subgroup_log2 != 0 ? "true" : "false");
    fftc_text_format(json,
                     "    \"subgroup_size_min\": %u,\n"
                     "    \"subgroup_size_max\": %u\n"
                     "  },\n",
                     v->subgroup_log2 != 0 ? 1u << v->subgroup_log2 : 1u,
                     v->subgroup_log2 != 0 ? invocations : 128u);
}

static void describe(const fftc_variant *v, fftc_text *json)
{
    fftc_text_format(json,
                     "{\n"
                     "  \"format\": %d,\n"
                     "  \"generator\": \"fftcore %s\",\n"
                     "  \"kernel\": \"workgroup_fft\",\n"
                     "  \"entry_point\": \"main\",\n",
                     FFTC_EMIT_FORMAT, fftc_version());
    describe_sizes(v, json);
    describe_transform(v, json);
    describe_bindings(v, json);
    describe_requirements(v, json);
    fftc_text_format(json, "  \"aliasing\": \"in place; each workgroup touches only its own "
                           "points\"\n}\n");
}

static fftc_status emit(const fftc_variant *variant, fftc_emitted *emitted, fftc_error *error)
{
    fftc_text glsl = {0};
    fftc_text json = {0};
    uint32_t *words = NULL;
    size_t word_count = 0;
    fftc_status status = fftc_variant_source(variant, &glsl, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_compile(glsl.data, &words, &word_count, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_spirv_validate(words, word_count, error);
    }
    describe(variant, &json);
    if (status == FFTC_SUCCESS && json.failed) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the description");
    }
    if (status != FFTC_SUCCESS) {
        free(words);
        fftc_text_free(&glsl);
        fftc_text_free(&json);
        return status;
    }
    *emitted = (fftc_emitted){.glsl = glsl.data,
                              .glsl_bytes = glsl.bytes,
                              .spirv = words,
                              .spirv_words = word_count,
                              .description = json.data,
                              .description_bytes = json.bytes};
    return fftc_succeed(error);
}

fftc_status fftc_workgroup_fft_emit(const fftc_workgroup_fft *fft, fftc_emitted *emitted,
                                    fftc_error *error)
{
    if (emitted == NULL) {
        return fftc_fail_no_place(error, "emitted");
    }
    *emitted = (fftc_emitted){0};
    fftc_status status = fftc_workgroup_fft_check(fft, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (fftc_compiler_id() == 0) { /* no_compiler.c */
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "this fftcore is built without a shader compiler: emit with one that has "
                         "it (FFTCORE_GLSLANG)");
    }
    /* A full subgroup is not wider than the workgroup. */
    uint32_t subgroup_log2 =
        fft->subgroup_log2 < fft->workgroup_log2 ? fft->subgroup_log2 : fft->workgroup_log2;
    fftc_variant variant = fftc_variant_of(fft, subgroup_log2, false);
    return emit(&variant, emitted, error);
}

void fftc_emitted_free(fftc_emitted *emitted)
{
    if (emitted != NULL) {
        free(emitted->glsl);
        free(emitted->spirv);
        free(emitted->description);
        *emitted = (fftc_emitted){0};
    }
}
