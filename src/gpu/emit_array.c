/* SPDX-License-Identifier: MIT */
#include "gpu/emit_array.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/emit_plan.h"
#include "support/error.h"

static void describe_kernel(fftc_array_emitter *e, uint32_t number, const fftc_array_kernel *kernel,
                            uint32_t subgroup_size)
{
    const bool subgroups = subgroup_size != 0;
    fftc_text_format(
        &e->kernels,
        "%s    {\"glsl\": \"kernel%u.comp\", \"spirv\": \"kernel%u.spv\", \"workgroup_size\": "
        "[%u, 1, 1], \"shared_bytes\": %u, \"subgroup_size\": %u, \"full_subgroups\": %s, "
        "\"subgroup_operations\": [%s], \"shaderFloat64\": %s, \"storageBuffer16BitAccess\": "
        "false}",
        number == 0 ? "" : ",\n", (unsigned)number, (unsigned)number, (unsigned)kernel->invocations,
        (unsigned)kernel->shared_bytes, (unsigned)subgroup_size, subgroups ? "true" : "false",
        subgroups ? "\"basic\", \"shuffle\", \"shuffle relative\"" : "",
        kernel->float64 ? "true" : "false");
}

static fftc_status add_kernel(fftc_array_emitter *e, const fftc_shader *shader)
{
    fftc_emitted_kernel *kernel = &e->emitted->kernel[e->emitted->kernels++];
    fftc_text glsl = {0};
    fftc_status status = fftc_source_flatten(shader->source, &glsl, e->error);
    *kernel = (fftc_emitted_kernel){.glsl = glsl.data, .glsl_bytes = glsl.bytes};
    return status == FFTC_SUCCESS
               ? fftc_shader_compile(shader, NULL, &kernel->spirv, &kernel->spirv_words, e->error)
               : status;
}

fftc_status fftc_emit_array_kernel(fftc_array_emitter *e, const fftc_program *program,
                                   const fftc_array_kernel *kernel, uint32_t *number)
{
    const fftc_shader shader = {&program->source, program->exact, program->unroll};
    const fftc_digest name = fftc_shader_name(&shader);
    if (e->emitted->kernel == NULL) {
        e->emitted->kernel = calloc(FFTC_EMIT_KERNELS_MAX, sizeof *e->emitted->kernel);
    }
    if (e->emitted->kernel == NULL) {
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for shaders");
    }
    *number = 0;
    while (*number < e->emitted->kernels && memcmp(&e->name[*number], &name, sizeof name) != 0) {
        ++*number;
    }
    if (*number < e->emitted->kernels) {
        return FFTC_SUCCESS;
    }
    e->name[*number] = name;
    describe_kernel(e, *number, kernel, program->subgroup_size);
    return add_kernel(e, &shader);
}

static void describe_bindings(fftc_array_emitter *e, const fftc_array_dispatch *d)
{
    const char *separator = "";
    for (uint32_t i = 0; i < FFTC_BOUND_BUFFERS_MAX; ++i) {
        if ((d->descriptors >> i & 1) != 0) {
            const fftc_array_buffer *buffer = &e->buffer[d->bound[i]];
            fftc_text_format(&e->dispatches,
                             "%s{\"binding\": %u, \"buffer\": \"%s\", \"offset\": 0, \"bytes\": "
                             "%llu, \"access\": \"%s\"}",
                             separator, (unsigned)i, buffer->name,
                             (unsigned long long)buffer->bytes,
                             (d->written >> i & 1) != 0 ? "read write" : "read");
            separator = ", ";
        }
    }
}

void fftc_emit_array_dispatch(fftc_array_emitter *e, const fftc_array_dispatch *d)
{
    const uint32_t words = e->push_bytes / 4;
    const uint32_t most = e->device->workgroups_max;
    for (uint32_t done = 0; done < d->workgroups;) {
        const uint32_t left = d->workgroups - done;
        const uint32_t groups = left < most ? left : most;
        const bool first = e->dispatches.bytes == 0;
        fftc_text_format(&e->dispatches,
                         "%s    {\"kernel\": %u, \"barrier_before\": %s, \"workgroups\": [%u, 1, "
                         "1],\n     \"push_constants\": [",
                         first ? "" : ",\n", (unsigned)d->number,
                         !first && done == 0 ? "true" : "false", (unsigned)groups);
        for (uint32_t i = 0; i < words; ++i) {
            fftc_text_format(&e->dispatches, "%s%u", i == 0 ? "" : ", ",
                             (unsigned)(i == d->first_word ? done : d->push[i]));
        }
        fftc_text_format(&e->dispatches, "],\n     \"bindings\": [");
        describe_bindings(e, d);
        fftc_text_format(&e->dispatches, "]}");
        done += groups;
    }
}

static void describe_buffers(fftc_array_emitter *e)
{
    const char *separator = "";
    fftc_text_format(&e->json, "  \"buffers\": [\n");
    for (uint32_t i = 0; i < FFTC_BOUND_BUFFERS_MAX; ++i) {
        const fftc_array_buffer *b = &e->buffer[i];
        if (b->bytes != 0) {
            const bool file = strcmp(b->use, "table") == 0;
            fftc_text_format(&e->json,
                             "%s    {\"name\": \"%s\", \"use\": \"%s\", \"bytes\": %llu%s}",
                             separator, b->name, b->use, (unsigned long long)b->bytes,
                             file ? ", \"file\": \"table.bin\"" : "");
            separator = ",\n";
        }
    }
    fftc_text_format(&e->json, "\n  ],\n");
}

static void describe(fftc_array_emitter *e, const char *part, const fftc_text *what)
{
    fftc_text_format(
        &e->json,
        "{\n  \"format\": %d,\n  \"generator\": \"fftcore %s\",\n  \"part\": \"%s\",\n"
        "  \"vulkan\": \"1.1\",\n  \"spirv\": \"1.3\",\n  \"entry_point\": \"main\",\n",
        FFTC_EMIT_FORMAT, fftc_version(), part);
    fftc_text_append(&e->json, what->data, what->bytes);
    fftc_text_format(&e->json, "  \"push_constant_bytes\": %u,\n", (unsigned)e->push_bytes);
    describe_buffers(e);
    fftc_text_format(&e->json, "  \"kernels\": [\n");
    fftc_text_append(&e->json, e->kernels.data, e->kernels.bytes);
    fftc_text_format(&e->json, "\n  ],\n  \"dispatches\": [\n");
    fftc_text_append(&e->json, e->dispatches.data, e->dispatches.bytes);
    fftc_text_format(&e->json, "\n  ]\n}\n");
}

fftc_status fftc_emit_array_finish(fftc_array_emitter *e, fftc_status status, const char *part,
                                   const fftc_text *what)
{
    if (status == FFTC_SUCCESS) {
        describe(e, part, what);
    }
    const bool failed = what->failed || e->kernels.failed || e->dispatches.failed || e->json.failed;
    if (status == FFTC_SUCCESS && failed) {
        status = fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for the description");
    }
    if (status == FFTC_SUCCESS) {
        e->emitted->description = e->json.data;
        e->emitted->description_bytes = e->json.bytes;
    } else {
        fftc_text_free(&e->json);
        fftc_emitted_plan_free(e->emitted);
    }
    fftc_text_free(&e->kernels);
    fftc_text_free(&e->dispatches);
    return status == FFTC_SUCCESS ? fftc_succeed(e->error) : status;
}
