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
    const fftc_thread_pool *pool = &m->setting->crew->pool;
    fftc_plan_request request = {.transform = t,
                                 .isa = m->setting->isa,
                                 .engines = m->setting->engines,
                                 .options = {.threads = m->threads,
                                             .allocator = &m->setting->arena->allocator,
                                             .pool = pool->run != NULL ? pool : NULL,
                                             .reproducible = m->setting->exact,
                                             .executions = -1},
                                 .choices = m->setting->arena->choices};
    fftc_status status = fftc_layout_make(&t, &request.layout, m->error);
    if (!in_place) {
        read_from(m, c, &request.layout);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_make(&request, NULL, &s->plan, m->error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    s->work_bytes = fftc_cache_lines(fftc_plan_work_bytes(s->plan));
    fftc_real_maker_need(m, s->work_bytes);
    return status;
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

fftc_status fftc_real_maker_add_axes(fftc_real_maker *m)
{
    if (m->plan->inverse == 0) {
        return make_forward(m);
    }
    return m->n % 2 == 0 ? make_backward_even(m) : make_backward_odd(m);
}
