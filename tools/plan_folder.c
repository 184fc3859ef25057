/* SPDX-License-Identifier: MIT */
#include "plan_folder.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"

#define PATH_BYTES 4096
#define NAME_BYTES 32

/* Scans have none. */
static bool has_table(const fftc_emitted_plan *plan)
{
    return plan->table_bytes != 0;
}

static bool is_table(const fftc_emitted_plan *plan, uint32_t i)
{
    return has_table(plan) && i == 2 * plan->kernels;
}

/* Files 2 i and 2 i + 1 are kernel i's, then come the table, and last what lists them. */
static uint32_t file_count(const fftc_emitted_plan *plan)
{
    return 2 * plan->kernels + (has_table(plan) ? 2 : 1);
}

static void file_name(const fftc_emitted_plan *plan, uint32_t i, char name[NAME_BYTES])
{
    if (i < 2 * plan->kernels) {
        (void)snprintf(name, NAME_BYTES, "kernel%u.%s", (unsigned)(i / 2),
                       i % 2 == 0 ? "comp" : "spv");
    } else {
        (void)snprintf(name, NAME_BYTES, "%s", is_table(plan, i) ? "table.bin" : "plan.json");
    }
}

static bool file_path(const char *folder, const char *name, char path[PATH_BYTES])
{
    if (snprintf(path, PATH_BYTES, "%s/%s", folder, name) >= PATH_BYTES) {
        (void)tool_refuse("%s: the folder's name is too long", folder);
        return false;
    }
    return true;
}

/* --- the earlier plan ------------------------------------------------------------------------- */

/* What plan.json says, NULL if there is none. False after refusing one that is not ours. */
static bool read_list(const char *folder, cJSON **list)
{
    char path[PATH_BYTES];
    struct stat about;
    unsigned char *bytes = NULL;
    size_t count = 0;
    *list = NULL;
    if (!file_path(folder, "plan.json", path)) {
        return false;
    }
    if (lstat(path, &about) != 0) {
        return true;
    }
    if (tool_file_read(path, TOOL_FILE_BYTES_LIMIT, &bytes, &count, NULL) == FFTC_SUCCESS) {
        *list = cJSON_ParseWithLength((const char *)bytes, count);
    }
    free(bytes);
    const char *by = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(*list, "generator"));
    if (by != NULL && strncmp(by, "fftcore ", 8) == 0) {
        return true;
    }
    cJSON_Delete(*list);
    *list = NULL;
    (void)tool_refuse("%s is no plan of fftcore's, and is not replaced: name another folder", path);
    return false;
}

static bool has_text(const cJSON *object, const char *key, const char *text)
{
    const char *found = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return found != NULL && strcmp(found, text) == 0;
}

static bool is_listed(const cJSON *list, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(list, "kernels"))
    {
        if (has_text(item, "glsl", name) || has_text(item, "spirv", name)) {
            return true;
        }
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(list, "buffers"))
    {
        if (has_text(item, "file", name)) {
            return true;
        }
    }
    return list != NULL && strcmp(name, "plan.json") == 0;
}

/* --- checking --------------------------------------------------------------------------------- */

static bool check_file(const cJSON *list, const char *path, const char *name,
                       const char *const *taken, size_t count)
{
    struct stat about;
    bool there = lstat(path, &about) == 0;
    if (there && (!is_listed(list, name) || !S_ISREG(about.st_mode))) {
        (void)tool_refuse("%s is there, and no plan.json of fftcore's lists it: delete it, "
                          "or name another folder",
                          path);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (taken[i] != NULL && tool_output_is_same(path, taken[i])) {
            (void)tool_refuse("the plan would overwrite %s, which another option names: name "
                              "another folder",
                              path);
            return false;
        }
    }
    return true;
}

bool tool_plan_folder_check(const char *folder, const fftc_emitted_plan *plan,
                            const char *const *taken, size_t count)
{
    struct stat about;
    cJSON *list;
    if (stat(folder, &about) != 0 ? errno == ENOTDIR : !S_ISDIR(about.st_mode)) {
        (void)tool_refuse("%s is not a folder", folder);
        return false;
    }
    bool good = read_list(folder, &list);
    for (uint32_t i = 0; i < file_count(plan) && good; ++i) {
        char name[NAME_BYTES];
        char path[PATH_BYTES];
        file_name(plan, i, name);
        good = file_path(folder, name, path) && check_file(list, path, name, taken, count);
    }
    cJSON_Delete(list);
    return good;
}

/* --- writing ---------------------------------------------------------------------------------- */

static bool write_file(const char *folder, const fftc_emitted_plan *plan, uint32_t i)
{
    char name[NAME_BYTES];
    char path[PATH_BYTES];
    file_name(plan, i, name);
    if (!file_path(folder, name, path)) {
        return false;
    }
    if (is_table(plan, i)) {
        return tool_file_write(path, plan->table, plan->table_bytes);
    }
    if (i >= 2 * plan->kernels) {
        return tool_file_write(path, plan->description, plan->description_bytes);
    }
    const fftc_emitted_kernel *kernel = &plan->kernel[i / 2];
    return i % 2 == 0
               ? tool_file_write(path, kernel->glsl, kernel->glsl_bytes)
               : tool_file_write(path, kernel->spirv, kernel->spirv_words * sizeof *kernel->spirv);
}

/* What the earlier plan lists by the names that it gave, and this one has not: kernels from number
 * `first` on, and a table. */
static void remove_rest(const char *folder, const cJSON *list, const fftc_emitted_plan *plan)
{
    const uint32_t first = plan->kernels;
    static const char *const keys[] = {"glsl", "spirv"};
    static const char *const suffixes[] = {"comp", "spv"};
    const cJSON *kernel;
    uint32_t number = 0;
    cJSON_ArrayForEach(kernel, cJSON_GetObjectItemCaseSensitive(list, "kernels"))
    {
        for (int k = 0; k < 2 && number >= first; ++k) {
            char name[NAME_BYTES];
            char path[PATH_BYTES];
            (void)snprintf(name, sizeof name, "kernel%u.%s", (unsigned)number, suffixes[k]);
            if (has_text(kernel, keys[k], name) && file_path(folder, name, path)) {
                (void)unlink(path);
            }
        }
        ++number;
    }
    char table[PATH_BYTES];
    if (!has_table(plan) && is_listed(list, "table.bin") && file_path(folder, "table.bin", table)) {
        (void)unlink(table);
    }
}

bool tool_plan_folder_write(const char *folder, const fftc_emitted_plan *plan)
{
    cJSON *list;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        (void)tool_refuse("%s: %s", folder, strerror(errno));
        return false;
    }
    bool written = read_list(folder, &list);
    for (uint32_t i = 0; i < file_count(plan) && written; ++i) {
        written = write_file(folder, plan, i);
    }
    if (written) {
        remove_rest(folder, list, plan);
    }
    cJSON_Delete(list);
    return written;
}
