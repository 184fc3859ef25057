/* SPDX-License-Identifier: MIT
 *
 * An input is a SPIR-V module: refused by a message or carried out, within the limits of events and
 * of memory.
 */
#include <string.h>

#include "fftcore/spirv.h"
#include "input.h"

#define WORDS_MAX 65536u
#define BINDINGS_MAX 16u

static fftc_spirv_sampler a_sampler(const fftc_spirv_binding *b)
{
    return (fftc_spirv_sampler){
        .set = b->set,
        .binding = b->binding,
        .magnify = FFTC_SPIRV_LINEAR,
        .minify = FFTC_SPIRV_LINEAR,
        .between_levels = FFTC_SPIRV_LINEAR,
        .wrap = {(fftc_spirv_wrap)(b->binding % 5), (fftc_spirv_wrap)(b->binding / 5 % 5)},
        .compare = (fftc_spirv_compare)(b->binding % 8),
        .most_level = 4.0F};
}

static fftc_spirv_image an_image(const fftc_spirv_binding *b, void *data, size_t bytes)
{
    static const fftc_spirv_format any[] = {FFTC_SPIRV_RGBA8_SRGB, FFTC_SPIRV_R32_UINT,
                                            FFTC_SPIRV_RG8_SINT};
    bool row = b->dimension == FFTC_SPIRV_1D;
    bool texels = b->resource >= FFTC_SPIRV_STORAGE_TEXELS;
    uint32_t layers = b->dimension == FFTC_SPIRV_CUBE ? 6 : 1;
    return (fftc_spirv_image){.set = b->set,
                              .binding = b->binding,
                              .data = data,
                              .bytes = bytes,
                              .format =
                                  b->format != FFTC_SPIRV_FORMAT_NONE ? b->format : any[b->numbers],
                              .width = texels ? 64 : 4,
                              .height = row ? 1 : 4,
                              .depth = b->dimension == FFTC_SPIRV_3D ? 3 : 1,
                              .layers = b->arrayed ? 2 * layers : layers,
                              .levels = texels ? 1 : 2};
}

static void run(fftc_spirv *shader)
{
    static uint32_t data[1024];
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    const fftc_emulation config = {.event_limit = 4000, .subgroup_size = 4};
    fftc_spirv_buffer buffers[BINDINGS_MAX];
    fftc_spirv_image images[BINDINGS_MAX];
    fftc_spirv_sampler samplers[BINDINGS_MAX];
    fftc_spirv_dispatch dispatch = {.buffers = buffers,
                                    .images = images,
                                    .samplers = samplers,
                                    .push_constants = data,
                                    .push_constant_bytes = sizeof data};
    fftc_finding findings[4];
    fftc_report report;
    fftc_error error;
    for (uint32_t i = 0; i < interface->binding_count && i < BINDINGS_MAX; ++i) {
        const fftc_spirv_binding *b = &interface->bindings[i];
        if (b->resource <= FFTC_SPIRV_UNIFORM_BUFFER) {
            buffers[dispatch.buffer_count++] = (fftc_spirv_buffer){
                .set = b->set, .binding = b->binding, .data = data, .bytes = sizeof data};
        } else if (b->resource == FFTC_SPIRV_SAMPLER) {
            samplers[dispatch.sampler_count++] = a_sampler(b);
        } else {
            images[dispatch.image_count++] = an_image(b, data, sizeof data);
            if (b->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
                samplers[dispatch.sampler_count++] = a_sampler(b);
            }
        }
    }
    if (interface->local_size[0] * interface->local_size[1] * interface->local_size[2] <= 256 &&
        fftc_emulate_spirv(shader, &dispatch, &config, &report, findings, 4, &error) ==
            FFTC_SUCCESS) {
        for (size_t i = 0; i < report.findings_listed; ++i) {
            char text[512];
            fftc_finding_format(&findings[i], text, sizeof text);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint32_t words[WORDS_MAX];
    const fftc_spirv_source source = {.words = words,
                                      .word_count = size / 4 < WORDS_MAX ? size / 4 : WORDS_MAX};
    fftc_spirv *shader;
    fftc_error error;
    memcpy(words, data, source.word_count * 4);
    if (fftc_spirv_create(&source, &shader, &error) == FFTC_SUCCESS) {
        run(shader);
        fftc_spirv_destroy(shader);
    } else {
        fuzz_check(error.message[0] != 0, "refused without a message");
    }
    return 0;
}
