/* SPDX-License-Identifier: MIT
 *
 * A fuzz target without a fuzzer: runs it on every file that is named, and on every file of every
 * folder that is named. It is how the corpora serve as tests with any compiler.
 */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"

static unsigned long replayed;

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0;
    size_t got;
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    do {
        uint8_t *longer = realloc(data, size + 4096);
        if (longer == NULL) {
            fprintf(stderr, "%s: out of memory\n", path);
            free(data);
            fclose(file);
            return 1;
        }
        data = longer;
        got = fread(data + size, 1, 4096, file);
        size += got;
    } while (got != 0);
    fclose(file);
    /* A copy of just that size, so that a sanitizer sees a read past the end. */
    uint8_t *exact = malloc(size != 0 ? size : 1);
    if (exact != NULL) {
        if (size != 0) {
            memcpy(exact, data, size);
        }
        (void)LLVMFuzzerTestOneInput(exact, size);
        ++replayed;
    }
    free(exact);
    free(data);
    return exact == NULL;
}

static int replay(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        return replay_file(path);
    }
    int failed = 0;
    DIR *folder = opendir(path);
    if (folder == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (entry->d_name[0] != '.') {
            char name[4096];
            int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            failed |= length >= (int)sizeof name || replay_file(name) != 0;
        }
    }
    closedir(folder);
    return failed;
}

int main(int count, char **arguments)
{
    int failed = 0;
    for (int i = 1; i < count; ++i) {
        failed |= replay(arguments[i]);
    }
    printf("%lu inputs replayed\n", replayed);
    /* An empty corpus tests nothing: that is a failure of the set-up. */
    return failed || replayed == 0;
}
