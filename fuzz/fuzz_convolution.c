/* SPDX-License-Identifier: MIT
 *
 * Descriptions of convolutions, sensible or not: a refusal has a status and a sentence and leaves
 * nothing behind; a plan gives the sums of the definition. Arrays have just the sizes that the
 * description spans, so that the address sanitizer sees every step outside.
 */
#include <math.h>
#include <string.h>

#include "../tests/doubling_pieces.h"
#include "description.h"
#include "fftcore/convolution.h"
#include "fftcore/emulate_plan.h"
#include "support/half.h"

#define MOST_NUMBERS 20000u               /* of an array that is really convolved */
#define MOST_TERMS 60000u                 /* products of the definition, to compare with */
#define MOST_EMULATED 2000                /* points */
#define MOST_BYTES ((size_t)64 * 1048576) /* the most memory that a plan may have */

__extension__ typedef unsigned __int128 wide;

/* --- descriptions ----------------------------------------------------------------------------- */

static uint64_t take_size(fuzz_input *input)
{
    return fuzz_take_size(input, 12, 4096);
}

/* Mostly within the length. */
static uint64_t take_within(fuzz_input *input, uint64_t length)
{
    uint64_t x = take_size(input);
    return fuzz_take_below(input, 16) == 0 || length == 0 ? x : x % length;
}

static fftc_convolution_description take_description(fuzz_input *input)
{
    fftc_convolution_description d;
    memset(&d, 0, sizeof d);
    fftc_transform *t = &d.signal;
    uint32_t flags = (uint32_t)fuzz_take(input, 3);
    t->precision = (flags & 7u) == 7u ? (fftc_precision)fuzz_take_below(input, 5)
                                      : (fftc_precision)(flags & 1u);
    t->kind = (flags >> 3 & 7u) == 7u ? (fftc_kind)2 : (fftc_kind)(flags >> 3 & 1u);
    t->placement = (fftc_placement)(flags >> 6 & 1u);
    t->scaling = (fftc_scaling)(flags >> 7 & 3u); /* 3 is none */
    d.product = (fftc_product)(flags >> 9 & 1u);
    uint32_t rank = 1 + (flags >> 10 & 3u);
    for (uint32_t i = 0; i < rank; ++i) {
        t->length[i] = take_size(input);
    }
    t->batch = (flags >> 12 & 1u) != 0 ? take_size(input) : 0;
    for (uint32_t i = 0; i < rank && (flags >> 13 & 1u) != 0; ++i) {
        d.kernel_length[i] = 1 + take_within(input, t->length[i]);
    }
    for (uint32_t i = 0; i < rank && (flags >> 14 & 1u) != 0; ++i) {
        d.kernel_origin[i] = take_within(input, t->length[i]);
    }
    for (uint32_t i = 0; i < rank && (flags >> 15 & 1u) != 0; ++i) {
        t->src_range[i].begin = take_within(input, t->length[i]);
        t->src_range[i].end =
            t->src_range[i].begin + 1 + take_within(input, t->length[i] - t->src_range[i].begin);
    }
    for (uint32_t i = 0; i < rank && (flags >> 16 & 1u) != 0; ++i) {
        t->dst_range[i].begin = take_within(input, t->length[i]);
        t->dst_range[i].end =
            t->dst_range[i].begin + 1 + take_within(input, t->length[i] - t->dst_range[i].begin);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 17 & 1u) != 0; ++i) {
        t->dst_stride[i] = take_size(input);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 18 & 1u) != 0; ++i) {
        t->src_stride[i] = take_size(input);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 19 & 1u) != 0; ++i) {
        d.kernel_stride[i] = take_size(input);
    }
    fuzz_mean_zeros(t->src_stride, t->length);
    fuzz_mean_zeros(d.kernel_stride, t->length);
    t->dst_distance = (flags >> 20 & 1u) != 0 ? take_size(input) : 0;
    t->src_distance = (flags >> 21 & 1u) != 0 ? take_size(input) : 0;
    if ((flags >> 22 & 1u) != 0) { /* as in place needs it */
        memcpy(t->src_stride, t->dst_stride, sizeof t->src_stride);
        t->src_distance = t->dst_distance;
    }
    t->direction = (flags >> 23 & 1u) != 0 ? (fftc_direction)fuzz_take_below(input, 2) : 0;
    return d;
}

/* Zero behind the end of older inputs. */
static void take_padding(fuzz_input *input, fftc_convolution_description *d)
{
    uint64_t bits = fuzz_take(input, 2);
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        d->padding[i] = (fftc_padding)(bits >> 3 * i & 7u);
    }
}

/* --- what one means, said again --------------------------------------------------------------- */

/* Axes of an array, the batch last. */
typedef struct array {
    size_t begin[FFTC_MAX_RANK + 1];
    size_t end[FFTC_MAX_RANK + 1];
    size_t stride[FFTC_MAX_RANK + 1];
    size_t span; /* numbers */
    size_t count;
} array;

typedef struct meaning {
    int rank;
    array src;
    array dst;
    array kernel;
    size_t terms;
} meaning;

/* False if it is larger than we care to try. */
static int measure(array *a, int rank, const uint64_t *given, uint64_t distance,
                   const uint64_t *length)
{
    wide next = 1;
    wide span = 1;
    wide count = 1;
    uint64_t any = given[0] | given[1] | given[2] | given[3];
    for (int i = rank - 1; i >= 0; --i) {
        a->stride[i] = any != 0 ? fuzz_stride(given[i]) : (size_t)next;
        next *= length[i];
    }
    a->stride[rank] = distance != 0 ? fuzz_stride(distance) : (size_t)next;
    for (int i = 0; i <= rank; ++i) {
        span += (wide)(a->end[i] - 1) * a->stride[i];
        count *= a->end[i] - a->begin[i];
    }
    a->span = (size_t)span;
    a->count = (size_t)count;
    return span <= MOST_NUMBERS && count <= MOST_NUMBERS;
}

static int meaning_of(const fftc_convolution_description *d, meaning *m)
{
    const fftc_transform *t = &d->signal;
    uint64_t taps[FFTC_MAX_RANK];
    uint64_t any = 0;
    memset(m, 0, sizeof *m);
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        any |= d->kernel_length[i];
    }
    for (; m->rank < FFTC_MAX_RANK && t->length[m->rank] != 0; ++m->rank) {
        int i = m->rank;
        taps[i] = any != 0 ? d->kernel_length[i] : t->length[i];
        m->kernel.end[i] = taps[i];
        m->src.begin[i] = t->src_range[i].begin;
        m->src.end[i] = t->src_range[i].end != 0 ? t->src_range[i].end : t->length[i];
        m->dst.begin[i] = t->dst_range[i].begin;
        m->dst.end[i] = t->dst_range[i].end != 0 ? t->dst_range[i].end : t->length[i];
    }
    m->src.end[m->rank] = m->dst.end[m->rank] = t->batch == 0 ? 1 : t->batch;
    m->kernel.end[m->rank] = 1;
    if (!measure(&m->src, m->rank, t->src_stride, t->src_distance, t->length) ||
        !measure(&m->dst, m->rank, t->dst_stride, t->dst_distance, t->length) ||
        !measure(&m->kernel, m->rank, d->kernel_stride, 0, taps)) {
        return 0;
    }
    m->terms = m->dst.count * m->kernel.count; /* both at most MOST_NUMBERS */
    return 1;
}

static size_t find(const array *a, int axes, size_t number, size_t *index)
{
    size_t offset = 0;
    for (int i = axes - 1; i >= 0; --i) {
        index[i] = a->begin[i] + number % (a->end[i] - a->begin[i]);
        number /= a->end[i] - a->begin[i];
        offset += index[i] * a->stride[i];
    }
    return offset;
}

typedef struct number {
    double re;
    double im;
} number;

static double get_scalar(const fftc_transform *t, const void *data, size_t at)
{
    switch (t->precision) {
    case FFTC_FLOAT64: return ((const double *)data)[at];
    case FFTC_FLOAT16: return (double)fftc_float_from_half(((const uint16_t *)data)[at]);
    default: return (double)((const float *)data)[at];
    }
}

static number get(const fftc_transform *t, const void *data, size_t at)
{
    number x = {0.0, 0.0};
    if (t->kind == FFTC_REAL) {
        x.re = get_scalar(t, data, at);
    } else {
        x.re = get_scalar(t, data, 2 * at);
        x.im = get_scalar(t, data, 2 * at + 1);
    }
    return x;
}

static size_t number_bytes(const fftc_transform *t)
{
    return fftc_precision_bytes(t->precision) * (t->kind == FFTC_REAL ? 1 : 2);
}

static void *fill(const fftc_transform *t, size_t numbers, unsigned *state)
{
    size_t scalars = numbers * (t->kind == FFTC_REAL ? 1 : 2);
    void *data = malloc(numbers * number_bytes(t));
    fuzz_check(data != NULL, "%zu numbers", numbers);
    for (size_t i = 0; i < scalars; ++i) {
        *state = *state * 1664525u + 1013904223u;
        double x = (double)(*state >> 8) / 8388608.0 - 1.0;
        if (t->precision == FFTC_FLOAT64) {
            ((double *)data)[i] = x;
        } else if (t->precision == FFTC_FLOAT16) {
            ((uint16_t *)data)[i] = fftc_half_from_float((float)x);
        } else {
            ((float *)data)[i] = (float)x;
        }
    }
    return data;
}

/* The number of the signal that stands for one of its period. */
static size_t padded(const fftc_convolution_description *d, const meaning *m, int axis, size_t from)
{
    int64_t n = (int64_t)(m->src.end[axis] - m->src.begin[axis]);
    int64_t rest = (int64_t)d->signal.length[axis] - n;
    int64_t at = (int64_t)from - (int64_t)m->src.begin[axis];
    int64_t behind = d->product == FFTC_CORRELATE ? (rest + 1) / 2 : rest / 2;
    if (at >= n + behind || at < behind - rest) {
        at += at < 0 ? n + rest : -(n + rest);
    }
    switch (d->padding[axis]) {
    case FFTC_PAD_MIRROR:
        at = ((at % (2 * n)) + 2 * n) % (2 * n);
        at = at < n ? at : 2 * n - 1 - at;
        break;
    case FFTC_PAD_REPEAT: at = ((at % n) + n) % n; break;
    default: at = at < 0 ? 0 : at < n ? at : n - 1;
    }
    return m->src.begin[axis] + (size_t)at;
}

static number sum_at(const fftc_convolution_description *d, const meaning *m, const void *src,
                     const void *kernel, const size_t *at)
{
    const fftc_transform *t = &d->signal;
    number sum = {0.0, 0.0};
    for (size_t k = 0; k < m->kernel.count; ++k) {
        size_t tap[FFTC_MAX_RANK + 1];
        size_t where = find(&m->kernel, m->rank, k, tap);
        size_t offset = at[m->rank] * m->src.stride[m->rank];
        int exists = 1;
        for (int i = 0; i < m->rank; ++i) {
            size_t n = t->length[i];
            size_t o = d->kernel_origin[i];
            size_t from = d->product == FFTC_CORRELATE ? (at[i] + tap[i] + n - o) % n
                                                       : (at[i] + o + n - tap[i]) % n;
            if (d->padding[i] != FFTC_PAD_ZERO) {
                from = padded(d, m, i, from);
            }
            exists = exists && from >= m->src.begin[i] && from < m->src.end[i];
            offset += from * m->src.stride[i];
        }
        if (exists) {
            number x = get(t, src, offset);
            number h = get(t, kernel, where);
            h.im = d->product == FFTC_CORRELATE ? -h.im : h.im;
            sum.re += h.re * x.re - h.im * x.im;
            sum.im += h.re * x.im + h.im * x.re;
        }
    }
    return sum;
}

static void check_sums(const fftc_convolution_description *d, const meaning *m, const void *src,
                       const void *kernel, const void *dst, double bound)
{
    const fftc_transform *t = &d->signal;
    size_t index[FFTC_MAX_RANK + 1];
    double factor = 1.0;
    double taps = 0.0;
    double norm = 0.0;
    double error = 0.0;
    double slack = 0.0;
    for (int i = 0; i < m->rank && t->scaling != FFTC_SCALE_DEFAULT; ++i) {
        double n = (double)t->length[i];
        factor *= t->scaling == FFTC_SCALE_NONE ? n : 1.0 / sqrt(n);
    }
    for (size_t i = 0; i < m->kernel.count; ++i) {
        number h = get(t, kernel, find(&m->kernel, m->rank, i, index));
        taps += hypot(h.re, h.im);
    }
    for (size_t i = 0; i < m->src.count; ++i) {
        number x = get(t, src, find(&m->src, m->rank + 1, i, index));
        norm += x.re * x.re + x.im * x.im;
    }
    for (size_t i = 0; i < m->dst.count; ++i) {
        number y = get(t, dst, find(&m->dst, m->rank + 1, i, index));
        number sum = sum_at(d, m, src, kernel, index);
        if (t->precision == FFTC_FLOAT16) {
            /* Greater ones become infinite, and the smallest lose digits. */
            if (hypot(sum.re, sum.im) * factor > 60000.0) {
                return;
            }
            slack += 0x1p-50;
        }
        error += pow(y.re - factor * sum.re, 2.0) + pow(y.im - factor * sum.im, 2.0);
    }
    /* 1e-14: the sums' own roundings. */
    fuzz_check(sqrt(error) <= (bound + 1e-14 * (factor > 1.0 ? factor : 1.0)) * taps * sqrt(norm) +
                                  sqrt(slack),
               "error %g, bound %g", sqrt(error) / (taps * sqrt(norm)), bound);
}

static void check_gaps(const fftc_transform *t, const meaning *m, const char *before,
                       const char *after)
{
    size_t bytes = number_bytes(t);
    size_t index[FFTC_MAX_RANK + 1];
    char *wanted = calloc(m->dst.span, 1);
    fuzz_check(wanted != NULL, "%zu numbers", m->dst.span);
    for (size_t i = 0; i < m->dst.count; ++i) {
        wanted[find(&m->dst, m->rank + 1, i, index)] = 1;
    }
    for (size_t i = 0; i < m->dst.span; ++i) {
        fuzz_check(wanted[i] != 0 || memcmp(before + i * bytes, after + i * bytes, bytes) == 0,
                   "number %zu, which nobody wants, was written", i);
    }
    free(wanted);
}

/* Arrays of just the sizes that a description spans, and what they held. */
typedef struct arrays {
    char *dst;
    char *before;
    char *src; /* in place: dst */
    char *src_before;
    void *kernel;
    int in_place;
} arrays;

static arrays make_arrays(const fftc_transform *t, const meaning *m)
{
    unsigned state = 1;
    size_t bytes = number_bytes(t);
    int in_place = t->placement == FFTC_IN_PLACE;
    size_t reach = in_place && m->src.span > m->dst.span ? m->src.span : m->dst.span;
    arrays a = {.dst = fill(t, reach, &state), .in_place = in_place};
    a.before = malloc(reach * bytes);
    a.src = in_place ? a.dst : fill(t, m->src.span, &state);
    a.src_before = malloc(m->src.span * bytes);
    a.kernel = fill(t, m->kernel.span, &state);
    fuzz_check(a.before != NULL && a.src_before != NULL, "%zu numbers", reach);
    memcpy(a.before, a.dst, reach * bytes);
    memcpy(a.src_before, a.src, m->src.span * bytes);
    return a;
}

/* The sums are right, as far as they are not too many to add up, and nothing else has changed. */
static void judge(const fftc_convolution_description *d, const meaning *m, const arrays *a,
                  double bound)
{
    const fftc_transform *t = &d->signal;
    fuzz_check(a->in_place || memcmp(a->src, a->src_before, m->src.span * number_bytes(t)) == 0,
               "the source changed");
    check_gaps(t, m, a->before, a->dst);
    if (m->terms <= MOST_TERMS) {
        check_sums(d, m, a->src_before, a->kernel, a->dst, bound);
    }
}

static void free_arrays(arrays *a)
{
    free(a->kernel);
    free(a->src_before);
    free(a->before);
    free(a->in_place ? NULL : a->src);
    free(a->dst);
}

static void execute(const fftc_convolution_description *d, const fftc_convolution *plan)
{
    meaning m;
    size_t spectrum_bytes = fftc_convolution_spectrum_bytes(plan);
    if (!meaning_of(d, &m) || spectrum_bytes > MOST_BYTES) {
        return;
    }
    arrays a = make_arrays(&d->signal, &m);
    void *spectrum = malloc(spectrum_bytes);
    fuzz_check(spectrum != NULL, "%zu bytes", spectrum_bytes);
    fuzz_check(fftc_convolution_prepare(plan, a.kernel, spectrum, NULL) == FFTC_SUCCESS,
               "a kernel");
    fuzz_check(fftc_convolution_execute(plan, a.src, spectrum, a.dst, NULL) == FFTC_SUCCESS,
               "a plan that does not run");
    judge(d, &m, &a, fftc_convolution_error_bound(plan));
    free(spectrum);
    free_arrays(&a);
}

/* Few enough points for the emulator. */
static int small(const fftc_convolution_description *d)
{
    wide points = d->signal.batch != 0 ? d->signal.batch : 1;
    for (int i = 0; i < FFTC_MAX_RANK && d->signal.length[i] != 0; ++i) {
        points *= d->signal.length[i];
    }
    return points <= MOST_EMULATED;
}

/* The plan that a device would get: made or refused for every description; small ones are carried
 * out in the emulator, with the same meaning and no finding, some with accessors. */
static void emulate(const fftc_convolution_description *d, uint32_t setting, int valid)
{
    const fftc_emulation config = {.schedule = (fftc_schedule)(setting % FFTC_SCHEDULE_COUNT)};
    int pieces = (setting >> 5 & 1u) != 0 && d->signal.precision != FFTC_FLOAT64;
    const fftc_emulated_device emulation = {.invocations_max = 16u << (setting & 3u),
                                            .shared_bytes = 256u << (setting >> 2 & 3u),
                                            .passes.no_subgroups = (setting >> 4 & 1u) != 0,
                                            .load = pieces ? fftc_emulated_load : NULL,
                                            .store = pieces ? fftc_emulated_store : NULL,
                                            .config = &config};
    fftc_convolution_arrays given = {.src = NULL};
    fftc_emulated_report report;
    fftc_error error;
    meaning m;
    memset(&error, 0, sizeof error);
    if (!valid || !meaning_of(d, &m) || m.terms > MOST_TERMS || !small(d)) {
        fuzz_check_status(fftc_emulate_convolution(d, &emulation, &given, &report, &error), &error,
                          0);
        return;
    }
    arrays a = make_arrays(&d->signal, &m);
    given = (fftc_convolution_arrays){.src = a.src, .kernel = a.kernel, .dst = a.dst};
    fftc_status status = fftc_emulate_convolution(d, &emulation, &given, &report, &error);
    fuzz_check_status(status, &error, status == FFTC_SUCCESS);
    if (status == FFTC_SUCCESS) {
        fuzz_check(report.finding_count == 0, "%llu findings",
                   (unsigned long long)report.finding_count);
        judge(d, &m, &a, report.bound);
    }
    free_arrays(&a);
}

/* By transforms, by the sums themselves, or whichever is cheaper. */
static void force_sums(uint32_t choice)
{
    if (choice < 2) {
        (void)setenv("FFTCORE_FORCE_SUMS", choice == 0 ? "transforms" : "direct", 1);
    } else {
        (void)unsetenv("FFTCORE_FORCE_SUMS");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    fuzz_ledger l = {.bytes_max = MOST_BYTES, .left = -1};
    fftc_allocator allocator = {fuzz_allocate, fuzz_free, &l};
    fftc_plan_options options = {.allocator = &allocator};
    fftc_convolution *plan = NULL;
    fftc_error error;
    uint32_t setting = (uint32_t)fuzz_take(&input, 1);
    options.threads = (int)(setting & 3u);
    l.left = (setting >> 4) == 15 ? (long)fuzz_take_below(&input, 40) : -1;
    fftc_convolution_description d = take_description(&input);
    fuzz_force_isa(&input, setting >> 2 & 3u);
    force_sums(setting >> 4 & 3u);
    options.reproducible = (int)(fuzz_take(&input, 1) & 1u);
    take_padding(&input, &d);
    memset(&error, 0, sizeof error);
    fftc_status status = fftc_convolution_create(&d, &options, &plan, &error);
    fuzz_check_status(status, &error, plan != NULL);
    if (status == FFTC_SUCCESS) {
        execute(&d, plan);
        fftc_convolution_destroy(plan);
    }
    fuzz_check(l.live == 0, "%ld blocks left", l.live);
    emulate(&d, setting, status == FFTC_SUCCESS);
    return 0;
}
