/* SPDX-License-Identifier: MIT
 *
 * Instruction sets: which one is used, and lists with an entry for each that was built
 * (FFTC_BUILT_ISAS): the best first, then the compiler's own, the scalar one last.
 */
#ifndef FFTC_CPU_ISA_H
#define FFTC_CPU_ISA_H

#include <stddef.h>

#include "isas_built.h"
#include "support/error.h"

/* The best instruction set that the build and the CPU have, or the one that FFTCORE_FORCE_ISA
 * names. */
fftc_status fftc_isa_select(const char **isa, fftc_error *error);

/* The place of an instruction set in such a list, by its name. One that was not built has the place
 * of the best one below it. */
size_t fftc_isa_place(const char *isa);

/* The instruction set whose engines carry out reproducible plans. AVX-512's would be a fifth of
 * the library; AVX2's give the same bits. */
const char *fftc_isa_exact(const char *isa);

#endif
