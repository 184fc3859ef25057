/* SPDX-License-Identifier: MIT
 *
 * Plans that were made, by their description: the cache that all calls share, and plan objects,
 * which are such caches with options of their own.
 *
 * All of it happens under the GIL, so that there is no lock to be held by another thread when a
 * process forks. A plan is made without the GIL; if two threads make the same one, the second is
 * thrown away. A plan that is in use is destroyed by its last user. */
#include "core.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpedantic" /* Python keeps functions in void pointers */

enum { PLANS_LIMIT = 64 };
/* What the plans of a cache hold together, the last one aside. */
static const size_t BYTES_LIMIT = (size_t)256 << 20;

/* Of a transform, `what` ends with its first member, the signal. */
typedef struct PlanKey {
    uint64_t threads;
    fftc_convolution_description what;
} PlanKey;

enum {
    TRANSFORM_KEY = offsetof(PlanKey, what) + sizeof(fftc_transform),
    CONVOLUTION_KEY = sizeof(PlanKey)
};
_Static_assert(offsetof(fftc_convolution_description, signal) == 0, "keys begin alike");

struct PlanEntry {
    PlanKey key;      /* zeroed before it was filled, so that its bytes compare */
    size_t key_bytes; /* TRANSFORM_KEY or CONVOLUTION_KEY */
    uint64_t hash;
    fftc_plan *plan; /* or */
    fftc_convolution *convolution;
    size_t bytes;
    uint64_t used; /* the cache's clock when it was last asked for */
    int users;
    bool dropped;
};

struct PlansObject {
    PyObject_HEAD PlanEntry *entries[PLANS_LIMIT];
    int count;
    size_t bytes;
    uint64_t clock;
    uint64_t hits;
    uint64_t misses;
    fftc_plan_options options; /* `saved` points to saved_text */
    char *saved_text;
    bool planning; /* calls plan, and do not execute */
    bool complete; /* nothing more is planned */
};

static PyTypeObject *plans_type;
static PlansObject *shared_plans;

static uint64_t key_hash(const PlanKey *key, size_t bytes)
{
    const uint64_t *words = (const uint64_t *)(const void *)key;
    uint64_t hash = bytes;
    _Static_assert(TRANSFORM_KEY % 8 == 0 && CONVOLUTION_KEY % 8 == 0, "keys are hashed by words");
    for (size_t i = 0; i < bytes / sizeof *words; ++i) {
        hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static void entry_free(PlanEntry *entry)
{
    fftc_plan_destroy(entry->plan);
    fftc_convolution_destroy(entry->convolution);
    free(entry);
}

static void drop(PlansObject *plans, int index)
{
    PlanEntry *entry = plans->entries[index];
    plans->bytes -= entry->bytes;
    plans->entries[index] = plans->entries[--plans->count];
    entry->dropped = true;
    if (entry->users == 0) {
        entry_free(entry);
    }
}

static void drop_oldest(PlansObject *plans)
{
    int oldest = 0;
    for (int i = 1; i < plans->count; ++i) {
        if (plans->entries[i]->used < plans->entries[oldest]->used) {
            oldest = i;
        }
    }
    drop(plans, oldest);
}

static PlanEntry *find(PlansObject *plans, const PlanKey *key, size_t bytes, uint64_t hash)
{
    for (int i = 0; i < plans->count; ++i) {
        PlanEntry *entry = plans->entries[i];
        if (entry->hash == hash && entry->key_bytes == bytes &&
            memcmp(&entry->key, key, bytes) == 0) {
            entry->used = ++plans->clock;
            return entry;
        }
    }
    return NULL;
}

/* About what a plan holds: its working memory, and tables of each axis. */
static size_t plan_bytes(const PlanEntry *entry)
{
    const fftc_transform *what = &entry->key.what.signal;
    size_t bytes = fftc_plan_work_bytes(entry->plan) + 4096;
    size_t numbers = 1;
    for (int i = 0; i < FFTC_MAX_RANK && what->length[i] != 0; ++i) {
        bytes += what->loop[i] ? 0 : (size_t)what->length[i] * 16;
        numbers *= (size_t)what->length[i];
    }
    return entry->convolution != NULL ? bytes + numbers * 16 : bytes;
}

static fftc_status create(PlanEntry *entry, const fftc_plan_options *options, fftc_error *error)
{
    return entry->key_bytes == TRANSFORM_KEY
               ? fftc_plan_create(&entry->key.what.signal, options, &entry->plan, error)
               : fftc_convolution_create(&entry->key.what, options, &entry->convolution, error);
}

static PlanEntry *make(PlansObject *plans, const PlanKey *key, size_t bytes, uint64_t hash)
{
    PlanEntry *entry = calloc(1, sizeof *entry);
    fftc_plan_options options = plans->options;
    fftc_error error;
    fftc_status status;
    if (entry == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(&entry->key, key, bytes);
    entry->key_bytes = bytes;
    entry->hash = hash;
    options.threads = (int)key->threads;
    Py_BEGIN_ALLOW_THREADS;
    status = create(entry, &options, &error);
    Py_END_ALLOW_THREADS;
    PlanEntry *other = find(plans, key, bytes, hash); /* that another thread made meanwhile */
    if (status != FFTC_SUCCESS || other != NULL) {
        entry_free(entry);
        if (other == NULL) {
            raise_error(&error);
        }
        return other;
    }
    entry->bytes = plan_bytes(entry);
    entry->used = ++plans->clock;
    while (plans->count > 0 &&
           (plans->count == PLANS_LIMIT || plans->bytes + entry->bytes > BYTES_LIMIT)) {
        drop_oldest(plans);
    }
    plans->entries[plans->count++] = entry;
    plans->bytes += entry->bytes;
    return entry;
}

static PlanEntry *acquire(PlansObject *plans, const PlanKey *key, size_t bytes)
{
    uint64_t hash = key_hash(key, bytes);
    plans = plans != NULL ? plans : shared_plans;
    PlanEntry *entry = find(plans, key, bytes, hash);
    if (entry != NULL) {
        ++plans->hits;
    } else if (plans->complete) {
        PyErr_SetString(PyExc_ValueError, "the plan was made for another call: for another "
                                          "function, shape, dtype, strides, lengths, axes, norm "
                                          "or workers");
        return NULL;
    } else {
        ++plans->misses;
        entry = make(plans, key, bytes, hash);
    }
    if (entry != NULL) {
        ++entry->users;
    }
    return entry;
}

PlanEntry *plans_acquire(PlansObject *plans, const fftc_transform *what, int threads)
{
    PlanKey key;
    memset(&key, 0, TRANSFORM_KEY);
    memcpy(&key.what.signal, what, sizeof *what);
    key.threads = (uint64_t)threads;
    return acquire(plans, &key, TRANSFORM_KEY);
}

PlanEntry *plans_acquire_convolution(const fftc_convolution_description *what, int threads)
{
    PlanKey key;
    memcpy(&key.what, what, sizeof *what);
    key.threads = (uint64_t)threads;
    return acquire(NULL, &key, CONVOLUTION_KEY);
}

void plans_release(PlanEntry *entry)
{
    if (--entry->users == 0 && entry->dropped) {
        entry_free(entry);
    }
}

const fftc_plan *plans_plan(const PlanEntry *entry)
{
    return entry->plan;
}

const fftc_convolution *plans_convolution(const PlanEntry *entry)
{
    return entry->convolution;
}

bool plans_only_planning(const PlansObject *plans)
{
    return plans != NULL && plans->planning;
}

bool plans_from_object(PyObject *object, PlansObject **plans)
{
    *plans = NULL;
    if (object == Py_None) {
        return true;
    }
    if (!PyObject_TypeCheck(object, plans_type)) {
        PyErr_SetString(PyExc_NotImplementedError,
                        "Passing a precomputed plan is supported for those of fftcore.Plan alone");
        return false;
    }
    *plans = (PlansObject *)object;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * The type.
 */

static int plans_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"effort", "seconds", "saved", "reproducible", NULL};
    PlansObject *plans = (PlansObject *)self;
    const char *effort = "estimate";
    const char *saved = NULL;
    double seconds = 0;
    int reproducible = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|sdzp", names, &effort, &seconds, &saved,
                                     &reproducible)) {
        return -1;
    }
    static const char *const efforts[] = {"estimate", "measure", "saved"};
    int found = -1;
    for (int i = 0; i < 3; ++i) {
        found = strcmp(effort, efforts[i]) == 0 ? i : found;
    }
    if (found < 0) {
        PyErr_Format(PyExc_ValueError,
                     "effort must be \"estimate\", \"measure\" or \"saved\", not \"%s\"", effort);
        return -1;
    }
    if (found == FFTC_SAVED && saved == NULL) {
        PyErr_SetString(PyExc_ValueError,
                        "effort is \"saved\", and saved is None: pass what `save` returned");
        return -1;
    }
    free(plans->saved_text);
    plans->saved_text = saved != NULL ? strdup(saved) : NULL;
    if (saved != NULL && plans->saved_text == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    plans->options.effort = (fftc_effort)found;
    plans->options.seconds = seconds;
    plans->options.saved = plans->saved_text;
    plans->options.reproducible = reproducible;
    return 0;
}

static void plans_dealloc(PyObject *self)
{
    PlansObject *plans = (PlansObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    while (plans->count > 0) {
        drop(plans, plans->count - 1);
    }
    free(plans->saved_text);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *plans_clear(PyObject *self, PyObject *none)
{
    PlansObject *plans = (PlansObject *)self;
    (void)none;
    while (plans->count > 0) {
        drop(plans, plans->count - 1);
    }
    plans->hits = plans->misses = 0;
    Py_RETURN_NONE;
}

static PyObject *plans_info(PyObject *self, PyObject *none)
{
    PlansObject *plans = (PlansObject *)self;
    (void)none;
    return Py_BuildValue("(KKiiK)", (unsigned long long)plans->hits,
                         (unsigned long long)plans->misses, plans->count, PLANS_LIMIT,
                         (unsigned long long)plans->bytes);
}

static PyObject *plans_set_mode(PyObject *self, PyObject *args)
{
    PlansObject *plans = (PlansObject *)self;
    int planning, complete;
    if (!PyArg_ParseTuple(args, "pp", &planning, &complete)) {
        return NULL;
    }
    plans->planning = planning;
    plans->complete = complete;
    Py_RETURN_NONE;
}

static PyObject *plans_saved_lines(PyObject *self, PyObject *none)
{
    PlansObject *plans = (PlansObject *)self;
    PyObject *lines = PyUnicode_FromString("");
    (void)none;
    for (int i = 0; i < plans->count && lines != NULL; ++i) {
        const fftc_plan *plan = plans->entries[i]->plan;
        size_t bytes = 0;
        fftc_error error;
        fftc_status status = fftc_plan_save(plan, NULL, 0, &bytes, &error);
        char *text = status == FFTC_SUCCESS ? malloc(bytes) : NULL;
        if (text != NULL) {
            status = fftc_plan_save(plan, text, bytes, &bytes, &error);
        }
        if (status != FFTC_SUCCESS || text == NULL) {
            status != FFTC_SUCCESS ? raise_error(&error) : (void)PyErr_NoMemory();
            Py_CLEAR(lines);
        } else {
            PyObject *line = PyUnicode_FromString(text);
            PyObject *sum = line != NULL ? PyUnicode_Concat(lines, line) : NULL;
            Py_XDECREF(line);
            Py_DECREF(lines);
            lines = sum;
        }
        free(text);
    }
    return lines;
}

static PyMethodDef plans_methods[] = {
    {"clear", plans_clear, METH_NOARGS, "Drops all plans, and sets the counts to 0."},
    {"info", plans_info, METH_NOARGS, "(hits, misses, plans, limit, bytes)"},
    {"_set_mode", plans_set_mode, METH_VARARGS, "_set_mode(planning, complete)"},
    {"_saved_lines", plans_saved_lines, METH_NOARGS, "What fftc_plan_save writes for each plan."},
    {NULL, NULL, 0, NULL},
};

static PyObject *type_create(void)
{
    PyType_Slot slots[] = {
        {Py_tp_init, plans_init},
        {Py_tp_dealloc, plans_dealloc},
        {Py_tp_methods, plans_methods},
        {Py_tp_doc, "Plans(effort='estimate', seconds=0.0, saved=None, reproducible=False)\n--\n\n"
                    "Plans that were made, by their description."},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "fftcore._core.Plans",
        .basicsize = sizeof(PlansObject),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    return PyType_FromSpec(&spec);
}

bool plans_start(PyObject *module)
{
    PyObject *type = type_create();
    if (type == NULL) {
        return false;
    }
    plans_type = (PyTypeObject *)type;
    shared_plans = (PlansObject *)PyObject_CallNoArgs(type);
    return shared_plans != NULL && PyModule_AddObjectRef(module, "Plans", type) == 0 &&
           PyModule_AddObjectRef(module, "shared_plans", (PyObject *)shared_plans) == 0;
}
