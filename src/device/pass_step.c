/* SPDX-License-Identifier: MIT
 *
 * One pass of an axis: where it reads and writes, what its lines request, and its parameters.
 */
#include <string.h>

#include "device/pass_loops.h"
#include "device/pass_planner.h"
#include "fftcore/kernel/sizes.h"
#include "support/error.h"

static fftc_form form_of(const fftc_planner *p, fftc_place place)
{
    return place == FFTC_PLACE_SRC || place == FFTC_PLACE_DST ? fftc_form_of(p->layout.src_storage)
                                                              : FFTC_FORM_COMPLEX;
}

uint32_t fftc_planner_item_bytes(const fftc_planner *p, fftc_place place)
{
    return fftc_form_bytes((uint32_t)form_of(p, place),
                           (uint32_t)fftc_working_precision(p->transform->precision));
}

/* ------------------------------------------------------------------------------------- loops */

/* The loops over everything but this axis, as far as it exists, finest first. */
fftc_loops fftc_planner_beside(const fftc_planner *p, int axis, fftc_place src, fftc_place dst)
{
    fftc_loops l = {.digits = 0};
    for (int i = 0; i < p->layout.rank; ++i) {
        if (i != axis && fftc_panels_split(p, i, src, dst)) {
            fftc_panels_add(p, i, src, dst, &l);
        } else if (i != axis) {
            fftc_loops_add(&l, p->have[i].end - p->have[i].begin, p->stride[src][i],
                           p->stride[dst][i]);
        }
    }
    fftc_loops_add(&l, p->layout.batch.length, p->distance[src], p->distance[dst]);
    fftc_loops_merge(&l);
    return l;
}

/* ------------------------------------------------------------------------------- one axis */

/* Applies the choice that was asked for to the pass that comes next. */
void fftc_pass_wish_apply(const fftc_pass_limits *limits, uint32_t pass, fftc_line_request *request)
{
    const fftc_pass_wish *wish = limits->choices != NULL ? &limits->choices->pass[pass] : NULL;
    if (wish != NULL && wish->registers != 0 && limits->passes.registers == 0) {
        request->registers = wish->registers;
    }
    if (wish != NULL && wish->invocations != 0 && limits->passes.invocations == 0) {
        request->invocations = wish->invocations;
    }
}

/* In place, only what is neither in the source's range nor in the destination's must not be
 * touched. */
bool fftc_pass_dst_holds(const fftc_transform *transform, const fftc_pass_limits *limits,
                         const fftc_layout *layout, const fftc_range have[FFTC_MAX_RANK])
{
    if (limits->store || transform->precision == FFTC_FLOAT16) {
        return false;
    }
    for (int i = 0; i < layout->rank; ++i) {
        fftc_range room = layout->dst_range[i];
        if (transform->placement == FFTC_IN_PLACE) {
            room = fftc_range_cover(layout->src_range[i], room);
        }
        if (have[i].begin < room.begin || have[i].end > room.end) {
            return false;
        }
    }
    return true;
}

/* Whether dst can hold what exists now, with all of `axis` (-1: of no axis). */
bool fftc_planner_dst_holds(const fftc_planner *p, int axis)
{
    fftc_range have[FFTC_MAX_RANK];
    memcpy(have, p->have, sizeof have);
    if (axis >= 0) {
        have[axis] = (fftc_range){0, p->layout.axis[axis].length};
    }
    return fftc_pass_dst_holds(p->transform, p->limits, &p->layout, have);
}

/* Where a pass puts its result: never to src, and into the place that it reads only if it reads and
 * writes the same elements. `axis` is -1 if the pass is its axis's last. */
fftc_place fftc_planner_place(const fftc_planner *p, int axis, bool stays, bool last)
{
    if (last || ((p->at != FFTC_PLACE_DST || stays) && fftc_planner_dst_holds(p, axis))) {
        return FFTC_PLACE_DST;
    }
    if (stays && (p->at == FFTC_PLACE_SCRATCH || p->at == FFTC_PLACE_SPARE)) {
        return p->at;
    }
    return p->at == FFTC_PLACE_SCRATCH ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH;
}

/* FFTC_PASS_ACROSS, for one of several passes of an axis, whose neighbouring lines would otherwise
 * belong to one transform. */
static uint64_t across_of(const fftc_planner *p, const fftc_pass_step *s)
{
    if (s->transposed != 0) {
        return s->transposed;
    }
    bool rows = s->points == s->all || s->convolution.role != FFTC_ROLE_TRANSFORM ||
                s->src_bricks.columns != 0 || s->dst_bricks.columns != 0;
    return rows ? 0
                : fftc_loops_across(&s->beside, p->stride[p->at][s->axis],
                                    p->stride[s->to][s->axis]);
}

static fftc_line_request request_for(const fftc_planner *p, const fftc_pass_step *s, uint64_t total)
{
    /* With panels, tiles are made for the array before or after them. */
    fftc_place array = s->to == FFTC_PLACE_SCRATCH ? p->at : s->to;
    fftc_loops beside =
        p->panels.columns != 0 ? fftc_planner_beside(p, s->axis, array, array) : s->beside;
    const fftc_factors_pass pass = {.points = s->points,
                                    .all = s->all,
                                    .before = s->before,
                                    .lines = total,
                                    .src_stride = p->stride[p->at][s->axis],
                                    .dst_stride = p->stride[s->to][s->axis],
                                    .beside = &beside,
                                    .large = s->large,
                                    .across = across_of(p, s),
                                    .wide = s->convolution.role == FFTC_ROLE_TRANSFORM};
    fftc_line_request request =
        fftc_factors_request_pass(p->limits, fftc_complex_bytes(p->transform->precision), &pass);
    request.plain = s->points == s->all && s->convolution.role == FFTC_ROLE_TRANSFORM;
    request.gather =
        s->points == s->all && s->convolution.role == FFTC_ROLE_TRANSFORM && s->rows == 0;
    if (s->rows != 0) {
        request.plane = s->rows;
        request.tile = 1;
        request.load_across = request.store_across = request.wide = false;
    }
    request.dense = p->transform->precision == FFTC_FLOAT16;
    /* With bricks, neighbouring elements that a workgroup reads, or writes, belong to neighbouring
     * lines. */
    request.load_across = request.load_across || s->src_bricks.columns != 0;
    request.store_across = request.store_across || s->dst_bricks.columns != 0;
    return request;
}

/* How many powers a row of a pass's table has one by one; 0: all. A table with all powers, if it is
 * long, would be read from memory again for each transform: on an H200 the last pass of 2^23 points
 * took 557 us with 6 MB of table, 532 with 48 KB and one more product for each factor. The limit is
 * 4.5 MB there, and less on smaller devices. */
static uint32_t choose_fine(const fftc_planner *p, const fftc_pass_step *s,
                            const fftc_pass_key *key)
{
    uint64_t most = (uint64_t)p->limits->shared_bytes * 96;
    uint64_t count = fftc_pass_twiddle_count(&key->line, s->before, 0);
    uint32_t fine = 1;
    if (s->convolution.role != FFTC_ROLE_TRANSFORM ||
        count * fftc_complex_bytes(p->transform->precision) <= most) {
        return 0;
    }
    while ((uint64_t)fine * fine < s->before) {
        fine *= 2;
    }
    return fine;
}

static void set_key(const fftc_planner *p, const fftc_pass_step *s, fftc_pass_key *key)
{
    const fftc_convolution_key *c = &s->convolution;
    bool first = c->role == FFTC_ROLE_TRANSFORM ? s->before == 1 : c->first != 0;
    bool last = c->role == FFTC_ROLE_TRANSFORM ? s->before * s->points == s->all : c->last != 0;
    fftc_range all = {0, s->all};
    fftc_range src = first && s->rows == 0 ? p->layout.src_range[s->axis] : all;
    fftc_range dst = last && s->rows == 0 ? p->layout.dst_range[s->axis] : all;
    key->lines = (uint32_t)(s->all / s->points);
    key->before = (uint32_t)s->before;
    key->digits = s->beside.digits;
    key->across = (uint32_t)across_of(p, s);
    key->src_row = s->src_row;
    key->dst_row = s->dst_row;
    key->precision =
        (uint32_t)(p->transform->precision == FFTC_FLOAT64 ? FFTC_FLOAT64 : FFTC_FLOAT32);
    key->in_place = p->at == s->to;
    key->inverse = p->transform->direction == FFTC_INVERSE;
    key->src_stride = (uint32_t)p->stride[p->at][s->axis];
    key->dst_stride = (uint32_t)p->stride[s->to][s->axis];
    key->src_range[0] = (uint32_t)src.begin;
    key->src_range[1] = (uint32_t)src.end;
    key->dst_range[0] = (uint32_t)dst.begin;
    key->dst_range[1] = (uint32_t)dst.end;
    key->src_form = (uint32_t)form_of(p, p->at);
    key->dst_form = (uint32_t)form_of(p, s->to);
    key->fine = choose_fine(p, s, key);
    key->src_bricks = s->src_bricks;
    key->dst_bricks = s->dst_bricks;
    key->src_all = s->src_all;
    key->load = p->limits->load && !p->started;
    key->convolution = *c;
}

/* Work holds nothing but what there is. */
static uint64_t first_of(const fftc_planner *p, fftc_place place, int axis)
{
    return place == FFTC_PLACE_WORK ? 0 : p->have[axis].begin;
}

static void set_numbers(const fftc_planner *p, const fftc_pass_step *s, uint64_t total,
                        fftc_pass_numbers *numbers)
{
    uint64_t src_first = 0;
    uint64_t dst_first = 0;
    for (int i = 0; i < p->layout.rank; ++i) {
        if (i != s->axis) {
            src_first += first_of(p, p->at, i) * p->stride[p->at][i];
            dst_first += first_of(p, s->to, i) * p->stride[s->to][i];
        }
    }
    numbers->lines = (uint32_t)total;
    numbers->src_first = (uint32_t)src_first;
    numbers->dst_first = (uint32_t)dst_first;
    for (uint32_t i = 0; i < s->beside.digits; ++i) {
        numbers->count[i] = (uint32_t)s->beside.count[i];
        numbers->src_step[i] = (uint32_t)s->beside.src[i];
        numbers->dst_step[i] = (uint32_t)s->beside.dst[i];
    }
}

/* Finishes the step that takes the data from where it is to s->to. */
fftc_status fftc_planner_finish(fftc_planner *p, const fftc_pass_step *s)
{
    fftc_pass *pass = &p->plan->pass[p->plan->count];
    uint64_t total = fftc_size_multiply(s->all / s->points, fftc_loops_product(&s->beside));
    fftc_line_request request = request_for(p, s, total);
    fftc_pass_wish_apply(p->limits, p->plan->count, &request);
    *pass = (fftc_pass){.src = p->at, .dst = s->to};
    if (!fftc_line_plan(&request, &pass->key.line)) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED, "a pass of %llu points does not fit %s",
                         (unsigned long long)s->points, p->limits->name);
    }
    if (total > UINT32_MAX) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "a pass has %llu lines, at most 2^32 - 1 can be numbered: pass a smaller "
                         "batch",
                         (unsigned long long)total);
    }
    set_key(p, s, &pass->key);
    set_numbers(p, s, total, &pass->numbers);
    pass->key.even = total % pass->key.line.count == 0;
    pass->groups = (uint32_t)((total + pass->key.line.count - 1) / pass->key.line.count);
    p->at = s->to;
    p->started = true;
    ++p->plan->count;
    return FFTC_SUCCESS;
}
