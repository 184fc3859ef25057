/* SPDX-License-Identifier: MIT
 *
 * Lists with an entry for each instruction set that was built (FFTC_ENGINE_AVX512,
 * FFTC_ENGINE_AVX2), the best first, then the compiler's own, the scalar one last.
 */
#ifndef FFTC_CPU_ISAS_H
#define FFTC_CPU_ISAS_H

#include <stddef.h>

/* The place of an instruction set in such a list, by its name. One that was not built has the place
 * of the best one below it. */
size_t fftc_isa_place(const char *isa);

/* The instruction set whose engines carry out reproducible plans. AVX-512's would be a fifth of
 * the library; AVX2's give the same bits. */
const char *fftc_isa_exact(const char *isa);

#endif
