/* SPDX-License-Identifier: MIT
 *
 * Linear convolutions of packed arrays. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

static bool suits(PyArrayObject *signals, PyArrayObject *kernel)
{
    int type = PyArray_TYPE(signals);
    int rank = PyArray_NDIM(kernel);
    return (type == NPY_FLOAT || type == NPY_DOUBLE || type == NPY_CFLOAT || type == NPY_CDOUBLE) &&
           PyArray_TYPE(kernel) == type && rank >= 1 && rank <= FFTC_MAX_RANK &&
           PyArray_NDIM(signals) == rank + 1 && PyArray_ISCARRAY_RO(signals) &&
           PyArray_ISCARRAY_RO(kernel) && PyArray_SIZE(signals) > 0 && PyArray_SIZE(kernel) > 0;
}

static bool describe(PyArrayObject *signals, PyArrayObject *kernel, fftc_part part, bool direct,
                     fftc_convolution_description *what, npy_intp *shape)
{
    int rank = PyArray_NDIM(kernel);
    int type = PyArray_TYPE(signals);
    uint64_t n[FFTC_MAX_RANK];
    uint64_t k[FFTC_MAX_RANK];
    fftc_error error;
    shape[0] = PyArray_DIM(signals, 0);
    for (int i = 0; i < rank; ++i) {
        n[i] = (uint64_t)PyArray_DIM(signals, i + 1);
        k[i] = (uint64_t)PyArray_DIM(kernel, i);
        shape[i + 1] = (npy_intp)(part == FFTC_FULL   ? n[i] + k[i] - 1
                                  : part == FFTC_SAME ? n[i]
                                                      : n[i] - k[i] + 1);
    }
    fftc_kind kind = PyArray_ISCOMPLEX(signals) ? FFTC_COMPLEX : FFTC_REAL;
    memset(what, 0, sizeof *what);
    if (fftc_convolution_describe_linear(rank, n, k, part, FFTC_CONVOLVE, kind, what, &error) !=
        FFTC_SUCCESS) {
        raise_error(&error);
        return false;
    }
    what->signal.precision =
        type == NPY_DOUBLE || type == NPY_CDOUBLE ? FFTC_FLOAT64 : FFTC_FLOAT32;
    what->direct_sums = direct;
    if (shape[0] > 1) {
        what->signal.batch = (uint64_t)shape[0];
        what->signal.src_distance = 1;
        what->signal.dst_distance = 1;
        for (int i = 0; i < rank; ++i) {
            what->signal.src_distance *= n[i];
            what->signal.dst_distance *= (uint64_t)shape[i + 1];
        }
    }
    return true;
}

static fftc_status execute(const fftc_convolution *plan, const void *src, const void *kernel,
                           void *dst, fftc_error *error)
{
    size_t bytes = (fftc_convolution_spectrum_bytes(plan) + 63) / 64 * 64;
    void *spectrum = aligned_alloc(64, bytes);
    if (spectrum == NULL) {
        error->status = FFTC_OUT_OF_MEMORY;
        strcpy(error->message, "no memory for the kernel's spectrum");
        return FFTC_OUT_OF_MEMORY;
    }
    fftc_status status = fftc_convolution_prepare(plan, kernel, spectrum, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_execute(plan, src, spectrum, dst, error);
    }
    free(spectrum);
    return status;
}

PyObject *convolution_convolve(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (count != 4 || !PyArray_Check(args[0]) || !PyArray_Check(args[1]) ||
        !suits((PyArrayObject *)args[0], (PyArrayObject *)args[1])) {
        PyErr_SetString(PyExc_TypeError, "convolve(signals, kernel, part, direct): see core.h");
        return NULL;
    }
    PyArrayObject *signals = (PyArrayObject *)args[0];
    PyArrayObject *kernel = (PyArrayObject *)args[1];
    fftc_convolution_description what;
    fftc_error error;
    fftc_status status;
    npy_intp shape[FFTC_MAX_RANK + 1];
    long part = PyLong_AsLong(args[2]);
    int direct = PyObject_IsTrue(args[3]);
    int threads = request_threads(Py_None);
    if (PyErr_Occurred() || !describe(signals, kernel, (fftc_part)part, direct > 0, &what, shape)) {
        return NULL;
    }
    PyObject *sums = PyArray_SimpleNew(PyArray_NDIM(signals), shape, PyArray_TYPE(signals));
    PlanEntry *entry = sums != NULL ? plans_acquire_convolution(&what, threads) : NULL;
    if (entry == NULL) {
        Py_XDECREF(sums);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    status = execute(plans_convolution(entry), PyArray_DATA(signals), PyArray_DATA(kernel),
                     PyArray_DATA((PyArrayObject *)sums), &error);
    Py_END_ALLOW_THREADS;
    plans_release(entry);
    if (status != FFTC_SUCCESS) {
        Py_DECREF(sums);
        raise_error(&error);
        return NULL;
    }
    return sums;
}
