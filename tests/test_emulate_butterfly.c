/* SPDX-License-Identifier: MIT
 *
 * The classic FFTs in the emulator: passes through memory and lines in shared memory, computed and
 * by a table, give one result, clean on every schedule and with every size of subgroup, and move
 * the bytes that are said; the figures of the article that they are from; and what is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "butterfly_testing.h"
#include "ledger.h"

/* One case by both techniques on all schedules: dst's bits are the same each time. */
static void check_all_ways(fftc_butterfly b, bool apart, testing_random *random)
{
    butterfly_case c = butterfly_case_make(&b, apart, random);
    void *expected = malloc(c.bytes);
    void *before = malloc(c.bytes);
    memcpy(before, c.dst, c.bytes);
    for (unsigned i = 0; i < 2 * FFTC_SCHEDULE_COUNT; ++i) {
        const fftc_emulation config = {.subgroup_size = 1u << testing_random_below(random, 8),
                                       .schedule = (fftc_schedule)(i / 2),
                                       .seed = i};
        const fftc_emulated_device device = {
            .invocations_max = 1u << testing_random_below(random, b.points_log2 + 1u),
            .config = &config};
        c.butterfly.technique = (fftc_technique)(i % 2);
        memcpy(c.dst, before, c.bytes);
        butterfly_case_emulate(&c, &device);
        if (i == 0) {
            butterfly_case_check(&c);
            memcpy(expected, c.dst, c.bytes);
        }
        ck_assert_msg(memcmp(c.dst, expected, c.bytes) == 0, "%s, way %u", c.name, i);
    }
    free(before);
    free(expected);
    butterfly_case_free(&c);
}

START_TEST(ways_give_one_result_and_the_bytes_that_are_said)
{
    testing_random random = testing_random_start("butterfly");
    for (uint32_t log2 = 1; log2 <= 6; ++log2) {
        for (unsigned i = 0; i < 8; ++i) {
            const fftc_butterfly b = {.points_log2 = log2,
                                      .lines = testing_random_below(&random, 5), /* 0: 1 */
                                      .table = i % 2 != 0,
                                      .direction = i / 2 % 2 != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                      .precision = i / 4 != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32};
            check_all_ways(b, b.lines > 1 && testing_random_below(&random, 2) == 0, &random);
        }
    }
}
END_TEST

/* A picture of 512 by 256 texels of four floats in each of two planes, real and imaginary, is four
 * times as many lines of 512 complex numbers. A few of them are counted, and multiplied. */
static fftc_butterfly_traffic count_picture(fftc_technique technique)
{
    enum { WIDTH_LOG2 = 9, HEIGHT = 256, CHANNELS = 4, COUNTED = 4 };
    testing_random random = testing_random_start("picture");
    fftc_butterfly b = {
        .points_log2 = WIDTH_LOG2, .lines = COUNTED, .technique = technique, .table = true};
    fftc_butterfly_traffic all;
    fftc_butterfly_traffic t = {0};
    const fftc_emulation config = {.observers = FFTC_OBSERVE_NONE,
                                   .observer = {butterfly_observe, &t}};
    const fftc_emulated_device device = {.config = &config};
    butterfly_case c = butterfly_case_make(&b, false, &random);
    ck_assert_int_eq(fftc_emulate_butterfly(&b, &device, c.src, c.dst, NULL, NULL), FFTC_SUCCESS);
    butterfly_case_free(&c);
    t.read *= HEIGHT * CHANNELS / COUNTED;
    t.written *= HEIGHT * CHANNELS / COUNTED;
    t.table_read *= HEIGHT / COUNTED; /* an entry serves all four channels of a texel */
    b.lines = HEIGHT * CHANNELS;
    ck_assert_int_eq(fftc_butterfly_count(&b, &all, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(all.read, t.read);
    ck_assert_uint_eq(all.written, t.written);
    ck_assert_uint_eq(all.table_read, t.table_read * CHANNELS);
    return t;
}

/* The worked figures of the article, its figures 6, 8 and 10. It prints 32 MB for what is 36, and
 * gains of 36 and 8 for what is 36 and 9; and its formula for lines (figure 7) has 4 bytes a texel
 * where its figures have 16. Its MB are of 2^20 bytes. */
START_TEST(article_figures_are_what_is_counted)
{
    const fftc_butterfly_traffic passes = count_picture(FFTC_TECHNIQUE_PASSES);
    const fftc_butterfly_traffic lines = count_picture(FFTC_TECHNIQUE_LINES);
    ck_assert_uint_eq(passes.read, 75497472);
    ck_assert_uint_eq(passes.written, 37748736);
    ck_assert_uint_eq(passes.read, (uint64_t)72 << 20);
    ck_assert_uint_eq(passes.written, (uint64_t)36 << 20);
    ck_assert_uint_eq(lines.read, 4194304);
    ck_assert_uint_eq(lines.written, 4194304);
    ck_assert_uint_eq(lines.table_read, 18874368);
    ck_assert_uint_eq(passes.table_read, 18874368);
    /* Of a real picture's imaginary plane nothing need be read. */
    ck_assert_uint_eq(passes.read / (lines.read / 2), 36);
    ck_assert_uint_eq(passes.written / lines.written, 9);
}
END_TEST

static void refuse(fftc_butterfly b, fftc_status status, const char *words)
{
    fftc_butterfly_traffic traffic;
    fftc_error error;
    ck_assert_int_eq(fftc_butterfly_count(&b, &traffic, &error), status);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

START_TEST(descriptions_that_are_wrong_refused)
{
    const uint64_t huge = UINT64_MAX;
    refuse((fftc_butterfly){0}, FFTC_INVALID_ARGUMENT, "points_log2 is 0: pass 1 to 24");
    refuse((fftc_butterfly){.points_log2 = 25}, FFTC_INVALID_ARGUMENT, "points_log2 is 25");
    refuse((fftc_butterfly){.points_log2 = 1, .technique = (fftc_technique)2},
           FFTC_INVALID_ARGUMENT, "technique is 2");
    refuse((fftc_butterfly){.points_log2 = 1, .direction = (fftc_direction)7},
           FFTC_INVALID_ARGUMENT, "direction");
    refuse((fftc_butterfly){.points_log2 = 1, .precision = FFTC_FLOAT16}, FFTC_INVALID_ARGUMENT,
           "pass FFTC_FLOAT32");
    refuse((fftc_butterfly){.points_log2 = 3, .lines = 2, .line_stride = 7}, FFTC_INVALID_ARGUMENT,
           "line_stride of at least N * point_stride = 8, or a point_stride of at least lines * "
           "line_stride = 14");
    refuse((fftc_butterfly){.points_log2 = 1, .lines = huge}, FFTC_TOO_LARGE, "2^31");
    refuse((fftc_butterfly){.points_log2 = 1, .point_stride = huge}, FFTC_TOO_LARGE, "2^31");
    refuse((fftc_butterfly){.points_log2 = 1, .line_stride = huge}, FFTC_TOO_LARGE, "2^31");
    refuse((fftc_butterfly){.points_log2 = 24, .point_stride = 129}, FFTC_TOO_LARGE, "2^31");
    refuse((fftc_butterfly){.points_log2 = 24, .lines = 129}, FFTC_TOO_LARGE, "2^31");
}
END_TEST

static void refuse_run(const fftc_butterfly *b, const void *src, void *dst, fftc_status status,
                       const char *words)
{
    fftc_error error;
    ck_assert_int_eq(fftc_emulate_butterfly(b, NULL, src, dst, NULL, &error), status);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

START_TEST(runs_that_cannot_be_refused)
{
    static float array[2][8] = {{0}};
    const fftc_butterfly four = {.points_log2 = 2};
    fftc_butterfly large = {.points_log2 = 12, .technique = FFTC_TECHNIQUE_LINES};
    fftc_error error;
    refuse_run(NULL, array[0], array[1], FFTC_INVALID_ARGUMENT, "butterfly is NULL");
    refuse_run(&four, NULL, array[1], FFTC_INVALID_ARGUMENT, "src is NULL");
    refuse_run(&four, array[0], NULL, FFTC_INVALID_ARGUMENT, "dst is NULL");
    refuse_run(&four, array[0], array[0] + 6, FFTC_INVALID_ARGUMENT, "overlap");
    refuse_run(&large, array[0], array[1], FFTC_UNSUPPORTED,
               "a line of 2^12 points takes 65536 bytes of shared memory, the emulator has 32768");
    ck_assert_int_eq(fftc_butterfly_count(NULL, &(fftc_butterfly_traffic){0}, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_butterfly_count(&four, NULL, &error), FFTC_INVALID_ARGUMENT);
}
END_TEST

/* Each allocation fails in turn: the run says so, and keeps nothing. */
START_TEST(memory_that_is_not_there_reported)
{
    static float array[2][2 * 2 * 8];
    const fftc_butterfly b = {.points_log2 = 3, .lines = 2, .table = true};
    fftc_status status = FFTC_OUT_OF_MEMORY;
    long failed = 0;
    for (; status != FFTC_SUCCESS && failed < 100; ++failed) {
        testing_ledger ledger = {.allowed = failed};
        const fftc_allocator allocator = testing_ledger_allocator(&ledger);
        const fftc_emulation config = {.allocator = &allocator};
        const fftc_emulated_device device = {.config = &config};
        status = fftc_emulate_butterfly(&b, &device, array[0], array[1], NULL, NULL);
        ck_assert(status == FFTC_SUCCESS || status == FFTC_OUT_OF_MEMORY);
        ck_assert_uint_eq(ledger.live, 0);
    }
    ck_assert_int_eq(status, FFTC_SUCCESS);
    ck_assert_int_gt(failed, 3); /* a table, a scratch and the emulator's own */
}
END_TEST

START_TEST(table_arguments_that_are_wrong_refused)
{
    static uint32_t entries[8];
    fftc_error error;
    ck_assert_int_eq(fftc_butterfly_table_fill(FFTC_FLOAT32, 1, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_butterfly_table_fill((fftc_precision)3, 1, entries, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_butterfly_table_fill(FFTC_FLOAT32, 0, entries, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_str_eq(error.message, "points_log2 is 0: pass 1 to 30");
    ck_assert_int_eq(fftc_butterfly_table_fill(FFTC_FLOAT32, 31, entries, &error),
                     FFTC_INVALID_ARGUMENT);
}
END_TEST

TESTING_MAIN("emulate_butterfly", ways_give_one_result_and_the_bytes_that_are_said,
             article_figures_are_what_is_counted, descriptions_that_are_wrong_refused,
             runs_that_cannot_be_refused, memory_that_is_not_there_reported,
             table_arguments_that_are_wrong_refused)
