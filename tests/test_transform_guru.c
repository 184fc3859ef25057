/* SPDX-License-Identifier: MIT
 *
 * Descriptions as wide as FFTW's guru interface has them: loops apart from axes, negative strides,
 * strides that do not nest, other strides on both sides in place, copies, halfcomplex numbers and
 * Hartley transforms, split spectra in place, real sources. FFTW does each problem out of place.
 */
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/fftcore.h"
#include "testing.h"
#include "transform_testing.h"

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

/* Rows of 2 and columns of 2 that interleave: places 0, 3, 2 and 5. */
START_TEST(strides_that_do_not_nest_are_taken_if_no_elements_meet)
{
    float src[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float dst[12] = {0};
    fftc_plan *plan;
    fftc_error error;
    fftc_transform t = {.length = {2, 2}, .dst_stride = {3, 2}};
    ck_assert_msg(fftc_plan_create(&t, NULL, &plan, &error) == FFTC_SUCCESS, "%s", error.message);
    fftc_plan_execute(plan, src, dst, NULL);
    ck_assert(dst[0] == 16.0f && dst[4] == -4.0f && dst[6] == -8.0f && dst[10] == 0.0f);
    fftc_plan_destroy(plan);
    t.length[1] = 4; /* 0, 2, 4, 6 and 3, 5, 7, 9 */
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    t.length[0] = 3; /* 6 twice */
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "overlap"));
}
END_TEST

static void check_refused(fftc_transform t, fftc_status status, const char *word)
{
    fftc_plan *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

START_TEST(wide_descriptions_that_make_no_sense_are_refused)
{
    check_refused((fftc_transform){.loops = {{4, 1, 0}}}, FFTC_INVALID_ARGUMENT,
                  "loops[0].dst_stride");
    check_refused((fftc_transform){.length = {4}, .loops = {{2, 4, 4}, {0}, {2, 8, 8}}},
                  FFTC_INVALID_ARGUMENT, "loops[2]");
    check_refused((fftc_transform){.length = {4}, .loops = {{UINT64_MAX, 4, 4}}}, FFTC_TOO_LARGE,
                  "loops[0].length");
    check_refused((fftc_transform){.length = {4}, .loops = {{3, INT64_MIN, 4}}}, FFTC_TOO_LARGE,
                  "stride");
    check_refused((fftc_transform){.length = {4}, .loops = {{2, 4, 3}}}, FFTC_INVALID_ARGUMENT,
                  "overlap");
    check_refused((fftc_transform){.loops = {{4, 1, 1}}, .kind = FFTC_REAL}, FFTC_INVALID_ARGUMENT,
                  "kind");
    check_refused((fftc_transform){.loops = {{4, 1, 1}}, .src_stride = {3}}, FFTC_INVALID_ARGUMENT,
                  "src_stride[0]");
    check_refused((fftc_transform){.length = {8}, .conjugate = 1}, FFTC_INVALID_ARGUMENT,
                  "conjugate");
    check_refused((fftc_transform){.length = {8}, .kind = FFTC_REAL_SOURCE, .src_range = {{0, 4}}},
                  FFTC_UNSUPPORTED, "ranges");
    check_refused((fftc_transform){.length = {8},
                                   .src_stride = {(uint64_t)-1},
                                   .dst_stride = {(uint64_t)1 << 60}},
                  FFTC_TOO_LARGE, "stride");
}
END_TEST

/* However the loops are said, the form and so the plan are the same. */
START_TEST(loops_axes_and_batches_have_one_form)
{
    fftc_transform normal[3];
    const fftc_transform same[3] = {
        {.length = {40}, .batch = 42},
        {.length = {40}, .loops = {{7, 40, 40}, {1, 3, 3}, {6, 280, 280}}},
        {.length = {40}, .loops = {{6, 280, 280}}, .batch = 7},
    };
    for (int i = 0; i < 3; ++i) {
        ck_assert_int_eq(fftc_transform_normalise(&same[i], &normal[i], NULL), FFTC_SUCCESS);
    }
    ck_assert_mem_eq(&normal[1], &normal[2], sizeof *normal);
    const fftc_transform wide[2] = {
        {.length = {4},
         .loops = {{3, -4, 4}, {2, 20, 40}},
         .batch = 5,
         .dst_distance = 100,
         .src_distance = 100},
        {.length = {4}, .loops = {{2, 20, 40}, {3, -4, 4}, {5, 100, 100}}}};
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(fftc_transform_normalise(&wide[i], &normal[i], NULL), FFTC_SUCCESS);
    }
    ck_assert_mem_eq(&normal[0], &normal[1], sizeof *normal);
    ck_assert_uint_eq(fftc_transform_hash(&normal[0]), fftc_transform_hash(&normal[1]));
    ck_assert_int_eq(fftc_transform_normalise(&normal[0], &normal[1], NULL), FFTC_SUCCESS);
    ck_assert_mem_eq(&normal[0], &normal[1], sizeof *normal);
}
END_TEST

/* A transposition in place, times a factor, of each precision; and real numbers to their own
 * spectrum and back with both signs. */
START_TEST(wide_plans_are_saved_and_made_again)
{
    char text[512];
    size_t bytes;
    fftc_plan *plan;
    fftc_error error;
    const fftc_transform t = {.length = {12}, .src_stride = {(uint64_t)-3}, .dst_stride = {2}};
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    const fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    ck_assert_msg(fftc_plan_create(&t, &options, &plan, &error) == FFTC_SUCCESS, "%s: %s", text,
                  error.message);
    fftc_plan_destroy(plan);
    const fftc_plan_options measure = {.effort = FFTC_MEASURE, .seconds = 0.01};
    ck_assert_int_eq(fftc_plan_create(&t, &measure, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

START_TEST(halves_are_copied_transposed_and_scaled)
{
    uint16_t data[6] = {0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}; /* 1 to 6 */
    const uint16_t expected[6] = {0x4000, 0x4800, 0x4400, 0x4900, 0x4600, 0x4a00};
    const fftc_transform t = {.precision = FFTC_FLOAT16,
                              .placement = FFTC_IN_PLACE,
                              .kind = FFTC_REAL_TO_REAL,
                              .loops = {{2, 3, 1}, {3, 1, 2}},
                              .factor = 2.0};
    fftc_plan *plan;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, data, data, NULL), FFTC_SUCCESS);
    ck_assert_mem_eq(data, expected, sizeof data);
    fftc_plan_destroy(plan);
}
END_TEST

/* Unitary cosine and sine transforms multiply first and last terms, too; FFTW has none. */
START_TEST(unitary_transforms_in_place_with_other_strides)
{
    fftc_transform t = {
        .length = {5, 4, 3},
        .kind = FFTC_REAL_TO_REAL,
        .trigonometric = {FFTC_DCT_III, FFTC_DST_II, FFTC_DCT_I},
        .precision = FFTC_FLOAT64,
        .scaling = FFTC_SCALE_UNITARY,
    };
    double src[60], dst[60], moved[180];
    for (unsigned i = 0; i < 60; ++i) {
        src[i] = moved[i] = sin(1.7 * i);
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    t.placement = FFTC_IN_PLACE;
    t.dst_stride[0] = 2, t.dst_stride[1] = 11, t.dst_stride[2] = 50;
    plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, moved, moved, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    for (unsigned i = 0; i < 60; ++i) {
        double there = moved[i / 12 * 2 + i / 3 % 4 * 11 + i % 3 * 50];
        ck_assert_msg(fabs(dst[i] - there) < 1e-14, "%u: %g and %g", i, dst[i], there);
    }
}
END_TEST

/* In place, intermediate results are within either range of each axis: places 0 to 31, though
 * sources are within 0 to 7 and results within 24 to 28. (Seen with the first loops: an array of so
 * many bytes was written beyond its end.) */
START_TEST(bytes_in_place_hold_both_ranges_however_loops_are_said)
{
    const fftc_transform loops = {.length = {8, 4},
                                  .placement = FFTC_IN_PLACE,
                                  .src_range = {{0, 2}, {3, 4}},
                                  .dst_range = {{6, 8}, {0, 1}},
                                  .loops = {{2, 32, 32}}};
    fftc_transform batch = loops;
    size_t bytes[2];
    batch.batch = 2;
    batch.loops[0] = (fftc_loop){0};
    ck_assert_int_eq(fftc_transform_bytes(&loops, &bytes[0], NULL, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_transform_bytes(&batch, &bytes[1], NULL, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(bytes[0], 64 * 2 * sizeof(float));
    ck_assert_uint_eq(bytes[1], bytes[0]);
}
END_TEST

/* So much of each axis, from somewhere on. */
static fftc_range draw_range(uint64_t length, testing_random *random)
{
    const uint64_t begin = testing_random_below(random, length);
    return (fftc_range){begin, begin + 1 + testing_random_below(random, length - begin)};
}

/* Executes with all arrays of so many doubles; the plan reads `from`, and its results are in `to`,
 * which in place gets the source. */
static void execute_ranges(fftc_transform t, bool in_place, double from[2][512], double to[2][512])
{
    const bool split = t.format == FFTC_SPLIT;
    const bool forward = t.direction == FFTC_FORWARD;
    t.placement = in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    for (int i = 0; i < 2; ++i) {
        memcpy(to[i], from[i], in_place ? sizeof to[i] : 0);
    }
    fftc_plan *plan = transform_plan(&t, 1);
    const fftc_arrays given = {.src = in_place ? to[0] : from[0],
                               .src_im = forward || !split ? NULL
                                         : in_place        ? to[1]
                                                           : from[1],
                               .dst = to[0],
                               .dst_im = forward && split ? to[1] : NULL};
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, &given, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

/* Compares the scalars within the ranges of dst with those out of place. */
START_TEST(real_ranges_in_place_give_what_they_give_out_of_place)
{
    static double from[2][512], there[2][512], in_place[2][512];
    testing_random random = testing_random_start("real ranges in place");
    for (int round = 0; round < 400; ++round) {
        const uint64_t rows = 1 + testing_random_below(&random, 7);
        const uint64_t n = 1 + testing_random_below(&random, 20);
        const bool forward = one_of(&random, 2);
        const bool split = one_of(&random, 2);
        const uint64_t room = 2 * (n / 2 + 1); /* of a row, in scalars */
        const uint64_t half = split ? room : room / 2;
        fftc_transform t = {.length = {rows, n},
                            .kind = FFTC_REAL,
                            .precision = FFTC_FLOAT64,
                            .direction = forward ? FFTC_FORWARD : FFTC_INVERSE,
                            .format = split ? FFTC_SPLIT : FFTC_INTERLEAVED,
                            .src_stride = {forward ? room : half, 1},
                            .dst_stride = {forward ? half : room, 1},
                            .src_range = {draw_range(rows, &random)},
                            .dst_range = {draw_range(rows, &random)}};
        t.src_range[1] = draw_range(forward ? n : n / 2 + 1, &random);
        t.dst_range[1] = draw_range(forward ? n / 2 + 1 : n, &random);
        for (int i = 0; i < 1024; ++i) {
            from[i / 512][i % 512] = testing_random_real(&random);
        }
        execute_ranges(t, false, from, there);
        execute_ranges(t, true, from, in_place);
        const uint64_t scalars = forward && !split ? 2 : 1;
        for (uint64_t y = t.dst_range[0].begin; y < t.dst_range[0].end; ++y) {
            for (uint64_t x = scalars * t.dst_range[1].begin; x < scalars * t.dst_range[1].end;
                 ++x) {
                for (int im = 0; im <= (int)(forward && split); ++im) {
                    const double a = there[im][y * room + x];
                    const double b = in_place[im][y * room + x];
                    ck_assert_msg(fabs(a - b) <= 1e-13, "round %d: %g and %g", round, a, b);
                }
            }
        }
    }
}
END_TEST

/* A scale of 0 was taken for none. */
START_TEST(least_factor_of_an_inverse_transform_leaves_nothing)
{
    const fftc_transform t = {.length = {8},
                              .precision = FFTC_FLOAT64,
                              .direction = FFTC_INVERSE,
                              .factor = 5e-324,
                              .src_stride = {(uint64_t)-1},
                              .dst_stride = {1}};
    double src[16];
    double dst[16];
    for (int i = 0; i < 16; ++i) {
        src[i] = 1.0 + i;
        dst[i] = 1.0;
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src + 14, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    for (int i = 0; i < 16; ++i) {
        ck_assert(fabs(dst[i]) < 1e-300);
    }
}
END_TEST

TESTING_MAIN("transform_guru", random_problems_give_what_fftw_gives,
             unitary_transforms_in_place_with_other_strides,
             strides_that_do_not_nest_are_taken_if_no_elements_meet,
             wide_descriptions_that_make_no_sense_are_refused, loops_axes_and_batches_have_one_form,
             wide_plans_are_saved_and_made_again, halves_are_copied_transposed_and_scaled,
             bytes_in_place_hold_both_ranges_however_loops_are_said,
             least_factor_of_an_inverse_transform_leaves_nothing,
             real_ranges_in_place_give_what_they_give_out_of_place)
