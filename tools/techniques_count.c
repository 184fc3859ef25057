/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scalar.h"
#include "techniques.h"

#define SAMPLE_POINTS ((uint64_t)1 << 17) /* the article's picture */

fftc_butterfly techniques_describe(const techniques *t, int way, uint64_t lines)
{
    return (fftc_butterfly){.points_log2 = t->points_log2,
                            .lines = lines,
                            .technique =
                                way / 2 == 0 ? FFTC_TECHNIQUE_PASSES : FFTC_TECHNIQUE_LINES,
                            .table = way % 2 != 0,
                            .direction = t->direction,
                            .precision = t->precision};
}

fftc_transform techniques_describe_own(const techniques *t, uint64_t lines)
{
    return (fftc_transform){.length = {t->length},
                            .batch = lines,
                            .direction = t->direction,
                            .precision = t->precision};
}

static bool expect(techniques *t, const double *x)
{
    fftc_transform exact = techniques_describe_own(t, t->sample);
    fftc_plan *plan = NULL;
    fftc_error error = {.status = FFTC_SUCCESS};
    exact.precision = FFTC_FLOAT64;
    fftc_status status = fftc_plan_create(&exact, NULL, &plan, &error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_execute(plan, x, t->expected, &error);
    }
    fftc_plan_destroy(plan);
    return status == FFTC_SUCCESS || (tool_refuse("%s", error.message), false);
}

/* From -1 to 1: the upper bits of a linear congruential generator (Knuth, MMIX). */
static void fill(double *x, uint64_t count)
{
    uint64_t state = 1;
    for (uint64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x[i] = (double)(state >> 11) * 0x1p-52 - 1.0;
    }
}

bool techniques_prepare(techniques *t)
{
    const size_t item = 2 * fftc_precision_bytes(t->precision);
    uint64_t most = 1;
    while (2 * most * t->length <= SAMPLE_POINTS) {
        most *= 2;
    }
    t->sample = t->lines < most ? t->lines : most;
    const uint64_t numbers = t->sample * t->length;
    t->sample_bytes = (size_t)numbers * item;
    t->bytes = (size_t)(t->lines * t->length) * item;
    t->bound = fftc_error_bound(t->precision, t->length);
    double *x = malloc((size_t)numbers * 2 * sizeof *x);
    t->expected = malloc((size_t)numbers * 2 * sizeof *x);
    t->src = malloc(t->sample_bytes);
    t->result = malloc(t->sample_bytes);
    if (x == NULL || t->expected == NULL || t->src == NULL || t->result == NULL) {
        free(x);
        return tool_refuse("techniques: out of memory"), false;
    }
    fill(x, 2 * numbers);
    tool_scalars_from_double(t->precision, x, t->src, 2 * numbers);
    tool_scalars_to_double(t->precision, t->src, x, 2 * numbers);
    const bool good = expect(t, x);
    free(x);
    return good;
}

void techniques_free(techniques *t)
{
    free(t->src);
    free(t->result);
    free(t->expected);
    free(t->places);
}

double techniques_error(const techniques *t, const void *result, uint64_t lines)
{
    const uint64_t numbers = lines * t->length;
    double *y = malloc((size_t)numbers * 2 * sizeof *y);
    double error = (double)NAN;
    if (y != NULL) {
        tool_scalars_to_double(t->precision, result, y, 2 * numbers);
        error = tool_relative_error(y, t->expected, numbers);
    }
    free(y);
    return error;
}

static void observe(void *traffic, const fftc_event *event)
{
    fftc_butterfly_traffic *sum = traffic;
    if (event->memory == NULL) {
        return;
    }
    if (event->kind == FFTC_EVENT_STORE) {
        sum->written += event->memory->element_bytes;
    } else if (event->kind == FFTC_EVENT_LOAD) {
        uint64_t *read = strcmp(event->memory->name, "table") == 0 ? &sum->table_read : &sum->read;
        *read += event->memory->element_bytes;
    }
}

/* Bytes of all lines, by those of the sample's. */
static uint64_t scale(const techniques *t, uint64_t bytes)
{
    return bytes / t->sample * t->lines + bytes % t->sample * t->lines / t->sample;
}

static bool agrees(const techniques *t, int way, const fftc_butterfly_traffic *bytes)
{
    const fftc_butterfly all = techniques_describe(t, way, t->lines);
    fftc_butterfly_traffic said;
    return fftc_butterfly_count(&all, &said, NULL) == FFTC_SUCCESS && said.read == bytes->read &&
           said.written == bytes->written && said.table_read == bytes->table_read;
}

void techniques_count(techniques *t, int way, const fftc_emulated_device *device,
                      techniques_row *row)
{
    fftc_butterfly_traffic seen = {0};
    fftc_emulation config = device->config != NULL ? *device->config : (fftc_emulation){0};
    fftc_emulated_device counted = *device;
    fftc_emulated_report report = {.finding_count = 0};
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status;
    config.observer = (fftc_observer){observe, &seen};
    counted.config = &config;
    *row = (techniques_row){.seconds = (double)NAN, .error = (double)NAN};
    if (way == TECHNIQUES_OWN) {
        const fftc_transform own = techniques_describe_own(t, t->sample);
        const fftc_arrays arrays = {.src = t->src, .dst = t->result};
        status = fftc_emulate_plan(&own, &counted, &arrays, &report, &error);
    } else {
        const fftc_butterfly b = techniques_describe(t, way, t->sample);
        status = fftc_emulate_butterfly(&b, &counted, t->src, t->result, &report, &error);
    }
    if (status != FFTC_SUCCESS) {
        tool_translate(error.message, row->reason, sizeof row->reason);
        return;
    }
    row->counted = true;
    row->bytes = (fftc_butterfly_traffic){.read = scale(t, seen.read),
                                          .written = scale(t, seen.written),
                                          .table_read = scale(t, seen.table_read)};
    row->agrees = way == TECHNIQUES_OWN || agrees(t, way, &row->bytes);
    row->dispatches = report.dispatches;
    row->findings = report.finding_count;
    row->error = techniques_error(t, t->result, t->sample);
}
