/* SPDX-License-Identifier: MIT */
#include "common/saved_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"

#define HEAD "fftcore-vulkan"
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
    fftc_text_put(w, HEAD " ");
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

/* Reads one line from the version on. Lines of other versions may look different. */
static bool take_line(const char **text, const wish *wanted, fftc_pass_choices *choices, bool *mine)
{
    const char *at = *text;
    size_t version = strlen(fftc_version());
    *mine = false;
    if (strncmp(at, fftc_version(), version) != 0 || at[version] != ' ') {
        *text += strcspn(*text, "\n");
        return **text == '\n';
    }
    at += version + 1;
    const char *hash = at;
    if (!take_hash(&at) || !take_blank(&at)) {
        return false;
    }
    *mine = (wanted->device == NULL || strncmp(hash, wanted->hash, HASH_DIGITS) == 0) &&
            strncmp(at, wanted->name, strlen(wanted->name)) == 0;
    bool convolution = strncmp(at, FFTC_CONVOLUTION_WORD " ", sizeof FFTC_CONVOLUTION_WORD) == 0;
    at += convolution ? sizeof FFTC_CONVOLUTION_WORD : 0;
    if (!take_any(&at) || !take_blank(&at) || !take_hash(&at) ||
        (convolution && (!take_blank(&at) || !take_hash(&at))) ||
        !fftc_pass_choices_take(&at, choices)) {
        return false;
    }
    *text = at;
    return true;
}

fftc_status fftc_saved_find(const char *saved, const uint64_t *device, const char *name,
                            fftc_pass_choices *choices, bool *found, fftc_error *error)
{
    wish wanted = {.device = device, .name = name};
    unsigned line = 1;
    *found = false;
    put_hash(device != NULL ? *device : 0, wanted.hash);
    for (const char *at = saved; *at != '\0'; ++line) {
        fftc_pass_choices read;
        bool mine = false;
        if (strncmp(at, HEAD " ", sizeof HEAD) != 0) {
            break;
        }
        at += sizeof HEAD;
        /* A line without its end may have lost more than that. */
        if (!take_line(&at, &wanted, &read, &mine) || *at != '\n') {
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
