/* SPDX-License-Identifier: MIT
 *
 * The sound reader of the `fftcore` command on damaged and hostile files.
 */
#include "reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_reader(NULL, 0, data, size);
}
