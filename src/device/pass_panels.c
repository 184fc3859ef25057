/* SPDX-License-Identifier: MIT
 *
 * Panels, for long columns in narrow tiles. A workgroup holds only 4 or 8 columns of 1024 points
 * and more. In an array these are pieces of 32 or 64 bytes, far apart. They have to be written that
 * way. But what is read is another pass's result, and can be laid out as it will be read: see
 * fftc_panels.
 */
#include "device/pass_planner.h"

#include "device/pass_loops.h"
#include "fftcore/kernel/sizes.h"

/* Rows of a panel that are stored together. With more of them, what the pass before writes at one
 * time lies further apart; with fewer, the pieces that are read are shorter. On an H200 4096 x 4096
 * took 1438 us with 16 and 1439 with 32, 1466 with 64, 1513 with 256, 1650 with all. */
#define PANEL_ROWS 32u
/* Panels are only for more data than so many times a workgroup's shared memory, since a cache may
 * hold less: on an H200 2048 x 1024, alone, took 24.2 us without and 26.9 with them; of 1 GiB, 1284
 * and 1131. */
#define SHARED_TIMES 640u

static int last_axis(const fftc_planner *p)
{
    return p->layout.rank - 1;
}

/* Whether the axis takes one pass: by the planner's choice, or as it was asked for. */
static bool one_pass(const fftc_planner *p, int axis)
{
    fftc_factors wished;
    return !fftc_factors_wished(p->limits, axis, p->layout.axis[axis].length, &wished) ||
           wished.count == 1;
}

static uint32_t rows_of(uint64_t length)
{
    uint32_t rows = PANEL_ROWS;
    while (length % rows != 0) {
        --rows;
    }
    return rows;
}

/* Ends panels: arrays between axes are packed in the scratch again. */
void fftc_panels_end(fftc_planner *p)
{
    uint64_t packed = 1;
    for (int i = last_axis(p); i >= 0; --i) {
        p->stride[FFTC_PLACE_SCRATCH][i] = packed;
        p->stride[FFTC_PLACE_SPARE][i] = packed;
        packed = fftc_size_multiply(packed, p->layout.axis[i].length);
    }
    p->distance[FFTC_PLACE_SCRATCH] = packed;
    p->distance[FFTC_PLACE_SPARE] = packed;
    p->panels = (fftc_panels){.columns = 0};
}

static void begin(fftc_planner *p, fftc_panels panels)
{
    uint64_t *stride = p->stride[FFTC_PLACE_SCRATCH];
    p->panels = panels;
    for (int i = panels.axis + 1; i < last_axis(p); ++i) {
        stride[i] *= panels.rows;
    }
    stride[panels.axis] = 1; /* bricks say where its numbers are */
}

bool fftc_panels_begin(fftc_planner *p, int axis)
{
    fftc_panels panels = {.axis = axis - 1};
    if (axis == p->layout.loops || p->panels.columns != 0 || p->limits->passes.less_scratch ||
        p->at == FFTC_PLACE_SCRATCH || !fftc_planner_whole(p) ||
        !fftc_planner_much(p, SHARED_TIMES) || !one_pass(p, panels.axis)) {
        return false;
    }
    uint64_t length = p->layout.axis[panels.axis].length;
    uint32_t item = fftc_planner_item_bytes(p, FFTC_PLACE_DST);
    panels.columns =
        fftc_factors_columns(p->limits, fftc_complex_bytes(p->transform->precision), length, item,
                             p->stride[FFTC_PLACE_DST][panels.axis] * item, &panels.large);
    if (panels.columns == 0 || p->layout.axis[last_axis(p)].length % panels.columns != 0) {
        return false;
    }
    panels.rows = rows_of(length);
    panels.row = (uint32_t)p->stride[FFTC_PLACE_SCRATCH][panels.axis];
    begin(p, panels);
    fftc_loops there = fftc_planner_beside(p, axis, p->at, FFTC_PLACE_SCRATCH);
    fftc_loops back = fftc_planner_beside(p, panels.axis, FFTC_PLACE_SCRATCH, FFTC_PLACE_DST);
    if (panels.rows < 2 || there.digits > FFTC_PASS_DIGITS_MAX ||
        back.digits > FFTC_PASS_DIGITS_MAX) {
        fftc_panels_end(p);
        return false;
    }
    return true;
}

void fftc_panels_add(const fftc_planner *p, int i, fftc_place src, fftc_place dst, fftc_loops *l)
{
    const fftc_place place[2] = {src, dst};
    const fftc_panels *n = &p->panels;
    bool columns = i != n->axis;
    uint32_t part = columns ? n->columns : n->rows;
    uint64_t fine[2];
    uint64_t coarse[2];
    for (int k = 0; k < 2; ++k) {
        bool in = place[k] == FFTC_PLACE_SCRATCH;
        fine[k] = !in ? p->stride[place[k]][i] : columns ? 1 : n->columns;
        coarse[k] = !in       ? part * fine[k]
                    : columns ? (uint64_t)n->columns * n->rows
                              : (uint64_t)n->row * n->rows;
    }
    fftc_loops_add(l, part, fine[0], fine[1]);
    fftc_loops_add(l, p->layout.axis[i].length / part, coarse[0], coarse[1]);
}

bool fftc_panels_split(const fftc_planner *p, int i, fftc_place src, fftc_place dst)
{
    return p->panels.columns != 0 && (i == last_axis(p) || i == p->panels.axis) &&
           (src == FFTC_PLACE_SCRATCH || dst == FFTC_PLACE_SCRATCH);
}

void fftc_panels_apply(const fftc_planner *p, fftc_pass_step *s)
{
    const fftc_panels *n = &p->panels;
    const fftc_pass_bricks bricks = {n->rows - 1, n->columns - 1};
    if (n->columns == 0) {
        return;
    }
    if (s->axis == n->axis) {
        s->src_bricks = bricks;
        s->src_all = n->row;
        s->large = n->large;
        return;
    }
    s->to = FFTC_PLACE_SCRATCH;
    if (s->axis == last_axis(p)) {
        s->dst_bricks = bricks;
    }
}
