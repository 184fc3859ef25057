/* SPDX-License-Identifier: MIT */
#include "cpu/emulate/sync.h"

#include "cpu/allocate.h"
#include "cpu/emulate/knowledge.h"

/* What a release fence leaves for the relaxed operations after it. */
typedef struct fence {
    bool valid;
    bool told; /* to its whole workgroup, at a barrier */
    fftc_semantics semantics;
    fftc_knowledge *known;
    uint32_t own; /* ticks: of itself, of its subgroup's last barrier, of its workgroup's */
    uint32_t subgroup[FFTC_CLASSES];
    uint32_t workgroup[FFTC_CLASSES];
} fence;

typedef struct lane_state {
    fftc_knowledge *received; /* by relaxed operations: known after an acquire */
    fence fence;
} lane_state;

/* What is to be learnt by reading an atomic object. */
typedef struct message {
    bool used;
    uint32_t memory;
    uint32_t workgroup; /* of shared memory */
    uint64_t address;
    fftc_knowledge *knowledge;
    fftc_memory_scope scope;
    uint32_t from_workgroup;
    uint32_t from_subgroup;
} message;

struct fftc_sync {
    bool active; /* anything is known, received or fenced in this run */
    bool failed; /* memory ran out: from here on everything counts as known */
    lane_state *lanes;
    fftc_invocation **arrived; /* at a workgroup's barrier */
    message *messages;         /* a hash table */
    uint32_t capacity;         /* a power of two */
    uint32_t used;
};

#define FIRST_MESSAGES 64u

/* --- life */

static bool has_tables(const fftc_sync *sync)
{
    return sync->lanes != NULL && sync->arrived != NULL && sync->messages != NULL;
}

static fftc_sync *sync_of(fftc_emulator *emulator)
{
    if (emulator->sync == NULL) {
        fftc_sync *sync = fftc_allocate(emulator->allocator, 1, sizeof *sync);
        if (sync == NULL) {
            return NULL;
        }
        emulator->sync = sync;
        sync->lanes = fftc_allocate(emulator->allocator, emulator->resident, sizeof *sync->lanes);
        sync->arrived =
            fftc_allocate(emulator->allocator, emulator->group_invocations, sizeof *sync->arrived);
        sync->messages = fftc_allocate(emulator->allocator, FIRST_MESSAGES, sizeof(message));
        sync->capacity = FIRST_MESSAGES;
        sync->failed = !has_tables(sync);
    }
    emulator->sync->active = true;
    return emulator->sync->failed ? NULL : emulator->sync;
}

static void forget_lane(const fftc_emulator *emulator, lane_state *lane)
{
    fftc_knowledge_drop(emulator, &lane->received);
    fftc_knowledge_drop(emulator, &lane->fence.known);
    lane->fence.valid = false;
}

static void forget(fftc_emulator *emulator)
{
    fftc_sync *sync = emulator->sync;
    for (uint32_t i = 0; i < emulator->resident; ++i) {
        fftc_knowledge_drop(emulator, &emulator->invocations[i].known);
        if (sync->lanes != NULL) {
            forget_lane(emulator, &sync->lanes[i]);
        }
    }
    for (uint32_t i = 0; sync->messages != NULL && i < sync->capacity; ++i) {
        fftc_knowledge_drop(emulator, &sync->messages[i].knowledge);
        sync->messages[i].used = false;
    }
    sync->used = 0;
    sync->active = false;
    sync->failed = !has_tables(sync);
}

void fftc_sync_destroy(const fftc_emulator *emulator)
{
    fftc_sync *sync = emulator->sync;
    if (sync == NULL) {
        return;
    }
    for (uint32_t i = 0; i < emulator->resident; ++i) {
        fftc_knowledge_drop(emulator, &emulator->invocations[i].known);
        if (sync->lanes != NULL) {
            forget_lane(emulator, &sync->lanes[i]);
        }
    }
    for (uint32_t i = 0; sync->messages != NULL && i < sync->capacity; ++i) {
        fftc_knowledge_drop(emulator, &sync->messages[i].knowledge);
    }
    fftc_release(emulator->allocator, sync->messages);
    fftc_release(emulator->allocator, sync->arrived);
    fftc_release(emulator->allocator, sync->lanes);
    fftc_release(emulator->allocator, sync);
}

void fftc_sync_dispatch(fftc_emulator *emulator)
{
    if (emulator->sync != NULL && emulator->sync->active) {
        forget(emulator);
    }
}

void fftc_sync_start(fftc_emulator *emulator, fftc_workgroup *workgroup)
{
    if (emulator->sync == NULL || !emulator->sync->active || emulator->sync->failed) {
        return;
    }
    for (uint32_t i = 0; i < emulator->group_invocations; ++i) {
        fftc_invocation *invocation = &workgroup->invocations[i];
        fftc_knowledge_drop(emulator, &invocation->known);
        forget_lane(emulator, &emulator->sync->lanes[invocation->number]);
    }
}

static void check(fftc_sync *sync, bool done)
{
    sync->failed = sync->failed || !done;
}

/* --- messages */

static fftc_classes classes_of(const fftc_semantics *semantics)
{
    return (fftc_classes){{semantics->shared, semantics->buffers, semantics->images}};
}

/* From here on, accesses have a larger tick than all before. */
static uint32_t next_tick(fftc_emulator *emulator)
{
    return ++emulator->tick;
}

static fence fence_now(fftc_emulator *emulator, const fftc_invocation *self,
                       const fftc_semantics *semantics)
{
    fence now = {.valid = true,
                 .semantics = *semantics,
                 .known = fftc_knowledge_share(self->known),
                 .own = next_tick(emulator)};
    memcpy(now.subgroup, self->subgroup->tick, sizeof now.subgroup);
    memcpy(now.workgroup, self->workgroup->tick, sizeof now.workgroup);
    return now;
}

/* Everything before a fence. */
static void join_fence(fftc_emulator *emulator, fftc_knowledge **to, const fftc_invocation *self,
                       const fence *before)
{
    fftc_sync *sync = emulator->sync;
    fftc_classes classes = classes_of(&before->semantics);
    uint32_t group = self->workgroup->index;
    fftc_known_entry entries[3] = {{group, FFTC_WHO_ALL, {0}},
                                   {group, FFTC_WHO_SUBGROUP(self->subgroup->index), {0}},
                                   {group, FFTC_WHO_INVOCATION(self->index), {0}}};
    check(sync, fftc_knowledge_join(emulator, to, before->known, classes));
    for (int c = 0; c < FFTC_CLASSES; ++c) {
        entries[0].tick[c] = classes.of[c] ? before->workgroup[c] : 0;
        entries[1].tick[c] = classes.of[c] ? before->subgroup[c] : 0;
        entries[2].tick[c] = classes.of[c] ? before->own : 0;
    }
    for (int i = 0; i < 3; ++i) {
        check(sync, fftc_knowledge_add(emulator, to, &entries[i]));
    }
}

/* The slot of an atomic object; NULL if there is none and none is wanted, or no memory. */
static message *find_message(const fftc_sync *sync, const message *wanted)
{
    uint64_t hash = (wanted->address * 0x9e3779b97f4a7c15u) ^
                    ((uint64_t)wanted->memory << 32 | wanted->workgroup) * 0xbf58476d1ce4e5b9u;
    for (uint32_t at = (uint32_t)(hash >> 32);; ++at) {
        message *m = &sync->messages[at & (sync->capacity - 1)];
        if (!m->used || (m->memory == wanted->memory && m->workgroup == wanted->workgroup &&
                         m->address == wanted->address)) {
            return m;
        }
    }
}

static bool grow(const fftc_emulator *emulator, fftc_sync *sync)
{
    message *old = sync->messages;
    uint32_t capacity = sync->capacity;
    message *more = fftc_allocate(emulator->allocator, 2 * (uint64_t)capacity, sizeof *more);
    if (more == NULL) {
        return false;
    }
    sync->messages = more;
    sync->capacity = 2 * capacity;
    for (uint32_t i = 0; i < capacity; ++i) {
        if (old[i].used) {
            *find_message(sync, &old[i]) = old[i];
        }
    }
    fftc_release(emulator->allocator, old);
    return true;
}

static message *message_of(fftc_emulator *emulator, fftc_sync *sync, const fftc_access *access)
{
    bool shared = access->object->shared;
    const message wanted = {.used = true,
                            .memory = access->memory_number,
                            .workgroup = shared ? access->invocation->workgroup->index : 0,
                            .address = access->address};
    if (2 * sync->used >= sync->capacity && !grow(emulator, sync)) {
        sync->failed = true;
        return NULL;
    }
    message *m = find_message(sync, &wanted);
    if (!m->used) {
        *m = wanted;
        ++sync->used;
    }
    return m;
}

/* Are reader and writer within one another's scope? */
static bool in_scope(const message *m, const fftc_invocation *self, fftc_memory_scope scope)
{
    switch (scope < m->scope ? scope : m->scope) {
    case FFTC_SCOPE_DEVICE: return true;
    case FFTC_SCOPE_WORKGROUP: return m->from_workgroup == self->workgroup->index;
    case FFTC_SCOPE_SUBGROUP:
        return m->from_workgroup == self->workgroup->index &&
               m->from_subgroup == self->subgroup->index;
    case FFTC_SCOPE_INVOCATION: break;
    }
    return false;
}

/* --- atomic operations and fences */

static void acquire(fftc_emulator *emulator, fftc_invocation *self, const fftc_knowledge *from,
                    const fftc_semantics *semantics)
{
    check(emulator->sync, fftc_knowledge_join(emulator, &self->known, from, classes_of(semantics)));
}

static void read_message(fftc_emulator *emulator, fftc_invocation *self, const message *m,
                         const fftc_semantics *semantics)
{
    static const fftc_classes all = {{true, true, true}};
    fftc_sync *sync = emulator->sync;
    if (m->knowledge == NULL) {
        return;
    }
    if (semantics->acquire && in_scope(m, self, semantics->scope)) {
        acquire(emulator, self, m->knowledge, semantics);
    }
    if (in_scope(m, self, FFTC_SCOPE_DEVICE)) {
        check(sync, fftc_knowledge_join(emulator, &sync->lanes[self->number].received, m->knowledge,
                                        all));
    }
}

static void send(fftc_emulator *emulator, const fftc_invocation *self, message *m,
                 const fence *before, bool first)
{
    if (first || before->semantics.scope > m->scope) {
        m->scope = before->semantics.scope;
    }
    m->from_workgroup = self->workgroup->index;
    m->from_subgroup = self->subgroup->index;
    join_fence(emulator, &m->knowledge, self, before);
}

void fftc_sync_atomic(fftc_emulator *emulator, const fftc_access *access,
                      const fftc_semantics *semantics, bool writes)
{
    fftc_invocation *self = access->invocation;
    /* Relaxed operations of a run without fences and releases order nothing. */
    if (!semantics->release && (emulator->sync == NULL || !emulator->sync->active)) {
        return;
    }
    fftc_sync *sync = sync_of(emulator);
    message *m = sync != NULL ? message_of(emulator, sync, access) : NULL;
    if (m == NULL) {
        return;
    }
    if (access->loads) {
        read_message(emulator, self, m, semantics);
    }
    if (!writes) {
        return;
    }
    if (!access->loads) {
        fftc_knowledge_drop(emulator, &m->knowledge);
    }
    bool first = m->knowledge == NULL;
    const fence *before = &sync->lanes[self->number].fence;
    if (semantics->release) {
        fence now = fence_now(emulator, self, semantics);
        send(emulator, self, m, &now, first);
        fftc_knowledge_drop(emulator, &now.known);
    } else if (before->valid) {
        send(emulator, self, m, before, first);
    }
}

void fftc_sync_fence(fftc_emulator *emulator, fftc_invocation *self,
                     const fftc_semantics *semantics)
{
    fftc_sync *sync = sync_of(emulator);
    if (sync == NULL) {
        return;
    }
    lane_state *lane = &sync->lanes[self->number];
    if (semantics->acquire) {
        acquire(emulator, self, lane->received, semantics);
    }
    if (semantics->release) {
        fftc_knowledge_drop(emulator, &lane->fence.known);
        lane->fence = fence_now(emulator, self, semantics);
    }
}

/* --- barriers */

static void later(uint32_t tick[FFTC_CLASSES], const uint32_t from[FFTC_CLASSES],
                  const fftc_semantics *semantics)
{
    const fftc_classes classes = classes_of(semantics);
    for (int c = 0; c < FFTC_CLASSES; ++c) {
        tick[c] = classes.of[c] && from[c] > tick[c] ? from[c] : tick[c];
    }
}

/* Adds `who` to a list that is in order. */
static void append(fftc_knowledge *list, uint32_t workgroup, uint32_t who,
                   const uint32_t tick[FFTC_CLASSES], const fftc_semantics *semantics)
{
    if (list->count == 0 || list->entries[list->count - 1].who != who) {
        list->entries[list->count++] = (fftc_known_entry){workgroup, who, {0}};
    }
    later(list->entries[list->count - 1].tick, tick, semantics);
}

/* What the lanes' own fences say of their workgroup: one list for all, since joining one after the
 * other would take the square of the time. */
static void tell_fences(fftc_emulator *emulator, fftc_knowledge **told,
                        fftc_invocation *const *lanes, uint32_t count)
{
    static const fftc_classes all = {{true, true, true}};
    fftc_sync *sync = emulator->sync;
    fftc_knowledge *list = fftc_knowledge_create(emulator, 3 * count);
    if (list == NULL) {
        sync->failed = true;
        return;
    }
    for (int kind = 0; kind < 3; ++kind) {
        for (uint32_t i = 0; i < count; ++i) {
            const fence *before = &sync->lanes[lanes[i]->number].fence;
            const uint32_t own[FFTC_CLASSES] = {before->own, before->own, before->own};
            uint32_t group = lanes[i]->workgroup->index;
            if (!before->valid || before->told) {
                continue;
            }
            if (kind == 0) {
                append(list, group, FFTC_WHO_ALL, before->workgroup, &before->semantics);
            } else if (kind == 1) {
                append(list, group, FFTC_WHO_SUBGROUP(lanes[i]->subgroup->index), before->subgroup,
                       &before->semantics);
            } else {
                append(list, group, FFTC_WHO_INVOCATION(lanes[i]->index), own, &before->semantics);
            }
        }
    }
    check(sync, fftc_knowledge_join(emulator, told, list, all));
    fftc_knowledge_drop(emulator, &list);
}

/* All that the barrier tells: what each knows of the memory that it orders, and what their fences
 * before it say. */
static fftc_knowledge *gather(fftc_emulator *emulator, fftc_invocation *const *lanes,
                              uint32_t count, const fftc_semantics *semantics)
{
    fftc_sync *sync = emulator->sync;
    fftc_knowledge *told = NULL;
    const fftc_knowledge *last = NULL;
    const fftc_knowledge *last_before = NULL;
    bool fences = false;
    for (uint32_t i = 0; i < count; ++i) {
        const fence *before = &sync->lanes[lanes[i]->number].fence;
        if (lanes[i]->known != last) {
            last = lanes[i]->known;
            check(sync, fftc_knowledge_join(emulator, &told, last, classes_of(semantics)));
        }
        if (before->valid && !before->told && before->known != last_before) {
            last_before = before->known;
            check(sync, fftc_knowledge_join(emulator, &told, last_before,
                                            classes_of(&before->semantics)));
        }
        fences = fences || (before->valid && !before->told);
    }
    if (fences) {
        tell_fences(emulator, &told, lanes, count);
    }
    return told;
}

/* That the lanes know one another, where no tick says so. */
static void introduce(fftc_emulator *emulator, fftc_knowledge **told, fftc_invocation *const *lanes,
                      uint32_t count, const fftc_semantics *semantics)
{
    for (uint32_t i = 0; i < count; ++i) {
        fftc_known_entry entry = {
            lanes[i]->workgroup->index, FFTC_WHO_INVOCATION(lanes[i]->index), {0}};
        for (int c = 0; c < FFTC_CLASSES; ++c) {
            entry.tick[c] = fftc_orders(semantics, (fftc_memory_class)c) ? emulator->tick : 0;
        }
        check(emulator->sync, fftc_knowledge_add(emulator, told, &entry));
    }
}

static void share_received(fftc_emulator *emulator, fftc_invocation *const *lanes, uint32_t count)
{
    static const fftc_classes all = {{true, true, true}};
    fftc_sync *sync = emulator->sync;
    fftc_knowledge *received = NULL;
    for (uint32_t i = 0; i < count; ++i) {
        check(sync, fftc_knowledge_join(emulator, &received, sync->lanes[lanes[i]->number].received,
                                        all));
    }
    for (uint32_t i = 0; received != NULL && i < count; ++i) {
        fftc_knowledge **own = &sync->lanes[lanes[i]->number].received;
        fftc_knowledge_drop(emulator, own);
        *own = fftc_knowledge_share(received);
    }
    fftc_knowledge_drop(emulator, &received);
}

/* A list that says no more than another is replaced by it, so that lanes share one. */
static void learn(fftc_emulator *emulator, fftc_invocation *self, fftc_knowledge *told)
{
    static const fftc_classes all = {{true, true, true}};
    fftc_knowledge *both = fftc_knowledge_share(told);
    check(emulator->sync, fftc_knowledge_join(emulator, &both, self->known, all));
    fftc_knowledge_drop(emulator, &self->known);
    self->known = both;
}

static bool is_idle(const fftc_emulator *emulator, const fftc_semantics *semantics)
{
    return (emulator->sync == NULL || !emulator->sync->active) &&
           !(semantics->scope >= FFTC_SCOPE_DEVICE && semantics->release);
}

static void pass(fftc_emulator *emulator, fftc_invocation *const *lanes, uint32_t count,
                 const fftc_semantics *semantics, bool everyone)
{
    bool device = semantics->scope >= FFTC_SCOPE_DEVICE && semantics->release;
    fftc_sync *sync = emulator->sync;
    share_received(emulator, lanes, count);
    for (uint32_t i = 0; semantics->acquire && i < count; ++i) {
        acquire(emulator, lanes[i], sync->lanes[lanes[i]->number].received, semantics);
    }
    fftc_knowledge *told = gather(emulator, lanes, count, semantics);
    if (!everyone) {
        introduce(emulator, &told, lanes, count, semantics);
    }
    for (uint32_t i = 0; told != NULL && i < count; ++i) {
        learn(emulator, lanes[i], told);
    }
    fftc_knowledge_drop(emulator, &told);
    for (uint32_t i = 0; device && i < count; ++i) {
        fence *own = &sync->lanes[lanes[i]->number].fence;
        fftc_knowledge_drop(emulator, &own->known);
        *own = fence_now(emulator, lanes[i], semantics);
    }
}

void fftc_sync_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle,
                                const fftc_semantics *semantics)
{
    bool everyone = tangle->count == tangle->subgroup->live;
    if ((!everyone || !is_idle(emulator, semantics)) && sync_of(emulator) != NULL) {
        pass(emulator, tangle->lane, tangle->count, semantics, everyone);
    }
}

void fftc_sync_workgroup_barrier(fftc_emulator *emulator, const fftc_workgroup *workgroup,
                                 const fftc_semantics *semantics)
{
    uint32_t count = 0;
    if (is_idle(emulator, semantics) || sync_of(emulator) == NULL) {
        return;
    }
    fftc_sync *sync = emulator->sync;
    for (uint32_t i = 0; i < emulator->group_invocations; ++i) {
        fftc_invocation *invocation = &workgroup->invocations[i];
        if (invocation->state == FFTC_AT_WORKGROUP_BARRIER) {
            sync->arrived[count++] = invocation;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        fence *before = &sync->lanes[sync->arrived[i]->number].fence;
        before->valid = before->valid && before->semantics.scope >= FFTC_SCOPE_WORKGROUP;
    }
    pass(emulator, sync->arrived, count, semantics, true);
    for (uint32_t i = 0; i < count; ++i) {
        sync->lanes[sync->arrived[i]->number].fence.told = true;
    }
}

/* --- questions */

bool fftc_sync_knows(const fftc_emulator *emulator, const fftc_invocation *self, uint32_t workgroup,
                     uint32_t invocation, uint32_t tick, fftc_memory_class memory_class)
{
    uint32_t subgroup = invocation >> emulator->subgroup_size_log2;
    if (emulator->sync->failed) {
        return true;
    }
    return self->known != NULL &&
           (tick < fftc_knowledge_of(self->known, workgroup, FFTC_WHO_INVOCATION(invocation),
                                     memory_class) ||
            tick < fftc_knowledge_of(self->known, workgroup, FFTC_WHO_SUBGROUP(subgroup),
                                     memory_class) ||
            tick < fftc_knowledge_of(self->known, workgroup, FFTC_WHO_ALL, memory_class));
}
