/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a scan on a device (kernel/scan_block.h), as plain data: what src/gpu records
 * and the emulator runs.
 */
#ifndef FFTC_DEVICE_SCAN_PLAN_H
#define FFTC_DEVICE_SCAN_PLAN_H

#include "describe/scan_request.h"

typedef struct fftc_scan_limits {
    uint32_t invocations_max;
    uint32_t shared_bytes;
    uint32_t subgroup_size; /* lanes that full subgroups have; 0: none can be asked for */
} fftc_scan_limits;

typedef enum fftc_scan_role {
    FFTC_SCAN_ROLE_CLEAR = 0, /* the words of the look-back */
    FFTC_SCAN_ROLE_PASS,      /* everything, by a look-back */
    FFTC_SCAN_ROLE_REDUCE,    /* totals of blocks */
    FFTC_SCAN_ROLE_FINISH,    /* results of blocks */
    FFTC_SCAN_ROLE_PUT        /* the result of a reduction, from a total */
} fftc_scan_role;

/* What a shader is made of. */
typedef struct fftc_scan_key {
    fftc_scan_role role;
    bool of_totals; /* the array is totals in scratch, which are replaced */
    uint32_t words; /* of a value */
    uint32_t exact; /* FFTC_SCAN_EXACT */
    uint32_t items_log2;
    uint32_t workgroup_log2;
    uint32_t subgroup_log2;
} fftc_scan_key;

/* Numbers that are pushed; places in words of scratch. */
typedef struct fftc_scan_numbers {
    uint32_t length; /* items of the array; CLEAR: words */
    uint32_t blocks;
    uint32_t first_block; /* of a dispatch that a device cannot do at once */
    uint32_t array_at;    /* of_totals */
    uint32_t totals_at;   /* PASS: the words of the look-back, behind the counter */
    uint32_t has_before;  /* FINISH: totals tell what is before a block */
    uint32_t segments;
} fftc_scan_numbers;

typedef struct fftc_scan_dispatch {
    fftc_scan_key key;
    fftc_scan_numbers numbers;
    uint32_t workgroups;
} fftc_scan_dispatch;

#define FFTC_SCAN_DISPATCHES_MAX 8

typedef struct fftc_scan_plan {
    fftc_scan_request request;
    uint32_t count;
    fftc_scan_dispatch dispatch[FFTC_SCAN_DISPATCHES_MAX];
    uint64_t scratch_words;
} fftc_scan_plan;

/* Words of workgroup memory. */
FFTC_API uint32_t fftc_scan_shared_words(const fftc_scan_key *key);

FFTC_API fftc_status fftc_scan_plan_make(const fftc_scan_request *request,
                                         const fftc_scan_pass_options *options,
                                         const fftc_scan_limits *limits, fftc_scan_plan *plan,
                                         fftc_error *error);

#endif
