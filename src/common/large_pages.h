/* SPDX-License-Identifier: MIT */
#ifndef FFTC_COMMON_LARGE_PAGES_H
#define FFTC_COMMON_LARGE_PAGES_H

#include <stddef.h>

/* malloc'ed memory of `bytes` and what is left of the last of its pages of 2 MiB, which the system
 * is asked for, and `*all` bytes in all. NULL if there are no such pages, or none left: memory then
 * has to come from elsewhere. */
void *fftc_large_pages(size_t bytes, size_t *all);

#endif
