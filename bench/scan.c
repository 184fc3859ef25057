/* SPDX-License-Identifier: MIT
 *
 * Scans and reductions on the CPU beside a copy of the same bytes, and beside the plain loop:
 *
 *     scan_bench [ITEMS [THREADS]]
 *
 * The least of some alternating repetitions, in milliseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/scan.h"

enum { REPETITIONS = 9, KINDS = 3 };

static const char *const kind_names[KINDS] = {"inclusive", "exclusive", "reduction"};
static const char *const type_names[] = {"uint32", "int32", "float", "uint64", "int64", "double"};
static const char *const operation_names[] = {"sum", "product", "min", "max", "and", "or", "xor"};

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_least(double *least, double start)
{
    double took = seconds() - start;
    *least = *least == 0 || took < *least ? took : *least;
}

/* What a compiler makes of the definition: it must not change the order of floats. */
#define LOOP(name, type)                                       \
    static void name(const void *src, void *dst, size_t items) \
    {                                                          \
        type sum = 0;                                          \
        for (size_t i = 0; i < items; ++i) {                   \
            sum += ((const type *)src)[i];                     \
            ((type *)dst)[i] = sum;                            \
        }                                                      \
    }
LOOP(loop_u32, uint32_t)
LOOP(loop_f32, float)
LOOP(loop_u64, uint64_t)
LOOP(loop_f64, double)

static void measure(fftc_scan_type type, fftc_scan_operation operation, size_t items, int threads,
                    void *src, void *dst)
{
    void (*const loops[])(const void *, void *, size_t) = {loop_u32, loop_u32, loop_f32,
                                                           loop_u64, loop_u64, loop_f64};
    const fftc_plan_options options = {.threads = threads};
    double copy = 0;
    double loop = 0;
    double took[KINDS] = {0};
    fftc_scan *scan[KINDS];
    size_t bytes = items * (type >= FFTC_SCAN_UINT64 ? 8 : 4);
    for (int k = 0; k < KINDS; ++k) {
        fftc_scan_description d = {
            .length = items, .type = type, .operation = operation, .kind = (fftc_scan_kind)k};
        if (fftc_scan_create(&d, &options, &scan[k], NULL) != FFTC_SUCCESS) {
            exit(1);
        }
    }
    for (int r = 0; r < REPETITIONS; ++r) {
        double start = seconds();
        memcpy(dst, src, bytes);
        keep_least(&copy, start);
        for (int k = 0; k < KINDS; ++k) {
            start = seconds();
            (void)fftc_scan_execute(scan[k], src, NULL, dst, NULL);
            keep_least(&took[k], start);
        }
        start = seconds();
        loops[type](src, dst, items);
        keep_least(&loop, start);
    }
    printf("%-7s %-7s copy %.3f", operation_names[operation], type_names[type], 1e3 * copy);
    for (int k = 0; k < KINDS; ++k) {
        printf("  %s %.3f", kind_names[k], 1e3 * took[k]);
        fftc_scan_destroy(scan[k]);
    }
    printf("  loop of sums %.3f  inclusive: %.2f of the copy's speed\n", 1e3 * loop,
           copy / took[0]);
}

int main(int argc, char **argv)
{
    size_t items = argc > 1 ? (size_t)strtoull(argv[1], NULL, 0) : (size_t)1 << 26;
    int threads = argc > 2 ? atoi(argv[2]) : 1;
    void *src = malloc(items * 8);
    void *dst = malloc(items * 8);
    if (src == NULL || dst == NULL) {
        return 1;
    }
    for (size_t i = 0; i < 2 * items; ++i) { /* small numbers as floats and doubles, too */
        ((uint32_t *)src)[i] = 0x3f800000u + (uint32_t)(i % 64);
    }
    memset(dst, 0, items * 8);
    measure(FFTC_SCAN_FLOAT32, FFTC_SCAN_SUM, items, threads, src, dst);
    measure(FFTC_SCAN_FLOAT32, FFTC_SCAN_MAX, items, threads, src, dst);
    measure(FFTC_SCAN_UINT32, FFTC_SCAN_SUM, items, threads, src, dst);
    measure(FFTC_SCAN_UINT64, FFTC_SCAN_SUM, items, threads, src, dst);
    measure(FFTC_SCAN_FLOAT64, FFTC_SCAN_SUM, items, threads, src, dst);
    free(src);
    free(dst);
    return 0;
}
