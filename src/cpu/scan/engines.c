/* SPDX-License-Identifier: MIT
 *
 * Which scan engines there are for each instruction set. Single numbers take the compiler's own
 * vectors.
 */
#include "cpu/scan/engines.h"

#include "cpu/isa.h"

#define fftc_scan_engines_scalar fftc_scan_engines_base
#define LIST_OF(isa, f32, f64) &fftc_scan_engines_##isa,

const fftc_scan_engine *fftc_scan_engine_of(const char *isa, fftc_scan_type type,
                                            fftc_scan_operation operation)
{
    static fftc_scan_engines *const lists[] = {FFTC_BUILT_ISAS(LIST_OF)};
    return &(*lists[fftc_isa_place(isa)])[type][operation];
}
