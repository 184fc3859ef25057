/* SPDX-License-Identifier: MIT
 *
 * Plans as lines of text:
 *
 *     fftcore-vulkan 0.1.0 3f0c52a99d1e7b40 f32:complex:forward:1048576
 *         9d1c0f3a7b52e684 a0.1024.1024 p0.16.256
 *
 *     fftcore-vulkan 0.1.0 3f0c52a99d1e7b40 convolution f32:real:forward:51999
 *         e8ad5e0c3b5ba0ed 0c2e8d1fb9f7d1a5
 *
 * (on one line each): version, a hash of the device, the transform for people, a hash of all of its
 * fields, and the choices (common/pass_choices.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "gpu/plan.h"

#define HEAD "fftcore-vulkan"
#define HASH_DIGITS 16
#define CONVOLUTION "convolution"

uint64_t fftc_saved_device(const fftc_vulkan_device *info, const fftc_vulkan_plan_options *options)
{
    const fftc_pass_limits limits = fftc_plan_limits(info, info->buffer_bytes_max, options);
    const uint64_t numbers[] = {info->vendor_id,     info->device_id,      limits.invocations_max,
                                limits.shared_bytes, limits.subgroup_size, limits.buffer_bytes_max,
                                limits.registers,    limits.invocations,   limits.line_invocations,
                                options->exact,      options->addresses,   info->push_descriptor,
                                limits.load,         limits.store,         limits.load_src,
                                limits.store_dst,    limits.less_scratch};
    uint64_t hash = fftc_hash_text(fftc_hash_text(FFTC_HASH_START, info->name), info->driver);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        hash = fftc_hash_number(hash, numbers[i]);
    }
    return hash;
}

/* --- writing ---------------------------------------------------------------------------------- */

void fftc_saved_write(uint64_t device, const char *name, const fftc_pass_choices *choices,
                      fftc_text_writer *w)
{
    char hash[HASH_DIGITS + 3];
    (void)snprintf(hash, sizeof hash, " %016" PRIx64 " ", device);
    fftc_text_put(w, HEAD " ");
    fftc_text_put(w, fftc_version());
    fftc_text_put(w, hash);
    fftc_text_put(w, name);
    fftc_pass_choices_put(w, choices);
    fftc_text_put(w, "\n");
}

static void write_line(const void *saved, fftc_text_writer *w)
{
    const fftc_vulkan_plan *plan = (const fftc_vulkan_plan *)saved;
    char name[FFTC_TRANSFORM_NAME_BYTES];
    fftc_transform_name(&plan->transform, name);
    fftc_saved_write(plan->device, name, &plan->choices, w);
}

void fftc_saved_name(const fftc_convolution_description *description,
                     char name[FFTC_SAVED_NAME_BYTES])
{
    memcpy(name, CONVOLUTION " ", sizeof CONVOLUTION);
    fftc_convolution_name(description, name + sizeof CONVOLUTION);
}

fftc_status fftc_vulkan_plan_save(const fftc_vulkan_plan *plan, char *text, size_t capacity,
                                  size_t *bytes, fftc_error *error)
{
    return fftc_text_save(write_line, plan, text, capacity, bytes, error);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* A word of anything but blanks; false at the end of the line. */
static bool take_any(const char **text)
{
    size_t length = strcspn(*text, " \n");
    *text += length;
    return length != 0;
}

static bool take_blank(const char **text)
{
    return *(*text)++ == ' ';
}

static bool take_hash(const char **text)
{
    size_t length = strspn(*text, "0123456789abcdef");
    *text += length;
    return length == HASH_DIGITS;
}

/* One line, from the version on. Those of other versions may look otherwise. */
static bool take_line(const char **text, const char *start, fftc_pass_choices *choices, bool *mine)
{
    const char *at = *text;
    size_t version = strlen(fftc_version());
    *mine = false;
    if (strncmp(at, fftc_version(), version) != 0 || at[version] != ' ') {
        *text += strcspn(*text, "\n");
        return **text == '\n';
    }
    at += version + 1;
    *mine = strncmp(at, start, strlen(start)) == 0;
    if (!take_hash(&at) || !take_blank(&at)) {
        return false;
    }
    bool convolution = strncmp(at, CONVOLUTION " ", sizeof CONVOLUTION) == 0;
    at += convolution ? sizeof CONVOLUTION : 0;
    if (!take_any(&at) || !take_blank(&at) || !take_hash(&at) ||
        (convolution && (!take_blank(&at) || !take_hash(&at))) ||
        !fftc_pass_choices_take(&at, choices)) {
        return false;
    }
    *text = at;
    return true;
}

fftc_status fftc_saved_find(const char *saved, uint64_t device, const char *name,
                            fftc_pass_choices *choices, bool *found, fftc_error *error)
{
    char start[HASH_DIGITS + 1 + FFTC_SAVED_NAME_BYTES];
    unsigned line = 1;
    *found = false;
    (void)snprintf(start, sizeof start, "%016" PRIx64 " %s", device, name);
    for (const char *at = saved; *at != '\0'; ++line) {
        fftc_pass_choices read;
        bool mine = false;
        if (strncmp(at, HEAD " ", sizeof HEAD) != 0) {
            break;
        }
        at += sizeof HEAD;
        /* A line without its end may have lost more than that. */
        if (!take_line(&at, start, &read, &mine) || *at != '\n') {
            break;
        }
        if (mine && !*found) {
            *choices = read;
            *found = true;
        }
        saved = ++at;
    }
    return *saved == '\0'
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "line %u of what was saved is damaged: leave it out, and save that plan "
                           "again",
                           line);
}
