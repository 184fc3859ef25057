/* SPDX-License-Identifier: MIT */
#include "gpu/digest.h"

#include <string.h>

static const uint64_t initial[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                                    0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                                    0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

static const uint8_t order[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static uint64_t rotate(uint64_t x, unsigned bits)
{
    return x >> bits | x << (64 - bits);
}

static uint64_t word_of(const uint8_t *byte)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; --i) {
        word = word << 8 | byte[i];
    }
    return word;
}

static void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

static void compress(fftc_digester *d, uint64_t last)
{
    uint64_t v[16];
    uint64_t m[16];
    for (int i = 0; i < 16; ++i) {
        m[i] = word_of(d->block + 8 * i);
    }
    memcpy(v, d->state, sizeof d->state);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= d->bytes; /* fewer than 2^64 */
    v[14] ^= last;
    for (int round = 0; round < 12; ++round) {
        const uint8_t *s = order[round % 10];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (int i = 0; i < 8; ++i) {
        d->state[i] ^= v[i] ^ v[i + 8];
    }
}

void fftc_digest_begin(fftc_digester *d)
{
    memset(d, 0, sizeof *d);
    memcpy(d->state, initial, sizeof initial);
    d->state[0] ^= 0x01010000u | sizeof(fftc_digest); /* no key, no tree */
}

/* A block is compressed when more data follows, because the last one, full or not, is marked as
 * such. */
void fftc_digest_add(fftc_digester *d, const void *data, size_t bytes)
{
    const uint8_t *from = data;
    while (bytes > 0) {
        if (d->filled == sizeof d->block) {
            d->bytes += d->filled;
            compress(d, 0);
            d->filled = 0;
        }
        size_t room = sizeof d->block - d->filled;
        size_t part = bytes < room ? bytes : room;
        memcpy(d->block + d->filled, from, part);
        d->filled += part;
        from += part;
        bytes -= part;
    }
}

fftc_digest fftc_digest_end(fftc_digester *d)
{
    fftc_digest digest;
    memset(d->block + d->filled, 0, sizeof d->block - d->filled);
    d->bytes += d->filled;
    compress(d, UINT64_MAX);
    for (size_t i = 0; i < sizeof digest.byte; ++i) {
        digest.byte[i] = (uint8_t)(d->state[i / 8] >> (8 * (i % 8)));
    }
    return digest;
}
