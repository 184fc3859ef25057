/* SPDX-License-Identifier: MIT
 *
 * FNV-1a (Fowler, Noll, Vo), 64 bits, of numbers' eight bytes, the lowest first, and of texts with
 * the zero at their end.
 */
#ifndef FFTC_SUPPORT_HASH_H
#define FFTC_SUPPORT_HASH_H

#include <stdint.h>

#include "fftcore/fftcore.h"

#define FFTC_HASH_START UINT64_C(0xcbf29ce484222325)

FFTC_API uint64_t fftc_hash_number(uint64_t hash, uint64_t number);
FFTC_API uint64_t fftc_hash_text(uint64_t hash, const char *text);

#endif
