/* SPDX-License-Identifier: MIT
 *
 * The NumPy reader of the `fftcore` command on damaged and hostile files.
 */
#include "reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_reader("\x93NUMPY", 6, data, size);
}
