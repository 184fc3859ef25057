/* SPDX-License-Identifier: MIT
 *
 * Devices that this machine does not have: the same ones, but with what they report changed on the
 * way to the library.
 */
#ifndef FFTC_VULKAN_LIMITS_TESTING_H
#define FFTC_VULKAN_LIMITS_TESTING_H

#include "vulkan_testing.h"

/* 0 and false leave things as they are. */
typedef struct vulkan_limits_pretence {
    bool old;                 /* Vulkan 1.0 */
    uint32_t shared_bytes;    /* of workgroup memory */
    uint32_t buffer_bytes;    /* of a storage buffer */
    uint32_t alignment;       /* of where a descriptor of one begins */
    uint32_t storage_buffers; /* in a shader */
    uint32_t invocations;     /* of a workgroup */
    uint32_t workgroups;      /* in a dispatch */
    bool no_shuffle;
    bool no_full_subgroups;
    uint32_t subgroup_size;     /* the device's own choice */
    uint32_t subgroup_size_max; /* from the smallest, 4 */
    uint32_t subgroups;         /* in a workgroup */
    bool no_pipeline;           /* creation fails, after what was asked for is noted */
} vulkan_limits_pretence;

extern vulkan_limits_pretence pretend;

/* What the library asked of the device. */
typedef struct vulkan_limits_heard {
    uint32_t subgroup_size; /* for the last pipeline; 0: none in particular */
    bool full_subgroups;    /* for that one */
    unsigned pipelines;     /* all of them */
    uint32_t buffers;       /* storage buffers that the last layout of a set declares */
    uint32_t pictures;
    unsigned recorded;        /* commands of plans */
    uint32_t workgroups_most; /* in one dispatch of these */
} vulkan_limits_heard;

extern vulkan_limits_heard heard;

/* The first device, with what is pretended of it. */
fftc_vulkan *vulkan_limits_open(vulkan_limits_pretence p);

#endif
