/* SPDX-License-Identifier: MIT
 *
 * Transforms on Vulkan devices: planned once, recorded into command buffers of yours. Part of
 * fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_PLAN_H
#define FFTCORE_VULKAN_PLAN_H

#include <stdbool.h>
#include <vulkan/vulkan_core.h>

#include "fftcore/device.h"
#include "fftcore/fftcore.h"
#include "fftcore/vulkan/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A transform described as for the CPU, recorded into command buffers of your own:
 *
 *     fftc_transform transform = {.length = {4096}, .batch = 1000};
 *     fftc_vulkan_plan *plan;
 *     fftc_vulkan_plan_create(context, &transform, NULL, &plan, &error);
 *     fftc_vulkan_buffers buffers = {.src = {.buffer = a}, .dst = {.buffer = b}};
 *     fftc_vulkan_plan_record(plan, commands, &buffers, &error);
 *
 * fftc_vulkan_plan_bytes tells how many bytes a and b must have, and how many buffers.scratch needs
 * (0: none; with options.own_scratch the plan brings it). examples/transform_device.c in fftcore's
 * sources is a whole program.
 *
 * Everything that an fftc_transform can say is offered: every kind, half storage, float and double,
 * rank 1 to 4, ranges, loops, interleaved or split, and any length that buffers and scratch can
 * hold. (Above some thousand points, a length with a prime factor above 31, in double above 13,
 * takes scratch of two to three times the data.) Where the device lacks what it takes,
 * fftc_vulkan_plan_create answers FFTC_UNSUPPORTED.
 *
 * Sizes: one descriptor reaches fftc_vulkan_device.buffer_bytes_max, 4 GiB at most. A batch that is
 * larger is recorded in parts. A single transform that is larger needs options.addresses, with
 * which an array may have up to 2^31 numbers. Beyond that: FFTC_TOO_LARGE; also for a batch larger
 * than one descriptor with accessors, or on a device with neither push descriptors nor addresses.
 *
 * Alignment: arrays of complex numbers, and of real ones that the plan reads or writes in pairs,
 * start at a multiple of a complex number. Arrays of real or split halves start at a multiple of
 * 4 bytes and consist of whole words of 4 bytes, as fftc_vulkan_plan_bytes counts them; where only
 * one half of a word belongs to the transform, the other one keeps its contents. An array as large
 * as all that one descriptor reaches starts at a multiple of minStorageBufferOffsetAlignment. */

typedef struct fftc_vulkan_plan fftc_vulkan_plan;

/* How to plan. A zeroed structure is valid, and NULL means a zeroed one. */
typedef struct fftc_vulkan_plan_options {
    /* Round as the kernels' source says: the same bits on every device that carries out the same
     * dispatches (its limits and what was measured decide on them), and from the emulator
     * (fftcore/emulate_plan.h). Otherwise drivers may fuse products with sums, which is faster and
     * a little more accurate. This is not fftc_plan_options.reproducible: plans for the CPU are
     * other algorithms, whose bits differ from those of plans for devices. The bits of one kernel,
     * such as the reference FFT (fftcore/reference.h), are the same on the CPU, on devices and in
     * the emulator. */
    bool exact;
    /* Reach buffers by their device addresses, even where the device has push descriptors. Needed
     * to record with fftc_vulkan_span.address, and for a transform larger than one descriptor. Your
     * buffers then need VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT. (Without push descriptors a
     * plan does this anyway, unless accessors have pictures. On a device that has neither, plans
     * use descriptor sets: see `recordings`.) */
    bool addresses;
    /* The plan allocates its scratch itself, if it needs any. Its recordings then begin with a
     * barrier, and no two of them may be carried out at the same time. */
    bool own_scratch;
    fftc_pass_options passes; /* fftcore/device.h */
    /* May be VK_NULL_HANDLE. Used while the plan is made, and not after that. Several threads use
     * it, so it must not have been created with
     * VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT. It keeps what the driver makes of
     * SPIR-V; the SPIR-V itself is kept by the context's fftc_vulkan_cache, whatever this is. */
    VkPipelineCache cache;
    /* NULL: none. Copied. Not together with options.addresses if they have pictures. A side whose
     * accessor never calls fftc_src_get or fftc_dst_set needs no array: its span stays zeroed. In
     * place there is one array for both sides, needed if either accessor uses it. */
    const fftc_accessors *accessors;
    /* FFTC_MEASURE: try the cost model's best candidates, and other schedules of each, on this
     * device, by time stamps on the context's queue and with buffers of the library's own (zeros;
     * at most 256 MiB per side, or one transform). Most of the time goes into compiling the
     * candidates: a second try with the same fftc_vulkan_cache, or one with the same folder, gets
     * further. The plan is the estimate's where the queue has no time stamps, or time or memory do
     * not suffice for a few executions. FFTC_UNSUPPORTED with accessors: the library does not know
     * what to put into their buffers. Convolutions: fftc_vulkan_convolution_create. */
    fftc_effort effort;
    double seconds; /* FFTC_MEASURE: about how long it may take; 0 means 10. Else unused. */
    /* Lines that fftc_vulkan_plan_save wrote, for any devices, options and transforms. Lines of the
     * CPU and of convolutions, blank ones and comments may stand among them, as in
     * fftc_plan_options.saved; each of a device ends with "\n" or "\r\n". The choices of the first
     * line for this transform, device, driver, version of the library and options are taken, and
     * nothing is measured. Otherwise:
     *
     *   - No such line: the plan is made as if `saved` were NULL. With FFTC_SAVED it is refused:
     *     FFTC_UNSUPPORTED if all lines are of other devices, drivers, versions or options, else
     *     FFTC_INVALID_ARGUMENT.
     *   - No plan can be made of the line's choices (somebody changed them, say):
     *     FFTC_UNSUPPORTED with every effort.
     *   - Any line is damaged: FFTC_INVALID_ARGUMENT with every effort. */
    const char *saved;
    /* Of use only on devices with neither push descriptors nor addresses: there each recording
     * takes descriptor sets from the plan. 0: it keeps them as long as the plan lives, so that a
     * program that records again and again runs out of memory. n: at most n recordings have sets at
     * a time, and the next one takes over the sets of the oldest, which must be done by then and
     * must not be submitted again. Give frames in flight times recordings per frame. A convolution
     * counts its preparations and its executions separately. */
    uint32_t recordings;
} fftc_vulkan_plan_options;

/* Compiles the shaders that neither the context nor its cache has, on several threads, and copies
 * tables to the device, by a submission to the context's queue where its memory cannot be mapped.
 * Thread-safe. Destroy the plan before its context, and not before everything that was recorded
 * with it has been carried out. Plans with the same dispatches share pipelines; when the last of
 * them is destroyed the context keeps its pipelines for a while
 * (fftc_vulkan_options.pipelines_kept). On failure *plan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `context`, `transform` or `plan` is NULL; the description is one that
 * fftc_plan_create refuses in this way; `registers`, `effort` or `seconds` of the options is out of
 * its range; the accessors are not as fftc_accessors says; or what options.saved says.
 * FFTC_UNSUPPORTED: FFTC_REAL in place with ranges or FFTC_SPLIT; FFTC_FLOAT64 on a device without
 * it; an axis that cannot be split into passes of the device's workgroups; options.addresses
 * without buffer device addresses, or with accessors that have pictures; more descriptors than a
 * shader takes; FFTC_MEASURE with accessors; what options.saved says; or a shader is in no cache
 * and the library was built without a compiler. FFTC_TOO_LARGE: what fftc_plan_create refuses in
 * this way, and what is beyond the sizes above; also a table beyond one descriptor, more than
 * 2^32 - 1 lines in a dispatch, and a DCT IV or DST IV of an odd length above 2^28.
 * FFTC_COMPILE_FAILED: an accessor's text does not compile; otherwise, or if spirv-val refuses a
 * shader (fftc_vulkan_options.validate), a defect of the library or of its compiler.
 * FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_plan_create(fftc_vulkan *context, const fftc_transform *transform,
                                             const fftc_vulkan_plan_options *options,
                                             fftc_vulkan_plan **plan, fftc_error *error);
/* Releases the plan. NULL is allowed. */
FFTC_API void fftc_vulkan_plan_destroy(fftc_vulkan_plan *plan);

/* Writes the plan's choices, measured or estimated, as a line of ASCII text with '\n' and a 0 at
 * its end, for fftc_vulkan_plan_options.saved. *bytes receives its length with the 0; with `text`
 * NULL, or too small a capacity (FFTC_TOO_LARGE), nothing else is written. FFTC_INVALID_ARGUMENT if
 * `plan` or `bytes` is NULL. There is no other failure. */
FFTC_API fftc_status fftc_vulkan_plan_save(const fftc_vulkan_plan *plan, char *text,
                                           size_t capacity, size_t *bytes, fftc_error *error);

/* What the driver says of the kernel of dispatch `pass` = 0, 1, ...: registers and the like,
 * in its own words, as one line of text. Empty if the context was not created with `statistics`,
 * the driver says nothing, or there is no such dispatch. Writes at most `bytes` with the 0 and
 * returns the line's full length without it, as snprintf does. */
FFTC_API int fftc_vulkan_plan_statistics(const fftc_vulkan_plan *plan, uint32_t pass, char *text,
                                         size_t bytes);

/* What making a plan took, in seconds. Kernels are made on several threads, whose times are added
 * up: the parts may sum to more than `all`. */
typedef struct fftc_vulkan_plan_times {
    double all;       /* from the call to its return */
    double passes;    /* choosing the dispatches */
    double texts;     /* writing their shaders, and the digests that name them */
    double modules;   /* looking for SPIR-V in memory and in files, and storing it there */
    double glslang;   /* GLSL to SPIR-V */
    double unrolling; /* optimising it by SPIRV-Tools */
    double pipelines; /* in the driver: from SPIR-V to the device's code, or finding that */
    double tables;    /* computing twiddle factors */
    double memory;    /* allocating device memory, and copying tables there */
    double measuring; /* trying other plans (FFTC_MEASURE) */
} fftc_vulkan_plan_times;

/* The times of a plan; zeros for NULL. */
FFTC_API fftc_vulkan_plan_times fftc_vulkan_plan_get_times(const fftc_vulkan_plan *plan);

typedef enum fftc_vulkan_side {
    FFTC_VULKAN_SRC = 0,
    FFTC_VULKAN_DST,
    FFTC_VULKAN_SCRATCH,
    FFTC_VULKAN_KERNEL,  /* of convolutions only: 0 bytes for an fftc_vulkan_plan */
    FFTC_VULKAN_SPECTRUM /* of convolutions only: 0 bytes for an fftc_vulkan_plan */
} fftc_vulkan_side;

/* Bytes that a recording uses of each: from the first element to the end of the last one, in whole
 * words of 4 bytes; of split sides, of each of the two arrays. Scratch is 0 for one pass, and with
 * options.passes.less_scratch for two out of place; otherwise at most one copy of the data; at most
 * two copies, in float, where dst cannot hold intermediate results: half storage, ranges of dst,
 * and accessors that store. Long axes with a prime factor above 31, in double above 13, take two to
 * three copies more. */
FFTC_API uint64_t fftc_vulkan_plan_bytes(const fftc_vulkan_plan *plan, fftc_vulkan_side side);

/* A part of a storage buffer. {.buffer = b} is all of b.
 *
 * Recording checks what Vulkan tells of a buffer: that offset and bytes are within the memory that
 * it needs. Vulkan does not tell the usage that a buffer was created with, its length to the byte,
 * or whether two buffers share memory. The library checks usage and length if you state them here;
 * otherwise the validation layer will report such a mistake. */
typedef struct fftc_vulkan_span {
    VkBuffer buffer; /* with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT */
    /* In bytes, of the first element: a multiple of the element's bytes (of two reals', where the
     * plan reads them in pairs: the message says so) and of 4; for extras, and with accessors also
     * for src and dst, of minStorageBufferOffsetAlignment. */
    VkDeviceSize offset;
    VkDeviceSize bytes;      /* available from there on, to be checked; 0: not stated */
    VkDeviceAddress address; /* in place of a buffer, with fftc_vulkan_plan_options.addresses */
    /* What the buffer was created with, to be checked: storage, and for plans by addresses
     * VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT; 0: not stated. */
    VkBufferUsageFlags usage;
} fftc_vulkan_span;

/* One of the accessors' extras in a recording: a buffer (bytes 0: up to its end; without
 * options.addresses at most fftc_vulkan_device.buffer_bytes_max of them), or a view of an image
 * created with VK_IMAGE_USAGE_SAMPLED_BIT, and the layout that it is in when the commands are
 * carried out. Zeroed for extras that the accessors do not have. */
typedef struct fftc_vulkan_extra {
    fftc_vulkan_span span;
    VkImageView picture;
    VkImageLayout layout;
} fftc_vulkan_extra;

/* Out of place, src and dst may lie within each other, like channels of one picture, but no number
 * of dst may share a byte with one of src: FFTC_INVALID_ARGUMENT, as far as buffers and addresses
 * show it. (With accessors that is yours to see to: nobody else knows what they touch.) */
typedef struct fftc_vulkan_buffers {
    fftc_vulkan_span src; /* in place: dst, or zeroed */
    fftc_vulkan_span dst;
    /* For this recording alone while it is carried out. Ignored if the plan needs none; zeroed with
     * options.own_scratch. */
    fftc_vulkan_span scratch;
    fftc_vulkan_span src_im; /* FFTC_SPLIT: the imaginary parts, src and dst the real ones */
    fftc_vulkan_span dst_im;
    fftc_vulkan_extra extra[FFTC_EXTRAS_MAX]; /* of accessors */
    uint32_t word[FFTC_USER_WORDS_MAX];       /* what fftc_user_word returns to accessors */
} fftc_vulkan_buffers;

/* Appends the transform to a command buffer that is being recorded, outside of a render pass, for
 * the context's queue family (fftc_vulkan_handles), to which its tables belong. Binds compute
 * pipelines, push constants, and descriptor set 0 where it does not use addresses: bind yours anew
 * after it. Allocates nothing but, on devices without push descriptors and addresses, descriptor
 * sets now and then (fftc_vulkan_plan_options.recordings).
 *
 * Barriers: it puts those between its own dispatches, and none before the first or after the last.
 * You put one before it for whatever wrote src, and for whatever still reads or writes dst and
 * scratch, and one after it for whatever reads dst. Its accesses are VK_ACCESS_SHADER_READ_BIT of
 * src, and READ_BIT and VK_ACCESS_SHADER_WRITE_BIT of dst and scratch, in
 * VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT. (dst is read where it holds intermediate results, and for
 * real or split halves beside those that are stored.)
 *
 * On failure nothing is recorded. One plan may be recorded any number of times, by several threads
 * at the same time into different command buffers.
 *
 * FFTC_INVALID_ARGUMENT: `plan`, `commands` or `buffers` is NULL; an array that the plan needs is
 * missing, too small, not aligned as it must be, without the usage that it needs, given by a buffer
 * and an address, or by an address where the plan takes buffers; imaginary parts are given that the
 * plan does not have; arrays share memory that must not, as far as buffers and addresses show it;
 * in place, src is given and is not dst; or an extra is missing, not as announced, or in a layout
 * in which no shader reads. FFTC_TOO_LARGE: an extra is larger than one descriptor reaches, and the
 * plan does not use addresses. FFTC_OUT_OF_MEMORY, FFTC_DEVICE_FAILED: only on devices with neither
 * push descriptors nor addresses, if there are no more descriptor sets. */
FFTC_API fftc_status fftc_vulkan_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                                             const fftc_vulkan_buffers *buffers, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
