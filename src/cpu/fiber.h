/* SPDX-License-Identifier: MIT
 *
 * Fibers: threads of control that one operating-system thread switches between by hand. The
 * emulator runs one per invocation, the SIMD execution one per subgroup.
 *
 * A pool owns `count` fibers with their stacks, and `host`, which stands for whoever calls it. All
 * of a pool is used from one thread at a time, which may be in another pool's fiber: that one is
 * the host then. Fibers share the floating-point control state of that thread.
 *
 *     fftc_fiber_pool pool;
 *     fftc_fiber_pool_create(&pool, 64, 64 * 1024, FFTC_FIBER_GUARD, allocator, error);
 *     for (i ...) fftc_fiber_start(&pool.fibers[i], entry, argument);
 *     fftc_fiber_switch(&pool.host, &pool.fibers[0]); // back when something switches to the host
 *     fftc_fiber_pool_destroy(&pool);
 *
 * Switches are assembly on x86-64 and aarch64 (ELF), ucontext elsewhere, or everywhere with
 * FFTC_FIBER_UCONTEXT. Address and thread sanitizer are told of every one.
 */
#ifndef FFTC_CPU_FIBER_H
#define FFTC_CPU_FIBER_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

typedef struct fftc_fiber fftc_fiber;

/* What a fiber does. When it returns, the fiber is finished and the one it returned goes on. */
typedef fftc_fiber *(*fftc_fiber_entry)(void *argument);

struct fftc_fiber {
    void *stack_pointer; /* of a fiber that is not running; a ucontext_t where those are used */
    fftc_fiber_entry entry;
    void *argument;
    fftc_fiber *previous; /* who switched here last */
    char *stack;          /* lowest byte; NULL for a host */
    size_t stack_bytes;
    const void *asan_stack; /* address sanitizer's view of the stack */
    size_t asan_stack_bytes;
    void *asan_fake_stack;
    void *tsan_fiber;
    bool finished; /* entry has returned */
};

typedef struct fftc_fiber_pool {
    fftc_fiber host;
    fftc_fiber *fibers;
    uint32_t count;
    char *mapping;
    size_t mapping_bytes;
    const fftc_allocator *allocator;
} fftc_fiber_pool;

enum {
    FFTC_FIBER_GUARD = 1 /* an inaccessible page below every stack, not only below the lowest */
};

/* Each stack gets stack_bytes, rounded up to pages. On failure there is nothing to destroy. The
 * allocator (NULL: malloc) must outlive the pool; stacks are mapped, not allocated. */
fftc_status fftc_fiber_pool_create(fftc_fiber_pool *pool, uint32_t count, size_t stack_bytes,
                                   unsigned flags, const fftc_allocator *allocator,
                                   fftc_error *error);

/* The fibers need not have finished. A zeroed pool is legal. */
void fftc_fiber_pool_destroy(fftc_fiber_pool *pool);

/* Makes the fiber begin at entry(argument) when it is switched to next, whatever it did before. Not
 * for the running fiber. */
void fftc_fiber_start(fftc_fiber *fiber, fftc_fiber_entry entry, void *argument);

/* Goes on with `to`; returns when somebody switches back to `from`, which must be the running
 * fiber. */
void fftc_fiber_switch(fftc_fiber *from, fftc_fiber *to);

#endif
