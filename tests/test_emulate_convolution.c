/* SPDX-License-Identifier: MIT
 *
 * Convolutions as a device would carry them out, in the emulator: the sums, and no finding on any
 * schedule.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "device/convolution_plan.h"
#include "fftcore/emulate_plan.h"
#include "transform_testing.h"

#ifdef TESTING_SANITIZED
#define TESTING_TRIALS 20
#else
#define TESTING_TRIALS 60
#endif

static void check(const fftc_convolution_description *d, const fftc_emulated_device *e,
                  testing_random *random)
{
    convolution_case c = convolution_case_start(d, random);
    const fftc_convolution_arrays arrays = {.src = c.src[0] != NULL ? c.src[0] : c.dst[0],
                                            .src_im = c.src[1] != NULL ? c.src[1] : c.dst[1],
                                            .kernel = c.kernel[0],
                                            .kernel_im = c.kernel[1],
                                            .dst = c.dst[0],
                                            .dst_im = c.dst[1]};
    fftc_emulated_report report;
    fftc_error error;
    ck_assert_msg(fftc_emulate_convolution(d, e, &arrays, &report, &error) == FFTC_SUCCESS,
                  "%s: %s", convolution_describe(d), error.message);
    char text[1024] = "";
    if (report.finding_count != 0) {
        (void)fftc_finding_format(&report.findings[0], text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s: %s", convolution_describe(d), text);
    convolution_case_judge(&c, report.bound);
    convolution_case_end(&c);
}

static void check_drawn(const char *name, int count, size_t most, bool narrow)
{
    testing_random random = testing_random_start(name);
    for (int i = 0; i < count * (int)transform_campaign(); ++i) {
        fftc_convolution_description d = convolution_draw(&random, most, 200000);
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = narrow ? 4u << i % 4 : 32u,
                               .seed = testing_seed() + (uint64_t)i};
        const fftc_emulated_device e = {.invocations_max = narrow ? 16u << i % 3 : 256,
                                        .shared_bytes = narrow ? 256u << i % 3 : 32768,
                                        .passes.no_subgroups = narrow,
                                        .passes.less_scratch = i % 5 == 0,
                                        .passes.pair_batch = i % 3 == 0,
                                        .config = &with};
        check(&d, &e, &random);
    }
}

START_TEST(convolution_any_description_right_and_clean)
{
    check_drawn("any description", TESTING_TRIALS, 2000, false);
}
END_TEST

/* Limits so narrow that lines go in parts, and axes in two and three levels. */
START_TEST(convolution_narrow_device_right_and_clean)
{
    check_drawn("narrow device", TESTING_TRIALS, 2000, true);
}
END_TEST

/* Ways of the first axis that few descriptions get: in blocks, folded, both. */
enum { BLOCKS, PAIRED_BLOCKS, HALVED_BLOCKS, RIGHT_ANGLE, RIGHT_ANGLE_BLOCKS, WAYS };

static int way_of(const fftc_convolution_description *d, const fftc_pass_limits *limits)
{
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    ck_assert_ptr_nonnull(passes);
    int way = WAYS;
    if (fftc_convolution_passes_make(d, limits, passes, NULL) == FFTC_SUCCESS) {
        bool blocks = passes->axis[0].blocks > 1;
        switch (passes->signals) {
        case FFTC_SIGNALS_PAIRED: way = blocks ? PAIRED_BLOCKS : WAYS; break;
        case FFTC_SIGNALS_HALVED: way = blocks ? HALVED_BLOCKS : WAYS; break;
        case FFTC_SIGNALS_RIGHT_ANGLE: way = blocks ? RIGHT_ANGLE_BLOCKS : RIGHT_ANGLE; break;
        default: way = blocks ? BLOCKS : WAYS;
        }
    }
    free(passes);
    return way;
}

START_TEST(convolution_blocks_and_folds_right_and_clean)
{
    const fftc_emulation with = {.subgroup_size = 8};
    testing_random random = testing_random_start("blocks and folds");
    int seen[WAYS] = {0};
    int all = 0;
    for (int i = 0; i < 20000 && all < WAYS * 4; ++i) {
        /* Limits so that blocks are worth it for short signals too. */
        const fftc_emulated_device e = {.invocations_max = 16,
                                        .shared_bytes = 256u << i % 3,
                                        .passes.pair_batch = i % 2 == 0,
                                        .config = &with};
        const fftc_pass_limits limits = {.name = "the emulator",
                                         .passes.pair_batch = e.passes.pair_batch,
                                         .invocations_max = e.invocations_max,
                                         .shared_bytes = e.shared_bytes,
                                         .subgroup_size = with.subgroup_size,
                                         .buffer_bytes_max = UINT64_MAX};
        fftc_convolution_description d = convolution_draw(&random, 2000, 100000);
        int way = way_of(&d, &limits);
        if (way < WAYS && seen[way] < 4) {
            ++seen[way];
            ++all;
            check(&d, &e, &random);
        }
    }
    for (int i = 0; i < WAYS; ++i) {
        ck_assert_msg(seen[i] >= 2, "way %d was drawn %d times", i, seen[i]);
    }
}
END_TEST

/* A picture whose edges are mirrored: no column of padding is transformed along the first axis, and
 * padding is neither stored nor read between the dispatches. */
START_TEST(convolution_of_padded_pictures_transforms_no_padding)
{
    static const uint64_t sizes[][4] = {
        {720, 1280, 256, 256}, {1080, 1920, 512, 512}, {101, 333, 30, 500}, {7, 90, 60, 60}};
    const fftc_pass_limits limits = {.name = "the emulator",
                                     .invocations_max = 256,
                                     .shared_bytes = 32768,
                                     .subgroup_size = 32,
                                     .buffer_bytes_max = UINT64_MAX};
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    ck_assert_ptr_nonnull(passes);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        fftc_convolution_description d;
        ck_assert_int_eq(fftc_convolution_describe_linear(2, sizes[i], sizes[i] + 2, FFTC_SAME,
                                                          FFTC_CONVOLVE, FFTC_REAL, &d, NULL),
                         FFTC_SUCCESS);
        d.padding[0] = FFTC_PAD_MIRROR;
        d.padding[1] = FFTC_PAD_MIRROR;
        ck_assert_int_eq(fftc_convolution_passes_make(&d, &limits, passes, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(passes->execute.count, 3);
        const fftc_pass *pass = passes->execute.pass;
        const uint64_t rows = passes->axis[0].period.points * passes->axis[0].blocks;
        ck_assert_uint_eq(pass[0].numbers.lines, sizes[i][1] * passes->axis[0].blocks);
        ck_assert_uint_eq(pass[1].numbers.lines, rows);
        ck_assert_uint_eq(pass[2].numbers.lines, sizes[i][1] * passes->axis[0].blocks);
        ck_assert_uint_eq(passes->execute.elements[FFTC_PLACE_SCRATCH], rows * sizes[i][1]);
    }
    free(passes);
}
END_TEST

/* What a description costs: one dispatch for what a workgroup holds, three for pictures; real
 * signals by half, and zeros not stored. */
START_TEST(convolution_dispatches_as_few_as_promised)
{
    static const struct {
        fftc_convolution_description d;
        uint32_t dispatches; /* of the kernel and of the signal */
    } known[] = {
        {{.signal = {.length = {1024}}}, 1 + 1},
        {{.signal = {.length = {97}, .kind = FFTC_REAL, .batch = 5}, .kernel_length = {9}}, 1 + 1},
        {{.signal = {.length = {30, 40}}, .kernel_length = {5, 5}}, 2 + 3},
        {{.signal = {.length = {12, 10, 14}, .kind = FFTC_REAL}, .kernel_length = {3, 3, 3}},
         3 + 5},
        {{.signal = {.length = {12000}}, .kernel_length = {9000}}, 2 + 3},
        /* Long columns, of which a workgroup would hold two: in two steps. */
        {{.signal = {.length = {2500, 4}}, .kernel_length = {1700, 1}}, 3 + 5},
        {{.signal = {.length = {2200, 2}, .kind = FFTC_REAL, .batch = 3},
          .kernel_length = {1500, 1}},
         3 + 5},
        {{.signal = {.length = {2, 2100, 4}, .precision = FFTC_FLOAT64},
          .kernel_length = {2, 9, 2}},
         4 + 7},
        /* In blocks; and a single real signal with a kernel as long as itself, folded. */
        {{.signal = {.length = {20000}}, .kernel_length = {100}}, 1 + 1},
        {{.signal = {.length = {3999}, .kind = FFTC_REAL, .src_range = {{0, 2000}}},
          .kernel_length = {2000}},
         1 + 1},
    };
    const fftc_emulation with = {.subgroup_size = 32};
    const fftc_emulated_device e = {.config = &with};
    testing_random random = testing_random_start("dispatches");
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        convolution_case c = convolution_case_start(&known[i].d, &random);
        const fftc_convolution_arrays arrays = {
            .src = c.src[0], .kernel = c.kernel[0], .dst = c.dst[0]};
        fftc_emulated_report report;
        ck_assert_int_eq(fftc_emulate_convolution(&known[i].d, &e, &arrays, &report, NULL),
                         FFTC_SUCCESS);
        ck_assert_uint_eq(report.finding_count, 0);
        ck_assert_msg(report.dispatches == known[i].dispatches, "%s: %u dispatches",
                      convolution_describe(&known[i].d), report.dispatches);
        convolution_case_judge(&c, report.bound);
        convolution_case_end(&c);
    }
}
END_TEST

/* Signals of a batch have the errors of their own numbers, and no others. */
START_TEST(convolution_signals_of_a_batch_do_not_meet)
{
    enum { BATCH = 4, POINTS = 40 };
    for (uint64_t n = 4; n <= POINTS; ++n) {
        const fftc_convolution_description d = {
            .signal = {.length = {n}, .batch = BATCH, .kind = FFTC_REAL}, .kernel_length = {3}};
        const float kernel[] = {1.0f, -2.0f, 0.5f};
        float src[BATCH * POINTS];
        float dst[2][BATCH * POINTS];
        for (size_t i = 0; i < BATCH * n; ++i) {
            src[i] = (float)(i * 7 % 11) - 5.0f;
        }
        for (int bad = 0; bad < 2; ++bad) {
            const fftc_convolution_arrays arrays = {.src = src, .kernel = kernel, .dst = dst[bad]};
            src[n] = bad ? NAN : src[n];
            ck_assert_int_eq(fftc_emulate_convolution(&d, NULL, &arrays, NULL, NULL), FFTC_SUCCESS);
        }
        ck_assert(isnan(dst[1][n]));
        ck_assert_mem_eq(dst[0], dst[1], n * sizeof *src);
        ck_assert_mem_eq(dst[0] + 2 * n, dst[1] + 2 * n, 2 * n * sizeof *src);
    }
}
END_TEST

/* Barriers of `times` crossings of all stages, and those between them, as the emulator counts them:
 * of workgroups, or of all their subgroups. */
static void expect_barriers(const fftc_pass *pass, uint32_t times, uint64_t barriers[2])
{
    const fftc_line_schedule *line = &pass->key.line;
    uint64_t each = times * fftc_line_barriers(line) + times - 1;
    uint64_t subgroups = (line->count * line->invocations + 31) / 32;
    barriers[line->in_subgroup != 0] +=
        each * pass->groups * (line->in_subgroup != 0 ? subgroups : 1);
}

/* Lines of one dispatch: barriers and words through shared memory of two transforms, no sector
 * touched more often than its bytes take, and of short lines no conflict. */
START_TEST(convolution_costs_as_promised)
{
    static const unsigned lengths[] = {16, 64, 256, 1024, 2048, 4096};
    enum { BATCH = 8 };
    const fftc_emulation with = {.subgroup_size = 32};
    const fftc_emulated_device e = {
        .invocations_max = 1024, .shared_bytes = 49152, .config = &with};
    const fftc_pass_limits limits = {.name = "the emulator",
                                     .invocations_max = e.invocations_max,
                                     .shared_bytes = e.shared_bytes,
                                     .subgroup_size = with.subgroup_size,
                                     .buffer_bytes_max = UINT64_MAX};
    testing_random random = testing_random_start("costs");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        const fftc_convolution_description d = {.signal = {.length = {lengths[i]}, .batch = BATCH}};
        convolution_case c = convolution_case_start(&d, &random);
        const fftc_convolution_arrays arrays = {
            .src = c.src[0], .kernel = c.kernel[0], .dst = c.dst[0]};
        fftc_convolution_passes *passes = malloc(sizeof *passes);
        uint64_t barriers[2] = {0, 0};
        fftc_emulated_report r;
        ck_assert_ptr_nonnull(passes);
        ck_assert_int_eq(fftc_convolution_passes_make(&d, &limits, passes, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_emulate_convolution(&d, &e, &arrays, &r, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(r.dispatches, 2);
        expect_barriers(&passes->prepare.pass[0], 1, barriers);
        expect_barriers(&passes->execute.pass[0], 2, barriers);
        ck_assert_uint_eq(r.total.workgroup_barriers, barriers[0]);
        ck_assert_uint_eq(r.total.subgroup_barriers, barriers[1]);
        ck_assert_uint_eq(r.total.transactions, r.total.transactions_ideal);
        ck_assert(lengths[i] > 256 || r.total.bank_conflicts == 0);
        uint64_t there = passes->prepare.pass[0].key.line.stages - 1;
        uint64_t back = 2 * (passes->execute.pass[0].key.line.stages - 1);
        ck_assert_uint_eq(r.total.shared_stores, 2 * lengths[i] * (there + back * BATCH));
        convolution_case_end(&c);
        free(passes);
    }
}
END_TEST

/* With nothing written but a message, which has `word`. */
static void expect_refused(const fftc_convolution_description *d,
                           const fftc_convolution_arrays *arrays, const char *word)
{
    fftc_emulated_report report;
    fftc_emulated_report before;
    fftc_error error;
    memset(&report, 0x5a, sizeof report);
    memcpy(&before, &report, sizeof report);
    ck_assert_int_eq(fftc_emulate_convolution(d, NULL, arrays, &report, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_mem_eq(&report, &before, sizeof report);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

/* Numbers around the corner of a period that nearly needs 32 bits, through accessors. */
#define CORNER_TAPS 7
#define CORNER_SUMS 20000u
#define CORNER_PERIOD (((uint64_t)1 << 31) - 16384)

static struct {
    bool real;
    uint64_t first; /* sum */
    uint32_t stored;
    float sums[2 * CORNER_SUMS];
} corner;

static void corner_number(uint64_t index, float z[2])
{
    z[0] = (float)(index * 2654435761u % 1024) / 1024.0f - 0.5f;
    z[1] = corner.real ? 0.0f : (float)(index * 40503u % 512) / 512.0f - 0.5f;
}

static void corner_load(uint32_t index, void *value)
{
    ck_assert_uint_lt(index, CORNER_PERIOD);
    corner_number(index, value);
}

static void corner_store(uint32_t index, const void *value)
{
    ck_assert(index >= corner.first && index < corner.first + CORNER_SUMS);
    memcpy(corner.sums + 2 * (index - corner.first), value, 2 * sizeof(float));
    ++corner.stored;
}

START_TEST(convolution_blocks_of_the_longest_period_right)
{
    static float ends[2][2]; /* nobody touches the arrays */
    for (int i = 0; i < 4; ++i) {
        float kernel[2 * CORNER_TAPS] = {0.0f};
        corner.real = i % 2 == 1;
        corner.first = i < 2 ? 0 : CORNER_PERIOD - CORNER_SUMS;
        corner.stored = 0;
        for (int k = 0; k < CORNER_TAPS; ++k) {
            kernel[corner.real ? k : 2 * k] = (float)(k + 1);
        }
        fftc_convolution_description d = {
            .signal = {.length = {CORNER_PERIOD}, .kind = corner.real ? FFTC_REAL : FFTC_COMPLEX},
            .kernel_length = {CORNER_TAPS}};
        d.signal.dst_range[0] = (fftc_range){corner.first, corner.first + CORNER_SUMS};
        const fftc_emulation config = {.observers = FFTC_OBSERVE_NONE};
        const fftc_emulated_device e = {
            .load = corner_load, .store = corner_store, .config = &config};
        const fftc_convolution_arrays arrays = {.src = ends[0], .kernel = kernel, .dst = ends[1]};
        fftc_emulated_report report;
        fftc_error error;
        ck_assert_msg(fftc_emulate_convolution(&d, &e, &arrays, &report, &error) == FFTC_SUCCESS,
                      "%s", error.message);
        ck_assert_uint_eq(report.finding_count, 0);
        ck_assert_uint_eq(corner.stored, CORNER_SUMS);
        for (uint64_t at = 0; at < CORNER_SUMS; ++at) {
            double want[2] = {0.0, 0.0};
            for (uint64_t k = 0; k < CORNER_TAPS; ++k) {
                float z[2];
                corner_number((corner.first + at + CORNER_PERIOD - k) % CORNER_PERIOD, z);
                want[0] += (double)(k + 1) * (double)z[0];
                want[1] += (double)(k + 1) * (double)z[1];
            }
            ck_assert_double_eq_tol((double)corner.sums[2 * at], want[0], 1e-4);
            ck_assert_double_eq_tol(corner.real ? 0.0 : (double)corner.sums[2 * at + 1], want[1],
                                    1e-4);
        }
    }
}
END_TEST

START_TEST(convolution_bad_arguments_refused)
{
    const fftc_convolution_description d = {.signal = {.length = {16}}};
    float numbers[4][32] = {{0}};
    const fftc_convolution_arrays whole = {
        .src = numbers[0], .kernel = numbers[1], .dst = numbers[2]};
    fftc_convolution_arrays arrays = whole;
    expect_refused(NULL, &arrays, "description");
    expect_refused(&d, NULL, "arrays");
    arrays.kernel = NULL;
    expect_refused(&d, &arrays, "kernel");
    arrays = whole;
    arrays.src = NULL;
    expect_refused(&d, &arrays, "src");
    arrays.src = arrays.dst;
    expect_refused(&d, &arrays, "src is dst");
    arrays.src = numbers[2] + 30;
    expect_refused(&d, &arrays, "shares bytes");
}
END_TEST

/* Rows 14 to 18 meet column 3: the last number of both together is behind the last of each. */
START_TEST(convolution_parts_in_place_as_long_as_told_allowed)
{
    const fftc_convolution_description d = {.signal = {.length = {39, 5},
                                                       .placement = FFTC_IN_PLACE,
                                                       .format = FFTC_SPLIT,
                                                       .src_range = {{14, 19}},
                                                       .dst_range = {{0, 0}, {3, 4}}}};
    static float numbers[2 * 39 * 5];
    static float kernel[39 * 5];
    float *im = numbers + 38 * 5 + 4;
    fftc_convolution_arrays arrays = {.src = numbers,
                                      .src_im = im,
                                      .dst = numbers,
                                      .dst_im = im,
                                      .kernel = kernel,
                                      .kernel_im = kernel};
    fftc_error error;
    ck_assert_msg(fftc_emulate_convolution(&d, NULL, &arrays, NULL, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    arrays.src_im = arrays.dst_im = numbers + 11;
    ck_assert_int_eq(fftc_emulate_convolution(&d, NULL, &arrays, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "shares bytes"));
}
END_TEST

TESTING_MAIN("emulate_convolution", convolution_of_padded_pictures_transforms_no_padding,
             convolution_dispatches_as_few_as_promised, convolution_costs_as_promised,
             convolution_blocks_of_the_longest_period_right, convolution_bad_arguments_refused,
             convolution_parts_in_place_as_long_as_told_allowed,
             convolution_signals_of_a_batch_do_not_meet,
             convolution_any_description_right_and_clean, convolution_narrow_device_right_and_clean,
             convolution_blocks_and_folds_right_and_clean)
