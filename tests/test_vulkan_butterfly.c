/* SPDX-License-Identifier: MIT
 *
 * shaders/common/butterfly.glsl on every Vulkan device: passes and lines, computed and by a table,
 * along rows and along columns, with the bits that the kernel header has on the CPU.
 */
#include <stdlib.h>
#include <string.h>

#define FFTC_BUTTERFLY_LOG2 7u /* as in butterfly.comp */
#define FFTC_BUTTERFLY_TABLE

#include "fftcore/kernel/butterfly_pass.h"
#include "fftcore/reference.h"

#include "vulkan_compute.h"
#include "vulkan_testing.h"

#define POINTS (1u << FFTC_BUTTERFLY_LOG2)
#define WORKGROUP 32u
#define LINES 6u

static fftc_complex source[LINES * POINTS];
static fftc_complex expected[LINES * POINTS];
static fftc_complex array[2][LINES * POINTS];
static fftc_butterfly_entry entries[FFTC_BUTTERFLY_LOG2 * POINTS];
static bool by_table;
static bool along_columns;

static const fftc_complex *from;
static fftc_complex *to;
static uint32_t line_now;

static uint32_t place(uint32_t index)
{
    return along_columns ? index * LINES + line_now : line_now * POINTS + index;
}

fftc_complex(fftc_get)(fftc_uint index)
{
    return from[place(index)];
}

void(fftc_set)(fftc_uint index, fftc_complex value)
{
    to[place(index)] = value;
}

/* The device without a table computes its weights, and so does the CPU then. */
fftc_complex(fftc_twiddle_get)(fftc_uint index)
{
    fftc_uniform half_log2 = fftc_most_significant_bit(index);
    return fftc_twiddle_compute(index - (1u << half_log2), half_log2);
}

fftc_butterfly_entry fftc_butterfly_entry_get(fftc_uint index)
{
    return by_table
               ? entries[index]
               : fftc_butterfly_entry_compute(index >> FFTC_BUTTERFLY_LOG2, index & (POINTS - 1));
}

static void expect(uint32_t inverse)
{
    memcpy(array[0], source, sizeof source);
    for (uint32_t pass = 0; pass < FFTC_BUTTERFLY_LOG2; ++pass) {
        from = array[pass & 1];
        to = array[1 - (pass & 1)];
        for (line_now = 0; line_now < LINES; ++line_now) {
            for (uint32_t x = 0; x < POINTS; ++x) {
                fftc_butterfly_pass(pass, x, inverse);
            }
        }
    }
    memcpy(expected, array[FFTC_BUTTERFLY_LOG2 & 1], sizeof expected);
}

/* One dispatch from array[side] to the other one. */
static bool run(uint32_t device, const char *shader, uint32_t workgroups, int side, uint32_t pass,
                uint32_t inverse)
{
    size_t bytes;
    char name[256];
    uint32_t *spirv = vulkan_compute_shader(shader, &bytes);
    vulkan_compute_job job = {
        .spirv = spirv,
        .spirv_bytes = bytes,
        .buffer_count = by_table ? 3 : 2,
        .data = {array[side], array[1 - side], entries},
        .bytes = {sizeof source, sizeof source, sizeof entries},
        .workgroups = workgroups,
        .constants = 4,
        .constant = {pass, inverse, along_columns ? 1 : POINTS, along_columns ? LINES : 1}};
    bool able = vulkan_compute_run(device, &job, name);
    free(spirv);
    return able;
}

static void check(uint32_t device, bool lines, uint32_t inverse)
{
    int side = 0;
    memcpy(array[0], source, sizeof source);
    memset(array[1], 0xa5, sizeof source);
    if (lines) {
        ck_assert(run(device, by_table ? "butterfly_lines_table" : "butterfly_lines", LINES, 0, 0,
                      inverse));
        side = 1;
    }
    for (uint32_t pass = 0; !lines && pass < FFTC_BUTTERFLY_LOG2; ++pass, side = 1 - side) {
        ck_assert(run(device, by_table ? "butterfly_passes_table" : "butterfly_passes",
                      LINES * POINTS / WORKGROUP, side, pass, inverse));
    }
    ck_assert_msg(memcmp(array[side], expected, sizeof expected) == 0,
                  "device %u, lines %d, table %d, columns %d, inverse %u", device, lines, by_table,
                  along_columns, inverse);
}

START_TEST(shaders_have_the_bits_of_the_header)
{
    testing_random random = testing_random_start("butterfly");
    testing_fill(FFTC_FLOAT32, source, LINES * POINTS, &random);
    ck_assert_int_eq(fftc_butterfly_table_fill(FFTC_FLOAT32, FFTC_BUTTERFLY_LOG2, entries, NULL),
                     FFTC_SUCCESS);
    /* Each pair of what varies: by a table, along columns, inverse. */
    static const bool cases[][3] = {
        {false, false, false}, {true, true, false}, {true, false, true}, {false, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        by_table = cases[i][0];
        along_columns = cases[i][1];
        expect(cases[i][2]);
        for (uint32_t device = 0; device < vulkan_compute_device_count(); ++device) {
            check(device, false, cases[i][2]);
            check(device, true, cases[i][2]);
        }
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan butterfly", shaders_have_the_bits_of_the_header)
