/* SPDX-License-Identifier: MIT
 *
 * What a plan for a device is told, whatever carries it out: a Vulkan device (fftcore/vulkan.h) or
 * the emulator (fftcore/emulate_plan.h). Included by both.
 */
#ifndef FFTCORE_DEVICE_H
#define FFTCORE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#define FFTC_EXTRAS_MAX 4     /* further buffers and pictures of accessors */
#define FFTC_USER_WORDS_MAX 8 /* numbers that come with a recording */

typedef enum fftc_extra_kind {
    FFTC_EXTRA_NONE = 0,
    FFTC_EXTRA_BUFFER, /* a storage buffer, by words of 32 bits */
    /* A sampled image of an unsigned integer format: R8G8B8A8_UINT ... */
    FFTC_EXTRA_PICTURE,
    FFTC_EXTRA_FLOAT_PICTURE /* ... of a float format: R16G16B16A16_SFLOAT ... */
} fftc_extra_kind;

/* Pieces of the dialect in place of the transform's loads and stores: windows, conversions,
 * scattering, pictures, other buffers. fftcore/kernel/edge.h tells what they define and what
 * they may call; the same text compiles as C, and fftcore/emulate_plan.h runs it, with the same
 * plan, in the emulator.
 *
 *     const fftc_accessors accessors = {
 *         .load = "fftc_complex fftc_user_load(fftc_uint index)\n"
 *                 "{\n"
 *                 "    fftc_real window =\n"
 *                 "        fftc_real_from_word(fftc_extra_get(0u, index % 1024u));\n"
 *                 "    return fftc_complex_scale(fftc_src_get(index), window);\n"
 *                 "}\n",
 *         .extra = {FFTC_EXTRA_BUFFER}};
 *
 * Each array and extra takes a descriptor (split numbers two), and a table one more. Vulkan
 * promises 4 storage buffers in a shader (maxPerStageDescriptorStorageBuffers): with src and dst,
 * one extra can be a buffer everywhere, and one more for each side that needs no array
 * (options.accessors). What `extra` announces counts, used or not. More than the device takes is
 * FFTC_UNSUPPORTED without options.addresses.
 *
 * A text may define further functions; load and store may become parts of one shader, so their
 * functions have names of their own. It has no preprocessor line, and nothing of the other side:
 * loads fftc_dst_set, stores fftc_src_get. A text that does not compile is FFTC_COMPILE_FAILED,
 * with its own line numbers in the message; one that names, by its number, a word or an extra that
 * is not there, FFTC_INVALID_ARGUMENT. Roundings are as in the source where FFTC_PRECISE
 * says so, or functions of fftcore/kernel/complex.h are used. */
typedef struct fftc_accessors {
    const char *load;                       /* defines fftc_user_load; NULL: src as described */
    const char *store;                      /* defines fftc_user_store; NULL: dst as described */
    fftc_extra_kind extra[FFTC_EXTRAS_MAX]; /* none without load and store */
} fftc_accessors;

/* Which axis of a bloom (fftcore/bloom.h) is transformed first, and last. */
typedef enum fftc_bloom_order {
    FFTC_BLOOM_BY_COST = 0,
    FFTC_BLOOM_COLUMNS_FIRST,
    FFTC_BLOOM_ROWS_FIRST
} fftc_bloom_order;

/* How lines are split into passes, and passes among workgroups. A zeroed structure is valid. */
typedef struct fftc_pass_options {
    /* Keep intermediate results in dst where it can hold them. Without this they go to scratch
     * wherever that is faster: by 6 to 20 percent for one-dimensional transforms of 2^20 to 2^22 or
     * 10^6 points on an H200, and by 4 to 35 for arrays of 32 MB or more with 1024 to 4096 points
     * along an axis that is not the last. */
    bool less_scratch;
    /* Compute two neighbours of a batch as one complex transform: real transforms of odd length if
     * their count is even, and convolutions of real signals where the cost model expects a gain
     * (circular ones with as many taps as numbers take 0.6 of the time). Their errors are then
     * relative to the larger one, and an infinity or NaN of one reaches the other. Without this no
     * transform of a batch touches another. */
    bool pair_batch;
    bool no_subgroups; /* no subgroup operation, even where the device has them */
    /* For experiments; 0: the planner's choice. A length that cannot be split into passes of this
     * kind is computed by a convolution (Bluestein), with its larger error, or is
     * FFTC_UNSUPPORTED. */
    uint32_t registers;        /* points per invocation, at most: 2 .. 32 */
    uint32_t invocations;      /* per workgroup, about */
    uint32_t line_invocations; /* how many invocations share one line, in every pass */
} fftc_pass_options;

#endif
