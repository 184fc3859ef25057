/* SPDX-License-Identifier: MIT
 *
 * Problems that no description says: gather, transform, scatter.
 */
#include <stdlib.h>

#include "fftw3/planner.h"

#define GROUP_MAX 3 /* axes that are transformed together, beside a loop for those behind them */

typedef struct stage {
    fftc_plan *plan;
    bool across; /* from the first buffer to the second, else in place where the numbers are */
    bool lines;  /* halfcomplex numbers or Hartley's, line by line */
    X(r2r_kind) kind;
    ptrdiff_t outer, n, inner;
} stage;

struct staged {
    int count;
    stage stages[AXES_MAX];
    size_t in_scalars; /* of the buffers */
    size_t out_scalars;
    size_t line_scalars;
};

/* Axes of one side's packed array, [loops][dims], or of a part of them. */
static size_t product(const problem *p, int first, int last, bool out)
{
    size_t n = 1;
    for (int i = first; i < last; ++i) {
        n *= (size_t)(i < p->loops ? p->loop[i].n : P(points)(p, i - p->loops, out));
    }
    return n;
}

static bool add(staged *s, const fftc_transform *t, stage what, unsigned flags)
{
    if (P(engine_plan)(t, flags, &what.plan) != FFTC_SUCCESS) {
        return false;
    }
    s->stages[s->count++] = what;
    return true;
}

/* Dims first <= i < last along which `out`'s packed array is transformed in place. */
static bool add_group(staged *s, const problem *p, int first, int last, bool out, unsigned flags)
{
    problem group = {.kind = p->kind == PROBLEM_REAL_TO_REAL ? p->kind : PROBLEM_COMPLEX,
                     .backward = p->kind == PROBLEM_SPECTRUM_TO_REAL || p->backward,
                     .interleaved = p->kind != PROBLEM_REAL_TO_REAL,
                     .in_place = true,
                     .rank = last - first};
    int axes = p->loops + p->rank;
    ptrdiff_t unit = group.interleaved ? 2 : 1;
    ptrdiff_t inner = (ptrdiff_t)product(p, p->loops + last, axes, out) * unit;
    ptrdiff_t stride = inner;
    for (int i = last - 1; i >= first; --i) {
        group.dims[i - first] = (axis){P(points)(p, i, out), stride, stride, p->dims[i].kind};
        stride *= P(points)(p, i, out);
    }
    ptrdiff_t outer = (ptrdiff_t)product(p, 0, p->loops + first, out);
    group.loop[0] = (axis){outer, stride, stride, FFTW_R2HC};
    group.loop[1] = (axis){inner / unit, unit, unit, FFTW_R2HC};
    group.loops = 2;
    fftc_transform t;
    return P(describe)(&group, &t) && add(s, &t, (stage){0}, flags);
}

/* One axis of halfcomplex numbers or Hartley's. */
static bool add_lines(staged *s, const problem *p, int dim, unsigned flags)
{
    const axis *a = &p->dims[dim];
    fftc_transform t = {.length = {(uint64_t)a->n},
                        .precision = PRECISION,
                        .kind = FFTC_REAL,
                        .scaling = FFTC_SCALE_NONE,
                        .direction = a->kind == FFTW_HC2R ? FFTC_INVERSE : FFTC_FORWARD};
    size_t scalars = 2 * (size_t)a->n + 2;
    s->line_scalars = scalars > s->line_scalars ? scalars : s->line_scalars;
    return add(
        s, &t,
        (stage){.lines = true,
                .kind = a->kind,
                .outer = (ptrdiff_t)product(p, 0, p->loops + dim, false),
                .n = a->n,
                .inner = (ptrdiff_t)product(p, p->loops + dim + 1, p->loops + p->rank, false)},
        flags);
}

static bool is_trigonometric(const problem *p, int dim)
{
    return p->kind != PROBLEM_REAL_TO_REAL || p->dims[dim].kind > FFTW_DHT;
}

/* All axes before `last`, in place. */
static bool add_axes(staged *s, const problem *p, int last, bool out, unsigned flags)
{
    bool done = true;
    while (done && last > 0) {
        int first = last - 1;
        if (!is_trigonometric(p, first)) {
            done = add_lines(s, p, first, flags);
        } else {
            while (first > 0 && last - first < GROUP_MAX && is_trigonometric(p, first - 1)) {
                --first;
            }
            done = add_group(s, p, first, last, out, flags);
        }
        last = first;
    }
    return done;
}

/* The halved axis, from buffer to buffer, after or before all others. */
static bool add_halved(staged *s, const problem *p, unsigned flags)
{
    int last = p->rank - 1;
    bool forward = p->kind == PROBLEM_REAL_TO_SPECTRUM;
    fftc_transform t = {.length = {(uint64_t)p->dims[last].n},
                        .batch = product(p, 0, p->loops + last, false),
                        .precision = PRECISION,
                        .kind = FFTC_REAL,
                        .scaling = FFTC_SCALE_NONE,
                        .direction = forward ? FFTC_FORWARD : FFTC_INVERSE};
    const stage across = {.across = true};
    return forward ? add(s, &t, across, flags) && add_axes(s, p, last, true, flags)
                   : add_axes(s, p, last, false, flags) && add(s, &t, across, flags);
}

staged *P(staged_create)(const problem *p, unsigned flags)
{
    staged *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    int axes = p->loops + p->rank;
    bool halved = p->kind == PROBLEM_REAL_TO_SPECTRUM || p->kind == PROBLEM_SPECTRUM_TO_REAL;
    s->in_scalars = product(p, 0, axes, false) * (P(complex_in)(p) ? 2 : 1);
    s->out_scalars = halved ? product(p, 0, axes, true) * (P(complex_out)(p) ? 2 : 1) : 0;
    if (!(halved ? add_halved(s, p, flags) : add_axes(s, p, p->rank, false, flags))) {
        P(staged_destroy)(s);
        return NULL;
    }
    return s;
}

void P(staged_destroy)(staged *s)
{
    for (int i = 0; s != NULL && i < s->count; ++i) {
        fftc_plan_destroy(s->stages[i].plan);
    }
    free(s);
}

int P(staged_plans)(const staged *s, const fftc_plan **plans, int limit)
{
    int count = s->count < limit ? s->count : limit;
    for (int i = 0; i < count; ++i) {
        plans[i] = s->stages[i].plan;
    }
    return count;
}

/* Between one side of the problem and its packed array. */
static void move(const problem *p, R *const side[2], bool out, R *packed)
{
    axis axes[2 * AXES_MAX + 1];
    int count = p->loops + p->rank;
    bool complex = out ? P(complex_out)(p) : P(complex_in)(p);
    ptrdiff_t stride = complex ? 2 : 1;
    for (int i = count - 1; i >= 0; --i) {
        const axis *a = i < p->loops ? &p->loop[i] : &p->dims[i - p->loops];
        ptrdiff_t n = i < p->loops ? a->n : P(points)(p, i - p->loops, out);
        axes[i] = out ? (axis){.n = n, .is = stride, .os = a->os}
                      : (axis){.n = n, .is = a->is, .os = stride};
        stride *= n;
    }
    for (int part = 0; part <= (int)complex; ++part) {
        if (out) {
            P(copy)(axes, count, packed + part, side[part]);
        } else {
            P(copy)(axes, count, side[part], packed + part);
        }
    }
}

bool P(staged_run)(const staged *s, const problem *p, const arrays *io)
{
    /* Each buffer begins where vectors like to. */
    size_t in = (s->in_scalars + 15) & ~(size_t)15;
    size_t out = (s->out_scalars + 15) & ~(size_t)15;
    R *memory = X(alloc_real)(in + out + s->line_scalars);
    if (memory == NULL) {
        return false;
    }
    R *at = memory;
    move(p, io->in, false, at);
    for (int i = 0; i < s->count; ++i) {
        const stage *next = &s->stages[i];
        if (next->lines) {
            P(halfcomplex_run)
            (next->plan, next->kind, next->outer, next->n, next->inner, at, memory + in + out);
        } else {
            R *from = at;
            at = next->across ? memory + in : at;
            fftc_plan_execute(next->plan, from, at, NULL);
        }
    }
    move(p, io->out, true, at);
    free(memory);
    return true;
}
