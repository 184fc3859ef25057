/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/allocate.h"
#include "spirv/decode.h"
#include "spirv/module.h"
#include "support/check.h"
#include "support/error.h"

static fftc_status check_source(const fftc_spirv_source *source, fftc_error *error)
{
    if (source == NULL || source->words == NULL) {
        return fftc_fail_null(error, source == NULL ? "source" : "words");
    }
    if (source->word_count < 5 || source->word_count > UINT32_MAX / 8) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "word_count is %zu: a module has at least 5 words, and at most 2^29",
                         source->word_count);
    }
    if (source->constants == NULL && source->constant_count != 0) {
        return fftc_fail_null(error, "constants");
    }
    return fftc_check_allocator(source->allocator, error);
}

static void check_constants(fftc_spirv *m)
{
    for (uint32_t i = 0; i < m->source->constant_count; ++i) {
        bool known = false;
        for (uint32_t k = 0; k < m->interface.constant_count; ++k) {
            known = known || m->interface.constants[k].id == m->source->constants[i].id;
        }
        if (!known) {
            fftc_spirv_refuse(m, FFTC_INVALID_ARGUMENT,
                              "constants[%u]: the module has no specialization constant whose id "
                              "is %u",
                              i, m->source->constants[i].id);
        }
    }
}

/* False if it was refused. */
static bool read_module(fftc_spirv *m)
{
    if (setjmp(m->refused) != 0) {
        return false;
    }
    m->cover.wanted = m->source->coverage;
    fftc_spirv_parse(m);
    fftc_spirv_take_texts(m);
    fftc_spirv_define_globals(m);
    fftc_spirv_decode(m);
    fftc_spirv_make_interface(m);
    check_constants(m);
    return true;
}

fftc_status fftc_spirv_create(const fftc_spirv_source *source, fftc_spirv **shader,
                              fftc_error *error)
{
    fftc_spirv *m;
    fftc_status status;
    if (shader == NULL) {
        return fftc_fail_no_place(error, "shader");
    }
    *shader = NULL;
    status = check_source(source, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    m = fftc_allocate(source->allocator, 1, sizeof *m);
    if (m == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the SPIR-V module");
    }
    if (source->allocator != NULL) {
        m->allocator_copy = *source->allocator;
        m->allocator = &m->allocator_copy;
    }
    m->source = source;
    m->error = error;
    if (!read_module(m)) {
        status = m->status;
        fftc_spirv_destroy(m);
        return status;
    }
    m->source = NULL;
    m->error = NULL;
    *shader = m;
    return fftc_succeed(error);
}

void fftc_spirv_destroy(fftc_spirv *shader)
{
    if (shader != NULL) {
        const fftc_allocator copy = shader->allocator_copy;
        const fftc_allocator *allocator = shader->allocator != NULL ? &copy : NULL;
        fftc_spirv_release_arena(shader);
        fftc_release(allocator, shader);
    }
}

const fftc_spirv_interface *fftc_spirv_describe(const fftc_spirv *shader)
{
    return shader != NULL ? &shader->interface : NULL;
}
