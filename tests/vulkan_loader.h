/* SPDX-License-Identifier: MIT
 *
 * For tests whose own functions stand in front of the loader's, which the library calls by the same
 * names: the loader's.
 */
#ifndef FFTC_VULKAN_LOADER_H
#define FFTC_VULKAN_LOADER_H

#include <vulkan/vulkan.h>

PFN_vkVoidFunction vulkan_loader_next(const char *name);

#define VULKAN_LOADER(name) ((PFN_##name)vulkan_loader_next(#name))

#endif
