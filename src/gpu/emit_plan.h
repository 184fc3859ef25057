/* SPDX-License-Identifier: MIT
 *
 * A plan that is being written to files.
 */
#ifndef FFTC_GPU_EMIT_PLAN_H
#define FFTC_GPU_EMIT_PLAN_H

#include "device/bloom_plan.h"
#include "gpu/internal.h"

/* The version of descriptions (docs/emitted-plans.md). It grows whenever a program that reads what
 * it knows would misread a description. */
#define FFTC_EMIT_FORMAT 1

/* An extra of the kernels, as the description calls it. */
typedef struct fftc_emitted_extra {
    const char *name;
    const char *use;    /* of a buffer */
    uint64_t bytes;     /* of a buffer; 0: it is the user's affair */
    const char *format; /* of a picture; NULL: it is the user's affair */
    const char *access;
} fftc_emitted_extra;

typedef struct fftc_emitter {
    const fftc_transform *transform;                 /* of a convolution, the transform of its
                                                        signal */
    const fftc_convolution_description *convolution; /* NULL: a transform, or a bloom */
    const fftc_bloom_request *bloom;                 /* NULL: none */
    fftc_bloom_edges edges;                          /* of the bloom */
    double bound;                                    /* of the plan's error */
    const char *part;                                /* "transform", "prepare" or "execute" */
    const char *const *names;                        /* of src and dst */
    const fftc_vulkan_device *device;
    const fftc_vulkan_plan_options *options;
    fftc_vulkan_cache *cache;
    fftc_emitted_plan *emitted;
    fftc_pieces *pieces; /* NULL: none */
    fftc_emitted_extra extra[FFTC_EXTRAS_MAX];
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

/* Puts what every device of Vulkan 1.1 has in place of NULL, and checks limits that are given. */
fftc_status fftc_emit_device(const fftc_vulkan_device **device, fftc_error *error);

/* Begins an emission; `own`: its accessors are the library's. fftc_emit_finish frees `e`. */
fftc_status fftc_emit_start(const fftc_transform *transform, const fftc_vulkan_device *device,
                            const fftc_vulkan_plan_options *options, fftc_vulkan_cache *cache,
                            bool own, fftc_emitter *e);
void fftc_emit_finish(fftc_emitter *e);

/* Whether options and precision are as emissions want them. */
fftc_status fftc_emit_check(const fftc_emitter *e);

/* The limits of the device's passes. */
fftc_pass_limits fftc_emit_limits(const fftc_emitter *e);

/* Emits all passes of e->passes. */
fftc_status fftc_emit_passes(fftc_emitter *e);

/* fftc_emit_describe writes the description, fftc_emit_dispatches the part of it about Vulkan,
 * fftc_emit_describe_bloom what is computed and where a bloom has its numbers. */
fftc_status fftc_emit_describe(fftc_emitter *e);
void fftc_emit_dispatches(fftc_emitter *e);
void fftc_emit_describe_bloom(fftc_emitter *e);

/* ", "name": [4, 5]" */
void fftc_emit_numbers(fftc_emitter *e, const char *name, const uint64_t *numbers, int count);

#endif
