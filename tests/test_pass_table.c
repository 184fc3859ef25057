/* SPDX-License-Identifier: MIT
 *
 * The factors that passes look up, against the definition; what planners of passes are told, as
 * text; that each pass reads what the one before it wrote; what is too large for a device.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/convolution_plan.h"
#include "device/pass_plan.h"
#include "device/table_jobs.h"
#include "support/own_transform.h"
#include "testing.h"

#define PI 3.14159265358979323846264338327950288L

/* exp(-2 pi i k / n), k < n, by the angle below pi / 4. */
static void root(uint64_t k, uint64_t n, long double point[2])
{
    uint64_t quarter = 4 * k / n;
    long double angle = PI / 2 * ((long double)(4 * k - quarter * n) / (long double)n);
    long double c = cosl(angle);
    long double s = sinl(angle);
    const long double turned[4][2] = {{c, -s}, {-s, -c}, {-c, s}, {s, c}};
    memcpy(point, turned[quarter], sizeof turned[quarter]);
}

/* Float: the nearest number. Double: off by a unit of the last place of 1 at
 * most, and of its own. */
static void check_number(fftc_precision precision, const void *table, uint64_t index,
                         long double expected, const char *what)
{
    if (precision == FFTC_FLOAT32) {
        float got = ((const float *)table)[index];
        ck_assert_msg(got == (float)expected ||
                          fabsl((long double)got - expected) <= ldexpl(fabsl(expected), -24),
                      "%s, number %llu: %.9g for %.12Lg", what, (unsigned long long)index,
                      (double)got, expected);
    } else {
        double got = ((const double *)table)[index];
        ck_assert_msg(fabsl((long double)got - expected) <= ldexpl(fabsl(expected), -52) + 0x1p-62L,
                      "%s, number %llu: %.17g for %.20Lg", what, (unsigned long long)index, got,
                      expected);
    }
}

static void fill_twiddles(const fftc_line_schedule *schedule, uint64_t before, uint64_t fine,
                          fftc_precision precision, void *table)
{
    fftc_table_jobs jobs = {.count = 0};
    ck_assert(fftc_pass_twiddle_begin(schedule, before, fine, precision, table, &jobs));
    fftc_table_jobs_run(&jobs);
}

/* Row t of a pass after `before` points: the powers t p of the root. */
START_TEST(pass_factors_as_defined)
{
    static const struct {
        uint32_t points, invocations;
        uint64_t before;
    } passes[] = {{2, 1, 2},       {16, 4, 3},       {60, 4, 7},       {256, 16, 256},
                  {1000, 50, 360}, {2048, 128, 512}, {1024, 64, 4096}, {13, 1, 100003}};
    testing_random random = testing_random_start("pass table");
    for (size_t i = 0; i < 2 * sizeof passes / sizeof *passes; ++i) {
        fftc_precision precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        const fftc_line_schedule schedule = {.points = passes[i / 2].points,
                                             .invocations = passes[i / 2].invocations,
                                             .radix = {passes[i / 2].points},
                                             .registers = passes[i / 2].points,
                                             .stages = 1};
        uint64_t before = passes[i / 2].before;
        uint64_t n = before * schedule.points;
        size_t bytes = (size_t)fftc_pass_twiddle_count(&schedule, before, 0) *
                       (precision == FFTC_FLOAT64 ? 16 : 8);
        testing_buffer table = testing_buffer_create(bytes, 16);
        fill_twiddles(&schedule, before, 0, precision, table.data);
        for (uint64_t p = 0; p < before; ++p) {
            uint64_t t = testing_random_below(&random, schedule.invocations);
            long double expected[2];
            root(t * p % n, n, expected);
            check_number(precision, table.data, 2 * (t * before + p), expected[0], "cosine");
            check_number(precision, table.data, 2 * (t * before + p) + 1, expected[1], "sine");
        }
        testing_buffer_release(&table);
    }
}
END_TEST

/* Factors as products: each row has powers of p mod fine, then those of p - p mod fine. */
START_TEST(pass_factors_of_products_as_defined)
{
    static const struct {
        uint32_t points, invocations;
        uint64_t before, fine;
    } passes[] = {{16, 4, 300, 32}, {60, 4, 64, 8}, {128, 8, 65536, 256}, {13, 1, 1001, 1000}};
    for (size_t i = 0; i < 2 * sizeof passes / sizeof *passes; ++i) {
        fftc_precision precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        const fftc_line_schedule schedule = {.points = passes[i / 2].points,
                                             .invocations = passes[i / 2].invocations,
                                             .radix = {passes[i / 2].points},
                                             .registers = passes[i / 2].points,
                                             .stages = 1};
        uint64_t before = passes[i / 2].before;
        uint64_t fine = passes[i / 2].fine;
        uint64_t row = fine + (before + fine - 1) / fine;
        uint64_t n = before * schedule.points;
        uint64_t count = fftc_pass_twiddle_count(&schedule, before, fine);
        testing_buffer table =
            testing_buffer_create((size_t)count * (precision == FFTC_FLOAT64 ? 16 : 8), 16);
        fill_twiddles(&schedule, before, fine, precision, table.data);
        ck_assert_uint_eq(count % row, 0);
        ck_assert_uint_gt(count / row, schedule.invocations);
        for (uint64_t k = 0; k < schedule.invocations * row; ++k) {
            uint64_t p = k % row < fine ? k % row : (k % row - fine) * fine;
            long double expected[2];
            root(k / row * p % n, n, expected);
            check_number(precision, table.data, 2 * k, expected[0], "cosine");
            check_number(precision, table.data, 2 * k + 1, expected[1], "sine");
        }
        testing_buffer_release(&table);
    }
}
END_TEST

/* Weights exp(-pi i k^2 / n), and the transform of their conjugates, over m, frequency k_1 + N_1
 * (k_2 + ...) at (k_1, k_2, ...). Of rows, the first half, if the table says so. */
static void check_chirp(uint32_t n, const uint32_t axes[FFTC_CONVOLUTION_AXES_MAX], uint32_t rows,
                        fftc_precision precision)
{
    fftc_convolution_key key = {
        .role = FFTC_ROLE_PRODUCT, .first = 1, .last = 1, .rows = rows, .chirp = n};
    memcpy(key.axes, axes, sizeof key.axes);
    size_t m = (size_t)axes[0] * axes[1] * axes[2] * axes[3];
    const fftc_line_schedule schedule = {
        .points = axes[0], .invocations = 1, .radix = {axes[0]}, .stages = 1};
    fftc_chirp_table count = fftc_chirp_table_count(&key, &schedule, 1);
    size_t item = precision == FFTC_FLOAT64 ? 16 : 8;
    testing_buffer table = testing_buffer_create((size_t)count.count * item, 16);
    double *x = calloc(m, 2 * sizeof *x);
    double *y = calloc(m, 2 * sizeof *y);
    fftc_table_jobs jobs = {.transform = fftc_own_transform};
    ck_assert(fftc_chirp_table_begin(&key, &schedule, 1, precision, table.data, &jobs));
    fftc_table_jobs_run(&jobs);
    for (uint64_t k = 0; k < count.weights; ++k) {
        long double expected[2] = {0.0L, 0.0L};
        if (k < n) {
            root(k * k % (2 * (uint64_t)n), 2 * (uint64_t)n, expected);
            for (uint64_t twice = 0; twice < 2; ++twice) {
                uint64_t at = twice == 0 || k == 0 ? k : m - k;
                x[2 * at] = (double)expected[0];
                x[2 * at + 1] = -(double)expected[1];
            }
        }
        check_number(precision, table.data, 2 * (count.back + k), expected[0], "weight");
        check_number(precision, table.data, 2 * (count.back + k) + 1, expected[1], "weight");
    }
    testing_fftw(m, 1, -1, x, y);
    const char *spectrum = (const char *)table.data + (count.back + count.weights) * item;
    double *got = malloc(m * 2 * sizeof *got);
    double error = 0.0;
    double norm = 0.0;
    bool even = rows != 0 && n >= 8192 && axes[1] > 1 && axes[2] == 1;
    ck_assert_uint_eq(count.spectrum, even ? (axes[0] / 2 + 1) * axes[1] : m);
    testing_to_double(precision, spectrum, count.spectrum, got);
    for (size_t i = 0; i < count.spectrum; ++i) {
        size_t left = i;
        size_t frequency = 0;
        for (int axis = FFTC_CONVOLUTION_AXES_MAX - 1; axis >= 0; --axis) {
            frequency = frequency * axes[axis] + left % axes[axis];
            left /= axes[axis];
        }
        for (size_t part = 0; part < 2; ++part) {
            double expected = y[2 * frequency + part] / (double)m;
            error += (got[2 * i + part] - expected) * (got[2 * i + part] - expected);
            norm += expected * expected;
        }
    }
    /* FFTW's and the library's error, and for float one rounding. */
    double bound = precision == FFTC_FLOAT64 ? 1.2e-15 : 0x1p-24;
    ck_assert_msg(sqrt(error / norm) <= bound, "%u points, period %zu: error %g", (unsigned)n, m,
                  sqrt(error / norm));
    free(x);
    free(y);
    free(got);
    testing_buffer_release(&table);
}

START_TEST(chirp_tables_as_defined)
{
    static const struct {
        uint32_t n;
        uint32_t axes[FFTC_CONVOLUTION_AXES_MAX];
    } cases[] = {{17, {33, 1, 1, 1}},       {17, {36, 1, 1, 1}},       {1009, {2048, 1, 1, 1}},
                 {1000, {9, 13, 18, 1}},    {4099, {13, 640, 1, 1}},   {8191, {64, 256, 1, 1}},
                 {10007, {10, 2048, 1, 1}}, {65537, {16, 18, 500, 1}}, {150001, {512, 600, 1, 1}},
                 {10007, {2001, 11, 1, 1}}, {10007, {2002, 11, 1, 1}}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        const uint32_t *axes = cases[i / 2].axes;
        uint32_t rows = i % 2 != 0 ? axes[0] : 0;
        check_chirp(cases[i / 2].n, axes, rows, FFTC_FLOAT32);
        check_chirp(cases[i / 2].n, axes, rows, FFTC_FLOAT64);
    }
}
END_TEST

/* Written and read again; what is no such text is not taken. */
START_TEST(pass_choices_text_round_trip)
{
    testing_random random = testing_random_start("pass choices");
    for (int turn = 0; turn < 200; ++turn) {
        fftc_pass_choices choices = {.axis = {{0}}};
        fftc_pass_choices read;
        char text[2000];
        for (int i = 0; i < FFTC_MAX_RANK; ++i) {
            choices.axis[i].count = (uint32_t)testing_random_below(&random, 5);
            for (uint32_t k = 0; k < choices.axis[i].count; ++k) {
                choices.axis[i].points[k] = (uint32_t)testing_random_below(&random, 5000);
            }
        }
        for (int i = 0; i < FFTC_PASSES_MAX; ++i) {
            choices.pass[i].registers = (uint32_t)testing_random_below(&random, 3);
            choices.pass[i].invocations = (uint32_t)testing_random_below(&random, 3) * 1000;
        }
        fftc_text_writer w = {text, sizeof text, 0};
        text[0] = '\0';
        fftc_pass_choices_put(&w, &choices);
        ck_assert_uint_lt(w.used, sizeof text);
        const char *at = text;
        ck_assert(fftc_pass_choices_take(&at, &read));
        ck_assert_int_eq(*at, '\0');
        ck_assert_mem_eq(&read, &choices, sizeof choices);
    }
}
END_TEST

/* Each pass reads what the one before it wrote, the first one, and no other, by the user's load;
 * and a pass that does not keep every element in its place writes elsewhere. */
static void check_chain(const fftc_transform *t, const fftc_pass_limits *limits)
{
    fftc_pass_plan *plan = malloc(sizeof *plan);
    fftc_error error;
    ck_assert_msg(fftc_pass_plan_make(t, limits, plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    fftc_place at = t->placement == FFTC_IN_PLACE ? FFTC_PLACE_DST : FFTC_PLACE_SRC;
    for (uint32_t i = 0; i < plan->count; ++i) {
        const fftc_pass *pass = &plan->pass[i];
        ck_assert_msg(pass->src == at, "%llu points: pass %u of %u reads place %d, not %d",
                      (unsigned long long)t->length[0], (unsigned)i, (unsigned)plan->count,
                      (int)pass->src, (int)at);
        ck_assert_int_eq(pass->key.in_place != 0, pass->src == pass->dst);
        ck_assert_int_eq(pass->key.load != 0, limits->load && i == 0);
        ck_assert(pass->dst < FFTC_PLACE_SCRATCH || plan->elements[pass->dst] != 0);
        at = pass->dst;
    }
    ck_assert_int_eq(at, FFTC_PLACE_DST);
    free(plan);
}

/* Of what was tried and did not go nothing stays; where edges are passes of their own, what is
 * between them may take several. */
START_TEST(real_passes_follow_each_other)
{
    static const struct {
        fftc_transform transform;
        uint32_t shared_bytes;
        uint32_t registers[2]; /* wished for the first two passes */
    } cases[] = {
        {{.length = {16016}, .batch = 3, .kind = FFTC_REAL, .precision = FFTC_FLOAT64}, 32768, {0}},
        {{.length = {6760}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE}, 16384, {0}},
        {{.length = {260260},
          .batch = 2,
          .kind = FFTC_REAL_TO_REAL,
          .trigonometric = {FFTC_DCT_II}},
         16384,
         {0}},
        {{.length = {144000}, .kind = FFTC_REAL, .direction = FFTC_INVERSE}, 32768, {0, 4}},
        {{.length = {1101100}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE}, 49152, {4, 4}},
        {{.length = {13728}, .kind = FFTC_REAL}, 49152, {0, 8}},
        {{.length = {8800}, .batch = 2, .kind = FFTC_REAL_TO_REAL, .precision = FFTC_FLOAT64},
         32768,
         {4, 8}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_pass_choices choices = {.axis = {{0}}};
        fftc_pass_limits limits = {.name = "a device",
                                   .invocations_max = 256,
                                   .shared_bytes = cases[i].shared_bytes,
                                   .buffer_bytes_max = (uint64_t)1 << 32,
                                   .load_src = true,
                                   .choices = &choices};
        for (int pass = 0; pass < 2; ++pass) {
            choices.pass[pass].registers = cases[i].registers[pass];
        }
        for (int load = 0; load < 2; ++load) {
            limits.load = load != 0;
            check_chain(&cases[i].transform, &limits);
        }
    }
}
END_TEST

static uint32_t count_same(const fftc_pass_plan *plan)
{
    uint32_t same = 0;
    for (uint32_t i = 1; i < plan->count; ++i) {
        const fftc_pass_key *a = &plan->pass[0].key;
        const fftc_pass_key *b = &plan->pass[i].key;
        size_t bytes = (size_t)(fftc_pass_table_count(a) * fftc_complex_bytes(a->precision));
        if (!fftc_pass_table_same(a, b)) {
            continue;
        }
        ck_assert_uint_eq(fftc_pass_table_count(a), fftc_pass_table_count(b));
        char *x = malloc(bytes + 1);
        char *y = malloc(bytes + 1);
        memset(x, 1, bytes);
        memset(y, 2, bytes);
        ck_assert(fftc_pass_table_fill(a, fftc_own_transform, x) &&
                  fftc_pass_table_fill(b, fftc_own_transform, y));
        ck_assert_msg(memcmp(x, y, bytes) == 0, "passes 0 and %u", (unsigned)i);
        free(x);
        free(y);
        ++same;
    }
    return same;
}

/* A DCT II is folded where it is loaded, a DCT III where it is stored. */
START_TEST(cosines_are_turned_on_one_side)
{
    const uint64_t n = 1000003;
    const fftc_pass_limits limits = {.name = "a device",
                                     .invocations_max = 1024,
                                     .shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .buffer_bytes_max = (uint64_t)1 << 32};
    fftc_pass_plan *plan = malloc(sizeof *plan);
    for (int third = 0; third < 2; ++third) {
        const fftc_transform t = {.length = {n},
                                  .kind = FFTC_REAL_TO_REAL,
                                  .trigonometric = {third ? FFTC_DCT_III : FFTC_DCT_II}};
        ck_assert_int_eq(fftc_pass_plan_make(&t, &limits, plan, NULL), FFTC_SUCCESS);
        const fftc_pass_key *ends[2] = {&plan->pass[0].key, &plan->pass[plan->count - 1].key};
        ck_assert_uint_eq(fftc_pass_table_count(ends[third]), 0);
        ck_assert_uint_eq(fftc_pass_table_count(ends[1 - third]), n + 1);
    }
    free(plan);
}
END_TEST

/* Of lines alone, of columns there and back, also where radices make them differ, folded, real. */
START_TEST(passes_that_share_a_table_have_the_same_numbers)
{
    static const struct {
        fftc_transform transform;
        uint32_t same; /* UINT32_MAX: any number */
    } cases[] = {{{.length = {10007}}, 1},
                 {{.length = {10007}, .precision = FFTC_FLOAT64}, UINT32_MAX},
                 {{.length = {65537}}, UINT32_MAX},
                 {{.length = {1000003}}, 1}, /* last radices there and first ones back differ */
                 {{.length = {8191}}, UINT32_MAX},
                 {{.length = {20014}, .kind = FFTC_REAL}, UINT32_MAX},
                 {{.length = {64, 64}}, 1},
                 {{.length = {64, 128}}, 0},
                 {{.length = {65536}}, 0},
                 {{.length = {60, 60}, .kind = FFTC_REAL}, 0}};
    fftc_pass_plan *plan = malloc(sizeof *plan);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const fftc_pass_limits limits = {.name = "a device",
                                         .invocations_max = 1024,
                                         .shared_bytes = 49152,
                                         .subgroup_size = 32,
                                         .buffer_bytes_max = (uint64_t)1 << 32};
        fftc_error error;
        ck_assert_msg(fftc_pass_plan_make(&cases[i].transform, &limits, plan, &error) ==
                          FFTC_SUCCESS,
                      "%s", error.message);
        uint32_t same = count_same(plan);
        ck_assert_msg(cases[i].same == UINT32_MAX || same == cases[i].same,
                      "case %u: %u of %u passes share a table", (unsigned)i, (unsigned)same,
                      (unsigned)plan->count);
    }
    free(plan);
}
END_TEST

/* What fits a device's buffers, and what is one transform more. */
static const struct {
    fftc_transform fits;
    uint64_t buffer_bytes;
    const char *word; /* of the message for one transform more */
} sizes[] = {
    {{.length = {1024}, .batch = 1024}, 1u << 23, "src spans"},
    {{.length = {1024}, .batch = 1024, .kind = FFTC_REAL}, 8u * 513 * 1024, "dst spans"},
    {{.length = {1024}, .batch = 1024, .kind = FFTC_REAL_TO_REAL}, 1u << 22, "src spans"},
    {{.length = {1u << 20}, .batch = 2048}, (uint64_t)1 << 62, "src spans"}, /* 2^31 numbers */
    {{.length = {1u << 20}, .batch = 4095, .kind = FFTC_REAL}, (uint64_t)1 << 62, "dst spans"},
};

START_TEST(transforms_beyond_buffers_too_large)
{
    fftc_pass_plan *plan = malloc(sizeof *plan);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        fftc_transform t = sizes[i].fits;
        fftc_error error;
        const fftc_pass_limits limits = {.name = "a device",
                                         .invocations_max = 256,
                                         .shared_bytes = 32768,
                                         .buffer_bytes_max = sizes[i].buffer_bytes};
        ck_assert_msg(fftc_pass_plan_make(&t, &limits, plan, &error) == FFTC_SUCCESS, "%zu: %s", i,
                      error.message);
        ++t.batch;
        ck_assert_msg(fftc_pass_plan_make(&t, &limits, plan, &error) == FFTC_TOO_LARGE, "%zu", i);
        ck_assert_msg(strstr(error.message, sizes[i].word) != NULL, "%zu: %s", i, error.message);
    }
    /* What a long prime takes beside its data. */
    const fftc_transform prime = {.length = {1000003}, .batch = 3};
    fftc_pass_limits limits = {.name = "a device",
                               .invocations_max = 256,
                               .shared_bytes = 32768,
                               .buffer_bytes_max = (uint64_t)1 << 40};
    fftc_error error;
    ck_assert_int_eq(fftc_pass_plan_make(&prime, &limits, plan, NULL), FFTC_SUCCESS);
    limits.buffer_bytes_max = 8 * plan->elements[FFTC_PLACE_WORK];
    ck_assert_uint_gt(limits.buffer_bytes_max, (uint64_t)8 * 3 * 1000003);
    ck_assert_int_eq(fftc_pass_plan_make(&prime, &limits, plan, NULL), FFTC_SUCCESS);
    limits.buffer_bytes_max -= 8;
    ck_assert_int_eq(fftc_pass_plan_make(&prime, &limits, plan, &error), FFTC_TOO_LARGE);
    ck_assert_ptr_nonnull(strstr(error.message, "scratch of a convolution"));
    free(plan);
}
END_TEST

START_TEST(convolutions_beyond_buffers_too_large)
{
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    for (int kind = FFTC_COMPLEX; kind <= FFTC_REAL; ++kind) {
        fftc_convolution_description what;
        fftc_error error;
        fftc_pass_limits limits = {
            .name = "a device", .invocations_max = 256, .shared_bytes = 32768};
        ck_assert_int_eq(fftc_convolution_describe_linear(1, (uint64_t[]){1000}, (uint64_t[]){25},
                                                          FFTC_SAME, FFTC_CONVOLVE, (fftc_kind)kind,
                                                          &what, NULL),
                         FFTC_SUCCESS);
        what.signal.batch = 512;
        limits.buffer_bytes_max = what.signal.batch * 1000 * (kind == FFTC_REAL ? 4 : 8);
        ck_assert_msg(fftc_convolution_passes_make(&what, &limits, passes, &error) == FFTC_SUCCESS,
                      "%s", error.message);
        ++what.signal.batch;
        ck_assert_int_eq(fftc_convolution_passes_make(&what, &limits, passes, &error),
                         FFTC_TOO_LARGE);
        ck_assert_msg(strstr(error.message, "src spans") != NULL, "%s", error.message);
    }
    free(passes);
}
END_TEST

TESTING_MAIN("pass table", cosines_are_turned_on_one_side,
             passes_that_share_a_table_have_the_same_numbers, pass_factors_as_defined,
             pass_factors_of_products_as_defined, chirp_tables_as_defined,
             pass_choices_text_round_trip, real_passes_follow_each_other,
             transforms_beyond_buffers_too_large, convolutions_beyond_buffers_too_large)
