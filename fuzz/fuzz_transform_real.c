/* SPDX-License-Identifier: MIT
 *
 * Descriptions of transforms with real numbers, sensible or not: a refusal has a status and
 * a sentence and leaves nothing behind; a plan reads and writes its arrays, which have just the
 * sizes that the description spans, nothing in their gaps, and the right values: a few of them are
 * compared with the definition.
 */
#include <math.h>
#include <string.h>

#include "description.h"
#include "fftcore/fftcore.h"

#define MOST_NUMBERS 40000u /* scalars of an array that is really transformed */
#define SAMPLES 6u          /* results that are compared */
#define MOST_BYTES ((size_t)16 * 1048576)

__extension__ typedef unsigned __int128 wide;

static uint64_t take_size(fuzz_input *input)
{
    return fuzz_take_size(input, 13, 2048);
}

static fftc_transform take_transform(fuzz_input *input)
{
    fftc_transform t;
    memset(&t, 0, sizeof t);
    uint32_t flags = (uint32_t)fuzz_take(input, 3);
    t.precision = (flags & 31u) == 31u ? FFTC_FLOAT16 : (fftc_precision)(flags & 1u);
    t.direction = (fftc_direction)(flags >> 5 & 1u);
    t.placement = (fftc_placement)(flags >> 6 & 1u);
    t.scaling = (fftc_scaling)(flags >> 7 & 3u); /* 3 is none */
    t.kind = (flags >> 9 & 15u) == 15u ? (fftc_kind)9 : (fftc_kind)(1u + (flags >> 9 & 1u));
    uint32_t rank = 1 + (flags >> 13 & 3u);
    for (uint32_t i = 0; i < rank; ++i) {
        t.length[i] = take_size(input);
        uint32_t trigonometric = (uint32_t)fuzz_take_below(input, 9);
        trigonometric = trigonometric == 8u ? 99u : trigonometric; /* none */
        t.trigonometric[i] = (fftc_trigonometric)(t.kind == FFTC_REAL_TO_REAL ? trigonometric : 0u);
    }
    t.batch = (flags >> 15 & 1u) != 0 ? take_size(input) : 0;
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 16 & 1u) != 0; ++i) {
        t.dst_stride[i] = take_size(input);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 17 & 1u) != 0; ++i) {
        t.src_stride[i] = take_size(input);
    }
    fuzz_mean_zeros(t.src_stride, t.length);
    t.dst_distance = (flags >> 18 & 1u) != 0 ? take_size(input) : 0;
    t.src_distance = (flags >> 19 & 1u) != 0 ? take_size(input) : 0;
    if ((flags >> 20 & 1u) != 0) { /* as in place needs it */
        uint64_t factor = t.kind == FFTC_REAL ? 2 : 1;
        int forward = t.direction == FFTC_FORWARD;
        for (uint32_t i = 0; i < rank; ++i) {
            uint64_t s = t.dst_stride[i];
            int last = factor == 2 && i + 1 == rank;
            t.src_stride[i] = last ? 1 : forward ? factor * s : s;
            t.dst_stride[i] = last ? 1 : forward ? s : factor * s;
        }
        t.src_distance = forward ? factor * t.dst_distance : t.dst_distance;
        t.dst_distance = forward ? t.dst_distance : factor * t.src_distance;
    }
    t.format = (flags >> 21 & 7u) == 7u ? FFTC_SPLIT : FFTC_INTERLEAVED;
    return t;
}

/* --- what it means, said again ---------------------------------------------------------------- */

typedef struct side {
    int rank;
    size_t scalars; /* of an item */
    size_t length[FFTC_MAX_RANK + 1];
    size_t stride[FFTC_MAX_RANK + 1]; /* batch last */
    size_t items;                     /* of one transform */
    size_t numbers; /* scalars from the first to behind the last; 0: too many to try */
} side;

static side side_of(const fftc_transform *t, int dst)
{
    const uint64_t *given = dst ? t->dst_stride : t->src_stride;
    uint64_t distance = dst ? t->dst_distance : t->src_distance;
    int spectrum = t->kind == FFTC_REAL && dst == (t->direction == FFTC_FORWARD);
    int padded = t->kind == FFTC_REAL && !spectrum && t->placement == FFTC_IN_PLACE;
    uint64_t any = 0;
    side s = {.scalars = spectrum ? 2 : 1, .items = 1};
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        any |= given[i];
        s.rank += t->length[i] != 0 ? 1 : 0;
    }
    size_t next = 1;
    wide span = 1;
    for (int i = s.rank - 1; i >= 0; --i) {
        int last = i == s.rank - 1;
        s.length[i] = last && spectrum ? t->length[i] / 2 + 1 : t->length[i];
        s.stride[i] = any != 0 ? fuzz_stride(given[i]) : next;
        next *= last && padded ? 2 * (s.length[i] / 2 + 1) : s.length[i];
        s.items *= s.length[i];
        span += (wide)(s.length[i] - 1) * s.stride[i];
    }
    s.length[s.rank] = t->batch == 0 ? 1 : t->batch;
    s.stride[s.rank] = distance == 0 ? next : fuzz_stride(distance);
    span += (wide)(s.length[s.rank] - 1) * s.stride[s.rank];
    span *= s.scalars;
    s.numbers =
        span > MOST_NUMBERS || (wide)s.items * s.length[s.rank] > MOST_NUMBERS ? 0 : (size_t)span;
    return s;
}

/* Indices along the axes of item `index` of a transform; the item's offset in scalars. */
static size_t locate(const side *s, size_t index, size_t batch, size_t at[FFTC_MAX_RANK])
{
    size_t offset = batch * s->stride[s->rank];
    for (int i = s->rank - 1; i >= 0; --i) {
        at[i] = index % s->length[i];
        index /= s->length[i];
        offset += at[i] * s->stride[i];
    }
    return offset * s->scalars;
}

static double get(const fftc_transform *t, const void *data, size_t i)
{
    return t->precision == FFTC_FLOAT64 ? ((const double *)data)[i]
                                        : (double)((const float *)data)[i];
}

/* --- values ----------------------------------------------------------------------------------- */

static double logical(fftc_trigonometric kind, double n)
{
    return kind == FFTC_DCT_I ? 2 * (n - 1) : kind == FFTC_DST_I ? 2 * (n + 1) : 2 * n;
}

/* What argument j contributes to result k. */
static double weight_of(const fftc_transform *t, int axis, double j, double k)
{
    static const fftc_trigonometric back[] = {FFTC_DCT_III, FFTC_DCT_I,   FFTC_DCT_II, FFTC_DCT_IV,
                                              FFTC_DST_I,   FFTC_DST_III, FFTC_DST_II, FFTC_DST_IV};
    const double pi = 3.141592653589793238463;
    fftc_trigonometric kind = t->trigonometric[axis];
    kind = t->direction == FFTC_INVERSE ? back[kind] : kind;
    double n = (double)t->length[axis];
    double end = t->scaling == FFTC_SCALE_UNITARY ? sqrt(2.0) : 1.0;
    double root = t->scaling == FFTC_SCALE_UNITARY ? sqrt(0.5) : 1.0;
    int low = j == 0 || j == n - 1;
    switch (kind) {
    case FFTC_DCT_I:
        return (low ? end : 2.0) * (k == 0 || k == n - 1 ? root : 1.0) * cos(pi * j * k / (n - 1));
    case FFTC_DCT_II: return 2 * (k == 0 ? root : 1.0) * cos(pi * (j + 0.5) * k / n);
    case FFTC_DCT_III: return (j == 0 ? end : 2.0) * cos(pi * j * (k + 0.5) / n);
    case FFTC_DCT_IV: return 2 * cos(pi * (j + 0.5) * (k + 0.5) / n);
    case FFTC_DST_I: return 2 * sin(pi * (j + 1) * (k + 1) / (n + 1));
    case FFTC_DST_II: return 2 * (k == n - 1 ? root : 1.0) * sin(pi * (j + 0.5) * (k + 1) / n);
    case FFTC_DST_III: return (j == n - 1 ? end : 2.0) * sin(pi * (j + 1) * (k + 0.5) / n);
    default: return 2 * sin(pi * (j + 0.5) * (k + 0.5) / n);
    }
}

/* Adds what item `from` of src contributes to item `to` of dst: complex, of which a real side
 * has the real part. */
static void contribute(const fftc_transform *t, const side *src, const double *x,
                       const size_t *from, const size_t *to, double sum[2])
{
    if (t->kind == FFTC_REAL_TO_REAL) {
        double product = x[0];
        for (int i = 0; i < src->rank; ++i) {
            product *= t->loop[i] != 0 ? (double)(from[i] == to[i])
                                       : weight_of(t, i, (double)from[i], (double)to[i]);
        }
        sum[0] += product;
        return;
    }
    double turns = 0.0;
    for (int i = 0; i < src->rank; ++i) {
        if (t->loop[i] != 0 && from[i] != to[i]) {
            return;
        }
        turns +=
            t->loop[i] != 0 ? 0.0 : (double)(from[i] * to[i] % t->length[i]) / (double)t->length[i];
    }
    double angle = (t->direction == FFTC_INVERSE ? 1 : -1) * 6.283185307179586476925 * turns;
    double c = cos(angle);
    double s = sin(angle);
    if (t->direction == FFTC_FORWARD) {
        sum[0] += x[0] * c;
        sum[1] += x[0] * s;
    } else {
        size_t k = from[src->rank - 1];
        double twice = k == 0 || 2 * k == t->length[src->rank - 1] ? 1.0 : 2.0;
        sum[0] += twice * (x[0] * c - x[1] * s);
    }
}

static double scale_of(const fftc_transform *t, int rank, double *gain)
{
    double points = 1.0;
    for (int i = 0; i < rank; ++i) {
        double n = (double)t->length[i];
        n = t->kind == FFTC_REAL ? n : logical(t->trigonometric[i], n);
        points *= t->loop[i] != 0 ? 1.0 : n;
        *gain *= 4.0;
    }
    double scale = t->scaling == FFTC_SCALE_UNITARY ? 1.0 / sqrt(points)
                   : t->scaling == FFTC_SCALE_DEFAULT && t->direction == FFTC_INVERSE ? 1.0 / points
                                                                                      : 1.0;
    *gain *= scale * sqrt(points);
    return scale;
}

static void check_values(const fftc_transform *t, const side *src, const side *dst,
                         const void *before, const void *after)
{
    double gain = 1.0;
    double scale = scale_of(t, src->rank, &gain);
    double bound =
        4.0 * (src->rank + 1) * fftc_transform_error_bound(t->precision, 4 * src->items + 4) +
        (t->precision == FFTC_FLOAT64 ? 1e-13 : 0.0);
    for (unsigned sample = 0; sample < SAMPLES; ++sample) {
        size_t result = sample * 2654435761u % dst->items;
        size_t batch = sample * 40503u % dst->length[dst->rank];
        size_t to[FFTC_MAX_RANK];
        size_t offset = locate(dst, result, batch, to);
        double sum[2] = {0.0, 0.0};
        double norm = 0.0;
        for (size_t i = 0; i < src->items; ++i) {
            size_t from[FFTC_MAX_RANK];
            double x[2] = {0.0, 0.0};
            size_t at = locate(src, i, batch, from);
            for (size_t k = 0; k < src->scalars; ++k) {
                x[k] = get(t, before, at + k);
                norm += x[k] * x[k];
            }
            contribute(t, src, x, from, to, sum);
        }
        for (size_t k = 0; k < dst->scalars; ++k) {
            double error = fabs(get(t, after, offset + k) - scale * sum[k]);
            fuzz_check(error <= bound * gain * sqrt(norm),
                       "result %zu of transform %zu: error %g, norm %g", result, batch, error,
                       sqrt(norm));
        }
    }
}

/* --- execution -------------------------------------------------------------------------------- */

static void mark(const side *s, unsigned char *used)
{
    size_t at[FFTC_MAX_RANK];
    for (size_t b = 0; b < s->length[s->rank]; ++b) {
        for (size_t i = 0; i < s->items; ++i) {
            memset(used + locate(s, i, b, at), 1, s->scalars);
        }
    }
}

/* Numbers where `s` has items, no numbers elsewhere. */
static void fill(const fftc_transform *t, const side *s, void *data, const unsigned char *used)
{
    unsigned state = 1;
    for (size_t i = 0; i < s->numbers; ++i) {
        state = state * 1664525u + 1013904223u;
        double x = (double)(state >> 8) * 0x1p-23 - 1.0;
        if (used[i] != 0 && t->precision == FFTC_FLOAT64) {
            ((double *)data)[i] = x;
        } else if (used[i] != 0) {
            ((float *)data)[i] = (float)x;
        }
    }
}

static void execute(const fftc_transform *t, const fftc_plan *plan)
{
    side src = side_of(t, 0);
    side dst = side_of(t, 1);
    if (src.numbers == 0 || dst.numbers == 0) {
        return;
    }
    /* Such plans are only made here: test_transform_real_storage carries them out. */
    if (t->format != FFTC_INTERLEAVED || t->precision == FFTC_FLOAT16) {
        return;
    }
    int in_place = t->placement == FFTC_IN_PLACE;
    size_t scalar = fftc_precision_bytes(t->precision);
    size_t written = in_place && src.numbers > dst.numbers ? src.numbers : dst.numbers;
    char *from = malloc(src.numbers * scalar);
    char *before = malloc(written * scalar);
    char *to = malloc(written * scalar);
    unsigned char *used = calloc(written > src.numbers ? written : src.numbers, 1);
    fuzz_check(from != NULL && before != NULL && to != NULL && used != NULL, "%zu numbers",
               written);
    memset(from, 0xff, src.numbers * scalar);
    memset(to, 0xff, written * scalar);
    mark(&src, used);
    fill(t, &src, from, used);
    if (in_place) {
        memcpy(to, from, src.numbers * scalar);
    } else {
        memset(used, 0, src.numbers > written ? src.numbers : written);
    }
    mark(&dst, used);
    memcpy(before, to, written * scalar);
    char *copy = malloc(src.numbers * scalar);
    fuzz_check(copy != NULL, "%zu numbers", src.numbers);
    memcpy(copy, from, src.numbers * scalar);
    fftc_error error;
    fuzz_check(fftc_plan_execute(plan, in_place ? to : from, to, &error) == FFTC_SUCCESS, "%s",
               error.message);
    fuzz_check(memcmp(copy, from, src.numbers * scalar) == 0, "src was written");
    for (size_t i = 0; i < written; ++i) {
        fuzz_check(used[i] != 0 || memcmp(before + i * scalar, to + i * scalar, scalar) == 0,
                   "number %zu was written", i);
    }
    if (src.items * SAMPLES <= 100000u) {
        check_values(t, &src, &dst, from, to);
    }
    free(copy);
    free(used);
    free(to);
    free(before);
    free(from);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    fftc_transform t = take_transform(&input);
    fuzz_ledger l = {.bytes_max = MOST_BYTES, .left = -1};
    if (fuzz_take_below(&input, 8) == 7) {
        l.left = (long)fuzz_take_below(&input, 32);
    }
    fftc_allocator allocator = {fuzz_allocate, fuzz_free, &l};
    fftc_plan_options options = {.threads = 1 + (int)fuzz_take_below(&input, 3),
                                 .allocator = &allocator};
    fuzz_force_isa(&input, 0);
    fuzz_take_loops(&input, &t);
    options.reproducible = (int)(fuzz_take(&input, 1) & 1u);
    fftc_plan *plan;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = fftc_plan_create(&t, &options, &plan, &error);
    fuzz_check_status(status, &error, plan != NULL);
    if (status != FFTC_SUCCESS) {
        fuzz_check(l.live == 0, "%ld blocks are left", l.live);
        return 0;
    }
    if (t.batch < MOST_NUMBERS) {
        execute(&t, plan);
    }
    fftc_plan_destroy(plan);
    fuzz_check(l.live == 0, "%ld blocks are left", l.live);
    return 0;
}
