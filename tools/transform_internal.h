/* SPDX-License-Identifier: MIT
 *
 * What the parts of transform_signal.c share.
 */
#ifndef TOOL_TRANSFORM_INTERNAL_H
#define TOOL_TRANSFORM_INTERNAL_H

#include "levels.h"
#include "spectrum_file.h"
#include "transform.h"

/* One run of the command on a signal. */
typedef struct transform_task {
    const tool_transform_options *options;
    tool_source *source;
    const tool_source_info *info;
    bool picture, csv, held;
    uint64_t offset;
    tool_stft stft;
    tool_stft_result result;
    tool_levels *levels; /* one for each channel */
    tool_spectrum_file file;
    tool_time holding, drawing;
} transform_task;

/* Called before the spectra: makes task->levels, which the caller frees. False after refusing. */
bool transform_prepare_picture(transform_task *task);
/* Called after the spectra. TOOL_GOOD, or TOOL_REFUSED after saying why. */
int transform_draw(transform_task *task);

/* What was done: for people, and for machines (false after refusing). */
void transform_print_line(const transform_task *task);
bool transform_write_json(const transform_task *task);

#endif
