/* SPDX-License-Identifier: MIT
 *
 * Random cases of finite differences on devices and in the emulator, and what the CPU makes of
 * them, bit by bit.
 */
#ifndef FFTC_DIFFERENCE_STEPS_TESTING_H
#define FFTC_DIFFERENCE_STEPS_TESTING_H

#include "fftcore/finite_difference.h"
#include "testing.h"

typedef struct difference_steps {
    fftc_difference difference;
    fftc_difference_blocks blocks;
    uint32_t steps;
    size_t points;
    size_t bytes; /* of an array */
    /* What there is at first; the medium is NULL without one. */
    void *arrays[2];
    void *medium;
    void *expected[2]; /* after the steps, by the CPU */
    char name[200];
} difference_steps;

/* Case i: equations, precisions, axes and orders take turns; lengths, boundaries, blocks and
 * numbers are drawn. To be freed. */
difference_steps difference_steps_draw(unsigned i, testing_random *random);
/* Fills the arrays of a case whose other members are there, and expects. */
void difference_steps_fill(difference_steps *c, testing_random *random);
void difference_steps_free(difference_steps *c);

/* Fails the test unless these are the CPU's. */
void difference_steps_compare(const difference_steps *c, void *const arrays[2], const char *where);

#endif
