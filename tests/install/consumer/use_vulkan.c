/* SPDX-License-Identifier: MIT
 *
 * The Vulkan library: emit, which needs no device, and where there is one the
 * same bits as the CPU. */
#include <stdio.h>
#include <string.h>

#include "fftcore/reference.h"
#include "fftcore/vulkan.h"

enum { E = 1, W = 6, N = 1 << (E + W) };

static int fail(const fftc_error *error)
{
    printf("%s\n", error->message);
    return 1;
}

static int run_device(const fftc_workgroup_fft *fft)
{
    static float cpu[2 * N];
    static float device[2 * N];
    for (int i = 0; i < 2 * N; ++i) {
        cpu[i] = device[i] = (float)((i * 37 + 11) % 101) / 101.0f - 0.4f;
    }
    fftc_error error;
    fftc_vulkan *context;
    if (fftc_vulkan_create(NULL, &context, &error) != FFTC_SUCCESS) {
        return fail(&error);
    }
    fftc_status status = fftc_workgroup_fft_vulkan(context, fft, device, NULL, &error);
    printf("%s\n", fftc_vulkan_device_info(context)->name);
    fftc_vulkan_destroy(context);
    if (status != FFTC_SUCCESS ||
        fftc_workgroup_fft_simd(fft, cpu, NULL, 0, &error) != FFTC_SUCCESS) {
        return fail(&error);
    }
    return memcmp(cpu, device, sizeof cpu) != 0;
}

int main(void)
{
    fftc_workgroup_fft fft = {.elements_log2 = E, .workgroup_log2 = W, .subgroup_log2 = 2};
    fftc_error error;
    fftc_emitted emitted;
    if (fftc_workgroup_fft_emit(&fft, &emitted, &error) != FFTC_SUCCESS) {
        return fail(&error);
    }
    int bad_magic = emitted.spirv[0] != 0x07230203u;
    printf("%zu words of SPIR-V\n", emitted.spirv_words);
    fftc_emitted_free(&emitted);

    uint32_t count = 0;
    if (fftc_vulkan_device_list(NULL, &count, &error) != FFTC_SUCCESS) {
        return fail(&error);
    }
    if (count == 0) {
        puts("no Vulkan device: emit only");
        return bad_magic;
    }
    return bad_magic || run_device(&fft);
}
