/* SPDX-License-Identifier: MIT
 *
 * fftc_plan_options.saved: any text is refused with a sentence or gives a plan that is right. The
 * first byte chooses a transform and whether the rest is the whole text or only its choices, so
 * that the fuzzer need not guess the hash.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "fftcore/fftcore.h"

#define TEXT_BYTES 4096
#define MOST_POINTS 20000

static const fftc_transform kinds[] = {
    {.length = {1}},
    {.length = {8}},
    {.length = {240}},
    {.length = {1024}, .precision = FFTC_FLOAT64},
    {.length = {1019}},
    {.length = {17408}},
    {.length = {16384}, .placement = FFTC_IN_PLACE, .direction = FFTC_INVERSE},
    {.length = {12, 30}},
    {.length = {7, 44, 5}, .batch = 2, .precision = FFTC_FLOAT64},
    {.length = {36, 10}, .src_stride = {1, 36}, .dst_stride = {10, 1}},
};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

static size_t points_of(const fftc_transform *t)
{
    size_t points = t->batch == 0 ? 1 : t->batch;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        points *= t->length[i];
    }
    return points;
}

static double part(const fftc_transform *t, const void *data, size_t i)
{
    return t->precision == FFTC_FLOAT64 ? ((const double *)data)[i]
                                        : (double)((const float *)data)[i];
}

/* A transform of the same numbers each time. */
static void *execute(const fftc_transform *t, const fftc_plan *plan)
{
    size_t count = 2 * points_of(t);
    size_t bytes = count * fftc_precision_bytes(t->precision);
    void *src = malloc(bytes);
    void *dst = malloc(bytes);
    if (src == NULL || dst == NULL) {
        abort();
    }
    uint32_t state = 1;
    for (size_t i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        double x = (double)(state >> 8) * 0x1p-24 - 0.5;
        if (t->precision == FFTC_FLOAT64) {
            ((double *)src)[i] = ((double *)dst)[i] = x;
        } else {
            ((float *)src)[i] = ((float *)dst)[i] = (float)x;
        }
    }
    bool in_place = t->placement == FFTC_IN_PLACE;
    fuzz_check(fftc_plan_execute(plan, in_place ? dst : src, dst, NULL) == FFTC_SUCCESS, "execute");
    free(src);
    return dst;
}

static void check_right(const fftc_transform *t, const fftc_plan *plan, const fftc_plan *usual)
{
    double *actual = execute(t, plan);
    double *expected = execute(t, usual);
    double difference = 0.0;
    double norm = 0.0;
    for (size_t i = 0; i < 2 * points_of(t); ++i) {
        double d = part(t, actual, i) - part(t, expected, i);
        difference += d * d;
        norm += part(t, expected, i) * part(t, expected, i);
    }
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        /* Radices of 2 and 3 only take more passes than the bound allows for. */
        bound += 8.0 * fftc_transform_error_bound(t->precision, t->length[i]);
    }
    fuzz_check(sqrt(difference) <= bound * sqrt(norm), "%g off, not %g", sqrt(difference / norm),
               bound);
    free(actual);
    free(expected);
}

/* Is it one of the text's lines? */
static bool is_line_of(const char *text, const char *line)
{
    size_t length = strcspn(line, "\n");
    for (;;) {
        size_t here = strcspn(text, "\n");
        if (here == length && memcmp(text, line, length) == 0) {
            return true;
        }
        if (text[here] == '\0') {
            return false;
        }
        text += here + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    fftc_plan_options options = {0};
    fftc_plan *usual = NULL;
    fftc_plan *plan = NULL;
    fftc_error error;
    char text[TEXT_BYTES] = "";
    char again[TEXT_BYTES];
    size_t bytes = 0;
    uint32_t setting = (uint32_t)fuzz_take(&input, 1);
    const fftc_transform *t = &kinds[(setting & 127u) % KIND_COUNT];
    fuzz_check(fftc_plan_create(t, NULL, &usual, NULL) == FFTC_SUCCESS, "the usual plan");
    fuzz_check(fftc_plan_save(usual, text, sizeof text, &bytes, NULL) == FFTC_SUCCESS, "save");
    size_t head = 0;
    for (int word = 0; (setting & 128u) == 0 && word < 5; ++word) {
        head += strcspn(text + head, " ");
        head += text[head] == ' ';
    }
    size_t rest = input.size < sizeof text - head - 1 ? input.size : sizeof text - head - 1;
    if (rest > 0) {
        memcpy(text + head, input.data, rest);
    }
    text[head + rest] = '\0';
    options.effort = FFTC_SAVED;
    options.saved = text;
    fftc_status status = fftc_plan_create(t, &options, &plan, &error);
    fuzz_check_status(status, &error, plan != NULL);
    if (status == FFTC_SUCCESS) {
        fuzz_check(fftc_plan_save(plan, again, sizeof again, &bytes, NULL) == FFTC_SUCCESS &&
                       is_line_of(text, again),
                   "\"%s\" became \"%s\"", text, again);
        check_right(t, plan, usual);
    } else {
        fuzz_check(status == FFTC_INVALID_ARGUMENT || status == FFTC_UNSUPPORTED, "\"%s\"",
                   error.message);
    }
    fftc_plan_destroy(plan);
    fftc_plan_destroy(usual);
    return 0;
}
