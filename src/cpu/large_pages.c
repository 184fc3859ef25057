/* SPDX-License-Identifier: MIT */
#include "cpu/large_pages.h"

#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

void *fftc_large_pages(size_t bytes, size_t *all)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t page = (size_t)2 << 20;
    if (__builtin_add_overflow(bytes, page - 1, all)) {
        return NULL;
    }
    *all -= *all % page;
    void *pages = aligned_alloc(page, *all);
    if (pages != NULL) {
        (void)madvise(pages, *all, MADV_HUGEPAGE); /* a wish: any answer will do */
    }
    return pages;
#else
    (void)bytes;
    (void)all;
    return NULL;
#endif
}
