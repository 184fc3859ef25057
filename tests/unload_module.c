/* SPDX-License-Identifier: MIT
 *
 * A plugin with the library inside: test_unload.c loads and unloads it.
 */
#include <stdlib.h>

#include "fftcore/fftcore.h"

int execute_on_three_threads(void);

/* 0 if it could. */
int execute_on_three_threads(void)
{
    const fftc_transform transform = {.length = {64}, .batch = 2000, .placement = FFTC_IN_PLACE};
    const fftc_plan_options options = {.threads = 3};
    fftc_plan *plan = NULL;
    float *data = calloc(2 * 64 * 2000, sizeof *data);
    fftc_status status = FFTC_OUT_OF_MEMORY;
    if (data != NULL && fftc_plan_create(&transform, &options, &plan, NULL) == FFTC_SUCCESS) {
        status = fftc_plan_execute(plan, data, data, NULL);
    }
    fftc_plan_destroy(plan);
    free(data);
    return status != FFTC_SUCCESS;
}
