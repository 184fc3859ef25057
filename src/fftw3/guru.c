/* SPDX-License-Identifier: MIT
 *
 * FFTW's guru interfaces: axes of int, and of ptrdiff_t.
 */
#include "fftw3/planner.h"

static R *imaginary(C *array)
{
    return array == NULL ? NULL : (R *)array + 1;
}

#define GURU(name) plan_guru_##name
#define IODIM X(iodim)
#define LOCAL(name) name##_int
#include "fftw3/guru_tmpl.h"

#define GURU(name) plan_guru64_##name
#define IODIM X(iodim64)
#define LOCAL(name) name##_64
#include "fftw3/guru_tmpl.h"
