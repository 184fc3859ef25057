/* SPDX-License-Identifier: MIT
 *
 * Steps of finite differences on one thread of the CPU beside a plain loop, and beside a copy:
 *
 *     difference_bench [POINTS [AXES]]
 *
 * The heat equation in float, periodic, in arrays of POINTS points and rows of many lengths; with
 * three axes planes have 16 rows. The plain loop computes only points that have all neighbours.
 * The least of some alternating repetitions, in picoseconds a point. A step reads and writes each
 * point at least once, as the copy does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/finite_difference.h"

enum { REPETITIONS = 25, MAX_AXES = 3 };

/* Of this process, whose only thread this is: not those of other programs between. */
static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_least(double *least, double start, double points)
{
    double took = (seconds() - start) / points;
    *least = *least == 0 || took < *least ? took : *least;
}

typedef struct shape {
    size_t length[MAX_AXES]; /* x, y, z */
    size_t points;
} shape;

static const float weight[5] = {-0.4F, 0.1F, 0.02F, 0.01F, 0.005F};

/* What one writes down: points that have all neighbours. Compilers make vectors of it. */
#define PAIR(k, step) weight[k] * ((row - (k) * (step))[x] + (row + (k) * (step))[x])
#define PAIRS_1(step) PAIR(1, step)
#define PAIRS_2(step) PAIRS_1(step) + PAIR(2, step)
#define PAIRS_4(step) PAIRS_2(step) + PAIR(3, step) + PAIR(4, step)
#define LOOP(axes, reach, sum)                                                   \
    static size_t loop_##axes##_##reach(const shape *s, const float *restrict a, \
                                        float *restrict next)                    \
    {                                                                            \
        const size_t r = reach;                                                  \
        const size_t w = s->length[0];                                           \
        const size_t plane = w * s->length[1];                                   \
        const size_t deep = axes == 3 ? r : 0;                                   \
        size_t points = 0;                                                       \
        for (size_t z = deep; z + deep < s->length[2]; ++z) {                    \
            for (size_t y = r; y + r < s->length[1] && w > 2 * r; ++y) {         \
                const float *row = a + z * plane + y * w;                        \
                float *to = next + z * plane + y * w;                            \
                for (size_t x = r; x < w - r; ++x) {                             \
                    to[x] = row[x] + weight[0] * row[x] + (sum);                 \
                }                                                                \
                points += w - 2 * r;                                             \
            }                                                                    \
        }                                                                        \
        return points;                                                           \
    }
LOOP(2, 1, PAIRS_1(1) + PAIRS_1(w))
LOOP(2, 2, PAIRS_2(1) + PAIRS_2(w))
LOOP(2, 4, PAIRS_4(1) + PAIRS_4(w))
LOOP(3, 1, PAIRS_1(1) + PAIRS_1(w) + PAIRS_1(plane))
LOOP(3, 2, PAIRS_2(1) + PAIRS_2(w) + PAIRS_2(plane))
LOOP(3, 4, PAIRS_4(1) + PAIRS_4(w) + PAIRS_4(plane))
static size_t (*const loops[2][5])(const shape *, const float *restrict, float *restrict) = {
    {NULL, loop_2_1, loop_2_2, NULL, loop_2_4}, {NULL, loop_3_1, loop_3_2, NULL, loop_3_4}};

static void measure(const shape *s, int axes, int reach, float *a, float *b)
{
    fftc_difference d = {.coefficient = 1.0, .order = 2 * reach};
    double took[3] = {0}; /* the library, the loop, a copy */
    fftc_difference_plan *plan;
    fftc_error error;
    for (int i = 0; i < axes; ++i) {
        d.length[i] = s->length[axes - 1 - i];
    }
    (void)fftc_difference_limit(&d, &d.time_step, NULL);
    d.time_step *= 0.5;
    if (fftc_difference_plan_create(&d, NULL, &plan, &error) != FFTC_SUCCESS) {
        puts(error.message);
        return;
    }
    const int steps = (int)(((size_t)1 << 20) / s->points) + 1;
    for (int i = 0; i < REPETITIONS; ++i) {
        void *arrays[2] = {a, b};
        double start = seconds();
        (void)fftc_difference_execute(plan, (uint64_t)steps, arrays, NULL, NULL);
        keep_least(&took[0], start, (double)steps * (double)s->points);
        size_t points = 0;
        start = seconds();
        for (int step = 0; step < steps; ++step) {
            points += loops[axes - 2][reach](s, a, b);
        }
        keep_least(&took[1], start, (double)points);
        start = seconds();
        for (int step = 0; step < steps; ++step) {
            memcpy(step % 2 == 0 ? b : a, step % 2 == 0 ? a : b, s->points * sizeof(float));
        }
        keep_least(&took[2], start, (double)steps * (double)s->points);
    }
    printf("rows of %5zu, order %d: %7.1f, loop %7.1f, copy %6.1f ps; %5.2f times the loop\n",
           s->length[0], 2 * reach, 1e12 * took[0], 1e12 * took[1], 1e12 * took[2],
           took[1] / took[0]);
    fftc_difference_plan_destroy(plan);
}

int main(int argc, char **argv)
{
    const size_t points = argc > 1 ? strtoull(argv[1], NULL, 0) : (size_t)1 << 16;
    const int axes = argc > 2 ? atoi(argv[2]) : 2;
    static const size_t rows[] = {16, 32, 64, 100, 128, 256, 1024, 4096};
    if ((axes != 2 && axes != 3) || points < (size_t)1 << 16) {
        puts("POINTS must be at least 65536, AXES 2 or 3");
        return 1;
    }
    float *a = aligned_alloc(64, points * sizeof *a);
    float *b = aligned_alloc(64, points * sizeof *b);
    for (size_t i = 0; a != NULL && b != NULL && i < points; ++i) {
        a[i] = b[i] = (float)(i % 97) / 97;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows && a != NULL && b != NULL; ++i) {
        const size_t tall = axes == 3 ? 16 : 1;
        const size_t deep = points / rows[i] / tall;
        shape s = {{rows[i], axes == 3 ? tall : deep, axes == 3 ? deep : 1}, 0};
        s.points = s.length[0] * s.length[1] * s.length[2];
        for (int reach = 1; reach <= 4 && s.length[axes - 1] > 8; reach *= 2) {
            measure(&s, axes, reach, a, b);
        }
    }
    free(a);
    free(b);
    return 0;
}
