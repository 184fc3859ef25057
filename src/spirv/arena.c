/* SPDX-License-Identifier: MIT
 *
 * The memory of a module, and the way out when it is refused.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cpu/allocate.h"
#include "spirv/module.h"
#include "support/error.h"

#define CHUNK_BYTES ((size_t)1 << 16)

struct fftc_spirv_chunk {
    fftc_spirv_chunk *next;
    size_t used, bytes;
    _Alignas(16) unsigned char data[];
};

void fftc_spirv_refuse(fftc_spirv *m, fftc_status status, const char *format, ...)
{
    char text[sizeof(((fftc_error *)NULL)->message)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    m->status = fftc_fail(m->error, status, "%s", text);
    longjmp(m->refused, 1);
}

void *fftc_spirv_allocate(fftc_spirv *m, uint64_t count, size_t bytes)
{
    fftc_spirv_chunk *chunk = m->chunks;
    size_t total;
    void *memory;
    if (__builtin_mul_overflow(count, bytes, &total) || total > FFTC_SPIRV_MAX_ARENA ||
        m->arena_bytes + total > FFTC_SPIRV_MAX_ARENA) {
        fftc_spirv_refuse(m, FFTC_TOO_LARGE, "the module takes more than %u MiB: make it smaller",
                          FFTC_SPIRV_MAX_ARENA >> 20);
    }
    total = (total + 15) & ~(size_t)15;
    if (chunk == NULL || chunk->bytes - chunk->used < total) {
        size_t room = total > CHUNK_BYTES / 4 ? total : CHUNK_BYTES;
        chunk = fftc_allocate(m->allocator, 1, sizeof *chunk + room);
        if (chunk == NULL) {
            fftc_spirv_refuse(m, FFTC_OUT_OF_MEMORY, "no memory for the SPIR-V module");
        }
        chunk->bytes = room;
        chunk->next = m->chunks;
        m->chunks = chunk;
        m->arena_bytes += room;
    }
    memory = chunk->data + chunk->used;
    chunk->used += total;
    return memory;
}

void *fftc_spirv_grow(fftc_spirv *m, void *array, uint32_t count, uint32_t *room, size_t bytes)
{
    void *larger;
    if (count < *room) {
        return array;
    }
    *room = *room == 0 ? 64 : 2 * *room;
    larger = fftc_spirv_allocate(m, *room, bytes);
    if (count > 0) {
        memcpy(larger, array, count * bytes);
    }
    return larger;
}

void fftc_spirv_release_arena(fftc_spirv *m)
{
    while (m->chunks != NULL) {
        fftc_spirv_chunk *chunk = m->chunks;
        m->chunks = chunk->next;
        fftc_release(m->allocator, chunk);
    }
}
