/* SPDX-License-Identifier: MIT
 *
 * The taps are the inverse transform of the gains. Its period must be long enough for what the
 * response has beyond half of it, which is folded back, to be next to nothing.
 */
#include <math.h>
#include <stdlib.h>

#include "filter_sound.h"

#define SMALL 1e-7
#define LESS_SMALL 1e-5
#define PERIOD_LEAST ((uint64_t)1 << 12)
#define PERIOD_LONG ((uint64_t)1 << 19)
#define PERIOD_MOST (4 * TOOL_TAPS_REACH)

/* `response` has `period` numbers; the last half of them mirrors the first. */
static fftc_status respond(const tool_filter *filter, uint64_t period, double *response,
                           fftc_error *error)
{
    const fftc_transform transform = {.length = {period},
                                      .precision = FFTC_FLOAT64,
                                      .direction = FFTC_INVERSE,
                                      .kind = FFTC_REAL};
    const fftc_plan_options options = {.executions = 1};
    fftc_plan *plan = NULL;
    double *gains = calloc((size_t)period + 2, sizeof *gains);
    fftc_status status = gains != NULL ? fftc_plan_create(&transform, &options, &plan, error)
                                       : tool_fail(error, FFTC_OUT_OF_MEMORY, "out of memory");
    if (status == FFTC_SUCCESS) {
        for (uint64_t i = 0; i <= period / 2; ++i) {
            double frequency = (double)i / (double)period;
            gains[2 * i] = tool_filter_gain(filter, frequency * frequency);
        }
        status = fftc_plan_execute(plan, gains, response, error);
    }
    fftc_plan_destroy(plan);
    free(gains);
    return status;
}

/* Where `small` of the response is left, and what is left there. */
static uint64_t reach_of(const double *response, uint64_t period, double small, double *left_out)
{
    uint64_t reach = period / 2;
    *left_out = 0.0;
    for (; reach > 0; --reach) {
        double more = *left_out + 2.0 * fabs(response[reach]);
        if (!(more <= small)) {
            break;
        }
        *left_out = more;
    }
    return reach;
}

static fftc_status take(const double *response, tool_taps *taps, fftc_error *error)
{
    taps->tap = malloc((size_t)(2 * taps->reach + 1) * sizeof *taps->tap);
    if (taps->tap == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "out of memory");
    }
    for (uint64_t i = 0; i <= taps->reach; ++i) {
        taps->tap[taps->reach - i] = response[i];
        taps->tap[taps->reach + i] = response[i];
    }
    return FFTC_SUCCESS;
}

static fftc_status create(const tool_filter *filter, double *response, tool_taps *taps,
                          fftc_error *error)
{
    for (uint64_t period = PERIOD_LEAST; period <= PERIOD_MOST; period *= 2) {
        fftc_status status = respond(filter, period, response, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        taps->reach = reach_of(response, period, SMALL, &taps->left_out);
        if (taps->reach > period / 4 && period >= PERIOD_LONG) {
            taps->reach = reach_of(response, period, LESS_SMALL, &taps->left_out);
        }
        if (taps->reach <= period / 4) {
            return take(response, taps, error);
        }
    }
    return tool_fail(error, FFTC_UNSUPPORTED,
                     "the filter's response is longer than %llu samples to either side: take a "
                     "lower --order, a higher frequency, or --shape ideal",
                     (unsigned long long)TOOL_TAPS_REACH);
}

fftc_status tool_taps_create(const tool_filter *filter, tool_taps *taps, fftc_error *error)
{
    *taps = (tool_taps){0};
    if (filter->shape == TOOL_IDEAL) {
        return tool_fail(error, FFTC_UNSUPPORTED, "the response of an ideal filter has no end");
    }
    double *response = malloc((size_t)PERIOD_MOST * sizeof *response);
    fftc_status status = response != NULL ? create(filter, response, taps, error)
                                          : tool_fail(error, FFTC_OUT_OF_MEMORY, "out of memory");
    free(response);
    return status;
}

void tool_taps_free(tool_taps *taps)
{
    free(taps->tap);
    *taps = (tool_taps){0};
}
