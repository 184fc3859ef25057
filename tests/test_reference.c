/* SPDX-License-Identifier: MIT
 *
 * The parts of fftcore.h and reference.h that all executions share. The statuses that only a device
 * gives (FFTC_COMPILE_FAILED, FFTC_DEVICE_FAILED) are provoked in test_vulkan_faults.c.
 */
#include "fftcore/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/kernel/order.h"
#include "testing.h"

START_TEST(status_string_each_its_own_sentence)
{
    for (int i = 0; i <= FFTC_DEVICE_FAILED; ++i) {
        const char *text = fftc_status_string((fftc_status)i);
        ck_assert_ptr_nonnull(text);
        ck_assert_int_eq(text[strlen(text) - 1], '.');
        for (int j = -1; j < i; ++j) {
            ck_assert_str_ne(text, fftc_status_string((fftc_status)j));
        }
    }
    ck_assert_ptr_nonnull(fftc_status_string((fftc_status)1000));
}
END_TEST

START_TEST(precision_bytes_known_and_unknown)
{
    ck_assert_uint_eq(fftc_precision_bytes(FFTC_FLOAT16), 2);
    ck_assert_uint_eq(fftc_precision_bytes(FFTC_FLOAT32), 4);
    ck_assert_uint_eq(fftc_precision_bytes(FFTC_FLOAT64), 8);
    ck_assert_uint_eq(fftc_precision_bytes((fftc_precision)3), 0);
    ck_assert_uint_eq(fftc_precision_bytes((fftc_precision)-1), 0);
}
END_TEST

START_TEST(version_header_equals_library)
{
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", FFTC_VERSION_MAJOR, FFTC_VERSION_MINOR,
             FFTC_VERSION_PATCH);
    ck_assert_str_eq(text, fftc_version());
}
END_TEST

START_TEST(check_zeroed_plus_sizes_accepted)
{
    for (uint32_t e = 1; e <= 24; ++e) {
        for (uint32_t w = 0; w <= 12 && e + w <= 24; ++w) {
            fftc_workgroup_fft fft = {.elements_log2 = e, .workgroup_log2 = w};
            fftc_error error = {FFTC_DEVICE_FAILED, "left from before"};
            ck_assert_int_eq(fftc_workgroup_fft_check(&fft, &error), FFTC_SUCCESS);
            ck_assert_int_eq(error.status, FFTC_SUCCESS);
            ck_assert_str_eq(error.message, "");
            ck_assert_int_eq(fftc_workgroup_fft_check(&fft, NULL), FFTC_SUCCESS);
            ck_assert_uint_eq(fftc_workgroup_fft_stage_count(&fft), e + w);
        }
    }
}
END_TEST

typedef struct refusal {
    fftc_workgroup_fft fft;
    fftc_status status;
    const char *names; /* what the message must name */
} refusal;

START_TEST(check_bad_description_refused_by_name)
{
    const refusal refusals[] = {
        {{.elements_log2 = 0, .workgroup_log2 = 5}, FFTC_INVALID_ARGUMENT, "elements_log2"},
        {{.elements_log2 = 1, .workgroup_log2 = 13}, FFTC_INVALID_ARGUMENT, "workgroup_log2"},
        {{.elements_log2 = 1, .workgroup_log2 = UINT32_MAX},
         FFTC_INVALID_ARGUMENT,
         "workgroup_log2"},
        {{.elements_log2 = 13, .workgroup_log2 = 12}, FFTC_TOO_LARGE, "elements_log2"},
        {{.elements_log2 = UINT32_MAX, .workgroup_log2 = 1}, FFTC_TOO_LARGE, "elements_log2"},
        {{.elements_log2 = 1, .subgroup_log2 = 8}, FFTC_INVALID_ARGUMENT, "subgroup_log2"},
        {{.elements_log2 = 1, .precision = (fftc_precision)3}, FFTC_INVALID_ARGUMENT, "precision"},
        {{.elements_log2 = 1, .direction = (fftc_direction)2}, FFTC_INVALID_ARGUMENT, "direction"},
        {{.elements_log2 = 1, .computed_twiddles = 2}, FFTC_INVALID_ARGUMENT, "computed_twiddles"},
        {{.elements_log2 = 1, .batch = ((uint64_t)1 << 31) + 1}, FFTC_TOO_LARGE, "batch"},
        {{.elements_log2 = 1, .batch = UINT64_MAX}, FFTC_TOO_LARGE, "batch"},
    };
    fftc_error error;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i) {
        const refusal *r = &refusals[i];
        memset(&error, 0, sizeof error);
        ck_assert_int_eq(fftc_workgroup_fft_check(&r->fft, &error), r->status);
        ck_assert_int_eq(error.status, r->status);
        ck_assert_msg(strstr(error.message, r->names) != NULL, "\"%s\" does not name %s",
                      error.message, r->names);
        ck_assert_int_eq(fftc_workgroup_fft_check(&r->fft, NULL), r->status);
    }
    ck_assert_int_eq(fftc_workgroup_fft_check(NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_str_ne(error.message, "");
}
END_TEST

/* A run that is refused leaves everything as it was. */
START_TEST(simd_refused_data_untouched)
{
    testing_random random = testing_random_start("refused");
    testing_buffer data = testing_buffer_create(64 * 8, 8);
    char before[64 * 8];
    fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 5, .subgroup_log2 = 5};
    fftc_error error;
    testing_fill(FFTC_FLOAT32, data.data, 64, &random);
    memcpy(before, data.data, sizeof before);
    ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, data.data, NULL, 1, &error), FFTC_UNSUPPORTED);
    ck_assert_str_ne(error.message, "");
    fft.subgroup_log2 = 2;
    ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, NULL, NULL, 1, &error), FFTC_INVALID_ARGUMENT);
    fft.elements_log2 = 0;
    ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, data.data, NULL, 1, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_mem_eq(before, data.data, sizeof before);
    testing_buffer_release(&data);
}
END_TEST

START_TEST(twiddle_table_bad_arguments_refused)
{
    double table[4] = {7, 7, 7, 7};
    fftc_error error;
    ck_assert_int_eq(fftc_twiddle_table_fill(FFTC_FLOAT32, 1, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "NULL"));
    ck_assert_int_eq(fftc_twiddle_table_fill((fftc_precision)3, 1, table, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "precision"));
    ck_assert_int_eq(fftc_twiddle_table_fill(FFTC_FLOAT32, 0, table, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "points_log2"));
    ck_assert_int_eq(fftc_twiddle_table_fill(FFTC_FLOAT32, 32, table, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert(table[0] == 7 && table[1] == 7);
    ck_assert_int_eq(fftc_twiddle_table_fill(FFTC_FLOAT64, 1, table, &error), FFTC_SUCCESS);
    ck_assert(table[2] == 1 && table[3] == 0);
}
END_TEST

/* Forward: a trade brings the pairs to the stage's stride. Inverse: it brings them from the stride
 * of the stage before, which is half. */
START_TEST(exchange_every_stage_where_the_kernel_trades)
{
    for (uint32_t e = 1; e <= 4; ++e) {
        for (uint32_t w = 0; w <= 8; ++w) {
            for (uint32_t s = 0; s <= 7; ++s) {
                for (uint32_t stage = 0; stage < e + w; ++stage) {
                    fftc_workgroup_fft fft = {.elements_log2 = e,
                                              .workgroup_log2 = w,
                                              .subgroup_log2 = s,
                                              .direction = FFTC_FORWARD};
                    uint32_t stride_log2 = e + w - 1 - stage;
                    fftc_exchange expected = stride_log2 >= w  ? FFTC_EXCHANGE_ACCESSOR
                                             : stride_log2 < s ? FFTC_EXCHANGE_SUBGROUP
                                                               : FFTC_EXCHANGE_SHARED;
                    ck_assert_int_eq(fftc_workgroup_fft_exchange(&fft, stage), expected);
                    fft.direction = FFTC_INVERSE;
                    expected = stride_log2 == 0 || stride_log2 > w ? FFTC_EXCHANGE_ACCESSOR
                               : stride_log2 - 1 < s               ? FFTC_EXCHANGE_SUBGROUP
                                                                   : FFTC_EXCHANGE_SHARED;
                    ck_assert_int_eq(fftc_workgroup_fft_exchange(&fft, stage), expected);
                }
            }
        }
    }
}
END_TEST

START_TEST(error_bound_grows_and_keeps_its_promise)
{
    for (int p = 0; p < 3; ++p) {
        for (unsigned k = 1; k <= 24; ++k) {
            double smaller = fftc_error_bound((fftc_precision)p, (uint64_t)1 << (k - 1));
            double bound = fftc_error_bound((fftc_precision)p, (uint64_t)1 << k);
            ck_assert(bound > smaller && smaller > 0);
        }
    }
    ck_assert(fftc_error_bound(FFTC_FLOAT32, 4096) <= 3e-7);
}
END_TEST

START_TEST(error_bound_without_such_a_precision_nan)
{
    for (int p = -1; p <= 3; p += 4) {
        ck_assert(isnan(fftc_error_bound((fftc_precision)p, 4096)));
        ck_assert(isnan(fftc_transform_error_bound((fftc_precision)p, 4096)));
        ck_assert(isnan(fftc_transform_error_bound((fftc_precision)p, 4099)));
    }
}
END_TEST

START_TEST(error_bound_of_any_length_grows)
{
    const uint64_t lengths[] = {1, 17, 4099, ((uint64_t)1 << 62) + 1, UINT64_MAX};
    double least = 0.0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        double bound = fftc_transform_error_bound(FFTC_FLOAT32, lengths[i]);
        ck_assert(bound >= least);
        least = bound;
    }
}
END_TEST

/* --- the bound against what the kernel does, in SIMD; the other executions have the same bits - */

/* Slot i of Nabla order is frequency F(i); forward leaves it so, the inverse wants it so. */
static void reorder(const fftc_workgroup_fft *fft, bool to_nabla, const void *x, void *y)
{
    uint32_t n = 1u << (fft->elements_log2 + fft->workgroup_log2);
    for (uint32_t slot = 0; slot < n; ++slot) {
        uint32_t f = fftc_get_dft_index(slot, fft->elements_log2, fft->workgroup_log2);
        size_t from = to_nabla ? f : slot;
        size_t to = to_nabla ? slot : f;
        testing_set(fft->precision, y, 2 * to, testing_get(fft->precision, x, 2 * from));
        testing_set(fft->precision, y, 2 * to + 1, testing_get(fft->precision, x, 2 * from + 1));
    }
}

/* False if this build has no such precision. */
static bool check_transform(const fftc_workgroup_fft *fft, testing_random *random)
{
    size_t n = (size_t)1 << (fft->elements_log2 + fft->workgroup_log2);
    size_t bytes = n * 2 * fftc_precision_bytes(fft->precision);
    testing_buffer data = testing_buffer_create(bytes, 16);
    testing_buffer other = testing_buffer_create(bytes, 16);
    long double *source = malloc(n * 2 * sizeof *source);
    long double *expected = malloc(n * 2 * sizeof *expected);
    bool inverse = fft->direction == FFTC_INVERSE;
    fftc_status status;
    fftc_error error;
    ck_assert(source != NULL && expected != NULL);
    testing_fill(fft->precision, other.data, n, random);
    testing_to_long_double(fft->precision, other.data, n, source);
    testing_dft_split(n, inverse ? 1 : -1, source, expected);
    if (inverse) {
        reorder(fft, true, other.data, data.data);
        for (size_t i = 0; i < 2 * n; ++i) {
            expected[i] /= (long double)n;
        }
    } else {
        memcpy(data.data, other.data, bytes);
    }
    status = fftc_workgroup_fft_simd(fft, data.data, NULL, 1, &error);
    if (status == FFTC_SUCCESS) {
        double distance;
        if (!inverse) {
            reorder(fft, false, data.data, other.data);
        }
        distance =
            testing_relative_error(fft->precision, inverse ? data.data : other.data, expected, n);
        ck_assert_msg(distance <= fftc_error_bound(fft->precision, n),
                      "precision %d, direction %d, %zu points: %g", (int)fft->precision,
                      (int)fft->direction, n, distance);
    } else {
        ck_assert_msg(status == FFTC_UNSUPPORTED && fft->precision == FFTC_FLOAT16, "%s",
                      error.message);
    }
    free(source);
    free(expected);
    testing_buffer_release(&data);
    testing_buffer_release(&other);
    return status == FFTC_SUCCESS;
}

START_TEST(transform_every_length_within_error_bound)
{
    testing_random random = testing_random_start("error bound");
    for (uint32_t log2 = 1; log2 <= 15; ++log2) {
        int trials = log2 <= 8 ? 40 : log2 <= 12 ? 4 : 1;
        for (int trial = 0; trial < trials; ++trial) {
            for (int kind = 0; kind < 12; ++kind) {
                uint32_t most = log2 - 1 < 10 ? log2 - 1 : 10;
                uint32_t w = (uint32_t)testing_random_below(&random, most + 1);
                fftc_workgroup_fft fft = {.elements_log2 = log2 - w,
                                          .workgroup_log2 = w,
                                          .subgroup_log2 = 3,
                                          .precision = (fftc_precision)(kind % 3),
                                          .direction = (fftc_direction)(kind / 3 % 2),
                                          .computed_twiddles = (uint32_t)(kind / 6)};
                bool done = check_transform(&fft, &random);
                ck_assert(done || fft.precision == FFTC_FLOAT16);
            }
        }
    }
}
END_TEST

TESTING_MAIN("reference", status_string_each_its_own_sentence, precision_bytes_known_and_unknown,
             version_header_equals_library, check_zeroed_plus_sizes_accepted,
             check_bad_description_refused_by_name, simd_refused_data_untouched,
             twiddle_table_bad_arguments_refused, exchange_every_stage_where_the_kernel_trades,
             error_bound_grows_and_keeps_its_promise, error_bound_without_such_a_precision_nan,
             error_bound_of_any_length_grows, transform_every_length_within_error_bound)
