/* SPDX-License-Identifier: MIT */
#include "cpu/plan/general.h"

#include <string.h>

#include "cpu/plan/strided.h"
#include "describe/real_layout.h"
#include "support/error.h"

/* Where an operation reads and writes. */
typedef enum place {
    PLACE_SRC,
    PLACE_DST,
    PLACE_A, /* the source, packed */
    PLACE_B, /* results, packed; or half spectra of one axis */
    PLACES
} place;

typedef enum operation_kind {
    OPERATION_PLAN,
    OPERATION_COPY,
    OPERATION_SCALE,  /* `to` in place, by `factor` */
    OPERATION_HARTLEY /* lines of n numbers from half spectra */
} operation_kind;

typedef struct operation {
    operation_kind kind;
    place from;
    place to;
    bool from_im; /* of split numbers: the second array */
    bool to_im;
    ptrdiff_t from_offset; /* bytes */
    ptrdiff_t to_offset;
    size_t bytes; /* of an element to copy */
    double factor;
    size_t n;
    ptrdiff_t from_step;
    ptrdiff_t to_step;
    fftc_nest nest;
    fftc_plan *plan;
} operation;

/* At most: a source's two parts, a plan, 8 pieces of a spectrum in two parts, the conjugate, and
 * the results' two parts; or a few for each halfcomplex axis. */
#define MOST_OPERATIONS 32

struct fftc_general {
    fftc_precision precision;
    int operations;
    operation operation[MOST_OPERATIONS];
    size_t bytes[PLACES]; /* of working memory */
};

/* --- carrying out ----------------------------------------------------------------------------- */

static void run_operation(const fftc_general *g, const operation *o, const fftc_region *at,
                          char *work)
{
    const fftc_region *from = &at[o->from];
    const fftc_region *to = &at[o->to];
    const char *source = (o->from_im ? from->im : from->re) + o->from_offset;
    char *target = (o->to_im ? to->im : to->re) + o->to_offset;
    const fftc_arrays arrays = {from->re, from->im, to->re, to->im, work};
    switch (o->kind) {
    case OPERATION_PLAN: fftc_plan_run_arrays(o->plan, &arrays, work); break;
    case OPERATION_COPY: fftc_nest_copy(&o->nest, o->bytes, source, target); break;
    case OPERATION_SCALE: fftc_nest_scale(&o->nest, g->precision, o->factor, target); break;
    case OPERATION_HARTLEY:
        fftc_nest_hartley(&o->nest, g->precision, o->n, o->from_step, o->to_step, source, target);
        break;
    }
}

void fftc_general_run(const fftc_general *g, const fftc_arrays *arrays, char *work)
{
    char *second = work != NULL ? work + fftc_cache_lines(g->bytes[PLACE_A]) : NULL;
    char *rest = work != NULL ? second + fftc_cache_lines(g->bytes[PLACE_B]) : NULL;
    const fftc_region at[PLACES] = {
        [PLACE_SRC] = {.re = (char *)(uintptr_t)arrays->src,
                       .im = (char *)(uintptr_t)arrays->src_im},
        [PLACE_DST] = {.re = arrays->dst, .im = arrays->dst_im},
        [PLACE_A] = {.re = work},
        [PLACE_B] = {.re = second},
    };
    for (int i = 0; i < g->operations; ++i) {
        run_operation(g, &g->operation[i], at, rest);
    }
}

void fftc_general_close(fftc_general *g)
{
    for (int i = 0; g != NULL && i < g->operations; ++i) {
        fftc_plan_destroy(g->operation[i].plan);
    }
}

/* --- arrays with strides ---------------------------------------------------------------------- */

/* The elements of one side, in items: loops, then axes, as far as they are read or written. */
typedef struct view {
    place place;
    fftc_storage storage;
    int dims;
    uint64_t length[FFTC_NEST_LOOPS];
    int64_t stride[FFTC_NEST_LOOPS];
    int64_t offset;
} view;

typedef struct builder {
    fftc_plan *plan;
    fftc_general *general;
    const fftc_wide *wide;
    size_t work_bytes; /* of the plans inside */
    fftc_error *error;
} builder;

static view view_of(const fftc_wide *w, int side, place array)
{
    view v = {.place = array, .storage = w->storage[side]};
    for (int i = 0; i < w->loops; ++i, ++v.dims) {
        v.length[v.dims] = w->loop[i].length;
        v.stride[v.dims] = w->loop[i].stride[side];
    }
    for (int i = 0; i < w->rank; ++i, ++v.dims) {
        const fftc_wide_axis *axis = &w->axis[i];
        v.length[v.dims] = axis->range[side].end - axis->range[side].begin;
        v.stride[v.dims] = axis->stride[side];
        v.offset += (int64_t)axis->range[side].begin * axis->stride[side];
    }
    return v;
}

/* Gives one side the strides of packed rows, interleaved. Returns how many items that are. */
static uint64_t pack_side(fftc_wide *w, int side)
{
    uint64_t next = 1;
    for (int i = w->rank - 1; i >= 0; --i) {
        w->axis[i].stride[side] = (int64_t)next;
        next *= w->axis[i].length[side];
    }
    for (int i = w->loops - 1; i >= 0; --i) {
        w->loop[i].stride[side] = (int64_t)next;
        next *= w->loop[i].length;
    }
    w->storage[side].split = false;
    return next;
}

/* The loops of a packed description as one. */
static void join_loops(fftc_wide *w)
{
    if (w->loops > 1) {
        fftc_wide_loop all = w->loop[w->loops - 1];
        for (int i = 0; i + 1 < w->loops; ++i) {
            all.length *= w->loop[i].length;
        }
        w->loop[0] = all;
        w->loops = 1;
    }
}

static void need(builder *b, place array, size_t bytes)
{
    b->general->bytes[array] = bytes > b->general->bytes[array] ? bytes : b->general->bytes[array];
}

/* --- operations ------------------------------------------------------------------------------- */

static operation *add(builder *b, operation_kind kind, place from, place to)
{
    operation *o = &b->general->operation[b->general->operations++];
    *o = (operation){.kind = kind, .from = from, .to = to};
    return o;
}

/* Steps between items, and the way to the part, of an array's numbers. */
static ptrdiff_t part_offset(const view *v, bool im)
{
    const size_t scalar = fftc_precision_bytes(v->storage.precision);
    return (ptrdiff_t)v->offset * (ptrdiff_t)fftc_storage_item(v->storage) +
           (im && !v->storage.split ? (ptrdiff_t)scalar : 0);
}

static void fill_nest(fftc_nest *nest, const view *from, const view *to)
{
    for (int i = 0; i < to->dims; ++i) {
        if (to->length[i] > 1) {
            nest->loop[nest->loops++] = (fftc_nest_loop){
                (size_t)to->length[i],
                (ptrdiff_t)from->stride[i] * (ptrdiff_t)fftc_storage_item(from->storage),
                (ptrdiff_t)to->stride[i] * (ptrdiff_t)fftc_storage_item(to->storage)};
        }
    }
    fftc_nest_sort(nest);
}

static void add_part(builder *b, const view *from, bool from_im, const view *to, bool to_im,
                     size_t bytes)
{
    operation *o = add(b, OPERATION_COPY, from->place, to->place);
    o->from_im = from_im && from->storage.split;
    o->to_im = to_im && to->storage.split;
    o->from_offset = part_offset(from, from_im);
    o->to_offset = part_offset(to, to_im);
    o->bytes = bytes;
    fill_nest(&o->nest, from, to);
}

/* Copies all numbers of one view to another one of the same lengths. */
static void add_copy(builder *b, const view *from, const view *to)
{
    if (!from->storage.split && !to->storage.split) {
        add_part(b, from, false, to, false, fftc_storage_item(to->storage));
        return;
    }
    for (int im = 0; im < 2; ++im) {
        add_part(b, from, im != 0, to, im != 0, fftc_precision_bytes(to->storage.precision));
    }
}

static void add_scale(builder *b, const view *v, bool im, double factor)
{
    operation *o = add(b, OPERATION_SCALE, v->place, v->place);
    o->to_im = im && v->storage.split;
    o->to_offset = part_offset(v, im);
    o->factor = factor;
    fill_nest(&o->nest, v, v);
}

static void add_conjugate(builder *b, const view *v)
{
    add_scale(b, v, true, -1.0);
}

/* A plan of a description that fftc_layout_read takes. */
static fftc_status add_plan(builder *b, const fftc_transform *t, place from, place to)
{
    const fftc_thread_pool *pool = &b->plan->crew.pool;
    fftc_plan_request request = {.isa = b->plan->isa,
                                 .engines = b->plan->engines,
                                 .options = {.threads = b->plan->threads,
                                             .allocator = &b->plan->arena.allocator,
                                             .pool = pool->run != NULL ? pool : NULL,
                                             .reproducible = b->plan->exact,
                                             .executions = -1},
                                 .choices = b->plan->arena.choices};
    fftc_transform_make_normal(t, &request.transform);
    fftc_status status = fftc_layout_read(&request.transform, &request.layout, b->error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    operation *o = add(b, OPERATION_PLAN, from, to);
    status = fftc_plan_make(&request, NULL, &o->plan, b->error);
    const size_t bytes = fftc_plan_work_bytes(o->plan);
    b->work_bytes = bytes > b->work_bytes ? bytes : b->work_bytes;
    return status;
}

/* --- spectra of real numbers ------------------------------------------------------------------ */

/* One piece of the half that a real transform leaves out: X[-f] = conj X[f], where bit i of
 * `zeros` says that the index along axis i, not the last one, is 0, and otherwise is not. */
static void add_mirrored(builder *b, const view *whole, unsigned zeros)
{
    const int loops = b->wide->loops;
    view from = *whole;
    view to = *whole;
    for (int i = loops; i < whole->dims; ++i) {
        const int64_t n = (int64_t)whole->length[i];
        const bool last = i + 1 == whole->dims;
        if (!last && (zeros >> (i - loops) & 1u) != 0) {
            from.length[i] = to.length[i] = 1;
            continue;
        }
        from.length[i] = to.length[i] = (uint64_t)(last ? (n - 1) / 2 : n - 1);
        if (to.length[i] == 0) {
            return;
        }
        from.offset += whole->stride[i];
        to.offset += (n - 1) * whole->stride[i];
        to.stride[i] = -whole->stride[i];
    }
    add_copy(b, &from, &to);
}

static void add_mirror(builder *b, const view *whole)
{
    const int last = whole->dims - 1;
    const unsigned axes = (unsigned)(b->wide->rank - 1);
    view rest = *whole;
    if (whole->length[last] < 3) {
        return;
    }
    for (unsigned zeros = 0; zeros < 1u << axes; ++zeros) {
        add_mirrored(b, whole, zeros);
    }
    rest.offset += (int64_t)(whole->length[last] / 2 + 1) * whole->stride[last];
    rest.length[last] = (whole->length[last] - 1) / 2;
    add_conjugate(b, &rest);
}

/* What is to be done with results after the plan. */
static void finish(builder *b, const view *results)
{
    const fftc_wide *w = b->wide;
    if (w->kind == FFTC_REAL_SOURCE) {
        add_mirror(b, results);
    }
    if (w->direction == FFTC_INVERSE ? w->kind == FFTC_REAL_SOURCE : w->conjugate) {
        add_conjugate(b, results);
    }
}

/* --- halfcomplex numbers ---------------------------------------------------------------------- */

/* Lines along one axis of packed real numbers, and the half spectra of that axis. */
typedef struct axis_views {
    view lines;
    view spectra;
} axis_views;

static axis_views views_along(uint64_t outer, uint64_t n, uint64_t inner, fftc_precision precision)
{
    const uint64_t half = n / 2 + 1;
    const view lines = {.place = PLACE_A,
                        .storage = {precision, false, true},
                        .dims = 3,
                        .length = {outer, inner, n},
                        .stride = {(int64_t)(n * inner), 1, (int64_t)inner}};
    const view spectra = {.place = PLACE_B,
                          .storage = {precision, false, false},
                          .dims = 3,
                          .length = {outer, inner, half},
                          .stride = {(int64_t)(half * inner), 1, (int64_t)inner}};
    return (axis_views){lines, spectra};
}

/* Parts of the spectra, and the halfcomplex numbers in their order. */
static void add_order(builder *b, const axis_views *v, bool to_lines)
{
    const size_t scalar = fftc_precision_bytes(v->lines.storage.precision);
    const uint64_t n = v->lines.length[2];
    view lines = v->lines;
    view spectra = v->spectra;
    lines.length[2] = spectra.length[2];
    add_part(b, to_lines ? &spectra : &lines, false, to_lines ? &lines : &spectra, false, scalar);
    if (!to_lines) { /* of frequencies 0 and n / 2 */
        view imaginary = spectra;
        imaginary.length[2] = n % 2 == 0 ? 2 : 1;
        imaginary.stride[2] *= (int64_t)(n / 2);
        add_scale(b, &imaginary, true, 0.0);
    }
    if (n < 3) {
        return;
    }
    lines.length[2] = spectra.length[2] = (n - 1) / 2;
    lines.offset = (int64_t)(n - 1) * v->lines.stride[2];
    lines.stride[2] = -v->lines.stride[2];
    spectra.offset = v->lines.stride[2];
    add_part(b, to_lines ? &spectra : &lines, to_lines, to_lines ? &lines : &spectra, !to_lines,
             scalar);
}

static void add_hartley(builder *b, const axis_views *v)
{
    operation *o = add(b, OPERATION_HARTLEY, PLACE_B, PLACE_A);
    view lines = v->lines;
    lines.dims = 2;
    fill_nest(&o->nest, &v->spectra, &lines);
    o->n = (size_t)v->lines.length[2];
    o->from_step =
        (ptrdiff_t)v->spectra.stride[2] * (ptrdiff_t)fftc_storage_item(v->spectra.storage);
    o->to_step = (ptrdiff_t)v->lines.stride[2] * (ptrdiff_t)fftc_storage_item(v->lines.storage);
}

/* A real transform between lines and spectra. */
static fftc_status add_real_plan(builder *b, const axis_views *v, bool inverse, double factor)
{
    const view *from = inverse ? &v->spectra : &v->lines;
    const view *to = inverse ? &v->lines : &v->spectra;
    const uint64_t n = v->lines.length[2];
    const uint64_t inner = v->lines.length[1];
    const int64_t step = n > 1 ? (int64_t)inner : 1;
    fftc_transform t = {.length = {inner, n},
                        .loop = {1, 0},
                        .batch = v->lines.length[0],
                        .precision = v->lines.storage.precision,
                        .direction = inverse ? FFTC_INVERSE : FFTC_FORWARD,
                        .scaling = FFTC_SCALE_NONE,
                        .src_stride = {1, (uint64_t)step},
                        .dst_stride = {1, (uint64_t)step},
                        .src_distance = (uint64_t)from->stride[0],
                        .dst_distance = (uint64_t)to->stride[0],
                        .kind = FFTC_REAL,
                        .factor = factor};
    return add_plan(b, &t, from->place, to->place);
}

static fftc_trigonometric meant_kind(const fftc_wide *w, int axis)
{
    const fftc_trigonometric kind = w->axis[axis].trigonometric;
    const bool inverse = w->direction == FFTC_INVERSE;
    return inverse && kind == FFTC_R2HC   ? FFTC_HC2R
           : inverse && kind == FFTC_HC2R ? FFTC_R2HC
                                          : kind;
}

static fftc_status add_halfcomplex(builder *b, const fftc_wide *packed, int axis, double factor)
{
    const fftc_trigonometric kind = meant_kind(packed, axis);
    uint64_t outer = 1;
    uint64_t inner = 1;
    for (int i = 0; i < packed->loops; ++i) {
        outer *= packed->loop[i].length;
    }
    for (int i = 0; i < packed->rank; ++i) {
        *(i < axis ? &outer : &inner) *= i == axis ? 1 : packed->axis[i].points;
    }
    const axis_views v =
        views_along(outer, packed->axis[axis].points, inner, packed->storage[0].precision);
    need(b, PLACE_B,
         (size_t)(outer * inner * v.spectra.length[2]) * fftc_storage_item(v.spectra.storage));
    if (kind == FFTC_HC2R) {
        add_order(b, &v, false);
        return add_real_plan(b, &v, true, factor);
    }
    const fftc_status status = add_real_plan(b, &v, false, factor);
    if (kind == FFTC_DHT) {
        add_hartley(b, &v);
    } else {
        add_order(b, &v, true);
    }
    return status;
}

/* The cosine and sine transforms among the axes, for which the others are loops. Sets *done if
 * there are any; they take the scale. */
static fftc_status add_trigonometric(builder *b, const fftc_wide *packed, bool *done)
{
    fftc_wide rest = *packed;
    rest.rank = 0;
    join_loops(&rest);
    for (int i = 0; i < packed->rank; ++i) {
        const fftc_wide_axis *axis = &packed->axis[i];
        if (!fftc_is_halfcomplex(axis->trigonometric)) {
            rest.axis[rest.rank++] = *axis;
        } else if (axis->points > 1) {
            rest.loop[rest.loops++] =
                (fftc_wide_loop){axis->points, {axis->stride[0], axis->stride[1]}};
        }
    }
    fftc_transform narrow;
    *done = rest.rank > 0;
    rest.in_place = true;
    if (!*done) {
        return FFTC_SUCCESS;
    }
    if (!fftc_wide_fold(&rest, &narrow)) {
        return fftc_fail(b->error, FFTC_UNSUPPORTED, "no plan for this mixture of kinds");
    }
    return add_plan(b, &narrow, PLACE_A, PLACE_A);
}

static fftc_status build_halfcomplex(builder *b)
{
    const fftc_wide *w = b->wide;
    fftc_wide packed = *w;
    const uint64_t items = pack_side(&packed, 0);
    (void)pack_side(&packed, 1);
    const view src = view_of(w, 0, PLACE_SRC);
    const view dst = view_of(w, 1, PLACE_DST);
    const view a = view_of(&packed, 0, PLACE_A);
    bool scaled;
    need(b, PLACE_A, (size_t)items * fftc_storage_item(packed.storage[0]));
    add_copy(b, &src, &a);
    fftc_status status = add_trigonometric(b, &packed, &scaled);
    for (int i = 0; i < w->rank && status == FFTC_SUCCESS; ++i) {
        if (fftc_is_halfcomplex(w->axis[i].trigonometric)) {
            status = add_halfcomplex(b, &packed, i, scaled ? 0.0 : w->scale);
            scaled = true;
        }
    }
    add_copy(b, &a, &dst);
    return status;
}

/* --- the other kinds -------------------------------------------------------------------------- */

static bool has_halfcomplex(const fftc_wide *w)
{
    for (int i = 0; i < w->rank; ++i) {
        if (fftc_is_halfcomplex(w->axis[i].trigonometric)) {
            return true;
        }
    }
    return false;
}

static bool same_places(const fftc_wide *w)
{
    bool same = true;
    for (int i = 0; i < w->loops; ++i) {
        same = same && w->loop[i].stride[0] == w->loop[i].stride[1];
    }
    return same;
}

/* No axes: a copy, times the factor. */
static fftc_status build_copy(builder *b)
{
    const fftc_wide *w = b->wide;
    fftc_wide packed = *w;
    const uint64_t items = pack_side(&packed, 0);
    const view src = view_of(w, 0, PLACE_SRC);
    const view dst = view_of(w, 1, PLACE_DST);
    const view a = view_of(&packed, 0, PLACE_A);
    if (!w->in_place) {
        add_copy(b, &src, &dst);
    } else if (!same_places(w)) {
        need(b, PLACE_A, (size_t)items * fftc_storage_item(packed.storage[0]));
        add_copy(b, &src, &a);
        add_copy(b, &a, &dst);
    }
    for (int im = 0; im < (w->storage[1].real ? 1 : 2) && w->scale != 1.0; ++im) {
        add_scale(b, &dst, im != 0, w->scale);
    }
    return FFTC_SUCCESS;
}

/* The plan reads packed numbers; it writes results to their places if it can. */
static fftc_status build_gathered(builder *b)
{
    const fftc_wide *w = b->wide;
    fftc_wide packed = *w;
    fftc_transform narrow;
    const uint64_t items = pack_side(&packed, 0);
    const view src = view_of(w, 0, PLACE_SRC);
    const view dst = view_of(w, 1, PLACE_DST);
    const view a = view_of(&packed, 0, PLACE_A);
    need(b, PLACE_A, (size_t)items * fftc_storage_item(packed.storage[0]));
    add_copy(b, &src, &a);
    if (w->conjugate && w->direction == FFTC_INVERSE) {
        add_conjugate(b, &a);
    }
    packed.in_place = false;
    if ((!w->storage[1].split || w->storage[0].real) && fftc_wide_fold(&packed, &narrow)) {
        const fftc_status status = add_plan(b, &narrow, PLACE_A, PLACE_DST);
        finish(b, &dst);
        return status;
    }
    const uint64_t results = pack_side(&packed, 1);
    const place to = w->storage[0].real == w->storage[1].real ? PLACE_A : PLACE_B;
    const view packed_dst = view_of(&packed, 1, to);
    packed.in_place = to == PLACE_A;
    join_loops(&packed);
    if (!fftc_wide_fold(&packed, &narrow)) {
        return fftc_fail(b->error, FFTC_UNSUPPORTED, "no plan for these axes");
    }
    need(b, to, (size_t)results * fftc_storage_item(packed.storage[1]));
    const fftc_status status = add_plan(b, &narrow, PLACE_A, to);
    finish(b, &packed_dst);
    add_copy(b, &packed_dst, &dst);
    return status;
}

static fftc_status build(builder *b)
{
    const fftc_wide *w = b->wide;
    fftc_transform narrow;
    if (w->rank == 0) {
        return build_copy(b);
    }
    if (has_halfcomplex(w)) {
        return build_halfcomplex(b);
    }
    if ((w->conjugate && w->direction == FFTC_INVERSE) || !fftc_wide_fold(w, &narrow)) {
        return build_gathered(b);
    }
    const fftc_status status = add_plan(b, &narrow, PLACE_SRC, PLACE_DST);
    const view dst = view_of(w, 1, PLACE_DST);
    finish(b, &dst);
    return status;
}

fftc_status fftc_general_create(fftc_plan *plan, const fftc_wide *wide, fftc_error *error)
{
    plan->general = fftc_arena_allocate(&plan->arena, 1, sizeof *plan->general);
    if (plan->general == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    builder b = {.plan = plan, .general = plan->general, .wide = wide, .error = error};
    plan->general->precision = wide->storage[0].precision;
    const fftc_status status = build(&b);
    plan->work_bytes = fftc_cache_lines(plan->general->bytes[PLACE_A]) +
                       fftc_cache_lines(plan->general->bytes[PLACE_B]) + b.work_bytes;
    plan->layout.src_storage = wide->storage[0];
    plan->layout.dst_storage = wide->storage[1];
    plan->src_footprint = fftc_wide_footprint(wide, true);
    plan->dst_footprint = fftc_wide_footprint(wide, false);
    return status;
}
