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

/* NULL if it is not set. Valid until the environment changes. */
const char *fftc_override_text(const char *name);
bool fftc_override_is(const char *name, const char *text);
/* `otherwise` if it is not set. */
size_t fftc_override_bytes(const char *name, size_t otherwise);

#endif
