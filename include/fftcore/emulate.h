/* SPDX-License-Identifier: MIT
 *
 * The emulator: a kernel as workgroups on the CPU, one fiber per invocation, and a report of
 * everything it did wrong.
 *
 * Include this header before any kernel header (but after kernel/precision.h). It takes the place
 * of kernel/workgroup.h: the same names, as macros that also tell the emulator the source line;
 * they are at the end of this file. A kernel is then a C function:
 *
 *     static void reverse(void *user)
 *     {
 *         uint32_t i = fftc_invocation_index();
 *         fftc_shared_set(i, i * i);
 *         fftc_workgroup_barrier();
 *         ((uint32_t *)user)[i] = fftc_shared_get(63 - i);
 *     }
 *
 *     fftc_emulation config = {.workgroup_size = 64, .subgroup_size = 32, .shared_words = 64};
 *     fftc_emulator *emulator;
 *     fftc_emulator_create(&config, &emulator, NULL);
 *     fftc_emulator_run(emulator, reverse, result, &report, NULL);
 *
 * Invocations take turns on one thread, workgroups run one after the other. Two accesses that no
 * barrier orders are a race whether or not the schedule at hand makes them collide, so that one run
 * finds every race of the control flow that it takes.
 */
#ifndef FFTCORE_EMULATE_H
#define FFTCORE_EMULATE_H

#include <stdbool.h>

#include "fftcore/fftcore.h"
#include "fftcore/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the emulator chooses the invocation that runs next. A correct kernel gives the same result
 * under every schedule. An "event" is an access to memory, a barrier or a shuffle. */
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
    /* Two accesses to a shared word, one a store, that no barrier orders. */
    FFTC_FINDING_RACE_SHARED = 0,
    FFTC_FINDING_RACE_MEMORY,      /* two such accesses to accessor memory, inside one dispatch */
    FFTC_FINDING_BARRIER_DIVERGED, /* not reached by all, or at different calls; an invocation that
                                      has returned does not reach a workgroup's barrier, while a
                                      subgroup's does without it */
    FFTC_FINDING_SHUFFLE_INACTIVE, /* the lane read is elsewhere, has returned, or does not exist */
    FFTC_FINDING_SHUFFLE_UNORDERED, /* independent lanes only: no barrier or sync since this lane's
                                       last shuffle says that the lane read has arrived */
    FFTC_FINDING_UNINITIALIZED,     /* a shared word that nothing has written */
    FFTC_FINDING_OUT_OF_BOUNDS,     /* shared or accessor memory; also a store to read-only memory,
                                       and a value of another size than the memory's elements */
    FFTC_FINDING_STACK_OVERFLOW /* an invocation had used three quarters of its stack at an event,
                                   and was ended there */
} fftc_finding_kind;
#define FFTC_FINDING_KIND_COUNT 8

/* "shared-race", "barrier-diverged", ...; NULL if there is no such kind. */
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
    uint32_t subgroup;
    uint32_t lane;
    fftc_site site;
    bool store;
    bool returned; /* true if the invocation has returned from the kernel: `site` is what it did
                      last, with file NULL if it did nothing */
} fftc_party;

typedef struct fftc_finding {
    fftc_finding_kind kind;
    /* Name of the memory, "shared" for workgroup memory; NULL if none is involved. */
    const char *memory;
    uint64_t address; /* word of shared memory, element of accessor memory */
    fftc_party first;
    fftc_party second; /* if the finding has one side only, site.file is NULL, and not returned */
    uint32_t stage;    /* the first party's last fftc_stage_enter before its access; 0 if there
                          was none */
    fftc_schedule schedule;
    uint64_t seed;
    uint64_t repeats; /* further findings of this kind at these two sites, which are not listed */
} fftc_finding;

/* One line for people: what, where, who, both source lines, and how to replay it. Returns
 * snprintf's result. */
FFTC_API int fftc_finding_format(const fftc_finding *finding, char *text, size_t bytes);

/* Counts of one stage, or of a whole dispatch, over all workgroups. A barrier or shuffle that a
 * workgroup or subgroup makes together counts once, not once for each invocation.
 *
 * Bank conflicts and transactions are counted by requests. A request is what the lanes of one
 * subgroup access together: the n-th access of each lane since the last barrier or sync. Subgroups
 * of more than 32 lanes make a request for each 32. If a lane is more than 65536 accesses ahead of
 * another one of its subgroup, each of its accesses is a request of its own. */
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
    /* Owned by the emulator, valid until its next run or its destruction. */
    const fftc_finding *findings;
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
    const char *name; /* must outlive the findings */
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
    uint32_t shared_words;    /* 0: none, so that each access to them is a finding */
    fftc_schedule schedule;
    uint64_t seed;
    uint32_t observers;
    uint32_t private_bytes;  /* zeroed storage of each invocation, see fftc_private */
    uint32_t stack_bytes;    /* of each fiber; less than 16 KiB means 16 KiB, 0 means 64 KiB */
    uint32_t bank_count;     /* 0 means 32, at most 64; of bank_bytes each */
    uint32_t bank_bytes;     /* a multiple of 4; 0 means 4 */
    uint32_t sector_bytes;   /* 0 means 32; counted as if memories began at one */
    uint32_t findings_limit; /* how many are listed; 0 means 64 */
    const fftc_memory *memories;
    uint32_t memory_count;
    fftc_observer observer; /* observe may be NULL */
    const fftc_allocator *allocator;
} fftc_emulation;

typedef struct fftc_emulator fftc_emulator;

/* The configuration is copied, the memories' data is not. Not thread-safe for one emulator;
 * different emulators are independent and may run on different threads. On failure *emulator is
 * NULL.
 *
 * FFTC_INVALID_ARGUMENT: `config` or `emulator` is NULL; workgroup_size, subgroup_size, schedule,
 * observers, bank_count or bank_bytes is out of its range; memory_count is more than 65535, not 0
 * with `memories` NULL, or 0 with others; a memory has element_bytes 0, or data NULL with elements;
 * or the allocator has `release` alone.
 * FFTC_TOO_LARGE: a memory has 2^48 elements or more, or it or a stack does not fit the address
 * space. FFTC_OUT_OF_MEMORY: for tables, observers or stacks; the message says which. */
FFTC_API fftc_status fftc_emulator_create(const fftc_emulation *config, fftc_emulator **emulator,
                                          fftc_error *error);
/* Releases the emulator. NULL is allowed. */
FFTC_API void fftc_emulator_destroy(fftc_emulator *emulator);

/* Sets the schedule of the following runs. This is cheaper than another emulator, since stacks stay
 * mapped. FFTC_INVALID_ARGUMENT if the emulator is NULL or running, or there is no such
 * schedule. */
FFTC_API fftc_status fftc_emulator_set_schedule(fftc_emulator *emulator, fftc_schedule schedule,
                                                uint64_t seed, fftc_error *error);

/* Runs the kernel for every invocation of every workgroup; to be called as often as you like. A
 * finding is not a failure: the status is FFTC_SUCCESS and the report has it. `report` may be NULL.
 *
 * FFTC_INVALID_ARGUMENT: `emulator` or `kernel` is NULL, or this emulator is running already (a
 * kernel that runs kernels needs another one). Nothing has been run or reported then. There is no
 * other failure. */
FFTC_API fftc_status fftc_emulator_run(fftc_emulator *emulator, void (*kernel)(void *user),
                                       void *user, fftc_report *report, fftc_error *error);

/* Runs the reference FFT in the emulator. `fft`, `data` and `stages` are those of
 * fftc_workgroup_fft_simd (fftcore/reference.h), but any subgroup size will do.
 *
 * `config` may be NULL. Of its members these are used: schedule, seed, observers, findings_limit,
 * banks, sector_bytes, observer, allocator, and stack_bytes if there is an observer. Its
 * subgroup_size is used, too, and must be at least 2^subgroup_log2; 0 means 2^subgroup_log2, or 32
 * for a kernel without subgroup operations. All others follow from `fft` and are ignored. Findings
 * call the memories "data" and "twiddles".
 *
 * `report` may be NULL. Its findings are copied to `findings`, at most findings_limit of them, and
 * report->findings points there, since the emulator is gone after the call.
 *
 * FFTC_INVALID_ARGUMENT, FFTC_TOO_LARGE: what fftc_workgroup_fft_check or fftc_emulator_create
 * refuses; also if `data` is NULL, if `findings` is NULL and findings_limit not 0, or if
 * subgroup_size is less than 2^subgroup_log2. FFTC_UNSUPPORTED: half precision, if the compiler
 * that built the library has no _Float16. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_workgroup_fft_emulate(const fftc_workgroup_fft *fft,
                                                const fftc_emulation *config, void *data,
                                                void *stages, fftc_report *report,
                                                fftc_finding *findings, size_t findings_limit,
                                                fftc_error *error);

/* --- for kernels -------------------------------------------------------------------------------
 *
 * Outside of a run these functions do nothing and give 0. The names to call are the macros
 * below. */

/* What a shuffle gives where its result is undefined, and what shared memory holds at the start
 * of a workgroup: as a float it is not a number. */
#define FFTC_EMULATE_POISON 0x7fc5a5a5u

FFTC_API uint32_t fftc_emulate_invocation_index(void);
FFTC_API uint32_t fftc_emulate_workgroup_index(void);
FFTC_API uint32_t fftc_emulate_subgroup_size(void);
FFTC_API uint32_t fftc_emulate_subgroup_lane(void);
FFTC_API void *fftc_emulate_private(void);
FFTC_API void fftc_emulate_workgroup_barrier(const char *file, uint32_t line);
FFTC_API void fftc_emulate_workgroup_barrier_buffers(const char *file, uint32_t line);
FFTC_API void fftc_emulate_subgroup_barrier(const char *file, uint32_t line);
FFTC_API void fftc_emulate_subgroup_sync(const char *file, uint32_t line);
FFTC_API uint32_t fftc_emulate_shuffle_xor(uint32_t word, uint32_t mask, const char *file,
                                           uint32_t line);
FFTC_API uint32_t fftc_emulate_shuffle_up(uint32_t word, uint32_t delta, const char *file,
                                          uint32_t line);
FFTC_API uint32_t fftc_emulate_shuffle_down(uint32_t word, uint32_t delta, const char *file,
                                            uint32_t line);
FFTC_API void fftc_emulate_shared_set(uint32_t index, uint32_t word, const char *file,
                                      uint32_t line);
FFTC_API uint32_t fftc_emulate_shared_get(uint32_t index, const char *file, uint32_t line);
FFTC_API void fftc_emulate_memory_load(uint32_t memory, uint64_t index, void *value, size_t bytes,
                                       const char *file, uint32_t line);
FFTC_API void fftc_emulate_memory_store(uint32_t memory, uint64_t index, const void *value,
                                        size_t bytes, const char *file, uint32_t line);
FFTC_API void fftc_emulate_stage_enter(uint32_t stage, const char *file, uint32_t line);
FFTC_API void fftc_emulate_accessor_enter(const char *file, uint32_t line);
FFTC_API void fftc_emulate_accessor_leave(void);

#ifdef __cplusplus
}
#endif

/* The names that kernel/workgroup.h declares, with the meaning that it gives them. As they are
 * macros here, its functions are never called and need no definition. Include this header before
 * the kernel's (but after kernel/precision.h). */
#define fftc_invocation_index() fftc_emulate_invocation_index()
#define fftc_workgroup_index() fftc_emulate_workgroup_index()
#define fftc_subgroup_size() fftc_emulate_subgroup_size()
#define fftc_subgroup_lane() fftc_emulate_subgroup_lane()
#define fftc_workgroup_barrier() fftc_emulate_workgroup_barrier(__FILE__, __LINE__)
#define fftc_workgroup_barrier_buffers() fftc_emulate_workgroup_barrier_buffers(__FILE__, __LINE__)
#define fftc_subgroup_barrier() fftc_emulate_subgroup_barrier(__FILE__, __LINE__)
#define fftc_subgroup_sync() fftc_emulate_subgroup_sync(__FILE__, __LINE__)
#define fftc_subgroup_shuffle_xor(word, mask) \
    fftc_emulate_shuffle_xor((word), (mask), __FILE__, __LINE__)
#define fftc_subgroup_shuffle_up(word, delta) \
    fftc_emulate_shuffle_up((word), (delta), __FILE__, __LINE__)
#define fftc_subgroup_shuffle_down(word, delta) \
    fftc_emulate_shuffle_down((word), (delta), __FILE__, __LINE__)
#define fftc_shared_set(index, word) fftc_emulate_shared_set((index), (word), __FILE__, __LINE__)
#define fftc_shared_get(index) fftc_emulate_shared_get((index), __FILE__, __LINE__)

/* This invocation's private_bytes, zeroed at the start; aligned to 16. Ordinary static variables
 * are shared by all invocations. */
#define fftc_private() fftc_emulate_private()

/* Accessor memory: element `index` of the configuration's memory number `memory`, copied to or from
 * *value. */
#define fftc_memory_load(memory, index, value) \
    fftc_emulate_memory_load((memory), (index), (value), sizeof *(value), __FILE__, __LINE__)
#define fftc_memory_store(memory, index, value) \
    fftc_emulate_memory_store((memory), (index), (value), sizeof *(value), __FILE__, __LINE__)

/* What follows is counted for `stage`, 0 .. FFTC_STAGE_LIMIT - 1. */
#ifndef FFTC_RENAME
#define fftc_stage_enter(stage) fftc_emulate_stage_enter((stage), __FILE__, __LINE__)
#endif

/* Wraps the call of an accessor, so that findings name the line of the call and not the line inside
 * the accessor that accesses memory. For an accessor of your own called my_load, write
 *
 *     #define my_load(index) FFTC_AT_CALLER(my_load(index))
 *
 * or FFTC_AT_CALLER_VOID if it returns nothing. This macro must not replace the name where the
 * function itself is defined: define my_load before the macro, or with its name in parentheses, as
 * FFTC_ACCESSOR does. If one accessor calls another, findings name the outermost call. */
#ifdef __cplusplus
#define FFTC_AT_CALLER_AUTO auto
#else
#define FFTC_AT_CALLER_AUTO __auto_type
#endif
#define FFTC_AT_CALLER(call)                               \
    __extension__({                                        \
        fftc_emulate_accessor_enter(__FILE__, __LINE__);   \
        FFTC_AT_CALLER_AUTO fftc_at_caller_value = (call); \
        fftc_emulate_accessor_leave();                     \
        fftc_at_caller_value;                              \
    })
#define FFTC_AT_CALLER_VOID(call) \
    (fftc_emulate_accessor_enter(__FILE__, __LINE__), (call), fftc_emulate_accessor_leave())

/* The accessors of the shipped kernels, wrapped in this way. With kernel/precision.h their names
 * are macros already and stay as they are: findings then name the line inside the accessor. */
#ifndef FFTC_RENAME
#define fftc_get(index) FFTC_AT_CALLER(fftc_get(index))
#define fftc_set(index, value) FFTC_AT_CALLER_VOID(fftc_set(index, value))
#define fftc_twiddle_get(index) FFTC_AT_CALLER(fftc_twiddle_get(index))
#define fftc_mirror_get(index) FFTC_AT_CALLER(fftc_mirror_get(index))
#endif

#endif
