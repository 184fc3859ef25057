/* SPDX-License-Identifier: MIT
 *
 * Axes that are loops. Descriptions drawn at random have them in all tests; here, that they are
 * what they replace: batches, and executions one after the other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "real_testing.h"

/* Executes from and to numbers of t->precision, as many bytes as the description says. */
static char *execute(const fftc_transform *t, const void *src)
{
    size_t bytes;
    ck_assert_int_eq(fftc_transform_bytes(t, NULL, &bytes, NULL), FFTC_SUCCESS);
    char *dst = calloc(bytes, 1);
    fftc_plan *plan = transform_plan(t, 1);
    ck_assert_ptr_nonnull(dst);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    return dst;
}

static char *random_source(const fftc_transform *t, testing_random *random)
{
    size_t bytes;
    ck_assert_int_eq(fftc_transform_bytes(t, &bytes, NULL, NULL), FFTC_SUCCESS);
    char *src = malloc(bytes);
    ck_assert_ptr_nonnull(src);
    real_fill(t->precision, src, bytes / fftc_precision_bytes(t->precision), random);
    return src;
}

static void check_same(const fftc_transform *a, const fftc_transform *b, testing_random *random)
{
    size_t bytes[2];
    ck_assert_int_eq(fftc_transform_bytes(a, NULL, &bytes[0], NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_transform_bytes(b, NULL, &bytes[1], NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(bytes[0], bytes[1]);
    char *src = random_source(a, random);
    char *one = execute(a, src);
    char *other = execute(b, src);
    ck_assert_mem_eq(one, other, bytes[0]);
    free(other);
    free(one);
    free(src);
}

/* One loop, or several that step evenly: a batch, with the same bits. */
START_TEST(loop_without_batch_is_the_batch)
{
    testing_random random = testing_random_start("loops as batches");
    for (int k = 0; k < 3; ++k) {
        fftc_transform rows = {.length = {6, 7, 40}, .loop = {1, 1, 0}, .kind = (fftc_kind)k};
        fftc_transform batch = {.length = {40}, .batch = 42, .kind = (fftc_kind)k};
        check_same(&rows, &batch, &random);
    }
    fftc_transform columns = {.length = {60, 33}, .loop = {0, 1}};
    fftc_transform apart = {.length = {60},
                            .src_stride = {33},
                            .dst_stride = {33},
                            .batch = 33,
                            .src_distance = 1,
                            .dst_distance = 1};
    check_same(&columns, &apart, &random);
    fftc_transform more = {.length = {5, 64}, .loop = {1, 0}, .batch = 4};
    fftc_transform merged = {.length = {64}, .batch = 20};
    check_same(&more, &merged, &random);
    fftc_transform single = {.length = {1, 9, 1}, .loop = {1, 0, 1}, .batch = 4};
    fftc_transform alone = {.length = {9}, .batch = 4};
    check_same(&single, &alone, &random);
}
END_TEST

#define BLOCK 8
#define ROWS 5
#define COLUMNS 7

/* A picture's blocks, all in one execution and each by itself. */
START_TEST(blocks_of_a_picture_in_one_execution)
{
    testing_random random = testing_random_start("blocks of a picture");
    const uint64_t width = BLOCK * COLUMNS;
    fftc_transform blocks = {.length = {ROWS, BLOCK, COLUMNS, BLOCK},
                             .loop = {1, 0, 1, 0},
                             .kind = FFTC_REAL_TO_REAL,
                             .scaling = FFTC_SCALE_UNITARY};
    fftc_transform block = {.length = {BLOCK, BLOCK},
                            .src_stride = {width, 1},
                            .dst_stride = {width, 1},
                            .kind = FFTC_REAL_TO_REAL,
                            .scaling = FFTC_SCALE_UNITARY};
    float *picture = (float *)random_source(&blocks, &random);
    float *result = (float *)execute(&blocks, picture);
    for (size_t i = 0; i < ROWS * COLUMNS; ++i) {
        size_t at = (i / COLUMNS * width + i % COLUMNS) * BLOCK;
        float *one = (float *)execute(&block, picture + at);
        for (size_t k = 0; k < BLOCK * BLOCK; ++k) {
            size_t offset = k / BLOCK * width + k % BLOCK;
            ck_assert_double_le(fabs((double)(result[at + offset] - one[offset])), 1e-5);
        }
        free(one);
    }
    free(result);
    free(picture);
}
END_TEST

/* Loops count neither for the scale nor for what is saved of others. */
START_TEST(loop_is_not_scaled_and_is_part_of_what_is_saved)
{
    fftc_transform t = {.length = {3, 4}, .loop = {1, 0}, .direction = FFTC_INVERSE};
    float src[24] = {1.0f};
    float *dst = (float *)execute(&t, src);
    for (int i = 0; i < 4; ++i) {
        ck_assert_double_eq((double)dst[2 * i], 0.25);
    }
    free(dst);
    char text[512];
    size_t bytes;
    fftc_transform both = {.length = {3, 4}, .direction = FFTC_INVERSE};
    fftc_plan *plan = transform_plan(&both, 1);
    ck_assert_int_eq(fftc_plan_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    const fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_create(&both, &options, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

TESTING_MAIN("transform_loops", loop_without_batch_is_the_batch,
             blocks_of_a_picture_in_one_execution, loop_is_not_scaled_and_is_part_of_what_is_saved)
