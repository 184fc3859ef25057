/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "emitted_folder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing.h"

char emitted_folder[] = "/tmp/fftcore-emitted-XXXXXX";

void emitted_folder_make(void)
{
    memcpy(emitted_folder + sizeof emitted_folder - 7, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(emitted_folder));
}

void emitted_folder_remove(void)
{
    ck_assert_int_eq(emitted_folder_shell("rm -r %s", emitted_folder), 0);
}

static FILE *open_file(const char *name, const char *mode)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", emitted_folder, name);
    FILE *file = fopen(path, mode);
    ck_assert_ptr_nonnull(file);
    return file;
}

void emitted_folder_write(const char *name, const void *data, size_t bytes)
{
    FILE *file = open_file(name, "wb");
    ck_assert_uint_eq(bytes == 0 ? 0 : fwrite(data, 1, bytes, file), bytes);
    ck_assert_int_eq(fclose(file), 0);
}

void emitted_folder_write_plan(const fftc_emitted_plan *plan)
{
    char name[40];
    for (uint32_t i = 0; i < plan->kernels; ++i) {
        snprintf(name, sizeof name, "kernel%u.spv", (unsigned)i);
        emitted_folder_write(name, plan->kernel[i].spirv, 4 * plan->kernel[i].spirv_words);
    }
    emitted_folder_write("table.bin", plan->table, plan->table_bytes);
    emitted_folder_write("plan.json", plan->description, plan->description_bytes);
}

void emitted_folder_read(const char *name, void *data, size_t bytes)
{
    FILE *file = open_file(name, "rb");
    ck_assert_uint_eq(fread(data, 1, bytes, file), bytes);
    ck_assert_int_eq(fgetc(file), EOF);
    fclose(file);
}

int emitted_folder_shell(const char *format, ...)
{
    char command[1000];
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    ck_assert_int_lt(bytes, (int)sizeof command);
    fflush(stdout);
    int status = system(command); // NOLINT: paths of our own
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}
