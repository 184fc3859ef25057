/* SPDX-License-Identifier: MIT */
#include "edges_real_testing.h"

#include <stdlib.h>

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
