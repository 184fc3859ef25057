/* SPDX-License-Identifier: MIT
 *
 * What convolution plans promise beside their sums: memory, threads, help with descriptions; and
 * FFTW's opinion of large ones.
 */
#include <fftw3.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/reference.h"
#include "ledger.h"

/* --- one of each way through the plans -------------------------------------------------------- */

static const fftc_convolution_description ways[] = {
    {.signal = {.length = {1}}},
    {.signal = {.length = {1024}}},
    {.signal = {.length = {1000}, .kind = FFTC_REAL, .batch = 5}},
    {.signal = {.length = {1009}, .kind = FFTC_REAL}, .kernel_length = {30}},
    {.signal = {.length = {40, 50}, .placement = FFTC_IN_PLACE}, .kernel_length = {5, 7}},
    {.signal = {.length = {12, 30, 28}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64}},
    {.signal = {.length = {65536}}, .kernel_length = {100}},
    {.signal = {.length = {600000}, .kind = FFTC_REAL, .src_range = {{5, 590000}}},
     .product = FFTC_CORRELATE},
    {.signal = {.length = {64, 64}, .batch = 7}},
    {.signal = {.length = {100, 120}, .batch = 3}},
    {.signal = {.length = {100}, .src_range = {{0, 3}}, .dst_range = {{50, 60}}},
     .kernel_length = {2}},
    {.signal = {.length = {30, 500}, .precision = FFTC_FLOAT16, .format = FFTC_SPLIT},
     .kernel_length = {3, 30}},
    {.signal = {.length = {5000}, .precision = FFTC_FLOAT16, .kind = FFTC_REAL, .batch = 3}},
    /* without transforms */
    {.signal = {.length = {9000}, .kind = FFTC_REAL, .batch = 3}, .kernel_length = {7}},
    {.signal = {.length = {200, 300}, .kind = FFTC_REAL}, .kernel_length = {3, 3}},
    {.signal = {.length = {8, 9}, .src_range = {{1, 8}, {0, 9}}, .format = FFTC_SPLIT},
     .kernel_length = {2, 3}},
    {.signal = {.length = {20, 21, 40}, .precision = FFTC_FLOAT16},
     .product = FFTC_CORRELATE,
     .kernel_length = {2, 3, 2},
     .kernel_origin = {1, 1, 1}},
    {.signal = {.length = {300}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE, .batch = 5},
     .kernel_length = {4}},
    {.signal = {.length = {45}, .kind = FFTC_REAL, .batch = 33}},
    {.signal = {.length = {7}, .precision = FFTC_FLOAT64}, .product = FFTC_CORRELATE},
};
#define WAYS (sizeof ways / sizeof *ways)

/* Few taps take sums, many take transforms; which of them shows in what a plan saves. */
static bool goes_direct(uint64_t rows, uint64_t columns, uint64_t taps)
{
    const fftc_convolution_description d = {
        .signal = {.length = {rows, columns}, .kind = FFTC_REAL},
        .kernel_length = {rows == 1 ? 1 : taps, taps}};
    char text[400];
    size_t bytes;
    fftc_convolution *plan = convolution_make(&d, NULL);
    ck_assert_int_eq(fftc_convolution_save(plan, text, sizeof text, &bytes, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    const char *last = strrchr(text, ' '); /* hashes come before it */
    ck_assert_ptr_nonnull(last);
    return last[1] == 'd';
}

START_TEST(taps_that_are_few_need_no_transforms)
{
    ck_assert(goes_direct(1, 8, 8));
    ck_assert(goes_direct(1, 48000, 4));
    ck_assert(goes_direct(512, 512, 3));
    ck_assert(!goes_direct(1, 1024, 1024));
    ck_assert(!goes_direct(1, 48000, 400));
    ck_assert(!goes_direct(512, 512, 41));
}
END_TEST

/* --- memory ----------------------------------------------------------------------------------- */

START_TEST(allocation_any_failing_is_reported_and_nothing_left)
{
    for (size_t i = 0; i < WAYS; ++i) {
        bool made = false;
        for (long allowed = 0; !made; ++allowed) {
            testing_ledger l = {.allowed = allowed};
            fftc_allocator allocator = testing_ledger_allocator(&l);
            fftc_plan_options options = {.allocator = &allocator, .threads = 2};
            fftc_convolution *plan = (fftc_convolution *)&l;
            fftc_error error;
            fftc_status status = fftc_convolution_create(&ways[i], &options, &plan, &error);
            made = status == FFTC_SUCCESS;
            if (made) {
                ck_assert_int_ge(allowed, 1);
                fftc_convolution_destroy(plan);
            } else {
                ck_assert_int_eq(status, FFTC_OUT_OF_MEMORY);
                ck_assert_int_ne(error.message[0], '\0');
                ck_assert_ptr_null(plan);
            }
            ck_assert_int_eq(l.live, 0);
        }
    }
}
END_TEST

START_TEST(execution_never_allocates)
{
    for (size_t i = 0; i < WAYS; ++i) {
        convolution_shape s = convolution_shape_of(&ways[i]);
        testing_ledger l = {.allowed = -1};
        fftc_allocator allocator = testing_ledger_allocator(&l);
        fftc_plan_options options = {.allocator = &allocator};
        fftc_convolution *plan = convolution_make(&ways[i], &options);
        size_t numbers = s.src_span > s.dst_span ? s.src_span : s.dst_span;
        bool split = s.arrays == 2;
        char *src = calloc(numbers, 16); /* imaginary parts of split ones after the others */
        char *dst = ways[i].signal.placement == FFTC_IN_PLACE ? src : calloc(numbers, 16);
        char *kernel = calloc(s.kernel_span, 16);
        char *taps_im = kernel + s.kernel_span * 8;
        void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
        long made = l.made;
        ck_assert_int_eq(split
                             ? fftc_convolution_prepare_split(plan, kernel, taps_im, spectrum, NULL)
                             : fftc_convolution_prepare(plan, kernel, spectrum, NULL),
                         FFTC_SUCCESS);
        ck_assert_int_eq(split ? fftc_convolution_execute_split(plan, src, src + numbers * 8,
                                                                spectrum, dst, dst + numbers * 8,
                                                                NULL)
                               : fftc_convolution_execute(plan, src, spectrum, dst, NULL),
                         FFTC_SUCCESS);
        ck_assert_int_eq(l.made, made);
        fftc_convolution_destroy(plan);
        ck_assert_int_eq(l.live, 0);
        free(src == dst ? NULL : src);
        free(dst);
        free(kernel);
        free(spectrum);
    }
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

/* One after the other, backwards: what a pool may do. */
static void run_backwards(void *user, int count, void (*task)(void *context, int i), void *context)
{
    ++*(int *)user;
    for (int i = count; i-- > 0;) {
        task(context, i);
    }
}

START_TEST(threads_any_number_same_bits)
{
    testing_random random = testing_random_start("bits");
    for (size_t i = 0; i < WAYS; ++i) {
        convolution_shape s = convolution_shape_of(&ways[i]);
        fftc_precision precision = ways[i].signal.precision;
        char *src = convolution_fresh(s.src_span * 2 * s.scalar);
        char *kernel = convolution_fresh(s.kernel_span * 2 * s.scalar);
        testing_fill(precision, src, s.src_span, &random);
        testing_fill(precision, kernel, s.kernel_span, &random);
        size_t bytes = s.dst_span * (s.real ? 1 : 2) * s.scalar;
        void *one = convolution_execute(&ways[i], 1, 0, src, kernel, NULL);
        for (int threads = 2; threads <= 5; ++threads) {
            void *many = convolution_execute(&ways[i], threads, 0, src, kernel, NULL);
            ck_assert_msg(memcmp(one, many, bytes) == 0, "%s: other bits with %d threads",
                          convolution_describe(&ways[i]), threads);
            free(many);
        }
        free(one);
        free(src);
        free(kernel);
    }
}
END_TEST

/* Spectra and results. Of one plan the kernel, of another one the signals: so a spectrum suits
 * every instruction set. */
static char *execute_reproducible(const fftc_convolution_description *d, int threads,
                                  const void *src, const void *kernel, void **spectrum)
{
    convolution_shape s = convolution_shape_of(d);
    fftc_plan_options options = {.threads = threads, .reproducible = 1};
    fftc_convolution *plan = convolution_make(d, &options);
    size_t bytes = fftc_convolution_spectrum_bytes(plan);
    void *own = convolution_fresh(bytes);
    char *dst = calloc(s.dst_span, 16);
    ck_assert_ptr_nonnull(dst);
    ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, own, NULL), FFTC_SUCCESS);
    if (*spectrum == NULL) {
        *spectrum = own;
    } else {
        ck_assert_msg(memcmp(own, *spectrum, bytes) == 0, "%s: another spectrum",
                      convolution_describe(d));
        free(own);
    }
    ck_assert_int_eq(fftc_convolution_execute(plan, src, *spectrum, dst, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    return dst;
}

static void check_reproducible(fftc_convolution_description d, testing_random *random)
{
    static const char *const isas[] = {"avx512", "avx2", "sse2", "neon", "generic", "scalar"};
    d.signal.placement = FFTC_OUT_OF_PLACE;
    d.signal.format = FFTC_INTERLEAVED;
    convolution_shape s = convolution_shape_of(&d);
    char *src = convolution_fresh(s.src_span * 2 * s.scalar);
    char *kernel = convolution_fresh(s.kernel_span * 2 * s.scalar);
    testing_fill(d.signal.precision, src, s.src_span, random);
    testing_fill(d.signal.precision, kernel, s.kernel_span, random);
    void *spectrum = NULL;
    char *first = NULL;
    for (size_t isa = 0; isa < sizeof isas / sizeof *isas; ++isa) {
        ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", isas[isa], 1), 0);
        if (fftc_simd_isa_name() == NULL) {
            continue;
        }
        char *dst = execute_reproducible(&d, 1 + (int)isa, src, kernel, &spectrum);
        ck_assert_msg(first == NULL || memcmp(first, dst, s.dst_span * 16) == 0, "%s: other bits",
                      convolution_describe(&d));
        free(first == NULL ? NULL : dst);
        first = first == NULL ? dst : first;
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
    ck_assert_ptr_nonnull(first);
    free(first);
    free(spectrum);
    free(src);
    free(kernel);
}

START_TEST(reproducible_plan_same_bits_on_every_instruction_set)
{
    testing_random random = testing_random_start("reproducible");
    for (size_t i = 0; i < WAYS; ++i) {
        check_reproducible(ways[i], &random);
    }
    for (int i = 0; i < 100; ++i) {
        check_reproducible(convolution_draw(&random, 3000, 1000000), &random);
    }
}
END_TEST

START_TEST(pool_of_the_caller_does_the_work)
{
    int runs = 0;
    fftc_thread_pool pool = {run_backwards, &runs};
    fftc_plan_options options = {.threads = 3, .pool = &pool};
    fftc_convolution_description d = {.signal = {.length = {130, 64}}};
    size_t bytes = 130 * 64 * 8;
    float *src = convolution_fresh(bytes);
    float *kernel = convolution_fresh(bytes);
    float *dst = convolution_fresh(bytes);
    testing_random random = testing_random_start("pool");
    testing_fill(FFTC_FLOAT32, src, 130 * 64, &random);
    testing_fill(FFTC_FLOAT32, kernel, 130 * 64, &random);
    fftc_convolution *plan = convolution_make(&d, &options);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, NULL), FFTC_SUCCESS);
    ck_assert_int_ge(runs, 5); /* there and product, also for the kernel; back */
    void *expected = convolution_execute(&d, 1, 0, src, kernel, NULL);
    ck_assert_int_eq(memcmp(dst, expected, bytes), 0);
    fftc_convolution_destroy(plan);
    free(expected);
    free(spectrum);
    free(src);
    free(kernel);
    free(dst);
}
END_TEST

#define THREADS 12 /* more than a plan has working memories for: some must wait */

typedef struct job {
    const fftc_convolution *plan;
    const void *src;
    const void *spectrum;
    const void *expected;
    size_t bytes;
    bool in_place;
    int differences;
} job;

/* There are no assertions here: check's are for the main thread. */
static void *work(void *context)
{
    job *j = context;
    char *dst = malloc(j->bytes);
    for (int round = 0; round < 10 && dst != NULL; ++round) {
        memcpy(dst, j->src, j->bytes);
        if (fftc_convolution_execute(j->plan, j->in_place ? dst : j->src, j->spectrum, dst, NULL) !=
                FFTC_SUCCESS ||
            memcmp(dst, j->expected, j->bytes) != 0) {
            ++j->differences;
        }
    }
    j->differences += dst == NULL;
    free(dst);
    return NULL;
}

START_TEST(plan_and_spectrum_in_twelve_threads_give_each_its_own)
{
    static const fftc_convolution_description shared[] = {
        {.signal = {.length = {256}}},
        {.signal = {.length = {243}, .kind = FFTC_REAL, .batch = 3}},
        {.signal = {.length = {24, 36}, .placement = FFTC_IN_PLACE}},
        {.signal = {.length = {30, 100}, .kind = FFTC_REAL}},
    };
    testing_random random = testing_random_start("shared");
    for (size_t i = 0; i < sizeof shared / sizeof *shared; ++i) {
        convolution_shape s = convolution_shape_of(&shared[i]);
        fftc_plan_options options = {.threads = 1 + (int)i % 2};
        fftc_convolution *plan = convolution_make(&shared[i], &options);
        void *kernel = convolution_fresh(s.kernel_span * 2 * s.scalar);
        void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
        pthread_t thread[THREADS];
        job jobs[THREADS];
        testing_fill(FFTC_FLOAT32, kernel, s.kernel_span, &random);
        ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, NULL), FFTC_SUCCESS);
        size_t bytes = s.dst_span * (s.real ? 1 : 2) * s.scalar;
        for (int t = 0; t < THREADS; ++t) {
            void *src = convolution_fresh(s.src_span * 2 * s.scalar);
            testing_fill(FFTC_FLOAT32, src, s.src_span, &random);
            jobs[t] = (job){plan,     src,
                            spectrum, convolution_execute(&shared[i], 1, 0, src, kernel, NULL),
                            bytes,    shared[i].signal.placement == FFTC_IN_PLACE,
                            0};
        }
        for (int t = 0; t < THREADS; ++t) {
            ck_assert_int_eq(pthread_create(&thread[t], NULL, work, &jobs[t]), 0);
        }
        for (int t = 0; t < THREADS; ++t) {
            ck_assert_int_eq(pthread_join(thread[t], NULL), 0);
            ck_assert_msg(jobs[t].differences == 0, "%s: thread %d, %d of 10 runs differ",
                          convolution_describe(&shared[i]), t, jobs[t].differences);
            free((void *)(uintptr_t)jobs[t].src);
            free((void *)(uintptr_t)jobs[t].expected);
        }
        fftc_convolution_destroy(plan);
        free(kernel);
        free(spectrum);
    }
}
END_TEST

/* --- help ------------------------------------------------------------------------------------- */

/* Sums of a linear correlation or convolution, from the definition of their parts. */
static double linear_sum(const double *x, int64_t n, const double *h, int64_t k, int64_t at,
                         fftc_part part, fftc_product product)
{
    int64_t skip = part == FFTC_FULL ? 0 : part == FFTC_VALID ? k - 1 : k - 1 - (k - 1) / 2;
    double sum = 0.0;
    if (product == FFTC_CONVOLVE) {
        skip = part == FFTC_SAME ? (k - 1) / 2 : skip;
    }
    for (int64_t t = 0; t < k; ++t) {
        /* The full convolution's number i meets tap t with x[i - t], the correlation's (its lags
         * begin with -(k - 1)) with x[i - (k - 1) + t]. */
        int64_t from = at + skip - (product == FFTC_CONVOLVE ? t : k - 1 - t);
        sum += from >= 0 && from < n ? h[t] * x[from] : 0.0;
    }
    return sum;
}

START_TEST(linear_parts_are_those_of_the_definition)
{
    testing_random random = testing_random_start("linear");
    for (int i = 0; i < 300; ++i) {
        uint64_t n = 1 + testing_random_below(&random, 60);
        uint64_t k = 1 + testing_random_below(&random, 60);
        fftc_part part = (fftc_part)testing_random_below(&random, 3);
        fftc_product product = (fftc_product)testing_random_below(&random, 2);
        fftc_convolution_description d;
        double x[64];
        double h[64];
        if (part == FFTC_VALID && k > n) {
            ck_assert_int_eq(
                fftc_convolution_describe_linear(1, &n, &k, part, product, FFTC_REAL, &d, NULL),
                FFTC_INVALID_ARGUMENT);
            continue;
        }
        testing_fill(FFTC_FLOAT64, x, 32, &random);
        testing_fill(FFTC_FLOAT64, h, 32, &random);
        ck_assert_int_eq(
            fftc_convolution_describe_linear(1, &n, &k, part, product, FFTC_REAL, &d, NULL),
            FFTC_SUCCESS);
        d.signal.precision = FFTC_FLOAT64;
        size_t count = convolution_shape_of(&d).wanted;
        ck_assert_uint_eq(count, part == FFTC_FULL ? n + k - 1 : part == FFTC_SAME ? n : n - k + 1);
        double *y = convolution_execute(&d, 1, 0, x, h, NULL);
        for (size_t at = 0; at < count; ++at) {
            double sum = linear_sum(x, (int64_t)n, h, (int64_t)k, (int64_t)at, part, product);
            ck_assert_msg(fabs(y[at] - sum) < 1e-11,
                          "%llu numbers, %llu taps, part %d, product "
                          "%d: number %zu is %g, not %g",
                          (unsigned long long)n, (unsigned long long)k, (int)part, (int)product, at,
                          y[at], sum);
        }
        free(y);
    }
}
END_TEST

START_TEST(linear_without_sense_refused)
{
    fftc_convolution_description d;
    fftc_error error;
    uint64_t n[4] = {5, 5, 5, 5};
    uint64_t zero[4] = {5, 0, 5, 5};
    uint64_t large[4] = {(uint64_t)1 << 31, 5, 5, 5};
    uint64_t many[4] = {(uint64_t)1 << 31, (uint64_t)1 << 31, (uint64_t)1 << 31, 1};
    uint64_t most = UINT64_MAX;
    uint64_t one[4] = {1, 1, 1, 1};
    ck_assert_int_eq(fftc_convolution_describe_linear(0, n, n, 0, 0, 0, &d, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(5, n, n, 0, 0, 0, &d, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, NULL, n, 0, 0, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, n, NULL, 0, 0, 0, &d, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_str_eq(error.message, "kernel is NULL: pass its length for each axis");
    ck_assert_int_eq(fftc_convolution_describe_linear(2, n, n, 0, 0, 0, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, n, n, (fftc_part)3, 0, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, n, n, 0, (fftc_product)2, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, n, n, 0, 0, FFTC_REAL_TO_REAL, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, zero, n, 0, 0, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(2, n, zero, 0, 0, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_describe_linear(1, large, n, 0, 0, 0, &d, &error),
                     FFTC_TOO_LARGE);
    ck_assert_int_ne(error.message[0], '\0');
    ck_assert_int_eq(fftc_convolution_describe_linear(1, &most, n, 0, 0, 0, &d, NULL),
                     FFTC_TOO_LARGE);
    ck_assert_int_eq(fftc_convolution_describe_linear(1, n, &most, 0, 0, 0, &d, NULL),
                     FFTC_TOO_LARGE);
    /* 2^62 numbers can be counted, 2^93 cannot. */
    ck_assert_int_eq(fftc_convolution_describe_linear(2, many, one, 0, 0, 0, &d, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_describe_linear(3, many, one, 0, 0, 0, &d, &error),
                     FFTC_TOO_LARGE);
    ck_assert_ptr_nonnull(strstr(error.message, "address space"));
    /* The kernel's period cannot either, since the signal's only number is multiplied by as many
     * taps. */
    uint64_t taps[4] = {(uint64_t)1 << 30, (uint64_t)1 << 30, (uint64_t)1 << 30, 1};
    ck_assert_int_eq(fftc_convolution_describe_linear(3, one, taps, FFTC_SAME, 0, 0, &d, NULL),
                     FFTC_TOO_LARGE);
}

START_TEST(bytes_are_those_that_arrays_span)
{
    testing_random random = testing_random_start("bytes");
    fftc_convolution_description d;
    size_t bytes[3];
    for (unsigned i = 0; i < 2000; ++i) {
        d = convolution_draw(&random, 500, 20000);
        convolution_shape s = convolution_shape_of(&d);
        size_t src = s.src_span;
        size_t dst = s.dst_span;
        if (d.signal.placement == FFTC_IN_PLACE) {
            src = dst = src > dst ? src : dst;
        }
        ck_assert_int_eq(fftc_convolution_bytes(&d, &bytes[0], &bytes[1], &bytes[2], NULL),
                         FFTC_SUCCESS);
        ck_assert_msg(bytes[0] == src * s.item && bytes[1] == dst * s.item &&
                          bytes[2] == s.kernel_span * s.item,
                      "%s: %zu %zu %zu", convolution_describe(&d), bytes[0], bytes[1], bytes[2]);
    }
    ck_assert_int_eq(fftc_convolution_bytes(&d, NULL, NULL, NULL, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_bytes(NULL, bytes, bytes, bytes, NULL),
                     FFTC_INVALID_ARGUMENT);
    d.signal.length[0] = 0;
    ck_assert_int_eq(fftc_convolution_bytes(&d, bytes, NULL, NULL, NULL), FFTC_INVALID_ARGUMENT);
}
END_TEST

END_TEST

START_TEST(length_is_the_least_of_small_primes)
{
    for (uint64_t least = 0; least < 3000; ++least) {
        uint64_t length = fftc_convolution_length(least);
        for (uint64_t x = least == 0 ? 1 : least; x <= length; ++x) {
            uint64_t rest = x;
            for (uint64_t p = 2; p <= 7; ++p) {
                while (rest % p == 0) {
                    rest /= p;
                }
            }
            ck_assert_msg((rest == 1) == (x == length), "%llu for %llu, and %llu",
                          (unsigned long long)length, (unsigned long long)least,
                          (unsigned long long)x);
        }
    }
    ck_assert_uint_eq(fftc_convolution_length((uint64_t)1 << 63), (uint64_t)1 << 63);
    ck_assert_uint_eq(fftc_convolution_length(((uint64_t)1 << 63) + 1), 0);
    ck_assert_uint_eq(fftc_convolution_length(UINT64_MAX), 0);
}
END_TEST

/* --- a second opinion ------------------------------------------------------------------------- */

/* Has FFTW transform in place in double, multiply by the kernel's spectrum and transform back. */
static void ask_fftw(int rank, const int *n, size_t points, double *x, double *h)
{
    fftw_complex *a = (fftw_complex *)x;
    fftw_complex *b = (fftw_complex *)h;
    fftw_plan there = fftw_plan_dft(rank, n, a, a, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_plan back = fftw_plan_dft(rank, n, a, a, FFTW_BACKWARD, FFTW_ESTIMATE);
    fftw_execute(there);
    fftw_execute_dft(there, b, b);
    for (size_t i = 0; i < points; ++i) {
        double re = (x[2 * i] * h[2 * i] - x[2 * i + 1] * h[2 * i + 1]) / (double)points;
        x[2 * i + 1] = (x[2 * i] * h[2 * i + 1] + x[2 * i + 1] * h[2 * i]) / (double)points;
        x[2 * i] = re;
    }
    fftw_execute(back);
    fftw_destroy_plan(there);
    fftw_destroy_plan(back);
}

START_TEST(large_ones_agree_with_fftw)
{
    static const int lengths[][3] = {{1 << 17},    {1 << 18},   {100003},  {512, 600},
                                     {60, 64, 72}, {300, 1001}, {5, 70000}};
    testing_random random = testing_random_start("fftw");
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; ++i) {
        const int *n = lengths[i / 2];
        fftc_convolution_description d = {
            .signal = {.kind = i % 2 != 0 ? FFTC_REAL : FFTC_COMPLEX}};
        size_t points = 1;
        int rank = 0;
        for (; rank < 3 && n[rank] != 0; ++rank) {
            d.signal.length[rank] = (uint64_t)n[rank];
            points *= (size_t)n[rank];
        }
        size_t parts = i % 2 != 0 ? 1 : 2;
        float *src = convolution_fresh(points * 8);
        float *kernel = convolution_fresh(points * 8);
        double *x = calloc(points, 16);
        double *h = calloc(points, 16);
        double bound;
        testing_fill(FFTC_FLOAT32, src, points, &random);
        testing_fill(FFTC_FLOAT32, kernel, points, &random);
        double norm = 0.0;
        double sum = 0.0;
        for (size_t k = 0; k < points; ++k) {
            double size = 0.0;
            for (size_t part = 0; part < parts; ++part) {
                x[2 * k + part] = (double)src[parts * k + part];
                h[2 * k + part] = (double)kernel[parts * k + part];
                norm += x[2 * k + part] * x[2 * k + part];
                size += h[2 * k + part] * h[2 * k + part];
            }
            sum += sqrt(size);
        }
        float *y = convolution_execute(&d, 1 + (int)i % 3, 0, src, kernel, &bound);
        ask_fftw(rank, n, points, x, h);
        double difference = 0.0;
        for (size_t k = 0; k < points; ++k) {
            for (size_t part = 0; part < parts; ++part) {
                double e = (double)y[parts * k + part] - x[2 * k + part];
                difference += e * e;
            }
        }
        double error = sqrt(difference) / (sum * sqrt(norm));
        ck_assert_msg(error <= bound, "%s: %g, bound %g", convolution_describe(&d), error, bound);
        free(y);
        free(src);
        free(kernel);
        free(x);
        free(h);
    }
}
END_TEST

TESTING_MAIN("convolution_plans", taps_that_are_few_need_no_transforms,
             allocation_any_failing_is_reported_and_nothing_left, execution_never_allocates,
             threads_any_number_same_bits, reproducible_plan_same_bits_on_every_instruction_set,
             pool_of_the_caller_does_the_work,
             plan_and_spectrum_in_twelve_threads_give_each_its_own,
             linear_parts_are_those_of_the_definition, linear_without_sense_refused,
             length_is_the_least_of_small_primes, bytes_are_those_that_arrays_span,
             large_ones_agree_with_fftw)
