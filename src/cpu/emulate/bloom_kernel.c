/* SPDX-License-Identifier: MIT
 *
 * pass_kernel_tmpl.h for passes of blooms that load or store pixels, or sample a spectrum.
 */
#define FFTC_CALLS
#define FFTC_PRECISION 32
#define FFTC_SUFFIX _bloom
#include "fftcore/kernel/precision.h"

#include "cpu/emulate/pass_kernel.h"

#include <string.h>

#define FFTC_PASS_MAPS
#define FFTC_CONVOLUTION_PIXELS
#define FFTC_CONVOLUTION_RESAMPLES
#define FFTC_PASS_EDGE static

#define FFTC_PASS_KERNEL fftc_bloom_kernel
#define FFTC_PASS_SRC_GET bloom_src_get
#define FFTC_PASS_DST_SET bloom_dst_set
#include "cpu/emulate/pass_kernel_tmpl.h"

/* In place the source is the destination's memory. */
static uint32_t memory_of(fftc_uniform extra)
{
    bool own = this_run->emulation->extra[extra].data != NULL;
    return FFTC_PASS_MEMORY_EXTRA + (own ? extra : 1u);
}

fftc_uint(fftc_extra_get)(fftc_uniform extra, fftc_uint index)
{
    fftc_uint word;
    fftc_memory_load(memory_of(extra), index, &word);
    return word;
}

void(fftc_extra_set)(fftc_uniform extra, fftc_uint index, fftc_uint word)
{
    fftc_memory_store(memory_of(extra), index, &word);
}

fftc_real(fftc_extra_half_get)(fftc_uniform extra, fftc_uint index)
{
    uint16_t bits;
    fftc_memory_load(memory_of(extra), index, &bits);
    return fftc_real_from_half(bits);
}

void(fftc_extra_half_set)(fftc_uniform extra, fftc_uint index, fftc_real value)
{
    uint16_t bits = (uint16_t)fftc_half_from_real(value);
    fftc_memory_store(memory_of(extra), index, &bits);
}

static uint64_t texel_at(fftc_uniform extra, fftc_uint x, fftc_uint y)
{
    return (uint64_t)y * this_run->emulation->picture_width[extra] + x;
}

fftc_texel(fftc_picture_get)(fftc_uniform extra, fftc_uint x, fftc_uint y)
{
    fftc_texel texel;
    fftc_memory_load(memory_of(extra), texel_at(extra, x, y), &texel);
    return texel;
}

void(fftc_picture_set)(fftc_uniform extra, fftc_uint x, fftc_uint y, fftc_texel texel)
{
    fftc_memory_store(memory_of(extra), texel_at(extra, x, y), &texel);
}

fftc_uniform(fftc_user_word)(fftc_uniform i)
{
    return this_run->emulation->word[i];
}
