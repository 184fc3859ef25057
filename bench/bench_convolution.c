/* SPDX-License-Identifier: MIT
 *
 * Convolutions against FFTW's two transforms and a product, interleaved runs on
 * one thread, medians:
 *
 *     bench_convolution [--f64] [--fftw FOLDER] [--effort estimate|measure|patient] CASE ...
 *
 * CASE: 1024, 1024x1024, r2c:65536, or conv:1024, rconv:65536, as `fftcore bench` has them. The
 * kernel is as long as the signal, its spectrum is made beforehand on both sides. FOLDER holds
 * FFTW's libraries; without it, the system's are taken. Exit status 1: the results differ.
 */
#define _GNU_SOURCE /* CLOCK_THREAD_CPUTIME_ID */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "fftcore/convolution.h"

#define ROUNDS 41
#define SAMPLE_SECONDS 2e-3

typedef struct settings {
    bool f64;
    const char *folder;
    bench_effort effort;
} settings;

typedef struct work {
    const bench_case *which;
    const bench_peer *peer;
    bool f64;
    bool real;
    size_t numbers; /* scalars of a signal */
    size_t half;    /* complex numbers of FFTW's spectrum */
    void *src;
    void *kernel;
    void *ours;
    void *theirs;
    void *spectrum;      /* ours, of the kernel */
    void *peer_kernel;   /* FFTW's */
    void *peer_spectrum; /* of the signal, then of the result */
    fftc_convolution *plan;
    void *there;
    void *back;
} work;

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t scalar_bytes(const work *w)
{
    return w->f64 ? sizeof(double) : sizeof(float);
}

static void *array(size_t scalars, size_t bytes)
{
    void *memory = aligned_alloc(64, (scalars * bytes + 63) / 64 * 64);
    if (memory == NULL) {
        (void)fprintf(stderr, "bench_convolution: out of memory\n");
        exit(2);
    }
    return memset(memory, 0, scalars * bytes);
}

static double get(const work *w, const void *data, size_t i)
{
    return w->f64 ? ((const double *)data)[i] : (double)((const float *)data)[i];
}

/* Uniform in [-1/2, 1/2), always the same: a 64-bit linear congruential generator (Knuth, MMIX),
 * its upper bits. */
static void fill(const work *w, void *data, uint64_t state)
{
    for (size_t i = 0; i < w->numbers; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double x = (double)(state >> 11) * 0x1p-53 - 0.5;
        if (w->f64) {
            ((double *)data)[i] = x;
        } else {
            ((float *)data)[i] = (float)x;
        }
    }
}

/* In a loop that compilers vectorise. */
static void multiply_float(float *restrict x, const float *restrict h, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        float re = x[2 * i] * h[2 * i] - x[2 * i + 1] * h[2 * i + 1];
        x[2 * i + 1] = x[2 * i] * h[2 * i + 1] + x[2 * i + 1] * h[2 * i];
        x[2 * i] = re;
    }
}

static void multiply_double(double *restrict x, const double *restrict h, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        double re = x[2 * i] * h[2 * i] - x[2 * i + 1] * h[2 * i + 1];
        x[2 * i + 1] = x[2 * i] * h[2 * i + 1] + x[2 * i + 1] * h[2 * i];
        x[2 * i] = re;
    }
}

static void run_ours(const work *w)
{
    (void)fftc_convolution_execute(w->plan, w->src, w->spectrum, w->ours, NULL);
}

static void run_theirs(const work *w)
{
    w->peer->fftw.execute(w->there);
    if (w->f64) {
        multiply_double(w->peer_spectrum, w->peer_kernel, w->half);
    } else {
        multiply_float(w->peer_spectrum, w->peer_kernel, w->half);
    }
    w->peer->fftw.execute(w->back);
}

/* Plans src -> spectrum -> theirs. */
static bool plan_theirs(work *w, bench_effort effort)
{
    static const unsigned flags[] = {1u << 6, 0u, 1u << 5};
    const bench_fftw *f = &w->peer->fftw;
    bench_iodim dims[FFTC_MAX_RANK];
    bench_iodim dims_back[FFTC_MAX_RANK];
    ptrdiff_t stride = 1;
    ptrdiff_t spectrum = 1;
    int rank = w->which->rank;
    for (int i = rank - 1; i >= 0; --i) {
        ptrdiff_t n = (ptrdiff_t)w->which->length[i];
        dims[i] = (bench_iodim){n, stride, spectrum};
        dims_back[i] = (bench_iodim){n, spectrum, stride};
        stride *= n;
        spectrum *= w->real && i == rank - 1 ? n / 2 + 1 : n;
    }
    f->set_timelimit(60.0);
    if (w->real) {
        w->there = f->plan_r2c(rank, dims, 0, NULL, w->src, w->peer_spectrum, flags[effort]);
        w->back = f->plan_c2r(rank, dims_back, 0, NULL, w->peer_spectrum, w->theirs, flags[effort]);
    } else {
        w->there = f->plan(rank, dims, 0, NULL, w->src, w->peer_spectrum, -1, flags[effort]);
        w->back = f->plan(rank, dims_back, 0, NULL, w->peer_spectrum, w->theirs, 1, flags[effort]);
    }
    return w->there != NULL && w->back != NULL;
}

/* The kernel's spectrum by the plan of the signal's, with FFTW's missing 1 / N. */
static void prepare_theirs(work *w)
{
    double points = (double)w->which->points;
    fill(w, w->src, 2);
    w->peer->fftw.execute(w->there);
    for (size_t i = 0; i < 2 * w->half; ++i) {
        if (w->f64) {
            ((double *)w->peer_kernel)[i] = ((double *)w->peer_spectrum)[i] / points;
        } else {
            ((float *)w->peer_kernel)[i] = ((float *)w->peer_spectrum)[i] / (float)points;
        }
    }
    fill(w, w->src, 1);
}

static bool plan_ours(work *w)
{
    fftc_convolution_description d = {
        .signal = {.kind = w->real ? FFTC_REAL : FFTC_COMPLEX,
                   .precision = w->f64 ? FFTC_FLOAT64 : FFTC_FLOAT32}};
    fftc_error error;
    memcpy(d.signal.length, w->which->length, sizeof d.signal.length);
    if (fftc_convolution_create(&d, NULL, &w->plan, &error) != FFTC_SUCCESS) {
        (void)fprintf(stderr, "bench_convolution: %s\n", error.message);
        return false;
    }
    w->spectrum = array(fftc_convolution_spectrum_bytes(w->plan), 1);
    fill(w, w->kernel, 2);
    return fftc_convolution_prepare(w->plan, w->kernel, w->spectrum, NULL) == FFTC_SUCCESS;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sample(const work *w, void (*run)(const work *), size_t repeats)
{
    double start = now();
    for (size_t i = 0; i < repeats; ++i) {
        run(w);
    }
    return (now() - start) / (double)repeats;
}

/* Prints a line; false if the results differ. */
static bool measure(const work *w)
{
    double seconds[3][ROUNDS];
    double difference = 0.0;
    double norm = 0.0;
    (void)sample(w, run_theirs, 1);
    double once = sample(w, run_ours, 1);
    once = sample(w, run_ours, 1);
    size_t repeats = once < SAMPLE_SECONDS ? (size_t)(SAMPLE_SECONDS / once) : 1;
    for (int round = 0; round < ROUNDS; ++round) {
        seconds[0][round] = sample(w, run_ours, repeats);
        seconds[1][round] = sample(w, run_theirs, repeats);
        seconds[2][round] = seconds[1][round] / seconds[0][round];
    }
    for (int i = 0; i < 3; ++i) {
        qsort(seconds[i], ROUNDS, sizeof **seconds, by_value);
    }
    for (size_t i = 0; i < w->numbers; ++i) {
        double x = get(w, w->theirs, i);
        double e = get(w, w->ours, i) - x;
        difference += e * e;
        norm += x * x;
    }
    double error = sqrt(difference / norm);
    printf("%-16s %12.3f %12.3f %8.2f %12.1e\n", w->which->name, seconds[0][ROUNDS / 2] * 1e6,
           seconds[1][ROUNDS / 2] * 1e6, seconds[2][ROUNDS / 2], error);
    (void)fflush(stdout);
    return error < (w->f64 ? 1e-14 : 5e-6);
}

static int run_case(const settings *s, const bench_peer *peer, const bench_case *c)
{
    work w = {.which = c, .peer = peer, .f64 = s->f64, .real = c->kind == FFTC_REAL};
    size_t bytes = scalar_bytes(&w);
    size_t last = (size_t)c->length[c->rank - 1];
    w.numbers = (size_t)c->points * (w.real ? 1 : 2);
    w.half = w.real ? (size_t)c->points / last * (last / 2 + 1) : (size_t)c->points;
    w.src = array(w.numbers, bytes);
    w.kernel = array(w.numbers, bytes);
    w.ours = array(w.numbers, bytes);
    w.theirs = array(w.numbers, bytes);
    w.peer_kernel = array(2 * w.half, bytes);
    w.peer_spectrum = array(2 * w.half, bytes);
    int status = 2;
    if (plan_theirs(&w, s->effort) && plan_ours(&w)) {
        prepare_theirs(&w);
        status = measure(&w) ? 0 : 1;
    } else {
        (void)fprintf(stderr, "bench_convolution: %s is refused\n", c->name);
    }
    void *plans[] = {w.there, w.back};
    for (int i = 0; i < 2; ++i) {
        if (plans[i] != NULL) {
            peer->fftw.destroy(plans[i]);
        }
    }
    fftc_convolution_destroy(w.plan);
    void *arrays[] = {w.src,         w.kernel,        w.ours,    w.theirs,
                      w.peer_kernel, w.peer_spectrum, w.spectrum};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        free(arrays[i]);
    }
    return status;
}

static int read_options(int argc, char **argv, settings *s, bench_cases *cases)
{
    static const char *const efforts[] = {"estimate", "measure", "patient"};
    char why[200];
    s->effort = BENCH_MEASURE;
    for (int i = 1; i < argc; ++i) {
        bool value = i + 1 < argc;
        if (strcmp(argv[i], "--f64") == 0) {
            s->f64 = true;
        } else if (value && strcmp(argv[i], "--fftw") == 0) {
            s->folder = argv[++i];
        } else if (value && strcmp(argv[i], "--effort") == 0) {
            ++i;
            for (int e = 0; e < 3; ++e) {
                s->effort = strcmp(argv[i], efforts[e]) == 0 ? (bench_effort)e : s->effort;
            }
        } else if (!bench_cases_parse(argv[i], cases, why, sizeof why)) {
            (void)fprintf(stderr, "bench_convolution: %s\n", why);
            return 2;
        }
    }
    for (size_t i = 0; i < cases->count; ++i) {
        const bench_case *c = &cases->list[i];
        if (c->batch != 1 || c->kind == FFTC_REAL_TO_REAL || c->direction != FFTC_FORWARD ||
            c->kernel_length[0] != 0) {
            (void)fprintf(
                stderr,
                "bench_convolution: %s: pass lengths, alone or behind r2c:, conv: or rconv:\n",
                c->name);
            return 2;
        }
    }
    if (cases->count == 0) {
        (void)fprintf(stderr, "usage: bench_convolution [--f64] [--fftw FOLDER] [--effort "
                              "estimate|measure|patient] CASE ...\n");
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    settings s = {.f64 = false};
    bench_cases cases = {NULL, 0};
    bench_peer peer;
    char why[200];
    int status = read_options(argc, argv, &s, &cases);
    if (status == 0 &&
        !bench_peer_open("FFTW", s.folder, s.f64 ? 'd' : 'f', 1, &peer, why, sizeof why)) {
        (void)fprintf(stderr, "bench_convolution: no FFTW: %s\n", why);
        status = 2;
    }
    if (status == 0) {
        printf("%-16s %12s %12s %8s %12s\n", "case", "fftcore, us", "FFTW, us", "ratio",
               "difference");
    }
    for (size_t i = 0; status == 0 && i < cases.count; ++i) {
        status = run_case(&s, &peer, &cases.list[i]);
    }
    free(cases.list);
    return status;
}
