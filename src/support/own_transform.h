/* SPDX-License-Identifier: MIT
 *
 * The library's own transform, by its public interface alone, for those who make tables of devices
 * (device/table_jobs.h).
 */
#ifndef FFTC_SUPPORT_OWN_TRANSFORM_H
#define FFTC_SUPPORT_OWN_TRANSFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "fftcore/fftcore.h"

/* Transforms m complex numbers in place, forward. The plan is reproducible: the bits are the same
 * with every instruction set and any number of threads. False if there was no memory. */
FFTC_API bool fftc_own_transform(uint64_t m, double (*x)[2]);

#endif
