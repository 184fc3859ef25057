/* SPDX-License-Identifier: MIT
 *
 * The compiled shaders of a context. Several threads may ask for the same ones at the same time:
 * each pipeline is made once, by the first thread that asks for it, without holding the context's
 * lock. Users give pipelines back. Some of those without a user are kept for later ones.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/cache.h"
#include "gpu/compile.h"
#include "gpu/internal.h"
#include "gpu/kept.h"
#include "gpu/times.h"
#include "support/error.h"
#include "support/workers.h"

/* ------------------------------------------------------------------------------------- one */

static fftc_shader shader_of(const fftc_program *program)
{
    return (fftc_shader){&program->source, program->exact, program->unroll};
}

static fftc_status create_module(fftc_vulkan *context, const fftc_program *program,
                                 const fftc_digest *name, fftc_vulkan_plan_times *times,
                                 VkShaderModule *module, fftc_error *error)
{
    const fftc_shader shader = shader_of(program);
    uint32_t *words = NULL;
    size_t word_count = 0;
    fftc_status status =
        fftc_cache_fetch(context->cache, &shader, name, times, &words, &word_count, error);
    if (status == FFTC_SUCCESS && context->validate) {
        status = fftc_spirv_validate(words, word_count, error);
    }
    double start = fftc_seconds();
    if (status == FFTC_SUCCESS) {
        VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                         .codeSize = word_count * sizeof *words,
                                         .pCode = words};
        VkResult result = vkCreateShaderModule(context->device, &info, NULL, module);
        if (result != VK_SUCCESS) {
            status = fftc_vk_fail(error, result, "vkCreateShaderModule");
        }
    }
    (void)fftc_seconds_add(&times->pipelines, start);
    free(words);
    return status;
}

/* NVIDIA's driver (580.159.04) compares every index with its buffer's size where a pipeline cannot
 * state whether it should, whether robustBufferAccess is enabled or not: one instruction in twelve
 * for 2^12 points of half. Where the feature is enabled, it compares only if it is told to. */
static VkPipelineRobustnessCreateInfoEXT robustness_of(fftc_checks checks)
{
    return (VkPipelineRobustnessCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT,
        .storageBuffers = checks == FFTC_CHECKS_WANTED
                              ? VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_EXT
                              : VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT,
        .uniformBuffers = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
        .vertexInputs = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
        .images = VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DEVICE_DEFAULT_EXT};
}

static fftc_status create_pipeline(fftc_vulkan *context, const fftc_program *program,
                                   const fftc_pipeline *entry, VkPipelineCache cache,
                                   fftc_vulkan_plan_times *times, VkPipeline *pipeline,
                                   fftc_error *error)
{
    VkShaderModule module = VK_NULL_HANDLE;
    fftc_status status = create_module(context, program, &entry->shader, times, &module, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = program->subgroup_size};
    const VkPipelineRobustnessCreateInfoEXT robustness = robustness_of(program->checks);
    bool told = program->checks != FFTC_CHECKS_USUAL && context->info.pipeline_robustness;
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = told ? &robustness : NULL,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = entry->layout->handle};
    if (context->statistics != NULL) {
        info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    }
    if (program->subgroup_size != 0) {
        info.stage.pNext = &size;
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    }
    double start = fftc_seconds();
    fftc_kept kept = {.cache = VK_NULL_HANDLE};
    if (cache == VK_NULL_HANDLE) {
        kept = fftc_kept_open(context, program, &entry->shader);
        cache = kept.cache;
    }
    VkResult result = vkCreateComputePipelines(context->device, cache, 1, &info, NULL, pipeline);
    fftc_kept_close(context, &kept, result == VK_SUCCESS);
    vkDestroyShaderModule(context->device, module, NULL);
    (void)fftc_seconds_add(&times->pipelines, start);
    if (result != VK_SUCCESS) {
        *pipeline = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateComputePipelines");
    }
    return FFTC_SUCCESS;
}

/* ------------------------------------------------------------------------------------- the list */

/* The work of one call: entries of the list, and which of them this call has to make. */
typedef struct request {
    fftc_vulkan *context;
    const fftc_program *programs;
    VkPipelineCache cache;
    fftc_vulkan_plan_times times; /* of what this call made; the context's list is locked */
    fftc_pipeline *entry[FFTC_PROGRAMS_MAX];
    uint32_t mine[FFTC_PROGRAMS_MAX];
    uint32_t mine_count;
} request;

static fftc_pipeline *find(const fftc_vulkan *context, const fftc_program *program,
                           const fftc_pipeline_layout *layout, const fftc_digest *shader)
{
    fftc_pipeline *p = context->pipelines;
    while (p != NULL && (p->layout != layout || p->subgroup_size != program->subgroup_size ||
                         memcmp(&p->shader, shader, sizeof *shader) != 0)) {
        p = p->next;
    }
    return p;
}

static fftc_pipeline *add(fftc_vulkan *context, const fftc_program *program,
                          const fftc_pipeline_layout *layout, const fftc_digest *shader)
{
    fftc_pipeline *p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->shader = *shader;
        p->layout = layout;
        p->subgroup_size = program->subgroup_size;
        p->state = FFTC_PIPELINE_FAILED;
        p->next = context->pipelines;
        context->pipelines = p;
    }
    return p;
}

/* Finds entry number i, or adds it. An entry that nobody is making, or that failed before, is then
 * made by this call. */
static fftc_status claim(request *r, uint32_t i, fftc_error *error)
{
    fftc_vulkan *context = r->context;
    const fftc_program *program = &r->programs[i];
    const fftc_shader shader = shader_of(program);
    fftc_digest name = fftc_shader_name(&shader);
    pthread_mutex_lock(&context->pipelines_lock);
    const fftc_pipeline_layout *layout;
    fftc_status status =
        fftc_pipeline_layout_get(context, program->binding, program->descriptors, &layout, error);
    fftc_pipeline *p = status == FFTC_SUCCESS ? find(context, program, layout, &name) : NULL;
    if (p != NULL) {
        context->pipelines_unused -= p->users == 0;
    } else if (status == FFTC_SUCCESS) {
        p = add(context, program, layout, &name);
        if (p == NULL) {
            status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a pipeline");
        }
    }
    if (p != NULL) {
        ++p->users;
    }
    if (p != NULL && p->state == FFTC_PIPELINE_FAILED) {
        p->state = FFTC_PIPELINE_IN_WORK;
        r->mine[r->mine_count++] = i;
    }
    r->entry[i] = p;
    pthread_mutex_unlock(&context->pipelines_lock);
    return status;
}

/* Stores the result of entry i, which this call made. */
static void finish(request *r, uint32_t i, VkPipeline handle, const fftc_vulkan_plan_times *times,
                   const fftc_error *error)
{
    pthread_mutex_lock(&r->context->pipelines_lock);
    fftc_times_add(&r->times, times);
    r->entry[i]->handle = handle;
    r->entry[i]->error = *error;
    r->entry[i]->state = error->status == FFTC_SUCCESS ? FFTC_PIPELINE_READY : FFTC_PIPELINE_FAILED;
    pthread_cond_broadcast(&r->context->pipelines_changed);
    pthread_mutex_unlock(&r->context->pipelines_lock);
}

static void make(void *data, uint32_t number)
{
    request *r = data;
    uint32_t i = r->mine[number];
    VkPipeline handle = VK_NULL_HANDLE;
    fftc_vulkan_plan_times times = {.all = 0.0};
    fftc_error error = {.status = FFTC_SUCCESS};
    error.status = create_pipeline(r->context, &r->programs[i], r->entry[i], r->cache, &times,
                                   &handle, &error);
    finish(r, i, handle, &times, &error);
}

/* Until whoever makes it is done. */
static fftc_status await(request *r, uint32_t i, fftc_error *error)
{
    fftc_pipeline *p = r->entry[i];
    fftc_status status = FFTC_SUCCESS;
    pthread_mutex_lock(&r->context->pipelines_lock);
    while (p->state == FFTC_PIPELINE_IN_WORK) {
        pthread_cond_wait(&r->context->pipelines_changed, &r->context->pipelines_lock);
    }
    if (p->state == FFTC_PIPELINE_FAILED) {
        status = fftc_fail(error, p->error.status, "%s", p->error.message);
    }
    pthread_mutex_unlock(&r->context->pipelines_lock);
    return status;
}

fftc_status fftc_pipelines_get(fftc_vulkan *context, const fftc_program *programs, uint32_t count,
                               VkPipelineCache cache, fftc_pipeline **pipelines,
                               fftc_vulkan_plan_times *times, fftc_error *error)
{
    double start = fftc_seconds();
    request r = {.context = context, .programs = programs, .cache = cache};
    fftc_status status = FFTC_SUCCESS;
    uint32_t claimed = 0;
    while (claimed < count && status == FFTC_SUCCESS) {
        status = claim(&r, claimed, error);
        claimed += status == FFTC_SUCCESS;
    }
    (void)fftc_seconds_add(times != NULL ? &times->texts : NULL, start);
    /* What was claimed is made even if a later claim failed: others may wait for it. */
    fftc_workers_run(r.mine_count, make, &r);
    for (uint32_t i = 0; i < claimed && status == FFTC_SUCCESS; ++i) {
        status = await(&r, i, error);
    }
    if (times != NULL) {
        fftc_times_add(times, &r.times);
    }
    if (status != FFTC_SUCCESS) {
        fftc_pipelines_release(context, r.entry, claimed);
        return status;
    }
    for (uint32_t i = 0; i < count; ++i) {
        pipelines[i] = r.entry[i];
    }
    return FFTC_SUCCESS;
}

/* ------------------------------------------------------------------------------------- the end */

/* Takes an entry out of the list, and puts it in front of others that were taken out. */
static fftc_pipeline *take_out(fftc_vulkan *context, fftc_pipeline *which, fftc_pipeline *others)
{
    fftc_pipeline **link = &context->pipelines;
    while (*link != which) {
        link = &(*link)->next;
    }
    *link = which->next;
    which->next = others;
    return which;
}

/* The entry without a user that was given back the longest time ago. There is one. */
static fftc_pipeline *oldest(const fftc_vulkan *context)
{
    fftc_pipeline *found = NULL;
    for (fftc_pipeline *p = context->pipelines; p != NULL; p = p->next) {
        if (p->users == 0 && (found == NULL || p->given_back < found->given_back)) {
            found = p;
        }
    }
    return found;
}

static void destroy_all(fftc_vulkan *context, fftc_pipeline *list)
{
    while (list != NULL) {
        fftc_pipeline *next = list->next;
        vkDestroyPipeline(context->device, list->handle, NULL);
        free(list);
        list = next;
    }
}

void fftc_pipelines_release(fftc_vulkan *context, fftc_pipeline *const *pipelines, uint32_t count)
{
    fftc_pipeline *gone = NULL;
    pthread_mutex_lock(&context->pipelines_lock);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_pipeline *p = pipelines[i];
        if (p == NULL || --p->users != 0) {
            continue;
        }
        p->given_back = ++context->pipelines_given_back;
        if (p->state == FFTC_PIPELINE_FAILED) {
            gone = take_out(context, p, gone);
        } else {
            ++context->pipelines_unused;
        }
    }
    for (; context->pipelines_unused > context->pipelines_kept; --context->pipelines_unused) {
        gone = take_out(context, oldest(context), gone);
    }
    pthread_mutex_unlock(&context->pipelines_lock);
    destroy_all(context, gone);
}

void fftc_pipelines_destroy(fftc_vulkan *context)
{
    destroy_all(context, context->pipelines);
    context->pipelines = NULL;
    fftc_pipeline_layouts_destroy(context);
}
