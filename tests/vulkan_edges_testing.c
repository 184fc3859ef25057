/* SPDX-License-Identifier: MIT */
#include "vulkan_edges_testing.h"

void vulkan_edges_run(void *edges, const fftc_transform *t, const fftc_arrays *arrays,
                      size_t src_bytes, size_t dst_bytes)
{
    vulkan_edges *e = edges;
    vulkan_plan_run(&e->device, t, &e->options, arrays, src_bytes, dst_bytes, e->more);
}

edges_emulated vulkan_edges_same(const vulkan_edges *edges)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(edges->device.context);
    const fftc_vulkan_plan_options *o = &edges->options;
    bool subgroups = info->subgroup_full && info->subgroup_shuffle && !o->passes.no_subgroups;
    return (edges_emulated){.emulation = {.invocations_max = info->invocations_max,
                                          .shared_bytes = info->shared_bytes,
                                          .passes.no_subgroups = !subgroups,
                                          .passes.pair_batch = o->passes.pair_batch,
                                          .passes.registers = o->passes.registers,
                                          .passes.invocations = o->passes.invocations,
                                          .passes.line_invocations = o->passes.line_invocations},
                            .config = {.subgroup_size = info->subgroup_size}};
}

void vulkan_edges_each(vulkan_edges *edges, void (*check)(vulkan_edges *edges))
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &edges->device);
        edges->turn = d;
        edges->turns = count;
        check(edges);
        vulkan_plan_close(&edges->device);
    }
}
