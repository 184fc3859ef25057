/* SPDX-License-Identifier: MIT
 *
 * Emitting plans, for tests.
 */
#ifndef FFTC_EMIT_TESTING_H
#define FFTC_EMIT_TESTING_H

#include "vulkan_testing.h"

/* A plan's dispatches, to be freed by fftc_emitted_plan_free. */
fftc_emitted_plan emit_testing_plan(const fftc_transform *t, const fftc_vulkan_device *device,
                                    const fftc_vulkan_plan_options *options);

#endif
