/* SPDX-License-Identifier: MIT
 *
 * Problems as descriptions of the library.
 */
#include "fftw3/planner.h"

ptrdiff_t P(points)(const problem *p, int dim, bool out)
{
    ptrdiff_t n = p->dims[dim].n;
    bool halved = dim == p->rank - 1 &&
                  p->kind == (out ? PROBLEM_REAL_TO_SPECTRUM : PROBLEM_SPECTRUM_TO_REAL);
    return halved ? n / 2 + 1 : n;
}

/* A stride of a description. False if it cannot be said there. */
static bool set_stride(ptrdiff_t given, ptrdiff_t unit, bool src, ptrdiff_t points,
                       uint64_t *stride)
{
    if (points == 1) {
        *stride = 1;
        return true;
    }
    if (given < 0 || (given == 0 && !src)) {
        return false;
    }
    *stride = given == 0 ? FFTC_STRIDE_ZERO : (uint64_t)(given / unit);
    return true;
}

/* Indexed by FFTW's kinds; -1: none of them. */
static int trigonometric(X(r2r_kind) kind)
{
    switch (kind) {
    case FFTW_REDFT00: return FFTC_DCT_I;
    case FFTW_REDFT10: return FFTC_DCT_II;
    case FFTW_REDFT01: return FFTC_DCT_III;
    case FFTW_REDFT11: return FFTC_DCT_IV;
    case FFTW_RODFT00: return FFTC_DST_I;
    case FFTW_RODFT10: return FFTC_DST_II;
    case FFTW_RODFT01: return FFTC_DST_III;
    case FFTW_RODFT11: return FFTC_DST_IV;
    case FFTW_R2HC:
    case FFTW_HC2R:
    case FFTW_DHT: break;
    }
    return -1;
}

static bool describe_axes(const problem *p, ptrdiff_t in_unit, ptrdiff_t out_unit,
                          fftc_transform *t)
{
    int batch = p->loops > 0;
    for (int i = batch; i < p->loops + p->rank; ++i) {
        bool loop = i < p->loops;
        int dim = i - p->loops;
        const axis *a = loop ? &p->loop[i] : &p->dims[dim];
        int to = i - batch;
        t->length[to] = (uint64_t)a->n;
        t->loop[to] = loop;
        if (!set_stride(a->is, in_unit, true, loop ? a->n : P(points)(p, dim, false),
                        &t->src_stride[to]) ||
            !set_stride(a->os, out_unit, false, loop ? a->n : P(points)(p, dim, true),
                        &t->dst_stride[to])) {
            return false;
        }
        if (!loop && p->kind == PROBLEM_REAL_TO_REAL) {
            int kind = trigonometric(a->kind);
            if (kind < 0) {
                return false;
            }
            t->trigonometric[to] = (fftc_trigonometric)kind;
        }
    }
    t->batch = 1;
    if (batch == 0) {
        return true;
    }
    t->batch = (uint64_t)p->loop[0].n;
    return set_stride(p->loop[0].is, in_unit, true, p->loop[0].n, &t->src_distance) &&
           set_stride(p->loop[0].os, out_unit, false, p->loop[0].n, &t->dst_distance);
}

bool P(describe)(const problem *p, fftc_transform *t)
{
    *t = (fftc_transform){.precision = PRECISION, .scaling = FFTC_SCALE_NONE};
    if (p->rank == 0 || p->loops + p->rank > FFTC_MAX_RANK + (p->loops > 0)) {
        return false;
    }
    t->placement = p->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    t->kind = p->kind == PROBLEM_COMPLEX        ? FFTC_COMPLEX
              : p->kind == PROBLEM_REAL_TO_REAL ? FFTC_REAL_TO_REAL
                                                : FFTC_REAL;
    bool backward = p->kind == PROBLEM_COMPLEX ? p->backward : p->kind == PROBLEM_SPECTRUM_TO_REAL;
    t->direction = backward ? FFTC_INVERSE : FFTC_FORWARD;
    bool complex = p->kind != PROBLEM_REAL_TO_REAL;
    t->format = complex && !p->interleaved ? FFTC_SPLIT : FFTC_INTERLEAVED;
    ptrdiff_t unit = p->interleaved ? 2 : 1;
    return describe_axes(p, P(complex_in)(p) ? unit : 1, P(complex_out)(p) ? unit : 1, t);
}
