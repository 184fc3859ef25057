/* SPDX-License-Identifier: MIT
 *
 * The edges of a transform: what a piece of yours that replaces its loads or its stores has to
 * define, and what it may call (fftc_accessors of fftcore/vulkan.h, fftcore/emulate_plan.h).
 *
 * A piece is text in the dialect, which a shader and a C compiler read alike. An index counts
 * elements as the description does: the sum of position times stride over all axes, plus the number
 * of the transform times its distance. With packed rows that is (transform, position) row by row.
 *
 * On a side of real numbers (of FFTC_REAL, both of FFTC_REAL_TO_REAL) an element is a real number:
 * of what is loaded the imaginary part is not looked at, and what is stored has none, or 0. A side
 * of spectra has the half that the description says.
 *
 * In place a piece loads no element of src but the one that it is asked for, and stores to dst no
 * other than the one that it was given: the others belong to other invocations, and may have been
 * written already.
 */
#ifndef FFTC_EDGE_H
#define FFTC_EDGE_H

#include "fftcore/kernel/complex.h"

/* Yours to define. Element `index` of what is to be transformed: asked of every element of the
 * source range, by whichever invocation needs it, more than once perhaps. */
FFTC_ACCESSOR(fftc_complex, fftc_user_load, (fftc_uint index));

/* Yours to define. Takes element `index` of the result, scaled: called once for every element of
 * the destination's range. What it writes must belong to this element alone, since all calls may
 * run at the same time. */
FFTC_ACCESSOR(void, fftc_user_store, (fftc_uint index, fftc_complex value));

/* What the transform would have done: the element of the plan's src or dst, as the description
 * stores it (half, split). */
FFTC_ACCESSOR(fftc_complex, fftc_src_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_dst_set, (fftc_uint index, fftc_complex value));

/* Word `index` of extra buffer number `extra`, which must be a constant. */
FFTC_ACCESSOR(fftc_uint, fftc_extra_get, (fftc_uniform extra, fftc_uint index));
FFTC_ACCESSOR(void, fftc_extra_set, (fftc_uniform extra, fftc_uint index, fftc_uint word));

/* What a picture holds at a place: red, green, blue and alpha, as integers or as the bits of
 * floats, by what the extra was announced as. */
FFTC_STRUCT(fftc_texel)
{
    fftc_uint word[4];
};

/* The texel in column x of row y, from 0, of extra number `extra`, a picture. */
FFTC_ACCESSOR(fftc_texel, fftc_picture_get, (fftc_uniform extra, fftc_uint x, fftc_uint y));

/* Word i = 0 .. 7 of those that come with a recording. */
FFTC_ACCESSOR(fftc_uniform, fftc_user_word, (fftc_uniform i));

#endif
