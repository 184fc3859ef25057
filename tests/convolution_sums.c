/* SPDX-License-Identifier: MIT
 *
 * The direct sum that convolutions are compared with, in long double.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "convolution_testing.h"

/* Index `at` of the box begin .. end, as indices of the axes. */
static void find(size_t at, int rank, const size_t *begin, const size_t *end, size_t *index)
{
    for (int i = rank - 1; i >= 0; --i) {
        index[i] = begin[i] + at % (end[i] - begin[i]);
        at /= end[i] - begin[i];
    }
}

static size_t offset_of(int rank, const size_t *index, const size_t *stride)
{
    size_t offset = 0;
    for (int i = 0; i < rank; ++i) {
        offset += index[i] * stride[i];
    }
    return offset;
}

size_t convolution_place(const convolution_shape *s, size_t i)
{
    size_t at[FFTC_MAX_RANK];
    find(i % s->wanted, s->rank, s->dst_begin, s->dst_end, at);
    return offset_of(s->rank, at, s->dst) + i / s->wanted * s->dst_distance;
}

static size_t product(int rank, const size_t *lengths)
{
    size_t all = 1;
    for (int i = 0; i < rank; ++i) {
        all *= lengths[i];
    }
    return all;
}

typedef struct number {
    long double re;
    long double im;
} number;

static number number_at(const convolution_shape *s, fftc_precision precision, const void *data,
                        size_t at)
{
    number x = {(long double)testing_get(precision, data, s->real ? at : 2 * at), 0.0L};
    if (!s->real) {
        x.im = (long double)testing_get(precision, data, 2 * at + 1);
    }
    return x;
}

static void *allocate(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* --- the sums --------------------------------------------------------------------------------- */

typedef struct tap {
    size_t at[FFTC_MAX_RANK];
    number h; /* of correlations conjugated */
} tap;

static tap *taps_of(const fftc_convolution_description *d, const convolution_shape *s,
                    const void *kernel)
{
    static const size_t zero[FFTC_MAX_RANK];
    size_t count = product(s->rank, s->taps);
    tap *taps = allocate(count, sizeof *taps);
    for (size_t k = 0; k < count; ++k) {
        find(k, s->rank, zero, s->taps, taps[k].at);
        taps[k].h =
            number_at(s, d->signal.precision, kernel, offset_of(s->rank, taps[k].at, s->kernel));
        if (d->product == FFTC_CORRELATE) {
            taps[k].h.im = -taps[k].h.im;
        }
    }
    return taps;
}

/* The number that a tap of this index along an axis meets for sum `at`, as an offset in the
 * source; ABSENT where it is not there, and counts as zero. */
#define ABSENT SIZE_MAX

/* The number that stands at an index of the period beside the signal, step by step from its nearer
 * end. */
static size_t padded(const fftc_convolution_description *d, const convolution_shape *s, int axis,
                     size_t index)
{
    size_t n = s->src_end[axis] - s->src_begin[axis];
    size_t rest = s->length[axis] - n;
    size_t behind = d->product == FFTC_CORRELATE ? (rest + 1) / 2 : rest / 2;
    size_t after = (index + s->length[axis] - s->src_end[axis]) % s->length[axis]; /* from 0 */
    bool left = after >= behind;
    size_t steps = left ? rest - after : after + 1;
    size_t first = s->src_begin[axis];
    size_t at = left ? first : first + n - 1;
    bool up = !left; /* the direction in which a repeated or mirrored signal is read next */
    for (size_t k = 0; k < steps; ++k) {
        bool end = up ? at == first + n - 1 : at == first;
        if (d->padding[axis] == FFTC_PAD_CLAMP) {
            continue;
        }
        if (end && d->padding[axis] == FFTC_PAD_MIRROR) {
            up = !up;
        } else if (end) {
            at = up ? first : first + n - 1;
        } else {
            at += up ? 1 : (size_t)-1;
        }
    }
    return at;
}

static size_t met(const fftc_convolution_description *d, const convolution_shape *s, int axis,
                  size_t at, size_t index)
{
    size_t n = s->length[axis];
    size_t origin = d->kernel_origin[axis];
    size_t from = d->product == FFTC_CORRELATE ? (at + index + n - origin) % n
                                               : (at + origin + n - index) % n;
    bool there = from >= s->src_begin[axis] && from < s->src_end[axis];
    if (!there && d->padding[axis] != FFTC_PAD_ZERO) {
        return padded(d, s, axis, from) * s->src[axis];
    }
    return there ? from * s->src[axis] : ABSENT;
}

/* One sum. `from` has what each index along each axis meets. */
static number add_up(const convolution_shape *s, const number *src, const tap *taps, size_t count,
                     size_t *const *from)
{
    number sum = {0.0L, 0.0L};
    for (const tap *t = taps; t < taps + count; ++t) {
        size_t offset = 0;
        bool exists = true;
        for (int i = 0; i < s->rank; ++i) {
            exists = exists && from[i][t->at[i]] != ABSENT;
            offset += from[i][t->at[i]];
        }
        if (exists) {
            number x = src[offset];
            sum.re += t->h.re * x.re - t->h.im * x.im;
            sum.im += t->h.re * x.im + t->h.im * x.re;
        }
    }
    return sum;
}

static long double factor_of(const fftc_convolution_description *d, const convolution_shape *s)
{
    long double points = 1.0L;
    for (int i = 0; i < s->rank; ++i) {
        points *= (long double)s->length[i];
    }
    switch (d->signal.scaling) {
    case FFTC_SCALE_NONE: return points;
    case FFTC_SCALE_UNITARY: return 1.0L / sqrtl(points);
    default: return 1.0L;
    }
}

long double *convolution_expect(const fftc_convolution_description *d, const void *src,
                                const void *kernel)
{
    convolution_shape s = convolution_shape_of(d);
    long double *sums = allocate(2 * s.wanted * s.batch, sizeof *sums);
    long double factor = factor_of(d, &s);
    tap *taps = taps_of(d, &s, kernel);
    number *numbers = allocate(s.src_span, sizeof *numbers);
    size_t *from[FFTC_MAX_RANK] = {NULL};
    for (size_t i = 0; i < s.src_span; ++i) {
        numbers[i] = number_at(&s, d->signal.precision, src, i);
    }
    for (int i = 0; i < s.rank; ++i) {
        from[i] = allocate(s.taps[i], sizeof *from[i]);
    }
    for (size_t i = 0; i < s.wanted * s.batch; ++i) {
        size_t at[FFTC_MAX_RANK];
        find(i % s.wanted, s.rank, s.dst_begin, s.dst_end, at);
        for (int axis = 0; axis < s.rank; ++axis) {
            for (size_t k = 0; k < s.taps[axis]; ++k) {
                from[axis][k] = met(d, &s, axis, at[axis], k);
            }
        }
        number sum = add_up(&s, numbers + i / s.wanted * s.src_distance, taps,
                            product(s.rank, s.taps), from);
        sums[2 * i] = sum.re * factor;
        sums[2 * i + 1] = sum.im * factor;
    }
    for (int i = 0; i < s.rank; ++i) {
        free(from[i]);
    }
    free(numbers);
    free(taps);
    return sums;
}

/* --- the error -------------------------------------------------------------------------------- */

double convolution_error(const fftc_convolution_description *d, const void *dst,
                         const long double *expected, const void *src, const void *kernel)
{
    static const size_t zero[FFTC_MAX_RANK];
    convolution_shape s = convolution_shape_of(d);
    fftc_precision precision = d->signal.precision;
    long double difference = 0.0L;
    long double norm = 0.0L;
    long double sum = 0.0L;
    size_t at[FFTC_MAX_RANK];
    size_t there = s.batch;
    for (int i = 0; i < s.rank; ++i) {
        there *= s.src_end[i] - s.src_begin[i];
    }
    for (size_t i = 0; i < s.wanted * s.batch; ++i) {
        number x = number_at(&s, precision, dst, convolution_place(&s, i));
        difference += (x.re - expected[2 * i]) * (x.re - expected[2 * i]) +
                      (x.im - expected[2 * i + 1]) * (x.im - expected[2 * i + 1]);
    }
    for (size_t i = 0; i < product(s.rank, s.taps); ++i) {
        find(i, s.rank, zero, s.taps, at);
        number h = number_at(&s, precision, kernel, offset_of(s.rank, at, s.kernel));
        sum += hypotl(h.re, h.im);
    }
    for (size_t i = 0; i < there; ++i) {
        find(i % (there / s.batch), s.rank, s.src_begin, s.src_end, at);
        number x = number_at(&s, precision, src,
                             offset_of(s.rank, at, s.src) + i / (there / s.batch) * s.src_distance);
        norm += x.re * x.re + x.im * x.im;
    }
    return (double)(sqrtl(difference) / (sum * sqrtl(norm)));
}
