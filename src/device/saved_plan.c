/* SPDX-License-Identifier: MIT */
#include "device/saved_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/error.h"

#define HASH_DIGITS 16

static void put_hash(uint64_t number, char hash[HASH_DIGITS + 1])
{
    (void)snprintf(hash, HASH_DIGITS + 1, "%016" PRIx64, number);
}

void fftc_saved_write(uint64_t device, const char *name, const fftc_pass_choices *choices,
                      fftc_text_writer *w)
{
    char hash[HASH_DIGITS + 1];
    put_hash(device, hash);
    fftc_text_put(w, FFTC_SAVED_DEVICE_WORD " ");
    fftc_text_put(w, fftc_version());
    fftc_text_put(w, " ");
    fftc_text_put(w, hash);
    fftc_text_put(w, " ");
    fftc_text_put(w, name);
    fftc_pass_choices_put(w, choices);
    fftc_text_put(w, "\n");
}

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

/* What is looked for. */
typedef struct wish {
    const uint64_t *device;
    char hash[HASH_DIGITS + 1]; /* of the device */
    const char *name;
} wish;

/* What a line is found to be. */
typedef struct found_line {
    fftc_pass_choices choices;
    bool of_device;
    bool of_name; /* of the device, too */
} found_line;

/* A line without its end may have lost more than that. */
static bool is_ended(const char *at)
{
    return fftc_text_at_end(at) && strchr(at, '\n') != NULL;
}

/* Reads one line from the version on. Lines of other versions may look different. */
static bool take_line(const char *at, const wish *wanted, found_line *line)
{
    size_t version = strlen(fftc_version());
    if (strncmp(at, fftc_version(), version) != 0 || at[version] != ' ') {
        return is_ended(at + strcspn(at, "\n"));
    }
    at += version + 1;
    const char *hash = at;
    if (!take_hash(&at) || !take_blank(&at)) {
        return false;
    }
    line->of_device = wanted->device == NULL || strncmp(hash, wanted->hash, HASH_DIGITS) == 0;
    line->of_name = line->of_device && strncmp(at, wanted->name, strlen(wanted->name)) == 0;
    bool convolution = strncmp(at, FFTC_CONVOLUTION_WORD " ", sizeof FFTC_CONVOLUTION_WORD) == 0;
    at += convolution ? sizeof FFTC_CONVOLUTION_WORD : 0;
    return take_any(&at) && take_blank(&at) && take_hash(&at) &&
           (!convolution || (take_blank(&at) && take_hash(&at))) &&
           fftc_pass_choices_take(&at, &line->choices) && is_ended(at);
}

/* Reads a line of any plan. */
static bool take_any_line(const char *at, const wish *wanted, found_line *line)
{
    *line = (found_line){.of_device = false};
    if (strncmp(at, FFTC_SAVED_WORD " ", sizeof FFTC_SAVED_WORD) == 0) {
        return true;
    }
    return strncmp(at, FFTC_SAVED_DEVICE_WORD " ", sizeof FFTC_SAVED_DEVICE_WORD) == 0 &&
           take_line(at + sizeof FFTC_SAVED_DEVICE_WORD, wanted, line);
}

fftc_status fftc_saved_find(const char *saved, const uint64_t *device, const char *name,
                            bool required, fftc_pass_choices *choices, bool *found,
                            fftc_error *error)
{
    wish wanted = {.device = device, .name = name};
    bool any_of_device = false;
    unsigned number = 1;
    *found = false;
    put_hash(device != NULL ? *device : 0, wanted.hash);
    for (const char *at = saved; *at != '\0'; at = fftc_text_next_line(at), ++number) {
        found_line line;
        if (fftc_text_is_silent(at)) {
            continue;
        }
        if (!take_any_line(at, &wanted, &line)) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "line %u of what was saved is damaged: leave it out, and save that "
                             "plan again",
                             number);
        }
        if (line.of_name && !*found) {
            *choices = line.choices;
            *found = true;
        }
        any_of_device = any_of_device || line.of_device;
    }
    if (*found || !required) {
        return FFTC_SUCCESS;
    }
    return any_of_device
               ? fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "saved for another transform, this is %.200s: plan anew, and save that",
                           name)
               : fftc_fail(error, FFTC_UNSUPPORTED,
                           "saved for another device, driver, version of the library or other "
                           "options: plan anew, and save that");
}
