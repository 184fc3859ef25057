/* SPDX-License-Identifier: MIT
 *
 * The configuration of an emulator: what 0 stands for, and what is refused.
 */
#include "cpu/emulate/emulator.h"
#include "support/check.h"
#include "support/error.h"

#define DEFAULT_STACK_BYTES (64u * 1024u)
#define LEAST_STACK_BYTES (16u * 1024u)
#define DEFAULT_EVENT_LIMIT ((uint64_t)1 << 30)
#define MAX_ELEMENTS ((uint64_t)1 << 48)

static void one_unless_given(uint32_t *extent)
{
    *extent = *extent != 0 ? *extent : 1;
}

void fftc_emulation_set_defaults(fftc_emulation *config)
{
    config->subgroup_size = config->subgroup_size != 0 ? config->subgroup_size : 32;
    one_unless_given(&config->workgroup_count);
    one_unless_given(&config->workgroup_count_y);
    one_unless_given(&config->workgroup_count_z);
    one_unless_given(&config->workgroup_size_y);
    one_unless_given(&config->workgroup_size_z);
    one_unless_given(&config->resident_workgroups);
    config->event_limit = config->event_limit != 0 ? config->event_limit : DEFAULT_EVENT_LIMIT;
    config->stack_bytes = config->stack_bytes != 0 ? config->stack_bytes : DEFAULT_STACK_BYTES;
    config->stack_bytes =
        config->stack_bytes > LEAST_STACK_BYTES ? config->stack_bytes : LEAST_STACK_BYTES;
    config->bank_count = config->bank_count != 0 ? config->bank_count : 32;
    config->bank_bytes = config->bank_bytes != 0 ? config->bank_bytes : 4;
    config->sector_bytes = config->sector_bytes != 0 ? config->sector_bytes : 32;
    config->findings_limit = config->findings_limit != 0 ? config->findings_limit : 64;
    config->observers = config->observers != 0 ? config->observers : FFTC_OBSERVE_ALL;
}

static fftc_status check_memory(const fftc_memory *memory, const char *kind, uint32_t number,
                                bool shared, fftc_error *error)
{
    size_t bytes;
    if (memory->element_bytes == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s[%u].element_bytes is 0: pass the size of an element", kind,
                         (unsigned)number);
    }
    if (!shared && memory->data == NULL && memory->element_count != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s[%u].data is NULL: pass an array, or element_count 0", kind,
                         (unsigned)number);
    }
    if (memory->element_count >= MAX_ELEMENTS ||
        __builtin_mul_overflow(memory->element_count, memory->element_bytes, &bytes)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "%s[%u]: element_count * element_bytes does not fit", kind,
                         (unsigned)number);
    }
    return FFTC_SUCCESS;
}

/* `memories` or `shared_arrays`, with its count. */
static fftc_status check_memories(const fftc_memory *memories, uint32_t count, bool shared,
                                  fftc_error *error)
{
    const char *kind = shared ? "shared_arrays" : "memories";
    const char *number = shared ? "shared_array_count" : "memory_count";
    if (count > UINT16_MAX - 1) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is %u: at most %u", number,
                         (unsigned)count, (unsigned)UINT16_MAX - 1);
    }
    if (count != 0 && memories == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL: pass an array, or %s 0", kind,
                         number);
    }
    if (count == 0 && memories != NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s is 0, but %s is given: pass how many there are", number, kind);
    }
    for (uint32_t i = 0; i < count; ++i) {
        fftc_status status = check_memory(&memories[i], kind, i, shared, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_emulation_check_schedule(fftc_schedule schedule, fftc_error *error)
{
    if ((unsigned)schedule >= FFTC_SCHEDULE_COUNT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "schedule %d: pass an fftc_schedule",
                         (int)schedule);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_invocations(const fftc_emulation *config, fftc_error *error)
{
    uint64_t size = (uint64_t)config->workgroup_size * config->workgroup_size_y;
    if (config->workgroup_size < 1 || size > FFTC_MAX_INVOCATIONS ||
        size * config->workgroup_size_z > FFTC_MAX_INVOCATIONS) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "workgroup_size is %u x %u x %u: pass 1 to %u invocations",
                         (unsigned)config->workgroup_size, (unsigned)config->workgroup_size_y,
                         (unsigned)config->workgroup_size_z, FFTC_MAX_INVOCATIONS);
    }
    if (config->subgroup_size > FFTC_MAX_LANES ||
        (config->subgroup_size & (config->subgroup_size - 1)) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "subgroup_size is %u: pass a power of two, 1 to 128",
                         (unsigned)config->subgroup_size);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_dispatch(const fftc_emulation *config, fftc_error *error)
{
    uint64_t groups;
    uint64_t size =
        (uint64_t)config->workgroup_size * config->workgroup_size_y * config->workgroup_size_z;
    if (__builtin_mul_overflow((uint64_t)config->workgroup_count * config->workgroup_count_y,
                               (uint64_t)config->workgroup_count_z, &groups) ||
        groups > UINT32_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "%u x %u x %u workgroups: pass fewer than 2^32 of them",
                         (unsigned)config->workgroup_count, (unsigned)config->workgroup_count_y,
                         (unsigned)config->workgroup_count_z);
    }
    groups = groups < config->resident_workgroups ? groups : config->resident_workgroups;
    if (groups * size > FFTC_MAX_RESIDENT) {
        return fftc_fail(
            error, FFTC_TOO_LARGE, "resident_workgroups is %u: of these workgroups at most %u fit",
            (unsigned)config->resident_workgroups, (unsigned)(FFTC_MAX_RESIDENT / size));
    }
    if ((unsigned)config->workgroup_order >= FFTC_WORKGROUP_ORDER_COUNT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "workgroup_order %d: pass an fftc_workgroup_order",
                         (int)config->workgroup_order);
    }
    if ((unsigned)config->reconvergence > FFTC_RECONVERGENCE_NONE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "reconvergence %d: pass an fftc_reconvergence",
                         (int)config->reconvergence);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_emulation_check(const fftc_emulation *config, fftc_error *error)
{
    fftc_status status = check_invocations(config, error);
    status = status == FFTC_SUCCESS ? check_dispatch(config, error) : status;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (fftc_emulation_check_schedule(config->schedule, error) != FFTC_SUCCESS) {
        return FFTC_INVALID_ARGUMENT;
    }
    if ((config->observers & ~(uint32_t)(FFTC_OBSERVE_ALL | FFTC_OBSERVE_NONE)) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "observers is 0x%x: or values of FFTC_OBSERVE together",
                         (unsigned)config->observers);
    }
    if (config->bank_count > 64 || config->bank_bytes % 4 != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%u banks of %u bytes: pass at most 64 banks of a multiple of 4 bytes",
                         (unsigned)config->bank_count, (unsigned)config->bank_bytes);
    }
    status = fftc_check_allocator(config->allocator, error);
    if (status == FFTC_SUCCESS) {
        status = check_memories(config->memories, config->memory_count, false, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_memories(config->shared_arrays, config->shared_array_count, true, error);
    }
    return status;
}
