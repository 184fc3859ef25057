/* SPDX-License-Identifier: MIT
 *
 * Scans (running sums and the like) and reductions of arrays on the CPU, by a usual operation or
 * one of yours. Describe, plan once, execute as often as you like:
 *
 *     fftc_scan_description sums = {.length = 1000000, .type = FFTC_SCAN_FLOAT32};
 *     fftc_scan *scan;
 *     if (fftc_scan_create(&sums, NULL, &scan, &error) != FFTC_SUCCESS) puts(error.message);
 *     fftc_scan_execute(scan, src, NULL, dst, NULL);        dst[i] = src[0] + ... + src[i]
 *     fftc_scan_destroy(scan);
 *
 * With o for the operation, the results for x0, x1, x2, ... are
 *
 *     FFTC_INCLUSIVE_SCAN    x0, x0 o x1, x0 o x1 o x2, ...
 *     FFTC_EXCLUSIVE_SCAN    e, x0, x0 o x1, ...            e: the identity
 *     FFTC_REDUCTION         x0 o x1 o x2 ...               e for no items
 *
 * How operands are grouped is fixed (fftcore/kernel/scan_association.h), so that floating-point
 * results have the same bits for any number of threads, from every instruction set and on every
 * device (fftcore/vulkan/scan.h).
 */
#ifndef FFTCORE_SCAN_H
#define FFTCORE_SCAN_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fftc_scan_kind {
    FFTC_INCLUSIVE_SCAN = 0,
    FFTC_EXCLUSIVE_SCAN,
    FFTC_REDUCTION
} fftc_scan_kind;

typedef enum fftc_scan_type {
    FFTC_SCAN_UINT32 = 0,
    FFTC_SCAN_INT32,
    FFTC_SCAN_FLOAT32,
    FFTC_SCAN_UINT64,
    FFTC_SCAN_INT64,
    FFTC_SCAN_FLOAT64
} fftc_scan_type;

typedef enum fftc_scan_operation {
    FFTC_SCAN_SUM = 0, /* identity 0; integers wrap around */
    FFTC_SCAN_PRODUCT, /* identity 1; integers wrap around */
    /* The identity is the largest (smallest) number of the type, of floats infinity. A NaN among
     * the operands gives a NaN; of zeros with different signs, which are equal, the last one is
     * taken. */
    FFTC_SCAN_MIN,
    FFTC_SCAN_MAX,
    FFTC_SCAN_AND, /* of integers; identity: all bits 1 */
    FFTC_SCAN_OR,  /* of integers; identity 0 */
    FFTC_SCAN_XOR, /* of integers; identity 0 */
    FFTC_SCAN_OWN  /* description.own */
} fftc_scan_operation;

#define FFTC_SCAN_OWN_WORDS_MAX 4

/* An associative operation of yours. It need not be commutative: in `earlier` o `later`, all
 * operands of `earlier` come before those of `later`. (If it is associative but for rounding
 * errors, results have the documented grouping.) */
typedef struct fftc_scan_operator {
    uint32_t words; /* of 32 bits in an item, 1 to FFTC_SCAN_OWN_WORDS_MAX; items are aligned to
                       words */
    /* On the CPU: writes `earlier` o `later` to *result, which is neither of them. It is called
     * from the threads of the execution, and must not execute plans. */
    void (*combine)(void *user, const void *earlier, const void *later, void *result);
    void *user;
    /* An item e with e o x = x and x o e = x for every item x, bit by bit. */
    uint32_t identity[FFTC_SCAN_OWN_WORDS_MAX];
    /* On devices: in the dialect, defines
     *
     *     fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
     *
     * where an fftc_scan_value x has the words x.word[0], x.word[1] ... (fftcore/kernel/scan.h). */
    const char *text;
} fftc_scan_operator;

/* What to scan. With nothing but `length` set it means: running sums of uint32_t, out of place. */
typedef struct fftc_scan_description {
    uint64_t length; /* items; may be 0 */
    fftc_scan_kind kind;
    fftc_scan_type type; /* not looked at with FFTC_SCAN_OWN */
    fftc_scan_operation operation;
    fftc_placement placement; /* FFTC_IN_PLACE: src == dst; not for FFTC_REDUCTION */
    fftc_scan_operator own;   /* FFTC_SCAN_OWN; the user pointer is used by executions */
    /* By segments: each is scanned or reduced for itself. An execution is given `heads`, an array
     * of bits: bit i % 32 of word i / 32 is 1 if item i begins a segment. Item 0 does so in any
     * case. FFTC_REDUCTION writes one result for each segment, in their order. */
    bool segmented;
    uint64_t segments; /* segmented FFTC_REDUCTION: how many results dst has room for, at least 1.
                          Further segments are left out, and what remains of dst is not written.
                          0 otherwise */
} fftc_scan_description;

/* How many bytes src, heads and dst have. heads is 0 without segments. Any of the three pointers
 * may be NULL. Statuses are those that fftc_scan_create has for the description. */
FFTC_API fftc_status fftc_scan_bytes(const fftc_scan_description *description, size_t *src,
                                     size_t *heads, size_t *dst, fftc_error *error);

/* An immutable plan: any number of threads may execute one at the same time. It holds no working
 * memory; each thread of an execution takes up to 80 KiB of its stack. */
typedef struct fftc_scan fftc_scan;

/* Plans a scan or a reduction. Of the options, which may be NULL, threads, pool and allocator mean
 * what they mean for transforms; the others are checked, and have no effect. On failure *scan is
 * NULL.
 *
 * FFTC_INVALID_ARGUMENT: `description` or `scan` is NULL; a value is out of its range; AND, OR or
 * XOR of floats; FFTC_SCAN_OWN without `combine`; FFTC_REDUCTION in place; `segments` is 0 and
 * must not be, or is given and must be 0; or what fftc_plan_create says of the options.
 * FFTC_UNSUPPORTED: what it says of FFTCORE_FORCE_ISA. FFTC_TOO_LARGE: an array has more than 2^58
 * items, or does not fit the address space. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_scan_create(const fftc_scan_description *description,
                                      const fftc_plan_options *options, fftc_scan **scan,
                                      fftc_error *error);
/* Releases the plan. Nobody may be executing it. NULL is allowed. */
FFTC_API void fftc_scan_destroy(fftc_scan *scan);

/* Carries the plan out; allocates nothing. src and dst are aligned as their items are. `heads` is
 * NULL unless the plan is segmented. Arrays of no bytes may be NULL.
 *
 * FFTC_INVALID_ARGUMENT: a pointer is NULL that may not be, or `heads` is given to a plan without
 * segments; src == dst out of place, or src != dst in place; an array is not aligned; or dst shares
 * memory with heads or, out of place, with src. Nothing has been written then. There is no other
 * failure. */
FFTC_API fftc_status fftc_scan_execute(const fftc_scan *scan, const void *src,
                                       const uint32_t *heads, void *dst, fftc_error *error);

/* ------------------------------------------------------------------------------------------------
 * How scans are carried out on devices: for fftcore/vulkan/scan.h and fftcore/emulate_scan.h. */

typedef enum fftc_scan_method {
    FFTC_SCAN_METHOD_DEFAULT = 0, /* FFTC_SCAN_METHOD_SEVERAL */
    /* One dispatch reads and writes the array once, by a look-back: workgroups wait for others that
     * were started before them. Vulkan does not promise that these go on; NVIDIA's and AMD's
     * devices let them, as the scans of their makers' libraries rely on (CUB, rocPRIM), and so do
     * drivers that carry shaders out on the CPU. Reductions have no use for it. */
    FFTC_SCAN_METHOD_ONE_PASS,
    FFTC_SCAN_METHOD_SEVERAL /* totals of blocks, a scan of these, then the results */
} fftc_scan_method;

/* Results do not depend on these. A zeroed structure is valid. */
typedef struct fftc_scan_pass_options {
    fftc_scan_method method;
    bool no_subgroups;    /* no subgroup operation, even where the device has them */
    uint32_t items;       /* that an invocation loads at once: 1, 2 or 4; 0: chosen */
    uint32_t invocations; /* of a workgroup: a power of two, 16 to 1024; 0: chosen */
} fftc_scan_pass_options;

#ifdef __cplusplus
}
#endif
#endif
