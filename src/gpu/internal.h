/* SPDX-License-Identifier: MIT
 *
 * What the files of src/gpu share: the context and its parts.
 */
#ifndef FFTC_GPU_INTERNAL_H
#define FFTC_GPU_INTERNAL_H

#include <pthread.h>

#include "common/pass_plan.h"
#include "fftcore/vulkan.h"
#include "gpu/variant.h"

/* result.c: the status that a failed Vulkan call means, with a message. */
fftc_status fftc_vk_fail(fftc_error *error, VkResult result, const char *call);

/* messages.c: what the validation layer said. */
typedef struct fftc_messages {
    pthread_mutex_t lock; /* messages come from whichever thread is in Vulkan */
    char **text;
    uint32_t count; /* all that came; the first `kept` of them have a text */
    uint32_t kept;
    uint32_t capacity;
    void (*forward)(void *user, const char *text);
    void *user;
} fftc_messages;

void fftc_messages_init(fftc_messages *messages, const fftc_vulkan_options *options);
void fftc_messages_free(fftc_messages *messages);
VkDebugUtilsMessengerCreateInfoEXT fftc_messages_create_info(fftc_messages *messages);

/* instance.c: `messages` NULL means without validation. *instance is VK_NULL_HANDLE, and the status
 * FFTC_SUCCESS, where there is no driver at all. */
typedef struct fftc_instance {
    VkInstance handle;
    VkDebugUtilsMessengerEXT messenger;
    uint32_t api_version;
} fftc_instance;

fftc_status fftc_instance_create(fftc_messages *messages, fftc_instance *instance,
                                 fftc_error *error);
void fftc_instance_destroy(fftc_instance *instance);
fftc_status fftc_instance_devices(VkInstance instance, VkPhysicalDevice **devices, uint32_t *count,
                                  fftc_error *error);

/* device.c: what there is to know of a device under an instance of that version. `extensions`, if
 * not NULL, receives the extensions that its features need to be enabled. */
#define FFTC_DEVICE_EXTENSIONS_MAX 5
typedef struct fftc_device_extensions {
    const char *name[FFTC_DEVICE_EXTENSIONS_MAX];
    uint32_t count;
    bool statistics; /* VK_KHR_pipeline_executable_properties is there; not among the names */
} fftc_device_extensions;

fftc_status fftc_device_query(VkPhysicalDevice physical, uint32_t api_version,
                              fftc_vulkan_device *info, fftc_device_extensions *extensions,
                              fftc_error *error);

/* pipeline.c */
typedef struct fftc_pipeline {
    fftc_variant variant;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline handle;
    struct fftc_pipeline *next;
} fftc_pipeline;

/* kernel.c: a compiled dispatch of kernel/fft_pass.h. */
typedef struct fftc_kernel_key {
    fftc_pass_key pass;
    uint32_t exact;
    uint32_t addresses; /* buffers by address, not by descriptor */
} fftc_kernel_key;

typedef struct fftc_kernel {
    fftc_kernel_key key;
    VkPipeline handle;
    struct fftc_kernel *next;
} fftc_kernel;

struct fftc_vulkan {
    pthread_mutex_t lock; /* one call at a time */
    fftc_instance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family;
    bool owned; /* the device is the library's */
    bool validate;
    VkPhysicalDeviceMemoryProperties memory;
    fftc_vulkan_device info;
    fftc_messages messages;
    fftc_pipeline *pipelines;
    fftc_kernel *kernels;
    /* Of all kernels: by descriptors, and by addresses. */
    VkDescriptorSetLayout kernel_set;
    VkPipelineLayout kernel_layout[2];
    VkDeviceSize offset_alignment;
    PFN_vkCmdPushDescriptorSetKHR push_descriptors; /* NULL without */
    PFN_vkGetBufferDeviceAddress buffer_address;
    PFN_vkGetPipelineExecutableStatisticsKHR statistics; /* NULL: not asked for, or not there */
};

#define FFTC_KERNEL_BINDINGS 3 /* source, destination, table */

/* What a kernel is pushed. */
typedef struct fftc_kernel_push {
    fftc_pass_numbers numbers;
    VkDeviceAddress address[FFTC_KERNEL_BINDINGS];
} fftc_kernel_push;

/* The text of a kernel. */
fftc_status fftc_kernel_source(const fftc_kernel_key *key, fftc_text *glsl, fftc_error *error);

/* The context's kernel for a key, made now if it is not there yet. The context is locked. */
fftc_status fftc_kernel_get(fftc_vulkan *context, const fftc_kernel_key *key, VkPipelineCache cache,
                            const fftc_kernel **kernel, fftc_error *error);
void fftc_kernels_destroy(fftc_vulkan *context);

/* The variant and the subgroup size to ask for (0: none) that carry out `fft` on this device, or
 * FFTC_UNSUPPORTED. */
fftc_status fftc_pipeline_plan(const fftc_vulkan_device *info, const fftc_workgroup_fft *fft,
                               bool observe_stages, fftc_variant *variant, uint32_t *subgroup_size,
                               fftc_error *error);

/* The context's pipeline for a variant, made now if it is not there yet. */
fftc_status fftc_pipeline_get(fftc_vulkan *context, const fftc_variant *variant,
                              uint32_t subgroup_size, const fftc_pipeline **pipeline,
                              fftc_error *error);
void fftc_pipelines_destroy(fftc_vulkan *context);

/* memory.c: a storage buffer in device memory and a mapped copy in the host's. */
typedef struct fftc_array {
    VkBuffer device_buffer;
    VkDeviceMemory device_memory;
    VkBuffer host_buffer;
    VkDeviceMemory host_memory;
    void *mapped;
    VkDeviceSize bytes;
} fftc_array;

fftc_status fftc_array_create(fftc_vulkan *context, VkDeviceSize bytes, fftc_array *array,
                              fftc_error *error);
void fftc_array_destroy(fftc_vulkan *context, fftc_array *array);

/* Copies what is mapped to the device, and waits. The context is locked. */
fftc_status fftc_array_upload(fftc_vulkan *context, fftc_array *array, fftc_error *error);

/* A storage buffer in device memory alone. */
fftc_status fftc_device_buffer_create(fftc_vulkan *context, VkDeviceSize bytes, VkBuffer *buffer,
                                      VkDeviceMemory *memory, fftc_error *error);

#endif
