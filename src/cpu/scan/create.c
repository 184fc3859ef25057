/* SPDX-License-Identifier: MIT
 *
 * Planning a scan: the request, the engine, and whether results pass by the caches.
 */
#include <stdlib.h>

#include "cpu/allocate.h"
#include "cpu/isa.h"
#include "cpu/plan/options.h"
#include "cpu/plan/plan.h"
#include "cpu/scan/scan.h"
#include "support/check.h"
#include "support/error.h"

fftc_status fftc_scan_bytes(const fftc_scan_description *description, size_t *src, size_t *heads,
                            size_t *dst, fftc_error *error)
{
    fftc_scan_request request;
    fftc_status status = fftc_scan_read(description, &request, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (src != NULL) {
        *src = (size_t)request.src_bytes;
    }
    if (heads != NULL) {
        *heads = (size_t)request.heads_bytes;
    }
    if (dst != NULL) {
        *dst = (size_t)request.dst_bytes;
    }
    return fftc_succeed(error);
}

static fftc_status create(const fftc_scan_description *description, const fftc_plan_options *given,
                          fftc_scan **scan, fftc_error *error)
{
    fftc_scan_request request;
    fftc_plan_options options;
    const char *isa;
    fftc_status status = fftc_scan_read(description, &request, error);
    if (status == FFTC_SUCCESS && description->operation == FFTC_SCAN_OWN &&
        description->own.combine == NULL) {
        status = fftc_fail_null(error, "own.combine");
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_options_read(given, 0, &options, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_isa_select(&isa, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_scan *made = fftc_allocate(options.allocator, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a scan's plan");
    }
    made->request = request;
    made->engine = description->operation == FFTC_SCAN_OWN
                       ? &fftc_scan_own_engine
                       : fftc_scan_engine_of(isa, description->type, description->operation);
    made->allocator = options.allocator != NULL ? *options.allocator : (fftc_allocator){0};
    made->crew = fftc_crew_of(options.pool);
    made->threads = options.threads > 1 ? options.threads : 1;
    made->nontemporal = description->operation != FFTC_SCAN_OWN &&
                        description->kind != FFTC_REDUCTION &&
                        description->placement == FFTC_OUT_OF_PLACE &&
                        request.src_bytes + request.dst_bytes >= fftc_traffic_least_bytes();
    *scan = made;
    return fftc_succeed(error);
}

fftc_status fftc_scan_create(const fftc_scan_description *description,
                             const fftc_plan_options *options, fftc_scan **scan, fftc_error *error)
{
    if (scan == NULL) {
        return fftc_fail_no_place(error, "scan");
    }
    *scan = NULL;
    return create(description, options, scan, error);
}

void fftc_scan_destroy(fftc_scan *scan)
{
    if (scan != NULL) {
        fftc_allocator allocator = scan->allocator;
        fftc_release(&allocator, scan);
    }
}
