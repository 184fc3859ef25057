/* SPDX-License-Identifier: MIT
 *
 * Steps of finite differences on one thread of the CPU beside a plain loop, and beside a copy:
 *
 *     difference_bench                 2^16 floats, two axes, rows of many lengths, heat
 *     difference_bench AXES LENGTH     a square or a cube: heat and waves, float and double
 *
 * Boundaries are periodic. The plain loop computes only points that have all neighbours; its
 * compiler has -O3, and no flags of an instruction set. The least of some alternating repetitions,
 * in picoseconds a point. The library does 8 steps in a call, or more in small arrays; the loop and
 * the copy go to and fro between two arrays as often. A step by itself reads and writes each point
 * at least once, as the copy does.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/finite_difference.h"

enum { REPETITIONS = 25, REPETITIONS_LARGE = 5, LARGE = 1 << 22, MAX_AXES = 3 };

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

/* What one writes down: points that have all neighbours. Compilers make vectors of it. */
#define PAIR(k, step) weight[k] * ((row - (k) * (step))[x] + (row + (k) * (step))[x])
#define PAIRS_1(step) PAIR(1, step)
#define PAIRS_4(step) PAIRS_1(step) + PAIR(2, step) + PAIR(3, step) + PAIR(4, step)
#define MIDDLE(axes, reach) (-2 * (axes) * ((reach) == 1 ? 0.1 : 0.135))
#define HEAT(sum) row[x] + (sum)
#define WAVE(sum) 2 * row[x] - to[x] + (sum)
#define LOOP(real, equation, axes, reach, sum)                                           \
    static size_t loop_##real##_##equation##_##axes##_##reach(                           \
        const shape *s, const void *restrict from, void *restrict into)                  \
    {                                                                                    \
        static const real weight[5] = {(real)MIDDLE(axes, reach), (real)0.1, (real)0.02, \
                                       (real)0.01, (real)0.005};                         \
        const real *restrict a = from;                                                   \
        real *restrict next = into;                                                      \
        const size_t r = reach;                                                          \
        const size_t w = s->length[0];                                                   \
        const size_t plane = w * s->length[1];                                           \
        const size_t deep = axes == 3 ? r : 0;                                           \
        size_t points = 0;                                                               \
        for (size_t z = deep; z + deep < s->length[2]; ++z) {                            \
            for (size_t y = r; y + r < s->length[1] && w > 2 * r; ++y) {                 \
                const real *row = a + z * plane + y * w;                                 \
                real *to = next + z * plane + y * w;                                     \
                for (size_t x = r; x < w - r; ++x) {                                     \
                    to[x] = equation(weight[0] * row[x] + sum);                          \
                }                                                                        \
                points += w - 2 * r;                                                     \
            }                                                                            \
        }                                                                                \
        return points;                                                                   \
    }
#define LOOPS(real, equation)                                                                   \
    LOOP(real, equation, 2, 1, PAIRS_1(1) + PAIRS_1(w))                                         \
    LOOP(real, equation, 2, 4, PAIRS_4(1) + PAIRS_4(w))                                         \
    LOOP(real, equation, 3, 1, PAIRS_1(1) + PAIRS_1(w) + PAIRS_1(plane))                        \
    LOOP(real, equation, 3, 4, PAIRS_4(1) + PAIRS_4(w) + PAIRS_4(plane))                        \
    static size_t (*const loops_##real##_##equation[2][2])(const shape *, const void *restrict, \
                                                           void *restrict) = {                  \
        {loop_##real##_##equation##_2_1, loop_##real##_##equation##_2_4},                       \
        {loop_##real##_##equation##_3_1, loop_##real##_##equation##_3_4}};
LOOPS(float, HEAT)
LOOPS(float, WAVE)
LOOPS(double, HEAT)
LOOPS(double, WAVE)

static size_t plain(const shape *s, const fftc_difference *d, int axes, void *arrays[2])
{
    const int wide = d->order == 8;
    const int of = axes - 2;
    if (d->precision == FFTC_FLOAT64) {
        return (d->equation == FFTC_WAVE ? loops_double_WAVE
                                         : loops_double_HEAT)[of][wide](s, arrays[0], arrays[1]);
    }
    return (d->equation == FFTC_WAVE ? loops_float_WAVE : loops_float_HEAT)[of][wide](s, arrays[0],
                                                                                      arrays[1]);
}

static void swap(void *arrays[2])
{
    void *first = arrays[0];
    arrays[0] = arrays[1];
    arrays[1] = first;
}

static void measure(const shape *s, int axes, fftc_difference d, void *arrays[2])
{
    const size_t bytes = s->points * (d.precision == FFTC_FLOAT64 ? sizeof(double) : sizeof(float));
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
    const int steps = (int)(((size_t)1 << 20) / s->points) + 8;
    const int repetitions = s->points < LARGE ? REPETITIONS : REPETITIONS_LARGE;
    for (int i = 0; i < repetitions; ++i) {
        double start = seconds();
        (void)fftc_difference_execute(plan, (uint64_t)steps, arrays, NULL, NULL);
        keep_least(&took[0], start, (double)steps * (double)s->points);
        size_t points = 0;
        start = seconds();
        for (int step = 0; step < steps; ++step, swap(arrays)) {
            points += plain(s, &d, axes, arrays);
        }
        keep_least(&took[1], start, (double)points);
        start = seconds();
        for (int step = 0; step < steps; ++step, swap(arrays)) {
            memcpy(arrays[1], arrays[0], bytes);
        }
        keep_least(&took[2], start, (double)steps * (double)s->points);
    }
    printf("%s of order %d, %s, rows of %5zu: %7.1f, loop %7.1f, copy %7.1f ps; %5.2f times the "
           "loop, %4.2f of the copy's speed\n",
           d.equation == FFTC_WAVE ? "waves" : "heat", d.order,
           d.precision == FFTC_FLOAT64 ? "double" : "float", s->length[0], 1e12 * took[0],
           1e12 * took[1], 1e12 * took[2], took[1] / took[0], took[2] / took[0]);
    (void)fflush(stdout);
    fftc_difference_plan_destroy(plan);
}

static void fill(void *array, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof(float); ++i) {
        ((float *)array)[i] = (float)(i % 97) / 97; /* as doubles, too, they are ordinary */
    }
}

static void measure_rows(void *arrays[2])
{
    static const size_t rows[] = {16, 32, 64, 100, 128, 256, 1024, 4096};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; ++i) {
        const size_t row = rows[i / 2];
        const shape s = {{row, 65536 / row, 1}, 65536 / row * row};
        const fftc_difference d = {.coefficient = 1.0, .order = i % 2 == 0 ? 2 : 8};
        measure(&s, 2, d, arrays);
    }
}

static void measure_grid(int axes, size_t length, void *arrays[2], size_t bytes)
{
    const shape s = {{length, length, axes == 3 ? length : 1},
                     length * length * (axes == 3 ? length : 1)};
    for (int i = 0; i < 8; ++i) {
        const fftc_difference d = {.equation = i / 2 % 2 == 0 ? FFTC_HEAT : FFTC_WAVE,
                                   .coefficient = 1.0,
                                   .order = i % 2 == 0 ? 2 : 8,
                                   .precision = i < 4 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        fill(arrays[0], bytes);
        fill(arrays[1], bytes);
        measure(&s, axes, d, arrays);
    }
}

int main(int argc, char **argv)
{
    const int axes = argc > 1 ? atoi(argv[1]) : 2;
    const size_t length = argc > 2 ? strtoull(argv[2], NULL, 0) : 256;
    if ((axes != 2 && axes != 3) || length < 16 || length > 16384 || argc == 2) {
        puts("AXES must be 2 or 3, LENGTH 16 to 16384");
        return 1;
    }
    const size_t bytes = length * length * (axes == 3 ? length : 1) * sizeof(double);
    void *const memory[2] = {malloc(bytes), malloc(bytes)};
    void *arrays[2] = {memory[0], memory[1]};
    const bool given = arrays[0] != NULL && arrays[1] != NULL;
    if (!given) {
        printf("there is no memory for two arrays of %zu bytes: take a smaller LENGTH\n", bytes);
    } else {
        fill(arrays[0], bytes);
        fill(arrays[1], bytes);
        if (argc > 2) {
            measure_grid(axes, length, arrays, bytes);
        } else {
            measure_rows(arrays);
        }
    }
    free(memory[0]);
    free(memory[1]);
    return given ? 0 : 1;
}
