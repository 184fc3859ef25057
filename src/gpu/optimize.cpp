// SPDX-License-Identifier: MIT
//
// SPIRV-Tools has no C interface for its optimizer: this is the one file of C++.
#include "gpu/optimize.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <spirv-tools/optimizer.hpp>
#include <vector>

extern "C" bool fftc_spirv_optimize(const char *const *passes, uint32_t **words, size_t *word_count)
{
    try {
        spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
        spvtools::OptimizerOptions options;
        std::vector<uint32_t> result;
        optimizer.SetMessageConsumer(
            [](spv_message_level_t, const char *, const spv_position_t &, const char *) {});
        for (; *passes != nullptr; ++passes) {
            if (!optimizer.RegisterPassFromFlag(*passes)) {
                return false;
            }
        }
        options.set_run_validator(false);
        if (!optimizer.Run(*words, *word_count, &result, options)) {
            return false;
        }
        auto *copy = static_cast<uint32_t *>(std::malloc(result.size() * sizeof(uint32_t)));
        if (copy == nullptr) {
            return false;
        }
        std::memcpy(copy, result.data(), result.size() * sizeof(uint32_t));
        std::free(*words);
        *words = copy;
        *word_count = result.size();
        return true;
    } catch (...) { /* none may reach C */
        return false;
    }
}
