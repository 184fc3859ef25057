/* SPDX-License-Identifier: MIT */
#include "support/own_transform.h"

#include "support/workers.h"

/* Threads are worth it from here on. */
#define TEAM_POINTS ((uint64_t)1 << 17)

bool fftc_own_transform(uint64_t m, double (*x)[2])
{
    const fftc_transform t = {.length = {m}, .precision = FFTC_FLOAT64, .placement = FFTC_IN_PLACE};
    const fftc_plan_options options = {.threads = m >= TEAM_POINTS ? (int)fftc_workers_count() : 1,
                                       .reproducible = 1,
                                       .executions = 1};
    fftc_plan *plan;
    if (fftc_plan_create(&t, &options, &plan, NULL) != FFTC_SUCCESS) {
        return false;
    }
    bool done = fftc_plan_execute(plan, x, x, NULL) == FFTC_SUCCESS;
    fftc_plan_destroy(plan);
    return done;
}
