/* SPDX-License-Identifier: MIT
 *
 * fftcore on Vulkan devices, in this order: which devices there are; compiled shaders, and how to
 * keep them; contexts, the library's own or around a device of yours; the reference workgroup FFT;
 * transforms and convolutions, planned once and recorded into command buffers of yours; and all
 * kernels as GLSL and SPIR-V for programs without this library.
 *
 * A device must offer Vulkan 1.1 and a compute queue. Nothing here keeps state outside a context
 * and a cache. Calls with one context may come from several threads; one that destroys something
 * must be the last to use it. Status and error are those of fftcore.h.
 */
#ifndef FFTCORE_VULKAN_H
#define FFTCORE_VULKAN_H

#include <stdbool.h>
#include <vulkan/vulkan_core.h>

#include "fftcore/convolution.h"
#include "fftcore/fftcore.h"
#include "fftcore/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------- devices */

typedef struct fftc_vulkan_device {
    char name[256];
    char driver[520]; /* name and version, as the driver puts them */
    VkPhysicalDeviceType type;
    uint32_t api_version; /* VK_API_VERSION_MAJOR() and so on take it apart */
    uint32_t vendor_id;
    uint32_t device_id;
    uint32_t subgroup_size; /* the device's own choice; 0 without subgroups in compute shaders */
    uint32_t subgroup_size_min; /* the range a pipeline may ask for */
    uint32_t subgroup_size_max;
    uint32_t subgroups_max;    /* subgroups in one workgroup, when the size is asked for */
    bool subgroup_shuffle;     /* shuffle and shuffle relative, in compute shaders */
    bool subgroup_full;        /* a pipeline can ask for a size and for full subgroups */
    bool float16;              /* arithmetic */
    bool storage16;            /* 16-bit types in storage buffers: halves one by one by these */
    bool float64;              /* arithmetic */
    uint32_t invocations_max;  /* in one workgroup, along x */
    uint32_t shared_bytes;     /* workgroup memory */
    uint32_t workgroups_max;   /* in one dispatch, along x */
    uint64_t buffer_bytes_max; /* one storage buffer */
    bool push_descriptor;      /* VK_KHR_push_descriptor */
    bool device_address;       /* buffers in shaders by their addresses */
    bool pipeline_robustness;  /* VK_EXT_pipeline_robustness: fewer instructions, see handles */
} fftc_vulkan_device;

/* Fills `devices`, which has room for *count of them, and sets *count to how many there are, which
 * may be more; with `devices` NULL it only counts. The numbers 0, 1, ... in this list are what
 * fftc_vulkan_options.device means, as long as the environment (drivers, layers) stays as it is. A
 * machine without a driver has no devices; that is no failure. Thread-safe. */
FFTC_API fftc_status fftc_vulkan_device_list(fftc_vulkan_device *devices, uint32_t *count,
                                             fftc_error *error);

/* ------------------------------------------------------------------------------- compiled shaders
 *
 * Making a plan compiles shaders, for a tenth of a second to seconds. A cache keeps what comes
 * of it, SPIR-V, in memory and in files of a folder; each module is found by a digest of all that
 * its shader is made from, so that none is ever taken for another. (What a driver makes of SPIR-V
 * is in the folder too, or in a VkPipelineCache of yours: fftc_vulkan_plan_options.cache.) A
 * context that is given no cache has one of its own, which keeps files where the environment says.
 *
 * A program that is to run where there is no compiler, or should not take the time, ships modules:
 *
 *     fftc_vulkan_cache_create(NULL, &cache, &error);      at the developer's
 *     ... contexts with this cache, and the plans of the program ...
 *     fftc_vulkan_cache_save(cache, NULL, 0, &bytes, &error);
 *     fftc_vulkan_cache_save(cache, data, bytes, &bytes, &error);
 *
 *     fftc_vulkan_cache_create(NULL, &cache, &error);      at the user's
 *     fftc_vulkan_cache_load(cache, data, bytes, &error);
 *     fftc_vulkan_create(&(fftc_vulkan_options){.cache = cache}, &context, &error);
 *
 * A kernel depends on the description, the options, the version of this library and on the device's
 * limits (shared memory, invocations, subgroup size): fftc_vulkan_plan_emit fills a cache for
 * stated limits without such a device. Where a module is missing it is compiled, if the library is
 * built with a compiler (FFTCORE_GLSLANG); else FFTC_UNSUPPORTED, with a sentence.
 *
 * Files that are damaged, cut short or of another compiler's version are passed over and written
 * anew. Any number of processes may use one folder at the same time. A cache's contents are as
 * trustworthy as the folder and the data: the modules are handed to the driver. */

typedef struct fftc_vulkan_cache fftc_vulkan_cache;

/* A zeroed structure is valid, and NULL means the same. */
typedef struct fftc_vulkan_cache_options {
    /* Made if need be. NULL: $FFTCORE_CACHE_DIR, or else $XDG_CACHE_HOME/fftcore, or else
     * $HOME/.cache/fftcore. An empty text, here or in $FFTCORE_CACHE_DIR: no files. Copied. */
    const char *folder;
    /* Of the folder's files together: beyond that, those that were not used for the longest time
     * go. 0 means 256 MiB. */
    uint64_t bytes_max;
} fftc_vulkan_cache_options;

/* A cache may serve any number of contexts and threads, and must outlive them. It keeps in memory
 * all that was loaded into it and used through it. On failure *cache is NULL. */
FFTC_API fftc_status fftc_vulkan_cache_create(const fftc_vulkan_cache_options *options,
                                              fftc_vulkan_cache **cache, fftc_error *error);
FFTC_API void fftc_vulkan_cache_destroy(fftc_vulkan_cache *cache);

/* Adds the modules that fftc_vulkan_cache_save wrote, also by several calls, one behind
 * the other. All of them or, if the data are damaged (FFTC_INVALID_ARGUMENT), none. They
 * are copied. Thread-safe. */
FFTC_API fftc_status fftc_vulkan_cache_load(fftc_vulkan_cache *cache, const void *data,
                                            size_t bytes, fftc_error *error);

/* Writes all modules that the cache has in memory; the same modules give the same bytes, on any
 * machine. *bytes receives how many; with `data` NULL, or too small a capacity (FFTC_TOO_LARGE),
 * nothing else is written. Thread-safe. */
FFTC_API fftc_status fftc_vulkan_cache_save(fftc_vulkan_cache *cache, void *data, size_t capacity,
                                            size_t *bytes, fftc_error *error);

/* ------------------------------------------------------------------------------- contexts */

typedef struct fftc_vulkan fftc_vulkan;

/* A zeroed structure is valid: device 0, no validation. */
typedef struct fftc_vulkan_options {
    uint32_t device;
    /* Run under VK_LAYER_KHRONOS_validation with synchronisation validation, and have every shader
     * checked by spirv-val; FFTC_UNSUPPORTED if the layer is not installed. Every warning and
     * error is kept for fftc_vulkan_message. */
    bool validate;
    /* Have the driver say what it made of kernels, for fftc_vulkan_plan_statistics, where it can
     * (VK_KHR_pipeline_executable_properties). */
    bool statistics;
    /* Told each of those messages as it comes; the only way to hear of those that the destruction
     * of the context provokes, such as leaks. May be NULL. Called from inside calls of this
     * library. */
    void (*message)(void *user, const char *text);
    void *user;
    fftc_vulkan_cache *cache; /* of compiled shaders; NULL: the context has one of its own */
    /* How many pipelines stay in the context that no plan has any more, for the next plan that
     * needs them: 0 means 64. The one that was not used for the longest time goes first. */
    uint32_t pipelines_kept;
} fftc_vulkan_options;

/* A context of the library's own on one device. `options` may be NULL. On failure *context is
 * NULL. */
FFTC_API fftc_status fftc_vulkan_create(const fftc_vulkan_options *options, fftc_vulkan **context,
                                        fftc_error *error);

/* A program's own device, to be shared with the library. The handles stay yours and must outlive
 * the context. The library submits to `queue` while a call runs and waits for it: that queue needs
 * the external synchronisation Vulkan asks for. The booleans say what you enabled when you created
 * the device; what you leave false is not used. */
typedef struct fftc_vulkan_handles {
    VkInstance instance; /* created for Vulkan 1.1 or later */
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family; /* one with VK_QUEUE_COMPUTE_BIT */
    uint32_t api_version;  /* that the instance was created for; 0 means 1.1 */
    bool float16;          /* shaderFloat16 */
    bool float64;          /* shaderFloat64 */
    bool storage16;        /* storageBuffer16BitAccess: real and split halves are faster so */
    bool subgroup_full;    /* subgroupSizeControl and computeFullSubgroups */
    bool push_descriptor;  /* VK_KHR_push_descriptor: recordings are cheapest with this */
    bool device_address;   /* bufferDeviceAddress */
    /* VK_EXT_pipeline_robustness, with the feature of that name: drivers (NVIDIA's) are told not to
     * check that what a plan reads and writes is inside its buffers, which recordings have checked.
     * (Of plans with accessors they are not told, nor where it does not help.) */
    bool pipeline_robustness;
    fftc_vulkan_cache *cache; /* of compiled shaders; NULL: the context has one of its own */
    uint32_t pipelines_kept;  /* as in fftc_vulkan_options */
} fftc_vulkan_handles;

FFTC_API fftc_status fftc_vulkan_wrap(const fftc_vulkan_handles *handles, fftc_vulkan **context,
                                      fftc_error *error);

/* The handles of a context, the library's own or those that were wrapped: for buffers, command
 * buffers and submissions on the same device. Valid as long as the context. Zeros for NULL. */
FFTC_API fftc_vulkan_handles fftc_vulkan_get_handles(const fftc_vulkan *context);

/* Waits for nothing: no work outlives the call that submitted it. NULL is legal. */
FFTC_API void fftc_vulkan_destroy(fftc_vulkan *context);

/* The device of a context, with those features that it may use. Valid as long as the context. NULL
 * for NULL. */
FFTC_API const fftc_vulkan_device *fftc_vulkan_device_info(const fftc_vulkan *context);

/* Messages of the validation layer since the context was made: how many, and number `index` of
 * them (valid as long as the context; NULL if there is none). None for NULL. */
FFTC_API uint32_t fftc_vulkan_message_count(fftc_vulkan *context);
FFTC_API const char *fftc_vulkan_message(fftc_vulkan *context, uint32_t index);

/* ------------------------------------------------------------------------------- the reference */

/* The reference FFT on the device: as fftc_workgroup_fft_simd, the same bits. `data` and `stages`
 * are host memory. subgroup_log2 may be at most log2 of the device's subgroup size. Where the
 * workgroup is narrower than the device's subgroups, or the device cannot promise full ones, every
 * exchange goes through shared memory instead; the bits are the same.
 *
 * Device memory is taken for the call, as much as the data (and stages) need or 256 MiB, whichever
 * is less: longer batches go in parts. The pipeline stays in the context, like those of plans that
 * were destroyed. Calls with one context
 * may come from several threads; they are carried out one after the other.
 *
 * FFTC_UNSUPPORTED if the device lacks the precision, or the workgroup, its shared memory or one
 * transform's buffer is beyond the device's limits. */
FFTC_API fftc_status fftc_workgroup_fft_vulkan(fftc_vulkan *context, const fftc_workgroup_fft *fft,
                                               void *data, void *stages, fftc_error *error);

/* ------------------------------------------------------------------------------- plans
 *
 * A transform described as for the CPU, recorded into command buffers of your own:
 *
 *     fftc_transform transform = {.length = {4096}, .batch = 1000};
 *     fftc_vulkan_plan *plan;
 *     fftc_vulkan_plan_create(context, &transform, NULL, &plan, &error);
 *     fftc_vulkan_buffers buffers = {.src = {.buffer = a}, .dst = {.buffer = b}};
 *     fftc_vulkan_plan_record(plan, commands, &buffers, &error);
 *
 * How long a and b must be, fftc_vulkan_plan_bytes tells, and whether buffers.scratch must be there
 * too (options.own_scratch: the plan has it). examples/transform_device.c is a whole program.
 *
 * All that descriptions can say: every kind, half storage, float or double, rank 1 to 4, with
 * ranges, interleaved or split, of any length that its buffers and scratch can hold: a prime
 * factor above 13 in a length above some thousand points takes scratch of two to three times
 * the data. What a device cannot do is FFTC_UNSUPPORTED, with a sentence.
 *
 * A descriptor reaches buffer_bytes_max of an array (fftc_vulkan_device: 4 GiB at most). Batches
 * beyond that are recorded in parts. A single transform beyond it needs options.addresses, by which
 * an array may have up to 2^31 numbers. FFTC_TOO_LARGE is what is larger; so is a batch beyond one
 * descriptor with accessors, or on a device with neither push descriptors nor addresses.
 *
 * An array that holds spectra, or real numbers that the plan reads or writes in pairs, starts at
 * a multiple of a complex number. Arrays of real or split halves start at a multiple of 4 bytes and
 * have whole words of 4 bytes, as fftc_vulkan_plan_bytes says; a half that is not the transform's
 * keeps its contents. */

typedef struct fftc_vulkan_plan fftc_vulkan_plan;

#define FFTC_VULKAN_EXTRAS 4 /* further buffers and pictures of accessors */
#define FFTC_VULKAN_WORDS 8  /* numbers that come with a recording */

typedef enum fftc_vulkan_extra_kind {
    FFTC_VULKAN_EXTRA_NONE = 0,
    FFTC_VULKAN_EXTRA_BUFFER, /* a storage buffer, by words of 32 bits */
    /* A sampled image of an unsigned integer format: R8G8B8A8_UINT ... */
    FFTC_VULKAN_EXTRA_PICTURE,
    FFTC_VULKAN_EXTRA_FLOAT_PICTURE /* ... of a float format: R16G16B16A16_SFLOAT ... */
} fftc_vulkan_extra_kind;

/* Pieces of the dialect in place of the transform's loads and stores: windows, conversions,
 * scattering, pictures, other buffers. fftcore/kernel/edge.h tells what they define and what
 * they may call; the same text compiles as C, and fftcore/emulate_plan.h runs it, with the same
 * plan, in the emulator.
 *
 *     const fftc_vulkan_accessors accessors = {
 *         .load = "fftc_complex fftc_user_load(fftc_uint index)\n"
 *                 "{\n"
 *                 "    fftc_real window =\n"
 *                 "        fftc_real_from_word(fftc_extra_get(0u, index % 1024u));\n"
 *                 "    return fftc_complex_scale(fftc_src_get(index), window);\n"
 *                 "}\n",
 *         .extra = {FFTC_VULKAN_EXTRA_BUFFER}};
 *
 * A text may define further functions; load and store are compiled apart. It has no preprocessor
 * line. A text that does not compile is FFTC_COMPILE_FAILED, with its own line numbers in the
 * message; one that names an extra which `extra` does not have, FFTC_INVALID_ARGUMENT. Roundings
 * are as in the source where FFTC_PRECISE says so, or functions of fftcore/kernel/complex.h are
 * used. */
typedef struct fftc_vulkan_accessors {
    const char *load;  /* defines fftc_user_load; NULL: src as described */
    const char *store; /* defines fftc_user_store; NULL: dst as described */
    fftc_vulkan_extra_kind extra[FFTC_VULKAN_EXTRAS];
} fftc_vulkan_accessors;

/* A zeroed structure is valid, and NULL means the same. */
typedef struct fftc_vulkan_plan_options {
    /* Every rounding as the source has it: the same bits on every device, and from the emulator.
     * Otherwise products may be fused with sums, which is faster and a little more accurate. */
    bool exact;
    /* Buffers by their device addresses, even where the device has push descriptors. Needed to
     * record with fftc_vulkan_span.address, and for a transform beyond one descriptor's reach. (A
     * device without push descriptors does this anyway, unless accessors have pictures: its buffers
     * need VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT. A device without both has descriptor sets:
     * see `recordings`.) */
    bool addresses;
    /* The plan has scratch of its own, if it needs any: its recordings must not be carried out at
     * the same time then. Each begins with a barrier. */
    bool own_scratch;
    /* No scratch for what dst can hold. Without this an intermediate result goes there if
     * that is faster: by 6 to 20 percent for one-dimensional transforms of 2^20 to 2^22 or
     * 10^6 points on an H200, and by 4 to 35 for arrays of 32 MB or more with 1024 to 4096 points
     * along an axis that is not the last. */
    bool less_scratch;
    bool no_subgroups; /* no subgroup operation, even where the device has them */
    /* For experiments; 0: the planner's choice. Where a length has no passes of just this kind it
     * becomes a convolution, with a convolution's error, or the plan is FFTC_UNSUPPORTED. */
    uint32_t registers;        /* points of an invocation, at most: 2 .. 32 */
    uint32_t invocations;      /* of a workgroup, about */
    uint32_t line_invocations; /* that share one line, in every pass */
    /* May be VK_NULL_HANDLE. Used while the plan is made, and not after that. Several threads use
     * it, so it must not have been created with
     * VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT. */
    VkPipelineCache cache;
    /* NULL: none. Copied. Pictures exclude options.addresses. A side whose array the text does not
     * name (fftc_src_get, fftc_dst_set) has none: its span stays zeroed. In place the two sides
     * have one array, as long as either text names it. */
    const fftc_vulkan_accessors *accessors;
    /* FFTC_MEASURE: by trying the cost model's next best passes, and other schedules of each,
     * on this device: time stamps on the context's queue, on buffers of the library's own (zeros;
     * 256 MiB a side at most). Most of the time goes into compiling what is tried: once more
     * with the same cache it tries more. Where the queue has no time stamps, or there is not time or memory
     * for a few executions, the plan is the estimate's. Not with accessors, whose other
     * buffers the library has nothing to put in (FFTC_UNSUPPORTED). Convolutions: see there. */
    fftc_effort effort;
    double seconds; /* FFTC_MEASURE: about how long it may take; 0 means 10 */
    /* Lines that fftc_vulkan_plan_save wrote, any number of them, of any devices and transforms,
     * one behind the other, with their ends; NULL: none. If one is of this device, driver and
     * version, of these options and this transform, its choices are taken and nothing is measured;
     * all others are passed over. FFTC_INVALID_ARGUMENT if a line is damaged. */
    const char *saved;
    /* Where neither descriptors can be pushed nor addresses be used, each recording takes
     * descriptor sets of the plan's. 0: it keeps them as long as the plan lives, and a program that
     * records for ever runs out of memory. n: the recording after n others takes over the sets of
     * the first of those, and so on in turn; that one must be done then, and must not be submitted
     * again. (Frames in flight times recordings a frame.) Elsewhere this is nothing. Of a
     * convolution, preparations and executions are counted each by themselves. */
    uint32_t recordings;
} fftc_vulkan_plan_options;

/* Compiles what neither the context nor its cache has, on several threads, and brings tables to
 * the device, by a submission to the context's queue if its memory cannot be mapped. Thread-safe.
 * The plan must be destroyed before its context, and not before all that was recorded with it is
 * done. Plans of the same dispatches share pipelines; of those whose last plan was destroyed the
 * context keeps some (fftc_vulkan_options.pipelines_kept). On failure *plan is NULL. */
FFTC_API fftc_status fftc_vulkan_plan_create(fftc_vulkan *context, const fftc_transform *transform,
                                             const fftc_vulkan_plan_options *options,
                                             fftc_vulkan_plan **plan, fftc_error *error);
FFTC_API void fftc_vulkan_plan_destroy(fftc_vulkan_plan *plan);

/* Writes what the plan was measured to be, or that it is the estimate's, as a line of ASCII text
 * with its end and a 0, for fftc_vulkan_plan_options.saved. *bytes receives its length with the 0;
 * with `text` NULL, or too small a capacity (FFTC_TOO_LARGE), nothing else is written. */
FFTC_API fftc_status fftc_vulkan_plan_save(const fftc_vulkan_plan *plan, char *text,
                                           size_t capacity, size_t *bytes, fftc_error *error);

/* What the driver says of the kernel of dispatch `pass` = 0, 1, ...: registers and the like,
 * in its own words, as one line of text. Empty if the context was not created with `statistics`,
 * the driver says nothing, or there is no such dispatch. Returns snprintf's result. */
FFTC_API int fftc_vulkan_plan_statistics(const fftc_vulkan_plan *plan, uint32_t pass, char *text,
                                         size_t bytes);

/* Where the making of a plan went, in seconds. The kernels of a plan are made on several threads,
 * whose times are added up: parts may be more than all. */
typedef struct fftc_vulkan_plan_times {
    double all;       /* from the call to its return */
    double passes;    /* choosing the dispatches */
    double texts;     /* writing their shaders, and naming them */
    double modules;   /* looking for SPIR-V in memory and in files, and keeping it there */
    double glslang;   /* text to SPIR-V */
    double unrolling; /* SPIRV-Tools */
    double pipelines; /* the driver: SPIR-V to its own code, or finding that */
    double tables;    /* computing factors */
    double memory;    /* the device's: taking it, and bringing tables there */
    double measuring; /* trying other plans (FFTC_MEASURE) */
} fftc_vulkan_plan_times;

/* Zeros for NULL. */
FFTC_API fftc_vulkan_plan_times fftc_vulkan_plan_get_times(const fftc_vulkan_plan *plan);

typedef enum fftc_vulkan_side {
    FFTC_VULKAN_SRC = 0,
    FFTC_VULKAN_DST,
    FFTC_VULKAN_SCRATCH,
    FFTC_VULKAN_KERNEL, /* of convolutions only, like the next one; 0 bytes of a plan */
    FFTC_VULKAN_SPECTRUM
} fftc_vulkan_side;

/* Bytes that a recording uses of each: from the first element to the end of the last one, in whole
 * words of 4 bytes; of split sides, of each of the two arrays. Scratch is at most one copy of the
 * data, and 0 for one pass, or two out of place; at most two copies, in float, where dst cannot
 * hold intermediate results: half storage, ranges of dst, and accessors that store. Convolutions
 * of long axes with a prime factor above 13 take two to three copies more. */
FFTC_API uint64_t fftc_vulkan_plan_bytes(const fftc_vulkan_plan *plan, fftc_vulkan_side side);

/* A part of a storage buffer.
 *
 * What Vulkan tells of a buffer is checked when something is recorded: that offset and bytes
 * are within the memory that it needs. What it was created for, how long it is to the byte, and
 * whether two buffers share memory, is not told: a missing usage flag, say, is the
 * validation layer's to report, unless `usage` states what there is. */
typedef struct fftc_vulkan_span {
    VkBuffer buffer; /* with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT */
    /* Of the first element: a multiple of its bytes and of 4; for extras, and with accessors for
     * src and dst, of minStorageBufferOffsetAlignment. */
    VkDeviceSize offset;
    VkDeviceSize bytes;      /* that there are from there on, to be checked; 0: not told */
    VkDeviceAddress address; /* in place of a buffer, see fftc_vulkan_plan_options.addresses */
    /* That the buffer was created with, to be checked: storage, and for plans by addresses
     * VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT; 0: not told. */
    VkBufferUsageFlags usage;
} fftc_vulkan_span;

/* What one of the accessors' extras is in a recording: a buffer (bytes 0: up to its end), or
 * a picture of VK_IMAGE_USAGE_SAMPLED_BIT in the layout that it has then. Zeroed where
 * the accessors say nothing. */
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
    /* Shared with no other recording at the same time; not looked at if the plan needs none, zeroed
     * if it has its own. */
    fftc_vulkan_span scratch;
    fftc_vulkan_span src_im; /* FFTC_SPLIT: the imaginary parts, src and dst the real ones */
    fftc_vulkan_span dst_im;
    fftc_vulkan_extra extra[FFTC_VULKAN_EXTRAS]; /* of accessors */
    uint32_t word[FFTC_VULKAN_WORDS];            /* fftc_user_word; else not looked at */
} fftc_vulkan_buffers;

/* Appends the transform to a command buffer that is being recorded, outside of a render pass, on a
 * queue family with compute. Binds compute pipelines, push constants, and descriptor set 0 where it
 * does not use addresses. Allocates nothing but, on devices without push descriptors and addresses,
 * descriptor sets now and then (fftc_vulkan_plan_options.recordings). Between its dispatches it
 * puts barriers from write to read; none before the first and none after the last: what src must
 * wait for, and who may read dst when (VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
 * VK_ACCESS_SHADER_READ_BIT and _WRITE_BIT), is yours to say. A dst of real or split halves is read
 * as well as written, for the halves beside those that are stored. On failure nothing is recorded.
 * One plan may be recorded by several threads at the same time, into different command buffers, any
 * number of times. */
FFTC_API fftc_status fftc_vulkan_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                                             const fftc_vulkan_buffers *buffers, fftc_error *error);

/* ------------------------------------------------------------------------------- convolutions
 *
 * A convolution or correlation described as for the CPU (fftcore/convolution.h), recorded into
 * command buffers of your own:
 *
 *     fftc_convolution_description what;
 *     fftc_convolution_linear(2, (uint64_t[]){1080, 1920}, (uint64_t[]){31, 31}, FFTC_SAME,
 *                             FFTC_CONVOLVE, FFTC_REAL, &what, &error);
 *     fftc_vulkan_convolution *plan;
 *     fftc_vulkan_convolution_create(context, &what, NULL, &plan, &error);
 *     fftc_vulkan_convolution_buffers buffers = {.src = {.buffer = a}, .dst = {.buffer = b},
 *                                                .kernel = {.buffer = k},
 *                                                .spectrum = {.buffer = s},
 *                                                .scratch = {.buffer = t}};
 *     fftc_vulkan_convolution_prepare(plan, commands, &buffers, &error);   once for each kernel
 *     ... a barrier from shader writes to shader reads and, for the scratch, writes ...
 *     fftc_vulkan_convolution_record(plan, commands, &buffers, &error);    as often as you like
 *
 * All that a description says: convolution and correlation, rank 1 to 4, periods of any length,
 * ranges, strides, batches, in and out of place; half storage, float and double, complex
 * (interleaved or split) and real. Accessors load the signal's numbers and store the sums, indexed
 * as the description counts them; the kernel is read as described. An axis that no passes of the
 * device's workgroups can make up is FFTC_UNSUPPORTED, with a sentence.
 *
 * Zeros that a description implies are neither stored nor read. One axis that a workgroup can
 * hold (8192 points of float, as a rule) is one dispatch, which reads src once and writes dst
 * once; two axes are three. A first axis much longer than its kernel goes in blocks of sums,
 * each of which reads taps - 1 numbers more than it gives (overlap and save): one dispatch for
 * a line then, however long it is, and no scratch. Real signals cost half of complex ones: those
 * of a batch go in pairs, or one in two halves, or folded to half its points, whichever costs less.
 * (A circular one whose kernel is as long as itself, alone, gains nothing by that, and costs as
 * much as a complex one.) */

typedef struct fftc_vulkan_convolution fftc_vulkan_convolution;

/* As fftc_vulkan_plan_create, with the same options. FFTC_MEASURE tries other periods, blocks among
 * them, and other schedules of the dispatches from src to dst. A spectrum fits plans of the same
 * periods: those made by estimate, or from one saved line. With own_scratch one scratch serves
 * fftc_vulkan_convolution_prepare and _record, which begin with a barrier then. */
FFTC_API fftc_status fftc_vulkan_convolution_create(fftc_vulkan *context,
                                                    const fftc_convolution_description *description,
                                                    const fftc_vulkan_plan_options *options,
                                                    fftc_vulkan_convolution **plan,
                                                    fftc_error *error);
FFTC_API void fftc_vulkan_convolution_destroy(fftc_vulkan_convolution *plan);

/* As fftc_vulkan_plan_save; lines of both may stand in one file. */
FFTC_API fftc_status fftc_vulkan_convolution_save(const fftc_vulkan_convolution *plan, char *text,
                                                  size_t capacity, size_t *bytes,
                                                  fftc_error *error);

/* Bytes that the recordings use of each: from the first element to the end of the last one;
 * of split sides, of each of the two arrays. The scratch is the larger one of the two recordings':
 * the signals, or pairs of them, as complex numbers, each axis as long as the longest of what
 * it is on its way; twice that if an axis of several passes other than the first is read around
 * the corner; 0 for one dispatch. */
FFTC_API uint64_t fftc_vulkan_convolution_bytes(const fftc_vulkan_convolution *plan,
                                                fftc_vulkan_side side);

/* As fftc_convolution_error_bound. */
FFTC_API double fftc_vulkan_convolution_error_bound(const fftc_vulkan_convolution *plan);

typedef struct fftc_vulkan_convolution_buffers {
    fftc_vulkan_span src; /* in place: dst, or zeroed */
    fftc_vulkan_span dst;
    fftc_vulkan_span kernel;   /* read by fftc_vulkan_convolution_prepare only */
    fftc_vulkan_span spectrum; /* offset: a multiple of minStorageBufferOffsetAlignment */
    fftc_vulkan_span scratch;  /* not looked at if the plan needs none, zeroed if it has its own */
    fftc_vulkan_span src_im;   /* FFTC_SPLIT: the imaginary parts */
    fftc_vulkan_span dst_im;
    fftc_vulkan_span kernel_im;
    fftc_vulkan_extra extra[FFTC_VULKAN_EXTRAS]; /* of accessors */
    uint32_t word[FFTC_VULKAN_WORDS];
} fftc_vulkan_convolution_buffers;

/* Appends the kernel's transform, from buffers->kernel to buffers->spectrum, which may be copied
 * and kept: it serves this plan, and plans made the same way for a device of the same limits with
 * the same library. src, dst and extras are not looked at. For command buffers, barriers and
 * threads what fftc_vulkan_plan_record says holds for both. */
FFTC_API fftc_status fftc_vulkan_convolution_prepare(const fftc_vulkan_convolution *plan,
                                                     VkCommandBuffer commands,
                                                     const fftc_vulkan_convolution_buffers *buffers,
                                                     fftc_error *error);

/* Appends the convolution, from buffers->src by buffers->spectrum to buffers->dst. The
 * kernel is not looked at. */
FFTC_API fftc_status fftc_vulkan_convolution_record(const fftc_vulkan_convolution *plan,
                                                    VkCommandBuffer commands,
                                                    const fftc_vulkan_convolution_buffers *buffers,
                                                    fftc_error *error);

/* ------------------------------------------------------------------------------- emit */

/* A kernel to embed: everything a program needs to run it with Vulkan 1.1 alone. */
typedef struct fftc_emitted {
    char *glsl; /* GLSL 450, no #include, 0 at the end */
    size_t glsl_bytes;
    uint32_t *spirv; /* SPIR-V 1.3, of exactly that text */
    size_t spirv_words;
    char *description; /* JSON: bindings, sizes, dispatch, twiddle table, orders, requirements */
    size_t description_bytes;
} fftc_emitted;

/* Writes the reference FFT as GLSL, SPIR-V and a description. Needs no device. `batch` is not part
 * of the kernel: dispatch as many workgroups as you have transforms. The three texts are malloc'ed;
 * fftc_emitted_free gives them back. On failure *emitted is zeroed. Thread-safe. */
FFTC_API fftc_status fftc_workgroup_fft_emit(const fftc_workgroup_fft *fft, fftc_emitted *emitted,
                                             fftc_error *error);

/* NULL, and a zeroed structure, are legal; the structure is zeroed. */
FFTC_API void fftc_emitted_free(fftc_emitted *emitted);

/* One shader of a plan. */
typedef struct fftc_emitted_kernel {
    char *glsl; /* GLSL 450, no #include, 0 at the end */
    size_t glsl_bytes;
    uint32_t *spirv; /* SPIR-V 1.3 of that text, its loops unrolled */
    size_t spirv_words;
} fftc_emitted_kernel;

/* A plan to embed: a program that has Vulkan 1.1 and nothing of fftcore carries it out with what is
 * here. examples/run_emitted.c is one. */
typedef struct fftc_emitted_plan {
    fftc_emitted_kernel *kernel;
    uint32_t kernels;
    void *table; /* factors, to be put into a storage buffer as they are */
    size_t table_bytes;
    /* JSON. "buffers": name and bytes of each, src and dst among them. "kernels": workgroup size,
     * shared memory, subgroups, and files kernel0.comp, kernel0.spv, ... as `fftcore emit` names
     * them. "dispatches", in their order: kernel, bindings of set 0 (storage buffers: buffer,
     * offset and bytes, 0 for all of yours; sampled images: picture), push constants (32-bit words
     * from offset 0 on), workgroups, and whether a barrier from shader writes to shader reads
     * stands before it. With accessors the extras are "extra0" .. "extra3", and "user_words" is
     * the push constant from which on the eight words are that come with a recording. */
    char *description;
    size_t description_bytes;
} fftc_emitted_plan;

/* Writes the dispatches of the plan that fftc_vulkan_plan_create would make on this device: one of
 * fftc_vulkan_device_list, or one with limits that you state: invocations_max, shared_bytes,
 * workgroups_max, buffer_bytes_max, float64; subgroup_size, subgroup_full and subgroup_shuffle
 * if it may ask for subgroups of just that size. `device` NULL: what every device of Vulkan 1.1
 * has (128 invocations, 16384 bytes, no subgroup operation). Buffers are bound as descriptors,
 * whatever the options say. Accessors become part of the kernels that have them. `options` may be
 * NULL. Needs no device.
 *
 * `cache` may be NULL; else the modules are taken from it and added to it, so that it can
 * be shipped: also those by addresses, if the options ask for them or the device has no push
 * descriptors (and there are no pictures, which have none).
 *
 * fftc_emitted_plan_free gives everything back. On failure *emitted is zeroed. Thread-safe. */
FFTC_API fftc_status fftc_vulkan_plan_emit(const fftc_transform *transform,
                                           const fftc_vulkan_device *device,
                                           const fftc_vulkan_plan_options *options,
                                           fftc_vulkan_cache *cache, fftc_emitted_plan *emitted,
                                           fftc_error *error);
FFTC_API void fftc_emitted_plan_free(fftc_emitted_plan *emitted);

/* The same of a convolution, as the two plans that it is: `prepare` reads a buffer "kernel" and
 * writes "spectrum", `execute` reads "src" and that spectrum, and writes "dst". The descriptions
 * have "convolution" beside the signal's "transform": product, kernel_length, error_bound
 * (as fftc_convolution_error_bound). On failure both are zeroed. */
FFTC_API fftc_status fftc_vulkan_convolution_emit(const fftc_convolution_description *description,
                                                  const fftc_vulkan_device *device,
                                                  const fftc_vulkan_plan_options *options,
                                                  fftc_vulkan_cache *cache,
                                                  fftc_emitted_plan *prepare,
                                                  fftc_emitted_plan *execute, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
