/* SPDX-License-Identifier: MIT
 *
 * The NumPy reader of the `fftcore` command on damaged and hostile files.
 */
#include "reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_reader(tool_read_npy, data, size);
}
