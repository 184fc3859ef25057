/* SPDX-License-Identifier: MIT
 *
 * NumPy's arrays as signals.
 */
#include <string.h>

#include "npy_file.h"
#include "signal.h"

fftc_status tool_read_npy(const unsigned char *bytes, size_t count, tool_signal *signal,
                          fftc_error *error)
{
    tool_npy npy;
    memset(signal, 0, sizeof *signal);
    fftc_status status = tool_npy_open(bytes, count, &npy, error);
    if (status == FFTC_SUCCESS && npy.axes > 2) {
        return tool_fail(error, FFTC_UNSUPPORTED,
                         "has %u axes: save one row of numbers, or a table of rows",
                         (unsigned)npy.axes);
    }
    if (status == FFTC_SUCCESS) {
        status = tool_signal_allocate(npy.shape[npy.axes - 1], signal, error);
    }
    for (uint64_t i = 0; status == FFTC_SUCCESS && i < signal->count; ++i) {
        tool_npy_value(&npy, i, signal->samples + 2 * i);
    }
    signal->is_complex = npy.type == 'c';
    (void)snprintf(signal->format, sizeof signal->format, "%s", npy.format);
    return status;
}
