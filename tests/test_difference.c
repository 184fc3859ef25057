/* SPDX-License-Identifier: MIT
 *
 * fftcore/finite_difference.h: every scheme against its definition in bits, orders of convergence
 * against analytic solutions, the energy of waves, the limit of the time step, and what is refused.
 */
#include "fftcore/finite_difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FFTC_PRECISION 64
#include "fftcore/kernel/finite_difference.h"

#include "ledger.h"
#include "testing.h"

#define PI 3.14159265358979323846

static fftc_difference_plan *plan_of(const fftc_difference *d, const fftc_plan_options *options)
{
    fftc_difference_plan *plan;
    fftc_error error;
    ck_assert_msg(fftc_difference_plan_create(d, options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return plan;
}

/* --- bits ------------------------------------------------------------------------------------- */

/* What fftc_difference_parameters writes for double. */
typedef struct parameters {
    uint32_t length[3];
    uint32_t boundary[3];
    uint32_t unused[2];
    double weight[3][5];
    double gain;
    double loss;
} parameters;

static double value(const parameters *p, const double *points, const uint32_t at[3], int axis,
                    int distance)
{
    fftc_difference_place place[3];
    size_t index = 0;
    for (int i = 2; i >= 0; --i) {
        place[i] = fftc_difference_at(at[i] + 4 + (uint32_t)(i == axis ? distance : 0), 4,
                                      p->length[i], p->boundary[i]);
        index = index * p->length[i] + place[i].index;
    }
    return fftc_difference_value(place[axis], points[index]);
}

static double laplacian(const parameters *p, int axes, int reach, const double *points, size_t i)
{
    static const int order[3][3] = {{0}, {0, 2}, {0, 1, 2}};
    const uint32_t at[3] = {(uint32_t)(i % p->length[0]),
                            (uint32_t)(i / p->length[0] % p->length[1]),
                            (uint32_t)(i / p->length[0] / p->length[1])};
    double sum = p->weight[0][0] * points[i];
    for (int a = 0; a < axes; ++a) {
        const int axis = order[axes - 1][a];
        for (int k = 1; k <= reach; ++k) {
            sum += p->weight[axis][k] *
                   (value(p, points, at, axis, -k) + value(p, points, at, axis, k));
        }
    }
    return sum;
}

enum { POINTS_MOST = 40000 /* points of an array */ };

static fftc_difference draw(testing_random *random, int axes)
{
    static const uint64_t shapes[2][3][3] = {{{1500}, {37, 61}, {13, 11, 29}},
                                             {{POINTS_MOST}, {15, 1300}, {7, 6, 700}}};
    const uint64_t(*most)[3] = shapes[testing_random_below(random, 2)];
    fftc_difference d = {.equation = (fftc_equation)testing_random_below(random, 2),
                         .order = 2 + 2 * (int)testing_random_below(random, 4),
                         .coefficient = 0.5 + (double)testing_random_below(random, 8),
                         .precision = FFTC_FLOAT64};
    for (int i = 0; i < axes; ++i) {
        d.length[i] = 1 + testing_random_below(random, most[axes - 1][i]);
        d.boundary[i] = (fftc_boundary)testing_random_below(random, 3);
        d.spacing[i] = (double)testing_random_below(random, 3) / 2;
    }
    d.damping = d.equation == FFTC_WAVE ? (double)testing_random_below(random, 2) / 8 : 0;
    ck_assert_int_eq(fftc_difference_limit(&d, &d.time_step, NULL), FFTC_SUCCESS);
    d.time_step *= 0.75;
    return d;
}

START_TEST(steps_have_the_bits_of_the_definition)
{
    static double points[POINTS_MOST + 1], previous[POINTS_MOST + 1], medium[POINTS_MOST + 1],
        expected[POINTS_MOST + 1];
    static double given[2][POINTS_MOST + 1];
    testing_random random = testing_random_start("difference");
    for (int trial = 0; trial < 120; ++trial) {
        const int axes = 1 + trial % 3;
        const bool has_medium = trial % 2 == 0;
        const fftc_difference d = draw(&random, axes);
        parameters p;
        fftc_plan_options options = {.threads = 1 + trial % 4};
        fftc_difference_plan *plan = plan_of(&d, &options);
        ck_assert_uint_eq(sizeof p, FFTC_DIFFERENCE_PARAMETER_BYTES(FFTC_FLOAT64));
        ck_assert_int_eq(fftc_difference_parameters(&d, &p, NULL), FFTC_SUCCESS);
        const size_t count = (size_t)p.length[0] * p.length[1] * p.length[2];
        testing_fill(FFTC_FLOAT64, points, (POINTS_MOST + 1) / 2, &random);
        testing_fill(FFTC_FLOAT64, previous, (POINTS_MOST + 1) / 2, &random);
        testing_fill(FFTC_FLOAT64, medium, (POINTS_MOST + 1) / 2, &random);
        for (size_t i = 0; i < count; ++i) {
            double lap = laplacian(&p, axes, d.order / 2, points, i);
            lap = has_medium ? medium[i] * lap : lap;
            expected[i] = d.equation == FFTC_HEAT
                              ? points[i] + lap
                              : p.gain * (points[i] + points[i] + lap) - p.loss * previous[i];
        }
        memcpy(given[0], points, sizeof points);
        memcpy(given[1], previous, sizeof previous);
        void *arrays[2] = {given[0], given[1]};
        ck_assert_int_eq(fftc_difference_execute(plan, 1, arrays, has_medium ? medium : NULL, NULL),
                         FFTC_SUCCESS);
        ck_assert_ptr_eq(arrays[0], given[1]);
        ck_assert_ptr_eq(arrays[1], given[0]);
        ck_assert_mem_eq(given[0], points, sizeof points);
        ck_assert_msg(memcmp(given[1], expected, count * sizeof(double)) == 0,
                      "trial %d: %d axes, %u x %u x %u, order %d, boundaries %u %u %u", trial, axes,
                      p.length[0], p.length[1], p.length[2], d.order, p.boundary[0], p.boundary[1],
                      p.boundary[2]);
        ck_assert_mem_eq(given[1] + count, previous + count,
                         (POINTS_MOST - count) * sizeof(double));
        fftc_difference_plan_destroy(plan);
    }
}
END_TEST

/* Rows of one point to those of several vectors, in arrays of whole pages between pages that nobody
 * may read (d60b3cba read before an array). */
START_TEST(nothing_is_read_beside_arrays)
{
    enum { ROWS = 1024 };
    for (uint64_t i = 0; i < 40 * 16; ++i) {
        fftc_difference d = {.equation = (fftc_equation)(i % 2),
                             .length = {ROWS, 1 + i / 16},
                             .boundary = {FFTC_BOUNDARY_MIRROR, FFTC_BOUNDARY_ZERO},
                             .order = 2 + 2 * (int)(i / 2 % 4),
                             .coefficient = 1,
                             .time_step = 0.125,
                             .precision = i / 8 % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        const size_t number = d.precision == FFTC_FLOAT32 ? sizeof(float) : sizeof(double);
        testing_buffer memory[3];
        for (int k = 0; k < 3; ++k) {
            memory[k] = testing_buffer_create(ROWS * d.length[1] * number, number);
            memset(memory[k].data, 0, memory[k].bytes);
        }
        void *arrays[2] = {memory[0].data, memory[1].data};
        fftc_difference_plan *plan = plan_of(&d, NULL);
        ck_assert_int_eq(fftc_difference_execute(plan, 2, arrays, memory[2].data, NULL),
                         FFTC_SUCCESS);
        fftc_difference_plan_destroy(plan);
        for (int k = 0; k < 3; ++k) {
            testing_buffer_release(&memory[k]);
        }
    }
}
END_TEST

/* Float has the same text; its results differ from double's by its rounding. */
START_TEST(float_agrees_with_double)
{
    enum { N = 600 };
    static float f[2][N];
    static double g[2][N];
    fftc_difference d = {.equation = FFTC_WAVE,
                         .length = {20, 30},
                         .order = 4,
                         .coefficient = 1,
                         .time_step = 0.25,
                         .boundary = {FFTC_BOUNDARY_ZERO, FFTC_BOUNDARY_MIRROR}};
    for (int i = 0; i < N; ++i) {
        f[0][i] = f[1][i] = (float)((i * 37 % 101) / 101.0);
        g[0][i] = g[1][i] = (double)f[0][i];
    }
    void *floats[2] = {f[0], f[1]};
    void *doubles[2] = {g[0], g[1]};
    fftc_difference_plan *plan = plan_of(&d, NULL);
    ck_assert_int_eq(fftc_difference_execute(plan, 21, floats, NULL, NULL), FFTC_SUCCESS);
    fftc_difference_plan_destroy(plan);
    d.precision = FFTC_FLOAT64;
    plan = plan_of(&d, NULL);
    ck_assert_int_eq(fftc_difference_execute(plan, 21, doubles, NULL, NULL), FFTC_SUCCESS);
    fftc_difference_plan_destroy(plan);
    for (int i = 0; i < N; ++i) {
        ck_assert_double_le(fabs((double)((float *)floats[0])[i] - ((double *)doubles[0])[i]),
                            1e-5);
    }
}
END_TEST

/* Steps of arrays beyond the caches are done together, in tiles of rows of planes where these are
 * large, in parts by threads. */
START_TEST(steps_together_have_the_bits_of_single_ones)
{
    static const uint64_t shapes[][3] = {{900, 520}, {40, 20000}, {40, 600, 100}, {70, 61, 130}};
    enum { NUMBERS = 40 * 600 * 100, STEPS = 6 };
    testing_random random = testing_random_start("difference");
    char *given = malloc(5 * NUMBERS * sizeof(double));
    ck_assert_ptr_nonnull(given);
    for (int trial = 0; trial < 16; ++trial) {
        fftc_difference d = {.equation = (fftc_equation)testing_random_below(&random, 2),
                             .order = 2 + 2 * (int)testing_random_below(&random, 4),
                             .coefficient = 1.0};
        const fftc_plan_options options = {.threads = 1 + (int)testing_random_below(&random, 3)};
        d.precision = testing_random_below(&random, 2) == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        for (int i = 0; i < 3; ++i) {
            d.length[i] = shapes[trial % 4][i];
            d.boundary[i] = (fftc_boundary)testing_random_below(&random, 3);
        }
        ck_assert_int_eq(fftc_difference_limit(&d, &d.time_step, NULL), FFTC_SUCCESS);
        d.time_step *= 0.5;
        const size_t bytes = NUMBERS * fftc_precision_bytes(d.precision);
        const void *medium = testing_random_below(&random, 2) == 0 ? given + 4 * bytes : NULL;
        fftc_difference_plan *plan = plan_of(&d, &options);
        void *together[2] = {given, given + bytes};
        void *single[2] = {given + 2 * bytes, given + 3 * bytes};
        testing_fill(d.precision, given, 5 * NUMBERS / 2, &random);
        memcpy(single[0], together[0], 2 * bytes);
        ck_assert_int_eq(fftc_difference_execute(plan, STEPS, together, medium, NULL),
                         FFTC_SUCCESS);
        for (int i = 0; i < STEPS; ++i) {
            ck_assert_int_eq(fftc_difference_execute(plan, 1, single, medium, NULL), FFTC_SUCCESS);
        }
        ck_assert_msg(memcmp(given, given + 2 * bytes, 2 * bytes) == 0,
                      "trial %d, boundaries %d %d %d", trial, d.boundary[0], d.boundary[1],
                      d.boundary[2]);
        fftc_difference_plan_destroy(plan);
    }
    free(given);
}
END_TEST

/* --- convergence ------------------------------------------------------------------------------ */

/* A standing wave that suits the boundary: its value at a point, of n, at rest. */
static double mode(fftc_boundary boundary, uint64_t i, uint64_t n)
{
    switch (boundary) {
    case FFTC_BOUNDARY_PERIODIC: return sin(2 * PI * (double)i / (double)n + 0.3);
    case FFTC_BOUNDARY_ZERO: return sin(PI * (double)(i + 1) / (double)(n + 1));
    default: return cos(PI * ((double)i + 0.5) / (double)n);
    }
}

static double wave_number(fftc_boundary boundary)
{
    return boundary == FFTC_BOUNDARY_PERIODIC ? 2 * PI : PI;
}

static double spacing_of(fftc_boundary boundary, uint64_t n)
{
    return 1.0 / (double)(boundary == FFTC_BOUNDARY_ZERO ? n + 1 : n);
}

/* The largest error at time 0.1 (heat) or 0.2 (waves) of a product of modes, in boxes of length 1,
 * with n points along each axis. Time steps are so short that the error is that of space. */
static double error_of(fftc_difference d, int axes, uint64_t n)
{
    enum { MOST = 64 * 64 };
    static double u[2][MOST];
    size_t count = 1;
    double k2 = 0;
    double h = 1;
    for (int i = 0; i < axes; ++i) {
        d.length[i] = n;
        d.spacing[i] = spacing_of(d.boundary[i], n);
        k2 += wave_number(d.boundary[i]) * wave_number(d.boundary[i]);
        h = d.spacing[i] < h ? d.spacing[i] : h;
        count *= n;
    }
    const bool wave = d.equation == FFTC_WAVE;
    const double duration = wave ? 0.2 : 0.1;
    /* Leapfrog's own error is of second order in time, forward Euler's of first. */
    const double wanted = pow(h, wave ? d.order / 2.0 : d.order) * (wave ? 0.4 : 0.05);
    double limit;
    ck_assert_int_eq(fftc_difference_limit(&d, &limit, NULL), FFTC_SUCCESS);
    const uint64_t steps = (uint64_t)ceil(duration / fmin(wanted, limit / 2));
    d.time_step = duration / (double)steps;
    for (size_t i = 0; i < count; ++i) {
        double shape = mode(d.boundary[axes - 1], i % n, n);
        shape *= axes == 2 ? mode(d.boundary[0], i / n, n) : 1;
        u[0][i] = shape;
        u[1][i] = shape * cos(sqrt(k2) * d.time_step);
    }
    fftc_difference_plan *plan = plan_of(&d, NULL);
    void *arrays[2] = {u[0], u[1]};
    ck_assert_int_eq(fftc_difference_execute(plan, steps, arrays, NULL, NULL), FFTC_SUCCESS);
    fftc_difference_plan_destroy(plan);
    const double decay = wave ? cos(sqrt(k2) * duration) : exp(-k2 * duration);
    double worst = 0;
    for (size_t i = 0; i < count; ++i) {
        double shape = mode(d.boundary[axes - 1], i % n, n);
        shape *= axes == 2 ? mode(d.boundary[0], i / n, n) : 1;
        worst = fmax(worst, fabs(((double *)arrays[0])[i] - decay * shape));
    }
    return worst;
}

/* The largest error of the Laplacian of a mode, by one step of the heat equation. */
static double laplacian_error(fftc_difference d, uint64_t n)
{
    enum { MOST = 64 };
    double u[2][MOST];
    const double k = wave_number(d.boundary[0]);
    d.equation = FFTC_HEAT;
    d.length[0] = n;
    d.spacing[0] = spacing_of(d.boundary[0], n);
    ck_assert_int_eq(fftc_difference_limit(&d, &d.time_step, NULL), FFTC_SUCCESS);
    for (uint64_t i = 0; i < n; ++i) {
        u[0][i] = mode(d.boundary[0], i, n);
    }
    fftc_difference_plan *plan = plan_of(&d, NULL);
    void *arrays[2] = {u[0], u[1]};
    ck_assert_int_eq(fftc_difference_execute(plan, 1, arrays, NULL, NULL), FFTC_SUCCESS);
    fftc_difference_plan_destroy(plan);
    double worst = 0;
    for (uint64_t i = 0; i < n; ++i) {
        worst = fmax(worst, fabs((u[1][i] - u[0][i]) / d.time_step + k * k * u[0][i]));
    }
    return worst;
}

static void check_exponent(const fftc_difference *d, uint64_t n, double first, double second)
{
    const double ratio = spacing_of(d->boundary[0], n) / spacing_of(d->boundary[0], 2 * n);
    const double exponent = log(first / second) / log(ratio);
    ck_assert_msg(fabs(exponent - d->order) <= 0.1,
                  "order %d, boundary %d, equation %d: errors %g, %g, exponent %.3f", d->order,
                  (int)d->boundary[0], (int)d->equation, first, second, exponent);
}

START_TEST(errors_fall_with_the_order)
{
    static const uint64_t coarse[] = {32, 16, 16, 16};
    for (int order = 2; order <= 8; order += 2) {
        for (int boundary = 0; boundary < 3; ++boundary) {
            const fftc_boundary b = (fftc_boundary)boundary;
            fftc_difference d = {
                .order = order, .coefficient = 1, .precision = FFTC_FLOAT64, .boundary = {b, b}};
            /* Arrays hold a whole wave, or half of one. */
            const uint64_t n = coarse[order / 2 - 1] / (b == FFTC_BOUNDARY_PERIODIC ? 1 : 2);
            const int axes = order == 2 ? 2 : 1;
            check_exponent(&d, n, laplacian_error(d, n), laplacian_error(d, 2 * n));
            /* High orders take so many steps that their rounding shows. */
            if (order <= 4) {
                check_exponent(&d, n, error_of(d, axes, n), error_of(d, axes, 2 * n));
            }
            d.equation = FFTC_WAVE;
            if (order <= 6) {
                check_exponent(&d, n, error_of(d, axes, n), error_of(d, axes, 2 * n));
            }
        }
    }
}
END_TEST

/* --- energy and stability --------------------------------------------------------------------- */

/* What leapfrog keeps without damping: |u1 - u0|^2 - <u1, lap u0>, with the scheme's Laplacian. */
static double energy(const parameters *p, int reach, const double *now, const double *before,
                     size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i) {
        const double change = now[i] - before[i];
        sum += change * change - now[i] * laplacian(p, 2, reach, before, i);
    }
    return sum;
}

START_TEST(waves_keep_their_energy)
{
    enum { N = 24 * 20 };
    static double u[2][N];
    for (int order = 2; order <= 8; order += 2) {
        parameters p;
        fftc_difference d = {.equation = FFTC_WAVE,
                             .length = {24, 20},
                             .order = order,
                             .coefficient = 2,
                             .precision = FFTC_FLOAT64,
                             .boundary = {FFTC_BOUNDARY_ZERO, FFTC_BOUNDARY_MIRROR}};
        ck_assert_int_eq(fftc_difference_limit(&d, &d.time_step, NULL), FFTC_SUCCESS);
        d.time_step *= 0.9;
        testing_random random = testing_random_start("energy");
        testing_fill(FFTC_FLOAT64, u[0], N / 2, &random);
        memcpy(u[1], u[0], sizeof u[0]);
        ck_assert_int_eq(fftc_difference_parameters(&d, &p, NULL), FFTC_SUCCESS);
        fftc_difference_plan *plan = plan_of(&d, NULL);
        void *arrays[2] = {u[0], u[1]};
        const double first = energy(&p, order / 2, arrays[0], arrays[1], N);
        ck_assert_int_eq(fftc_difference_execute(plan, 2000, arrays, NULL, NULL), FFTC_SUCCESS);
        const double last = energy(&p, order / 2, arrays[0], arrays[1], N);
        /* Each step rounds some ten times. */
        ck_assert_double_le(fabs(last - first), first * 2000 * 10 * 1.1e-16);
        fftc_difference_plan_destroy(plan);
        /* Damped, it falls. */
        d.damping = 0.1;
        plan = plan_of(&d, NULL);
        ck_assert_int_eq(fftc_difference_execute(plan, 200, arrays, NULL, NULL), FFTC_SUCCESS);
        ck_assert_double_lt(energy(&p, order / 2, arrays[0], arrays[1], N), 0.9 * last);
        fftc_difference_plan_destroy(plan);
    }
}
END_TEST

/* At the limit the wave that changes its sign from point to point stays, beyond it it grows. */
START_TEST(limit_is_where_solutions_begin_to_grow)
{
    enum { N = 64 };
    static double u[2][N];
    for (int equation = 0; equation < 2; ++equation) {
        for (int order = 2; order <= 8; order += 2) {
            fftc_error error;
            double limit;
            fftc_difference_plan *plan;
            fftc_difference d = {.equation = (fftc_equation)equation,
                                 .length = {N},
                                 .order = order,
                                 .coefficient = 3,
                                 .spacing = {0.25},
                                 .precision = FFTC_FLOAT64};
            ck_assert_int_eq(fftc_difference_limit(&d, &limit, NULL), FFTC_SUCCESS);
            d.time_step = limit;
            plan = plan_of(&d, NULL);
            for (int i = 0; i < N; ++i) {
                u[0][i] = i % 2 == 0 ? 1 : -1;
                u[1][i] = -u[0][i];
            }
            void *arrays[2] = {u[0], u[1]};
            ck_assert_int_eq(fftc_difference_execute(plan, 101, arrays, NULL, NULL), FFTC_SUCCESS);
            ck_assert_double_le(fabs(((double *)arrays[0])[0] + 1), 1e-9);
            fftc_difference_plan_destroy(plan);
            d.time_step = limit * 1.001;
            ck_assert_int_eq(fftc_difference_plan_create(&d, NULL, &plan, &error),
                             FFTC_INVALID_ARGUMENT);
            ck_assert_ptr_null(plan);
            ck_assert_ptr_nonnull(strstr(error.message, "pass at most"));
        }
    }
}
END_TEST

/* --- arguments -------------------------------------------------------------------------------- */

static void refuse(const fftc_difference *d, fftc_status status, const char *words)
{
    fftc_difference_plan *plan = (fftc_difference_plan *)&status;
    fftc_error error;
    ck_assert_msg(fftc_difference_plan_create(d, NULL, &plan, &error) == status, "%s: %s", words,
                  error.message);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s: %s", words, error.message);
}

START_TEST(descriptions_that_are_wrong_refused)
{
    const fftc_difference right = {.length = {8, 8}, .coefficient = 1, .time_step = 0.1};
    fftc_difference d = right;
    refuse(NULL, FFTC_INVALID_ARGUMENT, "difference");
    d.length[0] = 0;
    refuse(&d, FFTC_INVALID_ARGUMENT, "length[0] is 0");
    d.length[2] = 5;
    refuse(&d, FFTC_INVALID_ARGUMENT, "length[0] is 0");
    d.length[0] = 7;
    d.length[1] = 0;
    refuse(&d, FFTC_INVALID_ARGUMENT, "length[2] is given after a zero");
    d.length[2] = 0;
    d.length[0] = ((uint64_t)1 << 28) + 1;
    refuse(&d, FFTC_INVALID_ARGUMENT, "length[0]");
    d = right;
    d.equation = (fftc_equation)2;
    refuse(&d, FFTC_INVALID_ARGUMENT, "equation is 2");
    d = right;
    d.order = 3;
    refuse(&d, FFTC_INVALID_ARGUMENT, "order is 3: pass 2, 4, 6 or 8");
    d = right;
    d.boundary[1] = (fftc_boundary)3;
    refuse(&d, FFTC_INVALID_ARGUMENT, "boundary[1] is 3");
    d = right;
    d.spacing[1] = -1;
    refuse(&d, FFTC_INVALID_ARGUMENT, "spacing is -1");
    d = right;
    d.coefficient = 0;
    refuse(&d, FFTC_INVALID_ARGUMENT, "coefficient is 0");
    d = right;
    d.coefficient = 1e300;
    d.equation = FFTC_WAVE;
    refuse(&d, FFTC_INVALID_ARGUMENT, "coefficient");
    d = right;
    d.spacing[0] = 1e-200;
    refuse(&d, FFTC_INVALID_ARGUMENT, "spacing");
    d = right;
    d.damping = 1;
    refuse(&d, FFTC_INVALID_ARGUMENT, "damping is 1");
    d.equation = FFTC_WAVE;
    d.coefficient = 0.01;
    d.time_step = 50;
    d.damping = 1e308;
    refuse(&d, FFTC_INVALID_ARGUMENT, "whose product is too large");
    d = right;
    d.time_step = (double)NAN;
    refuse(&d, FFTC_INVALID_ARGUMENT, "time_step is nan");
    d = right;
    d.precision = FFTC_FLOAT16;
    refuse(&d, FFTC_UNSUPPORTED, "FFTC_FLOAT32");
    d = right;
    d.length[0] = d.length[1] = d.length[2] = (uint64_t)1 << 28;
    refuse(&d, FFTC_TOO_LARGE, "2^64");
    d.length[2] = 64;
    d.precision = FFTC_FLOAT64;
    refuse(&d, FFTC_TOO_LARGE, "does not fit");
}
END_TEST

START_TEST(arrays_that_are_wrong_refused)
{
    static float u[2][64];
    fftc_error error;
    const fftc_difference d = {.length = {8, 8}, .coefficient = 1, .time_step = 0.1};
    fftc_difference_plan *plan = plan_of(&d, NULL);
    void *arrays[2] = {u[0], NULL};
    ck_assert_int_eq(fftc_difference_execute(NULL, 1, arrays, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_difference_execute(plan, 1, NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_difference_execute(plan, 1, arrays, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "arrays[1]"));
    arrays[1] = (char *)u[1] + 1;
    ck_assert_int_eq(fftc_difference_execute(plan, 1, arrays, NULL, &error), FFTC_INVALID_ARGUMENT);
    arrays[1] = u[0] + 63;
    ck_assert_int_eq(fftc_difference_execute(plan, 1, arrays, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "arrays[0] and arrays[1] overlap"));
    arrays[1] = u[1];
    ck_assert_int_eq(fftc_difference_execute(plan, 1, arrays, u[1], &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_difference_execute(plan, 0, arrays, NULL, &error), FFTC_SUCCESS);
    ck_assert_ptr_eq(arrays[0], u[0]);
    fftc_difference_plan_destroy(plan);
    fftc_difference_plan_destroy(NULL);
}
END_TEST

START_TEST(allocations_that_fail_are_reported)
{
    const fftc_difference d = {.length = {8, 8}, .coefficient = 1, .time_step = 0.1};
    for (long allowed = 0;; ++allowed) {
        testing_ledger l = {.allowed = allowed};
        fftc_allocator allocator = testing_ledger_allocator(&l);
        const fftc_plan_options options = {.allocator = &allocator};
        fftc_difference_plan *plan;
        fftc_status status = fftc_difference_plan_create(&d, &options, &plan, NULL);
        if (status == FFTC_SUCCESS) {
            memset(&allocator, 0, sizeof allocator);
            fftc_difference_plan_destroy(plan);
            ck_assert_uint_eq(l.live, 0);
            ck_assert_int_ge(allowed, 1);
            break;
        }
        ck_assert_int_eq(status, FFTC_OUT_OF_MEMORY);
        ck_assert_uint_eq(l.live, 0);
    }
}
END_TEST

TESTING_MAIN("difference", steps_have_the_bits_of_the_definition, nothing_is_read_beside_arrays,
             steps_together_have_the_bits_of_single_ones, float_agrees_with_double,
             errors_fall_with_the_order, waves_keep_their_energy,
             limit_is_where_solutions_begin_to_grow, descriptions_that_are_wrong_refused,
             arrays_that_are_wrong_refused, allocations_that_fail_are_reported)
