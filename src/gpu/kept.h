/* SPDX-License-Identifier: MIT
 *
 * What a driver made of a shader, kept in the folder of the context's cache. Drivers have caches of
 * their own, but not everywhere: NVIDIA's (580.159.04) has none for root, and takes 60 to 170 ms
 * for a kernel then, in every process.
 */
#ifndef FFTC_GPU_KEPT_H
#define FFTC_GPU_KEPT_H

#include "gpu/internal.h"

typedef struct fftc_kept {
    VkPipelineCache cache; /* to make the one pipeline with; VK_NULL_HANDLE: nothing is kept */
    fftc_digest name;
    bool found; /* the data that the pipeline is made of were in the folder */
} fftc_kept;

/* Opens what is kept of a program's pipeline on the context's device, by its driver. */
fftc_kept fftc_kept_open(fftc_vulkan *context, const fftc_program *program,
                         const fftc_digest *shader);

/* `made`: the pipeline exists now. Its data are written to the folder if they were not there. */
void fftc_kept_close(fftc_vulkan *context, fftc_kept *kept, bool made);

#endif
