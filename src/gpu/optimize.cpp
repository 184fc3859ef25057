// SPDX-License-Identifier: MIT
//
// What the kernels ask of a compiler by FFTC_UNROLL, done before the driver sees them: glslang writes
// functions, loops and arrays as they stand in the source, and drivers do not all take them apart. On
// NVIDIA's 580.159.04 an array that is indexed by a loop's counter went to local memory, and the kernels
// took three to seven times as long.
//
// SPIRV-Tools has no C interface for its optimizer: this is the one file of C++.
#include "gpu/optimize.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <spirv-tools/optimizer.hpp>
#include <vector>

namespace
{

void register_passes(spvtools::Optimizer &optimizer)
{
    // Parameters of the kernels become constants, then loop bounds, then array indices.
    optimizer.RegisterPass(spvtools::CreateInlineExhaustivePass())
        .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass())
        .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
        .RegisterPass(spvtools::CreateCCPPass())
        .RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateSimplificationPass());
    for (int round = 0; round < 2; ++round) {
        optimizer.RegisterPass(spvtools::CreateLoopUnrollPass(true))
            .RegisterPass(spvtools::CreateScalarReplacementPass(0))
            .RegisterPass(spvtools::CreateSSARewritePass())
            .RegisterPass(spvtools::CreateCCPPass())
            .RegisterPass(spvtools::CreateSimplificationPass());
    }
    optimizer.RegisterPass(spvtools::CreateDeadBranchElimPass());
    optimizer.RegisterPerformancePasses();
}

} // namespace

extern "C" bool fftc_spirv_optimize(uint32_t **words, size_t *word_count)
{
    try {
        spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
        spvtools::OptimizerOptions options;
        std::vector<uint32_t> result;
        optimizer.SetMessageConsumer(
            [](spv_message_level_t, const char *, const spv_position_t &, const char *) {});
        register_passes(optimizer);
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
    } catch (const std::bad_alloc &) {
        return false;
    }
}
