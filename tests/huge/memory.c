/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

/* A number of bytes by itself in a file of the control group that we are in; UINT64_MAX: no
 * limit. */
static unsigned long long group_bytes(const char *path)
{
    FILE *file = fopen(path, "r");
    unsigned long long bytes = UINT64_MAX;
    if (file != NULL) {
        if (fscanf(file, "%llu", &bytes) != 1) {
            bytes = UINT64_MAX;
        }
        (void)fclose(file);
    }
    return bytes;
}

/* What a container may still take, which is not in meminfo. */
static unsigned long long group_available(void)
{
    unsigned long long most = group_bytes("/sys/fs/cgroup/memory.max");
    unsigned long long taken = group_bytes("/sys/fs/cgroup/memory.current");
    if (most == UINT64_MAX || taken == UINT64_MAX) {
        return most;
    }
    return most > taken ? most - taken : 0;
}

size_t huge_memory_available(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    unsigned long long kilobytes = 0;
    unsigned long long group = group_available() / 1024;
    char line[128];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1) {
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    kilobytes = kilobytes < group ? kilobytes : group;
    return (size_t)(kilobytes * 1024 / 10 * 9);
}

bool huge_memory_open(huge_memory *memory, size_t bytes)
{
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *memory = (huge_memory){0};
    if (base == MAP_FAILED) {
        return false;
    }
    (void)madvise(base, bytes, MADV_HUGEPAGE);
    *memory = (huge_memory){.base = base, .bytes = bytes};
    return true;
}

void huge_memory_close(huge_memory *memory)
{
    (void)munmap(memory->base, memory->bytes);
}

static void *take(huge_memory *memory, size_t bytes, size_t alignment)
{
    size_t begin = (memory->used + alignment - 1) / alignment * alignment;
    if (begin > memory->bytes || memory->bytes - begin < bytes) {
        return NULL;
    }
    memory->used = begin + bytes;
    memory->most = memory->used > memory->most ? memory->used : memory->most;
    return memory->base + begin;
}

void *huge_memory_take(huge_memory *memory, size_t bytes)
{
    return take(memory, bytes, 4096);
}

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    return take(user, bytes, alignment);
}

static void release(void *user, void *memory)
{
    (void)user;
    (void)memory;
}

fftc_allocator huge_memory_allocator(huge_memory *memory)
{
    return (fftc_allocator){.allocate = allocate, .release = release, .user = memory};
}
