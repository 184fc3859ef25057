/* SPDX-License-Identifier: MIT */
#include "cpu/engine/cost/cost_tables.h"

/* A table by radix, from one radix on; 0: there is none. */
#define FROM(radix, ...)      \
    {                         \
        [radix] = __VA_ARGS__ \
    }

const fftc_cost_table fftc_cost_32_registers = {
    .waiting = {11.0F, 11.0F},
    .middle = FROM(2, 1.6F, 2.3F, 2.6F, 4.6F, 5.1F, 8.7F, 6.7F, 12.1F, 10.1F, 20.1F, 12.0F, 21.5F,
                   19.7F, 21.8F, 20.7F),
    .load = FROM(2, 3.4F, 5.0F, 5.8F, 8.3F, 9.1F, 12.1F, 12.3F, 17.2F, 16.4F, 23.7F, 18.7F, 28.6F,
                 26.3F, 25.8F, 26.3F),
    .store = FROM(2, 2.7F, 3.6F, 4.0F, 5.4F, 5.7F, 8.1F, 7.6F, 10.5F, 10.5F, 18.9F, 13.0F, 24.2F,
                  19.0F, 18.4F, 19.2F),
    .single = FROM(2, 15.1F, 18.8F, 17.9F, 23.1F, 23.6F, 27.7F, 28.1F, 34.3F, 33.0F, 40.0F, 36.5F,
                   43.6F, 42.9F, 45.7F, 44.4F),
    .row = {[1] = FROM(2, 1.8F),
            [2] = FROM(2, 2.8F, 4.5F, 4.9F),
            [3] = FROM(2, 5.3F, 7.7F, 8.5F, 13.1F, 12.2F, 16.2F, 15.8F),
            [4] = FROM(2, 12.6F, 15.1F, 14.9F, 19.9F, 19.5F, 23.7F, 21.8F, 27.7F, 27.3F, 37.6F,
                       29.8F, 41.8F, 40.0F, 43.4F, 40.7F)},
};

const fftc_cost_table fftc_cost_16_registers = {
    .waiting = {7.0F, 0.0F},
    .middle = FROM(2, 1.4F, 2.1F, 2.7F, 4.6F, 5.0F, 10.5F, 6.7F, 12.6F, 11.1F, 26.3F, 12.7F, 28.4F,
                   24.8F, 21.2F, 18.3F),
    .load = FROM(2, 2.8F, 4.1F, 4.9F, 7.2F, 7.9F, 12.8F, 11.7F, 15.7F, 16.3F, 30.7F, 17.9F, 33.8F,
                 28.0F, 26.6F, 25.9F),
    .store = FROM(2, 2.3F, 3.3F, 3.9F, 4.8F, 5.2F, 7.7F, 6.5F, 10.3F, 10.7F, 21.3F, 11.7F, 25.6F,
                  19.0F, 18.9F, 17.6F),
    .single = FROM(2, 13.6F, 16.2F, 16.5F, 19.2F, 21.6F, 26.0F, 24.8F, 30.1F, 29.0F, 35.8F, 30.0F,
                   44.5F, 38.4F, 37.4F, 41.6F),
    .row = {[1] = FROM(2, 3.3F),
            [2] = FROM(2, 2.9F, 4.8F, 5.2F),
            [3] = FROM(2, 5.4F, 8.1F, 8.5F, 12.3F, 11.9F, 16.0F, 15.5F)},
};

const fftc_cost_table fftc_cost_16_floats = {
    .waiting = {11.0F, 11.0F},
    .middle = FROM(2, 2.2F, 4.0F, 5.1F, 8.2F, 9.6F, 14.1F, 13.8F, 21.0F, 21.1F, 35.1F, 24.7F, 40.3F,
                   34.8F, 36.1F, 33.1F),
    .load = FROM(2, 5.0F, 8.3F, 11.1F, 15.5F, 17.8F, 21.3F, 21.7F, 28.0F, 28.9F, 40.9F, 35.2F,
                 47.9F, 46.2F, 47.2F, 45.1F),
    .store = FROM(2, 3.5F, 4.9F, 6.2F, 8.7F, 10.0F, 14.1F, 13.8F, 19.1F, 19.3F, 31.6F, 20.7F, 34.3F,
                  30.7F, 32.2F, 30.3F),
    .single = FROM(2, 16.2F, 21.1F, 21.4F, 26.8F, 26.6F, 34.8F, 37.4F, 41.0F, 41.0F, 50.7F, 43.9F,
                   56.2F, 52.7F, 56.6F, 56.3F),
    .row = {[4] = FROM(2, 30.7F, 37.7F, 38.4F, 45.8F, 49.3F, 59.6F, 57.2F, 65.7F, 63.4F, 69.2F,
                       67.8F, 78.2F, 72.3F, 77.8F, 74.7F)},
};

const fftc_cost_packed_table fftc_cost_packed_rows[4] = {
    {.first = FROM(2, 0.1F, 0.3F, 0.4F, 0.8F, 0.8F, 1.8F, 1.3F, 3.5F, 2.4F, 6.3F, 3.2F, 9.1F, 5.6F,
                   6.7F, 6.8F),
     .last = FROM(2, 1.4F, 2.2F, 2.8F, 3.9F, 4.4F, 5.6F, 6.0F, 8.0F, 7.8F, 11.2F, 9.3F, 14.0F,
                  12.3F, 13.5F, 14.2F, [32] = 42.0F)},
    {.first = FROM(2, 0.1F, 0.4F, 0.4F, 1.2F, 1.1F, 2.5F, 2.4F, 4.6F, 3.0F, 7.1F, 3.8F, 11.1F, 6.5F,
                   7.1F, 7.4F),
     .last = FROM(2, 1.3F, 2.8F, 2.8F, 4.7F, 4.8F, 6.9F, 6.6F, 9.5F, 8.5F, 13.7F, 10.0F, 16.0F,
                  14.0F, 16.2F, 15.3F, [32] = 40.0F)},
    {.first =
         FROM(4, 1.3F, 2.2F, 2.2F, 4.3F, 3.8F, 6.2F, 5.2F, 9.6F, 6.2F, 13.8F, 8.7F, 9.9F, 9.6F, 0,
              15.1F, 0, 12.3F, 15.0F, 20.0F, 0, 15.8F, 26.3F, 26.0F, 30.8F, 19.4F, 0, 22.2F),
     .last = FROM(4, 2.8F, 5.6F, 5.6F, 7.3F, 6.6F, 10.5F, 9.6F, 14.1F, 10.2F, 16.9F, 15.3F, 16.3F,
                  15.5F, 0, 21.2F, 0, 19.1F, 24.0F, 30.0F, 0, 23.5F, 35.1F, 37.0F, 38.5F, 28.7F, 0,
                  32.2F, 0, 37.0F)},
    {.first = FROM(8, 7.0F, 11.5F, 10.2F, 14.3F, 10.9F, 18.6F, 13.8F, 14.6F, 14.4F, 0, 20.5F, 0,
                   17.7F, 24.0F, 31.0F, 0, 24.3F, 32.0F, 40.0F, 38.8F, 27.0F, 0, 31.3F),
     .last = FROM(8, 7.0F, 11.0F, 10.4F, 13.1F, 10.1F, 14.9F, 14.0F, 14.8F, 13.6F, 0, 20.6F, 0,
                  19.0F, 24.0F, 29.0F, 0, 22.4F, 31.6F, 36.0F, 36.7F, 28.0F, 0, 29.9F, 0, 34.0F)},
};

const fftc_cost_by_radix fftc_cost_wide_groups[2] = {
    FROM(2, 1.8F, 2.8F, 2.8F, 5.2F, 5.2F, 7.5F, 7.5F, 14.5F, 13.5F, 16.5F, 13.8F, 21.5F, 17.0F,
         17.4F, 17.8F),
    FROM(8, 11.0F, 15.0F, 20.0F, 18.0F, 18.0F, 23.0F, 20.5F, 24.0F, 26.0F)};

const float fftc_cost_triple_first[2][FFTC_PACKED_MAX_FIRST + 1] = {
    FROM(8, 14.6F, 15.6F, 11.4F, 19.4F, 13.4F, 26.3F, 22.0F, 27.3F, 39.0F, 0, 45.0F, 0, 48.0F,
         56.0F, 62.0F, 0, 58.0F, 77.0F, 82.0F, 87.0F, 73.0F, 0, 87.0F),
    FROM(4, 5.0F, 4.6F, 5.3F, 9.8F, 13.5F, 16.2F, 13.8F, 21.8F, 20.7F, 27.5F, 22.5F, 31.2F, 36.0F,
         0, 42.0F, 0, 46.0F, 54.0F, 60.0F, 0, 56.0F, 75.0F, 80.0F, 85.0F, 70.0F, 0, 85.0F)};
const fftc_cost_by_radix fftc_cost_triple_middle =
    FROM(4, 2.1F, 3.8F, 4.7F, 7.3F, 7.7F, 11.9F, 11.7F, 16.7F, 15.0F, 22.7F, 20.5F, 23.2F, 25.8F);
const float fftc_cost_triple_last[FFTC_PACKED_MAX_FIRST + 1] =
    FROM(4, 1.1F, 2.2F, 2.5F, 4.5F, 4.8F, 7.2F, 6.8F, 11.7F, 9.2F, 15.2F, 13.0F, 14.4F, 16.7F, 0,
         22.5F, 0, 23.0F, 30.0F, 36.0F, 0, 31.0F, 47.0F, 46.0F, 57.0F, 43.0F, 0, 48.0F);

const fftc_cost_triple_table fftc_cost_triple_512[2] = {
    {.first = FROM(8, 2.4F, 12.8F, 4.1F, 14.4F, 5.8F, 20.7F, 13.4F, 21.3F, 16.4F, 0, 30.1F, 0,
                   25.0F, 40.0F, 48.0F, 0, 32.3F, 63.7F, 60.0F, 80.2F, 56.4F, 0, 68.5F),
     .middle = FROM(4, 0.5F, 2.7F, 3.8F, 7.4F, 7.9F, 14.1F, 13.9F, 19.5F, 17.5F, 26.6F, 26.5F,
                    31.0F, 29.2F),
     .last = FROM(4, 0.3F, 1.6F, 2.5F, 5.3F, 5.9F, 10.1F, 10.2F, 17.5F, 14.0F, 22.7F, 21.8F, 25.4F,
                  24.2F, 0, 36.1F, 0, 36.2F, 50.0F, 60.0F, 0, 46.5F, 68.5F, 75.0F, 80.7F, 66.8F, 0,
                  73.9F)},
    {.first =
         FROM(4, 1.1F, 1.5F, 1.3F, 3.9F, 5.1F, 7.7F, 5.7F, 9.5F, 8.7F, 12.6F, 11.4F, 18.9F, 15.3F,
              0, 23.3F, 0, 19.8F, 24.5F, 31.0F, 0, 26.0F, 49.1F, 42.0F, 61.4F, 34.3F, 0, 49.9F),
     .middle =
         FROM(4, 0.5F, 1.3F, 1.8F, 3.3F, 3.8F, 6.4F, 5.9F, 8.6F, 7.7F, 11.8F, 10.6F, 13.8F, 13.3F),
     .last =
         FROM(4, 0.3F, 0.8F, 1.0F, 2.3F, 2.5F, 4.4F, 4.0F, 7.0F, 5.5F, 9.0F, 8.1F, 10.3F, 10.2F, 0,
              13.8F, 0, 14.2F, 17.0F, 22.0F, 0, 19.4F, 29.1F, 28.0F, 35.0F, 26.2F, 0, 29.5F)}};

const fftc_cost_by_radix fftc_cost_triple_first_256[2] = {
    FROM(4, 3.0F, 5.1F, 5.3F, 7.8F, 7.9F, 12.0F, 10.1F, 15.7F, 12.7F, 21.7F, 18.0F, 19.6F, 20.8F),
    FROM(4, 2.9F, 4.6F, 4.9F, 7.1F, 7.2F, 10.5F, 9.9F, 15.7F, 13.5F, 19.8F, 17.9F, 19.1F, 20.1F)};
const fftc_cost_by_radix fftc_cost_triple_middle_256 =
    FROM(4, 2.8F, 3.8F, 4.4F, 6.1F, 6.4F, 9.4F, 8.7F, 13.9F, 10.4F, 16.9F, 15.1F, 16.1F, 15.7F);
const fftc_cost_by_radix fftc_cost_triple_last_256 =
    FROM(4, 1.7F, 2.2F, 2.5F, 3.8F, 3.6F, 6.4F, 5.4F, 10.5F, 6.3F, 11.5F, 10.3F, 10.5F, 10.7F);

const fftc_cost_triple_fit fftc_cost_triple_usual[2] = {{.first = fftc_cost_triple_512[0].first,
                                                         .middle = fftc_cost_triple_512[0].middle,
                                                         .last = fftc_cost_triple_512[0].last,
                                                         .alone = 76.0,
                                                         .beyond = {0.46 / 1024, 0.45 / 1024},
                                                         .beyond_at = {24.0 * 1024, 48.0 * 1024},
                                                         .last_across = 0.16,
                                                         .first_across = 0.42},
                                                        {.first = fftc_cost_triple_512[1].first,
                                                         .middle = fftc_cost_triple_512[1].middle,
                                                         .last = fftc_cost_triple_512[1].last,
                                                         .alone = 26.0,
                                                         .beyond = {0.97 / 1024, 1.12 / 1024},
                                                         .beyond_at = {24.0 * 1024, 48.0 * 1024},
                                                         .last_across = 0.085,
                                                         .first_across = 0.36}};

const fftc_cost_fit fftc_cost_usual_avx512 = {.butterflies = &fftc_cost_32_registers,
                                              .triple_512 = fftc_cost_triple_usual};

const fftc_cost_fit fftc_cost_usual = {.butterflies = &fftc_cost_16_registers,
                                       .part = {1.8, 4.8, 4.8},
                                       .triple_512 = fftc_cost_triple_usual};
