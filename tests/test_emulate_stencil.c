/* SPDX-License-Identifier: MIT
 *
 * kernel/stencil.h in the emulator: tiles of every shape that fits, on every schedule; each pixel
 * is loaded once, and its neighbours are the right ones.
 */
#include "fftcore/emulate.h"

#include <string.h>

#include "testing.h"

static uint32_t workgroup_log2_now, columns_log2_now, rows_log2_now;
static uint32_t reach_columns_now, reach_rows_now;
#define FFTC_WORKGROUP_LOG2 workgroup_log2_now
#define FFTC_TILE_COLUMNS_LOG2 columns_log2_now
#define FFTC_TILE_ROWS_LOG2 rows_log2_now
#define FFTC_TILE_REACH_COLUMNS reach_columns_now
#define FFTC_TILE_REACH_ROWS reach_rows_now
#define FFTC_TILE_WORDS 2u

#include "fftcore/kernel/stencil.h"

enum { SOURCE, RESULT };

/* The size of the picture, which is no multiple of any tile. The edges are clamped. */
#define WIDTH 45u
#define HEIGHT 23u

static fftc_tile_pixel picture[HEIGHT * WIDTH];
static fftc_tile_pixel result[HEIGHT * WIDTH];

static uint32_t tiles_in_row(void)
{
    return (WIDTH + (1u << columns_log2_now) - 1u) >> columns_log2_now;
}

/* From a column or row of a tile with what is around it to one of the picture. */
static uint32_t clamp(uint32_t tile, uint32_t size_log2, uint32_t at, uint32_t reach, uint32_t size)
{
    uint32_t beyond = (tile << size_log2) + at;
    return beyond < reach ? 0u : beyond - reach < size ? beyond - reach : size - 1u;
}

fftc_tile_pixel fftc_tile_load(fftc_uint column, fftc_uint row)
{
    uint32_t tile = fftc_workgroup_index();
    uint32_t x = clamp(tile % tiles_in_row(), columns_log2_now, column, reach_columns_now, WIDTH);
    uint32_t y = clamp(tile / tiles_in_row(), rows_log2_now, row, reach_rows_now, HEIGHT);
    fftc_tile_pixel pixel;
    fftc_memory_load(SOURCE, y * WIDTH + x, &pixel);
    return pixel;
}

/* How much neighbour (i, j) of the reach weighs: all differ. */
static uint32_t weight(uint32_t i, uint32_t j)
{
    return 1u + 3u * i + 100u * j;
}

void fftc_stencil_pixel(fftc_uint column, fftc_uint row)
{
    uint32_t tile = fftc_workgroup_index();
    uint32_t x = ((tile % tiles_in_row()) << columns_log2_now) + column;
    uint32_t y = ((tile / tiles_in_row()) << rows_log2_now) + row;
    fftc_tile_pixel sum = {{0u, 0u}};
    for (uint32_t j = 0; j <= 2 * reach_rows_now; ++j) {
        for (uint32_t i = 0; i <= 2 * reach_columns_now; ++i) {
            fftc_tile_pixel pixel = fftc_tile_get(column + i, row + j);
            sum.word[0] += weight(i, j) * pixel.word[0];
            sum.word[1] += weight(i, j) * pixel.word[1];
        }
    }
    if (x < WIDTH && y < HEIGHT) {
        fftc_memory_store(RESULT, y * WIDTH + x, &sum);
    }
}

static void kernel(void *user)
{
    (void)user;
    fftc_stencil();
}

static void expect(uint32_t x, uint32_t y, uint32_t *sum)
{
    sum[0] = 0;
    sum[1] = 0;
    for (uint32_t j = 0; j <= 2 * reach_rows_now; ++j) {
        for (uint32_t i = 0; i <= 2 * reach_columns_now; ++i) {
            uint32_t u = clamp(0, 0, x + i, reach_columns_now, WIDTH);
            uint32_t v = clamp(0, 0, y + j, reach_rows_now, HEIGHT);
            sum[0] += weight(i, j) * picture[v * WIDTH + u].word[0];
            sum[1] += weight(i, j) * picture[v * WIDTH + u].word[1];
        }
    }
}

static void check_counts(const fftc_counts *counts, uint32_t tiles)
{
    ck_assert_uint_eq(counts->workgroup_barriers, tiles);
    ck_assert_uint_eq(counts->memory_loads,
                      (uint64_t)tiles * (FFTC_TILE_ROUNDS << workgroup_log2_now));
    ck_assert_uint_eq(counts->memory_stores, (uint64_t)WIDTH * HEIGHT);
    if (columns_log2_now >= 5) {
        ck_assert_uint_eq(counts->bank_conflicts, 0);
    }
}

static void check(uint32_t subgroup_log2, fftc_schedule schedule)
{
    uint32_t tiles = tiles_in_row() * ((HEIGHT + (1u << rows_log2_now) - 1u) >> rows_log2_now);
    fftc_memory memories[] = {{"source", picture, sizeof *picture, WIDTH * HEIGHT, true},
                              {"result", result, sizeof *result, WIDTH * HEIGHT, false}};
    fftc_emulation config = {.workgroup_size = 1u << workgroup_log2_now,
                             .workgroup_count = tiles,
                             .subgroup_size = 1u << subgroup_log2,
                             .shared_words = FFTC_TILE_SHARED_WORDS,
                             .schedule = schedule,
                             .seed = testing_seed(),
                             .memories = memories,
                             .memory_count = 2};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    memset(result, 0xa5, sizeof result);
    ck_assert_int_eq(fftc_emulator_create(&config, &emulator, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, NULL, &report, NULL), FFTC_SUCCESS);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("W = %u, tile 2^%u x 2^%u, reach %u, %u: %s", workgroup_log2_now,
                     columns_log2_now, rows_log2_now, reach_columns_now, reach_rows_now, text);
    }
    check_counts(&report.total, tiles);
    fftc_emulator_destroy(emulator);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; ++i) {
        uint32_t expected[2];
        expect(i % WIDTH, i / WIDTH, expected);
        ck_assert_msg(result[i].word[0] == expected[0] && result[i].word[1] == expected[1],
                      "W = %u, tile 2^%u x 2^%u, reach %u, %u: pixel %u,%u", workgroup_log2_now,
                      columns_log2_now, rows_log2_now, reach_columns_now, reach_rows_now, i % WIDTH,
                      i / WIDTH);
    }
}

START_TEST(tiles_give_neighbours)
{
    static const uint32_t reaches[][2] = {{0, 0}, {1, 1}, {3, 0}, {0, 2}, {5, 4}};
    testing_random random = testing_random_start("stencil");
    for (size_t i = 0; i < WIDTH * HEIGHT; ++i) {
        picture[i].word[0] = (uint32_t)testing_random_next(&random);
        picture[i].word[1] = (uint32_t)testing_random_next(&random);
    }
    for (columns_log2_now = 0; columns_log2_now <= 6; columns_log2_now += 2) {
        for (rows_log2_now = 0; rows_log2_now <= 4; rows_log2_now += 2) {
            uint32_t pixels_log2 = columns_log2_now + rows_log2_now;
            for (workgroup_log2_now = 0; workgroup_log2_now <= pixels_log2;
                 workgroup_log2_now += 3) {
                size_t r = testing_random_below(&random, sizeof reaches / sizeof *reaches);
                reach_columns_now = reaches[r][0];
                reach_rows_now = reaches[r][1];
                for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
                    check((uint32_t)testing_random_below(&random, 6), (fftc_schedule)schedule);
                }
            }
        }
    }
}
END_TEST

TESTING_MAIN("emulate_stencil", tiles_give_neighbours)
