/* SPDX-License-Identifier: MIT
 *
 * Passes over spectra that a description cannot ask for. */
#include "core.h"

/* Row `own` of the last axis from the half of row `mirrored`: X[n - k] = conj of its X[k]. */
#define DEFINE_ROW(name, type)                                                     \
    static void name(type *own, const type *mirrored, npy_intp n, npy_intp stride) \
    {                                                                              \
        for (npy_intp k = n / 2 + 1; k < n; ++k) {                                 \
            own[2 * k * stride] = mirrored[2 * (n - k) * stride];                  \
            own[2 * k * stride + 1] = -mirrored[2 * (n - k) * stride + 1];         \
        }                                                                          \
    }
DEFINE_ROW(complete_floats, float)
DEFINE_ROW(complete_doubles, double)

void spectrum_complete(void *data, bool is_double, int rank, const npy_intp *shape, const int *axes,
                       int axis_count)
{
    npy_intp stride[NPY_MAXDIMS];
    npy_intp at[NPY_MAXDIMS] = {0};
    bool mirror[NPY_MAXDIMS] = {0};
    int last = axes[axis_count - 1];
    npy_intp step = 1;
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = step;
        step *= shape[i];
    }
    for (int i = 0; i < axis_count - 1; ++i) {
        mirror[axes[i]] = true;
    }
    for (;;) {
        npy_intp own = 0;
        npy_intp mirrored = 0;
        for (int i = 0; i < rank; ++i) {
            own += at[i] * stride[i];
            mirrored += (mirror[i] && at[i] > 0 ? shape[i] - at[i] : at[i]) * stride[i];
        }
        if (is_double) {
            complete_doubles((double *)data + 2 * own, (double *)data + 2 * mirrored, shape[last],
                             stride[last]);
        } else {
            complete_floats((float *)data + 2 * own, (float *)data + 2 * mirrored, shape[last],
                            stride[last]);
        }
        int i = rank - 1;
        for (; i >= 0; --i) {
            if (i != last && ++at[i] < shape[i]) {
                break;
            }
            at[i] = 0;
        }
        if (i < 0) {
            return;
        }
    }
}
