/* SPDX-License-Identifier: MIT
 *
 * The lists of scan engines that units/scan.c makes for each instruction set.
 */
#ifndef FFTC_CPU_SCAN_ENGINES_H
#define FFTC_CPU_SCAN_ENGINES_H

#include "cpu/scan/scan.h"

#define FFTC_SCAN_TYPES (FFTC_SCAN_FLOAT64 + 1)
#define FFTC_SCAN_OPERATIONS FFTC_SCAN_OWN

typedef const fftc_scan_engine fftc_scan_engines[FFTC_SCAN_TYPES][FFTC_SCAN_OPERATIONS];

extern fftc_scan_engines fftc_scan_engines_avx512;
extern fftc_scan_engines fftc_scan_engines_avx2;
extern fftc_scan_engines fftc_scan_engines_base;

#endif
