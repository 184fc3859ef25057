/* SPDX-License-Identifier: MIT
 *
 * A plan of exact mode on a device, and the same plan in the emulator.
 */
#ifndef FFTC_VULKAN_EDGES_TESTING_H
#define FFTC_VULKAN_EDGES_TESTING_H

#include "edges_testing.h"
#include "vulkan_plan_testing.h"

typedef struct vulkan_edges {
    vulkan_plan_device device;
    fftc_vulkan_plan_options options;
    const fftc_vulkan_buffers *more; /* extras and words; may be NULL */
    uint32_t turn;                   /* of vulkan_edges_each: which device of how many */
    uint32_t turns;
} vulkan_edges;

/* Runs as a transform_runner does, with a vulkan_edges. */
void vulkan_edges_run(void *edges, const fftc_transform *t, const fftc_arrays *arrays,
                      size_t src_bytes, size_t dst_bytes);

/* The plan that the device gets, for edges_emulate. */
edges_emulated vulkan_edges_same(const vulkan_edges *edges);

/* Calls back with every device there is, opened. */
void vulkan_edges_each(vulkan_edges *edges, void (*check)(vulkan_edges *edges));

#endif
