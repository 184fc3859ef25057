/* SPDX-License-Identifier: MIT
 *
 * Which Vulkan devices there are; contexts, the library's own or around a device of yours; and the
 * reference workgroup FFT there. Part of fftcore/vulkan.h.
 *
 * Host memory comes from malloc and from the driver, without VkAllocationCallbacks; device memory
 * is allocated only where a comment says so.
 */
#ifndef FFTCORE_VULKAN_CONTEXT_H
#define FFTCORE_VULKAN_CONTEXT_H

#include <stdbool.h>
#include <vulkan/vulkan_core.h>

#include "fftcore/fftcore.h"
#include "fftcore/reference.h"
#include "fftcore/vulkan/cache.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    bool storage16;            /* 16-bit types in storage buffers: single halves are stored so */
    bool float64;              /* arithmetic */
    uint32_t invocations_max;  /* in one workgroup, along x */
    uint32_t shared_bytes;     /* workgroup memory */
    uint32_t workgroups_max;   /* in one dispatch, along x */
    uint64_t buffer_bytes_max; /* one storage buffer */
    bool push_descriptor;      /* VK_KHR_push_descriptor, or the feature of Vulkan 1.4 */
    bool device_address;       /* buffers in shaders by their addresses */
    bool pipeline_robustness;  /* VK_EXT_pipeline_robustness: see fftc_vulkan_handles */
} fftc_vulkan_device;

/* Lists the devices of this machine. On entry *count is how many `devices` has room for; on return
 * it is how many there are, which may be more than were written. With `devices` NULL it only
 * counts. fftc_vulkan_options.device is an index into this list, which stays the same as long as
 * the environment (drivers, layers) does. A machine without a driver has no devices; that is no
 * failure. Each call loads the drivers, as each context does; NVIDIA's driver allows that some 30
 * times per process. Thread-safe. On failure nothing is written.
 *
 * FFTC_INVALID_ARGUMENT: `count` is NULL. FFTC_UNSUPPORTED: the Vulkan loader is older than 1.1.
 * FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_device_list(fftc_vulkan_device *devices, uint32_t *count,
                                             fftc_error *error);

typedef struct fftc_vulkan fftc_vulkan;

/* A zeroed structure is valid: device 0, no validation. */
typedef struct fftc_vulkan_options {
    uint32_t device; /* index into fftc_vulkan_device_list */
    /* Run under VK_LAYER_KHRONOS_validation with synchronisation validation, and have every shader
     * checked by spirv-val; FFTC_UNSUPPORTED if the layer is not installed. Warnings and errors,
     * the first 256, are kept for fftc_vulkan_message. */
    bool validate;
    /* Have the driver keep statistics of compiled kernels (registers and the like) for
     * fftc_vulkan_plan_statistics, where it can: VK_KHR_pipeline_executable_properties. */
    bool statistics;
    /* Called with each message of the validation layer as it comes, from inside calls of this
     * library; the only way to hear of those that come while the context is destroyed, such as
     * leaks. May be NULL. */
    void (*message)(void *user, const char *text);
    void *user;
    fftc_vulkan_cache *cache; /* of compiled shaders; NULL: the context has one of its own */
    /* When a plan is destroyed, its pipelines stay in the context for the next plan that needs
     * them. This is how many such unused ones are kept, 0 meaning 64; beyond it the one that was
     * not used for the longest time is destroyed. */
    uint32_t pipelines_kept;
} fftc_vulkan_options;

/* A context of the library's own on one device. `options` may be NULL. On failure *context is
 * NULL. Keep one: each loads the drivers again (fftc_vulkan_device_list).
 *
 * FFTC_INVALID_ARGUMENT: `context` is NULL, or there are devices but none of that number.
 * FFTC_UNSUPPORTED: there is no device; the Vulkan loader or the device is older than 1.1; the
 * device has no compute queue; or options.validate is set and the layer is not installed.
 * FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_create(const fftc_vulkan_options *options, fftc_vulkan **context,
                                        fftc_error *error);

/* A program's own device, to be shared with the library. The handles stay yours and must outlive
 * the context. A zeroed structure with instance, physical_device, device, queue and queue_family
 * set is valid. Some calls submit to `queue` and wait for that: fftc_vulkan_plan_create (it may
 * copy tables, measures, and tries once how halves are rounded), fftc_vulkan_convolution_create
 * and fftc_workgroup_fft_vulkan. Vulkan asks for external synchronisation of a queue: nobody else
 * may submit to it during these calls.
 * The booleans say which features and extensions you enabled when you created the device; what you
 * leave false is not used. examples/own_device.c in fftcore's sources is a whole program. */
typedef struct fftc_vulkan_handles {
    VkInstance instance; /* created for Vulkan 1.1 or later */
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family; /* one with VK_QUEUE_COMPUTE_BIT */
    uint32_t api_version;  /* the version that the instance was created for; 0 means 1.1 */
    bool float16;          /* shaderFloat16 */
    bool float64;          /* shaderFloat64 */
    bool storage16;        /* storageBuffer16BitAccess: faster for real and split halves */
    bool subgroup_full;    /* subgroupSizeControl and computeFullSubgroups */
    bool push_descriptor;  /* VK_KHR_push_descriptor, or Vulkan 1.4 with its feature: recordings
                              are cheapest with it */
    bool device_address;   /* bufferDeviceAddress */
    /* VK_EXT_pipeline_robustness, with the feature of that name. It makes kernels faster with
     * drivers (NVIDIA's) that otherwise check each access against the buffer's bounds:
     * recordings have checked the spans already. Not used for plans with accessors, whose accesses
     * the library does not know, nor where it does not help. */
    bool pipeline_robustness;
    fftc_vulkan_cache *cache; /* of compiled shaders; NULL: the context has one of its own */
    uint32_t pipelines_kept;  /* as in fftc_vulkan_options */
} fftc_vulkan_handles;

/* A context around that device. On failure *context is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `context` or `handles` is NULL; instance, physical_device, device or queue
 * is missing; api_version is below 1.1; or queue_family has no compute. FFTC_UNSUPPORTED: the
 * device is older than Vulkan 1.1. FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_wrap(const fftc_vulkan_handles *handles, fftc_vulkan **context,
                                      fftc_error *error);

/* The handles of a context, the library's own or those that were wrapped: for buffers, command
 * buffers and submissions on the same device. Valid as long as the context. Zeros for NULL. */
FFTC_API fftc_vulkan_handles fftc_vulkan_get_handles(const fftc_vulkan *context);

/* Destroys at once: the library has no work of its own in flight. Wait for your own submissions
 * first. NULL is allowed. */
FFTC_API void fftc_vulkan_destroy(fftc_vulkan *context);

/* The device of a context, with those features that it may use. Valid as long as the context. NULL
 * for NULL. */
FFTC_API const fftc_vulkan_device *fftc_vulkan_device_info(const fftc_vulkan *context);

/* Messages of the validation layer since the context was made: how many, and number `index` of
 * them (valid as long as the context; NULL if there is none). None for NULL. */
FFTC_API uint32_t fftc_vulkan_message_count(fftc_vulkan *context);
FFTC_API const char *fftc_vulkan_message(fftc_vulkan *context, uint32_t index);

/* The reference FFT on the device: as fftc_workgroup_fft_simd, the same bits. `data` and `stages`
 * are host memory. subgroup_log2 may be at most log2 of the device's subgroup size. Where the
 * workgroup is narrower than the device's subgroups, or the device cannot promise full ones, every
 * exchange goes through shared memory instead; the bits are the same.
 *
 * Device memory is taken for the call, for data and stages as much as they need, and as much again
 * that is mapped. Batches of which one of the two needs more than 256 MiB go in parts. The pipeline
 * stays in the context, like those of plans that were destroyed. Calls with one context may come
 * from several threads; they are carried out one after the other.
 *
 * FFTC_INVALID_ARGUMENT: `context` or `data` is NULL, or what fftc_workgroup_fft_check refuses.
 * FFTC_UNSUPPORTED: the device lacks the precision; subgroup_log2 is not 0 and the device cannot
 * shuffle, or has no subgroups so large; the workgroup, its shared memory or one transform's buffer
 * is beyond the device's limits; or the shader is in no cache and the library was built without a
 * compiler. FFTC_TOO_LARGE: what fftc_workgroup_fft_check refuses. FFTC_COMPILE_FAILED: a defect of
 * the library or of its compiler. FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_workgroup_fft_vulkan(fftc_vulkan *context, const fftc_workgroup_fft *fft,
                                               void *data, void *stages, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
