/* SPDX-License-Identifier: MIT */
#include "real_testing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- descriptions ----------------------------------------------------------------------------- */

real_side real_side_of(const fftc_transform *t, bool dst)
{
    const uint64_t *given = dst ? t->dst_stride : t->src_stride;
    uint64_t distance = dst ? t->dst_distance : t->src_distance;
    bool spectrum = t->kind == FFTC_REAL && dst == (t->direction == FFTC_FORWARD);
    bool padded = t->kind == FFTC_REAL && !spectrum && t->placement == FFTC_IN_PLACE;
    bool packed = true;
    real_side s = {.scalars = spectrum ? 2 : 1, .items = 1, .span = 1};
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        packed = packed && given[i] == 0;
    }
    while (s.rank < FFTC_MAX_RANK && t->length[s.rank] != 0) {
        s.length[s.rank] = t->length[s.rank];
        ++s.rank;
    }
    size_t *last = &s.length[s.rank - 1];
    *last = spectrum ? *last / 2 + 1 : *last;
    size_t next = 1;
    for (int i = s.rank - 1; i >= 0; --i) {
        s.stride[i] = packed ? next : testing_stride(given[i]);
        next *= padded && i == s.rank - 1 ? 2 * (*last / 2 + 1) : s.length[i];
    }
    s.length[s.rank] = t->batch == 0 ? 1 : t->batch;
    s.stride[s.rank] = distance == 0 ? next : testing_stride(distance);
    for (int i = 0; i <= s.rank; ++i) {
        s.items *= s.length[i];
        s.span += (s.length[i] - 1) * s.stride[i];
    }
    return s;
}

size_t real_offset(const real_side *side, size_t index)
{
    size_t offset = 0;
    for (int i = side->rank - 1; i >= 0; --i) {
        offset += index % side->length[i] * side->stride[i];
        index /= side->length[i];
    }
    return offset + index * side->stride[side->rank];
}

static const char *kind_name(fftc_trigonometric kind)
{
    static const char *const names[] = {"DCT II", "DCT I",  "DCT III", "DCT IV",
                                        "DST I",  "DST II", "DST III", "DST IV"};
    return names[kind];
}

const char *real_describe(const fftc_transform *t)
{
    static char text[640];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", transform_describe(t));
    used += (size_t)snprintf(text + used, sizeof text - used, " kind %d", (int)t->kind);
    for (int i = 0; i < FFTC_MAX_RANK && t->kind == FFTC_REAL_TO_REAL && t->length[i] != 0; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, " %s",
                                 kind_name(t->trigonometric[i]));
    }
    return text;
}

static void draw_lengths(fftc_transform *t, size_t most, testing_random *random)
{
    int rank = 1 + (int)testing_random_below(random, FFTC_MAX_RANK);
    for (int i = 0; i < rank; ++i) {
        size_t small = most < 20 ? most : 20;
        size_t limit = testing_random_below(random, 2) == 0 ? small : most;
        t->length[i] = 1 + testing_random_below(random, limit);
        fftc_trigonometric drawn = (fftc_trigonometric)testing_random_below(random, 8);
        if (t->kind == FFTC_REAL_TO_REAL) {
            bool alone = t->length[i] == 1 && drawn == FFTC_DCT_I;
            t->trigonometric[i] = alone ? FFTC_DCT_IV : drawn;
        }
        most /= t->length[i];
    }
    int other = (int)testing_random_below(random, (uint64_t)rank);
    uint64_t first = t->length[0];
    fftc_trigonometric kind = t->trigonometric[0];
    t->length[0] = t->length[other];
    t->length[other] = first;
    t->trigonometric[0] = t->trigonometric[other];
    t->trigonometric[other] = kind;
    /* Every third has loops among its axes, but for the last one, that may be real. */
    for (int i = 0; i + 1 < rank && testing_random_below(random, 3) == 0; ++i) {
        int axis = (int)testing_random_below(random, (uint64_t)rank - 1);
        t->loop[axis] = 1;
        t->trigonometric[axis] = FFTC_DCT_II;
    }
    most = most < 40 ? most : 40;
    t->batch = testing_random_below(random, 2) == 0 ? 1 : 1 + testing_random_below(random, most);
}

/* Axes nest in a random order, with random room between; `inner`: the last axis is contiguous. */
static void draw_strides(const real_side *s, bool inner, uint64_t *stride, uint64_t *distance,
                         testing_random *random)
{
    int order[FFTC_MAX_RANK + 1];
    size_t covered = 1;
    bool padded = testing_random_below(random, 2) == 0;
    for (int i = 0; i <= s->rank; ++i) {
        int at = (int)testing_random_below(random, (uint64_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (int k = 0; inner && k <= s->rank; ++k) {
        if (order[k] == s->rank - 1) {
            order[k] = order[0];
            order[0] = s->rank - 1;
        }
    }
    for (int k = 0; k <= s->rank; ++k) {
        bool first = inner && k == 0;
        size_t step = covered + (padded && !first ? testing_random_below(random, 4) : 0);
        *(order[k] == s->rank ? distance : &stride[order[k]]) = step;
        covered =
            padded ? covered + (s->length[order[k]] - 1) * step : covered * s->length[order[k]];
    }
}

static void draw_in_place(fftc_transform *t, testing_random *random)
{
    bool forward = t->direction == FFTC_FORWARD;
    real_side spectrum = real_side_of(t, t->kind != FFTC_REAL || forward);
    uint64_t *stride = forward ? t->dst_stride : t->src_stride;
    uint64_t *distance = forward ? &t->dst_distance : &t->src_distance;
    uint64_t *other = forward ? t->src_stride : t->dst_stride;
    uint64_t factor = t->kind == FFTC_REAL ? 2 : 1;
    if (testing_random_below(random, 3) == 0) {
        return;
    }
    draw_strides(&spectrum, t->kind == FFTC_REAL, stride, distance, random);
    for (int i = 0; i < spectrum.rank; ++i) {
        other[i] = factor * stride[i];
    }
    if (t->kind == FFTC_REAL) {
        other[spectrum.rank - 1] = 1;
    }
    *(forward ? &t->src_distance : &t->dst_distance) = factor * *distance;
}

fftc_transform real_draw(fftc_kind kind, testing_random *random, size_t most_points)
{
    fftc_transform t = {.kind = kind};
    t.precision = (fftc_precision)testing_random_below(random, 2);
    t.direction = (fftc_direction)testing_random_below(random, 2);
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    draw_lengths(&t, most_points, random);
    if (t.placement == FFTC_IN_PLACE) {
        draw_in_place(&t, random);
        return t;
    }
    real_side src = real_side_of(&t, false);
    real_side dst = real_side_of(&t, true);
    if (testing_random_below(random, 2) == 0) {
        draw_strides(&dst, testing_random_below(random, 2) == 0, t.dst_stride, &t.dst_distance,
                     random);
    }
    switch (testing_random_below(random, 4)) {
    case 0: break;
    case 1: /* reads may overlap and repeat */
        for (int i = 0; i < src.rank; ++i) {
            t.src_stride[i] = testing_draw_stride(random);
        }
        t.src_distance = testing_draw_stride(random);
        break;
    default:
        draw_strides(&src, testing_random_below(random, 2) == 0, t.src_stride, &t.src_distance,
                     random);
    }
    return t;
}

/* --- the oracle ------------------------------------------------------------------------------- */

fftc_trigonometric real_kind_of(const fftc_transform *t, int axis)
{
    fftc_trigonometric kind = t->trigonometric[axis];
    if (t->direction == FFTC_FORWARD) {
        return kind;
    }
    switch (kind) {
    case FFTC_DCT_II: return FFTC_DCT_III;
    case FFTC_DCT_III: return FFTC_DCT_II;
    case FFTC_DST_II: return FFTC_DST_III;
    case FFTC_DST_III: return FFTC_DST_II;
    default: return kind;
    }
}

static size_t logical(fftc_trigonometric kind, size_t n)
{
    return kind == FFTC_DCT_I ? 2 * (n - 1) : kind == FFTC_DST_I ? 2 * (n + 1) : 2 * n;
}

/* cos or sin of 2 pi k / m, by the nearest axis, so that it is as exact as can be. */
static long double wave(bool sine, uint64_t k, uint64_t m)
{
    const long double eighth = 0.785398163397448309615660845819875721L;
    k = sine ? k + 3 * m / 4 : k; /* m is a multiple of 4 where sine is asked for */
    uint64_t octant = 8 * (k % m) / m;
    uint64_t rest = 8 * (k % m) - octant * m;
    long double ahead = eighth * (long double)rest / (long double)m;
    long double back = eighth * (long double)(m - rest) / (long double)m;
    switch (octant) {
    case 0: return cosl(ahead);
    case 1: return sinl(back);
    case 2: return -sinl(ahead);
    case 3: return -cosl(back);
    case 4: return -cosl(ahead);
    case 5: return -sinl(back);
    case 6: return sinl(ahead);
    default: return cosl(back);
    }
}

/* The waves of a whole period, in quarters of 2 pi / L. */
static long double *waves(fftc_trigonometric kind, size_t n)
{
    size_t period = 4 * logical(kind, n);
    long double *table = malloc(period * sizeof *table);
    ck_assert_ptr_nonnull(table);
    for (size_t k = 0; k < period; ++k) {
        table[k] = wave(kind >= FFTC_DST_I, k, period);
    }
    return table;
}

/* The kernel's argument for input 0 and how much it grows with each, both below the period. */
static void arguments(fftc_trigonometric kind, size_t k, size_t *first, size_t *step)
{
    switch (kind) {
    case FFTC_DCT_I: *first = 0, *step = 4 * k; break;
    case FFTC_DCT_II: *first = 2 * k, *step = 4 * k; break;
    case FFTC_DCT_III: *first = 0, *step = 2 * (2 * k + 1); break;
    case FFTC_DST_I: *first = 4 * (k + 1), *step = 4 * (k + 1); break;
    case FFTC_DST_II: *first = 2 * (k + 1), *step = 4 * (k + 1); break;
    case FFTC_DST_III: *first = 2 * (2 * k + 1), *step = 2 * (2 * k + 1); break;
    default: *first = 2 * k + 1, *step = 2 * (2 * k + 1); break;
    }
}

/* The sums of fftcore.h; `ends`: of the orthogonal matrix, up to one factor. x becomes the terms'
 * weights' products. */
static void trigonometric_line(fftc_trigonometric kind, size_t n, bool ends,
                               const long double *table, long double *x, long double *y)
{
    const long double root = sqrtl(2.0L);
    size_t period = 4 * logical(kind, n);
    for (size_t j = 0; j < n; ++j) {
        bool end = (j == 0 && (kind == FFTC_DCT_I || kind == FFTC_DCT_III)) ||
                   (j + 1 == n && (kind == FFTC_DCT_I || kind == FFTC_DST_III));
        x[j] *= end ? (ends ? root : 1) : 2;
    }
    for (size_t k = 0; k < n; ++k) {
        long double sum = 0;
        size_t at;
        size_t step;
        arguments(kind, k, &at, &step);
        for (size_t j = 0; j < n; ++j) {
            sum += x[j] * table[at];
            at += step;
            at -= at >= period ? period : 0;
        }
        bool first = k == 0 && (kind == FFTC_DCT_I || kind == FFTC_DCT_II);
        bool last = k + 1 == n && (kind == FFTC_DCT_I || kind == FFTC_DST_II);
        y[k] = ends && (first || last) ? sum / root : sum;
    }
}

/* All lines of one axis of a packed array of `items` items; `inner` items between neighbours. */
static void each_line(long double *data, size_t items, size_t n, size_t inner, size_t scalars,
                      const fftc_transform *t, int axis)
{
    long double *x = malloc(2 * n * scalars * sizeof *x);
    ck_assert_ptr_nonnull(x);
    long double *y = x + n * scalars;
    long double *table = scalars == 1 ? waves(real_kind_of(t, axis), n) : NULL;
    for (size_t first = 0; first < items; ++first) {
        if (first / inner % n != 0) {
            continue;
        }
        for (size_t i = 0; i < n; ++i) {
            memcpy(x + i * scalars, data + (first + i * inner) * scalars, scalars * sizeof *x);
        }
        if (scalars == 2) {
            testing_dft_split(n, t->direction == FFTC_INVERSE ? 1 : -1, x, y);
        } else {
            trigonometric_line(real_kind_of(t, axis), n, t->scaling == FFTC_SCALE_UNITARY, table, x,
                               y);
        }
        for (size_t i = 0; i < n; ++i) {
            memcpy(data + (first + i * inner) * scalars, y + i * scalars, scalars * sizeof *x);
        }
    }
    free(table);
    free(x);
}

/* Axes from `last` to 0. */
static void all_axes(long double *data, const real_side *s, int last, const fftc_transform *t)
{
    size_t inner = 1;
    for (int i = s->rank - 1; i >= 0; --i) {
        if (i <= last && t->loop[i] == 0) {
            each_line(data, s->items, s->length[i], inner, s->scalars, t, i);
        }
        inner *= s->length[i];
    }
}

static long double *forward_rows(const long double *x, size_t rows, size_t n)
{
    size_t half = n / 2 + 1;
    long double *y = malloc(2 * rows * half * sizeof *y);
    long double *full = malloc(4 * n * sizeof *full);
    ck_assert(y != NULL && full != NULL);
    for (size_t row = 0; row < rows; ++row) {
        for (size_t i = 0; i < n; ++i) {
            full[2 * i] = x[row * n + i];
            full[2 * i + 1] = 0;
        }
        testing_dft_split(n, -1, full, full + 2 * n);
        memcpy(y + 2 * row * half, full + 2 * n, 2 * half * sizeof *y);
    }
    free(full);
    return y;
}

/* The real parts of the frequencies that are their own negatives; the others and their
 * conjugates. */
static long double *backward_rows(const long double *x, size_t rows, size_t n)
{
    size_t half = n / 2 + 1;
    long double *y = malloc(rows * n * sizeof *y);
    long double *full = malloc(4 * n * sizeof *full);
    ck_assert(y != NULL && full != NULL);
    for (size_t row = 0; row < rows; ++row) {
        const long double *from = x + 2 * row * half;
        for (size_t k = 0; k < half; ++k) {
            bool self = k == 0 || 2 * k == n;
            full[2 * k] = from[2 * k];
            full[2 * k + 1] = self ? 0 : from[2 * k + 1];
            if (!self) {
                full[2 * (n - k)] = from[2 * k];
                full[2 * (n - k) + 1] = -from[2 * k + 1];
            }
        }
        testing_dft_split(n, 1, full, full + 2 * n);
        for (size_t i = 0; i < n; ++i) {
            y[row * n + i] = full[2 * n + 2 * i];
        }
    }
    free(full);
    return y;
}

static long double scale_of(const fftc_transform *t)
{
    long double points = 1;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        size_t n = t->kind == FFTC_REAL ? t->length[i] : logical(t->trigonometric[i], t->length[i]);
        points *= (long double)(t->loop[i] != 0 ? 1 : n);
    }
    switch (t->scaling) {
    case FFTC_SCALE_NONE: return 1;
    case FFTC_SCALE_UNITARY: return 1 / sqrtl(points);
    default: return t->direction == FFTC_INVERSE ? 1 / points : 1;
    }
}

long double *real_expect(const fftc_transform *t, const void *src)
{
    real_side from = real_side_of(t, false);
    real_side to = real_side_of(t, true);
    int last = from.rank - 1;
    long double *data = malloc(from.items * from.scalars * sizeof *data);
    ck_assert_ptr_nonnull(data);
    for (size_t i = 0; i < from.items; ++i) {
        for (size_t k = 0; k < from.scalars; ++k) {
            data[i * from.scalars + k] = (long double)testing_get(
                t->precision, src, real_offset(&from, i) * from.scalars + k);
        }
    }
    if (t->kind == FFTC_REAL_TO_REAL) {
        all_axes(data, &from, last, t);
    } else if (t->direction == FFTC_FORWARD) {
        long double *rows = forward_rows(data, from.items / from.length[last], from.length[last]);
        free(data);
        data = rows;
        all_axes(data, &to, last - 1, t);
    } else {
        all_axes(data, &from, last - 1, t);
        long double *rows = backward_rows(data, to.items / to.length[last], to.length[last]);
        free(data);
        data = rows;
    }
    for (size_t i = 0; i < to.items * to.scalars; ++i) {
        data[i] *= scale_of(t);
    }
    return data;
}

double real_error(const fftc_transform *t, const void *scalars, const long double *expected)
{
    real_side to = real_side_of(t, true);
    long double difference = 0;
    long double norm = 0;
    for (size_t i = 0; i < to.items * to.scalars; ++i) {
        long double d = (long double)testing_get(t->precision, scalars, i) - expected[i];
        difference += d * d;
        norm += expected[i] * expected[i];
    }
    return difference == 0 ? 0.0 : (double)sqrtl(difference / norm);
}

double real_bound(const fftc_transform *t)
{
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        size_t length =
            t->kind == FFTC_REAL ? t->length[i] : logical(t->trigonometric[i], t->length[i]);
        bound += t->loop[i] != 0 ? 0.0 : fftc_transform_error_bound(t->precision, length);
    }
    return bound;
}

void real_fill(fftc_precision precision, void *data, size_t count, testing_random *random)
{
    char pair[2 * sizeof(double)];
    size_t scalar = fftc_precision_bytes(precision);
    testing_fill(precision, data, count / 2, random);
    if (count % 2 != 0) {
        testing_fill(precision, pair, 1, random);
        memcpy((char *)data + (count - 1) * scalar, pair, scalar);
    }
}

/* --- execution -------------------------------------------------------------------------------- */

/* Marks what belongs to an item of dst, and in place of src, too, or to a row's padding. */
static void mark(const real_side *s, unsigned char *is_item)
{
    for (size_t i = 0; i < s->items; ++i) {
        memset(is_item + real_offset(s, i) * s->scalars, 1, s->scalars);
    }
}

static char *copy_of(const void *data, size_t bytes)
{
    char *copy = malloc(bytes + 1);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, data, bytes);
}

static void check_gaps(const fftc_transform *t, const real_side *from, const real_side *to,
                       size_t scalars, const char *before, const char *after)
{
    size_t scalar = fftc_precision_bytes(t->precision);
    unsigned char *is_item = calloc(scalars, 1);
    ck_assert_ptr_nonnull(is_item);
    mark(to, is_item);
    if (t->placement == FFTC_IN_PLACE) {
        mark(from, is_item);
    }
    for (size_t i = 0; i < scalars; ++i) {
        ck_assert_msg(is_item[i] != 0 ||
                          memcmp(before + i * scalar, after + i * scalar, scalar) == 0,
                      "%s: wrote into the gap at scalar %zu", real_describe(t), i);
    }
    free(is_item);
}

void *real_execute_by(const transform_runner *runner, const fftc_transform *t, size_t slack,
                      const void *data)
{
    real_side from = real_side_of(t, false);
    real_side to = real_side_of(t, true);
    size_t scalar = fftc_precision_bytes(t->precision);
    bool in_place = t->placement == FFTC_IN_PLACE;
    size_t src_scalars = from.span * from.scalars;
    size_t dst_scalars = to.span * to.scalars;
    if (in_place && src_scalars > dst_scalars) {
        dst_scalars = src_scalars;
    }
    testing_buffer src = testing_buffer_create((src_scalars + slack) * scalar, scalar);
    testing_buffer dst = testing_buffer_create((dst_scalars + slack) * scalar, scalar);
    memcpy(in_place ? dst.data : src.data, data, src_scalars * scalar);
    char *src_before = copy_of(src.data, src.bytes);
    char *dst_before = copy_of(dst.data, dst.bytes);
    runner->run(runner->user, t,
                &(fftc_arrays){.src = in_place ? dst.data : src.data, .dst = dst.data},
                (in_place ? dst_scalars : src_scalars) * scalar, dst_scalars * scalar);
    ck_assert_msg(memcmp(src_before, src.data, src.bytes) == 0, "%s: wrote its source",
                  real_describe(t));
    check_gaps(t, &from, &to, dst_scalars, dst_before, dst.data);
    ck_assert_msg(memcmp(dst_before + dst_scalars * scalar, (char *)dst.data + dst_scalars * scalar,
                         slack * scalar) == 0,
                  "%s: wrote behind its end", real_describe(t));
    ck_assert_msg(testing_buffer_intact(&src) && testing_buffer_intact(&dst), "%s: wrote outside",
                  real_describe(t));
    char *scalars = malloc(to.items * to.scalars * scalar);
    ck_assert_ptr_nonnull(scalars);
    for (size_t i = 0; i < to.items; ++i) {
        memcpy(scalars + i * to.scalars * scalar,
               (char *)dst.data + real_offset(&to, i) * to.scalars * scalar, to.scalars * scalar);
    }
    free(src_before);
    free(dst_before);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
    return scalars;
}

static void run_plan(void *threads, const fftc_transform *t, const fftc_arrays *arrays,
                     size_t src_bytes, size_t dst_bytes)
{
    fftc_plan *plan = transform_plan(t, *(const int *)threads);
    fftc_error error;
    (void)src_bytes;
    (void)dst_bytes;
    fftc_status status = fftc_plan_execute_arrays(plan, arrays, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", real_describe(t), error.message);
    fftc_plan_destroy(plan);
}

void *real_execute(const fftc_transform *t, int threads, size_t slack, const void *data)
{
    return real_execute_by(&(transform_runner){run_plan, &threads}, t, slack, data);
}
