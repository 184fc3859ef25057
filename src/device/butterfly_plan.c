/* SPDX-License-Identifier: MIT */
#include "device/butterfly_plan.h"

#include "support/check.h"
#include "support/error.h"

#define POINTS_LOG2_MAX 24u
#define PASS_WORKGROUP_LOG2 8u  /* invocations of passes have nothing to do with each other */
#define LINE_WORKGROUP_LOG2 10u /* what devices have that are not small */

/* The kernel's own formula, which depends on the workgroup in no way. */
#define FFTC_WORKGROUP_LOG2 0u
#define FFTC_BUTTERFLY_LOG2 (p->butterfly.points_log2)
#include "fftcore/kernel/group.h"

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static fftc_status check(const fftc_butterfly *b, fftc_error *error)
{
    fftc_status status = fftc_check_direction(b->direction, error);
    if (b->points_log2 < 1 || b->points_log2 > POINTS_LOG2_MAX) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "points_log2 is %u: pass 1 to %u",
                         (unsigned)b->points_log2, POINTS_LOG2_MAX);
    }
    if ((unsigned)b->technique >= FFTC_TECHNIQUE_COUNT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "technique is %u: pass FFTC_TECHNIQUE_PASSES or FFTC_TECHNIQUE_LINES",
                         (unsigned)b->technique);
    }
    if (b->precision != FFTC_FLOAT32 && b->precision != FFTC_FLOAT64) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "precision is %u: pass FFTC_FLOAT32 or FFTC_FLOAT64",
                         (unsigned)b->precision);
    }
    return status;
}

static fftc_status fail_large(fftc_error *error)
{
    return fftc_fail(error, FFTC_TOO_LARGE,
                     "an array spans more than 2^31 numbers: pass fewer lines, a smaller "
                     "points_log2 or smaller strides");
}

/* What is 0 gets its default. Products are made of numbers up to 2^31. */
static fftc_status lay_out(fftc_butterfly_plan *p, fftc_error *error)
{
    fftc_butterfly *b = &p->butterfly;
    const uint64_t most = (uint64_t)1 << 31;
    const uint64_t points = (uint64_t)1 << b->points_log2;
    b->lines = b->lines == 0 ? 1 : b->lines;
    b->point_stride = b->point_stride == 0 ? 1 : b->point_stride;
    if (b->lines > most || b->point_stride > most || b->line_stride > most) {
        return fail_large(error);
    }
    b->line_stride = b->line_stride == 0 ? points * b->point_stride : b->line_stride;
    if (b->line_stride > most) {
        return fail_large(error);
    }
    if (b->line_stride < points * b->point_stride && b->point_stride < b->lines * b->line_stride) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "lines share points: pass a line_stride of at least N * point_stride = "
                         "%llu, or a point_stride of at least lines * line_stride = %llu",
                         (unsigned long long)(points * b->point_stride),
                         (unsigned long long)(b->lines * b->line_stride));
    }
    p->numbers = (b->lines - 1) * b->line_stride + (points - 1) * b->point_stride + 1;
    return p->numbers > most ? fail_large(error) : FFTC_SUCCESS;
}

static fftc_status read(const fftc_butterfly *butterfly, fftc_butterfly_plan *p, fftc_error *error)
{
    *p = (fftc_butterfly_plan){0};
    if (butterfly == NULL) {
        return fftc_fail_null(error, "butterfly");
    }
    fftc_status status = check(butterfly, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    p->butterfly = *butterfly;
    p->item_bytes = 2 * (uint32_t)fftc_precision_bytes(butterfly->precision);
    p->entry_bytes = 2 * (uint32_t)sizeof(uint32_t) + p->item_bytes;
    p->entries = butterfly->table ? butterfly->points_log2 << butterfly->points_log2 : 0;
    return lay_out(p, error);
}

fftc_status fftc_butterfly_count(const fftc_butterfly *butterfly, fftc_butterfly_traffic *traffic,
                                 fftc_error *error)
{
    fftc_butterfly_plan p;
    if (traffic == NULL) {
        return fftc_fail_no_place(error, "traffic");
    }
    fftc_status status = read(butterfly, &p, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const uint64_t array = (p.butterfly.lines << p.butterfly.points_log2) * p.item_bytes;
    const bool passes = p.butterfly.technique == FFTC_TECHNIQUE_PASSES;
    *traffic =
        (fftc_butterfly_traffic){.read = passes ? 2 * array * p.butterfly.points_log2 : array,
                                 .written = passes ? array * p.butterfly.points_log2 : array,
                                 .table_read = p.butterfly.lines * p.entries * p.entry_bytes};
    return fftc_succeed(error);
}

static fftc_status choose_lines(fftc_butterfly_plan *p, const fftc_butterfly_limits *limits,
                                fftc_error *error)
{
    p->shared_words =
        FFTC_BUTTERFLY_SHARED_WORDS / FFTC_COMPLEX_WORDS * (p->item_bytes / sizeof(uint32_t));
    p->workgroups = (uint32_t)p->butterfly.lines;
    p->dispatches = 1;
    if (p->shared_words > limits->shared_bytes / sizeof(uint32_t)) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a line of 2^%u points takes %u bytes of shared memory, %s has %u: pass a "
                         "smaller points_log2, or FFTC_TECHNIQUE_PASSES",
                         (unsigned)p->butterfly.points_log2,
                         (unsigned)(p->shared_words * sizeof(uint32_t)), limits->name,
                         (unsigned)limits->shared_bytes);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_butterfly_plan_make(const fftc_butterfly *butterfly,
                                     const fftc_butterfly_limits *limits, fftc_butterfly_plan *p,
                                     fftc_error *error)
{
    fftc_status status = read(butterfly, p, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const bool by_lines = p->butterfly.technique == FFTC_TECHNIQUE_LINES;
    const uint32_t most =
        least(p->butterfly.points_log2, by_lines ? LINE_WORKGROUP_LOG2 : PASS_WORKGROUP_LOG2);
    while (p->workgroup_log2 < most && 2u << p->workgroup_log2 <= limits->invocations_max) {
        ++p->workgroup_log2;
    }
    if (by_lines) {
        return choose_lines(p, limits, error);
    }
    p->workgroups =
        (uint32_t)(p->butterfly.lines << (p->butterfly.points_log2 - p->workgroup_log2));
    p->dispatches = p->butterfly.points_log2;
    return FFTC_SUCCESS;
}
