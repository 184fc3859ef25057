/* SPDX-License-Identifier: MIT
 *
 * What plans and emissions of a bloom share.
 */
#ifndef FFTC_GPU_BLOOM_H
#define FFTC_GPU_BLOOM_H

#include "device/bloom_plan.h"
#include "gpu/internal.h"

/* FFTC_INVALID_ARGUMENT. */
fftc_status fftc_vulkan_bloom_check(const fftc_vulkan_bloom_options *options, fftc_error *error);

/* Extra 0 is the source, extra 1 the destination. */
fftc_accessors fftc_vulkan_bloom_accessors(const fftc_vulkan_bloom_options *options);

fftc_bloom_edges fftc_vulkan_bloom_edges(const fftc_vulkan_bloom_options *options);

#endif
