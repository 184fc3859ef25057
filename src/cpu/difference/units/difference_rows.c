/* SPDX-License-Identifier: MIT
 *
 * The functions of rows.h, in vectors of FFTC_LANES numbers. Nothing is fused, so that bits are the
 * same everywhere.
 */
#include "cpu/difference/rows.h"

#include "cpu/engine/units/each_lane.h"
#include "cpu/engine/units/unroll.h"
#undef FFTC_FAST
#include "fftcore/kernel/finite_difference.h"

enum {
    LANES = FFTC_LANES,
    MOST = FFTC_DIFFERENCE_MOST_REACH,
    REACH = 1 + MOST,
    BEYOND = FFTC_DIFFERENCE_BEYOND,
    HELD = LANES >= MOST ? 2 * LANES : LANES /* of a row's last points, see step_row */
};

typedef fftc_real loose_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

FORCE fftc_real load(const fftc_scalar *from)
{
    return *(const loose_real *)from;
}

FORCE void store(fftc_scalar *to, fftc_real x)
{
    *(loose_real *)to = x;
}

/* Not fftc_real_splat, of whose loop gcc 12 makes an instruction for each lane; 0 + x would lose
 * the sign of a zero. */
FORCE fftc_real splat(fftc_scalar x)
{
    return x - (fftc_real){0};
}

/* A piece, in the units of vectors. Of before and behind, number 0 is z. */
typedef struct source {
    const fftc_scalar *row;
    const fftc_scalar *before[2][MOST];
    const fftc_scalar *behind[2][MOST];
    const fftc_scalar *medium;
    fftc_scalar *next;
    size_t count;
    fftc_real weight[3 * REACH];
    fftc_real gain;
    fftc_real loss;
} source;

/* What is constant wherever functions are inlined. */
typedef struct kind {
    int axes;
    int reach;
    bool wave;
} kind;

/* Points of a row. */
typedef struct points {
    size_t x;
    size_t begin; /* of the row, in arrays */
    const fftc_scalar *beyond;
} points;

/* --- neighbours along x ----------------------------------------------------------------------- */

/* Where a vector's neighbours are: in the row, beyond its front or back, or, of vectors that are
 * shorter than the reach, beyond any end. */
typedef enum where { INSIDE, FRONT, BACK, ANYWHERE } where;

#if FFTC_LANES >= FFTC_DIFFERENCE_MOST_REACH
#define JOINED(lane, first) ((first) + (lane))
#if FFTC_PRECISION == 64
typedef int64_t index_vector __attribute__((vector_size(8 * LANES)));
#else
typedef int32_t index_vector __attribute__((vector_size(4 * LANES)));
#endif

/* The lanes of a and b in a row, from number `first` on, which is constant after inlining. clang
 * has no __builtin_shuffle, but it resolves the loop. */
FORCE fftc_real join(fftc_real a, fftc_real b, const int first)
{
#ifdef __clang__
    fftc_real joined;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        joined[i] = first + i < LANES ? a[first + i] : b[first + i - LANES];
    }
    return joined;
#else
    return __builtin_shuffle(a, b, (index_vector){EACH_LANE(JOINED, first)});
#endif
}

/* The neighbours at a distance d before (behind, if it is negative). */
FORCE fftc_real neighbours(const source *s, const points *p, fftc_real point, const int d,
                           const where place)
{
    if (d > 0 && place == FRONT) {
        return join(load(p->beyond + MOST - LANES), point, LANES - d);
    }
    if (d < 0 && place == BACK) {
        return join(point, load(p->beyond + MOST), -d);
    }
    return load(s->row + p->begin + p->x - d);
}
#else
FORCE fftc_real neighbours(const source *s, const points *p, fftc_real point, const int d,
                           const where place)
{
    const fftc_scalar *row = s->row + p->begin;
    fftc_scalar each[LANES];
    (void)point;
    for (int lane = 0; place == ANYWHERE && lane < LANES; ++lane) {
        const ptrdiff_t at = (ptrdiff_t)p->x + lane - d;
        const ptrdiff_t behind = at - (ptrdiff_t)s->count;
        each[lane] = at < 0        ? p->beyond[MOST + at]
                     : behind >= 0 ? p->beyond[MOST + behind]
                                   : row[at];
    }
    return place == ANYWHERE ? load(each) : load(row + p->x - d);
}
#endif

/* --- steps ------------------------------------------------------------------------------------ */

/* Takes the previous points from `previous`. */
FORCE void step_points(const source *s, const points *p, const fftc_scalar *previous,
                       const where place, const kind k)
{
    const size_t at = p->begin + p->x;
    const fftc_real point = load(s->row + at);
    fftc_real sum = fftc_difference_begin(point, s->weight[0]);
    for (int d = 1; d <= k.reach; ++d) {
        sum = fftc_difference_add(sum, neighbours(s, p, point, d, place),
                                  neighbours(s, p, point, -d, place), s->weight[d]);
    }
    for (int axis = k.axes == 3 ? 1 : 2; axis < 3 && k.axes > 1; ++axis) {
        const int side = 2 - axis;
        for (int d = 1; d <= k.reach; ++d) {
            sum =
                fftc_difference_add(sum, load(s->before[side][d - 1] + at),
                                    load(s->behind[side][d - 1] + at), s->weight[axis * REACH + d]);
        }
    }
    if (s->medium != NULL) {
        sum *= load(s->medium + at);
    }
    store(s->next + at, k.wave ? fftc_difference_wave(point, load(previous), sum, s->gain, s->loss)
                               : fftc_difference_heat(point, sum));
}

/* Where the vectors behind that of the front begin: in long rows at a multiple of their size,
 * unless they would have neighbours beyond the front. Most of them then cross no cache line. */
FORCE size_t inside(const fftc_scalar *row, size_t count, size_t reach)
{
    const size_t before = (size_t)(-(uintptr_t)row / sizeof *row) % LANES;
    return before >= reach && count >= 4 * LANES ? before : LANES;
}

/* Vectors overlap behind the front, and at the end if they do not fill the row: the last one
 * overlaps the one before, and that one may overlap another lest its neighbours are beyond the end.
 * What they need of the previous points is copied before. */
FORCE void step_row(const source *s, size_t begin, const fftc_scalar *beyond, const bool front,
                    const bool back, const kind k)
{
    const size_t count = s->count;
    const size_t reach = (size_t)k.reach;
    const size_t last = count - LANES;
    const fftc_scalar *next = s->next + begin;
    fftc_scalar first[LANES];
    fftc_scalar held[HELD];
    const fftc_scalar *previous = next + count; /* behind those of the last points */
    points p = {0, begin, beyond};
    if (LANES >= MOST && front) {
        p.x = back ? inside(s->row + begin, count, reach) : LANES;
    }
    if (k.wave) {
        store(first, load(next));
    }
    if (k.wave && (count - p.x) % LANES != 0) {
        for (int i = 0; i < HELD; i += LANES) {
            store(held + i, load(next + count - HELD + i));
        }
        previous = held + HELD;
    }
#if FFTC_LANES >= FFTC_DIFFERENCE_MOST_REACH
    const size_t end = back ? last - reach + 1 : count;
    for (; p.x < end; p.x += LANES) {
        step_points(s, &p, next + p.x, INSIDE, k);
    }
    if (back && p.x < last) {
        p.x = last - reach;
        step_points(s, &p, previous - LANES - reach, INSIDE, k);
    }
    if (back) {
        p.x = last;
        step_points(s, &p, previous - LANES, BACK, k);
    }
    if (front) {
        p.x = 0;
        step_points(s, &p, first, FRONT, k);
    }
#else
    for (; p.x <= last; p.x += LANES) {
        if ((front && p.x < reach) || (back && p.x + LANES + reach > count)) {
            step_points(s, &p, next + p.x, ANYWHERE, k);
        } else {
            step_points(s, &p, next + p.x, INSIDE, k);
        }
    }
    if (p.x < count) {
        p.x = last;
        step_points(s, &p, previous - LANES, ANYWHERE, k);
    }
#endif
}

FORCE void step(const fftc_difference_piece *p, const kind k)
{
    const fftc_scalar *weight = p->weight;
    const fftc_scalar *damping = p->damping;
    source s = {.row = p->row,
                .medium = p->medium,
                .next = p->next,
                .count = p->count,
                .gain = splat(damping[0]),
                .loss = splat(damping[1])};
    memcpy(s.before, p->before, sizeof s.before);
    memcpy(s.behind, p->behind, sizeof s.behind);
    for (int i = 0; i < 3 * REACH; ++i) {
        s.weight[i] = splat(weight[i]);
    }
    for (size_t row = 0; row < p->rows; ++row) {
        step_row(&s, row * p->stride, (const fftc_scalar *)p->beyond + row * BEYOND, p->front,
                 p->back, k);
    }
}

static void pad(const fftc_difference_padding *p)
{
    for (int i = 0; i < p->count; ++i) {
        const fftc_difference_end end = p->end[i];
        const fftc_scalar *from = (const fftc_scalar *)p->from + end.index;
        fftc_scalar *to = (fftc_scalar *)p->to + end.to;
        for (size_t row = 0; row < p->rows; ++row) {
            const fftc_scalar x = from[row * p->length];
            to[row * BEYOND] = end.sign == 0 ? 0 : end.sign < 0 ? -x : x;
        }
    }
}

#define STEP(axes, reach)                                             \
    static void heat_##axes##_##reach(const fftc_difference_piece *p) \
    {                                                                 \
        step(p, (kind){axes, reach, false});                          \
    }                                                                 \
    static void wave_##axes##_##reach(const fftc_difference_piece *p) \
    {                                                                 \
        step(p, (kind){axes, reach, true});                           \
    }
#define STEPS(axes) STEP(axes, 1) STEP(axes, 2) STEP(axes, 3) STEP(axes, 4)
STEPS(1)
STEPS(2)
STEPS(3)

#define SET__(isa, bits) fftc_difference_##isa##_f##bits
#define SET_(isa, bits) SET__(isa, bits)
#define SET SET_(ENGINE_ISA, FFTC_PRECISION)
#define OF(name, axes)                                                             \
    {                                                                              \
        name##_##axes##_1, name##_##axes##_2, name##_##axes##_3, name##_##axes##_4 \
    }

/* Either the front's vector and the back's fill a row, or what is between is done by vectors that
 * have all their neighbours in the row. */
#define LEAST(reach) (LANES < MOST ? LANES : LANES > 2 * (reach) ? 2 * LANES : LANES + 2 * (reach))

extern const fftc_difference_set SET;
const fftc_difference_set SET = {
    .least = {LEAST(1), LEAST(2), LEAST(3), LEAST(4)},
    .pad = pad,
    .step = {{OF(heat, 1), OF(heat, 2), OF(heat, 3)}, {OF(wave, 1), OF(wave, 2), OF(wave, 3)}}};
