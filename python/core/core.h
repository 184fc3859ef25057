/* SPDX-License-Identifier: MIT
 *
 * fftcore._core: what the files of this extension module share. It uses the limited API of Python
 * and NumPy's C API. A call of 64 points takes some 500 ns this way; the buffer protocol or a
 * binding library would cost about as much again for each array.
 *
 * Everything here is called with the GIL held, unless a comment says otherwise. */
#ifndef FFTCORE_PYTHON_CORE_H
#define FFTCORE_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL fftcore_python_numpy
#ifndef FFTCORE_PYTHON_MODULE
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include <stdbool.h>

#include "fftcore/convolution.h"

/* Raises the exception that suits the status: MemoryError, ValueError or RuntimeError. */
void raise_error(const fftc_error *error);

/* ------------------------------------------------------------------------------------------------
 * plans.c: plans that were made, by their description.
 */

typedef struct PlanEntry PlanEntry;
typedef struct PlansObject PlansObject;

/* The plan for a description; `plans` may be NULL for the one that all calls share. The entry is in
 * use until plans_release. NULL with an exception on failure. */
PlanEntry *plans_acquire(PlansObject *plans, const fftc_transform *what, int threads);
/* The same for a convolution, every byte of whose description is compared. */
PlanEntry *plans_acquire_convolution(const fftc_convolution_description *what, int threads);
const fftc_convolution *plans_convolution(const PlanEntry *entry);
void plans_release(PlanEntry *entry);
const fftc_plan *plans_plan(const PlanEntry *entry);
/* Whether calls with these plans shall only plan. */
bool plans_only_planning(const PlansObject *plans);
/* NULL for None, otherwise `object`; false with an exception if it is no Plans. */
bool plans_from_object(PyObject *object, PlansObject **plans);

/* For the module: makes the plans that all calls share. */
bool plans_start(PyObject *module);

/* ------------------------------------------------------------------------------------------------
 * steps.c: one transform of strided arrays.
 */

/* An axis of both arrays. Strides are in items of their side: real or complex numbers. */
typedef struct Axis {
    npy_intp length;
    npy_intp src;
    npy_intp dst;
    npy_intp exists; /* the part of the source that is there; the rest counts as 0 */
} Axis;

enum { MAX_AXES = FFTC_MAX_RANK, MAX_LOOPS = NPY_MAXDIMS + 1 };

typedef struct Steps {
    fftc_transform what; /* kind, precision, direction, placement, scaling, trigonometric */
    Axis axes[MAX_AXES]; /* those that are transformed; what.kind FFTC_REAL halves the last */
    int axis_count;
    Axis loops[MAX_LOOPS];
    int loop_count;
    int threads;
    char *src;
    char *dst;
    size_t src_item;
    size_t dst_item;
} Steps;

/* False with an exception on failure. Releases the GIL if there is much to do. */
bool steps_run(PlansObject *plans, Steps *steps);

/* From the half spectrum that lies in a C-contiguous array of the whole one, fills in the rest:
 * X[-f] = conj X[f]. `axes` are the transformed ones, the halved one last. Called without the GIL,
 * too. */
void spectrum_complete(void *data, bool is_double, int rank, const npy_intp *shape, const int *axes,
                       int axis_count);

/* ------------------------------------------------------------------------------------------------
 * request.c: from arguments of Python to steps.
 */

/* set_hooks(as_array, many_axes, extended): what request.c leaves to Python. */
PyObject *request_set_hooks(PyObject *module, PyObject *const *args, Py_ssize_t count);
/* transform(kind, x, n, axis, norm, overwrite_x, workers, plan, type, orthogonalize) */
PyObject *request_transform(PyObject *module, PyObject *const *args, Py_ssize_t count);
/* transform_nd(kind, x, s, axes, norm, overwrite_x, workers, plan, type, orthogonalize) */
PyObject *request_transform_nd(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *request_get_workers(PyObject *module, PyObject *none);
PyObject *request_set_workers(PyObject *module, PyObject *workers);
/* The number of threads that `workers`, which may be None, stands for; 0 with an exception. */
int request_threads(PyObject *workers);

/* ------------------------------------------------------------------------------------------------
 * extended.c: transforms in long double.
 */

/* extended(x, inverse): transforms each row of a C-contiguous array of complex long double, in
 * place, with factor 1. */
PyObject *extended_transform(PyObject *module, PyObject *const *args, Py_ssize_t count);

/* ------------------------------------------------------------------------------------------------
 * convolution.c
 */

/* convolve(signals, kernel, part, direct): signals (batch, n...) and a kernel (k...) of one dtype,
 * C contiguous, of 1 to 4 axes; the sums of fftc_part `part`, a new array (batch, m...). */
PyObject *convolution_convolve(PyObject *module, PyObject *const *args, Py_ssize_t count);

#endif
