/* SPDX-License-Identifier: MIT
 *
 * What convolutions refuse: descriptions, options, and arrays of an execution.
 */
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"

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
    refuse(NULL, FFTC_INVALID_ARGUMENT, "description is NULL: pass a description");
    REFUSE(d.signal.length[0] = 0, FFTC_INVALID_ARGUMENT, "length[0]");
    REFUSE(d.signal.length[3] = 2, FFTC_INVALID_ARGUMENT, "length[2]");
    REFUSE(d.kernel_length[2] = 2, FFTC_INVALID_ARGUMENT, "axis 2");
    REFUSE(d.kernel_length[1] = 0, FFTC_INVALID_ARGUMENT, "kernel_length[1]");
    REFUSE(d.kernel_length[1] = 9, FFTC_INVALID_ARGUMENT, "kernel_length[1]");
    REFUSE(d.kernel_origin[0] = 6, FFTC_INVALID_ARGUMENT, "kernel_origin[0]");
    REFUSE(d.product = (fftc_product)2, FFTC_INVALID_ARGUMENT, "product");
    REFUSE(d.padding[1] = (fftc_padding)4, FFTC_INVALID_ARGUMENT, "padding[1] is 4");
    REFUSE(d.padding[2] = FFTC_PAD_CLAMP, FFTC_INVALID_ARGUMENT,
           "axis 2 has a kernel, a range, pad");
    REFUSE((d.padding[0] = FFTC_PAD_MIRROR, d.signal.placement = FFTC_IN_PLACE), FFTC_UNSUPPORTED,
           "padding[0] is given, which there is out of place only");
    REFUSE(d.signal.kind = FFTC_REAL_TO_REAL, FFTC_INVALID_ARGUMENT, "kind");
    REFUSE(d.signal.precision = (fftc_precision)9, FFTC_INVALID_ARGUMENT, "precision");
    REFUSE(d.signal.placement = (fftc_placement)9, FFTC_INVALID_ARGUMENT, "placement");
    REFUSE(d.signal.format = (fftc_format)9, FFTC_INVALID_ARGUMENT, "format");
    REFUSE(d.signal.scaling = (fftc_scaling)9, FFTC_INVALID_ARGUMENT, "scaling");
    REFUSE(d.signal.loop[0] = 1, FFTC_UNSUPPORTED, "loop[0]");
    REFUSE(d.signal.direction = FFTC_INVERSE, FFTC_INVALID_ARGUMENT, "direction");
    REFUSE((d.signal.src_range[1] = (fftc_range){3, 9}), FFTC_INVALID_ARGUMENT, "src_range[1]");
    REFUSE((d.signal.dst_range[0] = (fftc_range){3, 3}), FFTC_INVALID_ARGUMENT, "dst_range[0]");
    REFUSE((d.signal.dst_range[2] = (fftc_range){0, 1}), FFTC_INVALID_ARGUMENT, "axis 2");
    REFUSE((d.signal.dst_stride[0] = d.signal.dst_stride[1] = 1), FFTC_INVALID_ARGUMENT, "overlap");
    /* Forgotten. */
    REFUSE(d.signal.dst_stride[1] = 1, FFTC_INVALID_ARGUMENT,
           "dst_stride[0] is 0, but dst_stride[1] is given");
    REFUSE(d.signal.src_stride[0] = 8, FFTC_INVALID_ARGUMENT,
           "src_stride[1] is 0, but src_stride[0] is given");
    REFUSE(d.kernel_stride[0] = 8, FFTC_INVALID_ARGUMENT,
           "kernel_stride[1] is 0, but kernel_stride[0] is given");
    REFUSE((d.signal.dst_stride[0] = 8, d.signal.dst_stride[1] = FFTC_STRIDE_ZERO),
           FFTC_INVALID_ARGUMENT, "dst_stride[1] is FFTC_STRIDE_ZERO");
    REFUSE((d.signal.batch = 2, d.signal.src_stride[0] = 8, d.signal.src_stride[1] = 1),
           FFTC_INVALID_ARGUMENT, "src_distance is 0, but src_stride and batch are given");
    REFUSE((d.signal.batch = 0, d.signal.src_distance = 48), FFTC_INVALID_ARGUMENT, "batch is 0");
    REFUSE((d.kernel_length[0] = d.kernel_length[1] = 0, d.kernel_origin[1] = 1),
           FFTC_INVALID_ARGUMENT, "kernel_origin[1] is given, but kernel_length is not");
    REFUSE((d.kernel_length[0] = d.kernel_length[1] = 0, d.kernel_stride[0] = 1),
           FFTC_INVALID_ARGUMENT, "kernel_stride[0] is given, but kernel_length is not");
    REFUSE(d.signal.dst_stride[2] = 1, FFTC_INVALID_ARGUMENT, "dst_stride[2]");
    REFUSE(d.kernel_stride[2] = 1, FFTC_INVALID_ARGUMENT, "kernel_stride[2]");
    REFUSE((d.signal.batch = 2, d.signal.dst_distance = 47), FFTC_INVALID_ARGUMENT, "overlap");
    REFUSE((d.signal = (fftc_transform){.length = {8},
                                        .batch = 2,
                                        .placement = FFTC_IN_PLACE,
                                        .src_distance = 4,
                                        .dst_distance = 4,
                                        .dst_range = {{4, 8}}},
            d.kernel_length[0] = 2, d.kernel_length[1] = 0),
           FFTC_INVALID_ARGUMENT, "overlap: dst_distance is 4, and must be at least 8");
    REFUSE(d.signal.src_range[2].begin = 5, FFTC_INVALID_ARGUMENT, "axis 2");
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
    /* 2^57 numbers from the first to the last are the most, that is 2^57 - 1 steps. */
    REFUSE((d.signal.length[0] = 2, d.signal.length[1] = 1, d.kernel_length[0] = 1,
            d.kernel_length[1] = 1, d.signal.src_stride[0] = (uint64_t)1 << 57,
            d.signal.src_stride[1] = 1),
           FFTC_TOO_LARGE, "src");
    const fftc_convolution_description most = {
        .signal = {.length = {2}, .src_stride = {((uint64_t)1 << 57) - 1}}, .kernel_length = {1}};
    fftc_convolution_destroy(convolution_make(&most, NULL));
    REFUSE((d.kernel_stride[0] = UINT64_MAX / 2, d.kernel_stride[1] = 1), FFTC_TOO_LARGE, "kernel");
    /* A prime, circular: more than twice as long where it is linear. */
    if (sizeof(size_t) > 4) {
        REFUSE((d.signal.length[0] = 2147483629, d.signal.length[1] = 0, d.kernel_length[0] = 0,
                d.kernel_length[1] = 0),
               FFTC_TOO_LARGE, "points is more than 2^32 - 1");
    }
    REFUSE((d.kernel_stride[0] = UINT64_MAX, d.kernel_stride[1] = 1), FFTC_TOO_LARGE,
           "kernel_stride[0] is -1: it is unsigned");
    REFUSE((d.signal.batch = 2, d.signal.src_distance = UINT64_MAX), FFTC_TOO_LARGE,
           "src_distance is -1: it is unsigned");
    REFUSE((d.signal.dst_stride[0] = 8, d.signal.dst_stride[1] = (uint64_t)1 << 60), FFTC_TOO_LARGE,
           "dst_stride[1] is 1152921504606846976: at most 144115188075855872");
}
END_TEST

START_TEST(options_without_sense_refused)
{
    fftc_convolution_description d = good();
    fftc_thread_pool nobody = {NULL, NULL};
    const struct {
        fftc_plan_options options;
        fftc_status status;
        const char *words;
    } cases[] = {
        {{.threads = -1}, FFTC_INVALID_ARGUMENT, "threads"},
        {{.threads = 5000}, FFTC_INVALID_ARGUMENT, "threads"},
        {{.pool = &nobody}, FFTC_INVALID_ARGUMENT, "pool"},
        {{.executions = -1}, FFTC_UNSUPPORTED, "pass 0 to 32"},
        {{.executions = -2}, FFTC_INVALID_ARGUMENT, "executions is -2: pass 0 to 32"},
        {{.executions = 33}, FFTC_INVALID_ARGUMENT, "executions is 33: pass 0 to 32"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_convolution *plan = (fftc_convolution *)&d;
        fftc_error error;
        ck_assert_int_eq(fftc_convolution_create(&d, &cases[i].options, &plan, &error),
                         cases[i].status);
        ck_assert_ptr_null(plan);
        ck_assert_msg(strstr(error.message, cases[i].words) != NULL, "%s", error.message);
    }
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_create(&d, NULL, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_str_eq(error.message, "plan is NULL: pass where to put it");
    fftc_convolution_destroy(NULL);
    ck_assert_uint_eq(fftc_convolution_spectrum_bytes(NULL), 0);
}
END_TEST

START_TEST(execution_of_what_does_not_fit_refused)
{
    fftc_convolution_description d = good();
    fftc_convolution *plan = convolution_make(&d, NULL);
    d.kernel_origin[0] = 1;
    fftc_convolution *other = convolution_make(&d, NULL);
    d.signal.placement = FFTC_IN_PLACE;
    fftc_convolution *in_place = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
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

/* No sum has a term, so a kernel changes nothing; but a mistake is one. */
START_TEST(spectrum_of_plan_without_terms_is_its_own)
{
    fftc_convolution_description d = {
        .signal = {.length = {64}, .src_range = {{0, 3}}, .dst_range = {{20, 30}}},
        .kernel_length = {4}};
    fftc_convolution *plan = convolution_make(&d, NULL);
    fftc_convolution *alike = convolution_make(&d, NULL);
    d.kernel_length[0] = 5;
    fftc_convolution *other = convolution_make(&d, NULL);
    size_t bytes = fftc_convolution_spectrum_bytes(plan);
    void *spectrum = convolution_fresh(bytes);
    float kernel[10] = {1};
    float src[128] = {1};
    float dst[128];
    memset(spectrum, 0, bytes);
    memset(dst, 0xff, sizeof dst);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, NULL),
                     FFTC_INVALID_ARGUMENT); /* never prepared */
    ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(other, src, spectrum, dst, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_convolution_execute(alike, src, spectrum, dst, NULL), FFTC_SUCCESS);
    for (int i = 2 * 20; i < 2 * 30; ++i) {
        ck_assert(dst[i] == 0.0F);
    }
    fftc_convolution_destroy(plan);
    fftc_convolution_destroy(alike);
    fftc_convolution_destroy(other);
    free(spectrum);
}
END_TEST

/* What was prepared for a short signal, given to plans that differ in one thing, whose windows of
 * taps are others. */
START_TEST(spectrum_of_another_short_signal_refused)
{
    const fftc_convolution_description d = {.signal = {.length = {16}, .kind = FFTC_REAL},
                                            .kernel_length = {5}};
    fftc_convolution_description others[] = {d, d, d, d};
    others[0].signal.length[0] = 18;
    others[1].signal.src_range[0] = (fftc_range){0, 12};
    others[2].signal.dst_range[0] = (fftc_range){0, 12};
    others[3].kernel_length[0] = 4;
    float x[18] = {1.0F};
    float y[18];
    fftc_convolution *plan = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    ck_assert_int_eq(fftc_convolution_prepare(plan, x, spectrum, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        fftc_convolution *other = convolution_make(&others[i], NULL);
        ck_assert_int_eq(fftc_convolution_execute(other, x, spectrum, y, NULL),
                         FFTC_INVALID_ARGUMENT);
        fftc_convolution_destroy(other);
    }
    ck_assert_int_eq(fftc_convolution_execute(plan, x, spectrum, y, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    free(spectrum);
}
END_TEST

static void check_kernel(const fftc_convolution *plan, void *kernel, void *spectrum,
                         const char *word)
{
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_prepare(plan, kernel, spectrum, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

static void check_arrays(const fftc_convolution *plan, void *src, void *spectrum, void *dst,
                         const char *word)
{
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

START_TEST(execution_of_arrays_that_share_memory_or_lie_askew_refused)
{
    fftc_convolution_description d = good();
    fftc_convolution *plan = convolution_make(&d, NULL);
    size_t bytes = fftc_convolution_spectrum_bytes(plan);
    char *spectrum = convolution_fresh(bytes);
    char *dst = convolution_fresh(48 * 8 + 48 * 8);
    char *src = dst + 48 * 8;
    memset(dst, 0, 2 * 48 * 8);
    ck_assert_int_eq(fftc_convolution_prepare(plan, src, spectrum, NULL), FFTC_SUCCESS);
    char *before = malloc(bytes);
    memcpy(before, spectrum, bytes);
    check_kernel(plan, src + 2, spectrum, "aligned");
    check_kernel(plan, src, spectrum + 4, "aligned");
    check_kernel(plan, spectrum, spectrum, "share");
    check_arrays(plan, src + 1, spectrum, dst, "src must be aligned");
    check_arrays(plan, src, spectrum + 4, dst, "aligned");
    check_arrays(plan, src, spectrum, dst + 2, "dst must be aligned");
    check_arrays(plan, src, spectrum, dst + 4, "shares");
    check_arrays(plan, src, spectrum, spectrum, "share");
    ck_assert_mem_eq(spectrum, before, bytes);
    ck_assert_int_eq(fftc_convolution_execute(plan, src, spectrum, dst, NULL), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    free(before);
    free(spectrum);
    free(dst);
}
END_TEST

START_TEST(execution_of_arrays_that_interlock_allowed)
{
    /* Two channels of one array, side by side. */
    fftc_convolution_description d = {
        .signal = {.length = {24}, .src_stride = {2}, .dst_stride = {2}}};
    fftc_convolution *plan = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    float channels[4 * 24] = {0.0F};
    ck_assert_int_eq(fftc_convolution_prepare(plan, channels, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, channels, spectrum, channels + 2, NULL),
                     FFTC_SUCCESS);
    check_arrays(plan, channels, spectrum, channels + 1, "shares");
    fftc_convolution_destroy(plan);
    free(spectrum);
}
END_TEST

START_TEST(parts_in_place_as_long_as_told_allowed)
{
    /* Rows 14 to 18 meet column 3: the last number of both together is behind the last of each. */
    const fftc_convolution_description d = {.signal = {.length = {39, 5},
                                                       .placement = FFTC_IN_PLACE,
                                                       .format = FFTC_SPLIT,
                                                       .src_range = {{14, 19}},
                                                       .dst_range = {{0, 0}, {3, 4}}}};
    fftc_convolution *plan = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    float memory[2 * 39 * 5] = {0.0F};
    fftc_error error;
    size_t bytes;
    ck_assert_int_eq(fftc_convolution_bytes(&d, &bytes, NULL, NULL, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(bytes, (38 * 5 + 4) * sizeof(float));
    float *im = memory + bytes / sizeof(float);
    ck_assert_int_eq(fftc_convolution_prepare_split(plan, memory, im, spectrum, NULL),
                     FFTC_SUCCESS);
    ck_assert_msg(fftc_convolution_execute_split(plan, memory, im, spectrum, memory, im, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    /* What is read of one part is where the other is written, between what is written of it. */
    im = memory + 11;
    ck_assert_int_eq(fftc_convolution_execute_split(plan, memory, im, spectrum, memory, im, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "shares memory"));
    fftc_convolution_destroy(plan);
    free(spectrum);
}
END_TEST

START_TEST(execution_of_other_arrays_than_planned_refused)
{
    fftc_convolution_description d = good();
    fftc_convolution *plan = convolution_make(&d, NULL);
    d.signal.format = FFTC_SPLIT;
    fftc_convolution *split = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
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

static void check_message(fftc_status status, const fftc_error *error, const char *words)
{
    ck_assert_int_eq(status, FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error->message, words) != NULL, "\"%s\" without \"%s\"", error->message,
                  words);
}

/* The split functions refuse real numbers in the same words, whatever else is passed. */
START_TEST(execution_of_real_numbers_that_are_split_takes_one_array)
{
    fftc_convolution_description d = {
        .signal = {.length = {16}, .kind = FFTC_REAL, .format = FFTC_SPLIT}, .kernel_length = {3}};
    fftc_convolution *plan = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    float x[16] = {1.0F, 2.0F};
    float y[2][16];
    fftc_error error;
    for (int i = 0; i < 2; ++i) {
        float *im = i == 0 ? NULL : y[1];
        check_message(fftc_convolution_prepare_split(plan, x, im, spectrum, &error), &error,
                      "numbers are real, in one array: call fftc_convolution_prepare");
        check_message(fftc_convolution_execute_split(plan, x, im, spectrum, y[0], im, &error),
                      &error, "numbers are real, in one array: call fftc_convolution_execute");
    }
    ck_assert_int_eq(fftc_convolution_prepare(plan, x, spectrum, &error), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, x, spectrum, y[0], &error), FFTC_SUCCESS);
    fftc_convolution_destroy(plan);
    d.signal.format = FFTC_INTERLEAVED;
    plan = convolution_make(&d, NULL);
    ck_assert_int_eq(fftc_convolution_prepare(plan, x, spectrum, &error), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(plan, x, spectrum, y[1], &error), FFTC_SUCCESS);
    ck_assert_mem_eq(y[0], y[1], sizeof y[0]);
    fftc_convolution_destroy(plan);
    free(spectrum);
}
END_TEST

/* Although the ranges share nothing, as with transforms. */
START_TEST(execution_of_one_part_in_place_refused)
{
    fftc_convolution_description d = {.signal = {.length = {16},
                                                 .src_range = {{0, 4}},
                                                 .dst_range = {{8, 12}},
                                                 .format = FFTC_SPLIT},
                                      .kernel_length = {3}};
    fftc_convolution *plan = convolution_make(&d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    float x[2][16] = {{1.0F, 2.0F}};
    float y[16];
    fftc_error error;
    ck_assert_int_eq(fftc_convolution_prepare_split(plan, x[0], x[1], spectrum, &error),
                     FFTC_SUCCESS);
    check_message(fftc_convolution_execute_split(plan, x[0], x[1], spectrum, x[0], y, &error),
                  &error, "src is dst");
    check_message(fftc_convolution_execute_split(plan, x[0], x[1], spectrum, y, x[1], &error),
                  &error, "src is dst");
    fftc_convolution_destroy(plan);
    free(spectrum);
}
END_TEST

TESTING_MAIN("convolution_refusals", description_without_sense_refused,
             description_beyond_the_library_refused, options_without_sense_refused,
             execution_of_what_does_not_fit_refused, spectrum_of_plan_without_terms_is_its_own,
             spectrum_of_another_short_signal_refused,
             execution_of_arrays_that_share_memory_or_lie_askew_refused,
             execution_of_arrays_that_interlock_allowed, parts_in_place_as_long_as_told_allowed,
             execution_of_other_arrays_than_planned_refused,
             execution_of_real_numbers_that_are_split_takes_one_array,
             execution_of_one_part_in_place_refused)
