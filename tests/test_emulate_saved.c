/* SPDX-License-Identifier: MIT
 *
 * Plans that were saved for devices, carried out in the emulator: their choices are taken.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "device/saved_plan.h"
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

/* Writes the lines with the line ends of another system, with blank lines and comments. */
static void frame_lines(const char *text, char framed[LINE_BYTES])
{
    size_t used = (size_t)snprintf(framed, LINE_BYTES, "# measured\r\n\n \t\r\n");
    for (; *text != '\0' && used < LINE_BYTES; text = strchr(text, '\n') + 1) {
        used += (size_t)snprintf(framed + used, LINE_BYTES - used, "%.*s\r\n",
                                 (int)strcspn(text, "\n"), text);
    }
    ck_assert_uint_lt(used + 32, LINE_BYTES);
    (void)snprintf(framed + used, LINE_BYTES - used, "fftcore 0.0.9 neon\n# the end");
}

static void draw(float *numbers, size_t count)
{
    testing_random random = testing_random_start("saved");
    testing_fill(FFTC_FLOAT32, numbers, count / 2, &random);
}

/* `most`: what roundings make of sums of so many numbers; a wrong one is off by more. */
static void expect_near(const float *x, const float *y, size_t count, float most)
{
    for (size_t i = 0; i < count; ++i) {
        ck_assert_msg(fabsf(x[i] - y[i]) < most, "number %zu: %g, not %g", i, (double)x[i],
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
    fftc_emulated_device emulation = {.saved = text};
    fftc_emulated_report report;
    draw(src, 2 * POINTS);
    const fftc_arrays arrays = {.src = src, .dst = dst[0]};
    ck_assert_int_eq(fftc_emulate_plan(&t, &emulation, &arrays, &report, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(report.dispatches, 1); /* nothing of this transform was saved */
    fftc_transform_name(&t, name);
    add_line(text, name, &choices);
    const fftc_arrays again = {.src = src, .dst = dst[1]};
    ck_assert_int_eq(fftc_emulate_plan(&t, &emulation, &again, &report, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(report.dispatches, 2);
    ck_assert_uint_eq(report.finding_count, 0);
    expect_near(dst[0], dst[1], 2 * POINTS, 1e-4f);
    char framed[LINE_BYTES];
    frame_lines(text, framed);
    emulation.saved = framed;
    ck_assert_int_eq(fftc_emulate_plan(&t, &emulation, &again, &report, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(report.dispatches, 2);
    /* A pass of one point, fewer points than there are, an axis that is not there. */
    static const fftc_pass_choices unfit[] = {
        {.axis = {{2, {64, 1}}}}, {.axis = {{2, {3, 5}}}}, {.axis = {{0}, {2, {16, 4}}}}};
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; ++i) {
        framed[0] = '\0';
        add_line(framed, name, &unfit[i]);
        emulation.saved = framed;
        ck_assert_int_eq(fftc_emulate_plan(&t, &emulation, &again, &report, &error),
                         FFTC_UNSUPPORTED);
    }
    emulation.saved = text;
    text[strlen(text) - 1] = '\0';
    ck_assert_int_eq(fftc_emulate_plan(&t, &emulation, &arrays, &report, &error),
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
    char name[FFTC_CONVOLUTION_NAME_BYTES];
    char text[LINE_BYTES] = "";
    fftc_error error;
    fftc_emulated_report report;
    fftc_convolution_name(&d, name);
    add_line(text, name, &choices);
    draw(src, 2 * POINTS);
    draw(kernel, 2 * POINTS);
    for (int i = 0; i < 2; ++i) {
        const fftc_emulated_device emulation = {.saved = i == 1 ? text : NULL};
        const fftc_convolution_arrays arrays = {.src = src, .kernel = kernel, .dst = dst[i]};
        ck_assert_msg(fftc_emulate_convolution(&d, &emulation, &arrays, &report, &error) ==
                          FFTC_SUCCESS,
                      "%s", error.message);
        /* The kernel's and the signal's: one each, or columns, rows and columns back. */
        ck_assert_uint_eq(report.dispatches, i == 0 ? 2 : 5);
        ck_assert_uint_eq(report.finding_count, 0);
    }
    expect_near(dst[0], dst[1], 2 * POINTS, 1e-4f);
}
END_TEST

/* --- choices that nobody measured ------------------------------------------------------------- */

#define MOST_NUMBERS 4000 /* of an array */

/* A description of up to two axes and a batch. */
static fftc_transform draw_transform(testing_random *random)
{
    static const uint64_t lengths[] = {1, 2, 8, 12, 13, 16, 30, 34, 37, 48, 64, 74, 101, 128, 360};
    fftc_transform t = {.kind = (fftc_kind)testing_random_below(random, 3),
                        .direction = (fftc_direction)testing_random_below(random, 2),
                        .batch = 1 + testing_random_below(random, 3)};
    t.length[0] = lengths[testing_random_below(random, 15)];
    if (t.length[0] < 17 && testing_random_below(random, 2) == 0) {
        t.length[1] = lengths[testing_random_below(random, 12)];
    }
    fftc_trigonometric drawn = (fftc_trigonometric)(2 + testing_random_below(random, 6));
    if (t.kind == FFTC_REAL_TO_REAL) {
        t.trigonometric[0] = drawn;
        t.trigonometric[1] = t.length[1] != 0 ? FFTC_DST_II : FFTC_DCT_II;
    }
    return t;
}

/* Factors of the length, of a period, or numbers that are neither. */
static fftc_axis_choice draw_axis(uint64_t length, testing_random *random)
{
    static const uint32_t numbers[] = {0, 1, 3, 5, 16, 17, 32, 256, 65536, UINT32_MAX};
    fftc_axis_choice axis = {.count = 1 + (uint32_t)testing_random_below(random, 4)};
    uint64_t rest = testing_random_below(random, 3) == 0 ? 256 : length;
    for (uint32_t i = 0; i < axis.count; ++i) {
        uint32_t factor = 2 + (uint32_t)testing_random_below(random, 15);
        bool last = i + 1 == axis.count;
        axis.points[i] = last ? (uint32_t)rest : rest % factor == 0 ? factor : 2;
        rest /= rest % axis.points[i] == 0 ? axis.points[i] : 1;
        if (testing_random_below(random, 12) == 0) {
            axis.points[i] = numbers[testing_random_below(random, 10)];
        }
    }
    return axis;
}

static fftc_pass_choices draw_choices(const fftc_transform *t, testing_random *random)
{
    static const uint32_t numbers[] = {0, 1, 2, 4, 8, 16, 31, 32, 33, 64, 1000, UINT32_MAX};
    fftc_pass_choices choices = {.axis = {{0}}};
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (testing_random_below(random, t->length[i] != 0 ? 2 : 16) == 0) {
            choices.axis[i] = draw_axis(t->length[i] != 0 ? t->length[i] : 8, random);
        }
    }
    for (int i = 0; i < 3; ++i) {
        choices.pass[testing_random_below(random, FFTC_PASSES_MAX) % (i < 2 ? 4 : 28)] =
            (fftc_pass_wish){numbers[testing_random_below(random, 12)],
                             numbers[testing_random_below(random, 12)]};
    }
    return choices;
}

#define DRAWS 800

/* Whatever a line says, its plan is right, or refused before anything is written. */
START_TEST(saved_any_choices_are_right_or_refused)
{
    testing_random random = testing_random_start("choices");
    unsigned taken = 0;
    for (unsigned draws = 0; draws < DRAWS; ++draws) {
        static float src[2 * MOST_NUMBERS];
        static float dst[2][2 * MOST_NUMBERS];
        fftc_transform t = draw_transform(&random);
        fftc_pass_choices choices = draw_choices(&t, &random);
        fftc_emulation config = {.schedule = (fftc_schedule)(draws % FFTC_SCHEDULE_COUNT),
                                 .seed = testing_seed() + draws};
        fftc_emulated_device emulation = {
            .invocations_max = 64, .shared_bytes = 1024, .config = &config};
        fftc_emulated_report report;
        fftc_error error;
        char name[FFTC_TRANSFORM_NAME_BYTES];
        char text[LINE_BYTES] = "";
        size_t src_bytes;
        size_t dst_bytes;
        ck_assert_int_eq(fftc_transform_bytes(&t, &src_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
        ck_assert(src_bytes <= sizeof src && dst_bytes <= sizeof dst[0]);
        testing_fill(FFTC_FLOAT32, src, MOST_NUMBERS, &random);
        for (size_t i = 0; i < 2 * MOST_NUMBERS; ++i) {
            dst[0][i] = dst[1][i] = 7.0f;
        }
        fftc_arrays arrays = {.src = src, .dst = dst[0]};
        ck_assert_int_eq(fftc_emulate_plan(&t, &emulation, &arrays, &report, &error), FFTC_SUCCESS);
        fftc_transform_name(&t, name);
        add_line(text, name, &choices);
        emulation.saved = text;
        arrays.dst = dst[1];
        fftc_status status = fftc_emulate_plan(&t, &emulation, &arrays, &report, &error);
        if (status == FFTC_SUCCESS) {
            ck_assert_msg(report.finding_count == 0, "%s", text);
            expect_near(dst[0], dst[1], 2 * MOST_NUMBERS, 2e-3f);
            ++taken;
        } else {
            ck_assert_msg(status == FFTC_UNSUPPORTED || status == FFTC_INVALID_ARGUMENT, "%s: %s",
                          text, error.message);
            ck_assert_str_ne(error.message, "");
            ck_assert(dst[1][0] == 7.0f && dst[1][dst_bytes / 4 - 1] == 7.0f);
        }
    }
    printf("%u of %d choices taken\n", taken, DRAWS);
    ck_assert_uint_gt(taken, 100);
    ck_assert_uint_lt(taken, DRAWS);
}
END_TEST

TESTING_MAIN("emulate_saved", saved_transform_is_carried_out_as_saved,
             saved_convolution_is_carried_out_as_saved, saved_any_choices_are_right_or_refused)
