/* SPDX-License-Identifier: MIT */
#include "cpu/parallel.h"

void fftc_parallel(const fftc_team *team, size_t count,
                   void (*body)(void *context, int thread, size_t begin, size_t end), void *context)
{
    int threads = (size_t)team->threads < count ? team->threads : (int)count;
    if (threads <= 1) {
        if (count > 0) {
            body(context, 0, 0, count);
        }
        return;
    }
    /* Without OpenMP the loop runs all shares itself. */
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int thread = 0; thread < threads; ++thread) {
        size_t share = count / (size_t)threads;
        size_t extra = count % (size_t)threads;
        size_t t = (size_t)thread;
        size_t begin = t * share + (t < extra ? t : extra);
        body(context, thread, begin, begin + share + (t < extra ? 1 : 0));
    }
}
