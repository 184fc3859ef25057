/* SPDX-License-Identifier: MIT
 *
 * Atomic operations. Invocations take turns, so each is atomic by itself; what it orders is told to
 * observers.
 *
 * An operation that leaves memory as it was (a load, a lock that is not free) may be one turn of a
 * loop that waits for another invocation: others get their turn then, under every schedule.
 */
#include <string.h>

#include "cpu/emulate/invocation.h"
#include "cpu/emulate/observe.h"

/* --- one number */

static uint64_t mask_of(uint32_t bytes)
{
    return bytes >= 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * bytes) - 1;
}

static int64_t as_signed(uint64_t x, uint32_t bytes)
{
    uint32_t shift = 64 - 8 * bytes;
    return (int64_t)(x << shift) >> shift;
}

static uint64_t of_floats(fftc_atomic_operation operation, uint64_t x, uint64_t y)
{
    uint32_t words[2] = {(uint32_t)x, (uint32_t)y};
    float a;
    float b;
    memcpy(&a, &words[0], sizeof a);
    memcpy(&b, &words[1], sizeof b);
    if (operation == FFTC_ATOMIC_FLOAT_ADD) {
        float sum = a + b;
        memcpy(&words[0], &sum, sizeof sum);
        return words[0];
    }
    bool take = a != a || (operation == FFTC_ATOMIC_FLOAT_MIN ? b < a : b > a);
    return words[take];
}

static uint64_t of_doubles(fftc_atomic_operation operation, uint64_t x, uint64_t y)
{
    double a;
    double b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    if (operation == FFTC_ATOMIC_FLOAT_ADD) {
        double sum = a + b;
        memcpy(&x, &sum, sizeof sum);
        return x;
    }
    return a != a || (operation == FFTC_ATOMIC_FLOAT_MIN ? b < a : b > a) ? y : x;
}

/* What is there after the operation. */
static uint64_t apply(const fftc_atomic *atomic, uint64_t old)
{
    uint64_t value = atomic->value & mask_of(atomic->bytes);
    int64_t old_signed = as_signed(old, atomic->bytes);
    int64_t value_signed = as_signed(value, atomic->bytes);
    switch (atomic->operation) {
    case FFTC_ATOMIC_LOAD: return old;
    case FFTC_ATOMIC_STORE:
    case FFTC_ATOMIC_EXCHANGE: return value;
    case FFTC_ATOMIC_COMPARE_EXCHANGE:
        return old == (atomic->comparator & mask_of(atomic->bytes)) ? value : old;
    case FFTC_ATOMIC_ADD: return (old + value) & mask_of(atomic->bytes);
    case FFTC_ATOMIC_SUB: return (old - value) & mask_of(atomic->bytes);
    case FFTC_ATOMIC_AND: return old & value;
    case FFTC_ATOMIC_OR: return old | value;
    case FFTC_ATOMIC_XOR: return old ^ value;
    case FFTC_ATOMIC_MIN: return value < old ? value : old;
    case FFTC_ATOMIC_MAX: return value > old ? value : old;
    case FFTC_ATOMIC_SIGNED_MIN: return value_signed < old_signed ? value : old;
    case FFTC_ATOMIC_SIGNED_MAX: return value_signed > old_signed ? value : old;
    case FFTC_ATOMIC_FLOAT_ADD:
    case FFTC_ATOMIC_FLOAT_MIN:
    case FFTC_ATOMIC_FLOAT_MAX:
        return atomic->bytes == 8 ? of_doubles(atomic->operation, old, value)
                                  : of_floats(atomic->operation, old, value);
    }
    return old;
}

static uint64_t read_number(const void *place, uint32_t bytes)
{
    const unsigned char *from = place;
    uint64_t x = 0;
    for (uint32_t i = 0; i < bytes; ++i) {
        x |= (uint64_t)from[i] << 8 * i;
    }
    return x;
}

static void write_number(void *place, uint32_t bytes, uint64_t x)
{
    unsigned char *to = place;
    for (uint32_t i = 0; i < bytes; ++i) {
        to[i] = (unsigned char)(x >> 8 * i);
    }
}

/* --- the operation */

uint64_t fftc_invocation_atomic(fftc_invocation *self, const fftc_atomic *atomic)
{
    fftc_emulator *emulator = self->emulator;
    bool loads = atomic->operation != FFTC_ATOMIC_STORE;
    fftc_access access = {.invocation = self,
                          .memory_number = atomic->memory,
                          .store = atomic->operation != FFTC_ATOMIC_LOAD,
                          .atomic = true,
                          .loads = loads,
                          .needs_old = loads && atomic->operation != FFTC_ATOMIC_EXCHANGE,
                          .scope = atomic->semantics.scope};
    fftc_event_count(self, atomic->site);
    /* 0 bytes: no element has that size, so that this is a finding. */
    if (!fftc_access_bytes(&access, atomic->offset, atomic->bytes <= 8 ? atomic->bytes : 0)) {
        fftc_yield(emulator);
        return 0;
    }
    uint64_t old = read_number(access.place, atomic->bytes);
    uint64_t new = apply(atomic, old);
    write_number(access.place, atomic->bytes, new);
    bool writes = access.store && !(atomic->operation == FFTC_ATOMIC_COMPARE_EXCHANGE &&
                                    old != (atomic->comparator & mask_of(atomic->bytes)));
    fftc_observe_atomic(emulator, &access, &atomic->semantics, writes);
    if (new == old && loads) {
        fftc_let_others(emulator);
    } else {
        fftc_yield(emulator);
    }
    return loads ? old : 0;
}

/* --- calls of C kernels */

uint32_t fftc_emulate_shared_atomic(fftc_atomic_operation operation, uint32_t index, uint32_t word,
                                    uint32_t expected, const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL) {
        return 0;
    }
    const fftc_atomic atomic = {.operation = operation,
                                .memory = emulator->memory_count,
                                .offset = (uint64_t)index * sizeof word,
                                .bytes = sizeof word,
                                .value = word,
                                .comparator = expected,
                                .semantics = {.scope = FFTC_SCOPE_WORKGROUP},
                                .site = fftc_site_of_call(emulator->running, file, line)};
    return (uint32_t)fftc_invocation_atomic(emulator->running, &atomic);
}

uint64_t fftc_emulate_memory_atomic(fftc_atomic_operation operation, uint32_t memory,
                                    uint64_t index, uint64_t value, uint64_t expected,
                                    fftc_memory_order order, const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL) {
        return 0;
    }
    bool exists = memory < emulator->memory_count;
    size_t bytes = exists ? emulator->objects[memory].memory.element_bytes : sizeof(uint32_t);
    uint64_t offset;
    if (__builtin_mul_overflow(index, (uint64_t)bytes, &offset)) {
        offset = UINT64_MAX / bytes * bytes;
    }
    const fftc_atomic atomic = {.operation = operation,
                                .memory = exists ? memory : UINT32_MAX,
                                .offset = offset,
                                .bytes = (uint32_t)bytes,
                                .value = value,
                                .comparator = expected,
                                .semantics = {.scope = FFTC_SCOPE_DEVICE,
                                              .acquire = (order & FFTC_ORDER_ACQUIRE) != 0,
                                              .release = (order & FFTC_ORDER_RELEASE) != 0,
                                              .shared = true,
                                              .buffers = true},
                                .site = fftc_site_of_call(emulator->running, file, line)};
    return fftc_invocation_atomic(emulator->running, &atomic);
}
