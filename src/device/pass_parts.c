/* SPDX-License-Identifier: MIT */
#include "device/pass_parts.h"

#include "describe/real_layout.h"

/* Beyond this many parts, recordings would have too many commands. */
#define PARTS_MAX 4096

fftc_transform fftc_pass_parts_transform(const fftc_transform *transform, uint64_t transforms)
{
    fftc_transform part = *transform;
    part.batch = transforms;
    return part;
}

/* Parts begin where arrays may begin: at a whole complex number, so that pairs of real ones and
 * words of halves stay together. */
static bool begins_well(fftc_precision precision, const uint64_t bytes[2])
{
    uint64_t unit = 2 * fftc_precision_bytes(precision);
    return bytes[0] % unit == 0 && bytes[1] % unit == 0;
}

/* Loops may have become part of the batch (layout_loops.c); a transform then is several of its
 * steps. */
static void set_bytes(const fftc_layout *layout, uint64_t batch, fftc_pass_parts *parts)
{
    uint64_t steps = parts->transforms * (layout->batch.length / batch);
    parts->bytes[FFTC_PLACE_SRC] =
        steps * layout->batch.src * fftc_storage_item(layout->src_storage);
    parts->bytes[FFTC_PLACE_DST] =
        steps * layout->batch.dst * fftc_storage_item(layout->dst_storage);
}

fftc_status fftc_pass_parts_make(const fftc_transform *transform, const fftc_pass_limits *limits,
                                 bool divide, fftc_pass_plan *plan, fftc_pass_parts *parts,
                                 fftc_error *error)
{
    fftc_layout layout;
    fftc_status whole = fftc_pass_plan_make(transform, limits, plan, error);
    *parts = (fftc_pass_parts){.count = 1};
    if (whole == FFTC_SUCCESS) {
        parts->transforms = transform->batch != 0 ? transform->batch : 1;
    }
    if (whole != FFTC_TOO_LARGE || !divide || limits->load || limits->store ||
        fftc_layout_read(transform, &layout, NULL) != FFTC_SUCCESS) {
        return whole;
    }
    uint64_t batch = transform->batch;
    uint64_t most = 1;
    while (2 * most < batch) {
        most *= 2;
    }
    for (parts->transforms = most; batch > 1 && parts->transforms > batch / PARTS_MAX;
         parts->transforms /= 2) {
        fftc_transform part = fftc_pass_parts_transform(transform, parts->transforms);
        set_bytes(&layout, batch, parts);
        if (begins_well(transform->precision, parts->bytes) &&
            fftc_pass_plan_make(&part, limits, plan, NULL) == FFTC_SUCCESS) {
            parts->count = batch / parts->transforms;
            parts->left = batch % parts->transforms;
            return FFTC_SUCCESS;
        }
    }
    return whole; /* the message of the undivided plan stays */
}
