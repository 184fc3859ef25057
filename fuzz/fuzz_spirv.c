/* SPDX-License-Identifier: MIT
 *
 * An input is a SPIR-V module: refused by a message or carried out, within the limits of events and
 * of memory.
 */
#include <string.h>

#include "fftcore/spirv.h"
#include "input.h"

#define WORDS_MAX 65536u

static void run(fftc_spirv *shader)
{
    static uint32_t data[512];
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    const fftc_emulation config = {.event_limit = 4000, .subgroup_size = 4};
    fftc_spirv_buffer buffers[8];
    fftc_spirv_dispatch dispatch = {
        .buffers = buffers, .push_constants = data, .push_constant_bytes = sizeof data};
    fftc_finding findings[4];
    fftc_report report;
    fftc_error error;
    for (uint32_t i = 0; i < interface->binding_count && i < 8; ++i) {
        buffers[i] = (fftc_spirv_buffer){.set = interface->bindings[i].set,
                                         .binding = interface->bindings[i].binding,
                                         .data = data,
                                         .bytes = sizeof data};
        ++dispatch.buffer_count;
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
