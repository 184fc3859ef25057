/* SPDX-License-Identifier: MIT
 *
 * Results of a run against --expect, and against the first run.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check_shader.h"

/* An element by its type, "f4" or "u4"; of others its bytes. */
static void element_text(const char *type, const unsigned char *at, size_t bytes, char *text,
                         size_t room)
{
    uint64_t whole = 0;
    float single;
    double real;
    if (strcmp(type, "f4") == 0) {
        memcpy(&single, at, sizeof single);
        (void)snprintf(text, room, "%.9g", (double)single);
    } else if (strcmp(type, "f8") == 0) {
        memcpy(&real, at, sizeof real);
        (void)snprintf(text, room, "%.17g", real);
    } else {
        memcpy(&whole, at, bytes < sizeof whole ? bytes : sizeof whole);
        if (type[0] == 'i' && bytes < 8 && (whole >> (8 * bytes - 1)) != 0) {
            whole |= UINT64_MAX << 8 * bytes;
        }
        (void)snprintf(text, room, type[0] == 'i' ? "%" PRId64 : "%" PRIu64, whole);
    }
}

/* Fills *difference if the bytes differ. */
static void compare(const check_array *a, const unsigned char *wanted, size_t bytes,
                    const char *type, check_difference *difference)
{
    const unsigned char *got = a->buffer.data;
    size_t element = check_element_bytes(type, bytes);
    char texts[2][40];
    for (size_t at = 0; at + element <= bytes; at += element) {
        if (memcmp(got + at, wanted + at, element) == 0) {
            continue;
        }
        if (difference->elements++ == 0) {
            element_text(type, got + at, element, texts[0], sizeof texts[0]);
            element_text(type, wanted + at, element, texts[1], sizeof texts[1]);
            difference->array = a;
            difference->element = at / element;
            (void)snprintf(difference->text, sizeof difference->text, "%s, not %s", texts[0],
                           texts[1]);
        }
    }
}

static bool compare_expected(check_run *run, const check_place *place, const check_variation *v)
{
    const check_array *a = check_find_array(run, place); /* check_make_inputs has seen to that */
    check_difference difference = {.file = place->what, .variation = *v};
    unsigned char *wanted;
    size_t bytes;
    char type[4];
    if (!check_read_array(place->what, &wanted, &bytes, type)) {
        return false;
    }
    if (bytes > a->buffer.bytes) {
        free(wanted);
        return tool_refuse("--expect %s: has %zu bytes, and buffer %u.%u has %zu", place->what,
                           bytes, place->set, place->binding, a->buffer.bytes) == TOOL_GOOD;
    }
    compare(a, wanted, bytes, type, &difference);
    free(wanted);
    if (difference.array != NULL) {
        run->unexpected = difference;
    }
    return true;
}

bool check_compare(check_run *run, const check_variation *variation)
{
    check_difference difference = {.variation = *variation};
    for (uint32_t i = 0; i < run->options->expected.count && run->unexpected.array == NULL; ++i) {
        if (!compare_expected(run, &run->options->expected.place[i], variation)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < run->arrays; ++i) {
        check_array *a = &run->array[i];
        if (run->runs == 1) {
            memcpy(a->result, a->buffer.data, a->buffer.bytes);
        } else if (difference.array == NULL) {
            compare(a, a->result, a->buffer.bytes, a->type, &difference);
        }
    }
    if (difference.array != NULL && run->varying_runs++ == 0) {
        run->varying = difference;
    }
    return true;
}
