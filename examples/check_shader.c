/* SPDX-License-Identifier: MIT
 *
 * Checks a compute shader, as SPIR-V, without a GPU: over subgroup sizes and schedules, in buffers
 * of zeros that are as large as the shader's descriptors need, with 256 elements for arrays of
 * unknown length, and in images of 64 x 64 texels. Prints what is wrong; the exit status is 0 if
 * nothing is, 1 if something is, and 2 if the shader cannot be carried out.
 *
 *     glslangValidator -g --target-env vulkan1.2 -V shader.comp -o shader.spv
 *     example_check_shader shader.spv [WORKGROUPS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/spirv.h"

enum { BUFFERS = 16, ELEMENTS = 256, SIDE = 64, FINDINGS = 16, WORDS = 1 << 20 };

static int fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    return 2;
}

/* An image of zeros, as small as its shape allows, but for width and height. A descriptor without
 * a sampler takes the nearest texel. */
static void add_image(fftc_spirv_dispatch *dispatch, fftc_spirv_image *images,
                      const fftc_spirv_binding *binding)
{
    static const fftc_spirv_format any[] = {FFTC_SPIRV_RGBA32_FLOAT, FFTC_SPIRV_RGBA32_UINT,
                                            FFTC_SPIRV_RGBA32_SINT};
    bool row = binding->dimension == FFTC_SPIRV_1D;
    fftc_spirv_image image = {.set = binding->set,
                              .binding = binding->binding,
                              .format = binding->format != FFTC_SPIRV_FORMAT_NONE
                                            ? binding->format
                                            : any[binding->numbers],
                              .width = SIDE,
                              .height = row ? 1 : SIDE,
                              .layers = binding->dimension == FFTC_SPIRV_CUBE ? 6 : 1};
    if (binding->resource != FFTC_SPIRV_SAMPLER) {
        image.bytes = (size_t)image.width * image.height * image.layers *
                      fftc_spirv_format_bytes(image.format);
        image.data = calloc(1, image.bytes);
        images[dispatch->image_count++] = image;
    }
}

/* Runs the shader once and prints what was found; the number of findings, or -1. */
static long check(fftc_spirv *shader, const fftc_emulation *config, uint32_t groups)
{
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    static const char push_constants[256];
    fftc_spirv_buffer buffers[BUFFERS];
    fftc_spirv_image images[BUFFERS];
    fftc_spirv_dispatch dispatch = {.groups = {groups},
                                    .buffers = buffers,
                                    .images = images,
                                    .push_constants = push_constants,
                                    .push_constant_bytes = sizeof push_constants};
    fftc_finding findings[FINDINGS];
    fftc_report report = {0};
    fftc_error error;
    fftc_status status;
    for (uint32_t i = 0; i < interface->binding_count && i < BUFFERS; ++i) {
        const fftc_spirv_binding *binding = &interface->bindings[i];
        if (binding->resource > FFTC_SPIRV_UNIFORM_BUFFER) {
            add_image(&dispatch, images, binding);
            continue;
        }
        size_t bytes = binding->least_bytes + ELEMENTS * binding->element_bytes;
        buffers[dispatch.buffer_count++] = (fftc_spirv_buffer){.set = binding->set,
                                                               .binding = binding->binding,
                                                               .data = calloc(1, bytes + 1),
                                                               .bytes = bytes};
    }
    status = fftc_emulate_spirv(shader, &dispatch, config, &report, findings, FINDINGS, &error);
    for (size_t i = 0; i < report.findings_listed; ++i) {
        char text[512];
        fftc_finding_format(&findings[i], text, sizeof text);
        printf("subgroups of %u: %s\n", config->subgroup_size, text);
    }
    for (uint32_t i = 0; i < dispatch.buffer_count; ++i) {
        free(buffers[i].data);
    }
    for (uint32_t i = 0; i < dispatch.image_count; ++i) {
        free(images[i].data);
    }
    if (status != FFTC_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    return (long)report.finding_count;
}

int main(int argc, char **argv)
{
    static uint32_t words[WORDS];
    fftc_spirv_source source = {.words = words};
    fftc_spirv *shader;
    fftc_error error;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    uint32_t groups = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    long found = 0;
    if (file == NULL) {
        return fail("example_check_shader SHADER.spv [WORKGROUPS]");
    }
    source.word_count = fread(words, sizeof *words, WORDS, file);
    fclose(file);
    if (fftc_spirv_create(&source, &shader, &error) != FFTC_SUCCESS) {
        return fail(error.message);
    }
    for (uint32_t size = 4; size <= 64 && found == 0; size *= 2) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT && found == 0; ++schedule) {
            const fftc_emulation config = {.subgroup_size = size,
                                           .schedule = (fftc_schedule)schedule};
            found = check(shader, &config, groups);
        }
    }
    fftc_spirv_destroy(shader);
    return found < 0 ? 2 : found > 0;
}
