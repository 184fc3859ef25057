/* SPDX-License-Identifier: MIT
 *
 * BLAKE2b with 32 bytes of digest (RFC 7693): a name for what shaders are made of, and a checksum
 * of what is read from files.
 */
#ifndef FFTC_GPU_DIGEST_H
#define FFTC_GPU_DIGEST_H

#include <stddef.h>
#include <stdint.h>

typedef struct fftc_digest {
    uint8_t byte[32];
} fftc_digest;

typedef struct fftc_digester {
    uint64_t state[8];
    uint64_t bytes; /* taken into the state */
    uint8_t block[128];
    size_t filled;
} fftc_digester;

void fftc_digest_begin(fftc_digester *d);
void fftc_digest_add(fftc_digester *d, const void *data, size_t bytes);
fftc_digest fftc_digest_end(fftc_digester *d);

#endif
