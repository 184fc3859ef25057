/* SPDX-License-Identifier: MIT
 *
 * Planes: rows, together with all points or the first points of the axis before them, in one
 * dispatch. A workgroup has a plane of R rows of X numbers (FFTC_LINE_PLANE of
 * kernel/line_parameters.h). The remaining points of that axis are its second pass.
 */
#include "device/pass_planner.h"

/* Fewer workgroups leave most of a device idle. */
#define FEW_GROUPS 64u
/* The numbers of float in a workgroup's plane, by its shared memory: usually 8192, not the most
 * that fit 48 KB, 16384. Lines of these lengths take 519 and 614 us on an H200. */
#define USUAL_POINTS(shared_bytes) ((shared_bytes) / 6)
#define MOST_POINTS(shared_bytes) ((shared_bytes) / 3)
/* The most points of the second pass, of which a workgroup holds pieces of 64 bytes. */
#define LEFT_MAX 1024u

static bool power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
}

static bool free_to_choose(const fftc_planner *p, int axis)
{
    fftc_factors wished;
    return !fftc_factors_wished(p->limits, axis, p->layout.axis[axis].length, &wished);
}

/* How many rows of so many columns have that many numbers of float; of double half as many. */
static uint64_t rows_of(const fftc_planner *p, uint64_t floats, uint64_t columns)
{
    uint64_t most = (p->transform->precision == FFTC_FLOAT64 ? floats / 2 : floats) / columns;
    uint64_t rows = 1;
    while (2 * rows <= most) {
        rows *= 2;
    }
    return rows;
}

/* Whether columns of this axis would be read from panels if rows were done by themselves. Where
 * they are long, that gains as much as a plane: on an H200 2048 x 64 x 64 took 1794 us by planes,
 * and 1685 by panels. */
static bool takes_panels(const fftc_planner *p, int axis)
{
    bool large;
    uint32_t item = fftc_planner_item_bytes(p, FFTC_PLACE_DST);
    uint64_t length = p->layout.axis[axis].length;
    return length > LEFT_MAX &&
           fftc_factors_columns(p->limits, fftc_complex_bytes(p->transform->precision), length,
                                item, p->stride[FFTC_PLACE_DST][axis] * item, &large) != 0;
}

/* How many rows of `columns` points a workgroup takes, where the axis has `length`: all, if they
 * fit; otherwise some, if the axis takes two passes in any case. 0: no planes. */
static uint64_t choose_rows(const fftc_planner *p, uint64_t length, uint64_t columns)
{
    uint64_t most = rows_of(p, MOST_POINTS(p->limits->shared_bytes), columns);
    if (length <= most) {
        return length;
    }
    fftc_factors f;
    bool two = fftc_factors_choose(p->limits, fftc_complex_bytes(p->transform->precision), length,
                                   UINT32_MAX, columns, false, &f) &&
               f.count == 2 && !takes_panels(p, p->layout.rank - 2);
    uint64_t usual = rows_of(p, USUAL_POINTS(p->limits->shared_bytes), columns);
    uint64_t rows = usual * LEFT_MAX >= length ? usual : most;
    return two && rows > 1 && length / rows <= LEFT_MAX ? rows : 0;
}

static fftc_line_request request_for(const fftc_planner *p, const fftc_pass_step *s, uint64_t total)
{
    fftc_line_request r = fftc_factors_request(
        p->limits, fftc_complex_bytes(p->transform->precision), s->points, total);
    r.plane = s->rows;
    return r;
}

/* Begins a step by planes, if there is a schedule for them. */
bool fftc_planes_begin(const fftc_planner *p, fftc_pass_step *s)
{
    int last = p->layout.rank - 1;
    *s = (fftc_pass_step){.axis = last, .before = 1};
    if (last - 1 < p->layout.loops || !fftc_planner_whole(p) || !free_to_choose(p, last) ||
        !free_to_choose(p, last - 1)) {
        return false;
    }
    uint64_t columns = p->layout.axis[last].length;
    uint64_t length = p->layout.axis[last - 1].length;
    bool rows = p->stride[p->at][last] == 1 && p->stride[FFTC_PLACE_DST][last] == 1;
    if (!rows || !power_of_two(columns) || !power_of_two(length) ||
        (last - 2 >= p->layout.loops && takes_panels(p, last - 2))) {
        return false;
    }
    s->rows = (uint32_t)choose_rows(p, length, columns);
    s->points = s->all = s->rows * columns;
    uint64_t total = s->rows != 0 ? length / s->rows * p->layout.batch.length : 0;
    for (int i = 0; i < last - 1; ++i) {
        total *= p->layout.axis[i].length;
    }
    fftc_line_schedule schedule;
    fftc_line_request request = request_for(p, s, total);
    fftc_pass_wish_apply(p->limits, 0, &request);
    return total >= FEW_GROUPS && fftc_line_plan(&request, &schedule) && schedule.rounds <= 2;
}

/* Planes are counted like transforms: o numbers them. */
void fftc_planes_apply(const fftc_planner *p, fftc_pass_step *s)
{
    int axis = s->axis - 1;
    uint64_t apart = p->layout.axis[axis].length / s->rows;
    uint64_t src = p->stride[p->at][axis];
    uint64_t dst = p->stride[s->to][axis];
    s->src_row = (uint32_t)(src * apart);
    s->dst_row = (uint32_t)dst;
    s->beside = (fftc_loops){.digits = 0};
    fftc_loops_add(&s->beside, apart, src, dst * s->rows);
    for (int i = 0; i < axis; ++i) {
        fftc_loops_add(&s->beside, p->layout.axis[i].length, p->stride[p->at][i],
                       p->stride[s->to][i]);
    }
    fftc_loops_add(&s->beside, p->layout.batch.length, p->distance[p->at], p->distance[s->to]);
    fftc_loops_merge(&s->beside);
}
