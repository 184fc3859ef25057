/* SPDX-License-Identifier: MIT
 *
 * Fibers by POSIX ucontext, for machines without an assembly switch. Each switch also saves the
 * signal mask with a system call, and is about a hundred times as slow.
 */
#include "cpu/fiber_switch.h"

#ifdef FFTC_FIBER_UCONTEXT

#include <ucontext.h>

size_t fftc_fiber_context_bytes(void)
{
    return sizeof(ucontext_t);
}

/* makecontext passes ints only; two of them carry a pointer. */
static void begin(unsigned low, unsigned high)
{
    fftc_fiber_main((fftc_fiber *)(uintptr_t)(((uint64_t)high << 32) | low));
}

void fftc_fiber_prepare(fftc_fiber *fiber, char *top)
{
    ucontext_t *context = fiber->stack_pointer;
    uint64_t address = (uint64_t)(uintptr_t)fiber;
    (void)getcontext(context);
    context->uc_stack.ss_sp = fiber->stack;
    context->uc_stack.ss_size = (size_t)(top - fiber->stack);
    context->uc_link = NULL;
    makecontext(context, (void (*)(void))begin, 2, (unsigned)address, (unsigned)(address >> 32));
}

void fftc_fiber_swap(void **save, void *load)
{
    (void)swapcontext(*save, load);
}

#endif

typedef int fftc_fiber_ucontext_is_not_empty;
