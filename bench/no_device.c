/* SPDX-License-Identifier: MIT
 *
 * In place of device.c where the Vulkan library is not built.
 */
#include "bench.h"

const tool_form bench_device_form = {.chosen_by = "device", .unavailable = TOOL_WITHOUT_VULKAN};
