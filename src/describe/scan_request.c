/* SPDX-License-Identifier: MIT */
#include "describe/scan_request.h"

#include <stdint.h>
#include <string.h>

#include "support/check.h"
#include "support/error.h"

#define ITEMS_MAX ((uint64_t)1 << 58)

static bool is_float(fftc_scan_type type)
{
    return type == FFTC_SCAN_FLOAT32 || type == FFTC_SCAN_FLOAT64;
}

static uint32_t words_of(fftc_scan_type type)
{
    return type >= FFTC_SCAN_UINT64 ? 2u : 1u;
}

static fftc_status check_own(const fftc_scan_operator *own, fftc_error *error)
{
    if (own->words < 1 || own->words > FFTC_SCAN_OWN_WORDS_MAX) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "own.words is %u: pass 1 to %d",
                         (unsigned)own->words, FFTC_SCAN_OWN_WORDS_MAX);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_operation(const fftc_scan_description *d, fftc_error *error)
{
    if (d->operation < FFTC_SCAN_SUM || d->operation > FFTC_SCAN_OWN) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "operation is %d: pass a value of fftc_scan_operation", (int)d->operation);
    }
    if (d->operation == FFTC_SCAN_OWN) {
        return check_own(&d->own, error);
    }
    if (d->type < FFTC_SCAN_UINT32 || d->type > FFTC_SCAN_FLOAT64) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "type is %d: pass a value of fftc_scan_type",
                         (int)d->type);
    }
    if (is_float(d->type) && d->operation >= FFTC_SCAN_AND) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "operation is AND, OR or XOR and type is a float: pass an integer's type");
    }
    return FFTC_SUCCESS;
}

static fftc_status check_segments(const fftc_scan_description *d, fftc_error *error)
{
    bool counted = d->segmented && d->kind == FFTC_REDUCTION;
    if (counted && d->segments == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "segments is 0: say how many results of a segmented reduction dst has "
                         "room for");
    }
    if (!counted && d->segments != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "segments is %llu: pass 0 unless this is a segmented reduction",
                         (unsigned long long)d->segments);
    }
    return FFTC_SUCCESS;
}

static fftc_status check(const fftc_scan_description *d, fftc_error *error)
{
    if (d->kind < FFTC_INCLUSIVE_SCAN || d->kind > FFTC_REDUCTION) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "kind is %d: pass a value of fftc_scan_kind",
                         (int)d->kind);
    }
    if (d->placement != FFTC_OUT_OF_PLACE && d->placement != FFTC_IN_PLACE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "placement is %d: pass a value of fftc_placement", (int)d->placement);
    }
    if (d->kind == FFTC_REDUCTION && d->placement == FFTC_IN_PLACE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "placement is FFTC_IN_PLACE for a reduction: pass FFTC_OUT_OF_PLACE");
    }
    fftc_status status = check_operation(d, error);
    if (status == FFTC_SUCCESS) {
        status = check_segments(d, error);
    }
    if (status == FFTC_SUCCESS && (d->length > ITEMS_MAX || d->segments > ITEMS_MAX)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "length or segments is more than 2^58 items: scan fewer");
    }
    return status;
}

/* Of a float's 32 or a double's 64 bits. */
static uint64_t float_identity(const fftc_scan_description *d)
{
    bool wide = d->type == FFTC_SCAN_FLOAT64;
    switch (d->operation) {
    case FFTC_SCAN_PRODUCT: return wide ? 0x3ff0000000000000u : 0x3f800000u;
    case FFTC_SCAN_MIN: return wide ? 0x7ff0000000000000u : 0x7f800000u;
    case FFTC_SCAN_MAX: return wide ? 0xfff0000000000000u : 0xff800000u;
    default: return wide ? (uint64_t)1 << 63 : (uint64_t)1 << 31;
    }
}

static uint64_t integer_identity(const fftc_scan_description *d)
{
    bool has_sign = d->type == FFTC_SCAN_INT32 || d->type == FFTC_SCAN_INT64;
    uint64_t sign = (uint64_t)1 << (32 * words_of(d->type) - 1);
    switch (d->operation) {
    case FFTC_SCAN_PRODUCT: return 1;
    case FFTC_SCAN_MIN: return has_sign ? sign - 1 : UINT64_MAX;
    case FFTC_SCAN_MAX: return has_sign ? sign : 0;
    case FFTC_SCAN_AND: return UINT64_MAX;
    default: return 0;
    }
}

static void fill_identity(fftc_scan_request *r)
{
    const fftc_scan_description *d = &r->description;
    if (d->operation == FFTC_SCAN_OWN) {
        memcpy(r->identity, d->own.identity, 4 * r->words);
        memcpy(r->shown, r->identity, sizeof r->shown);
        return;
    }
    uint64_t e = is_float(d->type) ? float_identity(d) : integer_identity(d);
    uint64_t shown = is_float(d->type) && d->operation == FFTC_SCAN_SUM ? 0 : e;
    for (uint32_t i = 0; i < r->words; ++i) {
        r->identity[i] = (uint32_t)(e >> 32 * i);
        r->shown[i] = (uint32_t)(shown >> 32 * i);
    }
}

fftc_status fftc_scan_read(const fftc_scan_description *description, fftc_scan_request *request,
                           fftc_error *error)
{
    if (description == NULL) {
        return fftc_fail_null(error, "description");
    }
    fftc_status status = check(description, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_scan_request r = {.description = *description};
    const fftc_scan_description *d = description;
    r.words = d->operation == FFTC_SCAN_OWN ? d->own.words : words_of(d->type);
    r.src_bytes = d->length * 4 * r.words;
    r.heads_bytes = d->segmented ? (d->length + 31) / 32 * 4 : 0;
    r.dst_bytes =
        d->kind != FFTC_REDUCTION ? r.src_bytes : (d->segmented ? d->segments : 1) * 4 * r.words;
    if (r.src_bytes > SIZE_MAX || r.dst_bytes > SIZE_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "an array does not fit the address space: scan fewer items");
    }
    fill_identity(&r);
    *request = r;
    return FFTC_SUCCESS;
}

static fftc_status check_overlap(const fftc_scan_request *q, const void *src, const uint32_t *heads,
                                 const void *dst, fftc_error *error)
{
    bool in_place = q->description.placement == FFTC_IN_PLACE;
    uintptr_t d = (uintptr_t)dst;
    uintptr_t s = (uintptr_t)src;
    uintptr_t h = (uintptr_t)heads;
    bool with_src = !in_place && q->src_bytes != 0 && s < d + q->dst_bytes && d < s + q->src_bytes;
    bool with_heads = q->heads_bytes != 0 && h < d + q->dst_bytes && d < h + q->heads_bytes;
    if (q->dst_bytes != 0 && (with_src || with_heads)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst shares memory with %s: pass arrays that are apart",
                         with_src ? "src" : "heads");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_scan_check_arrays(const fftc_scan_request *q, const void *src,
                                   const uint32_t *heads, const void *dst, fftc_error *error)
{
    const fftc_scan_description *d = &q->description;
    size_t unit = (size_t)4 * (d->operation == FFTC_SCAN_OWN ? 1 : q->words);
    if ((src == NULL && q->src_bytes != 0) || (dst == NULL && q->dst_bytes != 0)) {
        return fftc_fail_null(error, src == NULL && q->src_bytes != 0 ? "src" : "dst");
    }
    if (heads == NULL && q->heads_bytes != 0) {
        return fftc_fail_null(error, "heads");
    }
    if (heads != NULL && !d->segmented) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "heads is given, but the plan has no segments: pass NULL");
    }
    if ((uintptr_t)src % unit != 0 || (uintptr_t)dst % unit != 0 || (uintptr_t)heads % 4 != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "an array is not aligned: align src and dst to %d bytes and heads to 4",
                         (int)unit);
    }
    if (q->src_bytes != 0 && d->kind != FFTC_REDUCTION) {
        fftc_status status =
            fftc_check_same_arrays(src == dst, d->placement == FFTC_IN_PLACE, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return check_overlap(q, src, heads, dst, error);
}
