/* SPDX-License-Identifier: MIT */
#include "cpu/fiber.h"

#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpu/allocate.h"
#include "cpu/fiber_switch.h"
#include "support/error.h"

#if defined(__SANITIZE_ADDRESS__)
#define ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TSAN 1
#endif
#endif

#ifdef ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* Thread sanitizer keeps a record of calls for each fiber: a function that changes fibers halfway
 * must not be in it, and its helpers must be part of it. */
#ifdef TSAN
#define UNRECORDED __attribute__((no_sanitize("thread")))
#else
#define UNRECORDED
#endif
#define PART_OF_CALLER UNRECORDED static inline __attribute__((always_inline))

/* The sanitizers' half of a switch, before and after the registers change. */
PART_OF_CALLER void leave(fftc_fiber *from, fftc_fiber *to, bool finished)
{
    to->previous = from;
#ifdef ASAN
    __sanitizer_start_switch_fiber(finished ? NULL : &from->asan_fake_stack, to->asan_stack,
                                   to->asan_stack_bytes);
#else
    (void)finished;
#endif
#ifdef TSAN
    if (to->tsan_fiber == NULL) {
        to->tsan_fiber = __tsan_create_fiber(0);
    }
    if (from->stack == NULL) {
        from->tsan_fiber = __tsan_get_current_fiber();
    }
    __tsan_switch_to_fiber(to->tsan_fiber, 0);
#endif
}

PART_OF_CALLER void arrive(fftc_fiber *fiber)
{
#ifdef ASAN
    /* A host's stack is known only from the first switch away from it. */
    __sanitizer_finish_switch_fiber(fiber->asan_fake_stack, &fiber->previous->asan_stack,
                                    &fiber->previous->asan_stack_bytes);
#else
    (void)fiber;
#endif
}

UNRECORDED void fftc_fiber_switch(fftc_fiber *from, fftc_fiber *to)
{
    leave(from, to, false);
    fftc_fiber_swap(&from->stack_pointer, to->stack_pointer);
    arrive(from);
}

UNRECORDED _Noreturn void fftc_fiber_main(fftc_fiber *fiber)
{
    fftc_fiber *next;
    arrive(fiber);
    next = fiber->entry(fiber->argument);
    fiber->finished = true;
    leave(fiber, next, true);
    fftc_fiber_swap(&fiber->stack_pointer, next->stack_pointer);
    __builtin_trap(); /* switched to a finished fiber */
}

void fftc_fiber_start(fftc_fiber *fiber, fftc_fiber_entry entry, void *argument)
{
    fiber->entry = entry;
    fiber->argument = argument;
#ifdef ASAN
    ASAN_UNPOISON_MEMORY_REGION(fiber->stack, fiber->stack_bytes);
    fiber->asan_stack = fiber->stack;
    fiber->asan_stack_bytes = fiber->stack_bytes;
    fiber->asan_fake_stack = NULL;
#endif
#ifdef TSAN
    /* If it was left halfway, its record of calls still holds what it was in. */
    if (fiber->tsan_fiber != NULL && !fiber->finished) {
        __tsan_destroy_fiber(fiber->tsan_fiber);
        fiber->tsan_fiber = NULL;
    }
#endif
    fiber->finished = false;
    fftc_fiber_prepare(fiber, fiber->stack + fiber->stack_bytes);
}

/* One mapping; from low to high addresses: a guard page, a stack, a guard page (if flags say so), a
 * stack, ... */
static bool map_stacks(fftc_fiber_pool *pool, size_t page, size_t stack_bytes, unsigned flags)
{
    size_t guard = (flags & FFTC_FIBER_GUARD) != 0 ? page : 0;
    size_t each = stack_bytes + guard;
    if (__builtin_mul_overflow(each, (size_t)pool->count, &pool->mapping_bytes) ||
        __builtin_add_overflow(pool->mapping_bytes, page, &pool->mapping_bytes)) {
        return false;
    }
    pool->mapping = mmap(NULL, pool->mapping_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pool->mapping == MAP_FAILED) {
        pool->mapping = NULL;
        return false;
    }
    if (mprotect(pool->mapping, page, PROT_NONE) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < pool->count; ++i) {
        char *stack = pool->mapping + page + i * each;
        if (i > 0 && guard != 0 && mprotect(stack - page, page, PROT_NONE) != 0) {
            return false;
        }
        pool->fibers[i].stack = stack;
        pool->fibers[i].stack_bytes = stack_bytes;
    }
    return true;
}

fftc_status fftc_fiber_pool_create(fftc_fiber_pool *pool, uint32_t count, size_t stack_bytes,
                                   unsigned flags, const fftc_allocator *allocator,
                                   fftc_error *error)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t context_bytes = fftc_fiber_context_bytes();
    fftc_fiber_pool empty = {.count = count, .allocator = allocator};
    *pool = empty;
    if (stack_bytes > SIZE_MAX / 4) {
        return fftc_fail(error, FFTC_TOO_LARGE, "a stack of %zu bytes does not fit", stack_bytes);
    }
    stack_bytes = (stack_bytes + page - 1) / page * page;
    pool->fibers = fftc_allocate(allocator, count, sizeof *pool->fibers);
    if (pool->fibers == NULL || !map_stacks(pool, page, stack_bytes, flags)) {
        fftc_fiber_pool_destroy(pool);
        return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                         "no memory for %u stacks of %zu bytes: take fewer or smaller ones",
                         (unsigned)count, stack_bytes);
    }
    if (context_bytes != 0) {
        char *contexts = fftc_allocate(allocator, (uint64_t)count + 1, context_bytes);
        if (contexts == NULL) {
            fftc_fiber_pool_destroy(pool);
            return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %u fiber contexts",
                             (unsigned)count);
        }
        pool->host.stack_pointer = contexts;
        for (uint32_t i = 0; i < count; ++i) {
            pool->fibers[i].stack_pointer = contexts + (i + (size_t)1) * context_bytes;
        }
    }
    return fftc_succeed(error);
}

void fftc_fiber_pool_destroy(fftc_fiber_pool *pool)
{
    fftc_fiber_pool empty = {.count = 0};
#ifdef TSAN
    for (uint32_t i = 0; pool->fibers != NULL && i < pool->count; ++i) {
        if (pool->fibers[i].tsan_fiber != NULL) {
            __tsan_destroy_fiber(pool->fibers[i].tsan_fiber);
        }
    }
#endif
    if (fftc_fiber_context_bytes() != 0) {
        fftc_release(pool->allocator, pool->host.stack_pointer);
    }
    if (pool->mapping != NULL) {
#ifdef ASAN
        ASAN_UNPOISON_MEMORY_REGION(pool->mapping, pool->mapping_bytes);
#endif
        (void)munmap(pool->mapping, pool->mapping_bytes);
    }
    fftc_release(pool->allocator, pool->fibers);
    *pool = empty;
}
