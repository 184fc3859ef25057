/* SPDX-License-Identifier: MIT
 *
 * What the first and the last pass of a convolution do with the user's numbers: the parameters of
 * kernel/mapped_pass.h.
 */
#include "device/convolution_planner.h"

bool fftc_map_follows(const fftc_map *map, uint64_t *count)
{
    *count = map->count;
    if (map->padding != FFTC_PADDING_ZERO || map->last != 0 || map->at < map->begin ||
        map->at >= map->end) {
        return false;
    }
    if (map->at + map->count > map->end) {
        *count = map->end - map->at;
    }
    return map->at + map->count <= map->modulus + map->begin;
}

bool fftc_planner_straight(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                           uint64_t *count)
{
    return !fftc_planner_scattered(p, s) && fftc_map_follows(&p->map[s->axis], count);
}

/* Sets where the numbers of a line are, which need not follow each other; those of the second
 * signal are `further` on. */
static void set_map(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                    uint64_t further, fftc_pass_map *map)
{
    const fftc_map *m = &p->map[s->axis];
    const fftc_convolved_axis *a = &p->choice->axis[s->axis];
    uint64_t before = (a->blocks - 1) * a->way.dst_count;
    uint64_t span =
        before + a->way.src_count + (fftc_planner_right_angle(p, s->axis) ? 0 : further);
    int64_t last = a->way.src_first + (int64_t)span - 1;
    bool once = !p->prepare && fftc_planner_scattered(p, s) &&
                fftc_axis_met_once(&a->wish, a->way.src_first, last);
    map->at = once ? (uint32_t)a->way.src_first : (uint32_t)m->at;
    if (m->padding != FFTC_PADDING_ZERO) { /* which is counted from 0, wherever the signal begins */
        map->at = (uint32_t)m->at;
        once = m->at + span <= m->modulus;
    }
    map->wrapped = once ? 2 : 1;
    map->modulus = (uint32_t)m->modulus;
    map->begin = (uint32_t)m->begin;
    map->end = (uint32_t)m->end;
    map->mirrored = m->last != 0;
    map->last = (uint32_t)m->last;
    map->padding = m->padding;
    map->at_2 = once ? map->at + (uint32_t)further : (uint32_t)((m->at + further) % m->modulus);
}

/* For the kernel of a right-angle convolution: taps of lags before the first are read around the
 * corner, where signs change. */
static void set_signs(const fftc_convolution_planner *p, fftc_pass_map *map)
{
    const fftc_convolved_axis *a = &p->choice->axis[0];
    int64_t first = fftc_axis_kernel_first(&a->wish, &a->way);
    uint64_t points = a->period.points;
    uint64_t negative = (uint64_t)((int64_t)(2 * points) + (first < 0 ? first : 0));
    map->negated = first < 0;
    map->negative = (uint32_t)negative;
    map->negative_2 = negative > points ? (uint32_t)(negative - points) : 0;
}

uint32_t fftc_planner_set_load(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                               fftc_pass_key *key)
{
    const fftc_map *m = &p->map[s->axis];
    const fftc_convolved_axis *a = &p->choice->axis[s->axis];
    fftc_pass_map *map = &key->map;
    bool users = p->plan->count == 0;
    bool halves = users && p->choice->signals == FFTC_SIGNALS_HALVED && !p->prepare;
    bool right_angle = users && fftc_planner_right_angle(p, s->axis);
    uint64_t base = users ? 0 : p->kept[s->axis][0];
    uint64_t count;
    uint64_t first;
    if (fftc_planner_straight(p, s, &count)) {
        first = m->at;
    } else {
        count = m->count;
        set_map(p, s, halves ? a->sums : right_angle ? a->period.points : 0, map);
        first = m->padding != FFTC_PADDING_ZERO ? m->first : 0;
    }
    key->src_range[1] = (uint32_t)fftc_planner_real_parts(p, s->axis, count);
    if (users && p->request->real) {
        bool pairs = p->choice->signals == FFTC_SIGNALS_PAIRED && !p->prepare;
        map->src_real = 1;
        map->count_2 = halves || pairs ? (uint32_t)count : 0;
        map->count_2 = right_angle ? (uint32_t)(count - key->src_range[1]) : map->count_2;
        map->src_apart = pairs ? (uint32_t)p->request->src_distance : 0;
    }
    if (right_angle && p->prepare) {
        set_signs(p, map);
    }
    if (users && !p->prepare && a->blocks > 1) {
        map->block = (uint32_t)a->way.dst_count;
    }
    map->conjugate =
        users && p->prepare && s->axis == 0 && !p->request->real && p->request->wish[0].correlate;
    return (uint32_t)((first - base) * p->stride[p->at][s->axis]);
}

void fftc_planner_set_store(const fftc_convolution_planner *p, fftc_pass_map *map)
{
    const fftc_convolved_axis *a = &p->choice->axis[0];
    const fftc_request *r = p->request;
    uint64_t block = a->way.dst_count;
    map->dst_real = r->real;
    map->block = a->blocks > 1 ? (uint32_t)block : 0;
    map->dst_all = a->blocks > 1 ? (uint32_t)a->sums : 0;
    if (p->choice->signals == FFTC_SIGNALS_PAIRED) {
        map->dst_count_2 = (uint32_t)block;
        map->dst_all_2 = (uint32_t)a->sums;
        map->dst_apart = (uint32_t)r->dst_distance;
    }
    if (p->choice->signals == FFTC_SIGNALS_HALVED) {
        map->dst_all_2 = (uint32_t)(a->wish.dst_end - a->wish.dst_begin - a->sums);
        map->dst_count_2 = a->blocks > 1 ? (uint32_t)block : map->dst_all_2;
        map->dst_apart = (uint32_t)(a->sums * r->dst_stride[0]);
    }
    if (p->choice->signals == FFTC_SIGNALS_RIGHT_ANGLE) {
        uint64_t points = fftc_planner_real_parts(p, 0, block);
        map->dst_count_2 = (uint32_t)(block - points);
        map->dst_all_2 = a->sums > points ? (uint32_t)(a->sums - points) : 0;
        map->dst_apart = (uint32_t)(points * r->dst_stride[0]);
    }
}

/* Finds a loop by its step in the destination, which no two loops share. */
static uint32_t find_loop(const fftc_convolution_step *s, uint64_t count, uint64_t dst)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->beside.digits; ++i) {
        found = s->beside.count[i] == count && s->beside.dst[i] == dst ? i : found;
    }
    return found;
}

void fftc_planner_set_digits(const fftc_convolution_planner *p, const fftc_convolution_step *s,
                             fftc_pass *pass)
{
    const fftc_request *r = p->request;
    fftc_pass_map *map = &pass->key.map;
    if (map->src_real + map->dst_real != 0 && !p->prepare &&
        p->choice->signals == FFTC_SIGNALS_PAIRED && r->batch % 2 != 0) {
        map->signals = (uint32_t)r->batch;
        map->digit = find_loop(s, p->batch, p->distance[s->to]);
    }
    if (map->block != 0) {
        map->block_digit = find_loop(s, p->choice->axis[0].blocks, p->block[s->to]);
        if (p->plan->count == 0) { /* the map has it */
            pass->numbers.src_step[map->block_digit] = 0;
        }
    }
}
