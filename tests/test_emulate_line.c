/* SPDX-License-Identifier: MIT
 *
 * The fast kernel and its passes in the emulator: right, clean on every schedule and subgroup size,
 * and at the cost that is promised.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/pass_plan.h"
#include "fftcore/emulate_plan.h"
#include "fftcore/reference.h"
#include "testing.h"

#ifdef TESTING_SANITIZED_THREAD /* takes a millisecond for each fiber */
#define INVOCATIONS 32u
#else
#define INVOCATIONS 256u
#endif

static const fftc_pass_limits usual = {.name = "the emulator",
                                       .invocations_max = INVOCATIONS,
                                       .shared_bytes = 32768,
                                       .subgroup_size = 32,
                                       .buffer_bytes_max = UINT64_MAX};

typedef struct trial {
    fftc_transform transform;
    fftc_pass_plan plan;
    testing_buffer place[FFTC_PLACE_COUNT];
    fftc_counts counts; /* of all passes */
    size_t points;
    size_t batch;
} trial;

static size_t element_bytes(const fftc_transform *t)
{
    return 2 * fftc_precision_bytes(t->precision);
}

static fftc_place home(const trial *t, fftc_place place)
{
    bool in_place = t->transform.placement == FFTC_IN_PLACE;
    return place == FFTC_PLACE_SRC && in_place ? FFTC_PLACE_DST : place;
}

static trial trial_start(const fftc_transform *transform, const fftc_pass_limits *limits)
{
    trial t = {.transform = *transform, .points = 1};
    testing_random random = testing_random_start("line");
    size_t bytes = element_bytes(transform);
    fftc_error error;
    ck_assert_msg(fftc_pass_plan_make(transform, limits, &t.plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    for (int i = 0; i < FFTC_MAX_RANK && transform->length[i] != 0; ++i) {
        t.points *= transform->length[i];
    }
    t.batch = transform->batch == 0 ? 1 : transform->batch;
    for (int i = 0; i < FFTC_PLACE_COUNT; ++i) {
        if (t.plan.elements[i] != 0) {
            t.place[i] = testing_buffer_create(t.plan.elements[i] * bytes, bytes / 2);
        }
    }
    fftc_place first = home(&t, FFTC_PLACE_SRC);
    testing_fill(transform->precision, t.place[first].data, t.plan.elements[first], &random);
    return t;
}

static void trial_end(trial *t)
{
    for (int i = 0; i < FFTC_PLACE_COUNT; ++i) {
        if (t->plan.elements[i] != 0) {
            testing_buffer_release(&t->place[i]);
        }
    }
}

/* With the limits that the trial was planned for. */
static void run(trial *t, const fftc_pass_limits *limits, const fftc_emulation *with)
{
    const fftc_plan_emulation emulation = {.invocations_max = limits->invocations_max,
                                           .shared_bytes = limits->shared_bytes,
                                           .no_subgroups = limits->subgroup_size == 0,
                                           .config = with};
    const fftc_arrays arrays = {.src = t->place[home(t, FFTC_PLACE_SRC)].data,
                                .dst = t->place[FFTC_PLACE_DST].data};
    fftc_plan_report report;
    fftc_error error;
    char text[1024];
    ck_assert_msg(fftc_plan_emulate(&t->transform, &emulation, &arrays, &report, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count != 0) {
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("%zu points, dispatch %u: %s", t->points, (unsigned)report.dispatches, text);
    }
    ck_assert_uint_eq(report.dispatches, t->plan.count);
    t->counts = report.total;
}

/* A packed transform of rank 1, judged by the definition in double. */
static void check_packed(const fftc_transform *transform, const fftc_pass_limits *limits,
                         const fftc_emulation *with)
{
    trial t = trial_start(transform, limits);
    size_t total = t.points * t.batch;
    double *x = malloc(2 * total * sizeof *x);
    long double *y = malloc(2 * total * sizeof *y);
    double scale = transform->direction == FFTC_INVERSE ? 1.0 / (double)t.points : 1.0;
    testing_to_double(transform->precision, t.place[home(&t, FFTC_PLACE_SRC)].data, total, x);
    run(&t, limits, with);
    testing_fftw(t.points, t.batch, transform->direction == FFTC_FORWARD ? -1 : 1, x, x);
    for (size_t i = 0; i < 2 * total; ++i) {
        y[i] = (long double)(x[i] * scale);
    }
    double error =
        testing_relative_error(transform->precision, t.place[FFTC_PLACE_DST].data, y, total);
    ck_assert_msg(error <= fftc_transform_error_bound(transform->precision, t.points),
                  "%zu points, direction %d, placement %d: error %g", t.points,
                  (int)transform->direction, (int)transform->placement, error);
    free(x);
    free(y);
    trial_end(&t);
}

/* Every radix alone, in pairs, lengths at which invocations come out odd, and all powers of two. */
static const uint64_t lengths[] = {
    1,   2,   3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,  14,  15,
    16,  18,  21,   22,   25,   26,   32,   33,   35,   36,   49,   60,   64,  81,  91,
    100, 105, 121,  125,  128,  143,  169,  210,  243,  256,  343,  360,  375, 512, 625,
    729, 960, 1000, 1001, 1024, 1080, 1331, 1920, 2048, 2187, 2197, 2310, 4096};

START_TEST(line_every_length_right_and_clean)
{
    uint32_t turn = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int variant = 0; variant < 4; ++variant, ++turn) {
            fftc_transform transform = {
                .length = {lengths[i]},
                .batch = 1 + (variant + i) % 5,
                .precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                .direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                .placement = turn % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 32u << turn % 3,
                                   .seed = testing_seed() + turn};
            fftc_pass_limits limits = usual;
            limits.subgroup_size = with.subgroup_size;
            check_packed(&transform, &limits, &with);
        }
    }
}
END_TEST

/* Passes: limits so narrow that lines go in two and three of them, in tiles, rounds and parts. */
START_TEST(line_passes_right_and_clean)
{
    static const uint64_t long_lengths[] = {64, 210, 256, 1001, 1024, 2310, 4096};
    uint32_t turn = 0;
    for (size_t i = 0; i < sizeof long_lengths / sizeof *long_lengths; ++i) {
        for (int variant = 0; variant < 4; ++variant, ++turn) {
            fftc_pass_limits narrow = usual;
            fftc_transform transform = {
                .length = {long_lengths[i]},
                .batch = 1 + turn % 3,
                .precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                .direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                .placement = turn % 2 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)((turn + 3) % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 4u << turn % 6,
                                   .seed = testing_seed() + turn};
            narrow.invocations_max = 16u << turn % 3;
            narrow.shared_bytes = 256u << turn % 4;
            narrow.subgroup_size = 0;
            check_packed(&transform, &narrow, &with);
        }
    }
}
END_TEST

static void check_lengths(const uint64_t *list, size_t count)
{
    uint32_t turn = 0;
    for (size_t i = 0; i < count; ++i) {
        for (int variant = 0; variant < 4; ++variant, ++turn) {
            fftc_pass_limits limits = usual;
            fftc_transform transform = {
                .length = {list[i]},
                .batch = 1 + turn % 3,
                .precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                .direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                .placement = turn % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 32u << turn % 3,
                                   .seed = testing_seed() + turn};
            if ((turn + turn / 4) % 2 == 0) {
                limits.invocations_max = 16u << turn % 3;
                limits.shared_bytes = 256u << turn % 3;
                limits.subgroup_size = 0;
                with.subgroup_size = 4u << turn % 6;
            }
            check_packed(&transform, &limits, &with);
        }
    }
}

/* Lengths with large prime factors, by convolutions of one dispatch; of three and five where
 * limits are narrow. */
START_TEST(line_large_primes_right_and_clean)
{
    static const uint64_t primes[] = {37, 74, 97, 127, 1009};
    check_lengths(primes, sizeof primes / sizeof *primes);
}
END_TEST

/* Codelets of primes up to 31, alone, gathered, and as stages and passes; of coprime factors. */
START_TEST(line_odd_radices_right_and_clean)
{
    static const uint64_t odd[] = {3, 9, 17, 19, 23, 29, 31, 34, 323, 899};
    static const uint64_t coprime[] = {18, 20, 21, 22, 24, 26, 28, 30};
    check_lengths(odd, sizeof odd / sizeof *odd);
    check_lengths(coprime, sizeof coprime / sizeof *coprime);
}
END_TEST

/* What Vulkan requires of every device, with and without subgroups of the least size:
 * one pass, two, three. */
START_TEST(line_least_limits_right_and_clean)
{
#ifdef TESTING_SANITIZED_THREAD
    static const uint64_t classes[] = {13, 60};
#elif defined TESTING_SANITIZED
    static const uint64_t classes[] = {1, 13, 60, 1000, 2187, 8192, 30030};
#else
    static const uint64_t classes[] = {1,    13,   60,    1000,  2048,  2187,
                                       4096, 8192, 16384, 30030, 100000};
#endif
    for (size_t i = 0; i < 2 * sizeof classes / sizeof *classes; ++i) {
        fftc_transform transform = {.length = {classes[i / 2]},
                                    .batch = classes[i / 2] > 5000 ? 1 : 3,
                                    .precision = i % 3 == 1 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                                    .direction = i % 4 >= 2 ? FFTC_INVERSE : FFTC_FORWARD,
                                    .placement = i % 2 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
        const fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                     .subgroup_size = 4,
                                     .seed = testing_seed() + i};
        const fftc_pass_limits least = {.name = "the least device",
                                        .invocations_max = 128,
                                        .shared_bytes = 16384,
                                        .subgroup_size = i % 2 == 0 ? 0 : 4,
                                        .buffer_bytes_max = (uint64_t)1 << 27};
        trial t = trial_start(&transform, &least);
        for (uint32_t p = 0; p < t.plan.count; ++p) {
            const fftc_line_schedule *line = &t.plan.pass[p].key.line;
            ck_assert_uint_le(line->count * line->invocations, 128);
            ck_assert_uint_le(4 * fftc_line_shared_words(line), 16384);
        }
        trial_end(&t);
        check_packed(&transform, &least, &with);
    }
}
END_TEST

/* Two passes with narrow tiles: what lies between them stands in bricks, whose edges divide what
 * invocations step by, or do not. */
START_TEST(line_bricks_right_and_clean)
{
    static const struct {
        uint64_t points;
        uint32_t invocations;
        uint32_t shared_bytes;
        fftc_precision precision;
    } cases[] = {{576, 64, 512, FFTC_FLOAT32},   {576, 64, 1024, FFTC_FLOAT32},
                 {576, 16, 256, FFTC_FLOAT64},   {1024, 32, 1024, FFTC_FLOAT32},
                 {1024, 16, 512, FFTC_FLOAT64},  {1296, 32, 512, FFTC_FLOAT32},
                 {1296, 64, 1024, FFTC_FLOAT64}, {1600, 32, 2048, FFTC_FLOAT32},
                 {2048, 16, 1024, FFTC_FLOAT64}, {2048, 32, 1024, FFTC_FLOAT32}};
    uint32_t turn = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (uint32_t variant = 0; variant < 2; ++variant, ++turn) {
            fftc_transform transform = {.length = {cases[i].points},
                                        .batch = 2 + turn % 2,
                                        .precision = cases[i].precision,
                                        .direction = turn % 4 == 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                        .placement =
                                            variant == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_emulation with = {.schedule = (fftc_schedule)(turn % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 4u << turn % 6,
                                   .seed = testing_seed() + turn};
            fftc_pass_limits narrow = usual;
            narrow.invocations_max = cases[i].invocations;
            narrow.shared_bytes = cases[i].shared_bytes;
            narrow.subgroup_size = 0;
            trial t = trial_start(&transform, &narrow);
            ck_assert_uint_eq(t.plan.count, 2);
            ck_assert_msg(t.plan.pass[0].key.dst_bricks.columns != 0 &&
                              t.plan.pass[1].key.src_bricks.columns != 0,
                          "%u points: no bricks", (unsigned)cases[i].points);
            trial_end(&t);
            check_packed(&transform, &narrow, &with);
        }
    }
}
END_TEST

/* Tables of products, of which a device with so little shared memory has one early. */
START_TEST(line_products_of_factors_right_and_clean)
{
    static const uint64_t cases[] = {4096, 6000, 8192};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.length = {cases[i / 2]},
                                    .precision = i % 2 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                                    .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = usual;
        narrow.invocations_max = 32;
        narrow.shared_bytes = 128;
        narrow.subgroup_size = 0;
        trial t = trial_start(&transform, &narrow);
        uint32_t last = t.plan.count - 1;
        ck_assert_msg(t.plan.pass[last].key.fine != 0, "%u points: all factors are in the table",
                      (unsigned)cases[i / 2]);
        trial_end(&t);
        check_packed(&transform, &narrow, &with);
    }
}
END_TEST

START_TEST(line_bricks_where_both_tiles_are_narrow)
{
    static const struct {
        uint64_t points;
        uint64_t first; /* points of the first pass */
        bool bricks;
    } cases[] = {{1 << 16, 256, false}, {1 << 19, 1024, false}, {1 << 20, 1024, true},
                 {1 << 21, 1024, true}, {1 << 22, 2048, true},  {1000000, 1000, true},
                 {1 << 23, 2048, true}, {1 << 24, 256, false}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.length = {cases[i / 2].points}, .batch = 2};
        fftc_pass_limits large = usual;
        fftc_pass_plan plan;
        bool less = i % 2 != 0;
        bool bricks = cases[i / 2].bricks && !less;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        large.less_scratch = less;
        ck_assert_int_eq(fftc_pass_plan_make(&transform, &large, &plan, NULL), FFTC_SUCCESS);
        /* From 2^23 on, which, not alone, is two passes in bricks, three need scratch in any
         * case. */
        bool three = cases[i / 2].points > 1 << 22 && !bricks;
        ck_assert_uint_eq(plan.count, three ? 3 : 2);
        ck_assert_uint_eq(plan.elements[FFTC_PLACE_SCRATCH],
                          bricks || three ? 2 * cases[i / 2].points : 0);
        ck_assert_int_eq(plan.pass[0].key.dst_bricks.columns != 0, bricks);
        ck_assert_int_eq(plan.pass[1].key.src_bricks.columns != 0, bricks);
        ck_assert_msg(less || plan.pass[0].key.line.points == cases[i / 2].first,
                      "%llu points begin with %u", (unsigned long long)cases[i / 2].points,
                      (unsigned)plan.pass[0].key.line.points);
    }
}
END_TEST

/* Along contiguous axes no sector of memory is touched more often than its bytes take, and up to
 * 1024 points no word of shared memory stands in another's way; of lengths that are no powers of
 * two, whose rows begin within sectors, few are. */
START_TEST(line_memory_touched_no_more_than_it_takes)
{
    const fftc_emulation with = {.subgroup_size = 32};
#ifdef TESTING_SANITIZED_THREAD
    static const uint64_t touched[] = {4, 13, 32, 60, 64, 243};
    const fftc_plan_emulation emulation = {.invocations_max = INVOCATIONS, .config = &with};
#else
    const fftc_plan_emulation emulation = {
        .invocations_max = 1024, .shared_bytes = 49152, .config = &with};
#ifdef TESTING_SANITIZED
    static const uint64_t touched[] = {4, 13, 32, 60, 243, 1024, 2310};
#else
    static const uint64_t touched[] = {4,   8,   12,  13,   16,   17,   32,   60,   64,   128,
                                       243, 256, 512, 1000, 1024, 1920, 2048, 2187, 2310, 4096};
#endif
#endif
    for (size_t i = 0; i < 3 * sizeof touched / sizeof *touched; ++i) {
        uint64_t n = touched[i / 3];
        fftc_transform transform = {
            .length = {n}, .batch = 16, .precision = (fftc_precision)(i % 3)};
        float *src = calloc(16 * n, 16);
        float *dst = calloc(16 * n, 16);
        const fftc_arrays arrays = {.src = src, .dst = dst};
        fftc_plan_report report;
        ck_assert(src != NULL && dst != NULL);
        ck_assert_int_eq(fftc_plan_emulate(&transform, &emulation, &arrays, &report, NULL),
                         FFTC_SUCCESS);
        bool power = (n & (n - 1)) == 0;
        double ratio = (double)report.total.transactions / (double)report.total.transactions_ideal;
        ck_assert_uint_eq(report.dispatches, 1);
        ck_assert_msg(
            power ? report.total.transactions == report.total.transactions_ideal : ratio <= 1.17,
            "%u points, precision %d: %g times the sectors", (unsigned)n, (int)(i % 3), ratio);
        ck_assert_msg(!power || n > 1024 || report.total.bank_conflicts == 0 ||
                          transform.precision == FFTC_FLOAT64,
                      "%u points, precision %d: %u bank conflicts", (unsigned)n, (int)(i % 3),
                      (unsigned)report.total.bank_conflicts);
        free(src);
        free(dst);
    }
}
END_TEST

/* Relative L2 distance of what is in dst from the CPU's transform of src. */
static double distance_from_cpu(trial *t, size_t count)
{
    size_t bytes = count * element_bytes(&t->transform);
    char *expected = malloc(bytes);
    fftc_plan *plan;
    fftc_error error;
    double difference = 0.0;
    double norm = 0.0;
    ck_assert_msg(fftc_plan_create(&t->transform, NULL, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(fftc_plan_execute(plan, t->place[FFTC_PLACE_SRC].data, expected, NULL),
                     FFTC_SUCCESS);
    for (size_t i = 0; i < 2 * count; ++i) {
        double y = testing_get(t->transform.precision, expected, i);
        double e = testing_get(t->transform.precision, t->place[FFTC_PLACE_DST].data, i) - y;
        difference += e * e;
        norm += y * y;
    }
    fftc_plan_destroy(plan);
    free(expected);
    return sqrt(difference / norm);
}

/* Columns of an array, in passes of several: lines that stand side by side in memory are of
 * different columns, as many as there are, and then of the same ones again. */
START_TEST(line_columns_of_several_passes_right_and_clean)
{
    static const uint64_t cases[][2] = {{128, 16}, {125, 7}, {256, 33}, {360, 2}, {64, 21}};
    for (uint32_t i = 0; i < 4 * sizeof cases / sizeof *cases; ++i) {
        fftc_transform transform = {.length = {cases[i / 4][0], cases[i / 4][1]},
                                    .batch = 1 + i % 2,
                                    .kind = i % 4 < 2 ? FFTC_COMPLEX : FFTC_REAL,
                                    .direction = i % 4 == 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                    .precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i % 6,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = usual;
        narrow.invocations_max = 16;
        narrow.shared_bytes = 128;
        narrow.subgroup_size = 0;
        trial t = trial_start(&transform, &narrow);
        uint32_t across = 0;
        for (uint32_t k = 0; k < t.plan.count; ++k) {
            across += t.plan.pass[k].key.across != 0;
        }
        ck_assert_uint_ge(across, 2);
        run(&t, &narrow, &with);
        size_t rows = t.points / cases[i / 4][1] * t.batch;
        size_t items = transform.kind == FFTC_REAL ? cases[i / 4][1] / 2 + 1 : cases[i / 4][1];
        double error = distance_from_cpu(&t, rows * items);
        ck_assert_msg(error <= 2 * fftc_transform_error_bound(transform.precision, t.points),
                      "%u x %u, kind %d: error %g", (unsigned)cases[i / 4][0],
                      (unsigned)cases[i / 4][1], (int)transform.kind, error);
        trial_end(&t);
    }
}
END_TEST

/* No sector of memory is touched more often than its bytes take, in rows as in columns. */
START_TEST(line_columns_of_several_passes_in_tiles)
{
    const fftc_emulation with = {.subgroup_size = 32};
#if defined TESTING_SANITIZED || defined TESTING_SANITIZED_THREAD
    const fftc_transform transform = {.length = {256, 16}};
    const fftc_plan_emulation emulation = {
        .invocations_max = 32, .shared_bytes = 128, .config = &with};
#else
    const fftc_transform transform = {.length = {4096, 32}};
    const fftc_plan_emulation emulation = {
        .invocations_max = 1024, .shared_bytes = 49152, .config = &with};
#endif
    size_t points = transform.length[0] * transform.length[1];
    float *src = calloc(points, 8);
    float *dst = calloc(points, 8);
    const fftc_arrays arrays = {.src = src, .dst = dst};
    fftc_plan_report report;
    ck_assert(src != NULL && dst != NULL);
    ck_assert_int_eq(fftc_plan_emulate(&transform, &emulation, &arrays, &report, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_ge(report.dispatches, 3);
    ck_assert_uint_eq(report.total.transactions, report.total.transactions_ideal);
    free(src);
    free(dst);
}
END_TEST

/* One array, in place, rows longer than what is transformed: what lies between stays. */
static double distance_in_place(const fftc_pass_limits *limits, const fftc_transform *transform,
                                const fftc_emulation *with)
{
    trial t = trial_start(transform, limits);
    size_t count = t.plan.elements[FFTC_PLACE_DST];
    size_t bytes = count * element_bytes(transform);
    char *expected = malloc(bytes);
    fftc_plan *plan;
    double difference = 0.0;
    double norm = 0.0;
    memcpy(expected, t.place[FFTC_PLACE_DST].data, bytes);
    run(&t, limits, with);
    ck_assert_int_eq(fftc_plan_create(transform, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, expected, expected, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < 2 * count; ++i) {
        double y = testing_get(transform->precision, expected, i);
        double e = testing_get(transform->precision, t.place[FFTC_PLACE_DST].data, i) - y;
        difference += e * e;
        norm += y * y;
    }
    fftc_plan_destroy(plan);
    free(expected);
    trial_end(&t);
    return sqrt(difference / norm);
}

static const fftc_pass *pass_of_panels(const fftc_pass_plan *plan)
{
    for (uint32_t i = 0; i < plan->count; ++i) {
        if (plan->pass[i].key.src_all != 0) {
            return &plan->pass[i];
        }
    }
    return NULL;
}

static const struct {
    uint64_t length[4];
    uint64_t batch;
    uint32_t invocations;
    uint32_t shared_bytes;
    fftc_precision precision;
} panelled[] = {{{96, 40}, 11, 32, 512, FFTC_FLOAT64},
                {{60, 48}, 15, 64, 512, FFTC_FLOAT32},
#ifndef TESTING_SANITIZED_THREAD
                {{64, 4, 16, 8}, 3, 32, 1024, FFTC_FLOAT32},
#ifndef TESTING_SANITIZED
                {{100, 60}, 7, 32, 512, FFTC_FLOAT64},
                {{72, 6, 12}, 8, 32, 512, FFTC_FLOAT64},
                {{64, 32}, 40, 32, 1024, FFTC_FLOAT32},
                {{128, 8, 8}, 10, 16, 1024, FFTC_FLOAT64}
#endif
#endif
};

/* Between two axes: columns of which a workgroup holds few. */
START_TEST(line_panels_right_and_clean)
{
    for (uint32_t i = 0; i < sizeof panelled / sizeof *panelled; ++i) {
        fftc_transform transform = {.batch = panelled[i].batch,
                                    .precision = panelled[i].precision,
                                    .direction = i % 2 == 0 ? FFTC_INVERSE : FFTC_FORWARD};
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = 4u << i % 6,
                               .seed = testing_seed() + i};
        fftc_pass_limits narrow = usual;
        memcpy(transform.length, panelled[i].length, sizeof panelled[i].length);
        narrow.invocations_max = panelled[i].invocations;
        narrow.shared_bytes = panelled[i].shared_bytes;
        narrow.subgroup_size = 0;
        trial t = trial_start(&transform, &narrow);
        ck_assert_msg(pass_of_panels(&t.plan) != NULL, "case %u: no panels", (unsigned)i);
#ifdef TESTING_SANITIZED_THREAD /* would take a minute */
        trial_end(&t);
        continue;
#endif
        run(&t, &narrow, &with);
        double error = distance_from_cpu(&t, t.points * t.batch);
        double bound = 2 * fftc_transform_error_bound(transform.precision, t.points);
        ck_assert_msg(error <= bound, "case %u: error %g", (unsigned)i, error);
        trial_end(&t);
        /* A row has three numbers more. */
        transform.placement = FFTC_IN_PLACE;
        uint64_t stride = 1;
        for (int k = FFTC_MAX_RANK - 1; k >= 0; --k) {
            if (transform.length[k] != 0) {
                transform.src_stride[k] = transform.dst_stride[k] = stride;
                stride = stride * transform.length[k] + (stride == 1 ? 3 : 0);
            }
        }
        transform.src_distance = transform.dst_distance = stride;
        error = distance_in_place(&narrow, &transform, &with);
        ck_assert_msg(error <= bound, "case %u, in place: error %g", (unsigned)i, error);
    }
}
END_TEST

/* Pieces of a sector, two columns of double: none is touched twice, as it would be without panels,
 * which so little data does not have that threads can be watched at it. */
START_TEST(line_panels_touched_no_more_than_they_take)
{
    const fftc_emulation with = {.subgroup_size = 32};
#ifdef TESTING_SANITIZED_THREAD
    const bool panels = false;
#else
    const bool panels = true;
#endif
    const fftc_transform transform = {
        .length = {64, 32}, .batch = panels ? 20 : 2, .precision = FFTC_FLOAT64};
    const fftc_plan_emulation emulation = {
        .invocations_max = 32, .shared_bytes = 1024, .no_subgroups = true, .config = &with};
    size_t points = transform.batch * 64 * 32;
    double *src = calloc(points, 16);
    double *dst = calloc(points, 16);
    const fftc_arrays arrays = {.src = src, .dst = dst};
    fftc_plan_report report;
    ck_assert(src != NULL && dst != NULL);
    ck_assert_int_eq(fftc_plan_emulate(&transform, &emulation, &arrays, &report, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, 0);
    ck_assert_int_eq(report.total.transactions == report.total.transactions_ideal, panels);
    free(src);
    free(dst);
}
END_TEST

/* By the limits of an H200. */
START_TEST(line_panels_where_columns_are_narrow)
{
    static const struct {
        fftc_transform transform;
        uint32_t passes;
        uint32_t columns; /* of a panel; 0: none */
        uint32_t registers;
    } cases[] = {
        {{.length = {4096, 4096}}, 2, 4, 32},
        {{.length = {4096, 1024}}, 2, 4, 32},
        {{.length = {2048, 1024}, .batch = 2}, 2, 4, 16},
        {{.length = {2048, 2048}}, 2, 8, 32},
        {{.length = {2048, 64, 64}}, 3, 8, 32},
        {{.length = {1024, 1024}, .batch = 4, .placement = FFTC_IN_PLACE}, 2, 8, 16},
        {{.length = {4096, 4096}, .precision = FFTC_FLOAT64}, 2, 2, 16},
        {{.length = {1024, 1024}, .batch = 4, .precision = FFTC_FLOAT16}, 2, 8, 32},
        {{.length = {2048, 1024}}, 2, 0, 0}, /* little */
        {{.length = {512, 512}, .batch = 64}, 2, 0, 0},
        {{.length = {8192, 1024}}, 3, 0, 0}, /* no workgroup holds four of them */
        {{.length = {4096, 1023}}, 3, 0, 0},
        {{.length = {1024, 1024}, .batch = 4, .src_range = {{0}, {0, 512}}}, 2, 0, 0},
        {{.length = {2048, 1024}, .batch = 2, .src_stride = {1040, 1}, .src_distance = 2129921},
         2,
         4,
         16},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        const fftc_transform *t = &cases[i / 2].transform;
        fftc_pass_limits large = usual;
        fftc_pass_plan plan;
        bool less = i % 2 != 0;
        large.invocations_max = 1024;
        large.shared_bytes = 49152;
        large.less_scratch = less;
        ck_assert_int_eq(fftc_pass_plan_make(t, &large, &plan, NULL), FFTC_SUCCESS);
        const fftc_pass *pass = pass_of_panels(&plan);
        ck_assert_msg((pass != NULL) == (cases[i / 2].columns != 0 && !less), "case %u",
                      (unsigned)i);
        ck_assert_msg(less || plan.count == cases[i / 2].passes, "case %u: %u passes", (unsigned)i,
                      (unsigned)plan.count);
        if (pass != NULL) {
            ck_assert_uint_eq(pass->key.src_bricks.rows + 1, cases[i / 2].columns);
            ck_assert_uint_eq(pass->key.line.count, cases[i / 2].columns);
            ck_assert_uint_eq(pass->key.line.registers, cases[i / 2].registers);
            ck_assert_uint_eq(fftc_line_conflicts(&pass->key.line), 0);
        }
    }
}
END_TEST

/* What the schedule promises is what the emulator counts. */
START_TEST(line_costs_as_promised)
{
#ifdef TESTING_SANITIZED_THREAD /* what 32 invocations do in one pass */
    static const uint64_t costed[] = {8, 13, 32, 60, 64, 243, 256};
#else
    static const uint64_t costed[] = {8, 12, 13, 17, 32, 60, 64, 243, 256, 1000, 1024, 4096};
#endif
    for (size_t i = 0; i < sizeof costed / sizeof *costed; ++i) {
        fftc_transform transform = {.length = {costed[i]}, .batch = 4};
        fftc_emulation with = {.subgroup_size = 32};
        trial t = trial_start(&transform, &usual);
        run(&t, &usual, &with);
        ck_assert_uint_eq(t.plan.count, 1);
        const fftc_pass *pass = &t.plan.pass[0];
        uint64_t groups = pass->groups;
        uint32_t subgroups = (pass->key.line.count * pass->key.line.invocations + 31) / 32;
        uint64_t barriers = fftc_line_barriers(&pass->key.line) * groups;
        ck_assert_uint_eq(t.counts.workgroup_barriers,
                          pass->key.line.in_subgroup != 0 ? 0 : barriers);
        ck_assert_uint_eq(t.counts.subgroup_barriers,
                          pass->key.line.in_subgroup != 0 ? barriers * subgroups : 0);
        /* Lines that a workgroup has beyond the batch cross shared memory with the others. */
        uint64_t lines = groups * pass->key.line.count;
        uint64_t crossings = pass->key.line.gathered != 0 ? 2 : pass->key.line.stages - 1;
        ck_assert_msg(t.counts.shared_stores == 2 * lines * costed[i] * crossings,
                      "%u points in %u stages: %llu words stored", (unsigned)costed[i],
                      (unsigned)pass->key.line.stages, (unsigned long long)t.counts.shared_stores);
        ck_assert_uint_eq(t.counts.shared_loads, t.counts.shared_stores);
        ck_assert_uint_eq(t.counts.memory_stores, 4 * costed[i]);
        if (pass->key.line.radix[0] * pass->key.line.radix[1] == costed[i]) {
            /* Two stages: no word stands in another's way. */
            ck_assert_uint_eq(fftc_line_conflicts(&pass->key.line) * groups,
                              (costed[i] & (costed[i] - 1)) == 0 ? 0 : t.counts.bank_conflicts / 2);
        }
        if (pass->key.line.gathered != 0) {
            ck_assert_uint_eq(fftc_line_conflicts(&pass->key.line) * groups,
                              t.counts.bank_conflicts / 2);
            ck_assert_msg(costed[i] % 2 == 0 || t.counts.bank_conflicts == 0,
                          "%u points: %llu conflicts", (unsigned)costed[i],
                          (unsigned long long)t.counts.bank_conflicts);
        }
        trial_end(&t);
    }
}
END_TEST

START_TEST(options_that_leave_no_way_refused_with_what_to_change)
{
    static const struct {
        fftc_plan_emulation emulation;
        uint64_t length;
        fftc_status status;
        const char *word;
    } refused[] = {{{.registers = 1}, 64, FFTC_INVALID_ARGUMENT, "registers is 1: pass 2 to 32"},
                   {{.registers = 33}, 64, FFTC_INVALID_ARGUMENT, "registers is 33"},
                   {{.line_invocations = 5000}, 64, FFTC_UNSUPPORTED, "64 points are"},
                   {{.line_invocations = 5000}, 64, FFTC_UNSUPPORTED, "line_invocations 0"},
                   {{.line_invocations = 5000}, 17, FFTC_UNSUPPORTED, "line_invocations 0"}};
    static float data[2 * 64];
    static float result[2 * 64];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        fftc_transform t = {.length = {refused[i].length}};
        fftc_arrays arrays = {.src = data, .dst = result};
        fftc_error error;
        ck_assert_int_eq(fftc_plan_emulate(&t, &refused[i].emulation, &arrays, NULL, &error),
                         refused[i].status);
        ck_assert_msg(strstr(error.message, refused[i].word) != NULL, "\"%s\" lacks \"%s\"",
                      error.message, refused[i].word);
    }
}
END_TEST

TESTING_MAIN("emulate_line", options_that_leave_no_way_refused_with_what_to_change,
             line_every_length_right_and_clean, line_passes_right_and_clean,
             line_large_primes_right_and_clean, line_odd_radices_right_and_clean,
             line_least_limits_right_and_clean, line_products_of_factors_right_and_clean,
             line_bricks_right_and_clean, line_bricks_where_both_tiles_are_narrow,
             line_memory_touched_no_more_than_it_takes, line_costs_as_promised,
             line_columns_of_several_passes_right_and_clean,
             line_columns_of_several_passes_in_tiles, line_panels_right_and_clean,
             line_panels_touched_no_more_than_they_take, line_panels_where_columns_are_narrow)
