/* SPDX-License-Identifier: MIT
 *
 * What makes a codelet one straight run of instructions, and a quick one.
 */
#ifndef FFTC_CPU_ENGINE_UNROLL_H
#define FFTC_CPU_ENGINE_UNROLL_H

/* UNROLL_POINTS: for the points of one column, of which there may be 32. */
#define FORCE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("unroll 16")
#define UNROLL_POINTS _Pragma("unroll 32")
#else
#define UNROLL _Pragma("GCC unroll 16")
#define UNROLL_POINTS _Pragma("GCC unroll 32")
#endif

/* gcc would rather load a number from memory again at each of its uses than keep it in a register,
 * and then a pass waits for its loads. After this it cannot know that the memory holds the
 * number. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define FETCHED(x) __asm__("" : "+v"(x))
#elif defined(__GNUC__) && !defined(__clang__) && defined(__aarch64__)
#define FETCHED(x) __asm__("" : "+w"(x))
#else
#define FETCHED(x) (void)(x)
#endif

#endif
