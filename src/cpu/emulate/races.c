/* SPDX-License-Identifier: MIT
 *
 * Races, found by what orders two accesses and not by which of them happened to be first.
 *
 * All invocations of a workgroup pass its barriers together, so "the barriers before an access" is
 * one number, the epoch, which goes on over workgroups and runs. Accesses of different invocations
 * to one shared word, one of them a store, are ordered if and only if their epochs differ, or they
 * are in one subgroup and its own epochs (subgroup barriers passed) differ. Accessor memory is
 * ordered only by a change of the buffers epoch, and only inside a workgroup.
 *
 * Not all accesses have to be remembered (FastTrack, Flanagan and Freund 2009, has the argument for
 * threads). Of the stores the last one is enough: an access that races with an older store also
 * races with the last one, or the last one raced with the older one when it was made. Of the loads
 * since then, enough are remembered that any store that races with one of them races with a
 * remembered one:
 *
 *   shared     of one subgroup, in the latest of its epochs that loaded: two invocations, since
 *              a store of the same invocation as one of them races with the other; and all the
 *              others, since one that then returns, without another barrier of its subgroup, races
 *              with every later store. Beside them one invocation of another subgroup, which makes
 *              every store a race: with it, or if the store is in its subgroup, with the first two
 *              (or one of this subgroup that returned before its later barriers)
 *   accessor   one of another workgroup, with which every store races, or else two invocations of
 *              this one in its latest buffers epoch
 */
#include "cpu/allocate.h"
#include "cpu/emulate/observe.h"

/* There is a record or more for each word and element, so these three share 32 bits. */
_Static_assert(FFTC_MAX_INVOCATIONS <= 1u << 12, "a record's invocation");
_Static_assert(FFTC_MAX_SITES <= 1u << 12, "a record's site");
_Static_assert(FFTC_STAGE_LIMIT <= 1u << 5, "a record's stage");

typedef struct {
    uint32_t epoch; /* 0: none */
    uint32_t group; /* the subgroup's epoch; for accessor memory the workgroup */
    uint32_t invocation : 12;
    uint32_t site : 12;
    uint32_t stage : 5;
} record;

/* The places where one lane loaded. */
typedef struct {
    uint32_t site : 12;
    uint32_t stage : 5;
} place;

typedef struct {
    record store;
    record load[3];
    uint64_t lanes[2]; /* the lanes that loaded in load[0]'s subgroup and epochs; lane_places
                          says where */
} shared_word;

typedef struct {
    record store;
    record load[2];
} memory_element;

struct fftc_races {
    uint32_t epoch;
    uint32_t buffers_epoch;
    uint32_t dispatch_epoch; /* the first buffers epoch of this run */
    shared_word *shared;
    place *lane_places; /* by shared word and lane */
    memory_element **memory;
};

fftc_races *fftc_races_create(const fftc_emulator *emulator)
{
    const fftc_emulation *config = &emulator->config;
    fftc_races *races = fftc_allocate(emulator->allocator, 1, sizeof *races);
    if (races == NULL) {
        return NULL;
    }
    races->shared = fftc_allocate(emulator->allocator, config->shared_words, sizeof(shared_word));
    races->lane_places =
        fftc_allocate(emulator->allocator, (size_t)config->shared_words * config->subgroup_size,
                      sizeof *races->lane_places);
    races->memory = fftc_allocate(emulator->allocator, config->memory_count, sizeof *races->memory);
    if (races->shared == NULL || races->lane_places == NULL || races->memory == NULL) {
        fftc_races_destroy(emulator, races);
        return NULL;
    }
    for (uint32_t i = 0; i < config->memory_count; ++i) {
        races->memory[i] = fftc_allocate(emulator->allocator, emulator->memories[i].element_count,
                                         sizeof(memory_element));
        if (races->memory[i] == NULL) {
            fftc_races_destroy(emulator, races);
            return NULL;
        }
    }
    return races;
}

void fftc_races_destroy(const fftc_emulator *emulator, fftc_races *races)
{
    if (races == NULL) {
        return;
    }
    for (uint32_t i = 0; races->memory != NULL && i < emulator->config.memory_count; ++i) {
        fftc_release(emulator->allocator, races->memory[i]);
    }
    fftc_release(emulator->allocator, races->memory);
    fftc_release(emulator->allocator, races->lane_places);
    fftc_release(emulator->allocator, races->shared);
    fftc_release(emulator->allocator, races);
}

/* Forgets everything before the numbers run out. */
static void forget(fftc_emulator *emulator)
{
    fftc_races *races = emulator->races;
    memset(races->shared, 0, emulator->config.shared_words * sizeof(shared_word));
    for (uint32_t i = 0; i < emulator->config.memory_count; ++i) {
        memset(races->memory[i], 0,
               (size_t)emulator->memories[i].element_count * sizeof(memory_element));
    }
    races->epoch = 0;
    races->buffers_epoch = 0;
}

void fftc_races_dispatch(fftc_emulator *emulator)
{
    fftc_races *races = emulator->races;
    if (races->epoch >= UINT32_MAX / 2 || races->buffers_epoch >= UINT32_MAX / 2) {
        forget(emulator);
    }
    races->dispatch_epoch = races->buffers_epoch + 1;
}

void fftc_races_age(fftc_emulator *emulator, uint32_t epochs)
{
    emulator->races->epoch += epochs;
    emulator->races->buffers_epoch += epochs;
}

void fftc_races_workgroup(fftc_emulator *emulator)
{
    ++emulator->races->epoch;
    ++emulator->races->buffers_epoch;
}

void fftc_races_workgroup_barrier(fftc_emulator *emulator, bool buffers)
{
    ++emulator->races->epoch;
    emulator->races->buffers_epoch += buffers;
}

static record record_now(uint32_t epoch, uint32_t group, const fftc_invocation *invocation)
{
    record now = {.epoch = epoch,
                  .group = group,
                  .invocation = invocation->index & 0xfffu,
                  .site = invocation->site & 0xfffu,
                  .stage = invocation->stage & 0x1fu};
    return now;
}

static void report(fftc_emulator *emulator, fftc_finding_kind kind, const fftc_access *access,
                   const record *earlier, bool earlier_stored)
{
    bool shared = kind == FFTC_FINDING_RACE_SHARED;
    fftc_finding_side first = {.workgroup = shared ? emulator->workgroup : earlier->group,
                               .invocation = earlier->invocation,
                               .stage = earlier->stage,
                               .site = (fftc_site_id)earlier->site,
                               .store = earlier_stored};
    fftc_finding_side second = fftc_finding_side_of(access->invocation);
    second.store = access->store;
    fftc_find(emulator, kind, shared ? "shared" : access->memory->name, access->address, &first,
              &second);
}

/* --- shared memory */

static bool same_subgroup(const fftc_emulator *emulator, const record *x, const record *y)
{
    return (x->invocation ^ y->invocation) >> emulator->subgroup_size_log2 == 0;
}

/* Whether the access's invocation has returned without another subgroup barrier. Then the barriers
 * that its subgroup passes without it do not order the access. */
static bool is_last_word(const fftc_emulator *emulator, const record *earlier)
{
    const fftc_invocation *invocation = &emulator->invocations[earlier->invocation];
    return invocation->state == FFTC_RETURNED && earlier->group == invocation->last_epoch;
}

/* Whether two accesses are in the same epoch, where only a subgroup barrier that both invocations
 * have passed orders them, and there is none. */
static bool shared_unordered(const fftc_emulator *emulator, const record *earlier,
                             const record *now)
{
    return earlier->epoch == now->epoch && earlier->invocation != now->invocation &&
           (earlier->group == now->group || !same_subgroup(emulator, earlier, now) ||
            is_last_word(emulator, earlier));
}

/* One of the invocations that loaded with load[0] and has returned since, without another subgroup
 * barrier: none that its subgroup passes later orders that load. Epoch 0 if there is none. */
static record shared_left(const fftc_emulator *emulator, const shared_word *word)
{
    uint32_t lane_mask = emulator->config.subgroup_size - 1u;
    record left = word->load[0];
    for (int half = 0; half < 2; ++half) {
        for (uint64_t lanes = word->lanes[half]; lanes != 0; lanes &= lanes - 1) {
            uint32_t lane = 64u * (uint32_t)half + (uint32_t)__builtin_ctzll(lanes);
            left.invocation = ((word->load[0].invocation & ~lane_mask) | lane) & 0xfffu;
            if (is_last_word(emulator, &left)) {
                size_t at = (size_t)(word - emulator->races->shared);
                const place *loaded =
                    &emulator->races->lane_places[at * emulator->config.subgroup_size + lane];
                left.site = loaded->site;
                left.stage = loaded->stage;
                return left;
            }
        }
    }
    left.epoch = 0;
    return left;
}

static void shared_add_lane(const fftc_emulator *emulator, shared_word *word, const record *now)
{
    size_t lanes = emulator->config.subgroup_size;
    size_t lane = now->invocation & (lanes - 1u);
    word->lanes[lane / 64] |= (uint64_t)1 << lane % 64;
    emulator->races->lane_places[(size_t)(word - emulator->races->shared) * lanes + lane] =
        (place){.site = now->site, .stage = now->stage};
}

/* The first load since the last store, or since the subgroup's last barrier. */
static void shared_start(const fftc_emulator *emulator, shared_word *word, const record *now)
{
    word->load[0] = *now;
    word->load[1].epoch = 0;
    word->lanes[0] = 0;
    word->lanes[1] = 0;
    shared_add_lane(emulator, word, now);
}

static void shared_loaded(const fftc_emulator *emulator, shared_word *word, const record *now)
{
    if (word->load[0].epoch != now->epoch) {
        word->load[2].epoch = 0;
        shared_start(emulator, word, now);
    } else if (!same_subgroup(emulator, &word->load[0], now)) {
        word->load[2] = *now;
    } else if (word->load[0].group != now->group) {
        /* Loads that the subgroup's barrier has not ordered race with every store from now on,
         * as those of another subgroup do. */
        if (word->load[2].epoch == 0) {
            word->load[2] = shared_left(emulator, word);
        }
        shared_start(emulator, word, now);
    } else {
        shared_add_lane(emulator, word, now);
        if (word->load[0].invocation != now->invocation) {
            word->load[1] = *now;
        }
    }
}

/* A load that the store races with, or NULL. */
static const record *shared_racing_load(const fftc_emulator *emulator, shared_word *word,
                                        const record *now)
{
    for (int i = 0; i < 3; ++i) {
        if (shared_unordered(emulator, &word->load[i], now)) {
            return &word->load[i];
        }
    }
    if (word->load[0].epoch == now->epoch && word->load[0].group != now->group) {
        word->load[2] = shared_left(emulator, word);
        return word->load[2].epoch != 0 ? &word->load[2] : NULL;
    }
    return NULL;
}

void fftc_races_shared(fftc_emulator *emulator, const fftc_access *access)
{
    fftc_races *races = emulator->races;
    shared_word *word = &races->shared[access->address];
    const fftc_invocation *invocation = access->invocation;
    record now =
        record_now(races->epoch, emulator->subgroups[invocation->subgroup].epoch, invocation);
    if (shared_unordered(emulator, &word->store, &now)) {
        report(emulator, FFTC_FINDING_RACE_SHARED, access, &word->store, true);
    }
    if (!access->store) {
        shared_loaded(emulator, word, &now);
        return;
    }
    const record *load = shared_racing_load(emulator, word, &now);
    if (load != NULL) {
        report(emulator, FFTC_FINDING_RACE_SHARED, access, load, false);
    }
    word->store = now;
    for (int i = 0; i < 3; ++i) {
        word->load[i].epoch = 0;
    }
}

/* --- accessor memory */

static bool memory_unordered(const fftc_races *races, const record *earlier, const record *now)
{
    return earlier->epoch >= races->dispatch_epoch &&
           (earlier->group != now->group ||
            (earlier->invocation != now->invocation && earlier->epoch == now->epoch));
}

static void memory_loaded(const fftc_races *races, memory_element *element, const record *now)
{
    if (element->load[0].epoch < races->dispatch_epoch) {
        element->load[0] = *now;
        element->load[1].epoch = 0;
    } else if (element->load[0].group != now->group) {
        return;
    } else if (element->load[0].epoch != now->epoch) {
        element->load[0] = *now;
        element->load[1].epoch = 0;
    } else if (element->load[0].invocation != now->invocation) {
        element->load[1] = *now;
    }
}

void fftc_races_memory(fftc_emulator *emulator, const fftc_access *access)
{
    fftc_races *races = emulator->races;
    memory_element *element = &races->memory[access->memory_number][access->address];
    record now = record_now(races->buffers_epoch, emulator->workgroup, access->invocation);
    if (memory_unordered(races, &element->store, &now)) {
        report(emulator, FFTC_FINDING_RACE_MEMORY, access, &element->store, true);
    }
    if (!access->store) {
        memory_loaded(races, element, &now);
        return;
    }
    for (int i = 0; i < 2; ++i) {
        if (memory_unordered(races, &element->load[i], &now)) {
            report(emulator, FFTC_FINDING_RACE_MEMORY, access, &element->load[i], false);
            break;
        }
    }
    element->store = now;
    element->load[0].epoch = 0;
    element->load[1].epoch = 0;
}
