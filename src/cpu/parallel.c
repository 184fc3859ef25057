/* SPDX-License-Identifier: MIT
 *
 * Every thread has a share of its own, the same one in every execution, so that its caches still
 * hold what it left there. It takes its share in pieces, and a thread that is done takes pieces
 * that others have not begun: a processor may be slower than its neighbours, or busy.
 */
#include "cpu/parallel.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "support/float_mode.h"

/* Pieces of a share: enough that the wait for the last one is short. */
enum { PIECES = 16 };

/* More threads keep to their shares. */
enum { MOST_TAKERS = 64 };

typedef struct shares {
    void (*body)(void *context, int thread, size_t begin, size_t end);
    void *context;
    size_t count;
    size_t threads;
    size_t piece;
    bool to_nearest;
    /* How much of each share is taken; each number in a cache line of its own. */
    struct {
        _Alignas(64) atomic_size_t taken;
    } share[MOST_TAKERS];
} shares;

/* The first count % threads shares are one longer than the others. */
static size_t share_begin(const shares *s, size_t t)
{
    size_t extra = s->count % s->threads;
    return t * (s->count / s->threads) + (t < extra ? t : extra);
}

/* Takes the next piece of share t; false if there is none. */
static bool run_piece(shares *s, size_t t, int thread)
{
    size_t begin = share_begin(s, t);
    size_t length = share_begin(s, t + 1) - begin;
    /* Each thread adds in vain at most once, which is far from overflowing. */
    size_t at = atomic_fetch_add_explicit(&s->share[t].taken, s->piece, memory_order_relaxed);
    if (at >= length) {
        return false;
    }
    size_t left = length - at;
    s->body(s->context, thread, begin + at, begin + at + (left < s->piece ? left : s->piece));
    return true;
}

static void take_pieces(shares *s, int thread)
{
    size_t own = (size_t)thread;
    if (s->threads > MOST_TAKERS) {
        s->body(s->context, thread, share_begin(s, own), share_begin(s, own + 1));
        return;
    }
    for (size_t i = 0; i < s->threads; ++i) {
        while (run_piece(s, (own + i) % s->threads, thread)) {
        }
    }
}

static void run_share(void *context, int thread)
{
    shares *s = context;
    if (s->to_nearest) {
        const fftc_float_mode mode = fftc_float_mode_begin();
        take_pieces(s, thread);
        fftc_float_mode_end(&mode);
    } else {
        take_pieces(s, thread);
    }
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
    shares s;
    s.body = body;
    s.context = context;
    s.count = count;
    s.threads = (size_t)threads;
    s.to_nearest = team->to_nearest;
    s.piece = (count / s.threads + PIECES - 1) / PIECES;
    for (int i = 0; i < threads && i < MOST_TAKERS; ++i) {
        atomic_init(&s.share[i].taken, 0);
    }
    const fftc_crew *crew = team->crew;
    if (crew->pool.run == fftc_workers_call || crew->forks == fftc_forks()) {
        crew->pool.run(crew->pool.user, threads, run_share, &s);
        return;
    }
    for (int thread = 0; thread < threads; ++thread) {
        run_share(&s, thread);
    }
}

/* Fewer numbers than this are filled by the caller: so many take some 100 us. */
enum { LEAST_FILLED = 1 << 14 };

void fftc_parallel_fill(const fftc_team *team, size_t count, size_t unit,
                        void (*body)(void *context, int thread, size_t begin, size_t end),
                        void *context)
{
    const fftc_team alone = {.threads = 1};
    const bool few = team == NULL || count < LEAST_FILLED;
    fftc_parallel(few ? &alone : team, (count + unit - 1) / unit, body, context);
}
