/* SPDX-License-Identifier: MIT
 *
 * Bloom on the CPU (fftcore/bloom.h) beside the same pipeline written with FFTW in float:
 *
 *     bloom_bench [WIDTH HEIGHT KERNEL [THREADS [SECONDS]]]
 *
 * A picture of three channels, neighbours in memory, mirrored at its edges, with a square kernel
 * for each channel, prepared before. FFTW's pipeline pads each channel to lengths with small
 * factors, transforms it (r2c), multiplies, transforms it back (c2r) and crops; its plans are
 * FFTW_PATIENT within so many seconds. The least of some alternating repetitions, in milliseconds,
 * and the largest difference of the two results.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/bloom.h"

#define REPETITIONS 15
#define CHANNELS 3u
#define PATIENT (1u << 5) /* of fftw3.h */

typedef struct size {
    uint32_t width, height, kernel;
} size;

typedef struct peer {
    void *(*plan_r2c)(int, int, float *, float (*)[2], unsigned);
    void *(*plan_c2r)(int, int, float (*)[2], float *, unsigned);
    void (*execute)(const void *);
    void (*set_timelimit)(double);
    int (*init_threads)(void);
    void (*plan_with_nthreads)(int);
    void *there, *back;
    size_t rows, columns, half;
    float *plane;
    float (*spectrum)[2];
    float (*kernel[CHANNELS])[2];
    uint32_t *row, *column; /* the pixel that each padded row and column has */
} peer;

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (memory == NULL) {
        (void)fprintf(stderr, "no memory\n");
        exit(1);
    }
    memset(memory, 0, bytes);
    return memory;
}

static bool find(void *library, const char *name, void *function)
{
    void *symbol = library != NULL ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool load(peer *p, int threads)
{
    void *library = dlopen("libfftw3f.so.3", RTLD_NOW | RTLD_GLOBAL);
    void *parallel = threads > 1 ? dlopen("libfftw3f_threads.so.3", RTLD_NOW) : NULL;
    if (!find(library, "fftwf_plan_dft_r2c_2d", &p->plan_r2c) ||
        !find(library, "fftwf_plan_dft_c2r_2d", &p->plan_c2r) ||
        !find(library, "fftwf_execute", &p->execute) ||
        !find(library, "fftwf_set_timelimit", &p->set_timelimit)) {
        return false;
    }
    if (threads > 1) {
        if (!find(parallel, "fftwf_init_threads", &p->init_threads) ||
            !find(parallel, "fftwf_plan_with_nthreads", &p->plan_with_nthreads)) {
            return false;
        }
        (void)p->init_threads();
        p->plan_with_nthreads(threads);
    }
    return true;
}

/* Number i of a padded axis, in which the reach before the picture comes last. */
static uint32_t *mirror(uint32_t length, uint32_t behind, size_t points)
{
    uint32_t *from = allocate(points * sizeof *from);
    for (size_t i = 0; i < points; ++i) {
        int64_t at = i < (size_t)length + behind ? (int64_t)i : (int64_t)i - (int64_t)points;
        while (at < 0 || at >= length) {
            at = at < 0 ? -1 - at : 2 * (int64_t)length - 1 - at;
        }
        from[i] = (uint32_t)at;
    }
    return from;
}

static void plan_peer(peer *p, const size *s, double limit)
{
    p->rows = (size_t)fftc_convolution_length((uint64_t)s->height + s->kernel - 1);
    p->columns = (size_t)fftc_convolution_length((uint64_t)s->width + s->kernel - 1);
    p->half = p->columns / 2 + 1;
    p->plane = allocate(p->rows * p->columns * sizeof *p->plane);
    p->spectrum = allocate(p->rows * p->half * sizeof *p->spectrum);
    p->row = mirror(s->height, (s->kernel - 1) / 2, p->rows);
    p->column = mirror(s->width, (s->kernel - 1) / 2, p->columns);
    p->set_timelimit(limit / 2);
    p->there = p->plan_r2c((int)p->rows, (int)p->columns, p->plane, p->spectrum, PATIENT);
    p->back = p->plan_c2r((int)p->rows, (int)p->columns, p->spectrum, p->plane, PATIENT);
}

/* The kernel, with its centre in the first place, and the transforms' factor. */
static void prepare_peer(peer *p, const size *s, const float *kernel, double power)
{
    const uint32_t centre = (s->kernel - 1) / 2;
    for (uint32_t c = 0; c < CHANNELS; ++c) {
        memset(p->plane, 0, p->rows * p->columns * sizeof *p->plane);
        for (uint32_t y = 0; y < s->kernel; ++y) {
            for (uint32_t x = 0; x < s->kernel; ++x) {
                size_t v = (y + p->rows - centre) % p->rows;
                size_t u = (x + p->columns - centre) % p->columns;
                p->plane[v * p->columns + u] =
                    (float)((double)kernel[(y * s->kernel + x) * CHANNELS + c] / power /
                            (double)(p->rows * p->columns));
            }
        }
        p->execute(p->there);
        p->kernel[c] = allocate(p->rows * p->half * sizeof *p->spectrum);
        memcpy(p->kernel[c], p->spectrum, p->rows * p->half * sizeof *p->spectrum);
    }
}

static void run_peer(const peer *p, const size *s, const float *src, float *dst)
{
    for (uint32_t c = 0; c < CHANNELS; ++c) {
        for (size_t y = 0; y < p->rows; ++y) {
            const float *from = src + (size_t)p->row[y] * s->width * CHANNELS + c;
            for (size_t x = 0; x < p->columns; ++x) {
                p->plane[y * p->columns + x] = from[(size_t)p->column[x] * CHANNELS];
            }
        }
        p->execute(p->there);
        for (size_t i = 0; i < p->rows * p->half; ++i) {
            float re = p->spectrum[i][0];
            float im = p->spectrum[i][1];
            p->spectrum[i][0] = re * p->kernel[c][i][0] - im * p->kernel[c][i][1];
            p->spectrum[i][1] = re * p->kernel[c][i][1] + im * p->kernel[c][i][0];
        }
        p->execute(p->back);
        for (size_t y = 0; y < s->height; ++y) {
            for (size_t x = 0; x < s->width; ++x) {
                dst[(y * s->width + x) * CHANNELS + c] = p->plane[y * p->columns + x];
            }
        }
    }
}

static float *draw(size_t numbers, unsigned state)
{
    float *data = allocate(numbers * sizeof *data);
    for (size_t i = 0; i < numbers; ++i) {
        state = state * 1664525u + 1013904223u;
        data[i] = (float)(state >> 8) / 16777216.0F;
    }
    return data;
}

static void keep_least(double *least, double start)
{
    double took = seconds() - start;
    *least = *least == 0.0 || took < *least ? took : *least;
}

static int measure(const size *s, int threads, double limit)
{
    const size_t numbers = (size_t)s->width * s->height * CHANNELS;
    const fftc_plan_options options = {.threads = threads};
    fftc_bloom_description what;
    fftc_bloom *plan;
    fftc_error error;
    peer p = {.there = NULL};
    double own = 0.0;
    double others = 0.0;
    double apart = 0.0;
    bool compared = load(&p, threads);
    float *src = draw(numbers, 1);
    float *kernel = draw((size_t)s->kernel * s->kernel * CHANNELS, 2);
    float *dst = allocate(numbers * sizeof *dst);
    float *other = allocate(numbers * sizeof *other);
    fftc_bloom_describe(s->width, s->height, CHANNELS, s->kernel, s->kernel, &what);
    what.padding = FFTC_PAD_MIRROR;
    if (fftc_bloom_create(&what, &options, &plan, &error) != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    void *spectrum = allocate(fftc_bloom_spectrum_bytes(plan));
    void *work = allocate(fftc_bloom_work_bytes(plan));
    if (fftc_bloom_prepare(plan, kernel, spectrum, &error) != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (compared) {
        plan_peer(&p, s, limit);
        prepare_peer(&p, s, kernel, fftc_bloom_power_of(spectrum, 0));
    }
    for (int i = 0; i < REPETITIONS; ++i) {
        double start = seconds();
        (void)fftc_bloom_execute(plan, src, spectrum, NULL, dst, work, NULL);
        keep_least(&own, start);
        start = seconds();
        if (compared) {
            run_peer(&p, s, src, other);
            keep_least(&others, start);
        }
    }
    for (size_t i = 0; i < numbers && compared; ++i) {
        apart = fmax(apart, fabs((double)dst[i] - (double)other[i]));
    }
    (void)printf("%5u x %4u, kernel %3u, %d thread%s: fftcore %8.3f ms", s->width, s->height,
                 s->kernel, threads, threads > 1 ? "s" : " ", 1e3 * own);
    if (compared) {
        (void)printf(", FFTW %8.3f ms (%zu x %zu), ratio %.2f, apart by %.1e", 1e3 * others,
                     p.columns, p.rows, others / own, apart);
    }
    (void)printf("\n");
    fftc_bloom_destroy(plan);
    return 0;
}

int main(int count, char **words)
{
    size s = {1280, 720, 256};
    if (count > 3) {
        s.width = (uint32_t)strtoul(words[1], NULL, 10);
        s.height = (uint32_t)strtoul(words[2], NULL, 10);
        s.kernel = (uint32_t)strtoul(words[3], NULL, 10);
    }
    return measure(&s, count > 4 ? atoi(words[4]) : 1, count > 5 ? atof(words[5]) : 60.0);
}
