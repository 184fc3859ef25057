/* SPDX-License-Identifier: MIT
 *
 * A copy on the device: the speed that all is held against.
 */
#include "device.h"

static const char copy_glsl[] = "#version 450\n"
                                "layout(local_size_x = 256) in;\n"
                                "layout(set = 0, binding = 0) readonly buffer A { uvec4 a[]; };\n"
                                "layout(set = 0, binding = 1) writeonly buffer B { uvec4 b[]; };\n"
                                "layout(push_constant) uniform P { uint first; uint end; };\n"
                                "void main() {\n"
                                "    uint i = first + gl_GlobalInvocationID.x;\n"
                                "    if (i < end) { b[i] = a[i]; }\n"
                                "}\n";

static void copy_record(const device_bench *b, const device_shader *c)
{
    uint32_t end = (uint32_t)(b->bytes / 16);
    uint32_t most = fftc_vulkan_device_info(b->context)->workgroups_max;
    device_shader_bind(c, b->queue.commands);
    for (uint32_t first = 0; first < end;) {
        uint32_t groups = (end - first + 255) / 256;
        uint32_t push[2] = {first, end};
        groups = groups < most ? groups : most;
        vkCmdPushConstants(b->queue.commands, c->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, push);
        vkCmdDispatch(b->queue.commands, groups, 1, 1);
        first += groups * 256;
    }
}

static VkResult copy_time(device_bench *b, const device_shader *c)
{
    double stamps[DEVICE_RUNS + 1];
    double runs[DEVICE_RUNS];
    double start = device_now();
    VkResult result = VK_SUCCESS;
    do {
        result = gpu_begin(&b->queue);
        for (uint32_t i = 0; i < DEVICE_RUNS && result == VK_SUCCESS; ++i) {
            gpu_stamp(&b->queue, i);
            copy_record(b, c);
            gpu_barrier(&b->queue);
        }
        if (result == VK_SUCCESS) {
            gpu_stamp(&b->queue, DEVICE_RUNS);
            result = gpu_submit(&b->queue);
        }
    } while (result == VK_SUCCESS && device_now() - start < DEVICE_WARM_SECONDS);
    if (result == VK_SUCCESS) {
        result = gpu_stamps_read(&b->queue, DEVICE_RUNS + 1, stamps);
    }
    for (int i = 0; i < DEVICE_RUNS && result == VK_SUCCESS; ++i) {
        runs[i] = stamps[i + 1] - stamps[i];
    }
    b->copy_seconds = result == VK_SUCCESS ? device_median(runs, DEVICE_RUNS) : 0.0;
    return result;
}

bool device_measure_copy(device_bench *b, char *why, size_t why_bytes)
{
    device_shader c;
    if (!device_shader_create(b, copy_glsl, &c, why, why_bytes)) {
        return false;
    }
    VkResult result = copy_time(b, &c);
    device_shader_destroy(b, &c);
    if (result != VK_SUCCESS) {
        (void)snprintf(why, why_bytes, "the copy: VkResult %d", (int)result);
    }
    return result == VK_SUCCESS;
}
