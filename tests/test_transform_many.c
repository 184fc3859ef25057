/* SPDX-License-Identifier: MIT
 *
 * Many lines in a call: rows of awkward lengths that are done side by side, rows with non-temporal
 * stores, lines of strided axes; and the moves of memory that they stand on.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/lane_rows.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/machine.h"
#include "cpu/engine/move.h"
#include "cpu/plan/plan.h"
#include "cpu/real/real_steps.h"
#include "fftcore/reference.h"
#include "transform_testing.h"

static const fftc_move *move_of_forced_isa(void)
{
    const char *isa = fftc_simd_isa_name();
    return fftc_move_for(isa);
}

/* --- moves ------------------------------------------------------------------------------------ */

typedef struct shape {
    size_t rows;
    size_t columns;
    size_t src_pitch;
    size_t dst_pitch;
} shape;

static void check_transpose(fftc_move_transpose transpose, size_t item, shape s)
{
    testing_buffer src = testing_buffer_create((s.rows - 1) * s.src_pitch + s.columns * item, 4);
    testing_buffer dst = testing_buffer_create((s.columns - 1) * s.dst_pitch + s.rows * item, 4);
    unsigned char *from = src.data;
    unsigned char *to = dst.data;
    unsigned char *expected = malloc(dst.bytes);
    ck_assert_ptr_nonnull(expected);
    for (size_t i = 0; i < src.bytes; ++i) {
        from[i] = (unsigned char)(i * 151 + i / 256 * 7);
    }
    memcpy(expected, to, dst.bytes);
    for (size_t r = 0; r < s.rows; ++r) {
        for (size_t c = 0; c < s.columns; ++c) {
            memcpy(expected + c * s.dst_pitch + r * item, from + r * s.src_pitch + c * item, item);
        }
    }
    transpose(from, s.src_pitch, to, s.dst_pitch, s.rows, s.columns);
    ck_assert_msg(memcmp(to, expected, dst.bytes) == 0, "%zu x %zu items of %zu bytes, %zu and %zu",
                  s.rows, s.columns, item, s.src_pitch, s.dst_pitch);
    free(expected);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
}

START_TEST(move_transpose_any_shape_exact)
{
    testing_random random = testing_random_start("transpose");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (!transform_force_isa(isa)) {
            continue;
        }
        const fftc_move *move = move_of_forced_isa();
        for (int round = 0; round < 300; ++round) {
            size_t item = (size_t)4 << testing_random_below(&random, 3);
            shape s = {1 + testing_random_below(&random, 40), 1 + testing_random_below(&random, 40),
                       0, 0};
            size_t few = testing_random_below(&random, 4); /* lines side by side, without gaps */
            s.rows = few == 1 ? 2 + testing_random_below(&random, 3) : s.rows;
            s.columns = few == 2 ? 2 + testing_random_below(&random, 3) : s.columns;
            s.src_pitch = s.columns * item + (few == 2 ? 0 : 4 * testing_random_below(&random, 5));
            s.dst_pitch = s.rows * item + (few == 1 ? 0 : 4 * testing_random_below(&random, 5));
            check_transpose(item == 4   ? move->transpose_4
                            : item == 8 ? move->transpose_8
                                        : move->transpose_16,
                            item, s);
        }
    }
}
END_TEST

START_TEST(move_stream_any_place_copies)
{
    testing_random random = testing_random_start("stream");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        const fftc_move *move = transform_force_isa(isa) ? move_of_forced_isa() : NULL;
        for (size_t bytes = 0; move != NULL && move->stream != NULL && bytes < 400; bytes += 4) {
            size_t gap = 4 * testing_random_below(&random, 16);
            testing_buffer src = testing_buffer_create(bytes + 64, 4);
            testing_buffer dst = testing_buffer_create(bytes + 64, 4);
            unsigned char *from = src.data;
            unsigned char *to = dst.data;
            for (size_t i = 0; i < src.bytes; ++i) {
                from[i] = (unsigned char)(i * 151 + 1);
            }
            move->stream(from + 64 - gap, to + gap, bytes);
            move->settle();
            ck_assert_msg(memcmp(to + gap, from + 64 - gap, bytes) == 0, "%zu bytes", bytes);
            for (size_t i = 0; i < 64; ++i) {
                ck_assert_msg(to[i < gap ? i : bytes + i] == 0xa5, "%zu bytes: wrote beside them",
                              bytes);
            }
            testing_buffer_release(&src);
            testing_buffer_release(&dst);
        }
    }
}
END_TEST

/* --- rows side by side ------------------------------------------------------------------------ */

static void check_batch(fftc_transform t, int threads, testing_random *random)
{
    transform_axes axes = transform_axes_of(&t);
    size_t span = axes.src_span > axes.dst_span ? axes.src_span : axes.dst_span;
    void *data = malloc(span * 2 * fftc_precision_bytes(t.precision));
    ck_assert_ptr_nonnull(data);
    testing_fill(t.precision, data, span, random);
    long double *expected = transform_expect(&t, data);
    void *points = transform_execute(&t, threads, testing_random_below(random, 3), data);
    double error = transform_error(&t, points, expected);
    ck_assert_msg(error <= transform_bound(&t), "%s: error %.3g, bound %.3g",
                  transform_describe(&t), error, transform_bound(&t));
    free(points);
    free(expected);
    free(data);
}

/* 23 fills no number of lanes; 16 fills all. */
START_TEST(awkward_rows_in_batches_accurate)
{
    static const size_t lengths[] = {17, 27, 31, 34, 45, 61, 119, 125, 127, 257, 1009};
    testing_random random = testing_random_start("awkward");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (!transform_force_isa(isa)) {
            continue;
        }
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            size_t n = lengths[i];
            fftc_transform t = {.length = {n}, .batch = n > 200 ? 16 : 23};
            size_t variant = testing_random_below(&random, 8);
            t.precision = (variant & 1) != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
            t.direction = (variant & 2) != 0 ? FFTC_INVERSE : FFTC_FORWARD;
            t.placement = (variant & 4) != 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
            t.src_distance = n + testing_random_below(&random, 3);
            t.dst_distance = t.placement == FFTC_IN_PLACE ? t.src_distance
                                                          : n + testing_random_below(&random, 3);
            check_batch(t, 1 + (int)testing_random_below(&random, 2), &random);
        }
    }
}
END_TEST

/* --- rows past the caches --------------------------------------------------------------------- */

static void run(const fftc_plan *plan, const void *src, void *dst)
{
    fftc_error error;
    ck_assert_msg(fftc_plan_execute(plan, src, dst, &error) == FFTC_SUCCESS, "%s", error.message);
}

static void execute(const fftc_transform *t, int threads, const void *src, void *dst)
{
    fftc_plan *plan = transform_plan(t, threads);
    run(plan, src, dst);
    fftc_plan_destroy(plan);
}

/* A plan that does what the other one does. */
static fftc_plan *plan_alike(const fftc_transform *t, const fftc_plan *other)
{
    char text[4096];
    size_t bytes;
    ck_assert_int_eq(fftc_plan_save(other, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    return transform_plan_of(t, 1, transform_choices(text));
}

/* Scalars of a packed line, or of a plane of complex numbers, on the side of the signal, or of the
 * spectrum. */
static size_t scalars_of(const fftc_transform *t, bool signal)
{
    size_t n = t->length[0] * (t->length[1] != 0 ? t->length[1] : 1);
    return t->kind == FFTC_COMPLEX ? 2 * n : t->kind == FFTC_REAL && !signal ? 2 * (n / 2 + 1) : n;
}

/* All rows in one call, a little more than `least` bytes, against a few at a time, which stay in
 * the caches. By these choices, or NULL: by estimate. */
static void check_chosen_same_as_few(fftc_transform t, const char *choices, size_t least,
                                     int threads, size_t shift, testing_random *random)
{
    enum { FEW = 7 };
    bool forward = t.direction == FFTC_FORWARD;
    size_t scalar = fftc_precision_bytes(t.precision);
    size_t src_part = FEW * scalar * scalars_of(&t, forward);
    size_t dst_part = FEW * scalar * scalars_of(&t, !forward);
    size_t rounds = least / (src_part + dst_part) + 1;
    testing_buffer src = testing_buffer_create(rounds * src_part + shift, 64);
    testing_buffer dst = testing_buffer_create(rounds * dst_part + shift, 64);
    char *few = malloc(dst_part);
    ck_assert_ptr_nonnull(few);
    char *from = (char *)src.data + shift;
    char *to = (char *)dst.data + shift;
    testing_fill(t.precision, from, src_part / (2 * scalar), random);
    if (src_part % (2 * scalar) != 0) {
        testing_set(t.precision, from, src_part / scalar - 1, testing_random_real(random));
    }
    for (size_t i = 1; i < rounds; ++i) {
        char *part = from + i * src_part;
        memcpy(part, part - src_part + 8, src_part - 8);
        memcpy(part + src_part - 8, part - src_part, 8);
    }
    t.batch = FEW * rounds;
    const bool in_place = t.placement == FFTC_IN_PLACE;
    if (in_place) {
        memcpy(to, from, rounds * src_part);
    }
    fftc_plan *many =
        choices != NULL ? transform_plan_of(&t, threads, choices) : transform_plan(&t, threads);
    run(many, in_place ? to : from, to);
    t.batch = FEW;
    t.placement = FFTC_OUT_OF_PLACE;
    fftc_plan *plan =
        t.length[1] != 0 || choices != NULL ? plan_alike(&t, many) : transform_plan(&t, 1);
    fftc_plan_destroy(many);
    for (size_t i = 0; i < rounds; ++i) {
        (void)fftc_plan_execute(plan, from + i * src_part, few, NULL);
        ck_assert_msg(memcmp(to + i * dst_part, few, dst_part) == 0, "%s, %zu rows, from row %zu",
                      transform_describe(&t), FEW * rounds, FEW * i);
    }
    fftc_plan_destroy(plan);
    free(few);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
}

static void check_same_as_few(fftc_transform t, size_t least, int threads, size_t shift,
                              testing_random *random)
{
    check_chosen_same_as_few(t, NULL, least, threads, shift, random);
}

START_TEST(rows_past_the_caches_same_as_few)
{
    static const struct {
        fftc_transform t;
        int threads;
        size_t shift; /* of both arrays, in bytes */
    } cases[] = {
        {{.length = {64}, .precision = FFTC_FLOAT64}, 1, 0},
        {{.length = {256}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 2, 8},
        {{.length = {100}}, 1, 24},
        {{.length = {1080}}, 2, 0},
        {{.length = {16384}}, 1, 8},
        {{.length = {512}, .precision = FFTC_FLOAT64, .kind = FFTC_REAL}, 2, 8},
        {{.length = {90}, .kind = FFTC_REAL, .direction = FFTC_INVERSE}, 1, 0},
        {{.length = {243}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_III}}, 1, 16}};
    testing_random random = testing_random_start("streamed");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases && transform_force_isa(isa); ++i) {
            if (isa == 0 || i == 1 || i == 5) {
                check_same_as_few(cases[i].t, fftc_traffic_least_bytes(), cases[i].threads,
                                  cases[i].shift, &random);
            }
        }
    }
}
END_TEST

/* Rows that the engine itself stores by non-temporal stores, if they begin at multiples of 16 or
 * 64. */
START_TEST(rows_short_past_the_caches_same_as_few)
{
    static const struct {
        fftc_transform t;
        int threads;
        size_t shift;
    } cases[] = {{{.length = {4}, .precision = FFTC_FLOAT64}, 1, 0},
                 {{.length = {15}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 1, 16},
                 {{.length = {7}}, 1, 0},
                 {{.length = {8}, .direction = FFTC_INVERSE}, 2, 48},
                 {{.length = {16}}, 1, 16},
                 {{.length = {16}, .precision = FFTC_FLOAT64}, 1, 8},
                 {{.length = {16}, .precision = FFTC_FLOAT64}, 1, 16},
                 {{.length = {16}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 2, 0},
                 {{.length = {48}, .precision = FFTC_FLOAT64}, 1, 64},
                 {{.length = {48}}, 1, 32},
                 {{.length = {64}}, 1, 48},
                 {{.length = {64}, .direction = FFTC_INVERSE}, 1, 0}};
    testing_random random = testing_random_start("short streamed");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases && transform_force_isa(isa); ++i) {
            fftc_transform t = cases[i].t;
            check_same_as_few(t, fftc_traffic_least_bytes(), cases[i].threads, cases[i].shift,
                              &random);
            const size_t row = 4 * fftc_precision_bytes(t.precision) * t.length[0];
            t.batch = fftc_traffic_least_bytes() / row + 1;
            fftc_plan *plan = transform_plan(&t, 1);
            const fftc_line *line = &plan->step[0].line;
            fftc_engine_rows_run nontemporal = line->nontemporal;
            ck_assert_msg(nontemporal == NULL || line->run_rows == nontemporal, "%s",
                          transform_describe(&t));
            const bool beside = t.length[0] < 16 && line->engine->lane_rows != NULL;
            ck_assert_msg(nontemporal != NULL || !beside || plan->move->stream == NULL, "%s",
                          transform_describe(&t));
            fftc_plan_destroy(plan);
        }
    }
}
END_TEST

/* Rows that prefetch later ones and, where vectors are cache lines, have non-temporal stores; but
 * not where they begin elsewhere. Some are streamed there. */
START_TEST(rows_in_whole_lines_past_the_caches_same_as_few)
{
    static const struct {
        fftc_transform t;
        int threads;
        size_t shift;
    } cases[] = {{{.length = {64}, .precision = FFTC_FLOAT64}, 2, 0},
                 {{.length = {256}}, 1, 0},
                 {{.length = {256}, .direction = FFTC_INVERSE}, 1, 16},
                 {{.length = {512}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 1, 0},
                 {{.length = {192}}, 2, 0},
                 {{.length = {224}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 1, 64},
                 {{.length = {960}}, 1, 0},
                 {{.length = {1200}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 2, 0},
                 {{.length = {2048}, .precision = FFTC_FLOAT64}, 2, 48},
                 {{.length = {1024}, .direction = FFTC_INVERSE}, 2, 0},
                 {{.length = {1024}, .precision = FFTC_FLOAT64}, 1, 16},
                 {{.length = {4096}, .precision = FFTC_FLOAT64}, 1, 0}};
    const fftc_machine *here = fftc_machine_here();
    const size_t least = fftc_traffic_least_bytes();
    testing_random random = testing_random_start("lines past");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_transform t = cases[i].t;
        check_same_as_few(t, least, cases[i].threads, cases[i].shift, &random);
        t.batch = least / (4 * fftc_precision_bytes(t.precision) * t.length[0]) + 1;
        fftc_plan *plan = transform_plan(&t, cases[i].threads);
        const fftc_plan_step *s = &plan->step[0];
        const bool can = fftc_line_prefetches_nontemporal(&s->line);
        const bool should = can && here->knows_prefetching &&
                            (here->nontemporal_triples || s->line.kind != FFTC_LINE_TRIPLE);
        ck_assert_msg(s->prefetching.nontemporal == should, "%s", transform_describe(&t));
        const bool packed = t.length[0] == 64 || t.length[0] == 256 || t.length[0] == 512;
        ck_assert_msg(can || !packed || strcmp(s->line.engine->name, "avx512") != 0, "%s",
                      transform_describe(&t));
        fftc_plan_destroy(plan);
    }
}
END_TEST

/* Radices beyond FFTC_PACKED_MAX_RADIX (packed.h), which vectors of 512 bits have: beyond the
 * second-level cache, and with non-temporal stores. */
START_TEST(rows_of_long_radices_same_as_few)
{
    static const struct {
        fftc_transform t;
        const char *choices;
        size_t shift;
    } cases[] = {
        {{.length = {216}}, "6.16.8.27", 0},
        {{.length = {400}, .direction = FFTC_INVERSE}, "6.16.16.25", 8},
        {{.length = {720}}, "6.16.24.30", 0},
        {{.length = {486}, .direction = FFTC_INVERSE, .placement = FFTC_IN_PLACE}, "6.16.18.27", 0},
        {{.length = {1000}}, "10.16.8.5.25", 0},
        {{.length = {1250}, .direction = FFTC_INVERSE}, "10.16.25.5.10", 16},
        {{.length = {80}, .precision = FFTC_FLOAT64}, "6.8.4.20", 0},
        {{.length = {560}, .precision = FFTC_FLOAT64}, "6.8.28.20", 0},
        {{.length = {675}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, "6.8.27.25", 0},
        {{.length = {1440}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE},
         "10.8.24.4.15",
         0},
        {{.length = {1500}, .precision = FFTC_FLOAT64, .placement = FFTC_IN_PLACE},
         "10.8.30.5.10",
         0},
    };
    const size_t bytes[] = {fftc_cache_bytes(2) * 3 / 2, fftc_traffic_least_bytes()};
    testing_random random = testing_random_start("long radices");
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        const fftc_transform *t = &cases[i / 2].t;
        const fftc_engine *engine = fftc_engines(t->precision, transform_isas[0])[0];
        if (transform_force_isa(0) && engine->packed != NULL && engine->packed->long_radices != 0) {
            check_chosen_same_as_few(*t, cases[i / 2].choices, bytes[i % 2], 1 + (int)(i % 3),
                                     cases[i / 2].shift, &random);
        }
    }
}
END_TEST

/* Planes that are done in one call. Some go past the caches, from the columns themselves or through
 * working memory; others fetch their places. */
START_TEST(planes_past_the_caches_same_as_few)
{
    static const struct {
        fftc_transform t;
        int threads;
        size_t shift;
    } cases[] = {{{.length = {16, 32}, .precision = FFTC_FLOAT64}, 1, 0},
                 {{.length = {16, 32}, .precision = FFTC_FLOAT64}, 2, 16},
                 {{.length = {13, 64}, .direction = FFTC_INVERSE}, 1, 0},
                 {{.length = {13, 64}, .direction = FFTC_INVERSE}, 2, 8},
                 {{.length = {16, 18}}, 1, 0}, /* rows are no whole cache lines */
                 {{.length = {16, 16}}, 1, 48},
                 {{.length = {20, 20}, .precision = FFTC_FLOAT64}, 1, 0}, /* with 32 registers */
                 {{.length = {20, 20}, .precision = FFTC_FLOAT64}, 1, 16},
                 {{.length = {32, 32}, .direction = FFTC_INVERSE}, 2, 0},
                 {{.length = {32, 32}, .direction = FFTC_INVERSE}, 1, 32},
                 {{.length = {24, 24}, .precision = FFTC_FLOAT64}, 1, 0}, /* in two passes */
                 {{.length = {30, 40}}, 1, 8}};
    testing_random random = testing_random_start("planes streamed");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases && transform_force_isa(isa); ++i) {
            fftc_transform t = cases[i].t;
            fftc_plan *plan = transform_plan(&t, 1);
            const fftc_column_passes *passes = plan->engines[0]->column_passes;
            fftc_plan_destroy(plan);
            if (passes != NULL &&
                (passes->pass[t.length[0]] != NULL || passes->pass_nontemporal[2] != NULL)) {
                check_same_as_few(t, fftc_traffic_least_bytes(), cases[i].threads, cases[i].shift,
                                  &random);
            }
        }
    }
}
END_TEST

/* Rows past the second-level cache, which fetch later ones while they are done: on Intel's
 * processors, Zen 3 and 4. */
START_TEST(rows_past_the_second_cache_same_as_few)
{
    static const struct {
        fftc_transform t;
        int threads;
        size_t shift;
        bool fetch;
    } cases[] = {
        {{.length = {256}}, 1, 0, true},
        {{.length = {256}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, 1, 8, true},
        {{.length = {512}, .placement = FFTC_IN_PLACE}, 1, 0, true},
        {{.length = {160}}, 2, 16, true},
        {{.length = {64}, .precision = FFTC_FLOAT64}, 1, 16, true},
        {{.length = {240}, .direction = FFTC_INVERSE}, 2, 16, true}, /* any radices */
        {{.length = {195}, .precision = FFTC_FLOAT64}, 1, 0, true},
        {{.length = {1024}, .precision = FFTC_FLOAT64}, 1, 0, true},
        {{.length = {1024}, .direction = FFTC_INVERSE}, 2, 8, true},
        {{.length = {1000}, .precision = FFTC_FLOAT64, .placement = FFTC_IN_PLACE}, 1, 0, true},
        {{.length = {840}, .direction = FFTC_INVERSE}, 1, 0, true},
        {{.length = {4096}, .precision = FFTC_FLOAT64}, 1, 0, true},
        {{.length = {128}, .direction = FFTC_INVERSE}, 1, 0, true},
        {{.length = {100}}, 1, 0, false}};
    const size_t cache = fftc_cache_bytes(2);
    testing_random random = testing_random_start("followed");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases && transform_force_isa(isa); ++i) {
            check_same_as_few(cases[i].t, cache + cache / 2, cases[i].threads, cases[i].shift,
                              &random);
        }
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
    const bool knows = cache >= 1024 * 1024 && fftc_machine_here()->knows_prefetching;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_transform t = cases[i].t;
        t.batch = (cache + cache / 2) / (4 * fftc_precision_bytes(t.precision) * t.length[0]) + 1;
        fftc_plan *plan = transform_plan(&t, cases[i].threads);
        const fftc_plan_step *s = &plan->step[0];
        /* What longer rows are depends on the processor, too (Zen 5: no packed ones). */
        const bool depends = t.length[0] >= 840;
        ck_assert_msg(fftc_line_prefetches(&s->line) ||
                          strcmp(s->line.engine->name, "avx512") != 0 || !cases[i].fetch || depends,
                      "%s", transform_describe(&t));
        ck_assert_msg(!knows || (s->prefetching.lines != 0) ==
                                    (cases[i].fetch && fftc_line_prefetches(&s->line)),
                      "%s", transform_describe(&t));
        fftc_plan_destroy(plan);
    }
}
END_TEST

/* Rows of 8 KiB and more, of 12 MiB: streamed by Zen 3 and Zen 4, where a plan ends with them and
 * they do not fetch later ones. */
START_TEST(rows_long_past_the_second_cache_same_as_few)
{
    static const struct {
        fftc_transform t;
        bool long_enough;
    } cases[] = {{{.length = {2187}}, true},
                 {{.length = {1024}}, true},
                 {{.length = {1023}}, false},
                 {{.length = {600}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE}, true},
                 {{.length = {1500}, .precision = FFTC_FLOAT64, .kind = FFTC_REAL}, true}};
    const size_t bytes = (size_t)12 * 1024 * 1024;
    testing_random random = testing_random_start("long");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_transform t = cases[i].t;
        check_same_as_few(t, bytes, 1, 8, &random);
        const size_t scalars = scalars_of(&t, true) + scalars_of(&t, false);
        const size_t rows = bytes / (fftc_precision_bytes(t.precision) * scalars) + 1;
        for (int axes = 1; axes <= 2; ++axes) {
            t.length[axes - 1] = cases[i].t.length[0];
            *(axes == 1 ? &t.batch : &t.length[0]) = rows;
            fftc_plan *plan = transform_plan(&t, 1);
            const bool streamed =
                plan->real != NULL ? plan->real->step[0].streamed : plan->step[0].streamed;
            const bool fetches = plan->real == NULL && fftc_line_prefetches(&plan->step[0].line);
            const bool expected = cases[i].long_enough && axes == 1 && !fetches &&
                                  bytes >= fftc_machine_here()->least_streamed_long &&
                                  fftc_machine_here()->least_streamed_long_row <= 8192;
            ck_assert_msg(streamed == expected, "%s", transform_describe(&t));
            fftc_plan_destroy(plan);
            t.batch = 0;
        }
    }
}
END_TEST

/* The rows of several axes, against those in place, which are never streamed. */
START_TEST(rows_real_of_an_array_past_the_caches_same_as_in_place)
{
    enum { N = 1042, SPECTRUM = N / 2 + 1 };
    const size_t rows = fftc_traffic_least_bytes() / ((N + 2 * SPECTRUM) * sizeof(double)) + 1;
    fftc_transform t = {
        .length = {rows, N}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64, .batch = 1};
    testing_random random = testing_random_start("array streamed");
    testing_buffer src = testing_buffer_create(rows * N * sizeof(double), 8);
    testing_buffer dst = testing_buffer_create(rows * SPECTRUM * 2 * sizeof(double), 8);
    testing_buffer both = testing_buffer_create(dst.bytes, 8);
    testing_fill(t.precision, src.data, rows * N / 2, &random);
    for (size_t row = 0; row < rows; ++row) {
        memcpy((double *)both.data + row * 2 * SPECTRUM, (double *)src.data + row * N,
               N * sizeof(double));
    }
    execute(&t, 1, src.data, dst.data);
    t.placement = FFTC_IN_PLACE;
    execute(&t, 1, both.data, both.data);
    ck_assert(memcmp(dst.data, both.data, dst.bytes) == 0);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
    testing_buffer_release(&both);
}
END_TEST

/* --- strided lines of real numbers ------------------------------------------------------------ */

/* Lines side by side are what they are one after the other, bit for bit. */
static void check_strided(fftc_trigonometric kind, fftc_precision precision, size_t n, size_t lines,
                          testing_random *random)
{
    size_t scalar = fftc_precision_bytes(precision);
    fftc_transform rows = {.length = {n},
                           .batch = lines,
                           .kind = FFTC_REAL_TO_REAL,
                           .trigonometric = {kind},
                           .precision = precision};
    fftc_transform columns = rows;
    columns.src_stride[0] = columns.dst_stride[0] = lines;
    columns.src_distance = columns.dst_distance = 1;
    testing_buffer buffer[4];
    for (int i = 0; i < 4; ++i) {
        buffer[i] = testing_buffer_create(n * lines * scalar, 8);
    }
    for (size_t i = 0; i < n * lines; ++i) {
        double x = testing_random_real(random);
        testing_set(precision, buffer[0].data, i, x);
        testing_set(precision, buffer[1].data, i % n * lines + i / n, x);
    }
    execute(&rows, 1, buffer[0].data, buffer[2].data);
    execute(&columns, 1, buffer[1].data, buffer[3].data);
    for (size_t i = 0; i < n * lines; ++i) {
        double expected = testing_get(precision, buffer[2].data, i);
        double actual = testing_get(precision, buffer[3].data, i % n * lines + i / n);
        ck_assert_msg(actual == expected, "%zu lines of %zu: %g, not %g", lines, n, actual,
                      expected);
    }
    for (int i = 0; i < 4; ++i) {
        testing_buffer_release(&buffer[i]);
    }
}

START_TEST(strided_real_lines_same_as_rows)
{
    testing_random random = testing_random_start("strided");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t n = 3; n < 80 && transform_force_isa(isa); n += 1 + n / 3) {
            for (size_t lines = 2; lines < 40; lines += 1 + lines / 2) {
                check_strided(FFTC_DCT_II, FFTC_FLOAT32, n, lines, &random);
                check_strided(FFTC_DST_III, FFTC_FLOAT64, n, lines, &random);
            }
        }
    }
}
END_TEST

TESTING_MAIN("transform_many", move_transpose_any_shape_exact, move_stream_any_place_copies,
             awkward_rows_in_batches_accurate, rows_past_the_caches_same_as_few,
             rows_in_whole_lines_past_the_caches_same_as_few,
             rows_short_past_the_caches_same_as_few, rows_of_long_radices_same_as_few,
             planes_past_the_caches_same_as_few, rows_past_the_second_cache_same_as_few,
             rows_long_past_the_second_cache_same_as_few,
             rows_real_of_an_array_past_the_caches_same_as_in_place,
             strided_real_lines_same_as_rows)
