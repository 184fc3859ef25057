/* SPDX-License-Identifier: MIT
 *
 * What convolution plans promise beside their sums: refusals, memory, threads, help with
 * descriptions; and FFTW's opinion of large ones.
 */
#include <fftw3.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/reference.h"

static void *fresh(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0x5a, bytes + 1);
}

/* --- refusals ----------------------------------------------------------------------------------- */

static fftc_convolution_description good(void)
{
    fftc_convolution_description d = {.signal = {.length = {6, 8}}, .kernel_length = {3, 3}};
    return d;
}

static void refuse(const fftc_convolution_description *d, fftc_status status, const char *words)
{
    fftc_convolution *plan = (fftc_convolution *)&plan;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(fftc_convolution_create(d, NULL, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_int_eq(error.status, status);
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" without \"%s\"", error.message,
                  words);
    ck_assert_int_eq(fftc_convolution_create(d, NULL, &plan, NULL), status);
}

#define REFUSE(change, status, words)            \
    do {                                         \
        fftc_convolution_description d = good(); \
        change;                                  \
        refuse(&d, status, words);               \
    } while (0)

START_TEST(description_without_sense_refused)
{
    refuse(NULL, FFTC_INVALID_ARGUMENT, "NULL");
    REFUSE(d.signal.length[0] = 0, FFTC_INVALID_ARGUMENT, "length[0]");
    REFUSE(d.signal.length[3] = 2, FFTC_INVALID_ARGUMENT, "length[2]");
    REFUSE(d.kernel_length[2] = 2, FFTC_INVALID_ARGUMENT, "axis 2");
    REFUSE(d.kernel_length[1] = 0, FFTC_INVALID_ARGUMENT, "kernel_length[1]");
    REFUSE(d.kernel_length[1] = 9, FFTC_INVALID_ARGUMENT, "kernel_length[1]");
    REFUSE(d.kernel_origin[0] = 6, FFTC_INVALID_ARGUMENT, "kernel_origin[0]");
    REFUSE(d.product = (fftc_product)2, FFTC_INVALID_ARGUMENT, "product");
    REFUSE(d.signal.kind = FFTC_REAL_TO_REAL, FFTC_INVALID_ARGUMENT, "kind");
    REFUSE(d.signal.precision = (fftc_precision)9, FFTC_INVALID_ARGUMENT, "precision");
    REFUSE(d.signal.placement = (fftc_placement)9, FFTC_INVALID_ARGUMENT, "placement");
    REFUSE(d.signal.format = (fftc_format)9, FFTC_INVALID_ARGUMENT, "format");
    REFUSE(d.signal.scaling = (fftc_scaling)9, FFTC_INVALID_ARGUMENT, "scaling");
    REFUSE(d.signal.direction = FFTC_INVERSE, FFTC_INVALID_ARGUMENT, "direction");
    REFUSE((d.signal.src_range[1] = (fftc_range){3, 9}), FFTC_INVALID_ARGUMENT, "src_range[1]");
    REFUSE((d.signal.dst_range[0] = (fftc_range){3, 3}), FFTC_INVALID_ARGUMENT, "dst_range[0]");
    REFUSE((d.signal.dst_range[2] = (fftc_range){0, 1}), FFTC_INVALID_ARGUMENT, "axis 2");
    REFUSE(d.signal.dst_stride[1] = 1, FFTC_INVALID_ARGUMENT, "overlap");
    REFUSE(d.signal.dst_stride[2] = 1, FFTC_INVALID_ARGUMENT, "dst_stride[2]");
    REFUSE(d.kernel_stride[2] = 1, FFTC_INVALID_ARGUMENT, "kernel_stride[2]");
    REFUSE((d.signal.batch = 2, d.signal.dst_distance = 47), FFTC_INVALID_ARGUMENT, "overlap");
    REFUSE((d.signal.placement = FFTC_IN_PLACE, d.signal.dst_stride[0] = 9,
            d.signal.dst_stride[1] = 1),
           FFTC_INVALID_ARGUMENT, "in place");
}
END_TEST

START_TEST(description_beyond_the_library_refused)
{
    REFUSE(d.signal.length[0] = ((uint64_t)1 << 31) + 1, FFTC_TOO_LARGE, "length[0]");
    REFUSE((d.signal.length[0] = (uint64_t)1 << 31, d.signal.length[1] = (uint64_t)1 << 31),
           FFTC_TOO_LARGE, "address space");
    REFUSE(d.signal.src_distance = UINT64_MAX; d.signal.batch = 2, FFTC_TOO_LARGE, "src");
    REFUSE((d.signal.src_stride[0] = UINT64_MAX / 2, d.signal.src_stride[1] = 1), FFTC_TOO_LARGE,
           "src");
    REFUSE((d.kernel_stride[0] = UINT64_MAX / 2, d.kernel_stride[1] = 1), FFTC_TOO_LARGE, "kernel");
}
END_TEST

START_TEST(options_without_sense_refused)
{
    fftc_convolution_description d = good();
    fftc_threads nobody = {NULL, NULL};
    fftc_plan_options options[] = {
        {.threads = -1}, {.threads = 5000}, {.pool = &nobody}, {.executions = -1}};
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
        fftc_convolution *plan = (fftc_convolution *)&d;
        fftc_error error;
        ck_assert_int_eq(fftc_convolution_create(&d, &options[i], &plan, &error),
                         i == 3 ? FFTC_UNSUPPORTED : FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_null(plan);
        ck_assert_int_ne(error.message[0], '\0');
    }
    ck_assert_int_eq(fftc_convolution_create(&d, NULL, NULL, NULL), FFTC_INVALID_ARGUMENT);
    fftc_convolution_destroy(NULL);
    ck_assert_uint_eq(fftc_convolution_spectrum_bytes(NULL), 0);
}
END_TEST

static fftc_convolution *make(const fftc_convolution_description *d,
                              const fftc_plan_options *options)
{
    fftc_convolution *plan;
    fftc_error error;
    ck_assert_msg(fftc_convolution_create(d, options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return plan;
}

START_TEST(execution_of_what_does_not_fit_refused)
{
    fftc_convolution_description d = good();
    fftc_convolution *plan = make(&d, NULL);
    d.kernel_origin[0] = 1;
    fftc_convolution *other = make(&d, NULL);
    d.signal.placement = FFTC_IN_PLACE;
    fftc_convolution *in_place = make(&d, NULL);
    void *spectrum = fresh(fftc_convolution_spectrum_bytes(plan));
    void *src = calloc(48, 8);
    void *dst = calloc(48, 8);
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_prepare(NULL, src, spectrum, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_prepare(plan, NULL, spectrum, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_prepare(plan, src, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, &error),
                     FFTC_INVALID_ARGUMENT); /* never prepared */
    ck_assert_ptr_nonnull(strstr(error.message, "spectrum"));
    ck_assert_int_eq(fftc_convolution_prepare(plan, src, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, &error), FFTC_SUCCESS);
    ck_assert_int_eq(error.message[0], '\0');
    ck_assert_int_eq(fftc_convolution_execute(other, src, spectrum, dst, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "another plan"));
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, src, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "FFTC_IN_PLACE"));
    ck_assert_int_eq(fftc_convolution_execute(in_place, src, spectrum, dst, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "same pointer"));
    ck_assert_int_eq(fftc_convolution_execute(NULL, src, spectrum, dst, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_execute(plan, NULL, spectrum, dst, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, NULL, dst, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    fftc_convolution_destroy(plan);
    fftc_convolution_destroy(other);
    fftc_convolution_destroy(in_place);
    free(spectrum);
    free(src);
    free(dst);
}
END_TEST

START_TEST(execution_of_other_arrays_than_planned_refused)
{
    fftc_convolution_description d = good();
    fftc_convolution *plan = make(&d, NULL);
    d.signal.format = FFTC_SPLIT;
    fftc_convolution *split = make(&d, NULL);
    void *spectrum = fresh(fftc_convolution_spectrum_bytes(plan));
    float x[4][48] = {{0.0F}};
    void *lists[][5] = {{NULL, x[1], spectrum, x[2], x[3]},
                        {x[0], NULL, spectrum, x[2], x[3]},
                        {x[0], x[1], NULL, x[2], x[3]},
                        {x[0], x[1], spectrum, NULL, x[3]},
                        {x[0], x[1], spectrum, x[2], NULL}};
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_prepare(split, x, spectrum, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "fftc_convolution_prepare_split"));
    ck_assert_int_eq(fftc_convolution_prepare_split(plan, x[0], x[1], spectrum, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "interleaved"));
    ck_assert_int_eq(fftc_convolution_prepare_split(NULL, x[0], x[1], spectrum, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_prepare_split(split, x[0], NULL, spectrum, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_prepare_split(split, x[0], x[1], spectrum, &error),
                     FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(split, x, spectrum, x[2], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "fftc_convolution_execute_split"));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        ck_assert_int_eq(fftc_convolution_execute_split(split, lists[i][0], lists[i][1],
                                                        lists[i][2], lists[i][3], lists[i][4],
                                                        &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.message, "NULL"));
    }
    ck_assert_int_eq(fftc_convolution_execute_split(NULL, x[0], x[1], spectrum, x[2], x[3], NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_convolution_execute_split(split, x[0], x[1], spectrum, x[0], x[1], &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "FFTC_IN_PLACE"));
    ck_assert_int_eq(
        fftc_convolution_execute_split(split, x[0], x[1], spectrum, x[2], x[3], &error),
        FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    fftc_convolution_destroy(split);
    free(spectrum);
}
END_TEST

/* --- one of each way through the plans ------------------------------------------------------------ */

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
    {.signal = {.length = {100}, .src_range = {{0, 3}}, .dst_range = {{50, 60}}},
     .kernel_length = {2}},
    {.signal = {.length = {30, 500}, .precision = FFTC_FLOAT16, .format = FFTC_SPLIT},
     .kernel_length = {3, 30}},
    {.signal = {.length = {5000}, .precision = FFTC_FLOAT16, .kind = FFTC_REAL, .batch = 3}},
};
#define WAYS (sizeof ways / sizeof *ways)

/* --- memory --------------------------------------------------------------------------------------- */

typedef struct ledger {
    long allowed; /* allocations before one fails; negative: all succeed */
    long live;
    long made;
} ledger;

static void *take(void *user, size_t bytes, size_t alignment)
{
    ledger *l = user;
    if (l->allowed == 0) {
        return NULL;
    }
    l->allowed -= l->allowed > 0 ? 1 : 0;
    ++l->live;
    ++l->made;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void give(void *user, void *memory)
{
    --((ledger *)user)->live;
    free(memory);
}

START_TEST(allocation_any_failing_is_reported_and_nothing_left)
{
    for (size_t i = 0; i < WAYS; ++i) {
        bool made = false;
        for (long allowed = 0; !made; ++allowed) {
            ledger l = {.allowed = allowed};
            fftc_allocator allocator = {take, give, &l};
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
        ledger l = {.allowed = -1};
        fftc_allocator allocator = {take, give, &l};
        fftc_plan_options options = {.allocator = &allocator};
        fftc_convolution *plan = make(&ways[i], &options);
        size_t numbers = s.src_span > s.dst_span ? s.src_span : s.dst_span;
        bool split = s.arrays == 2;
        char *src = calloc(numbers, 16); /* imaginary parts of split ones after the others */
        char *dst = ways[i].signal.placement == FFTC_IN_PLACE ? src : calloc(numbers, 16);
        char *kernel = calloc(s.kernel_span, 16);
        char *taps_im = kernel + s.kernel_span * 8;
        void *spectrum = fresh(fftc_convolution_spectrum_bytes(plan));
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

/* --- threads -------------------------------------------------------------------------------------- */

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
        char *src = fresh(s.src_span * 2 * s.scalar);
        char *kernel = fresh(s.kernel_span * 2 * s.scalar);
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

/* Spectra and results. Of one plan the kernel, of another one the signals: so a spectrum suits every
 * instruction set. */
static char *execute_reproducible(const fftc_convolution_description *d, int threads,
                                  const void *src, const void *kernel, void **spectrum)
{
    convolution_shape s = convolution_shape_of(d);
    fftc_plan_options options = {.threads = threads, .reproducible = 1};
    fftc_convolution *plan = make(d, &options);
    size_t bytes = fftc_convolution_spectrum_bytes(plan);
    void *own = fresh(bytes);
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

START_TEST(reproducible_plan_same_bits_on_every_instruction_set)
{
    static const char *const isas[] = {"avx512", "avx2", "sse2", "neon"};
    testing_random random = testing_random_start("reproducible");
    for (size_t i = 0; i < WAYS; ++i) {
        fftc_convolution_description d = ways[i];
        d.signal.placement = FFTC_OUT_OF_PLACE;
        d.signal.format = FFTC_INTERLEAVED;
        convolution_shape s = convolution_shape_of(&d);
        char *src = fresh(s.src_span * 2 * s.scalar);
        char *kernel = fresh(s.kernel_span * 2 * s.scalar);
        testing_fill(d.signal.precision, src, s.src_span, &random);
        testing_fill(d.signal.precision, kernel, s.kernel_span, &random);
        void *spectrum = NULL;
        char *first = NULL;
        for (size_t isa = 0; isa < sizeof isas / sizeof *isas; ++isa) {
            ck_assert_int_eq(setenv("FFTC_FORCE_ISA", isas[isa], 1), 0);
            if (fftc_simd_isa_name() == NULL) {
                continue;
            }
            char *dst = execute_reproducible(&d, 1 + (int)isa, src, kernel, &spectrum);
            ck_assert_msg(first == NULL || memcmp(first, dst, s.dst_span * 16) == 0,
                          "%s: other bits", convolution_describe(&d));
            free(first == NULL ? NULL : dst);
            first = first == NULL ? dst : first;
        }
        ck_assert_int_eq(unsetenv("FFTC_FORCE_ISA"), 0);
        ck_assert_ptr_nonnull(first);
        free(first);
        free(spectrum);
        free(src);
        free(kernel);
    }
}
END_TEST

START_TEST(pool_of_the_caller_does_the_work)
{
    int runs = 0;
    fftc_threads pool = {run_backwards, &runs};
    fftc_plan_options options = {.threads = 3, .pool = &pool};
    fftc_convolution_description d = {.signal = {.length = {60, 64}}};
    size_t bytes = 60 * 64 * 8;
    float *src = fresh(bytes);
    float *kernel = fresh(bytes);
    float *dst = fresh(bytes);
    testing_random random = testing_random_start("pool");
    testing_fill(FFTC_FLOAT32, src, 60 * 64, &random);
    testing_fill(FFTC_FLOAT32, kernel, 60 * 64, &random);
    fftc_convolution *plan = make(&d, &options);
    void *spectrum = fresh(fftc_convolution_spectrum_bytes(plan));
    ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, NULL), FFTC_SUCCESS);
    ck_assert_int_ge(runs, 5); /* there, product, for the kernel too; back */
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

/* No assertions: check's are for the main thread. */
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
        fftc_convolution *plan = make(&shared[i], &options);
        void *kernel = fresh(s.kernel_span * 2 * s.scalar);
        void *spectrum = fresh(fftc_convolution_spectrum_bytes(plan));
        pthread_t thread[THREADS];
        job jobs[THREADS];
        testing_fill(FFTC_FLOAT32, kernel, s.kernel_span, &random);
        ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, NULL), FFTC_SUCCESS);
        size_t bytes = s.dst_span * (s.real ? 1 : 2) * s.scalar;
        for (int t = 0; t < THREADS; ++t) {
            void *src = fresh(s.src_span * 2 * s.scalar);
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

/* --- help ----------------------------------------------------------------------------------------- */

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
            ck_assert_int_eq(fftc_convolution_linear(1, &n, &k, part, product, FFTC_REAL, &d, NULL),
                             FFTC_INVALID_ARGUMENT);
            continue;
        }
        testing_fill(FFTC_FLOAT64, x, 32, &random);
        testing_fill(FFTC_FLOAT64, h, 32, &random);
        ck_assert_int_eq(fftc_convolution_linear(1, &n, &k, part, product, FFTC_REAL, &d, NULL),
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
    ck_assert_int_eq(fftc_convolution_linear(0, n, n, 0, 0, 0, &d, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(5, n, n, 0, 0, 0, &d, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, NULL, n, 0, 0, 0, &d, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, n, NULL, 0, 0, 0, &d, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, n, n, 0, 0, 0, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, n, n, (fftc_part)3, 0, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, n, n, 0, (fftc_product)2, 0, &d, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, zero, n, 0, 0, 0, &d, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(2, n, zero, 0, 0, 0, &d, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_linear(1, large, n, 0, 0, 0, &d, &error), FFTC_TOO_LARGE);
    ck_assert_int_ne(error.message[0], '\0');
}
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

/* --- a second opinion ----------------------------------------------------------------------------- */

/* In place, double, complex: forward, times the kernel's, back. */
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
        float *src = fresh(points * 8);
        float *kernel = fresh(points * 8);
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

TESTING_MAIN("convolution_plans", description_without_sense_refused,
             description_beyond_the_library_refused, options_without_sense_refused,
             execution_of_what_does_not_fit_refused, execution_of_other_arrays_than_planned_refused,
             allocation_any_failing_is_reported_and_nothing_left, execution_never_allocates,
             threads_any_number_same_bits, reproducible_plan_same_bits_on_every_instruction_set,
             pool_of_the_caller_does_the_work,
             plan_and_spectrum_in_twelve_threads_give_each_its_own,
             linear_parts_are_those_of_the_definition, linear_without_sense_refused,
             length_is_the_least_of_small_primes, large_ones_agree_with_fftw)
