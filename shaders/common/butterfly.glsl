/* SPDX-License-Identifier: MIT
 *
 * The two classic FFTs of kernel/butterfly_pass.h and kernel/butterfly_line.h on storage buffers,
 * of lines in any direction of an array. A complete compute shader but for its parameters:
 *
 *   FFTC_BUTTERFLY_LOG2, FFTC_WORKGROUP_LOG2, FFTC_PRECISION   see the kernels; a workgroup has at
 *                           most as many invocations as a line has points
 *   FFTC_BUTTERFLY_LINES    if defined, workgroup i transforms line i by one dispatch; without it,
 *                           a dispatch is pass number `pass`, of N / 2^FFTC_WORKGROUP_LOG2
 *                           workgroups for each line, and the passes of a transform alternate
 *                           between two arrays, with a barrier between dispatches
 *   FFTC_BUTTERFLY_TABLE    if defined, binding 2 is the table; without it, weights are computed
 *
 * Binding 0 is the source and binding 1 the result, complex numbers as they are in the host's
 * memory. Point k of line i is at i * line_step + k * point_step. A dispatch may be split, since
 * devices limit how many workgroups it has: first_workgroup is how many came before.
 */
#ifdef FFTC_BUTTERFLY_LINES
#define FFTC_SHARED_WORDS FFTC_BUTTERFLY_SHARED_WORDS
#else
#define FFTC_SHARED_WORDS 1
#endif
#define FFTC_TWIDDLE_COMPUTED

#include "common/workgroup.glsl"
#include "common/packed_complex.glsl"
#ifdef FFTC_BUTTERFLY_LINES
#include "fftcore/kernel/butterfly_line.h"
#else
#include "fftcore/kernel/butterfly_pass.h"
#endif

layout(std430, set = 0, binding = 0) readonly buffer FftcSource
{
    FFTC_WORDS fftc_source[];
};
layout(std430, set = 0, binding = 1) writeonly buffer FftcResult
{
    FFTC_WORDS fftc_result[];
};

layout(push_constant) uniform FftcButterfly
{
    uint pass; /* 0 .. FFTC_BUTTERFLY_LOG2 - 1 */
    uint inverse;
    uint line_step;
    uint point_step;
    uint first_workgroup;
}
fftc_butterfly;

uint fftc_workgroup_number(void)
{
    return fftc_butterfly.first_workgroup + fftc_workgroup_index();
}

uint fftc_line_number(void)
{
#ifdef FFTC_BUTTERFLY_LINES
    return fftc_workgroup_number();
#else
    return fftc_workgroup_number() >> (FFTC_BUTTERFLY_LOG2 - FFTC_WORKGROUP_LOG2);
#endif
}

uint fftc_place(uint index)
{
    return fftc_line_number() * fftc_butterfly.line_step + index * fftc_butterfly.point_step;
}

fftc_complex fftc_get(uint index)
{
    return fftc_unpack(fftc_source[fftc_place(index)]);
}

void fftc_set(uint index, fftc_complex value)
{
    fftc_result[fftc_place(index)] = fftc_pack(value);
}

#ifdef FFTC_BUTTERFLY_TABLE
/* An entry's size is a multiple of 4 bytes: two indices, then the weight's words. */
layout(std430, set = 0, binding = 2) readonly buffer FftcEntries
{
    uint fftc_entries[];
};

fftc_butterfly_entry fftc_butterfly_entry_get(uint index)
{
    uint at = index * (2u + FFTC_COMPLEX_WORDS);
    fftc_complex_words words;
    fftc_butterfly_entry entry;
    for (uint k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        words.word[k] = fftc_entries[at + 2u + k];
    }
    entry.first = fftc_entries[at];
    entry.second = fftc_entries[at + 1u];
    entry.weight = fftc_complex_from_words(words);
    return entry;
}
#endif

void main(void)
{
#ifdef FFTC_BUTTERFLY_LINES
    fftc_butterfly_line(fftc_butterfly.inverse);
#else
    uint first = fftc_workgroup_number() << FFTC_WORKGROUP_LOG2;
    uint x = (first + fftc_invocation_index()) & ((1u << FFTC_BUTTERFLY_LOG2) - 1u);
    fftc_butterfly_pass(fftc_butterfly.pass, x, fftc_butterfly.inverse);
#endif
}
