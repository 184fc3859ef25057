/* SPDX-License-Identifier: MIT */
#include "gpu/sets.h"

#include <stdlib.h>
#include <string.h>

#include "support/error.h"

/* Recordings whose sets come from one pool. */
enum { RECORDINGS_PER_POOL = 8 };

/* Pools are added as needed and freed with the plan only. Nobody but the caller knows when a
 * recording is done: so either all keep their sets, or the oldest gives its own to the next. */
struct fftc_sets {
    pthread_mutex_t lock;
    VkDevice device;
    uint32_t dispatches;
    VkDescriptorSetLayout layout[FFTC_PASSES_MAX];
    VkDescriptorPoolSize
        size[3];         /* of one recording: storage buffers, sampled and storage images */
    uint32_t limit;      /* of recordings; 0: none */
    uint32_t recordings; /* for which there are sets */
    uint32_t next;
    VkDescriptorPool *pools; /* one for every RECORDINGS_PER_POOL recordings */
    VkDescriptorSet **sets;  /* of each pool, those of one recording after the other */
};

fftc_status fftc_sets_create(const fftc_vulkan *context, fftc_pipeline *const *kernels,
                             uint32_t count, uint32_t recordings, fftc_sets **sets,
                             fftc_error *error)
{
    *sets = NULL;
    if (context->push_descriptors != NULL || count == 0) {
        return FFTC_SUCCESS;
    }
    fftc_sets *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->device = context->device;
    made->limit = recordings;
    made->dispatches = count;
    made->size[0].type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    made->size[1].type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    made->size[2].type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    for (uint32_t i = 0; i < count; ++i) {
        const fftc_pipeline_layout *layout = kernels[i]->layout;
        made->layout[i] = layout->set;
        made->size[0].descriptorCount += fftc_descriptors_buffers(layout->descriptors);
        made->size[1].descriptorCount += fftc_descriptors_pictures(layout->descriptors);
        made->size[2].descriptorCount += fftc_descriptors_stored(layout->descriptors);
    }
    (void)pthread_mutex_init(&made->lock, NULL);
    *sets = made;
    return FFTC_SUCCESS;
}

void fftc_sets_destroy(fftc_sets *sets)
{
    if (sets == NULL) {
        return;
    }
    for (uint32_t i = 0; i * RECORDINGS_PER_POOL < sets->recordings; ++i) {
        vkDestroyDescriptorPool(sets->device, sets->pools[i], NULL);
        free(sets->sets[i]);
    }
    free(sets->pools);
    free(sets->sets);
    (void)pthread_mutex_destroy(&sets->lock);
    free(sets);
}

static fftc_status allocate(const fftc_sets *s, VkDescriptorPool pool, VkDescriptorSet *to,
                            fftc_error *error)
{
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pool,
                                        .descriptorSetCount = s->dispatches,
                                        .pSetLayouts = s->layout};
    for (uint32_t i = 0; i < RECORDINGS_PER_POOL; ++i) {
        VkResult result = vkAllocateDescriptorSets(s->device, &info, to + i * s->dispatches);
        if (result != VK_SUCCESS) {
            return fftc_vk_fail(error, result, "vkAllocateDescriptorSets");
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status make_pool(const fftc_sets *s, VkDescriptorPool *pool, fftc_error *error)
{
    VkDescriptorPoolSize size[3];
    uint32_t count = 0;
    for (int i = 0; i < 3; ++i) {
        if (s->size[i].descriptorCount != 0) {
            size[count] = s->size[i];
            size[count++].descriptorCount *= RECORDINGS_PER_POOL;
        }
    }
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = RECORDINGS_PER_POOL * s->dispatches,
                                       .poolSizeCount = count,
                                       .pPoolSizes = size};
    VkResult result = vkCreateDescriptorPool(s->device, &info, NULL, pool);
    if (result != VK_SUCCESS) {
        *pool = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateDescriptorPool");
    }
    return FFTC_SUCCESS;
}

/* Room for one more pool in the lists. */
static bool lengthen(fftc_sets *s)
{
    size_t pools = s->recordings / RECORDINGS_PER_POOL + 1;
    VkDescriptorPool *longer = realloc(s->pools, pools * sizeof *s->pools);
    s->pools = longer != NULL ? longer : s->pools;
    VkDescriptorSet **lists = realloc(s->sets, pools * sizeof *s->sets);
    s->sets = lists != NULL ? lists : s->sets;
    return longer != NULL && lists != NULL;
}

static fftc_status grow(fftc_sets *s, fftc_error *error)
{
    uint32_t at = s->recordings / RECORDINGS_PER_POOL;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    VkDescriptorSet *sets = malloc((size_t)RECORDINGS_PER_POOL * s->dispatches * sizeof *sets);
    if (sets == NULL || !lengthen(s)) {
        free(sets);
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for descriptor sets");
    }
    fftc_status status = make_pool(s, &pool, error);
    if (status == FFTC_SUCCESS) {
        status = allocate(s, pool, sets, error);
    }
    if (status != FFTC_SUCCESS) {
        vkDestroyDescriptorPool(s->device, pool, NULL);
        free(sets);
        return status;
    }
    s->pools[at] = pool;
    s->sets[at] = sets;
    s->recordings += RECORDINGS_PER_POOL;
    return FFTC_SUCCESS;
}

fftc_status fftc_sets_take(fftc_sets *sets, const VkDescriptorSet **taken, fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    pthread_mutex_lock(&sets->lock);
    if (sets->limit != 0 && sets->next == sets->limit) {
        sets->next = 0;
    }
    if (sets->next == sets->recordings) {
        status = grow(sets, error);
    }
    if (status == FFTC_SUCCESS) {
        uint32_t slot = sets->next++;
        *taken = sets->sets[slot / RECORDINGS_PER_POOL] +
                 (size_t)(slot % RECORDINGS_PER_POOL) * sets->dispatches;
    }
    pthread_mutex_unlock(&sets->lock);
    return status;
}
