/* SPDX-License-Identifier: MIT
 *
 * The caller's memory functions: every allocation may fail, none is forgotten, and execution makes
 * none.
 */
#include <stdlib.h>
#include <string.h>

#include "ledger.h"
#include "transform_testing.h"

/* One of each way through the planner. */
static const fftc_transform kinds[] = {
    {.length = {1}},
    {.length = {8}, .batch = 100},
    {.length = {1024}},
    {.length = {1009}},
    {.length = {1 << 17}},
    {.length = {12, 10, 7}},
    {.length = {30, 37}, .precision = FFTC_FLOAT64},
    {.length = {4, 6, 8, 10}, .placement = FFTC_IN_PLACE},
    {.length = {100}, .src_stride = {3}, .dst_stride = {2}},
    {.length = {4099}, .direction = FFTC_INVERSE, .placement = FFTC_IN_PLACE},
    {.length = {1000}, .kind = FFTC_REAL},
    {.length = {12, 10, 6}, .batch = 4, .kind = FFTC_REAL},
    {.length = {1 << 15}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {30, 64}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {30, 75}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {360, 100, 11},
     .kind = FFTC_REAL_TO_REAL,
     .trigonometric = {FFTC_DCT_II, FFTC_DST_I, FFTC_DCT_IV}},
    {.length = {17, 391}, .batch = 3, .precision = FFTC_FLOAT64},
    {.length = {391}, .batch = 40},
    {.length = {11241}},
    {.length = {8, 8}, .batch = 9},
    {.length = {5, 6, 7}},
    {.length = {3, 40}, .loop = {1}, .batch = 2},
    {.length = {48, 80}, .src_range = {{0, 40}, {0, 70}}, .dst_range = {{3, 20}, {0, 30}}},
    {.length = {4096}, .src_range = {{0, 1024}}},
    {.length = {360}, .batch = 20, .precision = FFTC_FLOAT16},
    {.length = {12}, .batch = 50, .kind = FFTC_REAL},
    {.length = {30, 64}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE},
    {.length = {30, 74}, .kind = FFTC_REAL, .direction = FFTC_INVERSE, .dst_range = {{1, 9}}},
    {.length = {1009}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_I}},
};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

static void check_failures(const fftc_transform *t, int threads, int reproducible)
{
    for (long allowed = 0;; ++allowed) {
        testing_ledger l = {.allowed = allowed};
        fftc_allocator allocator = testing_ledger_allocator(&l);
        fftc_plan_options options = {
            .threads = threads, .allocator = &allocator, .reproducible = reproducible};
        fftc_plan *plan = (fftc_plan *)&l; /* to be overwritten */
        fftc_error error = {.status = FFTC_SUCCESS};
        fftc_status status = fftc_plan_create(t, &options, &plan, &error);
        if (status == FFTC_SUCCESS) {
            ck_assert_ptr_nonnull(plan);
            ck_assert_msg(l.allowed == 0, "fewer allocations than before");
            fftc_plan_destroy(plan);
            ck_assert_uint_eq(l.live, 0);
            ck_assert_int_ge(allowed, 1);
            return;
        }
        ck_assert_msg(status == FFTC_OUT_OF_MEMORY, "%s: allocation %ld: %s", transform_describe(t),
                      allowed, error.message);
        ck_assert_ptr_null(plan);
        ck_assert_int_eq(error.status, FFTC_OUT_OF_MEMORY);
        ck_assert_int_ne(error.message[0], '\0');
        ck_assert_msg(l.live == 0, "%s: %zu blocks left after failure %ld", transform_describe(t),
                      l.live, allowed);
    }
}

START_TEST(allocation_any_failing_is_reported_and_nothing_left)
{
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        check_failures(&kinds[i], 1, 0);
        check_failures(&kinds[i], 3, 0);
        check_failures(&kinds[i], 2, 1);
    }
}
END_TEST

START_TEST(allocator_memory_is_all_that_a_plan_needs)
{
    testing_random random = testing_random_start("allocator");
    for (size_t i = 0; i < KIND_COUNT && kinds[i].kind == FFTC_COMPLEX; ++i) {
        const fftc_transform *t = &kinds[i];
        testing_ledger l = {.allowed = -1};
        fftc_allocator allocator = testing_ledger_allocator(&l);
        fftc_plan_options options = {.threads = 2, .allocator = &allocator};
        transform_axes axes = transform_axes_of(t);
        size_t item = 2 * fftc_precision_bytes(t->precision);
        char *data = malloc(axes.src_span * item);
        char *dst = malloc(axes.dst_span * item);
        char *points = malloc(axes.total * item);
        fftc_plan *plan;
        ck_assert(data != NULL && dst != NULL && points != NULL);
        testing_fill(t->precision, data, axes.src_span, &random);
        ck_assert_int_eq(fftc_plan_create(t, &options, &plan, NULL), FFTC_SUCCESS);
        /* The plan has its own copy of what it was given. */
        memset(&allocator, 0, sizeof allocator);
        memset(&options, 0, sizeof options);
        long made = l.made;
        bool in_place = t->placement == FFTC_IN_PLACE;
        memcpy(dst, data, in_place ? axes.dst_span * item : 0);
        ck_assert_int_eq(fftc_plan_execute(plan, in_place ? dst : data, dst, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(l.made, made);
        fftc_plan_destroy(plan);
        ck_assert_uint_eq(l.live, 0);
        for (size_t k = 0; k < axes.total; ++k) {
            memcpy(points + k * item, dst + transform_offset(&axes, axes.dst, k) * item, item);
        }
        void *expected = transform_execute(t, 1, 0, data);
        ck_assert_msg(memcmp(points, expected, axes.total * item) == 0, "%s: depends on memory",
                      transform_describe(t));
        free(expected);
        free(data);
        free(dst);
        free(points);
    }
}
END_TEST

/* --- working memory --------------------------------------------------------------------------- */

/* Whatever a row's factors, fftcore.h says of how many rows it is. */
static const size_t long_row_bytes = 1 << 20;
static const size_t most_rows = 4;
static const size_t most_long_rows = 3;

static void check_working_memory(fftc_transform *t, int reproducible)
{
    for (int in_place = 0; in_place < 2; ++in_place) {
        fftc_plan_options options = {.executions = -1, .reproducible = reproducible};
        fftc_plan *plan;
        t->placement = in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
        ck_assert_int_eq(fftc_plan_create(t, &options, &plan, NULL), FFTC_SUCCESS);
        size_t bytes = fftc_plan_work_bytes(plan);
        size_t row = (size_t)t->length[0] * 2 * fftc_precision_bytes(t->precision);
        size_t most = (row <= long_row_bytes ? most_rows : most_long_rows) * row;
        ck_assert_msg(bytes <= most, "%s: %zu bytes, %zu expected at most", transform_describe(t),
                      bytes, most);
        fftc_plan_destroy(plan);
    }
}

START_TEST(working_memory_of_rows_is_bounded)
{
    /* The worst that were found: first radices of few lanes, primes that end a row, grids of two
     * primes, convolutions that are not done in halves yet. */
    static const uint64_t worst[] = {
        1009,  1028,  2029,  3205,   3146,   5255,   8215,   10007,  11241,  12211,  12359,
        12767, 16606, 16974, 19907,  20014,  29114,  30516,  39629,  40961,  47010,  65537,
        65539, 68017, 78125, 100003, 173052, 350003, 400007, 510510, 524309, 1000003};
    for (int precision = 0; precision < 2; ++precision) {
        fftc_transform t = {.precision = precision == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        for (size_t i = 0; i < sizeof worst / sizeof *worst; ++i) {
            t.length[0] = worst[i];
            check_working_memory(&t, 0);
            check_working_memory(&t, 1);
        }
        testing_random random = testing_random_start("lengths");
        for (int i = 0; i < 300; ++i) {
            t.length[0] = 1000 + testing_random_below(&random, i < 280 ? 30000 : 1000000);
            check_working_memory(&t, i % 2);
        }
    }
}
END_TEST

/* By single numbers too a long row's first twiddles are products: their table was as long as it. */
START_TEST(tables_of_long_scalar_rows_are_short)
{
    const size_t limit = (size_t)4 << 20;
    fftc_transform t = {.length = {1 << 20}, .precision = FFTC_FLOAT64};
    testing_ledger l = {.allowed = -1, .limit = limit};
    fftc_allocator allocator = testing_ledger_allocator(&l);
    fftc_plan_options options = {.allocator = &allocator, .executions = -1};
    fftc_plan *plan;
    ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", "scalar", 1), 0);
    fftc_status status = fftc_plan_create(&t, &options, &plan, NULL);
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
    ck_assert_int_eq(status, FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

/* A length that is too long for the memory is refused, in a short time, without touching memory
 * that was allocated. */
START_TEST(length_without_memory_refused)
{
    static const uint64_t lengths[] = {2147483647u, (uint64_t)1 << 31, 2147483646u, 1u << 28};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        testing_ledger l = {.allowed = -1, .limit = (size_t)1 << 20};
        fftc_allocator allocator = testing_ledger_allocator(&l);
        fftc_plan_options options = {.allocator = &allocator};
        fftc_transform t = {.length = {lengths[i]}};
        fftc_plan *plan;
        fftc_error error;
        fftc_status status = fftc_plan_create(&t, &options, &plan, &error);
        ck_assert_msg(status == FFTC_OUT_OF_MEMORY || status == FFTC_TOO_LARGE, "%llu: %s",
                      (unsigned long long)lengths[i], error.message);
        ck_assert_ptr_null(plan);
        ck_assert_uint_eq(l.live, 0);
    }
}
END_TEST

#if defined(__GLIBC__) && !defined(TESTING_SANITIZED)

typedef struct execution {
    const fftc_plan *plan;
    const void *src;
    void *dst;
} execution;

static void *execute(void *context)
{
    const execution *e = context;
    (void)fftc_plan_execute(e->plan, e->src, e->dst, NULL);
    return NULL;
}

/* What fftcore.h says. */
#define STACK_MOST ((size_t)128 * 1024)

/* The cases are those of thousands of random transforms that took the most stack, and some of each
 * kind of planes. */
START_TEST(execution_takes_less_than_128_kib_of_a_stack)
{
    static const fftc_transform transforms[] = {
        {.length = {83, 81}, .kind = FFTC_REAL},
        {.length = {74, 58}, .kind = FFTC_REAL},
        {.length = {79, 76}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
        {.length = {23, 35, 21}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
        {.length = {10, 10, 10}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
        {.length = {37, 41}},
        {.length = {64, 16}, .precision = FFTC_FLOAT64},
        {.length = {32, 32, 32}},
        {.length = {4096}},
    };
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; ++i) {
        const fftc_transform *t = &transforms[i];
        size_t src_bytes;
        size_t dst_bytes;
        fftc_plan *plan;
        ck_assert_int_eq(fftc_transform_bytes(t, &src_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_plan_create(t, NULL, &plan, NULL), FFTC_SUCCESS);
        void *src = calloc(1, src_bytes);
        void *dst = malloc(dst_bytes);
        ck_assert(src != NULL && dst != NULL);
        size_t bytes = testing_stack_of(execute, &(execution){plan, src, dst});
        ck_assert_msg(bytes < STACK_MOST, "transform %zu took %zu bytes", i, bytes);
        free(src);
        free(dst);
        fftc_plan_destroy(plan);
    }
}
END_TEST

/* The program's own malloc, which the library shares if it is linked in. */
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
static long calls;

void *malloc(size_t bytes)
{
    ++calls;
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    ++calls;
    return __libc_calloc(count, bytes);
}

START_TEST(execution_never_allocates)
{
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        const fftc_transform *t = &kinds[i];
        transform_axes axes = transform_axes_of(t);
        size_t item = 2 * fftc_precision_bytes(t->precision);
        fftc_plan *plan = transform_plan(t, 1);
        char *dst = calloc(axes.dst_span, item);
        char *src = t->placement == FFTC_IN_PLACE ? dst : calloc(axes.src_span, item);
        ck_assert_int_gt(calls, 0);
        long before = calls;
        fftc_status status = fftc_plan_execute(plan, src, dst, NULL);
        long after = calls;
        ck_assert_int_eq(status, FFTC_SUCCESS);
        ck_assert_msg(before == after, "%s: %ld allocations", transform_describe(t),
                      after - before);
        free(src == dst ? NULL : src);
        free(dst);
        fftc_plan_destroy(plan);
    }
}
END_TEST
#define HERE execution_never_allocates, execution_takes_less_than_128_kib_of_a_stack,
#else
#define HERE
#endif

TESTING_MAIN("transform_memory", HERE allocation_any_failing_is_reported_and_nothing_left,
             allocator_memory_is_all_that_a_plan_needs, working_memory_of_rows_is_bounded,
             tables_of_long_scalar_rows_are_short, length_without_memory_refused)
