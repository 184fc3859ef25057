/* SPDX-License-Identifier: MIT
 *
 * Problems that no description says: gather, transform, scatter.
 */
#include <stdlib.h>

#include "fftw3/planner.h"

#define GROUP_MAX 3 /* axes that engines transform together, beside loops around and inside */

typedef struct stage {
    fftc_plan *plan;
    bool across; /* from the first buffer to the second, else in place where the numbers are */
} stage;

struct staged {
    int count;
    stage stages[AXES_MAX];
    size_t scalars[2]; /* of the buffers */
};

/* Beyond it, two buffers of complex numbers do not fit the address space. */
#define NUMBERS_MAX ((size_t)PTRDIFF_MAX / (4 * sizeof(R)))

/* Numbers of axes first <= i < last of one side's packed array, [loops][dims]; 0: too many. */
static size_t product(const problem *p, int first, int last, bool out)
{
    size_t n = 1;
    for (int i = first; i < last; ++i) {
        const size_t length =
            (size_t)(i < p->loops ? p->loop[i].n : P(points)(p, i - p->loops, out));
        n = length > NUMBERS_MAX / (n == 0 ? 1 : n) ? 0 : n * length;
    }
    return n;
}

static ptrdiff_t unit(const problem *p, bool out)
{
    return (out ? P(complex_out)(p) : P(complex_in)(p)) ? 2 : 1;
}

static bool is_halved(const problem *p)
{
    return p->kind == PROBLEM_REAL_TO_SPECTRUM || p->kind == PROBLEM_SPECTRUM_TO_REAL;
}

/* Dims first <= i < last: from buffer to buffer if a halved axis is among them, else in place. */
static bool add_group(staged *s, const problem *p, int first, int last, unsigned flags)
{
    const bool across = is_halved(p) && last == p->rank;
    problem group = {.kind = across || !is_halved(p) ? p->kind : PROBLEM_COMPLEX,
                     .backward = p->kind == PROBLEM_SPECTRUM_TO_REAL || p->backward,
                     .interleaved = p->kind != PROBLEM_REAL_TO_REAL,
                     .in_place = !across,
                     .rank = last - first,
                     .loops = 2};
    for (int side = 0; side < 2; ++side) {
        const bool out = across ? side == 1 : p->kind == PROBLEM_REAL_TO_SPECTRUM;
        const ptrdiff_t inner = (ptrdiff_t)product(p, p->loops + last, p->loops + p->rank, out);
        ptrdiff_t stride = unit(p, out);
        axis *loop = &group.loop[1];
        loop->n = inner;
        *(side == 1 ? &loop->os : &loop->is) = stride;
        stride *= inner;
        for (int i = last - 1; i >= first; --i) {
            axis *a = &group.dims[i - first];
            a->n = p->dims[i].n;
            a->kind = p->dims[i].kind;
            *(side == 1 ? &a->os : &a->is) = stride;
            stride *= P(points)(p, i, out);
        }
        loop = &group.loop[0];
        loop->n = (ptrdiff_t)product(p, 0, p->loops + first, out);
        *(side == 1 ? &loop->os : &loop->is) = stride;
    }
    fftc_transform t;
    stage *next = &s->stages[s->count];
    next->across = across;
    if (!P(describe)(&group, &t) || P(engine_plan)(&t, flags, &next->plan) != FFTC_SUCCESS) {
        return false;
    }
    ++s->count;
    return true;
}

/* The halved axis is the last one: of a spectrum it comes last, to a spectrum first. */
static bool add_groups(staged *s, const problem *p, unsigned flags)
{
    const int groups = (p->rank + GROUP_MAX - 1) / GROUP_MAX;
    for (int i = 0; i < groups; ++i) {
        const int behind = p->kind == PROBLEM_SPECTRUM_TO_REAL ? groups - 1 - i : i;
        const int last = p->rank - GROUP_MAX * behind;
        if (!add_group(s, p, last > GROUP_MAX ? last - GROUP_MAX : 0, last, flags)) {
            return false;
        }
    }
    return true;
}

staged *P(staged_create)(const problem *p, unsigned flags)
{
    staged *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    bool done = true;
    for (int side = 0; side <= (int)is_halved(p); ++side) {
        s->scalars[side] =
            product(p, 0, p->loops + p->rank, side == 1) * (size_t)unit(p, side == 1);
        done = done && s->scalars[side] != 0;
    }
    if (!done || !add_groups(s, p, flags)) {
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
    ptrdiff_t stride = unit(p, out);
    const int parts = (int)stride;
    for (int i = count - 1; i >= 0; --i) {
        const axis *a = i < p->loops ? &p->loop[i] : &p->dims[i - p->loops];
        ptrdiff_t n = i < p->loops ? a->n : P(points)(p, i - p->loops, out);
        axes[i] = out ? (axis){.n = n, .is = stride, .os = a->os}
                      : (axis){.n = n, .is = a->is, .os = stride};
        stride *= n;
    }
    for (int part = 0; part < parts; ++part) {
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
    size_t first = (s->scalars[0] + 15) & ~(size_t)15;
    R *memory = X(alloc_real)(first + s->scalars[1]);
    if (memory == NULL) {
        return false;
    }
    R *at = memory;
    move(p, io->in, false, at);
    for (int i = 0; i < s->count; ++i) {
        R *from = at;
        at = s->stages[i].across ? memory + first : at;
        fftc_plan_execute(s->stages[i].plan, from, at, NULL);
    }
    move(p, io->out, true, at);
    free(memory);
    return true;
}
