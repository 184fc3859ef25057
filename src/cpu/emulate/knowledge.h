/* SPDX-License-Identifier: MIT
 *
 * What an invocation knows of what others did: lists of who, and until when. A list never changes;
 * those who know the same share it. NULL is the empty list.
 *
 * These are the vector clocks of happens-before, with an entry only for those who are known by an
 * atomic operation: what barriers order needs no lists (races.c). As the emulator carries out one
 * operation after the other, one clock, the tick, does for all entries.
 */
#ifndef FFTC_EMULATE_KNOWLEDGE_H
#define FFTC_EMULATE_KNOWLEDGE_H

#include "cpu/emulate/emulator.h"

/* Whose accesses are known: of a workgroup, of one of its subgroups, of one invocation. */
#define FFTC_WHO_ALL 0u
#define FFTC_WHO_SUBGROUP(number) (0x10000u | (number))
#define FFTC_WHO_INVOCATION(index) (0x20000u | (index))

typedef struct fftc_known_entry {
    uint32_t workgroup;
    uint32_t who;
    uint32_t tick[FFTC_CLASSES]; /* accesses with a smaller one are known */
} fftc_known_entry;

typedef struct fftc_knowledge {
    uint32_t references;
    uint32_t count;
    fftc_known_entry entries[]; /* by workgroup, then by who */
} fftc_knowledge;

/* Which classes of memory an operation orders. */
typedef struct fftc_classes {
    bool of[FFTC_CLASSES];
} fftc_classes;

/* Empty, with room for entries; NULL if there is no memory. */
fftc_knowledge *fftc_knowledge_create(const fftc_emulator *emulator, uint32_t capacity);
fftc_knowledge *fftc_knowledge_share(fftc_knowledge *knowledge);
void fftc_knowledge_drop(const fftc_emulator *emulator, fftc_knowledge **knowledge);

/* *to learns what `from` says of these classes. False if there is no memory. */
bool fftc_knowledge_join(const fftc_emulator *emulator, fftc_knowledge **to,
                         const fftc_knowledge *from, fftc_classes classes);
bool fftc_knowledge_add(const fftc_emulator *emulator, fftc_knowledge **to,
                        const fftc_known_entry *entry);

/* The tick until which the accesses of `who` are known; 0 if they are not. */
uint32_t fftc_knowledge_of(const fftc_knowledge *knowledge, uint32_t workgroup, uint32_t who,
                           fftc_memory_class memory_class);

#endif
