/* SPDX-License-Identifier: MIT */
#include "cpu/engine/arena.h"

#include <stdint.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "cpu/allocate.h"

/* The first touch of a table costs a page fault for each page of 4 KiB. In a virtual machine that
 * takes up to 2 us, more than computing the page. From so many bytes on, malloc's memory is
 * requested in pages of 2 MiB, and the rest of the last page serves later requests. If as much is
 * expected in pieces, smaller pieces begin such a page too. */
#define LEAST_LARGE ((size_t)768 << 10)
#define LEAST_NEXT ((size_t)64 << 10)

void fftc_arena_expect(fftc_arena *arena, uint64_t bytes)
{
    arena->large = bytes >= LEAST_LARGE;
}

struct fftc_arena_block {
    struct fftc_arena_block *next;
};

static size_t padding_of(const void *memory)
{
    return (size_t)(-(uintptr_t)memory & (FFTC_CACHE_LINE - 1));
}

/* A block is a link, padding up to the alignment, and the memory itself. */
static char *add_block(fftc_arena *arena, struct fftc_arena_block *block)
{
    if (block == NULL) {
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    return (char *)(block + 1) + padding_of(block + 1);
}

/* Allocates `bytes` in pages of 2 MiB, which the system is asked for, and the rest of the last
 * page; *all receives the size with that. To be released by free. NULL if there are no such pages,
 * or none left: memory then has to come from elsewhere. */
static void *large_pages(size_t bytes, size_t *all)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t page = (size_t)2 << 20;
    if (__builtin_add_overflow(bytes, page - 1, all)) {
        return NULL;
    }
    *all -= *all % page;
    void *pages = aligned_alloc(page, *all);
    if (pages != NULL) {
        (void)madvise(pages, *all, MADV_HUGEPAGE); /* a wish: any answer will do */
    }
    return pages;
#else
    (void)bytes;
    (void)all;
    return NULL;
#endif
}

/* NULL: there are none. */
static void *take_large_pages(fftc_arena *arena, size_t bytes)
{
    size_t all;
    char *start = large_pages(bytes, &all);
    if (start == NULL) {
        return NULL;
    }
    char *memory = add_block(arena, (struct fftc_arena_block *)start);
    char *room = memory + (bytes - 2 * FFTC_CACHE_LINE);
    size_t room_bytes = all - (size_t)(room - start);
    if (room_bytes >= arena->room_bytes) {
        arena->room = room;
        arena->room_bytes = room_bytes;
    }
    return memory;
}

/* NULL: memory comes from elsewhere. */
static void *take_room(fftc_arena *arena, size_t bytes)
{
    size_t least = arena->large ? LEAST_NEXT : LEAST_LARGE;
    if (bytes > arena->room_bytes) {
        return bytes >= least && arena->allocator.allocate == NULL ? take_large_pages(arena, bytes)
                                                                   : NULL;
    }
    void *memory = arena->room;
    arena->room += bytes;
    arena->room_bytes -= bytes;
    return memory;
}

/* A multiple of the alignment, with room for a link and its padding. */
static bool block_bytes(size_t count, size_t size, size_t *bytes)
{
    bool fits = !__builtin_mul_overflow(count, size, bytes) &&
                !__builtin_add_overflow(*bytes, 3 * FFTC_CACHE_LINE - 1, bytes);
    *bytes -= *bytes % FFTC_CACHE_LINE;
    return fits;
}

void *fftc_arena_allocate(fftc_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!block_bytes(count, size, &bytes)) {
        return NULL;
    }
    void *memory = take_room(arena, bytes);
    return memory != NULL ? memset(memory, 0, count * size)
                          : add_block(arena, fftc_allocate(&arena->allocator, 1, bytes));
}

void *fftc_arena_reserve(fftc_arena *arena, size_t count, size_t size)
{
    const fftc_allocator *allocator = &arena->allocator;
    size_t bytes;
    if (!block_bytes(count, size, &bytes)) {
        return NULL;
    }
    void *memory = take_room(arena, bytes);
    return memory != NULL ? memory
           : allocator->allocate == NULL
               ? add_block(arena, malloc(bytes))
               : add_block(arena,
                           allocator->allocate(allocator->user, bytes, FFTC_ALLOCATION_ALIGNMENT));
}

void fftc_arena_release(fftc_arena *arena)
{
    while (arena->blocks != NULL) {
        struct fftc_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        fftc_release(&arena->allocator, block);
    }
}
