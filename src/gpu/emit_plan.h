/* SPDX-License-Identifier: MIT
 *
 * A plan that is being written to files.
 */
#ifndef FFTC_GPU_EMIT_PLAN_H
#define FFTC_GPU_EMIT_PLAN_H

#include "device/convolution_plan.h"
#include "gpu/internal.h"

/* The version of descriptions (docs/emitted-plans.md). It grows whenever a program that reads what
 * it knows would misread a description. */
#define FFTC_EMIT_FORMAT 1

typedef struct fftc_emitter {
    const fftc_transform *transform;                 /* of a convolution, the transform of its
                                                        signal */
    const fftc_convolution_description *convolution; /* NULL: a transform */
    double bound;                                    /* of the plan's error */
    const char *part;                                /* "transform", "prepare" or "execute" */
    const char *const *names;                        /* of src and dst */
    const fftc_vulkan_device *device;
    const fftc_vulkan_plan_options *options;
    fftc_vulkan_cache *cache;
    fftc_emitted_plan *emitted;
    fftc_pieces *pieces; /* NULL: none */
    fftc_pass_plan passes;
    uint32_t kernel[FFTC_PASSES_MAX];      /* of each pass */
    const fftc_pass *of[FFTC_PASSES_MAX];  /* a pass of each kernel */
    fftc_digest name[FFTC_PASSES_MAX];     /* of each kernel's shader */
    uint64_t table_first[FFTC_PASSES_MAX]; /* bytes */
    fftc_text json;
    fftc_error *error;
} fftc_emitter;

/* Bytes of a pass's factors: at least one number, so that something can be bound. */
uint64_t fftc_emit_factor_bytes(const fftc_emitter *e, uint32_t pass);

/* Whether src or dst is an array of the user's: a text of theirs may stand for it. */
bool fftc_emit_has_array(const fftc_emitter *e, bool dst);

/* fftc_emit_describe writes the description, fftc_emit_dispatches the part of it about
 * Vulkan. */
fftc_status fftc_emit_describe(fftc_emitter *e);
void fftc_emit_dispatches(fftc_emitter *e);

#endif
