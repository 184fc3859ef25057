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
    FFTC_SCHEDULE_INDEPENDENT_LANES, /* seeded; a shuffle that no sync orders reads whatever the
                                        lane holds now */
    FFTC_SCHEDULE_SIMT /* in order, each one event, and a lane that has come to where branches meet
                          waits for the others of its subgroup, as on devices whose lanes share a
                          program counter: a lock that two lanes of a subgroup spin for is never
                          released there */
} fftc_schedule;
#define FFTC_SCHEDULE_COUNT 7

/* "lock-step", "round-robin", ...; NULL if there is no such schedule. */
FFTC_API const char *fftc_schedule_name(fftc_schedule schedule);

typedef enum fftc_finding_kind {
    /* Two accesses to a shared word, one a store, that no barrier orders. */
    FFTC_FINDING_RACE_SHARED = 0,
    FFTC_FINDING_RACE_MEMORY,      /* two such accesses to accessor memory, inside one dispatch */
    FFTC_FINDING_BARRIER_DIVERGED, /* a workgroup's barrier that not all reach, since some have
                                      returned or wait at another one (by dynamic instance: another
                                      call, or another iteration) */
    FFTC_FINDING_SHUFFLE_INACTIVE, /* the lane read is elsewhere, has returned, or does not exist */
    FFTC_FINDING_SHUFFLE_UNORDERED, /* independent lanes only: no barrier or sync since this lane's
                                       last shuffle says that the lane read has arrived */
    FFTC_FINDING_UNINITIALIZED,     /* a shared word that nothing has written; also an element of
                                       accessor memory, if the configuration says so */
    FFTC_FINDING_OUT_OF_BOUNDS,     /* shared or accessor memory; also a store to read-only memory,
                                       and a value of another size than the memory's elements */
    FFTC_FINDING_STACK_OVERFLOW, /* an invocation had used three quarters of its stack at an event,
                                    and was ended there */
    FFTC_FINDING_ENDLESS, /* the limit of events was reached, and the run was ended there: a finding
                             for each place where invocations stood. If workgroups had not been
                             started, which may be what these waited for, the second party is the
                             first of those */
    FFTC_FINDING_UNDEFINED,   /* FFTC_EMULATE_POISON reaches a store or an address */
    FFTC_FINDING_NOT_COHERENT /* shaders only, if need_coherent says so: a load of what another
                                 workgroup has stored, in order, but in a buffer or an image that
                                 is not coherent, so that a device may load what was there before */
} fftc_finding_kind;
#define FFTC_FINDING_KIND_COUNT 11

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
    bool returned;  /* true if the invocation has returned from the kernel: `site` is what it did
                      last, with file NULL if it did nothing */
    bool atomic;    /* an atomic operation; `store` if it writes */
    bool unstarted; /* of its workgroup nothing has run yet */
} fftc_party;

/* As an address: there is no index, `memory` is the name of one number. Only shaders have such. */
#define FFTC_NO_INDEX UINT64_MAX

typedef struct fftc_finding {
    fftc_finding_kind kind;
    /* Name of the memory, "shared" for workgroup memory; NULL if none is involved. */
    const char *memory;
    uint64_t address; /* word of shared memory, element of accessor memory */
    fftc_party first;
    fftc_party second; /* if the finding has one side only, site.file is NULL, and it is neither
                          `returned` nor `unstarted` */
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
    uint64_t collectives;  /* other operations of a subgroup */
    uint64_t atomics;      /* by invocations; each is also a load or a store of what follows */
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

/* The order in which workgroups start. */
typedef enum fftc_workgroup_order {
    FFTC_WORKGROUPS_IN_ORDER = 0,
    FFTC_WORKGROUPS_REVERSED,
    FFTC_WORKGROUPS_SHUFFLED /* by the seed */
} fftc_workgroup_order;
#define FFTC_WORKGROUP_ORDER_COUNT 3

/* What operations of a subgroup may rely on after a branch that its lanes took differently. */
typedef enum fftc_reconvergence {
    FFTC_RECONVERGENCE_MAXIMAL = 0, /* lanes meet again where the branches do
                                       (VK_KHR_shader_maximal_reconvergence) */
    FFTC_RECONVERGENCE_NONE /* lanes that parted at an operation of the subgroup stay apart until
                               the next barrier or sync */
} fftc_reconvergence;

/* Which memory accesses an atomic operation orders: nothing, those after it, those before it. */
typedef enum fftc_memory_order {
    FFTC_ORDER_RELAXED = 0,
    FFTC_ORDER_ACQUIRE = 1,
    FFTC_ORDER_RELEASE = 2,
    FFTC_ORDER_ACQUIRE_RELEASE = 3
} fftc_memory_order;

/* Among whom. */
typedef enum fftc_memory_scope {
    FFTC_SCOPE_INVOCATION = 0,
    FFTC_SCOPE_SUBGROUP,
    FFTC_SCOPE_WORKGROUP,
    FFTC_SCOPE_DEVICE
} fftc_memory_scope;

/* What an atomic operation does with the old number and its operand; each returns the old one. */
typedef enum fftc_atomic_operation {
    FFTC_ATOMIC_LOAD = 0,
    FFTC_ATOMIC_STORE,
    FFTC_ATOMIC_EXCHANGE,
    FFTC_ATOMIC_COMPARE_EXCHANGE, /* stores if the old number is the one expected */
    FFTC_ATOMIC_ADD,
    FFTC_ATOMIC_SUB,
    FFTC_ATOMIC_AND,
    FFTC_ATOMIC_OR,
    FFTC_ATOMIC_XOR,
    FFTC_ATOMIC_MIN, /* of unsigned numbers */
    FFTC_ATOMIC_MAX,
    FFTC_ATOMIC_SIGNED_MIN,
    FFTC_ATOMIC_SIGNED_MAX,
    FFTC_ATOMIC_FLOAT_ADD, /* of float and double, by their bits */
    FFTC_ATOMIC_FLOAT_MIN,
    FFTC_ATOMIC_FLOAT_MAX
} fftc_atomic_operation;

/* Operations of a subgroup. Lanes that are not at the operation have no part in it. */
typedef enum fftc_collective_operation {
    FFTC_COLLECTIVE_ELECT = 0, /* 1 in the first lane that is there, 0 in others */
    FFTC_COLLECTIVE_ALL,       /* of truth values, 0 or not */
    FFTC_COLLECTIVE_ANY,
    FFTC_COLLECTIVE_ALL_EQUAL,       /* by `type`: floats compare as floats do */
    FFTC_COLLECTIVE_BALLOT,          /* result[0], result[1]: a bit for each lane, 64 each */
    FFTC_COLLECTIVE_BROADCAST,       /* of lane `lane`, the same in all */
    FFTC_COLLECTIVE_BROADCAST_FIRST, /* of the first lane that is there */
    FFTC_COLLECTIVE_SHUFFLE,         /* of lane `lane` */
    FFTC_COLLECTIVE_SHUFFLE_XOR,     /* of the own lane ^ `lane` */
    FFTC_COLLECTIVE_SHUFFLE_UP,      /* of the own lane - `lane` */
    FFTC_COLLECTIVE_SHUFFLE_DOWN,
    FFTC_COLLECTIVE_REDUCE,    /* in clusters of `cluster` lanes, or of all if it is 0 */
    FFTC_COLLECTIVE_INCLUSIVE, /* scans */
    FFTC_COLLECTIVE_EXCLUSIVE,
    FFTC_COLLECTIVE_QUAD_BROADCAST, /* of lane `lane`, 0 .. 3, of the quad */
    FFTC_COLLECTIVE_QUAD_SWAP       /* of the quad's own lane ^ `lane`: 1 horizontal, 2 vertical,
                                       3 diagonal */
} fftc_collective_operation;

typedef enum fftc_collective_arithmetic {
    FFTC_ARITHMETIC_ADD = 0,
    FFTC_ARITHMETIC_MUL,
    FFTC_ARITHMETIC_MIN,
    FFTC_ARITHMETIC_MAX,
    FFTC_ARITHMETIC_AND, /* of bits; of truth values if these are 0 and 1 */
    FFTC_ARITHMETIC_OR,
    FFTC_ARITHMETIC_XOR
} fftc_collective_arithmetic;

typedef enum fftc_collective_type {
    FFTC_TYPE_UINT = 0,
    FFTC_TYPE_INT,
    FFTC_TYPE_FLOAT
} fftc_collective_type;

/* What an observer of the caller's own sees. */
typedef enum fftc_event_kind {
    FFTC_EVENT_LOAD = 0,
    FFTC_EVENT_STORE,
    FFTC_EVENT_WORKGROUP_BARRIER,
    FFTC_EVENT_SUBGROUP_BARRIER,
    FFTC_EVENT_SHUFFLE,
    FFTC_EVENT_STAGE,
    FFTC_EVENT_EXIT,
    FFTC_EVENT_ATOMIC,
    FFTC_EVENT_FENCE,
    FFTC_EVENT_COLLECTIVE, /* an operation of a subgroup that is no shuffle */
    FFTC_EVENT_RENDEZVOUS
} fftc_event_kind;

typedef struct fftc_event {
    fftc_event_kind kind;
    uint32_t workgroup;
    uint32_t invocation;
    uint32_t stage;
    fftc_site site;
    const fftc_memory *memory; /* NULL for the words of shared memory */
    uint64_t address;          /* element, word, or lane read by a shuffle */
} fftc_event;

typedef struct fftc_observer {
    void (*observe)(void *user, const fftc_event *event);
    void *user;
} fftc_observer;

/* A zeroed configuration plus workgroup_size is valid.
 *
 * Of workgroups and dispatches in two and three dimensions, workgroup_size and workgroup_count are
 * the extents along x. Invocations and workgroups are numbered with x first, then y, then z.
 *
 * `resident_workgroups` of them run at one time, interleaved as the schedule says, and each of
 * these goes on sooner or later, whatever the others wait for. The next one, in `workgroup_order`,
 * starts when one of them has ended. This is what devices promise: a workgroup may wait for one
 * that has started, but not for one that has not, which would be FFTC_FINDING_ENDLESS. */
typedef struct fftc_emulation {
    uint32_t workgroup_size;  /* 1 .. 4096 together with _y and _z */
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
    uint32_t workgroup_size_y; /* 0 means 1, here and in the next three */
    uint32_t workgroup_size_z;
    uint32_t workgroup_count_y;
    uint32_t workgroup_count_z;
    uint32_t resident_workgroups; /* 0 means 1; with at most 16384 invocations together */
    fftc_workgroup_order workgroup_order;
    fftc_reconvergence reconvergence;
    /* Shared memory beside the words, as arrays with names, types and bounds of their own
     * (fftc_shared_load); of each, `data` is ignored. */
    const fftc_memory *shared_arrays;
    uint32_t shared_array_count;
    /* NULL, or for each of `memories`: it holds nothing at the start of a run, so that a load of an
     * element that the run has not written is FFTC_FINDING_UNINITIALIZED. */
    const bool *uninitialized;
    bool allow_same_stores; /* two stores of one value to one place are no race */
    bool need_coherent;     /* FFTC_FINDING_NOT_COHERENT is looked for */
    uint64_t event_limit; /* a run ends with findings when it has made so many; 0 means 2^30, which
                             is some ten seconds */
} fftc_emulation;

typedef struct fftc_emulator fftc_emulator;

/* The configuration is copied, the memories' data is not. Not thread-safe for one emulator;
 * different emulators are independent and may run on different threads. On failure *emulator is
 * NULL.
 *
 * FFTC_INVALID_ARGUMENT: `config` or `emulator` is NULL; workgroup_size, subgroup_size, schedule,
 * workgroup_order, reconvergence, observers, bank_count or bank_bytes is out of its range;
 * memory_count is more than 65535, not 0 with `memories` NULL, or 0 with others; a memory has
 * element_bytes 0, or data NULL with elements; shared_arrays likewise; or the allocator has
 * `release` alone.
 * FFTC_TOO_LARGE: a memory has 2^48 elements or more, or it or a stack does not fit the address
 * space; shared memory has more than 2^31 bytes; the dispatch has more than 2^32 - 1 workgroups;
 * resident_workgroups has more than 16384 invocations. FFTC_OUT_OF_MEMORY: for tables, observers or
 * stacks; the message says which. */
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

/* --- one call for all schedules --------------------------------------------------------------- */

/* What fftc_emulation_run_all varies and compares. NULL and zeros mean the defaults. */
typedef struct fftc_variations {
    const uint32_t *subgroup_sizes; /* NULL: 8, 16, 32, 64 */
    uint32_t subgroup_size_count;
    uint32_t schedules; /* or-ed 1u << fftc_schedule; 0: all */
    uint32_t seeds;     /* of the schedules that have one; 0: 2 */
    /* Compared as memories are: results that the kernel leaves elsewhere. */
    void *result;
    size_t result_bytes;
    fftc_finding *findings; /* to be filled; NULL: only `message` */
    size_t findings_limit;
} fftc_variations;

typedef struct fftc_run_all_report {
    uint64_t runs;
    uint64_t events;
    uint64_t finding_count; /* over all runs, repeats included */
    size_t findings_listed; /* distinct ones, in fftc_variations.findings */
    uint64_t differences;   /* runs whose results are not those of the first */
    char message[640];      /* one line: what was found first; empty if all is well */
} fftc_run_all_report;

/* Runs a kernel on every schedule, seeds and subgroup sizes, and if there are several workgroups,
 * in three orders of which two interleave them. Each run begins with what the memories (and
 * `result`) hold at the call; afterwards they hold what the first run left. A unit test of a kernel
 * is this call and a look at `message`.
 *
 * Of `config`, subgroup_size, schedule, seed, resident_workgroups and workgroup_order are not used.
 * Without an event_limit the first run has the default, and each other one 64 times the events of
 * the first, and a million. `variations` may be NULL.
 *
 * FFTC_INVALID_ARGUMENT: `kernel` or `report` is NULL, `variations` has a size that is no subgroup
 * size, a schedule that does not exist, subgroup_sizes NULL with a count, or result NULL with
 * bytes; and what fftc_emulator_create refuses, with its other statuses. FFTC_OUT_OF_MEMORY: for
 * copies of the memories. */
FFTC_API fftc_status fftc_emulation_run_all(const fftc_emulation *config,
                                            void (*kernel)(void *user), void *user,
                                            const fftc_variations *variations,
                                            fftc_run_all_report *report, fftc_error *error);

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

/* `line` has the line in its low 20 bits, and above them a number that tells two calls on one line
 * apart (the macros below count calls); it may be 0. */
FFTC_API uint32_t fftc_emulate_invocation_index(void);
FFTC_API uint32_t fftc_emulate_workgroup_index(void);
FFTC_API uint32_t fftc_emulate_subgroup_size(void);
FFTC_API uint32_t fftc_emulate_subgroup_lane(void);
FFTC_API uint32_t fftc_emulate_local_id(uint32_t axis);
FFTC_API uint32_t fftc_emulate_workgroup_id(uint32_t axis);
FFTC_API uint32_t fftc_emulate_workgroup_size(uint32_t axis);
FFTC_API uint32_t fftc_emulate_workgroup_count(uint32_t axis);
FFTC_API void *fftc_emulate_private(void);
FFTC_API void fftc_emulate_workgroup_barrier(const char *file, uint32_t line);
FFTC_API void fftc_emulate_workgroup_barrier_buffers(const char *file, uint32_t line);
FFTC_API void fftc_emulate_subgroup_barrier(const char *file, uint32_t line);
FFTC_API void fftc_emulate_subgroup_sync(const char *file, uint32_t line);
/* XOR, UP or DOWN; *word is brought, and becomes what was read. */
FFTC_API void fftc_emulate_shuffle(fftc_collective_operation operation, uint64_t *word,
                                   uint32_t lane, const char *file, uint32_t line);
FFTC_API void fftc_emulate_shared_set(uint32_t index, const uint32_t *word, const char *file,
                                      uint32_t line);
FFTC_API void fftc_emulate_shared_get(uint32_t index, uint32_t *word, const char *file,
                                      uint32_t line);
FFTC_API void fftc_emulate_memory_load(uint32_t memory, uint64_t index, void *value, size_t bytes,
                                       const char *file, uint32_t line);
FFTC_API void fftc_emulate_memory_store(uint32_t memory, uint64_t index, const void *value,
                                        size_t bytes, const char *file, uint32_t line);
FFTC_API void fftc_emulate_shared_load(uint32_t array, uint64_t index, void *value, size_t bytes,
                                       const char *file, uint32_t line);
FFTC_API void fftc_emulate_shared_store(uint32_t array, uint64_t index, const void *value,
                                        size_t bytes, const char *file, uint32_t line);
FFTC_API uint32_t fftc_emulate_shared_atomic(fftc_atomic_operation operation, uint32_t index,
                                             uint32_t word, uint32_t expected, const char *file,
                                             uint32_t line);
FFTC_API uint64_t fftc_emulate_memory_atomic(fftc_atomic_operation operation, uint32_t memory,
                                             uint64_t index, uint64_t value, uint64_t expected,
                                             fftc_memory_order order, const char *file,
                                             uint32_t line);
/* `bits` of a number: 8, 16, 32, 64; floats 16 (where the compiler has them), 32, 64. `lane` is
 * what the operation says, or the cluster's size; of FFTC_COLLECTIVE_BALLOT it is which 64
 * lanes. */
FFTC_API uint64_t fftc_emulate_collective(fftc_collective_operation operation,
                                          fftc_collective_arithmetic arithmetic,
                                          fftc_collective_type type, uint32_t bits, uint64_t value,
                                          uint32_t lane, const char *file, uint32_t line);
FFTC_API uint32_t fftc_emulate_ballot(bool condition, uint32_t word, const char *file,
                                      uint32_t line);
FFTC_API void fftc_emulate_fence(const char *file, uint32_t line);
FFTC_API void fftc_emulate_reconverge(const char *file, uint32_t line);
FFTC_API void fftc_emulate_loop_begin(const char *file, uint32_t line);
FFTC_API void fftc_emulate_loop_next(void);
FFTC_API void fftc_emulate_loop_end(void);
FFTC_API void fftc_emulate_stage_enter(uint32_t stage, const char *file, uint32_t line);
FFTC_API void fftc_emulate_accessor_enter(const char *file, uint32_t line);
FFTC_API void fftc_emulate_accessor_leave(void);

/* Here, so that none of the library's frames is left while others run: of several returns the
 * processor would predict none, since each invocation is at another place. */
static inline uint32_t fftc_emulated_shuffle(fftc_collective_operation operation, uint32_t word,
                                             uint32_t lane, const char *file, uint32_t line)
{
    uint64_t value = word;
    fftc_emulate_shuffle(operation, &value, lane, file, line);
    return (uint32_t)value;
}

static inline void fftc_emulated_shared_set(uint32_t index, uint32_t word, const char *file,
                                            uint32_t line)
{
    fftc_emulate_shared_set(index, &word, file, line);
}

static inline uint32_t fftc_emulated_shared_get(uint32_t index, const char *file, uint32_t line)
{
    uint32_t word;
    fftc_emulate_shared_get(index, &word, file, line);
    return word;
}

#ifdef __cplusplus
}
#endif

/* The place of a call: line, and a number for each call in the source. */
#define FFTC_HERE \
    __FILE__, ((uint32_t)__LINE__ & 0xfffffu) | ((uint32_t)(__COUNTER__ & 0xfff) << 20)

/* The names that kernel/workgroup.h declares, with the meaning that it gives them. As they are
 * macros here, its functions are never called and need no definition. Include this header before
 * the kernel's (but after kernel/precision.h). */
#define fftc_invocation_index() fftc_emulate_invocation_index()
#define fftc_workgroup_index() fftc_emulate_workgroup_index()
#define fftc_local_id(axis) fftc_emulate_local_id(axis)
#define fftc_workgroup_id(axis) fftc_emulate_workgroup_id(axis)
#define fftc_workgroup_size(axis) fftc_emulate_workgroup_size(axis)
#define fftc_workgroup_count(axis) fftc_emulate_workgroup_count(axis)
#define fftc_subgroup_size() fftc_emulate_subgroup_size()
#define fftc_subgroup_lane() fftc_emulate_subgroup_lane()
#define fftc_workgroup_barrier() fftc_emulate_workgroup_barrier(FFTC_HERE)
#define fftc_workgroup_barrier_buffers() fftc_emulate_workgroup_barrier_buffers(FFTC_HERE)
#define fftc_subgroup_barrier() fftc_emulate_subgroup_barrier(FFTC_HERE)
#define fftc_subgroup_sync() fftc_emulate_subgroup_sync(FFTC_HERE)
#define fftc_subgroup_shuffle_xor(word, mask) FFTC_SHUFFLE(XOR, word, mask)
#define fftc_subgroup_shuffle_up(word, delta) FFTC_SHUFFLE(UP, word, delta)
#define fftc_subgroup_shuffle_down(word, delta) FFTC_SHUFFLE(DOWN, word, delta)
#define FFTC_SHUFFLE(operation, word, lane) \
    fftc_emulated_shuffle(FFTC_COLLECTIVE_SHUFFLE_##operation, (word), (lane), FFTC_HERE)
#define fftc_shared_set(index, word) fftc_emulated_shared_set((index), (word), FFTC_HERE)
#define fftc_shared_get(index) fftc_emulated_shared_get((index), FFTC_HERE)

#define fftc_shared_atomic_add(index, word) FFTC_SHARED_ATOMIC(ADD, index, word, 0)
#define fftc_shared_atomic_min(index, word) FFTC_SHARED_ATOMIC(MIN, index, word, 0)
#define fftc_shared_atomic_max(index, word) FFTC_SHARED_ATOMIC(MAX, index, word, 0)
#define fftc_shared_atomic_and(index, word) FFTC_SHARED_ATOMIC(AND, index, word, 0)
#define fftc_shared_atomic_or(index, word) FFTC_SHARED_ATOMIC(OR, index, word, 0)
#define fftc_shared_atomic_xor(index, word) FFTC_SHARED_ATOMIC(XOR, index, word, 0)
#define fftc_shared_atomic_exchange(index, word) FFTC_SHARED_ATOMIC(EXCHANGE, index, word, 0)
#define fftc_shared_atomic_compare(index, expected, word) \
    FFTC_SHARED_ATOMIC(COMPARE_EXCHANGE, index, word, expected)
#define FFTC_SHARED_ATOMIC(operation, index, word, expected) \
    fftc_emulate_shared_atomic(FFTC_ATOMIC_##operation, (index), (word), (expected), FFTC_HERE)
#define fftc_buffer_fence() fftc_emulate_fence(FFTC_HERE)

#define fftc_subgroup_elect() FFTC_COLLECTIVE(ELECT, ADD, 0, 0)
#define fftc_subgroup_all(condition) FFTC_COLLECTIVE(ALL, ADD, (condition) != 0, 0)
#define fftc_subgroup_any(condition) FFTC_COLLECTIVE(ANY, ADD, (condition) != 0, 0)
#define fftc_subgroup_ballot(condition, word) \
    fftc_emulate_ballot((condition) != 0, (word), FFTC_HERE)
#define fftc_subgroup_shuffle(word, lane) FFTC_COLLECTIVE(SHUFFLE, ADD, word, lane)
#define fftc_subgroup_broadcast(word, lane) FFTC_COLLECTIVE(BROADCAST, ADD, word, lane)
#define fftc_subgroup_broadcast_first(word) FFTC_COLLECTIVE(BROADCAST_FIRST, ADD, word, 0)
#define fftc_subgroup_add(word) FFTC_COLLECTIVE(REDUCE, ADD, word, 0)
#define fftc_subgroup_min(word) FFTC_COLLECTIVE(REDUCE, MIN, word, 0)
#define fftc_subgroup_max(word) FFTC_COLLECTIVE(REDUCE, MAX, word, 0)
#define fftc_subgroup_and(word) FFTC_COLLECTIVE(REDUCE, AND, word, 0)
#define fftc_subgroup_or(word) FFTC_COLLECTIVE(REDUCE, OR, word, 0)
#define fftc_subgroup_xor(word) FFTC_COLLECTIVE(REDUCE, XOR, word, 0)
#define fftc_subgroup_inclusive_add(word) FFTC_COLLECTIVE(INCLUSIVE, ADD, word, 0)
#define fftc_subgroup_exclusive_add(word) FFTC_COLLECTIVE(EXCLUSIVE, ADD, word, 0)
#define fftc_subgroup_clustered_add(word, lanes) FFTC_COLLECTIVE(REDUCE, ADD, word, lanes)
#define FFTC_COLLECTIVE(operation, arithmetic, word, lane)                                        \
    ((uint32_t)fftc_emulate_collective(FFTC_COLLECTIVE_##operation, FFTC_ARITHMETIC_##arithmetic, \
                                       FFTC_TYPE_UINT, 32, (uint32_t)(word), (lane), FFTC_HERE))

/* This invocation's private_bytes, zeroed at the start; aligned to 16. Ordinary static variables
 * are shared by all invocations. */
#define fftc_private() fftc_emulate_private()

/* Accessor memory: element `index` of the configuration's memory number `memory`, copied to or from
 * *value. */
#define fftc_memory_load(memory, index, value) \
    fftc_emulate_memory_load((memory), (index), (value), sizeof *(value), FFTC_HERE)
#define fftc_memory_store(memory, index, value) \
    fftc_emulate_memory_store((memory), (index), (value), sizeof *(value), FFTC_HERE)

/* Shared array number `array` of the configuration, with bounds of its own. */
#define fftc_shared_load(array, index, value) \
    fftc_emulate_shared_load((array), (index), (value), sizeof *(value), FFTC_HERE)
#define fftc_shared_store(array, index, value) \
    fftc_emulate_shared_store((array), (index), (value), sizeof *(value), FFTC_HERE)

/* An fftc_atomic_operation on element `index` of accessor memory `memory`, whose elements have 4 or
 * 8 bytes (1 and 2 will do, too), with the scope of the device. Returns what was there before.
 *
 * A value that one workgroup hands to another, as decoupled look-back does:
 *
 *     fftc_memory_store(SUMS, group, &sum);                             // one of them: first data,
 *     fftc_memory_atomic(STORE, FLAGS, group, 1, FFTC_ORDER_RELEASE);   // then the flag
 *
 * while (fftc_memory_atomic(LOAD, FLAGS, before, 0, FFTC_ORDER_ACQUIRE) == 0) { }
 * // the other: first the flag, fftc_memory_load(SUMS, before, &sum);
 * // then data
 *
 * If many invocations wrote the data, a fftc_workgroup_barrier_buffers comes before the release; if
 * many read it, one comes after the acquire. Run it with resident_workgroups of 2 and more, and in
 * all orders of workgroups: a workgroup may wait only for those that have started, so that kernels
 * take their numbers from an atomic counter, not from fftc_workgroup_index(). */
#define fftc_memory_atomic(operation, memory, index, value, order)                              \
    fftc_emulate_memory_atomic(FFTC_ATOMIC_##operation, (memory), (index), (value), 0, (order), \
                               FFTC_HERE)
/* Stores `value` if `expected` is there. */
#define fftc_memory_atomic_compare(memory, index, expected, value, order)                \
    fftc_emulate_memory_atomic(FFTC_ATOMIC_COMPARE_EXCHANGE, (memory), (index), (value), \
                               (expected), (order), FFTC_HERE)

/* Marks, which change nothing but what the emulator knows of control flow. Where lanes wait it
 * takes the order of source lines for the order of a program, which is right but for loops: in one
 * with operations of the subgroup or barriers in a branch (a "waterfall" loop is one), say which
 * iteration a lane is in:
 *
 *     fftc_loop_begin();
 *     for (...) {
 *         fftc_loop_next();
 *         ...
 *     }
 *     fftc_loop_end();
 *
 * fftc_reconverge(), where branches meet, makes lanes wait for one another under
 * FFTC_SCHEDULE_SIMT. Calls are marked by FFTC_AT_CALLER. In GLSL the marks are nothing. */
#undef fftc_loop_begin
#undef fftc_loop_next
#undef fftc_loop_end
#undef fftc_reconverge
#define fftc_loop_begin() fftc_emulate_loop_begin(FFTC_HERE)
#define fftc_loop_next() fftc_emulate_loop_next()
#define fftc_loop_end() fftc_emulate_loop_end()
#define fftc_reconverge() fftc_emulate_reconverge(FFTC_HERE)

/* What follows is counted for `stage`, 0 .. FFTC_STAGE_LIMIT - 1. */
#ifndef FFTC_RENAME
#define fftc_stage_enter(stage) fftc_emulate_stage_enter((stage), FFTC_HERE)
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
        fftc_emulate_accessor_enter(FFTC_HERE);            \
        FFTC_AT_CALLER_AUTO fftc_at_caller_value = (call); \
        fftc_emulate_accessor_leave();                     \
        fftc_at_caller_value;                              \
    })
#define FFTC_AT_CALLER_VOID(call) \
    (fftc_emulate_accessor_enter(FFTC_HERE), (call), fftc_emulate_accessor_leave())

/* The accessors of the shipped kernels, wrapped in this way. With kernel/precision.h their names
 * are macros already and stay as they are: findings then name the line inside the accessor. */
#ifndef FFTC_RENAME
#define fftc_get(index) FFTC_AT_CALLER(fftc_get(index))
#define fftc_set(index, value) FFTC_AT_CALLER_VOID(fftc_set(index, value))
#define fftc_twiddle_get(index) FFTC_AT_CALLER(fftc_twiddle_get(index))
#define fftc_mirror_get(index) FFTC_AT_CALLER(fftc_mirror_get(index))
#endif

#endif
