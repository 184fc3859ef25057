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
#define FFTC_READY_WORDS (FFTC_MAX_INVOCATIONS / 64)

typedef enum fftc_invocation_state {
    FFTC_READY = 0,
    FFTC_AT_WORKGROUP_BARRIER,
    FFTC_AT_SUBGROUP_BARRIER,
    FFTC_AT_SHUFFLE,
    FFTC_RETURNED
} fftc_invocation_state;

/* A source line as a number: index in fftc_emulator.sites; 0 stands for none. */
typedef uint16_t fftc_site_id;
#define FFTC_MAX_SITES 4096u
#define FFTC_SITE_CACHE 256u

typedef struct fftc_invocation {
    fftc_fiber *fiber;
    const char *stack_limit; /* below it too little is left */
    fftc_emulator *emulator;
    uint32_t index;
    uint32_t subgroup;
    uint32_t lane;
    uint32_t stage;
    uint32_t last_epoch; /* once it has returned: its subgroup's then */
    fftc_invocation_state state;
    fftc_site_id site; /* of the last event, or where it waits */
    fftc_site_id accessor_site;
    uint32_t accessor_depth;
    bool barrier_orders; /* at a barrier: one that orders accessor memory, or a subgroup's shared */
    bool ordered;        /* a barrier or sync since the last shuffle */
    bool published;      /* operand is that of a shuffle */
    uint32_t operand;    /* of the shuffle it is at, or of the last */
    uint32_t source;     /* lane to read */
    uint32_t source_outside; /* the source is outside the subgroup: the result is undefined */
    uint32_t result;
} fftc_invocation;

typedef struct fftc_subgroup {
    uint32_t first; /* invocations first .. first + size - 1 */
    uint32_t size;
    uint32_t live;
    uint32_t ready;
    uint32_t at_shuffle;
    uint32_t at_barrier;
    uint32_t epoch; /* subgroup barriers passed, see races.c */
} fftc_subgroup;

typedef struct fftc_races fftc_races;
typedef struct fftc_counting fftc_counting;

struct fftc_emulator {
    fftc_emulation config;
    const fftc_allocator *allocator;
    fftc_allocator allocator_copy;
    fftc_memory *memories;
    fftc_fiber_pool pool;

    /* the run */
    void (*kernel)(void *user);
    void *user;
    bool running_now;
    uint32_t workgroup;
    uint64_t random;
    uint64_t events;

    /* the workgroup */
    fftc_invocation *invocations;
    fftc_subgroup *subgroups;
    uint32_t subgroup_count;
    uint32_t subgroup_size_log2;
    fftc_invocation *running;
    uint64_t ready[FFTC_READY_WORDS]; /* bit i: invocation i can run */
    uint32_t live;
    uint32_t ahead;                     /* the invocation that FFTC_SCHEDULE_AHEAD prefers */
    uint32_t at_barrier;                /* invocations at a workgroup barrier */
    fftc_invocation *barrier_first;     /* the first of them, */
    fftc_invocation *barrier_elsewhere; /* the first invocation that waits at another call */
    uint32_t *shared;
    unsigned char *privates;
    size_t private_stride;

    /* observers */
    bool observing; /* anything at all */
    fftc_races *races;
    uint32_t *written; /* by word: the last workgroup_serial in which it was stored to */
    uint32_t workgroup_serial;
    fftc_counting *counting;
    fftc_counts total;
    fftc_counts stage[FFTC_STAGE_LIMIT];

    /* findings */
    fftc_site *sites;
    uint32_t site_count;
    fftc_site_id site_cache[FFTC_SITE_CACHE];
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

/* --- emulator.c */

/* fftc_emulator_create with FFTC_FIBER_GUARD or 0 for the stacks. One guard page for each of 512
 * stacks costs 2 ms, which a kernel that is known to need little stack can save. */
fftc_status fftc_emulator_create_stacks(const fftc_emulation *config, unsigned fiber_flags,
                                        fftc_emulator **emulator, fftc_error *error);

/* --- schedule.c */

uint32_t fftc_random_below(fftc_emulator *emulator, uint32_t limit);
void fftc_ready_set(fftc_emulator *emulator, fftc_invocation *invocation);
/* Called after an event: lets another invocation run, if the schedule says so. */
void fftc_yield(fftc_emulator *emulator);
/* The running invocation waits in `state`; returns when it has been made ready and chosen. */
void fftc_wait(fftc_emulator *emulator, fftc_invocation_state state);
/* The running invocation has returned. Returns the fiber that goes on. */
fftc_fiber *fftc_return(fftc_emulator *emulator);
/* Ends the running invocation here and now. */
_Noreturn void fftc_abandon(fftc_emulator *emulator);
fftc_invocation *fftc_choose_first(fftc_emulator *emulator);

/* --- barrier.c, shuffle.c ---------------------------------------------------------------------
 *
 * Called when no invocation of the subgroup (workgroup) can run. Makes at least one ready, if any
 * waits there. */

void fftc_resolve_subgroup(fftc_emulator *emulator, fftc_subgroup *subgroup);
void fftc_resolve_workgroup(fftc_emulator *emulator);
void fftc_resolve_shuffle(fftc_emulator *emulator, fftc_subgroup *subgroup);

/* --- access.c */

/* Start of every event: the running invocation, or NULL outside of a run. */
fftc_invocation *fftc_event_begin(const char *file, uint32_t line);

/* --- findings.c */

fftc_site_id fftc_site_intern(fftc_emulator *emulator, const char *file, uint32_t line);

typedef struct fftc_finding_side {
    uint32_t workgroup;
    uint32_t invocation;
    uint32_t stage; /* the stage that it was in at the access: since then it may have gone on,
                       and it may be of an earlier workgroup */
    fftc_site_id site;
    bool store;
    bool returned;
} fftc_finding_side;

/* Where the invocation stands. */
static inline fftc_finding_side fftc_finding_side_of(const fftc_invocation *invocation)
{
    fftc_finding_side side = {.workgroup = invocation->emulator->workgroup,
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
