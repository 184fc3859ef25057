/* SPDX-License-Identifier: MIT
 *
 * fftcore._core: the functions that fftcore's Python modules are made of. */
#define FFTCORE_PYTHON_MODULE
#include "core.h"

void raise_error(const fftc_error *error)
{
    PyObject *type = PyExc_RuntimeError;
    if (error->status == FFTC_OUT_OF_MEMORY) {
        type = PyExc_MemoryError;
    } else if (error->status == FFTC_INVALID_ARGUMENT || error->status == FFTC_TOO_LARGE ||
               error->status == FFTC_UNSUPPORTED) {
        type = PyExc_ValueError;
    }
    PyErr_SetString(type, error->message);
}

static PyObject *version(PyObject *module, PyObject *none)
{
    (void)module;
    (void)none;
    return PyUnicode_FromString(fftc_version());
}

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"transform", FAST(request_transform), METH_FASTCALL,
     "transform(kind, x, n, axis, norm, overwrite_x, workers, plan, type)"},
    {"transform_nd", FAST(request_transform_nd), METH_FASTCALL,
     "transform_nd(kind, x, s, axes, norm, overwrite_x, workers, plan, type)"},
    {"set_hooks", FAST(request_set_hooks), METH_FASTCALL,
     "set_hooks(as_array, many_axes, extended)"},
    {"get_workers", request_get_workers, METH_NOARGS, "The calling thread's default."},
    {"set_workers", request_set_workers, METH_O, "Sets the calling thread's default."},
    {"extended", FAST(extended_transform), METH_FASTCALL,
     "extended(x, inverse): transforms each row of complex long doubles in place."},
    {"convolve", FAST(convolution_convolve), METH_FASTCALL,
     "convolve(signals, kernel, part, direct): see core.h."},
    {"version", version, METH_NOARGS, "The version of the C library."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "fftcore._core",
    "What fftcore's modules are made of.",
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    import_array();
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL &&
        (!plans_start(module) || PyModule_AddIntConstant(module, "MAX_RANK", FFTC_MAX_RANK) != 0)) {
        Py_CLEAR(module);
    }
    static const char *const kinds[] = {"FFT",  "IFFT", "RFFT", "IRFFT", "DCT",
                                        "IDCT", "DST",  "IDST", "HFFT"};
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds) && module != NULL; ++i) {
        if (PyModule_AddIntConstant(module, kinds[i], i) != 0) {
            Py_CLEAR(module);
        }
    }
    return module;
}
