/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_PACKED_H
#define FFTC_CPU_PACKED_H

#include "cpu/engine/engine.h"

/* The last radix of a packed row: up to FFTC_PACKED_MAX_RADIX, or this. */
#define FFTC_PACKED_MAX_LAST 32

#endif
