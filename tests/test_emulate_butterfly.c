/* SPDX-License-Identifier: MIT
 *
 * kernel/butterfly_pass.h and butterfly_line.h in the emulator: passes through memory and lines in
 * shared memory, computed and by a table, give one result, clean on every schedule, and move the
 * bytes that the header says.
 */
#include "fftcore/emulate.h"

#include <string.h>

#include "testing.h"

static uint32_t butterfly_log2_now, workgroup_log2_now;
static bool by_table, by_lines;
#define FFTC_BUTTERFLY_LOG2 butterfly_log2_now
#define FFTC_WORKGROUP_LOG2 workgroup_log2_now
#define FFTC_BUTTERFLY_TABLE

#include "fftcore/kernel/butterfly_line.h"

enum { SOURCE, RESULT, ENTRIES, TWIDDLES };
enum { MOST_LOG2 = 9, MOST_POINTS = 1 << MOST_LOG2, LINES = 4 };

static fftc_complex array[2][LINES * MOST_POINTS];
static fftc_butterfly_entry entries[MOST_LOG2 * MOST_POINTS];
static fftc_complex twiddles[MOST_POINTS];

static uint32_t global_index(void)
{
    return (fftc_workgroup_index() << workgroup_log2_now) + fftc_invocation_index();
}

static uint32_t first_of_line(void)
{
    uint32_t line = by_lines ? fftc_workgroup_index() : global_index() >> butterfly_log2_now;
    return line << butterfly_log2_now;
}

fftc_complex(fftc_get)(fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(SOURCE, first_of_line() + index, &z);
    return z;
}

void(fftc_set)(fftc_uint index, fftc_complex value)
{
    fftc_memory_store(RESULT, first_of_line() + index, &value);
}

fftc_complex(fftc_twiddle_get)(fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(TWIDDLES, index, &z);
    return z;
}

/* With computed entries the accessor computes them. */
fftc_butterfly_entry fftc_butterfly_entry_get(fftc_uint index)
{
    fftc_butterfly_entry entry;
    if (by_table) {
        fftc_memory_load(ENTRIES, index, &entry);
        return entry;
    }
    return fftc_butterfly_entry_compute(index >> butterfly_log2_now,
                                        index & ((1u << butterfly_log2_now) - 1u));
}

typedef struct dispatch {
    uint32_t pass;
    uint32_t inverse;
} dispatch;

static void kernel_pass(void *user)
{
    const dispatch *d = user;
    fftc_butterfly_pass(d->pass, global_index() & ((1u << butterfly_log2_now) - 1u), d->inverse);
}

static void kernel_line(void *user)
{
    fftc_butterfly_line(((const dispatch *)user)->inverse);
}

typedef struct way {
    bool lines;
    bool table;
    uint32_t points_log2;
    uint32_t workgroup_log2;
    uint32_t subgroup_log2;
    fftc_schedule schedule;
    uint32_t inverse;
} way;

static void add_counts(fftc_counts *sum, const fftc_counts *counts)
{
    sum->memory_loads += counts->memory_loads;
    sum->memory_stores += counts->memory_stores;
    sum->workgroup_barriers += counts->workgroup_barriers;
    sum->shared_loads += counts->shared_loads;
    sum->shared_stores += counts->shared_stores;
}

/* Runs one dispatch from array[from] to the other one. */
static void run_dispatch(const way *w, dispatch *d, int from, fftc_counts *counts)
{
    const uint64_t items = (uint64_t)LINES << w->points_log2;
    const fftc_memory memories[] = {{.name = "source",
                                     .data = array[from],
                                     .element_bytes = sizeof(fftc_complex),
                                     .element_count = items,
                                     .read_only = true},
                                    {.name = "result",
                                     .data = array[1 - from],
                                     .element_bytes = sizeof(fftc_complex),
                                     .element_count = items},
                                    {.name = "entries",
                                     .data = entries,
                                     .element_bytes = sizeof *entries,
                                     .element_count = (uint64_t)w->points_log2 << w->points_log2,
                                     .read_only = true},
                                    {.name = "twiddles",
                                     .data = twiddles,
                                     .element_bytes = sizeof *twiddles,
                                     .element_count = (uint64_t)1 << w->points_log2,
                                     .read_only = true}};
    const fftc_emulation config = {.workgroup_size = 1u << w->workgroup_log2,
                                   .workgroup_count =
                                       w->lines ? LINES : (uint32_t)(items >> w->workgroup_log2),
                                   .subgroup_size = 1u << w->subgroup_log2,
                                   .shared_words = w->lines ? FFTC_BUTTERFLY_SHARED_WORDS : 0,
                                   .schedule = w->schedule,
                                   .seed = 5,
                                   .memories = memories,
                                   .memory_count = 4};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    fftc_error error;
    ck_assert_msg(fftc_emulator_create(&config, &emulator, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(
        fftc_emulator_run(emulator, w->lines ? kernel_line : kernel_pass, d, &report, NULL),
        FFTC_SUCCESS);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("2^%u points, W = %u, lines %d, table %d: %s", w->points_log2,
                     w->workgroup_log2, w->lines, w->table, text);
    }
    add_counts(counts, &report.total);
    fftc_emulator_destroy(emulator);
}

/* Transforms what is in array[0], and returns where the results are. */
static const fftc_complex *transform(const way *w, fftc_counts *counts)
{
    dispatch d = {.inverse = w->inverse};
    memset(counts, 0, sizeof *counts);
    butterfly_log2_now = w->points_log2;
    workgroup_log2_now = w->workgroup_log2;
    by_lines = w->lines;
    by_table = w->table;
    if (w->lines) {
        run_dispatch(w, &d, 0, counts);
        return array[1];
    }
    for (; d.pass < w->points_log2; ++d.pass) {
        run_dispatch(w, &d, (int)(d.pass & 1), counts);
    }
    return array[w->points_log2 & 1];
}

static void check_counts(const way *w, const fftc_counts *c)
{
    const uint64_t points = (uint64_t)LINES << w->points_log2;
    const uint64_t all = points * w->points_log2;
    const uint64_t words = all * FFTC_COMPLEX_WORDS;
    ck_assert_uint_eq(c->memory_loads, (w->lines ? points : 2 * all) + all);
    ck_assert_uint_eq(c->memory_stores, w->lines ? points : all);
    ck_assert_uint_eq(c->workgroup_barriers, w->lines ? LINES * w->points_log2 : 0);
    ck_assert_uint_eq(c->shared_loads, w->lines ? 2 * words : 0);
    ck_assert_uint_eq(c->shared_stores, w->lines ? words : 0);
}

static void make_tables(uint32_t points_log2)
{
    ck_assert_int_eq(fftc_twiddle_table_fill(FFTC_FLOAT32, points_log2, twiddles, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(fftc_butterfly_table_fill(FFTC_FLOAT32, points_log2, entries, NULL),
                     FFTC_SUCCESS);
}

/* The definition, in long double. */
static void check_values(const way *w, const fftc_complex *source, const fftc_complex *result)
{
    static long double x[2 * MOST_POINTS];
    static long double expected[2 * MOST_POINTS];
    const size_t n = (size_t)1 << w->points_log2;
    for (size_t line = 0; line < LINES; ++line) {
        for (size_t i = 0; i < n; ++i) {
            x[2 * i] = (long double)source[line * n + i].re;
            x[2 * i + 1] = (long double)source[line * n + i].im;
        }
        testing_dft_split(n, w->inverse != 0 ? 1 : -1, x, expected);
        for (size_t i = 0; w->inverse != 0 && i < 2 * n; ++i) {
            expected[i] /= (long double)n;
        }
        double error = testing_relative_error(FFTC_FLOAT32, result + line * n, expected, n);
        ck_assert_msg(error <= fftc_error_bound(FFTC_FLOAT32, n), "2^%u points: %g", w->points_log2,
                      error);
    }
}

START_TEST(ways_give_one_result_and_the_bytes_of_the_header)
{
    static fftc_complex source[LINES * MOST_POINTS];
    static fftc_complex expected[LINES * MOST_POINTS];
    testing_random random = testing_random_start("butterfly");
    fftc_counts counts;
    for (uint32_t log2 = 1; log2 <= 6; ++log2) {
        const size_t bytes = ((size_t)LINES << log2) * sizeof(fftc_complex);
        make_tables(log2);
        testing_fill(FFTC_FLOAT32, source, (size_t)LINES << log2, &random);
        for (uint32_t i = 0; i < 8 * FFTC_SCHEDULE_COUNT; ++i) {
            way w = {.lines = i & 1,
                     .table = (i & 2) != 0,
                     .inverse = i / 4 % 2,
                     .schedule = (fftc_schedule)(i / 8),
                     .points_log2 = log2,
                     .workgroup_log2 = (uint32_t)testing_random_below(&random, log2 + 1),
                     .subgroup_log2 = (uint32_t)testing_random_below(&random, 8)};
            memcpy(array[0], source, bytes);
            const fftc_complex *result = transform(&w, &counts);
            check_counts(&w, &counts);
            if (i % 4 == 0) {
                check_values(&w, source, result);
                memcpy(expected, result, bytes);
            }
            ck_assert_msg(memcmp(result, expected, bytes) == 0, "2^%u points, way %u", log2, i);
        }
    }
}
END_TEST

/* The worked figures of the article: a picture of 512 by 256 texels of four floats in each of two
 * planes, along its rows. It prints 32 MB for what is 36, and gains of 36 and 8 for what is 36 and
 * 9; and its formula for lines has 4 bytes a texel where its figures have 16. */
START_TEST(article_figures_are_what_is_counted)
{
    enum { CHANNELS = 4, HEIGHT = 256 };
    const uint64_t real_bytes = sizeof(float) * CHANNELS * (HEIGHT / LINES);
    const uint64_t item_bytes = 2 * real_bytes;
    const uint64_t table_bytes = 512 * 9 * 16; /* 73728 */
    way w = {.points_log2 = 9, .workgroup_log2 = 6, .subgroup_log2 = 5, .table = true};
    fftc_counts counts;
    make_tables(9);
    memset(array, 0, sizeof array);
    (void)transform(&w, &counts);
    const uint64_t entry_loads = (uint64_t)LINES * 9 * 512;
    const uint64_t pass_read = (counts.memory_loads - entry_loads) * item_bytes;
    const uint64_t pass_written = counts.memory_stores * item_bytes;
    ck_assert_uint_eq(pass_read, 75497472);
    ck_assert_uint_eq(pass_written, 37748736);
    ck_assert_uint_eq(pass_read >> 20, 72);
    ck_assert_uint_eq(pass_written >> 20, 36);
    w.lines = true;
    (void)transform(&w, &counts);
    const uint64_t line_read = (counts.memory_loads - entry_loads) * item_bytes;
    const uint64_t line_written = counts.memory_stores * item_bytes;
    ck_assert_uint_eq(line_read, 4194304);
    ck_assert_uint_eq(line_written, 4194304);
    /* Of a real picture's imaginary plane nothing need be read. */
    ck_assert_uint_eq(pass_read / (line_read / 2), 36);
    ck_assert_uint_eq(pass_written / line_written, 9);
    ck_assert_uint_eq(sizeof entries[0] * 9 * 512, table_bytes);
    ck_assert_uint_eq(entry_loads * sizeof entries[0] * (HEIGHT / LINES), 18874368);
}
END_TEST

START_TEST(table_arguments_that_are_wrong_refused)
{
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

TESTING_MAIN("emulate_butterfly", ways_give_one_result_and_the_bytes_of_the_header,
             article_figures_are_what_is_counted, table_arguments_that_are_wrong_refused)
