/* SPDX-License-Identifier: MIT
 *
 * Descriptions of transforms, sensible or not: a refusal has a status and a sentence and leaves nothing behind; a plan writes its
 * points, nothing else, and the right values. Arrays have just the sizes that the description spans, so that the address sanitizer
 * sees every step outside.
 */
#include <math.h>
#include <string.h>

#include "fftcore/fftcore.h"
#include "fftcore/reference.h"
#include "input.h"

#define MOST_NUMBERS 20000u               /* complex ones in an array that is really transformed */
#define MOST_WORK 40000u                  /* products of the definition, to compare with */
#define MOST_BYTES ((size_t)16 * 1048576) /* that plans get */

__extension__ typedef unsigned __int128 wide;

typedef struct ledger {
    size_t bytes;
    long live;
    long left; /* allocations until one fails; negative: none does */
} ledger;

static void *take(void *user, size_t bytes, size_t alignment)
{
    ledger *l = user;
    if (l->left == 0 || bytes > MOST_BYTES - l->bytes) {
        return NULL;
    }
    l->left -= l->left > 0 ? 1 : 0;
    void *memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    fuzz_check(memory != NULL, "%zu bytes", bytes);
    memset(memory, 0xe7, bytes < 65536 ? bytes : 65536); /* not zero, as far as time allows */
    l->bytes += bytes;
    ++l->live;
    return memory;
}

static void give(void *user, void *memory)
{
    ledger *l = user;
    --l->live;
    free(memory);
}

/* Mostly small, now and then around a power of two, where the limits are. */
static uint64_t take_size(fuzz_input *input)
{
    uint32_t how = fuzz_take_below(input, 16);
    if (how < 12) {
        return fuzz_take_below(input, 1u + how * how);
    }
    if (how < 15) {
        return fuzz_take(input, 2) & 4095u;
    }
    uint32_t bit = fuzz_take_below(input, 64);
    return ((uint64_t)1 << bit) + fuzz_take(input, 1) - 128;
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
    t.dst_distance = (flags >> 12 & 1u) != 0 ? take_size(input) : 0;
    t.src_distance = (flags >> 13 & 1u) != 0 ? take_size(input) : 0;
    if ((flags >> 14 & 1u) != 0) { /* as in place needs it */
        memcpy(t.src_stride, t.dst_stride, sizeof t.src_stride);
        t.src_distance = t.dst_distance;
    }
    return t;
}

/* --- what it means, said again ------------------------------------------------------------------- */

typedef struct side {
    size_t stride[FFTC_MAX_RANK + 1]; /* batch last */
    size_t span;
} side;

typedef struct meaning {
    int rank;
    size_t length[FFTC_MAX_RANK + 1];
    size_t total;
    size_t work;
    side src;
    side dst;
} meaning;

/* False if an array is larger than we care to try. */
static int side_of(const meaning *m, const uint64_t *given, uint64_t distance, side *s)
{
    uint64_t next = 1;
    int packed = 1;
    wide span = 1;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        packed = packed && given[i] == 0;
    }
    for (int i = m->rank - 1; i >= 0; --i) {
        s->stride[i] = packed ? next : given[i];
        next *= m->length[i];
    }
    s->stride[m->rank] = distance != 0 ? distance : next;
    for (int i = 0; i <= m->rank; ++i) {
        span += (wide)(m->length[i] - 1) * s->stride[i];
    }
    s->span = span > MOST_NUMBERS ? 0 : (size_t)span;
    return s->span != 0;
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
    return side_of(m, t->src_stride, t->src_distance, &m->src) &&
           side_of(m, t->dst_stride, t->dst_distance, &m->dst);
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

/* --- values -------------------------------------------------------------------------------------- */

static double get(const fftc_transform *t, const char *data, size_t i)
{
    float f;
    double d;
    if (t->precision == FFTC_FLOAT64) {
        memcpy(&d, data + 8 * i, 8);
        return d;
    }
    memcpy(&f, data + 4 * i, 4);
    return (double)f;
}

static void set(const fftc_transform *t, char *data, size_t i, double x)
{
    float f = (float)x;
    if (t->precision == FFTC_FLOAT64) {
        memcpy(data + 8 * i, &x, 8);
    } else {
        memcpy(data + 4 * i, &f, 4);
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

static double *expect(const fftc_transform *t, const meaning *m, const char *src)
{
    double *x = malloc(2 * m->total * sizeof *x);
    fuzz_check(x != NULL, "%zu points", m->total);
    for (size_t i = 0; i < m->total; ++i) {
        size_t from = offset_of(m, &m->src, i);
        x[2 * i] = get(t, src, 2 * from);
        x[2 * i + 1] = get(t, src, 2 * from + 1);
    }
    size_t inner = 1;
    double points = 1.0;
    for (int a = m->rank - 1; a >= 0; --a) {
        for (size_t i = 0; i < m->total; ++i) {
            if (i / inner % m->length[a] == 0) {
                transform_line(x + 2 * i, m->length[a], inner,
                               t->direction == FFTC_INVERSE ? 1.0 : -1.0);
            }
        }
        inner *= m->length[a];
        points *= (double)m->length[a];
    }
    double scale = t->scaling == FFTC_SCALE_UNITARY ? 1.0 / sqrt(points)
                   : t->scaling == FFTC_SCALE_DEFAULT && t->direction == FFTC_INVERSE ? 1.0 / points
                                                                                      : 1.0;
    for (size_t i = 0; i < 2 * m->total; ++i) {
        x[i] *= scale;
    }
    return x;
}

static void check_values(const fftc_transform *t, const meaning *m, const char *src,
                         const char *dst)
{
    double *x = expect(t, m, src);
    double difference = 0.0;
    double norm = 0.0;
    for (size_t i = 0; i < m->total; ++i) {
        size_t at = offset_of(m, &m->dst, i);
        for (size_t part = 0; part < 2; ++part) {
            double d = get(t, dst, 2 * at + part) - x[2 * i + part];
            difference += d * d;
            norm += x[2 * i + part] * x[2 * i + part];
        }
    }
    free(x);
    /* The definition in double has errors of its own, and a repeated or short source no averages: a wide bound, which no wrong
     * transform meets. */
    double bound = 8.0 * (m->rank + 1) * fftc_error_bound(t->precision, m->total) +
                   (t->precision == FFTC_FLOAT64 ? 1e-13 : 0.0);
    fuzz_check(sqrt(difference) <= bound * sqrt(norm), "error %g of %g, bound %g", sqrt(difference),
               sqrt(norm), bound);
}

/* --- execution ----------------------------------------------------------------------------------- */

static char *array(const fftc_transform *t, size_t numbers, unsigned *state)
{
    char *data = malloc(numbers * 2 * fftc_precision_bytes(t->precision));
    fuzz_check(data != NULL, "%zu numbers", numbers);
    for (size_t i = 0; i < 2 * numbers; ++i) {
        *state = *state * 1664525u + 1013904223u;
        set(t, data, i, (double)(*state >> 8) * 0x1p-23 - 1.0);
    }
    return data;
}

static void check_gaps(const meaning *m, size_t item, const char *before, const char *after)
{
    char *point = calloc(m->dst.span, 1);
    fuzz_check(point != NULL, "%zu numbers", m->dst.span);
    for (size_t i = 0; i < m->total; ++i) {
        point[offset_of(m, &m->dst, i)] = 1;
    }
    for (size_t i = 0; i < m->dst.span; ++i) {
        fuzz_check(point[i] != 0 || memcmp(before + i * item, after + i * item, item) == 0,
                   "number %zu of the gaps was written", i);
    }
    free(point);
}

static void execute(const fftc_transform *t, const fftc_plan *plan)
{
    meaning m;
    unsigned state = 1;
    if (!meaning_of(t, &m) || m.total > MOST_NUMBERS) {
        return;
    }
    size_t item = 2 * fftc_precision_bytes(t->precision);
    char *dst = array(t, m.dst.span, &state);
    char *dst_before = malloc(m.dst.span * item);
    char *src = t->placement == FFTC_IN_PLACE ? dst : array(t, m.src.span, &state);
    char *src_before = malloc(m.src.span * item);
    fuzz_check(dst_before != NULL && src_before != NULL, "%zu numbers", m.dst.span);
    memcpy(dst_before, dst, m.dst.span * item);
    memcpy(src_before, src, m.src.span * item);
    fuzz_check(fftc_plan_execute(plan, src, dst, NULL) == FFTC_SUCCESS, "a plan that does not run");
    fuzz_check(src == dst || memcmp(src, src_before, m.src.span * item) == 0, "the source changed");
    check_gaps(&m, item, dst_before, dst);
    if (m.work <= MOST_WORK) {
        check_values(t, &m, src_before, dst);
    }
    free(src_before);
    free(dst_before);
    free(src == dst ? NULL : src);
    free(dst);
}

/* A few descriptions that must not be refused: of the right kinds, packed, and small. */
static int plainly_right(const fftc_transform *t)
{
    uint64_t any = t->src_distance | t->dst_distance;
    uint64_t points = 1;
    int given = 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        any |= t->src_stride[i] | t->dst_stride[i];
        if (t->length[i] > 100 || (t->length[i] != 0 && given != i)) {
            return 0;
        }
        given += t->length[i] != 0;
        points *= t->length[i] != 0 ? t->length[i] : 1;
    }
    return any == 0 && given > 0 && points <= 10000 && t->batch <= 1000 &&
           (t->precision == FFTC_FLOAT32 || t->precision == FFTC_FLOAT64) &&
           (int)t->scaling <= (int)FFTC_SCALE_UNITARY;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const isas[] = {"", "avx512", "avx2", "sse2"};
    fuzz_input input = {data, size};
    ledger l = {.left = -1};
    fftc_allocator allocator = {take, give, &l};
    fftc_plan_options options = {.allocator = &allocator};
    fftc_plan *plan = NULL;
    fftc_error error;
    uint32_t setting = (uint32_t)fuzz_take(&input, 1);
    options.threads = (int)(setting & 3u);
    /* What the machine lacks is refused; that is a path too. */
    (void)setenv("FFTC_FORCE_ISA", isas[setting >> 2 & 3u], 1);
    (void)setenv("FFTC_FORCE_THREADS", "1", 1); /* even for so little work */
    l.left = (setting >> 4) == 15 ? (long)fuzz_take_below(&input, 40) : -1;
    fftc_transform t = take_transform(&input);
    memset(&error, 0, sizeof error);
    fftc_status status = fftc_plan_create(&t, &options, &plan, &error);
    fuzz_check(error.status == status, "status %d, the error says %d", (int)status,
               (int)error.status);
    if (status == FFTC_SUCCESS) {
        fuzz_check(plan != NULL && error.message[0] == '\0', "a success with \"%s\"",
                   error.message);
        execute(&t, plan);
        fftc_plan_destroy(plan);
    } else {
        fuzz_check(plan == NULL, "a plan in spite of \"%s\"", error.message);
        fuzz_check(error.message[0] != '\0' && strchr(error.message, '\n') == NULL,
                   "not one sentence: \"%s\"", error.message);
        fuzz_check(status != FFTC_OUT_OF_MEMORY || l.left == 0 || !plainly_right(&t), "\"%s\"",
                   error.message);
        fuzz_check(status == FFTC_OUT_OF_MEMORY || status == FFTC_UNSUPPORTED || !plainly_right(&t),
                   "\"%s\"", error.message);
    }
    fuzz_check(l.live == 0, "%ld blocks left", l.live);
    return 0;
}
