/* SPDX-License-Identifier: MIT
 *
 * One case: the library and its peers take turns on the same arrays, in samples of a fraction of a
 * millisecond, so that whatever the machine does at a time, it does to all of them.
 */
#define _GNU_SOURCE /* CLOCK_THREAD_CPUTIME_ID */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/reference.h"

#define SETTLED 8 /* executions: what the first finds in the caches no longer matters */
#define SAMPLE_SECONDS 3e-4
#define LEAST_ROUNDS 5
#define MOST_ROUNDS 1001
#define MOST_COLUMNS (BENCH_MAX_PEERS + 2)

/* One of the two, or neither. */
typedef struct own_plan {
    fftc_plan *transform;
    fftc_convolution *convolution;
} own_plan;

typedef struct column {
    bool ours;
    const bench_peer *peer; /* or NULL: a copy, if it is not ours */
    void *peer_plan;        /* of a transform */
    bench_convolver *convolver;
    bench_result *result;
    size_t repeats;
    double *samples;
} column;

typedef struct work {
    const bench_settings *settings;
    const bench_case *which;
    size_t src_numbers; /* real ones */
    size_t dst_numbers;
    size_t dst_bytes;
    size_t copy_bytes; /* the smaller array's */
    void *src;
    void *dst;
    own_plan own;
    void *kernel;   /* of a convolution: the taps */
    void *spectrum; /* of the kernel, ours */
    void *truth;    /* the judge's result, in the judge's precision; NULL without one */
    column column[MOST_COLUMNS];
    int columns;
} work;

static double now(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_gflops(const bench_case *c, double seconds)
{
    double points = (double)c->points;
    double operations = (c->kind == FFTC_COMPLEX ? 5e-9 : 2.5e-9) * (c->convolution ? 2.0 : 1.0);
    return operations * points * log2(points) * (double)c->batch / seconds;
}

/* --- data ------------------------------------------------------------------------------------- */

long double bench_get(char precision, const void *data, size_t i)
{
    switch (precision) {
    case 'f': return (long double)((const float *)data)[i];
    case 'd': return (long double)((const double *)data)[i];
    default: return ((const long double *)data)[i];
    }
}

void bench_set(char precision, void *data, size_t i, long double x)
{
    switch (precision) {
    case 'f': ((float *)data)[i] = (float)x; break;
    case 'd': ((double *)data)[i] = (double)x; break;
    default: ((long double *)data)[i] = x; break;
    }
}

static char letter(const work *w)
{
    return w->settings->precision == FFTC_FLOAT64 ? 'd' : 'f';
}

/* Uniform in [-1/2, 1/2), always the same: a 64-bit linear congruential generator (Knuth, MMIX),
 * its upper bits. */
static void fill(const work *w, void *data, size_t scalars, uint64_t state)
{
    for (size_t i = 0; i < scalars; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bench_set(letter(w), data, i, (long double)(double)(state >> 11) * 0x1p-53L - 0.5L);
    }
}

/* So much of a row, and at least a number. */
static size_t part_of(const work *w, double share)
{
    uint64_t n = w->which->length[w->which->rank - 1];
    uint64_t part = (uint64_t)ceil(share * (double)n);
    return (size_t)(part < 1 ? 1 : part < n ? part : n);
}

/* Is real number i of an array in that part of its row? */
static bool inside(const work *w, double share, size_t i)
{
    return share >= 1.0 || i / 2 % (size_t)w->which->length[w->which->rank - 1] < part_of(w, share);
}

static void clear_rest(const work *w)
{
    for (size_t i = 0; i < w->src_numbers; ++i) {
        if (!inside(w, w->settings->present, i)) {
            bench_set(letter(w), w->src, i, 0.0L);
        }
    }
}

static size_t kernel_scalars(const work *w)
{
    return bench_case_taps(w->which) * (w->which->kind == FFTC_REAL ? 1 : 2);
}

static void *aligned(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

/* In another precision. */
static void convert(const work *w, const void *from, size_t scalars, void *to)
{
    for (size_t i = 0; i < scalars; ++i) {
        bench_set(w->settings->judge_precision, to, i, bench_get(letter(w), from, i));
    }
}

static bool judge_transform(const work *w, void *from)
{
    const bench_settings *s = w->settings;
    /* ESTIMATE leaves its arrays alone. */
    void *plan = bench_peer_plan(&s->judge, w->which, from, w->truth, BENCH_ESTIMATE, 0.0);
    if (plan != NULL) {
        convert(w, w->src, w->src_numbers, from);
        s->judge.fftw.execute(plan);
        s->judge.fftw.destroy(plan);
    }
    return plan != NULL;
}

static bool judge_convolution(const work *w, void *from)
{
    const bench_settings *s = w->settings;
    bench_convolver c;
    void *taps = aligned(kernel_scalars(w) * sizeof(long double));
    bool planned = bench_convolver_open(&s->judge, s->judge_precision, w->which, from, w->truth,
                                        BENCH_ESTIMATE, 0.0, &c);
    if (planned && taps != NULL) {
        convert(w, w->kernel, kernel_scalars(w), taps);
        bench_convolver_prepare(&c, taps, bench_case_taps(w->which));
        convert(w, w->src, w->src_numbers, from);
        bench_convolver_run(&c);
    }
    bench_convolver_close(&c);
    free(taps);
    return planned && taps != NULL;
}

static bool judge(work *w)
{
    size_t scalar = w->settings->judge_precision == 'l' ? sizeof(long double) : sizeof(double);
    w->truth = aligned(w->dst_numbers * scalar);
    void *from = aligned(w->src_numbers * scalar);
    bool judged = w->truth != NULL && from != NULL &&
                  (w->which->convolution ? judge_convolution(w, from) : judge_transform(w, from));
    free(from);
    return judged;
}

static double distance(const work *w)
{
    long double difference = 0;
    long double norm = 0;
    if (w->truth == NULL) {
        return (double)NAN;
    }
    for (size_t i = 0; i < w->dst_numbers; ++i) {
        /* Ours is not written elsewhere, and FFTW's is the whole of it. */
        if (!inside(w, w->settings->wanted, i)) {
            continue;
        }
        long double truth = bench_get(w->settings->judge_precision, w->truth, i);
        long double d = bench_get(letter(w), w->dst, i) - truth;
        difference += d * d;
        norm += truth * truth;
    }
    return (double)sqrtl(difference / norm);
}

/* --- planning --------------------------------------------------------------------------------- */

typedef struct block {
    size_t bytes;
    char padding[56];
} block;

/* Counts what a plan holds. */
static void *count_allocate(void *user, size_t bytes, size_t alignment)
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

static void count_release(void *user, void *memory)
{
    size_t *total = user;
    block *start = (block *)memory - 1;
    *total -= start->bytes;
    free(start);
}

static fftc_transform describe(const work *w)
{
    fftc_transform transform = {.batch = w->which->batch, .precision = w->settings->precision};
    memcpy(transform.length, w->which->length, sizeof transform.length);
    transform.kind = w->which->kind;
    transform.direction = w->which->direction;
    transform.scaling = FFTC_SCALE_NONE;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        transform.trigonometric[i] = w->which->trigonometric;
    }
    if (w->settings->present < 1.0) {
        transform.src_range[w->which->rank - 1].end = part_of(w, w->settings->present);
    }
    if (w->settings->wanted < 1.0) {
        transform.dst_range[w->which->rank - 1].end = part_of(w, w->settings->wanted);
    }
    return transform;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void destroy(own_plan *own)
{
    fftc_plan_destroy(own->transform);
    fftc_convolution_destroy(own->convolution);
    *own = (own_plan){NULL, NULL};
}

static fftc_status create(const work *w, const fftc_plan_options *options, own_plan *own,
                          fftc_error *error)
{
    fftc_transform transform = describe(w);
    fftc_convolution_description convolution;
    *own = (own_plan){NULL, NULL};
    if (!w->which->convolution) {
        return fftc_plan_create(&transform, options, &own->transform, error);
    }
    fftc_status status = bench_case_convolution(w->which, &convolution, error);
    convolution.signal.precision = w->settings->precision;
    return status == FFTC_SUCCESS
               ? fftc_convolution_create(&convolution, options, &own->convolution, error)
               : status;
}

static bool save(const own_plan *own, char *text, size_t capacity)
{
    size_t bytes;
    return (own->convolution != NULL
                ? fftc_convolution_save(own->convolution, text, capacity, &bytes, NULL)
                : fftc_plan_save(own->transform, text, capacity, &bytes, NULL)) == FFTC_SUCCESS;
}

/* Time of planning: the median of as many as fit 20 ms, and three at least. */
static bool plan_ours(work *w, bench_row *row, char *why, size_t why_bytes)
{
    bool measure = w->settings->own_effort == FFTC_MEASURE;
    fftc_plan_options options = {.threads = w->settings->threads,
                                 .effort = w->settings->own_effort};
    fftc_error error;
    own_plan own;
    double seconds[25];
    char text[8192];
    int count = 0;
    double begin = now(CLOCK_MONOTONIC);
    while (count < (measure ? 1 : 3) ||
           (!measure && count < 25 && now(CLOCK_MONOTONIC) - begin < 0.02)) {
        double start = now(CLOCK_MONOTONIC);
        if (create(w, &options, &own, &error) != FFTC_SUCCESS) {
            (void)snprintf(why, why_bytes, "%.200s", error.message);
            return false;
        }
        seconds[count++] = now(CLOCK_MONOTONIC) - start;
        if (save(&own, text, sizeof text) && measure) {
            options.saved = text;
        }
        destroy(&own);
    }
    qsort(seconds, (size_t)count, sizeof *seconds, by_value);
    row->ours.plan_seconds = seconds[count / 2];

    size_t total = 0;
    fftc_allocator allocator = {count_allocate, count_release, &total};
    options.allocator = &allocator;
    if (create(w, &options, &own, NULL) == FFTC_SUCCESS) {
        row->plan_bytes = total;
        destroy(&own);
    }
    options.allocator = NULL;
    return create(w, &options, &w->own, NULL) == FFTC_SUCCESS;
}

/* The kernel, and what ours makes of it. */
static bool prepare_kernel(work *w)
{
    if (!w->which->convolution) {
        return true;
    }
    w->kernel = aligned(kernel_scalars(w) * fftc_precision_bytes(w->settings->precision));
    w->spectrum = aligned(fftc_convolution_spectrum_bytes(w->own.convolution));
    if (w->kernel == NULL || w->spectrum == NULL) {
        return false;
    }
    fill(w, w->kernel, kernel_scalars(w), 2);
    return fftc_convolution_prepare(w->own.convolution, w->kernel, w->spectrum, NULL) ==
           FFTC_SUCCESS;
}

static bool plan_peer(const work *w, column *c)
{
    const bench_settings *s = w->settings;
    if (!w->which->convolution) {
        c->peer_plan =
            bench_peer_plan(c->peer, w->which, w->src, w->dst, s->effort, s->limit_seconds);
        return c->peer_plan != NULL;
    }
    c->convolver = malloc(sizeof *c->convolver);
    bool planned =
        c->convolver != NULL && bench_convolver_open(c->peer, letter(w), w->which, w->src, w->dst,
                                                     s->effort, s->limit_seconds, c->convolver);
    if (planned) {
        bench_convolver_prepare(c->convolver, w->kernel, bench_case_taps(w->which));
    }
    return planned;
}

static bool plan_peers(work *w, bench_row *row, char *why, size_t why_bytes)
{
    for (int i = 0; i < w->settings->peer_count; ++i) {
        column *c = &w->column[w->columns++];
        *c = (column){.peer = &w->settings->peer[i], .result = &row->peer[i]};
        double start = now(CLOCK_MONOTONIC);
        bool planned = plan_peer(w, c);
        row->peer[i].plan_seconds = now(CLOCK_MONOTONIC) - start;
        if (!planned) {
            (void)snprintf(why, why_bytes, "FFTW %s refuses it", c->peer->name);
            return false;
        }
    }
    return true;
}

/* --- running ---------------------------------------------------------------------------------- */

static void run(const work *w, const column *c, size_t repeats)
{
    for (size_t i = 0; i < repeats; ++i) {
        if (c->ours && w->own.convolution != NULL) {
            (void)fftc_convolution_execute(w->own.convolution, w->src, w->spectrum, w->dst, NULL);
        } else if (c->ours) {
            (void)fftc_plan_execute(w->own.transform, w->src, w->dst, NULL);
        } else if (c->convolver != NULL) {
            bench_convolver_run(c->convolver);
        } else if (c->peer != NULL) {
            c->peer->fftw.execute(c->peer_plan);
        } else {
            memcpy(w->dst, w->src, w->copy_bytes);
        }
    }
}

/* What the thread has computed, where there is one: what others do on the machine counts as little
 * as it can. */
static clockid_t clock_for(const work *w)
{
    return w->settings->threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
}

static void prepare_column(const work *w, column *c)
{
    clockid_t clock = clock_for(w);
    memset(w->dst, 0xff, w->dst_bytes); /* not numbers: whatever is not written shows */
    run(w, c, 1);
    c->result->error = c->ours || c->peer != NULL ? distance(w) : (double)NAN;
    c->repeats = 1;
    for (;;) {
        double start = now(clock);
        run(w, c, c->repeats);
        double seconds = now(clock) - start;
        if (seconds >= SAMPLE_SECONDS / 2) {
            double repeats = (double)c->repeats * SAMPLE_SECONDS / seconds;
            c->repeats = repeats < 1 ? 1 : (size_t)repeats;
            return;
        }
        c->repeats *= 2;
    }
}

static int sample(work *w)
{
    clockid_t clock = clock_for(w);
    double begin = now(CLOCK_MONOTONIC);
    double total = w->settings->sample_seconds * w->columns;
    int round = 0;
    while (round < LEAST_ROUNDS || (round < MOST_ROUNDS && now(CLOCK_MONOTONIC) - begin < total)) {
        for (int i = 0; i < w->columns; ++i) {
            column *c = &w->column[(i + round) % w->columns]; /* each has each as predecessor */
            /* Caches hold what it leaves there itself, as in a program that calls it alone. */
            run(w, c, c->repeats < SETTLED ? 1 : 0);
            double start = now(clock);
            run(w, c, c->repeats);
            c->samples[round] = (now(clock) - start) / (double)c->repeats;
        }
        ++round;
    }
    return round;
}

static void summarise(work *w, int rounds, bench_row *row)
{
    size_t count = (size_t)rounds;
    double *sorted = malloc(count * sizeof *sorted);
    row->best = -1;
    for (int i = 0; sorted != NULL && i < w->columns; ++i) {
        bench_result *r = w->column[i].result;
        memcpy(sorted, w->column[i].samples, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_value);
        r->low = sorted[count / 4];
        r->seconds = sorted[count / 2];
        r->high = sorted[count * 3 / 4];
        if (w->column[i].peer != NULL &&
            (row->best < 0 || r->seconds < row->peer[row->best].seconds)) {
            row->best = i - 1;
        }
    }
    if (sorted != NULL && row->best >= 0) {
        for (size_t k = 0; k < count; ++k) {
            sorted[k] = w->column[row->best + 1].samples[k] / w->column[0].samples[k];
        }
        qsort(sorted, count, sizeof *sorted, by_value);
        row->ratio = sorted[count / 2];
    }
    free(sorted);
}

static bool allocate(work *w, char *why, size_t why_bytes)
{
    size_t scalar = fftc_precision_bytes(w->settings->precision);
    w->src_numbers = bench_case_numbers(w->which, false);
    w->dst_numbers = bench_case_numbers(w->which, true);
    w->dst_bytes = w->dst_numbers * scalar;
    w->copy_bytes = (w->src_numbers < w->dst_numbers ? w->src_numbers : w->dst_numbers) * scalar;
    w->src = aligned(w->src_numbers * scalar);
    w->dst = aligned(w->dst_bytes);
    bool enough = w->src != NULL && w->dst != NULL;
    if (!enough) {
        (void)snprintf(why, why_bytes, "no memory for arrays of %zu bytes", w->dst_bytes);
    }
    return enough;
}

static bool measure(work *w, bench_row *row, char *why, size_t why_bytes)
{
    if (!allocate(w, why, why_bytes) || !plan_ours(w, row, why, why_bytes)) {
        return false;
    }
    w->column[w->columns++] = (column){.ours = true, .result = &row->ours};
    if (!prepare_kernel(w)) {
        (void)snprintf(why, why_bytes, "no memory for the kernel");
        return false;
    }
    /* FFTW's planner runs on it: no subnormals, no not-numbers */
    memset(w->src, 0, w->src_numbers * fftc_precision_bytes(w->settings->precision));
    memset(w->dst, 0, w->dst_bytes);
    if (!plan_peers(w, row, why, why_bytes)) {
        return false;
    }
    w->column[w->columns++] = (column){.result = &row->copy};
    fill(w, w->src, w->src_numbers, 1);
    clear_rest(w);
    if (w->settings->has_judge && !judge(w)) {
        (void)snprintf(why, why_bytes, "no memory for the judge");
        return false;
    }
    for (int i = 0; i < w->columns; ++i) {
        prepare_column(w, &w->column[i]);
        w->column[i].samples = malloc(MOST_ROUNDS * sizeof(double));
        if (w->column[i].samples == NULL) {
            (void)snprintf(why, why_bytes, "no memory for the samples");
            return false;
        }
    }
    summarise(w, sample(w), row);
    return true;
}

const char *bench_measure_refuses(const bench_settings *settings, const bench_case *c)
{
    bool part = settings->present < 1.0 || settings->wanted < 1.0;
    if (part && (c->kind != FFTC_COMPLEX || c->convolution)) {
        return "--present and --wanted are of complex transforms";
    }
    return c->kind == FFTC_REAL && c->direction == FFTC_INVERSE && c->rank > 1
               ? "of several axes FFTW destroys the spectrum; measured on devices (--device N)"
               : NULL;
}

/* Relative, like the error. */
static double bound_of(const work *w)
{
    const bench_case *c = w->which;
    long double kernel = 0.0L;
    long double src = 0.0L;
    long double truth = 0.0L;
    size_t parts = c->kind == FFTC_REAL ? 1 : 2;
    if (!c->convolution) {
        /* A chirp's convolution is some two transforms of more than twice the length. */
        return 2.0 * fftc_error_bound(w->settings->precision, 4 * c->points);
    }
    for (size_t i = 0; w->truth != NULL && i < kernel_scalars(w); i += parts) {
        long double re = bench_get(letter(w), w->kernel, i);
        long double im = parts == 2 ? bench_get(letter(w), w->kernel, i + 1) : 0.0L;
        kernel += sqrtl(re * re + im * im);
    }
    for (size_t i = 0; w->truth != NULL && i < w->src_numbers; ++i) {
        long double x = bench_get(letter(w), w->src, i);
        long double y = bench_get(w->settings->judge_precision, w->truth, i);
        src += x * x;
        truth += y * y;
    }
    return w->truth == NULL ? (double)NAN
                            : fftc_convolution_error_bound(w->own.convolution) *
                                  (double)(kernel * sqrtl(src / truth));
}

bool bench_measure(const bench_settings *settings, const bench_case *c, bench_row *row, char *why,
                   size_t why_bytes)
{
    work w = {.settings = settings, .which = c};
    memset(row, 0, sizeof *row);
    row->which = *c;
    bool done = measure(&w, row, why, why_bytes);
    if (done) {
        row->bound = bound_of(&w);
        row->wrong = settings->has_judge && !(row->ours.error <= row->bound);
    }
    for (int i = 0; i < w.columns; ++i) {
        if (w.column[i].peer_plan != NULL) {
            w.column[i].peer->fftw.destroy(w.column[i].peer_plan);
        }
        if (w.column[i].convolver != NULL) {
            bench_convolver_close(w.column[i].convolver);
        }
        free(w.column[i].convolver);
        free(w.column[i].samples);
    }
    destroy(&w.own);
    free(w.kernel);
    free(w.spectrum);
    free(w.src);
    free(w.dst);
    free(w.truth);
    return done;
}
