/* SPDX-License-Identifier: MIT
 *
 * The PNG reader of the `fftcore` command on damaged and hostile files.
 */
#include "reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_reader("\x89PNG\r\n\x1a\n", 8, data, size);
}
