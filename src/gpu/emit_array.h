/* SPDX-License-Identifier: MIT
 *
 * A scan, finite differences or classic FFTs that are being written to files: kernels and
 * dispatches that bind up to FFTC_BOUND_BUFFERS_MAX whole buffers.
 */
#ifndef FFTC_GPU_EMIT_ARRAY_H
#define FFTC_GPU_EMIT_ARRAY_H

#include "gpu/buffers.h"

#define FFTC_EMIT_KERNELS_MAX 8u

/* By the number of its descriptor. A dispatch may give the numbers other buffers. */
typedef struct fftc_array_buffer {
    const char *name;
    const char *use;
    uint64_t bytes; /* 0: there is none */
} fftc_array_buffer;

typedef struct fftc_array_kernel {
    uint32_t invocations;
    uint32_t shared_bytes;
    bool float64;
} fftc_array_kernel;

typedef struct fftc_array_emitter {
    const fftc_vulkan_device *device;
    fftc_emitted_plan *emitted;
    const fftc_array_buffer *buffer; /* FFTC_BOUND_BUFFERS_MAX */
    uint32_t push_bytes;
    fftc_digest name[FFTC_EMIT_KERNELS_MAX];
    fftc_text kernels;    /* parts of the description */
    fftc_text dispatches; /* so far */
    fftc_text json;
    fftc_error *error;
} fftc_array_emitter;

/* Adds the program's shader, unless it is there already, and gives its number. */
fftc_status fftc_emit_array_kernel(fftc_array_emitter *e, const fftc_program *program,
                                   const fftc_array_kernel *kernel, uint32_t *number);

/* A dispatch of kernel `number`, in as many parts as the device's limit requires. Number
 * `first_word` of the push constants is the first workgroup. bound[i] is the buffer that is
 * descriptor i. */
typedef struct fftc_array_dispatch {
    uint32_t number;
    uint32_t workgroups;
    const uint32_t *push;
    uint32_t first_word;
    uint32_t descriptors;
    uint32_t bound[FFTC_BOUND_BUFFERS_MAX];
    uint32_t written; /* descriptors that it writes, which it also may read */
} fftc_array_dispatch;

void fftc_emit_array_dispatch(fftc_array_emitter *e, const fftc_array_dispatch *dispatch);

/* Finishes the description, of which `what` is said first. Frees all but what was emitted, and on
 * failure that, too. */
fftc_status fftc_emit_array_finish(fftc_array_emitter *e, fftc_status status, const char *part,
                                   const fftc_text *what);

#endif
