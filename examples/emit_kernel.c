/* SPDX-License-Identifier: MIT
 *
 * Writes an FFT of 4096 points as three files that a Vulkan program can use without fftcore: the
 * shader's text, its SPIR-V, and a description of bindings, sizes and requirements.
 */
#include <stdio.h>

#include <fftcore/vulkan.h>

static int write_file(const char *name, const void *data, size_t bytes)
{
    FILE *file = fopen(name, "wb");
    int failed = file == NULL || fwrite(data, 1, bytes, file) != bytes;
    failed = (file != NULL && fclose(file) != 0) || failed;
    printf("%s: %zu bytes%s\n", name, bytes, failed ? ", could not be written" : "");
    return failed;
}

int main(void)
{
    const fftc_workgroup_fft fft = {.elements_log2 = 4, .workgroup_log2 = 8};
    fftc_emitted kernel;
    fftc_error error;
    if (fftc_workgroup_fft_emit(&fft, &kernel, &error) != FFTC_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    int failed = write_file("fft4096.comp", kernel.glsl, kernel.glsl_bytes) |
                 write_file("fft4096.spv", kernel.spirv, kernel.spirv_words * sizeof(uint32_t)) |
                 write_file("fft4096.json", kernel.description, kernel.description_bytes);
    fftc_emitted_free(&kernel);
    return failed;
}
