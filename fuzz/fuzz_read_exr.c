/* SPDX-License-Identifier: MIT
 *
 * The OpenEXR reader of the `fftcore` command on damaged and hostile files. The corpus was written
 * by OpenEXR's own library, with tests/exr_testing.cpp.
 */
#include <stdlib.h>

#include "raster_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tool_raster_choice choices[] = {
        {NULL, NULL, NULL, NULL}, {"1", NULL, NULL, "--"}, {NULL, NULL, "glow", "--kernel-"}};
    static const uint8_t magic[] = {0x76, 0x2F, 0x31, 0x01, 2};
    uint8_t *copy = size >= sizeof magic ? malloc(size) : NULL;
    if (copy == NULL) {
        return fuzz_raster(data, size, NULL);
    }
    memcpy(copy, data, size);
    memcpy(copy, magic, sizeof magic); /* no mutation need guess it */
    (void)fuzz_raster(copy, size, &choices[size % 3]);
    free(copy);
    return 0;
}
