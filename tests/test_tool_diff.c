/* SPDX-License-Identifier: MIT
 *
 * What `fftcore diff` concludes: equal runs are good, and one changed bit, one finding, one number
 * too far from FFTW is not.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff_internal.h"
#include "testing.h"

static diff_run *run_of(fftc_direction direction, fftc_precision precision)
{
    diff_run *run = calloc(1, sizeof *run);
    ck_assert_ptr_nonnull(run);
    run->options = (diff_options){.fft = {.elements_log2 = 2,
                                          .workgroup_log2 = 5,
                                          .subgroup_log2 = 3,
                                          .precision = precision,
                                          .direction = direction},
                                  .seed = testing_seed(),
                                  .device = "none"};
    ck_assert_int_eq(diff_run_all(run), TOOL_GOOD);
    ck_assert_uint_eq(run->execution_count, 2);
    return run;
}

static void run_end(diff_run *run)
{
    diff_run_free(run);
    free(run);
}

START_TEST(diff_of_equal_executions_good)
{
    for (int i = 0; i < 4; ++i) {
        diff_run *run = run_of(i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                               i / 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64);
        diff_verdict verdict = diff_judge(run);
        ck_assert(verdict.good && verdict.equal && verdict.ran && verdict.within_bound);
        ck_assert(run->oracle);
        ck_assert(verdict.worst_error > 0.0);
        run_end(run);
    }
}
END_TEST

/* In every stage and in the result, one flipped bit, the last of one number, is seen at its
 * place. */
START_TEST(diff_one_bit_changed_seen)
{
    diff_run *run = run_of(FFTC_FORWARD, FFTC_FLOAT32);
    diff_execution *simd = &run->executions[1];
    for (uint32_t stage = 0; stage <= run->stage_count; ++stage) {
        bool final = stage == run->stage_count;
        unsigned char *array = final ? simd->result : simd->stages + stage * run->array_bytes;
        size_t scalar = 17 + stage;
        array[4 * scalar] ^= 1;
        ck_assert(diff_compare(run));
        const diff_stage *seen = final ? &simd->final : &simd->stage[stage];
        diff_verdict verdict = diff_judge(run);
        ck_assert(!verdict.good && !verdict.equal);
        ck_assert_uint_eq(seen->bits.differing, 1);
        ck_assert_uint_eq(seen->bits.largest_ulp, 1);
        ck_assert_uint_eq(seen->bits.first, scalar);
        array[4 * scalar] ^= 1;
    }
    ck_assert(diff_compare(run));
    ck_assert(diff_judge(run).good);
    run_end(run);
}
END_TEST

/* All executions wrong in the same way: the bits agree, FFTW does not. */
START_TEST(diff_common_error_seen_by_oracle)
{
    for (int direction = 0; direction < 2; ++direction) {
        diff_run *run = run_of(direction == 0 ? FFTC_FORWARD : FFTC_INVERSE, FFTC_FLOAT32);
        for (uint32_t stage = 0; stage < run->stage_count; ++stage) {
            float kept[2];
            for (uint32_t i = 0; i < 2; ++i) {
                float *array = (float *)(run->executions[i].stages + stage * run->array_bytes);
                kept[i] = array[40];
                array[40] += 0.01F;
            }
            ck_assert(diff_compare(run));
            diff_verdict verdict = diff_judge(run);
            ck_assert(verdict.equal && !verdict.within_bound && !verdict.good);
            for (uint32_t i = 0; i < 2; ++i) {
                float *array = (float *)(run->executions[i].stages + stage * run->array_bytes);
                array[40] = kept[i];
            }
        }
        run_end(run);
    }
}
END_TEST

START_TEST(diff_not_a_number_not_good)
{
    diff_run *run = run_of(FFTC_FORWARD, FFTC_FLOAT64);
    double *array = (double *)run->executions[1].result;
    array[3] = (double)NAN;
    ck_assert(diff_compare(run));
    diff_verdict verdict = diff_judge(run);
    ck_assert(!verdict.equal && !verdict.within_bound && !verdict.good);
    ck_assert_uint_eq(run->executions[1].final.bits.largest_ulp, UINT64_MAX);
    run_end(run);
}
END_TEST

START_TEST(diff_finding_or_failure_not_good)
{
    diff_run *run = run_of(FFTC_FORWARD, FFTC_FLOAT32);
    run->report.finding_count = 1;
    ck_assert(!diff_judge(run).good);
    run->report.finding_count = 0;
    ck_assert(diff_judge(run).good);
    run->executions[1].status = FFTC_DEVICE_FAILED;
    ck_assert(!diff_judge(run).good);
    run->executions[1].status = FFTC_UNSUPPORTED; /* left out, not wrong */
    ck_assert(diff_judge(run).good);
    run_end(run);
}
END_TEST

START_TEST(compare_counts_representable_numbers)
{
    static const float x[6] = {1.0F, 1.0F, -0.0F, 0x1p-149F, -0x1p-149F, 2.0F};
    static const float y[6] = {1.0F, 0x1.000002p0F, 0.0F, 0.0F, 0x1p-149F, 0x1.fffffep0F};
    static const uint64_t ulp[6] = {0, 1, 1, 1, 3, 1};
    for (size_t i = 0; i < 6; ++i) {
        tool_comparison result = tool_compare(FFTC_FLOAT32, &x[i], &y[i], 1);
        ck_assert_uint_eq(result.differing, ulp[i] != 0);
        ck_assert_uint_eq(result.largest_ulp, ulp[i]);
    }
    static const uint16_t half_x[2] = {0x3c00, 0x7c00};
    static const uint16_t half_y[2] = {0x3c07, 0x7e00};
    ck_assert_uint_eq(tool_compare(FFTC_FLOAT16, half_x, half_y, 1).largest_ulp, 7);
    ck_assert_uint_eq(tool_compare(FFTC_FLOAT16, half_x, half_y, 2).largest_ulp, UINT64_MAX);
    ck_assert_uint_eq(tool_compare(FFTC_FLOAT16, half_x, half_y, 2).differing, 2);
}
END_TEST

START_TEST(subnormal_counted_in_every_precision)
{
    static const uint16_t halves[4] = {0x0001, 0x8300, 0x0400, 0x0000};
    static const float floats[4] = {0x1p-127F, -0x1p-149F, 0x1p-126F, -0.0F};
    static const double doubles[4] = {0x1p-1023, -0x1p-1074, 0x1p-1022, 0.0};
    ck_assert_uint_eq(tool_count_subnormal(FFTC_FLOAT16, halves, 4), 2);
    ck_assert_uint_eq(tool_count_subnormal(FFTC_FLOAT32, floats, 4), 2);
    ck_assert_uint_eq(tool_count_subnormal(FFTC_FLOAT64, doubles, 4), 2);
}
END_TEST

/* Error of every element: where one is wrong, that one stands out, at its size. */
START_TEST(element_errors_show_the_wrong_element)
{
    diff_run *run = run_of(FFTC_FORWARD, FFTC_FLOAT32);
    double *errors = calloc(run->length, sizeof *errors);
    float *array = (float *)(run->executions[0].stages + 3 * run->array_bytes);
    array[2 * 50] += 1000.0F;
    ck_assert_ptr_nonnull(errors);
    ck_assert(diff_element_errors(run, 3, errors));
    for (uint64_t i = 0; i < run->length; ++i) {
        ck_assert((errors[i] > 1.0) == (i == 50));
    }
    free(errors);
    run_end(run);
}
END_TEST

TESTING_MAIN("tool_diff", diff_of_equal_executions_good, diff_one_bit_changed_seen,
             diff_common_error_seen_by_oracle, diff_not_a_number_not_good,
             diff_finding_or_failure_not_good, compare_counts_representable_numbers,
             subnormal_counted_in_every_precision, element_errors_show_the_wrong_element)
