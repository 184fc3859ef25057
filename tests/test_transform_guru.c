/* SPDX-License-Identifier: MIT
 *
 * Random descriptions as wide as FFTW's guru interface has them: loops apart from axes, negative
 * strides, strides that do not nest, other strides on both sides in place, copies, halfcomplex
 * numbers and Hartley transforms, split spectra in place, real sources. FFTW does each problem out
 * of place. (test_transform_wide.c has chosen ones.)
 */
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/fftcore.h"
#include "testing.h"

enum { MOST_AXES = 4, MOST_LOOPS = 6, MOST_DIMS = MOST_AXES + MOST_LOOPS, MOST_SPAN = 1 << 15 };

typedef enum family {
    COMPLEX,
    TO_SPECTRUM,
    FROM_SPECTRUM,
    REAL_TO_REAL,
    REAL_SOURCE,
    FAMILIES
} family;

/* One side, in items: scalars, or interleaved complex numbers. */
typedef struct side {
    int scalars;
    int64_t length[MOST_DIMS];
    int64_t stride[MOST_DIMS];
    int64_t before; /* items before the first element */
    int64_t span;
} side;

typedef struct problem {
    family family;
    bool inverse;
    bool in_place;
    bool split;
    bool conjugate;
    int rank;
    int loops;
    int64_t length[MOST_DIMS]; /* axes, then loops */
    fftc_trigonometric kind[MOST_AXES];
    side side[2];
    int64_t base; /* scalars before the element at the pointer, of both sides' arrays */
    int64_t scalars;
} problem;

static const fftw_r2r_kind fftw_kinds[] = {
    [FFTC_DCT_I] = FFTW_REDFT00,   [FFTC_DCT_II] = FFTW_REDFT10, [FFTC_DCT_III] = FFTW_REDFT01,
    [FFTC_DCT_IV] = FFTW_REDFT11,  [FFTC_DST_I] = FFTW_RODFT00,  [FFTC_DST_II] = FFTW_RODFT10,
    [FFTC_DST_III] = FFTW_RODFT01, [FFTC_DST_IV] = FFTW_RODFT11, [FFTC_R2HC] = FFTW_R2HC,
    [FFTC_HC2R] = FFTW_HC2R,       [FFTC_DHT] = FFTW_DHT};

/* --- drawing ---------------------------------------------------------------------------------- */

static bool one_of(testing_random *random, uint64_t n)
{
    return testing_random_below(random, n) == 0;
}

static void draw_side(side *s, int dims, testing_random *random)
{
    int order[MOST_DIMS];
    int64_t covered = 1;
    const bool flips = one_of(random, 3);
    s->before = 0;
    for (int i = 0; i < dims; ++i) {
        const int at = (int)testing_random_below(random, (uint64_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    if (one_of(random, 2)) { /* packed rows, but for gaps */
        for (int i = 0; i < dims; ++i) {
            order[i] = dims - 1 - i;
        }
    }
    for (int k = 0; k < dims; ++k) {
        const int i = order[k];
        const int64_t step = covered + (one_of(random, 4) ? 1 : 0);
        const bool back = flips && one_of(random, 2);
        s->stride[i] = back ? -step : step;
        s->before += back ? (s->length[i] - 1) * step : 0;
        covered += (s->length[i] - 1) * step;
    }
    s->span = covered;
}

static void draw_lengths(problem *p, testing_random *random)
{
    int64_t points = 1;
    for (int i = 0; i < p->rank + p->loops; ++i) {
        const int64_t most = 1500 / points;
        const int64_t limit = i < p->rank ? (p->rank == 1 && one_of(random, 2) ? 70 : 9) : 4;
        p->length[i] =
            1 + (int64_t)testing_random_below(random, (uint64_t)(most < 1       ? 1
                                                                 : most < limit ? most
                                                                                : limit));
        points *= p->length[i];
    }
    for (int i = 0; i < p->rank; ++i) {
        p->kind[i] = (fftc_trigonometric)testing_random_below(random, 11);
        if (one_of(random, 2)) {
            p->kind[i] = (fftc_trigonometric)(FFTC_R2HC + testing_random_below(random, 3));
        }
        p->kind[i] = p->kind[i] == FFTC_DCT_I && p->length[i] == 1 ? FFTC_DHT : p->kind[i];
    }
}

static problem draw(testing_random *random)
{
    problem p = {.family = (family)testing_random_below(random, FAMILIES)};
    p.rank = (int)testing_random_below(random, MOST_AXES + 1);
    p.loops = (int)testing_random_below(random, MOST_LOOPS + 1);
    p.loops = p.rank == 0 && p.loops == 0 ? 1 : p.loops;
    if (p.rank == 0) {
        p.family = one_of(random, 2) ? COMPLEX : REAL_TO_REAL;
    }
    p.in_place = one_of(random, 2);
    p.split = p.family != REAL_TO_REAL && one_of(random, 3);
    p.conjugate = (p.family == TO_SPECTRUM || p.family == FROM_SPECTRUM) && one_of(random, 2);
    p.inverse = (p.family == COMPLEX && one_of(random, 2)) || p.family == FROM_SPECTRUM ||
                (p.family == REAL_SOURCE && !p.split && one_of(random, 2));
    draw_lengths(&p, random);
    for (int i = 0; i < 2; ++i) {
        side *s = &p.side[i];
        const bool spectrum = p.family == (i == 0 ? FROM_SPECTRUM : TO_SPECTRUM);
        const bool real = p.family == REAL_TO_REAL || (p.family == REAL_SOURCE && i == 0) ||
                          p.family == (i == 0 ? TO_SPECTRUM : FROM_SPECTRUM);
        memcpy(s->length, p.length, sizeof s->length);
        s->scalars = real || p.split ? 1 : 2;
        if (spectrum) {
            s->length[p.rank - 1] = s->length[p.rank - 1] / 2 + 1;
        }
        draw_side(s, p.rank + p.loops, random);
    }
    if (p.in_place && one_of(random, 3) && p.side[0].scalars == p.side[1].scalars &&
        (p.family == COMPLEX || p.family == REAL_TO_REAL)) {
        p.side[0] = p.side[1];
    }
    for (int i = 0; i < 2; ++i) {
        const int64_t before = p.side[i].scalars * p.side[i].before;
        const int64_t after = p.side[i].scalars * (p.side[i].span - p.side[i].before);
        p.base = before > p.base ? before : p.base;
        p.scalars = after > p.scalars ? after : p.scalars;
    }
    p.base += p.base % 2;
    p.scalars += p.base;
    return p;
}

/* --- FFTW ------------------------------------------------------------------------------------- */

/* Arrays of one problem: the source, and the destination before and after. */
typedef struct arrays {
    double *src[2];
    double *dst[2];
} arrays;

/* FFTW gets packed, interleaved rows: it does not plan all layouts (with some negative strides and
 * split numbers, version 3.3.10 calls itself without end). */
static fftw_plan plan_fftw(const problem *p, double *from, double *to)
{
    fftw_iodim64 dims[MOST_DIMS];
    fftw_r2r_kind kinds[MOST_AXES];
    const fftw_iodim64 *loops = &dims[p->rank];
    const unsigned flags = FFTW_ESTIMATE;
    for (int i = 0; i < p->rank + p->loops; ++i) {
        dims[i] = (fftw_iodim64){p->length[i], p->side[0].stride[i], p->side[1].stride[i]};
    }
    for (int i = 0; i < p->rank; ++i) {
        kinds[i] = fftw_kinds[p->kind[i]];
    }
    fftw_complex *a = (fftw_complex *)from;
    fftw_complex *b = (fftw_complex *)to;
    switch (p->family) {
    case TO_SPECTRUM:
        return fftw_plan_guru64_dft_r2c(p->rank, dims, p->loops, loops, from, b, flags);
    case FROM_SPECTRUM:
        return fftw_plan_guru64_dft_c2r(p->rank, dims, p->loops, loops, a, to, flags);
    case REAL_TO_REAL:
        return fftw_plan_guru64_r2r(p->rank, dims, p->loops, loops, from, to, kinds, flags);
    default:
        return fftw_plan_guru64_dft(p->rank, dims, p->loops, loops, a, b,
                                    p->inverse ? FFTW_BACKWARD : FFTW_FORWARD, flags);
    }
}

static void execute_fftw(const problem *p, double *from, double *to)
{
    fftw_plan plan = plan_fftw(p, from, to);
    ck_assert_ptr_nonnull(plan);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
}

static bool is_real(const problem *p, int i)
{
    return p->family == REAL_TO_REAL || (p->family == REAL_SOURCE && i == 0) ||
           p->family == (i == 0 ? TO_SPECTRUM : FROM_SPECTRUM);
}

/* The problem with packed rows, axes before loops, of interleaved numbers; FFTW's source of
 * FFTC_REAL_SOURCE is complex. */
static problem packed_problem(const problem *p)
{
    problem packed = *p;
    packed.family = p->family == REAL_SOURCE ? COMPLEX : p->family;
    packed.split = false;
    for (int i = 0; i < 2; ++i) {
        side *s = &packed.side[i];
        int64_t next = 1;
        s->scalars = is_real(&packed, i) ? 1 : 2;
        for (int k = p->rank + p->loops - 1; k >= 0; --k) {
            s->stride[k] = next;
            next *= s->length[k];
        }
        s->span = next;
    }
    return packed;
}

static int64_t offset_of(const side *s, int dims, const int64_t *index)
{
    int64_t at = 0;
    for (int i = 0; i < dims; ++i) {
        at += index[i] * s->stride[i];
    }
    return s->scalars * at;
}

static bool step_index(const side *s, int dims, int64_t *index)
{
    for (int i = 0; i < dims; ++i) {
        if (++index[i] < s->length[i]) {
            return true;
        }
        index[i] = 0;
    }
    return false;
}

/* Copies one side's elements between the problem's arrays and packed numbers. */
static void pack(const problem *p, const problem *packed, int which, double *const data[2],
                 double *numbers, bool in)
{
    int64_t index[MOST_DIMS] = {0};
    const side *s = &p->side[which];
    const side *to = &packed->side[which];
    const int dims = p->rank + p->loops;
    const int parts = is_real(p, which) ? 1 : 2;
    do {
        for (int im = 0; im < parts; ++im) {
            double *item =
                data[p->split ? im : 0] + p->base + offset_of(s, dims, index) + (p->split ? 0 : im);
            double *number = &numbers[offset_of(to, dims, index) + im];
            *(in ? number : item) = in ? *item : *number;
        }
    } while (step_index(s, dims, index));
}

/* A spectrum of real numbers in place of random ones, since those of others are not defined. */
static void make_spectrum(const problem *p, const arrays *a)
{
    const problem packed = packed_problem(p);
    problem back = packed;
    double *real = calloc((size_t)packed.side[1].span, sizeof(double));
    double *spectrum = calloc(2 * (size_t)packed.side[0].span, sizeof(double));
    for (int64_t i = 0; i < packed.side[1].span; ++i) {
        real[i] = sin(1.0 + (double)i * (double)i);
    }
    back.family = TO_SPECTRUM;
    back.side[0] = packed.side[1];
    back.side[1] = packed.side[0];
    execute_fftw(&back, real, spectrum);
    pack(p, &packed, 0, a->src, spectrum, false);
    free(real);
    free(spectrum);
}

static void conjugate(double *numbers, int64_t count)
{
    for (int64_t i = 0; i < count; ++i) {
        numbers[2 * i + 1] = -numbers[2 * i + 1];
    }
}

static void expect(const problem *p, const arrays *a, double *const to[2])
{
    const problem packed = packed_problem(p);
    double *from = calloc(2 * (size_t)packed.side[0].span, sizeof(double));
    double *results = calloc(2 * (size_t)packed.side[1].span, sizeof(double));
    pack(p, &packed, 0, a->src, from, true);
    if (p->conjugate && p->family == FROM_SPECTRUM) {
        conjugate(from, packed.side[0].span);
    }
    execute_fftw(&packed, from, results);
    if (p->conjugate && p->family == TO_SPECTRUM) {
        conjugate(results, packed.side[1].span);
    }
    pack(p, &packed, 1, to, results, false);
    free(from);
    free(results);
}

/* --- ours ------------------------------------------------------------------------------------- */

static fftc_transform describe(const problem *p, fftc_precision precision)
{
    static const fftc_kind kinds[] = {[COMPLEX] = FFTC_COMPLEX,
                                      [TO_SPECTRUM] = FFTC_REAL,
                                      [FROM_SPECTRUM] = FFTC_REAL,
                                      [REAL_TO_REAL] = FFTC_REAL_TO_REAL,
                                      [REAL_SOURCE] = FFTC_REAL_SOURCE};
    fftc_transform t = {.precision = precision,
                        .kind = kinds[p->family],
                        .direction = p->inverse ? FFTC_INVERSE : FFTC_FORWARD,
                        .scaling = FFTC_SCALE_NONE,
                        .placement = p->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                        .format = p->split ? FFTC_SPLIT : FFTC_INTERLEAVED,
                        .conjugate = p->conjugate};
    for (int i = 0; i < p->rank; ++i) {
        t.length[i] = (uint64_t)p->length[i];
        t.src_stride[i] = (uint64_t)p->side[0].stride[i];
        t.dst_stride[i] = (uint64_t)p->side[1].stride[i];
        if (p->family == REAL_TO_REAL) {
            t.trigonometric[i] = p->kind[i];
        }
    }
    for (int i = 0; i < p->loops; ++i) {
        const int k = p->rank + i;
        t.loops[i] =
            (fftc_loop){(uint64_t)p->length[k], p->side[0].stride[k], p->side[1].stride[k]};
    }
    return t;
}

static const char *name_of(const problem *p)
{
    static char text[640];
    size_t used =
        (size_t)snprintf(text, sizeof text, "family %d%s%s%s%s rank %d:", (int)p->family,
                         p->inverse ? " inverse" : "", p->in_place ? " in place" : "",
                         p->split ? " split" : "", p->conjugate ? " conjugate" : "", p->rank);
    for (int i = 0; i < p->rank + p->loops; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, " %lld:%lld:%lld",
                                 (long long)p->length[i], (long long)p->side[0].stride[i],
                                 (long long)p->side[1].stride[i]);
        if (i < p->rank && p->family == REAL_TO_REAL) {
            used += (size_t)snprintf(text + used, sizeof text - used, "k%d", (int)p->kind[i]);
        }
    }
    return text;
}

static void *converted(const double *data, int64_t count, fftc_precision precision)
{
    void *copy = malloc((size_t)count * sizeof(double));
    ck_assert_ptr_nonnull(copy);
    for (int64_t i = 0; i < count; ++i) {
        if (precision == FFTC_FLOAT64) {
            ((double *)copy)[i] = data[i];
        } else {
            ((float *)copy)[i] = (float)data[i];
        }
    }
    return copy;
}

static double number(const void *data, int64_t i, fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? ((const double *)data)[i] : (double)((const float *)data)[i];
}

/* Marks the scalars of the results' elements. */
static void mark(const problem *p, unsigned char *is_result)
{
    int64_t index[MOST_DIMS] = {0};
    const side *s = &p->side[1];
    const int dims = p->rank + p->loops;
    do {
        memset(is_result + p->base + offset_of(s, dims, index), 1, (size_t)s->scalars);
    } while (step_index(s, dims, index));
}

static void compare(const problem *p, const void *found, const double *expected,
                    fftc_precision precision)
{
    unsigned char *is_result = calloc((size_t)p->scalars, 1);
    double error = 0.0;
    double norm = 0.0;
    mark(p, is_result);
    for (int64_t i = 0; i < p->scalars; ++i) {
        const double difference = number(found, i, precision) - expected[i];
        if (is_result[i] != 0) {
            error += difference * difference;
            norm += expected[i] * expected[i];
        } else if (!p->in_place) {
            ck_assert_msg(fabs(difference) <= 1e-6, "%s: wrote into gap %lld", name_of(p),
                          (long long)i);
        }
    }
    const double most = precision == FFTC_FLOAT64 ? 1e-14 : 2e-6;
    ck_assert_msg(error <= most * most * (norm + 1e-3), "%s: error %g of %g", name_of(p),
                  sqrt(error), sqrt(norm));
    free(is_result);
}

static void execute(const problem *p, const arrays *a, double *const expected[2],
                    fftc_precision precision)
{
    const fftc_transform t = describe(p, precision);
    const size_t scalar = fftc_precision_bytes(precision);
    fftc_plan *plan;
    fftc_error error;
    size_t bytes[2];
    size_t before[2];
    void *src[2];
    void *dst[2];
    for (int i = 0; i < 2; ++i) {
        src[i] = converted(a->src[i], p->scalars, precision);
        dst[i] = converted(p->in_place ? a->src[i] : a->dst[i], p->scalars, precision);
    }
    ck_assert_msg(fftc_plan_create(&t, NULL, &plan, &error) == FFTC_SUCCESS, "%s: %s", name_of(p),
                  error.message);
    ck_assert_int_eq(fftc_transform_bytes(&t, &bytes[0], &bytes[1], NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_transform_bytes_before(&t, &before[0], &before[1], NULL), FFTC_SUCCESS);
    for (int i = 0; i < 2 && !p->in_place; ++i) {
        const side *s = &p->side[i];
        ck_assert_uint_eq(bytes[i], (size_t)(s->span * s->scalars) * scalar);
        ck_assert_uint_eq(before[i], (size_t)(s->before * s->scalars) * scalar);
    }
    const size_t base = (size_t)p->base * scalar;
    const bool src_im = p->split && p->family != TO_SPECTRUM && p->family != REAL_SOURCE;
    const bool dst_im = p->split && p->family != FROM_SPECTRUM;
    const fftc_arrays given = {.src = (char *)(p->in_place ? dst : src)[0] + base,
                               .src_im =
                                   src_im ? (char *)(p->in_place ? dst : src)[1] + base : NULL,
                               .dst = (char *)dst[0] + base,
                               .dst_im = dst_im ? (char *)dst[1] + base : NULL};
    ck_assert_msg(fftc_plan_check_arrays(plan, &given, &error) == FFTC_SUCCESS, "%s: %s",
                  name_of(p), error.message);
    ck_assert_msg(fftc_plan_execute_arrays(plan, &given, &error) == FFTC_SUCCESS, "%s: %s",
                  name_of(p), error.message);
    compare(p, dst[0], expected[0], precision);
    if (dst_im) {
        compare(p, dst[1], expected[1], precision);
    }
    fftc_plan_destroy(plan);
    for (int i = 0; i < 2; ++i) {
        free(src[i]);
        free(dst[i]);
    }
}

static void check(const problem *p, testing_random *random)
{
    arrays a;
    double *expected[2];
    const size_t bytes = (size_t)p->scalars * sizeof(double);
    for (int i = 0; i < 2; ++i) {
        a.src[i] = malloc(bytes);
        a.dst[i] = malloc(bytes);
        expected[i] = malloc(bytes);
        for (int64_t k = 0; k < p->scalars; ++k) {
            a.src[i][k] = testing_random_real(random);
            a.dst[i][k] = testing_random_real(random);
        }
    }
    if (p->family == FROM_SPECTRUM) {
        make_spectrum(p, &a);
    }
    for (int i = 0; i < 2; ++i) {
        memcpy(expected[i], a.dst[i], bytes);
    }
    expect(p, &a, expected);
    execute(p, &a, expected, FFTC_FLOAT64);
    execute(p, &a, expected, FFTC_FLOAT32);
    for (int i = 0; i < 2; ++i) {
        free(a.src[i]);
        free(a.dst[i]);
        free(expected[i]);
    }
}

START_TEST(random_problems_give_what_fftw_gives)
{
    testing_random random = testing_random_start("guru problems");
    for (int i = 0; i < 1200;) {
        const problem p = draw(&random);
        if (p.scalars <= MOST_SPAN) {
            check(&p, &random);
            ++i;
        }
    }
}
END_TEST

TESTING_MAIN("transform_guru", random_problems_give_what_fftw_gives)
