/* SPDX-License-Identifier: MIT
 *
 * The PNG readers of the `fftcore` command, of rows as a signal and of coloured pictures, on
 * damaged and hostile files.
 */
#include "raster_reader.h"
#include "reader.h"

static uint32_t checksum(const uint8_t *data, size_t count)
{
    uint32_t crc = 0xFFFFFFFFU;
    for (size_t i = 0; i < count; ++i) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc & 1U) != 0 ? crc >> 1 ^ 0xEDB88320U : crc >> 1;
        }
    }
    return ~crc;
}

/* Length, type, data, checksum: no mutation need guess the latter. */
static void put_checksums(uint8_t *file, size_t size)
{
    for (size_t at = 8; size >= at + 12;) {
        uint64_t count = (uint64_t)file[at] << 24 | (uint64_t)file[at + 1] << 16 |
                         (uint64_t)file[at + 2] << 8 | (uint64_t)file[at + 3];
        if (count > size - at - 12) {
            return;
        }
        uint32_t crc = checksum(file + at + 4, (size_t)count + 4);
        at += 8 + (size_t)count;
        for (int byte = 0; byte < 4; ++byte) {
            file[at++] = (uint8_t)(crc >> (24 - 8 * byte));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char magic[] = "\x89PNG\r\n\x1a\n";
    uint8_t *file = size >= 8 ? malloc(size) : NULL;
    if (file == NULL) {
        return fuzz_reader(magic, 8, data, size);
    }
    memcpy(file, data, size);
    memcpy(file, magic, 8);
    if (size % 8 != 0) {
        put_checksums(file, size);
    }
    (void)fuzz_raster(file, size, NULL);
    (void)fuzz_reader(magic, 8, file, size);
    free(file);
    return 0;
}
