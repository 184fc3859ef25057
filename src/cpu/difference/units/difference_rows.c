/* SPDX-License-Identifier: MIT
 *
 * The functions of rows.h, by single numbers: compilers make vectors of them. Nothing is fused, so
 * that bits are the same everywhere.
 */
#include "cpu/difference/rows.h"

#include <string.h>

#undef FFTC_LANES
#undef FFTC_FAST
#include "fftcore/kernel/finite_difference.h"

#define FORCE static inline __attribute__((always_inline))
/* Says that `next` is apart from all that is read, in a loop with more arrays than compilers check
 * while it runs. */
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define REACH (1 + FFTC_DIFFERENCE_MOST_REACH)

/* What a loop need not load again for each point. */
typedef struct source {
    const fftc_real *row;
    const fftc_real *before[2][FFTC_DIFFERENCE_MOST_REACH];
    const fftc_real *behind[2][FFTC_DIFFERENCE_MOST_REACH];
    fftc_real weight[3 * REACH];
} source;

/* Axes and reach are constants wherever this is inlined. Number 0 of before and behind is z. */
FORCE fftc_real laplacian(const source *s, size_t i, const int axes, const int reach)
{
    fftc_real sum = fftc_difference_begin(s->row[i], s->weight[0]);
    for (int k = 1; k <= reach; ++k) {
        sum = fftc_difference_add(sum, (s->row - k)[i], (s->row + k)[i], s->weight[k]);
    }
    for (int k = 1; k <= reach && axes == 3; ++k) {
        sum = fftc_difference_add(sum, s->before[1][k - 1][i], s->behind[1][k - 1][i],
                                  s->weight[REACH + k]);
    }
    for (int k = 1; k <= reach && axes > 1; ++k) {
        sum = fftc_difference_add(sum, s->before[0][k - 1][i], s->behind[0][k - 1][i],
                                  s->weight[2 * REACH + k]);
    }
    return sum;
}

FORCE void step_in(const fftc_difference_piece *p, const fftc_real *medium, const int axes,
                   const int reach, const bool wave)
{
    source s;
    const size_t count = p->count;
    const fftc_real gain = ((const fftc_real *)p->damping)[0];
    const fftc_real loss = ((const fftc_real *)p->damping)[1];
    fftc_real *next = p->next;
    s.row = p->row;
    memcpy(s.before, p->before, sizeof s.before);
    memcpy(s.behind, p->behind, sizeof s.behind);
    memcpy(s.weight, p->weight, sizeof s.weight);
    for (size_t row = 0; row < p->rows; ++row) {
        INDEPENDENT for (size_t i = 0; i < count; ++i)
        {
            fftc_real sum = laplacian(&s, i, axes, reach);
            sum = medium != NULL ? medium[i] * sum : sum;
            next[i] = wave ? fftc_difference_wave(s.row[i], next[i], sum, gain, loss)
                           : fftc_difference_heat(s.row[i], sum);
        }
        s.row += p->row_stride;
        for (int side = 0; side < axes - 1; ++side) {
            for (int k = 0; k < reach; ++k) {
                s.before[side][k] += p->stride;
                s.behind[side][k] += p->stride;
            }
        }
        next += p->stride;
        medium = medium != NULL ? medium + p->stride : NULL;
    }
}

FORCE void step(const fftc_difference_piece *p, const int axes, const int reach, const bool wave)
{
    if (p->medium != NULL) {
        step_in(p, p->medium, axes, reach, wave);
    } else {
        step_in(p, NULL, axes, reach, wave);
    }
}

/* Of few points each, which a call would take longer than. */
static void pad(const fftc_difference_padding *p)
{
    const fftc_real *from = p->from;
    fftc_real *to = p->to;
    for (size_t row = 0; row < p->rows; ++row) {
        memcpy(to, from + p->first, p->count * sizeof *to);
        for (int k = 1; k <= p->reach; ++k) {
            const fftc_difference_end *before = &p->before[k - 1];
            const fftc_difference_end *behind = &p->behind[k - 1];
            const fftc_real left = from[before->index];
            const fftc_real right = from[behind->index];
            to[-k] = before->sign == 0 ? 0 : before->sign < 0 ? -left : left;
            to[p->count + (size_t)k - 1] = behind->sign == 0  ? 0
                                           : behind->sign < 0 ? -right
                                                              : right;
        }
        from += p->length;
        to += p->count + 2 * (size_t)p->reach;
    }
}

#define STEP(axes, reach)                                             \
    static void heat_##axes##_##reach(const fftc_difference_piece *p) \
    {                                                                 \
        step(p, axes, reach, false);                                  \
    }                                                                 \
    static void wave_##axes##_##reach(const fftc_difference_piece *p) \
    {                                                                 \
        step(p, axes, reach, true);                                   \
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

extern const fftc_difference_set SET;
const fftc_difference_set SET = {
    .pad = pad,
    .step = {{OF(heat, 1), OF(heat, 2), OF(heat, 3)}, {OF(wave, 1), OF(wave, 2), OF(wave, 3)}}};
