/* SPDX-License-Identifier: MIT
 *
 * What makes a codelet one straight run of instructions.
 */
#ifndef FFTC_CPU_ENGINE_UNROLL_H
#define FFTC_CPU_ENGINE_UNROLL_H

#define FORCE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("unroll 16")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#endif
