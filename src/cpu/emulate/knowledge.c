/* SPDX-License-Identifier: MIT */
#include "cpu/emulate/knowledge.h"

#include "cpu/allocate.h"

fftc_knowledge *fftc_knowledge_share(fftc_knowledge *knowledge)
{
    if (knowledge != NULL) {
        ++knowledge->references;
    }
    return knowledge;
}

void fftc_knowledge_drop(const fftc_emulator *emulator, fftc_knowledge **knowledge)
{
    if (*knowledge != NULL && --(*knowledge)->references == 0) {
        fftc_release(emulator->allocator, *knowledge);
    }
    *knowledge = NULL;
}

fftc_knowledge *fftc_knowledge_create(const fftc_emulator *emulator, uint32_t capacity)
{
    fftc_knowledge *list = fftc_allocate(
        emulator->allocator, 1, sizeof *list + (size_t)capacity * sizeof(fftc_known_entry));
    if (list != NULL) {
        list->references = 1;
    }
    return list;
}

static int compare(const fftc_known_entry *x, const fftc_known_entry *y)
{
    if (x->workgroup != y->workgroup) {
        return x->workgroup < y->workgroup ? -1 : 1;
    }
    return (x->who > y->who) - (x->who < y->who);
}

/* Does `to` say all that `from` says of these classes? */
static bool includes(const fftc_knowledge *to, const fftc_knowledge *from, fftc_classes classes)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < from->count; ++i) {
        const fftc_known_entry *entry = &from->entries[i];
        while (to != NULL && at < to->count && compare(&to->entries[at], entry) < 0) {
            ++at;
        }
        bool found = to != NULL && at < to->count && compare(&to->entries[at], entry) == 0;
        for (int c = 0; c < FFTC_CLASSES; ++c) {
            if (classes.of[c] && entry->tick[c] > (found ? to->entries[at].tick[c] : 0)) {
                return false;
            }
        }
    }
    return true;
}

static void take_later(fftc_known_entry *entry, const fftc_known_entry *from, fftc_classes classes)
{
    for (int c = 0; c < FFTC_CLASSES; ++c) {
        if (classes.of[c] && from->tick[c] > entry->tick[c]) {
            entry->tick[c] = from->tick[c];
        }
    }
}

bool fftc_knowledge_join(const fftc_emulator *emulator, fftc_knowledge **to,
                         const fftc_knowledge *from, fftc_classes classes)
{
    const fftc_knowledge *old = *to;
    uint32_t old_count = old != NULL ? old->count : 0;
    uint32_t at = 0;
    if (from == NULL || from == old || includes(old, from, classes)) {
        return true;
    }
    fftc_knowledge *list = fftc_knowledge_create(emulator, old_count + from->count);
    if (list == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < from->count || at < old_count;) {
        int order = at == old_count    ? 1
                    : i == from->count ? -1
                                       : compare(&old->entries[at], &from->entries[i]);
        fftc_known_entry *entry = &list->entries[list->count++];
        if (order <= 0) {
            *entry = old->entries[at++];
        } else {
            *entry = (fftc_known_entry){from->entries[i].workgroup, from->entries[i].who, {0}};
        }
        if (order >= 0) {
            take_later(entry, &from->entries[i++], classes);
        }
    }
    fftc_knowledge_drop(emulator, to);
    *to = list;
    return true;
}

bool fftc_knowledge_add(const fftc_emulator *emulator, fftc_knowledge **to,
                        const fftc_known_entry *entry)
{
    static const fftc_classes all = {{true, true}};
    fftc_knowledge *one = fftc_knowledge_create(emulator, 1);
    if (one == NULL) {
        return false;
    }
    one->count = 1;
    one->entries[0] = *entry;
    bool joined = fftc_knowledge_join(emulator, to, one, all);
    fftc_knowledge_drop(emulator, &one);
    return joined;
}

uint32_t fftc_knowledge_of(const fftc_knowledge *knowledge, uint32_t workgroup, uint32_t who,
                           fftc_memory_class memory_class)
{
    const fftc_known_entry wanted = {workgroup, who, {0}};
    uint32_t low = 0;
    uint32_t high = knowledge->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = compare(&knowledge->entries[middle], &wanted);
        if (order == 0) {
            return knowledge->entries[middle].tick[memory_class];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0;
}
