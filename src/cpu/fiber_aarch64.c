/* SPDX-License-Identifier: MIT
 *
 * AAPCS64: x19 to x30, the stack pointer and the low halves of v8 to v15 belong to the callee. FPCR
 * is left alone, so that all fibers share the thread's.
 */
#include "cpu/fiber_switch.h"

#ifdef FFTC_FIBER_AARCH64

__asm__(".text\n"
        ".p2align 4\n"
        ".globl fftc_fiber_swap\n"
        ".hidden fftc_fiber_swap\n"
        ".type fftc_fiber_swap, %function\n"
        "fftc_fiber_swap:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size fftc_fiber_swap, . - fftc_fiber_swap\n"
        /* The first switch to a fiber arrives here with its fftc_fiber in x19. */
        ".p2align 4\n"
        ".globl fftc_fiber_begin\n"
        ".hidden fftc_fiber_begin\n"
        ".type fftc_fiber_begin, %function\n"
        "fftc_fiber_begin:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined x30\n" /* the end of a backtrace */
        "    mov x0, x19\n"
        "    bl fftc_fiber_main\n"
        "    brk #1\n"
        "    .cfi_endproc\n"
        ".size fftc_fiber_begin, . - fftc_fiber_begin\n");

void fftc_fiber_begin(void);

size_t fftc_fiber_context_bytes(void)
{
    return 0;
}

void fftc_fiber_prepare(fftc_fiber *fiber, char *top)
{
    uint64_t *frame = (uint64_t *)(void *)top - 20;
    for (int i = 0; i < 20; ++i) {
        frame[i] = 0;
    }
    frame[0] = (uint64_t)(uintptr_t)fiber;             /* x19 */
    frame[11] = (uint64_t)(uintptr_t)fftc_fiber_begin; /* x30 */
    fiber->stack_pointer = frame;
}

#endif

typedef int fftc_fiber_aarch64_is_not_empty;
