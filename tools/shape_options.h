/* SPDX-License-Identifier: MIT
 *
 * The options that say how the reference kernel is shaped, of all commands that run it.
 */
#ifndef TOOL_SHAPE_OPTIONS_H
#define TOOL_SHAPE_OPTIONS_H

#include "command.h"

/* The sizes as the command line gives them. */
typedef struct tool_shape {
    uint64_t length, elements_log2, workgroup_log2;
} tool_shape;

#define TOOL_SHAPE_NOT_GIVEN                           \
    {                                                  \
        TOOL_NOT_GIVEN, TOOL_NOT_GIVEN, TOOL_NOT_GIVEN \
    }

/* Rows of options; `shape` is a tool_shape, `fft` an fftc_workgroup_fft. */
#define TOOL_OPTION_LENGTH(options, shape, text)                                     \
    {                                                                                \
        .name = "length", .value = "N",                                              \
        TOOL_TO_NUMBER(options, shape.length, 0, TOOL_NOT_GIVEN - 1), .help = (text) \
    }
#define TOOL_OPTIONS_SPLIT(options, shape)                                                       \
    {.name = "elements-log2",                                                                    \
     .value = "E",                                                                               \
     TOOL_TO_NUMBER(options, shape.elements_log2, 1, FFTC_WORKGROUP_FFT_MAX_LOG2),               \
     .help = "each invocation owns 2^E points, E >= 1"},                                         \
    {                                                                                            \
        .name = "workgroup-log2", .value = "W",                                                  \
        TOOL_TO_NUMBER(options, shape.workgroup_log2, 0, FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2), \
        .help = "2^W invocations, W at most 12; N = 2^(E+W)"                                     \
    }
#define TOOL_OPTION_SUBGROUP(options, fft, text)                                           \
    {                                                                                      \
        .name = "subgroup", .value = "S", .kind = TOOL_NUMBER,                             \
        TOOL_FIELD(options, fft.subgroup_log2), .take = tool_take_subgroup, .help = (text) \
    }
#define TOOL_OPTION_COMPUTED(options, fft)                                         \
    {                                                                              \
        .name = "computed-twiddles", TOOL_TO_FLAG(options, fft.computed_twiddles), \
        .help = "twiddle factors by arithmetic in the kernel, not from the table"  \
    }

/* A power of two of 1 to 128, whose logarithm goes into a uint32_t. */
bool tool_take_subgroup(const tool_option *option, char *text, void *field);

/* Unless asked otherwise: 256 invocations, which every device at hand runs, SwiftShader no more. */
#define TOOL_WORKGROUP_LOG2 8u

/* Sets elements_log2 and workgroup_log2 of `fft`: those given are kept, the rest follows from
 * length (default_length if nothing is given). At most 2^most_log2 points. False after refusing. */
bool tool_shape_resolve(const tool_shape *shape, uint64_t default_length, uint32_t most_log2,
                        fftc_workgroup_fft *fft);

#endif
