/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "testing.h"

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/half.h"

#define CANARY 0xc9
#define FRESH 0xa5
#define PI 3.14159265358979323846264338327950288L

/* --- programs --------------------------------------------------------------------------------- */

/* Tests force an instruction set after another; the next test of this process begins as the first
 * did. */
static const char *forced_isa;

static void restore_isa(void)
{
    if (forced_isa != NULL) {
        (void)setenv("FFTCORE_FORCE_ISA", forced_isa, 1);
    } else {
        (void)unsetenv("FFTCORE_FORCE_ISA");
    }
}

/* One place for each test that is run. */
static testing_place nowhere;
testing_place *testing_held = &nowhere;
static testing_place *places;
static size_t *places_used;

static void places_create(size_t count)
{
    size_t bytes = sizeof *places_used + (count + 1) * sizeof *places;
    places_used = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (places_used == MAP_FAILED) {
        perror("mmap");
        exit(EXIT_FAILURE);
    }
    places = (testing_place *)(places_used + 1);
}

static void next_place(void)
{
    testing_held = &places[(*places_used)++];
}

/* Results are in the order in which tests are run. */
static void tell_places(SRunner *runner)
{
    TestResult **results = srunner_results(runner);
    for (int i = 0; i < srunner_ntests_run(runner); ++i) {
        if (tr_rtype(results[i]) == CK_ERROR && places[i].file != NULL) {
            printf("%s: the last check that held is %s:%d\n", tr_tcname(results[i]), places[i].file,
                   places[i].line);
        }
    }
    free(results);
}

int testing_main(const char *unit, const TTest *const *tests, size_t count)
{
    static char forced[32];
    const char *isa = getenv("FFTCORE_FORCE_ISA");
    if (isa != NULL) {
        (void)snprintf(forced, sizeof forced, "%s", isa);
        forced_isa = forced;
    }
    Suite *suite = suite_create(unit);
    SRunner *runner = srunner_create(suite);
    int failed;
    places_create(count);
    for (size_t i = 0; i < count; ++i) {
        TCase *test_case = tcase_create(tests[i]->name);
        tcase_set_timeout(test_case, 300);
        tcase_add_checked_fixture(test_case, next_place, restore_isa);
        tcase_add_test(test_case, tests[i]);
        suite_add_tcase(suite, test_case);
    }
    printf("FFTCORE_TEST_SEED=%llu\n", (unsigned long long)testing_seed());
    fflush(stdout);
    srunner_run_all(runner, CK_ENV);
    tell_places(runner);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int testing_skip(const char *why)
{
    printf("skipped: %s\n", why);
    return 77;
}

/* --- stacks ----------------------------------------------------------------------------------- */

#if defined(__GLIBC__) && defined(__OPTIMIZE__) && !defined(__clang__) && \
    !defined(TESTING_SANITIZED)
size_t testing_stack_of(void *(*run)(void *context), void *context)
{
    enum { BYTES = 1 << 20, MARK = 0xA7 };
    pthread_attr_t attributes;
    pthread_t thread;
    unsigned char *stack = aligned_alloc(4096, BYTES);
    size_t untouched = 0;
    ck_assert_ptr_nonnull(stack);
    memset(stack, MARK, BYTES);
    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attributes, stack, BYTES), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, run, context), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_eq(pthread_attr_destroy(&attributes), 0);
    while (untouched < BYTES && stack[untouched] == MARK) {
        ++untouched;
    }
    free(stack);
    return BYTES - untouched;
}
#else
size_t testing_stack_of(void *(*run)(void *context), void *context)
{
    (void)run;
    (void)context;
    return 0;
}
#endif

/* --- random data ------------------------------------------------------------------------------ */

uint64_t testing_seed(void)
{
    const char *text = getenv("FFTCORE_TEST_SEED");
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : 20260917u;
}

/* FNV-1a. */
static uint64_t hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name != '\0'; ++name) {
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return h;
}

testing_random testing_random_start(const char *name)
{
    testing_random random = {testing_seed() ^ hash(name)};
    return random;
}

/* SplitMix64 (Steele, Lea, Flood 2014): a counter through a mixing function; any state is good. */
uint64_t testing_random_next(testing_random *random)
{
    uint64_t x = random->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t testing_random_below(testing_random *random, uint64_t limit)
{
    return testing_random_next(random) %
           limit; /* biased by limit / 2^64: nothing here can see it */
}

uint64_t testing_draw_stride(testing_random *random)
{
    uint64_t stride = testing_random_below(random, 9);
    return stride == 0 ? FFTC_STRIDE_ZERO : stride;
}

/* Magnitude in [1/2, 4) with `bits` random bits below the leading one. */
static double random_real(testing_random *random, int bits)
{
    uint64_t x = testing_random_next(random);
    uint64_t exponent = (x & 0xff) % 3 + 1022;
    uint64_t sign = (x & 0x100) >> 8;
    uint64_t word = sign << 63 | exponent << 52 | x >> (64 - bits) << (52 - bits);
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

double testing_random_real(testing_random *random)
{
    return random_real(random, 10);
}

void testing_fill(fftc_precision precision, void *data, size_t count, testing_random *random)
{
    int bits = precision == FFTC_FLOAT64 ? 52 : precision == FFTC_FLOAT32 ? 23 : 10;
    for (size_t i = 0; i < 2 * count; ++i) {
        testing_set(precision, data, i, random_real(random, bits));
    }
}

/* --- numbers of any precision ----------------------------------------------------------------- */

double testing_get(fftc_precision precision, const void *data, size_t index)
{
    switch (precision) {
    case FFTC_FLOAT64: return ((const double *)data)[index];
    case FFTC_FLOAT32: return (double)((const float *)data)[index];
    case FFTC_FLOAT16: return fftc_double_from_half(((const uint16_t *)data)[index]);
    }
    return (double)NAN;
}

void testing_set(fftc_precision precision, void *data, size_t index, double value)
{
    switch (precision) {
    case FFTC_FLOAT64: ((double *)data)[index] = value; break;
    case FFTC_FLOAT32: ((float *)data)[index] = (float)value; break;
    case FFTC_FLOAT16: ((uint16_t *)data)[index] = fftc_half_from_double(value); break;
    }
}

double testing_unit(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? 0x1p-53 : precision == FFTC_FLOAT32 ? 0x1p-24 : 0x1p-11;
}

uint32_t testing_crc32(const void *data, size_t bytes)
{
    const unsigned char *next = data;
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < bytes; ++i) {
        crc ^= next[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
        }
    }
    return ~crc;
}

/* --- buffers ---------------------------------------------------------------------------------- */

testing_buffer testing_buffer_create(size_t bytes, size_t alignment)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t body;
    size_t start;
    testing_buffer buffer;
    ck_assert_uint_ge(alignment, 1);
    ck_assert_uint_eq(page % alignment, 0);
    ck_assert_uint_le(bytes, SIZE_MAX / 2);
    body = (bytes + page - 1) / page * page;
    if (body == 0) {
        body = page;
    }
    start = (body - bytes) / alignment * alignment;
    buffer.bytes = bytes;
    buffer.map_bytes = body + 2 * page;
    buffer.map = mmap(NULL, buffer.map_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(buffer.map, MAP_FAILED);
    ck_assert_int_eq(mprotect(buffer.map + page, body, PROT_READ | PROT_WRITE), 0);
    memset(buffer.map + page, CANARY, body);
    buffer.data = buffer.map + page + start;
    memset(buffer.data, FRESH, bytes);
    return buffer;
}

static bool is_canary(const unsigned char *begin, const unsigned char *end)
{
    while (begin < end && *begin == CANARY) {
        ++begin;
    }
    return begin == end;
}

bool testing_buffer_intact(const testing_buffer *buffer)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const unsigned char *data = buffer->data;
    return is_canary(buffer->map + page, data) &&
           is_canary(data + buffer->bytes, buffer->map + buffer->map_bytes - page);
}

void testing_buffer_release(testing_buffer *buffer)
{
    ck_assert_msg(testing_buffer_intact(buffer), "something wrote beside a buffer of %zu bytes",
                  buffer->bytes);
    ck_assert_int_eq(munmap(buffer->map, buffer->map_bytes), 0);
    memset(buffer, 0, sizeof *buffer);
}

/* --- oracles ---------------------------------------------------------------------------------- */

/* CMPLXL, which glibc withholds from clang. Finite parts only. */
static long double complex make(long double re, long double im)
{
    return re + im * (long double complex)I;
}

/* exp(2 pi i k / n), exact where it is rational or a quarter turn: the angle is brought into
 * [0, pi/4] in integers. */
static long double complex turn(uint64_t k, uint64_t n)
{
    uint64_t quadrant = 4 * k / n;
    uint64_t rest = 4 * k - quadrant * n; /* of n, in quarter turns */
    bool swapped = 2 * rest > n;
    long double angle = PI / 2 * ((long double)(swapped ? n - rest : rest) / (long double)n);
    long double complex z =
        swapped ? make(sinl(angle), cosl(angle)) : make(cosl(angle), sinl(angle));
    switch (quadrant) {
    case 0: return z;
    case 1: return make(-cimagl(z), creall(z));
    case 2: return -z;
    default: return make(cimagl(z), -creall(z));
    }
}

static long double complex *turns(size_t n, int sign)
{
    long double complex *table = malloc(n * sizeof *table);
    ck_assert_ptr_nonnull(table);
    for (size_t k = 0; k < n; ++k) {
        table[k] = sign < 0 ? conjl(turn(k, n)) : turn(k, n);
    }
    return table;
}

/* The DFT of n points by its definition: exp(2 pi i k / n) is table[k * step]. The frequencies f
 * and n - f have the same products: their factors are conjugates. */
static void define(size_t n, const long double complex *table, size_t step,
                   const long double complex *x, long double complex *y)
{
    for (size_t f = 0; f <= n / 2; ++f) {
        long double re_cos = 0;
        long double im_sin = 0;
        long double re_sin = 0;
        long double im_cos = 0;
        size_t k = 0;
        for (size_t t = 0; t < n; ++t) {
            long double complex w = table[k * step];
            re_cos += creall(x[t]) * creall(w);
            im_sin += cimagl(x[t]) * cimagl(w);
            re_sin += creall(x[t]) * cimagl(w);
            im_cos += cimagl(x[t]) * creall(w);
            k += f;
            k -= k >= n ? n : 0;
        }
        y[(n - f) % n] = make(re_cos + im_sin, im_cos - re_sin);
        y[f] = make(re_cos - im_sin, im_cos + re_sin);
    }
}

/* An array of complex numbers is laid out as pairs (C11 6.2.5p13). */
void testing_dft(size_t n, int sign, const long double *x, long double *y)
{
    long double complex *table = turns(n, sign);
    define(n, table, 1, (const long double complex *)x, (long double complex *)y);
    free(table);
}

static size_t smallest_factor(size_t n)
{
    size_t p = 2;
    while (p * p <= n && n % p != 0) {
        ++p;
    }
    return p * p <= n ? p : n;
}

/* Without the checks for infinities that C asks of a product. */
static long double complex product(long double complex a, long double complex b)
{
    return make(creall(a) * creall(b) - cimagl(a) * cimagl(b),
                creall(a) * cimagl(b) + cimagl(a) * creall(b));
}

/* x is read with a stride; table is of the whole transform's circle, `stride` of its steps apart.
 * `work` is room for twice the largest prime factor. */
static void split(size_t n, size_t stride, const long double complex *table,
                  const long double complex *x, long double complex *y, long double complex *work)
{
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    size_t p = smallest_factor(n);
    size_t m = n / p;
    for (size_t r = 0; r < p; ++r) {
        split(m, p * stride, table, x + r * stride, y + r * m, work);
    }
    for (size_t k = 0; k < m; ++k) {
        for (size_t r = 0; r < p; ++r) {
            work[r] = product(y[r * m + k], table[r * k * stride]);
        }
        define(p, table, m * stride, work, work + p);
        for (size_t r = 0; r < p; ++r) {
            y[r * m + k] = work[p + r];
        }
    }
}

void testing_dft_split(size_t n, int sign, const long double *x, long double *y)
{
    long double complex *table = turns(n, sign);
    long double complex *work = malloc(2 * n * sizeof *work);
    ck_assert_ptr_nonnull(work);
    split(n, 1, table, (const long double complex *)x, (long double complex *)y, work);
    free(work);
    free(table);
}

void testing_fftw(size_t n, size_t batch, int sign, const double *x, double *y)
{
    int length = (int)n;
    size_t bytes = n * batch * sizeof(fftw_complex);
    fftw_complex *work = fftw_malloc(bytes);
    fftw_plan plan;
    ck_assert_ptr_nonnull(work);
    plan = fftw_plan_many_dft(1, &length, (int)batch, work, NULL, 1, length, work, NULL, 1, length,
                              sign < 0 ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_ESTIMATE);
    ck_assert_ptr_nonnull(plan);
    memcpy(work, x, bytes);
    fftw_execute(plan);
    memcpy(y, work, bytes);
    fftw_destroy_plan(plan);
    fftw_free(work);
}

void testing_to_long_double(fftc_precision precision, const void *data, size_t count,
                            long double *x)
{
    for (size_t i = 0; i < 2 * count; ++i) {
        x[i] = (long double)testing_get(precision, data, i);
    }
}

void testing_to_double(fftc_precision precision, const void *data, size_t count, double *x)
{
    for (size_t i = 0; i < 2 * count; ++i) {
        x[i] = testing_get(precision, data, i);
    }
}

double testing_relative_error(fftc_precision precision, const void *actual,
                              const long double *expected, size_t count)
{
    long double difference = 0;
    long double norm = 0;
    for (size_t i = 0; i < 2 * count; ++i) {
        long double d = (long double)testing_get(precision, actual, i) - expected[i];
        difference += d * d;
        norm += expected[i] * expected[i];
    }
    return (double)sqrtl(difference / norm);
}

double testing_relative_error_double(const double *actual, const double *expected, size_t count)
{
    double difference = 0;
    double norm = 0;
    for (size_t i = 0; i < 2 * count; ++i) {
        double d = actual[i] - expected[i];
        difference += d * d;
        norm += expected[i] * expected[i];
    }
    return sqrt(difference / norm);
}
