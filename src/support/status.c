/* SPDX-License-Identifier: MIT
 *
 * Names of what all of the library shares.
 */
#include "fftcore/fftcore.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *fftc_version(void)
{
    return TEXT(FFTC_VERSION_MAJOR) "." TEXT(FFTC_VERSION_MINOR) "." TEXT(FFTC_VERSION_PATCH);
}

const char *fftc_status_string(fftc_status status)
{
    switch (status) {
    case FFTC_SUCCESS: return "The call succeeded.";
    case FFTC_INVALID_ARGUMENT: return "An argument is out of its range.";
    case FFTC_UNSUPPORTED: return "This build or this device cannot do what was asked.";
    case FFTC_TOO_LARGE: return "A size, or a product of sizes, is too large.";
    case FFTC_OUT_OF_MEMORY: return "There is not enough memory.";
    case FFTC_COMPILE_FAILED: return "A shader did not compile.";
    case FFTC_DEVICE_FAILED: return "The device or its driver reported an error.";
    }
    return "This is not a status of fftcore.";
}

size_t fftc_precision_bytes(fftc_precision precision)
{
    switch (precision) {
    case FFTC_FLOAT32: return 4;
    case FFTC_FLOAT64: return 8;
    case FFTC_FLOAT16: return 2;
    }
    return 0;
}
