/* SPDX-License-Identifier: MIT
 *
 * A folder of modules, one file each, that several processes may use at the same time. Errors are
 * not reported: a file that cannot be read or written counts as missing.
 */
#ifndef FFTC_GPU_FOLDER_H
#define FFTC_GPU_FOLDER_H

#include "gpu/module.h"

/* The folder that the environment names, malloc'ed; NULL if it wants none, or names none. */
char *fftc_folder_default(void);

/* False if there is no such module of that kind, or its file is damaged. */
bool fftc_folder_read(const char *folder, const fftc_digest *name, uint32_t kind,
                      fftc_module *module);

/* Writes a module, and makes the folder if need be. If all modules together are then longer than
 * bytes_max, those that were not used for the longest time are deleted. */
void fftc_folder_write(const char *folder, const fftc_module *module, uint64_t bytes_max);

#endif
