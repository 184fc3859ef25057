/* SPDX-License-Identifier: MIT
 *
 * The part of a fiber that differs between machines: fiber_x86_64.c, fiber_aarch64.c,
 * fiber_ucontext.c; each is empty where another serves.
 */
#ifndef FFTC_CPU_FIBER_SWITCH_H
#define FFTC_CPU_FIBER_SWITCH_H

#include "cpu/fiber.h"

#if !defined(FFTC_FIBER_UCONTEXT) && defined(__x86_64__) && defined(__LP64__) && defined(__ELF__)
#define FFTC_FIBER_X86_64 1
#elif !defined(FFTC_FIBER_UCONTEXT) && defined(__aarch64__) && defined(__LP64__) && defined(__ELF__)
#define FFTC_FIBER_AARCH64 1
#else
#undef FFTC_FIBER_UCONTEXT
#define FFTC_FIBER_UCONTEXT 1
#endif

/* Bytes of state outside of the stacks, for each fiber and the host. */
size_t fftc_fiber_context_bytes(void);

/* Sets fiber->stack_pointer so that the first switch calls fftc_fiber_main(fiber) on its stack,
 * below `top`. `context` is that fiber's state outside of the stack. */
void fftc_fiber_prepare(fftc_fiber *fiber, char *top);

/* Saves the running fiber's registers in *save and goes on where `load` was saved. */
void fftc_fiber_swap(void **save, void *load);

/* Runs the fiber's entry. Does not return. */
_Noreturn void fftc_fiber_main(fftc_fiber *fiber);

#endif
