/* SPDX-License-Identifier: MIT */
#include "cpu/plan/options.h"

#include "cpu/plan/slots.h"
#include "describe/saved_text.h"
#include "support/check.h"
#include "support/error.h"
#include "support/forks.h"

fftc_status fftc_options_read(const fftc_plan_options *given, int least_executions,
                              fftc_plan_options *options, fftc_error *error)
{
    fftc_forks_watch();
    *options = given != NULL ? *given : (fftc_plan_options){0};
    if (options->threads < 0 || options->threads > 4096) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "threads is %d: pass 0 to 4096",
                         options->threads);
    }
    if (options->executions < least_executions || options->executions > FFTC_MAX_SLOTS) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "executions is %d: pass %d to %d",
                         options->executions, least_executions, FFTC_MAX_SLOTS);
    }
    if (options->pool != NULL && options->pool->run == NULL) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "pool->run is NULL: pass a function, or pool NULL for the library's own threads");
    }
    if (options->pool != NULL && options->threads == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "pool is given, but threads is 0: say how many threads it has");
    }
    fftc_status status = fftc_check_allocator(options->allocator, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_effort_check(options->effort, options->saved, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_check_reserved(options->reserved,
                                     sizeof options->reserved / sizeof *options->reserved,
                                     "options", error);
    }
    return status == FFTC_SUCCESS ? fftc_seconds_check(options->seconds, error) : status;
}
