/* SPDX-License-Identifier: MIT
 *
 * A case's plan by this library.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct block {
    size_t bytes;
    char padding[56];
} block;

/* Counts what a plan holds. */
void *bench_count_allocate(void *user, size_t bytes, size_t alignment)
{
    size_t *total = user;
    block *memory =
        aligned_alloc(alignment, (bytes + sizeof *memory + alignment - 1) / alignment * alignment);
    if (memory == NULL) {
        return NULL;
    }
    memory->bytes = bytes;
    *total += bytes;
    return memory + 1;
}

void bench_count_release(void *user, void *memory)
{
    size_t *total = user;
    block *start = (block *)memory - 1;
    *total -= start->bytes;
    free(start);
}

size_t bench_case_part(const bench_case *which, double share)
{
    uint64_t n = which->length[which->rank - 1];
    uint64_t part = (uint64_t)ceil(share * (double)n);
    return (size_t)(part < 1 ? 1 : part < n ? part : n);
}

static bool is_split(const bench_case *c, bool dst)
{
    bool real = c->kind == FFTC_REAL && dst == (c->direction == FFTC_INVERSE);
    return c->format == FFTC_SPLIT && !real;
}

size_t bench_case_imaginary(const bench_case *c, bool dst, size_t numbers)
{
    return is_split(c, dst) ? numbers / 2 : 0;
}

/* Both arrays of split numbers begin at multiples of 64 bytes. */
static size_t numbers_of(const bench_case *c, bool dst, size_t bytes)
{
    size_t numbers = bytes / sizeof(float);
    return is_split(c, dst) ? 2 * ((numbers + 31) / 32 * 32) : numbers;
}

fftc_status bench_case_numbers(const bench_case *c, size_t *src, size_t *dst, fftc_error *error)
{
    if (c->convolution) {
        *src = *dst = (size_t)(c->points * c->batch) * (c->kind == FFTC_REAL ? 1 : 2);
        return FFTC_SUCCESS;
    }
    const fftc_transform t = bench_case_describe(c);
    fftc_status status = fftc_transform_bytes(&t, src, dst, error);
    if (status == FFTC_SUCCESS) {
        *src = numbers_of(c, false, *src);
        *dst = numbers_of(c, true, *dst);
    }
    return status;
}

static fftc_transform describe(const bench_settings *settings, const bench_case *which)
{
    fftc_transform transform = bench_case_describe(which);
    transform.precision = settings->precision;
    if (settings->present < 1.0) {
        transform.src_range[which->rank - 1].end = bench_case_part(which, settings->present);
    }
    if (settings->wanted < 1.0) {
        transform.dst_range[which->rank - 1].end = bench_case_part(which, settings->wanted);
    }
    return transform;
}

void bench_own_destroy(bench_own *own)
{
    fftc_plan_destroy(own->transform);
    fftc_convolution_destroy(own->convolution);
    *own = (bench_own){NULL, NULL};
}

fftc_status bench_own_create(const bench_settings *settings, const bench_case *which,
                             const fftc_plan_options *options, bench_own *own, fftc_error *error)
{
    fftc_transform transform = describe(settings, which);
    fftc_convolution_description convolution;
    *own = (bench_own){NULL, NULL};
    if (!which->convolution) {
        return fftc_plan_create(&transform, options, &own->transform, error);
    }
    fftc_status status = bench_case_convolution(which, &convolution, error);
    convolution.signal.precision = settings->precision;
    return status == FFTC_SUCCESS
               ? fftc_convolution_create(&convolution, options, &own->convolution, error)
               : status;
}

bool bench_own_save(const bench_own *own, char *text, size_t capacity)
{
    size_t bytes;
    return (own->convolution != NULL
                ? fftc_convolution_save(own->convolution, text, capacity, &bytes, NULL)
                : fftc_plan_save(own->transform, text, capacity, &bytes, NULL)) == FFTC_SUCCESS;
}
