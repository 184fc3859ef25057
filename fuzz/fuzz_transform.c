/* SPDX-License-Identifier: MIT
 *
 * Descriptions of transforms, sensible or not: a refusal has a status and a sentence and leaves
 * nothing behind; a plan writes its points, nothing else, and the right values. Arrays have just
 * the sizes that the description spans, so that the address sanitizer sees every step outside.
 */
#include <math.h>
#include <string.h>

#include "description.h"
#include "fftcore/emulate_plan.h"
#include "fftcore/fftcore.h"
#include "fftcore/reference.h"
#include "support/half.h"

#define MOST_NUMBERS 20000u               /* complex ones in an array that is really transformed */
#define MOST_WORK 40000u                  /* products of the definition, to compare with */
#define MOST_EMULATED 500u                /* complex ones that the emulator transforms */
#define MOST_BYTES ((size_t)16 * 1048576) /* the most memory that a plan may have */

__extension__ typedef unsigned __int128 wide;

static uint64_t take_size(fuzz_input *input)
{
    return fuzz_take_size(input, 12, 4096);
}

/* Mostly a part of the axis. */
static fftc_range take_range(fuzz_input *input, uint64_t length)
{
    fftc_range range = {0, 0};
    uint32_t how = fuzz_take_below(input, 8);
    if (how == 7) {
        range.begin = take_size(input);
        range.end = take_size(input);
    } else if (how > 1 && length > 0) {
        range.begin = fuzz_take(input, 2) % length;
        range.end = range.begin + 1 + fuzz_take(input, 2) % (length - range.begin);
    }
    return range;
}

static fftc_transform take_transform(fuzz_input *input)
{
    fftc_transform t;
    memset(&t, 0, sizeof t);
    uint32_t flags = (uint32_t)fuzz_take(input, 2);
    t.precision = (flags & 7u) == 7u ? (fftc_precision)fuzz_take_below(input, 5)
                                     : (fftc_precision)(flags & 1u);
    t.direction = (fftc_direction)(flags >> 3 & 1u);
    t.placement = (fftc_placement)(flags >> 4 & 1u);
    t.scaling = (fftc_scaling)(flags >> 5 & 3u); /* 3 is none */
    uint32_t rank = 1 + (flags >> 7 & 3u);
    for (uint32_t i = 0; i < rank; ++i) {
        t.length[i] = take_size(input);
    }
    if ((flags >> 9 & 1u) != 0) {
        t.batch = take_size(input);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 10 & 1u) != 0; ++i) {
        t.dst_stride[i] = take_size(input);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (flags >> 11 & 1u) != 0; ++i) {
        t.src_stride[i] = take_size(input);
    }
    fuzz_mean_zeros(t.src_stride, t.length);
    t.dst_distance = (flags >> 12 & 1u) != 0 ? take_size(input) : 0;
    t.src_distance = (flags >> 13 & 1u) != 0 ? take_size(input) : 0;
    if ((flags >> 14 & 1u) != 0) { /* as in place needs it */
        memcpy(t.src_stride, t.dst_stride, sizeof t.src_stride);
        t.src_distance = t.dst_distance;
    }
    /* Later additions come last, so that inputs from before mean what they meant. */
    uint32_t more = (uint32_t)fuzz_take(input, 1);
    t.format = (more & 7u) == 7u ? (fftc_format)2 : (fftc_format)(more & 1u);
    t.precision = (more >> 3 & 3u) == 3u ? FFTC_FLOAT16 : t.precision;
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (more >> 5 & 1u) != 0; ++i) {
        t.src_range[i] = take_range(input, t.length[i]);
    }
    for (uint32_t i = 0; i < FFTC_MAX_RANK && (more >> 6 & 1u) != 0; ++i) {
        t.dst_range[i] = take_range(input, t.length[i]);
    }
    fuzz_take_loops(input, &t);
    return t;
}

/* --- what it means, said again ---------------------------------------------------------------- */

typedef struct side {
    size_t stride[FFTC_MAX_RANK + 1]; /* batch last */
    size_t begin[FFTC_MAX_RANK + 1];  /* of what is read or written */
    size_t end[FFTC_MAX_RANK + 1];
    size_t span;
} side;

typedef struct meaning {
    int rank;
    size_t length[FFTC_MAX_RANK + 1];
    size_t total;
    size_t work;
    side src;
    side dst;
    side written; /* dst; in place its union with src */
} meaning;

/* False if an array is larger than we care to try. */
static int span_of(const meaning *m, side *s)
{
    wide span = 1;
    for (int i = 0; i <= m->rank; ++i) {
        span += (wide)(s->end[i] - 1) * s->stride[i];
    }
    s->span = span > MOST_NUMBERS ? 0 : (size_t)span;
    return s->span != 0;
}

static int side_of(const meaning *m, const uint64_t *given, uint64_t distance,
                   const fftc_range *ranges, side *s)
{
    uint64_t next = 1;
    int packed = 1;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        packed = packed && given[i] == 0;
    }
    for (int i = m->rank - 1; i >= 0; --i) {
        s->stride[i] = packed ? next : fuzz_stride(given[i]);
        next *= m->length[i];
    }
    s->stride[m->rank] = distance != 0 ? fuzz_stride(distance) : next;
    for (int i = 0; i <= m->rank; ++i) {
        int all = i == m->rank || ranges[i].end == 0;
        s->begin[i] = all ? 0 : ranges[i].begin;
        s->end[i] = all ? m->length[i] : ranges[i].end;
    }
    return span_of(m, s);
}

static int meaning_of(const fftc_transform *t, meaning *m)
{
    memset(m, 0, sizeof *m);
    m->total = 1;
    while (m->rank < FFTC_MAX_RANK && t->length[m->rank] != 0) {
        m->length[m->rank] = t->length[m->rank];
        m->total *= m->length[m->rank];
        ++m->rank;
    }
    m->length[m->rank] = t->batch != 0 ? t->batch : 1;
    m->total *= m->length[m->rank];
    for (int i = 0; i < m->rank; ++i) {
        m->work += m->total * m->length[i];
    }
    if (m->total > MOST_NUMBERS ||
        !side_of(m, t->src_stride, t->src_distance, t->src_range, &m->src) ||
        !side_of(m, t->dst_stride, t->dst_distance, t->dst_range, &m->dst)) {
        return 0;
    }
    m->written = m->dst;
    for (int i = 0; i < m->rank && t->placement == FFTC_IN_PLACE; ++i) {
        if (m->src.begin[i] < m->written.begin[i]) {
            m->written.begin[i] = m->src.begin[i];
        }
        if (m->src.end[i] > m->written.end[i]) {
            m->written.end[i] = m->src.end[i];
        }
    }
    return span_of(m, &m->written);
}

/* Is point `index` of the whole one that the side has? */
static int exists(const meaning *m, const side *s, size_t index)
{
    for (int i = m->rank - 1; i >= 0; --i) {
        size_t at = index % m->length[i];
        index /= m->length[i];
        if (at < s->begin[i] || at >= s->end[i]) {
            return 0;
        }
    }
    return 1;
}

static size_t offset_of(const meaning *m, const side *s, size_t index)
{
    size_t offset = 0;
    for (int i = m->rank - 1; i >= 0; --i) {
        offset += index % m->length[i] * s->stride[i];
        index /= m->length[i];
    }
    return offset + index * s->stride[m->rank];
}

/* --- values ----------------------------------------------------------------------------------- */

/* Interleaved numbers in part[0], or real and imaginary parts. */
typedef struct numbers {
    char *part[2];
    size_t bytes; /* of each */
    size_t item;
    int split;
} numbers;

static double get(const fftc_transform *t, const numbers *z, size_t i, int part)
{
    const char *data = z->part[z->split ? part : 0];
    size_t at = z->split ? i : 2 * i + (size_t)part;
    float f;
    double d;
    uint16_t h;
    if (t->precision == FFTC_FLOAT64) {
        memcpy(&d, data + 8 * at, 8);
        return d;
    }
    if (t->precision == FFTC_FLOAT16) {
        memcpy(&h, data + 2 * at, 2);
        return fftc_double_from_half(h);
    }
    memcpy(&f, data + 4 * at, 4);
    return (double)f;
}

static void set(const fftc_transform *t, numbers *z, size_t i, int part, double x)
{
    char *data = z->part[z->split ? part : 0];
    size_t at = z->split ? i : 2 * i + (size_t)part;
    float f = (float)x;
    uint16_t h = fftc_half_from_double(x);
    if (t->precision == FFTC_FLOAT64) {
        memcpy(data + 8 * at, &x, 8);
    } else if (t->precision == FFTC_FLOAT16) {
        memcpy(data + 2 * at, &h, 2);
    } else {
        memcpy(data + 4 * at, &f, 4);
    }
}

/* One line of n numbers, `inner` apart, by the definition. */
static void transform_line(double *x, size_t n, size_t inner, double sign)
{
    double *y = malloc(2 * n * sizeof *y);
    fuzz_check(y != NULL, "%zu points", n);
    for (size_t f = 0; f < n; ++f) {
        double re = 0.0;
        double im = 0.0;
        for (size_t k = 0; k < n; ++k) {
            double angle = sign * 6.283185307179586476925 * (double)(f * k % n) / (double)n;
            double c = cos(angle);
            double s = sin(angle);
            re += x[2 * k * inner] * c - x[2 * k * inner + 1] * s;
            im += x[2 * k * inner] * s + x[2 * k * inner + 1] * c;
        }
        y[2 * f] = re;
        y[2 * f + 1] = im;
    }
    for (size_t f = 0; f < n; ++f) {
        x[2 * f * inner] = y[2 * f];
        x[2 * f * inner + 1] = y[2 * f + 1];
    }
    free(y);
}

static double *expect(const fftc_transform *t, const meaning *m, const numbers *src)
{
    double *x = calloc(2 * m->total, sizeof *x);
    fuzz_check(x != NULL, "%zu points", m->total);
    for (size_t i = 0; i < m->total; ++i) {
        size_t from = offset_of(m, &m->src, i);
        for (int part = 0; part < 2 && exists(m, &m->src, i); ++part) {
            x[2 * i + (size_t)part] = get(t, src, from, part);
        }
    }
    size_t inner = 1;
    double points = 1.0;
    for (int a = m->rank - 1; a >= 0; --a) {
        for (size_t i = 0; i < m->total && t->loop[a] == 0; ++i) {
            if (i / inner % m->length[a] == 0) {
                transform_line(x + 2 * i, m->length[a], inner,
                               t->direction == FFTC_INVERSE ? 1.0 : -1.0);
            }
        }
        inner *= m->length[a];
        points *= t->loop[a] != 0 ? 1.0 : (double)m->length[a];
    }
    double scale = t->scaling == FFTC_SCALE_UNITARY ? 1.0 / sqrt(points)
                   : t->scaling == FFTC_SCALE_DEFAULT && t->direction == FFTC_INVERSE ? 1.0 / points
                                                                                      : 1.0;
    for (size_t i = 0; i < 2 * m->total; ++i) {
        x[i] *= scale;
    }
    return x;
}

static void check_values(const fftc_transform *t, const meaning *m, const numbers *src,
                         const numbers *dst)
{
    double *x = expect(t, m, src);
    double difference = 0.0;
    double norm = 0.0;
    for (size_t i = 0; i < m->total; ++i) {
        size_t at = offset_of(m, &m->dst, i);
        for (int part = 0; part < 2; ++part) {
            double wanted = x[2 * i + (size_t)part];
            double d = exists(m, &m->dst, i) ? get(t, dst, at, part) - wanted : 0.0;
            difference += d * d;
            norm += wanted * wanted;
        }
    }
    free(x);
    /* The definition in double has errors of its own, and a repeated or short source no averages:
     * a wide bound, which no wrong transform meets. */
    double bound = 8.0 * (m->rank + 1) * fftc_transform_error_bound(t->precision, m->total) +
                   (t->precision == FFTC_FLOAT64 ? 1e-13 : 0.0);
    fuzz_check(sqrt(difference) <= bound * sqrt(norm), "error %g of %g, bound %g", sqrt(difference),
               sqrt(norm), bound);
}

/* --- execution -------------------------------------------------------------------------------- */

/* No numbers at all, and some of `has`: in place it is another side than `s`, and may be longer. */
static numbers array(const fftc_transform *t, const meaning *m, const side *s, const side *has,
                     unsigned *state)
{
    size_t scalar = fftc_precision_bytes(t->precision);
    numbers z = {.split = t->format == FFTC_SPLIT};
    z.item = z.split ? scalar : 2 * scalar;
    z.bytes = (has != NULL && has->span > s->span ? has->span : s->span) * z.item;
    for (int part = 0; part < (z.split ? 2 : 1); ++part) {
        z.part[part] = malloc(z.bytes);
        fuzz_check(z.part[part] != NULL, "%zu numbers", s->span);
        memset(z.part[part], 0xff, z.bytes);
    }
    for (size_t i = 0; has != NULL && i < m->total; ++i) {
        size_t at = offset_of(m, has, i);
        for (int part = 0; part < 2 && exists(m, has, i); ++part) {
            *state = *state * 1664525u + 1013904223u;
            set(t, &z, at, part, (double)(*state >> 8) * 0x1p-23 - 1.0);
        }
    }
    return z;
}

static numbers copy_of(const numbers *z)
{
    numbers copy = *z;
    for (int part = 0; part < (z->split ? 2 : 1); ++part) {
        copy.part[part] = malloc(z->bytes);
        fuzz_check(copy.part[part] != NULL, "%zu bytes", z->bytes);
        memcpy(copy.part[part], z->part[part], z->bytes);
    }
    return copy;
}

static void release(numbers *z)
{
    free(z->part[0]);
    free(z->part[1]);
}

/* What is not to be written holds what it held; all of it, with m NULL. */
static void check_kept(const meaning *m, const numbers *before, const numbers *after)
{
    char *point = calloc(before->bytes / before->item + 1, 1);
    fuzz_check(point != NULL, "%zu bytes", before->bytes);
    for (size_t i = 0; m != NULL && i < m->total; ++i) {
        if (exists(m, &m->written, i)) {
            point[offset_of(m, &m->written, i)] = 1;
        }
    }
    for (size_t i = 0; i < before->bytes / before->item; ++i) {
        for (int part = 0; part < (before->split ? 2 : 1); ++part) {
            fuzz_check((m != NULL && point[i] != 0) ||
                           memcmp(before->part[part] + i * before->item,
                                  after->part[part] + i * before->item, before->item) == 0,
                       "number %zu was written", i);
        }
    }
    free(point);
}

static void execute(const fftc_transform *t, const fftc_plan *plan)
{
    meaning m;
    unsigned state = 1;
    if (!meaning_of(t, &m)) {
        return;
    }
    int in_place = t->placement == FFTC_IN_PLACE;
    numbers dst = array(t, &m, &m.written, in_place ? &m.src : NULL, &state);
    numbers src = in_place ? dst : array(t, &m, &m.src, &m.src, &state);
    numbers dst_before = copy_of(&dst);
    numbers src_before = copy_of(&src);
    fftc_arrays arrays = {
        .src = src.part[0], .src_im = src.part[1], .dst = dst.part[0], .dst_im = dst.part[1]};
    fuzz_check(fftc_plan_execute_arrays(plan, &arrays, NULL) == FFTC_SUCCESS,
               "a plan that does not run");
    if (!in_place) {
        check_kept(NULL, &src_before, &src);
    }
    check_kept(&m, &dst_before, &dst);
    if (m.work <= MOST_WORK) {
        check_values(t, &m, &src_before, &dst);
    }
    release(&src_before);
    release(&dst_before);
    release(&dst);
    if (!in_place) {
        release(&src);
    }
}

/* The plan that a device would get: for every description it is made or refused, and the small ones
 * are carried out in the emulator, with the same meaning and no finding. */
static void emulate(const fftc_transform *t, uint32_t setting, bool valid)
{
    const fftc_emulation config = {.schedule = (fftc_schedule)(setting % FFTC_SCHEDULE_COUNT)};
    const fftc_emulated_device emulation = {.invocations_max = 16u << (setting & 3u),
                                            .shared_bytes = 256u << (setting >> 2 & 3u),
                                            .passes.no_subgroups = (setting >> 4 & 1u) != 0,
                                            .config = &config};
    fftc_emulated_report report;
    fftc_error error;
    meaning m;
    unsigned state = 1;
    memset(&error, 0, sizeof error);
    if (!valid || !meaning_of(t, &m) || m.total > MOST_EMULATED || m.work > MOST_WORK) {
        const fftc_arrays none = {.src = NULL};
        fftc_status status = fftc_emulate_plan(t, &emulation, &none, &report, &error);
        fuzz_check_status(status, &error, 0);
        return;
    }
    int in_place = t->placement == FFTC_IN_PLACE;
    numbers dst = array(t, &m, &m.written, in_place ? &m.src : NULL, &state);
    numbers src = in_place ? dst : array(t, &m, &m.src, &m.src, &state);
    numbers dst_before = copy_of(&dst);
    numbers src_before = copy_of(&src);
    fftc_arrays arrays = {
        .src = src.part[0], .src_im = src.part[1], .dst = dst.part[0], .dst_im = dst.part[1]};
    fftc_status status = fftc_emulate_plan(t, &emulation, &arrays, &report, &error);
    fuzz_check_status(status, &error, status == FFTC_SUCCESS);
    if (status == FFTC_SUCCESS) {
        fuzz_check(report.finding_count == 0, "%llu findings",
                   (unsigned long long)report.finding_count);
        check_kept(&m, &dst_before, &dst);
        check_values(t, &m, &src_before, &dst);
    }
    release(&src_before);
    release(&dst_before);
    release(&dst);
    if (!in_place) {
        release(&src);
    }
}

/* A few descriptions that must not be refused: of the right kinds, packed, and small. */
static int plainly_right(const fftc_transform *t)
{
    uint64_t any = t->src_distance | t->dst_distance;
    uint64_t points = 1;
    int given = 0;
    int loops = 0;
    int whole = 1;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        any |= t->src_stride[i] | t->dst_stride[i];
        whole = whole && t->src_range[i].end == 0 && t->src_range[i].begin == 0 &&
                t->dst_range[i].end == 0 && t->dst_range[i].begin == 0;
        if (t->length[i] > 100 || (t->length[i] != 0 && given != i)) {
            return 0;
        }
        if (t->loop[i] != 0 && t->length[i] == 0) {
            return 0;
        }
        given += t->length[i] != 0;
        loops += t->loop[i] != 0;
        points *= t->length[i] != 0 ? t->length[i] : 1;
    }
    return any == 0 && given > loops && points <= 10000 && t->batch <= 1000 &&
           fftc_precision_bytes(t->precision) != 0 && (int)t->format <= (int)FFTC_SPLIT && whole &&
           (int)t->scaling <= (int)FFTC_SCALE_UNITARY;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    fuzz_ledger l = {.bytes_max = MOST_BYTES, .left = -1};
    fftc_allocator allocator = {fuzz_allocate, fuzz_free, &l};
    fftc_plan_options options = {.allocator = &allocator};
    fftc_plan *plan = NULL;
    fftc_error error;
    uint32_t setting = (uint32_t)fuzz_take(&input, 1);
    options.threads = (int)(setting & 3u);
    (void)setenv("FFTCORE_FORCE_THREADS", "1", 1); /* even for so little work */
    l.left = (setting >> 4) == 15 ? (long)fuzz_take_below(&input, 40) : -1;
    fftc_transform t = take_transform(&input);
    fuzz_force_isa(&input, setting >> 2 & 3u);
    options.reproducible = (int)(fuzz_take(&input, 1) & 1u);
    memset(&error, 0, sizeof error);
    fftc_status status = fftc_plan_create(&t, &options, &plan, &error);
    fuzz_check_status(status, &error, plan != NULL);
    if (status == FFTC_SUCCESS) {
        execute(&t, plan);
        fftc_plan_destroy(plan);
    } else {
        fuzz_check(status != FFTC_OUT_OF_MEMORY || l.left == 0 || !plainly_right(&t), "\"%s\"",
                   error.message);
        fuzz_check(status == FFTC_OUT_OF_MEMORY || status == FFTC_UNSUPPORTED || !plainly_right(&t),
                   "\"%s\"", error.message);
    }
    fuzz_check(l.live == 0, "%ld blocks left", l.live);
    emulate(&t, setting, status == FFTC_SUCCESS);
    return 0;
}
