/* SPDX-License-Identifier: MIT
 *
 * Plans that were saved for devices, carried out in the emulator: their choices are taken.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/saved_plan.h"
#include "fftcore/emulate_plan.h"
#include "testing.h"

enum { POINTS = 64, LINE_BYTES = 512 };

static const uint64_t some_device = 0x123456789abcdef0u;

/* Lines one behind the other. */
static void add_line(char text[LINE_BYTES], const char *name, const fftc_pass_choices *choices)
{
    size_t used = strlen(text);
    fftc_text_writer w = {.text = text + used, .capacity = LINE_BYTES - used};
    fftc_saved_write(some_device, name, choices, &w);
    ck_assert_uint_lt(used + w.used, LINE_BYTES);
    text[used + w.used] = '\0';
}

static void draw(float *numbers, size_t count)
{
    testing_random random = testing_random_start("saved");
    testing_fill(FFTC_FLOAT32, numbers, count / 2, &random);
}

static void expect_near(const float *x, const float *y, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        ck_assert_msg(fabsf(x[i] - y[i]) < 1e-4f, "number %zu: %g, not %g", i, (double)x[i],
                      (double)y[i]);
    }
}

START_TEST(saved_transform_is_carried_out_as_saved)
{
    const fftc_transform t = {.length = {POINTS}};
    const fftc_transform other = {.length = {POINTS}, .direction = FFTC_INVERSE};
    const fftc_pass_choices choices = {.axis = {{2, {16, 4}}}};
    const fftc_pass_choices unlike = {.axis = {{3, {4, 4, 4}}}};
    float src[2 * POINTS];
    float dst[2][2 * POINTS];
    char name[FFTC_TRANSFORM_NAME_BYTES];
    char text[LINE_BYTES] = "";
    fftc_error error;
    fftc_transform_name(&other, name);
    add_line(text, name, &unlike);
    fftc_plan_emulation emulation = {.saved = text};
    fftc_plan_report report;
    draw(src, 2 * POINTS);
    const fftc_arrays arrays = {.src = src, .dst = dst[0]};
    ck_assert_int_eq(fftc_plan_emulate(&t, &emulation, &arrays, &report, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(report.dispatches, 1); /* nothing of this transform was saved */
    fftc_transform_name(&t, name);
    add_line(text, name, &choices);
    const fftc_arrays again = {.src = src, .dst = dst[1]};
    ck_assert_int_eq(fftc_plan_emulate(&t, &emulation, &again, &report, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(report.dispatches, 2);
    ck_assert_uint_eq(report.finding_count, 0);
    expect_near(dst[0], dst[1], 2 * POINTS);
    text[strlen(text) - 1] = '\0';
    ck_assert_int_eq(fftc_plan_emulate(&t, &emulation, &arrays, &report, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "line 2"));
}
END_TEST

START_TEST(saved_convolution_is_carried_out_as_saved)
{
    const fftc_convolution_description d = {.signal = {.length = {POINTS}}};
    const fftc_pass_choices choices = {.axis = {{2, {8, 8}}}};
    float src[2 * POINTS];
    float kernel[2 * POINTS];
    float dst[2][2 * POINTS];
    char name[FFTC_SAVED_NAME_BYTES];
    char text[LINE_BYTES] = "";
    fftc_error error;
    fftc_plan_report report;
    fftc_saved_name(&d, name);
    add_line(text, name, &choices);
    draw(src, 2 * POINTS);
    draw(kernel, 2 * POINTS);
    for (int i = 0; i < 2; ++i) {
        const fftc_plan_emulation emulation = {.saved = i == 1 ? text : NULL};
        const fftc_convolution_arrays arrays = {.src = src, .kernel = kernel, .dst = dst[i]};
        ck_assert_msg(fftc_convolution_emulate(&d, &emulation, &arrays, &report, &error) ==
                          FFTC_SUCCESS,
                      "%s", error.message);
        /* The kernel's and the signal's: one each, or columns, rows and columns back. */
        ck_assert_uint_eq(report.dispatches, i == 0 ? 2 : 5);
        ck_assert_uint_eq(report.finding_count, 0);
    }
    expect_near(dst[0], dst[1], 2 * POINTS);
}
END_TEST

TESTING_MAIN("emulate_saved", saved_transform_is_carried_out_as_saved,
             saved_convolution_is_carried_out_as_saved)
