/* SPDX-License-Identifier: MIT
 *
 * Modules of the tests' shaders, as tests of the emulator without a device read them.
 */
#ifndef FFTC_SPIRV_TESTING_H
#define FFTC_SPIRV_TESTING_H

#include <stdio.h>
#include <stdlib.h>

#include "fftcore/spirv.h"
#include "testing.h"

#define MODULE_WORDS_MAX (1u << 16)

typedef struct module {
    uint32_t words[MODULE_WORDS_MAX];
    size_t count;
} module;

static inline module *read_module(const char *name)
{
    module *m = malloc(sizeof *m);
    char path[512];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s.spv", TESTING_SPIRV, name);
    file = fopen(path, "rb");
    ck_assert_msg(m != NULL && file != NULL, "%s", path);
    m->count = fread(m->words, 4, MODULE_WORDS_MAX, file);
    fclose(file);
    return m;
}

static inline fftc_spirv *open_shader(const fftc_spirv_source *source)
{
    fftc_spirv *shader;
    fftc_error error;
    ck_assert_msg(fftc_spirv_create(source, &shader, &error) == FFTC_SUCCESS, "%s", error.message);
    return shader;
}

#endif
