/* SPDX-License-Identifier: MIT
 *
 * The description of a scan (fftcore/scan.h), checked, and what follows from it.
 */
#ifndef FFTC_DESCRIBE_SCAN_REQUEST_H
#define FFTC_DESCRIBE_SCAN_REQUEST_H

#include "fftcore/kernel/scan_association.h"
#include "fftcore/scan.h"

#define FFTC_SCAN_ROW (1u << FFTC_SCAN_ROW_LOG2)
#define FFTC_SCAN_BLOCK (1u << FFTC_SCAN_BLOCK_LOG2)

typedef struct fftc_scan_request {
    fftc_scan_description description;
    uint32_t words;       /* of an item */
    uint32_t identity[4]; /* the words of e; a sum's of floats is -0, which is exact for all x */
    uint32_t shown[4];    /* the words that an exclusive scan shows for e */
    uint64_t src_bytes;
    uint64_t heads_bytes;
    uint64_t dst_bytes;
} fftc_scan_request;

/* Checks, and fills the request. What only one side needs (the own operation's function or its
 * text) is not looked at. */
FFTC_API fftc_status fftc_scan_read(const fftc_scan_description *description,
                                    fftc_scan_request *request, fftc_error *error);

/* Checks the arrays of an execution in the host's memory. */
FFTC_API fftc_status fftc_scan_check_arrays(const fftc_scan_request *request, const void *src,
                                            const uint32_t *heads, const void *dst,
                                            fftc_error *error);

#endif
