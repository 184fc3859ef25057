/* SPDX-License-Identifier: MIT
 *
 * System V x86-64: rbx, rbp, r12 to r15 belong to the callee, the rest is the compiler's affair.
 * The control words of SSE and x87 are left alone, so that all fibers share the thread's.
 */
#include "cpu/fiber_switch.h"

#ifdef FFTC_FIBER_X86_64

__asm__(".text\n"
        ".p2align 4\n"
        ".globl fftc_fiber_swap\n"
        ".hidden fftc_fiber_swap\n"
        ".type fftc_fiber_swap, @function\n"
        "fftc_fiber_swap:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmpq *%rcx\n" /* not ret: its prediction would be wrong every time */
        ".size fftc_fiber_swap, . - fftc_fiber_swap\n"
        /* The first switch to a fiber arrives here with its fftc_fiber in r12. */
        ".p2align 4\n"
        ".hidden fftc_fiber_begin\n"
        ".globl fftc_fiber_begin\n"
        ".type fftc_fiber_begin, @function\n"
        "fftc_fiber_begin:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined rip\n" /* the end of a backtrace */
        "    movq %r12, %rdi\n"
        "    callq fftc_fiber_main\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size fftc_fiber_begin, . - fftc_fiber_begin\n");

void fftc_fiber_begin(void);

size_t fftc_fiber_context_bytes(void)
{
    return 0;
}

void fftc_fiber_prepare(fftc_fiber *fiber, char *top)
{
    uint64_t *frame = (uint64_t *)(void *)top;
    *--frame = 0; /* fftc_fiber_begin runs at a multiple of 16 */
    *--frame = 0;
    *--frame = (uint64_t)(uintptr_t)fftc_fiber_begin;
    *--frame = 0;                          /* rbp */
    *--frame = 0;                          /* rbx */
    *--frame = (uint64_t)(uintptr_t)fiber; /* r12 */
    *--frame = 0;                          /* r13 */
    *--frame = 0;                          /* r14 */
    *--frame = 0;                          /* r15 */
    fiber->stack_pointer = frame;
}

#endif

typedef int fftc_fiber_x86_64_is_not_empty;
