/* SPDX-License-Identifier: MIT
 *
 * Tables of a line that is a convolution: chirps, and factors of the way back.
 */
#include "device/chirp_plan.h"

#include <stdlib.h>
#include <string.h>

#include "describe/layout.h"
#include "device/chirp_spectrum.h"
#include "device/table_jobs.h"
#include "support/roots.h"

/* The schedule of the way back. */
static fftc_line_schedule reversed(const fftc_line_schedule *schedule)
{
    fftc_line_schedule back = *schedule;
    for (uint32_t i = 0; i < schedule->stages; ++i) {
        back.radix[i] = schedule->radix[schedule->stages - 1 - i];
    }
    return back;
}

fftc_chirp_table fftc_chirp_table_count(const fftc_convolution_key *key,
                                        const fftc_line_schedule *schedule, uint64_t lines)
{
    fftc_chirp_table t = {0};
    fftc_line_schedule back = reversed(schedule);
    uint64_t period = fftc_chirp_period(key);
    if (key->role == FFTC_ROLE_PRODUCT) {
        t.back = fftc_line_twiddle_count(&back);
    }
    if (key->chirp != 0 && (key->first | key->last) != 0) {
        /* Slots without any element of the transform are left out; a slot may hold elements for
         * some invocations and none for others. */
        uint64_t most = key->chirp + (uint64_t)schedule->invocations * lines;
        t.weights = most < period ? most : period;
    }
    if (key->right_angle != 0 && (key->first | key->last) != 0) {
        t.weights = key->right_angle;
    }
    if (key->chirp != 0 && key->role == FFTC_ROLE_PRODUCT) {
        t.spectrum = fftc_chirp_spectrum_even(key) ? ((uint64_t)key->axes[0] / 2 + 1) * key->axes[1]
                                                   : period;
    }
    t.count = t.back + t.weights + t.spectrum;
    return t;
}

/* A table of exp(-pi i k^2 / n), or of exp(-pi i k / (2 n)), filled by tasks. */
#define TASK_POINTS ((uint64_t)1 << 13)
#define PIECE ((uint64_t)1 << 10)

typedef struct weights {
    fftc_roots roots; /* of 2 n, or of 4 n */
    bool right_angle;
    fftc_precision precision;
    char *table;
    uint64_t count; /* how many are computed: half of a chirp, since number n - k is (-1)^n times
                       number k */
    uint64_t n;
    uint64_t zeros; /* behind all n */
    uint32_t tasks; /* tasks that compute numbers; further ones write zeros */
} weights;

/* Puts numbers n - k of the table, for the numbers k of a piece. They are put in reverse, so that
 * they go to the table as one piece: it may be in a device's memory. */
static void put_mirrored(const weights *w, uint64_t first, uint64_t count, const char *piece)
{
    double reversed[2 * PIECE];
    size_t bytes = fftc_complex_bytes(w->precision);
    uint64_t begin = first != 0 ? first : 1;
    uint64_t end = first + count;
    while (end > begin && 2 * (end - 1) >= w->n) { /* itself, or more than the half */
        --end;
    }
    for (uint64_t k = begin; k < end; ++k) {
        memcpy((char *)reversed + (end - 1 - k) * bytes, piece + (k - first) * bytes, bytes);
    }
    if (end > begin) {
        memcpy(w->table + (w->n + 1 - end) * bytes, reversed, (end - begin) * bytes);
    }
}

/* Fills `count` numbers from `first` on, and those that equal them by symmetry. Nothing is read
 * from the table, which may be on a device. */
static void fill_piece(const weights *w, uint64_t first, uint64_t count)
{
    double piece[2 * PIECE]; /* room for doubles, or for floats */
    float *floats = (float *)piece;
    uint64_t bytes = fftc_complex_bytes(w->precision);
    uint64_t n = w->roots.n;
    fftc_roots_fill(&w->roots, w->precision, piece, count,
                    w->right_angle ? first : first * first % n,
                    w->right_angle ? 1 : (2 * first + 1) % n, w->right_angle ? 0 : 2);
    memcpy(w->table + first * bytes, piece, count * bytes);
    for (uint64_t i = 0; i < 2 * count && w->n % 2 != 0; ++i) {
        if (w->precision == FFTC_FLOAT64) {
            piece[i] = -piece[i];
        } else {
            floats[i] = -floats[i];
        }
    }
    if (!w->right_angle) {
        put_mirrored(w, first, count, (const char *)piece);
    }
}

static void fill_zeros(const weights *w, uint64_t first)
{
    uint64_t bytes = fftc_complex_bytes(w->precision);
    uint64_t count = w->zeros - first < TASK_POINTS ? w->zeros - first : TASK_POINTS;
    memset(w->table + (w->n + first) * bytes, 0, count * bytes);
}

static void prepare(void *data, uint32_t task)
{
    fftc_roots_fill_task(&((const weights *)data)->roots, task);
}

static void fill_task(void *data, uint32_t task)
{
    const weights *w = data;
    if (task >= w->tasks) {
        fill_zeros(w, (task - w->tasks) * TASK_POINTS);
        return;
    }
    uint64_t first = task * TASK_POINTS; /* below 2^31 */
    uint64_t end = w->count - first < TASK_POINTS ? w->count : first + TASK_POINTS;
    for (; first < end; first += PIECE) {
        fill_piece(w, first, end - first < PIECE ? end - first : PIECE);
    }
}

static void end_weights(void *data)
{
    weights *w = data;
    fftc_roots_end(&w->roots);
    free(w);
}

/* All weights, followed by zeros. */
static bool begin_weights(const fftc_convolution_key *key, fftc_precision precision, uint64_t all,
                          void *table, fftc_table_jobs *jobs)
{
    bool right_angle = key->right_angle != 0;
    uint64_t n = right_angle ? key->right_angle : key->chirp;
    uint64_t count = right_angle ? n : n / 2 + 1;
    weights *w = malloc(sizeof *w);
    if (w == NULL) {
        return false;
    }
    *w = (weights){.roots = fftc_roots_begin_empty((right_angle ? 4 : 2) * n,
                                                   fftc_roots_wanted(precision, count)),
                   .right_angle = right_angle,
                   .precision = precision,
                   .table = table,
                   .count = count,
                   .n = n,
                   .zeros = all > n ? all - n : 0,
                   .tasks = (uint32_t)((count + TASK_POINTS - 1) / TASK_POINTS)};
    if (w->roots.failed) {
        end_weights(w);
        return false;
    }
    const fftc_table_job job = {w->tasks + (uint32_t)((w->zeros + TASK_POINTS - 1) / TASK_POINTS),
                                fill_task,
                                w,
                                end_weights,
                                fftc_roots_tasks(&w->roots),
                                prepare,
                                count + w->zeros};
    fftc_table_jobs_add(jobs, &job);
    return true;
}

bool fftc_chirp_table_begin(const fftc_convolution_key *key, const fftc_line_schedule *schedule,
                            uint64_t lines, fftc_precision precision, void *table,
                            fftc_table_jobs *jobs)
{
    fftc_chirp_table t = fftc_chirp_table_count(key, schedule, lines);
    size_t bytes = 2 * fftc_precision_bytes(precision);
    char *at = table;
    if (t.back != 0) {
        fftc_line_schedule back = reversed(schedule);
        fftc_line_twiddle_fill(&back, precision, at);
    }
    at += t.back * bytes;
    if (t.weights != 0 && !begin_weights(key, precision, t.weights, at, jobs)) {
        return false;
    }
    at += t.weights * bytes;
    return t.spectrum == 0 || fftc_chirp_spectrum_begin(key, precision, at, jobs);
}
