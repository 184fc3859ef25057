/* SPDX-License-Identifier: MIT */
#include "cpu/simd/simd.h"

#include <stdlib.h>

#include "cpu/allocate.h"
#include "cpu/isa.h"
#include "support/check.h"
#include "support/error.h"
#include "support/workers.h"

/* The kernel's own need is a few hundred bytes; without optimisation, or under a sanitizer, wide
 * vectors take some tens of KiB. Pages that are not touched cost nothing. */
#define STACK_BYTES ((size_t)128 * 1024)

/* The most threads: more than any machine runs at once would only exhaust its memory. */
#define THREADS_LIMIT 1024

static fftc_status check(const fftc_workgroup_fft *fft, const void *data, int threads,
                         fftc_error *error)
{
    fftc_status status = fftc_workgroup_fft_check(fft, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (data == NULL) {
        return fftc_fail_null(error, "data");
    }
    if (threads < 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "threads is %d: pass a number, or 0 for one on each processor", threads);
    }
    if (fft->subgroup_log2 < 2 || fft->subgroup_log2 > FFTC_SIMD_MAX_LANES_LOG2) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "vectors have 4, 8 or 16 lanes: subgroup_log2 must be 2, 3 or 4, not %u",
                         (unsigned)fft->subgroup_log2);
    }
    return FFTC_SUCCESS;
}

/* Memory holds data and dump at once, so their bytes fit size_t if the caller really has them; but
 * the batch may be a mistake. */
static fftc_status check_size(const fftc_workgroup_fft *fft, bool dump, fftc_error *error)
{
    uint32_t stages = fftc_workgroup_fft_stage_count(fft);
    uint64_t batch = fft->batch == 0 ? 1 : fft->batch;
    uint64_t each = (2 * (uint64_t)fftc_precision_bytes(fft->precision) << stages) *
                    (dump ? stages : 1); /* at most 2^34 * 24 */
    uint64_t bytes;
    if (__builtin_mul_overflow(each, batch, &bytes) || bytes > PTRDIFF_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE, "a batch of %llu does not fit into memory",
                         (unsigned long long)batch);
    }
    return FFTC_SUCCESS;
}

static uint32_t thread_count(int threads, uint64_t batch)
{
    uint64_t count = threads == 0 ? fftc_processors() : (uint64_t)threads;
    count = count > THREADS_LIMIT ? THREADS_LIMIT : count;
    return (uint32_t)(count > batch ? batch : count);
}

static void group_destroy(fftc_simd_group *group)
{
    fftc_fiber_pool_destroy(&group->pool);
    free(group->shared);
    free(group->subgroups);
}

static void subgroup_initialize(fftc_simd_group *group, uint32_t index, uint32_t lanes_log2)
{
    fftc_simd_subgroup *self = &group->subgroups[index];
    self->group = group;
    self->elements_log2 = group->job->elements_log2;
    self->workgroup_log2 = group->job->workgroup_log2;
    self->base = index << lanes_log2;
    self->shared = group->shared;
    if (group->subgroup_count > 1) {
        bool last = index + 1 == group->subgroup_count;
        self->fiber = &group->pool.fibers[index];
        self->neighbour = &group->pool.fibers[last ? 0 : index + 1];
        self->successor = last ? &group->pool.host : self->neighbour;
    }
}

static fftc_status group_create(fftc_simd_group *group, const fftc_simd_job *job,
                                uint32_t lanes_log2, size_t complex_bytes, fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    group->job = job;
    group->subgroup_count = 1u << (job->workgroup_log2 - lanes_log2);
    group->shared = fftc_allocate(NULL, (uint64_t)1 << job->workgroup_log2, complex_bytes);
    group->subgroups = fftc_allocate(NULL, group->subgroup_count, sizeof *group->subgroups);
    if (group->shared == NULL || group->subgroups == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a workgroup of 2^%u",
                         (unsigned)job->workgroup_log2);
    }
    if (group->subgroup_count > 1) {
        status = fftc_fiber_pool_create(&group->pool, group->subgroup_count, STACK_BYTES, 0, NULL,
                                        error);
    }
    for (uint32_t i = 0; status == FFTC_SUCCESS && i < group->subgroup_count; ++i) {
        subgroup_initialize(group, i, lanes_log2);
    }
    return status;
}

/* What all groups do, each a part of the batch. */
typedef struct groups_run {
    fftc_simd_group *groups;
    uint32_t count;
    void (*run)(fftc_simd_group *group);
    uint64_t batch;
} groups_run;

static void run_group(void *context, int index)
{
    const groups_run *r = context;
    fftc_simd_group *group = &r->groups[index];
    /* batch <= 2^31, count <= 2^10: no overflow. */
    group->first = r->batch * (uint32_t)index / r->count;
    group->last = r->batch * ((uint32_t)index + 1) / r->count;
    r->run(group);
}

static fftc_status transform(const fftc_simd_job *job, const fftc_simd_engine *engine,
                             const fftc_workgroup_fft *fft, uint32_t lanes_log2, int threads,
                             fftc_error *error)
{
    uint64_t batch = fft->batch == 0 ? 1 : fft->batch;
    uint32_t count = thread_count(threads, batch);
    fftc_simd_group *groups = fftc_allocate(NULL, count, sizeof *groups);
    fftc_status status = FFTC_SUCCESS;
    if (groups == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %u threads", (unsigned)count);
    }
    for (uint32_t i = 0; status == FFTC_SUCCESS && i < count; ++i) {
        status = group_create(&groups[i], job, lanes_log2, 2 * fftc_precision_bytes(fft->precision),
                              error);
    }
    if (status == FFTC_SUCCESS) {
        groups_run r = {groups, count, engine->run[fft->precision], batch};
        fftc_workers_call(NULL, (int)count, run_group, &r);
    }
    for (uint32_t i = 0; i < count; ++i) {
        group_destroy(&groups[i]);
    }
    free(groups);
    return status;
}

fftc_status fftc_workgroup_fft_simd(const fftc_workgroup_fft *fft, void *data, void *stages,
                                    int threads, fftc_error *error)
{
    fftc_simd_job job = {.data = data, .stages = stages};
    const char *isa = NULL;
    void *twiddles = NULL;
    fftc_status status = check(fft, data, threads, error);
    if (status == FFTC_SUCCESS) {
        status = check_size(fft, stages != NULL, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_isa_select(&isa, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    uint32_t lanes_log2 =
        fft->workgroup_log2 < fft->subgroup_log2 ? fft->workgroup_log2 : fft->subgroup_log2;
    const fftc_simd_engine *engine = fftc_simd_engine_for(isa, lanes_log2);
    if (engine->run[fft->precision] == NULL) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "no half precision: the compiler that built fftcore lacks _Float16");
    }
    if (fft->computed_twiddles == 0) {
        status = fftc_simd_twiddle_create(fft->precision, fftc_workgroup_fft_stage_count(fft),
                                          lanes_log2, &twiddles, error);
    }
    if (status == FFTC_SUCCESS) {
        job.elements_log2 = fft->elements_log2;
        job.workgroup_log2 = fft->workgroup_log2;
        job.inverse = fft->direction == FFTC_INVERSE;
        job.twiddles = twiddles;
        status = transform(&job, engine, fft, lanes_log2, threads, error);
    }
    free(twiddles);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}
