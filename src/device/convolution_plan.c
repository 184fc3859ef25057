/* SPDX-License-Identifier: MIT */
#include "device/convolution_planner.h"

#include <stdlib.h>
#include <string.h>

#include "device/pass_factors.h"
#include "fftcore/kernel/sizes.h"
#include "support/error.h"

static bool is_users(const fftc_convolution_planner *p, fftc_place place)
{
    return place == FFTC_PLACE_SRC || (place == FFTC_PLACE_DST && !p->prepare);
}

static fftc_form form_of(const fftc_convolution_planner *p, fftc_place place)
{
    return is_users(p, place) ? fftc_form_of(p->request->storage) : FFTC_FORM_COMPLEX;
}

/* ------------------------------------------------------------------------------- what is where */

/* Whether an axis is transformed there and back by one dispatch: its period is then stored
 * nowhere. */
static bool is_row(const fftc_convolution_planner *p, int axis)
{
    return axis + 1 == p->choice->rank && p->choice->axis[axis].period.count == 1;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void read_axes(fftc_convolution_planner *p)
{
    for (int i = 0; i < p->choice->rank; ++i) {
        const fftc_convolved_axis *a = &p->choice->axis[i];
        uint64_t count;
        p->map[i] = p->prepare ? fftc_axis_kernel(&a->wish, &a->way, fftc_planner_numbers(p, i))
                               : fftc_axis_src(&a->wish, &a->way);
        bool padded = p->map[i].padding != FFTC_PADDING_ZERO;
        p->kept[i][0] = padded ? p->map[i].first : p->map[i].begin;
        p->kept[i][1] = p->kept[i][0] + p->map[i].end - p->map[i].begin;
        if (!p->prepare && fftc_map_follows(&p->map[i], &count)) {
            p->kept[i][0] = p->map[i].at;
            p->kept[i][1] = p->map[i].at + larger(count, 1);
        }
        p->have[i] = p->kept[i][1] - p->kept[i][0];
    }
}

/* Sets the pitches of the intermediate results; 0 if they would not fit. */
static uint64_t read_strides(fftc_convolution_planner *p)
{
    const fftc_request *r = p->request;
    uint64_t next = 1;
    uint64_t spectrum = 1;
    bool paired = p->choice->signals == FFTC_SIGNALS_PAIRED && !p->prepare;
    for (int i = p->choice->rank - 1; i >= 0; --i) {
        const fftc_convolved_axis *a = &p->choice->axis[i];
        uint64_t sums = p->prepare ? 1 : fftc_planner_real_parts(p, i, a->way.dst_count);
        uint64_t period = is_row(p, i) ? 1 : a->period.points;
        p->stride[FFTC_PLACE_SRC][i] = p->prepare ? r->kernel_stride[i] : r->src_stride[i];
        p->stride[FFTC_PLACE_DST][i] = p->prepare ? spectrum : r->dst_stride[i];
        p->stride[FFTC_PLACE_SCRATCH][i] = next;
        p->stride[FFTC_PLACE_SPARE][i] = next;
        spectrum = fftc_size_multiply(spectrum, a->period.points);
        next = fftc_size_multiply(next, larger(larger(period, sums), i > 0 ? p->have[i] : 1));
    }
    p->batch = p->prepare ? 1 : (r->batch + (paired ? 1 : 0)) / (paired ? 2 : 1);
    p->distance[FFTC_PLACE_SRC] = paired ? 2 * r->src_distance : r->src_distance;
    p->distance[FFTC_PLACE_DST] = paired ? 2 * r->dst_distance : r->dst_distance;
    uint64_t blocks = p->prepare ? 1 : p->choice->axis[0].blocks;
    uint64_t sums = p->choice->axis[0].way.dst_count;
    p->block[FFTC_PLACE_SRC] = sums * p->stride[FFTC_PLACE_SRC][0];
    p->block[FFTC_PLACE_DST] = sums * p->stride[FFTC_PLACE_DST][0];
    p->block[FFTC_PLACE_SCRATCH] = next;
    p->block[FFTC_PLACE_SPARE] = next;
    next = fftc_size_multiply(next, blocks);
    p->distance[FFTC_PLACE_SCRATCH] = next;
    p->distance[FFTC_PLACE_SPARE] = next;
    return spectrum;
}

/* ------------------------------------------------------------------------------------- one pass */

/* Does the pass read a line of the user's numbers, or write one of sums? */
static bool begins(const fftc_convolution_step *s)
{
    return s->role != FFTC_ROLE_BACK && s->level == 0;
}

static bool ends(const fftc_convolution_planner *p, const fftc_convolution_step *s)
{
    bool whole = p->choice->axis[s->axis].period.count == 1;
    return !p->prepare && s->level == 0 &&
           (s->role == FFTC_ROLE_BACK || (s->role == FFTC_ROLE_PRODUCT && whole));
}

/* A pass can write where it reads if it has whole lines, or leaves every element in its place. */
static fftc_place choose_place(const fftc_convolution_planner *p, const fftc_convolution_step *s)
{
    uint64_t count;
    if (s->final) {
        return FFTC_PLACE_DST;
    }
    if (p->plan->count == 0) {
        return FFTC_PLACE_SCRATCH;
    }
    if (s->all == s->points || !begins(s) || fftc_planner_straight(p, s, &count)) {
        return p->at;
    }
    return p->at == FFTC_PLACE_SCRATCH ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH;
}

static fftc_loops loops_beside(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                               uint64_t rows)
{
    fftc_loops l = {.digits = 0};
    for (int i = 0; i < p->choice->rank; ++i) {
        if (i != s->axis) {
            fftc_loops_add(&l, p->have[i], p->stride[p->at][i], p->stride[s->to][i]);
        }
    }
    fftc_loops_add(&l, p->batch, p->distance[p->at], p->distance[s->to]);
    if (!p->prepare) {
        fftc_loops_add(&l, p->choice->axis[0].blocks, p->block[p->at], p->block[s->to]);
    }
    fftc_loops_add(&l, rows, s->all * p->stride[p->at][s->axis],
                   s->all * p->stride[s->to][s->axis]);
    if (!is_users(p, p->at) && !is_users(p, s->to)) { /* where pairs are not counted */
        fftc_loops_merge(&l);
    }
    return l;
}

static void set_numbers(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                        fftc_pass *pass)
{
    fftc_pass_numbers *numbers = &pass->numbers;
    uint32_t src_first = begins(s) ? fftc_planner_set_load(p, s, &pass->key) : 0;
    uint32_t dst_first = 0;
    for (int i = 0; i < p->choice->rank; ++i) {
        if (i != s->axis && p->plan->count == 0) {
            src_first += (uint32_t)(p->kept[i][0] * p->stride[p->at][i]);
        }
        if (s->final && !p->prepare) {
            dst_first +=
                (uint32_t)(p->choice->axis[i].way.dst_first * (int64_t)p->stride[s->to][i]);
        }
    }
    numbers->src_first = src_first;
    numbers->dst_first = dst_first;
    for (uint32_t i = 0; i < s->beside.digits; ++i) {
        numbers->count[i] = (uint32_t)s->beside.count[i];
        numbers->src_step[i] = (uint32_t)s->beside.src[i];
        numbers->dst_step[i] = (uint32_t)s->beside.dst[i];
    }
}

/* FFTC_PASS_ACROSS, for an axis of columns that is itself done in columns. */
static uint64_t across_of(const fftc_convolution_planner *p, const fftc_convolution_step *s)
{
    return s->points == s->all || s->role == FFTC_ROLE_PRODUCT
               ? 0
               : fftc_loops_across(&s->beside, p->stride[p->at][s->axis],
                                   p->stride[s->to][s->axis]);
}

static void set_key(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                    uint64_t rows, fftc_pass_key *key)
{
    bool weighed =
        fftc_planner_right_angle(p, s->axis) && (p->plan->count == 0 || (s->final && !p->prepare));
    uint32_t right_angle = weighed ? (uint32_t)p->choice->axis[0].period.points : 0;
    key->lines = (uint32_t)(s->all / s->points);
    key->before = (uint32_t)s->before;
    key->digits = s->beside.digits;
    key->across = (uint32_t)across_of(p, s);
    key->precision = (uint32_t)p->request->precision;
    key->in_place = p->at == s->to;
    key->src_stride = (uint32_t)p->stride[p->at][s->axis];
    key->dst_stride = (uint32_t)p->stride[s->to][s->axis];
    key->src_range[1] = (uint32_t)s->all;
    key->dst_range[1] =
        ends(p, s)
            ? (uint32_t)fftc_planner_real_parts(p, s->axis, p->choice->axis[s->axis].way.dst_count)
            : (uint32_t)s->all;
    key->src_form = (uint32_t)form_of(p, p->at);
    key->dst_form = (uint32_t)form_of(p, s->to);
    key->map.used = 1;
    key->convolution = (fftc_convolution_key){.role = (uint32_t)s->role,
                                              .first = p->plan->count == 0,
                                              .last = s->final && !p->prepare,
                                              .rows = (uint32_t)rows,
                                              .right_angle = right_angle,
                                              .axes = {1, 1, 1, 1}};
    key->load = p->limits->load && key->convolution.first != 0 && !p->prepare;
    key->store = p->limits->store && key->convolution.last != 0;
    if (s->final && !p->prepare) {
        fftc_planner_set_store(p, &key->map);
    }
}

/* The rows of a transform: what the spectrum has before the last level. */
static uint64_t rows_of(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                        uint64_t rows)
{
    for (int i = 0; i + 1 < p->choice->rank; ++i) {
        rows *= p->choice->axis[i].period.points;
    }
    return s->role == FFTC_ROLE_PRODUCT ? rows : 1;
}

static fftc_status finish_pass(fftc_convolution_planner *p, fftc_convolution_step *s, uint64_t rows)
{
    fftc_pass *pass = &p->plan->pass[p->plan->count];
    uint64_t total = fftc_size_multiply(s->all / s->points, fftc_loops_product(&s->beside));
    const fftc_factors_pass about = {.points = s->points,
                                     .all = s->all,
                                     .before = s->before,
                                     .lines = total,
                                     .src_stride = p->stride[p->at][s->axis],
                                     .dst_stride = p->stride[s->to][s->axis],
                                     .beside = &s->beside,
                                     .across = across_of(p, s)};
    fftc_line_request request =
        fftc_factors_request_pass(p->limits, fftc_complex_bytes(p->request->precision), &about);
    if (!p->prepare) {
        if (s->role != FFTC_ROLE_PRODUCT) {
            fftc_factors_fit_pixels(p->limits, &request);
        }
        request.product = s->role == FFTC_ROLE_PRODUCT;
        fftc_pass_wish_apply(p->limits, p->plan->count, &request);
    }
    *pass = (fftc_pass){.src = p->at, .dst = s->to};
    if (total > UINT32_MAX) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "a pass has %llu lines, at most 2^32 - 1 can be numbered: pass a smaller "
                         "batch",
                         (unsigned long long)total);
    }
    if (!fftc_line_plan(&request, &pass->key.line)) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED, "a pass of %llu points does not fit %s",
                         (unsigned long long)s->points, p->limits->name);
    }
    set_key(p, s, rows_of(p, s, rows), &pass->key);
    set_numbers(p, s, pass);
    fftc_planner_set_digits(p, s, pass);
    pass->numbers.lines = (uint32_t)total;
    pass->key.even = total % pass->key.line.count == 0;
    pass->groups = (uint32_t)((total + pass->key.line.count - 1) / pass->key.line.count);
    p->at = s->to;
    ++p->plan->count;
    return FFTC_SUCCESS;
}

static fftc_status add_pass(fftc_convolution_planner *p, int axis, uint32_t level,
                            fftc_convolution_role role, bool final)
{
    const fftc_convolved_axis *a = &p->choice->axis[axis];
    fftc_convolution_step s = {.axis = axis, .level = level, .role = role, .final = final};
    uint64_t rows = 1;
    if (p->plan->count == FFTC_PASSES_MAX) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED, "the convolution takes more than %d passes",
                         FFTC_PASSES_MAX);
    }
    for (uint32_t i = 0; i < level; ++i) {
        rows *= a->period.axes[i];
    }
    s.points = a->period.axes[level];
    s.all = a->period.points / rows;
    s.before = s.all / s.points;
    s.to = choose_place(p, &s);
    s.beside = loops_beside(p, &s, rows);
    if (s.beside.digits > FFTC_PASS_DIGITS_MAX) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED,
                         "a pass has more than %d loops beside its axis: pass a batch of one",
                         FFTC_PASS_DIGITS_MAX);
    }
    fftc_status status = finish_pass(p, &s, rows);
    p->have[axis] =
        ends(p, &s) ? fftc_planner_real_parts(p, axis, a->way.dst_count) : a->period.points;
    return status;
}

/* All passes of an axis on the way there, except the last `less`; and on the way back. */
static fftc_status add_there(fftc_convolution_planner *p, int axis, uint32_t less)
{
    fftc_status status = FFTC_SUCCESS;
    uint32_t count = p->choice->axis[axis].period.count - less;
    for (uint32_t i = 0; i < count && status == FFTC_SUCCESS; ++i) {
        status = add_pass(p, axis, i, FFTC_ROLE_THERE, false);
    }
    return status;
}

static fftc_status add_back(fftc_convolution_planner *p, int axis, uint32_t less)
{
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = p->choice->axis[axis].period.count - less; i > 0 && status == FFTC_SUCCESS;
         --i) {
        status = add_pass(p, axis, i - 1, FFTC_ROLE_BACK, axis == 0 && i == 1);
    }
    return status;
}

/* ------------------------------------------------------------------------------------ the whole */

static fftc_status add_passes(fftc_convolution_planner *p)
{
    int last = p->choice->rank - 1;
    uint32_t levels = p->choice->axis[last].period.count;
    bool in_place = p->request->in_place && !p->prepare;
    fftc_status status = FFTC_SUCCESS;
    p->at = in_place ? FFTC_PLACE_DST : FFTC_PLACE_SRC;
    for (int i = 0; i < last && status == FFTC_SUCCESS; ++i) {
        status = add_there(p, i, 0);
    }
    status = status == FFTC_SUCCESS ? add_there(p, last, 1) : status;
    if (status == FFTC_SUCCESS) {
        status = add_pass(p, last, levels - 1, p->prepare ? FFTC_ROLE_THERE : FFTC_ROLE_PRODUCT,
                          p->prepare || (last == 0 && levels == 1));
    }
    if (p->prepare || status != FFTC_SUCCESS) {
        return status;
    }
    status = add_back(p, last, 1);
    for (int i = last - 1; i >= 0 && status == FFTC_SUCCESS; --i) {
        status = add_back(p, i, 0);
    }
    return status;
}

/* How many numbers there are from the first one to the end of the last one that is used. */
static uint64_t span_of(const fftc_convolution_planner *p, bool src)
{
    const fftc_request *r = p->request;
    uint64_t span =
        1 + (p->prepare ? 0 : (r->batch - 1) * (src ? r->src_distance : r->dst_distance));
    for (int i = 0; i < r->rank; ++i) {
        const fftc_axis_wish *w = &r->wish[i];
        uint64_t end = p->prepare ? w->taps : src ? w->held_end : w->dst_end;
        span += (end - 1) * p->stride[src ? FFTC_PLACE_SRC : FFTC_PLACE_DST][i];
    }
    return span;
}

/* Whether a place is an array at all, and not replaced by an accessor of the user's. */
static bool is_array(const fftc_convolution_planner *p, fftc_place place)
{
    bool src = !p->limits->load || p->limits->load_src || p->prepare;
    bool dst = !p->limits->store || p->limits->store_dst || p->prepare;
    if (place == FFTC_PLACE_DST && p->request->in_place) {
        return src || dst;
    }
    return place == FFTC_PLACE_SRC ? src : place == FFTC_PLACE_DST ? dst : true;
}

static fftc_status use_place(fftc_convolution_planner *p, fftc_place place, uint64_t elements,
                             const char *name)
{
    uint32_t item = fftc_form_bytes((uint32_t)form_of(p, place), (uint32_t)p->request->precision);
    uint64_t most = p->limits->buffer_bytes_max / item;
    most = most < FFTC_PASS_ELEMENTS_MAX && is_array(p, place) ? most : FFTC_PASS_ELEMENTS_MAX;
    if (elements > most) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "%s spans %llu numbers, %s can reach %llu in one buffer: pass %sshorter "
                         "axes",
                         name, (unsigned long long)elements, p->limits->name,
                         (unsigned long long)most, p->prepare ? "" : "a smaller batch, or ");
    }
    p->plan->elements[place] = item == 2 ? elements + elements % 2 : elements; /* whole words */
    p->plan->item[place] = item;
    p->plan->split[place] = fftc_form_is_split((uint32_t)form_of(p, place));
    return FFTC_SUCCESS;
}

static bool uses(const fftc_pass_plan *plan, fftc_place place)
{
    bool used = false;
    for (uint32_t i = 0; i < plan->count; ++i) {
        used = used || plan->pass[i].src == place || plan->pass[i].dst == place;
    }
    return used;
}

/* Checks everything that any pass may touch. This comes before any pass is made, since keys hold 32
 * bits. */
static fftc_status check_spans(fftc_convolution_planner *p, uint64_t spectrum)
{
    uint64_t src = span_of(p, true);
    uint64_t dst = p->prepare ? spectrum : span_of(p, false);
    uint64_t scratch = fftc_size_multiply(p->batch, p->distance[FFTC_PLACE_SCRATCH]);
    if (p->request->in_place && !p->prepare) {
        dst = larger(src, dst);
    }
    fftc_status status = use_place(p, FFTC_PLACE_SRC, src, p->prepare ? "the kernel" : "src");
    if (status == FFTC_SUCCESS) {
        status = use_place(p, FFTC_PLACE_DST, dst, p->prepare ? "the spectrum" : "dst");
    }
    if (status == FFTC_SUCCESS && (p->choice->rank > 1 || p->choice->axis[0].period.count > 1)) {
        status = use_place(p, FFTC_PLACE_SCRATCH, scratch, "the scratch");
        p->plan->elements[FFTC_PLACE_SPARE] = scratch;
        p->plan->item[FFTC_PLACE_SPARE] = p->plan->item[FFTC_PLACE_SCRATCH];
    }
    return status;
}

static fftc_status make_one(fftc_convolution_planner *p)
{
    *p->plan = (fftc_pass_plan){.count = 0};
    read_axes(p);
    uint64_t spectrum = read_strides(p);
    fftc_status status = check_spans(p, spectrum);
    if (status == FFTC_SUCCESS) {
        status = add_passes(p);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (p->prepare) {
        double points = (double)spectrum;
        fftc_pass_set_scale(&p->plan->pass[p->plan->count - 1].key, p->request->factor / points);
    } else {
        p->plan->elements[FFTC_PLACE_SPECTRUM] = spectrum;
        p->plan->item[FFTC_PLACE_SPECTRUM] = fftc_complex_bytes(p->request->precision);
    }
    for (int place = 0; place < FFTC_PLACE_SPECTRUM; ++place) {
        if (!uses(p->plan, (fftc_place)place) || !is_array(p, (fftc_place)place)) {
            p->plan->elements[place] = 0;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status make_both(const fftc_request *request, const fftc_pass_limits *limits,
                             bool blocks, fftc_convolution_passes *passes, fftc_error *error)
{
    memset(passes, 0, sizeof *passes);
    fftc_status status = fftc_convolution_choose(request, limits, blocks, passes, NULL, error);
    for (int prepare = 1; prepare >= 0 && status == FFTC_SUCCESS; --prepare) {
        fftc_convolution_planner p = {.request = request,
                                      .limits = limits,
                                      .choice = passes,
                                      .prepare = prepare != 0,
                                      .plan = prepare != 0 ? &passes->prepare : &passes->execute,
                                      .error = error};
        status = make_one(&p);
    }
    return status;
}

/* Between passes, blocks take more room than whole lines, which may be too much: then the axes are
 * chosen again without blocks. */
fftc_status fftc_convolution_passes_make(const fftc_convolution_description *description,
                                         const fftc_pass_limits *limits,
                                         fftc_convolution_passes *passes, fftc_error *error)
{
    fftc_request request;
    fftc_status status = fftc_check_registers(limits->passes.registers, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_read(description, &request, error);
    }
    if (status == FFTC_SUCCESS && request.direct_sums) {
        status = fftc_fail(error, FFTC_UNSUPPORTED,
                           "direct_sums is set, but devices convolve by transforms: leave it 0, or "
                           "use the CPU");
    }
    if (status != FFTC_SUCCESS) {
        memset(passes, 0, sizeof *passes);
        return status;
    }
    status = make_both(&request, limits, limits->channels == 0, passes, error);
    if (status != FFTC_SUCCESS && passes->axis[0].blocks > 1 &&
        make_both(&request, limits, false, passes, NULL) == FFTC_SUCCESS) {
        status = fftc_succeed(error);
    }
    return status;
}

int fftc_convolution_list(const fftc_convolution_description *description,
                          const fftc_pass_limits *limits,
                          fftc_convolution_candidates lists[FFTC_MAX_RANK])
{
    fftc_pass_limits free_limits = *limits;
    fftc_request request;
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    int rank = 0;
    free_limits.choices = NULL;
    memset(lists, 0, FFTC_MAX_RANK * sizeof *lists);
    if (passes != NULL && fftc_convolution_read(description, &request, NULL) == FFTC_SUCCESS &&
        fftc_convolution_choose(&request, &free_limits, true, passes, lists, NULL) ==
            FFTC_SUCCESS) {
        rank = request.rank;
    }
    free(passes);
    return rank;
}
