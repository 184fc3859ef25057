/* SPDX-License-Identifier: MIT
 *
 * The steps of FFTC_REAL along several axes: complex columns beside the real lines.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/plan/plan.h"
#include "cpu/real/real_maker.h"
#include "support/error.h"

/* --- complex columns -------------------------------------------------------------------------- */

/* All axes but the last, of `columns` neighbouring columns; the sides' strides are for those. */
typedef struct columns {
    fftc_real_side src;
    fftc_real_side dst;
    size_t count;
} columns;

/* Sets strides of the source, which are valid. A description cannot express all of them, since
 * there 0 means packed. */
static void read_from(const fftc_real_maker *m, const columns *c, fftc_layout *layout)
{
    int k = 0;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        if (m->layout->axis[i].length > 1) {
            fftc_axis axis = m->layout->axis[i];
            layout->axis[k++].src = (c->src.array == FFTC_REAL_SRC ? axis.src : axis.dst) / 2;
        }
    }
    layout->batch.src = c->src.stride / 2;
}

/* The plan of a step. `given`: where the source's strides come from, if not from the
 * description. */
static fftc_status make_plan(fftc_real_maker *m, fftc_real_step *s, const fftc_transform *t,
                             const columns *given)
{
    const fftc_thread_pool *pool = &m->setting->crew->pool;
    fftc_plan_request request = {.transform = *t,
                                 .isa = m->setting->isa,
                                 .engines = m->setting->engines,
                                 .options = {.threads = m->threads,
                                             .allocator = &m->setting->arena->allocator,
                                             .pool = pool->run != NULL ? pool : NULL,
                                             .reproducible = m->setting->exact,
                                             .executions = -1},
                                 .choices = m->setting->arena->choices};
    fftc_status status = fftc_layout_make(t, &request.layout, m->error);
    if (given != NULL) {
        read_from(m, given, &request.layout);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_make(&request, NULL, &s->plan, m->error);
    }
    if (status == FFTC_SUCCESS) {
        s->work_bytes = fftc_cache_lines(fftc_plan_work_bytes(s->plan));
        fftc_real_maker_need(m, s->work_bytes);
    }
    return status;
}

static fftc_status add_plan(fftc_real_maker *m, const columns *c)
{
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_PLAN);
    int rank = m->layout->rank - 1;
    bool in_place = c->src.array == c->dst.array;
    fftc_transform t = {.batch = c->count,
                        .precision = m->plan->precision,
                        .direction = m->plan->inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                        .placement = in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                        .scaling = FFTC_SCALE_NONE,
                        .src_distance = in_place ? c->src.stride / 2 : 0,
                        .dst_distance = c->dst.stride / 2};
    for (int i = 0; i < rank; ++i) {
        fftc_axis axis = m->layout->axis[i];
        t.length[i] = axis.length;
        t.src_stride[i] = in_place ? axis.dst / 2 : 0;
        t.dst_stride[i] = axis.dst / 2;
    }
    if (c->dst.array == FFTC_REAL_PLANE) {
        memset(t.dst_stride, 0, sizeof t.dst_stride);
        t.dst_distance = 0;
    }
    s->src = c->src;
    s->dst = c->dst;
    return make_plan(m, s, &t, in_place ? NULL : c);
}

/* Adds a step of columns along one axis, for numbers whose distance is not a whole complex
 * number. */
static fftc_status add_columns(fftc_real_maker *m, const columns *c, int axis_index)
{
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_COLUMNS);
    fftc_axis axis = m->layout->axis[axis_index];
    bool in_dst = c->src.array != FFTC_REAL_SRC;
    s->src = c->src;
    s->dst = c->dst;
    s->src.count = s->dst.count = axis.length;
    s->src.stride = in_dst ? axis.dst : axis.src;
    s->dst.stride = axis.dst;
    s->src.staged = s->dst.staged = true;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        if (i != axis_index) {
            fftc_real_loops_add(s, m->layout->axis[i], in_dst, 0);
        }
    }
    if (c->count != 1) {
        s->loop[s->loops++] = (fftc_real_loop){c->count, c->src.stride, c->dst.stride, 0};
    }
    size_t scalar = fftc_precision_bytes(m->plan->precision);
    fftc_real_maker_group(m, s, 2 * axis.length * scalar);
    fftc_real_maker_share(m, s, axis.length);
    fftc_status status =
        fftc_line_prepare(axis.length, m->setting->engines, (fftc_line_wish){.scale = 1.0},
                          m->setting->arena, &s->columns, m->error);
    if (status == FFTC_SUCCESS) {
        size_t team = (size_t)(s->inside ? s->threads : 1);
        s->rest = fftc_cache_lines(fftc_bytes_times(fftc_line_thread_bytes(&s->columns), team));
        fftc_real_maker_finish(m, s, s->rest + fftc_line_shared_bytes(&s->columns),
                               2 * axis.length);
    }
    return status;
}

static fftc_status add_all_columns(fftc_real_maker *m, columns c)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = m->layout->rank - 2; i >= 0 && status == FFTC_SUCCESS; --i) {
        status = add_columns(m, &c, i);
        c.src = c.dst;
    }
    return status;
}

static void add_ends(fftc_real_maker *m, fftc_real_step_kind kind, fftc_real_side src,
                     fftc_real_side dst, size_t partner)
{
    fftc_real_step *s = fftc_real_maker_add(m, kind);
    s->src = src;
    s->dst = dst;
    s->partner = partner;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        fftc_axis axis = m->layout->axis[i];
        s->loop[s->loops++] = (fftc_real_loop){
            axis.length, src.array == FFTC_REAL_SRC ? axis.src : axis.dst, axis.dst, 0};
    }
    s->tasks = s->loop[0].length;
    if (m->at_once) {
        s->loop[s->loops++] = (fftc_real_loop){m->layout->batch.length, 2, 2, 0};
        s->apart = 1;
    }
    s->threads = fftc_real_maker_threads(m, fftc_real_loops_product(s), 16);
}

/* --- real to complex and back, several axes --------------------------------------------------- */

static fftc_status make_forward(fftc_real_maker *m)
{
    bool packed = m->n % 2 == 0;
    size_t stride = m->layout->axis[m->layout->rank - 1].dst;
    fftc_real_side side = {FFTC_REAL_DST, 0, 2, 1, 0, stride, false};
    columns c = {side, side, packed ? m->h : m->h + 1};
    fftc_status status = fftc_real_maker_add_lines(m, packed, false);
    if (status == FFTC_SUCCESS) {
        status = add_plan(m, &c);
    }
    if (status == FFTC_SUCCESS && packed) {
        add_ends(m, FFTC_REAL_STEP_SEPARATE, side, side, m->h * stride);
    }
    return status;
}

/* Whether a complex plan can describe the intermediate result, h complex numbers a row of dst. */
static bool dst_is_complex(const fftc_real_maker *m)
{
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        if (m->layout->axis[i].dst % 2 != 0) {
            return false;
        }
    }
    return m->layout->axis[m->layout->rank - 1].dst == 1;
}

static fftc_status make_backward_even(fftc_real_maker *m)
{
    fftc_axis last = m->layout->axis[m->layout->rank - 1];
    fftc_real_side from = {FFTC_REAL_SRC, 0, 2, 1, 0, last.src, false};
    fftc_real_side to = {FFTC_REAL_DST, 0, 2, last.dst, 0, 2 * last.dst, false};
    if (m->in_place) {
        from.array = FFTC_REAL_DST;
    }
    bool complex_plan = dst_is_complex(m);
    add_ends(m, FFTC_REAL_STEP_MERGE, from, to, m->h * last.src);
    columns first = {to, to, 1};
    from.offset = from.stride;
    to.offset = to.stride;
    columns others = {from, to, m->h - 1};
    fftc_status status = complex_plan ? add_plan(m, &first) : add_all_columns(m, first);
    if (status == FFTC_SUCCESS && m->h > 1) {
        status = complex_plan ? add_plan(m, &others) : add_all_columns(m, others);
    }
    return status == FFTC_SUCCESS ? fftc_real_maker_add_lines(m, true, true) : status;
}

static fftc_status make_backward_odd(fftc_real_maker *m)
{
    fftc_axis last = m->layout->axis[m->layout->rank - 1];
    fftc_real_side from = {FFTC_REAL_SRC, 0, 2, 1, 0, last.src, false};
    fftc_real_side plane = {FFTC_REAL_PLANE, 0, 2, 1, 0, 2, false};
    fftc_real_side to = {
        FFTC_REAL_DST, (m->in_place ? 2 : 1) * last.dst, 2, last.dst, 0, 2 * last.dst, false};
    size_t points = 1;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        points *= m->layout->axis[i].length;
    }
    m->plan->plane_bytes = fftc_cache_lines(points * 2 * fftc_precision_bytes(m->plan->precision));
    if (m->in_place) {
        from.array = FFTC_REAL_DST;
    }
    columns dc = {from, plane, 1};
    fftc_status status = add_plan(m, &dc);
    if (status == FFTC_SUCCESS && m->h > 0) {
        from.offset = from.stride;
        columns others = {from, to, m->h};
        status = add_all_columns(m, others);
    }
    return status == FFTC_SUCCESS ? fftc_real_maker_add_lines(m, false, true) : status;
}

/* --- all transforms at once ------------------------------------------------------------------- */

/* The bytes of the spectra of pictures up to which they get memory of their own: with 16 x 16 x 3
 * numbers that takes 0.6 of the time, with 64 x 64 x 3 as long. */
#define MOST_PLANE_BYTES ((size_t)64 * 1024)

/* Strides of spectra, in scalars: of the axes and, last, of the batch. */
typedef struct spectra {
    fftc_real_array array;
    size_t length[FFTC_MAX_AXES];
    size_t stride[FFTC_MAX_AXES];
} spectra;

/* The spectra in the source or the destination. */
static spectra spectra_in(const fftc_real_maker *m, fftc_real_array array)
{
    const int rank = m->layout->rank;
    spectra s = {.array = array};
    for (int i = 0; i <= rank; ++i) {
        const fftc_axis axis = i < rank ? m->layout->axis[i] : m->layout->batch;
        s.length[i] = i == rank - 1 ? m->h + 1 : axis.length;
        s.stride[i] = array == FFTC_REAL_SRC ? axis.src : axis.dst;
    }
    return s;
}

/* Packs them in the plane, in the order in which they lie in memory. */
static spectra spectra_packed(fftc_real_maker *m, const spectra *given)
{
    const int count = m->layout->rank + 1;
    spectra s = *given;
    size_t next = 2;
    bool placed[FFTC_MAX_AXES] = {false};
    s.array = FFTC_REAL_PLANE;
    for (int k = 0; k < count; ++k) {
        int best = -1;
        for (int i = 0; i < count; ++i) {
            if (!placed[i] && (best < 0 || given->stride[i] < given->stride[best])) {
                best = i;
            }
        }
        placed[best] = true;
        s.stride[best] = next;
        next *= s.length[best];
    }
    m->plan->plane_bytes = fftc_cache_lines(next * fftc_precision_bytes(m->plan->precision));
    return s;
}

static uint64_t stride_to_give(size_t scalars)
{
    return scalars == 0 ? FFTC_STRIDE_ZERO : scalars / 2;
}

/* Adds the complex transforms of all axes but the last, for all of its frequencies. */
static fftc_status add_spectra(fftc_real_maker *m, const spectra *from, const spectra *to)
{
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_PLAN);
    const int rank = m->layout->rank;
    const bool in_place = from->array == to->array;
    fftc_transform t = {.batch = from->length[rank],
                        .precision = m->plan->precision,
                        .direction = m->plan->inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                        .placement = in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                        .scaling = FFTC_SCALE_NONE};
    for (int i = 0; i < rank; ++i) {
        t.length[i] = from->length[i];
        t.loop[i] = i < m->layout->loops || i == rank - 1;
        if (t.length[i] > 1) {
            t.src_stride[i] = stride_to_give(from->stride[i]);
            t.dst_stride[i] = to->stride[i] / 2;
        }
    }
    if (t.batch > 1) {
        t.src_distance = stride_to_give(from->stride[rank]);
        t.dst_distance = to->stride[rank] / 2;
    }
    s->src.array = from->array;
    s->dst.array = to->array;
    return make_plan(m, s, &t, NULL);
}

/* The lines along the last axis, from real numbers of the source to spectra, or from spectra to the
 * destination. `packed`: spectra have h numbers. */
static fftc_status add_all_lines(fftc_real_maker *m, const spectra *x, bool packed)
{
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_LINES);
    const bool forward = m->plan->inverse == 0;
    const int last = m->layout->rank - 1;
    const fftc_real_side complex = {x->array, 0, 2, 1, m->h + !packed, x->stride[last], false};
    fftc_real_side real = {FFTC_REAL_SRC, 0, 1, 1, m->n, m->layout->axis[last].src, false};
    if (!forward) {
        real.array = FFTC_REAL_DST;
        real.stride = m->layout->axis[last].dst;
    }
    s->src = forward ? real : complex;
    s->dst = forward ? complex : real;
    s->rest = 2;
    for (int i = 0; i <= last + 1; ++i) {
        const fftc_axis axis = i <= last ? m->layout->axis[i] : m->layout->batch;
        if (i != last && axis.length > 1) {
            const size_t stride = x->stride[i];
            s->loop[s->loops++] = (fftc_real_loop){axis.length, forward ? axis.src : stride,
                                                   forward ? stride : axis.dst, 0};
        }
    }
    const fftc_real_line_choice choice = {.kind = forward ? FFTC_REAL_LINE_FORWARD
                                                          : FFTC_REAL_LINE_BACKWARD,
                                          .n = m->n,
                                          .packed = packed,
                                          .scale = m->scale};
    return fftc_real_maker_prepare_lines(m, s, choice);
}

/* Whether intermediate results of the way back go to dst: those of pixels without gaps, where all
 * channels' lines of a row are staged before any of them is written. */
static bool fit_dst(const fftc_real_maker *m)
{
    const size_t scalar = fftc_precision_bytes(m->plan->precision);
    const size_t count = m->layout->batch.length;
    const fftc_axis *last = &m->layout->axis[m->layout->rank - 1];
    bool fits = m->n % 2 == 0 && m->layout->loops == 0 && count > 1 && m->layout->batch.dst == 1 &&
                m->layout->batch.src == 2 && last->dst == count && last->src == 2 * count;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        fits = fits && m->layout->axis[i].dst % 2 == 0;
    }
    return fits && count <= FFTC_REAL_GROUP_BYTES / scalar &&
           2 * (m->h + 1) * FFTC_REAL_GROUP_BYTES <= FFTC_REAL_MAX_STAGE_BYTES;
}

/* The spectra of a channel's columns 0 and h, which are real signals', are one column, so that
 * those of a row have room for the numbers that they become. */
static fftc_status make_in_dst(fftc_real_maker *m)
{
    const size_t count = m->layout->batch.length;
    fftc_real_side from = {FFTC_REAL_SRC, 0, 2, 1, 0, 2, false};
    fftc_real_side to = {FFTC_REAL_DST, 0, 2, 1, 0, 2, false};
    add_ends(m, FFTC_REAL_STEP_MERGE, from, to, 2 * m->h * count);
    const columns first = {to, to, count};
    from.offset = to.offset = 2 * count;
    const columns others = {from, to, (m->h - 1) * count};
    fftc_status status = add_plan(m, &first);
    if (status == FFTC_SUCCESS && m->h > 1) {
        status = add_plan(m, &others);
    }
    spectra x = spectra_in(m, FFTC_REAL_DST);
    x.stride[m->layout->rank - 1] = 2 * count;
    x.stride[m->layout->rank] = 2;
    return status == FFTC_SUCCESS ? add_all_lines(m, &x, true) : status;
}

static fftc_status make_at_once(fftc_real_maker *m)
{
    if (m->plan->inverse == 0) {
        const spectra x = spectra_in(m, FFTC_REAL_DST);
        fftc_status status = add_all_lines(m, &x, false);
        return status == FFTC_SUCCESS ? add_spectra(m, &x, &x) : status;
    }
    const spectra from = spectra_in(m, FFTC_REAL_SRC);
    const spectra x = spectra_packed(m, &from);
    if (m->plan->plane_bytes > MOST_PLANE_BYTES && fit_dst(m)) {
        m->plan->plane_bytes = 0;
        return make_in_dst(m);
    }
    fftc_status status = add_spectra(m, &from, &x);
    return status == FFTC_SUCCESS ? add_all_lines(m, &x, false) : status;
}

fftc_status fftc_real_maker_add_axes(fftc_real_maker *m)
{
    if (m->at_once) {
        return make_at_once(m);
    }
    if (m->plan->inverse == 0) {
        return make_forward(m);
    }
    return m->n % 2 == 0 ? make_backward_even(m) : make_backward_odd(m);
}
