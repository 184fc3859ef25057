/* SPDX-License-Identifier: MIT */
#include "support/check.h"

#include <string.h>

#include "support/error.h"

fftc_status fftc_check_precision(fftc_precision precision, fftc_error *error)
{
    if (fftc_precision_bytes(precision) == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "precision %d: pass FFTC_FLOAT32, FFTC_FLOAT64 or FFTC_FLOAT16",
                         (int)precision);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_allocator(const fftc_allocator *allocator, fftc_error *error)
{
    if (allocator != NULL && allocator->allocate == NULL && allocator->release != NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "allocator->release is given without allocate: pass both, or neither for "
                         "malloc and free");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_direction(fftc_direction direction, fftc_error *error)
{
    if (direction != FFTC_FORWARD && direction != FFTC_INVERSE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "direction %d: pass FFTC_FORWARD or FFTC_INVERSE", (int)direction);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_product(fftc_product product, fftc_error *error)
{
    if (product != FFTC_CONVOLVE && product != FFTC_CORRELATE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "product %d: pass FFTC_CONVOLVE or FFTC_CORRELATE", (int)product);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_signal_kind(fftc_kind kind, fftc_error *error)
{
    if (kind != FFTC_COMPLEX && kind != FFTC_REAL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "kind %d: signals are FFTC_COMPLEX or FFTC_REAL", (int)kind);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_axis_points(int axis, uint64_t points, fftc_error *error)
{
    if (points > FFTC_AXIS_POINTS_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "length[%d] is %llu: an axis has at most 2^31 points", axis,
                         (unsigned long long)points);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_rank(int rank, fftc_error *error)
{
    if (rank == 0) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "length[0] is 0: give at least one length, from the slowest axis to the fastest");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_reserved(const uint64_t *reserved, int count, const char *name,
                                fftc_error *error)
{
    for (int i = 0; i < count; ++i) {
        if (reserved[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "reserved[%d] of the %s is not 0: zero the structure before setting "
                             "fields, or use a library as new as the header",
                             i, name);
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_check_same_arrays(bool same, bool in_place, fftc_error *error)
{
    if (same != in_place) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         in_place ? "the plan is in place: pass the same pointer as src and dst"
                                  : "src is dst: plan with placement FFTC_IN_PLACE for that");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_fail_unlike_strides(fftc_error *error)
{
    return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                     "in place, src and dst must have the same strides and distances");
}

/* What to pass as what, in all functions. */
static const char *const wanted[][2] = {
    {"transform", "a transform's description"},
    {"description", "a description"},
    {"difference", "a description"},
    {"fft", "the FFT's description"},
    {"config", "a configuration"},
    {"plan", "one that was created"},
    {"context", "one that was created"},
    {"cache", "one that was created"},
    {"emulator", "one that was created"},
    {"scan", "one that was created"},
    {"shader", "one that was created"},
    {"kernel", "the kernel"},
    {"kernel_re", "the kernel's real parts"},
    {"kernel_im", "the kernel's imaginary parts"},
    {"spectrum", "the memory for the kernel's spectrum"},
    {"arrays", "the list of arrays"},
    {"buffers", "the list of buffers"},
    {"commands", "the command buffer to record to"},
    {"src", "the array to read"},
    {"src_re", "the real parts to read"},
    {"src_im", "the imaginary parts to read"},
    {"dst", "the array to write"},
    {"dst_re", "the array for real parts"},
    {"dst_im", "the array for imaginary parts"},
    {"data", "the array of batch * N points"},
    {"table", "memory for it"},
    {"work", "memory for it"},
    {"heads", "the bits where segments begin"},
};

fftc_status fftc_fail_null(fftc_error *error, const char *name)
{
    const char *what = "a pointer to it";
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        if (strcmp(wanted[i][0], name) == 0) {
            what = wanted[i][1];
        }
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL: pass %s", name, what);
}

fftc_status fftc_fail_no_place(fftc_error *error, const char *name)
{
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL: pass where to put it", name);
}
