/* SPDX-License-Identifier: MIT */
#include "stencil_solver.h"

#include <stdlib.h>

#ifdef FFTCORE_TOOL_VULKAN
#include "fftcore/vulkan/finite_difference.h"
#endif

struct tool_stencil_solver {
    fftc_difference_plan *plan; /* NULL on a device */
#ifdef FFTCORE_TOOL_VULKAN
    fftc_vulkan *context;
    fftc_vulkan_difference *on_device;
#endif
};

static fftc_status create_on_device(tool_stencil_solver *s, const tool_stencil *stencil,
                                    const fftc_difference *difference, fftc_error *error)
{
#ifdef FFTCORE_TOOL_VULKAN
    const fftc_vulkan_options context_options = {.device = stencil->device};
    const fftc_vulkan_difference_options options = {.medium = true};
    fftc_status status = fftc_vulkan_create(&context_options, &s->context, error);
    return status == FFTC_SUCCESS ? fftc_vulkan_difference_create(s->context, difference, &options,
                                                                  &s->on_device, error)
                                  : status;
#else
    (void)s;
    (void)stencil;
    (void)difference;
    return tool_fail(error, FFTC_UNSUPPORTED, "this fftcore is built without Vulkan");
#endif
}

fftc_status tool_stencil_solver_create(const tool_stencil *stencil,
                                       const fftc_difference *difference,
                                       tool_stencil_solver **solver, fftc_error *error)
{
    const fftc_plan_options options = {.threads = stencil->threads};
    tool_stencil_solver *s = calloc(1, sizeof *s);
    *solver = s;
    if (s == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    return stencil->on_device ? create_on_device(s, stencil, difference, error)
                              : fftc_difference_plan_create(difference, &options, &s->plan, error);
}

void tool_stencil_solver_destroy(tool_stencil_solver *s)
{
    if (s != NULL) {
        fftc_difference_plan_destroy(s->plan);
#ifdef FFTCORE_TOOL_VULKAN
        fftc_vulkan_difference_destroy(s->on_device);
        fftc_vulkan_destroy(s->context);
#endif
        free(s);
    }
}

fftc_status tool_stencil_solver_run(tool_stencil_solver *s, uint32_t steps, void *arrays[2],
                                    const void *medium, fftc_error *error)
{
#ifdef FFTCORE_TOOL_VULKAN
    if (s->on_device != NULL) {
        return fftc_vulkan_difference_execute(s->on_device, steps, arrays, medium, error);
    }
#endif
    return fftc_difference_execute(s->plan, steps, arrays, medium, error);
}
