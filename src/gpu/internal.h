/* SPDX-License-Identifier: MIT
 *
 * What the files of src/gpu share: the context and its parts.
 */
#ifndef FFTC_GPU_INTERNAL_H
#define FFTC_GPU_INTERNAL_H

#include <pthread.h>

#include "describe/overlap.h"
#include "device/pass_plan.h"
#include "fftcore/vulkan.h"
#include "gpu/digest.h"
#include "gpu/shader.h"
#include "gpu/variant.h"

/* result.c: the status that a failed Vulkan call means, with a message. */
fftc_status fftc_vk_fail(fftc_error *error, VkResult result, const char *call);

/* messages.c: the messages of the validation layer. */
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

/* device.c: the properties of a device under an instance of that version. `extensions`, if not
 * NULL, receives the extensions that must be enabled for its features. */
#define FFTC_DEVICE_EXTENSIONS_MAX 6
typedef struct fftc_device_extensions {
    const char *name[FFTC_DEVICE_EXTENSIONS_MAX];
    uint32_t count;
    bool statistics; /* VK_KHR_pipeline_executable_properties is there; not among the names */
} fftc_device_extensions;

fftc_status fftc_device_query(VkPhysicalDevice physical, uint32_t api_version,
                              fftc_vulkan_device *info, fftc_device_extensions *extensions,
                              fftc_error *error);

/* pipeline.c: a compiled shader of a context. */

/* How a shader's buffers are bound. Descriptors are pushed if the device can do that. */
typedef enum fftc_binding {
    FFTC_BIND_SET = 0,                  /* a descriptor set, never pushed */
    FFTC_BIND_PUSHED,                   /* descriptors, and pushed numbers */
    FFTC_BIND_EXTRAS,                   /* descriptors, pushed numbers and the words of accessors */
    FFTC_BIND_ADDRESSES,                /* pushed numbers and addresses */
    FFTC_BIND_ADDRESSED_EXTRAS,         /* pushed numbers and addresses, also of the extras of
                                           accessors */
    FFTC_BIND_ADDRESSED_SPECTRUM,       /* pushed numbers and addresses, also of the spectrum */
    FFTC_BIND_ADDRESSED_EXTRAS_SPECTRUM /* pushed numbers and addresses, also of extras and
                                           spectrum */
} fftc_binding;

/* What pipelines share whose shaders are bound alike. Only the descriptors that these read or write
 * are declared, since devices limit how many are, used or not. */
typedef struct fftc_pipeline_layout {
    fftc_binding binding;
    uint32_t descriptors; /* of the set: a bit for the number of each; 0 by addresses */
    VkDescriptorSetLayout set;
    VkPipelineLayout handle;
    struct fftc_pipeline_layout *next;
} fftc_pipeline_layout;

/* Set beside the bit of extra i = 0, 1, ..., shifted by i, if it is a picture that is written. */
#define FFTC_STORED_PICTURE_0 (1u << 16)

/* How many of such descriptors are buffers, pictures, and pictures that are written. */
uint32_t fftc_descriptors_buffers(uint32_t descriptors);
uint32_t fftc_descriptors_pictures(uint32_t descriptors);
uint32_t fftc_descriptors_stored(uint32_t descriptors);

/* Whether a driver's code compares indices with a buffer's size: as the driver chooses by itself;
 * never, since the program touches nothing beyond its buffers; or always, though that is not
 * needed. */
typedef enum fftc_checks {
    FFTC_CHECKS_USUAL = 0,
    FFTC_CHECKS_NONE,
    FFTC_CHECKS_WANTED
} fftc_checks;

/* What a pipeline is made of. */
typedef struct fftc_program {
    fftc_source source;
    fftc_binding binding;
    uint32_t descriptors;
    uint32_t subgroup_size; /* to ask for, with full subgroups; 0: neither */
    bool exact;             /* see shader.h */
    bool unroll;
    fftc_checks checks;
} fftc_program;

/* IN_WORK: some thread is making it. FAILED: it could not be made; the next caller that needs it
 * tries again. */
typedef enum fftc_pipeline_state {
    FFTC_PIPELINE_IN_WORK = 0,
    FFTC_PIPELINE_READY,
    FFTC_PIPELINE_FAILED
} fftc_pipeline_state;

/* A pipeline that was handed out does not change, except what the lock of the context's list
 * protects: users and the like. */
typedef struct fftc_pipeline {
    fftc_digest shader; /* see shader.h; this and the next two are the program */
    const fftc_pipeline_layout *layout;
    uint32_t subgroup_size;
    fftc_pipeline_state state;
    VkPipeline handle;
    fftc_error error; /* why it failed */
    uint32_t users;
    uint64_t given_back; /* by the last of them: a number that grows */
    struct fftc_pipeline *next;
} fftc_pipeline;

#define FFTC_KERNEL_BINDINGS 5 /* source, destination, table, imaginary parts of the first two */
/* The binding after these is a convolution's spectrum, if there are no accessors. Otherwise the
 * extras follow, first as buffers and then as pictures, and the spectrum is behind them. */
#define FFTC_EXTRAS_SPECTRUM_BINDING (FFTC_KERNEL_BINDINGS + 2 * FFTC_EXTRAS_MAX)

/* Further kinds of extras, which only the library itself announces: pictures that shaders write, by
 * their formats. */
enum {
    FFTC_EXTRA_STORED_UNORM = FFTC_EXTRA_FLOAT_PICTURE + 1, /* 8 bits each */
    FFTC_EXTRA_STORED_SRGB, /* the same, but coded as sRGB before they are written */
    FFTC_EXTRA_STORED_HALF,
    FFTC_EXTRA_STORED_FLOAT
};

static inline bool fftc_extra_is_stored(uint32_t kind)
{
    return kind > FFTC_EXTRA_FLOAT_PICTURE;
}

/* accessors.c: what a user gave in place of a plan's loads and stores. In a bloom both texts are
 * empty, and include/fftcore/kernel/bloom_edge.h takes their place. */
typedef struct fftc_pieces {
    fftc_accessors given; /* copies of the texts */
} fftc_pieces;

typedef struct fftc_extra_infos {
    VkDescriptorBufferInfo buffer[FFTC_EXTRAS_MAX];
    VkDescriptorImageInfo image[FFTC_EXTRAS_MAX];
} fftc_extra_infos;

/* Whether accessors are NULL or zeroed. */
static inline bool fftc_accessors_none(const fftc_accessors *a)
{
    bool extra = false;
    for (int i = 0; i < FFTC_EXTRAS_MAX && a != NULL; ++i) {
        extra = extra || a->extra[i] != FFTC_EXTRA_NONE;
    }
    return a == NULL || (a->load == NULL && a->store == NULL && !extra);
}

/* `own`: they are the library's, and not checked. */
fftc_status fftc_pieces_create(const fftc_accessors *accessors, bool own, fftc_pieces *pieces,
                               fftc_error *error);
void fftc_pieces_destroy(fftc_pieces *pieces);

/* Whether a text names a function; NULL does not. */
bool fftc_pieces_name(const char *text, const char *function);

/* Whether there are pictures among the extras; NULL, and accessors without a text, have no
 * extras. */
bool fftc_accessors_have_pictures(const fftc_accessors *accessors);

/* fftc_pieces_define and fftc_pieces_append write what a shader has before and behind fftcore's own
 * text; fftc_pieces_explain puts a compiler's message into the terms of the user's text. */
void fftc_pieces_define(const fftc_pieces *pieces, const fftc_pass_key *pass, fftc_text *source);
void fftc_pieces_append(const fftc_pieces *pieces, const fftc_pass_key *pass, fftc_text *glsl);
void fftc_pieces_explain(fftc_error *error);

/* Describes the descriptors of the extras; returns how many there are. */
uint32_t fftc_pieces_describe(const fftc_pieces *pieces, const fftc_vulkan_buffers *buffers,
                              fftc_extra_infos *infos, VkWriteDescriptorSet *writes);

/* kernel.c: a dispatch of kernel/fft_pass.h. */
typedef struct fftc_kernel_key {
    fftc_pass_key pass;
    uint32_t exact;
    uint32_t addresses; /* buffers by address, not by descriptor */
    uint32_t far;       /* with addresses: arrays are beyond what a descriptor reaches */
    uint32_t half_native;
    uint32_t storage16;        /* halves one by one as items of 16 bits */
    fftc_pass_numbers numbers; /* with accessors, by addresses: loops are constants there */
    uint32_t descriptors;      /* see fftc_pipeline_layout */
} fftc_kernel_key;

#define FFTC_PROGRAMS_MAX FFTC_PASSES_MAX

struct fftc_vulkan {
    pthread_mutex_t lock; /* of the queue, and of what is done on it */
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
    fftc_vulkan_cache *cache;
    fftc_vulkan_cache *own_cache;   /* the context's own cache, if the user gave none; otherwise
                                       NULL */
    pthread_mutex_t pipelines_lock; /* never held while something is compiled */
    pthread_cond_t pipelines_changed;
    fftc_pipeline *pipelines;
    uint32_t pipelines_kept;   /* the most pipelines to keep that nobody has */
    uint32_t pipelines_unused; /* how many pipelines of the list nobody has */
    uint64_t pipelines_given_back;
    pthread_mutex_t tables_lock; /* of the list, and of how many use each */
    struct fftc_table *tables;
    fftc_pipeline_layout *layouts; /* under pipelines_lock; kept as long as the context */
    VkDeviceSize offset_alignment;
    int halves;                                     /* what half_probe.c found; 0: not known yet */
    PFN_vkCmdPushDescriptorSetKHR push_descriptors; /* NULL without VK_KHR_push_descriptor */
    PFN_vkGetBufferDeviceAddress buffer_address;
    PFN_vkGetPipelineExecutableStatisticsKHR statistics; /* NULL: not asked for, or not there */
};

/* The push constants of a kernel. With descriptors they end with the shift; with accessors they
 * have the words, too. */
typedef struct fftc_kernel_push {
    fftc_pass_numbers numbers;
    uint32_t shift[2];
    union {
        VkDeviceAddress address[FFTC_KERNEL_BINDINGS + 1]; /* the last one is that of the
                                                              spectrum */
        uint32_t word[FFTC_USER_WORDS_MAX];
    } more;
} fftc_kernel_push;

uint32_t fftc_kernel_push_bytes(fftc_binding binding);

/* The push constants of a kernel with accessors, by addresses. */
typedef struct fftc_extras_push {
    uint32_t first_line;
    uint32_t lines;
    uint32_t src_first;
    uint32_t dst_first;
    VkDeviceAddress address[FFTC_KERNEL_BINDINGS];
    VkDeviceAddress extra[FFTC_EXTRAS_MAX];
    uint32_t word[FFTC_USER_WORDS_MAX];
    VkDeviceAddress spectrum; /* of convolutions: 128 bytes then, what every device has */
} fftc_extras_push;

/* half_probe.c: whether the device's own conversions of halves are right. This is tried once. The
 * context must not be locked. */
fftc_status fftc_half_native(fftc_vulkan *context, bool *native, fftc_error *error);
/* The source of the shader that fftc_half_native runs: exact, not unrolled. */
fftc_status fftc_half_probe_source(fftc_source *source, fftc_error *error);

/* The descriptors of dispatch `number`: those of its arrays that exist, of its table, of a spectrum
 * and of the extras that `pieces` (NULL: none) announces, and no others. */
uint32_t fftc_kernel_descriptors(const fftc_pass_plan *passes, uint32_t number,
                                 const fftc_pieces *pieces);

/* Whether a kernel reads or writes halves that are not complex numbers: two of them share a
 * word. */
bool fftc_kernel_has_single_halves(const fftc_pass_key *pass);

/* The text of a kernel, to be freed in any case; `pieces` NULL: none. */
fftc_status fftc_kernel_source(const fftc_kernel_key *key, const fftc_pieces *pieces,
                               fftc_source *text, fftc_error *error);

/* The context's pipelines of these kernels; see fftc_pipelines_get. */
fftc_status fftc_kernels_get(fftc_vulkan *context, const fftc_kernel_key *keys, uint32_t count,
                             const fftc_pieces *pieces, VkPipelineCache cache,
                             fftc_pipeline **kernels, fftc_vulkan_plan_times *times,
                             fftc_error *error);

/* plan_limits.c: the limits of passes on a device. */
fftc_pass_limits fftc_plan_limits(const fftc_vulkan_device *info, uint64_t buffer_bytes_max,
                                  const fftc_vulkan_plan_options *options);

/* How many bytes of an array the plans can reach: with descriptors, what one reaches at any offset;
 * with addresses, everything. */
uint64_t fftc_plan_reach(const fftc_vulkan *context, bool addresses);

/* A list of dispatches, and what they are for. */
typedef struct fftc_dispatches {
    const fftc_pass_plan *passes;
    fftc_precision precision;
    bool in_place;
    const fftc_accessors *accessors; /* NULL: none */
    bool own;                        /* the accessors are the library's: texts are empty */
    const char *const *names;        /* of src and dst, for messages; kept */
    fftc_footprint footprints[2];    /* of src and dst */
} fftc_dispatches;

/* plan.c: makes a plan of a list of dispatches. Ignores the options own_scratch and accessors. */
fftc_status fftc_plan_of_passes(fftc_vulkan *context, const fftc_dispatches *dispatches,
                                const fftc_vulkan_plan_options *options, fftc_vulkan_plan **plan,
                                fftc_error *error);

/* Records a plan. `spectrum` may be NULL if no pass reads one. `wait`: the scratch may still be in
 * use. */
fftc_status fftc_plan_record(const fftc_vulkan_plan *plan, VkCommandBuffer commands,
                             const fftc_vulkan_buffers *buffers, const fftc_vulkan_span *spectrum,
                             bool wait, fftc_error *error);

/* reference.c: the variant of the reference FFT, and the subgroup size to request (0: none), that
 * carry out `fft` on this device, or FFTC_UNSUPPORTED. */
fftc_status fftc_reference_plan(const fftc_vulkan_device *info, const fftc_workgroup_fft *fft,
                                bool observe_stages, fftc_variant *variant, uint32_t *subgroup_size,
                                fftc_error *error);

/* The context's pipelines of at most FFTC_PROGRAMS_MAX programs; those that do not exist yet are
 * made now, at the same time. They are to be given back when nothing that was recorded with them is
 * being carried out. `times` may be NULL. Thread-safe; the context need not be locked. */
fftc_status fftc_pipelines_get(fftc_vulkan *context, const fftc_program *programs, uint32_t count,
                               VkPipelineCache cache, fftc_pipeline **pipelines,
                               fftc_vulkan_plan_times *times, fftc_error *error);
/* Gives pipelines back. Some may be NULL. */
void fftc_pipelines_release(fftc_vulkan *context, fftc_pipeline *const *pipelines, uint32_t count);
void fftc_pipelines_destroy(fftc_vulkan *context);

/* layouts.c: the context's layout for such programs, made if there is none yet. The context's list
 * of pipelines is locked. */
fftc_status fftc_pipeline_layout_get(fftc_vulkan *context, fftc_binding binding,
                                     uint32_t descriptors, const fftc_pipeline_layout **layout,
                                     fftc_error *error);
void fftc_pipeline_layouts_destroy(fftc_vulkan *context);

/* memory.c: a storage buffer in device memory and a mapped copy in the host's. */
typedef struct fftc_gpu_array {
    VkBuffer device_buffer;
    VkDeviceMemory device_memory;
    VkBuffer host_buffer;
    VkDeviceMemory host_memory;
    void *mapped;
    VkDeviceSize bytes;
} fftc_gpu_array;

fftc_status fftc_array_create(fftc_vulkan *context, VkDeviceSize bytes, fftc_gpu_array *array,
                              fftc_error *error);
void fftc_array_destroy(fftc_vulkan *context, fftc_gpu_array *array);

/* Creates an array that is written once: if the device's memory can be mapped there is no copy in
 * the host's. */
fftc_status fftc_array_create_sent(fftc_vulkan *context, VkDeviceSize bytes, fftc_gpu_array *array,
                                   fftc_error *error);

/* submit.c: submits a command buffer and waits until the queue is idle; the context must not be
 * locked. fftc_submit_once makes the buffer, which `record` fills. */
VkResult fftc_submit_and_wait(fftc_vulkan *context, VkCommandBuffer commands);
VkResult fftc_submit_once(fftc_vulkan *context,
                          void (*record)(void *user, VkCommandBuffer commands), void *user);
void fftc_memory_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                         VkPipelineStageFlags to, VkAccessFlags access);

/* Copies the mapped memory to the device. The context must not be locked. */
fftc_status fftc_array_upload(fftc_vulkan *context, fftc_gpu_array *array, fftc_error *error);

/* table.c: the factors of all passes of a plan, on the device. */
typedef struct fftc_table {
    fftc_digest name; /* a digest of all that decides the factors */
    uint32_t users;
    fftc_gpu_array array;
    uint64_t first[FFTC_PASSES_MAX]; /* the byte where the factors of each pass begin */
    struct fftc_table *next;
} fftc_table;

/* Gets the table of another plan of the context that needs the same factors, or a new one. It is to
 * be given back. Thread-safe; the context must not be locked. */
fftc_status fftc_table_get(fftc_vulkan *context, const fftc_pass_plan *passes,
                           uint32_t element_bytes, fftc_table **table,
                           fftc_vulkan_plan_times *times, fftc_error *error);
void fftc_table_release(fftc_vulkan *context, fftc_table *table); /* NULL is legal */

/* Creates a storage buffer in device memory, without a copy in the host's. */
fftc_status fftc_device_buffer_create(fftc_vulkan *context, VkDeviceSize bytes, VkBuffer *buffer,
                                      VkDeviceMemory *memory, fftc_error *error);

#endif
