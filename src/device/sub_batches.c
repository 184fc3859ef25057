/* SPDX-License-Identifier: MIT */
#include "device/sub_batches.h"

#include "describe/real_layout.h"

/* With more sub-batches than this, recordings would have too many commands. */
#define SUB_BATCHES_MAX 4096

fftc_transform fftc_sub_batch_transform(const fftc_transform *transform, uint64_t transforms)
{
    fftc_transform sub_batch = *transform;
    sub_batch.batch = transforms;
    return sub_batch;
}

/* Sub-batches begin where arrays may begin: at a whole complex number, so that pairs of real ones
 * and words of halves stay together. */
static bool begins_well(fftc_precision precision, const uint64_t bytes[2])
{
    uint64_t unit = 2 * fftc_precision_bytes(precision);
    return bytes[0] % unit == 0 && bytes[1] % unit == 0;
}

/* Loops may have become part of the batch (layout_loops.c); a transform then is several of its
 * steps. */
static void set_bytes(const fftc_layout *layout, uint64_t batch, fftc_sub_batches *sub)
{
    uint64_t steps = sub->transforms * (layout->batch.length / batch);
    sub->bytes[FFTC_PLACE_SRC] = steps * layout->batch.src * fftc_storage_item(layout->src_storage);
    sub->bytes[FFTC_PLACE_DST] = steps * layout->batch.dst * fftc_storage_item(layout->dst_storage);
}

fftc_status fftc_sub_batches_make(const fftc_transform *transform, const fftc_pass_limits *limits,
                                  bool divide, fftc_pass_plan *plan, fftc_sub_batches *sub,
                                  fftc_error *error)
{
    fftc_layout layout;
    fftc_status whole = fftc_pass_plan_make(transform, limits, plan, error);
    *sub = (fftc_sub_batches){.count = 1};
    if (whole == FFTC_SUCCESS) {
        sub->transforms = transform->batch != 0 ? transform->batch : 1;
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
    for (sub->transforms = most; batch > 1 && sub->transforms > batch / SUB_BATCHES_MAX;
         sub->transforms /= 2) {
        fftc_transform sub_batch = fftc_sub_batch_transform(transform, sub->transforms);
        set_bytes(&layout, batch, sub);
        if (begins_well(transform->precision, sub->bytes) &&
            fftc_pass_plan_make(&sub_batch, limits, plan, NULL) == FFTC_SUCCESS) {
            sub->count = batch / sub->transforms;
            sub->left = batch % sub->transforms;
            return FFTC_SUCCESS;
        }
    }
    return whole; /* the message of the undivided plan stays */
}
