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

static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    double mantissa = bits & 1023;
    double size = exponent == 0    ? ldexp(mantissa, -24)
                  : exponent == 31 ? (mantissa == 0.0 ? HUGE_VAL : (double)NAN)
                                   : ldexp(mantissa + 1024.0, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

static double float_value(const unsigned char *at, size_t bytes)
{
    uint16_t half;
    float single;
    double real;
    switch (bytes) {
    case 2: memcpy(&half, at, sizeof half); return half_value(half);
    case 4: memcpy(&single, at, sizeof single); return (double)single;
    default: memcpy(&real, at, sizeof real); return real;
    }
}

/* Floats, and the parts of complex numbers, within the tolerance; a NaN agrees with a NaN. */
static bool agree(const unsigned char *got, const unsigned char *wanted, const char *type,
                  size_t element, const double tolerance[2])
{
    size_t part = type[0] == 'c' ? element / 2 : element;
    if (memcmp(got, wanted, element) == 0) {
        return true;
    }
    if ((type[0] != 'f' && type[0] != 'c') || (part != 2 && part != 4 && part != 8)) {
        return false;
    }
    for (size_t at = 0; at < element; at += part) {
        double x = float_value(got + at, part), y = float_value(wanted + at, part);
        bool within = isfinite(y) ? fabs(x - y) <= tolerance[0] + tolerance[1] * fabs(y)
                                  : x == y || (isnan(x) && isnan(y));
        if (!within) {
            return false;
        }
    }
    return true;
}

/* Fills *difference if elements differ by more than `tolerance`; NULL: at all. */
static void compare(const check_array *a, const unsigned char *wanted, size_t bytes,
                    const char *type, const double *tolerance, check_difference *difference)
{
    const unsigned char *got = a->buffer.data;
    size_t element = check_element_bytes(type, bytes);
    char texts[2][40];
    for (size_t at = 0; at + element <= bytes; at += element) {
        if (tolerance != NULL ? agree(got + at, wanted + at, type, element, tolerance)
                              : memcmp(got + at, wanted + at, element) == 0) {
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
    const double *tolerance = run->options->tolerance;
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
    if (tolerance[0] + tolerance[1] > 0.0 && type[0] == '\0') {
        free(wanted);
        return tool_refuse("--tolerance: %s does not say that it holds floats: give a .npy",
                           place->what) == TOOL_GOOD;
    }
    compare(a, wanted, bytes, type, tolerance[0] + tolerance[1] > 0.0 ? tolerance : NULL,
            &difference);
    free(wanted);
    if (difference.array != NULL) {
        run->unexpected = difference;
    }
    return true;
}

/* What a run left in all buffers, as a number. */
static uint64_t digest(const check_run *run)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const unsigned char *at = run->array[i].buffer.data;
        for (size_t k = 0; k < run->array[i].buffer.bytes; ++k) {
            sum = (sum ^ at[k]) * 0x100000001b3u;
        }
    }
    return sum;
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
            compare(a, a->result, a->buffer.bytes, a->type, NULL, &difference);
        }
    }
    if (difference.array != NULL && run->varying_runs++ == 0) {
        run->varying = difference;
    }
    const uint64_t results = difference.array != NULL ? digest(run) : 0;
    if (variation->subgroup != run->size_compared) {
        run->size_compared = variation->subgroup;
        run->size_results = results;
    }
    run->varies_within_size = run->varies_within_size || results != run->size_results;
    return true;
}
