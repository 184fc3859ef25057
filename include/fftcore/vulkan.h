/* SPDX-License-Identifier: MIT
 *
 * fftcore on Vulkan devices:
 *
 *   fftcore/vulkan/context.h      devices; contexts, the library's own or around a device of yours
 *   fftcore/vulkan/plan.h         transforms, recorded into command buffers of yours
 *   fftcore/vulkan/convolution.h  convolution and correlation, likewise
 *   fftcore/vulkan/bloom.h        bloom of pictures, from images to images
 *   fftcore/vulkan/cache.h        compiled shaders: kept in files, or shipped with a program
 *   fftcore/vulkan/emit.h         plans as GLSL and SPIR-V, for programs without this library
 *
 * A device must offer Vulkan 1.1 and a compute queue. Nothing here keeps state outside a context
 * and a cache. Calls with one context may come from several threads; one that destroys something
 * must be the last to use it. Status and error are those of fftcore.h. Each function's comment
 * names the statuses that it can return. FFTC_OUT_OF_MEMORY means host or device memory, and
 * FFTC_DEVICE_FAILED another error of the driver, which the message names.
 */
#ifndef FFTCORE_VULKAN_H
#define FFTCORE_VULKAN_H

#include "fftcore/vulkan/bloom.h"
#include "fftcore/vulkan/cache.h"
#include "fftcore/vulkan/context.h"
#include "fftcore/vulkan/convolution.h"
#include "fftcore/vulkan/emit.h"
#include "fftcore/vulkan/plan.h"

#endif
