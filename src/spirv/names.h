/* SPDX-License-Identifier: MIT
 *
 * Places in memory as a program would say them.
 */
#ifndef FFTC_SPIRV_NAMES_H
#define FFTC_SPIRV_NAMES_H

#include "spirv/job.h"

/* Replaces an element of a memory by the element of an array in it, such as lights[3].power. */
void fftc_spirv_name_finding(fftc_spirv *m, const fftc_spirv_job *job, fftc_finding *finding);

#endif
