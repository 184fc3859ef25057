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

/* A stride of a description. */
static uint64_t stride_of(ptrdiff_t given, ptrdiff_t unit, ptrdiff_t points)
{
    return points == 1 ? 1 : given == 0 ? FFTC_STRIDE_ZERO : (uint64_t)(given / unit);
}

static fftc_trigonometric trigonometric(X(r2r_kind) kind)
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
    case FFTW_HC2R: return FFTC_HC2R;
    case FFTW_DHT: return FFTC_DHT;
    case FFTW_R2HC: break;
    }
    return FFTC_R2HC;
}

/* The first loop is the batch, as of plan_many_*, so that both have one description. Copies have
 * no batch, and at least one loop. */
static void describe_loops(const problem *p, ptrdiff_t in_unit, ptrdiff_t out_unit,
                           fftc_transform *t)
{
    const int batch = p->rank > 0 && p->loops > 0;
    t->batch = 1;
    if (batch != 0) {
        const axis *a = &p->loop[0];
        t->batch = (uint64_t)a->n;
        t->src_distance = stride_of(a->is, in_unit, a->n);
        t->dst_distance = stride_of(a->os, out_unit, a->n);
    }
    for (int i = batch; i < p->loops; ++i) {
        const axis *a = &p->loop[i];
        t->loops[i - batch] = (fftc_loop){(uint64_t)a->n, a->is / in_unit, a->os / out_unit};
    }
    if (p->rank == 0 && p->loops == 0) {
        t->loops[0].length = 1;
    }
}

bool P(describe)(const problem *p, fftc_transform *t)
{
    *t = (fftc_transform){.precision = PRECISION, .scaling = FFTC_SCALE_NONE};
    if (p->rank > FFTC_MAX_RANK || p->loops > FFTC_MAX_LOOPS) {
        return false;
    }
    const bool complex = P(complex_in)(p) || P(complex_out)(p);
    const ptrdiff_t in_unit = p->interleaved && P(complex_in)(p) ? 2 : 1;
    const ptrdiff_t out_unit = p->interleaved && P(complex_out)(p) ? 2 : 1;
    const bool backward =
        p->kind == PROBLEM_COMPLEX ? p->backward : p->kind == PROBLEM_SPECTRUM_TO_REAL;
    t->placement = p->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    t->kind = !complex                                ? FFTC_REAL_TO_REAL
              : P(complex_in)(p) == P(complex_out)(p) ? FFTC_COMPLEX
                                                      : FFTC_REAL;
    t->direction = backward ? FFTC_INVERSE : FFTC_FORWARD;
    t->format = complex && !p->interleaved ? FFTC_SPLIT : FFTC_INTERLEAVED;
    for (int i = 0; i < p->rank; ++i) {
        const axis *a = &p->dims[i];
        t->length[i] = (uint64_t)a->n;
        t->src_stride[i] = stride_of(a->is, in_unit, P(points)(p, i, false));
        t->dst_stride[i] = stride_of(a->os, out_unit, P(points)(p, i, true));
        t->trigonometric[i] = complex ? FFTC_DCT_II : trigonometric(a->kind);
    }
    describe_loops(p, in_unit, out_unit, t);
    return true;
}
