/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets of descriptions share: an allocator that keeps count and may fail, and
 * sizes that a user could think of.
 */
#ifndef FFTC_FUZZ_DESCRIPTION_H
#define FFTC_FUZZ_DESCRIPTION_H

#include <string.h>

#include "fftcore/fftcore.h"
#include "input.h"

typedef struct fuzz_ledger {
    size_t bytes_max;
    size_t bytes;
    long live;
    long left; /* allocations until one fails; negative: none does */
} fuzz_ledger;

static inline void *fuzz_allocate(void *user, size_t bytes, size_t alignment)
{
    fuzz_ledger *l = user;
    if (l->left == 0 || bytes > l->bytes_max - l->bytes) {
        return NULL;
    }
    l->left -= l->left > 0 ? 1 : 0;
    void *memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    fuzz_check(memory != NULL, "%zu bytes", bytes);
    memset(memory, 0xe7, bytes < 65536 ? bytes : 65536); /* not zero, as far as time allows */
    l->bytes += bytes;
    ++l->live;
    return memory;
}

static inline void fuzz_free(void *user, void *memory)
{
    --((fuzz_ledger *)user)->live;
    free(memory);
}

/* Mostly below `small` squared, then below `medium` (a power of two), now and then around a power
 * of two, where the limits are. */
static inline uint64_t fuzz_take_size(fuzz_input *input, uint32_t small, uint32_t medium)
{
    uint32_t how = fuzz_take_below(input, 16);
    if (how < small) {
        return fuzz_take_below(input, 1u + how * how);
    }
    if (how < 15) {
        return fuzz_take(input, 2) & (medium - 1);
    }
    uint32_t bit = fuzz_take_below(input, 64);
    return ((uint64_t)1 << bit) + fuzz_take(input, 1) - 128;
}

/* Every fourth has loops, any axes; mostly with nothing that loops must not have. */
static inline void fuzz_take_loops(fuzz_input *input, fftc_transform *t)
{
    uint32_t bits = (uint32_t)fuzz_take(input, 1);
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (bits & 3u) == 3u; ++i) {
        t->loop[i] = (bits >> (4 + i) & 1u) != 0 ? (int)(1u + 5u * i) : 0;
        if (t->loop[i] != 0 && (bits & 4u) == 0) {
            t->trigonometric[i] = FFTC_DCT_II;
            t->src_range[i] = t->dst_range[i] = (fftc_range){0, 0};
        }
    }
}

/* What a stride or distance means. */
static inline size_t fuzz_stride(uint64_t given)
{
    return given == FFTC_STRIDE_ZERO ? 0 : (size_t)given;
}

/* Zeros among strides are mostly meant; forgotten ones, which are refused, remain where the first
 * length is 3 modulo 4. */
static inline void fuzz_mean_zeros(uint64_t *stride, const uint64_t *length)
{
    int given = 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        given = given || stride[i] != 0;
    }
    for (int i = 0; i < FFTC_MAX_RANK && given && length[0] % 4 != 3; ++i) {
        stride[i] = stride[i] == 0 && length[i] != 0 ? FFTC_STRIDE_ZERO : stride[i];
    }
}

/* The instruction set for plans: by `earlier`, 0 to 3, for inputs from before another one was
 * drawn. What the machine or the build lacks is refused; that is a path too. */
static inline void fuzz_force_isa(fuzz_input *input, uint32_t earlier)
{
    static const char *const first[] = {"", "avx512", "avx2", "sse2"};
    const char *const isas[] = {first[earlier], "scalar", "sse2", "avx2"};
    (void)setenv("FFTCORE_FORCE_ISA", isas[fuzz_take_below(input, 4)], 1);
}

/* A refusal has one sentence and no plan. */
static inline void fuzz_check_status(fftc_status status, const fftc_error *error, int has_plan)
{
    fuzz_check(error->status == status, "status %d, the error says %d", (int)status,
               (int)error->status);
    if (status == FFTC_SUCCESS) {
        fuzz_check(has_plan && error->message[0] == '\0', "a success with \"%s\"", error->message);
    } else {
        fuzz_check(!has_plan, "a plan in spite of \"%s\"", error->message);
        fuzz_check(error->message[0] != '\0' && strchr(error->message, '\n') == NULL,
                   "not one sentence: \"%s\"", error->message);
    }
}

#endif
