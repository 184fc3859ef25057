/* SPDX-License-Identifier: MIT
 *
 * Accessors made of accessors: a transform's fftc_get and fftc_set in terms of loads and stores of
 * yours, by channel and place. To be included in place of workgroup_fft.h.
 *
 *   direct      the default: every access is a load or store. They must do what workgroup_fft.h
 *               asks of its accessors: with more than two elements per invocation, one array, in
 *               place.
 *   preloaded   define FFTC_PRELOADED: an invocation's 2^E elements are in registers. fftc_preload
 *               loads each of them once, fftc_unload stores each once, and between the two no
 *               memory is touched but shared memory. So loading and storing may permute (to natural
 *               order, say), pad, scale, convert, or go to different places, for any E.
 *   offset      in both of these fftc_accessor_select sets the place of the transform's index 0.
 *               So several transforms along one array can be done one after the other.
 *   channels    FFTC_CHANNELS transforms, say of the colours of a pixel, that stand next to each
 *               other in registers: each load may bring several, and all spectra are at hand
 *               together before anything is stored.
 *
 * Parameters: those of workgroup_fft.h; FFTC_CHANNELS, default 1; FFTC_ELEMENTS, the length of the
 * register arrays for each channel, default 1u << FFTC_ELEMENTS_LOG2, to be defined where that is
 * no constant.
 *
 * Registers are an invocation's private state (FFTC_PRIVATE): an environment in C that is to run
 * this needs sizeof(fftc_accessor_state) bytes of it.
 *
 * In the usual course, with several channels:
 *
 *     fftc_channels_preload(0u);
 *     fftc_channels_fft_forward();
 *     ... fftc_preloaded_get(channel, local_index), fftc_preloaded_set ...
 *     fftc_channels_unload(0u);
 *
 * A store to a place that another invocation has yet to load is a race. If unloading permutes, and
 * stores to where elements were loaded from, put a fftc_workgroup_barrier_buffers between
 * fftc_preload and fftc_unload. The barriers inside the transform order no buffers, and a transform
 * may have none.
 */
#ifndef FFTC_ACCESSOR_H
#define FFTC_ACCESSOR_H

#ifdef FFTC_WORKGROUP_FFT_H
#error "include fftcore/kernel/accessor.h in place of fftcore/kernel/workgroup_fft.h, not after it"
#endif

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/group.h"

#ifndef FFTC_ELEMENTS_LOG2
#error "define FFTC_ELEMENTS_LOG2: log2 of the elements an invocation owns, at least 1"
#endif
#ifndef FFTC_ELEMENTS
#define FFTC_ELEMENTS (1u << FFTC_ELEMENTS_LOG2)
#endif
#ifndef FFTC_CHANNELS
#define FFTC_CHANNELS 1u
#endif

FFTC_REQUIRE(FFTC_CHANNELS_must_be_at_least_1, FFTC_CHANNELS >= 1u);
FFTC_REQUIRE(FFTC_ELEMENTS_must_be_at_least_1_shifted_by_FFTC_ELEMENTS_LOG2,
             FFTC_ELEMENTS >= 1u << FFTC_ELEMENTS_LOG2);

/* Yours to define: element `index` of a channel, index = offset + 0 .. N - 1. An invocation asks
 * for its own elements only: index - offset mod 2^W is its number. */
FFTC_ACCESSOR(fftc_complex, fftc_load, (fftc_uniform channel, fftc_uint index));
FFTC_ACCESSOR(void, fftc_store, (fftc_uniform channel, fftc_uint index, fftc_complex value));

FFTC_STRUCT(fftc_accessor_state)
{
    fftc_uniform channel;
    fftc_uniform offset;
#ifdef FFTC_PRELOADED
    fftc_real re[FFTC_CHANNELS * FFTC_ELEMENTS];
    fftc_real im[FFTC_CHANNELS * FFTC_ELEMENTS];
#endif
};

FFTC_PRIVATE(fftc_accessor_state, fftc_accessor_self);

/* Which channel the functions below are about, and where its element 0 is loaded from and stored
 * to. To be called before any of them: the state is undefined at the start of a kernel. */
FFTC_FN void fftc_accessor_select(fftc_uniform channel, fftc_uniform offset)
{
    FFTC_SELF(fftc_accessor_self).channel = channel;
    FFTC_SELF(fftc_accessor_self).offset = offset;
}

#ifdef FFTC_PRELOADED

/* This invocation's element number local_index: the transform's slot t + local_index * 2^W. */
FFTC_FN fftc_complex fftc_preloaded_get(fftc_uniform channel, fftc_uint local_index)
{
    fftc_uint element = local_index + channel * FFTC_ELEMENTS;
    return fftc_complex_make(FFTC_ELEMENT_GET(FFTC_SELF(fftc_accessor_self).re, element),
                             FFTC_ELEMENT_GET(FFTC_SELF(fftc_accessor_self).im, element));
}

FFTC_FN void fftc_preloaded_set(fftc_uniform channel, fftc_uint local_index, fftc_complex value)
{
    fftc_uint element = local_index + channel * FFTC_ELEMENTS;
    FFTC_ELEMENT_SET(FFTC_SELF(fftc_accessor_self).re, element, value.re);
    FFTC_ELEMENT_SET(FFTC_SELF(fftc_accessor_self).im, element, value.im);
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_get, (fftc_uint index))
{
    return fftc_preloaded_get(FFTC_SELF(fftc_accessor_self).channel, index >> FFTC_WORKGROUP_LOG2);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_set, (fftc_uint index, fftc_complex value))
{
    fftc_preloaded_set(FFTC_SELF(fftc_accessor_self).channel, index >> FFTC_WORKGROUP_LOG2, value);
}

#else

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_get, (fftc_uint index))
{
    return fftc_load(FFTC_SELF(fftc_accessor_self).channel,
                     index + FFTC_SELF(fftc_accessor_self).offset);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_set, (fftc_uint index, fftc_complex value))
{
    fftc_store(FFTC_SELF(fftc_accessor_self).channel, index + FFTC_SELF(fftc_accessor_self).offset,
               value);
}

#endif

#include "fftcore/kernel/workgroup_fft.h"

#ifdef FFTC_PRELOADED

/* The selected channel's elements into registers, and out of them. */
FFTC_FN void fftc_preload(void)
{
    fftc_uniform channel = FFTC_SELF(fftc_accessor_self).channel;
    fftc_uint index = fftc_invocation_index() + FFTC_SELF(fftc_accessor_self).offset;
    for (fftc_uniform a = 0u; a < (1u << FFTC_ELEMENTS_LOG2); ++a) {
        fftc_preloaded_set(channel, FFTC_UINT(a),
                           fftc_load(channel, index + (a << FFTC_WORKGROUP_LOG2)));
    }
}

FFTC_FN void fftc_unload(void)
{
    fftc_uniform channel = FFTC_SELF(fftc_accessor_self).channel;
    fftc_uint index = fftc_invocation_index() + FFTC_SELF(fftc_accessor_self).offset;
    for (fftc_uniform a = 0u; a < (1u << FFTC_ELEMENTS_LOG2); ++a) {
        fftc_store(channel, index + (a << FFTC_WORKGROUP_LOG2),
                   fftc_preloaded_get(channel, FFTC_UINT(a)));
    }
}

/* fftc_preload for all channels. Where one access brings several channels, write this loop
 * yourself, with fftc_preloaded_set. */
FFTC_FN void fftc_channels_preload(fftc_uniform offset)
{
    for (fftc_uniform channel = 0u; channel < FFTC_CHANNELS; ++channel) {
        fftc_accessor_select(channel, offset);
        fftc_preload();
    }
}

FFTC_FN void fftc_channels_unload(fftc_uniform offset)
{
    for (fftc_uniform channel = 0u; channel < FFTC_CHANNELS; ++channel) {
        fftc_accessor_select(channel, offset);
        fftc_unload();
    }
}

#endif

/* All channels, one after the other, at the selected offset. Leaves the last one selected. Shared
 * memory as for a single transform. */
FFTC_FN void fftc_channels_fft_forward(void)
{
    fftc_uniform offset = FFTC_SELF(fftc_accessor_self).offset;
    for (fftc_uniform channel = 0u; channel < FFTC_CHANNELS; ++channel) {
        fftc_small_fft_separate(channel);
        fftc_accessor_select(channel, offset);
        fftc_workgroup_fft_forward();
    }
}

FFTC_FN void fftc_channels_fft_inverse(void)
{
    fftc_uniform offset = FFTC_SELF(fftc_accessor_self).offset;
    for (fftc_uniform channel = 0u; channel < FFTC_CHANNELS; ++channel) {
        fftc_small_fft_separate(channel);
        fftc_accessor_select(channel, offset);
        fftc_workgroup_fft_inverse();
    }
}

#endif
