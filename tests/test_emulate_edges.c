/* SPDX-License-Identifier: MIT
 *
 * Plans for devices in the emulator: every storage, range, rank and placement right, nothing
 * touched that must not be, and no finding on any schedule.
 */
#include <stdlib.h>
#include <string.h>

#include "doubling_pieces.h"
#include "edges_testing.h"
#include "fftcore/kernel/halves.h"
#include "support/half.h"

#define ROUNDS 150u

START_TEST(edges_any_storage_and_ranges_right_and_clean)
{
    testing_random random = testing_random_start("edges");
    for (unsigned i = 0; i < ROUNDS * transform_campaign(); ++i) {
        fftc_transform t = edges_draw(&random, i % 8 == 0 ? 2000 : 400);
        edges_emulated e = {.config = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                       .subgroup_size = 4u << i % 5,
                                       .seed = testing_seed() + i}};
        e.emulation.invocations_max = 16u << i % 4; /* narrow: several passes, tiles, rounds */
        e.emulation.shared_bytes = 256u << i % 6;
        e.emulation.passes.no_subgroups = i % 3 == 0;
        double *source = transform_draw_source(&t, &random);
        double *result = transform_run_by(&(transform_runner){edges_emulate, &e}, &t,
                                          testing_random_below(&random, 16), source);
        double error = transform_run_error(&t, source, result);
        ck_assert_msg(error <= transform_bound(&t), "%s: error %.3g, bound %.3g",
                      transform_describe(&t), error, transform_bound(&t));
        free(result);
        free(source);
    }
}
END_TEST

/* --- accessors -------------------------------------------------------------------------------- */

START_TEST(accessors_of_any_description_stand_for_loads_and_stores)
{
    testing_random random = testing_random_start("accessors");
    ck_assert_ptr_nonnull(strstr(doubling_load, "fftc_user_load"));
    ck_assert_ptr_nonnull(strstr(halving_store, "fftc_user_store"));
    for (unsigned i = 0; i < ROUNDS / 3 * transform_campaign(); ++i) {
        fftc_transform t = edges_draw(&random, 200);
        edges_emulated e = {.config = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT)}};
        e.emulation.invocations_max = 16u << i % 4;
        e.emulation.shared_bytes = 256u << i % 6;
        t.precision = t.precision == FFTC_FLOAT64 ? FFTC_FLOAT32 : t.precision;
        double *source = transform_draw_source(&t, &random);
        double *plain = transform_run_by(&(transform_runner){edges_emulate, &e}, &t, 0, source);
        e.emulation.load = i % 4 != 1 ? fftc_emulated_load : NULL;
        e.emulation.store = i % 4 != 2 ? fftc_emulated_store : NULL;
        double *result = transform_run_by(&(transform_runner){edges_emulate, &e}, &t, 0, source);
        double factor = i % 4 == 1 ? 0.5 : i % 4 == 2 ? 2.0 : 1.0;
        for (size_t k = 0; k < 2 * transform_wanted(&t) && t.precision != FFTC_FLOAT16; ++k) {
            ck_assert_msg(result[k] == factor * plain[k], "%s: number %zu", transform_describe(&t),
                          k);
        }
        for (size_t k = 0; k < 2 * transform_wanted(&t) && factor == 1.0; ++k) {
            ck_assert_msg(result[k] == plain[k], "%s: number %zu", transform_describe(&t), k);
        }
        free(source);
        free(plain);
        free(result);
    }
}
END_TEST

enum { WINDOW = 400 };
static uint32_t load_line;
static uint32_t store_line;

/* Reads the word behind its own: the last one's is not there. */
static void load_next_word(uint32_t index, void *value)
{
    float *z = value;
    load_line = __LINE__ + 1;
    z[0] = (float)fftc_emulate_extra_get(0, index + 1, __FILE__, __LINE__);
    z[1] = 0.0f;
}

/* Everybody writes the same word. */
static void store_first_word(uint32_t index, const void *value)
{
    store_line = __LINE__ + 1;
    fftc_emulate_extra_set(1, 0, index, __FILE__, __LINE__);
    fftc_emulate_dst_set(index, value);
}

static void load_ninth_word(uint32_t index, void *value)
{
    float *z = value;
    load_line = __LINE__ + 1;
    z[0] = (float)fftc_emulate_user_word(8 + index, __FILE__, __LINE__);
    z[1] = 0.0f;
}

START_TEST(accessors_that_ask_for_no_word_found)
{
    static float src[2 * WINDOW];
    static float dst[2 * WINDOW];
    const fftc_transform t = {.length = {WINDOW}};
    const fftc_arrays arrays = {.src = src, .dst = dst};
    const fftc_emulated_device device = {.load = load_ninth_word};
    fftc_emulated_report report;
    ck_assert_int_eq(fftc_emulate_plan(&t, &device, &arrays, &report, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, WINDOW);
    ck_assert_int_eq(report.findings[0].kind, FFTC_FINDING_OUT_OF_BOUNDS);
    ck_assert_str_eq(report.findings[0].memory, "word");
    ck_assert_uint_ge(report.findings[0].address, 8);
    ck_assert_uint_eq(report.findings[0].first.site.line, load_line);
}
END_TEST

START_TEST(accessors_with_faults_found_where_they_are)
{
    static uint32_t words[2][WINDOW];
    static float src[2 * WINDOW];
    static float dst[2 * WINDOW];
    const fftc_transform t = {.length = {WINDOW}};
    const fftc_arrays arrays = {.src = src, .dst = dst};
    const fftc_emulated_device narrow = {
        .invocations_max = 16,
        .shared_bytes = 256,
        .extra = {
            {.name = "window", .data = words[0], .element_bytes = 4, .element_count = WINDOW},
            {.name = "count", .data = words[1], .element_bytes = 4, .element_count = WINDOW}}};
    fftc_emulated_report clean;
    ck_assert_int_eq(fftc_emulate_plan(&t, &narrow, &arrays, &clean, NULL), FFTC_SUCCESS);
    ck_assert_uint_ge(clean.dispatches, 2);
    for (int store = 0; store < 2; ++store) {
        fftc_emulated_device faulty = narrow;
        fftc_emulated_report report;
        faulty.load = store ? NULL : load_next_word;
        faulty.store = store ? store_first_word : NULL;
        ck_assert_int_eq(fftc_emulate_plan(&t, &faulty, &arrays, &report, NULL), FFTC_SUCCESS);
        ck_assert_uint_ge(report.findings_listed, 1);
        ck_assert_uint_ge(report.finding_count, report.findings_listed);
        const fftc_finding *found = &report.findings[0];
        ck_assert_int_eq(found->kind,
                         store ? FFTC_FINDING_RACE_MEMORY : FFTC_FINDING_OUT_OF_BOUNDS);
        ck_assert_str_eq(found->memory, store ? "count" : "window");
        ck_assert_uint_eq(found->address, store ? 0 : WINDOW);
        ck_assert_uint_eq(found->first.site.line, store ? store_line : load_line);
        ck_assert_ptr_nonnull(strstr(found->first.site.file, "test_emulate_edges.c"));
        /* Nothing is carried out after the dispatch that has it. */
        ck_assert_uint_eq(report.dispatches, store ? clean.dispatches : 1);
    }
}
END_TEST

/* --- halves ----------------------------------------------------------------------------------- */

START_TEST(halves_every_bit_pattern_as_the_cpu_has_it)
{
    for (uint32_t half = 0; half < 65536; ++half) {
        float expected = fftc_float_from_half((uint16_t)half);
        float got = fftc_real_from_half(half);
        ck_assert_msg(memcmp(&got, &expected, sizeof got) == 0, "half %04x", half);
    }
}
END_TEST

static void check_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    ck_assert_msg(fftc_half_from_real(x) == fftc_half_from_float(x), "float %08x: %04x, not %04x",
                  bits, fftc_half_from_real(x), fftc_half_from_float(x));
}

/* Around every half, around every tie between two, and anywhere. */
START_TEST(halves_round_to_nearest_even_as_the_cpu)
{
    testing_random random = testing_random_start("halves");
    for (uint32_t half = 0; half < 65536; ++half) {
        float here = fftc_float_from_half((uint16_t)half);
        uint32_t bits;
        memcpy(&bits, &here, sizeof bits);
        for (int32_t step = -2; step <= 2; ++step) {
            check_float(bits + (uint32_t)step);
            check_float(bits + (1u << 12) + (uint32_t)step);
            check_float(bits + (1u << 22) + (uint32_t)step);
        }
    }
    for (int i = 0; i < 1000000; ++i) {
        check_float((uint32_t)testing_random_next(&random));
    }
}
END_TEST

/* A half's neighbours stand in words of their own; out of range it is infinite. */
START_TEST(halves_of_a_complex_number_stand_in_a_word)
{
    fftc_complex z = {.re = 1.5f, .im = -65520.0f};
    ck_assert_uint_eq(fftc_halves_from_complex(z), 0xfc003e00u);
    z = fftc_complex_from_halves(0x3c00c000u);
    ck_assert(z.re == -2.0f && z.im == 1.0f);
}
END_TEST

/* --- ranges ----------------------------------------------------------------------------------- */

static uint64_t stores_of(const fftc_transform *t)
{
    const fftc_emulated_device emulation = {.invocations_max = 64};
    size_t points = 1;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        points *= t->length[i];
    }
    float *src = calloc(2 * points, sizeof *src);
    float *dst = calloc(2 * points, sizeof *dst);
    const fftc_arrays arrays = {.src = src, .dst = dst};
    fftc_emulated_report report;
    ck_assert(src != NULL && dst != NULL);
    ck_assert_int_eq(fftc_emulate_plan(t, &emulation, &arrays, &report, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(report.finding_count, 0);
    free(src);
    free(dst);
    return report.total.memory_stores;
}

/* Rows of zeros are not dispatched, and columns that nobody wants neither. */
START_TEST(ranges_leave_out_whole_lines)
{
    fftc_transform t = {.length = {32, 64}};
    ck_assert_uint_eq(stores_of(&t), 2 * 32 * 64);
    t.src_range[0] = (fftc_range){8, 24};
    ck_assert_uint_eq(stores_of(&t), 16 * 64 + 32 * 64);
    t.dst_range[1] = (fftc_range){0, 10};
    ck_assert_uint_eq(stores_of(&t), 16 * 10 + 32 * 10);
    t.dst_range[0] = (fftc_range){28, 32};
    ck_assert_uint_eq(stores_of(&t), 16 * 10 + 4 * 10);
}
END_TEST

/* Arrays of a few numbers between which there would be 2^64. */
START_TEST(edges_of_too_many_points_refused)
{
    float number[2] = {0.0f, 0.0f};
    float result[2];
    const fftc_arrays arrays = {.src = number, .dst = result};
    fftc_transform t = {.length = {1U << 29, 1U << 29},
                        .batch = 64,
                        .src_stride = {FFTC_STRIDE_ZERO, 1},
                        .dst_stride = {1, 1},
                        .src_distance = 1,
                        .dst_distance = 1,
                        .src_range = {{0, 1}, {0, 4}},
                        .dst_range = {{0, 1}, {0, 1}}};
    fftc_error error;
    ck_assert_int_eq(fftc_emulate_plan(&t, NULL, &arrays, NULL, &error), FFTC_TOO_LARGE);
    t.length[0] = t.length[1] = 1U << 22;
    t.batch = 1U << 20;
    ck_assert_int_eq(fftc_emulate_plan(&t, NULL, &arrays, NULL, &error), FFTC_TOO_LARGE);
}
END_TEST

TESTING_MAIN("emulate_edges", edges_any_storage_and_ranges_right_and_clean,
             accessors_of_any_description_stand_for_loads_and_stores,
             accessors_that_ask_for_no_word_found, accessors_with_faults_found_where_they_are,
             halves_every_bit_pattern_as_the_cpu_has_it, halves_round_to_nearest_even_as_the_cpu,
             halves_of_a_complex_number_stand_in_a_word, ranges_leave_out_whole_lines,
             edges_of_too_many_points_refused)
