/* SPDX-License-Identifier: MIT
 *
 * The SIMD execution against the textbook, bit for bit after every stage, on every instruction set
 * of this machine; and its refusals.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fftcore/reference.h"
#include "testing.h"

#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "fftcore/emulate.h"
#include "textbook_tmpl.h"
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"

#include "textbook_tmpl.h"
#ifdef __FLT16_MANT_DIG__
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 16
#define FFTC_SUFFIX _f16
#include "fftcore/kernel/precision.h"

#include "textbook_tmpl.h"
#define PRECISION_COUNT 3
#else
#define PRECISION_COUNT 2
#endif

static const char *const isas[] = {"avx512", "avx2", "sse2", "neon", "generic", "scalar"};
#define ISA_COUNT (sizeof isas / sizeof *isas)

/* False if this machine or this build lacks it. */
static bool force_isa(size_t index)
{
    ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", isas[index], 1), 0);
    return fftc_simd_isa_name() != NULL;
}

static void textbook(const fftc_workgroup_fft *fft, const void *table, void *data, void *stages)
{
    uint32_t elements_log2 = fft->elements_log2;
    uint32_t workgroup_log2 = fft->workgroup_log2;
    bool inverse = fft->direction == FFTC_INVERSE;
    switch (fft->precision) {
    case FFTC_FLOAT32:
        textbook_transform_f32(elements_log2, workgroup_log2, inverse, table, data, stages);
        break;
    case FFTC_FLOAT64:
        textbook_transform_f64(elements_log2, workgroup_log2, inverse, table, data, stages);
        break;
    case FFTC_FLOAT16:
#ifdef __FLT16_MANT_DIG__
        textbook_transform_f16(elements_log2, workgroup_log2, inverse, table, data, stages);
#endif
        break;
    }
}

typedef struct sizes {
    size_t transform; /* bytes */
    size_t data;
    size_t stages;
} sizes;

static sizes sizes_of(const fftc_workgroup_fft *fft)
{
    uint32_t count = fftc_workgroup_fft_stage_count(fft);
    sizes s;
    s.transform = 2 * fftc_precision_bytes(fft->precision) << count;
    s.data = s.transform * fft->batch;
    s.stages = s.data * count;
    return s;
}

/* What data and stages must become. */
static void expect(const fftc_workgroup_fft *fft, const void *source, char *data, char *stages)
{
    uint32_t count = fftc_workgroup_fft_stage_count(fft);
    sizes s = sizes_of(fft);
    void *table = NULL;
    if (fft->computed_twiddles == 0) {
        table = malloc(s.transform);
        ck_assert_ptr_nonnull(table);
        ck_assert_int_eq(fftc_twiddle_table_fill(fft->precision, count, table, NULL), FFTC_SUCCESS);
    }
    memcpy(data, source, s.data);
    for (size_t i = 0; i < fft->batch; ++i) {
        textbook(fft, table, data + i * s.transform, stages + i * s.transform * count);
    }
    free(table);
}

static void check_execution(const fftc_workgroup_fft *fft, int threads, const void *source,
                            const char *data, const char *stages)
{
    sizes s = sizes_of(fft);
    testing_buffer got = testing_buffer_create(s.data, fftc_precision_bytes(fft->precision));
    testing_buffer dump = testing_buffer_create(s.stages, fftc_precision_bytes(fft->precision));
    fftc_error error;
    memcpy(got.data, source, s.data);
    ck_assert_msg(fftc_workgroup_fft_simd(fft, got.data, dump.data, threads, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_msg(memcmp(got.data, data, s.data) == 0 && memcmp(dump.data, stages, s.stages) == 0,
                  "%s E=%u W=%u S=%u precision=%d direction=%d computed=%u threads=%d differs",
                  fftc_simd_isa_name(), fft->elements_log2, fft->workgroup_log2, fft->subgroup_log2,
                  (int)fft->precision, (int)fft->direction, fft->computed_twiddles, threads);
    memcpy(got.data, source, s.data);
    ck_assert_int_eq(fftc_workgroup_fft_simd(fft, got.data, NULL, threads, &error), FFTC_SUCCESS);
    ck_assert_msg(memcmp(got.data, data, s.data) == 0, "%s without a dump: differs",
                  fftc_simd_isa_name());
    testing_buffer_release(&got);
    testing_buffer_release(&dump);
}

/* Every instruction set, lane count and direction, with and without a table. */
static void check_all(uint32_t elements_log2, uint32_t workgroup_log2, uint64_t batch)
{
    testing_random random = testing_random_start("simd");
    for (int i = 0; i < PRECISION_COUNT * 4; ++i) {
        fftc_workgroup_fft fft = {.elements_log2 = elements_log2,
                                  .workgroup_log2 = workgroup_log2,
                                  .precision = (fftc_precision)(i / 4),
                                  .direction = (fftc_direction)(i % 2),
                                  .computed_twiddles = (uint32_t)(i / 2 % 2),
                                  .batch = batch};
        sizes s = sizes_of(&fft);
        void *source = malloc(s.data);
        char *data = malloc(s.data);
        char *stages = malloc(s.stages);
        ck_assert(source != NULL && data != NULL && stages != NULL);
        testing_fill(fft.precision, source, s.data / (2 * fftc_precision_bytes(fft.precision)),
                     &random);
        expect(&fft, source, data, stages);
        for (size_t isa = 0; isa < ISA_COUNT; ++isa) {
            for (fft.subgroup_log2 = 2; fft.subgroup_log2 <= 4 && force_isa(isa);
                 ++fft.subgroup_log2) {
                check_execution(&fft, 1, source, data, stages);
            }
        }
        free(source);
        free(data);
        free(stages);
    }
}

START_TEST(stages_small_workgroups_equal_textbook)
{
    for (uint32_t elements_log2 = 1; elements_log2 <= 3; ++elements_log2) {
        for (uint32_t workgroup_log2 = 0; workgroup_log2 <= 6; ++workgroup_log2) {
            check_all(elements_log2, workgroup_log2, 3);
        }
    }
}
END_TEST

/* The largest workgroup, many elements, and no workgroup to speak of. */
START_TEST(stages_extreme_shapes_equal_textbook)
{
    check_all(1, 12, 1);
    check_all(6, 5, 1);
    check_all(11, 0, 2);
    check_all(10, 1, 2);
}
END_TEST

static void check_emulator(fftc_workgroup_fft fft, testing_random *random)
{
    sizes s = sizes_of(&fft);
    void *source = malloc(s.data);
    char *data = malloc(s.data);
    char *stages = malloc(s.stages);
    fftc_emulation config = {.observers = FFTC_OBSERVE_NONE}; /* the emulator's own tests observe */
    fftc_error error;
    ck_assert(source != NULL && data != NULL && stages != NULL);
    testing_fill(fft.precision, source, s.data / (2 * fftc_precision_bytes(fft.precision)), random);
    memcpy(data, source, s.data);
    ck_assert_msg(fftc_workgroup_fft_emulate(&fft, &config, data, stages, NULL, NULL, 0, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    for (size_t isa = 0; isa < ISA_COUNT; ++isa) {
        fftc_workgroup_fft same = fft;
        for (same.subgroup_log2 = 2; same.subgroup_log2 <= 4 && force_isa(isa);
             ++same.subgroup_log2) {
            check_execution(&same, 1, source, data, stages);
        }
    }
    free(source);
    free(data);
    free(stages);
}

/* Any subgroup size of the emulator gives the bits of any number of lanes. */
START_TEST(stages_random_shapes_equal_emulator)
{
    testing_random random = testing_random_start("emulator");
    for (int i = 0; i < 40; ++i) {
        fftc_workgroup_fft fft = {0};
        fft.elements_log2 = 1 + (uint32_t)testing_random_below(&random, 4);
        fft.workgroup_log2 = (uint32_t)testing_random_below(&random, 7);
        fft.subgroup_log2 = (uint32_t)testing_random_below(&random, 8);
        fft.precision = (fftc_precision)testing_random_below(&random, PRECISION_COUNT);
        fft.direction = (fftc_direction)testing_random_below(&random, 2);
        fft.computed_twiddles = (uint32_t)testing_random_below(&random, 2);
        fft.batch = 1 + testing_random_below(&random, 3);
        check_emulator(fft, &random);
    }
}
END_TEST

START_TEST(threads_any_number_same_bits)
{
    fftc_workgroup_fft fft = {
        .elements_log2 = 2, .workgroup_log2 = 5, .subgroup_log2 = 3, .batch = 37};
    testing_random random = testing_random_start("threads");
    sizes s = sizes_of(&fft);
    void *source = malloc(s.data);
    char *one = malloc(s.data);
    char *many = malloc(s.data);
    ck_assert(source != NULL && one != NULL && many != NULL);
    testing_fill(fft.precision, source, s.data / 8, &random);
    memcpy(one, source, s.data);
    ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, one, NULL, 1, NULL), FFTC_SUCCESS);
    ck_assert_int_ne(memcmp(one, source, s.data), 0);
    for (int threads = 0; threads <= 40; threads += 1 + threads) {
        memcpy(many, source, s.data);
        ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, many, NULL, threads, NULL), FFTC_SUCCESS);
        ck_assert_msg(memcmp(one, many, s.data) == 0, "%d threads differ", threads);
    }
    free(source);
    free(one);
    free(many);
}
END_TEST

static void check_refused(const fftc_workgroup_fft *fft, int threads, fftc_status status,
                          const char *advice)
{
    float data[16];
    float before[16];
    fftc_error error = {.status = FFTC_SUCCESS};
    memset(data, 0x5a, sizeof data);
    memcpy(before, data, sizeof data);
    ck_assert_int_eq(fftc_workgroup_fft_simd(fft, data, NULL, threads, &error), status);
    ck_assert_int_eq(error.status, status);
    ck_assert_msg(strstr(error.message, advice) != NULL, "\"%s\" does not say \"%s\"",
                  error.message, advice);
    ck_assert_int_eq(memcmp(data, before, sizeof data), 0);
}

START_TEST(description_unusable_refused_with_advice)
{
    fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 2, .subgroup_log2 = 2};
    fftc_workgroup_fft bad;
    fftc_error error;
    bad = fft;
    bad.subgroup_log2 = 5;
    check_refused(&bad, 1, FFTC_UNSUPPORTED, "must be 2, 3 or 4");
    bad.subgroup_log2 = 0;
    check_refused(&bad, 1, FFTC_UNSUPPORTED, "must be 2, 3 or 4");
    check_refused(&fft, -1, FFTC_INVALID_ARGUMENT, "threads");
    bad = fft;
    bad.elements_log2 = 0;
    check_refused(&bad, 1, FFTC_INVALID_ARGUMENT, "elements_log2");
    bad = fft;
    bad.elements_log2 = 24;
    check_refused(&bad, 1, FFTC_TOO_LARGE, "at most");
    bad = fft;
    bad.batch = UINT64_MAX / 2;
    check_refused(&bad, 1, FFTC_TOO_LARGE, "batch");
    ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, NULL, NULL, 1, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_workgroup_fft_simd(NULL, &bad, NULL, 1, &error), FFTC_INVALID_ARGUMENT);
}
END_TEST

#ifndef TESTING_SANITIZED

/* With `spare` bytes of address space left, the transform must refuse and leave the data alone. */
static void check_exhausted(const fftc_workgroup_fft *fft, rlim_t spare)
{
    struct rlimit saved;
    struct rlimit tight;
    long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (statm == NULL || fscanf(statm, "%ld", &pages) != 1) {
        ck_abort_msg("no /proc/self/statm");
    }
    fclose(statm);
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &saved), 0);
    tight = saved;
    tight.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + spare;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &tight), 0);
    check_refused(fft, 1, FFTC_OUT_OF_MEMORY, "no memory for");
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &saved), 0);
}

/* Each allocation fails once: the table of the host, the table by stages, the fibers' stacks. */
START_TEST(memory_exhausted_refused)
{
    fftc_workgroup_fft table = {.elements_log2 = 12, .workgroup_log2 = 12, .subgroup_log2 = 2};
    fftc_workgroup_fft stacks = {
        .elements_log2 = 1, .workgroup_log2 = 12, .subgroup_log2 = 2, .computed_twiddles = 1};
    check_exhausted(&table, (rlim_t)16 << 20);
    check_exhausted(&table, (rlim_t)100 << 20);
    check_exhausted(&stacks, (rlim_t)16 << 20);
}
END_TEST

#define MEMORY_TESTS , memory_exhausted_refused
#else
#define MEMORY_TESTS
#endif

START_TEST(isa_forced_taken_or_refused)
{
    fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 2, .subgroup_log2 = 2};
    size_t found = 0;
    unsetenv("FFTCORE_FORCE_ISA");
    ck_assert_ptr_nonnull(fftc_simd_isa_name());
    for (size_t isa = 0; isa < ISA_COUNT; ++isa) {
        if (force_isa(isa)) {
            ck_assert_str_eq(fftc_simd_isa_name(), isas[isa]);
            printf("%s\n", isas[isa]);
            ++found;
        } else {
            check_refused(&fft, 1, FFTC_UNSUPPORTED, "FFTCORE_FORCE_ISA");
        }
    }
    ck_assert_uint_ge(found, 1);
    setenv("FFTCORE_FORCE_ISA", "abacus", 1);
    check_refused(&fft, 1, FFTC_UNSUPPORTED, "abacus");
}
END_TEST

/* Exactly those that this machine takes, also where another is known to the build. */
START_TEST(isa_refused_the_message_lists_what_is_there)
{
    fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 2, .subgroup_log2 = 2};
    char list[64] = "set it to one of: ";
    bool missing[ISA_COUNT];
    for (size_t isa = 0, found = 0; isa < ISA_COUNT; ++isa) {
        missing[isa] = !force_isa(isa);
        if (!missing[isa]) {
            size_t used = strlen(list);
            (void)snprintf(list + used, sizeof list - used, "%s%s", found > 0 ? ", " : "",
                           isas[isa]);
            ++found;
        }
    }
    for (size_t isa = 0; isa <= ISA_COUNT; ++isa) {
        if (isa == ISA_COUNT || missing[isa]) {
            fftc_error error;
            float data[16] = {0};
            setenv("FFTCORE_FORCE_ISA", isa < ISA_COUNT ? isas[isa] : "abacus", 1);
            ck_assert_int_eq(fftc_workgroup_fft_simd(&fft, data, NULL, 1, &error),
                             FFTC_UNSUPPORTED);
            const char *end = strstr(error.message, "set it to one of: ");
            ck_assert_msg(end != NULL && strcmp(end, list) == 0, "\"%s\" does not end with \"%s\"",
                          error.message, list);
        }
    }
}
END_TEST

TESTING_MAIN("simd", stages_small_workgroups_equal_textbook, stages_extreme_shapes_equal_textbook,
             stages_random_shapes_equal_emulator, threads_any_number_same_bits,
             description_unusable_refused_with_advice, isa_forced_taken_or_refused,
             isa_refused_the_message_lists_what_is_there MEMORY_TESTS)
