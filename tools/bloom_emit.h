/* SPDX-License-Identifier: MIT
 *
 * `fftcore bloom --emit`: the dispatches of a bloom as files, for programs without this library.
 */
#ifndef TOOL_BLOOM_EMIT_H
#define TOOL_BLOOM_EMIT_H

#include "bloom.h"

/* By the numbers of fftc_vulkan_bloom_storage. */
extern const char *const tool_storage_names[];

typedef struct tool_bloom_emission {
    const char *folder;
    int storage;          /* of src and dst */
    bool of_device;       /* with the limits of bloom->device; otherwise those of every device */
    const char *taken[4]; /* files that the command reads or writes otherwise, or NULL */
} tool_bloom_emission;

/* Writes folders `prepare` and `execute` as docs/emitted-plans.md has them, and beside them
 * kernel.bin, the taps, src.bin, the picture, and words.bin, those of the frame: what the first
 * two read. False after refusing. */
bool tool_bloom_emit(const tool_bloom *bloom, const tool_bloom_emission *emission,
                     const tool_raster *picture, const tool_raster *kernel);

#endif
