/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "vulkan_loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PFN_vkVoidFunction vulkan_loader_next(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    PFN_vkVoidFunction function;
    if (address == NULL) { /* this is also called before the tests start */
        fprintf(stderr, "%s is not in the loader\n", name);
        abort();
    }
    /* POSIX has dlsym give functions as object pointers; ISO C wants them copied. */
    memcpy(&function, &address, sizeof function);
    return function;
}
