/* SPDX-License-Identifier: MIT
 *
 * The loops of a step over its lines.
 */
#include "cpu/real/real_steps.h"

void fftc_real_loops_add(fftc_real_step *s, fftc_axis axis, bool in_dst, size_t plane)
{
    if (axis.length != 1) {
        s->loop[s->loops++] =
            (fftc_real_loop){axis.length, in_dst ? axis.dst : axis.src, axis.dst, plane};
    }
}

void fftc_real_loops_order(fftc_real_step *s, int from)
{
    int best = s->loops - 1;
    for (int i = from; i < s->loops; ++i) {
        if (s->loop[i].src + s->loop[i].dst < s->loop[best].src + s->loop[best].dst) {
            best = i;
        }
    }
    if (best >= from && best >= 0) {
        fftc_real_loop last = s->loop[best];
        for (int i = best; i + 1 < s->loops; ++i) {
            s->loop[i] = s->loop[i + 1];
        }
        s->loop[s->loops - 1] = last;
    }
}

void fftc_real_loops_sort(fftc_real_step *s)
{
    for (int i = 1; i < s->loops; ++i) {
        const fftc_real_loop loop = s->loop[i];
        int at = i;
        for (; at > 0 && s->loop[at - 1].src + s->loop[at - 1].dst < loop.src + loop.dst; --at) {
            s->loop[at] = s->loop[at - 1];
        }
        s->loop[at] = loop;
    }
}

void fftc_real_loops_merge(fftc_real_step *s)
{
    for (int i = s->loops - 1; i > 0; --i) {
        fftc_real_loop *outer = &s->loop[i - 1];
        const fftc_real_loop *inner = &s->loop[i];
        if (outer->src == inner->src * inner->length && outer->dst == inner->dst * inner->length) {
            *outer = (fftc_real_loop){outer->length * inner->length, inner->src, inner->dst,
                                      inner->plane};
            for (int k = i; k + 1 < s->loops; ++k) {
                s->loop[k] = s->loop[k + 1];
            }
            --s->loops;
        }
    }
}

size_t fftc_real_loops_product(const fftc_real_step *s)
{
    size_t lines = 1;
    for (int i = 0; i < s->loops; ++i) {
        lines *= s->loop[i].length;
    }
    return lines;
}
