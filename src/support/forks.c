/* SPDX-License-Identifier: MIT */
#include "support/forks.h"

#include <pthread.h>

atomic_uint fftc_forks_counted;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The lock may be held by a thread that the child does not have. */
static void in_child(void)
{
    (void)pthread_mutex_init(&lock, NULL);
    (void)atomic_fetch_add_explicit(&fftc_forks_counted, 1, memory_order_relaxed);
}

static void watch(void)
{
    (void)pthread_atfork(NULL, NULL, in_child);
}

void fftc_forks_watch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, watch);
}

void fftc_forks_lock(void)
{
    (void)pthread_mutex_lock(&lock);
}

void fftc_forks_unlock(void)
{
    (void)pthread_mutex_unlock(&lock);
}
