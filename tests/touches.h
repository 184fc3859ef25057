/* SPDX-License-Identifier: MIT
 *
 * A plain list of the accesses to shared memory, by intervals between barriers: what a detector of
 * races is compared with.
 */
#ifndef FFTC_TOUCHES_H
#define FFTC_TOUCHES_H

#include "fftcore/emulate.h"

typedef struct touches touches;

touches *touches_create(void);
/* To be given to runs whose workgroups are carried out one after the other. */
fftc_observer touches_observer(touches *t);
/* At the end of a dispatch: two invocations have accessed one place in one interval, and one of
 * them stored, in this or in an earlier dispatch. */
bool touches_conflict(touches *t);
void touches_destroy(touches *t);

#endif
