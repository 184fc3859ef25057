/* SPDX-License-Identifier: MIT
 *
 * The arrays of a call: which of them may share memory, which pointers go with which plan, and
 * memory of the caller's to work in. What is refused writes nothing.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "real_testing.h"
#include "transform_testing.h"

static void check_refused(const fftc_plan *plan, const fftc_arrays *arrays, const char *word)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, arrays, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(error.status, FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, word) != NULL, "\"%s\" does not mention %s", error.message,
                  word);
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, arrays, NULL), FFTC_INVALID_ARGUMENT);
}

START_TEST(arrays_that_share_memory_refused)
{
    fftc_transform t = {.length = {16}};
    float data[128];
    float before[128];
    for (int i = 0; i < 128; ++i) {
        data[i] = before[i] = (float)i;
    }
    fftc_plan *plan = transform_plan(&t, 1);
    for (int by = -31; by <= 31; ++by) {
        if (by != 0) {
            fftc_arrays a = {.src = data + 48, .dst = data + 48 + by};
            check_refused(plan, &a, "shares memory");
        }
    }
    ck_assert_mem_eq(data, before, sizeof data);
    ck_assert_int_eq(fftc_plan_execute(plan, data + 48, data + 80, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, data + 48, data + 16, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

/* Arrays that lie inside each other, and yet nowhere in the same place. */
START_TEST(arrays_that_interlock_accepted)
{
    float data[4096] = {0};
    fftc_transform channels = {.length = {64}, .src_stride = {3}, .dst_stride = {3}};
    fftc_plan *plan = transform_plan(&channels, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, data, data + 2, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, data + 4, data + 2, NULL), FFTC_SUCCESS);
    fftc_arrays a = {.src = data + 6, .dst = data};
    check_refused(plan, &a, "shares memory");
    a.src = data + 5;
    check_refused(plan, &a, "shares memory");
    fftc_plan_destroy(plan);

    fftc_transform halves = {.length = {32, 32}, .src_stride = {64, 1}, .dst_stride = {64, 1}};
    plan = transform_plan(&halves, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, data, data + 64, NULL), FFTC_SUCCESS);
    a = (fftc_arrays){.src = data, .dst = data + 62};
    check_refused(plan, &a, "shares memory");
    a.dst = data + 66; /* the last column of dst is the first column of src, a row further down */
    check_refused(plan, &a, "shares memory");
    fftc_plan_destroy(plan);

    fftc_transform parts = {.length = {64}, .format = FFTC_SPLIT, .src_stride = {2}};
    parts.dst_stride[0] = 2;
    plan = transform_plan(&parts, 1);
    ck_assert_int_eq(fftc_plan_execute_split(plan, data, data + 1, data + 256, data + 257, NULL),
                     FFTC_SUCCESS);
    a = (fftc_arrays){.src = data, .src_im = data + 1, .dst = data + 256, .dst_im = data + 256};
    check_refused(plan, &a, "shares memory");
    a = (fftc_arrays){.src = data, .src_im = data + 1, .dst = data + 3, .dst_im = data + 257};
    check_refused(plan, &a, "shares memory");
    /* Real and imaginary parts of the source may well be the same numbers. */
    ck_assert_int_eq(fftc_plan_execute_split(plan, data, data, data + 256, data + 257, NULL),
                     FFTC_SUCCESS);
    parts.placement = FFTC_IN_PLACE;
    fftc_plan_destroy(plan);
    plan = transform_plan(&parts, 1);
    ck_assert_int_eq(fftc_plan_execute_split(plan, data, data + 1, data, data + 1, NULL),
                     FFTC_SUCCESS);
    a = (fftc_arrays){.src = data, .src_im = data + 2, .dst = data, .dst_im = data + 2};
    check_refused(plan, &a, "share memory");
    fftc_plan_destroy(plan);
}
END_TEST

/* Marks every byte that a side's ranges occupy, from `at` on. */
static void mark(const fftc_transform *t, bool src, unsigned char *map, size_t at,
                 unsigned char bit)
{
    transform_axes axes = transform_axes_of(t);
    const fftc_range *ranges = src ? t->src_range : t->dst_range;
    size_t item = 2 * fftc_precision_bytes(t->precision);
    for (size_t i = 0; i < axes.total; ++i) {
        bool inside = true;
        size_t rest = i;
        for (int k = axes.rank - 1; k >= 0; --k) {
            size_t index = rest % axes.length[k];
            rest /= axes.length[k];
            inside = inside &&
                     (ranges[k].end == 0 || (index >= ranges[k].begin && index < ranges[k].end));
        }
        size_t from = at + item * transform_offset(&axes, src ? axes.src : axes.dst, i);
        for (size_t byte = 0; byte < item && inside; ++byte) {
            map[from + byte] |= bit;
        }
    }
}

START_TEST(arrays_drawn_at_random_refused_just_where_bytes_meet)
{
    testing_random random = testing_random_start("overlap");
    unsigned met = 0;
    unsigned interlocked = 0;
    for (unsigned i = 0; i < 3000 * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, 60);
        t.placement = FFTC_OUT_OF_PLACE;
        for (int k = 0; k < FFTC_MAX_RANK && t.length[k] != 0; ++k) {
            if (t.loop[k] == 0 && testing_random_below(&random, 3) == 0) {
                t.src_range[k].begin = testing_random_below(&random, t.length[k]);
                t.src_range[k].end = t.length[k];
                t.dst_range[k].end = 1 + testing_random_below(&random, t.length[k]);
            }
        }
        transform_axes axes = transform_axes_of(&t);
        size_t scalar = fftc_precision_bytes(t.precision);
        size_t bytes = 2 * scalar * (axes.src_span + axes.dst_span) * 2;
        size_t src = axes.dst_span * 2 * scalar;
        size_t dst = testing_random_below(&random, 2 * (axes.src_span + axes.dst_span)) * scalar;
        unsigned char *map = calloc(bytes, 1);
        char *data = calloc(bytes, 1);
        ck_assert(map != NULL && data != NULL);
        mark(&t, true, map, src, 1);
        mark(&t, false, map, dst, 2);
        bool meet = false;
        for (size_t byte = 0; byte < bytes; ++byte) {
            meet = meet || map[byte] == 3;
        }
        fftc_plan *plan = transform_plan(&t, 1);
        fftc_status status =
            src == dst ? FFTC_SUCCESS : fftc_plan_execute(plan, data + src, data + dst, NULL);
        ck_assert_msg(src == dst || (status != FFTC_SUCCESS) == meet,
                      "%s: %zu and %zu %s, but status %d", transform_describe(&t), src, dst,
                      meet ? "meet" : "do not meet", (int)status);
        met += meet;
        interlocked += !meet && dst < src + axes.src_span * 2 * scalar && src < dst;
        fftc_plan_destroy(plan);
        free(map);
        free(data);
    }
    ck_assert_uint_gt(met, 100);
    ck_assert_uint_gt(interlocked, 30);
}
END_TEST

START_TEST(arrays_of_another_format_refused)
{
    fftc_transform t = {.length = {16}};
    float x[4][32] = {{0}};
    fftc_error error;
    fftc_plan *plan = transform_plan(&t, 1);
    fftc_arrays a = {.src = x[0], .src_im = x[1], .dst = x[2]};
    check_refused(plan, &a, "src_im");
    a = (fftc_arrays){.src = x[0], .dst = x[2], .dst_im = x[3]};
    check_refused(plan, &a, "dst_im");
    ck_assert_int_eq(fftc_plan_execute_split(plan, x[0], x[1], x[2], x[3], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "FFTC_SPLIT"));
    check_refused(plan, NULL, "arrays");
    check_refused(NULL, &a, "plan");
    fftc_plan_destroy(plan);
    t.format = FFTC_SPLIT;
    plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, x[0], x[2], &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "fftc_plan_execute_split"));
    a = (fftc_arrays){.src = x[0], .dst = x[2], .dst_im = x[3]};
    check_refused(plan, &a, "src_im");
    a = (fftc_arrays){.src = x[0], .src_im = x[1], .dst = x[2]};
    check_refused(plan, &a, "dst_im");
    a = (fftc_arrays){.src = x[0], .src_im = x[1], .dst = x[0], .dst_im = x[3]};
    check_refused(plan, &a, "IN_PLACE");
    a = (fftc_arrays){.src = x[0], .src_im = x[1], .dst = x[2], .dst_im = x[1]};
    check_refused(plan, &a, "IN_PLACE");
    fftc_plan_destroy(plan);
    t.placement = FFTC_IN_PLACE;
    plan = transform_plan(&t, 1);
    a = (fftc_arrays){.src = x[0], .src_im = x[1], .dst = x[0], .dst_im = x[3]};
    check_refused(plan, &a, "in place");
    fftc_plan_destroy(plan);
    t.format = (fftc_format)2;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "format"));
}
END_TEST

START_TEST(work_of_the_caller_is_all_that_is_needed)
{
    fftc_transform t = {.length = {30011}};
    fftc_plan_options options = {.executions = -1};
    fftc_plan *plan;
    testing_random random = testing_random_start("work");
    float *src = malloc(30011 * 8);
    float *dst = malloc(30011 * 8);
    float *expected = malloc(30011 * 8);
    ck_assert(src != NULL && dst != NULL && expected != NULL);
    testing_fill(FFTC_FLOAT32, src, 30011, &random);
    plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src, expected, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_SUCCESS);
    size_t bytes = fftc_plan_work_bytes(plan);
    ck_assert_uint_gt(bytes, 0);
    ck_assert_uint_eq(fftc_plan_work_bytes(NULL), 0);
    testing_buffer work = testing_buffer_create(bytes + 64, 64);
    fftc_arrays a = {.src = src, .dst = dst};
    memset(dst, 0x5a, 30011 * 8);
    check_refused(plan, &a, "work");
    a.work = (char *)work.data + 8;
    check_refused(plan, &a, "64");
    for (size_t i = 0; i < (size_t)30011 * 8; ++i) {
        ck_assert_msg(((char *)dst)[i] == 0x5a, "byte %zu was written", i);
    }
    a.work = (char *)work.data + 64;
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, &a, NULL), FFTC_SUCCESS);
    ck_assert_mem_eq(dst, expected, 30011 * 8);
    testing_buffer_release(&work);
    fftc_plan_destroy(plan);
    free(src);
    free(dst);
    free(expected);
}
END_TEST

START_TEST(executions_senseless_refused)
{
    fftc_transform t = {.length = {30011}};
    for (int executions = -2; executions <= 33; executions += 35) {
        fftc_plan_options options = {.executions = executions};
        fftc_plan *plan;
        fftc_error error;
        ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, &error), FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.message, "executions"));
    }
}
END_TEST

/* Bytes that one side of a description without ranges spans. */
static size_t span_of(const fftc_transform *t, bool dst)
{
    size_t scalar = fftc_precision_bytes(t->precision);
    if (t->kind != FFTC_COMPLEX) {
        real_side s = real_side_of(t, dst);
        return s.span * scalar * (t->format == FFTC_SPLIT ? 1 : s.scalars);
    }
    transform_axes axes = transform_axes_of(t);
    return (dst ? axes.dst_span : axes.src_span) * scalar * (t->format == FFTC_SPLIT ? 1 : 2);
}

START_TEST(bytes_of_a_description_are_its_span)
{
    testing_random random = testing_random_start("bytes");
    for (unsigned round = 0; round < 2000; ++round) {
        static const fftc_kind kinds[] = {FFTC_COMPLEX, FFTC_REAL, FFTC_REAL_TO_REAL};
        fftc_kind kind = kinds[round % 3];
        fftc_transform t =
            kind == FFTC_COMPLEX ? transform_draw(&random, 3000) : real_draw(kind, &random, 3000);
        memset(t.src_range, 0, sizeof t.src_range);
        memset(t.dst_range, 0, sizeof t.dst_range);
        size_t span[2] = {span_of(&t, false), span_of(&t, true)};
        if (t.placement == FFTC_IN_PLACE) {
            span[0] = span[1] = span[0] > span[1] ? span[0] : span[1];
        }
        size_t src;
        size_t dst;
        ck_assert_int_eq(fftc_transform_bytes(&t, &src, &dst, NULL), FFTC_SUCCESS);
        ck_assert_msg(src == span[0] && dst == span[1], "%s: %zu, %zu; not %zu, %zu",
                      kind != FFTC_COMPLEX ? real_describe(&t) : transform_describe(&t), src, dst,
                      span[0], span[1]);
        ck_assert_int_eq(fftc_transform_bytes(&t, NULL, NULL, NULL), FFTC_SUCCESS);
    }
}
END_TEST

/* Rows of one range and columns of the other reach further than either. */
START_TEST(bytes_in_place_hold_intermediate_results_too)
{
    testing_random random = testing_random_start("in place");
    unsigned tried = 0;
    for (unsigned round = 0; round < 400; ++round) {
        fftc_transform t = transform_draw(&random, 2000);
        t.placement = FFTC_IN_PLACE;
        memset(t.loop, 0, sizeof t.loop); /* which have no ranges */
        memcpy(t.dst_stride, t.src_stride, sizeof t.dst_stride);
        t.dst_distance = t.src_distance;
        for (int k = 0; k < FFTC_MAX_RANK && t.length[k] != 0; ++k) {
            t.src_range[k].begin = testing_random_below(&random, t.length[k]);
            t.src_range[k].end = t.length[k];
            t.dst_range[k].end = 1 + testing_random_below(&random, t.length[k]);
            if (testing_random_below(&random, 2) == 0) {
                fftc_range other = t.src_range[k];
                t.src_range[k] = t.dst_range[k];
                t.dst_range[k] = other;
            }
        }
        size_t bytes;
        if (fftc_transform_bytes(&t, &bytes, NULL, NULL) != FFTC_SUCCESS) {
            continue; /* strides that overlap */
        }
        const size_t room = 2 * bytes + 4096;
        unsigned char *data = malloc(room);
        ck_assert_ptr_nonnull(data);
        memset(data, 0, bytes);
        memset(data + bytes, 0x5a, room - bytes);
        fftc_plan *plan = transform_plan(&t, 1);
        ck_assert_int_eq(fftc_plan_execute(plan, data, data, NULL), FFTC_SUCCESS);
        for (size_t i = bytes; i < room; ++i) {
            ck_assert_msg(data[i] == 0x5a, "%s: %zu bytes, but byte %zu was written",
                          transform_describe(&t), bytes, i);
        }
        ++tried;
        fftc_plan_destroy(plan);
        free(data);
    }
    ck_assert_uint_gt(tried, 100);
}
END_TEST

START_TEST(bytes_of_ranges_end_with_them_and_of_nonsense_are_refused)
{
    fftc_transform range = {.length = {100}, .src_range = {{10, 40}}};
    fftc_transform none = {.batch = 1};
    size_t src;
    size_t dst;
    ck_assert_int_eq(fftc_transform_bytes(&range, &src, &dst, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(src, 40 * 8);
    ck_assert_uint_eq(dst, 100 * 8);
    ck_assert_int_eq(fftc_transform_bytes(&none, &src, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_transform_bytes(NULL, &src, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_uint_eq(src, 40 * 8);
}
END_TEST

/* --- more than 2^32 numbers from end to end --------------------------------------------------- */

#define ROWS 3u
#define COLUMNS 5u
#define FAR_ROWS (((size_t)1 << 32) + 3)
#define FAR_COLUMNS (((size_t)1 << 29) + 5)
#define FAR_SIGNALS (((size_t)1 << 28) + 7)

/* Number i of the rows and columns of two packed signals, in an array that is far apart. */
static size_t far_place(size_t i, size_t columns)
{
    return i / columns % ROWS * FAR_ROWS + i % columns * FAR_COLUMNS +
           i / (ROWS * columns) * FAR_SIGNALS;
}

/* Addresses for that many bytes, of which few get pages; NULL where the system gives no more than
 * it has. */
static void *far_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void check_far(fftc_kind kind, fftc_precision precision)
{
    const size_t scalar = fftc_precision_bytes(precision);
    const size_t src_item = scalar * (kind == FFTC_COMPLEX ? 2 : 1);
    const size_t dst_item = scalar * (kind == FFTC_REAL_TO_REAL ? 1 : 2);
    const size_t dst_columns = kind == FFTC_REAL ? COLUMNS / 2 + 1 : COLUMNS;
    fftc_transform near = {
        .length = {ROWS, COLUMNS}, .batch = 2, .kind = kind, .precision = precision};
    fftc_transform t = near;
    t.src_stride[0] = t.dst_stride[0] = FAR_ROWS;
    t.src_stride[1] = t.dst_stride[1] = FAR_COLUMNS;
    t.src_distance = t.dst_distance = FAR_SIGNALS;
    size_t src_bytes;
    size_t dst_bytes;
    ck_assert_int_eq(fftc_transform_bytes(&t, &src_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_gt(src_bytes, (size_t)1 << 33);
    char *src = far_memory(src_bytes);
    char *dst = far_memory(dst_bytes);
    if (src != NULL && dst != NULL) {
        testing_random random = testing_random_start("far");
        char x[2 * ROWS * COLUMNS * 16];
        char y[2 * ROWS * COLUMNS * 16];
        testing_fill(precision, x, 2 * ROWS * COLUMNS * src_item / (2 * scalar), &random);
        for (size_t i = 0; i < 2 * ROWS * COLUMNS; ++i) {
            memcpy(src + far_place(i, COLUMNS) * src_item, x + i * src_item, src_item);
        }
        fftc_plan *plan = transform_plan(&near, 1);
        ck_assert_int_eq(fftc_plan_execute(plan, x, y, NULL), FFTC_SUCCESS);
        fftc_plan_destroy(plan);
        plan = transform_plan(&t, 2);
        ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
        fftc_plan_destroy(plan);
        /* A number at a wrong place is 0, or misses in a sum: far off. */
        for (size_t i = 0; i < 2 * ROWS * dst_columns; ++i) {
            const char *far = dst + far_place(i, dst_columns) * dst_item;
            for (size_t part = 0; part < dst_item / scalar; ++part) {
                double got = testing_get(precision, far, part);
                double expected = testing_get(precision, y + i * dst_item, part);
                ck_assert_msg(fabs(got - expected) < (precision == FFTC_FLOAT16 ? 0.25 : 1e-4),
                              "kind %d, precision %d, number %zu: %g, not %g", (int)kind,
                              (int)precision, i, got, expected);
            }
        }
    } else {
        printf("no %zu bytes of addresses: kind %d not tried\n", src_bytes + dst_bytes, (int)kind);
    }
    if (src != NULL) {
        (void)munmap(src, src_bytes);
    }
    if (dst != NULL) {
        (void)munmap(dst, dst_bytes);
    }
}

START_TEST(arrays_of_more_than_32_bits_reached)
{
    for (fftc_kind kind = FFTC_COMPLEX; kind <= FFTC_REAL_TO_REAL; ++kind) {
        for (fftc_precision p = FFTC_FLOAT32; p <= FFTC_FLOAT16; ++p) {
            check_far(kind, p);
        }
    }
}
END_TEST

TESTING_MAIN("transform_arrays", arrays_of_more_than_32_bits_reached,
             bytes_of_a_description_are_its_span, bytes_in_place_hold_intermediate_results_too,
             bytes_of_ranges_end_with_them_and_of_nonsense_are_refused,
             arrays_that_share_memory_refused, arrays_that_interlock_accepted,
             arrays_drawn_at_random_refused_just_where_bytes_meet, arrays_of_another_format_refused,
             work_of_the_caller_is_all_that_is_needed, executions_senseless_refused)
