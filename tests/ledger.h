/* SPDX-License-Identifier: MIT
 *
 * An allocator that keeps account, and fails when it is told to.
 */
#ifndef FFTC_LEDGER_H
#define FFTC_LEDGER_H

#include "testing.h"

typedef struct testing_ledger {
    long allowed; /* allocations that succeed before one fails; negative: all of them */
    size_t limit; /* bytes that there are; 0: any number */
    size_t live;
    size_t live_bytes;
    long made;
} testing_ledger;

/* Memory is aligned as asked and no better, and not zero; what is given back must be its own. */
fftc_allocator testing_ledger_allocator(testing_ledger *ledger);

#endif
