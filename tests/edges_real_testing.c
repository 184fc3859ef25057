/* SPDX-License-Identifier: MIT */
#include "edges_real_testing.h"

#include <stdlib.h>

/* What the complex transform behind an axis of n numbers may have as points. */
static bool axis_goes(const fftc_transform *t, int axis)
{
    static const unsigned primes[] = {2, 3, 5, 7, 11, 13};
    uint64_t left = t->length[axis];
    if (t->kind == FFTC_REAL_TO_REAL) {
        fftc_trigonometric kind = real_kind_of(t, axis);
        left = kind == FFTC_DCT_I ? left - 1 : kind == FFTC_DST_I ? left + 1 : left;
    }
    for (int k = 0; k < 6; ++k) {
        while (left % primes[k] == 0) {
            left /= primes[k];
        }
    }
    return left == 1;
}

bool edges_real_goes(const fftc_transform *t)
{
    bool good = true;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        good = good && axis_goes(t, i);
    }
    return good;
}

fftc_transform edges_real_draw(fftc_kind kind, testing_random *random, size_t most_points)
{
    fftc_transform t;
    do {
        t = real_draw(kind, random, most_points);
    } while (!edges_real_goes(&t));
    return t;
}

void *edges_real_data(const fftc_transform *t, testing_random *random)
{
    real_side from = real_side_of(t, false);
    size_t scalars = from.span * from.scalars;
    void *data = malloc(scalars * fftc_precision_bytes(t->precision));
    ck_assert_ptr_nonnull(data);
    real_fill(t->precision, data, scalars, random);
    return data;
}

void *edges_real_check(const transform_runner *runner, const fftc_transform *t, const void *data)
{
    void *got = real_execute_by(runner, t, 0, data);
    long double *expected = real_expect(t, data);
    double error = real_error(t, got, expected);
    ck_assert_msg(error <= real_bound(t), "%s: error %.3g, bound %.3g", real_describe(t), error,
                  real_bound(t));
    free(expected);
    return got;
}
