/* SPDX-License-Identifier: MIT
 *
 * The emulator's insides. Execution (emulator.c, schedule.c, barrier.c, shuffle.c, access.c) does
 * not know what is observed: it tells observe.h what happened. Observers (races.c, counts.c) never
 * change what runs next or what a load gives.
 */
#ifndef FFTC_EMULATE_EMULATOR_H
#define FFTC_EMULATE_EMULATOR_H

#include <stdbool.h>

#include "cpu/fiber.h"
#include "fftcore/emulate.h"

#define FFTC_MAX_INVOCATIONS 4096u
/* Of all workgroups that run at one time: two mappings a stack, of 65530 that Linux gives. */
#define FFTC_MAX_RESIDENT 16384u
#define FFTC_MAX_LANES 128u

typedef enum fftc_invocation_state {
    FFTC_READY = 0,
    FFTC_AT_WORKGROUP_BARRIER,
    FFTC_AT_SUBGROUP_BARRIER,
    FFTC_AT_COLLECTIVE,
    FFTC_AT_RENDEZVOUS,
    FFTC_RETURNED
} fftc_invocation_state;

/* A source line as a number: index in fftc_emulator.sites; 0 stands for none. */
typedef uint16_t fftc_site_id;
#define FFTC_MAX_SITES 16384u
#define FFTC_SITE_CACHE 256u

/* Calls by macros of fftcore/emulate.h have a number above the line, which tells two on one line
 * apart. */
#define FFTC_LINE_BITS 20

typedef struct fftc_known_site {
    fftc_site site;
    uint32_t place; /* line and number */
} fftc_known_site;

/* A site that was asked for lately; place 0 if none. */
typedef struct fftc_cached_site {
    const char *file;
    uint32_t place;
    fftc_site_id id;
} fftc_cached_site;

/* Which memory a barrier or an atomic operation orders. */
typedef enum fftc_memory_class {
    FFTC_CLASS_SHARED = 0,
    FFTC_CLASS_BUFFERS,
    FFTC_CLASS_IMAGES,
    FFTC_CLASSES
} fftc_memory_class;

/* What an atomic operation, a fence or a barrier orders, and for whom. */
typedef struct fftc_semantics {
    fftc_memory_scope scope;
    bool acquire;
    bool release;
    bool shared;  /* orders shared memory */
    bool buffers; /* orders accessor memory */
    bool images;  /* accessor memory that is an image's (fftc_object.memory_class) */
} fftc_semantics;

static inline bool fftc_orders(const fftc_semantics *semantics, fftc_memory_class memory_class)
{
    return memory_class == FFTC_CLASS_SHARED    ? semantics->shared
           : memory_class == FFTC_CLASS_BUFFERS ? semantics->buffers
                                                : semantics->images;
}

typedef struct fftc_workgroup fftc_workgroup;
typedef struct fftc_subgroup fftc_subgroup;
struct fftc_collective; /* invocation.h */
struct fftc_knowledge;  /* knowledge.h */

/* Numbers of the path of a C kernel: calls and iterations that it marks, and where it waits. */
#define FFTC_PATH_MAX 16u
#define FFTC_CALLS_MAX 8u

/* Beside the invocations, since most kernels use little of it. */
typedef struct fftc_path {
    uint32_t numbers[FFTC_PATH_MAX];
    uint8_t call_base[FFTC_CALLS_MAX];
} fftc_path;

/* In the order of use: what every event looks at, then what a wait at an operation does. */
typedef struct fftc_invocation {
    fftc_fiber *fiber;
    fftc_emulator *emulator;
    fftc_workgroup *workgroup;
    fftc_subgroup *subgroup;
    const char *stack_limit; /* below it too little is left */
    uint32_t index;          /* in its workgroup */
    uint32_t number;         /* among all that are resident */
    uint32_t lane;
    uint32_t stage;
    fftc_site_id site; /* of the last event, or where it waits */
    fftc_site_id accessor_site;
    uint32_t accessor_depth;
    /* Where it is (invocation.h); of a C kernel, `path`. */
    const uint32_t *where;
    uint32_t where_count;
    fftc_invocation_state state;
    uint32_t *path; /* FFTC_PATH_MAX numbers */
    uint32_t path_count;
    uint32_t tangle; /* of the weaker promise: lanes that have been together since they parted */
    const struct fftc_collective *collective; /* that it is at, with its operands */
    const uint64_t *value;
    uint64_t *result;
    uint32_t operand;                 /* of the shuffle it is at, or of the last */
    bool published;                   /* operand is that of a shuffle */
    bool ordered;                     /* a barrier or sync since the last shuffle */
    struct fftc_knowledge *known;     /* of what others did, beside what barriers order */
    fftc_semantics semantics;         /* of the barrier it is at */
    uint32_t last_tick[FFTC_CLASSES]; /* once it has returned: its subgroup's then */
    uint32_t lost_loops;              /* that the path had no room for */
    uint8_t *call_base; /* path_count before the call of each depth, FFTC_CALLS_MAX of them */
} fftc_invocation;

struct fftc_subgroup {
    fftc_workgroup *workgroup;
    fftc_invocation *lanes;
    uint32_t index; /* in its workgroup */
    uint32_t size;
    uint32_t live;
    uint32_t ready;
    uint32_t waiting;            /* for others of the subgroup */
    uint32_t tick[FFTC_CLASSES]; /* of the last barrier that all of it passed, see races.c */
};

/* A place where workgroups run, one after the other. */
struct fftc_workgroup {
    uint32_t slot;
    uint32_t index; /* in the dispatch */
    uint32_t id[3];
    uint32_t live;
    fftc_invocation *invocations;
    fftc_subgroup *subgroups;
    uint32_t at_barrier;                /* invocations at a workgroup barrier */
    fftc_invocation *barrier_first;     /* the first of them, */
    fftc_invocation *barrier_elsewhere; /* the first invocation that waits at another instance */
    unsigned char *shared;
    unsigned char *privates;
    uint64_t shadow;             /* where its slot's begins, of what is kept by element */
    uint32_t serial;             /* of this workgroup among all that ran */
    uint32_t tick[FFTC_CLASSES]; /* of its last barrier, see races.c */
};

typedef struct fftc_races fftc_races;
typedef struct fftc_sync fftc_sync;
typedef struct fftc_counting fftc_counting;

/* A memory, and where what observers know of it begins: of element i it is at shadow + i, in
 * shared memory of a slot at slot * shared_elements + shadow + i. */
typedef struct fftc_object {
    fftc_memory memory; /* shared: data is NULL */
    bool shared;
    bool zeroed;                    /* shared: zeros at the start of a workgroup, not undefined */
    bool not_coherent;              /* what a workgroup stores may stay hidden from others */
    fftc_memory_class memory_class; /* what has to order it */
    uint64_t shadow;
    size_t offset;     /* shared: in bytes, in the workgroup's shared memory */
    uint32_t *written; /* by element, or NULL: the serial number of what wrote it last */
} fftc_object;

struct fftc_emulator {
    fftc_emulation config;
    const fftc_allocator *allocator;
    fftc_allocator allocator_copy;
    fftc_object *objects; /* memories, "shared", shared arrays */
    uint32_t object_count;
    uint32_t memory_count; /* of accessor memory: the number of "shared" */
    uint64_t shared_elements;
    size_t shared_bytes;
    fftc_fiber_pool pool;

    /* the run */
    void (*kernel)(void *user);
    void *user;
    bool running_now;
    bool stopped; /* at the limit of events */
    uint64_t random;
    uint64_t random_next;
    uint64_t events;
    uint64_t attention; /* the number of events at which something is to be looked at */
    uint32_t tick;      /* of barriers and releases, see races.c */
    uint32_t run_serial;

    /* what is resident */
    uint32_t group_invocations;
    uint32_t group_subgroups;
    uint32_t subgroup_size_log2;
    uint32_t slot_count;
    fftc_workgroup *slots;
    fftc_invocation *invocations;
    fftc_subgroup *subgroups;
    fftc_path *paths; /* by invocation */
    fftc_invocation *running;
    uint32_t resident;    /* slots * group_invocations */
    uint64_t *ready;      /* bit i: invocation i of those resident can run */
    uint32_t live;        /* of all slots */
    uint32_t ahead;       /* the invocation that FFTC_SCHEDULE_AHEAD prefers */
    uint32_t group_count; /* workgroups of the dispatch */
    uint32_t started;     /* of them */
    uint32_t order_step;  /* of FFTC_WORKGROUPS_SHUFFLED */
    uint32_t order_start;
    unsigned char *shared;
    unsigned char *privates;
    size_t private_stride;
    uint32_t workgroup_serial;
    uint32_t tangles;                 /* parted so far */
    struct fftc_collective *shuffles; /* by invocation, that of a C kernel's at which it is */

    /* observers */
    bool observing; /* anything at all */
    fftc_races *races;
    fftc_sync *sync;   /* NULL before something is ordered otherwise than by whole barriers */
    uint32_t *written; /* by shared element of all slots: the last workgroup's serial */
    fftc_counting *counting;
    fftc_counts total;
    fftc_counts stage[FFTC_STAGE_LIMIT];

    /* findings */
    fftc_known_site *sites;
    uint32_t site_count;
    uint32_t site_capacity;
    fftc_cached_site site_cache[FFTC_SITE_CACHE];
    fftc_finding *findings;
    size_t findings_listed;
    uint64_t finding_count;
};

/* The emulator that this thread runs. */
extern _Thread_local fftc_emulator *fftc_emulator_current;

/* What fftc_emulator_run got for the kernel that this thread runs. Kernels ask for it here, rather
 * than keep it, because an observer may run another one in between. */
static inline const void *fftc_emulated_user(void)
{
    return fftc_emulator_current->user;
}

static inline bool fftc_observes(const fftc_emulator *emulator, uint32_t what)
{
    return (emulator->config.observers & what) != 0;
}

/* --- configuration.c */

void fftc_emulation_set_defaults(fftc_emulation *config);
/* Checks a configuration after set_defaults. */
fftc_status fftc_emulation_check(const fftc_emulation *config, fftc_error *error);
fftc_status fftc_emulation_check_schedule(fftc_schedule schedule, fftc_error *error);

/* --- emulator.c */

/* fftc_emulator_create with FFTC_FIBER_GUARD or 0 for the stacks. One guard page for each of 512
 * stacks costs 2 ms, which a kernel that is known to need little stack can save. */
fftc_status fftc_emulator_create_stacks(const fftc_emulation *config, unsigned fiber_flags,
                                        fftc_emulator **emulator, fftc_error *error);

/* --- run.c */

/* The workgroup that starts next, if one is left. */
uint32_t fftc_first_unstarted(const fftc_emulator *emulator);

/* --- schedule.c */

/* From the seed. */
void fftc_random_start(fftc_emulator *emulator);
uint32_t fftc_random_below(fftc_emulator *emulator, uint32_t limit);
void fftc_ready_set(fftc_emulator *emulator, fftc_invocation *invocation);
/* The schedule chooses who runs. */
void fftc_go_on(fftc_emulator *emulator);
/* Called after an event: lets another invocation run, if the schedule says so. */
static inline void fftc_yield(fftc_emulator *emulator)
{
    const unsigned after_events = 1u << FFTC_SCHEDULE_LOCK_STEP | 1u << FFTC_SCHEDULE_RANDOM |
                                  1u << FFTC_SCHEDULE_INDEPENDENT_LANES | 1u << FFTC_SCHEDULE_SIMT;
    if ((after_events >> emulator->config.schedule & 1) != 0) {
        fftc_go_on(emulator);
    }
}
/* The running invocation has polled in vain: lets another one run under every schedule. */
void fftc_let_others(fftc_emulator *emulator);
/* Called when emulator->events has come to emulator->attention: at the limit of events this ends
 * the run, before it lets others run. */
void fftc_attend(fftc_emulator *emulator);
void fftc_set_attention(fftc_emulator *emulator);
/* The running invocation waits in `state`; returns when it has been made ready and chosen. */
void fftc_wait(fftc_emulator *emulator, fftc_invocation_state state);
/* The running invocation has returned. Returns the fiber that goes on. */
fftc_fiber *fftc_return(fftc_emulator *emulator);
/* Ends the running invocation here and now. */
_Noreturn void fftc_abandon(fftc_emulator *emulator);
/* `first`: of a run, or of a workgroup that is alone. */
fftc_invocation *fftc_choose_next(fftc_emulator *emulator, bool first);

/* --- where.c */

#define FFTC_PLACE_NUMBERS 2u

/* Line first, then the call on it: so places are ordered as they stand in the source. */
static inline uint32_t fftc_order_of_place(uint32_t place)
{
    return place << (32 - FFTC_LINE_BITS) | place >> FFTC_LINE_BITS;
}

/* The path of a C kernel that waits at `site`, as its vector (invocation.h). */
static inline void fftc_where_of_site(fftc_invocation *invocation, fftc_site_id site)
{
    uint32_t *end = &invocation->path[invocation->path_count];
    end[0] = fftc_order_of_place(invocation->emulator->sites[site].place);
    end[1] = site;
    invocation->where = invocation->path;
    invocation->where_count = invocation->path_count + FFTC_PLACE_NUMBERS;
}

/* Are two invocations at the same dynamic instance? Most vectors differ at the end, if they do. */
static inline bool fftc_same_where(const fftc_invocation *x, const fftc_invocation *y)
{
    uint32_t count = x->where_count;
    if (count != y->where_count) {
        return false;
    }
    while (count > 0 && x->where[count - 1] == y->where[count - 1]) {
        --count;
    }
    return count == 0;
}
/* Less than 0, 0, more than 0: which comes first. */
int fftc_compare_where(const fftc_invocation *x, const fftc_invocation *y);

/* --- barrier.c, converge.c ---------------------------------------------------------------------
 *
 * Called when no invocation of the subgroup (workgroup) can run. Makes at least one ready, if any
 * waits there. */

void fftc_resolve_subgroup(fftc_emulator *emulator, fftc_subgroup *subgroup);
void fftc_resolve_workgroup(fftc_emulator *emulator, fftc_workgroup *workgroup);

/* Lanes of a subgroup that go on together. */
typedef struct fftc_tangle {
    fftc_subgroup *subgroup;
    fftc_invocation *lane[FFTC_MAX_LANES]; /* `count` of them, in order */
    uint32_t count;
    fftc_invocation *by_number[FFTC_MAX_LANES]; /* by lane, NULL where it is not there */
} fftc_tangle;

/* Gives each its result. */
void fftc_collect(fftc_emulator *emulator, const fftc_tangle *tangle);
/* The running invocation waits there; its semantics are set. */
void fftc_wait_for_subgroup_barrier(fftc_invocation *self);
/* They pass a barrier of their subgroup. */
void fftc_pass_subgroup_barrier(fftc_emulator *emulator, const fftc_tangle *tangle);

/* --- collective.c */

bool fftc_is_shuffle(const struct fftc_collective *collective);
/* The lane that a lane reads, which need not exist. */
uint32_t fftc_collective_read(const struct fftc_collective *collective, uint32_t lane);
/* It reads up or down to outside of the subgroup: allowed, with an undefined result. */
bool fftc_collective_outside(const struct fftc_collective *collective, uint32_t lane,
                             uint32_t size);
/* `source` is the lane that is not there, or NULL if there is none. */
void fftc_find_inactive(fftc_emulator *emulator, const fftc_invocation *reader,
                        const fftc_invocation *source, const struct fftc_collective *collective);

/* --- access.c */

/* Start of every event of a C kernel: the running invocation, or NULL outside of a run. */
fftc_invocation *fftc_event_begin(const char *file, uint32_t line);
/* The invocation has used too much of its stack: that is told, and it ends. */
_Noreturn void fftc_end_of_stack(fftc_invocation *invocation);
/* One more event, where there is an invocation. */
static inline __attribute__((always_inline)) void fftc_event_next(fftc_invocation *invocation)
{
    fftc_emulator *emulator = invocation->emulator;
    if (++emulator->events >= emulator->attention) {
        fftc_attend(emulator);
    }
    if ((const char *)__builtin_frame_address(0) < invocation->stack_limit) {
        fftc_end_of_stack(invocation);
    }
}
static inline __attribute__((always_inline)) void fftc_event_count(fftc_invocation *invocation,
                                                                   fftc_site_id site)
{
    invocation->site = site;
    fftc_event_next(invocation);
}
/* What a C kernel's call at this line counts as. */
fftc_site_id fftc_site_of_call(fftc_invocation *invocation, const char *file, uint32_t line);

/* --- findings.c */

bool fftc_sites_create(fftc_emulator *emulator);
fftc_site_id fftc_site_find(fftc_emulator *emulator, fftc_cached_site *cached, const char *file,
                            uint32_t place);

static inline fftc_site_id fftc_site_intern(fftc_emulator *emulator, const char *file,
                                            uint32_t place)
{
    size_t hash =
        ((size_t)(uintptr_t)file / 8 + place + (place >> FFTC_LINE_BITS)) % FFTC_SITE_CACHE;
    fftc_cached_site *cached = &emulator->site_cache[hash];
    if (cached->file == file && cached->place == place) {
        return cached->id;
    }
    return fftc_site_find(emulator, cached, file, place);
}

typedef struct fftc_finding_side {
    uint32_t workgroup;
    uint32_t invocation;
    uint32_t stage; /* the stage that it was in at the access: since then it may have gone on,
                       and it may be of an earlier workgroup */
    fftc_site_id site;
    bool store;
    bool atomic;
    bool returned;
    bool unstarted;
} fftc_finding_side;

/* Where the invocation stands. */
static inline fftc_finding_side fftc_finding_side_of(const fftc_invocation *invocation)
{
    fftc_finding_side side = {.workgroup = invocation->workgroup->index,
                              .invocation = invocation->index,
                              .stage = invocation->stage,
                              .site = invocation->site,
                              .returned = invocation->state == FFTC_RETURNED};
    return side;
}

/* `second` may be NULL, and so may `memory` (a name). */
void fftc_find(fftc_emulator *emulator, fftc_finding_kind kind, const char *memory,
               uint64_t address, const fftc_finding_side *first, const fftc_finding_side *second);

/* --- access.c */

/* The running invocation reads element `index` of something that has no such element. */
void fftc_find_out_of_bounds(const char *memory, uint32_t index, const char *file, uint32_t line);

#endif
