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

#define FFTC_KERNEL_BINDINGS 5 /* source, destination, table, imaginary parts of the first two */

/* accessors.c: what a user has in place of a plan's loads and stores. */
typedef struct fftc_pieces {
    fftc_vulkan_accessors given; /* copies of the texts */
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
} fftc_pieces;

typedef struct fftc_extra_infos {
    VkDescriptorBufferInfo buffer[FFTC_VULKAN_EXTRAS];
    VkDescriptorImageInfo image[FFTC_VULKAN_EXTRAS];
} fftc_extra_infos;

fftc_status fftc_pieces_create(const fftc_vulkan_accessors *accessors, fftc_pieces *pieces,
                               fftc_error *error);
void fftc_pieces_destroy(fftc_vulkan *context, fftc_pieces *pieces);

/* Whether a text names a function; NULL does not. */
bool fftc_pieces_name(const char *text, const char *function);

/* What a shader has before and behind fftcore's own text; and the compiler's message as one about the
 * user's text, if it is. */
void fftc_pieces_define(const fftc_pieces *pieces, const fftc_pass_key *pass, fftc_text *source);
void fftc_pieces_append(const fftc_pieces *pieces, const fftc_pass_key *pass, fftc_text *glsl);
void fftc_pieces_explain(fftc_error *error);

/* The extras' bindings, how many; whether a recording has what they need; descriptors of them. */
uint32_t fftc_pieces_bindings(const fftc_pieces *pieces, VkDescriptorSetLayoutBinding *bindings);
fftc_status fftc_pieces_check(const fftc_pieces *pieces, VkDeviceSize alignment,
                              const fftc_vulkan_buffers *buffers, fftc_error *error);
uint32_t fftc_pieces_describe(const fftc_pieces *pieces, const fftc_vulkan_buffers *buffers,
                              fftc_extra_infos *infos, VkWriteDescriptorSet *writes);

/* By what a kernel finds its arrays. */
typedef enum fftc_kernel_layout {
    FFTC_LAYOUT_DESCRIPTORS = 0,
    FFTC_LAYOUT_SPLIT, /* descriptors, of imaginary parts too */
    FFTC_LAYOUT_ADDRESSES
} fftc_kernel_layout;
#define FFTC_KERNEL_LAYOUTS 3

/* kernel.c: a compiled dispatch of kernel/fft_pass.h. */
typedef struct fftc_kernel_key {
    fftc_pass_key pass;
    uint32_t exact;
    uint32_t addresses; /* buffers by address, not by descriptor */
} fftc_kernel_key;

typedef struct fftc_kernel {
    fftc_kernel_key key;
    VkPipeline handle;
    VkPipelineLayout layout; /* the context's, or that of the plan's pieces */
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
    /* Of all kernels but those with accessors, see fftc_kernel_layout. */
    VkDescriptorSetLayout kernel_set[FFTC_KERNEL_LAYOUTS];
    VkPipelineLayout kernel_layout[FFTC_KERNEL_LAYOUTS];
    VkDeviceSize offset_alignment;
    PFN_vkCmdPushDescriptorSetKHR push_descriptors; /* NULL without */
    PFN_vkGetBufferDeviceAddress buffer_address;
    PFN_vkGetPipelineExecutableStatisticsKHR statistics; /* NULL: not asked for, or not there */
};

/* What a kernel is pushed: by descriptors as far as the shift, with accessors the words too. */
typedef struct fftc_kernel_push {
    fftc_pass_numbers numbers;
    uint32_t shift[2];
    union {
        VkDeviceAddress address[FFTC_KERNEL_BINDINGS];
        uint32_t word[FFTC_VULKAN_WORDS];
    } more;
} fftc_kernel_push;

uint32_t fftc_kernel_push_bytes(bool addresses, bool pieces);

/* The text of a kernel; `pieces` NULL: none. */
fftc_status fftc_kernel_source(const fftc_kernel_key *key, const fftc_pieces *pieces,
                               fftc_text *glsl, fftc_error *error);

/* A kernel for a key: the context's, made now if it is not there yet; or, with pieces, one to be given
 * to fftc_kernel_destroy. The context is locked. */
fftc_status fftc_kernel_get(fftc_vulkan *context, const fftc_kernel_key *key, fftc_pieces *pieces,
                            VkPipelineCache cache, const fftc_kernel **kernel, fftc_error *error);
void fftc_kernel_destroy(fftc_vulkan *context, const fftc_kernel *kernel);
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
