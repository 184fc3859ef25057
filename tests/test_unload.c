/* SPDX-License-Identifier: MIT
 *
 * The library's threads end when a plugin that has it inside is unloaded.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

#include "testing.h"

/* The threads of this process. */
static int threads_here(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    ck_assert_ptr_nonnull(tasks);
    while (readdir(tasks) != NULL) {
        ++count;
    }
    (void)closedir(tasks);
    return count - 2; /* . and .. */
}

static void *nothing(void *data)
{
    return data;
}

START_TEST(plugin_unloaded_threads_end)
{
    /* With its first thread, a program gets that of the thread sanitizer. */
    pthread_t first;
    ck_assert_int_eq(pthread_create(&first, NULL, nothing, NULL), 0);
    ck_assert_int_eq(pthread_join(first, NULL), 0);
    const int before = threads_here();
    for (int round = 0; round < 3; ++round) {
        void *plugin = dlopen(FFTC_TEST_PLUGIN, RTLD_NOW | RTLD_LOCAL);
        ck_assert_msg(plugin != NULL, "%s", dlerror());
        int (*execute)(void);
        *(void **)&execute = dlsym(plugin, "execute_on_three_threads");
        ck_assert(execute != NULL);
        ck_assert_int_eq(execute(), 0);
        ck_assert_int_eq(threads_here(), before + 2);
        ck_assert_int_eq(dlclose(plugin), 0);
        ck_assert_int_eq(threads_here(), before);
        ck_assert_ptr_null(dlopen(FFTC_TEST_PLUGIN, RTLD_NOW | RTLD_NOLOAD));
    }
}
END_TEST

TESTING_MAIN("unload", plugin_unloaded_threads_end)
