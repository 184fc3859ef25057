/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_LARGE_PAGES_H
#define FFTC_CPU_LARGE_PAGES_H

#include <stddef.h>

/* Allocates `bytes` in pages of 2 MiB, which the system is asked for, and the rest of the last
 * page; *all receives the size with that. To be released by free. NULL if there are no such pages,
 * or none left: memory then has to come from elsewhere. */
void *fftc_large_pages(size_t bytes, size_t *all);

#endif
