/* SPDX-License-Identifier: MIT
 *
 * Tables are computed in round to nearest, with subnormal numbers and without traps, whatever mode
 * the caller's thread is in: directed rounding would make their errors, and with them those of
 * every transform, up to three times as large. Workers (workers.h) take the mode of who calls them.
 */
#ifndef FFTC_SUPPORT_FLOAT_MODE_H
#define FFTC_SUPPORT_FLOAT_MODE_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

#define FFTC_SSE_FLAGS 0x3fu

typedef struct fftc_float_mode {
    fenv_t callers;
    unsigned control; /* x86-64: of SSE, with its exception flags */
    bool kept;        /* the caller's mode was the default one */
} fftc_float_mode;

/* Whether the caller's mode is the default one, of SSE and of x87: the calls of <fenv.h> take a
 * seventh of the time that planning 8 points takes. Elsewhere nobody looks. */
static inline bool fftc_float_mode_is_default(unsigned *control)
{
#if defined(__x86_64__) && defined(__GNUC__)
    uint16_t x87;
    *control = __builtin_ia32_stmxcsr();
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (*control & ~FFTC_SSE_FLAGS) == 0x1f80 && x87 == 0x37f;
#else
    *control = 0;
    return false;
#endif
}

/* Sets the default mode, and gives the caller's to be put back, with its exception flags. Neither
 * fails on the machines that there are. */
static inline fftc_float_mode fftc_float_mode_begin(void)
{
    fftc_float_mode mode;
    mode.kept = fftc_float_mode_is_default(&mode.control);
    if (!mode.kept) {
        (void)fegetenv(&mode.callers);
        (void)fesetenv(FE_DFL_ENV);
    }
    return mode;
}

static inline void fftc_float_mode_end(const fftc_float_mode *mode)
{
    if (!mode->kept) {
        (void)fesetenv(&mode->callers);
        return;
    }
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_ia32_ldmxcsr(mode->control);
#endif
}

/* The mode in which a thread computes, for another one to take: rounding, subnormal numbers and
 * traps, without the exceptions that it has met. On other processors it is rounding alone. */
typedef uint64_t fftc_float_control;

static inline fftc_float_control fftc_float_control_get(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    uint16_t x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (uint64_t)x87 << 32 | (__builtin_ia32_stmxcsr() & ~FFTC_SSE_FLAGS);
#elif defined(__aarch64__) && defined(__GNUC__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#else
    return (fftc_float_control)fegetround();
#endif
}

static inline void fftc_float_control_set(fftc_float_control control)
{
    if (control == fftc_float_control_get()) {
        return;
    }
#if defined(__x86_64__) && defined(__GNUC__)
    const uint16_t x87 = (uint16_t)(control >> 32);
    __builtin_ia32_ldmxcsr((unsigned)control);
    __asm__ volatile("fldcw %0" : : "m"(x87));
#elif defined(__aarch64__) && defined(__GNUC__)
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
#else
    (void)fesetround((int)control);
#endif
}

#endif
