/* SPDX-License-Identifier: MIT
 *
 * Plans of FFTW's interface: made, carried out, released.
 */
#include <stdlib.h>

#include "fftw3/planner.h"

static _Noreturn void out_of_memory(void)
{
    fputs("fftcore (FFTW's interface): no memory for the working arrays of an execution\n", stderr);
    abort();
}

/* For arrays that the plan was not made for, such as out of place where it was made in place. FFTW
 * promises nothing for them, but has no way to refuse them. */
static void run_anyhow(const struct X(plan_s) * plan, const arrays *io)
{
    staged *s = P(staged_create)(&plan->problem, FFTW_ESTIMATE);
    if (s == NULL || !P(staged_run)(s, &plan->problem, io)) {
        out_of_memory();
    }
    P(staged_destroy)(s);
}

static void run_one_array(const struct X(plan_s) * plan, const arrays *io)
{
    const problem *p = &plan->problem;
    bool pairs = (!P(complex_in)(p) || io->in[1] == io->in[0] + 1) &&
                 (!P(complex_out)(p) || io->out[1] == io->out[0] + 1);
    if (!pairs || fftc_plan_execute(plan->direct, io->in[0], io->out[0], NULL) != FFTC_SUCCESS) {
        run_anyhow(plan, io);
    }
}

static void run_split(const struct X(plan_s) * plan, const arrays *io)
{
    const problem *p = &plan->problem;
    if (fftc_plan_execute_split(plan->direct, io->in[0], P(complex_in)(p) ? io->in[1] : NULL,
                                io->out[0], P(complex_out)(p) ? io->out[1] : NULL,
                                NULL) != FFTC_SUCCESS) {
        run_anyhow(plan, io);
    }
}

static void run_staged(const struct X(plan_s) * plan, const arrays *io)
{
    if (!P(staged_run)(plan->staged, &plan->problem, io)) {
        out_of_memory();
    }
}

static void run_nothing(const struct X(plan_s) * plan, const arrays *io)
{
    (void)plan;
    (void)io;
}

/* Whether one point along the axis stays as it is. */
static bool keeps_a_point(const problem *p, int dim)
{
    switch (p->kind) {
    case PROBLEM_REAL_TO_SPECTRUM:
    case PROBLEM_SPECTRUM_TO_REAL: return dim != p->rank - 1;
    case PROBLEM_REAL_TO_REAL:
        return p->dims[dim].kind <= FFTW_DHT || p->dims[dim].kind == FFTW_REDFT01 ||
               p->dims[dim].kind == FFTW_RODFT01;
    case PROBLEM_COMPLEX:
    case PROBLEM_COPY_COMPLEX:
    case PROBLEM_COPY_REAL: break;
    }
    return true;
}

/* Leaves out axes of one point. Of none, a halved axis is one of one point. */
static void drop_points(problem *p)
{
    bool halved = p->kind == PROBLEM_REAL_TO_SPECTRUM || p->kind == PROBLEM_SPECTRUM_TO_REAL;
    if (halved && p->rank == 0) {
        p->dims[p->rank++] = (axis){.n = 1, .is = 1, .os = 1};
    }
    int rank = 0;
    for (int i = 0; i < p->rank; ++i) {
        if (p->dims[i].n != 1 || !keeps_a_point(p, i)) {
            p->dims[rank++] = p->dims[i];
        }
    }
    int loops = 0;
    for (int i = 0; i < p->loops; ++i) {
        if (p->loop[i].n != 1) {
            p->loop[loops++] = p->loop[i];
        }
    }
    p->rank = rank;
    p->loops = loops;
    if (rank == 0) {
        p->kind = p->kind == PROBLEM_COMPLEX ? PROBLEM_COPY_COMPLEX : PROBLEM_COPY_REAL;
    }
}

/* Loops that run down on both sides run up from their other end, so that nothing is gathered; in
 * place only if that is the same for both sides, so that they keep one pointer. */
static void turn_loops(problem *p, ptrdiff_t *in_shift, ptrdiff_t *out_shift)
{
    for (int i = 0; i < p->loops; ++i) {
        axis *a = &p->loop[i];
        if (a->is < 0 && a->os < 0 && (!p->in_place || a->is == a->os)) {
            *in_shift += (a->n - 1) * a->is;
            *out_shift += (a->n - 1) * a->os;
            a->is = -a->is;
            a->os = -a->os;
        }
    }
}

/* Split arrays that hold pairs: of real and imaginary parts, or of imaginary and real ones, as
 * programs pass them for the other sign. */
static bool find_pairs(problem *p)
{
    bool in = P(complex_in)(p);
    bool out = P(complex_out)(p);
    if (p->interleaved || p->io.in[0] == NULL || p->io.out[0] == NULL) {
        return false;
    }
    for (int i = 0; i < p->rank + p->loops; ++i) {
        const axis *a = i < p->rank ? &p->dims[i] : &p->loop[i - p->rank];
        if ((in && a->is % 2 != 0) || (out && a->os % 2 != 0)) {
            return false;
        }
    }
    if ((in && p->io.in[1] == p->io.in[0] + 1) || (out && p->io.out[1] == p->io.out[0] + 1)) {
        p->interleaved =
            (!in || p->io.in[1] == p->io.in[0] + 1) && (!out || p->io.out[1] == p->io.out[0] + 1);
        return false;
    }
    bool swapped = p->kind == PROBLEM_COMPLEX && p->io.in[0] == p->io.in[1] + 1 &&
                   p->io.out[0] == p->io.out[1] + 1;
    if (swapped) {
        p->interleaved = true;
        p->backward = !p->backward;
        p->io = (arrays){{p->io.in[1], p->io.in[0]}, {p->io.out[1], p->io.out[0]}};
    }
    return swapped;
}

/* Whether an axis lies in the address space, together with all others of the problem. */
static bool is_reachable(const axis *a)
{
    const ptrdiff_t most = PTRDIFF_MAX / (ptrdiff_t)sizeof(R) / (2 * AXES_MAX);
    const ptrdiff_t longest = a->n > 1 ? most / (a->n - 1) : PTRDIFF_MAX;
    return a->is <= longest && a->is >= -longest && a->os <= longest && a->os >= -longest;
}

static bool is_valid(const problem *p)
{
    for (int i = 0; i < p->loops; ++i) {
        if (!is_reachable(&p->loop[i])) {
            return false;
        }
    }
    for (int i = 0; i < p->rank; ++i) {
        const axis *a = &p->dims[i];
        const int kind = (int)a->kind;
        if (!is_reachable(a) || kind < FFTW_R2HC || kind > FFTW_RODFT11 ||
            (p->kind == PROBLEM_REAL_TO_REAL && kind == FFTW_REDFT00 && a->n == 1)) {
            return false;
        }
    }
    return true;
}

/* Chooses how the problem is carried out. */
static bool choose(struct X(plan_s) * plan, unsigned flags)
{
    problem *p = &plan->problem;
    fftc_transform t;
    for (int i = 0; i < p->loops; ++i) {
        if (p->loop[i].n == 0) {
            plan->run = run_nothing;
            return true;
        }
    }
    if (p->rank == 0) {
        flags = FFTW_ESTIMATE; /* a copy needs no wisdom */
    }
    if (P(describe)(p, &t) && fftc_transform_bytes(&t, NULL, NULL, NULL) == FFTC_SUCCESS) {
        plan->run = t.format == FFTC_SPLIT ? run_split : run_one_array;
        return P(engine_plan)(&t, flags, &plan->direct) == FFTC_SUCCESS;
    }
    plan->run = run_staged;
    plan->staged = P(staged_create)(p, flags);
    return plan->staged != NULL;
}

static R *shifted(R *array, ptrdiff_t shift)
{
    return array == NULL ? NULL : array + shift;
}

X(plan) P(make_plan)(problem *p, unsigned flags)
{
    struct X(plan_s) *plan = is_valid(p) ? calloc(1, sizeof *plan) : NULL;
    if (plan == NULL) {
        return NULL;
    }
    p->in_place = p->io.in[0] == p->io.out[0];
    drop_points(p);
    plan->swapped = find_pairs(p);
    turn_loops(p, &plan->in_shift, &plan->out_shift);
    for (int part = 0; part < 2; ++part) {
        p->io.in[part] = shifted(p->io.in[part], plan->in_shift);
        p->io.out[part] = shifted(p->io.out[part], plan->out_shift);
    }
    plan->problem = *p;
    if (!choose(plan, flags)) {
        free(plan);
        return NULL;
    }
    return plan;
}

P_API void X(destroy_plan)(X(plan) plan)
{
    if (plan != NULL) {
        fftc_plan_destroy(plan->direct);
        P(staged_destroy)(plan->staged);
        free(plan);
    }
}

P_API void X(execute)(const X(plan) plan)
{
    plan->run(plan, &plan->problem.io);
}

/* The caller's other arrays. */
static inline void run_on(const struct X(plan_s) * plan, R *ri, R *ii, R *ro, R *io)
{
    ptrdiff_t in = plan->in_shift;
    ptrdiff_t out = plan->out_shift;
    int re = plan->swapped;
    arrays all;
    all.in[re] = shifted(ri, in);
    all.in[!re] = shifted(ii, in);
    all.out[re] = shifted(ro, out);
    all.out[!re] = shifted(io, out);
    plan->run(plan, &all);
}

P_API void X(execute_dft)(const X(plan) plan, C *in, C *out)
{
    R *ri = (R *)in;
    R *ro = (R *)out;
    if (plan->swapped) {
        run_on(plan, ri + 1, ri, ro + 1, ro);
    } else {
        run_on(plan, ri, ri + 1, ro, ro + 1);
    }
}

P_API void X(execute_dft_r2c)(const X(plan) plan, R *in, C *out)
{
    run_on(plan, in, NULL, (R *)out, (R *)out + 1);
}

P_API void X(execute_dft_c2r)(const X(plan) plan, C *in, R *out)
{
    run_on(plan, (R *)in, (R *)in + 1, out, NULL);
}

P_API void X(execute_r2r)(const X(plan) plan, R *in, R *out)
{
    run_on(plan, in, NULL, out, NULL);
}

P_API void X(execute_split_dft)(const X(plan) plan, R *ri, R *ii, R *ro, R *io)
{
    run_on(plan, ri, ii, ro, io);
}

P_API void X(execute_split_dft_r2c)(const X(plan) plan, R *in, R *ro, R *io)
{
    run_on(plan, in, NULL, ro, io);
}

P_API void X(execute_split_dft_c2r)(const X(plan) plan, R *ri, R *ii, R *out)
{
    run_on(plan, ri, ii, out, NULL);
}
