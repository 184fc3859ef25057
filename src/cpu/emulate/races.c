/* SPDX-License-Identifier: MIT
 *
 * Races, found by what orders two accesses and not by which of them happened to be first.
 *
 * One number, the tick, goes up at each barrier, over all workgroups and runs. An access is
 * remembered with the tick at which it was made, and a workgroup and a subgroup with the tick of
 * their last barrier. As all of them pass it together, an access of one of them is ordered before
 * what another does now if and only if its tick is less than that of their last barrier. Shared and
 * accessor memory have ticks of their own, since not every barrier orders both. What is ordered
 * otherwise, by atomic operations and barriers that only a part of a subgroup passes, sync.c knows.
 *
 * Not all accesses have to be remembered (FastTrack, Flanagan and Freund 2009, has the argument for
 * threads). Of the stores the last one is enough: an access that races with an older store also
 * races with the last one, or the last one raced with the older one when it was made. Of the loads
 * since then, enough are remembered that any store that races with one of them races with a
 * remembered one:
 *
 *   shared     of one subgroup, since its last barrier: two invocations, since a store of the same
 *              invocation as one of them races with the other; and the lanes of all, since one that
 *              then returns, without another barrier of its subgroup, races with every later store.
 *              Beside them one invocation of another subgroup, which makes every store a race: with
 *              it, or if the store is in its subgroup, with the first two (or one of this subgroup
 *              that returned before its later barriers)
 *   accessor   two that are not ordered with one another, if there are: of two workgroups, with one
 *              of which every store races, or of two invocations of one workgroup
 *
 * Atomic operations do not race with one another, unless one is of a scope that does not include
 * the other's invocation; but they race with loads and stores. Of those that write
 * and of those that do not two are remembered, as of the loads of accessor memory.
 *
 * Where atomic operations order some accesses and not others, two loads may not be enough: a store
 * that is ordered after these and not after a third one, by an atomic operation, is then missed.
 */
#include "cpu/emulate/race_records.h"

#include "cpu/allocate.h"

/* --- what orders */

static bool same_subgroup(const fftc_emulator *emulator, const record *x, const record *y)
{
    return ((x->who ^ y->who) & INVOCATION_MASK) >> emulator->subgroup_size_log2 == 0;
}

/* Whether the access's invocation has returned without another barrier of its subgroup. Then the
 * barriers that its subgroup passes without it do not order the access. */
static bool is_last_word(const fftc_workgroup *workgroup, const record *earlier,
                         fftc_memory_class class)
{
    const fftc_invocation *invocation = &workgroup->invocations[invocation_of(earlier)];
    return invocation->state == FFTC_RETURNED && earlier->tick >= invocation->last_tick[class];
}

static bool is_known(const fftc_emulator *emulator, const fftc_invocation *self,
                     const record *earlier, fftc_memory_class class)
{
    return emulator->sync != NULL && fftc_sync_knows(emulator, self, earlier->workgroup,
                                                     invocation_of(earlier), earlier->tick, class);
}

/* Whether nothing orders an earlier access of this workgroup before what `self` does now. */
static inline bool unordered_within(const fftc_emulator *emulator, const fftc_invocation *self,
                                    const record *earlier, const record *now,
                                    fftc_memory_class class)
{
    const fftc_workgroup *workgroup = self->workgroup;
    return earlier->tick >= workgroup->tick[class] &&
           invocation_of(earlier) != invocation_of(now) &&
           (!same_subgroup(emulator, earlier, now) ||
            earlier->tick >= self->subgroup->tick[class] ||
            is_last_word(workgroup, earlier, class)) &&
           !is_known(emulator, self, earlier, class);
}

static inline bool shared_unordered(const fftc_emulator *emulator, const fftc_invocation *self,
                                    const record *earlier, const record *now)
{
    return unordered_within(emulator, self, earlier, now, FFTC_CLASS_SHARED);
}

static inline bool memory_unordered(const fftc_emulator *emulator, const fftc_invocation *self,
                                    const record *earlier, const record *now,
                                    fftc_memory_class class)
{
    if (earlier->tick < emulator->races->dispatch_tick) {
        return false;
    }
    return earlier->workgroup != now->workgroup
               ? !is_known(emulator, self, earlier, class)
               : unordered_within(emulator, self, earlier, now, class);
}

static inline bool buffer_unordered(const fftc_emulator *emulator, const fftc_invocation *self,
                                    const record *earlier, const record *now)
{
    return memory_unordered(emulator, self, earlier, now, FFTC_CLASS_BUFFERS);
}

static inline bool image_unordered(const fftc_emulator *emulator, const fftc_invocation *self,
                                   const record *earlier, const record *now)
{
    return memory_unordered(emulator, self, earlier, now, FFTC_CLASS_IMAGES);
}

static inline record record_now(const fftc_emulator *emulator, const fftc_invocation *invocation)
{
    record now = {.tick = emulator->tick,
                  .workgroup = invocation->workgroup->index,
                  .who = invocation->index | (uint32_t)invocation->site << SITE_SHIFT |
                         invocation->stage << STAGE_SHIFT};
    return now;
}

/* --- findings */

static void report_kind(fftc_emulator *emulator, fftc_finding_kind kind, const fftc_access *access,
                        uint64_t address, const record *earlier, bool earlier_stored,
                        bool earlier_atomic)
{
    fftc_finding_side first = {.workgroup = earlier->workgroup,
                               .invocation = invocation_of(earlier),
                               .stage = earlier->who >> STAGE_SHIFT,
                               .site = (fftc_site_id)(earlier->who >> SITE_SHIFT & SITE_MASK),
                               .store = earlier_stored,
                               .atomic = earlier_atomic};
    fftc_finding_side second = fftc_finding_side_of(access->invocation);
    second.store = access->store;
    second.atomic = access->atomic;
    fftc_find(emulator, kind, access->object->memory.name, address, &first, &second);
}

static void report(fftc_emulator *emulator, const fftc_access *access, uint64_t address,
                   const record *earlier, bool earlier_stored, bool earlier_atomic)
{
    report_kind(emulator,
                access->object->shared ? FFTC_FINDING_RACE_SHARED : FFTC_FINDING_RACE_MEMORY,
                access, address, earlier, earlier_stored, earlier_atomic);
}

/* Does a store leave what is there? */
static bool same_value(const fftc_access *access, uint64_t address)
{
    size_t bytes = access->object->memory.element_bytes;
    size_t at = (size_t)(address - access->address) * bytes;
    return access->store && !access->atomic &&
           memcmp((const unsigned char *)access->place + at,
                  (const unsigned char *)access->value + at, bytes) == 0;
}

static void report_store(fftc_emulator *emulator, const fftc_access *access, uint64_t address,
                         const record *store)
{
    if (!(emulator->config.allow_same_stores && same_value(access, address))) {
        report(emulator, access, address, store, true, false);
    }
}

/* --- two accesses that are not ordered with one another */

typedef bool unordered_test(const fftc_emulator *emulator, const fftc_invocation *self,
                            const record *earlier, const record *now);

/* An access that is ordered before the new one need not be remembered beside it. Returns which of
 * the pair the new one is. */
static inline int remember(const fftc_emulator *emulator, const fftc_invocation *self,
                           record pair[2], const record *now, unordered_test *unordered)
{
    bool first = unordered(emulator, self, &pair[0], now);
    bool second = unordered(emulator, self, &pair[1], now);
    pair[first] = *now;
    if (!first && !second) {
        pair[1].tick = 0;
    }
    return first;
}

static inline const record *racing(const fftc_emulator *emulator, const fftc_invocation *self,
                                   const record pair[2], const record *now,
                                   unordered_test *unordered)
{
    for (int i = 0; i < 2; ++i) {
        if (unordered(emulator, self, &pair[i], now)) {
            return &pair[i];
        }
    }
    return NULL;
}

/* --- atomic operations */

/* Of this element and access; NULL if there has been none in this memory. */
static atomic_element *atomics_at(const fftc_emulator *emulator, const fftc_access *access,
                                  uint64_t address)
{
    atomic_element *atomics = emulator->races->atomics[access->memory_number];
    const fftc_object *object = access->object;
    if (atomics == NULL) {
        return NULL;
    }
    uint64_t slot = object->shared ? access->invocation->workgroup->slot : 0;
    return &atomics[slot * object->memory.element_count + address];
}

static void meet_atomics(fftc_emulator *emulator, const fftc_access *access, uint64_t address,
                         const record *now, unordered_test *unordered)
{
    atomic_element *atomics = atomics_at(emulator, access, address);
    if (atomics == NULL) {
        return;
    }
    const record *write = racing(emulator, access->invocation, atomics->write, now, unordered);
    if (write != NULL) {
        report(emulator, access, address, write, true, true);
    }
    if (access->store) {
        const record *load = racing(emulator, access->invocation, atomics->load, now, unordered);
        if (write == NULL && load != NULL) {
            report(emulator, access, address, load, false, true);
        }
        memset(atomics, 0, sizeof *atomics);
    }
}

static bool in_scope(const fftc_emulator *emulator, const record *earlier, const record *now,
                     fftc_memory_scope scope)
{
    bool group = earlier->workgroup == now->workgroup;
    switch (scope) {
    case FFTC_SCOPE_INVOCATION: return group && invocation_of(earlier) == invocation_of(now);
    case FFTC_SCOPE_SUBGROUP: return group && same_subgroup(emulator, earlier, now);
    case FFTC_SCOPE_WORKGROUP: return group;
    case FFTC_SCOPE_DEVICE: break;
    }
    return true;
}

/* The first of a pair of atomic operations with which another one is not atomic. */
static const record *outside_scope(const fftc_emulator *emulator, const fftc_access *access,
                                   const record pair[2], const uint8_t scopes[2], const record *now,
                                   unordered_test *unordered)
{
    for (int i = 0; i < 2; ++i) {
        fftc_memory_scope least = scopes[i] < access->scope ? scopes[i] : access->scope;
        if (!in_scope(emulator, &pair[i], now, least) &&
            unordered(emulator, access->invocation, &pair[i], now)) {
            return &pair[i];
        }
    }
    return NULL;
}

static void meet_scopes(fftc_emulator *emulator, const fftc_access *access, uint64_t address,
                        const atomic_element *atomics, const record *now, unordered_test *unordered)
{
    const record *write =
        outside_scope(emulator, access, atomics->write, atomics->write_scope, now, unordered);
    const record *load =
        access->store && write == NULL
            ? outside_scope(emulator, access, atomics->load, atomics->load_scope, now, unordered)
            : NULL;
    if (write != NULL) {
        report(emulator, access, address, write, true, true);
    } else if (load != NULL) {
        report(emulator, access, address, load, false, true);
    }
}

/* Where memory for it runs out, the atomic operation is not remembered. */
static void remember_atomic(fftc_emulator *emulator, const fftc_access *access, uint64_t address,
                            const record *now, unordered_test *unordered)
{
    atomic_element **all = &emulator->races->atomics[access->memory_number];
    if (*all == NULL) {
        *all = fftc_allocate(emulator->allocator, element_total(emulator, access->object),
                             sizeof **all);
        if (*all == NULL) {
            return;
        }
        emulator->races->any_atomics = true;
    }
    atomic_element *atomics = atomics_at(emulator, access, address);
    meet_scopes(emulator, access, address, atomics, now, unordered);
    record *pair = access->store ? atomics->write : atomics->load;
    uint8_t *scopes = access->store ? atomics->write_scope : atomics->load_scope;
    scopes[remember(emulator, access->invocation, pair, now, unordered)] = (uint8_t)access->scope;
}

/* --- shared memory */

/* A load of the subgroup of load[0] for which `holds`; tick 0 if there is none. */
typedef bool lane_test(const fftc_emulator *emulator, const fftc_invocation *self,
                       const record *earlier, const record *now);

static bool has_left(const fftc_emulator *emulator, const fftc_invocation *self,
                     const record *earlier, const record *now)
{
    (void)emulator;
    (void)now;
    return is_last_word(self->workgroup, earlier, FFTC_CLASS_SHARED);
}

static uint32_t lane_tick(const fftc_emulator *emulator, const shared_word *word, size_t at)
{
    const uint32_t *ticks = emulator->races->lane_ticks;
    return ticks != NULL && ticks[at] > word->load[0].tick ? ticks[at] : word->load[0].tick;
}

static record shared_lane(const fftc_emulator *emulator, const fftc_invocation *self,
                          const shared_word *word, const record *now, lane_test *holds)
{
    size_t first = (size_t)(word - emulator->races->shared) * emulator->config.subgroup_size;
    record left = word->load[0];
    for (int half = 0; half < 2; ++half) {
        for (uint64_t lanes = word->lanes[half]; lanes != 0; lanes &= lanes - 1) {
            uint32_t lane = 64u * (uint32_t)half + (uint32_t)__builtin_ctzll(lanes);
            left.who = emulator->races->lane_places[first + lane];
            left.tick = lane_tick(emulator, word, first + lane);
            if (holds(emulator, self, &left, now)) {
                return left;
            }
        }
    }
    left.tick = 0;
    return left;
}

static inline void shared_add_lane(const fftc_emulator *emulator, shared_word *word,
                                   const record *now)
{
    size_t lanes = emulator->config.subgroup_size;
    size_t lane = now->who & (lanes - 1u);
    word->lanes[lane / 64] |= (uint64_t)1 << lane % 64;
    size_t at = (size_t)(word - emulator->races->shared) * lanes + lane;
    emulator->races->lane_places[at] = now->who;
    if (emulator->races->lane_ticks != NULL) {
        emulator->races->lane_ticks[at] = now->tick;
    }
}

/* The first load since the last store, or since the subgroup's last barrier. */
static void shared_start(const fftc_emulator *emulator, shared_word *word, const record *now)
{
    word->load[0] = *now;
    word->load[1].tick = 0;
    word->lanes[0] = 0;
    word->lanes[1] = 0;
    shared_add_lane(emulator, word, now);
}

static inline void shared_loaded(const fftc_emulator *emulator, const fftc_invocation *self,
                                 shared_word *word, const record *now)
{
    uint32_t begin = self->workgroup->tick[FFTC_CLASS_SHARED];
    if (word->load[0].tick < begin) {
        word->load[2].tick = 0;
        shared_start(emulator, word, now);
    } else if (!same_subgroup(emulator, &word->load[0], now)) {
        word->load[2] = *now;
    } else if (word->load[0].tick < self->subgroup->tick[FFTC_CLASS_SHARED]) {
        /* Loads that the subgroup's barrier has not ordered race with every store from now on,
         * as those of another subgroup do. */
        if (word->load[2].tick < begin) {
            word->load[2] = shared_lane(emulator, self, word, now, has_left);
        }
        shared_start(emulator, word, now);
    } else {
        shared_add_lane(emulator, word, now);
        if (invocation_of(&word->load[0]) != invocation_of(now)) {
            word->load[1] = *now;
        }
    }
}

/* A load that the store races with, or NULL. */
static inline const record *shared_racing_load(const fftc_emulator *emulator,
                                               const fftc_invocation *self, shared_word *word,
                                               const record *now)
{
    for (int i = 0; i < 3; ++i) {
        if (shared_unordered(emulator, self, &word->load[i], now)) {
            return &word->load[i];
        }
    }
    if (word->load[0].tick >= self->workgroup->tick[FFTC_CLASS_SHARED] &&
        same_subgroup(emulator, &word->load[0], now) &&
        (self->known != NULL || word->load[0].tick < self->subgroup->tick[FFTC_CLASS_SHARED])) {
        word->load[2] = shared_lane(emulator, self, word, now, shared_unordered);
        return word->load[2].tick != 0 ? &word->load[2] : NULL;
    }
    return NULL;
}

static inline void race_shared(fftc_emulator *emulator, const fftc_access *access, uint64_t address)
{
    const fftc_invocation *self = access->invocation;
    shared_word *word =
        &emulator->races->shared[self->workgroup->shadow + access->object->shadow + address];
    record now = record_now(emulator, self);
    if (shared_unordered(emulator, self, &word->store, &now)) {
        report_store(emulator, access, address, &word->store);
    }
    if (access->atomic) {
        const record *load = access->store ? shared_racing_load(emulator, self, word, &now) : NULL;
        if (load != NULL) {
            report(emulator, access, address, load, false, false);
        }
        remember_atomic(emulator, access, address, &now, shared_unordered);
        return;
    }
    if (emulator->races->any_atomics) {
        meet_atomics(emulator, access, address, &now, shared_unordered);
    }
    if (!access->store) {
        shared_loaded(emulator, self, word, &now);
        return;
    }
    const record *load = shared_racing_load(emulator, self, word, &now);
    if (load != NULL) {
        report(emulator, access, address, load, false, false);
    }
    word->store = now;
    for (int i = 0; i < 3; ++i) {
        word->load[i].tick = 0;
    }
}

void fftc_races_shared(fftc_emulator *emulator, const fftc_access *access)
{
    for (uint32_t i = 0; i < access->count; ++i) {
        race_shared(emulator, access, access->address + i);
    }
}

/* --- accessor memory */

/* What another workgroup has stored: that it is ordered before does not make it visible. */
static void meet_hidden(fftc_emulator *emulator, const fftc_access *access, uint64_t address,
                        const record *store)
{
    const fftc_invocation *self = access->invocation;
    if (store->tick >= emulator->races->dispatch_tick &&
        store->workgroup != self->workgroup->index &&
        is_known(emulator, self, store, access->object->memory_class)) {
        report_kind(emulator, FFTC_FINDING_NOT_COHERENT, access, address, store, true, false);
    }
}

static inline __attribute__((always_inline)) void race_memory(fftc_emulator *emulator,
                                                              const fftc_access *access,
                                                              uint64_t address,
                                                              unordered_test *unordered)
{
    const fftc_invocation *self = access->invocation;
    memory_element *element = &emulator->races->memory[access->memory_number][address];
    record now = record_now(emulator, self);
    if (unordered(emulator, self, &element->store, &now)) {
        report_store(emulator, access, address, &element->store);
    }
    if (access->atomic) {
        const record *load =
            access->store ? racing(emulator, self, element->load, &now, unordered) : NULL;
        if (load != NULL) {
            report(emulator, access, address, load, false, false);
        }
        remember_atomic(emulator, access, address, &now, unordered);
        return;
    }
    if (emulator->races->any_atomics) {
        meet_atomics(emulator, access, address, &now, unordered);
    }
    if (!access->store) {
        if (access->object->not_coherent) {
            meet_hidden(emulator, access, address, &element->store);
        }
        (void)remember(emulator, self, element->load, &now, unordered);
        return;
    }
    const record *load = racing(emulator, self, element->load, &now, unordered);
    if (load != NULL) {
        report(emulator, access, address, load, false, false);
    }
    element->store = now;
    element->load[0].tick = 0;
    element->load[1].tick = 0;
}

void fftc_races_memory(fftc_emulator *emulator, const fftc_access *access)
{
    bool image = access->object->memory_class == FFTC_CLASS_IMAGES;
    for (uint32_t i = 0; i < access->count; ++i) {
        if (image) {
            race_memory(emulator, access, access->address + i, image_unordered);
        } else {
            race_memory(emulator, access, access->address + i, buffer_unordered);
        }
    }
}
