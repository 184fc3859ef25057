/* SPDX-License-Identifier: MIT */
#include "spirv/inputs.h"

enum { /* numbers of the specification */
       NumWorkgroups = 24,
       WorkgroupSize = 25,
       WorkgroupId = 26,
       LocalInvocationId = 27,
       GlobalInvocationId = 28,
       LocalInvocationIndex = 29,
       SubgroupSize = 36,
       NumSubgroups = 38,
       SubgroupId = 40,
       SubgroupLocalInvocationId = 41,
       SubgroupEqMask = 4416,
       SubgroupGeMask,
       SubgroupGtMask,
       SubgroupLeMask,
       SubgroupLtMask,
       DeviceIndex = 4438
};

bool fftc_spirv_has_builtin(uint32_t builtin, const fftc_spirv_type *type)
{
    bool three = (builtin >= NumWorkgroups && builtin <= GlobalInvocationId);
    bool mask = builtin >= SubgroupEqMask && builtin <= SubgroupLtMask;
    bool one = builtin == LocalInvocationIndex || builtin == SubgroupSize ||
               builtin == NumSubgroups || builtin == SubgroupId ||
               builtin == SubgroupLocalInvocationId || builtin == DeviceIndex;
    const fftc_spirv_type *scalar = fftc_spirv_scalar(type);
    return scalar != NULL && scalar->kind == FFTC_SPIRV_INT &&
           type->slots == (three  ? 3u
                           : mask ? 4u
                           : one  ? 1u
                                  : 0u);
}

/* 32 lanes of the mask from `first` on. */
static uint32_t mask_word(uint32_t builtin, uint32_t lane, uint32_t size, uint32_t first)
{
    uint32_t word = 0;
    for (uint32_t i = first; i < first + 32 && i < size; ++i) {
        bool in = builtin == SubgroupEqMask   ? i == lane
                  : builtin == SubgroupGeMask ? i >= lane
                  : builtin == SubgroupGtMask ? i > lane
                  : builtin == SubgroupLeMask ? i <= lane
                                              : i < lane;
        word |= (uint32_t)in << (i - first);
    }
    return word;
}

static uint64_t input(const fftc_spirv *m, const fftc_spirv_coordinates *at, uint32_t builtin,
                      uint32_t i)
{
    const uint32_t *size = m->interface.local_size;
    switch (builtin) {
    case NumWorkgroups: return at->workgroups[i];
    case WorkgroupSize: return size[i];
    case WorkgroupId: return at->workgroup[i];
    case LocalInvocationId: return at->local[i];
    case GlobalInvocationId: return at->workgroup[i] * size[i] + at->local[i];
    case LocalInvocationIndex:
        return at->local[0] + size[0] * (at->local[1] + size[1] * at->local[2]);
    case SubgroupSize: return at->subgroup_size;
    case NumSubgroups:
        return (size[0] * size[1] * size[2] + at->subgroup_size - 1) / at->subgroup_size;
    case SubgroupId: return at->subgroup;
    case SubgroupLocalInvocationId: return at->lane;
    case DeviceIndex: return 0;
    default: return mask_word(builtin, at->lane, at->subgroup_size, 32 * i);
    }
}

void fftc_spirv_fill_inputs(const fftc_spirv *m, const fftc_spirv_coordinates *at, uint64_t *frame)
{
    for (uint32_t k = 0; k < m->input_count; ++k) {
        const fftc_spirv_input *in = &m->inputs[k];
        for (uint32_t i = 0; i < in->count; ++i) {
            uint64_t value = input(m, at, in->builtin, i);
            frame[in->slot + i] = (uint32_t)value;
        }
    }
}
