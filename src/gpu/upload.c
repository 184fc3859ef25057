/* SPDX-License-Identifier: MIT
 *
 * Copies mapped memory to device memory, by a submission that is waited for.
 */
#include "gpu/internal.h"
#include "support/error.h"

static void record_copy(void *user, VkCommandBuffer commands)
{
    const fftc_gpu_array *array = user;
    VkBufferCopy region = {0, 0, array->bytes};
    vkCmdCopyBuffer(commands, array->host_buffer, array->device_buffer, 1, &region);
    /* For everything that any later submission reads. */
    fftc_memory_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
}

fftc_status fftc_array_upload(fftc_vulkan *context, fftc_gpu_array *array, fftc_error *error)
{
    if (array->host_buffer == VK_NULL_HANDLE) {
        return FFTC_SUCCESS; /* a submission sees what the host wrote before it */
    }
    VkResult result = fftc_submit_once(context, record_copy, array);
    return result == VK_SUCCESS ? FFTC_SUCCESS
                                : fftc_vk_fail(error, result, "sending a table to the device");
}
