/* SPDX-License-Identifier: MIT
 *
 * Variables of the environment that hold plans to one of several ways, for tests and measurements.
 * They are read when plans are made, which tests do under several, so that nothing is remembered;
 * and not by programs with more rights than their user has. docs/building.md has the same table.
 *
 *   FFTCORE_FORCE_ISA        the instruction set: one of fftc_isa_select's names
 *   FFTCORE_FORCE_THREADS    set: all threads of a plan work, even where it does not pay
 *   FFTCORE_FORCE_ROW_BYTES  a number: a convolution's longer rows are split in two axes
 *   FFTCORE_FORCE_SUMS       a convolution's way: "transforms"; "levels", which are those axis by
 *                            axis also where whole ones would do; "direct", by the sums themselves;
 *                            or "lines", by those without windows of taps
 *   FFTCORE_FORCE_FAR_BYTES  a number: rows from there on take two trips through memory
 *   FFTCORE_FORCE_NARROW_BYTES  a number: longer rows are long ones whatever their first radix is
 *   FFTCORE_FORCE_MACHINE    a name of fftc_machines, whose thresholds and costs are taken;
 *                            remembered (machine.h)
 */
#ifndef FFTC_CPU_OVERRIDES_H
#define FFTC_CPU_OVERRIDES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum fftc_override {
    FFTC_OVERRIDE_ISA = 0,
    FFTC_OVERRIDE_THREADS,
    FFTC_OVERRIDE_ROW_BYTES,
    FFTC_OVERRIDE_SUMS,
    FFTC_OVERRIDE_FAR_BYTES,
    FFTC_OVERRIDE_NARROW_BYTES,
    FFTC_OVERRIDE_MACHINE
} fftc_override;

/* NULL if it is not set. Valid until the environment changes. */
const char *fftc_override_text(fftc_override which);
bool fftc_override_is(fftc_override which, const char *text);
/* `otherwise` if it is not set. */
size_t fftc_override_bytes(fftc_override which, size_t otherwise);

#endif
