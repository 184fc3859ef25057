/* SPDX-License-Identifier: MIT
 *
 * What making plans takes, part by part.
 */
#define _GNU_SOURCE /* mkdtemp, clock_gettime */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device.h"

#define REPEATS 5

/* One way of making a plan. */
typedef struct way {
    const char *name;
    bool files;  /* shader modules are in files; otherwise in memory */
    bool second; /* an equal plan exists already */
} way;

typedef struct maker {
    const device_bench *bench;
    uint32_t device;
    const fftc_vulkan_plan_options *options;
    bool convolves;
    fftc_transform transform; /* unless it convolves */
    fftc_convolution_description convolution;
    char folder[64];
    fftc_vulkan_cache *memory; /* what is compiled, without files */
    void *data;                /* of the driver's VkPipelineCache */
    size_t bytes;
    fftc_error error;
} maker;

static bool open_folder(maker *m, fftc_vulkan_cache **cache)
{
    const fftc_vulkan_cache_options options = {.folder = m->folder};
    return fftc_vulkan_cache_create(&options, cache, &m->error) == FFTC_SUCCESS;
}

static void keep_data(maker *m, VkDevice device, VkPipelineCache cache)
{
    free(m->data);
    m->data = NULL;
    if (vkGetPipelineCacheData(device, cache, &m->bytes, NULL) == VK_SUCCESS && m->bytes != 0) {
        m->data = malloc(m->bytes);
    }
    if (m->data == NULL ||
        vkGetPipelineCacheData(device, cache, &m->bytes, m->data) != VK_SUCCESS) {
        m->bytes = 0;
    }
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct made {
    fftc_vulkan_plan *plan; /* one of the two */
    fftc_vulkan_convolution *convolution;
} made;

/* Of a convolution, which is two plans, the time as a whole. */
static fftc_status make_one(maker *m, fftc_vulkan *context, const fftc_vulkan_plan_options *options,
                            made *plan, fftc_vulkan_plan_times *times)
{
    if (!m->convolves) {
        fftc_status status =
            fftc_vulkan_plan_create(context, &m->transform, options, &plan->plan, &m->error);
        *times = fftc_vulkan_plan_get_times(plan->plan);
        return status;
    }
    double start = now();
    fftc_status status = fftc_vulkan_convolution_create(context, &m->convolution, options,
                                                        &plan->convolution, &m->error);
    *times = (fftc_vulkan_plan_times){.all = now() - start};
    return status;
}

/* Makes a plan in a context of its own. What the driver made is in the files, too; without files,
 * it is in a VkPipelineCache. */
static bool make_plan(maker *m, fftc_vulkan_cache *modules, bool second,
                      fftc_vulkan_plan_times *times)
{
    const fftc_vulkan_options context_options = {.device = m->device, .cache = modules};
    fftc_vulkan_plan_options options = *m->options;
    made plans[2] = {{NULL, NULL}, {NULL, NULL}};
    fftc_vulkan *context;
    if (fftc_vulkan_create(&context_options, &context, &m->error) != FFTC_SUCCESS) {
        return false;
    }
    VkDevice device = fftc_vulkan_get_handles(context).device;
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                      .initialDataSize = m->bytes,
                                      .pInitialData = m->data};
    if (modules != m->memory ||
        vkCreatePipelineCache(device, &info, NULL, &options.cache) != VK_SUCCESS) {
        options.cache = VK_NULL_HANDLE;
    }
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i <= second && status == FFTC_SUCCESS; ++i) {
        status = make_one(m, context, &options, &plans[i], times);
    }
    if (options.cache != VK_NULL_HANDLE) {
        keep_data(m, device, options.cache);
        vkDestroyPipelineCache(device, options.cache, NULL);
    }
    for (int i = 1; i >= 0; --i) {
        fftc_vulkan_plan_destroy(plans[i].plan);
        fftc_vulkan_convolution_destroy(plans[i].convolution);
    }
    fftc_vulkan_destroy(context);
    return status == FFTC_SUCCESS;
}

static int by_all(const void *a, const void *b)
{
    const fftc_vulkan_plan_times *x = a;
    const fftc_vulkan_plan_times *y = b;
    return (x->all > y->all) - (x->all < y->all);
}

/* The median of several. */
static bool repeat(maker *m, const way *w, fftc_vulkan_plan_times *times)
{
    fftc_vulkan_plan_times all[REPEATS];
    for (int i = 0; i < REPEATS; ++i) {
        fftc_vulkan_cache *files = NULL;
        bool good = (!w->files || open_folder(m, &files)) &&
                    make_plan(m, w->files ? files : m->memory, w->second, &all[i]);
        fftc_vulkan_cache_destroy(files);
        if (!good) {
            return false;
        }
    }
    qsort(all, REPEATS, sizeof *all, by_all);
    *times = all[REPEATS / 2];
    return true;
}

static void print(const maker *m, const char *name, const char *how,
                  const fftc_vulkan_plan_times *t)
{
    if (m->convolves) {
        device_tell(m->bench, "%12s %-6s %9.2f\n", name, how, 1e3 * t->all);
        return;
    }
    device_tell(m->bench, "%12s %-6s %9.2f %8.2f %7.2f %8.2f %8.1f %9.1f %9.2f %8.2f %7.2f\n", name,
                how, 1e3 * t->all, 1e3 * t->passes, 1e3 * t->texts, 1e3 * t->modules,
                1e3 * t->glslang, 1e3 * t->unrolling, 1e3 * t->pipelines, 1e3 * t->tables,
                1e3 * t->memory);
}

static void add_row(cJSON *rows, const char *name, const char *how, const fftc_vulkan_plan_times *t)
{
    cJSON *object = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(object, "case", name);
    (void)cJSON_AddStringToObject(object, "way", how);
    (void)cJSON_AddNumberToObject(object, "seconds", t->all);
    (void)cJSON_AddNumberToObject(object, "passes", t->passes);
    (void)cJSON_AddNumberToObject(object, "texts", t->texts);
    (void)cJSON_AddNumberToObject(object, "modules", t->modules);
    (void)cJSON_AddNumberToObject(object, "glslang", t->glslang);
    (void)cJSON_AddNumberToObject(object, "unrolling", t->unrolling);
    (void)cJSON_AddNumberToObject(object, "pipelines", t->pipelines);
    (void)cJSON_AddNumberToObject(object, "tables", t->tables);
    (void)cJSON_AddNumberToObject(object, "memory", t->memory);
    (void)cJSON_AddItemToArray(rows, object);
}

static bool measure(maker *m, const char *name, cJSON *rows)
{
    static const way ways[] = {
        {"files", true, false}, {"memory", false, false}, {"second", false, true}};
    fftc_vulkan_plan_times times;
    fftc_vulkan_cache *files = NULL;
    bool good = open_folder(m, &files) && make_plan(m, files, false, &times);
    size_t bytes = 0;
    if (good) {
        print(m, name, "first", &times);
        add_row(rows, name, "first", &times);
        good = fftc_vulkan_cache_save(files, NULL, 0, &bytes, &m->error) == FFTC_SUCCESS;
    }
    void *modules = malloc(bytes + 1);
    good = good && modules != NULL &&
           fftc_vulkan_cache_save(files, modules, bytes, &bytes, &m->error) == FFTC_SUCCESS &&
           fftc_vulkan_cache_load(m->memory, modules, bytes, &m->error) == FFTC_SUCCESS;
    free(modules);
    fftc_vulkan_cache_destroy(files);
    for (size_t i = 0; i < sizeof ways / sizeof *ways && good; ++i) {
        good = repeat(m, &ways[i], &times);
        if (good) {
            print(m, name, ways[i].name, &times);
            add_row(rows, name, ways[i].name, &times);
        }
    }
    return good;
}

void device_plans_measure(const device_bench *b, const bench_case *c, cJSON *rows)
{
    const fftc_vulkan_cache_options without_files = {.folder = ""};
    maker m = {.bench = b,
               .device = b->number,
               .options = &b->options,
               .transform = device_bench_transform(b, c)};
    m.convolves = c->convolution;
    bool good =
        (!m.convolves || bench_case_convolution(c, &m.convolution, &m.error) == FFTC_SUCCESS) &&
        device_make_folder(m.folder, sizeof m.folder) &&
        fftc_vulkan_cache_create(&without_files, &m.memory, &m.error) == FFTC_SUCCESS;
    m.convolution.signal.precision = b->precision;
    good = good && measure(&m, c->name, rows);
    if (!good) {
        device_tell(b, "%12s  %s\n", c->name,
                    m.error.status == FFTC_SUCCESS && m.folder[0] == '\0'
                        ? "there is no room for files: set TMPDIR"
                        : m.error.message);
    }
    fftc_vulkan_cache_destroy(m.memory);
    device_remove_folder(m.folder);
    free(m.data);
}

void device_plans_head(const device_bench *b)
{
    device_tell(b,
                "milliseconds; of several threads added up\n%12s %-6s %9s %8s %7s %8s %8s %9s %9s "
                "%8s %7s\n",
                "case", "shader", "all", "passes", "texts", "modules", "glslang", "unrolling",
                "pipelines", "tables", "memory");
}
