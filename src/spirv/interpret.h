/* SPDX-License-Identifier: MIT
 *
 * Carries decoded steps out, for one invocation.
 */
#ifndef FFTC_SPIRV_INTERPRET_H
#define FFTC_SPIRV_INTERPRET_H

#include "spirv/machine.h"
#include "spirv/step.h"

/* From a step on until the entry point returns. `where` has room for m->where_words. Without a
 * machine there are no steps that need one (constants). */
void fftc_spirv_run(const fftc_spirv *m, uint64_t *frame, uint32_t *where,
                    fftc_spirv_machine *machine, uint32_t step);

#endif
