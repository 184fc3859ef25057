/* SPDX-License-Identifier: MIT
 *
 * A new folder in /tmp for an emitted plan and its arrays, and commands of the shell on it. What
 * fails is a failure of the test.
 */
#ifndef FFTC_EMITTED_FOLDER_H
#define FFTC_EMITTED_FOLDER_H

#include "fftcore/vulkan/emit.h"

extern char emitted_folder[];

void emitted_folder_make(void);
void emitted_folder_remove(void);

void emitted_folder_write(const char *name, const void *data, size_t bytes);

/* As `fftcore emit --plan` does. */
void emitted_folder_write_plan(const fftc_emitted_plan *plan);

/* The file has just so many bytes. */
void emitted_folder_read(const char *name, void *data, size_t bytes);

/* The command's exit status; 256 if it was killed. */
int emitted_folder_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
