/* SPDX-License-Identifier: MIT
 *
 * Counts of accesses and of their costs: bank conflicts of shared memory, sectors of accessor
 * memory.
 *
 * A device carries out one access of all lanes together. Here lanes run at different times, so the
 * n-th access of each lane since the last barrier belongs to request n. A request is evaluated when
 * all lanes have added to it, or when a barrier ends it.
 */
#include "cpu/allocate.h"
#include "cpu/emulate/observe.h"

#define REQUEST_LANES 32u
#define INITIAL_REQUESTS 16u
#define MAX_REQUESTS 65536u
/* Keys of accessor memory: which memory, and the element in it. */
#define KEY_MEMORY_SHIFT 48

/* The requests that are open, in a ring: number n is at n mod capacity, oldest <= n < newest. */
typedef struct {
    uint64_t *keys;    /* [capacity][lanes] */
    uint32_t *present; /* [capacity] */
    uint8_t *stage;    /* [capacity] */
    uint32_t capacity;
    uint32_t oldest;
    uint32_t newest;
    uint32_t next[REQUEST_LANES]; /* by lane: the request of its next access */
} request_stream;

/* Up to 32 lanes of one subgroup, whose accesses are requests together. */
typedef struct {
    uint32_t live; /* lanes that have not returned, as bits */
    request_stream shared;
    request_stream memory;
} lane_group;

struct fftc_counting {
    uint32_t lanes; /* of a group */
    uint32_t lanes_log2;
    uint32_t group_count; /* of a workgroup; those of slot s begin at s * group_count */
    lane_group *groups;
};

static bool stream_grow(const fftc_emulator *emulator, request_stream *stream, uint32_t lanes)
{
    uint32_t capacity = stream->capacity == 0 ? INITIAL_REQUESTS : 2 * stream->capacity;
    uint64_t *keys =
        fftc_allocate(emulator->allocator, (uint64_t)capacity * lanes, sizeof *stream->keys);
    uint32_t *present = fftc_allocate(emulator->allocator, capacity, sizeof *present);
    uint8_t *stage = fftc_allocate(emulator->allocator, capacity, sizeof *stage);
    if (keys == NULL || present == NULL || stage == NULL) {
        fftc_release(emulator->allocator, keys);
        fftc_release(emulator->allocator, present);
        fftc_release(emulator->allocator, stage);
        return false;
    }
    for (uint32_t n = stream->oldest; n != stream->newest; ++n) {
        uint32_t from = n & (stream->capacity - 1);
        uint32_t to = n & (capacity - 1);
        memcpy(&keys[(size_t)to * lanes], &stream->keys[(size_t)from * lanes],
               lanes * sizeof *keys);
        present[to] = stream->present[from];
        stage[to] = stream->stage[from];
    }
    fftc_release(emulator->allocator, stream->keys);
    fftc_release(emulator->allocator, stream->present);
    fftc_release(emulator->allocator, stream->stage);
    stream->keys = keys;
    stream->present = present;
    stream->stage = stage;
    stream->capacity = capacity;
    return true;
}

static void stream_release(const fftc_emulator *emulator, request_stream *stream)
{
    fftc_release(emulator->allocator, stream->keys);
    fftc_release(emulator->allocator, stream->present);
    fftc_release(emulator->allocator, stream->stage);
}

static uint32_t total_groups(const fftc_emulator *emulator, const fftc_counting *counting)
{
    return emulator->slot_count * counting->group_count;
}

static lane_group *groups_of(const fftc_counting *counting, const fftc_workgroup *workgroup)
{
    return &counting->groups[(size_t)workgroup->slot * counting->group_count];
}

fftc_counting *fftc_counting_create(const fftc_emulator *emulator)
{
    fftc_counting *counting = fftc_allocate(emulator->allocator, 1, sizeof *counting);
    if (counting == NULL) {
        return NULL;
    }
    counting->lanes = emulator->config.subgroup_size < REQUEST_LANES
                          ? emulator->config.subgroup_size
                          : REQUEST_LANES;
    counting->lanes_log2 = (uint32_t)__builtin_ctz(counting->lanes);
    counting->group_count = (emulator->group_invocations + counting->lanes - 1) / counting->lanes;
    counting->groups =
        fftc_allocate(emulator->allocator, total_groups(emulator, counting), sizeof(lane_group));
    if (counting->groups == NULL) {
        fftc_counting_destroy(emulator, counting);
        return NULL;
    }
    for (uint32_t i = 0; i < total_groups(emulator, counting); ++i) {
        if (!stream_grow(emulator, &counting->groups[i].shared, counting->lanes) ||
            !stream_grow(emulator, &counting->groups[i].memory, counting->lanes)) {
            fftc_counting_destroy(emulator, counting);
            return NULL;
        }
    }
    return counting;
}

void fftc_counting_destroy(const fftc_emulator *emulator, fftc_counting *counting)
{
    if (counting == NULL) {
        return;
    }
    for (uint32_t i = 0; counting->groups != NULL && i < total_groups(emulator, counting); ++i) {
        stream_release(emulator, &counting->groups[i].shared);
        stream_release(emulator, &counting->groups[i].memory);
    }
    fftc_release(emulator->allocator, counting->groups);
    fftc_release(emulator->allocator, counting);
}

static void drop_all(request_stream *stream)
{
    stream->oldest = stream->newest;
    for (uint32_t lane = 0; lane < REQUEST_LANES; ++lane) {
        stream->next[lane] = stream->newest;
    }
}

void fftc_counting_workgroup(fftc_emulator *emulator, const fftc_workgroup *workgroup)
{
    fftc_counting *counting = emulator->counting;
    uint32_t size = emulator->group_invocations;
    lane_group *groups = groups_of(counting, workgroup);
    for (uint32_t i = 0; i < counting->group_count; ++i) {
        uint32_t left = size - i * counting->lanes;
        uint32_t lanes = left < counting->lanes ? left : counting->lanes;
        /* What a run that was ended at its limit has left open. */
        drop_all(&groups[i].shared);
        drop_all(&groups[i].memory);
        groups[i].live = (uint32_t)(((uint64_t)1 << lanes) - 1);
    }
}

/* --- weighing a request */

/* Sorts the keys, keeps one of each, and returns how many are left. There are at most 32, mostly in
 * order already. */
static uint32_t sort_distinct(uint64_t *keys, uint32_t count)
{
    uint32_t distinct = 1;
    for (uint32_t i = 1; i < count; ++i) {
        uint64_t key = keys[i];
        uint32_t j = i;
        while (j > 0 && keys[j - 1] > key) {
            keys[j] = keys[j - 1];
            --j;
        }
        keys[j] = key;
    }
    for (uint32_t i = 1; i < count; ++i) {
        if (keys[i] != keys[distinct - 1]) {
            keys[distinct++] = keys[i];
        }
    }
    return distinct;
}

/* How many rounds beyond the first are needed: in a round a bank delivers one row, to all lanes
 * that need it. */
static uint64_t bank_conflicts(const fftc_emulation *config, uint64_t *words, uint32_t count)
{
    uint8_t rows[64] = {0};
    uint32_t bank_words = config->bank_bytes / 4;
    uint32_t most = 1;
    if (bank_words > 1) {
        for (uint32_t i = 0; i < count; ++i) {
            words[i] /= bank_words;
        }
    }
    count = sort_distinct(words, count);
    if (words[count - 1] - words[0] < config->bank_count) {
        return 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t in_bank = ++rows[words[i] % config->bank_count];
        most = in_bank > most ? in_bank : most;
    }
    return most - 1;
}

static void transactions(const fftc_emulator *emulator, uint64_t *keys, uint32_t count,
                         fftc_counts *counts)
{
    uint64_t sector = emulator->config.sector_bytes;
    count = sort_distinct(keys, count);
    for (uint32_t i = 0; i < count;) {
        uint64_t memory = keys[i] >> KEY_MEMORY_SHIFT;
        uint64_t bytes = emulator->objects[memory].memory.element_bytes;
        uint64_t total = 0;
        uint64_t free_from = 0; /* sectors below are counted already */
        for (; i < count && keys[i] >> KEY_MEMORY_SHIFT == memory; ++i) {
            uint64_t index = keys[i] & (((uint64_t)1 << KEY_MEMORY_SHIFT) - 1);
            uint64_t first = index * bytes / sector;
            uint64_t end = (index * bytes + bytes - 1) / sector + 1;
            first = first > free_from ? first : free_from;
            counts->transactions += end - first;
            free_from = end;
            total += bytes;
        }
        counts->transactions_ideal += (total + sector - 1) / sector;
    }
}

static void weigh(fftc_emulator *emulator, uint64_t *keys, uint32_t count, uint32_t stage,
                  bool shared)
{
    fftc_counts *counts = &emulator->stage[stage];
    if (shared) {
        counts->bank_conflicts += bank_conflicts(&emulator->config, keys, count);
    } else {
        transactions(emulator, keys, count, counts);
    }
}

static void close_oldest(fftc_emulator *emulator, request_stream *stream, bool shared)
{
    uint32_t slot = stream->oldest & (stream->capacity - 1);
    uint32_t lanes = emulator->counting->lanes;
    uint64_t keys[REQUEST_LANES];
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        if ((stream->present[slot] >> lane & 1) != 0) {
            keys[count++] = stream->keys[(size_t)slot * lanes + lane];
        }
    }
    weigh(emulator, keys, count, stream->stage[slot], shared);
    ++stream->oldest;
}

/* --- opening and closing */

static inline void close_complete(fftc_emulator *emulator, const lane_group *group,
                                  request_stream *stream, bool shared)
{
    while (stream->oldest != stream->newest &&
           (group->live & ~stream->present[stream->oldest & (stream->capacity - 1)]) == 0) {
        close_oldest(emulator, stream, shared);
    }
}

static inline __attribute__((always_inline)) void
add(fftc_emulator *emulator, const fftc_access *access, uint64_t key, bool shared)
{
    fftc_counting *counting = emulator->counting;
    lane_group *group = groups_of(counting, access->invocation->workgroup) +
                        (access->invocation->index >> counting->lanes_log2);
    uint32_t lane = access->invocation->index & (counting->lanes - 1);
    request_stream *stream = shared ? &group->shared : &group->memory;
    uint32_t number = stream->next[lane]++;
    uint32_t slot;
    if ((int32_t)(number - stream->oldest) < 0) {
        weigh(emulator, &key, 1, access->invocation->stage, shared);
        return;
    }
    if (number == stream->newest) {
        if (stream->newest - stream->oldest == stream->capacity &&
            (stream->capacity == MAX_REQUESTS || !stream_grow(emulator, stream, counting->lanes))) {
            close_oldest(emulator, stream, shared);
        }
        slot = stream->newest++ & (stream->capacity - 1);
        stream->present[slot] = 0;
        stream->stage[slot] = (uint8_t)access->invocation->stage;
    }
    slot = number & (stream->capacity - 1);
    stream->present[slot] |= 1u << lane;
    stream->keys[(size_t)slot * counting->lanes + lane] = key;
    if (number == stream->oldest) {
        close_complete(emulator, group, stream, shared);
    }
}

/* Of several elements, or of such that are no words. */
static __attribute__((noinline)) void add_all(fftc_emulator *emulator, const fftc_access *access)
{
    size_t bytes = access->object->memory.element_bytes;
    size_t first = access->object->offset + (size_t)access->address * bytes;
    if (!access->object->shared) {
        for (uint64_t i = access->address; i < access->address + access->count; ++i) {
            add(emulator, access, i | (uint64_t)access->memory_number << KEY_MEMORY_SHIFT, false);
        }
        return;
    }
    for (size_t word = first / 4; word <= (first + access->count * bytes - 1) / 4; ++word) {
        add(emulator, access, word, true);
    }
}

/* Banks are told by words: smaller elements of one word are the same access, larger ones more. */
void fftc_counting_access(fftc_emulator *emulator, const fftc_access *access)
{
    fftc_counts *counts = &emulator->stage[access->invocation->stage];
    const fftc_object *object = access->object;
    counts->atomics += access->atomic;
    if (object->shared) {
        counts->shared_loads += access->store ? 0 : access->count;
        counts->shared_stores += access->store ? access->count : 0;
    } else {
        counts->memory_loads += access->store ? 0 : access->count;
        counts->memory_stores += access->store ? access->count : 0;
    }
    if (access->count != 1 || (object->shared && object->memory.element_bytes != 4)) {
        add_all(emulator, access);
        return;
    }
    uint64_t key =
        object->shared ? object->offset / 4 : (uint64_t)access->memory_number << KEY_MEMORY_SHIFT;
    add(emulator, access, key + access->address, object->shared);
}

static void close_all(fftc_emulator *emulator, request_stream *stream, bool shared)
{
    while (stream->oldest != stream->newest) {
        close_oldest(emulator, stream, shared);
    }
    drop_all(stream);
}

void fftc_counting_separate(fftc_emulator *emulator, const fftc_workgroup *workgroup,
                            uint32_t first, uint32_t count)
{
    uint32_t lanes_log2 = emulator->counting->lanes_log2;
    lane_group *groups = groups_of(emulator->counting, workgroup);
    for (uint32_t i = first >> lanes_log2; i <= (first + count - 1) >> lanes_log2; ++i) {
        close_all(emulator, &groups[i].shared, true);
        close_all(emulator, &groups[i].memory, false);
    }
}

void fftc_counting_return(fftc_emulator *emulator, const fftc_invocation *invocation)
{
    fftc_counting *counting = emulator->counting;
    lane_group *group =
        groups_of(counting, invocation->workgroup) + (invocation->index >> counting->lanes_log2);
    group->live &= ~(1u << (invocation->index & (counting->lanes - 1)));
    if (group->live == 0) {
        close_all(emulator, &group->shared, true);
        close_all(emulator, &group->memory, false);
    } else {
        close_complete(emulator, group, &group->shared, true);
        close_complete(emulator, group, &group->memory, false);
    }
}
