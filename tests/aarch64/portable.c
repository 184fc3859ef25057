/* SPDX-License-Identifier: MIT
 *
 * Transforms on a machine that has nothing but a C library: against their definition, round trips,
 * threads, saved plans. Exits 1 at the first mistake.
 *
 *     portable               the tests
 *     portable --checksums   the bits of reproducible plans, a line for each: the same everywhere
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/convolution.h"
#include "fftcore/fftcore.h"
#include "fftcore/reference.h"

#define CHECK(condition, ...)                                          \
    do {                                                               \
        if (!(condition)) {                                            \
            (void)printf("portable.c:%d: %s: ", __LINE__, #condition); \
            (void)printf(__VA_ARGS__);                                 \
            (void)putchar('\n');                                       \
            exit(1);                                                   \
        }                                                              \
    } while (0)

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    CHECK(memory != NULL, "%zu times %zu bytes", count, size);
    return memory;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static double get(fftc_precision precision, const void *data, size_t i)
{
    return precision == FFTC_FLOAT64 ? ((const double *)data)[i] : (double)((const float *)data)[i];
}

/* Fills with numbers in [-1/2, 1/2): 23 bits of a linear congruential generator (Knuth, MMIX). */
static void fill(fftc_precision precision, void *data, size_t count)
{
    uint64_t state = count;
    for (size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double x = (double)(state >> 41) * 0x1p-23 - 0.5;
        if (precision == FFTC_FLOAT64) {
            ((double *)data)[i] = x;
        } else {
            ((float *)data)[i] = (float)x;
        }
    }
}

static double distance(fftc_precision precision, const void *a, const void *b, size_t count)
{
    double difference = 0.0;
    double norm = 0.0;
    for (size_t i = 0; i < count; ++i) {
        double x = get(precision, b, i);
        double d = get(precision, a, i) - x;
        difference += d * d;
        norm += x * x;
    }
    return sqrt(difference / norm);
}

/* --- plans ------------------------------------------------------------------------------------ */

static fftc_plan *plan_of(const fftc_transform *t, const fftc_plan_options *options)
{
    fftc_plan *plan;
    fftc_error error;
    CHECK(fftc_plan_create(t, options, &plan, &error) == FFTC_SUCCESS, "length %llu: %s",
          (unsigned long long)t->length[0], error.message);
    return plan;
}

static void execute(const fftc_transform *t, const fftc_plan_options *options, const void *src,
                    void *dst)
{
    fftc_plan *plan = plan_of(t, options);
    CHECK(fftc_plan_execute(plan, src, dst, NULL) == FFTC_SUCCESS, "execute");
    fftc_plan_destroy(plan);
}

/* --- tests ------------------------------------------------------------------------------------ */

/* Float against double, double against long double. */
static void check_definition(size_t n, fftc_precision precision)
{
    size_t bytes = 2 * fftc_precision_bytes(precision);
    void *x = allocate(n, bytes);
    void *y = allocate(n, bytes);
    long double *w = allocate(2 * n, sizeof *w);
    fftc_transform t = {.length = {n}, .precision = precision};
    fill(precision, x, 2 * n);
    execute(&t, NULL, x, y);
    for (size_t k = 0; k < n; ++k) {
        long double turn = 6.283185307179586476925286766559005768L * (long double)k;
        w[2 * k] = cosl(turn / (long double)n);
        w[2 * k + 1] = -sinl(turn / (long double)n);
    }
    long double difference = 0.0L;
    long double norm = 0.0L;
    for (size_t k = 0; k < n; ++k) {
        long double re = 0.0L;
        long double im = 0.0L;
        for (size_t i = 0; i < n; ++i) {
            const long double *turn = w + 2 * (i * k % n);
            long double a = (long double)get(precision, x, 2 * i);
            long double b = (long double)get(precision, x, 2 * i + 1);
            re += a * turn[0] - b * turn[1];
            im += a * turn[1] + b * turn[0];
        }
        long double dr = (long double)get(precision, y, 2 * k) - re;
        long double di = (long double)get(precision, y, 2 * k + 1) - im;
        difference += dr * dr + di * di;
        norm += re * re + im * im;
    }
    double error = (double)sqrtl(difference / norm);
    CHECK(error <= fftc_transform_error_bound(precision, n), "length %zu: %g", n, error);
    free(x);
    free(y);
    free(w);
}

static size_t points_of(const fftc_transform *t)
{
    size_t points = t->batch == 0 ? 1 : t->batch;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        points *= t->length[i];
    }
    return points;
}

static double bound_of(const fftc_transform *t)
{
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        bound += fftc_transform_error_bound(t->precision, 2 * t->length[i] + 2);
    }
    return bound;
}

/* Checks that an inverse transform gives back what the forward one took, and that two threads, or a
 * saved line, give the same bits. */
static void check_round_trip(fftc_transform t)
{
    static char text[8192];
    size_t scalars = t.kind == FFTC_COMPLEX ? 2 : 1;
    size_t count = points_of(&t);
    size_t room = 2 * count + 2 * (size_t)t.batch * 64 + 4096;
    size_t bytes = fftc_precision_bytes(t.precision);
    void *x = allocate(room, bytes);
    void *y = allocate(room, bytes);
    void *z = allocate(room, bytes);
    fill(t.precision, x, count * scalars);
    fftc_plan *plan = plan_of(&t, NULL);
    size_t text_bytes;
    CHECK(fftc_plan_execute(plan, x, y, NULL) == FFTC_SUCCESS, "execute");
    CHECK(fftc_plan_save(plan, text, sizeof text, &text_bytes, NULL) == FFTC_SUCCESS, "save");
    fftc_plan_destroy(plan);
    fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    execute(&t, &options, x, z);
    CHECK(memcmp(y, z, room * bytes) == 0, "saved: length %llu", (unsigned long long)t.length[0]);
    options = (fftc_plan_options){.threads = 2};
    execute(&t, &options, x, z);
    CHECK(memcmp(y, z, room * bytes) == 0, "threads: length %llu", (unsigned long long)t.length[0]);
    t.direction = FFTC_INVERSE;
    execute(&t, NULL, y, z);
    double error = distance(t.precision, z, x, count * scalars);
    CHECK(error <= 2.0 * bound_of(&t), "length %llu: back is %g off",
          (unsigned long long)t.length[0], error);
    if (t.kind == FFTC_COMPLEX) {
        t.placement = FFTC_IN_PLACE;
        execute(&t, NULL, y, y);
        CHECK(memcmp(y, z, count * scalars * bytes) == 0, "in place: length %llu",
              (unsigned long long)t.length[0]);
    }
    free(x);
    free(y);
    free(z);
}

static const fftc_transform trips[] = {
    {.length = {1024}},
    {.length = {4096}, .precision = FFTC_FLOAT64},
    {.length = {1 << 17}},
    {.length = {100000}, .precision = FFTC_FLOAT64},
    {.length = {10007}},
    {.length = {24, 36}, .batch = 3},
    {.length = {20, 17, 9}, .precision = FFTC_FLOAT64},
    {.length = {64, 240}},
    {.length = {17}, .batch = 1000},
    {.length = {391}},
    {.length = {127}, .batch = 20},
    {.length = {1000}, .kind = FFTC_REAL},
    {.length = {45, 77}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
    {.length = {256}, .kind = FFTC_REAL_TO_REAL},
    {.length = {30, 21}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_IV, FFTC_DCT_I}},
};
#define TRIPS (sizeof trips / sizeof *trips)

/* --- checksums -------------------------------------------------------------------------------- */

/* CRC-32 of IEEE 802.3. */
static uint32_t checksum(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < bytes; ++i) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
        }
    }
    return ~crc;
}

static void print_checksum(const fftc_transform *t)
{
    size_t room = 2 * points_of(t) + 4096;
    size_t bytes = fftc_precision_bytes(t->precision);
    void *x = allocate(room, bytes);
    void *y = allocate(room, bytes);
    fftc_plan_options options = {.reproducible = 1};
    fill(t->precision, x, 2 * points_of(t));
    execute(t, &options, x, y);
    (void)printf("f%zu kind %d direction %d length %llu %llu %llu batch %llu: %08x\n", 8 * bytes,
                 (int)t->kind, (int)t->direction, (unsigned long long)t->length[0],
                 (unsigned long long)t->length[1], (unsigned long long)t->length[2],
                 (unsigned long long)t->batch, (unsigned)checksum(y, room * bytes));
    free(x);
    free(y);
}

/* Spectrum and result, with a kernel as large as the signal. */
static void print_convolution(const fftc_transform *signal)
{
    fftc_convolution_description d = {.signal = *signal};
    fftc_plan_options options = {.reproducible = 1};
    fftc_convolution *plan;
    fftc_error error;
    size_t count = 2 * points_of(signal);
    size_t bytes = fftc_precision_bytes(signal->precision);
    void *x = allocate(count, bytes);
    void *y = allocate(count, bytes);
    fill(signal->precision, x, count);
    CHECK(fftc_convolution_create(&d, &options, &plan, &error) == FFTC_SUCCESS, "%s",
          error.message);
    size_t spectrum_bytes = fftc_convolution_spectrum_bytes(plan);
    void *spectrum = allocate(spectrum_bytes, 1);
    CHECK(fftc_convolution_prepare(plan, x, spectrum, NULL) == FFTC_SUCCESS, "prepare");
    CHECK(fftc_convolution_execute(plan, x, spectrum, y, NULL) == FFTC_SUCCESS, "execute");
    (void)printf(
        "convolution f%zu kind %d length %llu %llu: %08x %08x\n", 8 * bytes, (int)signal->kind,
        (unsigned long long)signal->length[0], (unsigned long long)signal->length[1],
        (unsigned)checksum(spectrum, spectrum_bytes), (unsigned)checksum(y, count * bytes));
    fftc_convolution_destroy(plan);
    free(spectrum);
    free(x);
    free(y);
}

static void print_convolutions(void)
{
    static const fftc_transform signals[] = {
        {.length = {1000}}, {.length = {1}},      {.length = {30}},
        {.length = {4096}}, {.length = {24, 36}}, {.length = {50, 1009}},
    };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        for (int way = 0; way < 4; ++way) {
            fftc_transform signal = signals[i];
            signal.precision = way % 2 != 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
            signal.kind = way / 2 != 0 ? FFTC_REAL : FFTC_COMPLEX;
            print_convolution(&signal);
        }
    }
}

static void print_checksums(void)
{
    for (size_t n = 1; n <= 130; ++n) {
        fftc_transform t = {.length = {n}, .batch = 1 + n % 4};
        print_checksum(&t);
        t.precision = FFTC_FLOAT64;
        t.direction = FFTC_INVERSE;
        print_checksum(&t);
    }
    for (size_t i = 0; i < TRIPS; ++i) {
        print_checksum(&trips[i]);
    }
    print_convolutions();
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--checksums") == 0) {
        print_checksums();
        return 0;
    }
    for (size_t n = 1; n <= 200; ++n) {
        check_definition(n, FFTC_FLOAT32);
    }
    for (size_t n = 1; n <= 64; ++n) {
        check_definition(n, FFTC_FLOAT64);
    }
    for (size_t i = 0; i < TRIPS; ++i) {
        check_round_trip(trips[i]);
    }
    (void)printf("good: %s, version %s\n", fftc_simd_isa_name(), fftc_version());
    return 0;
}
