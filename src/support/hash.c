/* SPDX-License-Identifier: MIT */
#include "support/hash.h"

static uint64_t hash_byte(uint64_t hash, uint64_t byte)
{
    return (hash ^ byte) * 0x100000001b3u;
}

uint64_t fftc_hash_number(uint64_t hash, uint64_t number)
{
    for (int i = 0; i < 8; ++i) {
        hash = hash_byte(hash, number >> (8 * i) & 0xffu);
    }
    return hash;
}

uint64_t fftc_hash_text(uint64_t hash, const char *text)
{
    do {
        hash = hash_byte(hash, (unsigned char)*text);
    } while (*text++ != '\0');
    return hash;
}
