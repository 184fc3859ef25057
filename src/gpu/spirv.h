/* SPDX-License-Identifier: MIT
 *
 * The numbers of SPIR-V that are used here: the specification, sections 2.3 and 3. (SPIRV-Headers
 * has all of them, and would be one more dependency.)
 */
#ifndef FFTC_GPU_SPIRV_H
#define FFTC_GPU_SPIRV_H

enum {
    FFTC_SPIRV_MAGIC = 0x07230203,
    FFTC_SPIRV_VERSION_1_3 = 0x00010300,
    FFTC_SPIRV_HEADER_WORDS = 5,
    FFTC_SPIRV_EXT_INST = 12,
    FFTC_SPIRV_CAPABILITY = 17,
    FFTC_SPIRV_VARIABLE = 59,
    FFTC_SPIRV_DECORATE = 71,
    FFTC_SPIRV_FADD = 129,
    FFTC_SPIRV_FSUB = 131,
    FFTC_SPIRV_FMUL = 133,
    FFTC_SPIRV_FDIV = 136,
    FFTC_SPIRV_FREM = 140,
    FFTC_SPIRV_FMOD = 141,
    FFTC_SPIRV_VECTOR_TIMES_SCALAR = 142, /* up to DOT: products of vectors and matrices */
    FFTC_SPIRV_DOT = 148,
    FFTC_SPIRV_LOOP_MERGE = 246,
    FFTC_SPIRV_SHUFFLE_FIRST = 345, /* OpGroupNonUniformShuffle ... */
    FFTC_SPIRV_SHUFFLE_LAST = 348,
    FFTC_SPIRV_NO_CONTRACTION = 42, /* a decoration */
    FFTC_SPIRV_FUNCTION = 7,        /* a storage class */
    FFTC_SPIRV_FMA = 50             /* of GLSL.std.450 */
};

#endif
