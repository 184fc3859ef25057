/* SPDX-License-Identifier: MIT
 *
 * Roots of unity in tables: each number the nearest, by arithmetic of 113 bits.
 */
#include "support/roots.h"

#include <stdlib.h>
#include <string.h>

#include "exact_roots.h"
#include "support/unit_point.h"
#include "testing.h"

/* exp(-2 pi i k / n), k < n, by the angle below pi / 4. */
static void exact_root(uint64_t k, uint64_t n, quad point[2])
{
    uint64_t eighth = 8 * k / n;
    uint64_t beyond = 8 * k - eighth * n;
    uint64_t distance = eighth % 2 == 0 ? beyond : n - beyond;
    quad c[2];
    exact_series(exact_pi() * (quad)distance / (quad)(4 * n), &c[1], &c[0]);
    unsigned swapped = (eighth + 1) / 2 % 2;
    point[0] = eighth >= 2 && eighth < 6 ? -c[swapped] : c[swapped];
    point[1] = eighth < 4 ? -c[1 - swapped] : c[1 - swapped];
}

static void check_series(fftc_precision precision, uint64_t n, uint64_t wanted, uint64_t count,
                         const uint64_t from[3])
{
    testing_buffer table =
        testing_buffer_create((size_t)count * 2 * fftc_precision_bytes(precision), 16);
    fftc_roots roots = fftc_roots_begin(n, wanted);
    ck_assert(!roots.failed);
    fftc_roots_fill(&roots, precision, table.data, count, from[0], from[1], from[2]);
    fftc_roots_end(&roots);
    uint64_t k = from[0];
    uint64_t step = from[1];
    for (uint64_t i = 0; i < count; ++i) {
        quad exact[2];
        exact_root(k, n, exact);
        for (unsigned part = 0; part < 2; ++part) {
            double got = testing_get(precision, table.data, 2 * i + part);
            ck_assert_msg(exact_nearest(precision, got, exact[part]),
                          "%s, root %llu of %llu, %s: %.17g",
                          precision == FFTC_FLOAT32 ? "float" : "double", (unsigned long long)k,
                          (unsigned long long)n, part == 0 ? "cosine" : "sine", got);
        }
        k = (k + step) % n;
        step = (step + from[2]) % n;
    }
    ck_assert(testing_buffer_intact(&table));
    testing_buffer_release(&table);
}

/* By products of table entries and one by one; all roots of small numbers, and series in others. */
START_TEST(roots_every_number_correctly_rounded)
{
    static const uint64_t numbers[] = {1,
                                       2,
                                       3,
                                       4,
                                       5,
                                       7,
                                       8,
                                       12,
                                       97,
                                       128,
                                       1000,
                                       4096,
                                       1 << 16,
                                       1 << 20,
                                       999983,
                                       2147483647,
                                       3 << 22,
                                       (uint64_t)5 << 33,
                                       ((uint64_t)1 << 49) + 1};
    testing_random random = testing_random_start("roots");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        uint64_t n = numbers[i];
        uint64_t count = n < 3000 ? n : 3000;
        uint64_t tables = n < 1 << 24 ? 16 * n + 64 : 0; /* so many roots that tables pay */
        const uint64_t all[3] = {0, 1 % n, 0};
        const uint64_t some[3] = {testing_random_below(&random, n),
                                  testing_random_below(&random, n),
                                  testing_random_below(&random, n)};
        for (int p = FFTC_FLOAT32; p <= FFTC_FLOAT64; ++p) {
            check_series((fftc_precision)p, n, 0, count, all);
            check_series((fftc_precision)p, n, 0, count, some);
            check_series((fftc_precision)p, n, tables, count, all);
            check_series((fftc_precision)p, n, tables, 5 * count, some);
        }
    }
}
END_TEST

/* What decides the numbers that a long double leaves open. */
START_TEST(turns_to_a_hundred_bits_for_any_denominator)
{
    testing_random random = testing_random_start("turns");
    for (unsigned draw = 0; draw < 2000; ++draw) {
        uint64_t n = 4 * (1 + testing_random_below(&random, (uint64_t)1 << (1 + draw % 50)));
        uint64_t k = testing_random_below(&random, n / 4 + 1);
        fftc_pair_ld turn[2];
        quad exact[2];
        fftc_unit_point(k, n, &turn[0], &turn[1]);
        exact_series(exact_pi() * (quad)k / (quad)n, &exact[1], &exact[0]);
        for (unsigned part = 0; part < 2; ++part) {
            quad error = ((quad)turn[part].hi - exact[part]) + (quad)turn[part].lo;
            error = error < 0 ? -error : error;
            ck_assert_msg(error <= exact[part] * (quad)0x1p-100, "pi * %llu / %llu",
                          (unsigned long long)k, (unsigned long long)n);
        }
    }
}
END_TEST

TESTING_MAIN("roots", roots_every_number_correctly_rounded,
             turns_to_a_hundred_bits_for_any_denominator)
