/* SPDX-License-Identifier: MIT
 *
 * A folder with the files of an emitted plan. Its plan.json lists them: by it, files of an earlier
 * plan are told from those of somebody else, which are neither replaced nor deleted.
 */
#ifndef TOOL_PLAN_FOLDER_H
#define TOOL_PLAN_FOLDER_H

#include "command.h"
#include "fftcore/vulkan.h"

/* Whether all files can be written there, before any is. `taken` are files that the command reads
 * or writes otherwise (NULL: none), `count` of them. False after refusing. */
bool tool_plan_folder_check(const char *folder, const fftc_emitted_plan *plan,
                            const char *const *taken, size_t count);

/* Writes them, and deletes kernels and a table of the earlier plan that this one has not. To be
 * checked first. False after refusing. */
bool tool_plan_folder_write(const char *folder, const fftc_emitted_plan *plan);

#endif
