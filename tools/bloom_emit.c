/* SPDX-License-Identifier: MIT */
#include "bloom_emit.h"

#include "command.h"

const char *const tool_storage_names[] = {"buffer", "unorm", "srgb", "half", "float", NULL};

#ifdef FFTCORE_TOOL_VULKAN

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "colour.h"
#include "devices.h"
#include "plan_folder.h"
#include "progress.h"
#include "support/half.h"

#define PATH_BYTES 4096
#define TAKEN 4

enum { PREPARE = 0, EXECUTE, PLANS };
enum { KERNEL = 0, SRC, WORDS, FILES };
static const char *const plan_names[PLANS] = {"prepare", "execute"};
static const char *const file_names[FILES] = {"kernel.bin", "src.bin", "words.bin"};

typedef struct file {
    void *data;
    size_t bytes;
} file;

/* What is to be written. */
typedef struct emission {
    const tool_bloom_emission *how;
    fftc_bloom_description what;
    fftc_emitted_plan plans[PLANS];
    file files[FILES];
    int exponent; /* of the taps */
} emission;

/* --- data ------------------------------------------------------------------------------------- */

static fftc_status make_file(emission *e, int which, size_t bytes, fftc_error *error)
{
    e->files[which] = (file){malloc(bytes), bytes};
    return e->files[which].data != NULL
               ? FFTC_SUCCESS
               : tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %zu bytes", bytes);
}

static fftc_status make_taps(emission *e, const tool_raster *kernel, fftc_error *error)
{
    fftc_bloom_light light;
    size_t bytes;
    fftc_status status = fftc_bloom_taps_bytes(&e->what, &bytes, error);
    if (status == FFTC_SUCCESS) {
        status = make_file(e, KERNEL, bytes, error);
    }
    if (status == FFTC_SUCCESS) {
        status =
            fftc_bloom_taps(&e->what, NULL, kernel->planes, e->files[KERNEL].data, &light, error);
    }
    if (status == FFTC_SUCCESS) {
        e->exponent = light.exponent;
    }
    return status;
}

static void put_number(fftc_vulkan_bloom_storage storage, int channel, float x, void *to, size_t at)
{
    double bounded = fmin(fmax((double)x, 0.0), 1.0);
    switch (storage) {
    case FFTC_VULKAN_BLOOM_HALF: ((uint16_t *)to)[at] = fftc_half_from_double((double)x); break;
    case FFTC_VULKAN_BLOOM_SRGB:
        bounded = channel < TOOL_CHANNELS ? tool_srgb_coded(bounded) : bounded; /* fall through */
    case FFTC_VULKAN_BLOOM_UNORM: ((uint8_t *)to)[at] = (uint8_t)lrint(255.0 * bounded); break;
    default: ((float *)to)[at] = x;
    }
}

/* Texels have four channels, of which the last one is 1 if the picture has none; pixels of a buffer
 * have those of the picture. */
static fftc_status make_picture(emission *e, const tool_raster *picture, fftc_error *error)
{
    static const size_t bytes[] = {4, 1, 1, 2, 4};
    const fftc_vulkan_bloom_storage storage = (fftc_vulkan_bloom_storage)e->how->storage;
    const int there = (int)e->what.channels;
    const int channels = storage == FFTC_VULKAN_BLOOM_BUFFER ? there : TOOL_CHANNELS + 1;
    const size_t pixels = (size_t)picture->width * picture->height;
    fftc_status status = make_file(e, SRC, pixels * (size_t)channels * bytes[storage], error);
    for (size_t i = 0; i < pixels * (size_t)channels && status == FFTC_SUCCESS; ++i) {
        int channel = (int)(i % (size_t)channels);
        float x =
            channel < there ? tool_raster_plane(picture, channel)[i / (size_t)channels] : 1.0F;
        put_number(storage, channel, x, e->files[SRC].data, i);
    }
    return status;
}

/* docs/emitted-plans.md: nothing shines beyond the edges. */
static fftc_status make_words(emission *e, const fftc_bloom_frame *frame, fftc_error *error)
{
    const double exposed = exp2((double)frame->exposure);
    const float words[8] = {(float)(exposed * (double)frame->sharpening),
                            (float)ldexp(exposed * (1.0 - (double)frame->sharpening), e->exponent)};
    fftc_status status = make_file(e, WORDS, sizeof words, error);
    if (status == FFTC_SUCCESS) {
        memcpy(e->files[WORDS].data, words, sizeof words);
    }
    return status;
}

/* --- files ------------------------------------------------------------------------------------ */

static bool path_of(const char *folder, const char *name, char path[PATH_BYTES])
{
    bool fits = snprintf(path, PATH_BYTES, "%s/%s", folder, name) < PATH_BYTES;
    if (!fits) {
        (void)tool_refuse("bloom: --emit %s: the name is too long", folder);
    }
    return fits;
}

/* Data of an earlier emission, which its plan tells, are replaced; those of others are not. */
static bool check_file(const emission *e, const char *path)
{
    char plan[PATH_BYTES];
    struct stat about;
    if (!path_of(e->how->folder, "execute/plan.json", plan)) {
        return false;
    }
    if (lstat(path, &about) == 0 &&
        (lstat(plan, &about) != 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode))) {
        (void)tool_refuse(
            "bloom: --emit: %s is there, and no bloom that was emitted: delete it, or "
            "name another folder",
            path);
        return false;
    }
    return true;
}

static bool check_data(const emission *e)
{
    char path[PATH_BYTES];
    bool good = true;
    for (int i = 0; i < FILES && good; ++i) {
        good = path_of(e->how->folder, file_names[i], path) && check_file(e, path);
    }
    return good;
}

static bool check_plans(const emission *e)
{
    char path[PATH_BYTES];
    bool good = true;
    for (int i = 0; i < PLANS && good; ++i) {
        good = path_of(e->how->folder, plan_names[i], path) &&
               tool_plan_folder_check(path, &e->plans[i], e->how->taken, TAKEN);
    }
    return good;
}

static bool write_files(const emission *e)
{
    char path[PATH_BYTES];
    bool good = mkdir(e->how->folder, 0777) == 0 || errno == EEXIST;
    if (!good) {
        (void)tool_refuse("bloom: --emit %s: %s", e->how->folder, strerror(errno));
    }
    for (int i = 0; i < PLANS && good; ++i) {
        good = path_of(e->how->folder, plan_names[i], path) &&
               tool_plan_folder_write(path, &e->plans[i]);
    }
    for (int i = 0; i < FILES && good; ++i) {
        good = path_of(e->how->folder, file_names[i], path) &&
               tool_file_write(path, e->files[i].data, e->files[i].bytes);
    }
    return good;
}

/* --- all of it -------------------------------------------------------------------------------- */

static fftc_status emit_plans(emission *e, uint32_t device, fftc_error *error)
{
    const fftc_vulkan_bloom_storage storage = (fftc_vulkan_bloom_storage)e->how->storage;
    const fftc_vulkan_bloom_options options = {.src = storage, .dst = storage};
    tool_devices devices = {.count = 0};
    fftc_error why = {.status = FFTC_SUCCESS};
    if (e->how->of_device) {
        tool_devices_open(&devices);
    }
    const fftc_vulkan_device *limits = device < devices.count ? &devices.list[device] : NULL;
    fftc_status status = fftc_vulkan_bloom_emit(&e->what, limits, &options, NULL,
                                                &e->plans[PREPARE], &e->plans[EXECUTE], &why);
    if (status != FFTC_SUCCESS) {
        status =
            tool_fail(error, status, "%s%s", why.message,
                      limits == NULL ? "; --device D takes the limits of that device, in place "
                                       "of what all have"
                                     : "");
    }
    tool_devices_close(&devices);
    return status;
}

static fftc_status make_all(emission *e, const tool_bloom *bloom, const tool_raster *picture,
                            const tool_raster *kernel, fftc_error *error)
{
    const tool_bloom_job job = tool_bloom_job_of(bloom, picture, kernel, NULL);
    e->what = job.what;
    e->what.src = e->what.dst = (fftc_bloom_layout){0};
    fftc_status status = make_taps(e, kernel, error);
    if (status == FFTC_SUCCESS) {
        status = make_picture(e, picture, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_words(e, &job.frame, error);
    }
    return status == FFTC_SUCCESS ? emit_plans(e, bloom->device, error) : status;
}

bool tool_bloom_emit(const tool_bloom *bloom, const tool_bloom_emission *how,
                     const tool_raster *picture, const tool_raster *kernel)
{
    emission e = {.how = how};
    fftc_error error = {.status = FFTC_SUCCESS};
    if (!check_data(&e)) {
        return false;
    }
    tool_progress_set(-1.0, "compiling shaders");
    bool good = make_all(&e, bloom, picture, kernel, &error) == FFTC_SUCCESS;
    if (!good) {
        (void)tool_refuse("bloom: --emit: %s", error.message);
    }
    good = good && check_plans(&e) && write_files(&e);
    for (int i = 0; i < PLANS; ++i) {
        fftc_emitted_plan_free(&e.plans[i]);
    }
    for (int i = 0; i < FILES; ++i) {
        free(e.files[i].data);
    }
    return good;
}

#else

bool tool_bloom_emit(const tool_bloom *bloom, const tool_bloom_emission *emission,
                     const tool_raster *picture, const tool_raster *kernel)
{
    (void)bloom;
    (void)emission;
    (void)picture;
    (void)kernel;
    (void)tool_refuse("bloom: --emit: this fftcore is built without Vulkan");
    return false;
}

#endif
