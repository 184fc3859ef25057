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

/* Columns whose neighbours are loops named in one order or the other, or a loop and the batch. */
START_TEST(loops_in_any_order_same_bits)
{
    testing_random random = testing_random_start("loops in any order");
    for (int k = 0; k < 2; ++k) {
        const fftc_transform t = {.length = {20, 3, 48},
                                  .loop = {1, 1, 0},
                                  .src_stride = {3, 1, 60},
                                  .dst_stride = {3, 1, 60},
                                  .kind = (fftc_kind)k};
        fftc_transform other = {.length = {3, 20, 48},
                                .loop = {1, 1, 0},
                                .src_stride = {1, 3, 60},
                                .dst_stride = {1, 3, 60},
                                .kind = (fftc_kind)k};
        check_same(&t, &other, &random);
        fftc_transform batch = {.length = {20, 48},
                                .loop = {1, 0},
                                .src_stride = {3, 60},
                                .dst_stride = {3, 60},
                                .batch = 3,
                                .src_distance = 1,
                                .dst_distance = 1,
                                .kind = (fftc_kind)k};
        check_same(&t, &batch, &random);
    }
}
END_TEST

/* Two descriptions of one transform of `count` numbers: channels side by side, and planes. */
typedef struct channels {
    fftc_transform beside;
    fftc_transform apart;
    size_t pixels[2]; /* of the source and of the results, in scalars; a number has so many: */
    size_t item[2];
} channels;

/* Executes both, of the same numbers, and compares. */
static void check_channels(const channels *c, size_t count, testing_random *random)
{
    const fftc_precision precision = c->beside.precision;
    char *planes = random_source(&c->apart, random);
    char *pixels = random_source(&c->beside, random);
    for (size_t i = 0; i < count * c->pixels[0]; ++i) {
        const size_t channel = i / c->pixels[0];
        const size_t number = i % c->pixels[0] / c->item[0];
        const size_t to = (number * count + channel) * c->item[0] + i % c->item[0];
        testing_set(precision, pixels, to, testing_get(precision, planes, i));
    }
    char *expected = execute(&c->apart, planes);
    char *found = execute(&c->beside, pixels);
    double most = 0.0;
    double largest = 0.0;
    for (size_t i = 0; i < count * c->pixels[1]; ++i) {
        const size_t channel = i / c->pixels[1];
        const size_t number = i % c->pixels[1] / c->item[1];
        const size_t at = (number * count + channel) * c->item[1] + i % c->item[1];
        const double x = testing_get(precision, expected, i);
        most = fmax(most, fabs(testing_get(precision, found, at) - x));
        largest = fmax(largest, fabs(x));
    }
    const double unit = precision == FFTC_FLOAT64 ? 0x1p-53 : 0x1p-24;
    ck_assert_msg(most <= 16.0 * unit * largest, "%zu channels of %llu x %llu: %g of %g", count,
                  (unsigned long long)c->apart.length[0], (unsigned long long)c->apart.length[1],
                  most, largest);
    free(found);
    free(expected);
    free(pixels);
    free(planes);
}

/* Pictures, or with an only axis rows of them, both described with `kind` and `direction`. */
static channels channels_of(fftc_transform t, size_t rows, size_t columns, size_t count)
{
    const bool real[2] = {
        t.kind == FFTC_REAL_TO_REAL || (t.kind == FFTC_REAL && t.direction == FFTC_FORWARD),
        t.kind == FFTC_REAL_TO_REAL || (t.kind == FFTC_REAL && t.direction == FFTC_INVERSE)};
    channels c = {.beside = t, .apart = t};
    c.beside.length[0] = c.apart.length[0] = rows;
    c.beside.length[1] = c.apart.length[1] = columns;
    c.beside.batch = c.apart.batch = count;
    for (int side = 0; side < 2; ++side) {
        const bool half = t.kind == FFTC_REAL && !real[side];
        const size_t width = half ? columns / 2 + 1 : columns;
        uint64_t *stride = side == 0 ? c.beside.src_stride : c.beside.dst_stride;
        stride[0] = width * count;
        stride[1] = count;
        c.item[side] = real[side] ? 1 : 2;
        c.pixels[side] = rows * width * c.item[side];
    }
    c.beside.src_distance = c.beside.dst_distance = 1;
    return c;
}

START_TEST(channels_side_by_side_are_planes)
{
    testing_random random = testing_random_start("channels");
    for (int round = 0; round < 120; ++round) {
        const size_t count = 2 + testing_random_below(&random, 7);
        const size_t rows = 2 + testing_random_below(&random, 40);
        const size_t columns = 2 + testing_random_below(&random, round % 4 == 0 ? 600 : 60);
        const fftc_transform t = {
            .kind = (fftc_kind)(round % 3),
            .precision = round % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64,
            .loop = {testing_random_below(&random, 2) == 0},
            .direction = testing_random_below(&random, 2) == 0 ? FFTC_FORWARD : FFTC_INVERSE};
        const channels c = channels_of(t, rows, columns, count);
        check_channels(&c, count, &random);
    }
}
END_TEST

TESTING_MAIN("transform_loops", loop_without_batch_is_the_batch, loops_in_any_order_same_bits,
             channels_side_by_side_are_planes, blocks_of_a_picture_in_one_execution,
             loop_is_not_scaled_and_is_part_of_what_is_saved)
