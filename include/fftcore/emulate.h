/* SPDX-License-Identifier: MIT
 *
 * The emulator: a kernel as workgroups on the CPU, one fiber per invocation, and a report of
 * everything it did wrong.
 *
 * Include this header before any kernel header. It takes the place of kernel/workgroup.h: the same
 * names, as macros that also tell the emulator the source line. A kernel is then a C function:
 *
 *     static void transpose(void *user) { ... fftc_shared_set(i, word); fftc_workgroup_barrier();
 * ... }
 *
 *     fftc_emulation config = {.workgroup_size = 64, .subgroup_size = 32, .shared_words = 64};
 *     fftc_emulator *emulator;
 *     fftc_emulator_create(&config, &emulator, NULL);
 *     fftc_emulator_run(emulator, transpose, NULL, &report, NULL);
 */
#ifndef FFTCORE_EMULATE_H
#define FFTCORE_EMULATE_H

#include <stdbool.h>

#include "fftcore/fftcore.h"
#include "fftcore/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who runs next. Every correct kernel gives the same result under each. "Event" is any access to
 * memory, barrier or shuffle. */
typedef enum fftc_schedule {
    FFTC_SCHEDULE_ROUND_ROBIN = 0, /* in order, each until it must wait */
    FFTC_SCHEDULE_LOCK_STEP,       /* in order, each one event */
    FFTC_SCHEDULE_REVERSE,         /* last to first, each until it must wait */
    FFTC_SCHEDULE_RANDOM,          /* seeded choice after every event */
    FFTC_SCHEDULE_AHEAD, /* one seeded invocation runs ahead as far as it can, then the rest */
    FFTC_SCHEDULE_INDEPENDENT_LANES /* seeded; a shuffle that no sync orders reads whatever the lane
                                       holds now */
} fftc_schedule;
#define FFTC_SCHEDULE_COUNT 6

/* "lock-step", "round-robin", ...; NULL if there is no such schedule. */
FFTC_API const char *fftc_schedule_name(fftc_schedule schedule);

typedef enum fftc_finding_kind {
    FFTC_FINDING_RACE_SHARED =
        0, /* two accesses to a shared word, one a store, that no barrier orders */
    FFTC_FINDING_RACE_MEMORY,      /* the same on accessor memory, inside one dispatch */
    FFTC_FINDING_BARRIER_DIVERGED, /* not reached by all, or at different calls */
    FFTC_FINDING_SHUFFLE_INACTIVE, /* the lane read is elsewhere, has returned, or does not exist */
    FFTC_FINDING_SHUFFLE_UNORDERED, /* the lane read has not arrived or has moved on: no sync before
                                       the shuffle */
    FFTC_FINDING_UNINITIALIZED,     /* a shared word that nothing has written */
    FFTC_FINDING_OUT_OF_BOUNDS,     /* shared or accessor memory */
    FFTC_FINDING_STACK_OVERFLOW     /* the kernel used more stack than a fiber has */
} fftc_finding_kind;
#define FFTC_FINDING_KIND_COUNT 8

FFTC_API const char *fftc_finding_kind_name(fftc_finding_kind kind);

/* A place in the kernel's source. file is NULL where there is none. */
typedef struct fftc_site {
    const char *file;
    uint32_t line;
} fftc_site;

/* One side of a finding. */
typedef struct fftc_party {
    uint32_t workgroup;
    uint32_t invocation;
    fftc_site site;
    bool store;
} fftc_party;

typedef struct fftc_finding {
    fftc_finding_kind kind;
    const char
        *memory; /* name of the memory, "shared" for workgroup memory; NULL if none is involved */
    uint64_t address; /* word of shared memory, element of accessor memory */
    fftc_party first;
    fftc_party second; /* site.file is NULL if the finding has one side only */
    uint32_t stage;    /* the last fftc_stage_enter of the first party; 0 without */
    fftc_schedule schedule;
    uint64_t seed;
    uint64_t repeats; /* further findings of the same kind at the same two sites, not listed */
} fftc_finding;

/* One line for people: what, where, who, both source lines, and how to replay it. Returns
 * snprintf's result. */
FFTC_API int fftc_finding_format(const fftc_finding *finding, char *text, size_t bytes);

/* Counts of one stage, or of a whole dispatch, over all workgroups. Barriers and shuffles count
 * calls that a workgroup or subgroup made together, not invocations. */
typedef struct fftc_counts {
    uint64_t workgroup_barriers;
    uint64_t subgroup_barriers; /* subgroup_barrier and subgroup_sync */
    uint64_t shuffles;
    uint64_t shared_loads; /* words */
    uint64_t shared_stores;
    uint64_t bank_conflicts; /* extra rounds a banked memory needs, summed over subgroup accesses */
    uint64_t memory_loads;   /* elements */
    uint64_t memory_stores;
    uint64_t transactions;       /* sectors touched, summed over subgroup accesses */
    uint64_t transactions_ideal; /* the fewest that could carry the same bytes */
} fftc_counts;

#define FFTC_STAGE_LIMIT 32

typedef struct fftc_report {
    uint64_t finding_count; /* all that were found, listed or not */
    size_t findings_listed;
    const fftc_finding
        *findings; /* owned by the emulator, valid until its next run or its destruction */
    fftc_counts total;
    fftc_counts stage[FFTC_STAGE_LIMIT]; /* by fftc_stage_enter; stage 0 holds what comes before the
                                            first */
    uint64_t events;
} fftc_report;

/* Observers, to be or-ed. Execution is safe without any: an access out of bounds loads zero and
 * stores nothing. */
enum {
    FFTC_OBSERVE_RACES = 1,
    FFTC_OBSERVE_UNINITIALIZED = 2,
    FFTC_OBSERVE_BOUNDS = 4,
    FFTC_OBSERVE_SYNCHRONIZATION = 8, /* divergence and shuffles */
    FFTC_OBSERVE_COUNTS = 16,
    FFTC_OBSERVE_ALL = 31,
    FFTC_OBSERVE_NONE = 0x100 /* zero means all: a forgotten field should not hide findings */
};

/* Accessor memory: a buffer that kernels reach through fftc_memory_load and fftc_memory_store. */
typedef struct fftc_memory {
    const char *name;
    void *data;
    size_t element_bytes;
    uint64_t element_count;
    bool read_only;
} fftc_memory;

/* What an observer of the caller's own sees. */
typedef enum fftc_event_kind {
    FFTC_EVENT_LOAD = 0,
    FFTC_EVENT_STORE,
    FFTC_EVENT_WORKGROUP_BARRIER,
    FFTC_EVENT_SUBGROUP_BARRIER,
    FFTC_EVENT_SHUFFLE,
    FFTC_EVENT_STAGE,
    FFTC_EVENT_EXIT
} fftc_event_kind;

typedef struct fftc_event {
    fftc_event_kind kind;
    uint32_t workgroup;
    uint32_t invocation;
    uint32_t stage;
    fftc_site site;
    const fftc_memory *memory; /* NULL for shared memory */
    uint64_t address;          /* element, word, or lane read by a shuffle */
} fftc_event;

typedef struct fftc_observer {
    void (*observe)(void *user, const fftc_event *event);
    void *user;
} fftc_observer;

/* A zeroed configuration plus workgroup_size is valid. */
typedef struct fftc_emulation {
    uint32_t workgroup_size;  /* 1 .. 4096 */
    uint32_t subgroup_size;   /* a power of two, 1 .. 128; 0 means 32 */
    uint32_t workgroup_count; /* 0 means 1 */
    uint32_t shared_words;
    fftc_schedule schedule;
    uint64_t seed;
    uint32_t observers;
    uint32_t private_bytes;  /* zeroed storage of each invocation, see fftc_private */
    uint32_t stack_bytes;    /* of each fiber; 0 means 64 KiB */
    uint32_t bank_count;     /* 0 means 32, of bank_bytes each */
    uint32_t bank_bytes;     /* 0 means 4 */
    uint32_t sector_bytes;   /* 0 means 32 */
    uint32_t findings_limit; /* how many are listed; 0 means 64 */
    const fftc_memory *memories;
    uint32_t memory_count;
    fftc_observer observer; /* observe may be NULL */
    const fftc_allocator *allocator;
} fftc_emulation;

typedef struct fftc_emulator fftc_emulator;

/* The configuration is copied, the memories' data is not. Not thread-safe for one emulator;
 * different emulators are independent and may run on different threads. */
FFTC_API fftc_status fftc_emulator_create(const fftc_emulation *config, fftc_emulator **emulator,
                                          fftc_error *error);
FFTC_API void fftc_emulator_destroy(fftc_emulator *emulator);

/* Runs the kernel for every invocation of every workgroup; to be called as often as you like. A
 * finding is not a failure: the status is FFTC_SUCCESS and the report has it. `report` may be NULL.
 */
FFTC_API fftc_status fftc_emulator_run(fftc_emulator *emulator, void (*kernel)(void *user),
                                       void *user, fftc_report *report, fftc_error *error);

/* The reference FFT in the emulator: as fftc_workgroup_fft_simd, any subgroup size. From `config`
 * (may be NULL) schedule, seed, observers, limits and banks are taken, the rest follows from `fft`.
 * `report` may be NULL; the findings it lists are copied to `findings`, at most findings_limit of
 * them. */
FFTC_API fftc_status fftc_workgroup_fft_emulate(const fftc_workgroup_fft *fft,
                                                const fftc_emulation *config, void *data,
                                                void *stages, fftc_report *report,
                                                fftc_finding *findings, size_t findings_limit,
                                                fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
