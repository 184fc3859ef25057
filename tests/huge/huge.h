/* SPDX-License-Identifier: MIT
 *
 * Cases of the program `huge`: large transforms on the CPU.
 */
#ifndef FFTC_TESTS_HUGE_H
#define FFTC_TESTS_HUGE_H

#include "fftcore/convolution.h"
#include "memory.h"
#include "report.h"

#define HUGE_SEED 20261122u

typedef struct huge_case {
    const char *name;
    fftc_transform transform;
    bool convolution; /* by the transform as its signal */
    uint64_t taps;
} huge_case;

typedef struct huge_run {
    huge_memory memory;
    huge_report report;
    int threads;
} huge_run;

/* Case number `number`, with lengths of up to 2^31 / 2^shift points; false if there is none. */
bool huge_case_get(int number, int shift, huge_case *c);

/* Bytes of arrays and plan, about, and never less. */
double huge_case_bytes(const huge_case *c);

void huge_transform_run(huge_run *run, const huge_case *c);
void huge_convolution_run(huge_run *run, const huge_case *c);

#endif
