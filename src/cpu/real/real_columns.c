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
    size_t packed = c->count;
    for (int i = rank - 1; i >= 0 && c->dst.array == FFTC_REAL_PLANE; --i) {
        t.dst_stride[i] = m->layout->axis[i].length > 1 ? packed : 0;
        packed *= m->layout->axis[i].length;
    }
    if (c->count == 1) {
        t.src_distance = t.dst_distance = 0;
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
    if (m->channels) {
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

/* --- channels --------------------------------------------------------------------------------- */

/* The bytes of half spectra up to which they get memory of their own: with 16 x 16 x 3 numbers that
 * takes 0.6 of the time, with 64 x 64 x 3 as long. */
#define MOST_PLANE_BYTES ((size_t)64 * 1024)

/* The bytes of half spectra of all channels. */
static size_t channel_bytes(const fftc_real_maker *m)
{
    size_t numbers = (m->h + 1) * m->layout->batch.length;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        numbers *= m->layout->axis[i].length;
    }
    return fftc_cache_lines(numbers * 2 * fftc_precision_bytes(m->plan->precision));
}

/* The lines of all channels, side by side. On the side of spectra, which are in dst or in the
 * plane, there are `spectrum` numbers. */
static fftc_status add_channel_lines(fftc_real_maker *m, fftc_real_array from, size_t spectrum)
{
    fftc_real_step *s = fftc_real_maker_add(m, FFTC_REAL_STEP_LINES);
    const bool forward = m->plan->inverse == 0;
    const int last = m->layout->rank - 1;
    const size_t count = m->layout->batch.length;
    size_t row = 2 * spectrum * count; /* of the plane */
    s->src = (fftc_real_side){from, 0, forward ? 1 : 2, 1, forward ? m->n : spectrum, 0, false};
    s->dst =
        (fftc_real_side){FFTC_REAL_DST, 0, forward ? 2 : 1, 1, forward ? spectrum : m->n, 0, false};
    s->src.stride = s->src.item * count;
    s->dst.stride = s->dst.item * count;
    s->rest = 2;
    for (int i = last - 1; i >= 0; --i) {
        const fftc_axis axis = m->layout->axis[i];
        const size_t src = from == FFTC_REAL_SRC   ? axis.src
                           : from == FFTC_REAL_DST ? axis.dst
                                                   : row;
        s->loop[i] = (fftc_real_loop){axis.length, src, axis.dst, 0};
        row *= axis.length;
    }
    s->loops = last;
    s->loop[s->loops++] = (fftc_real_loop){count, s->src.item, s->dst.item, 0};
    const fftc_real_line_choice choice = {.kind = forward ? FFTC_REAL_LINE_FORWARD
                                                          : FFTC_REAL_LINE_BACKWARD,
                                          .n = m->n,
                                          .packed = !forward && spectrum == m->h && m->n % 2 == 0,
                                          .scale = m->scale};
    return fftc_real_maker_prepare_lines(m, s, choice);
}

/* Whether intermediate results of the way back go to dst, where all channels' lines of a row are
 * staged before any of them is written. */
static bool fit_dst(const fftc_real_maker *m)
{
    const size_t scalar = fftc_precision_bytes(m->plan->precision);
    bool even = m->n % 2 == 0;
    for (int i = 0; i + 1 < m->layout->rank; ++i) {
        even = even && m->layout->axis[i].dst % 2 == 0;
    }
    return even && m->layout->batch.length <= FFTC_REAL_GROUP_BYTES / scalar &&
           2 * (m->h + 1) * FFTC_REAL_GROUP_BYTES <= FFTC_REAL_MAX_STAGE_BYTES;
}

/* The spectra of a channel's columns 0 and h, which are real signals', are one column, so that those
 * of a row have room for the numbers that they become. */
static fftc_status make_channels_in_dst(fftc_real_maker *m)
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
    return status == FFTC_SUCCESS ? add_channel_lines(m, FFTC_REAL_DST, m->h) : status;
}

/* All columns of all channels are those of one matrix. On the way back, the spectra of small
 * pictures wait in the plane for the lines. */
static fftc_status make_channels(fftc_real_maker *m)
{
    const size_t count = (m->h + 1) * m->layout->batch.length;
    fftc_real_side from = {FFTC_REAL_SRC, 0, 2, 1, 0, 2, false};
    fftc_real_side to = {FFTC_REAL_DST, 0, 2, 1, 0, 2, false};
    if (m->plan->inverse == 0) {
        fftc_status status = add_channel_lines(m, FFTC_REAL_SRC, m->h + 1);
        const columns all = {to, to, count};
        return status == FFTC_SUCCESS ? add_plan(m, &all) : status;
    }
    if (channel_bytes(m) > MOST_PLANE_BYTES && fit_dst(m)) {
        return make_channels_in_dst(m);
    }
    to.array = FFTC_REAL_PLANE;
    m->plan->plane_bytes = channel_bytes(m);
    const columns all = {from, to, count};
    fftc_status status = add_plan(m, &all);
    return status == FFTC_SUCCESS ? add_channel_lines(m, FFTC_REAL_PLANE, m->h + 1) : status;
}

fftc_status fftc_real_maker_add_axes(fftc_real_maker *m)
{
    if (m->channels) {
        return make_channels(m);
    }
    if (m->plan->inverse == 0) {
        return make_forward(m);
    }
    return m->n % 2 == 0 ? make_backward_even(m) : make_backward_odd(m);
}
