/* SPDX-License-Identifier: MIT
 *
 * From arguments of Python to steps: the rules of scipy.fft for types, shapes and axes. What is
 * rare is left to Python: objects that are no plain arrays, more axes than a description has, and
 * long double. */
#include "core.h"

#include <math.h>
#include <string.h>

/* In the order of fftcore/_core.pyi. An odd kind is the inverse of the one before it. */
typedef enum Kind { FFT = 0, IFFT, RFFT, IRFFT, DCT, IDCT, DST, IDST, HFFT, KINDS } Kind;

typedef enum Norm { BACKWARD = 0, ORTHO, FORWARD } Norm;

typedef struct Request {
    Kind kind;
    int type; /* 1 to 4, of DCT to IDST */
    PyArrayObject *x;
    int axes[NPY_MAXDIMS];
    npy_intp lengths[NPY_MAXDIMS]; /* of the signal along those axes */
    int axis_count;
    Norm norm;
    bool orthogonal; /* of DCT to IDST: a multiple of the orthogonal matrix */
    bool overwrite;
    PyObject *workers;
    PyObject *plan;
    PyObject *norm_object;
    PyObject *orthogonalize;
    PlansObject *plans;
    int threads;
} Request;

static PyObject *as_array_hook;
static PyObject *many_axes_hook;
static PyObject *extended_hook;
static _Thread_local int default_workers = 1;

PyObject *request_set_hooks(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "set_hooks takes 3 arguments");
        return NULL;
    }
    as_array_hook = Py_NewRef(args[0]);
    many_axes_hook = Py_NewRef(args[1]);
    extended_hook = Py_NewRef(args[2]);
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------------------------------------
 * Workers.
 */

static int processors(void)
{
    static int found;
    if (found == 0) {
        PyObject *os = PyImport_ImportModule("os");
        PyObject *count = os != NULL ? PyObject_CallMethod(os, "cpu_count", NULL) : NULL;
        long value = count != NULL && count != Py_None ? PyLong_AsLong(count) : 1;
        Py_XDECREF(count);
        Py_XDECREF(os);
        PyErr_Clear();
        found = value > 0 && value < 4096 ? (int)value : 1;
    }
    return found;
}

int request_threads(PyObject *workers)
{
    if (workers == Py_None) {
        return default_workers;
    }
    PyObject *index = PyNumber_Index(workers);
    if (index == NULL) {
        return 0;
    }
    int overflow;
    long value = PyLong_AsLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (value == 0 && overflow == 0) {
        PyErr_SetString(PyExc_ValueError, "workers must not be zero");
        return 0;
    }
    if (value < 0 || overflow < 0) {
        if (overflow < 0 || value < -processors()) {
            PyErr_Format(PyExc_ValueError,
                         "workers value out of range; got %S, must not be less than %d", workers,
                         -processors());
            return 0;
        }
        value += 1 + processors();
    }
    return overflow > 0 || value > 4096 ? 4096 : (int)value;
}

PyObject *request_get_workers(PyObject *module, PyObject *none)
{
    (void)module;
    (void)none;
    return PyLong_FromLong(default_workers);
}

PyObject *request_set_workers(PyObject *module, PyObject *workers)
{
    (void)module;
    int threads = request_threads(workers);
    if (threads == 0) {
        return NULL;
    }
    default_workers = threads;
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------------------------------------
 * Arguments.
 */

static bool parse_norm(PyObject *object, Norm *norm)
{
    static const char *const names[] = {"backward", "ortho", "forward"};
    *norm = BACKWARD;
    if (object == Py_None) {
        return true;
    }
    for (int i = 0; i < 3 && PyUnicode_Check(object); ++i) {
        if (PyUnicode_CompareWithASCIIString(object, names[i]) == 0) {
            *norm = (Norm)i;
            return true;
        }
    }
    PyErr_Format(PyExc_ValueError,
                 "Invalid norm value %R, should be \"backward\", \"ortho\" or \"forward\"", object);
    return false;
}

/* A float or complex array in native byte order: `x` itself or a new one. */
static PyArrayObject *native_array(PyObject *x, bool *overwrite)
{
    if (PyArray_CheckExact(x)) {
        PyArrayObject *array = (PyArrayObject *)x;
        int type = PyArray_TYPE(array);
        if (type >= NPY_FLOAT && type <= NPY_CLONGDOUBLE && PyArray_ISBEHAVED_RO(array)) {
            return (PyArrayObject *)Py_NewRef(x);
        }
    }
    PyObject *array = PyObject_CallFunctionObjArgs(as_array_hook, x, NULL);
    if (array != NULL && !PyArray_Check(array)) {
        PyErr_SetString(PyExc_TypeError, "x cannot be made an array");
        Py_CLEAR(array);
    }
    if (array != NULL && array != x && PyArray_BASE((PyArrayObject *)array) == NULL) {
        *overwrite = *overwrite || PyArray_CheckExact(x) || !PyObject_HasAttrString(x, "__array__");
    }
    return (PyArrayObject *)array;
}

static bool refuse_points(npy_intp points)
{
    PyErr_Format(PyExc_ValueError, "invalid number of data points (%zd) specified",
                 (Py_ssize_t)points);
    return false;
}

static bool is_trigonometric(Kind kind)
{
    return kind >= DCT && kind <= IDST;
}

/* Whether one half of a spectrum becomes real numbers. */
static bool is_from_half(Kind kind)
{
    return kind == IRFFT || kind == HFFT;
}

/* The length along an axis of which the array has `have` numbers. */
static npy_intp default_length(Kind kind, npy_intp have)
{
    return is_from_half(kind) ? 2 * (have - 1) : have;
}

static bool parse_axis(Request *request, PyObject *n, PyObject *axis)
{
    int rank = PyArray_NDIM(request->x);
    Py_ssize_t at = PyNumber_AsSsize_t(axis, PyExc_OverflowError);
    if (at == -1 && PyErr_Occurred()) {
        return false;
    }
    if (at < -rank || at >= rank) {
        PyErr_Format(PyExc_IndexError, "axis %zd is out of range for an array of %d dimensions", at,
                     rank);
        return false;
    }
    at += at < 0 ? rank : 0;
    npy_intp length = default_length(request->kind, PyArray_DIM(request->x, (int)at));
    if (n != Py_None) {
        length = PyNumber_AsSsize_t(n, PyExc_OverflowError);
        if (length == -1 && PyErr_Occurred()) {
            return false;
        }
    }
    request->axis_count = 1;
    request->axes[0] = (int)at;
    request->lengths[0] = length;
    return length >= 1 || refuse_points(length);
}

/* A whole number or a sequence of them; -1 with an exception on failure. */
static int parse_integers(PyObject *object, const char *name, npy_intp *numbers)
{
    if (PyIndex_Check(object) && !PySequence_Check(object)) {
        numbers[0] = PyNumber_AsSsize_t(object, PyExc_OverflowError);
        return PyErr_Occurred() ? -1 : 1;
    }
    PyObject *list = PySequence_List(object);
    if (list == NULL) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "%s must be a scalar or iterable of integers", name);
        return -1;
    }
    Py_ssize_t count = PyList_Size(list);
    for (Py_ssize_t i = 0; i < count && i < NPY_MAXDIMS; ++i) {
        PyObject *item = PyList_GetItem(list, i);
        if (!PyIndex_Check(item)) {
            PyErr_Format(PyExc_ValueError, "%s must be a scalar or iterable of integers", name);
            break;
        }
        numbers[i] = PyNumber_AsSsize_t(item, PyExc_OverflowError);
    }
    Py_DECREF(list);
    if (count > NPY_MAXDIMS && !PyErr_Occurred()) {
        PyErr_Format(PyExc_ValueError, "%s has too many items", name);
    }
    return PyErr_Occurred() ? -1 : (int)count;
}

static bool refuse(const char *text)
{
    PyErr_SetString(PyExc_ValueError, text);
    return false;
}

static bool parse_axes(Request *request, PyObject *s, PyObject *axes)
{
    int rank = PyArray_NDIM(request->x);
    npy_intp numbers[NPY_MAXDIMS];
    npy_intp lengths[NPY_MAXDIMS];
    bool seen[NPY_MAXDIMS] = {0};
    int count = rank;
    int given = s != Py_None ? parse_integers(s, "shape", lengths) : 0;
    if (given < 0) {
        return false;
    }
    if (axes != Py_None) {
        count = parse_integers(axes, "axes", numbers);
        if (count < 0) {
            return false;
        }
        for (int i = 0; i < count; ++i) {
            numbers[i] += numbers[i] < 0 ? rank : 0;
            if (numbers[i] < 0 || numbers[i] >= rank) {
                return refuse("axes exceeds dimensionality of input");
            }
            if (seen[numbers[i]]) {
                return refuse("all axes must be unique");
            }
            seen[numbers[i]] = true;
        }
        if (s != Py_None && given != count) {
            return refuse("when given, axes and shape arguments have to be of the same length");
        }
    } else {
        count = s != Py_None ? given : rank;
        if (count > rank) {
            return refuse("shape requires more axes than are present");
        }
        for (int i = 0; i < count; ++i) {
            numbers[i] = rank - count + i;
        }
    }
    request->axis_count = count;
    for (int i = 0; i < count; ++i) {
        npy_intp have = PyArray_DIM(request->x, (int)numbers[i]);
        bool halved = is_from_half(request->kind) && i == count - 1;
        request->axes[i] = (int)numbers[i];
        request->lengths[i] = s != Py_None && lengths[i] != -1 ? lengths[i]
                              : halved && s == Py_None         ? 2 * (have - 1)
                                                               : have;
        if (request->lengths[i] < 1) {
            return refuse_points(request->lengths[i]);
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Steps.
 */

/* The array of the results; NULL with an exception. Its shape is written, too. */
static PyArrayObject *new_results(const Request *request, int type, npy_intp *shape)
{
    int rank = PyArray_NDIM(request->x);
    memcpy(shape, PyArray_DIMS(request->x), (size_t)rank * sizeof *shape);
    for (int i = 0; i < request->axis_count; ++i) {
        shape[request->axes[i]] = request->lengths[i];
    }
    if (request->kind == RFFT) {
        int last = request->axis_count - 1;
        shape[request->axes[last]] = request->lengths[last] / 2 + 1;
    }
    return (PyArrayObject *)PyArray_SimpleNew(rank, shape, type);
}

/* Whether the source's strides can be said in whole items. */
static bool describable(PyArrayObject *x, npy_intp item)
{
    for (int i = 0; i < PyArray_NDIM(x); ++i) {
        npy_intp stride = PyArray_STRIDE(x, i);
        if (PyArray_DIM(x, i) > 1 && (stride < 0 || stride % item != 0)) {
            return false;
        }
    }
    return true;
}

/* Short planes are transformed by other codelets when their strides are others, which round in
 * other places. So that results do not depend on the order in memory, small arrays of several axes
 * are copied, which takes less than a microsecond. */
static bool copy_suits(const Request *request)
{
    enum { SMALL = 1024 };
    return request->axis_count > 1 && PyArray_SIZE(request->x) <= SMALL &&
           !PyArray_IS_C_CONTIGUOUS(request->x);
}

static bool in_place_suits(const Request *request)
{
    if (!request->overwrite || !PyArray_ISCARRAY(request->x)) {
        return false;
    }
    for (int i = 0; i < request->axis_count; ++i) {
        if (PyArray_DIM(request->x, request->axes[i]) != request->lengths[i]) {
            return false;
        }
    }
    return true;
}

static void fill_axes(const Request *request, Steps *steps, PyArrayObject *dst)
{
    PyArrayObject *x = request->x;
    bool transformed[NPY_MAXDIMS] = {0};
    for (int i = 0; i < request->axis_count; ++i) {
        int at = request->axes[i];
        npy_intp have = PyArray_DIM(x, at);
        transformed[at] = true;
        steps->axes[i] = (Axis){.length = request->lengths[i],
                                .src = PyArray_STRIDE(x, at) / (npy_intp)steps->src_item,
                                .dst = PyArray_STRIDE(dst, at) / (npy_intp)steps->dst_item,
                                .exists = have};
    }
    for (int i = 0; i < PyArray_NDIM(x); ++i) {
        if (!transformed[i]) {
            npy_intp length = PyArray_DIM(x, i);
            steps->loops[steps->loop_count++] =
                (Axis){.length = length,
                       .src = PyArray_STRIDE(x, i) / (npy_intp)steps->src_item,
                       .dst = PyArray_STRIDE(dst, i) / (npy_intp)steps->dst_item,
                       .exists = length};
        }
    }
    steps->axis_count = request->axis_count;
}

static const fftc_trigonometric kinds_of_type[2][5] = {
    {0, FFTC_DCT_I, FFTC_DCT_II, FFTC_DCT_III, FFTC_DCT_IV},
    {0, FFTC_DST_I, FFTC_DST_II, FFTC_DST_III, FFTC_DST_IV},
};

/* What a transform and its inverse multiply by together. */
static double logical_points(const Request *request)
{
    double points = 1;
    bool cosine = request->kind == DCT || request->kind == IDCT;
    for (int i = 0; i < request->axis_count; ++i) {
        double n = (double)request->lengths[i];
        points *= !is_trigonometric(request->kind) ? n
                  : request->type != 1             ? 2 * n
                  : cosine                         ? 2 * (n - 1)
                                                   : 2 * (n + 1);
    }
    return points;
}

static void set_scaling(const Request *request, fftc_transform *what)
{
    bool divides = request->norm == (request->kind & 1 ? BACKWARD : FORWARD);
    if (request->orthogonal) { /* which has 1 / sqrt(points) */
        what->scaling = FFTC_SCALE_UNITARY;
        if (request->norm != ORTHO) {
            double root = sqrt(logical_points(request));
            what->factor = divides ? 1 / root : root;
        }
    } else if (request->norm == ORTHO) {
        what->scaling = FFTC_SCALE_NONE;
        what->factor = 1 / sqrt(logical_points(request));
    } else if (what->direction == FFTC_FORWARD) { /* by default 1 */
        what->factor = divides ? 1 / logical_points(request) : 0;
    } else { /* by default 1 / points */
        what->scaling = divides ? FFTC_SCALE_DEFAULT : FFTC_SCALE_NONE;
    }
}

static PyObject *run(Request *request)
{
    Kind kind = request->kind;
    bool is_double =
        PyArray_TYPE(request->x) == NPY_DOUBLE || PyArray_TYPE(request->x) == NPY_CDOUBLE;
    bool complex_src = PyArray_ISCOMPLEX(request->x);
    bool trigonometric = is_trigonometric(kind);
    bool half_of_whole = kind == FFT && !complex_src;
    bool complex_dst = trigonometric ? complex_src : !is_from_half(kind);
    size_t real_item = is_double ? sizeof(double) : sizeof(float);
    npy_intp shape[NPY_MAXDIMS];

    Steps steps = {.axis_count = 0, .threads = request->threads};
    steps.what.precision = is_double ? FFTC_FLOAT64 : FFTC_FLOAT32;
    steps.what.direction = kind & 1 || kind == HFFT ? FFTC_INVERSE : FFTC_FORWARD;
    steps.what.kind = trigonometric                                         ? FFTC_REAL_TO_REAL
                      : half_of_whole || kind == RFFT || is_from_half(kind) ? FFTC_REAL
                                                                            : FFTC_COMPLEX;
    steps.what.conjugate = kind == HFFT;
    set_scaling(request, &steps.what);
    for (int i = 0; i < request->axis_count && trigonometric; ++i) {
        steps.what.trigonometric[i] = kinds_of_type[kind >= DST][request->type];
    }
    steps.src_item = real_item * (complex_src && !trigonometric ? 2 : 1);
    steps.dst_item = real_item * (complex_dst && !trigonometric ? 2 : 1);

    if (!describable(request->x, (npy_intp)steps.src_item) || copy_suits(request)) {
        PyObject *copy = PyArray_NewCopy(request->x, NPY_CORDER);
        if (copy == NULL) {
            return NULL;
        }
        Py_DECREF(request->x);
        request->x = (PyArrayObject *)copy;
        request->overwrite = true;
    }
    PyArrayObject *results;
    if (complex_src == complex_dst && in_place_suits(request)) {
        results = (PyArrayObject *)Py_NewRef((PyObject *)request->x);
        steps.what.placement = FFTC_IN_PLACE;
    } else {
        int type = complex_dst ? (is_double ? NPY_CDOUBLE : NPY_CFLOAT)
                               : (is_double ? NPY_DOUBLE : NPY_FLOAT);
        results = new_results(request, type, shape);
    }
    if (results == NULL || PyArray_SIZE(results) == 0) {
        return (PyObject *)results;
    }
    fill_axes(request, &steps, results);
    if (trigonometric && complex_src) { /* real and imaginary parts, one beside the other */
        steps.loops[steps.loop_count++] = (Axis){.length = 2, .src = 1, .dst = 1, .exists = 2};
    }
    steps.src = PyArray_DATA(request->x);
    steps.dst = PyArray_DATA(results);
    if (!steps_run(request->plans, &steps)) {
        Py_DECREF(results);
        return NULL;
    }
    if (half_of_whole && !plans_only_planning(request->plans)) {
        Py_BEGIN_ALLOW_THREADS;
        spectrum_complete(steps.dst, is_double, PyArray_NDIM(results), PyArray_DIMS(results),
                          request->axes, request->axis_count);
        Py_END_ALLOW_THREADS;
    }
    return (PyObject *)results;
}

/* Calls hook(kind, x, lengths, axes, norm, overwrite_x, workers, plan, type, orthogonalize). */
static PyObject *call_hook(PyObject *hook, const Request *request)
{
    PyObject *lengths = PyTuple_New(request->axis_count);
    PyObject *axes = PyTuple_New(request->axis_count);
    for (int i = 0; i < request->axis_count && lengths != NULL && axes != NULL; ++i) {
        PyTuple_SetItem(lengths, i, PyLong_FromSsize_t(request->lengths[i]));
        PyTuple_SetItem(axes, i, PyLong_FromLong(request->axes[i]));
    }
    PyObject *results = NULL;
    if (lengths != NULL && axes != NULL && !PyErr_Occurred()) {
        results =
            PyObject_CallFunction(hook, "iOOOOiOOiO", (int)request->kind, request->x, lengths, axes,
                                  request->norm_object, (int)request->overwrite, request->workers,
                                  request->plan, request->type, request->orthogonalize);
    }
    Py_XDECREF(lengths);
    Py_XDECREF(axes);
    return results;
}

static bool to_complex(Request *request)
{
    static const int complex_type[] = {NPY_CFLOAT, NPY_CDOUBLE, NPY_CLONGDOUBLE};
    int type = complex_type[PyArray_TYPE(request->x) - NPY_FLOAT];
    PyObject *array = PyArray_Cast(request->x, type);
    if (array == NULL) {
        return false;
    }
    Py_DECREF(request->x);
    request->x = (PyArrayObject *)array;
    request->overwrite = true;
    return true;
}

static bool check_kind(Request *request)
{
    bool is_complex = PyArray_ISCOMPLEX(request->x);
    if (request->kind == RFFT && is_complex) {
        PyErr_SetString(PyExc_TypeError, "x must be a real sequence");
        return false;
    }
    if (is_trigonometric(request->kind)) {
        if (request->type < 1 || request->type > 4) {
            return refuse("type must be 1, 2, 3 or 4");
        }
        for (int i = 0; i < request->axis_count; ++i) {
            if (request->type == 1 && request->kind < DST && request->lengths[i] < 2) {
                return refuse("DCT-I is not defined for fewer than 2 points");
            }
        }
        return true;
    }
    bool wants_complex = request->kind == IFFT || is_from_half(request->kind);
    return !wants_complex || is_complex || to_complex(request);
}

static PyObject *transform(PyObject *const *args, Py_ssize_t count, bool several)
{
    Request request = {.axis_count = 0};
    if (count != 10) {
        PyErr_SetString(PyExc_TypeError, "transform takes 10 arguments");
        return NULL;
    }
    long kind = PyLong_AsLong(args[0]);
    int overwrite = PyObject_IsTrue(args[5]);
    request.threads = request_threads(args[6]);
    long type = PyNumber_AsSsize_t(args[8], NULL);
    int orthogonal = args[9] == Py_None ? 0 : PyObject_IsTrue(args[9]);
    if (overwrite < 0 || orthogonal < 0 || request.threads == 0 || PyErr_Occurred() || kind < 0 ||
        kind >= KINDS || !plans_from_object(args[7], &request.plans) ||
        !parse_norm(args[4], &request.norm)) {
        return NULL;
    }
    request.kind = (Kind)kind;
    request.type = type >= 0 && type <= 4 ? (int)type : 0;
    request.orthogonal = args[9] == Py_None ? request.norm == ORTHO : orthogonal != 0;
    request.orthogonalize = args[9];
    request.overwrite = overwrite;
    request.norm_object = args[4];
    request.workers = args[6];
    request.plan = args[7];
    request.x = native_array(args[1], &request.overwrite);
    if (request.x == NULL) {
        return NULL;
    }
    PyObject *results = NULL;
    if (several ? parse_axes(&request, args[2], args[3]) : parse_axis(&request, args[2], args[3])) {
        if (request.axis_count == 0 && (request.kind == RFFT || is_from_half(request.kind))) {
            refuse("at least 1 axis must be transformed");
        } else if (request.axis_count == 0) {
            results = Py_NewRef(args[1]);
        } else if (check_kind(&request)) {
            bool extended = PyArray_TYPE(request.x) == NPY_LONGDOUBLE ||
                            PyArray_TYPE(request.x) == NPY_CLONGDOUBLE;
            results = extended                             ? call_hook(extended_hook, &request)
                      : request.axis_count > FFTC_MAX_RANK ? call_hook(many_axes_hook, &request)
                                                           : run(&request);
        }
    }
    Py_DECREF(request.x);
    return results;
}

PyObject *request_transform(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    return transform(args, count, false);
}

PyObject *request_transform_nd(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    return transform(args, count, true);
}
