/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpu/fiber.h"
#include "testing.h"

enum { FIBERS = 9, ROUNDS = 50 };

static fftc_fiber_pool pool;
static int log_of_turns[FIBERS * ROUNDS];
static int turns;

static size_t index_of(const void *argument)
{
    return (size_t)((const fftc_fiber *)argument - pool.fibers);
}

/* Goes round in a ring; keeps state in as many registers as the compiler likes. */
static fftc_fiber *ring(void *argument)
{
    fftc_fiber *self = argument;
    size_t i = index_of(self);
    fftc_fiber *next = i + 1 < FIBERS ? self + 1 : &pool.fibers[0];
    double sum = (double)i;
    double product = 1.0;
    for (int round = 0; round < ROUNDS; ++round) {
        log_of_turns[turns++] = (int)i;
        sum += 0.5;
        product *= 1.0 + (double)i / 1024.0;
        if (round + 1 < ROUNDS || i + 1 < FIBERS) {
            fftc_fiber_switch(self, next);
        }
        ck_assert(sum == (double)i + 0.5 * (round + 1));
    }
    ck_assert(product >= 1.0);
    return i == 0 ? &pool.host : self - 1;
}

static void create(uint32_t count, unsigned flags)
{
    fftc_error error;
    ck_assert_msg(fftc_fiber_pool_create(&pool, count, 64 * 1024, flags, NULL, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
}

static void check_ring(unsigned flags)
{
    create(FIBERS, flags);
    for (int again = 0; again < 2; ++again) {
        turns = 0;
        for (int i = 0; i < FIBERS; ++i) {
            fftc_fiber_start(&pool.fibers[i], ring, &pool.fibers[i]);
        }
        fftc_fiber_switch(&pool.host, &pool.fibers[0]);
        ck_assert_int_eq(turns, FIBERS * ROUNDS);
        for (int i = 0; i < turns; ++i) {
            ck_assert_int_eq(log_of_turns[i], i % FIBERS);
        }
    }
    fftc_fiber_pool_destroy(&pool);
}

START_TEST(fiber_ring_runs_in_turn)
{
    check_ring(FFTC_FIBER_GUARD);
}
END_TEST

START_TEST(fiber_ring_without_guards_runs_in_turn)
{
    check_ring(0);
}
END_TEST

static fftc_fiber *leave_halfway(void *argument)
{
    volatile char used[1024];
    memset((char *)used, 1, sizeof used);
    fftc_fiber_switch(argument, &pool.host);
    ck_abort_msg("resumed although it was started afresh");
    return &pool.host;
}

START_TEST(fiber_left_halfway_starts_afresh)
{
    create(3, FFTC_FIBER_GUARD);
    for (int again = 0; again < 20; ++again) {
        fftc_fiber_start(&pool.fibers[1], leave_halfway, &pool.fibers[1]);
        fftc_fiber_switch(&pool.host, &pool.fibers[1]);
    }
    fftc_fiber_pool_destroy(&pool);
}
END_TEST

static fftc_fiber *nest(void *argument);

static int nest_deeper(fftc_fiber *self, int depth)
{
    volatile char used[128];
    used[0] = (char)depth;
    if (depth == 0) {
        fftc_fiber_switch(self, &pool.host);
        return 0;
    }
    return nest_deeper(self, depth - 1) + 1 + (used[0] != (char)depth);
}

static fftc_fiber *nest(void *argument)
{
    ck_assert_int_eq(nest_deeper(argument, 60), 60);
    return &pool.host;
}

START_TEST(fiber_deep_stacks_stay_apart)
{
    create(FIBERS, 0);
    for (int i = 0; i < FIBERS; ++i) {
        fftc_fiber_start(&pool.fibers[i], nest, &pool.fibers[i]);
        fftc_fiber_switch(&pool.host, &pool.fibers[i]);
    }
    for (int i = FIBERS; i-- > 0;) {
        fftc_fiber_switch(&pool.host, &pool.fibers[i]);
    }
    fftc_fiber_pool_destroy(&pool);
}
END_TEST

static fftc_fiber *write_below(void *argument)
{
    fftc_fiber *self = argument;
    *(volatile char *)(self->stack - 1) = 1;
    return &pool.host;
}

/* The fault, or a sanitizer's report of it, ends the child. */
START_TEST(fiber_write_below_stack_faults)
{
    int status;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        (void)close(STDERR_FILENO);
        create(2, FFTC_FIBER_GUARD);
        fftc_fiber_start(&pool.fibers[1], write_below, &pool.fibers[1]);
        fftc_fiber_switch(&pool.host, &pool.fibers[1]);
        _exit(EXIT_SUCCESS);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS);
}
END_TEST

START_TEST(fiber_pool_too_large_fails)
{
    fftc_error error;
    ck_assert_int_eq(fftc_fiber_pool_create(&pool, 1, SIZE_MAX, 0, NULL, &error), FFTC_TOO_LARGE);
    ck_assert_int_eq(fftc_fiber_pool_create(&pool, 1, SIZE_MAX / 8, 0, NULL, &error),
                     FFTC_OUT_OF_MEMORY);
    ck_assert_int_eq(fftc_fiber_pool_create(&pool, 8, SIZE_MAX / 8, 0, NULL, &error),
                     FFTC_OUT_OF_MEMORY);
    ck_assert(strlen(error.message) > 0);
    fftc_fiber_pool_destroy(&pool);
}
END_TEST

TESTING_MAIN("fiber", fiber_ring_runs_in_turn, fiber_ring_without_guards_runs_in_turn,
             fiber_left_halfway_starts_afresh, fiber_deep_stacks_stay_apart,
             fiber_write_below_stack_faults, fiber_pool_too_large_fails)
