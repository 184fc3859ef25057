/* SPDX-License-Identifier: MIT */
#include "describe/difference.h"

#include <math.h>
#include <string.h>

#include "fftcore/kernel/finite_difference.h"
#include "support/check.h"
#include "support/error.h"

#define MOST_LENGTH ((uint64_t)1 << 28)

_Static_assert(FFTC_BOUNDARY_PERIODIC == FFTC_DIFFERENCE_PERIODIC &&
                   FFTC_BOUNDARY_ZERO == FFTC_DIFFERENCE_ZERO &&
                   FFTC_BOUNDARY_MIRROR == FFTC_DIFFERENCE_MIRROR,
               "the kernel's numbers");

/* Second derivatives at a grid's point: the weights of the point and of its neighbours (Fornberg
 * 1988, table 2). */
static const double weights[FFTC_DIFFERENCE_MOST_REACH][FFTC_DIFFERENCE_MOST_REACH + 1] = {
    {-2.0, 1.0},
    {-5.0 / 2, 4.0 / 3, -1.0 / 12},
    {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90},
    {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560}};

static fftc_status check_number(const char *name, double value, bool zero, fftc_error *error)
{
    if (isfinite(value) && (value > 0 || (zero && value == 0))) {
        return FFTC_SUCCESS;
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is %g: pass a finite number %s 0", name,
                     value, zero ? "of at least" : "above");
}

static fftc_status check_enumerations(const fftc_difference *d, fftc_error *error)
{
    if (d->equation != FFTC_HEAT && d->equation != FFTC_WAVE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "equation is %d: pass FFTC_HEAT or FFTC_WAVE", (int)d->equation);
    }
    if (d->order != 0 && d->order != 2 && d->order != 4 && d->order != 6 && d->order != 8) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "order is %d: pass 2, 4, 6 or 8", d->order);
    }
    if (d->equation == FFTC_HEAT && d->damping != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "damping is %g: the heat equation has none, pass 0", d->damping);
    }
    if (d->precision == FFTC_FLOAT16) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "finite differences have no half precision: pass FFTC_FLOAT32");
    }
    if (d->precision != FFTC_FLOAT32 && d->precision != FFTC_FLOAT64) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "precision is %d: pass FFTC_FLOAT32 or FFTC_FLOAT64", (int)d->precision);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_axis(const fftc_difference *d, int i, fftc_error *error)
{
    if (d->length[i] > MOST_LENGTH) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "length[%d] is %llu: pass at most 2^28", i,
                         (unsigned long long)d->length[i]);
    }
    if (d->boundary[i] < FFTC_BOUNDARY_PERIODIC || d->boundary[i] > FFTC_BOUNDARY_MIRROR) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "boundary[%d] is %d: pass FFTC_BOUNDARY_PERIODIC, _ZERO or _MIRROR", i,
                         (int)d->boundary[i]);
    }
    return check_number("spacing", d->spacing[i], true, error);
}

/* The axes, and `sum`: of their largest eigenvalues, which waves from point to point have. */
static fftc_status read_axes(const fftc_difference *d, fftc_difference_scheme *s, double factor,
                             double *sum, fftc_error *error)
{
    const double *w = weights[s->reach - 1];
    while (s->axes < FFTC_DIFFERENCE_MAX_AXES && d->length[s->axes] != 0) {
        ++s->axes;
    }
    if (s->axes == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "length[0] is 0: pass the lengths of one to three axes, slowest first");
    }
    for (int i = s->axes; i < FFTC_DIFFERENCE_MAX_AXES; ++i) {
        if (d->length[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "length[%d] is given after a zero: lengths start at [0] without gaps",
                             i);
        }
    }
    for (int i = 0; i < s->axes; ++i) {
        /* x is the last one, z the first of several. */
        const int to = i == s->axes - 1 ? 0 : i == 0 ? 2 : 1;
        fftc_status status = check_axis(d, i, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        const double h = d->spacing[i] == 0 ? 1.0 : d->spacing[i];
        const double scale = factor / (h * h);
        s->length[to] = (uint32_t)d->length[i];
        s->boundary[to] = (uint32_t)d->boundary[i];
        s->weight[0][0] += scale * w[0];
        *sum -= scale * w[0];
        for (int k = 1; k <= s->reach; ++k) {
            s->weight[to][k] = scale * w[k];
            *sum -= 2 * s->weight[to][k] * (k % 2 == 0 ? 1 : -1);
        }
        if (__builtin_mul_overflow(s->points, d->length[i], &s->points)) {
            return fftc_fail(error, FFTC_TOO_LARGE, "the lengths' product is beyond 2^64");
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_step(const fftc_difference *d, double largest, fftc_error *error)
{
    /* A limit that was computed and passed on may be off by a rounding. */
    if (d->time_step <= largest * (1 + 1e-12)) {
        return FFTC_SUCCESS;
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                     "time_step is %.17g, with which solutions grow without bound: pass at most "
                     "%.17g",
                     d->time_step, largest);
}

fftc_status fftc_difference_read(const fftc_difference *d, fftc_difference_scheme *s, double *limit,
                                 fftc_error *error)
{
    if (d == NULL) {
        return fftc_fail_null(error, "difference");
    }
    *s = (fftc_difference_scheme){.length = {1, 1, 1}, .gain = 1, .loss = 1, .points = 1};
    s->reach = d->order == 0 ? 1 : d->order / 2;
    fftc_status status = check_enumerations(d, error);
    if (status == FFTC_SUCCESS) {
        status = check_number("coefficient", d->coefficient, false, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_number("damping", d->damping, true, error);
    }
    if (status == FFTC_SUCCESS && limit == NULL) {
        status = check_number("time_step", d->time_step, false, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const bool wave = d->equation == FFTC_WAVE;
    const double step = limit != NULL ? 1.0 : d->time_step;
    double sum = 0;
    status = read_axes(d, s,
                       wave ? d->coefficient * d->coefficient * step * step : d->coefficient * step,
                       &sum, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (!(isfinite(sum) && sum > 0)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "coefficient %g%s and the spacing make weights beyond what numbers hold: "
                         "pass other units",
                         d->coefficient, limit != NULL ? "" : ", time_step");
    }
    const double largest = wave ? 2 / sqrt(sum) * step : 2 / sum * step;
    if (limit != NULL) {
        *limit = largest;
        return FFTC_SUCCESS;
    }
    s->gain = 1 / (1 + d->damping * step / 2);
    s->loss = (1 - d->damping * step / 2) * s->gain;
    if (!isfinite(s->loss)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "damping is %g and time_step %g, whose product is too large: pass other "
                         "units",
                         d->damping, d->time_step);
    }
    return check_step(d, largest, error);
}

fftc_status fftc_difference_limit(const fftc_difference *difference, double *time_step,
                                  fftc_error *error)
{
    fftc_difference_scheme scheme;
    if (time_step == NULL) {
        return fftc_fail_no_place(error, "time_step");
    }
    *time_step = 0;
    fftc_status status = fftc_difference_read(difference, &scheme, time_step, error);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

static char *put_real(fftc_precision precision, char *to, double value)
{
    const float rounded = (float)value;
    const size_t bytes = fftc_precision_bytes(precision);
    memcpy(to, precision == FFTC_FLOAT64 ? (const void *)&value : (const void *)&rounded, bytes);
    return to + bytes;
}

fftc_status fftc_difference_parameters(const fftc_difference *difference, void *parameters,
                                       fftc_error *error)
{
    fftc_difference_scheme s;
    if (parameters == NULL) {
        return fftc_fail_null(error, "parameters");
    }
    fftc_status status = fftc_difference_read(difference, &s, NULL, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    char *to = parameters;
    memset(to, 0, 32);
    memcpy(to, s.length, sizeof s.length);
    memcpy(to + sizeof s.length, s.boundary, sizeof s.boundary);
    to += 32;
    for (int axis = 0; axis < 3; ++axis) {
        for (int k = 0; k <= FFTC_DIFFERENCE_MOST_REACH; ++k) {
            to = put_real(difference->precision, to, s.weight[axis][k]);
        }
    }
    to = put_real(difference->precision, to, s.gain);
    (void)put_real(difference->precision, to, s.loss);
    return fftc_succeed(error);
}

static bool overlap(const void *a, const void *b, size_t bytes)
{
    return (uintptr_t)a < (uintptr_t)b + bytes && (uintptr_t)b < (uintptr_t)a + bytes;
}

fftc_status fftc_difference_check_arrays(const fftc_difference_scheme *s, size_t bytes_of_number,
                                         void *const arrays[2], const void *medium,
                                         fftc_error *error)
{
    static const char *const names[] = {"arrays[0]", "arrays[1]", "medium"};
    const void *const all[] = {arrays[0], arrays[1], medium};
    const size_t bytes = (size_t)s->points * bytes_of_number;
    for (int i = 0; i < 3; ++i) {
        if (all[i] == NULL && i < 2) {
            return fftc_fail_null(error, names[i]);
        }
        if ((uintptr_t)all[i] % bytes_of_number != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s must be aligned to %zu bytes",
                             names[i], bytes_of_number);
        }
        for (int j = 0; j < i; ++j) {
            if (all[i] != NULL && overlap(all[i], all[j], bytes)) {
                return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                 "%s and %s overlap: pass arrays of their own, %zu bytes each",
                                 names[j], names[i], bytes);
            }
        }
    }
    return FFTC_SUCCESS;
}
