/* SPDX-License-Identifier: MIT
 *
 * Products of many numbers, shared by threads.
 */
#include "cpu/engine/lines/line_kinds.h"

/* A multiple of every engine's lanes, so that with any number of threads each number is in a full
 * vector, or in the last one. */
#define BLOCK ((size_t)64)

typedef struct shared_product {
    const fftc_engine *engine;
    const fftc_spectra_product *of;
    size_t item;
} shared_product;

static void share_product(void *context, int thread, size_t begin, size_t end)
{
    const shared_product *s = context;
    const fftc_spectra_product *p = s->of;
    size_t first = begin * BLOCK;
    size_t last = end * BLOCK < p->n ? end * BLOCK : p->n;
    size_t offset = first * s->item;
    (void)thread;
    s->engine->multiply((const char *)p->x + offset, p->swap_x, (const char *)p->y + offset,
                        (char *)p->z + offset, p->swap_z, last - first);
}

void fftc_line_multiply(const fftc_engine *engine, const fftc_team *team,
                        fftc_spectra_product product)
{
    shared_product s = {engine, &product, 2 * fftc_precision_bytes(engine->precision)};
    fftc_parallel(team, (product.n + BLOCK - 1) / BLOCK, share_product, &s);
}
