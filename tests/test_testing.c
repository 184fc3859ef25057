/* SPDX-License-Identifier: MIT
 *
 * The helpers themselves: an oracle that is wrong, or a guard that does not hold, would pass
 * anything.
 */
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ORACLE_POINTS = 14 * 37 };

START_TEST(crc32_check_value_known)
{
    ck_assert_uint_eq(testing_crc32("123456789", 9), 0xcbf43926u);
}
END_TEST

START_TEST(random_streams_differ_and_repeat)
{
    testing_random a = testing_random_start("a");
    testing_random again = testing_random_start("a");
    testing_random b = testing_random_start("b");
    uint64_t first = testing_random_next(&a);
    ck_assert_uint_eq(first, testing_random_next(&again));
    ck_assert_uint_ne(first, testing_random_next(&b));
    for (int i = 0; i < 1000; ++i) {
        ck_assert_uint_lt(testing_random_below(&a, 7), 7);
    }
}
END_TEST

START_TEST(fill_any_precision_clear_of_subnormals)
{
    testing_random random = testing_random_start("fill");
    double buffer[64];
    for (int p = 0; p < 3; ++p) {
        testing_fill((fftc_precision)p, buffer, 32, &random);
        for (size_t i = 0; i < 64; ++i) {
            double x = testing_get((fftc_precision)p, buffer, i);
            ck_assert((x >= 0.5 && x < 4.0) || (x <= -0.5 && x > -4.0));
        }
    }
}
END_TEST

/* Does touching the byte end the process by a signal? */
static bool faults(volatile unsigned char *p)
{
    int status = 0;
    pid_t child;
    fflush(NULL);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would print a report */
        *p = 1;
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status);
}

START_TEST(buffer_neighbours_are_guarded)
{
    const size_t sizes[] = {0, 4, 100, 4096, 4100, 65536};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        testing_buffer buffer = testing_buffer_create(sizes[i], 4);
        unsigned char *data = buffer.data;
        ck_assert(testing_buffer_intact(&buffer));
        ck_assert(faults(data + sizes[i]));
        if (sizes[i] % 4096 != 0) {
            data[-1] ^= 1;
            ck_assert(!testing_buffer_intact(&buffer));
            data[-1] ^= 1;
        } else if (sizes[i] != 0) {
            ck_assert(faults(data - 1));
        }
        testing_buffer_release(&buffer);
    }
}
END_TEST

static void check_oracles(size_t n, int sign, testing_random *random)
{
    double x[2 * ORACLE_POINTS];
    double fftw[2 * ORACLE_POINTS];
    long double source[2 * ORACLE_POINTS];
    long double direct[2 * ORACLE_POINTS];
    long double by_factors[2 * ORACLE_POINTS];
    testing_fill(FFTC_FLOAT64, x, n, random);
    testing_to_long_double(FFTC_FLOAT64, x, n, source);
    testing_dft(n, sign, source, direct);
    testing_dft_split(n, sign, source, by_factors);
    testing_fftw(n, 1, sign, x, fftw);
    ck_assert(testing_relative_error(FFTC_FLOAT64, fftw, direct, n) <= 1e-15);
    for (size_t i = 0; i < 2 * n; ++i) {
        long double d = direct[i] - by_factors[i];
        ck_assert(d * d <= 1e-34L * (long double)n);
    }
}

/* Lengths of every shape: many small factors, squares of primes, two large factors. */
START_TEST(oracles_three_ways_agree)
{
    testing_random random = testing_random_start("oracles");
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t n = 1; n <= 130; ++n) {
            check_oracles(n, sign, &random);
        }
        check_oracles(256, sign, &random);
        check_oracles(361, sign, &random);
        check_oracles(420, sign, &random);
        check_oracles(ORACLE_POINTS, sign, &random);
    }
}
END_TEST

START_TEST(dft_of_delayed_impulse_turns_clockwise)
{
    long double x[6] = {0, 0, 1, 0, 0, 0};
    long double y[6];
    testing_dft(3, -1, x, y);
    ck_assert(y[0] == 1 && y[1] == 0);
    ck_assert(y[2] < -0.499L && y[3] < -0.866L && y[5] > 0.866L);
}
END_TEST

enum { LINE_BEFORE_THE_END = __LINE__ + 4 };

START_TEST(killed)
{
    ck_assert(LINE_BEFORE_THE_END == __LINE__);
    (void)raise(SIGKILL);
}
END_TEST

START_TEST(passes)
{
    ck_assert(true);
}
END_TEST

/* The program that is killed, with its lines in a pipe. */
START_TEST(program_killed_says_where)
{
    char said[4096] = "";
    char expected[1024];
    int ends[2];
    int status = 0;
    fflush(NULL);
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        const TTest *const tests[] = {passes, killed, passes};
        (void)setenv("CK_FORK", "yes", 1);
        if (dup2(ends[1], STDOUT_FILENO) < 0) {
            _exit(99);
        }
        int failed = testing_main("places", tests, 3);
        fflush(NULL);
        _exit(failed);
    }
    (void)close(ends[1]);
    size_t length = 0;
    for (ssize_t more = 1; more > 0 && length < sizeof said - 1; length += (size_t)more) {
        more = read(ends[0], said + length, sizeof said - 1 - length);
        ck_assert_int_ge(more, 0);
    }
    (void)close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
    (void)snprintf(expected, sizeof expected, "killed: the last check that held is %s:%d\n",
                   __FILE__, LINE_BEFORE_THE_END);
    ck_assert_msg(strstr(said, expected) != NULL && strstr(said, "passes: ") == NULL, "%s", said);
}
END_TEST

TESTING_MAIN("testing", crc32_check_value_known, random_streams_differ_and_repeat,
             fill_any_precision_clear_of_subnormals, buffer_neighbours_are_guarded,
             oracles_three_ways_agree, dft_of_delayed_impulse_turns_clockwise,
             program_killed_says_where)
