/* SPDX-License-Identifier: MIT
 *
 * One precision of pass_kernel.c, or with FFTC_PASS_MAPS of mapped_kernel.c. Define
 * FFTC_PASS_KERNEL, its name; FFTC_PASS_SRC_GET and FFTC_PASS_DST_SET, the names of these
 * functions; and FFTC_PASS_EDGE, the specifier of functions that other translation units use, too.
 */
/* The kernel's compile-time parameters are expressions that read the current run. Bricks and
 * gathered lines are there for all passes, and registers for the longest. */
#define FFTC_PASS_KEY (this_run->pass->key)
#define FFTC_LINE_REGISTERS (FFTC_LINE_WORDS_MAX / FFTC_COMPLEX_WORDS)
#define FFTC_LINE_GATHERS
#define FFTC_PASS_BRICKS
#include "device/pass_values.h"

#include "fftcore/kernel/complex.h"

FFTC_ACCESSOR(static fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(static void, fftc_set, (fftc_uint index, fftc_complex value));
FFTC_ACCESSOR(static fftc_complex, fftc_line_twiddle_get, (fftc_uint index));
FFTC_ACCESSOR(static fftc_complex, fftc_spectrum_get, (fftc_uint index));
FFTC_ACCESSOR(static fftc_real, fftc_get_real, (fftc_uint index));
FFTC_ACCESSOR(static void, fftc_set_real, (fftc_uint index, fftc_real value));

#include "fftcore/kernel/halves.h"
#ifdef FFTC_CONVOLUTION_PIXELS
#include "fftcore/kernel/bloom_edge.h"
#endif
#ifdef FFTC_PASS_MAPS
#include "fftcore/kernel/mapped_pass.h"
#else
#include "fftcore/kernel/real_pass.h"
#endif
/* On top of what that has made of passes. */
#include "fftcore/kernel/convolution_pass.h"

/* A real number, or a part of a complex one. */
static fftc_real FFTC_RENAME(part_get)(uint32_t array, uint32_t index)
{
    fftc_real x;
#if FFTC_PRECISION == 32
    uint32_t form = this_run->pass->key.src_form;
    if (form == FFTC_FORM_REAL_HALVES || form == FFTC_FORM_SPLIT_HALVES) {
        uint16_t bits;
        fftc_memory_load(array, index, &bits);
        return fftc_real_from_half(bits);
    }
#endif
    fftc_memory_load(array, index, &x);
    return x;
}

static void FFTC_RENAME(part_set)(uint32_t array, uint32_t index, fftc_real x)
{
#if FFTC_PRECISION == 32
    uint32_t form = this_run->pass->key.dst_form;
    if (form == FFTC_FORM_REAL_HALVES || form == FFTC_FORM_SPLIT_HALVES) {
        uint16_t bits = (uint16_t)fftc_half_from_real(x);
        fftc_memory_store(array, index, &bits);
        return;
    }
#endif
    fftc_memory_store(array, index, &x);
}

static bool FFTC_RENAME(is_real)(uint32_t form)
{
    return form == FFTC_FORM_REAL || form == FFTC_FORM_REAL_HALVES;
}

FFTC_PASS_EDGE void FFTC_PASS_SRC_GET(uint32_t index, void *value)
{
    uint32_t array = this_run->same ? FFTC_PASS_MEMORY_DST : FFTC_PASS_MEMORY_SRC;
    uint32_t form = this_run->pass->key.src_form;
    fftc_complex x;
    if (FFTC_RENAME(is_real)(form)) {
        x = fftc_complex_make(FFTC_RENAME(part_get)(array, index), FFTC_REAL(0.0));
    } else if (fftc_form_is_split(form)) {
        x.re = FFTC_RENAME(part_get)(array, index);
        x.im = FFTC_RENAME(part_get)(array + FFTC_PASS_MEMORY_SRC_IM, index);
#if FFTC_PRECISION == 32
    } else if (form == FFTC_FORM_HALVES) {
        fftc_uint word;
        fftc_memory_load(array, index, &word);
        x = fftc_complex_from_halves(word);
#endif
    } else {
        fftc_memory_load(array, index, &x);
    }
    memcpy(value, &x, sizeof x);
}

FFTC_PASS_EDGE void FFTC_PASS_DST_SET(uint32_t index, const void *value)
{
    uint32_t form = this_run->pass->key.dst_form;
    fftc_complex x;
    memcpy(&x, value, sizeof x);
    if (FFTC_RENAME(is_real)(form)) {
        FFTC_RENAME(part_set)(FFTC_PASS_MEMORY_DST, index, x.re);
    } else if (fftc_form_is_split(form)) {
        FFTC_RENAME(part_set)(FFTC_PASS_MEMORY_DST, index, x.re);
        FFTC_RENAME(part_set)(FFTC_PASS_MEMORY_DST_IM, index, x.im);
#if FFTC_PRECISION == 32
    } else if (form == FFTC_FORM_HALVES) {
        fftc_uint word = fftc_halves_from_complex(x);
        fftc_memory_store(FFTC_PASS_MEMORY_DST, index, &word);
#endif
    } else {
        fftc_memory_store(FFTC_PASS_MEMORY_DST, index, &x);
    }
}

FFTC_ACCESSOR(static fftc_complex, fftc_get, (fftc_uint index))
{
    fftc_complex value;
    if (this_run->pass->key.load != 0) {
        this_run->emulation->load(index, &value);
    } else {
        FFTC_PASS_SRC_GET(index, &value);
    }
    return value;
}

FFTC_ACCESSOR(static void, fftc_set, (fftc_uint index, fftc_complex value))
{
    if (this_run->pass->key.store != 0) {
        this_run->emulation->store(index, &value);
    } else {
        FFTC_PASS_DST_SET(index, &value);
    }
}

FFTC_ACCESSOR(static fftc_real, fftc_get_real, (fftc_uint index))
{
    uint32_t array = this_run->same ? FFTC_PASS_MEMORY_DST : FFTC_PASS_MEMORY_SRC;
    return this_run->pass->key.load != 0 ? fftc_get(index).re : FFTC_RENAME(part_get)(array, index);
}

FFTC_ACCESSOR(static void, fftc_set_real, (fftc_uint index, fftc_real value))
{
    if (this_run->pass->key.store != 0) {
        fftc_set(index, fftc_complex_make(value, FFTC_REAL(0.0)));
    } else {
        FFTC_RENAME(part_set)(FFTC_PASS_MEMORY_DST, index, value);
    }
}

FFTC_ACCESSOR(static fftc_complex, fftc_line_twiddle_get, (fftc_uint index))
{
    fftc_complex value;
    fftc_memory_load(FFTC_PASS_MEMORY_TABLE, index, &value);
    return value;
}

FFTC_ACCESSOR(static fftc_complex, fftc_spectrum_get, (fftc_uint index))
{
#ifdef FFTC_PASS_MAPS
    fftc_complex value;
    fftc_memory_load(FFTC_PASS_MEMORY_SPECTRUM, index, &value);
    return value;
#else
    return fftc_line_twiddle_get(index);
#endif
}

fftc_pass_layout(fftc_pass_get_layout)(void)
{
    fftc_pass_layout layout;
    _Static_assert(sizeof layout == sizeof this_run->pass->numbers, "word by word");
    memcpy(&layout, &this_run->pass->numbers, sizeof layout);
    return layout;
}

void FFTC_PASS_KERNEL(void *run)
{
    (void)run; /* this_run */
#ifdef FFTC_PASS_MAPS
    fftc_line_convolution();
#else
    if (this_run->pass->key.convolution.role != FFTC_ROLE_TRANSFORM) {
        fftc_line_convolution();
    } else {
        fftc_line_fft_mirrored();
    }
#endif
}

#undef FFTC_PASS_KERNEL
#undef FFTC_PASS_SRC_GET
#undef FFTC_PASS_DST_SET
