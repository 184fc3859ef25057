/* SPDX-License-Identifier: MIT
 *
 * Plans of few points that the engines cannot read or write as they lie: split parts, and
 * ranges. Each line is one codelet of single numbers (scalar_codelets.h), from where it lies to
 * where it belongs; real numbers and parts of lines go by way of a line on the stack. (Zen 5, one
 * line: 10 to 15 ns, in place of 90 to 100 by a stage of vectors.)
 */
#include "cpu/plan/plan.h"

#include <string.h>

#include "cpu/engine/scalar_codelets.h"
#include "support/error.h"

/* The most numbers of all transforms together. */
enum { MOST_NUMBERS = 64 };

enum { MOST = FFTC_SCALAR_CODELET_MOST };

/* A side of a step's lines. */
typedef struct few_side {
    fftc_storage storage;
    bool dst;      /* which array it is in */
    bool direct;   /* lines are n complex numbers of the engine's precision */
    size_t offset; /* bytes */
    size_t step;   /* items, from number to number */
    size_t begin;  /* points begin .. end - 1 of `length` exist */
    size_t end;
    size_t length;
} few_side;

typedef struct few_step {
    fftc_scalar_codelet *codelet;
    size_t n;
    double scale;
    few_side src;
    few_side dst;
    int loops;
    fftc_axis loop[FFTC_MAX_AXES + 1]; /* bytes */
} few_step;

struct fftc_few_points {
    fftc_precision precision; /* the engine's */
    bool inverse;
    int steps;
    few_step step[FFTC_MAX_RANK];
};

/* Where a line begins: both parts, also of numbers that are not split. */
typedef struct place {
    char *re;
    char *im;
} place;

/* A line of complex numbers on the stack. */
typedef struct line {
    _Alignas(16) char bytes[MOST * 2 * sizeof(double)];
} line;

/* --- carrying out ----------------------------------------------------------------------------- */

static fftc_scalar_line line_at(const few_side *side, place at, bool inverse)
{
    const bool apart = side->storage.split || side->storage.real;
    const size_t step = apart ? side->step : 2 * side->step;
    return inverse ? (fftc_scalar_line){at.im, at.re, step}
                   : (fftc_scalar_line){at.re, at.im, step};
}

/* Copies numbers, or their real parts alone. */
#define COPY(type)                                                                     \
    do {                                                                               \
        for (size_t i = 0; i < count; ++i) {                                           \
            ((type *)to.re)[i * to.step] = ((const type *)from.re)[i * from.step];     \
            if (!real) {                                                               \
                ((type *)to.im)[i * to.step] = ((const type *)from.im)[i * from.step]; \
            }                                                                          \
        }                                                                              \
    } while (0)

static void copy(fftc_precision precision, fftc_scalar_line from, fftc_scalar_line to, size_t count,
                 bool real)
{
    if (precision == FFTC_FLOAT64) {
        COPY(double);
    } else {
        COPY(float);
    }
}

/* Brings what exists of a line to the stack, `in`, or from there to its place. */
static void stage(const fftc_few_points *few, const few_side *side, place at, line *on_stack,
                  bool in)
{
    const size_t scalar = fftc_precision_bytes(few->precision);
    char *first = on_stack->bytes + 2 * side->begin * scalar;
    const fftc_scalar_line array = line_at(side, at, false);
    const fftc_scalar_line staged = {first, first + scalar, 2};
    copy(few->precision, in ? array : staged, in ? staged : array, side->end - side->begin,
         side->storage.real);
}

/* The other half of a spectrum of real numbers: number n - k is number k, conjugated. */
#define MIRROR(type)                               \
    do {                                           \
        type *x = (type *)(void *)on_stack->bytes; \
        for (size_t k = 1; 2 * k < n; ++k) {       \
            x[2 * (n - k)] = x[2 * k];             \
            x[2 * (n - k) + 1] = -x[2 * k + 1];    \
        }                                          \
    } while (0)

static void mirror(line *on_stack, size_t n, fftc_precision precision)
{
    if (precision == FFTC_FLOAT64) {
        MIRROR(double);
    } else {
        MIRROR(float);
    }
}

static void run_staged(const fftc_few_points *few, const few_step *t, place from, place to)
{
    static const few_side whole = {.step = 1};
    line on_stack;
    const place there = {on_stack.bytes, on_stack.bytes + fftc_precision_bytes(few->precision)};
    const fftc_scalar_line src =
        line_at(t->src.direct ? &t->src : &whole, t->src.direct ? from : there, few->inverse);
    const fftc_scalar_line dst =
        line_at(t->dst.direct ? &t->dst : &whole, t->dst.direct ? to : there, few->inverse);
    if (!t->src.direct) {
        if (t->src.storage.real || t->src.end - t->src.begin != t->src.length) {
            memset(&on_stack, 0, sizeof on_stack);
        }
        stage(few, &t->src, from, &on_stack, true);
        if (t->src.length != t->n) {
            mirror(&on_stack, t->n, few->precision);
        }
    }
    t->codelet(&src, &dst, t->scale);
    if (!t->dst.direct) {
        stage(few, &t->dst, to, &on_stack, false);
    }
}

static void run_loops(const fftc_few_points *few, const few_step *t, int loop, place from, place to)
{
    const size_t count = loop < t->loops ? t->loop[loop].length : 1;
    for (size_t i = 0; i < count; ++i) {
        if (loop + 1 < t->loops) {
            run_loops(few, t, loop + 1, from, to);
        } else if (t->src.direct && t->dst.direct) {
            const fftc_scalar_line src = line_at(&t->src, from, few->inverse);
            const fftc_scalar_line dst = line_at(&t->dst, to, few->inverse);
            t->codelet(&src, &dst, t->scale);
        } else {
            run_staged(few, t, from, to);
        }
        if (loop < t->loops) {
            from = (place){from.re + t->loop[loop].src, from.im + t->loop[loop].src};
            to = (place){to.re + t->loop[loop].dst, to.im + t->loop[loop].dst};
        }
    }
}

static place place_of(const few_side *side, const fftc_arrays *arrays)
{
    char *re = side->dst ? arrays->dst : (char *)(uintptr_t)arrays->src;
    char *im = side->dst ? arrays->dst_im : (char *)(uintptr_t)arrays->src_im;
    im = side->storage.split && !side->storage.real
             ? im
             : re + fftc_precision_bytes(side->storage.precision);
    return (place){re + side->offset, im + side->offset};
}

void fftc_few_points_run(const fftc_few_points *few, const fftc_arrays *arrays)
{
    for (int k = 0; k < few->steps; ++k) {
        const few_step *t = &few->step[k];
        run_loops(few, t, 0, place_of(&t->src, arrays), place_of(&t->dst, arrays));
    }
}

/* --- planning --------------------------------------------------------------------------------- */

static few_side side_of(const fftc_plan_side *side, size_t step, size_t n)
{
    return (few_side){.storage = side->storage,
                      .dst = side->array == FFTC_ARRAY_DST,
                      .direct = !side->storage.real && side->begin == 0 && side->end == n,
                      .offset = side->offset * fftc_storage_item(side->storage),
                      .step = step,
                      .begin = side->begin,
                      .end = side->end,
                      .length = side->length};
}

static void add_loop(few_step *t, fftc_axis loop)
{
    if (loop.length > 1) {
        t->loop[t->loops++] = (fftc_axis){loop.length, loop.src * fftc_storage_item(t->src.storage),
                                          loop.dst * fftc_storage_item(t->dst.storage)};
    }
}

/* The lines along an axis of a step, and across another one. */
static void add_lines(fftc_few_points *few, const fftc_plan_step *s, const fftc_plan_side *src,
                      const fftc_plan_side *dst, fftc_axis axis, fftc_axis across, double scale)
{
    few_step *t = &few->step[few->steps++];
    *t = (few_step){.codelet = fftc_scalar_codelet_of(few->precision, axis.length),
                    .n = axis.length,
                    .scale = scale,
                    .src = side_of(src, axis.src, axis.length),
                    .dst = side_of(dst, axis.dst, axis.length)};
    for (int i = 0; i < s->loops; ++i) {
        add_loop(t, s->loop[i]);
    }
    add_loop(t, across);
}

/* False if the step is none of lines on the caller's arrays. */
static bool add_step(fftc_few_points *few, const fftc_plan *plan, const fftc_plan_step *s)
{
    if (s->src.array == FFTC_ARRAY_MIDDLE || s->dst.array == FFTC_ARRAY_MIDDLE) {
        return false;
    }
    if (s->kind != FFTC_STEP_PLANES) {
        add_lines(few, s, &s->src, &s->dst, s->axis, s->across, s->scale);
        return true;
    }
    if (plan->transform.kind != FFTC_COMPLEX || plan->layout.rank - plan->layout.loops != 2) {
        return false;
    }
    /* Rows, which have no ranges, and then columns. */
    fftc_plan_side columns = s->dst;
    columns.length = columns.end = s->across.length;
    add_lines(few, s, &s->src, &s->dst, s->axis, s->across, plan->scale);
    fftc_plan_step below = *s;
    for (int i = 0; i < below.loops; ++i) {
        below.loop[i].src = below.loop[i].dst;
    }
    add_lines(few, &below, &columns, &columns,
              (fftc_axis){s->across.length, s->across.dst, s->across.dst},
              (fftc_axis){s->axis.length, s->axis.dst, s->axis.dst}, 1.0);
    return true;
}

/* Whether some numbers would be copied. That depends on no threads, so neither do the bits. */
static bool is_staged(const fftc_plan *plan)
{
    for (int i = 0; i < plan->steps; ++i) {
        const fftc_plan_step *s = &plan->step[i];
        if (s->kind == FFTC_STEP_REAL || s->src.staged || s->dst.staged) {
            return true;
        }
    }
    return false;
}

/* (Halves, which spend their time in conversions, keep the bits of floats.) */
fftc_status fftc_few_points_choose(fftc_plan *plan, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    size_t numbers = layout->batch.length;
    for (int i = 0; i < layout->rank && numbers <= MOST_NUMBERS; ++i) {
        numbers *= layout->axis[i].length;
    }
    if (numbers > MOST_NUMBERS || plan->exact || plan->transform.kind == FFTC_REAL_TO_REAL ||
        plan->transform.precision == FFTC_FLOAT16 || plan->repeat.length != 1 ||
        fftc_plan_is_on_stack(plan) || !is_staged(plan)) {
        return FFTC_SUCCESS;
    }
    fftc_few_points few = {.precision = plan->engines[0]->precision,
                           .inverse = plan->transform.direction == FFTC_INVERSE};
    for (int i = 0; i < plan->steps; ++i) {
        if (!add_step(&few, plan, &plan->step[i])) {
            return FFTC_SUCCESS;
        }
    }
    for (int i = 0; i < few.steps; ++i) {
        if (few.step[i].codelet == NULL) {
            return FFTC_SUCCESS;
        }
    }
    plan->few_points = fftc_arena_allocate(&plan->arena, 1, sizeof few);
    if (plan->few_points == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan of few points");
    }
    *plan->few_points = few;
    return FFTC_SUCCESS;
}
