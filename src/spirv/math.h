/* SPDX-License-Identifier: MIT
 *
 * Functions of GLSL.std.450, by their numbers there. They are computed in double and rounded once,
 * which gives floats and halves every bit of the functions that have one right result, and of all
 * others less than the error that Vulkan allows.
 */
#ifndef FFTC_SPIRV_MATH_H
#define FFTC_SPIRV_MATH_H

#include <stdint.h>

enum {
    MathRound = 1,
    MathRoundEven,
    MathTrunc,
    MathFAbs,
    MathSAbs,
    MathFSign,
    MathSSign,
    MathFloor,
    MathCeil,
    MathFract,
    MathRadians,
    MathDegrees,
    MathSin,
    MathCos,
    MathTan,
    MathAsin,
    MathAcos,
    MathAtan,
    MathSinh,
    MathCosh,
    MathTanh,
    MathAsinh,
    MathAcosh,
    MathAtanh,
    MathAtan2,
    MathPow,
    MathExp,
    MathLog,
    MathExp2,
    MathLog2,
    MathSqrt,
    MathInverseSqrt,
    MathDeterminant,
    MathMatrixInverse,
    MathModf,
    MathModfStruct,
    MathFMin,
    MathUMin,
    MathSMin,
    MathFMax,
    MathUMax,
    MathSMax,
    MathFClamp,
    MathUClamp,
    MathSClamp,
    MathFMix,
    MathIMix,
    MathStep,
    MathSmoothStep,
    MathFma,
    MathFrexp,
    MathFrexpStruct,
    MathLdexp,
    MathPackSnorm4x8,
    MathPackUnorm4x8,
    MathPackSnorm2x16,
    MathPackUnorm2x16,
    MathPackHalf2x16,
    MathPackDouble2x32,
    MathUnpackSnorm2x16,
    MathUnpackUnorm2x16,
    MathUnpackHalf2x16,
    MathUnpackSnorm4x8,
    MathUnpackUnorm4x8,
    MathUnpackDouble2x32,
    MathLength,
    MathDistance,
    MathCross,
    MathNormalize,
    MathFaceForward,
    MathReflect,
    MathRefract,
    MathFindILsb,
    MathFindSMsb,
    MathFindUMsb,
    MathNMin = 79,
    MathNMax,
    MathNClamp
};

/* Numbers in slots as doubles, and back; width 16, 32 or 64. */
double fftc_spirv_to_double(uint64_t bits, unsigned width);
uint64_t fftc_spirv_from_double(double x, unsigned width);

/* A function of one to three numbers. */
double fftc_spirv_math(unsigned number, unsigned width, double x, double y, double z);
/* Modf and frexp: x, and the second result in *second. */
double fftc_spirv_split(unsigned number, double x, double *second);
/* Of vectors of n components, and n x n matrices. Operands are slots. */
void fftc_spirv_geometry(unsigned number, unsigned width, unsigned n, uint64_t *d,
                         const uint64_t *a, const uint64_t *b, const uint64_t *c);
void fftc_spirv_pack(unsigned number, uint64_t *d, const uint64_t *a);

#endif
