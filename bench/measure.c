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
#include "support/half.h"

#define SETTLED 8 /* executions: what the first finds in the caches no longer matters */
#define SAMPLE_SECONDS 3e-4
#define LEAST_ROUNDS 5
#define MOST_ROUNDS 1001
#define MOST_COLUMNS (BENCH_MAX_PEERS + 5)

typedef struct column {
    const bench_own *own;   /* ours; or NULL */
    const bench_peer *peer; /* the peer; NULL with `own` NULL: a copy */
    int copies;             /* threads of bench_copy_run; 0: memcpy */
    bool spoils;            /* the peer overwrites its source */
    bench_arrays arrays;    /* of a transform */
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
    /* Source of those that overwrite it, and in place the result: src's numbers for the check, then
     * zeros, which remain zeros however often they are transformed. NULL where nobody does. */
    void *spoiled;
    bench_own own;
    bench_own alone; /* by one thread, where own is by more */
    bench_copy copy;
    void *kernel;   /* of a convolution: the taps */
    void *spectrum; /* of the kernel, ours */
    void *truth;    /* the judge's result, in the judge's precision; NULL without one */
    column column[MOST_COLUMNS];
    int columns;
    double meetings[MOST_ROUNDS]; /* of all threads, by round */
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
    return operations * points * log2(points) * (double)c->transforms / seconds;
}

/* --- data ------------------------------------------------------------------------------------- */

long double bench_get(char precision, const void *data, size_t i)
{
    switch (precision) {
    case 'f': return (long double)((const float *)data)[i];
    case 'd': return (long double)((const double *)data)[i];
    case 'h': return (long double)fftc_double_from_half(((const uint16_t *)data)[i]);
    default: return ((const long double *)data)[i];
    }
}

void bench_set(char precision, void *data, size_t i, long double x)
{
    switch (precision) {
    case 'f': ((float *)data)[i] = (float)x; break;
    case 'd': ((double *)data)[i] = (double)x; break;
    case 'h': ((uint16_t *)data)[i] = fftc_half_from_double((double)x); break;
    default: ((long double *)data)[i] = x; break;
    }
}

static char letter(const work *w)
{
    switch (w->settings->precision) {
    case FFTC_FLOAT64: return 'd';
    case FFTC_FLOAT16: return 'h';
    default: return 'f';
    }
}

/* Fills with numbers uniform in [-1/2, 1/2), the same in every run: the upper bits of a 64-bit
 * linear congruential generator (Knuth, MMIX). */
static void fill(const work *w, void *data, size_t scalars, uint64_t state)
{
    for (size_t i = 0; i < scalars; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bench_set(letter(w), data, i, (long double)(double)(state >> 11) * 0x1p-53L - 0.5L);
    }
}

/* Is real number i of an array in that part of its row? */
static bool inside(const work *w, double share, size_t i)
{
    return share >= 1.0 ||
           i / 2 % (size_t)w->which->length[w->which->rank - 1] < bench_case_part(w->which, share);
}

static void clear_rest(const work *w)
{
    for (size_t i = 0; i < w->src_numbers; ++i) {
        if (!inside(w, w->settings->present, i)) {
            bench_set(letter(w), w->src, i, 0.0L);
        }
    }
}

static bench_arrays arrays_of(const work *w, void *src, void *dst, size_t scalar)
{
    size_t src_im = bench_case_imaginary(w->which, false, w->src_numbers) * scalar;
    size_t dst_im = bench_case_imaginary(w->which, true, w->dst_numbers) * scalar;
    return (bench_arrays){src, src_im != 0 ? (char *)src + src_im : NULL, dst,
                          dst_im != 0 ? (char *)dst + dst_im : NULL};
}

static size_t kernel_scalars(const work *w)
{
    return bench_case_taps(w->which) * (w->which->kind == FFTC_REAL ? 1 : 2);
}

static void *aligned(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

/* Converts numbers to another precision. */
static void convert(const work *w, const void *from, size_t scalars, void *to)
{
    for (size_t i = 0; i < scalars; ++i) {
        bench_set(w->settings->judge_precision, to, i, bench_get(letter(w), from, i));
    }
}

static size_t judge_scalar(const work *w)
{
    return w->settings->judge_precision == 'l' ? sizeof(long double) : sizeof(double);
}

/* Out of place, whatever the case is. */
static bool judge_transform(const work *w, void *from)
{
    const bench_settings *s = w->settings;
    const bench_arrays arrays = arrays_of(w, from, w->truth, judge_scalar(w));
    /* ESTIMATE leaves its arrays alone. */
    void *plan = bench_peer_plan(&s->judge, w->which, &arrays, BENCH_ESTIMATE, 0.0);
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
    size_t scalar = judge_scalar(w);
    w->truth = aligned(w->dst_numbers * scalar);
    void *from = aligned(w->src_numbers * scalar);
    if (w->truth != NULL) {
        memset(w->truth, 0xff, w->dst_numbers * scalar); /* not numbers: gaps remain so */
    }
    bool judged = w->truth != NULL && from != NULL &&
                  (w->which->convolution ? judge_convolution(w, from) : judge_transform(w, from));
    free(from);
    return judged;
}

static double distance(const work *w, const void *dst)
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
        if (isnan(truth)) {
            continue;
        }
        long double d = bench_get(letter(w), dst, i) - truth;
        difference += d * d;
        norm += truth * truth;
    }
    return (double)sqrtl(difference / norm);
}

/* --- planning --------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Time of planning: the median of as many as fit 20 ms, and three at least. */
static bool plan_ours(work *w, bench_row *row, char *why, size_t why_bytes)
{
    bool measure = w->settings->own_effort == FFTC_MEASURE;
    fftc_plan_options options = {.threads = w->settings->threads,
                                 .effort = w->settings->own_effort};
    fftc_error error;
    bench_own own;
    double seconds[25];
    char text[8192];
    int count = 0;
    double begin = now(CLOCK_MONOTONIC);
    while (count < (measure ? 1 : 3) ||
           (!measure && count < 25 && now(CLOCK_MONOTONIC) - begin < 0.02)) {
        double start = now(CLOCK_MONOTONIC);
        if (bench_own_create(w->settings, w->which, &options, &own, &error) != FFTC_SUCCESS) {
            (void)snprintf(why, why_bytes, "%.200s", error.message);
            return false;
        }
        seconds[count++] = now(CLOCK_MONOTONIC) - start;
        if (bench_own_save(&own, text, sizeof text) && measure) {
            options.saved = text;
        }
        bench_own_destroy(&own);
    }
    qsort(seconds, (size_t)count, sizeof *seconds, by_value);
    row->ours.plan_seconds = seconds[count / 2];

    size_t total = 0;
    fftc_allocator allocator = {bench_count_allocate, bench_count_release, &total};
    options.allocator = &allocator;
    if (bench_own_create(w->settings, w->which, &options, &own, NULL) == FFTC_SUCCESS) {
        row->plan_bytes = total;
        bench_own_destroy(&own);
    }
    options.allocator = NULL;
    if (options.threads > 1) {
        fftc_plan_options one = options;
        one.threads = 1;
        if (bench_own_create(w->settings, w->which, &one, &w->alone, NULL) != FFTC_SUCCESS) {
            return false;
        }
    }
    return bench_own_create(w->settings, w->which, &options, &w->own, NULL) == FFTC_SUCCESS;
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

static void set_arrays(const work *w, column *c)
{
    bool in_place = w->which->placement == FFTC_IN_PLACE;
    c->spoils = in_place || (c->peer != NULL && bench_peer_spoils(w->which));
    c->arrays = arrays_of(w, c->spoils ? w->spoiled : w->src, in_place ? w->spoiled : w->dst,
                          fftc_precision_bytes(w->settings->precision));
}

static bool plan_peer(const work *w, column *c)
{
    const bench_settings *s = w->settings;
    if (!w->which->convolution) {
        c->peer_plan = bench_peer_plan(c->peer, w->which, &c->arrays, s->effort, s->limit_seconds);
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

static void close_column(column *c)
{
    if (c->peer_plan != NULL) {
        c->peer->fftw.destroy(c->peer_plan);
    }
    if (c->convolver != NULL) {
        bench_convolver_close(c->convolver);
    }
    free(c->convolver);
    free(c->samples);
}

/* A peer that refuses has no column, and no numbers. */
static void plan_peers(work *w, bench_row *row)
{
    for (int i = 0; i < w->settings->peer_count; ++i) {
        column *c = &w->column[w->columns++];
        *c = (column){.peer = &w->settings->peer[i], .result = &row->peer[i]};
        set_arrays(w, c);
        double start = now(CLOCK_MONOTONIC);
        bool planned = plan_peer(w, c);
        row->peer[i].plan_seconds = now(CLOCK_MONOTONIC) - start;
        if (!planned) {
            const double none = (double)NAN;
            row->peer[i] = (bench_result){none, none, none, none, none};
            close_column(c);
            --w->columns;
        }
    }
}

/* --- running ---------------------------------------------------------------------------------- */

static void run(const work *w, const column *c, size_t repeats)
{
    for (size_t i = 0; i < repeats; ++i) {
        if (c->own != NULL && c->own->convolution != NULL) {
            (void)fftc_convolution_execute(c->own->convolution, w->src, w->spectrum, w->dst, NULL);
        } else if (c->own != NULL && w->which->format == FFTC_SPLIT) {
            const bench_arrays *a = &c->arrays;
            (void)fftc_plan_execute_split(c->own->transform, a->src, a->src_im, a->dst, a->dst_im,
                                          NULL);
        } else if (c->own != NULL) {
            (void)fftc_plan_execute(c->own->transform, c->arrays.src, c->arrays.dst, NULL);
        } else if (c->convolver != NULL) {
            bench_convolver_run(c->convolver);
        } else if (c->peer != NULL) {
            c->peer->fftw.execute(c->peer_plan);
        } else if (c->copies > 0) {
            bench_copy_run(&w->copy, c->copies);
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
    size_t src_bytes = w->src_numbers * fftc_precision_bytes(w->settings->precision);
    memset(w->dst, 0xff, w->dst_bytes); /* not numbers: whatever is not written shows */
    if (c->spoils) {
        memcpy(w->spoiled, w->src, src_bytes);
    }
    run(w, c, 1);
    c->result->error = c->own != NULL || c->peer != NULL ? distance(w, c->arrays.dst) : (double)NAN;
    if (c->spoils) {
        memset(w->spoiled, 0, src_bytes);
    }
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
        if (w->settings->threads > 1) {
            w->meetings[round] = bench_meeting_seconds(w->settings->threads);
        }
        ++round;
    }
    return round;
}

/* Of the median round: column a's time over column b's. */
static double median_ratio(const work *w, int a, int b, size_t count, double *sorted)
{
    for (size_t k = 0; k < count; ++k) {
        sorted[k] = w->column[a].samples[k] / w->column[b].samples[k];
    }
    qsort(sorted, count, sizeof *sorted, by_value);
    return sorted[count / 2];
}

static void summarise(work *w, int rounds, bench_row *row)
{
    size_t count = (size_t)rounds;
    double *sorted = malloc(count * sizeof *sorted);
    int best = -1; /* column */
    for (int i = 0; sorted != NULL && i < w->columns; ++i) {
        bench_result *r = w->column[i].result;
        memcpy(sorted, w->column[i].samples, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_value);
        r->low = sorted[count / 4];
        r->seconds = sorted[count / 2];
        r->high = sorted[count * 3 / 4];
        if (w->column[i].peer != NULL &&
            (best < 0 || r->seconds < w->column[best].result->seconds)) {
            best = i;
        }
    }
    row->best = best < 0 ? -1 : (int)(w->column[best].result - row->peer);
    if (sorted != NULL && best >= 0) {
        row->ratio = median_ratio(w, best, 0, count, sorted);
    }
    if (sorted != NULL && w->settings->threads > 1) {
        int last = w->columns - 1;
        row->scaling.speedup = median_ratio(w, last - 2, 0, count, sorted);
        row->scaling.copy_speedup = median_ratio(w, last - 1, last, count, sorted);
        memcpy(sorted, w->meetings, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_value);
        row->scaling.meeting_seconds = sorted[count / 2];
    }
    free(sorted);
}

static bool allocate(work *w, char *why, size_t why_bytes)
{
    size_t scalar = fftc_precision_bytes(w->settings->precision);
    fftc_error error;
    if (bench_case_numbers(w->which, &w->src_numbers, &w->dst_numbers, &error) != FFTC_SUCCESS) {
        (void)snprintf(why, why_bytes, "%.200s", error.message);
        return false;
    }
    w->dst_bytes = w->dst_numbers * scalar;
    w->copy_bytes = (w->src_numbers < w->dst_numbers ? w->src_numbers : w->dst_numbers) * scalar;
    w->src = aligned(w->src_numbers * scalar);
    w->dst = aligned(w->dst_bytes);
    bool enough = w->src != NULL && w->dst != NULL;
    if (w->which->placement == FFTC_IN_PLACE || bench_peer_spoils(w->which)) {
        w->spoiled = aligned(w->src_numbers * scalar);
        enough = enough && w->spoiled != NULL;
    }
    if (!enough) {
        (void)snprintf(why, why_bytes, "no memory for arrays of %zu bytes", w->dst_bytes);
    }
    return enough;
}

/* The last three columns, in this order, where there are more threads than one. */
static void add_threads(work *w, bench_row *row)
{
    int threads = w->settings->threads;
    bench_scaling *scaling = &row->scaling;
    if (threads == 1) {
        return;
    }
    w->copy = (bench_copy){.src = w->src, .dst = w->dst, .bytes = w->copy_bytes};
    bench_copy_choose(&w->copy, w->which, threads);
    scaling->passes = w->copy.passes;
    scaling->streamed = w->copy.streamed;
    w->column[w->columns] = (column){.own = &w->alone, .result = &scaling->alone};
    set_arrays(w, &w->column[w->columns++]);
    w->column[w->columns++] = (column){.copies = 1, .result = &scaling->copy_alone};
    w->column[w->columns++] = (column){.copies = threads, .result = &scaling->copy};
}

static bool measure(work *w, bench_row *row, char *why, size_t why_bytes)
{
    if (!allocate(w, why, why_bytes) || !plan_ours(w, row, why, why_bytes)) {
        return false;
    }
    w->column[w->columns] = (column){.own = &w->own, .result = &row->ours};
    set_arrays(w, &w->column[w->columns++]);
    if (!prepare_kernel(w)) {
        (void)snprintf(why, why_bytes, "no memory for the kernel");
        return false;
    }
    /* FFTW's planner runs on it: no subnormals, no not-numbers */
    memset(w->src, 0, w->src_numbers * fftc_precision_bytes(w->settings->precision));
    memset(w->dst, 0, w->dst_bytes);
    if (w->spoiled != NULL) {
        memset(w->spoiled, 0, w->src_numbers * fftc_precision_bytes(w->settings->precision));
    }
    plan_peers(w, row);
    w->column[w->columns++] = (column){.result = &row->copy};
    add_threads(w, row);
    fill(w, w->src, w->src_numbers, 1);
    clear_rest(w);
    if (!w->which->convolution && w->which->kind == FFTC_REAL &&
        w->which->direction == FFTC_INVERSE) {
        bench_case_symmetrise(w->which, letter(w), w->src, w->src_numbers);
    }
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
    bool plain = c->kind == FFTC_COMPLEX && !c->convolution && bench_case_packed(c);
    return part && !plain ? "--present and --wanted are of packed complex transforms" : NULL;
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
        /* A chirp's convolution is some two transforms of more than twice the length. Halves are
         * rounded along each axis. */
        return w->settings->precision == FFTC_FLOAT16
                   ? 2.0 * bench_case_axes(c) * fftc_transform_error_bound(FFTC_FLOAT16, c->points)
                   : 2.0 * fftc_error_bound(w->settings->precision, 4 * c->points);
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
        close_column(&w.column[i]);
    }
    bench_own_destroy(&w.own);
    bench_own_destroy(&w.alone);
    free(w.kernel);
    free(w.spectrum);
    free(w.src);
    free(w.dst);
    free(w.spoiled);
    free(w.truth);
    return done;
}
