/* SPDX-License-Identifier: MIT */
#include "emit_plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emit_request.h"
#include "json.h"
#include "plan_folder.h"

#ifndef FFTCORE_TOOL_VULKAN

const tool_form tool_emit_plan_form = {.chosen_by = "plan", .unavailable = TOOL_WITHOUT_VULKAN};

#else

#define PATH_BYTES 4096

/* What the file held is kept: several plans go into one. */
static bool load_modules(fftc_vulkan_cache *cache, const char *path)
{
    unsigned char *data;
    size_t bytes;
    fftc_error error;
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        return true; /* a new one, or a device */
    }
    if (tool_file_read(path, TOOL_FILE_BYTES_LIMIT, &data, &bytes, &error) != FFTC_SUCCESS) {
        return tool_refuse("emit: --modules %s", error.message), false;
    }
    fftc_status status = fftc_vulkan_cache_load(cache, data, bytes, &error);
    free(data);
    return status == FFTC_SUCCESS ||
           (tool_refuse("emit: --modules %s: holds no modules of fftcore's, and is not "
                        "overwritten: name another file",
                        path),
            false);
}

static bool write_modules(fftc_vulkan_cache *cache, const char *path)
{
    size_t bytes = 0;
    fftc_error error;
    (void)fftc_vulkan_cache_save(cache, NULL, 0, &bytes, NULL);
    void *data = malloc(bytes + 1);
    bool written = data != NULL &&
                   fftc_vulkan_cache_save(cache, data, bytes, &bytes, &error) == FFTC_SUCCESS &&
                   tool_file_write(path, data, bytes);
    free(data);
    return written;
}

/* The folders of the plans: the folder itself, or of a convolution two in it. */
static bool name_folders(const tool_emit_request *r, char folders[2][PATH_BYTES])
{
    static const char *const names[] = {"/prepare", "/execute"};
    int longest = 0;
    for (int i = 0; i < 2; ++i) {
        int bytes =
            snprintf(folders[i], PATH_BYTES, "%s%s", r->folder, r->convolves ? names[i] : "");
        longest = bytes > longest ? bytes : longest;
    }
    if (longest >= PATH_BYTES) {
        (void)tool_refuse("emit: --plan %s: the name is too long", r->folder);
    }
    return longest < PATH_BYTES;
}

/* Nothing is written before all of it can be. */
static bool write_folders(const tool_emit_request *r, const fftc_emitted_plan plans[2])
{
    const char *const taken[] = {r->load, r->store, r->modules, r->json};
    char folders[2][PATH_BYTES];
    int count = r->convolves ? 2 : 1;
    bool good = name_folders(r, folders);
    for (int i = 0; i < count && good; ++i) {
        good = tool_plan_folder_check(folders[i], &plans[i], taken, sizeof taken / sizeof *taken);
    }
    if (good && r->convolves && mkdir(r->folder, 0777) != 0 && errno != EEXIST) {
        return tool_refuse("emit: --plan %s: %s", r->folder, strerror(errno)), false;
    }
    for (int i = 0; i < count && good; ++i) {
        good = tool_plan_folder_write(folders[i], &plans[i]);
    }
    return good;
}

/* One plan, or the two of a convolution. */
static fftc_status emit_plans(const tool_emit_request *r, fftc_vulkan_cache *cache,
                              fftc_emitted_plan plans[2], fftc_error *error)
{
    const fftc_vulkan_device *limits = r->has_device || r->has_limits ? &r->limits : NULL;
    fftc_convolution_description d = r->convolution;
    if (!r->convolves) {
        return fftc_vulkan_plan_emit(&r->transform, limits, &r->options, cache, plans, error);
    }
    d.product = r->correlates ? FFTC_CORRELATE : FFTC_CONVOLVE;
    d.signal.scaling = r->transform.scaling;
    d.signal.precision = r->transform.precision;
    d.signal.placement = r->transform.placement;
    d.signal.format = r->transform.format;
    d.signal.direction = r->transform.direction;
    memcpy(d.signal.src_stride, r->transform.src_stride, sizeof d.signal.src_stride);
    memcpy(d.signal.dst_stride, r->transform.dst_stride, sizeof d.signal.dst_stride);
    d.signal.src_distance = r->transform.src_distance;
    d.signal.dst_distance = r->transform.dst_distance;
    return fftc_vulkan_convolution_emit(&d, limits, &r->options, cache, &plans[0], &plans[1],
                                        error);
}

static void add_plan(cJSON *root, const char *name, const fftc_emitted_plan *plan)
{
    cJSON *description = cJSON_Parse(plan->description);
    if (description != NULL) {
        (void)cJSON_AddItemToObject(root, name, description);
    }
}

static bool write_json(const tool_emit_request *r, const fftc_emitted_plan plans[2])
{
    cJSON *root = json_begin("emit");
    json_text(root, "folder", r->folder);
    if (r->modules != NULL) {
        json_text(root, "modules", r->modules);
    }
    add_plan(root, r->convolves ? "prepare" : "plan", &plans[0]);
    if (r->convolves) {
        add_plan(root, "execute", &plans[1]);
    }
    return json_write(root, r->json);
}

static int emit(const tool_emit_request *r)
{
    fftc_vulkan_cache *cache = NULL;
    fftc_emitted_plan plans[2] = {{.kernels = 0}, {.kernels = 0}};
    fftc_error error;
    if (fftc_vulkan_cache_create(NULL, &cache, &error) != FFTC_SUCCESS) {
        return tool_refuse("emit: %s", error.message);
    }
    if (r->modules != NULL && !load_modules(cache, r->modules)) {
        fftc_vulkan_cache_destroy(cache);
        return TOOL_REFUSED;
    }
    fftc_status status = emit_plans(r, cache, plans, &error);
    bool written = false;
    if (status != FFTC_SUCCESS) {
        (void)tool_refuse("emit: %s", error.message);
    } else {
        written = write_folders(r, plans) &&
                  (r->modules == NULL || write_modules(cache, r->modules)) &&
                  (r->json == NULL || write_json(r, plans));
    }
    fftc_emitted_plan_free(&plans[0]);
    fftc_emitted_plan_free(&plans[1]);
    fftc_vulkan_cache_destroy(cache);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

static int plan_run(void *request)
{
    return tool_emit_request_complete(request) ? emit(request) : TOOL_REFUSED;
}

static void plan_close(void *request)
{
    tool_emit_request_free(request);
}

const tool_form tool_emit_plan_form = {
    .chosen_by = "plan",
    .about = "With --plan, all dispatches of a transform as fftc_vulkan_plan_create makes them, "
             "for a program that has Vulkan 1.1 alone: kernel0.comp, kernel0.spv, ..., table.bin, "
             "and plan.json, which says what is bound, pushed and dispatched in which order. Needs "
             "no device.\n",
    .options = tool_emit_rows,
    .defaults = &(const tool_emit_request){.direction = -1},
    .bytes = sizeof(tool_emit_request),
    .run = plan_run,
    .close = plan_close};

#endif
