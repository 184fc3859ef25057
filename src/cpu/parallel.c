/* SPDX-License-Identifier: MIT */
#include "cpu/parallel.h"

typedef struct shares {
    void (*body)(void *context, int thread, size_t begin, size_t end);
    void *context;
    size_t count;
    size_t threads;
} shares;

/* The first count % threads shares are one longer than the others. */
static void run_share(void *context, int thread)
{
    const shares *s = context;
    size_t t = (size_t)thread;
    size_t share = s->count / s->threads;
    size_t extra = s->count % s->threads;
    size_t begin = t * share + (t < extra ? t : extra);
    s->body(s->context, thread, begin, begin + share + (t < extra ? 1 : 0));
}

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
    shares s = {body, context, count, (size_t)threads};
    if (team->pool != NULL) {
        team->pool->run(team->pool->user, threads, run_share, &s);
        return;
    }
    /* Without OpenMP the loop runs all shares itself. */
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
    for (int thread = 0; thread < threads; ++thread) {
        run_share(&s, thread);
    }
}
